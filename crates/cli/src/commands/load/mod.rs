//! `selforge load`: how many games this machine can serve, with proof that none was harmed.
//!
//! A server of this very program is started in a process of its own on loopback, with a folder that
//! is thrown away afterwards. Two clients a game, each with a cookie and a WebSocket of its own, play
//! random legal moves, all games at the same time, until the games are over; when the time is up,
//! whoever is to move resigns. The server is then killed and started again, so that what it answers
//! comes from disk, and every game is compared, event by event, with what both of its clients heard,
//! and its record replayed by the rules.
//!
//! With `--kills` the server is also killed in the middle; the clients come back by themselves and
//! the comparison is the same. The target is always our own server: this is no tool against others.

mod client;
mod http;
mod process;
mod verify;

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tokio::sync::{Barrier, Notify};

use crate::error::CliError;
use crate::output::Output;
use client::{Client, Story};
use process::Process;

/// Requests that are under way at the same time while games are made and looked at.
const REQUESTS: usize = 8;

/// How long games may take to end after the time is up, however slow the machine.
const GRACE: Duration = Duration::from_secs(120);

/// Plays many games at once against a server of its own.
#[derive(Args, Debug)]
#[command(after_help = "\
The figures are those of server and clients together on this machine. Build with --release.

Examples:
  selforge load                                1,000 games at once, a move a second in each
  selforge load --games 200 --pace 0           as fast as it goes
  selforge load --games 100 --kills 2 --json   with the server killed twice on the way")]
pub(crate) struct Load {
    /// Games at the same time, two clients each
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    games: u32,
    /// After so long, whoever is to move resigns
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    seconds: u64,
    /// How long a client thinks about a move in the mean, in milliseconds; 0 for not at all
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(0..=600_000))]
    pace: u32,
    /// The game
    #[arg(long, value_name = "SPEC", default_value = "selfo board=hexhex-4 plies=40")]
    game: String,
    /// How often the server is killed on the way, as by kill -9, and started again
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=20))]
    kills: u32,
    /// The seed of all choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What the clients of a run share.
struct Shared {
    /// When whoever is to move resigns.
    end: Instant,
    pace: Duration,
    seed: u64,
    /// All sockets are open before the first move is made.
    start: Barrier,
    moves: AtomicU64,
    /// Told at every move, for whoever counts them.
    moved: Notify,
    refusals: AtomicU64,
    reconnections: AtomicU64,
    /// Raised when a client has found something wrong: the others need not go on.
    stop: AtomicBool,
    /// From a move's sending to its arrival at the opponent.
    delays: Mutex<Vec<Duration>>,
}

impl Shared {
    fn count(counter: &AtomicU64) -> u64 {
        counter.load(Ordering::Relaxed)
    }

    fn note_delay(&self, delay: Duration) {
        self.delays.lock().unwrap_or_else(PoisonError::into_inner).push(delay);
    }
}

/// What a run gave.
struct Report {
    games: u32,
    moves: u64,
    events: usize,
    kills: u32,
    refusals: u64,
    reconnections: u64,
    making: Duration,
    playing: Duration,
    delays: Vec<Duration>,
}

impl Load {
    /// Plays, compares and tells.
    ///
    /// # Errors
    /// If the server cannot be run, or a game is not as its clients have seen it.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        // A game has two sockets here and two in the server.
        let _ = rlimit::increase_nofile_limit(rlimit::INFINITY);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let report = runtime.block_on(self.play())?;
        // Whatever is still under way is of no interest.
        runtime.shutdown_background();
        if self.json {
            return Ok(out.json(&report.to_json())?);
        }
        Ok(report.write(out)?)
    }

    async fn play(&self) -> Result<Report, CliError> {
        let folder = tempfile::tempdir()?;
        let mut server = Process::start(folder.path().to_path_buf(), 0).await?;
        let host = server.host().to_owned();
        let begun = Instant::now();
        let made = stream::iter(0..self.games)
            .map(|_| client::make_game(&host, &self.game))
            .buffer_unordered(REQUESTS)
            .collect::<Vec<_>>()
            .await;
        let games = made.into_iter().collect::<Result<Vec<_>, _>>().map_err(CliError::Refused)?;
        let making = begun.elapsed();

        let begun = Instant::now();
        let end = begun + Duration::from_secs(self.seconds);
        let shared = Arc::new(Shared {
            end,
            pace: Duration::from_millis(u64::from(self.pace)),
            seed: self.seed,
            start: Barrier::new(2 * games.len()),
            moves: AtomicU64::new(0),
            moved: Notify::new(),
            refusals: AtomicU64::new(0),
            reconnections: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            delays: Mutex::new(Vec::new()),
        });
        let mut clients = Vec::new();
        for (number, game) in (0..).zip(&games) {
            let sent = Arc::default();
            for seat in ['A', 'B'] {
                let client = Client::new(game, seat, number, &sent, &shared);
                clients.push(tokio::spawn(client.play()));
            }
        }
        for _ in 0..self.kills {
            // Far enough from each other that every game has gone on meanwhile, in the mean.
            wait_for_moves(&shared, games.len() as u64 * 3).await;
            server = server.restart().await?;
        }
        let all = async {
            let mut stories = Vec::new();
            for client in clients {
                let story = client.await.map_err(|error| error.to_string())?;
                stories.push(story.inspect_err(|_| shared.stop.store(true, Ordering::Relaxed))?);
            }
            Ok::<Vec<Story>, String>(stories)
        };
        let patience = end.saturating_duration_since(Instant::now()) + GRACE;
        let stories = tokio::time::timeout(patience, all).await;
        let stories = stories.unwrap_or_else(|_| Err("the games do not end".to_owned()));
        let stories = stories.map_err(CliError::Refused)?;
        let playing = begun.elapsed();

        // Killed once more: what is compared now comes from disk.
        let server = server.restart().await?;
        let pairs = games.iter().zip(stories.chunks(2));
        let compared = stream::iter(pairs)
            .map(|(game, stories)| verify::compare(&host, game, stories))
            .buffer_unordered(REQUESTS)
            .collect::<Vec<_>>()
            .await;
        let events = compared.into_iter().sum::<Result<usize, _>>().map_err(CliError::Refused)?;
        drop(server);
        let mut delays =
            std::mem::take(&mut *shared.delays.lock().unwrap_or_else(PoisonError::into_inner));
        delays.sort_unstable();
        Ok(Report {
            games: self.games,
            moves: Shared::count(&shared.moves),
            events,
            kills: self.kills,
            refusals: Shared::count(&shared.refusals),
            reconnections: Shared::count(&shared.reconnections),
            making,
            playing,
            delays,
        })
    }
}

/// Waits until so many more moves were made, or the time is up.
async fn wait_for_moves(shared: &Shared, more: u64) {
    let goal = Shared::count(&shared.moves) + more;
    let reached = async {
        while Shared::count(&shared.moves) < goal {
            shared.moved.notified().await;
        }
    };
    let _ = tokio::time::timeout_at(shared.end.into(), reached).await;
}

impl Report {
    /// The delay that so many of a hundred do not exceed, in milliseconds.
    fn delay(&self, percent: usize) -> f64 {
        let last = self.delays.len().saturating_sub(1);
        let delay = self.delays.get(last * percent / 100).copied().unwrap_or_default();
        delay.as_secs_f64() * 1e3
    }

    fn moves_per_second(&self) -> f64 {
        self.moves as f64 / self.playing.as_secs_f64()
    }

    fn to_json(&self) -> Value {
        json!({
            "games": self.games,
            "moves": self.moves,
            "events": self.events,
            "verified": true,
            "kills": self.kills,
            "refusals": self.refusals,
            "reconnections": self.reconnections,
            "making_seconds": self.making.as_secs_f64(),
            "playing_seconds": self.playing.as_secs_f64(),
            "moves_per_second": self.moves_per_second(),
            "move_to_opponent_ms": {
                "count": self.delays.len(),
                "p50": self.delay(50),
                "p99": self.delay(99),
                "max": self.delay(100),
            },
        })
    }

    fn write(&self, out: &mut Output<'_>) -> std::io::Result<()> {
        let Report { games, moves, events, kills, refusals, reconnections, .. } = self;
        let (making, playing) = (self.making.as_secs_f64(), self.playing.as_secs_f64());
        writeln!(out, "{games} games at the same time, made in {making:.1} s")?;
        let rate = self.moves_per_second();
        writeln!(out, "{moves} moves in {playing:.1} s, {rate:.0} a second")?;
        let [p50, p99, max] = [50, 99, 100].map(|percent| self.delay(percent));
        writeln!(out, "move to opponent: p50 {p50:.1} ms, p99 {p99:.1} ms, max {max:.1} ms")?;
        writeln!(
            out,
            "{kills} kills on the way, {reconnections} reconnections, {refusals} refusals"
        )?;
        writeln!(out, "all {events} events of all games are stored as both players saw them")
    }
}
