//! The format of the file, as the steps that lead to it.
//!
//! SQLite keeps a number for this, `user_version`: it counts the steps done. A step is never changed
//! once it was released; what is to be different comes as another one.

use rusqlite::Connection;

use super::{StoreError, checksums};

const STEPS: &[&str] = &[
    // The first format. `owner` is a digest of the client's token, never the token.
    "CREATE TABLE game (
        id TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        spec TEXT NOT NULL,
        rules TEXT NOT NULL,
        start TEXT NOT NULL,
        players TEXT NOT NULL,
        seed INTEGER NOT NULL,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        plies INTEGER NOT NULL DEFAULT 0,
        result TEXT
    ) STRICT;
    CREATE INDEX game_of_owner ON game (owner, updated);
    CREATE INDEX game_unfinished ON game (updated) WHERE result IS NULL;
    CREATE TABLE event (
        game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        body TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;",
    // Games among people: accounts, seats as rows, clocks. Whose something is begins with `c:` for
    // a guest and `a:` for an account. Moments that clocks run by are in milliseconds.
    "CREATE TABLE account (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL COLLATE NOCASE UNIQUE,
        password TEXT NOT NULL,
        created INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE session (
        digest TEXT PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX session_of ON session (account);
    CREATE TABLE token (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        digest TEXT NOT NULL UNIQUE,
        label TEXT NOT NULL,
        created INTEGER NOT NULL,
        used INTEGER
    ) STRICT;
    CREATE INDEX token_of ON token (account);
    CREATE TABLE rating (
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        game TEXT NOT NULL,
        speed TEXT NOT NULL,
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        games INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        PRIMARY KEY (account, game, speed)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE seat (
        game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('person', 'engine', 'open')),
        who TEXT,
        name TEXT NOT NULL,
        rating_before REAL,
        rating_after REAL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seat_of ON seat (who) WHERE who IS NOT NULL;
    CREATE TABLE life (alive INTEGER NOT NULL) STRICT;
    INSERT INTO life VALUES (0);
    INSERT INTO seat (game, seat, kind, who, name)
        SELECT game.id, player.key, player.value ->> 'kind',
            CASE player.value ->> 'kind' WHEN 'person' THEN 'c:' || game.owner END,
            coalesce(player.value ->> 'name', player.value ->> 'spec', '')
        FROM game, json_each(game.players) AS player;
    ALTER TABLE game DROP COLUMN players;
    ALTER TABLE game ADD COLUMN began INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE game ADD COLUMN clock TEXT NOT NULL DEFAULT '{\"kind\":\"none\"}';
    ALTER TABLE game ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE game ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE game ADD COLUMN deadline INTEGER;
    ALTER TABLE game ADD COLUMN to_move TEXT;
    ALTER TABLE game ADD COLUMN winners TEXT;
    CREATE INDEX game_timed ON game (deadline) WHERE result IS NULL AND deadline IS NOT NULL;
    CREATE INDEX game_listed ON game (updated) WHERE result IS NULL AND listed = 1;
    UPDATE game SET owner = 'c:' || owner, began = 1000 * created;
    UPDATE event SET at = 1000 * at;",
    // Comments and variations. `client` is whose they are, as `owner` is in games.
    "CREATE TABLE notes (
        game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        client TEXT NOT NULL,
        body TEXT NOT NULL,
        updated INTEGER NOT NULL,
        PRIMARY KEY (game, client)
    ) STRICT, WITHOUT ROWID;",
    // Votes on games. They refer to no row of a game: a vote counts also when its game was deleted.
    "CREATE TABLE vote (
        game TEXT NOT NULL,
        who TEXT NOT NULL,
        spec TEXT NOT NULL,
        vote TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (game, who)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX vote_by_time ON vote (at);",
    // Whom limits count: `source` is an account (`a:`) or the network of guests (`n:`), `network` where
    // a game was made. Guests' games of before are nobody's share. Keys that only the server knows.
    "ALTER TABLE game ADD COLUMN source TEXT NOT NULL DEFAULT '';
    ALTER TABLE game ADD COLUMN network TEXT NOT NULL DEFAULT '';
    ALTER TABLE notes ADD COLUMN source TEXT NOT NULL DEFAULT '';
    UPDATE game SET source = owner WHERE owner LIKE 'a:%';
    UPDATE notes SET source = client WHERE client LIKE 'a:%';
    CREATE INDEX game_of_source ON game (source);
    CREATE INDEX notes_of_source ON notes (source);
    CREATE TABLE secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;",
    // Checksums: see `checksums`, which fills them in. The texts are those of its constants.
    "ALTER TABLE game ADD COLUMN sum BLOB;
    ALTER TABLE game ADD COLUMN seal BLOB;
    ALTER TABLE event ADD COLUMN sum BLOB;
    ALTER TABLE seat ADD COLUMN seal BLOB;
    CREATE TRIGGER game_sealed AFTER UPDATE OF
        owner, listed, updated, plies, result, winners, to_move, deadline, sum ON game BEGIN
        UPDATE game SET seal =
            checksum(owner, listed, updated, plies, result, winners, to_move, deadline, sum)
        WHERE id = new.id;
    END;
    CREATE TRIGGER game_sealed_first AFTER INSERT ON game BEGIN
        UPDATE game SET seal =
            checksum(owner, listed, updated, plies, result, winners, to_move, deadline, sum)
        WHERE id = new.id;
    END;
    CREATE TRIGGER seat_sealed AFTER UPDATE OF
        game, seat, kind, who, name, rating_before, rating_after ON seat BEGIN
        UPDATE seat SET seal = checksum(game, seat, kind, who, name, rating_before, rating_after)
        WHERE game = new.game AND seat = new.seat;
    END;
    CREATE TRIGGER seat_sealed_first AFTER INSERT ON seat BEGIN
        UPDATE seat SET seal = checksum(game, seat, kind, who, name, rating_before, rating_after)
        WHERE game = new.game AND seat = new.seat;
    END;",
    // Rule files by the fingerprints of their content: each is kept once, for all who brought it,
    // and everyone sees it under the own name.
    "CREATE TABLE rule_file (
        fingerprint TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        cards TEXT NOT NULL,
        pictures INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        created INTEGER NOT NULL,
        used INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE rule_part (
        file TEXT NOT NULL REFERENCES rule_file (fingerprint) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('text', 'picture')),
        name TEXT NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (file, kind, name)
    ) STRICT;
    CREATE TABLE rule_owner (
        file TEXT NOT NULL REFERENCES rule_file (fingerprint) ON DELETE CASCADE,
        client TEXT NOT NULL,
        source TEXT NOT NULL,
        name TEXT NOT NULL,
        created INTEGER NOT NULL,
        PRIMARY KEY (file, client)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rule_owner_of ON rule_owner (client);
    CREATE INDEX rule_owner_of_source ON rule_owner (source);",
    // Tries on puzzles, which come with the program: the first of every account counts.
    "CREATE TABLE puzzle (
        id TEXT PRIMARY KEY,
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        tries INTEGER NOT NULL,
        solved INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE puzzle_try (
        account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
        puzzle TEXT NOT NULL,
        solved INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (account, puzzle)
    ) STRICT, WITHOUT ROWID;",
    // What an account allows to be made of its finished games: see `messages::accounts::Sharing`.
    "ALTER TABLE account ADD COLUMN sharing TEXT NOT NULL DEFAULT 'no';",
    // What was played lately is found without reading everything.
    "CREATE INDEX game_by_time ON game (created);",
];

/// The step that brought checksums.
const CHECKSUMS: usize = 6;

/// Checks that a file that must not be changed is of the newest format.
///
/// # Errors
/// If it is not.
pub(super) fn check_newest(connection: &Connection) -> Result<(), StoreError> {
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let (found, known) = (usize::try_from(found).unwrap_or(usize::MAX), STEPS.len());
    match found.cmp(&known) {
        std::cmp::Ordering::Less => Err(StoreError::Older { found, known }),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(StoreError::Newer { found, known }),
    }
}

/// Brings the file to the newest format.
///
/// # Errors
/// If it is of a newer program, or cannot be written.
pub(super) fn run(connection: &mut Connection) -> Result<(), StoreError> {
    checksums::register(connection)?;
    let transaction = connection.transaction()?;
    let found: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let found = usize::try_from(found).unwrap_or(usize::MAX);
    if found > STEPS.len() {
        return Err(StoreError::Newer { found, known: STEPS.len() });
    }
    for (done, step) in STEPS.iter().enumerate().skip(found) {
        transaction.execute_batch(step)?;
        if done + 1 == CHECKSUMS {
            checksums::fill(&transaction)?;
        }
        transaction.pragma_update(None, "user_version", done as i64 + 1)?;
    }
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_the_first_format_are_kept() {
        let mut file = Connection::open_in_memory().unwrap();
        file.execute_batch(STEPS[0]).unwrap();
        let players = r#"[{"kind":"person","name":"Ada"},{"kind":"engine","spec":"random"}]"#;
        let query =
            "INSERT INTO game (id, owner, spec, rules, start, players, seed, created, updated)
             VALUES ('g', 'digest', 'selfo', 'selfo 1', 'x', ?, 1, 10, 20)";
        file.execute(query, [players]).unwrap();
        file.execute_batch("INSERT INTO event VALUES ('g', 1, '{}', 15); PRAGMA user_version = 1")
            .unwrap();
        run(&mut file).unwrap();
        let text =
            "SELECT kind || ' ' || coalesce(who, '-') || ' ' || name FROM seat ORDER BY seat";
        let mut query = file.prepare(text).unwrap();
        let seats = query.query_map([], |row| row.get(0)).unwrap();
        let seats: Vec<String> = seats.map(Result::unwrap).collect();
        assert_eq!(seats, ["person c:digest Ada", "engine - random"]);
        drop(query);
        let text = "SELECT owner || ' ' || began || ' ' || clock || ' ' || at FROM game, event";
        let line: String = file.query_row(text, [], |row| row.get(0)).unwrap();
        assert_eq!(line, r#"c:digest 10000 {"kind":"none"} 15000"#);
        run(&mut file).unwrap();
    }

    #[test]
    fn a_file_of_a_newer_program_is_left_alone() {
        let mut file = Connection::open_in_memory().unwrap();
        file.execute_batch("PRAGMA user_version = 999").unwrap();
        assert!(matches!(run(&mut file), Err(StoreError::Newer { found: 999, .. })));
    }
}
