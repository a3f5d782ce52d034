//! Saved games (`.zsg`): read, replayed move by move, and written.
//!
//! A line of a saved game is a list of effects: movements, drops, changes, captures. It names no block of
//! code, so a line is matched with the legal moves by what they do: a recorded line must be the set of
//! effects of one of them. The order within a line varies a little between versions of the original, so
//! sets are compared, not texts.

use std::fmt::Write;

use selforge_core::short;

use crate::code::Effect;
use crate::lexer::decode;
use crate::model::{ANY, NONE, Rules};
use crate::moves::{Found, Scratch, with_scratch};
use crate::position::{Position, Taken, Verdict};

/// The largest saved game, in bytes.
pub const MAX_SAVED_BYTES: usize = 16 << 20;

/// The most lines of a saved game.
const MAX_LINES: usize = 200_000;

/// A saved game as it was read: nothing in it is checked against rules yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedGame {
    /// Who played each player of the file: `H` a person, `C` the computer.
    pub kinds: String,
    /// The rule file, as the program knew it.
    pub rules_file: String,
    /// The title of the variant.
    pub variant: String,
    /// The lines, with their numbers in the file.
    pub lines: Vec<(usize, String)>,
}

/// Why a saved game cannot be read or replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SavedError {
    /// The line in the file, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub problem: String,
}

impl SavedError {
    fn at(line: usize, problem: impl Into<String>) -> SavedError {
        SavedError { line, problem: problem.into() }
    }
}

impl SavedGame {
    /// Reads a saved game.
    ///
    /// # Errors
    /// With line and reason, if it is none.
    pub fn parse(bytes: &[u8]) -> Result<SavedGame, SavedError> {
        if bytes.len() > MAX_SAVED_BYTES {
            return Err(SavedError::at(1, "the file is too long; expected at most 16 MiB"));
        }
        let text = decode(bytes);
        let mut lines = text.lines().zip(1..).map(|(line, number)| (number, line.trim()));
        let first = lines.next().map(|(_, line)| line).unwrap_or_default();
        let Some(rest) = first.strip_prefix("Zillions Save Game File") else {
            let problem =
                "this is no saved game; expected 'Zillions Save Game File Version 0.02 HC'";
            return Err(SavedError::at(1, problem));
        };
        let kinds = rest.split_whitespace().last().unwrap_or_default();
        let mut saved = SavedGame { kinds: kinds.to_owned(), ..SavedGame::default() };
        for (number, line) in lines {
            if let Some(name) = line.strip_prefix("RulesFile=") {
                saved.rules_file = name.to_owned();
            } else if let Some(title) = line.strip_prefix("VariantName=") {
                saved.variant = title.to_owned();
            } else if !line.is_empty() {
                if saved.lines.len() == MAX_LINES {
                    let problem = format!("too many moves; expected at most {MAX_LINES}");
                    return Err(SavedError::at(number, problem));
                }
                saved.lines.push((number, line.to_owned()));
            }
        }
        Ok(saved)
    }

    /// The last part of the rule file's name.
    #[must_use]
    pub fn rules_name(&self) -> &str {
        self.rules_file.rsplit(['\\', '/']).next().unwrap_or_default()
    }

    /// The text of the file, with the line ends of the original.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "Zillions Save Game File Version 0.02 {}\r\nRulesFile={}\r\nVariantName={}\r\n",
            self.kinds, self.rules_file, self.variant
        );
        for (_, line) in &self.lines {
            text.push_str(line);
            text.push_str("\r\n");
        }
        text
    }
}

/// One effect of a recorded line, in the order of comparison.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Item {
    Move { piece: u16, from: u16, to: u16 },
    Place { player: u16, piece: u16, at: u16 },
    Type { piece: u16, at: u16 },
    Owner { player: u16, at: u16 },
    Flip { at: u16 },
    Attribute { at: u16, number: u16, value: bool },
    Capture { at: u16 },
}

/// A line, read with the names of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Edit { at: u16, piece: Option<(u16, u16)> },
    Pass,
    Move { partial: Option<u16>, items: Vec<Item> },
}

struct Words<'a> {
    rules: &'a Rules,
    words: Vec<&'a str>,
    at: usize,
    line: usize,
}

impl<'a> Words<'a> {
    fn fail<T>(&self, problem: &str) -> Result<T, SavedError> {
        let word = self.words.get(self.at).copied().unwrap_or("the end of the line");
        Err(SavedError::at(self.line, format!("{problem}, at '{}'", short(word))))
    }

    fn peek(&self, ahead: usize) -> &'a str {
        self.words.get(self.at + ahead).copied().unwrap_or_default()
    }

    fn site(&mut self) -> Result<u16, SavedError> {
        match self.rules.site(self.peek(0)) {
            Some(site) => {
                self.at += 1;
                Ok(site)
            }
            None => self.fail("expected a position"),
        }
    }

    fn is_site(&self, ahead: usize) -> bool {
        self.rules.site(self.peek(ahead)).is_some()
    }

    fn number(&mut self) -> Result<u16, SavedError> {
        match self.peek(0).parse() {
            Ok(number) => {
                self.at += 1;
                Ok(number)
            }
            Err(_) => self.fail("expected a number"),
        }
    }

    fn is_movement(&self) -> bool {
        self.rules.piece(self.peek(0)).is_some()
            && self.is_site(1)
            && matches!(self.peek(2), "-" | "x")
            && self.is_site(3)
    }

    fn is_placing(&self) -> bool {
        self.rules.player(self.peek(0)).is_some()
            && self.rules.piece(self.peek(1)).is_some()
            && self.is_site(2)
    }

    fn items(&mut self) -> Result<Vec<Item>, SavedError> {
        let mut items = Vec::new();
        let mut target = None;
        while self.at < self.words.len() {
            if self.is_movement() {
                let piece = self.rules.piece(self.peek(0)).unwrap_or(NONE);
                self.at += 1;
                let from = self.site()?;
                self.at += 1;
                let to = self.site()?;
                target = Some(to);
                items.push(Item::Move { piece, from, to });
                continue;
            }
            if self.is_placing() {
                let player = self.rules.player(self.peek(0)).unwrap_or(NONE);
                let piece = self.rules.piece(self.peek(1)).unwrap_or(NONE);
                self.at += 2;
                let at = self.site()?;
                target = Some(at);
                items.push(Item::Place { player, piece, at });
                continue;
            }
            let word = self.peek(0);
            self.at += 1;
            match word {
                "=" => self.change(target, &mut items)?,
                "flip" => {
                    items.push(Item::Flip { at: self.site()? });
                    while self.is_site(0) && !self.is_movement() && !self.is_placing() {
                        items.push(Item::Flip { at: self.site()? });
                    }
                }
                "@" => {
                    let (at, number, value) = (self.site()?, self.number()?, self.number()?);
                    items.push(Item::Attribute { at, number, value: value == 1 });
                }
                "x" => items.push(Item::Capture { at: self.site()? }),
                _ => {
                    self.at -= 1;
                    let is_movement = matches!(self.peek(2), "-" | "x");
                    if is_movement && self.rules.piece(word).is_some() {
                        self.at += if self.is_site(1) { 3 } else { 1 };
                        return self.fail("expected a position");
                    }
                    // Mostly the game is of another version of the rules, whose pieces had other names.
                    let names = self.rules.player(word).is_some() && self.is_site(2);
                    if names || is_movement && self.is_site(1) {
                        self.at += usize::from(names);
                        return self.fail("expected a piece of these rules");
                    }
                    return self.fail("expected a movement, a drop, =, @, flip or x");
                }
            }
        }
        Ok(items)
    }

    fn change(&mut self, target: Option<u16>, items: &mut Vec<Item>) -> Result<(), SavedError> {
        let (piece, player) = (self.rules.piece(self.peek(0)), self.rules.player(self.peek(0)));
        if piece.is_none() && player.is_none() {
            return self.fail("expected a piece or a player");
        }
        self.at += 1;
        let mut sites = Vec::new();
        if self.peek(0) == "on" {
            self.at += 1;
            sites.push(self.site()?);
            while self.is_site(0) && !self.is_movement() && !self.is_placing() {
                sites.push(self.site()?);
            }
        } else if let Some(target) = target {
            sites.push(target);
        } else {
            return self.fail("a change of what? expected 'on' and a position");
        }
        for at in sites {
            items.push(match (piece, player) {
                (Some(piece), _) => Item::Type { piece, at },
                (None, Some(player)) => Item::Owner { player, at },
                (None, None) => continue,
            });
        }
        Ok(())
    }
}

fn parse_line(rules: &Rules, line: usize, text: &str) -> Result<Line, SavedError> {
    if text.starts_with('(') && text.ends_with(')') {
        let (at, piece) = parse_edit(rules, text).map_err(|error| SavedError { line, ..error })?;
        return Ok(Line::Edit { at, piece });
    }
    let mut words = Words { rules, words: text.split_whitespace().collect(), at: 0, line };
    let numbered = words.peek(0).strip_suffix('.').is_some_and(|n| n.parse::<u32>().is_ok());
    // The number says nothing that the turn order does not, and some lines have none.
    let told = words.is_movement() || words.is_placing();
    if !numbered && !told && !matches!(words.peek(0), "Pass" | "partial" | "=" | "flip" | "@" | "x")
    {
        return words.fail("a move begins with its number and a full stop");
    }
    words.at = usize::from(numbered);
    parse_words(words)
}

/// Reads a move or pass without a number.
pub(crate) fn parse_told(rules: &Rules, text: &str) -> Result<Line, SavedError> {
    parse_words(Words { rules, words: text.split_whitespace().collect(), at: 0, line: 1 })
}

/// Reads an edit of the board: where, and what is put there.
pub(crate) fn parse_edit(
    rules: &Rules,
    text: &str,
) -> Result<(u16, Option<(u16, u16)>), SavedError> {
    let edit = text.trim().trim_start_matches('(').trim_end_matches(')');
    let mut words = Words { rules, words: edit.split_whitespace().collect(), at: 0, line: 1 };
    if words.peek(0) == "x" && words.words.len() == 2 {
        words.at = 1;
        return Ok((words.site()?, None));
    }
    if words.is_placing() {
        let player = rules.player(words.peek(0)).unwrap_or(NONE);
        let piece = rules.piece(words.peek(1)).unwrap_or(NONE);
        words.at = 2;
        return Ok((words.site()?, Some((player, piece))));
    }
    words.fail("this is no edit; expected (x position) or (player piece position)")
}

fn parse_words(mut words: Words<'_>) -> Result<Line, SavedError> {
    if words.peek(0).eq_ignore_ascii_case("pass") && words.words.len() == words.at + 1 {
        return Ok(Line::Pass);
    }
    let mut partial = None;
    if words.peek(0) == "partial" && !words.is_movement() {
        words.at += 1;
        partial = Some(words.number().unwrap_or(0));
    }
    let items = words.items()?;
    if items.is_empty() {
        return words.fail("a move that does nothing");
    }
    Ok(Line::Move { partial, items })
}

/// The effects of a legal move as a saved game lists them.
fn items_of(rules: &Rules, position: &Position, effects: &[Effect]) -> Vec<Item> {
    let side = rules.turn_of(position).side;
    let kind = |at: u16| position.piece(rules, at).unwrap_or((NONE, NONE));
    effects
        .iter()
        .map(|effect| match *effect {
            Effect::Move { from, to } => Item::Move { piece: kind(from).1, from, to },
            Effect::Copy { from, to } => {
                let (player, piece) = kind(from);
                Item::Place { player, piece, at: to }
            }
            Effect::Drop { piece, at } => Item::Place { player: side, piece, at },
            Effect::Create { player, piece, at } => Item::Place { player, piece, at },
            Effect::Promote { piece, at } | Effect::Type { piece, at } => Item::Type { piece, at },
            // A word that names a piece as well as a player is read as the piece.
            Effect::Owner { player, at } => {
                match rules.piece(&rules.players[usize::from(player)].name) {
                    Some(piece) => Item::Type { piece, at },
                    None => Item::Owner { player, at },
                }
            }
            Effect::Flip { at } => Item::Flip { at },
            Effect::Attribute { attribute, at, value } => {
                Item::Attribute { at, number: attribute.into(), value }
            }
            Effect::Capture { at } => Item::Capture { at },
        })
        .collect()
}

pub(crate) fn sorted(mut items: Vec<Item>) -> Vec<Item> {
    items.sort_unstable();
    items.dedup();
    items
}

/// The number of a move type in saved games.
fn type_number(kind: u16) -> u16 {
    if kind == ANY { 0 } else { kind + 1 }
}

/// What a replay has found.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// How many lines were replayed.
    pub lines: usize,
    /// How many of them are whole moves, partial moves, passes and edits.
    pub counts: [usize; 4],
    /// The lines that are written again exactly as they were.
    pub same_text: usize,
    /// The first line after which a goal was true, and in words which.
    pub ended: Option<(usize, String)>,
    /// Whether a goal was true at the last line and not before.
    pub ended_at_last: bool,
    /// The pieces and the turn after the edits before the first move, if there were any.
    pub start: Option<Position>,
    /// The moves of players that have seats, as codes, and whether the position after is the same.
    pub(crate) moves: Vec<u32>,
    /// The choices of chance, as numbers among the moves of random players.
    pub draws: Vec<u32>,
    /// The line of the first edit after a move: such a game cannot be converted.
    pub late_edit: Option<usize>,
    /// Whether moves came from a plug-in, so that only their effects could be played.
    pub unchecked: bool,
    /// The position after the last line that fitted.
    pub last: Option<Position>,
    /// The first line that does not fit, and what would have.
    pub failed: Option<SavedError>,
}

impl Rules {
    /// Whether the moves of this game come from a plug-in: the file asks for one and gives no code.
    #[must_use]
    pub fn needs_plugin(&self) -> bool {
        if self.texts.engine.is_empty() {
            return false;
        }
        let start = Position::start(self);
        with_scratch(|scratch| !self.can_move(&start, scratch))
    }

    /// Replays a saved game by these rules, every move checked against the legal ones, up to the first
    /// line that does not fit.
    #[must_use]
    pub fn replay(&self, saved: &SavedGame) -> Replay {
        let mut replay = Replay { unchecked: self.needs_plugin(), ..Replay::default() };
        let mut position = Position::start(self);
        let mut number = 1;
        for (at, text) in &saved.lines {
            let before = position.clone();
            let done = parse_line(self, *at, text)
                .and_then(|line| self.replay_line(&mut position, &line, *at, &mut replay, number));
            match done {
                Ok(written) => {
                    replay.same_text += usize::from(written == *text);
                    replay.lines += 1;
                }
                Err(error) => {
                    replay.last = Some(before);
                    replay.failed = Some(error);
                    return replay;
                }
            }
            if position.chain == NONE && position.turn != before.turn || self.turns.len() == 1 {
                number += u32::from(usize::from(position.turn) == self.repeat);
            }
            if position.verdict != Verdict::Open && replay.ended.is_none() {
                replay.ended = Some((*at, self.say_verdict(&position)));
                replay.ended_at_last = replay.lines == saved.lines.len();
            }
            // What comes after an end is played all the same.
            position.verdict = Verdict::Open;
        }
        replay.last = Some(position);
        replay
    }

    /// What a finished position came to, in words.
    #[must_use]
    pub fn say_verdict(&self, position: &Position) -> String {
        match position.verdict {
            Verdict::Open => "the game goes on".to_owned(),
            Verdict::Stuck => "no moves".to_owned(),
            Verdict::Goal { condition, player } => {
                let condition = &self.conditions[usize::from(condition)];
                let player = &self.players[usize::from(player)].name;
                let meaning = match condition.meaning {
                    crate::goals::Meaning::Win => "win of",
                    crate::goals::Meaning::Loss => "loss of",
                    crate::goals::Meaning::Draw => "draw by",
                    crate::goals::Meaning::Count => "count by",
                };
                format!("{meaning} {player}: {}", condition.goal.words())
            }
        }
    }

    fn replay_line(
        &self,
        position: &mut Position,
        line: &Line,
        at: usize,
        replay: &mut Replay,
        number: u32,
    ) -> Result<String, SavedError> {
        match line {
            Line::Edit { at: site, piece } => {
                position.edit(self, *site, *piece);
                replay.counts[3] += 1;
                let moved = replay.counts[..3].iter().sum::<usize>() > 0;
                if moved {
                    replay.late_edit.get_or_insert(at);
                } else {
                    replay.start = Some(position.clone());
                }
                let name = &self.sites[usize::from(*site)].name;
                Ok(match piece {
                    None => format!("(x {name})"),
                    Some((player, piece)) => format!(
                        "({} {} {name})",
                        self.players[usize::from(*player)].name,
                        self.types[usize::from(*piece)].name
                    ),
                })
            }
            Line::Pass => with_scratch(|scratch| {
                self.generate(position, scratch);
                // A pass where nothing else is possible is what a version of the rules with forced
                // passes did.
                let stuck = scratch.found.is_empty();
                if !replay.unchecked
                    && !stuck
                    && !self.may_pass(position, scratch.found.len(), scratch)
                {
                    let problem = format!(
                        "passing is not allowed here; there are {} moves",
                        scratch.found.len()
                    );
                    return Err(SavedError::at(at, problem));
                }
                self.note(position, u32::MAX, None, replay);
                self.play_pass(position, scratch);
                replay.counts[2] += 1;
                Ok(format!("{number}. Pass"))
            }),
            Line::Move { partial, items } if replay.unchecked => {
                self.play_items(position, *partial, items);
                replay.counts[usize::from(partial.is_some())] += 1;
                Ok(String::new())
            }
            Line::Move { partial, items } => with_scratch(|scratch| {
                self.generate(position, scratch);
                let wanted = sorted(items.clone());
                let best = self.best_match(position, scratch, &wanted, *partial);
                let Some(chosen) = best else {
                    return Err(SavedError::at(at, self.mismatch(position, scratch, items)));
                };
                let found = scratch.found[chosen];
                let written = self.write_line(position, &found, scratch.effects(&found), number);
                self.note(position, found.code, Some(chosen as u32), replay);
                self.play_found(position, &found, scratch);
                replay.counts[usize::from(partial.is_some())] += 1;
                Ok(written)
            }),
        }
    }

    /// Notes a move for the conversion into a record.
    fn note(&self, position: &Position, code: u32, choice: Option<u32>, replay: &mut Replay) {
        let player = self.turn_of(position).player;
        match choice {
            Some(choice) if self.players[usize::from(player)].is_random => {
                replay.draws.push(choice);
            }
            None if self.players[usize::from(player)].is_random => {}
            _ => replay.moves.push(code),
        }
    }

    /// The move whose effects are those that are wanted; of several the one with the right number.
    pub(crate) fn best_match(
        &self,
        position: &Position,
        scratch: &Scratch,
        wanted: &[Item],
        partial: Option<u16>,
    ) -> Option<usize> {
        let mut best = None;
        for (at, found) in scratch.found.iter().enumerate() {
            if (found.partial != NONE) != partial.is_some() {
                continue;
            }
            let items = sorted(items_of(self, position, scratch.effects(found)));
            let exact = items == *wanted;
            if !exact && self.solid(position, &items) != self.solid(position, wanted) {
                continue;
            }
            let fits = partial.is_none_or(|number| number == type_number(found.partial));
            let rank = (!exact, !fits);
            if best.is_none_or(|(known, _)| rank < known) {
                best = Some((rank, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// The items that do something: captures of nothing, and changes to the type that a piece has, are left out.
    fn solid(&self, position: &Position, items: &[Item]) -> Vec<Item> {
        let arrives = |site: u16| {
            items.iter().find_map(|item| match *item {
                Item::Move { piece, to, .. } if to == site => Some(piece),
                Item::Place { piece, at, .. } if at == site => Some(piece),
                _ => None,
            })
        };
        let real = |item: &&Item| match **item {
            Item::Capture { at } => position.words[usize::from(at)] != 0 || arrives(at).is_some(),
            Item::Type { piece, at } => arrives(at) != Some(piece),
            _ => true,
        };
        items.iter().filter(real).copied().collect()
    }

    /// Why no legal move fits, with those that come near.
    pub(crate) fn mismatch(
        &self,
        position: &Position,
        scratch: &Scratch,
        items: &[Item],
    ) -> String {
        let origin = |items: &[Item]| {
            items.iter().find_map(|item| match *item {
                Item::Move { from, .. } => Some(from),
                Item::Place { at, .. } => Some(at),
                _ => None,
            })
        };
        let near: Vec<String> = scratch
            .found
            .iter()
            .filter(|found| {
                origin(&items_of(self, position, scratch.effects(found))) == origin(items)
            })
            .take(4)
            .map(|found| self.write_line(position, found, scratch.effects(found), 1))
            .map(|line| line.trim_start_matches("1. ").to_owned())
            .collect();
        let player = &self.players[usize::from(self.turn_of(position).player)].name;
        let count = scratch.found.len();
        let mut problem = format!("this is none of the {count} legal moves of {player}");
        let near = if near.is_empty() {
            let all = scratch.found.iter().take(4);
            all.map(|found| self.write_line(position, found, scratch.effects(found), 1)).collect()
        } else {
            near
        };
        if !near.is_empty() {
            let _ = write!(problem, "; expected {}", near.join(" or "));
        }
        problem
    }

    /// Plays effects of which no rule is known.
    fn play_items(&self, position: &mut Position, partial: Option<u16>, items: &[Item]) {
        let mut effects = Vec::new();
        let rank = |item: &Item| match item {
            Item::Move { .. } => 0,
            Item::Capture { .. } => 2,
            _ => 1,
        };
        let mut items = items.to_vec();
        items.sort_by_key(rank);
        for item in items {
            effects.push(match item {
                Item::Move { from, to, .. } => Effect::Move { from, to },
                Item::Place { player, piece, at } => Effect::Create { player, piece, at },
                Item::Type { piece, at } => Effect::Type { piece, at },
                Item::Owner { player, at } => Effect::Owner { player, at },
                Item::Flip { at } => Effect::Flip { at },
                Item::Attribute { at, number, value } => {
                    Effect::Attribute { attribute: number.min(31) as u8, at, value }
                }
                Item::Capture { at } => Effect::Capture { at },
            });
        }
        let side = self.turn_of(position).side;
        self.apply(&mut position.words, side, &effects, &mut Taken::default());
        if partial.is_none() {
            position.turn = self.next_turn(position.turn);
        }
    }

    /// A move as a line of a saved game.
    pub(crate) fn write_line(
        &self,
        position: &Position,
        found: &Found,
        effects: &[Effect],
        number: u32,
    ) -> String {
        let site = |at: u16| &self.sites[usize::from(at)].name;
        let piece = |at: u16| &self.types[usize::from(at)].name;
        let player = |at: u16| &self.players[usize::from(at)].name;
        let mut text = format!("{number}.");
        if found.partial != NONE {
            let _ = write!(text, " partial {}", type_number(found.partial));
        }
        let mut promotion = None;
        let mut last_target = None;
        let mut plain = true;
        let mut changed: Option<String> = None;
        let side = self.turn_of(position).side;
        for effect in effects {
            let mut value = None;
            let _ = match *effect {
                Effect::Move { from, to } => {
                    let sign = if position.words[usize::from(to)] == 0 { '-' } else { 'x' };
                    let kind = position.piece(self, from).map_or(0, |(_, kind)| kind);
                    last_target = Some(to);
                    write!(text, " {} {} {sign} {}", piece(kind), site(from), site(to))
                }
                Effect::Drop { piece: kind, at } => {
                    last_target = Some(at);
                    write!(text, " {} {} {}", player(side), piece(kind), site(at))
                }
                Effect::Copy { from, to } => {
                    let (owner, kind) = position.piece(self, from).unwrap_or((side, 0));
                    write!(text, " {} {} {}", player(owner), piece(kind), site(to))
                }
                Effect::Promote { piece, at } => {
                    promotion = Some((piece, at));
                    Ok(())
                }
                Effect::Create { player: owner, piece: kind, at } => {
                    plain = false;
                    write!(text, " {} {} {}", player(owner), piece(kind), site(at))
                }
                Effect::Type { piece: kind, at } => {
                    value = Some((piece(kind), at));
                    Ok(())
                }
                Effect::Owner { player: owner, at } => {
                    value = Some((player(owner), at));
                    Ok(())
                }
                Effect::Flip { at } => {
                    plain = false;
                    write!(text, " flip {}", site(at))
                }
                Effect::Attribute { attribute, at, value } => {
                    plain = false;
                    write!(text, " @ {} {attribute} {}", site(at), u8::from(value))
                }
                Effect::Capture { at } => {
                    plain = false;
                    write!(text, " x {}", site(at))
                }
            };
            match value {
                Some((value, at)) if plain && Some(at) == last_target => {
                    let _ = write!(text, " = {value}");
                    plain = false;
                    changed = None;
                }
                Some((value, at)) => {
                    if changed.as_ref() == Some(value) {
                        let _ = write!(text, " {}", site(at));
                    } else {
                        let _ = write!(text, " = {value} on {}", site(at));
                    }
                    changed = Some(value.clone());
                    plain = false;
                }
                None => changed = None,
            }
        }
        if let Some((kind, at)) = promotion {
            let _ = if plain && Some(at) == last_target {
                write!(text, " = {}", piece(kind))
            } else {
                write!(text, " = {} on {}", piece(kind), site(at))
            };
        }
        text
    }
}
