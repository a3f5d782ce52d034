//! The turns and mirrorings that map a board onto itself.
//!
//! They are found in the drawing, not in the graph: the candidates are the twelve turns by 30° about
//! the middle, each with and without a mirroring, and those stay that map cells to cells and
//! neighbours to neighbours. That covers hexagons, triangles and squares, forms a group, costs almost
//! nothing, and never surprises a viewer with a symmetry that cannot be seen. The search for all
//! automorphisms of the graph would find more only on boards that are drawn crookedly.

use crate::board::{Board, Point};
use crate::cell::Cell;
use crate::geometry::{SINES, TOLERANCE, mean};

/// One way to lay a board onto itself: cells onto cells, neighbours onto neighbours.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    images: Vec<u16>,
}

impl Symmetry {
    /// Where `cell` comes to lie.
    #[must_use]
    #[inline]
    pub fn image(&self, cell: Cell) -> Cell {
        Cell::new(usize::from(self.images[cell.index()]))
    }

    /// The images of all slots, a permutation; unused slots stay where they are.
    #[must_use]
    pub fn images(&self) -> &[u16] {
        &self.images
    }

    /// Whether every cell stays where it is.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.images.iter().enumerate().all(|(slot, &image)| slot == usize::from(image))
    }
}

impl Board {
    /// The symmetries of the drawn board about its middle. The identity is the first; turns come
    /// before mirrorings. Together they are a group.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let middle = mean(self.cells().iter().map(|&cell| self.centre(cell)));
        let mut found = Vec::new();
        for mirror in [1.0, -1.0] {
            for turn in 0..12 {
                let (sin, cos) = (SINES[turn], SINES[(turn + 3) % 12]);
                let motion = |point: Point| {
                    let (x, y) = (point[0] - middle[0], mirror * (point[1] - middle[1]));
                    [middle[0] + cos * x - sin * y, middle[1] + sin * x + cos * y]
                };
                found.extend(self.symmetry(motion));
            }
        }
        found
    }

    /// The [symmetries](Board::symmetries) besides the identity, in the numbers that cells have in
    /// reading order, as pictures do: where each comes to lie.
    #[must_use]
    pub fn cell_symmetries(&self) -> Vec<Vec<u16>> {
        let mut numbers = vec![0; self.slots()];
        for (cell, number) in self.cells().iter().zip(0..) {
            numbers[cell.index()] = number;
        }
        let images = |symmetry: &Symmetry| {
            let image = |&cell: &Cell| numbers[symmetry.image(cell).index()];
            self.cells().iter().map(image).collect()
        };
        self.symmetries().iter().skip(1).map(images).collect()
    }

    /// The symmetry that a motion of the drawing makes, if it makes one.
    fn symmetry(&self, motion: impl Fn(Point) -> Point) -> Option<Symmetry> {
        let mut images: Vec<u16> = (0..self.slots()).map(|slot| slot as u16).collect();
        for &cell in self.cells() {
            let [x, y] = motion(self.centre(cell));
            let target = self.cells().iter().find(|&&other| {
                let at = self.centre(other);
                (at[0] - x).abs() < TOLERANCE && (at[1] - y).abs() < TOLERANCE
            })?;
            images[cell.index()] = target.index() as u16;
        }
        let symmetry = Symmetry { images };
        let keeps_neighbours = self.cells().iter().all(|&cell| {
            let around = self.neighbours(symmetry.image(cell));
            around.len() == self.neighbours(cell).len()
                && self.neighbours(cell).iter().all(|&next| around.contains(&symmetry.image(next)))
        });
        keeps_neighbours.then_some(symmetry)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn symmetries(name: &str) -> Vec<Symmetry> {
        Board::parse(name, 0).unwrap().symmetries()
    }

    #[test]
    fn every_kind_of_board_has_the_symmetries_that_one_sees() {
        let table = [
            ("hexhex-2", 12),
            ("hexhex-6", 12),
            ("hexhex-18", 12),
            ("square-8x8", 8),
            ("king-3x3", 8),
            ("square-4x6", 4),
            ("hex-5x5", 4),
            ("hex-4x6", 2),
            ("tri-1", 12),
            ("tri-4", 12),
            ("voronoi-40-1", 1),
        ];
        for (name, count) in table {
            assert_eq!(symmetries(name).len(), count, "{name}");
        }
    }

    #[test]
    fn symmetries_are_a_group_of_permutations_with_the_identity_first() {
        for name in ["hexhex-3", "square-3x5", "hex-3x3", "tri-2"] {
            let group = symmetries(name);
            assert!(group[0].is_identity());
            let images: HashSet<&[u16]> = group.iter().map(Symmetry::images).collect();
            assert_eq!(images.len(), group.len());
            for a in &group {
                assert_eq!(a.images().iter().collect::<HashSet<_>>().len(), a.images().len());
                for b in &group {
                    let both: Vec<u16> =
                        a.images().iter().map(|&slot| b.images()[usize::from(slot)]).collect();
                    assert!(images.contains(&both[..]), "{name}");
                }
            }
        }
    }
}
