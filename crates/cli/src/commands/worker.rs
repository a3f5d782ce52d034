//! `selforge worker`: does the work of experiments that run elsewhere, and thinks for servers.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use selforge_agents::Stop;
use selforge_bus::BusError;
use selforge_bus::work::{Craft, serve};
use selforge_lab::OpenOrder;
use selforge_server::think_for_servers;

use super::arena::threads;
use super::serve::{start_log, stop_signal};
use crate::error::CliError;
use crate::output::Output;
use crate::place::{self, Secret};

/// Works for others.
#[derive(Args, Debug)]
#[command(after_help = "\
Experiments that are started with --bus (arena, evolve, metrics, train, reproduce) hand out
their work; workers take it, in turn from all experiments that there are, and hand in what
comes of it. They may come and go, and be killed, at any time: what one has left is done by
another. Nothing is kept here.

Servers that are started with --bus let workers think: for engines in games and for analysis.
That comes before experiments.

A worker must be of the same version as who it works for. It starts no programs and reads no
files because somebody asks for it. The bus is NATS 2.9 or newer, for experiments with
JetStream: nats-server --jetstream.

Examples:
  selforge worker --bus nats://bus.example                one thread on each core
  selforge worker --bus @/run/secrets/bus --threads 4     the address with its password is in a file
  SELFORGE_BUS=nats://TOKEN@bus.example selforge worker

On the machine that keeps the results:
  selforge arena selfo --players \"swarm; mcts playouts=5000\" --games 10000 --out match \\
      --bus nats://bus.example")]
pub(crate) struct Worker {
    /// The NATS server over which work is handed out: nats://HOST:PORT, or @FILE with such an address in it
    #[arg(long, value_name = "URL")]
    bus: Option<Secret>,
    /// How many pieces of work are done at a time [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Log more than what goes wrong
    #[arg(long)]
    verbose: bool,
}

impl Worker {
    /// Works until Ctrl-C, or the signal by which systems stop services.
    ///
    /// # Errors
    /// If no bus is named, or connections to it cannot be encrypted.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let Some(url) = place::bus(self.bus.as_ref())? else {
            return Err(CliError::input(
                "a worker needs a bus to take work from; give --bus nats://HOST:PORT or SELFORGE_BUS",
            ));
        };
        start_log(if self.verbose { "debug" } else { "info" }, false);
        let threads = threads(self.threads);
        writeln!(out, "Worker at {url}, threads: {threads} (Ctrl-C stops it)")?;
        out.flush()?;
        let stop = Stop::default();
        let raised = stop.clone();
        let signals = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::spawn(move || {
            signals.block_on(stop_signal());
            raised.now();
        });
        let thinking = AtomicUsize::new(0);
        let trade = Trade { stop: &stop, thinking: &thinking };
        let program = selforge_lab::store::program();
        let done = std::thread::scope(|scope| {
            let servers = scope.spawn(|| think_for_servers(&url, threads, &thinking, &stop));
            let done = serve(&url, &program, threads, &trade, &|| stop.is_asked());
            // If one cannot begin, neither can the other.
            stop.now();
            done.and(servers.join().unwrap_or(Err(BusError::Away)))
        });
        done.map_err(|error| CliError::input(error.to_string()))
    }
}

/// What this program can do for others: its experiments. People who wait for an engine come first: as many
/// threads rest as think for servers.
struct Trade<'s> {
    stop: &'s Stop,
    thinking: &'s AtomicUsize,
}

impl Craft for Trade<'_> {
    type Order = OpenOrder;

    fn open(&self, text: &str) -> Result<OpenOrder, String> {
        OpenOrder::open(text).map_err(|error| error.to_string())
    }

    fn perform(&self, order: &OpenOrder, piece: &str) -> Result<Option<String>, String> {
        order.perform(piece, self.stop).map_err(|error| error.to_string())
    }

    fn is_occupied(&self, thread: usize) -> bool {
        thread < self.thinking.load(Ordering::Relaxed)
    }
}
