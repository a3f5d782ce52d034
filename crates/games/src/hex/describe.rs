//! The picture of a position, and the rules in plain English.

use selforge_board::{Border, Cell, CellSet, Diagram, DiagramCell, Figure, Piece, Point};
use selforge_catalogue::{Described, MoveEffect, NumberedMove, ScoreScale};
use selforge_core::{Game, MoveRepr, Seat};

use super::evaluate::Bridges;
use super::game::{Hex, State};
use super::moves::Move;

/// A stone of a set.
fn stone(set: usize) -> Piece {
    Piece::new(set as u8, Figure::Stone)
}

/// What stands on each cell, in reading order.
fn pieces<S: CellSet>(state: &State<S>, count: u32) -> impl Iterator<Item = Option<Piece>> {
    (0..count as usize).map(move |at| {
        let set = (0..2).find(|&set| state.stones(set).contains(Cell::new(at)));
        set.map(stone)
    })
}

/// The four sides, clockwise from the top. Where two sides meet at an obtuse corner of the rhombus, the
/// edge between them is shared.
fn borders(cells: &[DiagramCell], columns: usize) -> Vec<Border> {
    let numbers = 0..cells.len();
    let last = cells.len() - columns;
    let top: Vec<usize> = numbers.clone().filter(|&at| at < columns).collect();
    let right: Vec<usize> = numbers.clone().filter(|at| at % columns + 1 == columns).collect();
    let bottom: Vec<usize> = numbers.clone().filter(|&at| at >= last).rev().collect();
    let left: Vec<usize> = numbers.filter(|at| at % columns == 0).rev().collect();
    // The corners of a hexagon, clockwise from the top one, that each side passes.
    let sides =
        [(0, top, [5, 0, 1]), (1, right, [0, 1, 2]), (0, bottom, [2, 3, 4]), (1, left, [3, 4, 5])];
    let border = |(set, cells_of_side, corners): (u8, Vec<usize>, [usize; 3])| {
        let mut line: Vec<Point> = Vec::new();
        for &cell in &cells_of_side {
            line.extend(corners.map(|corner| cells[cell].outline[corner]));
        }
        let middle = |a: Point, b: Point| [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
        let end = line.len() - 1;
        if set == 0 {
            line[end] = middle(line[end - 1], line[end]);
        } else {
            line[0] = middle(line[0], line[1]);
        }
        line.dedup();
        Border { set, cells: cells_of_side, line }
    };
    sides.map(border).into()
}

impl<S: CellSet> Described for Hex<S> {
    type Scores = Bridges;

    fn scores(&self) -> Bridges {
        Bridges
    }

    fn swap_is_open(&self, state: &State<S>) -> bool {
        self.swap && !state.swapped && self.empty(state).len() + 1 >= self.grid.count()
    }

    fn effect(&self, state: &State<S>, mv: Move, _: &Diagram) -> MoveEffect {
        match mv {
            Move::Place(cell) => {
                MoveEffect::place(cell.index(), stone(state.set_of(state.to_move.index())))
            }
            Move::Swap => MoveEffect::default(),
        }
    }

    /// A lead of two stones to be placed is hardly made up for.
    fn score_scale(&self) -> ScoreScale {
        ScoreScale { unit: 100, unit_name: "stones".into(), decisive: 200 }
    }

    fn diagram(&self, state: &State<S>) -> Diagram {
        let mut diagram = self.grid.board().diagram();
        diagram.bonded = true;
        for (cell, piece) in diagram.cells.iter_mut().zip(pieces(state, self.grid.count())) {
            cell.piece = piece;
        }
        diagram.borders = borders(&diagram.cells, self.grid.columns());
        diagram
    }

    fn set_of(&self, state: &State<S>, seat: Seat) -> u8 {
        state.set_of(seat.index()) as u8
    }

    fn census(&self, state: &State<S>, cells: &mut Vec<Option<Piece>>) {
        cells.clear();
        cells.extend(pieces(state, self.grid.count()));
    }

    fn usable_cells(&self) -> usize {
        self.grid.count() as usize
    }

    fn numbered_moves(&self) -> Option<Vec<NumberedMove>> {
        let place = |at: u16| {
            let code = Move::Place(Cell::new(usize::from(at))).to_code();
            NumberedMove { code, cells: vec![at], variant: 0 }
        };
        let swap = self.swap.then(|| NumberedMove::words(Move::Swap.to_code(), 0));
        let places = (0..self.grid.count() as u16).map(place);
        NumberedMove::in_order(places.chain(swap).collect())
    }

    /// Half a turn: each set keeps its two sides.
    fn symmetries(&self) -> Vec<Vec<u16>> {
        vec![(0..self.grid.count() as u16).rev().collect()]
    }

    fn rules_text(&self) -> String {
        let (rows, columns) = (self.grid.rows(), self.grid.columns());
        let start = self.start();
        let first = start.to_move;
        let set_up = if start == State::EMPTY {
            "It starts empty.".to_string()
        } else {
            let mut text = String::new();
            self.write_state(&start, &mut text).expect("writing to a string cannot fail");
            format!("The start is {text}.")
        };
        let swap = if self.swap {
            "\n\nSwap. To keep the first move fair, the second player may swap instead of placing \
             their first stone: they take over the first stone and its two sides, and the other \
             player goes on with the other stones."
        } else {
            ""
        };
        let last = self.grid.name(Cell::new(rows * columns - 1));
        format!(
            "Goal. Connect your two sides of the board with an unbroken chain of your stones. A \
             connects the top and the bottom, B the left and the right. Each of the four corner \
             cells belongs to both sides that meet there.\n\n\
             Board. {rows} rows of {columns} hexagons. Letters count the columns from the left and \
             numbers count the rows from the top: a1 is the top left corner, {last} the bottom right \
             one. {set_up}\n\n\
             Turn. You take turns; {first} begins. On your turn put one of your stones on any empty \
             cell. Stones never move and are never captured, and nobody may pass.{swap}\n\n\
             Moves are typed as a cell, c3, or as the word swap.\n\n\
             Resigning. You may resign; your opponent then wins.\n\n\
             Draw. A full board always holds exactly one such chain, so the game can end in a draw \
             only when both players agree to one."
        )
    }
}
