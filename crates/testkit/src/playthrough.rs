//! Golden games that a person can read.
//!
//! A playthrough is a random game written down move by move: who moves, the move and the position as
//! people type them, how many legal moves there are, the position's key, and how it ended. Any
//! change of rules, notation, numbering of moves, keys or random streams shows as a difference in a
//! file that can be reviewed.
//!
//! To add one, write a file with three lines and bless it:
//!
//! ```text
//! spec: selfo board=hexhex-4 seed=5
//! seed: 1
//! plies: 20
//! ```
//!
//! `SELFORGE_BLESS=1 cargo test -p selforge-games --test conformance` writes the rest, and rewrites
//! every playthrough after a change that is meant.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use selforge_core::{Action, Game, Stream, Timeline};

/// The first line of every playthrough.
const HEADER: &str = "# A random game, written by crates/testkit; SELFORGE_BLESS=1 rewrites it.";

/// What a playthrough is made from: the first lines of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The game.
    pub spec: String,
    /// Chooses the moves.
    pub seed: u64,
    /// How many plies are played at most.
    pub plies: u32,
}

impl Recipe {
    /// Reads the first lines of a playthrough.
    ///
    /// # Panics
    /// With what is missing, if they are no recipe.
    #[must_use]
    pub fn read(text: &str) -> Recipe {
        let field = |name: &str| {
            let mut values =
                text.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            values.next().unwrap_or_else(|| panic!("a playthrough without a line '{name}: …'"))
        };
        let number = |name: &str| -> u64 {
            field(name).parse().unwrap_or_else(|_| panic!("'{name}' of a playthrough is no number"))
        };
        let (spec, seed) = (field("spec").to_owned(), number("seed"));
        Recipe { spec, seed, plies: u32::try_from(number("plies")).expect("a few plies") }
    }
}

/// Plays a random game and writes it down.
///
/// # Panics
/// If the game breaks its contract.
#[must_use]
pub fn write<G: Game>(game: &Arc<G>, recipe: &Recipe) -> String {
    let Recipe { spec, seed, plies } = recipe;
    let mut out = format!("{HEADER}\nspec: {spec}\nseed: {seed}\nplies: {plies}\n");
    let mut stream = Stream::new(*seed, "playthrough", 0);
    let mut timeline = Timeline::new(Arc::clone(game));
    let _ = writeln!(out, "\nstart: {}", describe(&timeline));
    while let Some(seat) = timeline.status().to_move().filter(|_| timeline.plies() < *plies) {
        let mv = game.choose_move(timeline.state(), |count| stream.below(count));
        let mv = mv.expect("a game that goes on has a move");
        let _ = write!(out, "{}. {seat} ", timeline.plies() + 1);
        let written = game.write_move(timeline.state(), mv, &mut out);
        written.expect("writing to a string cannot fail");
        timeline.act(seat, Action::Move(mv)).expect("a chosen move is legal");
        let _ = writeln!(out, ": {}", describe(&timeline));
    }
    let _ = match timeline.result() {
        Some((outcome, ending)) => writeln!(out, "\nresult: {outcome}, {ending}"),
        None => writeln!(out, "\nresult: none after {plies} plies"),
    };
    out
}

/// The position, how many moves it has, and its key.
fn describe<G: Game>(timeline: &Timeline<G>) -> String {
    let (game, state) = (timeline.game(), timeline.state());
    let mut text = String::new();
    game.write_state(state, &mut text).expect("writing to a string cannot fail");
    let moves = game.count_moves(state);
    let plural = if moves == 1 { "" } else { "s" };
    format!("{text}\n   {moves} move{plural}, key {:016x}", game.key(state))
}

/// Compares a golden file with what `text` gives now, or rewrites it when
/// [blessing](crate::is_blessing).
///
/// # Panics
/// With the first line that differs and how to accept it, or if the file cannot be used.
pub fn check_file(path: &Path, text: &str) {
    let shown = path.display();
    if crate::is_blessing() {
        std::fs::write(path, text).unwrap_or_else(|error| panic!("cannot write {shown}: {error}"));
        return;
    }
    let golden = std::fs::read_to_string(path);
    let golden = golden.unwrap_or_else(|error| panic!("cannot read {shown}: {error}"));
    let pairs = golden.lines().map(Some).chain([None]).zip(text.lines().map(Some).chain([None]));
    for (number, (expected, found)) in pairs.enumerate() {
        let line = number + 1;
        assert!(
            expected == found,
            "{shown}, line {line} is {}, but now it would be {}; if that is meant, run the test \
             with SELFORGE_BLESS=1 and commit the difference",
            expected.unwrap_or("the end"),
            found.unwrap_or("the end"),
        );
    }
}
