//! Metrics of games whose values can be worked out by hand, and what must hold for all games.

use selforge_agents::army::PaperRules;
use selforge_core::{Game, Seat, Spec, Stream};
use selforge_games::army::{Army, Effect, Place};
use selforge_games::checkers::Checkers;
use selforge_games::chess::Chess;
use selforge_games::rulespace::{Genes, RuleSpace, Rules};
use selforge_games::{Described, GameVisitor, NoFiles, catalogue};
use selforge_lab::metrics::{Estimate, Plan, paper, paper_with};

fn random_game(index: u64) -> RuleSpace {
    let genes = Genes::random(16, &mut Stream::new(5, "metrics-test", index));
    RuleSpace::new(genes, Rules::default()).unwrap()
}

/// Both ways to follow pieces must see the same.
#[test]
fn following_moves_and_looking_at_the_board_agree() {
    let plan = Plan { games: 4, ..Plan::default() };
    for index in 0..60 {
        let game = random_game(index);
        let fast = paper(&game, &plan).unwrap();
        let think =
            |state: &_, stream: &mut Stream| Some(PaperRules::pick(&game, state, stream)?.0);
        assert_eq!(paper_with(&game, &plan, think).unwrap(), fast, "{:?}", game.genes());
    }
}

/// What moves say about pieces must be what the board shows, in every game of armies.
#[test]
fn effects_of_moves_lead_to_the_pieces_of_the_next_position() {
    fn places<G: Army>(game: &G, state: &G::State) -> Vec<(usize, Seat)> {
        let mut places = Vec::new();
        game.visit_soldiers(state, &mut |soldier| {
            places.push((soldier.place.index(), soldier.seat));
        });
        places.sort_by_key(|(place, _)| *place);
        places
    }
    fn check<G: Army>(game: &G, seed: u64) {
        let mut stream = Stream::new(seed, "effects", 0);
        let mut state = game.start();
        for _ in 0..400 {
            let Some(mv) = game.choose_move(&state, |count| stream.below(count)) else { break };
            let mut board: std::collections::BTreeMap<usize, Seat> =
                places(game, &state).into_iter().collect();
            game.visit_effects(&state, mv, &mut |effect| match effect {
                Effect::Moved([from, to]) => {
                    let piece = board.remove(&from.index()).expect("something stands there");
                    assert_eq!(board.insert(to.index(), piece), None, "the goal is empty by then");
                }
                Effect::Taken(Place { file, rank }) => {
                    let taken = board.remove(&Place { file, rank }.index());
                    assert_ne!(
                        taken.expect("something is taken"),
                        game.status(&state).to_move().unwrap()
                    );
                }
            });
            game.play(&mut state, mv);
            assert_eq!(board.into_iter().collect::<Vec<_>>(), places(game, &state));
        }
    }
    for seed in 0..40 {
        check(&Chess::new(), seed);
        check(&random_game(seed), seed);
        struct Check(u64);
        impl GameVisitor for Check {
            type Output = ();
            fn visit<G: Described>(self, _: std::sync::Arc<G>, _: Spec) {}
            fn visit_checkers(self, game: std::sync::Arc<Checkers>, _: Spec) {
                check(&*game, self.0);
            }
        }
        catalogue::open(&Spec::new("checkers"), &NoFiles, Check(seed)).unwrap();
    }
    // Castling on both sides, which random games seldom come to.
    let chess = Chess::new();
    for (text, king, rook) in [("O-O", 6, 5), ("O-O-O", 2, 3)] {
        let state = chess.parse_state("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let mv = chess.parse_move(&state, text).unwrap();
        let mut files = Vec::new();
        chess.visit_effects(&state, mv, &mut |effect| {
            if let Effect::Moved([_, to]) = effect {
                files.push(to.file);
            }
        });
        assert_eq!(files, [king, rook]);
    }
}

#[test]
fn a_plan_without_games_is_refused() {
    let plan = Plan { games: 0, ..Plan::default() };
    let error = paper(&random_game(0), &plan).unwrap_err().to_string();
    assert_eq!(error, "0 games to measure by; expected 1 to 1000000; the paper has 20");
}

fn orders(estimate: Estimate) -> bool {
    estimate.low <= estimate.value && estimate.value <= estimate.high
}

#[test]
fn the_papers_metrics_stay_in_their_ranges_for_any_genes() {
    for index in 0..200 {
        let metrics = paper(&random_game(1000 + index), &Plan::default()).unwrap();
        for share in [metrics.duration, metrics.intelligence] {
            assert!(share.low >= 0.0 && share.high <= 1.0 && orders(share), "{metrics:?}");
        }
        for positive in [metrics.dynamism, metrics.usability] {
            assert!(positive.low >= 0.0 && orders(positive), "{metrics:?}");
        }
        assert!(metrics.dynamism.value <= 2.0, "{metrics:?}");
    }
}
