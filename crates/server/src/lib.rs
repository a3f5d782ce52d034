//! The server: live games over HTTP and WebSocket, their storage, and the page itself.
//!
//! The server alone decides what is legal. A game is an append-only list of numbered events; an
//! event is on disk before anyone is told of it. The page knows no rules: it is given the board as
//! polygons, the pieces as shapes and the legal moves as pairs of cells.
//!
//! Read in this order:
//! - [`happening`](mod@happening): the events of a game, as they are stored and sent;
//! - `line`: a game as its events make it, and `view`: what the page is told of it;
//! - `table`: a live game: commands in, numbered news out; `engines`: where engines think;
//! - `store`: the file; `session` and `limits`: who asks, and how much;
//! - `routes`: the HTTP and WebSocket faces; `app`: all of it put together.

mod app;
mod assets;
mod clock;
mod engines;
mod error;
pub mod happening;
mod limits;
mod line;
mod players;
mod routes;
mod session;
mod store;
mod table;
mod tables;
mod view;

pub use app::{Config, Server, StartError};
pub use limits::{LimitError, Limits};
pub use store::StoreError;
