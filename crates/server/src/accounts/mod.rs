//! Who plays: guests and accounts, their passwords and their ratings.

pub(crate) mod identity;
pub(crate) mod passwords;
pub(crate) mod ratings;
pub(crate) mod revocations;
