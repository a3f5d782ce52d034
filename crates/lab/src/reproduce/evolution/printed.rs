//! The figures that the paper prints, as they stand there (Halim, Baig, Zafar 2014).

use serde::Serialize;

/// Values of the four metrics.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Duration, from 0 to 1.
    pub duration: f64,
    /// Dynamism: changes of cell a move, averaged over the pieces.
    pub dynamism: f64,
    /// Intelligence, from 0 to 1.
    pub intelligence: f64,
    /// Usability, on a scale that the paper does not explain.
    pub usability: f64,
}

impl Row {
    const fn new(duration: f64, dynamism: f64, intelligence: f64, usability: f64) -> Row {
        Row { duration, dynamism, intelligence, usability }
    }

    /// The values in the order of the paper's tables.
    #[must_use]
    pub fn values(&self) -> [f64; 4] {
        [self.duration, self.dynamism, self.intelligence, self.usability]
    }
}

/// The metrics in the order of the paper's tables.
pub const METRICS: [&str; 4] = ["duration", "dynamism", "intelligence", "usability"];

/// Table 2: the archive of one run, two games for each metric.
pub const ARCHIVE: [(&str, Row); 8] = [
    ("duration 1", Row::new(0.89, 0.08, 1.0, 21.05)),
    ("duration 2", Row::new(0.85, 0.07, 0.7, 16.78)),
    ("dynamism 1", Row::new(0.02, 0.18, 1.0, 22.07)),
    ("dynamism 2", Row::new(0.22, 0.17, 1.0, 25.87)),
    ("intelligence 1", Row::new(0.0, 0.09, 1.0, 23.09)),
    ("intelligence 2", Row::new(0.0, 0.07, 1.0, 21.03)),
    ("usability 1", Row::new(0.4, 0.07, 0.85, 84.93)),
    ("usability 2", Row::new(0.22, 0.04, 0.7, 81.0)),
];

/// Table 3: from how many other games of the archive each differs, at a threshold of 0.6.
pub const DIVERSITY: [usize; 8] = [5, 5, 3, 1, 0, 1, 6, 3];

/// The threshold of Table 3.
pub const THRESHOLD: f64 = 0.6;

/// Table 4: chess and checkers beside the three chosen games.
pub const COMPARISON: [(&str, Row); 5] = [
    ("chess", Row::new(0.3, 0.1, 1.0, 3.3)),
    ("checkers", Row::new(0.6, 0.3, 0.5, 3.1)),
    ("game 1", Row::new(0.89, 0.08, 1.0, 21.05)),
    ("game 2", Row::new(0.85, 0.07, 0.7, 16.78)),
    ("game 3", Row::new(0.4, 0.07, 0.85, 84.93)),
];

/// Games played for each value of Table 4.
pub const COMPARISON_GAMES: u32 = 100;

/// Figure 6 in words: the iterations that networks needed for the evolved games.
pub const LEARNED_EVOLVED: (u32, u32) = (80, 110);

/// Figure 6 in words: those for the random game.
pub const LEARNED_RANDOM: u32 = 30;

/// The most moves of a game.
pub const MOVES: f64 = 100.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::archive::diversity_counts;

    /// Games 1, 2 and 3 of Table 4 are games 1, 2 and 7 of Table 2.
    #[test]
    fn the_tables_agree_with_each_other() {
        for (chosen, archived) in [(2, 0), (3, 1), (4, 6)] {
            assert_eq!(COMPARISON[chosen].1, ARCHIVE[archived].1);
        }
        let mut order: Vec<usize> = (0..8).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(DIVERSITY[at]));
        let mut chosen = order[..3].to_vec();
        chosen.sort_unstable();
        assert_eq!(chosen, [0, 1, 6], "the most diverse by Table 3");
    }

    /// By hand: game 1 exceeds games 3 to 6 and 8 in duration, game 3 exceeds 2, 6, 7 and 8 in dynamism.
    #[test]
    fn five_of_the_eight_counts_of_table_3_follow_from_table_2() {
        let rows = ARCHIVE.map(|(_, row)| row.values());
        let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
        assert_eq!(diversity_counts(&rows, THRESHOLD), [5, 5, 4, 1, 0, 0, 6, 6]);
    }
}
