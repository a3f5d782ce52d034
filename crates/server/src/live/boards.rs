//! Boards as they are sent, shared by all games that are played on the same one.
//!
//! A board is most of what a game takes in memory, and most games are played on a few boards.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use serde_json::value::RawValue;

use crate::messages::board::Board;
use crate::messages::written::Written;

/// Boards that nobody has any more are swept out when there are more than this.
const TIDY_AT: usize = 256;

/// The boards that somebody has, by the hashes of their texts.
static BOARDS: LazyLock<Mutex<HashMap<u64, Weak<RawValue>>>> = LazyLock::new(Mutex::default);

static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// The text of a board, the same for all who have it.
pub(super) fn shared_board(board: &Board) -> Arc<RawValue> {
    let text = Written::text(board);
    let hash = HASHER.hash_one(text.get());
    let mut boards = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = boards.get(&hash).and_then(Weak::upgrade)
        && known.get() == text.get()
    {
        return known;
    }
    if boards.len() > TIDY_AT {
        boards.retain(|_, board| board.strong_count() > 0);
    }
    boards.insert(hash, Arc::downgrade(&text));
    text
}
