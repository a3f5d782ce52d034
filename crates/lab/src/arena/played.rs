//! What is kept of a game.

use selforge_core::{Ending, Outcome, Seat};
use serde::{Deserialize, Serialize};

use super::plan::Fixture;
use crate::store::json_problem;

/// One finished game, as a line of `games.jsonl` has it.
///
/// All but `micros` is the same each time, for players that no clock decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The number of the game in its run, from 0.
    pub index: usize,
    /// The number of its start.
    pub start: usize,
    /// The game, with the seed of this start.
    pub game: String,
    /// The players by seat, as numbers in the run's list.
    pub players: Vec<usize>,
    /// The rank of each seat: 1 is best.
    pub ranks: Vec<u8>,
    /// The result in words: `A wins, connected`.
    pub result: String,
    /// Why the game ended, in words.
    pub cause: String,
    /// Whether it was cut off rather than played out.
    pub adjudicated: bool,
    /// The seats that lost for a reason outside the rules.
    pub forfeits: Vec<usize>,
    /// Those among them whose time was up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out_of_time: Vec<usize>,
    /// Whether the game was ended by what both players thought of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_score: bool,
    /// How many moves were played.
    pub plies: u32,
    /// Who was to move at each ply, by letter.
    pub movers: String,
    /// How many positions each seat looked at.
    pub nodes: Vec<u64>,
    /// Whether each seat's set was blocked at the end; nothing where nothing can be blocked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<bool>,
    /// After how many of the plies each seat's set was blocked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked_plies: Vec<u32>,
    /// How long each ply took, in microseconds.
    pub micros: Vec<u64>,
}

impl Played {
    /// A game that is to be played.
    pub(crate) fn new(fixture: &Fixture, game: String) -> Played {
        Played {
            index: fixture.index,
            start: fixture.start,
            game,
            players: fixture.players.clone(),
            ranks: Vec::new(),
            result: String::new(),
            cause: String::new(),
            adjudicated: false,
            forfeits: Vec::new(),
            out_of_time: Vec::new(),
            by_score: false,
            plies: 0,
            movers: String::new(),
            nodes: vec![0; fixture.players.len()],
            blocked: Vec::new(),
            blocked_plies: Vec::new(),
            micros: Vec::new(),
        }
    }

    /// Notes which seats' sets are blocked after a ply.
    pub(crate) fn note_blockades(&mut self, blocked: Vec<bool>) {
        self.blocked_plies.resize(blocked.len(), 0);
        for (plies, blocked) in self.blocked_plies.iter_mut().zip(&blocked) {
            *plies += u32::from(*blocked);
        }
        self.blocked = blocked;
    }

    /// Notes how the game ended.
    pub(crate) fn finish(&mut self, outcome: &Outcome, ending: &Ending, result: String) {
        self.ranks = Seat::all(outcome.seats()).map(|seat| outcome.rank(seat)).collect();
        self.result = result;
        self.cause = ending.to_string();
        self.adjudicated = ending.is_adjudication();
    }

    /// What a seat scored: a win is 1, a shared first place is shared, all else is 0.
    #[must_use]
    pub fn score(&self, seat: usize) -> f64 {
        match self.ranks.get(seat) {
            Some(1) => 1.0 / self.winners() as f64,
            _ => 0.0,
        }
    }

    /// How many seats share the first rank.
    #[must_use]
    pub fn winners(&self) -> usize {
        self.ranks.iter().filter(|rank| **rank == 1).count()
    }

    /// The seat in which a player sat.
    #[must_use]
    pub fn seat_of(&self, player: usize) -> Option<usize> {
        self.players.iter().position(|seated| *seated == player)
    }

    /// The seat that moved at a ply, counted from 0.
    #[must_use]
    pub fn mover(&self, ply: usize) -> Option<usize> {
        let letter = self.movers.as_bytes().get(ply)?;
        Seat::from_letter(char::from(*letter)).map(Seat::index)
    }

    /// The line of a checkpoint, with its line feed.
    #[must_use]
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a game is plain data") + "\n"
    }

    /// Reads the line of a checkpoint, without its line feed.
    ///
    /// # Errors
    /// With what is wrong, if it is no game.
    pub fn from_line(line: &[u8]) -> Result<Played, String> {
        serde_json::from_slice(line)
            .map_err(|error| format!("this is no game of a run: {}", json_problem(&error)))
    }

    /// Whether the line can be this game of a plan, and is whole.
    pub(crate) fn fits(&self, fixture: &Fixture) -> bool {
        let seats = fixture.players.len();
        self.index == fixture.index
            && self.start == fixture.start
            && self.players == fixture.players
            && self.ranks.len() == seats
            && self.nodes.len() == seats
            && [0, seats].contains(&self.blocked.len())
            && self.blocked_plies.len() == self.blocked.len()
            && self.blocked_plies.iter().all(|plies| *plies <= self.plies)
            && self.movers.len() == self.micros.len()
            && self.movers.len() >= self.plies as usize
            && (0..self.movers.len()).all(|ply| self.mover(ply).is_some_and(|seat| seat < seats))
    }
}
