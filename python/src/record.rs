//! Records of games.

use std::sync::Arc;

use pyo3::prelude::*;
use selforge_catalogue::files::FileSystem;
use selforge_core::{Record as CoreRecord, Seat, Status};
use selforge_lab::{LabError, Replayed};

use crate::errors::{RecordError, guard};
use crate::game::Game;
use crate::opened::Opened;
use crate::state::State;

/// A recorded game, read and replayed by the rules.
///
/// >>> import selforge
/// >>> state = selforge.Game("zrf game=tic-tac-toe").start()
/// >>> state.play(state.legal_moves()[0])
/// >>> record = selforge.Record(state.record(players=["Ada", "Bo"]))
/// >>> record.players, len(record.moves), record.result
/// (['Ada', 'Bo'], 1, None)
#[pyclass(frozen, module = "selforge")]
pub(crate) struct Record {
    opened: Arc<Opened>,
    replayed: Replayed,
}

/// The words of the command line for what is wrong with a record.
fn refused(error: LabError) -> PyErr {
    RecordError::new_err(error.to_string())
}

/// Reads a record from its text.
pub(crate) fn replay(text: &str) -> PyResult<Replayed> {
    guard(|| Replayed::read(text.as_bytes(), &FileSystem).map_err(refused))
}

#[pymethods]
impl Record {
    #[new]
    fn new(text: &str) -> PyResult<Record> {
        let replayed = replay(text)?;
        let opened = guard(|| Ok(Opened::of(replayed.playable.clone())))?;
        Ok(Record { opened, replayed })
    }

    /// The game that was played.
    #[getter]
    fn game(&self) -> Game {
        Game { opened: Arc::clone(&self.opened) }
    }

    /// Who sat where; a seat without a name is called by its letter.
    #[getter]
    fn players(&self) -> Vec<String> {
        let names = &self.replayed.record.headers.names;
        let name = |seat: Seat| names.get(&seat).cloned().unwrap_or_else(|| format!("seat {seat}"));
        Seat::all(self.opened.seats()).map(name).collect()
    }

    /// The date, if the record has one.
    #[getter]
    fn date(&self) -> Option<String> {
        self.replayed.record.headers.date.clone()
    }

    /// The moves as text.
    #[getter]
    fn moves(&self) -> PyResult<Vec<String>> {
        self.positions()?.last().map_or_else(|| Ok(Vec::new()), State::moves)
    }

    /// How the game ended, in words; None if it did not.
    #[getter]
    fn result(&self) -> Option<String> {
        CoreRecord::result_of(self.replayed.timeline.now())
    }

    /// The rank of each seat, 1 is best; None if the game did not end.
    #[getter]
    fn outcome(&self) -> Option<Vec<u32>> {
        match self.replayed.timeline.status() {
            Status::ToMove(_) => None,
            Status::Over(outcome) => {
                let seats = Seat::all(self.opened.seats());
                Some(seats.map(|seat| u32::from(outcome.rank(seat))).collect())
            }
        }
    }

    /// What was lost at the end because the text had been cut off there; None if nothing was.
    #[getter]
    fn truncated(&self) -> Option<String> {
        self.replayed.truncated.clone()
    }

    /// The text of the record.
    #[getter]
    fn text(&self) -> String {
        self.replayed.record.to_string()
    }

    /// Every position, the start first.
    fn positions(&self) -> PyResult<Vec<State>> {
        guard(|| {
            let timeline = &self.replayed.timeline;
            let mut state = State::new(&self.opened, timeline.start_state().clone());
            let mut states = vec![state.clone()];
            for mv in timeline.moves() {
                state.play_code(mv.0);
                states.push(state.clone());
            }
            Ok(states)
        })
    }

    fn __len__(&self) -> usize {
        self.replayed.timeline.plies() as usize
    }

    fn __repr__(&self) -> String {
        let (plies, result) = (self.replayed.timeline.plies(), self.result());
        let result = result.unwrap_or_else(|| "not over".to_owned());
        format!(
            "<selforge.Record of {:?}, {plies} plies, {result}>",
            self.opened.playable.spec.to_string()
        )
    }
}
