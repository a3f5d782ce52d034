//! The options of Selfo that say how it is played, apart from where and from which position.

use selforge_core::{HistoryRules, MAX_SEATS};

/// How far a piece may move in one turn, in single steps; [`ANY`] for no limit.
pub type Length = u16;

/// No limit to the length of a move.
pub const ANY: Length = u16::MAX;

/// What happens when every set still in play is blocked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blockade {
    /// The game ends as a draw.
    End,
    /// The seat to move may claim a draw.
    Offer,
    /// The game goes on.
    Off,
}

/// How Selfo is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How many seats, 2 to 12, each with a set of its own.
    pub seats: u8,
    /// How far each seat's plain pieces move. It belongs to the seat and stays with it in a swap.
    pub lengths: [Length; MAX_SEATS],
    /// How far special pieces move, or as far as plain ones if that is further.
    pub special_length: Length,
    /// Whether each seat but the first may swap sets on its first turn.
    pub swap: bool,
    /// Whether the game is drawn when all seats pass in succession.
    pub pass_draw: bool,
    /// What a mutual blockade does.
    pub blockade: Blockade,
    /// Draws by repetition, by a limit of plies and for want of progress.
    pub history: HistoryRules,
}

impl Rules {
    /// The usual rules for this many seats: Selfo-1 with swap and every automatic draw. Beyond six seats the
    /// limits grow with them, so that everyone has as many turns as with six.
    #[must_use]
    pub fn usual(seats: u8) -> Rules {
        let share = |plies: u32| Some((plies * u32::from(seats.max(6))).div_ceil(6));
        Rules {
            seats,
            lengths: [1; MAX_SEATS],
            special_length: ANY,
            swap: true,
            pass_draw: true,
            blockade: Blockade::End,
            history: HistoryRules {
                repetition: Some(3),
                plies: share(300),
                no_progress: share(100),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_the_same_up_to_six_seats_and_leave_as_many_turns_beyond() {
        let limits = |seats| {
            let HistoryRules { plies, no_progress, .. } = Rules::usual(seats).history;
            (plies, no_progress)
        };
        assert!((2..=6).all(|seats| limits(seats) == (Some(300), Some(100))));
        assert_eq!((limits(7), limits(12)), ((Some(350), Some(117)), (Some(600), Some(200))));
    }
}
