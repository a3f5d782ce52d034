//! Mutated rule files, by the million: no panic, no hang, no hunger for memory.
//!
//! ```text
//! cargo run --release -p selforge-zrf --example fuzz -- FOLDER [INPUTS] [NOTES]
//! ```
//!
//! Takes every `.zrf` below FOLDER, changes it in one to eight places, reads what comes out, compiles one of its games,
//! tells its rules, plays a few moves of it and sometimes asks how good the position looks. Files whose macros make many words of
//! few cost most, so a file is taken the less often the longer it is. Which input is which follows from its number alone. How far it came stands in
//! NOTES (`zrf-fuzz.txt`), where a later run goes on; it ends after INPUTS (1,000,000) of them. An
//! input that panics or takes longer than ten seconds is kept as `zrf-fuzz-NUMBER.zrf` and ends the run with
//! code 1.

#![allow(clippy::print_stdout)] // It is a program for a terminal.

use std::fs;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use selforge_catalogue::{Described, Evaluator};
use selforge_core::{Game, MAX_SEATS, Stream};
use selforge_zrf::keywords::KEYWORDS;
use selforge_zrf::{Diagnostics, NoIncludes, RuleFile, Zrf, compile};

/// What decides all inputs.
const SEED: u64 = 13;

/// A file with more words than this is taken in proportion less often.
const USUAL_WORDS: u64 = 1_500;

/// How long one input may take: far beyond what the limits on files allow on a busy machine.
const LONGEST: Duration = Duration::from_secs(10);

/// How often the notes are written.
const NOTE_EVERY: u64 = 1_000;

/// Files longer than this are left out: they cost most and change least.
const LARGEST: u64 = 150_000;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|it| it.eq_ignore_ascii_case("zrf"))
            && path.metadata().is_ok_and(|about| about.len() <= LARGEST)
        {
            found.push(path);
        }
    }
}

/// A place in a text, and one a little further on.
fn stretch(text: &[u8], stream: &mut Stream) -> (usize, usize) {
    let from = stream.below(text.len().max(1) as u32) as usize;
    let most = 1 << stream.below(10);
    let length = 1 + stream.below(most) as usize;
    (from.min(text.len()), (from + length).min(text.len()))
}

/// The word that begins at a place or after it.
fn word(text: &[u8], from: usize) -> Range<usize> {
    let is_part = |byte: &u8| !byte.is_ascii_whitespace() && !b"()\"".contains(byte);
    let begin = from + text[from..].iter().take_while(|byte| !is_part(byte)).count();
    begin..begin + text[begin..].iter().take_while(|byte| is_part(byte)).count()
}

/// Changes a text somewhere.
fn mutate(text: &mut Vec<u8>, others: &[Vec<u8>], stream: &mut Stream) {
    let (from, to) = stretch(text, stream);
    match stream.below(10) {
        0 => text.iter_mut().skip(from).take(1).for_each(|byte| *byte ^= 1 << stream.below(8)),
        1 => drop(text.drain(from..to)),
        2 => {
            let copy = text[from..to].to_vec();
            text.splice(to..to, copy);
        }
        3 => {
            let sign = b"()\"$;\\ 09-?"[stream.below(11) as usize];
            text.insert(from, sign);
        }
        4 => {
            let word = KEYWORDS[stream.below(KEYWORDS.len() as u32) as usize];
            text.splice(from..from, format!(" {word} ").into_bytes());
        }
        5 => {
            let number = ["0", "-1", "65535", "65536", "4294967296", "99999999999999999999"];
            text.splice(from..from, number[stream.below(6) as usize].bytes());
        }
        6 => {
            // A stretch of another file.
            let other = &others[stream.below(others.len() as u32) as usize];
            let (begin, end) = stretch(other, stream);
            text.splice(from..to, other[begin..end].iter().copied());
        }
        7 | 8 => {
            // A word is replaced by another one of the file, so that brackets stay as they are.
            let (place, other) = (word(text, from), word(text, stretch(text, stream).0));
            let copy = text[other].to_vec();
            text.splice(place, copy);
        }
        _ => {
            // Two stretches change places.
            let (begin, end) = stretch(text, stream);
            if to <= begin {
                let (first, second) = (text[from..to].to_vec(), text[begin..end].to_vec());
                text.splice(begin..end, first);
                text.splice(from..to, second);
            }
        }
    }
}

/// Reads, compiles and plays a text as far as it goes. Says how far: read, compiled, played.
fn run(text: &[u8], stream: &mut Stream) -> usize {
    let file = RuleFile::read("fuzz.zrf", text, &NoIncludes);
    let games: Vec<_> = file.games().iter().filter(|game| !game.is_separator).collect();
    let Some(outline) = stream.pick(&games) else { return 0 };
    let Some(rules) = compile(outline, &mut Diagnostics::default()) else { return 1 };
    let game = Zrf::new(Arc::new(rules), 1, Vec::new());
    game.rules_text();
    let mut state = game.start();
    for _ in 0..6 {
        let Some(mv) = game.choose_move(&state, |count| stream.below(count)) else { break };
        game.play(&mut state, mv);
    }
    let mut written = String::new();
    let _ = game.write_state(&state, &mut written);
    let _ = game.parse_state(&written);
    if stream.below(16) == 0 && usize::from(game.seats()) <= MAX_SEATS {
        game.scores().worths(&game, &state);
    }
    2
}

/// A file to change: one of so many words, the longer the less often.
fn choose(words: &[u64], stream: &mut Stream) -> usize {
    loop {
        let at = stream.below(words.len() as u32) as usize;
        if stream.below(words[at].max(USUAL_WORDS) as u32) < USUAL_WORDS as u32 {
            return at;
        }
    }
}

/// The most memory that the process has had, in MiB, where the system tells.
fn most_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next() else {
        println!("usage: fuzz FOLDER [INPUTS] [NOTES]");
        return ExitCode::from(2);
    };
    let inputs: u64 = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(1_000_000);
    let notes = arguments.next().unwrap_or_else(|| "zrf-fuzz.txt".to_owned());
    let mut paths = Vec::new();
    files(Path::new(&folder), &mut paths);
    let texts: Vec<Vec<u8>> = paths.iter().filter_map(|path| fs::read(path).ok()).collect();
    if texts.is_empty() {
        println!("no rule files below {folder}");
        return ExitCode::from(2);
    }
    let length = |text: &Vec<u8>| RuleFile::read("fuzz.zrf", text, &NoIncludes).words() as u64;
    let words: Vec<u64> = texts.iter().map(length).collect();
    // Panics are counted, not told one by one.
    std::panic::set_hook(Box::new(|_| {}));
    let first = fs::read_to_string(&notes).ok();
    let first = first.and_then(|text| text.split_whitespace().next()?.parse().ok()).unwrap_or(0);
    let (mut came, mut slowest, mut bad) = ([0u64; 3], Duration::ZERO, 0);
    let started = Instant::now();
    for number in first..inputs {
        let mut stream = Stream::new(SEED, "fuzz", number);
        let mut text = texts[choose(&words, &mut stream)].clone();
        for _ in 0..=stream.below(8) {
            mutate(&mut text, &texts, &mut stream);
        }
        let begun = Instant::now();
        let done = catch_unwind(AssertUnwindSafe(|| run(&text, &mut stream)));
        let took = begun.elapsed();
        slowest = slowest.max(took);
        match &done {
            Ok(far) => came[*far] += 1,
            Err(_) => println!("input {number}: a panic"),
        }
        if done.is_err() || took > LONGEST {
            bad += 1;
            println!("input {number}: {} ms, kept", took.as_millis());
            let _ = fs::write(format!("zrf-fuzz-{number}.zrf"), &text);
        }
        if (number + 1) % NOTE_EVERY == 0 || number + 1 == inputs {
            let line = format!(
                "{} inputs of {inputs}; since number {first}: {} unreadable, {} refused, {} played; \
                 slowest {} ms, {} MiB, {bad} bad",
                number + 1,
                came[0],
                came[1],
                came[2],
                slowest.as_millis(),
                most_memory()
            );
            if fs::write(&notes, format!("{line}\n")).is_err() {
                println!("cannot write {notes}");
                return ExitCode::from(2);
            }
            if (number + 1) % (50 * NOTE_EVERY) == 0 || number + 1 == inputs {
                println!("{line}; {} s", started.elapsed().as_secs());
            }
        }
    }
    ExitCode::from(u8::from(bad > 0))
}
