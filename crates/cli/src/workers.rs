//! Who does the work of an experiment: threads of this program, or workers at a bus.

use clap::Args;
use selforge_agents::Stop;
use selforge_bus::work::{Coordinator, Verdict};
use selforge_lab::report::Bar;
use selforge_lab::{Handed, Remote, Workers};

use crate::commands::arena::threads;
use crate::commands::serve::start_log;
use crate::error::CliError;
use crate::place::{self, Secret};

/// Where work may be done besides here.
#[derive(Args, Debug)]
pub(crate) struct BusArgs {
    /// Let `selforge worker` on other machines do the work, over this NATS server: nats://HOST:PORT, or
    /// @FILE with such an address in it. Also from the environment, as SELFORGE_BUS
    #[arg(long, value_name = "URL")]
    bus: Option<Secret>,
}

/// Who does the work.
#[derive(Debug)]
pub(crate) struct Workforce {
    threads: usize,
    remote: Option<RemoteWorkers>,
}

impl Workforce {
    /// Those who were asked for.
    ///
    /// # Errors
    /// If there is a bus that cannot be reached or hands out no work.
    pub(crate) fn new(asked: Option<u16>, bus: &BusArgs) -> Result<Workforce, CliError> {
        let remote = match place::bus(bus.bus.as_ref())? {
            None => None,
            Some(url) => {
                start_log("warn", false);
                let coordinator = Coordinator::start(&url, &selforge_lab::store::program());
                Some(RemoteWorkers(
                    coordinator.map_err(|error| CliError::input(error.to_string()))?,
                ))
            }
        };
        Ok(Workforce { threads: threads(asked), remote })
    }

    /// As an experiment wants them.
    pub(crate) fn workers(&self) -> Workers<'_> {
        let remote = self.remote.as_ref().map(|remote| remote as &dyn Remote);
        Workers { threads: self.threads, remote }
    }

    /// Shows beside how far a run has come who works on it, if these are others.
    pub(crate) fn show(&self, bar: &Bar) {
        let Some(RemoteWorkers(coordinator)) = &self.remote else { return };
        let crew = coordinator.crew();
        let refused = match crew.refused {
            0 => String::new(),
            refused => format!(", {refused} of another version"),
        };
        bar.show_crew(&match crew.workers {
            0 => format!("no worker{refused}"),
            1 => format!("1 worker with {} threads{refused}", crew.threads),
            workers => format!("{workers} workers with {} threads{refused}", crew.threads),
        });
    }
}

/// Workers at a bus.
#[derive(Debug)]
struct RemoteWorkers(Coordinator);

impl Remote for RemoteWorkers {
    fn run(
        &self,
        order: &str,
        count: usize,
        piece: &dyn Fn(usize) -> Option<String>,
        stop: &Stop,
        take: &mut dyn FnMut(usize, &str) -> Handed,
    ) -> Result<(), String> {
        let mut verdict = |number: usize, text: &str| match take(number, text) {
            Handed::Kept => Verdict::Kept,
            Handed::Bad => Verdict::Bad,
            Handed::Enough => Verdict::Enough,
        };
        let done = self.0.run(order, count, piece, &|| stop.is_asked(), &mut verdict);
        done.map_err(|error| error.to_string())
    }
}
