//! `selforge replay`: stepping through a recorded game.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use selforge_board::Diagram;
use selforge_board::picture::count::{Change, change};
use selforge_board::picture::svg;
use selforge_core::{Action, AnyGame, Record, RecordEvent, Session};
use serde_json::{Value, json};

use super::check::{Replayed, replay_file};
use crate::error::CliError;
use crate::files::write_atomically;
use crate::output::{ColorChoice, Output};
use crate::render::terminal;
use crate::render::view::{plies_text, session_status};

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
struct Frame {
    ply: u32,
    session: Session<AnyGame>,
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
        let plies = replayed.session.plies();
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
        let wanted = |frame: &Frame| self.to.is_none_or(|to| to == frame.ply);
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
                "result": Record::result_of(&replayed.session),
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
        frame: &Frame,
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
        let text = replayed.playable.position_text(frame.session.state());
        Ok(writeln!(out, "{}\n{text}\n", session_status(&frame.session))?)
    }

    fn write_picture(
        &self,
        directory: &Path,
        replayed: &Replayed,
        frame: &Frame,
    ) -> Result<(), CliError> {
        let stem = self.file.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
        let path = directory.join(format!("{stem}-{:04}.svg", frame.ply));
        let caption = replayed.playable.caption(frame.session.state(), &frame.diagram);
        let look = svg::Look { size: 720, names: false };
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
fn frames(replayed: &Replayed) -> impl Iterator<Item = Frame> + '_ {
    let game = Arc::new(replayed.playable.game.clone());
    let start = replayed.session.start_state().clone();
    let mut session = Session::from_state(game, start);
    let mut diagram = replayed.playable.diagram(session.state());
    let mut pairs = replayed.session.events().iter().zip(&replayed.record.events).peekable();
    let mut first = true;
    std::iter::from_fn(move || {
        let mut frame = Frame {
            ply: 0,
            session: session.clone(),
            lines: Vec::new(),
            comments: Vec::new(),
            diagram: diagram.clone(),
            last: Change::default(),
        };
        if std::mem::take(&mut first) {
            frame.comments.extend(replayed.record.comments.iter().cloned());
        } else {
            let (event, written) = pairs.next()?;
            act(&mut session, &mut frame, event, written);
        }
        while let Some((event, written)) =
            pairs.next_if(|(event, _)| !matches!(event.action, Action::Move(_)))
        {
            act(&mut session, &mut frame, event, written);
        }
        let after = replayed.playable.diagram(session.state());
        frame.last = change(&diagram, &after);
        diagram = after.clone();
        frame.diagram = after;
        frame.ply = session.plies();
        frame.session = session.clone();
        Some(frame)
    })
}

fn act(
    session: &mut Session<AnyGame>,
    frame: &mut Frame,
    event: &selforge_core::Event<selforge_core::AnyMove>,
    written: &RecordEvent,
) {
    let acted = session.act(event.seat, event.action.clone());
    debug_assert!(acted.is_ok(), "what was accepted once is accepted again");
    let bare = RecordEvent::new(written.seat, written.action.clone());
    frame.lines.push(bare.to_text(session.plies()).trim_end().to_owned());
    frame.comments.extend(written.comments.iter().cloned());
}

fn value(replayed: &Replayed, frame: &Frame) -> Value {
    json!({
        "ply": frame.ply,
        "events": frame.lines,
        "comments": frame.comments,
        "position": replayed.playable.position_text(frame.session.state()),
        "status": session_status(&frame.session),
    })
}
