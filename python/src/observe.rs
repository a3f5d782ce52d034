//! Positions as numbers.
//!
//! Every cell has the same channels: a plane for each kind of piece of the observer's own set, then of
//! the next set, and so on round the table; then planes that are the same on all cells: which set is the
//! observer's, the game's flags; and, where a board does not fill a rectangle, which places are cells.
//! Boards with rows make planes of height and width (hexagons of hexagons are sheared, so that neighbours
//! are always in the same six directions); all boards have a row of channels for each cell.

use selforge_board::{Diagram, Figure, Piece};
use selforge_catalogue::Described;
use selforge_core::Seat;

/// How a game's positions are written as numbers.
#[derive(Clone, Debug)]
pub(crate) struct Observer {
    /// The kinds of pieces: what is drawn, and whether it is special.
    kinds: Vec<(Figure, bool)>,
    seats: usize,
    flags: usize,
    pub(crate) cells: usize,
    pub(crate) grid: Option<Grid>,
}

/// Where the cells of a board are in a rectangle.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Grid {
    pub(crate) height: usize,
    pub(crate) width: usize,
    /// The place of each cell, row by row.
    pub(crate) places: Vec<usize>,
}

/// How the numbers lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Channel by channel, each a rectangle.
    Planes,
    /// Cell by cell, each with all its channels.
    Nodes,
}

/// Lists that are used again and again.
#[derive(Default, Debug)]
pub(crate) struct Scratch {
    cells: Vec<Option<Piece>>,
    flags: Vec<bool>,
}

impl Grid {
    /// The rectangle of a picture, if its cells make one or nearly so.
    fn of(diagram: &Diagram) -> Option<Grid> {
        if diagram.show_edges {
            return None;
        }
        let mut rows: Vec<usize> = Vec::new();
        for cell in &diagram.cells {
            rows.resize(rows.len().max(cell.row + 1), 0);
            rows[cell.row] += 1;
        }
        let (height, width) = (rows.len(), rows.iter().copied().max()?);
        let side = width.div_ceil(2);
        let hexagon = height == width
            && width % 2 == 1
            && rows.iter().enumerate().all(|(at, &row)| row == width - at.abs_diff(side - 1));
        if !hexagon && rows.iter().any(|&row| row != width) {
            return None;
        }
        let before = |row: usize| if hexagon { (side - 1).saturating_sub(row) } else { 0 };
        let starts = rows.iter().enumerate().map(|(row, &cells)| (row, cells));
        let places = starts.flat_map(|(row, cells)| {
            (0..cells).map(move |column| row * width + before(row) + column)
        });
        Some(Grid { height, width, places: places.collect() })
    }
}

impl Observer {
    /// How positions of a game are written; `None` if the board has no end.
    pub(crate) fn new<G: Described>(game: &G) -> Option<Observer> {
        if !game.is_bounded() {
            return None;
        }
        let start = game.start();
        let diagram = game.diagram(&start);
        let mut kinds: Vec<(Figure, bool)> = Vec::new();
        for piece in game.tray().iter().map(|known| known.piece) {
            if !kinds.contains(&(piece.figure, piece.special)) {
                kinds.push((piece.figure, piece.special));
            }
        }
        let mut flags = Vec::new();
        game.flags(&start, &mut flags);
        Some(Observer {
            kinds,
            seats: usize::from(game.seats()),
            flags: flags.len(),
            cells: diagram.cells.len(),
            grid: Grid::of(&diagram),
        })
    }

    /// Whether a plane says which places are cells.
    fn marks_cells(&self) -> bool {
        self.grid.as_ref().is_some_and(|grid| grid.height * grid.width != self.cells)
    }

    /// How many channels there are.
    pub(crate) fn channels(&self) -> usize {
        self.seats * self.kinds.len() + self.seats + self.flags + usize::from(self.marks_cells())
    }

    /// What each channel says.
    pub(crate) fn names(&self) -> Vec<String> {
        let whose = |at: usize| match at {
            0 => "own".to_owned(),
            1 if self.seats == 2 => "opponent's".to_owned(),
            at => format!("next but {}", at - 1).replace("next but 0", "next"),
        };
        let mut names = Vec::new();
        for at in 0..self.seats {
            names.extend(
                self.kinds.iter().map(|it| format!("{} {}", whose(at), kind_name(it.0, it.1))),
            );
        }
        names.extend(Seat::all(self.seats as u8).map(|seat| format!("own set is {seat}")));
        names.extend((0..self.flags).map(|at| format!("flag {at}")));
        names.extend(self.marks_cells().then(|| "cells".to_owned()));
        names
    }

    /// How many numbers an observation has.
    pub(crate) fn len(&self, shape: Shape) -> usize {
        self.channels() * self.places(shape)
    }

    fn places(&self, shape: Shape) -> usize {
        match (shape, &self.grid) {
            (Shape::Planes, Some(grid)) => grid.height * grid.width,
            _ => self.cells,
        }
    }

    /// The shape that fits the board best.
    pub(crate) fn usual_shape(&self) -> Shape {
        if self.grid.is_some() { Shape::Planes } else { Shape::Nodes }
    }

    /// The dimensions of an observation.
    pub(crate) fn dimensions(&self, shape: Shape) -> Vec<usize> {
        match (shape, &self.grid) {
            (Shape::Planes, Some(grid)) => vec![self.channels(), grid.height, grid.width],
            _ => vec![self.cells, self.channels()],
        }
    }

    /// Writes a position as a seat sees it.
    pub(crate) fn write<G: Described>(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        shape: Shape,
        scratch: &mut Scratch,
        out: &mut [i8],
    ) {
        out.fill(0);
        let (channels, places) = (self.channels(), self.places(shape));
        let planes = match (shape, &self.grid) {
            (Shape::Planes, Some(grid)) => Some(&grid.places),
            _ => None,
        };
        let at = |channel: usize, cell: usize| match planes {
            Some(of_cell) => channel * places + of_cell[cell],
            None => cell * channels + channel,
        };
        let own = usize::from(game.set_of(state, seat));
        game.census(state, &mut scratch.cells);
        for (cell, piece) in scratch.cells.iter().enumerate().take(self.cells) {
            let Some(piece) = piece else { continue };
            let set = usize::from(piece.set);
            let drawn = (piece.figure, piece.special);
            if let Some(kind) = self.kinds.iter().position(|kind| *kind == drawn)
                && set < self.seats
            {
                let turned = (set + self.seats - own) % self.seats;
                out[at(turned * self.kinds.len() + kind, cell)] = 1;
            }
        }
        scratch.flags.clear();
        game.flags(state, &mut scratch.flags);
        let first = self.seats * self.kinds.len();
        let sets = (0..self.seats).map(|set| set == own);
        let whole =
            sets.chain(scratch.flags.iter().copied()).chain(self.marks_cells().then_some(true));
        for (channel, _) in whole.enumerate().filter(|(_, holds)| *holds) {
            (0..self.cells).for_each(|cell| out[at(first + channel, cell)] = 1);
        }
    }
}

/// What a kind of piece is called.
pub(crate) fn kind_name(figure: Figure, special: bool) -> String {
    let name = match figure {
        Figure::Mover(mover) => format!("kind {}", mover.number),
        Figure::Letter(letter) => format!("piece {letter}"),
        other => format!("{other:?}").to_lowercase(),
    };
    if special { format!("special {name}") } else { name }
}
