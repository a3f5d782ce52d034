//! A picture of a board that knows no rules: what the terminal, SVG files and the web page draw.
//!
//! A game lays its pieces on the board's [`Diagram`]; whoever draws it needs nothing else. Terminals
//! get a grid of characters from it, so that every kind of board is legible as plain text.

use std::sync::Arc;

use serde::Serialize;

use crate::board::{Board, Point};

/// Columns between two cells of a row in text. Characters are about twice as high as wide, so two
/// columns a cell give hexagons and squares their true shape.
const COLUMNS: f64 = 2.0;

/// What to draw.
///
/// Positions differ by their pieces alone: what is the same in all of them is shared, so that a diagram
/// costs little more than its pieces.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Diagram {
    /// The cells, in reading order.
    pub cells: Vec<DiagramCell>,
    /// Which cells are neighbours, as pairs of indices into `cells`, the smaller first.
    pub edges: Arc<[(usize, usize)]>,
    /// Whether the edges must be drawn, because the outlines do not touch.
    pub show_edges: bool,
    /// Whether neighbours of one set belong together, and so are drawn bonded and counted as groups.
    pub bonded: bool,
    /// Whether the cells are squares in two shades in turn, the corner at the bottom left dark.
    pub checkered: bool,
    /// The parts of the rim that belong to a set; none in games where the rim means nothing.
    pub borders: Vec<Border>,
}

/// A part of the board's rim that belongs to one set, as the sides of Hex do.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Border {
    /// Whose it is.
    pub set: u8,
    /// The cells beside which it runs, from end to end, as indices into the diagram's.
    pub cells: Vec<usize>,
    /// Where it runs.
    pub line: Vec<Point>,
}

/// One cell of a [`Diagram`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DiagramCell {
    /// The cell's name.
    pub name: Arc<str>,
    /// The middle; x to the right, y down, cells about one unit apart.
    pub centre: Point,
    /// The outline, clockwise.
    pub outline: Arc<[Point]>,
    /// The line of text that shows the cell, from 0 at the top.
    pub row: usize,
    /// What stands on the cell.
    pub piece: Option<Piece>,
}

/// A piece on a [`Diagram`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Piece {
    /// Which set it belongs to, from 0.
    pub set: u8,
    /// What kind of piece it is.
    pub figure: Figure,
    /// Whether it is to be told apart from the other pieces of its set.
    pub special: bool,
    /// Whether its set is blocked.
    pub blocked: bool,
    /// The colour that players call it by; none where it has the colour of its set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tint: Option<Tint>,
    /// The number of the picture that its game has of it; none where there is only its figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<u16>,
}

/// A colour that players call pieces by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tint {
    /// The light pieces of chess, draughts and Go.
    White,
    /// The dark ones.
    Black,
    /// And those of games for more players.
    Red,
    /// Between red and yellow.
    Orange,
    /// As the discs of a game with a frame.
    Yellow,
    /// As grass.
    Green,
    /// As the sky.
    Blue,
    /// Between red and blue.
    Purple,
    /// As wood.
    Brown,
    /// As a rock.
    Grey,
}

impl Tint {
    /// The colour that a player or a piece is named after: `White`, `red`, `Dark`.
    #[must_use]
    pub fn named(name: &str) -> Option<Tint> {
        let known: [(&[&str], Tint); 10] = [
            (&["white", "light", "ivory", "silver"], Tint::White),
            (&["black", "dark", "ebony"], Tint::Black),
            (&["red", "crimson", "scarlet"], Tint::Red),
            (&["orange", "amber"], Tint::Orange),
            (&["yellow", "gold"], Tint::Yellow),
            (&["green"], Tint::Green),
            (&["blue", "cyan"], Tint::Blue),
            (&["purple", "violet", "magenta", "pink"], Tint::Purple),
            (&["brown", "wood"], Tint::Brown),
            (&["grey", "gray", "rock", "neutral"], Tint::Grey),
        ];
        let name = name.to_lowercase();
        known.into_iter().find(|(names, _)| names.contains(&name.as_str())).map(|(_, tint)| tint)
    }

    /// The colour in a word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Tint::White => "white",
            Tint::Black => "black",
            Tint::Red => "red",
            Tint::Orange => "orange",
            Tint::Yellow => "yellow",
            Tint::Green => "green",
            Tint::Blue => "blue",
            Tint::Purple => "purple",
            Tint::Brown => "brown",
            Tint::Grey => "grey",
        }
    }

    /// The paint, the line around it and the signs on it, on light and on dark ground alike.
    #[must_use]
    pub fn paint(self) -> [&'static str; 3] {
        match self {
            Tint::White => ["#f3ede0", "#4b4a46", "#33332f"],
            Tint::Black => ["#2c3036", "#9aa0a8", "#f3ede0"],
            Tint::Red => ["#c0392f", "#5b120d", "#fff6ec"],
            Tint::Orange => ["#e58a1f", "#6b3a00", "#3d2100"],
            Tint::Yellow => ["#edc531", "#6b5400", "#3d3000"],
            Tint::Green => ["#3a8f52", "#0f3d1d", "#f4fff6"],
            Tint::Blue => ["#2f74b5", "#0e2f50", "#f2f8ff"],
            Tint::Purple => ["#8a4a9e", "#3a1547", "#fdf3ff"],
            Tint::Brown => ["#8a5a34", "#3d2410", "#fff3e6"],
            Tint::Grey => ["#8b9098", "#3f444b", "#15181c"],
        }
    }
}

impl Piece {
    /// A piece with nothing special about it.
    #[must_use]
    pub const fn new(set: u8, figure: Figure) -> Piece {
        Piece { set, figure, special: false, blocked: false, tint: None, picture: None }
    }
}

/// The kind of a piece, where a game has several: what is drawn on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// The only kind there is: the sign of its set.
    #[default]
    Stone,
    /// A stone that was promoted: with a crown on it.
    Crowned,
    /// A king of chess; the others follow.
    King,
    /// A queen.
    Queen,
    /// A rook.
    Rook,
    /// A bishop.
    Bishop,
    /// A knight.
    Knight,
    /// A pawn.
    Pawn,
    /// A piece whose sign shows how it moves.
    Mover(Mover),
    /// A piece that is known by a letter, where nobody drew it.
    Letter(char),
}

/// How a piece of a game with many ways of moving moves: its sign is made of this.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Mover {
    /// The number of its kind, 1 to 6; its letter in text is `U` to `Z`.
    pub number: u8,
    /// Where it goes.
    pub ways: Ways,
    /// Whether it goes more than one step.
    pub far: bool,
    /// Whether it captures by jumping over.
    pub jumps: bool,
}

/// The directions of a [`Mover`], seen from its player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ways {
    /// Diagonally forward.
    DiagonalForward,
    /// The four diagonals, forward and back.
    Diagonal,
    /// All eight.
    All,
    /// The leaps of a knight.
    Leap,
    /// Along rank and file.
    RankAndFile,
    /// Along the file.
    File,
    /// Straight forward.
    Forward,
}

impl Mover {
    /// Its letter in text: a capital for the first set, a small one for others.
    #[must_use]
    pub fn letter(&self, set: u8) -> char {
        let first = if set == 0 { b'U' } else { b'u' };
        char::from(first + self.number.clamp(1, 6) - 1)
    }
}

impl Diagram {
    /// Whether a cell is one of the dark ones of a checkered board.
    #[must_use]
    pub fn is_dark(&self, cell: &DiagramCell) -> bool {
        let odd = |value: f64| value.round() as i64 & 1 == 1;
        self.checkered && odd(cell.centre[0]) != odd(cell.centre[1])
    }

    /// Where each cell is shown in text: line and column, from 0. Cells in the same line are at
    /// least two columns apart, so that there is a blank between any two letters.
    #[must_use]
    pub fn text_grid(&self) -> Vec<(usize, usize)> {
        let mut order: Vec<usize> = (0..self.cells.len()).collect();
        let x = |at: usize| self.cells[at].centre[0];
        order.sort_by(|&a, &b| {
            self.cells[a].row.cmp(&self.cells[b].row).then(x(a).total_cmp(&x(b))).then(a.cmp(&b))
        });
        let gaps = order.windows(2).filter_map(|pair| {
            let same_row = self.cells[pair[0]].row == self.cells[pair[1]].row;
            same_row.then(|| x(pair[1]) - x(pair[0]))
        });
        // Rows of triangles are denser than rows of squares; irregular cells get pushed apart below.
        let densest = gaps.fold(1.0, f64::min).max(0.8);
        let left = self.cells.iter().map(|cell| cell.centre[0]).fold(f64::INFINITY, f64::min);
        let mut grid = vec![(0, 0); self.cells.len()];
        let mut free = (usize::MAX, 0);
        for at in order {
            let row = self.cells[at].row;
            if free.0 != row {
                free = (row, 0);
            }
            let column = ((x(at) - left) * COLUMNS / densest).round() as usize;
            let column = column.max(free.1);
            free.1 = column + COLUMNS as usize;
            grid[at] = (row, column);
        }
        grid
    }
}

impl Board {
    /// The picture of the board without pieces: its [`cells`](Board::cells) in their order.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        self.blank().get_or_init(|| self.drawn()).clone()
    }

    fn drawn(&self) -> Diagram {
        let mut index = vec![0; self.slots()];
        for (at, cell) in self.cells().iter().enumerate() {
            index[cell.index()] = at;
        }
        let lines = if self.is_graph() { lines_by_height(self) } else { lines_by_row(self) };
        let cells = self.cells().iter().zip(lines).map(|(&cell, row)| DiagramCell {
            name: self.cell_name(cell).into(),
            centre: self.centre(cell),
            outline: self.outline(cell).into(),
            row,
            piece: None,
        });
        let edges = self.cells().iter().flat_map(|&cell| {
            let index = &index;
            let pairs = self
                .neighbours(cell)
                .iter()
                .map(move |next| (index[cell.index()], index[next.index()]));
            pairs.filter(|(a, b)| a < b)
        });
        Diagram {
            cells: cells.collect(),
            edges: edges.collect(),
            show_edges: self.is_graph(),
            bonded: false,
            checkered: false,
            borders: Vec::new(),
        }
    }
}

/// A line of text for each cell, as the board's rows have it.
fn lines_by_row(board: &Board) -> Vec<usize> {
    let rows = board.rows().iter().enumerate();
    rows.flat_map(|(row, cells)| cells.iter().map(move |_| row)).collect()
}

/// A line of text for each cell of a board that has no rows: cells at about the same height share one.
fn lines_by_height(board: &Board) -> Vec<usize> {
    const SAME_LINE: f64 = 0.4;
    let height = |at: usize| board.centre(board.cells()[at])[1];
    let mut order: Vec<usize> = (0..board.cells().len()).collect();
    order.sort_by(|&a, &b| height(a).total_cmp(&height(b)));
    let mut lines = vec![0; order.len()];
    let (mut line, mut top) = (0, order.first().map_or(0.0, |&first| height(first)));
    for at in order {
        if height(at) - top > SAME_LINE {
            line += 1;
            top = height(at);
        }
        lines[at] = line;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board as text, `o` for each cell.
    fn text(board: &str) -> String {
        let grid = Board::parse(board, 0).unwrap().diagram().text_grid();
        let lines = grid.iter().map(|&(row, _)| row).max().unwrap() + 1;
        let mut canvas = vec![Vec::new(); lines];
        for (row, column) in grid {
            let line: &mut Vec<u8> = &mut canvas[row];
            line.resize(line.len().max(column + 1), b' ');
            line[column] = b'o';
        }
        canvas.into_iter().map(|line| String::from_utf8(line).unwrap() + "\n").collect()
    }

    #[test]
    fn hexagons_of_hexagons_look_like_hexagons_in_text() {
        assert_eq!(text("hexhex-3"), "  o o o\n o o o o\no o o o o\n o o o o\n  o o o\n");
    }

    #[test]
    fn other_boards_are_legible_in_text() {
        assert_eq!(text("square-2x3"), "o o o\no o o\n");
        assert_eq!(text("hex-3x3"), "o o o\n o o o\n  o o o\n");
        assert_eq!(text("tri-2"), "  o o o o o\no o o o o o o\no o o o o o o\n  o o o o o\n");
        let graph =
            r#"{"cells":[{"x":0,"y":0},{"x":5,"y":0.1},{"x":0,"y":5}],"edges":[[0,1],[0,2]]}"#;
        assert_eq!(text(graph), "o o\no\n");
    }

    #[test]
    fn no_two_cells_of_a_line_are_closer_than_two_columns() {
        for board in ["hexhex-6", "tri-5", "king-8x8", "voronoi-60-1", "voronoi-1024-5"] {
            let mut grid = Board::parse(board, 0).unwrap().diagram().text_grid();
            grid.sort_unstable();
            for pair in grid.windows(2) {
                assert!(pair[0].0 < pair[1].0 || pair[0].1 + 2 <= pair[1].1, "{board} {pair:?}");
            }
        }
    }

    #[test]
    fn a_diagram_has_every_cell_and_every_pair_of_neighbours_once() {
        let board = Board::parse("hexhex-4", 0).unwrap();
        let diagram = board.diagram();
        assert_eq!(diagram.cells.len(), 37);
        assert_eq!(diagram.edges.len(), 3 * 3 * 4 * 3 - 3 * 6);
        assert!(!diagram.show_edges);
        for &(a, b) in diagram.edges.iter() {
            assert!(board.neighbours(board.cells()[a]).contains(&board.cells()[b]));
        }
    }
}
