//! Selfo once more, slowly and plainly: what the fast rules are compared with.
//!
//! Written from the readings alone, over lists and recursion. It shares nothing with the code that it
//! checks but the boards, from which it takes names and neighbours, and the parser of specs. On the
//! plane it looks at a window around the pieces that is large enough for the plies to come.

// Each test uses a part of this.
#![allow(dead_code)]

use std::collections::{BTreeMap, VecDeque};

use selforge_board::{Board, Hex};
use selforge_core::Spec;

/// What happens when every set is blocked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Blockade {
    End,
    Offer,
    Off,
}

/// A game on a list of cells.
#[derive(Debug)]
pub(crate) struct Oracle {
    names: Vec<String>,
    near: Vec<Vec<usize>>,
    pub(crate) seats: usize,
    /// How far the plain pieces of each seat move.
    lengths: Vec<usize>,
    special_length: usize,
    swap: bool,
    passes: bool,
    blockade: Blockade,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) set: usize,
    pub(crate) special: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) cells: Vec<Option<Piece>>,
    /// The set of each seat.
    pub(crate) sets: Vec<usize>,
    pub(crate) to_move: usize,
    pub(crate) out: Vec<bool>,
    pub(crate) may_swap: Vec<bool>,
    pub(crate) passes: usize,
    /// Who has connected its set.
    pub(crate) winner: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    Step(usize, usize),
    Pass,
    Swap(usize),
}

impl Oracle {
    /// The game that a spec names, and the position that `text` describes in it. `plies` says how many
    /// plies will be played from there at most.
    pub(crate) fn open(spec: &Spec, text: &str, plies: usize) -> (Oracle, Position) {
        let option = |key: &str, usual: &'static str| spec.get(key).unwrap_or(usual).to_owned();
        let is_on = |key: &str| option(key, "on") == "on";
        let (pieces, rest) = text.split_once(' ').expect("a position says who is to move");
        let letters = pieces.rsplit(':').next().expect("a split gives something");
        let most = letters.bytes().filter(u8::is_ascii_alphabetic).map(set_number).max();
        let seats = match spec.get("seats") {
            Some(seats) => seats.parse().expect("a number of seats"),
            None => most.map_or(2, |set| (set + 1).max(2)),
        };
        let lengths: Vec<usize> = option("length", "1").split(',').map(length).collect();
        let mut oracle = Oracle {
            names: Vec::new(),
            near: Vec::new(),
            seats,
            lengths: (0..seats).map(|seat| lengths[seat % lengths.len()]).collect(),
            special_length: length(&option("special-length", "any")),
            swap: is_on("swap"),
            passes: is_on("passes"),
            blockade: match option("blockade", "end").as_str() {
                "end" => Blockade::End,
                "offer" => Blockade::Offer,
                _ => Blockade::Off,
            },
        };
        let cells = if spec.get("board") == Some("plane") {
            oracle.lay_window(pieces, plies)
        } else {
            let seed = spec.get("seed").map_or(0, |seed| seed.parse().expect("a seed"));
            let name = spec.get("graph").or(spec.get("board")).unwrap_or("hexhex-6");
            oracle.lay_board(&Board::parse(name, seed).expect("a board"), pieces)
        };
        let position = oracle.seat_players(cells, rest);
        (oracle, position)
    }

    fn lay_board(&mut self, board: &Board, pieces: &str) -> Vec<Option<Piece>> {
        let number: BTreeMap<usize, usize> =
            board.cells().iter().zip(0..).map(|(cell, at)| (cell.index(), at)).collect();
        for &cell in board.cells() {
            self.names.push(board.cell_name(cell).to_owned());
            let near = board.neighbours(cell).iter().map(|next| number[&next.index()]);
            self.near.push(near.collect());
        }
        let cells: Vec<Option<Piece>> = pieces.split('/').flat_map(read_row).collect();
        assert_eq!(cells.len(), board.cells().len(), "'{pieces}' on {}", board.name());
        cells
    }

    /// Makes a list of the cells around the pieces, so far out that no piece can leave them.
    fn lay_window(&mut self, pieces: &str, plies: usize) -> Vec<Option<Piece>> {
        let (corner, rows) = pieces.split_once(':').expect("a corner");
        let corner: Hex = corner.parse().expect("a cell");
        let mut placed = BTreeMap::new();
        for (row, r) in rows.split('/').zip(corner.r..) {
            for (piece, q) in read_row(row).into_iter().zip(corner.q..) {
                if let Some(piece) = piece {
                    placed.insert((q, r), piece);
                }
            }
        }
        let has_special = placed.values().any(|piece| piece.special);
        let longest = self.lengths.iter().copied().max().unwrap_or(1);
        let longest = if has_special { longest.max(self.special_length) } else { longest };
        let margin = (plies * longest + 2) as i32;
        let span = |values: Vec<i32>| {
            let (low, high) = (values.iter().min(), values.iter().max());
            low.unwrap_or(&0) - margin..=high.unwrap_or(&0) + margin
        };
        let (qs, rs) = (
            span(placed.keys().map(|c| c.0).collect()),
            span(placed.keys().map(|c| c.1).collect()),
        );
        let window: Vec<Hex> = rs.flat_map(|r| qs.clone().map(move |q| Hex { q, r })).collect();
        let number: BTreeMap<Hex, usize> = window.iter().copied().zip(0..).collect();
        for cell in &window {
            self.names.push(cell.to_string());
            let near = cell.neighbours().into_iter().filter_map(|next| number.get(&next).copied());
            self.near.push(near.collect());
        }
        window.iter().map(|cell| placed.get(&(cell.q, cell.r)).copied()).collect()
    }

    /// Reads the words after the pieces.
    fn seat_players(&self, cells: Vec<Option<Piece>>, words: &str) -> Position {
        let mut words = words.split_whitespace();
        let first = words.next().expect("a seat to move");
        let to_move = set_number(first.as_bytes()[0]);
        let mut position = Position {
            cells,
            sets: (0..self.seats).collect(),
            to_move,
            out: vec![false; self.seats],
            may_swap: (0..self.seats).map(|seat| self.swap && seat != to_move).collect(),
            passes: 0,
            winner: None,
        };
        for word in words {
            let (key, value) = word.split_once('=').expect("a word with a value");
            let has = |seat: usize| {
                value.bytes().filter(u8::is_ascii_alphabetic).any(|b| set_number(b) == seat)
            };
            match key {
                "sets" => position.sets = value.bytes().map(set_number).collect(),
                "out" => position.out = (0..self.seats).map(has).collect(),
                "swap" => position.may_swap = (0..self.seats).map(has).collect(),
                "passes" => position.passes = value.parse().expect("a number of passes"),
                _ => panic!("unknown word {word}"),
            }
        }
        for seat in 0..self.seats {
            position.may_swap[seat] &= !position.out[seat];
        }
        if self.groups(&position, position.sets[to_move]).len() == 1 {
            position.winner = Some(to_move);
        }
        position
    }

    /// The cells that paths of at most `steps` steps over `open` cells lead to.
    fn search(&self, from: usize, steps: usize, open: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut distance = vec![None; self.near.len()];
        distance[from] = Some(0);
        let mut queue = VecDeque::from([from]);
        let mut found = Vec::new();
        while let Some(cell) = queue.pop_front() {
            let here = distance[cell].expect("a cell in the queue has been reached");
            for &next in &self.near[cell] {
                if here < steps && distance[next].is_none() && open(next) {
                    distance[next] = Some(here + 1);
                    queue.push_back(next);
                    found.push(next);
                }
            }
        }
        found
    }

    fn cells_of(&self, position: &Position, set: usize) -> Vec<usize> {
        let own = |cell: &usize| position.cells[*cell].is_some_and(|piece| piece.set == set);
        (0..position.cells.len()).filter(own).collect()
    }

    /// The groups of a set.
    pub(crate) fn groups(&self, position: &Position, set: usize) -> Vec<Vec<usize>> {
        let own = |cell: usize| position.cells[cell].is_some_and(|piece| piece.set == set);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut seen = vec![false; position.cells.len()];
        for cell in self.cells_of(position, set) {
            if !seen[cell] {
                let mut group = self.search(cell, usize::MAX, own);
                group.push(cell);
                group.iter().for_each(|&cell| seen[cell] = true);
                groups.push(group);
            }
        }
        groups
    }

    /// Whether some piece of the set cannot be reached from another over empty and own cells.
    pub(crate) fn is_blocked(&self, position: &Position, set: usize) -> bool {
        let open = |cell: usize| position.cells[cell].is_none_or(|piece| piece.set == set);
        let own = self.cells_of(position, set);
        let Some(&first) = own.first() else { return false };
        let mut reached = vec![false; position.cells.len()];
        reached[first] = true;
        self.search(first, usize::MAX, open).into_iter().for_each(|cell| reached[cell] = true);
        own.iter().any(|&cell| !reached[cell])
    }

    /// Every step of a set whose pieces move so far.
    pub(crate) fn steps(
        &self,
        position: &Position,
        set: usize,
        plain: usize,
        special: usize,
    ) -> Vec<(usize, usize)> {
        let mut steps = Vec::new();
        for from in self.cells_of(position, set) {
            let is_special = position.cells[from].is_some_and(|piece| piece.special);
            let length = if is_special { plain.max(special) } else { plain };
            let ends = self.search(from, length, |cell| position.cells[cell].is_none());
            steps.extend(ends.into_iter().map(|to| (from, to)));
        }
        steps
    }

    /// Every legal turn.
    pub(crate) fn turns(&self, position: &Position) -> Vec<Turn> {
        if self.ending(position).is_some() {
            return Vec::new();
        }
        let seat = position.to_move;
        let (length, set) = (self.lengths[seat], position.sets[seat]);
        let steps = self.steps(position, set, length, self.special_length);
        let mut turns: Vec<Turn> =
            steps.into_iter().map(|(from, to)| Turn::Step(from, to)).collect();
        turns.push(Turn::Pass);
        if position.may_swap[seat] {
            let others = (0..self.seats).filter(|&other| other != seat);
            turns.extend(others.map(Turn::Swap));
        }
        turns
    }

    /// The position after a turn.
    pub(crate) fn play(&self, position: &Position, turn: Turn) -> Position {
        let mut next = position.clone();
        let seat = position.to_move;
        next.may_swap[seat] = false;
        next.passes = 0;
        match turn {
            Turn::Step(from, to) => {
                next.cells[to] = next.cells[from].take();
                if self.groups(&next, next.sets[seat]).len() == 1 {
                    next.winner = Some(seat);
                    return next;
                }
            }
            // Nobody counts where nothing follows from it.
            Turn::Pass => next.passes = if self.passes { position.passes + 1 } else { 0 },
            Turn::Swap(other) => next.sets.swap(seat, other),
        }
        loop {
            next.to_move = (next.to_move + 1) % self.seats;
            if !next.out[next.to_move] {
                return next;
            }
        }
    }

    /// The winner, if there is one, and why the game is over, if it is.
    pub(crate) fn ending(&self, position: &Position) -> Option<(Option<usize>, &'static str)> {
        let active: Vec<usize> = (0..self.seats).filter(|&seat| !position.out[seat]).collect();
        if let Some(winner) = position.winner {
            return Some((Some(winner), "connected"));
        }
        if let [last] = active[..] {
            return Some((Some(last), "last seat left"));
        }
        if self.passes && position.passes >= active.len() {
            return Some((None, "all seats passed"));
        }
        let blocked = |seat: &usize| self.is_blocked(position, position.sets[*seat]);
        if self.blockade == Blockade::End && active.iter().all(blocked) {
            return Some((None, "mutual blockade"));
        }
        None
    }

    /// How many lines of exactly `depth` plies there are.
    pub(crate) fn perft(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let turns = self.turns(position).into_iter();
        turns.map(|turn| self.perft(&self.play(position, turn), depth - 1)).sum()
    }

    /// A turn as people type it.
    pub(crate) fn turn_text(&self, turn: Turn) -> String {
        match turn {
            Turn::Step(from, to) => format!("{}-{}", self.names[from], self.names[to]),
            Turn::Pass => "pass".to_owned(),
            Turn::Swap(_) if self.seats == 2 => "swap".to_owned(),
            Turn::Swap(seat) => format!("swap-{}", (b'a' + seat as u8) as char),
        }
    }
}

/// `A` and `a` are 0.
fn set_number(letter: u8) -> usize {
    usize::from(letter.to_ascii_uppercase() - b'A')
}

fn length(text: &str) -> usize {
    if text == "any" { usize::MAX } else { text.parse().expect("a length") }
}

fn read_row(row: &str) -> Vec<Option<Piece>> {
    let (mut cells, mut run) = (Vec::new(), 0);
    for byte in row.bytes() {
        if byte.is_ascii_digit() {
            run = 10 * run + usize::from(byte - b'0');
        } else {
            cells.resize(cells.len() + run, None);
            run = 0;
            cells.push(Some(Piece { set: set_number(byte), special: byte.is_ascii_lowercase() }));
        }
    }
    cells.resize(cells.len() + run, None);
    cells
}
