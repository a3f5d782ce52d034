//! Looking for puzzles in the positions of one game.
//!
//! A position is a puzzle if one move alone does what is asked, and an [exact search](super::prove) has
//! shown both: that this one does it and that no other does. Of a solution with several moves every one
//! but the last is the only one, so that there is nothing to argue about; with the last move there may be
//! several ways to the same end, and all of them are kept. The other side answers with the defence that
//! lasts longest. Where several last as long, the first is taken after which the solution stays the only
//! one; a position in which there is none is no puzzle. In a solution the two sides move in turn: where a
//! seat moves several times in a row, that is looked at in the proof, but makes no puzzle.
//!
//! Every theme is one of two tasks about a [goal](super::goal). To *attack* is to force the goal in as few
//! moves as possible. To *defend* is to find the one move after which the other side cannot force its goal
//! in so many moves, nor in one more, while after every other it can.

use std::sync::Arc;

use selforge_agents::Stop;
use selforge_catalogue::army::Army;
use selforge_catalogue::{Described, GameVisitor, Gathering};
use selforge_core::{AnyMove, AnyState, Game, MoveRepr, Seat, Status};

use super::goal::{Connect, CutOff, Goal, PieceAhead, Win};
use super::prove::{Prover, TooHard, legal_moves};
use super::puzzle::Theme;

/// The most positions that the search for one theme in one position looks at.
const NODES: u64 = 400_000;

/// So many positions at the end of a game are searched in full; in those before, only for what is quick.
const LATE: usize = 14;

/// A position that is a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// Which of the positions, from 0.
    pub(super) at: usize,
    pub(super) theme: Theme,
    /// The moves of the solver to the goal, or of the other side to its goal if the solver errs.
    pub(super) moves: u32,
    /// The solution: moves of the solver and replies in turn.
    pub(super) line: Vec<AnyMove>,
    /// What may be played instead of the last move.
    pub(super) also: Vec<AnyMove>,
    /// How many positions the proof took.
    pub(super) nodes: u64,
}

/// Looks at the positions of a game for two without chance, in their order; none of them is over.
pub(super) struct Positions<'a> {
    pub(super) states: Vec<&'a AnyState>,
    /// The only theme to look for, if not all are wanted.
    pub(super) theme: Option<Theme>,
    /// May be raised at any time; what was found until then is not all there is.
    pub(super) stop: &'a Stop,
}

/// What is asked of a position: how many moves a solution may have.
#[derive(Clone, Copy)]
struct Task {
    theme: Theme,
    least: u32,
    most: u32,
}

impl GameVisitor for Positions<'_> {
    type Output = Vec<Found>;

    fn visit<G: Described>(self, game: Arc<G>) -> Vec<Found> {
        let mut search = Search::new(&*game, self);
        search.for_win(&Win, 3, 2);
        search.found
    }

    fn visit_army<G: Described + Army>(self, game: Arc<G>) -> Vec<Found> {
        let mut search = Search::new(&*game, self);
        search.for_win(&Win, 3, 2);
        let task = Task { theme: Theme::PieceAhead, least: 2, most: 4 };
        search.attack(task, |state, seat| PieceAhead::from(&*game, state, seat));
        search.found
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Vec<Found> {
        let mut search = Search::new(&*game, self);
        search.for_win(&Connect::on(&*game), 4, 3);
        search.attack(Task { theme: Theme::CutOff, least: 1, most: 2 }, |_, _| Some(CutOff));
        search.defend(Task { theme: Theme::Save, least: 1, most: 2 }, &CutOff);
        search.found
    }
}

/// The search through a game's positions.
struct Search<'a, G: Game> {
    game: &'a G,
    positions: Positions<'a>,
    found: Vec<Found>,
}

impl<'a, G: Game> Search<'a, G> {
    fn new(game: &'a G, positions: Positions<'a>) -> Self {
        Search { game, positions, found: Vec::new() }
    }

    /// Looks for wins and for the only moves against them.
    fn for_win<Q: Goal<G> + Copy>(&mut self, goal: &Q, attack: u32, defence: u32) {
        self.attack(Task { theme: Theme::Win, least: 2, most: attack }, |_, _| Some(*goal));
        self.defend(Task { theme: Theme::Hold, least: 1, most: defence }, goal);
    }

    /// Looks for positions in which the seat to move forces a goal.
    fn attack<Q: Goal<G>>(&mut self, task: Task, goal: impl Fn(&G::State, Seat) -> Option<Q>) {
        let (game, stop) = (self.game, self.positions.stop);
        self.each(task, |state, seat, task| {
            let Some(goal) = goal(state, seat) else { return Ok(None) };
            attack(&mut Prover::new(game, &goal, seat, NODES, stop), game, state, task)
        });
    }

    /// Looks for positions in which one move alone keeps the other side from a goal.
    fn defend<Q: Goal<G>>(&mut self, task: Task, goal: &Q) {
        let (game, stop) = (self.game, self.positions.stop);
        self.each(task, |state, seat, task| {
            let attacker = Seat::new(1 - seat.index());
            defend(&mut Prover::new(game, goal, attacker, NODES, stop), game, state, task)
        });
    }

    fn each(
        &mut self,
        task: Task,
        solve: impl Fn(&G::State, Seat, Task) -> Result<Option<Solved<G>>, TooHard>,
    ) {
        let Positions { states, theme, stop } = &self.positions;
        if theme.is_some_and(|theme| theme != task.theme) {
            return;
        }
        for (at, state) in states.iter().enumerate().take_while(|_| !stop.is_asked()) {
            let state = state.downcast().expect("a position is used with the game that made it");
            let Status::ToMove(seat) = self.game.status(state) else { continue };
            let late = at + LATE >= states.len();
            let task = if late { task } else { Task { most: task.most.min(2), ..task } };
            // A position that is too hard to prove is no puzzle.
            let Ok(Some(solved)) = solve(state, seat, task) else { continue };
            let Solved { moves, line, also, nodes } = solved;
            let erase = |moves: Vec<G::Move>| -> Vec<AnyMove> {
                moves.into_iter().map(|mv| AnyMove(mv.to_code())).collect()
            };
            let (line, also) = (erase(line), erase(also));
            self.found.push(Found { at, theme: task.theme, moves, line, also, nodes });
        }
    }
}

/// A solution that was proven to be the only one.
struct Solved<G: Game> {
    moves: u32,
    line: Vec<G::Move>,
    also: Vec<G::Move>,
    nodes: u64,
}

fn attack<G: Game, Q: Goal<G>>(
    prover: &mut Prover<'_, G, Q>,
    game: &G,
    state: &G::State,
    task: Task,
) -> Result<Option<Solved<G>>, TooHard> {
    let Some(moves) = prover.fewest(state, task.most)? else { return Ok(None) };
    // Where there is nothing to choose there is nothing to find.
    if moves < task.least || game.count_moves(state) < 3 {
        return Ok(None);
    }
    if prover.ways(state, moves, 2)?.len() != 1 {
        return Ok(None);
    }
    let (nodes, mut line) = (prover.spent(NODES), Vec::new());
    let also = only_line(prover, game, state, moves, &mut line)?;
    Ok(also.map(|also| Solved { moves, line, also, nodes }))
}

/// Appends a line of `moves` moves of the attacker, each but the last the only one, with replies that put
/// the end off as long as possible. Gives the other moves that do as well as the last; nothing, with
/// nothing appended, if there is no such line.
fn only_line<G: Game, Q: Goal<G>>(
    prover: &mut Prover<'_, G, Q>,
    game: &G,
    state: &G::State,
    moves: u32,
    line: &mut Vec<G::Move>,
) -> Result<Option<Vec<G::Move>>, TooHard> {
    let mut ways = prover.ways(state, moves, if moves == 1 { usize::MAX } else { 2 })?;
    if moves > 1 && ways.len() != 1 {
        return Ok(None);
    }
    let also = ways.split_off(1);
    line.push(ways[0]);
    if moves == 1 {
        return Ok(Some(also));
    }
    let mut after = state.clone();
    game.play(&mut after, ways[0]);
    if game.status(&after) == game.status(state) {
        line.pop();
        return Ok(None);
    }
    for reply in legal_moves(game, &after) {
        let mut next = after.clone();
        game.play(&mut next, reply);
        if game.status(&next) != game.status(state)
            || prover.fewest(&next, moves - 1)? != Some(moves - 1)
        {
            continue;
        }
        line.push(reply);
        if let Some(also) = only_line(prover, game, &next, moves - 1, line)? {
            return Ok(Some(also));
        }
        line.pop();
    }
    line.pop();
    Ok(None)
}

fn defend<G: Game, Q: Goal<G>>(
    prover: &mut Prover<'_, G, Q>,
    game: &G,
    state: &G::State,
    task: Task,
) -> Result<Option<Solved<G>>, TooHard> {
    let after: Vec<(G::Move, G::State)> = legal_moves(game, state)
        .into_iter()
        .map(|mv| {
            let mut after = state.clone();
            game.play(&mut after, mv);
            (mv, after)
        })
        .collect();
    // Where the game can be ended on the spot, or nothing chosen, there is nothing to defend.
    let ends = after.iter().any(|(_, after)| matches!(game.status(after), Status::Over(_)));
    if ends || after.len() < 3 {
        return Ok(None);
    }
    for moves in task.least..=task.most {
        let mut safe = Vec::new();
        for (mv, after) in &after {
            if !prover.threatens(after, moves)? {
                safe.push((*mv, after));
                if safe.len() > 1 {
                    break;
                }
            }
        }
        match safe[..] {
            [] => return Ok(None),
            [(mv, after)] => {
                let nodes = prover.spent(NODES);
                let solved = Solved { moves, line: vec![mv], also: Vec::new(), nodes };
                return Ok((!prover.threatens(after, moves + 1)?).then_some(solved));
            }
            _ => {}
        }
    }
    Ok(None)
}
