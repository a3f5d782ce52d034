//! `selforge bench`: how fast the rules are, here and now.
//!
//! Every benchmark does a fixed piece of work over and over and takes the fastest time, because
//! everything else on the machine can only make it slower. The work has one right answer, which is
//! written down beside it and compared every time: a benchmark of wrong code measures nothing.

mod connected;
mod exported;
mod metrics;
mod network;
mod players;
mod positions;
mod random_play;
mod rulespace;
mod timeline;

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use selforge_core::nearest;
use serde_json::{Value, json};

use crate::error::CliError;
use crate::files::FileSystem;
use crate::output::Output;
use crate::spec::parse_words;

/// Measures speed.
#[derive(Args, Debug)]
#[command(after_help = "\
The times are the best of many repetitions. Build with --release, or they mean little.

Examples:
  selforge bench
  selforge bench selfo-random-move --seconds 3
  selforge bench --game zrf file=mygame.zrf
  selforge bench --json | jq '.[] | [.name, .ns_per_op]'")]
pub(crate) struct Bench {
    /// Which benchmarks; all if none is named
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Random play of this game instead, each time from the same seed
    #[arg(long, value_name = "SPEC", num_args = 1.., conflicts_with_all = ["names", "list"])]
    game: Vec<String>,
    /// List the benchmarks and do nothing
    #[arg(long)]
    list: bool,
    /// How long all of them together may take, about
    #[arg(long, value_name = "S", default_value_t = 6.0, value_parser = seconds)]
    seconds: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number from 0 to 3600".to_owned()),
    }
}

/// One benchmark.
struct Benchmark {
    name: &'static str,
    /// What one operation is.
    unit: &'static str,
    meaning: &'static str,
    /// How many pieces there are on the board, where the cost grows with them.
    pieces: Option<u32>,
    run: fn(Duration) -> Result<Timing, CliError>,
}

const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "selfo-random-move",
        unit: "move",
        meaning: "random play of Selfo-1 on hexhex-6, 18 against 18, through the Game trait",
        pieces: Some(36),
        run: |time| random_play::typed(&random_play::HEXHEX_6, time),
    },
    Benchmark {
        name: "selfo-random-move-erased",
        unit: "move",
        meaning: "the same through AnyGame",
        pieces: Some(36),
        run: |time| random_play::erased(&random_play::HEXHEX_6, time),
    },
    Benchmark {
        name: "selfo-connected",
        unit: "test",
        meaning: "whether a set is connected, on positions of random games on hexhex-6",
        pieces: None,
        run: connected::run,
    },
    Benchmark {
        name: "selfo-random-move-hexhex-4",
        unit: "move",
        meaning: "random play on hexhex-4",
        pieces: Some(14),
        run: |time| random_play::typed(&random_play::HEXHEX_4, time),
    },
    Benchmark {
        name: "selfo-random-move-hexhex-8",
        unit: "move",
        meaning: "random play on hexhex-8",
        pieces: Some(68),
        run: |time| random_play::typed(&random_play::HEXHEX_8, time),
    },
    Benchmark {
        name: "selfo-random-move-hexhex-12",
        unit: "move",
        meaning: "random play on hexhex-12",
        pieces: Some(158),
        run: |time| random_play::typed(&random_play::HEXHEX_12, time),
    },
    Benchmark {
        name: "chess-random-move",
        unit: "move",
        meaning: "random play of chess, through the Game trait",
        pieces: None,
        run: |time| random_play::uniform(&random_play::CHESS, time),
    },
    Benchmark {
        name: "checkers-random-move",
        unit: "move",
        meaning: "random play of checkers, through the Game trait",
        pieces: None,
        run: |time| random_play::uniform(&random_play::CHECKERS, time),
    },
    Benchmark {
        name: "hex-random-move",
        unit: "move",
        meaning: "random play of Hex on 11 by 11, through the Game trait",
        pieces: None,
        run: |time| random_play::uniform(&random_play::HEX, time),
    },
    Benchmark {
        name: "loa-random-move",
        unit: "move",
        meaning: "random play of Lines of Action, through the Game trait",
        pieces: None,
        run: |time| random_play::uniform(&random_play::LOA, time),
    },
    Benchmark {
        name: "zrf-chess-random-move",
        unit: "move",
        meaning: "random play of chess from a rule file, with check and mate, through the Game trait",
        pieces: None,
        run: |time| random_play::uniform(&random_play::ZRF_CHESS, time),
    },
    Benchmark {
        name: "zrf-draughts-random-move",
        unit: "move",
        meaning: "random play of English draughts from a rule file; every jump is a move",
        pieces: None,
        run: |time| random_play::uniform(&random_play::ZRF_DRAUGHTS, time),
    },
    Benchmark {
        name: "zrf-tic-tac-toe-random-move",
        unit: "move",
        meaning: "random play of tic-tac-toe from a rule file",
        pieces: None,
        run: |time| random_play::uniform(&random_play::ZRF_TIC_TAC_TOE, time),
    },
    Benchmark {
        name: "zrf-exported-selfo",
        unit: "line of play",
        meaning: "lines of play of Selfo from its own rule file, against the native game",
        pieces: None,
        run: |time| exported::run(&exported::SELFO, time),
    },
    Benchmark {
        name: "zrf-exported-checkers",
        unit: "line of play",
        meaning: "lines of play of checkers from its own rule file, against the native game",
        pieces: None,
        run: |time| exported::run(&exported::CHECKERS, time),
    },
    Benchmark {
        name: "zrf-exported-rulespace",
        unit: "line of play",
        meaning: "lines of play of a game of the rule space from its own rule file, against the native game",
        pieces: None,
        run: |time| exported::run(&exported::RULESPACE, time),
    },
    Benchmark {
        name: "rulespace-random-move",
        unit: "move",
        meaning: "random play of 250 random chromosomes of the rule space, all for as many moves",
        pieces: None,
        run: rulespace::run,
    },
    Benchmark {
        name: "metrics-candidate",
        unit: "candidate",
        meaning: "the paper's four metrics of a random chromosome, from 40 games",
        pieces: None,
        run: metrics::run,
    },
    Benchmark {
        name: "timeline-move",
        unit: "move",
        meaning: "a move of Selfo at ply 300 and taking it back, against the same at ply 10",
        pieces: None,
        run: timeline::run,
    },
    Benchmark {
        name: "swarm-evaluation",
        unit: "position",
        meaning: "the swarm's judgement of a position of a middle game on hexhex-6",
        pieces: None,
        run: |time| players::run(&players::SWARM_EVALUATION, time),
    },
    Benchmark {
        name: "swarm-move",
        unit: "move",
        meaning: "a whole move of the swarm there",
        pieces: None,
        run: |time| players::run(&players::SWARM_MOVE, time),
    },
    Benchmark {
        name: "alphabeta-node",
        unit: "node",
        meaning: "a position in an alpha-beta search of depth 5 there",
        pieces: None,
        run: |time| players::run(&players::ALPHABETA_NODE, time),
    },
    Benchmark {
        name: "network-node",
        unit: "node",
        meaning: "a position in the tree of the network for Selfo there",
        pieces: None,
        run: |time| players::run(&players::NETWORK_NODE, time),
    },
    Benchmark {
        name: "network-judgement",
        unit: "position",
        meaning: "the judgement of the network for Selfo on hexhex-6, one position at a time",
        pieces: Some(36),
        run: network::singly,
    },
    Benchmark {
        name: "network-judgement-batch",
        unit: "position",
        meaning: "the same for sixteen positions at once, against one at a time",
        pieces: Some(36),
        run: network::together,
    },
    Benchmark {
        name: "network-evaluation",
        unit: "position",
        meaning: "a network's judgement (64-91-40-10-1) of a position of a random game of chess",
        pieces: None,
        run: network::run,
    },
];

/// How long a benchmark took.
struct Timing {
    /// Operations in one repetition.
    ops: u64,
    repetitions: u32,
    best: Duration,
    /// What the work gave, which was right.
    answer: u64,
    /// How it compares with something else measured in the same run.
    ratio: Option<Ratio>,
}

/// A comparison: the work took so many times as long as something else.
struct Ratio {
    times: f64,
    of: &'static str,
}

impl Timing {
    fn ns_per_op(&self) -> f64 {
        self.best.as_secs_f64() * 1e9 / self.ops as f64
    }
}

/// Does `work`, of `ops` operations, at least twice and until the time is up. The first time warms the
/// machine up and does not count.
///
/// # Errors
/// If the work ever gives another answer than `expected`.
fn measure(
    ops: u64,
    expected: u64,
    time: Duration,
    mut work: impl FnMut() -> u64,
) -> Result<Timing, CliError> {
    let started = Instant::now();
    let mut best = Duration::MAX;
    let mut repetitions = 0;
    while repetitions < 2 || started.elapsed() < time {
        let begin = Instant::now();
        let answer = std::hint::black_box(work());
        let took = begin.elapsed();
        if answer != expected {
            return Err(CliError::Refused(format!(
                "wrong answer {answer:#018x}; expected {expected:#018x}"
            )));
        }
        if repetitions > 0 {
            best = best.min(took);
        }
        repetitions += 1;
    }
    Ok(Timing { ops, repetitions: repetitions - 1, best, answer: expected, ratio: None })
}

impl Bench {
    /// Runs the benchmarks.
    ///
    /// # Errors
    /// If a name is unknown or an answer is wrong.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        if !self.game.is_empty() {
            return self.random_play(out);
        }
        let chosen = self.chosen()?;
        if self.list {
            return list(&chosen, self.json, out);
        }
        let share = Duration::from_secs_f64(self.seconds / chosen.len().max(1) as f64);
        let mut values = Vec::new();
        for benchmark in chosen {
            let timing = (benchmark.run)(share).map_err(|error| match error {
                CliError::Refused(reason) => {
                    CliError::Refused(format!("{}: {reason}", benchmark.name))
                }
                other => other,
            })?;
            let ns = timing.ns_per_op();
            if self.json {
                values.push(value(benchmark, &timing));
                continue;
            }
            let per_piece = match benchmark.pieces {
                Some(pieces) => format!(", {:.2} a piece", ns / f64::from(pieces)),
                None => String::new(),
            };
            let ratio = match &timing.ratio {
                Some(Ratio { times, of }) => format!(", {times:.2} times {of}"),
                None => String::new(),
            };
            let unit = benchmark.unit;
            writeln!(out, "{:28} {ns:8.1} ns a {unit}{per_piece}{ratio}", benchmark.name)?;
            out.flush()?;
        }
        if self.json {
            out.json(&Value::Array(values))?;
        }
        Ok(())
    }

    /// Measures random play of the game that was named.
    fn random_play(&self, out: &mut Output<'_>) -> Result<(), CliError> {
        let spec = parse_words(&self.game)?;
        let playable = selforge_games::open(&spec, &FileSystem)?;
        let timing = random_play::of(&playable, Duration::from_secs_f64(self.seconds))?;
        let ns = timing.ns_per_op();
        if self.json {
            let value = json!({
                "game": spec.to_string(),
                "ns_per_op": ns,
                "unit": "move",
                "ops": timing.ops,
                "repetitions": timing.repetitions,
                "answer": format!("{:#018x}", timing.answer),
            });
            return Ok(out.json(&value)?);
        }
        writeln!(out, "{spec}")?;
        writeln!(out, "{ns:.1} ns a random move, {:.2} million a second", 1e3 / ns)?;
        Ok(())
    }

    fn chosen(&self) -> Result<Vec<&'static Benchmark>, CliError> {
        if self.names.is_empty() {
            return Ok(BENCHMARKS.iter().collect());
        }
        let names = || BENCHMARKS.iter().map(|benchmark| benchmark.name);
        let find = |name: &String| {
            BENCHMARKS.iter().find(|benchmark| benchmark.name == name).ok_or_else(|| {
                let hint = match nearest(name, names()) {
                    Some(near) => format!("did you mean '{near}'?"),
                    None => "--list shows all there are".to_owned(),
                };
                let name = crate::spec::shown(name);
                CliError::Input(format!("there is no benchmark '{name}'; {hint}"))
            })
        };
        self.names.iter().map(find).collect()
    }
}

fn list(chosen: &[&Benchmark], json: bool, out: &mut Output<'_>) -> Result<(), CliError> {
    if json {
        let value =
            |b: &&Benchmark| json!({ "name": b.name, "unit": b.unit, "meaning": b.meaning });
        return Ok(out.json(&Value::Array(chosen.iter().map(value).collect()))?);
    }
    for benchmark in chosen {
        writeln!(out, "{:28} {}", benchmark.name, benchmark.meaning)?;
    }
    Ok(())
}

fn value(benchmark: &Benchmark, timing: &Timing) -> Value {
    let ns = timing.ns_per_op();
    json!({
        "name": benchmark.name,
        "ns_per_op": ns,
        "unit": benchmark.unit,
        "ops": timing.ops,
        "repetitions": timing.repetitions,
        "pieces": benchmark.pieces,
        "ns_per_op_per_piece": benchmark.pieces.map(|pieces| ns / f64::from(pieces)),
        "ratio": timing.ratio.as_ref().map(|ratio| ratio.times),
        "ratio_to": timing.ratio.as_ref().map(|ratio| ratio.of),
        "checked": true,
        "answer": format!("{:#018x}", timing.answer),
    })
}
