//! Reading and writing files: never more than a stated size, never half of one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub(crate) use selforge_catalogue::files::FileSystem;
use selforge_catalogue::files::read_limited;

use crate::error::CliError;
use crate::output::Output;

/// The longest record that is read, in bytes.
pub(crate) const MAX_RECORD_BYTES: u64 = 16 * 1024 * 1024;

/// The bytes of a record's file.
///
/// # Errors
/// If it cannot be read or is too long.
pub(crate) fn read_record(path: &Path) -> Result<Vec<u8>, CliError> {
    read_data(path, MAX_RECORD_BYTES)
}

/// The bytes of any file of data.
///
/// # Errors
/// If it cannot be read or is longer than `limit`.
pub(crate) fn read_data(path: &Path, limit: u64) -> Result<Vec<u8>, CliError> {
    read_limited(path, limit)
        .map_err(|reason| CliError::Input(format!("cannot read '{}': {reason}", path.display())))
}

/// Replaces a file in one go: whoever looks, even after a power failure, sees the old text or the
/// new one.
///
/// # Errors
/// Those of the file system; the old file is untouched then.
pub(crate) fn write_atomically(path: &Path, text: &str) -> io::Result<()> {
    // A link is followed, so that it still is one afterwards.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if target.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let temporary = beside(&target);
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written?;
    sync_directory(&target);
    Ok(())
}

/// Whether a path means the standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Writes a text to a file, or to the standard output if the path is `-`.
///
/// # Errors
/// Those of the file system, with the file's name.
pub(crate) fn write_to(path: &Path, text: &str, out: &mut Output<'_>) -> Result<(), CliError> {
    if is_stdout(path) {
        return Ok(out.write_all(text.as_bytes())?);
    }
    write_atomically(path, text).map_err(|error| CliError::file("write", path, &error))
}

/// A name in the same directory that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

/// Makes a new or renamed entry of a directory survive a power failure, where systems can do that.
pub(crate) fn sync_directory(path: &Path) {
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if let Ok(directory) = File::open(directory) {
        let _ = directory.sync_all();
    }
}
