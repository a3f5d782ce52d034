//! An analysis as a table.

use super::series::{Analysis, SetSeries};

/// About how many positions a table shows.
const ROWS: usize = 16;

/// The analysis as text: some positions from the first to the last, for each set a line of columns.
#[must_use]
pub fn to_text(analysis: &Analysis) -> String {
    let mut text = format!("{}\n", analysis.game);
    let result = analysis.result.as_deref().unwrap_or("not finished");
    text += &format!("{}: {result}, {} plies\n", analysis.players.join(" – "), analysis.plies);
    let plies = analysis.plies as usize;
    let step = (plies / ROWS).max(1);
    let mut shown: Vec<usize> = (0..=plies).step_by(step).collect();
    // The last position always, and none right before it.
    if shown.last() != Some(&plies) {
        shown.retain(|&ply| ply + step / 2 < plies);
        shown.push(plies);
    }
    for set in &analysis.sets {
        text += &format!("\nset {}, {} pieces\n", set.set, set.size);
        text += &header(analysis);
        for &ply in &shown {
            text += &row(analysis, set, ply);
        }
        text += &format!("{}\n", verdict(set));
    }
    text
}

fn header(analysis: &Analysis) -> String {
    let mut line =
        "  ply  idle  most  moved off  steps  cells  groups  largest  blocked".to_owned();
    for evaluation in &analysis.evaluations {
        line += &format!("  {:>18}", evaluation.engine);
    }
    line + "\n"
}

fn row(analysis: &Analysis, set: &SetSeries, ply: usize) -> String {
    let mut line = format!(
        "{ply:>5}  {:>4.1}  {:>4}  {:>9.2}  {:>5}  {:>5}  {:>6}  {:>7}  {:>7}",
        set.idle[ply],
        set.idle_most[ply],
        set.displacement[ply],
        set.travelled[ply].round(),
        set.cells_used[ply],
        set.groups[ply],
        set.largest_group[ply],
        if set.blocked[ply] { "yes" } else { "-" },
    );
    for evaluation in &analysis.evaluations {
        let words = evaluation.words.get(ply).and_then(Option::as_deref).unwrap_or("-");
        line += &format!("  {words:>18}");
    }
    line + "\n"
}

/// How self-organised the set's play was, in a line.
fn verdict(set: &SetSeries) -> String {
    let idle = set.idle.last().copied().unwrap_or(0.0);
    let (size, ratio) = (set.size, idle / set.size.max(1) as f64);
    format!("mean turns since last move {idle:.1} against {size} pieces: ratio {ratio:.2}")
}
