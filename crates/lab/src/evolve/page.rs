//! A run of evolution as a page, and all files that sum it up.

use maud::{Markup, html};

use super::candidate::Candidate;
use super::champion::Champion;
use super::check::Checked;
use super::elites::Elites;
use super::log::Log;
use super::method::es::Lineage;
use super::plots;
use super::run::Run;
use super::settings::{MethodName, Select, Settings};
use super::space::Space;
use super::summary::{Found, Summary, to_csv};
use crate::LabError;
use crate::report::Page;
use crate::report::page::{Sheet, board, facts, remark, tds};
use crate::store::pretty;

/// Writes everything that sums a run up into its folder.
///
/// # Errors
/// Those of the file system, of the plots, and of champions that do not open.
pub fn write(
    space: &dyn Space,
    summary: &Summary,
    run: &Run,
    log: &Log,
    command: &str,
) -> Result<(), LabError> {
    let (folder, seed) = (log.folder(), summary.settings.seed);
    let opened = summary.champions.iter().map(|one| Champion::open(space, one, seed));
    let champions = opened.collect::<Result<Vec<_>, _>>()?;
    folder.write("candidates.csv", &to_csv(space, &run.candidates))?;
    for (number, champion) in champions.iter().enumerate() {
        champion.write(folder, number + 1)?;
    }
    folder.write("archive.json", &pretty(summary))?;
    let page = to_page(space, &run.candidates, summary, &champions, command)?;
    folder.write("report.html", page.html())
}

/// The report of a run.
///
/// # Errors
/// If a plot cannot be drawn.
pub fn to_page(
    space: &dyn Space,
    candidates: &[Candidate],
    summary: &Summary,
    champions: &[Champion],
    command: &str,
) -> Result<Page, LabError> {
    let settings = &summary.settings;
    let sheet = &Sheet::default();
    let title = format!("{} by {}", settings.space, settings.method);
    let elites = Elites::of(space, settings, candidates)?;
    let body = html! {
        p.muted { "Evolution report" }
        h1 { (title) }
        (headline(summary))
        @for (number, (champion, found)) in champions.iter().zip(&summary.champions).enumerate() {
            @let title = format!("Champion {}: {}", number + 1, found.title());
            (sheet.section(&title, champion_card(sheet, space, champion, found)))
        }
        (sheet.section("Fitness over time", sheet.plot(plots::fitness(candidates)?)))
        (sheet.section("Measures", html! {
            (sheet.plot(plots::parallel(space, candidates, summary)?))
            (remark("The fitness is the mean of the measures, each as a share of what counts as full \
                     and cut off there."))
            ul.muted {
                @for it in space.objectives() {
                    li { (it.name) ": " (it.meaning) "; full at " (it.high) }
                }
            }
        }))
        (sheet.section("Archive: the best two for each measure", archive(sheet, space, summary)))
        (sheet.section("Map of elites", html! {
            (sheet.plot(plots::map(space, candidates, &elites)?))
            (remark(map_words(space, summary, &elites)))
        }))
        @if settings.method == MethodName::Es && settings.select == Select::Ratio {
            (sheet.section("A family", family(sheet, space, settings, candidates, summary)?))
        }
        (sheet.section("How this was made", html! {
            p {
                (summary.program) ", seed " (settings.seed) ", " (settings.games())
                " games for each measure of a candidate."
            }
            p { code { (command) } }
        }))
    };
    Ok(sheet.page(&title, &body))
}

fn headline(summary: &Summary) -> Markup {
    let best = summary.best_fitness().unwrap_or(0.0);
    let coverage = &summary.coverage;
    let tried = format!("{} different, {} thrown out", summary.different, summary.rejected);
    let cells = format!("{} of {} cells", coverage.filled, coverage.cells);
    let front = "games that none beats in everything".to_owned();
    facts(&[
        ("candidates", summary.candidates.to_string(), tried),
        ("best fitness", format!("{best:.3}"), format!("mean {:.3}", summary.mean_fitness)),
        ("QD score", format!("{:.2}", coverage.qd_score), cells),
        ("Pareto front", summary.front.len().to_string(), front),
    ])
}

/// A value with three decimals.
fn figure(value: f64) -> String {
    format!("{value:.3}")
}

fn champion_card(sheet: &Sheet, space: &dyn Space, champion: &Champion, found: &Found) -> Markup {
    let measured = space.objectives().iter().map(|it| (it.name, found.objectives[it.name]));
    let rows = measured.chain([("fitness", found.fitness)]);
    let rows = rows.map(|(name, value)| tds([name.to_owned(), figure(value)]));
    html! {
        div style="display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start" {
            div style="flex:1 1 320px;max-width:420px" { (board(&champion.picture, "the start")) }
            div style="flex:1 1 220px" {
                (sheet.table(["measure", "value"], rows))
                @if let Some(checked) = &found.checked { (again(sheet, checked)) }
            }
        }
        p { code { "selforge play " (champion.spec) } }
        details {
            summary { "Rules" }
            @for part in champion.rules.split("\n\n") {
                @if part.lines().any(|line| line.starts_with(' ')) { pre { (part) } }
                @else { p { (part) } }
            }
        }
    }
}

/// What a champion was found to be when it was measured again.
fn again(sheet: &Sheet, checked: &Checked) -> Markup {
    let Checked { fitness, balance, completion, draws, skill_trace, .. } = checked;
    let told = [
        ("balance", Some(balance), "0 is fair"),
        ("completion", Some(completion), "games that the rules end"),
        ("draws", Some(draws), "games drawn"),
        ("skill trace", skill_trace.as_ref(), "score with twice the search"),
    ];
    let told = told.into_iter().filter_map(|(name, it, meaning)| Some((name, it?, meaning)));
    let rows = told.map(|(name, it, meaning)| {
        html! {
            td { (name) small { (meaning) } }
            td { (figure(it.value)) small { (figure(it.low)) " to " (figure(it.high)) } }
        }
    });
    let again = html! { td { "fitness" } td { (figure(*fitness)) } };
    html! {
        h3 { "Measured again, from another seed" }
        (sheet.table(["measure", "value, 95 %"], std::iter::once(again).chain(rows)))
    }
}

fn archive(sheet: &Sheet, space: &dyn Space, summary: &Summary) -> Markup {
    let names = || space.objectives().iter().map(|measure| measure.name);
    let head = ["slot"].into_iter().chain(names()).chain(["fitness", "differs from"]);
    let rows = summary.archive.iter().map(|it| {
        html! {
            td { (it.slot) small { "candidate " (it.game.candidate) } }
            (tds(names().map(|name| figure(it.game.objectives[name]))))
            (tds([figure(it.game.fitness), it.differs_from.to_string()]))
        }
    });
    html! {
        (sheet.table(head, rows))
        (remark(format!(
            "A game differs from another when it is larger in some measure by more than {} of the \
             largest value here (Eq. 7).",
            summary.settings.threshold
        )))
    }
}

fn map_words(space: &dyn Space, summary: &Summary, elites: &Elites) -> String {
    let axes = elites.axes().iter().map(|&axis| &space.descriptors()[axis]);
    let axes: Vec<String> = axes.map(|axis| format!("{}: {}", axis.name, axis.meaning)).collect();
    let coverage = &summary.coverage;
    format!(
        "The best fitness, in hundredths, of the games of each kind. {}. {} of {} cells hold a game; \
         the QD score, the sum of all, is {:.2}.",
        axes.join("; "),
        coverage.filled,
        coverage.cells,
        coverage.qd_score
    )
}

/// The family that the champion came from, and how often children replaced their parents.
fn family(
    sheet: &Sheet,
    space: &dyn Space,
    settings: &Settings,
    candidates: &[Candidate],
    summary: &Summary,
) -> Result<Markup, LabError> {
    let lineage = Lineage::of(candidates, settings);
    let best = summary.champions.first().map_or(0, |champion| champion.candidate);
    let number = best % settings.population.max(1);
    let changes = &summary.changes;
    let tenth = (changes.len() / 10).max(1);
    let share = |changes: &[usize]| {
        let all = (changes.len() * settings.population).max(1);
        100.0 * changes.iter().sum::<usize>() as f64 / all as f64
    };
    Ok(html! {
        (sheet.plot(plots::family(space, candidates, &lineage, number)?))
        (remark(format!(
            "What the parent of family {} was found to be, iteration by iteration. Children replaced \
             their parents in {:.0} % of cases in the first tenth of the iterations and in {:.0} % in \
             the last.",
            number + 1,
            share(&changes[..tenth.min(changes.len())]),
            share(&changes[changes.len().saturating_sub(tenth)..])
        )))
    })
}
