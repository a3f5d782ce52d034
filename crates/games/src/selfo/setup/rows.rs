//! Rows of cells as text: letters for sets, numbers for runs of empty cells, `/` between rows.

use selforge_board::Cell;
use selforge_core::NotationError;

use crate::selfo::ground::SetId;

/// Reads the pieces of `text[range]`, laid on rows of cells.
pub(super) fn parse_rows(
    text: &str,
    range: std::ops::Range<usize>,
    rows: &[Vec<Cell>],
    sets: usize,
) -> Result<Vec<(Cell, SetId)>, NotationError> {
    let mut placed = Vec::new();
    let mut start = range.start;
    let mut texts = text[range.clone()].split('/');
    for (number, row) in rows.iter().enumerate() {
        let Some(row_text) = texts.next() else {
            let problem = format!("there are only {number} rows");
            return Err(NotationError::at(
                text,
                range.end,
                problem,
                format!("{} rows", rows.len()),
            ));
        };
        let filled = parse_row(text, start, row_text, row, sets, &mut placed)?;
        if filled != row.len() {
            let problem = format!("row {} has {filled} cells", number + 1);
            let at = start + row_text.len();
            return Err(NotationError::at(text, at, problem, format!("{} cells", row.len())));
        }
        start += row_text.len() + 1;
    }
    if texts.next().is_some() {
        let problem = format!("there are more than {} rows", rows.len());
        return Err(NotationError::at(text, start - 1, problem, format!("{} rows", rows.len())));
    }
    Ok(placed)
}

/// Reads one row, of which byte `start` of the text is the first, and says how many cells it has.
fn parse_row(
    text: &str,
    start: usize,
    row_text: &str,
    row: &[Cell],
    sets: usize,
    placed: &mut Vec<(Cell, SetId)>,
) -> Result<usize, NotationError> {
    let last = (b'A' + sets as u8 - 1) as char;
    let mut filled = 0usize;
    let mut run: Option<usize> = None;
    for (at, c) in row_text.char_indices() {
        let refuse = |problem: String, expected: String| {
            Err(NotationError::at(text, start + at, problem, expected))
        };
        if let Some(digit) = c.to_digit(10) {
            // No run is longer than any board is wide.
            let longer = (10 * run.unwrap_or(0) + digit as usize).min(1 << 20);
            if longer == 0 {
                return refuse("a run of 0 empty cells".into(), "a number from 1".into());
            }
            run = Some(longer);
        } else if ('A'..=last).contains(&c) {
            filled += run.take().unwrap_or(0);
            if let Some(&cell) = row.get(filled) {
                placed.push((cell, c as SetId - b'A'));
            }
            filled += 1;
        } else {
            let problem = format!("'{}' is no set", c.escape_debug());
            return refuse(problem, format!("a letter A to {last}, or a number of empty cells"));
        }
        if filled + run.unwrap_or(0) > row.len() {
            return refuse("the row is too long".into(), format!("{} cells", row.len()));
        }
    }
    Ok(filled + run.unwrap_or(0))
}
