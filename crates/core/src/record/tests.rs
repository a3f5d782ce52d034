use proptest::prelude::*;

use super::*;
use crate::toy::{Line, Step, line, timeline};
use crate::{AnyGame, Spec};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);

fn headers() -> Headers {
    let mut headers = Headers::new(Spec::new("line").with("seats", 2));
    headers.rules = Some("line 1".into());
    headers.program = Some("selforge 0.1.0".into());
    headers.date = Some("2026-11-15".into());
    headers.names.insert(A, "Anna".into());
    headers.names.insert(B, "swarm variety=2".into());
    headers.set_other("time control", "5+3").unwrap();
    headers
}

/// A finished game with every kind of line but a claim and a forfeit.
fn played() -> Timeline<Line> {
    let mut timeline = timeline(2);
    for (seat, action) in [
        (A, Action::Move(Step::On)),
        (B, Action::Move(Step::Wait)),
        (A, Action::OfferDraw),
        (B, Action::DeclineDraw),
        (A, Action::Move(Step::Back)),
        (B, Action::Resign),
    ] {
        timeline.act(seat, action).unwrap();
    }
    timeline
}

const PLAYED: &str = "\
selforge record 1
game: line seats=2
rules: line 1
program: selforge 0.1.0
date: 2026-11-15
seat A: Anna
seat B: swarm variety=2
time control: 5+3
start: 3 A AB
result: A wins, resignation of B

1 A on
2 B wait
- A offers a draw
- B declines the draw
3 A back
- B resigns
";

fn parse(text: &str) -> Record {
    let parsed = Record::parse(text).unwrap();
    assert_eq!(parsed.truncated, None);
    parsed.record
}

/// The error of reading or else of replaying a text.
fn error(text: &str) -> RecordError {
    match Record::parse(text) {
        Ok(parsed) => parsed.record.replay(Arc::new(line(2))).expect_err(text),
        Err(error) => error,
    }
}

#[test]
fn a_timeline_is_written_as_a_person_would_read_it() {
    let record = Record::from_timeline(&played(), headers());
    assert_eq!(record.to_string(), PLAYED);
    assert_eq!(parse(PLAYED), record);
}

#[test]
fn a_record_replays_to_the_same_timeline() {
    let again = parse(PLAYED).replay(Arc::new(line(2))).unwrap();
    assert_eq!(again.events(), played().events());
    assert_eq!(again.state(), played().state());
    assert_eq!(again.result(), played().result());
    let erased = parse(PLAYED).replay(Arc::new(AnyGame::new(Arc::new(line(2))))).unwrap();
    assert_eq!(Record::from_timeline(&erased, headers()).to_text(), PLAYED);
}

#[test]
fn a_record_without_a_start_begins_as_the_game_does() {
    let record = parse("selforge record 1\ngame: line\n\n1 A on\n");
    let timeline = record.replay(Arc::new(line(2))).unwrap();
    assert_eq!(timeline.state().cell, 4);
    assert_eq!(timeline.result(), None);
}

#[test]
fn a_record_can_start_from_any_position() {
    let record = parse("selforge record 1\ngame: line\nstart: 5 B AB\n\n1 B on\n");
    let timeline = record.replay(Arc::new(line(2))).unwrap();
    assert_eq!(Record::result_of(timeline.now()).as_deref(), Some("B wins, reached"));
}

#[test]
fn a_game_of_three_goes_on_after_a_resignation() {
    let text = "selforge record 1\ngame: line\nresult: draw of A and C, agreement\n\n1 A on\n- B resigns\n\
        2 C wait\n- A offers a draw\n- C accepts the draw\n";
    let timeline = parse(text).replay(Arc::new(line(3))).unwrap();
    let written = Record::from_timeline(&timeline, Headers::new(Spec::new("line")));
    assert_eq!(written.start.as_deref(), Some("3 A ABC"));
    assert_eq!(written.events, parse(text).events);
}

#[test]
fn claims_and_forfeits_are_written_and_read() {
    let mut timeline = timeline(2);
    timeline.act(B, Action::Forfeit("no answer\nin time".into())).unwrap();
    let record = Record::from_timeline(&timeline, headers());
    let text = record.to_text();
    assert!(text.contains("result: A wins, forfeit of B: no answer in time\n"), "{text}");
    assert!(text.ends_with("\n- B forfeits: no answer in time\n"), "{text}");
    assert_eq!(parse(&text), record);
    assert!(parse(&text).replay(Arc::new(line(2))).is_ok());

    let claim = "selforge record 1\ngame: line\nstart: 0 B AB\n\n- B claims a draw\n";
    let timeline = parse(claim).replay(Arc::new(line(2))).unwrap();
    assert_eq!(Record::result_of(timeline.now()).as_deref(), Some("draw, claimed corner"));
    let silent = "selforge record 1\ngame: line\n\n- B forfeits\n";
    assert!(parse(silent).to_text().ends_with("\n- B forfeits\n"));
}

#[test]
fn a_record_written_while_the_game_goes_on_reads_like_one_written_at_the_end() {
    let played = played();
    let mut live = Timeline::new(Arc::new(line(2)));
    let mut text = Record::from_timeline(&live, headers()).header_text();
    for event in played.events() {
        live.act(event.seat, event.action.clone()).unwrap();
        let written = RecordEvent::of(&live, live.events().len() - 1).unwrap();
        text.push_str(&written.to_text(live.plies()));
        assert!(Record::parse(&text).is_ok(), "readable at any time");
    }
    text.push_str(&Record::result_line(&Record::result_of(live.now()).unwrap()));
    assert!(text.ends_with("- B resigns\nresult: A wins, resignation of B\n"));
    assert_eq!(parse(&text), Record::from_timeline(&played, headers()));
    assert!(parse(&text).replay(Arc::new(line(2))).is_ok());
}

#[test]
fn comments_belong_to_the_line_above_them() {
    let mut record = Record::from_timeline(&played(), headers());
    record.comments.push("about the start".into());
    let event = record.events[0].clone();
    record.events[0] = event.with_comment("good:\n  o-o\n\n; 2 B on\r\n- B resigns");
    let text = record.to_text();
    let expected =
        "\n; about the start\n1 A on\n; good:\n;   o-o\n;\n; ; 2 B on\n; - B resigns\n2 B";
    assert!(text.contains(expected), "{text}");
    assert_eq!(parse(&text), record);
}

#[test]
fn hostile_names_and_comments_cannot_break_the_format() {
    let hostile = "Eve\n\n1 A on\r\n- A resigns\0\u{1b}[31m\u{85}result: B wins";
    let mut headers = headers();
    headers.names.insert(B, hostile.into());
    headers.program = Some(hostile.into());
    headers.set_other("event", hostile).unwrap();
    let mut record = Record::from_timeline(&played(), headers);
    record.comments.push(hostile.into());
    record.events[0].comments.push(hostile.into());
    let read = parse(&record.to_text());
    assert_eq!(read.events.len(), record.events.len());
    assert_eq!(read.result, record.result);
    assert_eq!(read.headers.names[&B], "Eve  1 A on  - A resigns  [31m result: B wins");
    assert!(read.replay(Arc::new(line(2))).is_ok());
    assert_eq!(parse(&read.to_text()), read);
}

#[test]
fn a_line_too_long_to_be_read_is_cut_when_it_is_written() {
    let mut record = Record::from_timeline(&played(), headers());
    record.headers.names.insert(A, "é".repeat(MAX_LINE));
    record.comments.push("x".repeat(MAX_LINE));
    assert!(Record::parse(&record.to_text()).is_ok());
}

#[test]
fn unknown_headers_are_kept_in_order() {
    let text = "selforge record 1\ngame: line\nsite: here: or there\nevent:\nround 2: x\n\n";
    let record = parse(text);
    let others: Vec<_> = record.headers.others().collect();
    assert_eq!(others, [("site", "here: or there"), ("event", ""), ("round 2", "x")]);
    assert_eq!(record.to_text(), text);
}

#[test]
fn headers_with_a_meaning_of_their_own_cannot_be_set_as_others() {
    let mut headers = headers();
    for key in ["game", "result", "start", "seat A", "seat", "", "a:b", "A", "a\n", "a  b", "a "] {
        assert!(headers.set_other(key, "x").is_err(), "{key:?}");
    }
    headers.set_other("time control", "none").unwrap();
    assert_eq!(headers.other("time control"), Some("none"));
    assert_eq!(headers.others().count(), 1);
}

#[test]
fn damage_is_refused_with_line_column_and_reason() {
    let game = "selforge record 1\ngame: line\n";
    for (text, line, column, part) in [
        ("", 1, 1, "expected 'selforge record 1'"),
        ("selforge rec", 1, 1, "expected 'selforge record 1'"),
        ("selforge record 2\n", 1, 1, "version"),
        ("(;GM[1])\n", 1, 1, "no selforge record"),
        ("selforge record 1\n", 1, 1, "'game: ...'"),
        ("selforge record 1\ndate: today\n\n", 3, 1, "'game: ...'"),
        ("selforge record 1\ngame: line seats=\n", 2, 18, "no value"),
        (&format!("{game}game: line\n"), 3, 1, "twice"),
        (&format!("{game}date: 1\ndate: 1\n"), 4, 1, "twice"),
        (&format!("{game}site: 1\nsite: 1\n"), 4, 1, "twice"),
        (&format!("{game}seat A: x\nseat A: y\n"), 4, 1, "twice"),
        (&format!("{game}seat M: x\n"), 3, 6, "seat from A to L"),
        (&format!("{game}seat a: x\n"), 3, 6, "seat from A to L"),
        (&format!("{game}Site: x\n"), 3, 1, "'S' in the name"),
        (&format!("{game}1 A on\n"), 3, 1, "'key: value', or an empty line"),
        (&format!("{game}date: ü\ty\n"), 3, 8, "U+0009"),
        (&format!("{game}\r\n"), 3, 1, "carriage return"),
        (&format!("{game}\n2 A on\n"), 4, 1, "out of order; expected 1"),
        (&format!("{game}\n1 A on\n1 B on\n"), 5, 1, "out of order; expected 2"),
        (&format!("{game}\n01 A on\n"), 4, 1, "out of order"),
        (&format!("{game}\n1 M on\n"), 4, 3, "no seat 'M'"),
        (&format!("{game}\n1 a on\n"), 4, 3, "no seat 'a'"),
        (&format!("{game}\n1 A \n"), 4, 5, "move 1 is missing"),
        (&format!("{game}\n1 A\n"), 4, 4, "move 1 is missing"),
        (&format!("{game}\n1\n"), 4, 1, "'1 SEAT MOVE'"),
        (&format!("{game}\nA on\n"), 4, 1, "this is no event"),
        (&format!("{game}\n- A sleeps\n"), 4, 5, "one of: resigns, offers a draw"),
        (&format!("{game}\n- A forfeitsx\n"), 4, 5, "nobody can do this"),
        (&format!("{game}\nresult: x\n1 A on\n"), 5, 1, "something follows"),
        (&format!("{game}result: x\n\nresult: x\n"), 5, 1, "already"),
    ] {
        let error = error(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.to_string().contains(part), "{text:?}: {error}");
    }
}

#[test]
fn events_that_the_rules_forbid_are_refused_with_their_line() {
    let game = "selforge record 1\ngame: line\n";
    for (text, line, column, part) in [
        (format!("{game}start:  9 A AB\n\n"), 3, 9, "one like '3 A AB'"),
        (format!("{game}\n1 A on\n; hm\n2 B jump\n"), 6, 5, "'jump' is not a legal move"),
        (format!("{game}\n1 B on\n"), 4, 5, "B moves here, but A is to move"),
        (format!("{game}\n- B resigns\n"), 4, 5, "seat A is to move"),
        (format!("{game}\n- C resigns\n"), 4, 5, "no seat C"),
        (format!("{game}\n- A accepts the draw\n"), 4, 5, "no draw offer"),
        (format!("{game}\n- A resigns\n1 B on\n"), 5, 5, "over before this line"),
        (format!("{game}\nresult: draw\n"), 4, 9, "do not end the game"),
        (format!("{game}result: draw\n\n- A resigns\n"), 3, 9, "'B wins, resignation of A'"),
        (format!("{game}\n- A resigns\nresult: B wins, reached\n"), 5, 9, "'B wins, reached'"),
    ] {
        let error = error(&text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.to_string().contains(part), "{text:?}: {error}");
    }
    let outcome_only = format!("{game}result: B wins\n\n- A resigns\n");
    assert!(parse(&outcome_only).replay(Arc::new(line(2))).is_ok(), "right, if brief");
}

#[test]
fn errors_of_a_record_that_was_never_text_name_the_line_it_would_have() {
    let mut record = Record::from_timeline(&played(), headers());
    record.comments.push("two\nlines".into());
    record.events[0].comments.push("one".into());
    let line_of = |record: &Record, part: &str| {
        let text = record.to_text();
        text.lines().position(|line| line.starts_with(part)).map(|at| at + 1)
    };
    let replay_error = |record: &Record| record.replay(Arc::new(line(2))).expect_err("is wrong");
    record.events[4].action = Action::Move("jump".into());
    assert_eq!(Some(replay_error(&record).line), line_of(&record, "3 A jump"));
    record.events.truncate(1);
    assert_eq!(Some(replay_error(&record).line), line_of(&record, "result"));
    record.start = Some("nowhere".into());
    assert_eq!(Some(replay_error(&record).line), line_of(&record, "start"));
}

#[test]
fn limits_are_stated_where_they_are_passed() {
    let game = "selforge record 1\ngame: line\n";
    let long = error(&format!("{game}date: {}\n", "x".repeat(MAX_LINE)));
    assert!(long.line == 3 && long.expected.contains("300000"), "{long}");
    let large = error(&"x".repeat(MAX_TEXT + 1));
    assert!(large.line == 1 && large.expected.contains("16 MiB"), "{large}");
    let many = error(&format!("{game}\n{}", "- A resigns\n".repeat(MAX_EVENTS + 1)));
    assert!(many.line == 4 + MAX_EVENTS && many.expected.contains("100000"), "{many}");
    let noisy = error(&format!("{game}\n- {}\n", "x".repeat(200_000)));
    assert!(noisy.to_string().len() < 200, "a message stays short");
}

#[test]
fn a_last_line_that_was_cut_off_is_dropped_and_reported() {
    let parsed = Record::parse("selforge record 1\ngame: line\n\n1 A on\n2 B wa").unwrap();
    assert_eq!(parsed.record.events.len(), 1);
    let note = parsed.truncated.unwrap();
    assert_eq!(note, "line 5 was cut off and is left out: '2 B wa'");
    let cut_letter = b"selforge record 1\ngame: line\n\n1 A on\n; caf\xc3";
    let parsed = Record::parse_bytes(cut_letter).unwrap();
    assert_eq!(parsed.record.events.len(), 1);
    assert!(parsed.truncated.is_some_and(|note| note.starts_with("line 5")));
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_place() {
    let error = Record::parse_bytes(b"selforge record 1\ngame: line\n\n; \xc3\xa9\xff\n1 A on\n");
    let error = error.unwrap_err();
    assert_eq!((error.line, error.column), (4, 4), "{error}");
}

/// A record with every kind of line, to cut and to damage.
fn rich() -> Record {
    let mut record = Record::from_timeline(&played(), headers());
    record.comments.push("Öffnung".into());
    record.events[1].comments.push("très bien ☺".into());
    record
}

#[test]
fn a_record_cut_anywhere_keeps_a_prefix_of_its_events_or_names_the_header() {
    let whole = rich();
    let text = whole.to_text();
    let header_end = whole.header_text().len();
    let mut most = 0;
    for cut in 0..text.len() {
        match Record::parse_bytes(&text.as_bytes()[..cut]) {
            Ok(Parsed { record, truncated }) => {
                let kept = record.events.len();
                assert!(kept >= most, "a longer text keeps no fewer events");
                most = kept;
                let same =
                    record.events.iter().zip(&whole.events).all(|(kept, event)| {
                        (kept.seat, &kept.action) == (event.seat, &event.action)
                    });
                assert!(same, "cut at {cut}");
                let at_line_end = text.as_bytes()[cut - 1] == b'\n';
                assert_eq!(truncated.is_none(), at_line_end, "cut at {cut}");
            }
            Err(error) => assert!(cut < header_end && error.line <= 2, "cut at {cut}: {error}"),
        }
    }
    assert_eq!(most, whole.events.len() - 1);
}

fn any_action() -> impl Strategy<Value = Action<String>> {
    prop_oneof![
        "[!-~]{1,8}( [!-~]{1,3})?".prop_map(Action::Move),
        "([!-~]{1,8})?".prop_map(Action::Forfeit),
        Just(Action::Resign),
        Just(Action::OfferDraw),
        Just(Action::AcceptDraw),
        Just(Action::DeclineDraw),
        Just(Action::ClaimDraw),
    ]
}

prop_compose! {
    fn any_record()(
        names in prop::collection::btree_map((0..6usize).prop_map(Seat::new), "\\PC{0,9}", 0..4),
        date in prop::option::of("\\PC{0,9}"),
        result in prop::option::of("\\PC{0,9}"),
        comments in prop::collection::vec("\\PC{0,9}", 0..3),
        events in prop::collection::vec(
            ((0..6usize).prop_map(Seat::new), any_action(), prop::option::of("\\PC{0,9}")), 0..20),
    ) -> Record {
        let names = names.into_iter().map(|(seat, name)| (seat, clean(&name))).collect();
        let date = date.map(|date| clean(&date));
        let mut headers = Headers::new(Spec::new("line"));
        (headers.names, headers.date) = (names, date);
        let events = events.into_iter().map(|(seat, action, comment)| {
            let event = RecordEvent::new(seat, action);
            comment.map_or(event.clone(), |comment| event.with_comment(&comment))
        });
        Record {
            result: result.map(|result| clean(&result)),
            comments: comments.iter().map(|line| write::clean_comment(line)).collect(),
            events: events.collect(),
            ..Record::new(headers)
        }
    }
}

proptest! {
    #[test]
    fn any_record_reads_back_from_its_text(record in any_record()) {
        prop_assert_eq!(parse(&record.to_text()), record);
    }

    #[test]
    fn arbitrary_text_is_read_or_refused_with_a_line(text in "(\\PC|\n)*") {
        let with_start = format!("selforge record 1\ngame: line\n{text}");
        for text in [&text, &with_start] {
            if let Err(error) = Record::parse(text) {
                prop_assert!((1..=text.matches('\n').count() + 1).contains(&error.line));
            }
        }
    }

    #[test]
    fn a_damaged_record_is_read_or_refused_with_a_line(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = rich().to_text().into_bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let lines = 1 + bytes.iter().filter(|b| **b == b'\n').count();
        let replayed = Record::parse_bytes(&bytes)
            .and_then(|parsed| parsed.record.replay(Arc::new(line(2))).map(|_| parsed.record));
        match replayed {
            Ok(record) => prop_assert_eq!(parse(&record.to_text()), record),
            Err(error) => prop_assert!((1..=lines).contains(&error.line), "{}", error),
        }
    }
}
