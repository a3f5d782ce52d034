//! The plots of the study.

use plotters::prelude::*;

use super::findings::{Curve, Point};
use crate::LabError;
use crate::report::svg::{Svg, chart, line_legend, picture, series_colour, series_line};
use crate::stats::{Interval, Sample};

const WIDTH: u32 = 760;
const PANEL: i32 = 210;

/// A value with its interval, at each density that has one.
type Values = fn(&Point) -> Option<(f64, Interval)>;

/// What is plotted against density: its name, how far the axis goes at least, the values.
type Panel = (&'static str, f64, Values);

fn of_sample(sample: &Sample) -> Option<(f64, Interval)> {
    (sample.count > 0).then(|| (sample.mean, sample.mean_interval()))
}

const DRAWN: Panel = ("% drawn", 100.0, |it| percent(it.even.drawn.share, it.even.drawn.interval));

const ORGANISED: Panel = ("% self-organised", 100.0, |it| {
    let organised = it.even.organised();
    percent(organised.share, organised.interval)
});

const PLIES: Panel = ("plies a game", 10.0, |it| of_sample(&it.even.plies));

const SKILL: Panel = ("% scored by the stronger", 100.0, |it| {
    let score = it.skill.as_ref()?.score;
    percent(score.score, score.interval)
});

const INDICATOR: Panel =
    ("indicator / pieces", 1.3, |it| of_sample(&it.even.organisation.as_ref()?.ratio));

fn percent(value: f64, interval: Interval) -> Option<(f64, Interval)> {
    let Interval { low, high } = interval;
    Some((100.0 * value, Interval { low: 100.0 * low, high: 100.0 * high }))
}

/// All that density does on one board.
pub(super) fn one_board(curve: &Curve) -> Result<Svg, LabError> {
    panels(&[curve], &[DRAWN, PLIES, SKILL, INDICATOR, ORGANISED])
}

/// What density does on several boards.
pub(super) fn boards(curves: &[&Curve]) -> Result<Svg, LabError> {
    panels(curves, &[DRAWN, PLIES, INDICATOR, ORGANISED])
}

/// Panels below each other with the densities to the right; a line for each board, with the intervals
/// of its points.
fn panels(curves: &[&Curve], panels: &[Panel]) -> Result<Svg, LabError> {
    let all = || curves.iter().flat_map(|it| &it.points);
    let densities = || all().map(|it| f64::from(it.density));
    let (least, most) = (densities().fold(100.0, f64::min), densities().fold(0.0, f64::max));
    let (left, right) = (least - 1.0, most + 1.0);
    picture((WIDTH, (PANEL * panels.len() as i32 + 34) as u32), |canvas| {
        let names = curves.iter().map(|it| format!("{} ({})", it.board, it.neighbours));
        let names: Vec<String> = names.collect();
        line_legend(canvas, 60, 12, &names)?;
        let (_, below) = canvas.split_vertically(30);
        for ((name, high, values), area) in panels.iter().zip(below.split_evenly((panels.len(), 1)))
        {
            let tops = all().filter_map(|it| Some(values(it)?.1.high));
            let top = tops.fold(*high, f64::max) * 1.04;
            let x = (left..right, "pieces on 100 cells");
            let mut chart = chart(&area, [12, 16, 44, 60], x, (0.0..top, *name))?;
            for (number, curve) in curves.iter().enumerate() {
                let style = series_colour(number).stroke_width(2);
                let points: Vec<(f64, f64, Interval)> = curve
                    .points
                    .iter()
                    .filter_map(|it| values(it).map(|(y, range)| (f64::from(it.density), y, range)))
                    .collect();
                // Boards with the same densities stand beside each other.
                let shift = 0.12 * (number as f64 - (curves.len() - 1) as f64 / 2.0);
                let line = points.iter().map(|(x, y, _)| (x + shift, *y));
                series_line(&mut chart, number, line)?;
                let bars = points.iter().map(|(x, _, range)| {
                    PathElement::new(
                        [(x + shift, range.low.max(0.0)), (x + shift, range.high)],
                        style,
                    )
                });
                chart.draw_series(bars)?;
                let dots =
                    points.iter().map(|(x, y, _)| Circle::new((x + shift, *y), 4, style.filled()));
                chart.draw_series(dots)?;
            }
        }
        Ok(())
    })
}
