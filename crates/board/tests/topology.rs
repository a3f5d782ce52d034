//! The bit tricks of [`topology`](selforge_board::topology) against plain loops over neighbours.
//!
//! Every operation is compared on random sets for boards of all kinds, in every size of set and with
//! every topology, on boards whose slots fill their last word to the last bit, and on boards so
//! narrow that they have hardly a direction.

use std::any::type_name;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use selforge_board::topology::{Topology, TopologyVisitor, with_topology};
use selforge_board::{Board, Cell, CellSet};

/// Boards of every kind for every size of set, those that fill it exactly among them.
#[rustfmt::skip]
const BOARDS: &[&str] = &[
    // One word.
    "hexhex-2", "hexhex-3", "hexhex-4", "hex-2x2", "hex-5x6", "hex-1x20", "hex-20x1", "hex-31x1",
    "square-1x2", "square-2x1", "square-5x5", "square-8x8", "square-1x64", "square-64x1",
    "square-2x32", "king-2x2", "king-1x9", "king-8x8", "king-32x2", "tri-1", "tri-2", "tri-3",
    "voronoi-8", "voronoi-30", "voronoi-64",
    // Two words: 65 to 128 slots.
    "hexhex-5", "hexhex-6", "hex-9x9", "hex-10x11", "hex-1x100", "hex-50x1", "square-5x13",
    "square-8x16", "square-64x2", "king-7x13", "king-16x8", "tri-4", "voronoi-91", "voronoi-128",
    // Four words: 129 to 256.
    "hexhex-7", "hexhex-8", "hex-11x11", "hex-100x1", "square-3x43", "square-16x16", "king-10x13",
    "king-16x16", "tri-6", "voronoi-129", "voronoi-256",
    // Nine words: 257 to 576.
    "hexhex-9", "hexhex-11", "hexhex-12", "hex-19x19", "square-1x257", "square-24x24", "king-24x24",
    "king-2x150", "tri-9", "voronoi-400", "voronoi-576",
    // Twenty-one words.
    "hexhex-13", "hexhex-18", "hex-32x32", "hex-1000x1", "hex-1x1000", "hex-600x1", "hex-3x340",
    "square-25x25", "square-32x32", "square-1x1024", "king-32x32", "king-512x2", "tri-13",
    "voronoi-1024",
];

/// A small generator (SplitMix64): the tests need different sets, not good randomness.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }

    /// Each cell with this chance in a hundred.
    fn cells(&mut self, board: &Board, chance: usize) -> Vec<Cell> {
        board.cells().iter().copied().filter(|_| self.below(100) < chance).collect()
    }

    /// Full or empty boards, single cells, few or many cells, or a clump.
    fn set(&mut self, board: &Board) -> Vec<Cell> {
        let cells = board.cells();
        match self.below(12) {
            0 => cells.to_vec(),
            1 => Vec::new(),
            2 => vec![cells[self.below(cells.len())]],
            3 | 4 => {
                let mut plain = Plain { board, within: vec![true; board.slots()] };
                for cell in self.cells(board, 30) {
                    plain.within[cell.index()] = false;
                }
                let start = [cells[self.below(cells.len())]];
                plain.reach(&start, Some(self.below(12)))
            }
            _ => {
                let chance = [3, 10, 40, 60, 80, 95][self.below(6)];
                self.cells(board, chance)
            }
        }
    }
}

/// What the topology must agree with: searches over lists.
struct Plain<'a> {
    board: &'a Board,
    within: Vec<bool>,
}

impl Plain<'_> {
    fn new<'a>(board: &'a Board, within: &[Cell]) -> Plain<'a> {
        let mut inside = vec![false; board.slots()];
        within.iter().for_each(|cell| inside[cell.index()] = true);
        Plain { board, within: inside }
    }

    fn has(&self, cell: Cell) -> bool {
        self.within[cell.index()]
    }

    /// The cells that some steps, or any number, lead to from `start`; that itself included.
    fn reach(&self, start: &[Cell], steps: Option<usize>) -> Vec<Cell> {
        let mut distance = vec![usize::MAX; self.board.slots()];
        let mut queue = start.to_vec();
        start.iter().for_each(|cell| distance[cell.index()] = 0);
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            let here = distance[cell.index()];
            if steps.is_some_and(|steps| here >= steps) {
                continue;
            }
            for &near in self.board.neighbours(cell) {
                if self.has(near) && distance[near.index()] == usize::MAX {
                    distance[near.index()] = here + 1;
                    queue.push(near);
                }
            }
        }
        queue
    }

    /// The parts that the cells within fall into.
    fn groups(&self) -> Vec<Vec<Cell>> {
        let mut groups: Vec<Vec<Cell>> = Vec::new();
        let mut seen = vec![false; self.board.slots()];
        for &cell in self.board.cells() {
            if self.has(cell) && !seen[cell.index()] {
                let group = self.reach(&[cell], None);
                group.iter().for_each(|cell| seen[cell.index()] = true);
                groups.push(group);
            }
        }
        groups
    }

    /// Whether all of these cells, which are within, lie in one part.
    fn joined(&self, cells: &[Cell]) -> bool {
        let Some(&first) = cells.first() else { return true };
        let part = Plain::new(self.board, &self.reach(&[first], None));
        cells.iter().all(|&cell| part.has(cell))
    }
}

fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn cells_of<S: CellSet>(set: S) -> Vec<Cell> {
    set.iter().collect()
}

/// Compares everything on some random sets; gives the names of the types that it ran with.
struct Compare<'a> {
    board: &'a Board,
    rounds: usize,
    random: Random,
}

impl TopologyVisitor for Compare<'_> {
    type Output = (&'static str, &'static str);

    fn visit<S: CellSet, T: Topology<S>>(mut self) -> Self::Output {
        let topology = T::of(self.board);
        assert_eq!(topology.all(), S::of(self.board.cells().iter().copied()));
        for &cell in self.board.cells() {
            let near = sorted(self.board.neighbours(cell).to_vec());
            assert_eq!(cells_of(topology.neighbours(cell)), near, "{}", self.board.name());
        }
        for _ in 0..self.rounds {
            self.fills(&topology);
            self.steps(&topology);
        }
        (type_name::<S>(), type_name::<T>())
    }
}

impl Compare<'_> {
    fn fills<S: CellSet, T: Topology<S>>(&mut self, topology: &T) {
        let (board, random) = (self.board, &mut self.random);
        let name = board.name();
        let (list, within) = (random.set(board), random.set(board));
        let (set, inside) = (S::of(list.iter().copied()), S::of(within.iter().copied()));
        let (own, plain) = (Plain::new(board, &list), Plain::new(board, &within));

        let near = list.iter().flat_map(|&cell| board.neighbours(cell).iter().copied());
        assert_eq!(cells_of(topology.spread(set)), sorted(near.collect()), "spread on {name}");
        let flooded = sorted(plain.reach(&list, None));
        assert_eq!(cells_of(topology.flood(set, inside)), flooded, "flood on {name}");

        let cell = board.cells()[random.below(board.cells().len())];
        for steps in [0, 1, 2, 3, 7, u16::MAX] {
            let mut reached = sorted(plain.reach(&[cell], Some(usize::from(steps))));
            reached.retain(|&other| other != cell);
            let fast = cells_of(topology.reach(cell, inside, steps));
            assert_eq!(fast, reached, "reach by {steps} steps on {name}");
        }

        let groups = own.groups().len();
        assert_eq!(topology.count_groups(set) as usize, groups, "groups of {list:?} on {name}");
        assert_eq!(topology.connected(set), groups <= 1, "connection of {list:?} on {name}");
        let mut both = within.clone();
        both.extend(&list);
        let joined = Plain::new(board, &both).joined(&list);
        assert_eq!(topology.joined(set, set | inside), joined, "joined {list:?} on {name}");

        // A cell's own state must not matter: closing and opening ask the same question.
        for cell in [cell, board.cells()[random.below(board.cells().len())]] {
            let without: Vec<Cell> = within.iter().copied().filter(|&c| c != cell).collect();
            let around = board.neighbours(cell).iter().copied().filter(|&c| plain.has(c));
            let cuts = !Plain::new(board, &without).joined(&around.collect::<Vec<_>>());
            let place = || format!("cut at {} in {within:?} on {name}", board.cell_name(cell));
            assert_eq!(topology.cuts(cell, inside), cuts, "{}", place());
            assert_eq!(topology.cuts(cell, inside | S::only(cell)), cuts, "{}", place());
            assert_eq!(topology.cuts(cell, inside & !S::only(cell)), cuts, "{}", place());
        }
    }

    fn steps<S: CellSet, T: Topology<S>>(&mut self, topology: &T) {
        let (board, random) = (self.board, &mut self.random);
        let name = board.name();
        // As in a game: nobody steps onto a mover.
        let movers = random.set(board);
        let own = Plain::new(board, &movers);
        let targets: Vec<Cell> = random.set(board).into_iter().filter(|&c| !own.has(c)).collect();
        let free = Plain::new(board, &targets);
        let mut expected: Vec<(Cell, Cell)> = movers
            .iter()
            .flat_map(|&from| board.neighbours(from).iter().map(move |&to| (from, to)))
            .filter(|&(_, to)| free.has(to))
            .collect();
        let (from, to) = (S::of(movers.iter().copied()), S::of(targets.iter().copied()));
        let mut visited = Vec::new();
        let flow = topology.visit_steps(from, to, &mut |from, to| {
            visited.push((from, to));
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        let count = topology.count_steps(from, to) as usize;
        assert_eq!(count, visited.len(), "count_steps on {name}");
        for number in [0, 1, count / 3, count / 2, count.saturating_sub(1), count, count + 5] {
            let chosen = topology.choose_step(from, to, |offered| {
                assert_eq!(offered as usize, count, "choose_step's offer on {name}");
                number as u32
            });
            let rest = number.saturating_sub(count) as u32;
            assert_eq!(chosen, visited.get(number).copied().ok_or(rest), "choose_step on {name}");
        }
        if let Some(&first) = visited.first() {
            let mut seen = Vec::new();
            let flow = topology.visit_steps(from, to, &mut |from, to| {
                seen.push((from, to));
                ControlFlow::Break(())
            });
            assert!(flow.is_break() && seen == [first], "visit_steps goes on after a break");
        }
        visited.sort_unstable();
        expected.sort_unstable();
        assert_eq!(visited, expected, "visit_steps on {name}");
    }
}

fn compare(board: &Board, rounds: usize) -> (&'static str, &'static str) {
    let random = Random(board.cells().len() as u64);
    with_topology(board, Compare { board, rounds, random })
}

/// A graph file with these edges; where its cells lie does not matter.
fn graph(cells: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Board {
    let place = |at: usize| format!(r#"{{"x":{},"y":{}}}"#, at % 32, at / 32);
    let cells: Vec<String> = (0..cells).map(place).collect();
    let edges: Vec<String> = edges.into_iter().map(|(a, b)| format!("[{a},{b}]")).collect();
    let text = format!(r#"{{"cells":[{}],"edges":[{}]}}"#, cells.join(","), edges.join(","));
    Board::from_graph_json(&text).expect("a graph of this test")
}

#[test]
fn every_topology_in_every_size_agrees_with_plain_searches() {
    let mut met = BTreeSet::new();
    for name in BOARDS {
        let board = Board::parse(name, 5).unwrap();
        let rounds = if board.slots() <= 256 { 120 } else { 24 };
        met.insert(compare(&board, rounds));
    }
    let sizes: BTreeSet<&str> = met.iter().map(|(set, _)| *set).collect();
    assert_eq!(sizes.len(), 5, "{sizes:?}");
    assert_eq!(met.len(), 4 + 4 + 3 + 3 + 2, "every topology of every size: {met:#?}");
}

#[test]
fn graphs_without_any_regularity_agree_with_plain_searches() {
    let mut random = Random(1);
    for cells in [9, 40, 64, 65, 128, 201, 256, 301] {
        // A random tree, with a few more edges in every second graph.
        let mut edges: BTreeSet<(usize, usize)> =
            (1..cells).map(|at| (random.below(at), at)).collect();
        for _ in 0..(cells / 3) * (cells % 2) {
            let (a, b) = (random.below(cells), random.below(cells));
            if a != b {
                edges.insert((a.min(b), a.max(b)));
            }
        }
        let mut degree = vec![0; cells];
        edges.retain(|&(a, b)| {
            degree[a] += 1;
            degree[b] += 1;
            degree[a] <= 64 && degree[b] <= 64
        });
        compare(&graph(cells, edges), 60);
    }
}

#[test]
fn lines_circles_stars_and_complete_graphs_agree_with_plain_searches() {
    for cells in [5, 12, 63, 64, 65, 130, 400, 700] {
        let line = (1..cells).map(|at| (at - 1, at));
        compare(&graph(cells, line.clone()), 60);
        compare(&graph(cells, line.chain([(0, cells - 1)])), 60);
        compare(&graph(cells.min(65), (1..cells.min(65)).map(|at| (0, at))), 60);
    }
    let complete = (0..30).flat_map(|b| (0..b).map(move |a| (a, b)));
    compare(&graph(30, complete), 60);
}

#[test]
fn a_passage_between_two_open_halls_is_seen_to_cut_them() {
    // Everything around the passage is open, yet only the passage joins both sides.
    for name in ["square-1x9", "hex-1x20", "king-1x9", "hex-1000x1"] {
        let board = Board::parse(name, 0).unwrap();
        struct Middle<'a>(&'a Board);
        impl TopologyVisitor for Middle<'_> {
            type Output = bool;

            fn visit<S: CellSet, T: Topology<S>>(self) -> bool {
                let topology = T::of(self.0);
                let cells = self.0.cells();
                topology.cuts(cells[cells.len() / 2], topology.all())
            }
        }
        assert!(with_topology(&board, Middle(&board)), "{name}");
    }
}
