//! What there is to choose from: games, boards, setups, players.

use axum::Json;
use selforge_agents::AGENTS;
use selforge_board::KINDS;
use selforge_games::OptionDoc;
use selforge_games::selfo::setup::SETUPS;
use serde_json::{Value, json};

use crate::live::occupant::LEVELS;

/// The game, and the engine to play it against, of somebody who comes for the first time.
const FIRST: (&str, &str) = ("selfo", "greedy variety=6");

/// Answers with all of it.
pub(super) async fn show() -> Json<Value> {
    let games: Vec<Value> = selforge_games::catalogue()
        .families()
        .iter()
        .map(|family| {
            let examples = family.examples.iter();
            let examples = examples
                .map(|it| json!({ "spec": it.spec, "remark": it.remark, "shortcut": it.shortcut }));
            json!({
                "name": family.name,
                "summary": family.summary,
                "options": options(&family.options),
                "examples": examples.collect::<Vec<_>>(),
            })
        })
        .collect();
    let boards = KINDS.iter().map(
        |kind| json!({ "pattern": kind.pattern, "summary": kind.summary, "example": kind.example }),
    );
    let setups = SETUPS.iter().map(|setup| {
        json!({ "pattern": setup.pattern, "meaning": setup.meaning, "boards": setup.boards, "seats": setup.seats })
    });
    // Other programs do not play here.
    let players = AGENTS.iter().filter(|doc| doc.name != "external").map(|doc| {
        json!({
            "name": doc.name,
            "summary": doc.summary,
            "options": options(doc.options),
            "example": doc.example,
        })
    });
    Json(json!({
        "games": games,
        "boards": boards.collect::<Vec<_>>(),
        "setups": setups.collect::<Vec<_>>(),
        "players": players.collect::<Vec<_>>(),
        "levels": LEVELS,
        "first": { "spec": FIRST.0, "engine": FIRST.1 },
    }))
}

fn options(docs: &[OptionDoc]) -> Vec<Value> {
    let option = |doc: &OptionDoc| {
        json!({
            "key": doc.key, "values": doc.values, "default": doc.default, "meaning": doc.meaning,
        })
    };
    docs.iter().map(option).collect()
}
