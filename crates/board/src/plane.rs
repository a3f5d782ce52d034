//! The unbounded plane of hexagons: cells without a board around them.
//!
//! The plane has no list of cells, so no slots and no bit sets; a game on it keeps the coordinates of
//! its pieces. Directions, scale and drawing are those of a `hexhex` board. Names count from a fixed
//! origin, `e0n0`, instead of from a rim: `e3n2` lies 3 steps east and 2 to the north-west.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::str::FromStr;

use crate::board::Point;
use crate::diagram::{Diagram, DiagramCell};
use crate::geometry::{hexagon, hexagon_centre};

/// The six directions clockwise: E, SE, SW, W, NW, NE; as steps in `q` and `r`.
pub const DIRECTIONS: [[i32; 2]; 6] = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

/// The most cells that [`window`] shows as one piece.
pub const MAX_WINDOW: usize = 4096;

/// A cell of the plane, by its axial coordinates.
///
/// ```
/// use selforge_board::Hex;
/// let cell: Hex = "e3n2".parse()?;
/// assert_eq!(cell, Hex { q: 3, r: -2 });
/// assert_eq!(cell.distance(Hex::ORIGIN), 3);
/// # Ok::<(), selforge_board::plane::HexNameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hex {
    /// Steps to the east.
    pub q: i32,
    /// Steps to the south-east.
    pub r: i32,
}

impl Hex {
    /// The cell from which names count.
    pub const ORIGIN: Hex = Hex { q: 0, r: 0 };

    /// The largest size of a coordinate in a name. All other methods work far beyond it, up to a
    /// million; games should refuse to leave it.
    pub const BOUND: i32 = 9999;

    /// Whether the cell is close enough to the origin to have a name that can be read back.
    #[must_use]
    pub fn is_within_bound(self) -> bool {
        let close = -Hex::BOUND..=Hex::BOUND;
        close.contains(&self.q) && close.contains(&self.r)
    }

    /// The six cells next to this one, clockwise from the east.
    #[must_use]
    pub fn neighbours(self) -> [Hex; 6] {
        DIRECTIONS.map(|[q, r]| Hex { q: self.q + q, r: self.r + r })
    }

    /// The number of steps from here to `other`.
    #[must_use]
    pub fn distance(self, other: Hex) -> u32 {
        let (q, r) = (other.q - self.q, other.r - self.r);
        q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs())
    }

    /// Where the middle of the cell is drawn.
    #[must_use]
    pub fn centre(self) -> Point {
        hexagon_centre(f64::from(self.q), f64::from(self.r))
    }

    /// The cell's outline, clockwise from the top.
    #[must_use]
    pub fn outline(self) -> Vec<Point> {
        hexagon(self.centre())
    }

    /// The horizontal place in half cells.
    fn half_steps(self) -> i32 {
        2 * self.q + self.r
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (across, down) =
            (if self.q < 0 { 'w' } else { 'e' }, if self.r > 0 { 's' } else { 'n' });
        write!(f, "{across}{}{down}{}", self.q.unsigned_abs(), self.r.unsigned_abs())
    }
}

/// What is wrong with the name of a cell of the plane.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "unknown cell '{name}' of the plane; expected e or w and a number, then n or s and a number, both up to 9999, like 'e3n2'"
)]
pub struct HexNameError {
    /// The name as given, cut short if it is long.
    pub name: String,
}

impl FromStr for Hex {
    type Err = HexNameError;

    /// Reads a name in any case.
    fn from_str(text: &str) -> Result<Hex, HexNameError> {
        let read = || {
            let lower = text.to_ascii_lowercase();
            let (east, rest) = signed(&lower, 'e', 'w')?;
            let (north, rest) = signed(rest, 'n', 's')?;
            rest.is_empty().then_some(Hex { q: east, r: -north })
        };
        read().ok_or_else(|| HexNameError { name: text.chars().take(20).collect() })
    }
}

/// Reads a letter, which gives the sign, and one to four digits; gives the rest of the text too.
fn signed(text: &str, plus: char, minus: char) -> Option<(i32, &str)> {
    let sign = if text.starts_with(plus) { 1 } else { -1 };
    let text = text.strip_prefix([plus, minus])?;
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(end);
    if digits.len() > 4 || (digits.len() > 1 && digits.starts_with('0')) {
        return None;
    }
    let size: i32 = digits.parse().ok()?;
    Some((sign * size, rest))
}

/// The cells to show around some: the smallest upright rectangle that has all of them and their
/// neighbours, in reading order. Should that be more than [`MAX_WINDOW`] cells, only they and their
/// neighbours, so that two far pieces cost no more than two near ones.
#[must_use]
pub fn window(around: &[Hex]) -> Vec<Hex> {
    let bounds = |place: fn(Hex) -> i32| {
        let places = around.iter().map(|&cell| place(cell));
        places.clone().min().zip(places.max())
    };
    let (Some((top, bottom)), Some((left, right))) =
        (bounds(|cell| cell.r), bounds(Hex::half_steps))
    else {
        return Vec::new();
    };
    let (rows, halves) = (top - 1..=bottom + 1, left - 2..=right + 2);
    if rows.clone().count() * halves.clone().count() / 2 <= MAX_WINDOW {
        let cells = rows.flat_map(|r| halves.clone().map(move |half| (half, r)));
        return cells
            .filter(|(half, r)| (half - r) % 2 == 0)
            .map(|(half, r)| Hex { q: (half - r) / 2, r })
            .collect();
    }
    let near = around.iter().flat_map(|&cell| cell.neighbours().into_iter().chain([cell]));
    let near: BTreeSet<(i32, i32)> = near.map(|cell| (cell.r, cell.q)).collect();
    near.into_iter().map(|(r, q)| Hex { q, r }).collect()
}

/// The picture of some cells of the plane, such as a [`window`]; without pieces, in the same order.
#[must_use]
pub fn diagram(cells: &[Hex]) -> Diagram {
    let top = cells.iter().map(|cell| cell.r).min().unwrap_or(0);
    let index: HashMap<Hex, usize> =
        cells.iter().enumerate().map(|(at, &cell)| (cell, at)).collect();
    let edges = cells.iter().enumerate().flat_map(|(at, cell)| {
        let next = cell.neighbours().into_iter().filter_map(|next| index.get(&next).copied());
        next.filter(move |&next| at < next).map(move |next| (at, next)).collect::<Vec<_>>()
    });
    Diagram {
        edges: edges.collect(),
        cells: cells
            .iter()
            .map(|cell| DiagramCell {
                name: cell.to_string().into(),
                centre: cell.centre(),
                outline: cell.outline().into(),
                row: (cell.r - top) as usize,
                piece: None,
            })
            .collect(),
        show_edges: false,
        bonded: false,
        checkered: false,
        borders: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Board;

    #[test]
    fn names_say_east_or_west_and_north_or_south() {
        let names =
            [(0, 0), (3, -2), (-1, 4), (-9999, 9999)].map(|(q, r)| Hex { q, r }.to_string());
        assert_eq!(names, ["e0n0", "e3n2", "w1s4", "w9999s9999"]);
        assert_eq!("W1S4".parse(), Ok(Hex { q: -1, r: 4 }));
    }

    #[test]
    fn wrong_names_are_refused_with_an_example() {
        let wrong = ["", "e", "e1", "n1e1", "e1n", "e10000n1", "e01n1", "e1n1 ", "e-1n1", "e1n1x"];
        for text in wrong {
            let error = text.parse::<Hex>().unwrap_err().to_string();
            assert!(error.contains(text) && error.contains("'e3n2'"), "{error}");
        }
    }

    #[test]
    fn the_plane_is_drawn_like_a_hexhex_board() {
        let board = Board::parse("hexhex-3", 0).unwrap();
        let centre = board.centre_cell();
        assert_eq!(board.centre(centre), Hex::ORIGIN.centre());
        assert_eq!(board.outline(centre), Hex::ORIGIN.outline());
        for (&cell, hex) in board.neighbours(centre).iter().zip(Hex::ORIGIN.neighbours()) {
            assert_eq!(board.centre(cell), hex.centre());
        }
    }

    #[test]
    fn a_window_is_a_rectangle_with_a_margin() {
        let cells = window(&[Hex::ORIGIN]);
        assert_eq!(cells.len(), 2 + 3 + 2);
        assert!(Hex::ORIGIN.neighbours().iter().all(|cell| cells.contains(cell)));
        let wide = window(&[Hex::ORIGIN, Hex { q: 4, r: 3 }]);
        assert!(wide.is_sorted_by_key(|cell| (cell.r, cell.q)));
        assert!(wide.contains(&Hex { q: 5, r: 0 }) && window(&[]).is_empty());
    }

    #[test]
    fn far_pieces_do_not_make_a_huge_window() {
        let far = [Hex { q: -9999, r: -9999 }, Hex { q: 9999, r: 9999 }];
        assert_eq!(window(&far).len(), 14);
    }

    #[test]
    fn a_diagram_of_the_plane_has_an_edge_for_each_pair_of_neighbours() {
        let diagram = diagram(&window(&[Hex::ORIGIN]));
        assert_eq!((diagram.cells.len(), diagram.edges.len()), (7, 12));
        let rows: Vec<usize> = diagram.cells.iter().map(|cell| cell.row).collect();
        assert_eq!(rows, [0, 0, 1, 1, 1, 2, 2]);
    }

    proptest! {
        #[test]
        fn every_cell_within_the_bound_reads_back(q in -9999..=9999, r in -9999..=9999) {
            let cell = Hex { q, r };
            prop_assert!(cell.is_within_bound());
            prop_assert_eq!(cell.to_string().parse(), Ok(cell));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,12}|[ewns0-9]{0,12}") {
            if let Ok(cell) = text.parse::<Hex>() {
                prop_assert!(cell.is_within_bound());
            }
        }

        #[test]
        fn neighbours_are_one_step_away(q in -99..99, r in -99..99, to_q in -99..99, to_r in -99..99) {
            let (cell, to) = (Hex { q, r }, Hex { q: to_q, r: to_r });
            for next in cell.neighbours() {
                prop_assert_eq!(cell.distance(next), 1);
                prop_assert!(next.distance(to).abs_diff(cell.distance(to)) <= 1);
            }
            let nearest = cell.neighbours().map(|next| next.distance(to)).into_iter().min();
            prop_assert!(cell == to || nearest == Some(cell.distance(to) - 1));
        }
    }
}
