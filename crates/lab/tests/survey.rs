//! Votes: sums, opinions, tests and every kind of bad table.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use selforge_lab::survey::{
    Ballot, Metrics, Opinion, Spread, Summary, Survey, SurveyError, Vote, paper, read_answers,
    read_metrics_csv, read_metrics_json, read_votes,
};

fn ballot(player: &str, game: &str, run: Option<u32>, vote: Vote) -> Ballot {
    Ballot { player: player.to_owned(), game: game.to_owned(), run, vote }
}

#[test]
fn one_dislike_outweighs_all_likes_and_neutral_runs_leave_a_player_neutral() {
    use Vote::{Dislike, Like, Neutral};
    let runs = |player: &'static str, votes: &[Vote]| {
        let numbered = votes.iter().enumerate();
        numbered
            .map(|(run, vote)| ballot(player, "go", Some(run as u32), *vote))
            .collect::<Vec<_>>()
    };
    let all = [
        runs("a", &[Like, Neutral]),
        runs("b", &[Like, Like, Dislike]),
        runs("c", &[Neutral, Neutral]),
        runs("d", &[Like]),
    ];
    let survey = Survey::of(&all.concat()).unwrap();
    let opinions: Vec<(&str, Opinion)> = survey.opinions(0).collect();
    let expected = [Opinion::Liked, Opinion::Disliked, Opinion::Neutral, Opinion::Liked];
    assert_eq!(opinions, ["a", "b", "c", "d"].into_iter().zip(expected).collect::<Vec<_>>());
    let summary = Summary::of(&survey, None).unwrap();
    let game = &summary.games[0];
    assert_eq!((game.liked.value, game.players), (0.5, 4));
    assert_eq!([game.runs.like, game.runs.dislike, game.runs.neutral], [4, 1, 3]);
    assert_eq!(game.p, 1.0, "two against one is what three coins give");
}

#[test]
fn votes_without_runs_are_runs_of_their_own() {
    let twice = [ballot("a", "go", None, Vote::Like), ballot("a", "go", None, Vote::Like)];
    assert_eq!(Survey::of(&twice).unwrap().runs(0).like, 2);
    let same = [ballot("a", "go", Some(1), Vote::Like), ballot("a", "go", Some(1), Vote::Like)];
    assert!(matches!(Survey::of(&same), Err(SurveyError::Twice { again: 1, .. })));
}

#[test]
fn only_players_who_voted_on_both_games_compare_them() {
    let text =
        "game,vote,player\nx,like,a\ny,dislike,a\nx,like,b\ny,like,c\nx,like,d\ny,neutral,d\n";
    let summary = Summary::of(&read_votes(text.as_bytes()).unwrap(), None).unwrap();
    let [pair] = summary.pairs.as_slice() else { panic!("{:?}", summary.pairs) };
    assert_eq!((pair.players, pair.only_first, pair.only_second, pair.p), (2, 2, 0, 0.5));
}

#[test]
fn spreadsheets_may_quote_pad_and_mark_their_tables() {
    let text = "\u{feff}Player , game,RUN,Vote\r\n\"Ada, the first\",Go ,1, Liked\r\n\r\nBob,Go,1,NEUTRAL\r\n";
    let survey = read_votes(text.as_bytes()).unwrap();
    assert_eq!(survey.opinion(0, "Ada, the first"), Some(Opinion::Liked));
    assert_eq!(survey.opinion(0, "Bob"), Some(Opinion::Neutral));
}

/// Tables, and a part of what is said about them.
const BAD: &[(&[u8], &str)] = &[
    (b"", "line 1: the column 'player' is missing"),
    (b"player,game,vote\n", "there is no vote"),
    (b"player,game\na,b\n", "line 1: the column 'vote' is missing"),
    (b"player,game,votes\na,b,like\n", "line 1, column 3: there is no column 'votes'"),
    (b"player,game,vote,Game\na,b,like,c\n", "line 1, column 4: the column 'Game' comes twice"),
    (b"player,game,vote\na,b,like\na,b\n", "line 3: it has 2 columns; expected 3"),
    (b"player,game,vote\na,b,like,\n", "line 2: it has 4 columns"),
    (b"player,game,vote\na,b,lke\n", "line 2, column 3 (vote): 'lke' is no vote; expected like"),
    (b"player,game,vote\na,b,1\n", "'1' is no vote"),
    (b"player,game,vote\na,b,\n", "'' is no vote"),
    (b"player,game,vote\n,b,like\n", "line 2, column 1 (player): it is empty"),
    (b"player,game,vote\na,  ,like\n", "line 2, column 2 (game): it is empty"),
    (b"player,game,vote\n\"a\nb\",c,like\n", "line 2, column 1 (player): it has a control"),
    (b"player,game,vote\na,b\xff,like\n", "line 2, column 2: a byte that is no text"),
    (b"pl\xffayer,game,vote\na,b,like\n", "line 1, column 1: a byte that is no text"),
    (b"player,game,run,vote\na,b,0,like\n", "line 2, column 3 (run): '0' is no run"),
    (b"player,game,run,vote\na,b,-1,like\n", "'-1' is no run"),
    (b"player,game,run,vote\na,b,1.5,like\n", "'1.5' is no run"),
    (b"player,game,run,vote\na,b,99999999999,like\n", "is no run"),
    (b"player,game,run,vote\na,b,,like\n", "'' is no run"),
    (
        b"player,game,run,vote\na,b,1,like\nc,b,1,like\na,b,1,dislike\n",
        "line 4: player 'a' has two",
    ),
    (b"player;game;vote\na;b;like\n", "there is no column 'player;game;vote'"),
    (b"player,game,vote\n\"a,b,like\n", "line 2: it has 1 columns"),
];

#[test]
fn every_kind_of_bad_table_is_refused_with_its_place() {
    for (table, expected) in BAD {
        let message = read_votes(table).unwrap_err().to_string();
        assert!(message.contains(expected), "{}: {message}", String::from_utf8_lossy(table));
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn tables_have_limits() {
    let long = format!("player,game,vote\n{},b,like\n", "x".repeat(201));
    assert!(read_votes(long.as_bytes()).unwrap_err().to_string().contains("it is too long"));
    let mut many = "player,game,vote\n".to_owned();
    (0..201).for_each(|game| many += &format!("a,g{game},like\n"));
    let message = read_votes(many.as_bytes()).unwrap_err().to_string();
    assert!(message.contains("line 202: this is one game too many"), "{message}");
    let huge = vec![b'x'; 16 * 1024 * 1024 + 1];
    assert!(read_votes(&huge).unwrap_err().to_string().contains("16 MiB at most"));
}

const METRICS: &str =
    "game,duration,unknown\ngame 1,0.89,\ngame 2,0.85,\ngame 3,0.9,7\ngame 4,0.1,\n";

#[test]
fn votes_are_correlated_with_metrics_from_either_format() {
    let table = read_metrics_csv(METRICS.as_bytes()).unwrap();
    let json = r#"{"game 1":{"duration":{"value":0.89,"low":0,"high":1},"spec":"x"},
        "game 2":{"duration":0.85},"game 3":{"duration":0.9},"game 4":{"duration":0.1}}"#;
    let object = read_metrics_json(json).unwrap();
    for metrics in [&table, &object] {
        let summary = Summary::of(&paper::survey(), Some(metrics)).unwrap();
        let first = &summary.correlations[0];
        let found = first.correlation.unwrap();
        // Shares 80, 70, 90, 10 %: the same order as the durations, one of 24.
        assert_eq!((first.metric.as_str(), found.rho, found.p), ("duration", 1.0, 0.083_333_3));
    }
    let summary = Summary::of(&paper::survey(), Some(&table)).unwrap();
    assert_eq!(summary.correlations[1].correlation, None, "one value correlates with nothing");
}

#[test]
fn metrics_of_other_games_are_refused_and_missing_ones_are_told() {
    let mut metrics = Metrics::default();
    metrics.add("chess", "duration", 0.3);
    let message = Summary::of(&paper::survey(), Some(&metrics)).unwrap_err().to_string();
    assert!(message.contains("game 1, game 2") && message.contains("chess"), "{message}");
    (1..=3).for_each(|game| metrics.add(&format!("game {game}"), "duration", f64::from(game)));
    let summary = Summary::of(&paper::survey(), Some(&metrics)).unwrap();
    assert_eq!(summary.unmeasured, ["game 4"]);
}

#[test]
fn bad_metrics_are_refused_with_their_place() {
    let tables = [
        ("name,duration\ngame 1,1\n", "the column 'game' is missing"),
        ("game,duration\ngame 1,fast\n", "line 2, column 2 (duration): 'fast' is no number"),
        ("game,duration\ngame 1,NaN\n", "'NaN' is no number"),
        ("game,duration\ngame 1,1\ngame 1,2\n", "line 3, column 1 (game): 'game 1' comes twice"),
        ("game,a,a\ngame 1,1,2\n", "line 1, column 3: the name comes twice"),
        ("game\ngame 1\n", "there is no metric"),
    ];
    for (table, expected) in tables {
        let message = read_metrics_csv(table.as_bytes()).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }
    let objects = [
        ("{", "line 1, column 1: this is no JSON"),
        ("[1]", "it is no object"),
        (r#"{"game 1":3}"#, "'game 1' is no object"),
        (r#"{"game 1":{"rules":"x"}}"#, "there is no metric"),
    ];
    for (text, expected) in objects {
        let message = read_metrics_json(text).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }
}

/// Table 5 of the paper, counted by hand.
#[test]
fn a_table_may_say_who_the_players_are() {
    let summary = Summary::of(&paper::survey(), None).unwrap();
    let people = summary.participants.as_ref().unwrap();
    assert_eq!(people.age, Some(Spread { players: 10, low: 20, mean: 25.4, high: 38 }));
    assert_eq!(people.interest, Some(Spread { players: 10, low: 4, mean: 6.2, high: 8 }));
    let genders: Vec<(&str, usize)> =
        people.genders.iter().map(|it| (it.gender.as_str(), it.players)).collect();
    assert_eq!(genders, [("F", 3), ("M", 7)]);
    // Subjects 2, 5 and 10 like all evolved games but that 10 disliked a run of game 2.
    assert_eq!(people.genders[0].voted_and_liked, [[3, 3], [3, 2], [3, 3], [3, 0]]);
    // Who says nothing of the players gets nothing about them.
    let silent = read_votes(b"player,game,vote,age\nAda,Go,like,\n").unwrap();
    assert_eq!(Summary::of(&silent, None).unwrap().participants, None);
}

#[test]
fn what_is_said_of_players_is_checked_like_the_votes() {
    let refused = |text: &str| read_votes(text.as_bytes()).unwrap_err().to_string();
    let age = refused("player,game,vote,age\nAda,Go,like,forty\n");
    assert_eq!(age, "line 2, column 4 (age): 'forty' is none; expected a number from 1 to 120");
    let interest = refused("player,game,vote,interest\nAda,Go,like,11\n");
    assert!(interest.contains("a number from 1 to 10"), "{interest}");
    let two = refused("player,game,run,vote,gender\nAda,Go,1,like,F\nAda,Go,2,like,M\n");
    assert!(two.starts_with("line 3: player 'Ada' was somebody else"), "{two}");
    let gaps = "player,game,run,vote,gender\nAda,Go,1,like,F\nAda,Go,2,like,\n";
    assert_eq!(read_votes(gaps.as_bytes()).unwrap().people().len(), 1);
}

#[test]
fn answers_are_summed_up_question_by_question() {
    let text =
        "player,game,than,answer\na,x,z,yes\nb,x,z,yes\nc,x,z,Yes\nd,x,z,no\na,y,z,neutral\n";
    let questions = read_answers(text.as_bytes()).unwrap();
    let [first, second] = questions.as_slice() else { panic!("{questions:?}") };
    assert_eq!((first.game.as_str(), first.than.as_str()), ("x", "z"));
    // Three against one: of sixteen equally likely rows ten are as uneven or more.
    assert_eq!((first.c, first.p, first.p_adjusted), (0.5, 0.625, 1.0));
    assert_eq!((second.answers.neutral, second.c, second.p), (1, 0.0, 1.0));
    let refused = |text: &str| read_answers(text.as_bytes()).unwrap_err().to_string();
    let twice = "player,game,than,answer\na,x,z,yes\na,x,z,no\n";
    assert!(refused(twice).starts_with("line 3: this player has answered"));
    assert!(refused("player,game,than,answer\na,x,x,yes\n").contains("the same game"));
    assert!(refused("player,game,than,answer\na,x,z,maybe\n").contains("yes, no or neutral"));
    assert!(refused("player,game,answer\na,x,yes\n").contains("the column 'than' is missing"));
    assert!(refused("player,game,than,answer\n").contains("it has no answer"));
}
