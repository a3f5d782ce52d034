//! What the games of a run say together. Nothing in it depends on a clock: see [`Times`].
//!
//! [`Times`]: super::Times

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::plan::Plan;
use super::played::Played;
use super::run::{Run, pair_result};
use crate::stats::{
    Elo, Interval, Meeting, Rating, Sample, Share, Sprt, Strength, Verdict, bradley_terry, glicko2,
    likelihood_of_superiority, rounded,
};

/// Wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games in which the player was first alone.
    pub wins: u64,
    /// Games in which it shared the first place.
    pub draws: u64,
    /// All others.
    pub losses: u64,
}

/// What one player made of the run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerResult {
    /// What it is called: its name in this run, or its spec.
    pub name: String,
    /// The player.
    pub spec: String,
    /// Wins, draws and losses.
    #[serde(flatten)]
    pub tally: Tally,
    /// How many games it played.
    pub games: u64,
    /// Its wins as a share.
    pub win_share: Share,
    /// Its draws as a share.
    pub draw_share: Share,
    /// Its losses as a share.
    pub loss_share: Share,
    /// Points per game.
    pub score: f64,
    /// Where the true score may lie (95 %).
    pub score_interval: Interval,
    /// Its games in the first seat.
    pub in_first_seat: Tally,
    /// The games at whose end its set was blocked; none in games without blockades.
    pub blocked: Option<Share>,
    /// The share of all plies of its games after which its set was blocked.
    pub blocked_plies: Option<f64>,
    /// Games it lost for a reason outside the rules.
    pub forfeits: u64,
    /// Those of them that it lost on time.
    pub time_losses: u64,
    /// How many moves it made.
    pub moves: u64,
    /// How many positions it looked at.
    pub nodes: u64,
    /// Its rating among the players of this run (Glicko-2, each start a period).
    pub rating: Rating,
    /// Its rating by the model of Bradley and Terry, from all games at once.
    pub strength: Strength,
}

/// What came of the games of two players against each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Encounter {
    /// The two, by number.
    pub players: [usize; 2],
    /// How it went for the first.
    #[serde(flatten)]
    pub tally: Tally,
    /// Pairs of games by what the first made of them: two losses, …, two wins.
    pub pairs: [u64; 5],
    /// The first's Elo difference, with the error of the pairs.
    pub elo: Elo,
    /// How likely the first is the better one: its true score is above ½. By the pairs, as the Elo
    /// difference and its interval.
    pub likelihood_of_superiority: f64,
    /// The answer to the question of the run, if it had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtResult>,
}

/// Why games ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cause {
    /// In words.
    pub cause: String,
    /// Whether such games were cut off rather than played out.
    pub adjudicated: bool,
    /// How many there were, of all games.
    #[serde(flatten)]
    pub share: Share,
}

/// How the first seat did, whoever sat there.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct FirstSeat {
    /// Wins, draws and losses of the first seat.
    #[serde(flatten)]
    pub tally: Tally,
    /// Its points per game; fair is one divided by the seats.
    pub score: f64,
    /// Where the true score may lie (95 %).
    pub score_interval: Interval,
}

/// What the games of a run say.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The program and its version.
    pub program: String,
    /// The game, without the seeds of the starts.
    pub game: String,
    /// The run's seed.
    pub seed: u64,
    /// Games of the plan.
    pub planned: usize,
    /// Games that count.
    pub games: usize,
    /// Whether all that was asked for was played.
    pub complete: bool,
    /// Whether the same run gives the same results again: no clock decides.
    pub repeatable: bool,
    /// The players.
    pub players: Vec<PlayerResult>,
    /// Every two that met, in games of two seats.
    pub encounters: Vec<Encounter>,
    /// Why games were drawn, the most frequent first.
    pub draws: Vec<Cause>,
    /// Why games were won, the most frequent first.
    pub wins: Vec<Cause>,
    /// How the first seat did.
    pub first_seat: FirstSeat,
    /// Plies per game.
    pub length: Sample,
    /// The question of the run and its answer, if it had one and two players.
    pub sprt: Option<SprtResult>,
    /// What makes the results doubtful: games that were lost for reasons outside the rules.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// What the reader should know.
    pub notes: Vec<String>,
}

/// A question and what the games say about it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtResult {
    /// The question.
    #[serde(flatten)]
    pub question: Sprt,
    /// The answer.
    #[serde(flatten)]
    pub verdict: Verdict,
}

impl Summary {
    /// Sums up a run.
    #[must_use]
    pub fn of(plan: &Plan, run: &Run) -> Summary {
        let games = &run.games;
        let settings = plan.settings();
        let players = ratings(plan, games).into_iter().enumerate();
        let met = |table: &Vec<usize>| encounter(games, [table[0], table[1]], settings.sprt);
        let encounters: Vec<Encounter> = match plan.seats() {
            2 => plan.tables().iter().map(met).collect(),
            _ => Vec::new(),
        };
        let sprt = match encounters.as_slice() {
            [only] => only.sprt,
            _ => None,
        };
        Summary {
            program: crate::store::program(),
            game: plan.game().to_string(),
            seed: settings.seed,
            planned: plan.games(),
            games: games.len(),
            complete: run.complete,
            repeatable: plan.is_repeatable(),
            players: players
                .map(|(number, ratings)| player_result(plan, games, number, ratings))
                .collect(),
            draws: causes(games, |game| game.winners() > 1),
            wins: causes(games, |game| game.winners() == 1),
            first_seat: first_seat(games),
            length: Sample::of(games.iter().map(|game| f64::from(game.plies))),
            sprt,
            encounters,
            warnings: warnings(plan, games),
            notes: notes(plan, run),
        }
    }
}

impl Tally {
    fn add(&mut self, game: &Played, seat: usize) {
        match (game.ranks.get(seat), game.winners()) {
            (Some(1), 1) => self.wins += 1,
            (Some(1), _) => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// How many games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

fn player_result(
    plan: &Plan,
    games: &[Played],
    player: usize,
    (rating, strength): (Rating, Strength),
) -> PlayerResult {
    let mine = || games.iter().filter_map(move |game| Some((game, game.seat_of(player)?)));
    let (mut tally, mut in_first_seat) = (Tally::default(), Tally::default());
    let (mut forfeits, mut time_losses, mut moves, mut nodes) = (0, 0, 0, 0);
    for (game, seat) in mine() {
        tally.add(game, seat);
        if seat == 0 {
            in_first_seat.add(game, seat);
        }
        forfeits += u64::from(game.forfeits.contains(&seat));
        time_losses += u64::from(game.out_of_time.contains(&seat));
        moves += (0..game.movers.len()).filter(|&ply| game.mover(ply) == Some(seat)).count() as u64;
        nodes += game.nodes[seat];
    }
    // How often its set was blocked, in the games that tell.
    let told = |(game, seat): (&Played, usize)| {
        Some((*game.blocked.get(seat)?, *game.blocked_plies.get(seat)?, game.plies))
    };
    let blockades: Vec<(bool, u32, u32)> = mine().filter_map(told).collect();
    let ended = blockades.iter().filter(|(ended, ..)| *ended).count() as u64;
    let sum = |of: fn(&(bool, u32, u32)) -> u32| blockades.iter().map(|it| u64::from(of(it))).sum();
    let (blocked, plies): (u64, u64) = (sum(|it| it.1), sum(|it| it.2));
    let total = tally.games();
    let points = Elo::from_totals(&rounds(games, |game| game.seat_of(player)));
    PlayerResult {
        name: plan.name(player),
        spec: plan.settings().players[player].spec().to_string(),
        tally,
        games: total,
        win_share: Share::of(tally.wins, total),
        draw_share: Share::of(tally.draws, total),
        loss_share: Share::of(tally.losses, total),
        score: points.score,
        score_interval: points.interval,
        in_first_seat,
        blocked: (!blockades.is_empty()).then(|| Share::of(ended, blockades.len() as u64)),
        blocked_plies: (plies > 0).then(|| rounded(blocked as f64 / plies as f64)),
        forfeits,
        time_losses,
        moves,
        nodes,
        rating,
        strength,
    }
}

/// The points of a seat at each start, and of how many games: those of one start are not independent.
fn rounds(games: &[Played], seat: impl Fn(&Played) -> Option<usize>) -> Vec<(f64, f64)> {
    let mut rounds: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for game in games {
        if let Some(seat) = seat(game) {
            let round = rounds.entry(game.start).or_default();
            *round = (round.0 + game.score(seat), round.1 + 1.0);
        }
    }
    rounds.into_values().collect()
}

fn encounter(games: &[Played], players: [usize; 2], question: Option<Sprt>) -> Encounter {
    let both = |game: &&Played| players.iter().all(|&player| game.seat_of(player).is_some());
    let met: Vec<&Played> = games.iter().filter(both).collect();
    let mut tally = Tally::default();
    for game in &met {
        if let Some(seat) = game.seat_of(players[0]) {
            tally.add(game, seat);
        }
    }
    let mut pairs = [0; 5];
    // An interrupted run may end in the middle of a pair.
    for pair in met.chunks_exact(2) {
        pairs[pair_result([pair[0], pair[1]], players[0])] += 1;
    }
    let scores: Vec<f64> = (0u32..5)
        .zip(pairs)
        .flat_map(|(halves, count)| (0..count).map(move |_| f64::from(halves) / 4.0))
        .collect();
    let elo = Elo::from_rounds(&scores, 2);
    Encounter {
        players,
        tally,
        pairs,
        elo,
        likelihood_of_superiority: likelihood_of_superiority(&scores),
        sprt: question.map(|question| SprtResult { question, verdict: question.judge(&pairs) }),
    }
}

fn causes(games: &[Played], which: impl Fn(&Played) -> bool) -> Vec<Cause> {
    let mut counts: BTreeMap<(String, bool), u64> = BTreeMap::new();
    for game in games.iter().filter(|game| which(game)) {
        // Forfeits are told apart in the records, not here.
        let cause = if game.forfeits.is_empty() { game.cause.as_str() } else { "forfeit" };
        *counts.entry((cause.to_owned(), game.adjudicated)).or_default() += 1;
    }
    let total = games.len() as u64;
    let told = |((cause, adjudicated), count)| Cause {
        cause,
        adjudicated,
        share: Share::of(count, total),
    };
    let mut causes: Vec<Cause> = counts.into_iter().map(told).collect();
    causes.sort_by(|a, b| b.share.count.cmp(&a.share.count).then(a.cause.cmp(&b.cause)));
    causes
}

fn first_seat(games: &[Played]) -> FirstSeat {
    let mut tally = Tally::default();
    games.iter().for_each(|game| tally.add(game, 0));
    let Elo { score, interval, .. } = Elo::from_totals(&rounds(games, |_| Some(0)));
    FirstSeat { tally, score, score_interval: interval }
}

/// Everybody's ratings: each start is a period, and in a game of many every two seats met.
fn ratings(plan: &Plan, games: &[Played]) -> Vec<(Rating, Strength)> {
    let mut periods: BTreeMap<usize, Vec<Meeting>> = BTreeMap::new();
    for game in games {
        let meetings = periods.entry(game.start).or_default();
        for second in 1..game.players.len() {
            for first in 0..second {
                let score = match game.ranks[first].cmp(&game.ranks[second]) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                let (first, second) = (game.players[first], game.players[second]);
                meetings.push(Meeting { first, second, score });
            }
        }
    }
    let periods: Vec<Vec<Meeting>> = periods.into_values().collect();
    let players = plan.settings().players.len();
    glicko2(players, &periods).into_iter().zip(bradley_terry(players, &periods)).collect()
}

/// Who lost games for a reason outside the rules, how many, and why.
fn warnings(plan: &Plan, games: &[Played]) -> Vec<String> {
    let mut lost: BTreeMap<(usize, String), u64> = BTreeMap::new();
    for game in games {
        for &seat in &game.forfeits {
            let letter = selforge_core::Seat::new(seat).letter();
            let told = format!("forfeit of {letter}: ");
            let reason = game.cause.strip_prefix(&told).unwrap_or("the game went on without it");
            *lost.entry((game.players[seat], reason.to_owned())).or_default() += 1;
        }
    }
    let told = |((player, reason), count): ((usize, String), u64)| {
        let games = if count == 1 { "1 game".to_owned() } else { format!("{count} games") };
        format!("{} lost {games} by forfeit: {reason}", plan.name(player))
    };
    lost.into_iter().map(told).collect()
}

fn notes(plan: &Plan, run: &Run) -> Vec<String> {
    let mut notes = Vec::new();
    if plan.is_seeded()
        && plan.settings().openings.is_empty()
        && plan.settings().game.get("seed").is_some()
    {
        notes.push(
            "The spec's own seed was not used: each start has one from the run's seed.".into(),
        );
    }
    let openings = plan.settings().openings.len();
    if openings > 0 && plan.starts() > openings {
        notes.push(format!(
            "There are {openings} openings for {} starts: some were played again.",
            plan.starts()
        ));
    }
    let by_score = run.games.iter().filter(|game| game.by_score).count();
    if by_score > 0 {
        let verb = if by_score == 1 { "game was" } else { "games were" };
        notes.push(format!("{by_score} {verb} adjudicated by the players' scores."));
    }
    if plan.has_one_start() {
        notes.push("Every game began from the same start.".into());
    }
    if !plan.is_repeatable() {
        notes.push("A clock decides some moves: playing again gives other games.".into());
    }
    if !run.complete {
        notes.push("The run was interrupted: these are its first games.".into());
    }
    let cut_off = run.games.iter().filter(|game| game.adjudicated).count();
    if cut_off > 0 {
        let verb = if cut_off == 1 { "game was" } else { "games were" };
        notes.push(format!("{cut_off} {verb} cut off by adjudication and counted as drawn."));
    }
    notes
}
