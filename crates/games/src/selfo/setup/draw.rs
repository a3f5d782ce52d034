//! Drawing positions until one is good.

use std::collections::HashMap;

use selforge_board::topology::{Topology, TopologyVisitor, with_topology};
use selforge_board::{Cell, CellSet};
use selforge_core::Stream;

use super::hexagon::Hexagon;
use super::{Request, Setup, SetupError, Trouble, fixed, irregular, max_tries, pattern};
use crate::selfo::balance::{Constraint, Scales};
use crate::selfo::finite::{Finite, Pieces};
use crate::selfo::ground::{Lengths, SetId};

/// The first good position that the setup draws.
pub(super) fn place(request: &Request<'_>) -> Result<Vec<(Cell, SetId)>, SetupError> {
    let urn = Urn::new(request)?;
    with_topology(request.board, Drawing { request, urn })
}

/// What a setup draws from.
pub(super) struct Urn<'a> {
    request: &'a Request<'a>,
    spiral: Vec<Cell>,
    hexagon: Option<Hexagon>,
    /// The regular positions that go with board and pieces.
    regular: Vec<Vec<(Cell, SetId)>>,
}

impl<'a> Urn<'a> {
    pub(super) fn new(request: &'a Request<'a>) -> Result<Urn<'a>, SetupError> {
        let mut urn = Urn { request, spiral: Vec::new(), hexagon: None, regular: Vec::new() };
        match request.setup {
            Setup::Pattern => urn.hexagon = Some(pattern::check(request)?),
            Setup::Perturbed => {
                let regular = (1..=4).map(|number| {
                    fixed::place(&Request { setup: Setup::Regular(number), ..*request })
                });
                urn.regular = regular.filter_map(Result::ok).collect();
                if urn.regular.is_empty() && pattern::fits(request.pieces) {
                    urn.hexagon = Hexagon::of(request.board);
                }
                urn.spiral = request.board.spiral();
            }
            Setup::Spiral => urn.spiral = request.board.spiral(),
            _ => {}
        }
        Ok(urn)
    }

    /// One position, good or not; `None` if the pieces ran off the board.
    pub(super) fn draw(&self, random: &mut Stream) -> Option<Vec<(Cell, SetId)>> {
        let Request { board, pieces, setup, .. } = *self.request;
        match (setup, &self.hexagon) {
            (Setup::Pattern, Some(hexagon)) => Some(pattern::draw(hexagon, pieces, random)),
            (Setup::Perturbed, hexagon) => {
                let mut placed = match (random.pick(&self.regular), hexagon) {
                    (Some(regular), _) => regular.clone(),
                    (None, Some(hexagon)) => pattern::draw(hexagon, pieces, random),
                    (None, None) => irregular::even(&self.spiral, pieces, random),
                };
                irregular::perturb(board, &mut placed, random);
                Some(placed)
            }
            (Setup::Spiral, _) => irregular::spiral(&self.spiral, pieces, random),
            _ => Some(irregular::random(board, pieces, random)),
        }
    }
}

struct Drawing<'a> {
    request: &'a Request<'a>,
    urn: Urn<'a>,
}

impl TopologyVisitor for Drawing<'_> {
    type Output = Result<Vec<(Cell, SetId)>, SetupError>;

    fn visit<S: CellSet, T: Topology<S>>(self) -> Self::Output {
        let Drawing { request, urn } = self;
        let ground = Finite::<S, T>::new(request.board.clone(), request.pieces.len() as u8);
        let lengths: Vec<Lengths> =
            request.lengths.iter().map(|&plain| Lengths { plain, special: plain }).collect();
        let scales = Scales::new(&ground, &lengths);
        let mut troubles: HashMap<Trouble, u32> = HashMap::new();
        let tries = max_tries(request.board.cells().len());
        for attempt in 0..tries {
            let mut random = Stream::new(request.seed, "setup", u64::from(attempt));
            let drawn = urn.draw(&mut random);
            let trouble = match &drawn {
                None => Some(Trouble::Overrun),
                Some(placed) => {
                    let mut pieces = Pieces::NONE;
                    for &(cell, set) in placed {
                        pieces.put(set, S::only(cell), false);
                    }
                    scales.first_fault(&pieces).map(Trouble::Broken)
                }
            };
            match (drawn, trouble) {
                (Some(placed), None) => return Ok(placed),
                (_, Some(trouble)) => *troubles.entry(trouble).or_default() += 1,
                (None, None) => {}
            }
        }
        // The most frequent one; of equals the one that is tested first, so that the text is
        // stable.
        let worst = ORDER.iter().rev().max_by_key(|trouble| troubles.get(trouble));
        let worst = worst.copied().unwrap_or(Trouble::Overrun);
        Err(SetupError::Constraints {
            setup: request.setup,
            tries,
            worst,
            failures: troubles.get(&worst).copied().unwrap_or(0),
            advice: advice(worst),
        })
    }
}

/// The troubles in the order in which they are looked for.
const ORDER: [Trouble; 6] = [
    Trouble::Overrun,
    Trouble::Broken(Constraint::Open),
    Trouble::Broken(Constraint::Isolated),
    Trouble::Broken(Constraint::Isolable),
    Trouble::Broken(Constraint::Low),
    Trouble::Broken(Constraint::Spread),
];

fn advice(trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::Overrun => "try a lower density, fewer pieces or setup=random",
        Trouble::Broken(Constraint::Open | Constraint::Low) => {
            "try fewer pieces, a larger board or shorter moves"
        }
        Trouble::Broken(Constraint::Isolated | Constraint::Isolable) => {
            "try a lower density, a board with more neighbours a cell or shorter moves"
        }
        Trouble::Broken(Constraint::Spread) => "try fewer seats or a symmetric setup",
    }
}
