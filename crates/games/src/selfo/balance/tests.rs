//! The brackets and the isolation tests against plain code without bit tricks.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use selforge_core::Stream;

use super::*;

/// How many random cases to try: `usual`, or `all` if the environment says
/// `SELFORGE_TEST_CASES=all`.
pub(crate) fn cases(usual: u64, all: u64) -> u64 {
    match std::env::var("SELFORGE_TEST_CASES") {
        Ok(wish) if wish == "all" => all,
        _ => usual,
    }
}

type Placed = Vec<(Cell, SetId)>;

/// The lower bound of every set by counting alone, which does not hang on the order of the cells.
pub(crate) fn counted_lows(board: &Board, placed: &[(Cell, SetId)], sets: u8) -> Vec<u32> {
    struct Counting<'a>(&'a Board, &'a [(Cell, SetId)], u8);

    impl TopologyVisitor for Counting<'_> {
        type Output = Vec<u32>;

        fn visit<S: CellSet, T: Topology<S>>(self) -> Vec<u32> {
            let Counting(board, placed, sets) = self;
            let topology = T::of(board);
            let cells = |of: &dyn Fn(SetId) -> bool| {
                let of_set = placed.iter().filter(|(_, set)| of(*set));
                of_set.fold(S::EMPTY, |cells, (cell, _)| cells | S::only(*cell))
            };
            let low = |set| {
                let free = topology.all() & !cells(&|other| other != set);
                Gains::of(board).low_of(&topology, cells(&|other| other == set), free, 1)
            };
            (0..sets).map(low).collect()
        }
    }
    with_topology(board, Counting(board, placed, sets))
}

fn board(name: &str) -> Arc<Board> {
    Arc::new(Board::parse(name, 3).unwrap())
}

fn random_placement(board: &Board, pieces: &[usize], random: &mut Stream) -> Placed {
    let mut cells = board.cells().to_vec();
    random.shuffle(&mut cells);
    let sets = pieces.iter().enumerate().flat_map(|(set, &n)| vec![set as SetId; n]);
    cells.into_iter().zip(sets).collect()
}

/// Reads a position's rows, e.g. `A1B/4/5/4/B1A`; each digit is a run of its own.
fn placed(board: &Board, text: &str) -> Placed {
    let mut placed = Vec::new();
    for (row, text) in board.rows().iter().zip(text.split('/')) {
        let mut at = 0;
        for c in text.chars() {
            match c.to_digit(10) {
                Some(run) => at += run as usize,
                None => {
                    placed.push((row[at], c as SetId - b'A'));
                    at += 1;
                }
            }
        }
    }
    placed
}

/// The cells that can be reached from `from` through cells that satisfy `open`, in at most `steps`.
fn reach(board: &Board, from: Cell, steps: u32, open: &dyn Fn(Cell) -> bool) -> BTreeSet<Cell> {
    let mut seen = BTreeSet::from([from]);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((here, far)) = queue.pop_front() {
        for &next in board.neighbours(here) {
            if far < steps && open(next) && seen.insert(next) {
                queue.push_back((next, far + 1));
            }
        }
    }
    seen
}

fn connected(board: &Board, own: &BTreeSet<Cell>) -> bool {
    let first = *own.first().unwrap();
    reach(board, first, u32::MAX, &|cell| own.contains(&cell)).len() == own.len()
}

/// The fewest moves that connect a set, by trying everything; `None` if nothing does.
fn brute_force(board: &Board, placed: &Placed, set: SetId, length: u32) -> Option<u32> {
    let own: BTreeSet<Cell> = placed.iter().filter(|p| p.1 == set).map(|p| p.0).collect();
    let others: HashSet<Cell> = placed.iter().filter(|p| p.1 != set).map(|p| p.0).collect();
    let mut seen = HashMap::from([(own.clone(), 0)]);
    let mut queue = VecDeque::from([own]);
    while let Some(own) = queue.pop_front() {
        let moves = seen[&own];
        if connected(board, &own) {
            return Some(moves);
        }
        for &from in &own {
            let open = |cell: Cell| !others.contains(&cell) && !own.contains(&cell);
            for to in reach(board, from, length, &open) {
                let mut next = own.clone();
                next.remove(&from);
                next.insert(to);
                if !seen.contains_key(&next) {
                    seen.insert(next.clone(), moves + 1);
                    queue.push_back(next);
                }
            }
        }
    }
    None
}

/// Asserts that a plan's moves are legal and connect the set.
fn replay(board: &Board, placed: &Placed, set: SetId, length: u32, moves: &[(Cell, Cell)]) {
    let mut own: BTreeSet<Cell> = placed.iter().filter(|p| p.1 == set).map(|p| p.0).collect();
    let others: HashSet<Cell> = placed.iter().filter(|p| p.1 != set).map(|p| p.0).collect();
    for (from, to) in moves {
        assert!(own.contains(from) && from != to);
        let open = |cell: Cell| !others.contains(&cell) && !own.contains(&cell);
        assert!(reach(board, *from, length, &open).contains(to), "{from:?} {to:?}");
        own.remove(from);
        own.insert(*to);
    }
    assert!(connected(board, &own));
}

struct Planning<'a>(&'a Arc<Board>, &'a Placed, &'a [Length], Effort);

impl TopologyVisitor for Planning<'_> {
    type Output = Vec<Option<Vec<(Cell, Cell)>>>;

    fn visit<S: CellSet, T: Topology<S>>(self) -> Self::Output {
        let Planning(board, placed, lengths, effort) = self;
        let ground = Finite::<S, T>::new(board.clone(), lengths.len() as u8);
        let mut pieces = Pieces::NONE;
        placed.iter().for_each(|&(cell, set)| pieces.put(set, S::only(cell), false));
        let lengths: Vec<Lengths> =
            lengths.iter().map(|&plain| Lengths { plain, special: plain }).collect();
        let scales = Scales::new(&ground, &lengths);
        (0..ground.sets()).map(|set| scales.plan(&pieces, set, effort)).collect()
    }
}

fn plans(
    board: &Arc<Board>,
    placed: &Placed,
    lengths: &[Length],
    effort: Effort,
) -> Vec<Option<Vec<(Cell, Cell)>>> {
    with_topology(board, Planning(board, placed, lengths, effort))
}

#[test]
fn brackets_contain_the_true_number_and_thorough_ones_are_exact_on_small_boards() {
    let boards = [("hexhex-3", 4, 4), ("square-4x4", 4, 3), ("tri-2", 4, 5), ("voronoi-14", 3, 3)];
    let mut open = 0;
    for (name, first, second) in boards {
        let board = board(name);
        for case in 0..cases(12, 500) {
            for length in [1, 2] {
                let mut random = Stream::new(case, name, u64::from(length));
                let placed = random_placement(&board, &[first, second], &mut random);
                let lengths = [length, length];
                for effort in [Effort::Quick, Effort::Thorough] {
                    let balance = weigh(&board, &placed, &lengths, effort);
                    let plans = plans(&board, &placed, &lengths, effort);
                    for set in 0..2u8 {
                        let found = balance.sets[usize::from(set)].bracket;
                        let truth = brute_force(&board, &placed, set, u32::from(length));
                        let plan = &plans[usize::from(set)];
                        let Some(truth) = truth else {
                            assert!(found.is_none() && plan.is_none());
                            continue;
                        };
                        open += 1;
                        let found = found.unwrap();
                        let range = found.low..=found.high;
                        assert!(range.contains(&truth), "{name} {placed:?} {found:?} {truth}");
                        let plan = plan.as_ref().unwrap();
                        assert_eq!(plan.len() as u32, found.high);
                        replay(&board, &placed, set, u32::from(length), plan);
                        assert!(effort == Effort::Quick || found.is_exact(), "{found:?} {truth}");
                    }
                }
            }
        }
    }
    assert!(open > 100, "most sets can be connected");
}

#[test]
fn the_plan_for_a_large_set_is_legal_and_as_long_as_its_upper_bound() {
    for (name, pieces) in [("hexhex-6", 18), ("hexhex-9", 40), ("king-8x8", 12), ("hexhex-18", 150)]
    {
        let board = board(name);
        for (case, length) in [(0, 1), (1, 2), (2, Length::MAX)] {
            let mut random = Stream::new(case, name, 0);
            let placed = random_placement(&board, &[pieces, pieces], &mut random);
            let lengths = [length; 2];
            let balance = weigh(&board, &placed, &lengths, Effort::Quick);
            for (set, plan) in plans(&board, &placed, &lengths, Effort::Quick).iter().enumerate() {
                let bracket = balance.sets[set].bracket;
                assert_eq!(plan.as_ref().map(|p| p.len() as u32), bracket.map(|b| b.high));
                if let Some(plan) = plan {
                    replay(&board, &placed, set as SetId, u32::from(length), plan);
                }
            }
        }
    }
}

/// The set's pieces outside its main part, with the cells of `closed` taken by others.
fn plain_outside(board: &Board, own: &BTreeSet<Cell>, closed: &HashSet<Cell>) -> BTreeSet<Cell> {
    let mut main = BTreeSet::new();
    for &piece in own {
        let part = reach(board, piece, u32::MAX, &|cell| !closed.contains(&cell));
        let part: BTreeSet<Cell> = part.intersection(own).copied().collect();
        if part.len() > main.len() {
            main = part;
        }
    }
    own.difference(&main).copied().collect()
}

#[test]
fn isolated_and_isolable_pieces_are_those_that_plain_code_finds() {
    let boards: [(&str, &[usize]); 5] = [
        ("hexhex-4", &[7, 8]),
        ("square-5x5", &[4, 3, 3]),
        ("king-5x5", &[5, 6]),
        ("tri-3", &[8, 9]),
        ("voronoi-30", &[4, 4, 4, 3]),
    ];
    let mut counts = [0, 0];
    for (name, pieces) in boards {
        let board = board(name);
        for case in 0..cases(40, 2000) {
            let mut random = Stream::new(case, name, 1);
            let placed = random_placement(&board, pieces, &mut random);
            let lengths: Vec<Length> = pieces.iter().map(|_| 1 + random.below(2) as u16).collect();
            let balance = weigh(&board, &placed, &lengths, Effort::Quick);
            for (set, found) in balance.sets.iter().enumerate() {
                let is_own = |p: &&(Cell, SetId)| usize::from(p.1) == set;
                let own: BTreeSet<Cell> = placed.iter().filter(is_own).map(|p| p.0).collect();
                let closed: HashSet<Cell> =
                    placed.iter().filter(|p| !is_own(p)).map(|p| p.0).collect();
                let isolated = plain_outside(&board, &own, &closed);
                let mut isolable = BTreeSet::new();
                for &(from, other) in placed.iter().filter(|p| !is_own(p)) {
                    let length = u32::from(lengths[usize::from(other)]);
                    let open = |cell: Cell| placed.iter().all(|p| p.0 != cell);
                    for to in reach(&board, from, length, &open) {
                        let mut after = closed.clone();
                        after.remove(&from);
                        after.insert(to);
                        isolable.extend(plain_outside(&board, &own, &after));
                    }
                }
                let isolable: Vec<Cell> = isolable.difference(&isolated).copied().collect();
                assert_eq!(found.isolated, isolated.into_iter().collect::<Vec<_>>(), "{name}");
                // Where the set is cut already, which part is the main one is a matter of ties.
                if found.isolated.is_empty() {
                    assert_eq!(found.isolable, isolable, "{name} {placed:?}");
                }
                counts[0] += found.isolated.len();
                counts[1] += found.isolable.len();
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// The pieces of every set that two moves of others can cut off.
struct ByTwo<'a>(&'a Arc<Board>, &'a Placed, &'a [Length]);

impl TopologyVisitor for ByTwo<'_> {
    type Output = Vec<SetBalance>;

    fn visit<S: CellSet, T: Topology<S>>(self) -> Vec<SetBalance> {
        let ground = Finite::<S, T>::new(self.0.clone(), self.2.len() as u8);
        let mut pieces = Pieces::NONE;
        self.1.iter().for_each(|&(cell, set)| pieces.put(set, S::only(cell), false));
        let lengths: Vec<Lengths> =
            self.2.iter().map(|&plain| Lengths { plain, special: plain }).collect();
        Scales::new(&ground, &lengths).guarding(2).weigh(&pieces, Effort::Quick).sets
    }
}

/// Adds the pieces of a set that are cut off after so many moves of others or fewer.
fn plain_cut_off(
    board: &Board,
    placed: &Placed,
    (set, lengths): (SetId, &[Length]),
    moves: u32,
    found: &mut BTreeSet<Cell>,
) {
    let own: BTreeSet<Cell> = placed.iter().filter(|p| p.1 == set).map(|p| p.0).collect();
    let closed = placed.iter().filter(|p| p.1 != set).map(|p| p.0).collect();
    found.extend(plain_outside(board, &own, &closed));
    for (at, &(from, other)) in placed.iter().enumerate().filter(|(_, p)| moves > 0 && p.1 != set) {
        let open = |cell: Cell| placed.iter().all(|p| p.0 != cell);
        for to in reach(board, from, u32::from(lengths[usize::from(other)]), &open) {
            let mut after = placed.clone();
            after[at].0 = to;
            plain_cut_off(board, &after, (set, lengths), moves - 1, found);
        }
    }
}

#[test]
fn pieces_that_two_moves_cut_off_are_those_that_plain_code_finds() {
    let boards: [(&str, &[usize]); 4] = [
        ("hexhex-3", &[4, 4]),
        ("square-4x4", &[3, 2, 2]),
        ("king-4x4", &[3, 5]),
        ("tri-2", &[4, 3]),
    ];
    let (mut by_two, mut by_one) = (0, 0);
    for (name, pieces) in boards {
        let board = board(name);
        for case in 0..cases(12, 400) {
            let mut random = Stream::new(case, name, 2);
            let placed = random_placement(&board, pieces, &mut random);
            let lengths: Vec<Length> = pieces.iter().map(|_| 1 + random.below(2) as u16).collect();
            for set in with_topology(&board, ByTwo(&board, &placed, &lengths)) {
                if !set.isolated.is_empty() {
                    continue;
                }
                let mut found = BTreeSet::new();
                plain_cut_off(&board, &placed, (set.set, &lengths), 2, &mut found);
                assert_eq!(
                    set.isolable_by_two,
                    found.into_iter().collect::<Vec<_>>(),
                    "{name} {placed:?}"
                );
                by_one += set.isolable.len();
                by_two += set.isolable_by_two.len();
            }
        }
    }
    assert!(by_one > 5 && by_two > by_one + 20, "{by_one} {by_two}");
}

#[test]
fn a_position_without_a_first_fault_has_no_fault() {
    struct Checking<'a>(&'a Arc<Board>);
    impl TopologyVisitor for Checking<'_> {
        type Output = ();

        fn visit<S: CellSet, T: Topology<S>>(self) {
            let ground = Finite::<S, T>::new(self.0.clone(), 2);
            let scales = Scales::new(&ground, &[]);
            let mut good = 0;
            for case in 0..300 {
                let mut pieces = Pieces::NONE;
                let mut random = Stream::new(case, "fault", 0);
                for (cell, set) in random_placement(self.0, &[7, 7], &mut random) {
                    pieces.put(set, S::only(cell), false);
                }
                let faults = scales.weigh(&pieces, Effort::Quick).faults();
                match scales.first_fault(&pieces) {
                    None => assert!(faults.is_empty(), "{faults:?}"),
                    // Whoever looks longer proves more moves, and finds ways of other lengths.
                    Some(Constraint::Spread | Constraint::Low) => {}
                    Some(first) => assert!(faults.iter().any(|fault| fault.constraint == first)),
                }
                good += u32::from(faults.is_empty());
            }
            assert!(good > 10);
        }
    }
    let board = board("hexhex-4");
    with_topology(&board, Checking(&board));
}

#[test]
fn faults_say_what_is_wrong_and_by_how_much() {
    let texts = |name: &str, text: &str| -> Vec<String> {
        let board = board(name);
        let balance = weigh(&board, &placed(&board, text), &[1, 1], Effort::Thorough);
        balance.faults().iter().map(ToString::to_string).collect()
    };
    // The lone A in the corner is walled in; B can be reached round the other side.
    assert_eq!(
        texts("square-4x4", "AB2/B3/3A/2B1"),
        ["1 piece of set A is cut off from the others"]
    );
    assert_eq!(
        texts("square-4x4", "AB2/4/B2A/2B1"),
        ["one opposing move can cut 1 piece of set A off"]
    );
    assert_eq!(texts("hexhex-3", "AA1/4/B3B/4/3"), ["set A is connected already"]);
    assert_eq!(texts("hexhex-3", "A2/4/B3B/4/3"), ["set A has 1 pieces; expected 2 or more"]);
    let spread = texts("square-3x12", "A1A9/93/B91B");
    assert_eq!(
        spread,
        ["sets A and B connect in 1 and 10 moves; expected a difference of at most 3"]
    );
}

#[test]
fn density_counts_all_pieces() {
    let board = board("hexhex-3");
    let balance = weigh(&board, &placed(&board, "A1B/4/5/4/B1A"), &[1, 1], Effort::Quick);
    assert!((balance.density - 400.0 / 19.0).abs() < 1e-9);
    assert_eq!(balance.spread(), Some(0));
}

#[test]
fn the_lower_bound_allows_for_special_pieces() {
    struct Special<'a>(&'a Arc<Board>);
    impl TopologyVisitor for Special<'_> {
        type Output = Bracket;

        fn visit<S: CellSet, T: Topology<S>>(self) -> Bracket {
            let ground = Finite::<S, T>::new(self.0.clone(), 2);
            let ends = [self.0.cells()[0], self.0.cells()[8]];
            let mut pieces = Pieces::NONE;
            pieces.put(0, S::only(ends[0]), true);
            pieces.put(0, S::only(ends[1]), false);
            let lengths = [Lengths { plain: 1, special: Length::MAX }; 2];
            let balance = Scales::new(&ground, &lengths).weigh(&pieces, Effort::Thorough);
            balance.sets[0].bracket.unwrap()
        }
    }
    let board = board("square-1x9");
    // The special piece gets there in one move; the plan makes do with single steps.
    assert_eq!(with_topology(&board, Special(&board)), Bracket { low: 1, high: 7 });
}
