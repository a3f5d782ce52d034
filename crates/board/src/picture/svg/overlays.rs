//! The overlays of a picture: tints below the pieces; lines, marks and targets.
//!
//! A tint is the set's colour, the stronger the more of it. A way is a line as thick as the way is
//! wide, up to [`WIDEST`]; it lies below the pieces that it joins.

use crate::Diagram;
use crate::picture::overlay::{Overlay, OverlayPath};
use crate::picture::palette::SETS;

use super::{Svg, UNIT, n};

/// Lines get no thicker beyond this width.
const WIDEST: u32 = 6;

/// The thickness of a line for each unit of width.
const STROKE: f64 = 1.7;

/// How much of the set's colour the strongest tint has.
const STRONGEST: f64 = 0.62;

/// The height of the key below a picture with overlays.
pub(super) const KEY: f64 = 44.0;

/// What the overlay of a set means: a sign and a few words each, in two lines around a place.
pub(super) fn push_key(svg: &mut Svg, set: u8, [middle, top]: [f64; 2]) {
    const HALF: f64 = 150.0;
    let set = usize::from(set) % SETS.len();
    let words = ["strength of its signals", "their centre", "path between groups", "cut here"];
    for (number, words) in words.into_iter().enumerate() {
        let x = middle - HALF + if number % 2 == 0 { 0.0 } else { 1.25 * HALF };
        let y = top + if number < 2 { 4.0 } else { 24.0 };
        let sign = match number {
            0 => format!(
                "<rect class=\"in-key tint{set}\" fill-opacity=\"{STRONGEST}\" x=\"{}\" y=\"{}\" width=\"16\" height=\"14\"/>",
                n(x - 8.0),
                n(y - 7.0)
            ),
            1 => format!(
                "<circle class=\"in-key target way{set}\" cx=\"{}\" cy=\"{}\" r=\"7\"/>",
                n(x),
                n(y)
            ),
            2 => format!(
                "<line class=\"in-key way way{set}\" stroke-width=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
                n(3.0 * STROKE),
                n(x - 8.0),
                n(y),
                n(x + 8.0),
                n(y)
            ),
            _ => format!(
                "<path class=\"in-key cross\" d=\"M{},{}L{},{}M{},{}L{},{}\"/>",
                n(x - 5.0),
                n(y - 5.0),
                n(x + 5.0),
                n(y + 5.0),
                n(x - 5.0),
                n(y + 5.0),
                n(x + 5.0),
                n(y - 5.0)
            ),
        };
        svg.line(format_args!("{sign}"));
        svg.line(format_args!(
            "<text class=\"key\" x=\"{}\" y=\"{}\">{words}</text>",
            n(x + 16.0),
            n(y)
        ));
    }
}

/// The tints of empty cells.
pub(super) fn push_tints(svg: &mut Svg, diagram: &Diagram, overlays: &[Overlay]) {
    for overlay in overlays {
        let set = usize::from(overlay.set) % SETS.len();
        for &(at, strength) in &overlay.strengths {
            let Some(cell) = diagram.cells.get(at).filter(|cell| cell.piece.is_none()) else {
                continue;
            };
            let opacity = STRONGEST * strength.clamp(0.0, 1.0) / overlays.len() as f64;
            if opacity < 0.005 {
                continue;
            }
            let points: Vec<String> = cell
                .outline
                .iter()
                .map(|[x, y]| format!("{},{}", n(x * UNIT), n(y * UNIT)))
                .collect();
            svg.line(format_args!(
                "<polygon class=\"tint tint{set}\" fill-opacity=\"{opacity:.2}\" points=\"{}\"/>",
                points.join(" ")
            ));
        }
    }
}

/// The ways between groups, below the pieces.
pub(super) fn push_paths(svg: &mut Svg, diagram: &Diagram, overlays: &[Overlay]) {
    for overlay in overlays {
        let set = usize::from(overlay.set) % SETS.len();
        for path in overlay.paths.iter().filter(|path| path.width > 0) {
            push_path(svg, diagram, set, path);
        }
    }
}

fn push_path(svg: &mut Svg, diagram: &Diagram, set: usize, path: &OverlayPath) {
    let cells = path.cells.iter().filter_map(|&at| diagram.cells.get(at));
    let points: Vec<String> = cells
        .map(|cell| format!("{},{}", n(cell.centre[0] * UNIT), n(cell.centre[1] * UNIT)))
        .collect();
    let thickness = STROKE * f64::from(path.width.min(WIDEST));
    svg.line(format_args!(
        "<polyline class=\"way way{set}\" stroke-width=\"{}\" points=\"{}\"/>",
        n(thickness),
        points.join(" ")
    ));
}

/// The marks of cut cells and of the centre, above all but the names.
pub(super) fn push_marks(svg: &mut Svg, diagram: &Diagram, overlays: &[Overlay], radius: f64) {
    for overlay in overlays {
        let set = usize::from(overlay.set) % SETS.len();
        let mut cut: Vec<usize> = overlay.paths.iter().flat_map(|path| path.cut.clone()).collect();
        cut.sort_unstable();
        cut.dedup();
        for cell in cut.iter().filter_map(|&at| diagram.cells.get(at)) {
            let [x, y] = cell.centre.map(|v| v * UNIT);
            let arm = radius * 0.3;
            svg.line(format_args!(
                "<path class=\"cross\" d=\"M{},{}L{},{}M{},{}L{},{}\"/>",
                n(x - arm),
                n(y - arm),
                n(x + arm),
                n(y + arm),
                n(x - arm),
                n(y + arm),
                n(x + arm),
                n(y - arm)
            ));
        }
        if let Some(cell) = overlay.centre.and_then(|at| diagram.cells.get(at)) {
            let [x, y] = cell.centre.map(|v| v * UNIT);
            // A ring of paper below tells the target from pieces of its own colour.
            for class in ["halo".to_owned(), format!("target way{set}")] {
                svg.line(format_args!(
                    "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                    n(x),
                    n(y),
                    n(radius * 1.22)
                ));
            }
        }
    }
}
