//! What is written into the log, which belongs to the whole process: one test.

mod common;

use std::io;
use std::sync::{Arc, Mutex};

use common::Running;
use serde_json::json;

/// The lines of the log.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics meanwhile").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_sign_ins_are_logged_with_where_they_came_from_and_no_secret() {
    let lines = Lines::default();
    let writer = lines.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .with_ansi(false)
        .init();
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let mut ada = server.client().await;
    ada.register("Ada", "correct horse battery").await;
    let thief = server.client_from(9).await;
    for name in ["Ada", "my secret in the wrong field"] {
        let wrong = json!({ "name": name, "password": "not the right one" });
        assert_eq!(thief.post("/api/session", &wrong).await.status, 401);
    }
    let token = ada.post("/api/tokens", &json!({ "label": "bot" })).await.json()["token"].clone();
    server.stop().await;
    let log = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let failed: Vec<&str> = log.lines().filter(|line| line.contains("a sign-in failed")).collect();
    assert_eq!(failed.len(), 2, "{log}");
    assert!(failed.iter().all(|line| line.contains("127.0.0.9")), "{failed:?}");
    assert!(failed[0].contains("name=\"Ada\""), "{failed:?}");
    let cookie = ada.cookie.split('=').nth(1).unwrap();
    let secrets =
        ["correct horse", "not the right", "wrong field", cookie, token.as_str().unwrap()];
    for secret in secrets {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}
