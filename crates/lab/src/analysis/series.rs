//! A game as series of numbers, one for each position.

use std::collections::BTreeSet;
use std::sync::Arc;

use selforge_core::{Action, Game, Record, Seat};
use selforge_games::Playable;
use serde::Serialize;

use super::evaluation::{Evaluation, Judges};
use super::pieces::{Pieces, Tracked};
use crate::LabError;
use crate::stats::rounded;

/// What happened in a game, position by position; the first number of each series is the start's.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// The game.
    pub game: String,
    /// Who sat where.
    pub players: Vec<String>,
    /// How it ended, if it did.
    pub result: Option<String>,
    /// How many moves were played.
    pub plies: u32,
    /// The moves in words.
    pub moves: Vec<String>,
    /// What happened to each set.
    pub sets: Vec<SetSeries>,
    /// What engines thought of the positions.
    pub evaluations: Vec<Evaluation>,
}

/// What happened to one set.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SetSeries {
    /// The set's letter.
    pub set: char,
    /// How many pieces it had at the start.
    pub size: usize,
    /// The mean number of the owner's turns since each piece last moved (since the start, for those
    /// that never did). Pieces that move one after the other keep it at half the set's size, pieces
    /// chosen at random at about the size; play with a few pieces only lets it grow on and on.
    pub idle: Vec<f64>,
    /// The largest of these numbers by piece.
    pub idle_most: Vec<u32>,
    /// How far pieces are from where they began on average, in cells as the crow flies.
    pub displacement: Vec<f64>,
    /// How many steps all pieces have gone together.
    pub travelled: Vec<f64>,
    /// How many cells the set ever stood on.
    pub cells_used: Vec<usize>,
    /// How many groups it forms.
    pub groups: Vec<usize>,
    /// How many pieces the largest group has.
    pub largest_group: Vec<usize>,
    /// Whether it is blocked.
    pub blocked: Vec<bool>,
}

/// Analyses a record of the game that is open. `depth` is how many plies the searching engine looks
/// ahead; without one nothing is evaluated.
///
/// # Errors
/// If the record does not follow the rules of the game.
pub fn analyse(
    record: &Record,
    playable: &Playable,
    depth: Option<u32>,
) -> Result<Analysis, LabError> {
    let game = &playable.game;
    let timeline = record.replay(Arc::new(game.clone()))?;
    let mut judges = Judges::new(playable, depth)?;
    let mut pieces = Pieces::new(playable.diagram(timeline.start_state()));
    let mut owners = Owners::new(game.seats());
    let mut sets: Vec<SetSeries> =
        pieces.sets().iter().map(|&set| SetSeries::new(&pieces, set)).collect();
    let mut moves = Vec::new();
    observe(&mut sets, &pieces);
    judges.look(&timeline, &timeline.moments()[0]);
    for (event, moments) in timeline.events().iter().zip(timeline.moments().windows(2)) {
        let (Action::Move(mv), [before, after]) = (&event.action, moments) else { continue };
        let mut text = String::new();
        let written = game.write_move(&before.state, *mv, &mut text);
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
        pieces.count_turn(owners.set_of(event.seat));
        let moved = pieces.follow(playable.diagram(&after.state));
        owners.note(event.seat, &text, &moved);
        moves.push(text);
        observe(&mut sets, &pieces);
        judges.look(&timeline, after);
    }
    Ok(Analysis {
        game: playable.spec.to_string(),
        players: names(record, game.seats()),
        result: Record::result_of(timeline.now()),
        plies: timeline.plies(),
        moves,
        sets,
        evaluations: judges.finish(),
    })
}

fn names(record: &Record, seats: u8) -> Vec<String> {
    let name = |seat: Seat| {
        let name = record.headers.names.get(&seat).cloned();
        name.unwrap_or_else(|| format!("seat {seat}"))
    };
    Seat::all(seats).map(name).collect()
}

impl SetSeries {
    fn new(pieces: &Pieces, set: u8) -> SetSeries {
        SetSeries {
            set: char::from(b'A' + set),
            size: pieces.of(set).count(),
            idle: Vec::new(),
            idle_most: Vec::new(),
            displacement: Vec::new(),
            travelled: Vec::new(),
            cells_used: Vec::new(),
            groups: Vec::new(),
            largest_group: Vec::new(),
            blocked: Vec::new(),
        }
    }
}

fn observe(sets: &mut [SetSeries], pieces: &Pieces) {
    for series in sets {
        let set = series.set as u8 - b'A';
        let mean = |values: &mut dyn Iterator<Item = f64>| {
            let (sum, count) = values.fold((0.0, 0.0), |(sum, n), value| (sum + value, n + 1.0));
            if count > 0.0 { rounded(sum / count) } else { 0.0 }
        };
        series.idle.push(mean(&mut pieces.of(set).map(|piece| f64::from(piece.idle))));
        series.idle_most.push(pieces.of(set).map(|piece| piece.idle).max().unwrap_or(0));
        series.displacement.push(mean(&mut pieces.of(set).map(Tracked::displacement)));
        series.travelled.push(rounded(pieces.travelled(set)));
        series.cells_used.push(pieces.cells_used(set));
        let groups = pieces.groups(set);
        series.groups.push(groups.len());
        series.largest_group.push(groups.first().copied().unwrap_or(0));
        series.blocked.push(pieces.is_blocked(set));
    }
}

/// Which set each seat plays: its own, until sets are exchanged.
struct Owners(Vec<u8>);

impl Owners {
    fn new(seats: u8) -> Owners {
        Owners((0..seats).collect())
    }

    fn set_of(&self, seat: Seat) -> u8 {
        self.0[seat.index()]
    }

    /// Takes note of what a seat's move says about the sets: it exchanged them (`swap` with two
    /// seats, `swap-c` with more), or moved another one than was thought, in a game that began after
    /// an exchange.
    fn note(&mut self, seat: Seat, text: &str, moved: &BTreeSet<u8>) {
        let index = seat.index();
        let partner = match text.strip_prefix("swap") {
            Some(named) if moved.is_empty() => {
                let letter = named.chars().find(char::is_ascii_alphabetic);
                letter.and_then(Seat::from_letter).map_or((index + 1) % self.0.len(), Seat::index)
            }
            _ if moved.len() == 1 => {
                let owner = self.0.iter().position(|set| moved.contains(set));
                owner.unwrap_or(index)
            }
            _ => index,
        };
        if partner < self.0.len() {
            self.0.swap(index, partner);
        }
    }
}
