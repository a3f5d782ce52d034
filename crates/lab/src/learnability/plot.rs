//! The curve of learning as a picture.

use plotters::prelude::*;

use super::summary::{CurvePoint, Learnability, Strength};
use crate::LabError;
use crate::report::svg::{CARD, INK, MUTED, Svg, chart, legend, picture, series_colour, write};

const SIZE: (u32, u32) = (860, 400);

/// The score of the best network against the random and the one-ply player over the iterations, with
/// the intervals as bands; ticks below show when populations had learned.
///
/// # Errors
/// If the plot cannot be drawn.
pub fn to_svg(it: &Learnability) -> Result<String, LabError> {
    Ok(plot(it)?.0)
}

/// As [`to_svg`], for a page.
pub(crate) fn plot(it: &Learnability) -> Result<Svg, LabError> {
    let summary = it.summary();
    let last = summary.curve.last().map_or(2, |point| point.iteration).max(2);
    let has_rules = summary.curve.iter().any(|point| point.rules.is_some());
    picture(SIZE, |canvas| {
        canvas.fill(&CARD)?;
        let title =
            format!("{}: {} of {} populations learned", it.game, summary.learned, summary.of);
        write(canvas, title, (16, 12), INK)?;
        let names = [
            ("against random, 95 %", series_colour(0)),
            ("against paper-rules, 95 %", series_colour(1)),
            ("one beats all others", INK),
        ];
        let shown: Vec<_> =
            names.into_iter().filter(|(name, _)| has_rules || !name.contains("rules")).collect();
        legend(canvas, 16, 44, &shown)?;
        let (x, y) = ((1.0..f64::from(last), "iteration"), (-0.06..1.0, "score of the best"));
        let mut chart = chart(canvas, [62, 20, 46, 60], x, y)?;
        let at = |point: &CurvePoint| f64::from(point.iteration);
        let random = summary.curve.iter().map(|point| (at(point), point.random)).collect();
        let rules = summary.curve.iter().filter_map(|point| Some((at(point), point.rules?)));
        let both: [Vec<(f64, Strength)>; 2] = [random, rules.collect()];
        for (number, points) in both.iter().enumerate().filter(|(_, points)| !points.is_empty()) {
            let upper = points.iter().map(|(x, it)| (*x, it.score.high));
            let lower = points.iter().rev().map(|(x, it)| (*x, it.score.low));
            let band: Vec<(f64, f64)> = upper.chain(lower).collect();
            let colour = series_colour(number);
            chart.draw_series([Polygon::new(band, colour.mix(0.16))])?;
            let line = points.iter().map(|(x, it)| (*x, it.score.value));
            chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
        }
        let learned = it.lessons.iter().filter_map(|lesson| lesson.learned);
        let ticks = learned.map(|at| {
            let at = f64::from(at);
            PathElement::new(vec![(at, -0.06), (at, -0.015)], INK.stroke_width(2))
        });
        chart.draw_series(ticks)?;
        let games = summary.curve.first().map_or(0, |p| p.random.games);
        let at = (SIZE.0 as i32 - 240, 12);
        write(canvas, format!("{games} games a point and opponent"), at, MUTED)
    })
}
