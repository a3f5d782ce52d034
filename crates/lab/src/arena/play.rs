//! Playing one game to its end.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use selforge_agents::{
    AgentSpec, AnyQuestion, Budget, Clock, Failure, Player, Report, Score, Stop, decide,
};
use selforge_core::{Action, AnyGame, AnyMove, Game, Headers, Record, Seat, Status, Timeline};
use selforge_games::Playable;

use super::adjudicate::{Adjudication, Verdict};
use super::blockade::{Watch, watch};
use super::plan::{Fixture, Plan};
use super::played::Played;
use crate::LabError;

/// Whoever can sit in a seat: a [`Player`], or a stand-in.
pub trait Chooser {
    /// Chooses a move, as [`Player::choose`] does.
    ///
    /// # Errors
    /// With the reason for which it should lose the game.
    fn choose(&mut self, question: &mut AnyQuestion<'_>) -> Result<Report<AnyMove>, Failure>;
}

impl Chooser for Player {
    fn choose(&mut self, question: &mut AnyQuestion<'_>) -> Result<Report<AnyMove>, Failure> {
        Player::choose(self, question)
    }
}

/// A finished game and its record.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct Finished {
    pub(crate) played: Played,
    #[serde(with = "super::order::record_text")]
    pub(crate) record: Record,
}

/// Plays a game of a plan. `None` if it was told to stop before the end: what players do in a
/// hurry counts for nothing.
///
/// Players are made afresh for every game. Those who remember positions would otherwise play
/// differently after other games, and so on other threads.
///
/// # Errors
/// If the start cannot be opened or a player does not fit it.
pub(crate) fn play(
    plan: &Plan,
    fixture: &Fixture,
    stop: &Stop,
) -> Result<Option<Finished>, LabError> {
    let playable = plan.open(fixture.start)?;
    let Some((played, timeline)) = play_from(plan, fixture, &playable, stop)? else {
        return Ok(None);
    };
    let record = record(plan, fixture, &playable, &timeline);
    Ok(Some(Finished { played, record }))
}

/// Plays a game of a plan from its start, which was opened. `None` if it was told to stop.
///
/// # Errors
/// If a player does not fit it.
pub(crate) fn play_from(
    plan: &Plan,
    fixture: &Fixture,
    playable: &Playable,
    stop: &Stop,
) -> Result<Option<(Played, Timeline<AnyGame>)>, LabError> {
    let specs = &plan.settings().players;
    let mut players = fixture
        .players
        .iter()
        .map(|&number| Player::new(&specs[number], playable))
        .collect::<Result<Vec<_>, _>>()?;
    let mut choosers: Vec<&mut dyn Chooser> =
        players.iter_mut().map(|player| player as &mut dyn Chooser).collect();
    let mut game = Played::new(fixture, playable.spec.to_string());
    let seed = |ply| plan.move_seed(fixture.index, ply);
    let watch = watch(playable);
    let opening = |timeline: &Timeline<AnyGame>| opening_move(plan, fixture.start, timeline);
    let setup = GameSetup {
        playable,
        watch: watch.as_ref(),
        seed: &seed,
        opening: &opening,
        clocks: fixture.players.iter().map(|&number| SeatClock::of(&specs[number])).collect(),
        adjudication: plan.settings().adjudication,
        stop,
    };
    Ok(play_out(setup, &mut choosers, &mut game).map(|timeline| (game, timeline)))
}

/// The move that a start's opening has in a position, by its line or by chance.
fn opening_move(plan: &Plan, start: usize, timeline: &Timeline<AnyGame>) -> Option<AnyMove> {
    let (game, state, ply) = (timeline.game(), timeline.state(), timeline.plies());
    let line = plan.opening(start).and_then(|opening| opening.moves.get(ply as usize));
    if let Some(text) = line {
        return Some(game.parse_move(state, text).expect("the plan has played its openings"));
    }
    let mut stream = plan.random_move(start, ply)?;
    game.choose_move(state, |count| stream.below(count))
}

/// A seat's clock for the whole game.
#[derive(Clone, Copy, Debug)]
struct SeatClock {
    clock: Clock,
    left: Duration,
    /// What else the player may spend on a move.
    budget: Budget,
}

impl SeatClock {
    fn of(player: &AgentSpec) -> Option<SeatClock> {
        let clock = player.clock()?;
        Some(SeatClock { clock, left: clock.base, budget: player.budget })
    }

    fn budget(&self) -> Budget {
        Budget { time: Some(self.clock.share(self.left)), ..self.budget }
    }

    /// Takes the time of a move; false if there was not so much.
    fn spend(&mut self, time: Duration) -> bool {
        let left = self.left.checked_sub(time);
        self.left = left.unwrap_or_default() + self.clock.increment;
        left.is_some()
    }
}

/// What a game is played with, besides the players.
struct GameSetup<'a> {
    playable: &'a Playable,
    /// Who sees which sets are blocked.
    watch: Option<&'a Watch>,
    /// The seed of each ply.
    seed: &'a dyn Fn(u32) -> u64,
    /// The move that is made in place of the players, if any is.
    opening: &'a dyn Fn(&Timeline<AnyGame>) -> Option<AnyMove>,
    /// The clock of each seat that has one.
    clocks: Vec<Option<SeatClock>>,
    adjudication: Option<Adjudication>,
    stop: &'a Stop,
}

/// Asks the players for moves until the game is over, and notes what it cost.
fn play_out(
    setup: GameSetup<'_>,
    players: &mut [&mut dyn Chooser],
    played: &mut Played,
) -> Option<Timeline<AnyGame>> {
    let GameSetup { playable, watch, seed, opening, mut clocks, adjudication, stop } = setup;
    let game = Arc::new(playable.game.clone());
    let mut timeline = Timeline::new(Arc::clone(&game));
    let mut views: Vec<Vec<Option<Score>>> = vec![Vec::new(); players.len()];
    while let Status::ToMove(seat) = timeline.status() {
        let at = seat.index();
        let began = Instant::now();
        let chosen = opening(&timeline);
        let budget = clocks[at].as_ref().map(SeatClock::budget);
        let ask_player = |player: &mut dyn Chooser| {
            let mut question = AnyQuestion {
                state: timeline.state(),
                history: timeline.keys(),
                budget,
                stop,
                seed: seed(timeline.plies()),
                progress: &mut |_| {},
            };
            player.choose(&mut question)
        };
        let answer = match chosen {
            Some(mv) => Ok(Ok(Report { line: vec![mv], depth: 0, nodes: 0, score: Score::DRAW })),
            None => ask(players[at], ask_player),
        };
        let time = began.elapsed();
        if stop.is_asked() {
            return None;
        }
        played.movers.push(seat.letter());
        played.micros.push(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        let in_time = match &mut clocks[at] {
            Some(clock) if chosen.is_none() => clock.spend(time),
            _ => true,
        };
        let action = match answer {
            _ if !in_time => Action::Forfeit(OUT_OF_TIME.to_owned()),
            Ok(Ok(report)) => {
                played.nodes[at] += report.nodes;
                if chosen.is_none() {
                    views[at].push(report.opinion());
                }
                let action = decide(&game, timeline.state(), &report);
                // Who breaks the rules or claims what it has a right to is not asked what it thinks.
                let rule = adjudication.filter(|_| matches!(action, Action::Move(_)));
                match rule.and_then(|rule| rule.judge(timeline.plies(), seat, &views)) {
                    Some(verdict) if end(&mut timeline, seat, verdict) => {
                        played.by_score = true;
                        continue;
                    }
                    _ => action,
                }
            }
            Ok(Err(failure)) => Action::Forfeit(failure.reason),
            Err(reason) => Action::Forfeit(format!("the player crashed: {reason}")),
        };
        if let Action::Forfeit(reason) = &action {
            played.forfeits.push(at);
            if reason.ends_with("in time") || reason == OUT_OF_TIME {
                played.out_of_time.push(at);
            }
        }
        let moved = matches!(action, Action::Move(_));
        timeline.act(seat, action).expect("the seat to move may move legally or forfeit");
        if let Some(watch) = watch.filter(|_| moved) {
            let blocked = Seat::all(game.seats()).map(|seat| watch(timeline.state(), seat));
            played.note_blockades(blocked.collect());
        }
    }
    played.plies = timeline.plies();
    let (outcome, ending) = timeline.result().expect("a game that is over has a result");
    let result = Record::result_of(timeline.now()).unwrap_or_default();
    played.finish(&outcome, ending, result);
    Some(timeline)
}

/// What is said of a seat whose clock has run out.
const OUT_OF_TIME: &str = "out of time";

/// Ends a game as both players would; false if the game does not know how.
fn end(timeline: &mut Timeline<AnyGame>, seat: Seat, verdict: Verdict) -> bool {
    match verdict {
        Verdict::Resign => timeline.act(seat, Action::Resign).is_ok(),
        Verdict::Draw => {
            let other = Seat::new(1 - seat.index());
            timeline.act(seat, Action::OfferDraw).is_ok()
                && timeline.act(other, Action::AcceptDraw).is_ok()
        }
    }
}

/// Asks a player, and survives it. A player that panicked is not asked again: it has lost.
fn ask<T>(
    player: &mut dyn Chooser,
    question: impl FnOnce(&mut dyn Chooser) -> T,
) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(|| question(player))).map_err(|panic| reason(&*panic))
}

/// What a panic said, in one line.
fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "no reason given".to_owned());
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The game as a record. It has no date: the same run gives the same bytes on any day.
fn record(
    plan: &Plan,
    fixture: &Fixture,
    playable: &Playable,
    timeline: &Timeline<AnyGame>,
) -> Record {
    let names = fixture.players.iter().map(|&number| plan.name(number));
    let mut headers = Headers::new(playable.spec.clone());
    headers.rules = Some(playable.rules_name());
    headers.program = Some(crate::store::program());
    headers.names = (0..).map(Seat::new).zip(names).collect();
    let (number, seed) = (fixture.index + 1, plan.settings().seed);
    let event = format!("arena, game {number} of {}, start {}", plan.games(), fixture.start + 1);
    for (key, value) in [("event", event), ("run seed", seed.to_string())] {
        headers.set_other(key, &value).expect("the key is a good one");
    }
    Record::from_timeline(timeline, headers)
}

#[cfg(test)]
mod tests {
    use selforge_agents::{AgentSpec, Score};
    use selforge_core::Spec;
    use selforge_games::NoFiles;

    use super::*;

    type Answer = Result<Report<AnyMove>, Failure>;

    /// A player that does what it is told to.
    struct Stub<F>(F);

    impl<F: FnMut() -> Answer> Chooser for Stub<F> {
        fn choose(&mut self, _: &mut AnyQuestion<'_>) -> Answer {
            (self.0)()
        }
    }

    fn crashing() -> impl Chooser {
        Stub(|| panic!("out of\n ideas"))
    }

    fn answering(line: Vec<AnyMove>, score: Score) -> impl Chooser {
        Stub(move || Ok(Report { depth: 1, nodes: 7, score, line: line.clone() }))
    }

    fn playable(spec: &str) -> Playable {
        selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap()
    }

    fn fixture(seats: usize) -> Fixture {
        Fixture { index: 0, start: 0, players: (0..seats).collect() }
    }

    fn against(second: &mut dyn Chooser) -> Played {
        let playable = playable("selfo board=hexhex-3");
        let mut random = Player::new(&AgentSpec::parse("random").unwrap(), &playable).unwrap();
        let mut played = Played::new(&fixture(2), String::new());
        let mut players: [&mut dyn Chooser; 2] = [&mut random, second];
        let stop = Stop::default();
        play_out(plain(&playable, &stop), &mut players, &mut played).unwrap();
        played
    }

    #[test]
    fn a_player_that_crashes_loses_with_the_reason() {
        let played = against(&mut crashing());
        assert_eq!(played.result, "A wins, forfeit of B: the player crashed: out of ideas");
        assert_eq!((played.ranks.as_slice(), played.plies), ([1, 2].as_slice(), 1));
        assert_eq!((played.forfeits.as_slice(), played.movers.as_str()), ([1].as_slice(), "AB"));
    }

    #[test]
    fn an_illegal_answer_and_none_lose() {
        let played = against(&mut answering(vec![AnyMove(u32::MAX)], Score::DRAW));
        assert!(played.cause.contains("an illegal move"), "{}", played.cause);
        assert_eq!(played.nodes[1], 7);
        assert!(against(&mut answering(Vec::new(), Score::DRAW)).cause.ends_with("no move"));
        let mut failing = Stub(|| Err(Failure { reason: "it fell silent".to_owned() }));
        assert_eq!(against(&mut failing).result, "A wins, forfeit of B: it fell silent");
    }

    /// Nobody watches, and no move is random.
    fn plain<'a>(playable: &'a Playable, stop: &'a Stop) -> GameSetup<'a> {
        GameSetup {
            playable,
            watch: None,
            seed: &u64::from,
            opening: &|_| None,
            clocks: vec![None; usize::from(playable.game.seats())],
            adjudication: None,
            stop,
        }
    }

    /// Two pieces of each set in opposite corners of a square, all cut off from each other.
    const BLOCKED: &str = r#"selfo board=square-2x2 position="AB/BA A" blockade=offer"#;

    #[test]
    fn a_draw_by_right_is_claimed_by_who_has_nothing_better() {
        let playable = playable(BLOCKED);
        let pass = playable.game.parse_move(&playable.game.start(), "pass").unwrap();
        let played = |scores: [Score; 2]| {
            let mut played = Played::new(&fixture(2), String::new());
            let [mut first, mut second] = scores.map(|score| answering(vec![pass], score));
            let mut players: [&mut dyn Chooser; 2] = [&mut first, &mut second];
            let stop = Stop::default();
            play_out(plain(&playable, &stop), &mut players, &mut played).unwrap();
            (played.plies, played.cause)
        };
        let (better, worse) = (Score::estimate(5), Score::estimate(-5));
        let claimed = "claimed mutual blockade".to_owned();
        assert_eq!(played([worse, better]), (0, claimed.clone()));
        assert_eq!(played([better, Score::DRAW]), (1, claimed));
        assert_eq!(played([better, better]), (2, "all seats passed".to_owned()));
    }

    #[test]
    fn a_game_of_three_goes_on_without_the_one_that_crashed() {
        let playable = playable("selfo board=hexhex-4 seats=3");
        let random = AgentSpec::parse("random").unwrap();
        let mut first = Player::new(&random, &playable).unwrap();
        let mut third = Player::new(&random, &playable).unwrap();
        let mut played = Played::new(&fixture(3), String::new());
        let mut players: [&mut dyn Chooser; 3] = [&mut first, &mut crashing(), &mut third];
        let stop = Stop::default();
        play_out(plain(&playable, &stop), &mut players, &mut played).unwrap();
        assert_eq!(played.movers.matches('B').count(), 1);
        assert!(played.plies > 1);
        assert_eq!(played.ranks[1], 2);
        assert!(played.fits(&fixture(3)));
    }

    #[test]
    fn a_game_told_to_stop_counts_for_nothing() {
        let stop = Stop::default();
        stop.now();
        let playable = playable("selfo board=hexhex-3");
        let mut played = Played::new(&fixture(2), String::new());
        let mut players: [&mut dyn Chooser; 2] = [&mut crashing(), &mut crashing()];
        assert!(play_out(plain(&playable, &stop), &mut players, &mut played).is_none());
    }

    #[test]
    fn a_clock_that_runs_out_loses_and_says_so() {
        let playable = playable("selfo board=hexhex-3");
        let spec = AgentSpec::parse("alphabeta time=1ms+0").unwrap();
        let mut slow = Stub(|| {
            let began = Instant::now();
            while began.elapsed() < Duration::from_millis(3) {}
            Ok(Report { depth: 0, nodes: 0, score: Score::DRAW, line: Vec::new() })
        });
        let mut other = crashing();
        let mut players: [&mut dyn Chooser; 2] = [&mut slow, &mut other];
        let mut played = Played::new(&fixture(2), String::new());
        let stop = Stop::default();
        let clocks = vec![SeatClock::of(&spec), None];
        let setup = GameSetup { clocks, ..plain(&playable, &stop) };
        play_out(setup, &mut players, &mut played).unwrap();
        assert_eq!(played.result, "B wins, forfeit of A: out of time");
        assert_eq!((played.forfeits, played.out_of_time), (vec![0], vec![0]));
    }

    #[test]
    fn a_clock_gains_what_each_move_adds_and_is_lost_below_nothing() {
        let spec = AgentSpec::parse("alphabeta time=1s+10ms").unwrap();
        let mut clock = SeatClock::of(&spec).unwrap();
        assert_eq!(clock.budget().time, Some(clock.clock.share(Duration::from_secs(1))));
        assert!(clock.spend(Duration::from_millis(400)));
        assert_eq!(clock.left, Duration::from_millis(610));
        assert!(!clock.spend(Duration::from_millis(611)));
    }

    #[test]
    fn a_game_that_both_think_lost_for_one_is_resigned_and_a_dead_one_drawn() {
        let [claimable, plain_one] =
            [BLOCKED.to_owned(), BLOCKED.replace("offer", "off")].map(|spec| playable(&spec));
        let pass = plain_one.game.parse_move(&plain_one.game.start(), "pass").unwrap();
        let played_at =
            |playable: &Playable, rule: &str, scores: [i32; 2], answers: [AnyMove; 2]| {
                let mut played = Played::new(&fixture(2), String::new());
                let [mut first, mut second] =
                    [0, 1].map(|it| answering(vec![answers[it]], Score::estimate(scores[it])));
                let mut players: [&mut dyn Chooser; 2] = [&mut first, &mut second];
                let stop = Stop::default();
                let adjudication = Some(rule.parse().unwrap());
                let setup = GameSetup { adjudication, ..plain(playable, &stop) };
                play_out(setup, &mut players, &mut played).unwrap();
                (played.cause, played.ranks, played.by_score)
            };
        let played = |rule: &str, scores, answers| played_at(&plain_one, rule, scores, answers);
        let lost = played("win=50,moves=1", [60, -70], [pass; 2]);
        assert_eq!(lost, ("resignation of B".to_owned(), vec![1, 2], true));
        let dead = played("draw=5,moves=1,after=0", [5, 3], [pass; 2]);
        assert_eq!(dead, ("agreement".to_owned(), vec![1, 1], true));
        assert!(!played("win=50,moves=1", [60, 70], [pass; 2]).2, "they do not agree");
        let (cause, ranks, by_score) =
            played("draw=5,moves=1,after=0", [5, 3], [pass, AnyMove(u32::MAX)]);
        assert!(cause.contains("an illegal move") && !by_score, "{cause}");
        assert_eq!(ranks, [1, 2], "nobody comes off with a draw by breaking the rules");
        let (cause, ..) = played_at(&claimable, "win=50,moves=1", [60, -70], [pass; 2]);
        assert_eq!(cause, "claimed mutual blockade", "nobody resigns a game that it can draw");
    }
}
