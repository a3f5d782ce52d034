//! The rule files that are built in: those of the folder `rules`.

use selforge_catalogue::Example;

/// The game that is opened when none is named.
pub(crate) const FIRST: &str = "tic-tac-toe";

/// The names of all, for messages.
pub(crate) const NAMES: &str = "tic-tac-toe, breakthrough, chess, english-draughts or dice-race";

/// Name, text, and what is special about it.
const RULES: [(&str, &str, &str); 5] = [
    (
        "tic-tac-toe",
        include_str!("../../../rules/tic-tac-toe.zrf"),
        "three in a row on nine squares",
    ),
    (
        "breakthrough",
        include_str!("../../../rules/breakthrough.zrf"),
        "reach the other side of the board",
    ),
    ("chess", include_str!("../../../rules/chess.zrf"), "chess, as a rule file says it"),
    (
        "english-draughts",
        include_str!("../../../rules/english-draughts.zrf"),
        "capture all pieces of the other side; you must capture if you can",
    ),
    (
        "dice-race",
        include_str!("../../../rules/dice-race.zrf"),
        "a race around a track, with a die",
    ),
];

/// The text of a built-in rule file.
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    RULES.iter().find(|(known, ..)| *known == name).map(|(_, text, _)| *text)
}

/// The names of the built-in rule files.
pub fn names() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|(name, ..)| *name)
}

pub(crate) fn examples() -> Vec<Example> {
    RULES
        .iter()
        .map(|(name, _, remark)| Example {
            spec: if *name == FIRST { "zrf".into() } else { format!("zrf game={name}").into() },
            remark: (*remark).into(),
            shortcut: None,
        })
        .collect()
}
