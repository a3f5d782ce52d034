//! Lists that grow by a line at a time: the checkpoints of runs.
//!
//! Every line is written with its line feed in one go. So a crash leaves behind at most a beginning of
//! the last line, without a line feed, and only that is dropped when a run goes on. A whole line that
//! cannot be read was not left by a crash: something changed the file, and to drop it
//! silently would hide that other lines may have been changed too.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::atomic::write_atomically;
use crate::LabError;

/// The longest list that is read.
const MAX_BYTES: u64 = 1 << 30;

/// What to do about a list that was damaged; the rest of each message.
const REMEDY: &str = "nothing was touched; put the file back as it was, delete this line and all after it \
     to do that part again, or begin in another folder";

/// An open list.
#[derive(Debug)]
pub(crate) struct Journal {
    file: PathBuf,
    open: File,
}

impl Journal {
    /// Opens a list and reads what it has: `parse` gets each whole line with its number from 0, and
    /// says what is wrong with it, or that it is not to be kept. What a crash left behind and what
    /// is not kept goes from the file; `write` gives what is kept as lines again.
    ///
    /// # Errors
    /// If a line is damaged, or the file too long, or it cannot be read or written.
    pub(crate) fn open<T>(
        file: PathBuf,
        mut parse: impl FnMut(usize, &[u8]) -> Result<Option<T>, String>,
        write: impl Fn(&T) -> String,
    ) -> Result<(Journal, Vec<T>), LabError> {
        let bytes = read(&file)?;
        let mut kept = Vec::new();
        for (at, line) in whole_lines(&bytes).enumerate() {
            kept.extend(parse(at, line).map_err(|problem| damaged(&file, at, &problem))?);
        }
        let text: String = kept.iter().map(write).collect();
        if bytes != text.as_bytes() {
            write_atomically(&file, &text)?;
        }
        let open = OpenOptions::new().create(true).append(true).open(&file);
        let open = open.map_err(LabError::file("write", &file))?;
        Ok((Journal { file, open }, kept))
    }

    /// Adds lines, each with its line feed. One write: a crash leaves all of it or a beginning.
    ///
    /// # Errors
    /// Those of the file system.
    pub(crate) fn add(&mut self, lines: &str) -> Result<(), LabError> {
        let written = self.open.write_all(lines.as_bytes()).and_then(|()| self.open.flush());
        written.map_err(LabError::file("write", &self.file))
    }

    /// The error for something wrong in the line at this place, from 0.
    pub(crate) fn damaged(&self, at: usize, problem: &str) -> LabError {
        damaged(&self.file, at, problem)
    }
}

/// The bytes of a list; one that is not there has none.
fn read(file: &Path) -> Result<Vec<u8>, LabError> {
    let mut bytes = Vec::new();
    match File::open(file).and_then(|open| Ok((open.metadata()?.len(), open))) {
        Ok((length, _)) if length > MAX_BYTES => {
            Err(damaged(file, 0, &format!("the file is longer than {} MiB", MAX_BYTES >> 20)))
        }
        Ok((length, open)) => {
            let read = open.take(length).read_to_end(&mut bytes);
            read.map(|_| bytes).map_err(LabError::file("read", file))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(bytes),
        Err(error) => Err(LabError::file("read", file)(error)),
    }
}

/// The lines that end with a line feed, in order, without it.
fn whole_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n').filter_map(|line| line.strip_suffix(b"\n"))
}

fn damaged(file: &Path, at: usize, problem: &str) -> LabError {
    let problem = format!("{problem}; {REMEDY}");
    LabError::Damaged { file: file.to_path_buf(), line: at + 1, problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_follows_the_last_line_feed_is_left_out() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("list");
        let text = |_, line: &[u8]| Ok(String::from_utf8(line.to_vec()).ok());
        let open = || Journal::open(file.clone(), text, |line| format!("{line}\n")).unwrap();
        let lines = |text: &str| {
            std::fs::write(&file, text).unwrap();
            open().1
        };
        assert_eq!(lines("a\nb\n"), ["a", "b"]);
        assert_eq!(lines("a\nb\nc"), ["a", "b"]);
        assert_eq!(lines("a\n\n"), ["a", ""]);
        assert!(lines("a").is_empty() && lines("").is_empty());
        std::fs::remove_file(&file).unwrap();
        assert!(open().1.is_empty(), "a list that is not there");
        open().0.add("a\n").unwrap();
        open().0.add("b\nc\n").unwrap();
        assert_eq!(open().1, ["a", "b", "c"]);
    }

    #[test]
    fn an_error_says_where_what_and_what_to_do() {
        let error = damaged(Path::new("games.jsonl"), 2, "this is no game").to_string();
        assert!(error.starts_with("'games.jsonl', line 3: this is no game; nothing was touched"));
    }
}
