//! A line of play that somebody looks at: a game by its spec, a start, and what was done from there.
//!
//! Analysis keeps nothing on the server. A question carries the whole line, is answered, and is
//! forgotten; so it makes no difference whether the line is a game that was played, a variation of
//! one, or a position from the editor. Only opened games are remembered for a while (see
//! [`crate::game_cache`]).
//!
//! What is done is written as records write it: a move as its text, `- C resigns` for a seat that
//! leaves a game of more than two.

use std::sync::Arc;

use selforge_core::{Action, AnyGame, AnyState, Game, Headers, Moment, Record, Seat, Timeline};
use selforge_games::Playable;

use crate::error::ApiError;
use crate::messages::analysis::LineView;
use crate::presentation::presentation;
use crate::view;
use crate::work::WorkLimits;

/// The longest text of one thing that is done, in bytes.
pub(crate) const LONGEST_MOVE: usize = 200;

/// A line of play, with every position on the way.
#[derive(Debug)]
pub(crate) struct AnalysisLine {
    playable: Playable,
    session: Timeline<AnyGame>,
}

impl AnalysisLine {
    /// Plays a line.
    ///
    /// # Errors
    /// If `start` is no position of the game, something cannot be done (with its number), or it takes
    /// too long.
    pub(crate) fn new(
        playable: Playable,
        start: Option<&str>,
        done: &[String],
        limits: &WorkLimits,
    ) -> Result<AnalysisLine, ApiError> {
        let game = Arc::new(playable.game.clone());
        let start = match start {
            Some(text) => game.parse_state(text).map_err(|error| {
                ApiError::invalid(format!("start position, {error}")).at(Some(error.column))
            })?,
            None => game.start(),
        };
        let mut line = AnalysisLine { playable, session: Timeline::from_state(game, start) };
        for (at, text) in done.iter().enumerate() {
            limits.check()?;
            line.play(text).map_err(|reason| {
                ApiError::invalid(format!("number {} of the line: {reason}", at + 1))
            })?;
        }
        Ok(line)
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let game = Arc::clone(self.session.game());
        let (seat, action) = match left(text) {
            Some(seat) => (seat, Action::Forfeit(String::new())),
            None => {
                let Some(seat) = self.session.status().to_move() else {
                    return Err("the game is over before it".to_owned());
                };
                let mv = game.parse_move(self.session.state(), text).map_err(|e| e.to_string())?;
                (seat, Action::Move(mv))
            }
        };
        self.session.act(seat, action).map_err(|error| error.to_string())
    }

    /// The game.
    pub(crate) fn playable(&self) -> &Playable {
        &self.playable
    }

    /// How many things were done.
    pub(crate) fn len(&self) -> usize {
        self.session.events().len()
    }

    /// The last position.
    pub(crate) fn last(&self) -> &AnyState {
        self.session.state()
    }

    /// How the game stood after so many things done, if there were so many.
    pub(crate) fn at(&self, number: usize) -> Option<&Moment<AnyState>> {
        self.session.moments().get(number)
    }

    /// The repetition keys of the positions before one, the oldest first.
    pub(crate) fn history(&self, number: usize) -> &[u64] {
        self.session.keys_before(self.at(number).map_or(0, |moment| moment.plies as usize))
    }

    /// How many moves lead to each position; a seat that leaves makes none.
    pub(crate) fn plies(&self) -> Vec<usize> {
        self.session.moments().iter().map(|moment| moment.plies as usize).collect()
    }

    /// The line as a record.
    pub(crate) fn record(&self) -> Record {
        Record::from_timeline(&self.session, Headers::new(self.playable.spec.clone()))
    }

    /// The last position as the page shows it, with what can be done in it.
    pub(crate) fn view(&self) -> LineView {
        let (playable, state) = (&self.playable, self.last());
        let over = self.session.result();
        let before = self.len().checked_sub(1).and_then(|before| self.at(before));
        let before = before.zip(self.session.events().last()).and_then(|(before, event)| {
            let Action::Move(mv) = event.action else { return None };
            Some((&before.state, mv))
        });
        let from_here = playable.from_position(&playable.position_text(state));
        let outcome = over.map(|(outcome, _)| outcome);
        let first = |seat: &Seat| outcome.is_some_and(|outcome| outcome.rank(*seat) == 1);
        let winners = Seat::all(playable.game.seats()).filter(first).map(Seat::letter);
        LineView {
            spec: playable.spec.to_string(),
            game: playable.family.name.to_string(),
            seats: playable.game.seats(),
            presentation: presentation(playable),
            from_here: from_here.as_ref().unwrap_or(&playable.spec).to_string(),
            board: view::board(playable, state),
            position: view::position(playable, state, before, self.len(), over.is_none()),
            to_move: self.session.status().to_move().map(Seat::letter),
            result: Record::result_of(self.session.now()),
            winners: winners.collect(),
            seen: None,
            organisation: None,
            counted: None,
        }
    }
}

/// The seat that leaves the game by this text, if it is no move.
fn left(text: &str) -> Option<Seat> {
    let (letter, what) = text.strip_prefix("- ")?.split_once(' ')?;
    let known = what == "resigns" || what == "forfeits";
    Seat::from_letter(letter.parse().ok()?).filter(|_| known)
}

/// Does one thing in a position, by the rules of the position alone.
///
/// # Errors
/// In words, if it cannot be done there.
pub(crate) fn step(game: &AnyGame, state: &mut AnyState, text: &str) -> Result<(), String> {
    if text.len() > LONGEST_MOVE {
        return Err("it is too long for a move".to_owned());
    }
    if let Some(seat) = left(text) {
        // A game that ends by it has nothing more to say; the position stays.
        game.retire(state, seat);
        return Ok(());
    }
    if game.status(state).to_move().is_none() {
        return Err("the game is over before it".to_owned());
    }
    let mv = game.parse_move(state, text).map_err(|error| error.to_string())?;
    game.play(state, mv);
    Ok(())
}

#[cfg(test)]
mod tests {
    use selforge_agents::Stop;

    use super::*;
    use crate::game_cache::open;

    const SMALL: &str = "selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off";

    fn limits() -> WorkLimits {
        WorkLimits::new(1_000, Stop::default())
    }

    fn line(moves: &[&str]) -> Result<AnalysisLine, ApiError> {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        AnalysisLine::new(open(SMALL, &limits()).unwrap(), None, &moves, &limits())
    }

    #[test]
    fn every_position_of_a_line_is_kept() {
        let line = line(&["pass", "pass"]).unwrap();
        assert_eq!(line.len(), 2);
        assert_eq!(line.history(2).len(), 2);
        assert_eq!(line.view().result.as_deref(), Some("draw, all seats passed"));
        let second = line.at(1).unwrap();
        assert_eq!(second.status.to_move().map(Seat::letter), Some('B'));
        assert!(line.at(3).is_none());
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_its_number() {
        let refused = |moves: &[&str]| line(moves).unwrap_err().to_string();
        assert!(refused(&["pass", "a1-z9"]).starts_with("number 2 of the line: "));
        assert!(refused(&["pass", "pass", "pass"]).contains("over before it"));
        assert!(refused(&["- F resigns"]).starts_with("number 1"));
    }

    #[test]
    fn a_seat_leaves_a_game_of_three_and_the_others_go_on() {
        let playable = open("selfo board=hexhex-4 seats=3 setup=random seed=2", &limits()).unwrap();
        let done = ["- C resigns".to_owned(), "pass".to_owned(), "pass".to_owned()];
        let line = AnalysisLine::new(playable, None, &done[..2], &limits()).unwrap();
        assert_eq!(line.view().to_move, Some('B'));
        assert_eq!(line.plies(), [0, 0, 1]);
        let mut state = line.playable().game.start();
        for text in &done[..2] {
            step(&line.playable().game, &mut state, text).unwrap();
        }
        assert_eq!(line.playable().game.status(&state).to_move(), Some(Seat::new(1)));
    }
}
