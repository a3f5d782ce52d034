//! Rule files and saved games of Zillions of Games: programs that strangers wrote.
//!
//! Whatever a file says, it is read or refused; what is compiled is played a little, so that its code runs
//! into the limits of the machine if it runs without end.

use std::sync::{Arc, OnceLock};

use selforge_core::{Game, Stream};
use selforge_games::Described;
use selforge_games::zrf::{
    Diagnostics, NoIncludes, RuleFile, Rules, SavedGame, Zrf, compile, library,
};

use crate::{LONGEST, read, same};

/// How many moves are played.
const MOVES: u32 = 8;

/// A rule file: read, compiled, played, and its positions written and read again.
pub fn rule_file(data: &[u8]) {
    let file = RuleFile::read("fuzz.zrf", data, &NoIncludes);
    for outline in file.games().iter().filter(|game| !game.is_separator).take(2) {
        let mut problems = Diagnostics::default();
        let rules = compile(outline, &mut problems);
        for problem in file.problems().list().iter().chain(problems.list()) {
            let message = problem.in_a_line(file.sources()).to_string();
            assert!((1..=LONGEST).contains(&message.len()), "{message:.200}");
        }
        assert_eq!(rules.is_none(), problems.has_errors(), "refused without a reason");
        if let Some(rules) =
            rules.filter(|rules| usize::from(rules.seats) <= selforge_core::MAX_SEATS)
        {
            play(&Zrf::new(Arc::new(rules), 1, Vec::new()));
        }
    }
}

fn play(game: &Zrf) {
    let told = game.rules_text();
    assert!(told.contains("Goal."), "{told:.200}");
    let mut state = game.start();
    let mut stream = Stream::new(1, "fuzz", 0);
    for _ in 0..MOVES {
        let Some(mv) = game.choose_move(&state, |count| stream.below(count)) else { return };
        game.play(&mut state, mv);
        let mut text = String::new();
        game.write_state(&state, &mut text).expect("writing to a string cannot fail");
        same(&state, &text, game.parse_state(&text));
    }
}

/// The rules that saved games are replayed by.
fn rules() -> &'static Rules {
    static RULES: OnceLock<Rules> = OnceLock::new();
    RULES.get_or_init(|| {
        let text = library::text("english-draughts").expect("a rule file that is built in");
        let file = RuleFile::read("draughts.zrf", text.as_bytes(), &NoIncludes);
        let outline = file.first().expect("the file has a game");
        compile(outline, &mut Diagnostics::default())
            .expect("a rule file that is built in compiles")
    })
}

/// A saved game: read, written and read again, and replayed by the rules of draughts.
pub fn saved_game(data: &[u8]) {
    let Some(saved) = read(SavedGame::parse(data)) else { return };
    let again = SavedGame::parse(saved.to_text().as_bytes());
    let lines =
        |saved: &SavedGame| saved.lines.iter().map(|(_, line)| line.clone()).collect::<Vec<_>>();
    if let Some(again) = read(again) {
        assert_eq!(lines(&again), lines(&saved));
    }
    read(rules().replay(&saved).failed.map_or(Ok(()), Err));
}
