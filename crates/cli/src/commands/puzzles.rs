//! `selforge puzzles`: positions with one solution, from games.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use selforge_agents::AgentSpec;
use selforge_lab::puzzles::{self, Conditions, Log, Plan, Puzzle, Run, Settings, Theme};
use selforge_lab::report::Bar;
use selforge_lab::{LabError, Replayed};

use super::arena::{command_line, stop_on_ctrl_c, threads};
use crate::error::CliError;
use crate::files::{FileSystem, read_data, read_record};
use crate::output::Output;
use crate::spec::specs;

/// Makes puzzles.
#[derive(Args, Debug)]
#[command(after_help = "\
Plays games of an engine against itself, or reads records, and looks in every position for a
puzzle: win in two to four moves, cut the other side off, come out a piece ahead, or find the only move
that holds. An exact search over all moves and all replies proves that there is one solution; engines
with more and more time say how hard it is. Several games are separated by semicolons.

The same arguments give the same puzzles on any number of threads, unless --player has a time limit.
With --out, a run that was interrupted or killed goes on where it stopped when it is started again with
the same arguments; the puzzles are in DIR/puzzles.jsonl then. Without it they are printed.

Examples:
  selforge puzzles selfo board=hexhex-5 density=24 --games 20
  selforge puzzles \"selfo board=hexhex-5; selfo board=hexhex-6\" --games 100 --seed 7 --out new
  selforge puzzles chess --player \"alphabeta nodes=1000\" --games 50 --each 20
  selforge puzzles --record mine.sgr --record match/records/0001.sgr
  selforge puzzles --check new/puzzles.jsonl")]
pub(crate) struct Puzzles {
    /// The game, e.g. selfo board=hexhex-5; several are separated by semicolons
    #[arg(value_name = "SPEC", required_unless_present_any = ["record", "check"])]
    words: Vec<String>,
    /// Look in this recorded game too; may be given more than once
    #[arg(long, value_name = "FILE")]
    record: Vec<PathBuf>,
    /// Prove the puzzles of this file again instead of making new ones
    #[arg(long, value_name = "FILE", conflicts_with_all = ["words", "record", "out"])]
    check: Option<PathBuf>,
    /// How many games of each are played
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=500_000))]
    games: u32,
    /// Decides every random choice
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// Who plays; one that errs now and then leaves more to find
    #[arg(long, value_name = "PLAYER", default_value = "alphabeta nodes=300")]
    player: String,
    /// Begin every game with so many random moves
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(..=100))]
    random_plies: u32,
    /// Keep so many puzzles of a theme and a number of moves, for each game
    #[arg(long, value_name = "N", default_value = "1000")]
    each: usize,
    /// How many games are searched at a time [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Keep everything in this folder, and go on with the run that it holds
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Puzzles {
    /// Searches what is missing, and prints or keeps the puzzles.
    ///
    /// # Errors
    /// Before the first game, if anything is wrong with what is asked for; later, if files cannot be
    /// written; or when interrupted. When checking, if a puzzle is none.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        if let Some(file) = &self.check {
            return check(file, out);
        }
        let settings = Settings {
            games: if self.words.is_empty() { Vec::new() } else { specs(&self.words)? },
            player: AgentSpec::parse(&self.player).map_err(LabError::from)?,
            count: self.games as usize,
            seed: self.seed,
            random_plies: self.random_plies,
            each: self.each,
        };
        let records = self.record.iter().map(|file| {
            let replayed = Replayed::read(&read_record(file)?, &FileSystem);
            replayed.map_err(|error| CliError::Input(format!("'{}': {error}", file.display())))
        });
        let records = records.collect::<Result<Vec<_>, CliError>>()?;
        let plan = Plan::new(settings, records, &FileSystem)?;
        let command = command_line();
        let mut log =
            self.out.as_deref().map(|path| Log::open(path, &plan, &command)).transpose()?;
        let (stop, bar) = (stop_on_ctrl_c()?, Bar::new());
        let threads = threads(self.threads);
        let conditions = Conditions { threads, log: log.as_mut(), stop: &stop };
        let run = puzzles::run(&plan, conditions, &mut |progress| bar.show(progress));
        bar.clear();
        let run = run?;
        match &log {
            Some(log) if run.complete => log.write(&run.puzzles)?,
            Some(_) => {}
            None => run.puzzles.iter().try_for_each(|it| write!(out, "{}", it.to_line()))?,
        }
        if let Some(folder) = &self.out {
            write_summary(&run, out)?;
            match run.complete {
                true => writeln!(out, "everything is in '{}'", folder.display())?,
                false => writeln!(out, "The same command goes on where it stopped.")?,
            }
        }
        if run.complete { Ok(()) } else { Err(CliError::Interrupted) }
    }
}

/// The longest file of puzzles that is read, in bytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Proves the puzzles of a file again.
fn check(file: &Path, out: &mut Output<'_>) -> Result<(), CliError> {
    let text = read_data(file, MAX_BYTES)?;
    let text = String::from_utf8_lossy(&text);
    let (mut proven, mut wrong) = (0, 0);
    for (line, number) in text.lines().zip(1..) {
        let problem = match Puzzle::from_line(line).and_then(|it| puzzles::prove(&it, &FileSystem))
        {
            Ok(true) => {
                proven += 1;
                continue;
            }
            Ok(false) => "this solution is not the one, or not the only one".to_owned(),
            Err(error) => error.to_string(),
        };
        wrong += 1;
        writeln!(out, "'{}', line {number}: {problem}", file.display())?;
    }
    writeln!(out, "{proven} puzzles proven")?;
    match wrong {
        0 => Ok(()),
        wrong => Err(CliError::Refused(format!("{wrong} lines are no puzzles"))),
    }
}

/// How many puzzles of each kind there are.
fn write_summary(run: &Run, out: &mut Output<'_>) -> Result<(), CliError> {
    let mut kinds: BTreeMap<(&str, Theme, u32), Vec<u32>> = BTreeMap::new();
    for Puzzle { game, theme, moves, rating, .. } in &run.puzzles {
        let family = game.split(' ').next().unwrap_or_default();
        kinds.entry((family, *theme, *moves)).or_default().push(*rating);
    }
    let count = |number: usize, what: &str| match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    };
    writeln!(out, "{} from {}", count(run.puzzles.len(), "puzzle"), count(run.games, "game"))?;
    for ((family, theme, moves), ratings) in &kinds {
        let (least, most) =
            (ratings.iter().min().unwrap_or(&0), ratings.iter().max().unwrap_or(&0));
        let kind = format!("{family}, {} in {moves}", theme.name());
        writeln!(out, "  {kind:32} {:>5}  rated {least} to {most}", ratings.len())?;
    }
    Ok(())
}
