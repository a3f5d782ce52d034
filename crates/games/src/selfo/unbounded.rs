//! Selfo on the unbounded plane: pieces as lists of coordinates.
//!
//! Plain code on purpose: the plane is for the curious (the report expects races there rather than
//! self-organisation), and a few dozen coordinates need no bits.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::{self, Write};
use std::ops::ControlFlow;

use selforge_board::plane::{self, Hex};
use selforge_board::{Diagram, Figure, Piece};
use selforge_core::NotationError;

use super::ground::{Ground, Lengths, SetId};
use super::moves::Step;
use super::rules::Length;
use selforge_catalogue::shown;

/// The longest move on the plane: without a rim, "unlimited" would be endless.
pub const MAX_LENGTH: Length = 30;

/// The most pieces on the plane.
const MAX_PIECES: usize = 1024;

/// The plane, for a number of sets.
#[derive(Clone, Copy, Debug)]
pub struct Unbounded {
    sets: u8,
}

/// Where the pieces stand on the plane; every list is in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FreePieces {
    sets: Vec<Vec<Hex>>,
    special: Vec<Hex>,
}

impl Unbounded {
    /// The plane for this many sets.
    #[must_use]
    pub fn new(sets: u8) -> Unbounded {
        Unbounded { sets }
    }

    /// The pieces that stand on these cells.
    #[must_use]
    pub fn pieces(&self, placed: &[(Hex, SetId)], special: &[Hex]) -> FreePieces {
        let mut sets = vec![Vec::new(); usize::from(self.sets)];
        for &(cell, set) in placed {
            sets[usize::from(set)].push(cell);
        }
        sets.iter_mut().for_each(|set| set.sort_unstable());
        let mut special = special.to_vec();
        special.sort_unstable();
        FreePieces { sets, special }
    }
}

impl FreePieces {
    /// The set that each occupied cell belongs to.
    fn owners(&self) -> HashMap<Hex, SetId> {
        let all = self.sets.iter().zip(0..).flat_map(|(set, id)| set.iter().map(move |&c| (c, id)));
        all.collect()
    }

    fn is_special(&self, cell: Hex) -> bool {
        self.special.binary_search(&cell).is_ok()
    }

    /// The groups of these cells, each as a list.
    fn groups(cells: &[Hex]) -> Vec<Vec<Hex>> {
        let mut rest: HashSet<Hex> = cells.iter().copied().collect();
        let mut groups = Vec::new();
        for &cell in cells {
            if !rest.remove(&cell) {
                continue;
            }
            let mut group = vec![cell];
            let mut next = 0;
            while let Some(&cell) = group.get(next) {
                group.extend(cell.neighbours().into_iter().filter(|n| rest.remove(n)));
                next += 1;
            }
            groups.push(group);
        }
        groups
    }
}

/// A step is a piece's number in its set and how far it goes east and south-east.
fn encode(piece: usize, from: Hex, to: Hex) -> Step {
    let part = |difference: i32| (difference + 512) as u32 & 0x3ff;
    Step::new((piece as u32) << 20 | part(to.q - from.q) << 10 | part(to.r - from.r))
}

/// The piece's number, and where it goes from `cell`.
fn decode(step: Step) -> (usize, impl Fn(Hex) -> Hex) {
    let part = |shift: u32| (step.code() >> shift & 0x3ff) as i32 - 512;
    let (q, r) = (part(10), part(0));
    ((step.code() >> 20) as usize, move |cell: Hex| Hex { q: cell.q + q, r: cell.r + r })
}

/// The cells that at most `length` steps, and no more than [`MAX_LENGTH`], over empty cells lead to,
/// in order.
fn reach(owners: &HashMap<Hex, SetId>, from: Hex, length: Length) -> Vec<Hex> {
    let mut seen = HashSet::from([from]);
    let mut rim = vec![from];
    let mut all = Vec::new();
    for _ in 0..length.min(MAX_LENGTH) {
        let mut next = Vec::new();
        for cell in rim {
            for step in cell.neighbours() {
                if step.is_within_bound() && !owners.contains_key(&step) && seen.insert(step) {
                    next.push(step);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        all.extend_from_slice(&next);
        rim = next;
    }
    all.sort_unstable();
    all
}

impl Ground for Unbounded {
    type Pieces = FreePieces;

    fn describe(&self) -> String {
        "the unbounded plane of hexagons: every cell has six neighbours, and there is no rim. \
         Cells are named by steps east or west and north or south of the middle, e0n0."
            .to_string()
    }

    fn count_cells(&self) -> Option<usize> {
        None
    }

    fn sets(&self) -> u8 {
        self.sets
    }

    fn count_pieces(&self, pieces: &FreePieces, set: SetId) -> u32 {
        pieces.sets[usize::from(set)].len() as u32
    }

    fn visit_steps(
        &self,
        pieces: &FreePieces,
        set: SetId,
        lengths: Lengths,
        visit: &mut impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let owners = pieces.owners();
        for (number, &from) in pieces.sets[usize::from(set)].iter().enumerate() {
            let length = if pieces.is_special(from) { lengths.special } else { lengths.plain };
            for to in reach(&owners, from, length) {
                visit(encode(number, from, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn step(&self, pieces: &mut FreePieces, set: SetId, step: Step) {
        let (number, go) = decode(step);
        let own = &mut pieces.sets[usize::from(set)];
        let from = own[number];
        let to = go(from);
        own[number] = to;
        own.sort_unstable();
        if let Ok(at) = pieces.special.binary_search(&from) {
            pieces.special[at] = to;
            pieces.special.sort_unstable();
        }
    }

    fn count_special(&self, pieces: &FreePieces, set: SetId) -> u32 {
        let own = &pieces.sets[usize::from(set)];
        own.iter().filter(|&&cell| pieces.is_special(cell)).count() as u32
    }

    fn connected(&self, pieces: &FreePieces, set: SetId) -> bool {
        self.count_groups(pieces, set) == 1
    }

    /// Without a rim, a set is blocked when the others have closed a ring between its pieces.
    ///
    /// A ring of `k` pieces holds fewer than `k²` cells, so whoever can walk to that many cells is
    /// outside every ring, and the outside is one.
    fn blocked(&self, pieces: &FreePieces, set: SetId) -> bool {
        let others: Vec<Hex> = (0..self.sets)
            .filter(|&s| s != set)
            .flat_map(|s| pieces.sets[usize::from(s)].clone())
            .collect();
        if FreePieces::groups(&others).iter().all(|group| group.len() < 6) {
            return false; // six cells make the smallest ring
        }
        let walls: HashSet<Hex> = others.iter().copied().collect();
        let own = &pieces.sets[usize::from(set)];
        let mut outside: HashSet<Hex> = HashSet::new();
        let mut is_outside = |start: Hex| {
            let mut seen = HashSet::from([start]);
            let mut queue = VecDeque::from([start]);
            while let Some(cell) = queue.pop_front() {
                if outside.contains(&cell) || seen.len() > others.len() * others.len() {
                    outside.extend(&seen);
                    return None;
                }
                let free = |next: &Hex| !walls.contains(next);
                queue
                    .extend(cell.neighbours().into_iter().filter(free).filter(|&n| seen.insert(n)));
            }
            Some(seen)
        };
        let Some(&first) = own.first() else { return false };
        match is_outside(first) {
            None => own[1..].iter().any(|&cell| is_outside(cell).is_some()),
            Some(pocket) => own.iter().any(|cell| !pocket.contains(cell)),
        }
    }

    fn count_groups(&self, pieces: &FreePieces, set: SetId) -> u32 {
        FreePieces::groups(&pieces.sets[usize::from(set)]).len() as u32
    }

    /// Of several largest groups, the one to which the others are nearest.
    fn straggling(&self, pieces: &FreePieces, set: SetId) -> u32 {
        let own = &pieces.sets[usize::from(set)];
        let groups = FreePieces::groups(own);
        let most = groups.iter().map(Vec::len).max().unwrap_or(0);
        let to_group = |group: &Vec<Hex>| -> u32 {
            let way = |cell: &Hex| group.iter().map(|other| cell.distance(*other)).min();
            own.iter().filter_map(way).sum()
        };
        groups.iter().filter(|group| group.len() == most).map(to_group).min().unwrap_or(0)
    }

    fn key(&self, pieces: &FreePieces) -> u64 {
        // FNV-1a over the coordinates, with a mark between the lists.
        let mark = [Hex { q: i32::MAX, r: i32::MAX }];
        let lists = pieces.sets.iter().chain([&pieces.special]);
        let cells = lists.flat_map(|list| list.iter().chain(&mark));
        cells.flat_map(|cell| [cell.q, cell.r]).fold(0xcbf2_9ce4_8422_2325, |key, part| {
            let key = (key ^ u64::from(part as u32)).wrapping_mul(0x0000_0100_0000_01b3);
            key ^ key >> 29
        })
    }

    fn write_step(
        &self,
        pieces: &FreePieces,
        set: SetId,
        step: Step,
        out: &mut dyn Write,
    ) -> fmt::Result {
        let (number, go) = decode(step);
        let from = pieces.sets[usize::from(set)][number];
        write!(out, "{from}-{}", go(from))
    }

    /// Writes the north-west corner of the pieces, a colon, and the rows from there.
    fn write_pieces(&self, pieces: &FreePieces, out: &mut dyn Write) -> fmt::Result {
        let mut cells: Vec<(i32, i32, SetId)> =
            pieces.owners().into_iter().map(|(cell, set)| (cell.r, cell.q, set)).collect();
        cells.sort_unstable();
        let top = cells.first().map_or(0, |cell| cell.0);
        let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        write!(out, "{}:", Hex { q: left, r: top })?;
        let (mut row, mut next) = (top, left);
        for (r, q, set) in cells {
            while row < r {
                out.write_char('/')?;
                row += 1;
                next = left;
            }
            if q > next {
                write!(out, "{}", q - next)?;
            }
            let letter = (b'A' + set) as char;
            let special = pieces.is_special(Hex { q, r });
            out.write_char(if special { letter.to_ascii_lowercase() } else { letter })?;
            next = q + 1;
        }
        Ok(())
    }

    fn parse_pieces(&self, text: &str) -> Result<FreePieces, NotationError> {
        let shape = "a corner cell, a colon and rows, like 'w1n1:A1B/2A'";
        let Some((corner, rows)) = text.split_once(':') else {
            return Err(NotationError::at(text, 0, "no corner cell", shape));
        };
        let Ok(corner) = corner.parse::<Hex>() else {
            let problem = format!("'{}' is no cell of the plane", shown(corner));
            return Err(NotationError::at(text, 0, problem, shape));
        };
        let (mut cell, start) = (corner, text.len() - rows.len());
        let (mut placed, mut special) = (Vec::new(), Vec::new());
        let mut digits = 0;
        for (at, c) in rows.char_indices() {
            let wrong = |problem: String, expected: &str| {
                Err(NotationError::at(text, start + at, problem, expected))
            };
            if let Some(digit) = c.to_digit(10) {
                let run = digits * 10 + digit as i32;
                cell.q += run - digits;
                digits = run;
            } else if c == '/' {
                cell = Hex { q: corner.q, r: cell.r + 1 };
                digits = 0;
            } else {
                let set = (c.to_ascii_uppercase() as u32).wrapping_sub('A' as u32);
                if set >= u32::from(self.sets) {
                    let last = (b'A' + self.sets - 1) as char;
                    let problem = format!("'{}' is no set", c.escape_default());
                    return wrong(problem, &format!("a letter A to {last}, or a number"));
                }
                placed.push((cell, set as SetId));
                if c.is_ascii_lowercase() {
                    special.push(cell);
                }
                cell.q += 1;
                digits = 0;
            }
            if !cell.is_within_bound() || placed.len() > MAX_PIECES {
                let expected = format!("at most {MAX_PIECES} pieces within {} steps", Hex::BOUND);
                return wrong("too many or too far".to_string(), &expected);
            }
        }
        Ok(self.pieces(&placed, &special))
    }

    fn ends(
        &self,
        pieces: &FreePieces,
        set: SetId,
        step: Step,
        diagram: &Diagram,
    ) -> Option<[usize; 2]> {
        let (number, go) = decode(step);
        let from = pieces.sets[usize::from(set)][number];
        let number = |cell: Hex| {
            let name = cell.to_string();
            diagram.cells.iter().position(|drawn| *drawn.name == *name)
        };
        Some([number(from)?, number(go(from))?])
    }

    fn diagram(&self, pieces: &FreePieces, blocked: impl Fn(SetId) -> bool) -> Diagram {
        let owners = pieces.owners();
        let around: Vec<Hex> = owners.keys().copied().collect();
        let cells = plane::window(&around);
        let mut diagram = plane::diagram(&cells);
        for (drawn, cell) in diagram.cells.iter_mut().zip(cells) {
            drawn.piece = owners.get(&cell).map(|&set| Piece {
                special: pieces.is_special(cell),
                blocked: blocked(set),
                ..Piece::new(set, Figure::Stone)
            });
        }
        diagram
    }
}
