//! Why a position is worth what it is: everything the evaluators see, as plain data for pictures.

use std::sync::Arc;

use selforge_board::CellSet;
use selforge_board::topology::Topology;
use selforge_catalogue::{Described, GameVisitor, Gathering, Playable};
use selforge_core::{AnyState, Game, Seat};
use selforge_games::selfo::window::Window;
use serde::Serialize;

use super::critical::{CriticalPath, Situation};
use super::distance::Parts;
use super::gather::Gather;
use super::swarm::Swarm;

/// What the evaluators see in a position of Selfo. Cells are given by name, sets by letter.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// The seat to move; `None` if the game is over.
    pub to_move: Option<char>,
    /// Every set, in order.
    pub sets: Vec<SetExplanation>,
    /// The searching engine's evaluation for every seat, in order.
    pub evaluations: Vec<Evaluation>,
}

/// What there is to see of one set.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SetExplanation {
    /// The set's letter.
    pub set: char,
    /// The seat that plays it.
    pub seat: char,
    /// How strong its signals are together, for every cell that they reach. Opposing pieces hear them and do
    /// not pass them on.
    pub signals: Vec<Signal>,
    /// The cell where they are strongest.
    pub centroid: String,
    /// The groups of its pieces.
    pub groups: Vec<Vec<String>>,
    /// The main group, the one heard loudest at the centroid, by its number in `groups`.
    pub main_group: usize,
    /// How each other group hangs together with the main group, the most endangered first: by width,
    /// then by the moves to cut.
    pub critical_paths: Vec<CriticalPath>,
    /// Whether the set is blocked: some group cannot come to the others while the opponents stand.
    pub blocked: bool,
}

/// The strength of a set's signals on a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Signal {
    /// The cell.
    pub cell: String,
    /// The sum over the set's groups of size times decay to the power of the distance.
    pub strength: f32,
}

/// What a position is worth to one seat: its own parts less those of its strongest opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Evaluation {
    /// The seat.
    pub seat: char,
    /// The opponent with whom it is compared.
    pub opponent: char,
    /// The parts.
    pub parts: Vec<Part>,
    /// The sum of the parts' differences: the value that the search sees; 10 are one step.
    pub total: i32,
}

/// One part of an [`Evaluation`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Part {
    /// What it is for.
    pub name: &'static str,
    /// What it counts for the seat itself.
    pub own: i32,
    /// What it counts for the opponent.
    pub opponent: i32,
    /// The one less the other.
    pub difference: i32,
}

/// Why a position cannot be explained.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ExplainError {
    /// There is nothing known about this game.
    #[error("'{game}' cannot be explained; expected Selfo, its pieces not too far apart")]
    Unknown {
        /// The game's spec.
        game: String,
    },
}

impl Explanation {
    /// Explains a position of a game.
    ///
    /// # Errors
    /// If the game is not Selfo, or the pieces stand too far apart on the plane.
    ///
    /// # Panics
    /// If the position is of another game.
    pub fn of(playable: &Playable, state: &AnyState) -> Result<Explanation, ExplainError> {
        let explained = match Window::of(playable, state) {
            None => selforge_games::visit(playable, Visitor { state }),
            Some(window) => {
                let start = window.playable.game.start();
                let explained = selforge_games::visit(&window.playable, Visitor { state: &start });
                explained.map(|explanation| explanation.on_plane(&window))
            }
        };
        explained.ok_or_else(|| ExplainError::Unknown { game: playable.spec.to_string() })
    }

    /// The same by the names of the plane.
    fn on_plane(mut self, window: &Window) -> Explanation {
        let rename = |name: &mut String| {
            if let Some(cell) = window.cell(name) {
                *name = cell;
            }
        };
        for set in &mut self.sets {
            set.signals.iter_mut().for_each(|signal| rename(&mut signal.cell));
            set.groups.iter_mut().flatten().for_each(rename);
            rename(&mut set.centroid);
            for path in &mut set.critical_paths {
                let lists = [&mut path.path, &mut path.cut, &mut path.quickest_cut];
                lists.into_iter().flatten().for_each(rename);
            }
        }
        self
    }
}

struct Visitor<'a> {
    state: &'a AnyState,
}

impl GameVisitor for Visitor<'_> {
    type Output = Option<Explanation>;

    fn visit<G: Described>(self, _: Arc<G>) -> Option<Explanation> {
        None
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Option<Explanation> {
        let state = self.state.downcast().expect("a position is used with the game that made it");
        Some(explain(&*game, state))
    }
}

/// Explains a position.
pub fn explain<G: Gathering>(game: &G, state: &G::State) -> Explanation {
    let mut sets: Vec<SetExplanation> =
        Seat::all(game.seats()).map(|seat| explain_set(game, state, seat)).collect();
    sets.sort_by_key(|set| set.set);
    let gather = Gather::default();
    let parts: Vec<Parts> =
        Seat::all(game.seats()).map(|seat| gather.parts(game, state, seat)).collect();
    Explanation {
        to_move: game.status(state).to_move().map(Seat::letter),
        sets,
        evaluations: Seat::all(game.seats()).map(|seat| evaluation(&parts, seat)).collect(),
    }
}

fn explain_set<G: Gathering>(game: &G, state: &G::State, seat: Seat) -> SetExplanation {
    let set = game.set_of(state, seat);
    let (board, own, empty) = (game.board(), game.cells_of(state, set), game.empty(state));
    let swarm = Swarm::default();
    let mut field = swarm.field(game.graph(), own, empty);
    let opponents = swarm.add_opponents(game.graph(), own, empty, &mut field);
    let heard = game.graph().flood(own, own | empty) | opponents;
    let situation = Situation::of(game, state, set);
    let main_group = situation.group_at[field.main_group.lowest().index()].unwrap_or(0);
    let mut critical_paths = situation.critical_paths(main_group);
    critical_paths.sort_by_key(|path| (path.width, path.moves_to_cut.unwrap_or(u32::MAX)));
    let name = |cell| board.cell_name(cell).to_string();
    SetExplanation {
        set: char::from(b'A' + set),
        seat: seat.letter(),
        signals: heard
            .iter()
            .map(|cell| Signal { cell: name(cell), strength: field.strength[cell.index()] })
            .collect(),
        centroid: name(field.centroid),
        groups: situation
            .groups
            .iter()
            .map(|group| group.iter().map(|&cell| name(cell)).collect())
            .collect(),
        main_group,
        critical_paths,
        blocked: game.is_blocked(state, set),
    }
}

fn evaluation(parts: &[Parts], seat: Seat) -> Evaluation {
    let others = Seat::all(parts.len() as u8).filter(|&other| other != seat);
    let strongest = others.max_by_key(|other| parts[other.index()].total());
    let opponent = strongest.expect("nobody plays alone");
    let (own, other) = (parts[seat.index()], parts[opponent.index()]);
    let part = |name, own, opponent| Part { name, own, opponent, difference: own - opponent };
    Evaluation {
        seat: seat.letter(),
        opponent: opponent.letter(),
        parts: vec![
            part("distance", own.distance, other.distance),
            part("cut off", own.cut_off, other.cut_off),
            part("exposed", own.exposed, other.exposed),
            part("blocked", own.blocked, other.blocked),
            part("to move", own.turn, other.turn),
        ],
        total: own.total() - other.total(),
    }
}

#[cfg(test)]
mod tests {
    use selforge_catalogue::{Evaluator, NoFiles};
    use selforge_core::{Game, Spec};

    use super::*;

    fn explained(spec: &str) -> (Playable, Explanation) {
        let playable = selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
        let explanation = Explanation::of(&playable, &playable.game.start()).unwrap();
        (playable, explanation)
    }

    #[test]
    fn the_parts_add_up_to_what_the_search_sees() {
        struct Value;
        impl GameVisitor for Value {
            type Output = Vec<i32>;
            fn visit<G: Described>(self, _: Arc<G>) -> Vec<i32> {
                Vec::new()
            }
            fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Vec<i32> {
                let value = |seat| Gather::default().value(&*game, &game.start(), seat);
                Seat::all(game.seats()).map(value).collect()
            }
        }
        for seed in 0..20 {
            for seats in [2, 3] {
                let text = format!("selfo board=hexhex-5 setup=random seats={seats} seed={seed}");
                let (playable, explanation) = explained(&text);
                let values = selforge_games::visit(&playable, Value);
                for (evaluation, value) in explanation.evaluations.iter().zip(values) {
                    let sum: i32 = evaluation.parts.iter().map(|part| part.difference).sum();
                    assert_eq!((evaluation.total, sum), (value, value), "{text}: {evaluation:?}");
                }
            }
        }
    }

    #[test]
    fn a_walled_in_piece_is_a_path_of_width_zero() {
        let walled = "selfo board=hexhex-3 position=\"AB1/BB2/5/3A/B1A A\"";
        let (_, explanation) = explained(walled);
        let [first, second] = &explanation.sets[..] else { panic!("two sets") };
        assert!(first.blocked && !second.blocked);
        assert_eq!((first.groups.len(), first.critical_paths.len()), (2, 1));
        let path = &first.critical_paths[0];
        assert_eq!((path.width, path.moves_to_cut, path.moves_to_hold), (0, Some(0), None));
        assert!(path.path.is_empty() && path.is_in_danger());
        assert_eq!(explanation.evaluations[0].parts[3].own, -1000);
        assert_eq!(explanation.to_move, Some('A'));
    }

    #[test]
    fn signals_are_strongest_at_the_centroid_and_stop_at_walls() {
        let (_, explanation) = explained("selfo board=hexhex-3 position=\"AB1/BB2/5/3A/B1A A\"");
        let set = &explanation.sets[0];
        let at = |name: &str| set.signals.iter().find(|signal| signal.cell == name);
        let loudest = set.signals.iter().map(|signal| signal.strength).fold(0.0, f32::max);
        assert_eq!(at(&set.centroid).map(|signal| signal.strength), Some(loudest));
        let corner = set.groups.iter().find(|group| group.len() == 1).unwrap();
        assert_eq!(at(&corner[0]).unwrap().strength, 1.0, "it hears itself alone");
        assert_eq!(set.groups[set.main_group].len(), 2);
    }

    #[test]
    fn opposing_pieces_hear_a_signal_and_do_not_pass_it_on() {
        let (_, explanation) = explained("selfo board=hexhex-3 position=\"AB1/BB2/5/3A/B1A A\"");
        let set = &explanation.sets[0];
        let at = |name: &str| set.signals.iter().find(|it| it.cell == name).unwrap().strength;
        // Three pieces wall the corner in and hear it, one step off; all four hear the pair, and none of
        // them through another.
        let (pair, corner) = (|steps| 2.0 * 0.7f32.powi(steps), 0.7);
        let expected = [("d3", pair(3) + corner), ("e4", pair(3) + corner)];
        for (name, strength) in
            expected.into_iter().chain([("d2", pair(4) + corner), ("a1", pair(2))])
        {
            assert!((at(name) - strength).abs() < 1e-5, "{name}: {} {strength}", at(name));
        }
    }

    #[test]
    fn the_plane_is_explained_by_its_own_names() {
        let (_, explanation) = explained("selfo board=plane position=\"w1n1:A1B/2A//B A\"");
        let [first, second] = &explanation.sets[..] else { panic!("two sets") };
        assert_eq!(first.groups, [["w1n1"], ["e1n0"]]);
        assert_eq!(second.groups, [["e1n1"], ["w1s2"]]);
        let at = |name: &str| first.signals.iter().find(|signal| signal.cell == name).unwrap();
        // One step from the one piece and two from the other.
        assert!((at("e0n1").strength - (0.7 + 0.49)).abs() < 1e-5, "{:?}", at("e0n1"));
        assert!(!first.blocked && first.critical_paths.len() == 1);
        assert!(first.critical_paths[0].path.contains(&"w1n1".to_owned()));
    }

    #[test]
    fn other_games_are_refused() {
        for spec in ["chess", "selfo board=plane position=\"w500n0:A999B/B999A A\""] {
            let game = selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
            let error = Explanation::of(&game, &game.game.start()).unwrap_err();
            assert!(error.to_string().contains("expected Selfo"), "{error}");
        }
    }
}
