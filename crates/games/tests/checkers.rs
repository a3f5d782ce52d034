//! Worked endings of checkers, and its fast rules against plain ones.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use selforge_core::{Game, Spec, Stream, perft};
use selforge_games::NoFiles;
use selforge_testkit::cases;

mod table;
use table::{Table, table};

fn from(position: &str) -> Table {
    table(&format!("checkers position=\"{position}\""))
}

#[test]
fn who_has_no_piece_left_loses() {
    from("8/8/1A6/2B5/8/8/8/8 A").play("9x18").is("A wins, no pieces").shows("8/8/8/8/3A4/8/8/8 B");
    from("8/8/8/4A3/3B4/8/8/8 B").play("d4xf6").is("B wins, no pieces");
}

#[test]
fn who_has_no_move_loses() {
    // A's man on the rim is shut in by two pieces, one behind the other.
    from("8/A7/1B6/8/3B4/8/8/8 B").play("d4-c5").is("B wins, no move");
    from("8/A7/1B6/2B5/8/8/8/8 A").is("B wins, no move");
}

#[test]
fn captures_are_mandatory_and_go_on_to_their_end() {
    let twice = from("8/8/1A3A2/2B5/8/4B3/8/8 A");
    assert_eq!(twice.moves(""), ["9x18x27"]);
    assert!(
        !twice.can("9x18") && !twice.can("11-15") && twice.can("9x27") && twice.can("b6xd4xf2")
    );
    twice.play("9x27").shows("8/8/5A2/8/8/8/5A2/8 B").is("A wins, no pieces");
}

#[test]
fn any_chain_may_be_chosen_even_a_shorter_one() {
    let choice = from("8/8/1A3A2/2B3B1/8/4B3/8/8 A");
    assert_eq!(choice.moves(""), ["11x20", "9x18x27"]);
}

#[test]
fn chains_with_the_same_ends_are_different_moves() {
    // Around the left or around the right, back to where it began.
    let diamond = from("8/2a5/1B1B4/8/1B1B4/8/8/8 A");
    assert_eq!(diamond.moves(""), ["6x13x22x15x6", "6x15x22x13x6"]);
    assert!(!diamond.can("6x6"), "either way would do");
    diamond.play("6x13x22x15x6").is("A wins, no pieces").shows("8/2a5/8/8/8/8/8/8 B");
}

#[test]
fn crowning_ends_the_turn_even_in_the_middle_of_a_chain() {
    let last = from("8/8/8/8/8/2A5/3B1B2/8 A");
    assert_eq!(last.moves(""), ["22x31"]);
    last.play("22x31").is("B to move").shows("8/8/8/8/8/8/5B2/4a3 B");
    // A king there goes on.
    assert_eq!(from("8/8/8/8/8/2a5/3B1B2/8 A").moves(""), ["22x31x24"]);
}

#[test]
fn men_move_forward_only_and_kings_both_ways() {
    assert_eq!(from("8/8/8/2A5/8/8/8/B7 A").moves("14"), ["14-17", "14-18"]);
    assert_eq!(from("8/8/8/2a5/8/8/8/B7 A").moves("14"), ["14-10", "14-17", "14-18", "14-9"]);
    assert_eq!(from("1A6/8/8/8/3B4/8/8/8 B").moves("18"), ["18-14", "18-15"]);
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let kings = "8/8/1a6/8/8/8/8/6b1 A";
    let shuffle = "9-5 32-28 5-9 28-32";
    from(kings).play(shuffle).is("A to move").play(shuffle).is("draw, third repetition");
}

#[test]
fn games_without_progress_are_adjudicated() {
    let spec = "checkers progress=4 repetition=off position=\"8/8/1a6/A7/8/8/8/6b1 A\"";
    let shuffle = "9-6 32-28 6-9 28-32";
    table(spec).play(shuffle).is("draw, adjudicated: 4 plies without progress");
    // A man's move is progress.
    table(spec).play("9-6 32-28 13-17 28-32 6-9").is("B to move");
}

#[test]
fn squares_can_be_typed_by_number_and_by_name() {
    assert!(table("checkers").can(" 11 15 ") && table("checkers").can("F6 E5"));
    for text in ["11-15", "1115", "f6-e5", "f6e5", "F6:E5"] {
        table("checkers")
            .play(text)
            .shows("1A1A1A1A/A1A1A1A1/1A1A3A/4A3/8/B1B1B1B1/1B1B1B1B/B1B1B1B1 B");
    }
    for wrong in ["11-14", "1-115", "11", "11-15-18", "f6", "f6-e4", "33-1", "0-4"] {
        assert!(!table("checkers").can(wrong), "{wrong}");
    }
}

#[test]
fn positions_of_draughts_databases_are_read() {
    from("B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29.")
        .shows("8/8/3b3A/4b1A1/3B3A/2a3B1/1a3B1B/a7 A");
    from("W:W21:B1").shows("1A6/8/8/8/8/B7/8/8 B");
}

/// The plain rules: a board of characters, no bits, nothing clever.
mod plain {
    /// Rows from the top; `A`, `B` men, `a`, `b` kings, `.` empty.
    #[derive(Clone, PartialEq, Debug)]
    pub(crate) struct Board {
        pub(crate) cells: [[char; 8]; 8],
        pub(crate) to_move: char,
    }

    pub(crate) type Path = Vec<(usize, usize)>;

    impl Board {
        pub(crate) fn parse(text: &str) -> Board {
            let (rows, seat) = text.split_once(' ').unwrap();
            let mut cells = [['.'; 8]; 8];
            for (row, line) in rows.split('/').enumerate() {
                let mut column = 0;
                for c in line.chars() {
                    match c.to_digit(10) {
                        Some(empty) => column += empty as usize,
                        None => {
                            cells[row][column] = c;
                            column += 1;
                        }
                    }
                }
            }
            Board { cells, to_move: seat.chars().next().unwrap() }
        }

        pub(crate) fn text(&self) -> String {
            let row = |cells: &[char; 8]| {
                let mut text: String = cells.iter().collect();
                for empty in (1..=8).rev() {
                    text = text.replace(&".".repeat(empty), &empty.to_string());
                }
                text
            };
            let rows: Vec<String> = self.cells.iter().map(row).collect();
            format!("{} {}", rows.join("/"), self.to_move)
        }

        fn at(&self, row: isize, column: isize) -> Option<char> {
            let on = (0..8).contains(&row) && (0..8).contains(&column);
            on.then(|| self.cells[row as usize][column as usize])
        }

        /// The four neighbours' directions that a piece may use.
        fn directions(piece: char) -> Vec<(isize, isize)> {
            let all = [(1, -1), (1, 1), (-1, 1), (-1, -1)];
            let may = |down: isize| match piece {
                'A' => down == 1,
                'B' => down == -1,
                _ => true,
            };
            all.into_iter().filter(|(down, _)| may(*down)).collect()
        }

        /// Every turn: the squares visited and the position after it.
        pub(crate) fn turns(&self) -> Vec<(Path, Board)> {
            let mut jumps = Vec::new();
            let mut steps = Vec::new();
            for row in 0..8 {
                for column in 0..8 {
                    let piece = self.cells[row][column];
                    if piece.to_ascii_uppercase() != self.to_move {
                        continue;
                    }
                    let mut lifted = self.clone();
                    lifted.cells[row][column] = '.';
                    lifted.jump(piece, vec![(row, column)], &mut jumps);
                    for (down, right) in Board::directions(piece) {
                        let (to, side) = (row as isize + down, column as isize + right);
                        if self.at(to, side) == Some('.') {
                            let to = (to as usize, side as usize);
                            steps.push((vec![(row, column), to], lifted.put(piece, to)));
                        }
                    }
                }
            }
            if jumps.is_empty() { steps } else { jumps }
        }

        /// Goes on jumping with a piece in the hand.
        fn jump(&self, piece: char, path: Path, out: &mut Vec<(Path, Board)>) {
            let (row, column) = *path.last().unwrap();
            let mut ended = true;
            for (down, right) in Board::directions(piece) {
                let over = (row as isize + down, column as isize + right);
                let to = (over.0 + down, over.1 + right);
                let enemy = |c: char| c != '.' && c.to_ascii_uppercase() != self.to_move;
                if !self.at(over.0, over.1).is_some_and(enemy) || self.at(to.0, to.1) != Some('.') {
                    continue;
                }
                ended = false;
                let mut next = self.clone();
                next.cells[over.0 as usize][over.1 as usize] = '.';
                let to = (to.0 as usize, to.1 as usize);
                let mut longer = path.clone();
                longer.push(to);
                if piece == 'A' && to.0 == 7 || piece == 'B' && to.0 == 0 {
                    out.push((longer, next.put(piece, to)));
                } else {
                    next.jump(piece, longer, out);
                }
            }
            if ended && path.len() > 1 {
                let to = *path.last().unwrap();
                out.push((path, self.put(piece, to)));
            }
        }

        fn put(&self, piece: char, (row, column): (usize, usize)) -> Board {
            let mut next = self.clone();
            let crowned = piece == 'A' && row == 7 || piece == 'B' && row == 0;
            next.cells[row][column] = if crowned { piece.to_ascii_lowercase() } else { piece };
            next.to_move = if self.to_move == 'A' { 'B' } else { 'A' };
            next
        }

        pub(crate) fn perft(&self, depth: u32) -> u64 {
            match depth {
                0 => 1,
                _ => self.turns().iter().map(|(_, next)| next.perft(depth - 1)).sum(),
            }
        }
    }

    /// `11-15` or `22x15x8`; a jump goes two rows on.
    pub(crate) fn name(path: &Path) -> String {
        let number = |&(row, column): &(usize, usize)| (row * 4 + column / 2 + 1).to_string();
        let sign = if path[0].0.abs_diff(path[1].0) == 2 { "x" } else { "-" };
        path.iter().map(number).collect::<Vec<_>>().join(sign)
    }
}

/// A position with up to twelve pieces a side anywhere, many kings among them.
fn random_position(stream: &mut Stream) -> String {
    let mut board = plain::Board { cells: [['.'; 8]; 8], to_move: 'A' };
    let kings = stream.below(5);
    for letter in ['A', 'B'] {
        for _ in 0..1 + stream.below(12) {
            let (row, column) = (stream.below(8) as usize, stream.below(8) as usize);
            if (row + column) % 2 == 0 || board.cells[row][column] != '.' {
                continue;
            }
            let last = if letter == 'A' { 7 } else { 0 };
            let king = row == last || stream.below(4) < kings;
            board.cells[row][column] = if king { letter.to_ascii_lowercase() } else { letter };
        }
    }
    if stream.coin() {
        board.to_move = 'B';
    }
    board.text()
}

#[test]
fn games_agree_with_the_plain_rules_at_every_position() {
    let mut compared = 0;
    let mut longest = 0;
    for number in 0..cases(600, 60_000) {
        let mut stream = Stream::new(1, "agreement of checkers", u64::from(number));
        let spec = match number % 4 {
            0 => Spec::new("checkers"),
            _ => Spec::new("checkers").with("position", random_position(&mut stream)),
        };
        // Positions in which the seat that has just moved has nothing left are refused.
        let Ok(playable) = selforge_games::open(&spec, &NoFiles) else { continue };
        let game = &playable.game;
        let mut state = game.start();
        for _ in 0..80 {
            let position = playable.position_text(&state);
            let plain = plain::Board::parse(&position);
            assert_eq!(plain.text(), position);
            let mut turns: Vec<(String, String)> =
                plain.turns().iter().map(|(path, next)| (plain::name(path), next.text())).collect();
            turns.sort();
            let mut moves = Vec::new();
            game.legal_moves(&state, &mut moves);
            let mut found: Vec<(String, String)> = moves
                .iter()
                .map(|&mv| {
                    let mut text = String::new();
                    game.write_move(&state, mv, &mut text).unwrap();
                    let mut next = state.clone();
                    game.play(&mut next, mv);
                    longest = longest.max(text.matches('x').count());
                    (text, playable.position_text(&next))
                })
                .collect();
            found.sort();
            assert_eq!(found, turns, "{position}");
            compared += 1;
            let Some(&mv) = stream.pick(&moves) else {
                assert!(game.outcome(&state).is_some(), "{position}");
                break;
            };
            game.play(&mut state, mv);
        }
    }
    assert!(compared > 5_000, "{compared} positions");
    assert!(longest >= 4, "chains of at most {longest} jumps");
}

#[test]
fn lines_of_play_are_as_many_as_by_the_plain_rules() {
    for number in 0..u64::from(cases(40, 2_000)) {
        let mut stream = Stream::new(2, "perft of checkers", number);
        let position = random_position(&mut stream);
        let spec = Spec::new("checkers").with("position", &position);
        let Ok(playable) = selforge_games::open(&spec, &NoFiles) else { continue };
        let game = &playable.game;
        let plain = plain::Board::parse(&position);
        assert_eq!(perft(game, &game.start(), 3), plain.perft(3), "{position}");
    }
}
