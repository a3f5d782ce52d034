//! The little plane geometry that boards share: x to the right, y down, so angles grow clockwise.

use std::cmp::Ordering;
use std::f64::consts::TAU;

use crate::board::Point;

/// Half the root of 3: the distance between rows of hexagons, the height of a triangle of side 1.
pub(crate) const ROOT_3_HALF: f64 = 0.866_025_403_784_438_6;

/// The circumradius of a hexagon whose neighbours' centres are 1 away.
const HEXAGON_RADIUS: f64 = 0.577_350_269_189_625_7;

/// The sines of 0°, 30°, 60° and so on; the cosine is the sine three places further on.
pub(crate) const SINES: [f64; 12] = [
    0.0,
    0.5,
    ROOT_3_HALF,
    1.0,
    ROOT_3_HALF,
    0.5,
    0.0,
    -0.5,
    -ROOT_3_HALF,
    -1.0,
    -ROOT_3_HALF,
    -0.5,
];

/// Lengths and angles closer than this are the same; cells are about 1 apart.
pub(crate) const TOLERANCE: f64 = 1e-6;

/// How far apart two points are.
pub(crate) fn distance(a: Point, b: Point) -> f64 {
    // Not `hypot`: only the basic operations and the root give the same bits on every machine.
    let (dx, dy) = (a[0] - b[0], a[1] - b[1]);
    (dx * dx + dy * dy).sqrt()
}

/// The clockwise angle from due east to the direction from `from` to `to`, above 0 and up to a full
/// turn: due east itself comes *last*.
pub(crate) fn angle_past_east(from: Point, to: Point) -> f64 {
    let angle = (to[1] - from[1]).atan2(to[0] - from[0]);
    if angle <= TOLERANCE { angle + TAU } else { angle }
}

/// Orders directions from `hub` clockwise, due east *first*.
pub(crate) fn clockwise_from_east(hub: Point, a: Point, b: Point) -> Ordering {
    let turn = |to| {
        let angle = angle_past_east(hub, to);
        if angle > TAU - TOLERANCE { angle - TAU } else { angle }
    };
    turn(a).total_cmp(&turn(b))
}

/// The mean of some points; the origin if there are none.
pub(crate) fn mean(points: impl IntoIterator<Item = Point>) -> Point {
    let (mut sum, mut count) = ([0.0, 0.0], 0.0);
    for point in points {
        sum = [sum[0] + point[0], sum[1] + point[1]];
        count += 1.0;
    }
    if count == 0.0 { sum } else { [sum[0] / count, sum[1] / count] }
}

/// The centre of the hexagon with axial coordinates `q` (to the east) and `r` (to the south-east).
pub(crate) fn hexagon_centre(q: f64, r: f64) -> Point {
    [q + r / 2.0, r * ROOT_3_HALF]
}

/// The outline of a hexagon that stands on a corner, clockwise from the top.
pub(crate) fn hexagon(centre: Point) -> Vec<Point> {
    const LONG: f64 = HEXAGON_RADIUS;
    const SHORT: f64 = HEXAGON_RADIUS / 2.0;
    const CORNERS: [Point; 6] =
        [[0.0, -LONG], [0.5, -SHORT], [0.5, SHORT], [0.0, LONG], [-0.5, SHORT], [-0.5, -SHORT]];
    around(centre, &CORNERS)
}

/// A regular polygon of 12 corners, clockwise from the east.
pub(crate) fn dodecagon(centre: Point, radius: f64) -> Vec<Point> {
    let corner = |at: usize| [radius * SINES[(at + 3) % 12], radius * SINES[at]];
    around(centre, &std::array::from_fn::<Point, 12, _>(corner))
}

/// The shape with these corners around the origin, moved to `centre`.
pub(crate) fn around(centre: Point, corners: &[Point]) -> Vec<Point> {
    corners.iter().map(|corner| [centre[0] + corner[0], centre[1] + corner[1]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn east_is_first_among_neighbours_and_last_along_a_ring() {
        let hub = [2.0, 2.0];
        let (east, south, north) = ([3.0, 2.0], [2.0, 3.0], [2.0, 1.0]);
        assert_eq!(clockwise_from_east(hub, east, south), Ordering::Less);
        assert_eq!(clockwise_from_east(hub, south, north), Ordering::Less);
        assert!(angle_past_east(hub, east) > angle_past_east(hub, north));
    }

    #[test]
    fn a_hair_off_due_east_is_still_due_east() {
        let hair = 1e-9;
        for y in [-hair, 0.0, hair] {
            assert!(angle_past_east([0.0, 0.0], [1.0, y]) > TAU - 1e-6);
            assert_eq!(clockwise_from_east([0.0, 0.0], [1.0, y], [1.0, 0.1]), Ordering::Less);
        }
    }

    #[test]
    fn the_six_hexagons_around_one_are_one_away() {
        for (q, r) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, -1.0)] {
            assert!((distance(hexagon_centre(q, r), [0.0, 0.0]) - 1.0).abs() < 1e-12);
        }
    }
}
