//! Selforge for Python.
//!
//! Read in this order: `game` and `state` (one game), `opened` (what is kept of it), `actions`
//! and `observe` (games as numbers), `batch` and `vector` (many games at once), `lab`
//! (experiments). `memory` is the one place with `unsafe`. What is easier in Python is written there:
//! `selforge/`.

mod actions;
mod batch;
mod board;
mod errors;
mod game;
mod lab;
mod lane;
mod memory;
mod observe;
mod opened;
mod player;
mod pool;
mod record;
mod state;
mod vector;
mod watch;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The families of games there are, each with its name, what it is, its options and specs worth trying.
///
/// >>> import selforge
/// >>> [family["name"] for family in selforge.games()][:3]
/// ['selfo', 'rulespace', 'chess']
#[pyfunction]
fn games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let told = PyList::empty(py);
    for family in selforge_games::catalogue().families() {
        let row = PyDict::new(py);
        row.set_item("name", &*family.name)?;
        row.set_item("summary", &*family.summary)?;
        let options = PyDict::new(py);
        for option in &family.options {
            let (values, default, meaning) = (&option.values, &option.default, &option.meaning);
            options.set_item(&*option.key, format!("{meaning}: {values} (usually {default})"))?;
        }
        row.set_item("options", options)?;
        let specs: Vec<&str> = family.examples.iter().map(|example| &*example.spec).collect();
        row.set_item("examples", specs)?;
        told.append(row)?;
    }
    Ok(told)
}

#[pymodule]
#[pyo3(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::add(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<game::Symmetry>()?;
    module.add_class::<state::State>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<player::Player>()?;
    module.add_class::<vector::VectorGame>()?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(player::players, module)?)?;
    module.add_function(wrap_pyfunction!(lab::arena_json, module)?)?;
    module.add_function(wrap_pyfunction!(lab::metrics_json, module)?)?;
    module.add_function(wrap_pyfunction!(lab::evolve_json, module)?)?;
    module.add_function(wrap_pyfunction!(lab::train_json, module)?)?;
    module.add_function(wrap_pyfunction!(lab::analyse_json, module)?)?;
    Ok(())
}
