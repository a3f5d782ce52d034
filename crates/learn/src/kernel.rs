//! The one loop that takes the time: rows of numbers times a matrix.
//!
//! Outputs lie side by side and in strips of sixteen; six rows share every weight that is loaded. Sums
//! are made in the order of the inputs, and a product is added to its sum before it is rounded, so that
//! every machine gives the same bits. Processors since 2013 do that in one step; older ones, without
//! that step, are a hundred times as slow and as right. Which instructions there are is asked once a
//! call ([`fast`]).

/// How many outputs are summed side by side. All widths are multiples of it.
pub(crate) const STRIP: usize = 16;

/// Runs a computation with the widest vectors that the processor has. Whatever it calls must be inlined.
#[inline]
pub(crate) fn fast<T>(compute: impl FnOnce() -> T) -> T {
    use std::sync::OnceLock;
    static ARCH: OnceLock<pulp::Arch> = OnceLock::new();
    ARCH.get_or_init(pulp::Arch::new).dispatch(compute)
}

/// Rows of `depth` inputs times a matrix with a row of `width` outputs for each input, added to `out`,
/// whose rows are `width` apart.
#[inline(always)]
pub(crate) fn add_products(
    inputs: &[f32],
    depth: usize,
    weights: &[f32],
    width: usize,
    out: &mut [f32],
) {
    /// So many rows are at work at once as fit into the registers.
    const ROWS: usize = 6;
    let rows = out.len() / width;
    let mut row = 0;
    while row + ROWS <= rows {
        strips::<ROWS>(&inputs[row * depth..], depth, weights, width, &mut out[row * width..]);
        row += ROWS;
    }
    while row < rows {
        strips::<1>(&inputs[row * depth..], depth, weights, width, &mut out[row * width..]);
        row += 1;
    }
}

#[inline(always)]
fn strips<const ROWS: usize>(
    inputs: &[f32],
    depth: usize,
    weights: &[f32],
    width: usize,
    out: &mut [f32],
) {
    let inputs: [&[f32]; ROWS] = std::array::from_fn(|row| &inputs[row * depth..][..depth]);
    let (weights, _) = weights[..depth * width].as_chunks::<STRIP>();
    let strips = width / STRIP;
    for strip in 0..strips {
        let mut sums: [[f32; STRIP]; ROWS] = std::array::from_fn(|row| {
            out[row * width + strip * STRIP..][..STRIP].try_into().expect("a strip")
        });
        for number in 0..depth {
            let weights = &weights[number * strips + strip];
            for row in 0..ROWS {
                let input = inputs[row][number];
                for (sum, weight) in sums[row].iter_mut().zip(weights) {
                    *sum = input.mul_add(*weight, *sum);
                }
            }
        }
        for (row, sums) in sums.iter().enumerate() {
            out[row * width + strip * STRIP..][..STRIP].copy_from_slice(sums);
        }
    }
}

/// Adds to a matrix the products of every input with every slope: what its weights' slopes are.
#[inline(always)]
pub(crate) fn add_outer(
    inputs: &[f32],
    depth: usize,
    slopes: &[f32],
    width: usize,
    matrix: &mut [f32],
) {
    let rows = slopes.len() / width;
    let mut strip = 0;
    while strip < width {
        let mut row = 0;
        while row + 4 <= rows {
            let slopes: [[f32; STRIP]; 4] = std::array::from_fn(|at| {
                slopes[(row + at) * width + strip..][..STRIP].try_into().expect("a strip")
            });
            let inputs: [&[f32]; 4] =
                std::array::from_fn(|at| &inputs[(row + at) * depth..][..depth]);
            for (number, sums) in matrix[..depth * width].chunks_exact_mut(width).enumerate() {
                let sums: &mut [f32; STRIP] =
                    (&mut sums[strip..strip + STRIP]).try_into().expect("a strip");
                for (inputs, slopes) in inputs.iter().zip(&slopes) {
                    let input = inputs[number];
                    for (sum, slope) in sums.iter_mut().zip(slopes) {
                        *sum = input.mul_add(*slope, *sum);
                    }
                }
            }
            row += 4;
        }
        while row < rows {
            let slopes: [f32; STRIP] =
                slopes[row * width + strip..][..STRIP].try_into().expect("a strip");
            let inputs = &inputs[row * depth..][..depth];
            for (number, sums) in matrix[..depth * width].chunks_exact_mut(width).enumerate() {
                let input = inputs[number];
                for (sum, slope) in sums[strip..strip + STRIP].iter_mut().zip(&slopes) {
                    *sum = input.mul_add(*slope, *sum);
                }
            }
            row += 1;
        }
        strip += STRIP;
    }
}
