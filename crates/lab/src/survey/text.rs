//! A survey's summary as text for a terminal.

use super::people::{Gender, Participants, Spread};
use super::summary::Summary;
use crate::report::text::{between, cells, columns, percent};
use crate::stats::Permutations;

/// The summary, with a table for each question.
#[must_use]
pub fn to_text(summary: &Summary) -> String {
    let count = |number: usize, what: &str| match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    };
    let mut text = format!(
        "{}, {}, {}{}\n\nA player likes a game who liked it in some run and disliked it in none.\n",
        count(summary.players, "player"),
        count(summary.games.len(), "game"),
        count(summary.votes as usize, "vote"),
        summary.participants.as_ref().map(participants).unwrap_or_default(),
    );
    text += &games(summary);
    text += "p: exact sign test of players who like it against those who dislike it, two-sided.\n";
    let genders = summary.participants.as_ref().map(|it| it.genders.as_slice());
    if let Some(genders) = genders.filter(|genders| genders.len() > 1) {
        text += "\nPlayers who like a game, of those who voted on it, by gender\n";
        text += &by_gender(summary, genders);
    }
    if !summary.pairs.is_empty() {
        text += "\nGames against each other, by players who voted on both\n";
        text += &pairs(summary);
        text += "p: McNemar's exact test, two-sided; adjusted for all pairs after Holm.\n";
    }
    if !summary.correlations.is_empty() {
        text += "\nShare of players who like a game, and its metrics\n";
        text += &correlations(summary);
        text += "rho: Spearman's; p by permutation, two-sided.\n";
    }
    if !summary.unmeasured.is_empty() {
        text += &format!("Without metrics, left out: {}.\n", summary.unmeasured.join(", "));
    }
    text
}

/// Who took part, in a line of its own.
fn participants(it: &Participants) -> String {
    let spread = |what: &str, it: &Spread| {
        format!("{what} {} to {}, mean {:.1}, of {}", it.low, it.high, it.mean, it.players)
    };
    let genders = it.genders.iter().map(|it| format!("{} {}", it.players, it.gender));
    let parts: Vec<String> = (it.age.iter().map(|it| spread("age", it)))
        .chain(it.interest.iter().map(|it| spread("interest in games", it)))
        .chain(genders)
        .collect();
    format!("\n{}", parts.join("; "))
}

fn by_gender(summary: &Summary, genders: &[Gender]) -> String {
    let head = std::iter::once("game").chain(genders.iter().map(|it| it.gender.as_str()));
    let rows = summary.games.iter().enumerate().map(|(at, game)| {
        let shares = genders.iter().map(|gender| {
            let [voted, liked] = gender.voted_and_liked[at];
            format!("{liked} of {voted}")
        });
        std::iter::once(game.game.clone()).chain(shares).collect::<Vec<_>>()
    });
    columns(head, rows)
}

/// Probabilities with as many places as tell something.
pub(super) fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

fn games(summary: &Summary) -> String {
    let rows = summary.games.iter().map(|it| {
        let liked = [percent(it.liked.value), between(&it.liked.interval())];
        let mut row = cells![it.game, it.players];
        row.extend(liked);
        row.extend(cells![it.opinions.like, it.opinions.dislike, it.opinions.neutral]);
        row.push(p_value(it.p));
        row
    });
    columns(["game", "players", "liked", "95 %", "like", "dislike", "neither", "p"], rows)
}

fn pairs(summary: &Summary) -> String {
    let rows = summary.pairs.iter().map(|it| {
        let mut row = cells![it.game, it.against, it.players, it.only_first, it.only_second];
        row.extend([p_value(it.p), p_value(it.p_adjusted)]);
        row
    });
    columns(
        ["game", "against", "players", "likes only it", "only the other", "p", "adjusted"],
        rows,
    )
}

fn correlations(summary: &Summary) -> String {
    let rows = summary.correlations.iter().map(|it| match it.correlation {
        Some(found) => {
            let orders = match found.permutations {
                Permutations::All => "all".to_owned(),
                Permutations::Drawn(number) => number.to_string(),
            };
            cells![it.metric, found.count, format!("{:+.2}", found.rho), p_value(found.p), orders]
        }
        None => cells![it.metric, "", "none", "", ""],
    });
    columns(["metric", "games", "rho", "p", "orders looked at"], rows)
}
