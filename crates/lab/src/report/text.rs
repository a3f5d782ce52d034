//! Results as text for a terminal.

use std::fmt::Write;

use super::Report;
use crate::arena::{Cause, PlayerResult};
use crate::stats::{Decision, Elo, Interval, Share};

/// The results, in lines of at most a hundred characters but for long specs.
#[must_use]
pub fn to_text(report: &Report) -> String {
    let summary = &report.summary;
    let mut text = format!("{}\n", summary.game);
    let played = match summary.games == summary.planned {
        true => format!("{} games", summary.games),
        false => format!("{} of {} games", summary.games, summary.planned),
    };
    line(&mut text, &format!("{played}, seed {}, {}\n", summary.seed, summary.program));
    let rows = summary.players.iter().zip(&report.times.players).enumerate();
    let mut table = vec![
        ["", "player", "wins", "draws", "losses", "score", "95 %", "ms a move"]
            .map(str::to_owned)
            .to_vec(),
    ];
    table.extend(rows.map(|(number, (player, times))| {
        let PlayerResult { tally, score, score_interval, .. } = player;
        vec![
            (number + 1).to_string(),
            player.spec.clone(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            percent(*score),
            between(score_interval),
            format!("{:.2}", times.move_ms.mean),
        ]
    }));
    text += &columns(&table);
    text.push('\n');
    for player in &summary.players {
        let share = |name: &str, share: &Share| {
            format!("{name} {} ({})", percent(share.share), between(&share.interval))
        };
        let shares = [
            share("wins", &player.win_share),
            share("draws", &player.draw_share),
            share("losses", &player.loss_share),
        ];
        line(&mut text, &format!("{}: {}", player.spec, shares.join(", ")));
        if let Some(blocked) = &player.blocked {
            let plies = percent(player.blocked_plies.unwrap_or(0.0));
            let ended = share("blocked at the end in", blocked);
            line(&mut text, &format!("  {ended} of its games, after {plies} of the plies"));
        }
    }
    text.push('\n');
    causes(&mut text, "drawn", &summary.draws);
    causes(&mut text, "won", &summary.wins);
    let first = &summary.first_seat;
    line(
        &mut text,
        &format!(
            "first seat: {} wins, {} draws, {} losses, score {} ({})",
            first.tally.wins,
            first.tally.draws,
            first.tally.losses,
            percent(first.score),
            between(&first.score_interval)
        ),
    );
    let length = &summary.length;
    line(
        &mut text,
        &format!(
            "length: {:.1} plies, sd {:.1}, {} to {}",
            length.mean, length.sd, length.min, length.max
        ),
    );
    for met in &summary.encounters {
        let [first, second] = met.players.map(|player| &summary.players[player].spec);
        line(
            &mut text,
            &format!(
                "{first} against {second}: +{} ={} -{}, Elo {}, better with {}",
                met.tally.wins,
                met.tally.draws,
                met.tally.losses,
                elo(&met.elo),
                percent(met.likelihood_of_superiority)
            ),
        );
    }
    if summary.players.len() > 2 {
        text.push_str("\nGlicko-2 ratings\n");
        text += &columns(&ratings(&summary.players));
    }
    if let Some(sprt) = &summary.sprt {
        line(&mut text, &format!("sprt {}: {}", sprt.question, sprt_words(sprt.verdict.decision)));
        let verdict = &sprt.verdict;
        line(
            &mut text,
            &format!("  llr {:.2} in {:.2} to {:.2}", verdict.llr, verdict.lower, verdict.upper),
        );
    }
    for note in &summary.notes {
        line(&mut text, note);
    }
    text
}

fn line(text: &mut String, words: &str) {
    text.push_str(words);
    text.push('\n');
}

fn causes(text: &mut String, what: &str, causes: &[Cause]) {
    let told = causes.iter().map(|cause| format!("{} {}", cause.share.count, cause.cause));
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        line(text, &format!("{what}: {}", told.join(", ")));
    }
}

/// The players by rating, the best first.
pub(super) fn ratings(players: &[PlayerResult]) -> Vec<Vec<String>> {
    let mut order: Vec<&PlayerResult> = players.iter().collect();
    order.sort_by(|a, b| b.rating.rating.total_cmp(&a.rating.rating));
    let mut rows = vec![["player", "rating", "95 %", "games"].map(str::to_owned).to_vec()];
    rows.extend(order.iter().map(|player| {
        let Interval { low, high } = player.rating.interval;
        vec![
            player.spec.clone(),
            format!("{:.0}", player.rating.rating),
            format!("{low:.0} to {high:.0}"),
            player.games.to_string(),
        ]
    }));
    rows
}

/// What an answer means.
pub(super) fn sprt_words(decision: Decision) -> &'static str {
    match decision {
        Decision::Elo0 => "elo0 is accepted",
        Decision::Elo1 => "elo1 is accepted",
        Decision::Open => "not decided by these games",
    }
}

/// `12.5 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// `10.2–14.8 %`.
pub(crate) fn between(interval: &Interval) -> String {
    format!("{:.1}–{:.1} %", 100.0 * interval.low, 100.0 * interval.high)
}

/// `+120 (+80 to +170)`, as far as the games tell.
pub(super) fn elo(elo: &Elo) -> String {
    let end =
        |value: Option<f64>, none: &str| value.map_or(none.to_owned(), |v| format!("{v:+.0}"));
    let none = if elo.score > 0.5 { "+∞" } else { "-∞" };
    let middle = end(elo.difference, none);
    format!("{middle} ({} to {})", end(elo.low, "-∞"), end(elo.high, "+∞"))
}

/// Headings of columns that hold words, not figures.
const TEXTS: [&str; 5] = ["player", "game", "against", "metric", "method"];

/// Rows of cells as aligned columns: words left, by the heading; all others right.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let is_text =
        |column: usize| rows.first().is_some_and(|row| TEXTS.contains(&row[column].as_str()));
    let mut text = String::new();
    for row in rows {
        let mut written = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            let done = match is_text(column) {
                true => write!(written, "{cell:<width$}  "),
                false => write!(written, "{cell:>width$}  "),
            };
            debug_assert!(done.is_ok(), "writing to a string cannot fail");
        }
        line(&mut text, written.trim_end());
    }
    text
}
