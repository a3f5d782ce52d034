//! The workshop: designs looked at, measured and bred from.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::{Extension, Json};

use crate::accounts::identity::Client;
use crate::analysis::queue::Topic;
use crate::app::App;
use crate::error::ApiError;
use crate::live::fair_play::check_no_help;
use crate::messages::analysis::OrReplaced;
use crate::messages::error::OrError;
use crate::messages::workshop::{
    BreedRequest, BreedView, DesignRequest, DesignView, MeasureRequest, MeasureView,
};
use crate::work::{WorkLimits, work};
use crate::workshop::{breed, design, measure};

/// Answers with a design and the game that it makes, or with what is wrong with it: people change it
/// part by part.
#[utoipa::path(
    post,
    path = "/api/workshop",
    operation_id = "design",
    request_body = DesignRequest,
    responses((status = 200, body = OrError<DesignView>)),
)]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<DesignRequest>, JsonRejection>,
) -> Result<Json<OrError<DesignView>>, ApiError> {
    let Json(DesignRequest { spec, design }) = wanted?;
    let shown = work(&app, client.address, move |_, _| {
        let Some(design) = &design else {
            let mut view = design::shown(&design::opened(spec.as_deref())?)?;
            view.instead_of = spec.as_deref().and_then(design::without_design);
            return Ok(view);
        };
        design::shown(&design::made(design)?)
    });
    Ok(Json(ApiError::told(shown.await)?))
}

/// Answers with how a game plays, by games of engines, or with `replaced` if the same client has asked
/// about another one meanwhile.
#[utoipa::path(
    post,
    path = "/api/workshop/measure",
    operation_id = "measure",
    request_body = MeasureRequest,
    responses((status = 200, body = OrReplaced<MeasureView>), (status = 409), (status = 503)),
)]
pub(super) async fn measure(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<MeasureRequest>, JsonRejection>,
) -> Result<Json<OrReplaced<MeasureView>>, ApiError> {
    let Json(MeasureRequest { spec }) = wanted?;
    check_no_help(&app, &client, &spec).await?;
    let (shared, source) = (Arc::clone(&app), client.source());
    let answer = app.analyses.work(&client.id, &source, Topic::Measure, move |stop| {
        // Only games with a design: what they cost is bounded by their rules.
        let playable = design::own(&spec)?;
        let limits = WorkLimits::new(shared.limits.cells, stop.clone());
        measure::measured(&playable.spec.to_string(), &limits, stop)
    });
    // Who is no longer waited for stops.
    let answer = tokio::time::timeout(app.limits.measure_time, answer).await;
    let too_long =
        |_| ApiError::unavailable("this game takes too long to measure; try again later");
    Ok(Json(answer.map_err(too_long)??.flatten().into()))
}

/// Does the next step of breeding from a game, or answers with `replaced` if the same client has begun
/// another one meanwhile.
#[utoipa::path(
    post,
    path = "/api/workshop/breed",
    operation_id = "breed",
    request_body = BreedRequest,
    responses((status = 200, body = OrReplaced<BreedView>), (status = 409)),
)]
pub(super) async fn breed(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<BreedRequest>, JsonRejection>,
) -> Result<Json<OrReplaced<BreedView>>, ApiError> {
    let Json(BreedRequest { spec, best, step }) = wanted?;
    check_no_help(&app, &client, &spec).await?;
    let (shared, source) = (Arc::clone(&app), client.source());
    let answer = app.analyses.work(&client.id, &source, Topic::Breed, move |stop| {
        breed::step(&shared.appraisals, &spec, &best, step, stop)
    });
    Ok(Json(answer.await?.into()))
}
