//! Engines at the table: who they are, and their moves.

use std::io::Write;

use selforge_agents::{AgentSpec, AnyQuestion, LEVELS, Level, Player, Stop, decide};
use selforge_core::{Action, AnyMove, Game, Seat};
use selforge_games::Playable;

use super::local_game::LocalGame;
use crate::clock;
use crate::error::CliError;
use crate::output::Output;

/// The players that are engines, by seat.
#[derive(Default)]
pub(super) struct Engines(Vec<Option<Player>>);

impl Engines {
    /// Seats an engine, named by its level or as a player, everywhere but in the seats of people.
    ///
    /// # Errors
    /// If there is no such engine, it cannot play the game, or there is no such seat.
    pub(super) fn new(
        playable: &Playable,
        engine: &str,
        people: &str,
    ) -> Result<Engines, CliError> {
        let seats = playable.game.seats();
        let of_people = |seat: Seat| people.to_ascii_uppercase().contains(seat.letter());
        let known = |letter: char| Seat::all(seats).any(|seat| seat.letter() == letter);
        if people.is_empty() || !people.to_ascii_uppercase().chars().all(known) {
            let last = Seat::new(usize::from(seats) - 1);
            let people: String = people.chars().take(10).flat_map(char::escape_default).collect();
            return Err(CliError::input(format!(
                "--seat '{people}'; expected letters from A to {last}"
            )));
        }
        // What is no level here is a player's spec: the swarm has both.
        let opponent = Level::named(engine).and_then(|level| level.opponent(playable));
        let text = opponent.map_or(engine, |opponent| opponent.spec);
        let wrong = |error: selforge_agents::AgentError| {
            let names: Vec<&str> = LEVELS.iter().map(|level| level.name).collect();
            CliError::input(format!("--engine: {error}; or a level: {}", names.join(", ")))
        };
        let spec = AgentSpec::parse(text).map_err(wrong)?;
        let player = |seat: Seat| match of_people(seat) {
            true => Ok(None),
            false => Player::new(&spec, playable).map(Some).map_err(wrong),
        };
        Seat::all(seats).map(player).collect::<Result<_, _>>().map(Engines)
    }

    /// Whether an engine plays a seat.
    pub(super) fn plays(&self, seat: Seat) -> bool {
        self.0.get(seat.index()).is_some_and(Option::is_some)
    }

    /// What the engine that is asked for something does; none if a person is.
    pub(super) fn act(
        &mut self,
        local: &LocalGame,
        out: &mut Output<'_>,
    ) -> Result<Option<(Seat, Action<AnyMove>)>, CliError> {
        let timeline = local.timeline();
        // Engines play on: whoever offers a draw to one gets an answer at once.
        if let Some(asked) = local.answering().filter(|seat| self.plays(*seat)) {
            return Ok(Some((asked, Action::DeclineDraw)));
        }
        let Some(seat) = timeline.status().to_move() else { return Ok(None) };
        let Some(player) = self.0.get_mut(seat.index()).and_then(Option::as_mut) else {
            return Ok(None);
        };
        writeln!(out, "{} is thinking…", local.name(seat))?;
        out.flush()?;
        let answer = player.choose(&mut AnyQuestion {
            state: timeline.state(),
            history: timeline.keys(),
            budget: None,
            stop: &Stop::default(),
            seed: clock::fresh_seed(),
            progress: &mut |_| {},
        });
        Ok(Some((
            seat,
            match answer {
                Ok(report) => decide(timeline.game(), timeline.state(), &report),
                Err(failure) => Action::Forfeit(failure.reason),
            },
        )))
    }
}
