//! Moves as the original tells them to plug-ins: the lines of saved games without their numbers.

use selforge_core::short;

use crate::game::{Move, Zrf};
use crate::model::Rules;
use crate::moves::with_scratch;
use crate::position::{Position, Verdict, clear};
use crate::saved::{Line, SavedError, parse_edit, parse_told, sorted};

/// What a pass is called.
const PASS: &str = "Pass";

impl Rules {
    /// The legal moves of whoever is to move, random players too, each as a line.
    #[must_use]
    pub fn lines(&self, position: &Position) -> Vec<(Move, String)> {
        if position.verdict != Verdict::Open {
            return Vec::new();
        }
        with_scratch(|scratch| {
            self.generate(position, scratch);
            let line = |found: &crate::moves::Found| {
                let line = self.write_line(position, found, scratch.effects(found), 1);
                (Move(found.code), line.trim_start_matches("1. ").to_owned())
            };
            let mut lines: Vec<(Move, String)> = scratch.found.iter().map(line).collect();
            if self.may_pass(position, lines.len(), scratch) {
                lines.push((Move::PASS, PASS.to_owned()));
            }
            lines
        })
    }

    /// The legal move that a line tells.
    ///
    /// # Errors
    /// If the line is none, or no legal move does what it says.
    pub fn move_of_line(&self, position: &Position, line: &str) -> Result<Move, SavedError> {
        let wrong = |problem: String| SavedError { line: 1, problem };
        if position.verdict != Verdict::Open {
            return Err(wrong("the game is over; expected a new game".to_owned()));
        }
        let (partial, items) = match parse_told(self, line)? {
            Line::Pass => {
                let passes = self.lines(position).into_iter().find(|(mv, _)| *mv == Move::PASS);
                return passes.map(|(mv, _)| mv).ok_or_else(|| {
                    wrong("passing is not allowed here; expected a move".to_owned())
                });
            }
            Line::Move { partial, items } => (partial, items),
            Line::Edit { .. } => return Err(wrong(format!("'{}' is an edit", short(line)))),
        };
        with_scratch(|scratch| {
            self.generate(position, scratch);
            let wanted = sorted(items.clone());
            let best = self.best_match(position, scratch, &wanted, partial);
            let chosen = best.map(|at| Move(scratch.found[at].code));
            chosen.ok_or_else(|| wrong(self.mismatch(position, scratch, &items)))
        })
    }

    /// Plays a legal move of whoever is to move, and nothing of chance after it.
    pub fn play_alone(&self, position: &mut Position, mv: Move) {
        with_scratch(|scratch| {
            if mv == Move::PASS {
                return self.play_pass(position, scratch);
            }
            if let Some(found) = self.find(position, mv.0, scratch) {
                self.play_found(position, &found, scratch);
            }
        });
    }

    /// Edits the board as a line says: `(White Man e4)` or `(x e4)`.
    ///
    /// # Errors
    /// If the line is no edit.
    pub fn edit_by_line(&self, position: &mut Position, line: &str) -> Result<(), SavedError> {
        let (site, piece) = parse_edit(self, line)?;
        position.edit(self, site, piece);
        self.settle(position);
        Ok(())
    }

    /// Takes all pieces off the board; the stores stay.
    pub fn empty(&self, position: &mut Position) {
        for site in 0..self.sites.len() as u16 {
            clear(self, &mut position.words, site);
        }
    }

    /// Finds out after an edit whether anybody can move. Goals are for moves alone.
    pub fn settle(&self, position: &mut Position) {
        position.verdict = Verdict::Open;
        with_scratch(|scratch| {
            if !self.can_move(position, scratch) && !self.may_pass(position, 0, scratch) {
                let player = self.turn_of(position).player;
                position.verdict = self.judge_stuck(position, player, scratch);
            }
        });
    }

    /// The edits that set a position up on an empty board.
    #[must_use]
    pub fn edits(&self, position: &Position) -> Vec<String> {
        let named = |(site, number): (&crate::model::Site, u16)| {
            let (player, piece) = position.piece(self, number)?;
            let player = &self.players[usize::from(player)].name;
            Some(format!("({player} {} {})", self.types[usize::from(piece)].name, site.name))
        };
        self.sites.iter().zip(0..).filter_map(named).collect()
    }
}

impl Zrf {
    /// The start of the rules, before any move of chance.
    #[must_use]
    pub fn bare_start(&self) -> Position {
        Position::start(&self.rules)
    }

    /// Plays a legal move with what chance does after it, and gives the lines of all of them.
    pub fn play_told(&self, state: &mut Position, mv: Move) -> Vec<String> {
        let line = self.rules.lines(state).into_iter().find(|(known, _)| *known == mv);
        let mut lines: Vec<String> = line.into_iter().map(|(_, line)| line).collect();
        self.rules.play_alone(state, mv);
        lines.extend(self.chance_told(state));
        lines
    }

    /// Plays the moves of chance that are due, and gives their lines.
    pub fn chance_told(&self, state: &mut Position) -> Vec<String> {
        let mut lines = Vec::new();
        self.chance_steps(state, &mut |before, step, _| {
            lines.push(match step {
                Some((found, effects)) => {
                    let line = self.rules.write_line(before, found, effects, 1);
                    line.trim_start_matches("1. ").to_owned()
                }
                None => PASS.to_owned(),
            });
        });
        lines
    }
}
