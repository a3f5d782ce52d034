//! What goes wrong between client and server: messages twice, late, cut off, too long or out of
//! place, and clients that are gone. The answer is the current state or a clear error, and nobody
//! else notices.

#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

mod common;

use common::{Client, Live, Running, against, first_move, patient, people};
use selforge_server::Limits;
use serde_json::{Value, json};

const SMALL: &str = "selfo board=hexhex-3 seed=4";

/// A game of two clients: both, the game's name, their sockets and its state.
struct Pair {
    ann: Client,
    ben: Client,
    id: String,
    ann_live: Live,
    ben_live: Live,
    state: Value,
}

async fn pair(server: &Running) -> Pair {
    let (ann, ben) = (server.client().await, server.client().await);
    let id = ann.create(SMALL, json!([{ "kind": "person" }, { "kind": "open" }])).await;
    let sat = ben.post(&format!("/api/games/{id}/join"), &json!({})).await;
    assert_eq!(sat.status, 200, "{}", sat.body);
    let (ann_live, state) = ann.join(&id).await;
    let (ben_live, _) = ben.join(&id).await;
    Pair { ann, ben, id, ann_live, ben_live, state }
}

/// An action knowing so many events, as text.
fn act(after: &Value, action: &Value) -> String {
    json!({ "type": "act", "after": after, "action": action }).to_string()
}

/// The next message about the game itself, as number and type.
async fn told(live: &mut Live) -> (Value, Value) {
    let news = live.hear_game().await;
    (news["number"].clone(), news["type"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_comes_twice_is_done_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start_with(folder.path(), patient()).await;
    let Pair { mut ann_live, mut ben_live, state, .. } = pair(&server).await;
    let start = state["number"].as_u64().unwrap();
    let message = act(&state["number"], &first_move(&state));
    for _ in 0..3 {
        ann_live.say_text(&message).await;
    }
    let mut heard = Vec::new();
    for _ in 0..3 {
        heard.push(told(&mut ann_live).await);
    }
    let count = |kind: &str| heard.iter().filter(|(_, known)| known == kind).count();
    assert_eq!((count("update"), count("refused")), (1, 2), "{heard:?}");
    assert!(heard.iter().all(|(number, _)| *number == start + 1), "{heard:?}");
    assert_eq!(told(&mut ben_live).await, (json!(start + 1), json!("update")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_stored_is_accepted_even_if_the_answer_to_it_cannot_be() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        Running::start_with(folder.path(), Limits { events_per_game: 1, ..patient() }).await;
    let client = server.client().await;
    let id = client.create(SMALL, against("random")).await;
    let (mut live, state) = client.join(&id).await;
    // The offer is the last event that fits; the engine would decline it.
    live.act(&state["number"], json!({ "do": "offer-draw" })).await;
    assert_eq!(told(&mut live).await, (json!(1), json!("update")));
    live.act(&json!(1), first_move(&state)).await;
    assert_eq!(told(&mut live).await, (json!(1), json!("refused")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_overtake_each_other_are_refused_until_their_turn() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start_with(folder.path(), patient()).await;
    let client = server.client().await;
    let id = client.create(SMALL, people()).await;
    let (mut live, state) = client.join(&id).await;
    let mv = first_move(&state);
    let (first, second) = (act(&json!(0), &mv), act(&json!(1), &json!({ "do": "resign" })));
    live.say_text(&second).await;
    live.say_text(&first).await;
    live.say_text(&second).await;
    assert_eq!(told(&mut live).await, (json!(0), json!("refused")));
    assert_eq!(told(&mut live).await, (json!(1), json!("update")));
    assert_eq!(told(&mut live).await, (json!(2), json!("update")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_knows_too_much_or_too_little_is_told_all_or_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start_with(folder.path(), patient()).await;
    let client = server.client().await;
    let id = client.create(SMALL, people()).await;
    let (mut live, state) = client.join(&id).await;
    live.act(&json!(0), first_move(&state)).await;
    assert_eq!(told(&mut live).await.0, 1);
    for (have, kind, events) in [(0, "state", 1), (1, "update", 0), (99, "state", 1)] {
        live.say(&json!({ "type": "hello", "have": have })).await;
        let news = live.hear_game().await;
        assert_eq!(news["type"], kind, "having {have}");
        assert_eq!(news["events"].as_array().unwrap().len(), events, "having {have}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_cut_off_anywhere_is_refused_in_short() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start_with(folder.path(), patient()).await;
    let client = server.client().await;
    let id = client.create(SMALL, people()).await;
    let (mut live, state) = client.join(&id).await;
    let whole = act(&json!(0), &first_move(&state));
    for length in 0..whole.len() {
        live.say_text(&whole[..length]).await;
        let refused = live.hear_game().await;
        assert_eq!((&refused["type"], &refused["number"]), (&json!("refused"), &json!(0)));
        assert_eq!(refused["state"], Value::Null, "{}", &whole[..length]);
    }
    live.say_binary(whole.as_bytes()).await;
    assert_eq!(told(&mut live).await, (json!(0), json!("refused")), "text must be text");
    live.say_text(&whole).await;
    assert_eq!(told(&mut live).await, (json!(1), json!("update")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_cut_off_or_too_long_ends_that_connection_alone() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start_with(folder.path(), patient()).await;
    let Pair { ann, mut ann_live, mut ben_live, id, state, .. } = pair(&server).await;
    // Masked text frames: the head of one of 100 bytes, a length of 2^62 bytes, a continuation of
    // nothing, an unknown kind, and one without the mask that clients must use.
    let frames: [&[u8]; 5] = [
        &[0x81, 0xe4, 1, 2, 3, 4, b'x'],
        &[0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4],
        &[0x80, 0x81, 1, 2, 3, 4, b'x'],
        &[0x8f, 0x80, 1, 2, 3, 4],
        &[0x81, 0x01, b'x'],
    ];
    for frame in frames {
        ann.raw_socket(&id, frame).await;
    }
    // Longer than a message may be, whole and in pieces.
    let limit = patient().message_bytes;
    let mut other = ann.join_with(&id, None).await.unwrap();
    other.say_text(&"x".repeat(limit + 1)).await;
    assert!(other.is_closed().await);
    ann_live.act(&state["number"], first_move(&state)).await;
    let number = state["number"].as_u64().unwrap();
    assert_eq!(told(&mut ann_live).await, (json!(number + 1), json!("update")));
    assert_eq!(told(&mut ben_live).await, (json!(number + 1), json!("update")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_state_of_the_game_does_not_allow_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start_with(folder.path(), patient()).await;
    let Pair { mut ann_live, mut ben_live, id, state, .. } = pair(&server).await;
    let number = &state["number"];
    let refused = async |live: &mut Live, action: Value| {
        live.act(number, action.clone()).await;
        let answer = live.hear_game().await;
        assert_eq!(answer["type"], "refused", "{action}: {answer}");
        assert_eq!(answer["state"]["number"], *number, "{action}");
        assert!(!answer["reason"].as_str().unwrap().is_empty(), "{action}");
    };
    // Ben is not to move, and nobody has asked him anything.
    refused(&mut ben_live, first_move(&state)).await;
    for action in ["accept-draw", "decline-draw", "claim-draw", "accept-take-back", "move-now"] {
        refused(&mut ben_live, json!({ "do": action })).await;
    }
    // A third one may look, but has no say.
    let (mut cid_live, seen) = server.client().await.join(&id).await;
    assert_eq!(seen["you"], json!([]));
    for action in ["resign", "offer-draw", "take-back"] {
        refused(&mut cid_live, json!({ "do": action })).await;
    }
    refused(&mut cid_live, first_move(&state)).await;
    // Nobody has a say once the game is over.
    ann_live.act(number, json!({ "do": "resign" })).await;
    let over = ann_live.hear_game().await;
    assert!(over["standing"]["result"].is_string(), "{over}");
    assert_eq!(told(&mut ben_live).await.0, over["number"]);
    for action in ["resign", "offer-draw", "accept-draw", "move-now"] {
        for live in [&mut ann_live, &mut ben_live] {
            live.act(&over["number"], json!({ "do": action })).await;
            assert_eq!(told(live).await, (over["number"].clone(), json!("refused")), "{action}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_vanishes_is_waited_for_and_told_what_it_missed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start_with(folder.path(), patient()).await;
    let Pair { ben, mut ann_live, ben_live, id, state, .. } = pair(&server).await;
    let number = state["number"].as_u64().unwrap();
    // Without a word: the socket is closed by the system, not by the protocol.
    drop(ben_live);
    ann_live.act(&state["number"], first_move(&state)).await;
    assert_eq!(told(&mut ann_live).await, (json!(number + 1), json!("update")));
    let mut ben_live = ben.join_with(&id, None).await.unwrap();
    ben_live.say(&json!({ "type": "hello", "have": number })).await;
    let rest = ben_live.hear_game().await;
    assert_eq!((&rest["type"], &rest["after"]), (&json!("update"), &json!(number)));
    assert_eq!(rest["events"].as_array().unwrap().len(), 1);
    ben_live.act(&rest["number"], first_move(&rest)).await;
    assert_eq!(told(&mut ann_live).await, (json!(number + 2), json!("update")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_the_whole_game_again_and_again_is_told_less() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { states_per_second: 1, ..patient() };
    let server = Running::start_with(folder.path(), limits).await;
    let client = server.client().await;
    let id = client.create(SMALL, people()).await;
    let (mut live, state) = client.join(&id).await;
    let illegal = act(&state["number"], &json!({ "do": "accept-draw" }));
    let mut whole = 0;
    for message in std::iter::repeat_n(r#"{"type":"hello","have":0}"#, 20)
        .chain(std::iter::repeat_n(&*illegal, 20))
    {
        live.say_text(message).await;
        let answer = live.hear_game().await;
        whole += usize::from(answer["type"] == "state" || answer["state"].is_object());
    }
    assert!(whole <= 4, "{whole} of 40 answers had the whole state");
    // Nothing is kept from whoever goes on.
    live.act(&state["number"], first_move(&state)).await;
    assert_eq!(told(&mut live).await, (json!(1), json!("update")));
    server.stop().await;
}
