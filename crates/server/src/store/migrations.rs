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
