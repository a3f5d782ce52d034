//! What must be done from time to time: noting that the server lives, and throwing away what nobody
//! came for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::app::App;
use crate::store::StoreError;
use crate::time;

/// How often. What happened in this time before a crash counts for the clocks as if nothing had
/// happened.
const PAUSE: Duration = Duration::from_secs(2);

/// How many pauses there are between the rarer things.
const OFTEN: u32 = 10;
const RARELY: u32 = 300;

/// A game nobody joins, and a sign-in nobody uses, are kept for so many seconds.
const WAITING: i64 = 14 * 86_400;
const SIGNED_IN: i64 = 365 * 86_400;

/// An offer of a guest in the lobby is kept for so many seconds.
const OFFERED_BY_GUEST: i64 = 86_400;

/// Where a game was made is forgotten after so many seconds without a move.
const NETWORK: i64 = 30 * 86_400;

/// Games of guests are kept for so many days on a public server, if nobody says otherwise.
const GUEST_DAYS: u32 = 90;

/// Does it for ever.
pub(crate) async fn run(app: Arc<App>) {
    for round in 0_u32.. {
        // A failure is logged; the next round tries again.
        let _ = heartbeat(&app).await;
        if round.is_multiple_of(RARELY)
            && let Err(error) = tidy(&app).await
        {
            tracing::error!(%error, "cannot tidy up");
        }
        if round.is_multiple_of(OFTEN)
            && let Err(error) = app.lobby.end_offers(&app, Instant::now()).await
        {
            tracing::error!(%error, "cannot end offers whose makers are gone");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Notes that the server lives. If that was not possible for a while, clocks get back the time since.
///
/// # Errors
/// Those of the store.
pub(crate) async fn heartbeat(app: &App) -> Result<(), StoreError> {
    if let Err(error) = app.store.heartbeat(time::now_ms()).await {
        app.life.miss();
        tracing::error!(%error, "cannot note that the server lives");
        return Err(error);
    }
    if app.life.beat(time::now_ms()) {
        tracing::warn!("what happens can be stored again; clocks get back the time since");
        app.games.resume_all(app).await;
    }
    Ok(())
}

async fn tidy(app: &App) -> Result<(), StoreError> {
    app.store.forget_waiting_games(WAITING, OFFERED_BY_GUEST).await?;
    let usual = app.is_public().then_some(GUEST_DAYS);
    let guests = app.limits.guest_days.or(usual).map(|days| i64::from(days) * 86_400);
    if let Some(seconds) = guests {
        app.store.forget_guests_games(seconds).await?;
    }
    app.store.forget_rules(guests).await?;
    app.store.forget_networks(NETWORK).await?;
    app.store.forget_sign_ins(SIGNED_IN).await
}
