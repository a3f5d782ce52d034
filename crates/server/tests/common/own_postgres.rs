//! A PostgreSQL server that a test may stop, where tests are to use PostgreSQL.

#![allow(dead_code, reason = "each user of it uses a part")]
#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A server of the test's own, stopped when it is dropped.
pub(crate) struct OwnPostgres {
    folder: PathBuf,
    port: u16,
    _base: tempfile::TempDir,
}

impl OwnPostgres {
    /// Starts one. Where tests have no PostgreSQL, nothing, and it is said.
    pub(crate) fn start() -> Option<OwnPostgres> {
        std::env::var("SELFORGE_TEST_POSTGRES").ok().or_else(|| {
            eprintln!("SKIPPED: SELFORGE_TEST_POSTGRES is not set; see scripts/throwaway-postgres");
            None
        })?;
        let base = tempfile::tempdir().unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(base.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let server = OwnPostgres { folder: base.path().join("postgres"), port, _base: base };
        server.run("start");
        Some(server)
    }

    /// Does what the script can: `start` or `stop`.
    pub(crate) fn run(&self, what: &str) {
        let done = Command::new("sh").args(["-c", &self.command(what)]).status();
        assert!(done.unwrap().success(), "{what}");
    }

    /// The same as a command of the shell.
    pub(crate) fn command(&self, what: &str) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/throwaway-postgres");
        let port = if what == "start" { self.port.to_string() } else { String::new() };
        format!("'{}' {what} '{}' {port}", script.display(), self.folder.display())
    }

    /// Starts it anew with a certificate, after which it answers encrypted questions alone.
    #[cfg(unix)]
    pub(crate) fn encrypt(&self, certificate: &Path, key: &Path) {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
        let data = self.folder.join("data");
        let owner = std::fs::metadata(&data).unwrap();
        for (from, name) in [(certificate, "server.crt"), (key, "server.key")] {
            let file = data.join(name);
            std::fs::copy(from, &file).unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
            chown(&file, Some(owner.uid()), Some(owner.gid())).unwrap();
        }
        let settings = data.join("postgresql.conf");
        let text = std::fs::read_to_string(&settings).unwrap();
        std::fs::write(&settings, text + "\nssl = on\n").unwrap();
        std::fs::write(data.join("pg_hba.conf"), "hostssl all all 127.0.0.1/32 trust\n").unwrap();
        self.run("stop");
        self.run("start");
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://selforge@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for OwnPostgres {
    fn drop(&mut self) {
        self.run("stop");
    }
}
