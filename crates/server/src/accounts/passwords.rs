//! Names and passwords of accounts.
//!
//! A password is kept as Argon2 leaves it. Checking one takes a core for a while on purpose, so it is
//! done away from the threads that serve others, two at a time, and a name or an address can try only
//! some a minute. An unknown name takes as long as a wrong password.

use std::net::IpAddr;
use std::sync::{Arc, LazyLock};

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use tokio::sync::Semaphore;

use crate::error::ApiError;
use crate::limits::{Buckets, Limits};

/// How long names and passwords may be, in characters.
const NAME: std::ops::RangeInclusive<usize> = 2..=20;
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;

/// Where passwords are made and checked.
#[derive(Debug)]
pub(crate) struct Passwords {
    places: Arc<Semaphore>,
    by_address: Buckets<IpAddr>,
    by_name: Buckets<String>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords {
            places: Arc::new(Semaphore::new(2)),
            by_address: Buckets::default(),
            by_name: Buckets::default(),
        }
    }
}

impl Passwords {
    /// Lets an address try a name's password, if it has not tried too many.
    ///
    /// # Errors
    /// If it has.
    pub(crate) fn admit(
        &self,
        address: IpAddr,
        name: &str,
        limits: &Limits,
    ) -> Result<(), ApiError> {
        let most = limits.passwords_per_minute;
        let allowed = self.by_address.take_by_minute(address, most)
            && self.by_name.take_by_minute(name.to_lowercase(), most);
        let refused = || ApiError::too_many("too many tries; wait a minute");
        if allowed { Ok(()) } else { Err(refused()) }
    }

    /// What is kept of a password.
    ///
    /// # Errors
    /// If the system has no random numbers to give.
    pub(crate) async fn hash(&self, password: String) -> Result<String, ApiError> {
        self.away(move || hash(&password)).await?
    }

    /// Whether a password is the one that was kept; never, if none was.
    ///
    /// # Errors
    /// If what was kept is damaged.
    pub(crate) async fn check(
        &self,
        password: String,
        kept: Option<String>,
    ) -> Result<bool, ApiError> {
        self.away(move || {
            let known = kept.is_some();
            let kept = match &kept {
                Some(kept) => kept,
                None => NOBODY.as_ref().map_err(Clone::clone)?,
            };
            let kept = PasswordHash::new(kept).map_err(|error| ApiError::internal(&error))?;
            let right = Argon2::default().verify_password(password.as_bytes(), &kept).is_ok();
            Ok(known && right)
        })
        .await?
    }

    async fn away<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let _slot = self.places.acquire().await.map_err(|error| ApiError::internal(&error))?;
        tokio::task::spawn_blocking(work).await.map_err(|error| ApiError::internal(&error))
    }
}

/// What unknown names are checked against.
static NOBODY: LazyLock<Result<String, ApiError>> = LazyLock::new(|| hash("nobody's password"));

fn hash(password: &str) -> Result<String, ApiError> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|error| ApiError::internal(&error))?;
    let salt = SaltString::encode_b64(&salt).map_err(|error| ApiError::internal(&error))?;
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
    hash.map(|hash| hash.to_string()).map_err(|error| ApiError::internal(&error))
}

/// Checks what an account is to be called.
///
/// # Errors
/// If it cannot be.
pub(crate) fn check_name(name: &str) -> Result<(), ApiError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if NAME.contains(&name.chars().count()) && name.chars().all(plain) {
        return Ok(());
    }
    let (least, most) = NAME.into_inner();
    let expected = format!("expected {least} to {most} letters, digits, _ or -");
    Err(ApiError::invalid(format!("this name cannot be used; {expected}")))
}

/// Checks that a password is long enough.
///
/// # Errors
/// If it is not, or much too long.
pub(crate) fn check_password(password: &str) -> Result<(), ApiError> {
    if PASSWORD.contains(&password.chars().count()) {
        return Ok(());
    }
    let (least, most) = PASSWORD.into_inner();
    Err(ApiError::invalid(format!("the password must have {least} to {most} characters")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_kept_so_that_it_can_be_checked_but_not_read() {
        let passwords = Passwords::default();
        let kept = passwords.hash("correct horse".to_owned()).await.unwrap();
        assert!(kept.starts_with("$argon2id$") && !kept.contains("horse"));
        let check = |text: &str, kept| passwords.check(text.to_owned(), kept);
        assert!(check("correct horse", Some(kept.clone())).await.unwrap());
        assert!(!check("correct horsf", Some(kept)).await.unwrap());
        assert!(!check("nobody's password", None).await.unwrap());
    }

    #[test]
    fn names_are_plain_and_passwords_not_too_short() {
        for name in ["ada", "Ada_99", "a-b"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in ["", "a", "a b", "<b>", "ä1", "012345678901234567890"] {
            assert!(check_name(name).is_err(), "{name}");
        }
        assert!(check_password("1234567").is_err() && check_password("12345678").is_ok());
    }

    #[test]
    fn a_name_is_not_tried_without_end_even_from_many_addresses() {
        let (passwords, limits) = (Passwords::default(), Limits::default());
        let tries = (0..50_u8)
            .filter(|n| passwords.admit(IpAddr::from([10, 0, 0, *n]), "Ada", &limits).is_ok());
        assert_eq!(tries.count() as u32, limits.passwords_per_minute);
    }
}
