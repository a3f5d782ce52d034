//! The options of a Selfo spec: read, checked and printed in canonical form.

use std::ops::RangeInclusive;

use selforge_board::BoardName;
use selforge_core::{HistoryRules, MAX_SEATS, Seat, Spec, SpecError, SpecReader};

use super::rules::{ANY, Blockade, Length, Rules};
use super::setup::Setup;
use super::unbounded;
use selforge_catalogue::shown;
use selforge_catalogue::{Environment, GameError, OptionDoc};
use selforge_catalogue::{REPETITION, read_limit, read_repetition, set_limit};

/// What can be chosen, for help and menus; [`Options`] reads and prints these keys in this order.
pub(super) const OPTION_DOCS: &[OptionDoc] = &[
    OptionDoc::new(
        "board",
        "a board, e.g. hexhex-6",
        "hexhex-6 (king-8x8 for pawns, hexhex-5 for even)",
        "where the game is played",
    ),
    OptionDoc::new("graph", "a file, or the graph itself", "none", "a board of your own"),
    OptionDoc::new("setup", "a setup, e.g. spiral", "spiral", "how the pieces are placed")
        .placing(),
    OptionDoc::new(
        "pattern",
        "rows of a triangle or a square",
        "made to fit",
        "the pattern that is repeated over the board",
    )
    .placing(),
    OptionDoc::new("position", "a position as text", "none", "the start position itself"),
    OptionDoc::new("seed", "a number", "0", "chooses among the positions of an irregular setup"),
    OptionDoc::new("seats", "2 to 12", "2, or as many as the position has", "how many players"),
    OptionDoc::new("density", "5 to 80", "40; less with few neighbours", "pieces on 100 cells")
        .placing(),
    OptionDoc::new(
        "pieces",
        "a number, or one for each set: 18,12",
        "from the density",
        "how many pieces each side has",
    )
    .placing(),
    OptionDoc::new(
        "length",
        "1 to 99 or any; or one for each seat: 1,2",
        "1",
        "how many steps a piece may move in one turn",
    ),
    OptionDoc::new(
        "special",
        "0 to 99, or one for each set: 2,0",
        "0",
        "how many pieces of each side are special",
    )
    .placing(),
    OptionDoc::new(
        "special-length",
        "1 to 99 or any",
        "any (30 on the plane)",
        "how many steps a special piece may move",
    ),
    OptionDoc::new(
        "first-moves",
        "1 to 2",
        "1",
        "how many moves of the others in a row may cut no piece off, in drawn starts",
    )
    .placing(),
    OptionDoc::new(
        "swap",
        "on or off",
        "on",
        "every player but the first may swap sides instead of their first move",
    ),
    OptionDoc::new("passes", "on or off", "on", "a draw when all players pass one after the other"),
    OptionDoc::new(
        "blockade",
        "end, offer or off",
        "end",
        "what happens when everybody is blocked: draw, draw on request, nothing",
    ),
    REPETITION,
    OptionDoc::new(
        "plies",
        "1 to 100000 or off",
        "300; 50 a seat beyond six",
        "draw after so many moves, counting everyone's",
    ),
    OptionDoc::new(
        "progress",
        "1 to 100000 or off",
        "100; more beyond six seats",
        "draw after so many moves, counting everyone's, in which nobody got down to fewer groups",
    ),
];

/// The longest move that can be asked for by number.
const MAX_LENGTH: u64 = 99;

/// Where a game is played.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Place {
    Named(BoardName),
    /// A graph as JSON text.
    Graph(String),
}

/// How a game starts.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Start {
    Setup { setup: Setup, pattern: Option<String> },
    Position(String),
}

/// Everything that a spec of Selfo can say, defaults filled in.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Options {
    pub(super) place: Place,
    pub(super) start: Start,
    pub(super) seed: u64,
    /// Pieces on 100 cells, if given.
    pub(super) density: Option<u64>,
    /// One number a set, if given.
    pub(super) pieces: Option<Vec<u16>>,
    /// How many special pieces each set gets from a setup.
    pub(super) special: Vec<u16>,
    /// How many moves of the others in a row must cut no piece off in a start that is drawn.
    pub(super) first_moves: u8,
    pub(super) rules: Rules,
}

impl Options {
    pub(super) fn read(spec: &Spec, environment: &dyn Environment) -> Result<Options, GameError> {
        let mut reader = SpecReader::new(spec);
        let start = read_start(&mut reader)?;
        let seats = match reader.number("seats", 2..=MAX_SEATS as u64)? {
            Some(seats) => seats as u8,
            None => start.sets_named().unwrap_or(2),
        };
        let place = read_place(&mut reader, &start, environment)?;
        let usual = usual_rules(&place, seats);
        let rules = Rules {
            seats,
            lengths: read_lengths(&mut reader, seats)?,
            special_length: match reader.text("special-length") {
                Some(text) => read_length(&reader, "special-length", text)?,
                None => usual.special_length,
            },
            swap: reader.switch("swap")?.unwrap_or(usual.swap),
            pass_draw: reader.switch("passes")?.unwrap_or(usual.pass_draw),
            blockade: reader.choice("blockade", &BLOCKADES)?.unwrap_or(usual.blockade),
            history: HistoryRules {
                repetition: read_repetition(&mut reader, usual.history.repetition)?,
                plies: read_limit(&mut reader, "plies", 1, 100_000, usual.history.plies)?,
                no_progress: read_limit(
                    &mut reader,
                    "progress",
                    1,
                    100_000,
                    usual.history.no_progress,
                )?,
            },
        };
        let options = Options {
            place,
            start,
            seed: reader.number("seed", 0..=u64::MAX)?.unwrap_or(0),
            density: reader.number("density", 5..=80)?,
            pieces: read_pieces(&mut reader, seats)?,
            special: read_special(&mut reader, seats)?,
            first_moves: reader.number("first-moves", 1..=2)?.unwrap_or(1) as u8,
            rules,
        };
        reader.finish(&[])?;
        options.check(spec)?;
        Ok(options)
    }

    /// Refuses options that contradict each other.
    fn check(&self, spec: &Spec) -> Result<(), GameError> {
        let conflict = |problem: &str, expected: &str| {
            Err(GameError::Conflict {
                problem: problem.to_string(),
                expected: expected.to_string(),
            })
        };
        let given = |key: &str| spec.get(key).is_some();
        if given("board") && given("graph") {
            return conflict("board= and graph= are both given", "one of them");
        }
        if given("position") {
            for OptionDoc { key, .. } in OPTION_DOCS.iter().filter(|doc| doc.places) {
                if given(key) {
                    let problem = format!("{key}= and position= are both given");
                    return conflict(&problem, "the position alone; it places every piece");
                }
            }
        }
        if given("pieces") && given("density") {
            return conflict("pieces= and density= are both given", "one of them");
        }
        if given("pattern") && (given("pieces") || given("density")) {
            return conflict("pattern= places every piece", "neither pieces= nor density= with it");
        }
        if given("pattern") && !matches!(self.start, Start::Setup { setup: Setup::Pattern, .. }) {
            return conflict("pattern= is given for another setup", "setup=pattern with it");
        }
        if self.place == Place::Named(BoardName::Plane) {
            let lengths = &self.rules.lengths[..usize::from(self.rules.seats)];
            let all = lengths.iter().chain([&self.rules.special_length]);
            if all.into_iter().any(|&length| length > unbounded::MAX_LENGTH) {
                let expected =
                    format!("length= and special-length= up to {} there", unbounded::MAX_LENGTH);
                return conflict("moves would be too long for a board without a rim", &expected);
            }
        }
        Ok(())
    }

    /// The spec in canonical form: what differs from the defaults, in a fixed order.
    pub(super) fn to_spec(&self, board_name: &str) -> Result<Spec, SpecError> {
        let mut spec = Spec::new("selfo");
        let usual = usual_rules(&self.place, self.rules.seats);
        match &self.place {
            Place::Graph(_) => spec.set("graph", board_name)?,
            Place::Named(name) if *name != default_board(&self.start) => spec.set("board", name)?,
            Place::Named(_) => {}
        }
        match &self.start {
            Start::Position(text) => spec.set("position", text)?,
            Start::Setup { setup, pattern } => {
                if *setup != Setup::Spiral {
                    spec.set("setup", setup)?;
                }
                if let Some(pattern) = pattern {
                    spec.set("pattern", pattern)?;
                }
            }
        }
        if self.seed != 0 && self.needs_seed() {
            spec.set("seed", self.seed)?;
        }
        if self.rules.seats != self.start.sets_named().unwrap_or(2) {
            spec.set("seats", self.rules.seats)?;
        }
        if let Some(density) = self.density.filter(|_| self.start.has_size()) {
            spec.set("density", density)?;
        }
        if let Some(pieces) = &self.pieces {
            spec.set("pieces", list(pieces, u16::to_string))?;
        }
        let lengths = &self.rules.lengths[..usize::from(self.rules.seats)];
        if lengths.iter().any(|&length| length != 1) {
            spec.set("length", list(lengths, |&length| length_name(length)))?;
        }
        if self.special.iter().any(|&count| count > 0) {
            spec.set("special", list(&self.special, u16::to_string))?;
        }
        if self.rules.special_length != usual.special_length {
            spec.set("special-length", length_name(self.rules.special_length))?;
        }
        if self.first_moves != 1 && self.is_drawn() {
            spec.set("first-moves", self.first_moves)?;
        }
        if self.rules.swap != usual.swap {
            spec.set("swap", if self.rules.swap { "on" } else { "off" })?;
        }
        if self.rules.pass_draw != usual.pass_draw {
            spec.set("passes", if self.rules.pass_draw { "on" } else { "off" })?;
        }
        if self.rules.blockade != usual.blockade {
            let name = BLOCKADES.iter().find(|(_, meaning)| *meaning == self.rules.blockade);
            spec.set("blockade", name.map_or("end", |(name, _)| name))?;
        }
        let limits = [
            ("repetition", self.rules.history.repetition, usual.history.repetition),
            ("plies", self.rules.history.plies, usual.history.plies),
            ("progress", self.rules.history.no_progress, usual.history.no_progress),
        ];
        for (key, limit, usual) in limits {
            set_limit(&mut spec, key, limit, usual)?;
        }
        Ok(spec)
    }

    /// Whether anything about the game depends on the seed.
    fn needs_seed(&self) -> bool {
        let board = matches!(self.place, Place::Named(BoardName::Voronoi { seed: None, .. }));
        board || self.is_drawn() || self.special.iter().any(|&count| count > 0)
    }

    /// Whether the start position is drawn at random.
    fn is_drawn(&self) -> bool {
        matches!(&self.start, Start::Setup { setup, pattern: None } if setup.is_random())
    }
}

/// The usual rules, but on the plane even special pieces move only so far.
fn usual_rules(place: &Place, seats: u8) -> Rules {
    let mut rules = Rules::usual(seats);
    if *place == Place::Named(BoardName::Plane) {
        rules.special_length = unbounded::MAX_LENGTH;
    }
    rules
}

const BLOCKADES: [(&str, Blockade); 3] =
    [("end", Blockade::End), ("offer", Blockade::Offer), ("off", Blockade::Off)];

impl Start {
    /// How many sets the letters of a given position name.
    fn sets_named(&self) -> Option<u8> {
        let Start::Position(text) = self else { return None };
        let pieces = text.split(' ').next().unwrap_or_default();
        // On the plane the corner's name comes first and has letters of its own.
        let rows = pieces.rsplit(':').next().unwrap_or_default();
        let last = rows
            .bytes()
            .map(|b| b.to_ascii_uppercase())
            .filter(|b| (b'A'..=Seat::LAST.letter() as u8).contains(b))
            .max()?;
        Some((last - b'A' + 1).max(2))
    }

    /// Whether the number of pieces can be chosen.
    fn has_size(&self) -> bool {
        matches!(self, Start::Setup { setup, .. } if !setup.has_pieces())
    }
}

fn read_start(reader: &mut SpecReader<'_>) -> Result<Start, GameError> {
    let pattern = reader.text("pattern").map(str::to_string);
    let setup = match reader.text("setup") {
        Some(text) => {
            text.parse().map_err(|error| reader.refuse("setup", format!("{error}"), ""))?
        }
        None if pattern.is_some() => Setup::Pattern,
        None => Setup::Spiral,
    };
    Ok(match reader.text("position") {
        Some(text) => Start::Position(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        None => Start::Setup { setup, pattern },
    })
}

fn default_board(start: &Start) -> BoardName {
    match start {
        Start::Setup { setup: Setup::Pawns, .. } => BoardName::King { rows: 8, columns: 8 },
        Start::Setup { setup: Setup::Even, .. } => BoardName::HexHex { side: 5 },
        _ => BoardName::HexHex { side: 6 },
    }
}

fn read_place(
    reader: &mut SpecReader<'_>,
    start: &Start,
    environment: &dyn Environment,
) -> Result<Place, GameError> {
    let board = reader.text("board");
    let inline = board.and_then(|text| text.strip_prefix("graph="));
    if let Some(graph) = reader.text("graph").or(inline) {
        if graph.trim_start().starts_with('{') {
            return Ok(Place::Graph(graph.to_string()));
        }
        let read = environment.read(graph);
        let named = |reason| GameError::File { file: shown(graph), reason };
        return Ok(Place::Graph(read.map_err(named)?));
    }
    Ok(Place::Named(match (board, start) {
        (Some(text), _) => text.parse()?,
        (None, Start::Position(text)) => board_of(text).unwrap_or_else(|| default_board(start)),
        (None, Start::Setup { .. }) => default_board(start),
    }))
}

/// The board that has the rows of a position, so that people can give a position alone: a hexagon, or
/// a rectangle of cells with eight neighbours.
fn board_of(position: &str) -> Option<BoardName> {
    let rows = position.split(' ').next()?.split('/');
    let lengths: Vec<u64> = rows.map(row_length).collect::<Option<_>>()?;
    let (rows, first) = (lengths.len() as u64, *lengths.first()?);
    let name = if lengths.iter().all(|length| *length == first) {
        format!("king-{rows}x{first}")
    } else {
        let longest = 2 * first - 1;
        let hexagon = |(row, &length): (u64, &u64)| length == longest - row.abs_diff(first - 1);
        if rows != longest || !(0..).zip(&lengths).all(hexagon) {
            return None;
        }
        format!("hexhex-{first}")
    };
    name.parse().ok()
}

/// How many cells a row of a position has; none if it has no cell, or more than any board.
pub(super) fn row_length(row: &str) -> Option<u64> {
    let (mut length, mut run) = (0, 0);
    for byte in row.bytes() {
        match byte {
            b'0'..=b'9' => run = run * 10 + u64::from(byte - b'0'),
            _ => (length, run) = (length + run + 1, 0),
        }
        if length + run > 1_000 {
            return None;
        }
    }
    Some(length + run).filter(|length| *length > 0)
}

fn read_length(reader: &SpecReader<'_>, key: &str, text: &str) -> Result<Length, SpecError> {
    match text.parse() {
        _ if text == "any" => Ok(ANY),
        Ok(length @ 1..=MAX_LENGTH) => Ok(length as Length),
        _ => {
            let expected = format!("a number from 1 to {MAX_LENGTH}, or any");
            Err(reader.refuse(key, format!("'{}' is no length", shown(text)), expected))
        }
    }
}

fn read_lengths(reader: &mut SpecReader<'_>, seats: u8) -> Result<[Length; MAX_SEATS], SpecError> {
    let Some(text) = reader.text("length") else { return Ok([1; MAX_SEATS]) };
    let lengths = text
        .split(',')
        .map(|part| read_length(reader, "length", part))
        .collect::<Result<Vec<_>, _>>()?;
    let lengths = one_or_each(reader, "length", lengths, seats)?;
    Ok(std::array::from_fn(|seat| lengths.get(seat).copied().unwrap_or(1)))
}

fn read_pieces(reader: &mut SpecReader<'_>, seats: u8) -> Result<Option<Vec<u16>>, SpecError> {
    read_counts(reader, "pieces", 2..=1000, seats)
}

fn read_special(reader: &mut SpecReader<'_>, seats: u8) -> Result<Vec<u16>, SpecError> {
    let counts = read_counts(reader, "special", 0..=99, seats)?;
    Ok(counts.unwrap_or_else(|| vec![0; usize::from(seats)]))
}

/// Numbers of pieces: one for all sets, or one for each.
fn read_counts<'a>(
    reader: &mut SpecReader<'a>,
    key: &'a str,
    range: RangeInclusive<u16>,
    seats: u8,
) -> Result<Option<Vec<u16>>, SpecError> {
    let Some(text) = reader.text(key) else { return Ok(None) };
    let read = |part: &str| match part.parse() {
        Ok(count) if range.contains(&count) => Ok(count),
        _ => {
            let problem = format!("'{}' is no number of pieces", shown(part));
            let expected = format!("numbers from {} to {}", range.start(), range.end());
            Err(reader.refuse(key, problem, expected))
        }
    };
    let counts = text.split(',').map(read).collect::<Result<Vec<_>, _>>()?;
    one_or_each(reader, key, counts, seats).map(Some)
}

/// A list of one value for all, or of one for each seat.
fn one_or_each<T: Copy>(
    reader: &SpecReader<'_>,
    key: &str,
    values: Vec<T>,
    seats: u8,
) -> Result<Vec<T>, SpecError> {
    match values.len() {
        1 => Ok(vec![values[0]; usize::from(seats)]),
        n if n == usize::from(seats) => Ok(values),
        n => {
            let expected = format!("one value, or {seats}, one for each seat");
            Err(reader.refuse(key, format!("{n} values for {seats} seats"), expected))
        }
    }
}

fn length_name(length: Length) -> String {
    if length == ANY { "any".to_string() } else { length.to_string() }
}

/// One value if all are the same, else all.
fn list<T: PartialEq>(values: &[T], name: impl Fn(&T) -> String) -> String {
    match values.split_first() {
        Some((first, rest)) if rest.iter().all(|value| value == first) => name(first),
        _ => values.iter().map(name).collect::<Vec<_>>().join(","),
    }
}
