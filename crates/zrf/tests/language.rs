//! What the words of the language mean, shown on boards of a few positions.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use selforge_core::{Game, Outcome, Seat, Status};
use selforge_zrf::{Diagnostics, NoIncludes, Position, RuleFile, SavedGame, Zrf, compile};

fn rules(text: &str, title: &str) -> Result<Zrf, String> {
    let file = RuleFile::read("t.zrf", text.as_bytes(), &NoIncludes);
    let mut problems = Diagnostics::default();
    let outline = if title.is_empty() { file.first() } else { file.find(title) };
    let rules = outline.and_then(|outline| compile(outline, &mut problems));
    let first = file.problems().first_error().or(problems.first_error());
    match (first, rules) {
        (None, Some(rules)) => Ok(Zrf::new(Arc::new(rules), 0, Vec::new())),
        (first, _) => {
            Err(first.map(|it| it.in_a_line(file.sources()).to_string()).unwrap_or_default())
        }
    }
}

/// A row of six positions a to f with `n` to the right for White and to the left for Black, a man a side.
fn row(pieces: &str, setup: &str, rest: &str) -> Zrf {
    let text = format!(
        "(game (title \"Row\") (players White Black Grey) (turn-order White Black)
           (board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c/d/e/f\" (10 0)))
                        (directions (n 1) (s -1)))
                  (symmetry Black (n s) (s n))
                  (zone (name last) (players White) (positions f))
                  (zone (name last) (players Black) (positions a)))
           {pieces} (board-setup {setup}) {rest})"
    );
    rules(&text, "").unwrap_or_else(|error| panic!("{error}"))
}

/// The texts of the legal moves.
fn moves(game: &Zrf, state: &Position) -> Vec<String> {
    let mut all = Vec::new();
    game.legal_moves(state, &mut all);
    let text = |mv| {
        let mut text = String::new();
        game.write_move(state, mv, &mut text).unwrap();
        text
    };
    all.into_iter().map(text).collect()
}

fn play(game: &Zrf, state: &Position, text: &str) -> Position {
    let mut next = state.clone();
    game.play(&mut next, game.parse_move(state, text).unwrap_or_else(|e| panic!("{text}: {e}")));
    next
}

fn text(game: &Zrf, state: &Position) -> String {
    let mut text = String::new();
    game.write_state(state, &mut text).unwrap();
    text
}

/// The moves that a block makes of a white man on `a` and a black one on `d`.
fn block(code: &str) -> Vec<String> {
    let pieces = format!("(piece (name Man) (moves ({code}))) (piece (name King))");
    let game = row(&pieces, "(White (Man a)) (Black (Man d))", "");
    moves(&game, &game.start())
}

#[test]
fn a_run_keeps_what_it_added_and_ends_where_a_step_leads_nowhere() {
    assert_eq!(block("n add n add (verify enemy?) add"), ["a-b", "a-c"]);
    assert_eq!(block("(while true n add)"), ["a-b", "a-c", "axd", "a-e", "a-f"]);
    assert!(block("s add").is_empty());
}

#[test]
fn tests_off_the_board_are_false_and_their_opposites_true() {
    assert_eq!(block("(verify (not-friend? s)) n add").len(), 1);
    assert_eq!(block("(verify (not-empty? s)) n add").len(), 1);
    assert!(block("(verify (empty? s)) n add").is_empty());
    assert!(block("(verify (on-board? s)) n add").is_empty());
    assert_eq!(block("(verify (not-on-board? s)) n add").len(), 1);
}

#[test]
fn every_test_has_its_word() {
    let holds = |test: &str| block(&format!("n n n (verify {test}) add")).len() == 1;
    for test in [
        "enemy?",
        "not-friend?",
        "not-empty?",
        "(piece? Man)",
        "(not-piece? King)",
        "(position? d)",
        "(not-position? c)",
        "(not-in-zone? last)",
        "(in-zone? last f)",
        "not-marked?",
        "not-neutral?",
        "not-last-from?",
        "not-last-to?",
        "(or false enemy?)",
        "(and true enemy? (not empty?))",
        "(adjacent-to-enemy? c)",
        "not-adjacent-to-enemy?",
        "not-goal-position?",
        "(not-flag? x)",
        "(not-position-flag? x)",
        "(empty? n)",
        "(friend? a)",
        "(empty? (opposite n))",
    ] {
        assert!(holds(test), "{test}");
    }
    for test in [
        "friend?",
        "empty?",
        "neutral?",
        "marked?",
        "last-from?",
        "last-to?",
        "goal-position?",
        "(in-zone? last)",
        "(flag? x)",
        "(position-flag? x)",
        "(position? c)",
        "false",
        "(or)",
    ] {
        assert!(!holds(test), "{test}");
    }
}

#[test]
fn flags_marks_and_registers_do_what_they_say() {
    assert_eq!(block("n (set-flag f (empty? n)) n (if (flag? f) add else capture)"), ["a-c"]);
    assert_eq!(block("n mark n n back add"), ["a-b"]);
    assert_eq!(block("n n back n add"), ["a-b"]);
    assert_eq!(block("n to n n add"), ["a-b"]);
    assert_eq!(block("n to n n (go to) n n n (go from) n n add"), ["a-b"]);
    assert_eq!(block("(set-position-flag f true n) n (verify (position-flag? f)) add"), ["a-b"]);
    assert_eq!(block("d from n add"), ["d-e"]);
    assert_eq!(block("n (mark n) n n n back add"), ["a-c"]);
    assert!(block("(go last-to) add").is_empty());
}

#[test]
fn a_position_may_move_from_an_empty_place_never() {
    assert!(block("b from n add").is_empty());
}

#[test]
fn movements_of_a_move_happen_at_the_same_time() {
    let pieces = "(piece (name Man) (moves (n cascade from s add)))";
    let game = row(pieces, "(White (Man a b)) (Black (Man f))", "");
    let state = play(&game, &game.start(), "axb");
    assert_eq!(text(&game, &state), "MM3m B over=stuck", "a and b have changed places");
    let two = row(
        "(piece (name Man) (moves (n n cascade n from s add)))",
        "(White (Man a)) (Black (Man f))",
        "",
    );
    assert!(moves(&two, &two.start()).is_empty(), "two pieces on one position");
}

#[test]
fn changes_come_before_captures_and_both_after_the_movement() {
    let pieces =
        "(piece (name Man) (moves (n (change-type King) capture add) (n n (create King s) add)
                    (n n n (flip) add) (n n n change-owner n add)))
                  (piece (name King))";
    let game = row(pieces, "(White (Man a)) (Black (Man d))", "");
    let start = game.start();
    let all = moves(&game, &start);
    assert_eq!(all.len(), 4, "{all:?}");
    assert_eq!(text(&game, &play(&game, &start, &all[0])), "3m2 B", "what arrived is taken");
    assert_eq!(text(&game, &play(&game, &start, &all[1])), "1KM m".replace(' ', "") + "2 B");
}

#[test]
fn promotions_give_a_move_for_each_type_and_copies_stay() {
    let pieces = "(piece (name Man) (moves (n (add King Queen)) (n n add-copy)))
                  (piece (name King)) (piece (name Queen))";
    let game = row(pieces, "(White (Man a)) (Black (Man f))", "");
    assert_eq!(moves(&game, &game.start()), ["a-b=King", "a-b=Queen", "a-c"]);
    assert_eq!(text(&game, &play(&game, &game.start(), "a-c")), "M1M2m B");
}

#[test]
fn attributes_belong_to_pieces_and_are_set_where_the_piece_stands_afterwards() {
    let pieces = "(piece (name Man) (attribute fresh? true)
                    (moves (n (verify empty?) (set-attribute fresh? false) add)
                           ((verify fresh?) n n (verify empty?) add)))";
    let game = row(pieces, "(White (Man a)) (Black (Man f))", "");
    let state = play(&game, &game.start(), "a-b");
    assert_eq!(text(&game, &state), "1M3m B attributes=b:0");
    let state = play(&game, &state, "f-e");
    assert_eq!(moves(&game, &state), ["b-c"], "it is not fresh any more");
}

#[test]
fn partial_moves_go_on_with_the_same_piece_and_end_by_themselves() {
    let pieces = "(piece (name Man) (moves (move-type first) (n (verify empty?) (add-partial more))
                    (move-type more) (n (verify empty?) add) (n n (verify empty?) (add-partial more))))";
    let game = row(pieces, "(White (Man a)) (Black (Man f))", "(move-priorities first)");
    let state = play(&game, &game.start(), "a-b");
    assert_eq!(text(&game, &state), "1M3m A chain=b,more");
    assert_eq!(moves(&game, &state), ["b-c", "b-d"]);
    assert_eq!(game.status(&play(&game, &state, "b-c")), Status::ToMove(Seat::new(1)));
    let stuck = play(&game, &state, "b-d");
    assert_eq!(game.status(&stuck), Status::ToMove(Seat::FIRST), "e is still free");
    let ended = play(&game, &stuck, "d-e");
    assert_eq!(game.status(&ended), Status::ToMove(Seat::new(1)));
}

#[test]
fn a_chain_may_be_ended_early_if_the_file_says_so() {
    let pieces = "(piece (name Man) (moves (n (verify empty?) (add-partial))))";
    let game = row(pieces, "(White (Man a)) (Black (Man f))", "(option \"pass partial\" true)");
    let state = play(&game, &game.start(), "a-b");
    assert_eq!(moves(&game, &state), ["b-c", "pass"]);
    assert_eq!(game.status(&play(&game, &state, "pass")), Status::ToMove(Seat::new(1)));
}

#[test]
fn priorities_and_longest_chains_leave_only_what_must_be_played() {
    let pieces = "(piece (name Man) (moves (move-type jump)
        (n (verify enemy?) capture n (verify empty?) (add-partial jump)) (move-type step) (n (verify empty?) add)))";
    let setup = "(White (Man a c)) (Black (Man b))";
    let game = row(pieces, setup, "(move-priorities jump step)");
    assert_eq!(moves(&game, &game.start()), ["c-d"], "nothing to jump: the landing is taken");
    let setup = "(White (Man a)) (Black (Man b d))";
    let game = row(pieces, setup, "(move-priorities jump step) (option \"maximal captures\" true)");
    assert_eq!(moves(&game, &game.start()), ["a-c"]);
}

#[test]
fn drops_come_from_the_store_and_captures_return_there() {
    let pieces =
        "(piece (name Man) (drops ((verify not-friend?) add)) (moves (n (verify enemy?) add)))";
    let game =
        row(pieces, "(White (Man off 1)) (Black (Man f))", "(option \"recycle captures\" true)");
    assert_eq!(moves(&game, &game.start()).len(), 6);
    let state = play(&game, &game.start(), "Man@f");
    assert_eq!(state.in_store(game.rules(), 0, 0), 0);
    assert_eq!(state.in_store(game.rules(), 1, 0), 1, "the captured man is its owner's again");
    let zone = "(piece (name Man) (drops (last (verify empty?) add) (b add)))";
    let game = row(zone, "(White (Man off 9)) (Black (Man off 9))", "");
    assert_eq!(moves(&game, &game.start()), ["Man@f", "Man@b"]);
}

#[test]
fn a_royal_piece_must_not_be_left_to_be_taken_and_mate_loses() {
    let pieces =
        "(piece (name King) (moves (n (verify not-friend?) add) (s (verify not-friend?) add)))
                  (piece (name Rook) (moves (n (while empty? add n) (verify not-friend?) add)
                                            (s (while empty? add s) (verify not-friend?) add)))";
    let setup = "(White (King b)) (Black (Rook e) (King f))";
    let game = row(pieces, setup, "(loss-condition (White Black) (checkmated King))");
    assert!(moves(&game, &game.start()).is_empty(), "the rook sees a and c through b");
    assert_eq!(game.status(&game.start()), Status::Over(Outcome::draw(2)), "no goal in the start");
    let setup = "(White (King a)) (Black (Rook e) (King f))";
    let game = row(
        pieces,
        setup,
        "(turn-order Black White) (loss-condition (White Black) (checkmated King))",
    );
    let state = play(&game, &game.start(), "e-d");
    assert_eq!(game.status(&state), Status::Over(Outcome::win(Seat::FIRST, 2)));
    assert_eq!(game.ending(&state), "checkmate");
}

const KING_AND_ROOK: &str =
    "(piece (name King) (moves (n (verify not-friend?) add) (s (verify not-friend?) add)))
     (piece (name Rook) (moves (n (while empty? add n) (verify not-friend?) add)
                               (s (while empty? add s) (verify not-friend?) add)))";

#[test]
fn passing_is_no_answer_to_check() {
    let mate = |pass: &str| {
        let rest = format!(
            "(turn-order Black White) (loss-condition (White Black) (checkmated King)) (option \"pass turn\" {pass})"
        );
        let game = row(KING_AND_ROOK, "(White (King a)) (Black (Rook e) (King f))", &rest);
        let state = play(&game, &game.start(), "e-d");
        (game.status(&state), game.ending(&state).to_owned())
    };
    let mated = (Status::Over(Outcome::win(Seat::FIRST, 2)), "checkmate".to_owned());
    assert_eq!([mate("true"), mate("forced")], [mated.clone(), mated]);
    // A king that is not attacked passes; one that is has to do something.
    let rest = "(loss-condition (White Black) (checkmated King)) (option \"pass turn\" true)";
    let quiet = row(KING_AND_ROOK, "(White (King a)) (Black (King f))", rest);
    assert_eq!(moves(&quiet, &quiet.start()), ["a-b", "pass"]);
    let check = row(KING_AND_ROOK, "(White (King c)) (Black (Rook d) (King f))", rest);
    assert_eq!(moves(&check, &check.start()), ["cxd"]);
}

#[test]
fn a_chain_may_pass_through_check_and_must_not_end_in_it() {
    // The king steps in chains; the rook sees everything up to the man.
    let pieces = "(piece (name King) (moves (move-type go) (n (verify not-friend?) (add-partial go))))
        (piece (name Man))
        (piece (name Rook) (moves (s (while (and empty? (on-board? s)) add s) (verify enemy?) add)))";
    let setup = "(White (King a)) (Black (Man e) (Rook f))";
    let with = |pass: &str| {
        let text = format!(
            "(game (title \"T\") (players White Black) (turn-order White Black)
               (board (grid (dimensions (\"a/b/c/d/e/f\" (9 0))) (directions (n 1) (s -1))))
               {pieces} (board-setup {setup}) (loss-condition (White) (checkmated King)) {pass})"
        );
        rules(&text, "").unwrap()
    };
    // The whole way to f is open, with a capture on e and of the rook: then nothing attacks any more.
    let game = with("");
    let mut state = game.start();
    for step in ["a-b", "b-c", "c-d", "dxe", "exf"] {
        assert_eq!(moves(&game, &state), [step]);
        state = play(&game, &state, step);
    }
    let may_stop = with("(option \"pass partial\" true)");
    let state = ["a-b", "b-c", "c-d"]
        .iter()
        .fold(may_stop.start(), |state, step| play(&may_stop, &state, step));
    assert_eq!(moves(&may_stop, &state), ["dxe", "pass"], "the man on e shields the king");
    let state = play(&may_stop, &state, "dxe");
    assert_eq!(moves(&may_stop, &state), ["exf"], "the rook looks at e: no stopping there");
}

#[test]
fn who_moves_another_players_pieces_still_minds_its_own_king() {
    // White moves the grey man away from between its king and the rook, or further on.
    let pieces = format!(
        "{KING_AND_ROOK} (piece (name Man) (moves (n n (verify enemy?) add) (n (verify empty?) add)))"
    );
    let rest = "(turn-order (White Grey) Black) (loss-condition (White Black) (checkmated King))";
    let setup = "(White (King a)) (Grey (Man b)) (Black (Rook d) (King f))";
    let game = row(&pieces, setup, rest);
    assert_eq!(moves(&game, &game.start()), ["bxd", "b-c"]);
    let pieces = format!("{KING_AND_ROOK} (piece (name Man) (moves ((capture) add)))");
    let game = row(&pieces, setup, rest);
    assert_eq!(moves(&game, &game.start()), Vec::<String>::new(), "without the man there is check");
}

#[test]
fn what_a_chain_took_on_its_way_counts_when_it_ends() {
    let pieces =
        "(piece (name Man) (moves (n (verify not-friend?) (add-partial)))) (piece (name King))";
    let setup = "(White (Man a)) (Black (King b) (Man f))";
    let rest = "(option \"pass partial\" true) (draw-condition (White) (pieces-remaining 7))
                (loss-condition (White Black) (captured King))";
    let game = row(pieces, setup, rest);
    let state = play(&game, &game.start(), "axb");
    assert_eq!(text(&game, &state), "1M3m A chain=b,any captured=2,Black");
    let read = game.parse_state(&text(&game, &state)).unwrap();
    assert_eq!(read, state);
    let state = play(&game, &play(&game, &read, "b-c"), "pass");
    assert_eq!(game.status(&state), Status::Over(Outcome::win(Seat::FIRST, 2)));
    assert_eq!(game.ending(&state), "captured");
    let wrong = game.parse_state("1M3m A chain=b,any captured=1,Black").unwrap_err().to_string();
    assert!(wrong.contains("this is no condition; expected captured=condition,player"), "{wrong}");
}

#[test]
fn goals_about_pieces_must_name_some() {
    let man = "(piece (name Man) (moves (n add)))";
    for (goal, expected) in
        [("captured", "(captured piece…)"), ("(checkmated)", "(checkmated piece…)")]
    {
        let text = format!(
            "(game (title \"T\") (players A B) (turn-order A B) (board (positions (a 0 0 9 9)) (links n (a a)))
              {man} (loss-condition (A B) {goal}))"
        );
        assert!(rules(&text, "").unwrap_err().contains(expected), "{goal}");
    }
}

#[test]
fn a_grid_may_list_its_directions_in_several_parts() {
    let text = "(game (title \"T\") (players A B) (turn-order A B)
        (board (grid (dimensions (\"a/b/c\" (9 0))) (directions (n 1)) (directions (s -1))))
        (piece (name P) (moves (n add) (s add))) (board-setup (A (P b))))";
    let game = rules(text, "").unwrap();
    assert_eq!(moves(&game, &game.start()), ["b-c", "b-a"]);
}

#[test]
fn goals_end_the_game_for_those_whom_they_name() {
    let man = "(piece (name Man) (moves (n (verify not-friend?) add)))";
    let ended = |rest: &str, line: &[&str]| {
        let game = row(man, "(White (Man a d)) (Black (Man e))", rest);
        let state = line.iter().fold(game.start(), |state, mv| play(&game, &state, mv));
        (game.status(&state), game.ending(&state).to_owned())
    };
    let a_wins = Status::Over(Outcome::win(Seat::FIRST, 2));
    assert_eq!(ended("(loss-condition (White Black) (pieces-remaining 0))", &["dxe"]).0, a_wins);
    assert_eq!(ended("(loss-condition (Black) (captured Man))", &["dxe"]).0, a_wins);
    assert_eq!(
        ended(
            "(win-condition (White Black) (absolute-config Man (last)))",
            &["a-b", "exd", "b-c", "dxc", ""][..2]
        )
        .0,
        Status::ToMove(Seat::FIRST)
    );
    assert_eq!(
        ended("(win-condition (White) (relative-config Man n Man))", &["a-b", "e-d", "b-c"][..0]).0,
        Status::ToMove(Seat::FIRST)
    );
    assert_eq!(ended("(win-condition (total-piece-count 2))", &["dxe"]).0, a_wins);
    assert_eq!(ended("(count-condition (total-piece-count 2))", &["dxe"]).0, a_wins);
    assert_eq!(
        ended("(draw-condition (White) (not (pieces-remaining 2)))", &["a-b"]).0,
        Status::ToMove(Seat::new(1))
    );
    assert_eq!(
        ended("(win-condition (White) (absolute-config (opponent Man) (d)))", &["a-b", "exd"]).0,
        a_wins
    );
    assert_eq!(
        ended("(win-condition (White) (absolute-config (any-owner Man) (not Man) (b)))", &["a-b"])
            .0,
        a_wins
    );
}

#[test]
fn passing_is_as_the_option_says() {
    let man = "(piece (name Man) (moves (n (verify empty?) add)))";
    let setup = "(White (Man a)) (Black (Man b))";
    let stuck = row(man, setup, "");
    assert_eq!(stuck.status(&stuck.start()), Status::Over(Outcome::draw(2)));
    let forced = row(man, setup, "(option \"pass turn\" forced)");
    assert_eq!(moves(&forced, &forced.start()), ["pass"]);
    let free = row(man, "(White (Man a)) (Black (Man f))", "(pass-turn true)");
    assert_eq!(moves(&free, &free.start()), ["a-b", "pass"]);
}

#[test]
fn a_variant_replaces_sections_and_keeps_the_rest() {
    let text = "(variant (title \"Early\") (turn-order B A))
        (game (title \"Base\") (players A B) (turn-order A B) (board (positions (x 0 0 9 9) (y 10 0 19 9)))
          (option \"pass turn\" true) (piece (name P) (moves (y add))) (piece (name Q))
          (board-setup (A (P x)) (B (Q y))) (win-condition (A B) (pieces-remaining 2)))
        (variant (title \"-\"))
        (variant (title \"Late\") (default) (piece (name Q) (moves (x add))) (loss-condition (A) (captured P)))";
    let late = rules(text, "").unwrap();
    assert_eq!(late.rules().title, "Late");
    let state = play(&late, &late.start(), "pass");
    let state = play(&late, &state, "yxx");
    assert_eq!(late.status(&state), Status::Over(Outcome::loss(Seat::FIRST, 2)));
    let early = rules(text, "early").unwrap();
    assert_eq!(early.rules().players[1].seat, Some(0), "B begins");
}

#[test]
fn other_players_pieces_and_random_players_move_as_the_turn_order_says() {
    let text = "(game (title \"T\") (players A B ?D) (turn-order (?D A drops) A (A B))
        (board (grid (dimensions (\"a/b/c\" (9 0))) (directions (n 1))) (zone (name z) (players A) (positions a b)))
        (piece (name P) (drops (move-type drops) (z (verify empty?) add)) (moves (n (verify empty?) add)))
        (board-setup (A (P off 5)) (B (P off 1))))";
    let game = rules(text, "").unwrap();
    let start = game.start();
    assert_eq!(game.seats(), 1, "B and chance have no seat");
    assert_eq!(start.piece(game.rules(), 0).or(start.piece(game.rules(), 1)), Some((0, 0)));
    let again = rules(text, "").unwrap();
    assert_eq!(start, again.start(), "the same seed draws the same");
}

#[test]
fn messages_say_where_what_and_what_was_expected() {
    let text = "(define go-up (nn (verify emty?) add))\n(game (title \"T\") (players A B) (turn-order A B)\n  \
                (board (grid (dimensions (\"a/b\" (9 0))) (directions (n 1))))\n  \
                (piece (name P) (moves (go-up))))";
    let expected = "t.zrf:1:16: error: 'nn' means nothing here; expected an instruction, a \
                    direction or a position (in the macro 'go-up', called at line 4, column 26)";
    assert_eq!(rules(text, "").unwrap_err(), expected);
    let board = "(game (title \"T\") (players A B) (turn-order A B)\n (board (positions (a 0 0 1 1)) (links n (a c))))";
    let told = rules(board, "").unwrap_err();
    assert_eq!(
        told,
        "t.zrf:2:45: error: there is no position 'c'; expected the name of a position"
    );
}

#[test]
fn every_problem_is_told_once_and_the_same_way_every_time() {
    let code = |code: &str| {
        let text = format!(
            "(game (title \"T\") (players A B) (turn-order A B)
               (board (grid (dimensions (\"a/b\" (9 0))) (directions (ne 1) (se -1) (s 1))))
               (piece (name P) (moves ({code})))) (variant (title \"U\")) (variant (title \"V\"))"
        );
        let file = RuleFile::read("t.zrf", text.as_bytes(), &NoIncludes);
        let mut problems = file.problems().clone();
        for game in file.games() {
            let title = &game.title;
            assert!(compile(game, &mut problems).is_none(), "{title} has the problem as well");
        }
        let told = problems.list().iter().map(|it| (it.problem.clone(), it.expected.clone()));
        (problems.errors(), told.collect::<Vec<_>>())
    };
    let told = |problem: &str, expected: &str| (1, vec![(problem.to_owned(), expected.to_owned())]);
    for _ in 0..16 {
        // Both directions are as near.
        let expected = told("'xe' means nothing here", "perhaps 'ne'");
        assert_eq!(code("xe add"), expected);
    }
    assert_eq!(code("while add"), told("'while' means nothing here", "brackets: (while …)"));
    let warnings = "(from) ".repeat(150);
    let (errors, all) = code(&format!("{warnings} nowhere"));
    assert_eq!((errors, all.len()), (1, 100), "an error is told whatever there is to warn of");
    assert!(all[99].0.contains("nowhere"), "{all:?}");
}

#[test]
fn a_saved_game_is_read_replayed_and_refused_at_the_first_wrong_line() {
    let pieces = "(piece (name Man) (attribute fresh? true) (moves (move-type m)
        (n (verify not-friend?) (set-attribute fresh? false) (if (in-zone? last) (add King) else add))))
        (piece (name King))";
    let game = row(pieces, "(White (Man a)) (Black (Man c))", "");
    let head =
        "Zillions Save Game File Version 0.02 HCC\r\nRulesFile=.\\Row.zrf\r\nVariantName=Row\r\n";
    let body = "(x c)\r\n(Black Man d)\r\n1. Man a - b @ b 0 0\r\n1. Man d - c @ c 0 0\r\n2. Man b x c @ c 0 0\r\n";
    let saved = SavedGame::parse(format!("{head}{body}").as_bytes()).unwrap();
    assert_eq!((saved.kinds.as_str(), saved.rules_name()), ("HCC", "Row.zrf"));
    let replay = game.rules().replay(&saved);
    assert_eq!(replay.failed, None);
    assert_eq!((replay.counts, replay.same_text), ([3, 0, 0, 2], 5));
    assert_eq!(saved.to_text(), format!("{head}{body}"));
    let wrong = body.replace("1. Man d - c", "1. Man d - b");
    let saved = SavedGame::parse(format!("{head}{wrong}").as_bytes()).unwrap();
    let error = game.rules().replay(&saved).failed.unwrap();
    assert_eq!(error.line, 7);
    assert!(
        error.problem.contains("none of the 1 legal moves of Black; expected Man d - c @ c 0 0"),
        "{error}"
    );
    // What these rules do not have is named: mostly the game was played by others.
    for (told, expected) in [
        ("Black Queen d", "expected a piece of these rules, at 'Queen'"),
        ("Queen a - b", "expected a piece of these rules, at 'Queen'"),
        ("Man a - z", "expected a position, at 'z'"),
        ("Man z x b", "expected a position, at 'z'"),
        ("Man a -", "expected a position, at 'the end of the line'"),
    ] {
        let other = body.replace("Man a - b @ b 0 0", told);
        let saved = SavedGame::parse(format!("{head}{other}").as_bytes()).unwrap();
        let error = game.rules().replay(&saved).failed.unwrap();
        assert!(error.problem.contains(expected), "{error}");
    }
}

#[test]
fn odd_lines_of_saved_games_are_read_by_what_they_do() {
    // The first player is called like a piece, and a type of the add is the type that the piece has.
    let text = "(game (title \"T\") (players Red Blue) (turn-order Red Blue) (option \"pass partial\" true)
        (board (grid (dimensions (\"a/b/c/d\" (9 0))) (directions (n 1) (s -1))))
        (piece (name Man) (moves (n (verify empty?) (add Man Red)) (n (verify enemy?) change-owner b add)
                                 (s (verify empty?) (add-partial))))
        (piece (name Red)) (board-setup (Red (Man b)) (Blue (Man d))))";
    let game = rules(text, "").unwrap();
    let replayed = |body: &str| {
        let head = "Zillions Save Game File Version 0.02 HC\nRulesFile=t.zrf\nVariantName=T\n";
        let saved = SavedGame::parse(format!("{head}{body}").as_bytes()).unwrap();
        let replay = game.rules().replay(&saved);
        (replay.lines, replay.failed.map(|failed| failed.problem))
    };
    for line in [
        "1. Man b - c",
        "1. Man b - c = Man",
        "Man b - c = Red",
        "  7.   Man b\t- c   = Red on c ",
        "1. partial 0 Man b - a\n1. Pass\n1. partial 0 Man d - c",
        "1. partial Man b - a\n1. pass\n1. partial 3 Man d - c",
        "(x d)\n(Blue Man c)\n1. = Red on c",
    ] {
        assert_eq!(replayed(line), (line.lines().count(), None), "{line}");
    }
    for (line, problem) in [
        ("1. Man b - d", "none of the 3 legal moves"),
        ("1. Man b - a", "none of the 3 legal moves"),
        ("b - c", "a move begins with its number"),
        ("1. pass", "passing is not allowed here"),
    ] {
        let (lines, told) = replayed(line);
        assert!(lines == 0 && told.as_ref().is_some_and(|it| it.contains(problem)), "{told:?}");
    }
}

#[test]
fn a_third_repetition_means_what_the_file_says_for_the_player_to_move() {
    use selforge_core::{Action, Timeline};
    let man = "(piece (name Man) (moves (n (verify empty?) add) (s (verify empty?) add)))";
    let ended = |rest: &str| {
        let game = Arc::new(row(man, "(White (Man a)) (Black (Man f))", rest));
        let mut timeline = Timeline::new(game);
        for mv in ["a-b", "f-e", "b-a", "e-f", "a-b", "f-e", "b-a", "e-f"] {
            let seat = timeline.status().to_move().unwrap();
            let mv = timeline.game().parse_move(timeline.state(), mv).unwrap();
            timeline.act(seat, Action::Move(mv)).unwrap();
        }
        timeline.result().map(|(outcome, ending)| (outcome.to_string(), ending.to_string()))
    };
    let told = |outcome: &str| Some((outcome.to_owned(), "third repetition".to_owned()));
    assert_eq!(ended(""), told("draw"));
    assert_eq!(ended("(loss-condition (White Black) repetition)"), told("B wins"));
    assert_eq!(ended("(loss-condition (Black) repetition)"), told("draw"));
    assert_eq!(ended("(win-condition (White) repetition)"), told("A wins"));
}
