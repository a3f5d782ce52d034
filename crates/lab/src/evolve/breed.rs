//! Breeding a step at a time, for somebody who watches and may leave.
//!
//! A [run](super::run()) has a budget and a folder, and ends by itself. A designer at a page wants
//! variations of one game, now, and stops looking at any moment. So a step is a call: children of some
//! games, each of which is then [appraised](appraise). What they are follows from the parents, the seed
//! and the number of the step alone; a game's measures follow from its rules.

use selforge_core::Stream;

use super::space::{Evaluation, Genome, Mutation, Space};

/// How often each gene of a child is another: about three of fifty.
const RATE: f64 = 0.06;

/// How often a child has two parents.
const CROSSING: f64 = 0.4;

/// How often a child that is the same game as another is mutated again.
const TRIES: usize = 40;

/// So many different games made from `parents`, the best of which come first and are chosen more often.
/// There may be fewer if no other games are found.
#[must_use]
pub fn breed(
    space: &dyn Space,
    parents: &[Genome],
    count: usize,
    seed: u64,
    step: u64,
) -> Vec<Genome> {
    let mut known: Vec<String> = parents.iter().map(|parent| space.key(parent)).collect();
    let mut children = Vec::with_capacity(count);
    for number in 0..if parents.is_empty() { 0 } else { count } {
        let mut stream = Stream::new(seed, &format!("breed {step}"), number as u64);
        let mut parent = || {
            let drawn = [stream.below(parents.len() as u32), stream.below(parents.len() as u32)];
            &parents[drawn[0].min(drawn[1]) as usize]
        };
        let (first, second) = (parent(), parent());
        let crossed = match stream.unit() < CROSSING && first != second {
            true => space.cross(first, second, &mut stream),
            false => first.clone(),
        };
        let made =
            (0..TRIES).map(|_| space.mutate(&crossed, Mutation::EachGene(RATE), &mut stream));
        let mut made = made.map(|child| (space.key(&child), child));
        if let Some((key, child)) = made.find(|(key, _)| !known.contains(key)) {
            known.push(key);
            children.push(child);
        }
    }
    children
}

/// What a game is found to be in so many games for each measure; the same for the same rules.
#[must_use]
pub fn appraise(space: &dyn Space, genome: &Genome, games: u32) -> Evaluation {
    let seed = Stream::new(0, &format!("appraise {}", space.key(genome)), 0).bits();
    space.measure(genome, games, seed)
}

#[cfg(test)]
mod tests {
    use super::super::{FitnessName, MethodName, Settings, SpaceName};
    use super::*;

    fn space() -> Box<dyn Space> {
        let mut settings = Settings::new(SpaceName::RuleSpace, MethodName::Ga, None);
        settings.fitness = FitnessName::Usual;
        settings.open_space()
    }

    #[test]
    fn children_are_new_games_near_their_parents_and_the_same_again() {
        let space = space();
        let parents: Vec<Genome> =
            (0..3).map(|index| space.random(&mut Stream::new(1, "parents", index))).collect();
        let children = breed(&*space, &parents, 12, 7, 2);
        assert_eq!(children, breed(&*space, &parents, 12, 7, 2));
        assert_ne!(children, breed(&*space, &parents, 12, 7, 3));
        let mut keys: Vec<String> =
            parents.iter().chain(&children).map(|game| space.key(game)).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 15, "all are different games");
        let alone = breed(&*space, &parents[..1], 20, 7, 0);
        let differing = |child: &Genome| {
            child
                .0
                .bytes()
                .zip(parents[0].0.bytes())
                .filter(|(child, parent)| child != parent)
                .count()
        };
        assert!(alone.iter().all(|child| (1..=16).contains(&differing(child))), "{alone:?}");
        assert!(breed(&*space, &[], 5, 1, 1).is_empty());
    }

    #[test]
    fn a_game_is_appraised_by_its_rules_alone() {
        let space = space();
        let genome = space.random(&mut Stream::new(2, "appraised", 0));
        let essence = Genome(space.key(&genome));
        assert_eq!(appraise(&*space, &genome, 4), appraise(&*space, &essence, 4));
    }
}
