//! Accounts, the browsers that are signed in to them, their tokens and ratings, in SQL.

use async_trait::async_trait;

use super::ratings::rating;
use super::{Row, Sql, SqlStore, values};
use crate::accounts::identity::{Account, ClientId};
use crate::live::occupant::SOMEONE_WHO_LEFT;
use crate::messages::accounts::Sharing;
use crate::store::{Accounts, RatingRow, StoreError, TokenRow};
use crate::time;

#[async_trait]
impl Accounts for SqlStore {
    async fn register(&self, name: &str, password: &str) -> Result<Option<Account>, StoreError> {
        let (name, password) = (name.to_owned(), password.to_owned());
        self.write(move |sql| {
            let query = "INSERT INTO account (name, password, created) VALUES (?, ?, ?)
                 ON CONFLICT DO NOTHING RETURNING id, name, created";
            sql.first(query, values![&name, &password, time::now()], account)
        })
        .await
    }

    async fn account(&self, name: &str) -> Result<Option<(Account, String)>, StoreError> {
        let name = name.to_owned();
        self.read(move |sql| {
            // However it is written in capitals and small letters.
            let query = match sql {
                Sql::Sqlite(_) => "SELECT id, name, created, password FROM account WHERE name = ?",
                Sql::Postgres(_) => {
                    "SELECT id, name, created, password FROM account WHERE lower(name) = lower(? COLLATE \"C\")"
                }
            };
            sql.first(query, values![&name], |row| Ok((account(row)?, row.get("password")?)))
        })
        .await
    }

    async fn account_of_cookie(&self, digest: &str) -> Result<Option<Account>, StoreError> {
        let digest = digest.to_owned();
        self.read(move |sql| {
            let query = "SELECT id, name, account.created FROM account
                 JOIN session ON session.account = id WHERE digest = ?";
            sql.first(query, values![&digest], account)
        })
        .await
    }

    async fn account_of_token(&self, digest: &str) -> Result<Option<(Account, i64)>, StoreError> {
        let digest = digest.to_owned();
        let found = self.read(move |sql| {
            let query = "SELECT account.id, name, account.created, token.id AS token, used
                 FROM account JOIN token ON token.account = account.id WHERE digest = ?";
            sql.first(query, values![&digest], |row| {
                Ok((account(row)?, row.get("token")?, row.get("used")?))
            })
        });
        let Some((account, token, used)): Option<(Account, i64, Option<i64>)> = found.await? else {
            return Ok(None);
        };
        let now = time::now();
        if used.is_none_or(|used| used < now - 60) {
            let query = "UPDATE token SET used = ? WHERE id = ?";
            self.write(move |sql| sql.execute(query, values![now, token])).await?;
        }
        Ok(Some((account, token)))
    }

    async fn knows_cookie(&self, digest: &str) -> Result<bool, StoreError> {
        let digest = digest.to_owned();
        self.read(move |sql| {
            let query = "SELECT 1 WHERE EXISTS (SELECT 1 FROM game WHERE owner = ?1)
                 OR EXISTS (SELECT 1 FROM seat WHERE who = ?1)
                 OR EXISTS (SELECT 1 FROM session WHERE digest = ?2)";
            sql.exists(query, values![ClientId::guest(&digest).text(), &digest])
        })
        .await
    }

    async fn cookie_key(&self) -> Result<Vec<u8>, StoreError> {
        let mut fresh = [0_u8; 32];
        getrandom::fill(&mut fresh).map_err(|error| StoreError::Database(error.to_string()))?;
        self.write(move |sql| {
            let query =
                "INSERT INTO secret (name, value) VALUES ('cookies', ?) ON CONFLICT DO NOTHING";
            sql.execute(query, values![&fresh[..]])?;
            let query = "SELECT value FROM secret WHERE name = 'cookies'";
            let key = sql.first(query, values![], |row| row.get("value"))?;
            key.ok_or_else(|| StoreError::Database("the key of cookies is gone".to_owned()))
        })
        .await
    }

    async fn sign_in(&self, digest: &str, account: i64) -> Result<(), StoreError> {
        let digest = digest.to_owned();
        self.write(move |sql| {
            let query = "INSERT INTO session (digest, account, created) VALUES (?, ?, ?)";
            sql.execute(query, values![&digest, account, time::now()]).map(drop)
        })
        .await
    }

    async fn sign_out(&self, digest: &str) -> Result<(), StoreError> {
        let digest = digest.to_owned();
        let query = "DELETE FROM session WHERE digest = ?";
        self.write(move |sql| sql.execute(query, values![&digest]).map(drop)).await
    }

    async fn set_password(
        &self,
        account: i64,
        password: &str,
        keep: &str,
        revoke_tokens: bool,
    ) -> Result<(), StoreError> {
        let (password, keep) = (password.to_owned(), keep.to_owned());
        self.write(move |sql| {
            let query = "UPDATE account SET password = ? WHERE id = ?";
            sql.execute(query, values![&password, account])?;
            let query = "DELETE FROM session WHERE account = ? AND digest <> ?";
            sql.execute(query, values![account, &keep])?;
            if revoke_tokens {
                sql.execute("DELETE FROM token WHERE account = ?", values![account])?;
            }
            Ok(())
        })
        .await
    }

    async fn sharing(&self, account: i64) -> Result<Sharing, StoreError> {
        self.read(move |sql| {
            let query = "SELECT sharing FROM account WHERE id = ?";
            Ok(sql.first(query, values![account], sharing)?.unwrap_or_default())
        })
        .await
    }

    async fn set_sharing(&self, account: i64, sharing: Sharing) -> Result<(), StoreError> {
        let query = "UPDATE account SET sharing = ? WHERE id = ?";
        self.write(move |sql| sql.execute(query, values![sharing.text(), account]).map(drop)).await
    }

    async fn delete_account(&self, account: i64) -> Result<(), StoreError> {
        self.write(move |sql| {
            let (who, nobody) = (ClientId::of_account(account), ClientId::of_deleted(account));
            for query in [
                "DELETE FROM notes WHERE client = ?1",
                "DELETE FROM rule_owner WHERE client = ?1",
                "DELETE FROM game WHERE owner = ?1 AND NOT EXISTS (SELECT 1 FROM seat
                    WHERE game = id AND kind = 'person' AND who <> ?1)",
            ] {
                sql.execute(query, values![who.text()])?;
            }
            let query = "UPDATE seat SET who = ?2, name = ?3 WHERE who = ?1";
            sql.execute(query, values![who.text(), nobody.text(), SOMEONE_WHO_LEFT])?;
            for query in ["UPDATE game SET owner = ?2 WHERE owner = ?1", HAND_OVER_VOTES] {
                sql.execute(query, values![who.text(), nobody.text()])?;
            }
            sql.execute("DELETE FROM account WHERE id = ?", values![account]).map(drop)
        })
        .await
    }

    async fn forget_sign_ins(&self, seconds: i64) -> Result<(), StoreError> {
        let query = "DELETE FROM session WHERE created < ?";
        self.write(move |sql| sql.execute(query, values![time::now() - seconds]).map(drop)).await
    }

    async fn tokens(&self, account: i64) -> Result<Vec<TokenRow>, StoreError> {
        self.read(move |sql| {
            let query = "SELECT id, label, created, used FROM token WHERE account = ? ORDER BY id";
            sql.rows(query, values![account], |row| {
                Ok(TokenRow {
                    id: row.get("id")?,
                    label: row.get("label")?,
                    created: row.get("created")?,
                    used: row.get("used")?,
                })
            })
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
        self.write(move |sql| {
            sql.lock(ClientId::of_account(account).text())?;
            let query = "INSERT INTO token (account, digest, label, created) SELECT ?1, ?2, ?3, ?4
                 WHERE (SELECT count(*) FROM token WHERE account = ?1) < ?5 RETURNING id";
            let values = values![account, &digest, &label, time::now(), most];
            sql.first(query, values, |row| row.get("id"))
        })
        .await
    }

    async fn remove_token(&self, account: i64, id: i64) -> Result<bool, StoreError> {
        let query = "DELETE FROM token WHERE account = ? AND id = ?";
        self.write(move |sql| Ok(sql.execute(query, values![account, id])? > 0)).await
    }

    async fn ratings(&self, account: i64) -> Result<Vec<RatingRow>, StoreError> {
        self.read(move |sql| {
            let query = "SELECT game, speed, rating, deviation, volatility, games, updated
                 FROM rating WHERE account = ? ORDER BY games DESC, game, speed";
            sql.rows(query, values![account], rating_row)
        })
        .await
    }

    async fn invitations(&self, who: &ClientId, by: &ClientId) -> Result<(i64, i64), StoreError> {
        let (who, by) = (who.text().to_owned(), by.text().to_owned());
        self.read(move |sql| {
            let query = "SELECT count(*) AS number,
                     count(CASE WHEN game.owner = ?2 THEN 1 END) AS own
                 FROM seat JOIN game ON game.id = seat.game
                 WHERE seat.who = ?1 AND seat.kind = 'open' AND game.result IS NULL";
            let counts = |row: &Row<'_>| Ok((row.get("number")?, row.get("own")?));
            Ok(sql.first(query, values![&who, &by], counts)?.unwrap_or_default())
        })
        .await
    }

    async fn leaders(&self, each: usize) -> Result<Vec<(String, RatingRow)>, StoreError> {
        self.read(move |sql| {
            let query = "SELECT name, game, speed, rating, deviation, volatility, games, updated
                 FROM (SELECT account.name, rating.*, row_number() OVER (
                         PARTITION BY rating.game, rating.speed
                         ORDER BY rating.rating DESC, account.name) AS place
                     FROM rating JOIN account ON account.id = rating.account) AS placed
                 WHERE place <= ? ORDER BY rating DESC, name";
            sql.rows(query, values![each], |row| Ok((row.get("name")?, rating_row(row)?)))
        })
        .await
    }
}

fn rating_row(row: &Row<'_>) -> Result<RatingRow, StoreError> {
    Ok(RatingRow {
        game: row.get("game")?,
        speed: row.get("speed")?,
        rating: rating(row)?,
        games: row.get("games")?,
        updated: row.get("updated")?,
    })
}

/// Gives somebody's votes to another one who has not voted on the same games.
pub(super) const HAND_OVER_VOTES: &str = "UPDATE vote SET who = ?2 WHERE who = ?1 AND NOT EXISTS
     (SELECT 1 FROM vote AS other WHERE other.game = vote.game AND other.who = ?2)";

/// What an account allows; nothing where that cannot be read.
pub(super) fn sharing(row: &Row<'_>) -> Result<Sharing, StoreError> {
    Ok(Sharing::stored(&row.get::<String>("sharing")?))
}

fn account(row: &Row<'_>) -> Result<Account, StoreError> {
    Ok(Account { id: row.get("id")?, name: row.get("name")?, created: row.get("created")? })
}
