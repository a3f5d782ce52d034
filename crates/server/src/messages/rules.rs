//! Rule files that people bring: what is wrong with them, and the games in them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::catalogue::GalleryCard;

/// What a rule file is found to be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RuleCheck {
    /// Errors and warnings, in the order of the text.
    pub problems: Vec<RuleProblem>,
    /// How many errors there are; of very many not all are listed.
    pub errors: usize,
    /// The games that can be played, if there is no error.
    pub games: Vec<RuleGame>,
}

/// Something that is wrong with a rule file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RuleProblem {
    /// Whether the file cannot be played because of it.
    pub error: bool,
    /// The file, where it is one that the rule file includes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub file: Option<String>,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// A game or variant of a rule file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RuleGame {
    pub title: String,
    pub seats: u8,
    /// The positions of its board.
    pub cells: usize,
}

/// A rule file that is kept here.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RuleFileView {
    /// What it is kept and named in specs by.
    pub fingerprint: String,
    /// The name under which it was brought.
    pub name: String,
    /// A card for each game and variant.
    pub cards: Vec<GalleryCard>,
    /// How many pictures were brought along.
    pub pictures: usize,
    pub created: i64,
}

/// A rule file with its text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RuleFileText {
    pub name: String,
    pub text: String,
}

/// What came of bringing a rule file.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BroughtRules {
    pub check: RuleCheck,
    /// The kept file; none if it has errors.
    #[schema(required)]
    pub file: Option<RuleFileView>,
}

/// How a rule file is called that is brought.
#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct RuleFileName {
    /// The name of the file.
    #[serde(default)]
    pub name: String,
}

/// A rule file is kept no longer for this client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RuleFileDeleted {
    pub deleted: String,
}
