//! The pages: the files of `web/`, inside the program. (A development build reads them from the
//! source folder instead, so that a change is seen at once.)
//!
//! A page comes in three files (see [`crate::bundle`]), packed once and for all. The names of its styles
//! and its script carry a digest of what is in them, so that browsers may keep them for ever; the page
//! itself is asked for again each time, and names the newest.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, LazyLock};

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::accounts::identity::Client;
use crate::app::App;
use crate::bundle::{PLACE, bundle};
use crate::error::ApiError;
use crate::language::is_translated;
use crate::previews::{PagePreview, of_address, preview};

#[derive(RustEmbed)]
#[folder = "web/"]
// Types alone, for those who write the pages: nothing that runs asks for it.
#[exclude = "js/types.d.ts"]
struct Web;

/// The page that other sites may show within theirs.
const EMBED: &str = "embed";

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
    ("rules", "rules.html"),
    ("experiments", "experiments.html"),
    ("session", "session.html"),
    ("workshop", "workshop.html"),
    (EMBED, "embed.html"),
    ("leaderboards", "leaderboards.html"),
    ("watch", "watch.html"),
    ("puzzles", "puzzles.html"),
    ("puzzle", "puzzles.html"),
];

/// What keeps pages for times without a server.
const WORKER: &str = "sw.js";

/// The folder of what pages are made of, in addresses.
const FOLDER: &str = "assets";

/// What makes a page one that can be installed.
const INSTALLABLE: &str = "<link rel=\"manifest\" href=\"/manifest.webmanifest\">";

/// Kept, but asked for again: a new program has a new page.
const ASK_AGAIN: &str = "no-cache";

/// Kept for ever: what is new has another name.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A file that is ready to be sent.
#[derive(Debug)]
struct Asset {
    kind: String,
    plain: Vec<u8>,
    packed: Vec<u8>,
    digest: String,
}

impl Asset {
    fn new(kind: &str, plain: Vec<u8>) -> Asset {
        let once = if cfg!(debug_assertions) { Compression::fast() } else { Compression::best() };
        Asset::packed(kind, plain, once)
    }

    fn packed(kind: &str, plain: Vec<u8>, effort: Compression) -> Asset {
        let charset = if kind.starts_with("text/") { "; charset=utf-8" } else { "" };
        let digest = hex(&Sha256::digest(&plain));
        let packed = pack(&plain, effort).unwrap_or_default();
        Asset { kind: format!("{kind}{charset}"), plain, packed, digest }
    }

    fn answer(&self, headers: &HeaderMap, caching: &'static str) -> Response {
        let tag = quoted(&self.digest);
        let fixed = [
            (header::CACHE_CONTROL, HeaderValue::from_static(caching)),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
        ];
        if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str()) {
            return (StatusCode::NOT_MODIFIED, fixed, [(header::ETAG, tag)]).into_response();
        }
        let named = [(header::CONTENT_TYPE, self.kind.clone()), (header::ETAG, tag)];
        let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|text| text.to_str().ok());
        if accepts.is_some_and(|text| text.contains("gzip")) && !self.packed.is_empty() {
            let packed = [(header::CONTENT_ENCODING, "gzip")];
            return (fixed, named, packed, self.packed.clone()).into_response();
        }
        (fixed, named, self.plain.clone()).into_response()
    }
}

/// What tells a content from others, as it stands in headers.
pub(crate) fn tag(content: &[u8]) -> String {
    quoted(&hex(&Sha256::digest(content)))
}

fn quoted(digest: &str) -> String {
    format!("\"{digest}\"")
}

/// The beginning of a digest.
fn hex(digest: &[u8]) -> String {
    digest[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

fn pack(plain: &[u8], effort: Compression) -> std::io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), effort);
    packer.write_all(plain)?;
    packer.finish()
}

/// A page in the files that it comes in.
#[derive(Debug)]
struct PageFiles {
    html: Asset,
    styles: Asset,
    script: Asset,
}

/// The pages of the program, by their files.
static MADE: LazyLock<HashMap<&str, Arc<PageFiles>>> = LazyLock::new(|| {
    PAGES.iter().filter_map(|(_, page)| Some((*page, Arc::new(make(page)?)))).collect()
});

/// A page as it is now: made once, except while somebody works on it.
fn made(page: &str) -> Option<Arc<PageFiles>> {
    if cfg!(debug_assertions) { make(page).map(Arc::new) } else { MADE.get(page).cloned() }
}

/// Makes all pages before anyone asks for them.
pub(crate) fn prepare() {
    if !cfg!(debug_assertions) {
        LazyLock::force(&MADE);
    }
}

fn make(page: &str) -> Option<PageFiles> {
    let made = match bundle(page, &text) {
        Ok(made) => made,
        Err(error) => {
            // A test puts all pages together; while somebody works on one, this says what is wrong.
            tracing::error!(%error, page, "a page cannot be put together");
            return None;
        }
    };
    let name = page.strip_suffix(".html")?;
    let styles = Asset::new("text/css", made.styles.into_bytes());
    let script = Asset::new("text/javascript", made.script.into_bytes());
    // Nothing is painted before the script, which may have to translate the page.
    let files = format!(
        "<link rel=\"stylesheet\" href=\"/{FOLDER}/{}/{name}.css\">\n\
         <script type=\"module\" src=\"/{FOLDER}/{}/{name}.js\" blocking=\"render\"></script>",
        styles.digest, script.digest
    );
    let html = with_icon(&made.html.replace(PLACE, &files));
    Some(PageFiles { html: Asset::new("text/html", html.into_bytes()), styles, script })
}

/// The icon is so small that the page carries it.
fn with_icon(html: &str) -> String {
    let icon = text("icon.svg").unwrap_or_default();
    let mut address = String::from("data:image/svg+xml,");
    for c in icon.trim().chars() {
        match c {
            '#' => address += "%23",
            '"' => address.push('\''),
            '%' => address += "%25",
            '\n' => address.push(' '),
            c => address.push(c),
        }
    }
    let html = html.replace("href=\"/icon.svg\"", &format!("href=\"{address}\""));
    html.replacen("</title>\n", &format!("</title>\n{INSTALLABLE}\n"), 1)
}

fn text(path: &str) -> Option<String> {
    let file = Web::get(path)?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
}

/// Whether a path is that of a page, which only a browser asks for that may be new here. What is no
/// page is a file: it is the same for all, and costs nothing.
pub(crate) fn is_page(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    PAGES.iter().any(|(name, _)| *name == first)
}

/// What browsers may do with a page that others show within theirs.
const EMBED_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/// Answers with a page that is about something of its own, which its head tells.
pub(crate) async fn page(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let first = uri.path().trim_start_matches('/').split('/').next().unwrap_or_default();
    let file = PAGES.iter().find(|(name, _)| *name == first).map(|(_, file)| *file);
    let Some(page) = file.and_then(made) else {
        return missing(&app, &uri, &headers);
    };
    let about = preview(&app, &client, uri.path()).await.unwrap_or_else(|| of_address(&uri));
    let mut answer = with_head(&app, &page, &about, &headers);
    if first == EMBED {
        let policy = HeaderValue::from_static(EMBED_POLICY);
        answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    answer
}

/// A page with what chats are told of it in its head.
fn with_head(app: &App, page: &PageFiles, about: &PagePreview, headers: &HeaderMap) -> Response {
    let html = String::from_utf8_lossy(&page.html.plain);
    let base = app.exposure.address_base(headers);
    let mut html = html.replacen("</head>", &format!("{}</head>", about.elements(base)), 1);
    if is_translated(headers, |code| Web::get(&format!("lang/{code}.json")).is_some()) {
        html = html.replacen("<html lang=\"en\">", "<html lang=\"en\" class=\"translating\">", 1);
    }
    let page = Asset::packed("text/html", html.into_bytes(), Compression::fast());
    let mut answer = page.answer(headers, ASK_AGAIN);
    let varies = HeaderValue::from_static("accept-encoding, accept-language, cookie");
    answer.headers_mut().insert(header::VARY, varies);
    answer
}

/// A digest of everything that pages are made of.
fn version() -> String {
    static MADE: LazyLock<String> = LazyLock::new(|| {
        let mut digest = Sha256::new();
        for name in Web::iter() {
            digest.update(name.as_bytes());
            digest.update(
                Web::get(&name).map(|file| file.metadata.sha256_hash()).unwrap_or_default(),
            );
        }
        hex(&digest.finalize())
    });
    MADE.clone()
}

/// Says that there is no such page; to a person with a way on.
fn missing(app: &App, uri: &Uri, headers: &HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT).and_then(|text| text.to_str().ok());
    let is_person = accepts.is_some_and(|text| text.contains("text/html"));
    let Some(page) = is_person.then(|| made("missing.html")).flatten() else {
        return (StatusCode::NOT_FOUND, "There is no such page.\n").into_response();
    };
    let mut answer = with_head(app, &page, &of_address(uri), headers);
    *answer.status_mut() = StatusCode::NOT_FOUND;
    answer
}

/// Answers with a page or another file.
pub(crate) async fn serve(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let first = path.split('/').next().unwrap_or_default();
    if first == "api" {
        return ApiError::not_found().into_response();
    }
    if let Some((_, page)) = PAGES.iter().find(|(name, _)| *name == first)
        && let Some(page) = made(page)
    {
        return with_head(&app, &page, &of_address(&uri), &headers);
    }
    if let [FOLDER, digest, name] = path.split('/').collect::<Vec<_>>()[..]
        && let Some((name, kind)) = name.split_once('.')
        && let Some(page) = made(&format!("{name}.html"))
    {
        let asset = if kind == "css" { &page.styles } else { &page.script };
        // A page of an older program gets what there is, and does not keep it.
        let caching = if asset.digest == digest { FOR_EVER } else { ASK_AGAIN };
        return asset.answer(&headers, caching);
    }
    if path == WORKER {
        let script = text(WORKER).unwrap_or_default().replace("VERSION", &version());
        return Asset::new("text/javascript", script.into_bytes()).answer(&headers, ASK_AGAIN);
    }
    // The sources themselves, for whoever wants to read them.
    match Web::get(path) {
        Some(file) => {
            let asset = Asset::new(file.metadata.mimetype(), file.data.into_owned());
            asset.answer(&headers, ASK_AGAIN)
        }
        None => missing(&app, &uri, &headers),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::bundle;

    /// What the browser of a new visitor fetches: the page at `/` in its three files, and the modules that
    /// it loads by itself when they are wanted, with all that they import. Other pages (puzzles, analysis,
    /// the lobby) are paid for by those who open them, so they do not count here.
    fn first_visit() -> usize {
        let made = make("index.html").unwrap();
        let page: usize =
            [&made.html, &made.styles, &made.script].iter().map(|it| it.plain.len()).sum();
        let weigh = |path: &str| bundle::served(path, &text(path).unwrap()).unwrap().len();
        // The play page names what it loads later by `load("name")` and `loadStyle("/css/name")`, modules
        // by `import("./name")`.
        let named = |source: &str, mark: &str| -> Vec<String> {
            let parts = source.split(mark).skip(1);
            parts.filter_map(|part| Some(part.split_once('"')?.0.to_owned())).collect()
        };
        let modules = |source: &str| -> Vec<String> {
            let imports = ["import(\"./", "from \"./", "import \"./"];
            let loaded = named(source, "load(\"").into_iter().map(|name| name + ".js");
            imports.iter().flat_map(|mark| named(source, mark)).chain(loaded).collect()
        };
        let first = text("js/play.js").unwrap();
        let mut later: BTreeSet<String> = named(&first, "loadStyle(\"/").into_iter().collect();
        let mut open = modules(&first);
        open.retain(|file| !first.contains(&format!("from \"./{file}\"")));
        assert!(open.contains(&"gallery.js".to_owned()), "what is loaded later is found");
        while let Some(file) = open.pop() {
            let path = format!("js/{file}");
            if let Some(source) = text(&path)
                && later.insert(path)
            {
                open.extend(modules(&source));
            }
        }
        let later: usize = later.iter().map(|path| weigh(path)).sum();
        page + later
    }

    #[test]
    fn a_first_visit_weighs_less_than_300_kilobytes_in_every_language() {
        let english = first_visit();
        assert!(english < 300_000, "{english} bytes");
        // Readers of another language fetch its texts for the play page besides; rules come when wanted.
        let spanish = english + text("lang/es.json").unwrap().len();
        assert!(spanish < 300_000, "{spanish} bytes");
    }

    #[test]
    fn all_pages_together_weigh_less_than_430_kilobytes() {
        let weigh = |path: &str| bundle::served(path, &text(path).unwrap()).unwrap().len();
        let asked_for = |path: &str| path.starts_with("lang/") || path.starts_with("samples/");
        let pages = Web::iter().filter(|path| !asked_for(path));
        let weight: usize = pages.map(|path| weigh(&path)).sum();
        assert!(weight < 430_000, "{weight} bytes");
    }

    #[test]
    fn every_page_comes_in_three_files_of_less_than_50_kilobytes_packed() {
        for (_, page) in PAGES {
            let made = make(page).expect("a page that can be put together");
            let html = String::from_utf8(made.html.plain.clone()).unwrap();
            let named = |start: &str| {
                let words = html.split('"').skip(1).step_by(2);
                words.filter(|word| word.starts_with(start)).count()
            };
            assert_eq!((named("/assets/"), named("/css/"), named("/js/")), (2, 0, 0), "{page}");
            assert_eq!(named("/icon"), 0, "{page} carries its icon");
            // As visitors get it: what is built for tests packs in haste.
            let packed = [&made.html, &made.styles, &made.script]
                .map(|file| pack(&file.plain, Compression::best()).unwrap().len());
            assert!(packed.iter().sum::<usize>() < 50_000, "{page}: {packed:?}");
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
            // The ending of rule files is the name of their family too.
            let text = text.replace(".zrf", "");
            let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
            let games = selforge_games::catalogue().families();
            let named = words.find(|word| games.iter().any(|family| family.name == **word));
            assert_eq!(named, None, "{path}: what is special about a game comes from the game");
        }
    }
}
