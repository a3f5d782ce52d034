//! The rule files that are built in: those of the folder `rules`.

use selforge_catalogue::Example;

/// The game that is opened when none is named.
pub(crate) const FIRST: &str = "tic-tac-toe";

/// Makes the table of rule files, and the list of their names for messages.
macro_rules! rules {
    ($first:literal: $remark:literal, $($name:literal: $more:literal,)*) => {
        /// The names of all, for messages.
        pub(crate) const NAMES: &str = concat!($first, $(", ", $name),*);

        /// Name, text, and what is special about it.
        const RULES: &[(&str, &str, &str)] = &[
            ($first, include_str!(concat!("../../../rules/", $first, ".zrf")), $remark),
            $(($name, include_str!(concat!("../../../rules/", $name, ".zrf")), $more),)*
        ];
    };
}

rules! {
    "tic-tac-toe": "three in a row on nine cells",
    "connect-four": "four in a line, with discs that fall",
    "gomoku": "five in a line",
    "reversi": "turn the discs that you enclose",
    "nine-mens-morris": "close mills and take men",
    "alquerque": "the ancestor of draughts, on lines",
    "fanorona": "take whole rows by moving towards them or away",
    "english-draughts": "capture all pieces of the other side; you must capture if you can",
    "international-draughts": "on a hundred squares, with flying kings; take as many as you can",
    "russian-draughts": "flying kings, and men that are crowned in the middle of a capture",
    "turkish-draughts": "draughts along rows and columns",
    "breakthrough": "reach the other side of the board",
    "halma": "jump into the opposite corner",
    "amazons": "move like a queen, then shoot an arrow",
    "surakarta": "captures run through loops at the corners",
    "hasami-shogi": "take men by closing them in",
    "tablut": "help a king to escape, or catch him",
    "fox-and-geese": "one fox against a flock",
    "lines-of-action": "bring all your men together",
    "ataxx": "grow, jump and infect",
    "konane": "jump along straight lines until nobody can",
    "chess": "chess, as a rule file says it",
    "xiangqi": "the chess of China",
    "shogi": "the chess of Japan, with captured pieces that come back",
    "makruk": "the chess of Thailand",
    "peg-solitaire": "a puzzle: leave one peg",
    "race": "the Royal Game of Ur, a race with dice",
    "dice-race": "a race around a track, with a die",
    "seega": "fill the board, then close men in",
    "agon": "bring a queen and six guards to the middle",
    "bagh-chal": "four tigers against twenty goats",
    "chinese-checkers": "jump across a star, up to six players",
}

/// The text of a built-in rule file.
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    RULES.iter().find(|(known, ..)| *known == name).map(|(_, text, _)| *text)
}

/// The names of the built-in rule files.
pub fn names() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|(name, ..)| *name)
}

/// The examples of the catalogue, whose games are for two and more: the puzzle is left out.
pub(crate) fn examples() -> Vec<Example> {
    RULES
        .iter()
        .filter(|(name, ..)| *name != "peg-solitaire")
        .map(|(name, _, remark)| Example {
            spec: if *name == FIRST { "zrf".into() } else { format!("zrf game={name}").into() },
            remark: (*remark).into(),
            shortcut: None,
        })
        .collect()
}
