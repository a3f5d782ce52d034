//! The study as text for a terminal.

use super::Study;
use super::findings::Findings;
use super::printed::{self, METRICS, Row};
use crate::report::text::columns;

/// The paper's tables with ours below each row, then the claims.
#[must_use]
pub fn to_text(study: &Study) -> String {
    let findings = &study.findings;
    let mut text =
        "Table 2 and 3: the archive, and from how many others each game differs\n".to_owned();
    text += &columns(&archive(findings));
    text += "\nTable 4: metrics of chess, checkers and the chosen games\n";
    text += &columns(&comparison(findings));
    text += &format!(
        "\nFigure 5: family {}, the liveliest of {}\n",
        findings.families.shown, findings.families.families
    );
    text += &columns(&family(findings));
    text += "\nFigure 6: iterations until one network beats all others\n";
    text += &columns(&learnability(findings));
    text.push('\n');
    for claim in &findings.claims {
        text += &format!(
            "{}: {}\n  paper: {}\n  here: {}\n",
            claim.verdict.word(),
            claim.claim,
            claim.paper,
            claim.ours
        );
    }
    text
}

/// The four values of a row.
pub(super) fn values(row: &Row) -> [String; 4] {
    row.values().map(|value| format!("{value:.2}"))
}

fn head(first: &str, last: &[&str]) -> Vec<String> {
    let all = ["game", first].into_iter().chain(METRICS).chain(last.iter().copied());
    all.map(str::to_owned).collect()
}

fn archive(findings: &Findings) -> Vec<Vec<String>> {
    let mut rows = vec![head("of", &["differs from"])];
    for (number, (name, printed)) in printed::ARCHIVE.iter().enumerate() {
        let mut row = vec![(*name).to_owned(), "paper".to_owned()];
        row.extend(values(printed));
        row.push(printed::DIVERSITY[number].to_string());
        rows.push(row);
        for it in findings.archive.iter().filter(|it| it.slot == *name) {
            let mut row = vec![String::new(), "here".to_owned()];
            row.extend(values(&it.metrics));
            row.push(it.differs_from.to_string());
            rows.push(row);
        }
    }
    rows
}

fn comparison(findings: &Findings) -> Vec<Vec<String>> {
    let mut rows = vec![head("of", &[])];
    for (name, printed) in &printed::COMPARISON {
        let mut row = vec![(*name).to_owned(), "paper".to_owned()];
        row.extend(values(printed));
        rows.push(row);
    }
    for it in &findings.comparison {
        let mut row = vec![it.subject.name.clone(), "here".to_owned()];
        row.extend(it.metrics.map(|metric| format!("{:.2}", metric.value)));
        rows.push(row);
    }
    rows
}

fn family(findings: &Findings) -> Vec<Vec<String>> {
    let family = &findings.families.family;
    let mut rows = vec![head("iteration", &[])];
    rows[0].remove(0);
    let last = family.len().saturating_sub(1);
    let step = last.div_ceil(10).max(1);
    for (iteration, it) in family.iter().enumerate() {
        if iteration.is_multiple_of(step) || iteration == last {
            let mut row = vec![iteration.to_string()];
            row.extend(values(it));
            rows.push(row);
        }
    }
    rows
}

fn learnability(findings: &Findings) -> Vec<Vec<String>> {
    let head = ["game", "paper", "median here", "each population"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for it in &findings.learnability {
        let given_up = findings.settings.lessons;
        let each: Vec<String> = it
            .iterations
            .iter()
            .map(|it| it.map_or(format!("over {given_up}"), |it| it.to_string()))
            .collect();
        rows.push(vec![
            it.subject.name.clone(),
            super::page::printed_iterations(it),
            it.median.map_or(format!("over {given_up}"), |median| median.to_string()),
            each.join(" "),
        ]);
    }
    rows
}
