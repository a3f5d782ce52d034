//! What holds for every kind of board and many sizes.

use std::collections::{BTreeSet, HashSet};

use selforge_board::{Board, BoardName, MAX_CELLS, MAX_SLOTS, Point};

/// Names of boards with the number of their cells.
fn boards() -> Vec<(String, usize)> {
    let mut boards = Vec::new();
    boards.extend((2..=18).map(|n| (format!("hexhex-{n}"), 3 * n * (n - 1) + 1)));
    boards.extend((1..=13).map(|n| (format!("tri-{n}"), 6 * n * n)));
    for kind in ["hex", "square", "king"] {
        for (rows, columns) in
            [(1, 2), (2, 1), (2, 2), (3, 5), (8, 8), (10, 3), (1, 1024), (32, 32)]
        {
            boards.push((format!("{kind}-{rows}x{columns}"), rows * columns));
        }
    }
    for cells in [8, 9, 30, 60, 200] {
        boards.extend((0..3).map(|seed| (format!("voronoi-{cells}-{seed}"), cells)));
    }
    boards
}

fn each(mut check: impl FnMut(&Board)) {
    for (name, _) in boards() {
        check(&Board::parse(&name, 0).expect("a board of the list"));
    }
}

/// The positive differences between the slots of neighbours.
fn differences(board: &Board) -> BTreeSet<usize> {
    let pairs = board.cells().iter().flat_map(|&cell| {
        board.neighbours(cell).iter().map(move |next| (cell.index(), next.index()))
    });
    pairs.filter(|(a, b)| a < b).map(|(a, b)| b - a).collect()
}

/// Whether a point lies within a convex outline, clockwise on a drawing whose y grows downwards.
fn is_inside(outline: &[Point], point: Point) -> bool {
    (0..outline.len()).all(|at| {
        let (a, b) = (outline[at], outline[(at + 1) % outline.len()]);
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0.0
    })
}

#[test]
fn boards_have_the_cells_that_their_name_says() {
    for (name, cells) in boards() {
        let parsed: BoardName = name.parse().unwrap();
        assert_eq!(parsed.to_string(), name);
        let board = parsed.build(0).unwrap();
        assert_eq!((board.name(), board.cells().len()), (&*name, cells));
        assert!(cells <= MAX_CELLS && board.slots() <= MAX_SLOTS);
    }
}

#[test]
fn neighbours_are_mutual_and_all_cells_hang_together() {
    each(|board| {
        assert!(board.is_connected(), "{}", board.name());
        for &cell in board.cells() {
            for next in board.neighbours(cell) {
                assert!(board.neighbours(*next).contains(&cell));
            }
        }
    });
}

#[test]
fn a_cell_has_at_most_the_neighbours_of_its_shape_and_inner_cells_have_all() {
    for (name, full) in
        [("hexhex-6", 6), ("hex-11x11", 6), ("square-8x8", 4), ("king-8x8", 8), ("tri-4", 3)]
    {
        let board = Board::parse(name, 0).unwrap();
        assert_eq!(board.neighbours(board.centre_cell()).len(), full, "{name}");
        for &cell in board.cells() {
            assert_eq!(board.steps(cell).len(), full);
            assert!(board.neighbours(cell).len() <= full);
        }
    }
}

#[test]
fn steps_of_regular_boards_are_few_differences_of_slots() {
    each(|board| {
        let most = match board.name().split('-').next() {
            Some("hexhex" | "hex") => 3,
            Some("square" | "tri") => 2,
            Some("king") => 4,
            _ => return,
        };
        assert!(differences(board).len() <= most, "{} {:?}", board.name(), differences(board));
    });
}

#[test]
fn a_direction_is_the_same_difference_everywhere() {
    each(|board| {
        // Triangles number their steps by edge, not by direction; Voronoi cells have no directions.
        if board.name().starts_with("tri") || board.name().starts_with("voronoi") {
            return;
        }
        for direction in 0..board.steps(board.cells()[0]).len() {
            let steps = board.cells().iter().filter_map(|&cell| {
                let next = board.steps(cell)[direction]?;
                Some(next.index() as i32 - cell.index() as i32)
            });
            assert!(steps.collect::<HashSet<_>>().len() <= 1, "{} {direction}", board.name());
        }
    });
}

#[test]
fn steps_turn_clockwise() {
    each(|board| {
        for &cell in board.cells() {
            let [x, y] = board.centre(cell);
            let angle = |next| {
                let [to_x, to_y] = board.centre(next);
                f64::atan2(to_y - y, to_x - x)
            };
            let angles: Vec<f64> = board.neighbours(cell).iter().map(|&next| angle(next)).collect();
            let falls =
                (0..angles.len()).filter(|&at| angles[at] > angles[(at + 1) % angles.len()]);
            assert!(falls.count() <= 1, "{} {angles:?}", board.name());
        }
    });
}

#[test]
fn names_are_letters_and_a_number_and_lead_back_to_their_cell() {
    each(|board| {
        let mut names = HashSet::new();
        for &cell in board.cells() {
            let name = board.cell_name(cell);
            let number = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
            assert!(number.len() < name.len() && !number.starts_with('0'), "{name}");
            assert!(number.parse::<u16>().is_ok(), "{name}");
            assert!(names.insert(name.to_owned()));
            assert_eq!(board.cell_named(name), Some(cell));
            assert_eq!(board.cell_named(&name.to_uppercase()), Some(cell));
        }
    });
}

#[test]
fn on_hexhex_neighbours_differ_by_at_most_one_in_letter_and_number() {
    let board = Board::parse("hexhex-6", 0).unwrap();
    let split = |cell| {
        let name = board.cell_name(cell);
        (i32::from(name.as_bytes()[0]), name[1..].parse::<i32>().unwrap())
    };
    for &cell in board.cells() {
        for &next in board.neighbours(cell) {
            let ((a, m), (b, n)) = (split(cell), split(next));
            assert!((a - b).abs() <= 1 && (m - n).abs() <= 1);
        }
    }
}

#[test]
fn outlines_are_clockwise_and_contain_the_centre() {
    each(|board| {
        for &cell in board.cells() {
            assert!(board.outline(cell).len() >= 3);
            assert!(is_inside(board.outline(cell), board.centre(cell)), "{}", board.name());
        }
    });
}

#[test]
fn neighbours_of_regular_boards_are_drawn_one_apart() {
    each(|board| {
        if board.name().starts_with("voronoi") || board.name().starts_with("king") {
            return;
        }
        for &cell in board.cells() {
            for &next in board.neighbours(cell) {
                let ([ax, ay], [bx, by]) = (board.centre(cell), board.centre(next));
                assert!((f64::hypot(ax - bx, ay - by) - 1.0).abs() < 1e-9);
            }
        }
    });
}

#[test]
fn rows_go_down_and_each_goes_to_the_right() {
    each(|board| {
        for row in board.rows() {
            assert!(row.windows(2).all(|pair| board.centre(pair[0])[0] < board.centre(pair[1])[0]));
            assert!(row.windows(2).all(|pair| pair[0] < pair[1]));
        }
        let tops = board.rows().iter().map(|row| board.centre(row[0]));
        let middles: Vec<f64> = tops.map(|centre| centre[1]).collect();
        assert!(board.name().starts_with("voronoi") || middles.is_sorted());
    });
}

#[test]
fn the_spiral_visits_every_cell_once_and_never_turns_back_inwards() {
    each(|board| {
        let spiral = board.spiral();
        assert_eq!(spiral.len(), board.cells().len());
        assert_eq!(spiral.iter().collect::<HashSet<_>>().len(), spiral.len());
        assert_eq!(spiral[0], board.centre_cell());
        let rings = board.distances_from(spiral[0]);
        assert!(spiral.is_sorted_by_key(|cell| rings[cell.index()]));
    });
}
