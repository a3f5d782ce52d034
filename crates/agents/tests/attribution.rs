//! Which pieces a network counts on, against positions that are written down without the piece.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use selforge_agents::{Attribution, AttributionError};
use selforge_catalogue::editing::write_layout;
use selforge_catalogue::{Described, GameVisitor, Gathering, NoFiles, Playable};
use selforge_core::{AnyState, Game, Seat, Spec, Stream};
use selforge_learn::{GatheringLens, Lens, PiecesLens, Trace, View, file};

fn open(spec: &str) -> Playable {
    selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap()
}

/// What the network that comes with the program says of a position, for a seat to move.
struct Value<'a> {
    state: &'a AnyState,
    seat: Seat,
    family: &'a str,
}

impl Value<'_> {
    fn of<G: Described>(&self, game: &G, lens: &impl Lens<G>) -> (f32, u8) {
        let (mut view, mut trace) = (View::default(), Trace::default());
        let state = self.state.downcast().unwrap();
        lens.look(game, state, self.seat, &mut view);
        let saved = file::built_in(self.family, &lens.features()).unwrap();
        saved.network.judge(lens.graph(self.seat), &view, &mut trace);
        (trace.value(), game.set_of(state, self.seat))
    }
}

impl GameVisitor for Value<'_> {
    /// And the set that the seat plays.
    type Output = (f32, u8);

    fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
        self.of(&*game, &PiecesLens::new(&*game).unwrap())
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Self::Output {
        self.of(&*game, &GatheringLens::new(&*game))
    }
}

/// A position some random moves into a game.
fn position(playable: &Playable, plies: u32) -> AnyState {
    let (game, mut stream) = (&playable.game, Stream::new(3, "test", 0));
    let mut state = game.start();
    for _ in 0..plies {
        let mv = game.choose_move(&state, |count| stream.below(count)).unwrap();
        game.play(&mut state, mv);
    }
    state
}

/// The position with an empty cell, through its text; none where the rules do not have it.
fn without(playable: &Playable, state: &AnyState, cell: usize) -> Option<AnyState> {
    let (diagram, tray) = (playable.diagram(state), playable.tray());
    let letter = |at: usize| {
        let piece = diagram.cells[at].piece.filter(|_| at != cell)?;
        let alike = |known: &&selforge_catalogue::TrayPiece| {
            (known.piece.set, known.piece.figure) == (piece.set, piece.figure)
        };
        Some(tray.iter().find(alike).unwrap().letter)
    };
    let letters: Vec<Option<char>> = (0..diagram.cells.len()).map(letter).collect();
    let text = playable.position_text(state);
    let (_, rest) = text.split_once(' ').unwrap();
    playable.game.parse_state(&format!("{} {rest}", write_layout(&diagram, &letters))).ok()
}

#[test]
fn a_piece_is_worth_what_the_network_says_less_without_it() {
    let games = [
        ("selfo board=hexhex-5 density=24 seed=2", 4, "selfo"),
        ("selfo board=hexhex-6 density=40 seed=5", 31, "selfo"),
        ("selfo board=king-8x8 density=25 seed=1", 9, "selfo"),
        ("selfo board=square-6x6 density=40 seed=1", 8, "selfo"),
        ("hex board=hex-7x7", 15, "hex"),
        ("loa", 11, "loa"),
        ("checkers", 20, "checkers"),
    ];
    for (spec, plies, family) in games {
        let playable = open(spec);
        let state = position(&playable, plies);
        let seat = playable.game.status(&state).to_move().unwrap();
        let value =
            |state: &AnyState| selforge_games::visit(&playable, Value { state, seat, family });
        let (all, own) = value(&state);
        let found = Attribution::of(&playable, &state, None).unwrap();
        assert_eq!(found.seat, seat.letter());
        assert!((found.expected() - 50.0 * (1.0 + all)).abs() < 1e-3, "{spec}");
        let diagram = playable.diagram(&state);
        let standing = diagram.cells.iter().filter(|cell| cell.piece.is_some()).count();
        assert_eq!(found.pieces.len(), standing, "{spec}");
        let mut compared = 0;
        for piece in &found.pieces {
            let cell = &diagram.cells[piece.at];
            assert_eq!(*cell.name, *piece.cell);
            let Some(less) = without(&playable, &state, piece.at) else { continue };
            let lost = 50.0 * (all - value(&less).0);
            let lost = if cell.piece.unwrap().set == own { lost } else { -lost };
            assert!((lost - piece.points).abs() < 1e-3, "{spec} {}: {lost}", piece.cell);
            compared += 1;
        }
        assert!(compared * 2 > standing, "{spec}: {compared} of {standing} compared");
    }
}

#[test]
fn games_without_a_network_say_so_and_so_do_finished_ones() {
    for spec in ["chess", "selfo board=plane", "selfo seats=3"] {
        let playable = open(spec);
        let error = Attribution::of(&playable, &playable.game.start(), None).unwrap_err();
        assert!(matches!(error, AttributionError::Unseen { .. }), "{spec}: {error}");
        assert!(!Attribution::is_known(&playable), "{spec}");
    }
    let hex = open("hex board=hex-3x3 swap=off");
    let mut state = hex.game.start();
    for text in ["a1", "b1", "a2", "b2", "a3"] {
        let mv = hex.game.parse_move(&state, text).unwrap();
        hex.game.play(&mut state, mv);
    }
    assert_eq!(Attribution::of(&hex, &state, None), Err(AttributionError::Over));
}
