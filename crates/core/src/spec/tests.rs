use proptest::prelude::*;

use super::*;

fn error(text: &str) -> NotationError {
    Spec::parse(text).expect_err(text)
}

#[test]
fn a_spec_is_a_name_and_options_in_order() {
    let spec = Spec::parse("selfo board=hexhex-6 setup=spiral seed=7").unwrap();
    assert_eq!(spec.name(), "selfo");
    let options: Vec<_> = spec.options().collect();
    assert_eq!(options, [("board", "hexhex-6"), ("setup", "spiral"), ("seed", "7")]);
    assert_eq!(spec.get("seats"), None);
    assert_eq!(spec.to_string(), "selfo board=hexhex-6 setup=spiral seed=7");
}

#[test]
fn only_the_first_equals_sign_splits() {
    let spec = Spec::parse("selfo board=graph=x.json").unwrap();
    assert_eq!(spec.get("board"), Some("graph=x.json"));
    assert_eq!(spec.to_string(), "selfo board=graph=x.json");
}

#[test]
fn quotes_hold_spaces_quotes_and_backslashes() {
    let text = r#"external cmd="./x --y \"z\" C:\\dir""#;
    let spec = Spec::parse(text).unwrap();
    assert_eq!(spec.get("cmd"), Some(r#"./x --y "z" C:\dir"#));
    assert_eq!(spec.to_string(), text);
    let plain = Spec::parse(r#"external dir=C:\dir name="bob" none="""#).unwrap();
    assert_eq!(plain.get("dir"), Some(r"C:\dir"), "a backslash outside quotes is itself");
    assert_eq!(plain.to_string(), r#"external dir=C:\dir name=bob none="""#);
}

#[test]
fn spaces_between_and_around_options_do_not_matter() {
    assert_eq!(Spec::parse("  selfo   seed=7  ").unwrap().to_string(), "selfo seed=7");
}

#[test]
fn errors_name_the_column_and_what_would_be_right() {
    for (text, column, part) in [
        ("", 1, "ends too early"),
        ("Selfo", 1, "unexpected 'S'"),
        ("7x", 1, "unexpected '7'"),
        ("selfo=3", 6, "a space"),
        ("selfo board", 12, "board=value"),
        ("selfo board hex", 12, "no '=' after 'board'"),
        ("selfo Board=x", 7, "in small letters"),
        ("selfo seed= x=1", 12, "no value"),
        ("selfo seed=1 seed=2", 14, "'seed' is given twice"),
        ("selfo a=x\"y", 10, "double quotes"),
        ("selfo a=\"xy", 9, "never closed"),
        ("selfo a=\"x\\n\"", 11, "unknown escape"),
        ("selfo a=\"x\"b=1", 12, "unexpected 'b'"),
        ("selfo a=ü\u{a0}b", 10, "strange space"),
        ("selfo a=x\nb=1", 10, "U+000A"),
    ] {
        let error = error(text);
        assert_eq!(error.column, column, "{text:?}: {error}");
        assert!(error.to_string().contains(part), "{text:?}: {error}");
    }
}

#[test]
fn long_specs_are_read_and_too_long_ones_refused() {
    let board = "x".repeat(100_000);
    let text = format!("selfo board={board}");
    assert_eq!(Spec::parse(&text).unwrap().to_string(), text);
    assert!(error(&"x".repeat(MAX_BYTES + 1)).expected.contains("256 KiB"));
    let many: String = (0..64).map(|i| format!(" k{i}=1")).collect();
    let mut full = Spec::parse(&format!("selfo{many}")).unwrap();
    assert!(error(&format!("selfo{many} k64=1")).expected.contains("64"));
    assert!(full.set("k64", 1).is_err());
    assert!(full.set("k63", 2).is_ok(), "an old option can still change");
    let mut small = Spec::new("selfo");
    assert!(small.set("a", "x".repeat(MAX_BYTES - 8)).is_ok());
    assert!(small.set("b", 1).is_err());
    assert!(small.set("a", 1).is_ok());
}

#[test]
fn setting_an_option_keeps_its_place_and_refuses_what_could_not_be_read_back() {
    let mut spec = Spec::new("selfo").with("board", "hexhex-6").with("seed", 7);
    spec.set("board", "square-8").unwrap();
    assert_eq!(spec.to_string(), "selfo board=square-8 seed=7");
    assert!(spec.set("note", "two\nlines").is_err());
    assert!(spec.set("Note", "x").is_err());
    assert!(spec.set("", "x").is_err());
    assert_eq!(spec.to_string(), "selfo board=square-8 seed=7");
}

#[test]
fn a_reader_gives_typed_values_and_none_for_what_is_not_given() {
    let spec = Spec::parse("selfo seed=7 swap=off setup=spiral").unwrap();
    let mut reader = SpecReader::new(&spec);
    assert_eq!(reader.number("seed", 0..=u64::MAX), Ok(Some(7)));
    assert_eq!(reader.number("length", 1..=9), Ok(None));
    assert_eq!(reader.switch("swap"), Ok(Some(false)));
    assert_eq!(reader.choice("setup", &[("scatter", 'c'), ("spiral", 's')]), Ok(Some('s')));
    assert_eq!(reader.text("board"), None);
    assert_eq!(reader.finish(&[]), Ok(()));
}

#[test]
fn a_reader_says_which_value_is_wrong_and_what_would_be_right() {
    let spec = Spec::parse("x a=ten b=11 c=yes d=spirall e=+5 f=99999999999999999999").unwrap();
    let mut reader = SpecReader::new(&spec);
    let a = reader.number("a", 1..=10).unwrap_err().to_string();
    assert_eq!(a, "option a=ten: not a whole number; expected a whole number from 1 to 10");
    let b = reader.number("b", 1..=10).unwrap_err();
    assert_eq!((b.key.as_str(), b.value.as_str(), b.problem.as_str()), ("b", "11", "out of range"));
    let c = reader.switch("c").unwrap_err().to_string();
    assert_eq!(c, "option c=yes: no such choice; expected on or off");
    let d = reader.choice("d", &[("scatter", 1), ("spiral", 2)]).unwrap_err().to_string();
    assert!(d.contains("did you mean 'spiral'?"), "{d}");
    assert!(reader.number("e", 0..=9).is_err());
    assert!(reader.number("f", 0..=u64::MAX).is_err());
    assert!(reader.refuse("a", "odd", "even").to_string().starts_with("option a=ten: odd"));
}

#[test]
fn a_reader_refuses_options_that_nobody_asked_for() {
    let finish = |text: &str, known: &[&str]| {
        let spec = Spec::parse(text).unwrap();
        let mut reader = SpecReader::new(&spec);
        let _ = reader.text("length");
        reader.finish(known).map_err(|error| error.to_string())
    };
    assert_eq!(finish("x length=1 board=y", &["board"]), Ok(()));
    let far = finish("x colour=red", &["board"]).unwrap_err();
    assert_eq!(far, "option colour=red: no such option; expected length or board");
    let near = finish("x borad=y", &["board"]).unwrap_err();
    assert!(near.ends_with("did you mean 'board'?"), "{near}");
    let spec = Spec::new("random").with("depth", 2);
    let none = SpecReader::new(&spec).finish(&[]).unwrap_err().to_string();
    assert_eq!(none, "option depth=2: 'random' has no options");
}

#[test]
fn the_nearest_word_is_found_across_common_typing_errors_only() {
    let games = ["selfo", "chess", "checkers", "hex"];
    assert_eq!(nearest("slefo", games), Some("selfo"));
    assert_eq!(nearest("chekcers", games), Some("checkers"));
    assert_eq!(nearest("hx", games), Some("hex"));
    assert_eq!(nearest("go", games), None);
    assert_eq!(nearest("", games), None);
    assert_eq!(nearest(&"x".repeat(100_000), games), None);
}

#[test]
fn an_error_about_a_huge_value_stays_short() {
    let error = SpecError::new("board", "x".repeat(100_000), "too large", "");
    assert!(error.to_string().len() < 120);
}

proptest! {
    #[test]
    fn any_spec_reads_back_from_its_text(
        name in "[a-z][a-z0-9-]{0,8}",
        options in prop::collection::vec(("[a-z][a-z0-9-]{0,3}", "[^\\p{Cc}]{0,12}"), 0..8),
    ) {
        let mut spec = Spec::new(&name);
        for (key, value) in options {
            spec.set(&key, value).unwrap();
        }
        prop_assert_eq!(Spec::parse(&spec.to_string()), Ok(spec));
    }

    #[test]
    fn arbitrary_text_is_read_or_refused_within_its_length(text in "\\PC*|[a-c= \\\\\"]*") {
        match Spec::parse(&text) {
            Ok(spec) => prop_assert_eq!(Spec::parse(&spec.to_string()), Ok(spec)),
            Err(error) => prop_assert!(error.column <= text.chars().count() + 1),
        }
    }
}
