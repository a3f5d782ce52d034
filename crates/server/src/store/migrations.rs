//! The format of the file, as the steps that lead to it.
//!
//! SQLite keeps a number for this, `user_version`: it counts the steps done. A step is never changed
//! once it was released; what is to be different comes as another one.

use sqlx::{AssertSqlSafe, Row, SqlitePool};

use super::StoreError;

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
];

/// Brings the file to the newest format.
///
/// # Errors
/// If it is of a newer program, or cannot be written.
pub(super) async fn run(pool: &SqlitePool) -> Result<(), StoreError> {
    let mut transaction = pool.begin().await?;
    let row = sqlx::query("PRAGMA user_version").fetch_one(&mut *transaction).await?;
    let found = usize::try_from(row.try_get::<i64, _>(0)?).unwrap_or(usize::MAX);
    if found > STEPS.len() {
        return Err(StoreError::Newer { found, known: STEPS.len() });
    }
    for (done, step) in STEPS.iter().enumerate().skip(found) {
        sqlx::raw_sql(*step).execute(&mut *transaction).await?;
        let count = AssertSqlSafe(format!("PRAGMA user_version = {}", done + 1));
        sqlx::raw_sql(count).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::SqlitePoolOptions;

    use super::*;

    #[tokio::test]
    async fn games_of_the_first_format_are_kept() {
        let pool =
            SqlitePoolOptions::new().max_connections(1).connect("sqlite::memory:").await.unwrap();
        sqlx::raw_sql(STEPS[0]).execute(&pool).await.unwrap();
        let players = r#"[{"kind":"person","name":"Ada"},{"kind":"engine","spec":"random"}]"#;
        sqlx::query(
            "INSERT INTO game (id, owner, spec, rules, start, players, seed, created, updated)
             VALUES ('g', 'digest', 'selfo', 'selfo 1', 'x', ?, 1, 10, 20)",
        )
        .bind(players)
        .execute(&pool)
        .await
        .unwrap();
        sqlx::raw_sql("INSERT INTO event VALUES ('g', 1, '{}', 15); PRAGMA user_version = 1")
            .execute(&pool)
            .await
            .unwrap();
        run(&pool).await.unwrap();
        let text =
            "SELECT kind || ' ' || coalesce(who, '-') || ' ' || name FROM seat ORDER BY seat";
        let rows = sqlx::query(text).fetch_all(&pool).await.unwrap();
        let seats: Vec<String> = rows.iter().map(|row| row.try_get(0).unwrap()).collect();
        assert_eq!(seats, ["person c:digest Ada", "engine - random"]);
        let text = "SELECT owner || ' ' || began || ' ' || clock || ' ' || at FROM game, event";
        let row = sqlx::query(text).fetch_one(&pool).await.unwrap();
        assert_eq!(row.try_get::<String, _>(0).unwrap(), r#"c:digest 10000 {"kind":"none"} 15000"#);
        run(&pool).await.unwrap();
    }

    #[tokio::test]
    async fn a_file_of_a_newer_program_is_left_alone() {
        let pool =
            SqlitePoolOptions::new().max_connections(1).connect("sqlite::memory:").await.unwrap();
        sqlx::raw_sql("PRAGMA user_version = 999").execute(&pool).await.unwrap();
        assert!(matches!(run(&pool).await, Err(StoreError::Newer { found: 999, .. })));
    }
}
