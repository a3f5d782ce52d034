//! What wins, loses and draws, as sentences.

use selforge_core::short;

use crate::game::Zrf;
use crate::goals::{Condition, Goal, Item, Meaning, Occupant, Owner, Where, mark_of};
use crate::model::{Passing, Rules};

use super::budget::Budget;
use super::list;

/// Which time it is, in words.
pub(super) fn nth(times: u32) -> String {
    let word = match times {
        1 => "first",
        2 => "second",
        3 => "third",
        4 => "fourth",
        5 => "fifth",
        _ => {
            let end = match (times % 10, times % 100) {
                (_, 11..=13) => "th",
                (1, _) => "st",
                (2, _) => "nd",
                (3, _) => "rd",
                _ => "th",
            };
            return format!("{times}{end}");
        }
    };
    word.to_owned()
}

/// All conditions, those of the same people with the same meaning in one sentence.
pub(super) fn goals(game: &Zrf, budget: &mut Budget) -> String {
    let rules = &*game.rules;
    let mut sentences: Vec<String> = Vec::new();
    let all = |names: &[&str]| names.len() == usize::from(rules.seats);
    let mut told: Vec<(&Condition, Vec<&str>)> = Vec::new();
    for condition in &rules.conditions {
        let playing = condition.players.iter().map(|player| &rules.players[usize::from(*player)]);
        let mut names: Vec<&str> = Vec::new();
        for it in playing.filter(|it| it.seat.is_some()) {
            if !names.contains(&it.name.as_str()) {
                names.push(&it.name);
            }
        }
        // Somebody who is not in this variant has no goals.
        if names.is_empty() && !condition.players.is_empty() {
            continue;
        }
        if all(&names) {
            names.clear();
        }
        told.push((condition, names));
    }
    let mut untold = told.len();
    for group in told.chunk_by(|a, b| a.1 == b.1 && a.0.meaning == b.0.meaning) {
        if !budget.has_goals() {
            sentences.push(format!("the file names {}", plural(untold as u32, "more condition")));
            break;
        }
        untold -= group.len();
        let (first, names) = &group[0];
        let names: Vec<String> = names.iter().map(|name| short(name)).collect();
        let mut clauses: Vec<String> = Vec::new();
        for (at, (it, _)) in group.iter().enumerate() {
            if !budget.tell_goal() {
                clauses.push(more(group.len() - at, false));
                break;
            }
            clauses.push(say(game, &it.goal, false, budget));
        }
        let mut when = format!("when {}", clauses.join(", or when "));
        if matches!(first.meaning, Meaning::Draw | Meaning::Count) && names.is_empty() {
            when = when.replace("time with you to move", "time");
        }
        let side = match names.is_empty() {
            true => String::new(),
            false => format!("as {} ", list(&names, "or")),
        };
        sentences.push(match first.meaning {
            Meaning::Win => format!("{side}you win {when}"),
            Meaning::Loss => format!("{side}you lose {when}"),
            Meaning::Draw if !names.is_empty() => {
                format!("if you play {}, the game is drawn {when}", list(&names, "or"))
            }
            Meaning::Draw => format!("the game is drawn {when}"),
            Meaning::Count => format!("the game ends {when}; whoever has most pieces then wins"),
        });
    }
    if sentences.is_empty() {
        sentences.push("the file names none".to_owned());
    }
    let stuck = |seat: u8| {
        told.iter().any(|(condition, _)| {
            let named = condition
                .players
                .iter()
                .any(|&player| rules.players[usize::from(player)].seat == Some(seat));
            matches!(condition.goal, Goal::Stalemated) && (named || condition.players.is_empty())
        })
    };
    if rules.options.pass_turn == Passing::No && !(0..rules.seats).all(stuck) {
        let open: Vec<&str> = (rules.players.iter())
            .filter(|player| player.seat.is_some_and(|seat| !stuck(seat)))
            .map(|player| player.name.as_str())
            .collect();
        let named: Vec<String> = open.iter().map(|name| short(name)).collect();
        sentences.push(match rules.seats {
            1 => "if you cannot move, you have lost".to_owned(),
            _ if all(&open) => "if you cannot move, the game is drawn".to_owned(),
            _ => format!("if {} cannot move, the game is drawn", list(&named, "or")),
        });
    }
    sentences.iter().map(|it| super::sentence(it)).collect::<String>().trim_end().to_owned()
}

/// The most of a list that are named.
const NAMED: usize = 12;

/// The first of a list, and how many more there are.
pub(super) fn some<T>(all: &[T], name: impl Fn(&T) -> String) -> Vec<String> {
    let mut named: Vec<String> = all.iter().take(NAMED).map(name).collect();
    if all.len() > NAMED {
        named.push(format!("{} more", all.len() - NAMED));
    }
    named
}

/// The goals that are left out, as a clause.
fn more(count: usize, not: bool) -> String {
    let are = if not { "does not hold" } else { "holds" };
    format!("what else the file names there, {count} in number, {are}")
}

/// How clauses begin that tell what somebody has.
const YOU_HAVE: &str = "you have ";

/// What stands between clauses of which one is enough.
const OR: &str = ", or ";

/// A goal as a clause, or its opposite.
fn say(game: &Zrf, goal: &Goal, not: bool, budget: &mut Budget) -> String {
    let rules = &*game.rules;
    let name = |piece: u16| short(&rules.types[usize::from(piece)].name);
    let names = |pieces: &[u16]| list(&some(pieces, |piece| name(*piece)), "or");
    let counted = |count: u32, piece: &Option<u16>| match piece {
        Some(piece) => plural(count, &name(*piece)),
        None => plural(count, "piece"),
    };
    let have = if not { "you do not have" } else { "you have" };
    match goal {
        Goal::Stalemated => "you cannot move".to_owned(),
        Goal::Repetition => {
            let times = nth(game.history.repetition.unwrap_or(3));
            format!("a position comes up for the {times} time with you to move")
        }
        Goal::Captured(pieces) => format!("your {} is taken", names(pieces)),
        Goal::Checkmated(pieces) => {
            format!("your {} is attacked and cannot be saved", names(pieces))
        }
        Goal::Remaining { count, piece } => {
            format!("{have} {} left", counted(*count, piece))
        }
        Goal::Total { count, piece } => {
            let verb = if *count == 1 { "is" } else { "are" };
            let not = if not { " not" } else { "" };
            format!("there {verb}{not} {} on the board", counted(*count, piece))
        }
        Goal::And(goals) | Goal::Or(goals) => {
            if let (Goal::Or(_), false, Some(few)) = (goal, not, at_most(goals)) {
                return format!("you have {few} left");
            }
            let and = matches!(goal, Goal::And(_)) != not;
            if goals.is_empty() {
                let always = if and { "always" } else { "never" };
                return format!("an empty condition holds, which it {always} does");
            }
            // Each with whether its `you have` goes on in the next: after several parts nobody knows who has what.
            let mut said: Vec<(String, bool)> = Vec::new();
            for (at, it) in goals.iter().enumerate() {
                if !budget.tell_goal() {
                    said.push((more(goals.len() - at, not), false));
                    break;
                }
                let clause = say(game, it, not, budget);
                let is_plain = !matches!(it, Goal::And(_) | Goal::Or(_) | Goal::Not(_));
                let goes_on = is_plain && clause.starts_with(YOU_HAVE);
                let is_choice = and && clause.contains(OR);
                said.push((if is_choice { format!("({clause})") } else { clause }, goes_on));
                said.dedup();
            }
            let mut text = String::new();
            let mut goes_on = false;
            for (clause, then) in &said {
                text += match text.is_empty() {
                    true => "",
                    false if and => " and ",
                    false => OR,
                };
                let rest = clause.strip_prefix(YOU_HAVE).filter(|_| goes_on);
                text += rest.unwrap_or(clause);
                goes_on = *then;
            }
            text
        }
        Goal::Not(goal) => say(game, goal, !not, budget),
        Goal::Relative(items) => {
            let occupants = items.iter().filter_map(|item| match item {
                Item::Occupant(occupant) => Some(*occupant),
                Item::Step(_) => None,
            });
            let occupants: Vec<Occupant> = occupants.collect();
            let same = occupants.windows(2).all(|pair| pair[0] == pair[1]);
            // A row is a piece, a step, a piece, the same step, and so on to the last piece.
            let is_row = items.len() % 2 == 1
                && items.iter().enumerate().all(|(at, item)| match item {
                    Item::Occupant(_) => at % 2 == 0,
                    Item::Step(_) => at % 2 == 1 && *item == items[1],
                });
            let place = if is_row { "in a row" } else { "in a pattern that the file describes" };
            match occupants[..] {
                [Occupant { owner: Owner::Mine, piece, not: false }, ..] if same => {
                    let pieces = plural(occupants.len() as u32, &name(piece));
                    format!("{have} {pieces} {place}")
                }
                _ => {
                    let pieces = some(&occupants, |it| occupant(rules, it));
                    let not = if not { " not" } else { "" };
                    format!("there are{not} {place}: {}", pieces.join(", "))
                }
            }
        }
        Goal::Absolute { occupants, places } => {
            let place = |place: &Where| match *place {
                Where::Site(site) => short(&rules.sites[usize::from(site)].name),
                Where::Zone(zone) => {
                    format!("the zone {}", short(&rules.zone_names[usize::from(zone)]))
                }
            };
            let named = some(places, place);
            let each = if places.len() > 1 { "each of " } else { "" };
            let on = match places[..] {
                [Where::Zone(_)] => "in",
                _ => "on",
            };
            let places = format!("{on} {each}{}", list(&named, "and"));
            match occupants[..] {
                [Occupant { piece, .. }] if !not && mark_of(rules, goal).is_some() => {
                    format!("the code of a move puts {} {places}", a(&name(piece)))
                }
                [Occupant { owner: Owner::Mine, piece, not: false }] => {
                    format!("{have} {} {places}", a(&name(piece)))
                }
                _ => {
                    let pieces = some(occupants, |it| occupant(rules, it));
                    let not = if not { " not" } else { "" };
                    format!("there is{not} {} {places}", list(&pieces, "or"))
                }
            }
        }
    }
}

/// `at most 4 pieces`, where these are all the counts up to that.
fn at_most(goals: &[Goal]) -> Option<String> {
    let counts: Option<Vec<u32>> = (goals.iter())
        .map(|goal| match goal {
            Goal::Remaining { count, piece: None } => Some(*count),
            _ => None,
        })
        .collect();
    let mut counts = counts?;
    counts.sort_unstable();
    let most = (counts.len() as u32).checked_sub(1)?;
    counts.iter().copied().eq(0..=most).then(|| format!("at most {}", plural(most, "piece")))
}

fn occupant(rules: &Rules, occupant: &Occupant) -> String {
    let name = &short(&rules.types[usize::from(occupant.piece)].name);
    let owned = match occupant.owner {
        Owner::Mine => format!("one of your {}", plural_of(name)),
        Owner::Opponent => format!("an opponent's {name}"),
        Owner::Anybody => a(name),
    };
    if occupant.not { format!("anything but {owned}") } else { owned }
}

pub(super) fn a(name: &str) -> String {
    let vowel = name.starts_with(|c: char| "AEIOaeio".contains(c));
    format!("{} {name}", if vowel { "an" } else { "a" })
}

fn plural(count: u32, name: &str) -> String {
    match count {
        0 => format!("no {}", plural_of(name)),
        1 => format!("one {name}"),
        _ => format!("{count} {}", plural_of(name)),
    }
}

/// Words that end in `man` and have an s in the plural, with whatever is written before them.
const HUMANS: [&str; 3] = ["human", "shaman", "talisman"];

/// The same, but only as whole words: a `Burgerman` is no German.
const ROMANS: [&str; 11] = [
    "ataman",
    "brahman",
    "caiman",
    "cayman",
    "german",
    "hetman",
    "mussulman",
    "norman",
    "ottoman",
    "roman",
    "turkman",
];

pub(super) fn plural_of(name: &str) -> String {
    let last = name.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let last = last.to_lowercase();
    let is_man =
        !HUMANS.iter().any(|word| last.ends_with(word)) && !ROMANS.contains(&last.as_str());
    let stem = name.strip_suffix("man").or_else(|| name.strip_suffix("Man"));
    if let Some(stem) = stem.filter(|_| is_man) {
        return format!("{stem}{}en", &name[stem.len()..=stem.len()]);
    }
    let es = ["s", "x", "z", "ch", "sh"].iter().any(|end| name.ends_with(end));
    format!("{name}{}", if es { "es" } else { "s" })
}
