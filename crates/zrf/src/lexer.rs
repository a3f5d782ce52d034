//! From bytes to nested lists of words and strings, each with its place.

use std::rc::Rc;

use crate::diagnostic::{Diagnostics, Sources, Span, Trouble, error};

/// The deepest nesting of brackets.
const MAX_DEPTH: usize = 200;

/// The largest rule file, in bytes. The largest public one has less than 200 kB.
pub const MAX_FILE_BYTES: usize = 4 << 20;

/// The longest string, in bytes, as in the original program.
const MAX_STRING_BYTES: usize = 256 << 10;

/// A word, a string or a bracketed list, with its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) at: Span,
}

/// What a node is. Texts are shared: macros copy nodes by the ten thousand.
#[derive(Clone, Debug)]
pub(crate) enum NodeKind {
    Word(Rc<str>),
    Text(Rc<str>),
    List(Rc<[Node]>),
}

impl Node {
    /// The word, if it is one.
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The list, if it is one.
    pub(crate) fn list(&self) -> Option<&[Node]> {
        match &self.kind {
            NodeKind::List(list) => Some(list),
            _ => None,
        }
    }

    /// The word that a list begins with.
    pub(crate) fn head(&self) -> Option<&str> {
        self.list()?.first()?.word()
    }

    /// What it is, in words.
    pub(crate) fn what(&self) -> String {
        match &self.kind {
            NodeKind::Word(word) => format!("'{}'", selforge_core::short(word)),
            NodeKind::Text(text) => format!("the string \"{}\"", selforge_core::short(text)),
            NodeKind::List(_) => match self.head() {
                Some(head) => format!("'({} …)'", selforge_core::short(head)),
                None => "a bracketed list".to_owned(),
            },
        }
    }
}

/// The text in some bytes: UTF-8 where it is that, what Windows calls Unicode if it is marked so, else the Windows
/// code page of the original. No byte is refused, but signs that do something to a terminal or a page instead of standing there are
/// blanks: titles and lines of foreign files are shown to people.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    if let Some(wide) = bytes.strip_prefix(b"\xff\xfe") {
        let units: Vec<u16> =
            wide.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        return decode(String::from_utf16_lossy(&units).as_bytes());
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let harmless = |sign: char| match sign {
        '\t' | '\n' | '\r' => sign,
        '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}' => ' ',
        _ if sign.is_control() => ' ',
        _ => sign,
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => text.chars().map(harmless).collect(),
        Err(_) => bytes.iter().map(|&byte| harmless(windows_1252(byte))).collect(),
    }
}

/// A character of the code page Windows-1252; the five bytes without one are control characters.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Reads the top-level nodes of a file. Brackets that do not fit are told and forgiven as far as
/// possible, so that one file can show all its problems.
pub(crate) fn read(sources: &Sources, file: u16, problems: &mut Diagnostics) -> Vec<Node> {
    let mut reader = Reader { text: sources.text(file), file, at: 0 };
    let mut stack: Vec<(Span, Vec<Node>)> = vec![(Span::default(), Vec::new())];
    loop {
        let token = match reader.token() {
            Ok(Some(token)) => token,
            Ok(None) => break,
            Err(trouble) => {
                problems.push(*trouble);
                break;
            }
        };
        match token {
            Token::Open(at) if stack.len() > MAX_DEPTH => {
                let problem = format!("brackets are nested deeper than {MAX_DEPTH}");
                problems.push(*error(at, problem, "simpler code"));
                return Vec::new();
            }
            Token::Open(at) => stack.push((at, Vec::new())),
            Token::Close(at) => {
                if stack.len() == 1 {
                    problems.push(*error(at, "a closing bracket too many", "no ')' here"));
                    continue;
                }
                if let Some((open, list)) = stack.pop() {
                    let span = Span { end: at.end, ..open };
                    let node = Node { kind: NodeKind::List(list.into()), at: span };
                    stack.last_mut().expect("the top level stays").1.push(node);
                }
            }
            Token::Node(node) => stack.last_mut().expect("the top level stays").1.push(node),
        }
    }
    let mut missing = None;
    while stack.len() > 1 {
        if let Some((open, list)) = stack.pop() {
            missing = Some(open);
            let node = Node { kind: NodeKind::List(list.into()), at: open };
            stack.last_mut().expect("the top level stays").1.push(node);
        }
    }
    if let Some(open) = missing {
        problems.push(*error(open, "this bracket is never closed", "a ')' for it"));
    }
    stack.pop().map(|(_, nodes)| nodes).unwrap_or_default()
}

enum Token {
    Open(Span),
    Close(Span),
    Node(Node),
}

struct Reader<'a> {
    text: &'a str,
    file: u16,
    at: usize,
}

impl Reader<'_> {
    fn span(&self, start: usize) -> Span {
        Span { file: self.file, start: start as u32, end: self.at as u32, origin: 0 }
    }

    fn token(&mut self) -> Result<Option<Token>, Trouble> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                None => return Ok(None),
                Some(b';') => {
                    let rest = &bytes[self.at..];
                    let end = rest.iter().position(|b| matches!(b, b'\n' | b'\r'));
                    self.at += end.unwrap_or(rest.len());
                }
                Some(byte) if is_space(*byte) => self.at += 1,
                Some(_) => break,
            }
        }
        let start = self.at;
        self.at += 1;
        match bytes[start] {
            b'(' => Ok(Some(Token::Open(self.span(start)))),
            b')' => Ok(Some(Token::Close(self.span(start)))),
            b'"' => {
                let rest = &bytes[self.at..];
                let Some(length) = rest.iter().position(|b| *b == b'"') else {
                    return Err(error(self.span(start), "this string is never closed", "a '\"'"));
                };
                self.at += length + 1;
                let at = self.span(start);
                if length > MAX_STRING_BYTES {
                    return Err(error(at, "this string is too long", "at most 256 kB"));
                }
                let text = &self.text[start + 1..start + 1 + length];
                Ok(Some(Token::Node(Node { kind: NodeKind::Text(text.into()), at })))
            }
            _ => {
                let rest = &bytes[start..];
                let ends = |b: &u8| is_space(*b) || matches!(b, b'(' | b')' | b'"' | b';');
                self.at = start + rest.iter().position(ends).unwrap_or(rest.len());
                let word = &self.text[start..self.at];
                let at = self.span(start);
                Ok(Some(Token::Node(Node { kind: NodeKind::Word(word.into()), at })))
            }
        }
    }
}

/// White space, and the character that ended files of old systems.
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b || byte == 0x1a || byte == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(text: &str) -> (Vec<Node>, Vec<String>) {
        let mut sources = Sources::default();
        let file = sources.add("a.zrf", text.to_owned());
        let mut problems = Diagnostics::default();
        let nodes = read(&sources, file, &mut problems);
        let told = problems.list().iter().map(|p| p.in_a_line(&sources).to_string()).collect();
        (nodes, told)
    }

    #[test]
    fn words_strings_and_lists_are_told_apart_and_comments_left_out() {
        let (nodes, told) = nodes("; first\n(a \"b;c\nd\" (e)) ; last");
        assert!(told.is_empty());
        let list = nodes[0].list().unwrap();
        assert_eq!(list[0].word(), Some("a"));
        assert!(matches!(&list[1].kind, NodeKind::Text(text) if &**text == "b;c\nd"));
        assert_eq!(list[2].head(), Some("e"));
    }

    #[test]
    fn brackets_that_do_not_fit_are_told_with_their_place() {
        let open = nodes("(a\n (b").1;
        assert_eq!(open, ["a.zrf:1:1: error: this bracket is never closed; expected a ')' for it"]);
        let close = nodes("(a))\n(b)");
        assert_eq!(close.1.len(), 1);
        assert!(close.1[0].starts_with("a.zrf:1:4: error: a closing bracket too many"));
        assert_eq!(close.0.len(), 2);
    }

    #[test]
    fn bytes_of_the_windows_code_page_are_read() {
        assert_eq!(decode(b"caf\xe9 \x80"), "café €");
        assert_eq!(decode("café".as_bytes()), "café");
        assert_eq!(decode(b"\xff\xfe(\0\xe9\0)\0"), "(é)");
        assert_eq!(decode("a\u{1b}[31mb\u{202e}c\td\r\n".as_bytes()), "a [31mb c\td\r\n");
        assert_eq!(decode(b"\xe9\x07\x9d"), "é  ");
    }
}
