//! Votes and finished games, in SQL.

use async_trait::async_trait;

use super::{SqlStore, values};
use crate::accounts::identity::ClientId;
use crate::store::{FinishedGame, PlayedBy, StoreError, StoredVote, VotableGame, Votes};
use crate::time;

/// The most votes and the most games that are read, the latest first.
const MOST: i64 = 100_000;

#[async_trait]
impl Votes for SqlStore {
    async fn votable_game(
        &self,
        game: &str,
        client: &ClientId,
    ) -> Result<Option<VotableGame>, StoreError> {
        let (game, client) = (game.to_owned(), client.clone());
        self.read(move |sql| {
            let query = "SELECT spec, plies, result IS NOT NULL AS over FROM game
                 WHERE id = ? AND EXISTS
                     (SELECT 1 FROM seat WHERE game = game.id AND kind = 'person' AND who = ?)";
            sql.first(query, values![&game, client.text()], |row| {
                Ok(VotableGame {
                    spec: row.get("spec")?,
                    plies: row.get("plies")?,
                    over: row.get("over")?,
                })
            })
        })
        .await
    }

    async fn vote(
        &self,
        game: &str,
        client: &ClientId,
        spec: &str,
        vote: &str,
    ) -> Result<(), StoreError> {
        let (game, client) = (game.to_owned(), client.clone());
        let (spec, vote) = (spec.to_owned(), vote.to_owned());
        self.write(move |sql| {
            let query = "INSERT INTO vote (game, who, spec, vote, at) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (game, who) DO UPDATE SET vote = excluded.vote, at = excluded.at";
            let values = values![&game, client.text(), &spec, &vote, time::now()];
            sql.execute(query, values).map(drop)
        })
        .await
    }

    async fn own_vote(&self, game: &str, client: &ClientId) -> Result<Option<String>, StoreError> {
        let (game, client) = (game.to_owned(), client.clone());
        self.read(move |sql| {
            let query = "SELECT vote FROM vote WHERE game = ? AND who = ?";
            sql.first(query, values![&game, client.text()], |row| row.get("vote"))
        })
        .await
    }

    async fn votes(&self) -> Result<Vec<StoredVote>, StoreError> {
        self.read(|sql| {
            let query =
                "SELECT who, spec, vote FROM vote ORDER BY at DESC, game DESC, who DESC LIMIT ?";
            let mut votes = sql.rows(query, values![MOST], |row| {
                Ok(StoredVote {
                    who: row.get("who")?,
                    spec: row.get("spec")?,
                    vote: row.get("vote")?,
                })
            })?;
            votes.reverse();
            Ok(votes)
        })
        .await
    }

    async fn finished_games(&self) -> Result<Vec<FinishedGame>, StoreError> {
        self.read(|sql| {
            let query = "SELECT game.id, spec, result, kind, who, name FROM
                     (SELECT id, spec, result, updated FROM game WHERE result IS NOT NULL
                      ORDER BY updated DESC, id DESC LIMIT ?) AS game
                 JOIN seat ON seat.game = game.id ORDER BY updated, game.id, seat.seat";
            let mut games: Vec<(String, FinishedGame)> = Vec::new();
            sql.each(query, values![MOST], &mut |row| {
                let id: String = row.get("id")?;
                if games.last().is_none_or(|(last, _)| *last != id) {
                    let (spec, result) = (row.get("spec")?, row.get("result")?);
                    games.push((id, FinishedGame { spec, result, seats: Vec::new() }));
                }
                if let Some((_, game)) = games.last_mut() {
                    game.seats.push(match row.get::<String>("kind")?.as_str() {
                        "engine" => PlayedBy::Engine(row.get("name")?),
                        _ => {
                            PlayedBy::Person(row.get::<Option<String>>("who")?.unwrap_or_default())
                        }
                    });
                }
                Ok(true)
            })?;
            Ok(games.into_iter().map(|(_, game)| game).collect())
        })
        .await
    }
}
