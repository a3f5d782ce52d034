//! How the sets of a match moved: the report's indicator, game by game.
//!
//! The report calls play self-organised when the mean number of turns since each piece's last move
//! stays about the size of the set, and not when it is much higher: a few pieces wander, and the others
//! stand. It also says that this takes long games. So a game counts as self-organised here
//! when each owner has had at least [`LONG`] times as many turns as pieces, as in the report's own example
//! (77 turns on 61 cells, so with about 24 pieces), and the indicator after warm-up is at most [`MOST`] of the set's size
//! in both sets.

use std::fs;

use selforge_agents::Stop;
use selforge_core::Record;
use selforge_games::{NoFiles, Playable};
use serde::Serialize;

use crate::LabError;
use crate::analysis::{Settled, analyse};
use crate::report::Report;
use crate::spread::gather;
use crate::stats::{Sample, Share};
use crate::store::Folder;

/// How many turns of a set's owner make a long game, in sizes of the set.
pub(super) const LONG: usize = 3;

/// Up to which part of the set's size the indicator tells that all of it moves.
pub(super) const MOST: f64 = 1.25;

/// How the sets of a match moved.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Organisation {
    /// Games long enough to warm up; the others have no indicator.
    pub warm: Share,
    /// The indicator against the size of the set, of warm games.
    pub ratio: Sample,
    /// The indicator against that of pieces that move at random.
    pub against_chance: Sample,
    /// How far the indicator fluctuates within a game, against the size of the set.
    pub fluctuation: Sample,
    /// Games of self-organised play.
    pub organised: Share,
}

/// Looks at all games of a match; `None` if it was told to stop.
///
/// # Errors
/// If a record cannot be read.
pub(super) fn of(
    report: &Report,
    folder: &Folder,
    threads: usize,
    stop: &Stop,
) -> Result<Option<Organisation>, LabError> {
    let games = &report.run.games;
    let first = games.first().map(|game| selforge_core::Spec::parse(&game.game));
    let Some(Ok(spec)) = first else { return Ok(Some(Organisation::of(&[]))) };
    // Starts differ, boards and rules do not, and a record has its own start.
    let playable = selforge_games::open(&spec, &NoFiles)?;
    let look = |number: usize| settled(&playable, folder, games[number].index);
    let looked = gather(games.len(), threads, stop, &mut |_| {}, look)?;
    Ok(looked.map(|games| Organisation::of(&games)))
}

/// The indicators of both sets of a game, with the sizes of the sets.
type Game = Vec<(usize, Option<Settled>)>;

fn settled(playable: &Playable, folder: &Folder, index: usize) -> Result<Game, LabError> {
    let file = folder.record(index);
    let bytes = fs::read(&file).map_err(LabError::file("read", &file))?;
    let record = Record::parse_bytes(&bytes)?.record;
    let analysis = analyse(&record, playable, &[])?;
    Ok(analysis.sets.iter().map(|set| (set.size, set.settled)).collect())
}

impl Organisation {
    fn of(games: &[Game]) -> Organisation {
        let total = games.len() as u64;
        let all_warm = |game: &&Game| game.iter().all(|(_, set)| set.is_some());
        let warm: Vec<&Game> = games.iter().filter(all_warm).collect();
        // The sets of a game are no two games: their mean counts.
        let sample = |value: fn(usize, &Settled) -> f64| {
            Sample::of(warm.iter().map(|game| {
                let sets = game.iter().filter_map(|(size, set)| Some(value(*size, set.as_ref()?)));
                Sample::of(sets).mean
            }))
        };
        let organised = |game: &&&Game| {
            game.iter().all(|(size, set)| {
                let flows = |it: &Settled| it.turns >= (LONG - 1) * size && it.ratio <= MOST;
                set.as_ref().is_some_and(flows)
            })
        };
        Organisation {
            warm: Share::of(warm.len() as u64, total),
            ratio: sample(|_, set| set.ratio),
            against_chance: sample(|_, set| set.against_chance),
            fluctuation: sample(|size, set| set.fluctuation / size.max(1) as f64),
            organised: Share::of(warm.iter().filter(organised).count() as u64, total),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_games_in_which_both_sets_flow_are_self_organised() {
        let set = |turns: usize, ratio: f64| {
            let (mean, fluctuation, against_chance) = (4.0 * ratio, 0.4, ratio);
            (4, Some(Settled { turns, mean, fluctuation, ratio, against_chance }))
        };
        let games = [
            vec![set(8, 1.0), set(8, 0.5)],
            vec![set(7, 1.0), set(8, 1.0)],
            vec![set(9, 1.0), set(9, 1.5)],
            vec![set(9, 1.0), (4, None)],
        ];
        let found = Organisation::of(&games);
        assert_eq!((found.organised.count, found.warm.count, found.warm.share), (1, 3, 0.75));
        assert_eq!((found.ratio.count, found.ratio.min, found.ratio.max), (3, 0.75, 1.25));
        assert!((found.fluctuation.mean - 0.1).abs() < 1e-9);
    }
}
