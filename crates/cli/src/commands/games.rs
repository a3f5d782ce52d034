//! `selforge games`: the catalogue.

use std::io::{self, Write};

use clap::Args;
use selforge_board::KINDS;
use selforge_games::Family;
use selforge_games::selfo::setup::SETUPS;
use serde_json::{Value, json};

use crate::error::CliError;
use crate::output::{Output, wrap};

/// Lists what can be played.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  selforge games
  selforge games --json | jq -r '.games[].options[].key'")]
pub(crate) struct Games {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Games {
    /// Prints the catalogue.
    ///
    /// # Errors
    /// Those of the output.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        if self.json {
            return Ok(out.json(&catalogue())?);
        }
        for family in selforge_games::catalogue().families() {
            print_family(family, out)?;
        }
        writeln!(out, "\nBoards\n")?;
        table(out, KINDS.iter().map(|kind| [kind.pattern, kind.summary].map(str::to_owned)))?;
        writeln!(out, "\nSetups of selfo\n")?;
        let rows = SETUPS.iter().map(|setup| {
            let fits = format!("boards: {}; seats: {}", setup.boards, setup.seats);
            [setup.pattern.to_owned(), format!("{}\n{fits}", setup.meaning)]
        });
        table(out, rows)?;
        Ok(())
    }
}

fn catalogue() -> Value {
    let games: Vec<Value> = selforge_games::catalogue().families()
        .iter()
        .map(|family| {
            let options: Vec<Value> = family
                .options
                .iter()
                .map(|o| {
                    json!({
                        "key": o.key, "values": o.values, "default": o.default, "meaning": o.meaning,
                    })
                })
                .collect();
            let examples: Vec<Value> = family
                .examples
                .iter()
                .map(|it| json!({ "spec": it.spec, "remark": it.remark }))
                .collect();
            json!({
                "name": family.name,
                "rules_version": family.rules_version,
                "summary": family.summary,
                "options": options,
                "examples": examples,
            })
        })
        .collect();
    let boards: Vec<Value> = KINDS
        .iter()
        .map(|kind| {
            json!({ "pattern": kind.pattern, "summary": kind.summary, "example": kind.example })
        })
        .collect();
    let setups: Vec<Value> = SETUPS
        .iter()
        .map(|setup| {
            json!({
                "pattern": setup.pattern,
                "meaning": setup.meaning,
                "boards": setup.boards,
                "seats": setup.seats,
            })
        })
        .collect();
    json!({ "games": games, "boards": boards, "setups": setups })
}

fn print_family(family: &Family, out: &mut Output<'_>) -> io::Result<()> {
    out.paragraphs(&format!("{}: {}", family.name, family.summary))?;
    writeln!(out, "\nOptions, each as key=value\n")?;
    let rows = family.options.iter().map(|option| {
        let values = format!("{}; default: {}", option.values, option.default);
        [option.key.to_string(), format!("{}\n{values}", option.meaning)]
    });
    table(out, rows)?;
    writeln!(out, "\nExamples, for play, show, rules, balance and perft\n")?;
    table(out, family.examples.iter().map(|it| [&it.spec, &it.remark].map(ToString::to_string)))
}

/// Two columns, the second wrapped. A first column that is too long has a line of its own.
fn table(out: &mut Output<'_>, rows: impl Iterator<Item = [String; 2]>) -> io::Result<()> {
    const MOST: usize = 26;
    let rows: Vec<[String; 2]> = rows.collect();
    let lengths = rows.iter().map(|row| row[0].chars().count());
    let first = lengths.filter(|&length| length <= MOST).max().unwrap_or(0);
    let width = out.text_width().saturating_sub(first + 4).max(20);
    for [name, text] in rows {
        let mut name = name;
        if name.chars().count() > first {
            writeln!(out, "  {name}")?;
            name.clear();
        }
        for line in text.lines().flat_map(|line| wrap(line, width, "")) {
            writeln!(out, "  {name:first$}  {line}")?;
            name.clear();
        }
    }
    Ok(())
}
