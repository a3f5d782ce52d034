//! The pattern method: pieces on some of the equal parts of a board, copied around the centre, each copy with
//! the next colours. The parts are the six triangles of a hexhex board (of which a pattern takes one, two or
//! three) or the four squares or eight triangles of a square one.
//!
//! With two sets that is the report's "reversing colours". With more, each copy takes
//! the next set, so that all sets are images of each other. That works out if the number of copies
//! is a multiple of the number of sets. With two sets and three copies it does not, but the report
//! allows it; then the two sets are equally large only if they are so in the pattern.
//!
//! A pattern's text has the rows of a triangle from the centre outwards, each clockwise, or those of the upper
//! left square as they are on the board, like the rows of a position: `A/1B/…`. The parts of a pattern on two or
//! three of them are separated by `|`.

use selforge_board::{Board, Cell};
use selforge_core::{NotationError, Stream};

use super::rows::parse_rows;
use super::sectors::Sectors;
use super::{Request, Setup, SetupError, short};
use crate::selfo::ground::SetId;

/// The position that the pattern's text gives.
pub(super) fn place(request: &Request<'_>) -> Result<Vec<(Cell, SetId)>, SetupError> {
    let text = request.pattern.unwrap_or_default();
    let sectors = sectors_of_text(request, text)?;
    let parts = text.split('|').count();
    let wrong = |at: usize, problem: String, expected: String| {
        Err(SetupError::Pattern(NotationError::at(text, at, problem, expected)))
    };
    let (sets, count, shape) = (request.pieces.len(), sectors.count(), sectors.shape);
    let copies = match (count, parts) {
        (6, 1..=3) | (4, 1..=2) | (8, 1) => count / parts,
        _ => {
            let expected = match count {
                6 => "1, 2 or 3 triangles",
                4 => "1 or 2 squares",
                _ => "1 triangle",
            };
            return wrong(0, format!("{parts} {shape}s"), expected.into());
        }
    };
    if !goes_round(&sectors, copies, sets) && (sets, copies) != (2, 3) {
        let expected = match (count, sets) {
            (6, 3) => "1 or 2 triangles for 3 sets",
            (6, 6) => "1 triangle for 6 sets",
            (4, 4) => "1 square for 4 sets",
            _ => sets_of(&sectors),
        };
        let problem = format!("{copies} copies of a pattern do not go round {sets} sets");
        return wrong(0, problem, expected.into());
    }
    let mut pattern = Vec::new();
    let mut start = 0;
    for (part, rows) in text.split('|').zip(&sectors.cells) {
        let range = start..start + part.len();
        let placed = parse_rows(text, range, rows, sets).map_err(SetupError::Pattern)?;
        pattern.extend(placed);
        start += part.len() + 1;
    }
    let placed = copy_around(&sectors, &pattern, parts, sets);
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

/// The parts of the board that a pattern's text has the rows of: on a square board a triangle has a row less
/// than a square.
fn sectors_of_text(request: &Request<'_>, text: &str) -> Result<Sectors, SetupError> {
    let rows = text.split('|').next().unwrap_or_default().split('/').count();
    let octants = Sectors::octants(request.board).filter(|octants| octants.cells[0].len() == rows);
    octants.map_or_else(|| sectors(request), Ok)
}

/// Whether so many copies of a pattern make equal sets. Each copy takes the next set; between mirror images
/// that makes all of them equal only if there are two.
fn goes_round(sectors: &Sectors, copies: usize, sets: usize) -> bool {
    copies.is_multiple_of(sets) && (sectors.count() < 8 || sets == 2)
}

/// The numbers of sets that parts of this kind can make.
fn sets_of(sectors: &Sectors) -> &'static str {
    match sectors.count() {
        6 => "2, 3 or 6 sets",
        4 => "2 or 4 sets",
        _ => "2 sets",
    }
}

/// A random pattern with as many pieces as are asked for, copied around. It need not be a good
/// start.
pub(super) fn draw(sectors: &Sectors, pieces: &[u16], random: &mut Stream) -> Vec<(Cell, SetId)> {
    let sets = pieces.len();
    let total: usize = pieces.iter().map(|&count| usize::from(count)).sum();
    let parts = parts_for(sectors, sets, total).unwrap_or(1);
    let mut cells: Vec<Cell> = sectors.cells[..parts].iter().flatten().flatten().copied().collect();
    random.shuffle(&mut cells);
    let chosen = cells.into_iter().take(total * parts / sectors.count());
    let pattern: Vec<(Cell, SetId)> =
        chosen.map(|cell| (cell, random.below(sets as u32) as SetId)).collect();
    copy_around(sectors, &pattern, parts, sets)
}

/// Refuses what a drawn pattern cannot make.
pub(super) fn check(request: &Request<'_>) -> Result<Sectors, SetupError> {
    let sectors = sectors(request)?;
    let misfit = |problem: String, expected: &str| {
        Err(SetupError::Misfit { setup: Setup::Pattern, problem, expected: expected.into() })
    };
    let sets = request.pieces.len();
    if request.pieces.iter().any(|count| *count != request.pieces[0]) {
        return misfit("with unequal sets".into(), "equally many pieces in each set");
    }
    let total = usize::from(request.pieces[0]) * sets;
    if parts_for(&sectors, sets, total).is_none() {
        return misfit(format!("for {sets} sets"), sets_of(&sectors));
    }
    Ok(sectors)
}

/// Whether a drawn pattern can make such sets.
pub(super) fn fits(sectors: &Sectors, pieces: &[u16]) -> bool {
    let total = pieces.iter().map(|&count| usize::from(count)).sum();
    pieces.iter().all(|count| *count == pieces[0])
        && parts_for(sectors, pieces.len(), total).is_some()
}

/// The number of pieces of which each set has a multiple, if the fewest cells are to be drawn: one for every
/// copy of a pattern that gives it to the set.
pub(super) fn unit(board: &Board, sets: usize) -> usize {
    let count = sectors_of(board).map_or(1, |sectors| sectors.count());
    if count.is_multiple_of(sets) { count / sets } else { 1 }
}

/// The fewest parts whose pattern can make `total` pieces in all and equal sets.
fn parts_for(sectors: &Sectors, sets: usize, total: usize) -> Option<usize> {
    let count = sectors.count();
    (1..=count / 2).filter(|&parts| count.is_multiple_of(parts)).find(|parts| {
        let copies = count / parts;
        copies.is_multiple_of(sets) && total.is_multiple_of(copies)
    })
}

/// The parts of a board that drawn patterns lie on.
fn sectors_of(board: &Board) -> Option<Sectors> {
    Sectors::hexagon(board).or_else(|| Sectors::squares(board))
}

fn sectors(request: &Request<'_>) -> Result<Sectors, SetupError> {
    sectors_of(request.board).ok_or_else(|| SetupError::Misfit {
        setup: Setup::Pattern,
        problem: format!("on {}", short(request.board)),
        expected: "a board hexhex-N, square-NxN or king-NxN".into(),
    })
}

/// Copies the pieces on the first `parts` parts to the others.
fn copy_around(
    sectors: &Sectors,
    pattern: &[(Cell, SetId)],
    parts: usize,
    sets: usize,
) -> Vec<(Cell, SetId)> {
    let mut placed = Vec::new();
    for (number, sector) in sectors.cells.iter().enumerate() {
        let (copy, part) = (number / parts, number % parts);
        let originals = sectors.cells[part].iter().flatten();
        for (&cell, &original) in sector.iter().flatten().zip(originals) {
            if let Some((_, set)) = pattern.iter().find(|(cell, _)| *cell == original) {
                placed.push((cell, ((usize::from(*set) + copy) % sets) as SetId));
            }
        }
    }
    placed
}
