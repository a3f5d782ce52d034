//! Checksums in the file: SQLite is taught the function, and files of before get theirs.

use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

use crate::store::checksums::{FIXED, Part, SEAT_SEAL, after, of};

/// The name of the function in SQL.
const NAME: &str = "checksum";

/// Teaches a connection the function `checksum`.
///
/// # Errors
/// Those of SQLite.
pub(super) fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function(NAME, -1, flags, |context| {
        Ok(of((0..context.len()).map(|at| part(context.get_raw(at)))).to_vec())
    })
}

/// A value as checksums know it.
fn part(value: ValueRef<'_>) -> Part<'_> {
    match value {
        ValueRef::Null => Part::Null,
        ValueRef::Integer(number) => Part::Integer(number),
        ValueRef::Real(number) => Part::Real(number),
        ValueRef::Text(text) => Part::Text(text),
        ValueRef::Blob(bytes) => Part::Bytes(bytes),
    }
}

/// Gives the games of a file that had none their checksums. What is in the file counts as right.
///
/// # Errors
/// Those of SQLite.
pub(super) fn fill(connection: &Connection) -> rusqlite::Result<()> {
    let mut games = connection.prepare(&format!("SELECT id, {FIXED} FROM game"))?;
    let mut events = connection.prepare("SELECT number, body, at FROM event WHERE game = ?")?;
    let mut set = connection.prepare("UPDATE event SET sum = ? WHERE game = ? AND number = ?")?;
    let mut end = connection.prepare("UPDATE game SET sum = ? WHERE id = ?")?;
    let games = games.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let games: Vec<(String, Vec<u8>)> = games.collect::<Result<_, _>>()?;
    for (id, mut sum) in games {
        let of_game = events.query_map([&id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let of_game: Vec<(i64, String, i64)> = of_game.collect::<Result<_, _>>()?;
        for (number, body, at) in of_game {
            sum = after(&sum, number, &body, at).to_vec();
            set.execute(params![sum, id, number])?;
        }
        end.execute(params![sum, id])?;
    }
    connection.execute_batch(&format!("UPDATE seat SET seal = {SEAT_SEAL}"))
}
