//! Accounts: registering, signing in and out, tokens, profiles.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use axum::{Extension, Json};

use super::guard::ClientAddress;
use crate::accounts::identity::{self, Account, Client, ClientId};
use crate::accounts::passwords::check_name;
use crate::accounts::ratings::RatingView;
use crate::accounts::revocations::Revocation;
use crate::app::App;
use crate::error::ApiError;
use crate::live::occupant::{Occupant, check_text};
use crate::messages::accounts::{
    AccountView, Confirmation, CreatedToken, Credentials, GameSharing, Me, NewToken,
    PasswordChange, PasswordChanged, Profile, TokenDeleted, TokenView,
};
use crate::messages::games::GameSummary;
use crate::store::{GameFilter, TokenRow};

/// The longest label of a token, in characters.
const MAX_LABEL: usize = 60;

/// Who the client is.
#[utoipa::path(
    get,
    path = "/api/me",
    operation_id = "me",
    responses((status = 200, body = Me)),
)]
pub(super) async fn me(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
) -> Result<Json<Me>, ApiError> {
    Ok(Json(introduce(&app, client.account.as_ref()).await?))
}

async fn introduce(app: &App, account: Option<&Account>) -> Result<Me, ApiError> {
    let Some(account) = account else { return Ok(Me { account: None, challenges: 0 }) };
    let who = ClientId::of_account(account.id);
    let (challenges, _) = app.store.invitations(&who, &who).await?;
    Ok(Me { account: Some(shown(account)), challenges })
}

fn shown(account: &Account) -> AccountView {
    AccountView { name: account.name.clone(), created: account.created }
}

/// Makes an account and signs in to it.
#[utoipa::path(
    post,
    path = "/api/accounts",
    operation_id = "register",
    request_body = Credentials,
    responses((status = 200, body = Me), (status = 401), (status = 409)),
)]
pub(super) async fn register(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    credentials: Result<Json<Credentials>, JsonRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let Json(Credentials { name, password }) = credentials?;
    check_name(&name)?;
    app.admit_password(client.address)?;
    app.passwords.check_new(&name, &password).await?;
    let hash = app.passwords.hash(password).await?;
    let account = app.store.register(&name, &hash).await?;
    let taken = || ApiError::conflict("taken", "this name is taken; choose another");
    let account = account.ok_or_else(taken)?;
    tracing::info!(name = account.name, "a new account");
    enter(&app, &client, &account).await
}

/// Signs in.
#[utoipa::path(
    post,
    path = "/api/session",
    operation_id = "signIn",
    request_body = Credentials,
    responses((status = 200, body = Me), (status = 401)),
)]
pub(super) async fn sign_in(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Extension(address): Extension<ClientAddress>,
    credentials: Result<Json<Credentials>, JsonRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let Json(Credentials { name, password }) = credentials?;
    let account = verify(&app, &client, address, &name, password).await?;
    enter(&app, &client, &account).await
}

/// The account of a name and its password, which may take the longer the more was tried.
async fn verify(
    app: &App,
    client: &Client,
    ClientAddress(address): ClientAddress,
    name: &str,
    password: String,
) -> Result<Account, ApiError> {
    let _try = app.passwords.wait(client.address, name, &app.limits).await?;
    let (account, kept) = app.store.account(name).await?.unzip();
    if app.passwords.check(password, kept).await?
        && let Some(account) = account
    {
        return Ok(account);
    }
    app.password_was_wrong(client.address, name);
    // A name that nobody has may be a password in the wrong field.
    let name = account.map_or("(unknown)".to_owned(), |account| account.name);
    tracing::warn!(%address, name, "a sign-in failed");
    Err(wrong())
}

fn wrong() -> ApiError {
    ApiError::unauthorized("wrong", "name and password do not belong together")
}

/// Signs the client's browser in, under a new cookie, and brings its games along.
async fn enter(
    app: &Arc<App>,
    client: &Client,
    account: &Account,
) -> Result<([(header::HeaderName, HeaderValue); 1], Json<Me>), ApiError> {
    let (digest, cookie) = fresh(app)?;
    app.store.sign_in(&digest, account.id).await?;
    let who = ClientId::of_account(account.id);
    if client.account.is_none() {
        app.store.hand_over(&client.id, &who).await?;
        app.hand_over(&client.id, &who).await;
    } else if let Some(old) = &client.cookie {
        app.store.sign_out(old).await?;
    }
    leave(app, client);
    Ok(([(header::SET_COOKIE, cookie)], Json(introduce(app, Some(account)).await?)))
}

fn fresh(app: &App) -> Result<(String, HeaderValue), ApiError> {
    app.cookies.fresh().ok_or_else(|| ApiError::internal(&"no random numbers"))
}

/// Ends the sockets that were opened under the client's cookie.
fn leave(app: &App, client: &Client) {
    if let Some(digest) = &client.cookie {
        app.revoke(Revocation::Cookie(digest.clone()));
    }
}

/// Signs out: the browser is a new guest's.
#[utoipa::path(
    delete,
    path = "/api/session",
    operation_id = "signOut",
    responses((status = 200, body = Me)),
)]
pub(super) async fn sign_out(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
) -> Result<impl IntoResponse, ApiError> {
    if let Some(digest) = &client.cookie {
        app.store.sign_out(digest).await?;
    }
    leave(&app, &client);
    Ok(([(header::SET_COOKIE, fresh(&app)?.1)], Json(Me { account: None, challenges: 0 })))
}

/// The account that a browser is signed in to, with the digest of its cookie. Tokens do not do:
/// a program must not be able to take the account over.
fn signed_in(client: &Client) -> Result<(&Account, &str), ApiError> {
    let problem = || ApiError::unauthorized("sign-in", "sign in first");
    client.account.as_ref().zip(client.cookie.as_deref()).ok_or_else(problem)
}

/// Changes the password; every other browser is signed out, and programs too if wanted.
#[utoipa::path(
    put,
    path = "/api/account/password",
    operation_id = "changePassword",
    request_body = PasswordChange,
    responses((status = 200, body = PasswordChanged), (status = 401)),
)]
pub(super) async fn change_password(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Extension(address): Extension<ClientAddress>,
    change: Result<Json<PasswordChange>, JsonRejection>,
) -> Result<Json<PasswordChanged>, ApiError> {
    let (account, cookie) = signed_in(&client)?;
    let Json(PasswordChange { old, new, revoke_tokens }) = change?;
    app.admit_password(client.address)?;
    app.passwords.check_new(&account.name, &new).await?;
    verify(&app, &client, address, &account.name, old).await?;
    let hash = app.passwords.hash(new).await?;
    app.store.set_password(account.id, &hash, cookie, revoke_tokens).await?;
    let keep = Some(cookie.to_owned());
    app.revoke(Revocation::SignIns { account: account.id, keep });
    if revoke_tokens {
        app.revoke(Revocation::Tokens { account: account.id });
    }
    Ok(Json(PasswordChanged { changed: true }))
}

/// What the account allows to be made of its finished games.
#[utoipa::path(
    get,
    path = "/api/account/sharing",
    operation_id = "showSharing",
    responses((status = 200, body = GameSharing), (status = 401)),
)]
pub(super) async fn sharing(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
) -> Result<Json<GameSharing>, ApiError> {
    let (account, _) = signed_in(&client)?;
    Ok(Json(GameSharing { sharing: app.store.sharing(account.id).await? }))
}

/// Changes what the account allows to be made of its finished games.
#[utoipa::path(
    put,
    path = "/api/account/sharing",
    operation_id = "changeSharing",
    request_body = GameSharing,
    responses((status = 200, body = GameSharing), (status = 401)),
)]
pub(super) async fn change_sharing(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<GameSharing>, JsonRejection>,
) -> Result<Json<GameSharing>, ApiError> {
    let (account, _) = signed_in(&client)?;
    let Json(wanted) = wanted?;
    app.store.set_sharing(account.id, wanted.sharing).await?;
    Ok(Json(wanted))
}

/// Removes the account for good.
#[utoipa::path(
    delete,
    path = "/api/account",
    operation_id = "deleteAccount",
    request_body = Confirmation,
    responses((status = 200, body = Me), (status = 401)),
)]
pub(super) async fn delete(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Extension(address): Extension<ClientAddress>,
    confirmation: Result<Json<Confirmation>, JsonRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let (account, _) = signed_in(&client)?;
    let Json(Confirmation { password }) = confirmation?;
    verify(&app, &client, address, &account.name, password).await?;
    let (who, nobody) = (ClientId::of_account(account.id), ClientId::of_deleted(account.id));
    forfeit_games(&app, &who).await?;
    app.store.delete_account(account.id).await?;
    app.hand_over(&who, &nobody).await;
    app.revoke(Revocation::SignIns { account: account.id, keep: None });
    app.revoke(Revocation::Tokens { account: account.id });
    app.lobby_changed();
    Ok(([(header::SET_COOKIE, fresh(&app)?.1)], Json(Me { account: None, challenges: 0 })))
}

/// Lets somebody who goes for good lose the games against others that go on, while there is a rating
/// to lose.
async fn forfeit_games(app: &Arc<App>, who: &ClientId) -> Result<(), ApiError> {
    for listed in app.store.list_games(GameFilter::Of(who.clone())).await? {
        let other = |seat: &Occupant| seat.who().is_some_and(|other| other != who);
        let goes_on = listed.result.is_none() && !listed.is_waiting();
        if goes_on && listed.seats.iter().any(other) {
            app.games.open(app, &listed.id).await?.forfeit_for_good(app, who).await?;
        }
    }
    Ok(())
}

impl TokenView {
    fn of(row: TokenRow) -> TokenView {
        let TokenRow { id, label, created, used } = row;
        TokenView { id, label, created, used }
    }
}

/// The tokens of the account.
#[utoipa::path(
    get,
    path = "/api/tokens",
    operation_id = "listTokens",
    responses((status = 200, body = Vec<TokenView>), (status = 401)),
)]
pub(super) async fn tokens(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
) -> Result<Json<Vec<TokenView>>, ApiError> {
    let (account, _) = signed_in(&client)?;
    let tokens = app.store.tokens(account.id).await?;
    Ok(Json(tokens.into_iter().map(TokenView::of).collect()))
}

/// Makes a token, which is told this once.
#[utoipa::path(
    post,
    path = "/api/tokens",
    operation_id = "makeToken",
    request_body = NewToken,
    responses((status = 200, body = CreatedToken), (status = 401)),
)]
pub(super) async fn add_token(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<NewToken>, JsonRejection>,
) -> Result<Json<CreatedToken>, ApiError> {
    let (account, _) = signed_in(&client)?;
    let Json(NewToken { label }) = wanted?;
    check_text("label", &label, MAX_LABEL)?;
    let most = app.limits.tokens_per_account;
    let random = identity::random_hex(24);
    let random = random.ok_or_else(|| ApiError::internal(&"no random numbers"))?;
    let token = format!("selforge_{random}");
    let digest = identity::digest(&token);
    let id = app.store.add_token(account.id, &digest, label.trim(), most).await?;
    let full = || ApiError::too_many(format!("you have {most} tokens, which is the most"));
    Ok(Json(CreatedToken { id: id.ok_or_else(full)?, token }))
}

/// Makes a token useless.
#[utoipa::path(
    delete,
    path = "/api/tokens/{id}",
    operation_id = "removeToken",
    responses((status = 200, body = TokenDeleted), (status = 401), (status = 404)),
)]
pub(super) async fn remove_token(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    id: Result<Path<i64>, PathRejection>,
) -> Result<Json<TokenDeleted>, ApiError> {
    let (account, _) = signed_in(&client)?;
    let Path(id) = id.map_err(|_| ApiError::not_found())?;
    let removed = app.store.remove_token(account.id, id).await?;
    if !removed {
        return Err(ApiError::not_found());
    }
    app.revoke(Revocation::Token(id));
    Ok(Json(TokenDeleted { deleted: id }))
}

/// What everyone may know of an account.
#[utoipa::path(
    get,
    path = "/api/players/{name}",
    operation_id = "showPlayer",
    responses((status = 200, body = Profile), (status = 404)),
)]
pub(super) async fn profile(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Json<Profile>, ApiError> {
    let (account, _) = app.store.account(&name).await?.ok_or_else(ApiError::not_found)?;
    let who = ClientId::of_account(account.id);
    let ratings = app.store.ratings(account.id).await?;
    let games = app.store.list_games(GameFilter::PublicOf(who.clone())).await?;
    Ok(Json(Profile {
        online: app.is_here(&who),
        ratings: ratings.into_iter().map(RatingView::of).collect(),
        games: games.into_iter().map(|game| GameSummary::of(game, &who)).collect(),
        name: account.name,
        created: account.created,
    }))
}
