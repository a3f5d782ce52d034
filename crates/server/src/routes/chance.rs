//! A game that chance chooses from the rule space.

use axum::Json;
use selforge_core::{Spec, Stream};
use selforge_games::rulespace::Genes;
use selforge_games::rulespace::genes::USUAL_LIMIT;
use selforge_games::{GameError, NoFiles};

use crate::accounts::identity::random_hex;
use crate::error::ApiError;
use crate::game_cache;
use crate::messages::games::GameSpec;

/// Answers with the spec of such a game.
#[utoipa::path(
    get,
    path = "/api/chance",
    operation_id = "chance",
    responses((status = 200, body = GameSpec)),
)]
pub(super) async fn genes() -> Result<Json<GameSpec>, ApiError> {
    let random = random_hex(8).ok_or_else(|| ApiError::internal(&"no random numbers"))?;
    let seed = u64::from_str_radix(&random, 16).unwrap_or_default();
    let genes = Genes::random(USUAL_LIMIT, &mut Stream::new(seed, "a game by chance", 0));
    let wrong = |error: GameError| game_cache::refused(&error);
    let mut spec = Spec::new("rulespace");
    spec.set("genes", genes).map_err(|error| wrong(error.into()))?;
    let playable = selforge_games::open(&spec, &NoFiles).map_err(wrong)?;
    Ok(Json(GameSpec { spec: playable.spec.to_string() }))
}
