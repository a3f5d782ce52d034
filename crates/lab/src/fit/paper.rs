//! The paper's three evolved games: its printed rules with other placements, measured as its Table 4 was.

use selforge_agents::Stop;
use selforge_core::Stream;
use selforge_games::rulespace::{Genes, RuleSpace, Rules, paper};

use super::{Figure, Fitting};
use crate::LabError;
use crate::metrics::{self, Plan};
use crate::reproduce::evolution::printed::{COMPARISON, Row};

/// Genes of the placement.
const PLACES: u32 = 24;

/// The kinds that a place may have, none among them.
const KINDS: u32 = 7;

/// A game of the paper, by its placement.
#[derive(Debug)]
pub struct Placement {
    number: u8,
    printed: Row,
    first: Genes,
}

impl Placement {
    /// The game with this number.
    ///
    /// # Errors
    /// If Table 4 has none.
    pub fn new(number: u8) -> Result<Placement, LabError> {
        let known = || LabError::settings(format!("game {number} of Table 4"), "1 to 3");
        let name = format!("game {number}");
        let (_, printed) = COMPARISON.iter().find(|(game, _)| *game == name).ok_or_else(known)?;
        let game = paper::GAMES.get(usize::from(number).wrapping_sub(1)).ok_or_else(known)?;
        Ok(Placement { number, printed: *printed, first: game.genes() })
    }
}

impl Fitting for Placement {
    type Position = Genes;

    fn name(&self) -> String {
        format!("paper-{}", self.number)
    }

    fn first(&self) -> Genes {
        self.first
    }

    fn change(&self, position: &Genes, changes: u32, stream: &mut Stream) -> Genes {
        let mut values = *position.values();
        for _ in 0..changes {
            let place = stream.below(PLACES) as usize;
            // Half of the places stay empty, as the limit of sixteen pieces wants it.
            let kind = if stream.coin() { 0 } else { stream.below(KINDS) };
            values[place] = kind as u8;
        }
        let mut genes = Genes::new(values).expect("every kind is a value of every place");
        genes.repair(Rules::default().limit, stream);
        genes
    }

    fn measure(
        &self,
        position: &Genes,
        games: u32,
        seed: u64,
        stop: &Stop,
    ) -> Result<Option<Vec<Figure>>, LabError> {
        if stop.is_asked() {
            return Ok(None);
        }
        let game = RuleSpace::new(*position, Rules::default());
        let game = game.map_err(|error| LabError::settings(error.to_string(), "a placement"))?;
        let found = metrics::paper(&game, &Plan { games, seed, ..Plan::default() })?;
        // Dynamism is told in hundredths, the two others in twentieths.
        Ok(Some(vec![
            Figure::new("duration", self.printed.duration, found.duration.value, 1.0),
            Figure::new("dynamism", self.printed.dynamism, found.dynamism.value, 5.0),
            Figure::new("intelligence", self.printed.intelligence, found.intelligence.value, 1.0),
            Figure::new("usability", self.printed.usability, found.usability.value, 0.0),
        ]))
    }

    fn spec(&self, position: &Genes) -> String {
        format!("rulespace genes={position}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Settings, fit};
    use super::*;

    #[test]
    fn only_the_placement_is_changed_and_the_limit_kept() {
        let game = Placement::new(3).unwrap();
        let mut stream = Stream::new(1, "test", 0);
        for _ in 0..50 {
            let changed = game.change(&game.first(), 60, &mut stream);
            assert_eq!(changed.values()[24..], game.first().values()[24..]);
            assert_eq!(changed.check_pieces(16), Ok(()));
        }
        assert!(Placement::new(4).is_err(), "Table 4 does not have the random game");
    }

    #[test]
    fn a_search_repeats_and_comes_nearer_than_where_it_began() {
        let game = Placement::new(1).unwrap();
        let settings = Settings { positions: 40, games: 10, seed: 1 };
        let search = || fit(&game, settings, &Stop::default(), &mut |_| {}).unwrap().unwrap();
        let found = search();
        assert!(found.best[0].distance < found.before.distance);
        assert_eq!(found, search());
    }
}
