//! Rule files that people brought.

use async_trait::async_trait;

use super::{Quota, StoreError};
use crate::accounts::identity::{ClientId, Source};
use crate::rule_files::Upload;

/// A rule file to be kept for a client.
#[derive(Clone, Debug)]
pub(crate) struct NewRuleFile {
    pub(crate) upload: Upload,
    /// The cards of its games, as JSON.
    pub(crate) cards: String,
    pub(crate) client: ClientId,
    pub(crate) source: Source,
}

/// A kept rule file without its texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredRuleFile {
    pub(crate) fingerprint: String,
    pub(crate) name: String,
    pub(crate) cards: String,
    pub(crate) pictures: i64,
    pub(crate) created: i64,
}

/// Rule files, by their fingerprints. The same file is kept once, for everyone who brought it.
#[async_trait]
pub(crate) trait RuleFiles {
    /// Keeps a file for a client.
    ///
    /// # Errors
    /// [`StoreError::Exceeded`] if the source would have more files or bytes than it may.
    async fn save_rules(&self, file: NewRuleFile, quota: Quota) -> Result<(), StoreError>;

    /// A text of a kept file: the rules themselves, which have no name, or what they include.
    async fn rule_text(&self, file: &str, name: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// All texts of a kept file with their names: the rules themselves, which have none, and what they include.
    async fn rule_texts(&self, file: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError>;

    /// A picture of a kept file, as PNG.
    async fn rule_picture(&self, file: &str, name: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// A kept file.
    async fn rule_file(&self, file: &str) -> Result<Option<StoredRuleFile>, StoreError>;

    /// The files that a client brought, the latest first.
    async fn rule_files_of(&self, client: &ClientId) -> Result<Vec<StoredRuleFile>, StoreError>;

    /// Keeps a file no longer for a client; whether it was kept. Games that are played by it stay.
    async fn drop_rules(&self, file: &str, client: &ClientId) -> Result<bool, StoreError>;

    /// Forgets guests' files that nobody used for so many seconds, if a time is given, and files that
    /// nobody has any more, unless a game is played by them.
    async fn forget_rules(&self, guests: Option<i64>) -> Result<(), StoreError>;
}
