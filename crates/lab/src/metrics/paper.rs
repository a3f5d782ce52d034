//! The four metrics of the paper (its section 3.3), as read.
//!
//! Three of them are taken from the same games of the random player against itself, and one from games
//! of the one-ply player against the random one, with seats that alternate.
//!
//! | metric | of one game | range |
//! | --- | --- | --- |
//! | duration | its length in turns, [scaled](scaled_duration) | 0 to 1 |
//! | intelligence | 1 if the one-ply player wins, else 0 | 0 to 1 |
//! | dynamism | the mean over all pieces of cell changes by turns lived | 0 upwards, rarely above 0.5 |
//! | usability | arrivals by usable cells | 0 upwards |
//!
//! Each is the mean over the games. A chain of jumps is one turn, and each of its jumps a change of
//! cell. All pieces of both sides count, those that never move with 0. The life of a piece is the number
//! of turns, of both sides, until it is taken or the game ends.

use selforge_agents::army::PaperRules;
use selforge_core::{Game, Seat, Stream};
use selforge_games::Described;
use selforge_games::army::Army;

use super::follow::{ByMoves, Follow, Unfollowed};
use super::plan::Plan;
use super::trace::{self, Trace};
use crate::LabError;
use crate::stats::{Estimate, Range};

/// The paper's metrics of one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PaperMetrics {
    /// Whether games are neither too short nor too long.
    pub duration: Estimate,
    /// Whether a player who thinks beats one who does not.
    pub intelligence: Estimate,
    /// Whether pieces move.
    pub dynamism: Estimate,
    /// Whether the board is used.
    pub usability: Estimate,
}

/// Plays the games of the paper's four metrics for a game of two armies.
///
/// The same plan gives the same result on any machine.
///
/// # Errors
/// If the plan has no games, or the game other than two seats.
pub fn paper<G: Described + Army>(game: &G, plan: &Plan) -> Result<PaperMetrics, LabError> {
    let pick = |state: &G::State, stream: &mut Stream| PaperRules::pick(game, state, stream);
    // Among how many moves a thinker chose is no part of these metrics.
    measure(game, plan, &mut ByMoves::new(), |state, stream| Some((pick(state, stream)?.0, 1)))
}

fn measure<G: Described>(
    game: &G,
    plan: &Plan,
    follow: &mut impl Follow<G>,
    mut think: impl FnMut(&G::State, &mut Stream) -> Option<trace::Choice<G::Move>>,
) -> Result<PaperMetrics, LabError> {
    plan.check()?;
    check_seats(game.seats())?;
    let random: Vec<Trace> =
        (0..plan.games).map(|index| random_game(game, plan, index, follow)).collect();
    let wins = |index: u32| {
        let thinker = Seat::new((index % 2) as usize);
        contest(game, plan, (index, thinker), &mut Unfollowed, &mut think).winner() == Some(thinker)
    };
    let contests = (0..plan.games).map(wins).filter(|won| *won).count();
    Ok(PaperMetrics {
        duration: duration(&random),
        intelligence: Estimate::share(contests, plan.games as usize),
        dynamism: dynamism(&random),
        usability: usability(&random, game.usable_cells()),
    })
}

/// Refuses games that are not for two.
fn check_seats(seats: u8) -> Result<(), LabError> {
    let problem = format!("the paper's metrics of a game with {seats} seats");
    LabError::require(seats == 2, problem, "a game for two")
}

/// Plays the random player against itself.
pub(super) fn random_game<G: Described>(
    game: &G,
    plan: &Plan,
    index: u32,
    follow: &mut impl Follow<G>,
) -> Trace {
    let mut stream = Stream::new(plan.seed, "metrics-random", index.into());
    trace::play(game, plan.plies, follow, |state, _| random_move(game, state, &mut stream))
}

/// Any legal move, and how many there are.
pub(super) fn random_move<G: Game>(
    game: &G,
    state: &G::State,
    stream: &mut Stream,
) -> Option<trace::Choice<G::Move>> {
    let mut among = 0;
    let chosen = game.choose_move(state, |count| {
        among = count;
        stream.below(count)
    });
    chosen.map(|mv| (mv, among))
}

/// Plays someone who thinks, in one seat, against the random player.
pub(super) fn contest<G: Described>(
    game: &G,
    plan: &Plan,
    (index, thinker): (u32, Seat),
    follow: &mut impl Follow<G>,
    think: &mut impl FnMut(&G::State, &mut Stream) -> Option<trace::Choice<G::Move>>,
) -> Trace {
    let mut stream = Stream::new(plan.seed, "metrics-intelligence", index.into());
    trace::play(game, plan.plies, follow, |state, seat| {
        if seat == thinker {
            think(state, &mut stream)
        } else {
            random_move(game, state, &mut stream)
        }
    })
}

/// The paper's scale of lengths (its Figure 2): 1 from 41 to 60 turns, less on both sides, 0 up to 10
/// and above 90.
pub(super) fn scaled_duration(turns: u32) -> f64 {
    match turns {
        0..=10 => 0.0,
        11..=20 | 81..=90 => 0.2,
        21..=30 | 71..=80 => 0.5,
        31..=40 | 61..=70 => 0.8,
        41..=60 => 1.0,
        _ => 0.0,
    }
}

/// Eq. 1 and Figure 2: the mean of the scaled lengths.
fn duration(games: &[Trace]) -> Estimate {
    mean(games, Range::SHARE, |game| scaled_duration(game.turns))
}

/// Eq. 3: the mean over games of the mean over pieces of cell changes by turns lived.
fn dynamism(games: &[Trace]) -> Estimate {
    mean(games, Range::POSITIVE, |game| game.dynamism)
}

/// Eq. 4: the mean over games of arrivals by usable cells.
fn usability(games: &[Trace], usable: usize) -> Estimate {
    let cells = usable.max(1) as f64;
    mean(games, Range::POSITIVE, |game| f64::from(game.arrivals) / cells)
}

fn mean(games: &[Trace], range: Range, of: impl Fn(&Trace) -> f64) -> Estimate {
    Estimate::mean(&games.iter().map(of).collect::<Vec<_>>(), range)
}

#[cfg(test)]
mod tests {
    use selforge_games::rulespace::{Genes, RuleSpace, Rules};

    use super::super::follow::ByCensus;
    use super::*;

    /// Both ways to follow pieces must see the same.
    #[test]
    fn following_moves_and_looking_at_the_board_agree() {
        let plan = Plan { games: 4, ..Plan::default() };
        for index in 0..60 {
            let genes = Genes::random(16, &mut Stream::new(5, "metrics-test", index));
            let game = RuleSpace::new(genes, Rules::default()).unwrap();
            let think = |state: &_, stream: &mut Stream| {
                Some((PaperRules::pick(&game, state, stream)?.0, 1))
            };
            let looked = measure(&game, &plan, &mut ByCensus::default(), think).unwrap();
            assert_eq!(looked, paper(&game, &plan).unwrap(), "{genes:?}");
        }
    }

    /// Readings: 90 belongs to the band from 81, and the ends of all bands are inclusive.
    #[test]
    fn the_bands_of_duration_have_the_papers_edges() {
        let bands = [
            (0, 10, 0.0),
            (11, 20, 0.2),
            (21, 30, 0.5),
            (31, 40, 0.8),
            (41, 60, 1.0),
            (61, 70, 0.8),
            (71, 80, 0.5),
            (81, 90, 0.2),
            (91, 5_000, 0.0),
        ];
        for (first, last, scaled) in bands {
            assert_eq!([first, last].map(scaled_duration), [scaled; 2], "{first} to {last} turns");
        }
    }
}
