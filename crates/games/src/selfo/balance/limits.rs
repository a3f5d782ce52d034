//! What a start position must keep to.

use std::fmt;

use super::{Balance, SetBalance};
use crate::selfo::rules::Length;

/// The numbers behind the constraints.
///
/// The report says "high, proportional to the number of pieces" and "similar for all sets" and
/// leaves the numbers open. These were chosen after weighing thousands of positions of each kind.
#[derive(Clone, Copy, Debug)]
pub struct Limits;

impl Limits {
    /// Generators keep the quick upper bounds of two sets within this many moves; of more sets
    /// within one more for each, because the extremes of many numbers lie further apart.
    pub const SPREAD: u32 = 1;

    /// Or, if that is more, within this share of the larger upper bound, in percent.
    pub const SPREAD_PERCENT: u32 = 5;

    /// A position is at fault only if the upper bounds differ by more than this share of the larger
    /// one, in percent. A thorough look at a position that the quick one found even sees a
    /// difference of 1.2 moves on average, and of 5 in 20 at the very most.
    pub const TOLERANCE_PERCENT: u32 = 33;

    /// Sets of fewer pieces are allowed, but not recommended: the report's number.
    pub const FEWEST_ADVISED: u32 = 4;

    /// How many positions the search for an exact number may visit.
    pub const SEARCH_NODES: usize = 60_000;

    /// The number of moves that a set must be proven to need, if one move lowers the number of its
    /// groups by at most `gain`: half of what would be proven if no two of its pieces touched.
    #[must_use]
    pub fn required_low(pieces: u32, gain: u32) -> u32 {
        pieces.saturating_sub(1).div_ceil(2 * gain.max(1)).max(1)
    }

    /// How far apart generators let the quick upper bounds of two equal sets be, if `high` is the
    /// larger one.
    #[must_use]
    pub fn aimed_spread(high: u32, sets: usize) -> u32 {
        let more = (sets as u32).saturating_sub(2);
        (high.saturating_mul(Limits::SPREAD_PERCENT) / 100).max(Limits::SPREAD) + more
    }

    /// How far apart the upper bounds of two equal sets may be in a good position, if `high` is the
    /// larger one.
    #[must_use]
    pub fn allowed_spread(high: u32, sets: usize) -> u32 {
        let share = high.saturating_mul(Limits::TOLERANCE_PERCENT) / 100;
        share.max(Limits::aimed_spread(high, sets))
    }
}

/// A constraint on start positions, in the order in which generators test them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Constraint {
    /// Every set has at least two pieces, and none is connected already.
    Open,
    /// No piece is cut off from its set.
    Isolated,
    /// No single opposing move can cut a piece off from its set.
    Isolable,
    /// No two opposing moves can cut a piece off from its set, where that is asked for.
    IsolableByTwo,
    /// Every set needs many moves to connect.
    Low,
    /// Equal sets need about as many moves.
    Spread,
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Constraint::Open => "no set may be connected at the start",
            Constraint::Isolated => "no piece may be cut off from its set",
            Constraint::Isolable => "no single opposing move may cut a piece off from its set",
            Constraint::IsolableByTwo => "no two opposing moves may cut a piece off from its set",
            Constraint::Low => "every set must need many moves to connect",
            Constraint::Spread => "all sets must need about as many moves to connect",
        })
    }
}

/// How a position breaks a constraint, and by how much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which constraint.
    pub constraint: Constraint,
    /// What is wrong, in words.
    pub text: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// All faults of a position, set by set and in the order of the constraints.
pub(super) fn faults(balance: &Balance) -> Vec<Fault> {
    let mut faults = Vec::new();
    for set in &balance.sets {
        set_faults(set, &mut faults);
    }
    for (at, one) in balance.sets.iter().enumerate() {
        for other in &balance.sets[at + 1..] {
            let (Some(a), Some(b)) = (one.bracket, other.bracket) else { continue };
            let allowed = Limits::allowed_spread(a.high.max(b.high), balance.sets.len());
            if alike(one, other) && a.high.abs_diff(b.high) > allowed {
                let text = format!(
                    "sets {} and {} connect in {} and {} moves; \
                     expected a difference of at most {allowed}",
                    letter(one),
                    letter(other),
                    a.high,
                    b.high
                );
                faults.push(Fault { constraint: Constraint::Spread, text });
            }
        }
    }
    faults
}

fn set_faults(set: &SetBalance, faults: &mut Vec<Fault>) {
    let name = letter(set);
    let mut fault = |constraint, text| faults.push(Fault { constraint, text });
    if set.pieces < 2 {
        fault(
            Constraint::Open,
            format!("set {name} has {} pieces; expected 2 or more", set.pieces),
        );
        return;
    }
    if set.groups <= 1 {
        fault(Constraint::Open, format!("set {name} is connected already"));
        return;
    }
    if !set.isolated.is_empty() {
        let text = match set.isolated.len() {
            1 => format!("1 piece of set {name} is cut off from the others"),
            many => format!("{many} pieces of set {name} are cut off from the others"),
        };
        fault(Constraint::Isolated, text);
    }
    let threats = [
        (Constraint::Isolable, &set.isolable, "one opposing move"),
        (Constraint::IsolableByTwo, &set.isolable_by_two, "two opposing moves"),
    ];
    for (constraint, cells, moves) in threats.into_iter().filter(|threat| !threat.1.is_empty()) {
        let count = match cells.len() {
            1 => "1 piece".to_string(),
            many => format!("{many} pieces"),
        };
        fault(constraint, format!("{moves} can cut {count} of set {name} off"));
    }
    if let Some(bracket) = set.bracket
        && bracket.low < set.required
    {
        let text = format!(
            "set {name} is only proven to need {} moves to connect; expected at least {}",
            bracket.low, set.required
        );
        fault(Constraint::Low, text);
    }
}

fn letter(set: &SetBalance) -> char {
    (b'A' + set.set) as char
}

/// Whether two sets are meant to be equally strong and neither is connected. A game with unequal
/// forces wants a difference.
fn alike(one: &SetBalance, other: &SetBalance) -> bool {
    let force = |set: &SetBalance| -> Force { (set.pieces, set.special, set.length) };
    force(one) == force(other) && one.groups.min(other.groups) > 1
}

/// What the report advises against but allows: sets of fewer pieces than four.
pub(super) fn warnings(balance: &Balance) -> Vec<String> {
    let small = |set: &&SetBalance| (2..Limits::FEWEST_ADVISED).contains(&set.pieces);
    let warning = |set: &SetBalance| {
        let (name, pieces, advised) = (letter(set), set.pieces, Limits::FEWEST_ADVISED);
        format!("set {name} has only {pieces} pieces; {advised} or more make a better game")
    };
    balance.sets.iter().filter(small).map(warning).collect()
}

/// The pieces of a set, how many of them are special, and how far the others move.
pub(super) type Force = (u32, u32, Length);

/// Whether the last of these sets, each with its upper bound, differs too much from an equal one before it, in a
/// game of so many sets; `slack` is allowed on top.
pub(super) fn last_too_far(sets: &[(Force, u32)], count: usize, slack: u32) -> bool {
    let Some((&(force, high), before)) = sets.split_last() else { return false };
    before.iter().any(|&(other_force, other)| {
        let allowed = Limits::aimed_spread(high.max(other), count).saturating_add(slack);
        force == other_force && high.abs_diff(other) > allowed
    })
}
