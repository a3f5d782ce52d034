//! Every word of the language is compiled.
//!
//! The list of words is ours (`keywords`); where the folder with the notes on the language lies beside the
//! repository, the list is compared with the one there.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeSet;
use std::path::Path;

use selforge_core::{Game, Stream};
use selforge_zrf::keywords::{KEYWORDS, OLD_OPTIONS};
use selforge_zrf::{Diagnostics, ReadText, RuleFile, Zrf, compile};

const FILE: &str = include_str!("every-keyword.zrf");

/// The options of the language.
const OPTIONS: [&str; 16] = [
    "animate captures",
    "animate drops",
    "discard cascades",
    "highlight goals",
    "include off-pieces",
    "maximal captures",
    "pass partial",
    "pass turn",
    "prevent flipping",
    "progressive levels",
    "recycle captures",
    "recycle promotions",
    "selection screen",
    "show moves list",
    "silent ? moves",
    "smart moves",
];

struct Included;

impl ReadText for Included {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        assert_eq!(name, "every-keyword.inc");
        Ok(b"(define unused add)".to_vec())
    }
}

/// The words of a text without its strings and comments.
fn words(text: &str) -> BTreeSet<&str> {
    let code = text.lines().flat_map(|line| {
        let line = line.split(';').next().unwrap();
        line.split('"').step_by(2)
    });
    let apart = |c: char| c.is_whitespace() || c == '(' || c == ')';
    code.flat_map(|code| code.split(apart)).filter(|word| !word.is_empty()).collect()
}

#[test]
fn a_file_with_every_word_of_the_language_compiles_without_a_complaint_and_plays() {
    let used = words(FILE);
    let old = OLD_OPTIONS.iter().map(|(word, _)| *word);
    let missing: Vec<&str> =
        KEYWORDS.into_iter().chain(old).filter(|it| !used.contains(it)).collect();
    assert_eq!(missing, Vec::<&str>::new(), "words that the file does not use");
    let missing = OPTIONS.iter().find(|option| !FILE.contains(&format!("(option \"{option}\"")));
    assert_eq!(missing, None, "an option that the file does not use");
    let file = RuleFile::read("every-keyword.zrf", FILE.as_bytes(), &Included);
    for outline in file.games() {
        let mut problems = Diagnostics::default();
        let rules = compile(outline, &mut problems);
        let told = file.problems().list().iter().chain(problems.list());
        let told: Vec<String> = told.map(|it| it.in_a_line(file.sources()).to_string()).collect();
        assert_eq!(told, Vec::<String>::new(), "{}", outline.title);
        let game = Zrf::new(std::sync::Arc::new(rules.unwrap()), 1, Vec::new());
        let mut state = game.start();
        let mut stream = Stream::new(1, "keywords", 0);
        for _ in 0..50 {
            let Some(mv) = game.choose_move(&state, |count| stream.below(count)) else { break };
            game.play(&mut state, mv);
        }
    }
}

#[test]
fn a_word_that_is_none_of_the_language_is_refused() {
    for (word, wrong) in [("(verify empty?)", "(verify emptyish?)"), ("cascade", "cascading")] {
        let text = FILE.replace(word, wrong);
        let file = RuleFile::read("wrong.zrf", text.as_bytes(), &Included);
        let mut problems = Diagnostics::default();
        assert!(compile(&file.games()[0], &mut problems).is_none(), "{wrong}");
    }
}

#[test]
fn the_words_are_those_of_the_notes_on_the_language() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let beside = ["../shared/zrf", "../../shared/zrf"].map(|it| root.join(it).join("keywords.md"));
    let Some(notes) = beside.iter().find_map(|path| std::fs::read_to_string(path).ok()) else {
        println!("skipped: no notes on the language beside the repository");
        return;
    };
    // Both tables begin their rows with the word in backquotes.
    let told: BTreeSet<&str> = notes
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(word, _)| word)
        .collect();
    let ours: BTreeSet<&str> =
        KEYWORDS.into_iter().chain(OLD_OPTIONS.iter().map(|(word, _)| *word)).collect();
    let unknown: Vec<&&str> = told.difference(&ours).collect();
    assert!(unknown.is_empty(), "words that the compiler does not know: {unknown:?}");
    assert_eq!(told.len(), 141);
}
