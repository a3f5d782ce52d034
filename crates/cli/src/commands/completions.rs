//! `selforge completions`: what a shell needs to complete commands and options; and the man pages, for
//! who packs the program. Both derive from the very table that the program reads its arguments by.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::error::CliError;
use crate::output::Output;

/// Prints a completion script.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  selforge completions bash > ~/.local/share/bash-completion/completions/selforge
  selforge completions zsh > ~/.zfunc/_selforge
  selforge completions fish > ~/.config/fish/completions/selforge.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints it.
    ///
    /// # Errors
    /// Those of the output.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::arguments(), "selforge", &mut script);
        Ok(out.write_all(&script)?)
    }
}

/// Writes a man page for the program and for each of its commands.
#[derive(Args, Debug)]
pub(crate) struct ManPages {
    /// The folder to write them to; it is made if it does not exist
    folder: PathBuf,
}

impl ManPages {
    /// Writes them.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        std::fs::create_dir_all(&self.folder)
            .map_err(|error| CliError::file("write", &self.folder, &error))?;
        let mut all = crate::arguments();
        all.build();
        let shown = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
        let commands: Vec<clap::Command> = shown.filter(|it| it.get_name() != "help").collect();
        let pages = commands.into_iter().map(|command| {
            let name: &'static str = format!("selforge-{}", command.get_name()).leak();
            command.name(name)
        });
        let mut written = 0;
        for command in pages.chain([all]) {
            let file = self.folder.join(format!("{}.1", command.get_name()));
            let mut page = Vec::new();
            Man::new(command).render(&mut page)?;
            std::fs::write(&file, page).map_err(|error| CliError::file("write", &file, &error))?;
            written += 1;
        }
        writeln!(out, "{written} pages in '{}'", self.folder.display())?;
        Ok(())
    }
}
