use super::*;
use crate::toy::{Line, Step, line, session};
use crate::{AnyGame, AnyMove, HistoryRules};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);
const C: Seat = Seat::new(2);

/// A session of two seats under these history rules.
fn under(rules: HistoryRules) -> Session<Line> {
    Session::new(Arc::new(Line { rules, ..line(2) }))
}

/// Plays moves by whoever is to move.
fn play(session: &mut Session<Line>, steps: &[Step]) {
    for step in steps {
        let seat = session.status().to_move().expect("the game goes on");
        session.act(seat, Action::Move(*step)).unwrap();
    }
}

fn result(session: &Session<Line>) -> String {
    session.result().map_or_else(|| "-".to_owned(), |(outcome, why)| format!("{outcome}, {why}"))
}

fn accepted(session: &mut Session<Line>, seat: Seat, action: Action<Step>) {
    assert_eq!(session.act(seat, action), Ok(()));
}

#[track_caller]
fn refused(session: &mut Session<Line>, seat: Seat, action: Action<Step>, why: ActionError) {
    let before = format!("{session:?} {:?}", session.offer);
    assert_eq!(session.act(seat, action), Err(why));
    assert_eq!(format!("{session:?} {:?}", session.offer), before, "a refusal changes nothing");
}

#[test]
fn the_rules_of_the_position_end_the_game() {
    let mut session = session(2);
    play(&mut session, &[Step::On, Step::On, Step::On]);
    assert_eq!(result(&session), "A wins, reached");
    assert_eq!(session.status().outcome().and_then(|o| o.winner()), Some(A));
    assert_eq!(session.plies(), 3);
    let mut moves = vec![Step::On];
    session.legal_moves(&mut moves);
    assert_eq!(moves, []);
    refused(&mut session, B, Action::Move(Step::On), ActionError::GameOver);
    refused(&mut session, B, Action::OfferDraw, ActionError::GameOver);
}

#[test]
fn only_the_seat_to_move_moves_and_only_legally() {
    let mut session = session(2);
    let turn_of_a = ActionError::NotYourTurn { to_move: A };
    refused(&mut session, B, Action::Move(Step::On), turn_of_a);
    refused(&mut session, C, Action::Move(Step::On), ActionError::NoSuchSeat { seat: C, seats: 2 });
    play(&mut session, &[Step::Back, Step::Back, Step::Back]);
    refused(&mut session, B, Action::Move(Step::Back), ActionError::IllegalMove);
}

#[test]
fn a_finished_position_makes_a_finished_session() {
    let game = Arc::new(line(2));
    let end = game.parse_state("6 B AB").unwrap();
    let session = Session::from_state(game, end);
    assert_eq!(result(&session), "B wins, reached");
}

#[test]
fn of_two_seats_the_other_wins_when_one_resigns_on_its_turn() {
    let mut session = session(2);
    refused(&mut session, B, Action::Resign, ActionError::NotYourTurn { to_move: A });
    accepted(&mut session, A, Action::Resign);
    assert_eq!(result(&session), "B wins, resignation of A");
    assert_eq!(session.events().len(), 1);
}

#[test]
fn a_seat_forfeits_at_any_time() {
    let mut session = session(2);
    accepted(&mut session, B, Action::Forfeit("no answer in time".into()));
    assert_eq!(result(&session), "A wins, forfeit of B: no answer in time");
}

#[test]
fn of_three_seats_the_others_play_on_until_one_is_left() {
    let mut session = session(3);
    accepted(&mut session, A, Action::Resign);
    assert_eq!(session.status(), Status::ToMove(B));
    refused(&mut session, A, Action::Move(Step::On), ActionError::NotAPlayer(A));
    refused(&mut session, A, Action::OfferDraw, ActionError::NotAPlayer(A));
    play(&mut session, &[Step::Wait, Step::Wait]);
    assert_eq!(session.status(), Status::ToMove(B), "the turn goes round the seats that are left");
    accepted(&mut session, C, Action::Forfeit("crash".into()));
    assert_eq!(result(&session), "B wins, forfeit of C: crash");
    assert_eq!(session.active().only(), Some(B));
}

#[test]
fn a_seat_loses_alone_where_the_game_cannot_go_on_without_it() {
    let game = Line { can_retire: false, ..line(3) };
    let mut session = Session::new(Arc::new(game));
    accepted(&mut session, A, Action::Resign);
    assert_eq!(result(&session), "draw of B and C, resignation of A");
}

#[test]
fn a_draw_is_agreed_when_all_seats_still_playing_accept() {
    let mut session = session(3);
    refused(&mut session, B, Action::AcceptDraw, ActionError::NoOffer);
    accepted(&mut session, C, Action::OfferDraw);
    refused(&mut session, C, Action::OfferDraw, ActionError::AlreadyOffered);
    refused(&mut session, C, Action::AcceptDraw, ActionError::AlreadyAgreed);
    accepted(&mut session, A, Action::AcceptDraw);
    let offer = session.open_offer().unwrap();
    assert_eq!((offer.by, offer.agreed.to_string()), (C, "AC".to_owned()));
    accepted(&mut session, B, Action::AcceptDraw);
    assert_eq!(result(&session), "draw, agreement");
    assert_eq!(session.open_offer(), None);
}

#[test]
fn a_resigned_seat_is_not_asked_about_a_draw() {
    let mut asked_later = session(3);
    accepted(&mut asked_later, A, Action::Resign);
    accepted(&mut asked_later, B, Action::OfferDraw);
    accepted(&mut asked_later, C, Action::AcceptDraw);
    assert_eq!(result(&asked_later), "draw of B and C, agreement");

    let mut asked_before = session(3);
    accepted(&mut asked_before, B, Action::OfferDraw);
    accepted(&mut asked_before, C, Action::AcceptDraw);
    accepted(&mut asked_before, A, Action::Resign);
    assert_eq!(result(&asked_before), "draw of B and C, agreement", "nobody else is left to ask");

    let mut offerer_left = session(3);
    accepted(&mut offerer_left, A, Action::OfferDraw);
    accepted(&mut offerer_left, A, Action::Resign);
    assert_eq!(offerer_left.open_offer(), None);
}

#[test]
fn declining_cancels_an_offer() {
    let mut session = session(2);
    refused(&mut session, A, Action::DeclineDraw, ActionError::NoOffer);
    accepted(&mut session, A, Action::OfferDraw);
    accepted(&mut session, B, Action::DeclineDraw);
    refused(&mut session, B, Action::AcceptDraw, ActionError::NoOffer);
    accepted(&mut session, A, Action::OfferDraw);
    accepted(&mut session, A, Action::DeclineDraw);
    assert_eq!(session.open_offer(), None, "an own offer is withdrawn so");
}

#[test]
fn moving_without_an_answer_declines_but_the_offerers_own_move_does_not() {
    let mut session = session(2);
    accepted(&mut session, A, Action::OfferDraw);
    play(&mut session, &[Step::Wait]);
    assert!(session.open_offer().is_some(), "A offered and moved");
    play(&mut session, &[Step::Wait]);
    assert_eq!(session.open_offer(), None, "B moved instead of answering");
}

#[test]
fn a_seat_that_accepted_may_move_while_others_think() {
    let mut session = session(3);
    accepted(&mut session, B, Action::OfferDraw);
    accepted(&mut session, A, Action::AcceptDraw);
    play(&mut session, &[Step::Wait, Step::Wait]);
    assert!(session.open_offer().is_some());
    play(&mut session, &[Step::Wait]);
    assert_eq!(session.open_offer(), None, "C moved instead of answering");
}

#[test]
fn offering_against_an_offer_accepts_it() {
    let mut session = session(2);
    accepted(&mut session, A, Action::OfferDraw);
    accepted(&mut session, B, Action::OfferDraw);
    assert_eq!(result(&session), "draw, agreement");
}

#[test]
fn a_draw_is_claimed_by_the_seat_to_move_where_the_position_gives_the_right() {
    let mut session = session(2);
    refused(&mut session, A, Action::ClaimDraw, ActionError::NothingToClaim);
    play(&mut session, &[Step::Back, Step::Back, Step::Back]);
    refused(&mut session, A, Action::ClaimDraw, ActionError::NotYourTurn { to_move: B });
    accepted(&mut session, B, Action::ClaimDraw);
    assert_eq!(result(&session), "draw, claimed corner");
}

#[test]
fn the_start_counts_for_the_third_repetition() {
    let mut session = under(HistoryRules { repetition: Some(3), ..HistoryRules::default() });
    play(&mut session, &[Step::Wait, Step::Wait, Step::Wait]);
    assert_eq!(result(&session), "-");
    play(&mut session, &[Step::Wait]);
    assert_eq!(result(&session), "draw, third repetition");
}

#[test]
fn the_same_cells_with_another_seat_to_move_are_no_repetition() {
    let mut session = under(HistoryRules { repetition: Some(2), ..HistoryRules::default() });
    play(&mut session, &[Step::Wait]);
    assert_eq!(result(&session), "-");
    play(&mut session, &[Step::Wait]);
    assert_eq!(result(&session), "draw, second repetition");
}

#[test]
fn the_ply_limit_adjudicates_a_draw() {
    let mut session = under(HistoryRules { plies: Some(4), ..HistoryRules::default() });
    play(&mut session, &[Step::Wait, Step::On, Step::Back]);
    assert_eq!(result(&session), "-");
    play(&mut session, &[Step::Wait]);
    assert_eq!(result(&session), "draw, adjudicated: 4 plies");
    assert!(session.result().is_some_and(|(_, ending)| ending.is_adjudication()));
}

#[test]
fn the_rules_of_the_position_come_before_the_history() {
    let mut session = under(HistoryRules { plies: Some(3), ..HistoryRules::default() });
    play(&mut session, &[Step::On, Step::On, Step::On]);
    assert_eq!(result(&session), "A wins, reached");
}

#[test]
fn only_a_new_minimum_counts_as_progress() {
    let mut session = under(HistoryRules { no_progress: Some(3), ..HistoryRules::default() });
    play(&mut session, &[Step::Back, Step::On]);
    assert_eq!(session.plies_without_progress(), 2, "back to the start is no progress");
    play(&mut session, &[Step::On]);
    assert_eq!(session.plies_without_progress(), 0, "nearer than ever");
    play(&mut session, &[Step::Back, Step::On]);
    assert_eq!(result(&session), "-");
    play(&mut session, &[Step::Wait]);
    assert_eq!(result(&session), "draw, adjudicated: 3 plies without progress");
}

#[test]
fn offers_and_answers_are_no_plies() {
    let mut session = under(HistoryRules { plies: Some(2), ..HistoryRules::default() });
    for _ in 0..3 {
        accepted(&mut session, A, Action::OfferDraw);
        accepted(&mut session, B, Action::DeclineDraw);
    }
    assert_eq!((session.plies(), session.events().len()), (0, 6));
}

#[test]
fn taking_back_restores_every_counter() {
    let rules = HistoryRules { repetition: Some(3), plies: Some(9), no_progress: Some(5) };
    let mut session = under(rules);
    let mut before = Vec::new();
    let steps = [Step::Wait, Step::On, Step::Back, Step::Wait, Step::Wait];
    for step in steps {
        before.push(format!("{session:?} {:?}", session.history.idle_plies()));
        play(&mut session, &[step]);
    }
    for (undone, expected) in before.iter().rev().enumerate() {
        assert!(session.take_back());
        assert_eq!(session.plies() as usize, steps.len() - undone - 1);
        assert_eq!(&format!("{session:?} {:?}", session.history.idle_plies()), expected);
    }
    assert!(!session.take_back(), "no move is left");

    play(&mut session, &[Step::Wait, Step::Wait, Step::Wait, Step::Wait]);
    assert_eq!(result(&session), "draw, third repetition");
    assert!(session.take_back());
    assert_eq!(result(&session), "-");
    play(&mut session, &[Step::Wait]);
    assert_eq!(result(&session), "draw, third repetition", "not sooner, not later");
}

#[test]
fn taking_back_undoes_what_came_after_the_move_and_keeps_what_came_before() {
    let mut session = session(3);
    accepted(&mut session, A, Action::Resign);
    accepted(&mut session, C, Action::OfferDraw);
    play(&mut session, &[Step::On]);
    assert_eq!(session.open_offer(), None);
    accepted(&mut session, C, Action::Resign);
    assert_eq!(result(&session), "B wins, resignation of C");
    assert!(session.take_back());
    assert_eq!(session.status(), Status::ToMove(B));
    assert_eq!(session.active().to_string(), "BC");
    assert_eq!(session.open_offer().map(|offer| offer.by), Some(C));
    assert_eq!(session.events().len(), 2);
}

#[test]
fn an_erased_game_is_played_like_any_other() {
    let game = Arc::new(AnyGame::new(Arc::new(line(3))));
    let mut session = Session::new(game);
    assert_eq!(session.act(A, Action::Move(AnyMove(99))), Err(ActionError::IllegalMove));
    session.act(A, Action::Move(AnyMove(Step::On as u32))).unwrap();
    session.act(B, Action::Resign).unwrap();
    assert_eq!(session.status(), Status::ToMove(C));
    session.act(C, Action::Move(AnyMove(Step::On as u32))).unwrap();
    session.act(A, Action::Move(AnyMove(Step::On as u32))).unwrap();
    assert_eq!(session.result(), Some((Outcome::win(A, 3), &Ending::Rule("reached".to_owned()))));
    assert_eq!(session.moves().count(), 3);
}

#[test]
fn endings_read_like_sentences() {
    assert_eq!(Ending::Repetition(11).to_string(), "11th repetition");
    assert_eq!(Ending::Repetition(22).to_string(), "22nd repetition");
    assert_eq!(Ending::Forfeit(B, String::new()).to_string(), "forfeit of B");
    assert!(!Ending::Repetition(3).is_adjudication());
    assert!(Ending::NoProgress(100).is_adjudication());
}
