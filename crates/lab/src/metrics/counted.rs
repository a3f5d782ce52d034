//! A game that was played for metrics, as plain data that travels between machines.
//!
//! Numbers with a fraction travel by their bits: metrics must come out the same to the last digit.

use selforge_agents::Score;
use selforge_core::{MAX_SEATS, Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use super::games::{Job, PlayedGame};
use super::trace::{Finish, Trace};

/// What is kept of a game, and its record if one is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Counted {
    spec: String,
    seats: u8,
    /// Who shares the first rank; nothing if the game was left before its end.
    first: Option<Vec<u8>>,
    by_rules: bool,
    turns: u32,
    plies: u32,
    choices: u64,
    decisions: u32,
    dynamism: u64,
    arrivals: u32,
    entered: u32,
    entropy: u64,
    values: Vec<(u8, i32)>,
    usable: usize,
    pub(super) record: Option<String>,
}

impl Counted {
    pub(super) fn of(game: &PlayedGame, record: Option<String>) -> Counted {
        let PlayedGame { trace, values, usable, seats, spec, .. } = game;
        let number = |seat: Seat| seat.index() as u8;
        let first = |outcome: Outcome| {
            Seat::all(*seats).filter(|seat| outcome.rank(*seat) == 1).map(number).collect()
        };
        Counted {
            spec: spec.clone(),
            seats: *seats,
            first: trace.outcome.map(first),
            by_rules: trace.finish == Finish::Played,
            turns: trace.turns,
            plies: trace.plies,
            choices: trace.choices,
            decisions: trace.decisions,
            dynamism: trace.dynamism.to_bits(),
            arrivals: trace.arrivals,
            entered: trace.entered,
            entropy: trace.entropy.to_bits(),
            values: values.iter().map(|(seat, score)| (number(*seat), score.0)).collect(),
            usable: *usable,
            record,
        }
    }

    /// The game, if it can be one.
    pub(super) fn game(&self, job: Job) -> Option<PlayedGame> {
        let seats = self.seats;
        let seat = |number: u8| (number < seats).then(|| Seat::new(usize::from(number)));
        if !(2..=MAX_SEATS).contains(&usize::from(seats)) {
            return None;
        }
        let outcome = match &self.first {
            Some(first) => {
                let first = first
                    .iter()
                    .try_fold(SeatSet::EMPTY, |set, number| Some(set.with(seat(*number)?)))?;
                Some(Outcome::shared(first, seats))
            }
            None => None,
        };
        let value = |(number, score): &(u8, i32)| Some((seat(*number)?, Score(*score)));
        Some(PlayedGame {
            job,
            trace: Trace {
                outcome,
                finish: if self.by_rules { Finish::Played } else { Finish::CutOff },
                turns: self.turns,
                plies: self.plies,
                choices: self.choices,
                decisions: self.decisions,
                dynamism: f64::from_bits(self.dynamism),
                arrivals: self.arrivals,
                entered: self.entered,
                entropy: f64::from_bits(self.entropy),
                moves: Vec::new(),
            },
            values: self.values.iter().map(value).collect::<Option<_>>()?,
            usable: self.usable,
            seats,
            spec: self.spec.clone(),
        })
    }
}
