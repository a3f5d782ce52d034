//! How pieces move, as far as the code says it whatever else stands on the board.
//!
//! The code of a block is followed through both ways of every test, and each move that it adds is noted as the steps
//! that lead to it, with what must stand where they lead. A block that asks for anything besides (attributes, flags,
//! attacks, other positions) or does more than move, take and promote is not described at all. Nor is one with so many
//! ways through it that nobody would read them all, nor what is left when the game has used up its [`Budget`].

use std::collections::{BTreeMap, BTreeSet};

use selforge_core::short;

use super::budget::Budget;
use super::list;
use crate::code::{AddSpec, Block, DropAt, HERE, Op, Test};
use crate::model::{ANY, NONE, Rules};

const EMPTY: u8 = 1;
const FRIEND: u8 = 2;
const ENEMY: u8 = 4;
const ANYTHING: u8 = EMPTY | FRIEND | ENEMY;

/// The most steps that are followed: what goes on after these through a loop is taken to go on for ever.
const FAR: usize = 3;

/// The most zones that are asked for on a way: a shape names one, and another may change what the piece becomes.
const ZONES: usize = 4;

/// A step, what may stand where it leads, and whether that is taken on the way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Step {
    direction: u16,
    stands: u8,
    taken: bool,
}

/// A way through the code of a block.
#[derive(Clone, PartialEq, Debug)]
struct Path {
    /// The first has no direction: it is where the piece stands.
    steps: Vec<Step>,
    /// The zones that were asked for: after how many steps, and what the answer was.
    zones: Vec<(usize, u16, bool)>,
}

/// A move that a block adds.
#[derive(Clone, PartialEq, Debug)]
struct Found {
    path: Path,
    add: AddSpec,
}

/// How a piece gets somewhere, without the direction. The order is that of the sentence.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Shape {
    Steps(usize),
    Slide,
    Leap,
    /// Over a piece of these sides, which may be taken.
    Jump {
        over: u8,
        taken: bool,
    },
}

/// What is said together, with the directions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Phrase {
    shape: Shape,
    /// What may stand where it lands.
    lands: u8,
    zone: Option<(bool, u16, bool)>,
    copies: bool,
    goes_on: bool,
}

/// The types of moves that are played at all, in a turn or to go on with one.
pub(super) struct Played {
    any: bool,
    kinds: BTreeSet<u16>,
}

impl Played {
    pub(super) fn of(rules: &Rules) -> Played {
        let in_turns = rules.turns.iter().map(|turn| turn.kind);
        let going_on = rules.adds.iter().map(|add| add.partial).filter(|kind| *kind != NONE);
        let kinds: BTreeSet<u16> = in_turns.chain(going_on).collect();
        Played { any: kinds.contains(&ANY), kinds }
    }

    fn has(&self, block: &Block) -> bool {
        self.any || self.kinds.contains(&block.kind)
    }
}

/// The moves and drops of a type of pieces in a line, and whether these are all. Nothing if nothing is sure.
pub(super) fn moves(
    rules: &Rules,
    piece: u16,
    played: &Played,
    budget: &mut Budget,
) -> (String, bool) {
    let found = &rules.types[usize::from(piece)];
    let blocks = |(first, end): (u32, u32)| &rules.blocks[first as usize..end as usize];
    let mut phrases: BTreeMap<Phrase, Vec<Vec<u16>>> = BTreeMap::new();
    let mut promotions: Vec<u16> = Vec::new();
    let mut whole = true;
    for block in blocks(found.moves).iter().filter(|block| played.has(block)) {
        budget.begin_block();
        let followed = follow(rules, block, budget);
        let said = followed.and_then(|(found, goes_far)| shapes(&found, goes_far, budget));
        let Some(said) = said else {
            whole = false;
            continue;
        };
        for (phrase, way, types) in said {
            let ways = phrases.entry(phrase).or_default();
            // What others have told already costs as well: it is compared with.
            if budget.spend(ways.len()).is_none() {
                whole = false;
                break;
            }
            if !ways.contains(&way) {
                ways.push(way);
            }
            for it in types {
                if !promotions.contains(&it) {
                    promotions.push(it);
                }
            }
        }
    }
    phrases.retain(|_, ways| !ways.is_empty());
    let mut said: Vec<String> =
        phrases.iter().map(|(phrase, ways)| phrase.say(rules, ways)).collect();
    let mut placed = Vec::new();
    let can_drop = (0..rules.players.len() as u16).any(|player| {
        rules.players[usize::from(player)].seat.is_some() && rules.store(player, piece).is_some()
    });
    for block in blocks(found.drops).iter().filter(|block| can_drop && played.has(block)) {
        budget.begin_block();
        let followed = budget.spend(placed.len()).and_then(|()| follow(rules, block, budget));
        let on_empty = followed.is_some_and(|(found, _)| {
            found.iter().all(|it| {
                matches!(it.path.steps[..], [Step { stands: EMPTY, .. }])
                    && it.path.zones.is_empty()
                    && it.add == AddSpec { partial: NONE, ..AddSpec::default() }
            }) && !found.is_empty()
        });
        let place = match block.drop {
            _ if !on_empty => {
                whole = false;
                continue;
            }
            Some(DropAt::Site(site)) => short(&rules.sites[usize::from(site)].name),
            Some(DropAt::Zone(zone)) => {
                let name = short(&rules.zone_names[usize::from(zone)]);
                format!("any empty position of the zone {name}")
            }
            _ => "any empty position".to_owned(),
        };
        if !placed.contains(&place) {
            placed.push(place);
        }
    }
    if !placed.is_empty() {
        said.push(format!("is placed on {}", list(&placed, "or")));
    }
    if said.is_empty() {
        return (String::new(), false);
    }
    if !whole {
        said.push("has other moves too".to_owned());
    }
    let mut text = match said.iter().any(|part| part.contains(", ")) {
        true => format!("It {}", said.join("; it ")),
        false => format!("It {}", list(&said, "and")),
    };
    if !promotions.is_empty() {
        let names: Vec<String> = (promotions.iter())
            .map(|piece| short(&rules.types[usize::from(*piece)].name))
            .collect();
        text += &format!(". It can become {}", super::goals::a(&list(&names, "or")));
    }
    (text, whole)
}

/// All ways through a block, and whether some lead farther than they are followed, by going through a loop; none if it
/// asks for more than the positions that it crosses, or is too much.
fn follow(rules: &Rules, block: &Block, budget: &mut Budget) -> Option<(Vec<Found>, bool)> {
    let stands = if block.drop.is_some() { ANYTHING } else { FRIEND };
    let start = Step { direction: NONE, stands, taken: false };
    let mut goes_far = false;
    let mut found = Vec::new();
    // With each way the instructions that its steps came from: one that comes again is in a loop.
    let mut work = vec![(block.entry, Path { steps: vec![start], zones: Vec::new() }, Vec::new())];
    while let Some((at, path, stepped)) = work.pop() {
        budget.spend(1)?;
        let here = *path.steps.last().expect("a path begins with a position");
        // Both ways of a test: what stands here if it jumps, and if it goes on.
        let mut test = |jumps: u8, to: u32| {
            for (stands, next) in [(here.stands & !jumps, at + 1), (here.stands & jumps, to)] {
                if stands != 0 {
                    let mut path = path.clone();
                    path.steps.last_mut().expect("a path begins with a position").stands = stands;
                    work.push((next, path, stepped.clone()));
                }
            }
        };
        match rules.code[at as usize] {
            Op::End => {}
            Op::Jump(to) | Op::Loop(to) => work.push((to, path, stepped)),
            Op::IfEmpty(to) => test(EMPTY, to),
            Op::IfOccupied(to) => test(FRIEND | ENEMY, to),
            Op::IfFriend(to) => test(FRIEND, to),
            Op::IfNotFriend(to) => test(EMPTY | ENEMY, to),
            Op::IfEnemy(to) => test(ENEMY, to),
            Op::IfNotEnemy(to) => test(EMPTY | FRIEND, to),
            Op::Branch { test: Test::InZone, when, arg, place: HERE, to } => {
                let after = path.steps.len() - 1;
                let asked = path.zones.iter().find(|it| (it.0, it.1) == (after, arg)).copied();
                if asked.is_none() && path.zones.len() == ZONES {
                    return None;
                }
                for answer in [false, true] {
                    if asked.is_some_and(|it| it.2 != answer) {
                        continue;
                    }
                    let mut path = path.clone();
                    if asked.is_none() {
                        path.zones.push((after, arg, answer));
                    }
                    let next = if answer == when { to } else { at + 1 };
                    work.push((next, path, stepped.clone()));
                }
            }
            Op::Step(direction) => {
                if path.steps.len() <= FAR {
                    let direction = named(rules, direction, budget)?;
                    let (mut path, mut stepped) = (path, stepped);
                    path.steps.push(Step { direction, stands: ANYTHING, taken: false });
                    stepped.push(at);
                    work.push((at + 1, path, stepped));
                } else if stepped.contains(&at) {
                    goes_far = true;
                } else {
                    // Step by step it is written out how far it goes, and that is not any distance.
                    return None;
                }
            }
            Op::Capture(HERE) => {
                let mut path = path;
                path.steps.last_mut().expect("a path begins with a position").taken = true;
                work.push((at + 1, path, stepped));
            }
            Op::SetAttribute { .. } => work.push((at + 1, path, stepped)),
            Op::Add(spec) => {
                let add = &rules.adds[usize::from(spec)];
                budget.spend((found.len() + 1) * (add.types.len() + 1))?;
                let new = Found { path: path.clone(), add: add.clone() };
                if !found.contains(&new) {
                    found.push(new);
                }
                work.push((at + 1, path, stepped));
            }
            _ => return None,
        }
    }
    Some((found, goes_far))
}

/// The direction itself or, for the opposite of one, the direction that leads to the same positions, if there is one.
fn named(rules: &Rules, direction: u16, budget: &mut Budget) -> Option<u16> {
    let count = rules.directions.len();
    if usize::from(direction) < count {
        return Some(direction);
    }
    budget.spend(count)?;
    let sites = rules.sites.len();
    let row = |to: u16| usize::from(to) * sites..(usize::from(to) + 1) * sites;
    let is_it = |known: &u16| rules.tables.iter().all(|it| it[row(*known)] == it[row(direction)]);
    (0..count as u16).find(is_it)
}

/// What a shape, its directions and the types are that the piece may become there.
type Said = (Phrase, Vec<u16>, Vec<u16>);

/// The moves of a block as shapes; none if one of them has no name, or they are too many.
fn shapes(found: &[Found], goes_far: bool, budget: &mut Budget) -> Option<Vec<Said>> {
    let mut merged: Vec<Landing> = Vec::new();
    for it in found {
        budget.spend(merged.len() + it.add.types.len())?;
        let lands = it.path.steps.last()?.stands;
        let mut new = Landing { path: it.path.clone(), lands, add: it.add.clone() };
        new.path.steps.last_mut()?.stands = 0;
        match merged.iter_mut().find(|known| known.path == new.path && known.is_like(&new)) {
            Some(known) => known.take(new),
            None => merged.push(new),
        }
    }
    // A zone that changes only what the piece becomes, or nothing, is no condition.
    let mut at = 0;
    while at < merged.len() {
        budget.spend(at + merged[at].add.types.len())?;
        let new = merged[at].clone();
        let differs = |known: &&mut Landing| {
            known.lands == new.lands && known.is_like(&new) && opposite(&known.path, &new.path)
        };
        match merged[..at].iter_mut().find(differs) {
            Some(known) => {
                known.path.zones.pop();
                known.take(new);
                merged.remove(at);
                at = 0;
            }
            None => at += 1,
        }
    }
    if goes_far {
        return slide(&merged).map(|said| vec![said]);
    }
    merged.iter().map(shape).collect()
}

/// A way to a position, and all that may stand there; the add has all that the piece may become.
#[derive(Clone, Debug)]
struct Landing {
    path: Path,
    lands: u8,
    add: AddSpec,
}

impl Landing {
    /// Whether the same happens there, besides what the piece becomes.
    fn is_like(&self, other: &Landing) -> bool {
        self.path.steps == other.path.steps
            && (self.add.copy, self.add.partial) == (other.add.copy, other.add.partial)
    }

    fn take(&mut self, other: Landing) {
        self.lands |= other.lands;
        self.add.types.extend(other.add.types);
    }
}

/// Whether two ways differ in the answer about one zone, which was asked last.
fn opposite(a: &Path, b: &Path) -> bool {
    match (a.zones.split_last(), b.zones.split_last()) {
        (Some((a, before)), Some((b, others))) => {
            before == others && (a.0, a.1) == (b.0, b.1) && a.2 != b.2
        }
        _ => false,
    }
}

/// Moves over any number of empty positions in one direction.
fn slide(all: &[Landing]) -> Option<Said> {
    let Landing { path, lands, add } = all.first()?;
    let direction = path.steps.get(1)?.direction;
    let is_plain = |it: &Landing| {
        let (_, between) = it.path.steps[1..].split_last()?;
        let straight = it.path.steps[1..]
            .iter()
            .all(|step| (step.direction, step.taken) == (direction, false));
        let free = between.iter().all(|step| step.stands == EMPTY);
        let same = it.lands == *lands && (it.add.copy, it.add.partial) == (add.copy, add.partial);
        (straight && free && same && it.path.zones.is_empty()).then_some(it.path.steps.len() - 1)
    };
    let mut lengths = all.iter().map(is_plain).collect::<Option<Vec<usize>>>()?;
    lengths.sort_unstable();
    if !lengths.into_iter().eq(1..=FAR) || lands & FRIEND != 0 {
        return None;
    }
    Some((phrase(Shape::Slide, *lands, None, add)?, vec![direction], add.types.clone()))
}

/// None if a copy appears where the words are about the piece itself: by a jump, in an enemy's place, as another type.
fn phrase(
    shape: Shape,
    lands: u8,
    zone: Option<(bool, u16, bool)>,
    add: &AddSpec,
) -> Option<Phrase> {
    let is_jump = matches!(shape, Shape::Jump { .. });
    let is_told = !add.copy || lands == EMPTY && !is_jump && add.types.is_empty();
    let phrase = Phrase { shape, lands, zone, copies: add.copy, goes_on: add.partial != NONE };
    is_told.then_some(phrase)
}

/// The shape of a move, if it has a name.
fn shape(landing: &Landing) -> Option<Said> {
    let Landing { path, lands, add } = landing;
    let lands = *lands;
    let [_, steps @ ..] = &path.steps[..] else { return None };
    let (last, between) = steps.split_last()?;
    let zone = match path.zones[..] {
        [] => None,
        [(0, zone, answer)] => Some((true, zone, answer)),
        [(at, zone, answer)] if at == steps.len() => Some((false, zone, answer)),
        _ => return None,
    };
    let ways: Vec<u16> = steps.iter().map(|step| step.direction).collect();
    let straight = ways.iter().all(|way| *way == ways[0]);
    let shape = match between {
        _ if last.taken || lands & FRIEND != 0 => return None,
        _ if straight && between.iter().all(|it| it.stands == EMPTY && !it.taken) => {
            Shape::Steps(steps.len())
        }
        [over] if straight && over.stands & EMPTY == 0 => {
            Shape::Jump { over: over.stands, taken: over.taken }
        }
        _ if between.iter().all(|it| it.stands == ANYTHING && !it.taken) => Shape::Leap,
        _ => return None,
    };
    let ways = if straight && shape != Shape::Leap { vec![ways[0]] } else { ways };
    Some((phrase(shape, lands, zone, add)?, ways, add.types.clone()))
}

impl Phrase {
    fn say(&self, rules: &Rules, ways: &[Vec<u16>]) -> String {
        let verb = |moves: &str| match self.lands {
            EMPTY if self.copies => format!("puts another one {moves}"),
            EMPTY => format!("moves {moves}"),
            ENEMY => format!("takes {moves}"),
            _ => format!("moves or takes {moves}"),
        };
        let toward = directions(rules, ways);
        let mut text = match &self.shape {
            Shape::Steps(1) => format!("{} {toward}", verb("one step")),
            Shape::Steps(count) => format!("{} {toward}", verb(&format!("{count} steps"))),
            Shape::Slide => format!("{} {toward}", verb("any distance")),
            Shape::Leap => verb(&leap(rules, ways)),
            Shape::Jump { over, taken } => {
                let over = match *over {
                    ENEMY => "an enemy",
                    FRIEND => "a piece of its own side",
                    _ => "any piece",
                };
                let (lands, it) = match self.lands {
                    EMPTY => ("", "it"),
                    ENEMY => (" onto an enemy", "what it jumps over"),
                    _ => (" onto an empty position or an enemy", "what it jumps over"),
                };
                let taken = if *taken { format!(" and takes {it}") } else { String::new() };
                format!("jumps {toward} over {over}{lands}{taken}")
            }
        };
        if let Some((start, zone, inside)) = self.zone {
            text += match (start, inside) {
                (true, true) => " from the zone ",
                (true, false) => " from outside the zone ",
                (false, true) => ", landing in the zone ",
                (false, false) => ", landing outside the zone ",
            };
            text += &short(&rules.zone_names[usize::from(zone)]);
        }
        if self.goes_on {
            text += match rules.options.pass_partial {
                true => ", after which it may go on",
                false => ", after which it goes on if it can",
            };
        }
        text
    }
}

/// The words for the letters of a compass, and where they lead.
const COMPASS: [(&str, &str, (i8, i8)); 8] = [
    ("n", "north", (0, -1)),
    ("ne", "northeast", (1, -1)),
    ("e", "east", (1, 0)),
    ("se", "southeast", (1, 1)),
    ("s", "south", (0, 1)),
    ("sw", "southwest", (-1, 1)),
    ("w", "west", (-1, 0)),
    ("nw", "northwest", (-1, -1)),
];

fn compass(rules: &Rules, direction: u16) -> Option<(&'static str, (i8, i8))> {
    let name = &rules.directions[usize::from(direction)];
    COMPASS.iter().find(|it| it.0.eq_ignore_ascii_case(name)).map(|it| (it.1, it.2))
}

/// Whether the directions are those of a board of squares.
fn has_compass(rules: &Rules) -> bool {
    COMPASS.iter().all(|it| rules.directions.iter().any(|name| it.0.eq_ignore_ascii_case(name)))
}

pub(super) fn direction(rules: &Rules, direction: u16) -> String {
    match compass(rules, direction) {
        Some((word, _)) => word.to_owned(),
        None => short(&rules.directions[usize::from(direction)]),
    }
}

/// The directions in words; all of them, and those of rooks and bishops, have words of their own.
fn directions(rules: &Rules, ways: &[Vec<u16>]) -> String {
    let mut all: Vec<u16> = ways.iter().map(|way| way[0]).collect();
    all.sort_unstable();
    if all.len() == rules.directions.len() && all.len() > 1 {
        return "in every direction".to_owned();
    }
    if has_compass(rules) && all.len() == 4 {
        let diagonal = |way: &u16| compass(rules, *way).map(|(_, (x, y))| x != 0 && y != 0);
        let diagonal: Option<Vec<bool>> = all.iter().map(diagonal).collect();
        match diagonal.as_deref() {
            Some([true, true, true, true]) => return "diagonally".to_owned(),
            Some([false, false, false, false]) => return "along a row or column".to_owned(),
            _ => {}
        }
    }
    let clockwise = |way: &u16| {
        let (word, _) = compass(rules, *way)?;
        COMPASS.iter().position(|it| it.1 == word)
    };
    all.sort_by_key(clockwise);
    let words: Vec<String> = all.iter().map(|way| direction(rules, *way)).collect();
    list(&words, "or")
}

/// Where leaps lead: `2 by 1 away` if to all such places, else step by step.
fn leap(rules: &Rules, ways: &[Vec<u16>]) -> String {
    let offset = |way: &Vec<u16>| {
        way.iter().try_fold((0, 0), |(x, y), step| {
            let (_, (dx, dy)) = compass(rules, *step)?;
            Some((x + dx, y + dy))
        })
    };
    let offsets: Option<Vec<(i8, i8)>> = ways.iter().map(offset).collect();
    if let Some(mut offsets) = offsets.filter(|_| has_compass(rules)) {
        offsets.sort_unstable();
        offsets.dedup();
        let sides = |(x, y): (i8, i8)| (x.abs().max(y.abs()), x.abs().min(y.abs()));
        let (long, short) = sides(offsets[0]);
        let all = if short == 0 || short == long { 4 } else { 8 };
        if offsets.len() == all && offsets.iter().all(|it| sides(*it) == (long, short)) {
            return format!("by a leap to any position {long} by {short} away");
        }
    }
    let words = ways.iter().map(|way| {
        if way.iter().all(|step| *step == way[0]) {
            return format!("{} positions {}", way.len(), direction(rules, way[0]));
        }
        let steps: Vec<String> = way.iter().map(|step| direction(rules, *step)).collect();
        steps.join(" and ")
    });
    format!("by a leap {}", list(&words.collect::<Vec<_>>(), "or"))
}
