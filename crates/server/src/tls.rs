//! Encrypted connections to the database and the bus.
//!
//! The other side must show a certificate that somebody trusted has signed for its name; there is no way
//! to leave that out.

use std::fmt;
use std::future::Future;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
pub(crate) use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::RootCertStore;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::{TlsConnector, client};

/// Why there is no encryption.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TlsError {
    #[error("cannot read certificates from '{file}': {reason}")]
    File { file: String, reason: String },
    #[error("this system trusts no certificates; name a file of them (sslrootcert=FILE)")]
    NoRoots,
    #[error("encryption cannot be set up: {0}")]
    Setup(String),
}

/// Encryption that trusts the certificates of a file, or those that the system trusts.
///
/// # Errors
/// If there are none.
pub(crate) fn client_config(roots: Option<&Path>) -> Result<Arc<ClientConfig>, TlsError> {
    let mut trusted = RootCertStore::empty();
    match roots {
        Some(file) => {
            let wrong =
                |reason: String| TlsError::File { file: file.display().to_string(), reason };
            let found =
                CertificateDer::pem_file_iter(file).map_err(|error| wrong(error.to_string()))?;
            for certificate in found {
                let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
                trusted.add(certificate).map_err(|error| wrong(error.to_string()))?;
            }
            if trusted.is_empty() {
                return Err(wrong("there are none in it".to_owned()));
            }
        }
        None => {
            trusted.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            if trusted.is_empty() {
                return Err(TlsError::NoRoots);
            }
        }
    }
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| TlsError::Setup(error.to_string()))?;
    Ok(Arc::new(config.with_root_certificates(trusted).with_no_client_auth()))
}

/// Makes connections to a PostgreSQL server encrypted.
#[derive(Clone)]
pub(crate) struct Tls(TlsConnector);

impl Tls {
    /// In this way.
    pub(crate) fn of(config: Arc<ClientConfig>) -> Tls {
        Tls(TlsConnector::from(config))
    }
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Encrypted;
    type TlsConnect = TlsTo;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<TlsTo> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        Ok(TlsTo(self.0.clone(), name))
    }
}

/// To a server of this name.
pub(crate) struct TlsTo(TlsConnector, ServerName<'static>);

impl TlsConnect<Socket> for TlsTo {
    type Stream = Encrypted;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move { Ok(Encrypted(Box::new(self.0.connect(self.1, socket).await?))) })
    }
}

/// An encrypted connection.
pub(crate) struct Encrypted(Box<client::TlsStream<Socket>>);

impl fmt::Debug for Encrypted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encrypted").finish_non_exhaustive()
    }
}

impl TlsStream for Encrypted {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
