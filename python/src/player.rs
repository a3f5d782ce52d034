//! Players: engines that choose moves.

use std::sync::Mutex;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use selforge_agents::{AGENTS, AgentSpec, AnyQuestion, Player as AnyPlayer, Stop};
use selforge_core::Game as _;

use crate::errors::{IllegalMoveError, PlayerError, agent_error, guard};
use crate::game::Game;
use crate::lane::{Keys, Lane};
use crate::state::State;
use crate::watch::watched;

/// A player of one game: `selforge.Player("alphabeta depth=3", game)`.
///
/// >>> import selforge
/// >>> game = selforge.Game("zrf game=tic-tac-toe")
/// >>> player = selforge.Player("alphabeta depth=9", game)
/// >>> answer = player.choose(game.start())
/// >>> answer["move"] in game.start().legal_moves()
/// True
#[pyclass(frozen, module = "selforge")]
pub(crate) struct Player {
    spec: String,
    game: String,
    player: Mutex<AnyPlayer>,
}

#[pymethods]
impl Player {
    #[new]
    fn new(spec: &str, game: &Bound<'_, Game>) -> PyResult<Player> {
        guard(|| {
            let spec = AgentSpec::parse(spec).map_err(agent_error)?;
            let playable = &game.get().opened.playable;
            let player = AnyPlayer::new(&spec, playable).map_err(agent_error)?;
            let (spec, game) = (spec.spec().to_string(), playable.spec.to_string());
            Ok(Player { spec, game, player: Mutex::new(player) })
        })
    }

    /// The player in one line.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// Chooses a move. The answer has `move` and `action` (None where moves have no numbers), `score`
    /// for the seat to move with its `words`, `depth`, `nodes`, and the `line` that is expected.
    #[pyo3(signature = (state, seed=0))]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'_, State>,
        seed: u64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let state = state.try_borrow()?.clone();
        let playable = state.opened.playable.clone();
        if playable.spec.to_string() != self.game {
            let words = format!("the player sits at '{}', not at '{}'", self.game, playable.spec);
            return Err(PlayerError::new_err(words));
        }
        if state.lane.result.is_some() {
            return Err(IllegalMoveError::new_err("the game is over"));
        }
        let mut player = self.player.try_lock().map_err(|_| {
            PyRuntimeError::new_err("the player is thinking for another thread; give each its own")
        })?;
        let lane = &state.lane;
        let seated = &mut *player;
        let chosen = watched(
            py,
            |stop: &Stop, _: &mut dyn FnMut(())| {
                seated.choose(&mut AnyQuestion {
                    state: &lane.state,
                    history: lane.keys.as_deref().unwrap_or_default(),
                    budget: None,
                    stop,
                    seed,
                    progress: &mut |_| {},
                })
            },
            |_, ()| Ok(()),
        )?;
        let report = chosen.map_err(|failure| PlayerError::new_err(failure.to_string()))?;
        let mut line = Vec::new();
        let mut course = Lane::new(&playable.game, lane.state.clone(), Keys::Dropped);
        for mv in &report.line {
            if course.result.is_some() || !playable.game.is_legal(&course.state, *mv) {
                break;
            }
            line.push(playable.move_text(&course.state, *mv));
            course.play(&playable.game, *mv);
        }
        let first = report.line.first().map(|mv| mv.0);
        let action = match (state.opened.actions(), first) {
            (Ok(actions), Some(code)) => actions.number(code),
            _ => None,
        };
        let told = PyDict::new(py);
        told.set_item("move", line.first())?;
        told.set_item("action", action)?;
        told.set_item("score", report.score.0)?;
        told.set_item("words", report.score.to_string())?;
        told.set_item("depth", report.depth)?;
        told.set_item("nodes", report.nodes)?;
        told.set_item("line", line)?;
        Ok(told)
    }

    /// Forgets what it remembers of the last game.
    fn new_game(&self) -> PyResult<()> {
        let mut player = self.player.try_lock().map_err(|_| {
            PyRuntimeError::new_err("the player is thinking for another thread; give each its own")
        })?;
        guard(|| {
            player.new_game();
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        format!("<selforge.Player {:?} of {:?}>", self.spec, self.game)
    }
}

/// The players there are: their names, and what each does.
///
/// >>> import selforge
/// >>> "alphabeta" in selforge.players()
/// True
#[pyfunction]
pub(crate) fn players(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let told = PyDict::new(py);
    for agent in AGENTS {
        told.set_item(agent.name, agent.summary)?;
    }
    Ok(told)
}
