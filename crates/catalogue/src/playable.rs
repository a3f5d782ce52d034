//! An opened game: made once, kept, and shared by everyone who needs it.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use selforge_board::Diagram;
use selforge_board::picture::count::Change;
use selforge_board::picture::svg::{self, Caption, Look, SeatCaption};
use selforge_core::{AnyGame, AnyMove, AnyState, Game, MoveRepr, Seat, Spec, SpecError, Status};

use crate::described::Described;
use crate::editing::{Layout, TrayPiece};
use crate::effect::MoveEffect;
use crate::family::Family;
use crate::score::ScoreScale;
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

    /// What a button says for a legal move without cells.
    #[must_use]
    pub fn move_words(&self, state: &AnyState, mv: AnyMove) -> String {
        self.shared.any_move_words(state, mv)
    }

    /// A legal move as players write it in a list of moves; none where that is the move's own text.
    #[must_use]
    pub fn move_notation(&self, state: &AnyState, mv: AnyMove) -> Option<String> {
        self.shared.any_move_notation(state, mv)
    }

    /// The cells of pieces that are attacked so that every player wants to be told.
    #[must_use]
    pub fn threatened(&self, state: &AnyState) -> Vec<usize> {
        self.shared.any_threatened(state)
    }

    /// What the sides are called, by the numbers of their sets.
    #[must_use]
    pub fn side_names(&self) -> Vec<Cow<'static, str>> {
        (0..self.game.seats()).map(|set| self.shared.any_side_name(set)).collect()
    }

    /// What players call the cells of a picture; nothing for cells that are never used.
    #[must_use]
    pub fn cell_labels(&self, diagram: &Diagram) -> Vec<String> {
        self.shared.any_cell_labels(diagram)
    }

    /// What estimates of positions mean.
    #[must_use]
    pub fn score_scale(&self) -> ScoreScale {
        self.shared.any_score_scale()
    }

    /// The pieces that an editor offers.
    #[must_use]
    pub fn tray(&self) -> Vec<TrayPiece> {
        self.shared.any_tray()
    }

    /// The text of a position with these pieces, legal or not; none if positions of this game cannot
    /// be put together.
    #[must_use]
    pub fn compose(&self, layout: &Layout) -> Option<String> {
        self.shared.any_compose(layout)
    }

    /// The pieces of a position's text, legal or not; none if the text does not fit the board.
    #[must_use]
    pub fn lay_out(&self, text: &str) -> Option<Layout> {
        self.shared.any_lay_out(text)
    }

    /// The game's spec without what places its pieces; what only the position told of the number of
    /// seats is kept.
    ///
    /// # Errors
    /// If the spec grows too long.
    pub fn unplaced(&self) -> Result<Spec, SpecError> {
        let options = &self.family.options;
        let places = |key: &str| options.iter().any(|doc| doc.key == key && doc.places);
        let mut spec = Spec::new(self.spec.name());
        for (key, value) in self.spec.options().filter(|(key, _)| *key != "position") {
            if !places(key) {
                spec.set(key, value)?;
            }
        }
        let told = options.iter().any(|doc| doc.key == "seats") && spec.get("seats").is_none();
        if told && self.game.seats() != 2 {
            spec.set("seats", self.game.seats())?;
        }
        Ok(spec)
    }

    /// The spec of the same game from another position, given as text.
    ///
    /// # Errors
    /// If the spec grows too long.
    pub fn from_position(&self, position: &str) -> Result<Spec, SpecError> {
        let mut spec = self.unplaced()?;
        spec.set("position", position)?;
        Ok(spec)
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
        svg::board(
            &diagram,
            Look { size, names: false, theme: svg::Theme::Screen },
            &caption,
            &Change::default(),
        )
    }

    /// The names of the pictures that pieces refer to, by their numbers.
    #[must_use]
    pub fn pictures(&self) -> Vec<(u16, String)> {
        self.shared.any_pictures()
    }

    /// What players call the game, where that is not the name of its family.
    #[must_use]
    pub fn title(&self) -> Option<String> {
        self.shared.any_title()
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

    fn any_title(&self) -> Option<String>;

    fn any_pictures(&self) -> Vec<(u16, String)>;
    fn any_move_words(&self, state: &AnyState, mv: AnyMove) -> String;
    fn any_move_notation(&self, state: &AnyState, mv: AnyMove) -> Option<String>;
    fn any_threatened(&self, state: &AnyState) -> Vec<usize>;
    fn any_side_name(&self, set: u8) -> Cow<'static, str>;
    fn any_cell_labels(&self, diagram: &Diagram) -> Vec<String>;
    fn any_score_scale(&self) -> ScoreScale;
    fn any_tray(&self) -> Vec<TrayPiece>;
    fn any_compose(&self, layout: &Layout) -> Option<String>;
    fn any_lay_out(&self, text: &str) -> Option<Layout>;
}

/// The position inside `state`.
fn open<G: Game>(state: &AnyState) -> &G::State {
    state.downcast().expect("a position is used with the game that made it")
}

/// The move that was erased.
fn typed_move<G: Game>(mv: AnyMove) -> G::Move {
    G::Move::from_code(mv.0).expect("a move is used with the game that made it")
}

impl<G: Described> ErasedDescribed for G {
    fn any_diagram(&self, state: &AnyState) -> Diagram {
        self.diagram(open::<G>(state))
    }

    fn any_effect(&self, state: &AnyState, mv: AnyMove, diagram: &Diagram) -> MoveEffect {
        self.effect(open::<G>(state), typed_move::<G>(mv), diagram)
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

    fn any_title(&self) -> Option<String> {
        self.title()
    }

    fn any_pictures(&self) -> Vec<(u16, String)> {
        self.pictures()
    }

    fn any_move_words(&self, state: &AnyState, mv: AnyMove) -> String {
        self.move_words(open::<G>(state), typed_move::<G>(mv))
    }

    fn any_move_notation(&self, state: &AnyState, mv: AnyMove) -> Option<String> {
        self.move_notation(open::<G>(state), typed_move::<G>(mv))
    }

    fn any_threatened(&self, state: &AnyState) -> Vec<usize> {
        self.threatened(open::<G>(state))
    }

    fn any_side_name(&self, set: u8) -> Cow<'static, str> {
        self.side_name(set)
    }

    fn any_cell_labels(&self, diagram: &Diagram) -> Vec<String> {
        self.cell_labels(diagram)
    }

    fn any_score_scale(&self) -> ScoreScale {
        self.score_scale()
    }

    fn any_tray(&self) -> Vec<TrayPiece> {
        self.tray()
    }

    fn any_compose(&self, layout: &Layout) -> Option<String> {
        self.compose(layout)
    }

    fn any_lay_out(&self, text: &str) -> Option<Layout> {
        self.lay_out(text)
    }
}
