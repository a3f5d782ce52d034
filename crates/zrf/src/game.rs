//! A rule file as a [`Game`] like any other.
//!
//! Players of the file that move have seats. Random players are chance: their moves are played within
//! the move before them, drawn from a stream that the game's seed names, or taken from a list that was
//! recorded. So a game with dice is replayed from its spec and its moves like every other, and a
//! position says how many draws were made.

use std::fmt::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use selforge_core::{
    Game, HistoryRules, MoveRepr, NotationError, Outcome, Seat, SeatSet, Status, Stream,
};

use crate::convert::Step;
use crate::describe::Picture;
use crate::evaluator::Knowledge;
use crate::goals::{Goal, Meaning, on_board};
use crate::model::Rules;
use crate::moves::{PASS, with_scratch};
use crate::notation;
use crate::position::{Position, Verdict};

/// The most moves of chance in a row.
const MAX_CHANCE: u32 = 10_000;

/// Draws of this number and later ones belong to futures that are only thought of.
const REDRAWN: u32 = 1 << 31;

/// A move, named by where it comes from: the position, the block of code and the number of the add.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub(crate) u32);

impl MoveRepr for Move {
    fn to_code(self) -> u32 {
        self.0
    }

    fn from_code(code: u32) -> Option<Move> {
        Some(Move(code))
    }
}

impl Move {
    /// The move that hands the turn on and changes nothing else.
    pub const PASS: Move = Move(PASS);
}

/// A game of a rule file from some start.
#[derive(Debug)]
pub struct Zrf {
    pub(crate) rules: Arc<Rules>,
    pub(crate) start: Position,
    pub(crate) history: HistoryRules,
    /// What chance is drawn from.
    pub(crate) seed: u64,
    /// The draws that were recorded, as numbers among the moves of chance; later ones are drawn.
    pub(crate) draws: Vec<u32>,
    /// The player of each seat.
    pub(crate) seats: Vec<u16>,
    /// Whether somebody moves at random.
    has_chance: bool,
    pub(crate) picture: Picture,
    /// What was found out about the game, when somebody first asked.
    pub(crate) knowledge: OnceLock<Arc<Knowledge>>,
    /// The rules in words, made when somebody first asks: a server asks while a live game waits.
    pub(crate) rules_text: OnceLock<String>,
}

impl Zrf {
    /// Where the draws of a position come from. Those of a redrawn one have nothing to do with the real
    /// ones, not even with their seed.
    fn seed_of(&self, state: &Position) -> u64 {
        if state.rolls < REDRAWN { self.seed } else { 0 }
    }

    /// The game of these rules from their start, with chance from `seed`.
    #[must_use]
    pub fn new(rules: Arc<Rules>, seed: u64, draws: Vec<u32>) -> Zrf {
        let mut seats: Vec<(u8, u16)> = rules
            .players
            .iter()
            .zip(0..)
            .filter_map(|(player, number)| player.seat.map(|seat| (seat, number)))
            .collect();
        seats.sort_unstable();
        let repetition = (seats.len() > 1).then_some(3);
        let mut game = Zrf {
            start: Position::start(&rules),
            history: HistoryRules { repetition, ..HistoryRules::default() },
            seed,
            draws,
            seats: seats.into_iter().map(|(_, player)| player).collect(),
            has_chance: rules.players.iter().any(|player| player.is_random && player.has_turn),
            picture: Picture::new(&rules),
            knowledge: OnceLock::new(),
            rules_text: OnceLock::new(),
            rules,
        };
        game.start = game.first_position();
        game
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The start with the first moves of chance played. Goals are not tested in it.
    fn first_position(&self) -> Position {
        let mut start = Position::start(&self.rules);
        with_scratch(|scratch| {
            if !self.rules.can_move(&start, scratch) && !self.rules.may_pass(&start, 0, scratch) {
                start.verdict = Verdict::Stuck;
            }
        });
        if self.rules.options.selection_screen {
            start.verdict = Verdict::Stuck;
        }
        self.play_chance(&mut start);
        start
    }

    /// Plays the moves of random players until somebody else is to move.
    pub(crate) fn play_chance(&self, state: &mut Position) {
        self.chance_steps(state, &mut |_, _, _| {});
    }

    /// The same, with every such move shown: the position before it, what it does, and the one after.
    pub(crate) fn chance_steps(
        &self,
        state: &mut Position,
        show: &mut dyn FnMut(&Position, Step<'_>, &Position),
    ) {
        let rules = &*self.rules;
        for _ in 0..MAX_CHANCE {
            let player = rules.turn_of(state).player;
            if state.verdict != Verdict::Open || !rules.players[usize::from(player)].is_random {
                return;
            }
            with_scratch(|scratch| {
                rules.generate(state, scratch);
                let count = scratch.found.len() as u32;
                let before = state.clone();
                if count == 0 {
                    rules.play_pass(state, scratch);
                    return show(&before, None, state);
                }
                let drawn = match self.draws.get(state.rolls as usize) {
                    Some(&draw) => draw.min(count - 1),
                    None => {
                        Stream::new(self.seed_of(state), "chance", state.rolls.into()).below(count)
                    }
                };
                state.rolls = state.rolls.saturating_add(1);
                let found = scratch.found[drawn as usize];
                let effects = scratch.effects(&found).to_vec();
                rules.play_found(state, &found, scratch);
                show(&before, Some((&found, &effects)), state);
            });
        }
        state.verdict = Verdict::Stuck;
    }

    fn seat_of(&self, player: u16) -> Option<Seat> {
        self.rules.players[usize::from(player)].seat.map(|seat| Seat::new(usize::from(seat)))
    }

    /// How a game ends for everybody when a condition comes true for a player.
    pub(crate) fn outcome_of(&self, meaning: Meaning, player: u16, words: &[u16]) -> Outcome {
        let seats = self.seats();
        let only = |seat: Option<Seat>| seat.into_iter().collect::<SeatSet>();
        match meaning {
            Meaning::Draw => Outcome::draw(seats),
            Meaning::Win => Outcome::shared(only(self.seat_of(player)), seats),
            Meaning::Loss => {
                let loser = only(self.seat_of(player));
                Outcome::shared(
                    Seat::all(seats).filter(|seat| !loser.contains(*seat)).collect(),
                    seats,
                )
            }
            Meaning::Count => {
                let count = |player: &u16| on_board(&self.rules, words, *player, None);
                let most = self.seats.iter().map(count).max().unwrap_or(0);
                let first =
                    Seat::all(seats).filter(|seat| count(&self.seats[seat.index()]) == most);
                Outcome::shared(first.collect(), seats)
            }
        }
    }

    /// How a finished position ended.
    pub(crate) fn ended(&self, state: &Position) -> Option<Outcome> {
        match state.verdict {
            Verdict::Open => None,
            Verdict::Stuck if self.seats() == 1 => Some(Outcome::shared(SeatSet::EMPTY, 1)),
            Verdict::Stuck => Some(Outcome::draw(self.seats())),
            Verdict::Goal { condition, player } => {
                let meaning = self.rules.conditions[usize::from(condition)].meaning;
                Some(self.outcome_of(meaning, player, &state.words))
            }
        }
    }
}

impl Game for Zrf {
    type State = Position;
    type Move = Move;

    fn seats(&self) -> u8 {
        self.rules.seats
    }

    fn start(&self) -> Position {
        self.start.clone()
    }

    #[inline]
    fn status(&self, state: &Position) -> Status {
        if state.verdict == Verdict::Open {
            let player = self.rules.turn_of(state).player;
            return Status::ToMove(self.seat_of(player).unwrap_or(Seat::FIRST));
        }
        Status::Over(self.ended(state).unwrap_or_else(|| Outcome::draw(self.seats())))
    }

    fn visit_moves(
        &self,
        state: &Position,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if state.verdict != Verdict::Open {
            return ControlFlow::Continue(());
        }
        with_scratch(|scratch| {
            self.rules.generate(state, scratch);
            for found in &scratch.found {
                visit(Move(found.code))?;
            }
            if self.rules.may_pass(state, scratch.found.len(), scratch) {
                visit(Move::PASS)?;
            }
            ControlFlow::Continue(())
        })
    }

    fn count_moves(&self, state: &Position) -> u32 {
        if state.verdict != Verdict::Open {
            return 0;
        }
        with_scratch(|scratch| {
            self.rules.generate(state, scratch);
            let others = scratch.found.len();
            others as u32 + u32::from(self.rules.may_pass(state, others, scratch))
        })
    }

    #[inline]
    fn choose_move(&self, state: &Position, choose: impl FnOnce(u32) -> u32) -> Option<Move> {
        if state.verdict != Verdict::Open {
            return None;
        }
        if self.rules.is_placing(state) {
            return self.rules.choose_placing(state, choose).map(Move);
        }
        with_scratch(|scratch| {
            self.rules.generate(state, scratch);
            let others = scratch.found.len();
            let pass = self.rules.may_pass(state, others, scratch);
            let count = others as u32 + u32::from(pass);
            if count == 0 {
                return None;
            }
            let number = choose(count) as usize;
            let chosen = scratch.found.get(number).map(|found| Move(found.code));
            chosen.or_else(|| (pass && number == others).then_some(Move::PASS))
        })
    }

    #[inline]
    fn play(&self, state: &mut Position, mv: Move) {
        with_scratch(|scratch| {
            if mv == Move::PASS {
                return self.rules.play_pass(state, scratch);
            }
            let found = self.rules.find(state, mv.0, scratch);
            let found = found.expect("a move is played in the position that it is legal in");
            self.rules.play_found(state, &found, scratch);
        });
        if self.has_chance {
            self.play_chance(state);
        }
    }

    fn has_chance(&self) -> bool {
        self.has_chance
    }

    fn draws(&self, state: &Position) -> u64 {
        state.rolls.into()
    }

    /// Goes on far behind the draws of any game, at a place of the stream that the seed names.
    fn redraw(&self, state: &mut Position, seed: u64) {
        if self.has_chance {
            state.rolls = REDRAWN | Stream::new(seed, "redraw", 0).below(REDRAWN - MAX_CHANCE);
        }
    }

    fn key(&self, state: &Position) -> u64 {
        state.key(&self.rules)
    }

    fn repetition_key(&self, state: &Position) -> u64 {
        state.board_key(&self.rules)
    }

    fn write_move(&self, state: &Position, mv: Move, out: &mut dyn Write) -> fmt::Result {
        notation::write_move(self, state, mv, out)
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<Move, NotationError> {
        notation::parse_move(self, state, text)
    }

    fn write_state(&self, state: &Position, out: &mut dyn Write) -> fmt::Result {
        notation::write_state(self, state, out)
    }

    fn parse_state(&self, text: &str) -> Result<Position, NotationError> {
        notation::parse_state(self, text)
    }

    fn ending(&self, state: &Position) -> &str {
        match state.verdict {
            Verdict::Open => "",
            Verdict::Stuck => "no moves",
            Verdict::Goal { condition, .. } => {
                let condition = &self.rules.conditions[usize::from(condition)];
                match (&condition.goal, condition.meaning) {
                    (_, Meaning::Count) => "pieces counted",
                    (Goal::Remaining { count: 0, .. }, _) => "no pieces left",
                    (goal, _) => goal.words(),
                }
            }
        }
    }

    /// What a `repetition` condition of the file says for the player to move.
    fn repetition_outcome(&self, state: &Position) -> Option<Outcome> {
        let player = self.rules.turn_of(state).player;
        let condition = self.rules.conditions.iter().find(|it| {
            matches!(it.goal, Goal::Repetition)
                && (it.players.is_empty() || it.players.contains(&player))
        })?;
        Some(self.outcome_of(condition.meaning, player, &state.words))
    }

    fn history_rules(&self) -> HistoryRules {
        self.history
    }
}
