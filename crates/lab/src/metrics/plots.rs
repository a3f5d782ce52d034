//! The plots of metrics: a panel for each, and the ladder of searches.

use plotters::prelude::*;

use super::measure::Measured;
use super::metric::Metric;
use super::table::MetricsTable;
use crate::LabError;
use crate::report::Figures;
use crate::report::svg::{
    INK, LINE, MUTED, Svg, chart, line_name, picture, round_step, series_colour, series_line,
    stroke, write,
};
use crate::stats::Estimate;

const WIDTH: i32 = 760;
const COLUMNS: i32 = 3;
const ROW: i32 = 20;

impl MetricsTable {
    /// Writes plots and tables into a folder of figures.
    ///
    /// # Errors
    /// Those of the file system and of the plots.
    pub fn write_figures(&self, figures: &Figures) -> Result<(), LabError> {
        figures.plot("metrics", &panels(self.rows())?)?;
        if self.rows().iter().any(|row| !row.rungs.is_empty()) {
            figures.plot("ladder", &ladder(self.rows())?)?;
        }
        figures.text("metrics.csv", &self.to_csv())?;
        figures.text("metrics.tex", &self.to_latex())
    }
}

/// A panel for each metric, with a line for each game: its value and 95 % interval.
fn panels(rows: &[Measured]) -> Result<Svg, LabError> {
    let metrics: Vec<Metric> = rows
        .first()
        .map(|row| row.estimates.iter().map(|(it, _)| *it).collect())
        .unwrap_or_default();
    let (count, games) = (metrics.len() as i32, rows.len() as i32);
    let (head, panel) = (16 + 18 * games, 62 + ROW * games);
    let lines = (count + COLUMNS - 1) / COLUMNS;
    picture((WIDTH as u32, (head + panel * lines.max(1)) as u32), |canvas| {
        for (number, row) in rows.iter().enumerate() {
            write(canvas, title(number, row), (8, 4 + 18 * number as i32), INK)?;
        }
        for (at, metric) in (0..).zip(&metrics) {
            let left = 8 + at % COLUMNS * (WIDTH / COLUMNS);
            let top = head + at / COLUMNS * panel;
            let estimates: Vec<Estimate> =
                rows.iter().filter_map(|row| row.estimate(*metric)).collect();
            one_metric(canvas, *metric, &estimates, (left, top))?;
        }
        Ok(())
    })
}

/// What a game is called above a plot, from 1.
fn title(number: usize, row: &Measured) -> String {
    format!("({}) {}", number + 1, row.spec.to_string().chars().take(90).collect::<String>())
}

fn one_metric(
    canvas: &crate::report::svg::Canvas<'_>,
    metric: Metric,
    estimates: &[Estimate],
    (left, top): (i32, i32),
) -> Result<(), LabError> {
    let range = metric.range();
    let finite = |it: &f64| it.is_finite();
    let largest =
        estimates.iter().flat_map(|it| [it.high, it.value]).filter(finite).fold(1e-6, f64::max);
    let step = round_step(largest / 3.0);
    let most = if range.most.is_finite() { range.most } else { (largest / step).ceil() * step };
    let (from, to) = (left + 30, left + WIDTH / COLUMNS - 26);
    let x = |value: f64| {
        let share = (value.clamp(range.least, most) - range.least) / (most - range.least);
        from + (share * f64::from(to - from)).round() as i32
    };
    write(canvas, metric.name(), (from, top), INK)?;
    let bottom = top + 24 + ROW * estimates.len() as i32;
    for share in [0.0, 0.5, 1.0] {
        let value = range.least + share * (most - range.least);
        stroke(canvas, [(x(value), top + 20), (x(value), bottom)], LINE)?;
        let label = ((value * 1e4).round() / 1e4).to_string();
        let shift = 4 * label.chars().count() as i32;
        write(canvas, label, (x(value) - shift, bottom + 4), MUTED)?;
    }
    for (number, it) in estimates.iter().enumerate() {
        let y = top + 32 + ROW * number as i32;
        write(canvas, format!("({})", number + 1), (left, y - 7), MUTED)?;
        let (low, high) = (x(it.low), x(it.high));
        let colour = series_colour(number);
        for line in
            [[(low, y), (high, y)], [(low, y - 4), (low, y + 4)], [(high, y - 4), (high, y + 4)]]
        {
            stroke(canvas, line, colour.stroke_width(2))?;
        }
        canvas.draw(&Circle::new((x(it.value), y), 4, colour.filled()))?;
    }
    Ok(())
}

/// What twice the search scores against its half, from little search to much.
fn ladder(rows: &[Measured]) -> Result<Svg, LabError> {
    let nodes = || rows.iter().flat_map(|row| row.rungs.iter().map(|rung| rung.nodes as f64));
    let (least, most) = (nodes().fold(f64::INFINITY, f64::min), nodes().fold(1.0, f64::max));
    let head = 10 + 18 * rows.len() as u32;
    let mut ticks: Vec<f64> = nodes().collect();
    ticks.sort_by(f64::total_cmp);
    ticks.dedup();
    picture((WIDTH as u32, 272 + head), |canvas| {
        for (number, row) in rows.iter().enumerate() {
            line_name(canvas, (60, 11 + 18 * number as i32), number, &title(number, row))?;
        }
        let x = (
            (least * 0.8..most * 1.25).log_scale().with_key_points(ticks),
            "nodes of the weaker player (the other has twice as many)",
        );
        let room = [head, 16, 46, 56];
        let mut chart = chart(canvas, room, x, (0.0..1.0, "score of twice the search"))?;
        let even = rows.first().map_or(0.5, |row| 1.0 / row.seat_scores.len().max(2) as f64);
        chart.draw_series(LineSeries::new(
            [(least * 0.8, even), (most * 1.25, even)],
            LINE.stroke_width(2),
        ))?;
        for (number, row) in rows.iter().enumerate() {
            // Beside each other, so that intervals do not cover each other.
            let aside = 1.0 + 0.04 * number as f64;
            let colour = series_colour(number);
            for rung in &row.rungs {
                let (at, it) = (rung.nodes as f64 * aside, rung.score);
                let bar = [(at, it.low), (at, it.high)];
                chart.draw_series(LineSeries::new(bar, colour.stroke_width(2)))?;
            }
            let points =
                || row.rungs.iter().map(|rung| (rung.nodes as f64 * aside, rung.score.value));
            series_line(&mut chart, number, points())?;
            chart.draw_series(points().map(|point| Circle::new(point, 4, colour.filled())))?;
        }
        Ok(())
    })
}
