//! How good a position looks, found out from the rules alone when a file is opened.
//!
//! Nothing is known of a game but its code, so three things are measured: how far each type of piece gets
//! on an empty board, which is what it is worth; how many moves it is from the positions that a goal names;
//! and how many pieces of a line that a goal asks for stand already. Games that want pieces lost turn
//! the first around.
//!
//! A piece that reaches one position is worth about 40.

use std::collections::HashMap;
use std::sync::Arc;

use selforge_catalogue::{Evaluator, Worths};
use selforge_core::{Game, MAX_SEATS};

use crate::code::{Added, Machine, Scene, Sink};
use crate::game::{Move, Zrf};
use crate::goals::{Goal, Meaning, wanted_lines, wanted_sites};
use crate::model::{NONE, Rules};
use crate::moves::with_scratch;
use crate::position::{Position, put};

/// What a piece is worth for being there, and for each position it reaches on an empty board.
const PIECE: i32 = 60;
const REACH: i32 = 25;
/// What a piece is worth whose loss loses the game.
const ROYAL: i32 = 8_000;
/// What a step nearer to a goal is worth.
const NEARER: i32 = 18;
/// The farthest distance that counts.
const FAR: u16 = 24;
/// What so many pieces of an open line are worth, beginning with none.
const LINE: [i32; 8] = [0, 2, 10, 45, 180, 500, 900, 1500];
/// What the turn is worth.
const TURN: i32 = 5;

/// How many runs of blocks the measurements may take.
const MOST_RUNS: usize = 60_000;

/// What was found out about a game.
#[derive(Debug, Default)]
pub struct Knowledge {
    /// What a piece is worth, by the word of its cell.
    values: Vec<i32>,
    /// For each player, the worth of its pieces on each position, by type and position, where a goal
    /// names positions.
    nearness: Vec<HashMap<u16, Vec<i32>>>,
    /// For each player the lines that it wants to fill.
    lines: Vec<Vec<Vec<(u16, u16)>>>,
}

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

/// The positions that a piece gets to from another on a board where nobody else stands.
fn targets(rules: &Rules, machine: &mut Machine, player: u16, piece: u16, from: u16) -> Vec<u16> {
    let mut words = vec![0; rules.words];
    put(rules, &mut words, from, player, piece);
    let (first, end) = rules.types[usize::from(piece)].moves;
    let mut sink = Targets { sites: Vec::new() };
    let scene = Scene { words: &words, side: player, last: (NONE, NONE) };
    machine.refuel(20_000);
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
                .map(|&from| targets(rules, &mut machine, player, piece, from).len())
                .sum();
            (10 * sum / sites.len().max(1)) as u32
        })
        .collect()
}

/// How many moves a piece is from the nearest of some positions, from each position.
fn distances(rules: &Rules, player: u16, piece: u16, goals: &[u16]) -> Vec<u16> {
    let mut machine = Machine::default();
    let sites = rules.sites.len();
    let mut from: Vec<Vec<u16>> = vec![Vec::new(); sites];
    for site in 0..sites as u16 {
        for to in targets(rules, &mut machine, player, piece, site) {
            from[usize::from(to)].push(site);
        }
    }
    let mut distance = vec![FAR; sites];
    let mut front: Vec<u16> = goals.to_vec();
    front.iter().for_each(|at| distance[usize::from(*at)] = 0);
    for step in 1..FAR {
        let mut next = Vec::new();
        for at in front {
            for &before in &from[usize::from(at)] {
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

/// Whether a player wants to lose its pieces.
fn wants_loss(rules: &Rules, player: u16) -> bool {
    rules.conditions.iter().any(|condition| {
        condition.meaning == Meaning::Win
            && condition.players.contains(&player)
            && matches!(condition.goal, Goal::Remaining { count: 0 | 1, piece: None })
    })
}

impl Knowledge {
    pub(crate) fn new(rules: &Rules) -> Knowledge {
        let mobility = rules.mobility();
        let kinds = rules.players.len() << rules.type_bits;
        let mut values = vec![0; kinds + rules.types.len() + 1];
        let losing = |piece: u16, player: u16| {
            rules.conditions.iter().any(|condition| {
                let named = match &condition.goal {
                    Goal::Captured(pieces) => pieces.contains(&piece),
                    Goal::Remaining { count: 0, piece: Some(named) } => *named == piece,
                    _ => false,
                };
                named && condition.meaning == Meaning::Loss && condition.players.contains(&player)
            })
        };
        for player in 0..rules.players.len() as u16 {
            let sign = if wants_loss(rules, player) { -1 } else { 1 };
            for (piece, reach) in (0..rules.types.len() as u16).zip(mobility) {
                let value = if losing(piece, player) {
                    ROYAL
                } else if rules.royal[usize::from(player)][usize::from(piece)] {
                    0
                } else {
                    sign * (PIECE + REACH * (*reach).min(400) as i32 / 10)
                };
                values[usize::from(rules.kind(player, piece))] = value;
            }
        }
        let nearness = (0..rules.players.len() as u16).map(|player| {
            let wanted = wanted_sites(rules, player);
            let room = rules.sites.len() * wanted.len() <= 4 * MOST_RUNS / 16;
            let near = |(piece, goals): (u16, Vec<u16>)| {
                let distances = distances(rules, player, piece, &goals);
                let worth = distances.iter().map(|far| NEARER * i32::from(FAR - far) / 4);
                (piece, worth.collect())
            };
            wanted.into_iter().filter(|_| room).map(near).collect()
        });
        let lines = (0..rules.players.len() as u16).map(|player| {
            let lines = wanted_lines(rules, player);
            lines.into_iter().filter(|line| line.len() > 1).take(4_000).map(<[_]>::to_vec).collect()
        });
        Knowledge { nearness: nearness.collect(), lines: lines.collect(), values }
    }

    fn worth(&self, rules: &Rules, state: &Position, player: u16) -> i32 {
        let cells = &state.words[..rules.sites.len()];
        let near = &self.nearness[usize::from(player)];
        let mut worth = 0;
        for (site, &kind) in cells.iter().enumerate() {
            if kind == 0 || rules.owner(kind) != player {
                continue;
            }
            worth += self.values[usize::from(kind)];
            if !near.is_empty()
                && let Some(nearness) = near.get(&rules.type_of(kind))
            {
                worth += nearness[site];
            }
        }
        for line in &self.lines[usize::from(player)] {
            let mut own = 0;
            let open = line.iter().all(|&(site, kind)| {
                let stands = cells[usize::from(site)];
                own += usize::from(stands == kind);
                stands == 0 || stands == kind
            });
            if open {
                worth += LINE[own.min(LINE.len() - 1)];
            }
        }
        worth
    }
}

impl Evaluator<Zrf> for Arc<Knowledge> {
    fn worths(&self, game: &Zrf, state: &Position) -> Worths {
        let mut worths = [0; MAX_SEATS];
        for (seat, &player) in game.seats.iter().enumerate().take(MAX_SEATS) {
            worths[seat] = self.worth(game.rules(), state, player);
        }
        if let Some(seat) = game.status(state).to_move() {
            worths[seat.index()] += TURN;
        }
        worths
    }

    /// Captures of much by little first.
    fn promise(&self, game: &Zrf, state: &Position, mv: Move) -> i32 {
        use crate::code::Effect;
        if mv == Move::PASS {
            return -1;
        }
        let rules = game.rules();
        let side = rules.turn_of(state).side;
        let value = |at: u16| {
            let kind = state.words[usize::from(at)];
            let foe = kind != 0 && rules.owner(kind) != side;
            if foe { self.values[usize::from(kind)] } else { 0 }
        };
        with_scratch(|scratch| {
            let Some(found) = rules.find(state, mv.0, scratch) else { return 0 };
            let mut promise = 0;
            for effect in scratch.effects(&found) {
                promise += match *effect {
                    Effect::Move { from, to } => {
                        let own = state.words[usize::from(from)];
                        let taken = value(to);
                        if taken == 0 { 0 } else { taken - self.values[usize::from(own)] / 10 }
                    }
                    Effect::Capture { at } => value(at),
                    Effect::Promote { piece, .. } => {
                        self.values[usize::from(rules.kind(side, piece))] / 2
                    }
                    _ => 0,
                };
            }
            promise
        })
    }
}
