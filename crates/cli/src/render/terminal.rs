//! Boards in a terminal: one character a cell, readable without colour.

use std::fmt::Write;

use selforge_board::picture::count::Change;
use selforge_board::picture::labels::Labels;
use selforge_board::picture::palette::look;
use selforge_board::{Diagram, Figure, Piece};

/// An empty cell.
const EMPTY: char = '·';

/// The colour of what just changed.
const ACCENT: u8 = 37;

/// How to draw.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    /// In colour.
    pub(crate) colour: bool,
    /// With the names of the cells, if they fit.
    pub(crate) names: bool,
    /// How many columns there are; `None` for as many as needed.
    pub(crate) columns: Option<usize>,
}

/// What a character is part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ink {
    None,
    Quiet,
    Set(u8),
    Accent,
}

/// How much of the names to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Names {
    None,
    Empty,
    All,
}

/// A grid of characters that grows as needed.
#[derive(Default)]
struct Canvas {
    rows: Vec<Vec<(char, Ink)>>,
}

impl Canvas {
    fn put(&mut self, row: usize, column: usize, text: &str, ink: Ink) {
        let rows = self.rows.len().max(row + 1);
        self.rows.resize(rows, Vec::new());
        let line = &mut self.rows[row];
        let end = column + text.chars().count();
        line.resize(line.len().max(end), (' ', Ink::None));
        for (at, c) in text.chars().enumerate() {
            line[column + at] = (c, ink);
        }
    }

    /// Whether nothing stands there, nor right beside it.
    fn is_free(&self, row: usize, column: usize, length: usize) -> bool {
        (column.saturating_sub(1)..column + length + 1).all(|at| self.is_blank(row, at))
    }

    fn is_blank(&self, row: usize, column: usize) -> bool {
        self.rows.get(row).and_then(|line| line.get(column)).is_none_or(|(c, _)| *c == ' ')
    }

    fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn text(&self, colour: bool) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let mut ink = Ink::None;
            for &(c, next) in row {
                // Blanks look the same in any colour.
                if colour && next != ink && c != ' ' {
                    push_ink(&mut text, next);
                    ink = next;
                }
                text.push(c);
            }
            if ink != Ink::None {
                push_ink(&mut text, Ink::None);
            }
            text.push('\n');
        }
        text
    }
}

fn push_ink(text: &mut String, ink: Ink) {
    let written = match ink {
        Ink::None => write!(text, "\x1b[0m"),
        Ink::Quiet => write!(text, "\x1b[0;90m"),
        Ink::Set(set) => write!(text, "\x1b[0;1;38;5;{}m", look(set).ansi),
        Ink::Accent => write!(text, "\x1b[0;1;38;5;{ACCENT}m"),
    };
    debug_assert!(written.is_ok(), "writing to a string cannot fail");
}

/// A piece as one character: chess pieces as in position text, the first set's in capitals.
pub(crate) fn sign(piece: Piece) -> char {
    let letter = match piece.figure {
        Figure::King => 'K',
        Figure::Queen => 'Q',
        Figure::Rook => 'R',
        Figure::Bishop => 'B',
        Figure::Knight => 'N',
        Figure::Pawn => 'P',
        Figure::Mover(mover) => return mover.letter(piece.set),
        Figure::Letter(letter) => return letter,
        Figure::Crowned => return look(piece.set).special,
        _ if piece.special => return look(piece.set).special,
        _ => return look(piece.set).glyph,
    };
    if piece.set == 0 { letter } else { letter.to_ascii_lowercase() }
}

/// The character that stands for a set: its king, where it has one, or its usual piece.
pub(crate) fn emblem(diagram: &Diagram, set: u8) -> char {
    let pieces = diagram.cells.iter().filter_map(|cell| cell.piece);
    let king = pieces.into_iter().find(|piece| piece.set == set && piece.figure == Figure::King);
    king.map_or(look(set).glyph, sign)
}

/// The emblem of a set as a letter of a legend.
pub(crate) fn glyph(diagram: &Diagram, set: u8, colour: bool) -> String {
    let c = emblem(diagram, set);
    if colour { format!("\x1b[1;38;5;{}m{c}\x1b[0m", look(set).ansi) } else { c.to_string() }
}

/// The board as lines of text; what changed last stands in brackets.
pub(crate) fn board(diagram: &Diagram, look: &Look, last: &Change) -> String {
    let tries: &[Names] =
        if look.names { &[Names::All, Names::Empty, Names::None] } else { &[Names::None] };
    let mut canvas = Canvas::default();
    for &names in tries {
        canvas = draw(diagram, names, last);
        if look.columns.is_none_or(|columns| canvas.width() <= columns) {
            break;
        }
    }
    canvas.text(look.colour)
}

fn draw(diagram: &Diagram, names: Names, last: &Change) -> Canvas {
    let mut canvas = Canvas::default();
    let labels = Labels::of(diagram);
    let longest = diagram.cells.iter().map(|cell| cell.name.len()).max().unwrap_or(1);
    let width = match names {
        Names::None => 1,
        Names::Empty => longest,
        Names::All => longest + 1,
    };
    // The grid has a cell every two columns; there must be a blank between any two.
    let scale = (width + 1).div_ceil(2);
    // Borders take a line above and below the board, and two columns at either side.
    let frame = usize::from(!diagram.borders.is_empty());
    let margin = labels.rows.iter().map(|label| label.text.len() + 1).max().unwrap_or(1);
    let margin = margin + 2 * frame;
    let grid: Vec<(usize, usize)> = diagram
        .text_grid()
        .into_iter()
        .map(|(row, column)| (row + frame, column * scale + margin))
        .collect();
    for (at, (cell, &(row, column))) in diagram.cells.iter().zip(&grid).enumerate() {
        let (mut text, ink) = match cell.piece {
            Some(piece) => (sign(piece).to_string(), Ink::Set(piece.set)),
            None if names == Names::None && diagram.checkered && !diagram.is_dark(cell) => {
                (" ".to_string(), Ink::Quiet)
            }
            None if names == Names::None => (EMPTY.to_string(), Ink::Quiet),
            // A blank in the place of the piece, so that names stand below each other.
            None if names == Names::All => (format!(" {}", cell.name), Ink::Quiet),
            None => (cell.name.to_string(), Ink::Quiet),
        };
        if cell.piece.is_some() && names == Names::All {
            text.push_str(&cell.name);
        }
        canvas.put(row, column, &text, ink);
        let marked = last.to.contains(&at) || last.from.contains(&at);
        if marked {
            let (left, right) = if last.to.contains(&at) { ("[", "]") } else { ("(", ")") };
            // Between the two cells of a short move there is one blank: the piece's sign wins.
            for (column, sign) in [(column - 1, left), (column + text.chars().count(), right)] {
                if last.to.contains(&at) || canvas.is_blank(row, column) {
                    canvas.put(row, column, sign, Ink::Accent);
                }
            }
        }
    }
    for label in &labels.rows {
        let (row, column) = grid[label.cell];
        let column = column - 1 - 2 * frame - label.text.len();
        canvas.put(row, column, label.text, Ink::Quiet);
    }
    put_borders(&mut canvas, diagram, &grid, width);
    put_column_labels(&mut canvas, &labels, &grid, scale, 1 + frame);
    canvas
}

/// Draws a line along each border, with the sign of its set in the middle.
fn put_borders(canvas: &mut Canvas, diagram: &Diagram, grid: &[(usize, usize)], width: usize) {
    let mean = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let (mut sum, mut count) = ([0.0; 2], 0.0);
        for [x, y] in points {
            sum = [sum[0] + x, sum[1] + y];
            count += 1.0;
        }
        sum.map(|value: f64| value / count)
    };
    let middle = mean(&mut diagram.cells.iter().map(|cell| cell.centre));
    for border in &diagram.borders {
        let at = mean(&mut border.line.iter().copied());
        let (sign, ink) = (emblem(diagram, border.set).to_string(), Ink::Set(border.set));
        let places: Vec<(usize, usize)> = border.cells.iter().map(|&cell| grid[cell]).collect();
        let (Some(&first), Some(&last)) = (places.iter().min(), places.iter().max()) else {
            continue;
        };
        if first.0 == last.0 {
            let row = if at[1] < middle[1] { first.0 - 1 } else { first.0 + 1 };
            let half = (last.1 + width - first.1).saturating_sub(3) / 2;
            let line = "─".repeat(half);
            canvas.put(row, first.1, &format!("{line} {sign} {line}"), ink);
            continue;
        }
        for (number, &(row, column)) in places.iter().enumerate() {
            let column = if at[0] < middle[0] { column - 2 } else { column + width + 1 };
            let text = if number == places.len() / 2 { &sign } else { "╲" };
            canvas.put(row, column, text, ink);
        }
    }
}

/// Writes the columns' labels so many lines below their ends, leaving out those that would touch
/// another text.
fn put_column_labels(
    canvas: &mut Canvas,
    labels: &Labels<'_>,
    grid: &[(usize, usize)],
    scale: usize,
    below: usize,
) {
    // How many columns of text a column of cells moves to the right from one row to the next.
    let slant = |offset: [f64; 2]| (offset[0] * 2.0).round() as isize * scale as isize;
    let mut places: Vec<(usize, usize, &str)> = labels
        .columns
        .iter()
        .map(|label| {
            let (row, column) = grid[label.cell];
            let slant = slant(label.offset) * below as isize;
            (row + below, column.saturating_add_signed(slant), label.text)
        })
        .collect();
    places.sort_unstable();
    for (row, column, text) in places {
        if canvas.is_free(row, column, text.len()) {
            canvas.put(row, column, text, Ink::Quiet);
        }
    }
}

#[cfg(test)]
mod tests {
    use selforge_board::{Board, Border};

    use super::*;

    fn text(name: &str, names: bool) -> String {
        let diagram = Board::parse(name, 0).unwrap().diagram();
        board(&diagram, &Look { names, ..Look::default() }, &Change::default())
    }

    #[test]
    fn hexagons_have_letters_at_the_rows_and_numbers_at_the_diagonals() {
        let expected =
            ["  e · · ·", " d · · · ·", "c · · · · ·", " b · · · · 5", "  a · · · 4", "     1 2 3"];
        assert_eq!(text("hexhex-3", false).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn chess_boards_have_files_below_and_ranks_at_the_left() {
        assert_eq!(text("king-2x3", false), "2 · · ·\n1 · · ·\n  a b c\n");
    }

    #[test]
    fn chess_pieces_are_letters_and_light_squares_are_blank() {
        let diagram = Board::parse("square-2x3", 0).unwrap().diagram();
        let mut diagram = Diagram { checkered: true, ..diagram };
        let piece = |set, figure| Some(Piece::new(set, figure));
        diagram.cells[0].piece = piece(0, Figure::Knight);
        diagram.cells[4].piece = piece(1, Figure::King);
        diagram.cells[3].piece = piece(1, Figure::Crowned);
        let text = board(&diagram, &Look::default(), &Change::default());
        assert_eq!(text, "2 N ·  \n1 ◎ k ·\n  a b c\n");
        assert_eq!([emblem(&diagram, 0), emblem(&diagram, 1)], ['●', 'k']);
    }

    #[test]
    fn names_take_the_place_of_dots_when_asked_for() {
        assert_eq!(text("square-2x2", true), "2  a2  b2\n1  a1  b1\n  a   b\n");
    }

    #[test]
    fn borders_show_whose_they_are_without_colour() {
        let mut diagram = Board::parse("hex-3x4", 0).unwrap().diagram();
        let sides: [(u8, &[usize], [f64; 2]); 4] = [
            (0, &[0, 1, 2, 3], [0.0, -0.5]),
            (1, &[3, 7, 11], [0.5, 0.0]),
            (0, &[11, 10, 9, 8], [0.0, 0.5]),
            (1, &[8, 4, 0], [-0.5, 0.0]),
        ];
        for (set, cells, [right, down]) in sides {
            let centres = cells.iter().map(|&cell| diagram.cells[cell].centre);
            let line = centres.map(|[x, y]| [x + right, y + down]).collect();
            diagram.borders.push(Border { set, cells: cells.to_vec(), line });
        }
        let expected = [
            "    ── ● ──",
            "1 ╲ · · · · ╲",
            " 2 ○ · · · · ○",
            "  3 ╲ · · · · ╲",
            "      ── ● ──",
            "        a b c d",
        ];
        let text = board(&diagram, &Look::default(), &Change::default());
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
        let look = Look { colour: true, ..Look::default() };
        let coloured = board(&diagram, &look, &Change::default());
        assert!(coloured.contains("\x1b[0;1;38;5;32m── ● ──"), "{coloured}");
    }

    #[test]
    fn names_are_left_out_where_they_do_not_fit() {
        let diagram = Board::parse("hexhex-6", 0).unwrap().diagram();
        let width = |columns| {
            let look = Look { names: true, columns: Some(columns), ..Look::default() };
            let text = board(&diagram, &look, &Change::default());
            text.lines().map(|line| line.chars().count()).max().unwrap()
        };
        assert!(width(80) > 40 && width(80) <= 80);
        assert!(width(50) > 30 && width(50) <= 50);
        assert!(width(10) < 30, "the board itself is shown in any case");
    }

    #[test]
    fn the_last_move_is_marked_without_colour() {
        let diagram = Board::parse("square-2x3", 0).unwrap().diagram();
        let last = Change { from: vec![0], to: vec![1] };
        let text = board(&diagram, &Look::default(), &last);
        assert_eq!(text.lines().next(), Some("2(·[·]·"));
    }
}
