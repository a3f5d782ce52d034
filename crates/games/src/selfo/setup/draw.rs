//! Drawing positions until one is good.

use std::collections::HashMap;

use selforge_board::topology::{Topology, TopologyVisitor, with_topology};
use selforge_board::{Board, Cell, CellSet};
use selforge_core::Stream;

use super::sectors::Sectors;
use super::{Request, Setup, SetupError, Trouble, choose_special, fixed, irregular, pattern};
use crate::selfo::balance::{Constraint, MANY_PIECES, Scales};
use crate::selfo::finite::{Finite, Pieces};
use crate::selfo::ground::{Lengths, SetId};
use crate::selfo::rules::Length;

/// The first good position that the setup draws.
pub(super) fn place(request: &Request<'_>) -> Result<Vec<(Cell, SetId)>, SetupError> {
    let mut patience = Patience::of(request.board, request.pieces);
    if request.first_moves > 1 {
        // Every first move is followed by every other.
        patience.weighings = (patience.weighings / (1 + first_moves(request) / 200)).max(10);
    }
    place_with(request, patience)
}

/// The most first moves of all sets of which pairs are looked at: more would take minutes.
pub(super) const MOST_FIRST_MOVES: u32 = 1500;

/// About how many first moves all sets have together, at most.
pub(super) fn first_moves(request: &Request<'_>) -> u32 {
    let cells = request.board.cells().len() as u32;
    // As many cells as a hexagon of this radius has, without its centre.
    let reach = |length: Length| {
        let radius = u32::from(length).min(cells);
        (3 * radius * (radius + 1)).min(cells)
    };
    let of_set = |(set, &pieces): (usize, &u16)| {
        let plain = request.lengths.get(set).copied().unwrap_or(1);
        let special = request.special.get(set).map_or(0, |&count| count.min(pieces));
        let far = u32::from(special) * reach(plain.max(request.special_length));
        u32::from(pieces - special) * reach(plain) + far
    };
    request.pieces.iter().enumerate().map(of_set).sum()
}

/// As [`place`], with other limits.
pub(super) fn place_with(
    request: &Request<'_>,
    patience: Patience,
) -> Result<Vec<(Cell, SetId)>, SetupError> {
    let urn = Urn::new(request)?;
    with_topology(request.board, Drawing { request, urn, patience })
}

/// How long good positions are looked for. No clock decides, so that a seed gives the same position
/// on every machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// How many positions are drawn at most.
    pub(super) tries: u32,
    /// How many of them are weighed at most: those in which no piece is or can be cut off by a move, so that
    /// pairs of moves must be tried or the moves of all sets counted. That takes by far the longest.
    pub(super) weighings: u32,
}

impl Patience {
    /// How many positions are drawn at most, on boards of up to a hundred cells. With two seats on
    /// `hexhex-6` one in four to nine is good, so that a failure means that the board or the number
    /// of pieces does not suit.
    const TRIES: u32 = 20_000;

    /// What is spent on weighing, in units of a cell times the square of a set's pieces. A unit takes
    /// some ten nanoseconds, all of them about two seconds.
    const WORK: u64 = 200_000_000;

    /// The usual limits: the lower, the larger the board and the more the pieces, because a position
    /// then takes longer to judge. One of six sets of 50 on a thousand cells takes a tenth of a
    /// second.
    pub(super) fn of(board: &Board, pieces: &[u16]) -> Patience {
        let cells = board.cells().len();
        // Sets of many pieces are counted in a simpler way.
        let effort = |&count: &u16| match u64::from(count) {
            many if count > MANY_PIECES => 10 * many,
            few => few * few,
        };
        let neighbours = board.cells().iter().map(|&cell| board.neighbours(cell).len()).max();
        // Where cells have few neighbours, ways are long.
        let ways = 6usize.div_ceil(neighbours.unwrap_or(1).max(1)) as u64;
        let work = cells as u64 * ways * pieces.iter().map(effort).sum::<u64>();
        Patience {
            tries: (100 * Patience::TRIES / cells.max(1) as u32)
                .clamp(Patience::TRIES / 10, Patience::TRIES),
            weighings: (Patience::WORK / work.max(1)).clamp(10, u64::from(Patience::TRIES)) as u32,
        }
    }
}

/// What a setup draws from.
pub(super) struct Urn<'a> {
    request: &'a Request<'a>,
    spiral: Vec<Cell>,
    /// What patterns are drawn on.
    sectors: Option<Sectors>,
    /// The regular positions that go with board and pieces.
    regular: Vec<Vec<(Cell, SetId)>>,
}

impl<'a> Urn<'a> {
    pub(super) fn new(request: &'a Request<'a>) -> Result<Urn<'a>, SetupError> {
        let mut urn = Urn { request, spiral: Vec::new(), sectors: None, regular: Vec::new() };
        match request.setup {
            Setup::Pattern => urn.sectors = Some(pattern::check(request)?),
            Setup::Perturbed => {
                let regular = (1..=4).map(|number| {
                    fixed::place(&Request { setup: Setup::Regular(number), ..*request })
                });
                urn.regular = regular.filter_map(Result::ok).collect();
                if urn.regular.is_empty() {
                    urn.sectors = Sectors::hexagon(request.board)
                        .filter(|hexagon| pattern::fits(hexagon, request.pieces));
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
        match (setup, &self.sectors) {
            (Setup::Pattern, Some(sectors)) => Some(pattern::draw(sectors, pieces, random)),
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
    patience: Patience,
}

impl TopologyVisitor for Drawing<'_> {
    type Output = Result<Vec<(Cell, SetId)>, SetupError>;

    fn visit<S: CellSet, T: Topology<S>>(self) -> Self::Output {
        let Drawing { request, urn, patience } = self;
        let ground = Finite::<S, T>::new(request.board.clone(), request.pieces.len() as u8);
        let lengths: Vec<Lengths> = (0..request.pieces.len())
            .map(|set| {
                let plain = request.lengths.get(set).copied().unwrap_or(1);
                Lengths { plain, special: plain.max(request.special_length) }
            })
            .collect();
        let scales =
            Scales::new(&ground, &lengths).guarding(request.first_moves).until(request.cancelled);
        let mut troubles: HashMap<Trouble, u32> = HashMap::new();
        // These take the longest to find.
        let dear = [Constraint::IsolableByTwo, Constraint::Spread].map(Trouble::Broken);
        let weighed = |troubles: &HashMap<Trouble, u32>| {
            dear.iter().filter_map(|trouble| troubles.get(trouble)).sum::<u32>()
        };
        let mut tries = 0;
        while tries < patience.tries && weighed(&troubles) < patience.weighings {
            let attempt = tries;
            tries += 1;
            let mut random = Stream::new(request.seed, "setup", u64::from(attempt));
            let mut drawn = urn.draw(&mut random);
            let trouble = match &mut drawn {
                None => Some(Trouble::Overrun),
                Some(placed) => {
                    placed.sort_unstable();
                    let special = choose_special(request.seed, request.special, placed);
                    let mut pieces = Pieces::NONE;
                    for &mut (cell, set) in placed {
                        pieces.put(set, S::only(cell), special.contains(&cell));
                    }
                    scales.first_fault(&pieces).map(Trouble::Broken)
                }
            };
            // What was found while giving up is not what would have been found.
            if (request.cancelled)() {
                return Err(SetupError::Cancelled);
            }
            match (drawn, trouble) {
                (Some(placed), None) => return Ok(placed),
                (_, Some(trouble)) => *troubles.entry(trouble).or_default() += 1,
                (None, None) => {}
            }
        }
        // The most frequent one; of equals the one that is tested first, so that the text is
        // stable.
        let often = ORDER.iter().rev().max_by_key(|trouble| troubles.get(trouble));
        let worst = match often.copied().unwrap_or(Trouble::Overrun) {
            // What ended the search, however rarely a position came so far.
            _ if weighed(&troubles) == patience.weighings => {
                *dear.iter().rev().max_by_key(|trouble| troubles.get(trouble)).unwrap_or(&dear[1])
            }
            often => often,
        };
        Err(SetupError::Constraints {
            setup: request.setup,
            tries,
            weighed: weighed(&troubles),
            worst,
            failures: troubles.get(&worst).copied().unwrap_or(0),
            advice: advice(worst),
        })
    }
}

/// The troubles in the order in which they are looked for.
const ORDER: [Trouble; 7] = [
    Trouble::Overrun,
    Trouble::Broken(Constraint::Open),
    Trouble::Broken(Constraint::Isolated),
    Trouble::Broken(Constraint::Isolable),
    Trouble::Broken(Constraint::IsolableByTwo),
    Trouble::Broken(Constraint::Low),
    Trouble::Broken(Constraint::Spread),
];

fn advice(trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::Overrun => "try a lower density, fewer pieces or setup=random",
        Trouble::Broken(Constraint::Open | Constraint::Low) => {
            "try fewer pieces, a larger board or shorter moves"
        }
        Trouble::Broken(
            Constraint::Isolated | Constraint::Isolable | Constraint::IsolableByTwo,
        ) => "try a lower density, a board with more neighbours a cell or shorter moves",
        Trouble::Broken(Constraint::Spread) => {
            "try fewer seats, fewer pieces or a symmetric setup (setup=pattern on hexhex-N)"
        }
    }
}
