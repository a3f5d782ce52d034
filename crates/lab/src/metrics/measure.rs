//! All metrics of one game: what must be played, the playing on several threads, the numbers.
//!
//! Every game has a source, a number and a stream of its own, so the result does not depend on who plays
//! it when. Only games that some chosen metric asks for are played.

use std::sync::Arc;

use selforge_agents::army::PaperRules;
use selforge_agents::{AgentSpec, Player, Stop};
use selforge_core::{Game, Spec, Stream};
use selforge_games::army::Army;
use selforge_games::{Described, Environment, GameVisitor, Playable};

use super::engine::{LADDER, Table};
use super::follow::{ByCensus, ByMoves, Follow, Unfollowed};
use super::metric::{Metric, Source};
use super::outlook::{self, Outlook, Story};
use super::paper::{self, check_seats};
use super::plan::Plan;
use super::trace::{Finish, Trace};
use crate::LabError;
use crate::arena::Progress;
use crate::spread::gather;
use crate::stats::{Estimate, Range};

/// The engine whose games are measured, unless another is chosen.
pub const ENGINE: &str = "alphabeta nodes=1000 hash=1";

/// All that decides what is measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The game.
    pub game: Spec,
    /// How much is played.
    pub plan: Plan,
    /// Who plays the engine's games.
    pub engine: AgentSpec,
    /// What is asked for.
    pub metrics: Vec<Metric>,
}

/// What does not change the result.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// How many games are played at a time.
    pub threads: usize,
    /// May be raised at any time: there is no result then.
    pub stop: &'a Stop,
}

/// One step of the ladder.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Rung {
    /// The nodes of the weaker player; the stronger one has twice as many.
    pub nodes: u64,
    /// What the stronger one scored.
    pub score: Estimate,
}

/// The metrics of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// The game in canonical form.
    pub spec: Spec,
    /// The metrics that were asked for, in the usual order.
    pub estimates: Vec<(Metric, Estimate)>,
    /// The ladder behind the skill trace, from the least search up; empty if that was not asked for.
    pub rungs: Vec<Rung>,
}

impl Measured {
    /// A metric, if it was asked for.
    #[must_use]
    pub fn estimate(&self, metric: Metric) -> Option<Estimate> {
        self.estimates.iter().find(|(known, _)| *known == metric).map(|(_, estimate)| *estimate)
    }
}

/// Measures a game; `None` if it was told to stop.
///
/// # Errors
/// If the game does not open or is not for two, the engine does not fit it, or there is nothing to play.
pub fn measure(
    settings: &Settings,
    environment: &dyn Environment,
    conditions: Conditions<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Option<Measured>, LabError> {
    settings.plan.check()?;
    let playable = selforge_games::open(&settings.game, environment)?;
    check_seats(playable.game.seats())?;
    let wants = |source| settings.metrics.iter().any(|metric| metric.source() == source);
    if wants(Source::Engine) || wants(Source::Ladder) {
        Player::seat(&settings.engine, &playable)?;
    }
    if wants(Source::Ladder) && !can_climb(&settings.engine) {
        let engine = settings.engine.spec();
        let problem = format!("'{engine}' cannot be given twice the search, as skill_trace does");
        return Err(LabError::settings(problem, "alphabeta or mcts, or other metrics"));
    }
    let visitor = Measuring { settings, playable: playable.clone(), conditions, progress };
    selforge_games::visit(&playable, visitor)
}

/// Whether a number of nodes decides how well the engine plays.
fn can_climb(engine: &AgentSpec) -> bool {
    matches!(engine.spec().name(), "alphabeta" | "mcts")
}

struct Measuring<'a> {
    settings: &'a Settings,
    playable: Playable,
    conditions: Conditions<'a>,
    progress: &'a mut dyn FnMut(Progress),
}

impl GameVisitor for Measuring<'_> {
    type Output = Result<Option<Measured>, LabError>;

    fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
        let greedy = AgentSpec::parse("greedy")?;
        self.all(&*game, ByCensus::default, |table, index| {
            table.contest(&*game, &greedy, index, &mut Unfollowed)
        })
    }

    fn visit_army<G: Described + Army>(self, game: Arc<G>) -> Self::Output {
        self.all(&*game, ByMoves::new, |table, index| {
            let think = &mut |state: &G::State, stream: &mut Stream| {
                Some(PaperRules::pick(&*game, state, stream)?.0)
            };
            Ok(paper::thinker_wins(&*game, table.plan, index as u32, think))
        })
    }
}

/// A game that was played for a metric.
enum Job {
    Random(Trace),
    Contest(bool),
    Engine(Trace, Story),
    Ladder(f64),
}

impl Measuring<'_> {
    /// Plays everything that is asked for.
    fn all<G: Described, F: Follow<G>>(
        self,
        game: &G,
        follow: impl Fn() -> F + Sync,
        contest: impl Fn(&Table<'_>, usize) -> Result<bool, LabError> + Sync,
    ) -> Result<Option<Measured>, LabError> {
        let Measuring { settings, playable, conditions, progress } = self;
        let Settings { plan, engine, metrics, .. } = settings;
        if let Some(metric) = metrics.iter().find(|m| m.counts_cells() && !game.is_bounded()) {
            let problem = format!("{} on a board without end", metric.name());
            return Err(LabError::settings(problem, "a finite board, or other metrics"));
        }
        let games = plan.games as usize;
        let mut jobs: Vec<(Source, usize, usize)> = Vec::new();
        for source in [Source::Ladder, Source::Engine, Source::Contest, Source::Random] {
            if metrics.iter().any(|metric| metric.source() == source) {
                let rungs = if source == Source::Ladder { LADDER.len() - 1 } else { 1 };
                // The longest work first, so that no thread is left alone with it.
                for rung in (0..rungs).rev() {
                    jobs.extend((0..games).map(|index| (source, rung, index)));
                }
            }
        }
        let table = Table { playable: &playable, plan, stop: conditions.stop };
        let play = |number: usize| {
            let (source, rung, index) = jobs[number];
            Ok(match source {
                Source::Random => {
                    Job::Random(paper::random_game(game, plan, index as u32, &mut follow()))
                }
                Source::Contest => Job::Contest(contest(&table, index)?),
                Source::Engine => {
                    let (trace, story) = table.self_play(game, engine, index, &mut follow())?;
                    Job::Engine(trace, story)
                }
                Source::Ladder => {
                    Job::Ladder(table.rung(game, engine, rung, index, &mut Unfollowed)?)
                }
            })
        };
        let Some(played) = gather(jobs.len(), conditions.threads, conditions.stop, progress, play)?
        else {
            return Ok(None);
        };
        let mut games = Games { usable: game.usable_cells(), ..Games::default() };
        for (job, (_, rung, _)) in played.into_iter().zip(&jobs) {
            match job {
                Job::Random(trace) => games.random.push(trace),
                Job::Contest(won) => games.contests.push(won),
                Job::Engine(trace, story) => {
                    games.engine.push(trace);
                    games.stories.push(story);
                }
                Job::Ladder(score) => games.rungs[*rung].push(score),
            }
        }
        let outlook = Outlook::fit(&games.stories);
        let estimates = metrics.iter().map(|&metric| (metric, games.estimate(metric, outlook)));
        let climbed = metrics.contains(&Metric::SkillTrace);
        Ok(Some(Measured {
            spec: playable.spec.clone(),
            estimates: estimates.collect(),
            rungs: if climbed { games.ladder() } else { Vec::new() },
        }))
    }
}

/// All games that were played, by source.
#[derive(Default)]
struct Games {
    random: Vec<Trace>,
    contests: Vec<bool>,
    engine: Vec<Trace>,
    stories: Vec<Story>,
    /// What the stronger player scored, by rung and game.
    rungs: [Vec<f64>; LADDER.len() - 1],
    usable: usize,
}

impl Games {
    fn estimate(&self, metric: Metric, outlook: Outlook) -> Estimate {
        let range = metric.range();
        let mean = |of: &dyn Fn(&Trace) -> f64| {
            let values: Vec<f64> = self.engine.iter().map(of).collect();
            Estimate::mean(&values, range)
        };
        let share = |is: &dyn Fn(&Trace) -> bool| {
            Estimate::share(self.engine.iter().filter(|game| is(game)).count(), self.engine.len())
        };
        let by_ply = |number: f64, game: &Trace| number / f64::from(game.plies.max(1));
        match metric {
            Metric::Duration => paper::duration(&self.random),
            Metric::Intelligence => paper::intelligence(&self.contests),
            Metric::Dynamism => paper::dynamism(&self.random),
            Metric::Usability => paper::usability(&self.random, self.usable),
            Metric::Balance => mean(&|game| match game.winner {
                None => 0.0,
                Some(selforge_core::Seat::FIRST) => 1.0,
                Some(_) => -1.0,
            }),
            Metric::Completion => share(&|game| game.finish == Finish::Played),
            Metric::Draws => share(&|game| game.winner.is_none()),
            Metric::DecisionMoves => mean(&|game| by_ply(f64::from(game.decisions), game)),
            Metric::Coverage => mean(&|game| f64::from(game.entered) / self.usable.max(1) as f64),
            Metric::Branching => mean(&|game| by_ply(game.choices as f64, game)),
            Metric::LeadChanges => {
                let changes = |game| f64::from(outlook::lead_changes(game, outlook));
                Estimate::mean(&self.stories.iter().map(changes).collect::<Vec<_>>(), range)
            }
            Metric::Drama => {
                let dramas = self.stories.iter().filter_map(|game| outlook::drama(game, outlook));
                Estimate::mean(&dramas.collect::<Vec<_>>(), range)
            }
            Metric::SkillTrace => {
                let pairs: Vec<f64> = self.rungs.iter().flat_map(|rung| pairs(rung)).collect();
                Estimate::mean(&pairs, range)
            }
        }
    }

    fn ladder(&self) -> Vec<Rung> {
        let rung = |(&nodes, scores): (&u64, &Vec<f64>)| Rung {
            nodes,
            score: Estimate::mean(&pairs(scores), Range::SHARE),
        };
        LADDER.iter().zip(&self.rungs).map(rung).collect()
    }
}

/// The mean scores of pairs of games with one opening, which are not independent of each other.
fn pairs(scores: &[f64]) -> Vec<f64> {
    scores.chunks(2).map(|pair| pair.iter().sum::<f64>() / pair.len() as f64).collect()
}
