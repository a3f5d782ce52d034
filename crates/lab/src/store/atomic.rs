//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::LabError;

/// Replaces a file in one go: whoever looks, even after a power failure, sees the old text or the
/// new one.
///
/// # Errors
/// Those of the file system; the old file is untouched then.
pub fn write_atomically(path: &Path, text: &str) -> Result<(), LabError> {
    replace(path, text.as_bytes(), File::sync_data)
}

/// As [`write_atomically`], for files that are no text.
///
/// # Errors
/// Those of the file system; the old file is untouched then.
pub fn write_bytes_atomically(path: &Path, bytes: &[u8]) -> Result<(), LabError> {
    replace(path, bytes, File::sync_data)
}

/// As [`write_atomically`], but a power failure may lose the file or leave it empty. For the many
/// small ones, of which each can be made again.
pub(super) fn write_quickly(path: &Path, text: &str) -> Result<(), LabError> {
    replace(path, text.as_bytes(), |_| Ok(()))
}

fn replace(
    path: &Path,
    bytes: &[u8],
    settle: impl FnOnce(&File) -> io::Result<()>,
) -> Result<(), LabError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| settle(&file)))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written.map_err(LabError::file("write", path))
}
