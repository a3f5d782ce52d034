//! The games and variants of a rule file, each as the sections that hold for it.
//!
//! A variant is its game with some sections replaced; what replaces what differs from section to
//! section. Nothing is compiled here, so a file with a hundred variants is listed at once.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostics, Sources, Span, error, perhaps};
use crate::keywords::{OLD_OPTIONS, is_keyword};
use crate::lexer::{Node, NodeKind};
use crate::macros::{self, ReadText};
use crate::model::MAX_TYPES;

/// The most games and variants of a file.
const MAX_GAMES: usize = 1_000;

/// The most sections of a game.
const MAX_SECTIONS: usize = 100_000;

/// A rule file that was read: what it lists, and what is wrong with it.
#[derive(Debug)]
pub struct RuleFile {
    sources: Sources,
    problems: Diagnostics,
    games: Vec<Outline>,
    words: usize,
}

/// A game or variant before it is compiled.
#[derive(Clone, Debug)]
pub struct Outline {
    /// What it is called.
    pub title: String,
    /// Whether it is only a line in a menu.
    pub is_separator: bool,
    /// Whether the file wants it to be loaded first.
    pub is_default: bool,
    pub(crate) at: Span,
    pub(crate) sections: Sections,
}

/// The sections that hold for a game or variant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sections {
    /// Sections that are replaced whole, by name. Several of a name add up within one game.
    pub(crate) whole: BTreeMap<String, Vec<Node>>,
    /// Pieces by name, in the order of the file.
    pub(crate) pieces: Vec<(String, Node)>,
    /// Conditions of winning, losing, drawing and counting, in the order of the file.
    pub(crate) conditions: Vec<Node>,
    /// Options by name, with the node of their value.
    pub(crate) options: BTreeMap<String, Node>,
}

impl RuleFile {
    /// Reads a rule file and lists its games. What is wrong is told, not returned: a file with an
    /// error in one variant may have others that can be played.
    #[must_use]
    pub fn read(name: &str, bytes: &[u8], includes: &dyn ReadText) -> RuleFile {
        let (mut sources, mut problems) = (Sources::default(), Diagnostics::default());
        let (nodes, words) = macros::load(name, bytes, includes, &mut sources, &mut problems);
        let games = list_games(&nodes, &mut problems);
        if games.iter().all(|game| game.is_separator) && !problems.has_errors() {
            let nowhere = Span::default();
            problems.push(*error(nowhere, "the file has no game", "(game (title \"…\") …)"));
        }
        RuleFile { sources, problems, games, words }
    }

    /// Of how many words and lists it consists with every macro expanded: what it costs to read.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// The games and variants in the order of the file, lines of the menu among them.
    #[must_use]
    pub fn games(&self) -> &[Outline] {
        &self.games
    }

    /// The game that is loaded first.
    #[must_use]
    pub fn first(&self) -> Option<&Outline> {
        let mut playable = self.games.iter().filter(|game| !game.is_separator);
        playable.clone().find(|game| game.is_default).or_else(|| playable.next())
    }

    /// The game or variant with this title: exactly, or else in any case.
    #[must_use]
    pub fn find(&self, title: &str) -> Option<&Outline> {
        let mut playable = self.games.iter().filter(|game| !game.is_separator);
        let exact = playable.clone().find(|game| game.title == title);
        exact.or_else(|| playable.find(|game| game.title.to_lowercase() == title.to_lowercase()))
    }

    /// What is wrong with the file so far.
    #[must_use]
    pub fn problems(&self) -> &Diagnostics {
        &self.problems
    }

    /// What messages point at.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }
}

/// The texts, sounds and other sections that are replaced whole.
const WHOLE: [&str; 24] = [
    "title",
    "description",
    "history",
    "strategy",
    "players",
    "turn-order",
    "board",
    "board-setup",
    "move-priorities",
    "default",
    "engine",
    "solution",
    "music",
    "capture-sound",
    "change-sound",
    "click-sound",
    "draw-sound",
    "drop-sound",
    "loss-sound",
    "move-sound",
    "opening-sound",
    "release-sound",
    "win-sound",
    "translate",
];

/// Sections whose lists add up when a game has several.
const ADDING: [&str; 2] = ["board-setup", "board"];

fn list_games(nodes: &[Node], problems: &mut Diagnostics) -> Vec<Outline> {
    let mut games = Vec::new();
    let mut base: Option<Sections> = None;
    // Variants may stand before the game that they change.
    let mut early = Vec::new();
    for node in nodes {
        if games.len() + early.len() >= MAX_GAMES {
            let expected = format!("at most {MAX_GAMES}");
            problems.push(*error(node.at, "too many games and variants", expected));
            break;
        }
        match node.head() {
            Some("game") => {
                let sections = read_sections(node, problems);
                let before = std::mem::take(&mut early);
                games.extend(before.into_iter().map(|it| outline(it, Some(&sections), problems)));
                games.push(outline(node, None, problems));
                base = Some(sections);
            }
            Some("variant") => match &base {
                Some(base) => games.push(outline(node, Some(base), problems)),
                None => early.push(node),
            },
            Some("version" | "translate") => {}
            _ => {
                let expected = "define, include, version, translate, game or variant";
                let problem = format!("{} cannot stand here", node.what());
                problems.push(*error(node.at, problem, expected));
            }
        }
    }
    if let Some(variant) = early.first() {
        problems.push(*error(variant.at, "a variant of no game", "a game in the same file"));
    }
    games
}

/// The title alone, as text.
fn title_of(sections: &Sections) -> Option<String> {
    let title = sections.whole.get("title")?.first()?.list()?;
    let text = |node: &Node| match &node.kind {
        NodeKind::Text(text) | NodeKind::Word(text) => Some(text.to_string()),
        NodeKind::List(_) => None,
    };
    title.get(1).and_then(text)
}

fn outline(node: &Node, base: Option<&Sections>, problems: &mut Diagnostics) -> Outline {
    let own = read_sections(node, problems);
    let title = title_of(&own).unwrap_or_default();
    let is_separator = title == "-";
    if title.is_empty() {
        problems.push(*error(node.at, "a game without a title", "(title \"…\")"));
    }
    let is_default = own.whole.contains_key("default");
    let sections = match base {
        Some(base) if !is_separator => inherit(base, own),
        _ => own,
    };
    Outline { title, is_separator, is_default, at: node.at, sections }
}

fn inherit(base: &Sections, own: Sections) -> Sections {
    let mut all = base.clone();
    all.whole.remove("default");
    all.whole.extend(own.whole);
    all.options.extend(own.options);
    if !own.conditions.is_empty() {
        all.conditions = own.conditions;
    }
    for (name, piece) in own.pieces {
        match all.pieces.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = piece,
            None => all.pieces.push((name, piece)),
        }
    }
    all
}

fn read_sections(node: &Node, problems: &mut Diagnostics) -> Sections {
    let mut sections = Sections::default();
    for (number, section) in node.list().unwrap_or_default()[1..].iter().enumerate() {
        let (most, what) = match sections.pieces.len() > MAX_TYPES {
            true => (MAX_TYPES, "pieces"),
            false => (MAX_SECTIONS, "sections"),
        };
        if number >= MAX_SECTIONS || what == "pieces" {
            let problem = format!("too many {what}");
            problems.push(*error(section.at, problem, format!("at most {most}")));
            break;
        }
        let Some(name) = section.head() else {
            let problem = format!("{} is no section of a game", section.what());
            problems.push(*error(section.at, problem, "a list that begins with a section's name"));
            continue;
        };
        let list = section.list().unwrap_or_default();
        match name {
            "piece" => match piece_name(section) {
                Some(name) => {
                    if is_keyword(&name) {
                        let problem = format!("'{name}' is a word of the language");
                        problems.push(*error(section.at, problem, "another name for the piece"));
                    }
                    match sections.pieces.iter_mut().find(|(known, _)| *known == name) {
                        Some(known) => {
                            problems.warn(
                                section.at,
                                format!("the piece '{name}' is defined twice; this one counts"),
                            );
                            known.1 = section.clone();
                        }
                        None => sections.pieces.push((name, section.clone())),
                    }
                }
                None => {
                    problems.push(*error(section.at, "a piece without a name", "(name …)"));
                }
            },
            "win-condition" | "loss-condition" | "draw-condition" | "count-condition" => {
                sections.conditions.push(section.clone());
            }
            "option" => match (list.get(1).map(|name| &name.kind), list.get(2)) {
                (Some(NodeKind::Text(name) | NodeKind::Word(name)), Some(value)) => {
                    sections.options.insert(name.trim().to_lowercase(), value.clone());
                }
                (Some(NodeKind::Text(_) | NodeKind::Word(_)), None) => {
                    problems.warn(section.at, "an option without a value means nothing");
                }
                _ => problems.push(*error(
                    section.at,
                    "this is no option",
                    "(option \"name\" value)",
                )),
            },
            _ if WHOLE.contains(&name) => {
                let known = sections.whole.entry(name.to_owned()).or_default();
                if !known.is_empty() && !ADDING.contains(&name) {
                    problems.warn(section.at, format!("a second '{name}'; this one counts"));
                    known.clear();
                }
                known.push(section.clone());
            }
            _ => match OLD_OPTIONS.iter().find(|(old, _)| *old == name) {
                Some((old, option)) => {
                    let value = list.get(1).cloned().unwrap_or_else(|| section.clone());
                    let value = if *old == "allow-flipping" { opposite(&value) } else { value };
                    sections.options.insert((*option).to_owned(), value);
                }
                None => {
                    let problem =
                        format!("'{}' is no section of a game", selforge_core::short(name));
                    let sections = WHOLE.into_iter().chain([
                        "piece",
                        "option",
                        "win-condition",
                        "loss-condition",
                        "draw-condition",
                        "count-condition",
                    ]);
                    let otherwise = "a section such as board, piece or players";
                    let expected = perhaps(name, sections, otherwise);
                    problems.push(*error(section.at, problem, expected));
                }
            },
        }
    }
    sections
}

/// The older word said the opposite of today's option.
fn opposite(value: &Node) -> Node {
    let word = match value.word() {
        Some("true") => "false",
        Some("false") => "true",
        _ => return value.clone(),
    };
    Node { kind: NodeKind::Word(word.into()), at: value.at }
}

fn piece_name(piece: &Node) -> Option<String> {
    let names = piece.list()?.iter().find(|part| part.head() == Some("name"))?;
    match &names.list()?.get(1)?.kind {
        NodeKind::Word(name) | NodeKind::Text(name) => Some(name.to_string()),
        NodeKind::List(_) => None,
    }
}
