//! Time: how much each seat has, and whose runs.
//!
//! Clocks follow from the moments of a game's events, as the position follows from its moves: after a
//! restart they are what they were. A seat's first move costs it nothing but must come within the
//! time it begins with, so that nobody loses time before they have found the board.

use selforge_core::Seat;

pub(crate) use crate::messages::games::{ClockRule, Speed};
use crate::messages::live::ClocksView;

const SECOND: i64 = 1_000;
const DAY: i64 = 86_400 * SECOND;

impl ClockRule {
    /// Checks that the times are such that a game can be played in.
    ///
    /// # Errors
    /// In words, if they are not.
    pub(crate) fn check(self) -> Result<(), String> {
        match self {
            ClockRule::Real { base, increment }
                if !(1..=10_800).contains(&base) || increment > 180 =>
            {
                Err(format!(
                    "the clock is {base} seconds and {increment} a move; expected 1 to 10800 and 0 to 180"
                ))
            }
            ClockRule::Days { days } if !(1..=30).contains(&days) => {
                Err(format!("the clock is {days} days a move; expected 1 to 30"))
            }
            _ => Ok(()),
        }
    }

    /// The class of games whose ratings can be compared: by how long forty moves take.
    pub(crate) fn speed(self) -> Speed {
        match self {
            ClockRule::None => Speed::Unlimited,
            ClockRule::Days { .. } => Speed::Correspondence,
            ClockRule::Real { base, increment } => match base + 40 * increment {
                0..180 => Speed::Bullet,
                180..480 => Speed::Blitz,
                480..1_500 => Speed::Rapid,
                _ => Speed::Classical,
            },
        }
    }

    fn first(self) -> Option<i64> {
        match self {
            ClockRule::None => None,
            ClockRule::Real { base, .. } => Some(i64::from(base) * SECOND),
            ClockRule::Days { days } => Some(i64::from(days) * DAY),
        }
    }
}

impl Speed {
    /// The word for it, in messages and in the store.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
            Speed::Unlimited => "unlimited",
        }
    }
}

/// The clocks of a game, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    rule: ClockRule,
    sides: Vec<Side>,
    /// The seat whose time runs, and since when.
    running: Option<(Seat, i64)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Side {
    left: i64,
    has_moved: bool,
}

impl Clocks {
    /// Clocks that stand; `None` without a rule.
    pub(crate) fn new(rule: ClockRule, seats: u8) -> Option<Clocks> {
        let side = Side { left: rule.first()?, has_moved: false };
        Some(Clocks { rule, sides: vec![side; usize::from(seats)], running: None })
    }

    /// A seat has moved: its time stops, and it gets what a move brings.
    pub(crate) fn moved(&mut self, seat: Seat, at: i64) {
        let Some(side) = self.sides.get_mut(seat.index()) else { return };
        let used = match self.running {
            Some((running, since)) if running == seat => (at - since).max(0),
            _ => 0,
        };
        match self.rule {
            ClockRule::Real { increment, .. } if side.has_moved => {
                side.left = (side.left - used).max(0) + i64::from(increment) * SECOND;
            }
            _ => side.left = self.rule.first().unwrap_or_default(),
        }
        side.has_moved = true;
        self.running = None;
    }

    /// From now on this seat's time runs; nobody's, if there is none.
    pub(crate) fn run(&mut self, seat: Option<Seat>, at: i64) {
        // Whoever was to move when the game ended has used what had passed by then.
        if let (None, Some((running, since))) = (seat, self.running)
            && let Some(side) = self.sides.get_mut(running.index())
        {
            side.left = (side.left - (at - since).max(0)).max(0);
        }
        self.running = seat.map(|seat| (seat, at));
    }

    /// The time of the seat that is to move begins so much later: the server was away.
    pub(crate) fn forgive(&mut self, lost: i64) {
        if let Some((_, since)) = &mut self.running {
            *since += lost;
        }
    }

    /// Since when the running clock runs.
    pub(crate) fn since(&self) -> Option<i64> {
        self.running.map(|(_, since)| since)
    }

    /// When the running clock runs out.
    pub(crate) fn deadline(&self) -> Option<i64> {
        let (seat, since) = self.running?;
        Some(since + self.sides.get(seat.index())?.left)
    }

    /// How much a seat has left at a moment.
    fn left(&self, seat: Seat, now: i64) -> Option<i64> {
        let side = self.sides.get(seat.index())?;
        let used = match self.running {
            Some((running, since)) if running == seat => (now - since).max(0),
            _ => 0,
        };
        Some((side.left - used).max(0))
    }

    /// How much the seats have at a moment.
    pub(crate) fn view(&self, now: i64) -> ClocksView {
        let seats = (0..self.sides.len()).map(Seat::new);
        let left = seats.filter_map(|seat| Some((seat.letter(), self.left(seat, now)?)));
        let running = self.running.map(|(seat, _)| seat.letter());
        ClocksView { left: left.collect(), running }
    }

    /// How long an engine may think about its move from a moment on, so that it has time for many
    /// more. What it has already used of its time, waiting for its turn to think say, is gone.
    pub(crate) fn share(&self, seat: Seat, now: i64) -> Option<std::time::Duration> {
        let left = self.left(seat, now)?;
        let increment = match self.rule {
            ClockRule::Real { increment, .. } => i64::from(increment) * SECOND,
            _ => 0,
        };
        let share = (left / 30 + increment / 2).min(left / 3);
        Some(std::time::Duration::from_millis(u64::try_from(share).unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat::FIRST;
    const B: Seat = Seat::new(1);

    #[test]
    fn time_runs_for_the_seat_to_move_and_a_move_adds_the_increment() {
        let mut clocks = Clocks::new(ClockRule::Real { base: 60, increment: 2 }, 2).unwrap();
        clocks.run(Some(A), 1_000);
        assert_eq!(clocks.deadline(), Some(61_000), "the first move must come within the base");
        clocks.moved(A, 31_000);
        clocks.run(Some(B), 31_000);
        assert_eq!(clocks.view(31_000).left[&'A'], 60_000, "the first move costs nothing");
        clocks.moved(B, 40_000);
        clocks.run(Some(A), 40_000);
        assert_eq!(clocks.view(45_000).left, [('A', 55_000), ('B', 60_000)].into());
        clocks.moved(A, 50_000);
        clocks.run(Some(B), 50_000);
        assert_eq!(clocks.view(50_000).left[&'A'], 52_000);
        clocks.forgive(5_000);
        assert_eq!(clocks.deadline(), Some(115_000), "time without a server is nobody's");
    }

    #[test]
    fn clocks_that_stop_show_what_was_left_at_the_end() {
        let mut clocks = Clocks::new(ClockRule::Real { base: 60, increment: 0 }, 2).unwrap();
        clocks.run(Some(A), 0);
        clocks.moved(A, 5_000);
        clocks.run(Some(B), 5_000);
        clocks.run(None, 65_000);
        assert_eq!(clocks.view(99_000).left, [('A', 60_000), ('B', 0)].into());
        clocks.run(Some(A), 100_000);
        clocks.moved(A, 110_000);
        clocks.run(None, 110_000);
        assert_eq!(clocks.view(120_000).left[&'A'], 50_000, "the last move is counted once");
    }

    #[test]
    fn an_engine_that_waited_has_less_time_to_think() {
        let mut clocks = Clocks::new(ClockRule::Real { base: 60, increment: 0 }, 2).unwrap();
        clocks.run(Some(A), 0);
        let share = |now| clocks.share(A, now).unwrap().as_millis();
        assert_eq!([share(0), share(30_000), share(60_000), share(90_000)], [2_000, 1_000, 0, 0]);
        assert_eq!(clocks.share(B, 30_000).unwrap().as_millis(), 2_000, "the other's time stands");
    }

    #[test]
    fn in_correspondence_every_move_has_its_days() {
        let mut clocks = Clocks::new(ClockRule::Days { days: 2 }, 2).unwrap();
        clocks.run(Some(A), 0);
        clocks.moved(A, DAY);
        clocks.run(Some(B), DAY);
        assert_eq!(clocks.deadline(), Some(3 * DAY));
        assert_eq!(clocks.view(DAY).left[&'A'], 2 * DAY);
    }

    #[test]
    fn games_are_classed_by_how_long_they_take() {
        let speed = |base, increment| ClockRule::Real { base, increment }.speed();
        assert_eq!(
            [speed(60, 0), speed(180, 2), speed(600, 5), speed(1_800, 20)],
            [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical]
        );
        assert!(ClockRule::Real { base: 0, increment: 1 }.check().is_err());
        assert!(ClockRule::Days { days: 31 }.check().is_err());
        assert!(ClockRule::None.check().is_ok() && Clocks::new(ClockRule::None, 2).is_none());
    }
}
