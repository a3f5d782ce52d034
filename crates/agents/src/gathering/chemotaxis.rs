//! The player that the thesis had before its swarm: groups that follow a scent, as amoebae do.
//!
//! Every piece hears the signals of its set's other groups and follows the strongest: a step is worth
//! what that signal gains by it, and the step that gains most is taken. Nothing is looked at after the move, no
//! opponent and no end of the game. So small groups go to large and near ones; a piece that leaves its group on
//! the way is followed by the others.
//!
//! Two groups that hear each other are joined by a way over empty cells, on which the nearer end can always
//! step. Only a set whose groups hear nothing of each other has no such step; it wanders.

use selforge_board::{Cell, CellSet, MAX_SLOTS};
use selforge_catalogue::{Gathering, Score};
use selforge_core::Stream;

use super::swarm::spread_signal;
use crate::agent::{Agent, Question, Report};
use crate::meter::Meter;

/// The player; signals are those of [`Swarm`](super::Swarm).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chemotaxis {
    /// What is left of a signal after each step: above 0 and below 1.
    pub(crate) decay: f32,
}

impl<G: Gathering> Agent<G> for Chemotaxis {
    fn choose(&mut self, question: &mut Question<'_, G>) -> Report<G::Move> {
        let Question { game, state, budget, stop, seed, .. } = *question;
        let seat = game.status(state).to_move().expect("the game is not over");
        let own = game.cells_of(state, game.set_of(state, seat));
        let scents = Scents::of(game.graph(), own, game.empty(state), self.decay);
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        let mut meter = Meter::start(&budget, stop);
        let (mut best, mut most) = (Vec::new(), 0.0);
        for &mv in &moves {
            let Some((from, to)) = game.step_ends(mv) else { continue };
            let rise = scents.rise(from, to);
            if rise > most {
                (best, most) = (vec![mv], rise);
            } else if rise == most {
                best.push(mv);
            }
            if meter.tick() {
                break;
            }
        }
        if most == 0.0 {
            // Nobody hears anything: any step, and without one what else is legal.
            best = moves.clone();
            best.retain(|&mv| game.is_step(mv));
        }
        let mut stream = Stream::new(seed, "chemotaxis", 0);
        let passes = || moves.iter().find(|&&mv| game.is_pass(mv));
        let mv = *stream.pick(&best).or_else(passes).expect("passing is always legal");
        Report { depth: 0, nodes: meter.nodes.max(1), score: Score::DRAW, line: vec![mv] }
    }
}

/// The signals of a set's groups, each by itself.
struct Scents {
    /// For each group, by slot.
    strength: Vec<[f32; MAX_SLOTS]>,
    /// By slot of a piece: its group.
    group_at: [u16; MAX_SLOTS],
}

impl Scents {
    fn of<S: CellSet>(
        topology: &impl selforge_board::topology::Topology<S>,
        own: S,
        empty: S,
        decay: f32,
    ) -> Scents {
        let groups = topology.groups(own);
        let mut scents = Scents {
            strength: vec![[0.0; MAX_SLOTS]; groups.len()],
            group_at: [u16::MAX; MAX_SLOTS],
        };
        for (number, &group) in groups.iter().enumerate() {
            for cell in group.iter() {
                scents.group_at[cell.index()] = number as u16;
            }
            let strength = &mut scents.strength[number];
            spread_signal(topology, group, own | empty, decay, |cells, power| {
                for cell in cells.iter() {
                    strength[cell.index()] = power;
                }
            });
        }
        scents
    }

    /// How much stronger the signal that the piece on `from` follows is on `to`; of several that are equally
    /// strong where it stands, the one that rises most.
    fn rise(&self, from: Cell, to: Cell) -> f32 {
        let own = usize::from(self.group_at[from.index()]);
        let (mut loudest, mut rise) = (0.0, 0.0);
        for (number, strength) in self.strength.iter().enumerate() {
            let here = strength[from.index()];
            if number == own || here < loudest {
                continue;
            }
            let gained = strength[to.index()] - here;
            rise = if here > loudest { gained } else { gained.max(rise) };
            loudest = here;
        }
        rise
    }
}
