//! One game that somebody plays against themselves, and the positions to learn from.

use std::sync::Arc;

use selforge_agents::alphabeta::{self, AlphaBeta};
use selforge_agents::gathering::Gather;
use selforge_agents::network::{Growth, NetworkSearch};
use selforge_agents::{Agent, Budget, Evaluator, Question, Stop};
use selforge_catalogue::{Described, GameVisitor, Gathering, Score};
use selforge_core::{Action, Game, Outcome, Seat, Status, Stream, Timeline};
use selforge_learn::{Aim, GatheringLens, Lens, Network, PiecesLens, Sample, SampleSet, View};

use super::settings::Settings;
use crate::LabError;

/// How often the search plays a random move.
const SLIPS: f64 = 0.08;
/// At most so many random moves begin a game of the search.
const RANDOM_PLIES: u32 = 6;
/// So many plies of a network's game are drawn by how often moves were tried; then the best is played.
const DRAWN_PLIES: u32 = 14;
/// How much chance is mixed into what a network thinks of the first moves.
const NOISE: f32 = 0.25;
/// How many moves are thought about in full; only these teach moves. The others get a quarter.
const FULL: f64 = 0.4;
/// How much of what a search found is in what is learned of a position; the rest is how games end.
const FOUND: f32 = 0.3;
/// How many games end as soon as the end is proven.
const CUT_SHORT: f64 = 0.7;

/// A game to be played, with its number.
pub(super) struct SelfPlay<'a> {
    pub(super) settings: &'a Settings,
    /// Who plays; the search if nobody.
    pub(super) network: Option<&'a Arc<Network>>,
    /// Decides all random choices.
    pub(super) seed: u64,
    pub(super) stop: &'a Stop,
}

impl GameVisitor for SelfPlay<'_> {
    type Output = Result<SampleSet, LabError>;

    fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
        let lens = PiecesLens::new(&*game)
            .map_err(|unseen| LabError::settings(unseen.problem, unseen.expected))?;
        let scores = Arc::clone(&game);
        Ok(self.play(&game, &lens, || scores.scores()))
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Self::Output {
        let lens = GatheringLens::new(&*game);
        Ok(self.play(&game, &lens, Gather::default))
    }
}

/// A position on the way, before the end is known.
struct Seen {
    seat: Seat,
    view: View,
    moves: Vec<(Aim, f32)>,
    /// What a network found it to be worth.
    found: Option<f32>,
}

/// What somebody thought of a position.
struct Thought<M> {
    mv: M,
    /// How good each move is, in the order of the rules.
    shares: Option<Vec<f32>>,
    found: Option<f32>,
    proof: Option<Score>,
}

impl SelfPlay<'_> {
    fn play<G: Game, L: Lens<G> + Clone, E: Evaluator<G>>(
        &self,
        game: &Arc<G>,
        lens: &L,
        evaluator: impl Fn() -> E,
    ) -> SampleSet {
        let mut chance = Stream::new(self.seed, "self-play", 0);
        let mut thinker = Thinker::new(self, lens.clone(), evaluator);
        let random_plies = chance.below(RANDOM_PLIES + 1);
        let cut_short = chance.unit() < CUT_SHORT;
        let mut timeline = Timeline::new(Arc::clone(game));
        let mut all: Vec<Seen> = Vec::new();
        let mut moves = Vec::new();
        let outcome = loop {
            let seat = match timeline.status() {
                Status::ToMove(seat) => seat,
                Status::Over(outcome) => break outcome,
            };
            if self.stop.is_asked() {
                return SampleSet::default();
            }
            timeline.legal_moves(&mut moves);
            let slip = self.network.is_none()
                && (timeline.plies() < random_plies || chance.unit() < SLIPS);
            let mv = if slip {
                moves[chance.below(moves.len() as u32) as usize]
            } else {
                let thought = thinker.think(&timeline, &moves, &mut chance);
                let mut view = View::default();
                lens.look(game, timeline.state(), seat, &mut view);
                let mut aims = Vec::new();
                if thought.shares.is_some() {
                    lens.aims(game, timeline.state(), &moves, &mut aims);
                }
                let shares = thought.shares.unwrap_or_default();
                let moves = aims.into_iter().zip(shares).collect();
                all.push(Seen { seat, view, moves, found: thought.found });
                let end = thought.proof.and_then(|proof| proven(proof, seat, game.seats()));
                if let Some(outcome) = end.filter(|_| cut_short) {
                    break outcome;
                }
                thought.mv
            };
            timeline.act(seat, Action::Move(mv)).expect("players choose legal moves");
        };
        let graphs = Seat::all(2).map(|seat| lens.graph(seat).clone()).collect();
        let samples = all.into_iter().map(|seen| labelled(seen, &outcome)).collect();
        let mut set = SampleSet::default();
        set.append(SampleSet { graphs, samples });
        set
    }
}

/// How a game ends that is proven to be won by somebody.
fn proven(proof: Score, seat: Seat, seats: u8) -> Option<Outcome> {
    let other = Seat::new(1 - seat.index());
    let won = proof.plies_to_win().map(|_| Outcome::win(seat, seats));
    won.or(proof.plies_to_loss().map(|_| Outcome::win(other, seats)))
}

fn labelled(seen: Seen, outcome: &Outcome) -> Sample {
    let end = match outcome.winner() {
        Some(winner) if winner == seen.seat => [1.0, 0.0, 0.0],
        Some(_) => [0.0, 0.0, 1.0],
        None => [0.0, 1.0, 0.0],
    };
    let mixed = match seen.found {
        None => end,
        Some(found) => {
            let found = found.clamp(-1.0, 1.0);
            let guess = [found.max(0.0), 1.0 - found.abs(), (-found).max(0.0)];
            // The rest goes to draws only as far as this game was one.
            let share =
                if end[1] > 0.0 { guess } else { [(1.0 + found) / 2.0, 0.0, (1.0 - found) / 2.0] };
            std::array::from_fn(|at| (1.0 - FOUND) * end[at] + FOUND * share[at])
        }
    };
    Sample { graph: seen.seat.index() as u16, view: seen.view, outcome: mixed, moves: seen.moves }
}

/// Who plays.
struct Thinker<'a, G: Game, L, E> {
    of: &'a SelfPlay<'a>,
    search: AlphaBeta<E>,
    network: Option<NetworkSearch<G, L, E>>,
}

impl<'a, G: Game, L: Lens<G>, E: Evaluator<G>> Thinker<'a, G, L, E> {
    fn new(of: &'a SelfPlay<'a>, lens: L, evaluator: impl Fn() -> E) -> Self {
        let options = alphabeta::Options { table_mebibytes: 1, ..alphabeta::Options::default() };
        let network = of.network.map(|network| {
            NetworkSearch::new(lens, evaluator(), Arc::clone(network), Growth::default())
        });
        Thinker { of, search: AlphaBeta::new(evaluator(), options), network }
    }

    fn think(
        &mut self,
        timeline: &Timeline<G>,
        moves: &[G::Move],
        chance: &mut Stream,
    ) -> Thought<G::Move> {
        let settings = self.of.settings;
        let full = chance.unit() < FULL;
        let nodes = match (&self.network, full) {
            (None, _) => settings.teacher_nodes,
            (Some(_), true) => settings.visits,
            (Some(_), false) => (settings.visits / 4).max(2),
        };
        let mut question = Question {
            game: &**timeline.game(),
            state: timeline.state(),
            history: timeline.keys(),
            budget: Budget { nodes: Some(nodes), ..Budget::default() },
            stop: self.of.stop,
            seed: chance.bits(),
            progress: &mut |_| {},
        };
        let Some(network) = &mut self.network else {
            let report = self.search.choose(&mut question);
            let shares = moves.iter().map(|&mv| f32::from(u8::from(mv == report.line[0])));
            let shares = Some(shares.collect());
            let proof = Some(report.score);
            return Thought { mv: report.line[0], shares, found: None, proof };
        };
        let report = network.search(&mut question, full.then_some(NOISE));
        let best = report.line[0];
        let proof = report.score.plies_to_win().or(report.score.plies_to_loss());
        let proof = proof.map(|_| report.score);
        let visits: Vec<u32> = network.tree().choices().map(|choice| choice.visits).collect();
        let total: u32 = visits.iter().sum();
        let shares = match proof {
            Some(_) => moves.iter().map(|&mv| f32::from(u8::from(mv == best))).collect(),
            None => visits.iter().map(|&count| count as f32 / total.max(1) as f32).collect(),
        };
        let mut mv = best;
        if proof.is_none() && timeline.plies() < DRAWN_PLIES && total > 0 {
            let mut left = chance.below(total);
            for (&candidate, &count) in moves.iter().zip(&visits) {
                if left < count {
                    mv = candidate;
                    break;
                }
                left -= count;
            }
        }
        let found = Some(network.tree().value()).filter(|_| full);
        Thought { mv, shares: full.then_some(shares), found, proof }
    }
}
