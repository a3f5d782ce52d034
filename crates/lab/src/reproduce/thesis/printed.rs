//! What the thesis prints in chapter 6, as data.

use serde::Serialize;

/// The computer's games against itself in one setup.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Printed {
    /// The number of the setup.
    pub setup: u8,
    /// How many games.
    pub games: u64,
    /// How many black won, who moves first.
    pub black: u64,
    /// How many white won.
    pub white: u64,
    /// How many ended in what it calls stalemate.
    pub draws: u64,
    /// The mean time of a move, in seconds.
    pub move_s: f64,
    /// The mean time of a game, in seconds.
    pub game_s: f64,
}

impl Printed {
    /// Moves a game, as the two times imply; the thesis does not print them.
    #[must_use]
    pub fn plies(&self) -> f64 {
        self.game_s / self.move_s
    }
}

/// Sections 6.3.1 to 6.3.5: an Intel Celeron at 1.6 GHz.
pub const SETUPS: [Printed; 5] = [
    printed(1, [20, 9, 0, 11], 0.54, 22.83),
    printed(2, [15, 1, 1, 13], 0.49, 47.0),
    printed(3, [10, 1, 2, 7], 0.63, 37.0),
    printed(4, [20, 3, 9, 8], 0.76, 67.56),
    printed(5, [10, 0, 0, 10], 0.62, 24.87),
];

const fn printed(setup: u8, games: [u64; 4], move_s: f64, game_s: f64) -> Printed {
    let [games, black, white, draws] = games;
    Printed { setup, games, black, white, draws, move_s, game_s }
}

/// What people made of games against the computer in one setup, as they saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Human {
    /// The number of the setup.
    pub setup: u8,
    /// Whether they had played ten games or more before.
    pub experienced: bool,
    /// Games they lost.
    pub losses: u64,
    /// Games they won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// The total, as printed.
    pub total: u64,
}

impl Human {
    /// Whether the total is the sum of the others; two rows' are not.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        self.losses + self.wins + self.draws == self.total
    }
}

/// Figure 6.1, as it stands.
pub const HUMANS: [Human; 10] = [
    human(1, false, [14, 1, 6, 20]),
    human(2, false, [3, 1, 2, 5]),
    human(3, false, [4, 0, 1, 5]),
    human(4, false, [16, 0, 4, 20]),
    human(5, false, [5, 0, 5, 10]),
    human(1, true, [3, 7, 10, 20]),
    human(2, true, [0, 3, 2, 5]),
    human(3, true, [0, 3, 2, 5]),
    human(4, true, [4, 5, 11, 20]),
    human(5, true, [1, 5, 14, 20]),
];

const fn human(setup: u8, experienced: bool, figures: [u64; 4]) -> Human {
    let [losses, wins, draws, total] = figures;
    Human { setup, experienced, losses, wins, draws, total }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_computers_games_add_up_to_75_with_49_stalemates() {
        for row in SETUPS {
            assert_eq!(row.black + row.white + row.draws, row.games, "setup {}", row.setup);
        }
        let sum = |value: fn(&Printed) -> u64| SETUPS.iter().map(value).sum::<u64>();
        assert_eq!((sum(|row| row.games), sum(|row| row.draws)), (75, 49));
        assert_eq!((sum(|row| row.black), sum(|row| row.white)), (14, 12));
        assert_eq!(SETUPS.map(|row| row.plies().round() as u32), [42, 96, 59, 89, 40]);
    }

    #[test]
    fn exactly_two_rows_of_figure_6_1_do_not_add_up() {
        let wrong: Vec<_> = HUMANS.iter().filter(|row| !row.adds_up()).collect();
        let told = |row: &&Human| (row.setup, row.losses + row.wins + row.draws, row.total);
        assert_eq!(wrong.iter().map(told).collect::<Vec<_>>(), [(1, 21, 20), (2, 6, 5)]);
        assert!(wrong.iter().all(|row| !row.experienced));
        assert_eq!(HUMANS.iter().map(|row| row.total).sum::<u64>(), 130);
    }
}
