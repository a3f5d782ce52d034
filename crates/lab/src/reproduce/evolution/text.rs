//! The study as text for a terminal.

use super::Study;
use super::findings::Findings;
use super::printed::{self, METRICS, Row};
use crate::report::text::{cells, columns, line};

/// The paper's tables with ours below each row, then the claims.
#[must_use]
pub fn to_text(study: &Study) -> String {
    let findings = &study.findings;
    let mut text =
        "Table 2 and 3: the archive, and from how many others each game differs\n".to_owned();
    text += &archive(findings);
    text += "\nTable 4: metrics of chess, checkers and the chosen games\n";
    text += &comparison(findings);
    let families = &findings.families;
    line!(text, "\nFigure 5: family {}, the liveliest of {}", families.shown, families.families);
    text += &family(findings);
    text += "\nFigure 6: iterations until one network beats all others\n";
    text += &learnability(findings);
    text.push('\n');
    for it in &findings.claims {
        line!(text, "{}: {}", it.verdict.word(), it.claim);
        line!(text, "  paper: {}\n  here: {}", it.said.figures(), it.ours);
    }
    text
}

/// The four values of a row.
pub(super) fn values(row: &Row) -> [String; 4] {
    row.values().map(|value| format!("{value:.2}"))
}

/// A row of a table: which game, of whom, the four metrics, and what else.
fn row(game: &str, of: &str, metrics: [String; 4], more: Option<usize>) -> Vec<String> {
    let more = more.map(|it| it.to_string());
    cells![game, of].into_iter().chain(metrics).chain(more).collect()
}

fn archive(findings: &Findings) -> String {
    let head = ["game", "of"].into_iter().chain(METRICS).chain(["differs from"]);
    let printed = printed::ARCHIVE.iter().zip(printed::DIVERSITY);
    let rows = printed.flat_map(|((name, printed), differs_from)| {
        let ours = findings.archive.iter().filter(move |it| it.slot == *name);
        let ours = ours.map(|it| row("", "here", values(&it.metrics), Some(it.differs_from)));
        [row(name, "paper", values(printed), Some(differs_from))].into_iter().chain(ours)
    });
    columns(head, rows)
}

fn comparison(findings: &Findings) -> String {
    let printed = printed::COMPARISON.iter();
    let printed = printed.map(|(name, printed)| row(name, "paper", values(printed), None));
    let ours = findings.comparison.iter().map(|it| {
        let metrics = it.metrics.map(|metric| format!("{:.2}", metric.value));
        row(&it.subject.name, "here", metrics, None)
    });
    columns(["game", "of"].into_iter().chain(METRICS), printed.chain(ours))
}

fn family(findings: &Findings) -> String {
    let family = &findings.families.family;
    let last = family.len().saturating_sub(1);
    let step = last.div_ceil(10).max(1);
    let shown = family.iter().enumerate().filter(|(at, _)| at.is_multiple_of(step) || *at == last);
    let rows = shown.map(|(at, it)| cells![at].into_iter().chain(values(it)).collect());
    columns(["iteration"].into_iter().chain(METRICS), rows)
}

fn learnability(findings: &Findings) -> String {
    let over = format!("over {}", findings.settings.lessons);
    let rows = findings.learnability.iter().map(|it| {
        let each = it.iterations.iter().map(|it| it.map_or(over.clone(), |it| it.to_string()));
        let median = it.median.map_or(over.clone(), |median| median.to_string());
        let printed = super::page::printed_iterations(it);
        cells![it.subject.name, printed, median, each.collect::<Vec<_>>().join(" ")]
    });
    columns(["game", "paper", "median here", "each population"], rows)
}
