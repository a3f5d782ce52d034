//! The plots of a run.

use plotters::prelude::*;

use super::shares::Shares;
use super::svg::{
    ACCENT, Canvas, DRAWN, INK, LOST, MUTED, ROOM, Svg, chart, legend, line_legend, picture,
    round_step, series_line, stroke, write,
};
use crate::LabError;
use crate::arena::{Cause, Played, PlayerResult, PlayerTimes};

const WIDTH: u32 = 760;
/// Where bars begin: names stand to the left.
const LEFT: i32 = 230;
const RIGHT: i32 = 740;

/// What fits to the left of a bar that begins there.
fn shortened(name: &str, left: i32) -> String {
    let fits = (left / 7) as usize;
    match name.chars().count() > fits {
        true => name.chars().take(fits - 1).chain(['…']).collect(),
        false => name.to_owned(),
    }
}

/// Wins, draws and losses of each player, with its score and the score's interval.
pub(super) fn scores(players: &[PlayerResult]) -> Result<Svg, LabError> {
    const ROW: i32 = 58;
    let height = 76 + ROW * players.len() as i32;
    picture((WIDTH, height as u32), |canvas| {
        let names = [("wins", ACCENT), ("draws", DRAWN), ("losses", LOST), ("score, 95 %", INK)];
        legend(canvas, LEFT, 12, &names)?;
        let shares = Shares { left: LEFT, right: RIGHT };
        shares.axis(canvas, 30, height - 44)?;
        write(canvas, "share of the games; points a game", (LEFT + 140, height - 18), MUTED)?;
        for (row, player) in players.iter().enumerate() {
            let top = 36 + ROW * row as i32;
            write(canvas, shortened(&player.name, LEFT), (0, top + 8), INK)?;
            let (wins, draws) = (player.win_share.share, player.draw_share.share);
            if player.games > 0 {
                shares.bar(canvas, (top, top + 26), [wins, draws, 1.0 - wins - draws])?;
            }
            interval(canvas, player, top + 38, shares)?;
        }
        Ok(())
    })
}

/// A score as a dot on its interval.
fn interval(
    canvas: &Canvas<'_>,
    player: &PlayerResult,
    y: i32,
    shares: Shares,
) -> Result<(), LabError> {
    let (low, high) = (shares.x(player.score_interval.low), shares.x(player.score_interval.high));
    let ends = [low, high].map(|x| [(x, y - 4), (x, y + 4)]);
    for line in [[(low, y), (high, y)], ends[0], ends[1]] {
        stroke(canvas, line, INK.stroke_width(2))?;
    }
    Ok(canvas.draw(&Circle::new((shares.x(player.score), y), 5, INK.filled()))?)
}

/// Why games ended, as bars.
pub(super) fn causes(causes: &[Cause]) -> Result<Svg, LabError> {
    const ROW: i32 = 34;
    const LEFT: i32 = 310;
    let most = causes.iter().map(|cause| cause.share.count).max().unwrap_or(1).max(1);
    let height = ROW * causes.len() as i32 + 24;
    picture((WIDTH, height as u32), |canvas| {
        write(canvas, "games", (LEFT, height - 18), MUTED)?;
        for (row, cause) in causes.iter().enumerate() {
            let top = 4 + ROW * row as i32;
            write(canvas, shortened(&cause.cause, LEFT), (0, top + 5), INK)?;
            let length = (RIGHT - LEFT - 60) * cause.share.count as i32 / most as i32;
            let colour = if cause.adjudicated { DRAWN } else { ACCENT };
            let corners = [(LEFT, top), (LEFT + length.max(2), top + 22)];
            canvas.draw(&Rectangle::new(corners, colour.filled()))?;
            write(canvas, cause.share.count.to_string(), (LEFT + length + 8, top + 5), MUTED)?;
        }
        Ok(())
    })
}

/// How long games were, won ones below drawn ones.
pub(super) fn lengths(games: &[Played]) -> Result<Svg, LabError> {
    let longest = games.iter().map(|game| game.plies).max().unwrap_or(1).max(1);
    let step = round_step(f64::from(longest) / 24.0).max(1.0) as u32;
    let mut bins = vec![(0u32, 0u32); (longest / step + 1) as usize];
    for game in games {
        let bin = &mut bins[(game.plies / step) as usize];
        if game.winners() == 1 { bin.0 += 1 } else { bin.1 += 1 }
    }
    let most = bins.iter().map(|(won, drawn)| won + drawn).max().unwrap_or(1).max(1);
    let right = f64::from(step) * bins.len() as f64;
    picture((WIDTH, 260), |canvas| {
        legend(canvas, 60, 12, &[("won", ACCENT), ("drawn", DRAWN)])?;
        let most = f64::from(most) * 1.05;
        let mut chart = chart(canvas, ROOM, (0.0..right, "plies"), (0.0..most, "games"))?;
        let bars = bins.iter().enumerate().flat_map(|(at, &(won, drawn))| {
            let (from, to) = (f64::from(step) * at as f64, f64::from(step) * (at as f64 + 0.92));
            let bar = |low: u32, high: u32, colour: RGBColor| {
                let corners = [(from, f64::from(low)), (to, f64::from(high))];
                (low < high).then(|| Rectangle::new(corners, colour.filled()))
            };
            [bar(0, won, ACCENT), bar(won, won + drawn, DRAWN)].into_iter().flatten()
        });
        chart.draw_series(bars)?;
        Ok(())
    })
}

/// How long each player took at its first turn, its second, and so on.
pub(super) fn times(players: &[PlayerTimes]) -> Result<Svg, LabError> {
    let turns = players.iter().map(|player| player.by_turn_ms.len()).max().unwrap_or(1).max(2);
    let all = || players.iter().flat_map(|player| &player.by_turn_ms).copied();
    // A clock of microseconds sees fast moves as none at all.
    let least = all().fold(f64::INFINITY, f64::min).max(1e-3);
    let most = all().fold(0.0, f64::max).max(2.0 * least);
    let range = 10f64.powf(least.log10().floor())..10f64.powf(most.log10().ceil());
    picture((WIDTH, 280), |canvas| {
        let names: Vec<String> =
            players.iter().take(6).map(|player| shortened(&player.name, LEFT)).collect();
        line_legend(canvas, 60, 12, &names)?;
        let (x, y) = ((1.0..turns as f64, "own turn"), (range.log_scale(), "ms a move"));
        let mut chart = chart(canvas, [28, 16, 46, 64], x, y)?;
        for (number, player) in players.iter().enumerate() {
            let points = player.by_turn_ms.iter().enumerate();
            let points = points.map(|(turn, ms)| (turn as f64 + 1.0, ms.max(least)));
            series_line(&mut chart, number, points)?;
        }
        Ok(())
    })
}
