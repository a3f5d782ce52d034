//! The pattern method: pieces on one, two or three of the six triangles of a hexhex board, copied
//! around the centre by rotation, each copy with the next colours.
//!
//! With two sets that is the report's "reversing colours". With three or six sets each copy takes
//! the next set, so that all sets are images of each other. That works out if the number of copies
//! is a multiple of the number of sets. With two sets and three copies it does not, but the report
//! allows it; then the two sets are equally large only if they are so in the pattern.
//!
//! A pattern's text has the rows of a triangle from the centre outwards, each clockwise, like the
//! rows of a position: `A/1B/…`. The parts of a pattern on two or three triangles are separated by
//! `|`.

use selforge_board::Cell;
use selforge_core::{NotationError, Stream};

use super::hexagon::Hexagon;
use super::rows::parse_rows;
use super::{Request, Setup, SetupError, short};
use crate::selfo::ground::SetId;

/// The position that the pattern's text gives.
pub(super) fn place(request: &Request<'_>) -> Result<Vec<(Cell, SetId)>, SetupError> {
    let hexagon = hexagon(request)?;
    let text = request.pattern.unwrap_or_default();
    let parts = text.split('|').count();
    let wrong = |at: usize, problem: String, expected: String| {
        Err(SetupError::Pattern(NotationError::at(text, at, problem, expected)))
    };
    let sets = request.pieces.len();
    let copies = match parts {
        1..=3 => 6 / parts,
        _ => return wrong(0, format!("{parts} triangles"), "1, 2 or 3 triangles".into()),
    };
    if !copies.is_multiple_of(sets) && (sets, copies) != (2, 3) {
        let expected = match sets {
            3 => "1 or 2 triangles for 3 sets",
            6 => "1 triangle for 6 sets",
            _ => "2, 3 or 6 sets",
        };
        let problem = format!("{copies} copies of a pattern do not go round {sets} sets");
        return wrong(0, problem, expected.into());
    }
    let mut pattern = Vec::new();
    let mut start = 0;
    for (part, triangle) in text.split('|').zip(&hexagon.triangles) {
        let range = start..start + part.len();
        let placed = parse_rows(text, range, triangle, sets).map_err(SetupError::Pattern)?;
        pattern.extend(placed);
        start += part.len() + 1;
    }
    let placed = copy_around(&hexagon, &pattern, parts, sets);
    for set in 0..sets as SetId {
        let count = placed.iter().filter(|(_, other)| *other == set).count();
        if count < 2 {
            let letter = (b'A' + set) as char;
            let problem = format!("set {letter} gets {count} pieces");
            return wrong(text.len(), problem, "at least 2 pieces for each set".into());
        }
    }
    Ok(placed)
}

/// A random pattern with as many pieces as are asked for, copied around. It need not be a good
/// start.
pub(super) fn draw(hexagon: &Hexagon, pieces: &[u16], random: &mut Stream) -> Vec<(Cell, SetId)> {
    let sets = pieces.len();
    let total: usize = pieces.iter().map(|&count| usize::from(count)).sum();
    let parts = parts_for(sets, total).unwrap_or(1);
    let mut cells: Vec<Cell> =
        hexagon.triangles[..parts].iter().flatten().flatten().copied().collect();
    random.shuffle(&mut cells);
    let chosen = cells.into_iter().take(total * parts / 6);
    let pattern: Vec<(Cell, SetId)> =
        chosen.map(|cell| (cell, random.below(sets as u32) as SetId)).collect();
    copy_around(hexagon, &pattern, parts, sets)
}

/// Refuses what a drawn pattern cannot make.
pub(super) fn check(request: &Request<'_>) -> Result<Hexagon, SetupError> {
    let hexagon = hexagon(request)?;
    let misfit = |problem: String, expected: &str| {
        Err(SetupError::Misfit { setup: Setup::Pattern, problem, expected: expected.into() })
    };
    let sets = request.pieces.len();
    if request.pieces.iter().any(|count| *count != request.pieces[0]) {
        return misfit("with unequal sets".into(), "equally many pieces in each set");
    }
    let total = usize::from(request.pieces[0]) * sets;
    if parts_for(sets, total).is_none() {
        return misfit(format!("for {sets} sets"), "2, 3 or 6 sets");
    }
    Ok(hexagon)
}

/// Whether a drawn pattern can make such sets.
pub(super) fn fits(pieces: &[u16]) -> bool {
    let total = pieces.iter().map(|&count| usize::from(count)).sum();
    pieces.iter().all(|count| *count == pieces[0]) && parts_for(pieces.len(), total).is_some()
}

/// The fewest triangles whose pattern can make `total` pieces in all and equal sets.
fn parts_for(sets: usize, total: usize) -> Option<usize> {
    (1..=3usize).find(|parts| (6 / parts).is_multiple_of(sets) && total.is_multiple_of(6 / parts))
}

fn hexagon(request: &Request<'_>) -> Result<Hexagon, SetupError> {
    Hexagon::of(request.board).ok_or_else(|| SetupError::Misfit {
        setup: Setup::Pattern,
        problem: format!("on {}", short(request.board)),
        expected: "a board hexhex-N".into(),
    })
}

/// Copies the pieces on the first `parts` triangles to the others.
fn copy_around(
    hexagon: &Hexagon,
    pattern: &[(Cell, SetId)],
    parts: usize,
    sets: usize,
) -> Vec<(Cell, SetId)> {
    let mut placed = Vec::new();
    for triangle in 0..6 {
        let (copy, part) = (triangle / parts, triangle % parts);
        for row in 0..hexagon.rows() {
            for (along, &cell) in hexagon.triangles[triangle][row].iter().enumerate() {
                let original = hexagon.triangles[part][row][along];
                if let Some((_, set)) = pattern.iter().find(|(cell, _)| *cell == original) {
                    placed.push((cell, ((usize::from(*set) + copy) % sets) as SetId));
                }
            }
        }
    }
    placed
}
