//! Every game of the catalogue is tested by construction: what is registered and lacks one of these
//! files fails the suite.
//!
//! - `conformance/FAMILY.txt`: specs to be checked at every position of random games, one a line;
//! - `perft/FAMILY.txt`: how many lines of play there are, with the source of the numbers; and
//!   `perft/FAMILY-deep.txt`, if there is one, for what takes long and is counted only when
//!   `SELFORGE_TEST_CASES=all`;
//! - `playthroughs/FAMILY-*.txt`: golden games that a person can read.
//!
//! `SELFORGE_BLESS=1 cargo test -p selforge-games --test conformance` rewrites what is golden.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use selforge_core::{Game, Spec, perft};
use selforge_games::{Described, Family, GameVisitor, NoFiles, Playable, catalogue};
use selforge_testkit::conformance::{self, Seen};
use selforge_testkit::{cases, is_blessing, perft as table, playthrough};

mod oracle;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

fn file(folder_name: &str, family: &Family) -> (PathBuf, String) {
    let path = folder(folder_name).join(format!("{}.txt", family.name));
    let text = fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| {
        panic!("the family '{}' needs {}: {error}", family.name, path.display())
    });
    (path, text)
}

/// The examples of a family and the specs of its file.
fn specs(family: &Family) -> Vec<String> {
    let (path, text) = file("conformance", family);
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let listed: Vec<String> = lines.map(str::to_owned).collect();
    assert!(!listed.is_empty(), "no spec in {}", path.display());
    assert!(!family.examples.is_empty(), "the family '{}' has no examples", family.name);
    family.examples.iter().map(|example| example.spec.to_string()).chain(listed).collect()
}

fn parse(spec: &str) -> Spec {
    Spec::parse(spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn open(spec: &str) -> Playable {
    selforge_games::open(&parse(spec), &NoFiles).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Runs `work` for every item, on all processors.
fn for_each<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) =
                    items.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    work(item);
                }
            });
        }
    });
}

#[test]
fn every_family_keeps_the_promises_of_the_game_trait() {
    struct Conform;
    impl GameVisitor for Conform {
        type Output = Seen;

        fn visit<G: Described>(self, game: Arc<G>) -> Seen {
            conformance::check(&game, 1, cases(2, 100), 25)
        }
    }
    for family in catalogue().families() {
        for_each(&specs(family), |spec| {
            let check = || selforge_games::visit(&open(spec), Conform);
            let seen = std::panic::catch_unwind(check)
                .unwrap_or_else(|_| panic!("{spec} does not conform, see above"));
            assert!(seen.positions > 0, "{spec}");
        });
    }
}

#[test]
fn a_canonical_spec_names_the_same_game_again() {
    for family in catalogue().families() {
        for_each(&specs(family), |spec| {
            let playable = open(spec);
            let canonical = playable.spec.to_string();
            let again = open(&canonical);
            assert_eq!(again.spec.to_string(), canonical, "{spec}");
            assert_eq!(again.game.start(), playable.game.start(), "{spec}");
            assert_eq!(again.rules_text(), playable.rules_text(), "{spec}");
            let diagram = playable.diagram(&playable.game.start());
            assert!(!diagram.cells.is_empty() && !playable.rules_text().is_empty(), "{spec}");
        });
    }
}

#[test]
fn every_family_has_as_many_lines_of_play_as_its_table_says() {
    for family in catalogue().families() {
        let (_, text) = file("perft", family);
        table::check_table(&text, count_lines);
        let deep = folder("perft").join(format!("{}-deep.txt", family.name));
        if cases(0, 1) == 1 && deep.exists() {
            table::check_table(&fs::read_to_string(deep).unwrap(), count_lines);
        }
    }
}

/// How many lines of play there are, by the game's own type: the erased one is slower.
fn count_lines(spec: &str, depth: u32) -> u64 {
    struct Count(u32);
    impl GameVisitor for Count {
        type Output = u64;

        fn visit<G: Described>(self, game: Arc<G>) -> u64 {
            perft(&*game, &game.start(), self.0)
        }
    }
    selforge_games::visit(&open(spec), Count(depth))
}

#[test]
fn the_plain_rules_of_selfo_give_the_same_table() {
    let family = catalogue().families().iter().find(|family| family.name == "selfo").unwrap();
    let (path, text) = file("perft", family);
    let count = |spec: &str, depth| {
        let spec = Spec::parse(spec).unwrap();
        let position = spec.get("position").expect("the table gives positions").to_owned();
        let (oracle, start) = oracle::Oracle::open(&spec, &position, depth as usize);
        oracle.perft(&start, depth)
    };
    if is_blessing() {
        fs::write(path, table::fill_table(&text, count)).unwrap();
    } else {
        table::check_table(&text, count);
    }
}

#[test]
fn every_family_plays_its_golden_games_again() {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder("playthroughs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let of = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let owner =
            catalogue().families().iter().find(|f| name.starts_with(&format!("{}-", f.name)));
        owner.map(|family| &family.name)
    };
    for family in catalogue().families() {
        let found = paths.iter().any(|path| of(path) == Some(&family.name));
        assert!(found, "the family '{0}' needs playthroughs/{0}-….txt", family.name);
    }
    for path in &paths {
        assert!(of(path).is_some(), "{} is a playthrough of no family", path.display());
        let recipe = playthrough::Recipe::read(&fs::read_to_string(path).unwrap());
        let game = Arc::new(open(&recipe.spec).game);
        playthrough::check_file(path, &playthrough::write(&game, &recipe));
    }
}
