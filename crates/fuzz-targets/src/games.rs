//! Positions, moves and records: texts that mean something in a game only.
//!
//! Games are opened once. Every family is here by construction, as the catalogue lists it, and beside
//! that some games whose positions say more: several seats, exchanged sets, no rim, captures by right.

use std::sync::{Arc, OnceLock};

use selforge_core::{Game, Spec, Status};
use selforge_games::{NoFiles, Playable, catalogue};

use crate::{read, record_text, same, text};

/// Games that the usual specs of the families leave out.
const MORE: [&str; 6] = [
    r#"selfo board=hexhex-3 position="A1B/4/C3C/4/B1A C out=B swap=-" length=1,2,any"#,
    r#"selfo board=tri-2 position="A3b/7/7/B3a B sets=BA swap=A passes=1""#,
    r#"selfo board=plane position="w1n1:A1B/1C/B1A/C A" length=2"#,
    "rulespace game=paper-2",
    r#"chess position="r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1""#,
    r#"checkers position="8/2B1B3/8/2B1B3/1a6/2B1B3/8/8 A" progress=off"#,
];

/// The games by number; a seed begins with the number of its game as a byte from `0` on.
fn games() -> &'static [Playable] {
    static GAMES: OnceLock<Vec<Playable>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let families = catalogue().families().iter().map(|family| Spec::new(&family.name));
        let more = MORE.iter().map(|spec| Spec::parse(spec).expect("the spec is well formed"));
        let open = |spec: Spec| {
            let opened = selforge_games::open(&spec, &NoFiles);
            opened.unwrap_or_else(|error| panic!("'{spec}' does not open: {error}"))
        };
        more.chain(families).map(open).collect()
    })
}

/// A position of a game, and moves from there: the number of the game, the position (nothing for the
/// start), then a move a line.
pub fn position(data: &[u8]) {
    let Some((number, rest)) = data.split_first() else { return };
    let games = games();
    let playable = &games[usize::from(number.wrapping_sub(b'0')) % games.len()];
    let (game, text) = (&playable.game, text(rest));
    let mut lines = text.lines();
    let mut state = match lines.next() {
        None | Some("") => game.start(),
        Some(line) => match read(game.parse_state(line)) {
            Some(state) => state,
            None => return,
        },
    };
    loop {
        let written = playable.position_text(&state);
        same(&state, &written, game.parse_state(&written));
        let open = matches!(game.status(&state), Status::ToMove(_));
        assert_eq!(game.count_moves(&state) > 0, open, "{written}");
        let Some(line) = lines.next().filter(|_| open) else { return };
        let Some(mv) = read(game.parse_move(&state, line)) else { return };
        assert!(game.is_legal(&state, mv), "'{line}' was read as an illegal move of {written}");
        let again = playable.move_text(&state, mv);
        same(&mv, &again, game.parse_move(&state, &again));
        game.play(&mut state, mv);
    }
}

/// Records; those of a game that is open here are replayed as well.
pub fn record(data: &[u8]) {
    let Some(record) = record_text(data) else { return };
    if let Some(playable) = games().iter().find(|it| it.spec == record.headers.game) {
        read(record.replay(Arc::new(playable.game.clone())));
    }
}
