//! What chats and search engines are told of a page before anybody opens it: a title, a sentence and a
//! picture, in the page's `<head>`.
//!
//! They do not run scripts, so the server puts it there. A game that is not for everyone is not told:
//! such a page is about the site.

use std::sync::Arc;

use axum::extract::Query;
use axum::http::Uri;
use selforge_agents::Level;
use selforge_core::Spec;
use serde::Deserialize;

use crate::accounts::identity::{Client, ClientId};
use crate::animation::escaped;
use crate::app::App;
use crate::cards::{CARDS, SIZE};
use crate::exposure::PublicOrigin;
use crate::gallery;
use crate::live::LiveGame;
use crate::live::occupant::Occupant;
use crate::puzzles;

/// The names of cards: the site's, and that of a game by its code; what a puzzle's begins with.
pub(crate) const SITE_CARD: &str = "selforge";
pub(crate) const CODE_CARD: &str = "code";
pub(crate) const PUZZLE_CARD: &str = "puzzle-";

/// What a page is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PagePreview {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The picture: what follows [`CARDS`] in its address.
    pub(crate) card: String,
}

impl PagePreview {
    /// What is said of pages that are about nothing of their own.
    fn of_site() -> PagePreview {
        PagePreview {
            title: "Selforge".to_owned(),
            description: "Play Selfo and other abstract board games against people and engines."
                .to_owned(),
            card: format!("{SITE_CARD}.png"),
        }
    }

    /// The elements for a page's head. Pictures need an absolute address there.
    pub(crate) fn elements(&self, base: Option<PublicOrigin>) -> String {
        let [width, height] = SIZE.map(|pixels| pixels.to_string());
        let picture = base.map(|base| format!("{base}{CARDS}/{}", self.card));
        let mut parts = vec![
            ("og:type", "website"),
            ("og:site_name", "Selforge"),
            ("og:title", self.title.as_str()),
            ("og:description", self.description.as_str()),
        ];
        if let Some(picture) = &picture {
            parts.extend([
                ("og:image", picture.as_str()),
                ("og:image:type", "image/png"),
                ("og:image:width", width.as_str()),
                ("og:image:height", height.as_str()),
                ("og:image:alt", self.title.as_str()),
                ("twitter:card", "summary_large_image"),
            ]);
        }
        let meta = |(name, content): (&str, &str)| {
            format!("<meta property=\"{name}\" content=\"{}\">\n", escaped(content))
        };
        parts.into_iter().map(meta).collect()
    }
}

/// What a page may be about.
enum Subject<'a> {
    Game(&'a str),
    Player(&'a str),
}

fn subject(path: &str) -> Option<Subject<'_>> {
    let mut parts = path.trim_start_matches('/').split('/');
    match (parts.next()?, parts.next(), parts.next()) {
        ("game" | "join" | "analysis" | "embed", Some(id), None) => Some(Subject::Game(id)),
        ("player", Some(name), None) => Some(Subject::Player(name)),
        _ => None,
    }
}

/// Whether something must be looked up for the page with this path.
pub(crate) fn has_subject(path: &str) -> bool {
    subject(path).is_some()
}

/// What a page with this path is about, if it is about something of its own.
pub(crate) async fn preview(app: &Arc<App>, client: &Client, path: &str) -> Option<PagePreview> {
    match subject(path)? {
        Subject::Game(id) => of_game(app, &client.id, id).await,
        Subject::Player(name) => {
            let (account, _) = app.store.account(name).await.ok()??;
            Some(PagePreview {
                title: format!("{} on Selforge", account.name),
                description: "Ratings and games. Challenge them to a game.".to_owned(),
                card: format!("{SITE_CARD}.png"),
            })
        }
    }
}

/// What a page is about as far as its address says: a puzzle, a game by its code, or the site.
pub(crate) fn of_address(uri: &Uri) -> PagePreview {
    let mut parts = uri.path().trim_start_matches('/').split('/');
    let about = match (parts.next().unwrap_or_default(), parts.next()) {
        ("puzzle", Some(id)) => of_puzzle(id),
        ("" | "editor" | "workshop", None) => of_code(uri),
        _ => None,
    };
    about.unwrap_or_else(PagePreview::of_site)
}

fn of_puzzle(id: &str) -> Option<PagePreview> {
    let title = gallery::title_of(puzzles::family(puzzles::find(id).ok()?));
    Some(PagePreview {
        title: format!("{title}: a puzzle"),
        description: "Can you find the best move?".to_owned(),
        card: format!("{PUZZLE_CARD}{id}.png"),
    })
}

/// The part of an address that names a game by its code.
#[derive(Deserialize)]
struct CodeQuery {
    spec: String,
}

fn of_code(uri: &Uri) -> Option<PagePreview> {
    let Query(CodeQuery { spec }) = Query::try_from_uri(uri).ok()?;
    let parsed = Spec::parse(&spec).ok()?;
    selforge_games::catalogue().family(parsed.name())?;
    let query = uri.query()?.split('&').find(|part| part.starts_with("spec="))?;
    Some(PagePreview {
        title: gallery::title_of(&spec),
        description: "Play this game against people or engines.".to_owned(),
        card: format!("{CODE_CARD}.png?{query}"),
    })
}

async fn of_game(app: &Arc<App>, who: &ClientId, id: &str) -> Option<PagePreview> {
    let game = app.games.open(app, id).await.ok()?;
    if !game.is_visible_to(who).await {
        return None;
    }
    let (title, description) = words(&game).await;
    Some(PagePreview { title, description, card: format!("{id}.png") })
}

/// Who plays what, and how it stands.
pub(crate) async fn words(game: &LiveGame) -> (String, String) {
    let (seats, plies, result) = game.facts().await;
    let name = |seat: &Occupant| match seat {
        Occupant::Engine(spec) => {
            Level::of_spec(spec).map_or("Computer", |level| level.name).to_owned()
        }
        Occupant::Open { .. } => "?".to_owned(),
        Occupant::Person { .. } if seat.name().is_empty() => "Somebody".to_owned(),
        Occupant::Person { .. } => seat.name().to_owned(),
    };
    let names: Vec<String> = seats.iter().map(name).collect();
    let title = format!("{}: {}", gallery::title(game.playable()), names.join(" – "));
    let kept = |seat: &&Occupant| matches!(seat, Occupant::Open { kept_for: Some(_) });
    let open = seats.iter().filter(|seat| seat.is_open()).count();
    let kept = seats.iter().filter(kept).count();
    let moves = format!("{plies} {}", if plies == 1 { "move" } else { "moves" });
    let description = match result {
        Some(winner) => match winner.and_then(|at| names.get(at)) {
            Some(name) => format!("{name} won after {moves}. Step through the game or analyse it."),
            None => format!("Drawn after {moves}. Step through the game or analyse it."),
        },
        None if open > 0 && kept == open => "Waiting for the other player.".to_owned(),
        None if open > 0 => "A seat is free. Sit down and play.".to_owned(),
        None => format!("Being played, {moves} so far. Watch it live."),
    };
    (title, description)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_call_themselves_cannot_leave_its_attribute() {
        let preview = PagePreview {
            title: "Selfo: \"><script> – Ben".to_owned(),
            description: "d".to_owned(),
            card: "a.png?\"><script>".to_owned(),
        };
        let elements = preview.elements("https://games.example".parse().ok());
        assert!(!elements.contains("<script") && elements.contains("&quot;&gt;&lt;script&gt;"));
    }
}
