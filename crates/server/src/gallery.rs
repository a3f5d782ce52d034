//! The games as people choose them: by a name and a picture, in groups. Each game brings its own cards.

use std::sync::LazyLock;

use selforge_catalogue::Card;
use selforge_core::{Game, Spec};
use selforge_games::{GROUPS, NoFiles, Playable};

use crate::messages::catalogue::GalleryCard;

/// All cards, in the order in which they are shown.
static CARDS: LazyLock<Vec<Shown>> = LazyLock::new(|| {
    let families = selforge_games::catalogue().families().iter();
    let mut cards: Vec<&Card> = families.flat_map(|family| &family.cards).collect();
    // A group that is not listed comes last.
    let place = |card: &&Card| GROUPS.iter().position(|group| *group == card.group);
    cards.sort_by_key(|card| place(card).unwrap_or(usize::MAX));
    cards.into_iter().filter_map(shown).collect()
});

/// A card, and the canonical spec of its game without what chance chose.
struct Shown {
    card: GalleryCard,
    game: String,
}

/// The longest text about a game on its card, in characters.
const ABOUT: usize = 90;

/// The first sentence of a text, cut where it is too long for a card.
pub(crate) fn short_sentence(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    let mut sentence = text[..end].to_owned();
    if sentence.chars().count() > ABOUT {
        let cut: String = sentence.chars().take(ABOUT).collect();
        let end = cut.rfind(' ').unwrap_or(cut.len());
        sentence = format!("{}…", &cut[..end]);
    }
    sentence
}

/// Opens all games that have a card, so that nobody waits for that later.
pub(crate) fn prepare() {
    LazyLock::force(&CARDS);
}

/// All cards as the page is told.
pub(crate) fn cards() -> Vec<GalleryCard> {
    CARDS.iter().map(|shown| shown.card.clone()).collect()
}

/// What players call a game: by its card, by what it says of itself, or by its family.
pub(crate) fn title(playable: &Playable) -> String {
    let game = plain(&playable.spec);
    let card = CARDS.iter().find(|shown| shown.game == game).map(|shown| shown.card.title.clone());
    card.or_else(|| playable.title()).unwrap_or_else(|| playable.family.title.to_string())
}

/// What players call the game of a stored spec, of which perhaps only the beginning is known.
pub(crate) fn title_of(spec: &str) -> String {
    let parsed = Spec::parse(spec).ok();
    let name = spec.split_whitespace().next().unwrap_or_default();
    let card = parsed.as_ref().and_then(|spec| {
        let game = plain(spec);
        CARDS.iter().find(|shown| shown.game == game).map(|shown| shown.card.title.clone())
    });
    let variant = parsed.as_ref().and_then(|spec| spec.get("variant")).map(str::to_owned);
    let family = || selforge_games::catalogue().family(name).map(|family| family.title.to_string());
    card.or(variant).or_else(family).unwrap_or_else(|| name.to_owned())
}

/// The spec of the card that the game of a stored spec belongs to: its own, or else the usual game of its
/// family; none for games that only some know.
pub(crate) fn card_of(spec: &str) -> Option<String> {
    let parsed = Spec::parse(spec).ok()?;
    let game = plain(&parsed);
    let own = CARDS.iter().find(|shown| shown.game == game);
    // Other rules of the family are another game.
    let is_other = ["file", "game", "genes"].iter().any(|key| parsed.get(key).is_some());
    let usual = || CARDS.iter().find(|shown| shown.card.spec == parsed.name() && !is_other);
    own.or_else(usual).map(|shown| shown.card.spec.clone())
}

/// A spec without what chance chose.
fn plain(spec: &Spec) -> String {
    let mut plain = Spec::new(spec.name());
    for (key, value) in spec.options().filter(|(key, _)| !["seed", "draws"].contains(key)) {
        // What was part of a spec fits into one.
        let _ = plain.set(key, value);
    }
    plain.to_string()
}

/// A card as the page is told; none if there is no such game.
fn shown(card: &Card) -> Option<Shown> {
    let playable = selforge_games::open(&Spec::parse(&card.spec).ok()?, &NoFiles).ok()?;
    Some(Shown {
        game: plain(&playable.spec),
        card: GalleryCard {
            spec: card.spec.to_string(),
            title: card.title.to_string(),
            about: card.about.to_string(),
            group: card.group.to_owned(),
            seats: playable.game.seats(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_a_game_and_every_family_has_one() {
        let shown = cards();
        let mut titles = Vec::new();
        for family in selforge_games::catalogue().families() {
            assert!(!family.cards.is_empty(), "{} has no card", family.name);
            for card in &family.cards {
                assert!(shown.iter().any(|it| it.spec == card.spec), "{} opens", card.spec);
                assert!(GROUPS.contains(&card.group), "{} is a group", card.group);
                titles.push(card.title.clone());
            }
        }
        let all = titles.len();
        titles.sort_unstable();
        titles.dedup();
        assert_eq!((titles.len(), shown.len()), (all, all), "titles differ");
    }
}
