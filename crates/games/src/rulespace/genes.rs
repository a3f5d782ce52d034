//! Fifty genes: a game of the rule space as a value that evolution can work on.
//!
//! | genes | what they say | values |
//! | --- | --- | --- |
//! | 1 to 24 | which kind of piece starts on each cell of the three nearest rows | 0 (none) to 6 |
//! | 25 to 30 | how each kind moves | 1 to 6 |
//! | 31 to 36 | how far each kind moves | 0 (one step), 1 (many) |
//! | 37 to 42 | how each kind captures | 0 (stepping into), 1 (jumping over) |
//! | 43 | the kind of honour | 0 (none) to 6 |
//! | 44 to 49 | what each kind becomes on the last row | 0 (nothing else) to 6 |
//! | 50 | whether capturing is a duty | 0 (no), 1 (yes) |
//!
//! Every value is one digit, so that a chromosome is fifty digits. A [`Genes`] always holds permissible
//! values; whether it has too many pieces depends on the limit of the game and is asked for apart
//! ([`Genes::check_pieces`]), because mutation and crossing may break the limit and
//! [`Genes::repair`] restores it.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use selforge_core::Stream;

use super::kind::{Capture, KINDS, Kind, KindId, Movement, Reach};

/// How many genes there are.
pub const GENES: usize = 50;

/// How many cells pieces may start on.
pub const PLACES: usize = 24;

/// The most pieces of a side, unless an option says otherwise.
pub const USUAL_LIMIT: u32 = 16;

const MOVEMENT: usize = 24;
const REACH: usize = 30;
const CAPTURE: usize = 36;
const HONOUR: usize = 42;
const CONVERSION: usize = 43;
const DUTY: usize = 49;

/// A chromosome: fifty permissible values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Genes([u8; GENES]);

/// Why a text is no chromosome, or a chromosome no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenesError {
    /// Not fifty digits.
    #[error("{found} characters; expected {GENES} digits, one a gene")]
    Length {
        /// How many characters there are.
        found: usize,
    },
    /// A value that the gene cannot have.
    #[error("gene {gene} ({meaning}) is '{found}'; expected {expected}")]
    Value {
        /// Which gene, from 1.
        gene: usize,
        /// What stands there.
        found: char,
        /// What the gene says.
        meaning: String,
        /// What it can be.
        expected: String,
    },
    /// No piece is placed.
    #[error("genes 1 to {PLACES} place no piece; expected at least one that is not 0")]
    NoPiece,
    /// Too many pieces are placed.
    #[error(
        "genes 1 to {PLACES} place {pieces} pieces a side and the limit is {limit}; expected at \
         least {} more zeros there, or limit={pieces}", pieces - limit
    )]
    TooMany {
        /// How many there are.
        pieces: u32,
        /// How many there may be.
        limit: u32,
    },
}

/// The values that a gene can have.
fn values(gene: usize) -> RangeInclusive<u8> {
    match gene {
        MOVEMENT..REACH => 1..=6,
        REACH..HONOUR | DUTY => 0..=1,
        _ => 0..=6,
    }
}

/// What a gene says, for messages.
fn meaning(gene: usize) -> String {
    match gene {
        0..MOVEMENT => {
            format!("what starts on cell {} of row {}", gene % 8 + 1, gene / 8 + 1)
        }
        MOVEMENT..REACH => format!("how kind {} moves", gene - MOVEMENT + 1),
        REACH..CAPTURE => format!("how far kind {} moves", gene - REACH + 1),
        CAPTURE..HONOUR => format!("how kind {} captures", gene - CAPTURE + 1),
        HONOUR => "the kind of honour".to_owned(),
        CONVERSION..DUTY => {
            format!("what kind {} becomes on the last row", gene - CONVERSION + 1)
        }
        _ => "whether capturing is a duty".to_owned(),
    }
}

/// What a gene can be, for messages.
fn expected(gene: usize) -> &'static str {
    match gene {
        0..MOVEMENT => "0 for no piece, or a kind from 1 to 6",
        MOVEMENT..REACH => {
            "1 diagonally forward, 2 diagonally, 3 all directions, 4 the L, 5 along rank and file, \
             or 6 straight forward"
        }
        REACH..CAPTURE => "0 for one step or 1 for many",
        CAPTURE..HONOUR => "0 for stepping into the cell or 1 for jumping over it",
        HONOUR => "0 for none, or a kind from 1 to 6",
        CONVERSION..DUTY => "0 for nothing else, or a kind from 1 to 6",
        _ => "0 for no or 1 for yes",
    }
}

impl Genes {
    /// The genes with these values.
    ///
    /// # Errors
    /// With the first gene that has a value it cannot have.
    pub fn new(values: [u8; GENES]) -> Result<Genes, GenesError> {
        match values.iter().enumerate().find(|(gene, value)| !self::values(*gene).contains(value)) {
            None => Ok(Genes(values)),
            Some((gene, value)) => {
                let found = char::from_digit((*value).into(), 10).unwrap_or('?');
                Err(wrong_value(gene, found))
            }
        }
    }

    /// Random permissible values, repaired to at least one and at most `limit` pieces.
    pub fn random(limit: u32, stream: &mut Stream) -> Genes {
        let mut genes = Genes(std::array::from_fn(|gene| random_value(gene, stream)));
        genes.repair(limit, stream);
        genes
    }

    /// Gives each gene, with probability `rate`, another permissible value, each equally likely.
    /// Returns how many changed. The number of pieces may break the limit afterwards.
    pub fn mutate(&mut self, rate: f64, stream: &mut Stream) -> u32 {
        let mut changed = 0;
        for gene in 0..GENES {
            if stream.unit() < rate {
                self.change(gene, stream);
                changed += 1;
            }
        }
        changed
    }

    /// Gives one gene, any of them, another permissible value. The number of pieces may break the limit
    /// afterwards.
    pub fn mutate_one(&mut self, stream: &mut Stream) {
        let gene = stream.below(GENES as u32) as usize;
        self.change(gene, stream);
    }

    fn change(&mut self, gene: usize, stream: &mut Stream) {
        let (low, high) = values(gene).into_inner();
        let other = low + stream.below(u32::from(high - low)) as u8;
        self.0[gene] = other + u8::from(other >= self.0[gene]);
    }

    /// Empties random places while there are more than `limit` pieces, and puts a random piece on a
    /// random place if there is none. Returns whether anything changed.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn repair(&mut self, limit: u32, stream: &mut Stream) -> bool {
        assert!(limit > 0, "a game needs a piece");
        let pieces = self.pieces();
        if pieces == 0 {
            let place = stream.below(PLACES as u32) as usize;
            self.0[place] = 1 + stream.below(KINDS as u32) as u8;
            return true;
        }
        let mut taken: Vec<usize> = (0..PLACES).filter(|&place| self.0[place] > 0).collect();
        stream.shuffle(&mut taken);
        taken.truncate(pieces.saturating_sub(limit) as usize);
        for &place in &taken {
            self.0[place] = 0;
        }
        !taken.is_empty()
    }

    /// A child that has each gene from either parent, equally likely.
    #[must_use]
    pub fn cross_uniform(&self, other: &Genes, stream: &mut Stream) -> Genes {
        Genes(std::array::from_fn(|gene| if stream.coin() { self.0[gene] } else { other.0[gene] }))
    }

    /// A child that has its first genes from `self` and the rest, at least one, from `other`.
    #[must_use]
    pub fn cross_one_point(&self, other: &Genes, stream: &mut Stream) -> Genes {
        let cut = 1 + stream.below(GENES as u32 - 1) as usize;
        Genes(std::array::from_fn(|gene| if gene < cut { self.0[gene] } else { other.0[gene] }))
    }

    /// The same rules in one form: what makes no difference to any game is set to its least value.
    ///
    /// Kinds that no piece can ever be lose their rules, a kind that becomes itself becomes nothing
    /// else, and honour that nobody has at the start is dropped. Two chromosomes with the same
    /// essence are the same game, so a cache of results can use it as its key.
    #[must_use]
    pub fn essence(&self) -> Genes {
        let mut genes = *self;
        let possible = self.possible_kinds();
        for kind in 0..KINDS {
            if possible >> kind & 1 == 0 {
                genes.0[MOVEMENT + kind] = 1;
                genes.0[REACH + kind] = 0;
                genes.0[CAPTURE + kind] = 0;
                genes.0[CONVERSION + kind] = 0;
            } else if usize::from(self.0[CONVERSION + kind]) == kind + 1 {
                genes.0[CONVERSION + kind] = 0;
            }
        }
        if self.honour().is_none() {
            genes.0[HONOUR] = 0;
        }
        genes
    }

    /// The kinds, as bits, that stand on the board at the start or that those may become.
    pub(super) fn possible_kinds(&self) -> u8 {
        let mut kinds = self.placed_kinds();
        loop {
            let becomes = |kind: usize| match self.0[CONVERSION + kind] {
                0 => 0,
                other => 1 << (other - 1),
            };
            let present = (0..KINDS).filter(|kind| kinds >> kind & 1 == 1);
            let more = present.fold(kinds, |all, kind| all | becomes(kind));
            if more == kinds {
                return kinds;
            }
            kinds = more;
        }
    }

    /// The kinds, as bits, that stand on the board at the start.
    fn placed_kinds(&self) -> u8 {
        self.placement().iter().flatten().fold(0, |kinds, kind| kinds | 1 << kind.index())
    }

    /// What starts on each place: row by row from the nearest, each from the player's left.
    #[must_use]
    pub fn placement(&self) -> [Option<KindId>; PLACES] {
        std::array::from_fn(|place| KindId::from_gene(self.0[place]))
    }

    /// How many pieces a side has at the start.
    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.0[..PLACES].iter().map(|&value| u32::from(value > 0)).sum()
    }

    /// Whether the number of pieces is right.
    ///
    /// # Errors
    /// If there is none, or more than `limit`.
    pub fn check_pieces(&self, limit: u32) -> Result<(), GenesError> {
        match self.pieces() {
            0 => Err(GenesError::NoPiece),
            pieces if pieces > limit => Err(GenesError::TooMany { pieces, limit }),
            _ => Ok(()),
        }
    }

    /// The rules of a kind.
    #[must_use]
    pub fn kind(&self, kind: KindId) -> Kind {
        let at = kind.index();
        Kind {
            movement: Movement::ALL[usize::from(self.0[MOVEMENT + at]) - 1],
            reach: if self.0[REACH + at] == 0 { Reach::One } else { Reach::Many },
            capture: if self.0[CAPTURE + at] == 0 { Capture::Into } else { Capture::Over },
            becomes: KindId::from_gene(self.0[CONVERSION + at]).filter(|&other| other != kind),
        }
    }

    /// The kind whose loss loses the game, if a side has any of it at the start.
    #[must_use]
    pub fn honour(&self) -> Option<KindId> {
        let kind = KindId::from_gene(self.0[HONOUR])?;
        (self.placed_kinds() >> kind.index() & 1 == 1).then_some(kind)
    }

    /// The kind whose loss is to lose the game, also if no side has any of it.
    pub(super) fn star(&self) -> Option<KindId> {
        KindId::from_gene(self.0[HONOUR])
    }

    /// Whether a player who can capture must.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        self.0[DUTY] == 1
    }

    /// The values, gene by gene.
    #[must_use]
    pub fn values(&self) -> &[u8; GENES] {
        &self.0
    }
}

fn random_value(gene: usize, stream: &mut Stream) -> u8 {
    let (low, high) = values(gene).into_inner();
    low + stream.below(u32::from(high - low) + 1) as u8
}

fn wrong_value(gene: usize, found: char) -> GenesError {
    let expected = expected(gene).to_owned();
    GenesError::Value { gene: gene + 1, found, meaning: meaning(gene), expected }
}

impl FromStr for Genes {
    type Err = GenesError;

    fn from_str(text: &str) -> Result<Genes, GenesError> {
        let found = text.chars().count();
        if found != GENES {
            return Err(GenesError::Length { found });
        }
        let mut genes = [0; GENES];
        for (gene, sign) in text.chars().enumerate() {
            let value = sign.to_digit(10).map(|value| value as u8);
            let value = value.filter(|value| values(gene).contains(value));
            let shown = if sign.is_control() { '\u{fffd}' } else { sign };
            genes[gene] = value.ok_or_else(|| wrong_value(gene, shown))?;
        }
        Ok(Genes(genes))
    }
}

impl fmt::Display for Genes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|value| write!(f, "{value}"))
    }
}

impl fmt::Debug for Genes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "13000031200000020000000012345601010100110030654201";

    fn stream(index: u64) -> Stream {
        Stream::new(1, "genes", index)
    }

    #[test]
    fn fifty_digits_are_read_and_written() {
        let genes: Genes = GOOD.parse().unwrap();
        assert_eq!(genes.to_string(), GOOD);
        assert_eq!(genes.pieces(), 6);
        assert_eq!(Genes::new(*genes.values()), Ok(genes));
    }

    #[test]
    fn wrong_texts_are_refused_with_the_gene_its_meaning_and_its_values() {
        let refusal = |text: &str| text.parse::<Genes>().unwrap_err().to_string();
        assert_eq!(refusal("12"), "2 characters; expected 50 digits, one a gene");
        let with = |gene: usize, sign: &str| {
            refusal(&format!("{}{sign}{}", &GOOD[..gene - 1], &GOOD[gene..]))
        };
        assert_eq!(
            with(9, "7"),
            "gene 9 (what starts on cell 1 of row 2) is '7'; expected 0 for no piece, or a kind from \
             1 to 6"
        );
        assert!(with(25, "0").starts_with("gene 25 (how kind 1 moves) is '0'; expected 1 diag"));
        assert!(with(36, "2").starts_with("gene 36 (how far kind 6 moves) is '2'; expected 0 for"));
        assert!(with(42, "x").starts_with("gene 42 (how kind 6 captures) is 'x'"));
        assert!(with(43, "9").starts_with("gene 43 (the kind of honour) is '9'"));
        assert!(with(44, "é").starts_with("gene 44 (what kind 1 becomes on the last row) is 'é'"));
        assert!(with(50, "3").starts_with("gene 50 (whether capturing is a duty) is '3'"));
    }

    #[test]
    fn the_number_of_pieces_is_checked_against_the_limit() {
        let many: Genes = format!("{}{}", "1".repeat(24), &GOOD[24..]).parse().unwrap();
        let refusal = many.check_pieces(16).unwrap_err().to_string();
        assert_eq!(
            refusal,
            "genes 1 to 24 place 24 pieces a side and the limit is 16; expected at least 8 more zeros \
             there, or limit=24"
        );
        assert_eq!(many.check_pieces(24), Ok(()));
        let none: Genes = format!("{}{}", "0".repeat(24), &GOOD[24..]).parse().unwrap();
        assert_eq!(none.check_pieces(16), Err(GenesError::NoPiece));
    }

    #[test]
    fn random_genes_reach_every_permissible_value_and_keep_the_limit() {
        let mut seen = [0u8; GENES];
        for index in 0..400 {
            let genes = Genes::random(16, &mut stream(index));
            assert_eq!(genes.check_pieces(16), Ok(()));
            assert_eq!(Genes::new(*genes.values()), Ok(genes));
            for (seen, value) in seen.iter_mut().zip(genes.values()) {
                *seen |= 1 << value;
            }
        }
        for (gene, seen) in seen.into_iter().enumerate() {
            let all = values(gene).fold(0, |all, value| all | 1 << value);
            assert_eq!(seen, all, "gene {}", gene + 1);
        }
    }

    #[test]
    fn mutation_changes_each_gene_about_as_often_as_asked_and_always_to_another_value() {
        let old: Genes = GOOD.parse().unwrap();
        let mut changes = 0;
        for index in 0..200 {
            let mut new = old;
            let said = new.mutate(0.3, &mut stream(index));
            let found = old.values().iter().zip(new.values()).filter(|(a, b)| a != b).count();
            assert_eq!(said as usize, found);
            assert_eq!(Genes::new(*new.values()), Ok(new));
            changes += found;
        }
        assert!((2_800..3_200).contains(&changes), "{changes} of 10,000");
        let mut same = old;
        assert_eq!(same.mutate(0.0, &mut stream(0)), 0);
        assert_eq!(same, old);
    }

    #[test]
    fn repair_empties_random_places_and_never_leaves_a_side_without_pieces() {
        let mut gone = [0; PLACES];
        for index in 0..300 {
            let mut genes: Genes = format!("{}{}", "2".repeat(24), &GOOD[24..]).parse().unwrap();
            assert!(genes.repair(16, &mut stream(index)));
            assert_eq!(genes.pieces(), 16);
            assert_eq!(genes.values()[24..], GOOD.parse::<Genes>().unwrap().values()[24..]);
            for (place, gone) in gone.iter_mut().enumerate() {
                *gone += u32::from(genes.values()[place] == 0);
            }
            assert!(!genes.repair(16, &mut stream(index)), "what is right is left alone");
        }
        assert!(gone.iter().all(|&times| (60..140).contains(&times)), "{gone:?}");
        let mut none: Genes = format!("{}{}", "0".repeat(24), &GOOD[24..]).parse().unwrap();
        assert!(none.repair(16, &mut stream(0)));
        assert_eq!(none.pieces(), 1);
    }

    #[test]
    fn children_have_every_gene_from_a_parent() {
        let mut parents = [0, 1].map(|index| Genes::random(16, &mut stream(index)));
        parents[1].mutate(1.0, &mut stream(2));
        for index in 0..50 {
            let [mother, father] = &parents;
            let mixed = mother.cross_uniform(father, &mut stream(index));
            let cut = mother.cross_one_point(father, &mut stream(index));
            for gene in 0..GENES {
                let either = [mother.0[gene], father.0[gene]];
                assert!(either.contains(&mixed.0[gene]) && either.contains(&cut.0[gene]));
            }
            assert_eq!((cut.0[0], cut.0[49]), (mother.0[0], father.0[49]));
        }
    }

    #[test]
    fn the_essence_forgets_only_what_no_game_can_show() {
        // Kinds 1, 2 and 3 are placed; 2 becomes 4, which becomes itself; 5 and 6 never appear, though
        // 5 has the honour.
        let all = "123000000000000000000000 345264 100111 101011 5 040461 1".replace(' ', "");
        let genes: Genes = all.parse().unwrap();
        let kept = "123000000000000000000000 345211 100100 101000 0 040000 1".replace(' ', "");
        assert_eq!(genes.essence().to_string(), kept);
        let essence = genes.essence();
        assert_eq!(essence.essence(), essence);
        assert_eq!(essence.placement(), genes.placement());
        for kind in KindId::all() {
            let possible = genes.possible_kinds() >> kind.index() & 1 == 1;
            if possible {
                assert_eq!(essence.kind(kind), genes.kind(kind));
            }
        }
        assert_eq!(essence.honour(), genes.honour());
    }
}
