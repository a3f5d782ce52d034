//! Rows of cells as text: `1AAAAAA1/B6B/8`, letters for pieces, numbers for runs of empty cells, `/`
//! between rows.
//!
//! Every game whose board has rows writes its positions so, and the board editor of the page puts them
//! together; what a letter means, and what follows the rows, is the game's. Cells are numbered row by
//! row from 0.

use std::fmt::{self, Write};
use std::ops::Range;

use selforge_core::{NotationError, Seat};

use crate::shown;

/// Why a piece cannot stand on a cell: what is wrong, and what would be right.
pub type Refusal = (String, String);

/// Writes rows of these lengths; `letter` tells what stands on a cell.
///
/// # Errors
/// Those of `out`.
pub fn write_rows(
    lengths: impl IntoIterator<Item = usize>,
    mut letter: impl FnMut(usize) -> Option<char>,
    out: &mut dyn Write,
) -> fmt::Result {
    let mut first = 0;
    for length in lengths {
        if first > 0 {
            out.write_char('/')?;
        }
        let mut run = 0;
        for cell in first..first + length {
            let Some(letter) = letter(cell) else {
                run += 1;
                continue;
            };
            end_run(&mut run, out)?;
            out.write_char(letter)?;
        }
        end_run(&mut run, out)?;
        first += length;
    }
    Ok(())
}

fn end_run(run: &mut usize, out: &mut dyn Write) -> fmt::Result {
    match std::mem::take(run) {
        0 => Ok(()),
        run => write!(out, "{run}"),
    }
}

/// Reads the rows in `text[range]`, which must have these lengths; `put` is told each letter with its
/// cell, and may refuse it.
///
/// # Errors
/// With place and reason, if there are other rows, longer or shorter ones, or a letter is refused.
pub fn parse_rows(
    text: &str,
    range: Range<usize>,
    lengths: &[usize],
    mut put: impl FnMut(usize, char) -> Result<(), Refusal>,
) -> Result<(), NotationError> {
    let wrong = |at: usize, problem: String, expected: String| {
        Err(NotationError::at(text, at, problem, expected))
    };
    let rows = || format!("{} rows", lengths.len());
    let (mut at, mut first) = (range.start, 0);
    let mut texts = text[range].split('/');
    for (number, &length) in lengths.iter().enumerate() {
        let Some(row) = texts.next() else {
            return wrong(at - 1, format!("there are only {number} rows"), rows());
        };
        let (mut filled, mut run) = (0, None);
        for (offset, sign) in row.char_indices() {
            if let Some(digit) = sign.to_digit(10) {
                // No board is as wide as that: the row is too long.
                let longer = (10 * run.unwrap_or(0) + digit as usize).min(1 << 20);
                if longer == 0 {
                    let problem = "a run of 0 empty cells".to_owned();
                    return wrong(at + offset, problem, "a number from 1".to_owned());
                }
                run = Some(longer);
            } else {
                filled += run.take().unwrap_or(0);
                if filled < length
                    && let Err((problem, expected)) = put(first + filled, sign)
                {
                    return wrong(at + offset, problem, expected);
                }
                filled += 1;
            }
            if filled + run.unwrap_or(0) > length {
                let problem = format!("row {} is too long", number + 1);
                return wrong(at + offset, problem, format!("{length} cells"));
            }
        }
        filled += run.unwrap_or(0);
        if filled < length {
            let problem = format!("row {} has {filled} cells", number + 1);
            return wrong(at + row.len(), problem, format!("{length} cells"));
        }
        first += length;
        at += row.len() + 1;
    }
    if texts.next().is_some() {
        return wrong(at - 1, format!("there are more than {} rows", lengths.len()), rows());
    }
    Ok(())
}

/// Refuses a letter that stands for nothing.
///
/// # Errors
/// Always.
pub fn no_piece<T>(letter: char, expected: impl Into<String>) -> Result<T, Refusal> {
    Err((format!("'{}' is no piece", shown(&letter.to_string())), expected.into()))
}

/// The words of a text, each with the place where it begins.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    // Words are parts of the text, so their addresses tell where they stand.
    let start = text.as_ptr() as usize;
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - start, word))
}

/// The part of a text in which its first word stands: the rows of a position.
#[must_use]
pub fn first_word(text: &str) -> Range<usize> {
    words(text).next().map_or(0..0, |(at, word)| at..at + word.len())
}

/// Reads the word for the seat to move, `A` or `B`, where two play.
///
/// # Errors
/// With place and reason, if the word is missing or another.
pub fn parse_seat(text: &str, word: Option<(usize, &str)>) -> Result<Seat, NotationError> {
    match word {
        Some((_, "A")) => Ok(Seat::FIRST),
        Some((_, "B")) => Ok(Seat::new(1)),
        Some((at, word)) => {
            let problem = format!("'{}' is no seat to move", shown(word));
            Err(NotationError::at(text, at, problem, "A or B"))
        }
        None => {
            let problem = "the seat to move is missing";
            Err(NotationError::at(text, text.len(), problem, "a space and A or B"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads two rows of twelve cells.
    fn parse(text: &str) -> Result<Vec<Option<char>>, String> {
        let mut cells = vec![None; 24];
        let put = |cell: usize, letter: char| {
            if letter == 'c' {
                return no_piece(letter, "any other");
            }
            cells[cell] = Some(letter);
            Ok(())
        };
        match parse_rows(text, first_word(text), &[12, 12], put) {
            Ok(()) => Ok(cells),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn rows_are_read_as_they_are_written() {
        for text in ["A10B/2AB8", "12/12", "ABABABABABAB/11x"] {
            let cells = parse(&format!(" {text} rest")).unwrap();
            let mut written = String::new();
            write_rows([12, 12], |cell| cells[cell], &mut written).unwrap();
            assert_eq!(written, text);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_where_it_stands() {
        for (text, refusal) in [
            ("12", "character 3: there are only 1 rows; expected 2 rows"),
            ("12/11", "character 6: row 2 has 11 cells; expected 12 cells"),
            ("12/11AB", "character 7: row 2 is too long; expected 12 cells"),
            ("99999999999/12", "character 2: row 1 is too long; expected 12 cells"),
            ("12/12/1", "character 6: there are more than 2 rows; expected 2 rows"),
            ("12/5c6", "character 5: 'c' is no piece; expected any other"),
            ("0A11/12", "character 1: a run of 0 empty cells; expected a number from 1"),
            ("A0A10/12", "character 2: a run of 0 empty cells; expected a number from 1"),
            ("", "character 1: row 1 has 0 cells; expected 12 cells"),
        ] {
            assert_eq!(parse(text).unwrap_err(), refusal, "{text}");
        }
    }

    #[test]
    fn the_seat_to_move_is_a_word_of_its_own() {
        let seat = |text| parse_seat(text, words(text).nth(1)).map_err(|error| error.to_string());
        assert_eq!(seat("1A  B x=é y"), Ok(Seat::new(1)));
        assert_eq!(words("1A  B x=é y").last(), Some((11, "y")));
        assert_eq!(
            seat("1A").unwrap_err(),
            "character 3: the seat to move is missing; expected a space and A or B"
        );
        assert!(seat("1A C").unwrap_err().starts_with("character 4: 'C' is no seat"));
    }
}
