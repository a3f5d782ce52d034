//! The puzzles that come with the program. docs/puzzles.md has the commands that made them.

use std::sync::OnceLock;

use super::puzzle::Puzzle;

/// The files, a puzzle a line.
pub const SHIPPED: [&str; 3] = [
    include_str!("shipped/selfo.jsonl"),
    include_str!("shipped/chess.jsonl"),
    include_str!("shipped/checkers.jsonl"),
];

/// All of them, in the order of the files.
pub fn shipped() -> &'static [Puzzle] {
    static PUZZLES: OnceLock<Vec<Puzzle>> = OnceLock::new();
    PUZZLES.get_or_init(|| {
        let lines = SHIPPED.iter().flat_map(|file| file.lines());
        let read = |line| Puzzle::from_line(line).expect("what is shipped was tested");
        lines.map(read).collect()
    })
}
