//! An opened game with all that Python asks of it, made once and shared.

use std::sync::{Arc, OnceLock};

use pyo3::PyResult;
use selforge_catalogue::files::FileSystem;
use selforge_catalogue::{Described, GameVisitor, Playable};
use selforge_core::{AnyState, Game, Seat};

use crate::actions::Actions;
use crate::batch::{Batch, Games, Opponent};
use crate::errors::{SelforgeError, game_error, guard};
use crate::observe::{Observer, Scratch, Shape};

/// An opened game.
pub(crate) struct Opened {
    pub(crate) playable: Playable,
    typed: Box<dyn Typed>,
    actions: OnceLock<Option<Arc<Actions>>>,
    observer: OnceLock<Option<Arc<Observer>>>,
}

/// What is asked of the game by its own type.
pub(crate) trait Typed: Send + Sync {
    fn numbered_moves(&self) -> Option<Actions>;
    fn observer(&self) -> Option<Observer>;
    fn observe(&self, observer: &Observer, state: &AnyState, seat: Seat, shape: Shape) -> Vec<i8>;
    fn symmetries(&self) -> Vec<Vec<u16>>;
    fn batch(
        &self,
        actions: Arc<Actions>,
        observer: Arc<Observer>,
        starts: &[String],
        opponent: Opponent,
    ) -> Result<Box<dyn Batch>, String>;
    fn play_random(&self, first: u64, games: u64, seed: u64, most: u32, tally: &mut Tally);
}

/// What random games came to.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tally {
    /// By seat.
    pub(crate) wins: [u64; selforge_core::MAX_SEATS],
    pub(crate) draws: u64,
    /// Games that were left because they went on too long.
    pub(crate) cut_off: u64,
    pub(crate) plies: u64,
}

impl Tally {
    /// Adds another.
    pub(crate) fn add(&mut self, other: &Tally) {
        self.wins.iter_mut().zip(other.wins).for_each(|(wins, more)| *wins += more);
        self.draws += other.draws;
        self.cut_off += other.cut_off;
        self.plies += other.plies;
    }
}

struct Face<G>(Arc<G>);

/// The position inside.
fn inside<G: Game>(state: &AnyState) -> &G::State {
    state.downcast().expect("a position is used with the game that made it")
}

impl<G: Described> Typed for Face<G> {
    fn numbered_moves(&self) -> Option<Actions> {
        self.0.numbered_moves().map(Actions::new)
    }

    fn observer(&self) -> Option<Observer> {
        Observer::new(&*self.0)
    }

    fn observe(&self, observer: &Observer, state: &AnyState, seat: Seat, shape: Shape) -> Vec<i8> {
        let mut out = vec![0; observer.len(shape)];
        let state = inside::<G>(state);
        observer.write(&*self.0, state, seat, shape, &mut Scratch::default(), &mut out);
        out
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        self.0.symmetries()
    }

    fn batch(
        &self,
        actions: Arc<Actions>,
        observer: Arc<Observer>,
        starts: &[String],
        opponent: Opponent,
    ) -> Result<Box<dyn Batch>, String> {
        let game = &self.0;
        let parse = |text: &String| {
            let state = game.parse_state(text).map_err(|error| format!("position, {error}"))?;
            match game.status(&state).to_move() {
                Some(_) => Ok(state),
                None => {
                    Err(format!("position, the game is over in '{text}'; expected one with moves"))
                }
            }
        };
        let mut states = starts.iter().map(parse).collect::<Result<Vec<_>, String>>()?;
        if states.is_empty() {
            states.push(game.start());
        }
        Ok(Box::new(Games::new(Arc::clone(game), actions, observer, states, opponent)))
    }

    fn play_random(&self, first: u64, games: u64, seed: u64, most: u32, tally: &mut Tally) {
        crate::batch::play_random(&*self.0, first, games, seed, most, tally);
    }
}

struct Open;

impl GameVisitor for Open {
    type Output = Box<dyn Typed>;

    fn visit<G: Described>(self, game: Arc<G>) -> Box<dyn Typed> {
        Box::new(Face(game))
    }
}

impl Opened {
    /// Opens the game that a spec names.
    pub(crate) fn open(spec: &str) -> PyResult<Arc<Opened>> {
        guard(|| {
            let spec = selforge_games::catalogue().read(spec).map_err(game_error)?;
            let playable = selforge_games::open(&spec, &FileSystem).map_err(game_error)?;
            Ok(Opened::of(playable))
        })
    }

    /// A game that is open already.
    pub(crate) fn of(playable: Playable) -> Arc<Opened> {
        let typed = selforge_games::visit(&playable, Open);
        let (actions, observer) = (OnceLock::new(), OnceLock::new());
        Arc::new(Opened { playable, typed, actions, observer })
    }

    pub(crate) fn typed(&self) -> &dyn Typed {
        &*self.typed
    }

    pub(crate) fn seats(&self) -> u8 {
        self.playable.game.seats()
    }

    /// The game's moves by number.
    pub(crate) fn actions(&self) -> PyResult<&Arc<Actions>> {
        let made = self.actions.get_or_init(|| self.typed.numbered_moves().map(Arc::new));
        made.as_ref().ok_or_else(|| {
            SelforgeError::new_err(format!(
                "the moves of '{}' have no fixed numbers, there is no end to them; \
                 expected a board with an end, or moves as text",
                self.playable.spec.name()
            ))
        })
    }

    /// How positions are written as numbers.
    pub(crate) fn observer(&self) -> PyResult<&Arc<Observer>> {
        let made = self.observer.get_or_init(|| self.typed.observer().map(Arc::new));
        made.as_ref().ok_or_else(|| {
            SelforgeError::new_err("the board has no end; expected one whose cells can be counted")
        })
    }

    /// A position as a seat sees it.
    pub(crate) fn observe(&self, state: &AnyState, seat: Seat, shape: Shape) -> PyResult<Vec<i8>> {
        Ok(self.typed.observe(self.observer()?, state, seat, shape))
    }

    /// The seat that Python names by number.
    pub(crate) fn seat(&self, number: i64) -> PyResult<Seat> {
        let seats = self.seats();
        let known = usize::try_from(number).ok().filter(|at| *at < usize::from(seats));
        known.map(Seat::new).ok_or_else(|| {
            SelforgeError::new_err(format!(
                "there is no seat {number}; expected 0 to {}",
                seats - 1
            ))
        })
    }

    /// The text of a move by its code.
    pub(crate) fn code_text(&self, state: &AnyState, code: u32) -> String {
        self.playable.move_text(state, selforge_core::AnyMove(code))
    }
}
