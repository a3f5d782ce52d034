//! All data carried from one database into another, either way.
//!
//! Rows are copied table by table in the order of their keys, some in each transaction, so that a copy
//! that was interrupted goes on after the last row that is there. The target is marked until everything
//! was compared; no server starts on it before, and nobody else's data is written to.

use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::runtime::Handle;

use super::postgres::{self, Session};
use super::sql::{Row, Sql, Value, load, values};
use super::sqlite::{self, OwnFile};
use super::{MOVING, StoreError, Tables};
use crate::check::DataSource;
use crate::time;

/// Rows in one transaction, and in one statement.
const TOGETHER: usize = 512;
const IN_A_STATEMENT: usize = 64;

/// A server has certainly stopped that has given no sign of life for so many milliseconds.
const STILL: i64 = 10_000;

/// The database takes a moment to notice that somebody is gone who carried data.
const LOCK_TRIES: usize = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(100);

/// What was carried over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// Games, finished or not.
    pub games: usize,
    /// Their events.
    pub events: usize,
    /// Rows of all tables.
    pub rows: usize,
    /// Rows that were there already, from a try before.
    pub found: usize,
}

/// Why data was not carried over.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// A place without data.
    #[error("there is no data in {0}: expected the folder or the database of a server")]
    NoData(String),
    /// The source is itself being filled.
    #[error(
        "{0} is only partly filled from another place; finish that move first, or move from there"
    )]
    HalfFilled(String),
    /// The target is not empty.
    #[error(
        "there is data in {0} already, and it was not begun from here; give a database or a folder without any"
    )]
    NotEmpty(String),
    /// Somebody uses the database.
    #[error(
        "a server was using {0} {1} seconds ago; stop all of them and try again in ten seconds"
    )]
    InUse(String, i64),
    /// Somebody else carries data over.
    #[error("another move into {0} is under way")]
    Moving(String),
    /// The copy is not like the source.
    #[error(
        "the copy differs in table {0}; the source is as it was. Empty the target and run the command again"
    )]
    Differs(&'static str),
    /// A game of the source is damaged.
    #[error(
        "{0}; nothing was lost in the move. `selforge check` lists all damaged games of the source"
    )]
    Damaged(StoreError),
    /// From the same to the same.
    #[error("one side must be a data folder and the other a postgres:// address")]
    SameKind,
    /// A database says no.
    #[error("{place}: {error}")]
    Store {
        /// The folder or address of that database.
        place: String,
        /// What it says.
        error: StoreError,
    },
}

/// A table: its columns with their kinds (integer, real, text, bytes), and how many of them are the key.
struct Table {
    name: &'static str,
    columns: &'static [(&'static str, Kind)],
    key: usize,
}

#[derive(Clone, Copy)]
enum Kind {
    I,
    R,
    T,
    B,
}
use Kind::{B, I, R, T};

/// In an order in which no row comes before one that it refers to.
#[rustfmt::skip]
const TABLES: &[Table] = &[
    Table { name: "account", key: 1, columns: &[("id", I), ("name", T), ("password", T), ("created", I),
        ("sharing", T)] },
    Table { name: "session", key: 1, columns: &[("digest", T), ("account", I), ("created", I)] },
    Table { name: "token", key: 1, columns: &[("id", I), ("account", I), ("digest", T), ("label", T),
        ("created", I), ("used", I)] },
    Table { name: "rating", key: 3, columns: &[("account", I), ("game", T), ("speed", T), ("rating", R),
        ("deviation", R), ("volatility", R), ("games", I), ("updated", I)] },
    Table { name: "puzzle", key: 1, columns: &[("id", T), ("rating", R), ("deviation", R), ("volatility", R),
        ("tries", I), ("solved", I)] },
    Table { name: "puzzle_try", key: 2, columns: &[("account", I), ("puzzle", T), ("solved", I), ("at", I)] },
    Table { name: "rule_file", key: 1, columns: &[("fingerprint", T), ("name", T), ("cards", T),
        ("pictures", I), ("bytes", I), ("created", I), ("used", I)] },
    Table { name: "rule_part", key: 3, columns: &[("file", T), ("kind", T), ("name", T), ("body", B)] },
    Table { name: "rule_owner", key: 2, columns: &[("file", T), ("client", T), ("source", T), ("name", T),
        ("created", I)] },
    Table { name: "game", key: 1, columns: &[("id", T), ("owner", T), ("source", T), ("network", T),
        ("spec", T), ("rules", T), ("start", T), ("seed", I), ("created", I), ("updated", I), ("plies", I),
        ("result", T), ("began", I), ("clock", T), ("rated", I), ("listed", I), ("deadline", I),
        ("to_move", T), ("winners", T), ("sum", B), ("seal", B)] },
    Table { name: "seat", key: 2, columns: &[("game", T), ("seat", I), ("kind", T), ("who", T), ("name", T),
        ("rating_before", R), ("rating_after", R), ("seal", B)] },
    Table { name: "event", key: 2, columns: &[("game", T), ("number", I), ("body", T), ("at", I), ("sum", B)] },
    Table { name: "notes", key: 2, columns: &[("game", T), ("client", T), ("source", T), ("body", T),
        ("updated", I)] },
    Table { name: "vote", key: 2, columns: &[("game", T), ("who", T), ("spec", T), ("vote", T), ("at", I)] },
];

/// Tables whose keys are counted up and never used again.
const COUNTED: [&str; 2] = ["account", "token"];

/// A value of a row.
#[derive(Clone, PartialEq, Debug)]
enum Cell {
    Int(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

impl Cell {
    fn read(row: &Row<'_>, column: &str, kind: Kind) -> Result<Cell, StoreError> {
        Ok(match kind {
            I => Cell::Int(row.get(column)?),
            R => Cell::Real(row.get(column)?),
            T => Cell::Text(row.get(column)?),
            B => Cell::Bytes(row.get(column)?),
        })
    }

    fn value(&self) -> Value<'_> {
        match self {
            Cell::Int(value) => Value::Int(*value),
            Cell::Real(value) => Value::Real(*value),
            Cell::Text(value) => Value::Text(value.as_deref()),
            Cell::Bytes(value) => Value::Bytes(value.as_deref()),
        }
    }
}

impl Table {
    fn names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|(name, _)| *name).collect()
    }

    fn keys(&self) -> String {
        self.names()[..self.key].join(", ")
    }

    fn read(&self, row: &Row<'_>) -> Result<Vec<Cell>, StoreError> {
        self.columns.iter().map(|(name, kind)| Cell::read(row, name, *kind)).collect()
    }

    /// So many rows after a key, in order.
    fn page(&self, sql: &Sql<'_>, after: &[Cell]) -> Result<Vec<Vec<Cell>>, StoreError> {
        let (columns, keys) = (self.names().join(", "), self.keys());
        let places = vec!["?"; self.key].join(", ");
        let after: Vec<Value<'_>> = after.iter().map(Cell::value).collect();
        let condition = match after.is_empty() {
            true => String::new(),
            false => format!("WHERE ({keys}) > ({places})"),
        };
        let name = self.name;
        let query =
            format!("SELECT {columns} FROM {name} {condition} ORDER BY {keys} LIMIT {TOGETHER}");
        sql.rows(&query, &after, |row| self.read(row))
    }

    /// The key of the last row; nothing if there is none.
    fn last(&self, sql: &Sql<'_>) -> Result<Vec<Cell>, StoreError> {
        let keys = self.keys();
        let order = format!("{} DESC", keys.replace(", ", " DESC, "));
        let query = format!("SELECT {keys} FROM {} ORDER BY {order} LIMIT 1", self.name);
        let read = |row: &Row<'_>| {
            let keys = self.columns[..self.key].iter();
            keys.map(|(name, kind)| Cell::read(row, name, *kind)).collect()
        };
        Ok(sql.first(&query, &[], read)?.unwrap_or_default())
    }

    fn count(&self, sql: &Sql<'_>) -> Result<usize, StoreError> {
        let count = sql.number(&format!("SELECT count(*) AS it FROM {}", self.name), &[])?;
        Ok(usize::try_from(count).unwrap_or_default())
    }

    fn insert(&self, sql: &Sql<'_>, rows: &[Vec<Cell>]) -> Result<(), StoreError> {
        let place = format!("({})", vec!["?"; self.columns.len()].join(", "));
        let places = vec![place; rows.len()].join(", ");
        let columns = self.names().join(", ");
        let query = format!("INSERT INTO {} ({columns}) VALUES {places}", self.name);
        let values: Vec<Value<'_>> = rows.iter().flatten().map(Cell::value).collect();
        sql.execute(&query, &values).map(drop)
    }

    /// A digest of all rows.
    fn digest(&self, sql: &Sql<'_>) -> Result<String, StoreError> {
        let (mut hash, mut after) = (Sha256::new(), Vec::new());
        loop {
            let page = self.page(sql, &after)?;
            let Some(last) = page.last() else { break };
            after = last[..self.key].to_vec();
            page.iter().for_each(|row| hash.update(format!("{row:?}\n")));
        }
        Ok(format!("{:x}", hash.finalize()))
    }
}

/// One side of a move.
struct Side {
    place: String,
    data: Data,
}

enum Data {
    File(Box<OwnFile>),
    Server(Box<Session>),
}

impl Side {
    /// Opens one side. Only tables of the target are made or brought to the newest format.
    fn open(source: &DataSource, runtime: &Handle, tables: Tables) -> Result<Side, MoveError> {
        let (place, data) = match source {
            DataSource::Folder(folder) => {
                let place = format!("'{}'", folder.display());
                if tables == Tables::AsTheyAre && !sqlite::has_file(folder) {
                    return Err(MoveError::NoData(place));
                }
                (place, OwnFile::open(folder, tables).map(|it| Data::File(Box::new(it))))
            }
            DataSource::Database(url) => {
                let session = postgres::open_to_move(url, runtime, tables);
                (url.to_string(), session.map(|it| Data::Server(Box::new(it))))
            }
        };
        match data {
            Ok(data) => Ok(Side { place, data }),
            Err(StoreError::Older { found: 0, .. }) => Err(MoveError::NoData(place)),
            Err(error) => Err(MoveError::Store { place, error }),
        }
    }

    fn sql(&self) -> Sql<'_> {
        match &self.data {
            Data::File(file) => Sql::Sqlite(file.connection()),
            Data::Server(session) => Sql::Postgres(session),
        }
    }

    fn wrong(&self, error: StoreError) -> MoveError {
        MoveError::Store { place: self.place.clone(), error }
    }

    /// Does something to the side and names it if that fails.
    fn ask<T>(&self, what: impl FnOnce(&Sql<'_>) -> Result<T, StoreError>) -> Result<T, MoveError> {
        what(&self.sql()).map_err(|error| self.wrong(error))
    }

    /// When a server last lived on it, in milliseconds.
    fn alive(&self) -> Result<i64, MoveError> {
        self.ask(|sql| sql.number("SELECT alive AS it FROM life", &[]))
    }

    /// That no server uses it. A file is locked; a database is not, and says when one last lived.
    fn check_unused(&self) -> Result<(), MoveError> {
        if let Data::File(_) = self.data {
            return Ok(());
        }
        let since = time::now_ms() - self.alive()?;
        if since < STILL {
            return Err(MoveError::InUse(self.place.clone(), since / 1_000));
        }
        Ok(())
    }

    /// Lets no other move use it, as long as it is open. A file is locked already.
    fn lock(&self) -> Result<(), MoveError> {
        if let Data::File(_) = self.data {
            return Ok(());
        }
        let query = "SELECT CAST(CASE WHEN pg_try_advisory_lock(
                 hashtextextended('selforge: move ' || current_schema(), 0))
             THEN 1 ELSE 0 END AS BIGINT) AS it";
        for _ in 0..LOCK_TRIES {
            if self.ask(|sql| sql.number(query, &[]))? == 1 {
                return Ok(());
            }
            std::thread::sleep(LOCK_PAUSE);
        }
        Err(MoveError::Moving(self.place.clone()))
    }

    fn secret(&self, name: &str) -> Result<Option<Vec<u8>>, MoveError> {
        let query = "SELECT value FROM secret WHERE name = ?";
        self.ask(|sql| sql.first(query, values![name], |row| row.get("value")))
    }
}

/// Carries everything over, and compares it. Nothing of the source is changed. Only for threads that may
/// wait; connections are served on the runtime. `progress` is told the table and how many rows it has.
///
/// # Errors
/// If one side cannot be used, the target has data of its own, or the copy differs. What was copied stays
/// where it is, and the same move goes on from there.
pub fn move_data(
    from: &DataSource,
    to: &DataSource,
    runtime: &Handle,
    progress: &mut dyn FnMut(&str, usize),
) -> Result<Moved, MoveError> {
    if matches!(from, DataSource::Folder(_)) == matches!(to, DataSource::Folder(_)) {
        return Err(MoveError::SameKind);
    }
    let source = Side::open(from, runtime, Tables::AsTheyAre)?;
    if source.secret(MOVING)?.is_some() {
        return Err(MoveError::HalfFilled(source.place));
    }
    // Every server makes a key when it first starts: without one there is nothing to carry.
    let cookies = source.secret("cookies")?;
    let cookies = cookies.ok_or_else(|| MoveError::NoData(source.place.clone()))?;
    let target = Side::open(to, runtime, Tables::Newest)?;
    source.lock()?;
    target.lock()?;
    let mark = Mark::of(&source, &cookies)?;
    let begun = mark.is_on(&target)?;
    source.check_unused()?;
    target.check_unused()?;
    if !begun {
        mark.put_on(&target)?;
    }
    let mut moved = Moved::default();
    for table in TABLES {
        let (rows, found) = copy(table, &source, &target, progress)?;
        moved.rows += rows;
        moved.found += found;
        match table.name {
            "game" => moved.games = rows,
            "event" => moved.events = rows,
            _ => {}
        }
    }
    compare(&source, &target)?;
    end(&source, &target, &cookies)?;
    Ok(moved)
}

/// What is written on the target until everything is there: whose data it is, told without telling the
/// key, and when a server last lived on the source. If one has lived there since, rows may have changed
/// that were copied before.
struct Mark {
    owner: [u8; 32],
    alive: i64,
}

impl Mark {
    fn of(source: &Side, cookies: &[u8]) -> Result<Mark, MoveError> {
        Ok(Mark { owner: Sha256::digest(cookies).into(), alive: source.alive()? })
    }

    fn bytes(&self) -> Vec<u8> {
        [&self.owner[..], &self.alive.to_be_bytes()].concat()
    }

    /// Whether the target is being filled by this very move already; if not, it has no data but what
    /// such a move has left there.
    fn is_on(&self, target: &Side) -> Result<bool, MoveError> {
        if let Some(known) = target.secret(MOVING)? {
            return match known.starts_with(&self.owner) {
                true => Ok(known == self.bytes()),
                false => Err(MoveError::NotEmpty(target.place.clone())),
            };
        }
        for table in TABLES {
            if target.ask(|sql| table.count(sql))? > 0 {
                return Err(MoveError::NotEmpty(target.place.clone()));
            }
        }
        Ok(false)
    }

    /// Begins to fill the target; what a move from an earlier state of the source has left goes.
    fn put_on(&self, target: &Side) -> Result<(), MoveError> {
        target.ask(|sql| {
            sql.batch("BEGIN")?;
            for table in TABLES.iter().rev() {
                sql.execute(&format!("DELETE FROM {}", table.name), &[])?;
            }
            keep_secret(sql, MOVING, &self.bytes())?;
            sql.batch("COMMIT")
        })
    }
}

/// Copies the rows of a table that are not there yet; returns how many there are, and how many there
/// were.
fn copy(
    table: &Table,
    source: &Side,
    target: &Side,
    progress: &mut dyn FnMut(&str, usize),
) -> Result<(usize, usize), MoveError> {
    let found = target.ask(|sql| table.count(sql))?;
    let mut rows = found;
    let mut after = target.ask(|sql| table.last(sql))?;
    loop {
        let page = source.ask(|sql| table.page(sql, &after))?;
        let Some(last) = page.last() else { break };
        after = last[..table.key].to_vec();
        target.ask(|sql| {
            sql.batch("BEGIN")?;
            for some in page.chunks(IN_A_STATEMENT) {
                table.insert(sql, some)?;
            }
            sql.batch("COMMIT")
        })?;
        rows += page.len();
        progress(table.name, rows);
    }
    Ok((rows, found))
}

/// Compares both sides row by row, and reads every game by its checksums.
fn compare(source: &Side, target: &Side) -> Result<(), MoveError> {
    for table in TABLES {
        let here = source.ask(|sql| table.digest(sql))?;
        if here != target.ask(|sql| table.digest(sql))? {
            return Err(MoveError::Differs(table.name));
        }
    }
    let query = "SELECT id FROM game ORDER BY id";
    let games: Vec<String> = target.ask(|sql| sql.rows(query, &[], |row| row.get("id")))?;
    for id in games {
        load(&target.sql(), &id).map_err(|error| match error {
            StoreError::Damaged { .. } => MoveError::Damaged(error),
            error => target.wrong(error),
        })?;
    }
    Ok(())
}

/// Writes down what is left, and that the target is whole.
fn end(source: &Side, target: &Side, cookies: &[u8]) -> Result<(), MoveError> {
    let mut last = Vec::new();
    for table in COUNTED {
        last.push((table, source.ask(|sql| last_given(sql, table))?));
    }
    let alive = source.alive()?;
    target.ask(|sql| {
        sql.batch("BEGIN")?;
        for (table, last) in last {
            give_on(sql, table, last)?;
        }
        keep_secret(sql, "cookies", cookies)?;
        sql.execute("UPDATE life SET alive = ?", values![alive])?;
        sql.execute("DELETE FROM secret WHERE name = ?", values![MOVING])?;
        sql.batch("COMMIT")
    })
}

/// Writes a secret in place of the one that is there: a server that once started made a key.
fn keep_secret(sql: &Sql<'_>, name: &str, value: &[u8]) -> Result<(), StoreError> {
    let query = "INSERT INTO secret (name, value) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    sql.execute(query, values![name, value]).map(drop)
}

/// The last number that a table has given to a row, also to one that is gone.
fn last_given(sql: &Sql<'_>, table: &str) -> Result<i64, StoreError> {
    match sql {
        Sql::Sqlite(_) => {
            let query =
                "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?), 0) AS it";
            sql.number(query, values![table])
        }
        Sql::Postgres(_) => sql.number(
            &format!(
                "SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS it FROM {table}_id_seq"
            ),
            &[],
        ),
    }
}

/// The next number that a table gives follows this one.
fn give_on(sql: &Sql<'_>, table: &str, last: i64) -> Result<(), StoreError> {
    match sql {
        Sql::Sqlite(_) => {
            sql.execute("DELETE FROM sqlite_sequence WHERE name = ?", values![table])?;
            let query = "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)";
            sql.execute(query, values![table, last]).map(drop)
        }
        Sql::Postgres(_) if last > 0 => {
            sql.exists(&format!("SELECT setval('{table}_id_seq', ?)"), values![last]).map(drop)
        }
        Sql::Postgres(_) => Ok(()),
    }
}
