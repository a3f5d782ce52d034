//! Populations of networks: the same on any number of threads, stopped, refused.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use selforge_agents::Stop;
use selforge_agents::neural::Evolved;
use selforge_core::Spec;
use selforge_games::NoFiles;
use selforge_lab::LabError;
use selforge_lab::learnability::{self, Beating, Learnability, Settings, Watch};

fn small() -> Settings {
    Settings {
        seeds: 2,
        seed: 3,
        iterations: 3,
        parents: 2,
        opponents: 2,
        every: 2,
        games: 2,
        ..Settings::default()
    }
}

fn learn(game: &str, settings: &Settings, threads: usize) -> Result<Learnability, LabError> {
    let spec = Spec::parse(game).unwrap();
    run(&spec, settings, threads, &Stop::default(), &mut |_| Ok(()))
}

fn run(
    spec: &Spec,
    settings: &Settings,
    threads: usize,
    stop: &Stop,
    keep: &mut dyn FnMut(&Evolved) -> Result<(), LabError>,
) -> Result<Learnability, LabError> {
    let watch = Watch { progress: &mut |_| {}, keep };
    learnability::run(spec, &NoFiles, settings, threads, stop, watch)
}

#[test]
fn the_number_of_threads_changes_nothing_and_the_seed_does() {
    let settings = Settings { beating: Beating::BothSeats, ..small() };
    let one = learn("rulespace game=paper-3", &settings, 1).unwrap();
    assert_eq!(one, learn("rulespace game=paper-3", &settings, 2).unwrap());
    assert!(one.complete);
    assert_eq!(one.cells, 64);
    assert_ne!(one.lessons[0].curve, one.lessons[1].curve);
    let other = learn("rulespace game=paper-3", &Settings { seed: 4, ..settings }, 1).unwrap();
    assert_ne!(one.lessons, other.lessons);
}

#[test]
fn a_lesson_ends_when_one_beats_all_others_or_when_it_is_given_up() {
    let learned = learn("rulespace game=paper-1", &small(), 1).unwrap();
    for lesson in &learned.lessons {
        assert_eq!(lesson.iterations, lesson.learned.unwrap_or(3));
        // Only who won its own games goes on to meet all others.
        assert!(lesson.learned.is_none_or(|learned| lesson.perfect.unwrap() <= learned));
        assert_eq!(lesson.curve[0].iteration, 1);
        assert_eq!(lesson.curve.last().unwrap().iteration, lesson.iterations);
        for point in &lesson.curve {
            assert_eq!(point.random.games(), 2);
            assert_eq!(point.rules.unwrap().games(), 2);
        }
    }
}

#[test]
fn winning_the_own_games_is_told_beside_beating_all_others_and_comes_first() {
    let settings = Settings { seeds: 1, iterations: 4, parents: 6, opponents: 2, ..small() };
    let learned = learn("rulespace game=paper-2", &settings, 1).unwrap();
    let [lesson] = &learned.lessons[..] else { panic!("one population") };
    assert_eq!(lesson.perfect, Some(1), "one of twelve wins two games");
    assert_ne!(lesson.learned, Some(1), "and beats not all eleven");
    let text = learnability::to_text(&learned);
    assert!(text.contains("until one wins the 2 games to which it invites: 1\n"), "{text}");
}

#[test]
fn games_without_armies_and_on_other_boards_are_learned_too() {
    let settings = Settings { seeds: 1, iterations: 1, ..small() };
    let selfo = learn("selfo board=hexhex-3 plies=20", &settings, 1).unwrap();
    assert_eq!((selfo.cells, selfo.lessons[0].curve[0].rules), (19, None));
    assert!(!learnability::to_text(&selfo).contains("paper-rules"));
    assert_eq!(learn("checkers", &settings, 1).unwrap().cells, 64);
}

#[test]
fn what_cannot_be_learned_is_refused_with_what_would_be_right() {
    let refusal =
        |game: &str, settings: &Settings| learn(game, settings, 1).unwrap_err().to_string();
    assert!(refusal("selfo seats=3", &small()).contains("3 seats; expected a game for two"));
    assert!(refusal("selfo board=plane", &small()).contains("expected a finite board"));
    let wrong = [
        (Settings { seeds: 0, ..small() }, "0 seeds; expected 1 to 1000"),
        (Settings { iterations: 0, ..small() }, "0 iterations"),
        (Settings { parents: 0, ..small() }, "0 parents"),
        (Settings { opponents: 4, ..small() }, "4 opponents for 4 individuals; expected 1 to 3"),
        (Settings { games: 0, ..small() }, "0 games"),
    ];
    for (settings, expected) in wrong {
        let message = refusal("checkers", &settings);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn a_raised_signal_ends_the_course_without_the_unfinished_lessons() {
    let stop = Stop::default();
    stop.now();
    let spec = Spec::parse("checkers").unwrap();
    let none = run(&spec, &small(), 2, &stop, &mut |_| Ok(())).unwrap();
    assert!(!none.complete && none.lessons.is_empty());
    assert!(learnability::to_text(&none).contains("learned by 0 of 0"));
}

#[test]
fn the_best_network_of_each_population_is_handed_out_and_a_place_that_is_full_ends_the_course() {
    let spec = Spec::parse("selfo board=hexhex-3 plies=20").unwrap();
    let kept = |threads| {
        let mut kept = Vec::new();
        let mut keep = |it: &Evolved| {
            kept.push(it.clone());
            Ok(())
        };
        run(&spec, &small(), threads, &Stop::default(), &mut keep).unwrap();
        kept.sort_by_key(|it| it.upbringing.population);
        kept
    };
    let networks = kept(1);
    let numbers: Vec<usize> = networks.iter().map(|it| it.upbringing.population).collect();
    assert_eq!(numbers, [1, 2]);
    assert_eq!(networks[0].network.cells(), 19);
    assert_ne!(networks[0].network, networks[1].network);
    assert_eq!(kept(2), networks);
    let mut full =
        |_: &Evolved| Err(LabError::Folder { folder: "place".into(), problem: "is full".into() });
    let error = run(&spec, &small(), 1, &Stop::default(), &mut full).unwrap_err();
    assert!(error.to_string().contains("is full"), "{error}");
}

#[test]
fn the_curve_is_a_picture_that_refers_to_nothing_else() {
    let learned = learn("rulespace game=paper-2", &small(), 2).unwrap();
    let svg = learnability::to_svg(&learned).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("against paper-rules"));
    assert!(!svg.replace("http://www.w3.org/2000/svg", "").contains("http"));
}
