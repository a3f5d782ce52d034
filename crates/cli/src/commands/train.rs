//! `selforge train`: networks that learn to play.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use selforge_lab::report::Bar;
use selforge_lab::store::write_bytes_atomically;
use selforge_lab::train::{self, Settings};

use super::arena::{check_place, command_line, stop_on_ctrl_c};
use crate::error::CliError;
use crate::files::FileSystem;
use crate::output::Output;
use crate::spec::parse_each;
use crate::workers::{BusArgs, Workforce};

/// Trains a network.
#[derive(Args, Debug)]
#[command(after_help = "\
In the first round a search plays against itself and a network learns how the games ended and
what the search chose. In every further round the best network plays against itself, a new one
learns from that, meets the best in a match, and takes its place if it is no weaker.
FOLDER/report.html shows how it goes, and how long it took.

Several games make one network for all of them, if they look alike to it: Selfo on many boards,
Hex of many sizes.

The same arguments give the same file, byte for byte, on any number of threads and of machines
that play the games. The file tells the arguments that decide it.

A run that was interrupted or killed goes on where it stopped when it is started again with the
same arguments; with more --rounds, a finished one goes on as well. With --minutes the clock
decides how many rounds there are, and what was begun when the time is up is done again by the
next run.

Examples:
  selforge train selfo --out training
  selforge train \"selfo board=hexhex-5 density=24\" \"selfo board=king-8x8 density=25\" \\
      --out training --network selfo.net --rounds 5
  selforge train selfo --out training --bus nats://bus.example    `selforge worker` plays the games
  selforge arena selfo --players \"network file=selfo.net time=50ms; alphabeta time=50ms\"")]
pub(crate) struct Train {
    /// The games to learn, each in quotes if it has options
    #[arg(value_name = "SPEC", required = true)]
    games: Vec<String>,
    /// Keep everything in this folder, and go on with the run that it holds
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Write the best network to this file as well
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Decides every random choice
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// How many rounds follow the first
    #[arg(long, value_name = "N", default_value = "3")]
    rounds: u32,
    /// Games that the search plays in the first round
    #[arg(long, value_name = "N", default_value = "2000")]
    first_games: usize,
    /// Positions that the search looks at for a move
    #[arg(long, value_name = "N", default_value = "1000")]
    teacher_nodes: u64,
    /// Games of every further round
    #[arg(long, value_name = "N", default_value = "500")]
    games_a_round: usize,
    /// Positions that a network looks at for a move
    #[arg(long, value_name = "N", default_value = "200")]
    visits: u64,
    /// The size of the network: numbers a cell has between layers, a multiple of 16
    #[arg(long, value_name = "N", default_value = "16")]
    channels: usize,
    /// The size of the network: layers after the first
    #[arg(long, value_name = "N", default_value = "4")]
    blocks: usize,
    /// How often a round learns from every position
    #[arg(long, value_name = "N", default_value = "4")]
    passes: u32,
    /// From how many of the last rounds' games a network learns
    #[arg(long, value_name = "N", default_value = "4")]
    window: u32,
    /// Games of the match that decides a round
    #[arg(long, value_name = "N", default_value = "100")]
    match_games: usize,
    /// Positions that networks look at for a move of the match
    #[arg(long, value_name = "N", default_value = "200")]
    match_nodes: u64,
    /// Stop after so many minutes with the best network so far; the same command goes on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    minutes: Option<u16>,
    /// How many threads play and learn [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    bus: BusArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Train {
    /// Trains and reports.
    ///
    /// # Errors
    /// Before the first game, if anything about the run is wrong; later, if files cannot be written.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let settings = Settings {
            games: parse_each(&self.games)?.iter().map(ToString::to_string).collect(),
            seed: self.seed,
            rounds: self.rounds,
            first_games: self.first_games,
            teacher_nodes: self.teacher_nodes,
            round_games: self.games_a_round,
            visits: self.visits,
            channels: self.channels,
            blocks: self.blocks,
            passes: self.passes,
            window: self.window,
            match_games: self.match_games,
            match_nodes: self.match_nodes,
        };
        if let Some(file) = &self.network {
            check_place(file)?;
        }
        let (stop, bar) = (stop_on_ctrl_c()?, Bar::for_suite());
        let command = command_line();
        let workforce = Workforce::new(self.threads, &self.bus)?;
        let limit = self.minutes.map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
        let (began, late) = (Instant::now(), stop.clone());
        if let Some(limit) = limit {
            std::thread::spawn(move || {
                std::thread::sleep(limit);
                late.soon();
            });
        }
        let mut show = |progress, name: &str| bar.show_part(progress, name);
        let trained = train::run(
            &settings,
            &FileSystem,
            &self.out,
            &command,
            workforce.workers(),
            &stop,
            &mut show,
        );
        bar.clear();
        let trained = trained?;
        if let (Some(file), false) = (&self.network, trained.best.is_empty()) {
            write_bytes_atomically(file, &trained.best)?;
        }
        if self.json {
            out.json(
                &serde_json::json!({ "settings": trained.settings, "rounds": trained.rounds }),
            )?;
        } else {
            write!(out, "{}", train::to_text(&trained))?;
        }
        let is_up = limit.is_some_and(|limit| began.elapsed() >= limit);
        match trained.complete || is_up {
            true => Ok(()),
            false => Err(CliError::Interrupted),
        }
    }
}
