//! What engines think of each position of a game.

use selforge_agents::{AgentSpec, AnyQuestion, Player, Stop};
use selforge_core::{AnyGame, AnyState, Game, Moment, Seat, Status, Timeline};
use selforge_games::Playable;
use serde::Serialize;

use crate::LabError;

/// The judgements of one engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Evaluation {
    /// The engine.
    pub engine: String,
    /// The value of each position: for seat A in games of two, for the seat to move in others. None
    /// where the game is over.
    pub scores: Vec<Option<i32>>,
    /// The same in words: `+35`, `win in 3`.
    pub words: Vec<Option<String>>,
}

/// The engines that are asked if nobody says which: the thesis's player where it knows the game, and a
/// search to this depth.
#[must_use]
pub fn usual_engines(playable: &Playable, depth: u32) -> Vec<AgentSpec> {
    let search = if playable.game.seats() == 2 { "alphabeta" } else { "paranoid" };
    let specs = ["swarm".to_owned(), format!("{search} depth={depth}")];
    let known = specs.iter().filter_map(|spec| AgentSpec::parse(spec).ok());
    known.filter(|spec| Player::new(spec, playable).is_ok()).collect()
}

/// Engines that look at every position.
pub(super) struct Judges(Vec<(Player, Evaluation)>);

impl Judges {
    pub(super) fn new(playable: &Playable, engines: &[AgentSpec]) -> Result<Judges, LabError> {
        let judge = |spec: &AgentSpec| {
            let engine = spec.spec().to_string();
            LabError::require(
                spec.has_opinions(),
                format!("the engine '{engine}', which has no opinion of positions"),
                "one that judges them, such as alphabeta or network",
            )?;
            let player = Player::new(spec, playable)?;
            Ok((player, Evaluation { engine, scores: Vec::new(), words: Vec::new() }))
        };
        engines.iter().map(judge).collect::<Result<_, LabError>>().map(Judges)
    }

    /// Looks at a position of a game.
    pub(super) fn look(&mut self, timeline: &Timeline<AnyGame>, moment: &Moment<AnyState>) {
        for (player, evaluation) in &mut self.0 {
            let score = match moment.status {
                Status::Over(_) => None,
                Status::ToMove(seat) => {
                    let answer = player.choose(&mut AnyQuestion {
                        state: &moment.state,
                        history: timeline.keys_before(moment.plies as usize),
                        budget: None,
                        stop: &Stop::default(),
                        seed: 0,
                        progress: &mut |_| {},
                    });
                    let turned = timeline.game().seats() == 2 && seat != Seat::FIRST;
                    let score = answer.ok().map(|report| report.score);
                    score.map(|score| if turned { -score } else { score })
                }
            };
            evaluation.scores.push(score.map(|score| score.0));
            evaluation.words.push(score.map(|score| score.to_string()));
        }
    }

    /// What they said.
    pub(super) fn finish(self) -> Vec<Evaluation> {
        self.0.into_iter().map(|(_, evaluation)| evaluation).collect()
    }
}
