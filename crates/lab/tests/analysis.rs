//! Series of a game that was worked by hand.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use selforge_agents::AgentSpec;
use selforge_core::{Record, Spec};
use selforge_games::{NoFiles, Playable};
use selforge_lab::analysis::{analyse, to_svg, to_text, usual_engines};

/// Two pieces a set in the corners of a small hexagon.
const GAME: &str = "selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\"";

fn record(moves: &str) -> Record {
    let text = format!("selforge record 1\ngame: {GAME}\nseat A: Anna\n\n{moves}");
    Record::parse(&text).unwrap().record
}

fn playable() -> Playable {
    selforge_games::open(&Spec::parse(GAME).unwrap(), &NoFiles).unwrap()
}

/// A moves one piece twice, B passes and then moves once.
#[test]
fn turns_since_the_last_move_are_those_of_the_owner() {
    let playable = playable();
    let moves = legal_walk(&playable);
    let analysis = analyse(&record(&moves), &playable, &[]).unwrap();
    let [a, b] = analysis.sets.as_slice() else { panic!("two sets") };
    assert_eq!((a.set, a.size, b.size), ('A', 2, 2));
    // After A's first move: one piece moved now, the other one turn ago (it never moved).
    assert_eq!(a.idle, [0.0, 0.5, 0.5, 1.0, 1.0]);
    assert_eq!(b.idle, [0.0, 0.0, 1.0, 1.0, 1.0]);
    assert_eq!(a.idle_most, [0, 1, 1, 2, 2]);
    assert_eq!(a.travelled, [0.0, 1.0, 1.0, 2.0, 2.0]);
    assert_eq!(a.cells_used, [2, 3, 3, 4, 4]);
    assert_eq!(b.travelled, [0.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(a.groups, [2; 5]);
    assert!(analysis.evaluations.is_empty());
    assert_eq!(analysis.players, ["Anna", "seat B"]);
}

/// `1 A`, `2 B pass`, `3 A` with the same piece, `4 B`.
fn legal_walk(playable: &Playable) -> String {
    use selforge_core::{Game, Timeline};
    let mut timeline = Timeline::new(std::sync::Arc::new(playable.game.clone()));
    let mut lines = String::new();
    let mut last_to = String::new();
    for ply in 1..=4 {
        let seat = timeline.status().to_move().unwrap();
        let mut moves = Vec::new();
        timeline.legal_moves(&mut moves);
        let texts: Vec<String> = moves
            .iter()
            .map(|mv| {
                let mut text = String::new();
                timeline.game().write_move(timeline.state(), *mv, &mut text).unwrap();
                text
            })
            .collect();
        let wanted = |text: &&String| match ply {
            2 => *text == "pass",
            3 => text.starts_with(&format!("{last_to}-")) && !lines.contains(&text[3..]),
            _ => text.contains('-') && !text.starts_with("swap"),
        };
        let text = texts.iter().find(wanted).unwrap();
        if let Some((_, to)) = text.split_once('-')
            && ply == 1
        {
            last_to = to.to_owned();
        }
        lines += &format!("{ply} {seat} {text}\n");
        let mv = timeline.game().parse_move(timeline.state(), text).unwrap();
        timeline.act(seat, selforge_core::Action::Move(mv)).unwrap();
    }
    lines
}

/// A moves one piece to and fro three times, B passes: the first two turns of each are warm-up.
#[test]
fn the_indicator_is_summed_up_after_as_many_turns_as_there_are_pieces() {
    let playable = playable();
    let walk = legal_walk(&playable);
    let there = walk.lines().next().unwrap().rsplit(' ').next().unwrap();
    let (from, to) = there.split_once('-').unwrap();
    let moves = format!(
        "1 A {from}-{to}\n2 B pass\n3 A {to}-{from}\n4 B pass\n5 A {from}-{to}\n6 B pass\n"
    );
    let analysis = analyse(&record(&moves), &playable, &[]).unwrap();
    let [a, b] = [0, 1].map(|set| analysis.sets[set].settled.unwrap());
    assert_eq!((a.turns, a.mean, a.fluctuation, a.ratio), (1, 1.5, 0.0, 0.75));
    assert_eq!((b.turns, b.mean, b.ratio), (1, 3.0, 1.5));
    // Two pieces moved at random have waited for 0.875 turns on average after three.
    assert!((a.against_chance - 1.5 / 0.875).abs() < 1e-6);
    assert!((b.against_chance - 3.0 / 0.875).abs() < 1e-6);
    let text = to_text(&analysis);
    assert!(text.contains("mean turns since last move 3.0 ± 0.0 over the last 1 turns"), "{text}");
    let short = analyse(&record(&walk), &playable, &[]).unwrap();
    assert_eq!(short.sets[0].settled, None);
    assert!(to_text(&short).contains("too short to tell how the set moves"));
}

/// After a swap each seat's turns belong to the other set.
#[test]
fn a_swap_exchanges_the_owners() {
    let playable = playable();
    let walk = legal_walk(&playable);
    let first = walk.lines().next().unwrap();
    let analysis =
        analyse(&record(&format!("{first}\n2 B swap\n3 A pass\n")), &playable, &[]).unwrap();
    let [a, b] = analysis.sets.as_slice() else { panic!("two sets") };
    // The swap itself is a turn of set B's owner; the pass is one of its new owner, seat A.
    assert_eq!(a.idle, [0.0, 0.5, 0.5, 0.5]);
    assert_eq!(b.idle, [0.0, 0.0, 1.0, 2.0]);
}

#[test]
fn engines_judge_every_position_and_the_plot_shows_them() {
    let playable = playable();
    let analysis =
        analyse(&record(&legal_walk(&playable)), &playable, &usual_engines(&playable, 2)).unwrap();
    assert_eq!(analysis.evaluations.len(), 2);
    for evaluation in &analysis.evaluations {
        assert_eq!(evaluation.scores.len(), 5);
        assert!(evaluation.scores.iter().all(Option::is_some));
    }
    let text = to_text(&analysis);
    assert!(text.contains("set A, 2 pieces") && text.contains("alphabeta depth=2"), "{text}");
    let svg = to_svg(std::slice::from_ref(&analysis)).unwrap();
    assert!(svg.contains("groups") && svg.contains("value for seat A"));
    assert!(to_svg(&[]).is_err());
}

#[test]
fn any_player_with_an_opinion_judges_and_others_are_refused() {
    let playable = playable();
    let record = record(&legal_walk(&playable));
    let by = |engine: &str| analyse(&record, &playable, &[AgentSpec::parse(engine).unwrap()]);
    let analysis = by("network nodes=20").unwrap();
    let [curve] = analysis.evaluations.as_slice() else { panic!("one engine") };
    assert_eq!(curve.engine, "network nodes=20");
    assert!(curve.scores.len() == 5 && curve.scores.iter().all(Option::is_some), "{curve:?}");
    assert_ne!(curve.scores, by("alphabeta depth=1").unwrap().evaluations[0].scores);
    let refused = |engine| by(engine).unwrap_err().to_string();
    assert!(refused("random").contains("no opinion of positions"));
    assert!(refused("paper-rules").contains("cannot play this"));
}
