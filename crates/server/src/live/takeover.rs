//! What another node has left behind.
//!
//! Where several nodes share the data, each watches the clocks of the games that it has in memory. A node
//! that dies watches no more. So every node looks from time to time for games whose time has run out and
//! whose flag has not fallen, and lets it fall; of several that do so at once one is first, and the
//! others see it.

use std::sync::Arc;
use std::time::Duration;

use super::command::Refusal;
use super::game::LiveGame;
use crate::app::App;
use crate::error::ApiError;
use crate::time;

/// How often.
const PAUSE: Duration = Duration::from_millis(500);

/// How long the node that has the game may take to let the flag fall itself, in milliseconds.
const LATE: i64 = 700;

/// Looks for ever, if there may be other nodes.
pub(crate) async fn run(app: Arc<App>) {
    while app.store.is_shared() {
        tokio::time::sleep(PAUSE).await;
        match app.store.overdue(time::now_ms() - LATE).await {
            Ok(games) => {
                for id in games {
                    if let Err(error) = take_over(&app, &id).await {
                        tracing::warn!(game = id, %error, "a flag is not taken over yet");
                    }
                }
            }
            // What is away is told by those who need it.
            Err(error) => tracing::debug!(%error, "cannot look for clocks that ran out"),
        }
    }
}

async fn take_over(app: &Arc<App>, id: &str) -> Result<(), ApiError> {
    let game = app.games.open(app, id).await?;
    game.catch_up(app).await?;
    game.check_clock(app).await;
    Ok(())
}

impl LiveGame {
    /// Takes in what other nodes have written.
    ///
    /// # Errors
    /// If that cannot be read.
    pub(crate) async fn catch_up(&self, app: &App) -> Result<(), Refusal> {
        let mut live = self.live.lock().await;
        match app.store.last_number(&self.id).await? {
            Some(number) if number != live.log.number() => self.reload(app, &mut live).await,
            Some(_) => Ok(()),
            None => {
                self.end_for_all(app, &mut live);
                Ok(())
            }
        }
    }
}
