//! Everything in the file, looked at without changing it.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::{FILE, connect, games, migrations, rules};
use crate::store::{StoreError, StoredGame};

/// What is noted about a game beside its events, which must follow from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Noted {
    pub(crate) plies: i64,
    pub(crate) result: Option<String>,
    /// Not known of games that are older than the note.
    pub(crate) winners: Option<String>,
    pub(crate) to_move: Option<String>,
}

/// Shows every game of a data folder that is as it was written, with what is noted about it. Returns
/// what is wrong with the rest, in words.
///
/// # Errors
/// If there is no such file, or it is of another version of the program.
pub(crate) fn inspect(
    folder: &Path,
    see: &mut dyn FnMut(StoredGame, &Noted),
) -> Result<Vec<String>, StoreError> {
    let file = folder.join(FILE);
    if !file.is_file() {
        let error = std::io::Error::other(format!("there is no file {FILE} in it"));
        return Err(StoreError::Folder { folder: folder.to_path_buf(), error });
    }
    let connection = connect(&file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    migrations::check_newest(&connection)?;
    // One state of the file, whatever a server writes meanwhile.
    let moment = connection.unchecked_transaction()?;
    let mut problems = pages(&moment);
    let ids = match game_ids(&moment) {
        Ok(ids) => ids,
        Err(error) => {
            problems.push(format!("the list of games cannot be read: {error}"));
            Vec::new()
        }
    };
    for id in ids {
        match noted(&moment, &id).and_then(|noted| Ok((games::load(&moment, &id)?, noted))) {
            Ok((Some(game), noted)) => see(game, &noted),
            Ok((None, _)) => problems.push(format!("game {id} is listed but cannot be found")),
            Err(error) => problems.push(error.to_string()),
        }
    }
    Ok(problems)
}

/// A text of a rule file of a data folder: the rules themselves, which have no name, or what they include.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn rule_text(
    folder: &Path,
    file: &str,
    name: &str,
) -> Result<Option<Vec<u8>>, StoreError> {
    let connection = connect(&folder.join(FILE), OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    rules::text(&connection, file, name)
}

/// What SQLite finds wrong with the pages, and rows that refer to none.
fn pages(connection: &Connection) -> Vec<String> {
    let said = || -> rusqlite::Result<Vec<String>> {
        let mut query = connection.prepare("PRAGMA integrity_check(20)")?;
        let said = query.query_map([], |row| row.get::<_, String>(0))?;
        let mut said: Vec<String> = said.collect::<Result<_, _>>()?;
        said.retain(|line| line != "ok");
        if connection.prepare("PRAGMA foreign_key_check")?.exists([])? {
            said.push("a row belongs to a game or an account that is not there".to_owned());
        }
        Ok(said)
    };
    said().unwrap_or_else(|error| vec![format!("the pages cannot be read: {error}")])
}

fn game_ids(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare("SELECT id FROM game ORDER BY id")?;
    let ids = query.query_map([], |row| row.get(0))?;
    ids.collect()
}

fn noted(connection: &Connection, id: &str) -> Result<Noted, StoreError> {
    let query = "SELECT plies, result, winners, to_move FROM game WHERE id = ?";
    Ok(connection.prepare_cached(query)?.query_row([id], |row| {
        Ok(Noted {
            plies: row.get(0)?,
            result: row.get(1)?,
            winners: row.get(2)?,
            to_move: row.get(3)?,
        })
    })?)
}
