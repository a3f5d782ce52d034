//! An analysis as a picture: panels below each other with the plies to the right.

use plotters::prelude::*;

use super::series::{Analysis, SetSeries};
use crate::LabError;
use crate::report::mesh;
use crate::report::svg::{
    ACCENT, CARD, Canvas, INK, LINE, MUTED, failed, legend, picture, series_colour, small,
};

/// The most records that one picture shows.
pub const MAX_RECORDS: usize = 12;

const WIDTH: u32 = 860;
const HEAD: i32 = 58;
const PANEL: i32 = 190;
/// Where the title of a panel begins.
const TITLE: i32 = 10;

/// Scores beyond this are cut: a won game is won.
const MOST_SCORE: f64 = 1000.0;

/// Draws analyses below each other.
///
/// # Errors
/// If there are none or too many, or the plot cannot be drawn.
pub fn to_svg(analyses: &[Analysis]) -> Result<String, LabError> {
    if analyses.is_empty() || analyses.len() > MAX_RECORDS {
        let problem = format!("{} records in one picture", analyses.len());
        return Err(LabError::settings(problem, format!("1 to {MAX_RECORDS}")));
    }
    let heights: Vec<i32> =
        analyses.iter().map(|it| HEAD + PANEL * panels(it) as i32 + 24).collect();
    picture((WIDTH, heights.iter().sum::<i32>() as u32), |canvas| {
        canvas.fill(&CARD).map_err(failed)?;
        let mut rest = canvas.clone();
        for (analysis, height) in analyses.iter().zip(&heights) {
            let (above, below) = rest.split_vertically(*height);
            one(&above, analysis)?;
            rest = below;
        }
        Ok(())
    })
}

fn panels(analysis: &Analysis) -> usize {
    4 + usize::from(!analysis.evaluations.is_empty())
}

fn one(canvas: &Canvas<'_>, analysis: &Analysis) -> Result<(), LabError> {
    let result = analysis.result.as_deref().unwrap_or("not finished");
    let title = format!("{}: {result}", analysis.players.join(" – "));
    canvas.draw(&Text::new(title, (16, 10), small(INK))).map_err(failed)?;
    let names: Vec<String> = analysis.sets.iter().map(|set| format!("set {}", set.set)).collect();
    let names: Vec<_> = names.iter().map(String::as_str).zip((0..).map(series_colour)).collect();
    legend(canvas, 16, 42, &names)?;
    let (_, body) = canvas.split_vertically(HEAD);
    let areas = body.margin(0, 24, 0, 0).split_evenly((panels(analysis), 1));
    let plies = f64::from(analysis.plies.max(1));
    let sets = |value: fn(&SetSeries, usize) -> f64| -> Vec<Vec<f64>> {
        let series = |set: &SetSeries| (0..set.idle.len()).map(|ply| value(set, ply)).collect();
        analysis.sets.iter().map(series).collect()
    };
    let idle = sets(|set, ply| set.idle[ply]);
    let sizes = sets(|set, _| set.size as f64);
    lines(&areas[0], plies, "turns since last move (thin: set's size)", &idle, &sizes)?;
    lines(&areas[1], plies, "groups", &sets(|set, ply| set.groups[ply] as f64), &[])?;
    let displacement = sets(|set, ply| set.displacement[ply]);
    lines(&areas[2], plies, "mean distance from the start, cells", &displacement, &[])?;
    blockades(&areas[3], plies, &analysis.sets)?;
    if let Some(area) = areas.get(4) {
        let cut = |score: &Option<i32>| {
            score.map(|score| f64::from(score).clamp(-MOST_SCORE, MOST_SCORE))
        };
        let scores: Vec<Vec<f64>> = analysis
            .evaluations
            .iter()
            .map(|evaluation| evaluation.scores.iter().map_while(cut).collect())
            .collect();
        let engines: Vec<&str> = analysis.evaluations.iter().map(|it| it.engine.as_str()).collect();
        let view = if analysis.players.len() == 2 { "seat A" } else { "the seat to move" };
        let title = format!("value for {view}: {} (thin), {}", engines[0], engines[1..].join(", "));
        let (thin, thick) = scores.split_at(1.min(scores.len()));
        draw(area, plies, &title, &[(thin, 1), (thick, 2)], |_| ACCENT)?;
    }
    Ok(())
}

/// A bar for each set over the plies at which it is blocked.
fn blockades(area: &Canvas<'_>, plies: f64, sets: &[SetSeries]) -> Result<(), LabError> {
    let never = sets.iter().all(|set| set.blocked.iter().all(|blocked| !blocked));
    let title = if never { "blocked: no set at any time" } else { "blocked" };
    area.draw(&Text::new(title.to_owned(), (56, TITLE), small(MUTED))).map_err(failed)?;
    let rows = sets.len().max(1) as f64;
    let mut chart = frame(area).build_cartesian_2d(0.0..plies, 0.0..rows).map_err(failed)?;
    chart
        .configure_mesh()
        .disable_mesh()
        .disable_y_axis()
        .axis_style(LINE)
        .label_style(small(MUTED))
        .x_label_formatter(&|ply| format!("{ply}"))
        .draw()
        .map_err(failed)?;
    for (number, set) in sets.iter().enumerate() {
        let row = rows - number as f64;
        let bars = runs(&set.blocked).into_iter().map(|(first, last)| {
            let (from, to) = ((first as f64 - 0.5).max(0.0), (last as f64 + 0.5).min(plies));
            Rectangle::new([(from, row - 0.8), (to, row - 0.2)], series_colour(number).filled())
        });
        chart.draw_series(bars).map_err(failed)?;
    }
    Ok(())
}

/// The first and the last of each run of plies that are set.
fn runs(flags: &[bool]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (ply, _) in flags.iter().enumerate().filter(|(_, flag)| **flag) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == ply => *last = ply,
            _ => runs.push((ply, ply)),
        }
    }
    runs
}

/// The place of a panel, with room for its title and axes.
fn frame<'a, 'b>(area: &'a Canvas<'b>) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut builder = ChartBuilder::on(area);
    builder.margin_top(TITLE + 20).margin_right(20).x_label_area_size(24).y_label_area_size(52);
    builder
}

/// One panel with a line for each set: thick ones, and thin ones for comparison.
fn lines(
    area: &Canvas<'_>,
    plies: f64,
    title: &str,
    thick: &[Vec<f64>],
    thin: &[Vec<f64>],
) -> Result<(), LabError> {
    draw(area, plies, title, &[(thin, 1), (thick, 2)], series_colour)
}

/// One panel with groups of lines, each with its width.
fn draw(
    area: &Canvas<'_>,
    plies: f64,
    title: &str,
    groups: &[(&[Vec<f64>], u32)],
    colour: impl Fn(usize) -> RGBColor,
) -> Result<(), LabError> {
    let all = || groups.iter().flat_map(|(group, _)| group.iter()).flatten().copied();
    let (low, high) = (all().fold(0.0, f64::min), all().fold(1.0, f64::max));
    area.draw(&Text::new(title.to_owned(), (56, TITLE), small(MUTED))).map_err(failed)?;
    let range = low..low + (high - low) * 1.05;
    let mut chart = frame(area).build_cartesian_2d(0.0..plies, range).map_err(failed)?;
    mesh(&mut chart, "", "")?;
    for (group, width) in groups {
        for (number, series) in group.iter().enumerate() {
            let points = series.iter().enumerate().map(|(ply, value)| (ply as f64, *value));
            let style = colour(number).stroke_width(*width);
            chart.draw_series(LineSeries::new(points, style)).map_err(failed)?;
        }
    }
    Ok(())
}
