//! Selfo on a finite board: pieces as bits.
//!
//! Four bit planes tell for every cell which of up to twelve sets it belongs to, and a fifth marks
//! special pieces, so that a position on a board of 128 slots takes 80 bytes whatever the number of
//! players. The first three sets have a plane to themselves: reading a set is then a plain load. The
//! fourth plane is empty where there are no more than six sets, and counts for nothing in keys then.

use std::fmt::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use selforge_board::topology::Topology;
use selforge_board::{Board, Cell, CellSet, Diagram, Figure, Piece};
use selforge_catalogue::{GameVisitor, rows};
use selforge_core::{MAX_SEATS, NotationError};

use super::game::Selfo;
use super::ground::{Ground, Lengths, SetId};
use super::moves::Step;
use super::rules::Length;

/// A board with the tables that its kind of bit set needs.
#[derive(Debug)]
pub struct Finite<S, T> {
    board: Arc<Board>,
    topology: T,
    sets: u8,
    /// The number of each slot's cell in pictures.
    numbers: Vec<u32>,
    bits: std::marker::PhantomData<S>,
}

/// Which planes mark the cells of each set.
const CODES: [u8; MAX_SEATS] = [
    0b0001, 0b0010, 0b0100, 0b0011, 0b0101, 0b0110, 0b1000, 0b1001, 0b1010, 0b1011, 0b1100, 0b1101,
];

/// How many planes tell the sets apart.
const PLANES: usize = 4;

/// So many sets have a plane to themselves, as long as there are no more.
const PLAIN_SETS: u8 = 3;

/// Where the pieces stand on a finite board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pieces<S> {
    planes: [S; PLANES],
    special: S,
}

impl<S: CellSet> Pieces<S> {
    /// A board without pieces.
    pub const NONE: Pieces<S> = Pieces { planes: [S::EMPTY; PLANES], special: S::EMPTY };

    /// All cells that hold a piece.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> S {
        self.planes[0] | self.planes[1] | self.planes[2] | self.planes[3]
    }

    /// The cells of all special pieces.
    #[inline]
    #[must_use]
    pub fn special(&self) -> S {
        self.special
    }

    /// Puts a piece of `set` on every cell of `cells`, which must be empty.
    pub fn put(&mut self, set: SetId, cells: S, special: bool) {
        self.toggle(set, cells);
        if special {
            self.special |= cells;
        }
    }

    /// Adds the cells to a set, or takes them away.
    #[inline]
    fn toggle(&mut self, set: SetId, cells: S) {
        if set < PLAIN_SETS {
            self.planes[set as usize] ^= cells;
            return;
        }
        let code = CODES[set as usize];
        for (at, plane) in self.planes.iter_mut().enumerate() {
            if code >> at & 1 == 1 {
                *plane ^= cells;
            }
        }
    }
}

/// The cells that a step leads between.
#[inline]
pub(super) fn ends(step: Step) -> (Cell, Cell) {
    let code = step.code() as usize;
    (Cell::new(code & 0x7fff), Cell::new(code >> 15))
}

#[inline]
fn step_between(from: Cell, to: Cell) -> Step {
    Step::new((to.index() << 15 | from.index()) as u32)
}

impl<S: CellSet, T: Topology<S>> Finite<S, T> {
    /// The board, prepared for this many sets.
    #[must_use]
    pub fn new(board: Arc<Board>, sets: u8) -> Self {
        let topology = T::of(&board);
        let mut numbers = vec![0; board.slots()];
        for (number, cell) in board.cells().iter().enumerate() {
            numbers[cell.index()] = number as u32;
        }
        Finite { board, topology, sets, numbers, bits: std::marker::PhantomData }
    }

    /// The board itself.
    #[must_use]
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The board's name, or what to call it if the name is a whole graph.
    fn name(&self) -> &str {
        if self.board.is_graph() { "your own graph" } else { self.board.name() }
    }

    /// The board's neighbourhoods.
    #[must_use]
    pub fn topology(&self) -> &T {
        &self.topology
    }

    /// The cells of one set.
    #[inline]
    pub fn cells_of(&self, pieces: &Pieces<S>, set: SetId) -> S {
        if self.sets <= PLAIN_SETS {
            return pieces.planes[set as usize];
        }
        let code = CODES[set as usize];
        let plane = |at: usize| {
            if code >> at & 1 == 1 { pieces.planes[at] } else { !pieces.planes[at] }
        };
        plane(0) & plane(1) & plane(2) & plane(3)
    }

    /// The cells without a piece.
    #[inline]
    pub fn empty(&self, pieces: &Pieces<S>) -> S {
        self.topology.all() & !pieces.occupied()
    }

    /// The set and kind of the piece on a cell.
    #[must_use]
    pub fn piece_at(&self, pieces: &Pieces<S>, cell: Cell) -> Option<(SetId, bool)> {
        let code: u8 = (0..PLANES).map(|at| u8::from(pieces.planes[at].contains(cell)) << at).sum();
        let set = CODES.iter().position(|&c| c == code)?;
        Some((set as SetId, pieces.special.contains(cell)))
    }
}

impl<S: CellSet, T: Topology<S>> Ground for Finite<S, T> {
    type Pieces = Pieces<S>;

    fn describe(&self) -> String {
        let cells = self.board.cells();
        let name = self.name();
        let most = cells.iter().map(|&cell| self.board.neighbours(cell).len()).max().unwrap_or(0);
        format!(
            "{name}: {} cells, each with up to {most} neighbours. Pieces move to neighbouring \
             cells and are connected over neighbouring cells.",
            cells.len()
        )
    }

    fn count_cells(&self) -> Option<usize> {
        Some(self.board.cells().len())
    }

    fn sets(&self) -> u8 {
        self.sets
    }

    fn count_pieces(&self, pieces: &Pieces<S>, set: SetId) -> u32 {
        self.cells_of(pieces, set).len()
    }

    #[inline]
    fn visit_steps(
        &self,
        pieces: &Pieces<S>,
        set: SetId,
        lengths: Lengths,
        visit: &mut impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let own = self.cells_of(pieces, set);
        let empty = self.empty(pieces);
        let kinds =
            [(own & !pieces.special, lengths.plain), (own & pieces.special, lengths.special)];
        for (movers, length) in kinds {
            if length == 1 {
                let mut step = |from, to| visit(step_between(from, to));
                self.topology.visit_steps(movers, empty, &mut step)?;
            } else {
                for from in movers.iter() {
                    for to in self.topology.reach(from, empty, length).iter() {
                        visit(step_between(from, to))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count_steps(&self, pieces: &Pieces<S>, set: SetId, lengths: Lengths) -> u32 {
        let own = self.cells_of(pieces, set);
        let empty = self.empty(pieces);
        let count = |movers: S, length| match length {
            1 => self.topology.count_steps(movers, empty),
            _ => movers.iter().map(|from| self.topology.reach(from, empty, length).len()).sum(),
        };
        count(own & !pieces.special, lengths.plain) + count(own & pieces.special, lengths.special)
    }

    #[inline]
    fn choose_step(
        &self,
        pieces: &Pieces<S>,
        set: SetId,
        lengths: Lengths,
        choose: impl FnOnce(u32) -> u32,
    ) -> Result<Step, u32> {
        let own = self.cells_of(pieces, set);
        if lengths.plain == 1 && (own & pieces.special).is_empty() {
            let chosen = self.topology.choose_step(own, self.empty(pieces), choose);
            return chosen.map(|(from, to)| step_between(from, to));
        }
        let number = choose(self.count_steps(pieces, set, lengths));
        self.nth_step(pieces, set, lengths, number)
    }

    #[inline]
    fn step(&self, pieces: &mut Pieces<S>, set: SetId, step: Step) {
        let (from, to) = ends(step);
        let (from, to) = (S::only(from), S::only(to));
        pieces.toggle(set, from | to);
        if !(pieces.special & from).is_empty() {
            pieces.special ^= from | to;
        }
    }

    fn count_special(&self, pieces: &Pieces<S>, set: SetId) -> u32 {
        (self.cells_of(pieces, set) & pieces.special).len()
    }

    #[inline]
    fn connected(&self, pieces: &Pieces<S>, set: SetId) -> bool {
        self.topology.connected(self.cells_of(pieces, set))
    }

    fn blocked(&self, pieces: &Pieces<S>, set: SetId) -> bool {
        let own = self.cells_of(pieces, set);
        !self.topology.joined(own, own | self.empty(pieces))
    }

    #[inline]
    fn blocked_by(&self, pieces: &Pieces<S>, set: SetId, step: Step) -> bool {
        let own = self.cells_of(pieces, set);
        let free = own | self.empty(pieces);
        // Only closing a passage can block a free set.
        let (_, to) = ends(step);
        self.topology.cuts(to, free) && !self.topology.joined(own, free)
    }

    fn count_groups(&self, pieces: &Pieces<S>, set: SetId) -> u32 {
        self.topology.count_groups(self.cells_of(pieces, set))
    }

    #[inline]
    fn key(&self, pieces: &Pieces<S>) -> u64 {
        let [first, second, third, fourth] = &pieces.planes;
        let mut key = third.fold(second.fold(first.fold(0)));
        // Games of up to six sets have the keys that they had when there were no others.
        if !fourth.is_empty() {
            key = fourth.fold(key.rotate_left(7));
        }
        if pieces.special.is_empty() { key } else { pieces.special.fold(key) }
    }

    fn write_step(
        &self,
        _pieces: &Pieces<S>,
        _set: SetId,
        step: Step,
        out: &mut dyn Write,
    ) -> fmt::Result {
        let (from, to) = ends(step);
        write!(out, "{}-{}", self.board.cell_name(from), self.board.cell_name(to))
    }

    fn write_pieces(&self, pieces: &Pieces<S>, out: &mut dyn Write) -> fmt::Result {
        let cells = self.board.rows().concat();
        let letter = |at: usize| {
            let (set, special) = self.piece_at(pieces, cells[at])?;
            let letter = (b'A' + set) as char;
            Some(if special { letter.to_ascii_lowercase() } else { letter })
        };
        rows::write_rows(self.board.rows().iter().map(Vec::len), letter, out)
    }

    fn parse_pieces(&self, text: &str) -> Result<Pieces<S>, NotationError> {
        let lengths: Vec<usize> = self.board.rows().iter().map(Vec::len).collect();
        let cells = self.board.rows().concat();
        let last = (b'A' + self.sets - 1) as char;
        let mut pieces = Pieces::NONE;
        let put = |at: usize, letter: char| {
            if !('A'..=last).contains(&letter.to_ascii_uppercase()) {
                return rows::no_piece(letter, format!("a letter A to {last}, or a number"));
            }
            let set = letter.to_ascii_uppercase() as SetId - b'A';
            pieces.put(set, S::only(cells[at]), letter.is_ascii_lowercase());
            Ok(())
        };
        rows::parse_rows(text, 0..text.len(), &lengths, put)?;
        Ok(pieces)
    }

    fn ends(&self, _: &Pieces<S>, _: SetId, step: Step, _: &Diagram) -> Option<[usize; 2]> {
        let (from, to) = ends(step);
        Some([from, to].map(|cell| self.numbers[cell.index()] as usize))
    }

    fn accept<V: GameVisitor>(game: Arc<Selfo<Self>>, visitor: V) -> V::Output {
        visitor.visit_gathering(game)
    }

    fn numbered_steps(&self, longest: Length) -> Option<Vec<(Step, [u16; 2])>> {
        let mut steps = Vec::new();
        for &from in self.board.cells() {
            let distances = self.board.distances_from(from);
            let near = |to: &&Cell| {
                let distance = distances[to.index()];
                distance > 0 && distance != u16::MAX && distance <= longest
            };
            for &to in self.board.cells().iter().filter(near) {
                let ends = [from, to].map(|cell| self.numbers[cell.index()] as u16);
                steps.push((step_between(from, to), ends));
            }
        }
        Some(steps)
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        self.board.cell_symmetries()
    }

    fn census(&self, pieces: &Pieces<S>, cells: &mut Vec<Option<Piece>>) -> bool {
        let stone = |(set, special)| Piece { special, ..Piece::new(set, Figure::Stone) };
        let here = |&cell: &Cell| self.piece_at(pieces, cell).map(stone);
        cells.clear();
        cells.extend(self.board.cells().iter().map(here));
        true
    }

    fn diagram(&self, pieces: &Pieces<S>, blocked: impl Fn(SetId) -> bool) -> Diagram {
        let mut diagram = self.board.diagram();
        for (drawn, &cell) in diagram.cells.iter_mut().zip(self.board.cells()) {
            drawn.piece = self.piece_at(pieces, cell).map(|(set, special)| Piece {
                special,
                blocked: blocked(set),
                ..Piece::new(set, Figure::Stone)
            });
        }
        diagram
    }
}
