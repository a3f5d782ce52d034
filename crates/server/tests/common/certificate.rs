//! Certificates that are made for a test.

#![allow(dead_code, reason = "each user of it uses a part")]
#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A certificate of its own for a name: itself and its key.
pub(crate) fn certificate(folder: &Path, file: &str, name: &str) -> (PathBuf, PathBuf) {
    let arguments = format!(
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test -addext subjectAltName=DNS:{name} \
         -addext basicConstraints=critical,CA:FALSE -keyout {file}.key -out {file}.pem"
    );
    let done = Command::new("openssl").args(arguments.split(' ')).current_dir(folder).output();
    let done = done.unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    (folder.join(format!("{file}.pem")), folder.join(format!("{file}.key")))
}
