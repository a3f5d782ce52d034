//! Worked endings and notation of chess.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use selforge_core::{Game, MoveRepr, Stream};
use selforge_games::chess::{Chess, Move};
use selforge_testkit::cases;

mod table;
use table::{Table, table};

fn from(fen: &str) -> Table {
    table(&format!("chess position=\"{fen}\""))
}

#[test]
fn checkmate_wins_for_the_side_that_gives_it() {
    table("chess").play("f3 e5 g4 Qh4").is("B wins, checkmate");
    table("chess").play("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#").is("A wins, checkmate");
    let mated = from("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").is("A wins, checkmate");
    assert!(mated.moves("").is_empty());
}

#[test]
fn stalemate_is_a_draw() {
    from("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1").play("f1f7").is("draw, stalemate");
    from("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1").play("f1f8").is("A wins, checkmate");
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    table("chess").play(shuffle).is("A to move").play(shuffle).is("draw, third repetition");
    table("chess repetition=off").play(shuffle).play(shuffle).is("A to move");
    table("chess repetition=2").play(shuffle).is("draw, second repetition");
}

#[test]
fn castling_rights_make_a_position_another_one() {
    // After both kings have moved and come back the board looks the same, but nobody can castle.
    let kings = "e1e2 e8e7 e2e1 e7e8";
    let start = |rights: &str| from(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1"));
    start("KQkq").play(kings).play(kings).is("A to move");
    start("-").play(kings).play(kings).is("draw, third repetition");
}

#[test]
fn a_double_step_makes_a_position_another_one_only_if_it_can_be_answered() {
    let shuffle = "b8c6 b1c3 c6b8 c3b1";
    // Nobody can capture on e3: the position after e2e4 has occurred twice more at the end.
    table("chess").play("e2e4").play(shuffle).play(shuffle).is("draw, third repetition");
    // Black could capture the pawn on e4 the first time only.
    let answered = from("rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    answered.play("e2e4").play(shuffle).play(shuffle).is("B to move");
}

#[test]
fn fifty_moves_of_each_side_without_progress_are_a_draw() {
    let rook = |clock: u32| from(&format!("8/8/4k3/8/8/2K2R2/8/8 w - - {clock} 120"));
    rook(98).play("f3f1").is("B to move").play("e6e5").is("draw, fifty moves");
    rook(97).play("f3f1 e6e5").is("A to move");
    // A pawn's move starts the count again, and mate comes first.
    from("8/8/4k3/8/8/2K2R2/P7/8 w - - 99 120").play("a2a3").is("B to move");
    from("7k/8/6K1/8/8/8/8/5Q2 w - - 99 120").play("f1f8").is("A wins, checkmate");
    from("7k/8/6K1/8/8/8/8/5Q2 w - - 99 120").play("f1e1").is("draw, fifty moves");
}

#[test]
fn nobody_plays_on_when_nobody_could_give_mate() {
    from("8/8/8/3k4/8/8/3Kp3/8 w - - 0 1").play("d2e2").is("draw, insufficient material");
    for drawn in ["8/8/3k4/8/8/3K4/8/5N2 w", "8/8/3k4/8/8/3K4/8/5b2 w", "5b2/8/3k4/8/8/3K4/8/2B5 w"]
    {
        from(drawn).is("draw, insufficient material");
    }
    // Two knights, bishops of both colours, or a knight on each side could still.
    for open in
        ["8/8/3k4/8/8/3K4/8/4NN2 w", "4b3/8/3k4/8/8/3K4/8/4B3 w", "4n3/8/3k4/8/8/3K4/8/4N3 w"]
    {
        from(open).is("A to move");
    }
}

#[test]
fn special_moves_are_written_as_squares_and_read_as_in_books() {
    let castle = || from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in ["e1g1", "e1-g1", "O-O", "0-0", "E1G1"] {
        castle().play(text).shows("r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    }
    castle().play("O-O-O O-O").shows("r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2");
    assert!(!castle().can("Kh1") && !castle().can("e1h1") && castle().can("Kf1"));
    let promote = || from("8/1P4k1/8/8/8/8/6p1/1K6 w - - 0 1");
    assert_eq!(promote().moves("b7"), ["b7b8b", "b7b8n", "b7b8q", "b7b8r"]);
    assert!(!promote().can("b7b8") && promote().can("b8=N") && promote().can("b8Q"));
    promote().play("b8=Q g2g1n").shows("1Q6/6k1/8/8/8/8/8/1K4n1 w - - 0 2");
    from("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1")
        .play("d4 exd3")
        .shows("4k3/8/8/8/8/3p4/8/4K3 w - - 0 2");
    // A pawn of the b file and a bishop are told apart by the case of their letter.
    let both = || from("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1");
    both().play("bxc3").shows("4k3/8/8/8/8/2P5/3B4/4K3 b - - 0 1");
    both().play("Bxc3").shows("4k3/8/8/8/8/2B5/1P6/4K3 b - - 0 1");
}

#[test]
fn positions_may_leave_out_what_is_usual() {
    from("4k3/8/8/8/8/8/4P3/4K3 w").shows("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    from("4k3/8/8/8/8/8/4P3/4K3 b - - 7").shows("4k3/8/8/8/8/8/4P3/4K3 b - - 7 1");
}

#[test]
fn exactly_the_visited_moves_are_legal() {
    let game = Chess::new();
    let mut stream = Stream::new(5, "chess legality", 0);
    let mut state = game.start();
    for _ in 0..cases(60, 2_000) {
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves);
        let mut codes: Vec<u32> = moves.iter().map(|mv| mv.to_code()).collect();
        codes.sort_unstable();
        let legal = |code: &u32| Move::from_code(*code).is_some_and(|mv| game.is_legal(&state, mv));
        let found: Vec<u32> = (0..8 << 12).filter(legal).collect();
        assert_eq!(found, codes, "{state:?}");
        match stream.pick(&moves) {
            Some(&mv) => game.play(&mut state, mv),
            None => state = game.start(),
        }
    }
    assert_eq!(Move::from_code(5 << 12), None, "nobody becomes a king");
}

#[test]
fn moves_are_written_as_in_chess_books_and_read_back_as_the_same_moves() {
    let positions = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    ];
    for fen in positions {
        let spec = selforge_core::Spec::parse(&format!("chess position=\"{fen}\"")).unwrap();
        let game = selforge_games::open(&spec, &selforge_games::NoFiles).unwrap();
        let start = game.game.start();
        let mut moves = Vec::new();
        game.game.legal_moves(&start, &mut moves);
        assert!(!moves.is_empty());
        for mv in moves {
            let written = game.move_notation(&start, mv).unwrap();
            assert_eq!(game.game.parse_move(&start, &written).unwrap(), mv, "{fen}: {written}");
        }
    }
}

#[test]
fn a_king_in_check_is_threatened_and_nothing_else_is() {
    let threatened = |fen: &str| {
        let spec = selforge_core::Spec::parse(&format!("chess position=\"{fen}\"")).unwrap();
        let game = selforge_games::open(&spec, &selforge_games::NoFiles).unwrap();
        let start = game.game.start();
        let cells = game.diagram(&start).cells;
        game.threatened(&start).iter().map(|&at| cells[at].name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(threatened("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"), ["e8"]);
    assert_eq!(threatened("4k3/8/8/8/8/8/3R4/4K3 b - - 0 1"), [""; 0]);
    assert_eq!(threatened("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), ["e1"]);
}
