//! A player seated at a game, whatever the game: what matches, servers and menus use.
//!
//! Inside, the search knows the game's type; outside, nobody needs to.

use std::sync::Arc;

use selforge_catalogue::army::Army;
use selforge_catalogue::{Described, Evaluator, GameVisitor, Gathering, Playable};
use selforge_core::{AnyMove, AnyState, Game, MoveRepr};
use selforge_games::selfo::window::{Window, is_plane};
use selforge_learn::{GatheringLens, Lens, Network, PiecesLens};

use crate::agent::{Agent, Budget, Question, Report, Stop};
use crate::army::PaperRules;
use crate::gathering::{Chemotaxis, Gather};
use crate::players::external::OwnProtocol;
use crate::players::network::{self, EvolvedPlayer, Growth, NetworkEvaluator, NetworkSearch};
use crate::players::plugin::Plugin;
use crate::players::program::Program;
use crate::players::uci::UciProtocol;
use crate::players::{AgentError, AgentSpec, Greedy, Judge, Mover, Recipe, View};

/// A player of one game.
///
/// It may be kept as long as the game goes on, also on another thread from move to move, and what it has
/// learned helps with the next move. Making one takes no memory to speak of: a search takes its table with
/// the first question and gives it back with [`new_game`](Player::new_game).
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
    /// A player of a game.
    ///
    /// # Errors
    /// If the player cannot play it.
    pub fn new(spec: &AgentSpec, playable: &Playable) -> Result<Player, AgentError> {
        let seats = playable.game.seats();
        if matches!(spec.recipe, Recipe::AlphaBeta { .. } | Recipe::Network(_)) && seats != 2 {
            let problem = format!("it is for two seats and the game has {seats}");
            return Err(spec.unfit(problem, "paranoid, mcts or minimax"));
        }
        if matches!(spec.recipe.judge(), Judge::Network { .. }) && seats != 2 {
            let problem = format!("a network judges for two seats and the game has {seats}");
            return Err(spec.unfit(problem, "the player without eval="));
        }
        if let Recipe::External { command } = &spec.recipe {
            let seated = Box::new(Program::new(playable, command.clone(), OwnProtocol));
            return Ok(Player { spec: spec.clone(), seated });
        }
        if let Recipe::Uci { command, settings } = &spec.recipe {
            let language = UciProtocol::new(spec, playable, settings.clone())?;
            let seated = Box::new(Program::new(playable, command.clone(), language));
            return Ok(Player { spec: spec.clone(), seated });
        }
        if let Recipe::Plugin { path } = &spec.recipe {
            let seated = Box::new(Plugin::new(spec, playable, path.as_deref())?);
            return Ok(Player { spec: spec.clone(), seated });
        }
        if is_plane(playable) && spec.recipe.has_judge() {
            spec.check_chance(false)?;
            let seated = Box::new(OnPlane { spec: spec.clone(), playable: playable.clone() });
            return Ok(Player { spec: spec.clone(), seated });
        }
        let seated =
            selforge_games::visit(playable, PlayerMaker { spec, family: &playable.family.name })?;
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

    /// Makes sure that the player can play: a program of its own is started and must answer. All others
    /// always can.
    ///
    /// # Errors
    /// With what went wrong.
    pub fn try_out(&mut self) -> Result<(), Failure> {
        self.seated.try_out()
    }

    /// Forgets the last game and gives back the memory that it took.
    pub fn new_game(&mut self) {
        self.seated.new_game();
    }

    /// About how many bytes the player keeps from move to move.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.seated.memory()
    }
}

pub(crate) trait Seated: Send {
    fn choose(
        &mut self,
        question: &mut AnyQuestion<'_>,
        budget: Budget,
    ) -> Result<Report<AnyMove>, Failure>;
    fn try_out(&mut self) -> Result<(), Failure> {
        Ok(())
    }
    fn new_game(&mut self);
    fn memory(&self) -> usize;
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
        let state = state.downcast().expect("a position is used with the game that made it");
        // Nobody sees the dice of the future.
        let unknown = self.game.has_chance().then(|| {
            let mut state = G::State::clone(state);
            self.game.redraw(&mut state, seed);
            state
        });
        let report = self.agent.choose(&mut Question {
            game: &*self.game,
            state: unknown.as_ref().unwrap_or(state),
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

    fn memory(&self) -> usize {
        self.agent.memory()
    }
}

/// A player on the plane: it plays in a window around the pieces, as on a board.
struct OnPlane {
    spec: AgentSpec,
    playable: Playable,
}

impl Seated for OnPlane {
    fn choose(
        &mut self,
        question: &mut AnyQuestion<'_>,
        budget: Budget,
    ) -> Result<Report<AnyMove>, Failure> {
        let plane = &self.playable.game;
        let AnyQuestion { state, stop, seed, .. } = *question;
        let Some(window) = Window::of(&self.playable, state) else {
            return self.walk(question, budget);
        };
        // What was found in the window, by the names of the plane.
        let told = |report: &Report<AnyMove>| {
            let (mut here, mut there) = (window.playable.game.start(), state.clone());
            let mut line = Vec::new();
            for &mv in &report.line {
                let text = window.move_text(&window.playable.move_text(&here, mv));
                let Some(found) = text.and_then(|text| plane.parse_move(&there, &text).ok()) else {
                    break;
                };
                window.playable.game.play(&mut here, mv);
                plane.play(&mut there, found);
                line.push(found);
            }
            Report { depth: report.depth, nodes: report.nodes, score: report.score, line }
        };
        let failed = |reason: String| Failure { reason };
        let mut inside =
            Player::new(&self.spec, &window.playable).map_err(|error| failed(error.to_string()))?;
        let report = inside.choose(&mut AnyQuestion {
            state: &window.playable.game.start(),
            // Positions of the plane have other keys.
            history: &[],
            budget: Some(budget),
            stop,
            seed,
            progress: &mut |report| (question.progress)(&told(report)),
        })?;
        Ok(told(&report))
    }

    fn new_game(&mut self) {}

    fn memory(&self) -> usize {
        0
    }
}

impl OnPlane {
    /// One ply by the distances on an empty plane: for pieces that no board has room for.
    fn walk(
        &self,
        question: &mut AnyQuestion<'_>,
        budget: Budget,
    ) -> Result<Report<AnyMove>, Failure> {
        let walker = AgentSpec::parse("greedy").map_err(|e| Failure { reason: e.to_string() })?;
        let seated =
            selforge_games::visit(&self.playable, PlayerMaker { spec: &walker, family: "" });
        seated.map_err(|e| Failure { reason: e.to_string() })?.choose(question, budget)
    }
}

struct PlayerMaker<'a> {
    spec: &'a AgentSpec,
    /// The first word of the game's specs.
    family: &'a str,
}

impl GameVisitor for PlayerMaker<'_> {
    type Output = Result<Box<dyn Seated>, AgentError>;

    fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
        self.spec.check_without_gathering()?;
        self.spec.check_chance(game.has_chance())?;
        let scores = game.scores();
        let lens = || {
            PiecesLens::new(&*game)
                .map_err(|unseen| self.spec.unfit(unseen.problem, unseen.expected))
        };
        match (&self.spec.recipe, self.spec.recipe.judge()) {
            (Recipe::Network(options), _) => {
                if let Some(agent) = self.evolved(&*game, options)? {
                    return Ok(Box::new(AtGame { game, agent: Box::new(agent) }));
                }
                let lens = lens()?;
                self.search(game, lens, options, scores)
            }
            (_, Judge::Network { file }) => {
                let judge = self.network_judge(lens()?, file.as_deref(), scores)?;
                self.with(game, judge)
            }
            _ => self.with(game, scores),
        }
    }

    fn visit_army<G: Described + Army>(self, game: Arc<G>) -> Self::Output {
        if self.spec.recipe == Recipe::PaperRules {
            return Ok(Box::new(AtGame { game, agent: Box::new(PaperRules) }));
        }
        self.visit(game)
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Self::Output {
        if let Recipe::Network(options) = &self.spec.recipe {
            if let Some(agent) = self.evolved(&*game, options)? {
                return Ok(Box::new(AtGame { game, agent: Box::new(agent) }));
            }
            let lens = GatheringLens::new(&*game);
            return self.search(game, lens, options, Gather::default());
        }
        match self.spec.recipe.judge() {
            Judge::Swarm(swarm) => self.gather(game, swarm),
            Judge::Fast { blockade } => self.gather(game, Gather::new(blockade)),
            Judge::Network { file } => {
                let lens = GatheringLens::new(&*game);
                let judge =
                    self.network_judge::<G, _, _>(lens, file.as_deref(), Gather::default())?;
                self.gather(game, judge)
            }
        }
    }
}

impl PlayerMaker<'_> {
    /// The player of a game whose sets gather.
    fn gather<G: Gathering, E: Evaluator<G> + 'static>(
        &self,
        game: Arc<G>,
        evaluator: E,
    ) -> Result<Box<dyn Seated>, AgentError> {
        self.spec.check_chance(game.has_chance())?;
        let mover = |evaluator, slack, view| Mover { greedy: Greedy::new(evaluator, slack), view };
        let agent: Box<dyn Agent<G>> = match self.spec.recipe {
            Recipe::Greedy { slack, view: View::Own, .. } => {
                Box::new(mover(evaluator, slack, View::Own))
            }
            Recipe::Swarm { slack, passes: false, .. } => {
                Box::new(mover(evaluator, slack, View::All))
            }
            Recipe::Chemotaxis { decay } => Box::new(Chemotaxis { decay }),
            _ => return self.with(game, evaluator),
        };
        Ok(Box::new(AtGame { game, agent }))
    }

    /// The player whose network looks one ply ahead, if the file has one of these. What is said about searches
    /// means nothing to it.
    fn evolved<G: Described>(
        &self,
        game: &G,
        options: &network::Options,
    ) -> Result<Option<EvolvedPlayer>, AgentError> {
        let Some(file) = &options.file else { return Ok(None) };
        let player = EvolvedPlayer::load(file, self.family, game)
            .map_err(|(problem, expected)| self.spec.unfit(problem, &expected))?;
        let mut others = self.spec.spec().options().filter(|(key, _)| *key != "file");
        match (player, others.next()) {
            (Some(_), Some((key, value))) => {
                let problem = format!("option {key}={value}: this network looks one ply ahead");
                Err(self.spec.unfit(problem, "file= alone"))
            }
            (player, _) => Ok(player),
        }
    }

    /// The player that searches with a network.
    fn search<G: Game, L: Lens<G> + 'static, E: Evaluator<G> + 'static>(
        &self,
        game: Arc<G>,
        lens: L,
        options: &network::Options,
        proofs: E,
    ) -> Result<Box<dyn Seated>, AgentError> {
        let network = self.load(&lens, options.file.as_deref())?;
        let growth = Growth { draw: -(options.contempt as f32) / 1000.0, ..Growth::default() };
        let search = NetworkSearch::new(lens, proofs, network, growth);
        Ok(Box::new(AtGame { game, agent: Box::new(search.with_threads(options.threads)) }))
    }

    /// A network that judges for another search.
    fn network_judge<G: Game, L: Lens<G>, E: Evaluator<G>>(
        &self,
        lens: L,
        file: Option<&str>,
        proofs: E,
    ) -> Result<NetworkEvaluator<L, E>, AgentError> {
        let network = self.load(&lens, file)?;
        Ok(NetworkEvaluator::new(lens, network, proofs))
    }

    fn load<G: Game>(
        &self,
        lens: &impl Lens<G>,
        file: Option<&str>,
    ) -> Result<Arc<Network>, AgentError> {
        network::load(file, self.family, &lens.features())
            .map_err(|(problem, expected)| self.spec.unfit(problem, &expected))
    }

    fn with<G: Game, E: Evaluator<G> + 'static>(
        &self,
        game: Arc<G>,
        evaluator: E,
    ) -> Result<Box<dyn Seated>, AgentError> {
        let agent = self.spec.recipe.make(evaluator).ok_or_else(|| {
            let problem = "it knows only games of two armies";
            self.spec.unfit(problem, "such a game or another player")
        })?;
        Ok(Box::new(AtGame { game, agent }))
    }
}
