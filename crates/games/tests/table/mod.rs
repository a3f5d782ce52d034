//! A game being played move by move, for worked endings.

// Every test file uses some of this.
#![allow(dead_code)]

use std::sync::Arc;

use selforge_core::{Action, AnyGame, Game, Seat, Spec, Status, Timeline};
use selforge_games::NoFiles;

/// A game being played.
pub(crate) struct Table(pub(crate) Timeline<AnyGame>);

/// Sits down to the game of this spec.
pub(crate) fn table(spec: &str) -> Table {
    let parsed = Spec::parse(spec).unwrap();
    let playable =
        selforge_games::open(&parsed, &NoFiles).unwrap_or_else(|e| panic!("{spec}: {e}"));
    Table(Timeline::new(Arc::new(playable.game)))
}

/// Why a spec opens no game.
pub(crate) fn refusal(spec: &str) -> String {
    selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).expect_err(spec).to_string()
}

impl Table {
    /// Lets whoever is to move play each of these moves in turn.
    pub(crate) fn play(mut self, moves: &str) -> Table {
        for text in moves.split_whitespace() {
            let seat = self.0.status().to_move().unwrap_or_else(|| panic!("over before {text}"));
            let mv = self.0.game().parse_move(self.0.state(), text);
            let mv = mv.unwrap_or_else(|error| panic!("{seat} {text}: {error}"));
            self.0.act(seat, Action::Move(mv)).unwrap();
        }
        self
    }

    pub(crate) fn act(mut self, seat: Seat, action: Action<selforge_core::AnyMove>) -> Table {
        self.0.act(seat, action).unwrap();
        self
    }

    /// How the game ended, or who is to move.
    #[track_caller]
    pub(crate) fn is(self, expected: &str) -> Table {
        let found = match (self.0.status(), self.0.result()) {
            (Status::ToMove(seat), None) => format!("{seat} to move"),
            (_, Some((outcome, ending))) => format!("{outcome}, {ending}"),
            (Status::Over(_), None) => panic!("over without a result"),
        };
        assert_eq!(found, expected);
        self
    }

    /// The position as text.
    #[track_caller]
    pub(crate) fn shows(self, expected: &str) -> Table {
        let mut text = String::new();
        self.0.game().write_state(self.0.state(), &mut text).unwrap();
        assert_eq!(text, expected);
        self
    }

    pub(crate) fn can(&self, text: &str) -> bool {
        self.0.game().parse_move(self.0.state(), text).is_ok()
    }

    /// The legal moves with this beginning.
    pub(crate) fn moves(&self, beginning: &str) -> Vec<String> {
        let mut moves = Vec::new();
        self.0.legal_moves(&mut moves);
        let text = |mv| {
            let mut text = String::new();
            self.0.game().write_move(self.0.state(), mv, &mut text).unwrap();
            text
        };
        let mut texts: Vec<String> = moves.into_iter().map(text).collect();
        texts.retain(|text| text.starts_with(beginning));
        texts.sort();
        texts
    }
}
