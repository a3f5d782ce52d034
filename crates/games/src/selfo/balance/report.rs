//! The balance of an opened game's start.

use std::sync::Arc;

use selforge_board::topology::{EachTopology, Topology, each_topology};
use selforge_board::{Board, Cell, CellSet};
use selforge_catalogue::{Environment, GameError, Playable};
use selforge_core::{Game, Seat, Spec};

use super::{Balance, Effort, Scales};
use crate::selfo::finite::Finite;
use crate::selfo::game::Selfo;
use crate::selfo::ground::Lengths;
use crate::selfo::window::{Window, is_plane};

/// The balance of a game's start, with what is needed to show it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The canonical spec of the game.
    pub spec: Spec,
    /// How the start fares. On the plane there is no density.
    pub balance: Balance,
    board: Arc<Board>,
    /// The part of the plane that was looked at.
    window: Option<Window>,
}

impl Report {
    /// The name of a cell.
    #[must_use]
    pub fn cell_name(&self, cell: Cell) -> String {
        let name = self.board.cell_name(cell);
        let on_plane = self.window.as_ref().and_then(|window| window.cell(name));
        on_plane.unwrap_or_else(|| name.to_owned())
    }
}

/// Weighs the start of an opened game of Selfo.
///
/// # Errors
/// If it is another game, or one on the plane whose pieces stand too far apart to be looked at together.
/// [`GameError::Cancelled`] if it was given up.
pub fn report(
    playable: &Playable,
    effort: Effort,
    environment: &dyn Environment,
) -> Result<Report, GameError> {
    let refused = |problem: &str| GameError::Conflict {
        problem: problem.to_owned(),
        expected: "a game of Selfo, its pieces not too far apart".to_owned(),
    };
    let window = Window::of(playable, &playable.game.start());
    if is_plane(playable) && window.is_none() {
        return Err(refused("the pieces stand too far apart on the plane"));
    }
    let cancelled = || environment.is_cancelled();
    let weighed = each_topology(&mut Weighing {
        playable: window.as_ref().map_or(playable, |window| &window.playable),
        effort,
        first_moves: if playable.spec.get("first-moves") == Some("2") { 2 } else { 1 },
        cancelled: &cancelled,
    });
    let (board, mut balance) =
        weighed.ok_or_else(|| refused("only start positions of Selfo are weighed"))?;
    if window.is_some() {
        balance.density = 0.0;
    }
    if cancelled() {
        return Err(GameError::Cancelled);
    }
    Ok(Report { spec: playable.spec.clone(), balance, board, window })
}

/// Whether the starts of a game are weighed at all.
#[must_use]
pub fn is_weighed(playable: &Playable) -> bool {
    struct OnBoard<'a>(&'a Playable);

    impl EachTopology for OnBoard<'_> {
        type Output = ();

        fn visit<S: CellSet, T: Topology<S>>(&mut self) -> Option<()> {
            self.0.typed::<Selfo<Finite<S, T>>>().map(|_| ())
        }
    }

    is_plane(playable) || each_topology(&mut OnBoard(playable)).is_some()
}

struct Weighing<'a> {
    playable: &'a Playable,
    effort: Effort,
    /// What the start was drawn for.
    first_moves: u8,
    cancelled: &'a dyn Fn() -> bool,
}

impl EachTopology for Weighing<'_> {
    type Output = (Arc<Board>, Balance);

    fn visit<S: CellSet, T: Topology<S>>(&mut self) -> Option<Self::Output> {
        let game = self.playable.typed::<Selfo<Finite<S, T>>>()?;
        let state = game.start();
        // Lengths belong to seats, brackets to sets; a position may have them swapped.
        let mut lengths = vec![Lengths { plain: 1, special: 1 }; usize::from(game.seats())];
        for seat in Seat::all(game.seats()) {
            let plain = game.rules().lengths[seat.index()];
            let special = plain.max(game.rules().special_length);
            lengths[usize::from(game.set_of(&state, seat))] = Lengths { plain, special };
        }
        let scales =
            Scales::new(game.ground(), &lengths).guarding(self.first_moves).until(self.cancelled);
        let balance = scales.weigh(game.pieces(&state), self.effort);
        Some((Arc::clone(game.ground().board()), balance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use selforge_catalogue::NoFiles;

    fn balance(spec: &str) -> Result<Report, GameError> {
        report(
            &crate::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap(),
            Effort::Quick,
            &NoFiles,
        )
    }

    #[test]
    fn a_start_is_weighed_set_by_set() {
        let spec = "selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off";
        let report = balance(spec).unwrap();
        assert_eq!(report.spec.to_string(), spec);
        let sets: Vec<_> = report.balance.sets.iter().map(|set| (set.pieces, set.groups)).collect();
        assert_eq!(sets, [(2, 2), (2, 2)]);
    }

    #[test]
    fn lengths_follow_their_seats_to_the_sets_they_play() {
        let spec = "selfo board=hexhex-4 length=1,3 position=\"A2B/5/6/7/6/5/B2A A sets=BA\"";
        let lengths: Vec<_> =
            balance(spec).unwrap().balance.sets.iter().map(|set| set.length).collect();
        assert_eq!(lengths, [3, 1]);
    }

    #[test]
    fn who_waits_no_longer_is_told_so_instead_of_a_half_weighed_start() {
        struct Impatient;
        impl Environment for Impatient {
            fn read(&self, name: &str) -> Result<String, String> {
                NoFiles.read(name)
            }
            fn is_cancelled(&self) -> bool {
                true
            }
        }
        let playable = crate::open(&Spec::parse("selfo").unwrap(), &NoFiles).unwrap();
        let given_up = report(&playable, Effort::Thorough, &Impatient);
        assert_eq!(given_up.unwrap_err(), GameError::Cancelled);
        assert!(report(&playable, Effort::Quick, &NoFiles).is_ok());
    }

    #[test]
    fn a_start_on_the_plane_is_weighed_as_on_a_board_with_room_around_it() {
        let report = balance("selfo board=plane seed=3").unwrap();
        // It is laid as on a hexagon, which confines it a little more.
        let board = balance("selfo seed=3").unwrap();
        for (free, confined) in report.balance.sets.iter().zip(&board.balance.sets) {
            assert_eq!((free.pieces, free.groups), (confined.pieces, confined.groups));
            assert!(free.isolated.is_empty() && free.isolable.is_empty());
            let [free, confined] = [free, confined].map(|set| set.bracket.unwrap());
            assert!(free.low <= confined.high && free.high >= confined.low);
        }
        let first = report.board.rows()[0][0];
        assert_eq!(report.cell_name(first), "w9n9", "a corner of the window, by the plane's names");
        let far = balance("selfo board=plane position=\"w500n0:A999B/B999A A\"").unwrap_err();
        assert!(far.to_string().contains("too far apart"), "{far}");
    }
}
