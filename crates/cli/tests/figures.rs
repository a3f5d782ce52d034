//! Figures, tables and pages for papers, by the real program.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

mod common;

use std::fs;
use std::path::Path;

use common::run_in;

/// Checks that a folder has these plots, as SVG with a size and as PDF, and these tables.
fn check(folder: &Path, plots: &[&str], tables: &[&str]) {
    for plot in plots {
        let svg = fs::read_to_string(folder.join(format!("{plot}.svg"))).expect(plot);
        assert!(svg.starts_with("<svg width=\"") && svg.trim_end().ends_with("</svg>"), "{plot}");
        let pdf = fs::read(folder.join(format!("{plot}.pdf"))).expect(plot);
        assert!(pdf.starts_with(b"%PDF-1.4") && pdf.ends_with(b"%%EOF\n"), "{plot}");
    }
    for table in tables {
        let csv = fs::read_to_string(folder.join(format!("{table}.csv"))).expect(table);
        let tex = fs::read_to_string(folder.join(format!("{table}.tex"))).expect(table);
        let lines = csv.lines().count();
        assert!(lines > 1 && tex.matches(" \\\\\n").count() >= lines, "{table}: {csv} {tex}");
    }
}

#[test]
fn matches_and_their_games_have_figures() {
    let home = tempfile::tempdir().unwrap();
    let players = "x: random; y: greedy; z: random";
    let arguments = [
        "arena",
        "selfo board=hexhex-3",
        "--players",
        players,
        "--games",
        "4",
        "--out",
        "run",
        "--figures",
        "figures",
    ];
    run_in(home.path(), &arguments, "").ok();
    let folder = home.path().join("figures");
    check(&folder, &["scores", "lengths", "times", "wins"], &["players", "encounters", "ratings"]);
    let records = ["run/records/0001.sgr", "run/records/0002.sgr", "run/records/0003.sgr"];
    let analyse =
        [&["analyse"], &records[..], &["--figures", "games", "--csv", "-", "--depth", "0"]]
            .concat();
    let csv = run_in(home.path(), &analyse, "").ok();
    assert!(csv.starts_with("record,game,ply,seat,player,set,idle,displacement,"), "{csv}");
    check(&home.path().join("games"), &["idle", "displacement", "groups"], &[]);
    assert_eq!(fs::read_to_string(home.path().join("games/positions.csv")).unwrap(), csv);
}

#[test]
fn chess_is_analysed_without_a_word_about_groups() {
    let home = tempfile::tempdir().unwrap();
    let arguments =
        ["arena", "chess", "--players", "random; random", "--games", "2", "--out", "run"];
    run_in(home.path(), &arguments, "").ok();
    let analyse = [
        "analyse",
        "run/records/0001.sgr",
        "--depth",
        "0",
        "--figures",
        "figures",
        "--svg",
        "x.svg",
    ];
    let out = run_in(home.path(), &analyse, "").ok();
    assert!(!out.contains("groups") && !out.contains("blocked"), "{out}");
    assert!(!fs::read_to_string(home.path().join("x.svg")).unwrap().contains("groups"));
    assert!(
        home.path().join("figures/idle.pdf").exists()
            && !home.path().join("figures/groups.svg").exists()
    );
}

#[test]
fn metrics_and_evolution_have_figures() {
    let home = tempfile::tempdir().unwrap();
    let metrics = [
        "metrics",
        "selfo board=hexhex-3; checkers",
        "--games",
        "2",
        "--engine",
        "alphabeta nodes=30",
        "--figures",
        "metrics",
    ];
    run_in(home.path(), &metrics, "").ok();
    check(&home.path().join("metrics"), &["metrics", "ladder"], &[]);
    let tex = fs::read_to_string(home.path().join("metrics/metrics.tex")).unwrap();
    assert!(tex.contains("\\begin{tabular}{lrr}") && tex.contains("  skill\\_trace & "), "{tex}");
    let evolve =
        ["evolve", "--seed", "3", "--evaluations", "60", "--games", "4", "--figures", "evolve"];
    let out = run_in(home.path(), &evolve, "").ok();
    assert!(out.contains("  measured again: fitness "), "{out}");
    let tables = ["archive-the-best-two-for-each-measure"];
    check(
        &home.path().join("evolve"),
        &["fitness-over-time", "measures", "map-of-elites", "a-family"],
        &tables,
    );
}

#[test]
fn a_game_has_a_page_of_its_own() {
    let home = tempfile::tempdir().unwrap();
    let report =
        ["report", "checkers", "--games", "2", "--engine", "alphabeta nodes=30", "--out", "-"];
    let html = run_in(home.path(), &report, "").ok();
    assert!(html.starts_with("<!doctype html>"), "{html}");
    for part in [
        "<h1>Checkers</h1>",
        "<h2>Rules</h2>",
        "<h2>In numbers</h2>",
        "skill_trace",
        "The end: ",
        "1. ",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let outside = html.replace("src=\"data:image/svg+xml,", "");
    assert!(!outside.contains("src=") && !outside.contains("href="));
}

#[test]
fn a_folder_of_figures_that_cannot_be_is_refused_before_anything_is_played() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("file"), "").unwrap();
    for arguments in [
        &["metrics", "selfo board=hexhex-3", "--out", "run"][..],
        &["evolve", "--evaluations", "60", "--games", "4", "--out", "run"],
        &["reproduce", "evolution", "--quick", "--out", "run"],
    ] {
        let all = [arguments, &["--figures", "file/figures"]].concat();
        let message = run_in(home.path(), &all, "").error(2);
        assert!(message.contains("cannot write 'file/figures'"), "{message}");
        assert!(!home.path().join("run").exists(), "{arguments:?}");
    }
}
