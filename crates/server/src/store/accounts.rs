//! Accounts, their sessions, tokens and ratings in the file.

use skillratings::glicko2::Glicko2Rating;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::{Store, StoreError};
use crate::accounts::identity::Account;
use crate::accounts::ratings::RatingView;
use crate::messages::accounts::TokenView;
use crate::time;

impl Store {
    /// Makes an account; `None` if the name is taken.
    pub(crate) async fn register(
        &self,
        name: &str,
        password: &str,
    ) -> Result<Option<Account>, StoreError> {
        let created = time::now();
        let query = "INSERT INTO account (name, password, created) VALUES (?, ?, ?)
             ON CONFLICT (name) DO NOTHING RETURNING id";
        let query = sqlx::query(query).bind(name).bind(password).bind(created);
        let row = query.fetch_optional(&self.pool).await?;
        row.map(|row| Ok(Account { id: row.try_get(0)?, name: name.to_owned(), created }))
            .transpose()
    }

    /// An account by its name, with what its password is checked against.
    pub(crate) async fn account(
        &self,
        name: &str,
    ) -> Result<Option<(Account, String)>, StoreError> {
        let query = "SELECT id, name, created, password FROM account WHERE name = ?";
        let row = sqlx::query(query).bind(name).fetch_optional(&self.pool).await?;
        row.map(|row| Ok((account(&row)?, row.try_get("password")?))).transpose()
    }

    /// The account that a browser is signed in to.
    pub(crate) async fn account_of_cookie(
        &self,
        digest: &str,
    ) -> Result<Option<Account>, StoreError> {
        let query = "SELECT id, name, account.created FROM account
             JOIN session ON session.account = id WHERE digest = ?";
        let row = sqlx::query(query).bind(digest).fetch_optional(&self.pool).await?;
        row.as_ref().map(account).transpose()
    }

    /// The account that a token was made by; the use is noted once a minute.
    pub(crate) async fn account_of_token(
        &self,
        digest: &str,
    ) -> Result<Option<Account>, StoreError> {
        let query = "SELECT account.id, name, account.created, token.id AS token, used FROM account
             JOIN token ON token.account = account.id WHERE digest = ?";
        let row = sqlx::query(query).bind(digest).fetch_optional(&self.pool).await?;
        let Some(row) = row else { return Ok(None) };
        let now = time::now();
        if row.try_get::<Option<i64>, _>("used")?.is_none_or(|used| used < now - 60) {
            let query = sqlx::query("UPDATE token SET used = ? WHERE id = ?").bind(now);
            query.bind(row.try_get::<i64, _>("token")?).execute(&self.writing).await?;
        }
        Ok(Some(account(&row)?))
    }

    /// Signs a browser in.
    pub(crate) async fn sign_in(&self, digest: &str, account: i64) -> Result<(), StoreError> {
        let query = "INSERT INTO session (digest, account, created) VALUES (?, ?, ?)";
        sqlx::query(query)
            .bind(digest)
            .bind(account)
            .bind(time::now())
            .execute(&self.writing)
            .await?;
        Ok(())
    }

    /// Signs a browser out.
    pub(crate) async fn sign_out(&self, digest: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM session WHERE digest = ?")
            .bind(digest)
            .execute(&self.writing)
            .await?;
        Ok(())
    }

    /// Changes a password and signs out every other browser.
    pub(crate) async fn set_password(
        &self,
        account: i64,
        password: &str,
        keep: &str,
    ) -> Result<(), StoreError> {
        let mut transaction = self.write().await?;
        sqlx::query("UPDATE account SET password = ? WHERE id = ?")
            .bind(password)
            .bind(account)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("DELETE FROM session WHERE account = ? AND digest <> ?")
            .bind(account)
            .bind(keep)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Removes an account with its sessions, tokens and ratings. Its games stay with those it played
    /// against, under a name that is no account's.
    pub(crate) async fn delete_account(&self, account: &Account) -> Result<(), StoreError> {
        let mut transaction = self.write().await?;
        let (who, nobody) = (format!("a:{}", account.id), format!("x:{}", account.id));
        for query in [
            "DELETE FROM game WHERE owner = ?1 AND NOT EXISTS (SELECT 1 FROM seat WHERE game = id
                AND kind = 'person' AND who <> ?1)",
            "UPDATE game SET owner = ?2 WHERE owner = ?1",
            "UPDATE seat SET who = ?2, name = 'someone who left' WHERE who = ?1",
            "UPDATE OR IGNORE vote SET who = ?2 WHERE who = ?1",
        ] {
            sqlx::query(query).bind(&who).bind(&nobody).execute(&mut *transaction).await?;
        }
        let query = sqlx::query("DELETE FROM account WHERE id = ?").bind(account.id);
        query.execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Removes sessions that are older than their cookies can be.
    pub(crate) async fn forget_sessions(&self, seconds: i64) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM session WHERE created < ?");
        query.bind(time::now() - seconds).execute(&self.writing).await?;
        Ok(())
    }

    /// The tokens of an account.
    pub(crate) async fn tokens(&self, account: i64) -> Result<Vec<TokenView>, StoreError> {
        let query = "SELECT id, label, created, used FROM token WHERE account = ? ORDER BY id";
        let rows = sqlx::query(query).bind(account).fetch_all(&self.pool).await?;
        let view = |row: &SqliteRow| -> Result<TokenView, StoreError> {
            Ok(TokenView {
                id: row.try_get("id")?,
                label: row.try_get("label")?,
                created: row.try_get("created")?,
                used: row.try_get("used")?,
            })
        };
        rows.iter().map(view).collect()
    }

    /// Keeps a new token's digest; returns its number.
    pub(crate) async fn add_token(
        &self,
        account: i64,
        digest: &str,
        label: &str,
    ) -> Result<i64, StoreError> {
        let query = "INSERT INTO token (account, digest, label, created) VALUES (?, ?, ?, ?)
             RETURNING id";
        let query = sqlx::query(query).bind(account).bind(digest).bind(label).bind(time::now());
        Ok(query.fetch_one(&self.pool).await?.try_get(0)?)
    }

    /// Takes a token away from an account. Returns whether there was one.
    pub(crate) async fn remove_token(&self, account: i64, id: i64) -> Result<bool, StoreError> {
        let query = sqlx::query("DELETE FROM token WHERE account = ? AND id = ?");
        let done = query.bind(account).bind(id).execute(&self.writing).await?;
        Ok(done.rows_affected() > 0)
    }

    /// The ratings of an account.
    pub(crate) async fn ratings(&self, account: i64) -> Result<Vec<RatingView>, StoreError> {
        let query = "SELECT game, speed, rating, deviation, volatility, games, updated FROM rating
             WHERE account = ? ORDER BY games DESC, game, speed";
        let rows = sqlx::query(query).bind(account).fetch_all(&self.pool).await?;
        let view = |row: &SqliteRow| -> Result<RatingView, StoreError> {
            let stored = Glicko2Rating {
                rating: row.try_get("rating")?,
                deviation: row.try_get("deviation")?,
                volatility: row.try_get("volatility")?,
            };
            let (game, speed) = (row.try_get("game")?, row.try_get("speed")?);
            let (games, updated) = (row.try_get("games")?, row.try_get("updated")?);
            Ok(RatingView::new(game, speed, stored, games, updated))
        };
        rows.iter().map(view).collect()
    }
}

fn account(row: &SqliteRow) -> Result<Account, StoreError> {
    Ok(Account {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        created: row.try_get("created")?,
    })
}
