//! The plots of a run of evolution.

use plotters::prelude::*;

use super::candidate::Candidate;
use super::elites::Elites;
use super::method::es::Lineage;
use super::space::Space;
use super::summary::Summary;
use crate::LabError;
use crate::report::svg::{
    ACCENT, CARD, DRAWN, INK, LINE, MUTED, ROOM, SERIES, Svg, chart, legend, line_legend, picture,
    series_line, stroke, write,
};

const WIDTH: u32 = 760;

/// The most candidates drawn one by one; of more, every second, third, …
const DRAWN_ONES: usize = 600;

fn every(count: usize) -> usize {
    count.div_ceil(DRAWN_ONES).max(1)
}

/// The fitness of each candidate, the mean of those around it, and the best so far.
pub(super) fn fitness(candidates: &[Candidate]) -> Result<Svg, LabError> {
    let window = (candidates.len() / 20).max(1);
    let right = candidates.len().max(2) as f64;
    let values: Vec<f64> = candidates.iter().map(Candidate::fitness).collect();
    let best = values.iter().scan(0.0, |best, value| {
        *best = f64::max(*best, *value);
        Some(*best)
    });
    let mean = values
        .windows(window)
        .enumerate()
        .map(|(at, part)| ((at + window / 2) as f64, part.iter().sum::<f64>() / part.len() as f64));
    picture((WIDTH, 300), |canvas| {
        let mean_name = "mean of the neighbours";
        let names = [("best so far", ACCENT), (mean_name, SERIES[1]), ("candidates", DRAWN)];
        legend(canvas, 60, 12, &names)?;
        let mut chart = chart(canvas, ROOM, (0.0..right, "candidate"), (0.0..1.0, "fitness"))?;
        let step = every(values.len());
        let dots = values.iter().enumerate().step_by(step);
        let dots = dots.map(|(at, value)| Circle::new((at as f64, *value), 2, DRAWN.filled()));
        chart.draw_series(dots)?;
        chart.draw_series(LineSeries::new(mean, SERIES[1].stroke_width(2)))?;
        let best = best.enumerate().map(|(at, value)| (at as f64, value));
        chart.draw_series(LineSeries::new(best, ACCENT.stroke_width(2)))?;
        Ok(())
    })
}

/// Each objective an axis, each candidate a line; those of the archive stand out.
pub(super) fn parallel(
    space: &dyn Space,
    candidates: &[Candidate],
    summary: &Summary,
) -> Result<Svg, LabError> {
    const HEIGHT: i32 = 320;
    let (top, bottom) = (44, HEIGHT - 34);
    let axes = space.objectives();
    let most: Vec<f64> = (0..axes.len())
        .map(|at| candidates.iter().map(|one| one.objectives()[at]).fold(1e-9, f64::max))
        .collect();
    let last = (axes.len().max(2) - 1) as f64;
    let x = |at: usize| 90 + (at as f64 / last * f64::from(WIDTH as i32 - 180)).round() as i32;
    let y = |at: usize, value: f64| {
        bottom - (value / most[at] * f64::from(bottom - top)).round() as i32
    };
    let path = |values: &[f64]| -> Vec<(i32, i32)> {
        values.iter().enumerate().map(|(at, value)| (x(at), y(at, *value))).collect()
    };
    picture((WIDTH, HEIGHT as u32), |canvas| {
        let names = [("champions", SERIES[1]), ("archive", ACCENT), ("candidates", DRAWN)];
        legend(canvas, 60, 12, &names)?;
        for candidate in candidates.iter().step_by(every(candidates.len()) * 2) {
            let style = DRAWN.mix(0.35).stroke_width(1);
            canvas.draw(&PathElement::new(path(candidate.objectives()), style))?;
        }
        let marked = |games: &mut dyn Iterator<Item = usize>, colour: RGBColor| {
            for number in games {
                let line = path(candidates[number].objectives());
                let style = colour.stroke_width(2);
                canvas.draw(&PathElement::new(line, style))?;
            }
            Ok::<(), LabError>(())
        };
        marked(&mut summary.archive.iter().map(|one| one.game.candidate), ACCENT)?;
        marked(&mut summary.champions.iter().map(|one| one.candidate), SERIES[1])?;
        for (at, axis) in axes.iter().enumerate() {
            stroke(canvas, [(x(at), top), (x(at), bottom)], MUTED)?;
            let centred = |text: &str| x(at) - 4 * text.chars().count() as i32;
            let label = format!("{:.2}", most[at]);
            write(canvas, axis.name, (centred(axis.name), bottom + 14), INK)?;
            write(canvas, &label, (centred(&label), top - 18), MUTED)?;
            write(canvas, "0", (x(at) - 14, bottom - 7), MUTED)?;
        }
        Ok(())
    })
}

/// The map of elites; of three axes the first two, the best over the third. One axis makes a row.
pub(super) fn map(
    space: &dyn Space,
    candidates: &[Candidate],
    elites: &Elites,
) -> Result<Svg, LabError> {
    let cells = elites.cells();
    let rows = if elites.axes().len() > 1 { cells } else { 1 };
    let (left, top) = (90, 16);
    let (wide, high) = ((640 / cells as i32).max(5), (400 / cells as i32).clamp(5, 40));
    let (width, height) = (wide * cells as i32, high * rows as i32);
    let axis = |number: usize| elites.axes().get(number).map(|&axis| &space.descriptors()[axis]);
    let figure = |value: f64| format!("{}", (value * 10.0).round() / 10.0);
    picture((WIDTH, (top + height + 48) as u32), |canvas| {
        let note = |text: &str, at: (i32, i32)| write(canvas, text, at, MUTED);
        let frame = Rectangle::new([(left, top), (left + width, top + height)], LINE);
        canvas.draw(&frame)?;
        let mut best = std::collections::BTreeMap::new();
        for (cell, &number) in elites.best() {
            let place = (cell[0], cell.get(1).copied().unwrap_or(0));
            let fitness = candidates[number].fitness();
            let known = best.entry(place).or_insert(fitness);
            *known = f64::max(*known, fitness);
        }
        for ((column, row), fitness) in &best {
            let (x, y) = (left + wide * *column as i32, top + height - high * (*row as i32 + 1));
            let corners = [(x + 1, y + 1), (x + wide - 1, y + high - 1)];
            let fill = ACCENT.mix(0.08 + 0.92 * fitness).filled();
            canvas.draw(&Rectangle::new(corners, fill))?;
            if high >= 20 && wide >= 30 {
                // Up to here the colour of text is the easier one to read, in both palettes.
                let colour = if *fitness > 0.7 { CARD } else { INK };
                let text = format!("{:.0}", 100.0 * fitness);
                let at = (x + wide / 2 - 4 * text.len() as i32, y + high / 2 - 7);
                write(canvas, text, at, colour)?;
            }
        }
        if let Some(axis) = axis(0) {
            note(&figure(axis.low), (left, top + height + 6))?;
            let high = figure(axis.high);
            let at = left + width - 8 * high.chars().count() as i32;
            note(&high, (at, top + height + 6))?;
            let at = left + width / 2 - 4 * axis.name.chars().count() as i32;
            note(axis.name, (at, top + height + 22))?;
        }
        if let Some(axis) = axis(1) {
            note(&figure(axis.high), (left - 40, top))?;
            note(&figure(axis.low), (left - 40, top + height - 16))?;
            note(axis.name, (8, top + height / 2 - 8))?;
        }
        Ok(())
    })
}

/// The paper's Figure 5: what one family's parent was found to be, iteration by iteration. Each
/// objective as a share of its reference.
pub(super) fn family(
    space: &dyn Space,
    candidates: &[Candidate],
    lineage: &Lineage,
    family: usize,
) -> Result<Svg, LabError> {
    let right = lineage.parents.len().max(2) as f64 - 1.0;
    picture((WIDTH, 280), |canvas| {
        let names: Vec<&str> = space.objectives().iter().map(|axis| axis.name).collect();
        line_legend(canvas, 60, 12, &names)?;
        let (x, y) = ((0.0..right, "iteration"), (0.0..1.02, "share of full"));
        let mut chart = chart(canvas, ROOM, x, y)?;
        for (at, measure) in space.objectives().iter().enumerate() {
            let parents = lineage.parents.iter().enumerate();
            let points = parents.filter_map(|(iteration, parents)| {
                let parent = candidates.get(*parents.get(family)?)?;
                Some((iteration as f64, measure.share(parent.objectives()[at])))
            });
            series_line(&mut chart, at, points)?;
        }
        Ok(())
    })
}
