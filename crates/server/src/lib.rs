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
//!   `players`: who sits there; `clocks`: their time; `ratings`: their strength; `making`: how a
//!   game comes to be; `lobby`: where players find each other;
//! - `study`: a line of play that somebody looks at; `studies`: where engines think for that;
//!   `notes`: comments and variations;
//! - `store`: the file; `session`, `passwords` and `limits`: who asks, and how much;
//! - `chores`: what must be done from time to time;
//! - `opinions` and `people`: what all games say together; `experiments`: runs of the laboratory;
//!   `metrics`: what the server counts about itself;
//! - `routes`: the HTTP and WebSocket faces; `app`: all of it put together.

mod app;
mod assets;
mod chores;
mod clock;
mod clocks;
mod engines;
mod error;
mod experiments;
pub mod happening;
mod limits;
mod line;
mod lobby;
mod making;
mod metrics;
mod notes;
mod openapi;
mod opinions;
mod passwords;
mod people;
mod places;
mod players;
mod ratings;
mod routes;
mod session;
mod store;
mod studies;
mod study;
mod table;
mod tables;
mod variant;
mod view;

pub use app::{Config, Server, StartError};
pub use limits::{LimitError, Limits};
pub use store::{Backup, BackupError, StoreError, backup};
