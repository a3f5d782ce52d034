//! Positions that are put together from pieces are positions of their game.

#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

use selforge_catalogue::{Layout, Playable};
use selforge_core::{Game, Spec, Status};
use selforge_games::NoFiles;

fn open(spec: &str) -> Playable {
    let spec = Spec::parse(spec).unwrap();
    selforge_games::open(&spec, &NoFiles).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Every example of every game.
fn examples() -> impl Iterator<Item = Playable> {
    let families = selforge_games::catalogue().families();
    families.iter().flat_map(|family| family.examples.iter().map(|example| open(&example.spec)))
}

/// The start by the letters of the tray.
fn layout(playable: &Playable) -> Layout {
    let (start, tray) = (playable.game.start(), playable.tray());
    let letter = |piece| {
        let found = tray.iter().find(|known| known.piece == piece);
        found.unwrap_or_else(|| panic!("{}: {piece:?} is in no tray", playable.spec)).letter
    };
    let cells = playable.diagram(&start).cells;
    let Status::ToMove(to_move) = playable.game.status(&start) else {
        panic!("{} begins with its end", playable.spec);
    };
    Layout { cells: cells.iter().map(|cell| cell.piece.map(letter)).collect(), to_move }
}

#[test]
fn every_start_can_be_put_together_from_the_pieces_of_the_tray() {
    for playable in examples().filter(Playable::is_bounded) {
        if playable.tray().is_empty() {
            continue;
        }
        let spec = &playable.spec;
        let layout = layout(&playable);
        let text = playable.compose(&layout).unwrap_or_else(|| panic!("{spec} is not composed"));
        assert_eq!(playable.lay_out(&text).as_ref(), Some(&layout), "{spec}");
        let placed = playable.from_position(&text).unwrap();
        let again = open(&placed.to_string());
        assert_eq!(again.game.seats(), playable.game.seats(), "{placed}");
        let drawn = |playable: &Playable| playable.diagram(&playable.game.start()).cells;
        assert_eq!(drawn(&again), drawn(&playable), "{placed}");
        assert_eq!(layout, self::layout(&again), "{placed}");
    }
}

#[test]
fn the_plane_is_not_put_together_from_cells() {
    let plane = open("selfo board=plane");
    let layout = Layout { cells: Vec::new(), to_move: selforge_core::Seat::FIRST };
    assert_eq!(plane.compose(&layout), None);
    assert_eq!(plane.lay_out(&plane.position_text(&plane.game.start())), None);
}

#[test]
fn a_position_alone_names_its_board() {
    for (position, board) in [
        ("A1B/4/5/4/B1A A", "hexhex-3"),
        ("8/A6A/8/8/8/8/B6B/8 A", "king-8x8"),
        ("A2B/4/A2B B", "king-3x4"),
    ] {
        let given = open(&format!("selfo board={board} position=\"{position}\""));
        assert_eq!(open(&format!("selfo position=\"{position}\"")).spec, given.spec);
    }
    for position in ["A1B/4/5/4 A", "A1B/4/5/4/B1A1 A", "0/0 A", "99999999999999999999A A"] {
        let spec = Spec::parse(&format!("selfo position=\"{position}\"")).unwrap();
        let problem = selforge_games::open(&spec, &NoFiles).unwrap_err().to_string();
        assert!(problem.contains("row") || problem.contains("cell"), "{position}: {problem}");
    }
}

#[test]
fn players_of_checkers_number_the_dark_squares() {
    let playable = open("checkers");
    let labels = playable.cell_labels(&playable.diagram(&playable.game.start()));
    assert_eq!(labels[..4], ["", "1", "", "2"]);
    assert_eq!(labels.iter().filter(|label| !label.is_empty()).count(), 32);
    assert_eq!(open("chess").side_names(), ["White", "Black"]);
    assert_eq!(open("selfo seats=3").side_names(), ["Blue", "Amber", "Green"]);
}
