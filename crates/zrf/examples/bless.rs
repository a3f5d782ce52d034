//! bless
#![allow(missing_docs, clippy::unwrap_used)]
use selforge_catalogue::{Catalogue, NoFiles};
use selforge_core::Spec;
use selforge_testkit::playthrough;
use std::sync::Arc;
fn main() {
    for name in ["tic-tac-toe", "draughts", "dice", "breakthrough"] {
        let path = format!("crates/games/tests/playthroughs/zrf-{name}.txt");
        let recipe = playthrough::Recipe::read(&std::fs::read_to_string(&path).unwrap());
        let game = Arc::new(
            Catalogue::new([selforge_zrf::family()])
                .open(&Spec::parse(&recipe.spec).unwrap(), &NoFiles)
                .unwrap()
                .game,
        );
        std::fs::write(&path, playthrough::write(&game, &recipe)).unwrap();
    }
}
