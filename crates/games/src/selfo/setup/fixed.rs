//! Positions that are written down.
//!
//! The report's and the thesis's pictures are lost, so these were made anew. The regular positions
//! come from the pattern method with a cell pattern that is also its own mirror image: such
//! patterns of six cells on a triangle were weighed in all colourings, and some with high brackets
//! and a pleasant look kept. In the positions for two, three and six seats a turn of 60 degrees
//! takes each set to the next, so that all are equally strong. Four sets cannot be exchanged by
//! turning a hexagon; there half a turn exchanges A with B and C with D, and colourings of the same
//! cells were searched until the brackets of all four agreed.
//!
//! The setups of the thesis follow its words: organised clusters close together (1), far apart (2)
//! and at a distance between (3), widely scattered pieces (4), more pieces near the rim (5). Their
//! number of pieces is that of the report's positions, but for the last. The *fitted* ones keep the same words and
//! were found by `selforge fit thesis`: of some positions those from which the swarm's games come nearest to the
//! thesis's figures.

use selforge_board::Cell;

use super::rows::parse_rows;
use super::{Request, Setup, SetupError, check_counts, short};
use crate::selfo::ground::SetId;

/// A position as text, the board it belongs to and the number of its sets.
struct Fixed {
    setup: Setup,
    sets: usize,
    board: &'static str,
    rows: &'static str,
}

const FIXED: &[Fixed] = &[
    fixed(
        Setup::Regular(1),
        2,
        "hexhex-6",
        "1B2A1/B1A1B1A/1AB2AB1/9/AB2AB2AB/2A1B1A1B2/AB2AB2AB/9/1AB2AB1/B1A1B1A/1B2A1",
    ),
    fixed(
        Setup::Regular(2),
        2,
        "hexhex-6",
        "A1BA1B/1A3B1/B1B2A1A/A2A1B2B/10/BBAB3ABAA/10/A2A1B2B/B1B2A1A/1A3B1/A1BA1B",
    ),
    fixed(
        Setup::Regular(3),
        2,
        "hexhex-6",
        "1A2B1/AB3AB/3BA3/2BA1BA2/B1A4B1A/1A1B3A1B1/B1A4B1A/2BA1BA2/3BA3/AB3AB/1A2B1",
    ),
    fixed(
        Setup::Regular(4),
        2,
        "hexhex-6",
        "AB2BB/A2A2A/2B2A2/1B2A2B1/A2B2B2A/B1A5B1A/B2A2A2B/1A2B2A1/2B2A2/B2B2B/AA2AB",
    ),
    fixed(
        Setup::Regular(1),
        3,
        "hexhex-6",
        "1A2A1/C1B1C1B/1BC2AC1/9/CA2AB2AB/2B1C1C1B2/BA2BA2AC/9/1CA2CB1/B1C1B1C/1A2A1",
    ),
    fixed(
        Setup::Regular(2),
        3,
        "hexhex-6",
        "B1AB1C/1C3A1/A1B2C1B/C2A1B2C/10/ABAC3CABA/10/C2B1A2C/B1C2B1A/1A3C1/C1BA1B",
    ),
    fixed(
        Setup::Regular(1),
        4,
        "hexhex-6",
        "1B2C1/B1D1C1C/1BA2BD1/9/AD2CA2DB/2D1A1B1C2/AC2BD2CB/9/1CA2BA1/D1D1C1A/1D2A1",
    ),
    fixed(
        Setup::Regular(2),
        4,
        "hexhex-6",
        "B1CD1B/1A3C1/B1A2D1A/D2A1A2C/10/CADD3CCBD/10/D2B1B2C/B1C2B1A/1D3B1/A1CD1A",
    ),
    fixed(
        Setup::Regular(1),
        6,
        "hexhex-6",
        "1A2C1/B1F1D1B/1CD2EA1/9/FE2AB2ED/2C1F1C1F2/AB2ED2BC/9/1DB2AF1/E1A1C1E/1F2D1",
    ),
    fixed(
        Setup::Regular(2),
        6,
        "hexhex-6",
        "E1CC1F/1F3A1/B1D2E1D/B2A1B2D/10/DECF3CFBA/10/A2E1D2E/A1B2A1E/1D3C1/C1FF1B",
    ),
    fixed(
        Setup::Thesis(1),
        2,
        "hexhex-6",
        "6/2AAA2/1B1AA1B1/1BB1A1BB1/1BBB2BBB1/11/1AAA2AAA1/1AA1B1AA1/1A1BB1A1/2BBB2/6",
    ),
    fixed(
        Setup::Thesis(2),
        2,
        "hexhex-6",
        "AA2BB/AA2BBB/1AA2B2/9/B7AA/BBB5AAA/BB7A/9/2A2BB1/AAA2BB/AA2BB",
    ),
    fixed(
        Setup::Thesis(3),
        2,
        "hexhex-6",
        "1AAA2/2AA2B/B2A2BB/BB4BBB/BBB7/11/7AAA/AAA4AA/AA2B2A/A2BB2/2BBB1",
    ),
    fixed(
        Setup::Thesis(4),
        2,
        "hexhex-6",
        "B1AB1A/1A3B1/A1B2A1B/B7A/4AB4/ABA1B1A1BAB/4AB4/B7A/A1B2A1B/1A3B1/B1AB1A",
    ),
    fixed(
        Setup::Thesis(5),
        2,
        "hexhex-6",
        "AB1AAB/B1AB2A/B2A2B1/1A4BAB/ABB6B/B9A/A6AAB/ABA4B1/1A2B2A/B2AB1A/ABB1AB",
    ),
    fixed(
        Setup::Fitted(1),
        2,
        "hexhex-6",
        "4A1/5A1/B4ABB/B2AAAB2/1B1A3B2/1B1BB6/B1B2BAA2/A1BAB1BAA/AAA1BB2/1AA4/6",
    ),
    fixed(
        Setup::Fitted(2),
        2,
        "hexhex-6",
        "1AAABB/1A1ABBB/AAA3BB/B8/B8A/B8AA/10/9/AAAABB2/A1BB1B1/AABBB1",
    ),
    fixed(
        Setup::Fitted(3),
        2,
        "hexhex-6",
        "2AAA1/2A2A1/2B1AA2/BBB4BB/BB7B/9B1/2A5B1/1AAB2AAA/A1BB1AAA/2B2A1/2BBB1",
    ),
    fixed(
        Setup::Fitted(4),
        2,
        "hexhex-6",
        "BAA1AA/B3B1B/2B3B1/AB1BA2A1/A2A4B1/BB1AB1B3A/A3BA1A2/B1A2A3/6BB/3B1A1/1A4",
    ),
    fixed(
        Setup::Fitted(5),
        2,
        "hexhex-6",
        "A1BAAA/ABBBAB1/B5AB/2A3B1A/BBB5A1/B1A5B1B/AA5BAB/ABA4B1/B5A1/1A1AABA/2B3",
    ),
    fixed(Setup::Pawns, 2, "king-8x8", "A2BA2B/1B4A1/8/B6A/A6B/8/1A4B1/B2AB2A"),
];

const fn fixed(setup: Setup, sets: usize, board: &'static str, rows: &'static str) -> Fixed {
    Fixed { setup, sets, board, rows }
}

/// The written position that the request asks for.
pub(super) fn place(request: &Request<'_>) -> Result<Vec<(Cell, SetId)>, SetupError> {
    let misfit = |problem: String, expected: String| {
        Err(SetupError::Misfit { setup: request.setup, problem, expected })
    };
    let mut fitting = FIXED.iter().filter(|fixed| fixed.setup == request.setup).peekable();
    if let Some(first) = fitting.peek()
        && first.board != request.board.name()
    {
        return misfit(format!("on {}", short(request.board)), format!("board={}", first.board));
    }
    let sets = request.pieces.len();
    let seats: Vec<String> = fitting.clone().map(|fixed| fixed.sets.to_string()).collect();
    let Some(fixed) = fitting.find(|fixed| fixed.sets == sets) else {
        return misfit(format!("for {sets} sets"), format!("{} sets", seats.join(", ")));
    };
    let text = fixed.rows;
    let placed =
        parse_rows(text, 0..text.len(), request.board.rows(), sets).map_err(SetupError::Pattern)?;
    check_counts(request, &placed)?;
    Ok(placed)
}
