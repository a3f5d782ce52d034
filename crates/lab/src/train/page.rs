//! A run of training as a page with curves.

use maud::html;
use plotters::prelude::*;

use super::rounds::{Round, Training};
use super::text::{HEAD, row};
use crate::LabError;
use crate::report::page::{page, remark, section, table, tds};
use crate::report::svg::{ROOM, Svg, chart, legend, picture, series_colour};

/// The report of a run as one file of HTML that refers to nothing else.
///
/// # Errors
/// If a plot cannot be drawn.
pub fn to_html(training: &Training) -> Result<String, LabError> {
    let (settings, rounds) = (&training.settings, &training.rounds);
    let losses = curves(
        rounds,
        "loss",
        &[
            ("outcome, learned", &|it| it.loss[0]),
            ("outcome, held out", &|it| it.held_loss[0]),
            ("moves, learned", &|it| it.loss[1]),
            ("moves, held out", &|it| it.held_loss[1]),
        ],
    )?;
    let elo = curves(rounds, "Elo", &[("best network over that of round 0", &|it| it.elo)])?;
    let body = html! {
        p.muted { "Training report" }
        h1 { "A network of " (settings.channels) " channels and " (settings.blocks + 1) " layers" }
        @for game in &settings.games { p { code { (game) } } }
        (section("Rounds", html! {
            (table(HEAD, rounds.iter().map(|round| tds(row(round)))))
            (remark("Loss: cross-entropy of outcomes, and of moves, in nats. Held out: one game of \
                     twenty, never learned from. Match: wins, draws and losses of the new network \
                     against the best before."))
        }))
        (section("Loss", losses))
        (section("Strength", elo))
        (section("How this was made", html! {
            p { "Seed " (settings.seed) "." @if !training.complete { " Not finished yet." } }
            p { code { (training.command) } }
        }))
    };
    Ok(page("Training", &body))
}

type Value<'a> = (&'a str, &'a dyn Fn(&Round) -> f64);

/// Figures of rounds as lines.
fn curves(rounds: &[Round], name: &str, values: &[Value<'_>]) -> Result<Svg, LabError> {
    let all = || rounds.iter().flat_map(|round| values.iter().map(move |(_, value)| value(round)));
    let (low, high) = (all().fold(0.0, f64::min), all().fold(0.1, f64::max));
    let last = rounds.len().saturating_sub(1).max(1) as f64;
    picture((760, 280), |canvas| {
        let colours = (0..).map(series_colour);
        let names: Vec<_> = values.iter().map(|(name, _)| *name).zip(colours).collect();
        legend(canvas, 60, 12, &names)?;
        let mut chart = chart(canvas, ROOM, (0.0..last, "round"), (low..high * 1.05, name))?;
        for (number, (_, value)) in values.iter().enumerate() {
            let points: Vec<_> =
                rounds.iter().map(|round| (f64::from(round.number), value(round))).collect();
            let style = series_colour(number).stroke_width(2);
            chart.draw_series(LineSeries::new(points.iter().copied(), style))?;
            chart.draw_series(points.iter().map(|at| Circle::new(*at, 3, style.filled())))?;
        }
        Ok(())
    })
}
