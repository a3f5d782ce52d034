//! An analysis as a table.

use super::series::{Analysis, SetSeries, Settled};
use crate::report::text::{cells, columns, line};

/// About how many positions a table shows.
const ROWS: usize = 16;

/// The analysis as text: some positions from the first to the last, for each set a line of columns.
#[must_use]
pub fn to_text(analysis: &Analysis) -> String {
    let mut text = format!("{}\n", analysis.game);
    let result = analysis.result.as_deref().unwrap_or("not finished");
    line!(text, "{}: {result}, {} plies", analysis.players.join(" – "), analysis.plies);
    let plies = analysis.plies as usize;
    let step = (plies / ROWS).max(1);
    let mut shown: Vec<usize> = (0..=plies).step_by(step).collect();
    // The last position always, and none right before it.
    if shown.last() != Some(&plies) {
        shown.retain(|&ply| ply + step / 2 < plies);
        shown.push(plies);
    }
    let names = analysis.evaluations.iter().map(|it| it.engine.as_str());
    let head: Vec<&str> = HEAD[..columns_of(analysis)].iter().copied().chain(names).collect();
    for set in &analysis.sets {
        line!(text, "\nset {}, {} pieces", set.set, set.size);
        text += &columns(head.iter().copied(), shown.iter().map(|&ply| row(analysis, set, ply)));
        line!(text, "{}", verdict(set));
    }
    text
}

const HEAD: [&str; 9] =
    ["ply", "idle", "most", "moved off", "steps", "cells", "groups", "largest", "blocked"];

/// How many of the columns mean something in this game.
fn columns_of(analysis: &Analysis) -> usize {
    match (analysis.grouped, analysis.blockades) {
        (_, true) => HEAD.len(),
        (true, false) => HEAD.len() - 1,
        (false, false) => HEAD.len() - 3,
    }
}

fn row(analysis: &Analysis, set: &SetSeries, ply: usize) -> Vec<String> {
    let (idle, off) = (format!("{:.1}", set.idle[ply]), format!("{:.2}", set.displacement[ply]));
    let mut row = cells![ply, idle, set.idle_most[ply], off, set.travelled[ply].round()];
    row.extend(cells![set.cells_used[ply], set.groups[ply], set.largest_group[ply]]);
    row.push(if set.blocked[ply] { "yes" } else { "-" }.to_owned());
    row.truncate(columns_of(analysis));
    let words = analysis.evaluations.iter().map(|it| it.words.get(ply).cloned().flatten());
    row.extend(words.map(|words| words.unwrap_or_else(|| "-".to_owned())));
    row
}

/// How self-organised the set's play was, in a line.
fn verdict(set: &SetSeries) -> String {
    let size = set.size;
    let Some(Settled { turns, mean, fluctuation, ratio, against_chance }) = set.settled else {
        return format!("too short to tell how the set moves: fewer than {} turns", size + 1);
    };
    format!(
        "mean turns since last move {mean:.1} ± {fluctuation:.1} over the last {turns} turns, against \
         {size} pieces: ratio {ratio:.2}, {against_chance:.2} times that of pieces moved at random"
    )
}
