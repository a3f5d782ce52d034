//! `selforge explain`: what the evaluators see in a position.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use selforge_agents::Attribution;
use selforge_agents::gathering::{CriticalPath, Evaluation, Explanation, SetExplanation};
use selforge_board::Diagram;
use selforge_board::picture::count::Change;
use selforge_board::picture::overlay::{Overlay, OverlayPath};
use selforge_board::picture::svg;
use selforge_core::{AnyState, Seat};
use selforge_games::Playable;
use serde_json::json;

use crate::error::CliError;
use crate::files::{is_stdout, write_to};
use crate::output::{Output, ThemeName};
use crate::spec::{SpecArgs, position};

/// Explains a position.
#[derive(Args, Debug)]
#[command(after_help = "\
Signals, centroid and main group are those of the swarm. A critical path leads from a group to the
main group; its width is the number of empty cells whose filling cuts it; to cut and to hold it takes
at least so many moves of the opponents and of the set, each while the other stands still.

The picture shows the set to move, or the one chosen: empty cells are tinted by the strength of its
signals, the dashed ring is its centroid, lines are critical paths as thick as they are wide, and
crosses are the cells of smallest cuts.

With --network a network is asked instead, in every game that one plays: what it expects, and for each
piece how many points of a hundred its side would lose if the piece were not there.

Examples:
  selforge explain selfo seed=7
  selforge explain checkers --network
  selforge explain selfo board=hexhex-4 --set A --svg heat.svg
  selforge explain selfo board=hexhex-3 --position \"A1B/4/5/4/B1A A\" --json")]
pub(crate) struct Explain {
    #[command(flatten)]
    spec: SpecArgs,
    /// Explain this position of the game instead of its start
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Draw one set's view of the board into this file; - for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Only this set, by its letter
    #[arg(long, value_name = "LETTER")]
    set: Option<char>,
    /// The width of the picture in pixels
    #[arg(long, value_name = "PX", default_value_t = 720, value_parser = clap::value_parser!(u32).range(50..=10_000))]
    size: u32,
    /// What the picture is for: screen, paper or mono (paper without colours)
    #[arg(long, value_name = "THEME", default_value = "screen")]
    theme: ThemeName,
    /// Say which pieces a network counts on: that of a file, or the one that comes with the program
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        conflicts_with_all = ["svg", "set"]
    )]
    network: Option<String>,
    /// Print JSON: all of it, with the signal of every cell
    #[arg(long)]
    json: bool,
}

impl Explain {
    /// Explains it.
    ///
    /// # Errors
    /// If the spec, the position or the set is wrong, nothing is known of the game, or the picture
    /// cannot be written.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let playable = self.spec.open()?;
        let state = position(&playable.game, self.position.as_deref())?;
        if let Some(file) = &self.network {
            let file = Some(file.as_str()).filter(|file| !file.is_empty());
            let found = Attribution::of(&playable, &state, file);
            let found = found.map_err(|error| CliError::Input(error.to_string()))?;
            return self.tell_worths(&playable, &state, &found, out);
        }
        let explained = Explanation::of(&playable, &state);
        let mut explanation = explained.map_err(|error| CliError::Input(error.to_string()))?;
        if let Some(letter) = self.set {
            keep_only(&mut explanation, letter)?;
        }
        if let Some(file) = &self.svg {
            let picture = picture(&playable, &state, &explanation, (self.size, self.theme.theme()));
            write_to(file, &picture, out)?;
            if is_stdout(file) {
                return Ok(());
            }
        }
        if self.json {
            let mut value = json!(explanation);
            value["spec"] = json!(playable.spec.to_string());
            value["position"] = json!(playable.position_text(&state));
            return Ok(out.json(&value)?);
        }
        write_text(out, &explanation)?;
        if let Some(file) = &self.svg {
            writeln!(out, "\npicture written to {}", file.display())?;
        }
        Ok(writeln!(out, "\n{}\n{}", playable.spec, playable.position_text(&state))?)
    }
}

impl Explain {
    /// Says which pieces a network counts on.
    fn tell_worths(
        &self,
        playable: &Playable,
        state: &AnyState,
        found: &Attribution,
        out: &mut Output<'_>,
    ) -> Result<(), CliError> {
        if self.json {
            let mut value = json!(found);
            value["expected"] = json!(found.expected());
            value["spec"] = json!(playable.spec.to_string());
            value["position"] = json!(playable.position_text(state));
            return Ok(out.json(&value)?);
        }
        let [won, drawn, lost] = found.outcome.map(|share| 100.0 * share);
        let (seat, expected) = (found.seat, found.expected());
        writeln!(out, "{seat} to move, expects {expected:.1} of 100 points:")?;
        writeln!(out, "wins {won:.1} %, draws {drawn:.1} %, loses {lost:.1} %\n")?;
        let mut rows = vec![["piece", "set", "points"].map(str::to_owned).to_vec()];
        rows.extend(found.pieces.iter().map(|piece| {
            vec![piece.cell.clone(), piece.set.to_string(), format!("{:+.1}", piece.points)]
        }));
        for line in table(&rows) {
            writeln!(out, "{line}")?;
        }
        Ok(writeln!(out, "\n{}\n{}", playable.spec, playable.position_text(state))?)
    }
}

/// Drops all sets but one, and the evaluations of all seats but its own.
fn keep_only(explanation: &mut Explanation, letter: char) -> Result<(), CliError> {
    let letter = letter.to_ascii_uppercase();
    let there: Vec<String> = explanation.sets.iter().map(|set| set.set.to_string()).collect();
    explanation.sets.retain(|set| set.set == letter);
    let Some(set) = explanation.sets.first() else {
        let letter = letter.escape_default();
        let problem = format!("--set: there is no set '{letter}'; expected {}", there.join(" or "));
        return Err(CliError::Input(problem));
    };
    let seat = set.seat;
    explanation.evaluations.retain(|evaluation| evaluation.seat == seat);
    Ok(())
}

fn write_text(out: &mut Output<'_>, explanation: &Explanation) -> Result<(), CliError> {
    for set in &explanation.sets {
        let blocked = if set.blocked { ", blocked" } else { "" };
        let main = &set.groups[set.main_group];
        let size = set.groups.iter().map(Vec::len).sum::<usize>();
        let count = set.groups.len();
        writeln!(
            out,
            "set {} (seat {}): {size} pieces in {count} groups{blocked}",
            set.set, set.seat
        )?;
        writeln!(out, "  centroid {}, main group {}", set.centroid, listed(main))?;
        for line in table(&rows(set)) {
            writeln!(out, "  {line}")?;
        }
        writeln!(out)?;
    }
    // Two seats see the same from two sides: the seat to move is enough.
    let told = explanation.evaluations.iter().filter(|evaluation| {
        let mover = explanation.to_move.is_none_or(|seat| seat == evaluation.seat);
        mover || explanation.evaluations.len() != 2
    });
    for evaluation in told {
        let Evaluation { seat, opponent, parts, total } = evaluation;
        let words = parts.iter().filter(|part| part.own != 0 || part.opponent != 0);
        let words: Vec<String> = words
            .map(|part| {
                format!("{} {:+} ({} to {})", part.name, part.difference, part.own, part.opponent)
            })
            .collect();
        writeln!(out, "{seat} against {opponent}: {total:+} = {}", words.join(", "))?;
    }
    Ok(())
}

/// The critical paths of a set as rows of a table.
fn rows(set: &SetExplanation) -> Vec<Vec<String>> {
    let head = ["group", "path", "width", "to cut", "to hold", "cut at", ""];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(set.critical_paths.iter().map(|critical| {
        let CriticalPath { path, cut, .. } = critical;
        let number = |moves: Option<u32>| moves.map_or("never".to_owned(), |n| n.to_string());
        let danger = match critical.width {
            0 => "cut off",
            _ if critical.is_in_danger() => "in danger",
            _ => "",
        };
        vec![
            listed(&set.groups[critical.group]),
            path.join("-"),
            critical.width.to_string(),
            number(critical.moves_to_cut),
            number(critical.moves_to_hold),
            listed(cut),
            danger.to_owned(),
        ]
    }));
    rows
}

/// The first few names of a list.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 4;
    let shown = names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(" ");
    match names.len().checked_sub(SHOWN) {
        Some(more @ 1..) => format!("{shown} +{more}"),
        _ => shown,
    }
}

/// Rows as aligned lines, all columns to the left.
fn table(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}  "));
        cells.collect::<String>().trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

fn picture(
    playable: &Playable,
    state: &AnyState,
    explanation: &Explanation,
    (size, theme): (u32, svg::Theme),
) -> String {
    let diagram = playable.diagram(state);
    // Two sets over each other are hard to read: unless one was asked for, it is the mover's.
    let sets = &explanation.sets;
    let mover = sets.iter().find(|set| Some(set.seat) == explanation.to_move);
    let shown = mover.or(sets.first());
    let overlays: Vec<Overlay> = shown.iter().map(|set| overlay(&diagram, set)).collect();
    let caption = playable.caption(state, &diagram);
    let look = svg::Look { size, names: false, theme };
    svg::board_with(&diagram, look, &caption, &Change::default(), &overlays)
}

/// What the explanation of a set looks like on its board.
fn overlay(diagram: &Diagram, set: &SetExplanation) -> Overlay {
    let find = |name: &String| diagram.cells.iter().position(|cell| *cell.name == **name);
    let cells = |names: &[String]| names.iter().filter_map(find).collect::<Vec<_>>();
    let empty = |at: &usize| diagram.cells[*at].piece.is_none();
    let heard: Vec<(usize, f64)> = set
        .signals
        .iter()
        .filter_map(|signal| Some((find(&signal.cell).filter(empty)?, f64::from(signal.strength))))
        .collect();
    // From the faintest to the loudest empty cell: the whole scale is used in every position.
    let loudest = heard.iter().map(|(_, strength)| *strength).fold(0.0, f64::max);
    let faintest = heard.iter().map(|(_, strength)| *strength).fold(loudest, f64::min);
    let share = |strength: f64| (strength - faintest) / (loudest - faintest).max(1e-9);
    let path = |critical: &CriticalPath| OverlayPath {
        cells: cells(&critical.path),
        width: critical.width,
        cut: cells(&critical.cut),
    };
    Overlay {
        set: Seat::from_letter(set.set).map_or(0, |seat| seat.index() as u8),
        strengths: heard.into_iter().map(|(at, strength)| (at, share(strength))).collect(),
        centre: find(&set.centroid),
        paths: set.critical_paths.iter().map(path).collect(),
    }
}
