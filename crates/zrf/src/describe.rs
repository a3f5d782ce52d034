//! The picture of a position from the geometry of the file, and what a move does to the board.
//!
//! Where the cells are is said in `geometry`, how pieces look in `figures`, the rules in `rules_text`.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use selforge_board::{Diagram, DiagramCell, Figure, Piece, Tint};
use selforge_catalogue::{Described, MAX_NUMBERED, MoveEffect, NumberedMove, TrayPiece};
use selforge_core::{Game, MoveRepr};

use crate::code::Effect;
use crate::evaluator::Knowledge;
use crate::figures;
use crate::game::{Move, Zrf};
use crate::geometry::Ground;
use crate::model::{NONE, Rules};
use crate::moves::with_scratch;
use crate::position::{Position, Taken};
use crate::rules_text::rules_text;

/// The board as people see it, and the letters of pieces in text.
#[derive(Debug)]
pub struct Picture {
    /// The empty board.
    pub(crate) diagram: Diagram,
    /// The position of each cell.
    pub(crate) sites: Vec<u16>,
    /// The cell of each position; none of a hidden one.
    pub(crate) cells: Vec<Option<usize>>,
    /// The positions that people do not see.
    pub(crate) hidden: Vec<u16>,
    /// The letter of each kind of piece: owners times types.
    letters: Vec<(u16, char)>,
    /// How each type is drawn.
    figures: Vec<Figure>,
    /// The colour that each player is named after.
    tints: Vec<Option<Tint>>,
    /// The kinds of pieces that the file names a picture of.
    pictured: BTreeSet<u16>,
}

impl Picture {
    pub(crate) fn new(rules: &Rules) -> Picture {
        let ground = Ground::of(rules);
        let (places, in_text) = (&ground.places, &ground.in_text);
        let mut order = ground.visible.clone();
        let y = |at: u16| in_text[usize::from(at)][1];
        order.sort_by(|&a, &b| y(a).total_cmp(&y(b)));
        let mut rows = vec![0; rules.sites.len()];
        let (mut row, mut top) = (0, order.first().map_or(0.0, |&first| y(first)));
        for &at in &order {
            if y(at) - top > 0.4 {
                row += 1;
                top = y(at);
            }
            rows[usize::from(at)] = row;
        }
        let x = |at: u16| in_text[usize::from(at)][0];
        order.sort_by(|&a, &b| {
            let row = |at: u16| rows[usize::from(at)];
            row(a).cmp(&row(b)).then(x(a).total_cmp(&x(b))).then(a.cmp(&b))
        });
        let mut cells = vec![None; rules.sites.len()];
        for (cell, &at) in order.iter().enumerate() {
            cells[usize::from(at)] = Some(cell);
        }
        let shown = order.iter().map(|&at| DiagramCell {
            name: rules.sites[usize::from(at)].name.as_str().into(),
            centre: places[usize::from(at)],
            outline: ground.outline(rules, at).into(),
            row: rows[usize::from(at)],
            piece: None,
        });
        let diagram = Diagram {
            cells: shown.collect(),
            edges: ground.edges(rules, &cells).into(),
            show_edges: !ground.is_square(),
            bonded: false,
            checkered: ground.is_checkered(rules),
            borders: Vec::new(),
        };
        let hidden = (0..rules.sites.len() as u16).filter(|at| cells[usize::from(*at)].is_none());
        let hidden = hidden.collect();
        let (letters, figures, tints) =
            (letters(rules), figures::figures(rules), figures::tints(rules));
        let pictured = figures::pictures(rules).into_iter().map(|(kind, _)| kind).collect();
        Picture { diagram, hidden, sites: order, cells, letters, figures, tints, pictured }
    }

    /// The letter of a kind of piece.
    pub(crate) fn letter(&self, kind: u16) -> char {
        match self.letters.binary_search_by_key(&kind, |known| known.0) {
            Ok(at) => self.letters[at].1,
            Err(_) => '?',
        }
    }

    /// The kind of piece that a letter means.
    pub(crate) fn kind(&self, letter: char) -> Option<u16> {
        self.letters.iter().find(|known| known.1 == letter).map(|known| known.0)
    }

    /// All letters.
    pub(crate) fn letters(&self) -> impl Iterator<Item = char> {
        self.letters.iter().map(|known| known.1)
    }
}

/// A letter for each kind of piece: the first of its name, large for the first player and small for the
/// second, or else any letter that is free.
fn letters(rules: &Rules) -> Vec<(u16, char)> {
    let mut free: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    for range in
        [('Α', 'Ω'), ('α', 'ω'), ('А', 'я'), ('Ա', 'Ֆ'), ('ა', 'ჰ'), ('ぁ', 'ん'), ('ァ', 'ン')]
    {
        free.extend((range.0..=range.1).filter(|c| c.is_alphabetic()));
    }
    free.extend(('一'..='鿿').take(32_000));
    let mut taken = std::collections::HashSet::new();
    let mut letters = Vec::new();
    let mut next = 0;
    for owner in 0..rules.players.len() as u16 {
        for (piece, number) in rules.types.iter().zip(0..) {
            let seat = rules.players[usize::from(owner)].seat;
            let wanted = |text: &str| {
                let first = text.chars().find(char::is_ascii_alphabetic)?;
                let cased = match seat {
                    Some(0) => first.to_ascii_uppercase(),
                    Some(1) => first.to_ascii_lowercase(),
                    _ => return None,
                };
                (!taken.contains(&cased)).then_some(cased)
            };
            let letter =
                wanted(&piece.notation).or_else(|| wanted(&piece.name)).unwrap_or_else(|| {
                    while taken.contains(&free[next]) {
                        next += 1;
                    }
                    free[next]
                });
            taken.insert(letter);
            letters.push((rules.kind(owner, number), letter));
        }
    }
    letters.sort_unstable();
    letters
}

impl Zrf {
    /// The set in whose colours a player's pieces are drawn: its seat's, and after those the others.
    fn set_of_player(&self, player: u16) -> u8 {
        match self.rules.players[usize::from(player)].seat {
            Some(seat) => seat,
            None => {
                let before = self.rules.players[..usize::from(player)].iter();
                let others = before.filter(|player| player.seat.is_none()).count() as u8;
                (self.rules.seats + others).min(5)
            }
        }
    }

    fn drawn(&self, kind: u16) -> Option<Piece> {
        (kind != 0).then(|| {
            let (owner, piece) = (self.rules.owner(kind), self.rules.type_of(kind));
            let figure = match self.picture.figures[usize::from(piece)] {
                Figure::Stone => figures::stone(&self.rules.players[usize::from(owner)].name),
                figure => figure,
            };
            let royal = self.rules.royal[usize::from(owner)][usize::from(piece)]
                && !matches!(figure, Figure::King | Figure::Crowned);
            let promoted = self.rules.types[usize::from(piece)].notation.starts_with('+');
            let special = royal || promoted;
            let tint = self.picture.tints[usize::from(owner)];
            let picture = self.picture.pictured.contains(&kind).then_some(kind);
            Piece { special, tint, picture, ..Piece::new(self.set_of_player(owner), figure) }
        })
    }
}

impl Described for Zrf {
    type Scores = Arc<Knowledge>;

    fn scores(&self) -> Arc<Knowledge> {
        Arc::clone(self.knowledge.get_or_init(|| Arc::new(Knowledge::new(self))))
    }

    fn diagram(&self, state: &Position) -> Diagram {
        let mut diagram = self.picture.diagram.clone();
        for (cell, &at) in diagram.cells.iter_mut().zip(&self.picture.sites) {
            cell.piece = self.drawn(state.words[usize::from(at)]);
        }
        diagram
    }

    fn census(&self, state: &Position, cells: &mut Vec<Option<Piece>>) {
        cells.clear();
        cells.extend(self.picture.sites.iter().map(|&at| self.drawn(state.words[usize::from(at)])));
    }

    /// Moves are named by a position, a block of code and which of the block's moves they are, so all
    /// names there could be are numbered: drops after moves, passing last. A block in a loop is taken to
    /// go over the whole board once; what it finds beyond that has no number.
    fn numbered_moves(&self) -> Option<Vec<NumberedMove>> {
        let rules = &*self.rules;
        let mut moving = vec![0; rules.radix.0 as usize];
        for (first, end) in rules.types.iter().map(|piece| piece.moves) {
            for (most, block) in moving.iter_mut().zip(first..end) {
                *most = rules.most_moves(block).max(*most);
            }
        }
        let dropping: Vec<u32> =
            rules.drop_blocks.iter().map(|block| rules.most_moves(*block)).collect();
        let mut moves = vec![NumberedMove::words(Move::PASS.to_code(), 0)];
        for (drop, most) in [moving, dropping].into_iter().enumerate() {
            for (site, cell) in self.picture.cells.iter().enumerate() {
                let cells: Vec<u16> = cell.iter().map(|cell| *cell as u16).collect();
                for (block, most) in most.iter().enumerate() {
                    let first = rules.code_of(site as u16, block as u32) | (drop as u32) << 31;
                    moves.extend((0..*most).map(|number| NumberedMove {
                        code: first + number,
                        cells: cells.clone(),
                        variant: 0,
                    }));
                }
                if moves.len() > MAX_NUMBERED {
                    return None;
                }
            }
        }
        NumberedMove::in_order(moves)
    }

    fn usable_cells(&self) -> usize {
        self.picture.sites.len()
    }

    fn effect(&self, state: &Position, mv: Move, _: &Diagram) -> MoveEffect {
        if mv == Move::PASS {
            return MoveEffect::default();
        }
        let rules = &*self.rules;
        with_scratch(|scratch| {
            let Some(found) = rules.find(state, mv.0, scratch) else {
                return MoveEffect::default();
            };
            let effects = scratch.effects(&found);
            let cell = |at: u16| self.picture.cells[usize::from(at)];
            let occupied = |at: u16| state.words[usize::from(at)] != 0;
            let side = rules.turn_of(state).side;
            let mut effect = MoveEffect::default();
            let (from, to) = found.key;
            if from != NONE && from != to {
                effect.path.extend(cell(from));
            }
            effect.path.extend(if to == NONE { None } else { cell(to) });
            for change in effects {
                let taken = match *change {
                    Effect::Move { from, to } => {
                        if (from, to) != found.key
                            && let (Some(a), Some(b)) = (cell(from), cell(to))
                        {
                            effect.along.push([a, b]);
                        }
                        let leaves = effects
                            .iter()
                            .any(|other| matches!(*other, Effect::Move { from, .. } if from == to));
                        Some(to).filter(|_| !leaves)
                    }
                    Effect::Capture { at } | Effect::Create { at, .. } => Some(at),
                    Effect::Drop { at, .. } | Effect::Copy { to: at, .. } => Some(at),
                    _ => None,
                };
                if let Some(at) = taken.filter(|&at| occupied(at)).and_then(cell)
                    && !effect.captures.contains(&at)
                {
                    effect.captures.push(at);
                }
            }
            let mut after = state.words.to_vec();
            rules.apply(&mut after, side, effects, &mut Taken::default());
            if to != NONE {
                let stands = after[usize::from(to)];
                let left = if from == NONE { 0 } else { state.words[usize::from(from)] };
                if stands != left || from == to || effect.path.len() == 1 {
                    effect.places = self.drawn(stands);
                }
            }
            effect
        })
    }

    fn side_name(&self, set: u8) -> Cow<'static, str> {
        let players = 0..self.rules.players.len() as u16;
        let player = players.into_iter().find(|&player| self.set_of_player(player) == set);
        let name = player.map(|player| self.rules.players[usize::from(player)].name.clone());
        name.unwrap_or_default().into()
    }

    fn tray(&self) -> Vec<TrayPiece> {
        let mut tray = Vec::new();
        for owner in 0..self.rules.players.len() as u16 {
            for piece in 0..self.rules.types.len() as u16 {
                let kind = self.rules.kind(owner, piece);
                if let Some(piece) = self.drawn(kind) {
                    tray.push(TrayPiece { letter: self.picture.letter(kind), piece });
                }
            }
        }
        tray
    }

    fn move_words(&self, state: &Position, mv: Move) -> String {
        if mv == Move::PASS {
            return if state.is_in_chain() { "Stop here".to_owned() } else { "Pass".to_owned() };
        }
        let mut words = String::new();
        self.write_move(state, mv, &mut words).expect("writing to a string cannot fail");
        words
    }

    fn pictures(&self) -> Vec<(u16, String)> {
        figures::pictures(&self.rules)
    }

    fn title(&self) -> Option<String> {
        Some(self.rules.title.clone()).filter(|title| !title.is_empty())
    }

    fn rules_text(&self) -> String {
        self.rules_text.get_or_init(|| rules_text(self)).clone()
    }
}
