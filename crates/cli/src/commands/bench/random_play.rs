//! Uniformly random play: the work that playouts and experiments are made of.
//!
//! In Selfo a seat passes only when it has no other move: `pass` comes last in the visiting order of a
//! game without swap, so the last number is never chosen while there are others. In other games every
//! move is equally likely.

use std::sync::Arc;
use std::time::Duration;

use selforge_core::{Game, Spec, Stream};
use selforge_games::{Described, GameVisitor, NoFiles, Playable};

use super::positions::{START_4, START_6, START_8, START_12};
use super::{Timing, measure};
use crate::error::CliError;

/// So many moves from a start, and the number that they must give.
///
/// Few enough moves to fit into a time slice of a busy machine, of which the fastest then counts;
/// too many for the processor to learn them by heart.
pub(super) struct Work {
    board: &'static str,
    start: &'static str,
    moves: u32,
    /// All final positions of the games, folded into one number, and how many games there were.
    expected: u64,
}

pub(super) const HEXHEX_4: Work =
    Work { board: "hexhex-4", start: START_4, moves: 50_000, expected: 0xc79b_0bba_5384_af82 };
pub(super) const HEXHEX_6: Work =
    Work { board: "hexhex-6", start: START_6, moves: 50_000, expected: 0xf562_9991_a4d1_0247 };
pub(super) const HEXHEX_8: Work =
    Work { board: "hexhex-8", start: START_8, moves: 20_000, expected: 0x0180_ab6a_0793_458c };
pub(super) const HEXHEX_12: Work =
    Work { board: "hexhex-12", start: START_12, moves: 10_000, expected: 0x285d_09ce_97d2_7232 };

impl Work {
    /// The spec of the game.
    pub(super) fn spec(&self) -> Spec {
        Spec::new("selfo")
            .with("board", self.board)
            .with("position", self.start)
            .with("swap", "off")
    }
}

/// A game from its usual start, so many moves, and the number that they must give.
pub(super) struct Uniform {
    spec: &'static str,
    moves: u32,
    expected: u64,
}

pub(super) const CHESS: Uniform =
    Uniform { spec: "chess", moves: 20_000, expected: 0x8c5d_6851_edd9_3bba };
pub(super) const CHECKERS: Uniform =
    Uniform { spec: "checkers", moves: 50_000, expected: 0x3733_04b8_e48b_b47d };
pub(super) const HEX: Uniform =
    Uniform { spec: "hex", moves: 50_000, expected: 0x8ccc_7227_822d_5eef };
pub(super) const LOA: Uniform =
    Uniform { spec: "loa", moves: 50_000, expected: 0xe767_05ea_31e0_a822 };

/// Rule files that are built in: what their engine costs beside the games above.
pub(super) const ZRF_CHESS: Uniform =
    Uniform { spec: "zrf game=chess", moves: 5_000, expected: 0x61d8_132c_9428_3576 };
pub(super) const ZRF_DRAUGHTS: Uniform =
    Uniform { spec: "zrf game=english-draughts", moves: 5_000, expected: 0x1f60_7354_7347_cc28 };
pub(super) const ZRF_TIC_TAC_TOE: Uniform =
    Uniform { spec: "zrf game=tic-tac-toe", moves: 5_000, expected: 0x1489_3ebf_c63c_8b06 };

/// Which moves are chosen from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    All,
    /// The last one only if there is no other.
    AllButLast,
}

/// Plays `moves` random moves, beginning anew whenever a game is over. Every game is shown to `see`
/// when it ends, and the last one where it stands.
fn play<G: Game>(game: &G, moves: u32, choice: Choice, mut see: impl FnMut(&G::State)) {
    let mut stream = Stream::new(1, "bench", 0);
    let start = game.start();
    let mut state = start.clone();
    for _ in 0..moves {
        let mut choose = |count: u32| match choice {
            Choice::All => stream.below(count),
            Choice::AllButLast if count > 1 => stream.below(count - 1),
            Choice::AllButLast => 0,
        };
        match game.choose_move(&state, &mut choose) {
            Some(mv) => game.play(&mut state, mv),
            None => {
                see(&state);
                state.clone_from(&start);
                if let Some(mv) = game.choose_move(&state, &mut choose) {
                    game.play(&mut state, mv);
                }
            }
        }
    }
    see(&state);
}

/// The same, folded into one number.
fn checksum<G: Game>(game: &G, moves: u32, choice: Choice) -> u64 {
    let mut sum = 0u64;
    play(game, moves, choice, |state| sum = sum.rotate_left(7).wrapping_add(game.key(state)) ^ 1);
    sum
}

/// Random play of the game's own type.
///
/// # Errors
/// If the answer is wrong.
pub(super) fn typed(work: &Work, time: Duration) -> Result<Timing, CliError> {
    struct Typed<'w>(&'w Work, Duration);
    impl GameVisitor for Typed<'_> {
        type Output = Result<Timing, CliError>;

        fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
            let Typed(work, time) = self;
            measure(work.moves.into(), work.expected, time, || {
                checksum(&*game, work.moves, Choice::AllButLast)
            })
        }
    }
    selforge_games::visit(&selforge_games::open(&work.spec(), &NoFiles)?, Typed(work, time))
}

/// Random play of the erased game.
///
/// # Errors
/// If the answer is wrong.
pub(super) fn erased(work: &Work, time: Duration) -> Result<Timing, CliError> {
    let game = selforge_games::open(&work.spec(), &NoFiles)?.game;
    measure(work.moves.into(), work.expected, time, || {
        checksum(&game, work.moves, Choice::AllButLast)
    })
}

/// Random play of the game's own type, every move equally likely.
///
/// # Errors
/// If the answer is wrong.
pub(super) fn uniform(work: &Uniform, time: Duration) -> Result<Timing, CliError> {
    struct Typed<'w>(&'w Uniform, Duration);
    impl GameVisitor for Typed<'_> {
        type Output = Result<Timing, CliError>;

        fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
            let Typed(work, time) = self;
            let sum = || checksum(&*game, work.moves, Choice::All);
            measure(work.moves.into(), work.expected, time, sum)
        }
    }
    let playable = selforge_games::open(
        &Spec::parse(work.spec).expect("a spec that is written here"),
        &NoFiles,
    )?;
    selforge_games::visit(&playable, Typed(work, time))
}

/// Random play of any game's own type, every move equally likely. What it must give is what it gave the first
/// time.
///
/// # Errors
/// If it ever gives anything else.
pub(super) fn of(playable: &Playable, time: Duration) -> Result<Timing, CliError> {
    const MOVES: u32 = 5_000;
    struct Typed(Duration);
    impl GameVisitor for Typed {
        type Output = Result<Timing, CliError>;

        fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
            let sum = || checksum(&*game, MOVES, Choice::All);
            measure(MOVES.into(), sum(), self.0, sum)
        }
    }
    selforge_games::visit(playable, Typed(time))
}
