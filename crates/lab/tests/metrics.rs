//! Metrics of games whose values can be worked out by hand, and what must hold for all games.

use selforge_agents::{AgentSpec, Stop};
use selforge_core::{Game, Seat, Spec, Stream};
use selforge_games::NoFiles;
use selforge_games::army::{Army, Effect, Place};
use selforge_games::checkers::Checkers;
use selforge_games::chess::Chess;
use selforge_games::rulespace::{Genes, RuleSpace, Rules};
use selforge_lab::metrics::{
    Conditions, ENGINE, Estimate, Measured, Metric, MetricsTable, Plan, Settings, measure, paper,
};
use selforge_lab::{LabError, arena};

fn random_game(index: u64) -> RuleSpace {
    let genes = Genes::random(16, &mut Stream::new(5, "metrics-test", index));
    RuleSpace::new(genes, Rules::default()).expect("random genes make a game")
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
        let checkers = selforge_games::open(&Spec::new("checkers"), &NoFiles).unwrap();
        check(&*checkers.typed::<Checkers>().unwrap(), seed);
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
    assert_eq!(error, "0 games to measure by; expected 1 to 100000; the paper has 20");
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

/// One piece a side that steps straight forward, on different files: seven forced moves each, then the
/// first player has none and loses. 14 turns are worth 0.2; each piece moves in 7 of 14; 14 arrivals on
/// the 16 cells of two files; whoever thinks wins as the second player only, half of the games.
#[test]
fn a_forced_game_has_the_values_worked_by_hand() {
    let genes = format!("1{:023}666666{:020}", 0, 0).parse::<Genes>().unwrap();
    let game = RuleSpace::new(genes, Rules::default()).unwrap();
    let metrics = paper(&game, &Plan::default()).unwrap();
    assert_eq!(metrics.duration.value, 0.2);
    assert_eq!(metrics.intelligence.value, 0.5);
    assert_eq!((metrics.dynamism.value, metrics.dynamism.low), (0.5, 0.5));
    assert_eq!((metrics.usability.value, metrics.usability.high), (14.0 / 16.0, 14.0 / 16.0));
    let measured = measured(&format!("rulespace genes={genes}"), 4, 1).unwrap();
    let value = |metric| measured.estimate(metric).unwrap().value;
    assert_eq!(value(Metric::Balance), -1.0);
    assert_eq!((value(Metric::Completion), value(Metric::Draws)), (1.0, 0.0));
    assert_eq!((value(Metric::DecisionMoves), value(Metric::Branching)), (0.0, 1.0));
    assert_eq!(value(Metric::Coverage), 14.0 / 16.0, "nothing comes to where it stood");
    assert_eq!(value(Metric::SkillTrace), 0.5, "thinking cannot matter");
    assert_eq!(value(Metric::Drama), 0.0);
}

fn settings(spec: &str, games: u32) -> Settings {
    Settings {
        game: Spec::parse(spec).expect("a spec"),
        plan: Plan { games, seed: 3, ..Plan::default() },
        engine: Some(AgentSpec::parse("alphabeta nodes=60 hash=1").expect("a player")),
        controller: None,
        metrics: Metric::ALL.to_vec(),
    }
}

fn run(settings: &Settings, threads: usize) -> Result<Measured, LabError> {
    let stop = Stop::default();
    let measured = measure(
        settings,
        &NoFiles,
        Conditions { workers: threads.into(), stop: &stop, records: None },
        &mut |_| {},
    );
    measured.map(|measured| measured.expect("nobody said stop"))
}

fn measured(spec: &str, games: u32, threads: usize) -> Result<Measured, LabError> {
    run(&settings(spec, games), threads)
}

#[test]
fn every_game_of_the_catalogue_has_all_metrics_at_any_number_of_threads() {
    let position = "selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\"";
    for spec in [position, "rulespace game=paper-2", "checkers"] {
        let one = measured(spec, 2, 1).unwrap();
        assert_eq!(one, measured(spec, 2, 2).unwrap(), "{spec}");
        assert_eq!(one.estimates.len(), Metric::ALL.len());
        assert_eq!(one.rungs.len(), 4);
        let other =
            Settings { plan: Plan { seed: 4, games: 2, ..Plan::default() }, ..settings(spec, 2) };
        assert_ne!(run(&other, 1).unwrap(), one, "{spec}");
    }
}

#[test]
fn the_list_and_the_fast_way_measure_the_same() {
    let game = random_game(7);
    let measured = measured(&format!("rulespace genes={}", game.genes()), 6, 2).unwrap();
    let fast = paper(&game, &Plan { games: 6, seed: 3, ..Plan::default() }).unwrap();
    let estimate = |metric| measured.estimate(metric).unwrap();
    assert_eq!(estimate(Metric::Duration), fast.duration);
    assert_eq!(estimate(Metric::Intelligence), fast.intelligence);
    assert_eq!(estimate(Metric::Dynamism), fast.dynamism);
    assert_eq!(estimate(Metric::Usability), fast.usability);
}

#[test]
fn every_metric_stays_in_its_range_for_any_genes() {
    for index in 0..12 {
        let genes = *random_game(300 + index).genes();
        let measured = measured(&format!("rulespace genes={genes}"), 3, 2).unwrap();
        for (metric, estimate) in measured.estimates {
            let inside = [estimate.low, estimate.value, estimate.high]
                .into_iter()
                .all(|value| metric.range().contains(value));
            assert!(inside && orders(estimate), "{} {estimate:?} of {genes}", metric.name());
        }
    }
}

/// More games, narrower intervals.
#[test]
fn intervals_shrink_with_the_number_of_games() {
    let game = random_game(3);
    let width = |games| {
        let usability = paper(&game, &Plan { games, ..Plan::default() }).unwrap().usability;
        usability.high - usability.low
    };
    assert!(width(640) < width(40) / 2.0);
}

#[test]
fn what_cannot_be_measured_is_refused_with_what_would_be_right() {
    let refused = |settings: &Settings| run(settings, 1).unwrap_err().to_string();
    let three = refused(&settings("selfo seats=3", 2));
    assert!(three.contains("it is for two seats and the game has 3"), "{three}");
    let mut none = settings("selfo board=hexhex-3", 2);
    none.plan.starts = Some(0);
    assert_eq!(refused(&none), "0 starts to measure from; expected 1 to 1000");
    assert!(refused(&settings("chess", 0)).contains("0 games to measure by"));
    let plane = refused(&settings("selfo board=plane", 2));
    assert!(plane.contains("a board without end; expected a finite board"), "{plane}");
    let mut greedy = settings("chess", 2);
    greedy.engine = Some(AgentSpec::parse("greedy").unwrap());
    assert!(refused(&greedy).contains("expected alphabeta, paranoid or mcts"));
    let mut swarm = settings("chess", 2);
    swarm.engine = Some(AgentSpec::parse("swarm").unwrap());
    assert!(refused(&swarm).contains("Selfo"));
    assert!(AgentSpec::parse(ENGINE).unwrap().is_repeatable());
}

#[test]
fn nothing_is_measured_once_told_to_stop() {
    let stop = Stop::default();
    stop.now();
    let conditions = Conditions { workers: 2.into(), stop: &stop, records: None };
    let measured = measure(&settings("checkers", 2), &NoFiles, conditions, &mut |_| {});
    assert_eq!(measured.unwrap(), None);
}

/// A start may favour a side, and with swap the second seat may choose it: its advantage is large, and the
/// arena and the metrics see it alike.
#[test]
fn balance_is_that_of_the_rules_own_first_turns() {
    let engine = "alphabeta nodes=200 hash=1";
    let spec = Spec::parse("selfo board=hexhex-3 pieces=5").unwrap();
    let asked = Settings {
        game: spec.clone(),
        plan: Plan { games: 60, seed: 1, ..Plan::default() },
        engine: Some(AgentSpec::parse(engine).unwrap()),
        controller: None,
        metrics: vec![Metric::Balance],
    };
    let measured = run(&asked, 2).unwrap();
    assert_eq!((measured.starts, measured.spec.to_string()), (60, spec.to_string()));
    let balance = measured.estimate(Metric::Balance).unwrap();
    let players = format!("{engine}; {engine}");
    let players = arena::parse_players(&players).unwrap();
    let match_of_equals = arena::Settings::new(spec, players, 60, 1);
    let plan = arena::Plan::new(match_of_equals, &NoFiles).unwrap();
    let stop = Stop::default();
    let conditions = arena::Conditions { workers: 2.into(), folder: None, stop: &stop };
    let games = arena::run(&plan, conditions, &mut |_| {}).unwrap();
    let first = arena::Summary::of(&plan, &games).first_seat;
    let in_arena = (first.tally.wins as f64 - first.tally.losses as f64) / 60.0;
    assert!(balance.high < -0.2 && in_arena < -0.4, "{balance:?} and {in_arena}");
    assert!((balance.value - in_arena).abs() < 0.2, "{balance:?} and {in_arena}");
}

#[test]
fn a_spec_with_a_seed_is_one_start_and_fewer_starts_than_games_are_shared() {
    let starts = |spec: &str, starts| {
        let mut asked = settings(spec, 4);
        asked.plan.starts = starts;
        asked.metrics = vec![Metric::Draws];
        let measured = run(&asked, 1).unwrap();
        (measured.starts, measured.spec.to_string())
    };
    assert_eq!(starts("selfo board=hexhex-3", None), (4, "selfo board=hexhex-3".to_owned()));
    assert_eq!(starts("selfo board=hexhex-3 seed=6", None).0, 1);
    assert_eq!(starts("selfo board=hexhex-3 seed=6", Some(2)).0, 2);
    assert_eq!(starts("selfo board=hexhex-3", Some(1)).0, 1);
    assert_eq!(starts("checkers", Some(3)), (1, "checkers".to_owned()));
}

/// A player that thinks makes other games than chance does, in all four of the paper's metrics.
#[test]
fn a_controller_plays_the_games_of_the_papers_metrics_and_no_others() {
    let usual = settings("rulespace game=paper-2", 6);
    let other = Settings { controller: Some(AgentSpec::parse("greedy").unwrap()), ..usual.clone() };
    let (usual, other) = (run(&usual, 2).unwrap(), run(&other, 2).unwrap());
    let differs = |metric| usual.estimate(metric) != other.estimate(metric);
    for metric in [Metric::Duration, Metric::Dynamism, Metric::Usability] {
        assert!(differs(metric), "{}", metric.name());
    }
    let told =
        |measured: &Measured| MetricsTable::new(Plan::default(), vec![measured.clone()]).to_text();
    let whose = "The paper's four, from games of";
    assert!(told(&usual).contains(&format!("{whose} its random and one-ply players")));
    assert!(told(&other).contains(&format!("{whose} greedy and a random player")));
    for metric in [Metric::Balance, Metric::Branching, Metric::SkillTrace] {
        assert!(!differs(metric), "{}", metric.name());
    }
    // Who thinks wins; who does not, wins as often as not.
    let intelligence = |controller: Option<&str>| {
        let mut asked = settings("checkers", 20);
        asked.controller = controller.map(|player| AgentSpec::parse(player).unwrap());
        asked.metrics = vec![Metric::Intelligence];
        run(&asked, 2).unwrap().estimate(Metric::Intelligence).unwrap()
    };
    let (thinks, guesses) =
        (intelligence(Some("alphabeta nodes=200 hash=1")), intelligence(Some("random")));
    assert!(guesses.high < thinks.low, "{guesses:?} {thinks:?}");
    assert_ne!(intelligence(None), guesses);
    let misfit = Settings {
        controller: Some(AgentSpec::parse("swarm").unwrap()),
        ..settings("rulespace game=paper-2", 2)
    };
    assert!(run(&misfit, 1).unwrap_err().to_string().contains("swarm"));
}

#[test]
fn games_of_three_have_all_metrics_and_a_score_for_each_seat() {
    let mut asked = settings("selfo board=hexhex-3 seats=3", 3);
    asked.engine = Some(AgentSpec::parse("paranoid nodes=60 hash=1").unwrap());
    let measured = run(&asked, 2).unwrap();
    assert_eq!(measured.estimates.len(), Metric::ALL.len());
    let scores: f64 = measured.seat_scores.iter().map(|score| score.value).sum();
    assert!(measured.seat_scores.len() == 3 && (scores - 1.0).abs() < 1e-5, "{measured:?}");
    let balance = measured.estimate(Metric::Balance).unwrap().value;
    let first = measured.seat_scores[0].value;
    assert!((balance - (3.0 * first - 1.0) / 2.0).abs() < 1e-5, "{balance} {first}");
    asked.engine = None;
    asked.metrics = vec![Metric::Draws];
    assert_eq!(run(&asked, 2).unwrap().players.engine.spec().name(), "paranoid", "it is for three");
}
