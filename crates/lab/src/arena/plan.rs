//! What will be played: settings, checked, and turned into numbered games.

use selforge_agents::{AgentSpec, Player};
use selforge_core::{Game, Spec, Stream};
use selforge_games::{Environment, Playable};

use super::adjudicate::Adjudication;
use super::fingerprint;
use super::openings::{Opening, check_all};
use crate::LabError;
use crate::starts::{Files, Starts};
use crate::stats::Sprt;

/// The most games of a run, and the most players.
const MAX_GAMES: usize = 1_000_000;
const MAX_PLAYERS: usize = 64;

/// All that decides the results of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The game. Where its start depends on a seed, each start of the run gets its own instead.
    pub game: Spec,
    /// The players; two of a kind are two players.
    pub players: Vec<AgentSpec>,
    /// How many games each table plays: each pair of players, with two seats.
    pub games: usize,
    /// Decides every random choice.
    pub seed: u64,
    /// So many random moves begin the games of a start.
    pub random_plies: u32,
    /// What the players are called; their specs if it is empty.
    pub names: Vec<String>,
    /// Whether the first player meets all others and these not each other.
    pub gauntlet: bool,
    /// Where the starts are, in turn; those of the game itself if there are none.
    pub openings: Vec<Opening>,
    /// When games are ended by what both players think of them.
    pub adjudication: Option<Adjudication>,
    /// Stop when this question is answered.
    pub sprt: Option<Sprt>,
}

impl Settings {
    /// A match with nothing out of the ordinary.
    #[must_use]
    pub fn new(game: Spec, players: Vec<AgentSpec>, games: usize, seed: u64) -> Settings {
        Settings {
            game,
            players,
            games,
            seed,
            random_plies: 0,
            names: Vec::new(),
            gauntlet: false,
            openings: Vec::new(),
            adjudication: None,
            sprt: None,
        }
    }
}

/// Settings that make a match.
#[derive(Clone, Debug)]
pub struct Plan {
    settings: Settings,
    starts: Starts,
    seats: usize,
    /// Which players sit down together.
    tables: Vec<Vec<usize>>,
    fingerprint: String,
}

/// One game of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The number of the game, from 0.
    pub index: usize,
    /// The number of its start.
    pub start: usize,
    /// The players by seat.
    pub players: Vec<usize>,
}

impl Plan {
    /// Checks settings: opens the game and seats every player at it.
    ///
    /// # Errors
    /// If the game does not open, a player does not fit it, or the numbers make no match.
    pub fn new(settings: Settings, environment: &dyn Environment) -> Result<Plan, LabError> {
        let starts = Starts::new(&settings.game, environment)?;
        let seats = usize::from(starts.opened().game.seats());
        check_numbers(&settings, seats)?;
        let tables = tables(settings.players.len(), seats, settings.gauntlet);
        let mut plan = Plan { settings, starts, seats, tables, fingerprint: String::new() };
        check_all(&plan.settings.openings, plan.starts.opened(), |it| plan.open_at(it))?;
        let first = plan.open(0)?;
        let players = plan.settings.players.iter().map(|player| Player::new(player, &first));
        let mut players = players.collect::<Result<Vec<_>, _>>()?;
        // Better now than by forfeit in every game.
        for player in players.iter_mut().filter(|player| player.spec().is_local()) {
            player.try_out().map_err(|failure| {
                let problem = format!("player '{}': {}", player.spec().spec(), failure.reason);
                LabError::settings(problem, "a program that starts and answers")
            })?;
        }
        plan.fingerprint = fingerprint::of(&first, players, plan.settings.seed);
        Ok(plan)
    }

    /// The files that the game was made from.
    pub(super) fn files(&self) -> &Files {
        self.starts.files()
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The game in canonical form; without a seed if each start has its own.
    #[must_use]
    pub fn game(&self) -> &Spec {
        self.starts.game()
    }

    /// The name and version of the game's rules.
    #[must_use]
    pub fn rules(&self) -> String {
        self.starts.opened().rules_name()
    }

    /// What the players do in the first start when they think but briefly, as a number in
    /// hexadecimal. Two programs that differ in it play otherwise; external players are not asked.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// How many seats the game has.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Whether each start has a seed of its own.
    #[must_use]
    pub fn is_seeded(&self) -> bool {
        self.starts.are_seeded()
    }

    /// Which players sit down together: every pair, with two seats.
    #[must_use]
    pub fn tables(&self) -> &[Vec<usize>] {
        &self.tables
    }

    /// How many games will be played at most.
    #[must_use]
    pub fn games(&self) -> usize {
        self.settings.games * self.tables.len()
    }

    /// How many starts there are.
    #[must_use]
    pub fn starts(&self) -> usize {
        self.settings.games.div_ceil(self.seats)
    }

    /// Whether the same plan always gives the same results: no clock decides.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.settings.players.iter().all(AgentSpec::is_repeatable)
    }

    /// The game with this number. Start by start, table by table, each start's games in a row with
    /// the seats turned by one.
    #[must_use]
    pub fn fixture(&self, index: usize) -> Fixture {
        let (round, turn) = (index / self.seats, index % self.seats);
        let (start, table) = (round / self.tables.len(), round % self.tables.len());
        let mut players = self.tables[table].clone();
        players.rotate_left(turn);
        Fixture { index, start, players }
    }

    /// Opens the game as it begins at a start.
    ///
    /// # Errors
    /// If no position can be made for it in a good number of tries.
    pub fn open(&self, start: usize) -> Result<Playable, LabError> {
        match self.opening(start) {
            Some(opening) => self.open_at(opening),
            None => self.starts.open(self.settings.seed, start),
        }
    }

    /// Whether all games begin alike.
    pub(crate) fn has_one_start(&self) -> bool {
        let openings = &self.settings.openings;
        let one = match openings.first() {
            Some(first) => openings.iter().all(|opening| opening == first),
            None => !self.is_seeded(),
        };
        one && self.settings.random_plies == 0
    }

    /// Opens the game as an opening has it.
    fn open_at(&self, opening: &Opening) -> Result<Playable, LabError> {
        let Some(position) = &opening.position else { return Ok(self.starts.opened().clone()) };
        self.starts.open_position(position)
    }

    /// The opening of a start, if there are any.
    pub(crate) fn opening(&self, start: usize) -> Option<&Opening> {
        let openings = &self.settings.openings;
        openings.get(start % openings.len().max(1))
    }

    /// The table that a game is played at.
    pub(crate) fn table(&self, index: usize) -> usize {
        index / self.seats % self.tables.len()
    }

    /// What a player is called.
    #[must_use]
    pub fn name(&self, player: usize) -> String {
        let name = self.settings.names.get(player).filter(|name| !name.is_empty());
        name.cloned().unwrap_or_else(|| self.settings.players[player].spec().to_string())
    }

    /// What chooses a random move at the beginning of a start's games; none behind the beginning.
    pub(crate) fn random_move(&self, start: usize, ply: u32) -> Option<Stream> {
        let index = (start as u64) << 32 | u64::from(ply);
        let line = self.opening(start).map_or(0, |opening| opening.moves.len());
        let random = (line..line + self.settings.random_plies as usize).contains(&(ply as usize));
        random.then(|| Stream::new(self.settings.seed, "random-move", index))
    }

    /// The seed of one move's random choices.
    pub(crate) fn move_seed(&self, game: usize, ply: u32) -> u64 {
        let game = Stream::new(self.settings.seed, "game", game as u64).bits();
        Stream::new(game, "move", u64::from(ply)).bits()
    }
}

/// Reads players from a line: `swarm; alphabeta time=50ms`. Semicolons in quotes separate nothing.
///
/// # Errors
/// If one of them is no player.
pub fn parse_players(text: &str) -> Result<Vec<AgentSpec>, LabError> {
    Ok(parse_named_players(text)?.0)
}

/// As [`parse_players`], where each may have a name before it: `deep: alphabeta depth=4; swarm`. Nothing
/// is the name of a player without one.
///
/// # Errors
/// If one of them is no player, or two have the same name.
pub fn parse_named_players(text: &str) -> Result<(Vec<AgentSpec>, Vec<String>), LabError> {
    let (mut players, mut names) = (Vec::new(), Vec::new());
    for part in split_list(text) {
        let (name, spec) = match part.split_once(": ") {
            Some((name, spec)) if !name.contains(['=', '"']) => (name.trim(), spec),
            _ => ("", part.as_str()),
        };
        let problem = format!("two players named '{name}'");
        let free = name.is_empty() || !names.iter().any(|known| known == name);
        LabError::require(free, problem, "another name for each")?;
        let problem = format!("the name '{}'", selforge_catalogue::shown(name));
        let short = name.chars().count() <= 60 && !name.chars().any(char::is_control);
        LabError::require(short, problem, "60 characters at most")?;
        names.push(name.to_owned());
        players.push(AgentSpec::parse(spec)?);
    }
    if names.iter().all(String::is_empty) {
        names.clear();
    }
    Ok((players, names))
}

/// The parts of a list with semicolons between them; those in quotes separate nothing.
#[must_use]
pub fn split_list(text: &str) -> Vec<String> {
    let (mut parts, mut quoted, mut escaped) = (vec![String::new()], false, false);
    for c in text.chars() {
        if c == ';' && !quoted {
            parts.push(String::new());
            continue;
        }
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        parts.last_mut().expect("there is a first part").push(c);
    }
    let named = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    named.map(str::to_owned).collect()
}

fn check_numbers(settings: &Settings, seats: usize) -> Result<(), LabError> {
    let (players, games) = (settings.players.len(), settings.games);
    let told = if players == 1 { "1 player".to_owned() } else { format!("{players} players") };
    LabError::require(
        (seats..=MAX_PLAYERS).contains(&players),
        format!("{told} for a game of {seats} seats"),
        format!("{seats} players or more, up to {MAX_PLAYERS}; the same one may play twice"),
    )?;
    // The same player in every seat has nothing to exchange.
    let alone = settings.players.iter().all(|player| *player == settings.players[0]);
    let below = games / seats * seats;
    LabError::require(
        games > 0 && (games == below || (alone && players == seats)),
        format!("{games} games, but every start is played once in each of {seats} seats"),
        match below {
            0 => format!("{seats} games or a multiple"),
            below => format!("a multiple of {seats}, such as {below} or {}", below + seats),
        },
    )?;
    let tables = match settings.gauntlet {
        true => count_choices(players - 1, seats - 1),
        false => count_choices(players, seats),
    };
    LabError::require(
        games.saturating_mul(tables) <= MAX_GAMES,
        format!("{games} games at each of {tables} tables"),
        format!("at most {MAX_GAMES} games in all"),
    )?;
    let problem = format!("{} names for {players} players", settings.names.len());
    let named = [0, players].contains(&settings.names.len());
    LabError::require(named, problem, "a name for each, or none")?;
    let problem = format!("adjudication by score in a game of {seats} seats");
    let for_two = settings.adjudication.is_none() || seats == 2;
    LabError::require(for_two, problem, "a game for two")?;
    let silent = settings.players.iter().find(|player| !player.has_opinions());
    if let Some(silent) = silent.filter(|_| settings.adjudication.is_some()) {
        let problem = format!("adjudication by score with '{}', which has none", silent.spec());
        return Err(LabError::settings(problem, "players that say who is ahead"));
    }
    let Some(sprt) = settings.sprt else { return Ok(()) };
    sprt.check()?;
    LabError::require(seats == 2, format!("sprt in a game of {seats} seats"), "a game for two")
}

/// Which players sit down together: every choice, or in a gauntlet those with the first.
fn tables(players: usize, seats: usize, gauntlet: bool) -> Vec<Vec<usize>> {
    if !gauntlet {
        return choices(players, seats);
    }
    let others = choices(players - 1, seats - 1).into_iter();
    others
        .map(|others| [0].into_iter().chain(others.into_iter().map(|it| it + 1)).collect())
        .collect()
}

/// How many choices of `wanted` of `all` there are.
fn count_choices(all: usize, wanted: usize) -> usize {
    (0..wanted).fold(1, |count: usize, at| count.saturating_mul(all - at) / (at + 1))
}

/// Every choice of `wanted` of the numbers below `all`, each in order.
fn choices(all: usize, wanted: usize) -> Vec<Vec<usize>> {
    if wanted == 0 {
        return vec![Vec::new()];
    }
    let with_last = |last: usize| {
        choices(last, wanted - 1).into_iter().map(move |mut choice| {
            choice.push(last);
            choice
        })
    };
    let mut choices: Vec<_> = (wanted - 1..all).flat_map(with_last).collect();
    choices.sort();
    choices
}

#[cfg(test)]
mod tests {
    use selforge_games::NoFiles;

    use super::*;

    pub(crate) fn plan(game: &str, players: &str, games: usize) -> Result<Plan, LabError> {
        let players = parse_players(players)?;
        let game = Spec::parse(game).unwrap();
        Plan::new(Settings::new(game, players, games, 1), &NoFiles)
    }

    #[test]
    fn seats_are_exchanged_at_every_start() {
        let plan = plan("selfo board=hexhex-3", "random; greedy", 6).unwrap();
        assert_eq!((plan.games(), plan.starts()), (6, 3));
        for start in 0..3 {
            let (first, second) = (plan.fixture(2 * start), plan.fixture(2 * start + 1));
            assert_eq!((first.start, second.start), (start, start));
            assert_eq!((first.players, second.players), (vec![0, 1], vec![1, 0]));
        }
    }

    #[test]
    fn three_seats_are_turned_three_times_and_more_players_make_a_round_robin() {
        let three = plan("selfo seats=3 board=hexhex-4", "random; random; greedy", 3).unwrap();
        let seats: Vec<_> = (0..3).map(|index| three.fixture(index).players).collect();
        assert_eq!(seats, [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
        let robin = plan("selfo board=hexhex-3", "random; greedy; swarm", 4).unwrap();
        assert_eq!(robin.tables(), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(robin.games(), 12);
        assert_eq!(robin.fixture(11).players, [2, 1]);
        assert_eq!((robin.fixture(5).start, robin.fixture(6).start), (0, 1));
    }

    #[test]
    fn random_setups_get_a_seed_for_each_start_and_fixed_ones_none() {
        let random = plan("selfo board=hexhex-4 seed=9", "random; random", 4).unwrap();
        assert!(random.is_seeded());
        assert_eq!(random.game().to_string(), "selfo board=hexhex-4");
        let specs = [0, 1, 0].map(|start| random.open(start).unwrap().spec.to_string());
        assert_ne!(specs[0], specs[1]);
        assert_eq!(specs[0], specs[2]);
        let fixed = plan("selfo setup=regular-1 seed=9", "random; random", 4).unwrap();
        assert!(!fixed.is_seeded());
        assert_eq!(fixed.open(1).unwrap().spec.to_string(), "selfo setup=regular-1");
    }

    #[test]
    fn what_makes_no_match_is_refused_before_the_first_game() {
        let refused = |game: &str, players: &str, games| {
            plan(game, players, games).map(|_| ()).unwrap_err().to_string()
        };
        let problem = refused("selfo", "random", 2);
        assert!(problem.starts_with("1 player for a game of 2 seats; expected 2"), "{problem}");
        let problem = refused("selfo", "random; greedy", 201);
        assert!(problem.ends_with("a multiple of 2, such as 200 or 202"), "{problem}");
        assert_eq!(plan("selfo", "random; random", 15).unwrap().starts(), 8, "nobody to exchange");
        assert!(plan("selfo", "random; random; random", 15).is_err());
        let problem = refused("selfo", "random; swrm", 2);
        assert!(problem.contains("did you mean 'swarm'"), "{problem}");
        let problem = refused("selfo", "random; alphabeta time=0ms", 2);
        assert!(problem.contains("time=0ms"), "{problem}");
        let problem = refused("selfo seats=3", "random; swarm; alphabeta", 3);
        assert!(problem.contains("two seats"), "{problem}");
        let problem = refused("chess", "random; swarm", 2);
        assert!(problem.contains("only Selfo"), "{problem}");
        assert!(refused("selfo lenght=2", "random; swarm", 2).contains("length"));
    }

    #[test]
    fn players_may_have_names_and_a_gauntlet_is_run_by_the_first() {
        let (players, names) =
            parse_named_players("Deep One: alphabeta depth=2; random; external cmd=\"a: b\"")
                .unwrap();
        assert_eq!(
            (players.len(), names),
            (3, vec!["Deep One".into(), String::new(), String::new()])
        );
        assert!(parse_named_players("random; swarm").unwrap().1.is_empty());
        let twice = parse_named_players("a: random; a: swarm").unwrap_err().to_string();
        assert_eq!(twice, "two players named 'a'; expected another name for each");
        let game = Spec::parse("selfo board=hexhex-3").unwrap();
        let (players, names) = parse_named_players("x: random; random; greedy; swarm").unwrap();
        let settings = Settings { names, gauntlet: true, ..Settings::new(game, players, 4, 1) };
        let plan = Plan::new(settings, &NoFiles).unwrap();
        assert_eq!(plan.tables(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!((plan.name(0), plan.name(2)), ("x".to_owned(), "greedy".to_owned()));
        let tables: Vec<usize> = (0..8).map(|index| plan.table(index)).collect();
        assert_eq!(tables, [0, 0, 1, 1, 2, 2, 0, 0]);
    }

    #[test]
    fn the_most_games_are_counted_by_the_tables_that_there_are() {
        for (all, wanted) in [(2, 2), (5, 2), (6, 3), (9, 1), (4, 4)] {
            assert_eq!(count_choices(all, wanted), choices(all, wanted).len());
        }
        assert_eq!(tables(4, 3, true), [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
        let game = Spec::parse("selfo board=hexhex-3").unwrap();
        let many = vec!["random"; 64].join("; ");
        let settings = |gauntlet| {
            let players = parse_players(&many).unwrap();
            Settings { gauntlet, ..Settings::new(game.clone(), players, 10_000, 1) }
        };
        assert!(check_numbers(&settings(true), 2).is_ok(), "63 tables of 10,000 games");
        let problem = check_numbers(&settings(false), 2).unwrap_err().to_string();
        assert!(problem.starts_with("10000 games at each of 2016 tables"), "{problem}");
        let problem = check_numbers(&settings(false), 6).unwrap_err().to_string();
        assert!(problem.contains("a multiple of 6"), "{problem}");
        let six = Settings { games: 6, ..settings(false) };
        let problem = check_numbers(&six, 6).unwrap_err().to_string();
        assert!(problem.starts_with("6 games at each of 74974368 tables"), "{problem}");
    }

    #[test]
    fn games_from_one_opening_begin_alike_whatever_seed_the_starts_would_have() {
        let alike = |game: &str, openings: &[&str], random_plies| {
            let players = parse_players("random; random").unwrap();
            let opening = |moves: &&str| Opening {
                position: None,
                moves: moves.split_whitespace().map(str::to_owned).collect(),
            };
            let openings = openings.iter().map(opening).collect();
            let game = Spec::parse(game).unwrap();
            let settings =
                Settings { openings, random_plies, ..Settings::new(game, players, 4, 1) };
            Plan::new(settings, &NoFiles).unwrap().has_one_start()
        };
        assert!(alike("chess", &[], 0) && !alike("chess", &[], 2));
        assert!(alike("chess", &["e2e4"], 0) && !alike("chess", &["e2e4", "d2d4"], 0));
        assert!(alike("chess", &["e2e4", "e2e4"], 0));
        assert!(!alike("selfo board=hexhex-3", &[], 0));
        assert!(alike("selfo board=hexhex-3", &["pass"], 0), "all play the opening's own start");
    }

    #[test]
    fn semicolons_in_quotes_separate_no_players() {
        let error = parse_players(r#"random; swarm note="a;b""#).unwrap_err().to_string();
        assert!(error.contains("note=a;b"), "{error}");
        assert_eq!(parse_players("random;; swarm;").unwrap().len(), 2);
    }
}
