//! The built-in rule files as people choose them: a card for each game and variant.

use std::borrow::Cow;

use selforge_catalogue::Card;
use selforge_core::Spec;

use crate::library;

/// Group, file, variant (none for the first game of the file), title where it is not the variant's own,
/// and what the game is like.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// All of them, in the order in which they are shown.
const CARDS: &[Row] = &[
    ("In a row", "tic-tac-toe", "", "Tic-Tac-Toe", "Three in a row on nine squares."),
    ("In a row", "connect-four", "", "Connect Four", "Drop discs. Four in a line win."),
    ("In a row", "gomoku", "", "Gomoku", "Five in a line on 15 by 15."),
    ("In a row", "nine-mens-morris", "", "Nine Men's Morris", "Three in a row takes a man."),
    (
        "In a row",
        "nine-mens-morris",
        "Nine Men's Morris without Flying",
        "",
        "The last three men only step.",
    ),
    ("In a row", "gomoku", "Gomoku 19x19", "", "Five in a line on a Go board."),
    ("In a row", "connect-four", "Connect Four 5x4", "", "A smaller frame."),
    ("In a row", "tic-tac-toe", "Misere Tic-Tac-Toe", "", "Three in a row loses."),
    ("In a row", "tic-tac-toe", "Tic-Tac-Toe in Space", "", "Four in a line through four floors."),
    ("Connection", "lines-of-action", "", LOA, "The same game, played from a rule file."),
    ("Chess", "xiangqi", "", "Xiangqi", "The chess of China, with cannons and a river."),
    ("Chess", "shogi", "", "Shogi", "The chess of Japan. Captured pieces change sides."),
    ("Chess", "makruk", "", "Makruk", "The chess of Thailand."),
    ("Chess", "chess", "", "Chess (rule file)", "The same game, played from a rule file."),
    ("Draughts", "international-draughts", "", "International Draughts", DRAUGHTS_100),
    (
        "Draughts",
        "russian-draughts",
        "",
        "Russian Draughts",
        "Kings fly, and men promote mid-jump.",
    ),
    ("Draughts", "turkish-draughts", "", "Turkish Draughts", "Straight ahead and sideways."),
    ("Draughts", "alquerque", "", "Alquerque", "The ancestor of draughts, on lines."),
    ("Draughts", "fanorona", "", "Fanorona", "Take whole rows by moving up to them or away."),
    ("Draughts", "konane", "", "Konane", "Hawaiian jumps. The last to move wins."),
    ("Draughts", "russian-draughts", "Poddavki", "", "Russian draughts: lose all your men to win."),
    ("Draughts", "english-draughts", "Losing Draughts", "", "Checkers: lose all your men to win."),
    ("Draughts", "fanorona", "Fanoron-Dimy", "", "Fanorona on 5 by 5."),
    ("Draughts", "fanorona", "Fanoron-Telo", "", "Fanorona on 3 by 3."),
    ("Draughts", "konane", "Konane 6x6", "", "A shorter Konane."),
    ("Draughts", "alquerque", "Alquerque without Retreat", "", "Men never step back."),
    ("Draughts", "english-draughts", "", "Checkers (rule file)", "Played from a rule file."),
    ("Capture", "hasami-shogi", "", "Hasami Shogi", "Close men in between two of yours."),
    ("Capture", "surakarta", "", "Surakarta", "Captures run around the loops at the corners."),
    ("Capture", "seega", "", "Seega", "Fill the board, then close men in."),
    ("Capture", "hasami-shogi", "Short Hasami Shogi", "", "Take five men to win."),
    ("Territory", "reversi", "", "Reversi", "Outflank discs and turn them over."),
    ("Territory", "ataxx", "", "Ataxx", "Grow, jump and infect your neighbours."),
    ("Territory", "amazons", "", "Amazons", "Move like a queen, then shoot an arrow."),
    ("Territory", "amazons", "Amazons 6x6", "", "Amazons in ten minutes."),
    ("Territory", "ataxx", "Ataxx with Boulders", "", "Rocks stand in the way."),
    (
        "Territory",
        "reversi",
        "Reversi with Free Opening",
        "",
        "Place the first four discs yourselves.",
    ),
    ("Hunts", "tablut", "", "Tablut", "Help the king escape, or catch him."),
    ("Hunts", "fox-and-geese", "", "Fox and Geese", "One fox against thirteen geese."),
    ("Hunts", "bagh-chal", "", "Bagh Chal", "Four tigers against twenty goats."),
    ("Hunts", "fox-and-geese", "Seventeen Geese", "", "One fox against seventeen geese."),
    ("Races", "breakthrough", "", "Breakthrough", "Reach the far row first."),
    ("Races", "chinese-checkers", "Chinese Checkers for Two", "", "Jump across the star."),
    ("Races", "chinese-checkers", "Chinese Checkers for Three", "", "Three corners of the star."),
    ("Races", "chinese-checkers", "Chinese Checkers for Four", "", "Four corners of the star."),
    ("Races", "chinese-checkers", "", "Chinese Checkers", "All six corners of the star."),
    ("Races", "halma", "", "Halma", "Jump into the opposite corner of 256 squares."),
    ("Races", "halma", "Halma 8x8", "", "Halma in ten minutes."),
    ("Races", "race", "", "Royal Game of Ur", "A race with dice, 4,600 years old."),
    ("Races", "dice-race", "", "Dice Race", "Run around the track with one die."),
    ("Races", "agon", "", "Agon", "Bring your queen to the middle, with six guards around."),
    ("Races", "breakthrough", "Breakthrough 6x6", "", "A shorter Breakthrough."),
    ("Races", "breakthrough", "Misere Breakthrough", "", "Whoever breaks through loses."),
    ("Puzzles", "peg-solitaire", "Cross", "Peg Solitaire: Cross", "An easy first puzzle."),
    ("Puzzles", "peg-solitaire", "Pyramid", "Peg Solitaire: Pyramid", "Clear the pyramid."),
    ("Puzzles", "peg-solitaire", "Last Peg Anywhere", "Peg Solitaire: Last Peg Anywhere", LAST_PEG),
    ("Puzzles", "peg-solitaire", "", "Peg Solitaire", "Leave one peg, in the middle."),
    (
        "Puzzles",
        "peg-solitaire",
        "European Solitaire",
        "European Peg Solitaire",
        "With four more holes.",
    ),
];

const LOA: &str = "Lines of Action (rule file)";
const DRAUGHTS_100: &str = "A hundred squares, flying kings, take the most you can.";
const LAST_PEG: &str = "Leave one peg, wherever it stands.";

/// The cards of the catalogue.
pub(crate) fn all() -> Vec<Card> {
    CARDS.iter().filter_map(card).collect()
}

/// The card of a row; none if it cannot be a spec.
fn card(&(group, file, variant, title, about): &Row) -> Option<Card> {
    let mut spec = Spec::new("zrf");
    if file != library::FIRST {
        spec.set("game", file).ok()?;
    }
    if !variant.is_empty() {
        spec.set("variant", variant).ok()?;
    }
    let title = if title.is_empty() { variant } else { title };
    Some(Card {
        spec: spec.to_string().into(),
        title: Cow::Borrowed(title),
        group,
        about: Cow::Borrowed(about),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::file::RuleFile;
    use crate::macros::NoIncludes;

    #[test]
    fn every_game_of_every_built_in_file_has_one_card() {
        let mut expected = BTreeSet::new();
        for name in library::names() {
            let text = library::text(name).unwrap();
            let file = RuleFile::read(name, text.as_bytes(), &NoIncludes);
            let first = file.first().unwrap().title.clone();
            for game in file.games().iter().filter(|game| !game.is_separator) {
                let title = if game.title == first { String::new() } else { game.title.clone() };
                assert!(expected.insert((name.to_owned(), title)), "{name}");
            }
        }
        let rows =
            CARDS.iter().map(|(_, file, variant, ..)| ((*file).to_owned(), (*variant).to_owned()));
        assert_eq!(rows.clone().collect::<BTreeSet<_>>(), expected);
        assert_eq!((rows.count(), all().len()), (expected.len(), CARDS.len()));
    }
}
