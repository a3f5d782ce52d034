//! The pages: the files of `web/`, inside the program. (A development build reads them from the
//! source folder instead, so that a change is seen at once.)

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::ApiError;

#[derive(RustEmbed)]
#[folder = "web/"]
// Types alone, for those who write the pages: nothing that runs asks for it.
#[exclude = "js/types.d.ts"]
struct Web;

/// The pages by the first part of their addresses; what follows it is for the page to read.
const PAGES: &[(&str, &str)] = &[
    ("", "index.html"),
    ("game", "index.html"),
    ("lobby", "lobby.html"),
    ("join", "join.html"),
    ("account", "account.html"),
    ("player", "player.html"),
    ("analysis", "analysis.html"),
    ("editor", "editor.html"),
    ("learn", "learn.html"),
    ("results", "results.html"),
    ("experiments", "experiments.html"),
];

/// Answers with a page or another file.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let first = path.split('/').next().unwrap_or_default();
    let page = PAGES.iter().find(|(name, _)| *name == first);
    let path = page.map_or(path, |(_, file)| file);
    if first == "api" {
        return ApiError::not_found().into_response();
    }
    let Some(file) = Web::get(path) else {
        return (StatusCode::NOT_FOUND, "There is no such page.\n").into_response();
    };
    let hash: String = file.metadata.sha256_hash().iter().map(|b| format!("{b:02x}")).collect();
    let tag = format!("\"{}\"", &hash[..32]);
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = file.metadata.mimetype();
    let charset = if kind.starts_with("text/") { "; charset=utf-8" } else { "" };
    let headers = [
        (header::CONTENT_TYPE, format!("{kind}{charset}")),
        // Kept, but asked for again: a new program has a new page.
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag),
    ];
    (headers, file.data).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// A file and everything that it loads.
    fn loads(path: &str, seen: &mut BTreeMap<String, usize>) {
        if seen.contains_key(path) {
            return;
        }
        let file = Web::get(path).unwrap_or_else(|| panic!("{path} is named and missing"));
        seen.insert(path.to_owned(), file.data.len());
        let text = String::from_utf8_lossy(&file.data).into_owned();
        let script = path.ends_with(".js");
        let lines = text
            .lines()
            .filter(|line| !script || line.starts_with("import ") || line.starts_with("export "));
        for word in lines.flat_map(|line| line.split('"').skip(1).step_by(2)) {
            // Pages name files from the root, scripts their neighbours.
            let named = match word.strip_prefix("./") {
                Some(neighbour) if script => format!("js/{neighbour}"),
                _ => word.trim_start_matches('/').to_owned(),
            };
            if [".js", ".css", ".svg"].iter().any(|end| named.ends_with(end)) {
                loads(&named, seen);
            }
        }
    }

    #[test]
    fn all_pages_together_weigh_less_than_300_kilobytes() {
        let weight: usize =
            Web::iter().filter_map(|path| Web::get(&path)).map(|file| file.data.len()).sum();
        assert!(weight < 300_000, "{weight} bytes");
    }

    #[test]
    fn every_page_weighs_less_than_300_kilobytes_with_all_that_it_loads() {
        for (_, page) in PAGES {
            let mut seen = BTreeMap::new();
            loads(page, &mut seen);
            let weight: usize = seen.values().sum();
            assert!(seen.len() > 3, "{page} loads scripts and styles: {seen:?}");
            assert!(weight < 300_000, "{page}: {weight} bytes: {seen:?}");
        }
    }

    #[test]
    fn the_page_asks_for_nothing_from_elsewhere() {
        for path in Web::iter() {
            let file = Web::get(&path).unwrap();
            let text = String::from_utf8_lossy(&file.data).replace("http://www.w3.org/", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{path}");
        }
    }

    #[test]
    fn no_script_but_the_introduction_names_a_game() {
        let lessons = ["js/lessons.js", "js/learn.js"];
        let scripts = Web::iter().filter(|path| path.ends_with(".js"));
        for path in scripts.filter(|path| !lessons.contains(&path.as_ref())) {
            let file = Web::get(&path).unwrap();
            let text = String::from_utf8_lossy(&file.data).to_lowercase();
            let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
            let games = selforge_games::catalogue().families();
            let named = words.find(|word| games.iter().any(|family| family.name == **word));
            assert_eq!(named, None, "{path}: what is special about a game comes from the game");
        }
    }
}
