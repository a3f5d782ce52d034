//! A folder of figures and tables for papers: plots as SVG and PDF, tables as CSV and LaTeX.

use std::fs;
use std::path::{Path, PathBuf};

use super::csv::csv;
use super::latex::latex;
use super::pdf::pdf;
use super::svg::Svg;
use crate::LabError;
use crate::store::{write_atomically, write_bytes_atomically};

/// An open folder.
#[derive(Clone, Debug)]
pub struct Figures {
    folder: PathBuf,
}

impl Figures {
    /// Makes sure of a folder and that files can be made in it: better before hours of games than after.
    ///
    /// # Errors
    /// Those of the file system; and if it is `-`, which means the standard output elsewhere.
    pub fn open(folder: &Path) -> Result<Figures, LabError> {
        let named = folder != Path::new("-");
        LabError::require(named, "figures in '-'", "a folder: there are many of them")?;
        fs::create_dir_all(folder).map_err(LabError::file("write", folder))?;
        let trial = folder.join(format!(".{}.part", std::process::id()));
        let made = fs::File::create(&trial).and_then(|_| fs::remove_file(&trial));
        made.map_err(LabError::file("write", folder))?;
        Ok(Figures { folder: folder.to_path_buf() })
    }

    /// Writes a plot as `NAME.svg` and `NAME.pdf`.
    pub(crate) fn plot(&self, name: &str, plot: &Svg) -> Result<(), LabError> {
        let (text, size) = plot.file();
        write_atomically(&self.folder.join(format!("{name}.svg")), &text)?;
        write_bytes_atomically(&self.folder.join(format!("{name}.pdf")), &pdf(&text, size))
    }

    /// Writes a table as `NAME.csv` and `NAME.tex`.
    pub(crate) fn table(
        &self,
        name: &str,
        caption: &str,
        head: &[&str],
        rows: &[Vec<String>],
    ) -> Result<(), LabError> {
        let head: Vec<String> = head.iter().map(|it| (*it).to_owned()).collect();
        self.text(&format!("{name}.tex"), &latex(caption, &head, rows.to_vec()))?;
        self.text(&format!("{name}.csv"), &csv(head, rows.to_vec()))
    }

    /// Writes a file of any kind.
    pub(crate) fn text(&self, file: &str, text: &str) -> Result<(), LabError> {
        write_atomically(&self.folder.join(file), text)
    }

    /// Writes all plots and tables of a report's page, by the headings of their sections.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn page(&self, html: &str) -> Result<(), LabError> {
        for section in html.split("<section>").skip(1) {
            let title = between(section, "<h2>", "</h2>").next().map(plain).unwrap_or_default();
            let name = file_name(&title);
            for (number, plot) in between(section, "<svg class=\"plot\"", "</svg>").enumerate() {
                let plot = Svg(format!("<svg class=\"plot\"{plot}</svg>\n"));
                self.plot(&numbered(&name, number), &plot)?;
            }
            for (number, table) in between(section, "<table>", "</table>").enumerate() {
                let head: Vec<String> = between(table, "<th>", "</th>").map(plain).collect();
                let head: Vec<&str> = head.iter().map(String::as_str).collect();
                let body = between(table, "<tbody>", "</tbody>").next().unwrap_or_default();
                let cells = |row: &str| -> Vec<String> {
                    let mut cells: Vec<String> = between(row, "<td>", "</td>").map(plain).collect();
                    cells.resize(head.len(), String::new());
                    cells
                };
                let rows: Vec<Vec<String>> = between(body, "<tr>", "</tr>").map(cells).collect();
                self.table(&numbered(&name, number), &title, &head, &rows)?;
            }
        }
        Ok(())
    }
}

/// What stands between two marks, again and again.
fn between<'t>(text: &'t str, open: &'t str, close: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(open).skip(1).filter_map(move |part| Some(part.split_once(close)?.0))
}

/// The words of a piece of a page.
fn plain(html: &str) -> String {
    let mut words = String::new();
    for (number, part) in html.split('<').enumerate() {
        let text =
            if number == 0 { part } else { part.split_once('>').map_or("", |(_, text)| text) };
        words += text;
        words.push(' ');
    }
    let words = words.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    words.replace("&amp;", "&").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A title as the name of a file.
fn file_name(title: &str) -> String {
    let words: Vec<String> = title
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("-").chars().take(48).collect::<String>().trim_end_matches('-').to_owned()
}

fn numbered(name: &str, number: usize) -> String {
    if number == 0 { name.to_owned() } else { format!("{name}-{}", number + 1) }
}

#[cfg(test)]
mod tests {
    use super::super::page::{page, section, table, tds};
    use super::super::svg::{CARD, picture};
    use super::*;

    #[test]
    fn the_plots_and_tables_of_a_page_are_files_by_their_headings() {
        let plot = picture((120, 60), |canvas| Ok(canvas.fill(&CARD)?)).unwrap();
        let rows = [tds(["swarm & co", "12.5"]), tds(["a < b", "-3"])];
        let body = maud::html! {
            (section("Draws, by cause (%)", &plot))
            (section("Players", table(["player", "score"], rows)))
        };
        let home = tempfile::tempdir().unwrap();
        Figures::open(&home.path().join("new")).unwrap().page(&page("t", &body)).unwrap();
        let read = |name: &str| fs::read(home.path().join("new").join(name)).unwrap();
        let svg = String::from_utf8(read("draws-by-cause.svg")).unwrap();
        assert!(svg.starts_with("<svg width=\"120\" height=\"60\""), "{svg}");
        assert!(read("draws-by-cause.pdf").starts_with(b"%PDF-"));
        assert_eq!(read("players.csv"), b"player,score\nswarm & co,12.5\na < b,-3\n");
        let tex = String::from_utf8(read("players.tex")).unwrap();
        assert!(tex.contains("swarm \\& co & 12.5") && tex.contains("\\caption{Players}"), "{tex}");
    }
}
