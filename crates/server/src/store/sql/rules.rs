//! Rule files, in SQL.

use async_trait::async_trait;

use super::games::check_bytes;
use super::{Row, Sql, SqlStore, values};
use crate::accounts::identity::ClientId;
use crate::store::{NewRuleFile, Quota, RuleFiles, StoreError, StoredRuleFile};
use crate::time;

/// The kinds of parts.
const TEXT: &str = "text";
const PICTURE: &str = "picture";

/// What a file is kept for after nobody has it any more, in seconds: somebody may just be using it.
const LEFT: i64 = 86_400;

#[async_trait]
impl RuleFiles for SqlStore {
    async fn save_rules(&self, file: NewRuleFile, quota: Quota) -> Result<(), StoreError> {
        self.write(move |sql| save(sql, &file, quota)).await
    }

    async fn rule_text(&self, file: &str, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let (file, name) = (file.to_owned(), name.to_owned());
        self.read(move |sql| text(sql, &file, &name)).await
    }

    async fn rule_texts(&self, file: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let file = file.to_owned();
        let query = "SELECT name, body FROM rule_part WHERE file = ? AND kind = ? ORDER BY name";
        self.read(move |sql| {
            sql.rows(query, values![&file, TEXT], |row| Ok((row.get("name")?, row.get("body")?)))
        })
        .await
    }

    async fn rule_picture(&self, file: &str, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let (file, name) = (file.to_owned(), name.to_owned());
        self.read(move |sql| part(sql, &file, PICTURE, &name)).await
    }

    async fn rule_file(&self, file: &str) -> Result<Option<StoredRuleFile>, StoreError> {
        let file = file.to_owned();
        let query = "SELECT * FROM rule_file WHERE fingerprint = ?";
        self.read(move |sql| sql.first(query, values![&file], stored)).await
    }

    async fn rule_files_of(&self, client: &ClientId) -> Result<Vec<StoredRuleFile>, StoreError> {
        let client = client.clone();
        self.read(move |sql| {
            let query = "SELECT fingerprint, rule_owner.name AS name, cards, pictures,
                 rule_file.created AS created FROM rule_owner JOIN rule_file ON file = fingerprint
                 WHERE client = ? ORDER BY rule_owner.created DESC, fingerprint LIMIT 1000";
            sql.rows(query, values![client.text()], stored)
        })
        .await
    }

    async fn drop_rules(&self, file: &str, client: &ClientId) -> Result<bool, StoreError> {
        let (file, client) = (file.to_owned(), client.clone());
        let query = "DELETE FROM rule_owner WHERE file = ? AND client = ?";
        self.write(move |sql| Ok(sql.execute(query, values![&file, client.text()])? > 0)).await
    }

    async fn forget_rules(&self, guests: Option<i64>) -> Result<(), StoreError> {
        self.write(move |sql| {
            let now = time::now();
            if let Some(seconds) = guests {
                let query = "DELETE FROM rule_owner WHERE client LIKE 'c:%' AND file IN
                     (SELECT fingerprint FROM rule_file WHERE used < ?)";
                sql.execute(query, values![now - seconds])?;
            }
            // Fingerprints are hexadecimal numbers: they stand for nothing else in a pattern.
            let query = "DELETE FROM rule_file WHERE used < ?
                 AND NOT EXISTS (SELECT 1 FROM rule_owner WHERE file = fingerprint)
                 AND NOT EXISTS (SELECT 1 FROM game WHERE spec LIKE '%file=' || fingerprint || '%')";
            sql.execute(query, values![now - LEFT]).map(drop)
        })
        .await
    }
}

fn part(sql: &Sql<'_>, file: &str, kind: &str, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
    let query = "SELECT body FROM rule_part WHERE file = ? AND kind = ? AND name = ?";
    sql.first(query, values![file, kind, name], |row| row.get("body"))
}

/// A text of a rule file: the rules themselves, which have no name, or what they include.
pub(super) fn text(sql: &Sql<'_>, file: &str, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
    part(sql, file, TEXT, name)
}

/// Notes that a rule file is used.
fn note_use_of(sql: &Sql<'_>, file: &str) -> Result<(), StoreError> {
    let query = "UPDATE rule_file SET used = ? WHERE fingerprint = ?";
    sql.execute(query, values![time::now(), file]).map(drop)
}

/// Notes that a game is played by the rule file that its spec names.
pub(super) fn note_use(sql: &Sql<'_>, spec: &str) -> Result<(), StoreError> {
    let file = spec.split(' ').find_map(|option| option.strip_prefix("file="));
    file.map_or(Ok(()), |file| note_use_of(sql, file))
}

fn save(sql: &Sql<'_>, file: &NewRuleFile, quota: Quota) -> Result<(), StoreError> {
    let NewRuleFile { upload, cards, client, source } = file;
    let (fingerprint, now) = (upload.fingerprint(), time::now());
    sql.lock(source.text())?;
    let query = "UPDATE rule_owner SET name = ? WHERE file = ? AND client = ?";
    if sql.execute(query, values![&upload.name, &fingerprint, client.text()])? > 0 {
        return note_use_of(sql, &fingerprint);
    }
    let query = "SELECT count(*) AS it FROM rule_owner WHERE source = ?";
    let has = sql.number(query, values![source.text()])?;
    if has >= quota.rule_files {
        let problem = format!("you have {has} rule files, which is the most; delete some");
        return Err(StoreError::Exceeded(problem));
    }
    let bytes = i64::try_from(upload.bytes() + cards.len()).unwrap_or(i64::MAX);
    check_bytes(sql, source, quota, bytes)?;
    let query = "INSERT INTO rule_file (fingerprint, name, cards, pictures, bytes, created, used)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
         ON CONFLICT (fingerprint) DO UPDATE SET used = excluded.used";
    let pictures = upload.pictures.len();
    sql.execute(query, values![&fingerprint, &upload.name, cards, pictures, bytes, now])?;
    for (kind, parts) in [(TEXT, &upload.texts), (PICTURE, &upload.pictures)] {
        for part in parts {
            let query = "INSERT INTO rule_part (file, kind, name, body) VALUES (?, ?, ?, ?)
                 ON CONFLICT DO NOTHING";
            sql.execute(query, values![&fingerprint, kind, &part.name, &part.body[..]])?;
        }
    }
    let query =
        "INSERT INTO rule_owner (file, client, source, name, created) VALUES (?, ?, ?, ?, ?)";
    let values = values![&fingerprint, client.text(), source.text(), &upload.name, now];
    sql.execute(query, values).map(drop)
}

fn stored(row: &Row<'_>) -> Result<StoredRuleFile, StoreError> {
    Ok(StoredRuleFile {
        fingerprint: row.get("fingerprint")?,
        name: row.get("name")?,
        cards: row.get("cards")?,
        pictures: row.get("pictures")?,
        created: row.get("created")?,
    })
}
