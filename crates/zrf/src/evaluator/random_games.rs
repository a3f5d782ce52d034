//! What random games tell of a game whose goals tell nothing: where pieces stand in games that were won, and when
//! having more of them helps.
//!
//! The games are the same every time, and how many there are is decided by the instructions that they take, never by
//! a clock: the same file always gives the same player.

use selforge_core::{Game, Outcome, Stream};

use crate::game::{Move, Zrf};
use crate::moves::with_scratch;
use crate::position::{Position, Verdict};

/// What all games may cost, about an instruction each: some thirtieth of a second.
const MOST_WORK: u64 = 5_000_000;
/// The most games, and the most moves of one.
const MOST_GAMES: u64 = 400;
const MOST_PLIES: usize = 1_000;
/// Tables larger than this are not made.
const MOST_ENTRIES: usize = 1 << 19;
/// How many games that say nothing are added to those that were played, so that few count little.
const DOUBT: i64 = 6;
/// A whole presence, or a certain win, in the integers of the sums.
const WHOLE: i64 = 256;

/// Into so many parts is a game divided, by how full the board is.
pub(super) const PHASES: usize = 8;

/// What was learned.
#[derive(Debug)]
pub(super) struct Learned {
    /// How good a place is for each word of a cell and each position, from -256 (lost for certain) to 256.
    pub(super) squares: Vec<i32>,
    /// Whether the side with more pieces wins, on the same scale, by how full the board is.
    pub(super) phases: [i32; PHASES],
}

/// How far a board is filled, as a number below [`PHASES`].
#[inline]
pub(super) fn phase(cells: &[u16]) -> usize {
    let filled = cells.iter().filter(|kind| **kind != 0).count();
    filled * PHASES / (cells.len() + 1)
}

/// The sums over all games.
struct Sums {
    /// By word and position: how long a piece stood there, and how that went for its owner.
    stood: Vec<i64>,
    went: Vec<i64>,
    /// Who won how much in all, by seat.
    results: Vec<i64>,
    games: i64,
    /// By phase: how often somebody had more pieces, and how that went.
    ahead: [i64; PHASES],
    won: [i64; PHASES],
}

/// One game: what stood where in how many of its positions, and by how much the first seat was ahead.
#[derive(Default)]
struct Played {
    stood: Vec<u32>,
    seen: Vec<u32>,
    positions: u32,
    ahead: Vec<(usize, i64)>,
}

/// Plays games and gives what they tell; nothing if none comes to an end within the limits.
pub(super) fn learn(game: &Zrf, kinds: usize) -> Option<Learned> {
    let sites = game.rules().sites.len();
    if kinds * sites > MOST_ENTRIES {
        return None;
    }
    let mut sums = Sums {
        stood: vec![0; kinds * sites],
        went: vec![0; kinds * sites],
        results: vec![0; usize::from(game.seats())],
        games: 0,
        ahead: [0; PHASES],
        won: [0; PHASES],
    };
    let mut played = Played { stood: vec![0; kinds * sites], ..Played::default() };
    let mut work = 0;
    for number in 0..MOST_GAMES {
        let outcome = play(game, number, &mut work, &mut played);
        if let Some(outcome) = outcome {
            sums.add(game, &played, &outcome);
        }
        played.clear();
        if work > MOST_WORK {
            break;
        }
    }
    (sums.games > 0).then(|| sums.learned(game, sites))
}

/// Plays one game at random. Gives how it ended, if it did.
fn play(game: &Zrf, number: u64, work: &mut u64, played: &mut Played) -> Option<Outcome> {
    let rules = game.rules();
    let mut stream = Stream::new(0, "random games", number);
    // The start of the file: what is learned does not depend on the dice of the game at hand. Those who move at
    // random by the rules are players like all others here.
    let mut state = game.bare_start();
    let mut keys = Vec::new();
    for _ in 0..MOST_PLIES {
        if state.verdict != Verdict::Open {
            return game.ended(&state);
        }
        let is_chance = rules.players[usize::from(rules.turn_of(&state).player)].is_random;
        if !is_chance {
            let key = game.repetition_key(&state);
            keys.push(key);
            if keys.iter().filter(|known| **known == key).count() > 2 {
                return game.repetition_outcome(&state);
            }
            played.note(game, &state);
        }
        let chosen = with_scratch(|scratch| {
            rules.generate(&state, scratch);
            let others = scratch.found.len();
            *work += 50 + 3 * (scratch.spent() + others as u64 + rules.sites.len() as u64);
            let may_pass = rules.may_pass(&state, others, scratch) || is_chance && others == 0;
            let count = others + usize::from(may_pass);
            let number = (count > 0).then(|| stream.below(count as u32) as usize)?;
            Some(scratch.found.get(number).map_or(Move::PASS, |found| Move(found.code)))
        });
        rules.play_alone(&mut state, chosen?);
        if *work > MOST_WORK {
            return None;
        }
    }
    None
}

impl Played {
    /// Notes what stands where.
    fn note(&mut self, game: &Zrf, state: &Position) {
        let rules = game.rules();
        let cells = &state.words[..rules.sites.len()];
        let mut lead = 0;
        for (site, &kind) in cells.iter().enumerate().filter(|(_, kind)| **kind != 0) {
            match rules.players[usize::from(rules.owner(kind))].seat {
                Some(0) => lead += 1,
                Some(_) => lead -= 1,
                None => continue,
            }
            let at = usize::from(kind) * cells.len() + site;
            if self.stood[at] == 0 {
                self.seen.push(at as u32);
            }
            self.stood[at] += 1;
        }
        self.positions += 1;
        self.ahead.push((phase(cells), i64::signum(lead)));
    }

    fn clear(&mut self) {
        for at in self.seen.drain(..) {
            self.stood[at as usize] = 0;
        }
        self.positions = 0;
        self.ahead.clear();
    }
}

impl Sums {
    fn add(&mut self, game: &Zrf, played: &Played, outcome: &Outcome) {
        let rules = game.rules();
        let sites = rules.sites.len();
        let result = |seat: usize| match outcome.winner() {
            Some(winner) if winner.index() == seat => 1,
            Some(_) => -1,
            None => 0,
        };
        self.games += 1;
        self.results.iter_mut().enumerate().for_each(|(seat, sum)| *sum += result(seat));
        for &at in &played.seen {
            let at = at as usize;
            let owner = rules.owner((at / sites) as u16);
            let seat = rules.players[usize::from(owner)].seat.unwrap_or_default();
            let share = i64::from(played.stood[at]) * WHOLE / i64::from(played.positions.max(1));
            self.stood[at] += share;
            self.went[at] += share * result(usize::from(seat));
        }
        for &(phase, lead) in &played.ahead {
            self.ahead[phase] += lead.abs();
            self.won[phase] += lead * result(0);
        }
    }

    fn learned(&self, game: &Zrf, sites: usize) -> Learned {
        let rules = game.rules();
        let usual: Vec<i64> =
            self.results.iter().map(|result| result * WHOLE / self.games).collect();
        let square = |at: usize| {
            if self.stood[at] == 0 {
                return 0;
            }
            let owner = rules.owner((at / sites) as u16);
            let seat = rules.players[usize::from(owner)].seat.unwrap_or_default();
            let above = self.went[at] * WHOLE - usual[usize::from(seat)] * self.stood[at];
            (above / (self.stood[at] + DOUBT * WHOLE)) as i32
        };
        let mut phases = [0; PHASES];
        for (phase, found) in phases.iter_mut().enumerate() {
            let doubt = 8 * DOUBT;
            *found = (self.won[phase] * WHOLE / (self.ahead[phase] + doubt)) as i32;
        }
        Learned { squares: (0..self.stood.len()).map(square).collect(), phases }
    }
}
