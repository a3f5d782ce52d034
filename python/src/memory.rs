//! Memory that Rust writes and NumPy shows: the only place with `unsafe`.
//!
//! Arrays are made once and written again with every step. The memory is Rust's and never moves; each
//! array keeps it alive through its base object and is read-only to Python, so that nobody there can
//! resize it or write what Rust relies on. Rust never relies on it anyway.

use std::cell::UnsafeCell;
use std::marker::PhantomData;

use numpy::ndarray::{ArrayViewD, IxDyn};
use numpy::{Element, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// A piece of memory that arrays show.
#[pyclass(frozen, module = "selforge._native")]
pub(crate) struct Memory {
    /// Never asked for: whoever needs it has the address.
    _words: UnsafeCell<Vec<u64>>,
}

// SAFETY: Rust writes only through `Shared`, of which there is one and which must be held mutably. Python
// reads through NumPy under its own rules: who looks at an array while another thread steps the batch
// sees old and new numbers, as with any array that is being written.
unsafe impl Sync for Memory {}

/// What a [`Memory`] may hold: numbers of which every pattern of bits is one.
pub(crate) trait Number: Element + Copy {}
impl Number for i8 {}
impl Number for i32 {}
impl Number for f32 {}

/// The side of a [`Memory`] that writes.
pub(crate) struct Shared<T> {
    /// Keeps the memory.
    _memory: Py<Memory>,
    start: *mut T,
    len: usize,
    kind: PhantomData<T>,
}

// SAFETY: the pointer is into memory that `_memory` keeps and that never moves.
unsafe impl<T: Number> Send for Shared<T> {}

impl<T: Number> Shared<T> {
    /// New memory full of zeros, and the array that shows it.
    pub(crate) fn new<'py>(
        py: Python<'py>,
        dimensions: &[usize],
    ) -> PyResult<(Shared<T>, Bound<'py, PyArrayDyn<T>>)> {
        let refused = || PyMemoryError::new_err("there is not enough memory for so many games");
        let len = dimensions.iter().try_fold(1usize, |len, by| len.checked_mul(*by));
        let bytes = len.and_then(|len| len.checked_mul(size_of::<T>())).ok_or_else(refused)?;
        let mut words: Vec<u64> = Vec::new();
        words.try_reserve_exact(bytes / 8 + 1).map_err(|_| refused())?;
        words.resize(bytes / 8 + 1, 0);
        let start = words.as_mut_ptr().cast::<T>();
        let memory = Py::new(py, Memory { _words: UnsafeCell::new(words) })?;
        // SAFETY: the memory holds as many numbers as the dimensions say, aligned for eight bytes, all
        // of them zero, and `memory` keeps it while the array lives.
        let array = unsafe {
            let view = ArrayViewD::from_shape_ptr(IxDyn(dimensions), start.cast_const());
            PyArrayDyn::borrow_from_array(&view, memory.bind(py).clone().into_any())
        };
        array.readwrite().make_nonwriteable();
        Ok((Shared { _memory: memory, start, len: len.unwrap_or(0), kind: PhantomData }, array))
    }

    /// The numbers.
    pub(crate) fn numbers(&mut self) -> &mut [T] {
        // SAFETY: the memory holds `len` numbers, and this is the only one who writes them.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.len) }
    }
}
