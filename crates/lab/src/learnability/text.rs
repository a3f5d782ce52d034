//! Learnability as text for a terminal.

use selforge_agents::neural::{HIDDEN, Network};

use super::lesson::Lesson;
use super::summary::{Learnability, Strength};
use crate::report::text::{between, columns, percent};

/// The result with a table of the curve.
#[must_use]
pub fn to_text(it: &Learnability) -> String {
    let (summary, settings) = (it.summary(), &it.settings);
    let [first, second, third] = HIDDEN;
    let mut text = format!(
        "{}\nnetworks {}-{first}-{second}-{third}-1 ({} weights), {} parents with a child each, {} \
         opponents, seed {}\n\n",
        it.game,
        it.cells,
        Network::size(it.cells),
        settings.parents,
        settings.opponents,
        settings.seed,
    );
    let told = |when: fn(&Lesson) -> Option<u32>| {
        let told = |lesson: &Lesson| match when(lesson) {
            Some(iteration) => iteration.to_string(),
            None => format!("over {}", lesson.iterations),
        };
        it.lessons.iter().map(told).collect::<Vec<_>>().join(", ")
    };
    text += &format!("iterations until one beats all others: {}\n", told(|it| it.learned));
    text += &format!(
        "until one wins the {} games to which it invites: {}\n",
        settings.opponents,
        told(|it| it.perfect)
    );
    let median = match summary.median {
        Some(median) => format!("{median}"),
        None => format!("over {}", settings.iterations),
    };
    text +=
        &format!("median {median}; learned by {} of {} populations", summary.learned, summary.of);
    if summary.learned > 1 {
        let sample = &summary.iterations;
        text += &format!(
            ", in {:.1} iterations on average, sd {:.1}, {} to {}",
            sample.mean, sample.sd, sample.min, sample.max
        );
    }
    text += "\n\nScore of the best network\n";
    let head = ["iteration", "against random", "95 %", "against paper-rules", "95 %"];
    let shown = if summary.curve.iter().any(|point| point.rules.is_some()) { 5 } else { 3 };
    let cells = |it: &Strength| [percent(it.score.value), between(&it.score.interval())];
    let rows = summary.curve.iter().map(|point| {
        let rules = point.rules.iter().flat_map(cells);
        [point.iteration.to_string()].into_iter().chain(cells(&point.random)).chain(rules).collect()
    });
    text + &columns(head.into_iter().take(shown), rows)
}
