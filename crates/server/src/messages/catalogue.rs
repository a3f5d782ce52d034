//! What there is to choose from: games, boards, setups, players.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// All of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Catalogue {
    pub games: Vec<FamilyView>,
    pub boards: Vec<BoardKind>,
    pub setups: Vec<SetupKind>,
    pub players: Vec<AgentView>,
    pub levels: Vec<Level>,
    /// The games that are worth a picture, in the order in which they are shown.
    pub gallery: Vec<GalleryCard>,
    /// What somebody plays who comes for the first time.
    pub first: FirstGame,
}

/// A game as people choose it: by a name and a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GalleryCard {
    pub spec: String,
    pub title: String,
    /// What it is like, in a sentence.
    pub about: String,
    /// What it is shown among.
    pub group: String,
    pub seats: u8,
}

/// A game of the gallery that people play these days.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PopularGame {
    /// The spec of its card.
    pub spec: String,
    /// How many games were played lately.
    pub games: usize,
}

/// A game, and the engine to play it against.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct FirstGame {
    pub spec: &'static str,
    pub engine: &'static str,
}

/// A family of games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FamilyView {
    /// The first word of its specs.
    pub name: String,
    /// What players call it.
    pub title: String,
    pub summary: String,
    pub options: Vec<OptionView>,
    /// Specs worth trying.
    pub examples: Vec<ExampleView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExampleView {
    pub spec: String,
    pub remark: String,
    /// The words of a button for it, if it is worth one.
    #[schema(required)]
    pub shortcut: Option<String>,
}

/// An option of a game or a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OptionView {
    pub key: String,
    /// What may stand behind the `=`.
    pub values: String,
    /// What holds when it is left out.
    pub default: String,
    pub meaning: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BoardKind {
    /// How names of this kind are written.
    pub pattern: String,
    /// What people call it.
    pub title: String,
    pub summary: String,
    pub example: String,
    /// A small board of this kind, for its picture.
    pub small: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SetupKind {
    /// How names of this kind are written.
    pub pattern: String,
    /// What people call it; `{n}` stands for the number of one of several.
    pub title: String,
    pub meaning: String,
    /// The boards that it fits, in words.
    pub boards: String,
    /// How many seats it is for, in words.
    pub seats: String,
}

/// A kind of player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AgentView {
    /// The first word of its specs.
    pub name: String,
    pub summary: String,
    pub options: Vec<OptionView>,
    pub example: String,
}

/// A strength for people who know no specs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Level {
    pub name: &'static str,
    /// What to expect.
    pub about: &'static str,
    /// The players that it is, each in some game.
    pub specs: Vec<&'static str>,
    /// How strong it is with two seats, if that was measured, and at which game.
    #[schema(required)]
    pub rating: Option<String>,
    /// Whether it plays every game.
    pub everywhere: bool,
}
