//! Counts what a player spends on a move, and watches its limits and the signal to stop.
//!
//! Reading the clock at every node would cost a search a tenth of its speed; reading it every so many
//! nodes is no limit at all where a node is dear: one node of a tree may judge ten thousand moves. So
//! work is counted apart from nodes, and the clock is read as soon as the work since the last look may
//! have taken [`LOOK_EVERY`], at the pace that was measured then. The first look is after the first
//! unit of work, and the distance at most doubles from look to look.

use std::time::{Duration, Instant};

use crate::agent::{Budget, Stop};

/// How much time may pass between two looks at the clock.
const LOOK_EVERY: Duration = Duration::from_micros(200);

/// The most work between two looks, however quick it was so far.
const MOST_WORK: u64 = 512;

/// What is spent, and whether that is enough.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    pub(crate) nodes: u64,
    limit: u64,
    deadline: Option<Instant>,
    stop: &'a Stop,
    /// The work since the last look, and how much there may be before the next.
    work: u64,
    distance: u64,
    last_look: Instant,
    over: bool,
}

impl<'a> Meter<'a> {
    pub(crate) fn start(budget: &Budget, stop: &'a Stop) -> Meter<'a> {
        let now = clock::now();
        Meter {
            nodes: 0,
            limit: budget.nodes.unwrap_or(u64::MAX),
            deadline: budget.time.map(|time| now + time),
            stop,
            work: 0,
            distance: 1,
            last_look: now,
            over: false,
        }
    }

    /// Counts a node, which is one unit of work, and says whether to give up.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        self.nodes += 1;
        self.work += 1;
        if self.work >= self.distance || self.nodes >= self.limit {
            self.look();
        }
        self.over
    }

    /// Counts work that is no node of its own, and says whether to give up. A unit is about what
    /// judging a position costs.
    #[inline]
    pub(crate) fn spend(&mut self, work: u64) -> bool {
        self.work += work;
        if self.work >= self.distance {
            self.look();
        }
        self.over
    }

    /// Whether a look has said to give up.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Whether to give up, looked at afresh.
    pub(crate) fn look(&mut self) -> bool {
        let now = clock::now();
        let late = self.deadline.is_some_and(|deadline| now >= deadline);
        self.over = self.over || self.nodes >= self.limit || self.stop.is_asked() || late;
        if self.work > 0 {
            let took = now.duration_since(self.last_look).as_nanos().max(1) as u64;
            let fitting = (LOOK_EVERY.as_nanos() as u64).saturating_mul(self.work) / took;
            self.distance = fitting.clamp(1, MOST_WORK.min(2 * self.distance));
            (self.work, self.last_look) = (0, now);
        }
        self.over
    }
}

#[cfg(not(test))]
mod clock {
    pub(super) fn now() -> std::time::Instant {
        std::time::Instant::now()
    }
}

/// A clock that stands still until a test moves it on.
#[cfg(test)]
pub(crate) mod clock {
    use std::cell::Cell;
    use std::time::{Duration, Instant};

    thread_local! {
        static NOW: Cell<Instant> = Cell::new(Instant::now());
    }

    pub(super) fn now() -> Instant {
        NOW.get()
    }

    /// Lets time pass for this thread.
    pub(crate) fn pass(time: Duration) {
        NOW.set(NOW.get() + time);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use selforge_core::Game;
    use selforge_games::chess::Chess;

    use super::*;
    use crate::agent::{Agent, Question, Report};
    use crate::{AlphaBeta, Evaluator, Greedy, Mcts, Minimax, Worths, alphabeta};

    /// Knows nothing, and takes its time for it.
    #[derive(Default)]
    struct Slow {
        looks: AtomicU64,
        /// Raised after so many looks.
        stop: Option<(u64, Stop)>,
    }

    const LOOK: Duration = Duration::from_millis(1);

    impl<G: Game> Evaluator<G> for &Slow {
        fn worths(&self, _game: &G, _state: &G::State) -> Worths {
            clock::pass(LOOK);
            let looks = self.looks.fetch_add(1, Ordering::Relaxed) + 1;
            if let Some((_, stop)) = self.stop.as_ref().filter(|(after, _)| *after == looks) {
                stop.now();
            }
            Worths::default()
        }
    }

    fn ask<A: Agent<Chess>>(mut agent: A, time: Option<Duration>, stop: &Stop) {
        let game = Chess::new();
        let budget = Budget { time, depth: Some(9), ..Budget::default() };
        let Report { line, .. } = agent.choose(&mut Question {
            game: &game,
            state: &game.start(),
            history: &[],
            budget,
            stop,
            seed: 1,
            progress: &mut |_| {},
        });
        assert!(game.is_legal(&game.start(), line[0]));
    }

    /// How often each player judges a position, while it may do so `looks` times.
    fn counts(looks: u64, by_clock: bool) -> Vec<(&'static str, u64)> {
        let time = by_clock.then(|| LOOK * looks as u32);
        let count = |name, ask: &dyn Fn(&Slow, &Stop)| {
            let stop = Stop::default();
            let told = (!by_clock).then(|| (looks, stop.clone()));
            let slow = Slow { stop: told, ..Slow::default() };
            ask(&slow, &stop);
            (name, slow.looks.into_inner())
        };
        vec![
            count("greedy", &|slow, stop| ask(Greedy::new(slow, 0), time, stop)),
            count("minimax", &|slow, stop| ask(Minimax::new(slow), time, stop)),
            count("alphabeta", &|slow, stop| {
                ask(AlphaBeta::new(slow, alphabeta::Options::default()), time, stop);
            }),
            count("mcts", &|slow, stop| ask(Mcts::new(slow, Some(10_000)), time, stop)),
        ]
    }

    #[test]
    fn no_player_judges_more_than_a_few_positions_after_its_time_is_up_or_it_is_told_to_stop() {
        for (looks, by_clock) in [1, 7, 300].into_iter().flat_map(|n| [(n, true), (n, false)]) {
            for (name, count) in counts(looks, by_clock) {
                // One ply of chess has twenty moves: nobody has more to do there.
                let least = if name == "greedy" { looks.min(20) } else { looks };
                // On the way down to the first leaf time stands still here, and the looks get rarer.
                assert!(
                    (least..=looks + 16).contains(&count),
                    "{name}: {count} looks of {looks}, by the clock: {by_clock}"
                );
            }
        }
    }

    #[test]
    fn the_clock_is_read_seldom_while_work_is_quick_and_at_once_when_it_turns_slow() {
        let stop = Stop::default();
        let budget = Budget { time: Some(Duration::from_secs(1)), ..Budget::default() };
        let mut meter = Meter::start(&budget, &stop);
        for _ in 0..10_000 {
            clock::pass(Duration::from_nanos(100));
            assert!(!meter.tick());
        }
        assert_eq!(meter.distance, MOST_WORK);
        let mut late = 0;
        while !meter.is_over() {
            clock::pass(Duration::from_millis(1));
            late += 1;
            meter.tick();
        }
        assert!((999..=999 + MOST_WORK).contains(&late), "{late} units of a millisecond");
        assert_eq!(meter.distance, 1);
    }
}
