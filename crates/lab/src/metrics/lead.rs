//! Who leads in an engine's game, and how far behind a winner has been.
//!
//! Every evaluator has a unit of its own, so its numbers cannot be compared between games. They are
//! therefore counted in *typical values*: the median size of the values of all positions in question.
//! A curve that is fitted to the results (values to winning chances) would mean more, but twenty games
//! tell its steepness so badly that the numbers built on it say more about the seed than about the game;
//! the median of a thousand values hardly moves.
//!
//! An engine likes the seat to move: it could do something. Taken as they come, the values of both seats
//! would make the lead change at nearly every move. So each seat's own latest value counts, as it was
//! seen when that seat was to move, and the highest of these leads.

use selforge_agents::Score;
use selforge_core::Seat;

/// What an engine saw in a game: who was to move, and the value for that seat.
pub(super) type Views = [(Seat, Score)];

/// The size of a value that is neither small nor large.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Typical(f64);

/// A seat leads when it is ahead of the next by more than this, in typical values.
const MARGIN: f64 = 0.5;

impl Typical {
    /// The median size of all values that are neither proven nor zero; 0 if there are none.
    pub(super) fn of<'a>(games: impl IntoIterator<Item = &'a Views>) -> Typical {
        let values = games.into_iter().flatten().map(|(_, score)| score);
        let open = values.filter(|score| !is_proven(**score));
        let mut sizes: Vec<i32> =
            open.map(|score| score.0.saturating_abs()).filter(|size| *size > 0).collect();
        let middle = sizes.len() / 2;
        if sizes.is_empty() {
            return Typical(0.0);
        }
        Typical(f64::from(*sizes.select_nth_unstable(middle).1))
    }

    /// A difference of two seats' values, in typical values; endless where one of them is proven and the
    /// other is not worth as much.
    fn ahead(self, [more, less]: [Score; 2]) -> f64 {
        match f64::from(more.0) - f64::from(less.0) {
            difference if is_proven(more) || is_proven(less) => difference * f64::INFINITY,
            difference if self.0 > 0.0 => difference / self.0,
            _ => 0.0,
        }
    }
}

fn is_proven(score: Score) -> bool {
    score.plies_to_win().is_some() || score.plies_to_loss().is_some()
}

/// The latest value of each seat, after every position in which all have one.
fn boards(views: &Views, seats: u8) -> impl Iterator<Item = Vec<(Seat, Score)>> {
    let mut latest: Vec<Option<Score>> = vec![None; usize::from(seats)];
    views.iter().filter_map(move |&(seat, score)| {
        *latest.get_mut(seat.index())? = Some(score);
        Seat::all(seats).map(|seat| Some((seat, latest[seat.index()]?))).collect()
    })
}

/// How often the lead changes hands: positions in which nobody leads are passed over.
pub(super) fn lead_changes(views: &Views, seats: u8, typical: Typical) -> u32 {
    let (mut leader, mut changes) = (None, 0);
    for mut board in boards(views, seats) {
        board.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
        if let [(first, best), (_, next), ..] = board[..]
            && best != next
            && typical.ahead([best, next]) > MARGIN
        {
            changes += u32::from(leader.is_some_and(|before| before != first));
            leader = Some(first);
        }
    }
    changes
}

/// A lead in typical values as a share of a certain win.
fn share(lead: f64) -> f64 {
    (3f64.ln() / 4.0 * lead).tanh()
}

/// How far behind the winner has been: over the positions in which another seat was ahead, the mean root
/// of the lead; 0 if there are none. A lead of two typical values, one for the seat and one against the
/// other, counts one half, and a proven one counts 1. A draw has no winner and no drama.
pub(super) fn drama(
    views: &Views,
    seats: u8,
    typical: Typical,
    winner: Option<Seat>,
) -> Option<f64> {
    let winner = winner?;
    let behind: Vec<f64> = boards(views, seats)
        .filter_map(|board| {
            let mine = board.iter().find(|(seat, _)| *seat == winner)?.1;
            let best = board.iter().map(|(_, score)| *score).max()?;
            (best > mine).then(|| typical.ahead([best, mine]))
        })
        .map(|lead| share(lead).sqrt())
        .collect();
    if behind.is_empty() {
        return Some(0.0);
    }
    Some(behind.iter().sum::<f64>() / behind.len() as f64)
}

/// How open it was who wins: over the positions, the mean entropy, in bits, of the chances of the two best
/// seats. The leader's is one half more by half of the lead, counted as in [`drama`].
pub(super) fn uncertainty(views: &Views, seats: u8, typical: Typical) -> Option<f64> {
    let entropies: Vec<f64> = boards(views, seats)
        .map(|mut board| {
            board.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
            let lead = match board[..] {
                [(_, best), (_, next), ..] if best != next => share(typical.ahead([best, next])),
                _ => 0.0,
            };
            let chances = [(1.0 + lead) / 2.0, (1.0 - lead) / 2.0].into_iter();
            chances.filter(|chance| *chance > 0.0).map(|chance| -chance * chance.log2()).sum()
        })
        .collect();
    if entropies.is_empty() {
        return None;
    }
    Some(entropies.iter().sum::<f64>() / entropies.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game in which A and B move in turn; values for the seat to move.
    fn views(scores: &[i32]) -> Vec<(Seat, Score)> {
        let seats = [Seat::new(0), Seat::new(1)];
        scores.iter().enumerate().map(|(ply, score)| (seats[ply % 2], Score(*score))).collect()
    }

    fn typical(scores: &[i32]) -> Typical {
        Typical::of([views(scores).as_slice()])
    }

    #[test]
    fn a_typical_value_is_the_median_of_what_is_neither_proven_nor_nothing() {
        let proven = Score::win_in(3).0;
        assert_eq!(typical(&[0, -7, 3, 0, 90, proven, -proven]), Typical(7.0));
        assert_eq!(typical(&[0, proven]), Typical(0.0));
        assert_eq!(Typical::of([]), Typical(0.0));
    }

    /// Both seats see a good move whenever they are to move: nobody leads.
    #[test]
    fn the_pleasure_of_being_to_move_is_no_lead() {
        let even = [10, 10, 10, 10, 10, 10];
        assert_eq!(lead_changes(&views(&even), 2, typical(&even)), 0);
        assert_eq!(drama(&views(&even), 2, typical(&even), Some(Seat::FIRST)), Some(0.0));
    }

    /// An engine that knows nothing, or next to nothing, of a game makes nobody lead in it.
    #[test]
    fn values_that_say_nothing_make_nobody_lead() {
        let blank = [0; 6];
        assert_eq!(lead_changes(&views(&blank), 2, typical(&blank)), 0);
        assert_eq!(drama(&views(&blank), 2, typical(&blank), Some(Seat::FIRST)), Some(0.0));
        let faint = [1, -1, -1, 1, 1, -1];
        assert_eq!(lead_changes(&views(&faint), 2, Typical(100.0)), 0);
        assert_eq!(lead_changes(&views(&faint), 2, typical(&faint)), 2, "nothing else is larger");
    }

    #[test]
    fn a_lead_that_is_not_proven_is_never_certain() {
        let large = views(&[100, -100]);
        let of_b = |typical| drama(&large, 2, Typical(typical), Some(Seat::new(1))).unwrap();
        assert!(of_b(20.0) > 0.9 && of_b(20.0) < 1.0, "{}", of_b(20.0));
        assert!(of_b(20.0) > of_b(100.0));
    }

    /// Boards (A : B) 10:2, 4:2 (too little), 4:20, 12:20 (B still), 12:1: A, B, A lead.
    #[test]
    fn lead_changes_and_drama_are_those_worked_by_hand() {
        let game = views(&[10, 2, 4, 20, 12, 1]);
        let ten = Typical(10.0);
        assert_eq!(lead_changes(&game, 2, ten), 2);
        let root = |lead: f64| (3f64.ln() / 4.0 * lead / 10.0).tanh().sqrt();
        let of_a = drama(&game, 2, ten, Some(Seat::FIRST)).unwrap();
        assert!((of_a - (root(16.0) + root(8.0)) / 2.0).abs() < 1e-12, "{of_a}");
        assert_eq!(drama(&game, 2, ten, None), None);
        let one_half = drama(&views(&[10, -10]), 2, ten, Some(Seat::new(1))).unwrap();
        assert!((one_half - 0.5f64.sqrt()).abs() < 1e-12, "tanh(ln 3 / 2) is 1/2");
    }

    #[test]
    fn what_is_proven_outweighs_every_value_and_counts_in_full() {
        let lost = [50, Score::win_in(2).0, Score::loss_in(1).0, 10];
        let game = views(&lost);
        assert_eq!(drama(&game, 2, Typical(10.0), Some(Seat::FIRST)), Some(1.0));
        assert_eq!(lead_changes(&game, 2, Typical(0.0)), 0, "B leads all the time");
    }

    /// A lead of two typical values gives chances of 3/4 and 1/4.
    #[test]
    fn uncertainty_is_one_bit_in_an_even_game_and_nothing_once_the_end_is_proven() {
        let ten = Typical(10.0);
        assert_eq!(uncertainty(&views(&[5, 5, 5]), 2, ten), Some(1.0));
        let three_to_one = 0.25 * 4f64.log2() + 0.75 * (4.0f64 / 3.0).log2();
        let seen = uncertainty(&views(&[10, -10]), 2, ten).unwrap();
        assert!((seen - three_to_one).abs() < 1e-12, "{seen}");
        let won = [Score::win_in(3).0, Score::loss_in(2).0];
        assert_eq!(uncertainty(&views(&won), 2, ten), Some(0.0));
        assert_eq!(uncertainty(&views(&[10]), 2, ten), None, "nobody to compare with");
    }

    #[test]
    fn of_three_seats_the_best_leads_if_it_is_ahead_of_the_second() {
        let seats = [0, 1, 2].map(Seat::new);
        let seen = |scores: &[i32]| -> Vec<(Seat, Score)> {
            let turns = scores.iter().enumerate();
            turns.map(|(ply, score)| (seats[ply % 3], Score(*score))).collect()
        };
        let game = seen(&[20, 0, 0, 0, 18, 2, 0, 0, 30]);
        assert_eq!(lead_changes(&game, 3, Typical(10.0)), 2, "A, then B, then C");
        assert_eq!(drama(&game, 3, Typical(10.0), Some(seats[0])).map(|it| it > 0.0), Some(true));
    }
}
