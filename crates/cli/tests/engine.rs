//! The engine protocol, from both sides: our engine asked by hand, and other programs as players.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

mod common;

use common::run_in;

/// The answers of `selforge engine` to these lines.
fn engine(typed: &str) -> String {
    let home = tempfile::tempdir().unwrap();
    run_in(home.path(), &["engine"], typed).ok()
}

#[test]
fn the_engine_greets_and_answers_with_a_move() {
    let answer = engine(
        "sgi\nisready\ngame selfo board=hexhex-3 position=\"AA1/4/1A3/4/B1B A\" swap=off\n\
         position start\ngo depth 3\n",
    );
    assert!(answer.contains("sgiok\nreadyok\n"), "{answer}");
    // Several first moves win at once.
    assert!(answer.contains("info depth 1 ") && answer.contains(" score 999999 "), "{answer}");
    assert!(answer.lines().last().unwrap().starts_with("bestmove "), "{answer}");
}

#[test]
fn moves_lead_on_from_a_position() {
    let answer = engine(
        "game selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off\n\
         position start moves pass pass\ngo depth 1\nposition A1B/4/5/4/B1A B\ngo nodes 50\n",
    );
    assert!(answer.starts_with("error: the game is over: draw\n"), "{answer}");
    assert!(answer.lines().last().unwrap().starts_with("bestmove "), "{answer}");
}

#[test]
fn wrong_lines_are_answered_and_forgiven() {
    let answer = engine(
        "go\nhello\ngame shogi\ngame selfo board=hexhex-4\nposition XX A\ngo time\n\
         player nobody\nposition start\ngo depth 1\n",
    );
    let errors = answer.lines().filter(|line| line.starts_with("error: ")).count();
    assert_eq!(errors, 6, "{answer}");
    assert!(answer.lines().last().unwrap().starts_with("bestmove "), "{answer}");
}

#[test]
fn a_line_without_end_is_one_error_and_its_rest_no_command() {
    let long = "x".repeat(2_000_000);
    assert_eq!(engine(&format!("{long}\nisready\n")), "error: the line is too long\nreadyok\n");
    assert_eq!(engine(&long), "error: the line is too long\n");
    let word = engine(&format!("{}\n", "y".repeat(1000)));
    assert_eq!(word, format!("error: unknown command '{}'\n", "y".repeat(40)));
}

/// A match of `random` against a program that runs this shell script; gives the JSON.
fn match_against(script: &str) -> serde_json::Value {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("engine.sh");
    std::fs::write(&path, script).unwrap();
    let players = format!("random; external cmd=\"sh {}\" time=10ms", path.display());
    let spec = "selfo board=hexhex-3 pieces=4";
    let arguments =
        ["arena", spec, "--players", &players, "--games", "2", "--json", "--out", "run"];
    let run = run_in(home.path(), &arguments, "");
    assert_eq!(run.code, 1, "a match that only forfeits decide is none: {}", run.out);
    assert!(
        run.err.starts_with("warning: external cmd=") && run.err.contains(" lost "),
        "{}",
        run.err
    );
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(value["players"][1]["losses"], 2, "{value}");
    let record = std::fs::read_to_string(home.path().join("run/records/0001.sgr")).unwrap();
    serde_json::json!({ "record": record })
}

#[test]
fn a_program_that_plays_nonsense_loses_with_the_reason_in_the_record() {
    let greet = "while read a b; do case $a in sgi) echo sgiok;; isready) echo readyok;;";
    let illegal = match_against(&format!("{greet} go) echo bestmove z9-z8;; esac; done\n"));
    assert!(illegal["record"].as_str().unwrap().contains("forfeits: illegal move 'z9-z8'"));
    let crash = match_against(&format!("{greet} go) exit 3;; esac; done\n"));
    assert!(crash["record"].as_str().unwrap().contains("forfeits: the program ended"));
    // A flood without a line end is no answer, and no reason to wait for longer.
    let flood = "head -c 300000 /dev/zero | tr \\\\0 x; echo";
    let loud = match_against(&format!("{greet} go) {flood}; echo bestmove z9-z8;; esac; done\n"));
    assert!(loud["record"].as_str().unwrap().contains("forfeits: illegal move"), "{loud}");
    let silent = match_against(&format!("{greet} esac; done\n"));
    assert!(silent["record"].as_str().unwrap().contains("forfeits: no answer in time"));
    let confused = match_against(&format!("{greet} go) echo error: where am I;; esac; done\n"));
    assert!(confused["record"].as_str().unwrap().contains("the program says: error: where am I"));
}

#[test]
fn after_a_failed_command_nothing_old_is_thought_about() {
    let answer = engine(
        "game chess\nposition start moves e2e4\nposition start moves e2e5\ngo depth 1\n\
         game shogi\ngo depth 1\nposition start moves e2e4\ngo depth 1\n",
    );
    let lines: Vec<&str> = answer.lines().filter(|line| !line.starts_with("info")).collect();
    assert_eq!(lines.len(), 5, "{answer}");
    assert!(lines[0].starts_with("error: ") && lines[0].contains("e2e5"), "{answer}");
    assert!(
        lines[1].starts_with("error: nothing to think about, since the last command failed"),
        "{answer}"
    );
    assert!(lines[3].starts_with("error: nothing to think about"), "{answer}");
    assert!(lines[4].starts_with("bestmove "), "{answer}");
}

#[test]
fn a_question_is_answered_even_if_nothing_else_will_be_asked() {
    for limit in ["depth 3", "time 600000"] {
        let answer = engine(&format!("game chess\nposition start\ngo {limit}\nquit\n"));
        assert!(answer.lines().last().unwrap().starts_with("bestmove "), "{limit}: {answer}");
    }
}

/// A program that writes down what it hears and answers with the moves of a file, each once.
#[test]
fn programs_are_told_the_moves_of_the_game_and_not_only_its_position() {
    let home = tempfile::tempdir().unwrap();
    let own = env!("CARGO_BIN_EXE_selforge");
    let script = format!("tee -a heard.txt | {own} engine\n");
    std::fs::write(home.path().join("engine.sh"), script).unwrap();
    let players = "random; external cmd=\"sh engine.sh\" depth=1";
    let arguments = [
        "arena",
        "checkers",
        "--players",
        players,
        "--games",
        "2",
        "--random-plies",
        "2",
        "--threads",
        "1",
    ];
    run_in(home.path(), &arguments, "").ok();
    let heard = std::fs::read_to_string(home.path().join("heard.txt")).unwrap();
    let told = heard.lines().filter(|line| line.starts_with("position "));
    let lengths: Vec<usize> = told
        .map(|line| line.strip_prefix("position start moves ").expect(line).split(' ').count())
        .collect();
    assert!(lengths.len() > 20 && lengths.iter().min() == Some(&2), "{lengths:?}");
    assert!(lengths.iter().max() > Some(&20), "{lengths:?}");
}

/// A chess engine, made of our own by translating what it hears and says.
#[test]
fn chess_engines_play_by_their_own_protocol() {
    let home = tempfile::tempdir().unwrap();
    let own = env!("CARGO_BIN_EXE_selforge");
    let script = format!(
        "tee heard.txt | sed -u -e 's/^uci$/sgi/' -e 's/^ucinewgame$/game chess/' -e '/^setoption/d' \\\n\
           -e 's/^position fen /position /' -e 's/^go movetime /go time /' \\\n\
         | {own} engine \\\n\
         | sed -u -e 's/^sgiok$/uciok/' -e 's/ score / score cp /' -e 's/ line / pv /'\n"
    );
    std::fs::write(home.path().join("uci.sh"), script).unwrap();
    let players = "engine: uci cmd=\"sh uci.sh\" options=\"Hash=16, Threads=1\" nodes=200; random";
    let arguments = [
        "arena",
        "chess",
        "--players",
        players,
        "--games",
        "2",
        "--threads",
        "1",
        "--save",
        "match.pgn",
    ];
    let out = run_in(home.path(), &arguments, "").ok();
    assert!(out.contains("engine (uci cmd="), "{out}");
    assert!(!out.contains("WARNING"), "{out}");
    let heard = std::fs::read_to_string(home.path().join("heard.txt")).unwrap();
    assert!(
        heard.contains("setoption name Hash value 16\nsetoption name Threads value 1\n"),
        "{heard}"
    );
    let start = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves ";
    assert!(heard.contains(start) && heard.contains("\ngo nodes 200\n"), "{heard}");
    let saved = std::fs::read_to_string(home.path().join("match.pgn")).unwrap();
    assert_eq!(saved.matches("[White \"engine\"]").count(), 1, "{saved}");
    assert_eq!(saved.matches("[Black \"engine\"]").count(), 1, "{saved}");
    for game in ["1", "2"] {
        run_in(home.path(), &["convert", "match.pgn", "--game", game, "--to", "sgr"], "").ok();
    }
    let refused = run_in(home.path(), &["arena", "checkers", "--players", players], "").error(2);
    assert!(refused.contains("expected chess, or external"), "{refused}");
}

#[test]
fn our_own_engine_plays_as_another_program() {
    let home = tempfile::tempdir().unwrap();
    let own = env!("CARGO_BIN_EXE_selforge");
    let players = format!("random; external cmd=\"{own} engine\" depth=1");
    let spec = "selfo board=hexhex-3 pieces=4";
    let arguments = ["arena", spec, "--players", &players, "--games", "2", "--json"];
    let value = run_in(home.path(), &arguments, "").json();
    assert_eq!(value["players"][1]["losses"], 0, "{value}");
}
