//! `voronoi-N-SEED`: N irregular cells that fill a square.
//!
//! Random points that keep some distance are moved to the middles of their Voronoi cells a few times
//! (Lloyd's relaxation), which makes cells of similar size that still look grown. Cells are neighbours
//! if they share an edge that one can see. An edge too short to see is drawn as a point and does not
//! count, unless the board would fall apart without it; so nobody has to guess who touches whom. That
//! leaves a part of a Delaunay triangulation: planar, and connected.
//!
//! The same seed must give the same board on every machine, so only the basic operations and the
//! square root are used up to the choice of neighbours, and the generator is one whose stream is fixed.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spade::{DelaunayTriangulation, Point2, Triangulation};

use super::{Builder, NewCell};
use crate::board::{BoardParts, Point};
use crate::cell::Cell;
use crate::geometry::{clockwise_from_east, distance};
use crate::label::{band_names, bands};

/// How near two points may be at first, where a cell has the area 1. Less than half of the square is
/// ever closed to the next point, so throwing again soon succeeds.
const FIRST_SPACING: f64 = 0.5;

/// Few leave slivers along the rim; many would make all cells hexagons.
const RELAXATIONS: usize = 4;

/// The shortest edge that counts, where a cell has the area 1.
const VISIBLE_EDGE: f64 = 0.15;

/// Corners nearer than this are the same.
const SAME_CORNER: f64 = 1e-6;

/// The board number `seed` of that many cells.
pub(crate) fn parts(cells: usize, seed: u64) -> BoardParts {
    let side = (cells as f64).sqrt();
    let mut sites = random_sites(cells, side, seed);
    for _ in 0..RELAXATIONS {
        sites = polygons(&sites, side).iter().map(Polygon::centroid).collect();
    }
    let mut polygons = polygons(&sites, side);
    let Contacts { neighbours, hidden } = contacts(&polygons);
    for (a, b) in hidden {
        close(&mut polygons, side, a, b);
    }

    let centres: Vec<Point> = polygons.iter().map(Polygon::centroid).collect();
    let scale = 1.0 / mean_distance(&centres, &neighbours);
    let scaled = |point: Point| [point[0] * scale, point[1] * scale];
    let bands = bands(&centres);
    let names = band_names(&bands);
    let mut slots = vec![0; cells];
    for (slot, &site) in bands.iter().flatten().enumerate() {
        slots[site] = slot;
    }

    let mut builder = Builder::new(format!("voronoi-{cells}-{seed}"), cells, bands.len());
    for (row, band) in bands.iter().enumerate() {
        for &site in band {
            let mut around = neighbours[site].clone();
            around.sort_by(|&a, &b| clockwise_from_east(centres[site], centres[a], centres[b]));
            builder.add(
                row,
                NewCell {
                    slot: slots[site],
                    name: names[site].clone(),
                    steps: around.iter().map(|&next| Some(Cell::new(slots[next]))).collect(),
                    centre: scaled(centres[site]),
                    outline: polygons[site].outline().into_iter().map(scaled).collect(),
                },
            );
        }
    }
    builder.parts
}

/// Random points of the square, none too near to another.
fn random_sites(count: usize, side: f64, seed: u64) -> Vec<Point> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    // The upper 53 bits are exactly what fits into a float between 0 and 1.
    let mut unit = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let mut sites: Vec<Point> = Vec::with_capacity(count);
    while sites.len() < count {
        let site = [unit() * side, unit() * side];
        if sites.iter().all(|&other| distance(site, other) >= FIRST_SPACING) {
            sites.push(site);
        }
    }
    sites
}

/// The Voronoi cell of every site within the square.
fn polygons(sites: &[Point], side: f64) -> Vec<Polygon> {
    let mut triangles: DelaunayTriangulation<Point2<f64>> = DelaunayTriangulation::new();
    for &[x, y] in sites {
        triangles.insert(Point2::new(x, y)).expect("sites are ordinary numbers within the square");
    }
    let mut polygons = vec![Polygon::square(side); sites.len()];
    for edge in triangles.undirected_edges() {
        let [a, b] = edge.vertices().map(|vertex| vertex.index());
        polygons[a].cut(sites[a], sites[b], b);
        polygons[b].cut(sites[b], sites[a], a);
    }
    polygons
}

/// A convex polygon, clockwise; each corner with the site across the edge that starts there.
#[derive(Clone)]
struct Polygon(Vec<(Point, Option<usize>)>);

impl Polygon {
    fn square(side: f64) -> Polygon {
        let corners = [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]];
        Polygon(corners.map(|corner| (corner, None)).into())
    }

    /// Cuts off what is nearer to `theirs`, the site number `number`, than to `ours`.
    fn cut(&mut self, ours: Point, theirs: Point, number: usize) {
        let normal = [theirs[0] - ours[0], theirs[1] - ours[1]];
        let middle = [(theirs[0] + ours[0]) / 2.0, (theirs[1] + ours[1]) / 2.0];
        let side = |p: Point| (p[0] - middle[0]) * normal[0] + (p[1] - middle[1]) * normal[1];
        let mut kept = Vec::with_capacity(self.0.len() + 1);
        for (at, &(from, across)) in self.0.iter().enumerate() {
            let to = self.0[(at + 1) % self.0.len()].0;
            let (here, there) = (side(from), side(to));
            if here <= 0.0 {
                kept.push((from, across));
            }
            if (here <= 0.0) != (there <= 0.0) {
                let t = here / (here - there);
                let crossing = [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
                kept.push((crossing, if here <= 0.0 { Some(number) } else { across }));
            }
        }
        self.0 = kept;
    }

    /// The edges: start, end, and the site across.
    fn edges(&self) -> impl Iterator<Item = (Point, Point, Option<usize>)> {
        let ends = self.0.iter().cycle().skip(1);
        self.0.iter().zip(ends).map(|(&(from, across), &(to, _))| (from, to, across))
    }

    fn centroid(&self) -> Point {
        // Seen from one corner, so that the products stay small.
        let hub = self.0[0].0;
        let (mut sum, mut area) = ([0.0, 0.0], 0.0);
        for (from, to, _) in self.edges() {
            let (from, to) =
                ([from[0] - hub[0], from[1] - hub[1]], [to[0] - hub[0], to[1] - hub[1]]);
            let part = from[0] * to[1] - from[1] * to[0];
            sum = [sum[0] + part * (from[0] + to[0]), sum[1] + part * (from[1] + to[1])];
            area += part;
        }
        [hub[0] + sum[0] / (3.0 * area), hub[1] + sum[1] / (3.0 * area)]
    }

    /// The corners, without those that cannot be told apart.
    fn outline(&self) -> Vec<Point> {
        let edges = self.edges().filter(|&(from, to, _)| distance(from, to) > SAME_CORNER);
        edges.map(|(from, _, _)| from).collect()
    }
}

/// Who touches whom.
struct Contacts {
    /// The sites next to each site.
    neighbours: Vec<Vec<usize>>,
    /// The pairs whose common edge is too short to count.
    hidden: Vec<(usize, usize)>,
}

fn contacts(polygons: &[Polygon]) -> Contacts {
    let mut edges = Vec::new();
    for (site, polygon) in polygons.iter().enumerate() {
        // Each edge is measured from one side only, lest rounding make a one-way neighbour.
        let forward = |across: Option<usize>| across.filter(|&other| site < other);
        edges.extend(
            polygon.edges().filter_map(|(from, to, across)| {
                Some((distance(from, to), site, forward(across)?))
            }),
        );
    }
    // The longest first, so that a short one counts only where no longer one joins the same parts.
    edges.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut part: Vec<usize> = (0..polygons.len()).collect();
    let mut neighbours = vec![Vec::new(); polygons.len()];
    let mut hidden = Vec::new();
    for (length, a, b) in edges {
        let joins = part[a] != part[b];
        if joins {
            let (old, new) = (part[a], part[b]);
            part.iter_mut().filter(|part| **part == old).for_each(|part| *part = new);
        }
        if joins || length >= VISIBLE_EDGE {
            neighbours[a].push(b);
            neighbours[b].push(a);
        } else {
            hidden.push((a, b));
        }
    }
    Contacts { neighbours, hidden }
}

/// Shrinks the edge between two cells to a point, in all cells that have an end of it.
fn close(polygons: &mut [Polygon], side: f64, a: usize, b: usize) {
    let Some((from, to, _)) = polygons[a].edges().find(|&(_, _, across)| across == Some(b)) else {
        return;
    };
    let on_rim = |point: Point| point.iter().any(|&x| x < SAME_CORNER || x > side - SAME_CORNER);
    let point = match (on_rim(from), on_rim(to)) {
        (true, _) => from,
        (_, true) => to,
        _ => [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0],
    };
    for (corner, _) in polygons.iter_mut().flat_map(|polygon| &mut polygon.0) {
        if distance(*corner, from).min(distance(*corner, to)) < SAME_CORNER {
            *corner = point;
        }
    }
}

fn mean_distance(centres: &[Point], neighbours: &[Vec<usize>]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (site, around) in neighbours.iter().enumerate() {
        for &next in around {
            sum += distance(centres[site], centres[next]);
            count += 1.0;
        }
    }
    sum / count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    fn board(name: &str) -> Board {
        Board::parse(name, 0).unwrap()
    }

    #[test]
    fn the_same_seed_gives_the_same_board_and_another_seed_another() {
        let picture = |name: &str| board(name).diagram();
        assert_eq!(picture("voronoi-50-3"), picture("voronoi-50-3"));
        assert_ne!(picture("voronoi-50-3").edges, picture("voronoi-50-4").edges);
    }

    /// Boards are named in records for ever: if this fails, old games can no longer be replayed.
    #[test]
    fn a_known_board_stays_as_it_is() {
        let board = board("voronoi-30-1");
        let degrees: String =
            board.cells().iter().map(|&cell| board.neighbours(cell).len().to_string()).collect();
        assert_eq!(degrees, "244443457664356563555755334432");
    }

    #[test]
    fn boards_are_connected_with_no_more_edges_than_a_planar_graph_and_one_apart_on_average() {
        for seed in 0..40 {
            let board = board(&format!("voronoi-{}-{seed}", 8 + 5 * seed));
            assert!(board.is_connected());
            let diagram = board.diagram();
            assert!(diagram.edges.len() <= 3 * board.cells().len() - 6);
            let length = |&(a, b): &(usize, usize)| {
                distance(diagram.cells[a].centre, diagram.cells[b].centre)
            };
            let mean = diagram.edges.iter().map(length).sum::<f64>() / diagram.edges.len() as f64;
            assert!((mean - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn who_shares_a_visible_edge_is_a_neighbour_and_nobody_else() {
        for seed in 0..20 {
            let board = board(&format!("voronoi-80-{seed}"));
            let is_corner = |cell, point| {
                board.outline(cell).iter().any(|&corner| distance(corner, point) < SAME_CORNER)
            };
            for &a in board.cells() {
                for &b in board.cells().iter().filter(|&&b| b != a) {
                    let shared = board.outline(a).iter().filter(|&&corner| is_corner(b, corner));
                    let shared: Vec<&Point> = shared.collect();
                    assert_eq!(shared.len() == 2, board.neighbours(a).contains(&b), "{seed}");
                    let visible = |pair: &[&Point]| distance(*pair[0], *pair[1]) > 0.05;
                    assert!(shared.windows(2).all(visible), "{seed}");
                }
            }
        }
    }

    #[test]
    fn the_cells_fill_the_square_without_overlap() {
        let polygons = polygons(&random_sites(100, 10.0, 5), 10.0);
        let area = |polygon: &Polygon| {
            polygon.edges().map(|(a, b, _)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
        };
        assert!((polygons.iter().map(area).sum::<f64>() - 100.0).abs() < 1e-9);
        assert!(polygons.iter().all(|polygon| area(polygon) > 0.1));
    }

    #[test]
    fn a_cut_keeps_the_nearer_half_and_remembers_who_is_across() {
        let mut polygon = Polygon::square(2.0);
        polygon.cut([0.5, 1.0], [1.5, 1.0], 7);
        let across: Vec<_> = polygon.edges().filter(|edge| edge.2 == Some(7)).collect();
        assert_eq!(across, [([1.0, 0.0], [1.0, 2.0], Some(7))]);
        assert_eq!(polygon.centroid(), [0.5, 1.0]);
    }

    #[test]
    fn the_largest_board_can_be_built() {
        let board = board("voronoi-1024-9");
        assert_eq!((board.cells().len(), board.rows().len()), (1024, 32));
        assert!(board.is_connected());
    }
}
