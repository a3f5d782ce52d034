//! Connections that read, on threads away from those that serve.
//!
//! They are opened read-only: a write that does not go through the writer fails by construction.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};
use tokio::sync::Semaphore;

use super::{StoreError, connect};

/// Connections that read at the same time.
const MOST: u32 = 4;

/// Connections that are opened when they are needed and kept.
#[derive(Debug)]
pub(super) struct Readers {
    file: PathBuf,
    permits: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Readers {
    pub(super) fn new(file: PathBuf) -> Readers {
        Readers { file, permits: Arc::new(Semaphore::new(MOST as usize)), idle: Arc::default() }
    }

    /// Reads something.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let permit = permit.map_err(|_| StoreError::Closed)?;
        let (idle, file) = (Arc::clone(&self.idle), self.file.clone());
        let read = tokio::task::spawn_blocking(move || {
            // Kept until the work ends, also when nobody waits for it any more.
            let _permit = permit;
            let pop = || idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let connection = match pop() {
                Some(connection) => connection,
                None => connect(&file, OpenFlags::SQLITE_OPEN_READ_ONLY)?,
            };
            let result = work(&connection);
            idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            result
        });
        read.await.map_err(|error| StoreError::Database(error.to_string()))?
    }

    /// Waits for those who read and closes all connections.
    pub(super) async fn close(&self) {
        if let Ok(all) = self.permits.acquire_many(MOST).await {
            all.forget();
        }
        self.permits.close();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
