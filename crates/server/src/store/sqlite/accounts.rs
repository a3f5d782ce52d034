//! Accounts, the browsers that are signed in to them, their tokens and ratings in the file.

use async_trait::async_trait;
use rusqlite::{OptionalExtension, Row, params};

use super::ratings::rating;
use super::{SqliteStore, StoreError};
use crate::accounts::identity::{Account, ClientId};
use crate::live::occupant::SOMEONE_WHO_LEFT;
use crate::store::{Accounts, RatingRow, TokenRow};
use crate::time;

#[async_trait]
impl Accounts for SqliteStore {
    async fn register(&self, name: &str, password: &str) -> Result<Option<Account>, StoreError> {
        let (name, password) = (name.to_owned(), password.to_owned());
        self.write(move |connection| {
            let created = time::now();
            let query = "INSERT INTO account (name, password, created) VALUES (?, ?, ?)
                 ON CONFLICT (name) DO NOTHING RETURNING id";
            let mut query = connection.prepare_cached(query)?;
            let id = query.query_row(params![name, password, created], |row| row.get(0));
            Ok(id.optional()?.map(|id| Account { id, name, created }))
        })
        .await
    }

    async fn account(&self, name: &str) -> Result<Option<(Account, String)>, StoreError> {
        let name = name.to_owned();
        self.read(move |connection| {
            let query = "SELECT id, name, created, password FROM account WHERE name = ?";
            let mut query = connection.prepare_cached(query)?;
            let found = query.query_row([name], |row| Ok((account(row)?, row.get("password")?)));
            Ok(found.optional()?)
        })
        .await
    }

    async fn account_of_cookie(&self, digest: &str) -> Result<Option<Account>, StoreError> {
        let digest = digest.to_owned();
        self.read(move |connection| {
            let query = "SELECT id, name, account.created FROM account
                 JOIN session ON session.account = id WHERE digest = ?";
            let mut query = connection.prepare_cached(query)?;
            Ok(query.query_row([digest], account).optional()?)
        })
        .await
    }

    async fn account_of_token(&self, digest: &str) -> Result<Option<(Account, i64)>, StoreError> {
        let digest = digest.to_owned();
        let found = self.read(move |connection| {
            let query = "SELECT account.id, name, account.created, token.id AS token, used
                 FROM account JOIN token ON token.account = account.id WHERE digest = ?";
            let mut query = connection.prepare_cached(query)?;
            let found = query.query_row([digest], |row| {
                let (token, used): (i64, Option<i64>) = (row.get("token")?, row.get("used")?);
                Ok((account(row)?, token, used))
            });
            Ok(found.optional()?)
        });
        let Some((account, token, used)) = found.await? else { return Ok(None) };
        let now = time::now();
        if used.is_none_or(|used| used < now - 60) {
            self.write(move |connection| {
                let mut query =
                    connection.prepare_cached("UPDATE token SET used = ? WHERE id = ?")?;
                query.execute([now, token])?;
                Ok(())
            })
            .await?;
        }
        Ok(Some((account, token)))
    }

    async fn knows_cookie(&self, digest: &str) -> Result<bool, StoreError> {
        let digest = digest.to_owned();
        self.read(move |connection| {
            let query = "SELECT EXISTS (SELECT 1 FROM game WHERE owner = ?1)
                 OR EXISTS (SELECT 1 FROM seat WHERE who = ?1)
                 OR EXISTS (SELECT 1 FROM session WHERE digest = ?2)";
            let mut query = connection.prepare_cached(query)?;
            let guest = ClientId::guest(&digest);
            Ok(query.query_row([guest.text(), &digest], |row| row.get(0))?)
        })
        .await
    }

    async fn cookie_key(&self) -> Result<Vec<u8>, StoreError> {
        let mut fresh = [0; 32];
        getrandom::fill(&mut fresh).map_err(|error| StoreError::Database(error.to_string()))?;
        self.write(move |connection| {
            let query =
                "INSERT INTO secret (name, value) VALUES ('cookies', ?) ON CONFLICT DO NOTHING";
            connection.prepare_cached(query)?.execute([fresh])?;
            let query = "SELECT value FROM secret WHERE name = 'cookies'";
            Ok(connection.prepare_cached(query)?.query_row([], |row| row.get(0))?)
        })
        .await
    }

    async fn sign_in(&self, digest: &str, account: i64) -> Result<(), StoreError> {
        let digest = digest.to_owned();
        self.write(move |connection| {
            let query = "INSERT INTO session (digest, account, created) VALUES (?, ?, ?)";
            connection.prepare_cached(query)?.execute(params![digest, account, time::now()])?;
            Ok(())
        })
        .await
    }

    async fn sign_out(&self, digest: &str) -> Result<(), StoreError> {
        let digest = digest.to_owned();
        self.write(move |connection| {
            connection.prepare_cached("DELETE FROM session WHERE digest = ?")?.execute([digest])?;
            Ok(())
        })
        .await
    }

    async fn set_password(
        &self,
        account: i64,
        password: &str,
        keep: &str,
        revoke_tokens: bool,
    ) -> Result<(), StoreError> {
        let (password, keep) = (password.to_owned(), keep.to_owned());
        self.write(move |connection| {
            let query = "UPDATE account SET password = ? WHERE id = ?";
            connection.prepare_cached(query)?.execute(params![password, account])?;
            let query = "DELETE FROM session WHERE account = ? AND digest <> ?";
            connection.prepare_cached(query)?.execute(params![account, keep])?;
            if revoke_tokens {
                let mut query = connection.prepare_cached("DELETE FROM token WHERE account = ?")?;
                query.execute([account])?;
            }
            Ok(())
        })
        .await
    }

    async fn delete_account(&self, account: i64) -> Result<(), StoreError> {
        self.write(move |connection| {
            let (who, nobody) = (ClientId::of_account(account), ClientId::of_deleted(account));
            for query in [
                "DELETE FROM notes WHERE client = ?1",
                "DELETE FROM rule_owner WHERE client = ?1",
                "DELETE FROM game WHERE owner = ?1 AND NOT EXISTS (SELECT 1 FROM seat
                    WHERE game = id AND kind = 'person' AND who <> ?1)",
            ] {
                connection.prepare_cached(query)?.execute([who.text()])?;
            }
            let query = "UPDATE seat SET who = ?2, name = ?3 WHERE who = ?1";
            let values = [who.text(), nobody.text(), SOMEONE_WHO_LEFT];
            connection.prepare_cached(query)?.execute(values)?;
            for query in [
                "UPDATE game SET owner = ?2 WHERE owner = ?1",
                "UPDATE OR IGNORE vote SET who = ?2 WHERE who = ?1",
            ] {
                connection.prepare_cached(query)?.execute([who.text(), nobody.text()])?;
            }
            connection.prepare_cached("DELETE FROM account WHERE id = ?")?.execute([account])?;
            Ok(())
        })
        .await
    }

    async fn forget_sign_ins(&self, seconds: i64) -> Result<(), StoreError> {
        self.write(move |connection| {
            let mut query = connection.prepare_cached("DELETE FROM session WHERE created < ?")?;
            query.execute([time::now() - seconds])?;
            Ok(())
        })
        .await
    }

    async fn tokens(&self, account: i64) -> Result<Vec<TokenRow>, StoreError> {
        self.read(move |connection| {
            let query = "SELECT id, label, created, used FROM token WHERE account = ? ORDER BY id";
            let mut query = connection.prepare_cached(query)?;
            let tokens = query.query_map([account], |row| {
                Ok(TokenRow {
                    id: row.get("id")?,
                    label: row.get("label")?,
                    created: row.get("created")?,
                    used: row.get("used")?,
                })
            })?;
            Ok(tokens.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn add_token(
        &self,
        account: i64,
        digest: &str,
        label: &str,
        most: usize,
    ) -> Result<Option<i64>, StoreError> {
        let (digest, label) = (digest.to_owned(), label.to_owned());
        self.write(move |connection| {
            let query = "INSERT INTO token (account, digest, label, created) SELECT ?1, ?2, ?3, ?4
                 WHERE (SELECT count(*) FROM token WHERE account = ?1) < ?5 RETURNING id";
            let mut query = connection.prepare_cached(query)?;
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let values = params![account, digest, label, time::now(), most];
            Ok(query.query_row(values, |row| row.get(0)).optional()?)
        })
        .await
    }

    async fn remove_token(&self, account: i64, id: i64) -> Result<bool, StoreError> {
        self.write(move |connection| {
            let query = "DELETE FROM token WHERE account = ? AND id = ?";
            Ok(connection.prepare_cached(query)?.execute([account, id])? > 0)
        })
        .await
    }

    async fn ratings(&self, account: i64) -> Result<Vec<RatingRow>, StoreError> {
        self.read(move |connection| {
            let query = "SELECT game, speed, rating, deviation, volatility, games, updated
                 FROM rating WHERE account = ? ORDER BY games DESC, game, speed";
            let mut query = connection.prepare_cached(query)?;
            let ratings = query.query_map([account], |row| {
                Ok(RatingRow {
                    game: row.get("game")?,
                    speed: row.get("speed")?,
                    rating: rating(row)?,
                    games: row.get("games")?,
                    updated: row.get("updated")?,
                })
            })?;
            Ok(ratings.collect::<Result<_, _>>()?)
        })
        .await
    }
}

fn account(row: &Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account { id: row.get("id")?, name: row.get("name")?, created: row.get("created")? })
}
