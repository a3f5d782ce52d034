//! Bringing a record here: it becomes a game of the client's.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::{Extension, Json};
use selforge_catalogue::portable::is_portable;
use selforge_core::{Game, Record, Seat};

use crate::accounts::identity::{Client, ClientId, random_hex};
use crate::app::App;
use crate::error::ApiError;
use crate::live::GameEvent;
use crate::live::occupant::{Occupant, showable};
use crate::messages::analysis::Notes;
use crate::messages::games::{ClockRule, ImportedGame};
use crate::store::{ImportedEvents, NewGame};
use crate::time;
use crate::work::{WorkLimits, work};

/// The longest name that is taken over from a record, in characters.
const MAX_NAME: usize = 40;

/// A record that was read and found good.
struct ImportedRecord {
    game: NewGame,
    past: ImportedEvents,
    notes: Notes,
    warning: Option<String>,
}

/// Makes a game of the text of a record, with people at all seats; its comments become notes. Games of
/// chess may be PGN, those of draughts PDN.
#[utoipa::path(
    post,
    path = "/api/records",
    operation_id = "bringRecord",
    request_body = String,
    responses((status = 200, body = ImportedGame)),
)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    text: Result<Bytes, BytesRejection>,
) -> Result<Json<ImportedGame>, ApiError> {
    let text = text?;
    let source = client.source();
    let quota = app.limits.quota(&source);
    app.store.check_quota(&source, quota).await?;
    let random = || random_hex(8).ok_or_else(|| ApiError::internal(&"no random numbers"));
    let (id, seed) = (random()?, u64::from_str_radix(&random()?, 16).unwrap_or_default());
    let brought = work(&app, client.address, move |app, limits| {
        let mut brought = read(app, &text, &client.id, limits)?;
        brought.game.id = id;
        brought.game.network = client.address.to_string();
        brought.game.seed = seed.cast_signed();
        Ok(brought)
    });
    let brought = brought.await?;
    let ImportedRecord { game, past, notes, warning } = brought;
    let (id, owner, spec) = (game.id.clone(), game.owner.clone(), game.spec.clone());
    app.store.create_game(game, Some(past), quota).await?;
    if !notes.nodes.is_empty() {
        let body = serde_json::to_string(&notes).expect("notes are plain data");
        app.store.save_notes(&id, &owner, &source, &body, quota).await?;
    }
    tracing::info!(game = id, spec, "a record was brought");
    Ok(Json(ImportedGame { id, warning }))
}

/// Reads and replays a record.
///
/// # Errors
/// With line and reason, if it is damaged or was not played by the rules.
fn read(
    app: &App,
    text: &[u8],
    owner: &ClientId,
    limits: &WorkLimits,
) -> Result<ImportedRecord, ApiError> {
    let most = app.limits.events_per_game;
    let wrong = |error: &selforge_core::RecordError| {
        ApiError::invalid(error.to_string()).at(Some(error.column))
    };
    let portable = std::str::from_utf8(text).ok().filter(|text| is_portable(text));
    let (record, warning) = match portable {
        Some(text) => {
            let catalogue = selforge_games::catalogue();
            let imported = catalogue.import(text, 1, limits).map_err(|error| wrong(&error))?;
            let left_out = imported.left_out();
            (imported.record, left_out)
        }
        None => {
            let parsed = Record::parse_bytes(text).map_err(|error| wrong(&error))?;
            (parsed.record, parsed.truncated)
        }
    };
    if record.events.len() > most as usize {
        let count = record.events.len();
        let problem = format!("the record has {count} events; expected at most {most} here");
        return Err(ApiError::invalid(problem));
    }
    let playable = app.game_cache.open(&record.headers.game.to_string(), limits)?;
    let session = record.replay(Arc::new(playable.game.clone())).map_err(|error| wrong(&error))?;
    // What was played is written again, so that every text is as the game writes it.
    let clean = Record::from_timeline(&session, record.headers.clone());
    let player = |seat| Occupant::Person {
        who: owner.clone(),
        rating: None,
        name: record
            .headers
            .names
            .get(&seat)
            .map_or_else(String::new, |name| showable(name).chars().take(MAX_NAME).collect()),
    };
    let seats = Seat::all(playable.game.seats());
    let players: Vec<Occupant> = seats.clone().map(player).collect();
    let outcome = session.result().map(|(outcome, _)| outcome);
    let first = |seat: &Seat| outcome.is_some_and(|outcome| outcome.rank(*seat) == 1);
    let events = clean.events.iter().map(|event| {
        let stored = GameEvent::of(event.seat, event.action.clone());
        serde_json::to_string(&stored).expect("events are plain data")
    });
    let mut commented = clean.clone();
    commented.comments.clone_from(&record.comments);
    for (event, said) in commented.events.iter_mut().zip(&record.events) {
        event.comments.clone_from(&said.comments);
    }
    Ok(ImportedRecord {
        game: NewGame {
            id: String::new(),
            owner: owner.clone(),
            network: String::new(),
            spec: playable.spec.to_string(),
            rules: playable.rules_name(),
            start: clean.start.clone().unwrap_or_default(),
            seed: 0,
            began: time::now_ms(),
            clock: ClockRule::None,
            rated: false,
            listed: false,
            to_move: session.status().to_move().map(Seat::letter),
            deadline: None,
            seats: players,
        },
        past: ImportedEvents {
            events: events.collect(),
            plies: session.plies(),
            result: clean.result.clone(),
            winners: seats.filter(first).map(Seat::letter).collect(),
        },
        notes: Notes::of_record(&commented),
        warning,
    })
}
