//! `selforge replay`: stepping through a recorded game.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use selforge_board::Diagram;
use selforge_board::picture::count::{Change, change};
use selforge_board::picture::svg;
use selforge_core::{AnyState, Moment, Record, RecordEvent};
use serde_json::{Value, json};

use super::check::{Replayed, replay_file};
use crate::error::CliError;
use crate::files::write_atomically;
use crate::output::{ColorChoice, Output};
use crate::render::terminal;
use crate::render::view::{plies_text, status_text};

/// Steps through a record.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  selforge replay game.sgr
  selforge replay game.sgr --to 20
  selforge replay game.sgr --delay 500
  selforge replay game.sgr --svg-dir pictures")]
pub(crate) struct Replay {
    /// The record
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Show only the position after so many plies; 0 is the start
    #[arg(long, value_name = "N")]
    to: Option<u32>,
    /// Write a picture of every position shown into this directory
    #[arg(long, value_name = "DIR")]
    svg_dir: Option<PathBuf>,
    /// Wait between two positions
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    delay: Option<u64>,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// One position of the game, and what led to it.
struct Frame<'r> {
    ply: u32,
    moment: &'r Moment<AnyState>,
    /// Everything since the frame before: the move, and what else was said and done.
    lines: Vec<String>,
    comments: Vec<String>,
    diagram: Diagram,
    last: Change,
}

impl Replay {
    /// Shows the positions.
    ///
    /// # Errors
    /// If the file is no good record, or has fewer plies than asked for.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let replayed = replay_file(&self.file).map_err(|error| match error {
            CliError::Refused(reason) => {
                CliError::Refused(format!("{}: {reason}", self.file.display()))
            }
            other => other,
        })?;
        let plies = replayed.timeline.plies();
        if let Some(to) = self.to.filter(|&to| to > plies) {
            return Err(CliError::Input(format!(
                "--to {to}: the record has only {}",
                plies_text(plies)
            )));
        }
        if let Some(directory) = &self.svg_dir {
            fs::create_dir_all(directory).map_err(|e| CliError::file("create", directory, &e))?;
        }
        let mut values = Vec::new();
        if !self.json {
            print_headers(out, &replayed.record)?;
        }
        let wanted = |frame: &Frame<'_>| self.to.is_none_or(|to| to == frame.ply);
        for (number, frame) in frames(&replayed).filter(wanted).enumerate() {
            if let Some(directory) = &self.svg_dir {
                self.write_picture(directory, &replayed, &frame)?;
            }
            if self.json {
                values.push(value(&replayed, &frame));
                continue;
            }
            if number > 0
                && let Some(delay) = self.delay
            {
                out.flush()?;
                std::thread::sleep(Duration::from_millis(delay));
            }
            self.print(out, &replayed, &frame)?;
        }
        if self.json {
            let value = json!({
                "spec": replayed.playable.spec.to_string(),
                "plies": plies,
                "result": Record::result_of(replayed.timeline.now()),
                "truncated": replayed.truncated,
                "positions": values,
            });
            return Ok(out.json(&value)?);
        }
        if let Some(lost) = &replayed.truncated {
            writeln!(out, "The record was cut off: {lost}")?;
        }
        Ok(())
    }

    fn print(
        &self,
        out: &mut Output<'_>,
        replayed: &Replayed,
        frame: &Frame<'_>,
    ) -> Result<(), CliError> {
        for line in &frame.lines {
            writeln!(out, "{line}")?;
        }
        let look =
            terminal::Look { colour: out.colour(self.color), names: false, columns: out.columns() };
        write!(out, "\n{}\n", terminal::board(&frame.diagram, &look, &frame.last))?;
        for comment in &frame.comments {
            writeln!(out, "; {comment}")?;
        }
        let text = replayed.playable.position_text(&frame.moment.state);
        Ok(writeln!(out, "{}\n{text}\n", status_text(frame.moment))?)
    }

    fn write_picture(
        &self,
        directory: &Path,
        replayed: &Replayed,
        frame: &Frame<'_>,
    ) -> Result<(), CliError> {
        let stem = self.file.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
        let path = directory.join(format!("{stem}-{:04}.svg", frame.ply));
        let caption = replayed.playable.caption(&frame.moment.state, &frame.diagram);
        let look = svg::Look { size: 720, names: false, theme: svg::Theme::Screen };
        let picture = svg::board(&frame.diagram, look, &caption, &frame.last);
        write_atomically(&path, &picture).map_err(|e| CliError::file("write", &path, &e))
    }
}

fn print_headers(out: &mut Output<'_>, record: &Record) -> Result<(), CliError> {
    let text = record.header_text();
    // The first line names the format, the start is shown as a board, the result comes at the end.
    let shown = text.lines().skip(1).filter(|line| {
        !line.is_empty() && !line.starts_with("start:") && !line.starts_with("result:")
    });
    for line in shown {
        writeln!(out, "{line}")?;
    }
    Ok(writeln!(out)?)
}

/// The start and the position after every move. What was said after a move belongs to its frame.
fn frames(replayed: &Replayed) -> impl Iterator<Item = Frame<'_>> {
    let Replayed { record, playable, timeline, .. } = replayed;
    let after = &timeline.moments()[1..];
    (0..=timeline.plies()).zip(0..).map(move |(ply, moves)| {
        let moment = timeline.after_moves(moves).expect("there were so many moves");
        let first = after.partition_point(|moment| moment.plies < ply);
        let end = after.partition_point(|moment| moment.plies <= ply);
        let events = &record.events[first..end];
        let line = |event: &RecordEvent| {
            let bare = RecordEvent::new(event.seat, event.action.clone());
            bare.to_text(ply).trim_end().to_owned()
        };
        let on_start = record.comments.iter().filter(|_| ply == 0);
        let on_events = events.iter().flat_map(|event| &event.comments);
        let before = moves.checked_sub(1).and_then(|before| timeline.after_moves(before));
        let before = before.map_or(timeline.start_state(), |before| &before.state);
        let diagram = playable.diagram(&moment.state);
        Frame {
            ply,
            moment,
            lines: events.iter().map(line).collect(),
            comments: on_start.chain(on_events).cloned().collect(),
            last: change(&playable.diagram(before), &diagram),
            diagram,
        }
    })
}

fn value(replayed: &Replayed, frame: &Frame<'_>) -> Value {
    json!({
        "ply": frame.ply,
        "events": frame.lines,
        "comments": frame.comments,
        "position": replayed.playable.position_text(&frame.moment.state),
        "status": status_text(frame.moment),
    })
}
