//! A folder that belongs to one run, and to one process at a time.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::atomic::write_atomically;
use super::occupy::{Purpose, occupy, sweep};
use crate::LabError;

/// A run's folder, locked.
#[derive(Debug)]
pub struct Place {
    path: PathBuf,
    /// Held until the folder is closed; the system lets go of it even after `kill -9`.
    _lock: File,
}

impl Place {
    /// Opens a folder for a run: a new one, or one in which the same run was begun. `inside` are
    /// the folders that it has.
    ///
    /// # Errors
    /// If it holds another run or something else, is damaged, in use, or cannot be written.
    pub(crate) fn open<P: Purpose>(
        path: &Path,
        asked: &P,
        inside: &[&str],
    ) -> Result<Place, LabError> {
        let lock = occupy(path, asked)?;
        for name in inside {
            let folder = path.join(name);
            fs::create_dir_all(&folder).map_err(LabError::file("write", &folder))?;
            sweep(&folder);
        }
        Ok(Place { path: path.to_path_buf(), _lock: lock })
    }

    /// Where the folder is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes one of the files that sum the run up.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, name: &str, text: &str) -> Result<(), LabError> {
        write_atomically(&self.path.join(name), text)
    }
}
