//! `selforge arena`: matches between players.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;
use selforge_agents::Stop;
use selforge_catalogue::Playable;
use selforge_catalogue::portable::write_portable;
use selforge_core::Record;
use selforge_lab::arena::{
    self, Adjudication, Conditions, Opening, Plan, Settings, parse_named_players,
};
use selforge_lab::report::{self, Bar, Figures, Report};
use selforge_lab::stats::Sprt;
use selforge_lab::store::{Folder, shell_word};
use selforge_lab::{LabError, Replayed};

use crate::error::CliError;
use crate::files::{FileSystem, is_stdout, write_to};
use crate::output::Output;
use crate::spec::SpecArgs;
use crate::workers::{BusArgs, Workforce};

/// Plays matches.
#[derive(Args, Debug)]
#[command(after_help = "\
Every start is played with the seats exchanged, so --games is a multiple of the seats. Where a setup
is random, each start has a seed of its own, made from --seed; where it is not, --random-plies or
--openings make starts differ. More players than seats meet in a round robin, with --games for each
pairing; with --gauntlet the first meets each of the others. Players may have names: \"old: alphabeta
depth=2; new: alphabeta depth=3\". A player with time=10s+100ms has a clock for the whole game.

Openings come from files: positions, a line each, or records, PGN and PDN, whose moves are played
first. Other programs (external, uci, plugin) are tried before the first game; a game that one of them
loses by crashing, by silence or on time is reported as a warning.

\"better with\" is how likely the first player's true score is above one half, by the spread of the
pairs of games, as the Elo interval is: above 97.5 % where the whole interval is above 0.

With players limited by depth, nodes or playouts, the same arguments give the same results, on any
number of threads and machines. With --out, a run that was interrupted or killed goes on where it stopped when it
is started again with the same arguments.

Examples:
  selforge arena selfo --players \"swarm; random\" --games 200 --seed 1
  selforge arena selfo --players \"swarm; alphabeta time=50ms\" --games 100 --out match
  selforge arena selfo board=hexhex-4 --players \"random; greedy; swarm\" --games 40 --html report.html
  selforge arena selfo --players \"alphabeta depth=3; alphabeta depth=2\" --games 2000 \\
      --sprt elo0=0,elo1=50
  selforge arena selfo --players \"swarm; mcts playouts=5000\" --games 10000 --out match \\
      --bus nats://bus.example                 played by `selforge worker` on other machines
  selforge arena chess --players 'alphabeta time=5s+50ms; uci cmd=stockfish nodes=500' \\
      --openings book.pgn --opening-plies 8 --adjudicate win=900,moves=4 --save match.pgn")]
pub(crate) struct Arena {
    #[command(flatten)]
    spec: SpecArgs,
    /// The players, separated by semicolons
    #[arg(long, value_name = "A; B…")]
    players: String,
    /// How many games each pairing plays at most
    // A multiple of every possible number of seats.
    #[arg(long, value_name = "N", default_value = "120")]
    games: usize,
    /// Decides every random choice
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// Begin the games of every start with so many random moves
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
    random_plies: u32,
    /// Begin the games from these files: positions, a line each, records, PGN or PDN
    #[arg(long, value_name = "FILE", num_args = 1..)]
    openings: Vec<PathBuf>,
    /// Play at most so many moves of each record of --openings
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "openings")]
    opening_plies: usize,
    /// Let the first player meet all others, and these not each other
    #[arg(long)]
    gauntlet: bool,
    /// End games by what both players think: win=600,moves=4 and draw=10,moves=8,after=60
    #[arg(long, value_name = "RULE")]
    adjudicate: Option<String>,
    /// How many games are played at a time [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    bus: BusArgs,
    /// Keep everything in this folder, and go on with the run that it holds
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Stop when it is clear which difference holds: elo0=0,elo1=20,alpha=0.05,beta=0.05
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,
    /// Write a line for each game to this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a report with plots to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write all games to this file, as PGN or PDN by its ending; - writes to the standard output
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write plots (SVG, PDF) and tables (CSV, LaTeX) into this folder
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Arena {
    /// Plays what is missing and reports.
    ///
    /// # Errors
    /// Before the first game, if anything about the match is wrong; later, if files cannot be
    /// written.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let (players, names) = parse_named_players(&self.players)?;
        let game = self.spec.spec()?;
        let settings = Settings {
            random_plies: self.random_plies,
            names,
            gauntlet: self.gauntlet,
            openings: self.openings(&game)?,
            adjudication: self.adjudicate.as_deref().map(str::parse::<Adjudication>).transpose()?,
            sprt: self.sprt.as_deref().map(str::parse::<Sprt>).transpose()?,
            ..Settings::new(game, players, self.games, self.seed)
        };
        let plan = Plan::new(settings, &FileSystem)?;
        let saving = self.save.as_deref().map(|file| Saving::new(file, &plan)).transpose()?;
        for file in [&self.csv, &self.html, &self.save].into_iter().flatten() {
            check_place(file)?;
        }
        let figures = self.figures.as_deref().map(Figures::open).transpose()?;
        let workforce = Workforce::new(self.threads, &self.bus)?;
        let command = command_line();
        let mut folder =
            self.out.as_deref().map(|path| Folder::open(path, &plan, &command)).transpose()?;
        let stop = stop_on_ctrl_c()?;
        let bar = Bar::new();
        let workers = workforce.workers();
        let conditions = Conditions { workers, folder: folder.as_mut(), stop: &stop };
        let mut played = BTreeMap::new();
        let keep = &mut |index: usize, record: &Record| {
            if saving.is_some() {
                played.insert(index, record.clone());
            }
        };
        let show = &mut |progress| {
            workforce.show(&bar);
            bar.show(progress);
        };
        let run = arena::run_and_keep(&plan, conditions, show, keep);
        bar.clear();
        let report = Report::new(&plan, run?, &command);
        if report.run.complete {
            self.write_files(&report, folder.as_ref(), figures.as_ref(), out)?;
        }
        if let Some(saving) = &saving {
            saving.write(&plan, &report, played, folder.as_ref(), out)?;
        }
        for warning in &report.summary.warnings {
            eprintln!("warning: {warning}");
        }
        let files = [&self.csv, &self.html, &self.save].into_iter().flatten();
        if files.into_iter().any(|file| is_stdout(file)) {
            // Whoever asked for a file there wants nothing else.
        } else if self.json {
            out.json(&report::to_json(&report))?;
        } else {
            write!(out, "{}", report::to_text(&report))?;
        }
        let silent =
            report.summary.players.iter().find(|it| it.games > 0 && it.forfeits == it.games);
        match (report.run.complete, &self.out) {
            (true, _) if silent.is_some() => {
                let name = silent.map(|player| player.name.clone()).unwrap_or_default();
                Err(CliError::Refused(format!(
                    "{name} lost every game by forfeit: the match says nothing"
                )))
            }
            (true, _) => Ok(()),
            (false, folder) => {
                if folder.is_some() && !self.json {
                    writeln!(out, "The same command goes on where it stopped.")?;
                }
                Err(CliError::Interrupted)
            }
        }
    }

    /// What the files of --openings hold.
    fn openings(&self, game: &selforge_core::Spec) -> Result<Vec<Opening>, CliError> {
        if self.openings.is_empty() {
            return Ok(Vec::new());
        }
        let playable = selforge_games::open(game, &FileSystem)?;
        let mut openings = Vec::new();
        for path in &self.openings {
            let bytes = crate::files::read_record(path)?;
            let read = Opening::read(&bytes, &playable, &FileSystem, self.opening_plies);
            openings.extend(
                read.map_err(|error| CliError::Refused(format!("{}: {error}", path.display())))?,
            );
        }
        if openings.is_empty() {
            return Err(CliError::input("the files of --openings hold none".to_owned()));
        }
        Ok(openings)
    }

    fn write_files(
        &self,
        report: &Report,
        folder: Option<&Folder>,
        figures: Option<&Figures>,
        out: &mut Output<'_>,
    ) -> Result<(), CliError> {
        if let Some(folder) = folder {
            report.write(folder)?;
        }
        if let Some(figures) = figures {
            report.write_figures(figures)?;
        }
        if let Some(file) = &self.csv {
            write_to(file, &report::to_csv(report), out)?;
        }
        if let Some(file) = &self.html {
            write_to(file, &report::to_html(report)?, out)?;
        }
        Ok(())
    }
}

/// A file for all games of a match, in the notation of other programs.
struct Saving<'a> {
    file: &'a Path,
    dialect: selforge_catalogue::portable::Dialect,
}

impl<'a> Saving<'a> {
    fn new(file: &'a Path, plan: &Plan) -> Result<Saving<'a>, CliError> {
        let playable = plan.open(0)?;
        let title = &playable.family.title;
        let Some(dialect) = playable.family.dialect else {
            return Err(CliError::input(format!(
                "games of {title} have no notation of other programs; expected --out, which keeps records"
            )));
        };
        let ending = file.extension().and_then(|it| it.to_str());
        match ending.is_none_or(|ending| ending.eq_ignore_ascii_case(dialect.extension)) {
            true => Ok(Saving { file, dialect }),
            false => Err(CliError::input(format!(
                "games of {title} are not written as '{}'; expected .{}",
                file.display(),
                dialect.extension
            ))),
        }
    }

    /// Writes the games that count, those of earlier sittings among them.
    fn write(
        &self,
        plan: &Plan,
        report: &Report,
        mut played: BTreeMap<usize, Record>,
        folder: Option<&Folder>,
        out: &mut Output<'_>,
    ) -> Result<(), CliError> {
        let mut text = String::new();
        for game in &report.run.games {
            let record = match (played.remove(&game.index), folder) {
                (Some(record), _) => record,
                (None, Some(folder)) => {
                    let bytes = crate::files::read_record(&folder.record(game.index))?;
                    Replayed::read(&bytes, &FileSystem)?.record
                }
                (None, None) => continue,
            };
            let playable: Playable = plan.open(game.start)?;
            let written = write_portable(&playable, &record, &self.dialect);
            text += &written.map_err(|error| CliError::Refused(error.to_string()))?;
            text.push('\n');
        }
        write_to(self.file, &text, out)
    }
}

impl From<LabError> for CliError {
    fn from(error: LabError) -> CliError {
        match error {
            LabError::Damaged { .. } | LabError::Record(_) => CliError::Refused(error.to_string()),
            _ => CliError::Input(error.to_string()),
        }
    }
}

/// Refuses a file that could not be written after hours of play.
pub(super) fn check_place(file: &Path) -> Result<(), CliError> {
    if is_stdout(file) {
        return Ok(());
    }
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let problem = match parent {
        _ if file.is_dir() => "it is a directory",
        Some(parent) if !parent.is_dir() => "there is no such directory",
        _ => return Ok(()),
    };
    Err(CliError::Input(format!("cannot write '{}': {problem}", file.display())))
}

/// How many games to play at a time: as asked for, or one on each core.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or_else(cores, usize::from)
}

/// A signal that Ctrl-C raises.
///
/// # Errors
/// If the system does not let us watch for it.
pub(super) fn stop_on_ctrl_c() -> Result<Stop, CliError> {
    let stop = Stop::default();
    let raised = stop.clone();
    ctrlc::set_handler(move || raised.now())
        .map_err(|error| CliError::input(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(stop)
}

/// The command line, fit to be typed again; without the bus, whose address may hold a password and which
/// changes nothing.
pub(super) fn command_line() -> String {
    let mut words = vec!["selforge".to_owned()];
    let mut given = std::env::args_os().skip(1).map(|it| it.to_string_lossy().into_owned());
    while let Some(next) = given.next() {
        match next.as_str() {
            "--bus" => drop(given.next()),
            next if next.starts_with("--bus=") => {}
            next => words.push(shell_word(next)),
        }
    }
    words.join(" ")
}
