//! The HTTP face: which path does what, and what holds for all of them.

mod accounts;
mod analysis;
mod balance;
mod cards;
mod catalogue;
mod chance;
mod editor;
mod experiments;
mod games;
mod guard;
mod leaderboards;
mod live;
mod lobby;
mod metrics;
mod notes;
mod popular;
mod preview;
mod puzzles;
mod records;
mod results;
mod rules;
mod sockets;
mod votes;
mod workshop;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;
use utoipa::OpenApi as _;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt as _};
use utoipa_axum::routes;

use crate::app::App;
use crate::assets;
use crate::cards::CARDS;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::openapi;
use crate::rule_files::PICTURES;

/// All paths, as a service.
pub(crate) fn router(app: Arc<App>) -> Router {
    let (router, _) = documented(&app.limits).split_for_parts();
    let no_store = HeaderValue::from_static("no-store");
    let exposure = app.exposure.clone();
    let router = router
        .layer(SetResponseHeaderLayer::overriding(header::CACHE_CONTROL, no_store))
        .route(&format!("{PICTURES}/{{file}}/{{name}}"), get(rules::picture))
        .route(&format!("{CARDS}/{{file}}"), get(cards::show))
        .route("/game/{id}", get(assets::page))
        .route("/join/{id}", get(assets::page))
        .route("/analysis/{id}", get(assets::page))
        .route("/embed/{id}", get(assets::page))
        .route("/player/{name}", get(assets::page))
        .method_not_allowed_fallback(|| async { ApiError::no_method() })
        .fallback_service(get(assets::serve).with_state::<()>(Arc::clone(&app)))
        .layer(DefaultBodyLimit::max(app.limits.body_bytes))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), metrics::observe))
        .with_state(app);
    guard::with_headers(router, &exposure)
        // Quickly rather than well: a page is small, and a game's state is sent while others wait.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(TraceLayer::new_for_http())
}

/// All paths of the API, with what is said of them beside their code.
pub(crate) fn documented(limits: &Limits) -> OpenApiRouter<Arc<App>> {
    let notes_limit = DefaultBodyLimit::max(limits.notes_bytes);
    let record_limit = DefaultBodyLimit::max(limits.record_bytes);
    let rules_limit = DefaultBodyLimit::max(limits.rule_file_bytes);
    // Who asks one of these and goes away wants no answer any more: the work ends.
    let questions = OpenApiRouter::new()
        .routes(routes!(preview::show))
        .routes(routes!(analysis::show))
        .routes(routes!(analysis::think))
        .routes(routes!(balance::show))
        .routes(routes!(editor::open))
        .routes(routes!(puzzles::daily))
        .routes(routes!(puzzles::next))
        .routes(routes!(puzzles::pack))
        .routes(routes!(puzzles::show))
        .routes(routes!(editor::compose))
        .routes(routes!(editor::guess))
        .routes(routes!(workshop::show))
        .routes(routes!(workshop::measure))
        .routes(routes!(workshop::breed))
        .routes(routes!(rules::check).layer(rules_limit));
    OpenApiRouter::with_openapi(openapi::Base::openapi())
        .routes(routes!(health))
        .routes(routes!(document))
        .routes(routes!(catalogue::show))
        .routes(routes!(popular::show))
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::state, games::delete))
        .routes(routes!(games::join))
        .routes(routes!(games::rematch))
        .routes(routes!(games::at))
        .routes(routes!(games::record))
        .routes(routes!(games::picture))
        .routes(routes!(games::animation))
        .routes(routes!(live::join))
        .routes(routes!(lobby::show))
        .routes(routes!(lobby::join))
        .routes(routes!(accounts::me))
        .routes(routes!(accounts::register))
        .routes(routes!(accounts::sign_in, accounts::sign_out))
        .routes(routes!(accounts::delete))
        .routes(routes!(accounts::change_password))
        .routes(routes!(accounts::sharing, accounts::change_sharing))
        .routes(routes!(accounts::tokens, accounts::add_token))
        .routes(routes!(accounts::remove_token))
        .routes(routes!(accounts::profile))
        .routes(routes!(leaderboards::show))
        .routes(routes!(votes::own, votes::cast))
        .routes(routes!(votes::table))
        .routes(routes!(results::show))
        .routes(routes!(puzzles::attempt))
        .routes(routes!(puzzles::solution))
        .routes(routes!(experiments::list))
        .routes(routes!(experiments::show))
        .routes(routes!(experiments::report))
        .routes(routes!(metrics::show))
        .routes(routes!(notes::read, notes::write).layer(notes_limit))
        .routes(routes!(notes::record))
        .routes(routes!(records::create).layer(record_limit))
        .routes(routes!(chance::genes))
        .routes(routes!(rules::list, rules::create).layer(rules_limit))
        .routes(routes!(rules::show, rules::delete))
        .layer(middleware::from_fn(to_the_end))
        .merge(questions)
}

/// Does what was asked on a task of its own: a client that goes away in the middle must not leave a
/// thing half done, written but not made true.
async fn to_the_end(request: Request, next: Next) -> Response {
    let answer = tokio::spawn(next.run(request)).await;
    answer.unwrap_or_else(|error| ApiError::internal(&error).into_response())
}

/// Does work that takes a while, away from the threads that serve others.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| ApiError::internal(&error))
}

/// The API in a form that programs read.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    operation_id = "document",
    responses((status = 200, body = Object)),
)]
async fn document() -> Json<&'static utoipa::openapi::OpenApi> {
    Json(&openapi::DOCUMENT)
}

/// How long it is known that the server can do its work: finding out costs a commit.
const HEALTH: Duration = Duration::from_secs(1);

/// Whether the server can do its work: the store is written and read.
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "health",
    responses((status = 200, body = String, content_type = "text/plain; charset=utf-8"), (status = 503)),
)]
async fn health(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    let checked = app.health.get(HEALTH, async || app.store.check().await).await;
    checked.map_err(|error| {
        app.life.miss();
        tracing::error!(%error, "the server is not healthy");
        ApiError::unavailable("what happens cannot be stored just now")
    })?;
    Ok("ok\n")
}
