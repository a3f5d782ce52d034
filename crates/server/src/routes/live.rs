//! A game over a WebSocket: the client says what it has and what it wants, the server what is.
//! What both say is in [`crate::messages::live`].

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::games::find;
use super::sockets::{OpenSocket, POLICY, Supervision, attend, bounded, close};
use crate::accounts::identity::{Client, ClientId};
use crate::app::App;
use crate::error::ApiError;
use crate::limits::Bucket;
use crate::live::{Announcement, LiveGame};
use crate::messages::live::{ClientMessage, Refused, ServerMessage};
use crate::messages::text_of;

/// How long a client may take to read what it is sent.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// Opens the WebSocket of a game.
#[utoipa::path(
    get,
    path = "/api/games/{id}/live",
    operation_id = "playGame",
    responses((status = 101, description = "A WebSocket. The client sends `ClientMessage`, the server `ServerMessage`."), (status = 400, body = String, content_type = "text/plain; charset=utf-8", description = "No WebSocket."), (status = 426, body = String, content_type = "text/plain; charset=utf-8"), (status = 404)),
)]
pub(super) async fn join(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let game = find(&app, &client, &id).await?;
    // Counted down whatever becomes of the upgrade.
    let counted = OpenSocket::new(&app, &client)?;
    Ok(bounded(upgrade, &app).on_upgrade(move |socket| async move {
        let _counted = counted;
        app.enter(&client.id);
        let announcements = game.subscribe();
        game.enter(&app, &client.id).await;
        game.wake(&app).await;
        serve(socket, &app, &game, &client, announcements).await;
        game.leave(&app, &client.id).await;
        app.leave(&client.id);
    }))
}

async fn serve(
    mut socket: WebSocket,
    app: &Arc<App>,
    game: &Arc<LiveGame>,
    client: &Client,
    mut announcements: broadcast::Receiver<Announcement>,
) {
    let who = &client.id;
    let mut supervision = Supervision::new(app, client).await;
    let mut bucket = Bucket::new(app.limits.messages_per_second, Instant::now());
    let mut states = Bucket::new(app.limits.states_per_second, Instant::now());
    loop {
        let answer: Option<Utf8Bytes> = tokio::select! {
            message = socket.recv() => {
                let Some(Ok(message)) = message else { return };
                supervision.heard();
                if !bucket.take(Instant::now()) {
                    return close(&mut socket, POLICY, "too many messages").await;
                }
                match message {
                    Message::Text(text) => answer(app, game, who, &text, &mut states).await,
                    Message::Binary(_) => {
                        Some(refused(game, who, "messages must be text", None).await)
                    }
                    Message::Close(_) => return,
                    Message::Ping(_) | Message::Pong(_) => None,
                }
            }
            update = announcements.recv() => match update {
                Ok(update) => match update.text(who) {
                    Some(text) => Some(text),
                    None => return close(&mut socket, POLICY, "this game goes on without you").await,
                },
                Err(RecvError::Lagged(_)) if !game.is_visible_to(who).await => return,
                Err(RecvError::Lagged(_)) => Some(text_of(&game.rest(0, who).await).into()),
                Err(RecvError::Closed) => return,
            },
            due = supervision.due() => {
                if !attend(&mut socket, due).await {
                    return;
                }
                None
            }
        };
        let Some(text) = answer else { continue };
        let sent = tokio::time::timeout(PATIENCE, socket.send(Message::Text(text))).await;
        if !matches!(sent, Ok(Ok(()))) {
            return;
        }
    }
}

/// What a message is answered with; nothing where the announcements say it all.
async fn answer(
    app: &Arc<App>,
    game: &Arc<LiveGame>,
    who: &ClientId,
    text: &str,
    states: &mut Bucket,
) -> Option<Utf8Bytes> {
    match ClientMessage::parse(text) {
        Ok(ClientMessage::Hello { have }) => {
            if have == 0 && !states.take(Instant::now()) {
                let reason = "the whole game was told a moment ago; ask again in a second";
                return Some(refused(game, who, reason, None).await);
            }
            Some(text_of(&game.rest(have, who).await).into())
        }
        Ok(ClientMessage::Act { after, action }) => match game.act(app, who, after, action).await {
            Ok(()) => None,
            Err(refusal) => Some(refused(game, who, &refusal.to_string(), Some(states)).await),
        },
        Err(problem) => Some(refused(game, who, &problem, None).await),
    }
}

/// A refusal, with the whole state if that may be told again so soon. What is no message at all gets
/// a short answer: a state can be a million times as long.
async fn refused(
    game: &LiveGame,
    who: &ClientId,
    reason: &str,
    states: Option<&mut Bucket>,
) -> Utf8Bytes {
    let told = states.is_some_and(|states| states.take(Instant::now()));
    let state = if told { Some(Box::new(game.state(who).await)) } else { None };
    let number = match &state {
        Some(state) => state.number,
        None => game.number().await,
    };
    text_of(&ServerMessage::Refused(Refused { reason: reason.to_owned(), number, state })).into()
}
