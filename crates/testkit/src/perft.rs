//! Tables of how many lines of play a game has.
//!
//! One line of text a game: its spec, then for each depth the number of lines of play, set apart by
//! semicolons. Comments start with `#`; the first ones say where the numbers come from.
//!
//! ```text
//! # source: counted by the plain rules in tests/oracle
//! selfo board=hexhex-3 position="A1B/4/5/4/B1A A" ; 1 19 ; 2 361
//! ```

use std::fmt::Write;

/// One line of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line's number in the text, from 1.
    pub line: usize,
    /// The game.
    pub spec: String,
    /// Depths and numbers of lines of play.
    pub counts: Vec<(u32, u64)>,
}

/// Reads a table.
///
/// # Panics
/// With the line, if the text is no table, names no source, or counts nothing.
#[must_use]
pub fn read_table(text: &str) -> Vec<Entry> {
    let named = text.lines().any(|line| line.starts_with("# source:"));
    assert!(named, "a perft table says where its numbers come from: '# source: …'");
    let lines = text.lines().zip(1..).filter(|(line, _)| is_entry(line));
    let entries: Vec<Entry> = lines.map(|(line, number)| read_line(line, number)).collect();
    assert!(!entries.is_empty(), "a perft table with no game in it");
    entries
}

/// Checks every number of a table against `count`, which is given a spec and a depth.
///
/// # Panics
/// With the line, the spec and both numbers, at the first that differs.
pub fn check_table(text: &str, mut count: impl FnMut(&str, u32) -> u64) {
    for Entry { line, spec, counts } in read_table(text) {
        for (depth, expected) in counts {
            let found = count(&spec, depth);
            assert_eq!(found, expected, "perft table, line {line}: {spec}, depth {depth}");
        }
    }
}

/// The table with the numbers that `count` gives, everything else as it was.
///
/// # Panics
/// If the text is no table.
#[must_use]
pub fn fill_table(text: &str, mut count: impl FnMut(&str, u32) -> u64) -> String {
    let mut filled = String::new();
    for (line, number) in text.lines().zip(1..) {
        if is_entry(line) {
            let Entry { spec, counts, .. } = read_line(line, number);
            filled.push_str(&spec);
            for (depth, _) in counts {
                let _ = write!(filled, " ; {depth} {}", count(&spec, depth));
            }
        } else {
            filled.push_str(line);
        }
        filled.push('\n');
    }
    filled
}

fn is_entry(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with('#')
}

fn read_line(line: &str, number: usize) -> Entry {
    let mut parts = line.split(';').map(str::trim);
    let spec = parts.next().unwrap_or_default().to_owned();
    let counts = parts.map(|part| {
        let read = || {
            let (depth, nodes) = part.split_once(' ')?;
            Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
        };
        read().unwrap_or_else(|| panic!("line {number}: '{part}' is no depth and number"))
    });
    let counts: Vec<(u32, u64)> = counts.collect();
    assert!(!counts.is_empty(), "line {number}: '{spec}' without a depth and a number");
    Entry { line: number, spec, counts }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# source: by hand\n\nline length=3 ; 1 3 ; 2 9\n# the end\n";

    #[test]
    fn a_table_is_read_and_filled_in() {
        let counts = vec![(1, 3), (2, 9)];
        assert_eq!(read_table(TABLE), [Entry { line: 3, spec: "line length=3".into(), counts }]);
        check_table(TABLE, |_, depth| 3u64.pow(depth));
        assert_eq!(fill_table(TABLE, |_, depth| 3u64.pow(depth)), TABLE);
        assert!(fill_table(TABLE, |_, _| 7).contains("; 1 7 ; 2 7\n# the end\n"));
    }

    #[test]
    #[should_panic(expected = "line 3: line length=3, depth 2")]
    fn a_wrong_number_is_named_with_its_place() {
        check_table(TABLE, |_, depth| 3 * u64::from(depth));
    }

    #[test]
    #[should_panic(expected = "where its numbers come from")]
    fn a_table_without_a_source_is_refused() {
        let _ = read_table("line ; 1 3");
    }

    #[test]
    #[should_panic(expected = "line 2: 'x 3' is no depth and number")]
    fn a_damaged_line_is_named() {
        let _ = read_table("# source: none\nline ; x 3");
    }
}
