//! Results as text for a terminal.

use comfy_table::{CellAlignment, Table, presets};

use super::Report;
use crate::arena::{Cause, Encounter, PlayerResult, Summary, Tally};
use crate::stats::{Decision, Elo, Interval, Share};

/// Cells of a row: whatever can be shown, as text.
macro_rules! cells {
    ($($cell:expr),* $(,)?) => { vec![$($cell.to_string()),*] };
}
pub(crate) use cells;

/// Adds a line to a text, in the words of `format!`.
macro_rules! line {
    ($text:expr, $($words:tt)*) => {{
        $text.push_str(&format!($($words)*));
        $text.push('\n');
    }};
}
pub(crate) use line;

/// The results, in lines of at most a hundred characters but for long specs.
#[must_use]
pub fn to_text(report: &Report) -> String {
    let summary = &report.summary;
    let mut text = format!("{}\n", summary.game);
    let played = match summary.games == summary.planned {
        true => format!("{} games", summary.games),
        false => format!("{} of {} games", summary.games, summary.planned),
    };
    line!(text, "{played}, seed {}, {}\n", summary.seed, summary.program);
    for warning in &summary.warnings {
        line!(text, "WARNING: {warning}");
    }
    if !summary.warnings.is_empty() {
        text.push('\n');
    }
    let rows = summary.players.iter().zip(&report.times.players).enumerate();
    let rows = rows.map(|(number, (player, times))| {
        let PlayerResult { name, tally, score, score_interval, .. } = player;
        let mut row = cells![number + 1, name, tally.wins, tally.draws, tally.losses];
        let time = format!("{:.2}", times.move_ms.mean);
        row.extend([percent(*score), between(score_interval), time]);
        row
    });
    text += &columns(["", "player", "wins", "draws", "losses", "score", "95 %", "ms a move"], rows);
    text.push('\n');
    for player in &summary.players {
        let PlayerResult { name, spec, win_share, draw_share, loss_share, .. } = player;
        let [wins, draws, losses] = [win_share, draw_share, loss_share].map(share);
        let spec = if name == spec { String::new() } else { format!(" ({spec})") };
        line!(text, "{name}{spec}: wins {wins}, draws {draws}, losses {losses}");
        if player.time_losses > 0 {
            line!(text, "  {} of them lost on time", player.time_losses);
        }
        if let Some(blocked) = &player.blocked {
            let plies = percent(player.blocked_plies.unwrap_or(0.0));
            let ended = share(blocked);
            line!(text, "  blocked at the end in {ended} of its games, after {plies} of the plies");
        }
    }
    text.push('\n');
    causes(&mut text, "drawn", &summary.draws);
    causes(&mut text, "won", &summary.wins);
    let (first, length) = (&summary.first_seat, &summary.length);
    line!(
        text,
        "first seat: {} wins, {} draws, {} losses, score {} ({})",
        first.tally.wins,
        first.tally.draws,
        first.tally.losses,
        percent(first.score),
        between(&first.score_interval)
    );
    let (mean, sd) = (length.mean, length.sd);
    line!(text, "length: {mean:.1} plies, sd {sd:.1}, {} to {}", length.min, length.max);
    for met in &summary.encounters {
        let [first, second] = met.players.map(|player| &summary.players[player].name);
        let (won, drawn, lost) = (met.tally.wins, met.tally.draws, met.tally.losses);
        let (elo, better) = (elo(&met.elo), percent(met.likelihood_of_superiority));
        line!(
            text,
            "{first} against {second}: +{won} ={drawn} -{lost}, Elo {elo}, better with {better}"
        );
        let [ll, ld, dd, wd, ww] = met.pairs;
        line!(text, "  pairs of games, from two losses to two wins: {ll} {ld} {dd} {wd} {ww}");
        if let Some(sprt) = met.sprt.filter(|_| summary.sprt.is_none()) {
            let (llr, words) = (sprt.verdict.llr, sprt_words(sprt.verdict.decision));
            line!(text, "  sprt {}: {words}, llr {llr:.2}", sprt.question);
        }
    }
    if summary.players.len() > 2 {
        line!(text, "\nRatings\n{}", columns(RATINGS, ratings(&summary.players)).trim_end());
    }
    if let Some(sprt) = &summary.sprt {
        let verdict = &sprt.verdict;
        line!(text, "sprt {}: {}", sprt.question, sprt_words(verdict.decision));
        line!(text, "  llr {:.2} in {:.2} to {:.2}", verdict.llr, verdict.lower, verdict.upper);
    }
    for note in &summary.notes {
        line!(text, "{note}");
    }
    text
}

fn causes(text: &mut String, what: &str, causes: &[Cause]) {
    let told = causes.iter().map(|cause| format!("{} {}", cause.share.count, cause.cause));
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        line!(text, "{what}: {}", told.join(", "));
    }
}

/// The players' results as a table: its heading and rows.
pub(super) fn players(summary: &Summary) -> ([&'static str; 8], Vec<Vec<String>>) {
    let row = |it: &PlayerResult| {
        let (low, high) = (it.score_interval.low, it.score_interval.high);
        let Tally { wins, draws, losses } = it.tally;
        cells![it.name, wins, draws, losses, it.score, low, high, it.forfeits]
    };
    let head = ["player", "wins", "draws", "losses", "score", "low", "high", "forfeits"];
    (head, summary.players.iter().map(row).collect())
}

/// What came of every two that met, as a table: its heading and rows.
pub(super) fn encounters(summary: &Summary) -> ([&'static str; 14], Vec<Vec<String>>) {
    let row = |met: &Encounter| {
        let [first, second] = met.players.map(|player| &summary.players[player].name);
        let Tally { wins, draws, losses } = met.tally;
        let [ll, ld, dd, wd, ww] = met.pairs;
        let end = |value: Option<f64>| value.map_or(String::new(), |it| format!("{it:.1}"));
        let Elo { difference, low, high, .. } = met.elo;
        let better = met.likelihood_of_superiority;
        let [elo, low, high] = [difference, low, high].map(end);
        cells![first, second, wins, draws, losses, ll, ld, dd, wd, ww, elo, low, high, better]
    };
    let head = [
        "player", "against", "wins", "draws", "losses", "LL", "LD", "DD", "WD", "WW", "Elo", "low",
        "high", "better",
    ];
    (head, summary.encounters.iter().map(row).collect())
}

/// The headings of [`ratings`].
pub(super) const RATINGS: [&str; 6] =
    ["player", "Bradley-Terry", "95 %", "Glicko-2", "95 %", "games"];

/// The players by rating, the best first.
pub(super) fn ratings(players: &[PlayerResult]) -> Vec<Vec<String>> {
    let mut order: Vec<&PlayerResult> = players.iter().collect();
    order.sort_by(|a, b| b.strength.elo.total_cmp(&a.strength.elo));
    let row = |player: &&PlayerResult| {
        let between = |it: Interval| format!("{:.0} to {:.0}", it.low, it.high);
        let (rating, strength) = (&player.rating, &player.strength);
        cells![
            player.name,
            format!("{:+.0}", strength.elo),
            between(strength.interval),
            format!("{:.0}", rating.rating),
            between(rating.interval),
            player.games
        ]
    };
    order.iter().map(row).collect()
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

/// `12.3 % (10.1–14.8 %)`.
pub(crate) fn share(share: &Share) -> String {
    format!("{} ({})", percent(share.share), between(&share.interval))
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
pub(crate) fn columns(
    head: impl IntoIterator<Item = impl Into<String>>,
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let head: Vec<String> = head.into_iter().map(Into::into).collect();
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(&head).add_rows(rows);
    for (column, name) in table.column_iter_mut().zip(&head) {
        let words = TEXTS.contains(&name.as_str());
        column.set_padding((0, 2));
        column.set_cell_alignment(if words { CellAlignment::Left } else { CellAlignment::Right });
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_figures_right_and_nothing_behind() {
        let rows = [cells!["swarm", 1200, ""], cells!["é–日本", 7, "x"]];
        let text = columns(["player", "rating", "note"], rows);
        assert_eq!(text, "player  rating  note\nswarm     1200\né–日本       7     x\n");
    }
}
