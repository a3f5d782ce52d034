//! `selforge zsg`: saved games of Zillions of Games, replayed and converted.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Subcommand};
use selforge_core::{Action, AnyGame, AnyMove, Game, Headers, MoveRepr, Record, Spec, Timeline};
use selforge_games::Playable;
use selforge_games::zrf::{
    self, Converted, Diagnostics, MAX_SAVED_BYTES, Replay as Replayed, Rules, SavedGame, compile,
};
use serde_json::json;

use crate::error::CliError;
use crate::files::{FileSystem, read_data, write_atomically, write_to};
use crate::output::Output;

/// Works with saved games.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  selforge zsg replay game.zsg --rules chess.zrf
  selforge zsg replay game.zsg --rules chess.zrf --record game.sgr
  selforge zsg write game.sgr --out game.zsg")]
pub(crate) struct Zsg {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Replay a saved game move by move and say where the first move fails
    Replay(Replay),
    /// Write a record of a rule file's game as a saved game
    Write(WriteSaved),
}

#[derive(Args, Debug)]
#[command(after_help = "\
Every recorded move must be among the legal ones, with the same effects. Moves of games that need a
plug-in are played without that check, and this is said. Exit code 0 if all lines replay, 1 if one does
not, 2 if a file cannot be read.

Examples:
  selforge zsg replay game.zsg --rules chess.zrf
  selforge zsg replay game.zsg --rules chess.zrf --json
  selforge zsg replay game.zsg --rules chess.zrf --record game.sgr")]
struct Replay {
    /// The saved game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The rule file it was played by
    #[arg(long, value_name = "RULES")]
    rules: PathBuf,
    /// Write it as a record as well
    #[arg(long, value_name = "OUT")]
    record: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  selforge zsg write game.sgr
  selforge zsg write game.sgr --out game.zsg")]
struct WriteSaved {
    /// The record
    #[arg(value_name = "RECORD")]
    file: PathBuf,
    /// Where to write it; printed if left out
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,
}

impl Zsg {
    /// Does it.
    ///
    /// # Errors
    /// If a file cannot be read, or a move does not fit.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        match self.command {
            Command::Replay(replay) => replay.run(out),
            Command::Write(write) => write.run(out),
        }
    }
}

impl Replay {
    fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let bytes = read_data(&self.file, MAX_SAVED_BYTES as u64)?;
        let name = self.file.display();
        let refuse = |reason: String| CliError::Refused(format!("{name}: {reason}"));
        let saved = SavedGame::parse(&bytes).map_err(|error| refuse(error.to_string()))?;
        let rules = self.compile(&saved)?;
        let replayed = rules.replay(&saved);
        let failed = replayed.failed.clone();
        if self.json {
            out.json(&json!({
                "file": name.to_string(),
                "ok": failed.is_none(),
                "variant": saved.variant,
                "lines": saved.lines.len(),
                "replayed": replayed.lines,
                "moves": replayed.counts[0],
                "partial": replayed.counts[1],
                "passes": replayed.counts[2],
                "edits": replayed.counts[3],
                "checked": !replayed.unchecked,
                "end": replayed.ended.as_ref().map(|(_, words)| words),
                "failed_line": failed.as_ref().map(|error| error.line),
                "problem": failed.as_ref().map(|error| &error.problem),
            }))?;
        } else {
            self.print(&saved, &replayed, out)?;
            if let Some(error) = &failed {
                let line = saved.lines.iter().find(|(number, _)| *number == error.line);
                writeln!(out, "{name}:{}: {}", error.line, error.problem)?;
                if let Some((_, text)) = line {
                    writeln!(out, "  | {text}")?;
                }
            }
        }
        if failed.is_some() {
            return Err(CliError::Reported);
        }
        match &self.record {
            Some(path) => self.write_record(path, rules, &saved, &replayed),
            None => Ok(()),
        }
    }

    fn compile(&self, saved: &SavedGame) -> Result<Rules, CliError> {
        let file = super::zrf::open(&self.rules)?;
        let Some(outline) = file.find(&saved.variant) else {
            return Err(CliError::Input(format!(
                "{} has no variant \"{}\", of which this is a game",
                self.rules.display(),
                crate::spec::shown(&saved.variant)
            )));
        };
        let mut problems = Diagnostics::default();
        compile(outline, &mut problems).ok_or_else(|| {
            let first = problems.first_error().or(file.problems().first_error());
            let words = first.map(|error| error.in_a_line(file.sources()).to_string());
            CliError::Input(words.unwrap_or_else(|| "the rule file cannot be played".to_owned()))
        })
    }

    fn print(
        &self,
        saved: &SavedGame,
        replayed: &Replayed,
        out: &mut Output<'_>,
    ) -> Result<(), CliError> {
        let [moves, partial, passes, edits] = replayed.counts;
        writeln!(
            out,
            "{}: {} of {} lines of {} replayed ({moves} moves, {partial} partial moves, {passes} passes, \
             {edits} edits)",
            self.file.display(),
            replayed.lines,
            saved.lines.len(),
            saved.variant,
        )?;
        if replayed.unchecked {
            writeln!(out, "  the moves come from a plug-in: they were played, not checked")?;
        }
        match &replayed.ended {
            Some((_, words)) if replayed.ended_at_last => writeln!(out, "  {words}")?,
            Some((line, words)) => writeln!(out, "  after line {line} already: {words}")?,
            None => {}
        }
        Ok(())
    }

    /// Writes the game as a record, by a spec that names the rule file.
    fn write_record(
        &self,
        path: &Path,
        rules: Rules,
        saved: &SavedGame,
        replayed: &Replayed,
    ) -> Result<(), CliError> {
        let refuse = |reason: String| {
            CliError::Refused(format!("{} cannot become a record: {reason}", self.file.display()))
        };
        let game = zrf::Zrf::new(Arc::new(rules), 0, Vec::new());
        let Converted { position, draws, moves } = zrf::convert(&game, replayed).map_err(refuse)?;
        let mut spec = Spec::new("zrf");
        let wrong = |error: selforge_core::SpecError| CliError::Input(error.to_string());
        spec.set("file", self.rules.display()).map_err(wrong)?;
        spec.set("variant", &saved.variant).map_err(wrong)?;
        if !draws.is_empty() {
            let draws: Vec<String> = draws.iter().map(u32::to_string).collect();
            spec.set("draws", draws.join(",")).map_err(wrong)?;
        }
        if let Some(position) = position {
            spec.set("position", position).map_err(wrong)?;
        }
        // The original played on after a repetition, if people did.
        if game_repeats(&spec, &moves)? {
            spec.set("repetition", "off").map_err(wrong)?;
        }
        let playable = selforge_games::open(&spec, &FileSystem)?;
        let timeline = play(&playable, &moves).map_err(refuse)?;
        let mut headers = Headers::new(playable.spec.clone());
        headers.rules = Some(playable.rules_name());
        let record = Record::from_timeline(&timeline, headers);
        write_atomically(path, &record.to_text())
            .map_err(|error| CliError::file("write", path, &error))
    }
}

/// Whether the rule of repetition would end the game before its last move.
fn game_repeats(spec: &Spec, moves: &[zrf::Move]) -> Result<bool, CliError> {
    let playable = selforge_games::open(spec, &FileSystem)?;
    Ok(playable.game.seats() > 1 && play(&playable, moves).is_err())
}

fn play(playable: &Playable, moves: &[zrf::Move]) -> Result<Timeline<AnyGame>, String> {
    let mut timeline = Timeline::new(Arc::new(playable.game.clone()));
    for (number, mv) in moves.iter().enumerate() {
        let Some(seat) = timeline.status().to_move() else {
            return Err(format!("the game is over before move {}", number + 1));
        };
        let done = timeline.act(seat, Action::Move(AnyMove(mv.to_code())));
        done.map_err(|error| format!("move {}: {error}", number + 1))?;
    }
    Ok(timeline)
}

impl WriteSaved {
    fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let replayed = super::check::replay_file(&self.file)?;
        let Some(game) = replayed.playable.typed::<zrf::Zrf>() else {
            return Err(CliError::Input(format!(
                "{} is a game of '{}'; expected a game of a rule file, 'zrf'",
                self.file.display(),
                replayed.playable.spec.name()
            )));
        };
        let moves = replayed.timeline.moves().filter_map(|mv| zrf::Move::from_code(mv.0));
        let rules_file = replayed.playable.spec.get("file").unwrap_or("built-in.zrf");
        let name = rules_file.rsplit(['/', '\\']).next().unwrap_or_default();
        let saved = zrf::save(&game, moves, name, "").map_err(CliError::Refused)?;
        match &self.out {
            Some(path) => write_to(path, &saved.to_text(), out),
            None => Ok(write!(out, "{}", saved.to_text())?),
        }
    }
}
