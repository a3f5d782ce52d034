//! Boards as SVG: one file that needs nothing else, in the look of the play page.
//!
//! Paper and ink, pieces with shape and colour together, neighbours of one set bonded. Light and
//! dark are two palettes in the file's own style sheet, so that a picture fits the page it is shown
//! on. Colours are written out in both instead of using variables, which not every viewer knows.

mod alphabet;
mod card;
mod figures;
mod movers;
mod overlays;
pub mod parts;
mod pieces;
mod style;
mod tinted;

use std::fmt::Write;

pub use card::card;

use crate::{Diagram, DiagramCell, Figure, Piece, Point};

use super::count::{Change, SetCount, bonds, count_sets};
use super::labels::{Label, Labels};
use super::overlay::Overlay;
use super::palette::{SETS, SIGNED, look};

/// Units of the picture per unit of the diagram, where cells are about one apart.
const UNIT: f64 = 45.0;

/// Empty space around the board.
const MARGIN: f64 = 18.0;

/// The least width of a picture, so that the legend of a tiny board does not outshine it.
const LEAST_WIDTH: f64 = 330.0;

/// The height of the line under the board.
const LEGEND: f64 = 46.0;

/// What the picture says besides the board.
#[derive(Clone, Debug, Default)]
pub struct Caption {
    /// What the picture shows: its title for those who cannot see it.
    pub title: String,
    /// The position in words or as text.
    pub description: String,
    /// One entry a seat, in order.
    pub seats: Vec<SeatCaption>,
}

/// What the legend says about one seat.
#[derive(Clone, Debug)]
pub struct SeatCaption {
    /// The set that it plays.
    pub set: u8,
    /// Its letter, or the player's name.
    pub name: String,
    /// Whether it is to move.
    pub to_move: bool,
}

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The width of the picture in pixels.
    pub size: u32,
    /// Whether to write the names of the cells into them, instead of letters and numbers at the rim.
    pub names: bool,
    /// For a screen or for paper.
    pub theme: Theme,
}

/// What a picture is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Screens, light or dark as the viewer likes it.
    #[default]
    Screen,
    /// Screens, light only.
    Light,
    /// Paper: colours on white.
    Paper,
    /// Paper without colours: greys that differ, beside the signs that pieces carry anyway.
    Mono,
}

/// The picture as the text of an SVG file.
pub fn board(diagram: &Diagram, look: Look, caption: &Caption, last: &Change) -> String {
    board_with(diagram, look, caption, last, &[])
}

/// The picture with something laid over it.
pub fn board_with(
    diagram: &Diagram,
    look: Look,
    caption: &Caption,
    last: &Change,
    overlays: &[Overlay],
) -> String {
    let labels = if look.names { Labels::default() } else { Labels::of(diagram) };
    let radius = pieces::radius(diagram);
    let frame = Frame::around(diagram, &labels);
    let counts = count_sets(diagram, SETS.len() as u8);
    let key = if overlays.is_empty() { 0.0 } else { overlays::KEY };
    let legend = Legend::new(caption, &counts, &frame);
    let (width, height) = (frame.width(), frame.height() + legend.height() + key);
    let sets = sets_shown(diagram, caption, overlays);
    let mut svg = Svg::default();
    svg.line(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"title desc\" \
         width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\">",
        look.size,
        (f64::from(look.size) * height / width).round(),
        n(frame.left),
        n(frame.top),
        n(width),
        n(height)
    ));
    svg.line(format_args!("<title id=\"title\">{}</title>", escape(&caption.title)));
    svg.line(format_args!("<desc id=\"desc\">{}</desc>", escape(&caption.description)));
    svg.push(&style::sheet(radius, look.theme, sets));
    svg.push(&style::definitions(sets));
    svg.line(format_args!(
        "<rect class=\"paper\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"14\"/>",
        n(frame.left),
        n(frame.top),
        n(width),
        n(height)
    ));
    push_borders(&mut svg, diagram);
    push_cells(&mut svg, diagram);
    overlays::push_tints(&mut svg, diagram, overlays);
    push_bonds(&mut svg, diagram);
    overlays::push_paths(&mut svg, diagram, overlays);
    push_trail(&mut svg, diagram, last);
    pieces::push_pieces(&mut svg, diagram, radius);
    overlays::push_marks(&mut svg, diagram, overlays, radius);
    if look.names {
        push_names(&mut svg, diagram);
    }
    push_labels(&mut svg, diagram, &labels);
    legend.push(&mut svg, caption, diagram, &frame);
    if let Some(overlay) = overlays.first() {
        let middle = (frame.left + frame.right) / 2.0;
        overlays::push_key(&mut svg, overlay.set, [middle, frame.bottom + legend.height() - 4.0]);
    }
    svg.push("</svg>\n");
    svg.text
}

/// Text that grows.
#[derive(Default)]
struct Svg {
    text: String,
    /// Whether letters are drawn as strokes, for where no fonts are.
    strokes: bool,
}

impl Svg {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        let written = self.text.write_fmt(text);
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
        self.text.push('\n');
    }
}

/// The part of the plane that the picture shows.
struct Frame {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Frame {
    fn around(diagram: &Diagram, labels: &Labels<'_>) -> Frame {
        let empty = Frame {
            left: f64::INFINITY,
            top: f64::INFINITY,
            right: f64::NEG_INFINITY,
            bottom: f64::NEG_INFINITY,
        };
        let mut frame = empty;
        for &[x, y] in diagram.cells.iter().flat_map(|cell| cell.outline.iter()) {
            frame.include(x * UNIT, y * UNIT);
        }
        for label in labels.rows.iter().chain(&labels.columns) {
            let [x, y] = label_place(diagram, label);
            let half = 4.0 * label.text.len() as f64;
            frame.include(x - half, y - 7.0);
            frame.include(x + half, y + 7.0);
        }
        if diagram.cells.is_empty() {
            frame = Frame { left: 0.0, top: 0.0, right: UNIT, bottom: UNIT };
        }
        let side = MARGIN.max((LEAST_WIDTH - frame.width()) / 2.0);
        Frame {
            left: frame.left - side,
            top: frame.top - MARGIN,
            right: frame.right + side,
            bottom: frame.bottom + MARGIN,
        }
    }

    fn include(&mut self, x: f64, y: f64) {
        (self.left, self.right) = (self.left.min(x), self.right.max(x));
        (self.top, self.bottom) = (self.top.min(y), self.bottom.max(y));
    }

    fn width(&self) -> f64 {
        self.right - self.left
    }

    fn height(&self) -> f64 {
        self.bottom - self.top
    }
}

/// Draws the borders before the cells, which cover the inner half of each.
fn push_borders(svg: &mut Svg, diagram: &Diagram) {
    for border in &diagram.borders {
        let class = format!("border bond{}", usize::from(border.set) % SETS.len());
        let points = points(&border.line);
        svg.line(format_args!("<polyline class=\"{class}\" points=\"{points}\"/>"));
    }
}

/// Points as SVG lists them.
fn points(points: &[Point]) -> String {
    let texts: Vec<String> =
        points.iter().map(|[x, y]| format!("{},{}", n(x * UNIT), n(y * UNIT))).collect();
    texts.join(" ")
}

fn push_cells(svg: &mut Svg, diagram: &Diagram) {
    for cell in &diagram.cells {
        let points = points(&cell.outline);
        let class = match (diagram.checkered, diagram.is_dark(cell)) {
            (false, _) => "cell",
            (true, false) => "cell light",
            (true, true) => "cell dark",
        };
        svg.line(format_args!("<polygon class=\"{class}\" points=\"{points}\"/>"));
    }
    if diagram.show_edges {
        for &(a, b) in diagram.edges.iter() {
            push_segment(svg, "edge", diagram.cells[a].centre, diagram.cells[b].centre);
        }
    }
}

fn push_bonds(svg: &mut Svg, diagram: &Diagram) {
    for (a, b, set) in bonds(diagram) {
        let class = format!("bond bond{}", usize::from(set) % SETS.len());
        push_segment(svg, &class, diagram.cells[a].centre, diagram.cells[b].centre);
    }
}

/// A dotted line from where the moved piece was, if one piece moved.
fn push_trail(svg: &mut Svg, diagram: &Diagram, last: &Change) {
    if let ([from], [to]) = (&last.from[..], &last.to[..]) {
        push_segment(svg, "trail", diagram.cells[*from].centre, diagram.cells[*to].centre);
    }
}

fn push_names(svg: &mut Svg, diagram: &Diagram) {
    for cell in diagram.cells.iter().filter(|cell| cell.piece.is_none()) {
        let [x, y] = cell.centre.map(|v| v * UNIT);
        let name = escape(&cell.name);
        svg.line(format_args!("<text class=\"name\" x=\"{}\" y=\"{}\">{name}</text>", n(x), n(y)));
    }
}

fn push_labels(svg: &mut Svg, diagram: &Diagram, labels: &Labels<'_>) {
    for label in labels.rows.iter().chain(&labels.columns) {
        let [x, y] = label_place(diagram, label);
        let text = escape(label.text);
        svg.line(format_args!("<text class=\"label\" x=\"{}\" y=\"{}\">{text}</text>", n(x), n(y)));
    }
}

/// The middle of a label: a little nearer to its cell than the next cell would be.
fn label_place(diagram: &Diagram, label: &Label<'_>) -> Point {
    let [x, y] = diagram.cells[label.cell].centre;
    let [dx, dy] = label.offset;
    let length = dx.hypot(dy).max(0.1);
    let reach = reach(&diagram.cells[label.cell], [dx / length, dy / length]) + LABEL_GAP;
    let [mut x, y] = [x + dx / length * reach, y + dy / length * reach];
    // Cells of other rows may lie farther out on irregular boards, and no label stands on a cell.
    if dx < 0.0 && dy == 0.0 {
        x = x.min(leftmost(diagram, y) - LABEL_GAP);
    }
    [x * UNIT, y * UNIT]
}

/// How far a label's middle is from the cells, in units of the diagram.
const LABEL_GAP: f64 = 0.3;

/// How far to the left the cells reach at this height, in a band as high as a label.
fn leftmost(diagram: &Diagram, y: f64) -> f64 {
    const HALF: f64 = 0.2;
    let sides = diagram.cells.iter().flat_map(|cell| {
        let next = cell.outline.iter().cycle().skip(1);
        cell.outline.iter().copied().zip(next.copied())
    });
    let ends = sides.flat_map(|([ax, ay], [bx, by])| {
        let at = |height: f64| {
            let share = if ay == by { 0.0 } else { (height - ay) / (by - ay) };
            ax + share.clamp(0.0, 1.0) * (bx - ax)
        };
        let (top, bottom) = (ay.min(by).max(y - HALF), ay.max(by).min(y + HALF));
        (top <= bottom).then(|| at(top).min(at(bottom)))
    });
    ends.fold(f64::INFINITY, f64::min)
}

/// How far a cell's outline goes in a direction.
fn reach(cell: &DiagramCell, [dx, dy]: Point) -> f64 {
    let [x, y] = cell.centre;
    cell.outline.iter().map(|[px, py]| (px - x) * dx + (py - y) * dy).fold(0.0, f64::max)
}

/// How many sets the picture has colours for: the usual ones, and more where there are more.
fn sets_shown(diagram: &Diagram, caption: &Caption, overlays: &[Overlay]) -> usize {
    let pieces = diagram.cells.iter().filter_map(|cell| cell.piece).map(|piece| piece.set);
    let borders = diagram.borders.iter().map(|border| border.set);
    let seats = caption.seats.iter().map(|seat| seat.set);
    let all = pieces.chain(borders).chain(seats).chain(overlays.iter().map(|it| it.set));
    let sets = all.map(|set| usize::from(set) % SETS.len() + 1).max().unwrap_or(0);
    sets.max(usize::from(SIGNED))
}

/// Who plays which set, below the board, in as many rows as it takes.
struct Legend {
    /// Name, what is to say of the set, and the width of both with the stone.
    entries: Vec<(String, String, f64)>,
    /// How many entries each row has.
    rows: Vec<usize>,
}

impl Legend {
    const RADIUS: f64 = 9.0;
    const GAP: f64 = 26.0;
    /// How much a further row adds.
    const ROW: f64 = 34.0;

    fn new(caption: &Caption, counts: &[SetCount], frame: &Frame) -> Legend {
        const CHARACTER: f64 = 7.4;
        // With many seats there is room for names only.
        let long = caption.seats.len() <= 2 && frame.width() > 420.0;
        let entry = |seat: &SeatCaption| {
            let count = counts.get(usize::from(seat.set)).copied().unwrap_or_default();
            let rest = if long { count.text() } else { String::new() };
            let gap = if rest.is_empty() { 0.0 } else { 8.0 };
            let letters = seat.name.chars().count() + rest.chars().count();
            let width = 2.0 * Legend::RADIUS + 8.0 + CHARACTER * letters as f64 + gap;
            (seat.name.clone(), rest, width)
        };
        let entries: Vec<_> = caption.seats.iter().map(entry).collect();
        let widest = entries.iter().map(|(.., width)| *width).fold(1.0, f64::max);
        let total: f64 = entries.iter().map(|(.., width)| width + Legend::GAP).sum();
        let fits = total - Legend::GAP <= frame.width();
        let most =
            if fits { entries.len() } else { (frame.width() / (widest + Legend::GAP)) as usize };
        // Rows of nearly the same length.
        let rows = entries.len().div_ceil(most.max(1)).max(1);
        let row = |at: usize| entries.len() * (at + 1) / rows - entries.len() * at / rows;
        Legend { rows: (0..rows).map(row).collect(), entries }
    }

    fn height(&self) -> f64 {
        LEGEND + Legend::ROW * (self.rows.len() - 1) as f64
    }

    fn push(&self, svg: &mut Svg, caption: &Caption, diagram: &Diagram, frame: &Frame) {
        let radius = Legend::RADIUS;
        let mut y = frame.bottom + LEGEND / 2.0 - 8.0;
        let mut all = caption.seats.iter().zip(&self.entries);
        for &count in &self.rows {
            let row: Vec<_> = all.by_ref().take(count).collect();
            let total: f64 = row.iter().map(|(_, (.., width))| width + Legend::GAP).sum();
            let mut x = (frame.left + frame.right - (total - Legend::GAP).max(0.0)) / 2.0;
            for (seat, (name, rest, width)) in row {
                let mut pieces = diagram.cells.iter().filter_map(|cell| cell.piece);
                let own = pieces.find(|piece| piece.set == seat.set);
                let tint = own.and_then(|own| own.tint);
                let stone = Piece { tint, ..Piece::new(seat.set, Figure::Stone) };
                pieces::push_any(svg, stone, [x + radius, y], radius);
                svg.line(format_args!(
                    "<text class=\"seat\" x=\"{}\" y=\"{}\"><tspan font-weight=\"600\">{}</tspan>\
                     <tspan class=\"quiet\" dx=\"8\">{}</tspan></text>",
                    n(x + 2.0 * radius + 8.0),
                    n(y),
                    escape(name),
                    escape(rest)
                ));
                if seat.to_move {
                    svg.line(format_args!(
                        "<rect class=\"turn\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"3\" rx=\"1.5\"/>",
                        n(x),
                        n(y + radius + 5.0),
                        n(*width)
                    ));
                }
                x += width + Legend::GAP;
            }
            y += Legend::ROW;
        }
    }
}

fn push_segment(svg: &mut Svg, class: &str, from: Point, to: Point) {
    let [x1, y1] = from.map(|v| v * UNIT);
    let [x2, y2] = to.map(|v| v * UNIT);
    svg.line(format_args!(
        "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
        n(x1),
        n(y1),
        n(x2),
        n(y2)
    ));
}

/// A number with at most one decimal.
fn n(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text as it can stand in an SVG file.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A position in words, for those who cannot see it.
pub fn describe(diagram: &Diagram, sets: u8, status: &str) -> String {
    let mut parts: Vec<String> = count_sets(diagram, sets)
        .iter()
        .enumerate()
        .map(|(set, count)| {
            let letter = char::from(b'A' + set as u8);
            format!("set {letter} ({}): {}", look(set as u8).words, count.text())
        })
        .collect();
    parts.push(status.to_owned());
    format!("A board of {} cells. {}.", diagram.cells.len(), parts.join("; "))
}

#[cfg(test)]
mod tests {
    use crate::picture::overlay::OverlayPath;
    use crate::{Board, Border};

    use super::*;

    fn drawn(board_name: &str, title: &str) -> String {
        let mut diagram = Board::parse(board_name, 0).unwrap().diagram();
        for (set, cell) in diagram.cells.iter_mut().take(6).enumerate() {
            cell.piece = Some(Piece {
                special: set == 0,
                blocked: set == 1,
                ..Piece::new(set as u8, Figure::Stone)
            });
        }
        let caption = Caption { title: title.into(), ..Caption::default() };
        board(
            &diagram,
            Look { size: 500, names: false, theme: Theme::Screen },
            &caption,
            &Change::default(),
        )
    }

    #[test]
    fn text_is_escaped() {
        let svg = drawn("hexhex-3", "<script>&\"'\u{0}");
        assert!(svg.contains("<title id=\"title\">&lt;script&gt;&amp;&quot;&#39; </title>"));
    }

    #[test]
    fn a_picture_refers_to_nothing_outside() {
        let svg = drawn("voronoi-30-1", "");
        let links = svg.matches("http").count();
        assert_eq!(links, 1, "only the namespace");
        assert!(!svg.contains("href") && !svg.contains("@import") && !svg.contains("NaN"));
    }

    #[test]
    fn every_cell_and_every_piece_is_drawn_once() {
        let svg = drawn("square-4x4", "");
        assert_eq!(svg.matches("class=\"cell\"").count(), 16);
        assert_eq!(svg.matches("class=\"disc\"").count(), 6);
        assert_eq!(svg.matches("fill=\"url(#blocked)\"").count(), 1);
        assert_eq!(svg.matches("class=\"sign special\"").count(), 1);
    }

    #[test]
    fn figures_are_drawn_on_a_checkered_board_whose_corner_at_the_bottom_left_is_dark() {
        let figures = [
            Figure::King,
            Figure::Queen,
            Figure::Rook,
            Figure::Bishop,
            Figure::Knight,
            Figure::Pawn,
            Figure::Crowned,
        ];
        let diagram = Board::parse("square-8x8", 0).unwrap().diagram();
        let mut diagram = Diagram { checkered: true, ..diagram };
        assert!(diagram.is_dark(&diagram.cells[56]) && !diagram.is_dark(&diagram.cells[63]));
        for (cell, figure) in diagram.cells.iter_mut().zip(figures.into_iter().cycle()).take(14) {
            let set = u8::from(cell.row > 0);
            cell.piece = Some(Piece::new(set, figure));
        }
        let look = Look { size: 500, names: false, theme: Theme::Screen };
        let svg = board(&diagram, look, &Caption::default(), &Change::default());
        assert_eq!(svg.matches("class=\"cell dark\"").count(), 32);
        assert_eq!(svg.matches("class=\"cell light\"").count(), 32);
        assert_eq!(svg.matches("class=\"figure\"").count(), 12);
        assert_eq!(svg.matches("class=\"disc\"").count(), 2);
    }

    #[test]
    fn borders_have_the_colour_of_their_set_and_lie_under_the_cells() {
        let mut diagram = Board::parse("square-1x2", 0).unwrap().diagram();
        let line = vec![[0.0, 0.0], [1.0, 0.5]];
        diagram.borders.push(Border { set: 1, cells: vec![0, 1], line });
        let look = Look { size: 300, names: false, theme: Theme::Screen };
        let svg = board(&diagram, look, &Caption::default(), &Change::default());
        let border = svg.find("<polyline class=\"border bond1\" points=\"0,0 45,22.5\"/>");
        assert!(border.unwrap() < svg.find("class=\"cell\"").unwrap());
        assert!(svg.contains(".bond1{stroke:#e08e1b}"), "{svg}");
    }

    #[test]
    fn an_overlay_tints_empty_cells_and_draws_ways_as_thick_as_they_are_wide() {
        let mut diagram = Board::parse("square-1x5", 0).unwrap().diagram();
        diagram.cells[0].piece = Some(Piece::new(1, Figure::Stone));
        let way = |width| OverlayPath { cells: vec![0, 1, 2], width, cut: vec![1, 99] };
        let overlay = Overlay {
            set: 1,
            strengths: vec![(0, 1.0), (1, 0.5), (2, 0.0), (99, 1.0)],
            centre: Some(2),
            paths: vec![way(2), way(0)],
        };
        let look = Look { size: 300, names: false, theme: Theme::Screen };
        let (caption, last) = (Caption::default(), Change::default());
        let svg = board_with(&diagram, look, &caption, &last, &[overlay]);
        assert_eq!(svg.matches("class=\"tint tint1\"").count(), 1, "one empty cell is reached");
        assert!(svg.contains("<polyline class=\"way way1\" stroke-width=\"3.4\""), "{svg}");
        assert_eq!(svg.matches("<polyline").count(), 1, "a way that is cut is not drawn");
        assert_eq!(svg.matches("class=\"cross\"").count(), 1);
        assert_eq!(svg.matches("class=\"target way1\"").count(), 1);
        assert!(svg.contains(">cut here</text>"), "the key says what the signs mean");
        let plain = board(&diagram, look, &caption, &last);
        assert!(!plain.contains("in-key"));
        assert!(!plain.contains("<polyline") && !plain.contains("class=\"tint "));
    }

    #[test]
    fn pictures_for_paper_are_on_white_and_those_without_colours_have_none() {
        let diagram = Board::parse("square-1x5", 0).unwrap().diagram();
        let drawn = |theme| {
            let look = Look { size: 300, names: false, theme };
            board(&diagram, look, &Caption::default(), &Change::default())
        };
        assert!(drawn(Theme::Screen).contains("prefers-color-scheme:dark"));
        for theme in [Theme::Paper, Theme::Mono] {
            let svg = drawn(theme);
            assert!(svg.contains(".paper{fill:#ffffff}") && !svg.contains("prefers-color-scheme"));
        }
        let mono = drawn(Theme::Mono);
        let palette = mono.split(".paper{").nth(1).unwrap().split("</style>").next().unwrap();
        let colours: Vec<&str> =
            palette.match_indices('#').map(|(at, _)| &palette[at + 1..at + 7]).collect();
        assert!(colours.len() > 20, "{palette}");
        for colour in colours {
            assert!(
                colour[0..2] == colour[2..4] && colour[2..4] == colour[4..6],
                "{colour} is no grey"
            );
        }
        let greys: std::collections::BTreeSet<&str> = (0..6)
            .map(|set| &mono[mono.find(&format!(".bond{set}{{stroke:#")).unwrap() + 15..][..6])
            .collect();
        assert_eq!(greys.len(), 6, "every set has its own");
    }

    #[test]
    fn twelve_sets_have_a_colour_and_a_sign_or_a_letter_each_and_their_names_below_the_board() {
        let mut diagram = Board::parse("hexhex-3", 0).unwrap().diagram();
        for (set, cell) in diagram.cells.iter_mut().take(12).enumerate() {
            cell.piece = Some(Piece::new(set as u8, Figure::Stone));
        }
        let seat = |set: u8| SeatCaption {
            set,
            name: format!("Somebody {}", char::from(b'A' + set)),
            to_move: set == 11,
        };
        let caption = Caption { seats: (0..12).map(seat).collect(), ..Caption::default() };
        let look = Look { size: 500, names: false, theme: Theme::Screen };
        let svg = board(&diagram, look, &caption, &Change::default());
        for letter in 'G'..='L' {
            assert_eq!(svg.matches(&format!(">{letter}</text>")).count(), 2, "{letter}: {svg}");
        }
        for set in 0..12 {
            assert!(
                svg.contains(&format!("id=\"set{set}\"")) && svg.contains(&format!(".rim{set}{{"))
            );
        }
        // All within the picture: x, width and the height from the view box.
        let numbers: Vec<f64> = svg
            .split("viewBox=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .split(' ')
            .map(|number| number.parse().unwrap())
            .collect();
        let (left, right) = (numbers[0], numbers[0] + numbers[2]);
        let bottom = numbers[1] + numbers[3];
        let names = svg.split("class=\"seat\" x=\"").skip(1);
        let mut rows = std::collections::BTreeSet::new();
        for name in names {
            let mut parts = name.split('"');
            let x: f64 = parts.next().unwrap().parse().unwrap();
            let y: f64 = parts.nth(1).unwrap().parse().unwrap();
            assert!(left <= x && x + 7.4 * 10.0 <= right && y + 14.0 < bottom, "{name}");
            rows.insert(y as i64);
        }
        assert!(rows.len() > 2, "{rows:?}");
        let few = Caption { seats: (0..2).map(seat).collect(), ..Caption::default() };
        let svg = board(&diagram, look, &few, &Change::default());
        assert!(
            !svg.contains("id=\"set12\"") && svg.contains("id=\"set11\""),
            "as many as are shown"
        );
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([n(1.0), n(-0.01), n(2.25), n(-3.96)], ["1", "0", "2.2", "-4"]);
    }
}
