//! What a listed game adds to the bare rules.

use std::borrow::Cow;
use std::sync::Arc;

use selforge_board::picture::palette::look;
use selforge_board::{Diagram, Figure, Piece};
use selforge_core::{Game, Seat};

use crate::editing::{Layout, TrayPiece, read_layout, write_layout};
use crate::effect::MoveEffect;
use crate::evaluator::Evaluator;
use crate::numbering::NumberedMove;
use crate::score::ScoreScale;
use crate::visitor::GameVisitor;

/// A game that can show and explain itself, and knows how good its positions look.
pub trait Described: Game {
    /// Who judges positions of the game for searches; [`Blank`](crate::Blank) if nobody can.
    type Scores: Evaluator<Self> + 'static
    where
        Self: Sized;

    /// The judge of positions.
    fn scores(&self) -> Self::Scores
    where
        Self: Sized;

    /// A picture of a position.
    fn diagram(&self, state: &Self::State) -> Diagram;

    /// What a legal move does to the board. `diagram` is the picture of the position; cells are
    /// numbered as there.
    fn effect(&self, state: &Self::State, mv: Self::Move, diagram: &Diagram) -> MoveEffect;

    /// The set of pieces that a seat plays: its own, unless seats have exchanged theirs.
    fn set_of(&self, state: &Self::State, seat: Seat) -> u8 {
        let _ = state;
        seat.index() as u8
    }

    /// Replaces the content of `cells` by what stands on each cell, the cells numbered in the same
    /// way in every position of a game on a finite board. What measures games asks this after every
    /// move, so games that can answer without drawing a diagram do.
    fn census(&self, state: &Self::State, cells: &mut Vec<Option<Piece>>) {
        cells.clear();
        cells.extend(self.diagram(state).cells.iter().map(|cell| cell.piece));
    }

    /// How many cells some piece could ever stand on: all of them, unless a game knows better.
    fn usable_cells(&self) -> usize {
        self.diagram(&self.start()).cells.len()
    }

    /// Whether the board has an end, so that cells can be counted.
    fn is_bounded(&self) -> bool {
        true
    }

    /// Whether sets of pieces can be blocked in this game; its pictures mark those that are.
    fn knows_blockades(&self) -> bool {
        false
    }

    /// Whether a finished game was cut off by a limit rather than played out. Limits that are part of
    /// the [history rules](Game::history_rules) are not asked here.
    fn is_cut_off(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Whether some seat may still take over the side of another when its turn comes: such turns belong
    /// to the rules' own opening, and whoever measures a game leaves them to the players.
    fn swap_is_open(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// What the side that plays a set is called: the colour that it is drawn in, unless players have
    /// a name for it.
    fn side_name(&self, set: u8) -> Cow<'static, str> {
        let (first, rest) = look(set).colour().split_at(1);
        format!("{}{rest}", first.to_uppercase()).into()
    }

    /// What players call each cell of a picture: its name, unless the game numbers its cells. Cells
    /// that are never used in play have none.
    fn cell_labels(&self, diagram: &Diagram) -> Vec<String> {
        diagram.cells.iter().map(|cell| cell.name.to_string()).collect()
    }

    /// What a button says for a move without cells; the move's own text unless that needs a reader of
    /// records.
    fn move_words(&self, state: &Self::State, mv: Self::Move) -> String {
        let mut words = String::new();
        self.write_move(state, mv, &mut words).expect("writing to a string cannot fail");
        words
    }

    /// A legal move as players write it in a list of moves; none where that is the move's own text.
    fn move_notation(&self, state: &Self::State, mv: Self::Move) -> Option<String> {
        let _ = (state, mv);
        None
    }

    /// The cells of pieces that are attacked so that every player wants to be told: a king in check.
    /// Cells are numbered as in the picture of the position.
    fn threatened(&self, state: &Self::State) -> Vec<usize> {
        let _ = state;
        Vec::new()
    }

    /// What the [scores](Described::scores) of positions mean.
    fn score_scale(&self) -> ScoreScale {
        ScoreScale::default()
    }

    /// The pieces that an editor offers, the most wanted first; none if positions cannot be put
    /// together. Usually a stone of each set, with the set's letter.
    fn tray(&self) -> Vec<TrayPiece> {
        let sets = Seat::all(self.seats());
        let stone = |set: Seat| TrayPiece {
            letter: set.letter(),
            piece: Piece::new(set.index() as u8, Figure::Stone),
        };
        sets.map(stone).collect()
    }

    /// How the text of a position says who is to move.
    fn mover_word(&self, seat: Seat) -> char {
        seat.letter()
    }

    /// The text of a position with these pieces, of which nothing else is known: nobody has castled,
    /// swapped or passed. It need not be a legal one. None if the board has no end.
    fn compose(&self, layout: &Layout) -> Option<String> {
        let diagram = self.is_bounded().then(|| self.diagram(&self.start()))?;
        let rows = write_layout(&diagram, &layout.cells);
        Some(format!("{rows} {}", self.mover_word(layout.to_move)))
    }

    /// The pieces of a position's text, legal or not: the reverse of [`compose`](Described::compose).
    fn lay_out(&self, text: &str) -> Option<Layout> {
        let diagram = self.is_bounded().then(|| self.diagram(&self.start()))?;
        let mut words = text.split(' ');
        let cells = read_layout(&diagram, words.next()?)?;
        let tray = self.tray();
        let known = |letter: &char| tray.iter().any(|known| known.letter == *letter);
        let mover = words.next().unwrap_or_default();
        let moves = |seat: &Seat| mover.chars().eq([self.mover_word(*seat)]);
        let to_move = Seat::all(self.seats()).find(moves).unwrap_or(Seat::FIRST);
        cells.iter().flatten().all(known).then_some(Layout { cells, to_move })
    }

    /// The names of the pictures that pieces refer to, by their numbers. Whoever draws has the pictures
    /// or has not: pieces can always be drawn by their figures.
    fn pictures(&self) -> Vec<(u16, String)> {
        Vec::new()
    }

    /// What players call this very game, where that is not the name of its family.
    fn title(&self) -> Option<String> {
        None
    }

    /// Every move that any position of the game may have, in the order of their codes; their places in
    /// the list are the numbers by which networks know them. `None` where there is no end to them, or
    /// where they are [too many](crate::MAX_NUMBERED).
    fn numbered_moves(&self) -> Option<Vec<NumberedMove>> {
        None
    }

    /// The ways to lay the board onto itself, besides leaving it, that the rules do not notice: where
    /// each cell of a picture comes to lie. A position and its image have the same value and the same
    /// moves, on the images of their cells. None unless a game says so.
    fn symmetries(&self) -> Vec<Vec<u16>> {
        Vec::new()
    }

    /// Pushes what a position tells besides its pieces and whose turn it is, as many answers for every
    /// position: who may still castle, say. What the legal moves show already need not be told.
    fn flags(&self, state: &Self::State, into: &mut Vec<bool>) {
        let _ = (state, into);
    }

    /// The rules of this very game in plain English.
    fn rules_text(&self) -> String;

    /// Runs a visitor for this game, by the method for what the game can do beyond the usual.
    fn accept<V: GameVisitor>(self: Arc<Self>, visitor: V) -> V::Output
    where
        Self: Sized,
    {
        visitor.visit(self)
    }
}
