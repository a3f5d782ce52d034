//! Accounts: registering, signing in and out, tokens, profiles.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::games::GameSummary;

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    #[schema(pattern = "^[A-Za-z0-9_-]{2,20}$")]
    pub name: String,
    #[schema(min_length = 8, max_length = 200)]
    pub password: String,
}

/// An old and a new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    pub old: String,
    #[schema(min_length = 8, max_length = 200)]
    pub new: String,
    /// Whether the account's tokens end as well.
    #[serde(default)]
    pub revoke_tokens: bool,
}

/// A password, to be sure.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    pub password: String,
}

/// That the password is another now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PasswordChanged {
    pub changed: bool,
}

/// Who the client is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Me {
    /// None for a guest.
    #[schema(required)]
    pub account: Option<AccountView>,
    /// How many players challenge the account and wait for an answer.
    pub challenges: i64,
}

/// An account as its owner sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct AccountView {
    pub name: String,
    pub created: i64,
}

/// What an account allows to be made of its finished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sharing {
    /// They stay on the server.
    #[default]
    No,
    /// They may be given to researchers, without the name.
    Nameless,
    /// And with the name.
    Named,
}

impl Sharing {
    /// To be stored.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Sharing::No => "no",
            Sharing::Nameless => "nameless",
            Sharing::Named => "named",
        }
    }

    /// As it was stored; whatever is not understood allows nothing.
    pub(crate) fn stored(text: &str) -> Sharing {
        let all = [Sharing::No, Sharing::Nameless, Sharing::Named];
        all.into_iter().find(|sharing| sharing.text() == text).unwrap_or_default()
    }
}

/// What the account allows to be made of its finished games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameSharing {
    pub sharing: Sharing,
}

/// A token to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for.
    #[schema(max_length = 60)]
    pub label: String,
}

/// A new token, which is told this once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct CreatedToken {
    pub id: i64,
    pub token: String,
}

/// A token as its owner sees it; the token itself is shown once, when it is made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TokenView {
    pub id: i64,
    pub label: String,
    pub created: i64,
    /// When it was last used.
    #[schema(required)]
    pub used: Option<i64>,
}

/// A token that is useless now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TokenDeleted {
    pub deleted: i64,
}

/// What everyone may know of an account.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Profile {
    pub name: String,
    pub created: i64,
    /// Whether they are here now.
    pub online: bool,
    pub ratings: Vec<RatingView>,
    /// Their latest games with others.
    pub games: Vec<GameSummary>,
}

/// The strongest players of a game at a speed.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Leaderboard {
    /// The family of the games.
    pub game: String,
    /// What players call it.
    pub title: String,
    pub speed: String,
    /// Those whose rating is sure first, then the others, each best first.
    pub players: Vec<Leader>,
}

/// Somebody among the strongest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Leader {
    pub name: String,
    pub rating: i64,
    /// How many games were rated.
    pub games: i64,
    /// Whether the rating is only a first guess.
    pub provisional: bool,
}

/// A rating as profiles show it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RatingView {
    /// The family of the games.
    pub game: String,
    /// The speed of the games, as [`super::games::Speed`] says it.
    pub speed: String,
    pub rating: i64,
    pub deviation: i64,
    /// How many games were rated.
    pub games: i64,
    /// Whether it is only a first guess.
    pub provisional: bool,
}
