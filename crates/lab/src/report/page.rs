//! A page that needs nothing but itself: paper and ink, light or dark as the reader likes it.
//!
//! Markup is written with `maud`: it escapes whatever is put in, its templates are checked when the
//! program is built and stand beside the figures that they show. A template engine with files of its
//! own (askama) would tear a report's words from the code that chooses them.

use std::cell::RefCell;

use maud::{Markup, PreEscaped, Render, html};

use super::svg::{DARK, Svg, hex};
use super::text::{between, percent};
use crate::stats::{Interval, Share};

const STYLE: &str = r#"
:root{--paper:#f6f4ef;--card:#fffdf9;--ink:#23262b;--muted:#6b7078;--line:#e1dcd1;--accent:#0b6e69;--bad:#a33d2a}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 "Inter",system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:900px;margin:auto;padding:32px 20px 64px}
h1{font-size:24px;letter-spacing:-.02em;margin:0;overflow-wrap:anywhere}
h2{font-size:16px;margin:36px 0 10px;letter-spacing:-.01em}
p{margin:4px 0}.muted{color:var(--muted)}.card .muted{font-size:13px;margin-top:8px}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:1px;background:var(--line);border:1px solid var(--line);border-radius:14px;overflow:hidden;margin:20px 0 0}
.facts div{background:var(--card);padding:10px 14px}dt{font-size:12px;color:var(--muted)}
dd{margin:0;font-size:20px;font-weight:600;font-variant-numeric:tabular-nums}dd small{display:block;font-size:12px;font-weight:400;color:var(--muted)}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:14px 16px;overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th{font-size:12px;font-weight:400;color:var(--muted);text-align:right;padding:2px 8px 6px;white-space:nowrap}
td{text-align:right;padding:6px 8px;border-top:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left;padding-left:0}td:first-child{white-space:normal;overflow-wrap:anywhere;min-width:8em}
th:last-child,td:last-child{padding-right:0}
td small{display:block;color:var(--muted);font-size:12px}
.plot{display:block;width:100%;min-width:520px;height:auto}.plot text{font-family:inherit}
code{font:13px/1.5 ui-monospace,"SF Mono",Menlo,monospace;overflow-wrap:anywhere}
ul{margin:4px 0;padding-left:20px}
h3{font-size:14px;margin:18px 0 6px}.card>h3:first-child{margin-top:0}
.words td{white-space:normal;text-align:left;vertical-align:top;min-width:7em}.words th{text-align:left}
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:12px}
figure{margin:0}figure img{display:block;width:100%;height:auto;border-radius:10px}figcaption{font-size:12px;color:var(--muted);text-align:center}
.holds{color:var(--accent);font-weight:600}.fails{color:var(--bad);font-weight:600}.open{color:var(--muted);font-weight:600}
@media print{body{background:#fff}.card{break-inside:avoid}}
"#;

const DARK_STYLE: &str = "--paper:#15181c;--card:#1d2126;--ink:#e8e6e1;--muted:#9aa0a8;--line:#2d333a;--accent:#3fb8af;--bad:#e58a76";

/// A page with this title and body.
pub(crate) fn page(title: &str, body: &Markup) -> String {
    let repaint = |(colour, dark): &(_, &str)| {
        let light = hex(*colour);
        format!(
            ".plot [fill=\"{light}\"]{{fill:{dark}}}.plot [stroke=\"{light}\"]{{stroke:{dark}}}"
        )
    };
    let plots: String = DARK.iter().map(repaint).collect();
    let dark = format!("@media (prefers-color-scheme:dark){{:root{{{DARK_STYLE}}}{plots}}}");
    let page = html! {
        (PreEscaped("<!doctype html>\n"))
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(dark)) }
            }
            body { main { (body) } }
        }
    };
    page.into_string() + "\n"
}

/// A report: its page, and the plots and tables on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    html: String,
    figures: Vec<(String, Figure)>,
}

impl Page {
    /// One file of HTML that refers to nothing else.
    #[must_use]
    pub fn html(&self) -> &str {
        &self.html
    }

    /// The plots and tables, each with the heading of its section.
    pub(super) fn figures(&self) -> &[(String, Figure)] {
        &self.figures
    }
}

/// What a page shows and a paper may want as a file of its own.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Figure {
    /// A plot.
    Plot(Svg),
    /// A table: its heading, and the words of its cells.
    Table(Vec<String>, Vec<Vec<String>>),
}

/// A page that is being written: it keeps the plots and tables that are put on it.
///
/// Markup is made from the inside out, so a plot is there before the section that it is in; the section
/// takes all that came since the last one.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    loose: RefCell<Vec<Figure>>,
    titled: RefCell<Vec<(String, Figure)>>,
}

impl Sheet {
    /// A plot.
    pub(crate) fn plot(&self, plot: Svg) -> Svg {
        self.loose.borrow_mut().push(Figure::Plot(plot.clone()));
        plot
    }

    /// A table; each row brings its own cells, as `td`s.
    pub(crate) fn table<'a>(
        &self,
        head: impl IntoIterator<Item = &'a str>,
        rows: impl IntoIterator<Item = Markup>,
    ) -> Markup {
        let head: Vec<&str> = head.into_iter().collect();
        let rows: Vec<Markup> = rows.into_iter().collect();
        let names = head.iter().map(|&name| name.to_owned()).collect();
        let texts = rows.iter().map(|row| cell_texts(row, head.len())).collect();
        self.loose.borrow_mut().push(Figure::Table(names, texts));
        table(head, rows)
    }

    /// A section with a heading, and all that is in it.
    pub(crate) fn section(&self, title: &str, content: impl Render) -> Markup {
        let section = section(title, content);
        let figures = self.loose.take().into_iter().map(|figure| (title.to_owned(), figure));
        self.titled.borrow_mut().extend(figures);
        section
    }

    /// The whole page.
    pub(crate) fn page(&self, title: &str, body: &Markup) -> Page {
        Page { html: page(title, body), figures: self.titled.take() }
    }
}

/// The words of a row's cells; there are as many as columns.
fn cell_texts(row: &Markup, columns: usize) -> Vec<String> {
    let cells = row.0.split("<td>").skip(1);
    let mut texts: Vec<String> =
        cells.map(|cell| words(cell.split("</td>").next().unwrap_or_default())).collect();
    texts.resize(columns, String::new());
    texts
}

/// The words of a piece of markup.
fn words(markup: &str) -> String {
    let parts = markup.split('<').enumerate().map(|(number, part)| match number {
        0 => part,
        _ => part.split_once('>').map_or("", |(_, text)| text),
    });
    let text = parts.collect::<Vec<_>>().join(" ").replace("&lt;", "<").replace("&gt;", ">");
    let text = text.replace("&quot;", "\"").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A section with a heading.
pub(crate) fn section(title: &str, content: impl Render) -> Markup {
    html! { section { h2 { (title) } div.card { (content) } } }
}

/// A table; each row brings its own cells, as `td`s.
pub(crate) fn table<'a>(
    head: impl IntoIterator<Item = &'a str>,
    rows: impl IntoIterator<Item = Markup>,
) -> Markup {
    html! {
        table {
            thead { tr { @for name in head { th { (name) } } } }
            tbody { @for row in rows { tr { (row) } } }
        }
    }
}

/// Cells that show a value each.
pub(crate) fn tds(cells: impl IntoIterator<Item = impl Render>) -> Markup {
    html! { @for cell in cells { td { (cell) } } }
}

/// What a table or plot needs to be understood.
pub(crate) fn remark(words: impl Render) -> Markup {
    html! { p.muted { (words) } }
}

/// A count with its share of all and the interval of that.
pub(crate) fn share(it: &Share) -> Markup {
    html! { (it.count) small { (percent(it.share)) br; (between(&it.interval)) } }
}

/// Points per game with their interval.
pub(crate) fn score(score: f64, interval: &Interval) -> Markup {
    html! { (percent(score)) small { (between(interval)) } }
}

/// Numbers with their names, and a remark below each.
pub(crate) fn facts(facts: &[(&str, String, String)]) -> Markup {
    html! {
        dl.facts {
            @for (name, value, remark) in facts {
                div { dt { (name) } dd { (value) small { (remark) } } }
            }
        }
    }
}

/// A picture of a board. Put into the page itself, its style sheet would reach the plots; as an
/// address that contains it, it is part of the page and keeps to itself.
pub(crate) fn board(svg: &str, words: &str) -> Markup {
    html! { img alt=(words) src=(data_url(svg)); }
}

/// An SVG file as an address that contains it.
fn data_url(svg: &str) -> String {
    let mut url = String::from("data:image/svg+xml,");
    for byte in svg.bytes() {
        match byte {
            b'\n' => url.push(' '),
            // Quotes would end the address, the others mean something in one.
            b'"' | b'\'' | b'#' | b'%' | b'<' | b'>' | b'&' | b'(' | b')' => {
                url += &format!("%{byte:02X}");
            }
            b' '..=b'~' => url.push(char::from(byte)),
            byte => url += &format!("%{byte:02X}"),
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_means_itself() {
        let page = page("a < b", &section("\"q\"", "1 & 2"));
        assert!(page.contains("<title>a &lt; b</title>") && page.contains("1 &amp; 2"), "{page}");
        assert!(page.contains("<h2>&quot;q&quot;</h2>"), "{page}");
    }

    #[test]
    fn an_address_has_nothing_that_ends_it_or_means_something_else() {
        let url = data_url("<svg a=\"#f00\">\n100 % · ' &amp;</svg>");
        assert_eq!(
            url,
            "data:image/svg+xml,%3Csvg a=%22%23f00%22%3E 100 %25 %C2%B7 %27 %26amp;%3C/svg%3E"
        );
    }
}
