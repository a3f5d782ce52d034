//! The built-in rule files keep all promises of the game trait, and open by their specs.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use selforge_catalogue::{Catalogue, Described, NoFiles, Playable};
use selforge_core::{Game, Spec, Status, perft};
use selforge_testkit::conformance::check;
use selforge_zrf::{NoIncludes, RuleFile, Zrf, family, library};

fn open(spec: &str) -> Playable {
    let catalogue = Catalogue::new([family()]);
    let spec = Spec::parse(spec).unwrap();
    catalogue.open(&spec, &NoFiles).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn game(spec: &str) -> Arc<Zrf> {
    open(spec).typed().unwrap()
}

const SPECS: [&str; 8] = [
    "zrf",
    "zrf variant=\"Misere Tic-Tac-Toe\"",
    "zrf game=breakthrough",
    "zrf game=chess",
    "zrf game=english-draughts",
    "zrf game=english-draughts position=\"3m4/2M5/3m4/8/3m4/8/8/8 A\"",
    "zrf game=dice-race",
    "zrf game=dice-race seed=3 draws=0,1,2,3",
];

#[test]
fn built_in_rule_files_keep_the_promises_of_the_game_trait() {
    for spec in SPECS {
        let seen = check(&game(spec), 1, 3, 40);
        assert!(seen.positions > 5, "{spec}");
    }
}

/// The specs of every game and variant of the library.
fn whole_library() -> Vec<String> {
    let mut specs = Vec::new();
    for name in library::names() {
        let text = library::text(name).unwrap();
        let file = RuleFile::read(name, text.as_bytes(), &NoIncludes);
        specs.extend(
            file.games().iter().map(|it| format!("zrf game={name} variant=\"{}\"", it.title)),
        );
    }
    specs
}

#[test]
fn every_variant_of_the_library_keeps_the_promises_of_the_game_trait() {
    let specs = whole_library();
    assert!(specs.len() > 50, "{specs:?}");
    for spec in specs {
        let game = game(&spec);
        // The promises are those of games that two or more play; puzzles are for one.
        if game.seats() == 1 {
            continue;
        }
        let seen = check(&game, 1, 1, 24);
        assert!(seen.positions > 1, "{spec}");
    }
}

#[test]
fn every_variant_of_the_library_is_drawn_and_shows_what_its_moves_do() {
    for spec in whole_library() {
        let playable = open(&spec);
        let start = playable.game.start();
        let diagram = playable.diagram(&start);
        assert!(playable.rules_text().contains("Goal."), "{spec}");
        let mut moves = Vec::new();
        playable.game.legal_moves(&start, &mut moves);
        for mv in moves {
            let text = playable.move_text(&start, mv);
            assert!(
                !playable.effect(&start, mv, &diagram).path.is_empty() || text == "pass",
                "{spec}: {text}"
            );
        }
    }
}

#[test]
fn specs_are_canonical_and_games_describe_themselves() {
    for spec in SPECS {
        let playable = open(spec);
        assert_eq!(open(&playable.spec.to_string()).spec, playable.spec, "{spec}");
        let start = playable.game.start();
        let diagram = playable.diagram(&start);
        assert!(diagram.cells.iter().any(|cell| cell.piece.is_some()) || spec.len() < 50, "{spec}");
        assert!(playable.rules_text().contains("Goal."), "{spec}");
        let mut moves = Vec::new();
        playable.game.legal_moves(&start, &mut moves);
        for mv in moves {
            let effect = playable.effect(&start, mv, &diagram);
            assert!(!effect.path.is_empty(), "{spec}: {}", playable.move_text(&start, mv));
        }
    }
}

#[test]
fn wrong_specs_are_refused_with_what_would_be_right() {
    let catalogue = Catalogue::new([family()]);
    let refusal =
        |spec: &str| catalogue.open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap_err().to_string();
    assert!(refusal("zrf game=chss").contains("tic-tac-toe, connect-four, gomoku"));
    assert!(refusal("zrf variant=\"Tic-Tac-To\"").contains("perhaps \"Tic-Tac-Toe\""));
    assert!(refusal("zrf draws=3").contains("nothing is left to chance"));
    assert!(refusal("zrf file=a.zrf game=chess").contains("one of them"));
    assert!(refusal("zrf file=a.zrf").contains("cannot read 'a.zrf'"));
    assert!(refusal("zrf position=\"3/3/4 A\"").contains("do not fit the board"));
    assert!(refusal("zrf varient=x").contains("did you mean 'variant'?"));
}

#[test]
fn chess_as_a_rule_file_has_as_many_lines_of_play_as_chess() {
    let chess = game("zrf game=chess");
    assert_eq!(
        (1..=3).map(|depth| perft(&*chess, &chess.start(), depth)).collect::<Vec<_>>(),
        [20, 400, 8902]
    );
}

#[test]
fn the_same_seed_rolls_the_same_dice_and_another_seed_others() {
    let first = |spec: &str| {
        let game = game(spec);
        let mut state = game.start();
        let mut texts = Vec::new();
        for _ in 0..12 {
            let mut text = String::new();
            game.write_state(&state, &mut text).unwrap();
            texts.push(text);
            let Some(mv) = game.choose_move(&state, |_| 0) else { break };
            game.play(&mut state, mv);
        }
        texts
    };
    assert_eq!(first("zrf game=dice-race seed=7"), first("zrf game=dice-race seed=7"));
    assert_ne!(first("zrf game=dice-race seed=7"), first("zrf game=dice-race seed=8"));
}

#[test]
fn the_evaluator_wants_more_pieces_lines_and_the_goal() {
    use selforge_catalogue::Evaluator;
    use selforge_core::Seat;
    let value = |spec: &str| {
        let game = game(spec);
        let scores = game.scores();
        scores.value(&*game, &game.start(), Seat::FIRST)
    };
    assert!(value("zrf game=chess position=\"4k3/8/8/8/8/8/8/3QK3 A\"") > 300);
    assert!(value("zrf game=chess position=\"3qk3/8/8/8/8/8/8/4K3 A\"") < -300);
    assert!(value("zrf game=breakthrough position=\"7m/8/M7/8/8/8/8/8 A\"") > 20);
    assert!(value("zrf position=\"MM1/mm1/3 A off=3,2\"").abs() < 30);
    assert!(value("zrf position=\"MM1/m2/2m A off=3,2\"") > 0);
}

#[test]
fn a_mate_is_the_end_and_a_dice_race_is_won_by_coming_home() {
    let chess = game("zrf game=chess position=\"6k1/5ppp/8/8/8/8/8/R3K3 A\"");
    let mut state = chess.start();
    chess.play(&mut state, chess.parse_move(&chess.start(), "a1-a8").unwrap());
    assert!(
        matches!(chess.status(&state), Status::Over(outcome) if outcome.to_string() == "A wins")
    );
    assert_eq!(chess.ending(&state), "checkmate");
    let race = game("zrf game=dice-race seed=2");
    let mut state = race.start();
    let mut plies = 0;
    while let Some(mv) = race.choose_move(&state, |count| count - 1) {
        race.play(&mut state, mv);
        plies += 1;
        assert!(plies < 2000, "nobody comes home");
    }
    assert_eq!(race.ending(&state), "no pieces left");
}
