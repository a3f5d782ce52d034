//! Rule files in the file.

use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::games::check_bytes;
use super::{SqliteStore, StoreError};
use crate::accounts::identity::ClientId;
use crate::store::{NewRuleFile, Quota, RuleFiles, StoredRuleFile};
use crate::time;

/// The kinds of parts.
const TEXT: &str = "text";
const PICTURE: &str = "picture";

/// What a file is kept for after nobody has it any more, in seconds: somebody may just be using it.
const LEFT: i64 = 86_400;

#[async_trait]
impl RuleFiles for SqliteStore {
    async fn save_rules(&self, file: NewRuleFile, quota: Quota) -> Result<(), StoreError> {
        self.write(move |connection| save(connection, &file, quota)).await
    }

    async fn rule_text(&self, file: &str, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.part(file, TEXT, name).await
    }

    async fn rule_picture(&self, file: &str, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.part(file, PICTURE, name).await
    }

    async fn rule_file(&self, file: &str) -> Result<Option<StoredRuleFile>, StoreError> {
        let file = file.to_owned();
        self.read(move |connection| {
            let query = "SELECT * FROM rule_file WHERE fingerprint = ?";
            Ok(connection.prepare_cached(query)?.query_row([file], stored).optional()?)
        })
        .await
    }

    async fn rule_files_of(&self, client: &ClientId) -> Result<Vec<StoredRuleFile>, StoreError> {
        let client = client.clone();
        self.read(move |connection| {
            let query = "SELECT fingerprint, rule_owner.name AS name, cards, pictures,
                 rule_file.created AS created FROM rule_owner JOIN rule_file ON file = fingerprint
                 WHERE client = ? ORDER BY rule_owner.created DESC, fingerprint LIMIT 1000";
            let mut query = connection.prepare_cached(query)?;
            let files = query.query_map([client.text()], stored)?;
            Ok(files.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn drop_rules(&self, file: &str, client: &ClientId) -> Result<bool, StoreError> {
        let (file, client) = (file.to_owned(), client.clone());
        self.write(move |connection| {
            let query = "DELETE FROM rule_owner WHERE file = ? AND client = ?";
            Ok(connection.prepare_cached(query)?.execute([&file, client.text()])? > 0)
        })
        .await
    }

    async fn forget_rules(&self, guests: Option<i64>) -> Result<(), StoreError> {
        self.write(move |connection| {
            let now = time::now();
            if let Some(seconds) = guests {
                let query = "DELETE FROM rule_owner WHERE client LIKE 'c:%' AND file IN
                     (SELECT fingerprint FROM rule_file WHERE used < ?)";
                connection.prepare_cached(query)?.execute([now - seconds])?;
            }
            let query = "DELETE FROM rule_file WHERE used < ?
                 AND NOT EXISTS (SELECT 1 FROM rule_owner WHERE file = fingerprint)
                 AND NOT EXISTS (SELECT 1 FROM game WHERE instr(spec, 'file=' || fingerprint) > 0)";
            connection.prepare_cached(query)?.execute([now - LEFT])?;
            Ok(())
        })
        .await
    }
}

impl SqliteStore {
    async fn part(
        &self,
        file: &str,
        kind: &'static str,
        name: &str,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let (file, name) = (file.to_owned(), name.to_owned());
        self.read(move |connection| part(connection, &file, kind, &name)).await
    }
}

fn part(
    connection: &Connection,
    file: &str,
    kind: &str,
    name: &str,
) -> Result<Option<Vec<u8>>, StoreError> {
    let query = "SELECT body FROM rule_part WHERE file = ? AND kind = ? AND name = ?";
    let mut query = connection.prepare_cached(query)?;
    Ok(query.query_row([file, kind, name], |row| row.get(0)).optional()?)
}

/// A text of a rule file, for who has the file open already.
pub(super) fn text(
    connection: &Connection,
    file: &str,
    name: &str,
) -> Result<Option<Vec<u8>>, StoreError> {
    part(connection, file, TEXT, name)
}

/// Notes that a game is played by the rule file that its spec names.
pub(super) fn note_use(connection: &Connection, spec: &str) -> Result<(), StoreError> {
    if let Some(file) = spec.split(' ').find_map(|option| option.strip_prefix("file=")) {
        let query = "UPDATE rule_file SET used = ? WHERE fingerprint = ?";
        connection.prepare_cached(query)?.execute(params![time::now(), file])?;
    }
    Ok(())
}

fn save(connection: &Connection, file: &NewRuleFile, quota: Quota) -> Result<(), StoreError> {
    let NewRuleFile { upload, cards, client, source } = file;
    let (fingerprint, now) = (upload.fingerprint(), time::now());
    let query = "SELECT 1 FROM rule_owner WHERE file = ? AND client = ?";
    if connection.prepare_cached(query)?.exists([&fingerprint, client.text()])? {
        let query = "UPDATE rule_owner SET name = ? WHERE file = ? AND client = ?";
        let values = params![upload.name, fingerprint, client.text()];
        connection.prepare_cached(query)?.execute(values)?;
        let query = "UPDATE rule_file SET used = ? WHERE fingerprint = ?";
        connection.prepare_cached(query)?.execute(params![now, fingerprint])?;
        return Ok(());
    }
    let query = "SELECT count(*) FROM rule_owner WHERE source = ?";
    let has: i64 =
        connection.prepare_cached(query)?.query_row([source.text()], |row| row.get(0))?;
    if has >= quota.rule_files {
        let problem = format!("you have {has} rule files, which is the most; delete some");
        return Err(StoreError::Exceeded(problem));
    }
    let bytes = i64::try_from(upload.bytes() + cards.len()).unwrap_or(i64::MAX);
    check_bytes(connection, source, quota, bytes)?;
    let query = "INSERT INTO rule_file (fingerprint, name, cards, pictures, bytes, created, used)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6) ON CONFLICT DO UPDATE SET used = excluded.used";
    let pictures = upload.pictures.len() as i64;
    let values = params![fingerprint, upload.name, cards, pictures, bytes, now];
    connection.prepare_cached(query)?.execute(values)?;
    for (kind, parts) in [(TEXT, &upload.texts), (PICTURE, &upload.pictures)] {
        for part in parts {
            let query =
                "INSERT OR IGNORE INTO rule_part (file, kind, name, body) VALUES (?, ?, ?, ?)";
            let values = params![fingerprint, kind, part.name, part.body];
            connection.prepare_cached(query)?.execute(values)?;
        }
    }
    let query =
        "INSERT INTO rule_owner (file, client, source, name, created) VALUES (?, ?, ?, ?, ?)";
    let values = params![fingerprint, client.text(), source.text(), upload.name, now];
    connection.prepare_cached(query)?.execute(values)?;
    Ok(())
}

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredRuleFile> {
    Ok(StoredRuleFile {
        fingerprint: row.get("fingerprint")?,
        name: row.get("name")?,
        cards: row.get("cards")?,
        pictures: row.get("pictures")?,
        created: row.get("created")?,
    })
}
