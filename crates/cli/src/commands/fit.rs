//! `selforge fit`: lost start positions, fitted to printed figures.

use std::io::Write;

use clap::{Args, ValueEnum};
use selforge_agents::Stop;
use selforge_lab::LabError;
use selforge_lab::fit::{Fit as Found, Fitting, Placement, SetUp, Settings, fit, to_text};
use selforge_lab::report::Bar;

use super::arena::{stop_on_ctrl_c, threads};
use crate::error::CliError;
use crate::output::Output;

/// Searches start positions that come near to printed figures.
#[derive(Args, Debug)]
#[command(after_help = "\
The pictures of the thesis's set-ups and of the paper's games are lost. Positions inside the words of the
thesis's chapter 6, or placements for the printed rules of a game of the paper, are searched for the one whose
games come nearest to the printed figures: results and length of games of the swarm with itself, or duration,
dynamism and intelligence of Table 4. What is found is fitted, and proves nothing.

A third of the positions are drawn far from ours, the others are changes of the best so far. The best six are
measured once more by five times as many games of another seed. The same arguments give the same result.

Examples:
  selforge fit thesis 1
  selforge fit thesis 4 --positions 1000 --games 100 --seed 3
  selforge fit paper 3 --positions 6000 --games 40")]
pub(crate) struct Fit {
    /// Whose positions
    source: Source,
    /// The number of the set-up (1 to 5) or of the game (1 to 3)
    number: u8,
    /// How many positions are measured
    #[arg(long, value_name = "N", default_value = "300")]
    positions: u32,
    /// How many games each is measured by
    #[arg(long, value_name = "N", default_value = "40")]
    games: u32,
    /// Decides every random choice
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// How many games of the swarm are played at a time [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Source {
    Thesis,
    Paper,
}

impl Fit {
    /// Searches and tells what was found.
    ///
    /// # Errors
    /// If there is no such position, or when interrupted.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let Fit { positions, games, seed, .. } = self;
        let settings = Settings { positions, games, seed };
        settings.check()?;
        let found = match self.source {
            Source::Thesis => {
                search(&SetUp::new(self.number, threads(self.threads).into())?, settings)?
            }
            Source::Paper => search(&Placement::new(self.number)?, settings)?,
        };
        let Some(found) = found else { return Err(CliError::Interrupted) };
        if self.json {
            return Ok(out.json(&serde_json::json!(found))?);
        }
        Ok(write!(out, "{}", to_text(&found))?)
    }
}

fn search(fitting: &impl Fitting, settings: Settings) -> Result<Option<Found>, CliError> {
    let stop: Stop = stop_on_ctrl_c()?;
    let bar = Bar::new();
    let total = settings.positions as usize;
    let found = fit(fitting, settings, &stop, &mut |done| {
        bar.show(selforge_lab::arena::Progress { done: done as usize, total });
    });
    bar.clear();
    found.map_err(|error: LabError| error.into())
}
