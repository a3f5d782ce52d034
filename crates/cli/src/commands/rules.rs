//! `selforge rules`: the rules of one very game, in plain English.

use std::io::Write;

use clap::Args;
use serde_json::json;

use crate::error::CliError;
use crate::output::Output;
use crate::spec::SpecArgs;

/// Explains a game.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  selforge rules selfo
  selforge rules selfo seats=3 length=2 blockade=offer
  selforge rules selfo special=1 --json")]
pub(crate) struct Rules {
    #[command(flatten)]
    spec: SpecArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Rules {
    /// Prints the rules.
    ///
    /// # Errors
    /// If the spec names no game.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let playable = self.spec.open()?;
        let rules = playable.rules_text();
        if self.json {
            let spec = playable.spec.to_string();
            return Ok(out.json(&json!({ "spec": spec, "rules": rules }))?);
        }
        writeln!(out, "{}\n", playable.spec)?;
        Ok(out.paragraphs(&rules)?)
    }
}
