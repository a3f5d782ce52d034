//! A progress bar with an estimate, for people at a terminal.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::arena::Progress;
use crate::reproduce::Work;
use crate::solve::Solving;

/// A bar on the standard error if that is a terminal; nothing otherwise.
#[derive(Debug)]
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar for the games of a match, that shows nothing yet.
    #[must_use]
    pub fn new() -> Bar {
        Bar::of("games")
    }

    /// A bar for a suite of matches, that shows nothing yet.
    #[must_use]
    pub fn for_suite() -> Bar {
        Bar::with_template("{bar:32} {percent} %  {msg}  {elapsed} so far, {eta} to go")
    }

    /// A sign that work goes on whose end cannot be foreseen.
    #[must_use]
    pub fn waiting(message: &'static str) -> Bar {
        let bar = Bar::with_template("{spinner} {msg}  {elapsed} so far");
        bar.0.set_message(message);
        bar.0.enable_steady_tick(Duration::from_millis(150));
        bar
    }

    /// A bar of whatever is counted, that shows nothing yet.
    #[must_use]
    pub fn of(unit: &str) -> Bar {
        Bar::with_template(&format!(
            "{{bar:32}} {{pos}}/{{len}} {unit}  {{elapsed}} so far, {{eta}} to go{{msg}}"
        ))
    }

    fn with_template(template: &str) -> Bar {
        let bar = ProgressBar::new(0);
        let target = match std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        bar.set_draw_target(target);
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Bar(bar)
    }

    /// Shows how far a run has come.
    pub fn show(&self, progress: Progress) {
        if self.0.length() != Some(progress.total as u64) {
            self.0.set_length(progress.total as u64);
            // Games of an earlier sitting must not make this one look fast.
            self.0.set_position(progress.done as u64);
            self.0.reset_eta();
        }
        self.0.set_position(progress.done as u64);
    }

    /// Shows who works, where these are others, and how fast.
    pub fn show_crew(&self, crew: &str) {
        self.0.set_message(format!("  {crew}, {:.1} a second", self.0.per_sec()));
    }

    /// Shows how far a suite has come.
    pub fn show_work(&self, work: &Work) {
        self.0.set_message(format!("{} of {} games, {}", work.games, work.of, work.name));
        self.show(Progress { done: work.done as usize, total: work.total as usize });
    }

    /// Shows how far a study has come, and with what it is busy.
    pub fn show_part(&self, progress: Progress, name: &str) {
        self.0.set_message(name.to_owned());
        self.show(progress);
    }

    /// Shows how far a board is solved; how far there is to go nobody knows.
    pub fn show_solving(&self, it: Solving) {
        let Solving { plies, decided, placements } = it;
        let found = format!("{decided} of {placements} placements won or lost");
        self.0.set_message(format!("solving: {found} within {plies} plies"));
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Default for Bar {
    fn default() -> Bar {
        Bar::new()
    }
}
