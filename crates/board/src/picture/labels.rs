//! The letters and numbers along the rim of a board.
//!
//! Cells are named by letters and a number. Where one of the two is the same for a whole row, it
//! can stand at the row's beginning; where the cells with the same other part lie on a straight
//! line, it can stand at the line's end. This is read off the diagram, so that it holds for any
//! board: chess boards, hexagons with slanting columns, irregular cells with rows only.

use std::collections::{BTreeMap, BTreeSet};

use crate::Diagram;

/// What to write beside a row or a column.
#[derive(Clone, PartialEq, Debug)]
pub struct Label<'d> {
    /// The text.
    pub text: &'d str,
    /// The index of the cell beside which it stands.
    pub cell: usize,
    /// Where it stands, seen from that cell, in units of the drawing; of about the length of a step.
    pub offset: [f64; 2],
}

/// The labels of a board: some, or none at all.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Labels<'d> {
    /// For each row that has one, a label left of its first cell.
    pub rows: Vec<Label<'d>>,
    /// For each line of cells that crosses the rows, a label below its lowest cell.
    pub columns: Vec<Label<'d>>,
}

/// The letters and the number of a cell's name.
fn split(name: &str) -> (&str, &str) {
    name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()))
}

impl<'d> Labels<'d> {
    /// The labels that the names of the cells allow.
    pub fn of(diagram: &'d Diagram) -> Labels<'d> {
        let letters = |at: usize| split(&diagram.cells[at].name).0;
        let numbers = |at: usize| split(&diagram.cells[at].name).1;
        let plain = |name: &str| {
            let (letters, number) = split(name);
            !letters.is_empty() && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
        };
        // The unbounded plane has names of another kind.
        if !diagram.cells.iter().all(|cell| plain(&cell.name)) {
            return Labels::default();
        }
        for (row_part, column_part) in [
            (&letters as &dyn Fn(usize) -> &'d str, &numbers as &dyn Fn(usize) -> &'d str),
            (&numbers, &letters),
        ] {
            if let Some(rows) = row_labels(diagram, row_part) {
                return Labels { rows, columns: column_labels(diagram, column_part) };
            }
        }
        Labels::default()
    }
}

/// A label for every row, if all cells of each row, and no others, share that part of their names.
fn row_labels<'d>(diagram: &'d Diagram, part: &dyn Fn(usize) -> &'d str) -> Option<Vec<Label<'d>>> {
    let x = |at: usize| diagram.cells[at].centre[0];
    let mut rows: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, cell) in diagram.cells.iter().enumerate() {
        let first = rows.entry(cell.row).or_insert(at);
        if part(*first) != part(at) {
            return None;
        }
        if x(at) < x(*first) {
            *first = at;
        }
    }
    let texts: BTreeSet<&str> = rows.values().map(|&cell| part(cell)).collect();
    if texts.len() < rows.len() {
        return None;
    }
    let label = |&cell: &usize| Label { text: part(cell), cell, offset: [-1.0, 0.0] };
    Some(rows.values().map(label).collect())
}

/// A label for every part that only cells on one straight line share; none if any bends, because a
/// rim with gaps would mislead.
fn column_labels<'d>(diagram: &'d Diagram, part: &dyn Fn(usize) -> &'d str) -> Vec<Label<'d>> {
    let mut columns: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for at in 0..diagram.cells.len() {
        columns.entry(part(at)).or_default().push(at);
    }
    let centre = |at: usize| diagram.cells[at].centre;
    let mut labels = Vec::new();
    let mut direction = None;
    for (text, mut cells) in columns {
        cells.sort_by(|&a, &b| centre(b)[1].total_cmp(&centre(a)[1]));
        let steps: Vec<[f64; 2]> = cells
            .windows(2)
            .map(|pair| {
                let (low, high) = (centre(pair[0]), centre(pair[1]));
                [low[0] - high[0], low[1] - high[1]]
            })
            .collect();
        let same = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]) < 0.05;
        if !steps.iter().all(|&step| same(step, *direction.get_or_insert(step))) {
            return Vec::new();
        }
        labels.push(Label { text, cell: cells[0], offset: [0.0, 1.0] });
    }
    if let Some(offset) = direction {
        labels.iter_mut().for_each(|label| label.offset = offset);
    }
    labels
}

#[cfg(test)]
mod tests {
    use crate::Board;

    use super::*;

    fn labels(board: &str) -> (String, String) {
        let diagram = Board::parse(board, 0).unwrap().diagram();
        let labels = Labels::of(&diagram);
        let texts = |labels: &[Label<'_>]| {
            let mut texts: Vec<&str> = labels.iter().map(|label| label.text).collect();
            texts.sort_by_key(|text| (text.len(), *text));
            texts.join(" ")
        };
        (texts(&labels.rows), texts(&labels.columns))
    }

    #[test]
    fn regular_boards_have_labels_on_two_sides() {
        assert_eq!(labels("hexhex-3"), ("a b c d e".into(), "1 2 3 4 5".into()));
        assert_eq!(labels("king-2x4"), ("1 2".into(), "a b c d".into()));
        assert_eq!(labels("hex-2x3"), ("1 2".into(), "a b c".into()));
    }

    #[test]
    fn boards_whose_rows_share_a_letter_have_no_labels() {
        let graph =
            r#"{"cells":[{"x":0,"y":0},{"x":5,"y":1},{"x":0,"y":5}],"edges":[[0,1],[0,2]]}"#;
        assert_eq!(labels(graph), (String::new(), String::new()));
    }

    #[test]
    fn boards_without_straight_columns_have_labels_for_rows_only() {
        let (rows, columns) = labels("voronoi-40-1");
        assert!(rows.starts_with("a b c") && columns.is_empty());
        assert_eq!(labels("tri-2"), ("a b c d".into(), String::new()));
    }
}
