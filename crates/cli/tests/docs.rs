//! The commands that the guides quote, with what they print: run again, and compared.
//!
//! A block that begins with `$ selforge …` shows a command and its output; a line `…` or `[…]` stands for any
//! lines that are left out. Commands that take longer than a second or two, or that people talk with, are listed
//! here with the reason and run by nobody but readers.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::run_in;

/// The beginnings of commands that are not run here, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    ("selforge play", "somebody types"),
    ("selforge evolve", "minutes, or some seconds"),
    ("selforge reproduce", "hours"),
    ("selforge load", "a minute, and figures of a machine"),
    ("selforge bench", "figures of a machine"),
    ("selforge solve", "half a minute"),
];

/// The sample of self-organised play, which the pages open too.
const SAMPLE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../server/web/samples/self-organised.sgr");

/// A quoted command.
struct Quoted {
    /// The guide and the line.
    place: String,
    command: String,
    printed: Vec<String>,
}

fn guides() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all: Vec<PathBuf> =
        fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.retain(|path| path.extension().is_some_and(|end| end == "md"));
    all.push(root.join("README.md"));
    all.sort();
    all
}

/// The commands of a guide's blocks.
fn quoted(path: &Path) -> Vec<Quoted> {
    let text = fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let mut found = Vec::<Quoted>::new();
    let (mut open, mut inside, mut quotes, mut goes_on) = (false, false, false, false);
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with("```") {
            // A block in another language has no commands.
            open = !open;
            (inside, goes_on, quotes) = (open && line == "```", false, false);
            continue;
        }
        if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            let command = command.split("  ").next().unwrap_or(command);
            (quotes, goes_on) = (true, command.ends_with('\\'));
            let command = command.trim_end_matches('\\').trim_end().to_owned();
            found.push(Quoted { place: format!("{name}:{number}"), command, printed: Vec::new() });
        } else if let Some(last) = found.last_mut().filter(|_| quotes) {
            if goes_on {
                goes_on = line.ends_with('\\');
                last.command += " ";
                last.command += line.trim_end_matches('\\').trim();
            } else {
                last.printed.push(line.trim_end().to_owned());
            }
        }
    }
    found
}

/// Whether lines are those of a pattern in which `…` and `[…]` stand for any lines.
fn matches(pattern: &[String], lines: &[&str]) -> bool {
    match pattern.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if matches!(first.trim(), "…" | "[…]") => {
            (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..]))
        }
        Some((first, rest)) => {
            lines.first().is_some_and(|line| line.trim_end() == first) && matches(rest, &lines[1..])
        }
    }
}

#[test]
fn commands_that_the_guides_quote_print_what_the_guides_say() {
    let folder = tempfile::tempdir().unwrap();
    // The table with a typing error, of the guide to surveys.
    fs::write(folder.path().join("votes.csv"), "player,game,vote\nAda,Go,lik\n").unwrap();
    fs::copy(SAMPLE, folder.path().join("self-organised.sgr")).unwrap();
    let all: Vec<Quoted> = guides().iter().flat_map(|path| quoted(path)).collect();
    let (slow, quick): (Vec<&Quoted>, Vec<&Quoted>) = all
        .iter()
        .partition(|it| LEFT_OUT.iter().any(|(command, _)| it.command.starts_with(command)));
    for (command, reason) in LEFT_OUT {
        let quoted = slow.iter().any(|it| it.command.starts_with(command));
        assert!(quoted, "no guide quotes '{command}' ({reason}): take it off the list");
    }
    assert!(quick.len() >= 8, "only {} commands were found", quick.len());
    let mut wrong = Vec::new();
    for Quoted { place, command, printed } in quick {
        let words = shlex::split(command).unwrap();
        assert_eq!(words[0], "selforge", "{place}");
        let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let run = run_in(folder.path(), &arguments, "");
        let told = run.out + &run.err;
        let lines: Vec<&str> = told.trim_end().lines().collect();
        let printed = match printed.iter().rposition(|line| !line.is_empty()) {
            Some(last) => &printed[..=last],
            None => &[],
        };
        if !matches(printed, &lines) {
            wrong.push(format!("{place}: $ {command}\n{}", lines.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "these print something else now:\n\n{}", wrong.join("\n\n"));
}

/// By the line that the reports draw: three turns for each piece, indicator at most 1.25 of the set.
#[test]
fn the_sample_of_self_organised_play_is_played_by_the_rules_and_ends_connected() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &["check", SAMPLE], "").ok();
    let told = run_in(folder.path(), &["analyse", SAMPLE, "--depth", "0", "--json"], "").json();
    let game = &told["records"][0];
    assert_eq!(game["result"], "A wins, connected");
    for set in game["sets"].as_array().unwrap() {
        let (settled, size) = (&set["settled"], set["size"].as_u64().unwrap());
        assert!(settled["turns"].as_u64().unwrap() >= 2 * size, "{settled}");
        assert!(settled["ratio"].as_f64().unwrap() <= 1.25, "{settled}");
    }
}

#[test]
fn left_out_lines_match_and_changed_ones_do_not() {
    let pattern: Vec<String> = ["a", "…", "c"].map(str::to_owned).to_vec();
    assert!(matches(&pattern, &["a", "c"]));
    assert!(matches(&pattern, &["a", "b", "b", "c"]));
    assert!(!matches(&pattern, &["a", "b"]));
    assert!(!matches(&pattern, &["a", "c", "d"]));
}
