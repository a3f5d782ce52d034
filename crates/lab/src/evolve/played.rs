//! The second stage of the fitness `played`: what games are like when both sides think.
//!
//! The paper's metrics come from players that look one ply ahead at most, and what such games are like
//! says little about games of people who plan. So a candidate that passes the first stage is
//! also played by two equal engines, [`ENGINE`] if nothing else is asked for, each game after a few random
//! moves, and these games are measured:
//!
//! | measure | what it is |
//! | --- | --- |
//! | `decisive` | share of games that somebody wins |
//! | `coverage` | share of usable cells that a piece comes to |
//! | `choice` | legal moves in a turn, full at 60 |
//!
//! With the paper's intelligence and usability these are all its measures. They were chosen to be told
//! by a few games and to leave room: the best of a thousand random games have 0.85 of it. Balance,
//! drama and changes of the lead are left out, because six games tell too little about them, so
//! that the luckiest candidate wins instead of the best; decisions (moves with an alternative),
//! because nearly all games are full of them. Duration and dynamism of random games are left out,
//! because over random games they fall as the skill trace rises, and completion, because it favours
//! games that are over early.
//!
//! The engines are equal on purpose: no player is ever set against one with more search, so that the
//! skill trace, which does that, stays a test that the fitness has not seen.
//!
//! **Cost.** Half as many games as the paper's metrics have, at the engine's nodes for each move.
//! A game of 100 moves at most bounds the work; engines that a clock decides are refused.

use selforge_agents::{AgentSpec, Stop};
use selforge_core::Spec;
use selforge_games::NoFiles;

use super::space::Measure;
use crate::LabError;
use crate::metrics::{self, Conditions, Metric, Plan};

/// Who plays both sides if nobody else is asked for.
pub(super) const ENGINE: &str = "alphabeta nodes=100 hash=1";

/// How many games of a measure of the paper there are for each game of the engines.
const FEWER: u32 = 2;

/// The measures, in the order of [`play`].
pub(super) const MEASURES: [Measure; 3] = [
    Measure::new("decisive", "share of the engines' games that are won", 0.0, 1.0),
    Measure::new(
        "coverage",
        "share of usable cells that a piece comes to in the engines' games",
        0.0,
        1.0,
    ),
    Measure::new("choice", "legal moves in a turn of the engines' games", 0.0, 60.0),
];

/// Lets two equal engines play, and measures their games.
///
/// # Errors
/// If the game does not open, is not for two, or has an engine fail.
pub(super) fn play(
    game: Spec,
    engine: &str,
    games: u32,
    seed: u64,
) -> Result<[f64; MEASURES.len()], LabError> {
    let metrics = [Metric::Draws, Metric::Coverage, Metric::Branching];
    let settings = metrics::Settings {
        game,
        plan: Plan { games: games.div_ceil(FEWER), seed, ..Plan::default() },
        engine: Some(AgentSpec::parse(engine)?),
        controller: None,
        metrics: metrics.to_vec(),
    };
    let conditions = Conditions { workers: 1.into(), stop: &Stop::default(), records: None };
    let measured = metrics::measure(&settings, &NoFiles, conditions, &mut |_| {})?
        .expect("nobody asks these games to stop");
    let [draws, coverage, choice] =
        metrics.map(|metric| measured.estimate(metric).expect("it was asked for").value);
    Ok([1.0 - draws, coverage, choice])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rulespace(genes: &str) -> Spec {
        Spec::new("rulespace").with("genes", genes)
    }

    #[test]
    fn the_measures_are_the_same_twice() {
        let game = rulespace("35004045033024151510005444135300010111111101442011");
        let once = play(game.clone(), ENGINE, 8, 3).unwrap();
        let [decisive, coverage, choice] = once;
        assert!((0.0..=1.0).contains(&decisive) && (0.0..=1.0).contains(&coverage), "{once:?}");
        assert!((1.0..200.0).contains(&choice), "{once:?}");
        assert_eq!(once, play(game.clone(), ENGINE, 8, 3).unwrap());
        assert_ne!(once, play(game, "greedy", 8, 3).unwrap(), "another engine plays otherwise");
    }

    #[test]
    fn a_drawn_out_game_is_less_decisive_than_one_that_the_rules_end() {
        let drawn_out = rulespace("10650552032000024302215456645500100001111110010251");
        let ended = rulespace("06030046544060560404124563226611011110111052050661");
        let [decisive, ..] = play(drawn_out, ENGINE, 8, 3).unwrap();
        assert_eq!(decisive, 0.5, "two of four games are drawn");
        let [decisive, ..] = play(ended, ENGINE, 8, 3).unwrap();
        assert_eq!(decisive, 1.0);
    }
}
