//! The one error of the API: a status, a word for programs and a sentence for people. What went
//! wrong inside is logged and never told.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::store::StoreError;

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
        ApiError::new(StatusCode::NOT_FOUND, "not-found", "there is nothing here for you")
    }

    /// Not from there, not so.
    pub(crate) fn forbidden(message: &str) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// Too much of something.
    pub(crate) fn too_many(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", message)
    }

    /// Our own fault.
    pub(crate) fn internal(cause: &dyn std::fmt::Display) -> ApiError {
        tracing::error!(%cause, "a request failed");
        let message = "something went wrong in the server; the game is as it was";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }
}

impl ApiError {
    /// The error as the API says it.
    pub(crate) fn to_json(&self) -> Value {
        let Self { code, message, column, .. } = self;
        json!({ "error": { "code": code, "message": message, "column": column } })
    }

    /// Whether what was sent is at fault, and not the server or the number of requests.
    pub(crate) fn is_invalid(&self) -> bool {
        self.status == StatusCode::UNPROCESSABLE_ENTITY
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::internal(&error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(self.to_json())).into_response()
    }
}
