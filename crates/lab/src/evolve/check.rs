//! Champions, looked at again.
//!
//! A champion is the luckiest of a thousand noisy measurements of a few numbers. So it is measured again,
//! from another seed and with more games, beside what its fitness did not ask for: whether both seats
//! have a chance, whether the rules end its games, whether they are drawn, and whether thinking pays. A
//! game with a fault there is shown with it, and is not called the best.

use selforge_agents::{AgentSpec, Stop};
use selforge_core::{Game, Spec, Stream};
use selforge_games::NoFiles;
use serde::Serialize;

use super::candidate::Candidate;
use super::played::ENGINE;
use super::settings::Settings;
use super::space::Space;
use super::summary::{Found, Merit, Summary};
use crate::arena::Progress;
use crate::metrics::{self, Conditions, Estimate, Metric, Plan};
use crate::report::text::percent;
use crate::{LabError, Workers};

/// How many more games a champion is measured with than a candidate.
pub(super) const MORE: u32 = 10;

/// Who plays games of three seats and more.
const ENGINE_OF_MANY: &str = "paranoid nodes=100 hash=1";

/// How many of the best are looked at to find one without a fault.
const TRIES: usize = 6;

/// Runs with fewer games a measure are not worth the games of a skill trace.
const GAMES_FOR_SKILL: u32 = 10;

/// A seat's advantage beyond which a game is unbalanced.
const UNBALANCED: f64 = 0.3;
/// The share of games that the rules must end.
const COMPLETE: f64 = 0.75;
/// The share of games that may be drawn.
const DRAWN: f64 = 0.5;

/// What a champion was found to be when it was measured again.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Checked {
    /// Its fitness, from another seed and with ten times the games.
    pub fitness: f64,
    /// The first seat's advantage in games of equal engines.
    pub balance: Estimate,
    /// The share of games that the rules end.
    pub completion: Estimate,
    /// The share of games drawn.
    pub draws: Estimate,
    /// What twice the search scores; an even share if thinking gains nothing. Not of runs that measure
    /// with fewer than ten games: they are in a hurry, and it takes the longest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill_trace: Option<Estimate>,
    /// What is wrong with it, in words; nothing for a sound game.
    pub faults: Vec<String>,
}

impl Checked {
    /// Measures a game again.
    ///
    /// # Errors
    /// If it does not open or its engines fail.
    fn of(
        space: &dyn Space,
        settings: &Settings,
        candidate: &Candidate,
        workers: Workers<'_>,
        stop: &Stop,
    ) -> Result<Option<Checked>, LabError> {
        let seed = Stream::new(settings.seed, "check", candidate.number as u64).bits() >> 16;
        let game: Spec = space.spec(&candidate.genome);
        let seats = selforge_games::open(&game, &NoFiles)?.game.seats();
        let engine = AgentSpec::parse(if seats > 2 { ENGINE_OF_MANY } else { ENGINE })?;
        let measure = |metrics: &[Metric], games| {
            let asked = metrics::Settings {
                game: game.clone(),
                plan: Plan { games, seed, ..Plan::default() },
                engine: Some(engine.clone()),
                controller: None,
                metrics: metrics.to_vec(),
            };
            let conditions = Conditions { workers, stop, records: None };
            metrics::measure(&asked, &NoFiles, conditions, &mut |_| {})
        };
        let games = settings.games().clamp(4, 40) * 2;
        let ends = [Metric::Balance, Metric::Completion, Metric::Draws];
        let Some(played) = measure(&ends, games)? else { return Ok(None) };
        let mut skill_trace = None;
        if settings.games() >= GAMES_FOR_SKILL {
            let Some(climbed) = measure(&[Metric::SkillTrace], games / 8 * 2)? else {
                return Ok(None);
            };
            skill_trace = climbed.estimate(Metric::SkillTrace);
        }
        let [balance, completion, draws] =
            ends.map(|metric| played.estimate(metric).expect("it was asked for"));
        Ok(Some(Checked {
            fitness: space.measure(&candidate.genome, MORE * settings.games(), seed).fitness,
            faults: faults(balance, completion, draws),
            balance,
            completion,
            draws,
            skill_trace,
        }))
    }
}

fn faults(balance: Estimate, completion: Estimate, draws: Estimate) -> Vec<String> {
    let mut faults = Vec::new();
    if balance.value.abs() > UNBALANCED {
        let seat = if balance.value > 0.0 { "first" } else { "second" };
        faults
            .push(format!("unbalanced: the {seat} player wins too often ({:+.3})", balance.value));
    }
    if completion.value < COMPLETE {
        faults.push(format!(
            "unfinished: the rules end only {} of its games",
            percent(completion.value)
        ));
    }
    if draws.value > DRAWN {
        faults.push(format!("drawish: {} of its games are drawn", percent(draws.value)));
    }
    faults
}

impl Summary {
    /// Measures the champions again, and looks among the best for one without a fault: it becomes the
    /// first champion, and those with faults come last. Nothing is changed if it is told to stop.
    ///
    /// # Errors
    /// If a champion does not open or its engines fail.
    pub fn check(
        &mut self,
        space: &dyn Space,
        candidates: &[Candidate],
        workers: Workers<'_>,
        stop: &Stop,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), LabError> {
        let mut best: Vec<&Candidate> = candidates.iter().filter(|one| one.is_playable()).collect();
        best.sort_by(|a, b| b.fitness().total_cmp(&a.fitness()).then(a.number.cmp(&b.number)));
        let mut seen = Vec::new();
        best.retain(|one| {
            let new = seen.len() < TRIES && !seen.contains(&&one.key);
            if new {
                seen.push(&one.key);
            }
            new
        });
        let total = self.champions.len() + best.len();
        let mut checked: Vec<Found> = Vec::new();
        let champions: Vec<(usize, Option<Merit>)> =
            self.champions.iter().map(|found| (found.candidate, found.merit)).collect();
        let mut sound = false;
        // The best first, until one is sound; then the champions that are not among them.
        let tries = best.iter().map(|one| one.number).chain(champions.iter().map(|it| it.0));
        for (done, number) in tries.enumerate() {
            progress(Progress { done, total });
            let champion = champions.iter().find(|(champion, _)| *champion == number);
            let known = checked
                .iter()
                .any(|found| candidates[found.candidate].key == candidates[number].key);
            if known || (sound && champion.is_none()) {
                continue;
            }
            let found = Checked::of(space, &self.settings, &candidates[number], workers, stop)?;
            let Some(result) = found else { return Ok(()) };
            let is_sound = result.faults.is_empty();
            // Those of the best fitness come first, so the first of them without a fault is the best such.
            let best_sound = is_sound && !sound && done < best.len();
            let merit = match champion {
                Some((_, Some(Merit::BestFitness))) => Some(Merit::BestFitness),
                _ if best_sound => Some(Merit::BestSound),
                known => known.and_then(|(_, merit)| *merit),
            };
            if merit.is_some() {
                let found = Found::of(space, &candidates[number]);
                checked.push(Found { merit, checked: Some(result), ..found });
            }
            sound |= is_sound;
        }
        progress(Progress { done: total, total });
        // A stable order: the best sound one first, then as they were.
        checked.sort_by_key(super::summary::Found::faults);
        self.champions = checked;
        Ok(())
    }
}

impl Found {
    /// How many faults it has, as far as it was looked at.
    fn faults(&self) -> usize {
        self.checked.as_ref().map_or(0, |checked| checked.faults.len())
    }

    /// What it may be called: the best only if it is and nothing is wrong with it.
    #[must_use]
    pub fn title(&self) -> String {
        if let Some(checked) = self.checked.as_ref().filter(|checked| !checked.faults.is_empty()) {
            return checked.faults.join("; ");
        }
        match self.merit {
            Some(Merit::BestFitness) => "the best fitness",
            Some(Merit::BestSound) => "the best fitness without a fault",
            Some(Merit::Diverse) => "one of the most diverse games of the archive",
            None => "a game of the archive",
        }
        .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(value: f64) -> Estimate {
        Estimate { value, low: value, high: value }
    }

    /// The champion that the README once showed: balance -0.63, 59 % of its games ended by a limit.
    #[test]
    fn an_unbalanced_game_that_does_not_end_is_called_so_and_not_the_best() {
        let faults = faults(value(-0.63), value(0.41), value(0.2));
        assert_eq!(
            faults,
            [
                "unbalanced: the second player wins too often (-0.630)",
                "unfinished: the rules end only 41.0 % of its games"
            ]
        );
        assert!(super::faults(value(0.1), value(0.9), value(0.3)).is_empty());
        assert_eq!(super::faults(value(0.0), value(1.0), value(0.6)).len(), 1);
    }

    #[test]
    fn a_game_is_called_what_it_is_and_not_by_its_place() {
        let game = |merit, faults: &[&str]| Found {
            candidate: 0,
            spec: "selfo".into(),
            fitness: 0.5,
            objectives: [].into(),
            descriptors: [].into(),
            merit: Some(merit),
            checked: Some(Checked {
                fitness: 0.4,
                balance: value(0.0),
                completion: value(0.475),
                draws: value(0.0),
                skill_trace: None,
                faults: faults.iter().map(|&fault| fault.to_owned()).collect(),
            }),
        };
        assert_eq!(game(Merit::BestFitness, &[]).title(), "the best fitness");
        assert_eq!(game(Merit::BestSound, &[]).title(), "the best fitness without a fault");
        assert_eq!(game(Merit::BestFitness, &["drawish"]).title(), "drawish");
        let faults = faults(value(0.0), value(0.475), value(0.0));
        assert_eq!(faults, ["unfinished: the rules end only 47.5 % of its games"]);
    }
}
