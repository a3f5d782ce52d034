//! The end of a position's text: who is to move, and whatever else is not as at the start.
//!
//! After the pieces come a space and the letter of the seat to move, then as many of these as needed:
//! - `sets=BA`: the set that each seat plays, in seat order, after a swap;
//! - `out=C`: the seats that have resigned;
//! - `swap=C`: the seats that may still swap, `-` for none. Without it, that is every seat but the one
//!   to move if the game has the swap rule, so that a bare position is a start;
//! - `passes=1`: how many passes in succession led here.

use std::fmt::{self, Write};

use selforge_core::{NotationError, Seat, SeatSet};

use super::game::TurnState;
use super::ground::SetId;
use super::rules::Rules;
use selforge_catalogue::shown;

impl TurnState {
    /// Writes a space and all of the table that the pieces do not tell.
    pub(super) fn write(&self, rules: &Rules, out: &mut dyn Write) -> fmt::Result {
        let start = TurnState::fresh(rules, self.to_move);
        write!(out, " {}", self.to_move)?;
        if self.sets != start.sets {
            out.write_str(" sets=")?;
            for seat in Seat::all(rules.seats) {
                out.write_char((b'A' + self.sets[seat.index()]) as char)?;
            }
        }
        if self.active != start.active {
            let gone = Seat::all(rules.seats).filter(|&seat| !self.active.contains(seat));
            write!(out, " out={}", gone.collect::<SeatSet>())?;
        }
        if self.may_swap != start.may_swap {
            write!(out, " swap={}", self.may_swap)?;
        }
        if self.passes > 0 {
            write!(out, " passes={}", self.passes)?;
        }
        Ok(())
    }

    /// Reads what [`write`](TurnState::write) wrote, from byte `offset` of `text`.
    pub(super) fn parse(
        rules: &Rules,
        text: &str,
        offset: usize,
    ) -> Result<TurnState, NotationError> {
        let mut words = text[offset..]
            .split(' ')
            .scan(offset, |at, word| {
                let start = *at;
                *at += word.len() + 1;
                Some((start, word))
            })
            .filter(|(_, word)| !word.is_empty());
        let last = Seat::new(usize::from(rules.seats) - 1);
        let letters = format!("a seat from A to {last}");
        let (at, word) = words.next().unwrap_or((text.len(), ""));
        let Some(seat) = one_seat(word, rules) else {
            let problem = if word.is_empty() {
                "the seat to move is missing".to_string()
            } else {
                format!("'{}' is no seat to move", shown(word))
            };
            return Err(NotationError::at(text, at, problem, format!("a space and {letters}")));
        };
        let mut turn = TurnState::fresh(rules, seat);
        let mut seen: Vec<&str> = Vec::new();
        for (at, word) in words {
            let wrong = |problem: String, expected: &str| {
                Err(NotationError::at(text, at, problem, expected))
            };
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            if seen.contains(&key) {
                return wrong(format!("'{}' is given twice", shown(key)), "each at most once");
            }
            seen.push(key);
            match key {
                "sets" => match permutation(value, rules) {
                    Some(sets) => turn.sets[..sets.len()].copy_from_slice(&sets),
                    None => {
                        let problem = format!("'{}' gives no set to each seat", shown(value));
                        return wrong(problem, &format!("the letters A to {last}, each once"));
                    }
                },
                "out" | "swap" => match seats(value, rules) {
                    Some(set) if key == "swap" => turn.may_swap = set,
                    Some(set) => {
                        let left = |seat: &Seat| !set.contains(*seat);
                        turn.active = Seat::all(rules.seats).filter(left).collect();
                    }
                    None => {
                        let problem = format!("'{}' are no seats", shown(value));
                        return wrong(problem, &format!("letters A to {last}, or -"));
                    }
                },
                "passes" => match value.parse() {
                    Ok(passes) if passes <= rules.seats => turn.passes = passes,
                    _ => {
                        let problem = format!("'{}' passes in succession", shown(value));
                        return wrong(problem, &format!("a number from 0 to {}", rules.seats));
                    }
                },
                _ => {
                    let problem = format!("unknown word '{}'", shown(word));
                    return wrong(problem, "sets=, out=, swap= or passes=");
                }
            }
        }
        if turn.active.is_empty() || !turn.active.contains(turn.to_move) {
            let problem = format!("seat {} is to move but has resigned", turn.to_move);
            return Err(NotationError::at(text, at, problem, "a seat that is still in play"));
        }
        turn.may_swap = turn.may_swap.iter().filter(|&s| turn.active.contains(s)).collect();
        Ok(turn)
    }
}

fn one_seat(word: &str, rules: &Rules) -> Option<Seat> {
    let mut chars = word.chars();
    let seat = Seat::from_letter(chars.next()?)?;
    (chars.next().is_none() && seat.index() < usize::from(rules.seats)).then_some(seat)
}

fn seats(value: &str, rules: &Rules) -> Option<SeatSet> {
    match value {
        "-" => Some(SeatSet::EMPTY),
        "" => None,
        _ => value.chars().map(|c| one_seat(c.encode_utf8(&mut [0; 4]), rules)).collect(),
    }
}

fn permutation(value: &str, rules: &Rules) -> Option<Vec<SetId>> {
    let sets: Vec<Seat> = value
        .chars()
        .map(|c| one_seat(c.encode_utf8(&mut [0; 4]), rules))
        .collect::<Option<_>>()?;
    let distinct: SeatSet = sets.iter().copied().collect();
    let complete = sets.len() == usize::from(rules.seats) && distinct.len() as usize == sets.len();
    complete.then(|| sets.iter().map(|seat| seat.index() as SetId).collect())
}
