//! The rules of one game of Selfo in plain English, made from its options.

use std::sync::Arc;

use selforge_board::{Diagram, Figure, Piece};
use selforge_catalogue::{
    Described, Evaluator, GameVisitor, MoveEffect, NumberedMove, ScoreScale, TrayPiece, Worths,
};
use selforge_core::{Game, MAX_SEATS, MoveRepr, Seat, Status};

use super::game::{Selfo, State};
use super::ground::Ground;
use super::moves::Move;
use super::rules::{ANY, Blockade, Length};

/// What one step is worth.
const STEP: i32 = 10;

/// Judges positions on the plane by how far the pieces of each set are from its largest group.
#[derive(Clone, Copy, Debug)]
pub struct Straggling;

impl<G: Ground> Evaluator<Selfo<G>> for Straggling {
    fn worths(&self, game: &Selfo<G>, state: &State<G::Pieces>) -> Worths {
        let mut worths = [0; MAX_SEATS];
        for seat in Seat::all(game.seats()) {
            let set = Selfo::set_of(game, state, seat);
            let steps = game.ground().straggling(&state.pieces, set);
            worths[seat.index()] = -STEP * steps as i32;
        }
        worths
    }
}

impl<G: Ground> Described for Selfo<G> {
    type Scores = Straggling;

    /// For the plane; who knows finite boards comes by what sets gather on.
    fn scores(&self) -> Straggling {
        Straggling
    }

    fn effect(&self, state: &State<G::Pieces>, mv: Move, diagram: &Diagram) -> MoveEffect {
        let (Move::Step(step), Status::ToMove(seat)) = (mv, self.status(state)) else {
            return MoveEffect::default();
        };
        let set = Selfo::set_of(self, state, seat);
        let ends = self.ground().ends(&state.pieces, set, step, diagram);
        ends.map_or_else(MoveEffect::default, |[from, to]| MoveEffect::step(from, to))
    }

    fn knows_blockades(&self) -> bool {
        true
    }

    fn accept<V: GameVisitor>(self: Arc<Self>, visitor: V) -> V::Output {
        G::accept(self, visitor)
    }

    fn diagram(&self, state: &State<G::Pieces>) -> Diagram {
        let diagram = self.ground().diagram(&state.pieces, |set| self.is_blocked(state, set));
        Diagram { bonded: true, ..diagram }
    }

    fn set_of(&self, state: &State<G::Pieces>, seat: Seat) -> u8 {
        Selfo::set_of(self, state, seat)
    }

    fn swap_is_open(&self, state: &State<G::Pieces>) -> bool {
        Seat::all(self.seats()).any(|seat| self.may_swap(state, seat))
    }

    fn census(&self, state: &State<G::Pieces>, cells: &mut Vec<Option<Piece>>) {
        if !self.ground().census(&state.pieces, cells) {
            cells.clear();
            cells.extend(self.diagram(state).cells.iter().map(|cell| cell.piece));
        }
    }

    /// Steps as far as some piece of the start goes, then passing and the exchanges of sets.
    fn numbered_moves(&self) -> Option<Vec<NumberedMove>> {
        let (rules, start) = (self.rules(), self.start());
        let special =
            (0..self.seats()).any(|set| self.ground().count_special(&start.pieces, set) > 0);
        let plain = rules.lengths[..usize::from(self.seats())].iter().copied().max().unwrap_or(1);
        let longest = if special { plain.max(rules.special_length) } else { plain };
        let steps = self.ground().numbered_steps(longest)?;
        let mut moves: Vec<NumberedMove> = steps
            .into_iter()
            .map(|(step, ends)| NumberedMove {
                code: Move::Step(step).to_code(),
                cells: ends.into(),
                variant: 0,
            })
            .collect();
        moves.push(NumberedMove::words(Move::Pass.to_code(), 0));
        if rules.swap {
            let swap = |seat: Seat| {
                NumberedMove::words(Move::Swap(seat).to_code(), seat.index() as u8 + 1)
            };
            moves.extend(Seat::all(self.seats()).map(swap));
        }
        NumberedMove::in_order(moves)
    }

    /// The rules see nothing of a board but which cells are neighbours.
    fn symmetries(&self) -> Vec<Vec<u16>> {
        self.ground().symmetries()
    }

    fn is_bounded(&self) -> bool {
        self.ground().count_cells().is_some()
    }

    fn move_words(&self, state: &State<G::Pieces>, mv: Move) -> String {
        match mv {
            Move::Swap(with) if self.seats() > 2 => format!("swap with {with}"),
            _ => {
                let mut words = String::new();
                self.write_move(state, mv, &mut words).expect("writing to a string cannot fail");
                words
            }
        }
    }

    /// Ten points are a step. Larger sets have further to go: half a step for each piece is much.
    fn score_scale(&self) -> ScoreScale {
        let start = self.start();
        let pieces = (0..self.seats()).map(|set| self.ground().count_pieces(&start.pieces, set));
        let decisive = (5 * pieces.sum::<u32>()).max(40) as i32;
        ScoreScale { unit: STEP, unit_name: "steps".into(), decisive }
    }

    /// A plain and a special piece of each set.
    fn tray(&self) -> Vec<TrayPiece> {
        let piece = |special: bool| {
            move |set: Seat| {
                let letter = set.letter();
                let plain = Piece::new(set.index() as u8, Figure::Stone);
                TrayPiece {
                    letter: if special { letter.to_ascii_lowercase() } else { letter },
                    piece: Piece { special, ..plain },
                }
            }
        };
        let sets = || Seat::all(self.seats());
        sets().map(piece(false)).chain(sets().map(piece(true))).collect()
    }

    fn rules_text(&self) -> String {
        let sections = [
            ("Goal", self.goal()),
            ("Board", self.ground().describe()),
            ("Pieces", self.pieces_text()),
            ("Turn", self.turn_text()),
            ("Swap", self.swap_text()),
            ("Resigning", self.resign_text()),
            ("Draw", self.draw_text()),
        ];
        let text = |(title, text): &(&str, String)| format!("{title}. {text}");
        let told = sections.iter().filter(|(_, text)| !text.is_empty());
        told.map(text).collect::<Vec<_>>().join("\n\n")
    }
}

/// `1 step`, `up to 3 steps`, `any number of steps`.
fn steps(length: Length) -> String {
    match length {
        1 => "one step to a neighbouring empty cell".to_string(),
        ANY => "any number of steps over neighbouring empty cells".to_string(),
        n => format!("one to {n} steps over neighbouring empty cells"),
    }
}

/// `A`, `A and B`, `A, B and C`.
fn and(words: &[String]) -> String {
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

impl<G: Ground> Selfo<G> {
    fn goal(&self) -> String {
        let others = if self.seats() == 2 { "your opponent does" } else { "anyone else does" };
        format!("Connect all your pieces into one group before {others}.")
    }

    fn pieces_text(&self) -> String {
        let start = self.start();
        let counts: Vec<u32> =
            (0..self.seats()).map(|set| self.ground().count_pieces(&start.pieces, set)).collect();
        let mut text = if counts.iter().all(|count| *count == counts[0]) {
            format!("{} players with {} pieces each.", self.seats(), counts[0])
        } else {
            let sets = counts.iter().zip('A'..).map(|(count, set)| format!("{count} for {set}"));
            format!("{}.", and(&sets.collect::<Vec<_>>()))
        };
        if let Some(cells) = self.ground().count_cells() {
            let density = 100.0 * f64::from(counts.iter().sum::<u32>()) / cells as f64;
            text += &format!(" They fill {density:.0} % of the board.");
        }
        let special = (0..self.seats()).map(|set| self.ground().count_special(&start.pieces, set));
        if special.sum::<u32>() > 0 {
            let length = self.rules().special_length;
            text += &format!(" Special pieces move {}. They must be connected too.", steps(length));
        }
        text
    }

    fn turn_text(&self) -> String {
        let seats: Vec<String> = Seat::all(self.seats()).map(|seat| seat.to_string()).collect();
        let first = self.status(&self.start()).to_move().unwrap_or(Seat::FIRST);
        let lengths = &self.rules().lengths[..usize::from(self.seats())];
        let movement = if lengths.iter().all(|length| *length == lengths[0]) {
            format!("move one of your pieces {}", steps(lengths[0]))
        } else {
            let each = seats.iter().zip(lengths);
            let each = each.map(|(seat, length)| format!("{seat} moves {}", steps(*length)));
            format!("move one of your pieces ({})", and(&each.collect::<Vec<_>>()))
        };
        format!(
            "{} take turns; {first} moves first. On your turn {movement}, or pass. Nothing is ever \
             captured, and no piece moves through another.",
            and(&seats)
        )
    }

    fn swap_text(&self) -> String {
        match (self.rules().swap, self.seats()) {
            (false, _) => String::new(),
            (true, 2) => {
                "To keep the first move fair, the second player may swap sides instead of \
                          making the first move. The first player then moves next with the other \
                          colour."
                    .to_string()
            }
            (true, _) => {
                "To keep the first moves fair, every player but the first may swap colours \
                          with anyone instead of making their first move. The order of the turns \
                          stays."
                    .to_string()
            }
        }
    }

    fn resign_text(&self) -> String {
        if self.seats() == 2 {
            "You may resign; your opponent then wins.".to_string()
        } else {
            "You may resign. Your pieces stay where they are and your turns are skipped; the last \
             player left wins."
                .to_string()
        }
    }

    fn draw_text(&self) -> String {
        let rules = self.rules();
        let all = if self.seats() == 2 { "both players" } else { "all players still in the game" };
        let mut causes = vec![format!("{all} agree")];
        if rules.pass_draw {
            causes.push(format!("{all} pass one after the other"));
        }
        let blockade = "everybody is blocked (you are blocked when your pieces cannot all reach each \
                        other over empty cells and your own)";
        match rules.blockade {
            Blockade::End => causes.push(blockade.to_owned()),
            Blockade::Offer => {
                causes.push(format!("the player to move claims it because {blockade}"));
            }
            Blockade::Off => {}
        }
        if let Some(times) = rules.history.repetition {
            causes.push(format!(
                "the same position occurs {times} times with the same player to move"
            ));
        }
        if let Some(plies) = rules.history.no_progress {
            causes.push(format!(
                "{plies} moves, counting everyone's, go by in which nobody gets down to fewer groups \
                 than ever before"
            ));
        }
        if let Some(plies) = rules.history.plies {
            causes.push(format!("{plies} moves have been played, counting everyone's"));
        }
        format!("The game is a draw when {}.", causes.join("; or when "))
    }
}
