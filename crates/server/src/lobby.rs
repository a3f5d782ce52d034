//! Where players find each other: games that wait for somebody, games that are being played, and who
//! is here.
//!
//! The lists are read from the file when something has changed, once for all who look on, and not
//! more often than people can read. Who looks on is told what is not as it was.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::value::RawValue;
use tokio::sync::{Mutex as AsyncMutex, watch};

use crate::accounts::identity::ClientId;
use crate::app::App;
use crate::error::ApiError;
use crate::gallery;
use crate::live::occupant::Occupant;
use crate::messages::games::ClockRule;
use crate::messages::lobby::{ListedGame, LobbyUpdate, LobbyView};
use crate::messages::written::Written;
use crate::store::{GameFilter, GameListing};

/// How long changes are gathered before they are told.
pub(crate) const GATHER: Duration = Duration::from_millis(400);

/// How long lists are good for at least, however much happens.
const PAUSE: Duration = Duration::from_millis(200);

/// The longest lists.
const MOST: usize = 100;

/// The lobby.
#[derive(Debug)]
pub(crate) struct Lobby {
    version: watch::Sender<u64>,
    /// How many sockets everyone who is here has open.
    here: Mutex<HashMap<ClientId, usize>>,
    /// The lists as of a version, and when they were read.
    lists: AsyncMutex<Option<(u64, Instant, Arc<Lists>)>>,
    /// Since when the makers of offers are gone.
    absent: Mutex<HashMap<String, Instant>>,
}

impl Default for Lobby {
    fn default() -> Lobby {
        Lobby {
            version: watch::channel(0).0,
            here: Mutex::default(),
            lists: AsyncMutex::default(),
            absent: Mutex::default(),
        }
    }
}

/// What the lobby shows.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    games: Vec<Listed>,
    people: usize,
}

/// A game of the lists.
#[derive(Debug)]
struct Listed {
    id: String,
    /// Who made it, while it waits for somebody.
    owner: Option<ClientId>,
    text: Arc<RawValue>,
}

impl Lists {
    fn find(&self, id: &str) -> Option<&Listed> {
        self.games.iter().find(|game| game.id == id)
    }

    fn yours(&self, who: &ClientId) -> Vec<String> {
        let yours = self.games.iter().filter(|game| game.owner.as_ref() == Some(who));
        yours.map(|game| game.id.clone()).collect()
    }

    /// The games that wait, and those that are being played, as far as they are `told`.
    fn split(&self, told: impl Fn(&Listed) -> bool) -> [Vec<Written<ListedGame>>; 2] {
        [true, false].map(|waits| {
            let games = self.games.iter().filter(|game| game.owner.is_some() == waits);
            games
                .filter(|game| told(game))
                .map(|game| Written::Text(Arc::clone(&game.text)))
                .collect()
        })
    }

    /// What somebody is told who knows the lists as they were.
    pub(crate) fn update_since(&self, before: &Lists, who: &ClientId) -> LobbyUpdate {
        // A game that is as it was has the same text, not only an equal one.
        let is_new = |game: &Listed| {
            before.find(&game.id).is_none_or(|old| !Arc::ptr_eq(&old.text, &game.text))
        };
        let [open, playing] = self.split(is_new);
        let gone = before.games.iter().filter(|game| self.find(&game.id).is_none());
        let gone = gone.map(|game| game.id.clone()).collect();
        LobbyUpdate { open, playing, gone, people: self.people, yours: self.yours(who) }
    }
}

impl Lobby {
    /// Something has changed.
    pub(crate) fn changed(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    /// To wait for changes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Somebody has opened a socket; whether it is their first.
    pub(crate) fn enter(&self, who: &ClientId) -> bool {
        let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        let count = here.entry(who.clone()).or_insert(0);
        *count += 1;
        let came = *count == 1;
        drop(here);
        if came {
            self.changed();
        }
        came
    }

    /// Somebody has closed one; whether it was their last.
    pub(crate) fn leave(&self, who: &ClientId) -> bool {
        let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(count) = here.get_mut(who) else { return false };
        *count -= 1;
        let left = *count == 0;
        if left {
            here.remove(who);
            drop(here);
            self.changed();
        }
        left
    }

    /// Everyone who is at this node.
    pub(crate) fn everyone(&self) -> Vec<ClientId> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Whether somebody is at this node.
    pub(crate) fn has(&self, who: &ClientId) -> bool {
        self.here.lock().unwrap_or_else(PoisonError::into_inner).contains_key(who)
    }

    /// How many people are at all nodes together.
    fn people(&self, app: &App) -> usize {
        let here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        here.len() + app.nodes.people_besides(|who| here.contains_key(who))
    }

    /// The lobby as a client sees it.
    ///
    /// # Errors
    /// Those of the store.
    pub(crate) async fn show(&self, app: &App, who: &ClientId) -> Result<LobbyView, ApiError> {
        let lists = self.lists(app).await?;
        let [open, playing] = lists.split(|_| true);
        Ok(LobbyView { open, playing, people: lists.people, yours: lists.yours(who) })
    }

    /// Ends the offers to play at once whose makers have been gone for long enough: nobody would come
    /// to the board. Offers by days stay.
    ///
    /// # Errors
    /// Those of the store.
    pub(crate) async fn end_offers(&self, app: &Arc<App>, now: Instant) -> Result<(), ApiError> {
        // Who is at a node that cannot be heard is not gone.
        if app.bus.is_away() {
            return Ok(());
        }
        let games = app.store.list_games(GameFilter::Listed).await?;
        let lonely = games.into_iter().filter(|game| {
            let at_once = !matches!(game.clock, ClockRule::Days { .. });
            game.is_waiting() && game.plies == 0 && at_once && !app.is_here(&game.owner)
        });
        let lonely: Vec<String> = lonely.map(|game| game.id).collect();
        let over = {
            let mut absent = self.absent.lock().unwrap_or_else(PoisonError::into_inner);
            absent.retain(|id, _| lonely.contains(id));
            let since = |id: &String| *absent.entry(id.clone()).or_insert(now);
            let gone =
                |since: Instant| now.saturating_duration_since(since) >= app.limits.offer_time;
            let sinces: Vec<_> = lonely.iter().map(since).collect();
            let over = lonely.iter().zip(sinces).filter(|(_, since)| gone(*since));
            over.map(|(id, _)| id.clone()).collect::<Vec<_>>()
        };
        for id in &over {
            app.games.open(app, id).await?.close(app).await;
            app.store.delete_game(id).await?;
        }
        if !over.is_empty() {
            app.lobby_changed();
        }
        Ok(())
    }

    /// What the lobby shows, for somebody who will be told what changes.
    ///
    /// # Errors
    /// Those of the store.
    pub(crate) async fn lists(&self, app: &App) -> Result<Arc<Lists>, ApiError> {
        let mut known = self.lists.lock().await;
        if let Some((at, read, lists)) = &*known {
            if *at == *self.version.borrow() {
                return Ok(Arc::clone(lists));
            }
            // Whoever asks meanwhile waits for the same lists.
            tokio::time::sleep(PAUSE.saturating_sub(read.elapsed())).await;
        }
        let version = *self.version.borrow();
        let games = app.store.list_games(GameFilter::Listed).await?;
        let (open, playing): (Vec<GameListing>, Vec<GameListing>) =
            games.into_iter().partition(GameListing::is_waiting);
        // Who has gone is not there to play at once.
        let answers = |game: &&GameListing| {
            app.is_here(&game.owner) || matches!(game.clock, ClockRule::Days { .. })
        };
        let before = known.take().map(|(_, _, lists)| lists).unwrap_or_default();
        let open = open.iter().filter(answers).take(MOST);
        let playing = playing.iter().take(MOST);
        let open = open.map(|game| listed(game, Some(game.owner.clone()), &before));
        let games = open.chain(playing.map(|game| listed(game, None, &before))).collect();
        let lists = Arc::new(Lists { games, people: self.people(app) });
        *known = Some((version, Instant::now(), Arc::clone(&lists)));
        Ok(lists)
    }
}

/// A game for the lists; with the text that it had, if it is as it was.
fn listed(game: &GameListing, owner: Option<ClientId>, before: &Lists) -> Listed {
    let text = Written::text(&shown(game));
    let old = before
        .find(&game.id)
        .filter(|old| old.text.get() == text.get() && old.owner.is_some() == owner.is_some());
    let text = old.map_or(text, |old| Arc::clone(&old.text));
    Listed { id: game.id.clone(), owner, text }
}

fn shown(game: &GameListing) -> ListedGame {
    let by = game.seats.iter().find_map(|seat| match seat {
        Occupant::Person { name, .. } => Some(name.clone()),
        _ => None,
    });
    ListedGame {
        id: game.id.clone(),
        spec: game.spec.clone(),
        title: gallery::title_of(&game.spec),
        game: game.spec.split(' ').next().unwrap_or_default().to_owned(),
        players: game.seats.iter().map(Occupant::shown).collect(),
        clock: game.clock,
        speed: game.clock.speed(),
        rated: game.rated,
        by,
        created: game.created,
        plies: game.plies,
    }
}
