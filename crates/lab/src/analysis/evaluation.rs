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

/// Engines that look at every position.
pub(super) struct Judges(Vec<(Player, Evaluation)>);

impl Judges {
    /// The engines that fit the game: the thesis's player, and a search to this depth.
    pub(super) fn new(playable: &Playable, depth: Option<u32>) -> Result<Judges, LabError> {
        let mut judges = Vec::new();
        if let Some(depth) = depth {
            let search = if playable.game.seats() == 2 { "alphabeta" } else { "paranoid" };
            // A player that does not know this game has nothing to say about it.
            for spec in ["swarm".to_owned(), format!("{search} depth={depth}")] {
                if let Ok(player) = Player::seat(&AgentSpec::parse(&spec)?, playable) {
                    let (scores, words) = (Vec::new(), Vec::new());
                    judges.push((player, Evaluation { engine: spec, scores, words }));
                }
            }
        }
        Ok(Judges(judges))
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
