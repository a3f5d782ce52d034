//! The way to other machines: NATS, and work that is handed out over it.
//!
//! - [`BusUrl`] says where the servers are, and never shows a password; [`tls`] how connections are
//!   encrypted;
//! - [`nats`] is the protocol, asynchronous, as the nodes of a server use it;
//! - a [`Client`] keeps a connection and answers those who wait: experiments are synchronous work;
//! - [`jetstream`] is as much of NATS's work queues as is used;
//! - [`work`] hands out pieces of work to whoever takes them, and collects what comes of them.

mod client;
pub mod jetstream;
pub mod nats;
pub mod percent;
pub mod tls;
mod url;
pub mod work;

pub use client::{BusError, Client};
pub use url::{BusUrl, BusUrlError, Login, Place};
