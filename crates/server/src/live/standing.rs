//! How a game stands for everyone, beyond the position.

use selforge_core::{AnyState, Game, Moment, Outcome, Record, Seat};

use super::log::GameLog;
use crate::messages::live::{DrawLimit, Standing};

impl Standing {
    pub(super) fn of(log: &GameLog) -> Standing {
        let timeline = log.timeline();
        Standing {
            to_move: timeline.status().to_move().map(Seat::letter),
            result: Record::result_of(timeline.now()),
            winners: winners(timeline.now()).map(Seat::letter).collect(),
            active: timeline.active().iter().map(Seat::letter).collect(),
            offer_by: timeline.open_offer().map(|offer| offer.by.letter()),
            take_back_by: log.take_back().map(|request| request.by.letter()),
            limit: limit(log),
        }
    }
}

/// The limit that would end the game as a draw first.
fn limit(log: &GameLog) -> Option<DrawLimit> {
    let timeline = log.timeline();
    let (now, rules) = (timeline.now(), timeline.game().history_rules());
    now.status.to_move()?;
    let left = |most: Option<u32>, done: u32, without_progress| {
        most.map(|most| DrawLimit { plies: most.saturating_sub(done), without_progress })
    };
    let all = left(rules.plies, now.plies, false);
    let idle = left(rules.no_progress, now.idle_plies, true);
    idle.into_iter().chain(all).min_by_key(|limit| limit.plies)
}

/// The seats at the first rank, once the game is over.
pub(super) fn winners(moment: &Moment<AnyState>) -> impl Iterator<Item = Seat> + use<> {
    let first =
        |outcome: Outcome| Seat::all(outcome.seats()).filter(move |seat| outcome.rank(*seat) == 1);
    moment.status.outcome().into_iter().flat_map(first)
}

#[cfg(test)]
mod tests {
    use selforge_core::Spec;
    use selforge_games::NoFiles;

    use super::*;
    use crate::live::clock::ClockRule;
    use crate::live::event::GameEvent;
    use crate::live::log::GameStart;

    fn log(limits: &str) -> GameLog {
        let spec = format!("selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off {limits}");
        let start = GameStart { position: None, clock: ClockRule::None, open_seats: 0, at: 0 };
        let game = selforge_games::open(&Spec::parse(&spec).unwrap(), &NoFiles).unwrap();
        GameLog::new(&game, start).unwrap()
    }

    #[test]
    fn the_limit_that_comes_first_is_told_while_the_game_goes_on() {
        let told =
            |log: &GameLog| Standing::of(log).limit.map(|it| (it.plies, it.without_progress));
        assert_eq!(told(&log("plies=off progress=off")), None);
        assert_eq!(told(&log("plies=9 progress=off")), Some((9, false)));
        let mut log = log("plies=9 progress=4");
        assert_eq!(told(&log), Some((4, true)));
        log.add(GameEvent::Move { seat: 'A', text: "pass".to_owned() }, 1).unwrap();
        assert_eq!(told(&log), Some((3, true)));
        log.add(GameEvent::Resign { seat: 'B' }, 2).unwrap();
        assert_eq!(told(&log), None);
    }
}
