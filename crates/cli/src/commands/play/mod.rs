//! `selforge play`: people around one terminal.
//!
//! - `local_game`: the game, its record and its file;
//! - `engines`: players that are no people;
//! - `words`: what can be typed;
//! - `hints`: what to say when it was something else;
//! - `reader`: where lines come from, a terminal or a pipe.

mod engines;
mod hints;
mod local_game;
mod reader;
mod words;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use selforge_core::{Action, Seat, Spec};

use crate::clock;
use crate::error::CliError;
use crate::files::FileSystem;
use crate::output::{ColorChoice, Output, wrap};
use crate::render::terminal;
use crate::render::view::{legend, status_text};
use crate::spec::parse_words;
use engines::Engines;
use local_game::LocalGame;
use reader::Reader;
use words::Word;

/// The game that is played when none is named.
const STANDARD: &str = "selfo";

/// Plays a game.
#[derive(Args, Debug, Default)]
#[command(after_help = "\
Type a move by the names of its cells (c4 c5, c4-c5 or c4c5), or help for all that can be typed.

Examples:
  selforge play
  selforge play selfo board=hexhex-4 length=2 --names Anna,Ben
  selforge play chess --engine Strong
  selforge play selfo board=hexhex-4 --engine \"alphabeta depth=3\" --seat B
  selforge play selfo --save game.sgr       every move is on disk at once
  selforge play --load game.sgr             goes on with it, also after a crash
  printf 'pass\\npass\\n' | selforge play selfo swap=off")]
pub(crate) struct Play {
    /// The game; the standard game if none is given
    #[arg(value_name = "SPEC")]
    words: Vec<String>,
    /// Go on with a saved game, and go on saving it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["words", "seed", "names"])]
    load: Option<PathBuf>,
    /// Save every move to this file at once
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Overwrite the file of --save if it exists
    #[arg(long, requires = "save")]
    force: bool,
    /// Play against the computer: a level (Dice, Friendly, Casual, Careful, Steady, Strong, Expert, Master, Strongest) or any player
    #[arg(long, value_name = "LEVEL")]
    engine: Option<String>,
    /// The seats that people play; engines have the others
    #[arg(long, value_name = "LETTERS", default_value = "A", requires = "engine")]
    seat: String,
    /// The players' names in the order of their seats
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    names: Vec<String>,
    /// The seed of the start position; chosen by the clock if it matters and none is given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Show the names of the cells, where they fit
    #[arg(long)]
    coords: bool,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

/// What to do after a word.
enum Next {
    /// Ask for another.
    Ask,
    /// Show the board, then ask.
    Show,
    /// End the game at this terminal.
    Quit,
}

impl Play {
    /// Plays until somebody leaves.
    ///
    /// # Errors
    /// If the game cannot be opened or saved, and on Ctrl-C.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let mut local = self.open(out)?;
        let mut session = Session {
            colour: out.colour(self.color),
            // Where the rim does not name the cells, they must name themselves.
            coords: self.coords || !local.has_rim_labels(),
            sure: None,
            reader: Reader::new()?,
            engines: match &self.engine {
                Some(engine) => Engines::new(local.playable(), engine, &self.seat)?,
                None => Engines::default(),
            },
        };
        session.play(&mut local, out)
    }

    /// The game as the arguments ask for it.
    fn open(&self, out: &mut Output<'_>) -> Result<LocalGame, CliError> {
        if let Some(path) = &self.load {
            let (local, note) = LocalGame::load(path, self.save.as_deref(), self.force)?;
            if let Some(note) = note {
                writeln!(out, "{note}")?;
            }
            return Ok(local);
        }
        let spec = match &self.words[..] {
            [] => Spec::new(STANDARD),
            words => parse_words(words)?,
        };
        let playable = selforge_games::open(&seeded(spec, self.seed)?, &FileSystem)?;
        let mut local = LocalGame::new(playable, &self.names)?;
        if let Some(path) = &self.save {
            local.save_to(path, self.force).map_err(|error| match error {
                CliError::Input(reason) if !self.force && path.exists() => CliError::Input(
                    format!("{reason}; use --load to go on with it, or --force to overwrite it"),
                ),
                error => error,
            })?;
        }
        Ok(local)
    }
}

/// The spec with a seed: the given one, its own, or a fresh one, where the game has that option. The
/// canonical spec leaves it out again if nothing depends on it.
fn seeded(mut spec: Spec, seed: Option<u64>) -> Result<Spec, CliError> {
    let family =
        selforge_games::catalogue().families().iter().find(|family| family.name == spec.name());
    let has_seed = family.is_some_and(|family| family.options.iter().any(|o| o.key == "seed"));
    let seed = match (spec.get("seed"), seed) {
        (Some(_), Some(_)) => {
            return Err(CliError::input("--seed and seed= are both given; expected one of them"));
        }
        (Some(_), None) => return Ok(spec),
        (None, Some(seed)) => seed,
        (None, None) if has_seed => clock::fresh_seed(),
        (None, None) => return Ok(spec),
    };
    spec.set("seed", seed).map_err(|error| CliError::Input(error.to_string()))?;
    Ok(spec)
}

/// All that does not belong to the game itself.
struct Session {
    colour: bool,
    coords: bool,
    /// The word that was refused because it would lose the game; said again, it counts.
    sure: Option<String>,
    reader: Reader,
    engines: Engines,
}

impl Session {
    fn play(&mut self, local: &mut LocalGame, out: &mut Output<'_>) -> Result<(), CliError> {
        writeln!(out, "{}", local.playable().spec)?;
        if let Some(path) = local.saved_in() {
            writeln!(out, "Every move is saved in {}.", path.display())?;
        }
        writeln!(out, "Type a move such as '{}', or 'help'.", local.example_move())?;
        self.show(local, out)?;
        loop {
            self.let_engines_act(local, out)?;
            out.flush()?;
            let line = self.reader.read(&prompt(local), || local.completions(), out)?;
            let Some(line) = line else {
                self.farewell(local, out)?;
                return Ok(());
            };
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let sure = self.sure.take().is_some_and(|word| word == line);
            match self.obey(line, sure, local, out) {
                Ok(Next::Ask) => {}
                Ok(Next::Show) => self.show(local, out)?,
                Ok(Next::Quit) => return Ok(()),
                // What people type is no reason to leave.
                Err(CliError::Input(reason) | CliError::Refused(reason)) => {
                    for line in wrap(&reason, out.text_width(), "  ") {
                        writeln!(out, "{line}")?;
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Lets engines do what they are asked for, until a person is.
    fn let_engines_act(
        &mut self,
        local: &mut LocalGame,
        out: &mut Output<'_>,
    ) -> Result<(), CliError> {
        while let Some((seat, action)) = self.engines.act(local, out)? {
            if let Next::Show = self.act(local, Some(seat), action, out)? {
                self.show(local, out)?;
            }
        }
        Ok(())
    }

    fn obey(
        &mut self,
        line: &str,
        sure: bool,
        local: &mut LocalGame,
        out: &mut Output<'_>,
    ) -> Result<Next, CliError> {
        let action = match words::parse(line) {
            Word::Move(text) => {
                let mv = local.parse_move(text).map_err(CliError::Input)?;
                return self.act(local, None, Action::Move(mv), out);
            }
            Word::Resign => Action::Resign,
            Word::Claim => Action::ClaimDraw,
            Word::Draw if local.answering().is_some() => Action::AcceptDraw,
            Word::Draw => Action::OfferDraw,
            Word::Accept => Action::AcceptDraw,
            Word::Decline => Action::DeclineDraw,
            Word::Back(count) => {
                let mut taken = local.take_back(count)?;
                // An engine would only move again.
                while local
                    .timeline()
                    .status()
                    .to_move()
                    .is_some_and(|seat| self.engines.plays(seat))
                    && local.timeline().plies() > 0
                {
                    taken += local.take_back(1)?;
                }
                let unit = if taken == 1 { "move" } else { "moves" };
                writeln!(out, "{taken} {unit} taken back.")?;
                return Ok(Next::Show);
            }
            Word::Moves(cell) => {
                hints::print_moves(local, cell, out)?;
                return Ok(Next::Ask);
            }
            Word::Board => return Ok(Next::Show),
            Word::Coords => {
                self.coords = !self.coords;
                return Ok(Next::Show);
            }
            Word::Rules => {
                out.paragraphs(&local.playable().rules_text())?;
                return Ok(Next::Ask);
            }
            Word::History => {
                write!(out, "{}", local.history())?;
                return Ok(Next::Ask);
            }
            Word::Position => {
                writeln!(out, "{}\n{}", local.playable().spec, local.position())?;
                return Ok(Next::Ask);
            }
            Word::Save { file, overwrite } => {
                local.save(file, overwrite)?;
                let path = local.saved_in().map(Path::display);
                let path = path.map(|path| path.to_string()).unwrap_or_default();
                writeln!(out, "The game and every further move are saved in {path}.")?;
                return Ok(Next::Ask);
            }
            Word::Load(_) if local.would_be_lost() && !sure => {
                return self.ask_again(line, out);
            }
            Word::Load(file) => {
                let (loaded, note) = LocalGame::load(Path::new(file), None, false)?;
                *local = loaded;
                writeln!(out, "{}", local.playable().spec)?;
                if let Some(note) = note {
                    writeln!(out, "{note}")?;
                }
                return Ok(Next::Show);
            }
            Word::Help => {
                words::print_help(out)?;
                return Ok(Next::Ask);
            }
            Word::Quit if local.would_be_lost() && !sure && self.reader.is_terminal() => {
                return self.ask_again(line, out);
            }
            Word::Quit => {
                self.farewell(local, out)?;
                return Ok(Next::Quit);
            }
            Word::Wrong(reason) => return Err(CliError::Input(reason)),
        };
        let seat = match action {
            Action::AcceptDraw | Action::DeclineDraw => local.answering(),
            _ => None,
        };
        self.act(local, seat, action, out)
    }

    /// Lets a seat, or else the one to move, do something, and tells what came of it.
    fn act(
        &mut self,
        local: &mut LocalGame,
        seat: Option<Seat>,
        action: Action<selforge_core::AnyMove>,
        out: &mut Output<'_>,
    ) -> Result<Next, CliError> {
        let shows = matches!(action, Action::Move(_) | Action::Resign);
        let done = local.act(seat, action)?;
        writeln!(out, "{}", done.text)?;
        if let Some(trouble) = done.trouble {
            writeln!(out, "{trouble}")?;
        }
        if let Some(asked) = local.answering() {
            writeln!(
                out,
                "{}: type accept or decline. A move without an answer declines.",
                local.name(asked)
            )?;
        }
        Ok(if shows || local.timeline().result().is_some() { Next::Show } else { Next::Ask })
    }

    fn ask_again(&mut self, line: &str, out: &mut Output<'_>) -> Result<Next, CliError> {
        self.sure = Some(line.to_owned());
        writeln!(out, "This game is not saved: 'save FILE' keeps it, '{line}' again leaves it.")?;
        Ok(Next::Ask)
    }

    fn show(&self, local: &LocalGame, out: &mut Output<'_>) -> Result<(), CliError> {
        let (playable, timeline) = (local.playable(), local.timeline());
        let diagram = playable.diagram(timeline.state());
        let look =
            terminal::Look { colour: self.colour, names: self.coords, columns: out.columns() };
        write!(out, "\n{}\n", terminal::board(&diagram, &look, &local.last_change()))?;
        let names = &local.record().headers.names;
        for line in legend(playable, timeline.state(), &diagram, names, self.colour) {
            // The position may go on where the game is over, after an agreement say.
            let over = timeline.result().is_some();
            let line = if over { line.replace(", to move", "") } else { line };
            writeln!(out, "{line}")?;
        }
        if timeline.result().is_some() {
            writeln!(out, "\nGame over: {}.", status_text(timeline.now()))?;
        }
        Ok(())
    }

    fn farewell(&self, local: &LocalGame, out: &mut Output<'_>) -> Result<(), CliError> {
        if let (Some(path), None) = (local.saved_in(), local.timeline().result()) {
            let path = path.display();
            writeln!(out, "Saved. Go on with: selforge play --load {path}")?;
        }
        Ok(())
    }
}

fn prompt(local: &LocalGame) -> String {
    match local.timeline().status().to_move() {
        Some(seat) => format!("{} {} > ", local.name(seat), local.glyph_of(seat)),
        None => "game over > ".to_owned(),
    }
}
