//! The second stage of the fitness `played`: what games are like when both sides think.
//!
//! The paper's metrics come from players that look one ply ahead at most, and what such games are like
//! says little about games of people who plan. So a candidate that passes the first stage is
//! also played by two equal engines of [`ENGINE`], each game after a few random moves, and these games
//! are measured:
//!
//! | measure | what it is |
//! | --- | --- |
//! | `balance` | 1 - \|wins of the first seat - wins of the second\| / games |
//! | `decisive` | share of games that somebody wins |
//! | `decisions` | share of moves with an alternative |
//! | `coverage` | share of usable cells that a piece comes to |
//!
//! With the paper's intelligence and usability these are all its measures. Duration and dynamism of random
//! games are left out: over random games they fall as the skill trace rises. Completion is too: most
//! games that the limit ends are won by count, and they reward search more than those over early.
//! Drama was tried and did not help.
//!
//! The engines are equal on purpose: no player is ever set against one with more search, so that the
//! skill trace, which does that, stays a test that the fitness has not seen.
//!
//! **Cost.** Half as many games as the paper's metrics have, at [`ENGINE`]'s nodes for each move.
//! A game of 100 moves at most bounds the work; no clock decides.

use selforge_agents::{AgentSpec, Stop};
use selforge_core::Spec;
use selforge_games::NoFiles;

use super::space::Measure;
use crate::LabError;
use crate::metrics::{self, Conditions, Metric, Plan};

/// Who plays both sides.
pub const ENGINE: &str = "alphabeta nodes=100 hash=1";

/// How many games of a measure of the paper there are for each game of the engines.
const FEWER: u32 = 2;

/// The measures, in the order of [`play`].
pub(super) const MEASURES: [Measure; 4] = [
    share("balance", "equal engines win as often from either seat"),
    share("decisive", "share of the engines' games that are won"),
    share("decisions", "share of the engines' moves with an alternative"),
    share("coverage", "share of usable cells that a piece comes to"),
];

const fn share(name: &'static str, meaning: &'static str) -> Measure {
    Measure { name, meaning, low: 0.0, high: 1.0 }
}

/// Lets two equal engines play, and measures their games; each measure is from 0 to 1.
///
/// # Errors
/// If the game does not open, is not for two, or has an engine fail.
pub(super) fn play(game: Spec, games: u32, seed: u64) -> Result<[f64; MEASURES.len()], LabError> {
    let metrics = [Metric::Balance, Metric::Draws, Metric::DecisionMoves, Metric::Coverage];
    let settings = metrics::Settings {
        game,
        plan: Plan { games: games.div_ceil(FEWER), seed, ..Plan::default() },
        engine: AgentSpec::parse(ENGINE)?,
        metrics: metrics.to_vec(),
    };
    let conditions = Conditions { threads: 1, stop: &Stop::default() };
    let measured = metrics::measure(&settings, &NoFiles, conditions, &mut |_| {})?
        .expect("nobody asks these games to stop");
    let [advantage, draws, decisions, coverage] =
        metrics.map(|metric| measured.estimate(metric).expect("it was asked for").value);
    Ok([1.0 - advantage.abs(), 1.0 - draws, decisions, coverage])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rulespace(genes: &str) -> Spec {
        Spec::new("rulespace").with("genes", genes)
    }

    #[test]
    fn the_measures_are_shares_and_the_same_twice() {
        let game = rulespace("35004045033024151510005444135300010111111101442011");
        let once = play(game.clone(), 8, 3).unwrap();
        assert!(once.iter().all(|value| (0.0..=1.0).contains(value)), "{once:?}");
        assert_eq!(once, play(game, 8, 3).unwrap());
    }

    #[test]
    fn a_drawn_out_game_is_less_decisive_than_one_that_the_rules_end() {
        let drawn_out = rulespace("10650552032000024302215456645500100001111110010251");
        let ended = rulespace("06030046544060560404124563226611011110111052050661");
        let [_, decisive, ..] = play(drawn_out, 8, 3).unwrap();
        assert_eq!(decisive, 0.5, "two of four games are drawn");
        let [_, decisive, ..] = play(ended, 8, 3).unwrap();
        assert_eq!(decisive, 1.0);
    }
}
