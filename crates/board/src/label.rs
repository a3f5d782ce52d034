//! How cells are called: letters for one coordinate, a number for the other.
//!
//! Regular boards have coordinates to name. Irregular ones are cut into horizontal bands first, about
//! as many as each band has cells, so that a name still says where on the drawing to look.

use crate::board::Point;

/// The most characters of a cell's name in a graph file; boards made here stay within it too.
pub(crate) const MAX_NAME: usize = 6;

/// What a cell's name must look like, for error messages.
pub(crate) const NAME_SHAPE: &str =
    "lower-case letters and then a number from 1, at most 6 characters, like 'b12'";

/// Letters for a number: a to z, then aa, ab, and so on.
pub(crate) fn letters(mut index: usize) -> String {
    let mut text = Vec::new();
    loop {
        text.push(char::from(b'a' + (index % 26) as u8));
        if index < 26 {
            return text.iter().rev().collect();
        }
        index = index / 26 - 1;
    }
}

/// The name with letters for `letter` (from 0) and then `number`.
pub(crate) fn cell_name(letter: usize, number: usize) -> String {
    format!("{}{number}", letters(letter))
}

/// Whether a text has the shape of a cell's name: letters, then a number without leading zero.
pub(crate) fn is_cell_name(text: &str) -> bool {
    let number = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
    text.len() <= MAX_NAME
        && number.len() < text.len()
        && number.starts_with(|c: char| ('1'..='9').contains(&c))
        && number.chars().all(|c| c.is_ascii_digit())
}

/// Cuts points into horizontal bands of equal count, from top to bottom, each from left to right.
/// Gives the points' indices.
pub(crate) fn bands(points: &[Point]) -> Vec<Vec<usize>> {
    let count = (points.len() as f64).sqrt().round() as usize;
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| points[a][1].total_cmp(&points[b][1]).then(a.cmp(&b)));
    let cut = |band: usize| points.len() * band / count.max(1);
    (0..count)
        .map(|band| {
            let mut band = order[cut(band)..cut(band + 1)].to_vec();
            band.sort_by(|&a, &b| points[a][0].total_cmp(&points[b][0]).then(a.cmp(&b)));
            band
        })
        .collect()
}

/// Names by band: the letter counts bands from the bottom, the number cells from the left.
pub(crate) fn band_names(bands: &[Vec<usize>]) -> Vec<String> {
    let mut names = vec![String::new(); bands.iter().map(Vec::len).sum()];
    for (letter, band) in bands.iter().rev().enumerate() {
        for (at, &index) in band.iter().enumerate() {
            names[index] = cell_name(letter, at + 1);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z_with_two() {
        let some: Vec<String> = [0, 25, 26, 27, 51, 52, 701, 702].map(letters).into();
        assert_eq!(some, ["a", "z", "aa", "ab", "az", "ba", "zz", "aaa"]);
    }

    #[test]
    fn names_are_letters_and_then_a_number_from_one() {
        assert!(["a1", "z9", "aa10", "abc123"].iter().all(|name| is_cell_name(name)));
        let wrong = ["", "a", "1", "a0", "a01", "A1", "a1b", "1a", "a-1", "abcd123", "ä1", "a١"];
        assert!(!wrong.iter().any(|name| is_cell_name(name)));
    }

    #[test]
    fn bands_are_named_from_the_bottom_and_from_the_left() {
        let points = [[0.0, 9.0], [1.0, 0.0], [1.0, 9.1], [0.0, 0.1]];
        assert_eq!(band_names(&bands(&points)), ["a1", "b2", "a2", "b1"]);
    }
}
