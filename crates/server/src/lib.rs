//! The server: live games over HTTP and WebSocket, their storage, and the page itself.
//!
//! The server alone decides what is legal. A game is an append-only list of numbered events; an
//! event is on disk before anyone is told of it. The page knows no rules: it is given the board as
//! polygons, the pieces as shapes and the legal moves as pairs of cells.
//!
//! Read in this order:
//! - `live`: games that are played: events, clocks, seats, engines, and the registry of the games
//!   in memory; `lobby`: where players find each other;
//! - `analysis`: looking at lines of play, and notes; `game_cache`: opened games; `gallery`: those to
//!   choose from; `rule_files`: those that people bring; `view`: what the page is told of a position;
//! - `accounts`: who asks, passwords, ratings;
//! - `store`: everything that must last, behind one boundary; `check`: whether it is in order;
//! - `statistics`: what all games say together, and runs of the laboratory;
//! - `limits`, `slots`, `work`: how much, how many at once and how long; `metrics`: what the server counts about
//!   itself; `maintenance`: what must be done from time to time; `life`: when the server lived;
//! - `messages`: everything that is sent and read, as types; `openapi`: the document of it;
//! - `bus`: what nodes that share a database tell each other; `jobs`: thinking that workers do for them;
//! - `routes`: the HTTP and WebSocket faces; `assets`, `bundle`: the pages; `exposure`: where requests
//!   come from; `listener`: connections; `tls`: encryption of those to the database and the bus; `app`: all of it put together.

mod accounts;
mod analysis;
mod animation;
mod app;
mod assets;
mod bundle;
mod bus;
mod cached;
mod cards;
mod check;
mod error;
mod export;
mod exposure;
mod gallery;
mod game_cache;
mod jobs;
mod language;
mod levels;
mod life;
mod limits;
mod listener;
mod live;
mod lobby;
mod maintenance;
pub mod messages;
mod metrics;
mod openapi;
mod presentation;
mod previews;
mod puzzles;
mod routes;
mod rule_files;
mod slots;
mod statistics;
mod store;
mod time;
mod tls;
mod view;
mod work;
mod workshop;

pub use app::{Config, Server, StartError};
pub use check::{DataCheck, DataSource, check_data};
pub use error::DATABASE_AWAY;
pub use export::{Export, ExportError, Exported, export_games};
pub use exposure::{Exposure, ExposureError, PublicOrigin, TrustedProxy};
pub use jobs::think_for_servers;
pub use limits::{LimitError, Limits};
pub use selforge_bus::{BusUrl, BusUrlError};
pub use store::{
    Backup, BackupError, DatabaseUrl, DatabaseUrlError, MoveError, Moved, StoreError, backup,
    move_data,
};
