//! The figures of chess, and the crown: outlines in a box from -1 to 1, drawn for this project.
//!
//! A figure is one silhouette with a few lines in it, known by its shape alone. Those of the first set are
//! white with dark lines, those of the others black with light ones, as players know them from everywhere.

use super::{Svg, n};
use crate::{Figure, Point};

/// The foot of every figure.
pub(super) const FOOT: &str = "M-.7,.92L-.7,.76Q-.7,.66 -.6,.66L.6,.66Q.7,.66 .7,.76L.7,.92Z";

/// A line in it.
pub(super) const FOOT_LINE: &str = "M-.52,.79L.52,.79";

const PAWN: &str = "M0,-.62A.31,.31 0 0 1 .19,-.07L.3,-.07L.3,.07L.17,.07Q.2,.42 .46,.6L.46,.66\
    L-.46,.66L-.46,.6Q-.2,.42 -.17,.07L-.3,.07L-.3,-.07L-.19,-.07A.31,.31 0 0 1 0,-.62Z";

const ROOK: &str = "M-.58,-.84L-.32,-.84L-.32,-.66L-.13,-.66L-.13,-.84L.13,-.84L.13,-.66L.32,-.66\
    L.32,-.84L.58,-.84L.58,-.46L.4,-.3L.45,.5L.56,.66L-.56,.66L-.45,.5L-.4,-.3L-.58,-.46Z";

const BISHOP: &str = "M0,-.98A.11,.11 0 0 1 .08,-.79Q.48,-.42 .42,-.08Q.39,.1 .26,.2L.4,.22L.4,.34\
    L.24,.36Q.28,.52 .52,.62L.52,.66L-.52,.66L-.52,.62Q-.28,.52 -.24,.36L-.4,.34L-.4,.22L-.26,.2\
    Q-.39,.1 -.42,-.08Q-.48,-.42 -.08,-.79A.11,.11 0 0 1 0,-.98Z";

const KNIGHT: &str = "M-.06,-.92L.06,-.68Q.6,-.56 .62,.14Q.63,.46 .52,.66L-.46,.66Q-.48,.4 -.2,.16\
    Q-.02,0 -.02,-.14Q-.2,-.02 -.36,.02Q-.42,.18 -.56,.16Q-.76,.1 -.74,-.08Q-.56,-.28 -.48,-.46\
    Q-.42,-.62 -.26,-.7Z";

pub(super) const EYE: &str = "M-.34,-.4L-.22,-.46";

const QUEEN: &str = "M-.78,-.64A.1,.1 0 1 1 -.66,-.52L-.38,-.1L-.4,-.7A.1,.1 0 1 1 -.26,-.7L-.1,-.2\
    L-.06,-.78A.11,.11 0 1 1 .06,-.78L.1,-.2L.26,-.7A.1,.1 0 1 1 .4,-.7L.38,-.1L.66,-.52\
    A.1,.1 0 1 1 .78,-.64L.5,.3Q.46,.5 .54,.66L-.54,.66Q-.46,.5 -.5,.3Z";

const KING: &str = "M-.07,-.98L.07,-.98L.07,-.84L.21,-.84L.21,-.7L.07,-.7L.07,-.54Q.22,-.5 .26,-.36\
    Q.72,-.44 .76,-.04Q.76,.2 .5,.4Q.5,.54 .54,.66L-.54,.66Q-.5,.54 -.5,.4Q-.76,.2 -.76,-.04\
    Q-.72,-.44 -.26,-.36Q-.22,-.5 -.07,-.54L-.07,-.7L-.21,-.7L-.21,-.84L-.07,-.84Z";

pub(super) const CROWN: &str = "M-.46,.32L-.56,-.26L-.24,-.02L0,-.42L.24,-.02L.56,-.26L.46,.32Z";

/// What a figure is made of: its silhouette, and the lines in it.
pub(super) fn outline(figure: Figure) -> Option<(&'static str, &'static str)> {
    Some(match figure {
        Figure::King => (KING, "M-.5,.4Q0,.26 .5,.4M0,-.36L0,.3"),
        Figure::Queen => (QUEEN, "M-.5,.3Q0,.16 .5,.3"),
        Figure::Rook => (ROOK, "M-.4,-.3L.4,-.3M-.45,.46L.45,.46"),
        Figure::Bishop => (BISHOP, "M0,-.54L0,-.14M-.18,-.34L.18,-.34M-.28,.28L.28,.28"),
        Figure::Knight => (KNIGHT, "M.14,-.5Q.42,-.28 .4,.4"),
        Figure::Pawn => (PAWN, "M-.12,-.34A.12,.12 0 1 1 .12,-.34A.12,.12 0 1 1 -.12,-.34"),
        _ => return None,
    })
}

/// Draws a figure of chess within `radius`; returns false for what is no such figure.
pub(super) fn push_figure(
    svg: &mut Svg,
    set: u8,
    figure: Figure,
    [x, y]: Point,
    radius: f64,
) -> bool {
    let Some((body, lines)) = outline(figure) else { return false };
    let colour = if set == 0 { "white" } else { "black" };
    svg.line(format_args!(
        "<g class=\"{colour}\" transform=\"translate({} {}) scale({})\">\
         <path class=\"figure\" d=\"{body}{FOOT}\"/>",
        n(x),
        n(y),
        n(radius * 1.16)
    ));
    let eye = if figure == Figure::Knight { EYE } else { "" };
    svg.line(format_args!("<path class=\"line\" d=\"{lines}{eye}{FOOT_LINE}\"/></g>"));
    true
}

/// Draws a crown on a stone of this radius.
pub(super) fn push_crown(svg: &mut Svg, [x, y]: Point, radius: f64) {
    svg.line(format_args!(
        "<path class=\"sign\" transform=\"translate({} {}) scale({})\" d=\"{CROWN}\"/>",
        n(x),
        n(y),
        n(radius)
    ));
}
