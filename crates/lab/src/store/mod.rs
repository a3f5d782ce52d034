//! The folder of a run: all of it on disk as it happens, and nothing half.
//!
//! | file | what |
//! | --- | --- |
//! | `manifest.json` | what was asked for: game, players, games, seed, command line; and what else decides: program, rules, how the players play |
//! | `games.jsonl` | a line for each finished game, in the order in which they finished |
//! | `records/0001.sgr` | each game, to be replayed |
//! | `results.json`, `results.csv` | the summary, and a line for each game, in order |
//! | `times.json` | how long moves took: the only file, with `games.jsonl`, that a clock changes |
//! | `report.html` | all of it to be read |
//!
//! A game's record is written before its line, so a line has a record. A line that was cut off by a
//! crash, so that it has no line feed, is dropped when the run goes on, and its game is played again;
//! any other line that cannot be read is refused. Since games do not depend on
//! each other, the results are the same bytes as those of a run that was never interrupted. (For
//! players that no clock decides; `report.html` shows times and differs.)

mod atomic;
mod folder;
mod journal;
mod manifest;
mod run_folder;

pub use atomic::{write_atomically, write_bytes_atomically};
pub use folder::Folder;
pub(crate) use journal::Journal;
pub use manifest::Manifest;
pub(crate) use run_folder::Purpose;
pub use run_folder::RunFolder;

/// A value as the text of a JSON file.
pub(crate) fn pretty(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).expect("results are plain data") + "\n"
}

/// What is wrong with a line of JSON, in a message of a sane length whatever the line says.
pub(crate) fn json_problem(error: &serde_json::Error) -> String {
    format!("{} (column {})", selforge_core::short(&error.to_string()), error.column())
}

/// The program and its version, as manifests and records carry them.
#[must_use]
pub fn program() -> String {
    format!("selforge {}", env!("CARGO_PKG_VERSION"))
}

/// A word as a shell reads it: in quotes where it needs them.
#[must_use]
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=.,/:+".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
