//! Who asks: guests, known by a random cookie, and accounts, known by a cookie or a token that was
//! given to them.
//!
//! A guest is whoever has the cookie; its games belong to it. The cookie is for the browser alone
//! (`HttpOnly`), is not sent along from other sites' pages (`SameSite`) and, where the server is
//! reached over TLS, not without it (`Secure`). Only digests of cookies and tokens are stored, so that
//! the file gives nobody away.
//!
//! The server signs the cookies that it gives out and takes no others: nobody becomes a guest under a
//! cookie that somebody else thought of. Cookies of older versions carry no signature; one that owns
//! something here is signed when it is seen.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderValue, header};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const COOKIE: &str = "selforge";

/// Browsers take a cookie of such a name only from this very host, over TLS.
const SECURE_COOKIE: &str = "__Host-selforge";

/// How long a token is in a cookie, in characters.
const TOKEN: usize = 32;

/// How long a browser keeps it, in days.
const AGE: i64 = 365;

/// Whose a game or a seat is: a guest's, by the digest of its cookie, or an account's.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
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

/// Whom limits count: an account, or, because guests are free, the network that guests come from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Source(String);

impl Source {
    /// Who stands for something of a client's that was made from this network.
    pub(crate) fn of(owner: &ClientId, network: &str) -> Source {
        match owner.account() {
            Some(_) => Source(owner.text().to_owned()),
            // What was made before networks were noted stands for its guest.
            None if network.is_empty() => Source(owner.text().to_owned()),
            None => Source(format!("n:{network}")),
        }
    }

    /// Whether many people may share it.
    pub(crate) fn is_network(&self) -> bool {
        self.0.starts_with("n:")
    }

    /// To be stored.
    pub(crate) fn text(&self) -> &str {
        &self.0
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
    /// The network that it comes from, by which limits go.
    pub(crate) address: IpAddr,
    /// The digest of its cookie; none for programs with a token.
    pub(crate) cookie: Option<String>,
    /// The number of its token; none for browsers.
    pub(crate) token: Option<i64>,
    pub(crate) account: Option<Account>,
}

impl Client {
    /// Whom its limits count.
    pub(crate) fn source(&self) -> Source {
        Source::of(&self.id, &self.address.to_string())
    }
}

/// What a request carries to be recognised by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Credential {
    /// The digest of a program's token.
    Token(String),
    /// The digest of a browser's cookie.
    Cookie(String),
    /// A cookie that may be one of an older version's: its token.
    Unsigned(String),
    /// Nothing, or nothing of ours.
    Nothing,
}

/// Makes and reads cookies.
#[derive(Clone)]
pub(crate) struct Cookies {
    key: Vec<u8>,
    /// Whether browsers come over TLS.
    secure: bool,
}

impl Cookies {
    /// Signs with this key.
    pub(crate) fn new(key: Vec<u8>, secure: bool) -> Cookies {
        Cookies { key, secure }
    }

    /// A name for all who have the same key, which does not tell it.
    pub(crate) fn site(&self) -> String {
        hex(&Sha256::digest(&self.key)[..8])
    }

    /// Reads what a request carries. Other kinds of authorisation than tokens are a proxy's business.
    pub(crate) fn credential(&self, headers: &HeaderMap) -> Credential {
        let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = value.and_then(|value| value.split_once(' '));
        if let Some((kind, token)) = bearer
            && kind.eq_ignore_ascii_case("bearer")
        {
            return Credential::Token(digest(token.trim()));
        }
        let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookies = texts.flat_map(Cookie::split_parse).flatten();
        let mut own = cookies.filter(|cookie| cookie.name() == self.name());
        own.find_map(|cookie| self.read(cookie.value())).unwrap_or(Credential::Nothing)
    }

    fn read(&self, value: &str) -> Option<Credential> {
        let (token, signature) = value.split_at_checked(TOKEN)?;
        if !token.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        if signature.is_empty() {
            return Some(Credential::Unsigned(token.to_owned()));
        }
        let signature = unhex(signature.strip_prefix('.')?)?;
        self.mac(token)?.verify_slice(&signature).ok()?;
        Some(Credential::Cookie(digest(token)))
    }

    fn mac(&self, token: &str) -> Option<Hmac<Sha256>> {
        let mut mac = <Hmac<Sha256> as Mac>::new_from_slice(&self.key).ok()?;
        mac.update(token.as_bytes());
        Some(mac)
    }

    fn name(&self) -> &'static str {
        if self.secure { SECURE_COOKIE } else { COOKIE }
    }

    /// A fresh cookie: its digest and the header that sets it; `None` if the system has no random
    /// numbers to give.
    pub(crate) fn fresh(&self) -> Option<(String, HeaderValue)> {
        self.sign(&random_hex(TOKEN / 2)?)
    }

    /// The cookie of a token: its digest and the header that sets it.
    pub(crate) fn sign(&self, token: &str) -> Option<(String, HeaderValue)> {
        let signature = hex(&self.mac(token)?.finalize().into_bytes());
        let cookie = Cookie::build((self.name(), format!("{token}.{signature}")))
            .path("/")
            .http_only(true)
            .secure(self.secure)
            .same_site(SameSite::Lax)
            .max_age(Duration::days(AGE))
            .build();
        Some((digest(token), HeaderValue::from_str(&cookie.to_string()).ok()?))
    }
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let pairs = digits.len().is_multiple_of(2) && digits.iter().all(u8::is_ascii_hexdigit);
    let byte = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    if pairs { (0..digits.len()).step_by(2).map(byte).collect() } else { None }
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

    fn cookies() -> Cookies {
        Cookies::new(vec![7; 32], false)
    }

    #[test]
    fn a_new_client_gets_a_cookie_by_which_it_is_known_again() {
        let (digest, cookie) = cookies().fresh().unwrap();
        let cookie = cookie.to_str().unwrap().to_owned();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite"));
        assert!(!cookie.contains("Secure"), "the page may come without TLS");
        let pair = cookie.split(';').next().unwrap();
        let known = cookies().credential(&with_cookie(&format!("a=b; {pair}")));
        assert_eq!(known, Credential::Cookie(digest.clone()));
        assert!(!pair.contains(&digest), "the digest is not the token");
    }

    #[test]
    fn over_tls_a_cookie_is_for_tls_and_this_host_alone() {
        let secure = Cookies::new(vec![7; 32], true);
        let (_, cookie) = secure.fresh().unwrap();
        let cookie = cookie.to_str().unwrap();
        assert!(cookie.starts_with("__Host-selforge=") && cookie.contains("; Secure"), "{cookie}");
        let plain = cookie.replacen("__Host-", "", 1);
        assert_eq!(secure.credential(&with_cookie(&plain)), Credential::Nothing);
    }

    #[test]
    fn a_cookie_that_is_not_ours_is_no_proof() {
        let (_, cookie) = Cookies::new(vec![8; 32], false).fresh().unwrap();
        let others = cookie.to_str().unwrap().split(';').next().unwrap().to_owned();
        for text in ["selforge=", "selforge=x", "selforge=' OR 1=1", "other=1", &others] {
            assert_eq!(cookies().credential(&with_cookie(text)), Credential::Nothing, "{text}");
        }
    }

    #[test]
    fn only_a_bearer_is_a_token() {
        let with = |text: &str| {
            let value = HeaderValue::from_str(text).unwrap();
            cookies().credential(&HeaderMap::from_iter([(header::AUTHORIZATION, value)]))
        };
        assert_eq!(with("bearer abc"), Credential::Token(digest("abc")));
        assert_eq!(with("Basic dXNlcjpwYXNz"), Credential::Nothing);
    }

    #[test]
    fn accounts_and_guests_are_never_mixed_up() {
        assert_eq!(ClientId::of_account(7).account(), Some(7));
        assert_eq!(ClientId::guest("7").account(), None);
    }
}
