//! Which method finds better games for the same budget?
//!
//! Every method runs once for each seed with the same number of evaluations. Its champion is the
//! candidate of the best fitness. That fitness is flattered, because the luckiest of a thousand noisy
//! measurements is chosen; so the champion is measured again, from another seed and with ten times the
//! games, and the methods are compared by that. Mann and Whitney's test says whether a method's
//! champions are better than the baseline's.
//!
//! If asked to, it also measures the champions' *skill trace* (does twice the search win more?), which
//! is no part of any fitness, and tests it against that of random games: whether evolution found
//! games that are better, or only games that please its measures. Skill traces of champions differ so
//! much from seed to seed that ten of them carry no claim; over fewer than thirty they are not tested.

use selforge_agents::Stop;
use selforge_core::Stream;
use selforge_games::NoFiles;
use serde::Serialize;

use super::check::MORE;
use super::run::{Conditions, run};
use super::settings::{MethodName, Settings};
use super::space::{Genome, Space};
use super::summary::{Summary, best};
use crate::arena::Progress;
use crate::metrics::{self, Metric};
use crate::report::text::{columns, line};
use crate::stats::{MannWhitney, Sample, rounded};
use crate::{LabError, Workers};

/// From how many seeds on skill traces of champions can carry a claim, and how many a comparison has unless
/// it is said.
pub const SEEDS_FOR_SKILL: usize = 30;

/// How many random games a seed has, whose skill trace champions are tested against.
const RANDOM_GAMES: u64 = 3;

/// What one run of a method found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Trial {
    /// The seed.
    pub seed: u64,
    /// The champion's fitness as the run measured it.
    pub best: f64,
    /// The champion's fitness measured again.
    pub validated: f64,
    /// The QD score of all candidates.
    pub qd_score: f64,
    /// The share of cells of the map that hold a game.
    pub coverage: f64,
    /// The champion.
    pub champion: Genome,
    /// The champion's skill trace, which was no part of its fitness, if that was asked for.
    pub skill_trace: Option<f64>,
}

/// What a method found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Contender {
    /// The method.
    pub method: MethodName,
    /// Its settings, but for the seed.
    pub settings: Settings,
    /// A trial for each seed.
    pub trials: Vec<Trial>,
    /// Whether its champions are better than the baseline's.
    pub fitness_test: Option<MannWhitney>,
    /// Whether its QD scores are better than the baseline's.
    pub qd_test: Option<MannWhitney>,
    /// Whether its champions have a larger skill trace than random games; told from
    /// [`SEEDS_FOR_SKILL`] seeds on.
    pub skill_test: Option<MannWhitney>,
}

/// Several methods side by side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The program and its version.
    pub program: String,
    /// What the others are tested against.
    pub baseline: MethodName,
    /// The methods in the order in which they were asked for.
    pub contenders: Vec<Contender>,
    /// The skill trace of random games, if that was asked for.
    pub random_skill: Vec<f64>,
}

/// What a comparison is besides the settings of its methods.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    /// Every method runs once for each.
    pub seeds: &'a [u64],
    /// Games on each rung of the ladder of a skill trace; 0 for none.
    pub skill_games: u32,
    /// Who measures candidates.
    pub workers: Workers<'a>,
    /// May be raised at any time.
    pub stop: &'a Stop,
}

/// Runs every one of the settings for each seed. `None` if it was told to stop.
///
/// # Errors
/// As [`run()`].
pub fn compare(
    space: &dyn Space,
    all: &[Settings],
    contest: &Contest<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Option<Comparison>, LabError> {
    let Contest { seeds, workers, stop, .. } = *contest;
    let total: u64 = all.iter().map(|one| one.budget() * seeds.len() as u64).sum();
    let mut before = 0;
    let mut contenders = Vec::new();
    for settings in all {
        let mut trials = Vec::new();
        for &seed in seeds {
            let settings = Settings { seed, ..settings.clone() };
            let conditions = Conditions { workers, log: None, stop };
            let mut show = |now: Progress| {
                progress(Progress { done: before as usize + now.done, total: total as usize });
            };
            let run = run(space, &settings, conditions, &mut show)?;
            before += settings.budget();
            let champion = best(&run.candidates).filter(|_| run.complete);
            let Some(champion) = champion else {
                if stop.is_asked() {
                    return Ok(None);
                }
                let problem = format!("{} found no playable game at seed {seed}", settings.method);
                return Err(LabError::settings(problem, "a larger budget"));
            };
            let champion = &run.candidates[champion];
            let summary = Summary::of(space, &settings, &run)?;
            let again = Stream::new(seed, "validate", 0).bits();
            let measured = space.measure(&champion.genome, MORE * settings.games(), again);
            trials.push(Trial {
                seed,
                best: champion.fitness(),
                validated: measured.fitness,
                qd_score: summary.coverage.qd_score,
                coverage: summary.coverage.filled as f64 / summary.coverage.cells as f64,
                champion: champion.genome.clone(),
                skill_trace: skill_trace(space, &champion.genome, seed, contest)?,
            });
        }
        contenders.push(Contender {
            method: settings.method,
            settings: settings.clone(),
            trials,
            fitness_test: None,
            qd_test: None,
            skill_test: None,
        });
    }
    let mut random_skill = Vec::new();
    for &seed in seeds {
        for index in 0..RANDOM_GAMES {
            let genome = space.random(&mut Stream::new(seed, "random game", index));
            random_skill.extend(skill_trace(space, &genome, seed, contest)?);
        }
    }
    if stop.is_asked() {
        return Ok(None);
    }
    Ok(Some(tested(contenders, random_skill)))
}

/// The skill trace of a game, if that was asked for.
fn skill_trace(
    space: &dyn Space,
    genome: &Genome,
    seed: u64,
    contest: &Contest<'_>,
) -> Result<Option<f64>, LabError> {
    if contest.skill_games == 0 {
        return Ok(None);
    }
    let settings = metrics::Settings {
        game: space.spec(genome),
        plan: metrics::Plan { games: contest.skill_games, seed, ..Default::default() },
        engine: None,
        controller: None,
        metrics: vec![Metric::SkillTrace],
    };
    let conditions =
        metrics::Conditions { workers: contest.workers, stop: contest.stop, records: None };
    let measured = metrics::measure(&settings, &NoFiles, conditions, &mut |_| {})?;
    let estimate = measured.and_then(|measured| measured.estimate(Metric::SkillTrace));
    Ok(estimate.map(|estimate| rounded(estimate.value)))
}

/// Adds the tests against the baseline: random search if it takes part, else the last method.
fn tested(mut contenders: Vec<Contender>, random_skill: Vec<f64>) -> Comparison {
    let random = contenders.iter().position(|one| one.method == MethodName::Random);
    let at = random.unwrap_or(contenders.len() - 1);
    let baseline = contenders[at].clone();
    for (number, contender) in contenders.iter_mut().enumerate() {
        if number != at {
            let validated = |one: &Contender| values(one, |trial| trial.validated);
            let qd = |one: &Contender| values(one, |trial| trial.qd_score);
            let test = MannWhitney::greater(&validated(contender), &validated(&baseline));
            contender.fitness_test = Some(test);
            contender.qd_test = Some(MannWhitney::greater(&qd(contender), &qd(&baseline)));
        }
        let skill = contender.skill();
        if skill.len() >= SEEDS_FOR_SKILL && !random_skill.is_empty() {
            contender.skill_test = Some(MannWhitney::greater(&skill, &random_skill));
        }
    }
    Comparison {
        program: crate::store::program(),
        baseline: baseline.method,
        contenders,
        random_skill,
    }
}

fn values(contender: &Contender, of: impl Fn(&Trial) -> f64) -> Vec<f64> {
    contender.trials.iter().map(of).collect()
}

impl Contender {
    /// The skill traces of its champions, as far as they were measured.
    fn skill(&self) -> Vec<f64> {
        self.trials.iter().filter_map(|trial| trial.skill_trace).collect()
    }
}

/// A comparison for a terminal.
#[must_use]
pub fn to_text(comparison: &Comparison) -> String {
    let first = &comparison.contenders[0];
    let mut text = format!(
        "{}: {} seeds, {} evaluations each, {} games a measure; champions measured again with {}\n",
        first.settings.space,
        first.trials.len(),
        first.settings.evaluations,
        first.settings.games(),
        MORE * first.settings.games()
    );
    let rows = comparison.contenders.iter().map(|contender| {
        let sample = |of: &dyn Fn(&Trial) -> f64| Sample::of(values(contender, of));
        let validated = sample(&|trial| trial.validated);
        let p = |test: &Option<MannWhitney>| {
            test.as_ref().map_or_else(|| "–".to_owned(), |test| format_p(test.p))
        };
        let skill = Sample::of(contender.skill());
        vec![
            format!("{} ({})", contender.method, contender.settings.select),
            format!("{:.3}", validated.mean),
            format!("{:.3}", validated.sd),
            format!("{:.3}", sample(&|trial| trial.best).mean),
            p(&contender.fitness_test),
            format!("{:.2}", sample(&|trial| trial.qd_score).mean),
            p(&contender.qd_test),
            format!("{:.0} %", 100.0 * sample(&|trial| trial.coverage).mean),
            if skill.count == 0 { "–".to_owned() } else { format!("{:.3}", skill.mean) },
            p(&contender.skill_test),
        ]
    });
    let head =
        ["method", "fitness", "sd", "in the run", "p", "QD score", "p", "coverage", "skill", "p"];
    text += &columns(head, rows);
    let baseline = comparison.baseline;
    line!(text, "p: Mann and Whitney's exact test, one-sided, against {baseline}");
    if first.trials.len() < SEEDS_FOR_SKILL && !first.skill().is_empty() {
        line!(
            text,
            "skill over fewer than {SEEDS_FOR_SKILL} seeds is too noisy for a claim, so it is not tested: \
             ask for --seeds {SEEDS_FOR_SKILL}"
        );
    }
    if !comparison.random_skill.is_empty() {
        let Sample { count, mean, .. } = Sample::of(comparison.random_skill.iter().copied());
        let tested = if first.skill_test.is_some() { "its p is against" } else { "beside it" };
        line!(
            text,
            "skill: skill trace of the champions, no part of the fitness; {tested} {count} random games, \
             which have {mean:.3}"
        );
    }
    text
}

fn format_p(p: f64) -> String {
    if p < 0.0001 { "<0.0001".to_owned() } else { format!("{p:.4}") }
}

#[cfg(test)]
mod tests {
    use super::super::settings::SpaceName;
    use super::*;

    /// A method whose champions have skill traces from 0.6 on, a seed each.
    fn contender(method: MethodName, seeds: u64) -> Contender {
        let settings = Settings::new(SpaceName::RuleSpace, method, None);
        let champion = settings.open_space().random(&mut Stream::new(1, "any", 0));
        let trial = |seed| Trial {
            seed,
            best: 0.7,
            validated: 0.6,
            qd_score: 1.0,
            coverage: 0.5,
            champion: champion.clone(),
            skill_trace: Some(0.6 + 0.001 * seed as f64),
        };
        let trials = (0..seeds).map(trial).collect();
        let (fitness_test, qd_test, skill_test) = (None, None, None);
        Contender { method, settings, trials, fitness_test, qd_test, skill_test }
    }

    #[test]
    fn skill_is_tested_over_thirty_seeds_and_not_over_ten() {
        let told = |seeds: u64| {
            let both = [MethodName::Es, MethodName::Random].map(|it| contender(it, seeds));
            let comparison = tested(both.to_vec(), vec![0.5; 3 * seeds as usize]);
            (comparison.contenders[0].skill_test, to_text(&comparison))
        };
        let (few, text) = told(10);
        assert_eq!(few, None);
        assert!(text.contains("so it is not tested: ask for --seeds 30"), "{text}");
        assert!(text.contains("no part of the fitness; beside it 30 random games"), "{text}");
        let (many, text) = told(30);
        assert!(many.unwrap().p < 1e-20, "all are above all: {many:?}");
        assert!(text.contains("its p is against 90 random games"), "{text}");
    }
}
