//! One population from its first iteration to its last.

use std::sync::Arc;

use selforge_agents::Stop;
use selforge_agents::neural::{Network, Room};
use selforge_core::Stream;
use selforge_games::Described;
use serde::{Deserialize, Serialize};

use super::game::{Result, Rules, Side, play};
use super::individual::Individual;
use super::settings::{Beating, Settings};
use crate::arena::Tally;

/// How strong the best network of an iteration is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// The iteration, from 1.
    pub iteration: u32,
    /// Against the random player.
    pub random: Tally,
    /// Against the paper's one-ply player, in games that it knows.
    pub rules: Option<Tally>,
}

/// What became of a population.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lesson {
    /// Its number, from 1.
    pub seed: usize,
    /// The iteration in which one beat all others; none if it was given up before.
    pub learned: Option<u32>,
    /// The first iteration in which one won all games to which it invited; none if there was none.
    // Without this a missing field would read as none.
    #[serde(deserialize_with = "Option::deserialize")]
    pub perfect: Option<u32>,
    /// How many iterations there were.
    pub iterations: u32,
    /// How strong its best was on the way.
    pub curve: Vec<Point>,
}

/// A population at work.
pub(super) struct Class<'a, G: Described> {
    pub(super) game: &'a Arc<G>,
    pub(super) cells: usize,
    pub(super) rules: Option<Rules<G>>,
    pub(super) settings: &'a Settings,
    /// The number of the lesson, from 0.
    pub(super) number: usize,
    pub(super) stop: &'a Stop,
}

/// What an individual made of an iteration.
#[derive(Clone, Debug, Default)]
struct Scores {
    /// All its games.
    tally: Tally,
    /// Those to which it invited.
    hosted: Tally,
    /// Whom it invited.
    guests: Vec<usize>,
}

impl Scores {
    /// Whether it won all games to which it invited.
    fn is_perfect(&self) -> bool {
        self.hosted.wins == self.hosted.games()
    }
}

/// What is random, by what it is for.
#[derive(Clone, Copy)]
enum Chance {
    Start,
    Child,
    Invitations,
    Game,
    Final,
    Measure,
}

fn add(tally: &mut Tally, result: Result) {
    match result {
        Result::Won => tally.wins += 1,
        Result::Drawn => tally.draws += 1,
        Result::Lost => tally.losses += 1,
    }
}

/// The points of an iteration: 1 for a win, none for a draw, -2 for a loss.
fn points(tally: &Tally) -> i64 {
    tally.wins.cast_signed() - 2 * tally.losses.cast_signed()
}

impl<G: Described> Class<'_, G> {
    /// Goes through all iterations, and gives the best network of the last with what became of it; `None` if
    /// it was told to stop.
    pub(super) fn learn(&self, tell: &mut dyn FnMut(u32)) -> Option<(Lesson, Network)> {
        let parents = self.settings.parents;
        let mut room = Room::default();
        let mut all: Vec<Individual> = (0..parents)
            .map(|at| Individual::random(self.cells, &mut self.stream(Chance::Start, 0, at)))
            .collect();
        let (mut curve, mut perfect) = (Vec::new(), None);
        for iteration in 1..=self.settings.iterations {
            let child = |at: usize| all[at].child(&mut self.stream(Chance::Child, iteration, at));
            let children: Vec<Individual> = (0..parents).map(child).collect();
            all.extend(children);
            let scores = self.tournament(&all, iteration, &mut room)?;
            if scores.iter().any(Scores::is_perfect) {
                perfect = perfect.or(Some(iteration));
            }
            // Whoever has more points comes first; of equals the elder.
            let mut order: Vec<usize> = (0..all.len()).collect();
            order.sort_by_key(|&at| std::cmp::Reverse(points(&scores[at].tally)));
            let champion = self.champion(&all, &order, &scores, iteration, &mut room)?;
            let best = champion.unwrap_or(order[0]);
            let last = champion.is_some() || iteration == self.settings.iterations;
            if last || iteration == 1 || iteration.is_multiple_of(self.settings.every) {
                curve.push(self.measure(&all[best], iteration, &mut room)?);
            }
            if last {
                let learned = champion.map(|_| iteration);
                let seed = self.number + 1;
                let lesson = Lesson { seed, learned, perfect, iterations: iteration, curve };
                return Some((lesson, all[best].network().clone()));
            }
            tell(iteration);
            let kept: Vec<Individual> =
                order[..parents].iter().map(|&at| all[at].clone()).collect();
            all = kept;
        }
        unreachable!("the last iteration returns, and there is at least one")
    }

    /// Everybody invites some others to a game each; both sides get what they made of it.
    fn tournament(
        &self,
        all: &[Individual],
        iteration: u32,
        room: &mut Room,
    ) -> Option<Vec<Scores>> {
        let mut scores = vec![Scores::default(); all.len()];
        for (host, individual) in all.iter().enumerate() {
            let mut others: Vec<usize> = (0..all.len()).filter(|&at| at != host).collect();
            self.stream(Chance::Invitations, iteration, host).shuffle(&mut others);
            others.truncate(self.settings.opponents);
            for (number, &guest) in others.iter().enumerate() {
                let number = host * all.len() + number;
                let chance = &mut self.stream(Chance::Game, iteration, number);
                let result = self.game(individual, &all[guest], room, chance)?;
                add(&mut scores[host].tally, result);
                add(&mut scores[host].hosted, result);
                add(&mut scores[guest].tally, result.turned());
            }
            scores[host].guests = others;
        }
        Some(scores)
    }

    /// Who beat all whom it invited and beats all others as well.
    fn champion(
        &self,
        all: &[Individual],
        order: &[usize],
        scores: &[Scores],
        iteration: u32,
        room: &mut Room,
    ) -> Option<Option<usize>> {
        let perfect = order.iter().filter(|&&at| scores[at].is_perfect());
        'candidates: for &candidate in perfect {
            // The strongest opponents first: most candidates are refuted at once.
            for &other in order.iter().filter(|&&other| other != candidate) {
                let number = candidate * all.len() + other;
                let chance = &mut self.stream(Chance::Final, iteration, number);
                let known = scores[candidate].guests.contains(&other);
                let first = match known {
                    true => Result::Won,
                    false => self.game(&all[candidate], &all[other], room, chance)?,
                };
                let beaten = match (self.settings.beating, first) {
                    (Beating::FirstSeat, first) => first == Result::Won,
                    (Beating::BothSeats, Result::Lost) => false,
                    (Beating::BothSeats, first) => {
                        let second = self.game(&all[other], &all[candidate], room, chance)?;
                        let both = [first, second.turned()];
                        both.contains(&Result::Won) && !both.contains(&Result::Lost)
                    }
                };
                if !beaten {
                    continue 'candidates;
                }
            }
            return Some(Some(candidate));
        }
        Some(None)
    }

    /// Plays against those who do not learn, half of the games from each seat.
    fn measure(&self, best: &Individual, iteration: u32, room: &mut Room) -> Option<Point> {
        let mut against = |other: &Side<'_, G>, yardstick: usize| {
            let mut tally = Tally::default();
            let own = Side::Network(best.network());
            for number in 0..self.settings.games as usize {
                let chance = &mut self.stream(Chance::Measure, iteration, 2 * number + yardstick);
                let result = match number % 2 {
                    0 => self.play([&own, other], room, chance)?,
                    _ => self.play([other, &own], room, chance)?.turned(),
                };
                add(&mut tally, result);
            }
            Some(tally)
        };
        let random = against(&Side::Random, 0)?;
        let rules = match self.rules {
            Some(rules) => Some(against(&Side::Rules(rules), 1)?),
            None => None,
        };
        Some(Point { iteration, random, rules })
    }

    fn game(
        &self,
        first: &Individual,
        second: &Individual,
        room: &mut Room,
        chance: &mut Stream,
    ) -> Option<Result> {
        let sides = [first, second].map(|it| Side::Network(it.network()));
        self.play([&sides[0], &sides[1]], room, chance)
    }

    fn play(
        &self,
        sides: [&Side<'_, G>; 2],
        room: &mut Room,
        chance: &mut Stream,
    ) -> Option<Result> {
        (!self.stop.is_asked()).then(|| play(self.game, sides, room, chance))
    }

    /// The random numbers for one thing in one iteration of this lesson.
    fn stream(&self, chance: Chance, iteration: u32, number: usize) -> Stream {
        let purpose = match chance {
            Chance::Start => "learn-start",
            Chance::Child => "learn-child",
            Chance::Invitations => "learn-invitations",
            Chance::Game => "learn-game",
            Chance::Final => "learn-final",
            Chance::Measure => "learn-measure",
        };
        let index = (self.number as u64) << 48 | u64::from(iteration) << 24 | number as u64;
        Stream::new(self.settings.seed, purpose, index)
    }
}
