//! What the page is told: the board as polygons, the pieces as shapes, the legal moves as cells.
//!
//! The page knows no rules. Which cells a move goes from and to is read off its text here, once for
//! all games, so that no game needs to know of pages; moves that are not from a cell to a cell, such
//! as passing, are told apart by that.

use std::collections::HashMap;

use selforge_board::picture::count::{change, count_sets};
use selforge_board::picture::palette::look;
use selforge_board::picture::svg::parts;
use selforge_board::{Diagram, Figure, Piece, Point};
use selforge_core::{AnyState, Game, Status};
use selforge_games::Playable;
use serde::Serialize;

/// A board without its pieces, in units of the picture.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct BoardView {
    cells: Vec<CellView>,
    /// Pairs of neighbours.
    edges: Vec<(usize, usize)>,
    /// Whether the edges must be drawn.
    show_edges: bool,
    /// Whether neighbours of one set are drawn bonded.
    bonded: bool,
    /// Letters and numbers at the rim.
    labels: Vec<(String, Point)>,
    /// The radius of the pieces.
    radius: f64,
    /// The paints that shapes refer to.
    definitions: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct CellView {
    name: String,
    centre: Point,
    outline: Vec<Point>,
    row: usize,
    /// `light` or `dark` on checkered boards, else empty.
    shade: &'static str,
}

/// A position as the page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct PositionView {
    /// How many moves were played before it.
    ply: usize,
    /// The position as text.
    text: String,
    pieces: Vec<PieceView>,
    /// The shapes of the pieces, as SVG elements around the origin.
    shapes: Vec<String>,
    /// The cells that the last move emptied and filled.
    last: (Vec<usize>, Vec<usize>),
    /// The set that each seat plays.
    sets: Vec<u8>,
    /// What there is to count of each seat's set, in words.
    counts: Vec<String>,
    /// The seat to move by the rules of the board; none when they say that the game is over.
    to_move: Option<char>,
    /// The legal moves from a cell to a cell.
    moves: Vec<(usize, usize, String)>,
    /// The other legal moves: pass, swap.
    others: Vec<String>,
    /// The right to end the game as a draw, in a word or two.
    claim: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct PieceView {
    cell: usize,
    set: u8,
    /// Which of the shapes.
    shape: usize,
    /// The piece in words.
    words: String,
    /// Whether its shape has a forward and so turns with the board.
    turns: bool,
}

/// The board under a position.
pub(crate) fn board(playable: &Playable, state: &AnyState) -> BoardView {
    let diagram = playable.diagram(state);
    let scaled = |[x, y]: Point| [tenth(x * parts::SCALE), tenth(y * parts::SCALE)];
    let cells = diagram.cells.iter().map(|cell| CellView {
        name: cell.name.clone(),
        centre: scaled(cell.centre),
        outline: cell.outline.iter().copied().map(scaled).collect(),
        row: cell.row,
        shade: match (diagram.checkered, diagram.is_dark(cell)) {
            (false, _) => "",
            (true, false) => "light",
            (true, true) => "dark",
        },
    });
    let labels = parts::rim_labels(&diagram).into_iter();
    BoardView {
        cells: cells.collect(),
        show_edges: diagram.show_edges,
        bonded: diagram.bonded,
        labels: labels.map(|(text, place)| (text, place.map(tenth))).collect(),
        radius: tenth(parts::piece_radius(&diagram)),
        definitions: parts::definitions(),
        edges: diagram.edges,
    }
}

/// A position; `before` is the one that the last move was played in, and `legal` whether moves may
/// be played in it now.
pub(crate) fn position(
    playable: &Playable,
    state: &AnyState,
    before: Option<&AnyState>,
    ply: usize,
    legal: bool,
) -> PositionView {
    let diagram = playable.diagram(state);
    let last = before.map(|before| change(&playable.diagram(before), &diagram)).unwrap_or_default();
    let sets = playable.sets_of_seats(state);
    let counted = count_sets(&diagram, playable.game.seats());
    let count = |set: &u8| counted.get(usize::from(*set)).map(|count| count.text());
    let (pieces, shapes) = pieces(&diagram);
    let (moves, others) = if legal { moves(playable, state, &diagram) } else { Default::default() };
    PositionView {
        ply,
        text: playable.position_text(state),
        pieces,
        shapes,
        last: (last.from, last.to),
        counts: sets.iter().filter_map(count).collect(),
        sets,
        to_move: match playable.game.status(state) {
            Status::ToMove(seat) => Some(seat.letter()),
            Status::Over(_) => None,
        },
        moves,
        others,
        claim: playable.game.claim(state).filter(|_| legal).map(str::to_owned),
    }
}

fn pieces(diagram: &Diagram) -> (Vec<PieceView>, Vec<String>) {
    let radius = parts::piece_radius(diagram);
    let (mut known, mut shapes) = (HashMap::new(), Vec::new());
    let mut views = Vec::new();
    for (cell, piece) in diagram.cells.iter().enumerate() {
        let Some(piece) = piece.piece else { continue };
        let shape = *known.entry(piece).or_insert_with(|| {
            shapes.push(parts::piece(piece, radius));
            shapes.len() - 1
        });
        let turns = matches!(piece.figure, Figure::Mover(_));
        views.push(PieceView { cell, set: piece.set, shape, words: words(piece), turns });
    }
    (views, shapes)
}

/// A piece in words: `blue disc`, `amber king`, `blue disc, blocked`.
fn words(piece: Piece) -> String {
    let whole = look(piece.set).words;
    let colour = whole.split(' ').next().unwrap_or_default();
    let mut words = match piece.figure {
        Figure::Stone => whole.to_owned(),
        Figure::Mover(mover) => format!("{colour} piece of kind {}", mover.number),
        figure => format!("{colour} {}", format!("{figure:?}").to_lowercase()),
    };
    if piece.special {
        words.push_str(", special");
    }
    if piece.blocked {
        words.push_str(", blocked");
    }
    words
}

type Moves = (Vec<(usize, usize, String)>, Vec<String>);

fn moves(playable: &Playable, state: &AnyState, diagram: &Diagram) -> Moves {
    let game = &playable.game;
    let named = Named::of(diagram);
    let mut legal = Vec::new();
    game.legal_moves(state, &mut legal);
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    for mv in legal {
        let mut text = String::new();
        game.write_move(state, mv, &mut text).expect("writing to a string cannot fail");
        match named.ends(&text) {
            Some((from, to)) => moves.push((from, to, text)),
            None => others.push(text),
        }
    }
    (moves, others)
}

/// The cells that moves lead from and to, by their texts alone; none for moves that have no such
/// cells on the board of this position.
pub(crate) fn ends_of_moves(
    playable: &Playable,
    state: &AnyState,
    texts: &[String],
) -> Vec<Option<(usize, usize)>> {
    let diagram = playable.diagram(state);
    let named = Named::of(&diagram);
    texts.iter().map(|text| named.ends(text)).collect()
}

/// The cells by what moves call them: their names, or the numbers of the dark squares.
struct Named<'d> {
    names: HashMap<&'d str, usize>,
    dark: Vec<usize>,
}

impl<'d> Named<'d> {
    fn of(diagram: &'d Diagram) -> Named<'d> {
        let cells = diagram.cells.iter().enumerate();
        Named {
            names: cells.clone().map(|(at, cell)| (cell.name.as_str(), at)).collect(),
            dark: cells.filter(|(_, cell)| diagram.is_dark(cell)).map(|(at, _)| at).collect(),
        }
    }

    fn cell(&self, text: &str) -> Option<usize> {
        let numbered = || self.dark.get(text.parse::<usize>().ok()?.checked_sub(1)?).copied();
        self.names.get(text).copied().or_else(numbered)
    }

    /// The first and the last cell of a move's text: `c4-c5`, `a1xb2`, `22x15x8`, `e7e8q`.
    fn ends(&self, text: &str) -> Option<(usize, usize)> {
        for sign in ['-', 'x'] {
            let parts: Option<Vec<usize>> = text.split(sign).map(|part| self.cell(part)).collect();
            if let Some([from, .., to]) = parts.as_deref() {
                return Some((*from, *to));
            }
        }
        // Nothing between the cells: the first ends where the letters of the second begin.
        let digit = text.find(|c: char| c.is_ascii_digit())?;
        let end = digit + text[digit..].find(|c: char| !c.is_ascii_digit())?;
        let (from, rest) = text.split_at(end);
        let digit = rest.find(|c: char| c.is_ascii_digit())?;
        let end =
            rest[digit..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| digit + n);
        Some((self.cell(from)?, self.cell(&rest[..end])?))
    }
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use selforge_core::Spec;
    use selforge_games::NoFiles;

    use super::*;

    fn shown(spec: &str) -> (BoardView, PositionView) {
        let playable = Playable::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
        let start = playable.game.start();
        (board(&playable, &start), position(&playable, &start, None, 0, true))
    }

    fn names(spec: &str, text: &str) -> (String, String) {
        let (board, position) = shown(spec);
        let found = position.moves.iter().find(|(_, _, move_text)| move_text == text);
        let (from, to, _) = found.unwrap_or_else(|| panic!("no {text} in {:?}", position.moves));
        (board.cells[*from].name.clone(), board.cells[*to].name.clone())
    }

    #[test]
    fn the_moves_of_every_game_lead_from_cell_to_cell() {
        for family in selforge_games::catalogue::FAMILIES {
            for (spec, _) in family.examples {
                let (board, position) = shown(spec);
                assert!(!position.moves.is_empty(), "{spec}");
                for (from, to, text) in &position.moves {
                    assert!(*from < board.cells.len() && *to < board.cells.len(), "{text}");
                    let piece = position.pieces.iter().find(|piece| piece.cell == *from);
                    let mover = position.to_move.map(|c| usize::from(c as u8 - b'A')).unwrap();
                    let own = piece.is_some_and(|piece| piece.set == position.sets[mover]);
                    assert!(own, "{spec}: {text} begins on a piece of the seat to move");
                }
                let plain = |text: &String| text == "pass" || text.starts_with("swap");
                assert!(position.others.iter().all(plain), "{spec}: {:?}", position.others);
            }
        }
    }

    #[test]
    fn texts_of_moves_are_read_as_their_games_write_them() {
        let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        assert_eq!(names("chess", "e2e4"), pair("e2", "e4"));
        assert_eq!(names("checkers", "9-13"), pair("b6", "a5"));
        let promotion = "chess position=\"8/4P3/8/8/8/8/8/K6k w - - 0 1\"";
        assert_eq!(names(promotion, "e7e8q"), pair("e7", "e8"));
    }
}
