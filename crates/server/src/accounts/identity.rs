//! Who asks: guests, known by a random cookie, and accounts, known by a cookie or a token that was
//! given to them.
//!
//! A guest is whoever has the cookie; its games belong to it. The cookie is for the browser alone
//! (`HttpOnly`) and is not sent along from other sites' pages (`SameSite`). Only digests of cookies
//! and tokens are stored, so that the file gives nobody away.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderValue, header};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use sha2::{Digest, Sha256};

const COOKIE: &str = "selforge";

/// How long a browser keeps it, in days.
const AGE: i64 = 365;

/// Whose a game or a seat is: a guest's, by the digest of its cookie, or an account's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClientId(String);

impl ClientId {
    /// A guest with this cookie's digest.
    pub(crate) fn guest(digest: &str) -> ClientId {
        ClientId(format!("c:{digest}"))
    }

    /// The account of this number.
    pub(crate) fn of_account(id: i64) -> ClientId {
        ClientId(format!("a:{id}"))
    }

    /// Nobody any more: the account of this number was deleted.
    pub(crate) fn of_deleted(id: i64) -> ClientId {
        ClientId(format!("x:{id}"))
    }

    /// Whether it is nobody any more.
    pub(crate) fn is_deleted(&self) -> bool {
        self.0.starts_with("x:")
    }

    /// As it was stored.
    pub(crate) fn stored(text: String) -> ClientId {
        ClientId(text)
    }

    /// To be stored.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// The account's number, if it is one.
    pub(crate) fn account(&self) -> Option<i64> {
        self.0.strip_prefix("a:")?.parse().ok()
    }
}

/// An account as requests know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Account {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) created: i64,
}

/// The client that a request comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Client {
    pub(crate) id: ClientId,
    /// Where it is.
    pub(crate) address: IpAddr,
    /// The digest of its cookie; none for programs with a token.
    pub(crate) cookie: Option<String>,
    pub(crate) account: Option<Account>,
}

/// What a request carries to be recognised by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Credential {
    /// The digest of a program's token.
    Token(String),
    /// The digest of a browser's cookie.
    Cookie(String),
    /// Nothing, or nothing of ours.
    Nothing,
}

/// Reads what a request carries.
pub(crate) fn credential(headers: &HeaderMap) -> Credential {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let value = value.to_str().unwrap_or_default();
        return Credential::Token(digest(value.strip_prefix("Bearer ").unwrap_or_default().trim()));
    }
    token(headers).map_or(Credential::Nothing, |token| Credential::Cookie(digest(&token)))
}

/// A fresh cookie: its digest and the header that sets it; `None` if the system has no random
/// numbers to give.
pub(crate) fn new_cookie() -> Option<(String, HeaderValue)> {
    let token = random_hex(16)?;
    let digest = digest(&token);
    let cookie = Cookie::build((COOKIE, token)).path("/").http_only(true);
    let cookie = cookie.same_site(SameSite::Lax).max_age(Duration::days(AGE)).build();
    Some((digest, HeaderValue::from_str(&cookie.to_string()).ok()?))
}

/// The token that a request carries, if it looks like one of ours.
fn token(headers: &HeaderMap) -> Option<String> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut own = texts.flat_map(Cookie::split_parse).flatten().filter(|one| one.name() == COOKIE);
    let is_ours = |text: &str| text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
    own.find(|cookie| is_ours(cookie.value())).map(|cookie| cookie.value().to_owned())
}

/// What is stored of a token.
pub(crate) fn digest(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// So many random bytes as text; `None` if the system has none to give.
pub(crate) fn random_hex(bytes: usize) -> Option<String> {
    let mut buffer = vec![0; bytes];
    getrandom::fill(&mut buffer).ok()?;
    Some(hex(&buffer))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_cookie(text: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(text).unwrap())])
    }

    #[test]
    fn a_new_client_gets_a_cookie_by_which_it_is_known_again() {
        let (digest, cookie) = new_cookie().unwrap();
        let cookie = cookie.to_str().unwrap().to_owned();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite"));
        let pair = cookie.split(';').next().unwrap();
        assert_eq!(
            credential(&with_cookie(&format!("a=b; {pair}"))),
            Credential::Cookie(digest.clone())
        );
        assert!(!pair.contains(&digest), "the digest is not the token");
    }

    #[test]
    fn a_cookie_that_is_not_ours_is_no_proof() {
        for text in ["selforge=", "selforge=x", "selforge=' OR 1=1", "other=1"] {
            assert_eq!(credential(&with_cookie(text)), Credential::Nothing, "{text}");
        }
    }

    #[test]
    fn accounts_and_guests_are_never_mixed_up() {
        assert_eq!(ClientId::of_account(7).account(), Some(7));
        assert_eq!(ClientId::guest("7").account(), None);
    }
}
