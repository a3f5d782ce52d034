//! The files that a game was made from, kept to make it again with another seed, or elsewhere.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use selforge_games::Environment;
use serde::{Deserialize, Serialize};

/// Files by the names that specs give them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, Sent>", into = "BTreeMap<String, Sent>")]
pub(crate) struct Files(Arc<BTreeMap<String, Vec<u8>>>);

/// Bytes as they are sent: most are text, and none need be.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Sent {
    Text(String),
    Bytes(Vec<u8>),
}

impl From<BTreeMap<String, Sent>> for Files {
    fn from(sent: BTreeMap<String, Sent>) -> Files {
        let bytes = |sent| match sent {
            Sent::Text(text) => String::into_bytes(text),
            Sent::Bytes(bytes) => bytes,
        };
        Files(Arc::new(sent.into_iter().map(|(name, sent)| (name, bytes(sent))).collect()))
    }
}

impl From<Files> for BTreeMap<String, Sent> {
    fn from(files: Files) -> BTreeMap<String, Sent> {
        let sent = |bytes: &Vec<u8>| match std::str::from_utf8(bytes) {
            Ok(text) => Sent::Text(text.to_owned()),
            Err(_) => Sent::Bytes(bytes.clone()),
        };
        files.0.iter().map(|(name, bytes)| (name.clone(), sent(bytes))).collect()
    }
}

impl Environment for Files {
    fn read(&self, name: &str) -> Result<String, String> {
        String::from_utf8(self.read_bytes(name)?).map_err(|error| error.to_string())
    }

    fn read_bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        self.0.get(name).cloned().ok_or_else(|| "it was not there at first".to_owned())
    }
}

/// Notes what is read.
pub(super) struct Noting<'a> {
    environment: &'a dyn Environment,
    read: RefCell<BTreeMap<String, Vec<u8>>>,
}

impl<'a> Noting<'a> {
    pub(super) fn new(environment: &'a dyn Environment) -> Noting<'a> {
        Noting { environment, read: RefCell::default() }
    }

    /// What was read.
    pub(super) fn files(self) -> Files {
        Files(Arc::new(self.read.into_inner()))
    }

    fn note(&self, name: &str, bytes: &[u8]) {
        self.read.borrow_mut().insert(name.to_owned(), bytes.to_owned());
    }
}

impl Environment for Noting<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        let text = self.environment.read(name)?;
        self.note(name, text.as_bytes());
        Ok(text)
    }

    fn read_bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        let bytes = self.environment.read_bytes(name)?;
        self.note(name, &bytes);
        Ok(bytes)
    }

    fn most_cells(&self) -> usize {
        self.environment.most_cells()
    }

    fn known_start(&self) -> Option<&str> {
        self.environment.known_start()
    }

    fn is_cancelled(&self) -> bool {
        self.environment.is_cancelled()
    }
}
