//! A record that is written while its game goes on.
//!
//! Every event is appended and on disk before anyone is told of it, so that a crash costs at most
//! the line being written, which readers notice. Whatever cannot be appended (a move taken back, a
//! file with a broken end) replaces the whole file at once: there never is half a record.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use selforge_core::{Record, RecordEvent};

use crate::error::CliError;
use crate::files::write_atomically;

/// The file of a game in progress.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Journal {
    /// Writes all of `record` to `path` and keeps it open for more.
    ///
    /// # Errors
    /// If the file cannot be written, or exists although `overwrite` is false.
    pub(crate) fn create(
        path: &Path,
        record: &Record,
        overwrite: bool,
    ) -> Result<Journal, CliError> {
        if !overwrite && path.symlink_metadata().is_ok() {
            let name = path.display();
            return Err(CliError::Input(format!("'{name}' exists already and is not overwritten")));
        }
        write(path, record).map_err(|error| CliError::file("write", path, &error))
    }

    /// Goes on with a file whose content `bytes` was read as `record`; repairs it if it is not as it
    /// would be written now.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn resume(path: &Path, record: &Record, bytes: &[u8]) -> Result<Journal, CliError> {
        let opened = if text(record).as_bytes() == bytes {
            open(path, bytes.len() as u64)
        } else {
            write(path, record)
        };
        opened.map_err(|error| CliError::file("write", path, &error))
    }

    /// The file's name.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds an event, which is the `ply`th move if it is one, and the result if it ended the game.
    ///
    /// # Errors
    /// If it could not be written; the file is as before then, as far as the system allows.
    pub(crate) fn append(
        &mut self,
        event: &RecordEvent,
        ply: u32,
        result: Option<&str>,
    ) -> io::Result<()> {
        let mut text = event.to_text(ply);
        text.push_str(&result.map(Record::result_line).unwrap_or_default());
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => self.length += text.len() as u64,
            Err(_) => {
                let _ = self.file.set_len(self.length);
            }
        }
        written
    }

    /// Replaces the file by all of `record`.
    ///
    /// # Errors
    /// If it could not be written; the file is as before then.
    pub(crate) fn rewrite(&mut self, record: &Record) -> io::Result<()> {
        *self = write(&self.path, record)?;
        Ok(())
    }
}

fn write(path: &Path, record: &Record) -> io::Result<Journal> {
    let text = text(record);
    write_atomically(path, &text)?;
    open(path, text.len() as u64)
}

fn open(path: &Path, length: u64) -> io::Result<Journal> {
    let file = OpenOptions::new().append(true).open(path)?;
    Ok(Journal { path: path.to_path_buf(), file, length })
}

/// A record as it looks when it was written line by line: the result, if any, comes last.
fn text(record: &Record) -> String {
    let mut open = record.clone();
    let result = open.result.take();
    open.to_text() + &result.as_deref().map(Record::result_line).unwrap_or_default()
}
