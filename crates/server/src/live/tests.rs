//! Live games as clients and other servers meet them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use selforge_core::Seat;
use serde_json::Value;
use tokio::sync::{broadcast, oneshot, watch};

use super::clock::ClockRule;
use super::create::{GameOptions, create_game};
use super::occupant::Occupant;
use super::registry::GameRegistry;
use super::takeover::take_over_all;
use super::{Announcement, GameEvent, LiveGame, Refusal};
use crate::accounts::identity::{Client, ClientId};
use crate::app::App;
use crate::bus::Bus;
use crate::error::ApiError;
use crate::exposure::Exposure;
use crate::limits::Limits;
use crate::messages::live::{Command, Permission};
use crate::store::{self, Store};
use crate::time;

const SMALL: &str = "selfo board=hexhex-3 seed=4";
const THREE: &str = "selfo board=hexhex-4 seats=3 seed=4";

fn client(name: &str) -> Client {
    let (id, address) = (ClientId::guest(name), [127, 0, 0, 1].into());
    Client { id, address, cookie: None, token: None, account: None }
}

fn person(client: &Client) -> Occupant {
    Occupant::Person { who: client.id.clone(), name: String::new(), rating: None }
}

fn engine(spec: &str) -> Occupant {
    Occupant::Engine(spec.to_owned())
}

/// A server without sockets on a store.
async fn app(store: &Arc<dyn Store>) -> Arc<App> {
    app_with(store, Limits::default()).await
}

async fn app_with(store: &Arc<dyn Store>, limits: Limits) -> Arc<App> {
    let closing = watch::channel(false).1;
    let (store, bus) = (Arc::clone(store), Bus::default());
    App::new(store, limits, Exposure::default(), Vec::new(), true, closing, bus).await.unwrap()
}

/// A store in a folder that lives as long as the test.
async fn stored() -> (tempfile::TempDir, Arc<dyn Store>) {
    let folder = tempfile::tempdir().unwrap();
    let store = store::open(folder.path(), None).await.unwrap();
    (folder, store)
}

/// Makes a game of the first client's and gives it.
async fn create(
    app: &Arc<App>,
    owner: &Client,
    spec: &str,
    clock: ClockRule,
    seats: Vec<Occupant>,
) -> Arc<LiveGame> {
    let (owner, address) = (owner.id.clone(), owner.address);
    let options = GameOptions { owner, address, clock, rated: false, listed: false };
    let id = create_game(app, options, spec.to_owned(), move |_| Ok(seats)).await.unwrap();
    app.games.open(app, &id).await.unwrap()
}

/// Plays the first legal move of a client that knows so many events.
async fn play(
    game: &Arc<LiveGame>,
    app: &Arc<App>,
    client: &Client,
    after: u32,
) -> Result<(), Refusal> {
    let text = {
        let position = game.state(&client.id).await.position.into_value().unwrap();
        position.moves[0].text.clone()
    };
    game.act(app, &client.id, after, Command::Move { text }).await
}

/// Passes over announcements until one is as wanted.
async fn hear(
    heard: &mut broadcast::Receiver<Announcement>,
    client: &Client,
    wanted: impl Fn(&Value) -> bool,
) -> Value {
    loop {
        let announcement = heard.recv().await.unwrap();
        let message: Value = serde_json::from_str(&announcement.text(&client.id).unwrap()).unwrap();
        if wanted(&message) {
            return message;
        }
    }
}

#[tokio::test]
async fn of_two_servers_the_slower_one_loads_the_game_anew_and_tries_again() {
    let (_folder, store) = stored().await;
    let (one, other) = (app(&store).await, app(&store).await);
    let (ada, ben) = (client("ada"), client("ben"));
    let seats = vec![person(&ada), person(&ben)];
    let here = create(&one, &ada, SMALL, ClockRule::None, seats).await;
    let there = other.games.open(&other, here.id()).await.unwrap();
    let mut heard = there.subscribe();
    play(&here, &one, &ada, 0).await.unwrap();
    // The other server has not heard of that move.
    let late = play(&there, &other, &ada, 0).await.unwrap_err();
    assert!(matches!(late, Refusal::Stale), "{late}");
    let update = hear(&mut heard, &ben, |message| message["type"] == "update").await;
    assert_eq!(update["number"], 1, "and tells those who watch it there");
    play(&there, &other, &ben, 1).await.unwrap();
    let late = play(&here, &one, &ben, 1).await.unwrap_err();
    assert!(matches!(late, Refusal::Stale), "{late}");
    assert_eq!(here.state(&ada.id).await.number, 2);
    play(&here, &one, &ada, 2).await.unwrap();
    let events = store.load_game(here.id()).await.unwrap().unwrap().events;
    assert_eq!(events.len(), 3, "no move was lost and none written twice");
}

#[tokio::test]
async fn a_player_who_comes_from_another_server_with_its_news_is_not_refused() {
    let (_folder, store) = stored().await;
    let (one, other) = (app(&store).await, app(&store).await);
    let (ada, ben) = (client("ada"), client("ben"));
    let here = create(&one, &ada, SMALL, ClockRule::None, vec![person(&ada), person(&ben)]).await;
    let there = other.games.open(&other, here.id()).await.unwrap();
    play(&here, &one, &ada, 0).await.unwrap();
    // Ben has seen that move here, and makes his own at the other server, which has not heard of it.
    let text = here.state(&ben.id).await.position.into_value().unwrap().moves[0].text.clone();
    there.act(&other, &ben.id, 1, Command::Move { text }).await.unwrap();
    assert_eq!(there.state(&ben.id).await.number, 2);
    let never = there.act(&other, &ada.id, 9, Command::Resign).await.unwrap_err();
    assert!(matches!(never, Refusal::Stale), "{never}");
}

#[tokio::test]
async fn two_who_sit_down_at_two_servers_get_a_seat_each() {
    let (_folder, store) = stored().await;
    let (one, other) = (app(&store).await, app(&store).await);
    let ada = client("ada");
    let open = || Occupant::Open { kept_for: None };
    let here = create(&one, &ada, THREE, ClockRule::None, vec![person(&ada), open(), open()]).await;
    let there = other.games.open(&other, here.id()).await.unwrap();
    assert_eq!(here.join(&one, &client("ben"), "", None).await.unwrap(), 'B');
    assert_eq!(there.join(&other, &client("cleo"), "", None).await.unwrap(), 'C');
    assert!(here.join(&one, &client("dan"), "", None).await.is_err());
}

#[tokio::test]
async fn a_game_is_loaded_once_however_many_open_and_close_it() {
    let (_folder, store) = stored().await;
    let app = app(&store).await;
    let ada = client("ada");
    let game = create(&app, &ada, SMALL, ClockRule::None, vec![person(&ada), person(&ada)]).await;
    let row = store.load_game(game.id()).await.unwrap().unwrap();
    let restored = || LiveGame::restore(game.playable().clone(), row.clone()).unwrap();
    let registry = Arc::new(GameRegistry::default());
    // The first has read the game and is slow to replay it.
    let (ready, slow) = oneshot::channel::<LiveGame>();
    let first = tokio::spawn({
        let registry = Arc::clone(&registry);
        async move { registry.open_with("game", || async { Ok(slow.await.unwrap()) }).await }
    });
    tokio::task::yield_now().await;
    // Until it has, nobody else reads it, and could change and close it unseen.
    let second = tokio::spawn({
        let registry = Arc::clone(&registry);
        async move {
            let never = || async { Err(ApiError::not_found()) };
            registry.open_with("game", never).await
        }
    });
    tokio::task::yield_now().await;
    assert!(!second.is_finished());
    ready.send(restored()).unwrap();
    let (first, second) = (first.await.unwrap().unwrap(), second.await.unwrap().unwrap());
    assert!(Arc::ptr_eq(&first, &second));
    assert_eq!(registry.count(), 1);
    drop((first, second));
    assert_eq!(registry.count(), 0, "nobody has it any more");
    let fresh = registry.open_with("game", || async { Ok(restored()) }).await;
    assert!(fresh.is_ok(), "it is read anew");
}

#[tokio::test]
async fn of_three_seats_the_others_go_on_when_a_command_comes_after_a_flag_has_fallen() {
    let (_folder, store) = stored().await;
    let app = app(&store).await;
    let (ada, ben) = (client("ada"), client("ben"));
    let seats = vec![person(&ada), person(&ben), engine("random")];
    let game = create(&app, &ada, THREE, ClockRule::Real { base: 60, increment: 0 }, seats).await;
    let mut heard = game.subscribe();
    play(&game, &app, &ada, 0).await.unwrap();
    // The time of B runs out; before anybody has looked at it, A says something.
    time::test::skip(61_000);
    let late = game.act(&app, &ada.id, 1, Command::OfferDraw).await.unwrap_err();
    assert!(matches!(late, Refusal::Stale), "{late}");
    let flag = hear(&mut heard, &ada, |message| message["number"] == 2).await;
    assert_eq!(flag["standing"]["active"], serde_json::json!(["A", "C"]));
    assert_eq!(flag["clocks"]["running"], "C");
    let moved = hear(&mut heard, &ada, |message| message["number"] == 3).await;
    assert_eq!(moved["events"][0]["seat"], "C", "the engine moves");
}

#[tokio::test]
async fn an_engine_keeps_its_player_from_move_to_move() {
    let (_folder, store) = stored().await;
    let app = app(&store).await;
    let ada = client("ada");
    let seats = vec![person(&ada), engine("alphabeta depth=1 hash=1")];
    let game = create(&app, &ada, SMALL, ClockRule::None, seats).await;
    let mut heard = game.subscribe();
    assert_eq!(game.live.lock().await.players.count(), 0);
    play(&game, &app, &ada, 0).await.unwrap();
    assert_eq!(game.live.lock().await.players.count(), 0, "it thinks");
    hear(&mut heard, &ada, |message| message["number"] == 2).await;
    assert_eq!(game.live.lock().await.players.count(), 1);
}

#[tokio::test]
async fn an_engine_thinks_on_while_draws_are_offered_and_stops_when_the_position_changes() {
    let (_folder, store) = stored().await;
    let app = app(&store).await;
    let ada = client("ada");
    let seats = vec![person(&ada), engine("alphabeta time=10s depth=64")];
    let game = create(&app, &ada, "selfo board=hexhex-7 seed=4", ClockRule::None, seats).await;
    play(&game, &app, &ada, 0).await.unwrap();
    for _ in 0..5 {
        let number = game.live.lock().await.log.number();
        game.act(&app, &ada.id, number, Command::OfferDraw).await.unwrap();
    }
    let number = game.live.lock().await.log.number();
    assert_eq!(number, 11, "five offers were declined");
    let mut heard = game.subscribe();
    let can = game.state(&ada.id).await.can;
    assert!(
        can.contains(&Permission::MoveNow),
        "whoever waits for an engine may hurry it: {can:?}"
    );
    game.act(&app, &ada.id, number, Command::MoveNow).await.unwrap();
    let moved = hear(&mut heard, &ada, |message| message["type"] == "update").await;
    assert_eq!(moved["events"][0]["type"], "move");
    let thought = || {
        let text = app.metrics.text(0, 0, 0);
        let line = text.lines().find(|line| line.starts_with("selforge_thinking_seconds_count"));
        line.unwrap().rsplit(' ').next().unwrap().parse::<u32>().unwrap()
    };
    assert_eq!(thought(), 1, "it was asked once");
    // Now it thinks again, and taking the move back ends that.
    let number = game.live.lock().await.log.number();
    play(&game, &app, &ada, number).await.unwrap();
    assert!(game.live.lock().await.thinking.is_some());
    game.act(&app, &ada.id, number + 1, Command::TakeBack).await.unwrap();
    assert!(game.live.lock().await.thinking.is_none());
}

#[tokio::test]
async fn engines_claim_the_draws_that_they_have_a_right_to() {
    let (_folder, store) = stored().await;
    let app = app(&store).await;
    let ada = client("ada");
    let spec = r#"selfo board=square-2x2 position="AB/BA A" blockade=offer"#;
    let seats = vec![engine("alphabeta depth=2"), person(&ada)];
    let game = create(&app, &ada, spec, ClockRule::None, seats).await;
    let mut heard = game.subscribe();
    if game.state(&ada.id).await.standing.result.is_none() {
        hear(&mut heard, &ada, |message| message["number"] == 1).await;
    }
    let result = game.state(&ada.id).await.standing.result;
    assert_eq!(result.as_deref(), Some("draw, claimed mutual blockade"));
}

#[tokio::test]
async fn a_seat_that_left_cannot_take_back_what_others_moved() {
    let (_folder, store) = stored().await;
    let app = app(&store).await;
    let [ada, ben, cleo] = ["ada", "ben", "cleo"].map(client);
    let seats = vec![person(&ada), person(&ben), person(&cleo)];
    let game = create(&app, &ada, THREE, ClockRule::None, seats).await;
    play(&game, &app, &ada, 0).await.unwrap();
    play(&game, &app, &ben, 1).await.unwrap();
    play(&game, &app, &cleo, 2).await.unwrap();
    play(&game, &app, &ada, 3).await.unwrap();
    game.act(&app, &ben.id, 4, Command::Resign).await.unwrap();
    play(&game, &app, &cleo, 5).await.unwrap();
    // The last move is C's; B, whose turn it would have been, is out.
    assert!(game.allows(&cleo.id, Permission::TakeBack).await);
    assert!(!game.allows(&ben.id, Permission::TakeBack).await);
    let refused = game.act(&app, &ben.id, 6, Command::TakeBack).await;
    assert!(refused.is_err());
    game.act(&app, &cleo.id, 6, Command::TakeBack).await.unwrap();
    let asked = game.live.lock().await.log.take_back().unwrap();
    assert_eq!((asked.by, asked.plies), (Seat::new(2), 1));
    game.act(&app, &ada.id, 7, Command::AcceptTakeBack).await.unwrap();
    let state = game.state(&ada.id).await;
    assert_eq!((state.standing.to_move, state.position.into_value().unwrap().ply), (Some('C'), 4));
}

#[tokio::test]
async fn after_a_start_no_game_is_in_memory_and_flags_fall_all_the_same() {
    let (_folder, store) = stored().await;
    let before = app(&store).await;
    let (ada, ben) = (client("ada"), client("ben"));
    let seats = || vec![person(&ada), person(&ben)];
    let clock = ClockRule::Real { base: 60, increment: 0 };
    let id = create(&before, &ada, SMALL, clock, seats()).await.id().to_owned();
    store.heartbeat(time::now_ms()).await.unwrap();
    drop(before);
    // The server is away for an hour, which counts for nobody.
    time::test::skip(3_600_000);
    let after = app(&store).await;
    assert_eq!(after.games.count(), 0);
    assert_eq!(after.deadlines.take_due(time::now_ms()), None);
    time::test::skip(61_000);
    assert_eq!(after.deadlines.take_due(time::now_ms()).as_ref(), Some(&id));
    let game = after.games.open(&after, &id).await.unwrap();
    game.check_clock(&after).await;
    let state = game.state(&ada.id).await;
    assert_eq!(state.standing.result.as_deref(), Some("B wins, forfeit of A: out of time"));
    let events = state.events.into_value().unwrap();
    assert!(matches!(events[0], GameEvent::Resume { .. }));
    // Loading it once more gives no time back once more.
    drop(game);
    let game = after.games.open(&after, &id).await.unwrap();
    assert_eq!(game.state(&ada.id).await.number, 2);
}

#[tokio::test]
async fn an_offer_ends_some_time_after_its_maker_has_gone() {
    let (_folder, store) = stored().await;
    let app = app(&store).await;
    let (here, gone) = (client("here"), client("gone"));
    let offer = |owner: &Client, clock: ClockRule| {
        let (who, address, app) = (owner.id.clone(), owner.address, Arc::clone(&app));
        let seats = vec![person(owner), Occupant::Open { kept_for: None }];
        let options = GameOptions { owner: who, address, clock, rated: false, listed: true };
        async move { create_game(&app, options, SMALL.to_owned(), move |_| Ok(seats)).await.unwrap() }
    };
    let real = ClockRule::Real { base: 60, increment: 0 };
    let stays = offer(&here, real).await;
    let ends = offer(&gone, real).await;
    let by_days = offer(&gone, ClockRule::Days { days: 2 }).await;
    app.lobby.enter(&here.id);
    let now = Instant::now();
    app.lobby.end_offers(&app, now).await.unwrap();
    assert!(app.games.open(&app, &ends).await.is_ok(), "not at once: connections break");
    app.lobby.end_offers(&app, now + app.limits.offer_time).await.unwrap();
    assert!(app.games.open(&app, &ends).await.is_err());
    for id in [stays, by_days] {
        assert!(app.games.open(&app, &id).await.is_ok());
    }
}

#[tokio::test]
async fn setting_the_calendar_forward_or_back_forfeits_nobody() {
    const TEN_MINUTES: i64 = 600_000;
    let (_folder, store) = stored().await;
    let (ada, ben) = (client("ada"), client("ben"));
    for step in [TEN_MINUTES, -TEN_MINUTES] {
        let before = app(&store).await;
        let clock = ClockRule::Real { base: 300, increment: 0 };
        let game = create(&before, &ada, SMALL, clock, vec![person(&ada), person(&ben)]).await;
        let left = async |game: &LiveGame| {
            let left = game.state(&ada.id).await.clocks.unwrap().left[&'A'];
            left > 299_000
        };
        time::test::set_calendar_forward(step);
        game.check_clock(&before).await;
        assert!(left(&game).await, "while the server runs, by {step}");
        assert_eq!(before.deadlines.take_due(time::now_ms()), None);
        store.heartbeat(time::now_ms()).await.unwrap();
        let id = game.id().to_owned();
        drop((game, before));
        // A server that starts anew asks the calendar.
        time::test::restart();
        let after = app(&store).await;
        assert_eq!(after.deadlines.take_due(time::now_ms()), None);
        let game = after.games.open(&after, &id).await.unwrap();
        game.check_clock(&after).await;
        assert_eq!(game.state(&ada.id).await.standing.result, None);
        assert!(left(&game).await, "after a new start, by {step}");
    }
}

#[tokio::test]
async fn games_that_were_asked_for_lately_are_kept_and_no_more_than_fit() {
    let (_folder, store) = stored().await;
    let limits = Limits { live_games: 3, ..Limits::default() };
    let app = app_with(&store, limits).await;
    let ada = client("ada");
    let mut games = Vec::new();
    for _ in 0..3 {
        let seats = vec![person(&ada), person(&ada)];
        games.push(create(&app, &ada, SMALL, ClockRule::None, seats).await);
    }
    let id = games[0].id().to_owned();
    let first = Arc::as_ptr(&games[0]);
    games.remove(0);
    let again = app.games.open(&app, &id).await.unwrap();
    assert_eq!(Arc::as_ptr(&again), first, "it was not replayed");
    drop(again);
    // Two are in use and one is kept: the kept one makes room, those in use do not.
    let seats = || vec![person(&ada), person(&ada)];
    games.push(create(&app, &ada, SMALL, ClockRule::None, seats()).await);
    assert_eq!(app.games.count(), 3);
    let full = app.games.open(&app, &id).await.unwrap_err();
    assert!(full.to_string().contains("full"), "{full}");
    games.pop();
    assert!(app.games.open(&app, &id).await.is_ok(), "there is room again");
}

/// What this process holds in memory, in bytes.
#[cfg(target_os = "linux")]
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

/// A stored game in which so many random moves were played.
fn played(spec: &str, moves: usize) -> (selforge_games::Playable, crate::store::StoredGame) {
    use selforge_core::Game;
    let spec = selforge_core::Spec::parse(spec).unwrap();
    let playable = selforge_games::open(&spec, &selforge_games::NoFiles).unwrap();
    let mut state = playable.game.start();
    let start = playable.position_text(&state);
    let mut random = selforge_core::Stream::new(1, "played", 0);
    let mut events = Vec::new();
    for _ in 0..moves {
        let Some(seat) = playable.game.status(&state).to_move() else { break };
        let mut legal = Vec::new();
        playable.game.legal_moves(&state, &mut legal);
        let mv = *random.pick(&legal).unwrap();
        let text = playable.move_text(&state, mv);
        let event = GameEvent::Move { seat: seat.letter(), text };
        events.push((serde_json::to_string(&event).unwrap(), 0));
        playable.game.play(&mut state, mv);
    }
    let ada = client("ada");
    let game = crate::store::NewGame {
        id: "x".to_owned(),
        owner: ada.id.clone(),
        network: String::new(),
        spec: spec.to_string(),
        rules: String::new(),
        start,
        seed: 0,
        began: 0,
        clock: ClockRule::Real { base: 600, increment: 0 },
        rated: false,
        listed: false,
        to_move: None,
        deadline: None,
        seats: vec![person(&ada), person(&ada)],
    };
    (playable, crate::store::StoredGame { game, events, ratings: Vec::new() })
}

/// How many bytes a game takes while two sockets listen to it and have been told of it.
#[cfg(target_os = "linux")]
async fn bytes_of_a_game(spec: impl Fn(usize) -> String, moves: usize, games: usize) -> usize {
    let cache = crate::game_cache::GameCache::default();
    let ada = client("ada");
    let load = async |number: usize| {
        let (_, stored) = played(&spec(number), moves);
        let playable = cache.open_stored(&stored.game.spec, &stored.game.start).unwrap();
        let game = LiveGame::restore(playable, stored).unwrap();
        let heard = (game.subscribe(), game.subscribe());
        game.state(&ada.id).await;
        (game, heard)
    };
    // The first ones pay for what all share.
    let mut live = Vec::new();
    for number in 0..games / 4 {
        live.push(load(number).await);
    }
    let before = resident();
    for number in 0..games {
        live.push(load(games + number).await);
    }
    let taken = resident().saturating_sub(before) / games;
    assert_eq!(live.len(), games + games / 4);
    taken
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_live_game_of_standard_selfo_takes_well_below_100_kilobytes() {
    let bytes = bytes_of_a_game(|seed| format!("selfo seed={seed}"), 40, 400).await;
    eprintln!("a live game of standard Selfo after 40 moves takes {bytes} bytes");
    assert!(bytes < 64_000, "{bytes}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_live_game_on_a_large_board_takes_not_much_more() {
    // Every game from a position of its own: fifteen rows with two pieces of each set.
    let spec = |number: usize| {
        let row = |row: usize| match row % 2 {
            0 => format!("A{}B{}", 1 + (number + row) % 20, 29 - (number + row) % 20),
            _ => "32".to_owned(),
        };
        let rows: Vec<String> = (0..31).map(row).collect();
        format!("selfo board=king-31x32 position=\"{} A\"", rows.join("/"))
    };
    let bytes = bytes_of_a_game(spec, 2, 40).await;
    eprintln!("a live game on king-31x32 takes {bytes} bytes");
    assert!(bytes < 400_000, "{bytes}");
}

#[tokio::test]
async fn whoever_moves_first_after_outages_does_not_pay_for_them() {
    let (_folder, store) = stored().await;
    let app = app(&store).await;
    let (ada, ben) = (client("ada"), client("ben"));
    let clock = ClockRule::Real { base: 600, increment: 0 };
    let game = create(&app, &ada, SMALL, clock, vec![person(&ada), person(&ben)]).await;
    // First moves cost nothing.
    play(&game, &app, &ada, 0).await.unwrap();
    play(&game, &app, &ben, 1).await.unwrap();
    app.life.beat(time::now_ms());
    // Twice the store cannot be written to for a minute. The second time nobody has noted yet that it can
    // be again when Ada moves, who has seen nothing of all that.
    time::test::skip(60_000);
    app.life.miss();
    app.life.beat(time::now_ms());
    time::test::skip(60_000);
    app.life.miss();
    play(&game, &app, &ada, 2).await.unwrap();
    let left = game.state(&ada.id).await.clocks.unwrap().left[&'A'];
    assert!(left > 590_000, "{left}");
    assert!(app.life.is_well());
}

#[tokio::test]
async fn a_damaged_game_whose_time_is_up_is_noticed_once_and_others_are_taken_over() {
    let (folder, store) = stored().await;
    let before = app(&store).await;
    let (ada, ben) = (client("ada"), client("ben"));
    let clock = ClockRule::Real { base: 60, increment: 0 };
    let seats = || vec![person(&ada), person(&ben)];
    let damaged = create(&before, &ada, SMALL, clock, seats()).await;
    play(&damaged, &before, &ada, 0).await.unwrap();
    let whole = create(&before, &ada, SMALL, clock, seats()).await;
    store.heartbeat(time::now_ms()).await.unwrap();
    let file = rusqlite::Connection::open(folder.path().join("selforge.sqlite")).unwrap();
    file.execute("UPDATE event SET body = '{}' WHERE game = ?", [damaged.id()]).unwrap();
    let after = app(&store).await;
    time::test::skip(62_000);
    let mut unreadable = BTreeSet::new();
    for _ in 0..2 {
        take_over_all(&after, &mut unreadable).await;
        assert_eq!(unreadable, BTreeSet::from([damaged.id().to_owned()]));
    }
    let whole = after.games.open(&after, whole.id()).await.unwrap();
    assert!(whole.state(&ada.id).await.standing.result.is_some());
}

#[tokio::test]
async fn two_nodes_that_were_without_the_store_give_its_time_back_once() {
    let (_folder, store) = stored().await;
    let (one, other) = (app(&store).await, app(&store).await);
    let (ada, ben) = (client("ada"), client("ben"));
    let clock = ClockRule::Real { base: 600, increment: 0 };
    let here = create(&one, &ada, SMALL, clock, vec![person(&ada), person(&ben)]).await;
    // First moves cost nothing.
    play(&here, &one, &ada, 0).await.unwrap();
    play(&here, &one, &ben, 1).await.unwrap();
    let there = other.games.open(&other, here.id()).await.unwrap();
    time::test::skip(20_000);
    for node in [&one, &other] {
        node.life.beat(time::now_ms());
    }
    time::test::skip(60_000);
    // They notice one after the other that it is there again.
    for (node, game) in [(&one, &here), (&other, &there)] {
        time::test::skip(1_000);
        node.life.miss();
        node.life.beat(time::now_ms());
        game.catch_up(node).await.unwrap();
        game.resume(node).await.unwrap();
    }
    time::test::skip(100_000);
    let left = there.state(&ada.id).await.clocks.unwrap().left[&'A'];
    assert!((470_000..=480_000).contains(&left), "{left}");
}
