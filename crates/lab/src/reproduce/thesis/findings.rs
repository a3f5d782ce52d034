//! What the matches of the study say, apart from times.

use serde::Serialize;

use super::claims::claims;
use super::printed::{HUMANS, Human, Printed, SETUPS};
use super::settings::{Role, Settings, game};
use crate::arena::{Cause, Played, Tally};
use crate::report::Report;
use crate::reproduce::suite::blockades;
use crate::reproduce::{Claim, Score};
use crate::stats::{Sample, Share};

/// All results that no clock changes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Findings {
    /// The program and its version.
    pub program: String,
    /// The seed of the study.
    pub seed: u64,
    /// Games of the swarm with itself in each setup.
    pub games: usize,
    /// All games of the study.
    pub all_games: usize,
    /// The stronger engine.
    pub engine: String,
    /// What was found, setup by setup.
    pub setups: Vec<SetupFindings>,
    /// The matches between depths, all setups together.
    pub depth: Vec<Rung>,
    /// The thesis's games between people and its program; nothing here repeats them.
    pub humans: [Human; 10],
    /// What the thesis says, beside what was found.
    pub claims: Vec<Claim>,
}

/// What was found in one setup.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SetupFindings {
    /// Its number.
    pub setup: u8,
    /// Our reconstruction of it.
    pub game: String,
    /// What the thesis prints.
    pub printed: Printed,
    /// Its matches.
    pub matches: Vec<MatchFindings>,
}

/// What came of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchFindings {
    /// What it is for; also the name of its folder.
    pub name: String,
    #[serde(skip)]
    pub(super) role: Role,
    /// The two players.
    pub players: Vec<String>,
    /// How many games.
    pub games: u64,
    /// Games that the first seat won: black, in the thesis.
    pub black: Share,
    /// Games that the second seat won.
    pub white: Share,
    /// Games drawn, for whatever cause.
    pub drawn: Share,
    /// Games drawn by mutual blockade.
    pub blocked: Share,
    /// The first seat's points per game, and where the true value may lie.
    pub first_seat: Score,
    /// The first player's games, whatever its seat.
    pub first_player: Tally,
    /// The first player's points per game.
    pub score: Score,
    /// Pairs of games with seats exchanged, by what the first player made of them.
    pub pairs: [u64; 5],
    /// Plies per game.
    pub plies: Sample,
    /// Games of at most forty plies, twenty moves of each seat.
    pub short: Share,
    /// Why games were drawn.
    pub draws: Vec<Cause>,
}

/// A match between two depths, all setups together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rung {
    /// The folder in each setup.
    pub name: String,
    #[serde(skip)]
    pub(super) role: Role,
    /// The two players, the deeper one first.
    pub players: Vec<String>,
    /// The deeper one's games.
    #[serde(flatten)]
    pub tally: Tally,
    /// Its points per game.
    pub score: Score,
}

impl Findings {
    /// Sums up the matches that the settings ask for, given in their order.
    #[must_use]
    pub fn of(settings: &Settings, roles: &[(u8, Role)], reports: &[Report]) -> Findings {
        let all = || roles.iter().zip(reports);
        let setup = |number: u8| -> Vec<MatchFindings> {
            let these = all().filter(|((setup, _), _)| *setup == number);
            these.map(|((_, role), report)| MatchFindings::of(*role, report)).collect()
        };
        let chosen = SETUPS.iter().filter(|row| settings.setups.contains(&row.setup));
        let setups: Vec<SetupFindings> = chosen
            .map(|printed| SetupFindings {
                setup: printed.setup,
                game: game(printed.setup).to_string(),
                printed: *printed,
                matches: setup(printed.setup),
            })
            .collect();
        let deep = [2, 3, 4].map(Role::Depth).into_iter().chain([2, 3].map(Role::Minimax));
        let mut findings = Findings {
            program: crate::store::program(),
            seed: settings.seed,
            games: settings.games,
            all_games: reports.iter().map(|report| report.run.games.len()).sum(),
            engine: settings.engine.spec().to_string(),
            depth: deep.filter_map(|role| Rung::of(role, &setups)).collect(),
            setups,
            humans: HUMANS,
            claims: Vec::new(),
        };
        findings.claims = claims(&findings);
        findings
    }

    /// The rung of a role, if it was played.
    pub(super) fn rung(&self, role: Role) -> Option<&Rung> {
        self.depth.iter().find(|rung| rung.role == role)
    }

    /// A match in a setup, if it was played.
    pub(super) fn in_setup(&self, setup: u8, role: Role) -> Option<&MatchFindings> {
        self.setups.iter().find(|it| it.setup == setup)?.of(role)
    }

    /// A match in every setup.
    pub(super) fn everywhere(&self, role: Role) -> impl Iterator<Item = (u8, &MatchFindings)> {
        self.setups.iter().filter_map(move |it| Some((it.setup, it.of(role)?)))
    }
}

impl SetupFindings {
    /// The match with this role, if it was played.
    pub(super) fn of(&self, role: Role) -> Option<&MatchFindings> {
        self.matches.iter().find(|it| it.role == role)
    }
}

impl MatchFindings {
    fn of(role: Role, report: &Report) -> MatchFindings {
        let summary = &report.summary;
        let games = summary.games as u64;
        let (first, player) = (&summary.first_seat, &summary.players[0]);
        let count = |which: &dyn Fn(&&Played) -> bool| {
            Share::of(report.run.games.iter().filter(which).count() as u64, games)
        };
        MatchFindings {
            name: role.to_string(),
            role,
            players: summary.players.iter().map(|player| player.spec.clone()).collect(),
            games,
            black: Share::of(first.tally.wins, games),
            white: Share::of(first.tally.losses, games),
            drawn: Share::of(first.tally.draws, games),
            blocked: blockades(report),
            first_seat: Score { score: first.score, interval: first.score_interval },
            first_player: player.tally,
            score: Score { score: player.score, interval: player.score_interval },
            pairs: summary.encounters.first().map_or([0; 5], |met| met.pairs),
            plies: summary.length,
            short: count(&|game| game.plies <= 40),
            draws: summary.draws.clone(),
        }
    }

    /// Games that somebody won.
    pub(super) fn decided(&self) -> Share {
        Share::of(self.black.count + self.white.count, self.games)
    }
}

impl Rung {
    fn of(role: Role, setups: &[SetupFindings]) -> Option<Rung> {
        let matches: Vec<&MatchFindings> = setups.iter().filter_map(|it| it.of(role)).collect();
        let players = matches.first()?.players.clone();
        Some(Rung {
            name: role.to_string(),
            role,
            players,
            tally: total(&matches),
            score: pooled(&matches),
        })
    }
}

/// The first player's games of several matches together.
pub(super) fn total(matches: &[&MatchFindings]) -> Tally {
    let sum = |value: fn(&Tally) -> u64| matches.iter().map(|it| value(&it.first_player)).sum();
    Tally { wins: sum(|it| it.wins), draws: sum(|it| it.draws), losses: sum(|it| it.losses) }
}

/// The first player's score in several matches together, with the error of the pairs.
pub(super) fn pooled(matches: &[&MatchFindings]) -> Score {
    let pairs = matches.iter().flat_map(|it| (0u32..5).zip(it.pairs));
    let scores: Vec<f64> = pairs
        .flat_map(|(halves, count)| (0..count).map(move |_| f64::from(halves) / 4.0))
        .collect();
    Score::of_rounds(&scores, 2)
}
