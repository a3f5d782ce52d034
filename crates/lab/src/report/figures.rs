//! A folder of figures and tables for papers: plots as SVG and PDF, tables as CSV and LaTeX.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::csv::csv;
use super::latex::latex;
use super::page::{Figure, Page};
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
    pub fn page(&self, page: &Page) -> Result<(), LabError> {
        let mut taken = BTreeSet::new();
        for (title, figure) in page.figures() {
            let name = file_name(title);
            let kind = matches!(figure, Figure::Plot(_));
            let free = |number: &usize| taken.insert((kind, numbered(&name, *number)));
            let number = (1..).find(free).expect("there are names enough");
            let name = numbered(&name, number);
            match figure {
                Figure::Plot(plot) => self.plot(&name, plot)?,
                Figure::Table(head, rows) => {
                    let head: Vec<&str> = head.iter().map(String::as_str).collect();
                    self.table(&name, title, &head, rows)?;
                }
            }
        }
        Ok(())
    }
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
    if number == 1 { name.to_owned() } else { format!("{name}-{number}") }
}

#[cfg(test)]
mod tests {
    use super::super::page::{Sheet, tds};
    use super::super::svg::{CARD, picture};
    use super::*;

    #[test]
    fn the_plots_and_tables_of_a_page_are_files_by_their_headings() {
        let plot = || picture((120, 60), |canvas| Ok(canvas.fill(&CARD)?)).unwrap();
        let rows = || [tds(["swarm & co", "12.5"]), tds(["a < b", "-3"])];
        let head = ["player", "score"];
        let sheet = Sheet::default();
        let body = maud::html! {
            (sheet.section("Draws, by cause (%)", sheet.plot(plot())))
            (sheet.section("Players", maud::html! {
                (sheet.plot(plot())) (sheet.table(head, rows())) (sheet.table(head, []))
            }))
            (sheet.section("Draws by cause", sheet.plot(plot())))
            (sheet.section("Players 2", sheet.table(head, rows())))
        };
        let page = sheet.page("t", &body);
        assert!(page.html().contains("<h2>Draws, by cause (%)</h2>"), "{}", page.html());
        let home = tempfile::tempdir().unwrap();
        Figures::open(&home.path().join("new")).unwrap().page(&page).unwrap();
        let read = |name: &str| fs::read(home.path().join("new").join(name)).unwrap();
        let svg = String::from_utf8(read("draws-by-cause.svg")).unwrap();
        assert!(svg.starts_with("<svg width=\"120\" height=\"60\""), "{svg}");
        for plot in ["draws-by-cause.pdf", "players.pdf", "draws-by-cause-2.pdf"] {
            assert!(read(plot).starts_with(b"%PDF-"), "{plot}");
        }
        assert_eq!(read("players.csv"), b"player,score\nswarm & co,12.5\na < b,-3\n");
        assert_eq!(read("players-2.csv"), b"player,score\n");
        assert_eq!(read("players-2-2.csv"), read("players.csv"), "no file takes another's name");
        let tex = String::from_utf8(read("players.tex")).unwrap();
        assert!(tex.contains("swarm \\& co & 12.5") && tex.contains("\\caption{Players}"), "{tex}");
    }
}
