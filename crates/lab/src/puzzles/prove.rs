//! What can be forced within so many moves: an exact search over all moves and all replies.
//!
//! It is a search of *and* and *or*: the attacker needs one move after which every reply leaves it a way
//! on. Nothing is estimated, so an answer is a proof, or there is none: a search that has looked at too
//! many positions says so. Three things make it quick and change no answer: the reply that refuted the
//! last attempt is tried first (in Selfo that mostly is to pass: what does not even work against an
//! opponent who sits still is found out at once); positions met before are remembered; and a goal may know
//! that [more moves are needed](super::goal::Goal::least_moves) than are left.
//!
//! Who is to move is asked of the rules in every position: in some games a seat moves several times in a
//! row, and each of them is a move. Rules about a game's history (repetition, limits) are left out: they
//! cannot help within a few moves.

use std::collections::HashMap;

use fnv::FnvBuildHasher;
use selforge_agents::Stop;
use selforge_core::{Game, Seat, Status};

use super::goal::Goal;

/// A search was cut short, by its size or because it was told to stop: nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooHard;

/// So many moves in a row the other side may make; a game that lets it make more is too hard.
const MOST_IN_A_ROW: u32 = 64;

/// A search for what one seat can force, in a game for two.
pub(super) struct Prover<'g, G: Game, Q> {
    game: &'g G,
    goal: &'g Q,
    attacker: Seat,
    /// How many positions may still be looked at.
    left: u64,
    /// What is known of positions in which the attacker is to move, by the moves that it has.
    known: HashMap<(u64, u32), bool, FnvBuildHasher>,
    /// The reply that refuted the last attempt, by the moves that the attacker had left.
    refutations: Vec<Option<G::Move>>,
    stop: &'g Stop,
}

impl<'g, G: Game, Q: Goal<G>> Prover<'g, G, Q> {
    /// A search that looks at no more than `nodes` positions in all, and at no more once told to stop.
    pub(super) fn new(
        game: &'g G,
        goal: &'g Q,
        attacker: Seat,
        nodes: u64,
        stop: &'g Stop,
    ) -> Self {
        let (known, refutations) = (HashMap::default(), Vec::new());
        Prover { game, goal, attacker, left: nodes, known, refutations, stop }
    }

    /// How many positions were looked at, of the `nodes` that it began with.
    pub(super) fn spent(&self, nodes: u64) -> u64 {
        nodes - self.left
    }

    /// Whether the attacker, who is to move, can force its goal within so many of its moves.
    pub(super) fn forces(&mut self, state: &G::State, moves: u32) -> Result<bool, TooHard> {
        if moves == 0 || self.goal.least_moves(self.game, state, self.attacker) > moves {
            return Ok(false);
        }
        let key = (self.game.key(state), moves);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mut forced = false;
        for mv in legal_moves(self.game, state) {
            if self.works(state, mv, moves)? {
                forced = true;
                break;
            }
        }
        self.known.insert(key, forced);
        Ok(forced)
    }

    /// The fewest moves, up to `most`, within which the attacker, who is to move, can force its goal.
    pub(super) fn fewest(&mut self, state: &G::State, most: u32) -> Result<Option<u32>, TooHard> {
        for moves in 1..=most {
            if self.forces(state, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// The moves with which the attacker, who is to move, forces its goal within so many moves. No more
    /// than `most` are looked for.
    pub(super) fn ways(
        &mut self,
        state: &G::State,
        moves: u32,
        most: usize,
    ) -> Result<Vec<G::Move>, TooHard> {
        let mut ways = Vec::new();
        for mv in legal_moves(self.game, state) {
            if self.works(state, mv, moves)? {
                ways.push(mv);
                if ways.len() == most {
                    break;
                }
            }
        }
        Ok(ways)
    }

    /// Whether a move, the first of so many, forces the goal.
    fn works(&mut self, state: &G::State, mv: G::Move, moves: u32) -> Result<bool, TooHard> {
        let mut after = state.clone();
        self.game.play(&mut after, mv);
        self.holds(&after, moves - 1, 0)
    }

    /// Whether the attacker forces its goal from here within so many further moves, whoever is to move.
    /// That it is reached already does not count.
    pub(super) fn threatens(&mut self, state: &G::State, moves: u32) -> Result<bool, TooHard> {
        match self.game.status(state) {
            Status::Over(_) => Ok(false),
            Status::ToMove(seat) if seat == self.attacker => self.forces(state, moves),
            Status::ToMove(_) => self.withstands(state, moves, 0),
        }
    }

    /// Whether in this position, which a move has just led to, the attacker has reached its goal or forces
    /// it within so many further moves; the other side has made `row` moves in a row.
    fn holds(&mut self, state: &G::State, moves: u32, row: u32) -> Result<bool, TooHard> {
        self.left = self.left.checked_sub(1).filter(|_| !self.stop.is_asked()).ok_or(TooHard)?;
        if self.goal.is_reached(self.game, state, self.attacker) {
            return Ok(true);
        }
        match self.game.status(state) {
            Status::Over(_) => Ok(false),
            Status::ToMove(seat) if seat == self.attacker => self.forces(state, moves),
            Status::ToMove(_) => self.withstands(state, moves, row),
        }
    }

    /// Whether the attacker still forces its goal, within so many moves, after every move of the other side,
    /// which is to move.
    fn withstands(&mut self, state: &G::State, moves: u32, row: u32) -> Result<bool, TooHard> {
        if moves == 0 || self.goal.least_moves(self.game, state, self.attacker) > moves {
            return Ok(false);
        }
        if row == MOST_IN_A_ROW {
            return Err(TooHard);
        }
        let mut replies = legal_moves(self.game, state);
        let at = moves as usize;
        if self.refutations.len() <= at {
            self.refutations.resize(at + 1, None);
        }
        if let Some(place) = replies.iter().position(|reply| Some(*reply) == self.refutations[at]) {
            replies[..=place].rotate_right(1);
        }
        for reply in replies {
            let mut after = state.clone();
            self.game.play(&mut after, reply);
            if !self.holds(&after, moves, row + 1)? {
                self.refutations[at] = Some(reply);
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The legal moves of a position.
pub(super) fn legal_moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    moves
}

#[cfg(test)]
mod tests {
    use std::fmt::{self, Write};
    use std::ops::ControlFlow;

    use selforge_core::{AnyMove, NotationError, Outcome};
    use selforge_games::chess::Chess;

    use super::super::goal::Win;
    use super::*;

    /// A game that is written down: of every position, who is to move and where the moves lead, or who has
    /// won where they lead nowhere.
    #[derive(Debug)]
    struct Tree(&'static [(usize, &'static [u32])]);

    impl Game for Tree {
        type State = usize;
        type Move = AnyMove;

        fn seats(&self) -> u8 {
            2
        }

        fn start(&self) -> usize {
            0
        }

        fn status(&self, state: &usize) -> Status {
            match self.0[*state] {
                (winner, []) => Status::Over(Outcome::win(Seat::new(winner), 2)),
                (seat, _) => Status::ToMove(Seat::new(seat)),
            }
        }

        fn visit_moves(
            &self,
            state: &usize,
            visit: &mut impl FnMut(AnyMove) -> ControlFlow<()>,
        ) -> ControlFlow<()> {
            self.0[*state].1.iter().try_for_each(|next| visit(AnyMove(*next)))
        }

        fn play(&self, state: &mut usize, mv: AnyMove) {
            *state = mv.0 as usize;
        }

        fn key(&self, state: &usize) -> u64 {
            *state as u64
        }

        fn write_move(&self, _: &usize, mv: AnyMove, out: &mut dyn Write) -> fmt::Result {
            write!(out, "{}", mv.0)
        }

        fn write_state(&self, state: &usize, out: &mut dyn Write) -> fmt::Result {
            write!(out, "{state}")
        }

        fn parse_state(&self, text: &str) -> Result<usize, NotationError> {
            text.parse().map_err(|_| NotationError::at(text, 0, "no number", "a number"))
        }

        fn ending(&self, _: &usize) -> &str {
            "the end of the tree"
        }
    }

    const A: usize = 0;
    const B: usize = 1;

    /// A moves, B must move twice in a row, and A wins; but in one line B gets away with its second move.
    const CHAIN: Tree = Tree(&[
        (A, &[1, 6]),
        (B, &[2]),
        (B, &[3, 4]),
        (A, &[5]),
        (A, &[5]),
        (A, &[]),
        (B, &[7]),
        (B, &[3, 8]),
        (B, &[]),
    ]);

    #[test]
    fn a_defender_who_moves_twice_in_a_row_has_not_escaped_after_its_first_move() {
        let stop = Stop::default();
        let mut prover = Prover::new(&CHAIN, &Win, Seat::FIRST, 1000, &stop);
        assert_eq!(prover.ways(&0, 2, 9), Ok(vec![AnyMove(1)]), "after 6, B goes to 8 and wins");
        assert_eq!(prover.fewest(&0, 3), Ok(Some(2)));
        assert_eq!(prover.threatens(&1, 1), Ok(true), "B is to move and cannot help it");
        assert_eq!(prover.threatens(&6, 1), Ok(false));
        assert_eq!(prover.threatens(&7, 1), Ok(false), "in the middle of its moves");
    }

    #[test]
    fn a_defender_who_never_stops_moving_makes_a_proof_too_hard() {
        const ENDLESS: Tree = Tree(&[(A, &[1]), (B, &[1])]);
        let stop = Stop::default();
        let mut prover = Prover::new(&ENDLESS, &Win, Seat::FIRST, 1_000_000, &stop);
        assert_eq!(prover.forces(&0, 2), Err(TooHard));
    }

    #[test]
    fn a_search_that_is_told_to_stop_knows_nothing_and_looks_no_further() {
        let (game, stop) = (Chess::new(), Stop::default());
        let mut prover = Prover::new(&game, &Win, Seat::FIRST, 1_000_000, &stop);
        assert_eq!(prover.forces(&game.start(), 1), Ok(false));
        let spent = prover.spent(1_000_000);
        stop.now();
        assert_eq!(prover.forces(&game.start(), 2), Err(TooHard));
        assert_eq!(prover.spent(1_000_000), spent);
    }
}
