//! Games and their positions.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use selforge_core::{Game as _, Spec};

use crate::board::Board;
use crate::errors::{PositionError, guard};
use crate::opened::Opened;
use crate::state::State;

/// A game, named by a line: `selforge.Game("selfo board=hexhex-5 density=24")`.
///
/// >>> import selforge
/// >>> game = selforge.Game("hex board=hex-5x5")
/// >>> game.seats, game.num_actions
/// (2, 26)
/// >>> state = game.start()
/// >>> state.play("c3")
/// >>> state.to_move
/// 1
#[pyclass(frozen, module = "selforge")]
pub(crate) struct Game {
    pub(crate) opened: Arc<Opened>,
}

/// A way to lay the board onto itself that the rules do not notice.
///
/// `cells[i]` is where cell `i` comes to lie, `actions[a]` what action `a` becomes. To turn a mask or a
/// policy, write `turned[symmetry.actions] = policy`; to turn the rows of node features, write
/// `turned[symmetry.cells] = features`.
///
/// >>> import selforge
/// >>> len(selforge.Game("loa").symmetries())
/// 8
#[pyclass(frozen, module = "selforge")]
pub(crate) struct Symmetry {
    cells: Vec<u16>,
    actions: Vec<i32>,
}

#[pymethods]
impl Symmetry {
    /// Where each cell comes to lie.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, self.cells.iter().map(|&cell| i64::from(cell)))
    }

    /// What each action becomes.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, self.actions.iter().map(|&action| i64::from(action)))
    }

    fn __repr__(&self) -> String {
        format!("<selforge.Symmetry of {} cells>", self.cells.len())
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(spec: &str) -> PyResult<Game> {
        Opened::open(spec).map(|opened| Game { opened })
    }

    /// The game in one line, with what is usual left out.
    #[getter]
    fn spec(&self) -> String {
        self.opened.playable.spec.to_string()
    }

    /// The first word of the spec.
    #[getter]
    fn name(&self) -> String {
        self.opened.playable.spec.name().to_owned()
    }

    /// How many players there are.
    #[getter]
    fn seats(&self) -> u8 {
        self.opened.seats()
    }

    /// What the sides are called.
    #[getter]
    fn side_names(&self) -> PyResult<Vec<String>> {
        guard(|| {
            Ok(self
                .opened
                .playable
                .side_names()
                .into_iter()
                .map(std::borrow::Cow::into_owned)
                .collect())
        })
    }

    /// The rules of this very game in plain English.
    #[getter]
    fn rules(&self) -> PyResult<String> {
        guard(|| Ok(self.opened.playable.rules_text()))
    }

    /// The board as a graph.
    #[getter]
    fn board(&self) -> PyResult<Board> {
        guard(|| Ok(Board::new(&self.opened)))
    }

    /// How many actions there are: the length of masks and policies.
    #[getter]
    fn num_actions(&self) -> PyResult<usize> {
        guard(|| self.opened.actions().map(|actions| actions.len()))
    }

    /// The cells of an action: from where, over what, to where; one where a piece is placed, none for a
    /// move that is said in words, such as passing.
    ///
    /// >>> import selforge
    /// >>> selforge.Game("loa").action_cells(0)
    /// [1, 0]
    fn action_cells(&self, action: i64) -> PyResult<Vec<u16>> {
        guard(|| {
            let actions = self.opened.actions()?;
            let known = usize::try_from(action).ok().and_then(|at| actions.moves().get(at));
            known.map(|mv| mv.cells.clone()).ok_or_else(|| no_action(action, actions.len()))
        })
    }

    /// The shape of an observation.
    #[getter]
    fn observation_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let observer = guard(|| self.opened.observer())?;
        PyTuple::new(py, observer.dimensions(observer.usual_shape()))
    }

    /// What each channel of an observation says.
    ///
    /// >>> import selforge
    /// >>> selforge.Game("loa").channels
    /// ['own stone', "opponent's stone", 'own set is A', 'own set is B']
    #[getter]
    fn channels(&self) -> PyResult<Vec<String>> {
        guard(|| self.opened.observer().map(|observer| observer.names()))
    }

    /// The symmetries of the rules, the one that changes nothing first.
    fn symmetries(&self) -> PyResult<Vec<Symmetry>> {
        guard(|| {
            let (actions, observer) = (self.opened.actions()?, self.opened.observer()?);
            let same = Symmetry {
                cells: (0..observer.cells as u16).collect(),
                actions: (0..actions.len() as i32).collect(),
            };
            let others = self.opened.typed().symmetries().into_iter().filter_map(|cells| {
                let actions = actions.images(&cells)?;
                Some(Symmetry { cells, actions })
            });
            Ok(std::iter::once(same).chain(others).collect())
        })
    }

    /// The position in which the game begins.
    fn start(&self) -> PyResult<State> {
        guard(|| Ok(State::new(&self.opened, self.opened.playable.game.start())))
    }

    /// A position from its text.
    fn position(&self, text: &str) -> PyResult<State> {
        guard(|| {
            let parsed = self.opened.playable.game.parse_state(text.trim());
            let wrong = |error| PositionError::new_err(format!("position, {error}"));
            Ok(State::new(&self.opened, parsed.map_err(wrong)?))
        })
    }

    /// The position after some moves, from the start or from a position's text.
    #[pyo3(signature = (moves, position=None))]
    fn replay(&self, moves: Vec<String>, position: Option<&str>) -> PyResult<State> {
        let mut state = match position {
            Some(text) => self.position(text)?,
            None => self.start()?,
        };
        moves.iter().try_for_each(|mv| state.play_text(mv))?;
        Ok(state)
    }

    /// How many lines of play there are of so many moves: the usual test of rules.
    ///
    /// >>> import selforge
    /// >>> selforge.Game("chess").perft(3)
    /// 8902
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let game = &self.opened.playable.game;
        guard(|| Ok(py.detach(|| selforge_core::perft(game, &game.start(), depth))))
    }

    /// The game with another value of an option, or several: `game.with_options(seed=3)`.
    #[pyo3(signature = (**options))]
    fn with_options(
        &self,
        options: Option<std::collections::BTreeMap<String, Bound<'_, PyAny>>>,
    ) -> PyResult<Game> {
        let given = options.unwrap_or_default();
        let mut spec = Spec::new(self.opened.playable.spec.name());
        let wrong = |error: selforge_core::SpecError| crate::errors::game_error(error.into());
        for (key, value) in self.opened.playable.spec.options() {
            if !given.contains_key(key) {
                spec.set(key, value).map_err(wrong)?;
            }
        }
        for (key, value) in &given {
            spec.set(key, value.str()?.to_string()).map_err(wrong)?;
        }
        Game::new(&spec.to_string())
    }

    /// The start as a picture, the text of an SVG file.
    #[pyo3(signature = (size=480))]
    fn svg(&self, size: u32) -> PyResult<String> {
        self.start()?.svg(size)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(480)
    }

    fn __repr__(&self) -> String {
        format!("selforge.Game({:?})", self.spec())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: PyRef<'_, Game>| other.opened.playable.spec == self.opened.playable.spec;
        other.extract::<PyRef<'_, Game>>().is_ok_and(same)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        BuildHasherDefault::<DefaultHasher>::default().hash_one(self.spec())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Game>().into_any(), (self.spec(),)))
    }
}

/// The error for a number that is none of an action.
pub(crate) fn no_action(action: i64, count: usize) -> PyErr {
    crate::errors::IllegalMoveError::new_err(format!(
        "there is no action {action}; expected 0 to {}",
        count.saturating_sub(1)
    ))
}
