//! Boards as graphs.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use selforge_board::Diagram;

use crate::opened::Opened;

/// A board as a graph: cells with names and places, and which are neighbours.
///
/// >>> import selforge
/// >>> board = selforge.Game("selfo board=hexhex-3").board
/// >>> len(board)
/// 19
/// >>> board.names[:3]
/// ['e3', 'e4', 'e5']
/// >>> board.edges.shape
/// (2, 84)
#[pyclass(frozen, module = "selforge")]
pub(crate) struct Board {
    opened: Arc<Opened>,
    diagram: Diagram,
}

impl Board {
    pub(crate) fn new(opened: &Arc<Opened>) -> Board {
        let playable = &opened.playable;
        let diagram = playable.diagram(&selforge_core::Game::start(&playable.game));
        Board { opened: Arc::clone(opened), diagram }
    }
}

#[pymethods]
impl Board {
    fn __len__(&self) -> usize {
        self.diagram.cells.len()
    }

    fn __repr__(&self) -> String {
        let (cells, edges) = (self.diagram.cells.len(), self.diagram.edges.len());
        format!("<selforge.Board of {cells} cells and {edges} pairs of neighbours>")
    }

    /// The names of the cells, row by row from the top.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.diagram.cells.iter().map(|cell| cell.name.to_string()).collect()
    }

    /// Where the middle of each cell is drawn: x to the right, y down, cells about one unit apart.
    #[getter]
    fn centres<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let centres = self.diagram.cells.iter().flat_map(|cell| cell.centre);
        PyArray1::from_iter(py, centres).reshape([self.diagram.cells.len(), 2])
    }

    /// The neighbours as an array of two rows, each pair in both directions, as graph networks want it.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let edges = &self.diagram.edges;
        let there = edges.iter().map(|&(a, b)| [a as i64, b as i64]);
        let both: Vec<[i64; 2]> = there.clone().chain(there.map(|[a, b]| [b, a])).collect();
        let rows = both.iter().map(|edge| edge[0]).chain(both.iter().map(|edge| edge[1]));
        PyArray1::from_iter(py, rows).reshape([2, both.len()])
    }

    /// The height and width of the planes of observations; None where the board is no rectangle.
    #[getter]
    fn grid(&self) -> PyResult<Option<(usize, usize)>> {
        let observer = self.opened.observer()?;
        Ok(observer.grid.as_ref().map(|grid| (grid.height, grid.width)))
    }

    /// The place of each cell in a plane, row by row; None where the board is no rectangle.
    #[getter]
    fn grid_places<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray1<i64>>>> {
        let observer = self.opened.observer()?;
        let places = observer.grid.as_ref().map(|grid| grid.places.iter().map(|&at| at as i64));
        Ok(places.map(|places| PyArray1::from_iter(py, places)))
    }
}
