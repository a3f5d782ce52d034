//! Three servers of the real program on one database and one bus, all of which are killed on the way.

mod common;
#[path = "../../server/tests/common/nats.rs"]
mod nats;
#[path = "../../server/tests/common/own_postgres.rs"]
mod own_postgres;

use std::path::Path;
use std::process::Command;

use common::{command, run};
use nats::Nats;
use own_postgres::OwnPostgres;
use serde_json::Value;

/// Ends a process whose number is in a file, whatever becomes of the test.
struct Ends<'f>(&'f Path);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        if let Ok(number) = std::fs::read_to_string(self.0) {
            let _ = Command::new("kill").arg(number.trim()).status();
        }
    }
}

#[test]
fn nodes_bus_and_database_are_killed_and_every_acknowledged_move_is_there_once() {
    let Some(database) = OwnPostgres::start() else { return };
    let Some(nats) = Nats::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bus.pid");
    let _ends = Ends(&file);
    let restart = format!("{} && {}", database.command("stop"), database.command("start"));
    let done = command()
        .args(["load", "--nodes", "3", "--database", &database.url(), "--bus", &nats.url()])
        .args(["--games", "300", "--kills", "3", "--pace", "500", "--seconds", "60"])
        .args(["--disturb", &nats.restart_command(&file), "--disturb", &restart])
        .args(["--game", "selfo board=hexhex-4 plies=30", "--json"])
        .output()
        .expect("the program runs");
    // What is away is logged.
    let log = String::from_utf8_lossy(&done.stderr);
    let report: Value = serde_json::from_slice(&done.stdout).unwrap_or_default();
    assert_eq!(report["verified"], true, "{report}\n{log}");
    assert_eq!((&report["nodes"], &report["kills"]), (&3.into(), &3.into()));
    assert_eq!(report["games"], 300);
    assert!(report["reconnections"].as_u64() > Some(300), "{report}");
    assert!(log.contains("the bus is lost"), "{log}");
}

#[test]
fn several_nodes_without_a_bus_are_refused() {
    let message = run(&["load", "--games", "1", "--nodes", "2"]).error(2);
    assert!(message.contains("give --database and --bus"), "{message}");
    let message = run(&["serve", "--no-open", "--bus", "nats://localhost"]).error(2);
    assert!(message.contains("--database"), "{message}");
    let message = run(&["serve", "--no-open", "--bus", "http://s3cret@localhost"]).error(2);
    assert!(message.contains("nats://HOST:PORT") && !message.contains("s3cret"), "{message}");
}
