//! A game with a host: what it was told, what it is answered.
//!
//! The rules are those of the rule file, so that moves have the names that the host uses. Selfo has a
//! better player than the general one: its native search is asked with the same position.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use selforge_agents::{AgentSpec, AnyQuestion, Budget, Player, Report, Stop};
use selforge_catalogue::{Layout, Playable, Score};
use selforge_core::{AnyGame, AnyMove, AnyState, Game, Seat, Status, Stream};
use selforge_games::zrf::{Move, Position, Rules, Zrf};

use crate::titles;

/// What the functions of the interface answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub(crate) enum Answer {
    Ok = 0,
    GenericError = -1,
    UnknownVariant = -3,
    UnknownPlayer = -4,
    UnknownPiece = -5,
    InvalidPosition = -7,
    NoMoves = -8,
}

const UNKNOWN: i32 = -2_140_000_000;
const LOSS: i32 = -2_130_000_000;
const DRAW: i32 = 0;
const WIN: i32 = 2_130_000_000;

/// How long a search lasts that nothing else limits.
const LONGEST: Duration = Duration::from_secs(10);

/// What a search may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    /// None: until the host stops it or the depth is reached.
    pub(crate) time: Option<Duration>,
    pub(crate) depth: Option<u32>,
    /// 0, always the best move, to 10.
    pub(crate) variety: u32,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Progress {
    pub(crate) best: String,
    pub(crate) nodes: i32,
    pub(crate) score: i32,
    pub(crate) depth: i32,
}

/// A game with a host.
pub(crate) struct Session {
    game: Arc<Zrf>,
    /// The game for the general player.
    file: Playable,
    player: Option<Player>,
    native: Option<Native>,
    position: Position,
    /// The repetition keys of the positions before this one.
    history: Vec<u64>,
    /// How many passes in succession led here.
    passes: usize,
    /// Whether nothing was sent since the start.
    is_fresh: bool,
    /// What the host calls the piece, in games with only one.
    alias: Option<(String, String)>,
    /// The position of the board that was asked about.
    asked: Option<u16>,
    list: Option<std::vec::IntoIter<String>>,
    /// The last answer, so that the same question gets it again.
    answered: Option<(Limits, Progress)>,
    searches: u64,
}

/// A native game whose player thinks for the one of the rule file.
struct Native {
    playable: Playable,
    player: Player,
    /// The letters of native positions by player and type.
    letters: HashMap<(u16, u16), char>,
    /// The position of the file for each cell of the native picture.
    sites: Vec<u16>,
    /// The native seat of each player of the file.
    seats: HashMap<u16, Seat>,
}

fn player_for(playable: &Playable) -> Option<Player> {
    let name = match playable.game.seats() {
        1 => "mcts",
        2 => "alphabeta",
        _ => "paranoid",
    };
    Player::new(&AgentSpec::parse(name).ok()?, playable).ok()
}

impl Session {
    /// Begins the game with this title.
    pub(crate) fn start(title: &str) -> Result<Session, Answer> {
        let titled = titles::find(title).ok_or(Answer::UnknownVariant)?;
        let game = titled.file.typed::<Zrf>().ok_or(Answer::GenericError)?;
        let player = player_for(&titled.file);
        let position = game.bare_start();
        let native = titled.native.filter(|(native, _)| native.family.name == "selfo");
        let native = native.and_then(|(playable, text)| {
            let rules = game.rules();
            let letters = text.letters.iter().map(|(player, piece, letter)| {
                Some(((rules.player(player)?, rules.piece(piece)?), *letter))
            });
            let cells = playable.diagram(&playable.game.start()).cells;
            let sites = cells.iter().map(|cell| rules.site(&cell.name));
            let seats = Seat::all(playable.game.seats()).zip(&text.players);
            let seats = seats.map(|(seat, player)| Some((rules.player(player)?, seat)));
            Some(Native {
                letters: letters.collect::<Option<_>>()?,
                sites: sites.collect::<Option<_>>()?,
                seats: seats.collect::<Option<_>>()?,
                player: player_for(&playable)?,
                playable,
            })
        });
        Ok(Session {
            game,
            file: titled.file,
            player,
            native,
            position,
            history: Vec::new(),
            passes: 0,
            is_fresh: true,
            alias: None,
            asked: None,
            list: None,
            answered: None,
            searches: 0,
        })
    }

    fn rules(&self) -> &Arc<Rules> {
        self.game.rules()
    }

    /// Does what a text says: a move, an edit in brackets, or a position that is asked about.
    pub(crate) fn told(&mut self, text: &str) -> Answer {
        let text = text.trim();
        if text.starts_with('(') {
            return self.edit(text);
        }
        if let Some(site) = self.rules().site(text) {
            self.asked = Some(site);
            self.list = None;
            return Answer::Ok;
        }
        let line = self.in_our_words(text);
        match self.rules().move_of_line(&self.position, &line) {
            Ok(mv) => {
                self.play(mv);
                Answer::Ok
            }
            Err(_) => Answer::GenericError,
        }
    }

    fn play(&mut self, mv: Move) {
        self.history.push(self.game.repetition_key(&self.position));
        self.passes = if mv == Move::PASS { self.passes + 1 } else { 0 };
        let rules = Arc::clone(self.rules());
        rules.play_alone(&mut self.position, mv);
        self.changed();
    }

    fn changed(&mut self) {
        self.is_fresh = false;
        self.asked = None;
        self.list = None;
        self.answered = None;
    }

    fn edit(&mut self, text: &str) -> Answer {
        let mut words = text.trim_matches(['(', ')', ' ']).split_whitespace();
        let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let places = first != "x";
        if places && self.rules().player(first).is_none() {
            return Answer::UnknownPlayer;
        }
        if places && self.rules().piece(second).is_none() {
            let Some(only) = self.only_piece() else { return Answer::UnknownPiece };
            self.alias = Some((second.to_owned(), only));
        }
        let line = self.in_our_words(text);
        let rules = Arc::clone(self.rules());
        let mut position = self.position.clone();
        // The first piece that is placed begins the whole start position.
        if places && self.is_fresh {
            rules.empty(&mut position);
        }
        match rules.edit_by_line(&mut position, &line) {
            Ok(()) => {
                self.position = position;
                self.history.clear();
                self.passes = 0;
                self.changed();
                Answer::Ok
            }
            Err(_) => Answer::InvalidPosition,
        }
    }

    /// The name of the piece in a game that has only one for people to see.
    fn only_piece(&self) -> Option<String> {
        let mut shown =
            self.rules().types.iter().filter(|piece| !piece.dummy && piece.name != "Swap");
        let only = shown.next()?.name.clone();
        shown.next().is_none().then_some(only)
    }

    fn in_our_words(&self, text: &str) -> String {
        match &self.alias {
            Some((theirs, ours)) => replace_word(text, theirs, ours),
            None => text.to_owned(),
        }
    }

    fn in_their_words(&self, text: &str) -> String {
        match &self.alias {
            Some((theirs, ours)) => replace_word(text, ours, theirs),
            None => text.to_owned(),
        }
    }

    /// Begins a list of the legal moves; those of one position if that was asked about.
    pub(crate) fn list_moves(&mut self) {
        let asked = self.asked.map(|site| self.rules().sites[usize::from(site)].name.clone());
        let lines =
            if self.over().0 == UNKNOWN { self.rules().lines(&self.position) } else { Vec::new() };
        let about = |line: &String| match &asked {
            Some(name) => line.split_whitespace().any(|word| word == name),
            None => true,
        };
        let lines = lines.into_iter().map(|(_, line)| line).filter(about);
        let lines: Vec<String> = lines.map(|line| self.in_their_words(&line)).collect();
        self.list = Some(lines.into_iter());
    }

    /// Whether a list is being shown.
    pub(crate) fn is_listing(&self) -> bool {
        self.list.is_some()
    }

    /// The next move of the list; none at its end, after which no list is shown.
    pub(crate) fn next_move(&mut self) -> Option<String> {
        let next = self.list.as_mut().and_then(Iterator::next);
        if next.is_none() {
            self.list = None;
        }
        next
    }

    /// How the game stands for the side that is next, and why if it is over.
    pub(crate) fn over(&self) -> (i32, Option<String>) {
        let next = self.rules().turns[self.position.turn()].player;
        let next = self.rules().players[usize::from(next)].seat;
        let next = next.map(|seat| Seat::new(usize::from(seat)));
        let outcome = match self.game.status(&self.position) {
            Status::Over(outcome) => Some((outcome, self.game.ending(&self.position).to_owned())),
            Status::ToMove(_) => {
                let key = self.game.repetition_key(&self.position);
                let before = self.history.iter().filter(|known| **known == key).count() as u32;
                let most = self.game.history_rules().repetition;
                most.filter(|most| before + 1 >= *most).map(|_| {
                    let told = self.game.repetition_outcome(&self.position);
                    let draw = || selforge_core::Outcome::draw(self.game.seats());
                    (told.unwrap_or_else(draw), "repetition".to_owned())
                })
            }
        };
        let Some((outcome, reason)) = outcome else { return (UNKNOWN, None) };
        let score = match outcome.winner() {
            _ if outcome.is_draw() => DRAW,
            winner if winner == next => WIN,
            _ => LOSS,
        };
        (score, Some(reason))
    }

    /// Looks for the best move of the side to move.
    pub(crate) fn search(
        &mut self,
        limits: Limits,
        stop: &Stop,
        show: &mut dyn FnMut(Progress),
    ) -> Result<Progress, Answer> {
        let lines = self.rules().lines(&self.position);
        if lines.is_empty() || self.over().0 != UNKNOWN {
            return Err(Answer::NoMoves);
        }
        if let Some((known, progress)) = &self.answered
            && *known == limits
            && limits.variety == 0
        {
            return Ok(progress.clone());
        }
        self.searches += 1;
        let seed = u64::from(limits.variety) * self.searches;
        // Variety is played by a shorter look and by chance among the moves of the first plies.
        let random = Stream::new(seed, "variety", 0).below(20) < limits.variety;
        let progress = if random {
            let line = Stream::new(seed, "variety", 1).pick(&lines).map(|(_, line)| line.clone());
            let best = self.in_their_words(&line.unwrap_or_default());
            Progress { best, nodes: 1, score: UNKNOWN, depth: 0 }
        } else {
            self.think(limits, stop, seed, &lines, show)?
        };
        self.answered = Some((limits, progress.clone()));
        Ok(progress)
    }

    fn think(
        &mut self,
        limits: Limits,
        stop: &Stop,
        seed: u64,
        lines: &[(Move, String)],
        show: &mut dyn FnMut(Progress),
    ) -> Result<Progress, Answer> {
        let unlimited = limits.time.is_none() && limits.depth.is_none();
        let budget = Budget {
            time: limits.time.or(unlimited.then_some(LONGEST)),
            nodes: None,
            depth: limits.depth,
        };
        let turn = self.position.turn();
        let alias = self.alias.clone();
        let tell = |report: &Report<AnyMove>, line: Option<&String>| Progress {
            best: match (&alias, line) {
                (Some((theirs, ours)), Some(line)) => replace_word(line, ours, theirs),
                (_, line) => line.cloned().unwrap_or_default(),
            },
            nodes: report.nodes.min(i32::MAX as u64) as i32,
            score: score(report.score),
            depth: report.depth as i32,
        };
        if let Some(native) = &mut self.native
            && let Some(state) = native.state(&self.game, &self.position, turn, self.passes)
        {
            let Native { playable, player, .. } = native;
            player.new_game();
            let found = |mv: AnyMove| {
                let text = plain(&playable.move_text(&state, mv));
                lines.iter().find(|(known, _)| {
                    let mut ours = String::new();
                    let written = self.game.write_move(&self.position, *known, &mut ours);
                    written.is_ok() && plain(&ours) == text
                })
            };
            let line_of = |report: &Report<AnyMove>| {
                let mv = *report.line.first()?;
                found(mv).map(|(_, line)| line)
            };
            let report = player.choose(&mut AnyQuestion {
                state: &state,
                history: &[],
                budget: Some(budget),
                stop,
                seed,
                progress: &mut |report| {
                    if let Some(line) = line_of(report) {
                        show(tell(report, Some(line)));
                    }
                },
            });
            if let Ok(report) = report
                && let Some(line) = line_of(&report)
            {
                return Ok(tell(&report, Some(line)));
            }
        }
        let player = self.player.as_mut().ok_or(Answer::GenericError)?;
        player.new_game();
        let state = AnyGame::wrap::<Zrf>(self.position.clone());
        let line_of = |report: &Report<AnyMove>| {
            let code = report.line.first()?.0;
            lines.iter().find(|(mv, _)| selforge_core::MoveRepr::to_code(*mv) == code)
        };
        let report = player.choose(&mut AnyQuestion {
            state: &state,
            history: &self.history,
            budget: Some(budget),
            stop,
            seed,
            progress: &mut |report| {
                if let Some((_, line)) = line_of(report) {
                    show(tell(report, Some(line)));
                }
            },
        });
        let report = report.map_err(|_| Answer::GenericError)?;
        let line = line_of(&report).ok_or(Answer::GenericError)?;
        let _ = &self.file;
        Ok(tell(&report, Some(&line.1)))
    }
}

impl Native {
    /// The same position in the native game; none if it is no position there.
    fn state(
        &self,
        game: &Zrf,
        position: &Position,
        turn: usize,
        passes: usize,
    ) -> Option<AnyState> {
        let rules = game.rules();
        let to_move = *self.seats.get(&rules.turns[turn].player)?;
        let letter = |site: &u16| match position.piece(rules, *site) {
            Some(piece) => self.letters.get(&piece).map(|letter| Some(*letter)),
            None => Some(None),
        };
        let cells = self.sites.iter().map(letter).collect::<Option<Vec<_>>>()?;
        let mut text = self.playable.compose(&Layout { cells, to_move })?;
        // Who may swap: the second player on the first turn, as long as the file has such a turn.
        match (rules.repeat > 0, turn) {
            (true, 0) => {}
            (true, 1) => text.push_str(&format!(" swap={to_move}")),
            _ => text.push_str(" swap=-"),
        }
        if passes == 1 {
            text.push_str(" passes=1");
        }
        let state = self.playable.game.parse_state(&text).ok()?;
        self.playable.game.status(&state).to_move().map(|_| state)
    }
}

/// A move's origin and target, or the word for what it is.
fn plain(text: &str) -> String {
    let moved = text.split([',', '=']).next().unwrap_or_default();
    if moved.starts_with("swap") { "swap".to_owned() } else { moved.replace('x', "-") }
}

fn replace_word(text: &str, from: &str, to: &str) -> String {
    let bare = |word: &str| word.trim_matches(['(', ')']).to_owned();
    let word =
        |word: &str| if bare(word) == from { word.replace(from, to) } else { word.to_owned() };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A score on the scale of the interface.
fn score(score: Score) -> i32 {
    match (score.plies_to_win(), score.plies_to_loss()) {
        (Some(plies), _) => WIN - plies as i32,
        (_, Some(plies)) => LOSS + plies as i32,
        _ => score.0,
    }
}
