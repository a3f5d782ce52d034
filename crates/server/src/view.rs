//! What the page is told: the board as polygons, the pieces as shapes, the legal moves as cells.
//!
//! The page knows no rules and no game: each game says what its moves do to the board, and the page is
//! told the cells that people point at. Moves without cells, such as passing, are told apart by that.

use std::collections::HashMap;

use selforge_board::picture::count::count_sets;
use selforge_board::picture::palette::look;
use selforge_board::picture::svg::parts;
use selforge_board::{Diagram, Figure, Piece, Point};
use selforge_core::{AnyMove, AnyState, Game, Status};
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
    /// What players call it; empty for a cell that is never used.
    label: String,
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
    /// What the last move did to the board; none if there was none, or one without cells.
    last: Option<LastView>,
    /// The set that each seat plays.
    sets: Vec<u8>,
    /// What there is to count of each seat's set, in words.
    counts: Vec<String>,
    /// The seat to move by the rules of the board; none when they say that the game is over.
    to_move: Option<char>,
    /// The legal moves that people point at.
    moves: Vec<MoveView>,
    /// The other legal moves, which are said in words: pass, swap.
    others: Vec<OtherMoveView>,
    /// The right to end the game as a draw, in a word or two.
    claim: Option<String>,
}

/// What the last move did, in cells of the board as it is now.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct LastView {
    /// The way of the piece; one cell alone for a piece that was placed.
    path: Vec<usize>,
    /// Where pieces were taken.
    captures: Vec<usize>,
    /// The ways of pieces that moved along.
    along: Vec<[usize; 2]>,
}

/// A legal move without cells.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct OtherMoveView {
    /// The move as it is sent.
    text: String,
    /// What a button says for it.
    words: String,
}

/// A legal move and what it does to the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct MoveView {
    /// The move as it is sent.
    text: String,
    /// The cell that it leaves, those on its way, and the one that it comes to; one alone for a piece
    /// that is placed.
    path: Vec<usize>,
    /// The cells of the pieces that it takes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    captures: Vec<usize>,
    /// What stands at its end, if that is not what left its beginning: a piece that is placed or
    /// promoted.
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<PlacedView>,
}

/// A piece that a move brings.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct PlacedView {
    words: String,
    /// Its shape, as an SVG element around the origin.
    shape: String,
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
    let labels = playable.cell_labels(&diagram);
    let cells = diagram.cells.iter().zip(labels).map(|(cell, label)| CellView {
        name: cell.name.clone(),
        label,
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

/// A position; `before` is the last move and the position that it was played in, and `legal` whether
/// moves may be played in it now.
pub(crate) fn position(
    playable: &Playable,
    state: &AnyState,
    before: Option<(&AnyState, AnyMove)>,
    ply: usize,
    legal: bool,
) -> PositionView {
    let diagram = playable.diagram(state);
    let sets = playable.sets_of_seats(state);
    let counted = count_sets(&diagram, playable.game.seats());
    let count = |set: &u8| counted.get(usize::from(*set)).map(|count| count.text());
    let (pieces, shapes) = pieces(&diagram);
    let (moves, others) = if legal { moves(playable, state, &diagram) } else { Moves::default() };
    PositionView {
        ply,
        text: playable.position_text(state),
        pieces,
        shapes,
        last: before.and_then(|(before, mv)| last(playable, before, mv, &diagram)),
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

/// What a move did. Boards without a rim show other cells afterwards, so cells are found by name.
fn last(playable: &Playable, before: &AnyState, mv: AnyMove, now: &Diagram) -> Option<LastView> {
    let drawn = playable.diagram(before);
    let effect = playable.effect(before, mv, &drawn);
    let here = |cell: usize| {
        let name = &drawn.cells[cell].name;
        let same = now.cells.get(cell).is_some_and(|same| same.name == *name);
        if same { Some(cell) } else { now.cells.iter().position(|other| other.name == *name) }
    };
    let all = |cells: Vec<usize>| cells.into_iter().map(here).collect::<Option<Vec<usize>>>();
    let path = all(effect.path).filter(|path| !path.is_empty())?;
    let along = effect.along.into_iter();
    Some(LastView {
        path,
        captures: all(effect.captures)?,
        along: along.map(|[from, to]| Some([here(from)?, here(to)?])).collect::<Option<_>>()?,
    })
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
        views.push(PieceView { cell, set: piece.set, shape, words: piece_words(piece), turns });
    }
    (views, shapes)
}

/// A piece in words: `blue disc`, `amber king`, `blue disc, blocked`.
pub(crate) fn piece_words(piece: Piece) -> String {
    let (whole, colour) = (look(piece.set).words, look(piece.set).colour());
    let mut words = match piece.figure {
        Figure::Stone => whole.to_owned(),
        Figure::Crowned => format!("{colour} king"),
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

type Moves = (Vec<MoveView>, Vec<OtherMoveView>);

fn moves(playable: &Playable, state: &AnyState, diagram: &Diagram) -> Moves {
    let radius = parts::piece_radius(diagram);
    let tray = playable.tray();
    let mut legal = Vec::new();
    playable.game.legal_moves(state, &mut legal);
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    for mv in legal {
        let text = playable.move_text(state, mv);
        let effect = playable.effect(state, mv, diagram);
        if effect.path.is_empty() {
            others.push(OtherMoveView { words: playable.move_words(state, mv), text });
            continue;
        }
        // Among moves that differ by the piece alone the most wanted one is first, as in the tray.
        let rank = effect.places.and_then(|piece| tray.iter().position(|it| it.piece == piece));
        moves.push((
            rank,
            MoveView {
                path: effect.path,
                captures: effect.captures,
                places: effect.places.map(|piece| PlacedView {
                    words: piece_words(piece),
                    shape: parts::piece(piece, radius),
                }),
                text,
            },
        ));
    }
    moves.sort_by_key(|(rank, _)| *rank);
    (moves.into_iter().map(|(_, mv)| mv).collect(), others)
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
        let playable = selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
        let start = playable.game.start();
        (board(&playable, &start), position(&playable, &start, None, 0, true))
    }

    fn path(spec: &str, text: &str) -> Vec<String> {
        let (board, position) = shown(spec);
        let found = position.moves.iter().find(|mv| mv.text == text);
        let mv = found.unwrap_or_else(|| panic!("no {text} in {:?}", position.moves));
        mv.path.iter().map(|&cell| board.cells[cell].name.clone()).collect()
    }

    #[test]
    fn the_moves_of_every_game_are_of_the_pieces_of_the_seat_to_move() {
        for family in selforge_games::catalogue().families() {
            for example in &family.examples {
                let spec = &example.spec;
                let (board, position) = shown(spec);
                assert!(!position.moves.is_empty(), "{spec}");
                for mv in &position.moves {
                    assert!(mv.path.iter().all(|&cell| cell < board.cells.len()), "{mv:?}");
                    let piece = position.pieces.iter().find(|piece| piece.cell == mv.path[0]);
                    let mover = position.to_move.map(|c| usize::from(c as u8 - b'A')).unwrap();
                    let own = piece.is_some_and(|piece| piece.set == position.sets[mover]);
                    let placed = piece.is_none() && mv.path.len() == 1 && mv.places.is_some();
                    assert!(own || placed, "{spec}: {mv:?} begins on a piece of the seat to move");
                }
                let plain = |mv: &OtherMoveView| mv.text == "pass" || mv.text.starts_with("swap");
                assert!(position.others.iter().all(plain), "{spec}: {:?}", position.others);
            }
        }
    }

    #[test]
    fn games_say_which_cells_their_moves_are_between() {
        assert_eq!(path("chess", "e2e4"), ["e2", "e4"]);
        assert_eq!(path("checkers", "9-13"), ["b6", "a5"]);
        let chain = "checkers position=\"8/8/1A6/2B5/8/4B3/8/6b1 A\"";
        assert_eq!(path(chain, "9x18x27").len(), 3);
        let promotion = "chess position=\"8/4P3/8/8/8/8/8/K6k w - - 0 1\"";
        assert_eq!(path(promotion, "e7e8q"), ["e7", "e8"]);
        let (_, position) = shown(promotion);
        let promotions = position.moves.iter().filter_map(|mv| mv.places.as_ref());
        let words: Vec<&str> = promotions.map(|placed| &placed.words[..]).collect();
        assert_eq!(words, ["blue queen", "blue rook", "blue bishop", "blue knight"]);
    }

    #[test]
    fn the_last_move_is_told_by_its_cells() {
        let spec = "checkers position=\"8/8/1A6/2B5/8/4B3/8/6b1 A\"";
        let playable = selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
        let start = playable.game.start();
        let mv = playable.game.parse_move(&start, "9x18x27").unwrap();
        let mut after = start.clone();
        playable.game.play(&mut after, mv);
        let shown = position(&playable, &after, Some((&start, mv)), 1, true).last.unwrap();
        assert_eq!((shown.path, shown.captures), (vec![17, 35, 53], vec![26, 44]));
    }

    #[test]
    fn the_last_move_on_a_board_without_a_rim_is_told_in_the_cells_that_are_shown_now() {
        let spec = Spec::parse("selfo board=plane length=3").unwrap();
        let playable = selforge_games::open(&spec, &NoFiles).unwrap();
        let start = playable.game.start();
        let mut legal = Vec::new();
        playable.game.legal_moves(&start, &mut legal);
        for mv in legal {
            let before = playable.diagram(&start);
            let path = playable.effect(&start, mv, &before).path;
            let mut after = start.clone();
            playable.game.play(&mut after, mv);
            let now = playable.diagram(&after);
            let shown = position(&playable, &after, Some((&start, mv)), 1, true).last;
            let names =
                shown.map(|last| last.path.iter().map(|&at| now.cells[at].name.clone()).collect());
            let names: Vec<String> = names.unwrap_or_default();
            assert!(names.iter().eq(path.iter().map(|&at| &before.cells[at].name)), "{names:?}");
        }
    }
}
