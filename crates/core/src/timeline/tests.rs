use proptest::prelude::*;

use super::*;
use crate::toy::{Line, Step, line, timeline};
use crate::{AnyGame, AnyMove, HistoryRules};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);
const C: Seat = Seat::new(2);

/// A game of two seats under these history rules.
fn under(rules: HistoryRules) -> Timeline<Line> {
    Timeline::new(Arc::new(Line { rules, ..line(2) }))
}

/// Plays moves by whoever is to move.
fn play(timeline: &mut Timeline<Line>, steps: &[Step]) {
    for step in steps {
        let seat = timeline.status().to_move().expect("the game goes on");
        timeline.act(seat, Action::Move(*step)).unwrap();
    }
}

fn result(timeline: &Timeline<Line>) -> String {
    timeline.result().map_or_else(|| "-".to_owned(), |(outcome, why)| format!("{outcome}, {why}"))
}

fn accepted(timeline: &mut Timeline<Line>, seat: Seat, action: Action<Step>) {
    assert_eq!(timeline.act(seat, action), Ok(()));
}

/// Everything that a timeline consists of, to be compared.
fn parts(timeline: &Timeline<Line>) -> impl PartialEq + fmt::Debug + use<> {
    let Timeline { game: _, events, moments, moves, keys, history } = timeline.clone();
    (events, moments, moves, keys, history)
}

#[track_caller]
fn refused(timeline: &mut Timeline<Line>, seat: Seat, action: Action<Step>, why: ActionError) {
    let before = timeline.clone();
    assert_eq!(timeline.act(seat, action), Err(why));
    assert_eq!(parts(timeline), parts(&before), "a refusal changes nothing");
}

#[test]
fn the_rules_of_the_position_end_the_game() {
    let mut timeline = timeline(2);
    play(&mut timeline, &[Step::On, Step::On, Step::On]);
    assert_eq!(result(&timeline), "A wins, reached");
    assert_eq!(timeline.status().outcome().and_then(|o| o.winner()), Some(A));
    assert_eq!(timeline.plies(), 3);
    let mut moves = vec![Step::On];
    timeline.legal_moves(&mut moves);
    assert_eq!(moves, []);
    refused(&mut timeline, B, Action::Move(Step::On), ActionError::GameOver);
    refused(&mut timeline, B, Action::OfferDraw, ActionError::GameOver);
}

#[test]
fn only_the_seat_to_move_moves_and_only_legally() {
    let mut timeline = timeline(2);
    let turn_of_a = ActionError::NotYourTurn { to_move: A };
    refused(&mut timeline, B, Action::Move(Step::On), turn_of_a);
    let no_seat = ActionError::NoSuchSeat { seat: C, seats: 2 };
    refused(&mut timeline, C, Action::Move(Step::On), no_seat);
    play(&mut timeline, &[Step::Back, Step::Back, Step::Back]);
    refused(&mut timeline, B, Action::Move(Step::Back), ActionError::IllegalMove);
}

#[test]
fn a_finished_position_makes_a_finished_timeline() {
    let game = Arc::new(line(2));
    let end = game.parse_state("6 B AB").unwrap();
    let timeline = Timeline::from_state(game, end);
    assert_eq!(result(&timeline), "B wins, reached");
}

#[test]
fn of_two_seats_the_other_wins_when_one_resigns_on_its_turn() {
    let mut timeline = timeline(2);
    refused(&mut timeline, B, Action::Resign, ActionError::NotYourTurn { to_move: A });
    accepted(&mut timeline, A, Action::Resign);
    assert_eq!(result(&timeline), "B wins, resignation of A");
    assert_eq!(timeline.events().len(), 1);
}

#[test]
fn a_seat_forfeits_at_any_time() {
    let mut timeline = timeline(2);
    accepted(&mut timeline, B, Action::Forfeit("no answer in time".into()));
    assert_eq!(result(&timeline), "A wins, forfeit of B: no answer in time");
}

#[test]
fn of_three_seats_the_others_play_on_until_one_is_left() {
    let mut timeline = timeline(3);
    accepted(&mut timeline, A, Action::Resign);
    assert_eq!(timeline.status(), Status::ToMove(B));
    refused(&mut timeline, A, Action::Move(Step::On), ActionError::NotAPlayer(A));
    refused(&mut timeline, A, Action::OfferDraw, ActionError::NotAPlayer(A));
    play(&mut timeline, &[Step::Wait, Step::Wait]);
    assert_eq!(timeline.status(), Status::ToMove(B), "the turn goes round the seats that are left");
    accepted(&mut timeline, C, Action::Forfeit("crash".into()));
    assert_eq!(result(&timeline), "B wins, forfeit of C: crash");
    assert_eq!(timeline.active().only(), Some(B));
}

#[test]
fn a_seat_loses_alone_where_the_game_cannot_go_on_without_it() {
    let game = Line { can_retire: false, ..line(3) };
    let mut timeline = Timeline::new(Arc::new(game));
    accepted(&mut timeline, A, Action::Resign);
    assert_eq!(result(&timeline), "draw of B and C, resignation of A");
}

#[test]
fn a_draw_is_agreed_when_all_seats_still_playing_accept() {
    let mut timeline = timeline(3);
    refused(&mut timeline, B, Action::AcceptDraw, ActionError::NoOffer);
    accepted(&mut timeline, C, Action::OfferDraw);
    refused(&mut timeline, C, Action::OfferDraw, ActionError::AlreadyOffered);
    refused(&mut timeline, C, Action::AcceptDraw, ActionError::AlreadyAgreed);
    accepted(&mut timeline, A, Action::AcceptDraw);
    let offer = timeline.open_offer().unwrap();
    assert_eq!((offer.by, offer.agreed.to_string()), (C, "AC".to_owned()));
    accepted(&mut timeline, B, Action::AcceptDraw);
    assert_eq!(result(&timeline), "draw, agreement");
    assert_eq!(timeline.open_offer(), None);
}

#[test]
fn a_resigned_seat_is_not_asked_about_a_draw() {
    let mut asked_later = timeline(3);
    accepted(&mut asked_later, A, Action::Resign);
    accepted(&mut asked_later, B, Action::OfferDraw);
    accepted(&mut asked_later, C, Action::AcceptDraw);
    assert_eq!(result(&asked_later), "draw of B and C, agreement");

    let mut asked_before = timeline(3);
    accepted(&mut asked_before, B, Action::OfferDraw);
    accepted(&mut asked_before, C, Action::AcceptDraw);
    accepted(&mut asked_before, A, Action::Resign);
    assert_eq!(result(&asked_before), "draw of B and C, agreement", "nobody else is left to ask");

    let mut offerer_left = timeline(3);
    accepted(&mut offerer_left, A, Action::OfferDraw);
    accepted(&mut offerer_left, A, Action::Resign);
    assert_eq!(offerer_left.open_offer(), None);
}

#[test]
fn declining_cancels_an_offer() {
    let mut timeline = timeline(2);
    refused(&mut timeline, A, Action::DeclineDraw, ActionError::NoOffer);
    accepted(&mut timeline, A, Action::OfferDraw);
    accepted(&mut timeline, B, Action::DeclineDraw);
    refused(&mut timeline, B, Action::AcceptDraw, ActionError::NoOffer);
    accepted(&mut timeline, A, Action::OfferDraw);
    accepted(&mut timeline, A, Action::DeclineDraw);
    assert_eq!(timeline.open_offer(), None, "an own offer is withdrawn so");
}

#[test]
fn moving_without_an_answer_declines_but_the_offerers_own_move_does_not() {
    let mut timeline = timeline(2);
    accepted(&mut timeline, A, Action::OfferDraw);
    play(&mut timeline, &[Step::Wait]);
    assert!(timeline.open_offer().is_some(), "A offered and moved");
    play(&mut timeline, &[Step::Wait]);
    assert_eq!(timeline.open_offer(), None, "B moved instead of answering");
}

#[test]
fn a_seat_that_accepted_may_move_while_others_think() {
    let mut timeline = timeline(3);
    accepted(&mut timeline, B, Action::OfferDraw);
    accepted(&mut timeline, A, Action::AcceptDraw);
    play(&mut timeline, &[Step::Wait, Step::Wait]);
    assert!(timeline.open_offer().is_some());
    play(&mut timeline, &[Step::Wait]);
    assert_eq!(timeline.open_offer(), None, "C moved instead of answering");
}

#[test]
fn offering_against_an_offer_accepts_it() {
    let mut timeline = timeline(2);
    accepted(&mut timeline, A, Action::OfferDraw);
    accepted(&mut timeline, B, Action::OfferDraw);
    assert_eq!(result(&timeline), "draw, agreement");
}

#[test]
fn a_draw_is_claimed_by_the_seat_to_move_where_the_position_gives_the_right() {
    let mut timeline = timeline(2);
    refused(&mut timeline, A, Action::ClaimDraw, ActionError::NothingToClaim);
    play(&mut timeline, &[Step::Back, Step::Back, Step::Back]);
    refused(&mut timeline, A, Action::ClaimDraw, ActionError::NotYourTurn { to_move: B });
    accepted(&mut timeline, B, Action::ClaimDraw);
    assert_eq!(result(&timeline), "draw, claimed corner");
}

#[test]
fn the_start_counts_for_the_third_repetition() {
    let mut timeline = under(HistoryRules { repetition: Some(3), ..HistoryRules::default() });
    play(&mut timeline, &[Step::Wait, Step::Wait, Step::Wait]);
    assert_eq!(result(&timeline), "-");
    play(&mut timeline, &[Step::Wait]);
    assert_eq!(result(&timeline), "draw, third repetition");
}

#[test]
fn the_same_cells_with_another_seat_to_move_are_no_repetition() {
    let mut timeline = under(HistoryRules { repetition: Some(2), ..HistoryRules::default() });
    play(&mut timeline, &[Step::Wait]);
    assert_eq!(result(&timeline), "-");
    play(&mut timeline, &[Step::Wait]);
    assert_eq!(result(&timeline), "draw, second repetition");
}

#[test]
fn the_ply_limit_adjudicates_a_draw() {
    let mut timeline = under(HistoryRules { plies: Some(4), ..HistoryRules::default() });
    play(&mut timeline, &[Step::Wait, Step::On, Step::Back]);
    assert_eq!(result(&timeline), "-");
    play(&mut timeline, &[Step::Wait]);
    assert_eq!(result(&timeline), "draw, adjudicated: 4 plies");
    assert!(timeline.result().is_some_and(|(_, ending)| ending.is_adjudication()));
}

#[test]
fn the_rules_of_the_position_come_before_the_history() {
    let mut timeline = under(HistoryRules { plies: Some(3), ..HistoryRules::default() });
    play(&mut timeline, &[Step::On, Step::On, Step::On]);
    assert_eq!(result(&timeline), "A wins, reached");
}

#[test]
fn only_a_new_minimum_counts_as_progress() {
    let mut timeline = under(HistoryRules { no_progress: Some(3), ..HistoryRules::default() });
    play(&mut timeline, &[Step::Back, Step::On]);
    assert_eq!(timeline.now().idle_plies, 2, "back to the start is no progress");
    play(&mut timeline, &[Step::On]);
    assert_eq!(timeline.now().idle_plies, 0, "nearer than ever");
    play(&mut timeline, &[Step::Back, Step::On]);
    assert_eq!(result(&timeline), "-");
    play(&mut timeline, &[Step::Wait]);
    assert_eq!(result(&timeline), "draw, adjudicated: 3 plies without progress");
}

#[test]
fn offers_and_answers_are_no_plies() {
    let mut timeline = under(HistoryRules { plies: Some(2), ..HistoryRules::default() });
    for _ in 0..3 {
        accepted(&mut timeline, A, Action::OfferDraw);
        accepted(&mut timeline, B, Action::DeclineDraw);
    }
    assert_eq!((timeline.plies(), timeline.events().len()), (0, 6));
}

#[test]
fn taking_back_restores_every_counter() {
    let rules = HistoryRules { repetition: Some(3), plies: Some(9), no_progress: Some(5) };
    let mut timeline = under(rules);
    let mut before = Vec::new();
    let steps = [Step::Wait, Step::On, Step::Back, Step::Wait, Step::Wait];
    for step in steps {
        before.push(timeline.clone());
        play(&mut timeline, &[step]);
    }
    for (undone, expected) in before.iter().rev().enumerate() {
        assert!(timeline.take_back());
        assert_eq!(timeline.plies() as usize, steps.len() - undone - 1);
        assert_eq!(parts(&timeline), parts(expected));
    }
    assert!(!timeline.take_back(), "no move is left");

    play(&mut timeline, &[Step::Wait, Step::Wait, Step::Wait, Step::Wait]);
    assert_eq!(result(&timeline), "draw, third repetition");
    assert!(timeline.take_back());
    assert_eq!(result(&timeline), "-");
    play(&mut timeline, &[Step::Wait]);
    assert_eq!(result(&timeline), "draw, third repetition", "not sooner, not later");
}

#[test]
fn taking_back_undoes_what_came_after_the_move_and_keeps_what_came_before() {
    let mut timeline = timeline(3);
    accepted(&mut timeline, A, Action::Resign);
    accepted(&mut timeline, C, Action::OfferDraw);
    play(&mut timeline, &[Step::On]);
    assert_eq!(timeline.open_offer(), None);
    accepted(&mut timeline, C, Action::Resign);
    assert_eq!(result(&timeline), "B wins, resignation of C");
    assert!(timeline.take_back());
    assert_eq!(timeline.status(), Status::ToMove(B));
    assert_eq!(timeline.active().to_string(), "BC");
    assert_eq!(timeline.open_offer().map(|offer| offer.by), Some(C));
    assert_eq!(timeline.events().len(), 2);
}

#[test]
fn an_erased_game_is_played_like_any_other() {
    let game = Arc::new(AnyGame::new(Arc::new(line(3))));
    let mut timeline = Timeline::new(game);
    assert_eq!(timeline.act(A, Action::Move(AnyMove(99))), Err(ActionError::IllegalMove));
    timeline.act(A, Action::Move(AnyMove(Step::On as u32))).unwrap();
    timeline.act(B, Action::Resign).unwrap();
    assert_eq!(timeline.status(), Status::ToMove(C));
    timeline.act(C, Action::Move(AnyMove(Step::On as u32))).unwrap();
    timeline.act(A, Action::Move(AnyMove(Step::On as u32))).unwrap();
    assert_eq!(timeline.result(), Some((Outcome::win(A, 3), &Ending::Rule("reached".to_owned()))));
    assert_eq!(timeline.moves().count(), 3);
}

#[test]
fn endings_read_like_sentences() {
    assert_eq!(Ending::Repetition(11).to_string(), "11th repetition");
    assert_eq!(Ending::Repetition(22).to_string(), "22nd repetition");
    assert_eq!(Ending::Forfeit(B, String::new()).to_string(), "forfeit of B");
    assert!(!Ending::Repetition(3).is_adjudication());
    assert!(Ending::NoProgress(100).is_adjudication());
}

#[test]
fn an_action_that_is_only_checked_has_not_happened() {
    let mut timeline = timeline(2);
    play(&mut timeline, &[Step::On, Step::On]);
    let before = timeline.clone();
    let win = timeline.check(A, Action::Move(Step::On)).unwrap();
    assert_eq!(win.moment().status, Status::Over(Outcome::win(A, 2)));
    assert_eq!((win.moment().plies, win.event().seat), (3, A));
    assert_eq!(parts(&timeline), parts(&before));
    let resigned = timeline.check(A, Action::Resign).unwrap();
    timeline.apply(resigned);
    assert_eq!(result(&timeline), "B wins, resignation of A", "the move was never made");
}

#[test]
#[should_panic(expected = "nothing happens between check and apply")]
fn what_was_checked_before_something_else_happened_cannot_be_applied() {
    let mut timeline = timeline(2);
    let checked = timeline.check(A, Action::Move(Step::On)).unwrap();
    accepted(&mut timeline, A, Action::OfferDraw);
    timeline.apply(checked);
}

#[test]
fn a_game_of_three_knows_who_moved_after_a_resignation() {
    let mut timeline = timeline(3);
    play(&mut timeline, &[Step::Wait]);
    accepted(&mut timeline, B, Action::Resign);
    play(&mut timeline, &[Step::Wait]);
    accepted(&mut timeline, C, Action::Forfeit("gone".into()));
    assert_eq!([0, 1, 2].map(|number| timeline.mover(number)), [Some(A), Some(C), None]);
    let after = |moves| timeline.after_moves(moves).map(|moment| moment.active.to_string());
    assert_eq!([0, 1, 2, 3].map(after), [Some("ABC"), Some("AC"), Some("A"), None].map(owned));
    assert_eq!(timeline.after_moves(1).unwrap().status, Status::ToMove(C), "not B, who had left");
    assert_eq!(timeline.moments()[1].status, Status::ToMove(B), "who leaves then");
    assert_eq!(timeline.moments().len(), timeline.events().len() + 1);
}

fn owned(text: Option<&str>) -> Option<String> {
    text.map(str::to_owned)
}

#[test]
fn players_are_told_the_keys_of_the_positions_before() {
    let mut timeline = timeline(2);
    assert_eq!(timeline.keys(), []);
    let start = timeline.game().repetition_key(timeline.state());
    play(&mut timeline, &[Step::On]);
    let second = timeline.game().repetition_key(timeline.state());
    accepted(&mut timeline, A, Action::OfferDraw);
    play(&mut timeline, &[Step::Back]);
    assert_eq!(timeline.keys(), [start, second]);
    assert_eq!(timeline.keys_before(1), [start]);
    assert_eq!(timeline.keys_before(9), timeline.keys());
}

/// Something that may be tried: a number for the kind, and a seat where any can do it.
fn attempt(timeline: &Timeline<Line>, kind: u8, seat: Seat) -> (Seat, Action<Step>) {
    let to_move = timeline.status().to_move().unwrap_or(seat);
    match kind {
        0..=2 => (to_move, Action::Move(Step::Wait)),
        3..=5 => (to_move, Action::Move(Step::Back)),
        6..=7 => (to_move, Action::Move(Step::On)),
        8 => (to_move, Action::ClaimDraw),
        9 => (seat, Action::Resign),
        10 => (seat, Action::OfferDraw),
        11 => (seat, Action::AcceptDraw),
        12 => (seat, Action::DeclineDraw),
        _ => (seat, Action::Forfeit("lost".into())),
    }
}

/// The same events once more, from the start.
fn replayed(timeline: &Timeline<Line>) -> Timeline<Line> {
    let game = Arc::clone(timeline.game());
    let mut again = Timeline::from_state(game, timeline.start_state().clone());
    for event in timeline.events() {
        again.act(event.seat, event.action.clone()).expect("accepted once, accepted again");
    }
    again
}

fn lines() -> impl Strategy<Value = Line> {
    let limit = |range| proptest::option::of(range);
    (2..=4u8, any::<bool>(), limit(2..5u32), limit(4..40u32), limit(2..12u32)).prop_map(
        |(seats, can_retire, repetition, plies, no_progress)| Line {
            seats,
            can_retire,
            rules: HistoryRules { repetition, plies, no_progress },
        },
    )
}

proptest! {
    #[test]
    fn taking_back_leaves_what_a_replay_of_the_rest_would_give(
        line in lines(),
        tries in proptest::collection::vec((0..20u8, 0..4usize), 1..120),
    ) {
        let mut timeline = Timeline::new(Arc::new(line));
        for (kind, seat) in tries {
            if kind < 14 {
                let (seat, action) = attempt(&timeline, kind, Seat::new(seat));
                let before = timeline.clone();
                match timeline.check(seat, action) {
                    Ok(checked) => {
                        let foreseen = checked.moment().clone();
                        timeline.apply(checked);
                        prop_assert_eq!(timeline.now(), &foreseen);
                    }
                    Err(_) => prop_assert_eq!(parts(&timeline), parts(&before)),
                }
            } else if kind < 17 || timeline.result().is_some() {
                let plies = timeline.plies();
                prop_assert_eq!(timeline.take_back(), plies > 0);
                prop_assert_eq!(timeline.plies(), plies.saturating_sub(1));
                prop_assert_eq!(parts(&timeline), parts(&replayed(&timeline)));
            }
        }
        // The counters also go on as they would have gone.
        let mut again = replayed(&timeline);
        for step in [Step::Wait, Step::Back, Step::On].repeat(4) {
            let seat = timeline.status().to_move().unwrap_or(A);
            let action = Action::Move(step);
            prop_assert_eq!(timeline.act(seat, action.clone()), again.act(seat, action));
            prop_assert_eq!(parts(&timeline), parts(&again));
        }
    }

    #[test]
    fn every_position_on_the_way_is_as_it_was_when_the_next_move_came(
        line in lines(),
        tries in proptest::collection::vec((0..14u8, 0..4usize), 1..60),
    ) {
        let mut timeline = Timeline::new(Arc::new(line));
        let (mut before, mut movers) = (Vec::new(), Vec::new());
        for (kind, seat) in tries {
            let (seat, action) = attempt(&timeline, kind, Seat::new(seat));
            let (is_move, now) = (matches!(action, Action::Move(_)), timeline.now().clone());
            if timeline.act(seat, action).is_ok() && is_move {
                before.push(now);
                movers.push(seat);
            }
        }
        for (number, moment) in before.iter().enumerate() {
            prop_assert_eq!(timeline.after_moves(number), Some(moment));
            prop_assert_eq!(timeline.mover(number), Some(movers[number]));
        }
        prop_assert_eq!(timeline.after_moves(before.len()), Some(timeline.now()));
        prop_assert_eq!(timeline.after_moves(before.len() + 1), None);
        prop_assert_eq!(timeline.keys().len(), before.len());
    }
}
