//! Checkers as players of armies see it: nobody has honour, everybody jumps.

use selforge_core::Seat;

use super::game::{Checkers, State};
use super::moves::Move;
use super::squares::place_of_bit;
use selforge_catalogue::army::{Army, Capture, Effect, Movement, Place, Soldier};

fn place(bit: u32) -> Place {
    let (row, column) = place_of_bit(bit);
    Place { file: column as i8, rank: 7 - row as i8 }
}

impl Army for Checkers {
    fn visit_soldiers(&self, state: &State, visit: &mut impl FnMut(Soldier)) {
        for seat in Seat::all(2) {
            let kinds = [
                (state.men(seat), Movement::DiagonalForward),
                (state.kings(seat), Movement::Diagonal),
            ];
            for (mut pieces, movement) in kinds {
                while pieces != 0 {
                    let place = place(pieces.trailing_zeros());
                    visit(Soldier { seat, place, movement, capture: Capture::Over, honour: false });
                    pieces &= pieces - 1;
                }
            }
        }
    }

    fn has_honour(&self) -> bool {
        false
    }

    fn path(&self, _: &State, mv: Move) -> [Place; 2] {
        let last = mv.squares().last().unwrap_or(mv.from());
        [place(mv.from()), place(last)]
    }

    fn captures(&self, _: &State, mv: Move) -> bool {
        mv.jumps() > 0
    }

    fn visit_effects(&self, _: &State, mv: Move, visit: &mut impl FnMut(Effect)) {
        let mut from = place(mv.from());
        for bit in mv.squares().skip(1) {
            let to = place(bit);
            if mv.jumps() > 0 {
                let between = |a: i8, b: i8| i8::midpoint(a, b);
                let file = between(from.file, to.file);
                visit(Effect::Taken(Place { file, rank: between(from.rank, to.rank) }));
            }
            visit(Effect::Moved([from, to]));
            from = to;
        }
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::Game;

    use super::*;
    use selforge_catalogue::Described;

    #[test]
    fn armies_stand_where_the_picture_shows_them() {
        let checkers = Checkers::from_start(State::START, Default::default());
        let diagram = checkers.diagram(&checkers.start());
        let mut places = Vec::new();
        checkers.visit_soldiers(&checkers.start(), &mut |soldier| {
            let Place { file, rank } = soldier.place;
            let name = format!("{}{}", (b'a' + file as u8) as char, rank + 1);
            places.push((name, soldier.seat.index() as u8));
        });
        places.sort();
        let pieces = diagram.cells.iter().filter_map(|c| Some((c.name.to_string(), c.piece?.set)));
        let mut drawn: Vec<_> = pieces.collect();
        drawn.sort();
        assert_eq!(places, drawn);
    }
}
