//! What the goals of a game come to, read off its conditions and, where they say nothing, off the code of its moves.

use crate::code::{Block, Op, Test};
use crate::goals::{Condition, Goal, Meaning, mark_of};
use crate::model::Rules;

/// What kind of game it is, as far as its rules tell.
#[derive(Debug)]
pub(super) struct Aims {
    /// By player: 1 if it loses when it cannot move and in no other way, -1 if that is the only way in which it wins.
    pub(super) mobility: Vec<i32>,
    /// Whether a side wins by bringing its pieces together.
    pub(super) gathers: bool,
    /// Whether the pieces are counted in the end.
    pub(super) counts: bool,
    /// Whether pieces on the board are worth anything by themselves.
    pub(super) material: bool,
    /// Whether a goal is about the pieces that a side has left.
    pub(super) takes: bool,
}

impl Aims {
    pub(super) fn of(rules: &Rules) -> Aims {
        let players = 0..rules.players.len() as u16;
        let mobility: Vec<i32> = players.map(|player| mobility(rules, player)).collect();
        let gathers = gathers(rules);
        let stuck =
            |(player, sign): (&crate::model::Player, &i32)| player.seat.is_none() || *sign != 0;
        let only_stuck = rules.players.iter().zip(&mobility).all(stuck);
        Aims {
            gathers,
            counts: rules.conditions.iter().any(|it| it.meaning == Meaning::Count),
            material: !gathers && !only_stuck,
            takes: rules.conditions.iter().any(|it| is_about_taking(&it.goal)),
            mobility,
        }
    }
}

fn is_about_taking(goal: &Goal) -> bool {
    match goal {
        Goal::Captured(_) | Goal::Checkmated(_) | Goal::Remaining { .. } => true,
        Goal::And(goals) | Goal::Or(goals) => goals.iter().any(is_about_taking),
        _ => false,
    }
}

/// Whether a condition can come true for a player.
fn concerns(condition: &Condition, player: u16) -> bool {
    condition.players.is_empty() || condition.players.contains(&player)
}

/// What having moves means to a player, if it means everything.
fn mobility(rules: &Rules, player: u16) -> i32 {
    let others = |condition: &Condition| {
        (0..rules.players.len() as u16).any(|other| other != player && concerns(condition, other))
    };
    // Conditions by which the player loses, and by which it wins.
    let loses = |it: &&Condition| match it.meaning {
        Meaning::Loss => concerns(it, player),
        Meaning::Win => others(it),
        Meaning::Draw => false,
        Meaning::Count => true,
    };
    let wins = |it: &&Condition| match it.meaning {
        Meaning::Win => concerns(it, player),
        Meaning::Loss => others(it),
        Meaning::Draw => false,
        Meaning::Count => true,
    };
    let own = |meaning: Meaning| {
        rules.conditions.iter().any(|it| {
            it.meaning == meaning && concerns(it, player) && matches!(it.goal, Goal::Stalemated)
        })
    };
    let stuck = |it: &Condition| matches!(it.goal, Goal::Stalemated | Goal::Repetition);
    if own(Meaning::Loss) && rules.conditions.iter().filter(loses).all(stuck) {
        1
    } else if own(Meaning::Win) && rules.conditions.iter().filter(wins).all(stuck) {
        -1
    } else {
        0
    }
}

/// Whether the code of moves floods the groups of a side's pieces and puts up a mark for what it found, which wins:
/// the language has no goal for pieces that are all connected, so files write it in this way.
fn gathers(rules: &Rules) -> bool {
    let winning = rules.conditions.iter().filter(|it| it.meaning == Meaning::Win);
    let marks: Vec<u16> = winning.filter_map(|it| mark_of(rules, &it.goal)).collect();
    let creates = |block: &Block| {
        let code = &rules.code[block.entry as usize..block.end as usize];
        code.iter().any(|op| matches!(op, Op::Create { piece, .. } if marks.contains(piece)))
    };
    let moving = rules.blocks.iter().filter(|block| block.drop.is_none());
    moving.into_iter().any(|block| creates(block) && floods(&rules.code, block))
}

/// Whether a loop of a block flags positions, asks for the flags and for whose piece stands somewhere.
fn floods(code: &[Op], block: &Block) -> bool {
    (block.entry..block.end).any(|at| {
        let Op::Loop(first) = code[at as usize] else { return false };
        let (mut sets, mut asks, mut whose) = (false, false, false);
        for op in &code[first.min(at) as usize..at as usize] {
            match op {
                Op::SetPositionFlag { value: true, .. } => sets = true,
                Op::Branch { test: Test::PositionFlag, .. } => asks = true,
                Op::Branch { test: Test::Friend | Test::Enemy | Test::Piece, .. }
                | Op::IfFriend(_)
                | Op::IfNotFriend(_)
                | Op::IfEnemy(_)
                | Op::IfNotEnemy(_) => whose = true,
                _ => {}
            }
        }
        sets && asks && whose
    })
}
