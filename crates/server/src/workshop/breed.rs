//! A step of breeding from a game: children of the best so far, measured, and the best of all.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use selforge_agents::Stop;
use selforge_games::rulespace::Genes;
use selforge_lab::evolve::{Evaluation, FitnessName, Genome, RuleSpaces, Space, appraise, breed};

use super::design::{changes, own, typed};
use crate::error::ApiError;
use crate::messages::workshop::{BredGame, BreedView};

/// Games for each measure of a child.
const GAMES: u32 = 8;

/// Children of a step, and how many games are kept.
const CHILDREN: usize = 8;
const KEPT: usize = 6;

/// In how many genes games differ, of which both are kept: six twins would be one game to whoever looks.
const APART: usize = 4;

/// The most games that may be told to be the best so far.
const MOST_TOLD: usize = 12;

/// The most steps: a run ends.
const MOST_STEPS: u32 = 200;

/// The most moves of a game that can be bred from: engines play each child to its end, several times.
const MOST_MOVES: u16 = 300;

/// How long a step takes at most, about: whoever waits for a slot waits no longer.
const STEP: Duration = Duration::from_millis(2_500);

/// Games whose measures are remembered.
const REMEMBERED: usize = 4_096;

/// What games were found to be, by their rules: the best so far come again with every step.
#[derive(Debug, Default)]
pub(crate) struct Appraisals(Mutex<HashMap<String, Evaluation>>);

impl Appraisals {
    fn of(&self, space: &dyn Space, genome: &Genome) -> Evaluation {
        let key = space.key(genome);
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(evaluation) = known().get(&key) {
            return evaluation.clone();
        }
        let evaluation = appraise(space, genome, GAMES);
        let mut known = known();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(key, evaluation.clone());
        evaluation
    }
}

/// Does a step; what was found until it is told to stop counts.
///
/// # Errors
/// If a spec names no game that can be bred from.
pub(crate) fn step(
    appraisals: &Appraisals,
    spec: &str,
    best: &[String],
    number: u32,
    stop: &Stop,
) -> Result<BreedView, ApiError> {
    if best.len() > MOST_TOLD || number > MOST_STEPS {
        return Err(ApiError::invalid(format!(
            "{} games and step {number}; expected at most {MOST_TOLD} and {MOST_STEPS}",
            best.len()
        )));
    }
    let began = Instant::now();
    let over = || stop.is_asked() || began.elapsed() > STEP;
    let origin = own(spec)?;
    let (origin, rules) = (*typed(&origin)?.genes(), *typed(&origin)?.rules());
    if rules.moves > MOST_MOVES {
        return Err(ApiError::invalid(format!(
            "Games of more than {MOST_MOVES} moves take too long to evolve. Make yours shorter first."
        )));
    }
    let space = RuleSpaces { fitness: FitnessName::Played, engine: None, rules };
    let genes = |spec: &String| Ok::<Genes, ApiError>(*typed(&own(spec)?)?.genes());
    let genome = |genes: &Genes| Genome(genes.to_string());
    let told =
        best.iter().map(|spec| Ok(genome(&genes(spec)?))).collect::<Result<Vec<_>, ApiError>>()?;
    let first = appraisals.of(&space, &genome(&origin));
    let (origin_key, mut seen) = (space.key(&genome(&origin)), Vec::new());
    let mut pool: Vec<(Genome, f64)> = Vec::new();
    // Says whether there was time for it.
    let mut take = |genome: Genome, pool: &mut Vec<(Genome, f64)>| {
        let key = space.key(&genome);
        if over() {
            return false;
        }
        if key != origin_key && !seen.contains(&key) {
            seen.push(key);
            let evaluation = appraisals.of(&space, &genome);
            if evaluation.rejected.is_none() {
                pool.push((genome, evaluation.fitness));
            }
        }
        true
    };
    for genome in told {
        take(genome, &mut pool);
    }
    let by_fitness = |a: &(Genome, f64), b: &(Genome, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    pool.sort_by(by_fitness);
    let mut parents = pool.clone();
    parents.push((genome(&origin), first.fitness));
    parents.sort_by(by_fitness);
    let parents: Vec<Genome> = parents.into_iter().map(|(genome, _)| genome).collect();
    let children = breed(&space, &parents, CHILDREN, 0, u64::from(number)).into_iter();
    let tried = children.take_while(|child| take(child.clone(), &mut pool)).count();
    pool.sort_by(by_fitness);
    let mut pool = varied(pool);
    pool.sort_by(by_fitness);
    let shown = |(genome, fitness): (Genome, f64)| {
        let genes: Genes = genome.0.parse().map_err(|error| ApiError::internal(&error))?;
        Ok(BredGame {
            spec: space.spec(&genome).to_string(),
            fitness,
            changes: changes(&origin, &genes)?,
        })
    };
    let best = pool.into_iter().map(shown).collect::<Result<_, ApiError>>()?;
    Ok(BreedView { origin: first.fitness, best, tried })
}

/// The games that are kept of those that come best first: no twins, as long as there are others.
fn varied(pool: Vec<(Genome, f64)>) -> Vec<(Genome, f64)> {
    let apart =
        |a: &Genome, b: &Genome| a.0.bytes().zip(b.0.bytes()).filter(|(a, b)| a != b).count();
    let (mut kept, mut twins): (Vec<(Genome, f64)>, Vec<_>) = (Vec::new(), Vec::new());
    for game in pool {
        let is_new = kept.iter().all(|(other, _)| apart(&game.0, other) >= APART);
        if is_new { kept.push(game) } else { twins.push(game) }
    }
    kept.extend(twins);
    kept.truncate(KEPT);
    kept
}

#[cfg(test)]
mod tests {
    use selforge_games::rulespace::paper;

    use super::*;

    fn specs(view: &BreedView) -> Vec<String> {
        view.best.iter().map(|game| game.spec.clone()).collect()
    }

    #[test]
    fn steps_find_games_that_are_no_worse_than_those_before_and_say_how_they_differ() {
        let appraisals = Appraisals::default();
        let step = |best: &[String], number| {
            super::step(&appraisals, "rulespace", best, number, &Stop::default()).unwrap()
        };
        let first = step(&[], 0);
        assert!(first.tried > 0 && first.tried <= CHILDREN);
        let second = step(&specs(&first), 1);
        let best = |view: &BreedView| view.best.first().map_or(0.0, |game| game.fitness);
        assert!(best(&second) >= best(&first), "{first:?} {second:?}");
        assert!(second.best.is_sorted_by(|a, b| a.fitness >= b.fitness));
        assert!(second.best.len() <= KEPT);
        assert!(second.best.iter().all(|game| !game.changes.is_empty()), "{second:?}");
    }

    #[test]
    fn twins_are_kept_only_where_no_other_games_are_left() {
        let pool = |genes: &[&str]| -> Vec<(Genome, f64)> {
            genes.iter().map(|genes| (Genome((*genes).to_owned()), 0.5)).collect()
        };
        let kept = |genes: &[&str]| -> Vec<String> {
            varied(pool(genes)).into_iter().map(|(genome, _)| genome.0).collect()
        };
        let others = ["0000", "1111", "2222", "3333", "4444", "5555"];
        assert_eq!(kept(&["0000", "0001", "1111", "2222", "3333", "4444", "5555"]), others);
        assert_eq!(kept(&["0000", "0001", "1111"]), ["0000", "1111", "0001"]);
    }

    #[test]
    fn children_keep_the_rules_that_the_genes_leave_open() {
        let rules = paper::GAMES[0].genes().to_string().split_off(24);
        let spec = format!(
            "rulespace genes=333333334444444411110000{rules} limit=20 moves=60 end=draw stuck=honour"
        );
        let view = step(&Appraisals::default(), &spec, &[], 0, &Stop::default()).unwrap();
        assert!(view.origin > 0.0 && !view.best.is_empty(), "{view:?}");
        for game in &view.best {
            for option in ["limit=20", "moves=60", "end=draw", "stuck=honour"] {
                assert!(game.spec.contains(option), "{} lacks {option}", game.spec);
            }
        }
        let long = step(&Appraisals::default(), "rulespace moves=301", &[], 0, &Stop::default());
        assert!(long.unwrap_err().to_string().contains("shorter"));
    }

    #[test]
    fn a_step_that_is_told_to_stop_tries_nothing_and_wrong_ones_are_refused() {
        let (appraisals, stop) = (Appraisals::default(), Stop::default());
        stop.now();
        let view = step(&appraisals, "rulespace", &[], 0, &stop).unwrap();
        assert_eq!((view.tried, view.best.len()), (0, 0));
        let many = vec!["rulespace".to_owned(); MOST_TOLD + 1];
        assert!(step(&appraisals, "rulespace", &many, 0, &stop).is_err());
        assert!(step(&appraisals, "rulespace", &[], MOST_STEPS + 1, &stop).is_err());
        assert!(step(&appraisals, "rulespace genes=12", &[], 0, &stop).is_err());
    }
}
