//! Numbered pieces of work, done by threads here or by workers elsewhere.
//!
//! An experiment that can be done elsewhere is a [`Work`]: it says of itself all that another machine needs
//! (its order), does a piece, and knows whether a result can be one of that piece. Pieces and results are
//! plain data and depend on nothing but the order and the piece, so it does not matter who does them, how
//! often, or in which order. The rest is the same for all experiments and here.
//!
//! Orders come from other machines, and nobody there is trusted to start programs or to read files: players
//! that would are refused on both sides ([`portable`]), and the files of a game travel with its order.

use std::fmt::Debug;
use std::ops::ControlFlow;

use selforge_agents::{AgentSpec, Stop};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::LabError;
use crate::arena::{Plan, Progress};
use crate::evolve::Measuring;
use crate::metrics::Campaign;
use crate::spread::{collect, spread};
use crate::train::RoundGames;

/// Who does the pieces of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Workers<'a> {
    /// How many pieces are done here at a time; what cannot be done elsewhere always is.
    pub threads: usize,
    /// Others, if there are any.
    pub remote: Option<&'a dyn Remote>,
}

impl From<usize> for Workers<'_> {
    fn from(threads: usize) -> Self {
        Workers { threads, remote: None }
    }
}

/// What is to become of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handed {
    /// It is kept.
    Kept,
    /// It cannot be a result of that piece.
    Bad,
    /// It is kept, and no more is needed.
    Enough,
}

/// Machines elsewhere.
pub trait Remote: Debug + Sync {
    /// Has the pieces with the numbers below `count` done: those of which `piece` gives a text. What comes
    /// of each is handed to `take` once, in any order, until that has enough or `stop` is raised.
    ///
    /// # Errors
    /// With the reason, in words, if they cannot be done.
    fn run(
        &self,
        order: &str,
        count: usize,
        piece: &dyn Fn(usize) -> Option<String>,
        stop: &Stop,
        take: &mut dyn FnMut(usize, &str) -> Handed,
    ) -> Result<(), String>;
}

/// An experiment whose pieces can be done anywhere.
pub(crate) trait Work: Sync + Sized {
    /// What kind of work it is, among all there are.
    const KIND: &'static str;

    /// What another machine needs to do pieces of it.
    type Order: Serialize + DeserializeOwned;

    /// What tells a piece from the others.
    type Piece: Serialize + DeserializeOwned + Sync;

    /// What comes of a piece.
    type Done: Serialize + DeserializeOwned + Send;

    /// What another machine needs.
    ///
    /// # Errors
    /// If it would need more than may be sent: programs or files of this machine.
    fn order(&self) -> Result<Self::Order, LabError>;

    /// The work of an order from another machine, which may ask for anything.
    ///
    /// # Errors
    /// If it makes no sense or is not for strangers.
    fn from_order(order: Self::Order) -> Result<Self, LabError>;

    /// Does a piece; `None` if it was told to stop.
    ///
    /// # Errors
    /// If it cannot be done.
    fn perform(&self, piece: &Self::Piece, stop: &Stop) -> Result<Option<Self::Done>, LabError>;

    /// Whether that can have come of a piece.
    fn fits(&self, piece: &Self::Piece, done: &Self::Done) -> bool;
}

/// An order as it is sent.
#[derive(Serialize, Deserialize)]
struct Sent<T> {
    kind: String,
    order: T,
}

/// An order that was understood.
pub struct OpenOrder(Box<dyn Perform + Send + Sync>);

impl OpenOrder {
    /// Understands an order from another machine.
    ///
    /// # Errors
    /// If it makes no sense, would need programs or files of this machine, or is of a program that does
    /// otherwise.
    pub fn open(text: &str) -> Result<OpenOrder, LabError> {
        let sent: Sent<serde_json::Value> = serde_json::from_str(text).map_err(|_| nonsense())?;
        Ok(OpenOrder(match sent.kind.as_str() {
            Plan::KIND => opened::<Plan>(sent.order)?,
            Campaign::KIND => opened::<Campaign>(sent.order)?,
            Measuring::KIND => opened::<Measuring>(sent.order)?,
            RoundGames::KIND => opened::<RoundGames>(sent.order)?,
            kind => {
                let problem = format!("work of the kind '{}'", selforge_catalogue::shown(kind));
                return Err(LabError::settings(problem, "arena, metrics, evolve or train"));
            }
        }))
    }

    /// Does a piece; `None` if it was told to stop.
    ///
    /// # Errors
    /// If it makes no sense or cannot be done.
    pub fn perform(&self, piece: &str, stop: &Stop) -> Result<Option<String>, LabError> {
        self.0.perform_text(piece, stop)
    }
}

fn opened<W: Work + Send + 'static>(
    order: serde_json::Value,
) -> Result<Box<dyn Perform + Send + Sync>, LabError> {
    let order = serde_json::from_value(order).map_err(|_| nonsense())?;
    Ok(Box::new(W::from_order(order)?))
}

fn nonsense() -> LabError {
    LabError::settings("an order that makes no sense", "one of the same program")
}

trait Perform {
    fn perform_text(&self, piece: &str, stop: &Stop) -> Result<Option<String>, LabError>;
}

impl<W: Work> Perform for W {
    fn perform_text(&self, piece: &str, stop: &Stop) -> Result<Option<String>, LabError> {
        let piece = serde_json::from_str(piece)
            .map_err(|_| LabError::settings("a piece that makes no sense", "one of its order"))?;
        Ok(self.perform(&piece, stop)?.map(|done| text(&done)))
    }
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("pieces and results are plain data")
}

/// Does pieces of a work, in any order; those that are to be skipped when their turn comes are not done.
/// Whatever comes of them is taken here, one at a time, until that breaks off or all is done.
///
/// # Errors
/// If the work cannot be done elsewhere, and should be.
pub(crate) fn hand_out<W: Work>(
    work: &W,
    pieces: &[W::Piece],
    workers: Workers<'_>,
    stop: &Stop,
    skip: impl Fn(usize) -> bool + Sync,
    mut take: impl FnMut(usize, Result<W::Done, LabError>) -> ControlFlow<()>,
) -> Result<(), LabError> {
    let Some(remote) = workers.remote else {
        let here = |number: usize, halt: &Stop, hand: &dyn Fn(Result<W::Done, LabError>)| {
            if !skip(number) {
                work.perform(&pieces[number], halt).transpose().into_iter().for_each(hand);
            }
        };
        spread(pieces.len(), workers.threads, stop, here, take);
        return Ok(());
    };
    if pieces.is_empty() {
        return Ok(());
    }
    let order = text(&Sent { kind: W::KIND.to_owned(), order: work.order()? });
    let piece = |number: usize| (!skip(number)).then(|| text(&pieces[number]));
    let mut taken = |number: usize, done: &str| match serde_json::from_str(done) {
        Ok(done) if work.fits(&pieces[number], &done) => match take(number, Ok(done)) {
            ControlFlow::Continue(()) => Handed::Kept,
            ControlFlow::Break(()) => Handed::Enough,
        },
        _ => Handed::Bad,
    };
    remote.run(&order, pieces.len(), &piece, stop, &mut taken).map_err(LabError::Workers)
}

/// As [`hand_out`], with all results in the order of the pieces; `None` if it was told to stop.
///
/// # Errors
/// The first error that comes in; the rest of the work is left then.
pub(crate) fn gather_work<W: Work>(
    work: &W,
    pieces: &[W::Piece],
    workers: Workers<'_>,
    stop: &Stop,
    progress: &mut dyn FnMut(Progress),
) -> Result<Option<Vec<W::Done>>, LabError> {
    collect(pieces.len(), stop, progress, |take| {
        hand_out(work, pieces, workers, stop, |_| false, take)
    })
}

/// A player as it is sent to other machines.
///
/// # Errors
/// If it would start a program or read a file there.
pub(crate) fn portable(player: &AgentSpec) -> Result<String, LabError> {
    let spec = player.spec();
    let expected = "players that every worker brings along; this one plays without --bus";
    let problem =
        format!("'{spec}' over a bus: no worker starts a program because a run asks for it");
    LabError::require(!player.is_local(), problem, expected)?;
    let problem = format!("'{spec}' over a bus: no worker reads a file because a run asks for it");
    LabError::require(!player.reads_file(), problem, expected)?;
    Ok(spec.to_string())
}

/// A player that another machine names.
///
/// # Errors
/// If it is none, or would start a program or read a file here.
pub(crate) fn from_elsewhere(text: &str) -> Result<AgentSpec, LabError> {
    let player = AgentSpec::parse(text)?;
    portable(&player)?;
    Ok(player)
}
