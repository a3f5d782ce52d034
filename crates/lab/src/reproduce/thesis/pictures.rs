//! Pictures of the starts and of some end positions.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use maud::{Markup, html};
use selforge_core::{Game, Record};
use selforge_games::NoFiles;

use super::settings::game;
use crate::LabError;
use crate::arena::Played;
use crate::report::page::board;
use crate::store::Folder;

/// How wide pictures are drawn, in pixels; pages scale them.
const SIZE: u32 = 420;

/// A picture with what it shows.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Picture {
    /// In words.
    pub(super) caption: String,
    /// The text of an SVG file.
    pub(super) svg: String,
}

/// The start of a setup.
pub(super) fn start(setup: u8) -> Result<Picture, LabError> {
    let playable = selforge_games::open(&game(setup), &NoFiles)?;
    let svg = playable.picture(&playable.game.start(), SIZE);
    Ok(Picture { caption: "start, reconstructed".to_owned(), svg })
}

/// The ends of some games of a match: the first that was drawn by the most frequent cause, the first
/// that each seat won, as far as there are such games; read from their records.
pub(super) fn ends(games: &[Played], folder: &Folder) -> Result<Vec<Picture>, LabError> {
    let winner = |seat: usize| games.iter().find(|it| it.winners() == 1 && it.ranks[seat] == 1);
    let drawn = || games.iter().filter(|it| it.winners() > 1);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    drawn().for_each(|it| *counts.entry(&it.cause).or_default() += 1);
    let usual = counts.into_iter().max_by_key(|(_, count)| *count);
    let usual = usual.and_then(|(cause, _)| drawn().find(|it| it.cause == cause));
    let chosen = [usual, winner(0), winner(1)].into_iter().flatten();
    chosen.map(|game| end(game, folder)).collect()
}

fn end(game: &Played, folder: &Folder) -> Result<Picture, LabError> {
    let file = folder.record(game.index);
    let bytes = fs::read(&file).map_err(LabError::file("read", &file))?;
    let record = Record::parse_bytes(&bytes)?.record;
    let playable = selforge_games::open(&record.headers.game, &NoFiles)?;
    let timeline = record.replay(Arc::new(playable.game.clone()))?;
    let svg = playable.picture(timeline.state(), SIZE);
    let caption = format!("game {}: {}, {} plies", game.index + 1, game.result, game.plies);
    Ok(Picture { caption, svg })
}

impl Picture {
    /// The picture as a figure of a page.
    pub(super) fn html(&self) -> Markup {
        html! { figure { (board(&self.svg, &self.caption)) figcaption { (self.caption) } } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setup_has_a_picture_of_its_start() {
        for setup in 1..=5 {
            let picture = start(setup).unwrap();
            assert!(picture.svg.starts_with("<svg"), "{setup}");
            let html = picture.html().into_string();
            assert_eq!(html.matches('<').count(), 5, "nothing of the picture is markup: {setup}");
        }
    }
}
