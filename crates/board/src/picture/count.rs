//! What there is to count in a [`Diagram`], and what changed between two of them.

use std::collections::HashMap;

use crate::{Diagram, Piece};

/// What a legend tells about one set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SetCount {
    /// How many pieces it has.
    pub pieces: usize,
    /// How many groups of neighbours they form, where that matters.
    pub groups: Option<usize>,
    /// Whether it is blocked.
    pub blocked: bool,
}

impl SetCount {
    /// `18 pieces in 5 groups, blocked`.
    pub fn text(self) -> String {
        let many = |count: usize, one: &str| {
            if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
        };
        let blocked = if self.blocked { ", blocked" } else { "" };
        let groups = self.groups.map(|groups| format!(" in {}", many(groups, "group")));
        format!("{}{}{blocked}", many(self.pieces, "piece"), groups.unwrap_or_default())
    }
}

/// Counts the pieces and groups of the first `sets` sets.
pub fn count_sets(diagram: &Diagram, sets: u8) -> Vec<SetCount> {
    let none = SetCount { groups: diagram.bonded.then_some(0), ..SetCount::default() };
    let mut counts = vec![none; usize::from(sets)];
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
            count.groups = count.groups.map(|groups| groups + 1);
            count.blocked |= piece.blocked;
        }
    }
    for &(a, b) in diagram.edges.iter() {
        let (one, other) = (root(&mut parent, a), root(&mut parent, b));
        if let Some(set) = set(a).filter(|_| set(a) == set(b) && one != other) {
            parent[one] = other;
            if let Some(count) = counts.get_mut(set) {
                count.groups = count.groups.map(|groups| groups - 1);
            }
        }
    }
    counts
}

/// The pairs of neighbours that belong to one set.
pub fn bonds(diagram: &Diagram) -> impl Iterator<Item = (usize, usize, u8)> {
    let set = |at: usize| diagram.cells[at].piece.map(|piece| piece.set);
    let bonded = move |&(a, b): &(usize, usize)| Some((a, b, set(a).filter(|_| set(a) == set(b))?));
    diagram.edges.iter().filter(|_| diagram.bonded).filter_map(bonded)
}

/// What a move changed on the board: the cells that lost a piece and those that gained one, as
/// indices into the later diagram. Cells that the other diagram does not show are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// Cells that have no piece any more.
    pub from: Vec<usize>,
    /// Cells whose piece is new.
    pub to: Vec<usize>,
}

/// Compares two positions of one game by the names of their cells.
pub fn change(before: &Diagram, after: &Diagram) -> Change {
    let old: HashMap<&str, Option<Piece>> =
        before.cells.iter().map(|cell| (&*cell.name, cell.piece)).collect();
    let key = |piece: Option<Piece>| piece.map(|piece| (piece.set, piece.special));
    let mut change = Change::default();
    for (at, cell) in after.cells.iter().enumerate() {
        let was = old.get(&*cell.name).copied().flatten();
        match (key(was), key(cell.piece)) {
            (was, now) if was == now => {}
            (_, Some(_)) => change.to.push(at),
            (_, None) => change.from.push(at),
        }
    }
    change
}
