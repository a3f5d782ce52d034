//! `selforge balance`: how good a start position is.

use std::io::Write;

use clap::Args;
use selforge_board::Cell;
use selforge_games::NoFiles;
use selforge_games::selfo::balance::{Effort, Report, SetBalance, report};
use selforge_lab::report::Bar;
use serde_json::{Value, json};

use crate::error::CliError;
use crate::output::{Output, wrap};
use crate::spec::SpecArgs;

/// Measures a start position.
#[derive(Args, Debug)]
#[command(after_help = "\
For every set: its pieces and groups, the pieces that are cut off from it or that one opposing move
could cut off (two, where the start was drawn with first-moves=2), and how many moves it needs to connect while the others stand still: a proven lower
bound and an upper bound that actual moves attain.

Examples:
  selforge balance selfo
  selforge balance selfo setup=random seed=9
  selforge balance selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" --json")]
pub(crate) struct Balance {
    #[command(flatten)]
    spec: SpecArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Balance {
    /// Prints the table.
    ///
    /// # Errors
    /// If the spec names no game of Selfo.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let playable = self.spec.open()?;
        let bar = Bar::waiting("counting the moves to connect");
        let report = report(&playable, Effort::Thorough, &NoFiles);
        bar.clear();
        let report = report?;
        if self.json {
            return Ok(out.json(&value(&report))?);
        }
        print(&report, out)
    }
}

fn names(report: &Report, cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|&cell| report.cell_name(cell)).collect()
}

fn letter(set: &SetBalance) -> String {
    char::from(b'A' + set.set).to_string()
}

/// `7`, `6..8`, or `blocked`.
fn bracket_text(set: &SetBalance) -> String {
    match set.bracket {
        None => "blocked".to_owned(),
        Some(bracket) if bracket.is_exact() => format!("{} (exact)", bracket.low),
        Some(bracket) if bracket.high == u32::MAX => format!("{} or more", bracket.low),
        Some(bracket) => format!("{}..{}", bracket.low, bracket.high),
    }
}

fn print(report: &Report, out: &mut Output<'_>) -> Result<(), CliError> {
    writeln!(out, "{}\n", report.spec)?;
    writeln!(out, "set  pieces  groups  cut off  can be cut off  moves to connect")?;
    for set in &report.balance.sets {
        writeln!(
            out,
            "{:3}  {:6}  {:6}  {:7}  {:14}  {}",
            letter(set),
            set.pieces,
            set.groups,
            set.isolated.len(),
            set.isolable.len(),
            bracket_text(set)
        )?;
    }
    for set in &report.balance.sets {
        let troubles = [
            ("cut off", &set.isolated),
            ("can be cut off", &set.isolable),
            ("can be cut off by two moves", &set.isolable_by_two),
        ];
        for (what, cells) in troubles {
            if !cells.is_empty() {
                let line = format!("{} {what}: {}", letter(set), names(report, cells).join(" "));
                for part in wrap(&line, out.text_width(), "  ") {
                    writeln!(out, "{part}")?;
                }
            }
        }
    }
    match report.balance.density {
        density if density > 0.0 => writeln!(out, "\n{density:.1} pieces on 100 cells")?,
        _ => writeln!(out)?,
    }
    let faults = report.balance.faults();
    for fault in &faults {
        for part in wrap(&format!("fault: {fault}"), out.text_width(), "  ") {
            writeln!(out, "{part}")?;
        }
    }
    for warning in report.balance.warnings() {
        for part in wrap(&format!("warning: {warning}"), out.text_width(), "  ") {
            writeln!(out, "{part}")?;
        }
    }
    if faults.is_empty() {
        writeln!(out, "all constraints hold")?;
    }
    Ok(())
}

fn value(report: &Report) -> Value {
    let sets: Vec<Value> = report
        .balance
        .sets
        .iter()
        .map(|set| {
            let bracket = set.bracket.map(|bracket| {
                let high = (bracket.high != u32::MAX).then_some(bracket.high);
                json!({ "low": bracket.low, "high": high, "exact": bracket.is_exact() })
            });
            json!({
                "set": letter(set),
                "pieces": set.pieces,
                "special": set.special,
                "groups": set.groups,
                "isolated": names(report, &set.isolated),
                "isolable": names(report, &set.isolable),
                "isolable_by_two": names(report, &set.isolable_by_two),
                "blocked": set.bracket.is_none(),
                "bracket": bracket,
            })
        })
        .collect();
    let faults: Vec<String> = report.balance.faults().iter().map(ToString::to_string).collect();
    json!({
        "spec": report.spec.to_string(),
        "density": report.balance.density,
        "sets": sets,
        "spread": report.balance.spread(),
        "ok": faults.is_empty(),
        "faults": faults,
        "warnings": report.balance.warnings(),
    })
}
