//! The kept rule files as the surroundings in which specs are opened.

use std::fmt;
use std::sync::Arc;

use selforge_catalogue::Environment;
use selforge_core::Spec;

use super::{base_name, is_fingerprint};
use crate::store::Store;

/// Gives the text of a kept file: its fingerprint, and the name of what it includes or nothing.
type ReadStored = dyn Fn(&str, &str) -> Result<Option<Vec<u8>>, String> + Send + Sync;

/// Where the texts of kept rule files come from; by default there are none.
#[derive(Clone, Default)]
pub(crate) struct StoredFiles(Option<Arc<ReadStored>>);

impl fmt::Debug for StoredFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StoredFiles").field(&self.0.is_some()).finish()
    }
}

impl StoredFiles {
    /// Those that a function gives.
    pub(crate) fn new(
        read: impl Fn(&str, &str) -> Result<Option<Vec<u8>>, String> + Send + Sync + 'static,
    ) -> StoredFiles {
        StoredFiles(Some(Arc::new(read)))
    }

    /// Those of a store. Games are opened on threads that may wait for it.
    pub(crate) fn of_store(store: Arc<dyn Store>) -> StoredFiles {
        StoredFiles::new(move |fingerprint, name| {
            let runtime =
                tokio::runtime::Handle::try_current().map_err(|error| error.to_string())?;
            runtime.block_on(store.rule_text(fingerprint, name)).map_err(|error| error.to_string())
        })
    }

    fn read(&self, fingerprint: &str, name: &str) -> Result<Vec<u8>, String> {
        let text = match &self.0 {
            Some(read) => read(fingerprint, name)?,
            None => None,
        };
        text.ok_or_else(|| "it is not here (any more); add it under New game".to_owned())
    }
}

/// The surroundings of one spec: the file that it names, and otherwise those that others set.
pub(crate) struct Surroundings<'a> {
    files: &'a StoredFiles,
    /// The file of the spec, if it is a kept one.
    fingerprint: Option<&'a str>,
    others: &'a dyn Environment,
}

impl<'a> Surroundings<'a> {
    /// Those of a spec.
    pub(crate) fn of(
        spec: &'a Spec,
        files: &'a StoredFiles,
        others: &'a dyn Environment,
    ) -> Surroundings<'a> {
        let fingerprint = spec.get("file").filter(|name| is_fingerprint(name));
        Surroundings { files, fingerprint, others }
    }
}

impl Environment for Surroundings<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        self.others.read(name)
    }

    fn read_bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        match self.fingerprint {
            Some(file) if file == name => self.files.read(file, ""),
            Some(file) => self.files.read(file, &base_name(name)),
            None => Err("files of this machine are not read; add it under New game".to_owned()),
        }
    }

    fn most_cells(&self) -> usize {
        self.others.most_cells()
    }

    fn known_start(&self) -> Option<&str> {
        self.others.known_start()
    }

    fn is_cancelled(&self) -> bool {
        self.others.is_cancelled()
    }
}
