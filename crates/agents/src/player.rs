//! A player seated at a game, whatever the game: what matches, servers and menus use.
//!
//! Inside, the search knows the game's type; outside, nobody needs to.

use std::sync::Arc;

use selforge_catalogue::army::Army;
use selforge_catalogue::{Described, Evaluator, GameVisitor, Gathering, Playable};
use selforge_core::{AnyMove, AnyState, Game, MoveRepr};

use crate::agent::{Agent, Budget, Question, Report, Stop};
use crate::alphabeta::{self, AlphaBeta};
use crate::army::PaperRules;
use crate::external::External;
use crate::gathering::{Gather, Swarm};
use crate::mcts::Mcts;
use crate::minimax::Minimax;
use crate::simple::{Greedy, Random};
use crate::spec::{AgentError, AgentSpec, Judge, Kind};

/// A player of one game.
pub struct Player {
    spec: AgentSpec,
    seated: Box<dyn Seated>,
}

/// Why a player gave no move. Only players that are programs of their own can fail.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct Failure {
    /// What happened, in words for a game's record.
    pub reason: String,
}

/// One question to a [`Player`].
pub struct AnyQuestion<'a> {
    /// A position of the player's game that is not over.
    pub state: &'a AnyState,
    /// The repetition keys of the positions before this one, oldest first.
    pub history: &'a [u64],
    /// What may be spent, if not what the player's spec says.
    pub budget: Option<Budget>,
    /// May be raised at any time.
    pub stop: &'a Stop,
    /// Decides all random choices.
    pub seed: u64,
    /// Called whenever a deeper look is complete.
    pub progress: &'a mut dyn FnMut(&Report<AnyMove>),
}

impl Player {
    /// Seats a player at a game.
    ///
    /// # Errors
    /// If the player cannot play it.
    pub fn seat(spec: &AgentSpec, playable: &Playable) -> Result<Player, AgentError> {
        let unfit = |problem: String, expected: &str| AgentError::Unfit {
            player: spec.spec().to_string(),
            problem,
            expected: expected.to_string(),
        };
        if spec.kind == Kind::AlphaBeta && playable.game.seats() != 2 {
            let problem = format!("it is for two seats and the game has {}", playable.game.seats());
            return Err(unfit(problem, "mcts or minimax"));
        }
        if spec.kind == Kind::External {
            let seated = Box::new(External::new(playable, spec.command.clone()));
            return Ok(Player { spec: spec.clone(), seated });
        }
        let seated = selforge_games::visit(playable, Seating { spec })?;
        Ok(Player { spec: spec.clone(), seated })
    }

    /// The player's spec.
    #[must_use]
    pub fn spec(&self) -> &AgentSpec {
        &self.spec
    }

    /// Chooses a legal move; the answer's line is never empty.
    ///
    /// # Errors
    /// If the player is a program of its own and crashed, said nothing or something illegal. It
    /// should lose the game for that reason.
    pub fn choose(&mut self, question: &mut AnyQuestion<'_>) -> Result<Report<AnyMove>, Failure> {
        let budget = question.budget.unwrap_or(self.spec.budget);
        self.seated.choose(question, budget)
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.seated.new_game();
    }
}

pub(crate) trait Seated: Send {
    fn choose(
        &mut self,
        question: &mut AnyQuestion<'_>,
        budget: Budget,
    ) -> Result<Report<AnyMove>, Failure>;
    fn new_game(&mut self);
}

struct AtGame<G: Game> {
    game: Arc<G>,
    agent: Box<dyn Agent<G>>,
}

impl<G: Game> Seated for AtGame<G> {
    fn choose(
        &mut self,
        question: &mut AnyQuestion<'_>,
        budget: Budget,
    ) -> Result<Report<AnyMove>, Failure> {
        let erase = |report: &Report<G::Move>| Report {
            depth: report.depth,
            nodes: report.nodes,
            score: report.score,
            line: report.line.iter().map(|mv| AnyMove(mv.to_code())).collect(),
        };
        let AnyQuestion { state, history, stop, seed, .. } = *question;
        let report = self.agent.choose(&mut Question {
            game: &*self.game,
            state: state.downcast().expect("a position is used with the game that made it"),
            history,
            budget,
            stop,
            seed,
            progress: &mut |report| (question.progress)(&erase(report)),
        });
        Ok(erase(&report))
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }
}

struct Seating<'a> {
    spec: &'a AgentSpec,
}

impl GameVisitor for Seating<'_> {
    type Output = Result<Box<dyn Seated>, AgentError>;

    fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
        self.seat_at(game)
    }

    fn visit_army<G: Described + Army>(self, game: Arc<G>) -> Self::Output {
        if self.spec.kind == Kind::PaperRules {
            return Ok(Box::new(AtGame { game, agent: Box::new(PaperRules) }));
        }
        self.seat_at(game)
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Self::Output {
        if self.spec.kind == Kind::PaperRules {
            return Err(self.needs_army());
        }
        let swarm = self.spec.kind == Kind::Swarm || self.spec.judge == Judge::Swarm;
        let agent = if swarm {
            self.with(Swarm::default())
        } else {
            self.with(Gather { exposure: self.spec.blockade })
        };
        Ok(Box::new(AtGame { game, agent }))
    }
}

/// What one step of `variety` is worth, in the units of the evaluators.
const VARIETY_STEP: i32 = 10;

impl Seating<'_> {
    /// The refusal of a player that weighs pieces.
    fn needs_army(&self) -> AgentError {
        AgentError::Unfit {
            player: self.spec.spec().to_string(),
            problem: "it knows only games of two armies".to_string(),
            expected: "rulespace, chess or checkers, or another player".to_string(),
        }
    }

    /// Seats the player at a game whose sets do not gather, so that the swarm does not know it.
    fn seat_at<G: Described>(&self, game: Arc<G>) -> Result<Box<dyn Seated>, AgentError> {
        if self.spec.kind == Kind::Swarm || self.spec.spec().get("eval") == Some("swarm") {
            return Err(AgentError::Unfit {
                player: self.spec.spec().to_string(),
                problem: "it knows only Selfo on finite boards".to_string(),
                expected: "alphabeta, mcts or random".to_string(),
            });
        }
        if self.spec.kind == Kind::PaperRules {
            return Err(self.needs_army());
        }
        let agent = self.with(game.scores());
        Ok(Box::new(AtGame { game, agent }))
    }

    fn with<G: Game, E: Evaluator<G> + 'static>(&self, evaluator: E) -> Box<dyn Agent<G>> {
        let spec = self.spec;
        let options = alphabeta::Options {
            table_mebibytes: spec.hash_mebibytes,
            contempt: spec.contempt,
            threads: spec.threads,
            ..Default::default()
        };
        match spec.kind {
            Kind::Random | Kind::PaperRandom | Kind::PaperRules | Kind::External => {
                Box::new(Random)
            }
            Kind::Greedy | Kind::Swarm => {
                Box::new(Greedy::new(evaluator, VARIETY_STEP * spec.variety as i32))
            }
            Kind::Minimax => Box::new(Minimax::new(evaluator, 2)),
            Kind::AlphaBeta => Box::new(AlphaBeta::new(evaluator, options)),
            Kind::Mcts => Box::new(Mcts::new(evaluator, spec.playouts)),
        }
    }
}
