//! Where a PostgreSQL server is and how it is spoken to.
//!
//! An address holds a password. So it is never shown whole: not by `Debug`, and not when it is wrong.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use selforge_bus::percent::decoded;
use selforge_bus::tls::{self, ClientConfig};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use crate::store::StoreError;

/// How long a server may take to answer a knock.
const CONNECTING: Duration = Duration::from_secs(5);

/// How long what was sent may go unheard before the connection counts as cut.
const UNHEARD: Duration = Duration::from_secs(10);

/// The address of a PostgreSQL server and a database on it, with who asks.
#[derive(Clone)]
pub struct DatabaseUrl {
    config: Arc<Config>,
    /// The certificates to trust instead of the system's.
    roots: Option<PathBuf>,
}

/// Why a text is no such address. It says nothing of the text, which may hold a password.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DatabaseUrlError {
    /// Something else altogether.
    #[error(
        "the database must be given as postgres://USER@HOST:PORT/NAME; special characters of a password are \
         written as %40 for @ and %2F for /"
    )]
    NoAddress,
    /// Not a kind of encryption.
    #[error("sslmode must be disable, require or verify-full")]
    SslMode,
}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    fn from_str(text: &str) -> Result<DatabaseUrl, DatabaseUrlError> {
        let text = text.trim();
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(DatabaseUrlError::NoAddress);
        }
        let (address, options) = text.split_once('?').unwrap_or((text, ""));
        let (mut mode, mut roots, mut others) = (None, None, Vec::new());
        for option in options.split('&').filter(|option| !option.is_empty()) {
            match option.split_once('=') {
                Some(("sslmode", value)) => mode = Some(value),
                Some(("sslrootcert", value)) => {
                    roots = Some(decoded(value).ok_or(DatabaseUrlError::NoAddress)?.into());
                }
                _ => others.push(option),
            }
        }
        let text = format!("{address}?{}", others.join("&"));
        let mut config: Config = text.parse().map_err(|_| DatabaseUrlError::NoAddress)?;
        if config.get_hosts().is_empty() || config.get_user().is_none() {
            return Err(DatabaseUrlError::NoAddress);
        }
        let mode = match mode {
            Some("disable") => SslMode::Disable,
            Some("require" | "verify-full" | "verify-ca") => SslMode::Require,
            Some(_) => return Err(DatabaseUrlError::SslMode),
            None if roots.is_none() && is_here(&config) => SslMode::Disable,
            None => SslMode::Require,
        };
        config.ssl_mode(mode).application_name("selforge");
        config.connect_timeout(CONNECTING).tcp_user_timeout(UNHEARD).keepalives_idle(UNHEARD);
        if config.get_password().is_none()
            && let Ok(password) = std::env::var("PGPASSWORD")
        {
            config.password(password);
        }
        Ok(DatabaseUrl { config: Arc::new(config), roots })
    }
}

impl DatabaseUrl {
    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    /// How the connection is encrypted, if it is.
    ///
    /// # Errors
    /// If the certificates to trust cannot be read.
    pub(super) fn tls(&self) -> Result<Option<Arc<ClientConfig>>, StoreError> {
        if self.config.get_ssl_mode() == SslMode::Disable {
            return Ok(None);
        }
        let made = tls::client_config(self.roots.as_deref());
        made.map(Some).map_err(|error| StoreError::Database(error.to_string()))
    }

    /// Whether the text itself holds a password.
    #[must_use]
    pub fn has_password(text: &str) -> bool {
        let who = text.split_once("://").and_then(|(_, rest)| rest.rsplit_once('@'));
        who.is_some_and(|(who, _)| who.contains(':')) || text.contains("password=")
    }
}

/// Without the password.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "postgres://{}@", self.config.get_user().unwrap_or_default())?;
        let ports = self.config.get_ports();
        for (at, host) in self.config.get_hosts().iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            match host {
                Host::Tcp(name) => write!(f, "{comma}{name}")?,
                #[cfg(unix)]
                Host::Unix(path) => write!(f, "{comma}{}", path.display())?,
            }
            if let Some(port) = ports.get(at).or(ports.first()) {
                write!(f, ":{port}")?;
            }
        }
        write!(f, "/{}", self.config.get_dbname().unwrap_or_default())
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Whether all servers are on this machine: what is said to them passes no cable. An address that is given
/// beside a name (`hostaddr`) is where the connection goes.
fn is_here(config: &Config) -> bool {
    let by_name = |host: &Host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    config.get_hosts().iter().all(by_name) && config.get_hostaddrs().iter().all(IpAddr::is_loopback)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> DatabaseUrl {
        text.parse().unwrap()
    }

    #[test]
    fn a_password_is_never_shown() {
        let url = url("postgres://ada:s3cr%40t@db.example:6432/games?options=-c%20search_path%3Dx");
        assert_eq!(
            format!("{url} {url:?}"),
            "postgres://ada@db.example:6432/games postgres://ada@db.example:6432/games"
        );
        assert_eq!(url.config().get_password(), Some(&b"s3cr@t"[..]));
        for wrong in [
            "postgres://ada:s3cret@db:port/x",
            "mysql://ada:s3cret@db/x",
            "s3cret",
            "postgres://a:s3cret@h/x?s3cret=1",
            "postgres://ada:s3cret@db/x?sslmode=s3cret",
        ] {
            let told = wrong.parse::<DatabaseUrl>().unwrap_err();
            assert!(!format!("{told} {told:?}").contains("s3cret"), "{told}");
        }
    }

    #[test]
    fn what_leaves_this_machine_is_encrypted_unless_somebody_says_otherwise() {
        let mode = |text: &str| url(text).config().get_ssl_mode();
        for here in [
            "postgres://u@localhost/x",
            "postgres://u@127.0.0.1:5433/x",
            "postgres://u@%2Frun%2Fpostgresql/x",
        ] {
            assert_eq!(mode(here), SslMode::Disable, "{here}");
        }
        assert_eq!(mode("postgres://u@db.example/x"), SslMode::Require);
        assert_eq!(mode("postgres://u@localhost/x?hostaddr=192.0.2.7"), SslMode::Require);
        assert_eq!(mode("postgres://u@localhost/x?hostaddr=127.0.0.1"), SslMode::Disable);
        assert_eq!(mode("postgres://u@db.example/x?sslmode=disable"), SslMode::Disable);
        assert_eq!(mode("postgres://u@localhost/x?sslmode=verify-full"), SslMode::Require);
        assert_eq!(mode("postgres://u@localhost/x?sslrootcert=/etc/ca.pem"), SslMode::Require);
        assert_eq!(
            "postgres://u@h/x?sslmode=maybe".parse::<DatabaseUrl>().unwrap_err(),
            DatabaseUrlError::SslMode
        );
    }

    #[test]
    fn the_path_of_certificates_is_written_as_the_rest_of_the_address() {
        let roots = |text: &str| url(&format!("postgres://u@h/x?sslrootcert={text}")).roots;
        assert_eq!(roots("/etc/own%20ca%2Bb.pem"), Some(PathBuf::from("/etc/own ca+b.pem")));
        for wrong in ["%2", "%zz", "%ff", "%C3"] {
            let text = format!("postgres://u@h/x?sslrootcert=/etc/{wrong}");
            assert!(text.parse::<DatabaseUrl>().is_err(), "{wrong}");
        }
    }
}
