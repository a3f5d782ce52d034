//! Networks in files.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `SELFONET` |
//! | 4 | the version of this format, 1 |
//! | 4 | how long the head is |
//! | … | the head, JSON: `features`, `family`, `shape`, `origin` |
//! | 4 each | the weights |
//! | 8 | check sum of all before: FNV-1a of 64 bits |
//!
//! Numbers are little-endian; weights are of 32 bits, in the order of [`Shape`]. `features` names what
//! the network sees; a file whose features are not those of the game at hand is for another game. What
//! is wrong with a file is said before anything is made of it: no bytes make a reader panic or take more
//! memory than they are long.

use std::hash::Hasher;

use fnv::FnvHasher;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::network::Network;
use crate::shape::Shape;

const MAGIC: &[u8; 8] = b"SELFONET";
const VERSION: u32 = 1;
/// Before the head.
const FIXED: usize = 16;
const SUM: usize = 8;

/// The longest file that is read.
pub const MAX_BYTES: usize = 4 << 20;

/// Where a network comes from: all that decides it, and nothing else, so that equal networks are equal
/// files. (Older files have the `seconds` of the run as well.)
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// The program and its version.
    pub program: String,
    /// The command that makes it, but for where it is kept.
    pub command: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// The games that it learned.
    pub games: Vec<String>,
    /// How many games it was trained on.
    pub played: u64,
    /// How many positions of these.
    pub positions: u64,
}

/// A network with what is to be known of it.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The first word of the specs of games that it plays.
    pub family: String,
    /// What it sees.
    pub features: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The network.
    pub network: Network,
}

#[derive(Serialize, Deserialize)]
struct Head {
    family: String,
    features: String,
    shape: Shape,
    origin: Origin,
}

/// Why bytes are no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileError {
    /// It is something else.
    #[error("this is no network: it does not begin with 'SELFONET'")]
    Foreign,
    /// It was written by another version of the program.
    #[error("this network is written in format {0}, and this program reads format {VERSION}")]
    Version(u32),
    /// It has not the length that it should have.
    #[error("the file has {bytes} bytes, expected {expected}; it was cut off or changed")]
    Length {
        /// How many there are.
        bytes: usize,
        /// How many there should be, in words.
        expected: String,
    },
    /// Its check sum is wrong.
    #[error("the check sum is wrong: the file is damaged")]
    Sum,
    /// Its head cannot be read.
    #[error("the head of the file is wrong: {0}")]
    Head(String),
    /// Its weights make no network.
    #[error("the weights are wrong: {0}")]
    Weights(String),
}

pub(crate) fn check_sum(bytes: &[u8]) -> [u8; SUM] {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish().to_le_bytes()
}

/// Weights as the bytes of a file that begins with this word: version, head, weights, check sum.
///
/// # Panics
/// If the head cannot be written as JSON, which plain data can.
#[must_use]
pub fn pack(magic: &[u8; 8], head: &impl Serialize, weights: &[f32]) -> Vec<u8> {
    let head = serde_json::to_vec(head).expect("a head is plain data");
    let mut bytes = magic.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((head.len() as u32).to_le_bytes());
    bytes.extend(head);
    bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
    bytes.extend(check_sum(&bytes));
    bytes
}

/// The head and the weights in the bytes of a file; `size` says how many weights belong to a head, or what is
/// wrong with it.
///
/// # Errors
/// If the file is none of these, with the reason.
pub fn unpack<H: DeserializeOwned>(
    magic: &[u8; 8],
    bytes: &[u8],
    size: impl FnOnce(&H) -> Result<usize, String>,
) -> Result<(H, Vec<f32>), FileError> {
    let length = |expected: String| FileError::Length { bytes: bytes.len(), expected };
    if !bytes.starts_with(magic) {
        return Err(FileError::Foreign);
    }
    if bytes.len() > MAX_BYTES {
        return Err(length(format!("at most {MAX_BYTES}")));
    }
    let word = |at: usize| {
        let word: Option<[u8; 4]> = bytes.get(at..at + 4).and_then(|it| it.try_into().ok());
        word.map(u32::from_le_bytes).ok_or_else(|| length(format!("{FIXED} or more")))
    };
    let (version, head) = (word(8)?, word(12)? as usize);
    if version != VERSION {
        return Err(FileError::Version(version));
    }
    let Some((rest, last)) = bytes.split_last_chunk::<SUM>() else {
        return Err(length(format!("{} or more", FIXED + SUM)));
    };
    if check_sum(rest) != *last {
        return Err(FileError::Sum);
    }
    let text = rest.get(FIXED..FIXED.saturating_add(head));
    let text = text.ok_or_else(|| length(format!("{} or more", FIXED + head + SUM)))?;
    let weights = &rest[FIXED + head..];
    let head: H =
        serde_json::from_slice(text).map_err(|error| FileError::Head(error.to_string()))?;
    let expected = 4 * size(&head).map_err(FileError::Head)?;
    if weights.len() != expected {
        return Err(length((bytes.len() - weights.len() + expected).to_string()));
    }
    let (weights, _) = weights.as_chunks::<4>();
    Ok((head, weights.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()))
}

impl Saved {
    /// The network as the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = Head {
            family: self.family.clone(),
            features: self.features.clone(),
            shape: *self.network.shape(),
            origin: self.origin.clone(),
        };
        pack(MAGIC, &head, self.network.weights())
    }

    /// The network in the bytes of a file.
    ///
    /// # Errors
    /// If there is none, with the reason.
    pub fn from_bytes(bytes: &[u8]) -> Result<Saved, FileError> {
        let (head, weights) = unpack(MAGIC, bytes, |head: &Head| match head.shape.problem() {
            None => Ok(head.shape.weights()),
            Some(problem) => Err(problem),
        })?;
        let network = Network::new(head.shape, weights).map_err(FileError::Weights)?;
        Ok(Saved { family: head.family, features: head.features, origin: head.origin, network })
    }
}

/// The networks that come with the program.
const BUILT_IN: &[&[u8]] = &[
    include_bytes!("../networks/selfo.net"),
    include_bytes!("../networks/hex.net"),
    include_bytes!("../networks/loa.net"),
    include_bytes!("../networks/checkers.net"),
];

/// They, read once.
fn all_built_in() -> &'static [Saved] {
    use std::sync::OnceLock;
    static READ: OnceLock<Vec<Saved>> = OnceLock::new();
    READ.get_or_init(|| BUILT_IN.iter().filter_map(|it| Saved::from_bytes(it).ok()).collect())
}

/// The network that comes with the program for a family of games and its features, if there is one.
#[must_use]
pub fn built_in(family: &str, features: &str) -> Option<&'static Saved> {
    let fits = |saved: &&Saved| saved.family == family && saved.features == features;
    all_built_in().iter().find(fits)
}

/// Whether a network for some games of a family comes with the program.
#[must_use]
pub fn has_built_in(family: &str) -> bool {
    all_built_in().iter().any(|saved| saved.family == family)
}
