//! A page that needs nothing but itself: paper and ink, light or dark as the reader likes it.

use super::svg::{DARK, hex};

const STYLE: &str = r#"
:root{--paper:#f6f4ef;--card:#fffdf9;--ink:#23262b;--muted:#6b7078;--line:#e1dcd1;--accent:#0b6e69;--bad:#a33d2a}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 "Inter",system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:900px;margin:auto;padding:32px 20px 64px}
h1{font-size:24px;letter-spacing:-.02em;margin:0;overflow-wrap:anywhere}
h2{font-size:16px;margin:36px 0 10px;letter-spacing:-.01em}
p{margin:4px 0}.muted{color:var(--muted)}.card .muted{font-size:13px;margin-top:8px}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:1px;background:var(--line);border:1px solid var(--line);border-radius:14px;overflow:hidden;margin:20px 0 0}
.facts div{background:var(--card);padding:10px 14px}dt{font-size:12px;color:var(--muted)}
dd{margin:0;font-size:20px;font-weight:600;font-variant-numeric:tabular-nums}dd small{display:block;font-size:12px;font-weight:400;color:var(--muted)}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:14px 16px;overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th{font-size:12px;font-weight:400;color:var(--muted);text-align:right;padding:2px 8px 6px;white-space:nowrap}
td{text-align:right;padding:6px 8px;border-top:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left;padding-left:0}td:first-child{white-space:normal;overflow-wrap:anywhere;min-width:8em}
th:last-child,td:last-child{padding-right:0}
td small{display:block;color:var(--muted);font-size:12px}
.plot{display:block;width:100%;min-width:520px;height:auto}.plot text{font-family:inherit}
code{font:13px/1.5 ui-monospace,"SF Mono",Menlo,monospace;overflow-wrap:anywhere}
ul{margin:4px 0;padding-left:20px}
h3{font-size:14px;margin:18px 0 6px}.card>h3:first-child{margin-top:0}
.words td{white-space:normal;text-align:left;vertical-align:top;min-width:7em}.words th{text-align:left}
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:12px}
figure{margin:0}figure img{display:block;width:100%;height:auto;border-radius:10px}figcaption{font-size:12px;color:var(--muted);text-align:center}
.holds{color:var(--accent);font-weight:600}.fails{color:var(--bad);font-weight:600}.open{color:var(--muted);font-weight:600}
@media print{body{background:#fff}.card{break-inside:avoid}}
"#;

const DARK_STYLE: &str = "--paper:#15181c;--card:#1d2126;--ink:#e8e6e1;--muted:#9aa0a8;--line:#2d333a;--accent:#3fb8af;--bad:#e58a76";

/// A page with this title and body, which is HTML.
pub(crate) fn page(title: &str, body: &str) -> String {
    let repaint = |(colour, dark): &(_, &str)| {
        let light = hex(*colour);
        format!(
            ".plot [fill=\"{light}\"]{{fill:{dark}}}.plot [stroke=\"{light}\"]{{stroke:{dark}}}"
        )
    };
    let plots: String = DARK.iter().map(repaint).collect();
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <style>{STYLE}@media (prefers-color-scheme:dark){{:root{{{DARK_STYLE}}}{plots}}}</style>\n\
         </head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

/// Text that means itself in HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A section with a heading.
pub(crate) fn section(title: &str, content: &str) -> String {
    format!(
        "<section>\n<h2>{}</h2>\n<div class=\"card\">\n{content}</div>\n</section>\n",
        escaped(title)
    )
}

/// A table; cells are HTML, the first row is the head.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let row = |tag: &str, cells: &[String]| {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let Some((head, body)) = rows.split_first() else { return String::new() };
    let body: String = body.iter().map(|cells| row("td", cells)).collect();
    format!("<table>\n<thead>{}</thead>\n<tbody>\n{body}</tbody>\n</table>\n", row("th", head))
}

/// Numbers with their names, and a remark below each.
pub(crate) fn facts(facts: &[(&str, String, String)]) -> String {
    let fact = |(name, value, remark): &(&str, String, String)| {
        let (value, remark) = (escaped(value), escaped(remark));
        format!("<div><dt>{name}</dt><dd>{value}<small>{remark}</small></dd></div>\n")
    };
    let facts: String = facts.iter().map(fact).collect();
    format!("<dl class=\"facts\">\n{facts}</dl>\n")
}
