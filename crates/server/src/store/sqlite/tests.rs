//! What the rest of the server relies on, held against the file.

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;

use super::{FILE, SqliteStore};
use crate::accounts::identity::{ClientId, Source};
use crate::accounts::ratings::RatedResult;
use crate::live::clock::ClockRule;
use crate::live::occupant::Occupant;
use crate::store::{
    Accounts, Deadline, GameFilter, Games, NewEvent, NewGame, Notes, Quota, Store, StoreError,
    Votes,
};

const QUOTA: Quota = Quota { games: 100, waiting: 10, bytes: 100_000 };

fn game(id: &str) -> NewGame {
    NewGame {
        id: id.to_owned(),
        owner: ClientId::stored("c:somebody".to_owned()),
        network: "10.0.0.1".to_owned(),
        spec: "selfo".to_owned(),
        rules: "selfo 1".to_owned(),
        start: String::new(),
        seed: 0,
        began: 0,
        clock: ClockRule::None,
        rated: false,
        listed: false,
        to_move: Some('A'),
        deadline: None,
        seats: Vec::new(),
    }
}

fn event(game: &str, number: u32) -> NewEvent {
    NewEvent {
        game: game.to_owned(),
        number,
        body: format!("{number}"),
        at: 0,
        plies: 0,
        result: None,
        winners: String::new(),
        to_move: None,
        deadline: None,
        seated: None,
        rated: None,
    }
}

fn person(who: &ClientId) -> Occupant {
    Occupant::Person { who: who.clone(), name: String::new(), rating: None }
}

async fn store(folder: &Path) -> Arc<SqliteStore> {
    Arc::new(SqliteStore::open(folder).await.unwrap())
}

async fn store_in_a_folder() -> (tempfile::TempDir, Arc<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    (folder, store)
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_events_at_once_only_those_that_cannot_be_written_fail() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    for id in ["a", "b", "c"] {
        store.create_game(game(id), None, QUOTA).await.unwrap();
    }
    let mut writing = Vec::new();
    for number in 1..=50 {
        // Every event twice, and one of a game that does not exist.
        for id in ["a", "b", "c", "a", "b", "c", "nothing"] {
            let store = Arc::clone(&store);
            writing.push((
                id,
                tokio::spawn(async move { store.append_event(event(id, number)).await }),
            ));
        }
    }
    let mut written = 0;
    for (id, task) in writing {
        match task.await.unwrap() {
            Ok(_) => written += 1,
            Err(StoreError::Conflict) => assert_ne!(id, "nothing"),
            Err(StoreError::NoGame) => assert_eq!(id, "nothing"),
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(written, 150, "each number of each game once");
    for id in ["a", "b", "c"] {
        let events = store.load_game(id).await.unwrap().unwrap().events;
        let bodies: Vec<String> = events.into_iter().map(|(body, _)| body).collect();
        assert_eq!(bodies, (1..=50).map(|n| n.to_string()).collect::<Vec<_>>());
    }
    store.close().await;
    assert!(matches!(store.append_event(event("a", 51)).await, Err(StoreError::Closed)));
    assert!(matches!(store.load_game("a").await, Err(StoreError::Closed)));
}

#[tokio::test]
async fn only_the_writer_can_write() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    let refused = store.read(|reader| Ok(reader.execute("DELETE FROM account", [])?)).await;
    assert!(refused.unwrap_err().to_string().contains("readonly"));
    // Both go the way of the writer, although they also return something.
    let account = store.register("ada", "hash").await.unwrap().unwrap();
    assert!(store.register("Ada", "hash").await.unwrap().is_none(), "taken");
    assert!(store.add_token(account.id, "digest", "bot", 1).await.unwrap().is_some());
    assert_eq!(
        store.add_token(account.id, "other", "bot", 1).await.unwrap(),
        None,
        "one is enough"
    );
}

#[tokio::test]
async fn a_full_disk_is_told_and_recovered_from() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    store.create_game(game("a"), None, QUOTA).await.unwrap();
    let limit = |pages: i64| {
        store.write(move |connection| {
            Ok(connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?)
        })
    };
    limit(1).await.unwrap();
    let large = NewEvent { body: "x".repeat(1 << 20), ..event("a", 1) };
    let refused = store.append_event(large).await.unwrap_err();
    assert!(refused.to_string().contains("full"), "{refused}");
    limit(1 << 30).await.unwrap();
    store.append_event(event("a", 1)).await.unwrap();
    store.check().await.unwrap();
}

#[tokio::test]
async fn an_account_that_is_deleted_leaves_no_notes_and_its_rated_games_can_end() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    let ada = store.register("ada", "hash").await.unwrap().unwrap();
    let ben = store.register("ben", "hash").await.unwrap().unwrap();
    let (ada_id, ben_id) = (ClientId::of_account(ada.id), ClientId::of_account(ben.id));
    let seats = vec![person(&ada_id), person(&ben_id)];
    let rated = NewGame { owner: ada_id.clone(), rated: true, seats, ..game("a") };
    store.create_game(rated, None, QUOTA).await.unwrap();
    store.save_notes("a", &ada_id, &Source::of(&ada_id, ""), "{}", QUOTA).await.unwrap();
    store.vote("a", &ada_id, "selfo", "like").await.unwrap();
    store.delete_account(ada.id).await.unwrap();
    assert_eq!(store.notes("a", &ada_id).await.unwrap(), None);
    assert_eq!(store.list_games(GameFilter::Of(ada_id)).await.unwrap().len(), 0);
    // As a server writes it that still has the game in memory with both accounts.
    let result = RatedResult {
        game: "selfo".to_owned(),
        speed: "blitz",
        accounts: [ada.id, ben.id],
        winner: Some(0),
    };
    let ended = NewEvent { rated: Some(result), ..event("a", 1) };
    assert_eq!(store.append_event(ended).await.unwrap(), [], "no rating changes");
    assert_eq!(store.ratings(ben.id).await.unwrap(), []);
}

#[tokio::test]
async fn engines_that_are_to_move_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    let somebody = ClientId::stored("c:somebody".to_owned());
    let engine = || Occupant::Engine("random".to_owned());
    let open = || Occupant::Open { kept_for: None };
    for (id, seats, to_move, deadline) in [
        ("person", vec![person(&somebody), engine()], 'A', None),
        ("engine", vec![person(&somebody), engine()], 'B', None),
        ("newer", vec![person(&somebody), engine()], 'B', None),
        ("clock", vec![engine(), person(&somebody)], 'A', Some(7)),
        ("waits", vec![engine(), open()], 'A', None),
    ] {
        let to_move = Some(to_move);
        store
            .create_game(NewGame { seats, to_move, deadline, ..game(id) }, None, QUOTA)
            .await
            .unwrap();
    }
    let found = store.engines_to_move(1).await.unwrap();
    assert_eq!((found.len(), found[0].as_str()), (2, "clock"), "{found:?}");
    assert!(found[1] == "engine" || found[1] == "newer");
    let due = Deadline { game: "clock".to_owned(), at: 7, clock: ClockRule::None };
    assert_eq!(store.deadlines().await.unwrap(), [due]);
}

#[tokio::test]
async fn a_second_store_on_the_same_file_loses_the_race_for_a_number() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    store.create_game(game("a"), None, QUOTA).await.unwrap();
    let other = Connection::open(folder.path().join(FILE)).unwrap();
    other.execute("INSERT INTO event VALUES ('a', 1, '{}', 0)", []).unwrap();
    assert!(matches!(store.append_event(event("a", 1)).await, Err(StoreError::Conflict)));
    store.append_event(event("a", 2)).await.unwrap();
}

#[tokio::test]
async fn many_who_ask_at_once_get_no_more_games_than_one_may_have() {
    let (_folder, store) = store_in_a_folder().await;
    let offer = |n: usize| NewGame {
        // Every guest is another one, and all come from one network.
        owner: ClientId::guest(&n.to_string()),
        seats: vec![Occupant::Open { kept_for: None }],
        ..game(&format!("g{n}"))
    };
    let tasks = (0..60).map(|n| {
        let (store, offer) = (Arc::clone(&store), offer(n));
        tokio::spawn(async move { store.create_game(offer, None, QUOTA).await.is_ok() })
    });
    let tasks: Vec<_> = tasks.collect();
    let mut made = 0;
    for task in tasks {
        made += i64::from(task.await.unwrap());
    }
    assert_eq!(made, QUOTA.waiting);
    let elsewhere = NewGame { network: "10.0.0.2".to_owned(), ..offer(99) };
    store.create_game(elsewhere, None, QUOTA).await.unwrap();
}

#[tokio::test]
async fn notes_count_whoever_writes_them_and_however_often() {
    let (_folder, store) = store_in_a_folder().await;
    store.create_game(game("a"), None, QUOTA).await.unwrap();
    let guest = |n: usize| ClientId::guest(&n.to_string());
    let source = Source::of(&guest(0), "10.0.0.9");
    let long = "x".repeat(30_000);
    for n in 0..3 {
        store.save_notes("a", &guest(n), &source, &long, QUOTA).await.unwrap();
    }
    let full = store.save_notes("a", &guest(3), &source, &long, QUOTA).await;
    assert!(matches!(full, Err(StoreError::Exceeded(_))), "{full:?}");
    store.save_notes("a", &guest(2), &source, &long, QUOTA).await.expect("in place of its own");
    store.save_notes("a", &guest(2), &source, "", QUOTA).await.unwrap();
    store.save_notes("a", &guest(3), &source, &long, QUOTA).await.expect("there is room again");
}

#[tokio::test]
async fn what_guests_leave_behind_is_forgotten_and_what_accounts_have_is_not() {
    let (folder, store) = store_in_a_folder().await;
    let account = ClientId::of_account(1);
    let with = |id: &str, owner: &ClientId, seats: Vec<Occupant>| NewGame {
        owner: owner.clone(),
        seats,
        ..game(id)
    };
    let guest = ClientId::guest("g");
    for game in [
        with("guests", &guest, vec![person(&guest)]),
        with("with-account", &guest, vec![person(&guest), person(&account)]),
        with("accounts", &account, vec![person(&account)]),
        with("fresh", &guest, vec![person(&guest)]),
    ] {
        store.create_game(game, None, QUOTA).await.unwrap();
    }
    let file = Connection::open(folder.path().join(FILE)).unwrap();
    file.execute("UPDATE game SET updated = updated - 1000 WHERE id <> 'fresh'", []).unwrap();
    store.forget_guests_games(500).await.unwrap();
    store.forget_networks(500).await.unwrap();
    let text = "SELECT group_concat(id || ' ' || network) FROM (SELECT * FROM game ORDER BY id)";
    let left: String = file.query_row(text, [], |row| row.get(0)).unwrap();
    assert_eq!(left, "accounts ,fresh 10.0.0.1,with-account ");
}

#[tokio::test]
async fn many_tokens_at_once_are_no_more_than_an_account_may_have() {
    let (_folder, store) = store_in_a_folder().await;
    let account = store.register("Ada", "hash").await.unwrap().unwrap();
    let tasks = (0..30).map(|n| {
        let (store, digest) = (Arc::clone(&store), format!("digest {n}"));
        tokio::spawn(async move { store.add_token(account.id, &digest, "", 5).await.unwrap() })
    });
    let tasks: Vec<_> = tasks.collect();
    let mut made = 0;
    for task in tasks {
        made += usize::from(task.await.unwrap().is_some());
    }
    assert_eq!(made, 5);
}
