//! Games written as rule files that Zillions of Games could load: `selforge zrf export`.
//!
//! A game says its own rules in the language of rule files, next to its native code: chains of jumps
//! as partial moves, duties as priorities, connection by flood fill in the code of the moves. What that
//! language cannot say is a [note](RuleText::notes), written at the top of the file, never left out in
//! silence; what would change the moves is refused.
//!
//! The names in the file tie it to the native game: positions are named as its cells, and
//! [`RuleText::players`] and [`RuleText::letters`] say which player and which piece is whose and which.

use std::fmt::Write;

use selforge_catalogue::Playable;
use selforge_core::Spec;

use crate::checkers::Checkers;
use crate::rulespace::RuleSpace;

/// A game as the text of a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleText {
    /// The game's title: its spec, or the name of its family for the usual game.
    pub title: String,
    /// The whole file.
    pub text: String,
    /// The player of the file for each seat of the game.
    pub players: Vec<&'static str>,
    /// The letters that pieces of the file have in positions of the game: player, piece, letter.
    pub letters: Vec<(&'static str, String, char)>,
    /// In which points the file differs from the game, a sentence each.
    pub notes: Vec<String>,
}

/// Why a game has no rule file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this game cannot be written as a rule file: {problem}; expected {expected}")]
pub struct ExportError {
    /// What stands in the way.
    pub problem: String,
    /// What would do.
    pub expected: String,
}

impl ExportError {
    pub(crate) fn new(problem: impl Into<String>, expected: impl Into<String>) -> ExportError {
        ExportError { problem: problem.into(), expected: expected.into() }
    }
}

/// Writes a game as a rule file.
///
/// # Errors
/// If the language of rule files cannot say its rules.
pub fn export(playable: &Playable) -> Result<RuleText, ExportError> {
    if let Some(game) = playable.typed::<RuleSpace>() {
        return crate::rulespace::export(&game, &playable.spec);
    }
    if let Some(game) = playable.typed::<Checkers>() {
        return crate::checkers::export(&game, &playable.spec);
    }
    if let Some(exported) = crate::selfo::export(playable) {
        return exported;
    }
    Err(ExportError::new(
        format!("its family is {}", playable.family.name),
        "a game of selfo, checkers or rulespace; the library of rule files has many others \
         (`selforge games`)",
    ))
}

/// The title of a game: the family's own name for the usual game, else its spec. Strings of rule files
/// have no double quotes; a backquote is shown as one.
pub(crate) fn title(spec: &Spec, usual: &str) -> String {
    if spec.options().next().is_none() {
        usual.to_owned()
    } else {
        spec.to_string().replace('"', "`")
    }
}

/// The paragraphs of a game's rules that hold for its rule file as well. How it is drawn and resigned is the program's
/// affair there, as are positions as text and how moves are typed.
pub(crate) fn description(rules: &str) -> String {
    let differs = ["Draw. ", "Resigning. ", "Moves are typed "];
    let kept = rules.split("\n\n").filter(|part| !differs.iter().any(|it| part.starts_with(it)));
    let kept = kept.map(|part| part.split(" The start is ").next().unwrap_or_default());
    kept.collect::<Vec<_>>().join("\n\n")
}

/// A text as a string of a rule file: `\` is a line break there and a backquote a double quote.
pub(crate) fn quoted(text: &str) -> String {
    let paragraphs: Vec<String> = text
        .replace('"', "`")
        .replace('\\', "/")
        .split("\n\n")
        .map(|part| part.lines().map(str::trim).collect::<Vec<_>>().join(" "))
        .collect();
    format!("\"{}\"", paragraphs.join("\\"))
}

/// The comment at the top of a file.
pub(crate) fn head(spec: &Spec, notes: &[String]) -> String {
    let mut text = format!("; {spec}\n; Written by Selforge.\n");
    for note in notes {
        writeln!(text, "; Not as in the game: {note}").expect("writing to a string cannot fail");
    }
    text.push_str("(version \"2.0\")\n\n");
    text
}

/// Words in lines of a readable length, each line indented.
pub(crate) fn wrapped<W: AsRef<str>>(words: impl IntoIterator<Item = W>, indent: usize) -> String {
    const WIDTH: usize = 100;
    let mut text = String::new();
    let mut column = usize::MAX;
    for word in words {
        let word = word.as_ref();
        if column.saturating_add(word.len() + 1) > WIDTH {
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            column = indent;
        } else {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}

/// A chain through all positions, as pairs: code that looks at the whole board walks along it.
pub(crate) fn chain(names: &[String]) -> String {
    wrapped(names.windows(2).map(|pair| format!("({} {})", pair[0], pair[1])), 6)
}
