//! What the page is told: the board as polygons, the pieces as shapes, the legal moves as cells.
//!
//! The page knows no rules and no game: each game says what its moves do to the board, and the page is
//! told the cells that people point at. Moves without cells, such as passing, are told apart by that.

use std::collections::HashMap;

use selforge_board::picture::count::count_sets;
use selforge_board::picture::palette::look;
use selforge_board::picture::svg::parts;
use selforge_board::{Diagram, Figure, Piece, Point, Tint};
use selforge_core::{AnyMove, AnyState, Game, Status};
use selforge_games::Playable;

use crate::messages::board::{
    Board, BoardBorder, BoardCell, BoardPiece, LastMove, LegalMove, OtherMove, PlacedPiece,
    Position, Shade,
};
use crate::rule_files::{base_name, picture_folder};

/// The board under a position.
pub(crate) fn board(playable: &Playable, state: &AnyState) -> Board {
    let diagram = playable.diagram(state);
    let scaled = |[x, y]: Point| [tenth(x * parts::SCALE), tenth(y * parts::SCALE)];
    let labels = playable.cell_labels(&diagram);
    let cells = diagram.cells.iter().zip(labels).map(|(cell, label)| BoardCell {
        name: cell.name.to_string(),
        label,
        centre: scaled(cell.centre),
        outline: cell.outline.iter().copied().map(scaled).collect(),
        row: cell.row,
        shade: match (diagram.checkered, diagram.is_dark(cell)) {
            (false, _) => None,
            (true, false) => Some(Shade::Light),
            (true, true) => Some(Shade::Dark),
        },
    });
    let labels = parts::rim_labels(&diagram).into_iter();
    let borders = diagram.borders.iter().map(|border| BoardBorder {
        set: border.set,
        line: border.line.iter().copied().map(scaled).collect(),
    });
    Board {
        cells: cells.collect(),
        show_edges: diagram.show_edges,
        bonded: diagram.bonded,
        labels: labels.map(|(text, place)| (text, place.map(tenth))).collect(),
        borders: borders.collect(),
        radius: tenth(parts::piece_radius(&diagram)),
        definitions: parts::definitions(),
        edges: diagram.edges.to_vec(),
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
) -> Position {
    let diagram = playable.diagram(state);
    let sets = playable.sets_of_seats(state);
    let counted = count_sets(&diagram, playable.game.seats());
    let count = |set: &u8| counted.get(usize::from(*set)).map(|count| count.text());
    let (pieces, shapes) = pieces(&diagram, &Shapes::of(playable, &diagram));
    let (moves, others) = if legal { moves(playable, state, &diagram) } else { Moves::default() };
    Position {
        ply,
        text: playable.position_text(state),
        pieces,
        shapes,
        last: before.and_then(|(before, mv)| last(playable, before, mv, &diagram)),
        counts: sets.iter().filter_map(count).collect(),
        material: material(&diagram, &sets),
        fen: (playable.family.dialect)
            .map(|dialect| (dialect.position)(&playable.position_text(state))),
        sets,
        to_move: match playable.game.status(state) {
            Status::ToMove(seat) => Some(seat.letter()),
            Status::Over(_) => None,
        },
        moves,
        others,
        threatened: playable.threatened(state),
        claim: playable.game.claim(state).filter(|_| legal).map(str::to_owned),
    }
}

/// What the pieces of each seat's set are worth together. Sets that gather take nothing.
fn material(diagram: &Diagram, sets: &[u8]) -> Vec<u32> {
    let worth = |set: u8| {
        let pieces = diagram.cells.iter().filter_map(|cell| cell.piece);
        pieces.filter(|piece| piece.set == set).map(|piece| points(piece.figure)).sum()
    };
    let taken = sets.iter().filter(|_| !diagram.bonded);
    taken.map(|set| worth(*set)).collect()
}

/// What players say that a piece is worth.
fn points(figure: Figure) -> u32 {
    match figure {
        Figure::King => 0,
        Figure::Knight | Figure::Bishop => 3,
        Figure::Rook => 5,
        Figure::Queen => 9,
        _ => 1,
    }
}

/// What a move did. Boards without a rim show other cells afterwards, so cells are found by name.
fn last(playable: &Playable, before: &AnyState, mv: AnyMove, now: &Diagram) -> Option<LastMove> {
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
    Some(LastMove {
        notation: playable.move_notation(before, mv),
        path,
        captures: all(effect.captures)?,
        along: along.map(|[from, to]| Some([here(from)?, here(to)?])).collect::<Option<_>>()?,
    })
}

/// How the pieces of a game are drawn: by the pictures that came with it, or by their figures.
pub(crate) struct Shapes {
    radius: f64,
    /// The addresses of the pictures, by their numbers.
    pictures: HashMap<u16, String>,
}

impl Shapes {
    /// Those of a game, for pieces on this board.
    pub(crate) fn of(playable: &Playable, diagram: &Diagram) -> Shapes {
        let address = |folder: String| {
            let pictures = playable.pictures().into_iter();
            pictures.map(move |(number, name)| (number, format!("{folder}/{}", escaped(&name))))
        };
        let pictures = picture_folder(&playable.spec).into_iter().flat_map(address).collect();
        Shapes { radius: parts::piece_radius(diagram), pictures }
    }

    /// A piece as SVG elements around the origin.
    pub(crate) fn shape(&self, piece: Piece) -> String {
        let address = piece.picture.and_then(|number| self.pictures.get(&number));
        let Some(address) = address else { return parts::piece(piece, self.radius) };
        let half = tenth(self.radius * 1.16);
        format!(
            "<image href=\"{address}\" x=\"-{half}\" y=\"-{half}\" width=\"{0}\" height=\"{0}\"/>",
            2.0 * half
        )
    }
}

/// The name of a picture as a part of an address.
fn escaped(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let byte = |byte: u8| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    base_name(name).bytes().map(byte).collect()
}

fn pieces(diagram: &Diagram, drawn: &Shapes) -> (Vec<BoardPiece>, Vec<String>) {
    let (mut known, mut shapes) = (HashMap::new(), Vec::new());
    let mut views = Vec::new();
    for (cell, piece) in diagram.cells.iter().enumerate() {
        let Some(piece) = piece.piece else { continue };
        let shape = *known.entry(piece).or_insert_with(|| {
            shapes.push(drawn.shape(piece));
            shapes.len() - 1
        });
        let turns = matches!(piece.figure, Figure::Mover(_));
        views.push(BoardPiece { cell, set: piece.set, shape, words: piece_words(piece), turns });
    }
    (views, shapes)
}

/// A piece in words: `blue disc`, `amber king`, `blue disc, blocked`.
pub(crate) fn piece_words(piece: Piece) -> String {
    let colour = piece.tint.map_or_else(|| look(piece.set).colour(), Tint::word);
    let mut words = match piece.figure {
        Figure::Stone if piece.tint.is_some() => format!("{colour} stone"),
        Figure::Stone => look(piece.set).words.to_owned(),
        Figure::Crowned => format!("{colour} king"),
        Figure::Mover(mover) => format!("{colour} piece of kind {}", mover.number),
        Figure::Letter(letter) => format!("{colour} {letter}"),
        // The figures of chess are white and black, as everywhere.
        figure => {
            let plain = if piece.set == 0 { "white" } else { "black" };
            let side = piece.tint.map_or(plain, Tint::word);
            format!("{side} {}", format!("{figure:?}").to_lowercase())
        }
    };
    if piece.special {
        words.push_str(", special");
    }
    if piece.blocked {
        words.push_str(", blocked");
    }
    words
}

type Moves = (Vec<LegalMove>, Vec<OtherMove>);

fn moves(playable: &Playable, state: &AnyState, diagram: &Diagram) -> Moves {
    let drawn = Shapes::of(playable, diagram);
    let tray = playable.tray();
    let mut legal = Vec::new();
    playable.game.legal_moves(state, &mut legal);
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    for mv in legal {
        let text = playable.move_text(state, mv);
        let effect = playable.effect(state, mv, diagram);
        if effect.path.is_empty() {
            others.push(OtherMove { words: playable.move_words(state, mv), text });
            continue;
        }
        // Among moves that differ by the piece alone the most wanted one is first, as in the tray.
        let rank = effect.places.and_then(|piece| tray.iter().position(|it| it.piece == piece));
        moves.push((
            rank,
            LegalMove {
                path: effect.path,
                captures: effect.captures,
                places: effect.places.map(|piece| PlacedPiece {
                    words: piece_words(piece),
                    shape: drawn.shape(piece),
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

    fn shown(spec: &str) -> (Board, Position) {
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
                let plain = |mv: &OtherMove| mv.text == "pass" || mv.text.starts_with("swap");
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
        assert_eq!(words, ["white queen", "white rook", "white bishop", "white knight"]);
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
            let names = shown
                .map(|last| last.path.iter().map(|&at| now.cells[at].name.to_string()).collect());
            let names: Vec<String> = names.unwrap_or_default();
            assert!(
                names.iter().cloned().eq(path.iter().map(|&at| before.cells[at].name.to_string())),
                "{names:?}"
            );
        }
    }
}
