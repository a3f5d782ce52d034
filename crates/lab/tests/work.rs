//! Work that is done elsewhere: pieces and results pass as text, and nobody is believed.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use std::path::Path;
use std::sync::Mutex;

use selforge_agents::Stop;
use selforge_core::Spec;
use selforge_games::{Environment, NoFiles};
use selforge_lab::arena::{self, Plan, Settings, parse_players};
use selforge_lab::evolve::{self, MethodName, SpaceName};
use selforge_lab::metrics::{self, Metric};
use selforge_lab::train;
use selforge_lab::{Handed, OpenOrder, Remote, Workers};

/// Another machine, that hands in nonsense before each result.
#[derive(Debug, Default)]
struct Elsewhere {
    orders: Mutex<Vec<String>>,
}

impl Remote for Elsewhere {
    fn run(
        &self,
        order: &str,
        count: usize,
        piece: &dyn Fn(usize) -> Option<String>,
        stop: &Stop,
        take: &mut dyn FnMut(usize, &str) -> Handed,
    ) -> Result<(), String> {
        self.orders.lock().unwrap().push(order.to_owned());
        let opened = OpenOrder::open(order).map_err(|error| error.to_string())?;
        for number in (0..count).rev() {
            let Some(text) = piece(number) else { continue };
            let done = opened.perform(&text, stop).map_err(|error| error.to_string())?.unwrap();
            for nonsense in ["", "{}", "[]", "7", "null", &done[..done.len() - 1]] {
                assert_eq!(take(number, nonsense), Handed::Bad, "{nonsense}");
            }
            if take(number, &done) == Handed::Enough {
                break;
            }
        }
        Ok(())
    }
}

fn workers(remote: &Elsewhere) -> Workers<'_> {
    Workers { threads: 1, remote: Some(remote) }
}

fn plan(game: &str, players: &str, environment: &dyn Environment) -> Plan {
    let (game, players) = (Spec::parse(game).unwrap(), parse_players(players).unwrap());
    let settings = Settings { random_plies: 1, ..Settings::new(game, players, 6, 5) };
    Plan::new(settings, environment).unwrap()
}

/// The records of a match in order, with the error if there is one.
fn played(plan: &Plan, workers: Workers<'_>) -> Result<Vec<String>, String> {
    let mut records = std::collections::BTreeMap::new();
    let conditions = arena::Conditions { workers, folder: None, stop: &Stop::default() };
    let mut keep = |index: usize, record: &selforge_core::Record| {
        records.insert(index, record.to_text());
    };
    arena::run_and_keep(plan, conditions, &mut |_| {}, &mut keep).map_err(|it| it.to_string())?;
    Ok(records.into_values().collect())
}

#[test]
fn a_match_played_elsewhere_is_the_same_match() {
    let plan = plan("selfo board=hexhex-3", "greedy; swarm", &NoFiles);
    let here = played(&plan, 2.into()).unwrap();
    assert_eq!(here.len(), 6);
    assert_eq!(played(&plan, workers(&Elsewhere::default())).unwrap(), here);
}

/// A folder of rule files that has one.
struct OneFile(&'static str);

impl Environment for OneFile {
    fn read(&self, name: &str) -> Result<String, String> {
        std::fs::read_to_string(self.0).map_err(|error| format!("{name}: {error}"))
    }
}

#[test]
fn a_rule_file_travels_with_the_order_and_is_read_nowhere_else() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules/race.zrf");
    let plan = plan("zrf file=\"there/is/none.zrf\"", "random; random", &OneFile(file));
    let elsewhere = Elsewhere::default();
    let here = played(&plan, 1.into()).unwrap();
    assert_eq!(played(&plan, workers(&elsewhere)).unwrap(), here);
    assert!(elsewhere.orders.lock().unwrap()[0].contains("none.zrf"));
}

#[test]
fn an_order_that_asks_for_a_program_or_a_file_is_refused_on_both_sides() {
    let elsewhere = Elsewhere::default();
    played(&plan("selfo board=hexhex-3", "random; swarm", &NoFiles), workers(&elsewhere)).unwrap();
    let order = elsewhere.orders.lock().unwrap()[0].clone();
    let asks = |player: &str, reason: &str| {
        let changed = order.replace("\"swarm\"", &serde_json::to_string(player).unwrap());
        assert_ne!(changed, order);
        let error = OpenOrder::open(&changed).err().unwrap().to_string();
        assert!(error.contains(reason), "{player}: {error}");
    };
    asks("external cmd=\"touch evil\"", "no worker starts a program");
    asks("uci cmd=\"touch evil\"", "no worker starts a program");
    asks("plugin path=\"evil.so\"", "no worker starts a program");
    asks("network file=\"/etc/passwd\"", "no worker reads a file");
    asks("alphabeta depth=1 eval=/etc/evil.net", "no worker reads a file");
    asks("greedy", "play otherwise");
    asks("nobody", "nobody");
    for (from, to) in [("hexhex-3", "file:x"), ("\"arena\"", "\"arenas\""), ("players", "playerz")]
    {
        let changed = order.replacen(from, to, 1);
        assert_ne!(changed, order);
        assert!(OpenOrder::open(&changed).is_err(), "{to}");
    }
    assert!(!Path::new("evil").exists());
    let opened = OpenOrder::open(&order).unwrap();
    for piece in ["6", "-1", "\"0\"", "", "[0]"] {
        assert!(opened.perform(piece, &Stop::default()).is_err(), "{piece}");
    }
    // Nobody sends what others refuse.
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../learn/networks/selfo.net");
    let players = format!("random; network nodes=2 file=\"{network}\"");
    let plan = plan("selfo board=hexhex-3", &players, &NoFiles);
    let error = played(&plan, workers(&Elsewhere::default())).unwrap_err();
    assert!(error.contains("no worker reads a file"), "{error}");
}

#[test]
fn metrics_measured_elsewhere_are_the_same_to_the_last_bit_and_so_are_the_records() {
    let settings = |game: &str| metrics::Settings {
        game: Spec::parse(game).unwrap(),
        plan: metrics::Plan { games: 4, seed: 3, ..metrics::Plan::default() },
        engine: Some(selforge_agents::AgentSpec::parse("alphabeta nodes=60 hash=1").unwrap()),
        controller: None,
        metrics: Metric::ALL.to_vec(),
    };
    for game in ["selfo board=hexhex-3", "rulespace game=paper-1"] {
        let [here, there] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let elsewhere = Elsewhere::default();
        let measure = |workers, folder: &Path| {
            let conditions =
                metrics::Conditions { workers, stop: &Stop::default(), records: Some(folder) };
            metrics::measure(&settings(game), &NoFiles, conditions, &mut |_| {}).unwrap().unwrap()
        };
        assert_eq!(measure(2.into(), here.path()), measure(workers(&elsewhere), there.path()));
        let records = |folder: &Path| {
            let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
            let mut all: Vec<_> = files
                .map(|file| (file.file_name().unwrap().to_owned(), std::fs::read(&file).unwrap()))
                .collect();
            all.sort();
            all
        };
        assert!(records(here.path()).len() > 20);
        assert_eq!(records(here.path()), records(there.path()));
    }
}

#[test]
fn evolution_measured_elsewhere_finds_the_same_games() {
    let mut settings = evolve::Settings::new(SpaceName::RuleSpace, MethodName::Es, None);
    (settings.evaluations, settings.stages, settings.population) = (40, vec![2, 4], 6);
    let space = settings.open_space();
    let run = |workers| {
        let conditions = evolve::Conditions { workers, log: None, stop: &Stop::default() };
        evolve::run(&*space, &settings, conditions, &mut |_| {}).unwrap()
    };
    let elsewhere = Elsewhere::default();
    assert_eq!(run(2.into()), run(workers(&elsewhere)));
    assert!(elsewhere.orders.lock().unwrap().len() > 2, "each generation is handed out");
}

#[test]
fn a_network_that_learns_from_games_played_elsewhere_is_the_same_network() {
    let settings = train::Settings {
        games: vec!["selfo board=hexhex-3 pieces=4".to_owned()],
        rounds: 1,
        first_games: 20,
        teacher_nodes: 20,
        round_games: 20,
        visits: 8,
        blocks: 1,
        passes: 1,
        match_games: 2,
        match_nodes: 4,
        ..train::Settings::default()
    };
    let weights = |workers| {
        let folder = tempfile::tempdir().unwrap();
        let (stop, show) = (Stop::default(), &mut |_, _: &str| {});
        let trained = train::run(&settings, &NoFiles, folder.path(), "", workers, &stop, show);
        let best = selforge_learn::Saved::from_bytes(&trained.unwrap().best).unwrap();
        best.network.weights().to_vec()
    };
    let elsewhere = Elsewhere::default();
    assert_eq!(weights(2.into()), weights(workers(&elsewhere)));
    let orders = elsewhere.orders.lock().unwrap();
    assert_eq!(orders.len(), 2, "a round each");
    assert!(orders[0].contains("\"network\":null") && !orders[1].contains("\"network\":null"));
}
