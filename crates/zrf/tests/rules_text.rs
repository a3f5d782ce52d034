//! The rules in words are English, and true.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use selforge_catalogue::Described;
use selforge_zrf::{Diagnostics, NoIncludes, RuleFile, Zrf, compile, library};

/// What is said of the pieces of the type Man.
fn said_of_man(file: &str) -> String {
    let text = text_of(file, None);
    let (_, said) = text.split_once("\nMan. ").unwrap();
    said.split_once("In text").unwrap().0.trim_end().to_owned()
}

/// A game with a board of nine squares.
fn nine_squares(directions: &str, rest: &str) -> String {
    format!(
        "(game (title \"T\") (players White Black) (turn-order White Black)
           (board (grid (dimensions (\"a/b/c\" (9 0)) (\"1/2/3\" (0 9))) (directions {directions})))
           (piece (name King)) (piece (name Queen)) {rest})"
    )
}

fn text_of(file: &str, title: Option<&str>) -> String {
    let file = RuleFile::read("t.zrf", file.as_bytes(), &NoIncludes);
    let outline = title.map_or_else(|| file.first(), |title| file.find(title)).unwrap();
    let rules = compile(outline, &mut Diagnostics::default()).unwrap();
    Zrf::new(Arc::new(rules), 0, Vec::new()).rules_text()
}

#[test]
fn the_rules_of_the_library_say_who_wins_whose_turn_it_is_and_how_pieces_move() {
    for (name, sentences) in [
        (
            "agon",
            &["You must play a move of the type \"queen-flees\" if there is one, or else"][..],
        ),
        ("amazons", &["Goal. You lose when you cannot move.\n", "White and Black move in turn.\n"]),
        ("bagh-chal", &["As Goats you lose when you have 15 Goats left.", "Goats cannot take."]),
        ("breakthrough", &["have a Man in the zone far-row", "cannot move, the game is drawn."]),
        (
            "chess",
            &[
                "You lose when your King is attacked and cannot be saved. The game is drawn when you",
                "Queen. It moves or takes any distance in every direction.",
                "Rook. It moves or takes any distance along a row or column.",
                "Knight. It moves or takes by a leap to any position 2 by 1 away.",
                // Whoever castles asks for more than empty squares: the file's own words stand there.
                "King. One square in any direction; castles with a rook if neither has moved.",
            ],
        ),
        ("dice-race", &["You win when you have no Men left.", "?Die is chance."]),
        ("hasami-shogi", &["when you have at most one piece left, or when you cannot move."]),
        ("lines-of-action", &["You win when the code of a move puts a Seal on won."]),
        (
            "makruk",
            &[
                "Pieces. Directions are those of White",
                "It moves one step north and takes one step northeast or northwest. It can become a Seed.",
            ],
        ),
        (
            "peg-solitaire",
            &["It jumps in every direction over a piece of its own side and takes it."],
        ),
        (
            "reversi",
            &["there are 64 pieces on the board, or when a position comes up for the third"],
        ),
        (
            "seega",
            &["First Light, Light, Dark, Dark, 6 times over; after that Dark and Light move"],
        ),
        ("tic-tac-toe", &["have 3 Marks in a row.", "It is placed on any empty position."]),
        ("xiangqi", &["2 steps diagonally, landing in the zone own-half."]),
    ] {
        let text = text_of(library::text(name).unwrap(), None);
        for sentence in sentences {
            assert!(text.contains(sentence), "{name}: {sentence}\n{text}");
        }
        assert!(!text.contains("unless said otherwise") && !text.contains(",:"), "{text}");
    }
}

#[test]
fn what_is_not_sure_of_a_move_is_not_said() {
    let moves = |code: &str| {
        let file = format!(
            "(game (title \"T\") (players White Black) (turn-order White Black)
               (board (grid (dimensions (\"a/b/c/d/e/f\" (9 0))) (directions (n 1) (s -1)))
                      (zone (name home) (players White Black) (positions a)))
               (piece (name Man) (attribute fresh? true) (moves {code})) (board-setup (White (Man a))))"
        );
        said_of_man(&file)
    };
    assert_eq!(moves("(n (verify empty?) add)"), "It moves one step north.");
    assert_eq!(
        moves("(n (verify not-friend?) add) (n n (verify not-friend?) add)"),
        "It moves or \
         takes one step north and moves or takes by a leap 2 positions north."
    );
    assert_eq!(moves("(n (while empty? add n))"), "It moves any distance north.");
    // Three steps are not any number of steps.
    let three = "(n (verify empty?) add n (verify empty?) add n (verify empty?) add)";
    assert_eq!(
        moves(three),
        "It moves one step north, moves 2 steps north and moves 3 steps north."
    );
    // Nor are four, which are more than are followed: without a loop nothing goes on for ever.
    assert_eq!(moves(&format!("({})", "n (verify empty?) add ".repeat(4))), "");
    assert_eq!(moves("(n (verify empty?) n (verify empty?) n (while empty? add n))"), "");
    assert_eq!(
        moves("((verify (in-zone? home)) s (verify enemy?) add)"),
        "It takes one step south from the zone home."
    );
    // Asking for an attribute, another position or a number of steps is too much.
    assert_eq!(moves("((verify fresh?) n (verify empty?) add)"), "");
    assert_eq!(moves("(n (verify (enemy? n)) (verify empty?) add)"), "");
    assert_eq!(moves("(n (while empty? n) add)"), "");
    // Who jumps onto whatever is no friend may land on an empty position, too.
    let over = |lands: &str| moves(&format!("(n (verify enemy?) {lands} add)"));
    assert_eq!(over("n (verify enemy?)"), "It jumps north over an enemy onto an enemy.");
    let either = "It jumps north over an enemy onto an empty position or an enemy";
    assert_eq!(over("n (verify not-friend?)"), format!("{either}."));
    assert_eq!(
        over("capture n (verify not-friend?)"),
        format!("{either} and takes what it jumps over.")
    );
    // A copy leaves the piece where it is: that is told of empty positions without a jump.
    assert_eq!(moves("(n (verify empty?) add-copy)"), "It puts another one one step north.");
    assert_eq!(moves("(n (verify empty?) (add-copy Man))"), "");
    assert_eq!(moves("(n (verify not-friend?) add-copy)"), "");
    assert_eq!(moves("(n (verify enemy?) n (verify empty?) add-copy)"), "");
    assert_eq!(moves("(n (while empty? add-copy n) (verify enemy?) add-copy)"), "");
    let some = "(n (verify empty?) add) ((verify fresh?) n n (verify empty?) add)";
    assert_eq!(moves(some), "It moves one step north and has other moves too.");
}

#[test]
fn an_opposite_is_told_as_the_direction_that_leads_there() {
    let moves = |directions: &str, code: &str| {
        said_of_man(&nine_squares(directions, &format!("(piece (name Man) (moves {code}))")))
    };
    let compass = "(n 0 -1) (e 1 0) (s 0 1) (w -1 0)";
    let step = |way: &str| format!("({way} (verify empty?) add)");
    let back = step("(opposite e)");
    assert_eq!(moves(compass, &back), "It moves one step west.");
    assert_eq!(moves(compass, &(step("w") + &back)), "It moves one step west.");
    // These are four ways, and yet not every direction.
    let most = ["n", "e", "s"].map(step).concat() + &step("(opposite n)");
    assert_eq!(moves(compass, &most), "It moves one step north, east or south.");
    // Without a direction that leads west there is no word for it.
    let rest = "It moves one step north and has other moves too.";
    assert_eq!(moves("(n 0 -1) (e 1 0)", &(step("n") + &back)), rest);
}

#[test]
fn what_the_file_says_of_a_piece_is_kept_where_its_code_gives_no_move() {
    let man = "(piece (name Man) (help \"Man: stays where it is.\") (moves (n (verify empty?))))";
    assert_eq!(said_of_man(&nine_squares("(n 0 -1)", man)), "Stays where it is.");
}

#[test]
fn goals_within_goals_and_patterns_keep_their_meaning() {
    let told = |goal: &str| {
        let rest = format!("(piece (name Man)) (win-condition (White Black) {goal})");
        let text = text_of(&nine_squares("(n 0 -1) (e 1 0) (s 0 1)", &rest), None);
        let (_, goals) = text.split_once("Goal. You win when ").unwrap();
        goals.split_once(". ").unwrap().0.to_owned()
    };
    let (no_king, no_queen) = ("(pieces-remaining 0 King)", "(pieces-remaining 0 Queen)");
    for (goal, expected) in [
        (format!("(or {no_king} {no_queen})"), "you have no Kings left, or no Queens left"),
        (
            "(and (not (pieces-remaining 9)) (relative-config King e King))".to_owned(),
            "you do not have 9 pieces left and you have 2 Kings in a row",
        ),
        (
            format!("(and (total-piece-count 4) {no_king})"),
            "there are 4 pieces on the board and you have no Kings left",
        ),
        (
            format!("(or (and {no_king} (not (pieces-remaining 9))) {no_queen})"),
            "you have no Kings left and you do not have 9 pieces left, or you have no Queens left",
        ),
        (
            format!("(and (or {no_king} {no_queen}) (pieces-remaining 3 Man))"),
            "(you have no Kings left, or no Queens left) and you have 3 Men left",
        ),
        (
            format!("(not (or (pieces-remaining 3 Man) (and {no_king} {no_queen})))"),
            "you do not have 3 Men left and (you do not have no Kings left, or you do not have \
             no Queens left)",
        ),
        ("(relative-config Man e Man e Man)".to_owned(), "you have 3 Men in a row"),
        (
            "(relative-config Man n Man e Man s Man)".to_owned(),
            "you have 4 Men in a pattern that the file describes",
        ),
        (
            "(relative-config Man n n Man)".to_owned(),
            "you have 2 Men in a pattern that the file describes",
        ),
        (
            "(relative-config Man e (opponent King))".to_owned(),
            "there are in a row: one of your Men, an opponent's King",
        ),
        (
            "(relative-config Man n n (opponent King))".to_owned(),
            "there are in a pattern that the file describes: one of your Men, an opponent's King",
        ),
    ] {
        assert_eq!(told(&goal), expected, "{goal}");
    }
}

#[test]
fn long_lists_of_goals_turns_and_priorities_are_told_in_part() {
    let conditions = "(win-condition (White) stalemated) (loss-condition (White) stalemated) ";
    let types: Vec<String> = (0..100).map(|number| format!("m{number}")).collect();
    let blocks: String = types.iter().map(|it| format!("(move-type {it}) (n add) ")).collect();
    let turns = |count: usize| format!("{} Black", "White ".repeat(count));
    let rest = format!(
        "(piece (name Man) (moves {blocks})) (move-priorities {}) {}",
        types.join(" "),
        conditions.repeat(2_000)
    );
    let file = nine_squares("(n 0 -1)", &rest);
    let order = format!("(turn-order {} repeat {})", turns(1_500), turns(2_000));
    let text = text_of(&file.replace("(turn-order White Black)", &order), None);
    for expected in [
        "As White you lose when you cannot move. The file names 3000 more conditions. If Black",
        "First White, White, ",
        "White, 1489 more; after that in this order, again and again: White, ",
        "White, 1989 more. You must",
        "\"m11\" if there is one, or else 87 more.",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}
