//! Worked endings of Selfo: positions, moves, and the result that the rules give.
//!
//! Random play and counting cannot tell a game that gives the win to the wrong seat from a right one.
//! Here every ending is stated by hand, mostly on boards of one or two rows, whose cells are `a1`,
//! `b1`, … from the left and `a2`, `b2`, … above.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use selforge_core::{Action, ActionError, Seat, Spec};

mod table;
use table::{Table, refusal, table};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);
const C: Seat = Seat::new(2);

const LINE: &str = r#"selfo board=square-1x9 position="A1A3B1B A""#;
const LONG_LINE: &str = r#"selfo board=square-1x11 position="A2A4B1B A""#;
const THREE: &str = r#"selfo board=square-1x11 position="A1A1B1B1C1C A""#;
const HEXAGON: &str = r#"selfo board=hexhex-3 position="A1B/4/5/4/B1A A""#;

// Connection.

#[test]
fn the_first_seat_wins_at_once_when_its_set_is_connected() {
    let won = table(LINE).play("a1-b1").is("A wins, connected").shows("1AA3B1B A");
    assert_eq!(won.0.clone().act(B, Action::Resign), Err(ActionError::GameOver));
    assert!(won.moves("").is_empty());
}

#[test]
fn the_second_seat_wins_at_once_when_its_set_is_connected() {
    table(LINE).play("pass i1-h1").is("B wins, connected");
}

#[test]
fn after_a_swap_a_seat_wins_with_the_set_that_it_plays_now() {
    let swapped = || table(LONG_LINE).play("a1-b1 swap").is("A to move");
    swapped().shows("1A1A4B1B A sets=BA swap=-").play("i1-j1").is("A wins, connected");
    swapped().play("pass b1-c1").is("B wins, connected");
}

#[test]
fn of_three_seats_the_one_that_connects_its_set_wins() {
    table(THREE).play("a1-b1").is("A wins, connected");
    table(THREE).play("pass g1-f1").is("B wins, connected");
    table(THREE).play("pass pass k1-j1").is("C wins, connected");
}

#[test]
fn of_three_seats_the_owner_of_a_swapped_set_wins_with_it() {
    let swapped = || table(THREE).play("pass swap-c").is("C to move");
    swapped().play("e1-f1").is("C wins, connected");
    swapped().play("pass pass k1-j1").is("B wins, connected");
}

#[test]
fn connection_counts_over_all_six_sides_of_a_hexagon() {
    let near = r#"selfo board=hexhex-3 position="A1B/4/2A2/4/B1A A" swap=off"#;
    table(near).play("e3-d3 e5-e4 a3-b3").is("A wins, connected");
    table(near).play("e3-d3 e5-e4 a3-b4").is("B to move");
}

// Draws by the rules of the position.

#[test]
fn two_passes_in_succession_are_a_draw_of_two_seats() {
    table(LINE).play("pass").is("B to move").play("pass").is("draw, all seats passed");
}

#[test]
fn three_seats_all_have_to_pass() {
    table(THREE).play("pass pass").is("C to move").play("pass").is("draw, all seats passed");
}

#[test]
fn a_move_or_a_swap_between_passes_starts_the_count_again() {
    table(LONG_LINE)
        .play("pass i1-h1 pass")
        .is("B to move")
        .play("pass")
        .is("draw, all seats passed");
    table(LONG_LINE)
        .play("pass swap pass")
        .is("B to move")
        .play("pass")
        .is("draw, all seats passed");
}

#[test]
fn passes_do_not_end_the_game_without_that_rule() {
    let spec = format!("{LINE} passes=off repetition=off progress=off plies=off");
    let passes = "pass ".repeat(600);
    table(&spec)
        .play(&passes)
        .is("A to move")
        .shows("A1A3B1B A swap=-")
        .play("a1-b1")
        .is("A wins, connected");
}

#[test]
fn only_the_seats_still_playing_have_to_pass() {
    let left = table(THREE).act(A, Action::Resign).play("pass").is("C to move");
    left.play("pass").is("draw of B and C, all seats passed");
}

/// A ladder of two rows. The second set is blocked by the pieces of the first on f1 and g2; the first
/// is free until a piece of the second steps from e2 to d2, which with c1 makes a wall.
const LADDER: &str = r#"selfo board=square-2x9 position="A3B1A1B/2B2A3 B""#;

#[test]
fn a_mutual_blockade_ends_the_game_as_a_draw() {
    table(LADDER).is("B to move").play("e2-d2").is("draw, mutual blockade");
}

#[test]
fn a_single_piece_closes_a_corridor_though_all_around_it_is_open() {
    // A corridor c1 to c17 with the niches s1, s2 and s3 at c5, c9 and c13.
    let graph = r#"{"cells":[{"name":"c1","x":0,"y":0},{"name":"c2","x":1,"y":0},{"name":"c3","x":2,"y":0},{"name":"c4","x":3,"y":0},{"name":"c5","x":4,"y":0},{"name":"c6","x":5,"y":0},{"name":"c7","x":6,"y":0},{"name":"c8","x":7,"y":0},{"name":"c9","x":8,"y":0},{"name":"c10","x":9,"y":0},{"name":"c11","x":10,"y":0},{"name":"c12","x":11,"y":0},{"name":"c13","x":12,"y":0},{"name":"c14","x":13,"y":0},{"name":"c15","x":14,"y":0},{"name":"c16","x":15,"y":0},{"name":"c17","x":16,"y":0},{"name":"s1","x":4,"y":1},{"name":"s2","x":8,"y":1},{"name":"s3","x":12,"y":1}],"edges":[[0,1],[1,2],[2,3],[3,4],[4,5],[5,6],[6,7],[7,8],[8,9],[9,10],[10,11],[11,12],[12,13],[13,14],[14,15],[15,16],[4,17],[8,18],[12,19]]}"#;
    let spec = Spec::new("selfo").with("graph", graph).with("position", "A7A7AB1B B");
    let game = || table(&spec.to_string());
    game().is("B to move").play("s1-c5").is("draw, mutual blockade");
    game().play("pass c9-s2").is("B to move").play("s1-c5").is("A to move");
}

#[test]
fn a_blockade_of_one_set_ends_nothing() {
    // The first set breaks its own wall before the second closes its wall.
    let open = table(LADDER).play("pass g2-h2 e2-d2").is("A to move");
    open.shows("A2B3AB/2B2A3 A swap=-").play("h2-g2").is("draw, mutual blockade");
}

#[test]
fn a_mutual_blockade_can_be_claimed_where_it_is_only_offered() {
    let mut before = table(&format!("{LADDER} blockade=offer"));
    assert_eq!(before.0.act(B, Action::ClaimDraw), Err(ActionError::NothingToClaim));
    let mut blocked = before.play("e2-d2").is("A to move");
    let early = blocked.0.act(B, Action::ClaimDraw);
    assert_eq!(early, Err(ActionError::NotYourTurn { to_move: A }));
    let played_on = Table(blocked.0.clone()).play("a2-b2 i2-h2").is("A to move");
    played_on.act(A, Action::ClaimDraw).is("draw, claimed mutual blockade");
    let opened = Table(blocked.0.clone()).play("g2-h2");
    assert_eq!(opened.0.clone().act(B, Action::ClaimDraw), Err(ActionError::NothingToClaim));
    blocked.act(A, Action::ClaimDraw).is("draw, claimed mutual blockade");
}

#[test]
fn a_mutual_blockade_means_nothing_where_the_rule_is_off() {
    let mut blocked = table(&format!("{LADDER} blockade=off")).play("e2-d2").is("A to move");
    assert_eq!(blocked.0.act(A, Action::ClaimDraw), Err(ActionError::NothingToClaim));
}

#[test]
fn a_start_in_mutual_blockade_is_a_draw_from_the_beginning() {
    table(r#"selfo board=square-1x9 position="A1B1A1B2 A""#).is("draw, mutual blockade");
}

#[test]
fn a_set_whose_seat_has_resigned_takes_no_part_in_a_mutual_blockade() {
    let spec = r#"selfo board=square-1x11 position="A1B1A1B1C1C A""#;
    let game = table(spec).play("pass pass").is("C to move").act(C, Action::Resign);
    let (outcome, _) = game.0.result().expect("both sets left are blocked");
    assert_eq!(outcome.to_string(), "draw of A and B");
}

// Resignation.

#[test]
fn of_two_seats_the_other_wins_when_one_resigns() {
    table(LINE).act(A, Action::Resign).is("B wins, resignation of A");
    table(LINE).play("pass").act(B, Action::Resign).is("A wins, resignation of B");
    let early = table(LINE).0.act(B, Action::Resign);
    assert_eq!(early, Err(ActionError::NotYourTurn { to_move: A }));
}

#[test]
fn of_three_seats_the_others_play_on_and_the_last_one_wins() {
    let left = table(THREE).act(A, Action::Resign).is("B to move");
    let mut left = left.shows("A1A1B1B1C1C B out=A swap=BC").play("pass i1-h1").is("B to move");
    assert_eq!(left.0.act(A, Action::OfferDraw), Err(ActionError::NotAPlayer(A)));
    let last = Table(left.0.clone()).act(B, Action::Resign);
    last.is("C wins, resignation of B").shows("A1A1B1BC2C C out=AB swap=-");
    left.play("g1-f1").is("B wins, connected");
}

#[test]
fn the_set_of_a_seat_that_resigned_still_stands_in_the_way() {
    let left = table(THREE).act(A, Action::Resign);
    assert!(left.can("e1-d1") && !left.can("e1-c1"));
    let left = left.play("e1-d1 pass").is("B to move");
    assert_eq!(left.moves("d1"), ["d1-e1"]);
}

// Swapping.

#[test]
fn a_swap_is_for_the_first_turn_of_each_seat_but_the_first() {
    let game = table(HEXAGON);
    assert!(!game.can("swap"), "never for the first seat");
    let game = game.play("e3-e4");
    assert!(game.can("swap"));
    let game = game.play("e5-d5");
    assert!(!game.can("swap"), "the first seat has no first turn left");
    let game = game.play("e4-e3");
    assert!(!game.can("swap"), "the second seat has used its first turn");
    let after_pass = table(HEXAGON).play("e3-e4 pass e4-e3");
    assert!(!after_pass.can("swap"), "a pass is a turn too");
    let after_swap = table(HEXAGON).play("e3-e4 swap");
    assert!(!after_swap.can("swap"), "the first seat cannot swap back");
    assert!(!table(&format!("{HEXAGON} swap=off")).play("e3-e4").can("swap"));
}

#[test]
fn in_a_given_position_the_seat_to_move_is_the_first_and_may_not_swap() {
    let game = table(r#"selfo board=hexhex-3 position="A1B/4/5/4/B1A B""#).is("B to move");
    assert!(!game.can("swap"));
    assert!(game.play("e5-e4").is("A to move").can("swap"));
}

#[test]
fn of_three_seats_each_but_the_first_may_swap_with_any_other() {
    let game = table(THREE);
    assert!(game.moves("swap").is_empty());
    let game = game.play("pass");
    assert_eq!(game.moves("swap"), ["swap-a", "swap-c"]);
    let game = game.play("swap-a").shows("A1A1B1B1C1C C sets=BAC swap=C");
    assert_eq!(game.moves("swap"), ["swap-a", "swap-b"]);
    let game = game.play("swap-a").shows("A1A1B1B1C1C A sets=CAB swap=-");
    assert!(game.moves("swap").is_empty());
    assert_eq!(game.moves("i"), ["i1-h1", "i1-j1"], "the first seat plays the third set now");
}

#[test]
fn turns_go_by_seat_and_not_by_set_after_a_swap() {
    let game = table(THREE).play("pass swap-c").is("C to move").play("e1-d1").is("A to move");
    let round = Table(game.0.clone()).play("pass").is("B to move").play("i1-h1");
    round.is("C to move").shows("A1AB2BC2C C sets=ACB swap=-");
    game.play("c1-b1").is("A wins, connected").shows("AA1B2B1C1C A sets=ACB swap=-");
}

#[test]
fn the_set_of_a_seat_that_has_resigned_can_be_had_by_swapping() {
    let game = table(THREE).act(A, Action::Resign).play("pass").is("C to move");
    assert_eq!(game.moves("swap"), ["swap-a", "swap-b"]);
    let game = game.play("swap-a").is("B to move").shows("A1A1B1B1C1C B sets=CBA out=A swap=-");
    game.play("pass c1-b1").is("C wins, connected");
}

// Agreement and history.

#[test]
fn a_draw_is_agreed_when_all_seats_still_playing_accept() {
    let game = table(LINE).act(B, Action::OfferDraw).is("A to move");
    game.act(A, Action::AcceptDraw).is("draw, agreement");
    let game = table(THREE).act(A, Action::OfferDraw).act(B, Action::AcceptDraw).is("A to move");
    game.act(C, Action::AcceptDraw).is("draw, agreement");
    let game = table(THREE).act(A, Action::Resign).act(C, Action::OfferDraw).is("B to move");
    game.act(B, Action::AcceptDraw).is("draw of B and C, agreement");
}

#[test]
fn the_third_time_that_a_position_occurs_is_a_draw() {
    let there_and_back = "e3-e4 e5-d5 e4-e3 d5-e5 ";
    let game = table(&format!("{HEXAGON} swap=off")).play(there_and_back).is("A to move");
    let game = game.play("e3-e4 e5-d5 e4-e3").is("B to move");
    game.play("d5-e5").is("draw, third repetition");
    let never = format!("{HEXAGON} repetition=off");
    table(&never).play(&there_and_back.repeat(5)).is("A to move");
    let twice = format!("{HEXAGON} repetition=2");
    table(&twice).play(there_and_back).is("draw, second repetition");
}

#[test]
fn the_same_cells_with_another_seat_to_move_are_no_repetition() {
    let game = table(&format!("{HEXAGON} repetition=2")).play("pass").is("B to move");
    let game = game.play("e5-d5 pass").is("B to move");
    game.play("d5-e5").is("draw, second repetition");
}

#[test]
fn a_game_is_adjudicated_a_draw_after_so_many_plies() {
    let game = table(&format!("{HEXAGON} plies=3")).play("e3-e4 e5-d5").is("A to move");
    game.play("pass").is("draw, adjudicated: 3 plies");
}

#[test]
fn a_win_with_the_last_ply_of_the_limit_is_a_win() {
    table(&format!("{LINE} plies=2")).play("pass i1-h1").is("B wins, connected");
}

#[test]
fn a_game_is_adjudicated_a_draw_without_progress_and_a_new_minimum_of_groups_is_progress() {
    let spec = r#"selfo board=square-5x5 position="A1A2/5/A4/5/B1B1B A" progress=2"#;
    let idle = table(spec).play("a3-b3").is("B to move").play("e1-e2");
    idle.is("draw, adjudicated: 2 plies without progress");
    let progress = table(spec).play("a5-b5 e1-e2").is("A to move").play("a3-a2");
    progress.is("draw, adjudicated: 2 plies without progress");
    // Falling apart and coming together again is none.
    let spec = spec.replace("progress=2", "progress=4");
    let game = table(&spec).play("a5-b5 e1-e2 b5-a5 e2-e1").is("A to move");
    game.play("a5-b5").is("draw, adjudicated: 4 plies without progress");
}

// Starts.

#[test]
fn a_start_in_which_a_set_is_connected_is_refused() {
    let error = refusal(r#"selfo board=square-1x9 position="A1A3BB1 A""#);
    assert!(error.contains("set B is already connected"), "{error}");
    let error = refusal(r#"selfo board=hexhex-3 position="A1B/A3/5/4/B2 A""#);
    assert!(error.contains("set A is already connected"), "{error}");
}

#[test]
fn a_start_in_which_a_set_has_fewer_than_two_pieces_is_refused() {
    let error = refusal(r#"selfo board=square-1x9 position="A1A3B2 A""#);
    assert!(error.contains("set B has 1 pieces; expected at least 2"), "{error}");
    let error = refusal(r#"selfo board=square-1x9 position="A1A3B1B A" seats=3"#);
    assert!(error.contains("set C has 0 pieces"), "{error}");
}

// How pieces move.

#[test]
fn a_length_stays_with_its_seat_when_sets_are_swapped() {
    let game = table(&format!("{LONG_LINE} length=1,3"));
    assert!(game.can("d1-e1") && !game.can("d1-f1"), "the first seat moves one step");
    let game = game.play("pass");
    assert!(game.can("i1-f1") && !game.can("i1-e1"), "the second seat moves up to three");
    let game = game.play("swap");
    assert!(game.can("i1-h1") && !game.can("i1-g1"), "the first seat still moves one step");
    let game = game.play("i1-h1").is("B to move");
    assert!(game.can("d1-g1"), "the second seat still moves up to three");
}

#[test]
fn a_special_piece_moves_further_and_stays_special() {
    let spec = r#"selfo board=square-1x11 position="A2a4B1B A" special-length=3"#;
    let game = table(spec);
    assert!(game.can("d1-g1") && !game.can("d1-h1") && !game.can("a1-c1"));
    let game = game.play("d1-g1 pass").shows("A5a1B1B A swap=- passes=1");
    assert_eq!(game.moves("g1"), ["g1-d1", "g1-e1", "g1-f1", "g1-h1"]);
    let swapped = table(spec).play("d1-g1 swap pass").is("B to move");
    assert!(swapped.can("g1-d1"), "it is the piece that is special, whoever plays it");
    let unlimited = table(r#"selfo board=square-1x11 position="A2a4B1B A""#);
    assert!(unlimited.can("d1-h1") && !unlimited.can("d1-j1"));
}

#[test]
fn long_moves_turn_corners_but_only_over_empty_cells() {
    let spec = r#"selfo board=square-3x3 position="A1B/1B1/2A A""#;
    assert_eq!(table(spec).moves("a3"), ["a3-a2", "a3-b3"]);
    let two = table(&format!("{spec} length=2"));
    assert_eq!(two.moves("a3"), ["a3-a1", "a3-a2", "a3-b3"]);
    let three = table(&format!("{spec} length=3"));
    assert_eq!(three.moves("a3"), ["a3-a1", "a3-a2", "a3-b1", "a3-b3"]);
    let any = table(&format!("{spec} length=any"));
    assert_eq!(any.moves("a3"), ["a3-a1", "a3-a2", "a3-b1", "a3-b3"]);
}

#[test]
fn nobody_moves_through_pieces_whatever_the_length() {
    let game = table(r#"selfo board=square-3x3 position="AB1/B1A/3 A" length=any"#);
    assert!(game.moves("a3").is_empty());
    assert_eq!(game.moves("pass"), ["pass"], "passing is always legal");
}
