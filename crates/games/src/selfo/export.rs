//! Selfo as a rule file.
//!
//! Rule files have no goal for "connected", so the code of a move finds it out: it floods the mover's
//! group from the cell where the stone lands, with a position flag, and puts a seal on a hidden position
//! when no stone is left over. A mutual blockade is found in the same way, by floods over empty cells.
//! The board does not change while moves are generated: the cell that the stone leaves is marked, and
//! counts as empty.

use selforge_board::topology::{EachTopology, Topology, each_topology};
use selforge_board::{Board, CellSet};
use selforge_catalogue::{Described, Playable};
use selforge_core::{Game, MAX_SEATS, Seat, Spec};

use super::finite::Finite;
use super::game::Selfo;
use super::rules::Blockade;
use super::unbounded::Unbounded;
use crate::export::{ExportError, RuleText, chain, description, head, quoted, title, wrapped};

/// The players of the file, by seat.
const PLAYERS: [&str; MAX_SEATS] = [
    "Black", "White", "Red", "Green", "Blue", "Yellow", "Violet", "Lime", "Grey", "Pink", "Teal",
    "Brown",
];

/// The width of a cell in pixels.
const PIXELS: f64 = 44.0;

/// Writes a game of Selfo as a rule file; none if the game is another.
pub(crate) fn export(playable: &Playable) -> Option<Result<RuleText, ExportError>> {
    struct OnBoard<'a>(&'a Playable);

    impl EachTopology for OnBoard<'_> {
        type Output = Result<RuleText, ExportError>;

        fn visit<S: CellSet, T: Topology<S>>(&mut self) -> Option<Self::Output> {
            let game = self.0.typed::<Selfo<Finite<S, T>>>()?;
            Some(write(&game, &self.0.spec))
        }
    }

    if playable.typed::<Selfo<Unbounded>>().is_some() {
        let problem = "its board has no end";
        return Some(Err(ExportError::new(problem, "a board such as board=hexhex-6")));
    }
    each_topology(&mut OnBoard(playable))
}

fn write<S: CellSet, T: Topology<S>>(
    game: &Selfo<Finite<S, T>>,
    spec: &Spec,
) -> Result<RuleText, ExportError> {
    let start = game.start();
    let rules = game.rules();
    let seats = usize::from(rules.seats);
    let players = PLAYERS[..seats].to_vec();
    let Some(first) = game.status(&start).to_move() else {
        let problem = "the game is over before its first move";
        return Err(ExportError::new(problem, "a position in which somebody can move"));
    };
    if rules.lengths[..seats].iter().any(|length| *length != 1) {
        let problem = "stones move more than one step";
        return Err(ExportError::new(problem, "length=1"));
    }
    if game.pieces(&start).special() != S::EMPTY {
        return Err(ExportError::new("some stones are special", "special=0"));
    }
    if Seat::all(rules.seats).any(|seat| game.set_of(&start, seat) != seat.index() as u8) {
        return Err(ExportError::new("it starts after a swap", "sets as they are dealt"));
    }
    let swaps: Vec<Seat> = Seat::all(rules.seats).filter(|&it| game.may_swap(&start, it)).collect();
    let second = Seat::new((first.index() + 1) % seats);
    let swap = match swaps[..] {
        [] => false,
        [only] if seats == 2 && only == second => true,
        _ => return Err(ExportError::new("more than one player may swap", "swap=off")),
    };
    let blockade = rules.blockade == Blockade::End && seats == 2;
    let notes = notes(game, blockade);
    let mut told = description(&game.rules_text());
    if blockade {
        told += "\n\nBlockade. The game is a draw when both players are blocked: their pieces cannot all reach \
                 each other over empty cells and their own.";
    }
    let title = title(spec, "Selfo");
    let board = game.ground().board();
    let names: Vec<String> =
        board.cells().iter().map(|&cell| board.cell_name(cell).to_owned()).collect();
    let ways = board.cells().iter().map(|&cell| board.neighbours(cell).len()).max().unwrap_or(0);
    let ways = ways.max(board.cells().first().map_or(0, |&cell| board.steps(cell).len()));
    let ways: Vec<String> = (0..ways).map(|way| way_name(board, way)).collect();
    let order = |seat: usize| players[(first.index() + seat) % seats];
    let turns = if swap {
        format!("({0} stepping) {1} repeat ({0} stepping) ({1} stepping)", order(0), order(1))
    } else {
        (0..seats).map(order).collect::<Vec<_>>().join(" ")
    };
    let all = players.join(" ");
    let setup = (0..rules.seats).map(|set| {
        let own = game.ground().cells_of(game.pieces(&start), set);
        let cells = board.cells().iter().zip(&names).filter(|(cell, _)| own.contains(**cell));
        let swap_piece = swap && usize::from(set) == second.index();
        let button = if swap_piece { " (Swap swap)" } else { "" };
        let stones = wrapped(cells.map(|(_, name)| name), 6);
        format!("    ({} (Man{stones}){button})\n", players[usize::from(set)])
    });
    let moves = wrapped(ways.iter().map(|way| format!("(step {way})")), 6);
    let images = |name: &str| {
        let image = |player: &&str| {
            format!("{player} \"images\\Selforge\\{name}-{}.bmp\"", player.to_lowercase())
        };
        players.iter().map(image).collect::<Vec<_>>().join(" ")
    };
    let hidden = players.iter().map(|player| format!("{player} \"images\\Selforge\\nothing.bmp\""));
    let hidden = hidden.collect::<Vec<_>>().join(" ");
    let right = board.cells().iter().map(|&cell| place(board, cell)[2]).max().unwrap_or(0) + 30;
    let (swap_cell, swap_piece) = if swap {
        let image = format!("{} \"images\\Selforge\\swap.bmp\"", order(1));
        (
            format!("    (positions (swap {right} 10 {} 50))\n", right + 40),
            format!(
                "  (piece\n    (name Swap)\n    (help \"Swap: take the other side's stones\")\n    \
                 (image {image})\n    (moves (move-type swapping) (swap-all))\n  )\n"
            ),
        )
    } else {
        (String::new(), String::new())
    };
    let draw = if blockade {
        format!("  (draw-condition ({all}) (absolute-config Seal (blocked)))\n")
    } else {
        String::new()
    };
    let text = format!(
        r#"{head}{macros}
(game
  (title "{title}")
  (description {description})
  (option "pass turn" true)
  (option "prevent flipping" 2)
  (players {all})
  (turn-order {turns})
  (board
    (image "images\Selforge\selfo.bmp")
    (positions{positions}
    )
{swap_cell}    (dummy won blocked)
    (links next{next}
    )
{links}  )
  (piece
    (name Man)
    (help "Man: moves to an empty cell beside it")
    (image {man})
    (moves (move-type stepping){moves}
    )
  )
{swap_piece}  (piece (name Seal) (dummy) (image {hidden}))
  (board-setup
{setup}  )
  (win-condition ({all}) (absolute-config Seal (won)))
{draw})
"#,
        head = head(spec, &notes),
        macros = macros(&ways, &names[0], blockade, swap),
        description = quoted(&told),
        positions = wrapped(positions(board), 6),
        next = chain(&names),
        links = links(board, &ways),
        man = images("man"),
        setup = setup.collect::<String>(),
    );
    let letters =
        players.iter().zip('A'..).map(|(&player, letter)| (player, "Man".to_owned(), letter));
    let letters = letters.collect();
    Ok(RuleText { title, text, players, letters, notes })
}

/// What rule files cannot say, or say in another way.
fn notes<S: CellSet, T: Topology<S>>(game: &Selfo<Finite<S, T>>, blockade: bool) -> Vec<String> {
    let rules = game.rules();
    let mut notes = Vec::new();
    if rules.pass_draw {
        let problem = "passes in succession end the game only when a position occurs three times.";
        notes.push(problem.to_owned());
    }
    if rules.blockade == Blockade::End && !blockade {
        notes.push("a blockade of all players is no draw.".to_owned());
    }
    if rules.blockade == Blockade::Offer {
        notes.push("nobody can claim a draw for a mutual blockade.".to_owned());
    }
    if let Some(plies) = rules.history.plies {
        notes.push(format!("the game is no draw after {plies} moves."));
    }
    if let Some(plies) = rules.history.no_progress {
        notes.push(format!("the game is no draw after {plies} moves without progress."));
    }
    notes
}

/// The name of a direction: those of hexagons and squares have one, others a number.
fn way_name(board: &Board, way: usize) -> String {
    let regular = board.cells().first().map_or(0, |&cell| board.steps(cell).len());
    let known: &[&str] = match regular {
        6 => &["ne", "e", "se", "sw", "w", "nw"],
        4 => &["n", "e", "s", "w"],
        8 => &["n", "ne", "e", "se", "s", "sw", "w", "nw"],
        _ => &[],
    };
    known.get(way).map_or_else(|| format!("way-{}", way + 1), |name| (*name).to_owned())
}

/// Where a cell is drawn: left, top, right and bottom.
fn place(board: &Board, cell: selforge_board::Cell) -> [i32; 4] {
    let centres = board.cells().iter().map(|&cell| board.centre(cell));
    let [left, top] = centres.fold([f64::MAX; 2], |[x, y], [a, b]| [x.min(a), y.min(b)]);
    let [x, y] = board.centre(cell);
    let at = |value: f64| (10.0 + value * PIXELS).round() as i32;
    let (x, y) = (at(x - left), at(y - top));
    [x, y, x + 40, y + 40]
}

fn positions(board: &Board) -> Vec<String> {
    let position = |&cell: &selforge_board::Cell| {
        let [left, top, right, bottom] = place(board, cell);
        format!("({} {left} {top} {right} {bottom})", board.cell_name(cell))
    };
    board.cells().iter().map(position).collect()
}

/// The links of each direction.
fn links(board: &Board, ways: &[String]) -> String {
    let mut text = String::new();
    for (way, name) in ways.iter().enumerate() {
        let pairs = board.cells().iter().filter_map(|&cell| {
            let steps = board.steps(cell);
            let to = if steps.is_empty() {
                board.neighbours(cell).get(way).copied()
            } else {
                steps.get(way).copied().flatten()
            }?;
            Some(format!("({} {})", board.cell_name(cell), board.cell_name(to)))
        });
        text.push_str(&format!("    (links {name}{}\n    )\n", wrapped(pairs, 6)));
    }
    text
}

/// The macros of the moves.
fn macros(ways: &[String], first: &str, blockade: bool, swap: bool) -> String {
    let touches =
        |flag: &str| wrapped(ways.iter().map(|way| format!("(position-flag? {flag} {way})")), 6);
    let mut text = format!(
        r"; The cell that the stone leaves is marked: it is still occupied while moves are generated.
(define sweep {first} $1 (while (on-board? next) next $1))
(define join
  (if (and friend? not-marked? (not-position-flag? group) (or{group}))
    (set-position-flag group true)
    (set-flag grown true)
  )
)
(define left-over (if (and friend? not-marked? (not-position-flag? group)) (set-flag whole false)))
",
        group = touches("group"),
    );
    let judge = if blockade {
        text.push_str(&format!(
            r"; Both sides are blocked if neither can bring its stones together over empty cells. A cell is
; open for the mover if it is no enemy's, and for the enemy if it is no friend's and not the target, which
; belongs to the mover's group.
(define spread
  (if (and $2 (not-position-flag? $1) (or{area}))
    (set-position-flag $1 true)
    (set-flag grown true)
  )
)
(define own-cut (if (and friend? not-marked? (not-position-flag? own)) (set-flag whole false)))
(define their-open (and (not-position-flag? group) (or enemy? empty? marked?)))
(define their-seed
  (if (and enemy? (flag? seed)) (set-position-flag their true) (set-flag seed false))
)
(define their-cut (if (and enemy? (not-position-flag? their)) (set-flag whole false)))
",
            area = wrapped(ways.iter().map(|way| format!("(position-flag? $1 {way})")), 6),
        ));
        r"
   else
    (go to) (set-position-flag own true) (set-flag grown true)
    (while (flag? grown) (set-flag grown false) (sweep (spread own not-enemy?)))
    (set-flag whole true) (sweep (own-cut))
    (if (not-flag? whole)
      (set-flag seed true) (sweep (their-seed)) (set-flag grown true)
      (while (flag? grown) (set-flag grown false) (sweep (spread their (their-open))))
      (set-flag whole true) (sweep (their-cut))
      (if (not-flag? whole) (create Seal blocked))
    )"
    } else {
        ""
    };
    text.push_str(&format!(
        r"(define step (
  mark
  $1
  (verify empty?)
  to
  (set-position-flag group true)
  (set-flag grown true)
  (while (flag? grown) (set-flag grown false) (sweep (join)))
  (set-flag whole true)
  (sweep (left-over))
  (if (flag? whole)
    (create Seal won){judge}
  )
  add
))
"
    ));
    if swap {
        text.push_str(&format!(
            "; Every stone changes sides.\n(define swap-all ({first} (if not-empty? flip) \
             (while (on-board? next) next (if not-empty? flip)) (go from) add))\n"
        ));
    }
    text
}
