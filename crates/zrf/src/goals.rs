//! What wins, loses, draws and counts.
//!
//! Goals that need no moves are tested after every whole move, in the order of the file; then, for the
//! side to move, what needs its moves. Goals that look for lines of pieces are worked out beforehand as
//! lists of positions: a line that was not complete before a move can only be completed by a position
//! that the move changed.

use std::collections::BTreeMap;

use crate::board::{find_player, number};
use crate::compile::Names;
use crate::diagnostic::{Diagnostics, Trouble, error};
use crate::lexer::Node;
use crate::model::{NONE, Player, Rules};

/// The most positions in the lines of all goals together; each list of lines counts as many as the board has besides.
/// Goals beyond are asked as they are written, which is slower and takes no room.
const MAX_LINES: usize = 200_000;

/// The most conditions of a game.
const MAX_CONDITIONS: usize = 4096;

/// What it may cost to test all goals after a move, in positions that are looked at.
const MAX_WORK: usize = 20_000_000;

/// The deepest nesting of goals.
const MAX_DEPTH: usize = 64;

/// What a condition means for those for whom it comes true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// They win.
    Win,
    /// They lose.
    Loss,
    /// Everybody draws.
    Draw,
    /// Who has most pieces wins.
    Count,
}

/// A condition of the file.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What it means.
    pub meaning: Meaning,
    /// For whom; nobody listed is the player who just moved.
    pub(crate) players: Vec<u16>,
    pub(crate) goal: Goal,
    /// For each player of the list the lines of the goal, where it has that form.
    lines: Vec<Option<Lines>>,
}

/// What must be true.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    Absolute { occupants: Vec<Occupant>, places: Vec<Where> },
    Relative(Vec<Item>),
    Remaining { count: u32, piece: Option<u16> },
    Total { count: u32, piece: Option<u16> },
    And(Vec<Goal>),
    Or(Vec<Goal>),
    Not(Box<Goal>),
    Stalemated,
    Repetition,
    Captured(Vec<u16>),
    Checkmated(Vec<u16>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    Site(u16),
    Zone(u16),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    Step(u16),
    Occupant(Occupant),
}

/// What stands on a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Occupant {
    pub(crate) owner: Owner,
    pub(crate) piece: u16,
    pub(crate) not: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    Mine,
    Opponent,
    Anybody,
}

/// Lines of positions, each of which must hold a certain piece.
#[derive(Clone, Debug, Default)]
struct Lines {
    /// Positions and the words they must have, line after line.
    cells: Vec<(u16, u16)>,
    /// Where each line begins and ends in `cells`.
    lines: Vec<(u32, u32)>,
    /// The lines through each position.
    through: Vec<Vec<u32>>,
    /// The first word of a piece of the player, and how many there are.
    own: (u16, u16),
}

/// A move that was played, as goals look at it.
pub(crate) struct After<'a> {
    pub(crate) words: &'a [u16],
    /// The pieces that it took: owners and types.
    pub(crate) taken: &'a [(u16, u16)],
    /// The positions that it changed, if all goals were untrue before.
    pub(crate) changed: Option<&'a [u16]>,
    /// Who moved.
    pub(crate) mover: u16,
}

/// Reads the conditions of a game. Gives with them which positions their goals name.
pub(crate) fn read(
    nodes: &[Node],
    names: &Names,
    players: &[Player],
    problems: &mut Diagnostics,
) -> (Vec<Condition>, Vec<bool>) {
    let mut conditions = Vec::new();
    let mut positions = vec![false; names.board.sites.len()];
    let mut left = Left { lines: MAX_LINES, work: MAX_WORK };
    for node in nodes {
        if problems.is_full() {
            break;
        }
        let room = MAX_CONDITIONS - conditions.len();
        let found = read_condition(node, names, players, room, &mut left);
        let Some(found) = problems.take(found) else { continue };
        for condition in &found {
            note_positions(&condition.goal, names, &mut positions);
        }
        conditions.extend(found);
    }
    (conditions, positions)
}

/// What the goals of a game may still take.
struct Left {
    /// Positions in their lines.
    lines: usize,
    /// Positions that testing them looks at.
    work: usize,
}

fn read_condition(
    node: &Node,
    names: &Names,
    players: &[Player],
    room: usize,
    left: &mut Left,
) -> Result<Vec<Condition>, Trouble> {
    let list = node.list().unwrap_or_default();
    let meaning = match node.head() {
        Some("win-condition") => Meaning::Win,
        Some("loss-condition") => Meaning::Loss,
        Some("draw-condition") => Meaning::Draw,
        _ => Meaning::Count,
    };
    let mut rest = &list[1..];
    let mut listed = Vec::new();
    // A list of players comes first, unless it is left out: a goal begins with a keyword.
    let is_list = rest.first().is_some_and(|first| match first.list() {
        Some(inner) => inner
            .iter()
            .all(|node| node.word().is_some_and(|word| names.players.contains_key(word))),
        None => false,
    });
    let looks_like_players = rest
        .first()
        .is_some_and(|first| first.head().is_some_and(|head| !crate::keywords::is_keyword(head)));
    if is_list || looks_like_players {
        for player in rest[0].list().unwrap_or_default() {
            let player = find_player(player, &names.players)?;
            if !listed.contains(&player) {
                listed.push(player);
            }
        }
        rest = &rest[1..];
    }
    if rest.is_empty() {
        return Err(error(node.at, "a condition without a goal", "(win-condition (players) goal)"));
    }
    if rest.len() > room {
        let expected = format!("at most {MAX_CONDITIONS}");
        return Err(error(node.at, "too many conditions", expected));
    }
    let mut conditions = Vec::new();
    for goal in rest {
        let at = goal.at;
        let goal = read_goal(goal, names, 0)?;
        let cost = goal.cost(names).saturating_mul(listed.len().max(1));
        left.work = left.work.checked_sub(cost).ok_or_else(|| {
            error(at, "the goals take too long to test", "fewer and simpler ones")
        })?;
        let lines =
            listed.iter().map(|&player| lines_of(&goal, names, player, &mut left.lines)).collect();
        conditions.push(Condition { meaning, players: listed.clone(), goal, lines });
    }
    debug_assert!(!players.is_empty(), "a game has players");
    Ok(conditions)
}

fn read_goal(node: &Node, names: &Names, depth: usize) -> Result<Goal, Trouble> {
    if depth > MAX_DEPTH {
        return Err(error(node.at, "goals are nested too deep", format!("at most {MAX_DEPTH}")));
    }
    let expected = "absolute-config, relative-config, pieces-remaining, total-piece-count, \
                    stalemated, repetition, captured, checkmated, and, or, not";
    let (head, rest) = match (node.word(), node.head()) {
        (Some(word), _) => (word, &[][..]),
        (None, Some(head)) => (head, &node.list().unwrap_or_default()[1..]),
        (None, None) => {
            return Err(error(node.at, format!("{} is no goal", node.what()), expected));
        }
    };
    let inner = |rest: &[Node]| -> Result<Vec<Goal>, Trouble> {
        rest.iter()
            .map(|node| {
                let goal = read_goal(node, names, depth + 1)?;
                if goal.needs_moves() || matches!(goal, Goal::Captured(_)) {
                    let problem = format!("{} can only be a goal by itself", node.what());
                    return Err(error(node.at, problem, "a condition of its own"));
                }
                Ok(goal)
            })
            .collect()
    };
    let pieces = |rest: &[Node]| {
        if rest.is_empty() {
            let expected = format!("({head} piece…)");
            return Err(error(node.at, format!("'{head}' without a type of pieces"), expected));
        }
        rest.iter().map(|node| names.piece(node)).collect::<Result<Vec<_>, _>>()
    };
    let counted = |rest: &[Node]| -> Result<(u32, Option<u16>), Trouble> {
        let Some(count) = rest.first() else {
            return Err(error(node.at, "how many?", "a number"));
        };
        let count = u32::try_from(number(count)?).unwrap_or(u32::MAX);
        let piece = rest.get(1).map(|piece| names.piece(piece)).transpose()?;
        Ok((count, piece))
    };
    Ok(match head {
        "stalemated" => Goal::Stalemated,
        "repetition" => Goal::Repetition,
        "captured" => Goal::Captured(pieces(rest)?),
        "checkmated" => Goal::Checkmated(pieces(rest)?),
        "and" => Goal::And(inner(rest)?),
        "or" => Goal::Or(inner(rest)?),
        "not" => match inner(rest)?.pop() {
            Some(goal) if rest.len() == 1 => Goal::Not(Box::new(goal)),
            _ => return Err(error(node.at, "'not' takes one goal", "(not goal)")),
        },
        "pieces-remaining" => {
            let (count, piece) = counted(rest)?;
            Goal::Remaining { count, piece }
        }
        "total-piece-count" => {
            let (count, piece) = counted(rest)?;
            Goal::Total { count, piece }
        }
        "absolute-config" => {
            let Some((places, occupants)) = rest.split_last() else {
                let expected = "(absolute-config piece (position…))";
                return Err(error(node.at, "an empty goal", expected));
            };
            let occupants: Vec<Occupant> =
                occupants.iter().map(|node| occupant(node, names)).collect::<Result<_, _>>()?;
            // A single place is accepted without its brackets.
            let places = places.list().unwrap_or(std::slice::from_ref(places));
            let mut found = Vec::new();
            for place in places {
                let word = place.word().unwrap_or_default();
                found.push(match (names.board.names.get(word), names.zones.get(word)) {
                    (Some(&site), _) => Where::Site(site),
                    (None, Some(&zone)) => Where::Zone(zone),
                    (None, None) => {
                        let problem = format!("{} is neither a position nor a zone", place.what());
                        return Err(error(place.at, problem, "one of them"));
                    }
                });
            }
            Goal::Absolute { occupants, places: found }
        }
        "relative-config" => {
            let mut items = Vec::new();
            for item in rest {
                let word = item.word().unwrap_or_default();
                let direction = names.board.direction_names.get(word).copied();
                items.push(match (direction, names.types.contains_key(word)) {
                    (Some(direction), false) => Item::Step(direction),
                    _ => Item::Occupant(occupant(item, names)?),
                });
            }
            Goal::Relative(items)
        }
        _ => return Err(error(node.at, format!("{} is no goal", node.what()), expected)),
    })
}

fn occupant(node: &Node, names: &Names) -> Result<Occupant, Trouble> {
    let list = node.list().unwrap_or_default();
    match (node.head(), list.get(1)) {
        (Some("not"), Some(inner)) => {
            let inner = occupant(inner, names)?;
            Ok(Occupant { not: !inner.not, ..inner })
        }
        (Some(head @ ("opponent" | "any-owner")), Some(inner)) => {
            let owner = if head == "opponent" { Owner::Opponent } else { Owner::Anybody };
            match inner.head() {
                Some("not") => {
                    let inner = occupant(inner, names)?;
                    Ok(Occupant { owner, ..inner })
                }
                _ => Ok(Occupant { owner, piece: names.piece(inner)?, not: false }),
            }
        }
        _ => Ok(Occupant { owner: Owner::Mine, piece: names.piece(node)?, not: false }),
    }
}

fn note_positions(goal: &Goal, names: &Names, positions: &mut [bool]) {
    match goal {
        Goal::Absolute { places, .. } => {
            for place in places {
                match *place {
                    Where::Site(site) => positions[usize::from(site)] = true,
                    Where::Zone(zone) => {
                        for ((known, _), sites) in &names.board.zones {
                            if *known == zone {
                                sites.iter().for_each(|site| positions[usize::from(*site)] = true);
                            }
                        }
                    }
                }
            }
        }
        Goal::And(goals) | Goal::Or(goals) => {
            goals.iter().for_each(|goal| note_positions(goal, names, positions));
        }
        Goal::Not(goal) => note_positions(goal, names, positions),
        _ => {}
    }
}

/// The lines of a goal that is made of nothing else; none if there is no room left for them.
fn lines_of(goal: &Goal, names: &Names, player: u16, left: &mut usize) -> Option<Lines> {
    let mut all = Vec::new();
    if *left == 0 {
        return None;
    }
    collect_lines(goal, names, player, &mut all)?;
    let positions = names.board.sites.len() + all.iter().map(Vec::len).sum::<usize>();
    if positions > *left {
        *left = 0;
        return None;
    }
    *left -= positions;
    let type_bits = usize::BITS - names.types.len().leading_zeros();
    let through = vec![Vec::new(); names.board.sites.len()];
    let own = ((player << type_bits) + 1, names.types.len() as u16);
    let mut lines = Lines { through, own, ..Lines::default() };
    for line in all {
        let number = lines.lines.len() as u32;
        let first = lines.cells.len() as u32;
        for (site, piece) in line {
            lines.cells.push((site, player << type_bits | (piece + 1)));
            let through = &mut lines.through[usize::from(site)];
            if through.last() != Some(&number) {
                through.push(number);
            }
        }
        lines.lines.push((first, lines.cells.len() as u32));
    }
    Some(lines)
}

fn collect_lines(
    goal: &Goal,
    names: &Names,
    player: u16,
    all: &mut Vec<Vec<(u16, u16)>>,
) -> Option<()> {
    if all.len() > MAX_LINES {
        return None;
    }
    match goal {
        Goal::Or(goals) => {
            goals.iter().try_for_each(|goal| collect_lines(goal, names, player, all))
        }
        Goal::Absolute { occupants, places } => {
            let [Occupant { owner: Owner::Mine, piece, not: false }] = occupants[..] else {
                return None;
            };
            let sites = places.iter().map(|place| match place {
                Where::Site(site) => Some((*site, piece)),
                Where::Zone(_) => None,
            });
            let line: Vec<(u16, u16)> = sites.collect::<Option<_>>()?;
            if line.is_empty() {
                return None;
            }
            all.push(line);
            Some(())
        }
        Goal::Relative(items) => {
            let symmetry = &names.board.symmetry[usize::from(player)];
            'starts: for start in 0..names.board.sites.len() as u16 {
                let mut here = start;
                let mut line = Vec::new();
                for item in items {
                    match *item {
                        Item::Step(direction) => {
                            let way = *symmetry.get(&direction).unwrap_or(&direction);
                            here = names.board.links[usize::from(way)][usize::from(here)];
                            if here == NONE {
                                continue 'starts;
                            }
                        }
                        Item::Occupant(Occupant { owner: Owner::Mine, piece, not: false }) => {
                            line.push((here, piece));
                        }
                        Item::Occupant(_) => return None,
                    }
                }
                if line.is_empty() {
                    return None;
                }
                all.push(line);
            }
            Some(())
        }
        _ => None,
    }
}

impl Goal {
    /// Whether it asks for the moves of the side to move.
    pub(crate) fn needs_moves(&self) -> bool {
        matches!(self, Goal::Stalemated | Goal::Repetition | Goal::Checkmated(_))
    }

    /// How many positions a test looks at, at most.
    fn cost(&self, names: &Names) -> usize {
        let sites = names.board.sites.len();
        match self {
            Goal::And(goals) | Goal::Or(goals) => {
                goals.iter().fold(1, |sum, goal| sum.saturating_add(goal.cost(names)))
            }
            Goal::Not(goal) => goal.cost(names),
            Goal::Remaining { .. } => sites,
            Goal::Total { .. } => sites * names.players.len(),
            Goal::Absolute { occupants, places } => {
                let zone = sites + names.board.zones.len();
                let zones = places.iter().filter(|place| matches!(place, Where::Zone(_))).count();
                (places.len() + zones * zone).saturating_mul(1 + occupants.len())
            }
            Goal::Relative(items) => sites.saturating_mul(1 + items.len()),
            Goal::Captured(pieces) => 1 + pieces.len(),
            Goal::Stalemated | Goal::Repetition | Goal::Checkmated(_) => 1,
        }
    }

    fn holds(&self, rules: &Rules, after: &After<'_>, player: u16) -> bool {
        match self {
            Goal::And(goals) => goals.iter().all(|goal| goal.holds(rules, after, player)),
            Goal::Or(goals) => goals.iter().any(|goal| goal.holds(rules, after, player)),
            Goal::Not(goal) => !goal.holds(rules, after, player),
            Goal::Remaining { count, piece } => {
                remaining(rules, after.words, player, *piece) == *count
            }
            Goal::Total { count, piece } => {
                let sum: u32 = (0..rules.players.len() as u16)
                    .map(|player| on_board(rules, after.words, player, *piece))
                    .sum();
                sum == *count
            }
            Goal::Captured(pieces) => {
                after.taken.iter().any(|(owner, piece)| *owner == player && pieces.contains(piece))
            }
            Goal::Absolute { occupants, places } => {
                let stands = |site: u16| {
                    occupants.iter().any(|it| it.matches(rules, after.words, player, site))
                };
                places.iter().all(|place| match *place {
                    Where::Site(site) => stands(site),
                    Where::Zone(zone) => (0..rules.sites.len() as u16)
                        .any(|site| rules.in_zone(zone, player, site) && stands(site)),
                })
            }
            Goal::Relative(items) => (0..rules.sites.len() as u16).any(|start| {
                let table = &rules.tables[usize::from(rules.sides[usize::from(player)].table)];
                let mut here = start;
                items.iter().all(|item| match *item {
                    Item::Step(direction) => {
                        here =
                            table[usize::from(direction) * rules.sites.len() + usize::from(here)];
                        here != NONE
                    }
                    Item::Occupant(occupant) => occupant.matches(rules, after.words, player, here),
                })
            }),
            Goal::Stalemated | Goal::Repetition | Goal::Checkmated(_) => false,
        }
    }

    /// What came true, in a word or two.
    pub(crate) fn words(&self) -> &'static str {
        match self {
            Goal::Absolute { .. } => "goal reached",
            Goal::Relative(_) => "in a row",
            Goal::Remaining { count: 0, .. } | Goal::Total { count: 0, .. } => "no pieces left",
            Goal::Remaining { .. } | Goal::Total { .. } => "number of pieces",
            Goal::And(goals) | Goal::Or(goals) => goals.first().map_or("goal", Goal::words),
            Goal::Not(_) => "goal",
            Goal::Stalemated => "no moves",
            Goal::Repetition => "repetition",
            Goal::Captured(_) => "captured",
            Goal::Checkmated(_) => "checkmate",
        }
    }
}

impl Occupant {
    fn matches(&self, rules: &Rules, words: &[u16], player: u16, site: u16) -> bool {
        let kind = words[usize::from(site)];
        let stands = kind != 0 && rules.type_of(kind) == self.piece && {
            let mine = rules.owner(kind) == player;
            match self.owner {
                Owner::Mine => mine,
                Owner::Opponent => !mine,
                Owner::Anybody => true,
            }
        };
        stands != self.not
    }
}

/// How many pieces a player has on the board.
pub(crate) fn on_board(rules: &Rules, words: &[u16], player: u16, piece: Option<u16>) -> u32 {
    let cells = &words[..rules.sites.len()];
    let count = match piece {
        Some(piece) => {
            let kind = rules.kind(player, piece);
            cells.iter().filter(|cell| **cell == kind).count()
        }
        None => {
            let first = (player << rules.type_bits) + 1;
            let types = rules.types.len() as u16;
            cells.iter().filter(|cell| cell.wrapping_sub(first) < types).count()
        }
    };
    count as u32
}

fn remaining(rules: &Rules, words: &[u16], player: u16, piece: Option<u16>) -> u32 {
    let mut count = on_board(rules, words, player, piece);
    if rules.options.include_off {
        let types = piece.map_or(0..rules.types.len() as u16, |piece| piece..piece + 1);
        let stores = types.filter_map(|piece| rules.store(player, piece));
        count += stores.map(|store| u32::from(words[store])).sum::<u32>();
    }
    count
}

impl Condition {
    /// Notes which types of which players are royal.
    pub(crate) fn mark_royal(&self, royal: &mut [Vec<bool>]) {
        if let Goal::Checkmated(pieces) = &self.goal {
            for player in &self.players {
                for piece in pieces {
                    royal[usize::from(*player)][usize::from(*piece)] = true;
                }
            }
        }
    }

    /// The first of its players for whom it came true by a move.
    #[inline]
    fn came_true(&self, rules: &Rules, after: &After<'_>) -> Option<u16> {
        if self.goal.needs_moves() {
            return None;
        }
        if self.players.is_empty() {
            return self.goal.holds(rules, after, after.mover).then_some(after.mover);
        }
        for (player, lines) in self.players.iter().zip(&self.lines) {
            let holds = match (lines, after.changed) {
                (Some(lines), Some(changed)) => lines.complete(after.words, changed),
                _ => self.goal.holds(rules, after, *player),
            };
            if holds {
                return Some(*player);
            }
        }
        None
    }
}

/// A type whose capture is a goal of its own for a player may be left to be captured: a real saved
/// game of a file with both `captured` and `checkmated` does so.
pub(crate) fn spare_capturable(conditions: &[Condition], royal: &mut [Vec<bool>]) {
    for condition in conditions {
        if let Goal::Captured(pieces) = &condition.goal {
            for player in &condition.players {
                for piece in pieces {
                    royal[usize::from(*player)][usize::from(*piece)] = false;
                }
            }
        }
    }
}

impl Lines {
    /// Whether a line through one of these positions is complete.
    #[inline]
    fn complete(&self, words: &[u16], changed: &[u16]) -> bool {
        changed.iter().any(|site| {
            if words[usize::from(*site)].wrapping_sub(self.own.0) >= self.own.1 {
                return false;
            }
            self.through[usize::from(*site)].iter().any(|line| {
                let (first, end) = self.lines[*line as usize];
                self.cells[first as usize..end as usize]
                    .iter()
                    .all(|(site, kind)| words[usize::from(*site)] == *kind)
            })
        })
    }
}

/// The first condition that came true by a move, and for whom. Those that need the moves of the side
/// to move are not asked.
pub(crate) fn first_true(rules: &Rules, after: &After<'_>) -> Option<(u16, u16)> {
    rules.conditions.iter().zip(0..).find_map(|(condition, number)| {
        condition.came_true(rules, after).map(|player| (number, player))
    })
}

/// The first condition about captures that came true by a move, and for whom.
pub(crate) fn first_captured(rules: &Rules, after: &After<'_>) -> Option<(u16, u16)> {
    let conditions = rules.conditions.iter().zip(0..);
    conditions.filter(|(it, _)| matches!(it.goal, Goal::Captured(_))).find_map(
        |(condition, number)| condition.came_true(rules, after).map(|player| (number, player)),
    )
}

/// Whether no goal holds in a position.
pub(crate) fn none_holds(rules: &Rules, words: &[u16]) -> bool {
    let players = 0..rules.players.len() as u16;
    players.into_iter().all(|mover| {
        first_true(rules, &After { words, taken: &[], changed: None, mover }).is_none()
    })
}

/// Positions that a player wants to reach with its pieces, for evaluators: by type of piece.
pub(crate) fn wanted_sites(rules: &Rules, player: u16) -> BTreeMap<u16, Vec<u16>> {
    let mut wanted: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
    for condition in &rules.conditions {
        if condition.meaning == Meaning::Win && condition.players.contains(&player) {
            collect_wanted(rules, &condition.goal, player, &mut wanted);
        }
    }
    wanted
}

fn collect_wanted(rules: &Rules, goal: &Goal, player: u16, wanted: &mut BTreeMap<u16, Vec<u16>>) {
    match goal {
        Goal::And(goals) | Goal::Or(goals) => {
            goals.iter().for_each(|goal| collect_wanted(rules, goal, player, wanted));
        }
        Goal::Absolute { occupants, places } => {
            for occupant in occupants.iter().filter(|it| it.owner != Owner::Opponent && !it.not) {
                let sites = wanted.entry(occupant.piece).or_default();
                for place in places {
                    match *place {
                        Where::Site(site) => sites.push(site),
                        Where::Zone(zone) => {
                            let all = 0..rules.sites.len() as u16;
                            sites.extend(all.filter(|site| rules.in_zone(zone, player, *site)));
                        }
                    }
                }
            }
        }
        _ => {}
    }
}

/// The places that a player wants to fill with certain pieces, all at the same time: for each way to win a list of
/// positions with the words they must have.
pub(crate) fn wanted_places(rules: &Rules, player: u16) -> Vec<Vec<(u16, u16)>> {
    let mut all = Vec::new();
    for condition in &rules.conditions {
        if condition.meaning == Meaning::Win && condition.players.contains(&player) {
            collect_places(rules, &condition.goal, player, &mut all);
        }
    }
    all
}

fn collect_places(rules: &Rules, goal: &Goal, player: u16, all: &mut Vec<Vec<(u16, u16)>>) {
    match goal {
        Goal::Or(goals) => {
            goals.iter().for_each(|goal| collect_places(rules, goal, player, all));
        }
        Goal::And(goals) => {
            let mut parts = Vec::new();
            goals.iter().for_each(|goal| collect_places(rules, goal, player, &mut parts));
            all.push(parts.concat());
        }
        Goal::Absolute { occupants, places } => {
            let [Occupant { owner: Owner::Mine, piece, not: false }] = occupants[..] else {
                return;
            };
            let kind = rules.kind(player, piece);
            let sites = places.iter().filter_map(|place| match *place {
                Where::Site(site) => Some((site, kind)),
                Where::Zone(_) => None,
            });
            all.push(sites.collect());
        }
        _ => {}
    }
}

/// The type of piece that a goal wants on a hidden position, if it is a mere mark: nobody can move or drop it, so
/// the code of other moves puts it there.
pub(crate) fn mark_of(rules: &Rules, goal: &Goal) -> Option<u16> {
    let Goal::Absolute { occupants, places } = goal else { return None };
    let [Occupant { piece, not: false, .. }] = occupants[..] else { return None };
    let hidden = |place: &Where| match *place {
        Where::Site(site) => rules.sites[usize::from(site)].dummy,
        Where::Zone(_) => false,
    };
    let found = &rules.types[usize::from(piece)];
    let inert = found.moves.0 == found.moves.1 && found.drops.0 == found.drops.1;
    (inert && places.iter().all(hidden)).then_some(piece)
}

/// The lines that a player wants to fill: each a list of positions with the words they must have.
pub(crate) fn wanted_lines(rules: &Rules, player: u16) -> Vec<&[(u16, u16)]> {
    let mut all = Vec::new();
    for condition in rules.conditions.iter().filter(|it| it.meaning == Meaning::Win) {
        for (listed, lines) in condition.players.iter().zip(&condition.lines) {
            if let (true, Some(lines)) = (*listed == player, lines) {
                let cells = |&(first, end): &(u32, u32)| &lines.cells[first as usize..end as usize];
                all.extend(lines.lines.iter().map(cells));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoIncludes, RuleFile, compile};

    #[test]
    fn the_lines_of_all_goals_together_take_no_more_room_than_they_may() {
        let goals = "(win-condition (A B A) (relative-config Man e Man))".repeat(4000);
        let text = format!(
            "(game (title \"T\") (players A B) (turn-order A B)
               (board (grid (dimensions (\"a/b/c/d\" (9 0)) (\"1/2/3/4\" (0 9))) (directions (e 1 0))))
               (piece (name Man)) {goals})"
        );
        let file = RuleFile::read("t.zrf", text.as_bytes(), &NoIncludes);
        let rules = compile(file.first().unwrap(), &mut Diagnostics::default()).unwrap();
        let lists: Vec<_> = rules.conditions.iter().flat_map(|it| &it.lines).collect();
        assert_eq!(lists.len(), 8000, "a player counts once");
        let room = |lines: &Lines| lines.through.len() + lines.cells.len();
        let taken: usize = lists.iter().filter_map(|lines| lines.as_ref()).map(room).sum();
        assert!((MAX_LINES / 2..=MAX_LINES).contains(&taken), "{taken}");
    }
}
