//! Batches of games for Python.

use std::sync::{Arc, Mutex, MutexGuard};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use selforge_agents::{AgentSpec, Player, Stop};

use crate::batch::{Arrays, Batch, Opponent, Settings};
use crate::errors::{IllegalMoveError, PositionError, SelforgeError, agent_error, guard};
use crate::game::Game;
use crate::memory::Shared;
use crate::opened::{Opened, Tally};
use crate::pool;
use crate::watch::watched;

/// The most games of a batch, and the most bytes of its arrays.
const MAX_GAMES: usize = 1 << 20;
const MAX_BYTES: usize = 1 << 34;

/// How many random games are played between two looks at Python's signals, at first.
const FIRST_SLICE: u64 = 256;

/// Many games of one kind, stepped at once on all cores.
///
/// The arrays are made once and written again with every step; copy what you want to keep. A game that
/// ends begins anew at once: `done` and `rewards` tell of the end, `observations`, `masks` and `to_move`
/// of the new game.
///
/// With an `opponent` (`"random"`, or any player such as `"alphabeta depth=2 hash=1"`) the other seats
/// are played inside. `seat` is then the seat that you play, or None to take turns from game to game.
///
/// >>> import numpy, selforge
/// >>> batch = selforge.VectorGame("loa", 64, seed=1)
/// >>> batch.observations.shape, batch.masks.shape
/// ((64, 4, 8, 8), (64, 1457))
/// >>> batch.step(batch.masks.argmax(axis=1))
/// >>> int(batch.plies.sum())
/// 64
#[pyclass(frozen, module = "selforge")]
pub(crate) struct VectorGame {
    opened: Arc<Opened>,
    games: usize,
    inner: Mutex<Inner>,
    observations: Option<Py<PyAny>>,
    masks: Py<PyAny>,
    rewards: Py<PyAny>,
    done: Py<PyAny>,
    truncated: Py<PyAny>,
    to_move: Py<PyAny>,
    plies: Py<PyAny>,
}

struct Inner {
    batch: Box<dyn Batch>,
    settings: Settings,
    /// Whether engines think inside, so that a step may take long.
    thinks: bool,
    memory: Memory,
}

struct Memory {
    observations: Option<Shared<i8>>,
    masks: Shared<i8>,
    rewards: Shared<f32>,
    done: Shared<i8>,
    truncated: Shared<i8>,
    to_move: Shared<i8>,
    plies: Shared<i32>,
}

impl Memory {
    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: self.observations.as_mut().map_or(&mut [], Shared::numbers),
            masks: self.masks.numbers(),
            rewards: self.rewards.numbers(),
            done: self.done.numbers(),
            truncated: self.truncated.numbers(),
            to_move: self.to_move.numbers(),
            plies: self.plies.numbers(),
        }
    }
}

impl Inner {
    /// Does `work`, away from the interpreter.
    fn run(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Batch, &Settings, Arrays<'_>, &Stop) -> Result<(), String> + Send,
    ) -> PyResult<()> {
        let Inner { batch, settings, thinks, memory } = self;
        let (batch, settings, thinks) = (&mut **batch, &*settings, *thinks);
        let done = guard(|| {
            if thinks {
                let memory = &mut *memory;
                let watched = |stop: &Stop, _: &mut dyn FnMut(())| {
                    work(batch, settings, memory.arrays(), stop)
                };
                return watched_step(py, watched);
            }
            Ok(py.detach(|| work(batch, settings, memory.arrays(), &Stop::default())))
        })?;
        done.map_err(PyRuntimeError::new_err)
    }
}

/// A step in which engines think.
fn watched_step(
    py: Python<'_>,
    work: impl FnOnce(&Stop, &mut dyn FnMut(())) -> Result<(), String> + Send,
) -> PyResult<Result<(), String>> {
    watched(py, work, |_, ()| Ok(()))
}

impl VectorGame {
    fn inner(&self) -> PyResult<MutexGuard<'_, Inner>> {
        self.inner.try_lock().map_err(|_| {
            PyRuntimeError::new_err("another thread is stepping these games; give each its own")
        })
    }

    /// Actions as numbers, whatever Python holds them in, each checked.
    fn actions(
        &self,
        py: Python<'_>,
        given: &Bound<'_, PyAny>,
        masks: &[i8],
    ) -> PyResult<Vec<u32>> {
        let numbers: Vec<i64> = match given.cast::<PyArray1<i64>>() {
            Ok(array) => array.readonly().as_array().iter().copied().collect(),
            Err(_) => {
                let numpy = py.import("numpy")?;
                let array = numpy.call_method1("asarray", (given,))?;
                let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
                if kind != "i" && kind != "u" {
                    return Err(PyTypeError::new_err(
                        "actions are whole numbers, one for each game",
                    ));
                }
                let wide = array.call_method1("astype", ("int64",))?.call_method0("ravel")?;
                let wide = wide.cast_into::<PyArray1<i64>>()?;
                wide.readonly().as_array().iter().copied().collect()
            }
        };
        if numbers.len() != self.games {
            return Err(SelforgeError::new_err(format!(
                "{} actions for {} games; expected one for each",
                numbers.len(),
                self.games
            )));
        }
        let count = self.opened.actions()?.len();
        let check = |(game, &action): (usize, &i64)| {
            let known = usize::try_from(action).ok().filter(|at| *at < count);
            match known.filter(|at| masks[game * count + at] == 1) {
                Some(at) => Ok(at as u32),
                None => Err(IllegalMoveError::new_err(format!(
                    "game {game}: action {action} is not legal here"
                ))),
            }
        };
        numbers.iter().enumerate().map(check).collect()
    }
}

#[pymethods]
impl VectorGame {
    #[new]
    #[pyo3(signature = (spec, n, *, seed=0, opponent=None, seat=None, starts=None, max_plies=5000, observe=true))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        spec: &Bound<'_, PyAny>,
        n: i64,
        seed: u64,
        opponent: Option<&str>,
        seat: Option<i64>,
        starts: Option<Vec<String>>,
        max_plies: i64,
        observe: bool,
    ) -> PyResult<VectorGame> {
        let opened = match spec.cast::<Game>() {
            Ok(game) => Arc::clone(&game.get().opened),
            Err(_) => Opened::open(&spec.cast::<PyString>()?.to_cow()?)?,
        };
        let refused = |words: String| Err(SelforgeError::new_err(words));
        let games = usize::try_from(n).ok().filter(|n| (1..=MAX_GAMES).contains(n));
        let Some(games) = games else {
            return refused(format!("a batch of {n} games; expected 1 to {MAX_GAMES}"));
        };
        let Some(most_plies) = u32::try_from(max_plies).ok().filter(|plies| *plies > 0) else {
            return refused(format!("games of at most {max_plies} moves; expected 1 or more"));
        };
        let seat = seat.map(|seat| opened.seat(seat)).transpose()?;
        if seat.is_some() && opponent.is_none() {
            return refused(
                "a seat of your own needs an opponent; expected opponent='random'".to_owned(),
            );
        }
        let (actions, observer) = guard(|| Ok((opened.actions()?, opened.observer()?)))?;
        let shape = observe.then(|| observer.usual_shape());
        let seats = usize::from(opened.seats());
        let observed = shape.map_or(0, |shape| observer.len(shape));
        let bytes = games.saturating_mul(actions.len() + observed + 4 * seats + 16);
        if bytes > MAX_BYTES {
            let most = MAX_BYTES / (bytes / games);
            return refused(format!(
                "arrays for {games} games take {bytes} bytes; expected at most {most} games"
            ));
        }
        let opponent = guard(|| opponents(&opened, opponent, games))?;
        let thinks = matches!(opponent, Opponent::Engines(_));
        let made = guard(|| {
            let starts = starts.unwrap_or_default();
            let (actions, observer) = (Arc::clone(actions), Arc::clone(observer));
            opened
                .typed()
                .batch(actions, observer, &starts, opponent)
                .map_err(PositionError::new_err)
        });
        let (masks, masks_shown) = Shared::<i8>::new(py, &[games, actions.len()])?;
        let (rewards, rewards_shown) = Shared::<f32>::new(py, &[games, seats])?;
        let (done, done_shown) = Shared::<i8>::new(py, &[games])?;
        let (truncated, truncated_shown) = Shared::<i8>::new(py, &[games])?;
        let (to_move, to_move_shown) = Shared::<i8>::new(py, &[games])?;
        let (plies, plies_shown) = Shared::<i32>::new(py, &[games])?;
        let (observations, observations_shown) = match shape {
            None => (None, None),
            Some(shape) => {
                let dimensions: Vec<usize> =
                    std::iter::once(games).chain(observer.dimensions(shape)).collect();
                let (shared, shown) = Shared::<i8>::new(py, &dimensions)?;
                (Some(shared), Some(shown.into_any().unbind()))
            }
        };
        let memory = Memory { observations, masks, rewards, done, truncated, to_move, plies };
        let settings = Settings { games, most_plies, shape, seat };
        let batch = VectorGame {
            inner: Mutex::new(Inner { batch: made?, settings, thinks, memory }),
            opened: Arc::clone(&opened),
            games,
            observations: observations_shown,
            masks: masks_shown.into_any().unbind(),
            rewards: rewards_shown.into_any().unbind(),
            done: done_shown.into_any().unbind(),
            truncated: truncated_shown.into_any().unbind(),
            to_move: to_move_shown.into_any().unbind(),
            plies: plies_shown.into_any().unbind(),
        };
        batch.reset(py, seed)?;
        Ok(batch)
    }

    /// Begins all games anew. The same seed gives the same games, on any number of cores.
    #[pyo3(signature = (seed=0))]
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.inner()?
            .run(py, |batch, settings, arrays, stop| batch.reset(settings, seed, arrays, stop))
    }

    /// Plays an action in every game. If one is not legal, nothing happens in any.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut inner = self.inner()?;
        let actions = self.actions(py, actions, inner.memory.arrays().masks)?;
        inner.run(py, |batch, settings, arrays, stop| batch.step(settings, &actions, arrays, stop))
    }

    /// Plays so many games at random from the start to their ends, on all cores, and says how they went.
    /// The games of the batch are left alone. The same seed gives the same games, on any number of cores.
    ///
    /// >>> import selforge
    /// >>> told = selforge.VectorGame("hex board=hex-5x5", 1).play_random(100, seed=1)
    /// >>> told["games"], sum(told["wins"]), told["draws"]
    /// (100, 100, 0)
    #[pyo3(signature = (games, *, seed=0, max_plies=5000))]
    fn play_random<'py>(
        &self,
        py: Python<'py>,
        games: u64,
        seed: u64,
        max_plies: u32,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut tally = Tally::default();
        let (mut done, mut slice) = (0, FIRST_SLICE);
        while done < games {
            let now = slice.min(games - done);
            let started = std::time::Instant::now();
            let typed = self.opened.typed();
            let part = guard(|| Ok(py.detach(|| random_slice(typed, done, now, seed, max_plies))))?;
            tally.add(&part);
            done += now;
            py.check_signals()?;
            // About a tenth of a second at a time: Ctrl-C is heard soon, and threads seldom wait.
            if started.elapsed().as_millis() < 50 {
                slice = slice.saturating_mul(2);
            } else if started.elapsed().as_millis() > 200 {
                slice = (slice / 2).max(1);
            }
        }
        let told = PyDict::new(py);
        told.set_item("games", games)?;
        told.set_item("plies", tally.plies)?;
        told.set_item("wins", &tally.wins[..usize::from(self.opened.seats())])?;
        told.set_item("draws", tally.draws)?;
        told.set_item("cut_off", tally.cut_off)?;
        Ok(told)
    }

    /// The position of one of the games, as text.
    fn text(&self, game: i64) -> PyResult<String> {
        let at = usize::try_from(game).ok().filter(|at| *at < self.games);
        let Some(at) = at else {
            let words = format!("there is no game {game}; expected 0 to {}", self.games - 1);
            return Err(SelforgeError::new_err(words));
        };
        guard(|| Ok(self.inner()?.batch.text(at).unwrap_or_default()))
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { opened: Arc::clone(&self.opened) }
    }

    /// The positions as numbers, each as its mover sees it; None if made with `observe=False`.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.observations.as_ref().map(|array| array.clone_ref(py))
    }

    /// Which actions are legal: a row of zeros and ones for each game.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyAny> {
        self.masks.clone_ref(py)
    }

    /// What each seat got in the last step: 1 for a win, -1 for a loss, else 0.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
        self.rewards.clone_ref(py)
    }

    /// Whether a game ended in the last step: 0 or 1.
    #[getter]
    fn done(&self, py: Python<'_>) -> Py<PyAny> {
        self.done.clone_ref(py)
    }

    /// Whether it ended because it went on for `max_plies`: 0 or 1.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyAny> {
        self.truncated.clone_ref(py)
    }

    /// The seat to move in each game, from 0.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> Py<PyAny> {
        self.to_move.clone_ref(py)
    }

    /// How many moves were played in each game.
    #[getter]
    fn plies(&self, py: Python<'_>) -> Py<PyAny> {
        self.plies.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.games
    }

    fn __repr__(&self) -> String {
        format!(
            "<selforge.VectorGame of {} games of {:?}>",
            self.games,
            self.opened.playable.spec.to_string()
        )
    }
}

/// Who plays the other seats.
fn opponents(opened: &Opened, spec: Option<&str>, games: usize) -> PyResult<Opponent> {
    let Some(spec) = spec else { return Ok(Opponent::Nobody) };
    if spec.trim() == "random" {
        return Ok(Opponent::Random);
    }
    let spec = AgentSpec::parse(spec).map_err(agent_error)?;
    let seats = (0..pool::threads().min(games)).map(|_| Player::new(&spec, &opened.playable));
    Ok(Opponent::Engines(seats.collect::<Result<_, _>>().map_err(agent_error)?))
}

/// So many random games on all threads.
fn random_slice(
    typed: &dyn crate::opened::Typed,
    first: u64,
    games: u64,
    seed: u64,
    most: u32,
) -> Tally {
    let size = games.div_ceil(4 * pool::threads() as u64).max(1);
    let jobs: Vec<u64> = (0..games.div_ceil(size)).collect();
    let all = Mutex::new(Tally::default());
    pool::run(jobs, |job| {
        let (from, mut tally) = (job * size, Tally::default());
        typed.play_random(first + from, size.min(games - from), seed, most, &mut tally);
        all.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(&tally);
    });
    all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}
