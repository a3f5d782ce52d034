//! Names and passwords of accounts.
//!
//! A password is kept as Argon2 leaves it. Checking one takes a core for a while on purpose, so it is
//! done away from the threads that serve others, two at a time. An unknown name takes as long as a
//! wrong password.
//!
//! Nobody is locked out: a lock that wrong passwords close would be one that anyone can close on
//! anyone. Instead each wrong password makes the next answer come later, by the network that tries and,
//! less so, by the account that is tried: its owner, who comes from elsewhere and knows the password,
//! waits a few seconds at most. A network has only so many tries under way at a time, so that it gains
//! nothing by trying many at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use tokio::sync::Semaphore;
use zxcvbn::{Score, zxcvbn};

use super::identity::digest;
use crate::error::ApiError;
use crate::limits::{Buckets, Limits};

/// How long names and passwords may be, in characters.
const NAME: std::ops::RangeInclusive<usize> = 2..=20;
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;

/// The longest that a try waits because of wrong ones from its network, and because of wrong ones for
/// its account from anywhere; in units of the first delay, which is a quarter of a second.
const MOST_BY_NETWORK: u32 = 120;
const MOST_BY_ACCOUNT: u32 = 16;

/// So many wrong passwords cost nothing: people mistype.
const FREE: u32 = 3;

/// After so long a wrong password is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(60);

/// Tries of one network that may be under way together.
const TOGETHER: usize = 4;

/// Where passwords are made and checked.
#[derive(Debug)]
pub(crate) struct Passwords {
    places: Arc<Semaphore>,
    set_by_network: Buckets<IpAddr>,
    wrong_by_network: Failures<IpAddr>,
    wrong_by_account: Failures<String>,
    under_way: Mutex<HashMap<IpAddr, usize>>,
    /// What the nodes of a site know and others on their bus do not.
    secret: String,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords {
            places: Arc::new(Semaphore::new(2)),
            set_by_network: Buckets::default(),
            wrong_by_network: Failures::default(),
            wrong_by_account: Failures::default(),
            under_way: Mutex::default(),
            secret: String::new(),
        }
    }
}

/// How often something went wrong lately, by who or what.
#[derive(Debug)]
struct Failures<K>(Mutex<HashMap<K, (u32, Instant)>>);

impl<K> Default for Failures<K> {
    fn default() -> Failures<K> {
        Failures(Mutex::default())
    }
}

/// Forgotten failures are swept out when there are more than this.
const TIDY_AT: usize = 4_096;

impl<K: Eq + Hash> Failures<K> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, (u32, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, key: &K, now: Instant) -> u32 {
        self.lock().get(key).map_or(0, |known| left(*known, now))
    }

    fn add(&self, key: K, now: Instant) {
        let mut failures = self.lock();
        if failures.len() > TIDY_AT {
            failures.retain(|_, known| left(*known, now) > 0);
        }
        let known = failures.entry(key).or_insert((0, now));
        *known = (left(*known, now).saturating_add(1), now);
    }
}

/// What is left of so many failures, of which one is forgotten after the other.
fn left((count, at): (u32, Instant), now: Instant) -> u32 {
    let forgotten = now.saturating_duration_since(at).as_secs() / FORGOTTEN.as_secs();
    count.saturating_sub(u32::try_from(forgotten).unwrap_or(u32::MAX))
}

/// How many units of delay so many failures cost: each twice as much as the one before.
fn units(failures: u32, most: u32) -> u32 {
    match failures.checked_sub(FREE) {
        None | Some(0) => 0,
        Some(more) => 1_u32.checked_shl(more - 1).unwrap_or(most).min(most),
    }
}

/// A try that is under way.
pub(crate) struct Try<'a> {
    passwords: &'a Passwords,
    network: IpAddr,
}

impl Drop for Try<'_> {
    fn drop(&mut self) {
        let mut under_way = self.passwords.under_way();
        if let Some(count) = under_way.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                under_way.remove(&self.network);
            }
        }
    }
}

impl Passwords {
    /// With the secret of a site.
    pub(crate) fn of_site(key: &[u8]) -> Passwords {
        Passwords { secret: digest(&format!("passwords {key:?}")), ..Passwords::default() }
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a network set one more password.
    ///
    /// # Errors
    /// If it has set too many.
    pub(crate) fn admit(&self, network: IpAddr, limits: &Limits) -> Result<(), ApiError> {
        let allowed = self.set_by_network.take_by_minute(network, limits.passwords_per_minute);
        let refused = || ApiError::too_many("too many new passwords from here; wait a minute");
        if allowed { Ok(()) } else { Err(refused()) }
    }

    /// Waits until a network may try an account's password.
    ///
    /// # Errors
    /// If too many tries of the network wait already.
    pub(crate) async fn wait(
        &self,
        network: IpAddr,
        name: &str,
        limits: &Limits,
    ) -> Result<Try<'_>, ApiError> {
        {
            let mut under_way = self.under_way();
            let count = under_way.entry(network).or_insert(0);
            if *count >= TOGETHER {
                return Err(ApiError::too_many("too many tries at once; wait for the others"));
            }
            *count += 1;
        }
        let admitted = Try { passwords: self, network };
        tokio::time::sleep(limits.password_delay * self.delay(network, name)).await;
        Ok(admitted)
    }

    /// How many units a try has to wait.
    fn delay(&self, network: IpAddr, name: &str) -> u32 {
        let now = Instant::now();
        let by_network = units(self.wrong_by_network.count(&network, now), MOST_BY_NETWORK);
        let by_account = self.wrong_by_account.count(&self.account_key(name), now);
        by_network.max(units(by_account, MOST_BY_ACCOUNT))
    }

    /// By what tries for an account are counted, on all nodes. People type passwords where names belong: so
    /// nobody on the bus can guess what it was made from.
    pub(crate) fn account_key(&self, name: &str) -> String {
        digest(&format!("{} {}", self.secret, name.to_lowercase()))
    }

    /// Notes that a password was wrong for the account with this [key](Passwords::account_key).
    pub(crate) fn was_wrong(&self, network: IpAddr, account: String) {
        let now = Instant::now();
        self.wrong_by_network.add(network, now);
        self.wrong_by_account.add(account, now);
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
        if check_length(&password).is_err() {
            return Ok(false);
        }
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

    /// Checks that a new password is good enough for an account.
    ///
    /// # Errors
    /// With a reason, if it is not.
    pub(crate) async fn check_new(&self, name: &str, password: &str) -> Result<(), ApiError> {
        let (name, password) = (name.to_owned(), password.to_owned());
        self.away(move || check_strength(&name, &password)).await?
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

/// Whether a password can be one at all.
fn check_length(password: &str) -> Result<(), ApiError> {
    if PASSWORD.contains(&password.chars().count()) {
        return Ok(());
    }
    let (least, most) = PASSWORD.into_inner();
    Err(ApiError::invalid(format!("the password must have {least} to {most} characters")))
}

/// Checks that a password is not easily guessed: too short, common, the account's own name, a run of
/// keys.
fn check_strength(name: &str, password: &str) -> Result<(), ApiError> {
    check_length(password)?;
    let estimate = zxcvbn(password, &[name, "selforge"]);
    if estimate.score() >= Score::Three {
        return Ok(());
    }
    let warning = estimate.feedback().and_then(zxcvbn::feedback::Feedback::warning);
    let reason = warning.map_or_else(String::new, |warning| format!(" {warning}"));
    let advice = "Use several unusual words, or let a password manager make one.";
    Err(ApiError::invalid(format!("this password is too easy to guess.{reason} {advice}")))
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
        assert!(check_length("1234567").is_err() && check_length("12345678").is_ok());
    }

    #[test]
    fn weak_and_common_passwords_are_refused_and_good_ones_are_not() {
        for weak in ["password", "12345678", "qwertyuiop", "Passw0rd!", "ada-lovelace", "selforge1"]
        {
            assert!(check_strength("ada-lovelace", weak).is_err(), "{weak}");
        }
        for good in ["correct horse battery", "zu8-Kq!w4tmB", "moss lantern gravel"] {
            assert!(check_strength("ada-lovelace", good).is_ok(), "{good}");
        }
    }

    #[test]
    fn wrong_passwords_delay_more_and_more_and_never_for_good() {
        let (passwords, here) = (Passwords::default(), IpAddr::from([10, 0, 0, 1]));
        let delays: Vec<u32> = (0..14)
            .map(|_| {
                let delay = passwords.delay(here, "Ada");
                passwords.was_wrong(here, passwords.account_key("Ada"));
                delay
            })
            .collect();
        assert_eq!(delays, [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 120, 120, 120]);
        let elsewhere = IpAddr::from([10, 0, 0, 2]);
        assert_eq!(passwords.delay(elsewhere, "ada"), MOST_BY_ACCOUNT, "the owner gets in");
        assert_eq!(passwords.delay(elsewhere, "ben"), 0, "and nobody else is concerned");
        let now = Instant::now();
        assert_eq!(left((5, now), now + 2 * FORGOTTEN), 3);
        assert_eq!(left((5, now), now + 9 * FORGOTTEN), 0);
    }

    #[tokio::test]
    async fn a_network_gains_nothing_by_many_tries_at_once() {
        let (passwords, limits) = (Passwords::default(), Limits::default());
        let here = IpAddr::from([10, 0, 0, 1]);
        let mut tries = Vec::new();
        for _ in 0..TOGETHER {
            tries.push(passwords.wait(here, "Ada", &limits).await.unwrap());
        }
        assert!(passwords.wait(here, "Ada", &limits).await.is_err());
        assert!(passwords.wait([10, 0, 0, 2].into(), "Ada", &limits).await.is_ok());
        tries.pop();
        assert!(passwords.wait(here, "Ada", &limits).await.is_ok());
    }
}
