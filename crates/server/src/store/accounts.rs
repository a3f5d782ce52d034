//! Accounts, the browsers that are signed in to them, their tokens and ratings.

use async_trait::async_trait;
use skillratings::glicko2::Glicko2Rating;

use super::StoreError;
use crate::accounts::identity::{Account, ClientId};
use crate::messages::accounts::Sharing;

/// A token of an account; the token itself is not stored, only its digest.
#[derive(Clone, Debug)]
pub(crate) struct TokenRow {
    pub(crate) id: i64,
    pub(crate) label: String,
    pub(crate) created: i64,
    pub(crate) used: Option<i64>,
}

/// A rating as it was after the last game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RatingRow {
    pub(crate) game: String,
    pub(crate) speed: String,
    pub(crate) rating: Glicko2Rating,
    pub(crate) games: i64,
    /// When, in seconds.
    pub(crate) updated: i64,
}

/// Accounts, the browsers that are signed in to them, their tokens and ratings.
#[async_trait]
pub(crate) trait Accounts {
    /// Makes an account; `None` if the name is taken.
    async fn register(&self, name: &str, password: &str) -> Result<Option<Account>, StoreError>;

    /// An account by its name, with what its password is checked against.
    async fn account(&self, name: &str) -> Result<Option<(Account, String)>, StoreError>;

    /// The account that a browser is signed in to.
    async fn account_of_cookie(&self, digest: &str) -> Result<Option<Account>, StoreError>;

    /// The account that a token was made by, and the token's number; the use is noted once a minute.
    async fn account_of_token(&self, digest: &str) -> Result<Option<(Account, i64)>, StoreError>;

    /// Whether a cookie of this digest owns anything here.
    async fn knows_cookie(&self, digest: &str) -> Result<bool, StoreError>;

    /// The key that cookies are signed with; it is made once.
    async fn cookie_key(&self) -> Result<Vec<u8>, StoreError>;

    /// Signs a browser in.
    async fn sign_in(&self, digest: &str, account: i64) -> Result<(), StoreError>;

    /// Signs a browser out.
    async fn sign_out(&self, digest: &str) -> Result<(), StoreError>;

    /// Changes a password and signs out every browser but the one of the digest `keep`; tokens end too
    /// if wanted.
    async fn set_password(
        &self,
        account: i64,
        password: &str,
        keep: &str,
        revoke_tokens: bool,
    ) -> Result<(), StoreError>;

    /// What an account allows to be made of its finished games.
    async fn sharing(&self, account: i64) -> Result<Sharing, StoreError>;

    /// Changes that.
    async fn set_sharing(&self, account: i64, sharing: Sharing) -> Result<(), StoreError>;

    /// Removes an account with its sign-ins, tokens, ratings and notes. Its games stay with those it
    /// played against, under a name that is no account's.
    async fn delete_account(&self, account: i64) -> Result<(), StoreError>;

    /// Removes sign-ins that are older than their cookies can be.
    async fn forget_sign_ins(&self, seconds: i64) -> Result<(), StoreError>;

    /// The tokens of an account.
    async fn tokens(&self, account: i64) -> Result<Vec<TokenRow>, StoreError>;

    /// Keeps a new token's digest and returns its number; `None` if the account has `most` already.
    async fn add_token(
        &self,
        account: i64,
        digest: &str,
        label: &str,
        most: usize,
    ) -> Result<Option<i64>, StoreError>;

    /// Takes a token away from an account. Returns whether there was one.
    async fn remove_token(&self, account: i64, id: i64) -> Result<bool, StoreError>;

    /// How many seats of waiting games are kept for somebody, and how many of them by one other.
    async fn invitations(&self, who: &ClientId, by: &ClientId) -> Result<(i64, i64), StoreError>;

    /// The best ratings of every game and speed with the names of their accounts, best first, at most so
    /// many of each.
    async fn leaders(&self, each: usize) -> Result<Vec<(String, RatingRow)>, StoreError>;

    /// The ratings of an account, those with the most games first.
    async fn ratings(&self, account: i64) -> Result<Vec<RatingRow>, StoreError>;
}
