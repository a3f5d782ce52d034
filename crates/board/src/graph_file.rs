//! Boards from a file: any connected graph that someone has drawn.
//!
//! The format is JSON:
//!
//! ```json
//! {
//!   "name": "kite",
//!   "cells": [
//!     {"name": "a1", "x": 0, "y": 1},
//!     {"name": "b1", "x": -1, "y": 0},
//!     {"name": "b2", "x": 1, "y": 0}
//!   ],
//!   "edges": [["a1", "b1"], ["a1", "b2"], [1, 2]]
//! }
//! ```
//!
//! - `name` (optional): 1 to 40 letters, digits, `-`, `_` or `.`.
//! - `cells`: 2 to 1024, each with a place (`x` to the right, `y` down, any scale, up to a million)
//!   and a name: lower-case letters and then a number. Either every cell has a name or none; without,
//!   they are named by horizontal bands from the bottom, `a1`, `a2`, … from the left.
//! - `edges`: pairs of neighbours, each by name or by its number in `cells`, from 0. All cells must
//!   hang together; none may have more than 64 neighbours.
//!
//! Anything else is refused, with the place; of a field given twice the last counts. Such a board's
//! [`Board::name`] is the same JSON in one line without spaces, so that a game's spec can carry its
//! board along; reading that again gives the same board.
//!
//! The file is read as plain JSON first and then walked by hand: derived readers know the line of a
//! wrong value, but not that it is `cells[3].x`.

use std::collections::HashMap;
use std::fmt::Write;

use serde_json::{Map, Value};

use crate::board::{Board, BoardError, BoardParts, MAX_CELLS, Point};
use crate::cell::Cell;
use crate::geometry::{clockwise_from_east, distance, dodecagon, mean};
use crate::label::{NAME_SHAPE, band_names, bands, is_cell_name};

/// The longest graph file that is read, in bytes.
pub const MAX_GRAPH_BYTES: usize = 1 << 20;

/// The most neighbours that a cell of a graph file may have.
pub const MAX_DEGREE: usize = 64;

/// The largest coordinate in a graph file.
const MAX_COORDINATE: f64 = 1e6;

/// The longest title of a graph file.
const MAX_TITLE: usize = 40;

/// How near two cells may lie, measured in mean edge lengths: nearer ones could not be drawn.
const MIN_SPACING: f64 = 0.01;

/// How much of the way to the nearest other cell a cell's outline takes.
const OUTLINE_SHARE: f64 = 0.45;

impl Board {
    /// Reads a board from the text of a graph file (JSON):
    ///
    /// ```
    /// use selforge_board::Board;
    /// let text = r#"{"cells": [{"x": 0, "y": 0}, {"x": 1, "y": 0}], "edges": [[0, 1]]}"#;
    /// let board = Board::from_graph_json(text)?;
    /// assert_eq!(
    ///     board.name(),
    ///     r#"{"cells":[{"name":"a1","x":0,"y":0},{"name":"a2","x":1,"y":0}],"edges":[[0,1]]}"#
    /// );
    /// # Ok::<(), selforge_board::BoardError>(())
    /// ```
    ///
    /// `cells` have a place (`x` to the right, `y` down) and, all or none, a `name`; `edges` are
    /// pairs of names or of numbers from 0; the whole may have a `name` too.
    ///
    /// # Errors
    /// [`BoardError::Graph`], with the place, if the text is anything else.
    pub fn from_graph_json(text: &str) -> Result<Board, BoardError> {
        Ok(Board::new(Graph::read(text)?.parts()?))
    }

    /// Whether the board comes from a graph file, so that its name is that graph.
    #[must_use]
    pub fn is_graph(&self) -> bool {
        self.name().starts_with('{')
    }
}

/// A graph file, checked but for the spacing of its cells.
struct Graph {
    title: Option<String>,
    names: Vec<String>,
    points: Vec<Point>,
    /// Sorted pairs, the smaller index first.
    edges: Vec<[usize; 2]>,
}

impl Graph {
    fn read(text: &str) -> Result<Graph, BoardError> {
        if text.len() > MAX_GRAPH_BYTES {
            let problem = format!("{} bytes are too long", text.len());
            return Err(wrong("text", problem, format!("at most {MAX_GRAPH_BYTES} bytes")));
        }
        let value: Value = serde_json::from_str(text).map_err(|error| {
            let place = format!("line {} column {}", error.line(), error.column());
            let problem = error.to_string();
            let problem = problem.split(" at line ").next().unwrap_or_default();
            wrong(place, problem, "JSON: {\"cells\": [...], \"edges\": [...]}")
        })?;
        let file = object(&value, "top level", &["name", "cells", "edges"])?;
        let title = file.get("name").map(read_title).transpose()?;
        let cells = list(file, "cells")?;
        let (points, names) = read_cells(cells)?;
        let edges = read_edges(list(file, "edges")?, &names)?;
        check_connected(&names, &edges)?;
        Ok(Graph { title, names, points, edges })
    }

    /// The file in one line, the same for the same board.
    fn canonical(&self) -> String {
        let mut out = String::from("{");
        if let Some(title) = &self.title {
            let _ = write!(out, "\"name\":\"{title}\",");
        }
        let cells = self.names.iter().zip(&self.points).map(|(name, &[x, y])| {
            format!("{{\"name\":\"{name}\",\"x\":{},\"y\":{}}}", number(x), number(y))
        });
        let cells: Vec<String> = cells.collect();
        let edges: Vec<String> = self.edges.iter().map(|[a, b]| format!("[{a},{b}]")).collect();
        let _ = write!(out, "\"cells\":[{}],\"edges\":[{}]}}", cells.join(","), edges.join(","));
        out
    }

    fn parts(self) -> Result<BoardParts, BoardError> {
        let name = self.canonical();
        let Graph { names, points, edges, .. } = self;
        let length: f64 = edges.iter().map(|&[a, b]| distance(points[a], points[b])).sum();
        let (scale, middle) = (edges.len() as f64 / length, mean(points.iter().copied()));
        let centres: Vec<Point> = points
            .iter()
            .map(|point| [(point[0] - middle[0]) * scale, (point[1] - middle[1]) * scale])
            .collect();
        let mut around = vec![Vec::new(); names.len()];
        for &[a, b] in &edges {
            around[a].push(b);
            around[b].push(a);
        }
        for (hub, around) in around.iter_mut().enumerate() {
            around.sort_by(|&a, &b| clockwise_from_east(centres[hub], centres[a], centres[b]));
        }
        let outlines: Result<_, BoardError> = (0..names.len())
            .map(|at| {
                let room = room(&centres, at)?;
                Ok(dodecagon(centres[at], OUTLINE_SHARE * room))
            })
            .collect();
        Ok(BoardParts {
            name,
            rows: vec![(0..names.len()).map(Cell::new).collect()],
            names,
            steps: around
                .iter()
                .map(|around| around.iter().map(|&next| Some(Cell::new(next))).collect())
                .collect(),
            centres,
            outlines: outlines?,
        })
    }
}

/// The distance from a cell to the nearest other one.
fn room(centres: &[Point], at: usize) -> Result<f64, BoardError> {
    let away = |other: &usize| distance(centres[at], centres[*other]);
    let others = (0..centres.len()).filter(|&other| other != at);
    let nearest = others.min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(at);
    let room = away(&nearest);
    // Written so that a distance that is no number is refused too.
    if room >= MIN_SPACING {
        return Ok(room);
    }
    let (first, second) = (at.min(nearest), at.max(nearest));
    Err(wrong(
        format!("cells[{second}]"),
        format!("lies too close to cells[{first}]"),
        format!("at least {MIN_SPACING} of the mean edge length between any two cells"),
    ))
}

fn read_title(value: &Value) -> Result<String, BoardError> {
    let good = |text: &&str| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        (1..=MAX_TITLE).contains(&text.len()) && text.chars().all(allowed)
    };
    value.as_str().filter(good).map(str::to_owned).ok_or_else(|| {
        let expected = format!("1 to {MAX_TITLE} letters, digits, '-', '_' or '.'");
        wrong("name", format!("{} is no name of a board", shown(value)), expected)
    })
}

fn read_cells(cells: &[Value]) -> Result<(Vec<Point>, Vec<String>), BoardError> {
    if !(2..=MAX_CELLS).contains(&cells.len()) {
        let problem = format!("there are {} cells", cells.len());
        return Err(wrong("cells", problem, format!("2 to {MAX_CELLS}")));
    }
    let (mut points, mut names) = (Vec::new(), Vec::new());
    let (mut place_of, mut number_of) = (HashMap::new(), HashMap::new());
    for (at, cell) in cells.iter().enumerate() {
        let place = format!("cells[{at}]");
        let cell = object(cell, &place, &["name", "x", "y"])?;
        let point = [coordinate(cell, &place, "x")?, coordinate(cell, &place, "y")?];
        if let Some(first) = place_of.insert(point.map(f64::to_bits), at) {
            let problem = format!("lies on cells[{first}]");
            return Err(wrong(place, problem, "a place of its own for every cell"));
        }
        points.push(point);
        if let Some(name) = cell.get("name") {
            let place = format!("{place}.name");
            let text = name.as_str().filter(|text| is_cell_name(text));
            let text = text.ok_or_else(|| {
                wrong(place.as_str(), format!("{} is no name of a cell", shown(name)), NAME_SHAPE)
            })?;
            if let Some(first) = number_of.insert(text, at) {
                let problem = format!("'{text}' is the name of cells[{first}] already");
                return Err(wrong(place, problem, "a name of its own for every cell"));
            }
            names.push(text.to_owned());
        }
        if !names.is_empty() && names.len() != points.len() {
            let nameless = if cell.contains_key("name") { 0 } else { at };
            let place = format!("cells[{nameless}].name");
            return Err(wrong(place, "it is missing", "a name for every cell or for none"));
        }
    }
    if names.is_empty() {
        names = band_names(&bands(&points));
    }
    Ok((points, names))
}

fn coordinate(cell: &Map<String, Value>, place: &str, axis: &str) -> Result<f64, BoardError> {
    let refuse = |problem: String| {
        let expected = format!("a number from -{MAX_COORDINATE} to {MAX_COORDINATE}");
        wrong(format!("{place}.{axis}"), problem, expected)
    };
    let value = cell.get(axis).ok_or_else(|| refuse("it is missing".into()))?;
    match value.as_f64() {
        // Adding zero turns -0 into 0.
        Some(number) if number.abs() <= MAX_COORDINATE => Ok(number + 0.0),
        _ => Err(refuse(format!("{} is no coordinate", shown(value)))),
    }
}

fn read_edges(edges: &[Value], names: &[String]) -> Result<Vec<[usize; 2]>, BoardError> {
    let by_name: HashMap<&str, usize> =
        names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let mut seen = HashMap::new();
    let mut degrees = vec![0; names.len()];
    for (at, edge) in edges.iter().enumerate() {
        let place = format!("edges[{at}]");
        let Some([a, b]) = edge.as_array().map(Vec::as_slice) else {
            let problem = format!("{} is no pair", shown(edge));
            return Err(wrong(place, problem, "two neighbours, like [\"a1\",\"a2\"] or [0,1]"));
        };
        let a = end(a, &format!("{place}[0]"), &by_name)?;
        let b = end(b, &format!("{place}[1]"), &by_name)?;
        if a == b {
            let problem = format!("it joins '{}' to itself", names[a]);
            return Err(wrong(place, problem, "two different cells"));
        }
        if let Some(first) = seen.insert([a.min(b), a.max(b)], at) {
            return Err(wrong(place, format!("it repeats edges[{first}]"), "every edge once"));
        }
        for end in [a, b] {
            degrees[end] += 1;
            if degrees[end] > MAX_DEGREE {
                let problem = format!("'{}' gets more than {MAX_DEGREE} neighbours", names[end]);
                return Err(wrong(place, problem, format!("at most {MAX_DEGREE} for any cell")));
            }
        }
    }
    let mut edges: Vec<[usize; 2]> = seen.into_keys().collect();
    edges.sort_unstable();
    Ok(edges)
}

/// One end of an edge, given by name or by number.
fn end(value: &Value, place: &str, by_name: &HashMap<&str, usize>) -> Result<usize, BoardError> {
    let found = match value {
        Value::String(name) => by_name.get(name.as_str()).copied(),
        Value::Number(number) => number
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())
            .filter(|&number| number < by_name.len()),
        _ => None,
    };
    found.ok_or_else(|| {
        let expected = format!("the name of a cell or its number, 0 to {}", by_name.len() - 1);
        wrong(place, format!("{} is no cell", shown(value)), expected)
    })
}

fn check_connected(names: &[String], edges: &[[usize; 2]]) -> Result<(), BoardError> {
    let mut around = vec![Vec::new(); names.len()];
    for &[a, b] in edges {
        around[a].push(b);
        around[b].push(a);
    }
    let mut reached = vec![false; names.len()];
    reached[0] = true;
    let mut stack = vec![0];
    while let Some(at) = stack.pop() {
        for &next in &around[at] {
            if !std::mem::replace(&mut reached[next], true) {
                stack.push(next);
            }
        }
    }
    match reached.iter().position(|reached| !reached) {
        None => Ok(()),
        Some(lost) => {
            let problem =
                format!("no path leads from cells[0] to cells[{lost}], '{}'", names[lost]);
            Err(wrong("edges", problem, "a graph that hangs together"))
        }
    }
}

/// An object with no other fields than these.
fn object<'a>(
    value: &'a Value,
    place: &str,
    fields: &[&str],
) -> Result<&'a Map<String, Value>, BoardError> {
    let fields_text = fields.join(", ");
    let object = value.as_object().ok_or_else(|| {
        let problem = format!("{} is no object", shown(value));
        wrong(place, problem, format!("an object with the fields {fields_text}"))
    })?;
    match object.keys().find(|key| !fields.contains(&key.as_str())) {
        None => Ok(object),
        Some(key) => {
            let problem = format!("there is no field {}", shown(&Value::String(key.clone())));
            Err(wrong(place, problem, format!("only the fields {fields_text}")))
        }
    }
}

fn list<'a>(file: &'a Map<String, Value>, field: &str) -> Result<&'a [Value], BoardError> {
    match file.get(field) {
        Some(Value::Array(list)) => Ok(list),
        Some(value) => Err(wrong(field, format!("{} is no list", shown(value)), "a list")),
        None => Err(wrong(field, "it is missing", "a list")),
    }
}

/// A value as it stands in the file, cut short.
fn shown(value: &Value) -> String {
    const SHOWN: usize = 30;
    match value {
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
        _ => {
            let text = value.to_string();
            let cut: String = text.chars().take(SHOWN).collect();
            if cut.len() < text.len() { cut + "…" } else { cut }
        }
    }
}

/// A coordinate in the fewest characters that read back as the same number.
fn number(value: f64) -> String {
    let plain = value.to_string();
    let short = format!("{value:e}");
    if short.len() < plain.len() { short } else { plain }
}

fn wrong(
    place: impl Into<String>,
    problem: impl Into<String>,
    expected: impl Into<String>,
) -> BoardError {
    BoardError::Graph { place: place.into(), problem: problem.into(), expected: expected.into() }
}
