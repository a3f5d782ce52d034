//! Pieces that keep their identity from one picture to the next.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use selforge_board::{Diagram, Point};
use selforge_catalogue::MoveEffect;

/// A piece with its own history.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tracked {
    set: u8,
    cell: Arc<str>,
    start: Point,
    at: Point,
    /// The owner's turns since it last moved, or since the game began.
    pub(super) idle: u32,
}

/// All pieces of a game, followed move by move.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    pieces: Vec<Tracked>,
    now: Diagram,
    /// By set: the cells it ever stood on.
    used: BTreeMap<u8, BTreeSet<Arc<str>>>,
    /// By set: the steps its pieces have gone.
    travelled: BTreeMap<u8, f64>,
}

impl Pieces {
    /// The pieces of a first picture.
    pub(super) fn new(diagram: Diagram) -> Pieces {
        let mut pieces = Pieces { now: diagram, ..Pieces::default() };
        for cell in 0..pieces.now.cells.len() {
            if let Some(piece) = pieces.now.cells[cell].piece {
                pieces.place(piece.set, cell);
            }
        }
        pieces
    }

    /// The picture of the position.
    pub(super) fn diagram(&self) -> &Diagram {
        &self.now
    }

    fn place(&mut self, set: u8, cell: usize) {
        let cell = &self.now.cells[cell];
        let (at, cell) = (cell.centre, cell.name.clone());
        self.used.entry(set).or_default().insert(cell.clone());
        self.pieces.push(Tracked { set, cell, start: at, at, idle: 0 });
    }

    /// Counts a turn of the owner of a set.
    pub(super) fn count_turn(&mut self, set: u8) {
        self.pieces.iter_mut().filter(|piece| piece.set == set).for_each(|piece| piece.idle += 1);
    }

    /// Takes up a move, by what it does to the board, and the picture after it.
    pub(super) fn follow(&mut self, effect: &MoveEffect, after: Diagram) {
        for &cell in &effect.captures {
            let name = &self.now.cells[cell].name;
            self.pieces.retain(|piece| piece.cell != *name);
        }
        match (effect.path.as_slice(), effect.places) {
            ([cell], Some(piece)) => self.place(piece.set, *cell),
            ([from, .., to], _) => self.shift(*from, *to),
            _ => {}
        }
        effect.along.iter().for_each(|&[from, to]| self.shift(from, to));
        self.now = after;
    }

    /// The piece on a cell goes to another.
    fn shift(&mut self, from: usize, to: usize) {
        let (diagram, name) = (&self.now, self.now.cells[to].name.clone());
        let known = self.pieces.iter_mut().find(|piece| piece.cell == diagram.cells[from].name);
        let Some(piece) = known else { return };
        let at = diagram.cells[to].centre;
        let steps = path(diagram, from, to).map_or_else(|| distance(piece.at, at), f64::from);
        *self.travelled.entry(piece.set).or_default() += steps;
        self.used.entry(piece.set).or_default().insert(name.clone());
        (piece.cell, piece.at, piece.idle) = (name, at, 0);
    }

    /// The sets there are.
    pub(super) fn sets(&self) -> BTreeSet<u8> {
        self.used.keys().copied().collect()
    }

    /// The pieces of a set.
    pub(super) fn of(&self, set: u8) -> impl Iterator<Item = &Tracked> {
        self.pieces.iter().filter(move |piece| piece.set == set)
    }

    /// How many cells a set ever stood on.
    pub(super) fn cells_used(&self, set: u8) -> usize {
        self.used.get(&set).map_or(0, BTreeSet::len)
    }

    /// How many steps the pieces of a set have gone.
    pub(super) fn travelled(&self, set: u8) -> f64 {
        self.travelled.get(&set).copied().unwrap_or(0.0)
    }

    /// The sizes of a set's groups, the largest first.
    pub(super) fn groups(&self, set: u8) -> Vec<usize> {
        let diagram = &self.now;
        let own = |cell: usize| diagram.cells[cell].piece.is_some_and(|piece| piece.set == set);
        let next = neighbours(diagram);
        let mut seen = vec![false; diagram.cells.len()];
        let mut sizes = Vec::new();
        for first in (0..diagram.cells.len()).filter(|cell| own(*cell)) {
            if seen[first] {
                continue;
            }
            seen[first] = true;
            let (mut open, mut size) = (vec![first], 0);
            while let Some(cell) = open.pop() {
                size += 1;
                for &other in &next[cell] {
                    if own(other) && !seen[other] {
                        seen[other] = true;
                        open.push(other);
                    }
                }
            }
            sizes.push(size);
        }
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    /// Whether the picture shows a set as blocked.
    pub(super) fn is_blocked(&self, set: u8) -> bool {
        let pieces = self.now.cells.iter().filter_map(|cell| cell.piece);
        pieces.filter(|piece| piece.set == set).any(|piece| piece.blocked)
    }
}

impl Tracked {
    /// How far the piece is from where it began, as the crow flies, in cells.
    pub(super) fn displacement(&self) -> f64 {
        distance(self.start, self.at)
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn neighbours(diagram: &Diagram) -> Vec<Vec<usize>> {
    let mut next = vec![Vec::new(); diagram.cells.len()];
    for &(a, b) in diagram.edges.iter() {
        next[a].push(b);
        next[b].push(a);
    }
    next
}

/// The length of the shortest way from one cell to another over empty ones; none if the picture
/// shows no such way.
fn path(diagram: &Diagram, from: usize, to: usize) -> Option<u32> {
    let next = neighbours(diagram);
    let mut steps = vec![None; diagram.cells.len()];
    steps[from] = Some(0u32);
    let mut open = VecDeque::from([from]);
    while let Some(cell) = open.pop_front() {
        let here = steps[cell]?;
        if cell == to {
            return Some(here);
        }
        for &other in &next[cell] {
            let free = diagram.cells[other].piece.is_none() || other == to;
            if free && steps[other].is_none() {
                steps[other] = Some(here + 1);
                open.push_back(other);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use selforge_board::{Board, Figure, Piece};

    use super::*;

    /// A row of five squares with these sets on it.
    fn row(text: &str) -> Diagram {
        let mut diagram = Board::parse("square-1x5", 0).unwrap().diagram();
        for (cell, letter) in diagram.cells.iter_mut().zip(text.bytes()) {
            let piece = |set| Piece::new(set, Figure::Stone);
            cell.piece = (letter != b'.').then(|| piece(letter - b'A'));
        }
        diagram
    }

    #[test]
    fn a_piece_keeps_its_history_when_it_moves() {
        let mut pieces = Pieces::new(row("A...A"));
        pieces.count_turn(0);
        pieces.follow(&MoveEffect::step(0, 1), row(".A..A"));
        pieces.count_turn(0);
        pieces.follow(&MoveEffect::step(1, 3), row("...AA"));
        let mut all: Vec<_> =
            pieces.of(0).map(|piece| (piece.idle, piece.displacement())).collect();
        all.sort_by(|a, b| a.1.total_cmp(&b.1));
        assert_eq!(all, [(2, 0.0), (0, 3.0)]);
        assert_eq!((pieces.travelled(0), pieces.cells_used(0)), (3.0, 4));
        assert_eq!(pieces.groups(0), [2]);
    }

    #[test]
    fn captured_and_placed_pieces_come_and_go() {
        let mut pieces = Pieces::new(row("AB..."));
        let capture = MoveEffect { captures: vec![1], ..MoveEffect::step(0, 1) };
        pieces.follow(&capture, row(".A..."));
        assert_eq!((pieces.of(0).count(), pieces.of(1).count()), (1, 0));
        let placed = row(".A..B");
        pieces.follow(&MoveEffect::place(4, placed.cells[4].piece.unwrap()), placed);
        assert_eq!((pieces.of(1).count(), pieces.cells_used(1)), (1, 2));
        assert_eq!((pieces.travelled(0), pieces.travelled(1)), (1.0, 0.0));
    }
}
