//! The strongest players, by game and speed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use crate::accounts::ratings::RatingView;
use crate::app::App;
use crate::error::ApiError;
use crate::messages::accounts::{Leader, Leaderboard};
use crate::messages::text_of;
use crate::store::RatingRow;

/// How long the same answer is given.
const FRESH: Duration = Duration::from_secs(10);

/// How many players a board has, and how many ratings are looked at for it: first guesses come last.
const PLAYERS: usize = 20;
const LOOKED_AT: usize = 200;

/// The strongest players of every game and speed, as of a few seconds ago.
#[utoipa::path(
    get,
    path = "/api/leaderboards",
    operation_id = "leaderboards",
    responses((status = 200, body = Vec<Leaderboard>)),
)]
pub(super) async fn show(State(app): State<Arc<App>>) -> Result<impl IntoResponse, ApiError> {
    let find = async || {
        let leaders = app.store.leaders(LOOKED_AT).await?;
        Ok::<Bytes, ApiError>(text_of(&boards(leaders)).into())
    };
    let boards: Bytes = app.leaderboards.get(FRESH, find).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], boards))
}

/// A board for each game and speed, those with the most games first.
fn boards(leaders: Vec<(String, RatingRow)>) -> Vec<Leaderboard> {
    let mut boards = BTreeMap::<(String, String), Vec<Leader>>::new();
    for (name, row) in leaders {
        let RatingView { game, speed, rating, games, provisional, .. } = RatingView::of(row);
        let leader = Leader { name, rating, games, provisional };
        boards.entry((game, speed)).or_default().push(leader);
    }
    let board = |((game, speed), mut players): ((String, String), Vec<Leader>)| {
        let played: i64 = players.iter().map(|leader| leader.games).sum();
        // The order within both halves stays: best first.
        players.sort_by_key(|leader| leader.provisional);
        players.truncate(PLAYERS);
        // Ratings are kept by family, whatever its usual variant is called.
        let family = selforge_games::catalogue().family(&game);
        let title = family.map_or_else(|| game.clone(), |family| family.title.to_string());
        (played, Leaderboard { title, game, speed, players })
    };
    let mut boards: Vec<(i64, Leaderboard)> = boards.into_iter().map(board).collect();
    boards.sort_by_key(|(played, _)| std::cmp::Reverse(*played));
    boards.into_iter().map(|(_, board)| board).collect()
}

#[cfg(test)]
mod tests {
    use skillratings::glicko2::Glicko2Rating;

    use super::*;
    use crate::time;

    fn row(name: &str, game: &str, rating: f64, deviation: f64, games: i64) -> (String, RatingRow) {
        let rating = Glicko2Rating { rating, deviation, volatility: 0.06 };
        let (game, speed) = (game.to_owned(), "blitz".to_owned());
        (name.to_owned(), RatingRow { game, speed, rating, games, updated: time::now() })
    }

    #[test]
    fn sure_ratings_come_before_first_guesses_and_the_game_played_most_comes_first() {
        let boards = boards(vec![
            row("guess", "selfo", 1900.0, 300.0, 1),
            row("best", "selfo", 1800.0, 60.0, 40),
            row("good", "selfo", 1700.0, 60.0, 30),
            row("chess", "chess", 1600.0, 60.0, 5),
        ]);
        let names = |board: &Leaderboard| {
            board.players.iter().map(|leader| leader.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(
            boards.iter().map(|board| &board.game[..]).collect::<Vec<_>>(),
            ["selfo", "chess"]
        );
        assert_eq!(names(&boards[0]), ["best", "good", "guess"]);
        assert_eq!((&boards[0].title[..], &boards[1].title[..]), ("Selfo", "Chess"));
    }
}
