//! The picture of a position from the geometry of the file, the rules in plain English, and what a move
//! does to the board.
//!
//! A file says where positions are in pixels of a picture that we do not have. Squares side by side are
//! drawn as a board of squares; everything else as points with lines where directions lead. Pieces with
//! the names of chess look like those, a lone type is a stone, and others show a letter.

use std::borrow::Cow;
use std::sync::Arc;

use selforge_board::{Diagram, DiagramCell, Figure, Piece};
use selforge_catalogue::{Described, MAX_NUMBERED, MoveEffect, NumberedMove, TrayPiece};
use selforge_core::{Game, MoveRepr};

use crate::code::Effect;
use crate::evaluator::Knowledge;
use crate::game::{Move, Zrf};
use crate::goals::{Meaning, say};
use crate::model::{Maximal, NONE, Passing, Rules};
use crate::moves::with_scratch;
use crate::position::{Position, Taken};

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
}

impl Picture {
    pub(crate) fn new(rules: &Rules) -> Picture {
        let places = place(rules);
        let mut order: Vec<u16> = (0..rules.sites.len() as u16)
            .filter(|at| !rules.sites[usize::from(*at)].dummy)
            .collect();
        // A board of hidden positions only is shown all the same.
        if order.is_empty() {
            order = (0..rules.sites.len() as u16).collect();
        }
        let y = |at: u16| places[usize::from(at)][1];
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
        let x = |at: u16| places[usize::from(at)][0];
        order.sort_by(|&a, &b| {
            let row = |at: u16| rows[usize::from(at)];
            row(a).cmp(&row(b)).then(x(a).total_cmp(&x(b))).then(a.cmp(&b))
        });
        let mut cells = vec![None; rules.sites.len()];
        for (cell, &at) in order.iter().enumerate() {
            cells[usize::from(at)] = Some(cell);
        }
        let square = is_square(rules, &order, &places);
        let shown = order.iter().map(|&at| {
            let [x, y] = places[usize::from(at)];
            DiagramCell {
                name: rules.sites[usize::from(at)].name.clone(),
                centre: [x, y],
                outline: outline([x, y], square),
                row: rows[usize::from(at)],
                piece: None,
            }
        });
        let diagram = Diagram {
            cells: shown.collect(),
            edges: edges(rules, &cells, &places),
            show_edges: !square,
            bonded: false,
            checkered: square && order.len() >= 9,
            borders: Vec::new(),
        };
        let hidden = (0..rules.sites.len() as u16).filter(|at| cells[usize::from(*at)].is_none());
        let (letters, figures) = (letters(rules), figures(rules));
        Picture { diagram, hidden: hidden.collect(), sites: order, cells, letters, figures }
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

/// The centre of every position, with about one unit between neighbours.
fn place(rules: &Rules) -> Vec<[f64; 2]> {
    let visible: Vec<usize> = (0..rules.sites.len()).filter(|&at| !rules.sites[at].dummy).collect();
    let centre = |at: usize| {
        let [left, top, right, bottom] = rules.sites[at].rect.map(f64::from);
        [(left + right) / 2.0, (top + bottom) / 2.0]
    };
    let mut near: Vec<f64> = Vec::new();
    for &at in visible.iter().take(400) {
        let [x, y] = centre(at);
        let distance = |&other: &usize| {
            let [a, b] = centre(other);
            (a - x).hypot(b - y)
        };
        let nearest =
            visible.iter().map(distance).filter(|d| *d > 0.5).fold(f64::INFINITY, f64::min);
        if nearest.is_finite() {
            near.push(nearest);
        }
    }
    near.sort_by(f64::total_cmp);
    let unit = near.get(near.len() / 2).copied().unwrap_or(0.0);
    if unit < 1.0 {
        // The file says nothing of where positions are.
        let width = (rules.sites.len() as f64).sqrt().ceil().max(1.0) as usize;
        return (0..rules.sites.len())
            .map(|at| [(at % width) as f64, (at / width) as f64])
            .collect();
    }
    let lowest =
        |axis: usize| visible.iter().map(|&at| centre(at)[axis]).fold(f64::INFINITY, f64::min);
    let (left, top) = (lowest(0), lowest(1));
    let places = (0..rules.sites.len()).map(|at| {
        let [x, y] = centre(at);
        let round = |value: f64| {
            let value = value.clamp(-1e4, 1e4);
            if (value - value.round()).abs() < 0.08 {
                value.round()
            } else {
                (value * 100.0).round() / 100.0
            }
        };
        [round((x - left) / unit), round((y - top) / unit)]
    });
    let mut places: Vec<[f64; 2]> = places.collect();
    // The corner at the bottom left of a board of squares is dark.
    let bottom = visible.iter().map(|&at| places[at][1]).fold(0.0, f64::max);
    if bottom.round() as i64 % 2 == 0 {
        places.iter_mut().for_each(|place| place[1] += 1.0);
    }
    places
}

/// Whether the cells are squares side by side.
fn is_square(rules: &Rules, order: &[u16], places: &[[f64; 2]]) -> bool {
    let whole = |value: f64| (value - value.round()).abs() < 1e-6;
    let mut taken = std::collections::HashSet::new();
    order.len() > 1
        && order.iter().all(|&at| {
            let [x, y] = places[usize::from(at)];
            let [left, top, right, bottom] = rules.sites[usize::from(at)].rect;
            let (width, height) =
                (f64::from(right) - f64::from(left), f64::from(bottom) - f64::from(top));
            whole(x)
                && whole(y)
                && taken.insert((x as i64, y as i64))
                && width > 0.0
                && (0.6..1.6).contains(&(width / height))
        })
}

fn outline([x, y]: [f64; 2], square: bool) -> Vec<[f64; 2]> {
    if square {
        return vec![
            [x - 0.5, y - 0.5],
            [x + 0.5, y - 0.5],
            [x + 0.5, y + 0.5],
            [x - 0.5, y + 0.5],
        ];
    }
    (0..12)
        .map(|corner| {
            let angle = f64::from(corner) * std::f64::consts::TAU / 12.0;
            let round = |value: f64| (value * 1000.0).round() / 1000.0;
            [round(x + 0.42 * angle.cos()), round(y + 0.42 * angle.sin())]
        })
        .collect()
}

/// The pairs of cells that a direction links and that lie near each other.
fn edges(rules: &Rules, cells: &[Option<usize>], places: &[[f64; 2]]) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    let sites = rules.sites.len();
    let table = &rules.tables[0];
    for direction in 0..rules.directions.len() {
        for from in 0..sites {
            let to = table[direction * sites + from];
            if to == crate::model::NONE {
                continue;
            }
            let (Some(a), Some(b)) = (cells[from], cells[usize::from(to)]) else { continue };
            let (p, q) = (places[from], places[usize::from(to)]);
            if a != b && (p[0] - q[0]).hypot(p[1] - q[1]) < 2.1 {
                edges.push((a.min(b), a.max(b)));
            }
        }
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// How each type of piece is drawn.
fn figures(rules: &Rules) -> Vec<Figure> {
    let shown: Vec<usize> = (0..rules.types.len()).filter(|&at| !rules.types[at].dummy).collect();
    let named = |at: usize| {
        let name = rules.types[at].name.to_lowercase();
        let chess = [
            ("king", Figure::King),
            ("queen", Figure::Queen),
            ("rook", Figure::Rook),
            ("bishop", Figure::Bishop),
            ("knight", Figure::Knight),
            ("pawn", Figure::Pawn),
        ];
        chess.into_iter().find(|(word, _)| name == *word).map(|(_, figure)| figure)
    };
    // A single type is a stone; of two, the one that the first becomes is its king.
    if let [first, rest @ ..] = &shown[..] {
        let is_draughts =
            rest.len() <= 1 && named(*first).is_none_or(|figure| figure == Figure::King);
        if is_draughts {
            let mut figures = vec![Figure::Stone; rules.types.len()];
            let start: Vec<usize> = shown
                .iter()
                .copied()
                .filter(|&at| {
                    let kinds = (0..rules.players.len() as u16).map(|p| rules.kind(p, at as u16));
                    kinds.into_iter().any(|kind| rules.setup[..rules.sites.len()].contains(&kind))
                })
                .collect();
            if let ([only], [second]) = (&start[..], rest) {
                figures[if only == first { *second } else { *first }] = Figure::Crowned;
            } else if let [second] = rest {
                figures[*second] = Figure::Crowned;
            }
            return figures;
        }
    }
    let is_chess = shown.iter().filter(|&&at| named(at).is_some()).count() > 2;
    (0..rules.types.len())
        .map(|at| match named(at) {
            Some(figure) if is_chess => figure,
            _ => {
                let piece = &rules.types[at];
                let letters = piece.notation.chars().chain(piece.name.chars());
                let letter = letters.into_iter().find(|c| c.is_alphanumeric()).unwrap_or('?');
                Figure::Letter(letter.to_uppercase().next().unwrap_or(letter))
            }
        })
        .collect()
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
            let figure = self.picture.figures[usize::from(piece)];
            let special = self.rules.royal[usize::from(owner)][usize::from(piece)]
                && !matches!(figure, Figure::King);
            Piece { special, ..Piece::new(self.set_of_player(owner), figure) }
        })
    }
}

impl Described for Zrf {
    type Scores = Arc<Knowledge>;

    fn scores(&self) -> Arc<Knowledge> {
        Arc::clone(&self.knowledge)
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

    fn rules_text(&self) -> String {
        rules_text(self)
    }
}

/// The rules in plain English: what the file says of itself, and what its code says.
fn rules_text(game: &Zrf) -> String {
    let rules = &*game.rules;
    let mut parts = vec![rules.title.clone()];
    if !rules.texts.description.is_empty() {
        parts.push(rules.texts.description.clone());
    }
    let names = |players: &[u16]| {
        let names = players.iter().map(|player| rules.players[usize::from(*player)].name.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    let goals = rules.conditions.iter().map(|condition| {
        let said = say(rules, &condition.goal);
        let who = if condition.players.is_empty() {
            "The player who just moved".to_owned()
        } else {
            names(&condition.players)
        };
        let ends = match condition.meaning {
            Meaning::Win => "wins",
            Meaning::Loss => "loses",
            Meaning::Draw => "draws",
            Meaning::Count => "ends the game, and most pieces win,",
        };
        match condition.players.len() {
            0 | 1 => format!("{who} {ends}: {said}."),
            _ => format!("Each of {who} {ends}: {said}."),
        }
    });
    let mut goal = format!("Goal. {}", goals.collect::<Vec<_>>().join(" "));
    if rules.conditions.is_empty() {
        goal = "Goal. The file names none.".to_owned();
    }
    goal += match rules.seats {
        1 => " If you cannot move, you have lost.",
        _ => " A player who cannot move draws, unless said otherwise.",
    };
    parts.push(goal);
    let visible = rules.sites.iter().filter(|site| !site.dummy).count();
    parts.push(format!("Board. {visible} positions."));
    let turns = rules.turns.iter().take(12).map(|turn| {
        let player = &rules.players[usize::from(turn.player)].name;
        let side = &rules.players[usize::from(turn.side)].name;
        if turn.player == turn.side {
            player.clone()
        } else {
            format!("{player} with the pieces of {side}")
        }
    });
    let mut turn = format!("Turns. {}", turns.collect::<Vec<_>>().join(", "));
    if rules.turns.len() > 12 {
        turn += ", and so on";
    }
    turn.push('.');
    turn += match rules.options.pass_turn {
        Passing::Allowed => " You may pass.",
        Passing::Forced => " If you cannot move, you pass.",
        Passing::No => "",
    };
    if rules.players.iter().any(|player| player.is_random) {
        turn += " Players whose name begins with a question mark are chance.";
    }
    if !rules.move_types.is_empty() && rules.worst_rank > 0 {
        let mut ranked: Vec<(u16, &str)> = (rules.ranks.iter().copied())
            .zip(rules.move_types.iter().map(String::as_str))
            .filter(|(rank, _)| *rank < rules.worst_rank)
            .collect();
        ranked.sort_unstable();
        let names: Vec<&str> = ranked.into_iter().map(|(_, name)| name).collect();
        turn += &format!(" Moves of these types come first, in this order: {}.", names.join(", "));
    }
    match rules.options.maximal {
        Maximal::No => {}
        _ => turn += " Of several chains of captures you must take a longest.",
    }
    parts.push(turn);
    let mut pieces = Vec::new();
    for (piece, number) in rules.types.iter().zip(0u16..).filter(|(piece, _)| !piece.dummy) {
        let mut said = match (piece.description.is_empty(), piece.help.is_empty()) {
            (false, _) => piece.description.replace('\n', " "),
            (true, false) => piece.help.clone(),
            (true, true) => String::new(),
        };
        if !said.to_lowercase().starts_with(&piece.name.to_lowercase()) {
            said = format!("{}. {said}", piece.name);
        }
        let letters: Vec<String> = (0..rules.players.len() as u16)
            .filter(|player| rules.players[usize::from(*player)].seat.is_some())
            .map(|player| game.picture.letter(rules.kind(player, number)).to_string())
            .collect();
        pieces.push(format!("{} In text: {}.", said.trim(), letters.join(", ")));
    }
    parts.push(format!("Pieces.\n{}", pieces.join("\n")));
    let mut draws = vec!["when all players agree".to_owned()];
    if let Some(times) = game.history.repetition {
        draws.push(format!(
            "when the same position with the same player to move occurs {times} times"
        ));
    }
    if rules.seats > 1 {
        parts.push(format!("Draw. The game is drawn {}.", draws.join("; ")));
    }
    parts.push(
        "Moves are typed as two positions, e2-e4, with an x for a capture, and with the new piece \
         behind a promotion, e7-e8=Queen; a piece that is placed as Man@b2."
            .to_owned(),
    );
    parts.join("\n\n")
}
