//! Metrics computed again from the files that a measurement leaves, by other code; and how often their
//! intervals hold the truth.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use selforge_agents::{AgentSpec, Stop};
use selforge_core::{Game, Spec, Status};
use selforge_games::NoFiles;
use selforge_lab::Replayed;
use selforge_lab::metrics::{
    Conditions, Measured, Metric, MetricsFolder, MetricsTable, Plan, Settings, Source, measure,
};
use selforge_testkit::cases;

type Row = HashMap<String, String>;

fn read(file: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let head = reader.headers().unwrap().clone();
    let row = |row: csv::StringRecord| {
        head.iter().zip(row.iter()).map(|(key, cell)| (key.to_owned(), cell.to_owned())).collect()
    };
    reader.records().map(|record| row(record.unwrap())).collect()
}

fn figure(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {:?}", row[column]))
}

fn seats(row: &Row) -> usize {
    row["ranks"].split(' ').count()
}

/// What a seat scored, by its letter.
fn score(row: &Row, letter: &str) -> f64 {
    let ranks: Vec<&str> = row["ranks"].split(' ').collect();
    let first = ranks.iter().filter(|rank| **rank == "1").count() as f64;
    let seat = usize::from(letter.as_bytes()[0] - b'A');
    if ranks[seat] == "1" { 1.0 / first } else { 0.0 }
}

/// The values of a game: seat and value, by ply.
fn values(row: &Row) -> Vec<(usize, f64)> {
    let read = |word: &str| {
        (usize::from(word.as_bytes()[0] - b'A'), word[1..].parse::<f64>().expect("a value"))
    };
    row["values"].split_whitespace().map(read).collect()
}

const PROVEN: f64 = 900_000.0;

/// The boards of latest values, and how far the first is ahead of each other seat, in typical values.
fn boards(row: &Row, typical: f64) -> Vec<Vec<f64>> {
    let mut latest = vec![None; seats(row)];
    let mut boards = Vec::new();
    for (seat, value) in values(row) {
        latest[seat] = Some(value);
        if let Some(board) = latest.iter().copied().collect::<Option<Vec<f64>>>() {
            // A proven value is worth more than any number of typical ones.
            let scaled = |value: f64| match value.abs() > PROVEN {
                true => value.signum() * (1e12 + value.abs()),
                false => value / typical.max(1e-9),
            };
            boards.push(board.into_iter().map(scaled).collect());
        }
    }
    boards
}

fn lead_changes(row: &Row, typical: f64) -> f64 {
    let mut leaders = Vec::new();
    for board in boards(row, typical) {
        let best = board.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let leader = board.iter().position(|value| *value == best).unwrap();
        let next = (0..board.len()).filter(|seat| *seat != leader).map(|seat| board[seat]);
        if best - next.fold(f64::NEG_INFINITY, f64::max) > 0.5 {
            leaders.push(leader);
        }
    }
    leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64
}

fn drama(row: &Row, typical: f64) -> Option<f64> {
    let winner = usize::from(row["winner"].bytes().next()? - b'A');
    let mut roots = Vec::new();
    for board in boards(row, typical) {
        let ahead = board.iter().copied().fold(f64::NEG_INFINITY, f64::max) - board[winner];
        if ahead > 0.0 {
            // A typical value for one and against the other is worth three games of four.
            let odds = 3f64.powf(ahead / 2.0);
            let gap = if odds.is_finite() { (odds - 1.0) / (odds + 1.0) } else { 1.0 };
            roots.push(gap.sqrt());
        }
    }
    Some(if roots.is_empty() { 0.0 } else { roots.iter().sum::<f64>() / roots.len() as f64 })
}

fn uncertainty(row: &Row, typical: f64) -> Option<f64> {
    let bits = |board: &Vec<f64>| {
        let mut board = board.clone();
        board.sort_by(f64::total_cmp);
        // A typical value for one and against the other is three games of four.
        let odds = 3f64.powf((board[board.len() - 1] - board[board.len() - 2]) / 2.0);
        if odds.is_infinite() {
            return 0.0;
        }
        let (wins, loses) = (odds / (odds + 1.0), 1.0 / (odds + 1.0));
        -(wins * wins.log2() + loses * loses.log2())
    };
    let all: Vec<f64> = boards(row, typical).iter().map(bits).collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

fn duration(row: &Row) -> f64 {
    let bands = [
        (10.0, 0.0),
        (20.0, 0.2),
        (30.0, 0.5),
        (40.0, 0.8),
        (60.0, 1.0),
        (70.0, 0.8),
        (80.0, 0.5),
        (90.0, 0.2),
    ];
    let turns = figure(row, "turns");
    bands.iter().find(|(last, _)| turns <= *last).map_or(0.0, |(_, value)| *value)
}

/// The value of one game for a metric, and of which kind of games it is.
fn value(metric: &str, row: &Row, typical: f64) -> Option<f64> {
    let flag = |is: bool| f64::from(u8::from(is));
    Some(match metric {
        "duration" => duration(row),
        "intelligence" => flag(row["winner"] == row["thinker"]),
        "dynamism" => figure(row, "dynamism"),
        "usability" => figure(row, "arrivals") / figure(row, "usable"),
        "balance" => {
            let seats = seats(row) as f64;
            (seats * score(row, "A") - 1.0) / (seats - 1.0)
        }
        "completion" => flag(row["ended_by"] == "rules"),
        "draws" => flag(row["winner"].is_empty()),
        "decision_moves" => figure(row, "decisions") / figure(row, "plies"),
        "coverage" => figure(row, "entered") / figure(row, "usable"),
        "branching" => figure(row, "choices") / figure(row, "plies"),
        "lead_changes" => lead_changes(row, typical),
        "drama" => return drama(row, typical),
        "iida" => figure(row, "plies") * figure(row, "plies") / figure(row, "choices"),
        "cell_entropy" => figure(row, "entropy") / figure(row, "usable").ln(),
        "uncertainty" => return uncertainty(row, typical),
        "skill_trace" => score(row, &row["thinker"]),
        other => panic!("{other} is no metric"),
    })
}

fn kind(metric: &str) -> &'static str {
    match metric {
        "duration" | "dynamism" | "usability" => "random",
        "intelligence" => "contest",
        "skill_trace" => "ladder",
        _ => "engine",
    }
}

/// The metrics of a table by the games of it: each start counts alike, or each round of games.
fn again(rows: &[Row], metric: &str) -> f64 {
    let sizes = |row: &Row| -> Vec<f64> {
        let open = values(row).into_iter().map(|(_, value)| value.abs());
        open.filter(|size| *size > 0.0 && *size < PROVEN).collect()
    };
    let engine = rows.iter().filter(|row| row["kind"] == "engine");
    let mut all: Vec<f64> = engine.flat_map(sizes).collect();
    all.sort_by(f64::total_cmp);
    let typical = all.get(all.len() / 2).copied().unwrap_or(0.0);
    let many = rows.iter().any(|row| row["start"] != "1");
    let mut groups: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row["kind"] == kind(metric)) {
        let key =
            if many { row["start"].clone() } else { format!("{} {}", row["nodes"], row["round"]) };
        groups.entry(key).or_default().extend(value(metric, row, typical));
    }
    let means: Vec<f64> = groups
        .values()
        .filter(|group| !group.is_empty())
        .map(|group| group.iter().sum::<f64>() / group.len() as f64)
        .collect();
    means.iter().sum::<f64>() / means.len() as f64
}

fn settings(spec: &str, engine: &str, plan: Plan) -> Settings {
    Settings {
        game: Spec::parse(spec).unwrap(),
        plan,
        engine: Some(AgentSpec::parse(engine).unwrap()),
        controller: None,
        metrics: Metric::ALL.to_vec(),
    }
}

fn measured(settings: &Settings, records: Option<&Path>) -> Measured {
    let stop = Stop::default();
    let conditions = Conditions { workers: 2.into(), stop: &stop, records };
    measure(settings, &NoFiles, conditions, &mut |_| {}).unwrap().expect("nobody said stop")
}

#[test]
fn every_metric_can_be_computed_again_from_the_games_that_are_kept() {
    let plan = |games, starts| Plan { games, starts, seed: 3, ..Plan::default() };
    let asked = [
        settings("selfo board=hexhex-3", "alphabeta nodes=60 hash=1", plan(6, Some(3))),
        settings("checkers", "alphabeta nodes=60 hash=1", plan(6, Some(3))),
        settings("selfo board=hexhex-3 seats=3", "paranoid nodes=60 hash=1", plan(6, Some(3))),
    ];
    let home = tempfile::tempdir().unwrap();
    let folder = MetricsFolder::open(home.path(), &asked, "selforge metrics").unwrap();
    let tables = asked.iter().enumerate();
    let rows = tables.map(|(at, it)| measured(it, Some(&folder.records(at)))).collect();
    folder.write(&MetricsTable::new(asked[0].plan, rows)).unwrap();

    let games = read(&home.path().join("games.csv"));
    assert_eq!(games.len(), 3 * (6 + 6 + 6 + 4 * 6));
    for (table, told) in
        read(&home.path().join("metrics.csv")).chunks(Metric::ALL.len()).enumerate()
    {
        let mine: Vec<Row> =
            games.iter().filter(|row| row["table"] == (table + 1).to_string()).cloned().collect();
        for row in told {
            let (here, there) = (again(&mine, &row["metric"]), figure(row, "value"));
            assert!(
                (here - there).abs() < 2e-6,
                "{} of {}: {here} and {there}",
                row["metric"],
                row["spec"]
            );
        }
    }
    for row in &games {
        let bytes = std::fs::read(home.path().join(&row["record"])).unwrap();
        let replayed = Replayed::read(&bytes, &NoFiles).unwrap();
        let (game, timeline) = (&replayed.playable.game, &replayed.timeline);
        assert_eq!(f64::from(timeline.plies()), figure(row, "plies"), "{row:?}");
        let winner = timeline.result().and_then(|(outcome, _)| outcome.winner());
        assert_eq!(winner.map_or(String::new(), |seat| seat.to_string()), row["winner"]);
        let (mut state, mut choices) = (timeline.start_state().clone(), 0);
        for mv in timeline.moves() {
            assert!(matches!(game.status(&state), Status::ToMove(_)));
            choices += game.count_moves(&state);
            game.play(&mut state, mv);
        }
        assert_eq!(f64::from(choices), figure(row, "choices"), "{row:?}");
        assert!(figure(row, "entropy") <= figure(row, "entered").max(1.0).ln() + 1e-9, "{row:?}");
    }
}

/// How often the 95 % intervals of `seeds` measurements hold what many games of other seeds give.
fn coverage(spec: &str, metrics: &[Metric], games: u32, truth: u32) -> Vec<(Metric, u32)> {
    let asked = |games, seed| {
        let plan = Plan { games, seed, ..Plan::default() };
        let metrics = metrics.to_vec();
        Settings { metrics, ..settings(spec, "alphabeta nodes=40 hash=1", plan) }
    };
    let truth = measured(&asked(truth, 1_000_000), None);
    let mut held: Vec<(Metric, u32)> = metrics.iter().map(|metric| (*metric, 0)).collect();
    for seed in 0..SEEDS {
        let once = measured(&asked(games, u64::from(seed)), None);
        for (metric, held) in &mut held {
            let (true_value, it) =
                (truth.estimate(*metric).unwrap().value, once.estimate(*metric).unwrap());
            *held += u32::from((it.low..=it.high).contains(&true_value));
        }
    }
    held
}

const SEEDS: u32 = 60;

#[test]
fn intervals_of_95_percent_hold_the_truth_in_nine_seeds_of_ten_at_least() {
    // All games, with the long games of engines and the ladder, before a release.
    let thorough = cases(0, 1) == 1;
    let of = |sources: &[Source]| -> Vec<Metric> {
        Metric::ALL.iter().copied().filter(|metric| sources.contains(&metric.source())).collect()
    };
    let all = of(&[Source::Random, Source::Contest, Source::Engine, Source::Ladder]);
    let quick = of(&[Source::Random, Source::Contest, Source::Engine]);
    let quickest = of(&[Source::Random, Source::Contest]);
    let games: Vec<(&str, Vec<Metric>)> = match thorough {
        false => vec![("selfo board=hexhex-3", quick), ("rulespace game=paper-2", quickest)],
        true => [
            "selfo board=hexhex-3",
            "rulespace game=paper-2",
            "checkers",
            "hex board=hex-4x4",
            "loa",
        ]
        .map(|game| (game, all.clone()))
        .to_vec(),
    };
    let mut missed = Vec::new();
    for (game, metrics) in games {
        // The lead changes in few games: of 20, its interval holds in 49 seeds only.
        for (metric, held) in coverage(game, &metrics, 50, if thorough { 2_000 } else { 600 }) {
            let told = format!("{game}: {} held in {held} of {SEEDS}", metric.name());
            println!("{told}");
            missed.extend((held * 10 < SEEDS * 9).then_some(told));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}
