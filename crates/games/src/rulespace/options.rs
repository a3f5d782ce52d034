//! The options of a spec of the rule space: read, checked and printed in canonical form.

use selforge_core::{Spec, SpecError, SpecReader};

use super::genes::{Genes, PLACES, USUAL_LIMIT};
use super::paper::{self, PaperGame};
use selforge_catalogue::{GameError, OptionDoc};

/// What can be chosen, for help and menus.
pub(super) const OPTION_DOCS: &[OptionDoc] = &[
    OptionDoc::new("genes", "50 digits", "those of the game chosen", "the rules as 50 digits"),
    OptionDoc::new(
        "game",
        "paper-1 to paper-4, fitted-1 to fitted-3",
        "paper-1, unless genes are given",
        "a published game (Halim et al., 2014)",
    ),
    OptionDoc::new(
        "position",
        "a position as text",
        "as the rules place the pieces",
        "another start position",
    ),
    OptionDoc::new("limit", "1 to 24", "16", "how many pieces a side starts with at most"),
    OptionDoc::new(
        "moves",
        "1 to 9999",
        "100",
        "the game ends after so many moves of both sides together",
    ),
    OptionDoc::new(
        "end",
        "pieces or draw",
        "pieces",
        "what happens then: more pieces win, or a draw",
    ),
    OptionDoc::new(
        "stuck",
        "side or honour",
        "side",
        "a side loses that cannot move, or also one that cannot move a starred piece",
    ),
    OptionDoc::new(
        "converted",
        "lost or kept",
        "lost",
        "whether a side loses when its last starred piece becomes another kind",
    ),
    OptionDoc::new("rook", "rank-and-file or file", "rank-and-file", "where straight movers go"),
];

/// Where movement 5 goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rook {
    /// Along rank and file, like a rook.
    #[default]
    RankAndFile,
    /// Along the file alone.
    File,
}

/// What happens after the last move allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LimitEnd {
    /// More pieces win; equal numbers are a draw.
    #[default]
    Pieces,
    /// The game is drawn.
    Draw,
}

/// What loses by having no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stuck {
    /// A side without a move.
    #[default]
    Side,
    /// A side whose pieces of honour have no move, too: the king that cannot move.
    Honour,
}

/// What a side has lost whose last piece of honour becomes another kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Converted {
    /// The game: there are no more pieces of honour.
    #[default]
    Lost,
    /// Nothing: the piece is not dead. The side has no honour to lose any more.
    Kept,
}

/// The rules that the genes leave open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The most pieces a side that the genes may place.
    pub limit: u32,
    /// How many moves a game has at most, both sides together.
    pub moves: u16,
    /// What happens after the last of them.
    pub end: LimitEnd,
    /// Where movement 5 goes.
    pub rook: Rook,
    /// What loses by having no move.
    pub stuck: Stuck,
    /// What a side has lost whose last piece of honour becomes another kind.
    pub converted: Converted,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            limit: USUAL_LIMIT,
            moves: 100,
            end: LimitEnd::default(),
            rook: Rook::default(),
            stuck: Stuck::default(),
            converted: Converted::default(),
        }
    }
}

impl Rules {
    /// Adds what differs from the defaults to a spec, in a fixed order.
    ///
    /// # Errors
    /// None today: the values are words and numbers.
    pub fn write(&self, spec: &mut Spec) -> Result<(), SpecError> {
        let usual = Rules::default();
        if self.limit != usual.limit {
            spec.set("limit", self.limit)?;
        }
        if self.moves != usual.moves {
            spec.set("moves", self.moves)?;
        }
        if self.end != usual.end {
            spec.set("end", "draw")?;
        }
        if self.rook != usual.rook {
            spec.set("rook", "file")?;
        }
        if self.stuck != usual.stuck {
            spec.set("stuck", "honour")?;
        }
        if self.converted != usual.converted {
            spec.set("converted", "kept")?;
        }
        Ok(())
    }
}

const ENDS: [(&str, LimitEnd); 2] = [("pieces", LimitEnd::Pieces), ("draw", LimitEnd::Draw)];
const ROOKS: [(&str, Rook); 2] = [("rank-and-file", Rook::RankAndFile), ("file", Rook::File)];

const STUCKS: [(&str, Stuck); 2] = [("side", Stuck::Side), ("honour", Stuck::Honour)];
const CONVERTEDS: [(&str, Converted); 2] = [("lost", Converted::Lost), ("kept", Converted::Kept)];

/// Everything that a spec can say, defaults filled in.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Options {
    pub(super) genes: Genes,
    /// The game of the paper whose genes these are, if that is how it was asked for.
    pub(super) game: Option<&'static PaperGame>,
    pub(super) position: Option<String>,
    pub(super) rules: Rules,
}

impl Options {
    pub(super) fn read(spec: &Spec) -> Result<Options, GameError> {
        let mut reader = SpecReader::new(spec);
        let games = paper::GAMES.iter().chain(&paper::FITTED);
        let names = games.map(|game| (game.name, game)).collect::<Vec<_>>();
        let game = reader.choice("game", &names)?;
        let genes = match reader.text("genes") {
            Some(text) => {
                let refuse = |error| reader.refuse("genes", format!("{error}"), "");
                Some(text.parse::<Genes>().map_err(refuse)?)
            }
            None => None,
        };
        if game.is_some() && genes.is_some() {
            return Err(GameError::Conflict {
                problem: "genes= and game= are both given".to_owned(),
                expected: "one of them".to_owned(),
            });
        }
        let game = if genes.is_some() { None } else { Some(game.unwrap_or(&paper::GAMES[0])) };
        let position = reader.text("position");
        let usual = Rules::default();
        let rules = Rules {
            limit: reader
                .number("limit", 1..=PLACES as u64)?
                .map_or(usual.limit, |limit| limit as u32),
            moves: reader.number("moves", 1..=9999)?.map_or(usual.moves, |moves| moves as u16),
            end: reader.choice("end", &ENDS)?.unwrap_or_default(),
            rook: reader.choice("rook", &ROOKS)?.unwrap_or_default(),
            stuck: reader.choice("stuck", &STUCKS)?.unwrap_or_default(),
            converted: reader.choice("converted", &CONVERTEDS)?.unwrap_or_default(),
        };
        let genes = match (genes, game) {
            (Some(genes), _) => genes,
            (None, game) => game.unwrap_or(&paper::GAMES[0]).genes(),
        };
        if let Err(error) = genes.check_pieces(rules.limit) {
            return Err(SpecError::new("genes", genes.to_string(), error.to_string(), "").into());
        }
        reader.finish(&[])?;
        let position = position.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        Ok(Options { genes, game, position, rules })
    }

    /// The spec in canonical form: what differs from the defaults, in a fixed order.
    pub(super) fn to_spec(&self) -> Result<Spec, SpecError> {
        let mut spec = Spec::new("rulespace");
        match self.game {
            Some(game) if *game == paper::GAMES[0] => {}
            Some(game) => spec.set("game", game.name)?,
            None => spec.set("genes", self.genes)?,
        }
        if let Some(position) = &self.position {
            spec.set("position", position)?;
        }
        self.rules.write(&mut spec)?;
        Ok(spec)
    }
}
