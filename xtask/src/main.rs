//! `cargo xtask TASK`: checks that the workspace keeps its own rules.
//!
//! Each check is a pure function from the output of `cargo metadata` to a list of complaints, so
//! that its tests need no cargo. Written here instead of configuring cargo-deny: nothing to
//! install, and that tool knows nothing of layers.

mod layers;
mod licences;

use std::env;
use std::process::{Command, ExitCode, Stdio};

use serde_json::Value;

struct Task {
    name: &'static str,
    about: &'static str,
    /// What `cargo metadata` is asked for.
    metadata: &'static [&'static str],
    /// The complaints about that metadata; none when all is well.
    check: fn(&Value) -> Vec<String>,
}

const TASKS: &[Task] = &[
    Task {
        name: "layers",
        about: "every workspace crate uses only the crates that the design allows it",
        metadata: &["--no-deps"],
        check: layers::check,
    },
    Task {
        name: "licences",
        about: "every external package may be used under a permissive licence",
        metadata: &["--locked"],
        check: licences::check,
    },
];

#[allow(clippy::print_stdout, reason = "a command talks to the terminal")]
fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let task = match args[..] {
        ["-h" | "--help" | "help"] => {
            print!("{}", help());
            return ExitCode::SUCCESS;
        }
        [name] => TASKS.iter().find(|task| task.name == name),
        _ => None,
    };
    let Some(task) = task else {
        if !args.is_empty() {
            eprintln!("xtask: no task `{}`\n", args.join(" "));
        }
        eprint!("{}", help());
        return ExitCode::from(2);
    };

    let complaints = match metadata(task.metadata) {
        Ok(metadata) => (task.check)(&metadata),
        Err(error) => vec![error],
    };
    if complaints.is_empty() {
        println!("{}: ok", task.name);
        return ExitCode::SUCCESS;
    }
    for complaint in complaints {
        eprintln!("{}: {complaint}", task.name);
    }
    ExitCode::FAILURE
}

fn help() -> String {
    let mut text = String::from("Usage: cargo xtask TASK\n\nTasks:\n");
    for task in TASKS {
        text += &format!("  {:<10}{}\n", task.name, task.about);
    }
    text
}

/// Asks the cargo that runs us about the workspace of the current directory.
fn metadata(args: &[&str]) -> Result<Value, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1"])
        .args(args)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata failed: {}", output.status));
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cargo metadata wrote no JSON: {error}"))
}

/// The array `key` of `value`, which format version 1 of the metadata promises.
///
/// # Panics
///
/// If there is none: to go on would be to approve without looking.
fn array<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    let array = value[key].as_array();
    array.unwrap_or_else(|| panic!("cargo metadata has no array `{key}`"))
}

/// The text `key` of `value`, which format version 1 of the metadata promises.
///
/// # Panics
///
/// If there is none: to go on would be to approve without looking.
fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    let text = value[key].as_str();
    text.unwrap_or_else(|| panic!("cargo metadata has no text `{key}`"))
}
