//! What the server counts about itself, and the counting of requests.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;

/// What Prometheus takes for the text format of OpenMetrics.
const KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Answers with all counts.
#[utoipa::path(
    get,
    path = "/metrics",
    operation_id = "metrics",
    responses((status = 200, body = String, content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8")),
)]
pub(super) async fn show(State(app): State<Arc<App>>) -> impl IntoResponse {
    let text = {
        let (sockets, games) = (app.sockets.count(), app.games.count());
        app.metrics.text(sockets, games, app.store.refused_commits())
    };
    ([(header::CONTENT_TYPE, KIND)], text)
}

/// Counts a request when it is answered.
pub(super) async fn observe(
    State(app): State<Arc<App>>,
    route: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    // A client can invent methods, and every one would be kept for good.
    let method = match *request.method() {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        _ => "other",
    };
    let response = next.run(request).await;
    let route = route.as_ref().map_or("page", MatchedPath::as_str);
    app.metrics.answered(method, route, response.status().as_u16(), begun.elapsed());
    response
}
