//! Games in the notations of other programs: read, played by the rules, written again.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use selforge_catalogue::portable::{PortableGame, is_portable, read_portable, write_portable};
use selforge_core::{Game, Record, RecordError};
use selforge_games::{NoFiles, catalogue};

fn played(game: &PortableGame) -> Result<(Record, String), RecordError> {
    let (family, dialect) = catalogue().family_of(game)?;
    let playable = catalogue().open(&game.spec(&family.name)?, &NoFiles).unwrap();
    let record = game.play(&playable, &dialect)?;
    let text = write_portable(&playable, &record, &dialect)?;
    Ok((record, text))
}

fn one(text: &str) -> (Record, String) {
    played(&read_portable(text).unwrap()[0]).unwrap()
}

/// The game that Réti won against Tartakower in Vienna, 1910, with everything that files have beside it.
const RETI: &str = r#"% a line for other programs
[Event "Vienna \"casual\""]
[Site "Vienna"]
[Date "1910.??.??"]
[Round "?"]
[White "Reti, Richard"]
[Black "Tartakower, Saviely"]
[Result "1-0"]

1.e4 c6 2. d4 d5 3.Nc3 dxe4 4.Nxe4 Nf6 $1 5.Qd3?! {An odd square
for the queen.} e5 (5...Nxe4 6.Qxe4 (6. f3 {no}) Nd7) 6.dxe5 Qa5+ 7.Bd2 Qxe5 8.O-O-O ; castles
Nxe4?? 9.Qd8+!! Kxd8 10.Bg5+ Kc7 11.Bd8# 1-0
"#;

#[test]
fn a_game_of_chess_is_read_with_its_comments_and_ends_by_its_own_mate() {
    assert!(is_portable(RETI));
    let (record, text) = one(RETI);
    assert_eq!(record.events.len(), 21);
    assert!(record.result.as_deref().unwrap().starts_with("A wins"), "{:?}", record.result);
    assert_eq!(record.events[8].comments, ["An odd square for the queen."]);
    assert_eq!(record.headers.date, None, "a date that is not known is none");
    assert_eq!(record.headers.names.values().next().unwrap(), "Reti, Richard");
    assert!(text.contains("[Event \"Vienna \\\"casual\\\"\"]"), "{text}");
    let flat = text.replace('\n', " ");
    assert!(flat.contains("5. Qd3 {An odd square for the queen.} 5... e5"), "{text}");
    assert!(flat.trim_end().ends_with("11. Bd8# 1-0"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() < 80));
    assert_eq!(one(&text), (record, text.clone()), "what was written is read the same");
}

#[test]
fn a_chess_game_may_begin_anywhere_and_with_black() {
    let text =
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 0 40\"]\n\n40... e1=Q+ 41. Ka2 *\n";
    let (record, written) = one(text);
    assert_eq!((record.events.len(), &record.result), (2, &None));
    assert!(written.contains("[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 0 40\"]"), "{written}");
    assert!(written.contains("1... e1=Q+ 2. Ka2 *"), "{written}");
}

#[test]
fn a_result_that_the_moves_do_not_lead_to_is_a_resignation_or_a_draw_agreed_on() {
    let result = |text: &str| one(text).0.result.unwrap();
    assert_eq!(result("[White \"A\"]\n1. e4 e5 0-1\n"), "B wins, resignation of A");
    assert!(result("[White \"A\"]\n1. e4 e5 1-0\n").starts_with("A wins"));
    assert!(result("[White \"A\"]\n1. e4 e5 1/2-1/2\n").contains("draw"));
    let wrong = read_portable(&RETI.replace("1-0\n", "0-1\n")).unwrap();
    assert!(played(&wrong[0]).unwrap_err().to_string().contains("the result is given as 0-1"));
}

#[test]
fn what_is_wrong_has_a_line_and_a_reason() {
    let error = |text: &str| match read_portable(text) {
        Ok(games) => played(&games[0]).unwrap_err(),
        Err(error) => error,
    };
    let illegal = error("[White \"A\"]\n\n1. e4 e5\n2. Nf6 Nc6\n");
    assert_eq!((illegal.line, illegal.column), (4, 4), "{illegal}");
    assert!(illegal.problem.contains("Nf6"), "{illegal}");
    for (text, line) in [
        ("[White \"A\n", 2),
        ("[White A]\n", 1),
        ("[White \"A\"]\n1. e4 {no end", 2),
        ("[White \"A\"]\n1. e4 (1. d4", 2),
        ("[White \"A\"]\n1. e4 )", 2),
        ("[White \"A\"]\n[GameType \"20\"]\n1. 32-28 *", 2),
        ("[FEN \"nothing\"]\n\n1. e4", 1),
    ] {
        match read_portable(text) {
            Err(error) => assert_eq!(error.line, line, "{text}: {error}"),
            Ok(games) => match catalogue().family_of(&games[0]) {
                Err(error) => assert_eq!(error.line, line, "{text}: {error}"),
                Ok((family, _)) => {
                    let spec = games[0].spec(&family.name).unwrap();
                    assert!(catalogue().open(&spec, &NoFiles).is_err(), "{text}");
                    assert_eq!(games[0].line_of("FEN"), line);
                }
            },
        }
    }
}

#[test]
fn a_game_of_draughts_is_read_and_written_as_draughts_players_do() {
    let text = "[Event \"Match\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1/2-1/2\"]\n\
         [GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17x13 1/2-1/2\n";
    let games = read_portable(&text.replace("17x13", "17-13")).unwrap();
    let (record, written) = played(&games[0]).unwrap();
    assert_eq!(record.events.len(), 8);
    let names: Vec<&String> = record.headers.names.values().collect();
    assert_eq!(names, ["Ben", "Ann"], "Black begins, and so is seat A");
    assert!(written.contains("[GameType \"21\"]") && written.contains("1. 11-15 23-19 2. 8-11"));
    assert!(written.find("[White").unwrap() < written.find("[Black").unwrap());
}

#[test]
fn a_position_of_draughts_goes_out_and_comes_back_as_it_is_written_in_books() {
    let text = "[FEN \"W:W18,24,27,28,K10:B12,16,20,K22\"]\n[GameType \"21\"]\n\n*\n";
    let (record, written) = one(text);
    assert!(written.contains("[FEN \"W:WK10,18,24,27,28:B12,16,20,K22\"]"), "{written}");
    assert_eq!(one(&written).0.start, record.start);
}

#[test]
fn a_file_may_have_many_games() {
    let games = read_portable(&format!("{RETI}\n{RETI}\n[White \"C\"]\n\n1. d4 *")).unwrap();
    assert_eq!(games.len(), 3);
    assert_eq!(games[2].moves[0].text, "d4");
    assert!(games[0].has_variations && !games[2].has_variations);
}

#[test]
fn random_games_of_both_come_back_as_they_were() {
    for family in ["chess", "checkers"] {
        let playable = catalogue().open(&selforge_core::Spec::new(family), &NoFiles).unwrap();
        let dialect = playable.family.dialect.unwrap();
        for seed in 0..20u64 {
            let mut timeline = selforge_core::Timeline::new(Arc::new(playable.game.clone()));
            let mut random = seed;
            while let Some(seat) = timeline.status().to_move() {
                if timeline.plies() >= 120 {
                    break;
                }
                let mut moves = Vec::new();
                playable.game.legal_moves(timeline.state(), &mut moves);
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let mv = moves[(random >> 33) as usize % moves.len()];
                timeline.act(seat, selforge_core::Action::Move(mv)).unwrap();
            }
            let headers = selforge_core::Headers::new(playable.spec.clone());
            let record = Record::from_timeline(&timeline, headers);
            let written = write_portable(&playable, &record, &dialect).unwrap();
            let back = one(&written).0;
            assert_eq!(back.events, record.events, "{written}");
            assert_eq!(back.result, record.result);
        }
    }
}
