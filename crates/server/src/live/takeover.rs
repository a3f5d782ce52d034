//! What another node has left behind.
//!
//! Where several nodes share the data, each watches the clocks of the games that it has in memory. A node
//! that dies watches no more. So every node looks from time to time for games whose time has run out and
//! whose flag has not fallen, and lets it fall; of several that do so at once one is first, and the
//! others see it.

use std::collections::BTreeSet;
use std::slice;
use std::sync::Arc;
use std::time::Duration;

use super::command::Refusal;
use super::game::{LiveGame, LiveState};
use crate::app::App;
use crate::error::ApiError;
use crate::time;

/// How often.
const PAUSE: Duration = Duration::from_millis(500);

/// How long the node that has the game may take to let the flag fall itself, in milliseconds.
const LATE: i64 = 700;

/// How many games are looked at in one round.
const TOGETHER: usize = 100;

/// How many games are remembered that cannot be read.
const REMEMBERED: usize = 1_000;

/// Looks for ever, if there may be other nodes.
pub(crate) async fn run(app: Arc<App>) {
    let mut unreadable = BTreeSet::new();
    while app.store.is_shared() {
        tokio::time::sleep(PAUSE).await;
        take_over_all(&app, &mut unreadable).await;
    }
}

/// Looks once. A game that is damaged will be so the next time: it is told once and passed over until
/// the program starts anew.
pub(super) async fn take_over_all(app: &Arc<App>, unreadable: &mut BTreeSet<String>) {
    let most = TOGETHER + unreadable.len();
    let games = match app.store.overdue(time::now_ms() - LATE, most).await {
        Ok(games) => games,
        // What is away is told by those who need it.
        Err(error) => return tracing::debug!(%error, "cannot look for clocks that ran out"),
    };
    for id in games {
        if unreadable.contains(&id) {
            continue;
        }
        match take_over(app, &id).await {
            Ok(()) => {}
            Err(error) if error.is_passing() || error.is_missing() => {
                tracing::debug!(game = id, %error, "a flag is not taken over yet");
            }
            Err(error) => {
                tracing::error!(game = id, %error, "a game whose time is up cannot be read");
                if unreadable.len() < REMEMBERED {
                    unreadable.insert(id);
                }
            }
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
        if live.gone {
            return Ok(());
        }
        self.read_if_changed(app, &mut live).await
    }

    /// Takes the game from the store if more or less of it is there than in memory.
    pub(super) async fn read_if_changed(
        &self,
        app: &App,
        live: &mut LiveState,
    ) -> Result<(), Refusal> {
        let numbers = app.store.last_numbers(slice::from_ref(&self.id)).await?;
        match numbers.get(&self.id) {
            Some(number) if *number != live.log.number() => self.reload(app, live).await,
            Some(_) => Ok(()),
            None => {
                self.end_for_all(app, live);
                Ok(())
            }
        }
    }

    /// Takes everything in anew, also what has no number.
    ///
    /// # Errors
    /// If that cannot be read.
    pub(crate) async fn read_anew(self: &Arc<Self>, app: &Arc<App>) -> Result<(), Refusal> {
        let mut live = self.live.lock().await;
        if live.gone {
            return Ok(());
        }
        match self.reload(app, &mut live).await {
            Ok(()) => self.proceed(app, &mut live),
            Err(Refusal::Gone) => self.end_for_all(app, &mut live),
            Err(error) => return Err(error),
        }
        Ok(())
    }
}
