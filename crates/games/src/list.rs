//! The one list of games: a line each. Built-in games and games from files meet here; everybody above
//! sees opened games only.
//!
//! A spec is opened once ([`open`]) and the [`Playable`] is kept. Code that must be fast is generic
//! over the game and comes in as a [`GameVisitor`] ([`visit`]): it is compiled for the types of all
//! games that are listed here, and finds the type of the kept game without opening it again.

use std::sync::OnceLock;

use selforge_catalogue::{Catalogue, Environment, GameError, GameVisitor, Playable};
use selforge_core::Spec;

/// Lists games by their modules, each of which brings `family` and `visit`.
macro_rules! games {
    ($($game:ident),* $(,)?) => {
        /// Every game that is built in.
        pub fn catalogue() -> &'static Catalogue {
            static GAMES: OnceLock<Catalogue> = OnceLock::new();
            GAMES.get_or_init(|| Catalogue::new([$(crate::$game::family()),*]))
        }

        /// Runs `visitor` for an opened game, by its own type.
        ///
        /// # Panics
        /// If the game is of a type that is not listed here.
        pub fn visit<V: GameVisitor>(playable: &Playable, visitor: V) -> V::Output {
            $(let visitor = match crate::$game::visit(playable, visitor) {
                Ok(output) => return output,
                Err(visitor) => visitor,
            };)*
            let _ = visitor;
            panic!("'{}' is a game of a type that is not listed", playable.spec)
        }
    };
}

games![selfo, rulespace, chess, checkers, hex, loa, zrf,];

/// What cards of games are shown among, in order: what a newcomer looks for comes first.
pub const GROUPS: &[&str] = &[
    "Selfo",
    "Connection",
    "Chess",
    "Draughts",
    "In a row",
    "Capture",
    "Territory",
    "Hunts",
    "Races",
    "Puzzles",
    "Evolved",
];

/// Opens the game that `spec` names.
///
/// # Errors
/// If the spec names no game; the error says what is wrong and what would be right.
pub fn open(spec: &Spec, environment: &dyn Environment) -> Result<Playable, GameError> {
    catalogue().open(spec, environment)
}
