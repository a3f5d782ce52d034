//! The paper's games: fifty genes, measured by the paper's four metrics and, if asked for, by what
//! [games of engines](super::played) are like.
//!
//! The work for one candidate is bounded: a game has at most as many moves as the rules say (100 unless
//! told otherwise), the players look one ply ahead at most, and a state is a few words, so no chromosome
//! can hang a run or fill the memory.

use selforge_core::{Game, Spec, Status, Stream};
use selforge_games::rulespace::{Genes, RuleSpace, Rules};

use super::played;
use super::settings::{FitnessName, SpaceName};
use super::space::{Evaluation, Genome, Measure, Mutation, Space};
use crate::metrics::{self, Plan};

const FAMILY: &str = "rulespace";

/// The space of the fifty genes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSpaces {
    /// What its games are measured by.
    pub fitness: FitnessName,
    /// Who plays the games of the fitness `played`; none for the usual search.
    pub engine: Option<String>,
    /// The rules that the genes leave open: the same for all its games.
    pub rules: Rules,
}

/// The references of dynamism and usability are about what the best of a thousand random games have
/// (0.146 and 1.72 were measured); the other two are shares already.
const OBJECTIVES: [Measure; 4] = [
    Measure::new(
        "duration",
        "games of random players are neither too short nor too long (Eq. 1)",
        0.0,
        1.0,
    ),
    Measure::new("intelligence", "the one-ply player beats the random one (Eq. 2)", 0.0, 1.0),
    Measure::new("dynamism", "cell changes of each piece by the moves it lived (Eq. 3)", 0.0, 0.15),
    Measure::new("usability", "arrivals on each usable cell (Eq. 4)", 0.0, 1.7),
];

/// The measures of the fitness `played`: two of the paper's, then those of the engines' games.
const PLAYED_OBJECTIVES: [Measure; 5] = {
    let ([_, intelligence, _, usability], played) = (OBJECTIVES, played::MEASURES);
    [intelligence, usability, played[0], played[1], played[2]]
};

/// Engines play only games in which the one-ply player beats the random one at least so often: where
/// thought gains nothing there is no need to think more.
const WORTH_PLAYING: f64 = 0.5;

const DESCRIPTORS: &[Measure] = &[
    Measure::new("length", "moves of a random game", 0.0, 100.0),
    Measure::new("branching", "legal moves in a random game", 0.0, 60.0),
    Measure::new("pieces", "pieces of a side at the start", 0.5, 16.5),
    Measure::new("kinds", "kinds of pieces at the start", 0.5, 6.5),
    Measure::new("draws", "share of random games drawn", 0.0, 1.0),
];

fn genes(genome: &Genome) -> Genes {
    genome.0.parse().expect("a genome of this space is a chromosome")
}

impl RuleSpaces {
    fn repaired(&self, mut genes: Genes, stream: &mut Stream) -> Genome {
        genes.repair(self.rules.limit, stream);
        Genome(genes.to_string())
    }

    fn with_rules(&self, mut spec: Spec) -> Spec {
        self.rules.write(&mut spec).expect("words and numbers are values of options");
        spec
    }
}

impl Space for RuleSpaces {
    fn name(&self) -> SpaceName {
        SpaceName::RuleSpace
    }

    fn objectives(&self) -> &'static [Measure] {
        match self.fitness {
            FitnessName::Usual => &OBJECTIVES,
            FitnessName::Played => &PLAYED_OBJECTIVES,
        }
    }

    fn descriptors(&self) -> &'static [Measure] {
        DESCRIPTORS
    }

    fn random(&self, stream: &mut Stream) -> Genome {
        Genome(Genes::random(self.rules.limit, stream).to_string())
    }

    fn mutate(&self, parent: &Genome, how: Mutation, stream: &mut Stream) -> Genome {
        let mut child = genes(parent);
        match how {
            Mutation::EachGene(rate) => _ = child.mutate(rate, stream),
            Mutation::OneGene => child.mutate_one(stream),
        }
        self.repaired(child, stream)
    }

    fn cross(&self, first: &Genome, second: &Genome, stream: &mut Stream) -> Genome {
        self.repaired(genes(first).cross_uniform(&genes(second), stream), stream)
    }

    fn key(&self, genome: &Genome) -> String {
        let rules = self.with_rules(Spec::new(FAMILY)).to_string();
        format!("{}{}", genes(genome).essence(), rules.trim_start_matches(FAMILY))
    }

    fn spec(&self, genome: &Genome) -> Spec {
        self.with_rules(Spec::new(FAMILY).with("genes", &genome.0))
    }

    fn measure(&self, genome: &Genome, games: u32, seed: u64) -> Evaluation {
        let genes = genes(genome);
        let game = match RuleSpace::new(genes, self.rules) {
            Ok(game) => game,
            Err(error) => return Evaluation::unplayable(self, error.to_string()),
        };
        let plan = Plan { games, seed, ..Plan::default() };
        let measured = match metrics::paper(&game, &plan) {
            Ok(measured) => measured,
            Err(error) => return Evaluation::unplayable(self, error.to_string()),
        };
        let descriptors = describe(&game, &genes, games, seed);
        let (intelligence, usability) = (measured.intelligence.value, measured.usability.value);
        if self.fitness == FitnessName::Usual {
            let (duration, dynamism) = (measured.duration.value, measured.dynamism.value);
            let objectives = [duration, intelligence, dynamism, usability];
            return Evaluation::new(self, &objectives, &descriptors);
        }
        if intelligence < WORTH_PLAYING {
            let objectives = [intelligence, usability, 0.0, 0.0, 0.0];
            let reason = "the one-ply player wins less than half of its games".to_owned();
            let evaluation = Evaluation::new(self, &objectives, &descriptors);
            return Evaluation { rejected: Some(reason), ..evaluation };
        }
        let engine = self.engine.as_deref().unwrap_or(played::ENGINE);
        match played::play(self.spec(genome), engine, games, seed) {
            Ok([decisive, coverage, choice]) => {
                let objectives = [intelligence, usability, decisive, coverage, choice];
                Evaluation::new(self, &objectives, &descriptors)
            }
            Err(error) => Evaluation::unplayable(self, error.to_string()),
        }
    }

    fn refuse(&self, evaluation: &Evaluation) -> Option<String> {
        // A few games of engines say too little to throw a game out.
        let paper = |measure: &Measure| OBJECTIVES.iter().any(|known| known.name == measure.name);
        let mut measures = self.objectives().iter().zip(&evaluation.objectives);
        let (none, _) = measures.find(|(measure, value)| paper(measure) && **value == 0.0)?;
        let reason = match none.name {
            "duration" => "every game is very short or ends by the limit",
            "intelligence" => "the one-ply player wins no game",
            _ => "nothing moves",
        };
        Some(reason.to_owned())
    }

    fn players(&self) -> &'static str {
        "paper-rules; paper-rules"
    }
}

/// What games are like, from random games; they cost next to nothing beside those of the metrics.
fn describe(game: &RuleSpace, genes: &Genes, games: u32, seed: u64) -> [f64; 5] {
    let (mut plies, mut choices, mut draws) = (0u32, 0u64, 0u32);
    for index in 0..games {
        let mut stream = Stream::new(seed, "describe", u64::from(index));
        let mut state = game.start();
        loop {
            if let Status::Over(outcome) = game.status(&state) {
                draws += u32::from(outcome.winner().is_none());
                break;
            }
            let chosen = game.choose_move(&state, |count| {
                choices += u64::from(count);
                stream.below(count)
            });
            let Some(mv) = chosen else { break };
            game.play(&mut state, mv);
            plies += 1;
        }
    }
    let placed = genes.placement();
    let mut kinds: Vec<usize> = placed.iter().flatten().map(|kind| kind.index()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let (games, moves) = (f64::from(games.max(1)), f64::from(plies.max(1)));
    [
        f64::from(plies) / games,
        choices as f64 / moves,
        f64::from(genes.pieces()),
        kinds.len() as f64,
        f64::from(draws) / games,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured_by(fitness: FitnessName) -> RuleSpaces {
        RuleSpaces { fitness, engine: None, rules: Rules::default() }
    }

    fn stream(index: u64) -> Stream {
        Stream::new(5, "test", index)
    }

    #[test]
    fn the_rules_that_genes_leave_open_are_those_of_the_space() {
        let rules = Rules { limit: 20, moves: 60, ..Rules::default() };
        let space = RuleSpaces { rules, ..measured_by(FitnessName::Usual) };
        let pieces = |index| genes(&space.random(&mut stream(index))).pieces();
        let most = (0..50).map(pieces).max();
        assert!(most > Some(16) && most <= Some(20), "{most:?}");
        let genome = space.random(&mut stream(0));
        assert!(space.spec(&genome).to_string().ends_with("limit=20 moves=60"));
        assert_ne!(space.key(&genome), measured_by(FitnessName::Usual).key(&genome));
    }

    #[test]
    fn every_game_that_the_space_makes_opens() {
        let space = measured_by(FitnessName::Usual);
        for index in 0..50 {
            let mut stream = stream(index);
            let first = space.random(&mut stream);
            let second = space.mutate(&first, Mutation::EachGene(0.3), &mut stream);
            let third = space.cross(&first, &second, &mut stream);
            for genome in [first, second, third] {
                let spec = space.spec(&genome);
                selforge_games::open(&spec, &selforge_games::NoFiles).unwrap();
            }
        }
    }

    #[test]
    fn the_same_rules_have_the_same_key_and_the_same_measures() {
        let space = measured_by(FitnessName::Usual);
        let genome = space.random(&mut stream(1));
        let essence = Genome(space.key(&genome));
        assert_eq!(space.key(&essence), space.key(&genome));
        assert_eq!(space.measure(&essence, 4, 9), space.measure(&genome, 4, 9));
    }

    #[test]
    fn a_game_in_which_nothing_happens_is_thrown_out() {
        let space = measured_by(FitnessName::Usual);
        // One piece a side that goes straight ahead, one step at a time, from the third row.
        let dull = "00000000000000001000000066666600000000000000000000".to_owned();
        let evaluation = space.measure(&Genome(dull), 4, 1);
        assert!(space.refuse(&evaluation).is_some(), "{evaluation:?}");
    }

    #[test]
    fn the_fitness_of_played_games_is_a_share_and_says_why_a_game_was_not_played() {
        // In this one the one-ply player hardly ever wins.
        let dull = Genome("10544323416000303204101062532211000101101026232031".to_owned());
        let random =
            (0..6).map(|index| measured_by(FitnessName::Played).random(&mut stream(index)));
        let mut thrown_out = 0;
        for genome in random.chain([dull]) {
            let (played, usual) = (
                measured_by(FitnessName::Played).measure(&genome, 4, 9),
                measured_by(FitnessName::Usual).measure(&genome, 4, 9),
            );
            assert!((0.0..=1.0).contains(&played.fitness), "{played:?}");
            assert_eq!(played.objectives.len(), PLAYED_OBJECTIVES.len());
            assert_eq!(played.objectives[0], usual.objectives[1]);
            assert_eq!(played.rejected.is_some(), usual.objectives[1] < WORTH_PLAYING);
            thrown_out += u32::from(played.rejected.is_some());
        }
        assert!((1..7).contains(&thrown_out), "{thrown_out}");
    }
}
