//! The study as a page.

use super::claims::{Claim, Verdict};
use super::findings::{Findings, MatchFindings, Score, pooled, total};
use super::settings::Role;
use super::{Study, plots};
use crate::LabError;
use crate::arena::Tally;
use crate::report::page::{escaped, facts, page, section, table};
use crate::report::text::{between, percent};
use crate::stats::Share;

const TITLE: &str = "The thesis’s simulations, again";

/// The report as one file of HTML that refers to nothing else.
///
/// # Errors
/// If a plot cannot be drawn.
pub(super) fn to_html(study: &Study) -> Result<String, LabError> {
    let Study { findings, times, .. } = study;
    let mut body = format!(
        "<p class=\"muted\">Reproduction report</p>\n<h1>{TITLE}</h1>\n\
         <p>Chapter 6 of Albarracín’s thesis (2010) lets its program, a swarm strategy that looks \
         one ply ahead, play Selfo against itself from five setups. Here are the same experiments \
         with our programs, and then what it could not do. All figures but the thesis’s own are \
         those of this run.</p>\n\
         <p class=\"muted\">The pictures of the five setups are lost: ours are reconstructions after \
         its words, so the games are similar ones, not the same. Black moves first; nobody swaps. \
         Ranges are 95 % intervals.</p>\n"
    );
    body += &headline(study);
    body += &section(
        "Computer against computer",
        &(plots::outcomes(findings)? + &computer(study) + COMPUTER_REMARK),
    );
    body += &section(
        "Move time over the game",
        &(plots::move_times(&times.setups)?
            + &format!(
                "<p class=\"muted\">The swarm’s middle move (median) at each ply of {} games, and the \
             band in which eight of ten moves lie, as long as one game in twenty lasts. Setups have the same \
             axes; what is off them was the machine, busy elsewhere.</p>\n",
                findings.games
            )),
    );
    body += &section("Starts and some ends", &boards(study));
    body += &section("The stronger engine", &engine(findings));
    body += &section("Does depth help?", &depth(findings));
    body += &section("How strong is the first move?", &first_move(findings));
    body += &section("How often does each setup block?", &blocks(findings));
    body += &section("People against the thesis’s program", &humans(findings));
    body += &section("What the thesis says, and what was found", &conclusions(study));
    body += &section("How this was made", &provenance(study));
    Ok(page(TITLE, &body))
}

const COMPUTER_REMARK: &str = "<p class=\"muted\">Plies of the thesis: its time of a game divided by \
    that of a move. Its times are those of a 1.6 GHz Celeron, ours of the machine of this run.</p>\n";

fn headline(study: &Study) -> String {
    let findings = &study.findings;
    let swarm: Vec<&MatchFindings> = findings.everywhere(Role::Swarm).map(|(_, it)| it).collect();
    let games = swarm.iter().map(|it| it.games).sum();
    let drawn = Share::of(swarm.iter().map(|it| it.drawn.count).sum(), games);
    let rows = || findings.setups.iter().map(|it| &it.printed);
    let (theirs, of): (u64, u64) =
        (rows().map(|it| it.draws).sum(), rows().map(|it| it.games).sum());
    let against: Vec<&MatchFindings> =
        findings.everywhere(Role::EngineSwarm).map(|(_, it)| it).collect();
    let (score, tally) = (pooled(&against), total(&against));
    let mut told = vec![
        ("games", findings.all_games.to_string(), format!("in {} setups", findings.setups.len())),
        (
            "swarm’s games drawn",
            percent(drawn.share),
            format!("{}; thesis {}", between(&drawn.interval), percent(theirs as f64 / of as f64)),
        ),
        (
            "engine against swarm",
            percent(score.score),
            format!("{} won, {} drawn, {} lost", tally.wins, tally.draws, tally.losses),
        ),
    ];
    for rung in &findings.depth {
        if let Role::Minimax(2) = rung.role {
            told.push((
                "2 plies against 1",
                percent(rung.score.score),
                format!("{}, the swarm’s own score", between(&rung.score.interval)),
            ));
        }
    }
    facts(&told)
}

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

fn cell(share: &Share) -> String {
    let range = between(&share.interval);
    format!("{}<small>{}<br>{range}</small>", share.count, percent(share.share))
}

fn points(score: &Score) -> String {
    format!("{}<small>{}</small>", percent(score.score), between(&score.interval))
}

fn computer(study: &Study) -> String {
    let findings = &study.findings;
    let mut rows = vec![row([
        "setup",
        "games",
        "black",
        "drawn",
        "white",
        "ms a move",
        "s a game",
        "plies a game",
    ])];
    for setup in &findings.setups {
        let it = &setup.printed;
        let share = |count: u64| cell(&Share::of(count, it.games));
        rows.push(vec![
            format!("Setup {}<small>thesis, as printed</small>", it.setup),
            it.games.to_string(),
            share(it.black),
            share(it.draws),
            share(it.white),
            format!("{:.0}", 1e3 * it.move_s),
            format!("{:.2}", it.game_s),
            format!("{:.0}", it.plies()),
        ]);
        for (role, name) in [(Role::AsPrinted, "ours, as many"), (Role::Swarm, "ours, more")] {
            let times = study.times.in_setup(setup.setup, role);
            let Some((it, times)) = setup.of(role).zip(times) else { continue };
            rows.push(vec![
                format!("<small>{name}</small>"),
                it.games.to_string(),
                cell(&it.black),
                cell(&it.drawn),
                cell(&it.white),
                format!("{:.3}", times.move_ms.mean),
                format!("{:.4}", times.game_ms.mean / 1e3),
                format!("{:.1}<small>sd {:.1}</small>", it.plies.mean, it.plies.sd),
            ]);
        }
    }
    table(&rows)
}

fn boards(study: &Study) -> String {
    let mut text = String::new();
    for (setup, pictures) in &study.pictures {
        let figures: String = pictures.iter().map(super::Picture::html).collect();
        text += &format!("<h3>Setup {setup}</h3>\n<div class=\"boards\">\n{figures}</div>\n");
    }
    text + "<p class=\"muted\">Of each setup, the first game that ended in the most frequent kind of \
            draw, and the first that each colour won. A is black. Hatched pieces are cut off.</p>\n"
}

/// Won, drawn, lost of the first player.
fn tally(tally: &Tally) -> [String; 3] {
    [tally.wins, tally.draws, tally.losses].map(|count| count.to_string())
}

fn engine(findings: &Findings) -> String {
    let mut text = format!(
        "<p><code>{}</code> against the swarm, seats exchanged:</p>\n",
        escaped(&findings.engine)
    );
    let mut rows = vec![row(["setup", "games", "won", "drawn", "lost", "score", "plies a game"])];
    for (setup, it) in findings.everywhere(Role::EngineSwarm) {
        let [won, drawn, lost] = tally(&it.first_player);
        rows.push(vec![
            format!("Setup {setup}"),
            it.games.to_string(),
            won,
            drawn,
            lost,
            points(&it.score),
            format!("{:.1}", it.plies.mean),
        ]);
    }
    let matches: Vec<&MatchFindings> =
        findings.everywhere(Role::EngineSwarm).map(|(_, it)| it).collect();
    let all = total(&matches);
    let [won, drawn, lost] = tally(&all);
    let score = points(&pooled(&matches));
    rows.push(vec![
        "All".to_owned(),
        all.games().to_string(),
        won,
        drawn,
        lost,
        score,
        String::new(),
    ]);
    text += &table(&rows);
    text += "<h3>With itself</h3>\n";
    let mut rows = vec![row(["setup", "games", "black", "drawn", "white", "plies a game"])];
    for (setup, it) in findings.everywhere(Role::Engine) {
        rows.push(vec![
            format!("Setup {setup}"),
            it.games.to_string(),
            cell(&it.black),
            cell(&it.drawn),
            cell(&it.white),
            format!("{:.1}<small>sd {:.1}</small>", it.plies.mean, it.plies.sd),
        ]);
    }
    text + &table(&rows)
}

fn depth(findings: &Findings) -> String {
    let mut rows = vec![row(["players", "games", "won", "drawn", "lost", "score"])];
    for rung in &findings.depth {
        let [won, drawn, lost] = tally(&rung.tally);
        let [deep, other] = [0, 1].map(|player| escaped(&rung.players[player]));
        let by_setup: Vec<String> = findings
            .everywhere(rung.role)
            .map(|(setup, it)| format!("{setup}: {}", percent(it.score.score)))
            .collect();
        rows.push(vec![
            format!("{deep}<small>against {other}; score by setup {}</small>", by_setup.join(", ")),
            rung.tally.games().to_string(),
            won,
            drawn,
            lost,
            points(&rung.score),
        ]);
    }
    let left_out = match findings.rung(Role::Minimax(3)) {
        Some(_) => "",
        None => " Three plies of it take too long for a short run and were left out.",
    };
    table(&rows)
        + &format!(
            "<p class=\"muted\">Of the deeper player, seats exchanged at every start; intervals are \
             those of the pairs. The alpha-beta search has an evaluation of its own; minimax has the \
             swarm’s score and no pruning, as in the thesis.{left_out}</p>\n"
        )
}

fn first_move(findings: &Findings) -> String {
    let mut rows = vec![row(["setup", "player", "games", "won", "drawn", "lost", "score"])];
    for setup in &findings.setups {
        let it = &setup.printed;
        let score = (it.black as f64 + it.draws as f64 / 2.0) / it.games as f64;
        let mut first = vec![format!("Setup {}", setup.setup), "thesis".to_owned()];
        first.extend([it.games, it.black, it.draws, it.white].map(|count| count.to_string()));
        first.push(percent(score));
        rows.push(first);
        for (role, name) in [(Role::Swarm, "swarm"), (Role::Engine, "engine")] {
            let Some(it) = setup.of(role) else { continue };
            let counts = [it.games, it.black.count, it.drawn.count, it.white.count];
            let mut cells = vec![String::new(), name.to_owned()];
            cells.extend(counts.map(|count| count.to_string()));
            cells.push(points(&it.first_seat));
            rows.push(cells);
        }
    }
    table(&rows) + "<p class=\"muted\">Of the first seat; 50 % is fair.</p>\n"
}

fn blocks(findings: &Findings) -> String {
    let mut rows = vec![row(["setup", "thesis", "swarm", "engine", "engine v swarm"])];
    for setup in &findings.setups {
        let it = &setup.printed;
        let theirs = format!("{} of {}", it.draws, it.games);
        let mut cells = vec![format!("Setup {}", it.setup)];
        cells
            .push(format!("{}<small>{theirs}</small>", percent(it.draws as f64 / it.games as f64)));
        for role in [Role::Swarm, Role::Engine, Role::EngineSwarm] {
            cells.push(setup.of(role).map_or_else(String::new, |it| {
                let other = it.drawn.count - it.blocked.count;
                let other = match other {
                    0 => String::new(),
                    other => format!("<br>and {other} other draws"),
                };
                let range = between(&it.blocked.interval);
                format!("{}<small>{range}{other}</small>", percent(it.blocked.share))
            }));
        }
        rows.push(cells);
    }
    let mut text = table(&rows);
    text += "<p class=\"muted\">Games that ended in a mutual blockade. The thesis prints stalemates, \
             which it explains as mutual blockades: 49 of its 75 games. Other draws: ";
    let mut causes: Vec<String> = Vec::new();
    for (setup, it) in findings.everywhere(Role::Swarm) {
        let these: Vec<String> = it
            .draws
            .iter()
            .filter(|cause| cause.cause != "mutual blockade")
            .map(|cause| format!("{} {}", cause.share.count, escaped(&cause.cause)))
            .collect();
        if !these.is_empty() {
            causes.push(format!("setup {setup}: {}", these.join(", ")));
        }
    }
    let causes = if causes.is_empty() { "none".to_owned() } else { causes.join("; ") };
    text + &format!("{causes} (swarm with itself).</p>\n")
}

fn humans(findings: &Findings) -> String {
    let mut rows = vec![row(["setup", "people", "lost", "won", "drawn", "total"])];
    for it in &findings.humans {
        let who = if it.experienced { "experienced" } else { "inexperienced" };
        let sum = it.losses + it.wins + it.draws;
        let remark = match it.adds_up() {
            true => String::new(),
            false => format!("<small>the parts make {sum}</small>"),
        };
        rows.push(vec![
            format!("Setup {}", it.setup),
            who.to_owned(),
            it.losses.to_string(),
            it.wins.to_string(),
            it.draws.to_string(),
            format!("{}{remark}", it.total),
        ]);
    }
    let wrong = findings.humans.iter().filter(|it| !it.adds_up()).count();
    table(&rows)
        + &format!(
            "<p class=\"muted\">Figure 6.1 of the thesis as printed, for completeness: a program \
             cannot repeat it. {wrong} rows do not add up and stand as they do there.</p>\n"
        )
}

fn conclusions(study: &Study) -> String {
    let all = || study.findings.claims.iter().chain(&study.times.claims);
    let count = |verdict: Verdict| all().filter(|claim| claim.verdict == verdict).count();
    let mut rows = vec![row(["claim", "thesis", "here", "verdict"])];
    rows.extend(all().map(|claim: &Claim| {
        let class = match claim.verdict {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Open => "open",
        };
        let verdict = format!("<span class=\"{class}\">{}</span>", claim.verdict.word());
        // A figure and its unit stay together.
        let words = |text: &str| escaped(text).replace(" %", "\u{a0}%");
        vec![words(&claim.claim), words(&claim.thesis), words(&claim.ours), verdict]
    }));
    format!(
        "<p>Of {} claims {} hold in these games, {} do not, and {} stay open.</p>\n\
         <div class=\"words\">\n{}</div>\n\
         <p class=\"muted\">A claim holds, or does not, when the intervals of the figures it compares \
         do not meet; it stays open when they do. Claims about time go \
         by the middle move of each ply, and by a fifth more or less. Verdicts and words are made \
         from the figures of this run.</p>\n",
        all().count(),
        count(Verdict::Holds),
        count(Verdict::Fails),
        count(Verdict::Open),
        table(&rows)
    )
}

fn provenance(study: &Study) -> String {
    let findings = &study.findings;
    let games: Vec<String> =
        findings.setups.iter().map(|it| format!("<code>{}</code>", escaped(&it.game))).collect();
    format!(
        "<p>{}, seed {}, {} games.</p>\n<p><code>{}</code></p>\n<p>{}</p>\n\
         <p>Each match has a folder beside this file, <code>setup-1/swarm</code> and so on, with its \
         records, its results and a report of its own. The same command gives the same figures but \
         for times, on any number of threads.</p>\n",
        escaped(&findings.program),
        findings.seed,
        findings.all_games,
        escaped(&study.command),
        games.join("<br>")
    )
}
