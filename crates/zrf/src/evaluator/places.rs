//! Goals that want certain pieces on several places at once: how far a side is from filling them.
//!
//! It is not enough that every piece is near some place: those that arrive first must leave room. So only places
//! that are still open draw pieces, and only pieces that have not arrived are drawn.

use super::lone_piece::{FAR, Ways};
use crate::goals::wanted_places;
use crate::model::Rules;

/// The most ways to win that are looked at in this manner; more of them are lines.
const MOST_WAYS: usize = 4;
/// The most places of one way to win.
const MOST_PLACES: usize = 64;
/// The most distances that are kept for a side.
const MOST_DISTANCES: usize = 1 << 18;

/// The places that a side wants to fill, in one way to win.
#[derive(Debug)]
pub(super) struct WantedPlaces {
    /// Each position with the word it must have.
    wanted: Vec<(u16, u16)>,
    /// For each of them how far it is from every position for the piece that it wants.
    distances: Vec<Vec<u16>>,
}

/// The places that a player wants to fill by moving pieces, for each way to win.
pub(super) fn places(rules: &Rules, player: u16, fuel: &mut u64) -> Vec<WantedPlaces> {
    let mut all = wanted_places(rules, player);
    all.retain(|wanted| wanted.len() > 1);
    let moves = |&(_, kind): &(u16, u16)| {
        let (first, end) = rules.types[usize::from(rules.type_of(kind))].moves;
        first < end
    };
    let many: usize = all.iter().map(|wanted| wanted.len() * rules.sites.len()).sum();
    let too_many = all.len() > MOST_WAYS
        || many > MOST_DISTANCES
        || all.iter().any(|wanted| wanted.len() > MOST_PLACES);
    if too_many || !all.iter().flatten().all(moves) {
        return Vec::new();
    }
    let mut known: Vec<(u16, Ways)> = Vec::new();
    let mut distances = |&(site, kind): &(u16, u16)| {
        let at = known.iter().position(|(of, _)| *of == kind).unwrap_or_else(|| {
            known.push((kind, Ways::of(rules, player, rules.type_of(kind), fuel)));
            known.len() - 1
        });
        known[at].1.distances(&[site])
    };
    all.into_iter()
        .map(|wanted| WantedPlaces {
            distances: wanted.iter().map(&mut distances).collect(),
            wanted,
        })
        .collect()
}

impl WantedPlaces {
    /// Whether these are the places of a line.
    pub(super) fn is(&self, line: &[(u16, u16)]) -> bool {
        self.wanted == line
    }

    /// About how many moves are missing, twice.
    pub(super) fn missing(&self, cells: &[u16]) -> i32 {
        // The open places, and how far each is from the nearest piece that it wants.
        let mut open = [(0, FAR); MOST_PLACES];
        let mut count = 0;
        for (at, &(site, kind)) in self.wanted.iter().enumerate() {
            if cells[usize::from(site)] != kind {
                open[count].0 = at;
                count += 1;
            }
        }
        let open = &mut open[..count];
        let (mut pieces, mut drawn) = (0, 0);
        for (site, &kind) in cells.iter().enumerate().filter(|(_, kind)| **kind != 0) {
            if self.wanted.contains(&(site as u16, kind)) {
                continue;
            }
            let mut least = FAR;
            for (at, nearest) in open.iter_mut() {
                if self.wanted[*at].1 == kind {
                    let far = self.distances[*at][site];
                    least = least.min(far);
                    *nearest = far.min(*nearest);
                }
            }
            if least < FAR {
                pieces += 1;
                drawn += i32::from(least);
            }
        }
        let filled: i32 = open.iter().map(|(_, far)| i32::from(*far)).sum();
        // Where there are more pieces than places, not all need to come.
        if pieces > count { 2 * filled } else { filled + drawn }
    }
}
