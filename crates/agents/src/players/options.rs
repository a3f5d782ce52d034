//! Options that several players share: what they mean, and how they are read.
//!
//! A function that reads options stands beside what is said about them, and reads nothing else, so that
//! a player takes exactly what it lists.

use std::time::Duration;

use selforge_catalogue::OptionDoc;
use selforge_core::{SpecError, SpecReader};

use crate::agent::Budget;
use crate::gathering::Swarm;

/// How deep, with what holds when nothing is said.
pub(super) const fn depth(default: &'static str) -> OptionDoc {
    OptionDoc::new("depth", "1 to 64", default, "how many plies to look ahead")
}

/// How long, with what holds when nothing is said.
pub(super) const fn time(default: &'static str) -> OptionDoc {
    OptionDoc::new(
        "time",
        "50ms, 2s, 60s+500ms",
        default,
        "how long to think about a move; with + a clock for the whole game and what each move adds to it",
    )
}

/// Reads `cmd`: a program and its arguments.
pub(super) fn command(reader: &mut SpecReader<'_>) -> Result<Vec<String>, SpecError> {
    let words = shlex::split(reader.text("cmd").unwrap_or_default());
    words
        .filter(|words| !words.is_empty())
        .ok_or_else(|| reader.refuse("cmd", "no command", "a program and its arguments"))
}

/// The default of limits that are none.
pub(super) const NO_LIMIT: &str = "no limit";

pub(super) const NODES: OptionDoc =
    OptionDoc::new("nodes", "a number", NO_LIMIT, "how many positions to look at for a move");

/// Reads [`time`] and [`NODES`].
pub(super) fn time_and_nodes(reader: &mut SpecReader<'_>) -> Result<Budget, SpecError> {
    let nodes = reader.number("nodes", 1..=u64::MAX)?;
    Ok(Budget { time: time_limit(reader)?, nodes, depth: None })
}

/// Reads [`time`].
pub(super) fn time_limit(reader: &mut SpecReader<'_>) -> Result<Option<Duration>, SpecError> {
    let text = reader.text("time");
    let wrong = || reader.refuse("time", "no duration", "like 50ms, 2s or 60s+500ms, up to 1h");
    let of_move = |text: &str| match text.contains('+') {
        true => Clock::parse(text).map(|clock| clock.share(clock.base)),
        false => parse_duration(text),
    };
    text.map(|text| of_move(text).ok_or_else(wrong)).transpose()
}

/// A clock for a whole game: `60s+500ms`. Whoever runs the game keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What there is at first.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

impl Clock {
    /// Reads a clock; a plain duration is none.
    pub(crate) fn parse(text: &str) -> Option<Clock> {
        let (base, increment) = text.split_once('+')?;
        let increment = match increment {
            "0" => Duration::ZERO,
            text => parse_duration(text)?,
        };
        Some(Clock { base: parse_duration(base)?, increment })
    }

    /// What a player should spend on a move that has so much left: a thirtieth and most of what the move
    /// adds, and never so much that nothing would be left.
    #[must_use]
    pub fn share(&self, left: Duration) -> Duration {
        let share = left / 30 + self.increment * 3 / 4;
        share.min(left / 2).max(Duration::from_millis(1))
    }
}

/// Reads [`depth`].
pub(super) fn depth_limit(reader: &mut SpecReader<'_>) -> Result<Option<u32>, SpecError> {
    Ok(reader.number("depth", 1..=64)?.map(|depth| depth as u32))
}

/// Reads [`depth`], [`time`] and [`NODES`].
pub(super) fn budget(reader: &mut SpecReader<'_>) -> Result<Budget, SpecError> {
    Ok(Budget { depth: depth_limit(reader)?, ..time_and_nodes(reader)? })
}

/// `50ms`, `2s`, `1m`.
fn parse_duration(text: &str) -> Option<Duration> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().ok().filter(|n| (1..=3_600_000).contains(n))?;
    let time = match unit {
        "ms" => Duration::from_millis(number),
        "s" => Duration::from_secs(number),
        "m" => Duration::from_secs(number * 60),
        _ => return None,
    };
    (time <= Duration::from_secs(3600)).then_some(time)
}

/// Who judges, with who does when nothing is said.
pub(super) const fn eval(default: &'static str) -> OptionDoc {
    OptionDoc::new(
        "eval",
        "fast, swarm, network or a file of a network",
        default,
        "how positions are judged; fast and swarm are about Selfo",
    )
}

/// How positions are judged: those of Selfo in many ways, those of other games by their own evaluator or a
/// network.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Judge {
    /// By the distances to the largest group, at this price of an exposed piece.
    Fast { blockade: i32 },
    /// As the thesis does.
    Swarm(Swarm),
    /// By the network of this file, or by the one that comes with the program.
    Network { file: Option<String> },
}

/// How files of networks are called, so that they can be told from the other judges.
const NETWORK_ENDING: &str = ".net";

/// Reads [`eval`], blind to blockades.
pub(super) fn judge(reader: &mut SpecReader<'_>, usual: Judge) -> Result<Judge, SpecError> {
    if let Some(file) = reader.text("eval").filter(|text| text.ends_with(NETWORK_ENDING)) {
        return Ok(Judge::Network { file: Some(file.to_owned()) });
    }
    let judges = [
        ("fast", Judge::Fast { blockade: 0 }),
        ("swarm", Judge::Swarm(Swarm::default())),
        ("network", Judge::Network { file: None }),
    ];
    Ok(reader.choice("eval", &judges)?.unwrap_or(usual))
}

/// What exposed pieces cost, by `usual` unless it is said.
pub(super) const fn blockade(usual: &'static str) -> OptionDoc {
    OptionDoc::new(
        "blockade",
        "0 to 1000",
        usual,
        "what a piece of Selfo costs that may soon be cut off; 10 are one step, 0 is blind to it",
    )
}

/// Reads [`eval`] and [`blockade`].
pub(super) fn judge_of_blockades(
    reader: &mut SpecReader<'_>,
    usual_price: i32,
) -> Result<Judge, SpecError> {
    let usual = Judge::Fast { blockade: 0 };
    match (judge(reader, usual)?, reader.number("blockade", 0..=1000)?) {
        (Judge::Fast { .. }, Some(price)) => Ok(Judge::Fast { blockade: price as i32 }),
        (Judge::Fast { .. }, None) => Ok(Judge::Fast { blockade: usual_price }),
        (_, Some(_)) => {
            Err(reader.refuse("blockade", "only eval=fast has a price", "eval=fast, or nothing"))
        }
        (judge, None) => Ok(judge),
    }
}

pub(super) const THREADS: OptionDoc = OptionDoc::new(
    "threads",
    "1 to 64",
    "1",
    "how many threads search; with more than one, answers can differ from run to run",
);

/// Reads [`THREADS`].
pub(super) fn threads(reader: &mut SpecReader<'_>) -> Result<u32, SpecError> {
    Ok(reader.number("threads", 1..=64)?.unwrap_or(1) as u32)
}

pub(super) const HASH: OptionDoc =
    OptionDoc::new("hash", "1 to 4096", "16", "size of the transposition table in mebibytes");

/// Reads [`HASH`].
pub(super) fn table_mebibytes(reader: &mut SpecReader<'_>) -> Result<usize, SpecError> {
    Ok(reader.number("hash", 1..=4096)?.unwrap_or(16) as usize)
}
