//! How a game comes to be.

use std::net::IpAddr;
use std::sync::Arc;

use selforge_core::{Game, Spec};
use selforge_games::Playable;

use crate::accounts::identity::{ClientId, Source, random_hex};
use crate::app::App;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::live::clock::{ClockRule, Clocks};
use crate::live::occupant::Occupant;
use crate::store::{NewGame, Quota};
use crate::time;
use crate::work::work;

/// What a game is made of.
#[derive(Debug)]
pub(crate) struct GameOptions {
    pub(crate) owner: ClientId,
    /// The network where the owner is.
    pub(crate) address: IpAddr,
    pub(crate) clock: ClockRule,
    pub(crate) rated: bool,
    pub(crate) listed: bool,
}

/// Opens the game that a text names, away from the threads that serve others, and does something
/// with it there.
///
/// # Errors
/// With place and reason, if the text names no game that can be played here.
pub(crate) async fn open_game<T: Send + 'static>(
    app: &Arc<App>,
    address: IpAddr,
    spec: String,
    then: impl FnOnce(Playable) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    work(app, address, move |app, limits| then(app.game_cache.open(&spec, limits)?)).await
}

/// How many times as much the guests of a network may have together as an account: a school is one
/// network. Games, those that wait, bytes, rule files.
const SHARED: (i64, i64, i64, i64) = (10, 2, 4, 4);

impl Limits {
    /// How much an account, or the guests of a network together, may have.
    pub(crate) fn quota(&self, source: &Source) -> Quota {
        let (games, waiting, bytes, rule_files) =
            if source.is_network() { SHARED } else { (1, 1, 1, 1) };
        Quota {
            games: self.games_per_client.saturating_mul(games),
            waiting: self.waiting_per_client.saturating_mul(waiting),
            bytes: self.megabytes_per_client.saturating_mul(bytes * 1024 * 1024),
            rule_files: self.rule_files_per_client.saturating_mul(rule_files),
        }
    }
}

/// Makes a game and stores it; returns its name. `seat` says who sits where once the rules are
/// known.
///
/// # Errors
/// If the spec names no game, somebody cannot sit there, or it cannot be stored.
pub(crate) async fn create_game(
    app: &Arc<App>,
    options: GameOptions,
    spec: String,
    seat: impl FnOnce(&Playable) -> Result<Vec<Occupant>, ApiError> + Send + 'static,
) -> Result<String, ApiError> {
    let GameOptions { owner, address, clock: rule, rated, listed } = options;
    let network = address.to_string();
    // Before the work; whether it holds in the end is decided where the game is written.
    let source = Source::of(&owner, &network);
    let quota = app.limits.quota(&source);
    app.store.check_quota(&source, quota).await?;
    rule.check().map_err(ApiError::invalid)?;
    let random = || random_hex(8).ok_or_else(|| ApiError::internal(&"no random numbers"));
    let (id, seed) = (random()?, u64::from_str_radix(&random()?, 16).unwrap_or_default());
    let game = open_game(app, address, spec, move |playable| {
        let seats = seat(&playable)?;
        if rule != ClockRule::None && seats.iter().all(Occupant::is_engine) {
            let problem = "engines alone play without a clock: they pause while nobody watches";
            return Err(ApiError::invalid(problem));
        }
        let start = playable.game.start();
        let to_move = playable.game.status(&start).to_move();
        let began = time::now_ms();
        let mut clocks = Clocks::new(rule, playable.game.seats());
        if let Some(clocks) = &mut clocks {
            clocks.run(to_move.filter(|_| !seats.iter().any(Occupant::is_open)), began);
        }
        Ok(NewGame {
            id,
            owner,
            network,
            spec: playable.spec.to_string(),
            rules: playable.rules_name(),
            start: playable.position_text(&start),
            seed: seed.cast_signed(),
            began,
            clock: rule,
            rated,
            listed,
            to_move: to_move.map(selforge_core::Seat::letter),
            deadline: clocks.and_then(|clocks| clocks.deadline()),
            seats,
        })
    });
    let game = game.await?;
    let (id, spec) = (game.id.clone(), game.spec.clone());
    app.store.create_game(game, None, quota).await?;
    app.games.open(app, &id).await?.wake(app).await;
    if listed {
        app.lobby_changed();
    }
    tracing::info!(game = id, spec, "a new game");
    Ok(id)
}

/// A spec with another seed, where it has one.
pub(crate) fn reseeded(spec: &Spec, seed: u64) -> Spec {
    let mut other = spec.clone();
    if spec.get("seed").is_some() {
        // A spec that is too long for another seed keeps its own.
        let _ = other.set("seed", seed % 1_000_000);
    }
    other
}
