//! The picture of a position, and the rules of one game in plain English.

use std::sync::{Arc, OnceLock};

use selforge_board::{Board, Diagram, Figure, Mover, Piece, Ways};
use selforge_catalogue::army::{Place, move_effect};
use selforge_catalogue::{Described, Forces, GameVisitor, MoveEffect, NumberedMove, TrayPiece};
use selforge_core::{Game, MoveRepr, Seat};

use super::game::{RuleSpace, State};
use super::generate::directions;
use super::kind::{Capture, KindId, Movement, Reach};
use super::moves::Move;
use super::options::{Converted, LimitEnd, Rook, Stuck};
use super::paper;
use super::position::piece_letter;

/// The board without pieces, drawn once.
fn empty_board() -> &'static Diagram {
    static BOARD: OnceLock<Diagram> = OnceLock::new();
    BOARD.get_or_init(|| {
        let board = Board::parse("square-8x8", 0).expect("the chess board is a board");
        Diagram { checkered: true, ..board.diagram() }
    })
}

/// The board lists its cells from the top, a set of cells counts them from the bottom.
fn bit_of_slot(slot: usize) -> u8 {
    slot as u8 ^ 56
}

impl Described for RuleSpace {
    type Scores = Forces;

    fn scores(&self) -> Forces {
        Forces
    }

    fn effect(&self, state: &State, mv: Move, _: &Diagram) -> MoveEffect {
        let cell = |place: Place| (7 - place.rank as usize) * 8 + place.file as usize;
        let mut next = *state;
        self.play(&mut next, mv);
        // A piece may have become another on its last row.
        let after = self.piece(&next, mv.to());
        let places = after.filter(|piece| self.piece(state, mv.from()) != Some(*piece));
        MoveEffect { places, ..move_effect(self, state, mv, cell) }
    }

    fn accept<V: GameVisitor>(self: Arc<Self>, visitor: V) -> V::Output {
        visitor.visit_army(self)
    }

    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = empty_board().clone();
        for (slot, cell) in diagram.cells.iter_mut().enumerate() {
            cell.piece = self.piece(state, bit_of_slot(slot));
        }
        diagram
    }

    fn census(&self, state: &State, cells: &mut Vec<Option<Piece>>) {
        cells.clear();
        cells.resize(64, None);
        for kind in KindId::all() {
            for seat in Seat::all(2) {
                let mut pieces = state.pieces_of(seat, kind);
                while pieces != 0 {
                    let cell = pieces.trailing_zeros() as usize;
                    cells[cell ^ 56] = Some(self.drawn(seat, kind));
                    pieces &= pieces - 1;
                }
            }
        }
    }

    /// Every way of every kind of this game, for both sides: to an empty cell, into an enemy, over one.
    fn numbered_moves(&self) -> Option<Vec<NumberedMove>> {
        let mut moves = Vec::new();
        for kind in KindId::all().map(|kind| self.kind(kind)) {
            let ways = directions(kind.movement, self.rules().rook);
            for way in ways.flat_map(|way| [way, way.turned()]) {
                for from in 0..64 {
                    let next = |cell: u8| {
                        let next = way.step(1 << cell);
                        (next != 0).then(|| next.trailing_zeros() as u8)
                    };
                    let most = if kind.reach == Reach::Many { 8 } else { 1 };
                    for to in std::iter::successors(next(from), |to| next(*to)).take(most) {
                        moves.push((Move::quiet(from, to), 0));
                        let behind = next(to).filter(|_| kind.capture == Capture::Over);
                        moves.extend(behind.map(|behind| (Move::capture(from, behind, to), 2)));
                        if kind.capture == Capture::Into {
                            moves.push((Move::capture(from, to, to), 1));
                        }
                    }
                }
            }
        }
        let numbered = |(mv, variant): (Move, u8)| {
            let cells = [mv.from(), mv.to()].map(|bit| u16::from(bit) ^ 56).into();
            NumberedMove { code: mv.to_code(), cells, variant }
        };
        NumberedMove::in_order(moves.into_iter().map(numbered).collect())
    }

    /// Left and right are alike to every kind of piece.
    fn symmetries(&self) -> Vec<Vec<u16>> {
        vec![(0..64).map(|cell| cell ^ 7).collect()]
    }

    fn usable_cells(&self) -> usize {
        self.usable().count_ones() as usize
    }

    fn tray(&self) -> Vec<TrayPiece> {
        let kinds = |seat| KindId::all().map(move |kind| (seat, kind));
        let piece = |(seat, kind)| TrayPiece {
            letter: piece_letter(seat, kind),
            piece: self.drawn(seat, kind),
        };
        Seat::all(2).flat_map(kinds).map(piece).collect()
    }

    fn is_cut_off(&self, state: &State) -> bool {
        self.is_at_limit(state)
    }

    fn rules_text(&self) -> String {
        let mut parts = vec![
            format!("Goal. {}", self.goal_text()),
            format!("Board. {}", self.board_text()),
            format!("Turn. {}", self.turn_text()),
        ];
        let kinds =
            KindId::all().filter(|kind| self.genes().possible_kinds() >> kind.index() & 1 == 1);
        parts.extend(kinds.map(|kind| self.kind_text(kind)));
        parts.push("In the small pictures the piece stands in the middle and forward is up; o is a cell \
                    that it can go to over empty cells. On the line below, e is an enemy and x the cell \
                    where the piece lands when it captures it."
            .to_owned());
        if let Some(text) = self.honour_text() {
            parts.push(format!("Stars. {text}"));
        }
        parts.push(format!("End. {}", self.end_text()));
        if let Some(text) = self.origin_text() {
            parts.push(format!("Origin. {text}"));
        }
        parts.join("\n\n")
    }
}

impl RuleSpace {
    fn piece(&self, state: &State, cell: u8) -> Option<Piece> {
        let (seat, kind) = state.piece_on(cell)?;
        Some(self.drawn(seat, kind))
    }

    /// How a piece is drawn.
    pub(super) fn drawn(&self, seat: Seat, kind: KindId) -> Piece {
        let rules = self.kind(kind);
        let ways = match (rules.movement, self.rules().rook) {
            (Movement::DiagonalForward, _) => Ways::DiagonalForward,
            (Movement::Diagonal, _) => Ways::Diagonal,
            (Movement::AllDirections, _) => Ways::All,
            (Movement::Leap, _) => Ways::Leap,
            (Movement::RankAndFile, Rook::RankAndFile) => Ways::RankAndFile,
            (Movement::RankAndFile, Rook::File) => Ways::File,
            (Movement::Forward, _) => Ways::Forward,
        };
        let mover = Mover {
            number: kind.number(),
            ways,
            far: rules.reach == Reach::Many,
            jumps: rules.capture == Capture::Over,
        };
        Piece {
            special: self.honour() == Some(kind),
            ..Piece::new(seat.index() as u8, Figure::Mover(mover))
        }
    }

    pub(super) fn goal_text(&self) -> String {
        match self.honour() {
            Some(_) => "Capture every starred piece of your opponent, or leave your opponent \
                        without a move."
                .to_owned(),
            None => "Leave your opponent without a move, for instance by capturing every piece."
                .to_owned(),
        }
    }

    fn board_text(&self) -> String {
        let start = self.start();
        let count = |seat| start.pieces(seat).count_ones();
        let (first, second) = (count(Seat::FIRST), count(Seat::new(1)));
        let pieces = if first == second {
            format!("{first} {} a side", if first == 1 { "piece" } else { "pieces" })
        } else {
            format!("{first} against {second} pieces")
        };
        format!(
            "Eight by eight cells, a1 at the bottom left, and {pieces}. A sits at the bottom and moves up, \
             B at the top and moves down; B's pieces start as A's do with the board turned around. \
             Capital letters are A's pieces, small ones B's."
        )
    }

    pub(super) fn turn_text(&self) -> String {
        let duty = if self.genes().must_capture() {
            "Whoever can capture must; which capture is free."
        } else {
            "Nobody has to capture."
        };
        let chains = KindId::all().any(|kind| {
            self.genes().possible_kinds() >> kind.index() & 1 == 1
                && self.kind(kind).capture == Capture::Over
        });
        let chains = if chains {
            " A piece that has jumped over an enemy must go on jumping in the same turn as long as it can."
        } else {
            ""
        };
        let first = self.start().to_move;
        format!(
            "{first} begins, then the sides take turns. Move one of your pieces; passing is not allowed. \
             {duty}{chains}"
        )
    }

    /// All about one kind, with its small picture.
    fn kind_text(&self, kind: KindId) -> String {
        let rules = self.kind(kind);
        let start = self.start();
        let count = start.pieces_of(Seat::FIRST, kind).count_ones();
        let there = match count {
            0 => "none at the start".to_owned(),
            count => format!("{count} a side at the start"),
        };
        let step = if rules.movement == Movement::Leap { "leap" } else { "step" };
        let how_far = match rules.reach {
            Reach::One => format!("one {step}"),
            Reach::Many if rules.movement == Movement::Leap => {
                "any number of equal leaps on, over empty cells".to_owned()
            }
            Reach::Many => "any number of steps over empty cells".to_owned(),
        };
        let capture = match (rules.capture, rules.reach) {
            (Capture::Into, _) => "moving into the enemy's cell".to_owned(),
            (Capture::Over, Reach::One) => {
                format!(
                    "jumping over an enemy one {step} away into the empty cell one {step} behind it"
                )
            }
            (Capture::Over, Reach::Many) => {
                format!(
                    "jumping over the first enemy on its way into the empty cell one {step} behind it"
                )
            }
        };
        let becomes = match rules.becomes {
            Some(other) => {
                format!(" Ending a move on the last row, it becomes kind {}.", other.number())
            }
            None => String::new(),
        };
        let honour = if self.honour() == Some(kind) { " It is starred." } else { "" };
        format!(
            "Kind {} ({}; {there}). Moves {}, {how_far}. Captures by {capture}.{becomes}{honour}\n\n{}",
            kind.number(),
            kind.letter(),
            self.movement_text(rules.movement),
            self.small_picture(kind)
        )
    }

    fn movement_text(&self, movement: Movement) -> &'static str {
        match (movement, self.rules().rook) {
            (Movement::DiagonalForward, _) => "diagonally forward",
            (Movement::Diagonal, _) => "diagonally, forward and backward",
            (Movement::AllDirections, _) => "in all eight directions",
            (Movement::Leap, _) => {
                "like a knight, two cells one way and one to the side, over whatever stands between"
            }
            (Movement::RankAndFile, Rook::RankAndFile) => "along rank and file",
            (Movement::RankAndFile, Rook::File) => "straight forward and backward",
            (Movement::Forward, _) => "straight forward",
        }
    }

    /// Where a kind goes, and how it captures, drawn with letters.
    fn small_picture(&self, kind: KindId) -> String {
        let rules = self.kind(kind);
        let leap = rules.movement == Movement::Leap;
        let (size, steps) = match (rules.reach, leap) {
            (Reach::One, false) => (1, 1),
            (Reach::One, true) => (2, 1),
            (Reach::Many, false) => (3, 3),
            (Reach::Many, true) => (4, 2),
        };
        let width = 2 * size + 1;
        let mut cells = vec![vec!['·'; width]; width];
        cells[size][size] = kind.letter();
        for direction in directions(rules.movement, self.rules().rook) {
            let (right, up) = direction.offset();
            for step in 1..=steps {
                let column = size.checked_add_signed(isize::from(right) * step);
                let row = size.checked_add_signed(-isize::from(up) * step);
                if let (Some(column), Some(row)) = (column, row)
                    && column < width
                    && row < width
                {
                    cells[row][column] = 'o';
                }
            }
        }
        let capture = match (rules.reach, rules.capture) {
            (Reach::One, Capture::Into) => "x",
            (Reach::One, Capture::Over) => "e x",
            (Reach::Many, Capture::Into) => "o o x",
            (Reach::Many, Capture::Over) => "o o e x",
        };
        let lines = cells.iter().map(|row| {
            let row: Vec<String> = row.iter().map(char::to_string).collect();
            format!("    {}", row.join(" "))
        });
        let lines: Vec<String> = lines.collect();
        format!("{}\n\n    {} {capture}", lines.join("\n"), kind.letter())
    }

    fn honour_text(&self) -> Option<String> {
        let number = self.honour()?.number();
        Some(format!("The pieces of kind {number} carry a star. {}", self.star_text()))
    }

    /// What becomes of those without a piece of honour, and without a move for one.
    pub(super) fn star_text(&self) -> String {
        let converted = match self.rules().converted {
            Converted::Lost => {
                "A player without one loses at once, whether the last was captured or became another kind."
            }
            Converted::Kept => {
                "A player whose last one is captured loses at once. If it becomes another kind, the player \
                 goes on without."
            }
        };
        let stuck = match self.rules().stuck {
            Stuck::Side => "",
            Stuck::Honour => " A player who is to move and cannot move any of them has lost, too.",
        };
        format!("{converted}{stuck}")
    }

    pub(super) fn end_text(&self) -> String {
        let moves = self.rules().moves;
        let limit = match self.rules().end {
            LimitEnd::Pieces => {
                "whoever has more pieces wins, and equal numbers are a draw".to_owned()
            }
            LimitEnd::Draw => "the game is a draw".to_owned(),
        };
        format!(
            "A player who cannot move loses. After {moves} moves of both sides together (a \
             chain of jumps is one move) {limit}."
        )
    }

    /// Where the rules come from, for the games of the paper.
    fn origin_text(&self) -> Option<String> {
        let (at, _) =
            paper::GAMES.iter().enumerate().find(|(_, game)| game.genes() == *self.genes())?;
        let kind = if at < 3 { "an evolved game" } else { "a random game, for comparison" };
        Some(format!(
            "The kinds, the honour and the duty are those of game {} ({kind}) of Halim, Baig and Zafar, \
             \"Evolutionary Search in the Space of Rules for Creation of New Two-Player Board Games\" \
             (2014), Figure {}. Where the pieces start is lost with the figure's picture; this placement \
             is ours.",
            at + 1,
            at + 8
        ))
    }
}
