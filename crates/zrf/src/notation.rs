//! Moves and positions as people type them.
//!
//! A move is its first movement, `e2-e4` or `e4xd5`, with the new type of a piece that is promoted,
//! `=Queen`; a drop is `Man@b2`. Where two moves of a position would be written alike, all effects
//! are written, and where that is not enough a number is added: every legal move has a text of its own.
//!
//! A position is the visible cells row by row, a letter for each piece, the seat to move, and then words
//! for what else matters: hidden positions, attributes, stores, the turn, the last move, a chain.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{self, Write};
use std::rc::Rc;
use std::sync::{Arc, Weak};

use selforge_catalogue::editing::{read_layout, write_layout};
use selforge_core::{Game, NotationError, Seat, short};

use crate::code::Effect;
use crate::game::{Move, Zrf};
use crate::goals::Goal;
use crate::model::{ANY, NONE, Rules};
use crate::moves::{Found, with_scratch};
use crate::position::{Position, Verdict, Words, clear, put, set_attribute};

/// The name of a position of the board.
fn site(rules: &Rules, at: u16) -> &str {
    &rules.sites[usize::from(at)].name
}

/// A move's first movement and promotion.
fn short_text(rules: &Rules, position: &Position, found: &Found, effects: &[Effect]) -> String {
    let mut text = String::new();
    let (from, to) = found.key;
    let piece = |piece: u16| &rules.types[usize::from(piece)].name;
    match effects.first() {
        Some(Effect::Drop { piece: dropped, at }) => {
            text = format!("{}@{}", piece(*dropped), site(rules, *at));
        }
        _ if from != NONE => {
            let sign = if position.words[usize::from(to)] != 0 && from != to { 'x' } else { '-' };
            text = format!("{}{sign}{}", site(rules, from), site(rules, to));
        }
        _ => {}
    }
    for effect in effects {
        if let Effect::Promote { piece: new, .. } = effect {
            let _ = write!(text, "={}", piece(*new));
        }
    }
    text
}

/// All effects of a move.
fn long_text(rules: &Rules, found: &Found, effects: &[Effect], short: &str) -> String {
    let mut text = short.to_owned();
    let (piece, player) = (
        |at: u16| &rules.types[usize::from(at)].name,
        |at: u16| &rules.players[usize::from(at)].name,
    );
    for effect in effects {
        let _ = match *effect {
            Effect::Move { from, to } if (from, to) != found.key => {
                write!(text, ",{}-{}", site(rules, from), site(rules, to))
            }
            Effect::Copy { to, .. } => write!(text, ",+{}", site(rules, to)),
            Effect::Drop { piece: new, at } if at != found.key.1 => {
                write!(text, ",{}@{}", piece(new), site(rules, at))
            }
            Effect::Create { player: owner, piece: new, at } => {
                write!(text, ",{}:{}@{}", player(owner), piece(new), site(rules, at))
            }
            Effect::Type { piece: new, at } => write!(text, ",{}={}", site(rules, at), piece(new)),
            Effect::Owner { player: owner, at } => {
                write!(text, ",{}={}", site(rules, at), player(owner))
            }
            Effect::Flip { at } => write!(text, ",~{}", site(rules, at)),
            Effect::Capture { at } => write!(text, ",x{}", site(rules, at)),
            _ => Ok(()),
        };
    }
    if found.partial != NONE {
        text.push_str(",...");
    }
    text
}

/// The rules and position whose moves were asked for last, with their texts. Who lists the moves of a position asks
/// for each by itself, and each depends on all others.
type Known = (Weak<Rules>, Position, Rc<[(Move, String)]>);

thread_local! {
    static KNOWN: RefCell<Option<Known>> = const { RefCell::new(None) };
}

/// The texts of all legal moves, the pass among them.
pub(crate) fn texts(game: &Zrf, state: &Position) -> Rc<[(Move, String)]> {
    let same = |(rules, known, _): &&Known| {
        Weak::as_ptr(rules) == Arc::as_ptr(&game.rules) && known == state
    };
    let known = KNOWN.with_borrow(|last| last.as_ref().filter(same).map(|it| Rc::clone(&it.2)));
    known.unwrap_or_else(|| {
        let texts: Rc<[(Move, String)]> = make_texts(&game.rules, state).into();
        let last = (Arc::downgrade(&game.rules), state.clone(), Rc::clone(&texts));
        KNOWN.set(Some(last));
        texts
    })
}

fn make_texts(rules: &Rules, state: &Position) -> Vec<(Move, String)> {
    if state.verdict != Verdict::Open {
        return Vec::new();
    }
    with_scratch(|scratch| {
        rules.generate(state, scratch);
        let mut texts: Vec<String> = scratch
            .found
            .iter()
            .map(|found| short_text(rules, state, found, scratch.effects(found)))
            .collect();
        let doubled = |texts: &[String]| {
            let mut count: HashMap<String, u32> = HashMap::new();
            texts.iter().for_each(|text| *count.entry(text.to_lowercase()).or_default() += 1);
            count
        };
        let count = doubled(&texts);
        for (text, found) in texts.iter_mut().zip(&scratch.found) {
            if count[&text.to_lowercase()] > 1 {
                *text = long_text(rules, found, scratch.effects(found), text);
            }
        }
        let count = doubled(&texts);
        let mut numbers: HashMap<String, u32> = HashMap::new();
        for text in &mut texts {
            if count[&text.to_lowercase()] > 1 {
                let number = numbers.entry(text.to_lowercase()).or_default();
                *number += 1;
                let _ = write!(text, "#{number}");
            }
        }
        let moves = scratch.found.iter().map(|found| Move(found.code));
        let mut all: Vec<(Move, String)> = moves.zip(texts).collect();
        if rules.may_pass(state, all.len(), scratch) {
            all.push((Move::PASS, "pass".to_owned()));
        }
        all
    })
}

pub(crate) fn write_move(
    game: &Zrf,
    state: &Position,
    mv: Move,
    out: &mut dyn Write,
) -> fmt::Result {
    if mv == Move::PASS {
        return out.write_str("pass");
    }
    match texts(game, state).iter().find(|(known, _)| *known == mv) {
        Some((_, text)) => out.write_str(text),
        None => write!(out, "?{}", mv.0),
    }
}

/// A text without the signs that people leave out.
fn bare(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | ':' | '>'));
    kept.flat_map(char::to_lowercase).collect()
}

pub(crate) fn parse_move(game: &Zrf, state: &Position, text: &str) -> Result<Move, NotationError> {
    let all = texts(game, state);
    let trimmed = text.trim();
    if let Some((mv, _)) = all.iter().find(|(_, known)| known == trimmed) {
        return Ok(*mv);
    }
    let wanted = bare(trimmed);
    let alike: Vec<&(Move, String)> = all
        .iter()
        .filter(|(_, known)| bare(known) == wanted || bare(&known.replace('x', "")) == wanted)
        .collect();
    match alike[..] {
        [(mv, _)] => Ok(*mv),
        [] => {
            let problem = format!("'{}' is not a legal move here", short(trimmed));
            let same: Vec<&str> = all
                .iter()
                .filter(|(_, known)| wanted.chars().next() == bare(known).chars().next())
                .map(|(_, known)| known.as_str())
                .take(8)
                .collect();
            let some = if same.is_empty() {
                all.iter().map(|(_, known)| known.as_str()).take(8).collect()
            } else {
                same
            };
            Err(NotationError::at(text, 0, problem, format!("a move such as {}", some.join(", "))))
        }
        _ => {
            let problem = format!("'{}' could mean {} moves", short(trimmed), alike.len());
            Err(NotationError::at(text, 0, problem, "one of them in full"))
        }
    }
}

/// The word that says more than the cells: its key and its value.
fn word(out: &mut dyn Write, key: &str, values: &[String]) -> fmt::Result {
    if values.is_empty() { Ok(()) } else { write!(out, " {key}={}", values.join(",")) }
}

pub(crate) fn write_state(game: &Zrf, state: &Position, out: &mut dyn Write) -> fmt::Result {
    let rules = &*game.rules;
    let letter = |at: u16| {
        let kind = state.words[usize::from(at)];
        (kind != 0).then(|| game.picture.letter(kind))
    };
    let cells: Vec<Option<char>> = game.picture.sites.iter().map(|&at| letter(at)).collect();
    out.write_str(&write_layout(&game.picture.diagram, &cells))?;
    let turn = rules.turn_of(state);
    let seat = rules.players[usize::from(turn.player)].seat.unwrap_or(0);
    write!(out, " {}", Seat::new(usize::from(seat)))?;
    let start = &rules.setup;
    let mut hidden = Vec::new();
    for &at in &game.picture.hidden {
        if state.words[usize::from(at)] != start[usize::from(at)] {
            let sign = letter(at).map_or("-".to_owned(), |letter| letter.to_string());
            hidden.push(format!("{}:{sign}", site(rules, at)));
        }
    }
    word(out, "hidden", &hidden)?;
    let mut attributes = Vec::new();
    for at in 0..rules.sites.len() as u16 {
        if let Some((_, piece)) = state.piece(rules, at) {
            let bits = state.attributes(rules, at);
            if bits != rules.types[usize::from(piece)].attributes {
                attributes.push(format!("{}:{bits:x}", site(rules, at)));
            }
        }
    }
    word(out, "attributes", &attributes)?;
    let stores = rules.sites.len() * (1 + rules.attribute_planes);
    if state.words[stores..] != start[stores..] {
        let counts: Vec<String> = state.words[stores..].iter().map(u16::to_string).collect();
        word(out, "off", &counts)?;
    }
    if turn_of_seat(game, seat) != state.turn {
        write!(out, " turn={}", state.turn + 1)?;
    }
    let name = |at: u16| if at == NONE { "-" } else { site(rules, at) };
    if state.last != (NONE, NONE) {
        write!(out, " last={},{}", name(state.last.0), name(state.last.1))?;
    }
    if state.chain != NONE {
        let kind = match state.chain_kind {
            ANY => "any",
            kind => &rules.move_types[usize::from(kind)],
        };
        write!(out, " chain={},{kind}", site(rules, state.chain))?;
        if let (condition, player) = state.captured
            && condition != NONE
        {
            write!(out, " captured={},{}", condition + 1, rules.players[usize::from(player)].name)?;
        }
    }
    if state.rolls > 0 {
        write!(out, " rolls={}", state.rolls)?;
    }
    match state.verdict {
        Verdict::Open => Ok(()),
        Verdict::Stuck => out.write_str(" over=stuck"),
        Verdict::Goal { condition, player } => {
            write!(out, " over={},{}", condition + 1, rules.players[usize::from(player)].name)
        }
    }
}

/// The first turn of a seat.
fn turn_of_seat(game: &Zrf, seat: u8) -> u16 {
    let player = game.seats[usize::from(seat)];
    let turn = game.rules.turns.iter().position(|turn| turn.player == player);
    turn.unwrap_or(0) as u16
}

pub(crate) fn parse_state(game: &Zrf, text: &str) -> Result<Position, NotationError> {
    let rules = &*game.rules;
    let fail = |at: usize, problem: String, expected: &str| {
        NotationError::at(text, at, problem, expected.to_owned())
    };
    let mut words = text
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word));
    let (at, rows) = words.next().ok_or_else(|| fail(0, "no position".into(), "rows of cells"))?;
    let cells = read_layout(&game.picture.diagram, rows).ok_or_else(|| {
        fail(
            at,
            "the rows do not fit the board".into(),
            "a letter or a number of empty cells for each",
        )
    })?;
    let mut state = Position::start(rules);
    let stores = rules.sites.len() * (1 + rules.attribute_planes);
    let mut content = state.words.to_vec();
    for (&site, cell) in game.picture.sites.iter().zip(&cells) {
        clear(rules, &mut content, site);
        if let Some(letter) = cell {
            let kind = game.picture.kind(*letter).ok_or_else(|| {
                let known: String = game.picture.letters().collect();
                fail(at, format!("'{letter}' is no piece"), &format!("one of {known}"))
            })?;
            put(rules, &mut content, site, rules.owner(kind), rules.type_of(kind));
        }
    }
    let (at, mover) = words
        .next()
        .ok_or_else(|| fail(text.len(), "nobody is to move".into(), "the letter of a seat"))?;
    let seat =
        Some(mover).filter(|word| word.chars().count() == 1).and_then(|word| word.chars().next());
    let seat = seat.and_then(Seat::from_letter).filter(|seat| seat.index() < game.seats.len());
    let Some(seat) = seat else {
        return Err(fail(at, format!("'{}' is no seat", short(mover)), "the letter of a seat"));
    };
    state.turn = turn_of_seat(game, seat.index() as u8);
    let mut over = None;
    let find_site = |at: usize, name: &str| {
        let found = rules.site(name);
        found
            .ok_or_else(|| fail(at, format!("'{}' is no position", short(name)), "the name of one"))
    };
    for (at, item) in words {
        let Some((key, value)) = item.split_once('=') else {
            return Err(fail(at, format!("unknown word '{}'", short(item)), "key=value"));
        };
        let number = |value: &str| {
            value
                .parse::<u32>()
                .map_err(|_| fail(at, format!("'{}' is no number", short(value)), ""))
        };
        match key {
            "hidden" => {
                for part in value.split(',') {
                    let Some((name, sign)) = part.split_once(':') else {
                        return Err(fail(at, format!("'{}'", short(part)), "position:letter"));
                    };
                    let site = find_site(at, name)?;
                    if !game.picture.hidden.contains(&site) {
                        let problem = format!("'{}' is not hidden", short(name));
                        return Err(fail(at, problem, "a hidden position"));
                    }
                    clear(rules, &mut content, site);
                    let mut signs = sign.chars();
                    let letter = signs.next().filter(|c| *c != '-');
                    if let Some(letter) = letter {
                        let kind = game.picture.kind(letter).ok_or_else(|| {
                            fail(at, format!("'{letter}' is no piece"), "the letter of one")
                        })?;
                        put(rules, &mut content, site, rules.owner(kind), rules.type_of(kind));
                    }
                }
            }
            "attributes" => {
                for part in value.split(',') {
                    let parsed = part
                        .split_once(':')
                        .and_then(|(name, bits)| Some((name, u32::from_str_radix(bits, 16).ok()?)));
                    let Some((name, bits)) = parsed else {
                        return Err(fail(at, format!("'{}'", short(part)), "position:bits"));
                    };
                    let site = find_site(at, name)?;
                    for which in 0..rules.attributes.len() as u8 {
                        set_attribute(rules, &mut content, site, which, bits >> which & 1 == 1);
                    }
                }
            }
            "off" => {
                let counts: Vec<&str> = value.split(',').collect();
                if counts.len() != content.len() - stores {
                    let expected = format!("{} numbers", content.len() - stores);
                    return Err(fail(at, format!("{} stores", counts.len()), &expected));
                }
                for (store, count) in content[stores..].iter_mut().zip(counts) {
                    *store = u16::try_from(number(count)?)
                        .ok()
                        .filter(|n| *n <= 60_000)
                        .ok_or_else(|| fail(at, "a store is too large".into(), "at most 60,000"))?;
                }
            }
            "turn" => {
                let turn = number(value)?;
                let fits = turn.checked_sub(1).filter(|turn| (*turn as usize) < rules.turns.len());
                let Some(turn) = fits else {
                    let expected = format!("1 to {}", rules.turns.len());
                    return Err(fail(at, format!("there is no turn {turn}"), &expected));
                };
                state.turn = turn as u16;
            }
            "last" => {
                let Some((from, to)) = value.split_once(',').filter(|_| rules.uses_last) else {
                    return Err(fail(at, "this is no last move".into(), "last=from,to"));
                };
                let end = |name: &str| if name == "-" { Ok(NONE) } else { find_site(at, name) };
                state.last = (end(from)?, end(to)?);
            }
            "chain" => {
                let Some((name, kind)) = value.split_once(',') else {
                    return Err(fail(at, "this is no chain".into(), "chain=position,type"));
                };
                state.chain = find_site(at, name)?;
                let known = rules.move_types.iter().position(|known| known == kind);
                state.chain_kind = match known {
                    Some(kind) => kind as u16,
                    None if kind == "any" => ANY,
                    None => return Err(fail(at, format!("no move type '{}'", short(kind)), "one")),
                };
            }
            "rolls" => state.rolls = number(value)?,
            "over" if value == "stuck" => over = Some(Verdict::Stuck),
            "over" | "captured" => {
                let parsed = value.split_once(',').and_then(|(number, player)| {
                    let condition = number.parse::<u16>().ok()?.checked_sub(1)?;
                    let known = rules.conditions.get(usize::from(condition))?;
                    (key == "over" || matches!(known.goal, Goal::Captured(_))).then_some(())?;
                    Some((condition, rules.player(player)?))
                });
                let Some((condition, player)) = parsed else {
                    let expected = format!("{key}=condition,player");
                    return Err(fail(at, "this is no condition".into(), &expected));
                };
                if key == "over" {
                    over = Some(Verdict::Goal { condition, player });
                } else {
                    state.captured = (condition, player);
                }
            }
            _ => {
                let expected =
                    "hidden, attributes, off, turn, last, chain, captured, rolls or over";
                return Err(fail(at, format!("unknown key '{}'", short(key)), expected));
            }
        }
    }
    state.words = Words::new(&content);
    // A game that ended when chance was to move is told as the first seat's.
    let mover = rules.players[usize::from(rules.turn_of(&state).player)].seat;
    let fits = match over {
        None => mover == Some(seat.index() as u8),
        Some(_) => mover.unwrap_or(0) == seat.index() as u8,
    };
    if !fits {
        return Err(fail(0, format!("turn {} is not that of seat {seat}", state.turn + 1), ""));
    }
    match over {
        Some(verdict) => {
            state.verdict = verdict;
            if state.chain != NONE {
                return Err(fail(0, "a finished game has no chain".into(), "one of them"));
            }
        }
        None => settle(game, &mut state, text)?,
    }
    if game.status(&state).to_move().is_some_and(|mover| mover != seat) {
        return Err(fail(0, "chance is to move".into(), "a turn of a player"));
    }
    Ok(state)
}

/// Finds out whether a position that was typed is over.
fn settle(game: &Zrf, state: &mut Position, text: &str) -> Result<(), NotationError> {
    let rules = &*game.rules;
    with_scratch(|scratch| {
        if state.chain != NONE {
            return match rules.can_move(state, scratch) {
                true => Ok(()),
                false => Err(NotationError::at(text, 0, "the chain cannot go on", "no chain")),
            };
        }
        let before = state.clone();
        let mover = rules.turn_of(state).player;
        rules.judge(state, &[], None, mover, scratch);
        // Goals are not tested in the start, so a start in which one holds is played all the same.
        if !rules.starts_open && matches!(state.verdict, Verdict::Goal { .. }) {
            *state = before;
            if !rules.can_move(state, scratch) && !rules.may_pass(state, 0, scratch) {
                state.verdict = Verdict::Stuck;
            }
        }
        Ok(())
    })
}
