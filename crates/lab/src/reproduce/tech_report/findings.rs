//! What the matches of the study say.

use std::collections::BTreeMap;

use selforge_board::Board;
use serde::Serialize;

use super::claims::claims;
use super::organisation::Organisation;
use super::settings::{Contest, Experiment, MAIN, RACES, Settings, Topic};
use super::solved::Solved;
use crate::report::Report;
use crate::reproduce::suite::blockades;
use crate::reproduce::{Claim, Score};
use crate::stats::{Interval, Sample, Share, rounded};

/// All results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Findings {
    /// The program and its version.
    pub program: String,
    /// The seed of the study.
    pub seed: u64,
    /// Games of each match.
    pub games: usize,
    /// All games of the study.
    pub all_games: u64,
    /// The engine that plays itself.
    pub engine: String,
    /// The one that it should beat.
    pub weaker: String,
    /// What density does, board by board; the first one is the main board.
    pub curves: Vec<Curve>,
    /// What a longer move is worth.
    pub lengths: Vec<Handicap>,
    /// What fewer pieces are worth.
    pub pieces: Vec<Handicap>,
    /// The chess board with eight neighbours: the engine with itself, and against the weaker one.
    pub pawns: [Measured; 2],
    /// The board without a rim, and the one with a rim on which the same starts are laid.
    pub races: [Race; 2],
    /// Small boards, exactly.
    pub solved: Vec<Solved>,
    /// What the report says, beside what was found.
    pub claims: Vec<Claim>,
}

/// A board at several densities.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Curve {
    /// The board.
    pub board: String,
    /// Its cells.
    pub cells: usize,
    /// How many neighbours a cell has, away from the rim.
    pub neighbours: usize,
    /// By density, in order.
    pub points: Vec<Point>,
    /// Where half of the games are drawn; none if that is beyond the densities played.
    pub change: Option<Change>,
}

/// A board at one density.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Point {
    /// Pieces on 100 cells.
    pub density: u32,
    /// The engine with itself.
    pub even: Measured,
    /// The engine against the weaker one.
    pub skill: Option<Measured>,
}

/// The density at which something becomes more than half.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Change {
    /// Pieces on 100 cells.
    pub density: f64,
    /// Where the same happens at the ends of the intervals; an end is missing if it is beyond the
    /// densities played.
    pub low: Option<f64>,
    /// The other end.
    pub high: Option<f64>,
}

/// An advantage of one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Handicap {
    /// What the seats have, the one with the advantage second.
    pub seats: [u32; 2],
    /// The score of the seat with the advantage when it moves first.
    pub first: Score,
    /// Its score when it moves second.
    pub second: Score,
    /// Both together.
    pub both: Score,
    /// The games of both that were drawn.
    pub drawn: Share,
    /// Plies a game.
    pub plies: f64,
}

/// A board on which games may be races.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Race {
    /// The board.
    pub board: String,
    /// An engine with itself, with as many pieces on both sides.
    pub even: Measured,
    /// The same with a piece less in one set.
    pub fewer: Handicap,
}

/// What came of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// Its folder.
    pub name: String,
    /// The game.
    pub game: String,
    #[serde(skip)]
    experiment: Experiment,
    /// How many games.
    pub games: u64,
    /// Games drawn, for whatever cause.
    pub drawn: Share,
    /// Games drawn by mutual blockade.
    pub blocked: Share,
    /// Plies a game.
    pub plies: Sample,
    /// The first player's score.
    pub score: Score,
    /// The first seat's score.
    pub first_seat: Score,
    /// The first seat's mean score at each start, so that matches can be put together.
    #[serde(skip)]
    first_seat_rounds: Vec<f64>,
    /// How the sets moved; only of the engine with itself.
    pub organisation: Option<Organisation>,
}

impl Measured {
    pub(super) fn of(
        experiment: &Experiment,
        report: &Report,
        organisation: Option<Organisation>,
    ) -> Measured {
        let (summary, games) = (&report.summary, &report.run.games);
        let total = games.len() as u64;
        let player = &summary.players[0];
        // Two games of one start are much alike: they count as one.
        let mut rounds: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        games.iter().for_each(|it| rounds.entry(it.start).or_default().push(it.score(0)));
        let first_seat_rounds: Vec<f64> =
            rounds.into_values().map(|scores| Sample::of(scores).mean).collect();
        Measured {
            name: experiment.name(),
            game: summary.game.clone(),
            experiment: *experiment,
            games: total,
            drawn: Share::of(summary.first_seat.tally.draws, total),
            blocked: blockades(report),
            plies: summary.length,
            score: Score { score: player.score, interval: player.score_interval },
            first_seat: Score::of_rounds(&first_seat_rounds, 2),
            first_seat_rounds,
            organisation,
        }
    }

    /// Games that somebody won.
    pub(super) fn decided(&self) -> Share {
        Share::of(self.games - self.drawn.count, self.games)
    }

    /// Games of self-organised play.
    pub(super) fn organised(&self) -> Share {
        self.organisation.as_ref().map_or(Share::of(0, 0), |it| it.organised)
    }
}

impl Findings {
    /// Puts the matches together.
    pub(super) fn new(settings: &Settings, all: &[Measured], solved: Vec<Solved>) -> Findings {
        let find = |topic: Topic, contest: Contest| {
            all.iter().find(|it| it.experiment == Experiment { topic, contest }).cloned()
        };
        let played = |topic, contest| find(topic, contest).expect("every experiment was done");
        let curve = |(board, densities): (&'static str, Vec<u32>)| {
            let point = |density: &u32| {
                let topic = Topic::Density(board, *density);
                Point {
                    density: *density,
                    even: played(topic, Contest::Even),
                    skill: find(topic, Contest::Skill),
                }
            };
            Curve::of(board, densities.iter().map(point).collect())
        };
        let mut findings = Findings {
            program: crate::store::program(),
            seed: settings.seed,
            games: settings.games,
            all_games: all.iter().map(|it| it.games).sum(),
            engine: settings.engine.spec().to_string(),
            weaker: settings.weaker.spec().to_string(),
            curves: settings.boards().into_iter().map(curve).collect(),
            lengths: handicaps(all, |it| match it {
                Topic::Lengths(seats) => Some(seats),
                _ => None,
            }),
            // A smaller set has less to bring together.
            pieces: handicaps(all, |it| match it {
                Topic::Pieces(seats) => Some(seats),
                _ => None,
            }),
            pawns: [Contest::Even, Contest::Skill].map(|it| played(Topic::Pawns, it)),
            races: RACES.map(|board| Race::of(board, all)),
            solved,
            claims: Vec::new(),
        };
        findings.claims = claims(&findings);
        findings
    }

    /// The board on which everything is measured.
    pub(super) fn main(&self) -> &Curve {
        self.curves.iter().find(|it| it.board == MAIN).expect("the main board is always played")
    }
}

impl Race {
    fn of(board: &'static str, all: &[Measured]) -> Race {
        let pieces = |topic: Topic| match topic {
            Topic::Race(on, pieces) if on == board => Some(pieces),
            _ => None,
        };
        let unequal = |topic: Topic| pieces(topic).filter(|[a, b]| a != b);
        let even = |it: &&Measured| pieces(it.experiment.topic).is_some_and(|[a, b]| a == b);
        let even = all.iter().find(even).expect("every experiment was done").clone();
        let fewer = handicaps(all, unequal).pop().expect("each seat has a piece less in turn");
        Race { board: board.to_owned(), even, fewer }
    }
}

/// Pairs of matches in which the seats exchange their advantage. In every pair the match in which
/// the second seat has it comes first.
fn handicaps(all: &[Measured], seats: impl Fn(Topic) -> Option<[u32; 2]>) -> Vec<Handicap> {
    let these: Vec<([u32; 2], &Measured)> =
        all.iter().filter_map(|it| Some((seats(it.experiment.topic)?, it))).collect();
    let pair = |pair: &[([u32; 2], &Measured)]| {
        let [(seats, second), (_, first)] = pair else { return None };
        let turned = second.first_seat_rounds.iter().map(|score| 1.0 - score);
        let rounds: Vec<f64> = turned.chain(first.first_seat_rounds.iter().copied()).collect();
        let games = first.games + second.games;
        Some(Handicap {
            seats: *seats,
            first: first.first_seat,
            second: second.first_seat.turned(),
            both: Score::of_rounds(&rounds, 2),
            drawn: Share::of(first.drawn.count + second.drawn.count, games),
            plies: rounded(f64::midpoint(first.plies.mean, second.plies.mean)),
        })
    };
    these.chunks_exact(2).filter_map(pair).collect()
}

impl Curve {
    fn of(name: &str, points: Vec<Point>) -> Curve {
        let board = Board::parse(name, 0).expect("the name of a board");
        let around = board.cells().iter().map(|&cell| board.neighbours(cell).len());
        let drawn: Vec<(f64, Share)> =
            points.iter().map(|it| (f64::from(it.density), it.even.drawn)).collect();
        Curve {
            board: name.to_owned(),
            cells: board.cells().len(),
            neighbours: around.max().unwrap_or(0),
            change: Change::of(&drawn),
            points,
        }
    }
}

impl Change {
    /// Where the share first becomes more than a half, in a straight line between the densities.
    fn of(shares: &[(f64, Share)]) -> Option<Change> {
        let crossing = |value: fn(&Share) -> f64| {
            shares.windows(2).find_map(|pair| {
                let [(from, before), (to, after)] = pair else { return None };
                let (before, after) = (value(before), value(after));
                (before < 0.5 && after >= 0.5)
                    .then(|| rounded(from + (to - from) * (0.5 - before) / (after - before)))
            })
        };
        Some(Change {
            density: crossing(|it| it.share)?,
            low: crossing(|it| it.interval.high),
            high: crossing(|it| it.interval.low),
        })
    }

    /// `31.2 (29.8 to 33.0)`, as far as it is known.
    pub(super) fn words(&self) -> String {
        let end = |it: Option<f64>| it.map_or("?".to_owned(), |it| format!("{it:.0}"));
        format!("{:.1} % ({} to {})", self.density, end(self.low), end(self.high))
    }

    /// Where it may lie; without end where that is not known.
    pub(super) fn interval(&self) -> Interval {
        Interval { low: self.low.unwrap_or(0.0), high: self.high.unwrap_or(100.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_change_lies_where_half_is_reached() {
        let share = |percent: u64| Share::of(percent, 100);
        let shares = [(20.0, share(0)), (30.0, share(40)), (40.0, share(60)), (50.0, share(90))];
        let change = Change::of(&shares).unwrap();
        assert!((change.density - 35.0).abs() < 1e-9);
        let Interval { low, high } = change.interval();
        assert!(low > 30.0 && low < 35.0 && high > 35.0 && high < 42.0, "{low} {high}");
        assert_eq!(Change::of(&shares[..2]), None);
        let all = [(10.0, share(20)), (20.0, share(52))];
        let change = Change::of(&all).unwrap();
        assert_eq!((change.high, change.interval().high), (None, 100.0));
    }
}
