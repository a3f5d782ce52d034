//! Checkers as a rule file: jumps are partial moves of the better priority.

use selforge_catalogue::Described;
use selforge_core::{Game, Seat, Spec};

use super::game::Checkers;
use super::squares::{ALL, place_of_bit};
use crate::export::{ExportError, RuleText, description, head, quoted, title, wrapped};

/// The players of the file: seat A has the dark pieces.
const PLAYERS: [&str; 2] = ["Black", "White"];

/// Writes a game of checkers as a rule file.
pub(crate) fn export(game: &Checkers, spec: &Spec) -> Result<RuleText, ExportError> {
    let start = game.start();
    let Some(first) = game.status(&start).to_move() else {
        let problem = "the game is over before its first move";
        return Err(ExportError::new(problem, "a position in which somebody can move"));
    };
    let mut notes = Vec::new();
    if let Some(plies) = game.history_rules().no_progress {
        notes.push(format!(
            "{plies} moves without a capture or a man's move are no draw; a position that occurs \
             three times is."
        ));
    }
    let title = title(spec, "Checkers");
    let order = [PLAYERS[first.index()], PLAYERS[1 - first.index()]].join(" ");
    let mut setup = String::new();
    for (seat, player) in Seat::all(2).zip(PLAYERS) {
        let men = names(start.men(seat));
        let kings = names(start.kings(seat));
        setup.push_str(&format!(
            "    ({player}{}{})\n",
            pieces("Man", &men),
            pieces("King", &kings)
        ));
    }
    let row = |seat: usize| wrapped(names(super::squares::KING_ROWS[seat]), 6);
    let text = format!(
        r#"{head}(define man-step ($1 (verify empty?) (if (in-zone? king-row) (add King) else add)))
(define man-jump (
  $1 (verify enemy?)
  capture
  $1 (verify empty?)
  (if (in-zone? king-row) (add King) else (add-partial jump))
))
(define king-step ($1 (verify empty?) add))
(define king-jump ($1 (verify enemy?) capture $1 (verify empty?) (add-partial jump)))

(game
  (title "{title}")
  (description {description})
  (players {players})
  (turn-order {order})
  (move-priorities jump step)
  (board
    (image "images\Selforge\board-8x8.bmp")
    (grid
      (start-rectangle 10 10 60 60)
      (dimensions ("a/b/c/d/e/f/g/h" (50 0)) ("8/7/6/5/4/3/2/1" (0 50)))
      (directions (sw -1 1) (se 1 1) (ne 1 -1) (nw -1 -1))
    )
    (symmetry White (sw ne) (ne sw) (se nw) (nw se))
    (zone (name king-row) (players Black) (positions{black_row}))
    (zone (name king-row) (players White) (positions{white_row}))
  )
  (piece
    (name Man)
    (help "Man: one square diagonally forward, or jumps forward over enemies")
    (image Black "images\Selforge\man-black.bmp" White "images\Selforge\man-white.bmp")
    (moves
      (move-type jump) (man-jump sw) (man-jump se)
      (move-type step) (man-step sw) (man-step se)
    )
  )
  (piece
    (name King)
    (help "King: one square diagonally, or jumps over enemies, in all directions")
    (image Black "images\Selforge\king-black.bmp" White "images\Selforge\king-white.bmp")
    (moves
      (move-type jump) (king-jump sw) (king-jump se) (king-jump ne) (king-jump nw)
      (move-type step) (king-step sw) (king-step se) (king-step ne) (king-step nw)
    )
  )
  (board-setup
{setup}  )
  (loss-condition (Black White) (pieces-remaining 0))
  (loss-condition (Black White) stalemated)
)
"#,
        head = head(spec, &notes),
        description = quoted(&description(&game.rules_text())),
        players = PLAYERS.join(" "),
        black_row = row(0),
        white_row = row(1),
    );
    let letters = [
        ("Black", "Man", 'A'),
        ("Black", "King", 'a'),
        ("White", "Man", 'B'),
        ("White", "King", 'b'),
    ];
    let letters =
        letters.map(|(player, piece, letter)| (player, piece.to_owned(), letter)).to_vec();
    Ok(RuleText { title, text, players: PLAYERS.to_vec(), letters, notes })
}

/// The names of squares as on a chess board.
fn names(bits: u64) -> Vec<String> {
    let squares = (0..64).filter(|bit| (bits & ALL) >> bit & 1 == 1);
    let name = |bit| {
        let (row, column) = place_of_bit(bit);
        format!("{}{}", char::from(b'a' + column as u8), 8 - row)
    };
    squares.map(name).collect()
}

fn pieces(kind: &str, squares: &[String]) -> String {
    if squares.is_empty() { String::new() } else { format!(" ({kind}{})", wrapped(squares, 6)) }
}
