//! An opened game: made once, kept, and shared by everyone who needs it.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use selforge_board::Diagram;
use selforge_board::picture::count::Change;
use selforge_board::picture::svg::{self, Caption, Look, SeatCaption};
use selforge_core::{AnyGame, AnyMove, AnyState, Game, MoveRepr, Seat, Spec, Status};

use crate::described::Described;
use crate::effect::MoveEffect;
use crate::family::Family;
use crate::shown::shown;
use crate::visitor::GameVisitor;

/// A game, opened. Copies share it: opening may be dear, copying is not.
///
/// Whoever has it can play it erased ([`game`](Playable::game)), draw and explain it, and ask for the
/// game by its own type ([`typed`](Playable::typed)). Visiting it by its type without knowing it is
/// done where the types are listed.
#[derive(Clone, Debug)]
pub struct Playable {
    /// The canonical spec.
    pub spec: Spec,
    /// The game.
    pub game: AnyGame,
    /// What is known of its family.
    pub family: Arc<Family>,
    shared: Arc<dyn ErasedDescribed>,
    typed: Arc<dyn Any + Send + Sync>,
}

impl Playable {
    /// An opened game of a family, by its canonical spec.
    pub fn new<G: Described>(family: &Arc<Family>, spec: Spec, game: G) -> Playable {
        let game = Arc::new(game);
        Playable {
            spec,
            game: AnyGame::new(Arc::clone(&game)),
            family: Arc::clone(family),
            shared: Arc::clone(&game) as Arc<dyn ErasedDescribed>,
            typed: game,
        }
    }

    /// The game by its own type, if that is `G`.
    #[must_use]
    pub fn typed<G: Game>(&self) -> Option<Arc<G>> {
        Arc::clone(&self.typed).downcast().ok()
    }

    /// Runs a visitor for the game by its own type, if that is `G`.
    ///
    /// # Errors
    /// With the visitor, if the game is of another type.
    pub fn visit_as<G: Described, V: GameVisitor>(&self, visitor: V) -> Result<V::Output, V> {
        match self.typed::<G>() {
            Some(game) => Ok(game.accept(visitor)),
            None => Err(visitor),
        }
    }

    /// A picture of a position.
    #[must_use]
    pub fn diagram(&self, state: &AnyState) -> Diagram {
        self.shared.any_diagram(state)
    }

    /// What a legal move does to the board, in the numbers of the cells of `diagram`, the picture of
    /// the position.
    #[must_use]
    pub fn effect(&self, state: &AnyState, mv: AnyMove, diagram: &Diagram) -> MoveEffect {
        self.shared.any_effect(state, mv, diagram)
    }

    /// The set of pieces that each seat plays.
    #[must_use]
    pub fn sets_of_seats(&self, state: &AnyState) -> Vec<u8> {
        let seats = Seat::all(self.game.seats());
        seats.map(|seat| self.shared.any_set_of(state, seat)).collect()
    }

    /// Whether the board has an end, so that cells can be counted.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.shared.any_is_bounded()
    }

    /// Whose turn it is in a position, or how it ended.
    #[must_use]
    pub fn status_text(&self, state: &AnyState) -> String {
        match self.game.status(state) {
            Status::ToMove(seat) => format!("{seat} to move"),
            Status::Over(outcome) => format!("{outcome}, {}", self.game.ending(state)),
        }
    }

    /// A position as one line of text.
    #[must_use]
    pub fn position_text(&self, state: &AnyState) -> String {
        let mut text = String::new();
        self.game.write_state(state, &mut text).expect("writing to a string cannot fail");
        text
    }

    /// A legal move as people type it.
    #[must_use]
    pub fn move_text(&self, state: &AnyState, mv: AnyMove) -> String {
        let mut text = String::new();
        self.game.write_move(state, mv, &mut text).expect("writing to a string cannot fail");
        text
    }

    /// What a picture of a position says besides the board.
    #[must_use]
    pub fn caption(&self, state: &AnyState, diagram: &Diagram) -> Caption {
        let to_move = self.game.status(state).to_move();
        let words = svg::describe(diagram, self.game.seats(), &self.status_text(state));
        let seats = Seat::all(self.game.seats()).zip(self.sets_of_seats(state));
        Caption {
            title: shown(&self.spec.to_string()),
            description: format!("{words} Position: {}", self.position_text(state)),
            seats: seats
                .map(|(seat, set)| SeatCaption {
                    set,
                    name: seat.to_string(),
                    to_move: to_move == Some(seat),
                })
                .collect(),
        }
    }

    /// A picture of a position, as the text of an SVG file of this width in pixels.
    #[must_use]
    pub fn picture(&self, state: &AnyState, size: u32) -> String {
        let diagram = self.diagram(state);
        let caption = self.caption(state, &diagram);
        svg::board(&diagram, Look { size, names: false }, &caption, &Change::default())
    }

    /// The rules of this very game in plain English.
    #[must_use]
    pub fn rules_text(&self) -> String {
        self.shared.any_rules_text()
    }

    /// The name and version of the rules, as records carry them.
    #[must_use]
    pub fn rules_name(&self) -> String {
        format!("{} {}", self.family.name, self.family.rules_version)
    }
}

/// The object-safe face of a described game.
trait ErasedDescribed: Debug + Send + Sync {
    fn any_diagram(&self, state: &AnyState) -> Diagram;
    fn any_effect(&self, state: &AnyState, mv: AnyMove, diagram: &Diagram) -> MoveEffect;
    fn any_set_of(&self, state: &AnyState, seat: Seat) -> u8;
    fn any_is_bounded(&self) -> bool;
    fn any_rules_text(&self) -> String;
}

/// The position inside `state`.
fn open<G: Game>(state: &AnyState) -> &G::State {
    state.downcast().expect("a position is used with the game that made it")
}

impl<G: Described> ErasedDescribed for G {
    fn any_diagram(&self, state: &AnyState) -> Diagram {
        self.diagram(open::<G>(state))
    }

    fn any_effect(&self, state: &AnyState, mv: AnyMove, diagram: &Diagram) -> MoveEffect {
        let mv = G::Move::from_code(mv.0).expect("a move is used with the game that made it");
        self.effect(open::<G>(state), mv, diagram)
    }

    fn any_set_of(&self, state: &AnyState, seat: Seat) -> u8 {
        self.set_of(open::<G>(state), seat)
    }

    fn any_is_bounded(&self) -> bool {
        self.is_bounded()
    }

    fn any_rules_text(&self) -> String {
        self.rules_text()
    }
}
