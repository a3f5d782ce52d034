//! Networks that learn a game, or one game on many boards, by playing it.
//!
//! A run goes in rounds. In the first one a search plays games against itself, with a few random moves
//! so that they differ, and a network learns how they ended and what the search chose. In every further
//! round the best network so far plays against itself; a new one learns from all that, meets the best in
//! a match, and takes its place if it is no weaker.
//!
//! **Kept as it happens.** Each step of a round (games, network, match) is a file that is there as a
//! whole or not at all, so that a run that was killed repeats one step at most. Every random choice
//! derives from the seed and the number of the game, and slopes are summed in a fixed order: the same
//! settings give the same networks, samples and losses, byte for byte, on any number of threads, and of
//! machines that play the games; times are in `rounds.jsonl` and the report alone.

mod page;
mod round_games;
mod rounds;
mod self_play;
mod settings;
mod text;

pub use page::to_html;
pub(crate) use round_games::RoundGames;
pub use rounds::{Round, Training, run};
pub use settings::Settings;
pub use text::to_text;
