//! Several lessons with different seeds, on several threads, with one result.
//!
//! Lessons do not depend on each other, and every random choice in one derives from its number, so it
//! does not matter who goes through which.

use std::ops::ControlFlow;
use std::sync::Arc;

use selforge_agents::Stop;
use selforge_agents::army::PaperRules;
use selforge_agents::neural::{Evolved, Network, Upbringing};
use selforge_core::Spec;
use selforge_games::army::Army;
use selforge_games::{Described, Environment, GameVisitor};

use super::game::Rules;
use super::lesson::{Class, Lesson};
use super::settings::{MAX_CELLS, Settings};
use super::summary::Learnability;
use crate::LabError;
use crate::arena::Progress;
use crate::spread::spread;

/// What a course tells while it goes on.
pub struct Watch<'a> {
    /// How far it is.
    pub progress: &'a mut dyn FnMut(Progress),
    /// Takes the best network of each population that is done.
    pub keep: &'a mut dyn FnMut(&Evolved) -> Result<(), LabError>,
}

/// Learns a game, as often as the settings say. When told to stop, gives what was finished by then.
///
/// # Errors
/// If the game does not open or is none for two on a finite board, the settings are wrong, or a network could
/// not be kept.
pub fn run(
    game: &Spec,
    environment: &dyn Environment,
    settings: &Settings,
    threads: usize,
    stop: &Stop,
    watch: Watch<'_>,
) -> Result<Learnability, LabError> {
    settings.check()?;
    let playable = selforge_games::open(game, environment)?;
    let (spec, family) = (&playable.spec, &*playable.family.name);
    selforge_games::visit(&playable, Course { spec, family, settings, threads, stop, watch })
}

struct Course<'a, 'w> {
    spec: &'a Spec,
    family: &'a str,
    settings: &'a Settings,
    threads: usize,
    stop: &'a Stop,
    watch: Watch<'w>,
}

impl GameVisitor for Course<'_, '_> {
    type Output = Result<Learnability, LabError>;

    fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
        if !game.is_bounded() {
            let problem = "the network sees a number for each cell, and this board has no end";
            return Err(LabError::settings(problem, "a finite board"));
        }
        self.run(&game, None)
    }

    fn visit_army<G: Described + Army>(self, game: Arc<G>) -> Self::Output {
        let rules: Rules<G> =
            |game, state, stream| PaperRules::pick(game, state, stream).map(|(mv, _)| mv);
        self.run(&game, Some(rules))
    }
}

/// How far a lesson is.
enum Step {
    /// So many of its iterations are done.
    Iteration(u32),
    Done(Lesson, Network),
}

impl Course<'_, '_> {
    fn run<G: Described>(
        self,
        game: &Arc<G>,
        rules: Option<Rules<G>>,
    ) -> Result<Learnability, LabError> {
        let problem = format!("the game has {} seats", game.seats());
        LabError::require(game.seats() == 2, problem, "a game for two")?;
        let mut cells = Vec::new();
        game.census(&game.start(), &mut cells);
        let cells = cells.len();
        let problem = format!("the board has {cells} cells");
        let expected = format!("1 to {MAX_CELLS}");
        LabError::require((1..=MAX_CELLS).contains(&cells), problem, expected)?;
        let Course { spec, family, settings, threads, stop, watch } = self;
        let Watch { progress, keep } = watch;
        let mut kept = Ok(());
        let (mut lessons, mut done): (Vec<Lesson>, _) = (Vec::new(), vec![0; settings.seeds]);
        // Iterations that are no longer needed count as done.
        let total = settings.seeds * settings.iterations as usize;
        progress(Progress { done: 0, total });
        let work = |number: usize, stop: &Stop, hand: &dyn Fn(Step)| {
            let class = Class { game, cells, rules, settings, number, stop };
            let lesson = class.learn(&mut |iteration| hand(Step::Iteration(iteration)));
            lesson.map(|(lesson, best)| Step::Done(lesson, best)).into_iter().for_each(hand);
        };
        spread(settings.seeds, threads, stop, work, |number, step| {
            match step {
                Step::Iteration(iteration) => done[number] = iteration,
                Step::Done(lesson, network) => {
                    done[number] = settings.iterations;
                    let upbringing = Upbringing {
                        family: family.to_owned(),
                        game: spec.to_string(),
                        seed: settings.seed,
                        population: lesson.seed,
                        iterations: lesson.iterations,
                        learned: lesson.learned.is_some(),
                    };
                    kept = keep(&Evolved { upbringing, network });
                    if kept.is_err() {
                        return ControlFlow::Break(());
                    }
                    lessons.push(lesson);
                }
            }
            progress(Progress { done: done.iter().map(|it| *it as usize).sum(), total });
            ControlFlow::Continue(())
        });
        kept?;
        lessons.sort_by_key(|lesson| lesson.seed);
        let complete = lessons.len() == settings.seeds;
        let (game, settings) = (spec.to_string(), settings.clone());
        Ok(Learnability { game, cells, settings, lessons, complete })
    }
}
