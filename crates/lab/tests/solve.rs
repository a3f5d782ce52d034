//! Solved boards beside a slow solver that knows nothing but the rules of the game.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use selforge_agents::Stop;
use selforge_board::Board;
use selforge_core::{Action, AnyState, Game, Seat, Spec, Status, Timeline};
use selforge_games::{NoFiles, Playable};
use selforge_lab::solve::{Problem, Solution, Summary, Value, solve, to_text};

const MEMORY: u64 = 1 << 28;

fn open(spec: &str) -> Option<Playable> {
    selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).ok()
}

fn solved(playable: &Playable, threads: usize) -> Solution {
    let problem = Problem::of(playable).unwrap();
    solve(problem, MEMORY, threads, &Stop::default(), &mut |_| {}).unwrap().unwrap()
}

/// Every text of `a` pieces A and `b` pieces B on a board's rows.
fn placements(board: &str, a: usize, b: usize) -> Vec<String> {
    let rows: Vec<usize> = Board::parse(board, 0).unwrap().rows().iter().map(Vec::len).collect();
    let mut all = vec![String::new()];
    for at in 0..rows.iter().sum() {
        let ends = |row: usize| rows[..=row].iter().sum::<usize>() == at + 1;
        let row_ends = (0..rows.len() - 1).any(ends);
        all = all
            .iter()
            .flat_map(|text| ['A', 'B', '1'].map(|letter| format!("{text}{letter}")))
            .filter(|text| {
                let count = |letter| text.matches(letter).count();
                count('A') <= a && count('B') <= b
            })
            .map(|text| if row_ends { text + "/" } else { text })
            .collect();
    }
    all.retain(|text| text.matches('A').count() == a && text.matches('B').count() == b);
    // Empty cells next to each other are one number.
    let runs = |text: &String| {
        let parts = text.split_inclusive(['A', 'B', '/']).map(|part| {
            let empty = part.matches('1').count();
            let rest = part.trim_start_matches('1');
            if empty > 0 { format!("{empty}{rest}") } else { rest.to_owned() }
        });
        parts.collect::<String>()
    };
    all.iter().map(runs).collect()
}

/// A game with these pieces, from whatever start the rules allow.
fn game(board: &str, a: usize, b: usize, options: &str) -> Playable {
    let position = |text: &String| {
        open(&format!("selfo board={board} position=\"{text} A\" swap=off {options}"))
    };
    placements(board, a, b).iter().find_map(position).expect("some start is allowed")
}

/// The states that can be reached from given ones, with where each leads.
struct Tree {
    states: Vec<AnyState>,
    next: Vec<Vec<usize>>,
}

fn tree(playable: &Playable, roots: Vec<AnyState>) -> Tree {
    let game = &playable.game;
    let (mut known, mut states, mut next) = (HashMap::new(), Vec::new(), Vec::new());
    let mut number = |state: AnyState, states: &mut Vec<AnyState>| {
        *known.entry(state).or_insert_with_key(|state| {
            states.push(state.clone());
            states.len() - 1
        })
    };
    for state in roots {
        number(state, &mut states);
    }
    let mut at = 0;
    while at < states.len() {
        let (state, mut leads) = (states[at].clone(), Vec::new());
        let _ = game.visit_moves(&state, &mut |mv| {
            let mut after = state.clone();
            game.play(&mut after, mv);
            leads.push(number(after, &mut states));
            ControlFlow::Continue(())
        });
        next.push(leads);
        at += 1;
    }
    Tree { states, next }
}

/// What each state is worth to the seat to move, by going over all of them again and again.
fn slowly(playable: &Playable, tree: &Tree) -> Vec<Option<Value>> {
    let status: Vec<Status> = tree.states.iter().map(|state| playable.game.status(state)).collect();
    let won_by = |number: usize| match status[number] {
        Status::Over(outcome) => outcome.winner(),
        Status::ToMove(_) => None,
    };
    let mut values: Vec<Option<Value>> =
        status.iter().map(|it| it.to_move().map(|_| Value::Drawn)).collect();
    for plies in 1.. {
        let before = values.clone();
        for (number, next) in tree.next.iter().enumerate() {
            let (Status::ToMove(seat), Some(Value::Drawn)) = (status[number], before[number])
            else {
                continue;
            };
            let wins = |&it: &usize| {
                won_by(it) == Some(seat) || matches!(before[it], Some(Value::Lost(_)))
            };
            let loses = |&it: &usize| matches!(before[it], Some(Value::Won(_)));
            if next.iter().any(wins) {
                values[number] = Some(Value::Won(plies));
            } else if next.iter().all(loses) {
                values[number] = Some(Value::Lost(plies));
            }
        }
        if values == before {
            return values;
        }
    }
    values
}

/// All states of a game, wherever its pieces stand and whoever is to move.
fn whole_tree(playable: &Playable, board: &str, a: usize, b: usize) -> Tree {
    let seated = |text: &String| ["A", "B"].map(|seat| format!("{text} {seat}"));
    let texts = placements(board, a, b);
    let roots = texts.iter().flat_map(seated);
    let roots = roots.filter_map(|text| playable.game.parse_state(&text).ok()).collect();
    tree(playable, roots)
}

#[track_caller]
fn agrees(board: &str, a: usize, b: usize, options: &str) {
    let playable = game(board, a, b, options);
    let (solution, tree) = (solved(&playable, 2), whole_tree(&playable, board, a, b));
    let slow = slowly(&playable, &tree);
    let mut counts: HashMap<(Seat, &str), u64> = HashMap::new();
    let mut compared = 0;
    for ((state, value), next) in tree.states.iter().zip(&slow).zip(&tree.next) {
        let Some(seat) = playable.game.status(state).to_move() else { continue };
        let same_cells = |it: &&usize| {
            let other = &tree.states[**it];
            playable.position_text(other).split(' ').next()
                == playable.position_text(state).split(' ').next()
        };
        let pass = next.iter().find(same_cells).unwrap();
        // Without the rule about passes nobody counts them.
        let passed = playable.position_text(state).contains("pass");
        assert!(!passed || playable.game.outcome(&tree.states[*pass]).is_some());
        let fast = match solution.value(&playable, state).unwrap() {
            Value::Lost(_) if passed => Value::Drawn,
            value => value,
        };
        let text = playable.position_text(state);
        assert_eq!(Some(fast), *value, "{board} {options}: {text}");
        compared += 1;
        if !passed {
            let kind = match fast {
                Value::Won(_) => "won",
                Value::Lost(_) => "lost",
                Value::Drawn => "drawn",
            };
            *counts.entry((seat, kind)).or_default() += 1;
        }
    }
    assert!(compared > 0);
    let summary = Summary::of(&solution);
    for (number, seat) in [Seat::new(0), Seat::new(1)].into_iter().enumerate() {
        let side = &summary.sides[number.min(summary.sides.len() - 1)];
        let count = |kind| counts.get(&(seat, kind)).copied().unwrap_or(0);
        // Blockades end the game unless an option says otherwise.
        let over = if options.contains("blockade=off") { 0 } else { side.blockades };
        let expected = (count("won"), count("lost"), count("drawn") + over);
        assert_eq!((side.won, side.lost, side.drawn), expected, "{board} {options}");
    }
}

#[test]
fn every_value_is_that_of_a_slow_solver() {
    agrees("hexhex-2", 2, 2, "");
    agrees("hexhex-2", 3, 2, "");
    agrees("hexhex-2", 2, 3, "");
    agrees("square-3x3", 2, 2, "");
    agrees("square-3x3", 3, 3, "");
    agrees("square-2x4", 3, 2, "");
    agrees("king-3x3", 2, 3, "");
    agrees("tri-1", 2, 2, "");
    agrees("hex-3x3", 3, 3, "");
    agrees("voronoi-9-3", 2, 3, "");
}

#[test]
fn every_value_is_right_on_the_smallest_boards_of_the_tables() {
    agrees("hexhex-3", 2, 2, "");
}

#[test]
fn longer_moves_are_solved_too() {
    agrees("square-3x3", 2, 2, "length=2");
    agrees("square-3x3", 3, 2, "length=1,2");
    agrees("square-3x3", 2, 2, "length=any,1");
}

#[test]
fn options_about_passes_and_blockades_change_no_value() {
    agrees("square-3x3", 3, 3, "passes=off");
    agrees("square-3x3", 3, 3, "blockade=off");
    agrees("hexhex-2", 2, 2, "blockade=off passes=off");
}

/// The line of a summary, played by the rules.
fn play(board: &str, options: &str, position: &str, line: &[String]) -> Option<Seat> {
    let spec = format!("selfo board={board} position=\"{position}\" swap=off {options}");
    let playable = open(&spec).unwrap();
    let mut timeline = Timeline::new(Arc::new(playable.game.clone()));
    for text in line {
        let seat = timeline.status().to_move().unwrap();
        let mv = timeline.game().parse_move(timeline.state(), text).unwrap();
        timeline.act(seat, Action::Move(mv)).unwrap();
    }
    timeline.status().outcome().and_then(|outcome| outcome.winner())
}

#[test]
fn the_longest_win_is_one_when_it_is_played() {
    for (board, a, b, options) in [
        ("hexhex-3", 3, 3, ""),
        ("hexhex-3", 3, 2, ""),
        ("square-4x4", 3, 3, "length=1,2"),
        ("king-4x4", 3, 3, ""),
    ] {
        let summary = Summary::of(&solved(&game(board, a, b, options), 2));
        for side in &summary.sides {
            let win = side.longest_win.as_ref().unwrap();
            assert_eq!(win.value, Value::Won(win.line.len() as u32));
            let longest = side.decided_in.iter().step_by(2).rposition(|count| *count > 0);
            assert_eq!(win.line.len(), 2 * longest.unwrap() + 1);
            let winner = play(board, options, &win.position, &win.line).unwrap();
            assert!(win.position.ends_with(winner.letter()), "{board}: {}", win.position);
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let playable = open("selfo board=hexhex-3 pieces=3").unwrap();
    let [one, three] = [1, 3].map(|threads| Summary::of(&solved(&playable, threads)));
    assert_eq!(one, three);
    let text = to_text(&one, true);
    assert!(text.contains("19 cells, 3 and 3 pieces, moves of 1"), "{text}");
    assert!(text.contains("A or B to move") && text.contains("longest win"), "{text}");
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_reason() {
    let refused = |spec: &str| {
        let problem = Problem::of(&open(spec).unwrap());
        problem.and_then(|it| it.check(MEMORY)).unwrap_err().to_string()
    };
    assert!(refused("chess").contains("no game of sets that gather"));
    assert!(refused("selfo").contains("a board of 91 cells; expected at most 64 cells"));
    assert!(refused("selfo board=hexhex-4 seats=3").contains("a game for 3 players"));
    assert!(refused("selfo board=hexhex-4 special=1").contains("special pieces"));
    assert!(refused("selfo board=plane").contains("no game of sets that gather"));
    let large = refused("selfo board=hexhex-5");
    assert!(large.contains("12 and 12 pieces on 61 cells stand in "), "{large}");
    assert!(large.contains("MiB; expected at most 256 MiB"), "{large}");
}

#[test]
fn a_raised_signal_ends_it() {
    let stop = Stop::default();
    stop.now();
    let problem = Problem::of(&open("selfo board=hexhex-3 pieces=2").unwrap()).unwrap();
    assert!(solve(problem, MEMORY, 2, &stop, &mut |_| {}).unwrap().is_none());
}
