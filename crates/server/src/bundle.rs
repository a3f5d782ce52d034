//! A page in three files: its HTML, its styles, its script.
//!
//! The pages are written as many small ES modules and style sheets, which browsers would fetch one by
//! one. Here they are put together from the same sources, without another program and without a step
//! before `cargo build`: the sources keep to a few forms (a test holds them to it), so that putting
//! together is a matter of lines. A module becomes a function that returns what it exports; what it
//! imports it takes from those before it. A module with a line that begins with `await` is waited for, as
//! browsers do with modules, before those that follow begin. Comments, which are a third of the sources,
//! stay behind, and so do blanks beside signs.

use std::fmt::Write as _;

/// Why a page cannot be put together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: {problem}")]
pub(crate) struct BundleError {
    file: String,
    problem: String,
}

/// The files of a page, put together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Bundle {
    pub(crate) styles: String,
    pub(crate) script: String,
    /// The page without the lines that name the files.
    pub(crate) html: String,
}

/// Where in the HTML the names of the two files belong.
pub(crate) const PLACE: &str = "<!-- files -->";

/// Puts a page together; `read` gives the text of a file by its path.
///
/// # Errors
/// If a file is missing or not of the known forms.
pub(crate) fn bundle(
    page: &str,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<Bundle, BundleError> {
    let mut bundler = Bundler { read, done: Vec::new(), open: Vec::new(), script: String::new() };
    let mut bundle = Bundle::default();
    for line in bundler.text(page)?.lines() {
        if let Some(path) = between(line, "<link rel=\"stylesheet\" href=\"/", "\">") {
            bundle.styles += &without_style_comments(&bundler.text(path)?);
        } else if let Some(path) = between(line, "<script type=\"module\" src=\"/", "\"></script>")
        {
            bundler.add(path)?;
            bundle.html += PLACE;
            bundle.html.push('\n');
        } else {
            bundle.html += line.trim_start();
            bundle.html.push('\n');
        }
    }
    bundle.script = bundler.script;
    Ok(bundle)
}

struct Bundler<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
    /// The modules that are in the script.
    done: Vec<String>,
    /// Those that wait for what they import.
    open: Vec<String>,
    script: String,
}

impl Bundler<'_> {
    fn text(&self, file: &str) -> Result<String, BundleError> {
        (self.read)(file).ok_or_else(|| wrong(file, "is named and missing"))
    }

    /// Adds a module after all that it imports.
    fn add(&mut self, file: &str) -> Result<(), BundleError> {
        if self.done.iter().any(|done| done == file) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == file) {
            return Err(wrong(file, "imports itself by way of others"));
        }
        self.open.push(file.to_owned());
        let (mut body, mut exports) = (String::new(), Vec::new());
        let text = self.text(file)?;
        for line in code_lines(file, &text)? {
            if let Some(import) = line.strip_prefix("import ") {
                let (what, from) = read_import(import).ok_or_else(|| wrong(file, &line))?;
                let from = format!("js/{from}");
                self.add(&from)?;
                if let Some(what) = what {
                    let _ = writeln!(body, "const {what} = {};", name_of(&from));
                }
            } else if let Some(export) = line.strip_prefix("export ") {
                if let Some(names) = between(export, "{ ", " };") {
                    exports.extend(names.split(", ").map(str::to_owned));
                } else {
                    exports.push(exported(export).ok_or_else(|| wrong(file, &line))?.to_owned());
                    body += &tight(export);
                    body.push('\n');
                }
            } else {
                body += &tight(&line);
                body.push('\n');
            }
        }
        self.open.pop();
        self.done.push(file.to_owned());
        let (name, exports) = (name_of(file), exports.join(", "));
        let begins = if text.lines().any(waits) { "await (async " } else { "(" };
        let _ = write!(
            self.script,
            "const {name} = {begins}() => {{\n{body}return {{ {exports} }};\n}})();\n"
        );
        Ok(())
    }
}

fn wrong(file: &str, problem: &str) -> BundleError {
    BundleError { file: file.to_owned(), problem: problem.to_owned() }
}

/// What a module is called in the script: `js/board.js` is `$board`.
fn name_of(file: &str) -> String {
    format!("${}", file.trim_start_matches("js/").trim_end_matches(".js"))
}

/// Whether a line of a module makes it wait for something before it is ready.
fn waits(line: &str) -> bool {
    line.starts_with("await ")
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    text.trim().strip_prefix(before)?.strip_suffix(after)
}

/// What stands behind `import`: the names that are taken, as a pattern, and the neighbour's file.
fn read_import(text: &str) -> Option<(Option<String>, &str)> {
    let text = text.strip_suffix("\";")?;
    let (what, from) = text.split_once("\"./")?;
    let Some(what) = what.strip_suffix(" from ") else {
        return what.is_empty().then_some((None, from));
    };
    let pattern = match what.strip_prefix("* as ") {
        Some(all) => all.to_owned(),
        None if what.starts_with("{ ") && what.ends_with(" }") => what.replace(" as ", ": "),
        None => return None,
    };
    Some((Some(pattern), from))
}

/// The name that a declaration exports.
fn exported(declaration: &str) -> Option<&str> {
    let kinds = ["const ", "function ", "async function ", "class "];
    let rest = kinds.iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    (end > 0).then_some(&rest[..end])
}

/// The lines of a script without comments and types, and without what they are indented by.
fn code_lines(file: &str, text: &str) -> Result<Vec<String>, BundleError> {
    let (mut lines, mut comment) = (Vec::new(), false);
    for line in text.lines().map(str::trim) {
        // A text over several lines would lose its own indentation.
        if line.matches('`').count() % 2 == 1 {
            return Err(wrong(file, "has a text over several lines"));
        }
        let opens = !comment && line.starts_with("/*");
        if comment || opens {
            let end = line.find("*/");
            comment = end.is_none();
            let code = end.map_or("", |end| line[end + 2..].trim());
            if !code.is_empty() {
                lines.push(without_types(code));
            }
        } else if !line.is_empty() && !line.starts_with("//") {
            lines.push(without_types(line));
        }
    }
    Ok(lines)
}

/// A line of a script without the types that stand in the middle of it.
fn without_types(line: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(line.len()), line);
    while let Some((before, after)) = rest.split_once("/** @type ") {
        let Some((_, after)) = after.split_once("*/") else { break };
        kept += before;
        rest = after.trim_start();
    }
    kept + rest
}

/// A line of a script without the blanks that mean nothing: those beside brackets and most signs, outside texts.
/// Lines with other texts than plain ones, or with what may be a pattern or a division, stay as they are, and so do
/// blanks beside signs that would mean something else together (`a + +b`).
fn tight(line: &str) -> String {
    if line.contains(['`', '\'', '/', '\\']) {
        return line.to_owned();
    }
    let is_sign = |c: Option<char>| c.is_some_and(|c| "={}()[],;:?<>&|!*".contains(c));
    let mut kept = String::with_capacity(line.len());
    for (number, part) in line.split('"').enumerate() {
        if number > 0 {
            kept.push('"');
        }
        if number % 2 == 1 {
            kept += part;
            continue;
        }
        let mut rest = part.chars().peekable();
        while let Some(c) = rest.next() {
            // Beside a text a blank separates it from a word.
            if c != ' ' || !(is_sign(kept.chars().next_back()) || is_sign(rest.peek().copied())) {
                kept.push(c);
            }
        }
    }
    kept
}

/// A file as it is served, without comments, for weighing it.
#[cfg(test)]
pub(crate) fn served(file: &str, text: &str) -> Result<String, BundleError> {
    match file.rsplit('.').next() {
        Some("js") => {
            let lines = code_lines(file, text)?;
            Ok(lines.iter().map(|line| tight(line)).collect::<Vec<_>>().join("\n"))
        }
        Some("css") => Ok(without_style_comments(text)),
        Some("html") => Ok(text.lines().map(|line| line.trim_start().to_owned() + "\n").collect()),
        _ => Ok(text.to_owned()),
    }
}

fn without_style_comments(text: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once("/*") {
        kept += before;
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept += rest;
    // A rule is a line: a style sheet that is not quite of this form stays right, only longer.
    let lines = kept.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.fold(String::new(), |text, line| {
        let line = line.replacen(": ", ":", usize::from(line.ends_with(';')));
        let line = line.replace(" {", "{");
        text + &line + if line.ends_with([';', '{']) { "" } else { "\n" }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<head>\n<link rel=\"stylesheet\" href=\"/css/a.css\">\n\
        <script type=\"module\" src=\"/js/page.js\"></script>\n</head>\n";

    fn read(files: &'static [(&'static str, &'static str)]) -> impl Fn(&str) -> Option<String> {
        |path| files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned())
    }

    #[test]
    fn modules_come_once_and_after_what_they_import() {
        let read = read(&[
            ("page.html", PAGE),
            ("css/a.css", "/* why */\nb {\n  c: d;\n}\n"),
            (
                "js/page.js",
                "// why\nimport { one as uno } from \"./a.js\";\nimport * as b from \"./b.js\";\nuno(b);\n",
            ),
            (
                "js/a.js",
                "import { two } from \"./b.js\";\n/** why */\nexport function one() {\n  return two;\n}\nexport { two };\n",
            ),
            ("js/b.js", "import \"./c.js\";\nexport const two = /** @type {number} */ (2);\n"),
            ("js/c.js", "/**\n * why\n */\nstart();\n"),
        ]);
        let bundle = bundle("page.html", &read).unwrap();
        assert_eq!(bundle.styles, "b{c:d;}\n");
        assert_eq!(bundle.html, "<head>\n<!-- files -->\n</head>\n");
        let expected = "const $c = (() => {\nstart();\nreturn {  };\n})();\n\
            const $b = (() => {\nconst two=(2);\nreturn { two };\n})();\n\
            const $a = (() => {\nconst { two } = $b;\nfunction one(){\nreturn two;\n}\nreturn { one, two };\n})();\n\
            const $page = (() => {\nconst { one: uno } = $a;\nconst b = $b;\nuno(b);\nreturn {  };\n})();\n";
        assert_eq!(bundle.script, expected);
    }

    #[test]
    fn what_a_module_waits_for_is_there_before_the_next_begins() {
        let read = read(&[
            ("page.html", PAGE),
            ("css/a.css", ""),
            (
                "js/page.js",
                "import { a } from \"./a.js\";\nasync function later() {\n  await a;\n}\n",
            ),
            ("js/a.js", "await ready();\nexport const a = 1;\n"),
        ]);
        let expected = "const $a = await (async () => {\nawait ready();\nconst a=1;\nreturn { a };\n})();\n\
            const $page = (() => {\nconst { a } = $a;\nasync function later(){\nawait a;\n}\nreturn {  };\n})();\n";
        assert_eq!(bundle("page.html", &read).unwrap().script, expected);
    }

    #[test]
    fn blanks_go_where_they_mean_nothing_and_stay_in_texts() {
        for (line, expected) in [
            ("const [a, b] = [1, +b];", "const[a,b]=[1,+b];"),
            ("if (a < b && !c) {", "if(a<b&&!c){"),
            ("return { \"a = b\": \"( c )\", d };", "return{\"a = b\":\"( c )\",d};"),
            ("return \"a , b\" in c;", "return \"a , b\" in c;"),
            ("a = b + +c - -d;", "a=b + +c - -d;"),
            ("a = b / c;", "a = b / c;"),
            ("const a = `${b} = c`;", "const a = `${b} = c`;"),
            ("a = 'b = c';", "a = 'b = c';"),
        ] {
            assert_eq!(tight(line), expected);
        }
    }

    #[test]
    fn other_forms_are_refused_and_not_served_broken() {
        for (text, problem) in [
            ("import a from \"./a.js\";\n", "import a"),
            ("export default 1;\n", "export default"),
            ("export let a = 1;\n", "export let"),
            ("import \"./page.js\";\n", "imports itself"),
            ("import \"./none.js\";\n", "missing"),
            ("const a = `\n  b`;\n", "several lines"),
        ] {
            let read = |path: &str| match path {
                "page.html" => Some(PAGE.to_owned()),
                "css/a.css" => Some(String::new()),
                "js/page.js" => Some(text.to_owned()),
                _ => None,
            };
            let error = bundle("page.html", &read).unwrap_err().to_string();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
