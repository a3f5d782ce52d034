//! Who asks: anonymous clients, known by a random cookie.
//!
//! A client is whoever has the cookie; its games belong to it. The cookie is for the browser alone
//! (`HttpOnly`) and is not sent along from other sites' pages (`SameSite`). Only a digest of it is
//! stored, so that the file gives nobody away.

use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};

const COOKIE: &str = "selforge";

/// A year, in seconds.
const AGE: u32 = 31_536_000;

/// The client that a request comes from, by the digest of its token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Client(pub(crate) String);

/// A client, and the cookie to set if it is a new one.
pub(crate) fn recognise(headers: &HeaderMap) -> Option<(Client, Option<HeaderValue>)> {
    if let Some(token) = token(headers) {
        return Some((Client(digest(token)), None));
    }
    let token = random_hex(16)?;
    let cookie = format!("{COOKIE}={token}; Path=/; Max-Age={AGE}; HttpOnly; SameSite=Lax");
    let cookie = HeaderValue::from_str(&cookie).ok()?;
    Some((Client(digest(&token)), Some(cookie)))
}

/// The token that a request carries, if it looks like one of ours.
fn token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.split_once('='));
    let mut own = pairs.filter(|(key, _)| key.trim() == COOKIE).map(|(_, value)| value.trim());
    own.find(|value| value.len() == 32 && value.bytes().all(|b| b.is_ascii_hexdigit()))
}

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
        let (client, cookie) = recognise(&HeaderMap::new()).unwrap();
        let cookie = cookie.unwrap().to_str().unwrap().to_owned();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite"));
        let pair = cookie.split(';').next().unwrap();
        assert_eq!(recognise(&with_cookie(&format!("a=b; {pair}"))), Some((client.clone(), None)));
        assert!(!pair.contains(&client.0), "the digest is not the token");
    }

    #[test]
    fn a_cookie_that_is_not_ours_makes_a_new_client() {
        for text in ["selforge=", "selforge=x", "selforge=' OR 1=1", "other=1"] {
            assert!(recognise(&with_cookie(text)).unwrap().1.is_some(), "{text}");
        }
    }
}
