//! A game as series of numbers, one for each position.

use std::sync::Arc;

use selforge_agents::AgentSpec;
use selforge_core::{Action, Game, Record, Seat};
use selforge_games::Playable;
use serde::Serialize;

use super::evaluation::{Evaluation, Judges};
use super::pieces::{Pieces, Tracked};
use crate::LabError;
use crate::arena::watch;
use crate::stats::{Sample, rounded};

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
    /// Whether neighbours of one set belong together, so that groups mean something.
    pub grouped: bool,
    /// Whether sets can be blocked.
    pub blockades: bool,
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
    /// The seat that plays it, in each position: seats may swap.
    pub seats: Vec<char>,
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
    /// `idle` once the game has warmed up; none if the game was too short for that.
    pub settled: Option<Settled>,
    /// The positions right after a turn of the set's owner.
    #[serde(skip)]
    pub(super) turns: Vec<usize>,
}

/// The indicator of self-organisation after warm-up.
///
/// At the start no piece has waited yet, so the indicator has to grow first, whatever is played. It is
/// looked at after each turn of the owner but for the first ones, as many as the set has pieces.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Settled {
    /// How many of the owner's turns count.
    pub turns: usize,
    /// The mean of `idle` over them.
    pub mean: f64,
    /// Its standard deviation over them: how far it fluctuates.
    pub fluctuation: f64,
    /// The mean against the set's size.
    pub ratio: f64,
    /// The mean against that of a set of which any piece is as likely to move next as any other. It
    /// takes such a set three times its size in turns to come near a ratio of 1; until then
    /// this number tells more than the ratio.
    pub against_chance: f64,
}

/// Analyses a record of the game that is open; the engines judge every position.
///
/// # Errors
/// If the record does not follow the rules of the game, or an engine has nothing to say about it.
pub fn analyse(
    record: &Record,
    playable: &Playable,
    engines: &[AgentSpec],
) -> Result<Analysis, LabError> {
    let game = &playable.game;
    let timeline = record.replay(Arc::new(game.clone()))?;
    let mut judges = Judges::new(playable, engines)?;
    let mut pieces = Pieces::new(playable.diagram(timeline.start_state()));
    let mut sets: Vec<SetSeries> =
        pieces.sets().iter().map(|&set| SetSeries::new(&pieces, set)).collect();
    let mut moves = Vec::new();
    let (grouped, blockades) = (pieces.diagram().bonded, watch(playable).is_some());
    observe(&mut sets, &pieces, &playable.sets_of_seats(timeline.start_state()));
    judges.look(&timeline, &timeline.moments()[0]);
    for (event, moments) in timeline.events().iter().zip(timeline.moments().windows(2)) {
        let (Action::Move(mv), [before, after]) = (&event.action, moments) else { continue };
        moves.push(playable.move_text(&before.state, *mv));
        let owned = playable.sets_of_seats(&before.state)[event.seat.index()];
        pieces.count_turn(owned);
        let effect = playable.effect(&before.state, *mv, pieces.diagram());
        pieces.follow(&effect, playable.diagram(&after.state));
        observe(&mut sets, &pieces, &playable.sets_of_seats(&after.state));
        let set = sets.iter_mut().find(|it| it.set as u8 == b'A' + owned);
        set.into_iter().for_each(|it| it.turns.push(moves.len()));
        judges.look(&timeline, after);
    }
    sets.iter_mut().for_each(|set| set.settled = set.settle());
    Ok(Analysis {
        game: playable.spec.to_string(),
        players: names(record, game.seats()),
        result: Record::result_of(timeline.now()),
        plies: timeline.plies(),
        moves,
        grouped,
        blockades,
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

    /// The indicator after warm-up.
    fn settle(&self) -> Option<Settled> {
        let counted = || self.turns.iter().enumerate().skip(self.size);
        if counted().next().is_none() || self.size < 2 {
            return None;
        }
        let size = self.size as f64;
        // A piece has waited for k turns or more with probability (1 - 1/size)^k.
        let stays = 1.0 - 1.0 / size;
        let by_chance = |turn: usize| (size - 1.0) * (1.0 - stays.powi(turn as i32 + 1));
        let sample = Sample::of(counted().map(|(_, ply)| self.idle[*ply]));
        let chance = Sample::of(counted().map(|(turn, _)| by_chance(turn)));
        Some(Settled {
            turns: counted().count(),
            mean: sample.mean,
            fluctuation: sample.sd,
            ratio: rounded(sample.mean / size),
            against_chance: rounded(sample.mean / chance.mean),
        })
    }
}

/// Looks at a position in which the seats play these sets.
fn observe(sets: &mut [SetSeries], pieces: &Pieces, owned: &[u8]) {
    for series in sets {
        let set = series.set as u8 - b'A';
        let mean = |values: &mut dyn Iterator<Item = f64>| {
            let (sum, count) = values.fold((0.0, 0.0), |(sum, n), value| (sum + value, n + 1.0));
            if count > 0.0 { rounded(sum / count) } else { 0.0 }
        };
        let seat = owned.iter().position(|it| *it == set).unwrap_or(usize::from(set));
        series.seats.push(char::from(b'A' + seat as u8));
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
