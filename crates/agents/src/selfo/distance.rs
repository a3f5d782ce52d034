//! How far the pieces of a set are from one of its groups.

use selforge_board::CellSet;
use selforge_board::topology::Topology;

/// What a piece costs that cannot come to the group at all.
const CUT_OFF: i32 = 15;

/// The sum of the distances of all pieces of `own` to the group `main`, over cells of `free`, which
/// contains the set; pieces that are cut off count as far away.
#[inline]
pub(crate) fn sum_of_distances<S: CellSet>(
    topology: &impl Topology<S>,
    own: S,
    main: S,
    free: S,
) -> i32 {
    let mut outside = own & !main;
    let mut reached = main;
    let (mut sum, mut distance) = (0, 0);
    while !outside.is_empty() {
        let next = reached | topology.spread(reached) & free;
        if next == reached {
            return sum + CUT_OFF * outside.len() as i32;
        }
        distance += 1;
        let arrived = outside & next;
        sum += distance * arrived.len() as i32;
        outside &= !arrived;
        reached = next;
    }
    sum
}
