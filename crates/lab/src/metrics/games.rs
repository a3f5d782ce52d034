//! The games that metrics are computed from: what is kept of each, and what each metric makes of one.
//!
//! Everything that a metric needs is in a line of `games.csv`, so that every number can be computed again
//! by anybody, from the games themselves.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use selforge_agents::{AgentSpec, Score};
use selforge_core::{Action, AnyMove, Headers, Record, Seat, Status, Timeline};
use selforge_games::Playable;

use super::engine::LADDER;
use super::lead::{self, Typical};
use super::metric::{Metric, Source};
use super::paper::scaled_duration;
use super::trace::{Finish, Trace};
use crate::report::csv::csv;
use crate::report::text::cells;
use crate::stats::{Estimate, Range};

/// Which game is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Job {
    pub(super) source: Source,
    /// The rung of the ladder; 0 for all other games.
    pub(super) rung: usize,
    /// The number of the game among those of its kind and rung.
    pub(super) index: usize,
    /// The seat that thinks, or thinks more than the others; each in turn.
    pub(super) thinker: Option<Seat>,
    /// Games of a round differ in nothing but who sits where.
    pub(super) round: usize,
    /// The number of the start.
    pub(super) start: usize,
}

/// Who plays the games.
#[derive(Clone, PartialEq, Debug)]
pub struct Players {
    /// Who plays the engine's games.
    pub engine: AgentSpec,
    /// Who plays the games of the paper's metrics, if not its random and one-ply players.
    pub controller: Option<AgentSpec>,
}

impl Players {
    /// Whether the same seed gives the same games again.
    pub(super) fn are_repeatable(&self) -> bool {
        self.engine.is_repeatable() && self.controller.as_ref().is_none_or(AgentSpec::is_repeatable)
    }
}

/// A game that was played for some metrics.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    pub(super) job: Job,
    pub(super) trace: Trace,
    /// What the engine thought: who was to move, and the value for that seat.
    pub(super) values: Vec<(Seat, Score)>,
    pub(super) usable: usize,
    pub(super) seats: u8,
    /// The game as it began.
    pub(super) spec: String,
}

impl Job {
    /// The name of a game's record, without a folder.
    pub(super) fn file(&self) -> String {
        let rung = match self.source {
            Source::Ladder => format!("-{}", LADDER[self.rung]),
            _ => String::new(),
        };
        format!("{}{rung}-{:04}.sgr", self.source.name(), self.index + 1)
    }

    /// Who sits in a seat, in words.
    fn player(&self, seat: Seat, Players { engine, controller }: &Players) -> String {
        let thinks = self.thinker == Some(seat);
        let controller = |usual: &str| {
            controller.as_ref().map_or(usual.to_owned(), |player| player.spec().to_string())
        };
        let engine = engine.spec();
        match self.source {
            Source::Random => controller("random"),
            Source::Contest if thinks => controller("one ply"),
            Source::Contest => "random".to_owned(),
            Source::Engine => engine.to_string(),
            Source::Ladder => {
                let nodes = LADDER[self.rung + usize::from(thinks)];
                format!("{engine}, with {nodes} nodes")
            }
        }
    }
}

impl PlayedGame {
    /// What the game says about a metric of its source; nothing where it tells nothing.
    fn value(&self, metric: Metric, typical: Typical) -> Option<f64> {
        let PlayedGame { job, trace, values, usable, seats, .. } = self;
        let by_ply = |number: f64| number / f64::from(trace.plies.max(1));
        let by_cell = |number: u32| f64::from(number) / (*usable).max(1) as f64;
        let flag = |is: bool| f64::from(u8::from(is));
        Some(match metric {
            Metric::Duration => scaled_duration(trace.turns),
            Metric::Intelligence => flag(trace.winner() == job.thinker),
            Metric::Dynamism => trace.dynamism,
            Metric::Usability => by_cell(trace.arrivals),
            Metric::Balance => {
                let seats = f64::from(*seats);
                (seats * self.score(Seat::FIRST) - 1.0) / (seats - 1.0).max(1.0)
            }
            Metric::Completion => flag(trace.finish == Finish::Played),
            Metric::Draws => flag(trace.winner().is_none()),
            Metric::DecisionMoves => by_ply(f64::from(trace.decisions)),
            Metric::Coverage => by_cell(trace.entered),
            Metric::Branching => by_ply(trace.choices as f64),
            Metric::LeadChanges => f64::from(lead::lead_changes(values, *seats, typical)),
            Metric::Drama => lead::drama(values, *seats, typical, trace.winner())?,
            Metric::Iida => f64::from(trace.plies).powi(2) / trace.choices.max(1) as f64,
            Metric::CellEntropy => trace.entropy / ((*usable).max(2) as f64).ln(),
            Metric::Uncertainty => lead::uncertainty(values, *seats, typical)?,
            Metric::SkillTrace => self.score(job.thinker?),
        })
    }

    /// What a seat scored.
    fn score(&self, seat: Seat) -> f64 {
        self.trace.score(seat, self.seats)
    }

    /// The text of the game's record, which had these moves.
    pub(super) fn record(&self, playable: &Playable, players: &Players, moves: &[u32]) -> String {
        let mut headers = Headers::new(playable.spec.clone());
        headers.rules = Some(playable.rules_name());
        headers.program = Some(crate::store::program());
        let seats = Seat::all(self.seats);
        headers.names = seats.map(|seat| (seat, self.job.player(seat, players))).collect();
        let event = format!("metrics, {}", self.job.file().trim_end_matches(".sgr"));
        headers.set_other("event", &event).expect("the key is a good one");
        let mut timeline = Timeline::new(Arc::new(playable.game.clone()));
        for &code in moves {
            let Status::ToMove(seat) = timeline.status() else { break };
            let played = timeline.act(seat, Action::Move(AnyMove(code)));
            played.expect("what the game allows, its erased twin allows");
        }
        Record::from_timeline(&timeline, headers).to_text()
    }
}

/// All games that were played for a table of metrics.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Games {
    pub(super) all: Vec<PlayedGame>,
    pub(super) starts: usize,
}

impl Games {
    fn of(&self, source: Source) -> impl Iterator<Item = &PlayedGame> {
        self.all.iter().filter(move |game| game.job.source == source)
    }

    fn typical(&self) -> Typical {
        Typical::of(self.of(Source::Engine).map(|game| game.values.as_slice()))
    }

    /// One number for each start, or for each round of games where there is but one start: games that
    /// have more than that in common are not independent.
    fn by_start<'a>(
        &self,
        games: impl Iterator<Item = &'a PlayedGame>,
        value: impl Fn(&PlayedGame) -> Option<f64>,
    ) -> Vec<f64> {
        let mut groups: BTreeMap<(usize, usize), (f64, u32)> = BTreeMap::new();
        for game in games {
            let Job { rung, round, start, .. } = game.job;
            let key = if self.starts > 1 { (start, 0) } else { (rung, round) };
            if let Some(value) = value(game) {
                let group = groups.entry(key).or_default();
                *group = (group.0 + value, group.1 + 1);
            }
        }
        groups.into_values().map(|(sum, count)| sum / f64::from(count)).collect()
    }

    /// What the games say about a metric.
    pub(super) fn estimate(&self, metric: Metric) -> Estimate {
        let typical = self.typical();
        let games = || self.of(metric.source());
        let each = self.by_start(games(), |game| game.value(metric, typical));
        if metric.is_count_of_games() && each.len() == games().count() {
            return Estimate::share(each.iter().filter(|one| **one > 0.5).count(), each.len());
        }
        Estimate::mean(&each, metric.range())
    }

    /// What each seat scored in the engine's games.
    pub(super) fn seat_scores(&self) -> Vec<Estimate> {
        let seats = self.of(Source::Engine).next().map_or(0, |game| game.seats);
        let score = |seat| self.by_start(self.of(Source::Engine), |game| Some(game.score(seat)));
        Seat::all(seats).map(|seat| Estimate::mean(&score(seat), Range::SHARE)).collect()
    }

    /// What the player with more search scored, rung by rung.
    pub(super) fn ladder(&self) -> Vec<Estimate> {
        let climbed = self.of(Source::Ladder).next().is_some();
        let rung = |number: usize| {
            let games = self.of(Source::Ladder).filter(move |game| game.job.rung == number);
            let scores = self.by_start(games, |game| Some(game.score(game.job.thinker?)));
            Estimate::mean(&scores, Range::SHARE)
        };
        (0..if climbed { LADDER.len() - 1 } else { 0 }).map(rung).collect()
    }
}

/// A line for each game of some tables, with a header line: all that their metrics are computed from.
#[must_use]
pub fn to_csv<'a>(tables: impl IntoIterator<Item = &'a Games>) -> String {
    let head = cells![
        "table",
        "kind",
        "nodes",
        "game",
        "round",
        "start",
        "spec",
        "thinker",
        "winner",
        "ranks",
        "ended_by",
        "turns",
        "plies",
        "choices",
        "decisions",
        "dynamism",
        "arrivals",
        "entered",
        "entropy",
        "usable",
        "values",
        "record"
    ];
    let row = |table: usize, game: &PlayedGame| {
        let PlayedGame { job, trace, values, usable, spec, seats } = game;
        let letter = |seat: Option<Seat>| seat.map_or(String::new(), |seat| seat.to_string());
        let rank = |seat| trace.outcome.map_or(1, |outcome| outcome.rank(seat)).to_string();
        let value = |(seat, score): &(Seat, Score)| format!("{seat}{:+}", score.0);
        let nodes = match job.source {
            Source::Ladder => LADDER[job.rung].to_string(),
            _ => String::new(),
        };
        cells![
            table + 1,
            job.source.name(),
            nodes,
            job.index + 1,
            job.round + 1,
            job.start + 1,
            spec,
            letter(job.thinker),
            letter(trace.winner()),
            Seat::all(*seats).map(rank).collect::<Vec<_>>().join(" "),
            if trace.finish == Finish::Played { "rules" } else { "limit" },
            trace.turns,
            trace.plies,
            trace.choices,
            trace.decisions,
            trace.dynamism,
            trace.arrivals,
            trace.entered,
            trace.entropy,
            usable,
            values.iter().map(value).collect::<Vec<_>>().join(" "),
            record_file(table, job).display()
        ]
    };
    let rows = tables.into_iter().enumerate();
    csv(head, rows.flat_map(|(number, games)| games.all.iter().map(move |game| row(number, game))))
}

/// Where the record of a game is, in the folder of a run.
fn record_file(table: usize, job: &Job) -> PathBuf {
    records_folder(table).join(job.file())
}

/// Where the records of a table are, in the folder of a run.
pub(super) fn records_folder(table: usize) -> PathBuf {
    Path::new("records").join((table + 1).to_string())
}
