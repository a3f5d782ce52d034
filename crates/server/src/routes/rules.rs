//! Rule files that people bring: checked, kept, listed, given back.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::{Extension, Json};

use crate::accounts::identity::Client;
use crate::app::App;
use crate::error::ApiError;
use crate::messages::catalogue::GalleryCard;
use crate::messages::rules::{
    BroughtRules, RuleCheck, RuleFileDeleted, RuleFileName, RuleFileText, RuleFileView,
};
use crate::rule_files::unpack::unpack;
use crate::rule_files::{Upload, check, is_fingerprint};
use crate::store::{NewRuleFile, StoredRuleFile};
use crate::work::work;

/// What is known by the fingerprint of its content never changes.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

impl RuleFileView {
    fn of(file: StoredRuleFile) -> Result<RuleFileView, ApiError> {
        let cards: Vec<GalleryCard> =
            serde_json::from_str(&file.cards).map_err(|error| ApiError::internal(&error))?;
        Ok(RuleFileView {
            fingerprint: file.fingerprint,
            name: file.name,
            cards,
            pictures: usize::try_from(file.pictures).unwrap_or_default(),
            created: file.created,
        })
    }
}

fn name_of(query: Result<Query<RuleFileName>, QueryRejection>) -> Result<String, ApiError> {
    let Query(RuleFileName { name }) = query.map_err(|e| ApiError::invalid(e.body_text()))?;
    Ok(name)
}

/// Says what is wrong with a rule file, and which games are in it. Nothing is kept.
#[utoipa::path(
    post,
    path = "/api/rules/check",
    operation_id = "checkRules",
    params(RuleFileName),
    request_body = String,
    responses((status = 200, body = RuleCheck), (status = 413), (status = 422)),
)]
pub(super) async fn check(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    query: Result<Query<RuleFileName>, QueryRejection>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<RuleCheck>, ApiError> {
    let (name, body) = (name_of(query)?, body?);
    let found = work(&app, client.address, move |_, limits| {
        check::check(&unpack(&name, &body, limits)?, limits)
    });
    found.await.map(Json)
}

/// Keeps a rule file, or a ZIP file with one, for the client, if it has no errors. The same file is kept
/// under the same fingerprint, whoever brings it.
#[utoipa::path(
    post,
    path = "/api/rules",
    operation_id = "bringRules",
    params(RuleFileName),
    request_body = String,
    responses((status = 200, body = BroughtRules), (status = 413), (status = 422), (status = 429)),
)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    query: Result<Query<RuleFileName>, QueryRejection>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<BroughtRules>, ApiError> {
    let (name, body) = (name_of(query)?, body?);
    let read = work(&app, client.address, move |_, limits| {
        let mut upload = unpack(&name, &body, limits)?;
        let mut found = check::check(&upload, limits)?;
        let cards = if found.errors == 0 {
            check::choose_pictures(&mut upload, &mut found, limits)?;
            check::cards(&upload, &found, limits)?
        } else {
            Vec::new()
        };
        Ok((upload, found, cards))
    });
    let (upload, found, cards): (Upload, RuleCheck, Vec<GalleryCard>) = read.await?;
    if found.errors > 0 {
        return Ok(Json(BroughtRules { check: found, file: None }));
    }
    let (fingerprint, name) = (upload.fingerprint(), upload.name.clone());
    let source = client.source();
    let quota = app.limits.quota(&source);
    let cards = serde_json::to_string(&cards).expect("cards are plain data");
    let file = NewRuleFile { upload, cards, client: client.id.clone(), source };
    app.store.save_rules(file, quota).await?;
    let mut kept = app.store.rule_file(&fingerprint).await?.ok_or_else(ApiError::not_found)?;
    kept.name = name;
    tracing::info!(file = fingerprint, "a rule file was brought");
    Ok(Json(BroughtRules { check: found, file: Some(RuleFileView::of(kept)?) }))
}

/// The rule files that the client brought, the latest first.
#[utoipa::path(
    get,
    path = "/api/rules",
    operation_id = "listRules",
    responses((status = 200, body = Vec<RuleFileView>)),
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
) -> Result<Json<Vec<RuleFileView>>, ApiError> {
    let files = app.store.rule_files_of(&client.id).await?;
    Ok(Json(files.into_iter().map(RuleFileView::of).collect::<Result<_, _>>()?))
}

/// The text of a rule file, for whoever knows its fingerprint: everyone it was shared with.
#[utoipa::path(
    get,
    path = "/api/rules/{fingerprint}",
    operation_id = "showRules",
    responses((status = 200, body = RuleFileText), (status = 404)),
)]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(fingerprint): Path<String>,
) -> Result<Json<RuleFileText>, ApiError> {
    let file = app.store.rule_file(&fingerprint).await?.ok_or_else(ApiError::not_found)?;
    let text = app.store.rule_text(&fingerprint, "").await?.ok_or_else(ApiError::not_found)?;
    Ok(Json(RuleFileText { name: file.name, text: selforge_games::zrf::decode(&text) }))
}

/// Keeps a rule file no longer for the client. Games that are played by it go on.
#[utoipa::path(
    delete,
    path = "/api/rules/{fingerprint}",
    operation_id = "dropRules",
    responses((status = 200, body = RuleFileDeleted), (status = 404)),
)]
pub(super) async fn delete(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(fingerprint): Path<String>,
) -> Result<Json<RuleFileDeleted>, ApiError> {
    if !app.store.drop_rules(&fingerprint, &client.id).await? {
        return Err(ApiError::not_found());
    }
    Ok(Json(RuleFileDeleted { deleted: fingerprint }))
}

/// A picture of a piece, drawn here from what was brought.
pub(super) async fn picture(
    State(app): State<Arc<App>>,
    Path((fingerprint, name)): Path<(String, String)>,
) -> Result<impl IntoResponse, ApiError> {
    let known = is_fingerprint(&fingerprint);
    let picture = match known {
        true => app.store.rule_picture(&fingerprint, &name).await?,
        false => None,
    };
    let picture = picture.ok_or_else(ApiError::not_found)?;
    Ok(([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, FOR_EVER)], picture))
}
