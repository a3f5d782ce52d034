//! How much a client may ask for.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// All limits in one place.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest body of a request, in bytes. A spec with a whole board fits.
    pub body_bytes: usize,
    /// The longest message over a WebSocket, in bytes.
    pub message_bytes: usize,
    /// Requests that a network may send in a second over a long time; files of pages do not count.
    pub requests_per_second: u32,
    /// Messages that a WebSocket may send in a second over a long time.
    pub messages_per_second: u32,
    /// Whole games that a WebSocket is told in a second over a long time.
    pub states_per_second: u32,
    /// WebSockets that a network may have open.
    pub sockets_per_address: usize,
    /// Connections that a network may have open.
    pub connections_per_address: usize,
    /// Games that an account may keep, and the guests of a network together ten times as many.
    pub games_per_client: i64,
    /// Those of them that wait for somebody; of the guests of a network twice as many.
    pub waiting_per_client: i64,
    /// What an account may fill with games and notes, in mebibytes, and the guests of a network
    /// together four times that.
    pub megabytes_per_client: i64,
    /// Rule files that an account may keep, and the guests of a network together four times as many.
    pub rule_files_per_client: i64,
    /// Games of guests that nobody touched for so many days are removed; if none is said, ninety on a
    /// public server, and never on one for this machine alone.
    pub guest_days: Option<u32>,
    /// Passwords that a network may set in a minute over a long time, as for new accounts.
    pub passwords_per_minute: u32,
    /// What the first wrong password costs in time; every further one costs more.
    pub password_delay: Duration,
    /// Rated games that an account may begin in a day.
    pub rated_per_day: i64,
    /// Rated games that two accounts may begin against each other in a day.
    pub rated_per_pair: i64,
    /// API tokens of an account.
    pub tokens_per_account: usize,
    /// Games in memory at the same time.
    pub live_games: usize,
    /// What they may take together, in mebibytes, about.
    pub live_megabytes: usize,
    /// Engines' players that are kept between their moves, with what they remember.
    pub idle_engines: usize,
    /// Events of one game.
    pub events_per_game: u32,
    /// Cells of a board.
    pub cells: usize,
    /// The most that an engine thinks about a move, whatever its spec says.
    pub engine_time: Duration,
    /// How long an engine thinks undisturbed while the engines of others wait for its slot.
    pub engine_share: Duration,
    /// Threads of one engine.
    pub engine_threads: u64,
    /// Memory of one engine's table, in mebibytes.
    pub engine_hash: u64,
    /// Engines that think at the same time.
    pub engines: usize,
    /// Engines that think at the same time for people who look at games, besides those that play.
    pub analyses: usize,
    /// How long such an engine thinks about a position at most.
    pub analysis_time: Duration,
    /// How long a game of the workshop is measured at most.
    pub measure_time: Duration,
    /// Moves of a line that somebody looks at.
    pub moves: usize,
    /// The longest notes on a game, in bytes.
    pub notes_bytes: usize,
    /// The longest record that can be brought here, in bytes.
    pub record_bytes: usize,
    /// The longest rule file that can be brought here, packed with its pictures, in bytes.
    pub rule_file_bytes: usize,
    /// How long the head of a request may take, and how long a connection may wait for the next one.
    pub head_time: Duration,
    /// How long the body of a request may take.
    pub body_time: Duration,
    /// How long a client may take to read any of what it is sent.
    pub write_time: Duration,
    /// How often clients of WebSockets are asked whether they are there; who has said nothing until the
    /// next time is not.
    pub ping_time: Duration,
    /// How long an offer in the lobby outlives the last sign of whoever made it.
    pub offer_time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            body_bytes: 64 * 1024,
            message_bytes: 4 * 1024,
            requests_per_second: 100,
            messages_per_second: 20,
            states_per_second: 2,
            sockets_per_address: 256,
            connections_per_address: 1_024,
            games_per_client: 1_000,
            waiting_per_client: 20,
            megabytes_per_client: 64,
            rule_files_per_client: 50,
            guest_days: None,
            passwords_per_minute: 12,
            password_delay: Duration::from_millis(250),
            rated_per_day: 100,
            rated_per_pair: 20,
            tokens_per_account: 20,
            live_games: 50_000,
            live_megabytes: 1_024,
            idle_engines: 64,
            events_per_game: 20_000,
            cells: 1_000,
            engine_time: Duration::from_secs(20),
            engine_share: Duration::from_secs(3),
            engine_threads: 1,
            engine_hash: 64,
            // One core stays free for everyone who only moves pieces.
            engines: cores.saturating_sub(1).max(1),
            analyses: (cores / 2).max(1),
            analysis_time: Duration::from_millis(1_500),
            measure_time: Duration::from_secs(90),
            moves: 5_000,
            notes_bytes: 256 * 1024,
            record_bytes: 1024 * 1024,
            rule_file_bytes: 4 * 1024 * 1024,
            head_time: Duration::from_secs(20),
            body_time: Duration::from_secs(30),
            write_time: Duration::from_secs(30),
            ping_time: Duration::from_secs(20),
            offer_time: Duration::from_secs(120),
        }
    }
}

/// Why a limit was not changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LimitError {
    /// There is no such limit.
    #[error("there is no limit '{0}'; expected one of {known}", known = NAMES.join(", "))]
    Unknown(String),
    /// Not a number.
    #[error("'{0}' is no limit; expected NAME=NUMBER with a number from 1 to 1000000000")]
    NoNumber(String),
}

/// The limits that whoever runs the server may change.
const NAMES: &[&str] = &[
    "requests-per-second",
    "messages-per-second",
    "sockets-per-address",
    "connections-per-address",
    "games-per-client",
    "waiting-per-client",
    "megabytes-per-client",
    "rule-files-per-client",
    "guest-days",
    "passwords-per-minute",
    "password-delay-ms",
    "rated-per-day",
    "rated-per-pair",
    "live-games",
    "live-megabytes",
    "idle-engines",
    "events-per-game",
    "engines",
];

impl Limits {
    /// Changes one limit, given as `name=number`: in a load test, say, all clients come from one
    /// address.
    ///
    /// # Errors
    /// If there is no such limit, or the number is none.
    pub fn change(&mut self, text: &str) -> Result<(), LimitError> {
        let wrong = || LimitError::NoNumber(text.to_owned());
        let (name, number) = text.split_once('=').ok_or_else(wrong)?;
        let number: u32 = number.parse().map_err(|_| wrong())?;
        if !(1..=1_000_000_000).contains(&number) {
            return Err(wrong());
        }
        match name {
            "requests-per-second" => self.requests_per_second = number,
            "messages-per-second" => self.messages_per_second = number,
            "sockets-per-address" => self.sockets_per_address = number as usize,
            "connections-per-address" => self.connections_per_address = number as usize,
            "megabytes-per-client" => self.megabytes_per_client = i64::from(number),
            "rule-files-per-client" => self.rule_files_per_client = i64::from(number),
            "guest-days" => self.guest_days = Some(number),
            "password-delay-ms" => self.password_delay = Duration::from_millis(number.into()),
            "rated-per-day" => self.rated_per_day = i64::from(number),
            "rated-per-pair" => self.rated_per_pair = i64::from(number),
            "games-per-client" => self.games_per_client = i64::from(number),
            "waiting-per-client" => self.waiting_per_client = i64::from(number),
            "passwords-per-minute" => self.passwords_per_minute = number,
            "live-games" => self.live_games = number as usize,
            "live-megabytes" => self.live_megabytes = number as usize,
            "idle-engines" => self.idle_engines = number as usize,
            "events-per-game" => self.events_per_game = number,
            "engines" => self.engines = number as usize,
            _ => return Err(LimitError::Unknown(name.to_owned())),
        }
        Ok(())
    }
}

/// A bucket of tokens that fills by the second and is emptied by asking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    tokens: f64,
    per_second: f64,
    most: f64,
    filled: Instant,
    /// Tokens taken that other nodes have not been told of.
    untold: u32,
}

/// How many seconds' worth of tokens a bucket holds.
const BURST: f64 = 4.0;

impl Bucket {
    /// A full bucket.
    pub(crate) fn new(per_second: u32, now: Instant) -> Bucket {
        let per_second = f64::from(per_second);
        Bucket {
            tokens: per_second * BURST,
            per_second,
            most: per_second * BURST,
            filled: now,
            untold: 0,
        }
    }

    /// A full bucket that holds a minute's worth.
    fn by_minute(per_minute: u32, now: Instant) -> Bucket {
        let most = f64::from(per_minute);
        Bucket { tokens: most, per_second: most / 60.0, most, filled: now, untold: 0 }
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.fill(now);
        let allowed = self.tokens >= 1.0;
        if allowed {
            self.tokens -= 1.0;
            self.untold = self.untold.saturating_add(1);
        }
        allowed
    }

    /// Takes as many tokens as were taken at another node, also those that are yet to come: else
    /// every node would give all that it gets between two messages.
    fn take_along(&mut self, count: u32, now: Instant) {
        self.fill(now);
        self.tokens = (self.tokens - f64::from(count)).max(-self.most);
    }

    fn fill(&mut self, now: Instant) {
        let elapsed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + elapsed * self.per_second).min(self.most);
        self.filled = now;
    }

    fn is_full(&self, now: Instant) -> bool {
        let elapsed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens + elapsed * self.per_second >= self.most
    }
}

/// A bucket for everyone who asks: by address, or by the name they try.
#[derive(Debug)]
pub(crate) struct Buckets<K>(Mutex<HashMap<K, Bucket>>);

impl<K> Default for Buckets<K> {
    fn default() -> Buckets<K> {
        Buckets(Mutex::default())
    }
}

/// Full buckets are thrown away when there are more than this.
const TIDY_AT: usize = 4_096;

impl<K: Eq + Hash> Buckets<K> {
    /// Takes a token of a bucket that fills by the second.
    pub(crate) fn take(&self, key: K, per_second: u32) -> bool {
        self.take_from(key, |now| Bucket::new(per_second, now))
    }

    /// Takes a token of a bucket that fills by the minute.
    pub(crate) fn take_by_minute(&self, key: K, per_minute: u32) -> bool {
        self.take_from(key, |now| Bucket::by_minute(per_minute, now))
    }

    fn take_from(&self, key: K, full: impl FnOnce(Instant) -> Bucket) -> bool {
        self.with(key, full, Bucket::take)
    }

    /// Takes what somebody has taken at another node from a bucket that fills by the second.
    pub(crate) fn take_along(&self, key: K, count: u32, per_second: u32) {
        self.with(key, |now| Bucket::new(per_second, now), |it, now| it.take_along(count, now));
    }

    /// Who has taken at least `least` tokens that other nodes do not know of, and how many; now they are told.
    /// At most [`TOLD`] at once, who have taken the most: what the others take adds up until they are among them.
    pub(crate) fn tell_taken(&self, least: u32) -> Vec<(K, u32)>
    where
        K: Copy,
    {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let untold = buckets.iter().filter(|(_, bucket)| bucket.untold >= least);
        let told = the_most(untold.map(|(&key, bucket)| (key, bucket.untold)).collect());
        for (key, _) in &told {
            if let Some(bucket) = buckets.get_mut(key) {
                bucket.untold = 0;
            }
        }
        told
    }

    /// What was taken until now is told to nobody: it was long ago, and nobody was there to hear it.
    pub(crate) fn forget_untold(&self) {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.values_mut().for_each(|bucket| bucket.untold = 0);
    }

    fn with<T>(
        &self,
        key: K,
        full: impl FnOnce(Instant) -> Bucket,
        change: impl FnOnce(&mut Bucket, Instant) -> T,
    ) -> T {
        let now = Instant::now();
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > TIDY_AT {
            buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        change(buckets.entry(key).or_insert_with(|| full(now)), now)
    }
}

/// The most that other nodes are told of at once.
const TOLD: usize = 1_000;

/// Those that have the most, if there are more than can be told: the first ones of a map would be the same
/// each time, and the others never told.
fn the_most<K, N: Ord + Copy>(mut counts: Vec<(K, N)>) -> Vec<(K, N)> {
    if counts.len() > TOLD {
        counts.select_nth_unstable_by_key(TOLD, |&(_, count)| Reverse(count));
        counts.truncate(TOLD);
    }
    counts
}

/// How many connections or WebSockets each network has open.
#[derive(Debug, Default)]
pub(crate) struct OpenByNetwork(Mutex<HashMap<IpAddr, usize>>);

impl OpenByNetwork {
    /// Counts one more, unless there are `most`.
    pub(crate) fn open(&self, address: IpAddr, most: usize) -> bool {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.get(&address).copied().unwrap_or(0);
        let allowed = count < most;
        if allowed {
            open.insert(address, count + 1);
        }
        allowed
    }

    /// The networks that have at least `least` open, and how many; at most [`TOLD`], those with the most.
    pub(crate) fn of_many(&self, least: usize) -> Vec<(IpAddr, usize)> {
        let open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let many = open.iter().filter(|(_, count)| **count >= least);
        the_most(many.map(|(&network, &count)| (network, count)).collect())
    }

    /// How many are open, of all networks.
    pub(crate) fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }

    /// Counts one less.
    pub(crate) fn close(&self, address: IpAddr) {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_its_burst_and_then_fills_by_the_second() {
        let start = Instant::now();
        let mut bucket = Bucket::new(2, start);
        let given = (0..20).filter(|_| bucket.take(start)).count();
        assert_eq!(given, 8);
        assert!(!bucket.take(start + Duration::from_millis(400)));
        assert!(bucket.take(start + Duration::from_millis(600)));
        assert!(!bucket.take(start + Duration::from_millis(600)));
    }

    #[test]
    fn nodes_that_tell_each_other_give_together_what_one_may_give() {
        let (mut nodes, start) = ([Bucket::new(10, Instant::now()); 3], Instant::now());
        let mut given = 0;
        // Thirty seconds in which each node is asked more than it gives, and tells it three times a second.
        for beat in 0..90 {
            let now = start + Duration::from_millis(beat * 333);
            for node in &mut nodes {
                given += (0..100).filter(|_| node.take(now)).count();
            }
            for from in 0..3 {
                let told = std::mem::take(&mut nodes[from].untold);
                (0..3).filter(|&to| to != from).for_each(|to| nodes[to].take_along(told, now));
            }
        }
        // Before they hear of each other for the first time each gives its burst of 40.
        assert!((300..=420).contains(&given), "{given}");
    }

    #[test]
    fn what_was_taken_while_nobody_could_hear_of_it_is_not_told_later() {
        let buckets: Buckets<u8> = Buckets::default();
        (0..9).for_each(|_| assert!(buckets.take(1, 100)));
        buckets.forget_untold();
        assert_eq!(buckets.tell_taken(1), []);
        assert!(buckets.take(1, 100));
        assert_eq!(buckets.tell_taken(1), [(1, 1)], "what is taken from then on is told");
    }

    #[test]
    fn of_more_networks_than_can_be_told_those_with_the_most_are() {
        let network = |number: usize| {
            let number = u32::try_from(number).unwrap();
            IpAddr::from(number.to_be_bytes())
        };
        let (sockets, buckets) = (OpenByNetwork::default(), Buckets::default());
        for number in 0..2 * TOLD {
            let count = if number % 2 == 0 { 1 } else { 2 };
            for _ in 0..count {
                assert!(sockets.open(network(number), 9) && buckets.take(network(number), 10));
            }
        }
        let odd: Vec<IpAddr> = (0..TOLD).map(|number| network(2 * number + 1)).collect();
        let told = |mut told: Vec<(IpAddr, usize)>| {
            told.sort_unstable();
            told
        };
        let twice: Vec<(IpAddr, usize)> = odd.iter().map(|&network| (network, 2)).collect();
        assert_eq!(told(sockets.of_many(1)), told(twice));
        let taken = |told: Vec<(IpAddr, u32)>| told.into_iter().map(|(_, count)| count).sum();
        let sums: [u32; 3] = std::array::from_fn(|_| taken(buckets.tell_taken(1)));
        assert_eq!(sums, [2_000, 1_000, 0], "the others are told the next time");
    }

    #[test]
    fn every_named_limit_can_be_changed_and_no_other() {
        let mut limits = Limits::default();
        for name in NAMES {
            assert_eq!(limits.change(&format!("{name}=77")), Ok(()));
        }
        assert_eq!((limits.sockets_per_address, limits.games_per_client), (77, 77));
        for text in ["sockets-per-address", "engines=0", "engines=-1", "engines=9999999999"] {
            assert_eq!(limits.change(text), Err(LimitError::NoNumber(text.to_owned())));
        }
        assert_eq!(limits.change("cells=1"), Err(LimitError::Unknown("cells".to_owned())));
    }

    #[test]
    fn an_address_has_no_more_sockets_than_allowed() {
        let (sockets, address) = (OpenByNetwork::default(), IpAddr::from([127, 0, 0, 1]));
        assert!(sockets.open(address, 2) && sockets.open(address, 2) && !sockets.open(address, 2));
        sockets.close(address);
        assert!(sockets.open(address, 2));
    }
}
