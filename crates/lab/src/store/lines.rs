//! Lists that grow by a line at a time: the checkpoints of runs.
//!
//! Every line is written with its line feed in one go. So a crash leaves behind at most a beginning of
//! the last line, without a line feed, and only that is dropped when a run goes on. A whole line that
//! cannot be read was not left by a crash: something changed the file, and to drop it
//! silently would hide that other lines may have been changed too.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::LabError;

/// The longest list that is read.
const MAX_BYTES: u64 = 1 << 30;

/// What to do about a list that was damaged; the rest of each message.
const REMEDY: &str = "nothing was touched; put the file back as it was, delete this line and all after it \
     to do that part again, or begin in another folder";

/// A list as it was found.
#[derive(Debug)]
pub(crate) struct Lines {
    file: PathBuf,
    bytes: Vec<u8>,
    /// Where the whole lines end.
    whole: usize,
}

impl Lines {
    /// Reads a list; one that is not there has no lines.
    ///
    /// # Errors
    /// If it cannot be read, or is too long.
    pub(crate) fn read(file: &Path) -> Result<Lines, LabError> {
        let mut bytes = Vec::new();
        match File::open(file).and_then(|open| Ok((open.metadata()?.len(), open))) {
            Ok((length, _)) if length > MAX_BYTES => {
                let problem = format!("the file is longer than {} MiB", MAX_BYTES >> 20);
                return Err(damaged(file, 0, problem));
            }
            Ok((length, open)) => {
                let read = open.take(length).read_to_end(&mut bytes);
                read.map_err(LabError::file("read", file))?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(LabError::file("read", file)(error)),
        }
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        Ok(Lines { file: file.to_path_buf(), bytes, whole })
    }

    /// The whole lines in order, without their line feeds.
    pub(crate) fn whole(&self) -> impl Iterator<Item = &[u8]> {
        let lines = self.bytes[..self.whole].split_inclusive(|byte| *byte == b'\n');
        lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line))
    }

    /// Whether the file is exactly this text.
    pub(crate) fn is(&self, text: &str) -> bool {
        self.bytes == text.as_bytes()
    }

    /// The error for something wrong in the line at this place, from 0.
    pub(crate) fn damaged(&self, at: usize, problem: impl Into<String>) -> LabError {
        damaged(&self.file, at, problem)
    }
}

/// The error for something wrong in the line at this place of a list, from 0.
pub(crate) fn damaged(file: &Path, at: usize, problem: impl Into<String>) -> LabError {
    let problem = format!("{}; {REMEDY}", problem.into());
    LabError::Damaged { file: file.to_path_buf(), line: at + 1, problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_follows_the_last_line_feed_is_left_out() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("list");
        let read = |text: &str| -> Vec<String> {
            std::fs::write(&file, text).unwrap();
            let lines = Lines::read(&file).unwrap();
            lines.whole().map(|line| String::from_utf8(line.to_vec()).unwrap()).collect()
        };
        assert_eq!(read("a\nb\n"), ["a", "b"]);
        assert_eq!(read("a\nb\nc"), ["a", "b"]);
        assert_eq!(read("a\n\n"), ["a", ""]);
        assert!(read("a").is_empty());
        assert!(read("").is_empty());
        assert_eq!(Lines::read(&home.path().join("none")).unwrap().whole().count(), 0);
    }

    #[test]
    fn an_error_says_where_what_and_what_to_do() {
        let error = damaged(Path::new("games.jsonl"), 2, "this is no game").to_string();
        assert!(error.starts_with("'games.jsonl', line 3: this is no game; nothing was touched"));
    }
}
