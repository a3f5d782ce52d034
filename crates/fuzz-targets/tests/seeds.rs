//! The seeds of the fuzzers, fed to their targets by the ordinary compiler.

#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use selforge_fuzz_targets::TARGETS;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// The names in a folder, without endings.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let stem = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    entries.map(|entry| stem(entry.unwrap().path())).collect()
}

#[test]
fn every_target_holds_for_its_seeds() {
    for (name, run) in TARGETS {
        let folder = fuzz().join("seeds").join(name);
        let mut files: Vec<PathBuf> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        assert!(files.len() >= 3, "{folder:?} has {} seeds", files.len());
        for file in files {
            println!("{}", file.display());
            run(&fs::read(&file).unwrap());
        }
    }
}

#[test]
fn every_target_has_a_fuzzer_and_seeds_and_there_are_no_others() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names(&fuzz().join("fuzz_targets")), targets);
    assert_eq!(names(&fuzz().join("seeds")), targets);
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).unwrap();
    let listed = manifest.lines().filter_map(|line| line.strip_prefix("path = \"fuzz_targets/"));
    let listed: BTreeSet<String> =
        listed.map(|rest| rest.trim_end_matches(".rs\"").to_owned()).collect();
    assert_eq!(listed, targets);
}
