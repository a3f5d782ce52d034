//! The plots of the study.

use plotters::prelude::*;

use super::findings::Findings;
use super::settings::Role;
use super::times::SetupTimes;
use crate::LabError;
use crate::report::shares::Shares;
use crate::report::svg::{
    ACCENT, DRAWN, INK, LOST, MUTED, Svg, chart, legend, picture, series_colour, write,
};

const WIDTH: u32 = 760;
const LEFT: i32 = 190;
const RIGHT: i32 = 740;

/// Black wins, draws and white wins of each setup: the thesis's, as many again, and more.
pub(super) fn outcomes(findings: &Findings) -> Result<Svg, LabError> {
    const ROW: i32 = 20;
    const SETUP: i32 = 3 * ROW + 14;
    let height = 58 + SETUP * findings.setups.len() as i32;
    picture((WIDTH, height as u32), |canvas| {
        let names = [("black wins", ACCENT), ("drawn", DRAWN), ("white wins", LOST)];
        legend(canvas, LEFT, 12, &names)?;
        let shares = Shares { left: LEFT, right: RIGHT };
        shares.axis(canvas, 28, height - 24)?;
        for (number, setup) in findings.setups.iter().enumerate() {
            let top = 34 + SETUP * number as i32;
            write(canvas, format!("setup {}", setup.setup), (0, top + 22), INK)?;
            let row = &setup.printed;
            let mut rows = vec![("thesis".to_owned(), [row.black, row.draws, row.white])];
            for role in [Role::AsPrinted, Role::Swarm] {
                let Some(it) = setup.of(role) else { continue };
                let counts = [it.black.count, it.drawn.count, it.white.count];
                rows.push((format!("ours, {}", it.games), counts));
            }
            for (number, (name, counts)) in rows.iter().enumerate() {
                let top = top + ROW * number as i32;
                write(canvas, name, (80, top + 1), MUTED)?;
                shares.bar(canvas, (top, top + ROW - 5), counts.map(|count| count as f64))?;
            }
        }
        Ok(())
    })
}

/// How long a move took over the game: a panel for each setup with the middle move and the band in
/// which eight of ten moves lie, on the same axes. Means are in the data: a machine that is busy
/// elsewhere for a moment moves them far off.
pub(super) fn move_times(setups: &[SetupTimes]) -> Result<Svg, LabError> {
    const PANEL: i32 = 150;
    let shown: Vec<&SetupTimes> = setups.iter().filter(|it| it.by_ply.len() > 1).collect();
    let plies = shown.iter().map(|it| it.by_ply.len()).max().unwrap_or(2) as f64;
    let all = || shown.iter().flat_map(|it| &it.by_ply);
    let most = ceiling(all().map(|it| it.high_ms).collect());
    let height = (PANEL * shown.len().max(1) as i32 + 26) as u32;
    picture((WIDTH, height), |canvas| {
        let areas = canvas.margin(0, 26, 0, 0).split_evenly((shown.len().max(1), 1));
        for (it, area) in shown.iter().zip(areas) {
            let colour = series_colour(usize::from(it.setup) - 1);
            write(&area, format!("setup {}", it.setup), (70, 4), INK)?;
            let (x, y) = ((1.0..plies, ""), (0.0..most, "ms a move"));
            let mut chart = chart(&area, [24, 16, 22, 64], x, y)?;
            let point = |ply: usize, ms: f64| (ply as f64, ms.min(most));
            let above = it.by_ply.iter().map(|at| point(at.ply, at.high_ms));
            let below = it.by_ply.iter().rev().map(|at| point(at.ply, at.low_ms));
            let band = Polygon::new(above.chain(below).collect::<Vec<_>>(), colour.mix(0.22));
            chart.draw_series([band])?;
            let line = it.by_ply.iter().map(|at| point(at.ply, at.median_ms));
            chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
        }
        let at = ((WIDTH / 2) as i32 - 10, height as i32 - 20);
        write(canvas, "ply", at, MUTED)
    })
}

/// Where the axis of times ends. A machine that was busy elsewhere for a moment makes single moves
/// a hundred times as slow; an axis that shows those shows nothing else.
fn ceiling(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let usual = times.get(times.len() / 2).copied().unwrap_or(0.0);
    let most = times.last().copied().unwrap_or(0.0);
    most.min(4.0 * usual).max(1e-3) * 1.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_slow_moment_does_not_flatten_the_plot() {
        assert!((ceiling(vec![1.0, 2.0, 1.5]) - 2.2).abs() < 1e-9);
        assert!((ceiling(vec![1.0, 1.0, 100.0]) - 4.4).abs() < 1e-9);
        assert!(ceiling(Vec::new()) > 0.0);
    }
}
