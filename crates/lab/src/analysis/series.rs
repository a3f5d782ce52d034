//! A game as series of numbers, one for each position.

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
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
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
    let mut sets: Vec<SetSeries> =
        pieces.sets().iter().map(|&set| SetSeries::new(&pieces, set)).collect();
    let mut moves = Vec::new();
    observe(&mut sets, &pieces);
    judges.look(&timeline, &timeline.moments()[0]);
    for (event, moments) in timeline.events().iter().zip(timeline.moments().windows(2)) {
        let (Action::Move(mv), [before, after]) = (&event.action, moments) else { continue };
        moves.push(playable.move_text(&before.state, *mv));
        pieces.count_turn(playable.sets_of_seats(&before.state)[event.seat.index()]);
        let effect = playable.effect(&before.state, *mv, pieces.diagram());
        pieces.follow(&effect, playable.diagram(&after.state));
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
        let (set, size) = (char::from(b'A' + set), pieces.of(set).count());
        SetSeries { set, size, ..SetSeries::default() }
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
