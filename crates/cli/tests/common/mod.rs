//! Running the real binary.
#![allow(dead_code)] // Each test file uses its own part of this.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    fn of(output: Output) -> Run {
        Run {
            code: output.status.code().expect("the program was not killed"),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// The output, of a run that went well.
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The output of a run that went well, as JSON.
    pub(crate) fn json(self) -> Value {
        let out = self.ok();
        assert_eq!(out.lines().count(), 1, "one line: {out}");
        serde_json::from_str(&out).expect("JSON")
    }

    /// The message of a run that failed with this code: one line that begins with `error: `.
    pub(crate) fn error(self, code: i32) -> String {
        assert_eq!(self.code, code, "{} {}", self.out, self.err);
        let message = self.err.trim_end().strip_prefix("error: ").expect("an error").to_owned();
        assert!(!message.contains("panicked") && !message.contains("RUST_BACKTRACE"), "{message}");
        message
    }
}

/// The program, not yet run, without the colours and widths of whoever runs the tests.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selforge"));
    for own in ["NO_COLOR", "COLUMNS", "SELFORGE_BUS", "SELFORGE_DATABASE"] {
        command.env_remove(own);
    }
    command.stdin(Stdio::null());
    command
}

/// Runs the program with these arguments.
pub(crate) fn run(arguments: &[&str]) -> Run {
    Run::of(command().args(arguments).output().expect("the program runs"))
}

/// Runs the program in a directory, with these lines typed.
pub(crate) fn run_in(directory: &Path, arguments: &[&str], typed: &str) -> Run {
    let mut child = command()
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // A program that leaves early does not read all.
    let _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    Run::of(child.wait_with_output().expect("the program ends"))
}

/// All files of a run's folder with their names there, but the lock and those that are to be left out.
pub(crate) fn files(folder: &Path, left_out: &dyn Fn(&str) -> bool) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder of the run") {
            let path = entry.expect("an entry of it").path();
            let name =
                path.strip_prefix(folder).expect("it is within").to_string_lossy().into_owned();
            match path.is_dir() {
                true => folders.push(path),
                false if name == ".lock" || left_out(&name) => {}
                false => found.push((name, std::fs::read(&path).expect("a file of it"))),
            }
        }
    }
    found.sort();
    found
}
