//! Numbers of moves and symmetries hold in positions that random games come to.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use selforge_catalogue::{Layout, NumberedMove};
use selforge_core::{Game, MoveRepr, Spec, Stream};
use selforge_games::{Described, GameVisitor, NoFiles};

const MORE: [&str; 8] = [
    "selfo board=hexhex-4 seed=3 length=2",
    "selfo board=square-6x6 seats=3",
    "selfo board=voronoi-40-1",
    "hex board=hex-5x5",
    "loa stuck=lose",
    "chess position=\"8/P6k/8/8/8/8/p6K/8 w - -\"",
    "rulespace game=paper-2",
    "zrf game=tic-tac-toe",
];

/// Rule files that have more moves than are numbered.
const UNNUMBERED: &[&str] = &["halma", "shogi"];

/// The specs of all families' examples and a few more.
fn specs() -> Vec<String> {
    let families = selforge_games::catalogue().families().iter();
    let examples = families.flat_map(|family| family.examples.iter().map(|it| it.spec.to_string()));
    examples.chain(MORE.map(str::to_owned)).collect()
}

fn visit_all<V: GameVisitor<Output = ()>>(visitor: impl Fn(String) -> V) {
    for spec in specs() {
        let playable = selforge_games::open(&Spec::parse(&spec).unwrap(), &NoFiles)
            .unwrap_or_else(|error| panic!("{spec}: {error}"));
        selforge_games::visit(&playable, visitor(spec));
    }
}

/// The positions of a few random games.
fn positions<G: Game>(game: &G, games: u64, mut look: impl FnMut(&G::State)) {
    for number in 0..games {
        let mut stream = Stream::new(1, "numbered", number);
        let mut state = game.start();
        for _ in 0..120 {
            look(&state);
            let Some(mv) = game.choose_move(&state, |count| stream.below(count)) else { break };
            game.play(&mut state, mv);
        }
    }
}

struct EveryMoveHasANumber(String);

impl GameVisitor for EveryMoveHasANumber {
    type Output = ();

    fn visit<G: Described>(self, game: Arc<G>) {
        let spec = self.0;
        let Some(numbered) = game.numbered_moves() else {
            let large = UNNUMBERED.iter().any(|name| spec == format!("zrf game={name}"));
            assert!(!game.is_bounded() || large, "{spec} numbers no moves");
            return;
        };
        let by_code: HashMap<u32, &NumberedMove> =
            numbered.iter().map(|mv| (mv.code, mv)).collect();
        assert_eq!(by_code.len(), numbered.len(), "{spec} gives a move two numbers");
        assert!(numbered.is_sorted_by_key(|mv| mv.code), "{spec}");
        let shapes: HashSet<(&[u16], u8)> =
            numbered.iter().map(|mv| (&mv.cells[..], mv.variant)).collect();
        let by_site = spec.starts_with("zrf");
        assert!(by_site || shapes.len() == numbered.len(), "{spec} has two moves of one shape");
        let mut moves = Vec::new();
        positions(&*game, 6, |state| {
            game.legal_moves(state, &mut moves);
            let diagram = game.diagram(state);
            for &mv in &moves {
                let known = by_code.get(&mv.to_code());
                let known = known.unwrap_or_else(|| panic!("{spec}: {mv:?} has no number"));
                let path = game.effect(state, mv, &diagram).path;
                let told = known.cells.iter().map(|&cell| usize::from(cell));
                if !by_site && !is_castling(&spec, &diagram, &known.cells) {
                    assert!(told.eq(path.iter().copied()), "{spec}: {mv:?} {known:?} {path:?}");
                }
            }
        });
    }
}

/// Castling is numbered by the king and its rook, and drawn by where the king goes.
fn is_castling(spec: &str, diagram: &selforge_board::Diagram, cells: &[u16]) -> bool {
    let set = |at: u16| diagram.cells[usize::from(at)].piece.map(|piece| piece.set);
    spec.starts_with("chess") && cells.len() == 2 && set(cells[0]) == set(cells[1])
}

#[test]
fn every_legal_move_has_a_number_and_the_cells_that_it_touches() {
    visit_all(EveryMoveHasANumber);
}

struct SymmetriesKeepMoves(String);

impl GameVisitor for SymmetriesKeepMoves {
    type Output = ();

    fn visit<G: Described>(self, game: Arc<G>) {
        let symmetries = game.symmetries();
        let Some(numbered) = game.numbered_moves().filter(|_| !symmetries.is_empty()) else {
            return;
        };
        let shapes: HashMap<(Vec<u16>, u8), u32> =
            numbered.iter().map(|mv| ((mv.cells.clone(), mv.variant), mv.code)).collect();
        let by_code: HashMap<u32, &NumberedMove> =
            numbered.iter().map(|mv| (mv.code, mv)).collect();
        let codes = |state: &G::State| {
            let mut moves = Vec::new();
            game.legal_moves(state, &mut moves);
            moves.into_iter().map(MoveRepr::to_code).collect::<HashSet<u32>>()
        };
        let mut compared = 0;
        positions(&*game, 3, |state| {
            let mut text = String::new();
            game.write_state(state, &mut text).unwrap();
            // Only positions whose moves follow from the pieces and the mover can be put together again.
            let Some(layout) = game.lay_out(&text) else { return };
            let again = game.compose(&layout).and_then(|text| game.parse_state(&text).ok());
            let Some(again) = again.filter(|again| codes(again) == codes(state)) else { return };
            for images in &symmetries {
                let mut cells = layout.cells.clone();
                for (from, &to) in images.iter().enumerate() {
                    cells[usize::from(to)] = layout.cells[from];
                }
                let turned = game.compose(&Layout { cells, to_move: layout.to_move }).unwrap();
                let turned = game.parse_state(&turned).unwrap();
                let expected: HashSet<u32> = codes(state)
                    .into_iter()
                    .map(|code| {
                        let mv = by_code[&code];
                        let cells = mv.cells.iter().map(|&cell| images[usize::from(cell)]);
                        shapes[&(cells.collect(), mv.variant)]
                    })
                    .collect();
                assert_eq!(codes(&turned), expected, "{}: {text}", self.0);
                assert_eq!(game.status(&turned), game.status(&again), "{}: {text}", self.0);
                compared += 1;
            }
        });
        assert!(compared > 0, "{}: no position was compared", self.0);
    }
}

#[test]
fn the_image_of_a_position_has_the_images_of_its_moves() {
    visit_all(SymmetriesKeepMoves);
}
