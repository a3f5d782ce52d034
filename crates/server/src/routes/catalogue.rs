//! What there is to choose from: games, boards, setups, players.

use axum::Json;
use selforge_agents::{AGENTS, LEVELS};
use selforge_board::KINDS;
use selforge_games::OptionDoc;
use selforge_games::selfo::setup::SETUPS;

use crate::gallery;
use crate::levels;
use crate::messages::catalogue::{
    AgentView, BoardKind, Catalogue, ExampleView, FamilyView, FirstGame, OptionView, SetupKind,
};

/// The game, and the engine to play it against, of somebody who comes for the first time: short, and an
/// opponent that a beginner can beat.
const FIRST: (&str, &str) =
    ("selfo board=hexhex-5 density=24 swap=off", "greedy view=own variety=3");

/// Answers with all of it.
#[utoipa::path(
    get,
    path = "/api/catalogue",
    operation_id = "catalogue",
    responses((status = 200, body = Catalogue)),
)]
pub(super) async fn show() -> Json<Catalogue> {
    let families = selforge_games::catalogue().families().iter().map(|family| FamilyView {
        name: family.name.to_string(),
        title: family.title.to_string(),
        summary: family.summary.to_string(),
        options: options(&family.options),
        examples: (family.examples.iter())
            .map(|it| ExampleView {
                spec: it.spec.to_string(),
                remark: it.remark.to_string(),
                shortcut: it.shortcut.as_deref().map(str::to_owned),
            })
            .collect(),
    });
    let boards = KINDS.iter().map(|kind| BoardKind {
        pattern: kind.pattern.to_owned(),
        title: kind.title.to_owned(),
        summary: kind.summary.to_owned(),
        example: kind.example.to_owned(),
        small: kind.small.to_owned(),
    });
    let setups = SETUPS.iter().map(|setup| SetupKind {
        pattern: setup.pattern.to_owned(),
        title: setup.title.to_owned(),
        meaning: setup.meaning.to_owned(),
        boards: setup.boards.to_owned(),
        seats: setup.seats.to_owned(),
    });
    // Other programs do not play here.
    let players = AGENTS.iter().filter(|doc| !doc.is_local).map(|doc| AgentView {
        name: doc.name.to_owned(),
        summary: doc.summary.to_owned(),
        options: options(doc.options),
        example: doc.example.to_owned(),
    });
    Json(Catalogue {
        games: families.collect(),
        boards: boards.collect(),
        setups: setups.collect(),
        players: players.collect(),
        levels: LEVELS.iter().map(levels::listed).collect(),
        gallery: gallery::cards(),
        first: FirstGame { spec: FIRST.0, engine: FIRST.1 },
    })
}

fn options(docs: &[OptionDoc]) -> Vec<OptionView> {
    let option = |doc: &OptionDoc| OptionView {
        key: doc.key.to_string(),
        values: doc.values.to_string(),
        default: doc.default.to_string(),
        meaning: doc.meaning.to_string(),
    };
    docs.iter().map(option).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_cache::open;
    use crate::work::WorkLimits;

    #[test]
    fn every_kind_of_board_has_a_picture_with_pieces_on_it() {
        let limits = WorkLimits::without_haste(1_000);
        for kind in KINDS {
            let spec = format!("selfo board={}", kind.small);
            assert!(open(&spec, &limits).is_ok(), "{spec}");
            let name = |board: &str| board.split('-').next().map(str::to_owned);
            assert_eq!(name(kind.small), name(kind.pattern));
        }
    }
}
