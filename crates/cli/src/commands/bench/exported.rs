//! Games written as rule files, beside the native games: the same lines of play counted by both.

use std::sync::Arc;
use std::time::Duration;

use selforge_core::{Spec, perft};
use selforge_games::zrf::{Diagnostics, NoIncludes, RuleFile, Zrf, compile};
use selforge_games::{Described, GameVisitor, NoFiles, export, open};

use super::{Ratio, Timing, measure};
use crate::error::CliError;

/// A game, how deep its lines of play are counted, and how many there are.
pub(super) struct Lines {
    spec: &'static str,
    depth: u32,
    expected: u64,
}

pub(super) const SELFO: Lines = Lines { spec: "selfo seed=3 passes=off", depth: 2, expected: 3980 };
pub(super) const CHECKERS: Lines = Lines { spec: "checkers", depth: 5, expected: 7361 };
pub(super) const RULESPACE: Lines = Lines { spec: "rulespace", depth: 3, expected: 58_536 };

/// Counts lines of play of a game by its own type.
struct Count<'a>(&'a Lines, Duration);

impl GameVisitor for Count<'_> {
    type Output = Result<Timing, CliError>;

    fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
        let Count(lines, time) = self;
        measure(lines.expected, lines.expected, time, || perft(&*game, &game.start(), lines.depth))
    }
}

/// Measures the rule file of a game, as a ratio to the native one.
///
/// # Errors
/// If either counts wrongly, or the game cannot be written.
pub(super) fn run(lines: &Lines, time: Duration) -> Result<Timing, CliError> {
    let spec = Spec::parse(lines.spec).expect("a spec that is written here");
    let native = open(&spec, &NoFiles)?;
    let refused = |problem: String| CliError::Refused(problem);
    let text = export(&native).map_err(|error| refused(error.to_string()))?.text;
    let file = RuleFile::read("exported.zrf", text.as_bytes(), &NoIncludes);
    let rules = file.first().and_then(|game| compile(game, &mut Diagnostics::default()));
    let rules = rules.ok_or_else(|| refused("the rule file does not load".to_owned()))?;
    let native = selforge_games::visit(&native, Count(lines, time / 2))?;
    let file = Count(lines, time / 2).visit(Arc::new(Zrf::new(Arc::new(rules), 0, Vec::new())))?;
    let ratio = Ratio { times: file.ns_per_op() / native.ns_per_op(), of: "the native game" };
    Ok(Timing { ratio: Some(ratio), ..file })
}
