//! Why something was not done.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The answer to a request that was not done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorAnswer {
    pub error: ErrorDetails,
}

/// What was wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorDetails {
    /// A word that programs can compare.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// The place in the text that was sent, in characters from 1.
    #[schema(required)]
    pub column: Option<usize>,
}

/// An answer, or as an answer and not as a failure what is wrong with the question: people type
/// letter by letter.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum OrError<T> {
    Answer(T),
    Error(ErrorAnswer),
}
