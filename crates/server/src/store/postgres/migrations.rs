//! The format of the tables, as the steps that lead to it.
//!
//! The first step is the format that the file of SQLite has come to. Numbers are `BIGINT` throughout, as
//! SQLite's are, so that queries are the same. Text is compared by its bytes, whatever language the
//! server was set up for. A step is never changed once it was released.

use std::cmp::Ordering;

use super::session::Session;
use crate::store::StoreError;
use crate::store::sql::{Sql, values};

const STEPS: &[&str] = &[
    include_str!("first.sql"),
    // What an account allows to be made of its finished games: see `messages::accounts::Sharing`.
    "ALTER TABLE account ADD COLUMN sharing TEXT COLLATE \"C\" NOT NULL DEFAULT 'no'",
    // What was played lately is found without reading everything.
    "CREATE INDEX game_by_time ON game (created)",
    // `convert_to` counts as something whose answer may change, so PostgreSQL did not write a function in SQL
    // that uses it into the expressions around it, but planned it anew in every transaction: that was two
    // thirds of the work for an event that is committed alone.
    "CREATE OR REPLACE FUNCTION checksum_part(x TEXT) RETURNS BYTEA
     LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
     BEGIN
         RETURN coalesce('\\x03'::BYTEA || little_endian(octet_length(x)) || convert_to(x, 'UTF8'),
             '\\x000000000000000000');
     END $$",
];

/// The number of steps done, if there are any tables.
fn found(sql: &Sql<'_>) -> Result<usize, StoreError> {
    let there = "SELECT 1 WHERE to_regclass('selforge_format') IS NOT NULL";
    if !sql.exists(there, values![])? {
        return Ok(0);
    }
    let steps = sql.number("SELECT max(steps) AS it FROM selforge_format", values![])?;
    Ok(usize::try_from(steps).unwrap_or(usize::MAX))
}

/// Checks that a database that must not be changed is of the newest format.
///
/// # Errors
/// If it is not.
pub(super) fn check_newest(session: &Session) -> Result<(), StoreError> {
    let (found, known) = (found(&Sql::Postgres(session))?, STEPS.len());
    match found.cmp(&known) {
        Ordering::Less => Err(StoreError::Older { found, known }),
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(StoreError::Newer { found, known }),
    }
}

/// Brings the tables to the newest format. Of several nodes that start at once one does.
///
/// # Errors
/// If they are of a newer program, or cannot be written.
pub(super) fn run(session: &Session) -> Result<(), StoreError> {
    let sql = Sql::Postgres(session);
    sql.lock("selforge: format")?;
    let found = found(&sql)?;
    if found > STEPS.len() {
        return Err(StoreError::Newer { found, known: STEPS.len() });
    }
    for (done, step) in STEPS.iter().enumerate().skip(found) {
        session.batch(step)?;
        sql.execute("INSERT INTO selforge_format (steps) VALUES (?)", values![done + 1])?;
    }
    Ok(())
}
