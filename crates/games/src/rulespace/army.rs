//! What players may know of the rule space, found by counting bits.

use selforge_core::Seat;

use super::direction::Direction;
use super::game::{RuleSpace, State};
use super::kind::KindId;
use super::moves::Move;
use selforge_catalogue::army::{Army, Effect, Material, Place, Soldier, priority};

fn place(cell: u8) -> Place {
    Place { file: (cell % 8) as i8, rank: (cell / 8) as i8 }
}

impl Army for RuleSpace {
    fn visit_soldiers(&self, state: &State, visit: &mut impl FnMut(Soldier)) {
        for cell in 0..64 {
            if let Some((seat, kind)) = state.piece_on(cell) {
                let rules = self.kind(kind);
                visit(Soldier {
                    seat,
                    place: place(cell),
                    movement: rules.movement,
                    capture: rules.capture,
                    honour: self.honour() == Some(kind),
                });
            }
        }
    }

    fn has_honour(&self) -> bool {
        self.honour().is_some()
    }

    fn path(&self, _: &State, mv: Move) -> [Place; 2] {
        [place(mv.from()), place(mv.to())]
    }

    #[inline]
    fn captures(&self, _: &State, mv: Move) -> bool {
        mv.taken().is_some()
    }

    #[inline]
    fn visit_effects(&self, state: &State, mv: Move, visit: &mut impl FnMut(Effect)) {
        if let Some(taken) = mv.taken() {
            visit(Effect::Taken(place(taken)));
        }
        visit(Effect::Moved(self.path(state, mv)));
    }

    #[inline]
    fn material(&self, state: &State) -> [Material; 2] {
        let mut material = [Material::default(); 2];
        for kind in KindId::all() {
            let rules = self.kind(kind);
            let worth = priority(rules.movement, rules.capture);
            let honour = i32::from(self.honour() == Some(kind));
            for seat in Seat::all(2) {
                let count = state.pieces_of(seat, kind).count_ones() as i32;
                let own = &mut material[seat.index()];
                own.priorities += count * worth;
                own.honour += count * honour;
            }
        }
        material
    }

    #[inline]
    fn distance_to_enemy(&self, state: &State, seat: Seat, place: Place) -> Option<u32> {
        let enemy = state.occupied() & !state.pieces(seat);
        if enemy == 0 {
            return None;
        }
        let mut near = 1u64 << (place.rank * 8 + place.file);
        let mut distance = 0;
        while near & enemy == 0 {
            near |= Direction::EAST.step(near) | Direction::WEST.step(near);
            near |= Direction::NORTH.step(near) | Direction::SOUTH.step(near);
            distance += 1;
        }
        Some(distance)
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::{Game, Stream};

    use super::super::{Genes, Rules};
    use super::*;

    #[test]
    fn counted_bits_say_what_the_list_of_pieces_says() {
        for index in 0..40 {
            let mut stream = Stream::new(1, "army", index);
            let game = RuleSpace::new(Genes::random(16, &mut stream), Rules::default()).unwrap();
            let mut state = game.start();
            while let Some(mv) = game.choose_move(&state, |count| stream.below(count)) {
                game.play(&mut state, mv);
                let mut soldiers = Vec::new();
                game.visit_soldiers(&state, &mut |soldier| soldiers.push(soldier));
                for seat in Seat::all(2) {
                    let own = soldiers.iter().filter(|soldier| soldier.seat == seat);
                    let material = Material {
                        priorities: own.clone().map(|s| priority(s.movement, s.capture)).sum(),
                        honour: own.clone().map(|s| i32::from(s.honour)).sum(),
                    };
                    assert_eq!(game.material(&state)[seat.index()], material);
                    let enemies = soldiers.iter().filter(|soldier| soldier.seat != seat);
                    for cell in [0, 27, 63] {
                        let nearest = enemies.clone().map(|s| s.place.distance(place(cell))).min();
                        let found = game.distance_to_enemy(&state, seat, place(cell));
                        assert_eq!(found, nearest, "{state:?} {seat} {cell}");
                    }
                }
            }
        }
    }
}
