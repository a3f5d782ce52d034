//! Puzzles against an oracle that shares nothing with the search that found them: it plays every move and
//! every reply, remembers nothing, leaves nothing out, and looks at positions as they are drawn.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use std::collections::BTreeSet;

use selforge_agents::{AgentSpec, Stop};
use selforge_core::{AnyState, Game, Seat, Spec, Status};
use selforge_games::{NoFiles, Playable};
use selforge_lab::Replayed;
use selforge_lab::puzzles::{self, Conditions, Log, Plan, Puzzle, Settings, Theme, shipped};

/// How a seat's goal looks in a position.
type Reached<'a> = dyn Fn(&AnyState) -> bool + 'a;

fn after(playable: &Playable, state: &AnyState) -> Vec<(String, AnyState)> {
    let mut moves = Vec::new();
    playable.game.legal_moves(state, &mut moves);
    let play = |mv| {
        let mut next = state.clone();
        playable.game.play(&mut next, mv);
        (playable.move_text(state, mv), next)
    };
    moves.into_iter().map(play).collect()
}

/// Plays everything: whether a seat can force its goal.
struct Oracle<'a> {
    playable: &'a Playable,
    attacker: Seat,
    reached: &'a Reached<'a>,
}

impl Oracle<'_> {
    /// Whether in a position that a move led to the goal is reached, or forced within so many more moves
    /// of the attacker.
    fn works(&self, state: &AnyState, moves: u32) -> bool {
        (self.reached)(state) || (moves > 0 && self.forces(state, moves))
    }

    /// Whether the attacker forces the goal from here within so many of its moves, whoever is to move.
    fn forces(&self, state: &AnyState, moves: u32) -> bool {
        let mut next = after(self.playable, state).into_iter().map(|(_, next)| next);
        match self.playable.game.status(state) {
            Status::Over(_) => false,
            Status::ToMove(seat) if seat == self.attacker => {
                next.any(|it| self.works(&it, moves - 1))
            }
            Status::ToMove(_) => next.all(|it| self.works(&it, moves)),
        }
    }

    /// The moves with which the attacker, who is to move, forces the goal within so many moves.
    fn ways(&self, state: &AnyState, moves: u32) -> Vec<String> {
        let ways = after(self.playable, state).into_iter();
        ways.filter(|(_, next)| self.works(next, moves - 1)).map(|(text, _)| text).collect()
    }
}

/// Whether a seat's pieces, as they are drawn, cannot all come together over empty cells.
fn is_cut_off(playable: &Playable, state: &AnyState, seat: Seat) -> bool {
    let set = playable.sets_of_seats(state)[seat.index()];
    let diagram = playable.diagram(state);
    let of = |cell: usize| diagram.cells[cell].piece.map(|piece| piece.set);
    let own: Vec<usize> = (0..diagram.cells.len()).filter(|&cell| of(cell) == Some(set)).collect();
    let (mut seen, mut open) = (BTreeSet::from([own[0]]), vec![own[0]]);
    while let Some(cell) = open.pop() {
        for &(a, b) in diagram.edges.iter() {
            for (from, to) in [(a, b), (b, a)] {
                if from == cell && of(to).is_none_or(|it| it == set) && seen.insert(to) {
                    open.push(to);
                }
            }
        }
    }
    own.iter().any(|cell| !seen.contains(cell))
}

fn lead(playable: &Playable, state: &AnyState, seat: Seat) -> i32 {
    let set = playable.sets_of_seats(state)[seat.index()];
    let diagram = playable.diagram(state);
    let pieces = diagram.cells.iter().filter_map(|cell| cell.piece);
    pieces.map(|piece| if piece.set == set { 1 } else { -1 }).sum()
}

fn can_capture(playable: &Playable, state: &AnyState) -> bool {
    let diagram = playable.diagram(state);
    let mut moves = Vec::new();
    playable.game.legal_moves(state, &mut moves);
    moves.into_iter().any(|mv| !playable.effect(state, mv, &diagram).captures.is_empty())
}

/// Says what is wrong with a puzzle; nothing if it is right.
fn wrong(puzzle: &Puzzle) -> Option<String> {
    let playable = puzzle.open(&NoFiles).unwrap();
    let start = playable.game.start();
    let Status::ToMove(solver) = playable.game.status(&start) else {
        return Some("it is over".into());
    };
    let other = Seat::new(1 - solver.index());
    let attacker = if puzzle.theme.is_attack() { solver } else { other };
    let victim = Seat::new(1 - attacker.index());
    let before = lead(&playable, &start, attacker);
    let won = |state: &AnyState| {
        playable.game.outcome(state).is_some_and(|outcome| outcome.winner() == Some(attacker))
    };
    let cut = |state: &AnyState| {
        matches!(playable.game.status(state), Status::ToMove(_))
            && is_cut_off(&playable, state, victim)
            && !is_cut_off(&playable, state, attacker)
    };
    let ahead = |state: &AnyState| match playable.game.status(state) {
        Status::Over(_) => won(state),
        Status::ToMove(seat) => {
            seat != attacker
                && lead(&playable, state, attacker) > before
                && !can_capture(&playable, state)
        }
    };
    let reached: &Reached<'_> = match puzzle.theme {
        Theme::Win | Theme::Hold => &won,
        Theme::CutOff | Theme::Save => &cut,
        Theme::PieceAhead => &ahead,
    };
    let oracle = Oracle { playable: &playable, attacker, reached };
    if !puzzle.theme.is_attack() {
        let safe: Vec<String> = after(&playable, &start)
            .into_iter()
            .filter(|(_, next)| !oracle.forces(next, puzzle.moves))
            .map(|(text, _)| text)
            .collect();
        return (safe != puzzle.line).then(|| format!("the moves that hold are {safe:?}"));
    }
    let (mut state, mut left) = (start, puzzle.moves);
    if left > 1 && !oracle.ways(&state, left - 1).is_empty() {
        return Some("it can be done in fewer moves".into());
    }
    for pair in puzzle.line.chunks(2) {
        let mut found = oracle.ways(&state, left);
        let mut said = vec![pair[0].clone()];
        if left == 1 {
            said.extend(puzzle.also.clone());
        }
        found.sort();
        said.sort();
        if found != said {
            return Some(format!("with {left} moves left {found:?} do it and not {said:?}"));
        }
        for text in pair {
            let mv = playable.game.parse_move(&state, text).unwrap();
            playable.game.play(&mut state, mv);
        }
        left -= 1;
    }
    (left > 0 || !reached(&state)).then(|| "the line does not end with the goal".to_owned())
}

fn settings(games: &str, count: usize) -> Settings {
    Settings {
        games: games.split(';').map(|game| Spec::parse(game.trim()).unwrap()).collect(),
        player: AgentSpec::parse("alphabeta nodes=100").unwrap(),
        count,
        seed: 3,
        random_plies: 2,
        each: 1000,
    }
}

fn made(settings: Settings, threads: usize) -> Vec<Puzzle> {
    let plan = Plan::new(settings, Vec::new(), &NoFiles).unwrap();
    let conditions = Conditions { threads, log: None, stop: &Stop::default() };
    puzzles::run(&plan, conditions, &mut |_| {}).unwrap().puzzles
}

/// Small boards with few pieces, on which the oracle can play out everything.
const SMALL: &str = "selfo board=hexhex-3 pieces=3 swap=off; selfo board=hexhex-3 pieces=4 swap=off; selfo board=square-5x5 pieces=3 swap=off";

#[test]
fn puzzles_of_small_boards_are_what_plain_play_of_everything_finds() {
    let found = made(settings(SMALL, 30), 2);
    let kinds: BTreeSet<(Theme, u32)> = found.iter().map(|it| (it.theme, it.moves)).collect();
    assert!(kinds.len() >= 4, "too few kinds to test anything: {kinds:?}");
    assert!(found.iter().any(|puzzle| puzzle.moves >= 3 && puzzle.theme == Theme::Win));
    for puzzle in found.iter().filter(|puzzle| puzzle.moves <= 3) {
        assert_eq!(wrong(puzzle), None, "{puzzle:?}");
    }
}

/// In these games a piece that jumps goes on jumping, and each jump is a move of the same seat.
const CHAINS: &str = "rulespace game=paper-2; rulespace game=paper-4";

#[test]
fn puzzles_of_games_in_which_a_seat_moves_several_times_in_a_row_are_right_as_well() {
    let found = made(settings(CHAINS, 16), 2);
    assert!(found.len() >= 6, "too few to test anything: {found:?}");
    for puzzle in found.iter().filter(|puzzle| puzzle.moves <= 2) {
        assert_eq!(wrong(puzzle), None, "{puzzle:?}");
    }
}

#[test]
fn the_oracle_sees_when_a_puzzle_is_wrong() {
    let found = made(settings(SMALL, 10), 2);
    let win = found.iter().find(|puzzle| puzzle.theme == Theme::Win && puzzle.moves == 2).unwrap();
    let playable = win.open(&NoFiles).unwrap();
    let others = after(&playable, &playable.game.start()).into_iter().map(|(text, _)| text);
    let other = others.into_iter().find(|text| *text != win.line[0]).unwrap();
    let mut false_line = win.clone();
    false_line.line[0] = other;
    assert!(wrong(&false_line).is_some());
    assert!(!puzzles::prove(&false_line, &NoFiles).unwrap());
    let too_long = Puzzle { moves: 3, ..win.clone() };
    assert!(wrong(&too_long).is_some() && !puzzles::prove(&too_long, &NoFiles).unwrap());
    assert!(puzzles::prove(win, &NoFiles).unwrap());
}

#[test]
fn shipped_puzzles_are_proven_again() {
    let all = std::env::var("SELFORGE_TEST_CASES").is_ok_and(|cases| cases == "all");
    let mut kinds = BTreeSet::new();
    for (at, puzzle) in shipped().iter().enumerate() {
        let family = puzzle.game.split(' ').next().unwrap();
        let new = kinds.insert((family, puzzle.theme, puzzle.moves));
        if !all && !new && at % 40 != 0 {
            continue;
        }
        assert!(puzzles::prove(puzzle, &NoFiles).unwrap(), "{puzzle:?}");
        // Longer ones the oracle would not see the end of.
        if puzzle.moves == 1 || (puzzle.moves == 2 && (all || new)) {
            assert_eq!(wrong(puzzle), None, "{puzzle:?}");
        }
    }
}

#[test]
fn enough_puzzles_are_shipped_and_no_two_are_one() {
    let of =
        |name: &str| shipped().iter().filter(|it| it.game.split(' ').next() == Some(name)).count();
    assert!(of("selfo") >= 500, "{} for Selfo", of("selfo"));
    assert!(of("chess") >= 24 && of("checkers") >= 24, "{} and {}", of("chess"), of("checkers"));
    let positions: BTreeSet<&str> = shipped().iter().map(|puzzle| &*puzzle.game).collect();
    let names: BTreeSet<String> = shipped().iter().map(Puzzle::id).collect();
    assert_eq!((positions.len(), names.len()), (shipped().len(), shipped().len()));
    for moves in 2..=4 {
        let connect = |it: &&Puzzle| {
            it.game.starts_with("selfo") && it.theme == Theme::Win && it.moves == moves
        };
        assert!(shipped().iter().filter(connect).count() >= 20, "connect in {moves}");
    }
    for theme in [Theme::CutOff, Theme::Save, Theme::Hold] {
        assert!(shipped().iter().filter(|it| it.theme == theme).count() >= 20, "{theme:?}");
    }
    let bytes: usize = puzzles::SHIPPED.iter().map(|file| file.len()).sum();
    assert!(bytes < 200_000, "{bytes} bytes");
}

#[test]
fn the_same_puzzles_are_found_on_any_number_of_threads_and_after_a_kill() {
    let wanted = || settings("selfo board=hexhex-3 pieces=3 swap=off", 8);
    let whole = made(wanted(), 1);
    assert!(!whole.is_empty());
    assert_eq!(made(wanted(), 4), whole);
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let plan = Plan::new(wanted(), Vec::new(), &NoFiles).unwrap();
    // Stopped in the middle, and killed while it wrote a line.
    let stop = Stop::default();
    let mut log = Log::open(&folder, &plan, "test").unwrap();
    let conditions = Conditions { threads: 1, log: Some(&mut log), stop: &stop };
    let half = puzzles::run(&plan, conditions, &mut |it| {
        if it.done >= 3 {
            stop.now();
        }
    })
    .unwrap();
    assert!(!half.complete && half.games >= 3);
    drop(log);
    let file = folder.join("searched.jsonl");
    let mut text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count(), half.games);
    text.push_str("{\"number\":7,\"puz");
    std::fs::write(&file, text).unwrap();
    let mut log = Log::open(&folder, &plan, "test").unwrap();
    let conditions = Conditions { threads: 2, log: Some(&mut log), stop: &Stop::default() };
    let mut first = None;
    let rest = puzzles::run(&plan, conditions, &mut |it| {
        first.get_or_insert(it.done);
    })
    .unwrap();
    assert_eq!((rest.complete, rest.puzzles, first), (true, whole, Some(half.games)));
    drop(log);
    let other = Plan::new(Settings { seed: 4, ..wanted() }, Vec::new(), &NoFiles).unwrap();
    let refused = Log::open(&folder, &other, "test").unwrap_err().to_string();
    assert!(refused.contains("the seed is '3' there and '4' here"), "{refused}");
}

#[test]
fn puzzles_are_found_in_recorded_games_too() {
    // A mate in two that is known for long: the rook is given up on a6, and a pawn mates.
    let playable = Spec::parse("chess position=\"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\"").unwrap();
    let playable = selforge_games::open(&playable, &NoFiles).unwrap();
    let game = std::sync::Arc::new(playable.game.clone());
    let mut timeline = selforge_core::Timeline::new(game);
    for text in ["a1a6", "b7a6", "b6b7"] {
        let Status::ToMove(seat) = timeline.status() else { panic!("{text} comes too late") };
        let mv = timeline.game().parse_move(timeline.state(), text).unwrap();
        timeline.act(seat, selforge_core::Action::Move(mv)).unwrap();
    }
    let headers = selforge_core::Headers::new(playable.spec.clone());
    let text = selforge_core::Record::from_timeline(&timeline, headers).to_text();
    let read = Replayed::read(text.as_bytes(), &NoFiles).unwrap();
    let nothing = Settings { games: Vec::new(), ..settings("chess", 1) };
    let plan = Plan::new(nothing, vec![read], &NoFiles).unwrap();
    let conditions = Conditions { threads: 1, log: None, stop: &Stop::default() };
    let found = puzzles::run(&plan, conditions, &mut |_| {}).unwrap().puzzles;
    // The oldest of them all: Paul Morphy's, the rook is given up.
    let [mate] = &found[..] else { panic!("{found:?}") };
    assert_eq!((mate.theme, mate.moves, &*mate.line[0]), (Theme::Win, 2, "a1a6"));
    assert_eq!(wrong(mate), None);
}

#[test]
fn games_in_which_nothing_can_be_proven_are_refused() {
    let refused =
        |game: &str| Plan::new(settings(game, 1), Vec::new(), &NoFiles).unwrap_err().to_string();
    assert!(refused("selfo seats=3 board=hexhex-4").contains("expected a game for two"));
    let none = Settings { games: Vec::new(), ..settings("chess", 1) };
    let nothing = Plan::new(none, Vec::new(), &NoFiles).unwrap_err().to_string();
    assert!(nothing.contains("no game to look for puzzles in"), "{nothing}");
}
