//! `selforge zrf`: rule files of Zillions of Games, checked, listed and written.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use selforge_core::Spec;
use selforge_games::export;
use selforge_games::zrf::{Diagnostics, RuleFile, Rules, compile, library, read_file};
use serde_json::{Value, json};

use crate::error::CliError;
use crate::files::FileSystem;
use crate::output::Output;
use crate::spec::SpecArgs;

/// Works with rule files.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  selforge zrf check games/*.zrf
  selforge zrf info chess.zrf
  selforge zrf export selfo board=hexhex-4 --out selfo.zrf
  selforge play zrf file=chess.zrf variant=\"Losing Chess\"")]
pub(crate) struct Zrf {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Check rule files: every error and warning with its place
    Check(Check),
    /// List the games and variants of a rule file: players, boards, pieces
    Info(Info),
    /// Write a game of selfo, checkers or rulespace as a rule file
    Export(Export),
}

#[derive(Args, Debug)]
#[command(after_help = "\
Every game and variant of a file is compiled. Exit code 0 if all files can be played, 1 if one cannot,
2 if one cannot be read.

Examples:
  selforge zrf check mygame.zrf
  selforge zrf check --quiet rules/*.zrf
  selforge zrf check --json mygame.zrf | jq '.[].problems'")]
struct Check {
    /// The rule files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print one line a problem, without the text of the file
    #[arg(long)]
    quiet: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  selforge zrf info chess.zrf
  selforge zrf info --json chess.zrf | jq -r '.games[].title'")]
struct Info {
    /// The rule file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
The file has the rules of this very game, its start position included, and can be played here and by
Zillions of Games 2. What rule files cannot say stands as a comment at its top and is told on standard
error. A game of a rule file is written as the file that it comes from.

Examples:
  selforge zrf export selfo seed=7 --out selfo.zrf
  selforge zrf export checkers > checkers.zrf
  selforge zrf export rulespace game=paper-2 --out paper-2.zrf && selforge zrf check paper-2.zrf")]
struct Export {
    #[command(flatten)]
    game: SpecArgs,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Export {
    fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let playable = self.game.open()?;
        let bytes = match rule_file(&playable.spec)? {
            Some(bytes) => bytes,
            None => {
                let written =
                    export(&playable).map_err(|error| CliError::input(error.to_string()))?;
                for note in &written.notes {
                    eprintln!("note: not as in the game: {note}");
                }
                written.text.into_bytes()
            }
        };
        match &self.out {
            Some(path) => {
                std::fs::write(path, bytes).map_err(|error| CliError::file("write", path, &error))
            }
            None => Ok(out.write_all(&bytes)?),
        }
    }
}

/// The text of the rule file that a game comes from, if it comes from one.
fn rule_file(spec: &Spec) -> Result<Option<Vec<u8>>, CliError> {
    if spec.name() != "zrf" {
        return Ok(None);
    }
    if let Some(path) = spec.get("file") {
        let path = Path::new(path);
        return std::fs::read(path).map(Some).map_err(|error| CliError::file("read", path, &error));
    }
    let name = spec.get("game").unwrap_or("tic-tac-toe");
    Ok(library::text(name).map(|text| text.as_bytes().to_vec()))
}

impl Zrf {
    /// Does it.
    ///
    /// # Errors
    /// If a file cannot be read or played.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        match self.command {
            Command::Check(check) => check.run(out),
            Command::Info(info) => info.run(out),
            Command::Export(export) => export.run(out),
        }
    }
}

/// Reads a rule file of this machine.
pub(super) fn open(path: &std::path::Path) -> Result<RuleFile, CliError> {
    Ok(read_file(&path.to_string_lossy(), &FileSystem)?)
}

/// Compiles all games of a file, with the problems of the file first.
fn compile_all(file: &RuleFile) -> (Vec<Option<Rules>>, Diagnostics) {
    let mut problems = Diagnostics::default();
    let games = file.games().iter().filter(|game| !game.is_separator);
    let rules = games.map(|game| compile(game, &mut problems)).collect();
    (rules, problems)
}

impl Check {
    fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let mut worst = Ok(());
        let mut values = Vec::new();
        for path in &self.files {
            let name = path.display();
            let file = match open(path) {
                Ok(file) => file,
                Err(error) => {
                    worst = Err(CliError::ReportedInput);
                    if self.json {
                        values.push(json!({ "file": name.to_string(), "ok": false, "error": error.to_string() }));
                    } else {
                        writeln!(out, "{name}: {error}")?;
                    }
                    continue;
                }
            };
            let (rules, problems) = compile_all(&file);
            let errors = file.problems().errors() + problems.errors();
            let all = file.problems().list().iter().chain(problems.list());
            if errors > 0 && worst.is_ok() {
                worst = Err(CliError::Reported);
            }
            if self.json {
                let told: Vec<Value> = all
                    .map(|problem| {
                        let (source, line, column) = file.sources().place(problem.at);
                        json!({
                            "severity": format!("{:?}", problem.severity).to_lowercase(),
                            "problem": problem.problem,
                            "expected": problem.expected,
                            "file": source, "line": line, "column": column,
                            "text": problem.in_a_line(file.sources()).to_string(),
                        })
                    })
                    .collect();
                values.push(json!({
                    "file": name.to_string(), "ok": errors == 0, "games": rules.len(), "problems": told,
                }));
                continue;
            }
            for problem in all {
                if self.quiet {
                    writeln!(out, "{}", problem.in_a_line(file.sources()))?;
                } else {
                    writeln!(out, "{}\n", problem.quoted(file.sources()))?;
                }
            }
            let games = match rules.len() {
                1 => "1 game".to_owned(),
                many => format!("{many} games and variants"),
            };
            match errors {
                0 => writeln!(out, "{name}: ok, {games}")?,
                1 => writeln!(out, "{name}: 1 error, {games}")?,
                many => writeln!(out, "{name}: {many} errors, {games}")?,
            }
        }
        if self.json {
            out.json(&Value::Array(values))?;
        }
        worst
    }
}

impl Info {
    fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let file = open(&self.file)?;
        let (rules, problems) = compile_all(&file);
        let titles = file.games().iter().filter(|game| !game.is_separator).map(|game| &game.title);
        if self.json {
            let games: Vec<Value> = titles
                .zip(&rules)
                .map(|(title, rules)| match rules {
                    Some(rules) => value(rules),
                    None => json!({ "title": title, "ok": false }),
                })
                .collect();
            out.json(&json!({ "file": self.file.display().to_string(), "games": games }))?;
        } else {
            for (title, rules) in titles.zip(&rules) {
                match rules {
                    Some(rules) => print(rules, out)?,
                    None => writeln!(
                        out,
                        "{title}\n  cannot be played; `selforge zrf check` says why\n"
                    )?,
                }
            }
        }
        let errors = file.problems().errors() + problems.errors();
        if errors > 0 { Err(CliError::Reported) } else { Ok(()) }
    }
}

fn players(rules: &Rules) -> Vec<String> {
    let kind = |player: &selforge_games::zrf::model::Player| {
        let name = &player.name;
        match (player.has_turn, player.is_random) {
            (false, _) => format!("{name} (neutral)"),
            (true, true) => format!("{name} (chance)"),
            (true, false) => name.clone(),
        }
    };
    rules.players.iter().map(kind).collect()
}

fn print(rules: &Rules, out: &mut Output<'_>) -> Result<(), CliError> {
    let hidden = rules.sites.iter().filter(|site| site.dummy).count();
    let pieces: Vec<&str> = rules.types.iter().map(|piece| piece.name.as_str()).collect();
    writeln!(out, "{}", rules.title)?;
    writeln!(out, "  players    {}", players(rules).join(", "))?;
    let hidden = if hidden > 0 { format!(", {hidden} of them hidden") } else { String::new() };
    writeln!(
        out,
        "  board      {} positions{hidden}, {} directions",
        rules.sites.len(),
        rules.directions.len()
    )?;
    writeln!(out, "  pieces     {}", pieces.join(", "))?;
    if !rules.move_types.is_empty() {
        writeln!(out, "  move types {}", rules.move_types.join(", "))?;
    }
    if !rules.attributes.is_empty() {
        writeln!(out, "  attributes {}", rules.attributes.join(", "))?;
    }
    if rules.needs_plugin() {
        writeln!(out, "  plug-in    {} (the moves come from it)", rules.texts.engine)?;
    }
    Ok(writeln!(out)?)
}

fn value(rules: &Rules) -> Value {
    json!({
        "title": rules.title,
        "ok": true,
        "players": rules.players.iter().map(|player| &player.name).collect::<Vec<_>>(),
        "seats": rules.seats,
        "positions": rules.sites.len(),
        "directions": rules.directions,
        "pieces": rules.types.iter().map(|piece| &piece.name).collect::<Vec<_>>(),
        "move_types": rules.move_types,
        "attributes": rules.attributes,
        "plugin": rules.needs_plugin(),
        "description": rules.texts.description,
    })
}
