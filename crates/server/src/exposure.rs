//! How the server is seen from outside: under which origin, behind which proxies, and where requests
//! really come from.
//!
//! Behind a proxy every connection comes from the proxy. Its word on where a client is (the header
//! `X-Forwarded-For`) counts only if the proxy is one that was named, and only as far as the chain of
//! named proxies reaches: whatever a client itself writes into that header stands before it.
//!
//! Limits go by networks: an IPv4 address, or the 64 bits of an IPv6 address that one customer is
//! given whole.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, header};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// How the server is seen from outside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exposure {
    /// The origin under which browsers reach the server; none if they reach it directly.
    pub public_origin: Option<PublicOrigin>,
    /// The proxies that are believed when they say where a client is.
    pub trusted_proxies: Vec<TrustedProxy>,
    /// Whether a public server rates games between two accounts of one address. One that is not
    /// public always does.
    pub rate_same_address: bool,
}

/// Why an origin or a proxy cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExposureError {
    /// Not an origin.
    #[error(
        "'{0}' is no origin; expected https://NAME or http://NAME, with :PORT if it has one and no path"
    )]
    Origin(String),
    /// Not an address.
    #[error(
        "'{0}' is no proxy; expected an address such as 127.0.0.1 or a network such as 10.0.0.0/8"
    )]
    Proxy(String),
}

/// An origin as browsers write it: scheme and host, and the port if it is not the usual one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicOrigin {
    secure: bool,
    /// What browsers send as `Host`.
    host: String,
}

impl FromStr for PublicOrigin {
    type Err = ExposureError;

    fn from_str(text: &str) -> Result<PublicOrigin, ExposureError> {
        let wrong = || ExposureError::Origin(text.to_owned());
        let text = text.strip_suffix('/').unwrap_or(text);
        let (scheme, host) = text.split_once("://").ok_or_else(wrong)?;
        let (secure, usual) = match scheme.to_ascii_lowercase().as_str() {
            "https" => (true, ":443"),
            "http" => (false, ":80"),
            _ => return Err(wrong()),
        };
        let host = host.to_ascii_lowercase();
        let host = host.strip_suffix(usual).unwrap_or(&host);
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
        if host.is_empty() || host.len() > 255 || !host.chars().all(plain) {
            return Err(wrong());
        }
        Ok(PublicOrigin { secure, host: host.to_owned() })
    }
}

impl fmt::Display for PublicOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)
    }
}

impl PublicOrigin {
    /// Whether browsers come over TLS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.secure
    }

    /// Whether a `Host` header names it.
    pub(crate) fn is_host(&self, host: &str) -> bool {
        host.eq_ignore_ascii_case(&self.host)
    }

    /// Whether an `Origin` header is it.
    pub(crate) fn is_origin(&self, origin: &str) -> bool {
        origin.eq_ignore_ascii_case(&self.to_string())
    }
}

/// An address or a network of proxies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrustedProxy {
    address: IpAddr,
    /// How many of its first bits count.
    bits: u32,
}

impl FromStr for TrustedProxy {
    type Err = ExposureError;

    fn from_str(text: &str) -> Result<TrustedProxy, ExposureError> {
        let wrong = || ExposureError::Proxy(text.to_owned());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        if bits > most { Err(wrong()) } else { Ok(TrustedProxy { address, bits }) }
    }
}

impl TrustedProxy {
    fn has(&self, other: IpAddr) -> bool {
        match (self.address, other) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let mask = u32::MAX.checked_shl(32 - self.bits).unwrap_or(0);
                own.to_bits() & mask == other.to_bits() & mask
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let mask = u128::MAX.checked_shl(128 - self.bits).unwrap_or(0);
                own.to_bits() & mask == other.to_bits() & mask
            }
            _ => false,
        }
    }
}

impl Exposure {
    /// The beginning of absolute addresses, for those who cannot resolve others: the public origin, or
    /// what the client calls this server, if that is a plain name.
    pub(crate) fn address_base(&self, headers: &HeaderMap) -> Option<PublicOrigin> {
        let host = || headers.get(header::HOST)?.to_str().ok();
        let named = || format!("http://{}", host()?).parse().ok();
        self.public_origin.clone().or_else(named)
    }

    /// Whether an address is that of a proxy which is believed.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|proxy| proxy.has(address.to_canonical()))
    }

    /// Whether browsers come over TLS.
    pub(crate) fn is_secure(&self) -> bool {
        self.public_origin.as_ref().is_some_and(PublicOrigin::is_secure)
    }

    /// Where the client is that a request comes from, given where the connection comes from.
    pub(crate) fn client_address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut address = peer.to_canonical();
        let lines = headers.get_all(FORWARDED_FOR).iter().rev();
        let mut named = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
        while self.trusts(address) {
            let Some(Ok(next)) = named.next().map(|text| text.trim().parse::<IpAddr>()) else {
                break;
            };
            address = next.to_canonical();
        }
        address
    }
}

/// The network of an address, by which limits go.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn behind(proxies: &[&str]) -> Exposure {
        let trusted_proxies = proxies.iter().map(|text| text.parse().unwrap()).collect();
        Exposure { trusted_proxies, ..Exposure::default() }
    }

    fn seen(exposure: &Exposure, peer: &str, forwarded: &[&str]) -> String {
        let lines =
            forwarded.iter().map(|text| (FORWARDED_FOR, HeaderValue::from_str(text).unwrap()));
        let headers = HeaderMap::from_iter(lines);
        exposure.client_address(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn nobody_but_a_trusted_proxy_says_where_a_client_is() {
        assert_eq!(seen(&behind(&[]), "198.51.100.1", &["203.0.113.9"]), "198.51.100.1");
        let proxied = behind(&["127.0.0.1", "10.0.0.0/8"]);
        assert_eq!(seen(&proxied, "198.51.100.1", &["203.0.113.9"]), "198.51.100.1");
        assert_eq!(seen(&proxied, "127.0.0.1", &["203.0.113.9"]), "203.0.113.9");
        assert_eq!(seen(&proxied, "::ffff:127.0.0.1", &["203.0.113.9"]), "203.0.113.9");
        assert_eq!(seen(&proxied, "127.0.0.1", &["203.0.113.9, 10.1.2.3"]), "203.0.113.9");
    }

    #[test]
    fn what_a_client_writes_into_the_header_itself_does_not_count() {
        let proxied = behind(&["127.0.0.1"]);
        assert_eq!(seen(&proxied, "127.0.0.1", &["192.0.2.1, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(seen(&proxied, "127.0.0.1", &["192.0.2.1", "203.0.113.9"]), "203.0.113.9");
        assert_eq!(seen(&proxied, "127.0.0.1", &["192.0.2.1, nonsense"]), "127.0.0.1");
        assert_eq!(seen(&proxied, "127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn all_addresses_of_a_customer_are_one_network() {
        let of = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(
            (of("203.0.113.9"), of("::ffff:203.0.113.9")),
            ("203.0.113.9".into(), "203.0.113.9".into())
        );
    }

    #[test]
    fn origins_are_read_as_browsers_write_them_and_nothing_else() {
        for (text, shown) in [
            ("https://play.example", "https://play.example"),
            ("https://Play.Example:443/", "https://play.example"),
            ("http://[::1]:8080", "http://[::1]:8080"),
        ] {
            assert_eq!(text.parse::<PublicOrigin>().unwrap().to_string(), shown);
        }
        for text in
            ["", "play.example", "ftp://play.example", "https://", "https://a/b", "https://a b"]
        {
            assert!(text.parse::<PublicOrigin>().is_err(), "{text}");
        }
        for text in ["", "10.0.0.0/33", "proxy.example", "10.0.0.0/x"] {
            assert!(text.parse::<TrustedProxy>().is_err(), "{text}");
        }
    }
}
