//! How an opened game wants to be shown: what the page must know of it beside its board, so that no
//! game is named there.

use std::sync::Arc;

use selforge_agents::Attribution;
use selforge_board::{Figure, Piece};
use selforge_catalogue::{Described, GameVisitor, Gathering, ScoreScale};
use selforge_core::Game;
use selforge_games::Playable;
use selforge_games::rulespace::RuleSpace;
use selforge_games::selfo::balance;

use crate::gallery;
use crate::messages::presentation::{Presentation, Scale, Side, Tools, TrayPiece};
use crate::view::{Shapes, piece_words};
use crate::workshop::design;

/// Pages that teach a game, by the game's family.
const INTRODUCTIONS: [(&str, &str); 1] = [("selfo", "/learn")];

/// How a game wants to be shown.
pub(crate) fn presentation(playable: &Playable) -> Presentation {
    let start = playable.diagram(&playable.game.start());
    let drawn = Shapes::of(playable, &start);
    let shape = |piece| drawn.shape(piece);
    let tray = playable.tray();
    let kind = |piece: Piece| {
        let alike = |other: Piece| (other.figure, other.special) == (piece.figure, piece.special);
        tray.iter().position(|known| alike(known.piece)).unwrap_or_default()
    };
    let side = |(set, name): (u8, std::borrow::Cow<'_, str>)| {
        let offered = tray.iter().map(|known| known.piece);
        let standing = start.cells.iter().filter_map(|cell| cell.piece);
        let own = offered.chain(standing).find(|piece| piece.set == set);
        let piece = own.unwrap_or(Piece::new(set, Figure::Stone));
        Side { name: name.into_owned(), shape: shape(Piece { blocked: false, ..piece }) }
    };
    let (legend, legend_rules) =
        playable.typed::<RuleSpace>().map_or((Vec::new(), Vec::new()), |game| {
            let mut cards = design::cards(playable, &game);
            cards.retain(|card| card.possible);
            (cards, design::rule_lines(&game))
        });
    let introduction = INTRODUCTIONS.iter().find(|(name, _)| playable.family.name == *name);
    Presentation {
        title: gallery::title(playable),
        sides: (0..).zip(playable.side_names()).map(side).collect(),
        tray: tray
            .iter()
            .map(|known| TrayPiece {
                letter: known.letter,
                set: known.piece.set,
                kind: kind(known.piece),
                words: piece_words(known.piece),
                shape: shape(known.piece),
                turns: matches!(known.piece.figure, Figure::Mover(_)),
            })
            .collect(),
        scale: scale(playable),
        tools: Tools {
            signals: selforge_games::visit(playable, Gathers),
            organisation: start.bonded,
            balance: balance::is_weighed(playable),
            network: Attribution::is_known(playable),
        },
        portable: playable.family.dialect.map(|dialect| dialect.name.to_owned()),
        legend,
        legend_rules,
        introduction: introduction.map(|(_, address)| (*address).to_owned()),
    }
}

/// With more than two seats the engine of the analysis says how much of the games it wins, in
/// thousandths; else its values are the game's own.
fn scale(playable: &Playable) -> Scale {
    let ScoreScale { unit, unit_name, decisive } = match playable.game.seats() {
        2 => playable.score_scale(),
        _ => ScoreScale { unit: 10, unit_name: "%".into(), decisive: 500 },
    };
    Scale { unit, unit_name: unit_name.into_owned(), decisive }
}

/// Whether the sets of a game gather on a graph of cells.
struct Gathers;

impl GameVisitor for Gathers {
    type Output = bool;

    fn visit<G: Described>(self, _: Arc<G>) -> bool {
        false
    }

    fn visit_gathering<G: Gathering>(self, _: Arc<G>) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use selforge_agents::Stop;

    use super::*;
    use crate::game_cache::open;
    use crate::work::WorkLimits;

    fn shown(spec: &str) -> Presentation {
        presentation(&open(spec, &WorkLimits::new(1_000, Stop::default())).unwrap())
    }

    #[test]
    fn games_say_what_can_be_done_with_them() {
        let selfo = shown("selfo board=hexhex-4 setup=random");
        assert!(selfo.tools.signals && selfo.tools.organisation && selfo.tools.balance);
        assert_eq!(selfo.scale.unit_name, "steps");
        assert_eq!(selfo.introduction.as_deref(), Some("/learn"));
        let plane = shown("selfo board=plane");
        assert!(selfo.tools.network && shown("checkers").tools.network);
        assert!(!plane.tools.network && !shown("selfo board=hexhex-5 seats=3").tools.network);
        assert!(!plane.tools.signals && plane.tools.organisation && plane.tools.balance);
        let chess = shown("chess");
        assert!(!chess.tools.network);
        assert!(!chess.tools.signals && !chess.tools.organisation && !chess.tools.balance);
        assert_eq!((chess.scale.unit, chess.introduction), (100, None));
        assert_eq!(shown("selfo board=hexhex-5 seats=3").scale.unit_name, "%");
    }

    #[test]
    fn pieces_that_differ_by_their_set_alone_are_of_one_kind() {
        let chess = shown("chess");
        let kinds = |set| chess.tray.iter().filter(move |piece| piece.set == set).map(|it| it.kind);
        assert!(kinds(0).eq(kinds(1)) && kinds(0).eq(0..6));
        assert_eq!(
            chess.sides.iter().map(|side| &side.name[..]).collect::<Vec<_>>(),
            ["White", "Black"]
        );
        let selfo = shown("selfo board=hexhex-5 seats=3");
        assert_eq!(
            selfo.tray.iter().map(|piece| piece.kind).collect::<Vec<_>>(),
            [0, 0, 0, 3, 3, 3]
        );
    }
}
