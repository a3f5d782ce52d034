//! Networks of the paper's kind in files: what `selforge learnability --out` keeps and `network file=…` plays.
//!
//! The layout is that of [`selforge_learn::file`] under a name of its own, because the two kinds have nothing
//! in common but their ending: those see any board through its graph and are searched with, these see one
//! number for each cell of one board and look one ply ahead.

use selforge_learn::FileError;
use selforge_learn::file::{pack, unpack};
use serde::{Deserialize, Serialize};

use super::Network;

/// How files of this kind begin.
pub const MAGIC: &[u8; 8] = b"SELFOEVO";

/// The most cells of a board: more than any has.
const MAX_CELLS: usize = 10_000;

/// Where an evolved network comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Upbringing {
    /// The first word of the game's spec: other games are other languages.
    pub family: String,
    /// The game that it learned, in canonical form.
    pub game: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of its population, from 1.
    pub population: usize,
    /// How many iterations it comes after.
    pub iterations: u32,
    /// Whether it beat all others at the end.
    pub learned: bool,
}

#[derive(Serialize, Deserialize)]
struct Head {
    cells: usize,
    #[serde(flatten)]
    upbringing: Upbringing,
}

/// A network with what is to be known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Evolved {
    /// Where it comes from.
    pub upbringing: Upbringing,
    /// The network.
    pub network: Network,
}

impl Evolved {
    /// The network as the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = Head { cells: self.network.cells(), upbringing: self.upbringing.clone() };
        pack(MAGIC, &head, self.network.weights())
    }

    /// The network in the bytes of a file.
    ///
    /// # Errors
    /// If there is none, with the reason.
    pub fn from_bytes(bytes: &[u8]) -> Result<Evolved, FileError> {
        let (head, weights): (Head, Vec<f32>) =
            unpack(MAGIC, bytes, |head: &Head| match head.cells {
                1..=MAX_CELLS => Ok(Network::size(head.cells)),
                cells => Err(format!("a board of {cells} cells; expected 1 to {MAX_CELLS}")),
            })?;
        if let Some(weight) = weights.iter().find(|weight| !weight.is_finite()) {
            return Err(FileError::Weights(format!("{weight} is no weight")));
        }
        Ok(Evolved { upbringing: head.upbringing, network: Network::new(head.cells, weights) })
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::Stream;

    use super::*;

    fn evolved() -> Evolved {
        let mut stream = Stream::new(1, "test", 0);
        let weights = (0..Network::size(19)).map(|_| stream.unit() as f32).collect();
        Evolved {
            upbringing: Upbringing {
                family: "selfo".to_owned(),
                game: "selfo board=hexhex-3".to_owned(),
                seed: 7,
                population: 2,
                iterations: 30,
                learned: true,
            },
            network: Network::new(19, weights),
        }
    }

    #[test]
    fn a_file_gives_the_network_back_that_was_put_in() {
        let saved = evolved();
        assert_eq!(Evolved::from_bytes(&saved.to_bytes()), Ok(saved));
    }

    #[test]
    fn a_file_that_was_changed_or_cut_anywhere_is_refused() {
        let bytes = evolved().to_bytes();
        for at in (0..bytes.len()).step_by(97).chain([8, 12, 20, bytes.len() - 1]) {
            assert!(Evolved::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(Evolved::from_bytes(&changed).is_err(), "changed at {at}");
        }
    }

    #[test]
    fn weights_that_are_no_numbers_are_refused() {
        let mut saved = evolved();
        saved.network.weights[5] = f32::NAN;
        let error = Evolved::from_bytes(&saved.to_bytes()).unwrap_err();
        assert!(error.to_string().contains("NaN is no weight"), "{error}");
    }
}
