//! The players at work, on positions of a game between two swarms.

use std::time::Duration;

use selforge_agents::{AgentSpec, AnyQuestion, Failure, Player, Report, Stop};
use selforge_core::{AnyMove, AnyState, Game};
use selforge_games::{NoFiles, Playable};

use super::random_play::HEXHEX_6;
use super::{Timing, measure};
use crate::error::CliError;

/// The plies of the game after which positions are taken: its middle.
const PLIES: std::ops::Range<u64> = 8..40;

/// What one operation of a benchmark is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Move,
    Node,
}

/// A player, what is counted, and the right answer.
pub(super) struct Work {
    pub(super) player: &'static str,
    pub(super) unit: Unit,
    /// All nodes that the player looks at: any change of its play changes this.
    pub(super) nodes: u64,
}

pub(super) const SWARM_MOVE: Work = Work { player: "swarm", unit: Unit::Move, nodes: 1_742 };
pub(super) const SWARM_EVALUATION: Work = Work { player: "swarm", unit: Unit::Node, nodes: 1_742 };
pub(super) const ALPHABETA_NODE: Work =
    Work { player: "alphabeta depth=5", unit: Unit::Node, nodes: 1_000_957 };
pub(super) const NETWORK_NODE: Work =
    Work { player: "network nodes=400", unit: Unit::Node, nodes: 12_800 };

/// Measures a player.
///
/// # Errors
/// If it looks at another number of positions than expected.
pub(super) fn run(work: &Work, time: Duration) -> Result<Timing, CliError> {
    let playable = selforge_games::open(&HEXHEX_6.spec(), &NoFiles)?;
    let states = middle_game(&playable)?;
    let mut player = player_named(work.player, &playable)?;
    let ops = if work.unit == Unit::Move { states.len() as u64 } else { work.nodes };
    measure(ops, work.nodes, time, || {
        player.new_game();
        let nodes = |state| ask(&mut player, state, 1).map_or(0, |report| report.nodes);
        states.iter().map(nodes).sum()
    })
}

fn player_named(spec: &str, playable: &Playable) -> Result<Player, CliError> {
    let spec = AgentSpec::parse(spec).map_err(|error| CliError::Input(error.to_string()))?;
    Player::new(&spec, playable).map_err(|error| CliError::Input(error.to_string()))
}

fn ask(player: &mut Player, state: &AnyState, seed: u64) -> Result<Report<AnyMove>, Failure> {
    player.choose(&mut AnyQuestion {
        state,
        history: &[],
        budget: None,
        stop: &Stop::default(),
        seed,
        progress: &mut |_| {},
    })
}

/// Positions of one game. Its players may pass, as they did when the game was first chosen.
fn middle_game(playable: &Playable) -> Result<Vec<AnyState>, CliError> {
    let mut swarm = player_named("swarm pass=allowed", playable)?;
    let mut state = playable.game.start();
    let mut states = Vec::new();
    for ply in 0..PLIES.end {
        if playable.game.outcome(&state).is_some() {
            break;
        }
        if PLIES.contains(&ply) {
            states.push(state.clone());
        }
        let answer = ask(&mut swarm, &state, ply);
        let report = answer.map_err(|failure| CliError::Refused(failure.to_string()))?;
        playable.game.play(&mut state, report.line[0]);
    }
    Ok(states)
}
