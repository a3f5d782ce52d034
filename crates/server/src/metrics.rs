//! What the server counts about itself, for whoever watches it.
//!
//! Every server has a registry of its own rather than one for the whole process, so that two of them,
//! as in the tests, do not count each other's work. Labels are few and known: routes are named by
//! their patterns, never by the addresses that were asked for.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use crate::jobs::Kind;

/// The upper ends of the buckets of short times, in seconds.
const SHORT: [f64; 10] = [0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0];

/// The same of the time that engines take.
const LONG: [f64; 10] = [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 3.0, 10.0, 30.0];

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RequestLabels {
    method: String,
    route: String,
    status: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct JobLabels {
    kind: &'static str,
    end: &'static str,
}

/// How it ends that a thought is to be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JobEnd {
    /// A worker answered.
    Answered,
    /// A worker was gone, or said nothing.
    Lost,
    /// No worker took it.
    Refused,
    /// This node thought itself.
    Home,
}

/// All counts. A clone counts into the same.
#[derive(Clone, Debug)]
pub(crate) struct Metrics {
    requests: Family<RequestLabels, Counter>,
    latency: Family<RouteLabels, Histogram, fn() -> Histogram>,
    sockets: Gauge,
    games: Gauge,
    moves: Counter,
    commits: Histogram,
    waiting: Gauge,
    thinking: Gauge,
    thought: Histogram,
    nodes: Gauge,
    workers: Gauge,
    jobs: Family<JobLabels, Counter>,
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics {
            requests: Family::default(),
            latency: Family::new_with_constructor(|| Histogram::new(SHORT)),
            sockets: Gauge::default(),
            games: Gauge::default(),
            moves: Counter::default(),
            commits: Histogram::new(SHORT),
            waiting: Gauge::default(),
            thinking: Gauge::default(),
            thought: Histogram::new(LONG),
            nodes: Gauge::default(),
            workers: Gauge::default(),
            jobs: Family::default(),
        }
    }
}

impl Metrics {
    /// Counts an answer to a request.
    pub(crate) fn answered(&self, method: &str, route: &str, status: u16, time: Duration) {
        let (method, route) = (method.to_owned(), route.to_owned());
        let labels = RequestLabels { method, route: route.clone(), status: status.to_string() };
        self.requests.get_or_create(&labels).inc();
        self.latency.get_or_create(&RouteLabels { route }).observe(time.as_secs_f64());
    }

    /// Counts an event that is on disk now, and how long that took.
    pub(crate) fn committed(&self, is_move: bool, time: Duration) {
        self.commits.observe(time.as_secs_f64());
        if is_move {
            self.moves.inc();
        }
    }

    /// An engine waits for its turn to think until what this returns is dropped.
    pub(crate) fn waits(&self) -> GaugeGuard {
        GaugeGuard::in_gauge(&self.waiting)
    }

    /// An engine thinks until what this returns is dropped.
    pub(crate) fn thinks(&self) -> GaugeGuard {
        GaugeGuard::in_gauge(&self.thinking)
    }

    /// Counts a move that an engine has thought about.
    pub(crate) fn thought(&self, time: Duration) {
        self.thought.observe(time.as_secs_f64());
    }

    /// So many other nodes live.
    pub(crate) fn other_nodes(&self, count: usize) {
        self.nodes.set(i64::try_from(count).unwrap_or(i64::MAX));
    }

    /// So many workers think for this node.
    pub(crate) fn job_workers(&self, count: usize) {
        self.workers.set(i64::try_from(count).unwrap_or(i64::MAX));
    }

    /// Counts a thought by who had it, or why nobody did.
    pub(crate) fn job(&self, kind: Kind, end: JobEnd) {
        let kind = match kind {
            Kind::Move => "move",
            Kind::Analysis => "analysis",
        };
        let end = match end {
            JobEnd::Answered => "answered",
            JobEnd::Lost => "lost",
            JobEnd::Refused => "refused",
            JobEnd::Home => "home",
        };
        self.jobs.get_or_create(&JobLabels { kind, end }).inc();
    }

    /// Everything in the text format of OpenMetrics, with how much is open at this moment.
    pub(crate) fn text(&self, sockets: usize, games: usize, refused_commits: u64) -> String {
        self.sockets.set(i64::try_from(sockets).unwrap_or(i64::MAX));
        self.games.set(i64::try_from(games).unwrap_or(i64::MAX));
        let mut text = String::new();
        let mut all = self.registry();
        let refused = ConstCounter::new(refused_commits);
        all.register("commits_refused", "Commits that the disk refused", refused);
        encode(&mut text, &all).expect("writing to a string cannot fail");
        text
    }

    /// The counts under their names. Made for each reading: it holds only references to them.
    fn registry(&self) -> Registry {
        let mut all = Registry::with_prefix("selforge");
        let version = Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
        all.register("build", "The program", version);
        all.register("requests", "Requests answered", self.requests.clone());
        all.register("request_seconds", "Time to answer a request", self.latency.clone());
        all.register("sockets", "WebSockets that are open", self.sockets.clone());
        all.register("live_games", "Games in memory", self.games.clone());
        all.register("moves", "Moves stored", self.moves.clone());
        all.register("commit_seconds", "Time until an event is on disk", self.commits.clone());
        all.register("engines_waiting", "Engines that wait to think", self.waiting.clone());
        all.register("engines_thinking", "Engines that think", self.thinking.clone());
        all.register("thinking_seconds", "Time that engines think", self.thought.clone());
        all.register("jobs_workers", "Workers that think for this node", self.workers.clone());
        all.register("jobs", "Thoughts, by who had them", self.jobs.clone());
        all.register("other_nodes", "Other nodes on the bus that live", self.nodes.clone());
        all
    }
}

/// One of a gauge, until it is dropped.
#[derive(Debug)]
pub(crate) struct GaugeGuard(Gauge);

impl GaugeGuard {
    fn in_gauge(gauge: &Gauge) -> GaugeGuard {
        gauge.inc();
        GaugeGuard(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dashboard_asks_for_counts_that_there_are() {
        let metrics = Metrics::default();
        metrics.answered("GET", "/", 200, Duration::from_millis(3));
        metrics.job(Kind::Move, JobEnd::Home);
        let text = metrics.text(0, 0, 0);
        let dashboard = include_str!("../../../deploy/grafana.json");
        let asked = dashboard.split("selforge_").skip(1);
        let names =
            asked.map(|rest| rest.split(|it: char| !it.is_alphanumeric() && it != '_').next());
        let names: std::collections::BTreeSet<&str> = names.flatten().collect();
        assert!(names.len() > 8, "{names:?}");
        for name in names {
            assert!(text.contains(&format!("selforge_{name}")), "there is no selforge_{name}");
        }
    }

    #[test]
    fn what_was_counted_is_told_under_its_name_and_gauges_go_down_again() {
        let metrics = Metrics::default();
        metrics.answered("GET", "/api/games/{id}", 200, Duration::from_millis(3));
        metrics.committed(true, Duration::from_millis(1));
        metrics.committed(false, Duration::from_millis(1));
        let waits = metrics.waits();
        let text = metrics.text(2, 5, 3);
        for line in [
            r#"selforge_requests_total{method="GET",route="/api/games/{id}",status="200"} 1"#,
            r#"selforge_request_seconds_bucket{le="0.002",route="/api/games/{id}"} 0"#,
            r#"selforge_request_seconds_bucket{le="0.005",route="/api/games/{id}"} 1"#,
            "selforge_moves_total 1",
            "selforge_commit_seconds_count 2",
            "selforge_sockets 2",
            "selforge_live_games 5",
            "selforge_commits_refused_total 3",
            "selforge_engines_waiting 1",
            "# EOF",
        ] {
            assert!(text.lines().any(|known| known == line), "{line} is not in\n{text}");
        }
        drop(waits);
        assert!(metrics.text(0, 0, 0).contains("selforge_engines_waiting 0\n"));
    }
}
