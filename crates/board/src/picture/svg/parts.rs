//! The parts of a picture, for those who put the picture together themselves: a page that draws a
//! board once and then moves its pieces shows the same shapes as a file that is drawn here.

use super::{Svg, UNIT, label_place, pieces, style};
use crate::picture::labels::Labels;
use crate::picture::palette::SETS;
use crate::{Diagram, Piece, Point};

/// Units of the picture per unit of the diagram.
pub const SCALE: f64 = UNIT;

/// The paints that the shapes refer to, as a `<defs>` element.
#[must_use]
pub fn definitions() -> String {
    style::definitions(SETS.len())
}

/// The radius of all pieces of a diagram, in units of the picture.
#[must_use]
pub fn piece_radius(diagram: &Diagram) -> f64 {
    pieces::radius(diagram)
}

/// A piece as SVG elements around the origin.
#[must_use]
pub fn piece(piece: Piece, radius: f64) -> String {
    let mut svg = Svg::default();
    pieces::push_any(&mut svg, piece, [0.0, 0.0], radius);
    svg.text
}

/// The letters and numbers at the rim, each with its middle in units of the picture.
#[must_use]
pub fn rim_labels(diagram: &Diagram) -> Vec<(String, Point)> {
    let labels = Labels::of(diagram);
    let all = labels.rows.iter().chain(&labels.columns);
    all.map(|label| (label.text.to_owned(), label_place(diagram, label))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Figure;

    #[test]
    fn a_piece_alone_is_drawn_as_it_is_in_a_picture() {
        let stone = Piece { blocked: true, ..Piece::new(1, Figure::Stone) };
        let markup = piece(stone, 10.0);
        assert!(markup.contains("url(#set1)") && markup.contains("url(#blocked)"), "{markup}");
        assert!(definitions().contains("id=\"set1\"") && definitions().contains("id=\"blocked\""));
        let king = Piece { figure: Figure::King, blocked: false, ..stone };
        assert!(piece(king, 10.0).contains("class=\"figure\""));
    }
}
