//! Encrypted connections to the bus, and to whatever else a server speaks to.
//!
//! The other side must show a certificate that somebody trusted has signed for its name; there is no way
//! to leave that out.

use std::path::Path;
use std::sync::Arc;

pub use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::RootCertStore;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;

/// Why there is no encryption.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The certificates to trust cannot be read.
    #[error("cannot read certificates from '{file}': {reason}")]
    File {
        /// Where they should be.
        file: String,
        /// Why not.
        reason: String,
    },
    /// There is nobody to trust.
    #[error(
        "this system trusts no certificates; name a file of them (sslrootcert=FILE for a database, ca=FILE for a bus)"
    )]
    NoRoots,
    /// Something else is wrong.
    #[error("encryption cannot be set up: {0}")]
    Setup(String),
}

/// Encryption that trusts the certificates of a file, or those that the system trusts.
///
/// # Errors
/// If there are none.
pub fn client_config(roots: Option<&Path>) -> Result<Arc<ClientConfig>, TlsError> {
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
