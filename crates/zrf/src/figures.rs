//! How the pieces of a file look: by their names, their notation and their players.
//!
//! Players that are named after colours have pieces of these colours.

use selforge_board::{Figure, Tint};

use crate::model::Rules;

/// The names of pieces that look like those of chess, because they are these in other languages or move
/// like them.
const CHESS: [(&[&str], Figure); 6] = [
    (&["king", "general", "emperor", "khun"], Figure::King),
    (&["queen", "amazon", "lady", "met", "seed", "ferz"], Figure::Queen),
    (&["rook", "chariot", "castle", "tower", "ruea"], Figure::Rook),
    (&["bishop", "khon", "noble"], Figure::Bishop),
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
///
/// Where most types have names of chess, all that have one look like chess. In other games a type that a
/// player has alone is a stone, kings and queens and what a lone type becomes wear a crown, and the rest
/// shows letters.
pub(crate) fn figures(rules: &Rules) -> Vec<Figure> {
    let shown: Vec<usize> = (0..rules.types.len()).filter(|&at| !rules.types[at].dummy).collect();
    let figure_of = |at: usize| named(&rules.types[at].name);
    let chess = shown.iter().filter(|&&at| figure_of(at).is_some()).count();
    let has_crown = |at: usize| matches!(figure_of(at), Some(Figure::King | Figure::Queen));
    let is_chess = chess * 3 >= shown.len() * 2 && shown.iter().any(|&at| !has_crown(at));
    let letter = |at: usize| {
        let piece = &rules.types[at];
        let letters = piece.notation.chars().chain(piece.name.chars());
        let letter = letters.into_iter().find(|c| c.is_alphanumeric()).unwrap_or('?');
        Figure::Letter(letter.to_uppercase().next().unwrap_or(letter))
    };
    if is_chess || (shown.len() == 1 && chess == 1) {
        return (0..rules.types.len())
            .map(|at| figure_of(at).unwrap_or_else(|| letter(at)))
            .collect();
    }
    let lone = lone_types(rules, &shown, &has_crown);
    let stand = |at: usize| stands(rules, at) || rules.types[at].drops.0 < rules.types[at].drops.1;
    // Of two types, what only comes to be is what the other becomes.
    let becomes =
        |at: usize| shown.len() == 2 && !stand(at) && shown.iter().any(|&other| stand(other));
    let figure = |at: usize| {
        if lone.contains(&at) {
            Figure::Stone
        } else if has_crown(at) || becomes(at) {
            Figure::Crowned
        } else if STONES.contains(&rules.types[at].name.to_lowercase().as_str()) {
            Figure::Stone
        } else {
            letter(at)
        }
    };
    (0..rules.types.len()).map(figure).collect()
}

/// The names of pieces that are stones, whatever else there is.
const STONES: [&str; 9] =
    ["man", "stone", "disc", "disk", "counter", "checker", "peg", "boulder", "footprint"];

/// Whether pieces of a type stand on the board at the start.
fn stands(rules: &Rules, piece: usize) -> bool {
    let mut kinds = (0..rules.players.len() as u16).map(|player| rules.kind(player, piece as u16));
    kinds.any(|kind| rules.setup[..rules.sites.len()].contains(&kind))
}

/// The types that some player begins with alone, crowned ones aside; a type that is the only one there is.
fn lone_types(rules: &Rules, shown: &[usize], has_crown: &impl Fn(usize) -> bool) -> Vec<usize> {
    if let [only] = shown {
        return vec![*only];
    }
    let of = |player: u16| {
        let stands = |at: &&usize| {
            let kind = rules.kind(player, **at as u16);
            !has_crown(**at) && rules.setup[..rules.sites.len()].contains(&kind)
        };
        shown.iter().filter(stands).copied().collect::<Vec<usize>>()
    };
    let mut lone: Vec<usize> = Vec::new();
    for player in 0..rules.players.len() as u16 {
        if let [only] = of(player)[..]
            && rules.players[usize::from(player)].seat.is_some()
        {
            lone.push(only);
        }
    }
    // Of two types, one of which is only placed, that one is a stone as well.
    if shown.len() == 2 {
        let placed = |at: &&usize| rules.types[**at].drops.0 < rules.types[**at].drops.1;
        lone.extend(shown.iter().filter(placed));
    }
    lone
}
