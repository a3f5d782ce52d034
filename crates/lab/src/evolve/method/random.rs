//! Random games: what every other method has to beat.

use super::{Context, Method, Proposal};

/// Looks at random games.
#[derive(Debug)]
pub(super) struct Random;

impl Method for Random {
    fn ask(&mut self, context: &Context<'_>) -> Vec<Proposal> {
        let numbers = context.next()..context.next() + context.settings.population;
        numbers.map(|number| context.random(number)).collect()
    }

    fn tell(&mut self, _: &Context<'_>, _: usize) {}
}
