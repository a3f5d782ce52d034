//! The files of this machine, read with a limit.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use selforge_board::MAX_GRAPH_BYTES;

use crate::family::Environment;

/// The files of this machine, for specs that name one.
#[derive(Clone, Copy, Debug)]
pub struct FileSystem;

impl Environment for FileSystem {
    fn read(&self, name: &str) -> Result<String, String> {
        let bytes = read_limited(Path::new(name), MAX_GRAPH_BYTES as u64)?;
        String::from_utf8(bytes).map_err(|_| "it is not text in UTF-8".to_owned())
    }

    fn read_bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        read_limited(Path::new(name), MAX_GRAPH_BYTES as u64)
    }
}

/// All bytes of a plain file.
///
/// # Errors
/// In words, if there is no such file, it is none, or it is longer than `limit`.
pub fn read_limited(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let read = || -> io::Result<Option<Vec<u8>>> {
        if fs::metadata(path)?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        // One byte more than allowed, so that devices and growing files are noticed as well.
        let mut bytes = Vec::new();
        File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
        Ok((bytes.len() as u64 <= limit).then_some(bytes))
    };
    match read() {
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) => Err(format!("it is longer than {} MiB", limit >> 20)),
        Err(error) => Err(reason(&error)),
    }
}

/// What the system says, less its error number.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::AlreadyExists => "it exists already".to_owned(),
        _ => error.to_string(),
    }
}
