//! The lobby, once and live.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::{Extension, Json};

use super::live::PATIENCE;
use super::sockets::{OpenSocket, POLICY, Supervision, attend, bounded, close};
use crate::accounts::identity::Client;
use crate::app::App;
use crate::error::ApiError;
use crate::limits::Bucket;
use crate::lobby::{GATHER, Lists};
use crate::messages::lobby::{LobbyUpdate, LobbyView};
use crate::messages::text_of;

/// The lobby as it is.
#[utoipa::path(
    get,
    path = "/api/lobby",
    operation_id = "lobby",
    responses((status = 200, body = LobbyView)),
)]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
) -> Result<Json<LobbyView>, ApiError> {
    Ok(Json(app.lobby.show(&app, &client.id).await?))
}

/// Opens the WebSocket of the lobby, over which it comes first and then what changes.
#[utoipa::path(
    get,
    path = "/api/lobby/live",
    operation_id = "watchLobby",
    responses((status = 101, body = LobbyUpdate, description = "A WebSocket, over which the server sends `LobbyUpdate` at once and at every change."), (status = 400, body = String, content_type = "text/plain; charset=utf-8", description = "No WebSocket."), (status = 426, body = String, content_type = "text/plain; charset=utf-8")),
)]
pub(super) async fn join(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let counted = OpenSocket::new(&app, &client)?;
    Ok(bounded(upgrade, &app).on_upgrade(move |socket| async move {
        let _counted = counted;
        app.enter(&client.id);
        serve(socket, &app, &client).await;
        app.leave(&client.id);
    }))
}

async fn serve(mut socket: WebSocket, app: &Arc<App>, client: &Client) {
    let mut changes = app.lobby.changes();
    changes.mark_changed();
    let mut told = Arc::new(Lists::default());
    let mut supervision = Supervision::new(app, client).await;
    let mut bucket = Bucket::new(app.limits.messages_per_second, Instant::now());
    loop {
        tokio::select! {
            message = socket.recv() => {
                // Nothing is asked here; whoever talks is only kept from talking too much.
                let Some(Ok(_)) = message else { return };
                supervision.heard();
                if !bucket.take(Instant::now()) {
                    return close(&mut socket, POLICY, "too many messages").await;
                }
            }
            changed = changes.changed() => {
                if changed.is_err() {
                    return;
                }
                let Ok(lists) = app.lobby.lists(app).await else { return };
                let news = text_of(&lists.update_since(&told, &client.id));
                told = lists;
                let sent = socket.send(Message::Text(news.into()));
                if !matches!(tokio::time::timeout(PATIENCE, sent).await, Ok(Ok(()))) {
                    return;
                }
                tokio::time::sleep(GATHER).await;
            }
            due = supervision.due() => {
                if !attend(&mut socket, due).await {
                    return;
                }
            }
        }
    }
}
