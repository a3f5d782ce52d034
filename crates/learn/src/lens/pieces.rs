//! Any game on a finite board: which kinds of pieces stand where, and whose rim it is.
//!
//! Where pictures say that the rim belongs to sides, or that neighbours belong together, the game knows
//! no directions; all others get weights for each direction, and the second seat sees the board turned.
//! Cells that are never used, as the light squares of draughts, are not looked at.

use selforge_board::{Figure, Piece};
use selforge_catalogue::Described;
use selforge_core::Seat;

use super::{Aim, FOREIGN, Lens, OWN, UNIT, View};
use crate::graph::{Graph, MAX_CELLS};

/// The most kinds of pieces that are told apart; the rest looks like the last.
const MOST_KINDS: usize = 16;

/// Planes before those of kinds: both sides, 1, both rims.
const FIXED: usize = 5;
const ONE: usize = 2;
const RIM: usize = 3;

/// How many pieces each side has, how large the board is, who began.
const GLOBALS: usize = 4;

/// A kind of piece.
type Kind = (Figure, bool);

/// Sees pieces by kind.
#[derive(Clone, Debug)]
pub struct PiecesLens {
    /// By seat.
    graphs: [Graph; 2],
    /// The cells of pictures that are used, and the number of each cell among them.
    cells: Vec<usize>,
    numbers: Vec<u16>,
    kinds: Vec<Kind>,
    /// The cells of each set's rim.
    rims: [Vec<usize>; 2],
}

/// Why a game cannot be seen.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{problem}; expected {expected}")]
pub struct Unseen {
    /// What is wrong.
    pub problem: String,
    /// What would be right.
    pub expected: &'static str,
}

impl PiecesLens {
    /// The lens for a game.
    ///
    /// # Errors
    /// If the game has no finite board of a size that networks see, or not two seats.
    pub fn new<G: Described>(game: &G) -> Result<PiecesLens, Unseen> {
        let unseen = |problem: String, expected| Err(Unseen { problem, expected });
        if game.seats() != 2 {
            return unseen(format!("the game has {} seats", game.seats()), "a game for two");
        }
        if !game.is_bounded() {
            return unseen("the board has no end".to_owned(), "a finite board");
        }
        let diagram = game.diagram(&game.start());
        let cells = diagram.cells.len();
        if !(1..=MAX_CELLS).contains(&cells) {
            return unseen(format!("the board has {cells} cells"), "1 to 1024 cells");
        }
        let mut kinds: Vec<Kind> = Vec::new();
        let on_board = diagram.cells.iter().filter_map(|cell| cell.piece);
        for piece in on_board.chain(game.tray().into_iter().map(|tray| tray.piece)) {
            let kind = (piece.figure, piece.special);
            if !kinds.contains(&kind) && kinds.len() < MOST_KINDS {
                kinds.push(kind);
            }
        }
        // In an order that no position decides.
        kinds.sort_by_key(|kind| format!("{kind:?}"));
        let rims = [0, 1].map(|set| {
            let own = diagram.borders.iter().filter(|border| border.set == set);
            own.flat_map(|border| border.cells.iter().copied()).collect()
        });
        let all: Vec<usize> = (0..cells).collect();
        let (graphs, cells) = if diagram.bonded || !diagram.borders.is_empty() {
            ([Graph::of_edges(&diagram), Graph::of_edges(&diagram)], all)
        } else {
            let labels = game.cell_labels(&diagram);
            let used: Vec<usize> =
                all.iter().copied().filter(|&cell| !labels[cell].is_empty()).collect();
            let cells = if used.is_empty() { all } else { used };
            let graph = |turned| Graph::of_directions(&diagram, &cells, turned);
            ([false, true].map(graph), cells)
        };
        let mut numbers = vec![0; diagram.cells.len()];
        cells.iter().enumerate().for_each(|(number, &cell)| numbers[cell] = number as u16);
        Ok(PiecesLens { graphs, cells, numbers, kinds, rims })
    }

    fn kind(&self, piece: Piece) -> usize {
        let kind = (piece.figure, piece.special);
        self.kinds.iter().position(|known| *known == kind).unwrap_or(self.kinds.len() - 1)
    }

    fn width(&self) -> usize {
        FIXED + 2 * self.kinds.len()
    }
}

impl<G: Described> Lens<G> for PiecesLens {
    fn features(&self) -> String {
        let kinds: Vec<String> = self.kinds.iter().map(|kind| format!("{kind:?}")).collect();
        format!("pieces 1, classes {}, {}", self.graphs[0].classes(), kinds.join(" "))
    }

    fn inputs(&self) -> usize {
        self.width()
    }

    fn globals(&self) -> usize {
        GLOBALS
    }

    fn graph(&self, seat: Seat) -> &Graph {
        &self.graphs[seat.index()]
    }

    fn look_without(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        emptied: Option<usize>,
        view: &mut View,
    ) {
        let mut cells = Vec::new();
        game.census(state, &mut cells);
        if let Some(taken) = emptied.and_then(|cell| cells.get_mut(cell)) {
            *taken = None;
        }
        let (width, set) = (self.width(), game.set_of(state, seat));
        let View { planes, globals } = view;
        planes.clear();
        planes.resize(self.graphs[0].cells() * width, 0);
        let mut counts = [0u32; 2];
        for (features, &cell) in planes.chunks_exact_mut(width).zip(&self.cells) {
            features[ONE] = UNIT;
            if let Some(piece) = cells[cell] {
                let side = if piece.set == set { OWN } else { FOREIGN };
                counts[side] += 1;
                features[side] = UNIT;
                features[FIXED + 2 * self.kind(piece) + side] = UNIT;
            }
        }
        for (side, rim) in
            [&self.rims[usize::from(set & 1)], &self.rims[usize::from(1 - (set & 1))]]
                .into_iter()
                .enumerate()
        {
            for &cell in rim {
                planes[usize::from(self.numbers[cell]) * width + RIM + side] += UNIT;
            }
        }
        globals.clear();
        globals.extend(counts.map(|count| count.min(255) as u8));
        globals.push((self.graphs[0].cells() / 8).min(255) as u8);
        globals.push(if seat == Seat::FIRST { UNIT } else { 0 });
    }

    fn aims(&self, game: &G, state: &G::State, moves: &[G::Move], into: &mut Vec<Aim>) {
        let diagram = game.diagram(state);
        into.extend(moves.iter().map(|&mv| {
            let effect = game.effect(state, mv, &diagram);
            match *effect.path.as_slice() {
                [] if game.move_words(state, mv).contains("wap") => Aim::Swap,
                [] => Aim::Pass,
                [to] => Aim::Place { to: self.numbers[to] },
                [from, .., to] => Aim::Step { from: self.numbers[from], to: self.numbers[to] },
            }
        }));
    }
}
