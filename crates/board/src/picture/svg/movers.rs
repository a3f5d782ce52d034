//! Pieces whose sign shows how they move: arms in the directions that they take.
//!
//! The arms of a piece that goes many steps end in arrow heads, those of one that goes a single step
//! end blunt. The middle is a dot if the piece captures by stepping into a cell, and an open ring if it
//! jumps over. The first set's pieces are round and the second's square, so that colour is not needed
//! to tell them apart, and "forward" is up for the first set and down for the second.

use crate::{Mover, Point, Ways};

use super::pieces::push_star;
use super::{Svg, n};
use crate::picture::palette::SETS;

/// How long arms are, in radii.
const LONG: f64 = 0.78;
const SHORT: f64 = 0.6;

/// The arms of a sign as directions, x to the right and y up.
fn arms(ways: Ways) -> &'static [[f64; 2]] {
    const NORTH: [f64; 2] = [0.0, 1.0];
    const SOUTH: [f64; 2] = [0.0, -1.0];
    const EAST: [f64; 2] = [1.0, 0.0];
    const WEST: [f64; 2] = [-1.0, 0.0];
    const D: f64 = std::f64::consts::FRAC_1_SQRT_2;
    const NORTH_EAST: [f64; 2] = [D, D];
    const NORTH_WEST: [f64; 2] = [-D, D];
    const SOUTH_EAST: [f64; 2] = [D, -D];
    const SOUTH_WEST: [f64; 2] = [-D, -D];
    match ways {
        Ways::DiagonalForward => &[NORTH_EAST, NORTH_WEST],
        Ways::Diagonal => &[NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST],
        Ways::All => &[NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST],
        Ways::RankAndFile => &[NORTH, EAST, SOUTH, WEST],
        Ways::File => &[NORTH, SOUTH],
        Ways::Forward => &[NORTH],
        Ways::Leap => &[],
    }
}

/// Draws a piece with its sign; those of honour have a star.
pub(super) fn push_mover(
    svg: &mut Svg,
    set: u8,
    [x, y]: Point,
    radius: f64,
    mover: Mover,
    honour: bool,
) {
    let class = usize::from(set) % SETS.len();
    if set == 0 {
        svg.line(format_args!(
            "<circle class=\"disc\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"url(#set{class})\"/>",
            n(x),
            n(y),
            n(radius)
        ));
    } else {
        let half = radius * 0.92;
        svg.line(format_args!(
            "<rect class=\"disc\" x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" rx=\"{3}\" \
             fill=\"url(#set{class})\"/>",
            n(x - half),
            n(y - half),
            n(2.0 * half),
            n(radius * 0.3)
        ));
    }
    let up = if set == 0 { 1.0 } else { -1.0 };
    let at = |right: f64, ahead: f64| {
        format!("{},{}", n(x + right * radius), n(y - up * ahead * radius))
    };
    let path = strokes(mover, &at);
    svg.line(format_args!(
        "<path class=\"cut\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         stroke-width=\"{}\" d=\"{path}\"/>",
        n(0.15 * radius)
    ));
    let (dot, share, width) = if mover.jumps { ("ring", 0.2, 0.12) } else { ("sign", 0.2, 0.0) };
    if mover.ways != Ways::Leap {
        svg.line(format_args!(
            "<circle class=\"{dot}\" cx=\"{}\" cy=\"{}\" r=\"{}\" stroke-width=\"{}\"/>",
            n(x),
            n(y),
            n(share * radius),
            n(width * radius)
        ));
    }
    if honour {
        // Behind the piece, where no arm of a piece that only goes forward can be.
        push_star(svg, [x + radius * 0.72, y + up * radius * 0.72], radius * 0.46);
    }
}

/// The strokes of a sign as the text of a path; `at` places a point given in radii.
fn strokes(mover: Mover, at: &impl Fn(f64, f64) -> String) -> String {
    let mut path = String::new();
    let length = if mover.far { LONG } else { SHORT };
    if mover.ways == Ways::Leap {
        // Two up and one to the right; where it captures is marked at its end.
        path += &format!("M{}L{}L{}", at(-0.25, -0.5), at(-0.25, 0.4), at(0.25, 0.4));
        if mover.far {
            path += &format!("M{}L{}L{}", at(0.1, 0.6), at(0.32, 0.4), at(0.1, 0.2));
        }
        let foot = if mover.jumps { [0.18, -0.5] } else { [-0.25, -0.5] };
        path += &format!("M{}L{}", at(-0.25, -0.5), at(foot[0], foot[1]));
        return path;
    }
    // Arms begin outside the ring of a jumper, so that it stays open.
    let start = if mover.jumps { 0.3 } else { 0.0 };
    for &[right, ahead] in arms(mover.ways) {
        let end = [right * length, ahead * length];
        path += &format!("M{}L{}", at(right * start, ahead * start), at(end[0], end[1]));
        if mover.far {
            // A head of two strokes, turned by 40 degrees to either side of the way back.
            let (sin, cos) = 40f64.to_radians().sin_cos();
            let size = if mover.ways == Ways::All { 0.2 } else { 0.28 };
            let left = [-right * cos + ahead * sin, -right * sin - ahead * cos];
            let other = [-right * cos - ahead * sin, right * sin - ahead * cos];
            path += &format!(
                "M{}L{}L{}",
                at(end[0] + left[0] * size, end[1] + left[1] * size),
                at(end[0], end[1]),
                at(end[0] + other[0] * size, end[1] + other[1] * size)
            );
        }
    }
    path
}
