//! An analysis as a picture: panels below each other with the plies to the right.

use plotters::prelude::*;
use selforge_agents::Score;

use super::series::{Analysis, SetSeries};
use crate::LabError;
use crate::report::svg::{
    ACCENT, CARD, Canvas, INK, LINE, LOST, MUTED, Room, chart, frame, legend, picture,
    series_colour, small, write,
};

/// The most records that one picture shows.
pub const MAX_RECORDS: usize = 12;

const WIDTH: u32 = 860;
const HEAD: i32 = 58;
const PANEL: i32 = 190;
/// Room around a panel, with a title above.
const ROOM: Room = [30, 20, 24, 52];

/// The height of a line that stands for a panel with nothing to show.
const NOTE: i32 = 30;

/// Which part of the panel of values is set apart at the top and the bottom for proven ones.
const EDGE: f64 = 0.12;

/// Draws analyses below each other.
///
/// # Errors
/// If there are none or too many, or the plot cannot be drawn.
pub fn to_svg(analyses: &[Analysis]) -> Result<String, LabError> {
    if analyses.is_empty() || analyses.len() > MAX_RECORDS {
        let problem = format!("{} records in one picture", analyses.len());
        return Err(LabError::settings(problem, format!("1 to {MAX_RECORDS}")));
    }
    let heights: Vec<i32> = analyses
        .iter()
        .map(|it| HEAD + panels(it).iter().map(|(_, height)| height).sum::<i32>() + 24)
        .collect();
    let drawn = picture((WIDTH, heights.iter().sum::<i32>() as u32), |canvas| {
        canvas.fill(&CARD)?;
        let mut rest = canvas.clone();
        for (analysis, height) in analyses.iter().zip(&heights) {
            let (above, below) = rest.split_vertically(*height);
            one(&above, analysis)?;
            rest = below;
        }
        Ok(())
    })?;
    Ok(drawn.0)
}

/// What a panel shows.
#[derive(Clone, Copy)]
enum Panel {
    Idle,
    Groups,
    Displacement,
    Blocked,
    NeverBlocked,
    Values,
}

/// The panels of an analysis with their heights.
fn panels(analysis: &Analysis) -> Vec<(Panel, i32)> {
    let never = analysis.sets.iter().all(|set| set.blocked.iter().all(|blocked| !blocked));
    let blocked = match never {
        true => (Panel::NeverBlocked, NOTE),
        false => (Panel::Blocked, 56 + 24 * analysis.sets.len() as i32),
    };
    let mut panels: Vec<_> =
        [Panel::Idle, Panel::Groups, Panel::Displacement].map(|panel| (panel, PANEL)).into();
    if !analysis.grouped {
        panels.retain(|(panel, _)| !matches!(panel, Panel::Groups));
    }
    if analysis.blockades {
        panels.push(blocked);
    }
    if !analysis.evaluations.is_empty() {
        panels.push((Panel::Values, PANEL));
    }
    panels
}

fn one(canvas: &Canvas<'_>, analysis: &Analysis) -> Result<(), LabError> {
    let result = analysis.result.as_deref().unwrap_or("not finished");
    let title = format!("{}: {result}", analysis.players.join(" – "));
    write(canvas, title, (16, 10), INK)?;
    let letters = (b'A'..).map(char::from);
    let names: Vec<String> =
        letters.zip(&analysis.players).map(|(it, name)| format!("{it}: {name}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).zip((0..).map(series_colour)).collect();
    legend(canvas, 16, 42, &names)?;
    let (_, mut rest) = canvas.split_vertically(HEAD);
    let plies = f64::from(analysis.plies.max(1));
    let sets = |value: fn(&SetSeries, usize) -> f64| -> Vec<Vec<f64>> {
        (0..analysis.players.len()).map(|seat| analysis.of_seat(seat, value)).collect()
    };
    for (panel, height) in panels(analysis) {
        let (area, below) = rest.split_vertically(height);
        rest = below;
        match panel {
            Panel::Idle => {
                let sizes = sets(|set, _| set.size as f64);
                let title = "turns since last move (thin: set's size)";
                lines(&area, plies, title, &sets(|set, ply| set.idle[ply]), &sizes)?;
            }
            Panel::Groups => {
                lines(&area, plies, "groups", &sets(|set, ply| set.groups[ply] as f64), &[])?;
            }
            Panel::Displacement => {
                let displacement = sets(|set, ply| set.displacement[ply]);
                lines(&area, plies, "mean distance from the start, cells", &displacement, &[])?;
            }
            Panel::Blocked => blockades(&area, plies, &analysis.sets)?,
            Panel::NeverBlocked => caption(&area, "blocked: no set at any time")?,
            Panel::Values => values(&area, plies, analysis)?,
        }
    }
    Ok(())
}

fn caption(area: &Canvas<'_>, text: &str) -> Result<(), LabError> {
    write(area, text, (56, 10), MUTED)
}

/// What engines think. Estimates have the axis; proven wins and losses, which are worth a thousand
/// times as much and would flatten all else, are bars at its edges.
fn values(area: &Canvas<'_>, plies: f64, analysis: &Analysis) -> Result<(), LabError> {
    let evaluations = &analysis.evaluations;
    let engines: Vec<&str> = evaluations.iter().map(|it| it.engine.as_str()).collect();
    let view = if analysis.players.len() == 2 { "seat A" } else { "the seat to move" };
    let names = format!("{} (thin), {}", engines[0], engines[1..].join(", "));
    caption(area, &format!("value for {view}: {names}; bars: proven win above, loss below"))?;
    let scores = || evaluations.iter().map(|it| it.scores.iter().map_while(|score| *score));
    let known = |score: i32| Score(score).plies_to_win().or(Score(score).plies_to_loss()).is_some();
    let estimates = || scores().flatten().filter(|score| !known(*score)).map(f64::from);
    let (low, high) = (estimates().fold(0.0, f64::min), estimates().fold(1.0, f64::max));
    let edge = (high - low) * EDGE;
    let mut chart = chart(area, ROOM, (0.0..plies, ""), (low - edge..high + edge, ""))?;
    for (number, series) in scores().enumerate() {
        let series: Vec<(f64, i32)> = (0..).map(f64::from).zip(series).collect();
        let width = if number == 0 { 1 } else { 2 };
        // A line for each run of estimates: across what is proven there is nothing to draw.
        for run in series.split(|(_, score)| known(*score)) {
            let points = run.iter().map(|(ply, score)| (*ply, f64::from(*score)));
            let style = ACCENT.stroke_width(width);
            chart.draw_series(LineSeries::new(points, style))?;
        }
        let bars = series.iter().filter(|(_, score)| known(*score)).map(|(ply, score)| {
            let (from, to) = ((ply - 0.5).max(0.0), (ply + 0.5).min(plies));
            let (inner, outer, colour) = match *score > 0 {
                true => (high + edge * 0.45, high + edge, ACCENT),
                false => (low - edge * 0.45, low - edge, LOST),
            };
            Rectangle::new([(from, inner), (to, outer)], colour.filled())
        });
        chart.draw_series(bars)?;
    }
    Ok(())
}

/// A bar for each set over the plies at which it is blocked.
fn blockades(area: &Canvas<'_>, plies: f64, sets: &[SetSeries]) -> Result<(), LabError> {
    caption(area, "blocked")?;
    let rows = sets.len().max(1) as f64;
    let mut chart = frame(area, ROOM).build_cartesian_2d(0.0..plies, 0.0..rows)?;
    chart
        .configure_mesh()
        .disable_mesh()
        .disable_y_axis()
        .axis_style(LINE)
        .label_style(small(MUTED))
        .x_label_formatter(&|ply| format!("{ply}"))
        .draw()?;
    for (number, set) in sets.iter().enumerate() {
        let row = rows - number as f64;
        let bars = runs(&set.blocked).into_iter().map(|(first, last)| {
            let (from, to) = ((first as f64 - 0.5).max(0.0), (last as f64 + 0.5).min(plies));
            let seat = set.seats.get(first).map_or(number, |seat| *seat as usize - 'A' as usize);
            Rectangle::new([(from, row - 0.8), (to, row - 0.2)], series_colour(seat).filled())
        });
        chart.draw_series(bars)?;
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

/// One panel with a line for each set: thick ones, and thin ones for comparison.
fn lines(
    area: &Canvas<'_>,
    plies: f64,
    title: &str,
    thick: &[Vec<f64>],
    thin: &[Vec<f64>],
) -> Result<(), LabError> {
    let groups = [(thin, 1), (thick, 2)];
    let all = || groups.iter().flat_map(|(group, _)| group.iter()).flatten().copied();
    let (low, high) = (all().fold(0.0, f64::min), all().fold(1.0, f64::max));
    caption(area, title)?;
    let range = low..low + (high - low) * 1.05;
    let mut chart = chart(area, ROOM, (0.0..plies, ""), (range, ""))?;
    for (group, width) in groups {
        for (number, series) in group.iter().enumerate() {
            let points = series.iter().enumerate().map(|(ply, value)| (ply as f64, *value));
            let style = series_colour(number).stroke_width(width);
            chart.draw_series(LineSeries::new(points, style))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Evaluation;

    fn analysis(blocked: bool, scores: [i32; 4]) -> Analysis {
        let set = SetSeries {
            set: 'A',
            seats: vec!['A'; 4],
            size: 2,
            idle: vec![0.0; 4],
            idle_most: vec![0; 4],
            displacement: vec![0.0; 4],
            travelled: vec![0.0; 4],
            cells_used: vec![2; 4],
            groups: vec![2; 4],
            largest_group: vec![1; 4],
            blocked: vec![false, blocked, blocked, false],
            ..SetSeries::default()
        };
        let scores = scores.map(Some).to_vec();
        let engine = Evaluation { engine: "swarm".into(), words: vec![None; 4], scores };
        Analysis {
            game: "selfo".into(),
            players: vec!["one".into(), "two".into()],
            result: None,
            plies: 3,
            moves: vec![String::new(); 3],
            grouped: true,
            blockades: true,
            sets: vec![set],
            evaluations: vec![engine],
        }
    }

    #[test]
    fn games_without_groups_and_blockades_have_no_panels_of_them() {
        let plain = Analysis { grouped: false, blockades: false, ..analysis(false, [0; 4]) };
        let svg = to_svg(&[plain]).unwrap();
        assert!(!svg.contains("groups") && !svg.contains("blocked"), "{svg}");
    }

    fn height(svg: &str) -> u32 {
        let view = svg.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        view.split(' ').nth(3).unwrap().parse().unwrap()
    }

    #[test]
    fn a_proven_win_leaves_the_axis_to_the_estimates() {
        let bars = |svg: &str, colour: &str| {
            svg.lines().filter(|it| it.starts_with("<rect") && it.contains(colour)).count()
        };
        let (win, loss) = (Score::win_in(3).0, Score::loss_in(2).0);
        let svg = to_svg(&[analysis(false, [10, -20, win, loss])]).unwrap();
        assert!(!svg.contains("1000000") && !svg.contains("999997"), "{svg}");
        assert_eq!((bars(&svg, "#0B6E69"), bars(&svg, "#C98273")), (1, 1));
        let open = to_svg(&[analysis(false, [10, -20, 5, 0])]).unwrap();
        assert_eq!((bars(&open, "#0B6E69"), bars(&open, "#C98273")), (0, 0));
    }

    #[test]
    fn sets_that_are_never_blocked_take_a_line_and_no_panel() {
        let [never, once] = [false, true].map(|it| to_svg(&[analysis(it, [0; 4])]).unwrap());
        assert!(never.contains("blocked: no set at any time"));
        assert!(height(&never) < height(&once));
    }
}
