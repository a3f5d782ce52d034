//! The names of boards: `hexhex-6`, `king-8x8`, `voronoi-60-7`.
//!
//! A name is part of a game's one-line spec, so it says everything, has one canonical form, and is
//! read strictly: no spaces, no leading zeros, sizes within stated limits. [`KINDS`] lists what there
//! is; help texts and error messages are made from it.

use std::collections::HashMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use crate::board::{Board, BoardError, MAX_CELLS};
use crate::kinds;

/// One kind of board, as help texts show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// How names of this kind are written, e.g. `hexhex-N`.
    pub pattern: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What the board is, in one line.
    pub summary: &'static str,
    /// A name of this kind.
    pub example: &'static str,
    /// A small board of this kind, for its picture.
    pub small: &'static str,
}

/// Every kind of board that a [`BoardName`] can name, the usual ones first.
pub const KINDS: [Kind; 7] = [
    Kind {
        pattern: "hexhex-N",
        title: "Hexagon",
        summary: "a hexagon of hexagons with N cells a side, N from 2 to 18",
        example: "hexhex-6",
        small: "hexhex-4",
    },
    Kind {
        pattern: "hex-RxC",
        title: "Rhombus",
        summary: "a rhombus of hexagons with R rows and C columns, as for Hex",
        example: "hex-11x11",
        small: "hex-6x6",
    },
    Kind {
        pattern: "square-RxC",
        title: "Squares, 4 neighbours",
        summary: "R rows and C columns of squares with 4 neighbours each",
        example: "square-8x8",
        small: "square-6x6",
    },
    Kind {
        pattern: "king-RxC",
        title: "Squares, 8 neighbours",
        summary: "R rows and C columns of squares with 8 neighbours each",
        example: "king-8x8",
        small: "king-6x6",
    },
    Kind {
        pattern: "tri-N",
        title: "Triangles",
        summary: "a hexagon of triangles with N edges a side, N from 1 to 13",
        example: "tri-4",
        small: "tri-3",
    },
    Kind {
        pattern: "voronoi-N[-SEED]",
        title: "Irregular cells",
        summary: "N irregular cells, N from 8 to 1024; another seed gives another board",
        example: "voronoi-60-7",
        small: "voronoi-40-7",
    },
    Kind {
        pattern: "plane",
        title: "Endless board",
        summary: "the unbounded plane of hexagons",
        example: "plane",
        small: "plane",
    },
];

/// Boards that nobody has any more are forgotten when there are so many names.
const SHARED: usize = 256;

/// The name of a built-in board.
///
/// ```
/// use selforge_board::BoardName;
/// let name: BoardName = "king-8x8".parse()?;
/// assert_eq!(name, BoardName::King { rows: 8, columns: 8 });
/// assert_eq!(name.to_string(), "king-8x8");
/// # Ok::<(), selforge_board::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardName {
    /// A hexagon of hexagons.
    HexHex {
        /// Cells along one side.
        side: u32,
    },
    /// A rhombus of hexagons.
    Hex {
        /// Rows from top to bottom.
        rows: u32,
        /// Cells in a row.
        columns: u32,
    },
    /// Squares with four neighbours.
    Square {
        /// Rows from top to bottom.
        rows: u32,
        /// Cells in a row.
        columns: u32,
    },
    /// Squares with eight neighbours.
    King {
        /// Rows from top to bottom.
        rows: u32,
        /// Cells in a row.
        columns: u32,
    },
    /// A hexagon of triangles.
    Tri {
        /// Edges of triangles along one side.
        side: u32,
    },
    /// Irregular cells.
    Voronoi {
        /// How many.
        cells: u32,
        /// Which board of that size; left open if the game's own seed is to choose.
        seed: Option<u64>,
    },
    /// The unbounded plane of hexagons; see [`plane`](crate::plane).
    Plane,
}

impl BoardName {
    /// Builds the board; `default_seed` chooses a Voronoi board that does not name its own seed. The
    /// built board's [`name`](Board::name) has the seed in it.
    ///
    /// # Errors
    /// If a size is out of its range, and for [`BoardName::Plane`], which no finite board can be.
    pub fn build(&self, default_seed: u64) -> Result<Board, BoardError> {
        self.check().map_err(|refusal| refusal.of(&self.to_string()))?;
        let parts = match *self {
            BoardName::HexHex { side } => kinds::hexhex::parts(side as usize),
            BoardName::Hex { rows, columns } => {
                kinds::rhombus::parts(rows as usize, columns as usize)
            }
            BoardName::Square { rows, columns } => {
                kinds::square::square_parts(rows as usize, columns as usize)
            }
            BoardName::King { rows, columns } => {
                kinds::square::king_parts(rows as usize, columns as usize)
            }
            BoardName::Tri { side } => kinds::tri::parts(side as usize),
            BoardName::Voronoi { cells, seed } => {
                kinds::voronoi::parts(cells as usize, seed.unwrap_or(default_seed))
            }
            BoardName::Plane => {
                return Err(Refusal {
                    problem: "the plane has no end, so it is no list of cells".into(),
                    expected: "a finite board here".into(),
                }
                .of("plane"));
            }
        };
        Ok(Board::new(parts))
    }

    /// Whether the sizes are within their limits.
    /// The board, shared with everyone who has built it by this name: it never changes, and takes a
    /// few hundred bytes a cell.
    ///
    /// # Errors
    /// As [`build`](BoardName::build).
    pub fn shared(&self, default_seed: u64) -> Result<Arc<Board>, BoardError> {
        static BUILT: LazyLock<Mutex<HashMap<BoardName, Weak<Board>>>> =
            LazyLock::new(Mutex::default);
        let mut name = *self;
        if let BoardName::Voronoi { seed, .. } = &mut name {
            seed.get_or_insert(default_seed);
        }
        let lock = || BUILT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&name).and_then(Weak::upgrade) {
            return Ok(known);
        }
        let board = Arc::new(name.build(default_seed)?);
        let mut built = lock();
        if built.len() >= SHARED {
            built.retain(|_, board| board.strong_count() > 0);
        }
        built.insert(name, Arc::downgrade(&board));
        Ok(board)
    }

    /// How many cells the board has, known before it is built; `None` for the plane.
    #[must_use]
    pub fn cell_count(&self) -> Option<usize> {
        let cells = match *self {
            BoardName::HexHex { side } => 3 * side as usize * (side as usize).saturating_sub(1) + 1,
            BoardName::Tri { side } => 6 * side as usize * side as usize,
            BoardName::Voronoi { cells, .. } => cells as usize,
            BoardName::Hex { rows, columns }
            | BoardName::Square { rows, columns }
            | BoardName::King { rows, columns } => rows as usize * columns as usize,
            BoardName::Plane => return None,
        };
        Some(cells)
    }

    fn check(&self) -> Result<(), Refusal> {
        match *self {
            BoardName::HexHex { side } => within("side", side, 2..=18),
            BoardName::Tri { side } => within("side", side, 1..=13),
            BoardName::Voronoi { cells, .. } => within("number of cells", cells, 8..=1024),
            BoardName::Hex { rows, columns }
            | BoardName::Square { rows, columns }
            | BoardName::King { rows, columns } => {
                within("number of rows", rows, 1..=1024)?;
                within("number of columns", columns, 1..=1024)?;
                within("number of cells (rows times columns)", rows * columns, 2..=1024)
            }
            BoardName::Plane => Ok(()),
        }
    }
}

impl Board {
    /// The finite board that `text` describes: a [`BoardName`], or a
    /// [graph](Board::from_graph_json) written inline, which starts with `{`. Takes every
    /// [`Board::name`].
    ///
    /// # Errors
    /// If it is neither, or a board without end.
    pub fn parse(text: &str, default_seed: u64) -> Result<Board, BoardError> {
        if text.trim_start().starts_with('{') {
            Board::from_graph_json(text)
        } else {
            text.parse::<BoardName>()?.build(default_seed)
        }
    }
}

impl fmt::Display for BoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BoardName::HexHex { side } => write!(f, "hexhex-{side}"),
            BoardName::Hex { rows, columns } => write!(f, "hex-{rows}x{columns}"),
            BoardName::Square { rows, columns } => write!(f, "square-{rows}x{columns}"),
            BoardName::King { rows, columns } => write!(f, "king-{rows}x{columns}"),
            BoardName::Tri { side } => write!(f, "tri-{side}"),
            BoardName::Voronoi { cells, seed: None } => write!(f, "voronoi-{cells}"),
            BoardName::Voronoi { cells, seed: Some(seed) } => write!(f, "voronoi-{cells}-{seed}"),
            BoardName::Plane => f.write_str("plane"),
        }
    }
}

impl FromStr for BoardName {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<BoardName, BoardError> {
        let name = read(text).map_err(|refusal| refusal.of(text))?;
        name.check().map_err(|refusal| refusal.of(text))?;
        Ok(name)
    }
}

/// Why a name is refused, before it is said which name.
struct Refusal {
    problem: String,
    expected: String,
}

impl Refusal {
    fn of(self, name: &str) -> BoardError {
        // A hostile name may be of any length; a message is not.
        const SHOWN: usize = 40;
        let mut shown: String = name.chars().take(SHOWN).collect();
        if shown.len() < name.len() {
            shown.push('…');
        }
        BoardError::Name { name: shown, problem: self.problem, expected: self.expected }
    }
}

fn within(what: &str, value: u32, range: RangeInclusive<u32>) -> Result<(), Refusal> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(Refusal {
        problem: format!("the {what} is out of range"),
        expected: format!("{} to {}", range.start(), range.end()),
    })
}

/// Reads a name by its shape alone.
fn read(text: &str) -> Result<BoardName, Refusal> {
    let (kind, rest) = text.split_once('-').unwrap_or((text, ""));
    let pattern = |pattern: &'static str| {
        move || Refusal {
            problem: "its numbers cannot be read".into(),
            expected: format!("{pattern} with whole numbers, without leading zeros"),
        }
    };
    match kind {
        "hexhex" => {
            let side = size(rest).ok_or_else(pattern("hexhex-N"))?;
            Ok(BoardName::HexHex { side })
        }
        "tri" => {
            let side = size(rest).ok_or_else(pattern("tri-N"))?;
            Ok(BoardName::Tri { side })
        }
        "hex" => {
            let (rows, columns) = two_sizes(rest).ok_or_else(pattern("hex-RxC"))?;
            Ok(BoardName::Hex { rows, columns })
        }
        "square" => {
            let (rows, columns) = two_sizes(rest).ok_or_else(pattern("square-RxC"))?;
            Ok(BoardName::Square { rows, columns })
        }
        "king" => {
            let (rows, columns) = two_sizes(rest).ok_or_else(pattern("king-RxC"))?;
            Ok(BoardName::King { rows, columns })
        }
        "voronoi" => {
            let refuse = pattern("voronoi-N or voronoi-N-SEED");
            let (cells, seed) = match rest.split_once('-') {
                None => (rest, None),
                Some((cells, seed)) => (cells, Some(whole(seed).ok_or_else(&refuse)?)),
            };
            let cells = size(cells).ok_or_else(refuse)?;
            Ok(BoardName::Voronoi { cells, seed })
        }
        "plane" if text == "plane" => Ok(BoardName::Plane),
        _ => Err(Refusal {
            problem: "no such kind of board".into(),
            expected: format!("one of {}", KINDS.map(|kind| kind.pattern).join(", ")),
        }),
    }
}

/// A whole number without sign, leading zero or overflow.
fn whole(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = text.len() > 1 && text.starts_with('0');
    if digits && !leading_zero { text.parse().ok() } else { None }
}

/// A number that is to be a size. Above all limits one size is as wrong as another, so those become
/// one that can still be multiplied.
fn size(text: &str) -> Option<u32> {
    const TOO_LARGE: u32 = MAX_CELLS as u32 + 1;
    whole(text).map(|value| u32::try_from(value).map_or(TOO_LARGE, |value| value.min(TOO_LARGE)))
}

fn two_sizes(text: &str) -> Option<(u32, u32)> {
    let (rows, columns) = text.split_once('x')?;
    Some((size(rows)?, size(columns)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        text.parse::<BoardName>().unwrap_err().to_string()
    }

    #[test]
    fn every_example_reads_and_prints_as_itself_and_has_the_form_of_its_pattern() {
        for kind in KINDS {
            let name: BoardName = kind.example.parse().unwrap();
            assert_eq!(name.to_string(), kind.example);
            let stem = |text: &'static str| text.split('-').next();
            assert_eq!(stem(kind.example), stem(kind.pattern));
        }
    }

    #[test]
    fn a_board_is_built_once_for_all_who_have_it() {
        let open: BoardName = "voronoi-21".parse().unwrap();
        let named: BoardName = "voronoi-21-4".parse().unwrap();
        let board = open.shared(4).unwrap();
        assert!(Arc::ptr_eq(&board, &named.shared(9).unwrap()));
        assert!(!Arc::ptr_eq(&board, &open.shared(5).unwrap()));
        assert!("plane".parse::<BoardName>().unwrap().shared(0).is_err());
    }

    #[test]
    fn the_number_of_cells_is_known_before_the_board_is_built() {
        for text in
            ["hexhex-2", "hexhex-9", "hex-3x7", "square-4x5", "king-2x1", "tri-4", "voronoi-33"]
        {
            let name: BoardName = text.parse().unwrap();
            assert_eq!(name.cell_count(), Some(name.build(1).unwrap().cells().len()), "{text}");
        }
        assert_eq!(BoardName::Plane.cell_count(), None);
    }

    #[test]
    fn the_seed_of_a_voronoi_board_is_its_own_or_the_default() {
        let named: BoardName = "voronoi-20-7".parse().unwrap();
        let open: BoardName = "voronoi-20".parse().unwrap();
        assert_eq!(open.to_string(), "voronoi-20");
        assert_eq!(named.build(1).unwrap().name(), "voronoi-20-7");
        assert_eq!(open.build(1).unwrap().name(), "voronoi-20-1");
        assert!("voronoi-20-18446744073709551615".parse::<BoardName>().is_ok());
        assert!("voronoi-20-18446744073709551616".parse::<BoardName>().is_err());
    }

    #[test]
    fn refusals_say_the_allowed_range() {
        assert_eq!(
            refusal("hexhex-19"),
            "unknown board 'hexhex-19': the side is out of range; expected 2 to 18"
        );
        assert!(refusal("hexhex-1").contains("2 to 18"));
        assert!(refusal("tri-14").contains("1 to 13"));
        assert!(refusal("tri-0").contains("1 to 13"));
        assert!(refusal("voronoi-7").contains("8 to 1024"));
        assert!(refusal("square-1x1").contains("2 to 1024"));
        assert!(refusal("king-33x32").contains("2 to 1024"));
        assert!(refusal("hex-0x5").contains("1 to 1024"));
        assert!(refusal("hexhex-99999999999").contains("2 to 18"));
        assert!(refusal("king-9999999999x9999999999").contains("1 to 1024"));
    }

    #[test]
    fn refusals_say_what_a_name_looks_like() {
        assert!(refusal("hexhex").contains("hexhex-N"));
        assert!(refusal("hexhex-06").contains("without leading zeros"));
        assert!(refusal("square-8").contains("square-RxC"));
        assert!(refusal("king-8x+8").contains("king-RxC"));
        assert!(refusal("voronoi-60-").contains("voronoi-N-SEED"));
        assert!(refusal("plane-3").contains("square-RxC"));
        assert!(refusal("torus-3").contains("hexhex-N, hex-RxC"));
        assert!(refusal(&"x".repeat(1000)).len() < 250);
    }

    #[test]
    fn the_plane_and_sizes_out_of_range_cannot_be_built() {
        let error = BoardName::Plane.build(0).unwrap_err().to_string();
        assert!(error.contains("expected a finite board"), "{error}");
        assert!(BoardName::HexHex { side: 19 }.build(0).is_err());
        assert!(BoardName::Square { rows: u32::MAX, columns: u32::MAX }.build(0).is_err());
    }

    #[test]
    fn a_text_is_read_as_a_name_or_as_a_graph() {
        assert_eq!(Board::parse("hexhex-2", 0).unwrap().cells().len(), 7);
        let graph = r#" {"cells":[{"x":0,"y":0},{"x":1,"y":0}],"edges":[[0,1]]}"#;
        let board = Board::parse(graph, 0).unwrap();
        assert_eq!(Board::parse(board.name(), 0).unwrap().name(), board.name());
    }
}
