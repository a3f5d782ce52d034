//! A game as one SVG file that plays itself, for a page, a chat or a paper's supplement.
//!
//! The board is drawn once. A piece that stands somewhere from one move to another is one element that
//! is seen for just that time, so that the file grows with the moves and not with the pictures. The
//! shapes and colours are those of every other picture of the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use selforge_board::picture::palette::SETS;
use selforge_board::picture::svg::parts;
use selforge_board::{Diagram, Piece, Point};
use selforge_core::AnyState;
use selforge_games::Playable;

use crate::error::ApiError;
use crate::work::WorkLimits;

/// The most moves that are shown, and the most cells of all their positions together.
pub(crate) const MOST_MOVES: usize = 1_000;
const MOST_CELLS: usize = 250_000;

/// How long a position is seen, and the last one, in seconds.
const MOMENT: f64 = 0.8;
const LAST: f64 = 3.0;

/// The line under the board, and the room around it.
const LEGEND: f64 = 40.0;
const MARGIN: f64 = 14.0;

/// Something that is seen from a position until another one.
struct Seen {
    from: usize,
    until: usize,
    markup: String,
}

/// The file; `states` are the positions in their order, `words` stand under the board.
///
/// # Errors
/// If the game is too long for its board, or drawing it takes too long.
pub(crate) fn animation(
    playable: &Playable,
    states: &[AnyState],
    words: &str,
    size: u32,
    limits: &WorkLimits,
) -> Result<String, ApiError> {
    let (mut diagrams, mut cells) = (Vec::<Diagram>::new(), 0);
    for state in states {
        limits.check()?;
        let diagram = playable.diagram(state);
        cells += diagram.cells.len();
        if cells > MOST_CELLS {
            return Err(ApiError::invalid(format!(
                "The game is too long for an animation; on this board {} moves fit.",
                diagrams.len().saturating_sub(1)
            )));
        }
        diagrams.push(diagram);
    }
    let Some(first) = diagrams.first() else { return Ok(String::new()) };
    let picture = playable.picture(&states[0], size);
    let style = picture.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>"));
    let style = style.map_or("", |(style, _)| style);
    let radius = parts::piece_radius(first);
    let [left, top, right, bottom] = frame(&diagrams);
    let (width, height) = (right - left, bottom - top + LEGEND);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{0}\" width=\"{size}\" height=\"{1}\" \
         viewBox=\"{left:.1} {top:.1} {width:.1} {height:.1}\">\n<title>{0}</title>\n\
         <style>{style}.touched{{fill:#0b6e69;opacity:.35}}</style>\n{2}\n\
         <rect class=\"paper\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>\n",
        escaped(words),
        (f64::from(size) * height / width).round(),
        parts::definitions(),
    );
    push_board(&mut svg, &diagrams);
    let shown = diagrams.len();
    let total = MOMENT * (shown - 1) as f64 + LAST;
    for seen in
        touched(&diagrams).into_iter().chain(bonds(&diagrams)).chain(pieces(&diagrams, radius))
    {
        push_seen(&mut svg, &seen, shown, total);
    }
    for (text, [x, y]) in parts::rim_labels(first) {
        let _ = writeln!(
            svg,
            "<text class=\"label\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            escaped(&text)
        );
    }
    let (x, y) = ((left + right) / 2.0, bottom + LEGEND / 2.0 - 4.0);
    let _ = writeln!(
        svg,
        "<text class=\"label\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>\n</svg>",
        escaped(words)
    );
    Ok(svg)
}

/// What is around the cells of all positions, and the letters at the rim.
fn frame(diagrams: &[Diagram]) -> [f64; 4] {
    let cells = diagrams.iter().flat_map(|diagram| diagram.cells.iter());
    let corners = cells.flat_map(|cell| cell.outline.iter().copied().map(scaled));
    let labels = diagrams.first().map(parts::rim_labels).unwrap_or_default();
    let mut frame = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
    for [x, y] in corners.chain(labels.into_iter().map(|(_, place)| place)) {
        frame = [frame[0].min(x), frame[1].min(y), frame[2].max(x), frame[3].max(y)];
    }
    [frame[0] - MARGIN, frame[1] - MARGIN, frame[2] + MARGIN, frame[3] + MARGIN]
}

fn scaled([x, y]: Point) -> Point {
    [x * parts::SCALE, y * parts::SCALE]
}

fn points(outline: &[Point]) -> String {
    let point = |point: &Point| {
        let [x, y] = scaled(*point);
        format!("{x:.1},{y:.1}")
    };
    outline.iter().map(point).collect::<Vec<_>>().join(" ")
}

/// The cells of all positions, each once: boards without a rim grow.
fn push_board(svg: &mut String, diagrams: &[Diagram]) {
    let mut known = BTreeSet::new();
    for diagram in diagrams {
        for border in diagram.borders.iter().filter(|_| known.is_empty()) {
            let set = usize::from(border.set) % SETS.len();
            let _ = writeln!(
                svg,
                "<polyline class=\"border bond{set}\" points=\"{}\"/>",
                points(&border.line)
            );
        }
        for cell in &diagram.cells {
            if !known.insert(cell.name.clone()) {
                continue;
            }
            let shade = match (diagram.checkered, diagram.is_dark(cell)) {
                (false, _) => "",
                (true, false) => " light",
                (true, true) => " dark",
            };
            let _ = writeln!(
                svg,
                "<polygon class=\"cell{shade}\" points=\"{}\"/>",
                points(&cell.outline)
            );
        }
    }
}

/// The pieces, each for as long as it stands on its cell as it is.
fn pieces(diagrams: &[Diagram], radius: f64) -> Vec<Seen> {
    intervals(diagrams, |diagram| {
        let standing = diagram.cells.iter().filter_map(|cell| Some((cell, cell.piece?)));
        let key = |cell: &selforge_board::DiagramCell, piece: Piece| {
            (cell.name.to_string(), format!("{piece:?}"))
        };
        let drawn = |(cell, piece): (&selforge_board::DiagramCell, Piece)| {
            let [x, y] = scaled(cell.centre);
            let shape = parts::piece(piece, radius);
            (key(cell, piece), format!("<g transform=\"translate({x:.1} {y:.1})\">{shape}"))
        };
        standing.map(drawn).collect()
    })
}

/// The bonds between neighbours of one set, where they are drawn.
fn bonds(diagrams: &[Diagram]) -> Vec<Seen> {
    intervals(diagrams, |diagram| {
        let set = |at: usize| diagram.cells[at].piece.map(|piece| piece.set);
        let pairs = diagram.edges.iter().filter(|_| diagram.bonded);
        let bonded = pairs.filter(|(a, b)| set(*a).is_some() && set(*a) == set(*b));
        let drawn = |&(a, b): &(usize, usize)| {
            let ([x1, y1], [x2, y2]) =
                (scaled(diagram.cells[a].centre), scaled(diagram.cells[b].centre));
            let number = usize::from(set(a).unwrap_or_default()) % SETS.len();
            let names = format!("{} {}", diagram.cells[a].name, diagram.cells[b].name);
            let line = format!(
                "<g><line class=\"bond bond{number}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
            );
            ((names, number.to_string()), line)
        };
        bonded.map(drawn).collect()
    })
}

/// The cells that each move changed.
fn touched(diagrams: &[Diagram]) -> Vec<Seen> {
    let mut all = Vec::new();
    for (number, pair) in diagrams.windows(2).enumerate() {
        let before: BTreeMap<&str, Option<Piece>> =
            pair[0].cells.iter().map(|cell| (&*cell.name, plain(cell.piece))).collect();
        let changed = pair[1]
            .cells
            .iter()
            .filter(|cell| before.get(&*cell.name).copied().flatten() != plain(cell.piece));
        let cells = changed.map(|cell| {
            format!("<polygon class=\"touched\" points=\"{}\"/>", points(&cell.outline))
        });
        let markup = format!("<g>{}", cells.collect::<String>());
        all.push(Seen { from: number + 1, until: number + 2, markup });
    }
    all
}

/// A piece apart from what its whole set is.
fn plain(piece: Option<Piece>) -> Option<Piece> {
    piece.map(|piece| Piece { blocked: false, ..piece })
}

type Key = (String, String);

/// What is there in positions, joined over those that follow each other. Each has a key and its markup,
/// which begins with an element that is left open.
fn intervals(diagrams: &[Diagram], there: impl Fn(&Diagram) -> BTreeMap<Key, String>) -> Vec<Seen> {
    let (mut open, mut all) = (BTreeMap::<Key, Seen>::new(), Vec::new());
    for (number, diagram) in diagrams.iter().enumerate() {
        let now = there(diagram);
        let gone: Vec<Key> = open.keys().filter(|key| !now.contains_key(*key)).cloned().collect();
        all.extend(gone.iter().filter_map(|key| open.remove(key)));
        for (key, markup) in now {
            let fresh = || Seen { from: number, until: number, markup };
            let seen = open.entry(key).or_insert_with(fresh);
            seen.until = number + 1;
        }
    }
    all.extend(open.into_values());
    all.sort_by_key(|seen| seen.from);
    all
}

fn push_seen(svg: &mut String, seen: &Seen, shown: usize, total: f64) {
    svg.push_str(seen.markup.trim_end());
    let at = |number: usize| if number >= shown { 1.0 } else { MOMENT * number as f64 / total };
    let (from, until) = (at(seen.from), at(seen.until));
    if from > 0.0 || until < 1.0 {
        let (mut values, mut times) = (String::new(), String::new());
        if from > 0.0 {
            let _ = write!(values, "hidden;");
            let _ = write!(times, "0;");
        }
        let _ = write!(values, "visible");
        let _ = write!(times, "{from:.5}");
        if until < 1.0 {
            let _ = write!(values, ";hidden");
            let _ = write!(times, ";{until:.5}");
        }
        let _ = write!(
            svg,
            "<animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"{total:.1}s\" \
             repeatCount=\"indefinite\" values=\"{values}\" keyTimes=\"{times}\"/>"
        );
    }
    svg.push_str("</g>\n");
}

/// A text as it stands in XML.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use selforge_agents::Stop;
    use selforge_core::Game;

    use super::*;
    use crate::game_cache::open;

    fn limits() -> WorkLimits {
        WorkLimits::without_haste(1_000)
    }

    fn played(spec: &str, moves: usize) -> (Playable, Vec<AnyState>) {
        let playable = open(spec, &limits()).unwrap();
        let mut states = vec![playable.game.start()];
        for number in 0..moves {
            let mut state = states[states.len() - 1].clone();
            let mut legal = Vec::new();
            playable.game.legal_moves(&state, &mut legal);
            let Some(mv) = legal.get(number % legal.len().max(1)) else { break };
            playable.game.play(&mut state, *mv);
            states.push(state);
        }
        (playable, states)
    }

    #[test]
    fn every_piece_is_there_at_the_start_and_what_moves_is_seen_in_both_places() {
        for spec in
            ["selfo board=hexhex-3 seed=4", "chess", "selfo board=plane seed=1", "rulespace"]
        {
            let (playable, states) = played(spec, 6);
            let svg = animation(&playable, &states, "A & B <now>", 480, &limits()).unwrap();
            let standing = playable
                .diagram(&states[0])
                .cells
                .iter()
                .filter(|cell| cell.piece.is_some())
                .count();
            let placed = svg.matches("<g transform=").count();
            assert!(placed > standing, "{spec}: {placed} of {standing}");
            assert!(svg.contains("A &amp; B &lt;now&gt;") && !svg.contains("<now>"));
            assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count(), "{spec}");
            assert!(svg.matches("<animate").count() >= 6, "{spec}");
        }
    }

    #[test]
    fn all_twelve_sets_have_bonds_of_their_own_colours() {
        let (playable, states) = played("selfo board=hexhex-8 seats=12", 0);
        let svg = animation(&playable, &states, "", 480, &limits()).unwrap();
        let diagram = playable.diagram(&states[0]);
        let set = |at: usize| diagram.cells[at].piece.map(|piece| piece.set);
        let bonded = diagram.edges.iter().filter(|(a, b)| set(*a).is_some() && set(*a) == set(*b));
        let mut sets: Vec<u8> = bonded.filter_map(|(a, _)| set(*a)).collect();
        sets.sort_unstable();
        sets.dedup();
        assert!(sets.last().is_some_and(|last| *last > 5), "{sets:?}");
        for set in sets {
            assert!(svg.contains(&format!("class=\"bond bond{set}\"")), "{set}");
            assert!(svg.contains(&format!(".bond{set}{{stroke:")), "{set}");
        }
    }

    #[test]
    fn a_game_that_is_too_long_is_refused_and_nobody_draws_for_those_who_left() {
        let (playable, states) = played("selfo board=hexhex-3 seed=4", 1);
        let most = MOST_CELLS / playable.diagram(&states[0]).cells.len();
        let many: Vec<AnyState> = states.iter().cycle().take(most + 1).cloned().collect();
        let refused = animation(&playable, &many, "", 480, &limits()).unwrap_err().to_string();
        assert!(refused.contains(&format!("{} moves fit", most - 1)), "{refused}");
        let stop = Stop::default();
        stop.now();
        let left = WorkLimits::new(1_000, stop);
        assert!(animation(&playable, &states, "", 480, &left).is_err());
    }

    #[test]
    fn the_times_of_an_element_are_those_of_its_positions() {
        let (playable, states) = played("selfo board=hexhex-3 seed=4", 4);
        let diagrams: Vec<Diagram> = states.iter().map(|state| playable.diagram(state)).collect();
        let seen = pieces(&diagrams, 10.0);
        for (number, diagram) in diagrams.iter().enumerate() {
            let there =
                seen.iter().filter(|seen| (seen.from..seen.until).contains(&number)).count();
            let standing = diagram.cells.iter().filter(|cell| cell.piece.is_some()).count();
            assert_eq!(there, standing, "after {number} moves");
        }
    }
}
