//! The picture of a position, and what a move does to it.
use selforge_board::{Diagram, DiagramCell};

use crate::model::Rules;

/// The board as people see it, and the letters of pieces in text.
#[derive(Debug)]
pub struct Picture {
    /// The empty board.
    pub(crate) diagram: Diagram,
    /// The position of each cell.
    pub(crate) sites: Vec<u16>,
    /// The cell of each position; none of a hidden one.
    pub(crate) cells: Vec<Option<usize>>,
    /// The positions that people do not see.
    pub(crate) hidden: Vec<u16>,
    /// The letter of each kind of piece: owners times types.
    letters: Vec<(u16, char)>,
}

impl Picture {
    pub(crate) fn new(rules: &Rules) -> Picture {
        let places = place(rules);
        let mut order: Vec<u16> =
            (0..rules.sites.len() as u16).filter(|at| !rules.sites[usize::from(*at)].dummy).collect();
        // A board of hidden positions only is shown all the same.
        if order.is_empty() {
            order = (0..rules.sites.len() as u16).collect();
        }
        let y = |at: u16| places[usize::from(at)][1];
        order.sort_by(|&a, &b| y(a).total_cmp(&y(b)));
        let mut rows = vec![0; rules.sites.len()];
        let (mut row, mut top) = (0, order.first().map_or(0.0, |&first| y(first)));
        for &at in &order {
            if y(at) - top > 0.4 {
                row += 1;
                top = y(at);
            }
            rows[usize::from(at)] = row;
        }
        let x = |at: u16| places[usize::from(at)][0];
        order.sort_by(|&a, &b| {
            let row = |at: u16| rows[usize::from(at)];
            row(a).cmp(&row(b)).then(x(a).total_cmp(&x(b))).then(a.cmp(&b))
        });
        let mut cells = vec![None; rules.sites.len()];
        for (cell, &at) in order.iter().enumerate() {
            cells[usize::from(at)] = Some(cell);
        }
        let square = is_square(rules, &order, &places);
        let shown = order.iter().map(|&at| {
            let [x, y] = places[usize::from(at)];
            DiagramCell {
                name: rules.sites[usize::from(at)].name.clone(),
                centre: [x, y],
                outline: outline([x, y], square),
                row: rows[usize::from(at)],
                piece: None,
            }
        });
        let diagram = Diagram {
            cells: shown.collect(),
            edges: edges(rules, &cells, &places),
            show_edges: !square,
            bonded: false,
            checkered: square && order.len() >= 9,
            borders: Vec::new(),
        };
        let hidden = (0..rules.sites.len() as u16).filter(|at| cells[usize::from(*at)].is_none());
        Picture { diagram, hidden: hidden.collect(), sites: order, cells, letters: letters(rules) }
    }

    /// The letter of a kind of piece.
    pub(crate) fn letter(&self, kind: u16) -> char {
        match self.letters.binary_search_by_key(&kind, |known| known.0) {
            Ok(at) => self.letters[at].1,
            Err(_) => '?',
        }
    }

    /// The kind of piece that a letter means.
    pub(crate) fn kind(&self, letter: char) -> Option<u16> {
        self.letters.iter().find(|known| known.1 == letter).map(|known| known.0)
    }

    /// All letters.
    pub(crate) fn letters(&self) -> impl Iterator<Item = char> {
        self.letters.iter().map(|known| known.1)
    }
}

/// A letter for each kind of piece: the first of its name, large for the first player and small for the
/// second, or else any letter that is free.
fn letters(rules: &Rules) -> Vec<(u16, char)> {
    let mut free: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    for range in [('Α', 'Ω'), ('α', 'ω'), ('А', 'я'), ('Ա', 'Ֆ'), ('ა', 'ჰ'), ('ぁ', 'ん'), ('ァ', 'ン')] {
        free.extend((range.0..=range.1).filter(|c| c.is_alphabetic()));
    }
    free.extend(('一'..='鿿').take(32_000));
    let mut taken = std::collections::HashSet::new();
    let mut letters = Vec::new();
    let mut next = 0;
    for owner in 0..rules.players.len() as u16 {
        for (piece, number) in rules.types.iter().zip(0..) {
            let seat = rules.players[usize::from(owner)].seat;
            let wanted = |text: &str| {
                let first = text.chars().find(char::is_ascii_alphabetic)?;
                let cased = match seat {
                    Some(0) => first.to_ascii_uppercase(),
                    Some(1) => first.to_ascii_lowercase(),
                    _ => return None,
                };
                (!taken.contains(&cased)).then_some(cased)
            };
            let letter = wanted(&piece.notation).or_else(|| wanted(&piece.name)).unwrap_or_else(|| {
                while taken.contains(&free[next]) {
                    next += 1;
                }
                free[next]
            });
            taken.insert(letter);
            letters.push((rules.kind(owner, number), letter));
        }
    }
    letters.sort_unstable();
    letters
}

/// The centre of every position, with about one unit between neighbours.
fn place(rules: &Rules) -> Vec<[f64; 2]> {
    let visible: Vec<usize> = (0..rules.sites.len()).filter(|&at| !rules.sites[at].dummy).collect();
    let centre = |at: usize| {
        let [left, top, right, bottom] = rules.sites[at].rect.map(f64::from);
        [(left + right) / 2.0, (top + bottom) / 2.0]
    };
    let mut near: Vec<f64> = Vec::new();
    for &at in visible.iter().take(400) {
        let [x, y] = centre(at);
        let distance = |&other: &usize| {
            let [a, b] = centre(other);
            (a - x).hypot(b - y)
        };
        let nearest = visible.iter().map(distance).filter(|d| *d > 0.5).fold(f64::INFINITY, f64::min);
        if nearest.is_finite() {
            near.push(nearest);
        }
    }
    near.sort_by(f64::total_cmp);
    let unit = near.get(near.len() / 2).copied().unwrap_or(0.0);
    if unit < 1.0 {
        // The file says nothing of where positions are.
        let width = (rules.sites.len() as f64).sqrt().ceil().max(1.0) as usize;
        return (0..rules.sites.len()).map(|at| [(at % width) as f64, (at / width) as f64]).collect();
    }
    let lowest = |axis: usize| visible.iter().map(|&at| centre(at)[axis]).fold(f64::INFINITY, f64::min);
    let (left, top) = (lowest(0), lowest(1));
    let places = (0..rules.sites.len()).map(|at| {
        let [x, y] = centre(at);
        let round = |value: f64| {
            let value = value.clamp(-1e4, 1e4);
            if (value - value.round()).abs() < 0.08 { value.round() } else { (value * 100.0).round() / 100.0 }
        };
        [round((x - left) / unit), round((y - top) / unit)]
    });
    let mut places: Vec<[f64; 2]> = places.collect();
    // The corner at the bottom left of a board of squares is dark.
    let bottom = visible.iter().map(|&at| places[at][1]).fold(0.0, f64::max);
    if bottom.round() as i64 % 2 == 0 {
        places.iter_mut().for_each(|place| place[1] += 1.0);
    }
    places
}

/// Whether the cells are squares side by side.
fn is_square(rules: &Rules, order: &[u16], places: &[[f64; 2]]) -> bool {
    let whole = |value: f64| (value - value.round()).abs() < 1e-6;
    let mut taken = std::collections::HashSet::new();
    order.len() > 1
        && order.iter().all(|&at| {
            let [x, y] = places[usize::from(at)];
            let [left, top, right, bottom] = rules.sites[usize::from(at)].rect;
            let (width, height) = (f64::from(right) - f64::from(left), f64::from(bottom) - f64::from(top));
            whole(x)
                && whole(y)
                && taken.insert((x as i64, y as i64))
                && width > 0.0
                && (0.6..1.6).contains(&(width / height))
        })
}

fn outline([x, y]: [f64; 2], square: bool) -> Vec<[f64; 2]> {
    if square {
        return vec![
            [x - 0.5, y - 0.5],
            [x + 0.5, y - 0.5],
            [x + 0.5, y + 0.5],
            [x - 0.5, y + 0.5],
        ];
    }
    (0..12)
        .map(|corner| {
            let angle = f64::from(corner) * std::f64::consts::TAU / 12.0;
            let round = |value: f64| (value * 1000.0).round() / 1000.0;
            [round(x + 0.42 * angle.cos()), round(y + 0.42 * angle.sin())]
        })
        .collect()
}

/// The pairs of cells that a direction links and that lie near each other.
fn edges(rules: &Rules, cells: &[Option<usize>], places: &[[f64; 2]]) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    let sites = rules.sites.len();
    let table = &rules.tables[0];
    for direction in 0..rules.directions.len() {
        for from in 0..sites {
            let to = table[direction * sites + from];
            if to == crate::model::NONE {
                continue;
            }
            let (Some(a), Some(b)) = (cells[from], cells[usize::from(to)]) else { continue };
            let (p, q) = (places[from], places[usize::from(to)]);
            if a != b && (p[0] - q[0]).hypot(p[1] - q[1]) < 2.1 {
                edges.push((a.min(b), a.max(b)));
            }
        }
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}
