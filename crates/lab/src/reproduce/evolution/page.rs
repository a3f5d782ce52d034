//! The study as a page.

use maud::{Markup, html};

use super::findings::{Findings, Learned, Origin};
use super::printed::{self, METRICS};
use super::text::values;
use super::{Study, plots};
use crate::LabError;
use crate::learnability;
use crate::report::Page;
use crate::report::page::{Sheet, facts, remark, tds};
use crate::reproduce::Verdict;
use crate::reproduce::claim::to_table;

const TITLE: &str = "The paper’s evolved games, again";

/// The report.
///
/// # Errors
/// If a plot cannot be drawn.
pub fn to_page(study: &Study) -> Result<Page, LabError> {
    let sheet = &Sheet::default();
    let findings = &study.findings;
    let body = html! {
        p.muted { "Reproduction report" }
        h1 { (TITLE) }
        p {
            "Halim, Baig and Zafar (2014) evolve two-player board games from a space of rules between \
             chess and checkers, measure them by four metrics, compare them with chess and checkers, \
             and let neural networks learn them. Here are the same experiments with our programs. All \
             figures but the paper’s own are those of this run."
        }
        (remark("The paper’s random choices are lost, and so are the placements of its games: “paper \
                 1” to “paper 4” are its rules with our placements. Ranges are 95 % intervals."))
        (headline(findings))
        (sheet.section("Tables 2 and 3: the archive", archive(sheet, findings)))
        (sheet.section("Figure 5: one family over the iterations", html! {
            (sheet.plot(plots::family(findings)?)) (family(findings))
        }))
        (sheet.section("Table 4: beside chess and checkers", comparison(sheet, findings)))
        (sheet.section("Figure 6: learnability", html! {
            (sheet.plot(plots::learnability(findings)?)) (learned(sheet, findings))
        }))
        @for (subject, lesson) in study.lessons.iter().filter(|it| it.0.origin.is_evolved()) {
            @let title = format!("Learning {}", subject.name);
            (sheet.section(&title, sheet.plot(learnability::plot(lesson)?)))
        }
        (sheet.section("What the paper says, and what was found", html! {
            (to_table(sheet, "paper", &findings.claims))
            (remark("Verdicts and words are made from the figures of this run."))
        }))
        (sheet.section("How this was made", html! {
            p { (findings.program) ", seed " (findings.settings.seed) "." }
            p { code { (study.command) } }
            p {
                "The evolution has a folder beside this file with every candidate and a report of its \
                 own; " code { "learnability/" } " has a file for each game. The same command gives \
                 the same figures on any number of threads."
            }
        }))
    };
    Ok(sheet.page(TITLE, &body))
}

fn headline(findings: &Findings) -> Markup {
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
    let count = |verdict: Verdict| verdict.count(&findings.claims);
    let (fail, open) = (count(Verdict::Fails), count(Verdict::Open));
    let claims = format!("of {} claims; {fail} do not, {open} open", findings.claims.len());
    let tried = format!("{} iterations of 10 families", findings.settings.iterations);
    let usability = format!("paper: {}", printed::ARCHIVE[6].1.usability);
    facts(&[
        ("games tried", findings.candidates.to_string(), tried),
        ("claims that hold", count(Verdict::Holds).to_string(), claims),
        ("most usability", format!("{:.2}", findings.most_usability), usability),
        ("evolved games learned", evolved.0, evolved.1),
        ("random games learned", random.0, random.1),
    ])
}

/// Our value with the paper's below.
fn beside(ours: &str, theirs: impl std::fmt::Display) -> Markup {
    html! { (ours) small { (format!("paper {theirs}")) } }
}

fn archive(sheet: &Sheet, findings: &Findings) -> Markup {
    let head = ["slot"].into_iter().chain(METRICS).chain(["differs from"]);
    let printed = printed::ARCHIVE.iter().zip(printed::DIVERSITY);
    let rows = printed.filter_map(|((name, printed), differs_from)| {
        let it = findings.archive.iter().find(|it| it.slot == *name)?;
        let metrics = values(&it.metrics).into_iter().zip(values(printed));
        Some(html! {
            td { (name) small { code { (it.spec) } } }
            (tds(metrics.map(|(ours, theirs)| beside(&ours, theirs))))
            td { (beside(&it.differs_from.to_string(), differs_from)) }
        })
    });
    let counts: Vec<String> =
        findings.printed_diversity_again.iter().map(usize::to_string).collect();
    html! {
        (sheet.table(head, rows))
        (remark(format!(
            "The best two games for each metric. A game differs from another when a metric is larger by \
             more than {} of the largest value there (Eq. 7). By the same rule the paper’s own Table 2 \
             gives {}; its Table 3 prints {}.",
            printed::THRESHOLD,
            counts.join(", "),
            printed::DIVERSITY.map(|count| count.to_string()).join(", ")
        )))
    }
}

fn family(findings: &Findings) -> Markup {
    let families = &findings.families;
    remark(format!(
        "The parent of family {} of {}, whose parent changed most often. In all families {} of {} \
         children replaced their parents.",
        families.shown,
        families.families,
        families.changes.iter().sum::<usize>(),
        families.changes.len() * families.families
    ))
}

fn comparison(sheet: &Sheet, findings: &Findings) -> Markup {
    let rows = findings.comparison.iter().map(|it| {
        let name = &it.subject.name;
        let place = match it.subject.origin {
            Origin::Classic => printed::COMPARISON.iter().position(|(known, _)| known == name),
            Origin::PaperEvolved => {
                let number = name.rsplit(' ').next().and_then(|it| it.parse::<usize>().ok());
                number.map(|number| number + 1)
            }
            _ => None,
        };
        let printed = place.map(|at| values(&printed::COMPARISON[at].1));
        html! {
            td { (name) }
            @for (metric, it) in it.metrics.iter().enumerate() {
                td {
                    (format!("{:.2}", it.value))
                    small {
                        (format!("{:.2}–{:.2}", it.low, it.high))
                        @if let Some(row) = &printed { br; "paper " (row[metric]) }
                    }
                }
            }
        }
    });
    html! {
        (sheet.table(["game"].into_iter().chain(METRICS), rows))
        (remark(format!(
            "{} games for each value, by the random player; intelligence by the one-ply player against \
             it. “evolved 1” to “evolved 3” are the most diverse games of this run’s archive.",
            findings.settings.games
        )))
    }
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

fn learned(sheet: &Sheet, findings: &Findings) -> Markup {
    let given_up = findings.settings.lessons;
    let rows = findings.learnability.iter().map(|it| {
        let each = |all: &[Option<u32>]| {
            let each = all.iter().map(|it| it.map_or("–".to_owned(), |it| it.to_string()));
            each.collect::<Vec<_>>().join(", ")
        };
        let done = it.iterations.iter().flatten().count();
        html! {
            td { (it.subject.name) small { code { (it.subject.spec) } } }
            td { (printed_iterations(it)) }
            td { (it.median.map_or(format!("over {given_up}"), |median| median.to_string())) }
            td { (done) " of " (it.iterations.len()) }
            td { (each(&it.iterations)) }
            td { (each(&it.perfect)) }
        }
    });
    let head = ["game", "paper", "median", "learned", "each population", "own games won"];
    html! {
        (sheet.table(head, rows))
        (remark(format!(
            "Iterations of co-evolution until one network beats all others from the first seat; bars \
             are medians, rings populations given up after {given_up}. “Own games won”: when one first won all games to \
             which it invited, another reading of “fitness equal to 1”. The paper gives one number for \
             each game."
        )))
    }
}
