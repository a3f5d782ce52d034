//! Worked endings of Hex, and its fast rules against plain ones.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use selforge_board::picture::palette::look;
use selforge_core::{Game, Outcome, Seat, Spec, Stream};
use selforge_games::NoFiles;
use selforge_testkit::{cases, is_blessing, perft as tables};

mod table;
use table::{Table, table};

fn small() -> Table {
    table("hex board=hex-3x3")
}

#[test]
fn the_first_stones_win_from_top_to_bottom() {
    small().play("b1 a1 b2 a2 b3").is("A wins, connected").shows("BA1/BA1/1A1 B");
    small().play("c1 a1 b2 b1 a3").is("A wins, connected");
}

#[test]
fn the_second_stones_win_from_left_to_right() {
    small().play("a1 a2 b1 b2 c1 c2").is("B wins, connected").shows("AAA/BBB/3 A");
}

#[test]
fn a_cell_touches_six_others_and_not_the_two_along_the_long_diagonal() {
    small().play("a1 a2 b2 a3 c3").is("B to move");
    small().play("c1 a1 b2 b1 a3").is("A wins, connected");
}

#[test]
fn a_corner_belongs_to_both_sides_that_meet_there() {
    small().play("c1 a1 c2 b1 c3").is("A wins, connected");
    small().play("b1 a3 b2 b3 a2 c3").is("B wins, connected");
}

#[test]
fn a_group_counts_as_a_whole_when_it_is_joined_last() {
    // The stones below lie loose until the one in the middle joins them with the top.
    table("hex board=hex-5x3 swap=off")
        .play("b5 a1 b4 a2 b1 a4 b2 c5")
        .is("A to move")
        .play("b3")
        .is("A wins, connected");
}

#[test]
fn a_swap_takes_over_the_first_stone_and_its_sides() {
    let swapped = || small().play("b2 swap").is("A to move").shows("3/1A1/3 A sets=BA");
    assert!(!swapped().can("swap"), "once is enough");
    swapped().play("a2 b1 a3 b3").is("B wins, connected");
    small().play("a1 swap a2 c1 b2 b1 c2").is("A wins, connected");
}

#[test]
fn only_the_second_move_can_be_a_swap() {
    assert!(!small().can("swap"));
    assert!(small().play("c3").can(" Swap "));
    assert!(!small().play("c3 a1").can("swap"));
    assert!(!table("hex board=hex-3x3 swap=off").play("c3").can("swap"));
    // In a position with a handicap there is nothing to make up for.
    assert!(!table("hex board=hex-3x3 position=\"A1A/3/3 B\"").can("swap"));
    assert!(!table("hex board=hex-3x3 position=\"A2/3/3 A\"").can("swap"));
    assert!(table("hex board=hex-3x3 position=\"B2/3/3 A\"").can("swap"));
}

#[test]
fn a_refused_move_says_why() {
    let refusal = |table: &Table, text: &str| {
        table.0.game().parse_move(table.0.state(), text).unwrap_err().to_string()
    };
    let begun = small().play("b2");
    assert_eq!(refusal(&begun, "B2"), "character 1: B2 is taken; expected an empty cell");
    assert!(refusal(&begun, "d1").contains("'d1' is no cell of this board"));
    assert!(refusal(&small(), "swap").contains("nobody may swap now"));
    let over = small().play("b1 a1 b2 a2 b3");
    assert!(refusal(&over, "c3").contains("too late"));
}

#[test]
fn the_picture_shows_whose_sides_they_are() {
    let playable =
        selforge_games::open(&Spec::new("hex").with("board", "hex-3x5"), &NoFiles).unwrap();
    let start = playable.game.start();
    let diagram = playable.diagram(&start);
    let sides: Vec<(u8, usize)> = diagram.borders.iter().map(|b| (b.set, b.cells.len())).collect();
    assert_eq!(sides, [(0, 5), (1, 3), (0, 5), (1, 3)]);
    // Clockwise without a gap, and along the outlines of the cells beside which they run.
    for (at, border) in diagram.borders.iter().enumerate() {
        let next = &diagram.borders[(at + 1) % 4];
        assert_eq!(border.line.last(), next.line.first(), "side {at}");
        let inner = &border.line[1..border.line.len() - 1];
        let on_rim = |point| border.cells.iter().any(|&c| diagram.cells[c].outline.contains(point));
        assert!(inner.iter().all(on_rim), "side {at}");
    }
    let svg = playable.picture(&start, 400);
    for set in 0..2u8 {
        let class = format!("<polyline class=\"border bond{set}\"");
        assert_eq!(svg.matches(&class).count(), 2);
        assert!(svg.contains(&format!(".bond{set}{{stroke:{}}}", look(set).light[0])));
    }
}

/// The plain rules: a board of characters and a flood fill after every move.
mod plain {
    /// Rows from the top; `A`, `B` stones, `.` empty.
    #[derive(Clone, PartialEq, Debug)]
    pub(crate) struct Board {
        pub(crate) cells: Vec<Vec<char>>,
        pub(crate) to_move: char,
        pub(crate) swapped: bool,
        pub(crate) may_swap: bool,
    }

    impl Board {
        pub(crate) fn empty(rows: usize, columns: usize, may_swap: bool) -> Board {
            let cells = vec![vec!['.'; columns]; rows];
            Board { cells, to_move: 'A', swapped: false, may_swap }
        }

        /// The stones with which a seat plays, or the seat that plays with them.
        fn other_name(&self, name: char) -> char {
            match (self.swapped, name) {
                (false, same) => same,
                (true, 'A') => 'B',
                (true, _) => 'A',
            }
        }

        fn near(&self, row: usize, column: usize) -> Vec<(usize, usize)> {
            let around = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)];
            let step = |(down, right): (isize, isize)| {
                Some((row.checked_add_signed(down)?, column.checked_add_signed(right)?))
            };
            let (rows, columns) = (self.cells.len(), self.cells[0].len());
            around.into_iter().filter_map(step).filter(|p| p.0 < rows && p.1 < columns).collect()
        }

        /// The stones that have connected their sides.
        fn chain(&self) -> Option<char> {
            let (rows, columns) = (self.cells.len(), self.cells[0].len());
            for stone in ['A', 'B'] {
                let first: Vec<(usize, usize)> = match stone {
                    'A' => (0..columns).map(|column| (0, column)).collect(),
                    _ => (0..rows).map(|row| (row, 0)).collect(),
                };
                let mut seen = vec![vec![false; columns]; rows];
                let mut todo = first;
                while let Some((row, column)) = todo.pop() {
                    if self.cells[row][column] != stone || seen[row][column] {
                        continue;
                    }
                    seen[row][column] = true;
                    if if stone == 'A' { row + 1 == rows } else { column + 1 == columns } {
                        return Some(stone);
                    }
                    todo.extend(self.near(row, column));
                }
            }
            None
        }

        pub(crate) fn winner(&self) -> Option<char> {
            self.chain().map(|stone| self.other_name(stone))
        }

        /// Every move by its name, with the position after it.
        pub(crate) fn turns(&self) -> Vec<(String, Board)> {
            let mut turns = Vec::new();
            if self.chain().is_some() {
                return turns;
            }
            let mut next = self.clone();
            next.to_move = if self.to_move == 'A' { 'B' } else { 'A' };
            let stone = self.other_name(self.to_move);
            for (row, line) in self.cells.iter().enumerate() {
                for (column, _) in line.iter().enumerate().filter(|(_, c)| **c == '.') {
                    let mut placed = next.clone();
                    placed.cells[row][column] = stone;
                    let letter = char::from(b'a' + column as u8);
                    turns.push((format!("{letter}{}", row + 1), placed));
                }
            }
            let stones =
                |wanted: char| self.cells.iter().flatten().filter(|c| **c == wanted).count();
            let alone = stones('A') + stones('B') == 1 && stones(stone) == 0;
            if self.may_swap && !self.swapped && alone {
                turns.push(("swap".to_owned(), Board { swapped: true, ..next }));
            }
            turns
        }

        pub(crate) fn text(&self) -> String {
            let row = |cells: &Vec<char>| {
                let mut text: String = cells.iter().collect();
                for empty in (1..=19).rev() {
                    text = text.replace(&".".repeat(empty), &empty.to_string());
                }
                text
            };
            let rows: Vec<String> = self.cells.iter().map(row).collect();
            let sets = if self.swapped { " sets=BA" } else { "" };
            format!("{} {}{sets}", rows.join("/"), self.to_move)
        }

        pub(crate) fn perft(&self, depth: u32) -> u64 {
            match depth {
                0 => 1,
                _ => self.turns().iter().map(|(_, next)| next.perft(depth - 1)).sum(),
            }
        }
    }
}

fn outcome(winner: char) -> Outcome {
    Outcome::win(Seat::from_letter(winner).unwrap(), 2)
}

/// Plays a random game and compares every position: moves, texts after them, result. Gives the winner.
fn compare(rows: usize, columns: usize, swap: bool, stream: &mut Stream) -> char {
    let spec = Spec::new("hex")
        .with("board", format!("hex-{rows}x{columns}"))
        .with("swap", if swap { "on" } else { "off" });
    let playable = selforge_games::open(&spec, &NoFiles).unwrap();
    let game = &playable.game;
    let mut plain = plain::Board::empty(rows, columns, swap);
    let mut state = game.start();
    loop {
        assert_eq!(playable.position_text(&state), plain.text());
        assert_eq!(game.outcome(&state), plain.winner().map(outcome), "{}", plain.text());
        assert_eq!(game.parse_state(&plain.text()), Ok(state.clone()), "{}", plain.text());
        let turns = plain.turns();
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves);
        assert_eq!(moves.len(), turns.len(), "{}", plain.text());
        let Some(winner) = plain.winner() else {
            let number = stream.below(turns.len() as u32) as usize;
            let mut text = String::new();
            game.write_move(&state, moves[number], &mut text).unwrap();
            assert_eq!(text, turns[number].0);
            game.play(&mut state, moves[number]);
            plain = turns.into_iter().nth(number).unwrap().1;
            continue;
        };
        assert!(turns.is_empty(), "{}", plain.text());
        return winner;
    }
}

#[test]
fn games_agree_with_the_plain_rules_at_every_position() {
    let sizes = [(3, 3), (4, 7), (8, 5), (11, 11), (8, 16), (13, 13), (19, 3), (19, 19)];
    let mut won = [0; 2];
    for number in 0..u64::from(cases(4, 200)) {
        for (at, &(rows, columns)) in sizes.iter().enumerate() {
            let mut stream = Stream::new(number, "agreement of hex", at as u64);
            let winner = compare(rows, columns, number % 2 == 0, &mut stream);
            won[usize::from(winner == 'B')] += 1;
        }
    }
    assert!(won.iter().all(|&games| games > 8), "{won:?}");
}

#[test]
fn full_boards_have_exactly_one_winner() {
    for number in 0..u64::from(cases(100, 5_000)) {
        let mut stream = Stream::new(number, "full boards of hex", 0);
        let mut board = plain::Board::empty(6, 7, false);
        board.cells.iter_mut().flatten().for_each(|c| *c = if stream.coin() { 'A' } else { 'B' });
        let winner = board.winner().unwrap();
        // Who has won has moved last.
        board.to_move = if winner == 'A' { 'B' } else { 'A' };
        let spec = Spec::new("hex").with("board", "hex-6x7").with("position", board.text());
        let playable = selforge_games::open(&spec, &NoFiles).unwrap();
        assert_eq!(playable.game.outcome(&playable.game.start()), Some(outcome(winner)));
        board.to_move = winner;
        let refused = playable.game.parse_state(&board.text()).unwrap_err().to_string();
        assert!(refused.contains(&format!("seat {winner} has connected its sides")), "{refused}");
    }
}

#[test]
fn the_plain_rules_give_the_same_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft/hex.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let count = |spec: &str, depth| {
        let spec = Spec::parse(spec).unwrap();
        let sides: Vec<usize> = spec.get("board").unwrap()["hex-".len()..]
            .split('x')
            .map(|side| side.parse().unwrap())
            .collect();
        plain::Board::empty(sides[0], sides[1], spec.get("swap") != Some("off")).perft(depth)
    };
    if is_blessing() {
        std::fs::write(path, tables::fill_table(&text, count)).unwrap();
    } else {
        tables::check_table(&text, count);
    }
}
