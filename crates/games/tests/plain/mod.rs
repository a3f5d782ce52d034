//! The rule space once more, plain and slow, from the words of the rules alone.
//!
//! One piece a cell in a table of eight rows, moves as texts, nothing shared with the game: the two
//! agree or one of them is wrong.

use selforge_core::Spec;

/// A piece: whose (0 or 1) and what kind (1 to 6).
type Piece = (usize, u8);

/// A cell: file and rank from 0.
type Cell = (i32, i32);

/// The rules, still as digits.
pub(crate) struct Plain {
    genes: Vec<u8>,
    most_moves: u32,
    draw_at_limit: bool,
    file_only: bool,
    king_must_move: bool,
    conversion_frees: bool,
}

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Position {
    board: [[Option<Piece>; 8]; 8],
    side: usize,
    moves: u32,
    jumping: Option<Cell>,
    /// Whose last piece of honour became another kind, where that loses nothing.
    free: [bool; 2],
}

/// A move: from, to, and the cell of what it takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Turn {
    from: Cell,
    to: Cell,
    takes: Option<Cell>,
}

fn name((file, rank): Cell) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

impl Turn {
    pub(crate) fn text(&self) -> String {
        let sign = if self.takes.is_some() { "x" } else { "-" };
        name(self.from) + sign + &name(self.to)
    }
}

impl Position {
    fn at(&self, (file, rank): Cell) -> Option<Piece> {
        self.board[rank as usize][file as usize]
    }

    fn set(&mut self, (file, rank): Cell, piece: Option<Piece>) {
        self.board[rank as usize][file as usize] = piece;
    }

    fn is_empty(&self, cell: Cell) -> bool {
        on_board(cell) && self.at(cell).is_none()
    }

    fn count(&self, side: usize) -> usize {
        self.board.iter().flatten().flatten().filter(|piece| piece.0 == side).count()
    }

    fn has(&self, side: usize, kind: u8) -> bool {
        self.board.iter().flatten().flatten().any(|piece| *piece == (side, kind))
    }

    pub(crate) fn text(&self) -> String {
        let mut rows = Vec::new();
        for row in self.board.iter().rev() {
            let mut text = String::new();
            for cell in row {
                match cell {
                    None => text.push('.'),
                    Some((0, kind)) => text.push(char::from(b'U' + kind - 1)),
                    Some((_, kind)) => text.push(char::from(b'u' + kind - 1)),
                }
            }
            for run in (1..=8).rev() {
                text = text.replace(&".".repeat(run), &run.to_string());
            }
            rows.push(text);
        }
        let mut text = format!("{} {}", rows.join("/"), ["A", "B"][self.side]);
        if self.moves > 0 {
            text += &format!(" moves={}", self.moves);
        }
        if self.free != [false; 2] {
            let letters = [(self.free[0], "A"), (self.free[1], "B")];
            let letters = letters.iter().filter(|(is, _)| *is).map(|(_, letter)| *letter);
            text += &format!(" free={}", letters.collect::<String>());
        }
        if let Some(cell) = self.jumping {
            text += &format!(" chain={}", name(cell));
        }
        text
    }
}

fn on_board((file, rank): Cell) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

impl Plain {
    /// The rules and the start of a spec that has `genes=`.
    pub(crate) fn open(spec: &Spec, genes: &str) -> (Plain, Position) {
        let plain = Plain {
            genes: genes.bytes().map(|b| b - b'0').collect(),
            most_moves: spec.get("moves").map_or(100, |text| text.parse().unwrap()),
            draw_at_limit: spec.get("end") == Some("draw"),
            file_only: spec.get("rook") == Some("file"),
            king_must_move: spec.get("stuck") == Some("honour"),
            conversion_frees: spec.get("converted") == Some("kept"),
        };
        let mut start =
            Position { board: [[None; 8]; 8], side: 0, moves: 0, jumping: None, free: [false; 2] };
        match spec.get("position") {
            None => {
                for place in 0..24 {
                    let kind = plain.genes[place as usize];
                    if kind > 0 {
                        let (file, rank) = (place % 8, place / 8);
                        start.set((file, rank), Some((0, kind)));
                        start.set((7 - file, 7 - rank), Some((1, kind)));
                    }
                }
            }
            Some(text) => {
                let mut words = text.split(' ');
                for (row, line) in words.next().unwrap().split('/').enumerate() {
                    let mut file = 0;
                    for sign in line.chars() {
                        match sign {
                            '1'..='8' => file += sign as i32 - '0' as i32,
                            _ => {
                                let small = sign.is_lowercase();
                                let first = if small { 'u' } else { 'U' };
                                let kind = (sign as u8) - (first as u8) + 1;
                                start.set((file, 7 - row as i32), Some((usize::from(small), kind)));
                                file += 1;
                            }
                        }
                    }
                }
                start.side = usize::from(words.next() == Some("B"));
                for word in words {
                    let (key, value) = word.split_once('=').unwrap();
                    match key {
                        "free" => start.free = ["A", "B"].map(|letter| value.contains(letter)),
                        "moves" => start.moves = value.parse().unwrap(),
                        _ => {
                            let value = value.as_bytes();
                            let cell = (i32::from(value[0] - b'a'), i32::from(value[1] - b'1'));
                            start.jumping = Some(cell);
                        }
                    }
                }
            }
        }
        (plain, start)
    }

    /// The kind of honour, if it was placed at the start.
    fn honour(&self) -> Option<u8> {
        let kind = self.genes[42];
        (kind > 0 && self.genes[..24].contains(&kind)).then_some(kind)
    }

    fn steps(&self, piece: Piece) -> Vec<(i32, i32)> {
        let ahead = if piece.0 == 0 { 1 } else { -1 };
        match self.genes[24 + usize::from(piece.1) - 1] {
            1 => vec![(-1, ahead), (1, ahead)],
            2 => vec![(-1, 1), (1, 1), (-1, -1), (1, -1)],
            3 => vec![(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)],
            4 => vec![(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
            5 if self.file_only => vec![(0, 1), (0, -1)],
            5 => vec![(0, 1), (0, -1), (1, 0), (-1, 0)],
            6 => vec![(0, ahead)],
            other => panic!("movement {other}"),
        }
    }

    fn jumps_over(&self, kind: u8) -> bool {
        self.genes[36 + usize::from(kind) - 1] == 1
    }

    /// What the piece on a cell can do by itself.
    fn turns_from(&self, position: &Position, from: Cell) -> Vec<Turn> {
        let piece = position.at(from).unwrap();
        let longest = if self.genes[30 + usize::from(piece.1) - 1] == 1 { 7 } else { 1 };
        let mut turns = Vec::new();
        for (right, up) in self.steps(piece) {
            let mut cell = from;
            for _ in 0..longest {
                cell = (cell.0 + right, cell.1 + up);
                if !on_board(cell) {
                    break;
                }
                match position.at(cell) {
                    None => turns.push(Turn { from, to: cell, takes: None }),
                    Some((side, _)) => {
                        let behind = (cell.0 + right, cell.1 + up);
                        if side == piece.0 {
                        } else if !self.jumps_over(piece.1) {
                            turns.push(Turn { from, to: cell, takes: Some(cell) });
                        } else if position.is_empty(behind) {
                            turns.push(Turn { from, to: behind, takes: Some(cell) });
                        }
                        break;
                    }
                }
            }
        }
        turns
    }

    /// What the side to move could do if the game were not over.
    fn possible(&self, position: &Position) -> Vec<Turn> {
        let mut turns = Vec::new();
        if let Some(cell) = position.jumping {
            turns = self.turns_from(position, cell);
            turns.retain(|turn| turn.takes.is_some());
            return turns;
        }
        for rank in 0..8 {
            for file in 0..8 {
                if position.at((file, rank)).is_some_and(|piece| piece.0 == position.side) {
                    turns.extend(self.turns_from(position, (file, rank)));
                }
            }
        }
        if self.genes[49] == 1 && turns.iter().any(|turn| turn.takes.is_some()) {
            turns.retain(|turn| turn.takes.is_some());
        }
        turns
    }

    /// How the game ended, if it did: `A wins, honour lost`.
    pub(crate) fn result(&self, position: &Position) -> Option<String> {
        let winner = |side: usize| ["A wins", "B wins"][side];
        if let Some(kind) = self.honour() {
            for side in 0..2 {
                if !position.has(side, kind) && !position.free[side] {
                    return Some(format!("{}, honour lost", winner(1 - side)));
                }
            }
            let stuck = |cell: Cell| self.turns_from(position, cell).is_empty();
            let kings = (0..64).map(|at| (at % 8, at / 8));
            let mut kings = kings.filter(|&cell| position.at(cell) == Some((position.side, kind)));
            if self.king_must_move
                && position.jumping.is_none()
                && position.has(position.side, kind)
                && kings.all(stuck)
            {
                let winner = winner(1 - position.side);
                return Some(format!("{winner}, no move for the pieces of honour"));
            }
        }
        if self.possible(position).is_empty() {
            return Some(format!("{}, no move left", winner(1 - position.side)));
        }
        if position.moves < self.most_moves {
            return None;
        }
        if self.draw_at_limit {
            return Some("draw, move limit".to_string());
        }
        let result = match position.count(0).cmp(&position.count(1)) {
            std::cmp::Ordering::Greater => "A wins",
            std::cmp::Ordering::Less => "B wins",
            std::cmp::Ordering::Equal => "draw",
        };
        Some(format!("{result}, pieces counted at the move limit"))
    }

    /// The legal moves.
    pub(crate) fn turns(&self, position: &Position) -> Vec<Turn> {
        if self.result(position).is_some() { Vec::new() } else { self.possible(position) }
    }

    pub(crate) fn play(&self, position: &Position, turn: Turn) -> Position {
        let mut next = position.clone();
        let (side, kind) = position.at(turn.from).unwrap();
        next.set(turn.from, None);
        if let Some(cell) = turn.takes {
            next.set(cell, None);
        }
        next.set(turn.to, Some((side, kind)));
        next.jumping = None;
        let enemy_lost = turn.takes.is_some()
            && self
                .honour()
                .is_some_and(|honour| !next.has(1 - side, honour) && !next.free[1 - side]);
        if !enemy_lost {
            if turn.takes.is_some() && self.jumps_over(kind) {
                let more = self.turns_from(&next, turn.to);
                if more.iter().any(|turn| turn.takes.is_some()) {
                    next.jumping = Some(turn.to);
                    return next;
                }
            }
            let last_row = if side == 0 { 7 } else { 0 };
            let becomes = self.genes[43 + usize::from(kind) - 1];
            if turn.to.1 == last_row && becomes > 0 {
                next.set(turn.to, Some((side, becomes)));
                if let Some(honour) = self.honour().filter(|_| self.conversion_frees) {
                    // Free when the last one goes, bound again when a new one comes.
                    if kind == honour && !next.has(side, honour) {
                        next.free[side] = true;
                    } else if becomes == honour {
                        next.free[side] = false;
                    }
                }
            }
        }
        next.side = 1 - side;
        next.moves += 1;
        next
    }

    /// How many lines of play there are.
    pub(crate) fn perft(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let turns = self.turns(position).into_iter();
        turns.map(|turn| self.perft(&self.play(position, turn), depth - 1)).sum()
    }
}
