//! The common ground of all plots: colours, frames, and the canvas they are drawn on.
//!
//! Plots carry the colours of the light palette, so that they are right as files of their own; in a
//! page, style rules that look for these very values give them the dark palette when it is dark.

use maud::Render;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;

use crate::LabError;

/// What plots are drawn on.
pub(crate) type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;

pub(crate) const CARD: RGBColor = RGBColor(0xff, 0xfd, 0xf9);
pub(crate) const INK: RGBColor = RGBColor(0x23, 0x26, 0x2b);
pub(crate) const MUTED: RGBColor = RGBColor(0x6b, 0x70, 0x78);
pub(crate) const LINE: RGBColor = RGBColor(0xe1, 0xdc, 0xd1);
pub(crate) const ACCENT: RGBColor = RGBColor(0x0b, 0x6e, 0x69);
pub(crate) const DRAWN: RGBColor = RGBColor(0xc9, 0xc2, 0xb2);
pub(crate) const LOST: RGBColor = RGBColor(0xc9, 0x82, 0x73);

/// The colours of sets and players: blue, amber, green, magenta, brick, sky.
pub(crate) const SERIES: [RGBColor; 6] = [
    RGBColor(0x1f, 0x4e, 0x79),
    RGBColor(0xe0, 0x8e, 0x1b),
    RGBColor(0x2e, 0x7d, 0x4f),
    RGBColor(0xa8, 0x32, 0x7d),
    RGBColor(0x9c, 0x4a, 0x2f),
    RGBColor(0x3b, 0x9c, 0xc9),
];

/// Each colour of plots with its counterpart in the dark.
pub(super) const DARK: [(RGBColor, &str); 13] = [
    (CARD, "#1d2126"),
    (INK, "#e8e6e1"),
    (MUTED, "#9aa0a8"),
    (LINE, "#2d333a"),
    (ACCENT, "#3fb8af"),
    (DRAWN, "#565d66"),
    (LOST, "#a9594e"),
    (SERIES[0], "#5aa0e0"),
    (SERIES[1], "#f0a63a"),
    (SERIES[2], "#67c08d"),
    (SERIES[3], "#e07fbd"),
    (SERIES[4], "#d98a6c"),
    (SERIES[5], "#7fc8ea"),
];

/// The colour of a set or player by its number.
pub(crate) fn series_colour(number: usize) -> RGBColor {
    SERIES[number % SERIES.len()]
}

/// A colour as the plots write it.
pub(super) fn hex(colour: RGBColor) -> String {
    format!("#{:02X}{:02X}{:02X}", colour.0, colour.1, colour.2)
}

/// Small text of a colour.
pub(crate) fn small(colour: RGBColor) -> TextStyle<'static> {
    ("sans-serif", 15).into_font().color(&colour).into_text_style(&(0, 0))
}

/// Small text of a colour, its upper left corner at a place.
pub(crate) fn write(
    canvas: &Canvas<'_>,
    text: impl Into<String>,
    at: (i32, i32),
    colour: RGBColor,
) -> Result<(), LabError> {
    Ok(canvas.draw(&Text::new(text.into(), at, small(colour)))?)
}

/// A straight line between two places.
pub(crate) fn stroke(
    canvas: &Canvas<'_>,
    ends: [(i32, i32); 2],
    style: impl Into<ShapeStyle>,
) -> Result<(), LabError> {
    Ok(canvas.draw(&PathElement::new(ends, style))?)
}

/// A picture as a text, which a page shows as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Svg(pub(crate) String);

impl Svg {
    /// The text of a file of its own, with a size, and that size.
    pub(super) fn file(&self) -> (String, (u32, u32)) {
        let side = |at: usize| {
            let view = self.0.split("viewBox=\"").nth(1).unwrap_or_default();
            let view = view.split('"').next().unwrap_or_default();
            view.split(' ').nth(at).and_then(|it| it.parse().ok()).unwrap_or(0)
        };
        let size = (side(2), side(3));
        let (width, height) = size;
        let fixed = format!(
            "<svg width=\"{width}\" height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\""
        );
        (self.0.replacen("<svg class=\"plot\"", &fixed, 1), size)
    }
}

impl Render for Svg {
    fn render_to(&self, buffer: &mut String) {
        buffer.push_str(&self.0);
    }
}

/// Draws a picture of this size.
pub(crate) fn picture(
    size: (u32, u32),
    draw: impl FnOnce(&Canvas<'_>) -> Result<(), LabError>,
) -> Result<Svg, LabError> {
    let mut text = String::new();
    {
        let canvas = SVGBackend::with_string(&mut text, size).into_drawing_area();
        draw(&canvas)?;
        canvas.present()?;
    }
    // Plots fit the place they get.
    let fixed = format!("<svg width=\"{}\" height=\"{}\"", size.0, size.1);
    Ok(Svg(text.replacen(&fixed, "<svg class=\"plot\"", 1)))
}

/// Room around a chart, in pixels: above, to the right, and below and to the left for the axes.
pub(crate) type Room = [u32; 4];

/// The usual room: a legend above, figures and names at the axes.
pub(crate) const ROOM: Room = [28, 16, 46, 56];

/// The place of a chart within an area.
pub(crate) fn frame<'a, 'b>(
    area: &'a Canvas<'b>,
    [above, right, below, left]: Room,
) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut builder = ChartBuilder::on(area);
    builder.margin_top(above).margin_right(right);
    builder.x_label_area_size(below).y_label_area_size(left);
    builder
}

/// A chart with quiet axes: horizontal lines only, small figures, and these names.
#[allow(clippy::type_complexity, reason = "that is what the plotting library calls a chart")]
pub(crate) fn chart<'a, 'b, X, Y>(
    area: &'a Canvas<'b>,
    room: Room,
    (x, x_name): (X, &str),
    (y, y_name): (Y, &str),
) -> Result<
    ChartContext<'a, SVGBackend<'b>, Cartesian2d<X::CoordDescType, Y::CoordDescType>>,
    LabError,
>
where
    X: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64>>,
    Y: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64>>,
{
    let figure = |value: &f64| ((value * 1e4).round() / 1e4).to_string();
    let mut chart = frame(area, room).build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(LINE)
        .light_line_style(TRANSPARENT)
        .axis_style(LINE)
        .label_style(small(MUTED))
        .axis_desc_style(small(MUTED))
        .x_desc(x_name)
        .y_desc(y_name)
        .y_labels(5)
        .x_label_formatter(&figure)
        .y_label_formatter(&figure)
        .draw()?;
    Ok(chart)
}

/// Names with their colours in a row, from `x` on.
pub(crate) fn legend(
    canvas: &Canvas<'_>,
    mut x: i32,
    y: i32,
    names: &[(&str, RGBColor)],
) -> Result<(), LabError> {
    for (name, colour) in names {
        canvas.draw(&Rectangle::new([(x, y - 5), (x + 14, y + 5)], colour.filled()))?;
        write(canvas, *name, (x + 20, y - 7), MUTED)?;
        x += 44 + 7 * i32::try_from(name.chars().count()).unwrap_or(0);
    }
    Ok(())
}

/// How the line of a series is broken, so that it is told from others without colours: the lengths of its
/// strokes and gaps; a whole line has none.
fn dashes(number: usize) -> Option<(i32, i32)> {
    [None, Some((8, 4)), Some((3, 3)), Some((16, 4))][number % 4]
}

/// Draws the line of a series, by its dashes as well as by its colour.
pub(crate) fn series_line<X, Y>(
    chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<X, Y>>,
    number: usize,
    points: impl IntoIterator<Item = (f64, f64)>,
) -> Result<(), LabError>
where
    X: Ranged<ValueType = f64>,
    Y: Ranged<ValueType = f64>,
{
    let points: Vec<(f64, f64)> = points.into_iter().collect();
    let style = series_colour(number).stroke_width(2);
    match dashes(number) {
        None => chart.draw_series(LineSeries::new(points, style))?,
        Some((stroke, gap)) => {
            chart.draw_series(DashedLineSeries::new(points, stroke, gap, style))?
        }
    };
    Ok(())
}

/// A piece of the line of a series, for a legend, and the name of the series behind it.
pub(crate) fn line_name(
    canvas: &Canvas<'_>,
    (x, y): (i32, i32),
    number: usize,
    name: &str,
) -> Result<(), LabError> {
    let style = series_colour(number).stroke_width(2);
    let (length, gap) = dashes(number).unwrap_or((PIECE, 1));
    for from in (0..PIECE).step_by((length + gap) as usize) {
        stroke(canvas, [(x + from, y), (x + (from + length).min(PIECE), y)], style)?;
    }
    write(canvas, name, (x + PIECE + 6, y - 7), MUTED)
}

/// How long the piece of a line in a legend is.
const PIECE: i32 = 28;

/// The names of series in a row, from `x` on. Gives where it ends.
pub(crate) fn line_legend(
    canvas: &Canvas<'_>,
    mut x: i32,
    y: i32,
    names: &[impl AsRef<str>],
) -> Result<i32, LabError> {
    for (number, name) in names.iter().map(AsRef::as_ref).enumerate() {
        line_name(canvas, (x, y), number, name)?;
        x += PIECE + 30 + 7 * i32::try_from(name.chars().count()).unwrap_or(0);
    }
    Ok(x)
}

/// A round number of about this size, for the distance of ticks or the width of bars.
pub(crate) fn round_step(about: f64) -> f64 {
    let power = 10f64.powf(about.max(1e-9).log10().floor());
    let lead = about / power;
    power * [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| lead <= *step).unwrap_or(10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!([0.7, 1.0, 3.0, 17.0, 60.0].map(round_step), [1.0, 1.0, 5.0, 20.0, 100.0]);
    }

    #[test]
    fn lines_of_several_series_differ_without_their_colours() {
        let drawn = |number: usize| {
            let svg = picture((400, 100), |canvas| {
                let mut chart = chart(canvas, ROOM, (0.0..1.0, "x"), (0.0..1.0, "y"))?;
                series_line(&mut chart, number, [(0.0, 0.5), (1.0, 0.5)])
            });
            svg.unwrap().0.matches(&hex(series_colour(number))).count()
        };
        let pieces: Vec<usize> = (0..4).map(drawn).collect();
        assert_eq!(pieces[0], 1, "a whole line");
        let different: std::collections::BTreeSet<&usize> = pieces.iter().collect();
        assert_eq!(different.len(), 4, "{pieces:?}");
    }

    #[test]
    fn a_picture_has_no_fixed_size_and_no_reference_to_elsewhere() {
        let svg = picture((100, 50), |canvas| Ok(canvas.fill(&CARD)?)).unwrap().0;
        assert!(svg.starts_with("<svg class=\"plot\""), "{svg}");
        assert!(svg.contains(&hex(CARD)));
        assert!(!svg.replace("http://www.w3.org/2000/svg", "").contains("http"));
    }
}
