//! Checksums, by which damage to the file is found.
//!
//! SQLite takes what it finds on a page for what was written there: a flipped bit in a move is
//! another move. So every event carries a checksum of itself and of the checksum before it, back to
//! one of everything about the game that never changes; the game carries the last of them, so that
//! events missing at the end are missed. What does change in a game, and its seats, is sealed row by
//! row; triggers of the file write those seals, so that no statement can forget them.
//!
//! A checksum is half of a SHA-256 over the values with their kinds and lengths. It stands against
//! accident, not against somebody who can write to the file.

use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};

/// The length of a checksum in bytes.
const LENGTH: usize = 16;

/// The name of the function in SQL.
const NAME: &str = "checksum";

/// What never changes in a game.
pub(super) const FIXED: &str =
    "checksum(id, spec, rules, start, seed, began, clock, rated, created)";

/// What does, with the checksum of its last event.
pub(super) const SEAL: &str =
    "checksum(owner, listed, updated, plies, result, winners, to_move, deadline, sum)";

/// All of a seat.
pub(super) const SEAT_SEAL: &str =
    "checksum(game, seat, kind, who, name, rating_before, rating_after)";

/// Teaches a connection the function `checksum`.
///
/// # Errors
/// Those of SQLite.
pub(super) fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function(NAME, -1, flags, |context| {
        Ok(of((0..context.len()).map(|at| context.get_raw(at))).to_vec())
    })
}

/// The checksum of some values.
fn of<'v>(values: impl IntoIterator<Item = ValueRef<'v>>) -> [u8; LENGTH] {
    let mut hash = Sha256::new();
    let mut add = |kind: u8, bytes: &[u8]| {
        hash.update([kind]);
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    for value in values {
        match value {
            ValueRef::Null => add(0, &[]),
            ValueRef::Integer(number) => add(1, &number.to_le_bytes()),
            ValueRef::Real(number) => add(2, &number.to_bits().to_le_bytes()),
            ValueRef::Text(text) => add(3, text),
            ValueRef::Blob(bytes) => add(4, bytes),
        }
    }
    let digest = hash.finalize();
    std::array::from_fn(|at| digest[at])
}

/// The checksum of an event after another one, or after what never changes in the game.
pub(super) fn after(before: &[u8], number: i64, body: &str, at: i64) -> [u8; LENGTH] {
    of([
        ValueRef::Blob(before),
        ValueRef::Integer(number),
        ValueRef::Text(body.as_bytes()),
        ValueRef::Integer(at),
    ])
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
