//! From the words on the command line to a game.
//!
//! A spec may be one argument in quotes or several without: shells make `position="A1B A"` one word
//! without its quotes, so they are put back where they are missing.

use clap::Args;
use selforge_catalogue::files::FileSystem;
use selforge_core::{Game, NotationError, Spec};
use selforge_games::Playable;

use crate::error::CliError;

/// The arguments that name a game.
#[derive(Args, Clone, Debug)]
pub(crate) struct SpecArgs {
    /// The game, e.g. selfo board=hexhex-4 seed=5; `selforge games` lists all there is
    #[arg(value_name = "SPEC", required = true)]
    words: Vec<String>,
}

impl SpecArgs {
    /// The spec that the words make.
    ///
    /// # Errors
    /// If they make none, or name no game of the catalogue.
    pub(crate) fn spec(&self) -> Result<Spec, CliError> {
        parse_words(&self.words)
    }

    /// The specs that the words make, where semicolons separate several; those in quotes separate
    /// nothing.
    ///
    /// # Errors
    /// As [`spec`](SpecArgs::spec).
    pub(crate) fn specs(&self) -> Result<Vec<Spec>, CliError> {
        specs(&self.words)
    }

    /// The game itself.
    ///
    /// # Errors
    /// As [`spec`](SpecArgs::spec), and if the game cannot be opened.
    pub(crate) fn open(&self) -> Result<Playable, CliError> {
        Ok(selforge_games::open(&self.spec()?, &FileSystem)?)
    }
}

/// Reads several specs with semicolons between them from the words of a command line; those in quotes
/// separate nothing.
///
/// # Errors
/// If one of them is none, or names no game of the catalogue.
pub(crate) fn specs(words: &[String]) -> Result<Vec<Spec>, CliError> {
    let text = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let parts = selforge_lab::arena::split_list(&text);
    if parts.is_empty() {
        return Ok(vec![parse_words(words)?]);
    }
    Ok(parts.iter().map(|part| selforge_games::catalogue().read(part)).collect::<Result<_, _>>()?)
}

/// Reads a spec from the words of a command line.
///
/// # Errors
/// If they make none, or name no game of the catalogue.
pub(crate) fn parse_words(words: &[String]) -> Result<Spec, CliError> {
    let text = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    Ok(selforge_games::catalogue().read(&text)?)
}

/// Reads specs, each a word of the command line.
///
/// # Errors
/// If one makes no spec, or options stand beside their game instead of in its quotes.
pub(crate) fn parse_each(words: &[String]) -> Result<Vec<Spec>, CliError> {
    let is_option = |word: &String| word.split(' ').next().is_some_and(|it| it.contains('='));
    if let Some(at) = words.iter().skip(1).position(is_option) {
        let options = words[at + 1..].iter().take_while(|word| is_option(word)).count();
        let (option, together) = (&words[at + 1], words[at..=at + options].join(" "));
        let problem =
            format!("'{option}' stands alone; a game with options goes in quotes: \"{together}\"");
        return Err(CliError::Input(problem));
    }
    words.iter().map(|word| parse_words(std::slice::from_ref(word))).collect()
}

/// The position that `text` describes, or the start.
///
/// # Errors
/// With the place, if the text is no position of the game.
pub(crate) fn position<G: Game>(game: &G, text: Option<&str>) -> Result<G::State, CliError> {
    let wrong = |error: NotationError| CliError::Input(format!("position, {error}"));
    match text {
        Some(text) => game.parse_state(text.trim()).map_err(wrong),
        None => Ok(game.start()),
    }
}

/// What `write` writes.
pub(crate) fn written(write: impl FnOnce(&mut String) -> std::fmt::Result) -> String {
    let mut text = String::new();
    write(&mut text).expect("writing to a string cannot fail");
    text
}

/// A word of the command line as it stands in a spec: `key=value with spaces` gets its quotes back.
fn quoted(word: &str) -> String {
    let Some((key, value)) = word.split_once('=') else { return word.to_owned() };
    let is_key = !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    // Several options in one word need nothing: they can be read as they are.
    let readable = || Spec::parse(&format!("x {word}")).is_ok();
    if !is_key || value.is_empty() || readable() || value.starts_with('"') {
        return word.to_owned();
    }
    format!("{key}=\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The beginning of a text that may be very long or strange, fit for a message.
pub(crate) fn shown(text: &str) -> String {
    const SHOWN: usize = 80;
    let mut cut: String =
        text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(SHOWN).is_some() {
        cut.push('…');
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(words: &[&str]) -> String {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        match parse_words(&words) {
            Ok(spec) => spec.to_string(),
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn words_and_quotes_make_the_same_spec() {
        let whole = "selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A swap=B\" swap=off";
        assert_eq!(spec(&[whole]), whole);
        let words = ["selfo", "board=hexhex-3", "position=A1B/4/5/4/B1A A swap=B", "swap=off"];
        assert_eq!(spec(&words), whole);
        assert_eq!(spec(&["selfo", "board=hexhex-4 seed=3"]), "selfo board=hexhex-4 seed=3");
    }

    #[test]
    fn options_outside_the_quotes_of_their_game_are_told_where_they_belong() {
        let each = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            parse_each(&words).map(|specs| specs.len()).map_err(|error| error.to_string())
        };
        assert_eq!(each(&["hex", "selfo board=hexhex-5 density=24"]), Ok(2));
        let message = each(&["hex", "selfo", "board=hexhex-5", "density=24", "chess"]).unwrap_err();
        assert!(message.contains("\"selfo board=hexhex-5 density=24\""), "{message}");
        assert!(each(&["board=hexhex-5"]).unwrap_err().contains("the name of a game"));
    }

    #[test]
    fn semicolons_separate_specs_but_not_within_quotes() {
        let read = |words: &[&str]| -> Vec<String> {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            specs(&words).unwrap().iter().map(ToString::to_string).collect()
        };
        let two = ["selfo board=hexhex-3", "chess"];
        assert_eq!(read(&["selfo", "board=hexhex-3;", "chess"]), two);
        assert_eq!(read(&["selfo board=hexhex-3; chess;"]), two);
        let graph = "selfo graph=\"a;b\"";
        assert_eq!(read(&[graph]), [graph]);
        assert_eq!(read(&["chess;"]), ["chess"]);
    }

    #[test]
    fn a_graph_in_a_word_gets_its_quotes_escaped() {
        assert_eq!(spec(&["selfo", r#"graph={"a":1}"#]), r#"selfo graph="{\"a\":1}""#);
    }

    #[test]
    fn what_is_no_game_is_refused_with_a_hint() {
        assert!(spec(&["board=hexhex-4"]).contains("'selfo board=…'"));
        assert!(spec(&["slefo"]).contains("did you mean 'selfo'?"));
        assert!(spec(&["shogi"]).contains("there are: selfo"));
        assert!(spec(&[""]).starts_with("error: "));
    }
}
