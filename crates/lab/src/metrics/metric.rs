//! The one list of metrics: their names, where their games come from and what they say.

use selforge_core::nearest;

use crate::LabError;
use crate::stats::Range;

/// Which games a metric is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The random player against itself, or the controller that was chosen.
    Random,
    /// The one-ply player, or the controller, against the random one.
    Contest,
    /// The engine against itself.
    Engine,
    /// The engine against itself with half the search.
    Ladder,
}

impl Source {
    /// Its name in tables and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Source::Random => "random",
            Source::Contest => "contest",
            Source::Engine => "engine",
            Source::Ladder => "ladder",
        }
    }
}

/// The metrics as one table: each with what it says about a game, its name in JSON and on the command
/// line, its games, its range, and its meaning in a few words.
macro_rules! metrics {
    ($($(#[$doc:meta])* $metric:ident = $name:literal, $source:ident, $range:ident, $meaning:literal;)+) => {
        /// A number that says something about a game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Metric { $($(#[$doc])* $metric),+ }

        impl Metric {
            /// All of them, the paper's first.
            pub const ALL: &[Metric] = &[$(Metric::$metric),+];

            const fn facts(self) -> (&'static str, Source, Range, &'static str) {
                match self {
                    $(Metric::$metric => ($name, Source::$source, Range::$range, $meaning)),+
                }
            }
        }
    };
}

metrics! {
    /// Whether games are neither too short nor too long (the paper).
    Duration = "duration", Random, SHARE,
        "1: games last 41 to 60 turns; 0: under 11 or over 90";
    /// Whether a player who thinks beats one who does not (the paper).
    Intelligence = "intelligence", Contest, SHARE,
        "share of games that a player who thinks wins against a random one";
    /// Whether pieces move (the paper).
    Dynamism = "dynamism", Random, POSITIVE, "moves of a piece by turns of its life";
    /// Whether the board is used (the paper).
    Usability = "usability", Random, POSITIVE, "arrivals at each usable cell";
    /// What the first seat's advantage is.
    Balance = "balance", Engine, SIGNED, "advantage of A: 1 always wins, 0 is fair, -1 always loses";
    /// How many games end by the rules and not by a limit.
    Completion = "completion", Engine, SHARE, "share of games that the rules end, not a limit";
    /// How many games are drawn.
    Draws = "draws", Engine, SHARE, "share of games drawn";
    /// How many moves are a choice.
    DecisionMoves = "decision_moves", Engine, SHARE, "share of moves with an alternative";
    /// How much of the board a game uses.
    Coverage = "coverage", Engine, SHARE, "share of usable cells that a piece comes to";
    /// Among how many moves a player chooses.
    Branching = "branching", Engine, POSITIVE, "legal moves to choose from";
    /// How often the lead changes.
    LeadChanges = "lead_changes", Engine, COUNT, "times that the lead changes hands in a game";
    /// How far behind winners have been.
    Drama = "drama", Engine, SHARE, "how far behind the winner was: 0 never, 1 lost";
    /// Whether many choices make a short game (Iida, whom the paper reviews).
    Iida = "iida", Engine, POSITIVE, "plies of a game by legal moves in a turn; less is livelier";
    /// Whether pieces use the board evenly (the spatial diversity that the paper reviews).
    CellEntropy = "cell_entropy", Engine, SHARE,
        "entropy of the cells moved to: 1 all alike, 0 always the same";
    /// Whether it stays open who wins (the uncertainty of outcome that the paper reviews).
    Uncertainty = "uncertainty", Engine, SHARE,
        "entropy of who wins, over the game: 1 open, 0 known from the start";
    /// What twice the search is worth.
    SkillTrace = "skill_trace", Ladder, SHARE,
        "score with twice the search; an even share: thinking gains nothing";
}

impl Metric {
    /// Its name, as in JSON and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// Which games it is taken from.
    #[must_use]
    pub const fn source(self) -> Source {
        self.facts().1
    }

    /// Between what it lies.
    #[must_use]
    pub const fn range(self) -> Range {
        self.facts().2
    }

    /// What it says, in a few words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        self.facts().3
    }

    /// Whether it says of each game yes or no, so that the games are counted.
    #[must_use]
    pub const fn is_count_of_games(self) -> bool {
        matches!(self, Metric::Intelligence | Metric::Completion | Metric::Draws)
    }

    /// Whether it counts cells, of which an unbounded board has no number.
    #[must_use]
    pub const fn counts_cells(self) -> bool {
        matches!(
            self,
            Metric::Usability | Metric::Coverage | Metric::CellEntropy | Metric::Dynamism
        )
    }

    /// Reads a list of names with commas between them; each counts once, in the usual order.
    ///
    /// # Errors
    /// If a name is unknown or there is none.
    pub fn parse_list(text: &str) -> Result<Vec<Metric>, LabError> {
        let mut chosen = Vec::new();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let wanted = name.replace('-', "_").to_ascii_lowercase();
            match Metric::ALL.iter().find(|metric| metric.name() == wanted) {
                Some(metric) => chosen.push(*metric),
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
    Metric::ALL.iter().map(|metric| metric.name()).collect::<Vec<_>>().join(", ")
}

fn unknown(name: &str) -> LabError {
    let shown: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
    let hint = match nearest(name, Metric::ALL.iter().map(|metric| metric.name())) {
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
            assert_eq!(Metric::parse_list(metric.name()).unwrap(), [*metric]);
        }
    }
}
