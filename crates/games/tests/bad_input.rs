//! Whatever people type, files hold or attackers send: it is read or refused, with place and reason.
//!
//! Nothing may panic, hang or take memory without bound, and every refusal is a message of a sane
//! length. `SELFORGE_TEST_CASES=all` runs many more cases.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use proptest::test_runner::Config;
use selforge_core::{AnyState, Game, Spec, Status};
use selforge_games::selfo::family;
use selforge_games::{NoFiles, Playable};
use selforge_testkit::cases;

/// The longest message that fits a terminal.
const LONGEST: usize = 1_000;

/// Specs that open quickly, whatever becomes of their numbers.
const GOOD: &[&str] = &[
    r#"selfo board=hexhex-3 position="A1B/4/5/4/B1A A" swap=off"#,
    r#"selfo board=hexhex-3 position="A1B/4/C3C/4/B1A C out=B swap=-" length=1,2,any"#,
    r#"selfo board=hex-4x5 position="A3B/5/5/B3A A" special-length=2 plies=40 progress=off"#,
    r#"selfo board=square-1x9 position="A1A3B1B A" blockade=offer passes=off repetition=5"#,
    r#"selfo board=tri-2 position="A3b/7/7/B3a B sets=BA swap=A passes=1""#,
    r#"selfo board=voronoi-20-3 position="A3B/5/5/B3A A" seats=2"#,
    r#"selfo board=plane position="w1n1:A1B/1C/B1A/C A" length=2"#,
    r#"selfo board=plane position="w1n1:a1B/1c/b1A/C A" special-length=2"#,
    r#"selfo setup=regular-2 seats=3 length=2"#,
    r#"selfo board=king-8x8 setup=pawns seed=3"#,
    r#"selfo board=hexhex-3 setup=pattern pieces=3,3 special=1"#,
    "chess",
    r#"chess position="r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" repetition=5"#,
    r#"chess position="rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3""#,
    r#"chess position="8/8/4k3/8/8/2K2R2/8/8 b - - 99 140" repetition=off"#,
    "checkers",
    r#"checkers position="8/2B1B3/8/2B1B3/1a6/2B1B3/8/8 A" progress=off"#,
    r#"checkers position="B:W18,24,27,28,K10:B12,16,20,K22" repetition=off progress=9"#,
    "hex",
    r#"hex board=hex-4x5 position="5/2A2/5/5 A sets=BA" swap=off"#,
    r#"hex board=hex-13x13"#,
    "loa",
    r#"loa position="6BA/6BB/8/8/8/8/BB6/AB6 A" both=mover stuck=lose repetition=off"#,
    r#"selfo graph="{\"cells\":[{\"x\":0,\"y\":0},{\"x\":1,\"y\":0},{\"x\":2,\"y\":0},{\"x\":2,\"y\":1}],\"edges\":[[0,1],[1,2],[2,3]]}" position="ABAB A""#,
    r#"selfo graph="{\"name\":\"ring\",\"cells\":[{\"name\":\"a1\",\"x\":0,\"y\":0},{\"name\":\"a2\",\"x\":1,\"y\":0},{\"name\":\"b1\",\"x\":1,\"y\":1},{\"name\":\"b2\",\"x\":0,\"y\":1}],\"edges\":[[\"a1\",\"a2\"],[1,2],[2,3],[3,0]]}" position="ABAB A""#,
];

/// So many cases, and no file of failures: those become tests of their own.
fn config(default: u32, all: u32) -> Config {
    Config { cases: cases(default, all), failure_persistence: None, ..Config::default() }
}

/// Whether a message says something in one line.
fn is_sane(message: &str) -> bool {
    (10..=LONGEST).contains(&message.len()) && !message.contains(char::is_control)
}

/// Opens what may be a spec. Errors must be good ones, games must be playable.
fn try_open(text: &str) -> Result<Playable, String> {
    let checked = |message: String| {
        assert!(is_sane(&message), "{} bytes: {message:.300}", message.len());
        message
    };
    let spec = Spec::parse(text).map_err(|error| {
        assert!((1..=text.chars().count() + 1).contains(&error.column), "{error}");
        checked(error.to_string())
    })?;
    let playable =
        selforge_games::open(&spec, &NoFiles).map_err(|error| checked(error.to_string()))?;
    let again = selforge_games::open(&playable.spec, &NoFiles);
    let again = again.unwrap_or_else(|error| panic!("{} is refused: {error}", playable.spec));
    assert_eq!(again.spec, playable.spec, "{text}");
    assert_eq!(again.game.start(), playable.game.start(), "{text}");
    use_position(&playable, &playable.game.start());
    Ok(playable)
}

/// Does with a position what programs do with it.
fn use_position(playable: &Playable, state: &AnyState) {
    let game = &playable.game;
    let open = matches!(game.status(state), Status::ToMove(_));
    assert_eq!(game.count_moves(state) > 0, open);
    let mut text = String::new();
    game.write_state(state, &mut text).unwrap();
    assert_eq!(game.parse_state(&text).as_ref(), Ok(state), "{text}");
    if let Some(mv) = game.choose_move(state, |count| count / 2) {
        let mut next = state.clone();
        game.play(&mut next, mv);
        assert_ne!(next, *state);
    }
    let _ = (playable.diagram(state), playable.rules_text());
}

/// Reads what may be a position.
fn try_position(playable: &Playable, text: &str) {
    match playable.game.parse_state(text) {
        Ok(state) => use_position(playable, &state),
        Err(error) => {
            assert!(
                (1..=text.chars().count() + 1).contains(&error.column),
                "{error:?} in {text:?}"
            );
            let message = error.to_string();
            assert!(is_sane(&message), "{} bytes: {message:.300}", message.len());
        }
    }
}

/// One damage to a text.
#[derive(Clone, Debug)]
enum Damage {
    Put(usize, char),
    Drop(usize),
    Replace(usize, char),
    Double(usize, usize),
    Cut(usize),
    Exchange(usize, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let character = || {
        let usual: Vec<char> = r#"0123456789ABCDEFGabcxz=/"\-+,:; {}[].é€"#.chars().collect();
        prop_oneof![8 => prop::sample::select(usual), 1 => any::<char>()]
    };
    let place = || 0..1000usize;
    prop_oneof![
        (place(), character()).prop_map(|(at, c)| Damage::Put(at, c)),
        place().prop_map(Damage::Drop),
        (place(), character()).prop_map(|(at, c)| Damage::Replace(at, c)),
        (place(), 1..20usize).prop_map(|(at, length)| Damage::Double(at, length)),
        place().prop_map(Damage::Cut),
        (place(), place()).prop_map(|(a, b)| Damage::Exchange(a, b)),
    ]
}

fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for damage in damages {
        let place = |at: usize| at % chars.len().max(1);
        match *damage {
            Damage::Put(at, c) => chars.insert(place(at), c),
            _ if chars.is_empty() => {}
            Damage::Drop(at) => {
                chars.remove(place(at));
            }
            Damage::Replace(at, c) => {
                let at = place(at);
                chars[at] = c;
            }
            Damage::Double(at, length) => {
                let at = place(at);
                let part = chars[at..(at + length).min(chars.len())].to_vec();
                chars.splice(at..at, part);
            }
            Damage::Cut(at) => chars.truncate(place(at)),
            Damage::Exchange(a, b) => {
                let (a, b) = (place(a), place(b));
                chars.swap(a, b);
            }
        }
    }
    chars.into_iter().collect()
}

/// The position's text within a good spec.
fn position_of(spec: &str) -> Option<String> {
    Spec::parse(spec).unwrap().get("position").map(str::to_owned)
}

proptest! {
    #![proptest_config(config(400, 20_000))]

    #[test]
    fn any_text_is_a_spec_or_refused(text in "\\PC{0,60}|selfo [a-z]{1,9}=\\PC{0,40}|.{0,40}") {
        let _ = try_open(&text);
    }

    #[test]
    fn any_value_of_any_option_is_used_or_refused(
        option in prop::sample::select(family().options.iter().map(|doc| doc.key.clone()).collect::<Vec<_>>()),
        value in "\\PC{1,20}|[0-9]{1,25}|[a-z0-9,x-]{1,15}|[0-9]{1,2}(,[0-9]{1,2}){1,7}",
    ) {
        let spec = Spec::parse(r#"selfo board=hexhex-3 position="A1B/4/5/4/B1A A""#).unwrap();
        let _ = try_open(&spec.with(&option, &value).to_string());
        let _ = try_open(&Spec::new("selfo").with("board", "tri-2").with(&option, &value).to_string());
    }

    #[test]
    fn any_value_of_any_option_of_chess_and_checkers_is_used_or_refused(
        option in prop::sample::select(vec!["position", "repetition", "progress", "board"]),
        value in "\\PC{1,20}|[0-9]{1,25}|[pnbrqkPNBRQK1-8/]{1,30} [wb] [KQkq-]{1,4} [a-h1-8-]{1,2}|[ABab1-8/]{1,30} [AB]|[BW]:[BW][K0-9,]{0,15}:[BW][K0-9,]{0,15}",
    ) {
        let _ = try_open(&Spec::new("chess").with(option, &value).to_string());
        let _ = try_open(&Spec::new("checkers").with(option, &value).to_string());
    }

    #[test]
    fn a_damaged_spec_is_read_or_refused(
        good in prop::sample::select(GOOD),
        damages in prop::collection::vec(damage(), 1..4),
    ) {
        let _ = try_open(&damaged(good, &damages));
    }
}

proptest! {
    #![proptest_config(config(100, 3_000))]

    #[test]
    fn a_damaged_position_is_read_or_refused(
        damages in prop::collection::vec(prop::collection::vec(damage(), 1..4), 20),
        texts in prop::collection::vec("\\PC{0,30}|[A-Fa-f1-9/]{0,25} [A-F]( [a-z]{1,6}=[A-F0-9-]{0,3}){0,3}", 5),
    ) {
        for good in GOOD {
            let playable = try_open(good).unwrap();
            let Some(position) = position_of(good) else { continue };
            for damages in &damages {
                try_position(&playable, &damaged(&position, damages));
            }
            for text in &texts {
                try_position(&playable, text);
            }
        }
    }
}

#[test]
fn the_good_specs_are_good() {
    for good in GOOD {
        let opened = try_open(good);
        assert!(opened.is_ok(), "{good}: {}", opened.unwrap_err());
    }
}

#[track_caller]
fn refused(spec: &str, wanted: &[&str]) {
    let message = try_open(spec).map(|playable| playable.spec.to_string()).unwrap_err();
    for part in wanted {
        assert!(message.contains(part), "'{part}' is missing in: {message}");
    }
}

#[test]
fn sizes_out_of_all_bounds_are_refused() {
    refused("selfo pieces=999999999999", &["pieces", "999999999999", "2 to 1000"]);
    refused("selfo pieces=1000", &["2000 pieces", "at most 90"]);
    refused("selfo seats=99", &["seats", "99"]);
    refused("selfo board=hexhex-99999999", &["hexhex-99999999", "2 to 18"]);
    refused("selfo board=hexhex-99999999999999999999999999999", &["hexhex-"]);
    refused("selfo board=voronoi-999999999", &["8 to 1024"]);
    refused("selfo board=square-1024x1024", &["2 to 1024"]);
    refused("selfo board=king-4294967296x4294967296", &["1 to 1024"]);
    refused("selfo seed=99999999999999999999999", &["seed"]);
    refused("selfo length=99999999999999999999", &["length"]);
    refused("selfo density=4000000000", &["density"]);
    refused("selfo special=18446744073709551615", &["special"]);
    refused("selfo plies=18446744073709551616", &["plies"]);
    refused("selfo length=1,1,1,1,1,1,1,1,1,1,1", &["length", "2 seats"]);
}

#[test]
fn numbers_out_of_all_bounds_in_positions_are_refused() {
    let run = "9".repeat(100_000);
    let place =
        |position: &str, board: &str| format!("selfo board={board} position=\"{position}\"");
    refused(&place(&format!("{run} A"), "hexhex-3"), &["position", "character"]);
    refused(&place(&format!("A{run}B/4/5/4/B1A A"), "hexhex-3"), &["row 1", "3 cells"]);
    refused(&place(&format!("e0n0:A{run}B A"), "plane"), &["character", "9999"]);
    refused(&place(&format!("e0n0:A1B{} A", "/".repeat(50_000)), "plane"), &["character"]);
    refused(&place("e99999n0:A1B/B1A A", "plane"), &["character 1", "no cell of the plane"]);
    refused(&place(&format!("e0n0:{} A", "AB".repeat(5_000)), "plane"), &["1024 pieces"]);
    refused(&place("A1B/4/5/4/B1A A passes=999999999999", "hexhex-3"), &["passes", "0 to 2"]);
}

#[test]
fn moves_on_the_plane_have_an_end_though_it_has_none() {
    refused("selfo board=plane length=any", &["length=", "special-length="]);
    refused("selfo board=plane length=1,99", &["length=", "without a rim"]);
    refused("selfo board=plane special-length=any", &["special-length=", "without a rim"]);
    // Special pieces that a position brings along are held as short.
    for spec in [
        "selfo board=plane special=1",
        r#"selfo board=plane position="w1n1:a1B/3/B1A A""#,
        r#"selfo board=plane position="w1n1:A1B/3/B1A A""#,
    ] {
        let playable = try_open(spec).unwrap();
        try_position(&playable, "w1n1:a1B/3/b1A A");
    }
}

#[test]
fn texts_of_a_megabyte_are_refused_with_short_messages() {
    let long = "x".repeat(1 << 20);
    let nearly = "x".repeat(200_000);
    for text in [
        long.clone(),
        format!("selfo board={long}"),
        format!("selfo position=\"{long}\""),
        nearly.clone(),
        format!("{nearly} a=1"),
        format!("selfo {nearly}=1"),
        format!("selfo board={nearly}"),
        format!("selfo graph={nearly}"),
        format!("selfo graph=\"{{{nearly}}}\""),
        format!("selfo setup={nearly}"),
        format!("selfo setup=pattern pattern={nearly}"),
        format!("selfo length={nearly}"),
        format!("selfo pieces={nearly}"),
        format!("selfo position={nearly}"),
        format!("selfo position=\"{nearly} A\""),
        format!("selfo board=plane position=\"{nearly}:A A\""),
        format!("selfo board=hexhex-3 position=\"A1B/4/5/4/B1A {nearly}\""),
        format!("selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A {nearly}\""),
        format!("selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A sets={nearly}\""),
        format!("selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A {nearly}=1 {nearly}=1\""),
        format!("selfo board=hexhex-3 position=\"{}\"", "/".repeat(200_000)),
        format!("selfo blockade={nearly} swap={nearly}"),
        format!("selfo pieces={}", "2,".repeat(100_000)),
    ] {
        assert!(try_open(&text).is_err(), "{text:.60}");
    }
    for good in GOOD {
        let playable = try_open(good).unwrap();
        for text in [&long, &"/".repeat(1 << 20), &"é".repeat(1 << 19), &" ".repeat(1 << 20)] {
            try_position(&playable, text);
            try_position(&playable, &format!("{} {text}", position_of(good).unwrap_or_default()));
        }
    }
}

#[test]
fn graphs_that_nest_deeply_or_lie_about_their_cells_are_refused() {
    let graph =
        |json: &str| Spec::new("selfo").with("graph", json).with("position", "ABAB A").to_string();
    refused(&graph(&format!("{{\"cells\":{}", "[".repeat(60_000))), &["graph file", "column"]);
    refused(
        &graph(&format!("{{\"a\":{}1{}", "{\"a\":".repeat(9_000), "}".repeat(9_001))),
        &["graph"],
    );
    refused(&graph("{"), &["graph file", "line 1"]);
    refused(&graph("{}"), &["cells"]);
    refused(&graph(r#"{"cells":[],"edges":[]}"#), &["cells", "2 to 1024"]);
    refused(&graph(r#"{"cells":[{"x":0,"y":0},{"x":1e999,"y":0}],"edges":[]}"#), &["graph file"]);
    refused(&graph(r#"{"cells":[{"x":0,"y":0},{"x":1,"y":0}],"edges":[[0,9]]}"#), &["edges[0][1]"]);
    let many: Vec<String> = (0..5_000).map(|at| format!(r#"{{"x":{at},"y":0}}"#)).collect();
    refused(&graph(&format!(r#"{{"cells":[{}],"edges":[]}}"#, many.join(","))), &["2 to 1024"]);
    refused("selfo graph=/etc/passwd", &["/etc/passwd", "files are not read here"]);
}

#[test]
fn refusals_name_the_place_and_what_would_be_right() {
    refused("shogi", &["unknown game 'shogi'", "selfo, rulespace, chess, checkers, hex, loa"]);
    refused("selfo lenght=2", &["lenght", "length"]);
    refused("selfo board=hexhex-6 board=hexhex-7", &["character 22", "twice"]);
    refused("selfo board=torus-3", &["torus-3", "hexhex-N"]);
    refused("selfo setup=nice", &["setup", "nice", "spiral"]);
    refused("selfo swap=maybe", &["swap", "on", "off"]);
    refused("selfo board=hexhex-3 position=\"A1B/4/5/4/B1A\"", &["seat to move is missing"]);
    refused(
        "selfo board=hexhex-3 position=\"A1B/4/6/4/B1A A\"",
        &["character 7", "row 3 is too long", "5 cells"],
    );
    refused(
        "selfo board=hexhex-3 position=\"A1B/4/5/4/B1X A\"",
        &["character 13", "'X' is no piece"],
    );
    refused("selfo board=hexhex-3 position=\"A1B/4/5/4/B1A C\"", &["character 15", "A to B"]);
    refused("selfo setup=spiral position=\"A1B/4/5/4/B1A A\"", &["setup=", "position="]);
}

#[test]
fn chess_positions_that_cannot_be_are_refused_with_place_and_reason() {
    let position =
        |fen: &str, wanted: &[&str]| refused(&format!("chess position=\"{fen}\""), wanted);
    position("hello", &["character 1", "'h' is no piece"]);
    position("8/8/8/8/8/8/8 w - - 0 1", &["character 14", "7 rows", "8 rows"]);
    position("8/8/8/8/8/8/8/8/8 w", &["character 16", "more than 8 rows"]);
    position("8/8/8/8/8/8/8/8 w - - 0 1", &["character 1", "White has 0 kings", "one king a side"]);
    position("k7/8/8/8/8/8/8/8 w - - 0 1", &["White has 0 kings"]);
    position("k6k/8/8/8/8/8/8/K7 w - - 0 1", &["Black has 2 kings"]);
    position("k7/7/8/8/8/8/8/K7 w", &["character 5", "row 2 has 7 cells"]);
    position("k7/9/8/8/8/8/8/K7 w", &["character 4", "row 2 is too long"]);
    position("k6P/8/8/8/8/8/8/K7 w", &["character 3", "a pawn in row 1"]);
    position("k7/pppppppp/p7/8/8/8/8/K7 w", &["Black has 9 pawns", "at most 8"]);
    position("k7/8/8/8/8/8/8/K7", &["character 18", "the side to move is missing"]);
    position("k7/8/8/8/8/8/8/K7 A", &["character 19", "'A' is no side", "w or b"]);
    position("k7/8/8/8/8/8/8/K7 w K - 0 1", &["character 21", "'K'", "first squares"]);
    position("k7/8/8/8/8/8/8/K7 w x - 0 1", &["character 21", "KQkq"]);
    position("k7/8/8/8/8/8/8/K7 w - e6 0 1", &["character 23", "double step"]);
    position("k7/8/8/8/8/8/8/K7 w - - 101 1", &["character 25", "0 to 100"]);
    position("k7/8/8/8/8/8/8/K7 w - - -1 1", &["character 25", "0 to 100"]);
    position("k7/8/8/8/8/8/8/K7 w - - 0 0", &["character 27", "1 to 65535"]);
    position("k7/8/8/8/8/8/8/K7 w - - 0 1 more", &["character 29", "'more'", "six fields"]);
    position("k7/8/8/8/8/8/8/R6K w - - 0 1", &["character 1", "in check"]);
}

#[test]
fn checkers_positions_that_cannot_be_are_refused_with_place_and_reason() {
    let position =
        |text: &str, wanted: &[&str]| refused(&format!("checkers position=\"{text}\""), wanted);
    position("hello", &["character 1", "'h' is no piece"]);
    position("A7/8/8/8/8/8/8/B7 A", &["character 1", "light square", "a1"]);
    position("1A6/8/8/8/8/8/8/1A6 A", &["character 18", "light square"]);
    position("8/8/8/8/8/8/8/A1B5 A", &["character 15", "crowned", "king"]);
    position("1B6/8/8/8/8/8/8/8 A", &["character 2", "a man of B"]);
    position("1A6/8/8/8/8/8/8 A", &["7 rows"]);
    position("1A6/8/8/8/8/8/8/B6 A", &["character 19", "row 8 has 7 cells"]);
    position("1A6/8/8/8/8/8/8/B7", &["character 19", "the seat to move is missing"]);
    position("1A6/8/8/8/8/8/8/B7 C", &["character 20", "'C'", "A or B"]);
    position("1A6/8/8/8/8/8/8/8 A", &["seat B has lost all pieces"]);
    position("B:W33:B1", &["character 4", "'33' is no square", "1 to 32"]);
    position("B:W30,K30:B1", &["character 7", "two pieces"]);
    position("B:W30", &["a side is missing"]);
    position("B:W30:W31", &["character 7", "twice"]);
    position("X:W30:B1", &["character 1", "'X' is no side"]);
    position("B:W1:B2", &["character 4", "a man of B"]);
    position(&format!("B:W30:B{}", "1,".repeat(200)), &["characters", "at most 300"]);
}

#[test]
fn hex_boards_and_positions_that_cannot_be_are_refused_with_place_and_reason() {
    refused("hex board=hex-2x9", &["board=hex-2x9", "hex-RxC, R and C from 3 to 19"]);
    refused("hex board=hex-9x20", &["board=hex-9x20", "3 to 19"]);
    refused("hex board=hexhex-6", &["board=hexhex-6", "hex-RxC"]);
    refused("hex board=hex-11", &["hex-11"]);
    refused("hex swap=yes", &["swap", "on or off"]);
    refused("hex size=11", &["size", "no such option"]);
    let position = |text: &str, wanted: &[&str]| {
        refused(&format!("hex board=hex-3x4 position=\"{text}\""), wanted);
    };
    position("4/4 A", &["position, character 4", "2 rows", "3 rows"]);
    position("4/4/4/4 A", &["character 6", "more than 3 rows"]);
    position("4/5/4 A", &["character 3", "row 2 is too long", "4 cells"]);
    position("4/2C1/4 A", &["character 4", "'C' is no piece"]);
    position("4/2a1/4 A", &["character 4", "'a' is no piece"]);
    position("4/4/4", &["character 6", "the seat to move is missing"]);
    position("4/4/4 C", &["character 7", "'C' is no seat", "A or B"]);
    position("4/4/4 A sets=BB", &["character 9", "unknown word 'sets=BB'", "sets=BA"]);
    position("4/4/4 A sets=BA sets=AB", &["character 17", "unknown word"]);
    position("A3/A3/A3 A", &["character 10", "seat A has connected its sides"]);
    position("A3/A3/A3 B sets=BA", &["character 10", "seat B has connected its sides"]);
}

#[test]
fn positions_of_lines_of_action_that_cannot_be_are_refused_with_place_and_reason() {
    let position =
        |text: &str, wanted: &[&str]| refused(&format!("loa position=\"{text}\""), wanted);
    position("hello", &["character 1", "'h' is no piece"]);
    position("8/8/8/8/8/8/8 A", &["character 14", "7 rows", "8 rows"]);
    position("8/8/8/8/8/8/8/A6B1 A", &["character 18", "row 8 is too long"]);
    position("8/8/8/8/8/8/8/A6B", &["character 18", "the seat to move is missing"]);
    position("8/8/8/8/8/8/8/A6B W", &["character 19", "'W' is no seat"]);
    position("8/8/8/8/8/8/8/A6B A 3", &["character 21", "unknown word '3'"]);
    position("8/8/8/8/8/8/8/A7 A", &["character 1", "seat B has 0 pieces", "1 to 12"]);
    position("AAAAAAAA/AAAAA3/8/8/8/8/8/B7 A", &["seat A has 13 pieces", "1 to 12"]);
    refused("loa both=lose", &["both", "draw or mover"]);
    refused("loa stuck=draw", &["stuck", "pass or lose"]);
}
