//! What holds for every request: who may ask, how often, and what browsers are told.
//!
//! - A page of another site must not act here with a visitor's cookie: requests that change something
//!   and WebSockets need an origin that is this very host, if the browser names one.
//! - A server on loopback answers only to loopback names, or another site could reach it under a
//!   name of its own that it lets point here.

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
use crate::error::ApiError;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Lets a request through, or not.
pub(super) async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let allowed = match check(&app, address, &request) {
        Ok(()) => recognise(&app, address.ip(), request.headers()).await,
        Err(error) => Err(error),
    };
    match allowed {
        Err(error) => error.into_response(),
        Ok((client, cookie)) => {
            request.extensions_mut().insert(client);
            let mut response = next.run(request).await;
            // Signing in and out set a cookie of their own.
            if let Some(cookie) = cookie {
                response.headers_mut().entry(header::SET_COOKIE).or_insert(cookie);
            }
            response
        }
    }
}

/// The client that a request comes from, and the cookie to set if it is a new one.
async fn recognise(
    app: &App,
    address: IpAddr,
    headers: &HeaderMap,
) -> Result<(Client, Option<HeaderValue>), ApiError> {
    let (digest, set) = match identity::credential(headers) {
        Credential::Token(digest) => {
            let account = app.store.account_of_token(&digest).await?;
            let wrong = || ApiError::unauthorized("no-token", "this token is not known here");
            let account = account.ok_or_else(wrong)?;
            let who = ClientId::of_account(account.id);
            return Ok((Client { id: who, address, cookie: None, account: Some(account) }, None));
        }
        Credential::Cookie(digest) => (digest, None),
        Credential::Nothing => {
            let fresh = identity::new_cookie();
            let (digest, set) = fresh.ok_or_else(|| ApiError::internal(&"no random numbers"))?;
            (digest, Some(set))
        }
    };
    let account = match set {
        None => app.store.account_of_cookie(&digest).await?,
        Some(_) => None,
    };
    let guest = || ClientId::guest(&digest);
    let who = account.as_ref().map_or_else(guest, |account| ClientId::of_account(account.id));
    Ok((Client { id: who, address, cookie: Some(digest), account }, set))
}

fn check(app: &App, address: SocketAddr, request: &Request) -> Result<(), ApiError> {
    if !app.buckets.take(address.ip(), app.limits.requests_per_second) {
        return Err(ApiError::too_many("too many requests; wait a second"));
    }
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if app.loopback && !is_loopback_name(host) {
        return Err(ApiError::forbidden("this server answers only to localhost"));
    }
    let upgrade = headers.contains_key(header::UPGRADE);
    if (upgrade || request.method() != Method::GET) && !is_own_origin(headers, host) {
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
fn is_own_origin(headers: &HeaderMap, host: &str) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let origin = origin.to_str().unwrap_or_default();
    let origin = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    origin.is_some_and(|origin| !host.is_empty() && origin.eq_ignore_ascii_case(host))
}

/// Tells browsers with every answer what they may do with it. An answer may come with a policy of its
/// own, for what it holds.
pub(super) fn with_headers(router: Router) -> Router {
    let fixed = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    let policy = (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
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
            is_own_origin(&HeaderMap::from_iter([(header::ORIGIN, value)]), "localhost:80")
        };
        assert!(from("http://localhost:80") && is_own_origin(&HeaderMap::new(), "localhost:80"));
        for origin in ["null", "http://localhost", "http://localhost:81", "http://evil.example"] {
            assert!(!from(origin), "{origin}");
        }
    }
}
