//! Which cells a network sums up around a cell.
//!
//! Neighbours are sorted into *classes*, each of which has weights of its own. Where a game knows no
//! directions there is one class for all neighbours, so that every turn and mirroring of every board
//! leaves what a network says as it is; where pieces move forwards and diagonally there is one for
//! each of the eight directions, and the second seat sees all of them turned by half.

use selforge_board::{Board, Diagram};

use crate::sample::{Reader, Writer};

/// The most cells a network looks at.
pub const MAX_CELLS: usize = selforge_board::MAX_CELLS;

/// The directions of boards whose cells have them: eighths of a turn.
pub const DIRECTIONS: usize = 8;

/// The neighbours of every cell, by class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    cells: usize,
    classes: usize,
    /// Where the neighbours of each class of each cell begin in `neighbours`, and where the last end.
    starts: Vec<u32>,
    neighbours: Vec<u16>,
}

impl Graph {
    /// A graph of lists: for each cell, for each class, its neighbours.
    fn new(classes: usize, lists: &[Vec<Vec<u16>>]) -> Graph {
        let (mut starts, mut neighbours) = (vec![0], Vec::new());
        for list in lists.iter().flatten() {
            neighbours.extend(list);
            starts.push(neighbours.len() as u32);
        }
        Graph { cells: lists.len(), classes, starts, neighbours }
    }

    /// The graph of a board without directions. Cells are numbered in reading order.
    #[must_use]
    pub fn of_board(board: &Board) -> Graph {
        let mut numbers = vec![0; board.slots()];
        for (number, cell) in board.cells().iter().enumerate() {
            numbers[cell.index()] = number as u16;
        }
        let around = |cell| board.neighbours(cell).iter().map(|next| numbers[next.index()]);
        let lists: Vec<_> =
            board.cells().iter().map(|&cell| vec![around(cell).collect()]).collect();
        Graph::new(1, &lists)
    }

    /// The graph of a picture's edges, without directions.
    #[must_use]
    pub fn of_edges(diagram: &Diagram) -> Graph {
        let mut lists = vec![vec![Vec::new()]; diagram.cells.len()];
        for &(one, other) in diagram.edges.iter() {
            lists[one][0].push(other as u16);
            lists[other][0].push(one as u16);
        }
        Graph::new(1, &lists)
    }

    /// The graph of some cells of a picture by direction: whatever lies one step or one diagonal away,
    /// in eighths of a turn; `turned` by half for a player on the other side. Directions that no
    /// neighbour lies in are left out.
    #[must_use]
    pub fn of_directions(diagram: &Diagram, cells: &[usize], turned: bool) -> Graph {
        /// A diagonal of squares is 1.41 steps long; two steps are no neighbours any more.
        const NEAR: f64 = 1.5;
        let centres: Vec<[f64; 2]> = cells.iter().map(|&cell| diagram.cells[cell].centre).collect();
        let list = |at: usize| {
            let mut classes = vec![Vec::new(); DIRECTIONS];
            for (other, centre) in centres.iter().enumerate() {
                let (x, y) = (centre[0] - centres[at][0], centre[1] - centres[at][1]);
                let far = x.hypot(y);
                if other == at || far > NEAR {
                    continue;
                }
                let eighth = (y.atan2(x) / std::f64::consts::FRAC_PI_4).round() as i64;
                let half = if turned { DIRECTIONS as i64 / 2 } else { 0 };
                classes[(eighth + half).rem_euclid(DIRECTIONS as i64) as usize].push(other as u16);
            }
            classes
        };
        let mut lists: Vec<Vec<Vec<u16>>> = (0..centres.len()).map(list).collect();
        // A neighbour in one direction has one in the opposite: both sides leave out the same.
        let used: Vec<usize> = (0..DIRECTIONS)
            .filter(|&class| lists.iter().any(|classes| !classes[class].is_empty()))
            .collect();
        if !used.is_empty() {
            for classes in &mut lists {
                *classes = used.iter().map(|&class| std::mem::take(&mut classes[class])).collect();
            }
        }
        let classes = if used.is_empty() { DIRECTIONS } else { used.len() };
        Graph::new(classes, &lists)
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many classes of neighbours there are.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// The neighbours of a cell that are in a class.
    #[inline(always)]
    #[must_use]
    pub fn neighbours(&self, cell: usize, class: usize) -> &[u16] {
        let at = cell * self.classes + class;
        &self.neighbours[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    pub(crate) fn write(&self, out: &mut Writer) {
        out.number(self.cells);
        out.number(self.classes);
        self.starts.iter().for_each(|&start| out.number(start as usize));
        self.neighbours.iter().for_each(|&next| out.number(usize::from(next)));
    }

    /// Reads what was written; `None` if that is no graph.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Option<Graph> {
        let (cells, classes) = (reader.number()?, reader.number()?);
        if !(1..=MAX_CELLS).contains(&cells) || !(1..=DIRECTIONS).contains(&classes) {
            return None;
        }
        let mut starts = Vec::new();
        for _ in 0..=cells * classes {
            starts.push(reader.number()? as u32);
        }
        let mut neighbours = Vec::new();
        for _ in 0..*starts.last()? {
            neighbours.push(reader.number().filter(|&next| next < cells)? as u16);
        }
        (starts[0] == 0 && starts.is_sorted()).then_some(Graph {
            cells,
            classes,
            starts,
            neighbours,
        })
    }
}
