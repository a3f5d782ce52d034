//! Checksums, by which damage to what is stored is found.
//!
//! A database takes what it finds on a page for what was written there: a flipped bit in a move is
//! another move. So every event carries a checksum of itself and of the checksum before it, back to
//! one of everything about the game that never changes; the game carries the last of them, so that
//! events missing at the end are missed. What does change in a game, and its seats, is sealed row by
//! row; triggers of the database write those seals, so that no statement can forget them.
//!
//! A checksum is half of a SHA-256 over the values with their kinds and lengths, the same in every
//! database. It stands against accident, not against somebody who can write to the data.

use sha2::{Digest, Sha256};

/// The length of a checksum in bytes.
const LENGTH: usize = 16;

/// What never changes in a game.
pub(super) const FIXED: &str =
    "checksum(id, spec, rules, start, seed, began, clock, rated, created)";

/// What does, with the checksum of its last event.
pub(super) const SEAL: &str =
    "checksum(owner, listed, updated, plies, result, winners, to_move, deadline, sum)";

/// All of a seat.
pub(super) const SEAT_SEAL: &str =
    "checksum(game, seat, kind, who, name, rating_before, rating_after)";

/// A value in a checksum.
#[derive(Clone, Copy)]
pub(super) enum Part<'v> {
    Null,
    Integer(i64),
    Real(f64),
    Text(&'v [u8]),
    Bytes(&'v [u8]),
}

/// The checksum of some values.
pub(super) fn of<'v>(values: impl IntoIterator<Item = Part<'v>>) -> [u8; LENGTH] {
    let mut hash = Sha256::new();
    let mut add = |kind: u8, bytes: &[u8]| {
        hash.update([kind]);
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    for value in values {
        match value {
            Part::Null => add(0, &[]),
            Part::Integer(number) => add(1, &number.to_le_bytes()),
            Part::Real(number) => add(2, &number.to_bits().to_le_bytes()),
            Part::Text(text) => add(3, text),
            Part::Bytes(bytes) => add(4, bytes),
        }
    }
    let digest = hash.finalize();
    std::array::from_fn(|at| digest[at])
}

/// The checksum of an event after another one, or after what never changes in the game.
pub(super) fn after(before: &[u8], number: i64, body: &str, at: i64) -> [u8; LENGTH] {
    of([Part::Bytes(before), Part::Integer(number), Part::Text(body.as_bytes()), Part::Integer(at)])
}
