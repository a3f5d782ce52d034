//! Boards as rows of text: `1AAAAAA1/B6B/8`, from the top, numbers for runs of empty cells.
//!
//! Games on rows of equal length whose pieces are single letters share this; what a letter means and
//! what follows the rows is theirs.

use std::fmt::{self, Write};

use selforge_catalogue::shown;
use selforge_core::{NotationError, Seat};

/// Writes the rows; `letter` tells what stands on the cell in that row and column, counted from 0.
pub(crate) fn write_rows(
    rows: usize,
    columns: usize,
    letter: impl Fn(usize, usize) -> Option<char>,
    out: &mut dyn Write,
) -> fmt::Result {
    for row in 0..rows {
        if row > 0 {
            out.write_char('/')?;
        }
        let mut empty = 0;
        for column in 0..columns {
            let Some(letter) = letter(row, column) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(out, "{empty}")?;
                empty = 0;
            }
            out.write_char(letter)?;
        }
        if empty > 0 {
            write!(out, "{empty}")?;
        }
    }
    Ok(())
}

/// Reads the rows at the beginning of `text`, up to the first blank, for two sets `A` and `B`: the
/// cells of each, numbered row by row.
///
/// # Errors
/// With place and reason, if the text has other rows, longer or shorter ones, or other letters.
pub(crate) fn parse_rows(
    text: &str,
    rows: usize,
    columns: usize,
) -> Result<[Vec<usize>; 2], NotationError> {
    let wrong = |at: usize, problem: String, expected: String| {
        Err(NotationError::at(text, at, problem, expected))
    };
    let all = &text[..text.find(char::is_whitespace).unwrap_or(text.len())];
    let mut pieces = [Vec::new(), Vec::new()];
    let (mut at, mut count) = (0, 0);
    for (row, cells) in all.split('/').enumerate() {
        if row == rows {
            let problem = format!("more than {rows} rows");
            return wrong(at, problem, format!("{rows} rows, from the top"));
        }
        let (mut column, mut run) = (0, 0);
        for (offset, c) in cells.char_indices() {
            if let Some(digit) = c.to_digit(10) {
                if run == 0 && digit == 0 {
                    let problem = "a run of 0 empty cells".to_string();
                    return wrong(at + offset, problem, "a number from 1".to_string());
                }
                // No board is as wide as that: the row will be too long.
                run = (10 * run + digit as usize).min(1 << 20);
                continue;
            }
            column += std::mem::take(&mut run);
            let Some(set) = ['A', 'B'].iter().position(|&letter| letter == c) else {
                let problem = format!("'{}' is no piece", shown(&c.to_string()));
                return wrong(at + offset, problem, "A, B or a number of empty cells".to_string());
            };
            pieces[set].push(row * columns + column);
            column += 1;
        }
        column += run;
        if column != columns {
            let problem = format!("row {} has {column} cells", row + 1);
            return wrong(at, problem, format!("{columns} cells a row"));
        }
        at += cells.len() + 1;
        count = row + 1;
    }
    if count < rows {
        return wrong(all.len(), format!("{count} rows"), format!("{rows} rows, from the top"));
    }
    Ok(pieces)
}

/// Words of a text, each with the place where it begins.
pub(crate) type Words<'t> = Vec<(usize, &'t str)>;

/// Reads the seat to move, the first word behind the rows, and gives what follows it: every further
/// word with its place.
///
/// # Errors
/// With place and reason, if there is none.
pub(crate) fn parse_seat(text: &str) -> Result<(Seat, Words<'_>), NotationError> {
    let start = text.as_ptr() as usize;
    // Words are parts of the text, so their addresses tell where they stand.
    let place = |word: &str| word.as_ptr() as usize - start;
    let mut words = text.split_whitespace().skip(1).map(|word| (place(word), word));
    let Some((at, word)) = words.next() else {
        let problem = "the seat to move is missing";
        return Err(NotationError::at(text, text.len(), problem, "a space and A or B"));
    };
    let seat = match word {
        "A" => Seat::FIRST,
        "B" => Seat::new(1),
        _ => {
            let problem = format!("'{}' is no seat to move", shown(word));
            return Err(NotationError::at(text, at, problem, "A or B"));
        }
    };
    Ok((seat, words.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        parse_rows(text, 2, 12).unwrap_err().to_string()
    }

    #[test]
    fn rows_are_read_as_they_are_written() {
        let text = "A10B/2AB8 rest";
        let [a, b] = parse_rows(text, 2, 12).unwrap();
        assert_eq!((a.as_slice(), b.as_slice()), (&[0, 14][..], &[11, 15][..]));
        let letter = |row: usize, column: usize| {
            let at = row * 12 + column;
            if a.contains(&at) { Some('A') } else { b.contains(&at).then_some('B') }
        };
        let mut written = String::new();
        write_rows(2, 12, letter, &mut written).unwrap();
        assert_eq!(format!("{written} rest"), text);
    }

    #[test]
    fn what_does_not_fit_is_refused_where_it_stands() {
        assert_eq!(refusal("12"), "character 3: 1 rows; expected 2 rows, from the top");
        assert_eq!(refusal("12/11"), "character 4: row 2 has 11 cells; expected 12 cells a row");
        assert_eq!(
            refusal("99999999999/12"),
            "character 1: row 1 has 1048576 cells; expected 12 cells a row"
        );
        assert_eq!(
            refusal("12/12/1"),
            "character 7: more than 2 rows; expected 2 rows, from the top"
        );
        assert!(refusal("12/5c6").starts_with("character 5: 'c' is no piece"));
        assert!(refusal("0A11/12").starts_with("character 1: a run of 0"));
        assert!(refusal("").starts_with("character 1: row 1 has 0 cells"));
    }

    #[test]
    fn the_seat_to_move_is_the_word_behind_the_rows() {
        let (seat, rest) = parse_seat("1A  B x=é y").unwrap();
        assert_eq!((seat, rest), (Seat::new(1), vec![(6, "x=é"), (11, "y")]));
        assert_eq!(
            parse_seat("1A").unwrap_err().to_string(),
            "character 3: the seat to move is missing; expected a space and A or B"
        );
        assert!(parse_seat("1A C").unwrap_err().to_string().starts_with("character 4: 'C' is no"));
    }
}
