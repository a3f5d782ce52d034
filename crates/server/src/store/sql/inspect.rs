//! Everything that is stored, looked at without changing it.

use std::collections::HashMap;
use std::path::Path;

use super::{Sql, accounts, games, rules, values};
use crate::messages::accounts::Sharing;
use crate::store::postgres::{DatabaseUrl, Session};
use crate::store::{StoreError, StoredGame, postgres, sqlite};

/// What is noted about a game beside its events, which must follow from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Noted {
    pub(crate) plies: i64,
    pub(crate) result: Option<String>,
    /// Not known of games that are older than the note.
    pub(crate) winners: Option<String>,
    pub(crate) to_move: Option<String>,
}

/// A connection to look with.
#[derive(Debug)]
pub(crate) struct Inspection(Source);

#[derive(Debug)]
enum Source {
    File(Box<rusqlite::Connection>),
    Server(Box<Session>),
}

impl Inspection {
    /// Of the file of a data folder, also while a server uses it.
    ///
    /// # Errors
    /// If there is no such file, or it is of another version of the program.
    pub(crate) fn of_folder(folder: &Path) -> Result<Inspection, StoreError> {
        Ok(Inspection(Source::File(Box::new(sqlite::open_to_read(folder)?))))
    }

    /// Of a PostgreSQL server. Only for threads that may wait.
    ///
    /// # Errors
    /// If it cannot be reached, or the data is of another version of the program.
    pub(crate) fn of_server(
        url: &DatabaseUrl,
        runtime: &tokio::runtime::Handle,
    ) -> Result<Inspection, StoreError> {
        Ok(Inspection(Source::Server(Box::new(postgres::open_to_read(url, runtime)?))))
    }

    fn sql(&self) -> Sql<'_> {
        match &self.0 {
            Source::File(connection) => Sql::Sqlite(connection),
            Source::Server(session) => Sql::Postgres(session),
        }
    }

    /// From now on one state of the data is seen, whatever a server writes meanwhile.
    ///
    /// # Errors
    /// If nothing can be read.
    pub(crate) fn begin(&self) -> Result<(), StoreError> {
        self.sql().begin_to_read()
    }

    /// What each account allows to be made of its games, and its name.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn sharing(&self) -> Result<HashMap<i64, (Sharing, String)>, StoreError> {
        let query = "SELECT id, name, sharing FROM account";
        let rows = self.sql().rows(query, values![], |row| {
            Ok((row.get("id")?, (accounts::sharing(row)?, row.get("name")?)))
        })?;
        Ok(rows.into_iter().collect())
    }

    /// Shows every game that is as it was written, with what is noted about it. Returns what is wrong
    /// with the rest, in words.
    ///
    /// # Errors
    /// If nothing can be read.
    pub(crate) fn run(
        &self,
        see: &mut dyn FnMut(StoredGame, &Noted),
    ) -> Result<Vec<String>, StoreError> {
        let sql = self.sql();
        let mut problems = match sql {
            Sql::Sqlite(connection) => sqlite::pages(connection),
            Sql::Postgres(_) => Vec::new(),
        };
        let ids = sql.rows("SELECT id FROM game ORDER BY id", values![], |row| row.get("id"));
        let ids: Vec<String> = ids.unwrap_or_else(|error| {
            problems.push(format!("the list of games cannot be read: {error}"));
            Vec::new()
        });
        for id in ids {
            match noted(&sql, &id).and_then(|noted| Ok((games::load(&sql, &id)?, noted))) {
                Ok((Some(game), Some(noted))) => see(game, &noted),
                Ok(_) => problems.push(format!("game {id} is listed but cannot be found")),
                Err(error) => problems.push(error.to_string()),
            }
        }
        Ok(problems)
    }

    /// A text of a rule file: the rules themselves, which have no name, or what they include.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn rule_text(&self, file: &str, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        rules::text(&self.sql(), file, name)
    }
}

fn noted(sql: &Sql<'_>, id: &str) -> Result<Option<Noted>, StoreError> {
    let query = "SELECT plies, result, winners, to_move FROM game WHERE id = ?";
    sql.first(query, values![id], |row| {
        Ok(Noted {
            plies: row.get("plies")?,
            result: row.get("result")?,
            winners: row.get("winners")?,
            to_move: row.get("to_move")?,
        })
    })
}
