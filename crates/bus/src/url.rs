//! Where the NATS servers are. As with a database, a password in an address is never shown.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use crate::percent::decoded;
use crate::tls::{self, ClientConfig, TlsError};

/// The usual port.
const PORT: u16 = 4222;

/// The addresses of one NATS server, or of several that are one.
#[derive(Clone)]
pub struct BusUrl {
    places: Vec<Place>,
    login: Option<Login>,
    encrypted: bool,
    /// The certificates to trust instead of the system's.
    roots: Option<PathBuf>,
}

/// Where a server is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
}

/// Who asks.
#[derive(Clone, PartialEq, Eq)]
pub enum Login {
    /// A name and a password.
    Password(String, String),
    /// A token.
    Token(String),
}

/// Why a text is no such address. It says nothing of the text, which may hold a password.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the bus must be given as nats://HOST:PORT, several as nats://ONE,nats://OTHER; after a ? may follow \
     ca=FILE for certificates to trust, or tls=off"
)]
pub struct BusUrlError;

impl FromStr for BusUrl {
    type Err = BusUrlError;

    fn from_str(text: &str) -> Result<BusUrl, BusUrlError> {
        let (places, options) = text.trim().split_once('?').unwrap_or((text.trim(), ""));
        let (mut roots, mut off) = (None, false);
        for option in options.split('&').filter(|option| !option.is_empty()) {
            match option.split_once('=') {
                Some(("ca", file)) => roots = Some(decoded(file).ok_or(BusUrlError)?.into()),
                Some(("tls", "off")) => off = true,
                _ => return Err(BusUrlError),
            }
        }
        let (mut servers, mut login, mut wanted) = (Vec::new(), None, roots.is_some());
        for address in places.split(',') {
            let (scheme, rest) = address.split_once("://").ok_or(BusUrlError)?;
            wanted |= match scheme {
                "nats" => false,
                "tls" => true,
                _ => return Err(BusUrlError),
            };
            let (who, rest) = rest.rsplit_once('@').map_or((None, rest), |(a, b)| (Some(a), b));
            if let Some(who) = who {
                login = Some(Login::of(who).ok_or(BusUrlError)?);
            }
            servers.push(Place::of(rest.trim_end_matches('/')).ok_or(BusUrlError)?);
        }
        if off && wanted {
            return Err(BusUrlError);
        }
        let encrypted = wanted || (!off && !servers.iter().all(Place::is_here));
        Ok(BusUrl { places: servers, login, encrypted, roots })
    }
}

impl Place {
    /// A host, perhaps with a port; an address of version 6 stands in brackets.
    fn of(text: &str) -> Option<Place> {
        let (host, port) = match text.strip_prefix('[') {
            Some(rest) => {
                let (host, rest) = rest.split_once(']')?;
                (host, rest.strip_prefix(':').or(rest.is_empty().then_some(""))?)
            }
            None => text.split_once(':').unwrap_or((text, "")),
        };
        let port = if port.is_empty() { PORT } else { port.parse().ok()? };
        let odd = |it: char| !it.is_alphanumeric() && !matches!(it, '.' | '-' | '_' | ':');
        if host.is_empty() || host.contains(odd) {
            return None;
        }
        Some(Place { host: host.to_owned(), port })
    }

    /// Whether it is on this machine: what is said to it passes no cable.
    fn is_here(&self) -> bool {
        let address = self.host.parse();
        self.host == "localhost" || address.is_ok_and(|address: IpAddr| address.is_loopback())
    }
}

impl Login {
    fn of(text: &str) -> Option<Login> {
        Some(match text.split_once(':') {
            Some((name, password)) => Login::Password(decoded(name)?, decoded(password)?),
            None => Login::Token(decoded(text)?),
        })
    }
}

impl BusUrl {
    /// Whether it holds a password or a token.
    #[must_use]
    pub fn has_secret(&self) -> bool {
        self.login.is_some()
    }

    /// Where its servers are.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Who asks, if it says so.
    #[must_use]
    pub fn login(&self) -> Option<&Login> {
        self.login.as_ref()
    }

    /// How connections are encrypted, if they are: where they leave this machine, unless somebody said
    /// otherwise.
    ///
    /// # Errors
    /// If the certificates to trust cannot be read.
    pub fn tls(&self) -> Result<Option<Arc<ClientConfig>>, TlsError> {
        self.encrypted.then(|| tls::client_config(self.roots.as_deref())).transpose()
    }
}

/// Without the password.
impl fmt::Display for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.encrypted { "tls" } else { "nats" };
        for (at, Place { host, port }) in self.places.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            write!(f, "{comma}{scheme}://{host}:{port}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> BusUrl {
        text.parse().unwrap()
    }

    #[test]
    fn addresses_are_read_and_passwords_never_shown() {
        let ada = url("tls://ada:s3cr%40t@bus.example:4333?ca=/etc/own%20ca.pem");
        assert!(ada.login == Some(Login::Password("ada".to_owned(), "s3cr@t".to_owned())));
        assert_eq!(ada.roots.as_deref(), Some("/etc/own ca.pem".as_ref()));
        assert_eq!(format!("{ada} {ada:?}"), "tls://bus.example:4333 tls://bus.example:4333");
        assert!(url("nats://t0ken@[::1]:4223").login == Some(Login::Token("t0ken".to_owned())));
        let two = url("nats://a.example,nats://b.example:4223");
        assert_eq!(two.to_string(), "tls://a.example:4222,tls://b.example:4223");
        assert!(!two.has_secret() && ada.has_secret());
        for wrong in [
            "s3cret",
            "http://s3cret@x",
            "nats://",
            "nats://h:s3cret",
            "nats://h s3cret",
            "nats://[::1]s3cret",
            "nats://a,,b",
            "nats://h?s3cret=x",
            "nats://h,s3cret",
            "nats://h?ca=%s3cret",
            "tls://h?tls=off",
            "nats://a:s3cret%zz@h",
        ] {
            let told = wrong.parse::<BusUrl>().unwrap_err();
            assert!(!format!("{told} {told:?}").contains("s3cret"), "{wrong}");
        }
    }

    #[test]
    fn what_leaves_this_machine_is_encrypted_unless_somebody_says_otherwise() {
        for here in ["nats://localhost", "nats://127.0.0.1:4999", "nats://[::1]"] {
            assert!(!url(here).encrypted, "{here}");
        }
        for encrypted in
            ["nats://bus.example", "tls://localhost", "nats://localhost,nats://bus.example"]
        {
            assert!(url(encrypted).encrypted, "{encrypted}");
        }
        assert!(url("nats://localhost?ca=/etc/ca.pem").encrypted);
        assert!(!url("nats://bus.example?tls=off").encrypted);
    }
}
