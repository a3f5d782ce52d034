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

use selforge_core::{
    Action, AnyGame, AnyMove, AnyState, Event, Game, Headers, Record, Seat, Session, Status,
};
use selforge_games::Playable;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::view;

/// The longest text of one thing that is done, in bytes.
pub(crate) const LONGEST_MOVE: usize = 200;

/// A line of play, with every position on the way.
#[derive(Debug)]
pub(crate) struct AnalysisLine {
    playable: Playable,
    session: Session<AnyGame>,
    /// The position after each thing done, the start first.
    states: Vec<AnyState>,
    statuses: Vec<Status>,
}

impl AnalysisLine {
    /// Plays a line.
    ///
    /// # Errors
    /// If `start` is no position of the game, or something cannot be done: with its number.
    pub(crate) fn new(
        playable: Playable,
        start: Option<&str>,
        done: &[String],
    ) -> Result<AnalysisLine, ApiError> {
        let game = Arc::new(playable.game.clone());
        let start = match start {
            Some(text) => game.parse_state(text).map_err(|error| {
                ApiError::invalid(format!("start position, {error}")).at(Some(error.column))
            })?,
            None => game.start(),
        };
        let mut line = AnalysisLine {
            playable,
            states: vec![start.clone()],
            session: Session::from_state(game, start),
            statuses: Vec::new(),
        };
        line.statuses.push(line.session.status());
        for (at, text) in done.iter().enumerate() {
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
        self.session.act(seat, action).map_err(|error| error.to_string())?;
        self.states.push(self.session.state().clone());
        self.statuses.push(self.session.status());
        Ok(())
    }

    /// The game.
    pub(crate) fn playable(&self) -> &Playable {
        &self.playable
    }

    /// How many things were done.
    pub(crate) fn len(&self) -> usize {
        self.states.len() - 1
    }

    /// The last position.
    pub(crate) fn last(&self) -> &AnyState {
        self.session.state()
    }

    /// The position after so many things done and how the game stood there, if there were so many.
    pub(crate) fn at(&self, number: usize) -> Option<(&AnyState, Status)> {
        Some((self.states.get(number)?, *self.statuses.get(number)?))
    }

    /// The repetition keys of the positions before one, the oldest first.
    pub(crate) fn history(&self, number: usize) -> Vec<u64> {
        let before = &self.states[..number.min(self.states.len())];
        before.iter().map(|state| self.playable.game.repetition_key(state)).collect()
    }

    /// How many moves lead to each position; a seat that leaves makes none.
    pub(crate) fn plies(&self) -> Vec<usize> {
        let moved = |event: &Event<AnyMove>| usize::from(matches!(event.action, Action::Move(_)));
        let counted = self.session.events().iter().scan(0, |plies, event| {
            *plies += moved(event);
            Some(*plies)
        });
        std::iter::once(0).chain(counted).collect()
    }

    /// The line as a record.
    pub(crate) fn record(&self) -> Record {
        Record::from_session(&self.session, Headers::new(self.playable.spec.clone()))
    }

    /// The last position as the page shows it, with what can be done in it.
    pub(crate) fn view(&self) -> Value {
        let (playable, state) = (&self.playable, self.last());
        let over = self.session.result();
        let before = self.len().checked_sub(1).and_then(|before| self.states.get(before));
        let outcome = over.map(|(outcome, _)| outcome);
        let first = |seat: &Seat| outcome.is_some_and(|outcome| outcome.rank(*seat) == 1);
        let winners = Seat::all(playable.game.seats()).filter(first).map(Seat::letter);
        json!({
            "spec": playable.spec.to_string(),
            "game": playable.family.name,
            "seats": playable.game.seats(),
            "board": view::board(playable, state),
            "position": view::position(playable, state, before, self.len(), over.is_none()),
            "to_move": self.session.status().to_move().map(Seat::letter),
            "result": Record::result_of(&self.session),
            "winners": winners.collect::<Vec<char>>(),
        })
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
    use super::*;
    use crate::game_cache::open;

    const SMALL: &str = "selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off";

    fn line(moves: &[&str]) -> Result<AnalysisLine, ApiError> {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        AnalysisLine::new(open(SMALL, 1_000).unwrap(), None, &moves)
    }

    #[test]
    fn every_position_of_a_line_is_kept() {
        let line = line(&["pass", "pass"]).unwrap();
        assert_eq!(line.len(), 2);
        assert_eq!(line.history(2).len(), 2);
        assert_eq!(line.view()["result"], "draw, all seats passed");
        let (_, status) = line.at(1).unwrap();
        assert_eq!(status.to_move().map(Seat::letter), Some('B'));
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
        let playable = open("selfo board=hexhex-4 seats=3 setup=random seed=2", 100).unwrap();
        let done = ["- C resigns".to_owned(), "pass".to_owned(), "pass".to_owned()];
        let line = AnalysisLine::new(playable, None, &done[..2]).unwrap();
        assert_eq!(line.view()["to_move"], "B");
        assert_eq!(line.plies(), [0, 0, 1]);
        let mut state = line.playable().game.start();
        for text in &done[..2] {
            step(&line.playable().game, &mut state, text).unwrap();
        }
        assert_eq!(line.playable().game.status(&state).to_move(), Some(Seat::new(1)));
    }
}
