//! The one list of metrics: their names, where their games come from and what they say.

use selforge_core::nearest;

use super::estimate::Range;
use crate::LabError;

/// Which games a metric is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The random player against itself.
    Random,
    /// The one-ply player against the random one.
    Contest,
    /// The engine against itself.
    Engine,
    /// The engine against itself with half the search.
    Ladder,
}

/// A number that says something about a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// Whether games are neither too short nor too long (the paper).
    Duration,
    /// Whether a player who thinks beats one who does not (the paper).
    Intelligence,
    /// Whether pieces move (the paper).
    Dynamism,
    /// Whether the board is used (the paper).
    Usability,
    /// What the first seat's advantage is.
    Balance,
    /// How many games end by the rules and not by a limit.
    Completion,
    /// How many games are drawn.
    Draws,
    /// How many moves are a choice.
    DecisionMoves,
    /// How much of the board a game uses.
    Coverage,
    /// Among how many moves a player chooses.
    Branching,
    /// How often the lead changes.
    LeadChanges,
    /// How far behind winners have been.
    Drama,
    /// What twice the search is worth.
    SkillTrace,
}

impl Metric {
    /// All of them, the paper's first.
    pub const ALL: [Metric; 13] = [
        Metric::Duration,
        Metric::Intelligence,
        Metric::Dynamism,
        Metric::Usability,
        Metric::Balance,
        Metric::Completion,
        Metric::Draws,
        Metric::DecisionMoves,
        Metric::Coverage,
        Metric::Branching,
        Metric::LeadChanges,
        Metric::Drama,
        Metric::SkillTrace,
    ];

    /// Its name, as in JSON and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Duration => "duration",
            Metric::Intelligence => "intelligence",
            Metric::Dynamism => "dynamism",
            Metric::Usability => "usability",
            Metric::Balance => "balance",
            Metric::Completion => "completion",
            Metric::Draws => "draws",
            Metric::DecisionMoves => "decision_moves",
            Metric::Coverage => "coverage",
            Metric::Branching => "branching",
            Metric::LeadChanges => "lead_changes",
            Metric::Drama => "drama",
            Metric::SkillTrace => "skill_trace",
        }
    }

    /// What it says, in a few words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Metric::Duration => "1: random games last 41 to 60 turns; 0: under 11 or over 90",
            Metric::Intelligence => "share of games that one ply of thought wins against none",
            Metric::Dynamism => "moves of a piece by turns of its life, random games",
            Metric::Usability => "arrivals at each usable cell, random games",
            Metric::Balance => "wins of A less wins of B by games; 0 is fair",
            Metric::Completion => "share of games that the rules end, not a limit",
            Metric::Draws => "share of games drawn",
            Metric::DecisionMoves => "share of moves with an alternative",
            Metric::Coverage => "share of usable cells that a piece comes to",
            Metric::Branching => "legal moves to choose from",
            Metric::LeadChanges => "times that the lead changes hands in a game",
            Metric::Drama => "how far behind the winner was: 0 never, 1 lost",
            Metric::SkillTrace => "score with twice the search; 0.5: thinking gains nothing",
        }
    }

    /// Which games it is taken from.
    #[must_use]
    pub const fn source(self) -> Source {
        match self {
            Metric::Duration | Metric::Dynamism | Metric::Usability => Source::Random,
            Metric::Intelligence => Source::Contest,
            Metric::SkillTrace => Source::Ladder,
            _ => Source::Engine,
        }
    }

    /// Between what it lies.
    #[must_use]
    pub const fn range(self) -> Range {
        match self {
            Metric::Dynamism | Metric::Usability | Metric::Branching | Metric::LeadChanges => {
                Range::POSITIVE
            }
            Metric::Balance => Range::SIGNED,
            _ => Range::SHARE,
        }
    }

    /// Whether it counts cells, of which an unbounded board has no number.
    #[must_use]
    pub const fn counts_cells(self) -> bool {
        matches!(self, Metric::Usability | Metric::Coverage | Metric::Dynamism)
    }

    /// Reads a list of names with commas between them; each counts once, in the usual order.
    ///
    /// # Errors
    /// If a name is unknown or there is none.
    pub fn parse_list(text: &str) -> Result<Vec<Metric>, LabError> {
        let mut chosen = Vec::new();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let wanted = name.replace('-', "_").to_ascii_lowercase();
            match Metric::ALL.into_iter().find(|metric| metric.name() == wanted) {
                Some(metric) => chosen.push(metric),
                None => return Err(unknown(&wanted)),
            }
        }
        if chosen.is_empty() {
            return Err(LabError::settings("no metric is named", format!("some of: {}", names())));
        }
        chosen.sort_unstable();
        chosen.dedup();
        Ok(chosen)
    }
}

fn names() -> String {
    Metric::ALL.map(Metric::name).join(", ")
}

fn unknown(name: &str) -> LabError {
    let shown: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
    let hint = match nearest(name, Metric::ALL.into_iter().map(Metric::name)) {
        Some(near) => format!(" (did you mean '{near}'?)"),
        None => String::new(),
    };
    LabError::settings(format!("unknown metric '{shown}'{hint}"), format!("some of: {}", names()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_order_and_wrong_ones_get_a_hint() {
        let chosen = Metric::parse_list("drama, duration,skill-trace,drama").unwrap();
        assert_eq!(chosen, [Metric::Duration, Metric::Drama, Metric::SkillTrace]);
        let error = Metric::parse_list("durration").unwrap_err().to_string();
        assert!(error.contains("did you mean 'duration'?"), "{error}");
        assert!(Metric::parse_list(" , ").unwrap_err().to_string().contains("some of: duration"));
    }

    #[test]
    fn the_list_is_complete_and_in_order() {
        assert!(Metric::ALL.is_sorted());
        for metric in Metric::ALL {
            assert_eq!(Metric::parse_list(metric.name()).unwrap(), [metric]);
        }
    }
}
