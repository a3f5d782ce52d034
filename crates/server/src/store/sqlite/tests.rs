//! What the rest of the server relies on, held against the file.

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;

use super::{FILE, SqliteStore};
use crate::accounts::identity::{ClientId, Source};
use crate::accounts::ratings::RatedResult;
use crate::live::clock::ClockRule;
use crate::live::occupant::Occupant;
use crate::rule_files::{Part, Upload};
use crate::store::{
    Accounts, Deadline, GameFilter, Games, NewEvent, NewGame, NewRuleFile, Notes, Quota, RuleFiles,
    Store, StoreError, Votes,
};

const QUOTA: Quota = Quota { games: 100, waiting: 10, bytes: 100_000, rule_files: 3 };

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
    assert_eq!(store.refused_commits(), 1);
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
    other
        .execute("INSERT INTO event (game, number, body, at) VALUES ('a', 1, '{}', 0)", [])
        .unwrap();
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
    let file = super::connect(&folder.path().join(FILE), rusqlite::OpenFlags::default()).unwrap();
    file.execute("UPDATE game SET updated = updated - 1000 WHERE id <> 'fresh'", []).unwrap();
    store.forget_guests_games(500).await.unwrap();
    store.forget_networks(500).await.unwrap();
    let text = "SELECT group_concat(id || ' ' || network) FROM (SELECT * FROM game ORDER BY id)";
    let left: String = file.query_row(text, [], |row| row.get(0)).unwrap();
    assert_eq!(left, "accounts ,fresh 10.0.0.1,with-account ");
}

#[tokio::test]
async fn rule_files_of_guests_are_forgotten_unless_a_game_is_played_by_them() {
    let (folder, store) = store_in_a_folder().await;
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
    let file = super::connect(&folder.path().join(FILE), rusqlite::OpenFlags::default()).unwrap();
    file.execute("UPDATE rule_file SET used = used - 1000000", []).unwrap();
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

/// A folder with three games of many events, in one file and closed.
async fn games_of_many_events(folder: &Path) {
    let store = store(folder).await;
    let somebody = ClientId::stored("c:somebody".to_owned());
    for id in ["a", "b", "c"] {
        let seats = vec![person(&somebody), Occupant::Engine("random".to_owned())];
        store.create_game(NewGame { seats, ..game(id) }, None, QUOTA).await.unwrap();
        for number in 1..=60 {
            let body = format!(r#"{{"type":"move","seat":"A","text":"c{number}-d{number}"}}"#);
            let at = i64::from(number) * 1_000;
            store.append_event(NewEvent { body, at, ..event(id, number) }).await.unwrap();
        }
    }
    store.close().await;
}

/// Every game of a file as text, or that it cannot be read.
fn read_all(folder: &Path) -> Vec<Option<String>> {
    let ids = ["a", "b", "c"];
    let Ok(file) = super::connect(&folder.join(FILE), rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)
    else {
        return vec![None; ids.len()];
    };
    let read = |id: &&str| super::games::load(&file, id).ok().flatten().map(|it| format!("{it:?}"));
    ids.iter().map(read).collect()
}

#[tokio::test]
async fn a_flipped_bit_is_found_or_changes_no_game() {
    let folder = tempfile::tempdir().unwrap();
    games_of_many_events(folder.path()).await;
    let whole = read_all(folder.path());
    assert!(whole.iter().all(Option::is_some));
    let bytes = std::fs::read(folder.path().join(FILE)).unwrap();
    let mut random = selforge_core::Stream::new(1, "damage", 0);
    let cases = match std::env::var("SELFORGE_TEST_CASES").as_deref() {
        Ok("all") => 20_000,
        _ => 800,
    };
    let (mut found, copy) = (0, tempfile::tempdir().unwrap());
    for _ in 0..cases {
        let at = random.below(u32::try_from(bytes.len()).unwrap()) as usize;
        let bit = random.below(8);
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << bit;
        std::fs::write(copy.path().join(FILE), &damaged).unwrap();
        let read = read_all(copy.path());
        let mut unreadable = false;
        for (now, before) in read.iter().zip(&whole) {
            assert!(now.is_none() || now == before, "bit {bit} of byte {at} changed a game unseen");
            unreadable |= now.is_none();
        }
        if unreadable {
            found += 1;
            let told = super::inspect(copy.path(), &mut |_, _| {});
            assert!(
                told.is_err() || !told.unwrap().is_empty(),
                "bit {bit} of byte {at} is not told"
            );
        }
    }
    assert!(found > cases / 20, "{found} of {cases} were found");
}

#[tokio::test]
async fn events_that_were_changed_moved_or_taken_away_are_missed() {
    let folder = tempfile::tempdir().unwrap();
    games_of_many_events(folder.path()).await;
    let changes = [
        "DELETE FROM event WHERE game = 'a' AND number = 60",
        "DELETE FROM event WHERE game = 'a' AND number = 3",
        "UPDATE event SET body = (SELECT body FROM event WHERE game = 'b' AND number = 4)
             WHERE game = 'a' AND number = 5",
        "UPDATE event SET at = at + 1 WHERE game = 'a' AND number = 60",
        "UPDATE game SET spec = 'chess' WHERE id = 'a'",
        "UPDATE game SET seed = seed + 1 WHERE id = 'a'",
        "DROP TRIGGER game_sealed; UPDATE game SET owner = 'c:thief' WHERE id = 'a'",
        "DROP TRIGGER seat_sealed; UPDATE seat SET who = 'c:thief' WHERE game = 'a' AND seat = 0",
    ];
    for change in changes {
        let copy = tempfile::tempdir().unwrap();
        std::fs::copy(folder.path().join(FILE), copy.path().join(FILE)).unwrap();
        let file = super::connect(&copy.path().join(FILE), rusqlite::OpenFlags::default()).unwrap();
        file.execute_batch(change).unwrap();
        let damaged = super::games::load(&file, "a").unwrap_err();
        assert!(matches!(damaged, StoreError::Damaged { .. }), "{change}: {damaged}");
        assert!(super::games::load(&file, "b").unwrap().is_some(), "{change}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn files_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    // As older programs have left it.
    drop(Connection::open(folder.path().join(FILE)).unwrap());
    let store = store(folder.path()).await;
    store.create_game(game("a"), None, QUOTA).await.unwrap();
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", entry.path());
        names.push(entry.file_name().into_string().unwrap());
    }
    assert!(names.iter().any(|name| name.ends_with("-wal")), "{names:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_log_that_is_taken_away_is_noticed_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let open = store(folder.path()).await;
    open.create_game(game("a"), None, QUOTA).await.unwrap();
    open.check().await.unwrap();
    open.append_event(event("a", 1)).await.unwrap();
    std::fs::remove_file(folder.path().join(format!("{FILE}-wal"))).unwrap();
    open.append_event(event("a", 2)).await.unwrap();
    let told = open.check().await.unwrap_err().to_string();
    assert!(told.contains("-wal is gone; what was in it is saved"), "{told}");
    let refused = open.append_event(event("a", 3)).await.unwrap_err();
    assert!(matches!(refused, StoreError::Lost(_)), "{refused}");
    open.close().await;
    drop(open);
    let again = store(folder.path()).await;
    assert_eq!(again.load_game("a").await.unwrap().unwrap().events.len(), 2);
}

#[cfg(unix)]
#[tokio::test]
async fn a_lock_that_is_taken_away_is_made_anew_unless_another_server_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let open = store(folder.path()).await;
    let lock = folder.path().join("lock");
    std::fs::remove_file(&lock).unwrap();
    open.check().await.unwrap();
    assert!(matches!(SqliteStore::open(folder.path()).await, Err(StoreError::InUse(_))));
    std::fs::remove_file(&lock).unwrap();
    let other = std::fs::File::create(&lock).unwrap();
    other.lock().unwrap();
    let told = open.check().await.unwrap_err();
    assert!(matches!(told, StoreError::Lost(_)), "{told}");
}

#[tokio::test]
async fn a_file_of_the_format_before_checksums_gets_them_and_every_game_reads() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    let refused = store.refused_commits();
    store.create_game(game("a"), None, QUOTA).await.unwrap();
    store.append_event(event("a", 1)).await.unwrap();
    assert_eq!(store.refused_commits(), refused);
    store.close().await;
    drop(store);
    let file = super::connect(&folder.path().join(FILE), rusqlite::OpenFlags::default()).unwrap();
    file.execute_batch(
        "DROP TRIGGER game_sealed; DROP TRIGGER game_sealed_first; DROP TRIGGER seat_sealed;
         DROP TRIGGER seat_sealed_first; ALTER TABLE game DROP COLUMN sum;
         ALTER TABLE game DROP COLUMN seal; ALTER TABLE event DROP COLUMN sum;
         ALTER TABLE seat DROP COLUMN seal; DROP TABLE rule_owner; DROP TABLE rule_part;
         DROP TABLE rule_file; PRAGMA user_version = 5",
    )
    .unwrap();
    drop(file);
    let store = self::store(folder.path()).await;
    assert_eq!(store.load_game("a").await.unwrap().unwrap().events.len(), 1);
    store.append_event(event("a", 2)).await.unwrap();
    assert_eq!(store.load_game("a").await.unwrap().unwrap().events.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_in_many_games_at_once_shares_commits() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    let ids: Vec<String> = (0..400).map(|number| format!("game{number}")).collect();
    let quota = Quota { games: 1_000, ..QUOTA };
    for id in &ids {
        store.create_game(game(id), None, quota).await.unwrap();
    }
    let (before, _) = store.writer.commits();
    let begun = std::time::Instant::now();
    let tasks = ids.into_iter().map(|id| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            for number in 1..=10 {
                store.append_event(event(&id, number)).await.unwrap();
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    let (after, refused) = store.writer.commits();
    let (commits, took) = (after - before, begun.elapsed());
    eprintln!("4000 events in {commits} commits and {} ms", took.as_millis());
    assert_eq!(refused, 0);
    assert!(commits <= 400, "{commits} commits for 4000 events");
}
