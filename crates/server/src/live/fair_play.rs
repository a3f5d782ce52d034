//! What keeps ratings honest.
//!
//! - Only the usual game of each family is rated, from a start that the server draws: ratings are kept
//!   by family, and whoever may choose the position chooses the winner.
//! - Engines and analysis of this server are closed for somebody who plays a rated game: all of them
//!   while a clock of minutes runs, and those of the same family while one of days does. Other programs
//!   on the player's own machine no server can close.
//! - An account, and a pair of accounts, begin only so many rated games in a day.

use selforge_core::Spec;
use selforge_games::Playable;

use super::clock::ClockRule;
use crate::accounts::identity::{Client, random_hex};
use crate::app::App;
use crate::error::ApiError;
use crate::time;

/// A day, in seconds.
const DAY: i64 = 86_400;

/// The spec of a rated game, with a start that the server draws.
pub(crate) fn drawn(text: &str) -> String {
    let Ok(mut spec) = Spec::parse(text) else { return text.to_owned() };
    let families = selforge_games::catalogue().families();
    let family = families.iter().find(|family| family.name == spec.name());
    let has_seed = family.is_some_and(|f| f.options.iter().any(|option| option.key == "seed"));
    let seed = random_hex(4).and_then(|hex| u64::from_str_radix(&hex, 16).ok());
    if has_seed && spec.get("position").is_none() {
        // A spec that is too long for another seed is not the usual game.
        let _ = spec.set("seed", seed.unwrap_or_default() % 1_000_000);
    }
    spec.to_string()
}

/// Checks that a game is the usual one of its family.
///
/// # Errors
/// If it has anything of its own but the seed.
pub(crate) fn check_usual(playable: &Playable) -> Result<(), ApiError> {
    let Some((key, _)) = playable.spec.options().find(|(key, _)| *key != "seed") else {
        return Ok(());
    };
    let name = playable.spec.name();
    let problem =
        format!("with {key}= this game cannot be rated; expected the usual game, '{name}'");
    Err(ApiError::invalid(format!("{problem}, or a casual one")))
}

/// Checks that an account may begin one more rated game, against another if it is known.
///
/// # Errors
/// If there were too many today.
pub(crate) async fn check_rated_quota(
    app: &App,
    account: i64,
    against: Option<i64>,
) -> Result<(), ApiError> {
    let (since, limits) = (time::now() - DAY, &app.limits);
    let most = limits.rated_per_day;
    if app.store.count_rated(account, None, since).await? >= most {
        let problem = format!("you have begun {most} rated games today, which is the most");
        return Err(ApiError::too_many(problem));
    }
    let most = limits.rated_per_pair;
    if against.is_some() && app.store.count_rated(account, against, since).await? >= most {
        let problem = format!("you two have begun {most} rated games today, which is the most");
        return Err(ApiError::too_many(problem));
    }
    Ok(())
}

/// Checks that a client may have an engine or an evaluation look at a game.
///
/// # Errors
/// If it plays a rated game in which that would help.
pub(crate) async fn check_no_help(app: &App, client: &Client, spec: &str) -> Result<(), ApiError> {
    let Some(account) = &client.account else { return Ok(()) };
    let family = |spec: &str| spec.split_whitespace().next().unwrap_or_default().to_owned();
    let asked = family(spec);
    for game in app.store.running_rated(account.id).await? {
        if !matches!(game.clock, ClockRule::Days { .. }) || family(&game.spec) == asked {
            let problem =
                "you play a rated game: engines and analysis are closed for you until it ends";
            return Err(ApiError::conflict("rated-game", problem));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use selforge_games::NoFiles;

    use super::*;

    fn open(spec: &str) -> Playable {
        selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap()
    }

    #[test]
    fn only_the_usual_game_of_a_family_is_rated() {
        for family in selforge_games::catalogue().families() {
            let playable = open(&drawn(&family.name));
            assert!(check_usual(&playable).is_ok(), "{}", playable.spec);
        }
        for spec in ["selfo board=hexhex-3", "selfo length=1,2", "hex board=hex-5x5 swap=off"] {
            assert!(check_usual(&open(spec)).is_err(), "{spec}");
        }
    }

    #[test]
    fn the_start_of_a_rated_game_is_drawn_by_the_server() {
        let seeds = |text: &str| {
            let seed = Spec::parse(&drawn(text)).unwrap().get("seed").map(str::to_owned);
            seed.expect("a start that is drawn")
        };
        assert_ne!((seeds("selfo seed=1"), seeds("selfo")), ("1".to_owned(), "1".to_owned()));
        assert_eq!(drawn("chess"), "chess", "chess has one start");
    }
}
