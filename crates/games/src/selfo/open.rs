//! From a spec to a game of Selfo.

use std::sync::Arc;

use selforge_board::plane::Hex;
use selforge_board::topology::{
    EachTopology, Topology, TopologyVisitor, each_topology, with_topology,
};
use selforge_board::{Board, BoardName, Cell, CellSet};
use selforge_catalogue::{
    Card, Described, Environment, Example, Family, GameError, GameVisitor, Playable, check_cells,
};
use selforge_core::{Seat, Spec};

use super::finite::{Finite, Pieces};
use super::game::Selfo;
use super::ground::SetId;
use super::options::{OPTION_DOCS, Options, Place, Start};
use super::setup::{self, Request, SetupError};
use super::unbounded::Unbounded;

/// The first word of specs of Selfo.
const NAME: &str = "selfo";

/// Selfo in the catalogue.
#[must_use]
pub fn family() -> Family {
    Family {
        name: NAME.into(),
        title: "Selfo".into(),
        rules_version: 1,
        summary: "Self-organising connection games: bring all your pieces together in one group."
            .into(),
        options: OPTION_DOCS.to_vec(),
        examples: vec![
            Example::new("selfo", "the standard game: 18 against 18 on a hexagon of 91 cells"),
            Example::new("selfo setup=regular-1", "a symmetric start"),
            Example::new(
                "selfo setup=even",
                "seven pieces each, from a start that favours neither player",
            ),
            Example::new("selfo seats=3 setup=regular-2", "three players"),
            Example::new("selfo board=hexhex-4 length=2 seed=5", "a short game with longer moves"),
            Example::new("selfo setup=pawns", "on a chess board with sixteen pawns"),
            Example::new("selfo board=voronoi-60 seed=3", "an irregular board"),
            Example::new("selfo board=tri-4 seats=2", "triangular cells"),
            Example::new("selfo length=1,2", "a handicap: the second seat moves up to two steps"),
            Example::new("selfo special=1", "one piece of each set moves as far as it likes"),
            Example::new(
                "selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off",
                "a position of your own",
            ),
            Example::new("selfo board=plane", "endless board"),
        ],
        cards: vec![
            Card::new(
                "Selfo",
                "selfo board=hexhex-5 density=24 swap=off",
                "Quick Selfo",
                "Seven pieces each. The best first game.",
            ),
            Card::new(
                "Selfo",
                "selfo pieces=12",
                "Tournament Selfo",
                "Twelve pieces each, more room to plan.",
            ),
            Card::new(
                "Selfo",
                "selfo board=hexhex-7 pieces=14",
                "Grand Selfo",
                "Fourteen pieces each on 127 cells.",
            ),
            Card::new(
                "Selfo",
                "selfo setup=even",
                "Fair Selfo",
                "Seven pieces each, from starts that favour nobody.",
            ),
            Card::new("Selfo", "selfo", "Classic Selfo", "Eighteen pieces each on 91 cells."),
            Card::new(
                "Selfo",
                "selfo seats=3 setup=regular-2",
                "Selfo for three",
                "Three colours, one board.",
            ),
            Card::new(
                "Selfo",
                "selfo seats=4 density=40",
                "Selfo for four",
                "Four colours in each other's way.",
            ),
            Card::new("Selfo", "selfo seats=6", "Selfo for six", "Six colours. It gets crowded."),
            Card::new(
                "Selfo",
                "selfo board=hexhex-4 length=2",
                "Two-step Selfo",
                "Pieces move up to two steps.",
            ),
            Card::new(
                "Selfo",
                "selfo special=1",
                "Runner Selfo",
                "One piece of yours moves as far as it likes.",
            ),
            Card::new(
                "Selfo",
                "selfo setup=pawns",
                "Pawn Selfo",
                "Sixteen pawns on a chess board.",
            ),
            Card::new(
                "Selfo",
                "selfo board=voronoi-60",
                "Irregular Selfo",
                "Every cell has another shape.",
            ),
            Card::new(
                "Selfo",
                "selfo board=tri-4 seats=2",
                "Triangle Selfo",
                "Three neighbours a cell.",
            ),
            Card::new("Selfo", "selfo board=plane", "Endless Selfo", "A board without an edge."),
        ],
        dialect: None,
        open: Arc::new(open),
    }
}

/// Opens the game of Selfo that `spec` names.
fn open(
    family: &Arc<Family>,
    spec: &Spec,
    environment: &dyn Environment,
) -> Result<Playable, GameError> {
    let options = Options::read(spec, environment)?;
    let board = match &options.place {
        Place::Named(BoardName::Plane) => return open_plane(family, &options, environment),
        Place::Named(name) => {
            check_cells(name.cell_count().unwrap_or_default(), environment)?;
            name.shared(options.seed)?
        }
        Place::Graph(text) => Arc::new(Board::from_graph_json(text)?),
    };
    check_cells(board.cells().len(), environment)?;
    with_topology(&board.clone(), OnBoard { family, board, options, environment })
}

struct OnBoard<'a> {
    family: &'a Arc<Family>,
    board: Arc<Board>,
    options: Options,
    environment: &'a dyn Environment,
}

impl TopologyVisitor for OnBoard<'_> {
    type Output = Result<Playable, GameError>;

    fn visit<S: CellSet, T: Topology<S>>(self) -> Self::Output {
        let OnBoard { family, board, options, environment } = self;
        let ground = Finite::<S, T>::new(board.clone(), options.rules.seats);
        let rules = options.rules.clone();
        let spec = options.to_spec(board.name())?;
        let game = match (&options.start, environment.known_start()) {
            (_, Some(text)) => Selfo::from_text(ground, rules, text)?,
            (Start::Position(text), None) => Selfo::from_text(ground, rules, text)?,
            (Start::Setup { .. }, None) => {
                let placed = place(&options, &board, environment)?;
                let special = setup::choose_special(options.seed, &options.special, &placed);
                let mut pieces = Pieces::NONE;
                for (cell, set) in placed {
                    pieces.put(set, S::only(cell), special.contains(&cell));
                }
                Selfo::new(ground, rules, pieces, Seat::FIRST).map_err(GameError::position)?
            }
        };
        Ok(Playable::new(family, spec, game))
    }
}

/// Runs a visitor for an opened game of Selfo; gives it back for any other.
///
/// # Errors
/// With the visitor, if the game is no Selfo.
pub fn visit<V: GameVisitor>(playable: &Playable, visitor: V) -> Result<V::Output, V> {
    struct OnBoard<'a, V> {
        playable: &'a Playable,
        visitor: Option<V>,
    }

    impl<V: GameVisitor> EachTopology for OnBoard<'_, V> {
        type Output = V::Output;

        fn visit<S: CellSet, T: Topology<S>>(&mut self) -> Option<V::Output> {
            let game = self.playable.typed::<Selfo<Finite<S, T>>>()?;
            Some(game.accept(self.visitor.take()?))
        }
    }

    let visitor = playable.visit_as::<Selfo<Unbounded>, V>(visitor).or_else(|visitor| {
        let mut search = OnBoard { playable, visitor: Some(visitor) };
        each_topology(&mut search).ok_or(search.visitor)
    });
    visitor.map_err(|visitor| visitor.expect("only the game's own type takes the visitor"))
}

/// By how much a density that nobody asked for is lowered where the board cannot hold it, and how far.
const LOWERED: (u64, u64) = (5, 20);

/// Where the pieces of a setup stand.
fn place(
    options: &Options,
    board: &Arc<Board>,
    environment: &dyn Environment,
) -> Result<Vec<(Cell, SetId)>, GameError> {
    let usual = setup::usual_density(board);
    let placed = place_with(options, board, environment, options.density.unwrap_or(usual));
    let (step, least) = LOWERED;
    match placed {
        Err(SetupError::Constraints { .. })
            if options.density.is_none() && options.pieces.is_none() =>
        {
            let lower = (1..).map(|steps| usual.saturating_sub(step * steps));
            let mut tried = lower.take_while(|density| *density >= least);
            let found = tried.find_map(|it| place_with(options, board, environment, it).ok());
            found.map_or(placed, Ok)
        }
        placed => placed,
    }
    .map_err(|error| match error {
        SetupError::Cancelled => GameError::Cancelled,
        error => GameError::Setup(error.to_string()),
    })
}

/// Where they stand with so many pieces on 100 cells, unless the options say how many pieces there are.
fn place_with(
    options: &Options,
    board: &Arc<Board>,
    environment: &dyn Environment,
    density: u64,
) -> Result<Vec<(Cell, SetId)>, SetupError> {
    let Start::Setup { setup, pattern } = &options.start else { return Ok(Vec::new()) };
    let seats = options.rules.seats;
    let usual = || setup::default_pieces(*setup, board, seats, density as f64);
    setup::place(&Request {
        board,
        setup: *setup,
        pieces: &options.pieces.clone().unwrap_or_else(usual),
        lengths: &options.rules.lengths[..usize::from(seats)],
        special: &options.special,
        special_length: options.rules.special_length,
        first_moves: options.first_moves,
        swap: options.rules.swap,
        seed: options.seed,
        pattern: pattern.as_deref(),
        cancelled: &|| environment.is_cancelled(),
    })
}

/// A game on the plane. Its setups are those of a hexhex board of fitting size, laid on the plane.
fn open_plane(
    family: &Arc<Family>,
    options: &Options,
    environment: &dyn Environment,
) -> Result<Playable, GameError> {
    let ground = Unbounded::new(options.rules.seats);
    let rules = options.rules.clone();
    let spec = options.to_spec("plane")?;
    let game = match (&options.start, environment.known_start()) {
        (_, Some(text)) => Selfo::from_text(ground, rules, text)?,
        (Start::Position(text), None) => Selfo::from_text(ground, rules, text)?,
        (Start::Setup { .. }, None) => {
            let board = Arc::new(BoardName::HexHex { side: plane_side(options) }.build(0)?);
            let placed = place(options, &board, environment)?.into_iter();
            let placed: Vec<(Hex, SetId)> =
                placed.map(|(cell, set)| (plane_cell(&board, cell), set)).collect();
            let special = setup::choose_special(options.seed, &options.special, &placed);
            let pieces = ground.pieces(&placed, &special);
            Selfo::new(ground, rules, pieces, Seat::FIRST).map_err(GameError::position)?
        }
    };
    Ok(Playable::new(family, spec, game))
}

/// The cell of the plane that is drawn where a hexhex board has `cell`.
fn plane_cell(board: &Board, cell: Cell) -> Hex {
    let [x, y] = board.centre(cell);
    let r = (y / f64::sqrt(0.75)).round();
    Hex { q: (x - r / 2.0).round() as i32, r: r as i32 }
}

/// The smallest hexhex board on which the asked-for pieces reach no more than 40 %.
fn plane_side(options: &Options) -> u32 {
    let Some(pieces) = &options.pieces else { return 6 };
    let wanted = pieces.iter().map(|&n| u64::from(n)).sum::<u64>() * 100;
    (3..18).find(|&n| (3 * n * (n - 1) + 1) * 40 >= wanted).unwrap_or(18) as u32
}
