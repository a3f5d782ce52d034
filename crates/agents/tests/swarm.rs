//! The thesis's players of Selfo: when they move, where they go, and that they arrive.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use selforge_agents::gathering::{Explanation, Swarm, Target};
use selforge_agents::{AgentSpec, AnyQuestion, Evaluator, Player, Stop};
use selforge_board::{Board, Cell};
use selforge_catalogue::{Described, GameVisitor, Gathering};
use selforge_core::{Action, AnyGame, AnyMove, Game, Seat, Spec, Status, Timeline};
use selforge_games::{NoFiles, Playable};

fn open(spec: &str) -> Playable {
    selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap()
}

fn player_named(spec: &str, playable: &Playable) -> Player {
    Player::new(&AgentSpec::parse(spec).unwrap(), playable).unwrap()
}

fn begin(playable: &Playable) -> Timeline<AnyGame> {
    Timeline::new(Arc::new(playable.game.clone()))
}

fn ask(player: &mut Player, timeline: &Timeline<AnyGame>, seed: u64) -> AnyMove {
    let mut question = AnyQuestion {
        state: timeline.state(),
        history: timeline.keys(),
        budget: None,
        stop: &Stop::default(),
        seed,
        progress: &mut |_| {},
    };
    player.choose(&mut question).unwrap().line[0]
}

fn word(timeline: &Timeline<AnyGame>, mv: AnyMove) -> String {
    let mut text = String::new();
    timeline.game().write_move(timeline.state(), mv, &mut text).unwrap();
    text
}

fn named(timeline: &Timeline<AnyGame>, name: &str) -> AnyMove {
    timeline.game().parse_move(timeline.state(), name).unwrap()
}

/// Plays a game of a player with itself and tells its moves.
fn moves_of(player: &str, playable: &Playable, seed: u64) -> Vec<String> {
    let mut timeline = begin(playable);
    let mut players = [player_named(player, playable), player_named(player, playable)];
    let mut words = Vec::new();
    while let Status::ToMove(mover) = timeline.status() {
        let ply = words.len() as u64;
        let mv = ask(&mut players[mover.index()], &timeline, seed + ply);
        words.push(word(&timeline, mv));
        timeline.act(mover, Action::Move(mv)).unwrap();
    }
    words
}

#[test]
fn the_swarm_passes_only_where_it_may() {
    let mut rests = 0;
    for seed in 0..12 {
        let playable = open(&format!("selfo board=hexhex-5 swap=off seed={seed}"));
        for player in ["swarm", "swarm score=centroid", "chemotaxis"] {
            let moves = moves_of(player, &playable, seed);
            assert!(moves.iter().all(|mv| mv != "pass"), "{player}, start {seed}: {moves:?}");
        }
        rests += moves_of("swarm pass=allowed", &playable, seed)
            .iter()
            .filter(|mv| *mv == "pass")
            .count();
    }
    assert!(rests > 0, "a swarm that may pass does so at a local optimum");
}

#[test]
fn whoever_cannot_move_a_piece_passes() {
    // Both corners of A are walled in; nothing of A can move.
    let playable =
        open("selfo board=hexhex-3 blockade=off swap=off position=\"AB1/BB2/5/2BB/1BA A\"");
    for player in ["swarm", "swarm pass=allowed", "chemotaxis"] {
        let timeline = begin(&playable);
        let mv = ask(&mut player_named(player, &playable), &timeline, 1);
        assert_eq!(word(&timeline, mv), "pass", "{player}");
    }
}

#[test]
fn a_swarm_that_must_move_does_not_walk_to_and_fro() {
    // From this start it comes to a place where every step makes its score worse.
    let playable = open("selfo seed=29 swap=off");
    let mut timeline = begin(&playable);
    let mut player = player_named("swarm", &playable);
    while let Status::ToMove(mover) = timeline.status() {
        let mv = match mover {
            Seat::FIRST => ask(&mut player, &timeline, u64::from(timeline.plies())),
            _ => named(&timeline, "pass"),
        };
        timeline.act(mover, Action::Move(mv)).unwrap();
    }
    let (outcome, ending) = timeline.result().unwrap();
    assert_eq!(outcome.winner(), Some(Seat::FIRST), "{ending:?}");
}

/// The signal of a group on every cell that hears it, by a plain breadth-first search.
fn signal(board: &Board, group: &[Cell], others: &[Cell], decay: f64) -> BTreeMap<Cell, f64> {
    let mut heard: BTreeMap<Cell, f64> =
        group.iter().map(|&cell| (cell, group.len() as f64)).collect();
    let mut queue: VecDeque<Cell> = group.iter().copied().collect();
    while let Some(cell) = queue.pop_front() {
        for &next in board.neighbours(cell) {
            if !others.contains(&next) && !heard.contains_key(&next) {
                heard.insert(next, heard[&cell] * decay);
                queue.push_back(next);
            }
        }
    }
    heard
}

#[test]
fn chemotaxis_climbs_the_strongest_signal_that_a_piece_hears() {
    let board = Board::parse("hexhex-4", 0).unwrap();
    let mut climbed = 0;
    for seed in 0..30 {
        let playable =
            open(&format!("selfo board=hexhex-4 setup=random pieces=6 swap=off seed={seed}"));
        let mut timeline = begin(&playable);
        let mut player = player_named("chemotaxis decay=0.6", &playable);
        for ply in 0..12 {
            let Status::ToMove(mover) = timeline.status() else { break };
            let (own, others) = stood(&board, &timeline, mover);
            let groups = groups(&board, &own);
            let signals: Vec<_> =
                groups.iter().map(|group| signal(&board, group, &others, 0.6)).collect();
            // What a step from cell to cell gains of the strongest signal of another group.
            let rise = |from: Cell, to: Cell| {
                let at =
                    |heard: &BTreeMap<Cell, f64>, cell| heard.get(&cell).copied().unwrap_or(0.0);
                let foreign =
                    || signals.iter().zip(&groups).filter(|(_, group)| !group.contains(&from));
                let loudest = foreign().map(|(heard, _)| at(heard, from)).fold(0.0, f64::max);
                foreign()
                    .filter(|(heard, _)| at(heard, from) > loudest - 1e-6)
                    .map(|(heard, _)| at(heard, to) - loudest)
                    .fold(f64::MIN, f64::max)
            };
            let steps = own.iter().flat_map(|&from| {
                let empty = |to: &&Cell| !own.contains(to) && !others.contains(to);
                board.neighbours(from).iter().filter(empty).map(move |&to| (from, to))
            });
            let best = steps.map(|(from, to)| rise(from, to)).fold(0.0, f64::max);
            let mv = ask(&mut player, &timeline, ply);
            let text = word(&timeline, mv);
            if best > 0.0 {
                let (from, to) = text.split_once('-').unwrap();
                let find = |name: &str| board.cell_named(name).unwrap();
                let gained = rise(find(from), find(to));
                assert!((gained - best).abs() < 1e-4, "start {seed}, {text}: {gained}, {best}");
                climbed += 1;
            }
            timeline.act(mover, Action::Move(mv)).unwrap();
        }
    }
    assert!(climbed > 100, "only {climbed} steps");
}

/// Where the pieces of a seat and those of its opponent stand, from the position's text.
fn stood(board: &Board, timeline: &Timeline<AnyGame>, mover: Seat) -> (Vec<Cell>, Vec<Cell>) {
    let mut text = String::new();
    timeline.game().write_state(timeline.state(), &mut text).unwrap();
    let rows = text.split(' ').next().unwrap().split('/');
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for (row, cells) in rows.zip(board.rows()) {
        let mut at = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(run) => at += run as usize,
                None => {
                    let side = if letter == mover.letter() { &mut own } else { &mut others };
                    side.push(cells[at]);
                    at += 1;
                }
            }
        }
    }
    (own, others)
}

fn groups(board: &Board, own: &[Cell]) -> Vec<Vec<Cell>> {
    let mut rest = own.to_vec();
    let mut groups = Vec::new();
    while let Some(first) = rest.pop() {
        let mut group = vec![first];
        let mut at = 0;
        while at < group.len() {
            let near = board.neighbours(group[at]);
            let (joins, stay) = rest.iter().partition(|cell| near.contains(cell));
            group.extend::<Vec<Cell>>(joins);
            rest = stay;
            at += 1;
        }
        groups.push(group);
    }
    groups
}

#[test]
fn decay_and_score_change_what_the_players_like() {
    let game = |player: &str, seed: u64| {
        moves_of(player, &open(&format!("selfo board=hexhex-5 swap=off seed={seed}")), seed)
    };
    // The decay decides which group is the main one only now and then.
    let differ = |one: &str, other: &str| (0..12).any(|seed| game(one, seed) != game(other, seed));
    assert!(!differ("swarm", "swarm decay=0.7 score=group pass=never variety=0"));
    assert!(differ("swarm", "swarm decay=0.2"));
    assert!(differ("swarm", "swarm score=centroid"));
    assert!(differ("chemotaxis decay=0.9", "chemotaxis decay=0.2"));
}

/// What a position is worth to each seat by the distances to the centroid's cell.
struct ByCentroid;

impl GameVisitor for ByCentroid {
    type Output = Vec<i32>;

    fn visit<G: Described>(self, _: Arc<G>) -> Vec<i32> {
        Vec::new()
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Vec<i32> {
        let swarm = Swarm { target: Target::Centroid, ..Swarm::default() };
        swarm.worths(&*game, &game.start())[..2].to_vec()
    }
}

#[test]
fn the_score_by_the_centroid_is_the_way_of_all_pieces_to_its_cell() {
    let board = Board::parse("hexhex-5", 0).unwrap();
    for seed in 0..20 {
        let playable = open(&format!("selfo board=hexhex-5 seed={seed}"));
        let timeline = begin(&playable);
        let explanation = Explanation::of(&playable, timeline.state()).unwrap();
        let worths = selforge_games::visit(&playable, ByCentroid);
        for seat in Seat::all(2) {
            let (own, others) = stood(&board, &timeline, seat);
            let centroid = &explanation.sets[seat.index()].centroid;
            // A signal that doubles from step to step counts the steps.
            let doubled = signal(&board, &[board.cell_named(centroid).unwrap()], &others, 2.0);
            let steps: f64 = own.iter().map(|cell| doubled[cell].log2()).sum();
            assert_eq!(worths[seat.index()], -10 * steps as i32, "start {seed}, {seat:?}");
        }
    }
}
