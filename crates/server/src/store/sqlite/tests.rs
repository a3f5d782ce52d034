//! What the rest of the server relies on, held against the file.

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;

use super::{FILE, SqliteFile};
use crate::accounts::identity::ClientId;
use crate::live::occupant::Occupant;
use crate::store::sql::{Sql, SqlStore, load};
use crate::store::tests::{QUOTA, event, game, person};
use crate::store::{Accounts, Games, Inspection, NewEvent, NewGame, Quota, Store, StoreError};

async fn store(folder: &Path) -> Arc<SqlStore> {
    Arc::new(SqlStore::Sqlite(SqliteFile::open(folder).await.unwrap()))
}

/// The file itself.
fn file(store: &SqlStore) -> &SqliteFile {
    match store {
        SqlStore::Sqlite(file) => file,
        SqlStore::Postgres(_) => panic!("not a file"),
    }
}

#[tokio::test]
async fn only_the_writer_can_write() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    let refused = file(&store).read(|reader| Ok(reader.execute("DELETE FROM account", [])?)).await;
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
        file(&store).write(move |connection| {
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
    let read = |id: &&str| load(&Sql::Sqlite(&file), id).ok().flatten().map(|it| format!("{it:?}"));
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
            let told = Inspection::of_folder(copy.path()).and_then(|it| it.run(&mut |_, _| {}));
            assert!(
                told.is_err() || !told.unwrap().is_empty(),
                "bit {bit} of byte {at} is not told"
            );
        }
    }
    assert!(found > cases / 20, "{found} of {cases} were found");
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
    assert!(matches!(SqliteFile::open(folder.path()).await, Err(StoreError::InUse(_))));
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
         DROP TABLE rule_file; DROP TABLE puzzle_try; DROP TABLE puzzle;
         ALTER TABLE account DROP COLUMN sharing; DROP INDEX game_by_time;
         PRAGMA user_version = 5",
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
    let (before, _) = file(&store).commits();
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
    let (after, refused) = file(&store).commits();
    let (commits, took) = (after - before, begun.elapsed());
    eprintln!("4000 events in {commits} commits and {} ms", took.as_millis());
    assert_eq!(refused, 0);
    assert!(commits <= 400, "{commits} commits for 4000 events");
}
