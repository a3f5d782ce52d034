//! A run of training as text.

use super::rounds::Training;
use crate::arena::Tally;
use crate::report::text::{columns, percent};

/// What became of each round, as a table.
#[must_use]
pub fn to_text(training: &Training) -> String {
    let mut text = format!("{}\n\n", training.settings.games.join("\n"));
    text += &columns(HEAD, training.rounds.iter().map(row));
    text
}

/// What the cells of a round are.
pub(super) const HEAD: [&str; 11] = [
    "round",
    "games",
    "positions",
    "loss",
    "held out",
    "right",
    "moves",
    "right",
    "match",
    "Elo",
    "s",
];

/// The cells of a round.
pub(super) fn row(round: &super::Round) -> Vec<String> {
    let met = round.against_best.map_or_else(String::new, |tally: Tally| {
        let kept = if round.promoted { "" } else { ", kept the old" };
        format!("{}-{}-{}{kept}", tally.wins, tally.draws, tally.losses)
    });
    vec![
        round.number.to_string(),
        round.games.to_string(),
        round.positions.to_string(),
        format!("{:.4}", round.loss[0]),
        format!("{:.4}", round.held_loss[0]),
        percent(round.held_right[0]),
        format!("{:.3}", round.held_loss[1]),
        percent(round.held_right[1]),
        met,
        format!("{:+.0}", round.elo),
        format!("{:.0}", round.seconds),
    ]
}
