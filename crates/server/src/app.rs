//! All of it put together: the listening socket, what the requests share, starting and stopping.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use std::time::Duration;

use axum::body::Bytes;
use selforge_bus::BusUrl;
use selforge_bus::tls::ClientConfig;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::accounts::identity::Cookies;
use crate::accounts::passwords::Passwords;
use crate::accounts::revocations::Revocations;
use crate::analysis::queue::AnalysisQueue;
use crate::assets;
use crate::bus::{self, Bus, Nodes, Outgoing};
use crate::cached::Cached;
use crate::cards::CardCache;
use crate::exposure::Exposure;
use crate::gallery;
use crate::game_cache::GameCache;
use crate::jobs::Jobs;
use crate::life::Life;
use crate::limits::{Buckets, Limits, OpenByNetwork};
use crate::listener;
use crate::live::clock::ClockRule;
use crate::live::deadlines::{self, DeadlineQueue};
use crate::live::engines::EnginePool;
use crate::live::registry::GameRegistry;
use crate::live::takeover;
use crate::lobby::Lobby;
use crate::maintenance;
use crate::messages::catalogue::PopularGame;
use crate::metrics::Metrics;
use crate::routes;
use crate::rule_files::stored::StoredFiles;
use crate::slots::FairSlots;
use crate::statistics::experiments::Experiments;
use crate::store::{self, DatabaseUrl, Deadline, Store, StoreError};
use crate::workshop::breed::Appraisals;

/// How many specs are opened at the same time; a large board takes a while. Half of the slots are for
/// others, whatever one address asks for.
const OPENINGS: usize = 4;

/// How many games are replayed at the same time: a long one takes a processor for a while.
const LOADINGS: usize = 2;

/// How many requests are summed up at the same time.
const SUMS: usize = 2;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 chooses a free one.
    pub listen: SocketAddr,
    /// The folder with the data.
    pub data: PathBuf,
    /// The database that has the games instead of a file in the folder, for several nodes.
    pub database: Option<DatabaseUrl>,
    /// The bus over which nodes that share a database tell each other what happens.
    pub bus: Option<BusUrl>,
    /// Folders with runs of the laboratory to show; if none, `experiments` in the data folder.
    pub experiments: Vec<PathBuf>,
    /// How much clients may ask for.
    pub limits: Limits,
    /// How the server is seen from outside.
    pub exposure: Exposure,
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
    /// The bus cannot be used.
    #[error("the bus: {0}")]
    Bus(String),
    /// A bus between nodes that share nothing.
    #[error("a bus is for servers that share a database; give that as well, with --database")]
    BusAlone,
}

/// What all requests share.
pub(crate) struct App {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) games: GameRegistry,
    /// When the clocks of games run out.
    pub(crate) deadlines: DeadlineQueue,
    /// When nothing could be stored.
    pub(crate) life: Life,
    pub(crate) engines: EnginePool,
    /// Thinking that others do.
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) experiments: Experiments,
    pub(crate) metrics: Metrics,
    /// That the store could be written and read.
    pub(crate) health: Cached<()>,
    /// What all games say together, as it is sent.
    pub(crate) results: Cached<Bytes>,
    /// The strongest players of every game, as it is sent.
    pub(crate) leaderboards: Cached<Bytes>,
    /// The games that people play these days.
    pub(crate) popular: Cached<Vec<PopularGame>>,
    /// Puzzles to take along.
    pub(crate) puzzle_pack: Cached<Bytes>,
    /// The pictures beside links that were drawn last.
    pub(crate) cards: CardCache,
    /// What games bred in the workshop were found to be.
    pub(crate) appraisals: Appraisals,
    pub(crate) limits: Limits,
    pub(crate) buckets: Buckets<IpAddr>,
    pub(crate) passwords: Passwords,
    pub(crate) cookies: Cookies,
    /// Who is not signed in any more.
    pub(crate) revocations: Revocations,
    pub(crate) lobby: Lobby,
    /// The way to other nodes, and what is known of them.
    pub(crate) bus: Bus,
    pub(crate) nodes: Nodes,
    /// Connections, and those of them that are WebSockets.
    pub(crate) connections: OpenByNetwork,
    pub(crate) sockets: OpenByNetwork,
    pub(crate) exposure: Exposure,
    pub(crate) opening_slots: FairSlots<IpAddr>,
    pub(crate) game_cache: GameCache,
    pub(crate) analyses: AnalysisQueue,
    /// For replaying games.
    pub(crate) loading_slots: Semaphore,
    /// For work on all games or many files at once.
    pub(crate) statistics_slots: Semaphore,
    /// Whether only this machine can reach the server.
    pub(crate) loopback: bool,
    /// Turns true when the server stops.
    pub(crate) closing: watch::Receiver<bool>,
}

impl App {
    /// Everything around a store, with the deadlines of its games; no game is loaded.
    pub(crate) async fn new(
        store: Arc<dyn Store>,
        limits: Limits,
        exposure: Exposure,
        experiments: Vec<PathBuf>,
        loopback: bool,
        closing: watch::Receiver<bool>,
        bus: Bus,
    ) -> Result<Arc<App>, StoreError> {
        let life = Life::new(&*store).await?;
        let deadlines = DeadlineQueue::default();
        // Where other nodes may serve the games, it is looked from time to time whose time has run out.
        let known = if store.is_shared() { Vec::new() } else { store.deadlines().await? };
        for Deadline { game, at, clock } in known {
            // A clock by days runs also while no server does.
            let lost = match clock {
                ClockRule::Real { .. } => life.lost_before_the_start(),
                _ => 0,
            };
            deadlines.set(&game, Some(at + lost));
        }
        let metrics = Metrics::default();
        let key = store.cookie_key().await?;
        let passwords = Passwords::of_site(&key);
        let cookies = Cookies::new(key, exposure.is_secure());
        let files = StoredFiles::of_store(Arc::clone(&store));
        let jobs = Arc::new(Jobs::new(bus.queue(), Arc::clone(&store), metrics.clone()));
        Ok(Arc::new(App {
            store,
            games: GameRegistry::default(),
            deadlines,
            life,
            analyses: AnalysisQueue::new(&limits),
            game_cache: GameCache::new(files),
            engines: EnginePool::new(&limits, metrics.clone(), Arc::clone(&jobs)),
            jobs,
            experiments: Experiments::new(experiments),
            metrics,
            health: Cached::default(),
            results: Cached::default(),
            leaderboards: Cached::default(),
            popular: Cached::default(),
            puzzle_pack: Cached::default(),
            cards: CardCache::default(),
            appraisals: Appraisals::default(),
            limits,
            buckets: Buckets::default(),
            passwords,
            cookies,
            revocations: Revocations::default(),
            lobby: Lobby::default(),
            bus,
            nodes: Nodes::default(),
            connections: OpenByNetwork::default(),
            sockets: OpenByNetwork::default(),
            exposure,
            opening_slots: FairSlots::new(OPENINGS, OPENINGS / 2),
            loading_slots: Semaphore::new(LOADINGS),
            statistics_slots: Semaphore::new(SUMS),
            loopback,
            closing,
        }))
    }

    /// Whether others than those on this machine can reach the server.
    pub(crate) fn is_public(&self) -> bool {
        !self.loopback || self.exposure.public_origin.is_some()
    }
}

/// How long the data may take to be closed.
const CLOSING: Duration = Duration::from_millis(1_500);

/// A server that listens but serves nobody yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    close: watch::Sender<bool>,
    bus: Option<(BusUrl, Option<Arc<ClientConfig>>, mpsc::Receiver<Outgoing>)>,
}

impl Server {
    /// Opens the data and the address.
    ///
    /// # Errors
    /// If either cannot be used.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        let Config { listen, data, database, bus, mut experiments, limits, exposure } = config;
        let bus = match bus {
            Some(_) if database.is_none() => return Err(StartError::BusAlone),
            Some(url) => {
                let tls = url.tls().map_err(|error| StartError::Bus(error.to_string()))?;
                Some((url, tls))
            }
            None => None,
        };
        if experiments.is_empty() {
            experiments.push(data.join("experiments"));
        }
        let wrong = |error| StartError::Listen { address: listen, error };
        let listener = TcpListener::bind(listen).await.map_err(wrong)?;
        let address = listener.local_addr().map_err(wrong)?;
        let store = store::open(&data, database).await?;
        let (close, closing) = watch::channel(false);
        let loopback = address.ip().is_loopback();
        let (way, bus) = match bus {
            Some((url, tls)) => {
                let (way, news) = Bus::new();
                (way, Some((url, tls, news)))
            }
            None => (Bus::default(), None),
        };
        let app = App::new(store, limits, exposure, experiments, loopback, closing, way).await?;
        Ok(Server { listener, address, app, close, bus })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is done; then no new request is taken, open ones have a moment to finish, and
    /// live clients are told to come back later. Within five seconds it is over, whatever they do.
    ///
    /// # Errors
    /// None so far: a connection that cannot be taken is logged.
    pub async fn run_until(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let Server { listener, address, app, close, bus } = self;
        tracing::info!(%address, "serving");
        let mut background = vec![
            tokio::spawn(maintenance::run(Arc::clone(&app))),
            tokio::spawn(deadlines::run(Arc::clone(&app))),
            tokio::spawn(takeover::run(Arc::clone(&app))),
            tokio::spawn({
                let app = Arc::clone(&app);
                async move {
                    if app.bus.is_used() {
                        // Other nodes may let them think already.
                        tokio::time::sleep(bus::SETTLING).await;
                    }
                    app.games.wake_engines(&app).await;
                }
            }),
        ];
        if let Some((url, tls, news)) = bus {
            background.push(tokio::spawn(bus::run(Arc::clone(&app), url, tls, news)));
        }
        assets::prepare();
        tokio::task::spawn_blocking(gallery::prepare);
        let stopping = async move {
            stop.await;
            tracing::info!("stopping");
            let _ = close.send(true);
        };
        listener::serve(listener, routes::router(Arc::clone(&app)), &app, stopping).await;
        background.iter().for_each(JoinHandle::abort);
        let closed = async {
            let _ = maintenance::heartbeat(&app).await;
            app.store.close().await;
        };
        if timeout(CLOSING, closed).await.is_err() {
            tracing::warn!("the data is not closed in order; the next start sees to it");
        }
        Ok(())
    }
}
