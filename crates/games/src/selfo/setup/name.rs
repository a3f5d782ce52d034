//! The setups and their names.

use std::fmt;
use std::str::FromStr;

use super::SetupError;

/// A way to place the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Setup {
    /// `regular-K`: a symmetric position on `hexhex-6`.
    Regular(u8),
    /// `pattern`: a pattern on a part of a hexhex or square board, copied around the centre.
    Pattern,
    /// `perturbed`: a regular position after one random step of every piece.
    Perturbed,
    /// `spiral`: along a spiral from the centre, a random number of cells apart.
    Spiral,
    /// `random`: anywhere.
    Random,
    /// `even`: from which equal engines have won equally often.
    Even,
    /// `thesis-K`: after the words of the thesis, whose pictures are lost.
    Thesis(u8),
    /// `fitted-K`: likewise, but searched so that the swarm's games come near to the thesis's figures.
    Fitted(u8),
    /// `pawns`: sixteen pawns on a chess board.
    Pawns,
}

/// What to say of a setup in help and menus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetupInfo {
    /// Its name, or the form of its names.
    pub pattern: &'static str,
    /// What people call it; `{n}` stands for the number of one of several.
    pub title: &'static str,
    /// What it is.
    pub meaning: &'static str,
    /// The boards that it goes with.
    pub boards: &'static str,
    /// The numbers of seats that it goes with.
    pub seats: &'static str,
}

/// Every setup, in the order of [`Setup`].
pub const SETUPS: &[SetupInfo] = &[
    SetupInfo {
        pattern: "regular-1 … regular-4",
        title: "Symmetric position {n}",
        meaning: "a fixed symmetric position of 36 pieces; of four sets only half a turn exchanges A with B, C with D",
        boards: "hexhex-6",
        seats: "2; regular-1 and regular-2 also 3, 4 and 6",
    },
    SetupInfo {
        pattern: "pattern",
        title: "Turned pattern",
        meaning: "a pattern turned around the centre, colours exchanged; pattern= gives your own",
        boards: "hexhex-N, square-NxN, king-NxN",
        seats: "2, 3, 6 on hexhex-N; 2, 4 on squares",
    },
    SetupInfo {
        pattern: "perturbed",
        title: "Symmetric, then shaken",
        meaning: "a regular position, every piece moved one step in a random direction",
        boards: "any",
        seats: "2 to 12",
    },
    SetupInfo {
        pattern: "spiral",
        title: "Spiral",
        meaning: "along a spiral from the centre, sets in turn, a die's throw apart",
        boards: "any",
        seats: "2 to 12",
    },
    SetupInfo {
        pattern: "random",
        title: "Random",
        meaning: "on random cells",
        boards: "any",
        seats: "2 to 12",
    },
    SetupInfo {
        pattern: "even",
        title: "Even",
        meaning: "neither player is favoured: equal engines won about as often first as second",
        boards: "hexhex-5",
        seats: "2",
    },
    SetupInfo {
        pattern: "thesis-1 … thesis-5",
        title: "Set-up {n} of the thesis",
        meaning: "after the thesis's words: clusters close, far, between; scattered; near the rim",
        boards: "hexhex-6",
        seats: "2",
    },
    SetupInfo {
        pattern: "fitted-1 … fitted-5",
        title: "Set-up {n} of the thesis, fitted",
        meaning: "fitted to the thesis's figures, inside its words",
        boards: "hexhex-6",
        seats: "2",
    },
    SetupInfo {
        pattern: "pawns",
        title: "Pawns",
        meaning: "sixteen pawns on a chess board, symmetric",
        boards: "king-8x8",
        seats: "2",
    },
];

impl Setup {
    /// Whether the position is written down, so that board, seats and pieces are given with it.
    #[must_use]
    pub fn is_fixed(self) -> bool {
        matches!(self, Setup::Regular(_) | Setup::Thesis(_) | Setup::Fitted(_) | Setup::Pawns)
    }

    /// Whether the position depends on the seed (that of `pattern` does unless a pattern is given).
    #[must_use]
    pub fn is_random(self) -> bool {
        !self.is_fixed()
    }

    /// Whether the setup says how many pieces there are.
    #[must_use]
    pub fn has_pieces(self) -> bool {
        self.is_fixed() || self == Setup::Even
    }

    /// How many pieces a fixed setup has in all.
    pub(super) fn fixed_total(self) -> Option<u16> {
        match self {
            Setup::Regular(_) | Setup::Thesis(1..=4) | Setup::Fitted(1..=4) => Some(36),
            Setup::Thesis(_) | Setup::Fitted(_) => Some(42),
            Setup::Pawns => Some(16),
            _ => None,
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setup::Regular(number) => write!(f, "regular-{number}"),
            Setup::Pattern => f.write_str("pattern"),
            Setup::Perturbed => f.write_str("perturbed"),
            Setup::Spiral => f.write_str("spiral"),
            Setup::Random => f.write_str("random"),
            Setup::Even => f.write_str("even"),
            Setup::Thesis(number) => write!(f, "thesis-{number}"),
            Setup::Fitted(number) => write!(f, "fitted-{number}"),
            Setup::Pawns => f.write_str("pawns"),
        }
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Setup, SetupError> {
        let regular = (1..=4).map(Setup::Regular);
        let thesis = (1..=5).map(Setup::Thesis).chain((1..=5).map(Setup::Fitted));
        use Setup::{Even, Pattern, Pawns, Perturbed, Random, Spiral};
        let rest = [Pattern, Perturbed, Spiral, Random, Even, Pawns];
        regular.chain(thesis).chain(rest).find(|setup| setup.to_string() == text).ok_or_else(|| {
            let shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
            let names: Vec<&str> = SETUPS.iter().map(|info| info.pattern).collect();
            SetupError::Name { name: shown, expected: names.join(", ") }
        })
    }
}
