//! Rule files that nobody wrote on purpose: texts of ours with parts taken out, doubled, exchanged and
//! broken. Nothing may panic, run without end or grow without bound, whatever they say.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use selforge_catalogue::Described;
use selforge_core::{Game, Stream};
use selforge_zrf::{Diagnostics, NoIncludes, RuleFile, SavedGame, Zrf, compile, library};

/// Reads, compiles and plays whatever it is.
fn swallow(text: &[u8]) -> usize {
    let file = RuleFile::read("hostile.zrf", text, &NoIncludes);
    for problem in file.problems().list() {
        assert!(problem.quoted(file.sources()).to_string().len() < 4_000);
    }
    let mut played = 0;
    for outline in file.games().iter().filter(|game| !game.is_separator).take(4) {
        let mut problems = Diagnostics::default();
        let Some(rules) = compile(outline, &mut problems) else {
            assert!(problems.has_errors(), "refused without a reason");
            continue;
        };
        if rules.seats > 6 {
            continue;
        }
        let rules = Arc::new(rules);
        let game = Zrf::new(Arc::clone(&rules), 1, Vec::new());
        assert!(game.rules_text().contains("Goal."));
        let mut state = game.start();
        let mut stream = Stream::new(1, "hostile", 0);
        for _ in 0..12 {
            let Some(mv) = game.choose_move(&state, |count| stream.below(count)) else { break };
            game.play(&mut state, mv);
            played += 1;
            let mut text = String::new();
            game.write_state(&state, &mut text).unwrap();
            assert_eq!(game.parse_state(&text).as_ref(), Ok(&state), "{text}");
        }
    }
    played
}

/// Words of the language that are thrown in.
const WORDS: [&str; 40] = [
    "(",
    ")",
    "\"",
    "add",
    "add-partial",
    "(add-partial Man)",
    "cascade",
    "from",
    "to",
    "mark",
    "back",
    "capture",
    "(create King)",
    "flip",
    "change-owner",
    "(change-type King)",
    "(while true n)",
    "(while (on-board? n) n)",
    "(if empty? add else capture)",
    "(verify friend?)",
    "(verify attacked?)",
    "(verify not-defended?)",
    "(set-attribute a? true)",
    "(attribute a? true)",
    "(set-flag f true)",
    "(set-position-flag g (enemy? n) s)",
    "(go last-from)",
    "(go from)",
    "(opposite n)",
    "$1",
    "off",
    "99",
    "-1",
    "(piece (name King))",
    "(option \"pass turn\" true)",
    "(option \"maximal captures\" true)",
    "(option \"recycle captures\" true)",
    "(option \"recycle promotions\" true)",
    "(define n n)",
    "(loss-condition (White Black) (checkmated Man))",
];

/// The text with some of its words taken out, doubled, exchanged or replaced.
fn mutate(text: &str, stream: &mut Stream) -> Vec<u8> {
    let mut tokens: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if "()\"".contains(first) {
            1
        } else if first.is_whitespace() {
            rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len())
        } else {
            rest.find(|c: char| c.is_whitespace() || "()\"".contains(c)).unwrap_or(rest.len())
        };
        tokens.push(&rest[..length]);
        rest = &rest[length..];
    }
    for _ in 0..=stream.below(6) {
        let at = stream.below(tokens.len() as u32) as usize;
        let other = stream.below(tokens.len() as u32) as usize;
        match stream.below(6) {
            0 => {
                tokens.remove(at);
            }
            1 => tokens.insert(at, tokens[other]),
            2 => tokens.swap(at, other),
            3 => tokens[at] = tokens[other],
            _ => tokens.insert(at, WORDS[stream.below(WORDS.len() as u32) as usize]),
        }
    }
    let mut bytes = tokens.join(" ").into_bytes();
    if stream.below(20) == 0 {
        let at = stream.below(bytes.len() as u32) as usize;
        bytes[at] = stream.below(256) as u8;
    }
    bytes
}

#[test]
fn mutated_rule_files_are_read_or_refused_and_never_hang() {
    let count: u64 = match std::env::var("SELFORGE_TEST_CASES").as_deref() {
        Ok("all") => 20_000,
        _ => 300,
    };
    let mut played = 0;
    for name in library::names() {
        let text = library::text(name).unwrap();
        assert!(swallow(text.as_bytes()) > 0, "{name}");
        for number in 0..count {
            let mut stream = Stream::new(number, name, 0);
            played += swallow(&mutate(text, &mut stream));
        }
    }
    assert!(played > 1000, "too few mutants can be played for the test to mean much: {played}");
}

fn game(body: &str) -> String {
    format!(
        "(game (title \"T\") (players White Black) (turn-order White Black)
           (board (grid (dimensions (\"a/b/c/d\" (9 0)) (\"1/2/3/4\" (0 9))) (directions (n 0 1) (e 1 0)))
                  (links round (a1 b1) (b1 a1)))
           {body}
           (board-setup (White (Man a1 b1)) (Black (Man d4))))"
    )
}

#[test]
fn goals_with_nothing_inside_are_put_into_words() {
    for goal in [
        "(or)",
        "(and)",
        "(not (or))",
        "(or (and) (or))",
        "(relative-config)",
        "(absolute-config (a1))",
        "(captured)",
    ] {
        let man = "(piece (name Man) (moves (n (verify empty?) add)))";
        swallow(game(&format!("{man} (win-condition (White Black) {goal})")).as_bytes());
    }
}

#[test]
fn code_that_runs_in_circles_is_ended_and_what_it_added_stays() {
    let endless = [
        "(piece (name Man) (moves (e add (while true round))))",
        "(piece (name Man) (moves (e add a1 (while (on-board? round) round add))))",
        "(piece (name Man) (moves (e add (while true (verify attacked?) (while true cascade)))))",
        "(piece (name Man) (moves (e add (while true (capture n) (create Man n)))))",
        "(piece (name Man) (moves (e (add-partial)) (n (add-partial))))",
    ];
    for body in endless {
        assert!(swallow(game(body).as_bytes()) > 0, "{body}");
    }
}

#[test]
fn too_much_of_anything_is_refused_with_a_reason() {
    let many = |count: usize, item: &dyn Fn(usize) -> String| {
        (0..count).map(item).collect::<Vec<_>>().join(" ")
    };
    let refused = |text: &str, expected: &str| {
        let file = RuleFile::read("a.zrf", text.as_bytes(), &NoIncludes);
        let mut problems = Diagnostics::default();
        for outline in file.games() {
            let _ = compile(outline, &mut problems);
        }
        let all: Vec<String> = (file.problems().list().iter().chain(problems.list()))
            .map(|problem| problem.in_a_line(file.sources()).to_string())
            .collect();
        assert!(all.iter().any(|told| told.contains(expected)), "{expected}: {all:?}");
    };
    let labels = many(70, &|at| format!("x{at}")).replace(' ', "/");
    let board = format!("(grid (dimensions (\"{labels}\" (1 0)) (\"{labels}\" (0 1))))");
    refused(
        &format!("(game (title \"T\") (players A B) (turn-order A B) (board {board}))"),
        "at most 4096",
    );
    let players = many(33, &|at| format!("P{at}"));
    refused(&format!("(game (title \"T\") (players {players}))"), "at most 32");
    let flags = many(33, &|at| format!("(set-flag f{at} true)"));
    refused(&game(&format!("(piece (name Man) (moves ({flags} add)))")), "at most 32");
    let marks = many(17, &|at| format!("(set-position-flag f{at} true)"));
    refused(&game(&format!("(piece (name Man) (moves ({marks} add)))")), "at most 16");
    let attributes = many(33, &|at| format!("(attribute a{at}? true)"));
    refused(&game(&format!("(piece (name Man) {attributes})")), "at most 32");
    let goals = many(2_049, &|_| "(win-condition (White) stalemated stalemated)".to_owned());
    refused(&game(&format!("(piece (name Man)) {goals}")), "conditions; expected at most 4096");
    let code = many(33_000, &|_| "add".to_owned());
    refused(&game(&format!("(piece (name Man) (moves ({code})))")), "at most 32000");
    refused(&format!("{}{}", "(".repeat(300), ")".repeat(300)), "deeper than");
    let ten = "(define ten $1 $1 $1 $1 $1 $1 $1 $1 $1 $1)";
    let goals = "(win-condition (White Black) (or (ten (ten (ten (ten (ten (ten (pieces-remaining 7))))))))))";
    refused(
        &format!("{ten}{}", game(&format!("(piece (name Man)) {goals}"))),
        "the goals take too long",
    );
    let variants = many(1_001, &|at| format!("(variant (title \"V{at}\"))"));
    refused(&format!("{}{variants}", game("(piece (name Man))")), "too many games and variants");
    let pieces = many(1_100, &|at| format!("(piece (name p{at}))"));
    refused(&game(&pieces), "too many pieces; expected at most 1000");
    let kinds = many(10_001, &|at| format!("(move-type t{at})"));
    refused(&game(&format!("(piece (name Man) (moves {kinds}))")), "too many types of moves");
    let labels = many(64, &|at| format!("{at}.")).replace(' ', "/");
    let large = |ways: &str, parts: &str, code: &str| {
        format!(
            "{ten} (game (title \"T\") (players A B) (turn-order A B)
               (board (grid (dimensions (\"{labels}\" (1 0)) (\"{labels}\" (0 1))) (directions (n 0 1) {ways}))
                      {parts})
               (piece (name Man) (moves ({code}))))"
        )
    };
    let cut = "(ten (ten (ten (unlink (ten (ten 1.1.))))))";
    refused(&large("", cut, "n"), "takes too long to build");
    let ways = many(400, &|at| format!("(d{at} {} {})", at % 20, at / 20));
    let back = many(400, &|at| format!("(opposite d{at})"));
    refused(&large(&ways, "", &back), "too many opposites of directions");
    let wrong = many(5_000, &|at| format!("(links n (1.1. 1.1.x{at}))"));
    refused(&large("", &wrong, "n"), "there is no position");
    let players = many(28, &|at| format!("P{at}"));
    let pieces = many(999, &|at| format!("(piece (name p{at}))"));
    refused(
        &game(&pieces).replace("White Black)", &format!("White Black {players})")),
        "fewer of them",
    );
}

#[test]
fn what_is_much_and_allowed_is_played_without_end_or_overflow() {
    // Chains of captures in which every step runs in circles, and questions for attacks in circles.
    let circles = "((while true (set-flag f true)))".repeat(40);
    let chains = "(n (verify empty?) (add-partial)) (e (verify empty?) (add-partial)) (round (verify empty?) (add-partial))";
    let rest = "(option \"maximal captures\" true) (loss-condition (White Black) (checkmated Man))";
    assert!(
        swallow(game(&format!("(piece (name Man) (moves {chains} {circles})) {rest}")).as_bytes())
            > 0
    );
    let asks = "((while true (verify (or attacked? adjacent-to-enemy? true)))) (n add)";
    assert!(swallow(game(&format!("(piece (name Man) (moves {asks})) {rest}")).as_bytes()) > 0);
    // Every piece is royal, and each could be attacked by each of the others.
    let labels = (0..64).map(|at| format!("{at}.")).collect::<Vec<_>>().join("/");
    let half = |from: usize| -> String {
        (from..from + 32).flat_map(|x| (0..64).map(move |y| format!("{x}.{y}. "))).collect()
    };
    let text = format!(
        "(game (title \"T\") (players A B) (turn-order A B)
           (board (grid (dimensions (\"{labels}\" (1 0)) (\"{labels}\" (0 1))) (directions (e 1 0) (n 0 1))))
           (piece (name King) (moves (n (verify not-friend?) add) (e add) (n n n (verify empty?) add)))
           (board-setup (A (King {})) (B (King {}))) (loss-condition (A B) (checkmated King)))",
        half(0),
        half(32)
    );
    assert!(swallow(text.as_bytes()) > 0);
    // More pieces, players and positions than it is worth to keep anything about.
    let players: String = (0..32).map(|at| format!(" P{at}")).collect();
    let pieces: String =
        (0..599).map(|at| format!("(piece (name m{at}) (moves (n add)))")).collect();
    let text = format!(
        "(game (title \"T\") (players {players}) (turn-order P0 P1)
           (board (grid (dimensions (\"{labels}\" (1 0)) (\"{labels}\" (0 1))) (directions (n 0 1) (far -2147483648 0))))
           {pieces} (piece (name m599) (moves ((opposite far) add) (n add)))
           (board-setup (P0 (m599 1.1.) (m1 2.2. off 30000 off 30000 off 30000)) (P1 (m599 5.5.)))
           (loss-condition (P0 P1) (checkmated m599)))"
    );
    let file = RuleFile::read("a.zrf", text.as_bytes(), &NoIncludes);
    let rules = compile(file.first().unwrap(), &mut Diagnostics::default()).unwrap();
    let game = Zrf::new(Arc::new(rules), 0, Vec::new());
    assert_eq!(game.count_moves(&game.start()), 2);
    assert_eq!(game.start().in_store(game.rules(), 0, 1), 30_000);
}

#[test]
fn bytes_that_are_no_saved_game_are_refused_with_a_line() {
    for text in
        [&b""[..], b"Zillions", b"\xff\xfe", b"Zillions Save Game File Version 0.02 HC\n1. x"]
    {
        match SavedGame::parse(text) {
            Ok(saved) => {
                let file = RuleFile::read(
                    "t.zrf",
                    library::text("tic-tac-toe").unwrap().as_bytes(),
                    &NoIncludes,
                );
                let rules = compile(file.first().unwrap(), &mut Diagnostics::default()).unwrap();
                let error = rules.replay(&saved).failed.unwrap();
                assert_eq!(error.line, 2, "{error}");
            }
            Err(error) => assert_eq!(error.line, 1, "{error}"),
        }
    }
}
