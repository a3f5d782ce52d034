//! What there is to tell about a position, apart from the picture.

use std::collections::{BTreeMap, HashMap};

use selforge_board::{Diagram, Piece};
use selforge_core::{AnyState, Ending, Game, Outcome, Seat, Session, Status};
use selforge_games::Playable;

use super::terminal::glyph;
use crate::spec::position_text;

/// What a legend tells about one set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SetCount {
    /// How many pieces it has.
    pub(crate) pieces: usize,
    /// How many groups of neighbours they form.
    pub(crate) groups: usize,
    /// Whether it is blocked.
    pub(crate) blocked: bool,
}

impl SetCount {
    /// `18 pieces in 5 groups, blocked`.
    pub(crate) fn text(self) -> String {
        let many = |count: usize, one: &str| {
            if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
        };
        let blocked = if self.blocked { ", blocked" } else { "" };
        format!("{} in {}{blocked}", many(self.pieces, "piece"), many(self.groups, "group"))
    }
}

/// Counts the pieces and groups of the first `sets` sets.
pub(crate) fn count_sets(diagram: &Diagram, sets: u8) -> Vec<SetCount> {
    let mut counts = vec![SetCount::default(); usize::from(sets)];
    let set = |at: usize| diagram.cells[at].piece.map(|piece| usize::from(piece.set));
    // Groups by merging: every bond that joins two groups makes one less of them.
    let mut parent: Vec<usize> = (0..diagram.cells.len()).collect();
    fn root(parent: &mut [usize], mut at: usize) -> usize {
        while parent[at] != at {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        at
    }
    for cell in &diagram.cells {
        if let Some(piece) = cell.piece
            && let Some(count) = counts.get_mut(usize::from(piece.set))
        {
            count.pieces += 1;
            count.groups += 1;
            count.blocked |= piece.blocked;
        }
    }
    for &(a, b) in &diagram.edges {
        let (one, other) = (root(&mut parent, a), root(&mut parent, b));
        if let Some(set) = set(a).filter(|_| set(a) == set(b) && one != other) {
            parent[one] = other;
            if let Some(count) = counts.get_mut(set) {
                count.groups -= 1;
            }
        }
    }
    counts
}

/// The pairs of neighbours that belong to one set.
pub(crate) fn bonds(diagram: &Diagram) -> impl Iterator<Item = (usize, usize, u8)> {
    let set = |at: usize| diagram.cells[at].piece.map(|piece| piece.set);
    let bonded = move |&(a, b): &(usize, usize)| Some((a, b, set(a).filter(|_| set(a) == set(b))?));
    diagram.edges.iter().filter_map(bonded)
}

/// The set that each seat plays.
///
/// A diagram does not tell, so this is read off the position's text, where `sets=BA` says so after a
/// swap; without it every seat plays its own.
pub(crate) fn sets_of_seats(playable: &Playable, state: &AnyState) -> Vec<u8> {
    let text = position_text(playable, state);
    let letters = text.split(' ').find_map(|word| word.strip_prefix("sets="));
    let own = Seat::all(playable.game.seats()).map(Seat::letter).collect::<String>();
    letters.unwrap_or(&own).bytes().map(|letter| letter.saturating_sub(b'A')).collect()
}

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
        format!("{seat} {} {name:width$}{}{note}", glyph(set, colour), count.text())
    };
    Seat::all(seats).zip(sets_of_seats(playable, state)).map(line).collect()
}

/// What a move changed on the board: the cells that lost a piece and those that gained one, as
/// indices into the later diagram. Cells that the other diagram does not show are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Change {
    /// Cells that have no piece any more.
    pub(crate) from: Vec<usize>,
    /// Cells whose piece is new.
    pub(crate) to: Vec<usize>,
}

/// Compares two positions of one game by the names of their cells.
pub(crate) fn change(before: &Diagram, after: &Diagram) -> Change {
    let old: HashMap<&str, Option<Piece>> =
        before.cells.iter().map(|cell| (cell.name.as_str(), cell.piece)).collect();
    let key = |piece: Option<Piece>| piece.map(|piece| (piece.set, piece.special));
    let mut change = Change::default();
    for (at, cell) in after.cells.iter().enumerate() {
        let was = old.get(cell.name.as_str()).copied().flatten();
        match (key(was), key(cell.piece)) {
            (was, now) if was == now => {}
            (_, Some(_)) => change.to.push(at),
            (_, None) => change.from.push(at),
        }
    }
    change
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
pub(crate) fn session_status<G: Game>(session: &Session<G>) -> String {
    match (session.status(), session.result()) {
        (_, Some((outcome, ending))) => result_text(outcome, ending),
        (Status::ToMove(seat), None) => format!("{seat} to move"),
        (Status::Over(outcome), None) => outcome.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::Spec;
    use selforge_games::NoFiles;

    use super::*;

    fn position(text: &str) -> (Playable, AnyState) {
        let spec = Spec::new("selfo").with("board", "hexhex-3").with("position", "A1B/4/5/4/B1A A");
        let playable = Playable::open(&spec, &NoFiles).unwrap();
        let state = playable.game.parse_state(text).unwrap();
        (playable, state)
    }

    #[test]
    fn pieces_and_groups_are_counted_by_set() {
        let (playable, state) = position("AA1/B3/B4/4/B1A A");
        let counts = count_sets(&playable.diagram(&state), 2);
        assert_eq!(
            counts.iter().map(|count| (count.pieces, count.groups)).collect::<Vec<_>>(),
            [(3, 2), (3, 2)]
        );
        assert_eq!(counts[0].text(), "3 pieces in 2 groups");
    }

    #[test]
    fn a_swap_exchanges_the_sets_of_seats() {
        let (playable, state) = position("A1B/4/5/4/B1A A");
        assert_eq!(sets_of_seats(&playable, &state), [0, 1]);
        let (playable, state) = position("A1B/4/5/4/B1A A sets=BA swap=-");
        assert_eq!(sets_of_seats(&playable, &state), [1, 0]);
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
