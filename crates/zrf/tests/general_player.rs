//! What the general player finds out from the rules alone: for every term of its evaluator a tiny game in which
//! nothing else tells which move is right.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use selforge_catalogue::{Described, Evaluator};
use selforge_core::{Game, Status};
use selforge_zrf::{Diagnostics, NoIncludes, Position, RuleFile, Zrf, compile, library};

fn open(text: &str) -> Zrf {
    let file = RuleFile::read("tiny.zrf", text.as_bytes(), &NoIncludes);
    let mut problems = Diagnostics::default();
    let rules = file.first().and_then(|outline| compile(outline, &mut problems));
    let all = file.problems().list().iter().chain(problems.list());
    let told: Vec<String> = all.map(|it| it.in_a_line(file.sources()).to_string()).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
    Zrf::new(Arc::new(rules.unwrap()), 0, Vec::new())
}

/// A game of White and Black on a grid of so many columns and rows, up to eight each, White to begin.
fn tiny(columns: usize, rows: usize, board: &str, rest: &str) -> Zrf {
    let across: Vec<&str> = ["a", "b", "c", "d", "e", "f", "g", "h"][..columns].to_vec();
    let down: Vec<String> = (1..=rows).rev().map(|row| row.to_string()).collect();
    open(&format!(
        "(game (title \"Tiny\") (players White Black) (turn-order White Black)
          (board
            (grid (start-rectangle 0 0 50 50)
              (dimensions (\"{}\" (50 0)) (\"{}\" (0 50)))
              (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0)))
            {board})
          {rest})",
        across.join("/"),
        down.join("/")
    ))
}

/// The positions that the move changes after which the game looks best; it must be alone.
fn best(game: &Zrf) -> String {
    let (start, scores) = (game.start(), game.scores());
    let Status::ToMove(seat) = game.status(&start) else { panic!("the game is over") };
    let mut moves = Vec::new();
    game.legal_moves(&start, &mut moves);
    let judged = moves.into_iter().map(|mv| {
        let mut next = start.clone();
        game.play(&mut next, mv);
        (scores.value(game, &next, seat), changed(game, &start, &next))
    });
    let mut judged: Vec<(i32, String)> = judged.collect();
    judged.sort();
    let (most, found) = judged.pop().unwrap();
    let (next, _) = judged.pop().unwrap();
    assert!(most > next, "{found} is as good as another: {judged:?}");
    found
}

fn changed(game: &Zrf, before: &Position, after: &Position) -> String {
    let rules = game.rules();
    let differs = |at: &u16| {
        before.piece(rules, *at).filter(|it| usize::from(it.0) < 2)
            != after.piece(rules, *at).filter(|it| usize::from(it.0) < 2)
    };
    let sites = (0..rules.sites.len() as u16).filter(differs);
    let mut names: Vec<&str> = sites.map(|at| &*rules.sites[usize::from(at)].name).collect();
    names.sort_unstable();
    names.join(" ")
}

const STEPS: &str = "(moves (n (verify empty?) add) (s (verify empty?) add) (e (verify empty?) add) \
                     (w (verify empty?) add))";

#[test]
fn a_side_that_loses_when_it_cannot_move_goes_where_it_has_moves() {
    let game = tiny(
        3,
        3,
        "",
        &format!(
            "(piece (name Man) {STEPS})
             (board-setup (White (Man b1)) (Black (Man b3)))
             (loss-condition (White Black) stalemated)"
        ),
    );
    assert_eq!(best(&game), "b1 b2", "the middle has three ways out and takes one from the other");
}

#[test]
fn a_side_that_wins_when_it_cannot_move_goes_into_the_corner() {
    let game = tiny(
        4,
        1,
        "",
        "(piece (name Man) (moves (e (verify empty?) add) (w (verify empty?) add)))
         (board-setup (White (Man b1)) (Black (Man d1)))
         (win-condition (White Black) stalemated)",
    );
    assert_eq!(best(&game), "a1 b1", "it has one move there, and two in the middle");
}

#[test]
fn men_that_the_code_wants_connected_come_together() {
    // It need not find out whether they are: what tells is that it follows a group and puts up what wins.
    let step = |way: &str| {
        format!(
            "({way} (verify empty?) to (set-position-flag seen true)
              (while (and (friend? w) (not-position-flag? seen w)) w (set-position-flag seen true))
              (if (flag? whole) (create Seal won)) add)"
        )
    };
    let game = tiny(
        7,
        2,
        "(dummy won)",
        &format!(
            "(piece (name Man) (moves {} {}))
             (piece (name Seal) (dummy))
             (board-setup (White (Man a1 b1 g1)) (Black (Man a2 g2)))
             (win-condition (White Black) (absolute-config Seal (won)))",
            step("e"),
            step("w")
        ),
    );
    assert_eq!(best(&game), "f1 g1");
}

#[test]
fn of_several_places_to_fill_the_first_man_takes_the_farther_one() {
    let game = tiny(
        7,
        2,
        "",
        "(piece (name Man) (moves (e (verify empty?) add) (w (verify empty?) add)
           (e e (verify empty?) add) (w w (verify empty?) add)))
         (board-setup (White (Man c1 e1)) (Black (Man a2 c2)))
         (win-condition (White) (absolute-config Man (a1 c1)))
         (win-condition (Black) (absolute-config Man (e2 g2)))",
    );
    assert_eq!(best(&game), "a1 c1", "then the other man comes to the place that became free");
}

#[test]
fn random_games_tell_what_is_good_where_only_the_code_knows_the_goal() {
    let game = tiny(
        8,
        2,
        "(dummy won)
         (zone (name home) (players White) (positions h1))
         (zone (name home) (players Black) (positions h2))",
        "(piece (name Man) (moves
           (e (verify empty?) (if (in-zone? home) (create Seal won)) add)
           (w (verify empty?) add)))
         (piece (name Seal) (dummy))
         (board-setup (White (Man d1)) (Black (Man d2)))
         (win-condition (White Black) (absolute-config Seal (won)))",
    );
    assert_eq!(best(&game), "d1 e1");
}

#[test]
fn random_games_tell_what_is_good_in_a_race_with_dice() {
    let text =
        "(game (title \"Race\") (players White Black ?Dice) (turn-order White ?Dice Black ?Dice)
      (board
        (grid (start-rectangle 0 0 50 50)
          (dimensions (\"a/b/c/d/e/f/g/h\" (50 0)) (\"3/2/1\" (0 50)))
          (directions (e 1 0) (w -1 0)))
        (zone (name home) (players White) (positions h1))
        (zone (name home) (players Black) (positions h2)))
      (piece (name Man) (moves (e (verify empty?) add) (w (verify empty?) add)))
      (piece (name Die) (moves (e (verify empty?) add) (w (verify empty?) add)))
      (board-setup (White (Man d1)) (Black (Man d2)) (?Dice (Die d3)))
      (win-condition (White Black) (absolute-config Man (home))))";
    assert_eq!(best(&open(text)), "d1 e1");
}

/// What Black's position in reversi is worth with discs of its own on some cells, and White's on all others or not.
fn reversi(game: &Zrf, own: &[&str], full: bool) -> i32 {
    let mut state = game.start();
    let rules = game.rules();
    for at in 0..rules.sites.len() as u16 {
        if own.contains(&&*rules.sites[usize::from(at)].name) {
            state.edit(rules, at, Some((0, 0)));
        } else if full {
            state.edit(rules, at, Some((1, 0)));
        }
    }
    game.scores().worths(game, &state)[0]
}

#[test]
fn random_games_find_the_corners_of_reversi() {
    let game = open(library::text("reversi").unwrap());
    let corners = reversi(&game, &["a1", "a8", "h1", "h8"], false);
    let beside = reversi(&game, &["b2", "b7", "g2", "g7"], false);
    assert!(corners > beside + 100, "{corners} {beside}");
}

#[test]
fn where_pieces_are_counted_in_the_end_they_are_worth_most_there() {
    let game = open(library::text("reversi").unwrap());
    let gain = |full| {
        let (more, less) = (["d3", "c4", "e6", "f5"], ["d3"]);
        reversi(&game, &more, full) - reversi(&game, &less, full)
    };
    assert!(gain(true) > gain(false) + 30, "{} {}", gain(true), gain(false));
}

#[test]
fn a_piece_that_can_be_dropped_again_is_not_lost() {
    let game = tiny(
        5,
        1,
        "",
        "(option \"recycle captures\" true)
         (piece (name Rook) (moves (e add) (w add)))
         (piece (name Man) (drops ((verify empty?) add)))
         (piece (name Peon))
         (board-setup (White (Rook c1)) (Black (Man b1 off 1) (Peon d1) (Rook e1)))
         (loss-condition (White Black) (pieces-remaining 0 Rook))",
    );
    assert_eq!(best(&game), "c1 d1");
}

#[test]
fn the_same_file_gives_the_same_player_every_time() {
    let text = library::text("ataxx").unwrap();
    let (one, other) = (open(text), open(text));
    assert_eq!(format!("{:?}", one.scores()), format!("{:?}", other.scores()));
}
