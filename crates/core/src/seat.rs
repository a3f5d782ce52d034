//! Players, by their place at the table.

use std::fmt;

/// The most players any game here can have.
pub const MAX_SEATS: usize = 12;

/// A player's place at the table: seat A moves first, then B, and so on.
///
/// A seat is a person's or an engine's; which *pieces* it plays is the game's business (a swap
/// exchanges those, never the seats).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat that moves first.
    pub const FIRST: Seat = Seat(0);

    /// The last seat that any game can have.
    pub const LAST: Seat = Seat::new(MAX_SEATS - 1);

    /// The seat with this number, counted from zero.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_SEATS`].
    #[must_use]
    pub const fn new(index: usize) -> Seat {
        assert!(index < MAX_SEATS, "seat out of range");
        Seat(index as u8)
    }

    /// This seat's number, counted from zero.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat's letter, `A` to `L`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The seat with this letter, upper or lower case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Seat> {
        let upper = letter.to_ascii_uppercase();
        if upper >= 'A' && upper <= Seat::LAST.letter() {
            Some(Seat(upper as u8 - b'A'))
        } else {
            None
        }
    }

    /// The first `count` seats in order.
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..count).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of seats, in two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u16);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The first `count` seats.
    #[must_use]
    pub const fn first(count: u8) -> SeatSet {
        SeatSet((1u16 << count) - 1)
    }

    /// Whether `seat` is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// The set with `seat` in it.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// The set without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// How many seats are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no seat is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats of the set in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(MAX_SEATS as u8).filter(move |seat| self.contains(*seat))
    }

    /// The only seat of the set, if it has just one.
    #[must_use]
    pub fn only(self) -> Option<Seat> {
        (self.len() == 1).then(|| Seat(self.0.trailing_zeros() as u8))
    }

    /// The next seat of the set after `seat` in turn order, which may be `seat` itself.
    ///
    /// # Panics
    /// If the set is empty.
    #[must_use]
    #[inline]
    pub const fn next_after(self, seat: Seat) -> Seat {
        assert!(self.0 != 0, "no seat is left to move");
        let later = self.0 & !((2u16 << seat.0) - 1);
        let from = if later != 0 { later } else { self.0 };
        Seat(from.trailing_zeros() as u8)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl fmt::Display for SeatSet {
    /// The seats' letters, or `-` for none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|seat| write!(f, "{seat}"))
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_round_the_seats_that_are_left() {
        let left = SeatSet::first(4).without(Seat::new(1));
        assert_eq!(left.next_after(Seat::new(0)), Seat::new(2));
        assert_eq!(left.next_after(Seat::new(1)), Seat::new(2));
        assert_eq!(left.next_after(Seat::new(3)), Seat::new(0));
        assert_eq!(SeatSet::first(12).next_after(Seat::LAST), Seat::FIRST);
        assert_eq!(SeatSet::first(12).to_string(), "ABCDEFGHIJKL");
        assert_eq!(left.to_string(), "ACD");
    }

    #[test]
    fn letters_name_seats_both_ways() {
        for seat in Seat::all(MAX_SEATS as u8) {
            assert_eq!(Seat::from_letter(seat.letter()), Some(seat));
        }
        assert_eq!(Seat::from_letter('l'), Some(Seat::LAST));
        assert_eq!(Seat::from_letter('M'), None);
        assert_eq!(Seat::from_letter('é'), None);
    }
}
