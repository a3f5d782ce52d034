//! Macros: expanded once, with the quirks that real files rely on.
//!
//! Substitution is textual in the original: `$1` is replaced inside longer words and inside strings, a
//! call splices its body into the list around it, the result is looked at again, and a call that gives
//! too few arguments gets the rest from the macro around it. Here nodes are substituted instead of
//! characters, which gives the same result for every file known and keeps the places of everything.

use std::collections::HashMap;
use std::rc::Rc;

use selforge_core::short;

use crate::diagnostic::{Diagnostics, Sources, Span, Trouble, error};
use crate::keywords::is_keyword;
use crate::lexer::{MAX_FILE_BYTES, Node, NodeKind, decode, read};

/// The deepest nesting of calls and lists together.
const MAX_DEPTH: u32 = 300;

/// The most nodes that all expansions of a file may make.
const MAX_NODES: usize = 5_000_000;

/// The longest word or string that substitution may make, in bytes.
const MAX_TEXT: usize = 256 << 10;

/// The most bytes that substitution may make in words and strings of one file.
const MAX_TEXT_MADE: usize = 32 << 20;

/// The highest number of an argument.
const MAX_ARGUMENT: usize = 99;

/// The most included files.
const MAX_INCLUDES: usize = 64;

/// Where the text of a rule file and what it includes comes from. Names of included files are given
/// as the file says them, with `/` between folders.
pub trait ReadText {
    /// The bytes of a file.
    ///
    /// # Errors
    /// With the reason, in words.
    fn read(&self, name: &str) -> Result<Vec<u8>, String>;
}

/// A text that includes nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoIncludes;

impl ReadText for NoIncludes {
    fn read(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("nothing can be included here".to_owned())
    }
}

struct Macro {
    body: Rc<[Node]>,
    at: Span,
}

/// The arguments that `$n` stands for.
type Arguments = Rc<[Node]>;

/// Reads a file with all that it includes, and gives its top level with every macro expanded, and of how many words
/// and lists all that consists.
pub(crate) fn load(
    name: &str,
    bytes: &[u8],
    includes: &dyn ReadText,
    sources: &mut Sources,
    problems: &mut Diagnostics,
) -> (Vec<Node>, usize) {
    let mut loader = Loader { includes, sources, problems, defined: HashMap::new() };
    let top = loader.file(name, bytes, &mut Vec::new());
    let defined = loader.defined;
    let mut expander = Expander {
        defined: &defined,
        sources,
        nodes_left: MAX_NODES,
        text_left: MAX_TEXT_MADE,
        depth: 0,
    };
    let mut nodes = Vec::new();
    for node in &top {
        let mut made = Vec::new();
        let done = expander.node(node, &Rc::from([]), false, 0, &mut made);
        if problems.take(done).is_some() {
            nodes.append(&mut made);
        }
    }
    (nodes, MAX_NODES - expander.nodes_left)
}

struct Loader<'a> {
    includes: &'a dyn ReadText,
    sources: &'a mut Sources,
    problems: &'a mut Diagnostics,
    defined: HashMap<Rc<str>, Macro>,
}

impl Loader<'_> {
    /// Reads a file. `open` are the files that are being read, the outermost first.
    fn file(&mut self, name: &str, bytes: &[u8], open: &mut Vec<String>) -> Vec<Node> {
        let mut text = decode(&bytes[..bytes.len().min(MAX_FILE_BYTES)]);
        let too_long = bytes.len() > MAX_FILE_BYTES;
        if too_long {
            text.clear();
        }
        let file = self.sources.add(name, text);
        let whole = Span { file, ..Span::default() };
        if too_long {
            let problem = format!("the file has {} bytes", bytes.len());
            self.problems.push(*error(whole, problem, format!("at most {MAX_FILE_BYTES}")));
        }
        let top = read(self.sources, file, self.problems);
        open.push(name.to_owned());
        let mut nodes = Vec::new();
        for node in top {
            self.include_in(&node, &mut nodes, open);
        }
        open.pop();
        nodes.retain(|node| match node.head() {
            Some("define") => {
                self.define(node);
                false
            }
            _ => true,
        });
        nodes
    }

    /// Replaces `(include "…")` by what the file says, in any depth.
    fn include_in(&mut self, node: &Node, into: &mut Vec<Node>, open: &mut Vec<String>) {
        let Some(list) = node.list() else { return into.push(node.clone()) };
        if node.head() != Some("include") {
            if !mentions_include(list) {
                return into.push(node.clone());
            }
            let mut inner = Vec::new();
            for child in list {
                self.include_in(child, &mut inner, open);
            }
            return into.push(Node { kind: NodeKind::List(inner.into()), at: node.at });
        }
        let refuse = |problem: String| error(node.at, problem, "a file beside the rule file");
        let included = match &list[1..] {
            [Node { kind: NodeKind::Text(name), .. }] => {
                let name = name.replace('\\', "/");
                let name = name.trim_start_matches("./").to_owned();
                if name.starts_with('/') || name.contains(':') || name.split('/').any(|p| p == "..")
                {
                    Err(refuse(format!("'{}' leads out of the folder", short(&name))))
                } else if open.contains(&name) {
                    Err(refuse(format!("'{}' includes itself", short(&name))))
                } else if self.sources.len() > MAX_INCLUDES {
                    Err(refuse(format!("more than {MAX_INCLUDES} files are included")))
                } else {
                    let read = self.includes.read(&name);
                    read.map(|bytes| (name.clone(), bytes)).map_err(|reason| {
                        refuse(format!("'{}' cannot be included: {reason}", short(&name)))
                    })
                }
            }
            _ => Err(error(node.at, "this is no include", "(include \"file\")")),
        };
        if let Some((name, bytes)) = self.problems.take(included) {
            into.append(&mut self.file(&name, &bytes, open));
        }
    }

    fn define(&mut self, node: &Node) {
        let list = node.list().unwrap_or_default();
        let Some(name @ Node { kind: NodeKind::Word(word), .. }) = list.get(1) else {
            return self.problems.push(*error(
                node.at,
                "a macro without a name",
                "(define name …)",
            ));
        };
        if is_keyword(word) {
            let problem = format!("'{word}' is a word of the language");
            return self.problems.push(*error(name.at, problem, "another name for the macro"));
        }
        let body = list[2..].to_vec().into();
        let before = self.defined.insert(Rc::clone(word), Macro { body, at: name.at });
        if let Some(before) = before {
            let line = self.sources.place(before.at).1;
            let problem = format!("the macro '{word}' was defined in line {line}; this one counts");
            self.problems.warn(name.at, problem);
        }
    }
}

fn mentions_include(list: &[Node]) -> bool {
    list.iter().any(|node| match node.list() {
        Some(inner) => node.head() == Some("include") || mentions_include(inner),
        None => false,
    })
}

struct Expander<'a> {
    defined: &'a HashMap<Rc<str>, Macro>,
    sources: &'a mut Sources,
    nodes_left: usize,
    text_left: usize,
    depth: u32,
}

impl Expander<'_> {
    /// Expands a node into what it stands for. `fill` says whether `$n` is replaced here: in
    /// what an argument brought along it is not. `origin` is the call whose body this is.
    fn node(
        &mut self,
        node: &Node,
        arguments: &Arguments,
        fill: bool,
        origin: u32,
        into: &mut Vec<Node>,
    ) -> Result<(), Trouble> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let problem = format!("macros are nested deeper than {MAX_DEPTH}: one calls itself?");
            return Err(error(node.at, problem, "macros that come to an end"));
        }
        let done = self.expand(node, arguments, fill, origin, into);
        self.depth -= 1;
        done
    }

    fn expand(
        &mut self,
        node: &Node,
        arguments: &Arguments,
        fill: bool,
        origin: u32,
        into: &mut Vec<Node>,
    ) -> Result<(), Trouble> {
        let at = if node.at.origin == 0 { Span { origin, ..node.at } } else { node.at };
        match &node.kind {
            NodeKind::Word(word) if fill && word.contains('$') => {
                if let Some(argument) = whole_argument(word, arguments) {
                    return self.node(&argument.clone(), arguments, false, origin, into);
                }
                let word = self.substitute(word, arguments, at)?;
                if word.contains('$') {
                    return Err(unfilled(&word, at));
                }
                self.push(NodeKind::Word(word.into()), at, into)
            }
            NodeKind::Word(word) if word.starts_with('$') && word.len() > 1 => {
                Err(unfilled(word, at))
            }
            NodeKind::Text(text) if fill && text.contains('$') => {
                let text = self.substitute(text, arguments, at)?;
                self.push(NodeKind::Text(text.into()), at, into)
            }
            NodeKind::Word(_) | NodeKind::Text(_) => self.push(node.kind.clone(), at, into),
            NodeKind::List(list) => {
                let name = match list.first().map(|first| &first.kind) {
                    Some(NodeKind::Word(word)) if fill && word.contains('$') => {
                        match whole_argument(word, arguments).map(|argument| &argument.kind) {
                            Some(NodeKind::Word(name)) => Some(Rc::clone(name)),
                            Some(_) => None,
                            None => Some(self.substitute(word, arguments, at)?.into()),
                        }
                    }
                    Some(NodeKind::Word(word)) => Some(Rc::clone(word)),
                    _ => None,
                };
                let called = name.and_then(|name| self.defined.get_key_value(&name));
                if let Some((name, called)) = called {
                    return self.call(name, called, &list[1..], arguments, fill, at, into);
                }
                let mut inner = Vec::with_capacity(list.len());
                for child in list.iter() {
                    self.node(child, arguments, fill, origin, &mut inner)?;
                }
                self.push(NodeKind::List(inner.into()), at, into)
            }
        }
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "a call has a name, a body, arguments and a place"
    )]
    fn call(
        &mut self,
        name: &Rc<str>,
        called: &Macro,
        given: &[Node],
        around: &Arguments,
        fill: bool,
        at: Span,
        into: &mut Vec<Node>,
    ) -> Result<(), Trouble> {
        // A call of an empty macro makes nothing, and still takes its time.
        self.count(at, 1)?;
        let mut arguments = Vec::new();
        for argument in given.iter().take(MAX_ARGUMENT) {
            let argument =
                if fill { self.filled(argument, around, at.origin)? } else { argument.clone() };
            arguments.push(argument);
        }
        // What the call leaves out comes from the macro around it.
        arguments.extend(around.iter().skip(given.len()).cloned());
        let origin = self.sources.call(name, at);
        let arguments: Arguments = arguments.into();
        for node in called.body.iter() {
            self.node(node, &arguments, true, origin, into)?;
        }
        Ok(())
    }

    /// A node with its `$n` replaced, and nothing expanded.
    fn filled(&mut self, node: &Node, arguments: &Arguments, origin: u32) -> Result<Node, Trouble> {
        let at = if node.at.origin == 0 { Span { origin, ..node.at } } else { node.at };
        let kind = match &node.kind {
            NodeKind::Word(word) if word.contains('$') => {
                if let Some(argument) = whole_argument(word, arguments) {
                    return Ok(argument.clone());
                }
                NodeKind::Word(self.substitute(word, arguments, at)?.into())
            }
            NodeKind::Text(text) if text.contains('$') => {
                NodeKind::Text(self.substitute(text, arguments, at)?.into())
            }
            NodeKind::List(list) => {
                self.count(at, list.len())?;
                let filled = list.iter().map(|child| self.filled(child, arguments, origin));
                NodeKind::List(filled.collect::<Result<Vec<Node>, Trouble>>()?.into())
            }
            other => other.clone(),
        };
        Ok(Node { kind, at })
    }

    /// A text with every `$n` replaced that has an argument.
    fn substitute(
        &mut self,
        text: &str,
        arguments: &Arguments,
        at: Span,
    ) -> Result<String, Trouble> {
        let mut made = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(dollar) = rest.find('$') {
            made.push_str(&rest[..dollar]);
            rest = &rest[dollar + 1..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let number: Option<usize> = rest[..digits].parse().ok();
            let argument = number
                .filter(|n| (1..=MAX_ARGUMENT).contains(n))
                .and_then(|number| arguments.get(number - 1));
            match argument.map(|argument| &argument.kind) {
                Some(NodeKind::Word(word) | NodeKind::Text(word)) => {
                    made.push_str(word);
                    rest = &rest[digits..];
                }
                Some(NodeKind::List(_)) => {
                    let problem = format!("a list cannot become part of '{}'", short(text));
                    return Err(error(at, problem, "a word as argument"));
                }
                None => made.push('$'),
            }
            if made.len() > MAX_TEXT {
                return Err(error(at, "substitution makes too long a text", "at most 256 kB"));
            }
        }
        made.push_str(rest);
        self.text_left = self
            .text_left
            .checked_sub(made.len())
            .ok_or_else(|| error(at, "macros make too much text", "at most 32 MB in a file"))?;
        Ok(made)
    }

    fn push(&mut self, kind: NodeKind, at: Span, into: &mut Vec<Node>) -> Result<(), Trouble> {
        self.count(at, 1)?;
        into.push(Node { kind, at });
        Ok(())
    }

    fn count(&mut self, at: Span, nodes: usize) -> Result<(), Trouble> {
        self.nodes_left = self.nodes_left.checked_sub(nodes).ok_or_else(|| {
            error(at, "macros expand to too much", format!("at most {MAX_NODES} words in a file"))
        })?;
        Ok(())
    }
}

/// The argument, if the word is `$n` and nothing else.
fn whole_argument<'a>(word: &str, arguments: &'a Arguments) -> Option<&'a Node> {
    let number: usize = word.strip_prefix('$')?.parse().ok()?;
    arguments.get(number.checked_sub(1)?)
}

fn unfilled(word: &str, at: Span) -> Trouble {
    error(at, format!("nothing is given for '{}'", short(word)), "an argument in the call")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(node: &Node) -> String {
        match &node.kind {
            NodeKind::Word(word) => word.to_string(),
            NodeKind::Text(text) => format!("\"{text}\""),
            NodeKind::List(list) => {
                let inner: Vec<String> = list.iter().map(plain).collect();
                format!("({})", inner.join(" "))
            }
        }
    }

    fn expanded(text: &str) -> (String, Vec<String>) {
        let (mut sources, mut problems) = (Sources::default(), Diagnostics::default());
        let (nodes, _) = load("a.zrf", text.as_bytes(), &NoIncludes, &mut sources, &mut problems);
        let told = problems.list().iter().map(|p| p.in_a_line(&sources).to_string()).collect();
        (nodes.iter().map(plain).collect::<Vec<_>>().join(" "), told)
    }

    #[test]
    fn calls_are_spliced_and_arguments_pasted_into_words_and_strings() {
        let text = "(define two $1 p$2 \"i/$1w\") (x (two a b) c)";
        assert_eq!(expanded(text).0, "(x a pb \"i/aw\" c)");
    }

    #[test]
    fn a_definition_may_come_later_and_an_argument_may_be_a_call_or_a_head() {
        let text = "(x (f (g n))) (y (h g)) (define f $1 $1) (define g $1-$1) (define h ($1 k))";
        assert_eq!(expanded(text).0, "(x n-n n-n) (y k-k)");
    }

    #[test]
    fn missing_arguments_come_from_the_macro_around() {
        let text = "(define outer (inner) add) (define inner $1 (verify empty?)) (m (outer n))";
        assert_eq!(expanded(text).0, "(m n (verify empty?) add)");
        let partly = "(define o (i a)) (define i $1 $2) (m (o n s))";
        assert_eq!(expanded(partly).0, "(m a s)");
    }

    #[test]
    fn the_tenth_argument_is_not_the_first_followed_by_a_nought() {
        let text = "(define f $10 $1) (m (f a b c d e f g h i j))";
        assert_eq!(expanded(text).0, "(m j a)");
    }

    #[test]
    fn an_argument_that_nobody_gives_is_an_error_at_its_place_with_the_macro() {
        let told = expanded("(define f\n  $2)\n(m (f a))").1;
        let expected = "a.zrf:2:3: error: nothing is given for '$2'; expected an argument in the \
                        call (in the macro 'f', called at line 3, column 4)";
        assert_eq!(told, [expected]);
    }

    #[test]
    fn macros_that_call_themselves_or_swell_without_end_are_refused() {
        assert!(expanded("(define f (f)) (m (f))").1[0].contains("deeper than"));
        let swell =
            "(define a $1 $1 $1 $1 $1 $1 $1 $1 $1 $1) (m (a (a (a (a (a (a (a (a x)))))))))";
        assert!(expanded(swell).1[0].contains("too much"), "{:?}", expanded(swell).1);
        let ten = |name: char, inner: char| {
            format!("(define {name} {})", format!("({inner})").repeat(10))
        };
        let calls: String = ('a'..'i').map(|name| ten(name, (name as u8 + 1) as char)).collect();
        let empty = format!("{calls} (define i) (m (a))");
        assert!(expanded(&empty).1[0].contains("too much"), "{:?}", expanded(&empty).1);
        let words = "(define a $1$1$1$1$1$1$1$1) (m (a (a x)))";
        assert!(expanded(words).1[0].contains("a list cannot become part"));
    }

    #[test]
    fn the_last_of_two_definitions_counts_and_is_warned_of() {
        let (text, told) = expanded("(define f a)\n(define f b) (m (f))");
        assert_eq!(text, "(m b)");
        assert!(told[0].contains("2:9: warning: the macro 'f' was defined in line 1"));
    }

    struct Beside;

    impl ReadText for Beside {
        fn read(&self, name: &str) -> Result<Vec<u8>, String> {
            match name {
                "lib/b.inc" => Ok(b"(define f from-b) (x 1)".to_vec()),
                "loop.inc" => Ok(b"(include \"loop.inc\")".to_vec()),
                _ => Err("no such file".to_owned()),
            }
        }
    }

    #[test]
    fn files_are_included_anywhere_but_not_from_elsewhere_and_not_without_end() {
        let load = |text: &str| {
            let (mut sources, mut problems) = (Sources::default(), Diagnostics::default());
            let (nodes, _) = load("a.zrf", text.as_bytes(), &Beside, &mut sources, &mut problems);
            let told: Vec<String> =
                problems.list().iter().map(|p| p.in_a_line(&sources).to_string()).collect();
            (nodes.iter().map(plain).collect::<Vec<_>>().join(" "), told.join("; "))
        };
        assert_eq!(load("(include \".\\lib\\b.inc\") (y (f))").0, "(x 1) (y from-b)");
        assert_eq!(load("(g (include \"lib/b.inc\"))").0, "(g (x 1))");
        assert!(load("(include \"../b.inc\")").1.contains("leads out of the folder"));
        assert!(load("(include \"loop.inc\")").1.contains("includes itself"));
        assert!(load("(include \"c.inc\")").1.contains("no such file"));
    }
}
