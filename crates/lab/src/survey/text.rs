//! A survey's summary as text for a terminal.

use super::summary::Summary;
use crate::report::text::{between, columns, percent};
use crate::stats::{Interval, Permutations};

/// The summary, with a table for each question.
#[must_use]
pub fn to_text(summary: &Summary) -> String {
    let count = |number: usize, what: &str| match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    };
    let mut text = format!(
        "{}, {}, {}\n\nA player likes a game who liked it in some run and disliked it in none.\n",
        count(summary.players, "player"),
        count(summary.games.len(), "game"),
        count(summary.votes as usize, "vote"),
    );
    text += &columns(&games(summary));
    text += "p: exact sign test of players who like it against those who dislike it, two-sided.\n";
    if !summary.pairs.is_empty() {
        text += "\nGames against each other, by players who voted on both\n";
        text += &columns(&pairs(summary));
        text += "p: McNemar's exact test, two-sided; adjusted for all pairs after Holm.\n";
    }
    if !summary.correlations.is_empty() {
        text += "\nShare of players who like a game, and its metrics\n";
        text += &columns(&correlations(summary));
        text += "rho: Spearman's; p by permutation, two-sided.\n";
    }
    if !summary.unmeasured.is_empty() {
        text += &format!("Without metrics, left out: {}.\n", summary.unmeasured.join(", "));
    }
    text
}

/// Probabilities with as many places as tell something.
pub(super) fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

fn games(summary: &Summary) -> Vec<Vec<String>> {
    let head = ["game", "players", "liked", "95 %", "like", "dislike", "neither", "p"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(summary.games.iter().map(|game| {
        vec![
            game.game.clone(),
            game.players.to_string(),
            percent(game.liked.value),
            between(&Interval { low: game.liked.low, high: game.liked.high }),
            game.opinions.like.to_string(),
            game.opinions.dislike.to_string(),
            game.opinions.neutral.to_string(),
            p_value(game.p),
        ]
    }));
    rows
}

fn pairs(summary: &Summary) -> Vec<Vec<String>> {
    let head = ["game", "against", "players", "likes only it", "only the other", "p", "adjusted"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(summary.pairs.iter().map(|pair| {
        vec![
            pair.game.clone(),
            pair.against.clone(),
            pair.players.to_string(),
            pair.only_first.to_string(),
            pair.only_second.to_string(),
            p_value(pair.p),
            p_value(pair.p_adjusted),
        ]
    }));
    rows
}

fn correlations(summary: &Summary) -> Vec<Vec<String>> {
    let head = ["metric", "games", "rho", "p", "orders looked at"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(summary.correlations.iter().map(|it| {
        let mut row = vec![it.metric.clone()];
        row.extend(match it.correlation {
            Some(found) => [
                found.count.to_string(),
                format!("{:+.2}", found.rho),
                p_value(found.p),
                match found.permutations {
                    Permutations::All => "all".to_owned(),
                    Permutations::Drawn(number) => number.to_string(),
                },
            ],
            None => ["", "none", "", ""].map(str::to_owned),
        });
        row
    }));
    rows
}
