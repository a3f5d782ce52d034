//! The paper's figures 5 and 6 with our values.

use plotters::prelude::*;

use super::findings::Findings;
use super::printed::{self, METRICS};
use crate::LabError;
use crate::report::svg::{
    ACCENT, INK, LINE, MUTED, Svg, chart, picture, series_colour, stroke, write,
};

const WIDTH: u32 = 860;

/// Figure 5: the four metrics of one family, a panel each.
pub(super) fn family(findings: &Findings) -> Result<Svg, LabError> {
    const PANEL: u32 = 150;
    let rows = &findings.families.family;
    let last = rows.len().saturating_sub(1).max(1) as f64;
    picture((WIDTH, 4 * PANEL + 26), |canvas| {
        let areas = canvas.margin(0, 26, 0, 0).split_evenly((4, 1));
        for (metric, area) in areas.iter().enumerate() {
            let values: Vec<f64> = rows.iter().map(|row| row.values()[metric]).collect();
            let most = values.iter().copied().fold(0.0, f64::max).max(0.01) * 1.1;
            write(area, METRICS[metric], (70, 4), INK)?;
            let mut chart = chart(area, [24, 16, 22, 64], (0.0..last, ""), (0.0..most, ""))?;
            let points = values.iter().enumerate().map(|(at, value)| (at as f64, *value));
            let style = series_colour(metric).stroke_width(2);
            chart.draw_series(LineSeries::new(points, style))?;
        }
        let at = ((WIDTH / 2) as i32 - 30, (4 * PANEL + 4) as i32);
        write(canvas, "iteration", at, MUTED)
    })
}

/// Figure 6: the iterations of every population, a row for each game; hollow where it was given up.
pub(super) fn learnability(findings: &Findings) -> Result<Svg, LabError> {
    const ROW: i32 = 30;
    const LEFT: i32 = 130;
    const RIGHT: i32 = 840;
    let given_up = findings.settings.lessons;
    let rows = &findings.learnability;
    let height = ROW * rows.len() as i32 + 60;
    let most = f64::from(given_up.max(printed::LEARNED_EVOLVED.1));
    let x = |value: f64| LEFT + (value / most * f64::from(RIGHT - LEFT)).round() as i32;
    picture((WIDTH, height as u32), |canvas| {
        for tick in 0..=4 {
            let value = most * f64::from(tick) / 4.0;
            stroke(canvas, [(x(value), 4), (x(value), height - 50)], LINE)?;
            let label = format!("{value:.0}");
            write(canvas, &label, (x(value) - 4 * label.len() as i32, height - 44), MUTED)?;
        }
        let name = "iterations until it is learned (dots); rings: given up; bars: medians";
        write(canvas, name, (LEFT + 130, height - 20), MUTED)?;
        for (row, it) in rows.iter().enumerate() {
            let y = 4 + ROW * row as i32 + ROW / 2;
            write(canvas, &it.subject.name, (0, y - 8), INK)?;
            for learned in &it.iterations {
                let style = match learned {
                    Some(_) => ACCENT.mix(0.6).filled(),
                    None => MUTED.stroke_width(1),
                };
                let at = (x(f64::from(learned.unwrap_or(given_up))), y);
                canvas.draw(&Circle::new(at, 5, style))?;
            }
            if let Some(median) = it.median {
                stroke(canvas, [(x(median), y - 9), (x(median), y + 9)], INK.stroke_width(2))?;
            }
        }
        Ok(())
    })
}
