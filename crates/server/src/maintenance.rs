//! What must be done from time to time: noting that the server lives, and throwing away what nobody
//! came for.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::store::StoreError;
use crate::time;

/// How often. What happened in this time before a crash counts for the clocks as if nothing had
/// happened.
const PAUSE: Duration = Duration::from_secs(2);

/// How many pauses there are between the rarer things.
const RARELY: u32 = 300;

/// A game nobody joins, and a sign-in nobody uses, are kept for so many seconds.
const WAITING: i64 = 14 * 86_400;
const SIGNED_IN: i64 = 365 * 86_400;

/// Does it for ever.
pub(crate) async fn run(app: Arc<App>) {
    for round in 0_u32.. {
        heartbeat(&app).await;
        if round.is_multiple_of(RARELY)
            && let Err(error) = tidy(&app).await
        {
            tracing::error!(%error, "cannot tidy up");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Notes that the server lives.
pub(crate) async fn heartbeat(app: &App) {
    if let Err(error) = app.store.heartbeat(time::now_ms()).await {
        tracing::error!(%error, "cannot note that the server lives");
    }
}

async fn tidy(app: &App) -> Result<(), StoreError> {
    app.store.forget_waiting_games(WAITING).await?;
    app.store.forget_sign_ins(SIGNED_IN).await
}
