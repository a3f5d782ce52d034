//! The board as people see it, from the geometry of the file.
//!
//! A file says where positions are in pixels of a picture that we do not have. Squares side by side are
//! drawn as a board of squares, with what lies beside it (hands, dice) as the rectangles that the file
//! has; boards whose lines matter, because some points are linked across and others are not, as points
//! with lines; everything else as points that are linked where directions lead.

use std::collections::{HashMap, HashSet};

use crate::model::{NONE, Rules};

/// How near to a whole number is whole.
const NEAR: f64 = 0.08;

/// The share of positions that must lie on a lattice for a board of squares.
const LATTICE: f64 = 0.3;

/// How many links of a kind make a board of lines.
const LINES: usize = 4;

/// Where everything is.
#[derive(Debug)]
pub(crate) struct Ground {
    /// The positions that people see.
    pub(crate) visible: Vec<u16>,
    /// The centre of every position, with about one unit between neighbours.
    pub(crate) places: Vec<[f64; 2]>,
    /// The same as the text of positions has them, whose rows must never change: in units of the nearest
    /// neighbours, whatever the board is drawn as.
    pub(crate) in_text: Vec<[f64; 2]>,
    /// Pixels in a unit across and down.
    unit: [f64; 2],
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Squares side by side, perhaps with others beside them.
    Squares,
    /// Points with lines.
    Lines,
    /// Points, linked where directions lead.
    Points,
}

impl Ground {
    pub(crate) fn of(rules: &Rules) -> Ground {
        let all = 0..rules.sites.len() as u16;
        let mut visible: Vec<u16> =
            all.clone().filter(|at| !rules.sites[usize::from(*at)].dummy).collect();
        // A board of hidden positions only is shown all the same.
        if visible.is_empty() {
            visible = all.collect();
        }
        let Some((unit, nearest)) = unit(rules, &visible) else {
            // The file says nothing of where positions are.
            let width = (rules.sites.len() as f64).sqrt().ceil().max(1.0) as usize;
            let place = |at: usize| [(at % width) as f64, (at / width) as f64];
            let places: Vec<[f64; 2]> = (0..rules.sites.len()).map(place).collect();
            let in_text = places.clone();
            return Ground { visible, places, in_text, unit: [1.0; 2], kind: Kind::Squares };
        };
        let offsets = [0, 1].map(|axis| offset(rules, &visible, unit[axis], axis));
        let exact = |at: usize| {
            let centre = centre(rules, at);
            [0, 1].map(|axis| {
                let value = ((centre[axis] - offsets[axis]) / unit[axis]).clamp(-1e4, 1e4);
                (value * 100.0).round() / 100.0
            })
        };
        // Nought is added because it has two signs, and places are compared by their bits.
        let whole = |at: usize| {
            exact(at).map(|value| if is_whole(value) { value.round() + 0.0 } else { value })
        };
        // Pieces in hand that lie almost on top of each other stay so.
        let mut taken: HashMap<[u64; 2], usize> = HashMap::new();
        for &at in &visible {
            *taken.entry(whole(at.into()).map(f64::to_bits)).or_default() += 1;
        }
        let place = |at: usize| {
            let alone = taken.get(&whole(at).map(f64::to_bits)).is_none_or(|count| *count < 2);
            if alone { whole(at) } else { exact(at) }
        };
        let in_text = |at: usize| centre(rules, at).map(|value| value / nearest);
        let mut ground = Ground {
            in_text: (0..rules.sites.len()).map(in_text).collect(),
            places: (0..rules.sites.len()).map(place).collect(),
            visible,
            unit,
            kind: Kind::Points,
        };
        ground.shift();
        ground.kind = ground.kind(rules);
        ground
    }

    /// Moves everything to where numbers are positive and the corner at the bottom left is dark.
    fn shift(&mut self) {
        let least = |axis: usize| {
            let values = self.visible.iter().map(|&at| self.places[usize::from(at)][axis]);
            values.fold(f64::INFINITY, f64::min).floor()
        };
        let (left, top) = (least(0), least(1));
        for place in &mut self.places {
            *place = [place[0] - left, place[1] - top];
        }
        let bottom = |at: &u16| self.places[usize::from(*at)][1];
        let bottom = self.visible.iter().map(bottom).fold(0.0, f64::max);
        if bottom.round() as i64 % 2 == 0 {
            self.places.iter_mut().for_each(|place| place[1] += 1.0);
        }
    }

    fn kind(&self, rules: &Rules) -> Kind {
        // Pieces in hand may lie on top of each other.
        let lattice = self.visible.iter().filter(|&&at| self.is_lattice(rules, at));
        let whole = lattice.map(|&at| self.lattice_place(at)).collect::<HashSet<_>>().len();
        if self.visible.len() < 2 || (whole as f64) < LATTICE * self.visible.len() as f64 {
            return Kind::Points;
        }
        if self.has_lines(rules) { Kind::Lines } else { Kind::Squares }
    }

    /// Whether a position is a square of the lattice.
    fn is_lattice(&self, rules: &Rules, at: u16) -> bool {
        let [x, y] = self.places[usize::from(at)];
        let [left, top, right, bottom] = rules.sites[usize::from(at)].rect.map(f64::from);
        let (width, height) = (right - left, bottom - top);
        is_whole(x)
            && is_whole(y)
            && width > 0.0
            && (0.6..1.6).contains(&(width / height))
            && width < 1.3 * self.unit[0]
            && height < 1.3 * self.unit[1]
    }

    /// Whether lines tell what squares would not: links over empty ground, or points of which some are
    /// linked across and others are not.
    fn has_lines(&self, rules: &Rules) -> bool {
        let links = self.links(rules);
        let long = links.iter().filter(|&&(a, b)| self.length(a, b) > 1.55).count();
        let at: HashSet<(i64, i64)> =
            self.visible.iter().map(|&at| self.lattice_place(at)).collect();
        let (mut linked, mut unlinked) = (0, 0);
        for &a in &self.visible {
            for &b in &self.visible {
                let [ax, ay] = self.places[usize::from(a)];
                let [bx, by] = self.places[usize::from(b)];
                let across = (bx - ax - 1.0).abs() < 0.01 && ((by - ay).abs() - 1.0).abs() < 0.01;
                // Both corners between them must be there: else it is the shape of the board.
                let (x, y) = self.lattice_place(a);
                let corners = [(x + 1, y), (x, by.round() as i64)];
                if across && corners.iter().all(|corner| at.contains(corner)) {
                    let is_linked = links.contains(&(a.min(b), a.max(b)));
                    *if is_linked { &mut linked } else { &mut unlinked } += 1;
                }
            }
        }
        // A few of them are a rule for corners or a palace, and no lines.
        let mixed = linked.min(unlinked) * 5 >= linked + unlinked;
        long >= LINES || (linked >= LINES && mixed)
    }

    fn lattice_place(&self, at: u16) -> (i64, i64) {
        let [x, y] = self.places[usize::from(at)];
        (x.round() as i64, y.round() as i64)
    }

    fn length(&self, a: u16, b: u16) -> f64 {
        let (p, q) = (self.places[usize::from(a)], self.places[usize::from(b)]);
        (p[0] - q[0]).hypot(p[1] - q[1])
    }

    /// The pairs of positions that directions link there and back along a row, a column or a diagonal, with
    /// nothing between them: links that lead one way only are for the file's own counting.
    fn links(&self, rules: &Rules) -> HashSet<(u16, u16)> {
        let sites = rules.sites.len();
        let visible: HashSet<u16> = self.visible.iter().copied().collect();
        let mut one_way = HashSet::new();
        for direction in 0..rules.directions.len() {
            for &from in &self.visible {
                let to = rules.tables[0][direction * sites + usize::from(from)];
                if to == NONE || to == from || !visible.contains(&to) {
                    continue;
                }
                let (p, q) = (self.places[usize::from(from)], self.places[usize::from(to)]);
                let (dx, dy) = ((q[0] - p[0]).abs(), (q[1] - p[1]).abs());
                let straight = dx < 0.05 || dy < 0.05 || (dx - dy).abs() < 0.05;
                if straight && !self.is_between(p, q) {
                    one_way.insert((from, to));
                }
            }
        }
        one_way.iter().copied().filter(|&(a, b)| a < b && one_way.contains(&(b, a))).collect()
    }

    /// Whether some position lies on the way between two points.
    fn is_between(&self, p: [f64; 2], q: [f64; 2]) -> bool {
        let (dx, dy) = (q[0] - p[0], q[1] - p[1]);
        let square = dx * dx + dy * dy;
        self.visible.iter().any(|&at| {
            let [x, y] = self.places[usize::from(at)];
            let along = ((x - p[0]) * dx + (y - p[1]) * dy) / square;
            let aside = ((x - p[0]) * dy - (y - p[1]) * dx).abs() / square.sqrt();
            (0.05..0.95).contains(&along) && aside < 0.2
        })
    }

    pub(crate) fn is_square(&self) -> bool {
        self.kind == Kind::Squares
    }

    /// Whether the squares have two shades: not where pieces are placed on an empty board, nor where
    /// something lies beside it.
    pub(crate) fn is_checkered(&self, rules: &Rules) -> bool {
        let standing = rules.setup[..rules.sites.len()].iter().filter(|kind| **kind != 0).count();
        self.is_square()
            && self.visible.len() >= 9
            && standing > 4
            && self.visible.iter().all(|&at| self.is_lattice(rules, at))
    }

    /// The outline of a position, clockwise.
    pub(crate) fn outline(&self, rules: &Rules, at: u16) -> Vec<[f64; 2]> {
        let [x, y] = self.places[usize::from(at)];
        let box_of =
            |w: f64, h: f64| vec![[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]];
        if self.is_square() {
            if self.unit[0] <= 1.0 || self.is_lattice(rules, at) {
                return box_of(0.5, 0.5);
            }
            let [left, top, right, bottom] = rules.sites[usize::from(at)].rect.map(f64::from);
            let half = |size: f64, unit: f64| (size / unit / 2.0).clamp(0.2, 0.5);
            return box_of(half(right - left, self.unit[0]), half(bottom - top, self.unit[1]));
        }
        let round = |value: f64| (value * 1000.0).round() / 1000.0;
        let corner = |corner: i32| {
            let angle = f64::from(corner) * std::f64::consts::TAU / 12.0;
            [round(x + 0.42 * angle.cos()), round(y + 0.42 * angle.sin())]
        };
        (0..12).map(corner).collect()
    }

    /// The pairs of cells that are linked, as they are drawn.
    pub(crate) fn edges(&self, rules: &Rules, cells: &[Option<usize>]) -> Vec<(usize, usize)> {
        let sites = rules.sites.len();
        let mut edges = Vec::new();
        let mut add = |from: u16, to: u16| {
            let (from, to) = (cells[usize::from(from)], cells[usize::from(to)]);
            if let (Some(a), Some(b)) = (from, to)
                && a != b
            {
                edges.push((a.min(b), a.max(b)));
            }
        };
        if self.kind == Kind::Lines {
            self.links(rules).into_iter().for_each(|(a, b)| add(a, b));
        } else {
            for direction in 0..rules.directions.len() {
                for &from in &self.visible {
                    let to = rules.tables[0][direction * sites + usize::from(from)];
                    if to != NONE && self.length(from, to) < 2.1 {
                        add(from, to);
                    }
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}

fn is_whole(value: f64) -> bool {
    (value - value.round()).abs() < NEAR
}

fn centre(rules: &Rules, at: usize) -> [f64; 2] {
    let [left, top, right, bottom] = rules.sites[at].rect.map(f64::from);
    [(left + right) / 2.0, (top + bottom) / 2.0]
}

/// The distance of neighbours in pixels; none if the file says nothing of where positions are.
///
/// Of the distances along rows and columns it is the one that most positions have to another without
/// overlapping it: hands and dice beside a board are closer together. Boards without rows have that of
/// the nearest ones, which is given beside it.
fn unit(rules: &Rules, visible: &[u16]) -> Option<([f64; 2], f64)> {
    let places: Vec<[f64; 2]> =
        visible.iter().take(600).map(|&at| centre(rules, usize::from(at))).collect();
    let mut near: Vec<f64> = Vec::new();
    let mut straight: Vec<[Option<f64>; 2]> = Vec::new();
    for (at, &[x, y]) in places.iter().enumerate() {
        let (mut nearest, mut along) = (f64::INFINITY, [f64::INFINITY; 2]);
        for &[a, b] in &places {
            let (dx, dy) = ((a - x).abs(), (b - y).abs());
            if dx.max(dy) <= 0.5 {
                continue;
            }
            nearest = nearest.min(dx.hypot(dy));
            if dy < 2.0 {
                along[0] = along[0].min(dx);
            }
            if dx < 2.0 {
                along[1] = along[1].min(dy);
            }
        }
        let [left, top, right, bottom] = rules.sites[usize::from(visible[at])].rect.map(f64::from);
        let sizes = [right - left, bottom - top];
        straight.push([0, 1].map(|axis| {
            Some(along[axis]).filter(|far| far.is_finite() && sizes[axis] <= 1.1 * far)
        }));
        near.extend(Some(nearest).filter(|nearest| nearest.is_finite()));
    }
    near.sort_by(f64::total_cmp);
    let median = near.get(near.len() / 2).copied().filter(|unit| *unit >= 1.0)?;
    let across = most_common(straight.iter().filter_map(|along| along[0]));
    // Columns count where rows agree: what lies beside the board has its own.
    let agrees = |along: &&[Option<f64>; 2]| match (along[0], across) {
        (Some(far), Some(unit)) => (far / unit - 1.0).abs() < 0.03,
        _ => across.is_none(),
    };
    let down = most_common(straight.iter().filter(agrees).filter_map(|along| along[1]));
    // In a board of hexagons rows agree, and columns are far apart.
    let units = match (across, down) {
        (Some(across), Some(down)) if (0.6..1.6).contains(&(across / down)) => [across, down],
        (Some(only), None) | (None, Some(only)) => [only; 2],
        _ => [median; 2],
    };
    Some((units, median))
}

/// The distance that most have, if at least a quarter has it.
fn most_common(distances: impl Iterator<Item = f64>) -> Option<f64> {
    let distances: Vec<f64> = distances.collect();
    let alike = |unit: f64| distances.iter().filter(|it| (*it / unit - 1.0).abs() < 0.03).count();
    let best = distances.iter().copied().max_by_key(|&it| (alike(it), it.round() as i64));
    best.filter(|&unit| alike(unit) * 4 >= distances.len())
}

/// What most positions are away from whole units, in pixels.
fn offset(rules: &Rules, visible: &[u16], unit: f64, axis: usize) -> f64 {
    let values: Vec<f64> = visible.iter().map(|&at| centre(rules, usize::from(at))[axis]).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let agree = |offset: f64| values.iter().filter(|v| is_whole((*v - offset) / unit)).count();
    let best = values.iter().take(600).copied().max_by_key(|&value| (agree(value), -value as i64));
    best.unwrap_or(least)
}
