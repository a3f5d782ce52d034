//! The picture that chats and social sites show beside a link: a board with its pieces, as PNG, because
//! they show no SVG.
//!
//! The board is the SVG of every other picture, painted by `resvg` without its fonts: letters on pieces are
//! strokes. Drawing takes some milliseconds and a few megabytes, so it is done away from the threads that
//! serve others, and the last cards are remembered.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use selforge_board::Diagram;
use selforge_board::picture::svg;

use crate::error::ApiError;

/// The path below which cards are served.
pub(crate) const CARDS: &str = "/cards";

/// The size that social sites ask for, in pixels.
pub(crate) const SIZE: [u32; 2] = [1200, 630];

/// How many cards are remembered; one has up to 300 kilobytes.
const REMEMBERED: usize = 32;

/// A card as PNG.
///
/// # Errors
/// If it cannot be drawn, which no position of a game should bring about.
pub(crate) fn png(diagram: &Diagram) -> Result<Bytes, ApiError> {
    let pixels = painted(diagram)?;
    pixels.encode_png().map(Bytes::from).map_err(|error| ApiError::internal(&error))
}

fn painted(diagram: &Diagram) -> Result<Pixmap, ApiError> {
    let text = svg::card(diagram, SIZE);
    let tree = Tree::from_str(&text, &Options::default());
    let tree = tree.map_err(|error| ApiError::internal(&error))?;
    let [width, height] = SIZE;
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| ApiError::internal(&"no pixels"))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    Ok(pixels)
}

/// The cards that were drawn last, by what they show.
#[derive(Debug, Default)]
pub(crate) struct CardCache(Mutex<VecDeque<(String, Bytes)>>);

impl CardCache {
    /// A card that was drawn before.
    pub(crate) fn find(&self, shows: &str) -> Option<Bytes> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|(other, _)| other == shows)?;
        let found = known.remove(at)?;
        let card = found.1.clone();
        known.push_front(found);
        Some(card)
    }

    /// Remembers a card; the one that nobody wanted for longest is forgotten.
    pub(crate) fn keep(&self, shows: String, card: Bytes) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.truncate(REMEMBERED - 1);
        known.push_front((shows, card));
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::Game;

    use super::*;
    use crate::gallery;
    use crate::game_cache::open;
    use crate::work::WorkLimits;

    /// How many pixels two pictures differ in.
    fn difference(a: &Pixmap, b: &Pixmap) -> usize {
        a.pixels().iter().zip(b.pixels()).filter(|(a, b)| a != b).count()
    }

    #[test]
    fn every_game_has_a_card_and_every_piece_is_seen_on_it() {
        let limits = WorkLimits::without_haste(1_000);
        // Where somebody wants to look at them.
        let folder = std::env::var_os("SELFORGE_CARDS").map(std::path::PathBuf::from);
        for card in gallery::cards() {
            let playable = open(&card.spec, &limits).unwrap();
            let start = playable.diagram(&playable.game.start());
            let whole = painted(&start).unwrap();
            if let Some(folder) = &folder {
                std::fs::write(folder.join(format!("{}.png", card.title)), png(&start).unwrap())
                    .unwrap();
            }
            let corner = whole.pixels()[0].demultiply();
            assert_eq!([corner.red(), corner.green(), corner.blue()], [0xf6, 0xf4, 0xef]);
            // Some of many will do: each costs a picture.
            let standing: Vec<usize> =
                (0..start.cells.len()).filter(|at| start.cells[*at].piece.is_some()).collect();
            for &at in standing.iter().step_by(standing.len().div_ceil(6).max(1)) {
                let mut without = start.clone();
                without.cells[at].piece = None;
                let gone = difference(&whole, &painted(&without).unwrap());
                assert!(
                    gone > 60,
                    "{}: {} is seen in {gone} pixels",
                    card.title,
                    start.cells[at].name
                );
            }
        }
    }

    #[test]
    fn a_letter_on_a_piece_is_seen() {
        let limits = WorkLimits::without_haste(1_000);
        let playable = open("selfo board=hexhex-6 seats=7", &limits).unwrap();
        let start = playable.diagram(&playable.game.start());
        let mut other = start.clone();
        // The seventh set and those after it differ by their letters too: the colour alone is not enough.
        let mut pieces = other.cells.iter_mut().filter_map(|cell| cell.piece.as_mut());
        let piece = pieces.find(|piece| piece.set == 6).unwrap();
        piece.set = 7;
        assert!(difference(&painted(&start).unwrap(), &painted(&other).unwrap()) > 60);
        assert!(svg::card(&start, SIZE).contains("class=\"letter\""));
    }

    #[test]
    fn cards_are_remembered_but_not_more_than_some() {
        let cards = CardCache::default();
        for number in 0..200 {
            cards.keep(number.to_string(), Bytes::from_static(b"card"));
            assert!(cards.find("0").is_some(), "what is wanted is kept");
        }
        assert_eq!(cards.0.lock().unwrap().len(), REMEMBERED);
        assert!(cards.find("1").is_none() && cards.find("199").is_some());
    }
}
