//! Games, their seats and their events in the file.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use sqlx::{Sqlite, Transaction};

use super::{Store, StoreError};
use crate::accounts::identity::ClientId;
use crate::accounts::ratings::{self, RatedResult, RatingChange};
use crate::live::clock::ClockRule;
use crate::live::occupant::Occupant;
use crate::messages::games::GameSummary;
use crate::time;

/// A game as it begins.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) id: String,
    pub(crate) owner: ClientId,
    pub(crate) spec: String,
    pub(crate) rules: String,
    pub(crate) start: String,
    pub(crate) seed: i64,
    /// When, in milliseconds.
    pub(crate) began: i64,
    pub(crate) clock: ClockRule,
    pub(crate) rated: bool,
    pub(crate) listed: bool,
    pub(crate) to_move: Option<char>,
    pub(crate) deadline: Option<i64>,
    pub(crate) seats: Vec<Occupant>,
}

/// What has already happened in a game that comes from elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct ImportedEvents {
    /// The events in order, as JSON.
    pub(crate) events: Vec<String>,
    pub(crate) plies: u32,
    pub(crate) result: Option<String>,
    pub(crate) winners: String,
}

/// A game as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredGame {
    pub(crate) game: NewGame,
    /// The events in order, as JSON, with their moments in milliseconds.
    pub(crate) events: Vec<(String, i64)>,
    /// How the ratings changed, by seat.
    pub(crate) ratings: Vec<RatingChange>,
}

/// What is written when something happens in a game.
#[derive(Clone, Debug)]
pub(crate) struct NewEvent {
    pub(crate) game: String,
    pub(crate) number: u32,
    /// The event, as JSON.
    pub(crate) body: String,
    /// When, in milliseconds.
    pub(crate) at: i64,
    pub(crate) plies: usize,
    pub(crate) result: Option<String>,
    pub(crate) winners: String,
    pub(crate) to_move: Option<char>,
    pub(crate) deadline: Option<i64>,
    /// A seat that was taken.
    pub(crate) seated: Option<(usize, Occupant)>,
    /// The game has ended and counts.
    pub(crate) contest: Option<RatedResult>,
}

/// Which games to list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GameFilter<'w> {
    /// Those somebody made or plays in.
    Of(&'w ClientId),
    /// Those of an account that others may see: online, and begun.
    PublicOf(&'w ClientId),
    /// Those in the lobby that go on or wait.
    Listed,
}

/// The longest list.
const MOST: i64 = 1_000;

impl Store {
    /// Writes a new game, with its imported if it has one.
    pub(crate) async fn create(
        &self,
        game: &NewGame,
        imported: Option<&ImportedEvents>,
    ) -> Result<(), StoreError> {
        let now = time::now();
        let mut transaction = self.write().await?;
        sqlx::query(
            "INSERT INTO game (id, owner, spec, rules, start, seed, created, updated, began, clock,
                rated, listed, to_move, deadline)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&game.id)
        .bind(game.owner.text())
        .bind(&game.spec)
        .bind(&game.rules)
        .bind(&game.start)
        .bind(game.seed)
        .bind(now)
        .bind(now)
        .bind(game.began)
        .bind(serde_json::to_string(&game.clock).expect("a rule is plain data"))
        .bind(game.rated)
        .bind(game.listed)
        .bind(game.to_move.map(String::from))
        .bind(game.deadline)
        .execute(&mut *transaction)
        .await?;
        for (seat, occupant) in game.seats.iter().enumerate() {
            put_seat(&mut transaction, &game.id, seat, occupant).await?;
        }
        if let Some(imported) = imported {
            put_past(&mut transaction, game, imported).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Writes what happened in a game; it is on disk when this returns. Returns how ratings changed.
    pub(crate) async fn append(&self, entry: NewEvent) -> Result<Vec<RatingChange>, StoreError> {
        self.writer.append(entry).await
    }

    /// A game with all its events.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let query =
            "SELECT id, owner, spec, rules, start, seed, began, clock, rated, listed, to_move,
             deadline FROM game WHERE id = ?";
        let Some(row) = sqlx::query(query).bind(id).fetch_optional(&self.pool).await? else {
            return Ok(None);
        };
        let query = "SELECT seat, kind, who, name, rating_before, rating_after FROM seat
             WHERE game = ? ORDER BY seat";
        let seats = sqlx::query(query).bind(id).fetch_all(&self.pool).await?;
        let ratings = seats.iter().filter_map(|row| rating_change(row).transpose());
        let ratings = ratings.collect::<Result<_, StoreError>>()?;
        let to_move: Option<String> = row.try_get("to_move")?;
        let game = NewGame {
            id: row.try_get("id")?,
            owner: ClientId::stored(row.try_get("owner")?),
            spec: row.try_get("spec")?,
            rules: row.try_get("rules")?,
            start: row.try_get("start")?,
            seed: row.try_get("seed")?,
            began: row.try_get("began")?,
            clock: clock_of(&row)?,
            rated: row.try_get("rated")?,
            listed: row.try_get("listed")?,
            to_move: to_move.and_then(|text| text.chars().next()),
            deadline: row.try_get("deadline")?,
            seats: seats.iter().map(occupant).collect::<Result<_, _>>()?,
        };
        let query = "SELECT body, at FROM event WHERE game = ? ORDER BY number";
        let events = sqlx::query(query).bind(id).fetch_all(&self.pool).await?;
        let event = |row: &SqliteRow| Ok((row.try_get("body")?, row.try_get("at")?));
        let events = events.iter().map(event).collect::<Result<_, StoreError>>()?;
        Ok(Some(StoredGame { game, events, ratings }))
    }

    /// A list of games as `viewer` sees them, the latest first.
    pub(crate) async fn list(
        &self,
        which: GameFilter<'_>,
        viewer: Option<&ClientId>,
    ) -> Result<Vec<(ClientId, GameSummary)>, StoreError> {
        let (condition, who) = match which {
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
        let query = format!(
            "SELECT id, owner, spec, created, updated, plies, result, winners, to_move, clock, rated
             FROM game WHERE {condition} ORDER BY updated DESC, created DESC, id LIMIT {MOST}"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(query)).bind(who.map(ClientId::text));
        let rows = query.fetch_all(&self.pool).await?;
        let seats = format!(
            "SELECT game, seat, kind, who, name, rating_before FROM seat WHERE game IN (SELECT id FROM
             game WHERE {condition} ORDER BY updated DESC, created DESC, id LIMIT {MOST})
             ORDER BY game, seat"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(seats)).bind(who.map(ClientId::text));
        let mut seated: std::collections::HashMap<String, Vec<Occupant>> = Default::default();
        for row in &query.fetch_all(&self.pool).await? {
            seated.entry(row.try_get("game")?).or_default().push(occupant(row)?);
        }
        let line = |row: &SqliteRow| saved(row, &mut seated, viewer);
        rows.iter().map(line).collect()
    }

    /// How many games a client has made, and how many of them wait for somebody.
    pub(crate) async fn count(&self, owner: &ClientId) -> Result<(i64, i64), StoreError> {
        let query =
            "SELECT count(*), coalesce(sum(result IS NULL AND EXISTS (SELECT 1 FROM seat WHERE
             game = id AND kind = 'open')), 0) FROM game WHERE owner = ?";
        let row = sqlx::query(query).bind(owner.text()).fetch_one(&self.pool).await?;
        Ok((row.try_get(0)?, row.try_get(1)?))
    }

    /// Removes a game for good.
    pub(crate) async fn delete(&self, id: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM game WHERE id = ?").bind(id).execute(&self.writing).await?;
        Ok(())
    }

    /// The games that go on, the latest first.
    pub(crate) async fn unfinished(&self, most: i64) -> Result<Vec<String>, StoreError> {
        let query = "SELECT id FROM game WHERE result IS NULL ORDER BY updated DESC LIMIT ?";
        let rows = sqlx::query(query).bind(most).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    /// The games whose time runs out before a moment.
    pub(crate) async fn due(&self, before: i64) -> Result<Vec<String>, StoreError> {
        let query =
            "SELECT id FROM game WHERE result IS NULL AND deadline IS NOT NULL AND deadline < ?
             ORDER BY deadline";
        let rows = sqlx::query(query).bind(before).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    /// Removes games for which nobody came in so many seconds.
    pub(crate) async fn forget_waiting(&self, seconds: i64) -> Result<(), StoreError> {
        let query = "DELETE FROM game WHERE result IS NULL AND plies = 0 AND updated < ? AND EXISTS
             (SELECT 1 FROM seat WHERE game = id AND kind = 'open')";
        sqlx::query(query).bind(time::now() - seconds).execute(&self.writing).await?;
        Ok(())
    }

    /// Gives everything of a guest to an account.
    pub(crate) async fn hand_over(&self, from: &ClientId, to: &ClientId) -> Result<(), StoreError> {
        let mut transaction = self.write().await?;
        for query in [
            "UPDATE game SET owner = ?2 WHERE owner = ?1",
            "UPDATE seat SET who = ?2 WHERE who = ?1",
            "UPDATE OR IGNORE vote SET who = ?2 WHERE who = ?1",
            "UPDATE OR IGNORE notes SET client = ?2 WHERE client = ?1",
        ] {
            let query = sqlx::query(query).bind(from.text()).bind(to.text());
            query.execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Notes that the server lives.
    pub(crate) async fn beat(&self, now: i64) -> Result<(), StoreError> {
        sqlx::query("UPDATE life SET alive = ?").bind(now).execute(&self.writing).await?;
        Ok(())
    }

    /// When a server last lived, in milliseconds.
    pub(crate) async fn last_alive(&self) -> Result<i64, StoreError> {
        Ok(sqlx::query("SELECT alive FROM life").fetch_one(&self.pool).await?.try_get(0)?)
    }
}

pub(super) async fn append(
    transaction: &mut Transaction<'_, Sqlite>,
    entry: &NewEvent,
) -> Result<Vec<RatingChange>, StoreError> {
    sqlx::query("INSERT INTO event (game, number, body, at) VALUES (?, ?, ?, ?)")
        .bind(&entry.game)
        .bind(i64::from(entry.number))
        .bind(&entry.body)
        .bind(entry.at)
        .execute(&mut **transaction)
        .await?;
    sqlx::query(
        "UPDATE game SET updated = ?, plies = ?, result = ?, winners = ?, to_move = ?, deadline = ?
         WHERE id = ?",
    )
    .bind(time::now())
    .bind(i64::try_from(entry.plies).unwrap_or(i64::MAX))
    .bind(&entry.result)
    .bind(&entry.winners)
    .bind(entry.to_move.map(String::from))
    .bind(entry.deadline)
    .bind(&entry.game)
    .execute(&mut **transaction)
    .await?;
    if let Some((seat, occupant)) = &entry.seated {
        put_seat(transaction, &entry.game, *seat, occupant).await?;
    }
    match &entry.contest {
        Some(contest) => ratings::settle(transaction, &entry.game, contest).await,
        None => Ok(Vec::new()),
    }
}

async fn put_past(
    transaction: &mut Transaction<'_, Sqlite>,
    game: &NewGame,
    imported: &ImportedEvents,
) -> Result<(), StoreError> {
    for (body, number) in imported.events.iter().zip(1_i64..) {
        sqlx::query("INSERT INTO event (game, number, body, at) VALUES (?, ?, ?, ?)")
            .bind(&game.id)
            .bind(number)
            .bind(body)
            .bind(game.began)
            .execute(&mut **transaction)
            .await?;
    }
    sqlx::query("UPDATE game SET plies = ?, result = ?, winners = ? WHERE id = ?")
        .bind(i64::from(imported.plies))
        .bind(&imported.result)
        .bind(&imported.winners)
        .bind(&game.id)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

async fn put_seat(
    transaction: &mut Transaction<'_, Sqlite>,
    game: &str,
    seat: usize,
    occupant: &Occupant,
) -> Result<(), StoreError> {
    let (kind, who, name, rating) = match occupant {
        Occupant::Person { who, name, rating } => ("person", Some(who), name.as_str(), *rating),
        Occupant::Engine(spec) => ("engine", None, spec.as_str(), None),
        Occupant::Open { kept_for } => ("open", kept_for.as_ref(), "", None),
    };
    sqlx::query(
        "INSERT OR REPLACE INTO seat (game, seat, kind, who, name, rating_before)
         VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(game)
    .bind(i64::try_from(seat).unwrap_or(i64::MAX))
    .bind(kind)
    .bind(who.map(ClientId::text))
    .bind(name)
    .bind(rating)
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

fn occupant(row: &SqliteRow) -> Result<Occupant, StoreError> {
    let kind: String = row.try_get("kind")?;
    let (who, name): (Option<String>, String) = (row.try_get("who")?, row.try_get("name")?);
    let who = who.map(ClientId::stored);
    Ok(match (kind.as_str(), who) {
        ("engine", _) => Occupant::Engine(name),
        ("person", Some(who)) => {
            Occupant::Person { who, name, rating: row.try_get("rating_before")? }
        }
        (_, kept_for) => Occupant::Open { kept_for },
    })
}

fn rating_change(row: &SqliteRow) -> Result<Option<RatingChange>, StoreError> {
    let (before, after): (Option<f64>, Option<f64>) =
        (row.try_get("rating_before")?, row.try_get("rating_after")?);
    let seat = u8::try_from(row.try_get::<i64, _>("seat")?).unwrap_or_default();
    Ok(before.zip(after).map(|(before, after)| RatingChange::new(seat, before, after)))
}

fn clock_of(row: &SqliteRow) -> Result<ClockRule, StoreError> {
    let text: String = row.try_get("clock")?;
    Ok(serde_json::from_str(&text).unwrap_or_default())
}

fn saved(
    row: &SqliteRow,
    seated: &mut std::collections::HashMap<String, Vec<Occupant>>,
    viewer: Option<&ClientId>,
) -> Result<(ClientId, GameSummary), StoreError> {
    let id: String = row.try_get("id")?;
    let seats = seated.remove(&id).unwrap_or_default();
    let owner = ClientId::stored(row.try_get("owner")?);
    let letter = |at: usize| (b'A' + u8::try_from(at).unwrap_or_default()) as char;
    let is_you = |occupant: &Occupant| viewer.is_some_and(|viewer| occupant.is(viewer));
    let you: Vec<char> = (0..seats.len()).filter(|at| is_you(&seats[*at])).map(letter).collect();
    let result: Option<String> = row.try_get("result")?;
    let (winners, to_move): (Option<String>, Option<String>) =
        (row.try_get("winners")?, row.try_get("to_move")?);
    let waiting = result.is_none() && seats.iter().any(Occupant::is_open);
    let turn =
        to_move.and_then(|text| text.chars().next()).filter(|_| result.is_none() && !waiting);
    let summary = GameSummary {
        id,
        spec: row.try_get("spec")?,
        players: seats.iter().map(Occupant::shown).collect(),
        your_turn: turn.is_some_and(|seat| you.contains(&seat)),
        you,
        created: row.try_get("created")?,
        updated: row.try_get("updated")?,
        plies: row.try_get("plies")?,
        winners: winners.unwrap_or_default().chars().collect(),
        result,
        waiting,
        clock: clock_of(row)?,
        rated: row.try_get("rated")?,
        online: is_online(&seats, &owner),
    };
    Ok((owner, summary))
}

/// Whether others than the one who made the game sit at it, or can.
pub(crate) fn is_online(seats: &[Occupant], owner: &ClientId) -> bool {
    let other = |occupant: &Occupant| match occupant {
        Occupant::Person { who, .. } => who != owner,
        Occupant::Engine(_) => false,
        Occupant::Open { .. } => true,
    };
    seats.iter().any(other)
}
