//! Where a server's data is, as it is given on the command line.
//!
//! The address of a database may hold a password, and everyone on a machine can read the command lines
//! of all programs. So an address can come from a file (`@FILE`) or the environment instead; one that is
//! given openly with a password in it works and is warned about. None is ever printed whole.

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use selforge_server::{BusUrl, DataSource, DatabaseUrl};

use crate::error::CliError;

/// The environment's place for the address of the database.
pub(crate) const VARIABLE: &str = "SELFORGE_DATABASE";

/// The environment's place for the address of the bus.
pub(crate) const BUS: &str = "SELFORGE_BUS";

/// A text that may hold a password.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl FromStr for Secret {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Secret, Infallible> {
        Ok(Secret(text.to_owned()))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl Secret {
    /// What the environment has under this name, unless it is empty.
    pub(crate) fn from_environment(name: &str) -> Option<Secret> {
        std::env::var(name).ok().filter(|text| !text.trim().is_empty()).map(Secret)
    }

    /// The text itself: what a file has if it is `@FILE`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn text(&self) -> Result<String, CliError> {
        match self.0.strip_prefix('@') {
            Some(file) => std::fs::read_to_string(file)
                .map(|text| text.trim().to_owned())
                .map_err(|error| CliError::file("read", Path::new(file), &error)),
            None => Ok(self.0.clone()),
        }
    }
}

/// The database that was asked for: by the option, or else by the environment.
///
/// # Errors
/// If it is no address of one.
pub(crate) fn database(option: Option<&Secret>) -> Result<Option<DatabaseUrl>, CliError> {
    if let Some(Secret(text)) = option
        && DatabaseUrl::has_password(text)
    {
        warn(VARIABLE);
    }
    let asked = option.cloned().or_else(|| Secret::from_environment(VARIABLE));
    asked.map(|secret| parse(&secret.text()?)).transpose()
}

/// A data folder, its file, or a database.
///
/// # Errors
/// If it is an address that is wrong.
pub(crate) fn source(secret: &Secret) -> Result<DataSource, CliError> {
    if DatabaseUrl::has_password(&secret.0) {
        warn(VARIABLE);
    }
    let text = secret.text()?;
    if text.contains("://") {
        return Ok(DataSource::Database(parse(&text)?));
    }
    let path = PathBuf::from(text);
    let is_file = path.extension().is_some_and(|it| it == "sqlite");
    let folder = if is_file { path.parent().map(Path::to_path_buf) } else { None };
    let folder = folder.unwrap_or(path);
    let here = folder.as_os_str().is_empty();
    Ok(DataSource::Folder(if here { PathBuf::from(".") } else { folder }))
}

/// The bus that was asked for: by the option, or else by the environment.
///
/// # Errors
/// If it is no address of one.
pub(crate) fn bus(option: Option<&Secret>) -> Result<Option<BusUrl>, CliError> {
    let asked = option.cloned().or_else(|| Secret::from_environment(BUS));
    let Some(secret) = asked else { return Ok(None) };
    let url: BusUrl =
        secret.text()?.parse().map_err(|error| CliError::Input(format!("{error}")))?;
    if url.has_secret() && option.is_some_and(|Secret(text)| !text.starts_with('@')) {
        warn(BUS);
    }
    Ok(Some(url))
}

fn parse(text: &str) -> Result<DatabaseUrl, CliError> {
    text.parse().map_err(|error| CliError::Input(format!("{error}")))
}

fn warn(variable: &str) {
    eprintln!(
        "selforge: warning: others on this machine can read the password on the command line; \
         put the address into a file and give @FILE, or into {variable}"
    );
}
