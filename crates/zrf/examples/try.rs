//! perft
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]
use selforge_core::Game;
use selforge_zrf::*;
use std::sync::Arc;
struct Beside(std::path::PathBuf);
impl ReadText for Beside {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.parent().unwrap().join(name)).map_err(|e| e.to_string())
    }
}
fn perft(game: &Zrf, state: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    if depth == 1 && !moves.is_empty() {
        // chains count as one
        let mut n = 0;
        for mv in moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            n += if next.is_in_chain() { perft(game, &next, depth) } else { 1 };
        }
        return n;
    }
    let mut n = 0;
    for mv in moves {
        let mut next = state.clone();
        game.play(&mut next, mv);
        n += if next.is_in_chain() {
            perft(game, &next, depth)
        } else {
            perft(game, &next, depth - 1)
        };
    }
    n
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let path = std::path::PathBuf::from(&args[1]);
    let bytes = std::fs::read(&path).unwrap();
    let t = std::time::Instant::now();
    let file = RuleFile::read(&args[1], &bytes, &Beside(path));
    for p in file.problems().list() {
        println!("{}", p.quoted(file.sources()));
    }
    let outline = if args.len() > 2 && !args[2].is_empty() {
        file.find(&args[2]).expect("no such variant")
    } else {
        file.first().unwrap()
    };
    let mut problems = Diagnostics::default();
    let rules = compile(outline, &mut problems);
    for p in problems.list() {
        println!("{}", p.quoted(file.sources()));
    }
    let Some(rules) = rules else { return };
    println!("{} loaded in {:?}", rules.title, t.elapsed());
    let game = Zrf::new(Arc::new(rules), 1, vec![]);
    let depth: u32 = args.get(3).map_or(3, |d| d.parse().unwrap());
    for d in 1..=depth {
        let t = std::time::Instant::now();
        let n = perft(&game, &game.start(), d);
        println!("{d}: {n} {:?}", t.elapsed());
    }
    if let Some(n) = args.get(4) {
        let moves: u32 = n.parse().unwrap();
        let mut best = f64::MAX;
        let mut sum = 0u64;
        for _ in 0..args.get(5).map_or(60, |n| n.parse().unwrap()) {
            let t = std::time::Instant::now();
            sum = 0;
            let mut stream = selforge_core::Stream::new(1, "bench", 0);
            let start = game.start();
            let mut state = start.clone();
            let mut see =
                |state: &Position| sum = sum.rotate_left(7).wrapping_add(game.key(state)) ^ 1;
            for _ in 0..moves {
                let mut choose = |count: u32| stream.below(count);
                match game.choose_move(&state, &mut choose) {
                    Some(mv) => game.play(&mut state, mv),
                    None => {
                        see(&state);
                        state.clone_from(&start);
                        if let Some(mv) = game.choose_move(&state, &mut choose) {
                            game.play(&mut state, mv);
                        }
                    }
                }
            }
            see(&state);
            best = best.min(t.elapsed().as_secs_f64());
        }
        println!("best {:.0} moves/s, sum {sum:#018x}", f64::from(moves) / best);
    }
}
