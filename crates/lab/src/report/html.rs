//! Results as a page.

use super::page::{escaped, facts, page, section, table};
use super::text::{between, elo, percent, ratings, sprt_words};
use super::{Report, plots};
use crate::LabError;
use crate::arena::Cause;
use crate::stats::Share;

/// The report of a run as one file of HTML that refers to nothing else.
///
/// # Errors
/// If a plot cannot be drawn.
pub fn to_html(report: &Report) -> Result<String, LabError> {
    let summary = &report.summary;
    let specs: Vec<&str> = summary.players.iter().map(|player| player.spec.as_str()).collect();
    let title = specs.join(" · ");
    let mut body = format!(
        "<p class=\"muted\">Match report</p>\n<h1>{}</h1>\n<p><code>{}</code></p>\n",
        escaped(&title),
        escaped(&summary.game)
    );
    body += &headline(report);
    body += &section("Result", &(plots::scores(&summary.players)? + &players(report)));
    if summary.players.len() > 2 {
        let rows = ratings(&summary.players);
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|cell| escaped(cell)).collect()).collect();
        body += &section("Ratings (Glicko-2, each start a period)", &table(&rows));
    }
    if !summary.encounters.is_empty() {
        body += &section("Against each other", &encounters(report));
    }
    if !summary.draws.is_empty() {
        body += &section("Draws by cause", &causes(&summary.draws)?);
    }
    if !summary.wins.is_empty() {
        body += &section("Wins by cause", &causes(&summary.wins)?);
    }
    body += &section("Length of games", &plots::lengths(&report.run.games)?);
    body += &section("Time per move over the game", &plots::times(&report.times.players)?);
    body += &section("How this was made", &provenance(report));
    Ok(page(&title, &body))
}

fn headline(report: &Report) -> String {
    let summary = &report.summary;
    let (first, length) = (&summary.first_seat, &summary.length);
    let planned = match summary.games == summary.planned {
        true => "as planned".to_owned(),
        false => format!("of {} planned", summary.planned),
    };
    let drawn: u64 = summary.draws.iter().map(|cause| cause.share.count).sum();
    let drawn = Share::of(drawn, summary.games as u64);
    let mut told = vec![
        ("games", summary.games.to_string(), planned),
        ("drawn", percent(drawn.share), between(&drawn.interval)),
        ("first seat's score", percent(first.score), between(&first.score_interval)),
        (
            "plies a game",
            format!("{:.1}", length.mean),
            format!("sd {:.1}, {} to {}", length.sd, length.min, length.max),
        ),
    ];
    if let [met] = summary.encounters.as_slice() {
        let text = elo(&met.elo);
        let (difference, range) = text.split_once(' ').unwrap_or((&text, ""));
        told.push((
            "Elo difference",
            difference.to_owned(),
            range.trim_matches(['(', ')']).to_owned(),
        ));
    }
    if let Some(sprt) = &summary.sprt {
        let remark = format!("llr {:.2}, {}", sprt.verdict.llr, sprt.question);
        told.push(("sprt", sprt_words(sprt.verdict.decision).to_owned(), remark));
    }
    facts(&told)
}

fn players(report: &Report) -> String {
    let tells = report.summary.players.iter().any(|player| player.blocked.is_some());
    let mut head = vec!["player", "wins", "draws", "losses", "score"];
    head.extend(tells.then_some("blocked"));
    head.extend(["nodes a move", "ms a move"]);
    let mut rows = vec![head.into_iter().map(str::to_owned).collect()];
    let cell = |share: &Share| {
        let range = between(&share.interval);
        format!("{}<small>{}<br>{range}</small>", share.count, percent(share.share))
    };
    for (player, times) in report.summary.players.iter().zip(&report.times.players) {
        let forfeits = match player.forfeits {
            0 => String::new(),
            n => format!("<small>{n} lost by forfeit</small>"),
        };
        let moves = player.moves.max(1) as f64;
        let mut row = vec![
            escaped(&player.spec) + &forfeits,
            cell(&player.win_share),
            cell(&player.draw_share),
            cell(&player.loss_share),
            format!("{}<small>{}</small>", percent(player.score), between(&player.score_interval)),
        ];
        if tells {
            let plies = percent(player.blocked_plies.unwrap_or(0.0));
            let ended = player.blocked.as_ref().map(cell).unwrap_or_default();
            row.push(format!("{ended}<small>{plies} of plies</small>"));
        }
        row.extend([
            format!("{:.0}", player.nodes as f64 / moves),
            format!(
                "{:.2}<small>median {:.2}<br>most {:.1}</small>",
                times.move_ms.mean, times.move_ms.median, times.move_ms.max
            ),
        ]);
        rows.push(row);
    }
    let remark = "Blocked: games at whose end the player's set could not come together, because the \
                  others stood in the way.";
    let remark = format!("<p class=\"muted\">{remark}</p>\n");
    table(&rows) + if tells { &remark } else { "" }
}

fn encounters(report: &Report) -> String {
    let head = ["players", "wins", "draws", "losses", "Elo of the first", "better with"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for met in &report.summary.encounters {
        let [first, second] =
            met.players.map(|player| escaped(&report.summary.players[player].spec));
        let [ll, ld, dd, wd, ww] = met.pairs;
        rows.push(vec![
            format!(
                "{first}<small>against {second}; pairs of games {ll}–{ld}–{dd}–{wd}–{ww}</small>"
            ),
            met.tally.wins.to_string(),
            met.tally.draws.to_string(),
            met.tally.losses.to_string(),
            escaped(&elo(&met.elo)),
            percent(met.likelihood_of_superiority),
        ]);
    }
    let remark = "Pairs of games: from two losses to two wins of the first. Elo and its 95 % interval \
                  are those of the pairs.";
    table(&rows) + &format!("<p class=\"muted\">{remark}</p>\n")
}

fn causes(causes: &[Cause]) -> Result<String, LabError> {
    let mut text = plots::causes(causes)?;
    if causes.iter().any(|cause| cause.adjudicated) {
        text += "<p class=\"muted\">Pale bars are adjudications: the game was cut off.</p>\n";
    }
    Ok(text)
}

fn provenance(report: &Report) -> String {
    let summary = &report.summary;
    let mut text = format!(
        "<p>{}, seed {}. Every start was played in every seat.</p>\n<p><code>{}</code></p>\n",
        escaped(&summary.program),
        summary.seed,
        escaped(&report.manifest.command)
    );
    if !summary.notes.is_empty() {
        let notes: String =
            summary.notes.iter().map(|note| format!("<li>{}</li>\n", escaped(note))).collect();
        text += &format!("<ul>\n{notes}</ul>\n");
    }
    text
}
