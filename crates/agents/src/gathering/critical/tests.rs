//! Critical paths against brute force on small boards.

use std::collections::BTreeSet;
use std::sync::Arc;

use selforge_board::topology::{Hexes, Shifts};
use selforge_core::{Game, Stream};
use selforge_games::selfo::finite::{Finite, Pieces};
use selforge_games::selfo::{Move, Rules, Selfo, State};

use super::*;

type Hexagons = Selfo<Finite<u64, Hexes<u64>>>;

/// A random open game on a board with so many pieces of the two sets.
fn random_game<T: Topology<u64>>(
    board: &str,
    seed: u64,
    pieces: [usize; 2],
) -> Selfo<Finite<u64, T>> {
    let board = Arc::new(Board::parse(board, 0).unwrap());
    for attempt in 0.. {
        let mut cells = board.cells().to_vec();
        Stream::new(seed, "critical", attempt).shuffle(&mut cells);
        let mut placed = Pieces::NONE;
        for (number, &cell) in cells[..pieces[0] + pieces[1]].iter().enumerate() {
            placed.put(u8::from(number >= pieces[0]), CellSet::only(cell), false);
        }
        let ground = Finite::<u64, T>::new(board.clone(), 2);
        let rules = Rules {
            swap: false,
            blockade: selforge_games::selfo::Blockade::Off,
            ..Rules::usual(2)
        };
        if let Ok(game) = Selfo::new(ground, rules, placed, Seat::FIRST) {
            return game;
        }
    }
    unreachable!("some position is open")
}

/// The plainest flood fill: the cells that are reached over `open` cells.
fn reached(board: &Board, from: &[Cell], open: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    let mut seen: BTreeSet<Cell> = from.iter().copied().collect();
    let mut queue = from.to_vec();
    while let Some(cell) = queue.pop() {
        for next in board.neighbours(cell) {
            if open.contains(next) && seen.insert(*next) {
                queue.push(*next);
            }
        }
    }
    seen
}

/// The least price of any set of empty cells that separates the two, by trying all of them.
fn brute_force(
    situation: &Situation<'_>,
    from: &[Cell],
    to: &[Cell],
    price: impl Fn(Cell) -> u32,
) -> u32 {
    let board = situation.board;
    let empty: Vec<Cell> =
        board.cells().iter().copied().filter(|cell| situation.empty[cell.index()]).collect();
    let own: BTreeSet<Cell> = situation.groups.iter().flatten().copied().collect();
    let mut least = u32::MAX;
    for chosen in 0u32..1 << empty.len() {
        let closed = |at: usize| chosen >> at & 1 == 1;
        let sum: u32 = (0..empty.len()).filter(|&at| closed(at)).map(|at| price(empty[at])).sum();
        if sum < least {
            let mut open = own.clone();
            open.extend((0..empty.len()).filter(|&at| !closed(at)).map(|at| empty[at]));
            if reached(board, from, &open).is_disjoint(&to.iter().copied().collect()) {
                least = sum;
            }
        }
    }
    least
}

#[track_caller]
fn agrees_with_brute_force<T: Topology<u64>>(game: &Selfo<Finite<u64, T>>) {
    let situation = Situation::of(game, &game.start(), 0);
    let board = situation.board;
    let cells = |names: &[String]| -> Vec<Cell> {
        names.iter().map(|name| board.cell_named(name).unwrap()).collect()
    };
    for critical in situation.critical_paths(0) {
        let (from, to) = (&situation.groups[critical.group], &situation.groups[0]);
        assert_eq!(critical.width, brute_force(&situation, from, to, |_| 1), "{critical:?}");
        let moves = brute_force(&situation, from, to, |cell| situation.arrival[cell.index()]);
        assert_eq!(critical.moves_to_cut, Some(moves).filter(|&moves| moves < NEVER));
        // What is called a cut is one, and costs what is said.
        let free: BTreeSet<Cell> = board
            .cells()
            .iter()
            .copied()
            .filter(|c| situation.empty[c.index()] || situation.group_at[c.index()].is_some())
            .collect();
        for cut in [&critical.cut, &critical.quickest_cut] {
            let cut: BTreeSet<Cell> = cells(cut).into_iter().collect();
            let open = &free - &cut;
            let parted = reached(board, from, &open).is_disjoint(&to.iter().copied().collect());
            assert!(parted || critical.moves_to_cut.is_none(), "{critical:?}");
        }
        // The path is one, and no other has fewer gaps: each ring of cells around the group that are
        // reached over k gaps shows it.
        let path = cells(&critical.path);
        assert!(path.windows(2).all(|two| board.neighbours(two[0]).contains(&two[1])));
        assert!(path.iter().all(|cell| free.contains(cell)));
        let gaps = path.iter().filter(|cell| situation.empty[cell.index()]).count();
        assert_eq!(gaps, critical.gaps as usize);
        let own: BTreeSet<Cell> = situation.groups.iter().flatten().copied().collect();
        let mut near = reached(board, from, &own);
        let mut rounds = 0;
        while near.is_disjoint(&to.iter().copied().collect()) && rounds <= 64 {
            let step: Vec<Cell> = near
                .iter()
                .flat_map(|&c| board.neighbours(c))
                .copied()
                .filter(|c| free.contains(c))
                .collect();
            near.extend(step);
            near = reached(board, &near.iter().copied().collect::<Vec<_>>(), &own);
            rounds += 1;
        }
        assert_eq!(critical.moves_to_hold, (rounds <= 64).then_some(rounds), "{critical:?}");
        assert_eq!(critical.width == 0, critical.moves_to_hold.is_none());
    }
}

#[test]
fn widths_cuts_and_paths_agree_with_brute_force() {
    for seed in 0..30 {
        let many = 3 + seed as usize % 3;
        agrees_with_brute_force(&random_game::<Hexes<u64>>("hexhex-3", seed, [many, 5]));
        agrees_with_brute_force(&random_game::<Shifts<u64, 2>>("square-4x4", seed, [many, 3]));
    }
}

/// Whether some group of set A can be cut off from its main group, by this many moves of B alone.
fn can_cut(game: &Hexagons, state: &State<Pieces<u64>>, moves: u32) -> bool {
    if game.is_blocked(state, 0) {
        return true;
    }
    moves > 0 && some_move(game, state, "B", |next| can_cut(game, next, moves - 1))
}

/// Whether the two cells of set A end up in one group, by this many moves of A alone: the cells are
/// followed as their pieces move.
fn can_join(
    game: &Hexagons,
    state: &State<Pieces<u64>>,
    [one, other]: [Cell; 2],
    moves: u32,
) -> bool {
    let ground = game.ground();
    let own = ground.cells_of(game.pieces(state), 0);
    if ground.topology().flood(u64::only(one), own).contains(other) {
        return true;
    }
    moves > 0
        && some_move(game, state, "A", |next| {
            let now = ground.cells_of(game.pieces(next), 0);
            let (left, come) = ((own & !now).lowest(), (now & !own).lowest());
            let follow = |cell: Cell| if cell == left { come } else { cell };
            can_join(game, next, [follow(one), follow(other)], moves - 1)
        })
}

/// Whether `holds` does after some move of a seat, whoever is to move.
fn some_move(
    game: &Hexagons,
    state: &State<Pieces<u64>>,
    seat: &str,
    mut holds: impl FnMut(&State<Pieces<u64>>) -> bool,
) -> bool {
    let mut text = String::new();
    game.write_state(state, &mut text).unwrap();
    let pieces = text.split(' ').next().unwrap().to_string();
    let state = game.parse_state(&format!("{pieces} {seat}")).unwrap();
    let mut moves = Vec::new();
    game.legal_moves(&state, &mut moves);
    moves.retain(|mv| matches!(mv, Move::Step(_)));
    moves.into_iter().any(|mv| {
        let mut next = state;
        game.play(&mut next, mv);
        holds(&next)
    })
}

#[test]
fn no_play_is_quicker_than_the_moves_to_cut_and_to_hold() {
    let (mut cuts, mut joins) = (0, 0);
    for seed in 0..60 {
        let game: Hexagons = random_game("hexhex-3", seed, [3, 7]);
        let state = game.start();
        if game.is_blocked(&state, 0) {
            continue;
        }
        let situation = Situation::of(&game, &state, 0);
        let paths = situation.critical_paths(0);
        // Whatever is cut off first blocks the set.
        let least = paths.iter().filter_map(|path| path.moves_to_cut).min().unwrap_or(u32::MAX);
        for moves in 0..least.min(4) {
            assert!(!can_cut(&game, &state, moves), "seed {seed}: {paths:?}");
        }
        cuts += u32::from(least <= 3 && can_cut(&game, &state, least));
        let ends = [situation.groups[paths[0].group][0], situation.groups[0][0]];
        let least = paths[0].moves_to_hold.unwrap();
        for moves in 0..least.min(5) {
            assert!(!can_join(&game, &state, ends, moves), "seed {seed}: {paths:?}");
        }
        joins += u32::from(least < 5 && can_join(&game, &state, ends, least));
    }
    assert!(cuts > 0 && joins > 5, "the bounds are attained: {cuts} cuts, {joins} joins");
}

#[test]
fn longer_moves_hold_sooner_and_what_nobody_reaches_is_never_cut() {
    // A row of squares, B . A . . A B: no piece of B comes between the two of A.
    let board = Arc::new(Board::parse("square-1x7", 0).unwrap());
    let game = |lengths: [u16; 2]| {
        let ground = Finite::<u64, Shifts<u64, 2>>::new(board.clone(), 2);
        let mut rules = Rules { swap: false, ..Rules::usual(2) };
        rules.lengths[..2].copy_from_slice(&lengths);
        Selfo::from_text(ground, rules, "B1A2AB A").unwrap()
    };
    let path = |lengths| {
        let game = game(lengths);
        critical_paths(&game, &game.start(), 0, board.cells()[2])[0].clone()
    };
    let plain = path([1, 1]);
    assert_eq!((plain.width, plain.gaps, plain.moves_to_hold), (1, 2, Some(2)));
    assert_eq!(plain.moves_to_cut, None, "nobody comes between");
    assert!(!plain.is_in_danger() && plain.quickest_cut.is_empty() && plain.cut.len() == 1);
    assert_eq!(path([2, 1]).moves_to_hold, Some(1));
}
