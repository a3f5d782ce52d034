//! Games, their seats and their events in the file.

use std::collections::HashMap;

use async_trait::async_trait;
use rusqlite::{Connection, ErrorCode, Row, ffi, params};

use super::{SqliteStore, StoreError, checksums, ratings, rules};
use crate::accounts::identity::{ClientId, Source};
use crate::accounts::ratings::RatingChange;
use crate::live::clock::ClockRule;
use crate::live::occupant::Occupant;
use crate::store::{
    Deadline, GameFilter, GameListing, Games, ImportedEvents, NewEvent, NewGame, Quota, RatedGame,
    StoredGame,
};
use crate::time;

/// The longest list.
const MOST: i64 = 1_000;

/// What an event counts for in bytes, whatever it is.
const EVENT_BYTES: i64 = 80;

/// Games that are forgotten in one go.
const FORGOTTEN_TOGETHER: i64 = 200;
/// The spec of a game in the lobby.
const LISTED_SPEC: &str = "iif(length(spec) > 300, substr(spec, 1, 300) || '…', spec) AS spec";

#[async_trait]
impl Games for SqliteStore {
    async fn create_game(
        &self,
        game: NewGame,
        imported: Option<ImportedEvents>,
        quota: Quota,
    ) -> Result<(), StoreError> {
        self.write(move |connection| {
            // Here, where nobody else writes meanwhile: of many who ask at once none comes too much.
            let source = Source::of(&game.owner, &game.network);
            let events = imported.as_ref().map_or(0, |imported| imported.events.len());
            let texts = game.spec.len() + game.start.len();
            let more = i64::try_from(texts).unwrap_or(i64::MAX)
                + EVENT_BYTES * i64::try_from(events).unwrap_or_default();
            check_quota(connection, &source, quota, more)?;
            put_game(connection, &game)?;
            rules::note_use(connection, &game.spec)?;
            for (seat, occupant) in game.seats.iter().enumerate() {
                put_seat(connection, &game.id, seat, occupant)?;
            }
            imported.map_or(Ok(()), |imported| put_imported(connection, &game, &imported))
        })
        .await
    }

    async fn append_event(&self, event: NewEvent) -> Result<Vec<RatingChange>, StoreError> {
        self.write(move |connection| append(connection, &event)).await
    }

    async fn load_game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let id = id.to_owned();
        self.read(move |connection| {
            // One transaction, or the seats could be newer than the events.
            let moment = connection.unchecked_transaction()?;
            load(&moment, &id)
        })
        .await
    }

    async fn list_games(&self, filter: GameFilter) -> Result<Vec<GameListing>, StoreError> {
        self.read(move |connection| {
            // A board can be part of a spec; a lobby needs no more than its beginning.
            let spec = match filter {
                GameFilter::Listed => LISTED_SPEC,
                _ => "spec",
            };
            let (condition, who) = match filter {
                GameFilter::Of(who) => {
                    ("(owner = ?1 OR id IN (SELECT game FROM seat WHERE who = ?1))", Some(who))
                }
                GameFilter::PublicOf(who) => (
                    "id IN (SELECT game FROM seat WHERE who = ?1) AND plies > 0 AND EXISTS (SELECT 1
                        FROM seat WHERE game = id AND kind = 'person' AND who <> ?1)",
                    Some(who),
                ),
                GameFilter::Listed => ("?1 IS NULL AND listed = 1 AND result IS NULL", None),
            };
            let which = format!(
                "FROM game WHERE {condition} ORDER BY updated DESC, created DESC, id LIMIT {MOST}"
            );
            let who = who.as_ref().map(ClientId::text);
            let moment = connection.unchecked_transaction()?;
            let mut query = moment.prepare_cached(&format!(
                "SELECT game, seat, kind, who, name, rating_before FROM seat
                 WHERE game IN (SELECT id {which}) ORDER BY game, seat"
            ))?;
            let mut rows = query.query([who])?;
            let mut seats: HashMap<String, Vec<Occupant>> = HashMap::new();
            while let Some(row) = rows.next()? {
                seats.entry(row.get("game")?).or_default().push(occupant(row)?);
            }
            let mut query = moment.prepare_cached(&format!(
                "SELECT id, owner, {spec}, created, updated, plies, result, winners, to_move, clock,
                 rated {which}"
            ))?;
            let games = query.query_map([who], |row| listing(row, &mut seats))?;
            Ok(games.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn check_quota(&self, source: &Source, quota: Quota) -> Result<(), StoreError> {
        let source = source.clone();
        self.read(move |connection| check_quota(connection, &source, quota, 1)).await
    }

    async fn running_rated(&self, account: i64) -> Result<Vec<RatedGame>, StoreError> {
        self.read(move |connection| {
            let query = "SELECT spec, clock FROM seat JOIN game ON game.id = seat.game
                 WHERE who = ? AND kind = 'person' AND rated = 1 AND result IS NULL
                 AND NOT EXISTS (SELECT 1 FROM seat WHERE game = game.id AND kind = 'open')";
            let mut query = connection.prepare_cached(query)?;
            let who = ClientId::of_account(account);
            let games = query.query_map([who.text()], |row| {
                Ok(RatedGame { spec: row.get("spec")?, clock: clock_of(row)? })
            })?;
            Ok(games.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn count_rated(
        &self,
        account: i64,
        against: Option<i64>,
        since: i64,
    ) -> Result<i64, StoreError> {
        self.read(move |connection| {
            let query = "SELECT count(*) FROM seat AS own JOIN game ON game.id = own.game
                 WHERE own.who = ?1 AND own.kind = 'person' AND rated = 1 AND created >= ?3
                 AND (?2 IS NULL OR EXISTS
                     (SELECT 1 FROM seat WHERE seat.game = game.id AND seat.who = ?2))";
            let mut query = connection.prepare_cached(query)?;
            let who = |account| ClientId::of_account(account).text().to_owned();
            let values = params![who(account), against.map(who), since];
            Ok(query.query_row(values, |row| row.get(0))?)
        })
        .await
    }

    async fn delete_game(&self, id: &str) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.write(move |connection| {
            connection.prepare_cached("DELETE FROM game WHERE id = ?")?.execute([id])?;
            Ok(())
        })
        .await
    }

    async fn deadlines(&self) -> Result<Vec<Deadline>, StoreError> {
        self.read(|connection| {
            let query = "SELECT id, deadline, clock FROM game
                 WHERE result IS NULL AND deadline IS NOT NULL ORDER BY deadline";
            let mut query = connection.prepare_cached(query)?;
            let due = query.query_map([], |row| {
                Ok(Deadline {
                    game: row.get("id")?,
                    at: row.get("deadline")?,
                    clock: clock_of(row)?,
                })
            })?;
            Ok(due.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn engines_to_move(&self, most: i64) -> Result<Vec<String>, StoreError> {
        self.read(move |connection| {
            // Seats are numbered from 0 and named from A, which is 65.
            let query = "SELECT id FROM game JOIN seat
                 ON seat.game = id AND seat.seat = unicode(to_move) - 65 AND kind = 'engine'
                 WHERE result IS NULL AND to_move IS NOT NULL AND NOT EXISTS
                     (SELECT 1 FROM seat WHERE game = id AND kind = 'open')
                 ORDER BY deadline IS NULL, updated DESC
                 LIMIT ? + (SELECT count(*) FROM game WHERE result IS NULL AND deadline IS NOT NULL)";
            let mut query = connection.prepare_cached(query)?;
            let games = query.query_map([most], |row| row.get(0))?;
            Ok(games.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn forget_waiting_games(&self, seconds: i64, guests: i64) -> Result<(), StoreError> {
        self.write(move |connection| {
            let query = "DELETE FROM game WHERE result IS NULL AND plies = 0
                 AND (updated < ?1 OR (listed = 1 AND owner LIKE 'c:%' AND updated < ?2))
                 AND EXISTS (SELECT 1 FROM seat WHERE game = id AND kind = 'open')";
            let now = time::now();
            connection.prepare_cached(query)?.execute([now - seconds, now - guests])?;
            Ok(())
        })
        .await
    }

    async fn forget_guests_games(&self, seconds: i64) -> Result<(), StoreError> {
        // Some at a time: others write as well.
        loop {
            let removed = self.write(move |connection| {
                let query = "DELETE FROM game WHERE id IN (SELECT id FROM game
                     WHERE owner LIKE 'c:%' AND updated < ?1 AND NOT EXISTS
                         (SELECT 1 FROM seat WHERE game = id AND who LIKE 'a:%') LIMIT ?2)";
                let values = [time::now() - seconds, FORGOTTEN_TOGETHER];
                Ok(connection.prepare_cached(query)?.execute(values)?)
            });
            if removed.await? == 0 {
                return Ok(());
            }
        }
    }

    async fn forget_networks(&self, seconds: i64) -> Result<(), StoreError> {
        self.write(move |connection| {
            let query = "UPDATE game SET network = '' WHERE network <> '' AND updated < ?";
            connection.prepare_cached(query)?.execute([time::now() - seconds])?;
            Ok(())
        })
        .await
    }

    async fn hand_over(&self, from: &ClientId, to: &ClientId) -> Result<(), StoreError> {
        let (from, to) = (from.clone(), to.clone());
        self.write(move |connection| {
            for query in [
                "UPDATE game SET owner = ?2, source = ?2 WHERE owner = ?1",
                "UPDATE seat SET who = ?2 WHERE who = ?1",
                "UPDATE OR IGNORE vote SET who = ?2 WHERE who = ?1",
                "UPDATE OR IGNORE notes SET client = ?2, source = ?2 WHERE client = ?1",
                "UPDATE OR IGNORE rule_owner SET client = ?2, source = ?2 WHERE client = ?1",
            ] {
                connection.prepare_cached(query)?.execute([from.text(), to.text()])?;
            }
            Ok(())
        })
        .await
    }
}

/// Checks that a source may have one more game, of so many bytes.
fn check_quota(
    connection: &Connection,
    source: &Source,
    quota: Quota,
    more: i64,
) -> Result<(), StoreError> {
    let query = "SELECT count(*), coalesce(sum(result IS NULL AND EXISTS
             (SELECT 1 FROM seat WHERE game = id AND kind = 'open')), 0)
         FROM game WHERE source = ?";
    let mut query = connection.prepare_cached(query)?;
    let (made, waiting): (i64, i64) =
        query.query_row([source.text()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if made >= quota.games {
        let problem = format!("you have {made} games, which is the most; delete some");
        return Err(StoreError::Exceeded(problem));
    }
    if waiting >= quota.waiting {
        let problem = format!("{waiting} of your games wait for somebody, which is the most");
        return Err(StoreError::Exceeded(problem));
    }
    check_bytes(connection, source, quota, more)
}

/// Checks that a source may have so many bytes more.
pub(super) fn check_bytes(
    connection: &Connection,
    source: &Source,
    quota: Quota,
    more: i64,
) -> Result<(), StoreError> {
    let query = "SELECT
         (SELECT coalesce(sum(octet_length(spec) + octet_length(start)
              + ?2 * coalesce((SELECT max(number) FROM event WHERE game = id), 0)), 0)
          FROM game WHERE source = ?1)
         + (SELECT coalesce(sum(octet_length(body)), 0) FROM notes WHERE source = ?1)
         + (SELECT coalesce(sum(bytes), 0) FROM rule_owner JOIN rule_file ON file = fingerprint
            WHERE source = ?1)";
    let mut query = connection.prepare_cached(query)?;
    let used: i64 = query.query_row(params![source.text(), EVENT_BYTES], |row| row.get(0))?;
    if more <= 0 || used.saturating_add(more) <= quota.bytes {
        return Ok(());
    }
    let most = quota.bytes / (1024 * 1024);
    let problem =
        format!("your games, notes and rule files fill {most} MiB, which is the most; delete some");
    Err(StoreError::Exceeded(problem))
}

/// An event with the checksum that goes on from the last.
const INSERT_EVENT: &str = "INSERT INTO event (game, number, body, at, sum)
     VALUES (?1, ?2, ?3, ?4, checksum((SELECT sum FROM game WHERE id = ?1), ?2, ?3, ?4))";

fn append(connection: &Connection, event: &NewEvent) -> Result<Vec<RatingChange>, StoreError> {
    // A number that does not follow is of a writer who knows another past.
    let follows = "SELECT 1 FROM event WHERE game = ? AND number = ?";
    let before = event.number.saturating_sub(1);
    if before > 0 && !connection.prepare_cached(follows)?.exists(params![event.game, before])? {
        let known = "SELECT 1 FROM game WHERE id = ?";
        let known = connection.prepare_cached(known)?.exists([&event.game])?;
        return Err(if known { StoreError::Conflict } else { StoreError::NoGame });
    }
    let values = params![event.game, event.number, event.body, event.at];
    connection.prepare_cached(INSERT_EVENT)?.execute(values).map_err(lost_race)?;
    let query = "UPDATE game SET updated = ?, plies = ?, result = ?, winners = ?, to_move = ?,
             deadline = ?, sum = (SELECT sum FROM event WHERE game = ?7 AND number = ?8)
         WHERE id = ?7";
    connection.prepare_cached(query)?.execute(params![
        time::now(),
        i64::try_from(event.plies).unwrap_or(i64::MAX),
        event.result,
        event.winners,
        event.to_move.map(String::from),
        event.deadline,
        event.game,
        event.number,
    ])?;
    if let Some((seat, occupant)) = &event.seated {
        put_seat(connection, &event.game, *seat, occupant)?;
    }
    let rated = event.rated.as_ref();
    rated.map_or(Ok(Vec::new()), |result| ratings::settle(connection, &event.game, result))
}

/// What it means that an event could not be inserted.
fn lost_race(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error() {
        Some(cause) if cause.code == ErrorCode::ConstraintViolation => match cause.extended_code {
            ffi::SQLITE_CONSTRAINT_PRIMARYKEY => StoreError::Conflict,
            ffi::SQLITE_CONSTRAINT_FOREIGNKEY => StoreError::NoGame,
            _ => error.into(),
        },
        _ => error.into(),
    }
}

/// A game with all its events, if all of it is as it was written.
///
/// # Errors
/// [`StoreError::Damaged`] if it is not, and those of SQLite.
pub(super) fn load(connection: &Connection, id: &str) -> Result<Option<StoredGame>, StoreError> {
    let damaged = |what: &str| StoreError::Damaged { game: id.to_owned(), what: what.to_owned() };
    let query = format!(
        "SELECT id, owner, network, spec, rules, start, seed, began, clock, rated, listed, to_move, deadline,
         sum, {} AS fixed, seal IS {} AS sealed FROM game WHERE id = ?",
        checksums::FIXED,
        checksums::SEAL
    );
    let mut query = connection.prepare_cached(&query)?;
    let mut rows = query.query([id])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let mut game = new_game(row).map_err(|error| damaged(&error.to_string()))?;
    let (end, mut sum): (Option<Vec<u8>>, Vec<u8>) = (row.get("sum")?, row.get("fixed")?);
    if !row.get::<_, bool>("sealed")? {
        return Err(damaged("what is noted about it is not what was written"));
    }
    let query = format!(
        "SELECT seat, kind, who, name, rating_before, rating_after, seal IS {} AS sealed FROM seat
         WHERE game = ? ORDER BY seat",
        checksums::SEAT_SEAL
    );
    let mut query = connection.prepare_cached(&query)?;
    let mut rows = query.query([id])?;
    let mut ratings = Vec::new();
    while let Some(row) = rows.next()? {
        if !row.get::<_, bool>("sealed")? {
            return Err(damaged("a seat is not as it was written"));
        }
        game.seats.push(occupant(row)?);
        ratings.extend(rating_change(row)?);
    }
    let query = "SELECT number, body, at, sum FROM event WHERE game = ? ORDER BY number";
    let mut query = connection.prepare_cached(query)?;
    let mut rows = query.query([id])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let number: i64 = row.get("number")?;
        let wrong = || damaged(&format!("event {number} is not as it was written"));
        let body: String = row.get("body").map_err(|_| wrong())?;
        let at = row.get("at")?;
        sum = checksums::after(&sum, number, &body, at).to_vec();
        if number != events.len() as i64 + 1 || row.get_ref("sum")?.as_blob().ok() != Some(&sum) {
            return Err(wrong());
        }
        events.push((body, at));
    }
    if end.as_ref() != Some(&sum) {
        return Err(damaged("its last events are missing, or what it began with was changed"));
    }
    Ok(Some(StoredGame { game, events, ratings }))
}

fn put_game(connection: &Connection, game: &NewGame) -> Result<(), StoreError> {
    let now = time::now();
    let query = "INSERT INTO game (id, owner, source, network, spec, rules, start, seed, created,
             updated, began, clock, rated, listed, to_move, deadline)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let sum = format!("UPDATE game SET sum = {} WHERE id = ?", checksums::FIXED);
    connection.prepare_cached(query)?.execute(params![
        game.id,
        game.owner.text(),
        Source::of(&game.owner, &game.network).text(),
        game.network,
        game.spec,
        game.rules,
        game.start,
        game.seed,
        now,
        now,
        game.began,
        serde_json::to_string(&game.clock).expect("a rule is plain data"),
        game.rated,
        game.listed,
        game.to_move.map(String::from),
        game.deadline,
    ])?;
    connection.prepare_cached(&sum)?.execute([&game.id])?;
    Ok(())
}

fn put_imported(
    connection: &Connection,
    game: &NewGame,
    imported: &ImportedEvents,
) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached(INSERT_EVENT)?;
    let mut go_on = connection.prepare_cached(
        "UPDATE game SET sum = (SELECT sum FROM event WHERE game = ?1 AND number = ?2)
         WHERE id = ?1",
    )?;
    for (body, number) in imported.events.iter().zip(1_i64..) {
        insert.execute(params![game.id, number, body, game.began])?;
        go_on.execute(params![game.id, number])?;
    }
    let query = "UPDATE game SET plies = ?, result = ?, winners = ? WHERE id = ?";
    let values = params![imported.plies, imported.result, imported.winners, game.id];
    connection.prepare_cached(query)?.execute(values)?;
    Ok(())
}

fn put_seat(
    connection: &Connection,
    game: &str,
    seat: usize,
    occupant: &Occupant,
) -> Result<(), StoreError> {
    let (kind, who, name, rating) = match occupant {
        Occupant::Person { who, name, rating } => ("person", Some(who), name.as_str(), *rating),
        Occupant::Engine(spec) => ("engine", None, spec.as_str(), None),
        Occupant::Open { kept_for } => ("open", kept_for.as_ref(), "", None),
    };
    let query = "INSERT OR REPLACE INTO seat (game, seat, kind, who, name, rating_before)
         VALUES (?, ?, ?, ?, ?, ?)";
    let seat = i64::try_from(seat).unwrap_or(i64::MAX);
    let values = params![game, seat, kind, who.map(ClientId::text), name, rating];
    connection.prepare_cached(query)?.execute(values)?;
    Ok(())
}

fn new_game(row: &Row<'_>) -> rusqlite::Result<NewGame> {
    Ok(NewGame {
        id: row.get("id")?,
        owner: ClientId::stored(row.get("owner")?),
        network: row.get("network")?,
        spec: row.get("spec")?,
        rules: row.get("rules")?,
        start: row.get("start")?,
        seed: row.get("seed")?,
        began: row.get("began")?,
        clock: clock_of(row)?,
        rated: row.get("rated")?,
        listed: row.get("listed")?,
        to_move: letter(row, "to_move")?,
        deadline: row.get("deadline")?,
        seats: Vec::new(),
    })
}

fn listing(
    row: &Row<'_>,
    seats: &mut HashMap<String, Vec<Occupant>>,
) -> rusqlite::Result<GameListing> {
    let id: String = row.get("id")?;
    Ok(GameListing {
        seats: seats.remove(&id).unwrap_or_default(),
        id,
        owner: ClientId::stored(row.get("owner")?),
        spec: row.get("spec")?,
        created: row.get("created")?,
        updated: row.get("updated")?,
        plies: row.get("plies")?,
        result: row.get("result")?,
        winners: row.get::<_, Option<String>>("winners")?.unwrap_or_default(),
        to_move: letter(row, "to_move")?,
        clock: clock_of(row)?,
        rated: row.get("rated")?,
    })
}

fn occupant(row: &Row<'_>) -> rusqlite::Result<Occupant> {
    let (who, name): (Option<String>, String) = (row.get("who")?, row.get("name")?);
    Ok(match (row.get_ref("kind")?.as_str()?, who.map(ClientId::stored)) {
        ("engine", _) => Occupant::Engine(name),
        ("person", Some(who)) => Occupant::Person { who, name, rating: row.get("rating_before")? },
        (_, kept_for) => Occupant::Open { kept_for },
    })
}

fn rating_change(row: &Row<'_>) -> rusqlite::Result<Option<RatingChange>> {
    let (before, after): (Option<f64>, Option<f64>) =
        (row.get("rating_before")?, row.get("rating_after")?);
    let seat = row.get("seat")?;
    Ok(before.zip(after).map(|(before, after)| RatingChange::new(seat, before, after)))
}

fn clock_of(row: &Row<'_>) -> rusqlite::Result<ClockRule> {
    Ok(serde_json::from_str(row.get_ref("clock")?.as_str()?).unwrap_or_default())
}

fn letter(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<char>> {
    Ok(row.get::<_, Option<String>>(column)?.and_then(|text| text.chars().next()))
}
