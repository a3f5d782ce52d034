//! A player that is an engine plug-in of Zillions of Games.
//!
//! The plug-in runs in a process of its own: the program started a second time, with a command that
//! nobody types. It is told the game as its host would tell it, move by move from the start, because
//! plug-ins know no other way to come to a position. What goes wrong (it cannot be loaded, refuses a
//! move, crashes, is silent, answers something illegal) is a [`Failure`] that costs it the game.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use selforge_catalogue::{OptionDoc, Playable, Score};
use selforge_core::{AnyMove, Game, MoveRepr};
use selforge_games::zrf::{Move, Position, Zrf};

use super::options::{self, NO_LIMIT, depth, time};
use super::process::{Process, fail};
use super::{AgentDoc, AgentError, AgentSpec, Recipe};
use crate::agent::{Budget, Report};
use crate::player::{AnyQuestion, Failure, Seated};

pub(super) const DOC: AgentDoc = AgentDoc {
    name: "plugin",
    summary: "An engine plug-in of Zillions of Games, for games of rule files.",
    options: &[
        OptionDoc::new(
            "path",
            "a path",
            "the engine that the rule file names",
            "the plug-in, a dynamic library for this system",
        ),
        depth(NO_LIMIT),
        time("1s"),
    ],
    is_local: true,
    example: "plugin path=engines/selforge_plugin.so time=50ms",
    read: |reader| {
        let path = reader.text("path").map(PathBuf::from);
        let (depth, time) = (options::depth_limit(reader)?, options::time_limit(reader)?);
        let time = time.or(depth.is_none().then_some(USUAL));
        Ok((Recipe::Plugin { path }, Budget { time, depth, nodes: None }))
    },
};

/// How long a plug-in thinks when it is told neither time nor depth.
const USUAL: Duration = Duration::from_secs(1);

/// How long a plug-in may take to be loaded and to hear of a move.
const PATIENCE: Duration = Duration::from_secs(10);

/// How much longer than its time a plug-in may think before it is told to stop at once, and how much
/// longer still before it is ended.
const GRACE: Duration = Duration::from_secs(1);

/// How long it may think when it is told a depth alone.
const LONGEST: Duration = Duration::from_secs(600);

/// How often a waiting player looks whether it is told to stop.
const LOOK: Duration = Duration::from_millis(5);

/// The score from which on a plug-in means a win.
const SURE: i32 = 2_000_000_000;
const WIN: i32 = 2_130_000_000;

/// The name of the command that serves a plug-in.
pub const HOST_COMMAND: &str = "plugin-host";

pub(crate) struct Plugin {
    game: Arc<Zrf>,
    path: PathBuf,
    running: Option<Running>,
}

/// A plug-in that runs, and what it was told.
struct Running {
    process: Process,
    /// The keys of the positions that it was led through; the last is the one that it is in.
    keys: Vec<u64>,
    position: Position,
}

impl Plugin {
    /// A player of a rule file's game.
    ///
    /// # Errors
    /// If the game comes from no rule file, or the file names no plug-in that is there.
    pub(crate) fn new(
        spec: &AgentSpec,
        playable: &Playable,
        path: Option<&Path>,
    ) -> Result<Plugin, AgentError> {
        let Some(game) = playable.typed::<Zrf>() else {
            let problem = "plug-ins know games by the words of a rule file";
            return Err(spec.unfit(problem, "a game zrf file=…; `selforge zrf export` writes one"));
        };
        let path = match path {
            Some(path) => path.to_owned(),
            None => named_engine(playable, &game.rules().texts.engine).ok_or_else(|| {
                let problem = match game.rules().texts.engine.as_str() {
                    "" => "the rule file names no plug-in".to_owned(),
                    name => format!("its plug-in '{name}' is not there for this system"),
                };
                spec.unfit(problem, "path= with the plug-in")
            })?,
        };
        Ok(Plugin { game, path, running: None })
    }

    /// Starts the plug-in and leads it to the start of the game.
    fn start(&self) -> Result<Running, Failure> {
        let program = std::env::current_exe().map_err(|error| fail(error.to_string()))?;
        if program.file_stem().is_none_or(|name| name != "selforge") {
            return Err(fail("only the program selforge can run plug-ins"));
        }
        let arguments = [HOST_COMMAND.as_ref(), self.path.as_os_str()];
        let mut process = Process::start(program.as_os_str(), arguments)?;
        match process.listen(PATIENCE)?.as_deref() {
            Some("ready") => {}
            Some(line) => return Err(fail(line.trim_start_matches("error ").to_owned())),
            None => return Err(fail("the plug-in was not loaded in time")),
        }
        let rules = self.game.rules();
        let mut position = self.game.bare_start();
        let mut running = Running { process, keys: Vec::new(), position: position.clone() };
        let answer = running.order(&format!("start {}", rules.title))?;
        if answer < 0 {
            return Err(fail(format!("the plug-in does not know \"{}\": {answer}", rules.title)));
        }
        if answer == 0 {
            for edit in rules.edits(&position) {
                running.tell(&edit)?;
            }
        }
        for line in self.game.chance_told(&mut position) {
            running.tell(&line)?;
        }
        running.keys.push(self.game.repetition_key(&position));
        running.position = position;
        Ok(running)
    }

    /// Leads the plug-in to a position, by the keys of those before it.
    fn lead(&mut self, state: &Position, history: &[u64]) -> Result<&mut Running, Failure> {
        let goal = self.game.repetition_key(state);
        let path: Vec<u64> = history.iter().copied().chain([goal]).collect();
        let on_the_way = |running: &Running| path.starts_with(&running.keys);
        let mut running = match self.running.take().filter(on_the_way) {
            Some(running) => running,
            None => self.start()?,
        };
        if !on_the_way(&running) {
            return Err(fail(
                "the plug-in cannot be led to this position: it is not a game from the start",
            ));
        }
        while running.keys.len() < path.len() {
            let wanted = path[running.keys.len()];
            let is_last = running.keys.len() + 1 == path.len();
            let moves = self.game.rules().lines(&running.position);
            let reaches = |mv: &Move| {
                let mut next = running.position.clone();
                self.game.play(&mut next, *mv);
                self.game.repetition_key(&next) == wanted && (!is_last || next == *state)
            };
            let found = moves.into_iter().map(|(mv, _)| mv).find(reaches);
            let Some(mv) = found else {
                return Err(fail("the plug-in cannot be led to this position: a move is missing"));
            };
            for line in self.game.play_told(&mut running.position, mv) {
                running.tell(&line)?;
            }
            running.keys.push(wanted);
        }
        Ok(self.running.insert(running))
    }

    fn ask(
        &mut self,
        question: &mut AnyQuestion<'_>,
        budget: Budget,
    ) -> Result<Report<AnyMove>, Failure> {
        let state: &Position = question.state.downcast().ok_or_else(|| fail("another game"))?;
        let game = Arc::clone(&self.game);
        let running = self.lead(state, question.history)?;
        let milliseconds = budget.time.map_or(0, |time| time.as_millis().clamp(1, 1 << 30));
        let depth = budget.depth.unwrap_or(0).min(1000);
        running.process.say(&format!("search {milliseconds} {depth} 0"))?;
        let enough = Instant::now() + budget.time.unwrap_or(LONGEST);
        let (mut soon, mut now) = (false, false);
        let line = loop {
            let time = Instant::now();
            if !soon && (question.stop.is_asked() || time > enough) {
                running.process.say("stop soon")?;
                soon = true;
            }
            if !now && time > enough + GRACE {
                running.process.say("stop now")?;
                now = true;
            }
            match running.process.listen(LOOK)? {
                Some(line) => break line,
                None if time < enough + 2 * GRACE => {}
                None => return Err(fail("no answer in time")),
            }
        };
        let Some((code, nodes, score, reached, text)) = read_best(&line) else {
            return Err(fail("the plug-in's process says something else than a move"));
        };
        if code < 0 {
            return Err(fail(format!("the plug-in found no move: {code}")));
        }
        let shown: String = text.chars().take(80).collect();
        let mv = game.rules().move_of_line(state, text);
        let mv = mv.map_err(|_| fail(format!("illegal move '{}'", shown.escape_debug())))?;
        Ok(Report {
            depth: reached.clamp(0, 1000) as u32,
            nodes: nodes.max(0) as u64,
            score: score_of(score as i32),
            line: vec![AnyMove(mv.to_code())],
        })
    }
}

/// Reads `best CODE NODES SCORE DEPTH MOVE`.
fn read_best(line: &str) -> Option<(i64, i64, i64, i64, &str)> {
    let mut words = line.strip_prefix("best ")?.splitn(5, ' ');
    let mut number = || words.next()?.parse().ok();
    let (code, nodes, score, depth) = (number()?, number()?, number()?, number()?);
    Some((code, nodes, score, depth, words.next().unwrap_or_default()))
}

/// A score of the interface.
fn score_of(score: i32) -> Score {
    if score >= SURE {
        Score::win_in((WIN - score).clamp(0, 1000) as u32)
    } else if score <= -SURE {
        Score::loss_in((WIN + score).clamp(0, 1000) as u32)
    } else {
        Score::estimate(score)
    }
}

impl Running {
    /// Gives an order that is answered with a number.
    fn order(&mut self, order: &str) -> Result<i32, Failure> {
        self.process.say(order)?;
        let Some(line) = self.process.listen(PATIENCE)? else {
            return Err(fail("no answer in time"));
        };
        let code = line.strip_prefix("answer ").and_then(|code| code.parse().ok());
        code.ok_or_else(|| fail("the plug-in's process says something else than an answer"))
    }

    /// Tells a move or an edit, which the plug-in must accept.
    fn tell(&mut self, line: &str) -> Result<(), Failure> {
        match self.order(&format!("move {line}"))? {
            0.. => Ok(()),
            code => Err(fail(format!("the plug-in refuses '{line}': {code}"))),
        }
    }
}

impl Seated for Plugin {
    fn choose(
        &mut self,
        question: &mut AnyQuestion<'_>,
        budget: Budget,
    ) -> Result<Report<AnyMove>, Failure> {
        let answer = self.ask(question, budget);
        if answer.is_err() {
            self.running = None; // ended, and started afresh if asked again
        }
        answer
    }

    fn try_out(&mut self) -> Result<(), Failure> {
        self.running = Some(self.start()?);
        Ok(())
    }

    fn new_game(&mut self) {
        self.running = None;
    }

    /// The plug-in's own memory is not known here.
    fn memory(&self) -> usize {
        0
    }
}

/// The plug-in that a rule file names, if it is there for this system: beside the file, with the ending of
/// this system instead of the original's.
fn named_engine(playable: &Playable, name: &str) -> Option<PathBuf> {
    let file = Path::new(playable.spec.get("file")?);
    let name = PathBuf::from(name.replace('\\', "/"));
    let leaves = name.is_absolute() || name.components().any(|part| part.as_os_str() == "..");
    if name.as_os_str().is_empty() || leaves {
        return None;
    }
    let given = file.parent().unwrap_or(Path::new("")).join(name);
    let ours = given.with_extension(std::env::consts::DLL_EXTENSION);
    let stem = ours.file_name()?.to_str()?.to_owned();
    let prefixed = ours.with_file_name(format!("{}{stem}", std::env::consts::DLL_PREFIX));
    let found = [ours, prefixed].into_iter().find(|path| path.is_file())?;
    Some(found)
}
