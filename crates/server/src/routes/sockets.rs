//! What holds for every WebSocket: how many there are, and what ends them from outside.
//!
//! A client that is not there any more says nothing, not even that it goes. So each is asked from time
//! to time (a ping, which browsers answer by themselves), and one that has been silent since the last
//! time is let go.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use tokio::sync::{broadcast, watch};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

use super::guard::is_still_known;
use crate::accounts::identity::Client;
use crate::accounts::revocations::{Revocation, revoked};
use crate::app::App;
use crate::error::ApiError;

/// The codes of RFC 6455 for closing.
const GOING_AWAY: u16 = 1001;
pub(super) const POLICY: u16 = 1008;

/// How long a client may take to read that it is told to go.
const FAREWELL: Duration = Duration::from_secs(1);

/// How much a socket reads at once: messages of clients are short.
const READ_BUFFER: usize = 4096;

/// A WebSocket that takes no more than a message may have, and little memory.
///
/// The usual buffer is made for large messages: 128 KiB a socket, cleared at every read, which was
/// most of the server's memory and a fifth of its time with thousands of games.
pub(super) fn bounded(upgrade: WebSocketUpgrade, app: &App) -> WebSocketUpgrade {
    let most = app.limits.message_bytes;
    upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(READ_BUFFER)
}

/// An open socket in the count of its network.
pub(super) struct OpenSocket {
    app: Arc<App>,
    network: IpAddr,
}

impl OpenSocket {
    /// Counts one more.
    ///
    /// # Errors
    /// If the network has as many as it may.
    pub(super) fn new(app: &Arc<App>, client: &Client) -> Result<OpenSocket, ApiError> {
        let network = client.address;
        let elsewhere = app.nodes.sockets_of(network);
        if app.sockets.open(network, app.limits.sockets_per_address.saturating_sub(elsewhere)) {
            return Ok(OpenSocket { app: Arc::clone(app), network });
        }
        Err(ApiError::too_many("too many open connections from this address"))
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.app.sockets.close(self.network);
    }
}

/// What is due on a socket that nobody asked for.
pub(super) enum Due {
    /// The client is asked whether it is there.
    Ping,
    /// The client is told to go, and why.
    End(u16, &'static str),
    /// The client is not there.
    Silence,
}

/// Watches over a socket.
pub(super) struct Supervision {
    client: Client,
    closing: watch::Receiver<bool>,
    revocations: broadcast::Receiver<Revocation>,
    known: bool,
    ping: Interval,
    heard: bool,
}

impl Supervision {
    /// From now on.
    pub(super) async fn new(app: &App, client: &Client) -> Supervision {
        let revocations = app.revocations.listen();
        let mut ping = interval(app.limits.ping_time);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // What ended before anyone listened is asked for.
        let known = is_still_known(app, client).await;
        let (client, closing) = (client.clone(), app.closing.clone());
        Supervision { client, closing, revocations, known, ping, heard: true }
    }

    /// The client has said something.
    pub(super) fn heard(&mut self) {
        self.heard = true;
    }

    /// Waits until something is due. Nothing is lost if this is dropped before.
    pub(super) async fn due(&mut self) -> Due {
        if !self.known {
            return Due::End(POLICY, "signed out");
        }
        tokio::select! {
            _ = self.closing.wait_for(|closing| *closing) => Due::End(GOING_AWAY, "the server stops"),
            () = revoked(&mut self.revocations, &self.client) => Due::End(POLICY, "signed out"),
            _ = self.ping.tick() => {
                if std::mem::take(&mut self.heard) { Due::Ping } else { Due::Silence }
            }
        }
    }
}

/// Does what is due; whether the socket stays open.
pub(super) async fn attend(socket: &mut WebSocket, due: Due) -> bool {
    match due {
        Due::Ping => {
            let ping = socket.send(Message::Ping(Bytes::new()));
            matches!(timeout(FAREWELL, ping).await, Ok(Ok(())))
        }
        Due::End(code, reason) => {
            close(socket, code, reason).await;
            false
        }
        Due::Silence => false,
    }
}

/// Tells a client to go.
pub(super) async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    let _ = timeout(FAREWELL, socket.send(Message::Close(Some(frame)))).await;
}
