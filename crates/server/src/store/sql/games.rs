//! Games, their seats and their events, in SQL.

use std::collections::HashMap;

use async_trait::async_trait;

use super::accounts::HAND_OVER_VOTES;
use super::{Row, Sql, SqlStore, Value, WriteError, ratings, rules, values};
use crate::accounts::identity::{ClientId, Source};
use crate::accounts::ratings::RatingChange;
use crate::live::clock::ClockRule;
use crate::live::occupant::Occupant;
use crate::store::{
    Deadline, GameFilter, GameListing, Games, ImportedEvents, NewEvent, NewGame, PlayedGame, Quota,
    RatedGame, StoreError, StoredGame, checksums,
};
use crate::time;

/// The longest list.
const MOST: i64 = 1_000;

/// What an event counts for in bytes, whatever it is.
const EVENT_BYTES: i64 = 80;

/// Games that are forgotten in one go.
const FORGOTTEN_TOGETHER: i64 = 200;

/// The spec of a game in the lobby.
const LISTED_SPEC: &str =
    "CASE WHEN length(spec) > 300 THEN substr(spec, 1, 300) || '…' ELSE spec END AS spec";

#[async_trait]
impl Games for SqlStore {
    async fn create_game(
        &self,
        game: NewGame,
        imported: Option<ImportedEvents>,
        quota: Quota,
    ) -> Result<(), StoreError> {
        self.write(move |sql| {
            // Here, where nobody else writes meanwhile: of many who ask at once none comes too much.
            let source = Source::of(&game.owner, &game.network);
            sql.lock(source.text())?;
            let events = imported.as_ref().map_or(0, |imported| imported.events.len());
            let texts = game.spec.len() + game.start.len();
            let more = i64::try_from(texts).unwrap_or(i64::MAX)
                + EVENT_BYTES * i64::try_from(events).unwrap_or_default();
            check_quota(sql, &source, quota, more)?;
            put_game(sql, &game)?;
            rules::note_use(sql, &game.spec)?;
            for (seat, occupant) in game.seats.iter().enumerate() {
                put_seat(sql, &game.id, seat, occupant)?;
            }
            imported.as_ref().map_or(Ok(()), |imported| put_imported(sql, &game, imported))
        })
        .await
    }

    async fn append_event(&self, event: NewEvent) -> Result<Vec<RatingChange>, StoreError> {
        match self {
            // What happens most often, in the fewest ways to the server and back.
            SqlStore::Postgres(pool) if event.seated.is_none() && event.rated.is_none() => {
                pool.append(event).await.map(|()| Vec::new())
            }
            _ => self.write(move |sql| append(sql, &event)).await,
        }
    }

    async fn load_game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let id = id.to_owned();
        // At once, or the seats could be newer than the events.
        self.read_at_once(move |sql| load(sql, &id)).await
    }

    async fn list_games(&self, filter: GameFilter) -> Result<Vec<GameListing>, StoreError> {
        self.read_at_once(move |sql| {
            // A board can be part of a spec; a lobby needs no more than its beginning.
            let spec = match &filter {
                GameFilter::Listed => LISTED_SPEC,
                _ => "spec",
            };
            let (condition, who) = match &filter {
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
            let who = who.map(ClientId::text);
            let query = format!(
                "SELECT game, seat, kind, who, name, rating_before FROM seat
                 WHERE game IN (SELECT id {which}) ORDER BY game, seat"
            );
            let mut seats: HashMap<String, Vec<Occupant>> = HashMap::new();
            sql.each(&query, values![who], &mut |row| {
                seats.entry(row.get("game")?).or_default().push(occupant(row)?);
                Ok(true)
            })?;
            let query = format!(
                "SELECT id, owner, {spec}, created, updated, plies, result, winners, to_move, clock,
                 rated {which}"
            );
            sql.rows(&query, values![who], |row| listing(row, &mut seats))
        })
        .await
    }

    async fn check_quota(&self, source: &Source, quota: Quota) -> Result<(), StoreError> {
        let source = source.clone();
        self.read(move |sql| check_quota(sql, &source, quota, 1)).await
    }

    async fn running_rated(&self, account: i64) -> Result<Vec<RatedGame>, StoreError> {
        self.read(move |sql| {
            let query = "SELECT spec, clock FROM seat JOIN game ON game.id = seat.game
                 WHERE who = ? AND kind = 'person' AND rated = 1 AND result IS NULL
                 AND NOT EXISTS (SELECT 1 FROM seat WHERE game = game.id AND kind = 'open')";
            let who = ClientId::of_account(account);
            sql.rows(query, values![who.text()], |row| {
                Ok(RatedGame { spec: row.get("spec")?, clock: clock_of(row)? })
            })
        })
        .await
    }

    async fn count_rated(
        &self,
        account: i64,
        against: Option<i64>,
        since: i64,
    ) -> Result<i64, StoreError> {
        self.read(move |sql| {
            let query = "SELECT count(*) AS it FROM seat AS own JOIN game ON game.id = own.game
                 WHERE own.who = ?1 AND own.kind = 'person' AND rated = 1 AND created >= ?3
                 AND (?2 IS NULL OR EXISTS
                     (SELECT 1 FROM seat WHERE seat.game = game.id AND seat.who = ?2))";
            let (own, other) = (ClientId::of_account(account), against.map(ClientId::of_account));
            let other = other.as_ref().map(ClientId::text);
            sql.number(query, values![own.text(), other, since])
        })
        .await
    }

    async fn played_since(&self, since: i64, most: i64) -> Result<Vec<PlayedGame>, StoreError> {
        self.read(move |sql| {
            // A spec with a board in it is nobody else's game.
            let query = "SELECT game.id AS id, spec, who FROM game
                 JOIN seat ON seat.game = game.id AND kind = 'person'
                 WHERE created >= ? AND plies > 0 AND length(spec) <= 300 AND who IS NOT NULL
                 AND (listed = 1 OR rated = 1 OR EXISTS (SELECT 1 FROM seat AS other
                     WHERE other.game = game.id AND other.kind = 'engine'))
                 ORDER BY created DESC LIMIT ?";
            sql.rows(query, values![since, most], |row| {
                Ok(PlayedGame { id: row.get("id")?, spec: row.get("spec")?, who: row.get("who")? })
            })
        })
        .await
    }

    async fn delete_game(&self, id: &str) -> Result<(), StoreError> {
        let id = id.to_owned();
        let query = "DELETE FROM game WHERE id = ?";
        self.write(move |sql| sql.execute(query, values![&id]).map(drop)).await
    }

    async fn deadlines(&self) -> Result<Vec<Deadline>, StoreError> {
        self.read(|sql| {
            let query = "SELECT id, deadline, clock FROM game
                 WHERE result IS NULL AND deadline IS NOT NULL ORDER BY deadline";
            sql.rows(query, values![], |row| {
                Ok(Deadline {
                    game: row.get("id")?,
                    at: row.get("deadline")?,
                    clock: clock_of(row)?,
                })
            })
        })
        .await
    }

    async fn overdue(&self, before: i64, most: usize) -> Result<Vec<String>, StoreError> {
        self.read(move |sql| {
            let query = "SELECT id FROM game WHERE result IS NULL AND deadline IS NOT NULL
                 AND deadline < ? ORDER BY deadline LIMIT ?";
            sql.rows(query, values![before, most], |row| row.get("id"))
        })
        .await
    }

    async fn last_numbers(&self, games: &[String]) -> Result<HashMap<String, u32>, StoreError> {
        let games = games.to_vec();
        self.read(move |sql| {
            let places = vec!["?"; games.len()].join(", ");
            let query = format!(
                "SELECT id, coalesce((SELECT max(number) FROM event WHERE game = id), 0) AS number
                 FROM game WHERE id IN ({places})"
            );
            let values: Vec<Value<'_>> = games.iter().map(Value::from).collect();
            let rows = sql.rows(&query, &values, |row| {
                let number = u32::try_from(row.get::<i64>("number")?).unwrap_or(u32::MAX);
                Ok((row.get("id")?, number))
            })?;
            Ok(rows.into_iter().collect())
        })
        .await
    }

    async fn engines_to_move(&self, most: i64) -> Result<Vec<String>, StoreError> {
        self.read(move |sql| {
            // Seats are numbered from 0 and named from A.
            let query = "SELECT id FROM game JOIN seat ON seat.game = id AND kind = 'engine'
                     AND substr('ABCDEFGHIJKLMNOP', CAST(seat.seat AS INTEGER) + 1, 1) = to_move
                 WHERE result IS NULL AND to_move IS NOT NULL AND NOT EXISTS
                     (SELECT 1 FROM seat WHERE game = id AND kind = 'open')
                 ORDER BY deadline IS NULL, updated DESC
                 LIMIT ? + (SELECT count(*) FROM game WHERE result IS NULL AND deadline IS NOT NULL)";
            sql.rows(query, values![most], |row| row.get("id"))
        })
        .await
    }

    async fn forget_waiting_games(&self, seconds: i64, guests: i64) -> Result<(), StoreError> {
        self.write(move |sql| {
            let query = "DELETE FROM game WHERE result IS NULL AND plies = 0
                 AND (updated < ?1 OR (listed = 1 AND owner LIKE 'c:%' AND updated < ?2))
                 AND EXISTS (SELECT 1 FROM seat WHERE game = id AND kind = 'open')";
            let now = time::now();
            sql.execute(query, values![now - seconds, now - guests]).map(drop)
        })
        .await
    }

    async fn forget_guests_games(&self, seconds: i64) -> Result<(), StoreError> {
        // Some at a time: others write as well.
        loop {
            let removed = self.write(move |sql| {
                let query = "DELETE FROM game WHERE id IN (SELECT id FROM game
                     WHERE owner LIKE 'c:%' AND updated < ?1 AND NOT EXISTS
                         (SELECT 1 FROM seat WHERE game = id AND who LIKE 'a:%') LIMIT ?2)";
                sql.execute(query, values![time::now() - seconds, FORGOTTEN_TOGETHER])
            });
            if removed.await? == 0 {
                return Ok(());
            }
        }
    }

    async fn forget_networks(&self, seconds: i64) -> Result<(), StoreError> {
        let query = "UPDATE game SET network = '' WHERE network <> '' AND updated < ?";
        self.write(move |sql| sql.execute(query, values![time::now() - seconds]).map(drop)).await
    }

    async fn hand_over(&self, from: &ClientId, to: &ClientId) -> Result<(), StoreError> {
        let (from, to) = (from.clone(), to.clone());
        self.write(move |sql| {
            for query in [
                "UPDATE game SET owner = ?2, source = ?2 WHERE owner = ?1",
                "UPDATE seat SET who = ?2 WHERE who = ?1",
                HAND_OVER_VOTES,
                "UPDATE notes SET client = ?2, source = ?2 WHERE client = ?1 AND NOT EXISTS
                     (SELECT 1 FROM notes AS other WHERE other.game = notes.game
                      AND other.client = ?2)",
                "UPDATE rule_owner SET client = ?2, source = ?2 WHERE client = ?1 AND NOT EXISTS
                     (SELECT 1 FROM rule_owner AS other WHERE other.file = rule_owner.file
                      AND other.client = ?2)",
            ] {
                sql.execute(query, values![from.text(), to.text()])?;
            }
            Ok(())
        })
        .await
    }
}

/// Checks that a source may have one more game, of so many bytes.
fn check_quota(sql: &Sql<'_>, source: &Source, quota: Quota, more: i64) -> Result<(), StoreError> {
    let query = "SELECT count(*) AS made, count(*) FILTER (WHERE result IS NULL AND EXISTS
             (SELECT 1 FROM seat WHERE game = id AND kind = 'open')) AS waiting
         FROM game WHERE source = ?";
    let counts = sql.first(query, values![source.text()], |row| {
        Ok((row.get::<i64>("made")?, row.get::<i64>("waiting")?))
    })?;
    let (made, waiting) = counts.unwrap_or_default();
    if made >= quota.games {
        let problem = format!("you have {made} games, which is the most; delete some");
        return Err(StoreError::Exceeded(problem));
    }
    if waiting >= quota.waiting {
        let problem = format!("{waiting} of your games wait for somebody, which is the most");
        return Err(StoreError::Exceeded(problem));
    }
    check_bytes(sql, source, quota, more)
}

/// Checks that a source may have so many bytes more.
pub(super) fn check_bytes(
    sql: &Sql<'_>,
    source: &Source,
    quota: Quota,
    more: i64,
) -> Result<(), StoreError> {
    let query = "SELECT CAST(
         (SELECT coalesce(sum(octet_length(spec) + octet_length(start)
              + ?2 * coalesce((SELECT max(number) FROM event WHERE game = id), 0)), 0)
          FROM game WHERE source = ?1)
         + (SELECT coalesce(sum(octet_length(body)), 0) FROM notes WHERE source = ?1)
         + (SELECT coalesce(sum(bytes), 0) FROM rule_owner JOIN rule_file ON file = fingerprint
            WHERE source = ?1) AS BIGINT) AS it";
    let used = sql.number(query, values![source.text(), EVENT_BYTES])?;
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

fn append(sql: &Sql<'_>, event: &NewEvent) -> Result<Vec<RatingChange>, StoreError> {
    // A number that does not follow is of a writer who knows another past.
    let follows = "SELECT 1 FROM event WHERE game = ? AND number = ?";
    let before = event.number.saturating_sub(1);
    if before > 0 && !sql.exists(follows, values![&event.game, before])? {
        let known = sql.exists("SELECT 1 FROM game WHERE id = ?", values![&event.game])?;
        return Err(if known { StoreError::Conflict } else { StoreError::NoGame });
    }
    let values = values![&event.game, event.number, &event.body, event.at];
    sql.try_execute(INSERT_EVENT, values).map_err(|error| match error {
        WriteError::Duplicate(_) => StoreError::Conflict,
        WriteError::NoParent(_) => StoreError::NoGame,
        WriteError::Other(error) => error,
    })?;
    let query = "UPDATE game SET updated = ?, plies = ?, result = ?, winners = ?, to_move = ?,
             deadline = ?, sum = (SELECT sum FROM event WHERE game = ?7 AND number = ?8)
         WHERE id = ?7";
    let to_move = event.to_move.map(String::from);
    let values = values![
        time::now(),
        event.plies,
        &event.result,
        &event.winners,
        &to_move,
        event.deadline,
        &event.game,
        event.number,
    ];
    sql.execute(query, values)?;
    if let Some((seat, occupant)) = &event.seated {
        put_seat(sql, &event.game, *seat, occupant)?;
    }
    let rated = event.rated.as_ref();
    rated.map_or(Ok(Vec::new()), |result| ratings::settle(sql, &event.game, result))
}

/// A game with all its events, if all of it is as it was written.
///
/// # Errors
/// [`StoreError::Damaged`] if it is not, and those of the database.
pub(in crate::store) fn load(sql: &Sql<'_>, id: &str) -> Result<Option<StoredGame>, StoreError> {
    let damaged = |what: &str| StoreError::Damaged { game: id.to_owned(), what: what.to_owned() };
    let query = format!(
        "SELECT id, owner, network, spec, rules, start, seed, began, clock, rated, listed, to_move, deadline,
         sum, {} AS fixed, seal IS NOT DISTINCT FROM {} AS sealed FROM game WHERE id = ?",
        checksums::FIXED,
        checksums::SEAL
    );
    let found = sql.first(&query, values![id], |row| {
        let game = new_game(row).map_err(|error| damaged(&error.to_string()))?;
        let (end, sum): (Option<Vec<u8>>, Vec<u8>) = (row.get("sum")?, row.get("fixed")?);
        if !row.get::<bool>("sealed")? {
            return Err(damaged("what is noted about it is not what was written"));
        }
        Ok((game, end, sum))
    })?;
    let Some((mut game, end, mut sum)) = found else { return Ok(None) };
    let query = format!(
        "SELECT seat, kind, who, name, rating_before, rating_after,
         seal IS NOT DISTINCT FROM {} AS sealed FROM seat WHERE game = ? ORDER BY seat",
        checksums::SEAT_SEAL
    );
    let mut ratings = Vec::new();
    sql.each(&query, values![id], &mut |row| {
        if !row.get::<bool>("sealed")? {
            return Err(damaged("a seat is not as it was written"));
        }
        game.seats.push(occupant(row)?);
        ratings.extend(rating_change(row)?);
        Ok(true)
    })?;
    let query = "SELECT number, body, at, sum FROM event WHERE game = ? ORDER BY number";
    let mut events = Vec::new();
    sql.each(query, values![id], &mut |row| {
        let number: i64 = row.get("number")?;
        let wrong = || damaged(&format!("event {number} is not as it was written"));
        let body: String = row.get("body").map_err(|_| wrong())?;
        let at = row.get("at")?;
        sum = checksums::after(&sum, number, &body, at).to_vec();
        let written: Option<Vec<u8>> = row.get("sum").map_err(|_| wrong())?;
        if number != events.len() as i64 + 1 || written.as_ref() != Some(&sum) {
            return Err(wrong());
        }
        events.push((body, at));
        Ok(true)
    })?;
    if end.as_ref() != Some(&sum) {
        return Err(damaged("its last events are missing, or what it began with was changed"));
    }
    Ok(Some(StoredGame { game, events, ratings }))
}

fn put_game(sql: &Sql<'_>, game: &NewGame) -> Result<(), StoreError> {
    let now = time::now();
    let query = "INSERT INTO game (id, owner, source, network, spec, rules, start, seed, created,
             updated, began, clock, rated, listed, to_move, deadline)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let clock = serde_json::to_string(&game.clock).expect("a rule is plain data");
    let to_move = game.to_move.map(String::from);
    let source = Source::of(&game.owner, &game.network);
    let values = values![
        &game.id,
        game.owner.text(),
        source.text(),
        &game.network,
        &game.spec,
        &game.rules,
        &game.start,
        game.seed,
        now,
        now,
        game.began,
        &clock,
        game.rated,
        game.listed,
        &to_move,
        game.deadline,
    ];
    sql.execute(query, values)?;
    let sum = format!("UPDATE game SET sum = {} WHERE id = ?", checksums::FIXED);
    sql.execute(&sum, values![&game.id]).map(drop)
}

fn put_imported(
    sql: &Sql<'_>,
    game: &NewGame,
    imported: &ImportedEvents,
) -> Result<(), StoreError> {
    let go_on = "UPDATE game SET sum = (SELECT sum FROM event WHERE game = ?1 AND number = ?2)
         WHERE id = ?1";
    for (body, number) in imported.events.iter().zip(1_i64..) {
        sql.execute(INSERT_EVENT, values![&game.id, number, body, game.began])?;
        sql.execute(go_on, values![&game.id, number])?;
    }
    let query = "UPDATE game SET plies = ?, result = ?, winners = ? WHERE id = ?";
    let values = values![imported.plies, &imported.result, &imported.winners, &game.id];
    sql.execute(query, values).map(drop)
}

fn put_seat(sql: &Sql<'_>, game: &str, seat: usize, occupant: &Occupant) -> Result<(), StoreError> {
    let (kind, who, name, rating) = match occupant {
        Occupant::Person { who, name, rating } => ("person", Some(who), name.as_str(), *rating),
        Occupant::Engine(spec) => ("engine", None, spec.as_str(), None),
        Occupant::Open { kept_for } => ("open", kept_for.as_ref(), "", None),
    };
    let query = "INSERT INTO seat (game, seat, kind, who, name, rating_before)
         VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game, seat) DO UPDATE SET kind = excluded.kind,
         who = excluded.who, name = excluded.name, rating_before = excluded.rating_before,
         rating_after = NULL";
    let values = values![game, seat, kind, who.map(ClientId::text), name, rating];
    sql.execute(query, values).map(drop)
}

fn new_game(row: &Row<'_>) -> Result<NewGame, StoreError> {
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
        rated: row.flag("rated")?,
        listed: row.flag("listed")?,
        to_move: letter(row, "to_move")?,
        deadline: row.get("deadline")?,
        seats: Vec::new(),
    })
}

fn listing(
    row: &Row<'_>,
    seats: &mut HashMap<String, Vec<Occupant>>,
) -> Result<GameListing, StoreError> {
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
        winners: row.get::<Option<String>>("winners")?.unwrap_or_default(),
        to_move: letter(row, "to_move")?,
        clock: clock_of(row)?,
        rated: row.flag("rated")?,
    })
}

fn occupant(row: &Row<'_>) -> Result<Occupant, StoreError> {
    let (who, name): (Option<String>, String) = (row.get("who")?, row.get("name")?);
    Ok(match (row.get::<String>("kind")?.as_str(), who.map(ClientId::stored)) {
        ("engine", _) => Occupant::Engine(name),
        ("person", Some(who)) => Occupant::Person { who, name, rating: row.get("rating_before")? },
        (_, kept_for) => Occupant::Open { kept_for },
    })
}

fn rating_change(row: &Row<'_>) -> Result<Option<RatingChange>, StoreError> {
    let (before, after): (Option<f64>, Option<f64>) =
        (row.get("rating_before")?, row.get("rating_after")?);
    let seat = u8::try_from(row.get::<i64>("seat")?).unwrap_or(u8::MAX);
    Ok(before.zip(after).map(|(before, after)| RatingChange::new(seat, before, after)))
}

fn clock_of(row: &Row<'_>) -> Result<ClockRule, StoreError> {
    Ok(serde_json::from_str(&row.get::<String>("clock")?).unwrap_or_default())
}

fn letter(row: &Row<'_>, column: &str) -> Result<Option<char>, StoreError> {
    Ok(row.get::<Option<String>>(column)?.and_then(|text| text.chars().next()))
}
