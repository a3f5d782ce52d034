//! Many games at once: the mean of every series with its 95 % band, and all numbers as tidy data.
//!
//! Games end at different plies. At each ply the mean is over the games that are still going on, and there is
//! none where fewer than two are.

use plotters::prelude::*;

use super::series::{Analysis, SetSeries};
use crate::LabError;
use crate::report::Figures;
use crate::report::csv::csv;
use crate::report::svg::{
    LINE, ROOM, Svg, chart, legend, line_legend, picture, series_colour, series_line,
};
use crate::report::text::cells;
use crate::stats::{Estimate, Range};

const SIZE: (u32, u32) = (760, 300);

/// A number that a set has in each position: its column, its name with its unit, whether games without groups
/// have it, and how it is found.
type Measure = (&'static str, &'static str, bool, fn(&SetSeries, usize) -> f64);

const MEASURES: [Measure; 6] = [
    ("idle", "turns since a piece last moved (mean)", true, |set, ply| set.idle[ply]),
    ("displacement", "distance from the start (cells, mean)", true, |set, ply| {
        set.displacement[ply]
    }),
    ("travelled", "steps of all pieces", true, |set, ply| set.travelled[ply]),
    ("cells_used", "cells that were ever used", true, |set, ply| set.cells_used[ply] as f64),
    ("groups", "groups", false, |set, ply| set.groups[ply] as f64),
    ("largest_group", "pieces in the largest group", false, |set, ply| {
        set.largest_group[ply] as f64
    }),
];

/// The mean of a series over many games, ply by ply.
type Band = Vec<(f64, Estimate)>;

impl Analysis {
    /// The series of a seat: at each ply that of the set which it plays then.
    pub(super) fn of_seat(&self, seat: usize, value: fn(&SetSeries, usize) -> f64) -> Vec<f64> {
        let letter = char::from(b'A' + seat as u8);
        let at = |ply: usize| {
            let set = self.sets.iter().find(|set| set.seats.get(ply) == Some(&letter));
            set.map(|set| value(set, ply))
        };
        (0..=self.plies as usize).map_while(at).collect()
    }
}

/// The means of some series, as long as there are two at least.
fn band(all: &[Vec<f64>]) -> Band {
    let longest = all.iter().map(Vec::len).max().unwrap_or(0);
    let any = Range { least: f64::NEG_INFINITY, ..Range::POSITIVE };
    let at = |ply: usize| {
        let values: Vec<f64> = all.iter().filter_map(|series| series.get(ply).copied()).collect();
        (values.len() > 1).then(|| (ply as f64, Estimate::mean(&values, any)))
    };
    (0..longest).map_while(at).collect()
}

/// All numbers of all games: a line for each game, ply and set.
#[must_use]
pub fn to_csv<'a>(games: impl IntoIterator<Item = (&'a str, &'a Analysis)>) -> String {
    let games: Vec<(&str, &Analysis)> = games.into_iter().collect();
    let engines: Vec<String> = match games.first() {
        Some((_, first)) => first.evaluations.iter().map(|it| it.engine.clone()).collect(),
        None => Vec::new(),
    };
    let mut head = cells!["record", "game", "ply", "seat", "player", "set"];
    head.extend(MEASURES.iter().map(|(name, ..)| (*name).to_owned()));
    head.push("blocked".to_owned());
    head.extend(engines.iter().map(|engine| format!("value, {engine}")));
    let mut rows = Vec::new();
    for (name, game) in &games {
        for ply in 0..=game.plies as usize {
            for set in game.sets.iter().filter(|set| ply < set.idle.len()) {
                let seat = set.seats.get(ply).copied().unwrap_or(set.set);
                let player = game.players.get((seat as usize).wrapping_sub('A' as usize));
                let player = player.map_or("", String::as_str);
                let mut row = cells![name, game.game, ply, seat, player, set.set];
                row.extend(MEASURES.iter().map(|(_, _, any, value)| match *any || game.grouped {
                    true => value(set, ply).to_string(),
                    false => String::new(),
                }));
                row.push(if game.blockades { set.blocked[ply].to_string() } else { String::new() });
                let values = engines.iter().enumerate().map(|(at, _)| {
                    let score = game.evaluations.get(at).and_then(|it| *it.scores.get(ply)?);
                    score.map_or(String::new(), |score| score.to_string())
                });
                row.extend(values);
                rows.push(row);
            }
        }
    }
    csv(head, rows)
}

/// Writes the figures of some games: a plot for each measure, means with bands for several games, and
/// all numbers.
///
/// # Errors
/// Those of the file system and of the plots; if there are no games, or of different numbers of seats.
pub fn write_figures(games: &[(String, Analysis)], figures: &Figures) -> Result<(), LabError> {
    let seats = games.first().map_or(0, |(_, game)| game.players.len());
    let alike = games.iter().all(|(_, game)| game.players.len() == seats);
    LabError::require(seats > 0 && alike, "games with different numbers of seats", "games alike")?;
    for (name, title, any, value) in MEASURES {
        if !any && !games.iter().all(|(_, game)| game.grouped) {
            continue;
        }
        let of_seat = |seat: usize| -> Band {
            let all: Vec<Vec<f64>> =
                games.iter().map(|(_, game)| game.of_seat(seat, value)).collect();
            match all.as_slice() {
                [one] => one
                    .iter()
                    .map(|it| Estimate { value: *it, low: *it, high: *it })
                    .enumerate()
                    .map(|(ply, it)| (ply as f64, it))
                    .collect(),
                all => band(all),
            }
        };
        let bands: Vec<Band> = (0..seats).map(of_seat).collect();
        figures.plot(name, &plot(title, games.len(), &bands)?)?;
    }
    let named = games.iter().map(|(name, game)| (name.as_str(), game));
    figures.text("positions.csv", &to_csv(named))
}

/// Lines with their bands, a seat each; by dashes as well as by colour.
fn plot(title: &str, games: usize, bands: &[Band]) -> Result<Svg, LabError> {
    let all = || bands.iter().flatten();
    let right = all().map(|(ply, _)| *ply).fold(1.0, f64::max);
    let finite = |it: f64| if it.is_finite() { it } else { 0.0 };
    let high = all().map(|(_, it)| finite(it.high)).fold(1e-9, f64::max) * 1.05;
    let low = all().map(|(_, it)| finite(it.low)).fold(0.0, f64::min);
    picture(SIZE, |canvas| {
        let names: Vec<String> = (0..bands.len())
            .map(|seat| format!("seat {}", char::from(b'A' + seat as u8)))
            .collect();
        let end = line_legend(canvas, 60, 12, &names)?;
        if games > 1 {
            legend(canvas, end, 12, &[(&format!("mean of {games} games, band: 95 %"), LINE)])?;
        }
        let mut chart = chart(canvas, ROOM, (0.0..right, "ply"), (low..high, title))?;
        for (seat, band) in bands.iter().enumerate() {
            let edge = |end: fn(&Estimate) -> f64| {
                band.iter().map(move |(ply, it)| (*ply, finite(end(it))))
            };
            let mut outline: Vec<(f64, f64)> = edge(|it| it.high).collect();
            outline.extend(edge(|it| it.low).collect::<Vec<_>>().into_iter().rev());
            if games > 1 && outline.len() > 2 {
                chart.draw_series([Polygon::new(outline, series_colour(seat).mix(0.22))])?;
            }
        }
        for (seat, band) in bands.iter().enumerate() {
            let points = band.iter().map(|(ply, it)| (*ply, it.value));
            series_line(&mut chart, seat, points)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_is_over_the_games_that_go_on_and_ends_with_the_last_two() {
        let band = band(&[vec![1.0, 2.0, 3.0, 9.0], vec![3.0, 4.0, 5.0], vec![2.0, 6.0]]);
        let means: Vec<f64> = band.iter().map(|(_, it)| it.value).collect();
        assert_eq!(means, [2.0, 4.0, 4.0]);
        // Student's 12.7062 for one degree of freedom, and a standard error of 1.
        assert!((band[2].1.high - 16.7062).abs() < 1e-3, "{band:?}");
    }

    #[test]
    fn after_a_swap_numbers_follow_the_seat() {
        let series = |set: char, seats: [char; 3], idle: [f64; 3]| SetSeries {
            set,
            seats: seats.to_vec(),
            idle: idle.to_vec(),
            ..SetSeries::default()
        };
        let sets = vec![
            series('A', ['A', 'A', 'B'], [1.0, 2.0, 3.0]),
            series('B', ['B', 'B', 'A'], [10.0, 20.0, 30.0]),
        ];
        let game = Analysis {
            game: String::new(),
            players: vec!["x".into(), "y".into()],
            result: None,
            plies: 2,
            moves: Vec::new(),
            grouped: true,
            blockades: false,
            sets,
            evaluations: Vec::new(),
        };
        assert_eq!(game.of_seat(0, |set, ply| set.idle[ply]), [1.0, 2.0, 30.0]);
        assert_eq!(game.of_seat(1, |set, ply| set.idle[ply]), [10.0, 20.0, 3.0]);
    }
}
