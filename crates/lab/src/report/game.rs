//! One page about a game, to be printed: its rules, its board, what it is like in numbers, and a game.

use maud::{Markup, html};
use selforge_agents::Stop;
use selforge_core::{Game, Stream};
use selforge_games::Environment;

use super::page::{board, page, remark, section, table};
use crate::LabError;
use crate::arena::{self, Plan, Progress};
use crate::metrics::{self, Conditions, Measured, MetricsTable};

/// How wide boards are, in pixels.
const SIZE: u32 = 420;

/// How many moves of the sample game are listed at most.
const MOVES: usize = 400;

/// The page as one file of HTML that refers to nothing else; `None` if it was told to stop.
///
/// # Errors
/// If the game does not open, or cannot be measured.
pub fn game_report(
    settings: &metrics::Settings,
    environment: &dyn Environment,
    conditions: Conditions<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Option<String>, LabError> {
    let Some(measured) = metrics::measure(settings, environment, conditions, progress)? else {
        return Ok(None);
    };
    let playable = selforge_games::open(&settings.game, environment)?;
    let start = playable.game.start();
    let Some(sample) = sample(settings, &measured, environment, conditions.stop)? else {
        return Ok(None);
    };
    let title = playable.title().unwrap_or_else(|| playable.family.title.to_string());
    let body = html! {
        p.muted { "A game on one page" }
        h1 { (title) }
        p { code { (measured.spec) } }
        div style="display:flex;flex-wrap:wrap;gap:20px;margin-top:16px" {
            figure style="flex:1 1 300px;max-width:420px" {
                (board(&playable.picture(&start, SIZE), "the start"))
                figcaption { "The start" }
            }
            div style="flex:2 1 320px" { (section("Rules", rules(&playable.rules_text()))) }
        }
        (section("In numbers", numbers(settings, &measured)))
        (section("A game", sample))
        (section("How this was made", html! {
            p { (crate::store::program()) ", seed " (settings.plan.seed) ", " (settings.plan.games)
                " games of each kind, engine " (measured.players.engine.spec()) "." }
        }))
    };
    Ok(Some(page(&title, &body)))
}

fn rules(text: &str) -> Markup {
    html! {
        @for part in text.split("\n\n") {
            @if part.lines().any(|line| line.starts_with(' ')) { pre { (part) } }
            @else { p { (part) } }
        }
    }
}

fn numbers(settings: &metrics::Settings, measured: &Measured) -> Markup {
    let rows = MetricsTable::new(settings.plan, vec![measured.clone()]).lines();
    let rows = rows.into_iter().map(|(name, value, interval, meaning)| {
        html! { td { (name) } td { (value) } td { (interval) } td { (meaning) } }
    });
    html! {
        div.words { (table(["metric", "value", "95 %", "what it says"], rows)) }
        @if measured.starts > 1 {
            (remark(format!("The games began from {} different starts.", measured.starts)))
        }
    }
}

/// A game of the engine against itself: its moves, and how it ended.
fn sample(
    settings: &metrics::Settings,
    measured: &Measured,
    environment: &dyn Environment,
    stop: &Stop,
) -> Result<Option<Markup>, LabError> {
    let seats = measured.seat_scores.len().max(2);
    let players = vec![measured.players.engine.clone(); seats];
    let seed = Stream::new(settings.plan.seed, "report", 0).bits() >> 16;
    let asked = arena::Settings::new(settings.game.clone(), players, seats, seed);
    let plan = Plan::new(asked, environment)?;
    let Some(played) = arena::play(&plan, &plan.fixture(0), stop)? else { return Ok(None) };
    let playable = plan.open(0)?;
    let timeline = played.record.replay(std::sync::Arc::new(playable.game.clone()))?;
    let mut words = Vec::new();
    for (mv, moment) in timeline.moves().zip(timeline.moments()).take(MOVES) {
        let own = || playable.move_text(&moment.state, mv);
        words.push(playable.move_notation(&moment.state, mv).unwrap_or_else(own));
    }
    let lines: Vec<String> = words
        .chunks(seats)
        .enumerate()
        .map(|(turn, moves)| format!("{}. {}", turn + 1, moves.join(" ")))
        .collect();
    let more = timeline.moves().count().saturating_sub(MOVES);
    Ok(Some(html! {
        div style="display:flex;flex-wrap:wrap;gap:20px" {
            figure style="flex:1 1 260px;max-width:360px" {
                (board(&playable.picture(timeline.state(), SIZE), "the end"))
                figcaption { "The end: " (played.played.result) }
            }
            p style="flex:2 1 320px;columns:3 8em;font-variant-numeric:tabular-nums" {
                @for line in &lines { (line) br; }
                @if more > 0 { "and " (more) " more moves" }
            }
        }
    }))
}
