//! `selforge load`: how many games this machine can serve, with proof that none was harmed.
//!
//! A server of this very program is started in a process of its own on loopback, with a folder that
//! is thrown away afterwards. Two clients a game, each with a cookie and a WebSocket of its own (or one
//! for both seats, as when two people sit at one screen), play random legal moves, all games at the same time, until the games are over; when the time is up,
//! whoever is to move resigns. The server is then killed and started again, so that what it answers
//! comes from disk, and every game is compared, event by event, with what its clients heard,
//! and its record replayed by the rules.
//!
//! With `--abuse` somebody else asks for much at the same time, from another address and by the usual
//! limits, and the figures are those of the honest games beside it.
//!
//! With `--kills` the server is also killed in the middle; the clients come back by themselves and
//! the comparison is the same. The target is always our own server: this is no tool against others.
//!
//! With `--nodes` there are several servers on one database and one bus. The players of a game begin at
//! different ones, one of them after the other is killed, and whoever finds none goes to the next. Other
//! things are disturbed by commands (`--disturb`), such as one that starts the bus anew.

mod abuse;
mod client;
mod http;
mod process;
mod verify;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use futures_util::future::try_join_all;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tokio::sync::{Barrier, Notify, Semaphore};
use tokio::task::JoinHandle;

use crate::error::CliError;
use crate::output::Output;
use crate::place::Secret;
use abuse::Abuse;
use client::{Client, Company, Made, Story};
use http::Hosts;
use process::{Process, Settings};

/// Requests that are under way at the same time while games are made and looked at.
const REQUESTS: usize = 8;

/// Games that one address may play by the usual limits.
const USUAL_GAMES: u32 = 20;

/// Sockets that are opened at the same time.
const CONNECTING: usize = 64;

/// How long thousands of clients on this machine take to hear of each other: it is no delay of moves.
const SETTLING: Duration = Duration::from_secs(3);

/// Open files beside the sockets of games.
const SPARE_FILES: u64 = 256;

/// How long games may take to end after the time is up, however slow the machine.
const GRACE: Duration = Duration::from_secs(120);

/// Plays many games at once against a server of its own.
#[derive(Args, Debug)]
#[command(after_help = "\
The figures are those of server and clients together on this machine. Build with --release.

Examples:
  selforge load                                1,000 games at once, a move a second in each
  selforge load --games 200 --pace 0           as fast as it goes
  selforge load --games 100 --kills 2 --json   with the server killed twice on the way
  selforge load --games 20 --abuse junk        while somebody else sends it nonsense
  selforge load --nodes 3 --database @FILE --bus nats://localhost --kills 3
                                               three servers that share a database and a bus

With --database the games are made in that database and stay there: give one that is empty.")]
pub(crate) struct Load {
    /// Games at the same time, two clients each if not said otherwise
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    games: u32,
    /// Of these, so many are played by two people at one screen: one client has both seats
    #[arg(long, value_name = "N", default_value_t = 0)]
    together: u32,
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
    /// How many servers there are; several need a database and a bus
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=9))]
    nodes: u32,
    /// A PostgreSQL database for the games, instead of a file that is thrown away
    #[arg(long, value_name = "URL")]
    database: Option<Secret>,
    /// A NATS server between the nodes
    #[arg(long, value_name = "URL", requires = "database")]
    bus: Option<Secret>,
    /// A command of the shell to run on the way, after all kills; may be given several times
    #[arg(long, value_name = "COMMAND")]
    disturb: Vec<String>,
    /// Another game follows each that is over, until the time is up
    #[arg(long)]
    again: bool,
    /// What somebody else does to the server meanwhile, from another address
    #[arg(long, value_name = "KIND")]
    abuse: Option<Abuse>,
    /// Fail if of a hundred moves one takes longer to its opponent than this
    #[arg(long, value_name = "MS")]
    most_p99: Option<u32>,
    /// The seed of all choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What the clients of a run share.
struct Shared {
    hosts: Hosts,
    game: String,
    /// When whoever is to move resigns, once all sockets are open.
    end: OnceLock<Instant>,
    seconds: Duration,
    pace: Duration,
    seed: u64,
    /// All sockets are open before the first move is made.
    start: Barrier,
    /// Whether a game that is over is followed by another.
    again: bool,
    connecting: Semaphore,
    /// How many games were made.
    made: AtomicU64,
    moves: AtomicU64,
    /// Told at every move, for whoever counts them.
    moved: Notify,
    refusals: AtomicU64,
    reconnections: AtomicU64,
    /// Raised when a client has found something wrong: the others need not go on.
    stop: AtomicBool,
    /// From a move's sending to its arrival at the opponent, and when it arrived.
    delays: Mutex<Vec<(Duration, Instant)>>,
}

impl Shared {
    fn count(counter: &AtomicU64) -> u64 {
        counter.load(Ordering::Relaxed)
    }

    fn note_delay(&self, sent: Instant, arrived: Instant) {
        let mut delays = self.delays.lock().unwrap_or_else(PoisonError::into_inner);
        delays.push((arrived - sent, arrived));
    }

    /// Waits until all sockets are open; once all have heard of each other, the time runs.
    async fn wait_for_all(&self) {
        self.start.wait().await;
        self.end.get_or_init(|| Instant::now() + SETTLING + self.seconds);
    }

    /// When the time begins to run, once all sockets are open.
    fn begin(&self) -> Instant {
        self.end() - self.seconds
    }

    /// When whoever is to move resigns; later than any move before all sockets are open.
    fn end(&self) -> Instant {
        self.end.get().copied().unwrap_or_else(|| Instant::now() + self.seconds)
    }
}

/// A game with what its players have seen of it.
type Played = (Made, Vec<Story>);

/// Plays a game to its end, and others after it if the run goes on.
async fn play_on(shared: Arc<Shared>, mut made: Made) -> Result<Vec<Played>, String> {
    let mut played = Vec::new();
    loop {
        let sent = Arc::default();
        let number = shared.made.fetch_add(1, Ordering::Relaxed);
        let clients = (0..made.visitors.len()).map(|at| {
            let client = Client::new(&made, at, number, &sent, &shared);
            if played.is_empty() { client.waiting() } else { client }
        });
        let wrong = |reason: &String| {
            // The others only say that they were stopped.
            if !shared.stop.swap(true, Ordering::Relaxed) {
                eprintln!("wrong: {reason}");
            }
        };
        let stories = clients.map(Client::play);
        let stories = try_join_all(stories).await.inspect_err(wrong)?;
        let company = made.company;
        played.push((made, stories));
        if !shared.again || Instant::now() >= shared.end() {
            return Ok(played);
        }
        made = client::make_game(&shared.hosts, number, &shared.game, company).await?;
    }
}

/// What a run gave.
struct Report {
    games: usize,
    moves: u64,
    events: usize,
    kills: u32,
    nodes: u32,
    refusals: u64,
    reconnections: u64,
    making: Duration,
    playing: Duration,
    delays: Vec<(Duration, Instant)>,
    /// When the time began to run.
    began: Instant,
    /// The server's memory after a quarter of the time and at the end, in mebibytes.
    memory: [Option<u64>; 2],
    /// What was done to the server meanwhile, and how many answers it gave to that.
    abuse: Option<(Abuse, u64)>,
}

impl Load {
    /// Plays, compares and tells.
    ///
    /// # Errors
    /// If the server cannot be run, nothing was played, a game is not as its clients have seen it, or
    /// moves took too long.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        if self.together > self.games {
            let (games, together) = (self.games, self.together);
            return Err(CliError::Input(format!(
                "{together} games at one screen of {games}; expected at most {games}"
            )));
        }
        if self.nodes > 1 && (self.database.is_none() || self.bus.is_none()) {
            let nodes = self.nodes;
            return Err(CliError::Input(format!(
                "{nodes} nodes share a database and a bus; give --database and --bus"
            )));
        }
        // A client has a socket here and one in the server, which inherits the limit.
        let needed = u64::from(self.clients()) + SPARE_FILES;
        let open = rlimit::increase_nofile_limit(rlimit::INFINITY).unwrap_or(needed);
        if open < needed {
            let games = self.games;
            return Err(CliError::Input(format!(
                "{games} games need {needed} open files, and the system allows {open}; \
                 raise that with 'ulimit -n {needed}', or play fewer games"
            )));
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let report = runtime.block_on(self.play())?;
        // Whatever is still under way is of no interest.
        runtime.shutdown_background();
        if self.json {
            out.json(&report.to_json())?;
        } else {
            report.write(out)?;
        }
        let (p99, most) = (report.delay(99), self.most_p99.map(f64::from));
        match most {
            Some(most) if p99 > most => {
                Err(CliError::Refused(format!("p99 is {p99:.1} ms; expected at most {most} ms")))
            }
            _ => Ok(()),
        }
    }

    async fn play(&self) -> Result<Report, CliError> {
        let folder = tempfile::tempdir()?;
        // Few games stay within the usual limits, which are part of what is tried.
        let crowded = self.games > USUAL_GAMES;
        let mut servers = self.start_nodes(folder.path(), crowded).await?;
        let hosts: Hosts = servers.iter().map(|server| server.host().to_owned()).collect();
        let abuse = match self.abuse {
            Some(kind) => Some(abuse::prepare(kind, &hosts).await.map_err(CliError::Refused)?),
            None => None,
        };
        let begun = Instant::now();
        let made = stream::iter(0..u64::from(self.games))
            .map(|number| client::make_game(&hosts, number, &self.game, self.company(number)))
            .buffer_unordered(if crowded { REQUESTS } else { 1 })
            .collect::<Vec<_>>()
            .await;
        let games = made.into_iter().collect::<Result<Vec<_>, _>>().map_err(CliError::Refused)?;
        let making = begun.elapsed();

        let shared = Arc::new(self.shared(&hosts));
        let count = games.len() as u64;
        let playing =
            games.into_iter().map(|made| tokio::spawn(play_on(Arc::clone(&shared), made)));
        let playing: Vec<JoinHandle<_>> = playing.collect();
        let abusers = abuse.map(abuse::Prepared::start);
        let begun = Instant::now();
        let quarter = tokio::time::sleep(shared.seconds / 4);
        for kill in 0..self.kills {
            // Far enough from each other that every game has gone on meanwhile, in the mean.
            wait_for_moves(&shared, count * 3).await;
            servers[(kill % self.nodes) as usize].restart().await?;
        }
        for command in &self.disturb {
            wait_for_moves(&shared, count * 3).await;
            run_command(command).await?;
        }
        let early = async {
            quarter.await;
            memory(&servers)
        };
        let (played, early) = tokio::join!(gather(playing, &shared), early);
        let playing = begun.elapsed();
        let memory = [early, memory(&servers)];
        let abuse = abusers.map(abuse::Running::stop);
        let played = played.map_err(CliError::Refused)?;

        // Killed once more: what is compared now comes from disk.
        for server in &mut servers {
            server.restart().await?;
        }
        let compared = stream::iter(&played)
            .map(|(game, stories)| verify::compare(game, stories))
            .buffer_unordered(if crowded { REQUESTS } else { 1 })
            .collect::<Vec<_>>()
            .await;
        let events = compared.into_iter().sum::<Result<usize, _>>().map_err(CliError::Refused)?;
        drop(servers);
        let moves = Shared::count(&shared.moves);
        if moves == 0 {
            let problem = format!("no move was played in {} s", self.seconds);
            return Err(CliError::Refused(format!("{problem}; give it more seconds or less pace")));
        }
        let mut delays =
            std::mem::take(&mut *shared.delays.lock().unwrap_or_else(PoisonError::into_inner));
        delays.sort_unstable();
        Ok(Report {
            games: played.len(),
            moves,
            events,
            kills: self.kills,
            nodes: self.nodes,
            refusals: Shared::count(&shared.refusals),
            reconnections: Shared::count(&shared.reconnections),
            making,
            playing,
            delays,
            began: shared.begin(),
            memory,
            abuse,
        })
    }

    async fn start_nodes(&self, folder: &Path, crowded: bool) -> Result<Vec<Process>, CliError> {
        let database = self.database.as_ref().map(Secret::text).transpose()?;
        let bus = self.bus.as_ref().map(Secret::text).transpose()?;
        let mut servers = Vec::new();
        for node in 0..self.nodes {
            let folder = folder.join(node.to_string());
            let (database, bus) = (database.clone(), bus.clone());
            servers.push(Process::start(Settings { folder, crowded, database, bus }, 0).await?);
        }
        Ok(servers)
    }

    fn company(&self, number: u64) -> Company {
        if number < u64::from(self.together) { Company::Together } else { Company::Apart }
    }

    fn clients(&self) -> u32 {
        2 * self.games - self.together
    }

    fn shared(&self, hosts: &Hosts) -> Shared {
        Shared {
            hosts: Arc::clone(hosts),
            game: self.game.clone(),
            end: OnceLock::new(),
            seconds: Duration::from_secs(self.seconds),
            pace: Duration::from_millis(u64::from(self.pace)),
            seed: self.seed,
            start: Barrier::new(self.clients() as usize),
            again: self.again,
            connecting: Semaphore::new(CONNECTING),
            made: AtomicU64::new(0),
            moves: AtomicU64::new(0),
            moved: Notify::new(),
            refusals: AtomicU64::new(0),
            reconnections: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            delays: Mutex::new(Vec::new()),
        }
    }
}

/// The memory of all servers together, in mebibytes.
fn memory(servers: &[Process]) -> Option<u64> {
    servers.iter().map(Process::memory).sum()
}

/// Runs a command of the shell to its end.
///
/// # Errors
/// If it fails.
async fn run_command(command: &str) -> Result<(), CliError> {
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", command]);
    let done = tokio::task::spawn_blocking(move || shell.status()).await;
    let done = done.map_err(|error| CliError::Refused(error.to_string()))??;
    if !done.success() {
        return Err(CliError::Refused(format!("'{command}' failed: {done}")));
    }
    Ok(())
}

/// Waits for all games, but not for ever.
async fn gather(
    playing: Vec<JoinHandle<Result<Vec<Played>, String>>>,
    shared: &Shared,
) -> Result<Vec<Played>, String> {
    let all = async {
        let mut played = Vec::new();
        for pair in playing {
            played.extend(pair.await.map_err(|error| error.to_string())??);
        }
        Ok(played)
    };
    let patience = shared.seconds + GRACE + GRACE;
    tokio::time::timeout(patience, all).await.unwrap_or_else(|_| Err("the games do not end".into()))
}

/// Waits until so many more moves were made, or the time is up.
async fn wait_for_moves(shared: &Shared, more: u64) {
    let goal = Shared::count(&shared.moves) + more;
    let reached = async {
        while Shared::count(&shared.moves) < goal {
            shared.moved.notified().await;
        }
    };
    let _ = tokio::time::timeout_at(shared.end().into(), reached).await;
}

impl Report {
    /// The delay that so many of a hundred do not exceed, in milliseconds.
    fn delay(&self, percent: usize) -> f64 {
        let last = self.delays.len().saturating_sub(1);
        let delay = self.delays.get(last * percent / 100).map(|(delay, _)| *delay);
        delay.unwrap_or_default().as_secs_f64() * 1e3
    }

    /// In which second the slowest hundredth of the moves arrived, and how many of them in each: a
    /// server that is always a little slow looks otherwise than one that stops now and then.
    fn slow_seconds(&self) -> BTreeMap<u64, usize> {
        let mut seconds = BTreeMap::new();
        for (_, arrived) in &self.delays[self.delays.len() - self.delays.len() / 100..] {
            *seconds.entry(arrived.saturating_duration_since(self.began).as_secs()).or_default() +=
                1;
        }
        seconds
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
            "nodes": self.nodes,
            "refusals": self.refusals,
            "reconnections": self.reconnections,
            "making_seconds": self.making.as_secs_f64(),
            "playing_seconds": self.playing.as_secs_f64(),
            "moves_per_second": self.moves_per_second(),
            "server_memory_mib": { "after_a_quarter": self.memory[0], "at_the_end": self.memory[1] },
            "abuse": self.abuse.map(|(kind, answers)| json!({ "kind": kind.name(), "answers": answers })),
            "move_to_opponent_ms": {
                "count": self.delays.len(),
                "p50": self.delay(50),
                "p99": self.delay(99),
                "max": self.delay(100),
                "slowest_hundredth_by_second": self.slow_seconds(),
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
        if let [Some(early), Some(late)] = self.memory {
            writeln!(
                out,
                "memory of the server: {early} MiB after a quarter, {late} MiB at the end"
            )?;
        }
        if let Some((kind, answers)) = self.abuse {
            writeln!(out, "meanwhile {}: {answers} answers to it", kind.name())?;
        }
        writeln!(
            out,
            "{kills} kills on the way, {reconnections} reconnections, {refusals} refusals"
        )?;
        writeln!(out, "all {events} events of all games are stored as all players saw them")
    }
}
