//! The study as a page.

use maud::{Markup, html};

use super::findings::{Findings, MatchFindings, pooled, total};
use super::settings::Role;
use super::{Picture, Study, plots};
use crate::LabError;
use crate::arena::Tally;
use crate::report::Page;
use crate::report::page::{Sheet, facts, remark, share, tds};
use crate::report::text::{between, percent};
use crate::reproduce::Verdict;
use crate::reproduce::claim::to_table;
use crate::stats::{Sample, Share};

const TITLE: &str = "The thesis’s simulations, again";

/// The report.
///
/// # Errors
/// If a plot cannot be drawn.
pub fn to_page(study: &Study) -> Result<Page, LabError> {
    let sheet = &Sheet::default();
    let Study { findings, times, .. } = study;
    let body = html! {
        p.muted { "Reproduction report" }
        h1 { (TITLE) }
        p {
            "Chapter 6 of Albarracín’s thesis (2010) lets its program, a swarm strategy that looks one \
             ply ahead, play Selfo against itself from five setups. Here are the same experiments with \
             our programs, and then what it could not do. All figures but the thesis’s own are those \
             of this run."
        }
        (remark("The pictures of the five setups are lost: ours are reconstructions after its words, so \
                 the games are similar ones, not the same. Black moves first; nobody swaps. Ranges are \
                 95 % intervals."))
        (headline(study))
        (sheet.section("Computer against computer", html! {
            (sheet.plot(plots::outcomes(findings)?))
            (computer(sheet, study))
            (remark("Plies of the thesis: its time of a game divided by that of a move. Its times are \
                     those of a 1.6 GHz Celeron, ours of the machine of this run."))
        }))
        (sheet.section("Move time over the game", html! {
            (sheet.plot(plots::move_times(&times.setups)?))
            (remark(format!(
                "The swarm’s middle move (median) at each ply of {} games, and the band in which eight \
                 of ten moves lie, as long as one game in twenty lasts. Setups have the same axes; what \
                 is off them was the machine, busy elsewhere.",
                findings.games
            )))
        }))
        (sheet.section("Starts and some ends", boards(study)))
        (sheet.section("The stronger engine", engine(sheet, findings)))
        (sheet.section("Does depth help?", depth(sheet, findings)))
        (sheet.section("How strong is the first move?", first_move(sheet, findings)))
        (sheet.section("How often does each setup block?", blocks(sheet, findings)))
        (sheet.section("People against the thesis’s program", humans(sheet, findings)))
        (sheet.section("What the thesis says, and what was found", conclusions(sheet, study)))
        (sheet.section("How this was made", provenance(study)))
    };
    Ok(sheet.page(TITLE, &body))
}

fn headline(study: &Study) -> Markup {
    let findings = &study.findings;
    let swarm: Vec<&MatchFindings> = findings.everywhere(Role::Swarm).map(|(_, it)| it).collect();
    let games = swarm.iter().map(|it| it.games).sum();
    let drawn = Share::of(swarm.iter().map(|it| it.drawn.count).sum(), games);
    let rows = || findings.setups.iter().map(|it| &it.printed);
    let (theirs, of): (u64, u64) =
        (rows().map(|it| it.draws).sum(), rows().map(|it| it.games).sum());
    let theirs = percent(theirs as f64 / of as f64);
    let against: Vec<&MatchFindings> =
        findings.everywhere(Role::EngineSwarm).map(|(_, it)| it).collect();
    let (score, tally) = (pooled(&against), total(&against));
    let tally = format!("{} won, {} drawn, {} lost", tally.wins, tally.draws, tally.losses);
    let drawn_words = format!("{}; thesis {theirs}", between(&drawn.interval));
    let setups = format!("in {} setups", findings.setups.len());
    let mut told = vec![
        ("games", findings.all_games.to_string(), setups),
        ("swarm’s games drawn", percent(drawn.share), drawn_words),
        ("engine against swarm", percent(score.score), tally),
    ];
    if let Some(rung) = findings.rung(Role::Minimax(2)) {
        let words = format!("{}, the swarm’s own score", between(&rung.score.interval));
        told.push(("2 plies against 1", percent(rung.score.score), words));
    }
    facts(&told)
}

fn plies(it: &Sample) -> Markup {
    html! { (format!("{:.1}", it.mean)) small { (format!("sd {:.1}", it.sd)) } }
}

fn computer(sheet: &Sheet, study: &Study) -> Markup {
    let head =
        ["setup", "games", "black", "drawn", "white", "ms a move", "s a game", "plies a game"];
    let rows = study.findings.setups.iter().flat_map(|setup| {
        let it = &setup.printed;
        let thesis = html! {
            td { "Setup " (it.setup) small { "thesis, as printed" } }
            td { (it.games) }
            (tds([it.black, it.draws, it.white].map(|count| share(&Share::of(count, it.games)))))
            td { (format!("{:.0}", 1e3 * it.move_s)) }
            td { (format!("{:.2}", it.game_s)) }
            td { (format!("{:.0}", it.plies())) }
        };
        let roles = [
            (Role::AsPrinted, "ours, as many"),
            (Role::Swarm, "ours, more"),
            (Role::Fitted, "fitted to these figures"),
        ];
        let ours = roles.into_iter().filter_map(|(role, name)| {
            let (it, times) = setup.of(role).zip(study.times.in_setup(setup.setup, role))?;
            Some(html! {
                td { small { (name) } }
                td { (it.games) }
                (tds([&it.black, &it.drawn, &it.white].map(share)))
                td { (format!("{:.3}", times.move_ms.mean)) }
                td { (format!("{:.4}", times.game_ms.mean / 1e3)) }
                td { (plies(&it.plies)) }
            })
        });
        [thesis].into_iter().chain(ours)
    });
    sheet.table(head, rows)
}

fn boards(study: &Study) -> Markup {
    html! {
        @for (setup, pictures) in &study.pictures {
            h3 { "Setup " (setup) }
            div.boards { @for picture in pictures { (Picture::html(picture)) } }
        }
        (remark("Of each setup, the first game that ended in the most frequent kind of draw, and the \
                 first that each colour won. A is black. Hatched pieces are cut off."))
    }
}

/// Games, won, drawn and lost of the first player.
fn tally(it: &Tally) -> Markup {
    tds([it.games(), it.wins, it.draws, it.losses])
}

fn engine(sheet: &Sheet, findings: &Findings) -> Markup {
    let rows = findings.everywhere(Role::EngineSwarm).map(|(setup, it)| {
        html! {
            td { "Setup " (setup) }
            (tally(&it.first_player))
            td { (it.score.html()) }
            td { (format!("{:.1}", it.plies.mean)) }
        }
    });
    let matches: Vec<&MatchFindings> =
        findings.everywhere(Role::EngineSwarm).map(|(_, it)| it).collect();
    let all =
        html! { td { "All" } (tally(&total(&matches))) td { (pooled(&matches).html()) } td {} };
    let itself = findings.everywhere(Role::Engine).map(|(setup, it)| {
        html! {
            td { "Setup " (setup) }
            td { (it.games) }
            (tds([&it.black, &it.drawn, &it.white].map(share)))
            td { (plies(&it.plies)) }
        }
    });
    let head = ["setup", "games", "won", "drawn", "lost", "score", "plies a game"];
    html! {
        p { code { (findings.engine) } " against the swarm, seats exchanged:" }
        (sheet.table(head, rows.chain([all])))
        h3 { "With itself" }
        (sheet.table(["setup", "games", "black", "drawn", "white", "plies a game"], itself))
    }
}

fn depth(sheet: &Sheet, findings: &Findings) -> Markup {
    let rows = findings.depth.iter().map(|rung| {
        let by_setup = findings.everywhere(rung.role);
        let by_setup: Vec<String> =
            by_setup.map(|(setup, it)| format!("{setup}: {}", percent(it.score.score))).collect();
        html! {
            td {
                (rung.players[0])
                small { "against " (rung.players[1]) "; score by setup " (by_setup.join(", ")) }
            }
            (tally(&rung.tally))
            td { (rung.score.html()) }
        }
    });
    html! {
        (sheet.table(["players", "games", "won", "drawn", "lost", "score"], rows))
        p.muted {
            "Of the deeper player, seats exchanged at every start; intervals are those of the pairs. \
             The alpha-beta search has an evaluation of its own; minimax has the swarm’s score and no \
             pruning, as in the thesis."
            @if findings.rung(Role::Minimax(3)).is_none() {
                " Three plies of it take too long for a short run and were left out."
            }
        }
    }
}

fn first_move(sheet: &Sheet, findings: &Findings) -> Markup {
    let rows = findings.setups.iter().flat_map(|setup| {
        let it = &setup.printed;
        let score = (it.black as f64 + it.draws as f64 / 2.0) / it.games as f64;
        let thesis = html! {
            td { "Setup " (setup.setup) }
            td { "thesis" }
            (tds([it.games, it.black, it.draws, it.white]))
            td { (percent(score)) }
        };
        let roles = [(Role::Swarm, "swarm"), (Role::Engine, "engine")];
        let ours = roles.into_iter().filter_map(|(role, name)| {
            let it = setup.of(role)?;
            Some(html! {
                td {}
                td { (name) }
                (tds([it.games, it.black.count, it.drawn.count, it.white.count]))
                td { (it.first_seat.html()) }
            })
        });
        [thesis].into_iter().chain(ours)
    });
    html! {
        (sheet.table(["setup", "player", "games", "won", "drawn", "lost", "score"], rows))
        (remark("Of the first seat; 50 % is fair."))
    }
}

fn blocks(sheet: &Sheet, findings: &Findings) -> Markup {
    let rows = findings.setups.iter().map(|setup| {
        let it = &setup.printed;
        html! {
            td { "Setup " (it.setup) }
            td {
                (percent(it.draws as f64 / it.games as f64))
                small { (it.draws) " of " (it.games) }
            }
            @for role in [Role::Swarm, Role::Engine, Role::EngineSwarm] {
                td {
                    @if let Some(it) = setup.of(role) {
                        @let other = it.drawn.count - it.blocked.count;
                        (percent(it.blocked.share))
                        small {
                            (between(&it.blocked.interval))
                            @if other > 0 { br; "and " (other) " other draws" }
                        }
                    }
                }
            }
        }
    });
    let causes = findings.everywhere(Role::Swarm).filter_map(|(setup, it)| {
        let these = it.draws.iter().filter(|cause| cause.cause != "mutual blockade");
        let these: Vec<String> =
            these.map(|cause| format!("{} {}", cause.share.count, cause.cause)).collect();
        (!these.is_empty()).then(|| format!("setup {setup}: {}", these.join(", ")))
    });
    let causes: Vec<String> = causes.collect();
    html! {
        (sheet.table(["setup", "thesis", "swarm", "engine", "engine v swarm"], rows))
        p.muted {
            "Games that ended in a mutual blockade. The thesis prints stalemates, which it explains as \
             mutual blockades: 49 of its 75 games. Other draws: "
            @if causes.is_empty() { "none" } @else { (causes.join("; ")) }
            " (swarm with itself)."
        }
    }
}

fn humans(sheet: &Sheet, findings: &Findings) -> Markup {
    let rows = findings.humans.iter().map(|it| {
        html! {
            td { "Setup " (it.setup) }
            td { (if it.experienced { "experienced" } else { "inexperienced" }) }
            (tds([it.losses, it.wins, it.draws]))
            td {
                (it.total)
                @if !it.adds_up() {
                    small { "the parts make " (it.losses + it.wins + it.draws) }
                }
            }
        }
    });
    let wrong = findings.humans.iter().filter(|it| !it.adds_up()).count();
    html! {
        (sheet.table(["setup", "people", "lost", "won", "drawn", "total"], rows))
        (remark(format!(
            "Figure 6.1 of the thesis as printed, for completeness: a program cannot repeat it. {wrong} \
             rows do not add up and stand as they do there."
        )))
    }
}

fn conclusions(sheet: &Sheet, study: &Study) -> Markup {
    let all = || study.findings.claims.iter().chain(&study.times.claims);
    html! {
        p {
            "Of " (all().count()) " claims " (Verdict::Holds.count(all())) " hold in these games, "
            (Verdict::Fails.count(all())) " do not, " (Verdict::Open.count(all())) " stay open, and "
            (Verdict::NotTestable.count(all())) " are not testable."
        }
        (to_table(sheet, "thesis", all()))
        (remark("A claim holds, or does not, when the intervals of the figures it compares do not meet; \
                 it stays open when they do. What the thesis says of one of its setups is not testable: \
                 their pictures are lost, and games from other positions decide nothing about them. Times \
                 are those of the middle move of each ply. Verdicts and words are made from the figures of \
                 this run."))
    }
}

fn provenance(study: &Study) -> Markup {
    let findings = &study.findings;
    html! {
        p { (findings.program) ", seed " (findings.seed) ", " (findings.all_games) " games." }
        p { code { (study.command) } }
        p { @for it in &findings.setups { code { (it.game) } br; } }
        p {
            "Each match has a folder beside this file, " code { "setup-1/swarm" } " and so on, with its \
             records, its results and a report of its own. The same command gives the same figures but \
             for times, on any number of threads."
        }
    }
}
