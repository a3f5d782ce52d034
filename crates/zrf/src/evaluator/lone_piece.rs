//! What a piece can do on a board where nobody else stands: how far it gets, and how many moves it is from a goal.

use crate::code::{Added, Machine, Scene, Sink};
use crate::model::{NONE, Rules};
use crate::position::put;

/// The farthest distance that counts.
pub(super) const FAR: u16 = 24;

/// How many runs of blocks the measurements may take.
pub(super) const MOST_RUNS: usize = 60_000;

/// What all measurements of distances of a game may cost, in instructions.
pub(super) const MOST_FUEL: u64 = 30_000_000;

/// What those from one position may cost.
const MOST_HERE: u64 = 20_000;

/// Where a piece alone on the board can go.
struct Targets {
    sites: Vec<u16>,
}

impl Sink for Targets {
    fn add(&mut self, added: &Added<'_>) -> bool {
        if added.from != added.to && !self.sites.contains(&added.to) {
            self.sites.push(added.to);
        }
        self.sites.len() < 4096
    }
}

/// The positions that a piece gets to from another, as far as the machine's fuel goes.
fn targets(rules: &Rules, machine: &mut Machine, player: u16, piece: u16, from: u16) -> Vec<u16> {
    let mut words = vec![0; rules.words];
    put(rules, &mut words, from, player, piece);
    let (first, end) = rules.types[usize::from(piece)].moves;
    let mut sink = Targets { sites: Vec::new() };
    let scene = Scene { words: &words, side: player, last: (NONE, NONE) };
    for block in &rules.blocks[first as usize..end as usize] {
        rules.run(machine, scene, block, from, &mut sink);
    }
    sink.sites
}

/// For each type, how many positions it reaches on average, times ten.
pub(crate) fn mobility(rules: &Rules) -> Vec<u32> {
    let mut machine = Machine::default();
    let visible: Vec<u16> =
        (0..rules.sites.len() as u16).filter(|at| !rules.sites[usize::from(*at)].dummy).collect();
    let player = rules.turns.first().map_or(0, |turn| turn.side);
    let blocks = rules.blocks.len().max(1);
    let samples = (MOST_RUNS / blocks).clamp(4, 64);
    let step = visible.len().div_ceil(samples).max(1);
    let sites: Vec<u16> = visible.iter().copied().step_by(step).collect();
    (0..rules.types.len() as u16)
        .map(|piece| {
            let sum: usize = sites
                .iter()
                .map(|&from| {
                    machine.refuel(MOST_HERE);
                    targets(rules, &mut machine, player, piece, from).len()
                })
                .sum();
            (10 * sum / sites.len().max(1)) as u32
        })
        .collect()
}

/// The ways of one type of a player's pieces, backwards: from where each position is reached.
pub(super) struct Ways {
    from: Vec<Vec<u16>>,
}

impl Ways {
    /// Finds them out, as far as the fuel goes.
    pub(super) fn of(rules: &Rules, player: u16, piece: u16, fuel: &mut u64) -> Ways {
        let mut machine = Machine::default();
        let mut from: Vec<Vec<u16>> = vec![Vec::new(); rules.sites.len()];
        for site in 0..rules.sites.len() as u16 {
            let given = (*fuel).min(MOST_HERE);
            machine.refuel(given);
            for to in targets(rules, &mut machine, player, piece, site) {
                from[usize::from(to)].push(site);
            }
            *fuel -= given - machine.fuel;
        }
        Ways { from }
    }

    /// How many moves a piece is from the nearest of some positions, from each position.
    pub(super) fn distances(&self, goals: &[u16]) -> Vec<u16> {
        let mut distance = vec![FAR; self.from.len()];
        let mut front: Vec<u16> = goals.to_vec();
        front.iter().for_each(|at| distance[usize::from(*at)] = 0);
        for step in 1..FAR {
            let mut next = Vec::new();
            for at in front {
                for &before in &self.from[usize::from(at)] {
                    if distance[usize::from(before)] == FAR {
                        distance[usize::from(before)] = step;
                        next.push(before);
                    }
                }
            }
            front = next;
        }
        distance
    }
}
