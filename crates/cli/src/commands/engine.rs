//! `selforge engine`: a player behind a line protocol, for other programs. See `docs/engines.md`.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use clap::Args;
use selforge_agents::lines::{Heard, hear};
use selforge_agents::protocol::{Order, shown};
use selforge_agents::{AgentSpec, AnyQuestion, Budget, Player, Report, Stop};
use selforge_core::{Action, AnyGame, AnyMove, AnyState, Game, Spec, Status, Timeline};
use selforge_games::{NoFiles, Playable};

use crate::error::CliError;
use crate::output::Output;
use crate::spec::written;

/// Speaks the engine protocol on standard input and output.
#[derive(Args, Debug)]
#[command(after_help = "\
The protocol is described in docs/engines.md. In short:
  game SPEC                   the game to play
  position start | TEXT       the position, then optionally: moves M1 M2 …
  go [time MS] [nodes N] [depth D]
  stop                        answer with the best move found so far

Examples:
  printf 'game selfo seed=7\\nposition start\\ngo depth 3\\n' | selforge engine
  selforge arena selfo --players 'swarm; external cmd=\"selforge engine\" time=50ms'")]
pub(crate) struct Engine {
    /// The player that answers
    #[arg(long, value_name = "SPEC", default_value = "alphabeta")]
    player: String,
}

/// What the main loop hears of.
enum Event {
    Heard(Heard),
    Info(String),
    Done(Player, String),
}

impl Engine {
    /// Answers until `quit` or the end of the input.
    ///
    /// # Errors
    /// If the player's spec is wrong or nobody reads the answers any more.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let wrong = |error: selforge_agents::AgentError| CliError::input(error.to_string());
        let spec = AgentSpec::parse(&self.player).map_err(wrong)?;
        let (sender, heard) = channel();
        let lines = sender.clone();
        thread::spawn(move || read_lines(&lines));
        let mut session = EngineSession {
            spec,
            seated: None,
            failed: None,
            thinking: None,
            sender,
            waiting: false,
        };
        for event in heard {
            match event {
                Event::Heard(Heard::Line(line)) => match session.hear(line.trim(), out)? {
                    Next::GoOn => {}
                    Next::Quit => break,
                },
                Event::Heard(Heard::TooLong) => writeln!(out, "error: the line is too long")?,
                Event::Info(text) => writeln!(out, "{text}")?,
                Event::Done(player, answer) => {
                    session.thinking = None;
                    if let Some(seated) = &mut session.seated {
                        seated.player = Some(player);
                    }
                    writeln!(out, "{answer}")?;
                    if session.waiting {
                        break;
                    }
                }
                // A question that was asked is still answered.
                Event::Heard(Heard::End) if session.thinking.is_some() => session.waiting = true,
                Event::Heard(Heard::End) => break,
            }
            out.flush()?;
        }
        Ok(out.flush()?)
    }
}

fn read_lines(sender: &Sender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let heard = hear(&mut input);
        let last = heard == Heard::End;
        if sender.send(Event::Heard(heard)).is_err() || last {
            return;
        }
    }
}

enum Next {
    GoOn,
    Quit,
}

/// A game with a player at it.
struct Seated {
    playable: Playable,
    /// Away while it thinks.
    player: Option<Player>,
    timeline: Arc<Timeline<AnyGame>>,
}

/// A search that goes on.
struct Thinking {
    stop: Stop,
    /// Whether a clock ends it.
    by_clock: bool,
}

struct EngineSession {
    spec: AgentSpec,
    seated: Option<Seated>,
    /// What is wrong with the last game, position or player: there is nothing to think about until the
    /// next good one.
    failed: Option<String>,
    thinking: Option<Thinking>,
    sender: Sender<Event>,
    /// Nothing more will be asked, and the program ends with the answer.
    waiting: bool,
}

impl EngineSession {
    /// Obeys one line; what is wrong with it is answered, never fatal.
    fn hear(&mut self, line: &str, out: &mut Output<'_>) -> Result<Next, CliError> {
        let done = match Order::parse(line) {
            Ok(Order::Nothing) => Ok(()),
            Ok(Order::Quit) => match &self.thinking {
                None => return Ok(Next::Quit),
                // A question that was asked is still answered: at once, if only a clock would end it.
                Some(thinking) => {
                    if thinking.by_clock {
                        thinking.stop.soon();
                    }
                    self.waiting = true;
                    Ok(())
                }
            },
            Ok(Order::Stop) => {
                self.thinking.iter().for_each(|thinking| thinking.stop.soon());
                Ok(())
            }
            Ok(Order::Hello) => {
                writeln!(out, "id name selforge {}", env!("CARGO_PKG_VERSION"))?;
                writeln!(out, "id player {}", self.spec.spec())?;
                writeln!(out, "sgiok")?;
                Ok(())
            }
            Ok(Order::Ready) => {
                writeln!(out, "readyok")?;
                Ok(())
            }
            _ if self.thinking.is_some() => Err("thinking; say stop first".to_string()),
            Ok(Order::Player(spec)) => self.set_player(spec),
            Ok(Order::Game(spec)) => {
                let done = self.set_game(spec);
                self.failed = done.as_ref().err().map(|problem| format!("game: {problem}"));
                done
            }
            Ok(Order::Position { place, moves }) => {
                let done = self.set_position(place, &moves);
                self.failed = done.as_ref().err().map(|problem| format!("position: {problem}"));
                done
            }
            Ok(Order::Go(budget)) => self.go(budget),
            Err(problem) => Err(problem),
        };
        if let Err(problem) = done {
            writeln!(out, "error: {problem}")?;
        }
        Ok(Next::GoOn)
    }

    fn set_player(&mut self, text: &str) -> Result<(), String> {
        self.spec = AgentSpec::parse(text).map_err(|error| error.to_string())?;
        match self.seated.take() {
            Some(seated) => self.begin(seated.playable),
            None => Ok(()),
        }
    }

    fn set_game(&mut self, text: &str) -> Result<(), String> {
        let spec = Spec::parse(text).map_err(|error| error.to_string())?;
        self.begin(selforge_games::open(&spec, &NoFiles).map_err(|error| error.to_string())?)
    }

    fn begin(&mut self, playable: Playable) -> Result<(), String> {
        let player = Player::new(&self.spec, &playable).map_err(|error| error.to_string())?;
        let timeline = Arc::new(Timeline::new(Arc::new(playable.game.clone())));
        self.seated = Some(Seated { playable, player: Some(player), timeline });
        Ok(())
    }

    fn set_position(&mut self, place: &str, moves: &[&str]) -> Result<(), String> {
        let seated = self.seated.as_mut().ok_or("no game yet; say game SPEC first")?;
        let game = Arc::clone(seated.timeline.game());
        let start = match place {
            "start" => game.start(),
            text => game.parse_state(text).map_err(|error| format!("position, {error}"))?,
        };
        let mut timeline = Timeline::from_state(game, start);
        for word in moves {
            let Status::ToMove(seat) = timeline.status() else {
                return Err(format!("the game is over before '{}'", shown(word)));
            };
            let mv = timeline.game().parse_move(timeline.state(), word);
            let mv = mv.map_err(|error| error.problem)?;
            timeline.act(seat, Action::Move(mv)).map_err(|error| error.to_string())?;
        }
        seated.timeline = Arc::new(timeline);
        Ok(())
    }

    fn go(&mut self, budget: Option<Budget>) -> Result<(), String> {
        if let Some(problem) = &self.failed {
            return Err(format!(
                "nothing to think about, since the last command failed ({problem})"
            ));
        }
        let seated = self.seated.as_mut().ok_or("no game yet; say game SPEC first")?;
        if let Status::Over(outcome) = seated.timeline.status() {
            return Err(format!("the game is over: {outcome}"));
        }
        let mut player = seated.player.take().ok_or("thinking; say stop first")?;
        let stop = Stop::default();
        let by_clock = budget.unwrap_or(self.spec.budget).time.is_some();
        self.thinking = Some(Thinking { stop: stop.clone(), by_clock });
        let (timeline, sender) = (Arc::clone(&seated.timeline), self.sender.clone());
        thread::spawn(move || {
            let (game, state) = (&**timeline.game(), timeline.state());
            let line = |report: &Report<AnyMove>| info(game, state, report);
            let answer = player.choose(&mut AnyQuestion {
                state,
                history: timeline.keys(),
                budget,
                stop: &stop,
                seed: game.key(state),
                progress: &mut |report| {
                    // The main loop ends before this thread only when the program does.
                    let _ = sender.send(Event::Info(line(report)));
                },
            });
            let answer = match answer {
                Ok(report) => {
                    let _ = sender.send(Event::Info(line(&report)));
                    let mv = report.line[0];
                    let text = written(|text| game.write_move(state, mv, text));
                    format!("bestmove {text}")
                }
                Err(failure) => format!("error: {failure}"),
            };
            let _ = sender.send(Event::Done(player, answer));
        });
        Ok(())
    }
}

/// What a player knows so far, as a line of the protocol.
fn info(game: &AnyGame, state: &AnyState, report: &Report<AnyMove>) -> String {
    let mut text =
        format!("info depth {} nodes {} score {} line", report.depth, report.nodes, report.score.0);
    let mut state = state.clone();
    for &mv in &report.line {
        text.push(' ');
        text += &written(|text| game.write_move(&state, mv, text));
        game.play(&mut state, mv);
    }
    text
}
