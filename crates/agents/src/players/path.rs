//! The moves of a game, found again from the keys of its positions.
//!
//! Players are asked about positions and told the keys of those before, because that is all that a search
//! needs. A program of its own must be told the moves, or it would see no repetition coming.

use selforge_core::{AnyGame, AnyState, Game};

/// A line of play from the start of a game.
pub(super) struct Path {
    /// The repetition keys of its positions, the last one among them.
    keys: Vec<u64>,
    moves: Vec<String>,
    state: AnyState,
}

impl Path {
    /// No move yet.
    pub(super) fn new(game: &AnyGame) -> Path {
        let state = game.start();
        Path { keys: vec![game.repetition_key(&state)], moves: Vec::new(), state }
    }

    /// The moves that lead from the start to a position, through positions with these keys; `None` if no
    /// legal ones do, as in a game that began elsewhere.
    pub(super) fn lead(
        &mut self,
        game: &AnyGame,
        state: &AnyState,
        history: &[u64],
    ) -> Option<&[String]> {
        let mut wanted = history.to_vec();
        wanted.push(game.repetition_key(state));
        if !wanted.starts_with(&self.keys) {
            *self = Path::new(game);
        }
        if !wanted.starts_with(&self.keys) {
            return None;
        }
        let mut moves = Vec::new();
        for (number, &key) in wanted.iter().enumerate().skip(self.keys.len()) {
            moves.clear();
            game.legal_moves(&self.state, &mut moves);
            let is_last = number + 1 == wanted.len();
            let (mv, next) = moves.iter().find_map(|&mv| {
                let mut next = self.state.clone();
                game.play(&mut next, mv);
                let found = game.repetition_key(&next) == key && (!is_last || next == *state);
                found.then_some((mv, next))
            })?;
            let mut text = String::new();
            game.write_move(&self.state, mv, &mut text).ok()?;
            self.moves.push(text);
            self.keys.push(key);
            self.state = next;
        }
        (self.state == *state).then_some(&self.moves)
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::{Action, Status, Timeline};
    use selforge_games::NoFiles;

    use super::*;

    #[test]
    fn the_moves_of_a_game_are_found_again_and_another_game_is_told_apart() {
        let spec = selforge_core::Spec::parse("chess").unwrap();
        let game = selforge_games::open(&spec, &NoFiles).unwrap().game;
        let line = "g1f3 g8f6 f3g1 f6g8 e2e4".split(' ');
        let mut timeline = Timeline::new(std::sync::Arc::new(game.clone()));
        let mut path = Path::new(&game);
        for (number, text) in line.clone().enumerate() {
            let Status::ToMove(seat) = timeline.status() else { panic!("the game goes on") };
            let mv = game.parse_move(timeline.state(), text).unwrap();
            timeline.act(seat, Action::Move(mv)).unwrap();
            let found = path.lead(&game, timeline.state(), timeline.keys()).unwrap();
            assert_eq!(found.to_vec(), line.clone().take(number + 1).collect::<Vec<_>>());
        }
        let elsewhere = game.parse_state("8/8/8/4k3/8/8/4K3/8 w - - 0 1").unwrap();
        assert_eq!(path.lead(&game, &elsewhere, &[]), None);
        let start = game.start();
        assert_eq!(
            path.lead(&game, &start, &[]).map(<[String]>::len),
            Some(0),
            "from the start again"
        );
    }
}
