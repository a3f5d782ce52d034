//! The pieces of a picture: discs with the signs of their sets.

use crate::{Diagram, DiagramCell, Figure, Piece, Point};

use super::{Svg, UNIT, figures, movers, n, tinted};
use crate::picture::palette::{SETS, SIGNED};

/// The largest radius of a piece.
const LARGEST: f64 = 0.385 * UNIT;

/// The smallest, for boards with very narrow cells.
const SMALLEST: f64 = 0.22 * UNIT;

/// One size for all pieces, so that they fit into all but the smallest cells.
pub(super) fn radius(diagram: &Diagram) -> f64 {
    let mut room: Vec<f64> = diagram.cells.iter().map(inner_radius).collect();
    room.sort_by(f64::total_cmp);
    let small = room.get(room.len() / 10).copied().unwrap_or(0.5);
    (small * 0.86 * UNIT).clamp(SMALLEST, LARGEST)
}

/// The distance from a cell's middle to the nearest side of its outline.
fn inner_radius(cell: &DiagramCell) -> f64 {
    let [x, y] = cell.centre;
    let next = cell.outline.iter().cycle().skip(1);
    cell.outline
        .iter()
        .zip(next)
        .map(|(a, b)| {
            let side = [b[0] - a[0], b[1] - a[1]];
            let area = side[0] * (y - a[1]) - side[1] * (x - a[0]);
            area.abs() / side[0].hypot(side[1]).max(1e-9)
        })
        .fold(f64::INFINITY, f64::min)
}

/// Draws all pieces.
pub(super) fn push_pieces(svg: &mut Svg, diagram: &Diagram, radius: f64) {
    for cell in &diagram.cells {
        if let Some(piece) = cell.piece {
            push_any(svg, piece, cell.centre.map(|v| v * UNIT), radius);
        }
    }
}

/// Draws a piece of any kind, all that its game says about it.
pub(super) fn push_any(svg: &mut Svg, piece: Piece, [x, y]: Point, radius: f64) {
    if let Some(tint) = piece.tint {
        tinted::push_tinted(svg, piece, tint, [x, y], radius);
        return;
    }
    if figures::push_figure(svg, piece.set, piece.figure, [x, y], radius) {
        return;
    }
    if piece.figure == Figure::Crowned {
        push_disc(svg, piece.set, [x, y], radius);
        push_rim(svg, [x, y], radius, if piece.set == 0 { 0.0 } else { 0.14 });
        figures::push_crown(svg, [x, y], radius);
        return;
    }
    if let Figure::Mover(mover) = piece.figure {
        movers::push_mover(svg, piece.set, [x, y], radius, mover, piece.special);
        return;
    }
    match piece.figure {
        Figure::Letter(letter) => {
            push_plain(svg, piece.set, [x, y], radius, piece.blocked);
            // One letter on a piece is enough.
            if piece.set < SIGNED {
                push_sign(svg, piece.set, [x, y], radius);
            }
            push_letter(svg, letter, [x, y], radius);
        }
        _ => {
            push_plain(svg, piece.set, [x, y], radius, piece.blocked);
            push_sign(svg, piece.set, [x, y], radius);
        }
    }
    if piece.special {
        push_rim(svg, [x, y], radius, 0.1);
        push_star(svg, [x, y - radius * 0.94], radius * 0.52);
    }
}

/// A letter that is legible on every set: light with a dark rim.
fn push_letter(svg: &mut Svg, letter: char, at: Point, radius: f64) {
    tinted::push_letter(svg, letter, "#fff", Some("#222"), at, radius);
}

/// A line inside the rim of a piece, of this share of its radius.
fn push_rim(svg: &mut Svg, [x, y]: Point, radius: f64, width: f64) {
    svg.line(format_args!(
        "<circle class=\"rim\" cx=\"{}\" cy=\"{}\" r=\"{}\" stroke-width=\"{}\"/>",
        n(x),
        n(y),
        n(radius * 0.84),
        n(radius * width)
    ));
}

/// A disc in the colours of its set.
fn push_disc(svg: &mut Svg, set: u8, [x, y]: Point, radius: f64) {
    let set = usize::from(set) % SETS.len();
    svg.line(format_args!(
        "<circle class=\"disc\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"url(#set{set})\"/>",
        n(x),
        n(y),
        n(radius)
    ));
}

/// A disc without a sign, hatched if the set is blocked.
fn push_plain(svg: &mut Svg, set: u8, [x, y]: Point, radius: f64, blocked: bool) {
    push_disc(svg, set, [x, y], radius);
    if blocked {
        svg.line(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"url(#blocked)\" opacity=\".5\"/>",
            n(x),
            n(y),
            n(radius)
        ));
    }
}

/// The sign of a set on a piece.
pub(super) fn push_sign(svg: &mut Svg, set: u8, [x, y]: Point, radius: f64) {
    let at = |dx: f64, dy: f64| format!("{},{}", n(x + dx * radius), n(y + dy * radius));
    let circle = |class: &str, share: f64, width: f64| {
        format!(
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\" stroke-width=\"{}\"/>",
            n(x),
            n(y),
            n(share * radius),
            n(width * radius)
        )
    };
    let sign = match usize::from(set) % SETS.len() {
        1 => circle("ring", 0.5, 0.26),
        2 => format!(
            "<path class=\"cut\" stroke-linecap=\"round\" stroke-width=\"{}\" d=\"M{}L{}M{}L{}\"/>",
            n(0.26 * radius),
            at(-0.46, 0.0),
            at(0.46, 0.0),
            at(0.0, -0.46),
            at(0.0, 0.46)
        ),
        3 => format!(
            "<path class=\"sign\" d=\"M{}L{}L{}Z\"/>",
            at(0.0, -0.58),
            at(0.53, 0.36),
            at(-0.53, 0.36)
        ),
        4 => format!(
            "<path class=\"sign\" d=\"M{}L{}L{}L{}Z\"/>",
            at(-0.4, -0.4),
            at(0.4, -0.4),
            at(0.4, 0.4),
            at(-0.4, 0.4)
        ),
        5 => circle("sign", 0.3, 0.0),
        set if set >= usize::from(SIGNED) => {
            return push_letter(svg, SETS[set].glyph, [x, y], radius);
        }
        _ => return,
    };
    svg.line(format_args!("{sign}"));
}

/// A small star of five points, the mark of a special piece.
pub(super) fn push_star(svg: &mut Svg, [x, y]: Point, radius: f64) {
    let points: Vec<String> = (0..10)
        .map(|at| {
            let angle = std::f64::consts::PI * (f64::from(at) / 5.0 - 0.5);
            let reach = if at % 2 == 0 { radius } else { radius * 0.42 };
            format!("{},{}", n(x + reach * angle.cos()), n(y + reach * angle.sin()))
        })
        .collect();
    svg.line(format_args!(
        "<polygon class=\"sign special\" stroke-width=\"1.6\" stroke-linejoin=\"round\" points=\"{}\"/>",
        points.join(" ")
    ));
}
