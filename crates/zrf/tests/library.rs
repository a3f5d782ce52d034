//! The library of rule files against numbers that independent programs found.
//!
//! `rules/perft.txt` says how; its numbers are published ones or come from the plain Python programs in
//! `tests/rules/oracle`, which know nothing of rule files.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use selforge_core::{Game, Outcome, Seat, Status};
use selforge_zrf::{Diagnostics, NoIncludes, Position, RuleFile, Zrf, compile};

/// Longer countings are left to those who want to wait.
const MOST_LINES: u64 = 300_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules")
}

fn open(path: &Path) -> RuleFile {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    RuleFile::read(&path.to_string_lossy(), &bytes, &NoIncludes)
}

/// The game of a variant; problems of the file are a failure, warnings too.
fn game(file: &RuleFile, title: &str, draws: Vec<u32>) -> Zrf {
    let outline = file.find(title).unwrap_or_else(|| panic!("no variant '{title}'"));
    let mut problems = Diagnostics::default();
    let rules = compile(outline, &mut problems);
    for problem in file.problems().list().iter().chain(problems.list()) {
        panic!("{}", problem.in_a_line(file.sources()));
    }
    Zrf::new(Arc::new(rules.unwrap()), 0, draws)
}

/// The lines of `rules/perft.txt` of one kind, as their fields.
fn numbers(kind: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder().join("perft.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let fields = lines.map(|line| line.split('|').map(|field| field.trim().to_owned()).collect());
    fields
        .filter(|fields: &Vec<String>| fields[0] == kind)
        .map(|mut fields| fields.split_off(1))
        .collect()
}

/// The position of a line such as `White: King e1; Black: King e8; turn White`.
fn position(game: &Zrf, text: &str) -> Position {
    let rules = game.rules();
    let mut state = game.start();
    for site in 0..rules.sites.len() as u16 {
        state.edit(rules, site, None);
    }
    let (mut mover, mut empty_stores) = (None, false);
    for part in text.split(';').map(str::trim) {
        if let Some(name) = part.strip_prefix("turn ") {
            mover = rules.player(name);
        } else if part == "off none" {
            empty_stores = true;
        } else {
            let (player, groups) = part.split_once(':').unwrap();
            let player = rules.player(player).unwrap_or_else(|| panic!("{part}"));
            for group in groups.split(',') {
                let mut words = group.split_whitespace();
                let piece = rules.piece(words.next().unwrap()).unwrap_or_else(|| panic!("{group}"));
                for site in words {
                    let site = rules.site(site).unwrap_or_else(|| panic!("{site}"));
                    state.edit(rules, site, Some((player, piece)));
                }
            }
        }
    }
    let mover = mover.unwrap_or_else(|| panic!("nobody is to move: {text}"));
    // The last turn of the player in the turn order: after all turns that only open the game.
    let turn = rules.turns.iter().rposition(|turn| turn.player == mover).unwrap();
    let seat = Seat::new(usize::from(rules.players[usize::from(mover)].seat.unwrap()));
    let mut written = String::new();
    game.write_state(&state, &mut written).unwrap();
    let mut words: Vec<&str> = written.split(' ').collect();
    let (seat, turn) = (seat.to_string(), format!("turn={}", turn + 1));
    words[1] = &seat;
    words.retain(|word| !word.starts_with("turn="));
    words.push(&turn);
    let stores: Vec<(u16, u16)> = (0..rules.players.len() as u16)
        .flat_map(|player| (0..rules.types.len() as u16).map(move |piece| (player, piece)))
        .filter(|&(player, piece)| state.in_store(rules, player, piece) > 0)
        .collect();
    let off = format!("off={}", vec!["0"; stores.len()].join(","));
    if empty_stores {
        words.push(&off);
    }
    let text = words.join(" ");
    game.parse_state(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Lines of play of so many turns: a chain of partial moves is one.
fn perft(game: &Zrf, state: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let after = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        next
    };
    let rest = |next: &Position| if next.is_in_chain() { depth } else { depth - 1 };
    moves.into_iter().map(after).map(|next| perft(game, &next, rest(&next))).sum()
}

/// How often each result ends the game within the turn, and how often it goes on.
fn outcomes(game: &Zrf, state: &Position, found: &mut BTreeMap<String, u64>) {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    for mv in moves {
        let mut next = state.clone();
        game.play(&mut next, mv);
        if next.is_in_chain() {
            outcomes(game, &next, found);
        } else {
            *found.entry(result(game, &next)).or_default() += 1;
        }
    }
}

fn result(game: &Zrf, state: &Position) -> String {
    let rules = game.rules();
    let named = |seat: usize| {
        let player = rules.players.iter().find(|player| player.seat.map(usize::from) == Some(seat));
        player.unwrap().name.clone()
    };
    let seats = rules.seats;
    match game.status(state) {
        Status::ToMove(_) => "open".to_owned(),
        Status::Over(outcome) if seats == 1 => {
            let won = outcome == Outcome::win(Seat::new(0), 1);
            if won { named(0) } else { format!("loss:{}", named(0)) }
        }
        Status::Over(outcome) => (0..usize::from(seats))
            .find(|&seat| outcome == Outcome::win(Seat::new(seat), seats))
            .map_or("draw".to_owned(), named),
    }
}

/// Every file of the library, with its name.
fn library() -> BTreeMap<String, RuleFile> {
    let paths = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let rules = paths.filter(|path| path.extension().is_some_and(|it| it == "zrf"));
    rules
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), open(&path)))
        .collect()
}

/// The state that a line of `perft.txt` speaks of.
fn state_of(game: &Zrf, line: &[String], positions: &HashMap<[String; 3], String>) -> Position {
    match line[2].as_str() {
        "start" => game.start(),
        name => {
            let key = [line[0].clone(), line[1].clone(), line[2].clone()];
            position(
                game,
                positions.get(&key).unwrap_or_else(|| panic!("no position {name}: {line:?}")),
            )
        }
    }
}

fn positions() -> HashMap<[String; 3], String> {
    let lines = numbers("position").into_iter();
    lines
        .map(|line| ([line[0].clone(), line[1].clone(), line[2].clone()], line[3].clone()))
        .collect()
}

#[test]
fn every_variant_of_the_library_loads_without_a_warning_and_is_counted() {
    let counted: BTreeSet<(String, String)> =
        numbers("perft").into_iter().map(|line| (line[0].clone(), line[1].clone())).collect();
    let mut found = BTreeSet::new();
    for (name, file) in library() {
        for outline in file.games() {
            let title = game(&file, &outline.title, Vec::new()).rules().title.clone();
            found.insert((name.clone(), title));
        }
    }
    assert_eq!(found, counted);
}

#[test]
fn the_library_has_as_many_lines_of_play_as_independent_programs_count() {
    let (library, positions) = (library(), positions());
    for line in numbers("perft") {
        let (depth, number): (u32, u64) = (line[3].parse().unwrap(), line[4].parse().unwrap());
        let game = game(&library[&line[0]], &line[1], Vec::new());
        if number > MOST_LINES || throws_dice(&game) {
            continue;
        }
        let state = state_of(&game, &line, &positions);
        assert_eq!(perft(&game, &state, depth), number, "{line:?}");
    }
}

fn throws_dice(game: &Zrf) -> bool {
    game.rules().players.iter().any(|player| player.is_random)
}

/// Throws of dice are no moves of a player, so the first ones are recorded, one after the other: the first
/// number is that of the throws, the second that of the moves after all of them together.
#[test]
fn games_with_dice_have_as_many_lines_of_play_for_all_first_throws_together() {
    let library = library();
    let mut tried = 0;
    for (name, file) in &library {
        for outline in file.games() {
            if !throws_dice(&game(file, &outline.title, Vec::new())) {
                continue;
            }
            let numbers: Vec<u64> = numbers("perft")
                .into_iter()
                .filter(|line| line[0] == *name && line[1] == outline.title)
                .map(|line| line[4].parse().unwrap())
                .collect();
            let throws =
                (0..numbers[0] as u32).map(|throw| game(file, &outline.title, vec![throw]));
            let lines: u64 = throws.map(|game| perft(&game, &game.start(), 1)).sum();
            assert_eq!(lines, numbers[1], "{name}");
            tried += 1;
        }
    }
    assert!(tried > 0, "the library has games with dice");
}

#[test]
fn worked_endings_of_the_library_end_as_independent_programs_say() {
    let (library, positions) = (library(), positions());
    for line in numbers("outcome") {
        let game = game(&library[&line[0]], &line[1], Vec::new());
        let mut found = BTreeMap::new();
        outcomes(&game, &state_of(&game, &line, &positions), &mut found);
        let expected: BTreeMap<String, u64> = line[3]
            .split(',')
            .map(|part| {
                let (result, count) = part.trim().rsplit_once(' ').unwrap();
                (result.to_owned(), count.parse().unwrap())
            })
            .collect();
        assert_eq!(found, expected, "{line:?}");
    }
}
