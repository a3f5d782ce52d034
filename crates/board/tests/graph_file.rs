//! Graph files: what is read, what is refused, and that a board survives its own name.

use proptest::prelude::*;
use selforge_board::{Board, BoardName};

const KITE: &str = r#"{
    "name": "kite",
    "cells": [
        {"name": "c1", "x": 0, "y": -10.5},
        {"name": "b1", "x": -10, "y": 0},
        {"name": "b2", "x": 10, "y": -0.0},
        {"name": "a1", "x": 0, "y": 1e-7}
    ],
    "edges": [["a1", "b2"], [0, 1], ["c1", 2], [1, 3]]
}"#;

/// A file of cells in a line with these edges.
fn line(cells: usize, edges: &str) -> String {
    let cells: Vec<String> = (0..cells).map(|x| format!("{{\"x\":{x},\"y\":0}}")).collect();
    format!("{{\"cells\":[{}],\"edges\":{edges}}}", cells.join(","))
}

fn refusal(text: &str) -> String {
    Board::from_graph_json(text).expect_err("a wrong file").to_string()
}

fn assert_same(a: &Board, b: &Board) {
    assert_eq!(a.name(), b.name());
    assert_eq!(a.rows(), b.rows());
    assert_eq!(a.diagram(), b.diagram());
    for &cell in a.cells() {
        assert_eq!(a.steps(cell), b.steps(cell));
    }
}

#[test]
fn a_graph_is_read_with_names_or_numbers_and_keeps_the_order_of_the_file() {
    let board = Board::from_graph_json(KITE).unwrap();
    let names: Vec<&str> = board.cells().iter().map(|&cell| board.cell_name(cell)).collect();
    assert_eq!(names, ["c1", "b1", "b2", "a1"]);
    assert_eq!(board.rows().len(), 1);
    let top = board.cell_named("c1").unwrap();
    let below: Vec<&str> =
        board.neighbours(top).iter().map(|&cell| board.cell_name(cell)).collect();
    assert_eq!(below, ["b2", "b1"]);
    assert!(board.is_graph() && board.diagram().show_edges);
}

#[test]
fn the_name_of_a_graph_is_the_graph_in_one_line() {
    let board = Board::from_graph_json(KITE).unwrap();
    let expected = concat!(
        r#"{"name":"kite","cells":[{"name":"c1","x":0,"y":-10.5},{"name":"b1","x":-10,"y":0},"#,
        r#"{"name":"b2","x":10,"y":0},{"name":"a1","x":0,"y":1e-7}],"#,
        r#""edges":[[0,1],[0,2],[1,3],[2,3]]}"#
    );
    assert_eq!(board.name(), expected);
    assert_same(&Board::from_graph_json(board.name()).unwrap(), &board);
}

#[test]
fn edges_are_drawn_one_unit_long_on_average_and_outlines_do_not_touch() {
    let board = Board::from_graph_json(KITE).unwrap();
    let diagram = board.diagram();
    let away = |a: [f64; 2], b: [f64; 2]| f64::hypot(a[0] - b[0], a[1] - b[1]);
    let length = |&(a, b): &(usize, usize)| away(diagram.cells[a].centre, diagram.cells[b].centre);
    let mean = diagram.edges.iter().map(length).sum::<f64>() / 4.0;
    assert!((mean - 1.0).abs() < 1e-12);
    for cell in &diagram.cells {
        let others = diagram.cells.iter().filter(|other| other.name != cell.name);
        let nearest = others.map(|other| away(other.centre, cell.centre)).fold(9.0, f64::min);
        assert_eq!(cell.outline.len(), 12);
        assert!(cell.outline.iter().all(|&p| (away(p, cell.centre) / nearest - 0.45).abs() < 1e-9));
    }
}

#[test]
fn nameless_cells_are_named_by_bands_from_the_bottom() {
    let text = r#"{"cells":[{"x":0,"y":0},{"x":1,"y":0},{"x":0,"y":1},{"x":1,"y":1}],
        "edges":[[0,1],[1,3],[3,2],["a1","b1"]]}"#;
    let board = Board::from_graph_json(text).unwrap();
    let names: Vec<&str> = board.cells().iter().map(|&cell| board.cell_name(cell)).collect();
    assert_eq!(names, ["b1", "b2", "a1", "a2"]);
    assert_eq!(board.symmetries().len(), 8);
}

#[test]
fn every_refusal_names_the_place_and_what_would_be_right() {
    let two = r#"{"x":0,"y":0},{"x":1,"y":0}"#;
    let cells = |cells: &str| format!("{{\"cells\":[{cells}],\"edges\":[[0,1]]}}");
    let star: Vec<String> = (1..=65).map(|leaf| format!("[0,{leaf}]")).collect();
    let table = [
        ("{\"cells\":\n ?".into(), "line 2 column 2", "JSON"),
        ("[]".into(), "top level: a list is no object", "fields name, cells, edges"),
        (r#"{"cell":[]}"#.into(), "top level: there is no field \"cell\"", "name, cells, edges"),
        (r#"{"edges":[]}"#.into(), "cells: it is missing", "a list"),
        (r#"{"cells":3}"#.into(), "cells: 3 is no list", "a list"),
        (format!("{{\"cells\":[{two}]}}"), "edges: it is missing", "a list"),
        (format!("{{\"name\":\"a b\",\"cells\":[{two}]}}"), "name: \"a b\"", "letters, digits"),
        (line(1, "[]"), "cells: there are 1 cells", "2 to 1024"),
        (line(1025, "[]"), "cells: there are 1025 cells", "2 to 1024"),
        (cells(r#"{"x":0,"y":0},7"#), "cells[1]: 7 is no object", "name, x, y"),
        (cells(r#"{"x":0,"y":0,"z":0}, 1"#), "cells[0]: there is no field \"z\"", "name, x, y"),
        (cells(r#"{"x":0,"y":0},{"x":1}"#), "cells[1].y: it is missing", "a number"),
        (cells(r#"{"x":0,"y":0},{"x":"1","y":0}"#), "cells[1].x: \"1\" is no coord", "a number"),
        (cells(r#"{"x":0,"y":0},{"x":1e7,"y":0}"#), "cells[1].x", "from -1000000 to 1000000"),
        (cells(r#"{"x":0,"y":0},{"x":1e999,"y":0}"#), "line 1 column", "JSON"),
        (cells(r#"{"x":0,"y":0},{"x":-0.0,"y":0}"#), "cells[1]: lies on cells[0]", "of its own"),
        (
            cells(r#"{"name":"A1","x":0,"y":0},{"x":1,"y":0}"#),
            "cells[0].name: \"A1\" is no name",
            "like 'b12'",
        ),
        (
            cells(r#"{"name":"a1","x":0,"y":0},{"name":"a1","x":1,"y":0}"#),
            "cells[1].name: 'a1' is the name of cells[0]",
            "of its own",
        ),
        (
            cells(r#"{"name":"a1","x":0,"y":0},{"x":1,"y":0}"#),
            "cells[1].name: it is",
            "or for none",
        ),
        (
            cells(r#"{"x":0,"y":0},{"name":"a1","x":1,"y":0}"#),
            "cells[0].name: it is",
            "or for none",
        ),
        (line(2, "[[0,1,1]]"), "edges[0]: a list is no pair", "[0,1]"),
        (line(2, "[[0,1],4]"), "edges[1]: 4 is no pair", "[0,1]"),
        (line(2, "[[0,2]]"), "edges[0][1]: 2 is no cell", "0 to 1"),
        (line(2, "[[-1,0]]"), "edges[0][0]: -1 is no cell", "0 to 1"),
        (line(2, "[[0,1.0]]"), "edges[0][1]: 1.0 is no cell", "0 to 1"),
        (line(2, r#"[["a1","a3"]]"#), "edges[0][1]: \"a3\" is no cell", "the name of a cell"),
        (line(2, "[[1,1]]"), "edges[0]: it joins 'a2' to itself", "two different"),
        (line(2, "[[0,1],[1,0]]"), "edges[1]: it repeats edges[0]", "once"),
        (line(66, &format!("[{}]", star.join(","))), "edges[64]: ", "at most 64"),
        (line(3, "[[0,1]]"), "no path leads from cells[0] to cells[2]", "hangs together"),
        (line(2, "[]"), "edges: no path leads", "hangs together"),
        (
            r#"{"cells":[{"x":0,"y":0},{"x":1,"y":0},{"x":1.001,"y":0}],"edges":[[0,1],[0,2]]}"#
                .into(),
            "cells[2]: lies too close to cells[1]",
            "mean edge length",
        ),
        (" ".repeat((1 << 20) + 1), "text: 1048577 bytes", "at most 1048576"),
        ("[".repeat(100_000), "line 1 column", "JSON"),
    ];
    for (text, place, right) in table {
        let message = refusal(&text);
        let (found, expected) = message.split_once("; expected ").unwrap();
        assert!(found.contains(place) && expected.contains(right), "{place}, {right}: {message}");
        assert!(message.len() < 300, "{message}");
    }
}

#[test]
fn the_largest_graph_is_read() {
    let edges: Vec<String> = (1..1024).map(|at| format!("[{},{at}]", at - 1)).collect();
    let board = Board::from_graph_json(&line(1024, &format!("[{}]", edges.join(",")))).unwrap();
    assert_eq!(board.cells().len(), 1024);
    assert!(board.is_connected());
}

/// Texts that look like graph files, right and wrong.
fn jsonish() -> impl Strategy<Value = String> {
    let number = || {
        prop_oneof![
            "[0-9]",
            "-?[0-9]{1,3}(\\.[0-9]{1,17})?",
            "-?[1-9]e-?[0-9]{1,3}",
            Just("null".to_owned())
        ]
    };
    let cell = (proptest::option::of("[a-c][0-3]"), number(), number()).prop_map(|(name, x, y)| {
        let name = name.map_or(String::new(), |name| format!("\"name\":\"{name}\","));
        format!("{{{name}\"x\":{x},\"y\":{y}}}")
    });
    let end = || prop_oneof!["[0-5]", "\"[a-c][1-3]\""];
    let edge = (end(), end()).prop_map(|(a, b)| format!("[{a},{b}]"));
    let list = |items: Vec<String>| items.join(",");
    (proptest::collection::vec(cell, 0..6), proptest::collection::vec(edge, 0..8)).prop_map(
        move |(cells, edges)| {
            format!("{{\"cells\":[{}],\"edges\":[{}]}}", list(cells), list(edges))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_a_name_or_refused(
        text in "\\PC{0,30}|(hexhex|hex|square|king|tri|voronoi|plane)-?[0-9x-]{0,30}"
    ) {
        if let Ok(name) = text.parse::<BoardName>() {
            prop_assert_eq!(name.to_string(), text);
        }
    }

    #[test]
    fn any_text_is_a_graph_or_refused(text in "\\PC{0,60}|[\\[\\]{}\",:0-9a-z.e-]{0,80}") {
        let _ = Board::from_graph_json(&text);
    }

    #[test]
    fn any_graph_that_is_read_survives_its_own_name(text in jsonish()) {
        if let Ok(board) = Board::from_graph_json(&text) {
            prop_assert!(board.is_connected());
            assert_same(&Board::from_graph_json(board.name()).unwrap(), &board);
        }
    }

    #[test]
    fn connected_graphs_at_any_places_survive_their_own_name(
        places in proptest::collection::vec((-1e6..1e6, -1e6..1e6), 2..12)
    ) {
        let cells: Vec<String> =
            places.iter().map(|(x, y)| format!("{{\"x\":{x},\"y\":{y}}}")).collect();
        let edges: Vec<String> = (1..places.len()).map(|at| format!("[{},{at}]", at / 2)).collect();
        let text = format!("{{\"cells\":[{}],\"edges\":[{}]}}", cells.join(","), edges.join(","));
        if let Ok(board) = Board::from_graph_json(&text) {
            assert_same(&Board::from_graph_json(board.name()).unwrap(), &board);
        }
    }
}
