//! The language that a visitor reads, as far as a request says it: what was chosen here, which the page
//! keeps in a cookie, or the first of the browser's languages that the pages have.
//!
//! Pages are sent in English and translated by their script. One that will be translated comes hidden, so
//! that nobody sees English first in a browser that paints before the script has run.

use axum::http::{HeaderMap, header};
use cookie::Cookie;

/// The language of the pages as they are sent.
const OWN: &str = "en";

/// The cookie with the language that was chosen.
const CHOSEN: &str = "language";

/// So many languages of a browser are looked at.
const MOST: usize = 16;

/// Whether the pages will be translated; `has` says for which codes there is a translation.
pub(crate) fn is_translated(headers: &HeaderMap, has: impl Fn(&str) -> bool) -> bool {
    let texts = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let cookies = texts(header::COOKIE).flat_map(Cookie::split_parse).flatten();
    let chosen = cookies.filter(|cookie| cookie.name() == CHOSEN);
    let chosen = chosen.map(|cookie| cookie.value().to_owned());
    // Browsers name their languages in order, the first choice first.
    let browser = texts(header::ACCEPT_LANGUAGE).flat_map(|list| list.split(',')).take(MOST);
    let browser = browser.filter_map(|tag| tag.split([';', '-']).next());
    let wanted = chosen.chain(browser.map(|code| code.trim().to_ascii_lowercase()));
    let is_code = |code: &String| code.len() == 2 && code.bytes().all(|b| b.is_ascii_lowercase());
    let mut known = wanted.filter(is_code).filter(|code| code == OWN || has(code));
    known.next().is_some_and(|code| code != OWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(languages: &str, cookie: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_LANGUAGE, languages.parse().unwrap());
        headers.insert(header::COOKIE, cookie.parse().unwrap());
        is_translated(&headers, |code| code == "es")
    }

    #[test]
    fn the_first_language_that_the_pages_have_counts_unless_one_was_chosen() {
        assert!(asked("es-MX,es;q=0.9,en;q=0.8", "") && asked("fr, es;q=0.5", ""));
        assert!(!asked("en-GB,es;q=0.9", "") && !asked("fr,de", "") && !asked("", ""));
        assert!(asked("en", "a=b; language=es") && !asked("es", "language=en"));
        assert!(!asked("../es", "language=../../secret"));
    }
}
