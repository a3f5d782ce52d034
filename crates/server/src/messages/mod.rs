//! Everything that goes over HTTP and WebSocket, in both directions, as types.
//!
//! Each shape is written once, here. The server sends and reads these types, the clients of
//! `selforge load` do too, the OpenAPI document is derived from them (`openapi`), and the
//! page's types are generated from that document. What the types do is elsewhere in the crate: here
//! is only what they look like.
//!
//! Seats are named by their letters, cells by their numbers on the board of the same message, moments
//! in seconds since 1970 unless said otherwise.

// The names of most fields say it all, and a sentence that repeats them helps nobody.
#![allow(missing_docs)]

pub mod accounts;
pub mod analysis;
pub mod board;
pub mod catalogue;
pub mod error;
pub mod experiments;
pub mod games;
pub mod live;
pub mod lobby;
pub mod presentation;
pub mod puzzles;
pub mod results;
pub mod rules;
pub mod workshop;
pub mod written;

/// The text of a message.
pub(crate) fn text_of<T: serde::Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("messages are plain data with texts as keys")
}
