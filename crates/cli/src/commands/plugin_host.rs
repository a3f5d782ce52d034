//! `selforge plugin-host`: the process in which a plug-in runs. Nobody types it: the player `plugin` starts
//! it, speaks to it, and ends it when it does not answer.

use std::io::BufReader;
use std::path::PathBuf;

use clap::Args;

use crate::error::CliError;
use crate::output::Output;

/// Serves a plug-in.
#[derive(Args, Debug)]
pub(crate) struct PluginHost {
    /// The plug-in
    path: PathBuf,
}

impl PluginHost {
    /// Does it.
    ///
    /// # Errors
    /// If nobody listens.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        Ok(selforge_plugin_host::serve(&self.path, BufReader::new(std::io::stdin()), out)?)
    }
}
