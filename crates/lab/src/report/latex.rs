//! Tables for papers: LaTeX that needs no package.

/// Rows under a heading as a `table` with a `tabular`; the first column is left, all others right.
pub(crate) fn latex(
    caption: &str,
    head: &[String],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("  {} \\\\\n", cells.join(" & "))
    };
    let columns = format!("l{}", "r".repeat(head.len().saturating_sub(1)));
    let body: String = rows.into_iter().map(|row| line(&row)).collect();
    format!(
        "\\begin{{table}}\n\\centering\n\\begin{{tabular}}{{{columns}}}\n  \\hline\n{}  \\hline\n{body}  \
         \\hline\n\\end{{tabular}}\n\\caption{{{}}}\n\\end{{table}}\n",
        line(head),
        escaped(caption)
    )
}

/// A text that means itself to LaTeX; a minus before a figure is one.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out += "\\textbackslash{}",
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '<' => out += "$<$",
            '>' => out += "$>$",
            '∞' => out += "$\\infty$",
            '–' => out += "--",
            '…' => out += "\\ldots{}",
            '-' if characters.peek().is_some_and(char::is_ascii_digit) && !after_word(&out) => {
                out += "$-$";
            }
            c => out.push(c),
        }
    }
    out
}

fn after_word(text: &str) -> bool {
    text.chars().next_back().is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_to_latex_means_itself() {
        assert_eq!(
            escaped("a_b & 5 % {x} \\ <3"),
            "a\\_b \\& 5 \\% \\{x\\} \\textbackslash{} $<$3"
        );
        assert_eq!(escaped("-0.3 to 0.4, hexhex-4"), "$-$0.3 to 0.4, hexhex-4");
    }

    #[test]
    fn a_table_has_a_column_for_each_heading_and_a_line_for_each_row() {
        let head = ["metric", "value"].map(str::to_owned);
        let text = latex("50 % more", &head, [vec!["drama".to_owned(), "0.5".to_owned()]]);
        assert!(
            text.contains("\\begin{tabular}{lr}\n  \\hline\n  metric & value \\\\\n"),
            "{text}"
        );
        assert!(text.contains("  drama & 0.5 \\\\\n  \\hline\n\\end{tabular}\n"), "{text}");
        assert!(text.ends_with("\\caption{50 \\% more}\n\\end{table}\n"), "{text}");
    }
}
