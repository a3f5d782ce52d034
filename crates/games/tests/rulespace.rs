//! The rule space: worked endings, and agreement with the plain rules in `plain/mod.rs`.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::Config;
use selforge_core::{Action, AnyGame, Game, Spec, Status, Stream, Timeline};
use selforge_games::rulespace::{Converted, Genes, RuleSpace, Rules, Stuck, paper};
use selforge_games::{Described, NoFiles, Playable};
use selforge_testkit::{cases, is_blessing, perft as table};

mod plain;
use plain::Plain;

fn open(spec: &str) -> Playable {
    let parsed = Spec::parse(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
    selforge_games::open(&parsed, &NoFiles).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Why a spec opens no game.
fn refusal(spec: &str) -> String {
    selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).expect_err(spec).to_string()
}

fn text_of<G: Game>(game: &G, state: &G::State) -> String {
    let mut text = String::new();
    game.write_state(state, &mut text).unwrap();
    text
}

fn move_text<G: Game>(game: &G, state: &G::State, mv: G::Move) -> String {
    let mut text = String::new();
    game.write_move(state, mv, &mut text).unwrap();
    text
}

// Agreement with the plain rules.

/// Plays a random game by both implementations and compares everything on the way. Returns its end and its
/// last position.
fn agree(genes: Genes, rules: Rules, spec: &Spec, stream: &mut Stream) -> (String, String) {
    let game = RuleSpace::new(genes, rules).unwrap();
    let (plain, mut position) = Plain::open(spec, &genes.to_string());
    let mut state = game.start();
    loop {
        let place = format!("{spec}: {}", position.text());
        assert_eq!(text_of(&game, &state), position.text(), "{spec}");
        let result = match game.status(&state) {
            Status::ToMove(_) => None,
            Status::Over(outcome) => Some(format!("{outcome}, {}", game.ending(&state))),
        };
        assert_eq!(result, plain.result(&position), "{place}");
        if let Some(result) = result {
            return (result, position.text());
        }
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves);
        let mut fast: Vec<String> = moves.iter().map(|&mv| move_text(&game, &state, mv)).collect();
        fast.sort();
        let turns = plain.turns(&position);
        let mut slow: Vec<String> = turns.iter().map(plain::Turn::text).collect();
        slow.sort();
        assert_eq!(fast, slow, "{place}");
        let mv = game.choose_move(&state, |count| stream.below(count)).unwrap();
        let text = move_text(&game, &state, mv);
        let turn = turns.iter().find(|turn| turn.text() == text).unwrap();
        position = plain.play(&position, *turn);
        game.play(&mut state, mv);
    }
}

#[test]
fn random_chromosomes_play_to_the_end_exactly_as_the_plain_rules_do() {
    let mut endings = std::collections::BTreeMap::new();
    let mut freed = 0;
    for index in 0..cases(400, 10_000) {
        let mut stream = Stream::new(1, "agreement", index.into());
        let genes = Genes::random(16, &mut stream);
        // Some games have the other answers to what the sources leave open.
        let (other, kings) = (index % 8 == 7, index % 4 == 1);
        let options = match (other, kings) {
            (true, _) => " moves=60 end=draw rook=file",
            (_, true) => " stuck=honour converted=kept",
            _ => "",
        };
        let spec = Spec::parse(&format!("rulespace genes={genes}{options}")).unwrap();
        let rules = if other {
            use selforge_games::rulespace::{LimitEnd, Rook};
            Rules { moves: 60, end: LimitEnd::Draw, rook: Rook::File, ..Rules::default() }
        } else if kings {
            Rules { stuck: Stuck::Honour, converted: Converted::Kept, ..Rules::default() }
        } else {
            Rules::default()
        };
        let (end, last) = agree(genes, rules, &spec, &mut stream);
        freed += u32::from(last.contains("free="));
        let kind = end.split(", ").nth(1).unwrap().to_string();
        *endings.entry(kind).or_insert(0u32) += 1;
    }
    // A comparison that never saw one of the endings would prove little.
    assert_eq!(endings.len(), 5, "{endings:?}");
    assert!(freed > 0, "no game went on without honour");
}

#[test]
fn the_plain_rules_give_the_same_perft_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft/rulespace.txt");
    let text = fs::read_to_string(&path).unwrap();
    let count = |spec: &str, depth| {
        let spec = Spec::parse(spec).unwrap();
        let genes = match (spec.get("genes"), spec.get("game")) {
            (Some(genes), _) => genes.to_owned(),
            (None, name) => {
                let name = name.unwrap_or("paper-1");
                let game = paper::GAMES.iter().find(|game| game.name == name).unwrap();
                game.genes().to_string()
            }
        };
        let (plain, start) = Plain::open(&spec, &genes);
        plain.perft(&start, depth)
    };
    if is_blessing() {
        fs::write(path, table::fill_table(&text, count)).unwrap();
    } else {
        table::check_table(&text, count);
    }
}

// Worked endings. The genes of these games place one piece each and matter for the kinds alone; the
// positions are given. A1 is at the bottom left and A moves up.

/// A game in which all kinds move by `movement`, reach and capture as given.
struct Kinds {
    movement: &'static str,
    reach: &'static str,
    capture: &'static str,
    honour: char,
    becomes: &'static str,
    duty: char,
}

const PLAIN_MEN: Kinds = Kinds {
    movement: "123456",
    reach: "000000",
    capture: "000000",
    honour: '0',
    becomes: "000000",
    duty: '0',
};

impl Kinds {
    /// The spec, with every kind on the board at the start.
    fn spec(&self, position: &str, options: &str) -> String {
        format!(
            "rulespace genes=123456{}{}{}{}{}{}{} position=\"{position}\" {options}",
            "0".repeat(18),
            self.movement,
            self.reach,
            self.capture,
            self.honour,
            self.becomes,
            self.duty
        )
    }

    fn table(&self, position: &str, options: &str) -> Table {
        Table(Timeline::new(Arc::new(open(&self.spec(position, options)).game)))
    }
}

/// A game being played.
struct Table(Timeline<AnyGame>);

impl Table {
    /// Lets whoever is to move play each of these moves in turn.
    #[track_caller]
    fn play(mut self, moves: &str) -> Table {
        for text in moves.split_whitespace() {
            let seat = self.0.status().to_move().unwrap_or_else(|| panic!("over before {text}"));
            let mv = self.0.game().parse_move(self.0.state(), text);
            let mv = mv.unwrap_or_else(|error| panic!("{seat} {text}: {error}"));
            self.0.act(seat, Action::Move(mv)).unwrap();
        }
        self
    }

    /// How the game ended, or who is to move.
    #[track_caller]
    fn is(self, expected: &str) -> Table {
        let found = match (self.0.status(), self.0.result()) {
            (Status::ToMove(seat), None) => format!("{seat} to move"),
            (_, Some((outcome, ending))) => format!("{outcome}, {ending}"),
            (Status::Over(_), None) => panic!("over without a result"),
        };
        assert_eq!(found, expected);
        self
    }

    #[track_caller]
    fn shows(self, expected: &str) -> Table {
        assert_eq!(text_of(&**self.0.game(), self.0.state()), expected);
        self
    }

    /// The legal moves.
    #[track_caller]
    fn moves(self, expected: &str) -> Table {
        let mut moves = Vec::new();
        self.0.legal_moves(&mut moves);
        let mut texts: Vec<String> =
            moves.into_iter().map(|mv| move_text(&**self.0.game(), self.0.state(), mv)).collect();
        texts.sort();
        assert_eq!(texts.join(" "), expected);
        self
    }
}

#[test]
fn who_loses_the_last_piece_of_honour_loses_at_once() {
    let kings = Kinds { honour: '3', ..PLAIN_MEN };
    kings.table("8/8/8/8/3w4/3W4/8/7U A", "").play("d3xd4").is("A wins, honour lost");
    kings.table("8/8/8/8/3w4/3W4/8/7U B", "").play("d4xd3").is("B wins, honour lost");
    // One of two may go.
    kings.table("w7/8/8/8/3w4/3W4/8/7U A", "").play("d3xd4").is("B to move");
}

#[test]
fn a_kind_of_honour_that_nobody_had_at_the_start_counts_for_nothing() {
    // Only kind 1 is placed by the genes, so the honour of kind 3 is void.
    let genes = format!("1{}1234560000000000003000000{}", "0".repeat(23), "0");
    let spec = format!("rulespace genes={genes}");
    assert!(open(&spec).rules_text().contains("Leave your opponent without a move"), "{spec}");
    let game = open(&format!("{spec} position=\"8/8/8/8/3u4/4U3/8/8 A\""));
    assert_eq!(game.status_text(&game.game.start()), "A to move");
}

#[test]
fn who_converts_the_own_last_piece_of_honour_loses_it() {
    let pawns = Kinds { honour: '6', becomes: "000003", ..PLAIN_MEN };
    let start = "8/Z7/8/8/8/8/7z/8 A";
    pawns
        .table(start, "")
        .play("a7-a8")
        .is("B wins, honour lost")
        .shows("W7/8/8/8/8/8/7z/8 B moves=1");
}

#[test]
fn by_an_option_conversion_takes_no_honour_and_a_new_piece_of_honour_brings_it_back() {
    let pawns = Kinds { honour: '6', becomes: "006003", ..PLAIN_MEN };
    let table = pawns.table("8/Z7/7W/8/8/8/7z/z7 A", "converted=kept").play("a7-a8");
    let table = table.is("B to move").shows("W7/8/7W/8/8/8/7z/z7 B moves=1 free=A");
    let table = table.play("h2-h1");
    // B's last but one became another kind; the last one still counts.
    let table = table.is("A to move").play("h6-h7").is("B to move");
    let again = table.shows("W7/7W/8/8/8/8/8/z6w B moves=3 free=A");
    again.play("h1-h2 h7-h8").is("B to move").shows("W6Z/8/8/8/8/8/7w/z7 B moves=5");
    let free = pawns.spec("W7/8/8/8/8/8/7z/8 B free=A", "");
    assert!(refusal(&free).contains("converted=kept"), "{free}");
}

#[test]
fn by_an_option_a_player_whose_pieces_of_honour_cannot_move_has_lost() {
    // The king of kind 3 stands behind its own men; a pawn of kind 6 could move.
    let kings = Kinds { honour: '3', movement: "663666", ..PLAIN_MEN };
    let walled = "7w/8/8/8/8/6z1/UU6/WU6 B";
    kings.table(walled, "").play("g3-g2").is("A to move");
    let stuck = kings.table(walled, "stuck=honour").play("g3-g2");
    stuck.is("B wins, no move for the pieces of honour");
    // Whoever is not to move may be walled in.
    kings.table("7w/8/8/8/8/6z1/UU6/WU6 B", "stuck=honour").is("B to move");
    // A king that must not move because capturing is a duty is not stuck.
    let duty = Kinds { duty: '1', ..kings };
    duty.table("7w/8/8/8/8/u7/UU6/W7 A", "stuck=honour").is("A to move").moves("a2xa3");
}

#[test]
fn taking_the_last_piece_of_honour_wins_before_anything_is_converted() {
    let kings = Kinds { honour: '3', becomes: "001000", ..PLAIN_MEN };
    let table = kings.table("w7/W7/8/8/8/8/8/8 A", "").play("a7xa8");
    table.is("A wins, honour lost").shows("W7/8/8/8/8/8/8/8 B moves=1");
}

#[test]
fn a_player_without_a_move_loses() {
    // Pawns that jump straight forward only, two behind each other on both sides.
    let pawns = Kinds { capture: "111111", ..PLAIN_MEN };
    pawns.table("8/8/z7/z7/Z7/8/Z7/8 A", "").play("a2-a3").is("A wins, no move left");
    // Nor does one without pieces have a move.
    PLAIN_MEN.table("8/8/8/3z4/3Z4/8/8/8 A", "").play("d4xd5").is("A wins, no move left");
}

#[test]
fn after_the_last_move_the_pieces_are_counted() {
    let at_99 = |pieces: &str, options| {
        PLAIN_MEN.table(&format!("{pieces} A moves=99"), options).play("a1-a2")
    };
    at_99("7w/8/8/8/8/8/8/WU6", "").is("A wins, pieces counted at the move limit");
    at_99("6ww/8/8/8/8/8/8/W7", "").is("B wins, pieces counted at the move limit");
    at_99("7w/8/8/8/8/8/8/W7", "").is("draw, pieces counted at the move limit");
    at_99("7w/8/8/8/8/8/8/WU6", "end=draw").is("draw, move limit");
    at_99("7w/8/8/8/8/8/8/W7", "moves=101").is("B to move");
    PLAIN_MEN
        .table("7w/8/8/8/8/8/8/WU6 A", "moves=2")
        .play("a1-a2 h8-h7")
        .is("A wins, pieces counted at the move limit");
}

#[test]
fn a_player_who_is_stuck_after_the_last_move_has_lost_whatever_the_count() {
    let pawns = Kinds { capture: "111111", ..PLAIN_MEN };
    let table = pawns.table("8/z7/z7/z7/Z7/8/Z7/8 A moves=99", "");
    table.play("a2-a3").is("A wins, no move left");
    let table = pawns.table("7z/8/z7/z7/Z7/8/Z7/8 A moves=99", "");
    table.play("a2-a3").is("B wins, pieces counted at the move limit");
}

#[test]
fn a_chain_of_jumps_must_go_on_and_counts_as_one_move() {
    let jumpers = Kinds { capture: "111111", ..PLAIN_MEN };
    let table = jumpers.table("7w/8/3v4/8/3v4/2V5/8/W7 A", "");
    // Capturing is no duty here, but going on is.
    let table = table.moves("a1-a2 a1-b1 a1-b2 c3-b2 c3-b4 c3-d2 c3xe5").play("c3xe5");
    let table = table.is("A to move").shows("7w/8/3v4/4V3/8/8/8/W7 A chain=e5");
    let table = table.moves("e5xc7").play("e5xc7").is("B to move");
    table.shows("7w/2V5/8/8/8/8/8/W7 B moves=1");
}

#[test]
fn a_jump_needs_an_empty_cell_right_behind_the_enemy() {
    let jumpers = Kinds { capture: "111111", ..PLAIN_MEN };
    jumpers.table("8/8/8/4v3/3v4/2V5/8/8 A", "").moves("c3-b2 c3-b4 c3-d2");
    jumpers.table("8/8/8/4U3/3v4/2V5/8/8 A", "").moves("c3-b2 c3-b4 c3-d2 e5-d6 e5-f6");
    jumpers.table("8/8/8/8/8/8/6V1/7v A", "").moves("g2-f1 g2-f3 g2-h3");
}

#[test]
fn a_piece_of_many_steps_slides_up_to_what_it_jumps_over() {
    let queens = Kinds { reach: "111111", capture: "111111", duty: '1', ..PLAIN_MEN };
    let table = queens.table("z7/8/3z4/8/8/8/8/Z2W4 A", "").moves("d1xd7").play("d1xd7");
    table.shows("z7/3W4/8/8/8/8/8/Z7 B moves=1").is("B to move");
    // And goes on in the same way.
    let table = queens.table("z7/6z1/3z4/8/8/8/8/3W4 A", "").play("d1xd7").moves("d7xh7");
    table.play("d7xh7").shows("z7/7W/8/8/8/8/8/8 B moves=1");
}

#[test]
fn leapers_take_what_they_leap_onto_or_what_lies_one_leap_before_their_goal() {
    PLAIN_MEN.table("8/8/8/8/8/2z5/8/1X6 A", "").moves("b1-a3 b1-d2 b1xc3");
    let over = Kinds { capture: "111111", ..PLAIN_MEN };
    over.table("8/8/8/8/8/2z5/8/1X6 A", "").moves("b1-a3 b1-d2 b1xd5");
    let far = Kinds { reach: "111111", ..PLAIN_MEN };
    far.table("8/8/8/8/8/8/8/X6z A", "").moves("a1-b3 a1-c2 a1-c5 a1-d7 a1-e3 a1-g4");
    far.table("8/8/8/2z5/8/8/8/X6z A", "").moves("a1-b3 a1-c2 a1-e3 a1-g4 a1xc5");
}

#[test]
fn a_piece_that_ends_its_move_on_the_last_row_is_converted() {
    let pawns = Kinds { becomes: "000002", ..PLAIN_MEN };
    pawns.table("8/Z7/8/8/8/8/7z/8 A", "").play("a7-a8 h2-h1").shows("V7/8/8/8/8/8/8/7v A moves=2");
    // The own first row is not the last row.
    let kings = Kinds { becomes: "001000", ..PLAIN_MEN };
    kings.table("7w/8/8/8/8/8/W7/8 A", "").play("a2-a1").shows("7w/8/8/8/8/8/8/W7 B moves=1");
    // Capturing there converts as well, and so does moving along it.
    kings.table("z6w/1W6/8/8/8/8/8/8 A", "").play("b7xa8").shows("U6w/8/8/8/8/8/8/8 B moves=1");
    kings.table("W6w/8/8/8/8/8/8/8 A", "").play("a8-b8").shows("1U5w/8/8/8/8/8/8/8 B moves=1");
}

#[test]
fn a_chain_that_leaves_the_last_row_again_does_not_convert() {
    let jumpers = Kinds { capture: "111111", becomes: "060000", ..PLAIN_MEN };
    let table = jumpers.table("8/1u1u4/V7/4w3/8/8/8/8 A", "").play("a6xc8");
    let table = table.shows("2V5/3u4/8/4w3/8/8/8/8 A chain=c8").is("A to move");
    table.play("c8xe6").shows("8/8/4V3/4w3/8/8/8/8 B moves=1");
}

#[test]
fn where_capturing_is_a_duty_only_captures_are_legal() {
    let duty = Kinds { duty: '1', ..PLAIN_MEN };
    duty.table("7w/8/8/8/8/1z6/W7/7W A", "").moves("a2xb3");
    duty.table("7w/8/8/8/8/8/8/7W A", "").moves("h1-g1 h1-g2 h1-h2");
    PLAIN_MEN.table("7w/8/8/8/8/1z6/W7/8 A", "").moves("a2-a1 a2-a3 a2-b1 a2-b2 a2xb3");
}

#[test]
fn the_rook_of_movement_five_can_be_bound_to_its_file() {
    PLAIN_MEN.table("7w/8/8/8/8/8/8/3Y4 A", "").moves("d1-c1 d1-d2 d1-e1");
    PLAIN_MEN.table("7w/8/8/8/8/8/8/3Y4 A", "rook=file").moves("d1-d2");
}

#[test]
fn the_second_player_moves_down() {
    PLAIN_MEN.table("3u4/8/8/8/8/8/8/3Y4 B", "").moves("d8-c7 d8-e7");
    PLAIN_MEN.table("3z4/8/8/8/8/8/8/3Y4 B", "").moves("d8-d7");
}

#[test]
fn the_second_army_is_the_first_turned_by_half_a_turn() {
    let game = open("rulespace genes=12000000000000003000000012345600000000000000000000");
    assert_eq!(game.position_text(&game.game.start()), "6vu/8/7w/8/8/W7/8/UV6 A");
}

// What is refused.

#[test]
fn genes_that_break_the_limit_are_refused_with_what_would_be_right() {
    let genes = format!("{}12345600000000000000000000", "1".repeat(24));
    assert_eq!(
        refusal(&format!("rulespace genes={genes}")),
        format!(
            "option genes={genes}: genes 1 to 24 place 24 pieces a side and the limit is 16; expected \
             at least 8 more zeros there, or limit=24"
        )
    );
    assert_eq!(open(&format!("rulespace genes={genes} limit=24")).spec.get("limit"), Some("24"));
    let none = format!("{}12345600000000000000000000", "0".repeat(24));
    assert!(refusal(&format!("rulespace genes={none}")).contains("place no piece"));
    assert_eq!(
        refusal("rulespace genes=123"),
        "option genes=123: 3 characters; expected 50 digits, one a gene"
    );
    assert_eq!(
        refusal(&format!("rulespace game=paper-2 genes={genes}")),
        "genes= and game= are both given; expected one of them"
    );
    assert!(refusal("rulespace game=paper-5").contains("did you mean 'paper-"));
    assert!(refusal("rulespace moves=0").contains("expected a whole number from 1 to 9999"));
}

#[test]
fn damaged_positions_are_refused_with_the_place() {
    let refused = |position: &str| {
        let kinds = Kinds { honour: '3', capture: "100000", ..PLAIN_MEN };
        let text = refusal(&kinds.spec(position, ""));
        text.split_once(": ").unwrap().1.to_owned()
    };
    let rows = "8/8/8/8/3w4/3W4/8/7U";
    assert_eq!(refused(""), "character 1: row 1 has 0 cells; expected 8 cells");
    assert!(refused("8/8 A").starts_with("character 4: there are only 2 rows"));
    assert!(refused("8/7/8/8/8/8/8/8 A").starts_with("character 4: row 2 has 7 cells"));
    assert!(refused("9/8/8/8/8/8/8/8 A").starts_with("character 1: row 1 is too long"));
    assert!(refused("44w/8/8/8/8/8/8/8 A").starts_with("character 2: row 1 is too long"));
    assert!(
        refused(&format!("{rows}/8 A")).starts_with("character 21: there are more than 8 rows")
    );
    assert!(refused(rows).starts_with("character 21: the seat to move is missing"));
    assert!(refused(&format!("{rows} C")).starts_with("character 22: 'C' is no seat"));
    assert!(refused(&format!("{rows} A moves=101")).contains("a number from 1 to 100"));
    assert!(refused(&format!("{rows} A chain=h9")).contains("'h9' is no cell"));
    assert!(refused(&format!("{rows} A chain=h1")).contains("nothing on h1 must go on jumping"));
    assert!(refused(&format!("{rows} A far=1")).contains("'far=1' says nothing"));
    assert!(refused("8/8/8/8/8/8/8/7U A").contains("neither side has a piece of honour (kind 3)"));
}

proptest! {
    #![proptest_config(Config {
        cases: cases(200, 5_000),
        failure_persistence: None,
        ..Config::default()
    })]

    #[test]
    fn whatever_stands_in_a_spec_is_opened_or_refused(
        genes in "[0-9x]{0,60}",
        options in "( (moves|limit|end|rook|game|position)=[a-z0-9-]{0,12}){0,3}",
    ) {
        if let Ok(spec) = Spec::parse(&format!("rulespace genes={genes}{options}"))
            && let Err(error) = selforge_games::open(&spec, &NoFiles)
        {
            let message = error.to_string();
            prop_assert!((10..1000).contains(&message.len()), "{message}");
            prop_assert!(!message.contains(char::is_control));
        }
    }

    #[test]
    fn whatever_is_typed_as_a_position_is_read_or_refused(
        seed in 0u64..1000,
        text in "[1-8U-Zu-z/]{0,40}( A| B| C|)( moves=[0-9]{1,4})?( chain=[a-i][0-9])?",
    ) {
        let genes = Genes::random(16, &mut Stream::new(seed, "positions", 0));
        let game = RuleSpace::new(genes, Rules::default()).unwrap();
        match game.parse_state(&text) {
            Err(error) => prop_assert!((1..=text.chars().count() + 1).contains(&error.column)),
            Ok(state) => prop_assert_eq!(game.parse_state(&text_of(&game, &state)), Ok(state)),
        }
    }

    #[test]
    fn damaged_positions_of_real_games_never_break_a_game(
        seed in 0u64..1000,
        plies in 0u32..40,
        at in 0usize..60,
        sign in "[1-8U-Zu-z/ AB=]",
    ) {
        let mut stream = Stream::new(seed, "positions", 1);
        let game = RuleSpace::new(Genes::random(16, &mut stream), Rules::default()).unwrap();
        let mut state = game.start();
        for _ in 0..plies {
            if let Some(mv) = game.choose_move(&state, |count| stream.below(count)) {
                game.play(&mut state, mv);
            }
        }
        let mut text = text_of(&game, &state);
        let at = at.min(text.len() - 1);
        text.replace_range(at..=at, &sign);
        if let Ok(mut state) = game.parse_state(&text) {
            prop_assert_eq!(game.parse_state(&text_of(&game, &state)), Ok(state));
            // It can be played on from there.
            for _ in 0..10 {
                let open = game.status(&state).to_move().is_some();
                let mv = game.choose_move(&state, |count| stream.below(count));
                prop_assert_eq!(mv.is_some(), open, "{}", text_of(&game, &state));
                let Some(mv) = mv else { break };
                game.play(&mut state, mv);
            }
            let _ = (game.diagram(&state), game.usable_cells());
        }
    }
}

/// Whose turn it is and how many moves were made must not look like a piece on a low cell.
#[test]
fn different_positions_have_different_keys() {
    let genes = "42650002355434630001040035324200111010101000612621";
    let game = open(&format!("rulespace genes={genes}")).game;
    let mut known = std::collections::HashMap::new();
    let mut moves = Vec::new();
    for seed in 0..60 {
        let mut stream = Stream::new(seed, "keys", 0);
        let mut state = game.start();
        while game.status(&state).to_move().is_some() {
            game.legal_moves(&state, &mut moves);
            for &mv in &moves {
                let mut next = state.clone();
                game.play(&mut next, mv);
                let text = text_of(&game, &next);
                let before = known.entry(game.key(&next)).or_insert_with(|| text.clone());
                assert_eq!(*before, text);
            }
            let mv = moves[stream.below(moves.len() as u32) as usize];
            game.play(&mut state, mv);
        }
    }
    assert!(known.len() > 10_000, "{}", known.len());
}
