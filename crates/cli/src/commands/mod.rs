//! The commands, one file each: its arguments, its help with examples, and what it does.

pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod backup;
pub(crate) mod balance;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod evolve;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod fit;
pub(crate) mod games;
pub(crate) mod learnability;
pub(crate) mod load;
pub(crate) mod metrics;
pub(crate) mod move_data;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod plugin_host;
pub(crate) mod puzzles;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod reproduce;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod survey;
pub(crate) mod train;
pub(crate) mod worker;
pub(crate) mod zrf;
pub(crate) mod zsg;

use clap::Subcommand;

use crate::error::CliError;
use crate::output::Output;

/// What can be asked of the program.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Serve the page: play in the browser
    Serve(serve::Serve),
    /// Copy the server's data into a file, also while the server runs
    Backup(backup::Backup),
    /// Write the server's finished games as records and a table, for research
    Export(export::Export),
    /// Carry the server's data from its file into a PostgreSQL database, or back
    MoveData(move_data::MoveData),
    /// Play a game in this terminal, with people or against an engine
    Play(play::Play),
    /// List the games, boards, setups and options
    Games(games::Games),
    /// Show a game's board, in the terminal or as an SVG picture
    Show(show::Show),
    /// Explain the rules of a game
    Rules(rules::Rules),
    /// Step through a recorded game
    Replay(replay::Replay),
    /// Check recorded games for damage and illegal moves
    Check(check::Check),
    /// Convert a recorded game to PGN (chess) or PDN (draughts), and back
    Convert(convert::Convert),
    /// Measure how good a start position is
    Balance(balance::Balance),
    /// Explain a position: signals, critical paths, evaluation; as a table or a picture
    Explain(explain::Explain),
    /// Solve a small board of Selfo exactly: who wins from where, and how soon
    Solve(solve::Solve),
    /// Play matches between engines and measure who is better
    Arena(arena::Arena),
    /// Analyse recorded games: self-organisation, groups, blockades, evaluation
    Analyse(analyse::Analyse),
    /// Measure how entertaining a game is: the paper's metrics and what research added
    Metrics(metrics::Metrics),
    /// Write one page about a game: rules, board, measures, a sample game
    Report(report::Report),
    /// Look for better games by evolution
    Evolve(evolve::Evolve),
    /// Measure how long neural networks need to learn a game
    Learnability(learnability::Learnability),
    /// Find puzzles in games: positions with one solution
    Puzzles(puzzles::Puzzles),
    /// Train a network that plays a game, or one game on many boards
    Train(train::Train),
    /// Sum up players' votes on games
    Survey(survey::Survey),
    /// Do published experiments again, with a report
    Reproduce(reproduce::Reproduce),
    /// Fit lost start positions of the sources to their printed figures
    Fit(fit::Fit),
    /// Do the work of experiments that run on other machines
    Worker(worker::Worker),
    /// Let other programs ask a player, over a line protocol
    Engine(engine::Engine),
    /// Check, list and write rule files of Zillions of Games
    Zrf(zrf::Zrf),
    /// Replay and convert saved games of Zillions of Games
    Zsg(zsg::Zsg),
    /// Serve a plug-in to the program that started this one
    #[command(name = selforge_agents::HOST_COMMAND, hide = true)]
    PluginHost(plugin_host::PluginHost),
    /// Count the lines of play to a depth
    Perft(perft::Perft),
    /// Measure the speed of the rules
    Bench(bench::Bench),
    /// Print what a shell needs to complete commands and options
    Completions(completions::Completions),
    /// Write the man pages
    #[command(hide = true)]
    ManPages(completions::ManPages),
    /// Play many games at once against a server on this machine, and check every one
    Load(load::Load),
}

impl Command {
    /// Does it.
    ///
    /// # Errors
    /// Those of the command.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        match self {
            Command::Serve(serve) => serve.run(out),
            Command::Backup(backup) => backup.run(out),
            Command::Export(export) => export.run(out),
            Command::MoveData(moving) => moving.run(out),
            Command::Play(play) => play.run(out),
            Command::Games(games) => games.run(out),
            Command::Show(show) => show.run(out),
            Command::Rules(rules) => rules.run(out),
            Command::Replay(replay) => replay.run(out),
            Command::Check(check) => check.run(out),
            Command::Convert(convert) => convert.run(out),
            Command::Balance(balance) => balance.run(out),
            Command::Arena(arena) => arena.run(out),
            Command::Analyse(analyse) => analyse.run(out),
            Command::Explain(explain) => explain.run(out),
            Command::Solve(solve) => solve.run(out),
            Command::Reproduce(reproduce) => reproduce.run(out),
            Command::Fit(fit) => fit.run(out),
            Command::Learnability(learnability) => learnability.run(out),
            Command::Puzzles(puzzles) => puzzles.run(out),
            Command::Train(train) => train.run(out),
            Command::Worker(worker) => worker.run(out),
            Command::Survey(survey) => survey.run(out),
            Command::Metrics(metrics) => metrics.run(out),
            Command::Report(report) => report.run(out),
            Command::Engine(engine) => engine.run(out),
            Command::Evolve(evolve) => evolve.run(out),
            Command::Zrf(zrf) => zrf.run(out),
            Command::Zsg(zsg) => zsg.run(out),
            Command::PluginHost(host) => host.run(out),
            Command::Perft(perft) => perft.run(out),
            Command::Bench(bench) => bench.run(out),
            Command::Completions(completions) => completions.run(out),
            Command::ManPages(pages) => pages.run(out),
            Command::Load(load) => load.run(out),
        }
    }
}
