//! Start positions whose pictures are lost, fitted to the figures that are printed of them.
//!
//! The thesis and the paper print what came of games whose start positions are known by words or rules alone. Here
//! positions inside those words are searched for the one whose games come nearest to the printed figures. What is
//! found is *fitted*: that its figures are near says nothing for the source, since they were looked for.
//!
//! - [`SetUp`]: the thesis's set-ups, inside the words of its chapter 6;
//! - [`Placement`]: the paper's games, whose rules are printed and whose placements are lost.
//!
//! The search is the same: a third of the positions are drawn far from where it begins, the others are changes of the
//! best so far. The best few are measured once more by many games of another seed, because the best of many short
//! looks is mostly lucky.

mod paper;
mod thesis;

use selforge_agents::Stop;
use selforge_core::Stream;
use serde::Serialize;

pub use paper::Placement;
pub use thesis::SetUp;

use crate::LabError;
use crate::report::text::{cells, columns, line};

/// How long is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many positions are measured.
    pub positions: u32,
    /// How many games each is measured by.
    pub games: u32,
    /// Decides every random choice.
    pub seed: u64,
}

impl Settings {
    const MAX_POSITIONS: u32 = 1_000_000;
    const MAX_GAMES: u32 = 10_000;

    /// Refuses what is no search.
    ///
    /// # Errors
    /// If there are no positions or games, or too many.
    pub fn check(&self) -> Result<(), LabError> {
        let (positions, games) = (Settings::MAX_POSITIONS, Settings::MAX_GAMES);
        let problem = format!("{} positions", self.positions);
        LabError::require(
            (1..=positions).contains(&self.positions),
            problem,
            format!("1 to {positions}"),
        )?;
        let problem = format!("{} games a position", self.games);
        let fits = (2..=games).contains(&self.games) && self.games.is_multiple_of(2);
        LabError::require(fits, problem, format!("an even number from 2 to {games}"))
    }
}

/// A figure that is printed, and ours.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Figure {
    /// Its name.
    pub name: &'static str,
    /// What the source prints.
    pub printed: f64,
    /// What was measured.
    pub ours: f64,
    /// How much a difference of 1 counts; 0 for figures that are only told.
    pub weight: f64,
}

impl Figure {
    const fn new(name: &'static str, printed: f64, ours: f64, weight: f64) -> Figure {
        Figure { name, printed, ours, weight }
    }
}

/// What is fitted.
pub trait Fitting {
    /// A position.
    type Position: Clone + PartialEq;

    /// What it is called.
    fn name(&self) -> String;

    /// Where the search begins: our position from before.
    fn first(&self) -> Self::Position;

    /// Another position inside the words, so many changes away.
    fn change(
        &self,
        position: &Self::Position,
        changes: u32,
        stream: &mut Stream,
    ) -> Self::Position;

    /// Plays games from a position; `None` if it was told to stop.
    ///
    /// # Errors
    /// If games cannot be played from it.
    fn measure(
        &self,
        position: &Self::Position,
        games: u32,
        seed: u64,
        stop: &Stop,
    ) -> Result<Option<Vec<Figure>>, LabError>;

    /// The game that starts so, as a spec.
    fn spec(&self, position: &Self::Position) -> String;
}

/// A position and how near it came.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Candidate {
    /// The game as a spec.
    pub game: String,
    /// The sum of the weighted differences.
    pub distance: f64,
    /// The figures.
    pub figures: Vec<Figure>,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fit {
    /// What was fitted.
    pub name: String,
    /// How many positions were measured, and by how many games each.
    pub positions: u32,
    /// Games of each position in the search.
    pub games: u32,
    /// Games of those that were measured once more.
    pub games_again: u32,
    /// The seed.
    pub seed: u64,
    /// Our position from before.
    pub before: Candidate,
    /// The nearest ones, the best first.
    pub best: Vec<Candidate>,
}

/// So many changes lead far from where the search begins.
const FAR: u32 = 60;

/// So many of the best are kept, changed, and measured once more.
const KEPT: usize = 6;

/// By how many times as many games.
const AGAIN: u32 = 5;

/// The most changes of a position that is near.
const NEAR: u32 = 6;

/// Searches; `None` if it was told to stop. `progress` hears how many positions are done.
///
/// # Errors
/// If the settings make no search, or games cannot be played.
pub fn fit<F: Fitting>(
    fitting: &F,
    settings: Settings,
    stop: &Stop,
    progress: &mut dyn FnMut(u32),
) -> Result<Option<Fit>, LabError> {
    settings.check()?;
    let Settings { positions, games, seed } = settings;
    let purpose = format!("fit {}", fitting.name());
    let look = |position: &F::Position, games, seed| -> Result<Option<Candidate>, LabError> {
        let figures = fitting.measure(position, games, seed, stop)?;
        Ok(figures.map(|figures| Candidate {
            game: fitting.spec(position),
            distance: distance(&figures),
            figures,
        }))
    };
    let mut best: Vec<(F::Position, Candidate)> = Vec::new();
    for number in 0..positions {
        let mut stream = Stream::new(seed, &purpose, number.into());
        let position = if number < positions.div_ceil(3) || best.is_empty() {
            fitting.change(&fitting.first(), FAR, &mut stream)
        } else {
            let at = stream.below(best.len() as u32) as usize;
            let changes = 1 + stream.below(NEAR);
            fitting.change(&best[at].0, changes, &mut stream)
        };
        if best.iter().any(|(known, _)| *known == position) {
            continue;
        }
        let Some(candidate) = look(&position, games, seed)? else { return Ok(None) };
        best.push((position, candidate));
        best.sort_by(|a, b| a.1.distance.total_cmp(&b.1.distance));
        best.truncate(KEPT);
        progress(number + 1);
    }
    let (games_again, other) = (AGAIN * games, seed.wrapping_add(1));
    let mut again = Vec::new();
    for (position, _) in &best {
        let Some(candidate) = look(position, games_again, other)? else { return Ok(None) };
        again.push(candidate);
    }
    again.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    let Some(before) = look(&fitting.first(), games_again, other)? else { return Ok(None) };
    let name = fitting.name();
    Ok(Some(Fit { name, positions, games, games_again, seed, before, best: again }))
}

fn distance(figures: &[Figure]) -> f64 {
    figures.iter().map(|it| it.weight * (it.ours - it.printed).abs()).sum()
}

/// What was found, for a terminal.
#[must_use]
pub fn to_text(fit: &Fit) -> String {
    let mut text = String::new();
    line!(
        text,
        "{}: {} positions, {} games each, seed {}",
        fit.name,
        fit.positions,
        fit.games,
        fit.seed
    );
    line!(text, "the nearest and ours from before once more, {} games each\n", fit.games_again);
    let mut head = vec!["", "distance"];
    head.extend(fit.before.figures.iter().map(|it| it.name));
    let shown = |value: f64| format!("{value:.3}");
    let mut rows = vec![{
        let mut row = cells!["printed", ""];
        row.extend(fit.before.figures.iter().map(|it| shown(it.printed)));
        row
    }];
    let named = (1..).zip(&fit.best).map(|(number, it)| (format!("fitted {number}"), it));
    for (name, it) in [("before".to_owned(), &fit.before)].into_iter().chain(named) {
        let mut row = cells![name, shown(it.distance)];
        row.extend(it.figures.iter().map(|figure| shown(figure.ours)));
        rows.push(row);
    }
    text += &columns(head, rows);
    if let Some(best) = fit.best.first() {
        line!(text, "\nfitted 1: {}", best.game);
    }
    text
}
