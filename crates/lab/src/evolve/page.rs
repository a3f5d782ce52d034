//! A run of evolution as a page, and all files that sum it up.

use super::candidate::Candidate;
use super::champion::Champion;
use super::elites::Elites;
use super::log::Log;
use super::method::es::Lineage;
use super::plots;
use super::run::Run;
use super::settings::{MethodName, Select, Settings};
use super::space::{Measure, Space};
use super::summary::{Found, Summary, to_csv};
use crate::LabError;
use crate::report::page::{escaped, facts, page, section, table};

/// Writes everything that sums a run up into its folder.
///
/// # Errors
/// Those of the file system, of the plots, and of champions that do not open.
pub fn write(
    space: &dyn Space,
    settings: &Settings,
    run: &Run,
    log: &Log,
    command: &str,
) -> Result<(), LabError> {
    let place = log.place();
    let summary = Summary::of(space, settings, run)?;
    let opened = summary.champions.iter().map(|one| Champion::open(space, one, settings.seed));
    let champions = opened.collect::<Result<Vec<_>, _>>()?;
    place.write("candidates.csv", &to_csv(space, &run.candidates))?;
    for (number, champion) in champions.iter().enumerate() {
        champion.write(place, number + 1)?;
    }
    let json = serde_json::to_string_pretty(&summary).expect("a summary is plain data");
    place.write("archive.json", &(json + "\n"))?;
    place.write("report.html", &to_html(space, &run.candidates, &summary, &champions, command)?)
}

/// The report of a run as one file of HTML that refers to nothing else.
///
/// # Errors
/// If a plot cannot be drawn.
pub fn to_html(
    space: &dyn Space,
    candidates: &[Candidate],
    summary: &Summary,
    champions: &[Champion],
    command: &str,
) -> Result<String, LabError> {
    let settings = &summary.settings;
    let title = format!("{} by {}", settings.space, settings.method);
    let mut body = format!(
        "<p class=\"muted\">Evolution report</p>\n<h1>{}</h1>\n{}",
        escaped(&title),
        headline(summary)
    );
    for (number, (champion, found)) in champions.iter().zip(&summary.champions).enumerate() {
        let why = match number {
            0 => "the best fitness",
            _ => "one of the most diverse games of the archive",
        };
        let title = format!("Champion {}: {why}", number + 1);
        body += &section(&title, &champion_card(space, champion, found));
    }
    body += &section("Fitness over time", &plots::fitness(candidates)?);
    body +=
        &section("Measures", &(plots::parallel(space, candidates, summary)? + &meanings(space)));
    body += &section("Archive: the best two for each measure", &archive(space, summary));
    let elites = Elites::of(space, settings, candidates)?;
    let axes: Vec<String> = elites
        .axes()
        .iter()
        .map(|&axis| &space.descriptors()[axis])
        .map(|axis| format!("{}: {}", axis.name, axis.meaning))
        .collect();
    let remark = format!(
        "The best fitness, in hundredths, of the games of each kind. {}. {} of {} cells hold a game; \
         the QD score, the sum of all, is {:.2}.",
        axes.join("; "),
        summary.coverage.filled,
        summary.coverage.cells,
        summary.coverage.qd_score
    );
    body += &section("Map of elites", &(plots::map(space, candidates, &elites)? + &muted(&remark)));
    if settings.method == MethodName::Es && settings.select == Select::Ratio {
        body += &section("A family", &family(space, settings, candidates, summary)?);
    }
    let made = format!(
        "<p>{}, seed {}, {} games for each measure of a candidate.</p>\n<p><code>{}</code></p>\n",
        escaped(&summary.program),
        settings.seed,
        settings.games(),
        escaped(command)
    );
    body += &section("How this was made", &made);
    Ok(page(&title, &body))
}

/// A picture as part of an address. Put into the page itself, its styles would reach the plots.
fn encoded(svg: &str) -> String {
    let encode = |c: char| match c {
        '%' | '#' | '(' | ')' | '"' | '\'' | '<' | '>' | '&' | '?' | '\n' | '\r' | '\t' => {
            format!("%{:02X}", u32::from(c))
        }
        c => c.to_string(),
    };
    svg.chars().map(encode).collect()
}

fn muted(text: &str) -> String {
    format!("<p class=\"muted\">{}</p>\n", escaped(text))
}

fn headline(summary: &Summary) -> String {
    let best = summary.champions.first().map_or(0.0, |champion| champion.fitness);
    let coverage = &summary.coverage;
    facts(&[
        (
            "candidates",
            summary.candidates.to_string(),
            format!("{} different, {} thrown out", summary.different, summary.rejected),
        ),
        ("best fitness", format!("{best:.3}"), format!("mean {:.3}", summary.mean_fitness)),
        (
            "QD score",
            format!("{:.2}", coverage.qd_score),
            format!("{} of {} cells", coverage.filled, coverage.cells),
        ),
        (
            "Pareto front",
            summary.front.len().to_string(),
            "games that none beats in everything".to_owned(),
        ),
    ])
}

fn champion_card(space: &dyn Space, champion: &Champion, found: &Found) -> String {
    let mut rows = vec![vec!["measure".to_owned(), "value".to_owned()]];
    for measure in space.objectives() {
        rows.push(vec![measure.name.to_owned(), format!("{:.3}", found.objectives[measure.name])]);
    }
    rows.push(vec!["fitness".to_owned(), format!("{:.3}", found.fitness)]);
    let paragraphs: String = champion
        .rules
        .split("\n\n")
        .map(|part| match part.lines().any(|line| line.starts_with(' ')) {
            true => format!("<pre>{}</pre>\n", escaped(part)),
            false => format!("<p>{}</p>\n", escaped(part)),
        })
        .collect();
    format!(
        "<div style=\"display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start\">\n\
         <div style=\"flex:1 1 320px;max-width:420px\"><img alt=\"the start\" style=\"width:100%\" \
         src=\"data:image/svg+xml,{}\"></div>\n<div style=\"flex:1 1 220px\">{}</div>\n</div>\n\
         <p><code>selforge play {}</code></p>\n<details><summary>Rules</summary>\n{paragraphs}</details>\n",
        encoded(&champion.picture),
        table(&rows),
        escaped(&champion.spec),
    )
}

fn meanings(space: &dyn Space) -> String {
    let item = |measure: &Measure| {
        format!(
            "<li>{}: {}; full at {}</li>\n",
            escaped(measure.name),
            escaped(measure.meaning),
            measure.high
        )
    };
    let items: String = space.objectives().iter().map(item).collect();
    let remark = muted(
        "The fitness is the mean of the measures, each as a share of what counts as full and cut off \
         there.",
    );
    format!("{remark}<ul class=\"muted\">\n{items}</ul>\n")
}

fn archive(space: &dyn Space, summary: &Summary) -> String {
    let mut rows = vec![vec!["slot".to_owned()]];
    rows[0].extend(space.objectives().iter().map(|measure| measure.name.to_owned()));
    rows[0].extend(["fitness", "differs from"].map(str::to_owned));
    for archived in &summary.archive {
        let game = &archived.game;
        let mut row = vec![format!("{}<small>candidate {}</small>", archived.slot, game.candidate)];
        row.extend(space.objectives().iter().map(|m| format!("{:.3}", game.objectives[m.name])));
        row.extend([format!("{:.3}", game.fitness), archived.differs_from.to_string()]);
        rows.push(row);
    }
    let remark = format!(
        "A game differs from another when they are apart in some measure by more than {} of the \
         largest value here (Eq. 7).",
        summary.settings.threshold
    );
    table(&rows) + &muted(&remark)
}

/// The family that the champion came from, and how often children replaced their parents.
fn family(
    space: &dyn Space,
    settings: &Settings,
    candidates: &[Candidate],
    summary: &Summary,
) -> Result<String, LabError> {
    let lineage = Lineage::of(candidates, settings);
    let best = summary.champions.first().map_or(0, |champion| champion.candidate);
    let number = best % settings.population.max(1);
    let plot = plots::family(space, candidates, &lineage, number)?;
    let tenth = (summary.changes.len() / 10).max(1);
    let share = |changes: &[usize]| {
        let all = (changes.len() * settings.population).max(1);
        100.0 * changes.iter().sum::<usize>() as f64 / all as f64
    };
    let (first, last) = (
        &summary.changes[..tenth.min(summary.changes.len())],
        &summary.changes[summary.changes.len().saturating_sub(tenth)..],
    );
    let remark = format!(
        "What the parent of family {} was found to be, iteration by iteration. Children replaced \
         their parents in {:.0} % of cases in the first tenth of the iterations and in {:.0} % in \
         the last.",
        number + 1,
        share(first),
        share(last)
    );
    Ok(plot + &muted(&remark))
}
