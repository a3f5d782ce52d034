//! Plots as PDF, for papers: the few shapes that plots are made of, as vectors, with text as text.
//!
//! Libraries that turn any SVG into PDF bring a font machine and a renderer along. Plots need six shapes and
//! a font that every reader of PDF has, so this translates what the plotting library writes, and nothing
//! else.

use std::fmt::Write;

/// Points of a page for each unit of a plot: plots are as large on paper as on a screen of 96 dots an inch.
const SCALE: f64 = 0.75;

/// The widths of the characters from the space on, in thousandths of the font's size (Helvetica).
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// A plot, as the text of its SVG file with this size, as the bytes of a PDF file of one page.
pub(crate) fn pdf(svg: &str, (width, height): (u32, u32)) -> Vec<u8> {
    let mut page = Page { height: f64::from(height), content: String::new() };
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let Some(end) = rest[start..].find('>') else { break };
        let tag = &rest[start + 1..start + end];
        rest = &rest[start + end + 1..];
        if tag.starts_with("text ") {
            let close = rest.find("</text>").unwrap_or(rest.len());
            page.text(tag, &rest[..close]);
            rest = &rest[close..];
        } else {
            page.shape(tag);
        }
    }
    let size = [width, height].map(|side| f64::from(side) * SCALE);
    file(&page.content, size)
}

/// Objects one after the other, then where each begins.
fn file(content: &str, [width, height]: [f64; 2]) -> Vec<u8> {
    let content: Vec<u8> = content.chars().map(|c| latin(c).unwrap_or(b'?')).collect();
    let head = format!("<< /Length {} >>\nstream\n", content.len());
    let objects: [Vec<u8>; 5] = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R \
             /Resources << /Font << /F 5 0 R >> >> >>"
        )
        .into_bytes(),
        [head.as_bytes(), &content, b"\nendstream"].concat(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_vec(),
    ];
    let mut bytes = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(bytes.len());
        bytes.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
        bytes.extend_from_slice(object);
        bytes.extend_from_slice(b"\nendobj\n");
    }
    let table = bytes.len();
    let count = objects.len() + 1;
    let mut end = format!("xref\n0 {count}\n0000000000 65535 f \n");
    for place in places {
        end += &format!("{place:010} 00000 n \n");
    }
    end += &format!("trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n");
    bytes.extend_from_slice(end.as_bytes());
    bytes
}

/// The page's content, in the words of PDF; its origin is below, that of SVG above.
struct Page {
    height: f64,
    content: String,
}

impl Page {
    fn x(&self, x: f64) -> f64 {
        round(x * SCALE)
    }

    fn y(&self, y: f64) -> f64 {
        round((self.height - y) * SCALE)
    }

    fn say(&mut self, words: std::fmt::Arguments<'_>) {
        self.content.write_fmt(words).expect("writing to a string cannot fail");
        self.content.push('\n');
    }

    /// One of the shapes of plots; anything else draws nothing.
    fn shape(&mut self, tag: &str) {
        let number =
            |name: &str| attribute(tag, name).and_then(|it| it.parse().ok()).unwrap_or(0.0);
        let name = tag.split(' ').next().unwrap_or_default();
        let mut path = String::new();
        match name {
            "rect" => {
                let (x, y) = (self.x(number("x")), self.y(number("y") + number("height")));
                let (width, height) = (number("width") * SCALE, number("height") * SCALE);
                path = format!("{x} {y} {} {} re", round(width), round(height));
            }
            "line" => {
                let [x1, x2] = ["x1", "x2"].map(|it| self.x(number(it)));
                let [y1, y2] = ["y1", "y2"].map(|it| self.y(number(it)));
                path = format!("{x1} {y1} m {x2} {y2} l");
            }
            "polyline" | "polygon" => {
                let numbers = attribute(tag, "points").unwrap_or_default();
                let numbers: Vec<f64> =
                    numbers.split([',', ' ']).filter_map(|it| it.trim().parse().ok()).collect();
                for (at, point) in numbers.chunks_exact(2).enumerate() {
                    let step = if at == 0 { "m" } else { "l" };
                    path += &format!("{} {} {step} ", self.x(point[0]), self.y(point[1]));
                }
                if name == "polygon" {
                    path += "h";
                }
            }
            "circle" => path = self.circle(number("cx"), number("cy"), number("r")),
            _ => {}
        }
        if !path.trim().is_empty() {
            self.paint(tag, path.trim());
        }
    }

    /// A circle of four curves.
    fn circle(&self, x: f64, y: f64, radius: f64) -> String {
        const BULGE: f64 = 0.552_285;
        let corner =
            |dx: f64, dy: f64| format!("{} {}", self.x(x + dx * radius), self.y(y + dy * radius));
        let curve = |[ax, ay]: [f64; 2], [bx, by]: [f64; 2]| {
            let first = corner(ax + BULGE * bx, ay + BULGE * by);
            let second = corner(bx + BULGE * ax, by + BULGE * ay);
            format!("{first} {second} {} c ", corner(bx, by))
        };
        let corners = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]];
        let curves: String = corners.windows(2).map(|pair| curve(pair[0], pair[1])).collect();
        format!("{} m {curves}h", corner(1.0, 0.0))
    }

    fn paint(&mut self, tag: &str, path: &str) {
        let opacity = attribute(tag, "opacity").and_then(|it| it.parse().ok()).unwrap_or(1.0);
        if opacity <= 0.0 {
            return;
        }
        let fill = attribute(tag, "fill").and_then(|it| colour(it, opacity));
        let stroke = attribute(tag, "stroke").and_then(|it| colour(it, opacity));
        let width = attribute(tag, "stroke-width").and_then(|it| it.parse().ok()).unwrap_or(1.0);
        if let Some(fill) = &fill {
            self.say(format_args!("{fill} rg"));
        }
        if let Some(stroke) = &stroke {
            self.say(format_args!("{stroke} RG {} w", round(width * SCALE)));
        }
        let how = match (fill, stroke) {
            (Some(_), Some(_)) => "B",
            (Some(_), None) => "f",
            (None, Some(_)) => "S",
            (None, None) => return,
        };
        self.say(format_args!("{path} {how}"));
    }

    fn text(&mut self, tag: &str, text: &str) {
        let number = |name: &str| attribute(tag, name).and_then(|it| it.parse::<f64>().ok());
        let size = number("font-size").unwrap_or(12.0);
        // Lengths beside the font's size: an ex is about half an em.
        let down = match attribute(tag, "dy").unwrap_or_default() {
            it if it.ends_with("em") => it.trim_end_matches("em").parse().unwrap_or(0.0),
            it if it.ends_with("ex") => 0.5 * it.trim_end_matches("ex").parse().unwrap_or(0.0),
            _ => 0.0,
        };
        let text = unescaped(text.trim());
        let width: f64 = text.chars().map(width_of).sum::<f64>() * size / 1000.0;
        let back = match attribute(tag, "text-anchor") {
            Some("middle") => width / 2.0,
            Some("end") => width,
            _ => 0.0,
        };
        let (x, y) = (number("x").unwrap_or(0.0), number("y").unwrap_or(0.0));
        let turned = attribute(tag, "transform").is_some_and(|it| it.starts_with("rotate(270"));
        let fill = attribute(tag, "fill").and_then(|it| colour(it, 1.0));
        let quoted: String = text
            .chars()
            .flat_map(|c| matches!(c, '(' | ')' | '\\').then_some('\\').into_iter().chain([c]))
            .collect();
        let place = match turned {
            false => format!("1 0 0 1 {} {}", self.x(x - back), self.y(y + down * size)),
            true => format!("0 1 -1 0 {} {}", self.x(x + down * size), self.y(y + back)),
        };
        let fill = fill.unwrap_or_else(|| "0 0 0".to_owned());
        let size = round(size * SCALE);
        self.say(format_args!("BT {fill} rg /F {size} Tf {place} Tm ({quoted}) Tj ET"));
    }
}

/// The value of an attribute of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    let end = tag[start..].find('"')?;
    Some(&tag[start..start + end])
}

/// A colour as PDF has it, laid over white with this opacity; nothing for `none`.
fn colour(text: &str, opacity: f64) -> Option<String> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let part = |at: usize| {
        let value = u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()?;
        Some(round(1.0 - opacity * (1.0 - f64::from(value) / 255.0)))
    };
    Some(format!("{} {} {}", part(0)?, part(2)?, part(4)?))
}

fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn width_of(c: char) -> f64 {
    let at = (c as usize).wrapping_sub(32);
    f64::from(WIDTHS.get(at).copied().unwrap_or(556))
}

/// A character in the encoding of the font.
fn latin(c: char) -> Option<u8> {
    match c {
        '–' => Some(0x96),
        '—' => Some(0x97),
        '…' => Some(0x85),
        '’' => Some(0x92),
        '−' => Some(b'-'),
        c => u8::try_from(u32::from(c)).ok().filter(|byte| !(0x80..0xa0).contains(byte)),
    }
}

fn unescaped(text: &str) -> String {
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    entities.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLOT: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n\
        <rect x=\"10\" y=\"20\" width=\"30\" height=\"40\" opacity=\"1\" fill=\"#FF0000\" stroke=\"none\"/>\n\
        <polyline fill=\"none\" opacity=\"0.5\" stroke=\"#000000\" stroke-width=\"2\" points=\"0,0 100,80 \"/>\n\
        <circle cx=\"4\" cy=\"8\" r=\"4\" opacity=\"0\" fill=\"#00FF00\" stroke=\"none\"/>\n\
        <text x=\"50\" y=\"40\" dy=\"0.5ex\" text-anchor=\"middle\" font-size=\"16\" fill=\"#000000\">\n\
        II &amp; (x)\n</text>\n</svg>\n";

    #[test]
    fn shapes_stand_where_they_stood_with_the_page_upside_down() {
        let bytes = pdf(PLOT, (100, 80));
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.starts_with("%PDF-1.4\n") && text.contains("/MediaBox [0 0 75 60]"), "{text}");
        assert!(text.contains("1 0 0 rg\n7.5 15 22.5 30 re f\n"), "{text}");
        assert!(text.contains("0.5 0.5 0.5 RG 1.5 w\n0 60 m 75 0 l S\n"), "{text}");
        assert!(!text.contains(" c "), "what cannot be seen is not drawn");
        // I is 278, & 667, x 500, space 278, brackets 333 thousandths of 16, half of it to the left.
        let left =
            50.0 - 16.0 * (2.0 * 278.0 + 278.0 + 667.0 + 278.0 + 333.0 + 500.0 + 333.0) / 2000.0;
        let place = format!(
            "1 0 0 1 {} {} Tm (II & \\(x\\)) Tj",
            round(left * SCALE),
            (80.0 - 44.0) * SCALE
        );
        assert!(text.contains(&place), "{place} {text}");
    }

    #[test]
    fn the_table_of_objects_says_where_each_begins() {
        let bytes = pdf(PLOT, (100, 80));
        let text = String::from_utf8_lossy(&bytes);
        let table = text.split("xref\n").nth(1).unwrap();
        let places: Vec<usize> = table
            .lines()
            .filter(|line| line.ends_with(" n "))
            .map(|line| line[..10].parse().unwrap())
            .collect();
        assert_eq!(places.len(), 5);
        for (number, place) in (1..).zip(places) {
            assert!(bytes[place..].starts_with(format!("{number} 0 obj\n").as_bytes()), "{number}");
        }
        let start: usize =
            text.split("startxref\n").nth(1).unwrap().lines().next().unwrap().parse().unwrap();
        assert!(bytes[start..].starts_with(b"xref\n"));
    }

    #[test]
    fn characters_beyond_ascii_have_the_places_of_the_font() {
        assert_eq!(
            ["–", "é", "×", "…"].map(|it| latin(it.chars().next().unwrap())),
            [Some(0x96), Some(0xe9), Some(0xd7), Some(0x85)]
        );
        assert_eq!(latin('日'), None);
        let bytes = pdf("<svg><text x=\"0\" y=\"0\" fill=\"#000000\">1–2 é</text></svg>", (10, 10));
        assert!(bytes.windows(7).any(|part| part == b"(1\x962 \xe9)"));
    }
}
