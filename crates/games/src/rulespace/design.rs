//! A game of the rule space as a designer sees it: kinds with names, a placement, a goal, a duty.
//!
//! Genes are fifty digits, which evolution likes and nobody reads. A [`Design`] is the same in parts that
//! a page can show and change, and becomes genes again; [`RuleSpace::cards`] and
//! [`RuleSpace::plain_rules`] say what a game is in words and pictures, without the letters and numbers
//! that only position text knows.

use selforge_board::Piece;
use selforge_core::{Game, Seat};

use super::game::RuleSpace;
use super::generate::directions;
use super::genes::{Genes, GenesError, PLACES};
use super::kind::{Capture, KINDS, Kind, KindId, Movement, Reach};
use super::options::{Rook, Rules};

/// The genes of a game in parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Design {
    /// What starts on each place: row by row from the nearest, each from the player's left.
    pub places: [Option<KindId>; PLACES],
    /// The rules of each kind.
    pub kinds: [Kind; KINDS],
    /// The kind whose loss loses the game, also while none of it stands on the board.
    pub star: Option<KindId>,
    /// Whether whoever can capture must.
    pub must_capture: bool,
}

impl Design {
    /// The parts of genes.
    #[must_use]
    pub fn of(genes: &Genes) -> Design {
        Design {
            places: genes.placement(),
            kinds: KindId::all()
                .map(|kind| genes.kind(kind))
                .collect::<Vec<_>>()
                .try_into()
                .expect("six"),
            star: genes.star(),
            must_capture: genes.must_capture(),
        }
    }

    /// The genes of the design.
    ///
    /// # Errors
    /// Never for a design that was made of parts of the right types; the genes check themselves.
    pub fn genes(&self) -> Result<Genes, GenesError> {
        let number = |kind: Option<KindId>| kind.map_or(0, KindId::number);
        let each = |value: &dyn Fn(&Kind) -> u8| self.kinds.iter().map(value).collect::<Vec<u8>>();
        let movement = |kind: &Kind| {
            let at = Movement::ALL.iter().position(|known| *known == kind.movement);
            at.map_or(1, |at| at as u8 + 1)
        };
        let mut values: Vec<u8> = self.places.iter().map(|kind| number(*kind)).collect();
        values.extend(each(&movement));
        values.extend(each(&|kind| u8::from(kind.reach == Reach::Many)));
        values.extend(each(&|kind| u8::from(kind.capture == Capture::Over)));
        values.push(number(self.star));
        values.extend(each(&|kind| number(kind.becomes)));
        values.push(u8::from(self.must_capture));
        Genes::new(values.try_into().expect("a design has fifty values"))
    }
}

/// A kind as people are shown it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindCard {
    /// What it is called, after the piece of chess or checkers that moves like it.
    pub name: String,
    /// How it moves, captures and changes, each in a few words.
    pub words: Vec<String>,
    /// Where it goes from a cell in one or more steps over empty cells: to the right and ahead.
    pub steps: Vec<[i8; 2]>,
    /// Whether it goes on in the same directions as far as it likes.
    pub far: bool,
    /// Whether it captures by jumping over.
    pub jumps: bool,
    /// Whether losing the last of them loses the game.
    pub starred: bool,
    /// How many a side has at the start.
    pub count: u32,
    /// Whether a piece can be of this kind, at the start or later.
    pub possible: bool,
    /// What the pieces of either side look like.
    pub pieces: [Piece; 2],
}

/// What a kind is called that moves so.
const fn name(kind: Kind) -> &'static str {
    match (kind.movement, kind.reach) {
        (Movement::Forward, Reach::One) => "Pawn",
        (Movement::Forward, Reach::Many) => "Lance",
        (Movement::DiagonalForward, Reach::One) => "Man",
        (Movement::DiagonalForward, Reach::Many) => "Arrow",
        (Movement::Diagonal, Reach::One) => "Fox",
        (Movement::Diagonal, Reach::Many) => "Bishop",
        (Movement::AllDirections, Reach::One) => "Prince",
        (Movement::AllDirections, Reach::Many) => "Queen",
        (Movement::Leap, Reach::One) => "Knight",
        (Movement::Leap, Reach::Many) => "Rider",
        (Movement::RankAndFile, Reach::One) => "Guard",
        (Movement::RankAndFile, Reach::Many) => "Rook",
    }
}

/// How a kind moves, as words behind "moves".
const fn way(kind: Kind, rook: Rook) -> &'static str {
    match (kind.movement, kind.reach, rook) {
        (Movement::Forward, Reach::One, _) => "one step straight ahead",
        (Movement::Forward, Reach::Many, _) => "any distance straight ahead",
        (Movement::DiagonalForward, Reach::One, _) => "one step diagonally ahead",
        (Movement::DiagonalForward, Reach::Many, _) => "any distance diagonally ahead",
        (Movement::Diagonal, Reach::One, _) => "one step diagonally",
        (Movement::Diagonal, Reach::Many, _) => "any distance diagonally",
        (Movement::AllDirections, Reach::One, _) => "one step in any direction",
        (Movement::AllDirections, Reach::Many, _) => "any distance in any direction",
        (Movement::Leap, Reach::One, _) => "like a knight in chess",
        (Movement::Leap, Reach::Many, _) => "like a knight, again and again the same way",
        (Movement::RankAndFile, Reach::One, Rook::RankAndFile) => "one step straight, any way",
        (Movement::RankAndFile, Reach::Many, Rook::RankAndFile) => {
            "any distance along rows and columns"
        }
        (Movement::RankAndFile, Reach::One, Rook::File) => "one step ahead or back",
        (Movement::RankAndFile, Reach::Many, Rook::File) => "any distance ahead or back",
    }
}

/// A way to move in a few words, and the cells one step away: to the right and ahead.
#[must_use]
pub fn movement(movement: Movement, rook: Rook) -> (&'static str, Vec<[i8; 2]>) {
    let words = match (movement, rook) {
        (Movement::Forward, _) => "Straight ahead",
        (Movement::DiagonalForward, _) => "Diagonally ahead",
        (Movement::Diagonal, _) => "Diagonally",
        (Movement::AllDirections, _) => "Any direction",
        (Movement::Leap, _) => "Like a knight",
        (Movement::RankAndFile, Rook::RankAndFile) => "Rows and columns",
        (Movement::RankAndFile, Rook::File) => "Ahead and back",
    };
    let step = |direction: super::direction::Direction| {
        let (right, up) = direction.offset();
        [right, up]
    };
    (words, directions(movement, rook).map(step).collect())
}

/// How far a diagram shows what goes on and on.
const SHOWN: i8 = 2;

impl RuleSpace {
    /// What each of the six kinds is called; equal ones are numbered.
    fn names(&self) -> [String; KINDS] {
        let mut names: Vec<String> = Vec::with_capacity(KINDS);
        for kind in KindId::all() {
            let plain = name(*self.kind(kind));
            let same =
                KindId::all().take(kind.index()).filter(|other| name(*self.kind(*other)) == plain);
            names.push(match same.count() {
                0 => plain.to_owned(),
                before => format!("{plain} {}", before + 1),
            });
        }
        names.try_into().expect("six kinds have six names")
    }

    /// The six kinds as people are shown them.
    #[must_use]
    pub fn cards(&self) -> Vec<KindCard> {
        let (names, start) = (self.names(), self.start());
        let card = |kind: KindId| {
            let rules = self.kind(kind);
            let far = rules.reach == Reach::Many;
            let steps = directions(rules.movement, self.rules().rook).flat_map(|direction| {
                let (right, up) = direction.offset();
                (1..=if far { SHOWN } else { 1 }).map(move |step| [right * step, up * step])
            });
            let starred = self.honour() == Some(kind);
            let capture = match rules.capture {
                Capture::Into => "captures by landing",
                Capture::Over => "captures by jumping over",
            };
            let mut words =
                vec![format!("Moves {}", way(*rules, self.rules().rook)), capture.to_owned()];
            words.extend(
                rules
                    .becomes
                    .map(|other| format!("becomes a {} on the last row", names[other.index()])),
            );
            words.extend(starred.then(|| "lose them all and you lose".to_owned()));
            KindCard {
                name: names[kind.index()].clone(),
                words,
                steps: steps.collect(),
                far,
                jumps: rules.capture == Capture::Over,
                starred,
                count: start.pieces_of(Seat::FIRST, kind).count_ones(),
                possible: self.genes().possible_kinds() >> kind.index() & 1 == 1,
                pieces: [0, 1].map(|seat| self.drawn(Seat::new(seat), kind)),
            }
        };
        KindId::all().map(card).collect()
    }

    /// The rules in sentences with headings, by the names of the kinds.
    #[must_use]
    pub fn plain_rules(&self) -> Vec<(String, String)> {
        let mut rules = vec![("Goal".to_owned(), self.goal_text())];
        for card in self.cards().iter().filter(|card| card.possible) {
            let there = match card.count {
                0 => "None at the start.".to_owned(),
                count => format!("{count} a side."),
            };
            let mut words = card.words.clone();
            words.retain(|words| !words.starts_with("lose"));
            let star = if card.starred { format!("{} ★", card.name) } else { card.name.clone() };
            rules.push((star, format!("{}. {there}", words.join(", "))));
        }
        rules.push(("Turn".to_owned(), self.turn_text()));
        let (own, usual) = (self.rules(), Rules::default());
        let unusual = (own.stuck, own.converted) != (usual.stuck, usual.converted);
        if self.honour().is_some() && unusual {
            rules.push(("Stars".to_owned(), self.star_text()));
        }
        rules.push(("End".to_owned(), self.end_text()));
        rules
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::Stream;

    use super::super::paper;
    use super::*;

    #[test]
    fn a_design_of_any_genes_becomes_the_same_genes_again() {
        for index in 0..200 {
            let mut genes = Genes::random(24, &mut Stream::new(3, "design", index));
            // A kind that becomes itself becomes nothing else: only that is not kept.
            let design = Design::of(&genes);
            let again = design.genes().unwrap();
            assert_eq!(Design::of(&again), design);
            assert_eq!(again.essence(), genes.essence(), "{genes}");
            genes.mutate(0.5, &mut Stream::new(4, "design", index));
            assert_eq!(Design::of(&genes).genes().unwrap().essence(), genes.essence());
        }
    }

    #[test]
    fn kinds_have_different_names_and_their_words_follow_the_rules() {
        for index in 0..100 {
            let genes = Genes::random(16, &mut Stream::new(5, "cards", index));
            let game = RuleSpace::new(genes, Rules::default()).unwrap();
            let cards = game.cards();
            for (at, card) in cards.iter().enumerate() {
                assert!(cards[..at].iter().all(|other| other.name != card.name), "{genes}");
                let farthest =
                    card.steps.iter().flatten().map(|step| step.abs()).max().unwrap_or(0);
                assert_eq!(farthest > 1, card.far || card.name.starts_with("Knight"), "{card:?}");
            }
            assert_eq!(cards.iter().map(|card| card.count).sum::<u32>(), genes.pieces());
        }
    }

    #[test]
    fn the_rules_are_said_by_names_and_without_letters_of_positions() {
        let game = RuleSpace::new(paper::GAMES[0].genes(), Rules::default()).unwrap();
        let rules = game.plain_rules();
        assert_eq!(rules[0].0, "Goal");
        let text = rules.iter().map(|(head, text)| format!("{head}. {text}")).collect::<String>();
        assert!(!text.contains("kind ") && !text.contains("(U;"), "{text}");
    }
}
