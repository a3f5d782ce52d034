//! What goes wrong, as Python exceptions with the words of the command line.
//!
//! A panic is a fault of ours. It becomes an [`InternalError`], which `except Exception` catches, and
//! not PyO3's `PanicException`, which nothing does.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use selforge_agents::AgentError;
use selforge_games::GameError;
use selforge_lab::LabError;

create_exception!(selforge, SelforgeError, PyValueError, "What was given cannot be used.");
create_exception!(selforge, SpecError, SelforgeError, "A text that names no game.");
create_exception!(
    selforge,
    PositionError,
    SelforgeError,
    "A text that is no position of the game."
);
create_exception!(selforge, IllegalMoveError, SelforgeError, "A move that is not allowed here.");
create_exception!(
    selforge,
    RecordError,
    SelforgeError,
    "A record that cannot be read or replayed."
);
create_exception!(
    selforge,
    PlayerError,
    SelforgeError,
    "A player that does not exist or does not fit."
);
create_exception!(selforge, SettingsError, SelforgeError, "Settings that make no experiment.");
create_exception!(selforge, InternalError, PyRuntimeError, "A fault of the library itself.");

/// Runs `work`; a panic in it becomes an [`InternalError`].
pub(crate) fn guard<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(internal(&*panic)))
}

/// The exception for a panic.
pub(crate) fn internal(panic: &(dyn Any + Send)) -> PyErr {
    let words = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(words), _) => words,
        (_, Some(words)) => words.as_str(),
        _ => "no reason given",
    };
    InternalError::new_err(format!("selforge failed, please report it: {words}"))
}

pub(crate) fn game_error(error: GameError) -> PyErr {
    match error {
        GameError::Position(_) => PositionError::new_err(error.to_string()),
        _ => SpecError::new_err(error.to_string()),
    }
}

#[allow(clippy::needless_pass_by_value, reason = "used as a function of an error")]
pub(crate) fn agent_error(error: AgentError) -> PyErr {
    PlayerError::new_err(error.to_string())
}

pub(crate) fn lab_error(error: LabError) -> PyErr {
    match error {
        LabError::Game(error) => game_error(error),
        LabError::Player(error) => agent_error(error),
        LabError::Record(_) => RecordError::new_err(error.to_string()),
        _ => SettingsError::new_err(error.to_string()),
    }
}

/// Adds the exceptions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("SelforgeError", py.get_type::<SelforgeError>())?;
    module.add("SpecError", py.get_type::<SpecError>())?;
    module.add("PositionError", py.get_type::<PositionError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("RecordError", py.get_type::<RecordError>())?;
    module.add("PlayerError", py.get_type::<PlayerError>())?;
    module.add("SettingsError", py.get_type::<SettingsError>())?;
    module.add("InternalError", py.get_type::<InternalError>())
}
