//! All of it put together: the listening socket, what the requests share, starting and stopping.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use crate::accounts::passwords::Passwords;
use crate::analysis::queue::AnalysisQueue;
use crate::game_cache::GameCache;
use crate::limits::{Buckets, Limits, Sockets};
use crate::live::engines::EnginePool;
use crate::live::registry::GameRegistry;
use crate::lobby::Lobby;
use crate::maintenance;
use crate::metrics::Metrics;
use crate::routes;
use crate::slots::FairSlots;
use crate::statistics::experiments::Experiments;
use crate::store::{self, Store, StoreError};

/// How many specs are opened at the same time; a large board takes a while. Half of the slots are for
/// others, whatever one address asks for.
const OPENINGS: usize = 4;

/// How many requests are summed up at the same time.
const SUMS: usize = 2;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 chooses a free one.
    pub listen: SocketAddr,
    /// The folder with the data.
    pub data: PathBuf,
    /// Folders with runs of the laboratory to show; if none, `experiments` in the data folder.
    pub experiments: Vec<PathBuf>,
    /// How much clients may ask for.
    pub limits: Limits,
}

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address cannot be used.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The data cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What all requests share.
pub(crate) struct App {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) games: GameRegistry,
    pub(crate) engines: EnginePool,
    pub(crate) experiments: Experiments,
    pub(crate) metrics: Metrics,
    pub(crate) limits: Limits,
    pub(crate) buckets: Buckets<IpAddr>,
    pub(crate) passwords: Passwords,
    pub(crate) lobby: Lobby,
    pub(crate) sockets: Sockets,
    pub(crate) opening_slots: FairSlots<IpAddr>,
    pub(crate) game_cache: GameCache,
    pub(crate) analyses: AnalysisQueue,
    /// For work on all games or many files at once.
    pub(crate) statistics_slots: Semaphore,
    /// Whether only this machine can reach the server.
    pub(crate) loopback: bool,
    /// Turns true when the server stops.
    pub(crate) closing: watch::Receiver<bool>,
}

/// A server that listens but serves nobody yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    close: watch::Sender<bool>,
}

impl Server {
    /// Opens the data and the address.
    ///
    /// # Errors
    /// If either cannot be used.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        let Config { listen, data, mut experiments, limits } = config;
        if experiments.is_empty() {
            experiments.push(data.join("experiments"));
        }
        let wrong = |error| StartError::Listen { address: listen, error };
        let listener = TcpListener::bind(listen).await.map_err(wrong)?;
        let address = listener.local_addr().map_err(wrong)?;
        let store = store::open(&data).await?;
        let (close, closing) = watch::channel(false);
        let metrics = Metrics::default();
        let app = Arc::new(App {
            store,
            games: GameRegistry::default(),
            analyses: AnalysisQueue::new(&limits),
            game_cache: GameCache::default(),
            engines: EnginePool::new(&limits, metrics.clone()),
            experiments: Experiments::new(experiments),
            metrics,
            limits,
            buckets: Buckets::default(),
            passwords: Passwords::default(),
            lobby: Lobby::default(),
            sockets: Sockets::default(),
            opening_slots: FairSlots::new(OPENINGS, OPENINGS / 2),
            statistics_slots: Semaphore::new(SUMS),
            loopback: address.ip().is_loopback(),
            closing,
        });
        Ok(Server { listener, address, app, close })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is done; then no new request is taken, open ones are finished, and live
    /// clients are told to come back later.
    ///
    /// # Errors
    /// Those of the listening socket.
    pub async fn run_until(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let Server { listener, address, app, close } = self;
        tracing::info!(%address, "serving");
        app.games.wake(&app).await;
        let maintenance = tokio::spawn(maintenance::run(Arc::clone(&app)));
        let service =
            routes::router(Arc::clone(&app)).into_make_service_with_connect_info::<SocketAddr>();
        let stopping = async move {
            stop.await;
            tracing::info!("stopping");
            let _ = close.send(true);
        };
        axum::serve(listener, service).with_graceful_shutdown(stopping).await?;
        maintenance.abort();
        maintenance::heartbeat(&app).await;
        app.store.close().await;
        Ok(())
    }
}
