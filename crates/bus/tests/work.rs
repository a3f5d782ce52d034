//! Work over a real NATS server, with workers that hand in nonsense, and a queue that is lost.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

#[path = "../../server/tests/common/nats.rs"]
mod nats;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use nats::Nats;
use selforge_bus::work::{Coordinator, Craft, Crew, Verdict, serve};
use selforge_bus::{BusError, BusUrl, Client};

const PROGRAM: &str = "test 1";

/// Multiplies by what the order says; refuses what is no number.
#[derive(Default)]
struct Multiplies {
    orders: AtomicUsize,
    pieces: AtomicUsize,
}

impl Craft for Multiplies {
    type Order = u64;

    fn open(&self, text: &str) -> Result<u64, String> {
        self.orders.fetch_add(1, Ordering::Relaxed);
        text.parse().map_err(|_| format!("'{text}' is no number"))
    }

    fn perform(&self, order: &u64, piece: &str) -> Result<Option<String>, String> {
        self.pieces.fetch_add(1, Ordering::Relaxed);
        let number: u64 = piece.parse().map_err(|_| format!("'{piece}' is no number"))?;
        Ok(Some((order * number).to_string()))
    }
}

/// Runs something beside workers of two threads each.
fn with_workers<T>(
    url: &BusUrl,
    crafts: &[Multiplies],
    program: &str,
    body: impl FnOnce() -> T,
) -> T {
    struct Raised<'a>(&'a AtomicBool);
    impl Drop for Raised<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        for craft in crafts {
            let stop = &stop;
            scope.spawn(move || {
                serve(url, program, 2, craft, &|| stop.load(Ordering::Relaxed)).unwrap();
            });
        }
        let _raised = Raised(&stop);
        body()
    })
}

fn started() -> Option<(tempfile::TempDir, Nats, BusUrl)> {
    let folder = tempfile::tempdir().unwrap();
    let nats = Nats::with_jetstream(folder.path())?;
    let url = nats.url().parse().unwrap();
    Some((folder, nats, url))
}

fn numbers(number: usize) -> Option<String> {
    Some(number.to_string())
}

#[test]
fn every_piece_is_taken_once_also_if_results_are_bad_and_the_queue_is_lost() {
    let Some((_folder, _nats, url)) = started() else { return };
    let coordinator = Coordinator::start(&url, PROGRAM).unwrap();
    let other = Client::connect(&url, Vec::new(), false, drop).unwrap();
    let queues = other.queues("selforge-work.*.jobs").unwrap();
    assert_eq!(queues.len(), 1);
    let jobs = queues[0].replacen("selforge-work-", "selforge-work.", 1) + ".jobs";
    let crafts: [Multiplies; 3] = Default::default();
    with_workers(&url, &crafts, PROGRAM, || {
        for factor in [2, 3] {
            let (mut taken, mut refused) = (BTreeMap::new(), BTreeSet::new());
            let mut take = |number: usize, text: &str| {
                if number.is_multiple_of(25) && refused.insert(number) {
                    return Verdict::Bad;
                }
                if taken.len() == 100 {
                    other.delete_queue(&queues[0]).unwrap();
                }
                if taken.len() == 50 {
                    other.put(&jobs, b"nonsense".to_vec()).unwrap();
                }
                assert_eq!(taken.insert(number, text.to_owned()), None, "{number} came twice");
                Verdict::Kept
            };
            // Every seventh is not needed.
            let piece = |number: usize| (number % 7 != 3).then(|| number.to_string());
            coordinator.run(&factor.to_string(), 400, &piece, &|| false, &mut take).unwrap();
            let expected: BTreeMap<usize, String> = (0..400)
                .filter(|number| number % 7 != 3)
                .map(|number| (number, (factor * number).to_string()))
                .collect();
            assert_eq!(taken, expected);
            assert!(refused.len() > 10);
        }
        // All of them say that they are there, sooner or later.
        while coordinator.crew() != (Crew { workers: 3, threads: 6, refused: 0 }) {
            thread::yield_now();
        }
    });
    let orders = crafts.iter().map(|craft| craft.orders.load(Ordering::Relaxed)).sum::<usize>();
    assert!(orders <= 6, "an order is understood once by each worker: {orders}");
    drop(coordinator);
    assert_eq!(other.queues("selforge-work.*.jobs").unwrap(), Vec::<String>::new());
}

#[test]
fn a_run_ends_when_there_is_enough_when_it_is_stopped_and_when_a_piece_cannot_be_done() {
    let Some((_folder, _nats, url)) = started() else { return };
    let coordinator = Coordinator::start(&url, PROGRAM).unwrap();
    with_workers(&url, &[Multiplies::default()], PROGRAM, || {
        let mut count = 0;
        let mut take = |_: usize, _: &str| {
            count += 1;
            if count == 20 { Verdict::Enough } else { Verdict::Kept }
        };
        coordinator.run("2", 100_000, &numbers, &|| false, &mut take).unwrap();
        assert_eq!(count, 20);
        let stopped = AtomicBool::new(false);
        let mut take = |_: usize, _: &str| {
            stopped.store(true, Ordering::Relaxed);
            Verdict::Kept
        };
        let is_stopped = || stopped.load(Ordering::Relaxed);
        coordinator.run("3", 100_000, &numbers, &is_stopped, &mut take).unwrap();
        let mut kept = |_: usize, _: &str| Verdict::Kept;
        let odd =
            |number: usize| Some(if number == 3 { "x".to_owned() } else { number.to_string() });
        let failed = coordinator.run("4", 10, &odd, &|| false, &mut kept).unwrap_err();
        assert_eq!(failed, BusError::Failed("'x' is no number".to_owned()));
        let mut bad = |_: usize, _: &str| Verdict::Bad;
        let given_up = coordinator.run("5", 1, &numbers, &|| false, &mut bad).unwrap_err();
        assert_eq!(given_up, BusError::GivenUp(0));
        let long = "1".repeat(600_000);
        let error = coordinator.run(&long, 1, &numbers, &|| false, &mut kept).unwrap_err();
        assert!(error.to_string().contains("600000 bytes; over the bus at most 500000"), "{error}");
    });
}

#[test]
fn a_bus_that_is_not_there_or_hands_out_no_work_is_an_error_that_says_so() {
    let nowhere: BusUrl = "nats://s3cret@127.0.0.1:1".parse().unwrap();
    let error = Coordinator::start(&nowhere, PROGRAM).unwrap_err().to_string();
    assert!(
        error.contains("nats://127.0.0.1:1 cannot be reached") && !error.contains("s3cret"),
        "{error}"
    );
    let Some(plain) = Nats::start() else { return };
    let error = Coordinator::start(&plain.url().parse().unwrap(), PROGRAM).unwrap_err();
    assert_eq!(error, BusError::NoJetStream);
}
