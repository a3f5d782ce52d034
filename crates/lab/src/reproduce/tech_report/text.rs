//! The study as text for a terminal.

use super::Study;
use super::findings::{Change, Handicap};
use crate::report::text::{between, cells, columns, line, percent};

/// The main figures and the verdicts.
#[must_use]
pub fn to_text(study: &Study) -> String {
    let findings = &study.findings;
    let head = [
        "game",
        "density",
        "drawn",
        "95 %",
        "plies",
        "stronger",
        "indicator",
        "by chance",
        "self-organised",
    ];
    let rows = findings.curves.iter().flat_map(|curve| {
        curve.points.iter().map(|it| {
            let even = &it.even;
            let mut row = cells![curve.board, it.density, percent(even.drawn.share)];
            row.extend([between(&even.drawn.interval), format!("{:.1}", even.plies.mean)]);
            row.push(it.skill.as_ref().map_or(String::new(), |it| percent(it.score.score)));
            if let Some(it) = &even.organisation {
                row.extend([it.ratio, it.against_chance].map(|it| match it.count {
                    0 => "-".to_owned(),
                    _ => format!("{:.2}", it.mean),
                }));
                row.push(percent(it.organised.share));
            }
            row
        })
    });
    let mut text = columns(head, rows);
    text.push('\n');
    let rows = findings.curves.iter().map(|curve| {
        let change = curve.change.as_ref().map_or("not in range".to_owned(), Change::words);
        cells![curve.board, curve.cells, curve.neighbours, change]
    });
    text += &columns(["game", "cells", "neighbours", "half drawn at"], rows);
    for (what, all) in [("steps", &findings.lengths), ("pieces", &findings.pieces)] {
        text.push('\n');
        text += &handicaps(what, all);
    }
    text.push('\n');
    let rows = findings.races.iter().map(|it| {
        let (even, fewer) = (&it.even, &it.fewer.both);
        let mut row =
            cells![it.board, percent(even.drawn.share), format!("{:.1}", even.plies.mean)];
        row.extend([
            percent(even.organised().share),
            percent(fewer.score),
            between(&fewer.interval),
        ]);
        row
    });
    text += &columns(["game", "drawn", "plies", "self-organised", "a piece less", "95 %"], rows);
    text.push('\n');
    let rows = findings.solved.iter().map(|it| {
        let side = &it.summary.sides[0];
        let mut row = cells![it.board, it.summary.pieces[0], side.positions];
        row.extend(
            [side.won, side.lost, side.drawn].map(|it| percent(it as f64 / side.positions as f64)),
        );
        row.push(side.longest_win.as_ref().map_or(String::new(), |it| it.line.len().to_string()));
        row.extend(cells![it.starts, it.first_wins.count, it.second_wins.count, it.drawn.count]);
        row
    });
    let head = [
        "game",
        "pieces",
        "positions",
        "won",
        "lost",
        "drawn",
        "longest",
        "starts",
        "first",
        "second",
        "drawn",
    ];
    text += &columns(head, rows);
    text.push('\n');
    for it in &findings.claims {
        line!(text, "{}: {}\n  {}", it.verdict.word(), it.claim, it.ours);
    }
    text
}

fn handicaps(what: &str, all: &[Handicap]) -> String {
    let rows = all.iter().map(|it| {
        let [a, b] = it.seats;
        let mut row = cells![format!("{b} against {a}"), percent(it.both.score)];
        row.extend([between(&it.both.interval), percent(it.first.score)]);
        row.extend([percent(it.second.score), percent(it.drawn.share), format!("{:.1}", it.plies)]);
        row
    });
    columns([what, "score", "95 %", "first", "second", "drawn", "plies"], rows)
}
