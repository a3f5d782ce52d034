//! `selforge serve`: the page, served to this machine.

use std::io::{self, IsTerminal, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use selforge_server::{Config, Exposure, Limits, PublicOrigin, Server, StartError, TrustedProxy};

use crate::error::CliError;
use crate::output::Output;
use crate::place::{self, Secret};

/// The port that is tried first when none is asked for.
const USUAL_PORT: u16 = 7373;

/// Serves the page.
#[derive(Args, Debug, Default)]
#[command(after_help = "\
Games are stored at every move and go on after a restart, also after a crash.

Examples:
  selforge serve                               on this machine, and opens a browser
  selforge serve --no-open --listen 127.0.0.1:0
  selforge serve --listen 0.0.0.0:8080         for everyone who can reach this machine
  selforge serve --data ./games                keeps the games in that folder
  selforge serve --experiments ./runs          also shows the runs of arena and evolve in it
  selforge serve --verbose --log json          every request as a line of JSON
  selforge serve --public-origin https://play.example --trusted-proxy 127.0.0.1
                                               behind a proxy such as nginx on this machine

  selforge serve --database @/run/secrets/database
                                               games in PostgreSQL, for several servers at once
  selforge serve --database @/run/secrets/database --bus nats://bus.example
                                               one of several equal servers behind a load balancer

`selforge backup FILE` copies the data while the server runs; a database has its own tools for that.
The address of a database can also be in the environment, as SELFORGE_DATABASE; that of a bus as
SELFORGE_BUS.")]
pub(crate) struct Serve {
    /// Where to listen; port 0 chooses a free one. Without it: this machine alone, port 7373 or a
    /// free one
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,
    /// The folder with the games; the user's data folder if none is given
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A PostgreSQL database for the games instead of a file: postgres://USER@HOST/NAME, or @FILE with
    /// such an address in it. Several servers can share one
    #[arg(long, value_name = "URL")]
    database: Option<Secret>,
    /// A NATS server over which several servers with one database tell each other what happens:
    /// nats://HOST:PORT, or @FILE with such an address in it
    #[arg(long, value_name = "URL")]
    bus: Option<Secret>,
    /// A folder with runs of `arena` or `evolve` to show, or with folders of such; may be repeated.
    /// Without it: the folder `experiments` in the data folder
    #[arg(long, value_name = "DIR")]
    experiments: Vec<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// The address under which browsers reach the server, if that is another one: behind a proxy.
    /// With https:// cookies are for TLS alone
    #[arg(long, value_name = "URL")]
    public_origin: Option<PublicOrigin>,
    /// A proxy, or a network of such, that is believed when it says where a client is
    /// (X-Forwarded-For); may be given several times
    #[arg(long, value_name = "ADDR")]
    trusted_proxy: Vec<TrustedProxy>,
    /// Let two accounts of one address play rated games against each other, which a public server
    /// does not
    #[arg(long)]
    rate_same_address: bool,
    /// Change a limit, such as games-per-client=5000; may be given several times
    #[arg(long, value_name = "NAME=NUMBER")]
    limit: Vec<String>,
    /// Log every request, not only what matters
    #[arg(long)]
    verbose: bool,
    /// How log lines are written to the error output
    #[arg(long, value_name = "HOW", default_value = "text")]
    log: Log,
}

/// How log lines look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Log {
    /// For people
    #[default]
    Text,
    /// For programs: an object a line
    Json,
}

impl Serve {
    /// Serves until Ctrl-C.
    ///
    /// # Errors
    /// If the data or the address cannot be used.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        start_log(if self.verbose { "debug" } else { "warn" }, self.log == Log::Json);
        let mut limits = Limits::default();
        for change in &self.limit {
            limits.change(change).map_err(|error| CliError::Input(error.to_string()))?;
        }
        let data = self.data.map_or_else(data_folder, Ok)?;
        let database = place::database(self.database.as_ref())?;
        let bus = place::bus(self.bus.as_ref())?;
        let exposure = Exposure {
            public_origin: self.public_origin,
            trusted_proxies: self.trusted_proxy,
            rate_same_address: self.rate_same_address,
        };
        // Every visitor is an open file, and many systems give few unless asked.
        let _ = rlimit::increase_nofile_limit(rlimit::INFINITY);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let config = |listen| Config {
            listen,
            data: data.clone(),
            database: database.clone(),
            bus: bus.clone(),
            experiments: self.experiments.clone(),
            limits: limits.clone(),
            exposure: exposure.clone(),
        };
        let started = runtime.block_on(start(self.listen, config));
        let server = started.map_err(|error| CliError::Input(error.to_string()))?;
        let address = format!("http://{}", shown(server.address()));
        writeln!(out, "Selforge is at {address}/ (Ctrl-C stops it)")?;
        out.flush()?;
        if !self.no_open && io::stdout().is_terminal() {
            // Where there is no browser, the address is enough.
            let _ = open::that_detached(&address);
        }
        runtime.block_on(server.run_until(stop_signal()))?;
        // An engine that still thinks must not hold up the end: its move is not made then.
        runtime.shutdown_background();
        Ok(())
    }
}

/// Starts at the address asked for; if none was, at the usual port or else at any.
async fn start(
    listen: Option<SocketAddr>,
    config: impl Fn(SocketAddr) -> Config,
) -> Result<Server, StartError> {
    let at = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    match listen {
        Some(address) => Server::start(config(address)).await,
        None => match Server::start(config(at(USUAL_PORT))).await {
            Err(StartError::Listen { .. }) => Server::start(config(at(0))).await,
            other => other,
        },
    }
}

/// An address that a browser can open: one that stands for all is shown as this machine.
fn shown(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        SocketAddr::from((Ipv4Addr::LOCALHOST, address.port()))
    } else {
        address
    }
}

/// Where the data is if nobody says otherwise.
///
/// # Errors
/// If the user has no home.
pub(super) fn data_folder() -> Result<PathBuf, CliError> {
    let args = AppStrategyArgs {
        top_level_domain: "org".to_owned(),
        author: "Selforge".to_owned(),
        app_name: "selforge".to_owned(),
    };
    let strategy = choose_app_strategy(args)
        .map_err(|_| CliError::input("there is no home folder; give a folder with --data"))?;
    Ok(strategy.data_dir())
}

/// Waits for Ctrl-C, or the signal by which systems stop services.
pub(super) async fn stop_signal() {
    let interrupt = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

/// Logs go to the error output, so that the address alone is on the other.
pub(crate) fn start_log(level: &str, json: bool) {
    let level: tracing_subscriber::filter::LevelFilter =
        level.parse().unwrap_or(tracing_subscriber::filter::LevelFilter::WARN);
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr);
    // There is one log in a process; a second server writes into the same.
    let _ = match json {
        false => log.with_ansi(io::stderr().is_terminal()).try_init(),
        true => log.json().flatten_event(true).try_init(),
    };
}
