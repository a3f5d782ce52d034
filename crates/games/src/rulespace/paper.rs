//! The four games that the paper prints: three that were evolved and a random one for comparison.
//!
//! The tables of rules are as printed (its Figures 8 to 11). The pictures that showed where the pieces
//! start are lost, so the placements here are ours: sixteen pieces, the same from left and right. Of many
//! random ones each is the one in which alpha-beta searches of two depths played the longest and most
//! decisive games while the first seat had the least advantage.

use super::genes::{GENES, Genes};
use super::kind::Capture::{Into, Over};
use super::kind::Movement::{AllDirections, Diagonal, DiagonalForward, Forward, Leap, RankAndFile};
use super::kind::Reach::{Many, One};
use super::kind::{Capture, KINDS, Movement, Reach};

/// A row of a printed table: movement, step size, capturing, conversion (0 for none).
type Row = (Movement, Reach, Capture, u8);

/// A game of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaperGame {
    /// Its name in specs.
    pub name: &'static str,
    /// The printed table, kinds 1 to 6.
    table: [Row; KINDS],
    /// The printed piece of honour.
    honour: u8,
    /// Whether the table says that capturing is a duty.
    must_capture: bool,
    /// Our placement: the three nearest rows from the nearest, each from the player's left.
    placement: [&'static str; 3],
}

/// The games in the paper's order.
pub const GAMES: [PaperGame; 4] = [
    PaperGame {
        name: "paper-1",
        table: [
            (Leap, Many, Into, 6),
            (Diagonal, One, Over, 5),
            (AllDirections, Many, Into, 0),
            (Forward, Many, Into, 1),
            (Forward, Many, Over, 2),
            (AllDirections, Many, Over, 3),
        ],
        honour: 5,
        must_capture: false,
        placement: ["53500535", "26544562", "01000010"],
    },
    PaperGame {
        name: "paper-2",
        table: [
            (Leap, One, Over, 1),
            (DiagonalForward, One, Into, 3),
            (DiagonalForward, One, Over, 0),
            (AllDirections, Many, Over, 0),
            (Forward, Many, Into, 2),
            (AllDirections, One, Into, 1),
        ],
        honour: 5,
        must_capture: true,
        placement: ["55066055", "11233211", "00044000"],
    },
    PaperGame {
        name: "paper-3",
        table: [
            (Leap, Many, Into, 5),
            (Leap, One, Into, 2),
            (Forward, Many, Over, 3),
            (Forward, One, Over, 5),
            (Diagonal, One, Over, 3),
            (DiagonalForward, Many, Over, 3),
        ],
        honour: 5,
        must_capture: true,
        placement: ["42011024", "15633651", "02000020"],
    },
    PaperGame {
        name: "paper-4",
        table: [
            (AllDirections, Many, Into, 0),
            (AllDirections, One, Over, 1),
            (RankAndFile, Many, Over, 5),
            (Diagonal, Many, Over, 2),
            (Forward, Many, Into, 6),
            (RankAndFile, One, Into, 6),
        ],
        honour: 5,
        must_capture: false,
        placement: ["52500525", "46611664", "00300300"],
    },
];

/// The three evolved games once more, with placements fitted to the paper's Table 4: of some thousand random
/// ones those whose duration, dynamism and intelligence come nearest to the printed values (`selforge fit paper`).
/// That they are near therefore says nothing for the paper.
pub const FITTED: [PaperGame; 3] = [
    fitted("fitted-1", GAMES[0], ["50004000", "00500000", "04450400"]),
    fitted("fitted-2", GAMES[1], ["03350505", "51550160", "03010036"]),
    fitted("fitted-3", GAMES[2], ["30300010", "65600043", "00020406"]),
];

const fn fitted(name: &'static str, of: PaperGame, placement: [&'static str; 3]) -> PaperGame {
    PaperGame { name, placement, ..of }
}

impl PaperGame {
    /// Its genes.
    #[must_use]
    pub fn genes(&self) -> Genes {
        let digit = |sign: u8| sign - b'0';
        let gene =
            |row: &Row| 1 + Movement::ALL.iter().position(|m| *m == row.0).unwrap_or(0) as u8;
        let placement = self.placement.iter().flat_map(|row| row.bytes()).map(digit);
        let genes = placement
            .chain(self.table.iter().map(gene))
            .chain(self.table.iter().map(|row| u8::from(row.1 == Many)))
            .chain(self.table.iter().map(|row| u8::from(row.2 == Over)))
            .chain([self.honour])
            .chain(self.table.iter().map(|row| row.3))
            .chain([u8::from(self.must_capture)]);
        let mut values = [0; GENES];
        values.iter_mut().zip(genes).for_each(|(value, gene)| *value = gene);
        Genes::new(values).expect("the tables hold permissible values")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables once more, in the words of the figures.
    const PRINTED: [(&str, &str, &str); 4] = [
        (
            "L Multiple Into 6; D2 Single Over 5; All Multiple Into Nil; F Multiple Into 1; \
             F Multiple Over 2; All Multiple Over 3",
            "5",
            "No",
        ),
        (
            "L Single Over 1; D1 Single Into 3; D1 Single Over Nil; All Multiple Over Nil; \
             F Multiple Into 2; All Single Into 1",
            "5",
            "Yes",
        ),
        (
            "L Multiple Into 5; L Single Into 2; F Multiple Over 3; F Single Over 5; \
             D2 Single Over 3; D1 Multiple Over 3",
            "5",
            "Yes",
        ),
        (
            "All Multiple Into Nil; All Single Over 1; FB Multiple Over 5; D2 Multiple Over 2; \
             F Multiple Into 6; FB Single Into 6",
            "5",
            "No",
        ),
    ];

    #[test]
    fn the_genes_say_what_the_printed_tables_say() {
        for (game, (table, honour, duty)) in GAMES.iter().zip(PRINTED) {
            let genes = game.genes();
            let values = genes.values();
            for (at, row) in table.split(';').enumerate() {
                let words: Vec<&str> = row.split_whitespace().collect();
                let movement = match words[0] {
                    "D1" => 1,
                    "D2" => 2,
                    "All" => 3,
                    "L" => 4,
                    "FB" => 5,
                    "F" => 6,
                    other => panic!("{other}"),
                };
                let expected = [
                    movement,
                    u8::from(words[1] == "Multiple"),
                    u8::from(words[2] == "Over"),
                    words[3].parse().unwrap_or(0),
                ];
                let found = [values[24 + at], values[30 + at], values[36 + at], values[43 + at]];
                assert_eq!(found, expected, "{}, kind {}", game.name, at + 1);
            }
            assert_eq!(values[42].to_string(), honour);
            assert_eq!(if values[49] == 1 { "Yes" } else { "No" }, duty);
        }
    }

    #[test]
    fn a_fitted_game_has_the_rules_of_its_original_and_keeps_the_limit() {
        for (fitted, game) in FITTED.iter().zip(GAMES) {
            assert_eq!(
                fitted.genes().values()[24..],
                game.genes().values()[24..],
                "{}",
                fitted.name
            );
            assert_eq!(fitted.genes().check_pieces(16), Ok(()), "{}", fitted.name);
        }
        let printed = "50004000005000000445040042366310111101001156501230";
        assert_eq!(FITTED[0].genes().to_string(), printed);
        let printed = "03350505515501600301003641136300011010110051300211";
        assert_eq!(FITTED[1].genes().to_string(), printed);
    }

    #[test]
    fn every_placement_has_all_kinds_and_keeps_the_limit() {
        for game in GAMES {
            let genes = game.genes();
            assert_eq!(genes.check_pieces(16), Ok(()), "{}", game.name);
            for kind in super::super::KindId::all() {
                assert!(genes.placement().contains(&Some(kind)), "{} {kind:?}", game.name);
            }
        }
    }
}
