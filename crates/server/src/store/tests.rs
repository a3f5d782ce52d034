//! What the rest of the server relies on, held against both databases.

use std::collections::HashMap;
use std::sync::Arc;

use super::postgres::Postgres;
use super::sql::SqlStore;
use super::sqlite::SqliteFile;
use super::{
    Accounts, Deadline, GameFilter, Games, NewEvent, NewGame, NewRuleFile, Notes, Quota, RuleFiles,
    Store, StoreError, Votes,
};
use crate::accounts::identity::{ClientId, Source};
use crate::accounts::ratings::RatedResult;
use crate::live::clock::ClockRule;
use crate::live::occupant::Occupant;
use crate::messages::accounts::Sharing;
use crate::rule_files::{Part, Upload};

#[path = "../../tests/common/postgres.rs"]
pub(super) mod server;

pub(super) const QUOTA: Quota = Quota { games: 100, waiting: 10, bytes: 100_000, rule_files: 3 };

/// Where a test has its data.
enum TestData {
    Folder(tempfile::TempDir),
    Server(String),
}

impl TestData {
    /// The store, as one more process would open it.
    async fn open(&self) -> Arc<SqlStore> {
        Arc::new(match self {
            TestData::Folder(folder) => {
                SqlStore::Sqlite(SqliteFile::open(folder.path()).await.unwrap())
            }
            TestData::Server(url) => {
                SqlStore::Postgres(Postgres::open(url.parse().unwrap()).await.unwrap())
            }
        })
    }
}

/// Makes each function a test of both databases.
macro_rules! on_both {
    ($($name:ident)*) => {
        mod on_sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name(super::TestData::Folder(tempfile::tempdir().unwrap())).await;
            })*
        }
        mod on_postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                if let Some(url) = super::server::empty_place().await {
                    super::$name(super::TestData::Server(url)).await;
                }
            })*
        }
    };
}

on_both! {
    of_many_events_at_once_only_those_that_cannot_be_written_fail
    an_account_that_is_deleted_leaves_no_notes_and_its_rated_games_can_end
    engines_that_are_to_move_are_found
    many_who_ask_at_once_get_no_more_games_than_one_may_have
    notes_count_whoever_writes_them_and_however_often
    what_guests_leave_behind_is_forgotten_and_what_accounts_have_is_not
    rule_files_of_guests_are_forgotten_unless_a_game_is_played_by_them
    many_tokens_at_once_are_no_more_than_an_account_may_have
    an_account_allows_nothing_to_be_made_of_its_games_until_it_says_so
    events_that_were_changed_moved_or_taken_away_are_missed
    names_are_taken_however_they_are_written
    ratings_of_games_that_end_at_once_are_counted_one_after_the_other
    what_a_guest_has_goes_to_the_account_once
    a_late_writer_is_told_and_goes_on_from_what_there_is
    what_was_played_lately_is_found_but_not_what_friends_play_among_themselves
    a_store_that_is_opened_again_has_everything
}

pub(super) fn game(id: &str) -> NewGame {
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

pub(super) fn event(game: &str, number: u32) -> NewEvent {
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

pub(super) fn person(who: &ClientId) -> Occupant {
    Occupant::Person { who: who.clone(), name: String::new(), rating: None }
}

/// Changes the data by a statement of the test's own.
async fn change(store: &SqlStore, text: &str) {
    let text = text.to_owned();
    store.write(move |sql| sql.batch(&text)).await.unwrap();
}

async fn of_many_events_at_once_only_those_that_cannot_be_written_fail(data: TestData) {
    let store = data.open().await;
    for id in ["a", "b", "c"] {
        store.create_game(game(id), None, QUOTA).await.unwrap();
    }
    // Every event twice, and those of a game that does not exist.
    let writing = ["a", "b", "c", "a", "b", "c", "nothing"].map(|id| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            let mut written = 0;
            for number in 1..=50 {
                match store.append_event(event(id, number)).await {
                    Ok(_) => written += 1,
                    Err(StoreError::Conflict) => assert_ne!(id, "nothing"),
                    Err(StoreError::NoGame) => assert_eq!(id, "nothing"),
                    Err(error) => panic!("{error}"),
                }
            }
            written
        })
    });
    let mut written = 0;
    for task in writing {
        written += task.await.unwrap();
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

async fn an_account_that_is_deleted_leaves_no_notes_and_its_rated_games_can_end(data: TestData) {
    let store = data.open().await;
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

async fn engines_that_are_to_move_are_found(data: TestData) {
    let store = data.open().await;
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

async fn many_who_ask_at_once_get_no_more_games_than_one_may_have(data: TestData) {
    let store = data.open().await;
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

async fn notes_count_whoever_writes_them_and_however_often(data: TestData) {
    let store = data.open().await;
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

async fn what_guests_leave_behind_is_forgotten_and_what_accounts_have_is_not(data: TestData) {
    let store = data.open().await;
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
    change(&store, "UPDATE game SET updated = updated - 1000 WHERE id <> 'fresh'").await;
    store.forget_guests_games(500).await.unwrap();
    store.forget_networks(500).await.unwrap();
    let text = "SELECT id || ' ' || network AS it FROM game ORDER BY id";
    let left = store.read(|sql| sql.rows(text, &[], |row| row.get::<String>("it"))).await;
    assert_eq!(left.unwrap(), ["accounts ", "fresh 10.0.0.1", "with-account "]);
}

async fn rule_files_of_guests_are_forgotten_unless_a_game_is_played_by_them(data: TestData) {
    let store = data.open().await;
    let upload = |text: &str| Upload {
        name: "x.zrf".into(),
        texts: vec![Part { name: String::new(), body: text.into() }],
        pictures: Vec::new(),
    };
    let bring = |text: &str, client: &ClientId, network: &str| NewRuleFile {
        upload: upload(text),
        cards: "[]".into(),
        client: client.clone(),
        source: Source::of(client, network),
    };
    let (guest, account) = (ClientId::guest("g"), ClientId::of_account(1));
    for (text, client) in
        [("left", &guest), ("played", &guest), ("shared", &guest), ("shared", &account)]
    {
        store.save_rules(bring(text, client, "10.0.0.1"), QUOTA).await.unwrap();
    }
    let refused = store.save_rules(bring("more", &guest, "10.0.0.1"), QUOTA).await;
    assert!(matches!(refused, Err(StoreError::Exceeded(_))), "{refused:?}");
    let played = upload("played").fingerprint();
    let game = NewGame { spec: format!("zrf file={played}"), ..game("by-it") };
    store.create_game(game, None, QUOTA).await.unwrap();
    change(&store, "UPDATE rule_file SET used = used - 1000000").await;
    store.forget_rules(None).await.unwrap();
    assert_eq!(
        store.rule_files_of(&guest).await.unwrap().len(),
        3,
        "not unless guests' time is over"
    );
    store.forget_rules(Some(500)).await.unwrap();
    assert_eq!(store.rule_files_of(&guest).await.unwrap(), []);
    assert_eq!(store.rule_files_of(&account).await.unwrap().len(), 1);
    let left = |text: &str| upload(text).fingerprint();
    assert_eq!(store.rule_text(&left("left"), "").await.unwrap(), None);
    assert_eq!(store.rule_text(&left("played"), "").await.unwrap().unwrap(), b"played");
    assert_eq!(store.rule_text(&left("shared"), "").await.unwrap().unwrap(), b"shared");
}

async fn an_account_allows_nothing_to_be_made_of_its_games_until_it_says_so(data: TestData) {
    let store = data.open().await;
    let ada = store.register("Ada", "x").await.unwrap().unwrap();
    let ben = store.register("Ben", "x").await.unwrap().unwrap();
    assert_eq!(store.sharing(ada.id).await.unwrap(), Sharing::No);
    for sharing in [Sharing::Nameless, Sharing::Named, Sharing::No, Sharing::Named] {
        store.set_sharing(ada.id, sharing).await.unwrap();
        assert_eq!(store.sharing(ada.id).await.unwrap(), sharing);
    }
    assert_eq!(store.sharing(ben.id).await.unwrap(), Sharing::No);
    store.close().await;
    assert_eq!(data.open().await.sharing(ada.id).await.unwrap(), Sharing::Named);
}

async fn many_tokens_at_once_are_no_more_than_an_account_may_have(data: TestData) {
    let store = data.open().await;
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

async fn events_that_were_changed_moved_or_taken_away_are_missed(data: TestData) {
    let store = data.open().await;
    let somebody = ClientId::stored("c:somebody".to_owned());
    let unsealed = |table: &str| match &data {
        TestData::Folder(_) => format!("DROP TRIGGER {table}_sealed"),
        TestData::Server(_) => format!("DROP TRIGGER {table}_sealed ON {table}"),
    };
    let changes = [
        "DELETE FROM event WHERE game = 'IT' AND number = 60".to_owned(),
        "DELETE FROM event WHERE game = 'IT' AND number = 3".to_owned(),
        "UPDATE event SET body = (SELECT body FROM event WHERE game = 'whole' AND number = 4)
             WHERE game = 'IT' AND number = 5"
            .to_owned(),
        "UPDATE event SET at = at + 1 WHERE game = 'IT' AND number = 60".to_owned(),
        "UPDATE game SET spec = 'chess' WHERE id = 'IT'".to_owned(),
        "UPDATE game SET seed = seed + 1 WHERE id = 'IT'".to_owned(),
        format!("{}; UPDATE game SET owner = 'c:thief' WHERE id = 'IT'", unsealed("game")),
        format!(
            "{}; UPDATE seat SET who = 'c:thief' WHERE game = 'IT' AND seat = 0",
            unsealed("seat")
        ),
    ];
    let ids: Vec<String> = (0..changes.len()).map(|number| format!("game{number}")).collect();
    for id in ids.iter().map(String::as_str).chain(["whole"]) {
        let seats = vec![person(&somebody), Occupant::Engine("random".to_owned())];
        store.create_game(NewGame { seats, ..game(id) }, None, QUOTA).await.unwrap();
        for number in 1..=60 {
            let body = format!(r#"{{"type":"move","seat":"A","text":"c{number}-d{number}"}}"#);
            let at = i64::from(number) * 1_000;
            store.append_event(NewEvent { body, at, ..event(id, number) }).await.unwrap();
        }
    }
    for (id, text) in ids.iter().zip(&changes) {
        assert_eq!(store.load_game(id).await.unwrap().unwrap().events.len(), 60);
        change(&store, &text.replace("IT", id)).await;
        let damaged = store.load_game(id).await.unwrap_err();
        assert!(matches!(damaged, StoreError::Damaged { .. }), "{text}: {damaged}");
        assert!(store.load_game("whole").await.unwrap().is_some(), "{text}");
    }
}

async fn names_are_taken_however_they_are_written(data: TestData) {
    let store = data.open().await;
    let ada = store.register("Ada", "hash").await.unwrap().unwrap();
    assert_eq!(store.register("ADA", "other").await.unwrap().map(|it| it.id), None);
    let (found, password) = store.account("aDa").await.unwrap().unwrap();
    assert_eq!((found.id, found.name.as_str(), password.as_str()), (ada.id, "Ada", "hash"));
    assert!(store.account("Ad").await.unwrap().is_none());
    assert_eq!(store.cookie_key().await.unwrap(), store.cookie_key().await.unwrap());
    store.sign_in("digest", ada.id).await.unwrap();
    assert_eq!(store.account_of_cookie("digest").await.unwrap().unwrap().id, ada.id);
    assert!(store.knows_cookie("digest").await.unwrap());
    assert!(!store.knows_cookie("other").await.unwrap());
}

async fn ratings_of_games_that_end_at_once_are_counted_one_after_the_other(data: TestData) {
    let store = data.open().await;
    let mut accounts = Vec::new();
    for name in ["ada", "ben"] {
        accounts.push(store.register(name, "hash").await.unwrap().unwrap().id);
    }
    let [ada, ben] = [accounts[0], accounts[1]];
    let mut games = Vec::new();
    for number in 0..12 {
        let id = format!("g{number}");
        // On both sides of the board, so that locks are asked for in either order.
        let accounts = if number % 2 == 0 { [ada, ben] } else { [ben, ada] };
        let seats = accounts.map(|account| person(&ClientId::of_account(account))).to_vec();
        let rated = NewGame { rated: true, seats, ..game(&id) };
        store.create_game(rated, None, QUOTA).await.unwrap();
        games.push((id, accounts));
    }
    let ends = games.into_iter().map(|(id, accounts)| {
        let store = Arc::clone(&store);
        let winner = accounts.iter().position(|account| *account == ada);
        let result = RatedResult { game: "selfo".to_owned(), speed: "blitz", accounts, winner };
        let ended = NewEvent { rated: Some(result), ..event(&id, 1) };
        tokio::spawn(async move { store.append_event(ended).await.unwrap().len() })
    });
    for ended in ends.collect::<Vec<_>>() {
        assert_eq!(ended.await.unwrap(), 2);
    }
    let of = async |account| store.ratings(account).await.unwrap().remove(0);
    let (winner, loser) = (of(ada).await, of(ben).await);
    assert_eq!((winner.games, loser.games), (12, 12));
    // One win more counts more: none was computed from a rating that another had changed meanwhile.
    assert!(winner.rating.rating > 1_800.0, "{winner:?}");
    assert!(loser.rating.rating < 1_200.0, "{loser:?}");
}

async fn what_a_guest_has_goes_to_the_account_once(data: TestData) {
    let store = data.open().await;
    let (guest, account) = (ClientId::guest("g"), ClientId::of_account(1));
    for id in ["both", "guests"] {
        let seats = vec![person(&guest)];
        let owner = guest.clone();
        store.create_game(NewGame { owner, seats, ..game(id) }, None, QUOTA).await.unwrap();
        store.vote(id, &guest, "selfo", "like").await.unwrap();
        let source = Source::of(&guest, "10.0.0.1");
        store.save_notes(id, &guest, &source, "guest", QUOTA).await.unwrap();
    }
    store.vote("both", &account, "selfo", "dislike").await.unwrap();
    let source = Source::of(&account, "");
    store.save_notes("both", &account, &source, "account", QUOTA).await.unwrap();
    store.hand_over(&guest, &account).await.unwrap();
    assert_eq!(store.own_vote("both", &account).await.unwrap().as_deref(), Some("dislike"));
    assert_eq!(store.own_vote("guests", &account).await.unwrap().as_deref(), Some("like"));
    assert_eq!(store.notes("both", &account).await.unwrap().as_deref(), Some("account"));
    assert_eq!(store.notes("guests", &account).await.unwrap().as_deref(), Some("guest"));
    assert_eq!(store.list_games(GameFilter::Of(account)).await.unwrap().len(), 2);
    assert_eq!(store.votes().await.unwrap().len(), 3);
}

async fn a_late_writer_is_told_and_goes_on_from_what_there_is(data: TestData) {
    let store = data.open().await;
    store.create_game(game("a"), None, QUOTA).await.unwrap();
    // Another process, where the database lets one in.
    let other = match &data {
        TestData::Folder(_) => Arc::clone(&store),
        TestData::Server(_) => data.open().await,
    };
    other.append_event(event("a", 1)).await.unwrap();
    assert!(matches!(store.append_event(event("a", 1)).await, Err(StoreError::Conflict)));
    assert!(matches!(store.append_event(event("a", 3)).await, Err(StoreError::Conflict)));
    let numbers = async || store.last_numbers(&["a".to_owned(), "x".to_owned()]).await.unwrap();
    assert_eq!(numbers().await, HashMap::from([("a".to_owned(), 1)]));
    // With a seat the event goes another way, by the same rules.
    let seated = |number| {
        let somebody = ClientId::stored("c:somebody".to_owned());
        NewEvent { seated: Some((0, person(&somebody))), ..event("a", number) }
    };
    assert!(matches!(store.append_event(seated(1)).await, Err(StoreError::Conflict)));
    store.append_event(seated(2)).await.unwrap();
    assert!(matches!(other.append_event(seated(2)).await, Err(StoreError::Conflict)));
    other.append_event(event("a", 3)).await.unwrap();
    assert_eq!(store.load_game("a").await.unwrap().unwrap().events.len(), 3);
    other.delete_game("a").await.unwrap();
    assert!(matches!(store.append_event(event("a", 4)).await, Err(StoreError::NoGame)));
    assert!(matches!(store.append_event(seated(4)).await, Err(StoreError::NoGame)));
    assert!(numbers().await.is_empty());
}

async fn what_was_played_lately_is_found_but_not_what_friends_play_among_themselves(
    data: TestData,
) {
    let store = data.open().await;
    let [ann, ben] = ["c:ann", "c:ben"].map(|who| ClientId::stored(who.to_owned()));
    let engine = || Occupant::Engine("random".to_owned());
    let among = |id: &str, seats: Vec<Occupant>, listed| NewGame { seats, listed, ..game(id) };
    let games = [
        among("alone", vec![person(&ann), engine()], false),
        among("offered", vec![person(&ann), person(&ben)], true),
        among("friends", vec![person(&ann), person(&ben)], false),
        among("begun", vec![person(&ann), engine()], false),
        among("old", vec![person(&ann), engine()], false),
        among("engines", vec![engine(), engine()], true),
    ];
    for game in games {
        let id = game.id.clone();
        store.create_game(game, None, QUOTA).await.unwrap();
        let plies = usize::from(id != "begun");
        store.append_event(NewEvent { plies, ..event(&id, 1) }).await.unwrap();
    }
    change(&store, "UPDATE game SET created = 5 WHERE id = 'old'").await;
    let mut played = store.played_since(6, 100).await.unwrap();
    played.sort();
    let played: Vec<_> = played.iter().map(|game| (&game.id[..], &game.who[..])).collect();
    assert_eq!(played, [("alone", "c:ann"), ("offered", "c:ann"), ("offered", "c:ben")]);
    assert_eq!(store.played_since(6, 1).await.unwrap().len(), 1);
}

async fn a_store_that_is_opened_again_has_everything(data: TestData) {
    let store = data.open().await;
    let seats = vec![Occupant::Engine("random".to_owned()), Occupant::Open { kept_for: None }];
    let clock = ClockRule::Real { base: 60, increment: 0 };
    let timed = NewGame { seats, clock, deadline: Some(7), listed: true, ..game("a") };
    store.create_game(timed, None, QUOTA).await.unwrap();
    let moved = NewEvent { plies: 1, deadline: Some(9), ..event("a", 1) };
    store.append_event(moved).await.unwrap();
    store.heartbeat(12).await.unwrap();
    let before = format!("{:?}", store.load_game("a").await.unwrap());
    let list = format!("{:?}", store.list_games(GameFilter::Listed).await.unwrap());
    store.close().await;
    drop(store);
    let store = data.open().await;
    assert_eq!(format!("{:?}", store.load_game("a").await.unwrap()), before);
    assert_eq!(format!("{:?}", store.list_games(GameFilter::Listed).await.unwrap()), list);
    assert_eq!(store.overdue(9, 5).await.unwrap(), Vec::<String>::new());
    assert_eq!(store.overdue(10, 5).await.unwrap(), ["a"]);
    assert_eq!(store.last_heartbeat().await.unwrap(), 12);
    store.check().await.unwrap();
}
