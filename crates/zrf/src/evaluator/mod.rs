//! How good a position looks, found out from the rules alone when a player first asks.
//!
//! Nothing is known of a game but its goals and its code ([`aims`]). What they come to decides what is looked at:
//!
//! - what each type of piece is worth: how far it gets on an empty board ([`lone_piece`]), turned around where a
//!   side wants to lose its pieces;
//! - how many moves pieces are from the positions that a goal names, and where it names several at once, how far the
//!   side is from filling them all ([`places`]);
//! - how many pieces of a line that a goal asks for stand already;
//! - how many moves a side has that loses only when it has none;
//! - how far from each other the pieces stand that are to be brought together;
//! - where the pieces are counted in the end, where dice decide, and where nothing of all that applies: what
//!   [`random_games`] tell of squares and of having more pieces.
//!
//! A piece that reaches one position is worth about 40.

mod aims;
mod lone_piece;
mod places;
mod random_games;

use std::sync::Arc;

use selforge_catalogue::{Evaluator, Worths};
use selforge_core::{Game, MAX_SEATS};

use self::aims::Aims;
pub(crate) use self::lone_piece::mobility;
use self::lone_piece::{FAR, MOST_FUEL, MOST_RUNS, Ways};
use self::places::{WantedPlaces, places};
use self::random_games::{PHASES, phase};
use crate::code::Effect;
use crate::game::{Move, Zrf};
use crate::goals::{Goal, Meaning, wanted_lines, wanted_sites};
use crate::model::{NONE, Rules};
use crate::moves::with_scratch;
use crate::position::Position;

/// What a piece is worth for being there, and for each position it reaches on an empty board.
const PIECE: i32 = 60;
const REACH: i32 = 25;
/// What a piece is worth whose loss loses the game.
const ROYAL: i32 = 8_000;
/// What a step nearer to a goal is worth.
const NEARER: i32 = 18;
/// What so many pieces of an open line are worth, beginning with none.
const LINE: [i32; 8] = [0, 2, 10, 45, 180, 500, 900, 1500];
/// What a side's first move is worth where it must not run out of them. The second is worth half as much, and so on:
/// it is the last ones that count.
const FIRST_MOVE: i32 = 240;
/// The most moves that are told apart.
const MOST_COUNTED: usize = 256;
/// What it costs if the pieces that are to be brought together stand a step from their middle, on average.
const APART: i32 = 120;
/// What a square is worth on which a piece wins for certain, by random games.
const SURE_SQUARE: i32 = 400;
/// What the turn is worth.
const TURN: i32 = 5;

/// What was found out about a game.
#[derive(Debug)]
pub struct Knowledge {
    /// What is known of each word of a cell.
    kinds: Vec<Kind>,
    /// Worths by position, for the words of cells that have them.
    squares: Vec<i32>,
    /// The stores from which pieces can be dropped: words, seats and what a piece is worth.
    stores: Vec<(u16, u8, i32)>,
    /// How much pieces are worth, in 256ths, by how full the board is; none if that makes no difference.
    phases: Option<[i32; PHASES]>,
    sides: Vec<Side>,
    /// Where the positions are, in 16ths of a step, if pieces are to be brought together.
    map: Vec<[i32; 2]>,
    /// What it is worth to have so many moves.
    moves: Vec<i32>,
    /// Whether all this says nothing: no goal was understood, and no random game came to an end.
    blind: bool,
}

/// What is known of a word of a cell.
#[derive(Clone, Copy, Debug)]
struct Kind {
    /// The seat of its owner; `NOBODY` if it has none.
    seat: u8,
    /// Whether its type moves.
    moves: bool,
    value: i32,
    /// Where its worths begin among the squares; `NOWHERE` if they are all the same.
    squares: u32,
}

const NOBODY: u8 = u8::MAX;
const NOWHERE: u32 = u32::MAX;

/// What is known of the player on a seat.
#[derive(Debug)]
struct Side {
    /// The lines that it wants to fill.
    lines: Vec<Vec<(u16, u16)>>,
    places: Vec<WantedPlaces>,
    /// Whether it needs moves (1), must get rid of them (-1), or neither.
    mobility: i32,
    /// Its last turn in the turn order.
    turn: u16,
}

/// Whether a player wants to lose its pieces of a type.
fn wants_loss(rules: &Rules, player: u16, piece: u16) -> bool {
    rules.conditions.iter().any(|condition| {
        condition.meaning == Meaning::Win
            && condition.players.contains(&player)
            && match condition.goal {
                Goal::Remaining { count: 0 | 1, piece: which } => {
                    which.is_none_or(|it| it == piece)
                }
                _ => false,
            }
    })
}

impl Knowledge {
    pub(crate) fn new(game: &Zrf) -> Knowledge {
        let rules = &**game.rules();
        let aims = Aims::of(rules);
        let mut fuel = MOST_FUEL;
        let side = |player: &u16| side(rules, &aims, *player, &mut fuel);
        let mut known = Knowledge {
            kinds: kinds(rules, &aims),
            squares: Vec::new(),
            stores: Vec::new(),
            phases: None,
            sides: game.seats.iter().map(side).collect(),
            map: if aims.gathers { map(game) } else { Vec::new() },
            moves: Vec::new(),
            blind: false,
        };
        if known.sides.iter().any(|side| side.mobility != 0) {
            let worth = |count: usize| (1..=count as i32).map(|nth| FIRST_MOVE / nth).sum();
            known.moves = (0..MOST_COUNTED).map(worth).collect();
        }
        if !game.has_chance() {
            known.go_for_sites(game, &mut fuel);
        }
        let clueless = !aims.takes && !aims.gathers && known.moves.is_empty() && {
            let aimless = |side: &Side| side.lines.is_empty() && side.places.is_empty();
            known.squares.is_empty() && known.sides.iter().all(aimless)
        };
        if aims.counts || game.has_chance() || clueless {
            known.learn(game, aims.counts);
        }
        known.blind = clueless && known.squares.is_empty();
        if known.phases.is_none() && aims.material && aims.takes {
            known.stores = stores(rules, &known.kinds);
        }
        known
    }

    /// Draws pieces to the positions that goals name one by one.
    fn go_for_sites(&mut self, game: &Zrf, fuel: &mut u64) {
        let rules = game.rules();
        for (&player, side) in game.seats.iter().zip(&self.sides) {
            let wanted = wanted_sites(rules, player);
            if !side.places.is_empty() || rules.sites.len() * wanted.len() > MOST_RUNS / 4 {
                continue;
            }
            for (piece, goals) in wanted {
                if !self.kinds[usize::from(rules.kind(player, piece))].moves {
                    continue;
                }
                let far = Ways::of(rules, player, piece, fuel).distances(&goals);
                let kind = &mut self.kinds[usize::from(rules.kind(player, piece))];
                kind.squares = self.squares.len() as u32;
                let worth = far.iter().map(|far| NEARER * i32::from(FAR - far) / 4);
                self.squares.extend(worth);
            }
        }
    }

    /// Looks at random games.
    fn learn(&mut self, game: &Zrf, counts: bool) {
        let sites = game.rules().sites.len();
        let Some(learned) = random_games::learn(game, self.kinds.len()) else { return };
        for (kind, squares) in self.kinds.iter_mut().zip(learned.squares.chunks(sites.max(1))) {
            if kind.seat != NOBODY && squares.iter().any(|worth| *worth != 0) {
                kind.squares = self.squares.len() as u32;
                // Where pieces are to be lost, no square is as good as being gone.
                let most = if kind.value < 0 { squares.iter().max().copied() } else { None };
                let worth = |worth: &i32| (worth - most.unwrap_or(0)) * SURE_SQUARE / 256;
                self.squares.extend(squares.iter().map(worth));
            }
        }
        if counts && game.seats() == 2 {
            self.phases = Some(learned.phases);
        }
    }

    fn side_worth(&self, game: &Zrf, state: &Position, side: &Side) -> i32 {
        let cells = &state.words[..game.rules().sites.len()];
        let mut worth = 0;
        for line in &side.lines {
            let mut own = 0;
            let open = line.iter().all(|&(site, kind)| {
                let stands = cells[usize::from(site)];
                own += usize::from(stands == kind);
                stands == 0 || stands == kind
            });
            if open {
                worth += LINE[own.min(LINE.len() - 1)];
            }
        }
        if let Some(least) = side.places.iter().map(|places| places.missing(cells)).min() {
            worth -= NEARER * least / 2;
        }
        if side.mobility != 0 {
            let count = count_moves(game.rules(), state, side.turn);
            worth += side.mobility * self.moves[count.min(MOST_COUNTED - 1)];
        }
        worth
    }

    /// What it costs each seat that its pieces stand apart.
    fn spread(&self, cells: &[u16], worths: &mut Worths) {
        let mut middle = [[0; 3]; MAX_SEATS];
        let pieces = || {
            cells.iter().zip(&self.map).filter_map(|(&kind, at)| {
                let kind = self.kinds[usize::from(kind)];
                (kind.seat != NOBODY && kind.moves).then_some((usize::from(kind.seat), at))
            })
        };
        for (seat, [x, y]) in pieces() {
            let [sum_x, sum_y, count] = &mut middle[seat];
            (*sum_x, *sum_y, *count) = (*sum_x + x, *sum_y + y, *count + 1);
        }
        let mut apart = [0; MAX_SEATS];
        for (seat, [x, y]) in pieces() {
            let [sum_x, sum_y, count] = middle[seat];
            // The larger way and half the smaller one is the straight way, nearly.
            let (across, down) = ((x - sum_x / count).abs(), (y - sum_y / count).abs());
            apart[seat] += across.max(down) + across.min(down) / 2;
        }
        for ((worth, apart), [_, _, count]) in worths.iter_mut().zip(apart).zip(middle) {
            let cost = i64::from(APART) * i64::from(apart) / i64::from((16 * count).max(1));
            *worth -= i32::try_from(cost).unwrap_or(i32::MAX / 4);
        }
    }
}

/// What pieces in store are worth at most: files may give out thousands.
const MOST_STORED: i32 = 1 << 24;

/// How many moves the player of a turn has, or would have if it were its turn.
fn count_moves(rules: &Rules, state: &Position, turn: u16) -> usize {
    with_scratch(|scratch| {
        if state.chain == NONE && state.turn == turn {
            rules.generate(state, scratch);
        } else {
            let mut state = state.clone();
            (state.turn, state.chain, state.chain_kind) = (turn, NONE, NONE);
            rules.generate(&state, scratch);
        }
        scratch.found.len()
    })
}

/// What each word of a cell is worth.
fn kinds(rules: &Rules, aims: &Aims) -> Vec<Kind> {
    let mobility = rules.mobility();
    let nothing = Kind { seat: NOBODY, moves: false, value: 0, squares: NOWHERE };
    let mut kinds = vec![nothing; (rules.players.len() << rules.type_bits) + rules.types.len() + 1];
    let losing = |piece: u16, player: u16| {
        rules.conditions.iter().any(|condition| {
            let named = match &condition.goal {
                Goal::Captured(pieces) => pieces.contains(&piece),
                Goal::Remaining { count: 0, piece: Some(named) } => *named == piece,
                _ => false,
            };
            named && condition.meaning == Meaning::Loss && condition.players.contains(&player)
        })
    };
    for player in 0..rules.players.len() as u16 {
        for (piece, reach) in (0..rules.types.len() as u16).zip(mobility) {
            let value = if losing(piece, player) {
                ROYAL
            } else if rules.royal[usize::from(player)][usize::from(piece)] || !aims.material {
                0
            } else {
                let sign = if wants_loss(rules, player, piece) { -1 } else { 1 };
                sign * (PIECE + REACH * (*reach).min(400) as i32 / 10)
            };
            let (first, end) = rules.types[usize::from(piece)].moves;
            let seat = rules.players[usize::from(player)].seat;
            let seat = seat.filter(|seat| usize::from(*seat) < MAX_SEATS).unwrap_or(NOBODY);
            kinds[usize::from(rules.kind(player, piece))] =
                Kind { seat, moves: first < end, value, squares: NOWHERE };
        }
    }
    kinds
}

/// What the player on a seat wants.
fn side(rules: &Rules, aims: &Aims, player: u16, fuel: &mut u64) -> Side {
    let places = places(rules, player, fuel);
    let lines = wanted_lines(rules, player)
        .into_iter()
        .filter(|line| line.len() > 1 && !places.iter().any(|places| places.is(line)));
    Side {
        lines: lines.take(4_000).map(<[_]>::to_vec).collect(),
        places,
        mobility: aims.mobility[usize::from(player)],
        turn: rules.turns.iter().rposition(|turn| turn.player == player).unwrap_or(0) as u16,
    }
}

/// The stores of pieces that can be dropped, with what such a piece is worth.
fn stores(rules: &Rules, kinds: &[Kind]) -> Vec<(u16, u8, i32)> {
    let mut stores = Vec::new();
    for player in 0..rules.players.len() as u16 {
        for (piece, number) in rules.types.iter().zip(0..) {
            let Kind { seat, value, .. } = kinds[usize::from(rules.kind(player, number))];
            let store = rules.store(player, number).filter(|_| piece.drops.0 < piece.drops.1);
            if let (Some(at), true) = (store, seat != NOBODY) {
                stores.push((at as u16, seat, value));
            }
        }
    }
    stores
}

/// Where the positions are, in 16ths of a step.
fn map(game: &Zrf) -> Vec<[i32; 2]> {
    let picture = &game.picture;
    let place = |cell: &Option<usize>| {
        cell.map_or([0; 2], |cell| picture.diagram.cells[cell].centre.map(|at| (16.0 * at) as i32))
    };
    picture.cells.iter().map(place).collect()
}

impl Evaluator<Zrf> for Arc<Knowledge> {
    fn worths(&self, game: &Zrf, state: &Position) -> Worths {
        let mut worths = [0; MAX_SEATS];
        let cells = &state.words[..game.rules().sites.len()];
        let weight = self.phases.map_or(256, |phases| phases[phase(cells)]);
        for (site, &kind) in cells.iter().enumerate().filter(|(_, kind)| **kind != 0) {
            let kind = self.kinds[usize::from(kind)];
            if kind.seat == NOBODY {
                continue;
            }
            let mut worth = kind.value * weight / 256;
            if kind.squares != NOWHERE {
                worth += self.squares[kind.squares as usize + site];
            }
            worths[usize::from(kind.seat)] += worth;
        }
        for &(store, seat, value) in &self.stores {
            let worth = i32::from(state.words[usize::from(store)]).saturating_mul(value);
            let all = worths[usize::from(seat)].saturating_add(worth);
            worths[usize::from(seat)] = all.clamp(-MOST_STORED, MOST_STORED);
        }
        for (side, worth) in self.sides.iter().zip(&mut worths) {
            *worth += self.side_worth(game, state, side);
        }
        if !self.map.is_empty() {
            self.spread(cells, &mut worths);
        }
        if let Some(seat) = game.status(state).to_move() {
            worths[seat.index()] += TURN;
        }
        worths
    }

    fn is_blind(&self) -> bool {
        self.blind
    }

    /// Captures of much by little first.
    fn promise(&self, game: &Zrf, state: &Position, mv: Move) -> i32 {
        if mv == Move::PASS {
            return -1;
        }
        let rules = game.rules();
        let side = rules.turn_of(state).side;
        let value = |at: u16| {
            let kind = state.words[usize::from(at)];
            let foe = kind != 0 && rules.owner(kind) != side;
            if foe { self.kinds[usize::from(kind)].value } else { 0 }
        };
        with_scratch(|scratch| {
            let Some(found) = rules.find(state, mv.0, scratch) else { return 0 };
            let mut promise = 0;
            for effect in scratch.effects(&found) {
                promise += match *effect {
                    Effect::Move { from, to } => {
                        let own = state.words[usize::from(from)];
                        let taken = value(to);
                        if taken == 0 { 0 } else { taken - self.kinds[usize::from(own)].value / 10 }
                    }
                    Effect::Capture { at } => value(at),
                    Effect::Promote { piece, .. } => {
                        self.kinds[usize::from(rules.kind(side, piece))].value / 2
                    }
                    _ => 0,
                };
            }
            promise
        })
    }
}
