//! A network of the paper's kind as a player: one ply.

use selforge_catalogue::{Described, Score};
use selforge_core::Stream;

use super::{damaged, points, read};
use crate::agent::{Agent, Question, Report};
use crate::neural::{Evolved, MAGIC, Network, Room, WON};

/// Takes the move after which its network likes the position best.
pub(crate) struct EvolvedPlayer {
    network: Network,
    room: Room,
}

impl EvolvedPlayer {
    /// The player in a file, for games of a family; `None` if the file is of another kind.
    ///
    /// # Errors
    /// With what is wrong and what would be right.
    pub(crate) fn load<G: Described>(
        file: &str,
        family: &str,
        game: &G,
    ) -> Result<Option<EvolvedPlayer>, (String, String)> {
        let bytes = read(file)?;
        if !bytes.starts_with(MAGIC) {
            return Ok(None);
        }
        let Evolved { upbringing, network } =
            Evolved::from_bytes(&bytes).map_err(|error| damaged(file, error))?;
        if upbringing.family != family {
            let problem = format!("file '{file}' is for {}", upbringing.family);
            return Err((problem, format!("one for {family}")));
        }
        let mut cells = Vec::new();
        if game.is_bounded() {
            game.census(&game.start(), &mut cells);
        }
        if cells.len() != network.cells() {
            let here = if game.is_bounded() { cells.len().to_string() } else { "no end of".into() };
            let problem = format!("file '{file}' is for a board of {} cells", network.cells());
            return Err((problem, format!("one for {here} cells, as for '{}'", upbringing.game)));
        }
        Ok(Some(EvolvedPlayer { network, room: Room::default() }))
    }
}

impl<G: Described> Agent<G> for EvolvedPlayer {
    fn choose(&mut self, question: &mut Question<'_, G>) -> Report<G::Move> {
        let Question { game, state, seed, .. } = *question;
        let mut stream = Stream::new(seed, "network", 0);
        let chosen = self.network.choose(game, state, &mut self.room, &mut stream);
        let (mv, value) = chosen.expect("a seat to move has a move");
        let score = match value {
            WON => Score::win_in(1),
            value if value == -WON => Score::loss_in(1),
            value => points(value),
        };
        let nodes = u64::from(game.count_moves(state));
        Report { depth: 1, nodes, score, line: vec![mv] }
    }
}
