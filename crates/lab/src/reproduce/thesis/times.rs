//! How long moves and games took: other figures each time, and so apart from the rest.

use serde::Serialize;

use super::claims::{claim, of_lost_starts};
use super::printed::{Printed, SETUPS};
use super::settings::Role;
use crate::arena::Played;
use crate::report::Report;
use crate::reproduce::Claim;
use crate::stats::{Sample, rounded};

/// A ply is shown while this part of all games lasts to it, and so many games at least.
const SHOWN_PART: f64 = 0.05;
const SHOWN_GAMES: usize = 3;

/// The plies that count as the beginning of a game.
const BEGINNING: usize = 10;

/// All times of the study.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Times {
    /// Setup by setup.
    pub setups: Vec<SetupTimes>,
    /// What the thesis says about times, beside ours.
    pub claims: Vec<Claim>,
}

/// The times in one setup.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SetupTimes {
    /// Its number.
    pub setup: u8,
    /// Match by match.
    pub matches: Vec<MatchTimes>,
    /// The swarm's moves over the game.
    pub by_ply: Vec<PlyTime>,
}

/// The times of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchTimes {
    /// Its name.
    pub name: String,
    #[serde(skip)]
    role: Role,
    /// Milliseconds a move, both players together.
    pub move_ms: Sample,
    /// Milliseconds a game.
    pub game_ms: Sample,
    /// Milliseconds a move of each player.
    pub player_ms: Vec<f64>,
}

/// How long the moves at one ply took.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PlyTime {
    /// From 1.
    pub ply: usize,
    /// How many games lasted to it.
    pub games: usize,
    /// The mean in milliseconds.
    pub mean_ms: f64,
    /// The middle one, which a machine that is busy for a moment does not move.
    pub median_ms: f64,
    /// One move in ten was faster.
    pub low_ms: f64,
    /// One move in ten was slower.
    pub high_ms: f64,
}

impl Times {
    /// The times of matches, which are given with their setups and roles.
    #[must_use]
    pub fn of(roles: &[(u8, Role)], reports: &[Report]) -> Times {
        let mut setups: Vec<SetupTimes> = Vec::new();
        for row in SETUPS {
            let these = || roles.iter().zip(reports).filter(|((setup, _), _)| *setup == row.setup);
            let matches: Vec<_> =
                these().map(|((_, role), report)| MatchTimes::of(*role, report)).collect();
            let swarm = these().find(|((_, role), _)| *role == Role::Swarm);
            let by_ply = swarm.map_or_else(Vec::new, |(_, report)| by_ply(&report.run.games));
            if !matches.is_empty() {
                setups.push(SetupTimes { setup: row.setup, matches, by_ply });
            }
        }
        let mut times = Times { setups, claims: Vec::new() };
        let claims = [fast(&times), slow_start(&times), steady(&times), dear_depth(&times)];
        times.claims = claims.into_iter().flatten().collect();
        times
    }

    /// The times of a match in a setup, if it was played.
    pub(super) fn in_setup(&self, setup: u8, role: Role) -> Option<&MatchTimes> {
        self.setup(setup)?.matches.iter().find(|it| it.role == role)
    }

    fn setup(&self, setup: u8) -> Option<&SetupTimes> {
        self.setups.iter().find(|it| it.setup == setup)
    }
}

impl MatchTimes {
    fn of(role: Role, report: &Report) -> MatchTimes {
        let moves = report.run.games.iter().flat_map(|game| &game.micros);
        MatchTimes {
            name: role.to_string(),
            role,
            move_ms: Sample::of(moves.map(|micros| ms(*micros))),
            game_ms: report.times.game_ms,
            player_ms: report.times.players.iter().map(|player| player.move_ms.mean).collect(),
        }
    }
}

fn ms(micros: u64) -> f64 {
    micros as f64 / 1e3
}

/// The times of all games ply by ply, as long as enough games last.
fn by_ply(games: &[Played]) -> Vec<PlyTime> {
    let least = ((games.len() as f64 * SHOWN_PART) as usize).max(SHOWN_GAMES);
    let at = |ply: usize| -> Option<PlyTime> {
        let mut all: Vec<f64> = games
            .iter()
            .filter_map(|game| game.micros.get(ply))
            .map(|micros| ms(*micros))
            .collect();
        all.sort_by(f64::total_cmp);
        let last = all.len().checked_sub(least).map(|_| all.len() - 1)?;
        let tenth = |tenths: usize| rounded(all[(last * tenths + 5) / 10]);
        Some(PlyTime {
            ply: ply + 1,
            games: all.len(),
            mean_ms: rounded(all.iter().sum::<f64>() / all.len() as f64),
            median_ms: tenth(5),
            low_ms: tenth(1),
            high_ms: tenth(9),
        })
    };
    (0..).map_while(at).collect()
}

/// How long a move usually takes at these plies: the mean of their medians, by games.
fn usual(plies: &[PlyTime]) -> Option<f64> {
    let games: usize = plies.iter().map(|it| it.games).sum();
    let sum: f64 = plies.iter().map(|it| it.median_ms * it.games as f64).sum();
    (games > 0).then(|| sum / games as f64)
}

fn fast(times: &Times) -> Option<Claim> {
    let swarm: Vec<_> =
        times.setups.iter().filter_map(|it| times.in_setup(it.setup, Role::Swarm)).collect();
    let mean = |it: &&MatchTimes| it.move_ms.mean;
    let slowest = swarm.iter().map(mean).fold(0.0, f64::max);
    let fastest = swarm.iter().map(mean).fold(f64::INFINITY, f64::min);
    let most = swarm.iter().map(|it| it.move_ms.max).fold(0.0, f64::max);
    if swarm.is_empty() || slowest <= 0.0 {
        return None;
    }
    let theirs = || SETUPS.iter().map(|row: &Printed| 1e3 * row.move_s);
    let (least, longest) = (theirs().fold(f64::INFINITY, f64::min), theirs().fold(0.0, f64::max));
    Some(claim(
        "A move of the swarm takes less than a second.",
        format!("{least:.0} to {longest:.0} ms by setup, on a 1.6 GHz Celeron"),
        format!(
            "{fastest:.2} to {slowest:.2} ms by setup, {most:.1} ms at most: {:.0} times as fast, \
             on this machine",
            longest / slowest
        ),
        (most < 1e3).into(),
    ))
}

fn slow_start(times: &Times) -> Option<Claim> {
    let beginning = |setup: u8| {
        let plies = &times.setup(setup)?.by_ply;
        usual(&plies[..BEGINNING.min(plies.len())])
    };
    let scattered = beginning(4)?;
    let others: Vec<f64> = [1, 2, 3].into_iter().filter_map(beginning).collect();
    if others.is_empty() {
        return None;
    }
    let elsewhere = others.iter().sum::<f64>() / others.len() as f64;
    Some(of_lost_starts(
        "At the beginning of a game, moves take much longer in setup 4 than in setups 1 to 3.",
        "a plot, lost",
        format!(
            "the first {BEGINNING} plies: {scattered:.3} ms and {elsewhere:.3} ms a move, {:.1} times",
            scattered / elsewhere
        ),
    ))
}

fn steady(times: &Times) -> Option<Claim> {
    let plies = &times.setup(2)?.by_ply;
    let (early, late) = plies.split_at(plies.len() / 2);
    let (early, late) = (usual(early)?, usual(late)?);
    Some(of_lost_starts(
        "In setup 2 the time of a move hardly changes over the game.",
        "a plot, lost",
        format!("{early:.3} ms a move in the first half of the plies, {late:.3} ms in the second"),
    ))
}

fn dear_depth(times: &Times) -> Option<Claim> {
    let cost = |plies: u32| {
        let these = times.setups.iter();
        let these = these.filter_map(|it| times.in_setup(it.setup, Role::Minimax(plies)));
        let all: Vec<&Vec<f64>> = these.map(|it| &it.player_ms).collect();
        let sum = |player: usize| all.iter().filter_map(|it| it.get(player)).sum::<f64>();
        let count = all.len().max(1) as f64;
        (sum(1) > 0.0).then(|| (sum(0) / count, sum(0) / sum(1)))
    };
    let told: Vec<_> = [2, 3].into_iter().filter_map(|plies| Some((plies, cost(plies)?))).collect();
    let words = |(plies, (ms, factor)): &(u32, (f64, f64))| {
        format!("{plies} plies: {ms:.1} ms a move, {factor:.0} times one ply")
    };
    let cheap = told.iter().all(|(_, (ms, _))| *ms < 1e3);
    let ours = told.iter().map(words).collect::<Vec<_>>().join("; ");
    (!told.is_empty()).then_some(())?;
    Some(claim(
        "A deeper search takes too long to play with.",
        "2 plies: 5 to 20 s a move; 3 plies: minutes",
        ours,
        (!cheap).into(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Fixture;

    #[test]
    fn plies_are_shown_while_enough_games_last() {
        let game = |micros: &[u64]| {
            let fixture = Fixture { index: 0, start: 0, players: vec![0, 1] };
            Played { micros: micros.to_vec(), ..Played::new(&fixture, String::new()) }
        };
        let games = [game(&[1000, 500]), game(&[2000, 500]), game(&[3000, 500]), game(&[2000])];
        let plies = by_ply(&games);
        assert_eq!(plies.len(), 2);
        let first = plies[0];
        assert_eq!((first.ply, first.games, first.mean_ms), (1, 4, 2.0));
        assert_eq!((first.low_ms, first.high_ms), (1.0, 3.0));
        assert_eq!(first.median_ms, 2.0);
        assert_eq!(usual(&plies), Some((4.0 * 2.0 + 3.0 * 0.5) / 7.0));
        assert!(by_ply(&games[..2]).is_empty(), "two games are too few");
    }
}
