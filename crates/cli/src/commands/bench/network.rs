//! The judgement of networks: the paper's kind on positions of random games of chess, those over a board's
//! graph on positions of random games of Selfo, one at a time and many at once.

use std::sync::Arc;
use std::time::Duration;

use selforge_agents::neural::{Network, Room};
use selforge_catalogue::Gathering;
use selforge_core::{Seat, Stream};
use selforge_games::chess::Chess;
use selforge_games::{Described, GameVisitor, NoFiles};
use selforge_learn::{GatheringLens, Graph, Lens, Trace, View, file};

use super::random_play::HEXHEX_6;
use super::{Ratio, Timing, measure};
use crate::error::CliError;

const POSITIONS: usize = 512;
const PLIES: usize = 64;

/// The bits of all outputs folded into one number.
const EXPECTED: u64 = 0x81fb_c8c0_c0bb_5dff;

/// The inputs of positions of random games.
fn positions<G: Described>(game: &G) -> Vec<Vec<f32>> {
    let (mut room, mut all) = (Room::default(), Vec::new());
    let mut stream = Stream::new(1, "bench", 0);
    while all.len() < POSITIONS {
        let mut state = game.start();
        for _ in 0..PLIES {
            let Some(mv) = game.choose_move(&state, |count| stream.below(count)) else { break };
            game.play(&mut state, mv);
            all.push(room.inputs(game, &state, Seat::FIRST).to_vec());
        }
    }
    all.truncate(POSITIONS);
    all
}

/// Measures an evaluation of a whole position.
///
/// # Errors
/// If the answer is wrong.
pub(super) fn run(time: Duration) -> Result<Timing, CliError> {
    let positions = positions(&Chess::new());
    let mut stream = Stream::new(1, "bench-network", 0);
    let weight = |_| (0.4 * stream.unit() - 0.2) as f32;
    let network = Network::new(64, (0..Network::size(64)).map(weight).collect());
    measure(POSITIONS as u64, EXPECTED, time, || {
        positions.iter().fold(0u64, |sum, inputs| {
            sum.rotate_left(7).wrapping_add(network.evaluate(inputs).to_bits().into())
        })
    })
}

/// Positions of a random game on `hexhex-6`, and how many are judged at once.
const SEEN: usize = 64;
const TOGETHER: usize = 16;

/// Their values in ten thousandths, folded into one number.
const VALUES: u64 = 0xbc48_c60b_3b30_b333;

/// The positions of a game as its network sees them.
struct Looking;

impl GameVisitor for Looking {
    type Output = Option<(String, Graph, Vec<View>)>;

    fn visit<G: Described>(self, _: Arc<G>) -> Self::Output {
        None
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Self::Output {
        let lens = GatheringLens::new(&*game);
        let (mut stream, mut state) = (Stream::new(1, "bench", 0), game.start());
        let mut views = vec![View::default(); SEEN];
        for view in &mut views {
            let seat = game.status(&state).to_move()?;
            lens.look(&*game, &state, seat, view);
            let mv = game.choose_move(&state, |count| stream.below(count))?;
            game.play(&mut state, mv);
        }
        let graph = Lens::<G>::graph(&lens, Seat::FIRST).clone();
        Some((Lens::<G>::features(&lens), graph, views))
    }
}

/// Measures a judgement of the network for Selfo, one position after the other.
///
/// # Errors
/// If the answer is wrong.
pub(super) fn singly(time: Duration) -> Result<Timing, CliError> {
    judged(1, time)
}

/// Measures the same with many positions at once, as a ratio to one at a time.
///
/// # Errors
/// If the answer is wrong.
pub(super) fn together(time: Duration) -> Result<Timing, CliError> {
    let single = judged(1, time / 2)?;
    let many = judged(TOGETHER, time / 2)?;
    let times = many.ns_per_op() / single.ns_per_op();
    Ok(Timing { ratio: Some(Ratio { times, of: "one at a time" }), ..many })
}

fn judged(size: usize, time: Duration) -> Result<Timing, CliError> {
    let playable = selforge_games::open(&HEXHEX_6.spec(), &NoFiles)?;
    let missing = || CliError::Refused("no network for the game".to_owned());
    let (features, graph, views) = selforge_games::visit(&playable, Looking).ok_or_else(missing)?;
    let saved = file::built_in("selfo", &features).ok_or_else(missing)?;
    let mut trace = Trace::default();
    measure(SEEN as u64, VALUES, time, || {
        views.chunks(size).fold(0u64, |sum, views| {
            saved.network.judge_all(&graph, views, &mut trace);
            let fold = |sum: u64, value: f32| {
                sum.rotate_left(7).wrapping_add((value * 1e4).round() as i64 as u64)
            };
            trace.values().fold(sum, fold)
        })
    })
}
