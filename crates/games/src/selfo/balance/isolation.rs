//! Pieces that are cut off from their set, and pieces that one move or two could cut off.

use std::ops::ControlFlow;

use selforge_board::CellSet;
use selforge_board::topology::Topology;

use super::super::finite::{Finite, Pieces};
use super::super::ground::{Ground, Lengths, SetId};

/// The pieces of `own` outside the main part of `free`: the connected part with most of them (the
/// first in cell order, if several have as many).
pub(super) fn outside_main_part<S: CellSet, T: Topology<S>>(topology: &T, own: S, free: S) -> S {
    let mut rest = own;
    let mut main = S::EMPTY;
    while !rest.is_empty() {
        let part = topology.flood(S::only(rest.lowest()), free) & own;
        if part.len() > main.len() {
            main = part;
        }
        rest &= !part;
    }
    own & !main
}

/// The pieces of `set` that are not cut off now but are after so many moves of other sets or fewer, the set itself
/// standing still; with `any`, those of the first such moves. Once `cancelled`, those that were found by then.
pub(super) fn isolable<S: CellSet, T: Topology<S>>(
    ground: &Finite<S, T>,
    pieces: &Pieces<S>,
    set: SetId,
    lengths: &[Lengths],
    moves: u8,
    any: bool,
    cancelled: &dyn Fn() -> bool,
) -> S {
    let mut found = isolable_by_one(ground, pieces, set, lengths, any, cancelled);
    if moves < 2 {
        return found;
    }
    for other in (0..ground.sets()).filter(|&other| other != set) {
        let Lengths { plain, special } = lengths[usize::from(other)];
        let lengths_of_other = Lengths { plain, special: plain.max(special) };
        let _ = ground.visit_steps(pieces, other, lengths_of_other, &mut |step| {
            if any && !found.is_empty() || cancelled() {
                return ControlFlow::Break(());
            }
            let mut after = *pieces;
            ground.step(&mut after, other, step);
            found |= isolable(ground, &after, set, lengths, moves - 1, any, cancelled);
            ControlFlow::Continue(())
        });
    }
    found
}

/// Those that a single move cuts off.
///
/// A move opens the cell it leaves and closes the cell it enters, so it can cut a set in two only
/// if closing that cell alone does, as far as its surroundings show. On an open board that settles
/// nearly all moves without a flood fill.
fn isolable_by_one<S: CellSet, T: Topology<S>>(
    ground: &Finite<S, T>,
    pieces: &Pieces<S>,
    set: SetId,
    lengths: &[Lengths],
    any: bool,
    cancelled: &dyn Fn() -> bool,
) -> S {
    let topology = ground.topology();
    let own = ground.cells_of(pieces, set);
    let empty = ground.empty(pieces);
    let free = own | empty;
    let isolated = outside_main_part(topology, own, free);
    let mut found = S::EMPTY;
    for (other, lengths) in (0..ground.sets()).zip(lengths) {
        if other == set {
            continue;
        }
        let movers = ground.cells_of(pieces, other);
        let special = ground.count_special(pieces, other) > 0;
        let reach = |from| {
            let plain =
                !special || !ground.piece_at(pieces, from).is_some_and(|(_, special)| special);
            let length = if plain { lengths.plain } else { lengths.plain.max(lengths.special) };
            if length == 1 {
                topology.neighbours(from) & empty
            } else {
                topology.reach(from, empty, length)
            }
        };
        // The cells that some piece of the other set can enter and whose loss might be felt.
        let entered = if lengths.plain == 1 && !special {
            topology.spread(movers) & empty
        } else {
            movers.iter().fold(S::EMPTY, |all, from| all | reach(from))
        };
        let gates = S::of(entered.iter().filter(|&cell| topology.cuts(cell, free)));
        if gates.is_empty() {
            continue;
        }
        for from in movers.iter() {
            if cancelled() {
                return found;
            }
            for to in (reach(from) & gates).iter() {
                let after = free & !S::only(to) | S::only(from);
                if !topology.joined(own, after) {
                    found |= outside_main_part(topology, own, after) & !isolated;
                    if any && !found.is_empty() {
                        return found;
                    }
                }
            }
        }
    }
    found
}
