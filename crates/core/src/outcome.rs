//! How a game ended for everyone at the table.

use std::fmt;

use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// The rank of every seat at the end of a game: 1 is best, equal ranks are ties.
///
/// Ranks rather than points, because they say all there is to say for any number of players; code
/// for two players asks [`winner`](Outcome::winner) and [`is_draw`](Outcome::is_draw).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    ranks: [u8; MAX_SEATS],
    seats: u8,
}

impl Outcome {
    /// Everyone shares the first rank.
    #[must_use]
    pub const fn draw(seats: u8) -> Outcome {
        Outcome::shared(SeatSet::first(seats), seats)
    }

    /// `winner` is first and the others share the second rank.
    #[must_use]
    pub const fn win(winner: Seat, seats: u8) -> Outcome {
        Outcome::shared(SeatSet::EMPTY.with(winner), seats)
    }

    /// `loser` is last and the others share the first rank.
    #[must_use]
    pub const fn loss(loser: Seat, seats: u8) -> Outcome {
        Outcome::shared(SeatSet::first(seats).without(loser), seats)
    }

    /// The seats of `first` share the first rank and the others the second.
    #[must_use]
    pub const fn shared(first: SeatSet, seats: u8) -> Outcome {
        // Places that no seat has keep rank 0, so that equal outcomes are equal values.
        let mut ranks = [0; MAX_SEATS];
        let mut index = 0;
        while index < seats as usize {
            ranks[index] = if first.contains(Seat::new(index)) { 1 } else { 2 };
            index += 1;
        }
        Outcome { ranks, seats }
    }

    /// How many seats the game had.
    #[must_use]
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// The rank of a seat, from 1.
    #[must_use]
    pub const fn rank(&self, seat: Seat) -> u8 {
        self.ranks[seat.index()]
    }

    /// The seat that is alone at the first rank.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        let mut first = Seat::all(self.seats).filter(|&seat| self.rank(seat) == 1);
        match (first.next(), first.next()) {
            (Some(seat), None) => Some(seat),
            _ => None,
        }
    }

    /// Whether all seats share one rank.
    #[must_use]
    pub fn is_draw(&self) -> bool {
        Seat::all(self.seats).all(|seat| self.rank(seat) == self.rank(Seat::FIRST))
    }
}

impl fmt::Display for Outcome {
    /// `A wins`, `draw`, or `draw of A and C` when others lost.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_draw() {
            return f.write_str("draw");
        }
        if let Some(winner) = self.winner() {
            return write!(f, "{winner} wins");
        }
        let first = Seat::all(self.seats).filter(|&seat| self.rank(seat) == 1);
        let letters: Vec<String> = first.map(|seat| seat.to_string()).collect();
        write!(f, "draw of {}", letters.join(" and "))
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_say_who_won() {
        let b = Seat::new(1);
        assert_eq!(Outcome::win(b, 3).winner(), Some(b));
        assert_eq!(Outcome::win(b, 3).to_string(), "B wins");
        assert!(Outcome::draw(2).is_draw());
        assert_eq!(Outcome::draw(2).winner(), None);
        assert_eq!(Outcome::loss(b, 3).winner(), None);
        assert!(!Outcome::loss(b, 3).is_draw());
        assert_eq!(Outcome::loss(b, 3).to_string(), "draw of A and C");
        assert_eq!(Outcome::loss(b, 2), Outcome::win(Seat::FIRST, 2));
    }
}
