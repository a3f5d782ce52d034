//! The one error of the API: a status, a word for programs and a sentence for people. What went
//! wrong inside is logged and never told.

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::listener::TooSlow;
use crate::live::Refusal;
use crate::messages::error::{ErrorAnswer, ErrorDetails, OrError};
use crate::store::StoreError;

/// What people are told while the database cannot be reached.
pub const DATABASE_AWAY: &str =
    "The server can't save right now. Your game will continue in a moment.";

/// Why a request was not done.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct ApiError {
    status: StatusCode,
    /// A word that programs can compare.
    code: &'static str,
    message: String,
    /// The place in the text that was sent, in characters from 1.
    column: Option<usize>,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status, code, message: message.into(), column: None }
    }

    /// What was sent cannot be used.
    pub(crate) fn invalid(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", message)
    }

    /// The same with a place.
    pub(crate) fn at(mut self, column: Option<usize>) -> ApiError {
        self.column = column;
        self
    }

    /// There is no such thing, or it is somebody else's.
    pub(crate) fn not_found() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", "it is not here, or not open to you")
    }

    /// Whether there is no such thing.
    pub(crate) fn is_missing(&self) -> bool {
        self.status == StatusCode::NOT_FOUND
    }

    /// Whether it may be different in a moment.
    pub(crate) fn is_passing(&self) -> bool {
        self.status == StatusCode::SERVICE_UNAVAILABLE
    }

    /// Not from there, not so.
    pub(crate) fn forbidden(message: &str) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// Who asks must say who they are.
    pub(crate) fn unauthorized(code: &'static str, message: &str) -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, code, message)
    }

    /// Things are not so that it could be done.
    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, code, message)
    }

    /// The body is longer than allowed.
    pub(crate) fn too_large(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    }

    /// The path knows no such method.
    pub(crate) fn no_method() -> ApiError {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "no-method", "this path cannot do that")
    }

    /// Too much of something.
    pub(crate) fn too_many(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", message)
    }

    /// What is wrong with a body that could not be read.
    fn of_body(
        status: StatusCode,
        message: String,
        error: &(dyn std::error::Error + 'static),
    ) -> ApiError {
        let mut causes = std::iter::successors(Some(error), |error| error.source());
        match status {
            StatusCode::PAYLOAD_TOO_LARGE => ApiError::too_large(message),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => ApiError::new(status, "no-json", message),
            _ if causes.any(<dyn std::error::Error>::is::<TooSlow>) => {
                ApiError::new(StatusCode::REQUEST_TIMEOUT, "too-slow", TooSlow.to_string())
            }
            _ => ApiError::invalid(message),
        }
    }

    /// The server cannot do its work just now.
    pub(crate) fn unavailable(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message)
    }

    /// Our own fault.
    pub(crate) fn internal(cause: &dyn std::fmt::Display) -> ApiError {
        tracing::error!(%cause, "a request failed");
        let message = "something went wrong in the server; the game is as it was";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }
}

impl From<JsonRejection> for ApiError {
    fn from(error: JsonRejection) -> ApiError {
        ApiError::of_body(error.status(), error.body_text(), &error)
    }
}

impl From<BytesRejection> for ApiError {
    fn from(error: BytesRejection) -> ApiError {
        ApiError::of_body(error.status(), error.body_text(), &error)
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        match refusal {
            Refusal::Store(error) => error.into(),
            Refusal::Damaged(cause) => ApiError::internal(&cause),
            other => ApiError::conflict("refused", other.to_string()),
        }
    }
}

impl ApiError {
    /// The error as the API says it.
    fn answer(&self) -> ErrorAnswer {
        let Self { code, message, column, .. } = self;
        let (code, message, column) = ((*code).to_owned(), message.clone(), *column);
        ErrorAnswer { error: ErrorDetails { code, message, column } }
    }

    /// Makes an answer of what is wrong with a question.
    ///
    /// # Errors
    /// If what was sent is not at fault, but the server or the number of requests.
    pub(crate) fn told<T>(result: Result<T, ApiError>) -> Result<OrError<T>, ApiError> {
        match result {
            Ok(answer) => Ok(OrError::Answer(answer)),
            Err(error) if error.status == StatusCode::UNPROCESSABLE_ENTITY => {
                Ok(OrError::Error(error.answer()))
            }
            Err(error) => Err(error),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Exceeded(problem) => ApiError::too_many(problem),
            StoreError::Damaged { .. } => {
                tracing::error!(%error, "a game is not readable");
                let message = "this game is damaged on the server's disk and cannot be played on";
                ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged", message)
            }
            StoreError::Away(cause) => {
                tracing::warn!(%cause, "a request failed: the database cannot be reached");
                ApiError::unavailable(DATABASE_AWAY)
            }
            error => ApiError::internal(&error),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let headers = [(header::CACHE_CONTROL, "no-store")];
        (self.status, headers, Json(self.answer())).into_response()
    }
}
