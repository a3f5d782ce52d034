//! A board alone in the middle of a card, for those who see a link before the page: nothing that needs a
//! font, and the colours of the light page only, because such pictures are made once for everyone.

use super::{Caption, Frame, Svg, Theme, n, pieces, push_bonds, push_borders, push_cells, style};
use crate::Diagram;
use crate::picture::labels::Labels;

/// The room around the board, as a share of the card's height.
const ROOM: f64 = 0.03;

/// The card as the text of an SVG file of this width and height.
#[must_use]
pub fn card(diagram: &Diagram, [width, height]: [u32; 2]) -> String {
    let [wide, high] = [width, height].map(f64::from);
    let frame = Frame::around(diagram, &Labels::default());
    let room = 2.0 * ROOM * high;
    let scale = ((wide - room) / frame.width()).min((high - room) / frame.height());
    let [x, y] = [(frame.left + frame.right) / 2.0, (frame.top + frame.bottom) / 2.0];
    let radius = pieces::radius(diagram);
    let sets = super::sets_shown(diagram, &Caption::default(), &[]);
    let mut svg = Svg { strokes: true, ..Svg::default() };
    svg.line(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">"
    ));
    svg.push(&style::sheet(radius, Theme::Light, sets));
    svg.push(&style::definitions(sets));
    svg.line(format_args!("<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>"));
    svg.line(format_args!(
        "<g transform=\"translate({} {}) scale({scale:.4}) translate({} {})\">",
        n(wide / 2.0),
        n(high / 2.0),
        n(-x),
        n(-y)
    ));
    push_borders(&mut svg, diagram);
    push_cells(&mut svg, diagram);
    push_bonds(&mut svg, diagram);
    pieces::push_pieces(&mut svg, diagram, radius);
    svg.push("</g>\n</svg>\n");
    svg.text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Figure, Piece};

    #[test]
    fn letters_on_pieces_are_strokes_and_nothing_needs_a_font() {
        let mut diagram = Board::parse("king-4x4", 0).unwrap().diagram();
        let letters = ('A'..='Z').chain('0'..='9').cycle();
        for (cell, letter) in diagram.cells.iter_mut().zip(letters) {
            cell.piece = Some(Piece::new(0, Figure::Letter(letter)));
        }
        let svg = card(&diagram, [1200, 630]);
        assert_eq!(svg.matches("class=\"letter\"").count(), 2 * diagram.cells.len());
        assert!(!svg.contains("<text") && !svg.contains("@media"), "{svg}");
    }
}
