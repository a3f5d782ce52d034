//! The server: this program once more, in a process of its own.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::error::CliError;
use crate::place;

/// All clients come from one address here, which is many people's worth of everything.
const LIMITS: &[&str] = &[
    "requests-per-second",
    "messages-per-second",
    "sockets-per-address",
    "connections-per-address",
    "games-per-client",
    "waiting-per-client",
    "megabytes-per-client",
];

/// How a server is started.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) folder: PathBuf,
    /// Whether an address may do what thousands do.
    pub(super) crowded: bool,
    /// What it shares with other nodes.
    pub(super) database: Option<String>,
    pub(super) bus: Option<String>,
}

/// A running server, killed when it is dropped.
pub(super) struct Process {
    child: Child,
    settings: Settings,
    host: String,
}

impl Process {
    /// How much memory it has, in mebibytes, where the system tells.
    pub(super) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? >> 10)
    }

    /// Starts a server on a port of loopback; 0 for any.
    ///
    /// # Errors
    /// If it does not start.
    pub(super) async fn start(settings: Settings, port: u16) -> Result<Process, CliError> {
        let started = tokio::task::spawn_blocking(move || start(settings, port)).await;
        started.map_err(|error| CliError::Refused(error.to_string()))?
    }

    /// Where it listens: address and port.
    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// Kills it, as `kill -9` does, and starts it again at the same place.
    ///
    /// # Errors
    /// If it does not start.
    pub(super) async fn restart(&mut self) -> Result<(), CliError> {
        self.end();
        let port = self.host.rsplit(':').next().and_then(|port| port.parse().ok());
        *self = Process::start(self.settings.clone(), port.unwrap_or_default()).await?;
        Ok(())
    }

    fn end(&mut self) {
        // It may have ended by itself, which shows in what it no longer answers.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn start(settings: Settings, port: u16) -> Result<Process, CliError> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["serve", "--no-open", "--listen", &format!("127.0.0.1:{port}"), "--data"]);
    command.arg(&settings.folder);
    for limit in LIMITS.iter().filter(|_| settings.crowded) {
        command.args(["--limit", &format!("{limit}=1000000")]);
    }
    // Addresses may hold passwords, which a command line would show; and what a server is meant to use
    // that is started by hand is not for this one.
    for (variable, value) in [(place::VARIABLE, &settings.database), (place::BUS, &settings.bus)] {
        match value {
            Some(value) => command.env(variable, value),
            None => command.env_remove(variable),
        };
    }
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    if let Some(output) = child.stdout.take() {
        BufReader::new(output).read_line(&mut line)?;
    }
    let host = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    let host = host.unwrap_or_default().to_owned();
    let process = Process { child, settings, host };
    if process.host.is_empty() {
        return Err(CliError::Refused("the server does not start".to_owned()));
    }
    Ok(process)
}
