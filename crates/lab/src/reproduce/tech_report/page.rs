//! The study as a page.

use maud::{Markup, html};

use super::Study;
use super::findings::{Curve, Findings, Handicap, Measured};
use super::organisation::{LONG, MOST};
use super::plots;
use super::solved::Solved;
use crate::LabError;
use crate::report::Page;
use crate::report::page::{Sheet, facts, remark, share, tds};
use crate::report::text::{between, percent};
use crate::reproduce::claim::to_table;
use crate::reproduce::{Score, Verdict};
use crate::stats::Sample;

const TITLE: &str = "The report’s claims about Selfo, measured";

/// The report.
///
/// # Errors
/// If a plot cannot be drawn.
pub fn to_page(study: &Study) -> Result<Page, LabError> {
    let sheet = &Sheet::default();
    let findings = &study.findings;
    let main = findings.main();
    let hexagons = |it: &&Curve| it.neighbours == 6;
    let mut by_size: Vec<&Curve> = findings.curves.iter().filter(hexagons).collect();
    by_size.sort_by_key(|it| it.cells);
    let mut by_neighbours: Vec<&Curve> =
        findings.curves.iter().filter(|it| !hexagons(it) || it.board == main.board).collect();
    by_neighbours.sort_by_key(|it| it.neighbours);
    let body = html! {
        p.muted { "Reproduction report" }
        h1 { (TITLE) }
        p {
            "Vico’s technical report (2007) defines Selfo and says what makes it a good game, from \
             experience and without figures. Here engines play it, so that each of its sentences meets \
             a number. All figures are those of this run."
        }
        (remark(format!(
            "{} plays itself; where skill is measured, it plays {}. Starts are drawn at random within \
             the report’s constraints. Ranges are 95 % intervals.",
            findings.engine, findings.weaker
        )))
        (headline(findings))
        (sheet.section(&format!("Density, on {}", main.board), html! {
            (sheet.plot(plots::one_board(main)?))
            (densities(sheet, main))
            (indicator_words())
        }))
        (sheet.section("Board size", boards(sheet, &by_size)?))
        (sheet.section("Neighbours", boards(sheet, &by_neighbours)?))
        (sheet.section("Longer moves", html! {
            (handicaps(sheet, "steps", &findings.lengths))
            (remark("Steps that a piece may go in a move, at 24 % on the main board. The score is that of \
                     the seat with the longer move; nobody swaps."))
        }))
        (sheet.section("Fewer pieces", html! {
            (handicaps(sheet, "pieces", &findings.pieces))
            (remark("The score is that of the seat with fewer pieces; nobody swaps."))
        }))
        (sheet.section("Sixteen pawns on a chess board", pawns(sheet, &findings.pawns)))
        (sheet.section("Without a rim", races(sheet, findings)))
        (sheet.section("Small boards, exactly", solved(sheet, &findings.solved)))
        (sheet.section("What the report says, and what was found", conclusions(sheet, findings)))
        (sheet.section("How this was made", provenance(study)))
    };
    Ok(sheet.page(TITLE, &body))
}

fn indicator_words() -> Markup {
    remark(format!(
        "The indicator is the report’s: how many of its owner’s turns ago each piece last moved, as a \
         mean over the set, after as many turns as the set has pieces. Against the size of the set it is \
         about 0.5 when all pieces move in turn, about 1 when any piece is as likely to move next as any \
         other, and grows without end when most of them stand. A game is called self-organised if it \
         lasts at least {LONG} turns for each piece, as the report’s own example does, and the indicator is at \
         most {MOST} of the size in both sets."
    ))
}

fn headline(findings: &Findings) -> Markup {
    let main = findings.main();
    let change =
        main.change.map_or("beyond the range".to_owned(), |it| format!("{:.0} %", it.density));
    let mut told = vec![
        ("games", findings.all_games.to_string(), format!("on {} boards", findings.curves.len())),
        ("half of the games drawn at", change, format!("density on {}", main.board)),
    ];
    if let Some(it) = findings.lengths.first() {
        told.push(("a move of two steps", percent(it.both.score), between(&it.both.interval)));
    }
    if let Some(it) = findings.solved.last() {
        let words = format!("{}, {} pieces a side", it.board, it.summary.pieces[0]);
        told.push(("starts drawn with best play", percent(it.drawn.share), words));
    }
    facts(&told)
}

/// A mean with its spread; nothing where nothing was measured.
fn mean(it: &Sample, digits: usize) -> Markup {
    html! {
        @if it.count > 0 {
            (format!("{:.digits$}", it.mean)) small { (format!("sd {:.digits$}", it.sd)) }
        }
    }
}

fn densities(sheet: &Sheet, curve: &Curve) -> Markup {
    let head = [
        "density",
        "drawn",
        "by blockade",
        "plies",
        "stronger scores",
        "indicator",
        "against chance",
        "fluctuation",
        "self-organised",
    ];
    let rows = curve.points.iter().map(|it| {
        html! {
            td { (it.density) " %" }
            td { (share(&it.even.drawn)) }
            td { (percent(it.even.blocked.share)) }
            td { (mean(&it.even.plies, 1)) }
            td { @if let Some(skill) = &it.skill { (skill.score.html()) } }
            @if let Some(it) = &it.even.organisation {
                (tds([&it.ratio, &it.against_chance, &it.fluctuation].map(|it| mean(it, 2))))
                td { (share(&it.organised)) }
            }
        }
    });
    sheet.table(head, rows)
}

/// What density does on several boards.
fn boards(sheet: &Sheet, curves: &[&Curve]) -> Result<Markup, LabError> {
    let plot = plots::boards(curves)?;
    Ok(html! {
        (sheet.plot(plot))
        (remark("Behind each board, how many neighbours a cell has."))
        (changes(sheet, curves))
    })
}

fn changes(sheet: &Sheet, curves: &[&Curve]) -> Markup {
    let rows = curves.iter().map(|curve| {
        let by_organised = curve
            .points
            .iter()
            .max_by(|a, b| a.even.organised().share.total_cmp(&b.even.organised().share));
        html! {
            td { (curve.board) }
            td { (curve.cells) }
            td { (curve.neighbours) }
            td {
                @match &curve.change {
                    Some(change) => { (change.words()) },
                    None => { "not in " (range(curve)) },
                }
            }
            td {
                @if let Some(it) = by_organised {
                    (it.density) " %" small { (percent(it.even.organised().share)) " of the games" }
                }
            }
        }
    });
    let head = ["board", "cells", "neighbours", "half drawn at", "most self-organised at"];
    html! {
        (sheet.table(head, rows))
        (remark("Half drawn: in a straight line between the densities played; in brackets the same for the \
                 ends of the intervals."))
    }
}

fn range(curve: &Curve) -> String {
    let end = |it: Option<&super::Point>| it.map_or(0, |it| it.density);
    format!("{} to {} %", end(curve.points.first()), end(curve.points.last()))
}

fn handicaps(sheet: &Sheet, what: &str, all: &[Handicap]) -> Markup {
    let rows = all.iter().map(|it| {
        html! {
            td { (it.seats[1]) " against " (it.seats[0]) " " (what) }
            (tds([it.both, it.first, it.second].map(Score::html)))
            td { (share(&it.drawn)) }
            td { (format!("{:.1}", it.plies)) }
        }
    });
    sheet.table([what, "score", "moving first", "moving second", "drawn", "plies"], rows)
}

fn pawns(sheet: &Sheet, [even, skill]: &[Measured; 2]) -> Markup {
    let row = |name: &str, it: &Measured| {
        html! {
            td { (name) }
            td { (it.games) }
            td { (share(&it.drawn)) }
            td { (mean(&it.plies, 1)) }
            td { (it.score.html()) }
            td { @if it.organisation.is_some() { (share(&it.organised())) } }
        }
    };
    let head = ["players", "games", "drawn", "plies", "score", "self-organised"];
    html! {
        (sheet.table(head, [row("engine with itself", even), row("against the weaker", skill)]))
        (remark("Eight pieces a side on 64 squares, 25 %."))
    }
}

fn races(sheet: &Sheet, findings: &Findings) -> Markup {
    let rows = findings.races.iter().map(|it| {
        html! {
            td { (it.board) }
            td { (it.even.games) }
            td { (share(&it.even.drawn)) }
            td { (mean(&it.even.plies, 1)) }
            td { (share(&it.even.organised())) }
            td { (it.fewer.both.html()) }
        }
    });
    let head = ["board", "games", "drawn", "plies", "self-organised", "a piece less scores"];
    html! {
        (sheet.table(head, rows))
        (remark(format!(
            "Eleven pieces a side, laid as on hexhex-5; the plane goes on around them. {} plays itself; in \
             the last column one set has ten pieces, each seat in turn. Nobody swaps.",
            findings.weaker
        )))
    }
}

fn solved(sheet: &Sheet, all: &[Solved]) -> Markup {
    let rows = all.iter().map(|it| {
        let side = &it.summary.sides[0];
        let part = |count: u64| percent(count as f64 / side.positions.max(1) as f64);
        html! {
            td { (it.board) small { (it.summary.pieces[0]) " a side, " (percent(it.density)) } }
            td { (side.positions) }
            (tds([side.won, side.lost, side.drawn].map(part)))
            td {
                @if let Some(win) = &side.longest_win { (win.line.len()) " plies" small { (win.position) } }
            }
            td { (it.starts) }
            @for it in [&it.first_wins, &it.second_wins] { td { (percent(it.share)) } }
            td { (percent(it.drawn.share)) small { (between(&it.drawn.interval)) } }
        }
    });
    let head = [
        "board",
        "positions",
        "won",
        "lost",
        "drawn",
        "longest win",
        "starts",
        "first wins",
        "second wins",
        "drawn",
    ];
    html! {
        (sheet.table(head, rows))
        (remark("Won, lost and drawn for the seat to move, of all placements of the pieces in which the \
                 game goes on. Starts are those that the program would begin a game with; nobody swaps. \
                 selforge solve tells more."))
    }
}

fn conclusions(sheet: &Sheet, findings: &Findings) -> Markup {
    let all = || findings.claims.iter();
    html! {
        p {
            "Of " (all().count()) " claims " (Verdict::Holds.count(all())) " hold in these games, "
            (Verdict::Fails.count(all())) " do not, and " (Verdict::Open.count(all())) " stay open."
        }
        (to_table(sheet, "report", all()))
        (remark("A claim holds, or does not, when the intervals of the figures it compares do not meet; \
                 it stays open when they do. Verdicts and words are made from the figures of this run."))
    }
}

fn provenance(study: &Study) -> Markup {
    let findings = &study.findings;
    html! {
        p {
            (findings.program) ", seed " (findings.seed) ", " (findings.games) " games a match, "
            (findings.all_games) " in all."
        }
        p { code { (study.command) } }
        p {
            "Each match has a folder beside this file, " code { (findings.main().points[0].even.name) }
            " and so on, with its records, its results and a report of its own. The same command gives \
             the same figures on any number of threads."
        }
    }
}
