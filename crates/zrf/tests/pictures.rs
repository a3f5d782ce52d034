//! How boards and pieces of rule files look.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use selforge_board::{Diagram, Figure, Piece, Tint};
use selforge_catalogue::{Catalogue, NoFiles, Playable};
use selforge_core::{Game, Spec};

fn open(spec: &str) -> Playable {
    let catalogue = Catalogue::new([selforge_zrf::family()]);
    catalogue.open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap()
}

fn board(name: &str) -> Diagram {
    let playable = open(&format!("zrf game={name}"));
    playable.diagram(&playable.game.start())
}

/// A piece of the tray by its letter.
fn piece(name: &str, letter: char) -> Piece {
    let tray = open(&format!("zrf game={name}")).tray();
    tray.iter().find(|known| known.letter == letter).unwrap_or_else(|| panic!("{letter}")).piece
}

#[test]
fn squares_side_by_side_are_a_board_of_squares() {
    for name in ["chess", "english-draughts", "reversi", "hasami-shogi", "shogi", "surakarta"] {
        let board = board(name);
        let squares = board.cells.iter().filter(|cell| cell.outline.len() == 4).count();
        assert!(!board.show_edges && squares == board.cells.len(), "{name}");
    }
}

#[test]
fn where_lines_matter_they_are_drawn() {
    for (name, points, lines) in [
        ("nine-mens-morris", 24, 32),
        ("alquerque", 25, 56),
        ("bagh-chal", 25, 56),
        ("fanorona", 45, 108),
    ] {
        let board = board(name);
        assert!(board.show_edges, "{name}");
        assert_eq!((board.cells.len(), board.edges.len()), (points, lines), "{name}");
    }
}

#[test]
fn two_shades_are_for_boards_on_which_pieces_stand() {
    assert!(board("chess").checkered && board("breakthrough").checkered);
    assert!(!board("gomoku").checkered && !board("tic-tac-toe").checkered);
    assert!(!board("shogi").checkered, "hands lie beside it");
}

#[test]
fn what_lies_beside_a_board_is_not_on_top_of_it() {
    for name in ["shogi", "race", "dice-race"] {
        let board = board(name);
        let on = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).abs().max((a[1] - b[1]).abs()) < 0.02;
        for (at, cell) in board.cells.iter().enumerate() {
            let others = board.cells.iter().skip(at + 1).filter(|it| on(&it.centre, &cell.centre));
            let others: Vec<_> = others.map(|it| (&it.name, it.centre)).collect();
            assert!(others.is_empty(), "{name}: {} {:?}: {others:?}", cell.name, cell.centre);
        }
    }
}

#[test]
fn chess_pieces_look_like_chess_and_have_the_colours_of_their_players() {
    let king = piece("chess", 'K');
    assert_eq!((king.figure, king.tint), (Figure::King, Some(Tint::White)));
    assert_eq!(piece("chess", 'n').figure, Figure::Knight);
    assert_eq!(piece("makruk", 'r').tint, Some(Tint::Black));
    assert_eq!(piece("makruk", 'S').figure, Figure::Bishop, "a noble");
    let cannon = piece("xiangqi", 'C');
    assert_eq!((cannon.figure, cannon.tint), (Figure::Letter('C'), Some(Tint::Red)));
}

#[test]
fn men_are_stones_and_their_kings_wear_crowns() {
    for name in ["english-draughts", "international-draughts", "russian-draughts"] {
        let figures: Vec<Figure> = open(&format!("zrf game={name}"))
            .tray()
            .iter()
            .filter(|known| known.piece.set == 0)
            .map(|known| known.piece.figure)
            .collect();
        assert!(figures.contains(&Figure::Stone) && figures.contains(&Figure::Crowned), "{name}");
    }
    let goose = board("fox-and-geese");
    assert!(goose.cells.iter().filter_map(|c| c.piece).all(|it| it.figure == Figure::Stone));
}

#[test]
fn players_that_are_named_by_a_letter_write_theirs() {
    let tray = open("zrf").tray();
    let figures: Vec<Figure> = tray.iter().map(|known| known.piece.figure).collect();
    assert_eq!(figures, [Figure::Letter('X'), Figure::Letter('O')]);
}

#[test]
fn what_belongs_to_nobody_is_grey() {
    let boulders = open("zrf game=ataxx variant=\"Ataxx with Boulders\"");
    let pieces = boulders.diagram(&boulders.game.start()).cells;
    let tints: Vec<Option<Tint>> = pieces.iter().filter_map(|c| Some(c.piece?.tint)).collect();
    assert!(tints.contains(&Some(Tint::Grey)) && tints.contains(&Some(Tint::Red)), "{tints:?}");
}
