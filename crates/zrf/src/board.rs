//! The board of a rule file: positions, links, symmetries and zones, worked through as written.
//!
//! The order matters: an `unlink` cuts what was linked before it and not what comes later; only
//! `kill-positions` acts at the very end.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Diagnostics, Span, Trouble, error, perhaps};
use crate::keywords::is_keyword;
use crate::lexer::{Node, NodeKind};
use crate::model::{MAX_DIMENSIONS, MAX_DIRECTIONS, MAX_POSITIONS, MAX_ZONES, NONE, Site};

/// A board as far as it needs no pieces.
#[derive(Debug, Default)]
pub(crate) struct Board {
    pub(crate) sites: Vec<Site>,
    pub(crate) names: HashMap<String, u16>,
    pub(crate) directions: Vec<String>,
    pub(crate) direction_names: HashMap<String, u16>,
    /// Where each direction leads from each position.
    pub(crate) links: Vec<Vec<u16>>,
    /// For each player, what each direction is read as.
    pub(crate) symmetry: Vec<HashMap<u16, u16>>,
    pub(crate) zone_names: Vec<String>,
    /// The positions of each zone by player.
    pub(crate) zones: HashMap<(u16, u16), Vec<u16>>,
    pub(crate) images: Vec<String>,
    /// The offsets of each direction of each grid.
    grids: Vec<Vec<(u16, Vec<i32>)>>,
    /// The grid of each position.
    grid_of: Vec<Option<u16>>,
    killed: HashSet<u16>,
    /// What all parts have cost so far, in links that were looked at.
    work: usize,
}

/// The most links: positions times directions.
const MAX_LINKS: usize = 2_000_000;

/// The most links that all parts of a board may look at while it is built.
const MAX_WORK: usize = 50_000_000;

/// The most links that are looked at to find out which way is back.
const MAX_OPPOSITE_WORK: usize = 100_000_000;

impl Board {
    /// Reads the board sections of a game.
    pub(crate) fn read(
        sections: &[Node],
        players: &HashMap<String, u16>,
        problems: &mut Diagnostics,
    ) -> Board {
        let mut board = Board { symmetry: vec![HashMap::new(); players.len()], ..Board::default() };
        for part in sections.iter().flat_map(|section| &section.list().unwrap_or_default()[1..]) {
            let done = board.part(part, players);
            problems.take(done);
            if problems.is_full() {
                break;
            }
        }
        board.kill();
        board
    }

    fn part(&mut self, part: &Node, players: &HashMap<String, u16>) -> Result<(), Trouble> {
        let list = part.list().unwrap_or_default();
        match part.head() {
            Some("image") => {
                self.images = texts(&list[1..]);
                Ok(())
            }
            Some("grid") => self.grid(part.at, &list[1..]),
            Some("positions") => list[1..].iter().try_for_each(|node| self.position(node)),
            Some("links") => self.link(part.at, &list[1..]),
            Some("unlink") => list[1..].iter().try_for_each(|node| self.unlink(node)),
            Some("dummy") => list[1..].iter().try_for_each(|node| self.dummy(node)),
            Some("kill-positions") => list[1..].iter().try_for_each(|node| {
                let at = self.site(node)?;
                self.killed.insert(at);
                Ok(())
            }),
            Some("symmetry") => self.read_symmetry(part.at, &list[1..], players),
            Some("zone") => self.zone(part.at, &list[1..], players),
            _ => {
                let expected = "image, grid, positions, links, unlink, dummy, kill-positions, \
                                symmetry or zone";
                Err(error(part.at, format!("{} is no part of a board", part.what()), expected))
            }
        }
    }

    pub(crate) fn site(&self, node: &Node) -> Result<u16, Trouble> {
        let word = node.word().unwrap_or_default();
        self.names.get(word).copied().ok_or_else(|| {
            let names = self.names.keys().map(String::as_str);
            let expected = perhaps(word, names, "the name of a position");
            error(node.at, format!("there is no position {}", node.what()), expected)
        })
    }

    /// Counts what a part of the board costs.
    fn charge(&mut self, at: Span, links: usize) -> Result<(), Trouble> {
        self.work = self.work.saturating_add(links);
        if self.work > MAX_WORK {
            return Err(error(at, "the board takes too long to build", "fewer parts"));
        }
        Ok(())
    }

    fn add_site(
        &mut self,
        name: String,
        rect: [i32; 4],
        dummy: bool,
        grid: Option<u16>,
        at: Span,
    ) -> Result<(), Trouble> {
        if self.sites.len() == MAX_POSITIONS {
            let problem = "the board has too many positions";
            return Err(error(at, problem, format!("at most {MAX_POSITIONS}")));
        }
        if is_keyword(&name) {
            let problem = format!("'{name}' is a word of the language");
            return Err(error(at, problem, "another name for the position"));
        }
        match self.names.get(&name) {
            // Given again: the later place counts.
            Some(&known) => self.sites[usize::from(known)].rect = rect,
            None => {
                self.names.insert(name.clone(), self.sites.len() as u16);
                self.sites.push(Site { name, rect, dummy });
                self.grid_of.push(grid);
                self.links.iter_mut().for_each(|links| links.push(NONE));
            }
        }
        if self.sites.len() * self.links.len() > MAX_LINKS {
            return Err(error(at, "the board has too many links", format!("at most {MAX_LINKS}")));
        }
        Ok(())
    }

    fn direction(&mut self, node: &Node) -> Result<u16, Trouble> {
        let Some(name) = node.word() else {
            let problem = format!("{} is no direction", node.what());
            return Err(error(node.at, problem, "a word"));
        };
        if let Some(&known) = self.direction_names.get(name) {
            return Ok(known);
        }
        if is_keyword(name) {
            let problem = format!("'{name}' is a word of the language");
            return Err(error(node.at, problem, "another name for the direction"));
        }
        if self.links.len() == MAX_DIRECTIONS
            || self.sites.len() * (self.links.len() + 1) > MAX_LINKS
        {
            let problem = "the board has too many directions";
            return Err(error(node.at, problem, format!("at most {MAX_DIRECTIONS}")));
        }
        let number = self.links.len() as u16;
        self.direction_names.insert(name.to_owned(), number);
        self.directions.push(name.to_owned());
        self.links.push(vec![NONE; self.sites.len()]);
        Ok(number)
    }

    fn grid(&mut self, at: Span, parts: &[Node]) -> Result<(), Trouble> {
        let part = |name: &str| parts.iter().find(|part| part.head() == Some(name));
        let mut start = [0; 4];
        if let Some(rectangle) = part("start-rectangle") {
            for (value, node) in start.iter_mut().zip(&rectangle.list().unwrap_or_default()[1..]) {
                *value = number(node)?;
            }
        }
        let Some(dimensions) = part("dimensions") else {
            return Err(error(
                at,
                "a grid without dimensions",
                "(dimensions (\"a/b/c\" (dx dy)) …)",
            ));
        };
        let mut axes: Vec<(Vec<String>, [i32; 2])> = Vec::new();
        for dimension in &dimensions.list().unwrap_or_default()[1..] {
            let list = dimension.list().unwrap_or_default();
            let Some(NodeKind::Text(labels)) = list.first().map(|first| &first.kind) else {
                let problem = format!("{} is no dimension", dimension.what());
                return Err(error(dimension.at, problem, "(\"a/b/c\" (dx dy))"));
            };
            let labels: Vec<String> =
                labels.split('/').map(|label| label.trim().to_owned()).collect();
            let mut step = [0; 2];
            if let Some(steps) = list.get(1).and_then(Node::list) {
                for (value, node) in step.iter_mut().zip(steps) {
                    *value = number(node)?;
                }
            }
            axes.push((labels, step));
        }
        if axes.is_empty() || axes.len() > MAX_DIMENSIONS {
            let problem = format!("a grid of {} dimensions", axes.len());
            return Err(error(at, problem, format!("1 to {MAX_DIMENSIONS}")));
        }
        let lengths: Vec<usize> = axes.iter().map(|(labels, _)| labels.len()).collect();
        let size = lengths.iter().try_fold(1usize, |product, &length| {
            product.checked_mul(length).filter(|size| *size <= MAX_POSITIONS)
        });
        let Some(size) = size else {
            return Err(error(
                at,
                "the grid has too many positions",
                format!("at most {MAX_POSITIONS}"),
            ));
        };
        self.charge(at, size * axes.len())?;
        let grid = self.grids.len() as u16;
        self.grids.push(Vec::new());
        let mut indices = Vec::with_capacity(size);
        let mut sites = Vec::with_capacity(size);
        for number in 0..size {
            let mut rest = number;
            let mut index = vec![0; axes.len()];
            for (axis, length) in lengths.iter().enumerate().rev() {
                index[axis] = rest % length;
                rest /= length;
            }
            let mut name = String::new();
            let mut rect = start;
            for (place, (labels, step)) in index.iter().zip(&axes) {
                name.push_str(&labels[*place]);
                for side in 0..4 {
                    let offset = step[side % 2].saturating_mul(*place as i32);
                    rect[side] = rect[side].saturating_add(offset);
                }
            }
            self.add_site(name.clone(), rect, false, Some(grid), at)?;
            sites.push(self.names[&name]);
            indices.push(index);
        }
        let directions = parts.iter().filter(|part| part.head() == Some("directions"));
        for direction in directions.flat_map(|part| &part.list().unwrap_or_default()[1..]) {
            let list = direction.list().unwrap_or_default();
            let Some(name) = list.first() else {
                return Err(error(direction.at, "this is no direction", "(name offset…)"));
            };
            let way = self.direction(name)?;
            self.charge(direction.at, size * axes.len())?;
            let offsets: Vec<i32> = list[1..].iter().map(number).collect::<Result<_, _>>()?;
            if offsets.len() != axes.len() {
                let problem = format!("{} offsets in a grid of {}", offsets.len(), axes.len());
                return Err(error(direction.at, problem, "one for each dimension"));
            }
            for (&site, index) in sites.iter().zip(&indices) {
                let mut target = Some(0usize);
                for ((place, offset), length) in index.iter().zip(&offsets).zip(&lengths) {
                    let moved = *place as i64 + i64::from(*offset);
                    target = target
                        .filter(|_| moved >= 0 && moved < *length as i64)
                        .map(|target| target * length + moved as usize);
                }
                if let Some(target) = target {
                    self.links[usize::from(way)][usize::from(site)] = sites[target];
                }
            }
            self.grids[usize::from(grid)].push((way, offsets));
        }
        Ok(())
    }

    fn position(&mut self, node: &Node) -> Result<(), Trouble> {
        let list = node.list().unwrap_or_default();
        let Some(name) = list.first().and_then(Node::word) else {
            let problem = format!("{} is no position", node.what());
            return Err(error(node.at, problem, "(name left top right bottom)"));
        };
        let mut rect = [0; 4];
        for (value, node) in rect.iter_mut().zip(&list[1..]) {
            *value = number(node)?;
        }
        self.add_site(name.to_owned(), rect, false, None, node.at)
    }

    fn dummy(&mut self, node: &Node) -> Result<(), Trouble> {
        let Some(name) = node.word() else {
            let problem = format!("{} is no position", node.what());
            return Err(error(node.at, problem, "the name of a position"));
        };
        match self.names.get(name) {
            Some(&known) => self.sites[usize::from(known)].dummy = true,
            None => self.add_site(name.to_owned(), [0; 4], true, None, node.at)?,
        }
        Ok(())
    }

    fn link(&mut self, at: Span, parts: &[Node]) -> Result<(), Trouble> {
        let Some((name, pairs)) = parts.split_first() else {
            return Err(error(at, "links without a direction", "(links direction (a b) …)"));
        };
        let way = self.direction(name)?;
        for pair in pairs {
            let [a, b] = pair.list().unwrap_or_default() else {
                let problem = format!("{} is no link", pair.what());
                return Err(error(pair.at, problem, "(a b), two positions"));
            };
            let (a, b) = (self.site(a)?, self.site(b)?);
            self.links[usize::from(way)][usize::from(a)] = b;
        }
        Ok(())
    }

    fn unlink(&mut self, node: &Node) -> Result<(), Trouble> {
        let Some(list) = node.list() else {
            let site = self.site(node)?;
            self.charge(node.at, self.links.len() * self.sites.len())?;
            for links in &mut self.links {
                links[usize::from(site)] = NONE;
                links.iter_mut().filter(|to| **to == site).for_each(|to| *to = NONE);
            }
            return Ok(());
        };
        let [a, b] = list else {
            let problem = format!("{} cannot be unlinked", node.what());
            return Err(error(node.at, problem, "a position, (a b) or (position direction)"));
        };
        let a = usize::from(self.site(a)?);
        self.charge(node.at, self.links.len())?;
        let word = b.word().unwrap_or_default();
        match (self.direction_names.get(word), self.names.get(word)) {
            (Some(&way), None) => self.links[usize::from(way)][a] = NONE,
            (_, Some(&b)) => {
                for links in &mut self.links {
                    for (from, to) in [(a, b), (usize::from(b), a as u16)] {
                        if links[from] == to {
                            links[from] = NONE;
                        }
                    }
                }
            }
            (None, None) => {
                let problem = format!("{} is neither a position nor a direction", b.what());
                return Err(error(b.at, problem, "one of them"));
            }
        }
        Ok(())
    }

    fn read_symmetry(
        &mut self,
        at: Span,
        parts: &[Node],
        players: &HashMap<String, u16>,
    ) -> Result<(), Trouble> {
        let Some((player, pairs)) = parts.split_first() else {
            return Err(error(at, "a symmetry for nobody", "(symmetry player (a b) …)"));
        };
        let player = find_player(player, players)?;
        for pair in pairs {
            let [a, b] = pair.list().unwrap_or_default() else {
                let problem = format!("{} is no pair of directions", pair.what());
                return Err(error(pair.at, problem, "(a b)"));
            };
            // A direction may be linked later.
            let (a, b) = (self.direction(a)?, self.direction(b)?);
            self.symmetry[usize::from(player)].insert(a, b);
        }
        Ok(())
    }

    fn zone(
        &mut self,
        at: Span,
        parts: &[Node],
        players: &HashMap<String, u16>,
    ) -> Result<(), Trouble> {
        let part = |name: &str| {
            let found = parts.iter().find(|part| part.head() == Some(name));
            found.map(|part| &part.list().unwrap_or_default()[1..])
        };
        let Some(name) = part("name").and_then(|name| name.first()).and_then(Node::word) else {
            return Err(error(at, "a zone without a name", "(name …)"));
        };
        let known = self.zone_names.iter().position(|zone| zone == name);
        let zone = match known {
            Some(zone) => zone,
            None if self.zone_names.len() == MAX_ZONES => {
                return Err(error(at, "too many zones", format!("at most {MAX_ZONES}")));
            }
            None => {
                self.zone_names.push(name.to_owned());
                self.zone_names.len() - 1
            }
        };
        let mut sites = Vec::new();
        for node in part("positions").unwrap_or_default() {
            sites.push(self.site(node)?);
        }
        sites.sort_unstable();
        sites.dedup();
        for player in part("players").unwrap_or_default() {
            let player = find_player(player, players)?;
            self.zones.insert((zone as u16, player), sites.clone());
        }
        Ok(())
    }

    /// Removes the killed positions and everything that leads there.
    fn kill(&mut self) {
        if self.killed.is_empty() {
            return;
        }
        let mut numbers = Vec::with_capacity(self.sites.len());
        let mut next = 0;
        for site in 0..self.sites.len() as u16 {
            let lives = !self.killed.contains(&site);
            numbers.push(if lives { next } else { NONE });
            next += u16::from(lives);
        }
        let lives = |at: usize| numbers[at] != NONE;
        let new = |old: u16| if old == NONE { NONE } else { numbers[usize::from(old)] };
        for links in &mut self.links {
            let kept = links.iter().enumerate().filter(|(at, _)| lives(*at));
            *links = kept.map(|(_, &to)| new(to)).collect();
        }
        let mut at = 0..;
        self.sites.retain(|_| at.next().is_some_and(lives));
        let mut at = 0..;
        self.grid_of.retain(|_| at.next().is_some_and(lives));
        for sites in self.zones.values_mut() {
            *sites = sites.iter().map(|&site| new(site)).filter(|&site| site != NONE).collect();
        }
        let names = self.sites.iter().enumerate();
        self.names = names.map(|(at, site)| (site.name.clone(), at as u16)).collect();
    }

    /// Whether it would take too long to find out the opposites of so many directions for so many players.
    pub(crate) fn is_too_large_for(&self, opposites: usize, players: usize) -> bool {
        let links = self.sites.len().saturating_mul(self.links.len());
        links.saturating_mul(opposites).saturating_mul(players) > MAX_OPPOSITE_WORK
    }

    /// Where directions lead for a player, by direction and position.
    pub(crate) fn table(&self, player: u16) -> Vec<u16> {
        let symmetry = &self.symmetry[usize::from(player)];
        let way = |direction: u16| *symmetry.get(&direction).unwrap_or(&direction);
        let directions = 0..self.links.len() as u16;
        directions
            .flat_map(|direction| self.links[usize::from(way(direction))].iter().copied())
            .collect()
    }

    /// Where the opposite of a direction leads for a player from each position.
    ///
    /// In a grid it is the direction whose offsets are the negative. Elsewhere it is the one that
    /// leads back from where the direction led, here or, if none does, most often.
    pub(crate) fn opposite(&self, player: u16, direction: u16) -> Vec<u16> {
        let symmetry = &self.symmetry[usize::from(player)];
        let way = *symmetry.get(&direction).unwrap_or(&direction);
        let in_grids: Vec<Option<u16>> = self
            .grids
            .iter()
            .map(|grid| {
                let offsets = &grid.iter().find(|(known, _)| *known == way)?.1;
                let negative: Vec<i32> =
                    offsets.iter().map(|offset| offset.wrapping_neg()).collect();
                grid.iter().find(|(_, known)| *known == negative).map(|(known, _)| *known)
            })
            .collect();
        let forward = &self.links[usize::from(way)];
        let leads_back = |back: usize, from: usize| {
            let to = forward[from];
            to != NONE && usize::from(self.links[back][usize::from(to)]) == from
        };
        let counts: Vec<usize> = (0..self.links.len())
            .map(|back| (0..self.sites.len()).filter(|&from| leads_back(back, from)).count())
            .collect();
        let usual = (0..self.links.len()).rev().max_by_key(|&back| counts[back]);
        let usual = usual.filter(|&back| counts[back] > 0);
        (0..self.sites.len())
            .map(|from| {
                let in_grid = self.grid_of[from].and_then(|grid| in_grids[usize::from(grid)]);
                let back = in_grid
                    .map(usize::from)
                    .or_else(|| (0..self.links.len()).find(|&back| leads_back(back, from)));
                back.or(usual).map_or(NONE, |back| self.links[back][from])
            })
            .collect()
    }
}

pub(crate) fn find_player(node: &Node, players: &HashMap<String, u16>) -> Result<u16, Trouble> {
    let word = node.word().unwrap_or_default();
    players.get(word).copied().ok_or_else(|| {
        let expected = players.keys().map(String::as_str).collect::<Vec<_>>();
        let expected = if expected.len() < 8 { expected.join(", ") } else { String::new() };
        error(node.at, format!("there is no player {}", node.what()), expected)
    })
}

/// A whole number.
pub(crate) fn number(node: &Node) -> Result<i32, Trouble> {
    let word = node.word().unwrap_or_default();
    word.trim_start_matches('+').parse().map_err(|_| {
        error(node.at, format!("{} is no whole number", node.what()), "a number such as 3 or -1")
    })
}

/// The strings among some nodes.
pub(crate) fn texts(nodes: &[Node]) -> Vec<String> {
    nodes
        .iter()
        .filter_map(|node| match &node.kind {
            NodeKind::Text(text) => Some(text.to_string()),
            _ => None,
        })
        .collect()
}

/// A text as people read it: breaks of lines are blanks, empty lines and backslashes are breaks, and a
/// backquote is a quote.
pub(crate) fn readable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank_lines = 0;
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() {
            blank_lines += 1;
            if blank_lines == 1 && !out.is_empty() {
                out.push('\n');
            }
            continue;
        }
        if !out.is_empty() && !out.ends_with('\n') {
            out.push(' ');
        }
        blank_lines = 0;
        for c in line.chars() {
            match c {
                '\\' => out.push('\n'),
                '`' => out.push('"'),
                c if c.is_control() => out.push(' '),
                c => out.push(c),
            }
        }
    }
    out.trim().to_owned()
}
