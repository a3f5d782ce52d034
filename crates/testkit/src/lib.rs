//! One test suite for every game.
//!
//! A game that implements [`Game`](selforge_core::Game) gets three kinds of tests from here, and needs
//! only a line or a file for each:
//! - [`conformance`]: random play, and at every position all that the trait promises;
//! - [`perft`]: tables of how many lines of play there are, as text files with their source;
//! - [`playthrough`]: golden games that a person can read.
//!
//! What the kit cannot know are endings: a game that gives the win to the wrong seat passes all of
//! this. Every game states its own.
//!
//! Two environment variables change a run of the tests:
//! - `SELFORGE_TEST_CASES=all` runs the full numbers of random cases ([`cases()`]);
//! - `SELFORGE_BLESS=1` rewrites golden files from what the code does now ([`is_blessing`]). Read the
//!   difference before it is committed: it is a change of the rules.
//!
//! Everything here panics with a message that says where, because that is how tests fail.

pub mod conformance;
pub mod perft;
pub mod playthrough;

/// How many random cases a test should run: `default`, or `all` of them if the environment variable
/// `SELFORGE_TEST_CASES` is `all`, as before a release.
///
/// # Panics
/// If the variable is set to anything else: a misspelt wish would pass for a thorough run.
#[must_use]
pub fn cases(default: u32, all: u32) -> u32 {
    match std::env::var("SELFORGE_TEST_CASES").as_deref() {
        Ok("all") => all,
        Ok("") | Err(_) => default,
        Ok(other) => panic!("SELFORGE_TEST_CASES={other}; expected 'all', or not to be set"),
    }
}

/// Whether golden files are to be rewritten: the environment variable `SELFORGE_BLESS` is `1`.
#[must_use]
pub fn is_blessing() -> bool {
    std::env::var("SELFORGE_BLESS").is_ok_and(|value| value == "1")
}
