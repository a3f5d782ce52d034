//! Worked endings of Lines of Action, and its fast rules against plain ones.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use selforge_core::{Game, Outcome, Seat, Spec, Stream};
use selforge_games::NoFiles;
use selforge_testkit::{cases, is_blessing, perft as tables};

mod table;
use table::{Table, table};

fn from(position: &str) -> Table {
    table(&format!("loa position=\"{position}\""))
}

#[test]
fn a_piece_moves_as_far_as_its_line_is_full() {
    // The examples of Darse Billings' rules: three moves of the first piece, a capture at once.
    let start = table("loa");
    assert_eq!(start.moves("b1"), ["b1-b3", "b1-d3", "b1-h1"]);
    assert!(start.can("f8:h6") && start.can("F8 x H6") && start.can("f8h6"));
    start.play("f8xh6").shows("1AAAA1A1/B6B/B6A/B6B/B6B/B6B/B6B/1AAAAAA1 B");
}

#[test]
fn pieces_jump_over_their_own_but_not_over_others() {
    // Four pieces in the rank: White is shut in along it, one black piece jumps, one captures.
    let rank = "8/8/8/B2A1A1B/8/8/8/8";
    let along = |table: &Table, beginning: &str| {
        let mut moves = table.moves(beginning);
        moves.retain(|text| text.ends_with('5'));
        moves
    };
    let black = from(&format!("{rank} A"));
    assert_eq!(along(&black, "f5"), ["f5-b5"]);
    assert_eq!(along(&black, "d5"), ["d5xh5"]);
    let white = from(&format!("{rank} B"));
    assert!(along(&white, "a5").is_empty() && along(&white, "h5").is_empty());
}

#[test]
fn who_connects_all_pieces_wins_at_once() {
    from("8/8/2A5/3A4/8/4A3/8/B6B A").play("e3-e4").is("A wins, connected");
    from("A6A/8/2B5/3B4/8/4B3/8/8 B").play("e3e4").is("B wins, connected");
}

#[test]
fn a_piece_on_its_own_is_connected() {
    // The capture leaves White a single piece.
    from("8/8/2A5/8/2B5/8/5A2/7B A").play("c6xc4").is("B wins, connected");
}

#[test]
fn a_capture_can_connect_the_other_side() {
    from("8/1BB5/8/A1B5/8/8/8/7A A").play("a5xc5").is("B wins, connected");
}

#[test]
fn a_move_that_connects_both_is_a_draw_or_wins() {
    let both = "8/1BB5/3A4/A1B5/8/8/8/8 A";
    from(both).play("a5xc5").is("draw, both connected").shows("8/1BB5/3A4/2A5/8/8/8/8 B");
    table(&format!("loa both=mover position=\"{both}\"")).play("a5xc5").is("A wins, connected");
    let other = "8/1AA5/3B4/B1A5/8/8/8/8 B";
    table(&format!("loa both=mover position=\"{other}\"")).play("a5xc5").is("B wins, connected");
}

/// Each of A's two pieces is shut into a corner by three of B's.
const SHUT_IN: &str = "6BA/6BB/8/8/8/8/BB6/AB6 A";

#[test]
fn who_cannot_move_passes_or_loses() {
    let stuck = from(SHUT_IN);
    assert_eq!(stuck.moves(""), ["pass"]);
    stuck.play("pass").is("B to move").play("b1-d1").is("A to move");
    let lost = table(&format!("loa stuck=lose position=\"{SHUT_IN}\""));
    assert!(lost.moves("").is_empty());
    lost.is("B wins, no move");
    let shut = "6BA/6BB/8/8/8/8/BB6/A2B4 B";
    table(&format!("loa stuck=lose position=\"{shut}\"")).play("d1-b1").is("B wins, no move");
    assert!(!from(shut).can("pass"), "who can move must");
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let shuffle = "b8-b6 a4-c4 b6-b8 c4-a4";
    table("loa").play(shuffle).is("A to move").play(shuffle).is("draw, third repetition");
    let twice = table("loa repetition=2").play("b8-b6 a4-c4 b6-b8 c4-a4");
    twice.is("draw, second repetition");
}

#[test]
fn a_refused_move_says_where_the_piece_could_go() {
    let start = table("loa");
    let refusal =
        |text: &str| start.0.game().parse_move(start.0.state(), text).unwrap_err().to_string();
    assert!(refusal("b1-b2").contains("'b1-b2' is not a legal move here"));
    assert!(refusal("b1-b2").contains("from b1 to "), "{}", refusal("b1-b2"));
    assert!(refusal("a2-c2").contains("two squares"));
    assert!(refusal("é").contains("two squares"));
}

/// The plain rules: a board of characters, no bits, nothing clever.
mod plain {
    /// Rows from the top; `A`, `B` pieces, `.` empty.
    #[derive(Clone, PartialEq, Debug)]
    pub(crate) struct Board {
        pub(crate) cells: [[char; 8]; 8],
        pub(crate) to_move: char,
    }

    fn on_board(row: i32, column: i32) -> bool {
        (0..8).contains(&row) && (0..8).contains(&column)
    }

    const AROUND: [(i32, i32); 8] =
        [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];

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

        fn at(&self, row: i32, column: i32) -> char {
            self.cells[row as usize][column as usize]
        }

        /// How many pieces stand on the line through a square.
        fn on_line(&self, row: i32, column: i32, (down, right): (i32, i32)) -> i32 {
            (-7..8)
                .map(|far| (row + far * down, column + far * right))
                .filter(|&(row, column)| on_board(row, column) && self.at(row, column) != '.')
                .count() as i32
        }

        fn is_connected(&self, seat: char) -> bool {
            let mut left: Vec<(i32, i32)> = Vec::new();
            for row in 0..8 {
                for column in 0..8 {
                    if self.at(row, column) == seat {
                        left.push((row, column));
                    }
                }
            }
            let mut todo: Vec<(i32, i32)> = left.pop().into_iter().collect();
            while let Some((row, column)) = todo.pop() {
                let near = |other: &(i32, i32)| {
                    (other.0 - row).abs() <= 1 && (other.1 - column).abs() <= 1
                };
                todo.extend(left.iter().copied().filter(near));
                left.retain(|other| !near(other));
            }
            left.is_empty()
        }

        /// `A`, `B`, or `=` for a draw.
        pub(crate) fn result(&self, both: char, stuck_loses: bool) -> Option<char> {
            let mover = if self.to_move == 'A' { 'B' } else { 'A' };
            match (self.is_connected(mover), self.is_connected(self.to_move)) {
                (true, true) if both == '=' => Some('='),
                (true, _) => Some(mover),
                (false, true) => Some(self.to_move),
                (false, false) if stuck_loses && self.steps().is_empty() => Some(mover),
                (false, false) => None,
            }
        }

        /// Every move by its name, with the position after it, whether or not the game is over.
        pub(crate) fn steps(&self) -> Vec<(String, Board)> {
            let mut steps = Vec::new();
            for row in 0..8 {
                for column in 0..8 {
                    if self.at(row, column) != self.to_move {
                        continue;
                    }
                    for way in AROUND {
                        steps.extend(self.step(row, column, way));
                    }
                }
            }
            steps
        }

        fn step(&self, row: i32, column: i32, way: (i32, i32)) -> Option<(String, Board)> {
            let far = self.on_line(row, column, way);
            let square = |far: i32| (row + far * way.0, column + far * way.1);
            let to = square(far);
            if !on_board(to.0, to.1) || self.at(to.0, to.1) == self.to_move {
                return None;
            }
            let own = |far: i32| {
                let (row, column) = square(far);
                ['.', self.to_move].contains(&self.at(row, column))
            };
            if !(1..far).all(own) {
                return None;
            }
            let name = |(row, column): (i32, i32)| {
                format!("{}{}", char::from(b'a' + column as u8), 8 - row)
            };
            let sign = if self.at(to.0, to.1) == '.' { '-' } else { 'x' };
            let mut next = self.clone();
            next.cells[row as usize][column as usize] = '.';
            next.cells[to.0 as usize][to.1 as usize] = self.to_move;
            next.to_move = if self.to_move == 'A' { 'B' } else { 'A' };
            Some((format!("{}{sign}{}", name((row, column)), name(to)), next))
        }

        /// Every turn by the usual rules.
        pub(crate) fn turns(&self, both: char, stuck_loses: bool) -> Vec<(String, Board)> {
            if self.result(both, stuck_loses).is_some() {
                return Vec::new();
            }
            let mut turns = self.steps();
            if turns.is_empty() {
                let to_move = if self.to_move == 'A' { 'B' } else { 'A' };
                turns.push(("pass".to_owned(), Board { to_move, ..self.clone() }));
            }
            turns
        }

        pub(crate) fn perft(&self, depth: u32) -> u64 {
            match depth {
                0 => 1,
                _ => self.turns('=', false).iter().map(|(_, next)| next.perft(depth - 1)).sum(),
            }
        }
    }
}

const START: &str = "1AAAAAA1/B6B/B6B/B6B/B6B/B6B/B6B/1AAAAAA1 A";

/// A position with some pieces of each side, mostly near each other, so that games end soon.
fn random_position(stream: &mut Stream) -> String {
    let mut board = plain::Board { cells: [['.'; 8]; 8], to_move: 'A' };
    let wide = 3 + stream.below(6) as usize;
    for letter in ['A', 'B'] {
        for _ in 0..1 + stream.below(12) {
            let mut place = || stream.below(wide as u32) as usize;
            let (row, column) = (place(), place());
            if board.cells[row][column] == '.' {
                board.cells[row][column] = letter;
            }
        }
    }
    if stream.coin() {
        board.to_move = 'B';
    }
    board.text()
}

#[test]
fn games_agree_with_the_plain_rules_at_every_position() {
    let (mut compared, mut endings) = (0, std::collections::BTreeMap::<String, u32>::new());
    let mut passes = 0;
    for number in 0..cases(300, 60_000) {
        let mut stream = Stream::new(1, "agreement of loa", u64::from(number));
        let position = match number % 4 {
            0 => START.to_owned(),
            1 => SHUT_IN.to_owned(),
            _ => random_position(&mut stream),
        };
        let (mover_wins, stuck_loses) = (stream.coin(), stream.coin());
        let spec = Spec::new("loa")
            .with("position", &position)
            .with("both", if mover_wins { "mover" } else { "draw" })
            .with("stuck", if stuck_loses { "lose" } else { "pass" });
        // Positions in which somebody has no piece at all are refused.
        let Ok(playable) = selforge_games::open(&spec, &NoFiles) else { continue };
        let both = if mover_wins { '!' } else { '=' };
        let game = &playable.game;
        let mut state = game.start();
        for _ in 0..80 {
            let position = playable.position_text(&state);
            let plain = plain::Board::parse(&position);
            assert_eq!(plain.text(), position);
            assert_eq!(game.parse_state(&position), Ok(state.clone()), "{position}");
            let result = plain.result(both, stuck_loses).map(|result| match result {
                '=' => Outcome::draw(2),
                seat => Outcome::win(Seat::from_letter(seat).unwrap(), 2),
            });
            assert_eq!(game.outcome(&state), result, "{position}");
            let mut turns: Vec<(String, String)> = plain
                .turns(both, stuck_loses)
                .iter()
                .map(|(name, next)| (name.clone(), next.text()))
                .collect();
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
                    (text, playable.position_text(&next))
                })
                .collect();
            found.sort();
            assert_eq!(found, turns, "{position}");
            compared += 1;
            passes += u32::from(found.first().is_some_and(|(text, _)| text == "pass"));
            let Some(&mv) = stream.pick(&moves) else {
                *endings.entry(game.ending(&state).to_owned()).or_default() += 1;
                break;
            };
            game.play(&mut state, mv);
        }
    }
    assert!(compared > 5_000 && passes > 20, "{compared} positions, {passes} passes");
    for ending in ["connected", "both connected", "no move"] {
        assert!(endings.get(ending).is_some_and(|&count| count > 3), "{endings:?}");
    }
}

#[test]
fn the_plain_rules_give_the_same_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft/loa.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let count = |spec: &str, depth| {
        let spec = Spec::parse(spec).unwrap();
        plain::Board::parse(spec.get("position").unwrap_or(START)).perft(depth)
    };
    if is_blessing() {
        std::fs::write(path, tables::fill_table(&text, count)).unwrap();
    } else {
        tables::check_table(&text, count);
    }
}
