//! A NATS server for tests, where there is one: on loopback, without anything on disk.

#![allow(dead_code, reason = "each user of it uses a part")]
#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server of the test's own, killed when it is dropped.
pub(crate) struct Nats {
    child: Child,
    port: u16,
    options: Vec<String>,
}

impl Nats {
    /// Starts one. Where the program is not installed, nothing, and it is said.
    pub(crate) fn start() -> Option<Nats> {
        Nats::start_with(Vec::new())
    }

    /// Starts one that hands out work, with a folder for what it keeps.
    pub(crate) fn with_jetstream(folder: &Path) -> Option<Nats> {
        Nats::start_with(vec![
            "--jetstream".into(),
            "--store_dir".into(),
            folder.display().to_string(),
        ])
    }

    /// Starts one that speaks by TLS alone, with a certificate and its key.
    pub(crate) fn with_tls(certificate: &Path, key: &Path) -> Option<Nats> {
        let file = |path: &Path| path.display().to_string();
        let options = ["--tls", "--tlscert", &file(certificate), "--tlskey", &file(key)];
        Nats::start_with(options.map(str::to_owned).to_vec())
    }

    fn start_with(options: Vec<String>) -> Option<Nats> {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let Some(child) = spawn(port, &options) else {
            eprintln!("SKIPPED: there is no nats-server; on Debian: apt-get install nats-server");
            return None;
        };
        Some(Nats { child, port, options })
    }

    /// Kills it.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again at the same place.
    pub(crate) fn start_again(&mut self) {
        self.child = spawn(self.port, &self.options).unwrap();
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// A command of the shell that kills it and starts another at the same place, which writes the number
    /// of its process into a file and ends by itself after some time.
    pub(crate) fn restart_command(&self, file: &Path) -> String {
        let (old, port, file) = (self.child.id(), self.port, file.display());
        format!(
            "kill -9 {old}; PATH=$PATH:/usr/sbin timeout 100 nats-server --addr 127.0.0.1 --port {port} \
             >/dev/null 2>&1 & echo $! >'{file}'"
        )
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a server that is ready when this returns.
fn spawn(port: u16, options: &[String]) -> Option<Child> {
    // Debian has it where only administrators look.
    let mut started = ["nats-server", "/usr/sbin/nats-server"].iter().filter_map(|program| {
        let mut command = Command::new(program);
        command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]).args(options);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
    });
    let mut child = started.next()?;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(child.try_wait().unwrap().is_none(), "nats-server has ended");
        std::thread::yield_now();
    }
    Some(child)
}
