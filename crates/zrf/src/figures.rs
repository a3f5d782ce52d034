//! How the pieces of a file look: by their names, their notation and their players.
//!
//! Pieces with the names of chess look like those, a lone type is a stone, a promoted one has a crown, and
//! others show a letter. Players that are named after colours have pieces of these colours.

use selforge_board::{Figure, Tint};

use crate::model::Rules;

/// The names of pieces that look like those of chess, because they are these in other languages or move
/// like them.
const CHESS: [(&[&str], Figure); 6] = [
    (&["king", "general", "emperor", "khun"], Figure::King),
    (&["queen", "amazon", "lady"], Figure::Queen),
    (&["rook", "chariot", "castle", "tower", "ruea"], Figure::Rook),
    (&["bishop", "khon"], Figure::Bishop),
    (&["knight", "horse", "ma"], Figure::Knight),
    (&["pawn", "soldier", "bia"], Figure::Pawn),
];

/// The figure of chess that a name means.
fn named(name: &str) -> Option<Figure> {
    let name = name.to_lowercase();
    CHESS.into_iter().find(|(names, _)| names.contains(&name.as_str())).map(|(_, figure)| figure)
}

/// The colour that each player is named after, if no other is. What belongs to no player at the board
/// is grey.
pub(crate) fn tints(rules: &Rules) -> Vec<Option<Tint>> {
    let named: Vec<Option<Tint>> =
        rules.players.iter().map(|player| Tint::named(&player.name)).collect();
    let alone = |tint: &Tint| named.iter().flatten().filter(|other| *other == tint).count() == 1;
    let tint = |(player, tint): (&crate::model::Player, &Option<Tint>)| {
        let neutral = player.seat.is_none().then_some(Tint::Grey);
        tint.filter(alone).or(neutral)
    };
    rules.players.iter().zip(&named).map(tint).collect()
}

/// The pictures that a file names, by kinds of pieces: the first of those that it has for a player.
pub(crate) fn pictures(rules: &Rules) -> Vec<(u16, String)> {
    let pictures = rules.types.iter().zip(0u16..).flat_map(|(piece, number)| {
        let named =
            piece.images.iter().filter_map(|(player, names)| Some((*player, names.first()?)));
        named.map(move |(player, name)| (rules.kind(player, number), name.clone()))
    });
    pictures.collect()
}

/// How a stone of a player looks: players that are named by a letter, as X and O, write theirs.
pub(crate) fn stone(player: &str) -> Figure {
    let mut letters = player.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_alphanumeric() => Figure::Letter(letter),
        _ => Figure::Stone,
    }
}

/// How each type of piece is drawn.
pub(crate) fn figures(rules: &Rules) -> Vec<Figure> {
    let shown: Vec<usize> = (0..rules.types.len()).filter(|&at| !rules.types[at].dummy).collect();
    let named = |at: usize| named(&rules.types[at].name);
    // A single type is a stone; of two, the one that the first becomes is its king.
    if let [first, rest @ ..] = &shown[..] {
        let is_draughts =
            rest.len() <= 1 && named(*first).is_none_or(|figure| figure == Figure::King);
        if is_draughts {
            let mut figures = vec![Figure::Stone; rules.types.len()];
            let start: Vec<usize> = shown
                .iter()
                .copied()
                .filter(|&at| {
                    let kinds = (0..rules.players.len() as u16).map(|p| rules.kind(p, at as u16));
                    kinds.into_iter().any(|kind| rules.setup[..rules.sites.len()].contains(&kind))
                })
                .collect();
            if let ([only], [second]) = (&start[..], rest) {
                figures[if only == first { *second } else { *first }] = Figure::Crowned;
            } else if let [second] = rest {
                figures[*second] = Figure::Crowned;
            }
            return figures;
        }
    }
    let is_chess = shown.iter().filter(|&&at| named(at).is_some()).count() > 2;
    (0..rules.types.len())
        .map(|at| match named(at) {
            Some(figure) if is_chess => figure,
            _ => {
                let piece = &rules.types[at];
                let letters = piece.notation.chars().chain(piece.name.chars());
                let letter = letters.into_iter().find(|c| c.is_alphanumeric()).unwrap_or('?');
                Figure::Letter(letter.to_uppercase().next().unwrap_or(letter))
            }
        })
        .collect()
}
