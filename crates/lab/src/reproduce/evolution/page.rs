//! The study as a page.

use super::findings::{Findings, Learned, Origin};
use super::printed::{self, METRICS};
use super::text::values;
use super::{Study, plots};
use crate::LabError;
use crate::learnability;
use crate::report::page::{escaped, facts, page, section, table};
use crate::reproduce::thesis::Verdict;

const TITLE: &str = "The paper’s evolved games, again";

/// The report as one file of HTML that refers to nothing else.
///
/// # Errors
/// If a plot cannot be drawn.
pub(super) fn to_html(study: &Study) -> Result<String, LabError> {
    let findings = &study.findings;
    let mut body = format!(
        "<p class=\"muted\">Reproduction report</p>\n<h1>{TITLE}</h1>\n\
         <p>Halim, Baig and Zafar (2014) evolve two-player board games from a space of rules between \
         chess and checkers, measure them by four metrics, compare them with chess and checkers, and \
         let neural networks learn them. Here are the same experiments with our programs. All figures \
         but the paper’s own are those of this run.</p>\n\
         <p class=\"muted\">The paper’s random choices are lost, and so are the placements of its \
         games: “paper 1” to “paper 4” are its rules with our placements. Ranges are 95 % \
         intervals.</p>\n"
    );
    body += &headline(findings);
    body += &section("Tables 2 and 3: the archive", &archive(findings));
    body += &section(
        "Figure 5: one family over the iterations",
        &(plots::family(findings)? + &family(findings)),
    );
    body += &section("Table 4: beside chess and checkers", &comparison(findings));
    body +=
        &section("Figure 6: learnability", &(plots::learnability(findings)? + &learned(findings)));
    for (subject, lesson) in &study.lessons {
        if subject.origin.is_evolved() {
            let title = format!("Learning {}", subject.name);
            body += &section(&title, &learnability::to_svg(lesson)?);
        }
    }
    body += &section("What the paper says, and what was found", &conclusions(findings));
    body += &section("How this was made", &provenance(study));
    Ok(page(TITLE, &body))
}

fn headline(findings: &Findings) -> String {
    let learned = |random: bool| {
        let all =
            || findings.learnability.iter().filter(|it| it.subject.origin.is_random() == random);
        let medians = all().filter_map(|it| it.median).map(|median| median.to_string());
        let medians: Vec<String> = medians.collect();
        let remark = match medians.is_empty() {
            true => format!("by half of the populations, in {}", findings.settings.lessons),
            false => format!("in {} iterations, medians", medians.join(", ")),
        };
        (format!("{} of {}", medians.len(), all().count()), remark)
    };
    let (evolved, random) = (learned(false), learned(true));
    let count = |verdict: Verdict| {
        findings.claims.iter().filter(|claim| claim.verdict == verdict).count().to_string()
    };
    let claims = format!(
        "of {} claims; {} do not, {} open",
        findings.claims.len(),
        count(Verdict::Fails),
        count(Verdict::Open)
    );
    facts(&[
        (
            "games tried",
            findings.candidates.to_string(),
            format!("{} iterations of 10 families", findings.settings.iterations),
        ),
        ("claims that hold", count(Verdict::Holds), claims),
        (
            "most usability",
            format!("{:.2}", findings.most_usability),
            format!("paper: {}", printed::ARCHIVE[6].1.usability),
        ),
        ("evolved games learned", evolved.0, evolved.1),
        ("random games learned", random.0, random.1),
    ])
}

fn head(first: &[&str], last: &[&str]) -> Vec<String> {
    let all = first.iter().copied().chain(METRICS).chain(last.iter().copied());
    all.map(str::to_owned).collect()
}

fn beside(printed: &[String; 4], ours: &[String; 4]) -> Vec<String> {
    let cell = |(theirs, ours): (&String, &String)| format!("{ours}<small>paper {theirs}</small>");
    printed.iter().zip(ours).map(cell).collect()
}

fn archive(findings: &Findings) -> String {
    let mut rows = vec![head(&["slot"], &["differs from"])];
    for (number, (name, printed)) in printed::ARCHIVE.iter().enumerate() {
        let Some(it) = findings.archive.iter().find(|it| it.slot == *name) else { continue };
        let mut row = vec![format!("{name}<small><code>{}</code></small>", escaped(&it.spec))];
        row.extend(beside(&values(printed), &values(&it.metrics)));
        row.push(format!("{}<small>paper {}</small>", it.differs_from, printed::DIVERSITY[number]));
        rows.push(row);
    }
    let counts: Vec<String> =
        findings.printed_diversity_again.iter().map(usize::to_string).collect();
    table(&rows)
        + &format!(
            "<p class=\"muted\">The best two games for each metric. A game differs from another when a \
             metric differs by more than {} of the largest value there. By the same rule the paper’s \
             own Table 2 gives {}.</p>\n",
            printed::THRESHOLD,
            counts.join(", ")
        )
}

fn family(findings: &Findings) -> String {
    let families = &findings.families;
    format!(
        "<p class=\"muted\">The parent of family {} of {}, whose parent changed most often. In all \
         families {} of {} children replaced their parents.</p>\n",
        families.shown,
        families.families,
        families.changes.iter().sum::<usize>(),
        families.changes.len() * families.families
    )
}

fn comparison(findings: &Findings) -> String {
    let mut rows = vec![head(&["game"], &[])];
    for it in &findings.comparison {
        let place = match it.subject.origin {
            Origin::Classic => {
                printed::COMPARISON.iter().position(|(name, _)| *name == it.subject.name)
            }
            Origin::PaperEvolved => {
                let number =
                    it.subject.name.rsplit(' ').next().and_then(|it| it.parse::<usize>().ok());
                number.map(|number| number + 1)
            }
            _ => None,
        };
        let printed = place.map(|at| values(&printed::COMPARISON[at].1));
        let mut row = vec![escaped(&it.subject.name)];
        row.extend(it.metrics.iter().enumerate().map(|(metric, it)| {
            let paper =
                printed.as_ref().map_or(String::new(), |row| format!("<br>paper {}", row[metric]));
            format!("{:.2}<small>{:.2}–{:.2}{paper}</small>", it.value, it.low, it.high)
        }));
        rows.push(row);
    }
    table(&rows)
        + &format!(
            "<p class=\"muted\">{} games for each value, by the random player; intelligence by the \
             one-ply player against it. “evolved 1” to “evolved 3” are the most diverse games of \
             this run’s archive.</p>\n",
            findings.settings.games
        )
}

/// What Figure 6 says of a game of the paper.
pub(super) fn printed_iterations(it: &Learned) -> String {
    match it.subject.origin {
        Origin::PaperEvolved => {
            format!("{} to {}", printed::LEARNED_EVOLVED.0, printed::LEARNED_EVOLVED.1)
        }
        Origin::PaperRandom => printed::LEARNED_RANDOM.to_string(),
        _ => String::new(),
    }
}

fn learned(findings: &Findings) -> String {
    let given_up = findings.settings.lessons;
    let mut rows =
        vec![["game", "paper", "median", "learned", "each population"].map(str::to_owned).to_vec()];
    for it in &findings.learnability {
        let each: Vec<String> =
            it.iterations.iter().map(|it| it.map_or("–".to_owned(), |it| it.to_string())).collect();
        let done = it.iterations.iter().flatten().count();
        rows.push(vec![
            format!(
                "{}<small><code>{}</code></small>",
                escaped(&it.subject.name),
                escaped(&it.subject.spec)
            ),
            printed_iterations(it),
            it.median.map_or(format!("over {given_up}"), |median| median.to_string()),
            format!("{done} of {}", it.iterations.len()),
            each.join(", "),
        ]);
    }
    table(&rows)
        + &format!(
            "<p class=\"muted\">Iterations of co-evolution until one network beats all others from the \
             first seat; bars are medians, rings populations given up after {given_up}. The paper \
             gives one number for each game.</p>\n"
        )
}

fn conclusions(findings: &Findings) -> String {
    let mut rows = vec![["claim", "paper", "here", "verdict"].map(str::to_owned).to_vec()];
    rows.extend(findings.claims.iter().map(|claim| {
        let class = match claim.verdict {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Open => "open",
        };
        let verdict = format!("<span class=\"{class}\">{}</span>", claim.verdict.word());
        vec![escaped(&claim.claim), escaped(&claim.paper), escaped(&claim.ours), verdict]
    }));
    format!(
        "<div class=\"words\">\n{}</div>\n<p class=\"muted\">Verdicts and words are made from the \
         figures of this run.</p>\n",
        table(&rows)
    )
}

fn provenance(study: &Study) -> String {
    let findings = &study.findings;
    format!(
        "<p>{}, seed {}.</p>\n<p><code>{}</code></p>\n\
         <p>The evolution has a folder beside this file with every candidate and a report of its own; \
         <code>learnability/</code> has a file for each game. The same command gives the same figures \
         on any number of threads.</p>\n",
        escaped(&findings.program),
        findings.settings.seed,
        escaped(&study.command)
    )
}
