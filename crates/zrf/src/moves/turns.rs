//! Playing moves, passing, and what a turn ends with.

use super::{Found, Scratch};
use crate::code::Effect;
use crate::goals::{After, Goal, first_captured, first_true};
use crate::model::{NONE, Passing, Rules};
use crate::position::{Position, Verdict};

impl Rules {
    /// Whether passing is among the moves of a position, given how many others there are. Like every move it must
    /// leave no royal piece attacked.
    pub(crate) fn may_pass(
        &self,
        position: &Position,
        others: usize,
        scratch: &mut Scratch,
    ) -> bool {
        let allowed = match self.options.pass_turn {
            _ if position.chain != NONE => self.options.pass_partial,
            Passing::No => false,
            Passing::Allowed => true,
            Passing::Forced => others == 0,
        };
        allowed && !self.is_mover_attacked(position, scratch)
    }

    /// Whether a royal piece of the player to move could be taken.
    fn is_mover_attacked(&self, position: &Position, scratch: &mut Scratch) -> bool {
        self.has_royal && self.is_royal_attacked(position, self.turn_of(position).player, scratch)
    }

    /// Plays a move that was found.
    pub(crate) fn play_found(&self, position: &mut Position, found: &Found, scratch: &mut Scratch) {
        let turn = self.turn_of(position);
        let was_chain = position.chain != NONE;
        let mut taken = std::mem::take(&mut scratch.taken);
        let mut changed = std::mem::take(&mut scratch.changed);
        changed.clear();
        for effect in scratch.effects(found) {
            let [one, other] = effect.sites();
            if !matches!(effect, Effect::Attribute { .. }) {
                changed.push(one);
            }
            if other != one {
                changed.push(other);
            }
        }
        self.apply(&mut position.words, turn.side, scratch.effects(found), &mut taken);
        position.last = if self.uses_last { found.key } else { (NONE, NONE) };
        position.chain = NONE;
        position.chain_kind = NONE;
        let mut goes_on = false;
        if found.partial != NONE {
            position.chain = found.key.1;
            position.chain_kind = found.partial;
            goes_on = self.can_move(position, scratch);
        }
        if goes_on {
            self.note_captured(position, &taken.pieces);
        } else {
            let changed = (!was_chain && found.partial == NONE).then_some(&changed[..]);
            self.end_turn(position, &taken.pieces, changed, scratch);
        }
        scratch.changed = changed;
        scratch.taken = taken;
    }

    /// Passes the turn, or ends a chain.
    pub(crate) fn play_pass(&self, position: &mut Position, scratch: &mut Scratch) {
        if position.chain == NONE {
            position.last = (NONE, NONE);
        }
        self.end_turn(position, &[], None, scratch);
    }

    /// Remembers till the end of a chain that one of its partial moves took what a goal asks for.
    fn note_captured(&self, position: &mut Position, taken: &[(u16, u16)]) {
        if taken.is_empty() || position.captured.0 != NONE {
            return;
        }
        let mover = self.turn_of(position).player;
        let after = After { words: &position.words, taken, changed: None, mover };
        position.captured = first_captured(self, &after).unwrap_or((NONE, NONE));
    }

    /// Ends a turn: tests the goals, and then whether the next player can move.
    fn end_turn(
        &self,
        position: &mut Position,
        taken: &[(u16, u16)],
        changed: Option<&[u16]>,
        scratch: &mut Scratch,
    ) {
        let mover = self.turn_of(position).player;
        position.chain = NONE;
        position.chain_kind = NONE;
        position.turn = self.next_turn(position.turn);
        let captured = std::mem::replace(&mut position.captured, (NONE, NONE));
        let changed = changed.filter(|_| self.starts_open);
        self.judge(position, taken, changed, mover, scratch);
        let earlier = match position.verdict {
            Verdict::Goal { condition, .. } => captured.0 < condition,
            _ => captured.0 != NONE,
        };
        if earlier {
            position.verdict = Verdict::Goal { condition: captured.0, player: captured.1 };
        }
    }

    /// Finds out whether a position ends the game.
    pub(crate) fn judge(
        &self,
        position: &mut Position,
        taken: &[(u16, u16)],
        changed: Option<&[u16]>,
        mover: u16,
        scratch: &mut Scratch,
    ) {
        let after = After { words: &position.words, taken, changed, mover };
        if let Some((condition, player)) = first_true(self, &after) {
            position.verdict = Verdict::Goal { condition, player };
            return;
        }
        position.verdict = Verdict::Open;
        let passes = self.options.pass_turn != Passing::No;
        if passes && !self.is_mover_attacked(position, scratch) || self.can_move(position, scratch)
        {
            return;
        }
        let player = self.turn_of(position).player;
        position.verdict = self.judge_stuck(position, player, scratch);
    }

    /// What it means that a player cannot move.
    pub(crate) fn judge_stuck(
        &self,
        position: &Position,
        player: u16,
        scratch: &mut Scratch,
    ) -> Verdict {
        let attacked = self.has_royal && self.is_royal_attacked(position, player, scratch);
        for (condition, number) in self.conditions.iter().zip(0..) {
            if !condition.players.is_empty() && !condition.players.contains(&player) {
                continue;
            }
            let holds = match &condition.goal {
                Goal::Checkmated(_) => attacked,
                Goal::Stalemated => !attacked,
                _ => false,
            };
            if holds {
                return Verdict::Goal { condition: number, player };
            }
        }
        Verdict::Stuck
    }
}
