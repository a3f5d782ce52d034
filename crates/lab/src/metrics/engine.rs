//! Games of engines: one against itself, and against itself with half the search.
//!
//! Engines are erased players, the trace is that of the game's own type, so a [`Mirror`] plays every
//! move a second time on the erased game for them. That costs nothing beside the thinking.
//!
//! An engine that always answers alike would play the same game again and again. So every game begins
//! with [`OPENING`] random moves, which are part of it.

use std::sync::Arc;

use selforge_agents::{AgentSpec, AnyQuestion, Budget, Player, Score, Stop};
use selforge_core::{Action, AnyGame, AnyMove, Game, MoveRepr, Seat, Stream, Timeline};
use selforge_games::{Described, Playable};

use super::follow::Follow;
use super::outlook::Story;
use super::paper::random_move;
use super::plan::Plan;
use super::trace::{self, Choice, Trace};
use crate::LabError;

/// How many random moves an engine's game begins with.
pub(super) const OPENING: u32 = 4;

/// The searches of the ladder: each player has twice as many nodes as the one before.
pub const LADDER: [u64; 5] = [100, 200, 400, 800, 1600];

/// The erased twin of a game being played.
struct Mirror {
    timeline: Timeline<AnyGame>,
    seed: u64,
}

impl Mirror {
    fn new(playable: &Playable, seed: u64) -> Mirror {
        Mirror { timeline: Timeline::new(Arc::new(playable.game.clone())), seed }
    }

    /// Plays a move that the typed game will play as well.
    fn play(&mut self, seat: Seat, mv: AnyMove) {
        let played = self.timeline.act(seat, Action::Move(mv));
        played.expect("what the game allows, its erased twin allows");
    }

    /// Asks a player for a move, with the value that it sees in the position for the seat to move.
    fn ask(
        &self,
        player: &mut Player,
        budget: Option<Budget>,
        stop: &Stop,
    ) -> Result<(AnyMove, Score), LabError> {
        let report = player.choose(&mut AnyQuestion {
            state: self.timeline.state(),
            history: self.timeline.keys(),
            budget,
            stop,
            seed: Stream::new(self.seed, "move", u64::from(self.timeline.plies())).bits(),
            progress: &mut |_| {},
        });
        let failed = |problem: &str| {
            let player = player.spec().spec();
            LabError::settings(format!("player '{player}' failed: {problem}"), "another player")
        };
        let report = report.map_err(|failure| failed(&failure.reason))?;
        match report.line.first() {
            Some(&mv) if self.timeline.game().is_legal(self.timeline.state(), mv) => {
                Ok((mv, report.score))
            }
            Some(_) => Err(failed("an illegal move")),
            None => Err(failed("no move")),
        }
    }
}

/// Who plays a game of engines.
pub(super) struct Table<'a> {
    /// The game, erased.
    pub(super) playable: &'a Playable,
    /// What may be spent and how long a game may be.
    pub(super) plan: &'a Plan,
    /// May be raised at any time; the game then counts for nothing.
    pub(super) stop: &'a Stop,
}

/// What a seat does with its turn.
enum Hand {
    Random,
    Ask(Option<Budget>),
}

impl Table<'_> {
    /// The engine against itself, with what it thought.
    ///
    /// # Errors
    /// If the engine does not fit the game or fails.
    pub(super) fn self_play<G: Described>(
        &self,
        game: &G,
        engine: &AgentSpec,
        index: usize,
        follow: &mut impl Follow<G>,
    ) -> Result<(Trace, Story), LabError> {
        let stream = Stream::new(self.plan.seed, "metrics-engine", index as u64);
        let mut scores = Vec::new();
        let trace = self.play(game, engine, stream, follow, &mut scores, |ply, _| {
            if ply < OPENING { Hand::Random } else { Hand::Ask(None) }
        })?;
        let winner = trace.winner;
        Ok((trace, Story { scores, winner }))
    }

    /// The engine against itself with half the search, on a rung of the ladder; what the one with more
    /// scored. Two games in a row share their opening, with the seats exchanged.
    ///
    /// # Errors
    /// If the engine does not fit the game or fails.
    pub(super) fn rung<G: Described>(
        &self,
        game: &G,
        engine: &AgentSpec,
        rung: usize,
        index: usize,
        follow: &mut impl Follow<G>,
    ) -> Result<f64, LabError> {
        let pair = ((rung as u64) << 32) | (index as u64 / 2);
        let stream = Stream::new(self.plan.seed, "metrics-ladder", pair);
        let strong = Seat::new(index % 2);
        let budget = |nodes| Budget { nodes: Some(nodes), ..Budget::default() };
        let (less, more) = (budget(LADDER[rung]), budget(LADDER[rung + 1]));
        let trace =
            self.play(game, engine, stream, follow, &mut Vec::new(), |ply, seat| match ply {
                ply if ply < OPENING => Hand::Random,
                _ => Hand::Ask(Some(if seat == strong { more } else { less })),
            })?;
        Ok(match trace.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == strong)),
        })
    }

    /// A one-ply player of the game's evaluator against the random player; whether it wins.
    ///
    /// # Errors
    /// If the player does not fit the game.
    pub(super) fn contest<G: Described>(
        &self,
        game: &G,
        thinker: &AgentSpec,
        index: usize,
        follow: &mut impl Follow<G>,
    ) -> Result<bool, LabError> {
        let stream = Stream::new(self.plan.seed, "metrics-intelligence", index as u64);
        let seat = Seat::new(index % 2);
        let trace = self.play(game, thinker, stream, follow, &mut Vec::new(), |_, mover| {
            if mover == seat { Hand::Ask(None) } else { Hand::Random }
        })?;
        Ok(trace.winner == Some(seat))
    }

    /// Plays a game in which `hand` says who does what; values are noted for the first seat.
    fn play<G: Described>(
        &self,
        game: &G,
        player: &AgentSpec,
        mut stream: Stream,
        follow: &mut impl Follow<G>,
        scores: &mut Vec<Score>,
        hand: impl Fn(u32, Seat) -> Hand,
    ) -> Result<Trace, LabError> {
        // Each seat has a player of its own: what one remembers is no business of the other's.
        let seat = || Player::seat(player, self.playable);
        let mut players = [seat()?, seat()?];
        let mut mirror = Mirror::new(self.playable, stream.bits());
        let mut failure = None;
        let trace = trace::play(game, self.plan.plies, follow, |state, mover| {
            if self.stop.is_asked() {
                return None;
            }
            let chosen: Option<Choice<G::Move>> = match hand(mirror.timeline.plies(), mover) {
                Hand::Random => random_move(game, state, &mut stream),
                Hand::Ask(budget) => {
                    match mirror.ask(&mut players[mover.index()], budget, self.stop) {
                        Ok((mv, score)) => {
                            scores.push(if mover == Seat::FIRST { score } else { -score });
                            G::Move::from_code(mv.0).map(|mv| (mv, game.count_moves(state)))
                        }
                        Err(error) => {
                            failure = Some(error);
                            None
                        }
                    }
                }
            };
            if let Some((mv, _)) = chosen {
                mirror.play(mover, AnyMove(mv.to_code()));
            }
            chosen
        });
        failure.map_or(Ok(trace), Err)
    }
}
