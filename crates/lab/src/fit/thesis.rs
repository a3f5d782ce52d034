//! The thesis's five set-ups: positions that keep the words of its chapter 6, played by the swarm.

use std::sync::Arc;

use selforge_agents::{AgentSpec, Stop};
use selforge_board::{Board, Cell};
use selforge_core::{Game, Spec, Stream};
use selforge_games::{GameError, NoFiles};

use super::{Figure, Fitting};
use crate::arena::{self, Conditions, Plan, Settings};
use crate::reproduce::thesis::printed::{Printed, SETUPS};
use crate::{LabError, Workers};

/// How many pieces each set has, and how they may lie: our reading of the words.
#[derive(Clone, Copy, Debug)]
struct Words {
    /// Groups of each set.
    groups: (usize, usize),
    /// Pieces of each group.
    sizes: (usize, usize),
    /// Steps from each group to the nearest one of its own set.
    own: (u32, u32),
    /// Steps from each group to the nearest opposing piece, at most.
    other: u32,
    /// How far from the rim a piece may be.
    depth: u32,
}

/// Organised clusters close together; far apart; at a distance between; widely scattered; near the rim.
const WORDS: [Words; 5] = [
    Words { groups: (2, 4), sizes: (3, 10), own: (2, 3), other: 2, depth: 9 },
    Words { groups: (2, 4), sizes: (3, 10), own: (6, 99), other: 99, depth: 9 },
    Words { groups: (2, 4), sizes: (3, 10), own: (4, 5), other: 99, depth: 9 },
    Words { groups: (12, 99), sizes: (1, 2), own: (2, 99), other: 99, depth: 9 },
    Words { groups: (10, 99), sizes: (1, 4), own: (2, 99), other: 99, depth: 2 },
];

/// How many changes are tried for each that keeps the words.
const TRIES: u32 = 400;

/// A set-up of the thesis.
#[derive(Debug)]
pub struct SetUp<'a> {
    number: u8,
    words: Words,
    printed: Printed,
    board: Arc<Board>,
    /// Steps between any two cells, by their numbers in the board's list.
    steps: Vec<Vec<u32>>,
    workers: Workers<'a>,
}

/// The set on each cell, in the order of the board's list.
type Cells = Vec<Option<u8>>;

impl<'a> SetUp<'a> {
    /// The set-up with this number.
    ///
    /// # Errors
    /// If there is none.
    pub fn new(number: u8, workers: Workers<'a>) -> Result<SetUp<'a>, LabError> {
        let printed = SETUPS.iter().find(|row| row.setup == number).copied();
        let Some(printed) = printed else {
            return Err(LabError::settings(format!("set-up {number} of the thesis"), "1 to 5"));
        };
        let board = Arc::new(Board::parse("hexhex-6", 0).expect("a known board"));
        let steps = steps_between(&board);
        let words = WORDS[usize::from(number - 1)];
        Ok(SetUp { number, words, printed, board, steps, workers })
    }

    /// The groups of a set, as numbers of cells.
    fn groups(&self, cells: &Cells, set: u8) -> Vec<Vec<usize>> {
        let mut rest: Vec<usize> = (0..cells.len()).filter(|&at| cells[at] == Some(set)).collect();
        let mut groups = Vec::new();
        while let Some(first) = rest.pop() {
            let mut group = vec![first];
            let mut at = 0;
            while at < group.len() {
                let (near, far) =
                    rest.iter().partition(|&&other| self.steps[group[at]][other] == 1);
                rest = far;
                let near: Vec<usize> = near;
                group.extend(near);
                at += 1;
            }
            groups.push(group);
        }
        groups
    }

    /// Whether a position keeps the words.
    fn keeps_words(&self, cells: &Cells) -> bool {
        let Words { groups, sizes, own, other, depth } = self.words;
        let within = |value: usize, (low, high): (usize, usize)| (low..=high).contains(&value);
        let rim: Vec<usize> =
            (0..cells.len()).filter(|&at| self.neighbours(at).count() < 6).collect();
        let from_rim = |at: usize| rim.iter().map(|&rim| self.steps[at][rim]).min().unwrap_or(0);
        if (0..cells.len()).any(|at| cells[at].is_some() && from_rim(at) > depth) {
            return false;
        }
        (0..2).all(|set| {
            let all = self.groups(cells, set);
            let enemy: Vec<usize> =
                (0..cells.len()).filter(|&at| cells[at] == Some(1 - set)).collect();
            within(all.len(), groups)
                && all.iter().enumerate().all(|(number, group)| {
                    let rest = all.iter().enumerate().filter(|(at, _)| *at != number);
                    let friends: Vec<usize> = rest.flat_map(|(_, group)| group).copied().collect();
                    let gap = self.gap(group, &friends);
                    within(group.len(), sizes)
                        && (own.0..=own.1).contains(&gap)
                        && self.gap(group, &enemy) <= other
                })
        })
    }

    fn gap(&self, from: &[usize], to: &[usize]) -> u32 {
        let pairs = from.iter().flat_map(|&a| to.iter().map(move |&b| (a, b)));
        pairs.map(|(a, b)| self.steps[a][b]).min().unwrap_or(0)
    }

    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.steps.len()).filter(move |&other| self.steps[at][other] == 1)
    }

    /// One change: a piece goes to another cell, or all of a group go a step the same way.
    fn step(&self, cells: &Cells, stream: &mut Stream) -> Cells {
        let mut next = cells.clone();
        let taken: Vec<usize> = (0..cells.len()).filter(|&at| cells[at].is_some()).collect();
        let Some(&from) = stream.pick(&taken) else { return next };
        let set = cells[from];
        if stream.coin() {
            next[from] = None;
            let empty: Vec<usize> = (0..cells.len()).filter(|&at| next[at].is_none()).collect();
            // Clusters stay clusters if a piece goes where another of its set is.
            let beside = |&at: &usize| self.neighbours(at).any(|near| next[near] == set);
            let beside: Vec<usize> = empty.iter().copied().filter(beside).collect();
            let near = self.words.sizes.0 > 1 && !beside.is_empty();
            let to = stream.pick(if near { &beside } else { &empty }).copied().unwrap_or(from);
            next[to] = set;
            return next;
        }
        let all = self.groups(cells, set.unwrap_or(0));
        let Some(group) = all.into_iter().find(|group| group.contains(&from)) else { return next };
        let way = stream.below(6) as usize;
        let list = self.board.cells();
        let there = |&at: &usize| -> Option<usize> {
            let to: Cell = (*self.board.steps(list[at]).get(way)?)?;
            list.iter().position(|&cell| cell == to)
        };
        let Some(to) = group.iter().map(there).collect::<Option<Vec<_>>>() else { return next };
        group.iter().for_each(|&at| next[at] = None);
        if to.iter().any(|&at| next[at].is_some()) {
            return cells.clone();
        }
        to.iter().for_each(|&at| next[at] = set);
        next
    }

    /// Rows of text.
    fn text(&self, cells: &Cells) -> String {
        let list = self.board.cells();
        let sign = |cell: &Cell| {
            let at = list.iter().position(|other| other == cell).unwrap_or(0);
            cells[at].map(|set| (b'A' + set) as char)
        };
        let row = |row: &Vec<Cell>| {
            let (mut text, mut empty) = (String::new(), 0);
            for sign in row.iter().map(sign).chain([Some('/')]) {
                match sign {
                    None => empty += 1,
                    Some(sign) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text.push(sign);
                    }
                }
            }
            text
        };
        let rows: String = self.board.rows().iter().map(row).collect();
        rows.trim_end_matches('/').to_owned()
    }
}

impl Fitting for SetUp<'_> {
    type Position = Cells;

    fn name(&self) -> String {
        format!("thesis-{}", self.number)
    }

    fn first(&self) -> Cells {
        let spec = Spec::parse(&format!("selfo setup=thesis-{}", self.number));
        let opened = selforge_games::open(&spec.expect("well formed"), &NoFiles);
        let opened = opened.expect("a known set-up");
        let text = opened.position_text(&opened.game.start());
        let rows = text.split(' ').next().unwrap_or_default();
        let mut signs = rows.split('/').flat_map(|row| {
            let mut cells: Vec<Option<u8>> = Vec::new();
            let mut empty = 0;
            for sign in row.bytes() {
                match sign {
                    b'0'..=b'9' => empty = 10 * empty + usize::from(sign - b'0'),
                    _ => {
                        cells.extend(std::iter::repeat_n(None, empty));
                        empty = 0;
                        cells.push(Some(sign - b'A'));
                    }
                }
            }
            cells.extend(std::iter::repeat_n(None, empty));
            cells
        });
        let mut cells = vec![None; self.board.cells().len()];
        for cell in self.board.rows().iter().flatten() {
            let at = self.board.cells().iter().position(|other| other == cell).unwrap_or(0);
            cells[at] = signs.next().flatten();
        }
        cells
    }

    fn change(&self, position: &Cells, changes: u32, stream: &mut Stream) -> Cells {
        let mut cells = position.clone();
        let (mut done, mut tries) = (0, changes.saturating_mul(TRIES));
        while done < changes && tries > 0 {
            tries -= 1;
            let next = self.step(&cells, stream);
            if next != cells && self.keeps_words(&next) {
                cells = next;
                done += 1;
            }
        }
        cells
    }

    fn measure(
        &self,
        position: &Cells,
        games: u32,
        seed: u64,
        stop: &Stop,
    ) -> Result<Option<Vec<Figure>>, LabError> {
        let swarm = AgentSpec::parse("swarm")?;
        let game = Spec::parse(&self.spec(position)).map_err(GameError::from)?;
        let settings = Settings::new(game, vec![swarm.clone(), swarm], games as usize, seed);
        let plan = Plan::new(settings, &NoFiles)?;
        let conditions = Conditions { workers: self.workers, folder: None, stop };
        let run = arena::run(&plan, conditions, &mut |_| {})?;
        if !run.complete {
            return Ok(None);
        }
        let count = run.games.len().max(1) as f64;
        let share = |which: &dyn Fn(&[u8]) -> bool| {
            run.games.iter().filter(|game| which(&game.ranks)).count() as f64 / count
        };
        let plies = run.games.iter().map(|game| f64::from(game.plies)).sum::<f64>() / count;
        let printed = |part: u64| part as f64 / self.printed.games as f64;
        Ok(Some(vec![
            Figure::new("black", printed(self.printed.black), share(&|r| r[0] < r[1]), 0.5),
            Figure::new("drawn", printed(self.printed.draws), share(&|r| r[0] == r[1]), 0.5),
            Figure::new("white", printed(self.printed.white), share(&|r| r[0] > r[1]), 0.5),
            Figure::new("plies", self.printed.plies(), plies, 0.25 / self.printed.plies()),
        ]))
    }

    fn spec(&self, position: &Cells) -> String {
        format!("selfo position=\"{} A\" swap=off", self.text(position))
    }
}

/// How many steps lead from each cell to each other on an empty board.
fn steps_between(board: &Board) -> Vec<Vec<u32>> {
    let list = board.cells();
    let number = |cell: &Cell| list.iter().position(|other| other == cell).unwrap_or(0);
    let near: Vec<Vec<usize>> =
        list.iter().map(|&cell| board.neighbours(cell).iter().map(number).collect()).collect();
    (0..list.len())
        .map(|from| {
            let mut steps = vec![u32::MAX; list.len()];
            steps[from] = 0;
            let mut queue = std::collections::VecDeque::from([from]);
            while let Some(at) = queue.pop_front() {
                for &next in &near[at] {
                    if steps[next] == u32::MAX {
                        steps[next] = steps[at] + 1;
                        queue.push_back(next);
                    }
                }
            }
            steps
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_reconstructions_and_all_that_is_tried_keep_the_words() {
        for number in 1..=5 {
            let set_up = SetUp::new(number, 1.into()).unwrap();
            let first = set_up.first();
            assert!(set_up.keeps_words(&first), "thesis-{number}");
            let far = set_up.change(&first, 20, &mut Stream::new(1, "test", 0));
            assert!(set_up.keeps_words(&far) && far != first, "thesis-{number}");
            let pieces = |cells: &Cells, set| cells.iter().filter(|it| **it == Some(set)).count();
            assert!((0..2).all(|set| pieces(&far, set) == pieces(&first, set)));
        }
    }

    #[test]
    fn words_tell_the_set_ups_apart() {
        let set_up = |number| SetUp::new(number, 1.into()).unwrap();
        for (a, b) in [(1, 2), (2, 1), (2, 3), (3, 2), (1, 4), (4, 1)] {
            assert!(!set_up(a).keeps_words(&set_up(b).first()), "{b} by the words of {a}");
        }
    }
}
