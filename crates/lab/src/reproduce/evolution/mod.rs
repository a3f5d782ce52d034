//! The experiments of the paper on evolved board games (Halim, Baig, Zafar 2014), done again.
//!
//! | file | what |
//! | --- | --- |
//! | [`printed`] | the figures that the paper prints |
//! | [`settings`](Settings) | how much is done |
//! | [`findings`](Findings) | its tables and figures, filled with ours |
//! | `claims` | what it says beside it, with verdicts that follow from the figures |
//! | `page`, `plots`, `text` | all of it to be read |
//!
//! The study is a folder. The evolution in it is an ordinary run with its own log; every game that was
//! learned leaves a file. So a study that was killed goes on with what is missing.
//!
//! The paper's random choices are lost, and so are the placements of its games, so its figures and ours
//! are those of similar experiments, not of the same.

mod claims;
mod findings;
mod page;
mod plots;
pub mod printed;
mod settings;
mod text;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use selforge_agents::Stop;
use selforge_core::{Spec, Stream};
use selforge_games::army::Army;
use selforge_games::{Described, GameVisitor, NoFiles};

pub use findings::{Archived, Families, Findings, Learned, Measured, Origin, Subject};
pub use page::to_page;
pub use settings::Settings;
pub use text::to_text;

use crate::arena::Progress;
use crate::evolve::{self, Conditions, Log};
use crate::learnability::{self, Learnability, Watch};
use crate::metrics::{self, PaperMetrics, Plan};
use crate::store::{RunFolder, pretty};
use crate::{LabError, Workers};

/// What an iteration of learning costs, in games of the evolution: for the estimate of the time.
const LESSON_COST: usize = 60;

/// The study, done.
#[derive(Clone, Debug)]
pub struct Study {
    /// What was found.
    pub findings: Findings,
    /// The command line.
    pub command: String,
    /// How learning went, game by game.
    lessons: Vec<(Subject, Learnability)>,
}

/// The study in its folder, before it is done.
#[derive(Debug)]
pub struct Undertaking {
    folder: RunFolder,
    settings: Settings,
    command: String,
    log: Log,
}

/// Who is told how far the study has come, and with what.
type Tell<'a> = &'a mut dyn FnMut(Progress, &str);

impl Undertaking {
    /// Opens a folder for the study: a new one, or one in which the same study was begun.
    ///
    /// # Errors
    /// If the folder cannot be used for it.
    pub fn open(path: &Path, settings: Settings, command: &str) -> Result<Undertaking, LabError> {
        let folder = RunFolder::open(path, &settings.manifest(command), &["learnability"])?;
        let log = Log::open(&path.join("evolution"), &settings.evolution(), command)?;
        Ok(Undertaking { folder, settings, command: command.to_owned(), log })
    }

    /// Does what is missing and writes `report.html` and `results.json`. `None` if it was told to
    /// stop before the end.
    ///
    /// # Errors
    /// If a game cannot be played, or the folder not written.
    pub fn run(
        mut self,
        workers: Workers<'_>,
        stop: &Stop,
        tell: Tell<'_>,
    ) -> Result<Option<Study>, LabError> {
        let Some(run) = self.evolve(workers, stop, tell)? else { return Ok(None) };
        let evolution = self.settings.evolution();
        let space = evolution.open_space();
        let summary = evolve::Summary::of(&*space, &evolution, &run)?;
        let spec = |number: &usize| space.spec(&run.candidates[*number].genome).to_string();
        let chosen: Vec<String> = summary.most_diverse.iter().map(spec).collect();
        let random: Vec<String> = (0..self.settings.random_games as u64)
            .map(|index| Stream::new(self.settings.seed, "reproduce-random", index))
            .map(|mut stream| space.spec(&space.random(&mut stream)).to_string())
            .collect();
        let subjects = subjects(&chosen, &random);
        let mut comparison = Vec::new();
        for subject in subjects.iter().filter(|it| !it.origin.is_random()) {
            if stop.is_asked() {
                return Ok(None);
            }
            tell(self.progress(0, 0), &format!("metrics of {}", subject.name));
            let metrics = findings::in_order(&self.measure(subject)?);
            comparison.push(Measured { subject: subject.clone(), metrics });
        }
        let Some(lessons) = self.learn(&subjects, workers, stop, tell)? else { return Ok(None) };
        let findings =
            Findings::new(&self.settings, &run.candidates, &summary, comparison, &lessons);
        let study = Study { findings, command: self.command.clone(), lessons };
        self.folder.write("results.json", &pretty(&study.findings))?;
        self.folder.write("report.html", to_page(&study)?.html())?;
        Ok(Some(study))
    }

    /// The paper's evolution, in a folder of its own with its own report.
    fn evolve(
        &mut self,
        workers: Workers<'_>,
        stop: &Stop,
        tell: Tell<'_>,
    ) -> Result<Option<evolve::Run>, LabError> {
        let settings = self.settings.evolution();
        let space = settings.open_space();
        let total = self.total();
        let conditions = Conditions { workers, log: Some(&mut self.log), stop };
        let run = evolve::run(&*space, &settings, conditions, &mut |progress| {
            tell(Progress { done: progress.done, total }, "evolution");
        })?;
        if !run.complete {
            return Ok(None);
        }
        if !self.folder.path().join("evolution/report.html").exists() {
            let mut summary = evolve::Summary::of(&*space, &settings, &run)?;
            summary.check(&*space, &run.candidates, workers, stop, &mut |_| {})?;
            if stop.is_asked() {
                return Ok(None);
            }
            evolve::page::write(&*space, &summary, &run, &self.log, &self.command)?;
        }
        Ok(Some(run))
    }

    fn measure(&self, subject: &Subject) -> Result<PaperMetrics, LabError> {
        struct Metrics(Plan);
        impl GameVisitor for Metrics {
            type Output = Result<PaperMetrics, LabError>;

            fn visit<G: Described>(self, _: Arc<G>) -> Self::Output {
                let problem = "a subject is no game of two armies";
                Err(LabError::settings(problem, "chess, checkers or a game of the rule space"))
            }

            fn visit_army<G: Described + Army>(self, game: Arc<G>) -> Self::Output {
                metrics::paper(&*game, &self.0)
            }
        }
        let plan = Plan { games: self.settings.games, seed: self.settings.seed, ..Plan::default() };
        let playable = selforge_games::open(&parse(&subject.spec)?, &NoFiles)?;
        selforge_games::visit(&playable, Metrics(plan))
    }

    /// Lets networks learn every game but chess and checkers, which the paper did not learn.
    fn learn(
        &self,
        subjects: &[Subject],
        workers: Workers<'_>,
        stop: &Stop,
        tell: Tell<'_>,
    ) -> Result<Option<Vec<(Subject, Learnability)>>, LabError> {
        let settings = self.settings.learning();
        let mut lessons = Vec::new();
        for subject in subjects.iter().filter(|it| it.origin != Origin::Classic) {
            let file = format!("learnability/{}.json", subject.name.replace(' ', "-"));
            let known =
                read_lesson(&self.folder.path().join(&file))?.filter(|it| it.settings == settings);
            let learned = match known {
                Some(known) => known,
                None => {
                    let words = format!("learning {}", subject.name);
                    let spec = parse(&subject.spec)?;
                    let done = lessons.len();
                    let watch = Watch {
                        progress: &mut |progress| {
                            tell(self.progress(done, progress.done), &words);
                        },
                        keep: &mut |_| Ok(()),
                    };
                    learnability::run(&spec, &NoFiles, &settings, workers.threads, stop, watch)?
                }
            };
            if !learned.complete {
                return Ok(None);
            }
            self.folder.write(&file, &pretty(&learned))?;
            lessons.push((subject.clone(), learned));
        }
        Ok(Some(lessons))
    }

    /// All work, in games of the evolution.
    fn total(&self) -> usize {
        let learned = 7 + self.settings.random_games;
        self.settings.evolution().budget() as usize + learned * self.lesson_cost()
    }

    fn lesson_cost(&self) -> usize {
        LESSON_COST * self.settings.populations * self.settings.lessons as usize
    }

    /// How far the study is when so many games are learned and so many iterations of the next done.
    fn progress(&self, learned: usize, iterations: usize) -> Progress {
        let evolution = self.settings.evolution().budget() as usize;
        let done = evolution + learned * self.lesson_cost() + LESSON_COST * iterations;
        Progress { done, total: self.total() }
    }
}

fn parse(spec: &str) -> Result<Spec, LabError> {
    Spec::parse(spec).map_err(|error| LabError::Game(error.into()))
}

/// A game that an earlier sitting learned, if it did.
fn read_lesson(file: &Path) -> Result<Option<Learnability>, LabError> {
    match fs::read_to_string(file) {
        Ok(text) => serde_json::from_str(&text).map(Some).map_err(|error| LabError::Damaged {
            file: file.to_path_buf(),
            line: error.line(),
            problem: format!("this is no result of learning: {error}; remove it to learn again"),
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(LabError::file("read", file)(error)),
    }
}

/// All games of the study, in the order of its tables.
fn subjects(chosen: &[String], random: &[String]) -> Vec<Subject> {
    let subject =
        |name: String, spec: &str, origin: Origin| Subject { name, spec: spec.to_owned(), origin };
    let mut all: Vec<Subject> =
        ["chess", "checkers"].map(|name| subject(name.to_owned(), name, Origin::Classic)).into();
    for number in 1..=4 {
        let origin = if number < 4 { Origin::PaperEvolved } else { Origin::PaperRandom };
        let spec = format!("rulespace game=paper-{number}");
        all.push(subject(format!("paper {number}"), &spec, origin));
    }
    let named = |word: &'static str, origin: Origin| {
        move |(number, spec): (usize, &String)| {
            subject(format!("{word} {}", number + 1), spec, origin)
        }
    };
    all.extend(chosen.iter().enumerate().map(named("evolved", Origin::Evolved)));
    all.extend(random.iter().enumerate().map(named("random", Origin::Random)));
    all
}
