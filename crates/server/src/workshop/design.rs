//! Designs: from a spec, to a spec, and as pages show them.

use selforge_core::{Game, Spec};
use selforge_games::rulespace::design::{Design as Parts, KindCard as Card};
use selforge_games::rulespace::genes::{PLACES, USUAL_LIMIT};
use selforge_games::rulespace::kind::KINDS;
use selforge_games::rulespace::{
    Capture, Converted, Genes, Kind, KindId, LimitEnd, Movement, Reach, Rook, RuleSpace, Rules,
    Stuck,
};
use selforge_games::{GameError, NoFiles, Playable};

use crate::error::ApiError;
use crate::gallery;
use crate::game_cache::refused;
use crate::messages::workshop::{
    Design, DesignExample, DesignView, KindCard, KindDesign, MovementView, RuleLine,
};
use crate::view::{self, Shapes};

/// The family of the games that have a design.
const FAMILY: &str = "rulespace";

/// The game of the rule space that a spec names; its usual one if it names a game of another family.
///
/// # Errors
/// If it names no game.
pub(crate) fn opened(spec: Option<&str>) -> Result<Playable, ApiError> {
    let wrong = |error: GameError| refused(&error);
    let spec = Spec::parse(spec.unwrap_or(FAMILY)).map_err(|error| wrong(error.into()))?;
    let mut own = Spec::new(FAMILY);
    // Where the pieces start is part of a design: other starts of the same rules are not kept.
    for (key, value) in
        spec.options().filter(|(key, _)| spec.name() == FAMILY && *key != "position")
    {
        own.set(key, value).map_err(|error| wrong(error.into()))?;
    }
    selforge_games::open(&own, &NoFiles).map_err(wrong)
}

/// The game of the rule space that a spec names.
///
/// # Errors
/// If it names none.
pub(crate) fn own(spec: &str) -> Result<Playable, ApiError> {
    if spec.split_whitespace().next() == Some(FAMILY) {
        opened(Some(spec))
    } else {
        Err(no_design())
    }
}

/// The game that a spec names, if there is such a family and its games have no design.
pub(crate) fn without_design(spec: &str) -> Option<DesignExample> {
    let name = spec.split_whitespace().next().filter(|name| *name != FAMILY)?;
    selforge_games::catalogue().family(name)?;
    Some(DesignExample { spec: spec.to_owned(), title: gallery::title_of(spec) })
}

fn no_design() -> ApiError {
    ApiError::invalid(format!("this game has no design; expected one of {FAMILY}"))
}

/// The typed game, its genes and its rules.
pub(crate) fn typed(playable: &Playable) -> Result<std::sync::Arc<RuleSpace>, ApiError> {
    playable.typed::<RuleSpace>().ok_or_else(no_design)
}

/// The game that a design makes.
///
/// # Errors
/// With the part that is wrong.
pub(crate) fn made(design: &Design) -> Result<Playable, ApiError> {
    let wrong = |error: GameError| refused(&error);
    let genes = parts(design)?.genes().map_err(|error| ApiError::invalid(error.to_string()))?;
    if genes.pieces() == 0 {
        return Err(ApiError::invalid("Put at least one piece on the board."));
    }
    let rules = Rules {
        limit: genes.pieces().max(USUAL_LIMIT),
        moves: design.moves,
        end: if design.drawn { LimitEnd::Draw } else { LimitEnd::Pieces },
        rook: if design.columns_only { Rook::File } else { Rook::RankAndFile },
        stuck: if design.stars_must_move { Stuck::Honour } else { Stuck::Side },
        converted: if design.stars_may_convert { Converted::Kept } else { Converted::Lost },
    };
    let mut spec = Spec::new(FAMILY).with("genes", genes.to_string());
    rules.write(&mut spec).map_err(|error| wrong(error.into()))?;
    selforge_games::open(&spec, &NoFiles).map_err(wrong)
}

/// A design as the genes have it.
fn parts(design: &Design) -> Result<Parts, ApiError> {
    let kind = |number: u8, what: &str| match number {
        0 => Ok(None),
        1..=6 => Ok(KindId::all().nth(usize::from(number) - 1)),
        _ => Err(ApiError::invalid(format!("{what} is {number}; expected 0 to {KINDS}"))),
    };
    let count = |what: &str, found: usize, expected: usize| {
        ApiError::invalid(format!("{found} {what}; expected {expected}"))
    };
    let places = design.places.iter().map(|&number| kind(number, "the piece on a cell"));
    let places: Vec<Option<KindId>> = places.collect::<Result<_, _>>()?;
    let places = <[Option<KindId>; PLACES]>::try_from(places)
        .map_err(|places| count("cells", places.len(), PLACES))?;
    let one = |wanted: &KindDesign| {
        let movement = Movement::ALL.get(usize::from(wanted.movement)).copied();
        Ok(Kind {
            movement: movement.ok_or_else(|| {
                ApiError::invalid(format!(
                    "movement is {}; expected 0 to {}",
                    wanted.movement,
                    Movement::ALL.len() - 1
                ))
            })?,
            reach: if wanted.far { Reach::Many } else { Reach::One },
            capture: if wanted.jumps { Capture::Over } else { Capture::Into },
            becomes: kind(wanted.becomes, "what a piece becomes")?,
        })
    };
    let kinds: Vec<Kind> = design.kinds.iter().map(one).collect::<Result<_, ApiError>>()?;
    let kinds =
        <[Kind; KINDS]>::try_from(kinds).map_err(|kinds| count("kinds", kinds.len(), KINDS))?;
    let star = kind(design.star, "the star")?;
    Ok(Parts { places, kinds, star, must_capture: design.must_capture })
}

/// The parts of a game, as pages change them.
fn design_of(game: &RuleSpace) -> Design {
    let Parts { places, kinds, star, must_capture } = Parts::of(game.genes());
    let number = |kind: Option<KindId>| kind.map_or(0, KindId::number);
    let one = |kind: &Kind| KindDesign {
        movement: movement_number(kind.movement),
        far: kind.reach == Reach::Many,
        jumps: kind.capture == Capture::Over,
        becomes: number(kind.becomes),
    };
    let Rules { moves, end, rook, stuck, converted, limit: _ } = *game.rules();
    Design {
        places: places.iter().map(|kind| number(*kind)).collect(),
        kinds: kinds.iter().map(one).collect(),
        star: number(star),
        must_capture,
        moves,
        drawn: end == LimitEnd::Draw,
        columns_only: rook == Rook::File,
        stars_must_move: stuck == Stuck::Honour,
        stars_may_convert: converted == Converted::Kept,
    }
}

fn movement_number(movement: Movement) -> u8 {
    Movement::ALL.iter().position(|known| *known == movement).unwrap_or_default() as u8
}

/// The kinds of a game in words and pictures.
pub(crate) fn cards(playable: &Playable, game: &RuleSpace) -> Vec<KindCard> {
    let diagram = playable.diagram(&playable.game.start());
    let drawn = Shapes::of(playable, &diagram);
    let radius = selforge_board::picture::svg::parts::piece_radius(&diagram);
    let shown = |card: Card| KindCard {
        shape: drawn.shape(card.pieces[0]),
        enemy: drawn.shape(card.pieces[1]),
        name: card.name,
        words: card.words,
        steps: card.steps.iter().map(|[right, ahead]| (*right, *ahead)).collect(),
        far: card.far,
        jumps: card.jumps,
        starred: card.starred,
        count: card.count,
        possible: card.possible,
        radius,
    };
    game.cards().into_iter().map(shown).collect()
}

/// The rules of a game under their headings.
pub(crate) fn rule_lines(game: &RuleSpace) -> Vec<RuleLine> {
    let line = |(heading, text)| RuleLine { heading, text };
    game.plain_rules().into_iter().map(line).collect()
}

/// All that a page shows of a design.
pub(crate) fn shown(playable: &Playable) -> Result<DesignView, ApiError> {
    let game = typed(playable)?;
    let start = playable.game.start();
    let movements = Movement::ALL.iter().map(|&movement| {
        let (words, steps) =
            selforge_games::rulespace::design::movement(movement, game.rules().rook);
        MovementView {
            words: words.to_owned(),
            steps: steps.iter().map(|[right, ahead]| (*right, *ahead)).collect(),
        }
    });
    // The nearest row is the lowest, which the board lists last.
    let cell = |place: usize| (7 - place / 8) * 8 + place % 8;
    let examples = playable.family.examples.iter().map(|example| {
        let mut remark = example.remark.chars();
        let first = remark.next().into_iter().flat_map(char::to_uppercase);
        DesignExample { spec: example.spec.to_string(), title: first.chain(remark).collect() }
    });
    Ok(DesignView {
        spec: playable.spec.to_string(),
        title: gallery::title(playable),
        design: design_of(&game),
        kinds: cards(playable, &game),
        movements: movements.collect(),
        rules: rule_lines(&game),
        board: view::board(playable, &start),
        position: view::position(playable, &start, None, 0, false),
        cells: (0..PLACES).map(cell).collect(),
        examples: examples.collect(),
        instead_of: None,
    })
}

/// How a game differs from another one, in a few words each.
pub(crate) fn changes(before: &Genes, after: &Genes) -> Result<Vec<String>, ApiError> {
    let game = |genes: &Genes| {
        RuleSpace::new(*genes, Rules { limit: PLACES as u32, ..Rules::default() })
            .map_err(|error| ApiError::invalid(error.to_string()))
    };
    let (old, new) = (game(before)?, game(after)?);
    let mut changes = Vec::new();
    for (was, is) in old.cards().iter().zip(new.cards()) {
        match (was.possible, is.possible) {
            (false, true) => changes.push(format!("new: {}", is.name)),
            (true, false) => changes.push(format!("no {}", was.name)),
            (true, true) if was.name != is.name => {
                changes.push(format!("{} → {}", was.name, is.name));
            }
            (true, true) if was.jumps != is.jumps => {
                changes.push(format!("{} {}", is.name, if is.jumps { "jumps" } else { "lands" }));
            }
            (true, true) if was.words != is.words => changes.push(format!("{} changed", is.name)),
            _ => {}
        }
    }
    if old.honour() != new.honour() {
        changes.push(if new.honour().is_some() { "other star" } else { "no star" }.to_owned());
    }
    if before.must_capture() != after.must_capture() {
        changes.push(if after.must_capture() { "must capture" } else { "may capture" }.to_owned());
    }
    let moved = before.placement().iter().zip(after.placement()).filter(|(a, b)| **a != *b).count();
    if moved > 0 {
        changes.push(format!("{moved} {} changed", if moved == 1 { "cell" } else { "cells" }));
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_design_that_is_shown_makes_the_same_game_again() {
        for spec in [
            "rulespace",
            "rulespace game=paper-2",
            "rulespace moves=40 end=draw rook=file",
            "rulespace stuck=honour converted=kept",
        ] {
            let playable = opened(Some(spec)).unwrap();
            let view = shown(&playable).unwrap();
            let again = shown(&made(&view.design).unwrap()).unwrap();
            assert_eq!((&again.design, &again.position.text), (&view.design, &view.position.text));
            let stars = view.rules.iter().any(|line| line.heading == "Stars");
            assert_eq!(stars, spec.contains("stuck"), "{spec}");
        }
    }

    #[test]
    fn other_games_begin_with_the_usual_design_and_wrong_parts_are_told() {
        let playable = opened(Some("chess")).unwrap();
        assert_eq!(playable.spec.to_string(), "rulespace");
        let title = |spec| without_design(spec).map(|game| game.title);
        assert_eq!(title("chess").as_deref(), Some("Chess"));
        assert_eq!((title("rulespace moves=40"), title("nothing"), title("")), (None, None, None));
        let view = shown(&playable).unwrap();
        let refusal = |change: &dyn Fn(&mut Design)| {
            let mut design = view.design.clone();
            change(&mut design);
            made(&design).unwrap_err().to_string()
        };
        assert_eq!(refusal(&|d| d.places = vec![0; 24]), "Put at least one piece on the board.");
        assert_eq!(refusal(&|d| d.places = vec![0; 3]), "3 cells; expected 24");
        assert!(refusal(&|d| d.places[0] = 9).starts_with("the piece on a cell is 9"));
        assert!(refusal(&|d| d.kinds[0].movement = 6).contains("expected 0 to 5"));
        assert!(refusal(&|d| d.kinds.truncate(5)).starts_with("5 kinds"));
        assert!(refusal(&|d| d.star = 7).starts_with("the star is 7"));
    }

    #[test]
    fn every_cell_may_have_a_piece() {
        let view = shown(&opened(None).unwrap()).unwrap();
        let full = made(&Design { places: vec![1; 24], ..view.design }).unwrap();
        assert_eq!(shown(&full).unwrap().kinds[0].count, 24);
    }

    #[test]
    fn what_was_changed_is_said() {
        let genes = |text: &str| text.parse::<Genes>().unwrap();
        let old = genes("13000031200000020000000012345601010100110030654201");
        let new = genes("13000031200000010000000062345601010110110030654200");
        let said = changes(&old, &new).unwrap();
        assert!(said.contains(&"Man → Pawn".to_owned()), "{said:?}");
        assert!(said.contains(&"may capture".to_owned()), "{said:?}");
        assert!(said.contains(&"1 cell changed".to_owned()), "{said:?}");
        assert!(changes(&old, &old).unwrap().is_empty());
    }
}
