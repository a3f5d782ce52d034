//! Pieces in the colours that players call them by: white and black stones, red and blue men.
//!
//! Their paints are the same on light and on dark ground, as wood and stone are. White and black are
//! told apart by that alone; other colours keep the signs of their sets, for those who cannot tell
//! colours apart.

use super::pieces::{push_sign, push_star};
use super::{Svg, alphabet, figures, n};
use crate::{Figure, Piece, Point, Tint};

/// Draws a piece of any kind in a colour.
pub(super) fn push_tinted(svg: &mut Svg, piece: Piece, tint: Tint, at: Point, radius: f64) {
    let [x, y] = at;
    let [paint, line, ink] = tint.paint();
    if let Some((body, lines)) = figures::outline(piece.figure) {
        // White and black have the looks of chess everywhere, which styles may change.
        let class = match tint {
            Tint::White => "white",
            Tint::Black => "black",
            _ => "tinted",
        };
        let eye = if piece.figure == Figure::Knight { figures::EYE } else { "" };
        svg.line(format_args!(
            "<g class=\"{class}\" transform=\"translate({} {}) scale({})\">\
             <path class=\"figure\" fill=\"{paint}\" stroke=\"{line}\" d=\"{body}{}\"/>\
             <path class=\"line\" stroke=\"{ink}\" d=\"{lines}{eye}{}\"/></g>",
            n(x),
            n(y),
            n(radius * 1.16),
            figures::FOOT,
            figures::FOOT_LINE
        ));
    } else {
        push_stone(svg, [paint, line], at, radius);
        match piece.figure {
            Figure::Crowned => svg.line(format_args!(
                "<path fill=\"{ink}\" transform=\"translate({} {}) scale({})\" d=\"{}\"/>",
                n(x),
                n(y),
                n(radius),
                figures::CROWN
            )),
            Figure::Letter(letter) => {
                push_letter(svg, letter, ink, None, at, radius);
            }
            _ if matches!(tint, Tint::White | Tint::Black | Tint::Grey | Tint::Brown) => {}
            _ => push_sign(svg, piece.set, at, radius),
        }
    }
    if piece.special {
        push_star(svg, [x, y - radius * 0.94], radius * 0.52);
    }
}

/// A stone with the light from the upper left.
fn push_stone(svg: &mut Svg, [paint, line]: [&str; 2], [x, y]: Point, radius: f64) {
    svg.line(format_args!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{paint}\" stroke=\"{line}\" \
         stroke-opacity=\".75\" stroke-width=\"{}\"/>",
        n(x),
        n(y),
        n(radius),
        n(radius * 0.07)
    ));
    svg.line(format_args!(
        "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"#fff\" fill-opacity=\".2\"/>",
        n(x - radius * 0.24),
        n(y - radius * 0.36),
        n(radius * 0.5),
        n(radius * 0.36)
    ));
}

/// A letter in the middle of a stone, in this ink, with a rim around it if it has one.
pub(super) fn push_letter(
    svg: &mut Svg,
    letter: char,
    ink: &str,
    rim: Option<&str>,
    [x, y]: Point,
    radius: f64,
) {
    if svg.strokes {
        // Signs that nobody has drawn are left out: their stones are seen.
        let Some(strokes) = alphabet::strokes(letter) else { return };
        let lines = [(rim.unwrap_or(ink), 0.34), (ink, 0.17)];
        for (paint, width) in &lines[usize::from(rim.is_none())..] {
            svg.line(format_args!(
                "<path class=\"letter\" fill=\"none\" stroke=\"{paint}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\" \
                 transform=\"translate({} {}) scale({})\" d=\"{strokes}\"/>",
                n(x),
                n(y),
                n(radius * 0.9)
            ));
        }
        return;
    }
    // The only letters that mean something else in XML.
    let letter = match letter {
        '<' => "&lt;".to_owned(),
        '&' => "&amp;".to_owned(),
        other => other.to_string(),
    };
    let width = n(radius * 0.16);
    let rim = rim.map_or_else(String::new, |rim| {
        format!(" stroke=\"{rim}\" stroke-width=\"{width}\" paint-order=\"stroke\"")
    });
    svg.line(format_args!(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-family=\"sans-serif\" font-weight=\"700\" \
         text-anchor=\"middle\" dominant-baseline=\"central\" fill=\"{ink}\"{rim}>{letter}</text>",
        n(x),
        n(y + radius * 0.04),
        n(radius * 1.2)
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::svg::parts::piece;

    fn drawn(figure: Figure, tint: Tint) -> String {
        piece(Piece { tint: Some(tint), ..Piece::new(1, figure) }, 10.0)
    }

    #[test]
    fn a_piece_has_the_colour_that_it_is_called_by_and_not_that_of_its_set() {
        let white = drawn(Figure::Stone, Tint::White);
        assert!(white.contains(Tint::White.paint()[0]) && !white.contains("set1"), "{white}");
        assert!(drawn(Figure::King, Tint::White).contains("class=\"white\""));
        assert!(drawn(Figure::King, Tint::Black).contains("class=\"black\""));
        assert!(drawn(Figure::Letter('<'), Tint::Red).contains(">&lt;<"));
    }

    #[test]
    fn colours_that_some_cannot_tell_apart_have_the_signs_of_their_sets() {
        assert!(drawn(Figure::Stone, Tint::Red).contains("class=\"ring\""));
        assert!(!drawn(Figure::Stone, Tint::Black).contains("class=\"ring\""));
    }

    #[test]
    fn colours_are_found_by_their_names_in_any_case() {
        assert_eq!(Tint::named("WHITE"), Some(Tint::White));
        assert_eq!(Tint::named("Dark"), Some(Tint::Black));
        assert_eq!(Tint::named("Goats"), None);
    }
}
