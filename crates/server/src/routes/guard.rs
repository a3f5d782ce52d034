//! What holds for every request: who may ask, how often, and what browsers are told.
//!
//! - A page of another site must not act here with a visitor's cookie: requests that change something
//!   and WebSockets need an origin that is this very host, if the browser names one.
//! - A server answers only to its own names: loopback's if it listens there, and its public origin's if
//!   it has one. Otherwise another site could reach it under a name of its own that it lets point here.
//! - Requests are counted by network, and so are pages for which a game or a player is looked up, and cards. Other
//!   pages and files are not: they cost nothing, and many people behind one address open them at once.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::accounts::identity::{self, Client, ClientId, Credential};
use crate::app::App;
use crate::assets;
use crate::cards::CARDS;
use crate::error::ApiError;
use crate::exposure::{Exposure, PublicOrigin, network};
use crate::previews;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Lets a request through, or not.
pub(super) async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let (path, headers) = (request.uri().path(), request.headers());
    let asks = path.starts_with("/api/") || matches!(path, "/healthz" | "/metrics");
    let address = app.exposure.client_address(peer.ip(), headers);
    if let Err(error) = check(&app, peer.ip(), &request) {
        return error.into_response();
    }
    let counts = asks || previews::has_subject(path) || path.starts_with(CARDS);
    if counts && !app.buckets.take(network(address), app.limits.requests_per_second) {
        return ApiError::too_many("too many requests; wait a second").into_response();
    }
    // A file is the same for everyone.
    if !asks && !assets::is_page(path) {
        request.extensions_mut().insert(ClientAddress(address));
        return next.run(request).await;
    }
    match recognise(&app, network(address), headers).await {
        Err(error) => error.into_response(),
        Ok((client, cookie)) => {
            request.extensions_mut().insert(client);
            request.extensions_mut().insert(ClientAddress(address));
            let mut response = next.run(request).await;
            // Signing in and out set a cookie of their own.
            if let Some(cookie) = cookie {
                response.headers_mut().entry(header::SET_COOKIE).or_insert(cookie);
            }
            response
        }
    }
}

/// Where exactly a client is, for the log.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClientAddress(pub(super) IpAddr);

/// The client that a request comes from, and the cookie to set if it is a new one.
async fn recognise(
    app: &App,
    address: IpAddr,
    headers: &HeaderMap,
) -> Result<(Client, Option<HeaderValue>), ApiError> {
    let random = || ApiError::internal(&"no random numbers");
    let (digest, set) = match app.cookies.credential(headers) {
        Credential::Token(digest) => {
            let known = app.store.account_of_token(&digest).await?;
            let wrong = || ApiError::unauthorized("no-token", "this token is not known here");
            let (account, token) = known.ok_or_else(wrong)?;
            let id = ClientId::of_account(account.id);
            let (token, account) = (Some(token), Some(account));
            return Ok((Client { id, address, cookie: None, token, account }, None));
        }
        Credential::Cookie(digest) => (digest, None),
        Credential::Unsigned(token) => {
            let digest = identity::digest(&token);
            let known = app.store.knows_cookie(&digest).await?;
            let signed = if known { app.cookies.sign(&token) } else { app.cookies.fresh() };
            let (digest, set) = signed.ok_or_else(random)?;
            (digest, Some(set))
        }
        Credential::Nothing => {
            // Nobody can be signed in by a cookie that was made just now.
            let (digest, set) = app.cookies.fresh().ok_or_else(random)?;
            let (id, cookie) = (ClientId::guest(&digest), Some(digest));
            return Ok((Client { id, address, cookie, token: None, account: None }, Some(set)));
        }
    };
    let account = app.store.account_of_cookie(&digest).await?;
    let guest = || ClientId::guest(&digest);
    let id = account.as_ref().map_or_else(guest, |account| ClientId::of_account(account.id));
    Ok((Client { id, address, cookie: Some(digest), token: None, account }, set))
}

/// Whether a client that was recognised some time ago would still be.
pub(super) async fn is_still_known(app: &App, client: &Client) -> bool {
    let Some(account) = &client.account else { return true };
    let known = match (&client.cookie, client.token) {
        (Some(digest), _) => app.store.account_of_cookie(digest).await,
        (None, Some(token)) => {
            let tokens = app.store.tokens(account.id).await;
            tokens.map(|tokens| tokens.iter().any(|row| row.id == token).then(|| account.clone()))
        }
        (None, None) => Ok(None),
    };
    known.is_ok_and(|known| known.is_some())
}

fn check(app: &App, peer: IpAddr, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let origin = app.exposure.public_origin.as_ref();
    // Whoever is on this machine may come without the proxy.
    let local = peer.is_loopback() && is_loopback_name(host);
    match origin {
        Some(origin) if !origin.is_host(host) && !local => {
            return Err(ApiError::forbidden("this server answers only to its public name"));
        }
        None if app.loopback && !is_loopback_name(host) => {
            return Err(ApiError::forbidden("this server answers only to localhost"));
        }
        _ => {}
    }
    let upgrade = headers.contains_key(header::UPGRADE);
    let origin = origin.filter(|origin| origin.is_host(host));
    if (upgrade || request.method() != Method::GET) && !is_own_origin(headers, host, origin) {
        return Err(ApiError::forbidden("requests from other sites are not taken"));
    }
    Ok(())
}

/// Whether a host header names this machine.
fn is_loopback_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

/// Whether the request comes from a page of this host, or from no page at all.
fn is_own_origin(headers: &HeaderMap, host: &str, public: Option<&PublicOrigin>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let origin = origin.to_str().unwrap_or_default();
    if let Some(public) = public {
        return public.is_origin(origin);
    }
    let origin = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    origin.is_some_and(|origin| !host.is_empty() && origin.eq_ignore_ascii_case(host))
}

/// Tells browsers with every answer what they may do with it. An answer may come with a policy of its
/// own, for what it holds.
pub(super) fn with_headers(router: Router, exposure: &Exposure) -> Router {
    let fixed = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    let policy = (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    let router = if exposure.is_secure() {
        router.layer(fixed(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000"))
    } else {
        router
    };
    router
        .layer(SetResponseHeaderLayer::if_not_present(policy.0, policy.1))
        .layer(fixed(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(fixed(header::REFERRER_POLICY, "no-referrer"))
        .layer(fixed(header::X_FRAME_OPTIONS, "DENY"))
        .layer(fixed(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_loopback() {
        for host in ["localhost", "localhost:80", "127.0.0.1:1", "[::1]:7", "[::1]"] {
            assert!(is_loopback_name(host), "{host}");
        }
        for host in ["", "evil.example", "localhost.evil.example:80", "127.0.0.1.evil.example"] {
            assert!(!is_loopback_name(host), "{host}");
        }
    }

    #[test]
    fn an_origin_must_be_this_very_host() {
        let from = |origin: &str| {
            let value = HeaderValue::from_str(origin).unwrap();
            is_own_origin(&HeaderMap::from_iter([(header::ORIGIN, value)]), "localhost:80", None)
        };
        assert!(from("http://localhost:80"));
        assert!(is_own_origin(&HeaderMap::new(), "localhost:80", None));
        for origin in ["null", "http://localhost", "http://localhost:81", "http://evil.example"] {
            assert!(!from(origin), "{origin}");
        }
    }
}
