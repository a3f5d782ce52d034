//! The games as people choose them: by a name and a picture, in groups.
//!
//! A spec says everything about a game and nothing about why one would play it. So the games that are
//! worth a card are named here; a family that has none, such as one of a rule file, gets a card of its
//! own from what the catalogue knows.

use std::sync::LazyLock;

use selforge_core::{Game, Spec};
use selforge_games::NoFiles;

use crate::messages::catalogue::GalleryCard;

/// Where families without a card are shown.
const RULE_FILES: &str = "Rule files";

/// Groups, each with specs, titles and what the games are like.
const GROUPS: &[(&str, &[[&str; 3]])] = &[
    (
        "Selfo",
        &[
            [
                "selfo board=hexhex-5 density=24 swap=off",
                "Quick Selfo",
                "Seven pieces each. The best first game.",
            ],
            ["selfo pieces=12", "Tournament Selfo", "Twelve pieces each, more room to plan."],
            ["selfo", "Classic Selfo", "Eighteen pieces each on 91 cells."],
            ["selfo seats=3 setup=regular-2", "Selfo for three", "Three colours, one board."],
            ["selfo seats=4 density=40", "Selfo for four", "Four colours in each other's way."],
            ["selfo seats=6", "Selfo for six", "Six colours. It gets crowded."],
            ["selfo board=hexhex-4 length=2", "Two-step Selfo", "Pieces move up to two steps."],
            ["selfo special=1", "Runner Selfo", "One piece of yours moves as far as it likes."],
            ["selfo setup=pawns", "Pawn Selfo", "Sixteen pawns on a chess board."],
            ["selfo board=voronoi-60", "Irregular Selfo", "Every cell has another shape."],
            ["selfo board=tri-4 seats=2", "Triangle Selfo", "Three neighbours a cell."],
            ["selfo board=plane", "Endless Selfo", "A board without an edge."],
        ],
    ),
    (
        "Connection",
        &[
            ["hex", "Hex", "Join your two sides. There are no draws."],
            ["hex board=hex-7x7", "Small Hex", "Hex in five minutes."],
            ["loa", "Lines of Action", "Bring all your pieces together, also diagonally."],
            [
                "loa position=\"1ABABAB1/A6B/B6A/A6B/B6A/A6B/B6A/1BABABA1 A\"",
                "Scrambled Eggs",
                "Lines of Action from a mixed start.",
            ],
        ],
    ),
    (
        "Classics",
        &[["chess", "Chess", "Checkmate the king."], ["checkers", "Checkers", "Jump to capture."]],
    ),
    (
        "Evolved",
        &[
            ["rulespace", "Evolved game 1", "Found by evolution (Halim et al., 2014)."],
            [
                "rulespace game=paper-2",
                "Evolved game 2",
                "Found by evolution (Halim et al., 2014).",
            ],
            ["rulespace game=paper-3", "Evolved game 3", "Leapers, jumpers, forced captures."],
        ],
    ),
];

/// All cards, in the order in which they are shown.
pub(crate) fn cards() -> Vec<GalleryCard> {
    static CARDS: LazyLock<Vec<GalleryCard>> = LazyLock::new(named);
    let of = |spec: &str, name: &str| spec.split(' ').next() == Some(name);
    let families = selforge_games::catalogue().families().iter();
    let rest = families.filter(|family| !CARDS.iter().any(|card| of(&card.spec, &family.name)));
    let others = rest.filter_map(|family| {
        let spec = family.examples.first().map_or(&family.name, |example| &example.spec);
        let title = capital(&family.name);
        card(RULE_FILES, spec, &title, &family.summary)
    });
    CARDS.iter().cloned().chain(others).collect()
}

fn named() -> Vec<GalleryCard> {
    let all = GROUPS.iter().flat_map(|(group, games)| games.iter().map(move |game| (group, game)));
    all.filter_map(|(group, [spec, title, about])| card(group, spec, title, about)).collect()
}

/// A card of a game; none if there is no such game.
fn card(group: &str, spec: &str, title: &str, about: &str) -> Option<GalleryCard> {
    let playable = selforge_games::open(&Spec::parse(spec).ok()?, &NoFiles).ok()?;
    Some(GalleryCard {
        spec: spec.to_owned(),
        title: title.to_owned(),
        about: about.to_owned(),
        group: group.to_owned(),
        seats: playable.game.seats(),
    })
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_a_game_and_every_family_has_a_card() {
        let named: usize = GROUPS.iter().map(|(_, games)| games.len()).sum();
        assert_eq!(super::named().len(), named, "each spec opens");
        let cards = cards();
        for family in selforge_games::catalogue().families() {
            let has = cards.iter().any(|card| card.spec.split(' ').next() == Some(&family.name));
            assert!(has, "{}", family.name);
        }
        let mut titles: Vec<&str> = cards.iter().map(|card| card.title.as_str()).collect();
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), cards.len(), "titles differ");
    }
}
