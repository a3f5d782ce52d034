//! A PostgreSQL server for tests, where there is one: each test has tables of its own on it.

#![allow(dead_code, reason = "each user of it uses a part")]
#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Names a server whose data may be thrown away; `scripts/throwaway-postgres run` sets it.
const VARIABLE: &str = "SELFORGE_TEST_POSTGRES";

/// The address of an empty place in the database. Where no server is named, nothing, and it is said.
pub(crate) async fn empty_place() -> Option<String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let Ok(server) = std::env::var(VARIABLE) else {
        eprintln!("SKIPPED: {VARIABLE} names no PostgreSQL server; see scripts/throwaway-postgres");
        return None;
    };
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let schema = format!("t{}_{}_{count}", std::process::id(), now.as_nanos());
    execute(&server, &format!("CREATE SCHEMA {schema}")).await;
    Some(format!("{server}?options=-c%20search_path%3D{schema}"))
}

/// The longest that a test waits for what must happen: far more than it takes on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(100);

/// Asks a server for a text until there is one.
pub(crate) async fn wait_for_text(server: &str, query: &str) -> String {
    let asked = tokio::time::timeout(PATIENCE, ask_for_text(server, query)).await;
    asked.unwrap_or_else(|_| panic!("the database has no answer after {PATIENCE:?}: {query}"))
}

async fn ask_for_text(server: &str, query: &str) -> String {
    let (client, connection) =
        tokio_postgres::connect(server, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    loop {
        let row = client.query_one(query, &[]).await.unwrap();
        if let Some(text) = row.get(0) {
            return text;
        }
        // The database has more to do than to answer this.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Tells a server to do something.
pub(crate) async fn execute(server: &str, statement: &str) {
    let (client, connection) =
        tokio_postgres::connect(server, tokio_postgres::NoTls).await.unwrap();
    let talk = tokio::spawn(connection);
    client.batch_execute(statement).await.unwrap();
    drop(client);
    talk.await.unwrap().unwrap();
}
