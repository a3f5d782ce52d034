//! The words of the engine protocol: what an engine is told, and what it says.
//!
//! Both sides of the protocol are in this program (it plays against engines and is one), so its
//! words are read and written here and nowhere else. `docs/engines.md` describes it for others.

use std::fmt;
use std::time::Duration;

use selforge_catalogue::Score;

use crate::agent::Budget;

/// The longest that an engine may be told to think, in milliseconds.
const MAX_MS: u64 = 3_600_000;

/// The deepest that it may be told to look.
const MAX_DEPTH: u64 = 64;

/// What an engine is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order<'a> {
    /// An empty line.
    Nothing,
    /// `sgi`: say who you are.
    Hello,
    /// `isready`: say so when all before is done.
    Ready,
    /// `player SPEC`: play like this.
    Player(&'a str),
    /// `game SPEC`: play this.
    Game(&'a str),
    /// `position start|TEXT [moves MOVE…]`: go on from here.
    Position {
        /// `start`, or a position as text.
        place: &'a str,
        /// The moves from there.
        moves: Vec<&'a str>,
    },
    /// `go [time MS] [nodes N] [depth N]`: think; without limits those of the player hold.
    Go(Option<Budget>),
    /// `stop`: answer with what you have.
    Stop,
    /// `quit`: end.
    Quit,
}

impl<'a> Order<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// With what is wrong, in words for whoever said it.
    pub fn parse(line: &'a str) -> Result<Order<'a>, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        Ok(match word {
            "" => Order::Nothing,
            "sgi" => Order::Hello,
            "isready" => Order::Ready,
            "player" => Order::Player(rest),
            "game" => Order::Game(rest),
            "position" => {
                let (place, moves) = rest.split_at(moves_at(rest));
                let moves = moves.strip_prefix("moves").unwrap_or_default();
                Order::Position { place: place.trim(), moves: moves.split_whitespace().collect() }
            }
            "go" => Order::Go(read_budget(rest)?),
            "stop" => Order::Stop,
            "quit" => Order::Quit,
            _ => return Err(format!("unknown command '{}'", shown(word))),
        })
    }
}

/// Where the word `moves` stands in what follows `position`; its end if nowhere.
fn moves_at(rest: &str) -> usize {
    let is_word = |at: &usize| {
        rest[..*at].ends_with(char::is_whitespace)
            && rest[at + "moves".len()..].chars().next().is_none_or(char::is_whitespace)
    };
    rest.match_indices("moves").map(|(at, _)| at).find(is_word).unwrap_or(rest.len())
}

impl fmt::Display for Order<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Nothing => Ok(()),
            Order::Hello => f.write_str("sgi"),
            Order::Ready => f.write_str("isready"),
            Order::Player(spec) => write!(f, "player {spec}"),
            Order::Game(spec) => write!(f, "game {spec}"),
            Order::Position { place, moves } if moves.is_empty() => write!(f, "position {place}"),
            Order::Position { place, moves } => {
                write!(f, "position {place} moves {}", moves.join(" "))
            }
            Order::Go(budget) => {
                let Budget { time, nodes, depth } = budget.unwrap_or_default();
                f.write_str("go")?;
                time.map_or(Ok(()), |time| write!(f, " time {}", time.as_millis()))?;
                nodes.map_or(Ok(()), |nodes| write!(f, " nodes {nodes}"))?;
                depth.map_or(Ok(()), |depth| write!(f, " depth {depth}"))
            }
            Order::Stop => f.write_str("stop"),
            Order::Quit => f.write_str("quit"),
        }
    }
}

/// The limits behind `go`; none mean those of the player's spec.
fn read_budget(text: &str) -> Result<Option<Budget>, String> {
    let mut budget = Budget::default();
    let mut words = text.split_whitespace();
    while let Some(key) = words.next() {
        let value = words.next().and_then(|word| word.parse::<u64>().ok()).filter(|n| *n > 0);
        let Some(value) = value else {
            return Err(format!("go: no number after '{}'", shown(key)));
        };
        match key {
            "time" => budget.time = Some(Duration::from_millis(value.min(MAX_MS))),
            "nodes" => budget.nodes = Some(value),
            "depth" => budget.depth = Some(value.min(MAX_DEPTH) as u32),
            _ => return Err(format!("go: unknown limit '{}'", shown(key))),
        }
    }
    Ok((budget != Budget::default()).then_some(budget))
}

/// What an engine says, as far as it is understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply<'a> {
    /// `info …`: how far it is.
    Info(Info),
    /// `bestmove MOVE`: its answer.
    BestMove(&'a str),
    /// `error…`: what is wrong, with that word.
    Error(&'a str),
    /// Anything else, such as `sgiok` and `readyok`.
    Other(&'a str),
}

/// How far an engine is: `depth 4 nodes 1000 score 12 line …`. What it does not say is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// How deep it has looked.
    pub depth: Option<u32>,
    /// How many positions it has looked at.
    pub nodes: Option<u64>,
    /// How good the position is for the seat to move.
    pub score: Option<Score>,
}

impl<'a> Reply<'a> {
    /// Reads a line. Whatever it is, it is some reply.
    #[must_use]
    pub fn parse(line: &'a str) -> Reply<'a> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("info") => Reply::Info(read_info(words)),
            Some("bestmove") => Reply::BestMove(words.next().unwrap_or_default()),
            _ if line.starts_with("error") => Reply::Error(line),
            _ => Reply::Other(line.trim()),
        }
    }
}

fn read_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Info {
    let mut info = Info::default();
    while let (Some(key), Some(value)) = (words.next(), words.next()) {
        match (key, value.parse::<i64>()) {
            ("depth", Ok(depth)) => info.depth = Some(depth.clamp(0, 1000) as u32),
            ("nodes", Ok(nodes)) => info.nodes = Some(nodes.max(0).cast_unsigned()),
            ("score", Ok(score)) => {
                info.score = Some(Score::estimate(score.clamp(-800_000, 800_000) as i32));
            }
            ("line", _) => break,
            _ => {}
        }
    }
    info
}

/// The beginning of a word that may be very long, fit for a message.
#[must_use]
pub fn shown(word: &str) -> String {
    word.chars().take(40).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_as_they_are_written() {
        let budget = Budget { time: Some(Duration::from_millis(50)), nodes: Some(9), depth: None };
        let orders = [
            (Order::Nothing, ""),
            (Order::Hello, "sgi"),
            (Order::Game("selfo board=hexhex-3"), "game selfo board=hexhex-3"),
            (Order::Position { place: "start", moves: vec![] }, "position start"),
            (
                Order::Position { place: "A1/B1 A", moves: vec!["a1-b1", "pass"] },
                "position A1/B1 A moves a1-b1 pass",
            ),
            (Order::Go(None), "go"),
            (Order::Go(Some(budget)), "go time 50 nodes 9"),
        ];
        for (order, line) in orders {
            assert_eq!(Order::parse(line).as_ref(), Ok(&order), "{line}");
            assert_eq!(order.to_string(), line);
        }
    }

    #[test]
    fn what_is_no_order_is_refused_in_words() {
        let refused = |line: &str| Order::parse(line).unwrap_err();
        assert_eq!(refused("dance"), "unknown command 'dance'");
        assert_eq!(refused("go time"), "go: no number after 'time'");
        assert_eq!(refused("go time 0"), "go: no number after 'time'");
        assert_eq!(refused("go hard 3"), "go: unknown limit 'hard'");
    }

    #[test]
    fn of_a_reply_whatever_is_understood_is_taken() {
        let info = Info { depth: Some(4), nodes: None, score: Some(Score::estimate(-12)) };
        let said = "info depth 4 mood fine score -12 line a1-b1 depth 9";
        assert_eq!(Reply::parse(said), Reply::Info(info));
        assert_eq!(Reply::parse("bestmove  a1-b1 ponder x"), Reply::BestMove("a1-b1"));
        assert_eq!(Reply::parse("error: no"), Reply::Error("error: no"));
        assert_eq!(Reply::parse(" sgiok "), Reply::Other("sgiok"));
    }
}
