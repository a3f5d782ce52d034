//! What there is to tell about a position, apart from the picture.

use std::collections::BTreeMap;

use selforge_board::Diagram;
use selforge_board::picture::count::count_sets;
use selforge_core::{AnyState, Ending, Game, Moment, Outcome, Seat, Status};
use selforge_games::Playable;

use super::terminal::glyph;

/// One line a seat: its pieces, and whether it is to move in this position.
pub(crate) fn legend(
    playable: &Playable,
    state: &AnyState,
    diagram: &Diagram,
    names: &BTreeMap<Seat, String>,
    colour: bool,
) -> Vec<String> {
    let seats = playable.game.seats();
    let counts = count_sets(diagram, seats);
    let status = playable.game.status(state);
    let active = playable.game.active(state);
    let width = names.values().map(|name| name.chars().count() + 2).max().unwrap_or(0);
    let line = |(seat, set): (Seat, u8)| {
        let count = counts.get(usize::from(set)).copied().unwrap_or_default();
        let note = match status {
            _ if !active.contains(seat) => ", resigned",
            Status::ToMove(to_move) if to_move == seat => ", to move",
            _ => "",
        };
        let name = names.get(&seat).map_or("", String::as_str);
        format!("{seat} {} {name:width$}{}{note}", glyph(diagram, set, colour), count.text())
    };
    Seat::all(seats).zip(playable.sets_of_seats(state)).map(line).collect()
}

/// `draw, mutual blockade`.
pub(crate) fn result_text(outcome: Outcome, ending: &Ending) -> String {
    format!("{outcome}, {ending}")
}

/// `1 ply`, `2 plies`.
pub(crate) fn plies_text(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// Whose turn it is, or how a game ended: `A to move`, `B wins, connected`.
pub(crate) fn status_text<S>(moment: &Moment<S>) -> String {
    match (moment.status, moment.result()) {
        (_, Some((outcome, ending))) => result_text(outcome, ending),
        (Status::ToMove(seat), None) => format!("{seat} to move"),
        (Status::Over(outcome), None) => outcome.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use selforge_board::picture::count::{Change, change};
    use selforge_core::Spec;
    use selforge_games::NoFiles;

    use super::*;

    fn position(text: &str) -> (Playable, AnyState) {
        let spec = Spec::new("selfo").with("board", "hexhex-3").with("position", "A1B/4/5/4/B1A A");
        let playable = selforge_games::open(&spec, &NoFiles).unwrap();
        let state = playable.game.parse_state(text).unwrap();
        (playable, state)
    }

    #[test]
    fn pieces_and_groups_are_counted_by_set() {
        let (playable, state) = position("AA1/B3/B4/4/B1A A");
        let counts = count_sets(&playable.diagram(&state), 2);
        assert_eq!(
            counts.iter().map(|count| (count.pieces, count.groups.unwrap())).collect::<Vec<_>>(),
            [(3, 2), (3, 2)]
        );
        assert_eq!(counts[0].text(), "3 pieces in 2 groups");
    }

    #[test]
    fn a_swap_exchanges_the_sets_of_seats() {
        let (playable, state) = position("A1B/4/5/4/B1A A");
        assert_eq!(playable.sets_of_seats(&state), [0, 1]);
        let (playable, state) = position("A1B/4/5/4/B1A A sets=BA swap=-");
        assert_eq!(playable.sets_of_seats(&state), [1, 0]);
    }

    #[test]
    fn a_change_is_where_pieces_went() {
        let (playable, before) = position("A1B/4/5/4/B1A A");
        let (_, after) = position("1AB/4/5/4/B1A B");
        let (before, after) = (playable.diagram(&before), playable.diagram(&after));
        assert_eq!(change(&before, &after), Change { from: vec![0], to: vec![1] });
        assert_eq!(change(&after, &after), Change::default());
    }
}
