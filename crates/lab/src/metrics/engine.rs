//! Games of engines: one against itself, and against itself with half the search.
//!
//! Engines are erased players, the trace is that of the game's own type, so a [`Mirror`] plays every
//! move a second time on the erased game for them. That costs nothing beside the thinking.
//!
//! An engine that always answers alike would play the same game again and again. So games that share their
//! start have [`OPENING`] random moves, which are part of them. They come after the rules' own first turns:
//! whether to swap sides is for the players, or the swap would be measured without its purpose.

use std::sync::Arc;

use selforge_agents::{AgentSpec, AnyQuestion, Budget, Player, Score, Stop};
use selforge_core::{Action, AnyGame, AnyMove, Game, MoveRepr, Seat, Stream, Timeline};
use selforge_games::{Described, Playable};

use super::follow::Follow;
use super::paper::random_move;
use super::plan::Plan;
use super::trace::{self, Choice, Trace};
use crate::LabError;

/// How many random moves make games differ that share their start.
const OPENING: u32 = 4;

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

/// Where a game of engines is played.
pub(super) struct EngineGame<'a> {
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

/// A game of engines: its moves, and the values that were seen in it.
pub(super) type Seen = (Trace, Vec<(Seat, Score)>);

impl EngineGame<'_> {
    /// The engine against itself, with what it thought; `shared` if other games begin alike.
    ///
    /// # Errors
    /// If the engine does not fit the game or fails.
    pub(super) fn self_play<G: Described>(
        &self,
        game: &G,
        engine: &AgentSpec,
        index: usize,
        shared: bool,
        follow: &mut impl Follow<G>,
    ) -> Result<Seen, LabError> {
        let stream = Stream::new(self.plan.seed, "metrics-engine", index as u64);
        self.play(game, engine, stream, opening(shared), follow, |_| Hand::Ask(None))
    }

    /// The engine, in one seat, against itself with half the search, on a rung of the ladder. The games
    /// of a round share their opening, with the seats exchanged.
    ///
    /// # Errors
    /// If the engine does not fit the game or fails.
    pub(super) fn rung<G: Described>(
        &self,
        game: &G,
        engine: &AgentSpec,
        (rung, round, strong): (usize, usize, Seat),
        shared: bool,
        follow: &mut impl Follow<G>,
    ) -> Result<Seen, LabError> {
        let stream =
            Stream::new(self.plan.seed, "metrics-ladder", (rung as u64) << 32 | round as u64);
        let budget = |nodes| Budget { nodes: Some(nodes), ..Budget::default() };
        let (less, more) = (budget(LADDER[rung]), budget(LADDER[rung + 1]));
        self.play(game, engine, stream, opening(shared), follow, |seat| {
            Hand::Ask(Some(if seat == strong { more } else { less }))
        })
    }

    /// A player in one seat against the random player.
    ///
    /// # Errors
    /// If the player does not fit the game.
    pub(super) fn contest<G: Described>(
        &self,
        game: &G,
        thinker: &AgentSpec,
        (index, seat): (usize, Seat),
        follow: &mut impl Follow<G>,
    ) -> Result<Trace, LabError> {
        let stream = Stream::new(self.plan.seed, "metrics-intelligence", index as u64);
        let (trace, _) = self.play(game, thinker, stream, 0, follow, |mover| {
            if mover == seat { Hand::Ask(None) } else { Hand::Random }
        })?;
        Ok(trace)
    }

    /// Plays a game in which `hand` says who does what, once the opening's random moves are made.
    fn play<G: Described>(
        &self,
        game: &G,
        player: &AgentSpec,
        mut stream: Stream,
        mut opening: u32,
        follow: &mut impl Follow<G>,
        hand: impl Fn(Seat) -> Hand,
    ) -> Result<Seen, LabError> {
        // Each seat has a player of its own: what one remembers is no business of the other's.
        let mut players = Seat::all(game.seats())
            .map(|_| Player::new(player, self.playable))
            .collect::<Result<Vec<_>, _>>()?;
        let mut mirror = Mirror::new(self.playable, stream.bits());
        let (mut failure, mut values) = (None, Vec::new());
        let trace = trace::play(game, self.plan.plies, follow, |state, mover| {
            if self.stop.is_asked() {
                return None;
            }
            let opens = opening > 0 && !game.swap_is_open(state);
            opening -= u32::from(opens);
            let hand = if opens { Hand::Random } else { hand(mover) };
            let chosen: Option<Choice<G::Move>> = match hand {
                Hand::Random => random_move(game, state, &mut stream),
                Hand::Ask(budget) => {
                    match mirror.ask(&mut players[mover.index()], budget, self.stop) {
                        Ok((mv, score)) => {
                            values.push((mover, score));
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
        failure.map_or(Ok((trace, values)), Err)
    }
}

/// How many random moves a game has that begins like others, or like none.
fn opening(shared: bool) -> u32 {
    if shared { OPENING } else { 0 }
}
