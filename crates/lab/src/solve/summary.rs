//! What a solution says, to be read.

use serde::{Deserialize, Serialize};

use super::problem::Position;
use super::solution::{Solution, Value};
use crate::report::text::{cells, columns, line, percent};

/// How many positions of a board are won, lost and drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The game in one line.
    pub game: String,
    /// How many cells the board has.
    pub cells: usize,
    /// How many pieces each set has.
    pub pieces: [usize; 2],
    /// How far they move in a turn.
    pub lengths: [u32; 2],
    /// By who is to move; once, if the sets are alike.
    pub sides: Vec<SideSummary>,
    /// The game's own start; none if it is over there.
    pub start: Option<Judged>,
}

/// The positions in which one seat is to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SideSummary {
    /// The seat: `A`, `B`, or `A or B` if that is all the same.
    pub to_move: String,
    /// All positions in which the game goes on, and those of mutual blockade.
    pub positions: u64,
    /// Won by the seat to move.
    pub won: u64,
    /// Lost by it.
    pub lost: u64,
    /// Those from which neither side can force a win.
    pub drawn: u64,
    /// Those among the drawn ones that are mutual blockades.
    pub blockades: u64,
    /// How many are decided in so many plies, from 1 on: won in an odd number, lost in an even one.
    pub decided_in: Vec<u64>,
    /// The longest win of the seat to move, in a first position that has it.
    pub longest_win: Option<Judged>,
}

/// A position, its value, and best play from there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// The position as text.
    pub position: String,
    /// What it is worth to the seat to move.
    pub value: Value,
    /// The quickest win against the longest defence; no moves if it is drawn.
    pub line: Vec<String>,
}

impl Summary {
    /// Sums a solution up.
    #[must_use]
    pub fn of(solution: &Solution) -> Summary {
        let problem = solution.problem();
        Summary {
            game: problem.game.clone(),
            cells: problem.cells(),
            pieces: problem.pieces,
            lengths: problem.lengths,
            sides: problem.sides().map(|set| SideSummary::of(solution, set)).collect(),
            start: problem.start.and_then(|at| Judged::of(solution, at)),
        }
    }
}

impl SideSummary {
    fn of(solution: &Solution, set: usize) -> SideSummary {
        let counts = solution.count(set);
        let by_plies = || (0u32..).zip(&counts.decided).skip(1);
        let won = by_plies().step_by(2).map(|(_, count)| count).sum();
        let lost = by_plies().skip(1).step_by(2).map(|(_, count)| count).sum();
        let longest = by_plies().step_by(2).filter(|(_, count)| **count > 0).last();
        let drawn = counts.open + counts.blockades;
        let example = longest.and_then(|(plies, _)| solution.example(set, plies));
        let to_move = if solution.problem().is_even() { "A or B" } else { ["A", "B"][set] };
        SideSummary {
            to_move: to_move.to_owned(),
            positions: won + lost + drawn,
            won,
            lost,
            drawn,
            blockades: counts.blockades,
            decided_in: counts.decided.iter().skip(1).copied().collect(),
            longest_win: example.and_then(|at| Judged::of(solution, at)),
        }
    }
}

impl Judged {
    fn of(solution: &Solution, at: Position) -> Option<Judged> {
        let position = solution.problem().position_text(at);
        Some(Judged { position, value: solution.value_at(at)?, line: solution.line(at) })
    }

    /// The value in words.
    #[must_use]
    pub fn words(&self) -> String {
        let seat = self.position.chars().last().unwrap_or('A');
        match self.value {
            Value::Won(1) => format!("{seat} wins in one ply"),
            Value::Won(plies) => format!("{seat} wins in {plies} plies"),
            Value::Lost(plies) => format!("{seat} loses in {plies} plies"),
            Value::Drawn => "drawn".to_owned(),
        }
    }
}

/// A summary as text; with `distances`, a line for each number of plies too.
#[must_use]
pub fn to_text(summary: &Summary, distances: bool) -> String {
    let mut text = format!("{}\n", summary.game);
    let [[a, b], [far, further]] =
        [summary.pieces.map(|it| it.to_string()), summary.lengths.map(|it| it.to_string())];
    let steps = if far == further { far } else { format!("{far} and {further}") };
    line!(text, "{} cells, {a} and {b} pieces, moves of {steps}\n", summary.cells);
    let rows = summary.sides.iter().map(|side| {
        let of = |count: u64| {
            format!("{count} ({})", percent(count as f64 / side.positions.max(1) as f64))
        };
        cells![
            side.to_move,
            side.positions,
            of(side.won),
            of(side.lost),
            of(side.drawn),
            side.blockades
        ]
    });
    text += &columns(["to move", "positions", "won", "lost", "drawn", "blockades"], rows);
    if distances {
        text.push('\n');
        text += &by_distance(summary);
    }
    for side in &summary.sides {
        match &side.longest_win {
            Some(win) => {
                judged(&mut text, &format!("\nlongest win, {} to move", side.to_move), win);
            }
            None => line!(text, "\n{} to move: no position is won", side.to_move),
        }
    }
    if let Some(start) = &summary.start {
        judged(&mut text, "\nstart, nobody swapping", start);
    }
    text
}

fn judged(text: &mut String, what: &str, it: &Judged) {
    line!(text, "{what}: {}, {}", it.position, it.words());
    if !it.line.is_empty() {
        line!(text, "  {}", it.line.join(" "));
    }
}

fn by_distance(summary: &Summary) -> String {
    let longest = summary.sides.iter().map(|side| side.decided_in.len()).max().unwrap_or(0);
    let rows = (0..longest).map(|at| {
        let kind = if at.is_multiple_of(2) { "won" } else { "lost" };
        let counts = summary.sides.iter().map(|side| side.decided_in.get(at).copied().unwrap_or(0));
        cells![at + 1, kind].into_iter().chain(counts.map(|count| count.to_string())).collect()
    });
    let seats = summary.sides.iter().map(|side| format!("{} to move", side.to_move));
    columns(["plies".to_owned(), String::new()].into_iter().chain(seats), rows)
}
