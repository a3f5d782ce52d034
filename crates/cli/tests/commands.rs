//! Every command of the real binary: what it prints when all is well.

mod common;

use common::{command, run};
use serde_json::json;

const SMALL: &str = "selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off";

#[test]
fn every_command_has_help_with_examples() {
    let all = run(&["--help"]).ok();
    let list = all.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 10 && names.contains(&"play"), "{all}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let help = run(&[name, "--help"]).ok();
        assert!(help.contains("Examples:") && help.contains(&format!("selforge {name}")), "{help}");
    }
    assert!(run(&["--version"]).ok().starts_with("selforge 0."));
}

#[test]
fn games_lists_every_option_board_and_setup() {
    let out = run(&["games"]).ok();
    let value = run(&["games", "--json"]).json();
    let texts = |pointer: &str, field: &str| -> Vec<String> {
        let list = value.pointer(pointer).and_then(|list| list.as_array()).expect(pointer);
        list.iter().map(|item| item[field].as_str().expect(field).to_owned()).collect()
    };
    let lists = [
        texts("/games/0/options", "key"),
        texts("/games/0/examples", "spec"),
        texts("/boards", "pattern"),
        texts("/setups", "pattern"),
    ];
    for item in lists.concat() {
        assert!(out.contains(&item), "{item} is missing in: {out}");
    }
    assert!(out.lines().all(|line| line.chars().count() <= 80), "wrapped to 80 columns");
}

#[test]
fn show_prints_the_board_the_spec_and_the_position() {
    insta::assert_snapshot!(run(&["show", SMALL]).ok(), @r#"
      e ● · ○
     d · · · ·
    c · · · · ·
     b · · · · 5
      a ○ · ● 4
         1 2 3

    A ● 2 pieces in 2 groups, to move
    B ○ 2 pieces in 2 groups

    selfo board=hexhex-3 position="A1B/4/5/4/B1A A" swap=off
    A1B/4/5/4/B1A A
    "#);
}

#[test]
fn show_takes_any_position_of_the_game() {
    let position = "Ab1/1ab1/4A/4/B1A B sets=BA swap=-";
    insta::assert_snapshot!(run(&["show", SMALL, "--position", position]).ok(), @r#"
      e ● ◎ ·
     d · ◉ ◎ ·
    c · · · · ●
     b · · · · 5
      a ○ · ● 4
         1 2 3

    A ○ 3 pieces in 2 groups
    B ● 4 pieces in 3 groups, to move

    selfo board=hexhex-3 position="A1B/4/5/4/B1A A" swap=off
    Ab1/1ab1/4A/4/B1A B sets=BA
    "#);
}

#[test]
fn show_names_the_cells_when_asked_to() {
    let spec = ["show", "selfo", "board=king-3x3", "position=A1B/3/B1A A", "--coords"];
    insta::assert_snapshot!(run(&spec).ok(), @r#"
    3 ●a3  b3 ○c3
    2  a2  b2  c2
    1 ○a1  b1 ●c1
      a   b   c

    A ● 2 pieces in 2 groups, to move
    B ○ 2 pieces in 2 groups

    selfo board=king-3x3 position="A1B/3/B1A A"
    A1B/3/B1A A
    "#);
}

#[test]
fn show_tells_how_a_position_ended() {
    let out = run(&["show", SMALL, "--position", "AAB/4/5/4/B2 A"]).ok();
    assert!(out.contains("\nA wins, connected\n"), "{out}");
}

#[test]
fn show_as_json_has_the_position_and_the_drawing() {
    let value = run(&["show", SMALL, "--json"]).json();
    assert_eq!(value["spec"], SMALL);
    assert_eq!(value["position"], "A1B/4/5/4/B1A A");
    assert_eq!(value["to_move"], "A");
    assert_eq!(value["moves"], 7);
    assert_eq!(value["diagram"]["cells"].as_array().map(Vec::len), Some(19));
    assert_eq!(value["diagram"]["cells"][0]["piece"]["set"], 0);
}

#[test]
fn a_spec_may_be_one_word_or_many() {
    let whole = run(&["show", SMALL]).ok();
    let words = ["show", "selfo", "board=hexhex-3", "position=A1B/4/5/4/B1A A", "swap=off"];
    assert_eq!(run(&words).ok(), whole);
}

#[test]
fn colour_is_for_terminals_and_for_those_who_ask() {
    let has_colour = |arguments: &[&str], no_color: Option<&str>| {
        let mut command = command();
        command.args(["show", SMALL]).args(arguments);
        no_color.map(|value| command.env("NO_COLOR", value));
        let output = command.output().unwrap();
        assert!(output.status.success());
        output.stdout.contains(&0x1b)
    };
    assert!(!has_colour(&[], None), "this is no terminal");
    assert!(!has_colour(&["--color", "never"], None));
    assert!(has_colour(&["--color", "always"], None));
    assert!(has_colour(&["--color=always"], Some("1")), "what was asked for counts more");
    assert!(!has_colour(&["--color=auto"], Some("1")));
}

#[test]
fn pictures_go_to_a_file_or_to_the_output() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("board.svg");
    let name = file.to_str().unwrap();
    let out = run(&["show", SMALL, "--svg", name, "--size", "300"]).ok();
    assert!(out.contains("board.svg"));
    let picture = std::fs::read_to_string(&file).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert!(picture.contains("width=\"300\"") && picture.contains("<title"));
    assert!(picture.contains("prefers-color-scheme:dark"));
    let piped = run(&["show", SMALL, "--svg", "-", "--size", "300"]).ok();
    assert_eq!(piped, picture);
    let left: Vec<_> = directory.path().read_dir().unwrap().collect();
    assert_eq!(left.len(), 1, "no temporary file is left: {left:?}");
}

#[test]
fn rules_are_those_of_the_very_game() {
    let out = run(&["rules", "selfo", "seats=3", "length=2"]).ok();
    assert!(out.starts_with("selfo seats=3 length=2\n\nGoal. "), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 80));
    let value = run(&["rules", SMALL, "--json"]).json();
    assert_eq!(value["spec"], SMALL);
    assert!(value["rules"].as_str().unwrap().contains("Goal."));
}

#[test]
fn perft_counts_lines_of_play() {
    let count = |depth: &str| run(&["perft", SMALL, "--depth", depth, "--json"]).json();
    assert_eq!(count("0"), json!({ "depth": 0, "nodes": 1 }));
    assert_eq!(count("1"), json!({ "depth": 1, "nodes": 7 }));
    assert_eq!(count("3"), json!({ "depth": 3, "nodes": 368 }));
    let divided = run(&["perft", SMALL, "--depth", "3", "--divide"]).ok();
    assert!(divided.contains("e3-e4: 42\n") && divided.ends_with("pass: 40\ndepth 3: 368 nodes\n"));
    let value = run(&["perft", SMALL, "--depth", "3", "--divide", "--json"]).json();
    assert_eq!((&value["nodes"], &value["divide"]["pass"]), (&json!(368), &json!(40)));
    let over = ["perft", SMALL, "--position", "AAB/4/5/4/B2 A", "--depth", "2", "--json"];
    assert_eq!(run(&over).json()["nodes"], 0, "a finished game has no lines");
}

#[test]
fn balance_tells_how_far_each_set_is_from_its_goal() {
    let out = run(&["balance", SMALL]).ok();
    assert!(out.contains("set  pieces  groups"), "{out}");
    let value = run(&["balance", SMALL, "--json"]).json();
    assert_eq!(value["sets"][0]["bracket"], json!({ "low": 3, "high": 3, "exact": true }));
    assert_eq!(value["ok"], value["faults"].as_array().unwrap().is_empty());
    assert_eq!(out.contains("all constraints hold"), value["ok"].as_bool().unwrap());
}

#[test]
fn every_benchmark_checks_its_answer() {
    let listed = run(&["bench", "--list"]).ok();
    let value = run(&["bench", "--seconds", "0", "--json"]).json();
    let results = value.as_array().unwrap();
    assert_eq!(results.len(), listed.lines().count());
    for result in results {
        assert!(listed.contains(result["name"].as_str().unwrap()));
        assert!(result["ns_per_op"].as_f64().unwrap() > 0.0 && result["checked"] == true);
    }
    let names: Vec<_> = results.iter().map(|result| result["name"].as_str().unwrap()).collect();
    for name in ["selfo-random-move", "selfo-random-move-erased", "selfo-connected"] {
        assert!(names.contains(&name), "{name}");
    }
    assert_eq!(results[0]["answer"], results[1]["answer"], "erasure changes nothing");
    let game = ["bench", "--game", "selfo", "board=hexhex-4", "--seconds", "0", "--json"];
    assert_eq!(run(&game).json()["answer"], run(&game).json()["answer"]);
    let one = run(&["bench", "selfo-connected", "--seconds", "0"]).ok();
    assert!(one.starts_with("selfo-connected ") && one.lines().count() == 1, "{one}");
}

/// The smallest board of the guide; `docs/solved-boards.md` has the others.
#[test]
fn solve_tells_who_wins_from_where_and_how_soon() {
    let position = "position=3/1A1B/5/A3/2B A";
    insta::assert_snapshot!(run(&["solve", "selfo", "board=hexhex-3", position]).ok(), @r#"
    selfo board=hexhex-3 position="3/1A1B/5/A3/2B A"
    19 cells, 2 and 2 pieces, moves of 1

    to move  positions            won           lost      drawn  blockades
     A or B      13236  9114 (68.9 %)  4122 (31.1 %)  0 (0.0 %)          0

    longest win, A or B to move: 2B/4/A3A/B3/3 A, A wins in 7 plies
      c1-c2 e5-d4 c2-c3 d4-c4 c3-d4 c4-d5 d4-c4

    start, nobody swapping: 3/1A1B/5/A3/2B A, A wins in one ply
      d3-c2
    "#);
    let value = run(&["solve", SMALL, "--json", "--threads", "1"]).json();
    let side = &value["sides"][0];
    let parts = ["won", "lost", "drawn"].map(|key| side[key].as_u64().unwrap());
    assert_eq!(side["positions"], parts.iter().sum::<u64>());
    let decided: u64 =
        side["decided_in"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).sum();
    assert_eq!(decided, parts[0] + parts[1]);
    let start = &value["start"];
    assert_eq!(start["position"], "A1B/4/5/4/B1A A");
    let unequal = ["solve", "selfo", "board=hexhex-3", "pieces=3,2", "length=1,2"];
    let value = run(&[&unequal[..], &["--json"]].concat()).json();
    assert_eq!(value["sides"].as_array().unwrap().len(), 2);
    assert_eq!((&value["pieces"], &value["lengths"]), (&json!([3, 2]), &json!([1, 2])));
    let text = run(&[&unequal[..], &["--distances"]].concat()).ok();
    assert!(text.contains("A to move") && text.contains("longest win, B to move"), "{text}");
}

#[test]
fn completions_and_man_pages_know_every_command() {
    let all = run(&["--help"]).ok();
    let list = all.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    let names = list.lines().filter_map(|line| line.split_whitespace().next());
    let names: Vec<&str> = names.filter(|name| *name != "help").collect();
    let folder = tempfile::tempdir().expect("a folder");
    let written = run(&["man-pages", folder.path().to_str().expect("UTF-8")]).ok();
    assert!(written.starts_with(&format!("{} pages", names.len() + 1)), "{written}");
    let scripts = ["bash", "zsh", "fish"].map(|shell| run(&["completions", shell]).ok());
    for name in names {
        let page = std::fs::read_to_string(folder.path().join(format!("selforge-{name}.1")));
        let page = page.expect("a page");
        assert!(page.contains(".SH NAME") && page.contains("Examples:"), "{name}: {page}");
        assert!(scripts.iter().all(|script| script.contains(name)), "{name}");
    }
    let page = std::fs::read_to_string(folder.path().join("selforge.1")).expect("a page");
    assert!(page.contains("Play, study and invent"), "{page}");
}
