//! Results as a page.

use maud::{Markup, html};

use super::page::{facts, page, remark, score, section, share, table, tds};
use super::text::{RATINGS, between, elo, percent, ratings, sprt_words};
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
    let specs: Vec<&str> = summary.players.iter().map(|player| player.name.as_str()).collect();
    let title = specs.join(" · ");
    let result = plots::scores(&summary.players)?;
    let draws = causes(&summary.draws)?;
    let wins = causes(&summary.wins)?;
    let body = html! {
        p.muted { "Match report" }
        h1 { (title) }
        p { code { (summary.game) } }
        @for warning in &summary.warnings { p.fails { "Warning: " (warning) } }
        (headline(report))
        (section("Result", html! { (result) (players(report)) }))
        @if summary.players.len() > 2 {
            @let rows = ratings(&summary.players).into_iter().map(tds);
            (section("Ratings", html! {
                (table(RATINGS, rows))
                (remark("Bradley and Terry's from all games at once, above the mean of the players; \
                         Glicko-2 with each start a period."))
            }))
        }
        @if !summary.encounters.is_empty() { (section("Against each other", encounters(report))) }
        @if !summary.draws.is_empty() { (section("Draws by cause", draws)) }
        @if !summary.wins.is_empty() { (section("Wins by cause", wins)) }
        (section("Length of games", plots::lengths(&report.run.games)?))
        (section("Time per move over the game", plots::times(&report.times.players)?))
        (section("How this was made", html! {
            p { (summary.program) ", seed " (summary.seed) ". Every start was played in every seat." }
            p { code { (report.manifest.command) } }
            @if !summary.notes.is_empty() { ul { @for note in &summary.notes { li { (note) } } } }
        }))
    };
    Ok(page(&title, &body))
}

fn headline(report: &Report) -> Markup {
    let summary = &report.summary;
    let (first, length) = (&summary.first_seat, &summary.length);
    let planned = match summary.games == summary.planned {
        true => "as planned".to_owned(),
        false => format!("of {} planned", summary.planned),
    };
    let drawn: u64 = summary.draws.iter().map(|cause| cause.share.count).sum();
    let drawn = Share::of(drawn, summary.games as u64);
    let spread = format!("sd {:.1}, {} to {}", length.sd, length.min, length.max);
    let mut told = vec![
        ("games", summary.games.to_string(), planned),
        ("drawn", percent(drawn.share), between(&drawn.interval)),
        ("first seat's score", percent(first.score), between(&first.score_interval)),
        ("plies a game", format!("{:.1}", length.mean), spread),
    ];
    if let [met] = summary.encounters.as_slice() {
        let text = elo(&met.elo);
        let (difference, range) = text.split_once(' ').unwrap_or((&text, ""));
        let range = range.trim_matches(['(', ')']).to_owned();
        told.push(("Elo difference", difference.to_owned(), range));
    }
    if let Some(sprt) = &summary.sprt {
        let remark = format!("llr {:.2}, {}", sprt.verdict.llr, sprt.question);
        told.push(("sprt", sprt_words(sprt.verdict.decision).to_owned(), remark));
    }
    facts(&told)
}

fn players(report: &Report) -> Markup {
    let tells = report.summary.players.iter().any(|player| player.blocked.is_some());
    let mut head = vec!["player", "wins", "draws", "losses", "score"];
    head.extend(tells.then_some("blocked"));
    head.extend(["nodes a move", "ms a move"]);
    let rows = report.summary.players.iter().zip(&report.times.players).map(|(it, times)| {
        let ms = &times.move_ms;
        html! {
            td {
                (it.name)
                @if it.name != it.spec { small { (it.spec) } }
                @if it.forfeits > 0 {
                    small { (it.forfeits) " lost by forfeit, " (it.time_losses) " of them on time" }
                }
            }
            td { (share(&it.win_share)) }
            td { (share(&it.draw_share)) }
            td { (share(&it.loss_share)) }
            td { (score(it.score, &it.score_interval)) }
            @if tells {
                td {
                    @if let Some(blocked) = &it.blocked { (share(blocked)) }
                    small { (percent(it.blocked_plies.unwrap_or(0.0))) " of plies" }
                }
            }
            td { (format!("{:.0}", it.nodes as f64 / it.moves.max(1) as f64)) }
            td {
                (format!("{:.2}", ms.mean))
                small { (format!("median {:.2}", ms.median)) br; (format!("most {:.1}", ms.max)) }
            }
        }
    });
    html! {
        (table(head, rows))
        @if tells {
            (remark("Blocked: games at whose end the player's set could not come together, because \
                     the others stood in the way."))
        }
    }
}

fn encounters(report: &Report) -> Markup {
    let head = ["players", "wins", "draws", "losses", "Elo of the first", "better with"];
    let rows = report.summary.encounters.iter().map(|met| {
        let [first, second] = met.players.map(|player| &report.summary.players[player].name);
        let [ll, ld, dd, wd, ww] = met.pairs;
        html! {
            td {
                (first)
                small { "against " (second) (format!("; pairs of games {ll}–{ld}–{dd}–{wd}–{ww}")) }
            }
            (tds([met.tally.wins, met.tally.draws, met.tally.losses]))
            (tds([elo(&met.elo), percent(met.likelihood_of_superiority)]))
        }
    });
    html! {
        (table(head, rows))
        (remark("Pairs of games: from two losses to two wins of the first. Elo, its 95 % interval and how \
                 likely the first is the better one (its true score is above one half) are those of \
                 the pairs."))
    }
}

fn causes(causes: &[Cause]) -> Result<Markup, LabError> {
    let plot = plots::causes(causes)?;
    Ok(html! {
        (plot)
        @if causes.iter().any(|cause| cause.adjudicated) {
            (remark("Pale bars are adjudications: the game was cut off."))
        }
    })
}
