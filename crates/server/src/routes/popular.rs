//! The games that people play here these days.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::error::ApiError;
use crate::gallery;
use crate::messages::catalogue::PopularGame;
use crate::store::PlayedGame;
use crate::time;

/// How long the same answer is given.
const FRESH: Duration = Duration::from_secs(60);

/// What counts as these days, in seconds.
const LATELY: i64 = 30 * 86_400;

/// How many games are looked at, the latest first.
const LOOKED_AT: i64 = 5_000;

/// So few games say nothing about what is popular.
const LEAST: usize = 3;

/// How many are told.
const MOST: usize = 6;

/// The games of the gallery that were played most in the last thirty days, as of a minute ago. Games by
/// private link and rule files that somebody brought do not count.
#[utoipa::path(
    get,
    path = "/api/popular",
    operation_id = "popular",
    responses((status = 200, body = Vec<PopularGame>)),
)]
pub(super) async fn show(State(app): State<Arc<App>>) -> Result<Json<Vec<PopularGame>>, ApiError> {
    let find = async || {
        let played = app.store.played_since(time::now() - LATELY, LOOKED_AT).await?;
        Ok::<_, ApiError>(popular(&played))
    };
    Ok(Json(app.popular.get(FRESH, find).await?))
}

/// Those that most different people played, then those with most games.
fn popular(played: &[PlayedGame]) -> Vec<PopularGame> {
    let mut known = BTreeMap::<String, (BTreeSet<&str>, BTreeSet<&str>)>::new();
    for PlayedGame { id, spec, who } in played {
        if let Some(card) = gallery::card_of(spec) {
            let (people, games) = known.entry(card).or_default();
            people.insert(who);
            games.insert(id);
        }
    }
    let all: usize = known.values().map(|(_, games)| games.len()).sum();
    if all < LEAST {
        return Vec::new();
    }
    let mut known: Vec<_> = known.into_iter().collect();
    known.sort_by_key(|(_, (people, games))| std::cmp::Reverse((people.len(), games.len())));
    let told = |(spec, (_, games)): (String, (_, BTreeSet<&str>))| PopularGame {
        spec,
        games: games.len(),
    };
    known.into_iter().take(MOST).map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(id: usize, spec: &str, who: &str) -> PlayedGame {
        PlayedGame { id: id.to_string(), spec: spec.to_owned(), who: who.to_owned() }
    }

    #[test]
    fn what_most_people_play_comes_first_and_a_few_games_say_nothing() {
        let mut games = vec![played(1, "chess", "a"), played(2, "chess", "a")];
        assert_eq!(popular(&games), []);
        // One person's many games are one person's.
        games.extend([played(3, "hex", "a"), played(3, "hex", "b")]);
        let told = popular(&games);
        let told: Vec<_> = told.iter().map(|game| (&game.spec[..], game.games)).collect();
        assert_eq!(told, [("hex", 1), ("chess", 2)]);
    }

    #[test]
    fn a_game_counts_for_its_card_whatever_chance_chose_and_unknown_games_for_none() {
        let first = gallery::cards().into_iter().next().unwrap().spec;
        let seeded = format!("{first} seed=77");
        let games =
            [&seeded[..], "chess", "checkers", "zrf file=0123456789abcdef variant=\"Mine\""];
        let games: Vec<_> = (0..).zip(games).map(|(id, spec)| played(id, spec, "a")).collect();
        let mut told: Vec<String> = popular(&games).into_iter().map(|game| game.spec).collect();
        told.sort();
        let mut expected = vec![first, "checkers".to_owned(), "chess".to_owned()];
        expected.sort();
        assert_eq!(told, expected);
    }
}
