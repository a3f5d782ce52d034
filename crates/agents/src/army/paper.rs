//! The paper's rule-based player (its Figure 4): one ply ahead, pieces weighed by priority.
//!
//! A piece's priority is 1000 if it is of honour, plus something for its movement and its capturing.
//! A position's value is the priorities of the own pieces less those of the others, and a thousand more
//! or less for whether the own honour lives. The best value is chosen, at random among equals. When all
//! moves give the same value, which is most of the time, the player comes nearer: it chooses among the
//! moves that bring the moved piece closer to the nearest enemy, in steps of a king.
//!
//! Nothing else is seen, not even that a move leaves the other side without one.

use std::ops::ControlFlow;

use selforge_catalogue::Score;
use selforge_catalogue::army::{Army, Material};
use selforge_core::{Seat, Stream};

use crate::agent::{Agent, Budget, Question, Report};
use crate::players::{AgentDoc, Recipe};

pub(crate) const DOC: AgentDoc = AgentDoc {
    name: "paper-rules",
    summary: "The paper's rule-based player: one ply, pieces by priority; comes nearer when all moves look alike.",
    options: &[],
    is_local: false,
    example: "paper-rules",
    read: |_| Ok((Recipe::PaperRules, Budget::default())),
};

/// What honour is worth.
const HONOUR: i32 = 1000;

/// The player; it has nothing to remember.
#[derive(Clone, Copy, Debug, Default)]
pub struct PaperRules;

fn weight(material: Material) -> i32 {
    material.priorities + HONOUR * material.honour
}

impl PaperRules {
    /// The paper's value of a position for `seat`.
    #[must_use]
    pub fn value<G: Army>(game: &G, state: &G::State, seat: Seat) -> i32 {
        let [first, second] = game.material(state);
        let (own, other) = if seat == Seat::FIRST { (first, second) } else { (second, first) };
        let honour = match (game.has_honour(), own.honour) {
            (false, _) => 0,
            (true, 0) => -HONOUR,
            (true, _) => HONOUR,
        };
        weight(own) - weight(other) + honour
    }

    /// Chooses a move, with its value; `None` if there is none. For those who play many games and
    /// want no [`Player`](crate::Player) in between.
    pub fn pick<G: Army>(
        game: &G,
        state: &G::State,
        stream: &mut Stream,
    ) -> Option<(G::Move, i32)> {
        let seat = game.status(state).to_move()?;
        let mut scored: Vec<(i32, G::Move)> = Vec::with_capacity(64);
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        let _ = game.visit_moves(state, &mut |mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let value = PaperRules::value(game, &next, seat);
            (least, most) = (least.min(value), most.max(value));
            scored.push((value, mv));
            ControlFlow::Continue(())
        });
        if least == most {
            let nearer: Vec<(i32, G::Move)> = scored
                .iter()
                .copied()
                .filter(|&(_, mv)| comes_nearer(game, state, seat, mv))
                .collect();
            if !nearer.is_empty() {
                scored = nearer;
            }
        } else {
            scored.retain(|(value, _)| *value == most);
        }
        stream.pick(&scored).map(|&(value, mv)| (mv, value))
    }
}

/// Whether a move brings its piece nearer to the enemy that is nearest to it.
fn comes_nearer<G: Army>(game: &G, state: &G::State, seat: Seat, mv: G::Move) -> bool {
    let [from, to] = game.path(state, mv);
    let before = game.distance_to_enemy(state, seat, from);
    let after = game.distance_to_enemy(state, seat, to);
    matches!((before, after), (Some(before), Some(after)) if after < before)
}

impl<G: Army> Agent<G> for PaperRules {
    fn choose(&mut self, question: &mut Question<'_, G>) -> Report<G::Move> {
        let Question { game, state, .. } = *question;
        let mut stream = Stream::new(question.seed, "paper-rules", 0);
        let picked = PaperRules::pick(game, state, &mut stream);
        let (mv, value) = picked.expect("a position with a seat to move has a move");
        let nodes = u64::from(game.count_moves(state));
        Report { depth: 1, nodes, score: Score::estimate(value), line: vec![mv] }
    }
}
