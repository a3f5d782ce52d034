//! What games of engines say about a game, as bars beside games that everybody knows.

use std::sync::LazyLock;

use selforge_agents::{AgentSpec, Stop};
use selforge_core::Spec;
use selforge_games::Environment;
use selforge_lab::metrics::{Conditions, Measured, Metric, Plan, Settings, measure};

use crate::error::ApiError;
use crate::messages::workshop::{KnownGame, MeasureBar, MeasureView};

/// Who plays. The known games were measured with the same.
const ENGINE: &str = "alphabeta nodes=200 hash=1";

/// Games of each kind: enough for bars, quick enough to wait for.
const GAMES: u32 = 12;

/// A measure that is shown: its name, what it says, the metric behind it, and how much of it there is.
type Shown = (&'static str, &'static str, Metric, fn(f64) -> f64, Number);

/// The measures that are shown.
const MEASURES: [Shown; 7] = [
    (
        "Skill",
        "How often an engine that thinks twice as long wins more than its share.",
        Metric::SkillTrace,
        |score| (score - 0.5) * 2.0,
        Number::Share,
    ),
    (
        "Fairness",
        "Whether both sides win equally often.",
        Metric::Balance,
        |lead| 1.0 - lead.abs(),
        Number::Share,
    ),
    (
        "Decisive",
        "How many games somebody wins.",
        Metric::Draws,
        |draws| 1.0 - draws,
        Number::Share,
    ),
    ("Drama", "How far behind winners have been.", Metric::Drama, |drama| drama, Number::Share),
    (
        "Lead changes",
        "How often the lead changes hands in a game.",
        Metric::LeadChanges,
        |changes| changes / 6.0,
        Number::Plain,
    ),
    (
        "Choice",
        "Among how many moves you choose on a turn.",
        Metric::Branching,
        |moves| moves / 50.0,
        Number::Plain,
    ),
    (
        "Board use",
        "How much of the board the pieces come to.",
        Metric::Coverage,
        |cells| cells,
        Number::Share,
    ),
];

/// How a measure is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    /// As a percentage of what there could be.
    Share,
    /// As it is.
    Plain,
}

/// The games that everybody knows, measured once: `SELFORGE_BLESS=1 cargo nextest run -p selforge-server
/// known_games` measures them again.
static KNOWN: LazyLock<Vec<KnownGame>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("known.json")).expect("a test reads the file")
});

/// Measures a game; nothing if it was told to stop.
///
/// # Errors
/// If the game does not open or no engine plays it.
pub(crate) fn measured(
    spec: &str,
    environment: &dyn Environment,
    stop: &Stop,
) -> Result<Option<MeasureView>, ApiError> {
    let invalid = |error: &dyn std::fmt::Display| ApiError::invalid(error.to_string());
    let settings = Settings {
        game: Spec::parse(spec).map_err(|error| invalid(&error))?,
        plan: Plan { games: GAMES, ..Plan::default() },
        engine: Some(AgentSpec::parse(ENGINE).map_err(|error| ApiError::internal(&error))?),
        controller: None,
        metrics: MEASURES.iter().map(|(_, _, metric, ..)| *metric).collect(),
    };
    let conditions = Conditions { workers: 1.into(), stop, records: None };
    let mut games = 0;
    let found = measure(&settings, environment, conditions, &mut |progress| games = progress.total);
    let found = found.map_err(|error| invalid(&error))?;
    Ok(found.map(|found| MeasureView {
        spec: found.spec.to_string(),
        games,
        measures: bars(&found),
        beside: KNOWN.clone(),
    }))
}

fn bars(found: &Measured) -> Vec<MeasureBar> {
    let bar = |(name, about, metric, share, number): &Shown| {
        let value = found.estimate(*metric).map_or(0.0, |estimate| estimate.value);
        let share = (share(value).clamp(0.0, 1.0) * 1000.0).round() / 1000.0;
        let value = match number {
            Number::Share => format!("{:.0} %", share * 100.0),
            Number::Plain => format!("{value:.1}"),
        };
        MeasureBar { name: (*name).to_owned(), about: (*about).to_owned(), share, value }
    };
    MEASURES.iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use selforge_games::NoFiles;

    use super::*;

    /// The second is measured in every run of the tests, the first, which is dear, only when blessed.
    const GAMES_BESIDE: [(&str, &str); 2] = [("Chess", "chess"), ("Checkers", "checkers")];

    fn shares(spec: &str) -> Vec<f64> {
        let view = measured(spec, &NoFiles, &Stop::default()).unwrap().unwrap();
        view.measures.iter().map(|bar| bar.share).collect()
    }

    #[test]
    fn the_known_games_are_what_measuring_them_gives() {
        if std::env::var("SELFORGE_BLESS").is_ok_and(|value| value == "1") {
            let known = GAMES_BESIDE
                .map(|(title, spec)| KnownGame { title: title.to_owned(), shares: shares(spec) });
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/workshop/known.json");
            std::fs::write(path, serde_json::to_string_pretty(&known).unwrap() + "\n").unwrap();
            return;
        }
        assert_eq!(KNOWN.len(), GAMES_BESIDE.len());
        assert!(KNOWN.iter().all(|known| known.shares.len() == MEASURES.len()));
        assert_eq!(KNOWN[1].shares, shares(GAMES_BESIDE[1].1));
    }

    #[test]
    fn a_game_has_a_bar_for_each_measure_and_none_when_it_is_stopped() {
        let view = measured("rulespace", &NoFiles, &Stop::default()).unwrap().unwrap();
        assert_eq!(view.measures.len(), MEASURES.len());
        assert!(view.measures.iter().all(|bar| (0.0..=1.0).contains(&bar.share)), "{view:?}");
        assert!(view.games > GAMES as usize);
        let stop = Stop::default();
        stop.now();
        assert_eq!(measured("rulespace", &NoFiles, &stop).unwrap(), None);
        assert!(measured("rulespace genes=1", &NoFiles, &Stop::default()).is_err());
    }
}
