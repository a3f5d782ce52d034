//! All that the [`Game`] trait promises, checked at every position of random games.
//!
//! A check compares what a game says in one way with what it says in another: visited moves with
//! counted, chosen, written and parsed ones, positions with their texts and keys. So it needs to
//! know nothing about the game.
//!
//! Nearly all of it is done with the [erased](AnyGame) game, and the game itself is compared with
//! that. Checking the game itself first would be more direct, but all of this would be compiled
//! again for every game, which takes minutes for a family of many board types.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use selforge_core::{
    AnyGame, AnyMove, AnyState, Game, MAX_SEATS, MoveRepr, SeatSet, Status, Stream,
};

/// How many of a position's moves are parsed, which takes long, and so on.
const SAMPLE: usize = 8;

/// What a check has seen, so that a test can insist that it saw enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Positions, those met again not counted.
    pub positions: usize,
    /// Games that reached an end.
    pub finished: u32,
    /// Seats that left a game that went on.
    pub retired: u32,
}

/// Plays random games from the start and checks every position.
///
/// # Panics
/// With the game, the ply and the position, when a promise is broken.
pub fn check<G: Game>(game: &Arc<G>, seed: u64, games: u32, max_plies: u32) -> Seen {
    let erased = AnyGame::new(Arc::clone(game));
    assert_eq!(game.seats(), erased.seats(), "the erased game's seats");
    assert_eq!(game.history_rules(), erased.history_rules(), "the erased game's history rules");
    assert_eq!(AnyGame::wrap::<G>(game.start()), erased.start(), "the erased game's start");
    let mut typed = |look: &Look<'_>| compare_typed(&**game, look);
    let mut checker = Checker {
        game: &erased,
        typed: &mut typed,
        keys: HashMap::new(),
        old_codes: Vec::new(),
        marks: None,
        place: String::new(),
        seen: Seen::default(),
        stream: Stream::new(seed, "conformance", 0),
    };
    checker.check_game();
    for number in 0..games {
        checker.play_game(number, max_plies);
    }
    checker.seen.positions = checker.keys.len();
    checker.seen
}

/// A position of the erased game with its moves, for comparison with the game itself.
struct Look<'a> {
    erased: &'a AnyGame,
    state: &'a AnyState,
    moves: &'a [AnyMove],
    /// The numbers of the moves to look at more closely.
    sample: &'a [usize],
    /// Codes of which some are illegal.
    codes: &'a [u32],
    place: &'a str,
}

/// The game itself against its erased self.
fn compare_typed<G: Game>(game: &G, look: &Look<'_>) {
    let &Look { erased, state, moves, sample, codes, place } = look;
    let typed: &G::State = state.downcast().expect("a position of this game");
    assert_eq!(game.status(typed), erased.status(state), "{place}: erased status");
    assert_eq!(game.key(typed), erased.key(state), "{place}: erased key");
    let keys = (game.repetition_key(typed), erased.repetition_key(state));
    assert_eq!(keys.0, keys.1, "{place}: erased repetition key");
    assert_eq!(game.ending(typed), erased.ending(state), "{place}: erased ending");
    assert_eq!(game.active(typed), erased.active(state), "{place}: erased active seats");
    assert_eq!(game.claim(typed), erased.claim(state), "{place}: erased claim");
    assert_eq!(game.outcome(typed), erased.outcome(state), "{place}: erased outcome");
    let text = text_of(game, typed);
    assert_eq!(text, text_of(erased, state), "{place}: erased text");
    let read = game.parse_state(&text).map(AnyGame::wrap::<G>);
    assert_eq!(read, erased.parse_state(&text), "{place}: erased reading");
    let (mut marks, mut erased_marks) = (Vec::new(), Vec::new());
    game.progress(typed, &mut marks);
    erased.progress(state, &mut erased_marks);
    assert_eq!(marks, erased_marks, "{place}: erased progress");
    assert_eq!(game.count_moves(typed) as usize, moves.len(), "{place}: erased count");

    let mut own: Vec<G::Move> = Vec::new();
    game.legal_moves(typed, &mut own);
    let same = own.iter().map(|mv| mv.to_code()).eq(moves.iter().map(|mv| mv.0));
    assert!(same, "{place}: the erased game's moves are others");
    for &mv in &own {
        let code = mv.to_code();
        assert_eq!(G::Move::from_code(code), Some(mv), "{place}: code {code} of {mv:?}");
    }
    for &at in sample {
        let chosen = game.choose_move(typed, |_| at as u32);
        assert_eq!(chosen, Some(own[at]), "{place}: erased choice");
        let text = move_text(game, typed, own[at]);
        assert_eq!(text, move_text(erased, state, moves[at]), "{place}: erased move text");
        assert_eq!(game.parse_move(typed, &text), Ok(own[at]), "{place}: reading '{text}'");
    }
    for &code in codes {
        let legal = G::Move::from_code(code).is_some_and(|mv| game.is_legal(typed, mv));
        assert_eq!(legal, erased.is_legal(state, AnyMove(code)), "{place}: is {code} legal?");
    }
    if let Some(&at) = sample.last() {
        let (mut next, mut erased_next) = (typed.clone(), state.clone());
        game.play(&mut next, own[at]);
        erased.play(&mut erased_next, moves[at]);
        assert_eq!(AnyGame::wrap::<G>(next), erased_next, "{place}: erased playing");
    }
}

struct Checker<'a> {
    game: &'a AnyGame,
    typed: &'a mut dyn FnMut(&Look<'_>),
    /// Every position met, by its key.
    keys: HashMap<u64, AnyState>,
    /// Codes of moves that were legal somewhere.
    old_codes: Vec<u32>,
    /// How many progress marks a position has.
    marks: Option<usize>,
    /// Where we are, for messages.
    place: String,
    seen: Seen,
    stream: Stream,
}

impl Checker<'_> {
    /// What holds for the game as a whole.
    fn check_game(&self) {
        let game = self.game;
        assert!(
            (2..=MAX_SEATS).contains(&usize::from(game.seats())),
            "a game of {} seats",
            game.seats()
        );
        assert_eq!(game.start(), game.start(), "the start is not always the same");
    }

    fn play_game(&mut self, number: u32, max_plies: u32) {
        let mut state = self.game.start();
        // In some games a seat leaves early, in others late or never.
        let leave_at = self.stream.below(2 * max_plies.max(1));
        for ply in 0..=max_plies {
            self.place = format!("game {number}, ply {ply}: '{}'", text_of(self.game, &state));
            let moves = self.check_position(&state);
            let Status::ToMove(seat) = self.game.status(&state) else {
                self.seen.finished += 1;
                return;
            };
            self.check_retiring(&state);
            if ply == leave_at && self.game.seats() > 2 && self.game.retire(&mut state, seat) {
                self.seen.retired += 1;
                continue;
            }
            let mv = *self.stream.pick(&moves).expect("a position to move in has moves");
            self.check_playing(&state, mv);
            self.game.play(&mut state, mv);
        }
    }

    /// Checks all there is to a position, and gives its moves.
    fn check_position(&mut self, state: &AnyState) -> Vec<AnyMove> {
        self.check_key(state);
        self.check_text(state);
        self.check_status(state);
        let moves = self.check_moves(state);
        let codes = self.check_legality(state, &moves);
        self.check_notation(state, &moves);
        let sample = sample(&mut self.stream, moves.len());
        (self.typed)(&Look {
            erased: self.game,
            state,
            moves: &moves,
            sample: &sample,
            codes: &codes,
            place: &self.place,
        });
        moves
    }

    fn check_key(&mut self, state: &AnyState) {
        let key = self.game.key(state);
        assert_eq!(key, self.game.key(&state.clone()), "{}: a clone's key", self.place);
        let known = self.keys.entry(key).or_insert_with(|| state.clone());
        assert!(known == state, "{}: the key {key:016x} is also that of {known:?}", self.place);
    }

    fn check_text(&self, state: &AnyState) {
        let (game, place) = (self.game, &self.place);
        let text = text_of(game, state);
        assert!(!text.is_empty() && !text.contains(char::is_control), "{place}: no line of text");
        let read = game.parse_state(&text);
        let read = read.unwrap_or_else(|error| panic!("{place}: own text is refused: {error}"));
        assert!(read == *state, "{place}: reads back as {read:?} instead of {state:?}");
        assert_eq!(game.key(&read), game.key(state), "{place}: equal states, different keys");
        assert_eq!(
            game.status(&read),
            game.status(state),
            "{place}: equal states, not equal status"
        );
        let again = (game.repetition_key(&read), game.repetition_key(state));
        assert_eq!(again.0, again.1, "{place}: equal states, different repetition keys");
        assert_eq!(text_of(game, &read), text, "{place}: reads back and is written otherwise");
    }

    fn check_status(&mut self, state: &AnyState) {
        let (game, place) = (self.game, &self.place);
        let status = game.status(state);
        let active = game.active(state);
        let seats = SeatSet::first(game.seats());
        assert!(active.iter().all(|seat| seats.contains(seat)), "{place}: active seats {active}");
        assert_eq!(game.outcome(state), status.outcome(), "{place}: outcome and status");
        match status {
            Status::ToMove(seat) => {
                assert!(active.contains(seat), "{place}: {seat} is to move but not active");
                assert_eq!(game.ending(state), "", "{place}: an ending of a game that goes on");
            }
            Status::Over(outcome) => {
                assert_eq!(outcome.seats(), game.seats(), "{place}: an outcome for other seats");
                assert!(!game.ending(state).is_empty(), "{place}: over without an ending");
                assert_eq!(game.claim(state), None, "{place}: a claim in a finished game");
            }
        }
        let mut marks = Vec::new();
        game.progress(state, &mut marks);
        let expected = *self.marks.get_or_insert(marks.len());
        assert_eq!(marks.len(), expected, "{place}: another number of progress marks");
    }

    /// The moves, after they were visited, counted and chosen.
    fn check_moves(&mut self, state: &AnyState) -> Vec<AnyMove> {
        let (game, place) = (self.game, &self.place);
        let visit = || {
            let mut moves = Vec::new();
            let flow = game.visit_moves(state, &mut |mv| {
                moves.push(mv);
                ControlFlow::Continue(())
            });
            assert!(flow.is_continue(), "{place}: visiting breaks by itself");
            moves
        };
        let moves: Vec<AnyMove> = visit();
        assert_eq!(moves, visit(), "{place}: moves come in another order the second time");
        let mut listed = moves.clone();
        game.legal_moves(state, &mut listed);
        assert_eq!(moves, listed, "{place}: listed moves");
        let different: HashSet<AnyMove> = moves.iter().copied().collect();
        assert_eq!(different.len(), moves.len(), "{place}: a move comes twice");
        let open = game.status(state).to_move().is_some();
        assert_eq!(open, !moves.is_empty(), "{place}: {} moves, open: {open}", moves.len());
        let count = game.count_moves(state) as usize;
        assert_eq!(count, moves.len(), "{place}: moves counted and visited");

        for _ in 0..3.min(count) {
            // A visitor that breaks is not shown another move.
            let stop = self.stream.below(count as u32) as usize;
            let mut shown = 0;
            let flow = game.visit_moves(state, &mut |mv| {
                assert_eq!(mv, moves[shown], "{place}: move {shown} of an early stop");
                shown += 1;
                if shown > stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert!(flow.is_break() && shown == stop + 1, "{place}: visiting after a break");
        }
        let numbers = sample(&mut self.stream, count).into_iter();
        for number in numbers.chain([count, count + 1, count + 1000]) {
            let mut asked = 0;
            let chosen = game.choose_move(state, |offered| {
                asked += 1;
                assert_eq!(offered as usize, count, "{place}: what choose_move offers");
                number as u32
            });
            assert!(asked <= 1 && (asked == 1) == open, "{place}: choose_move asks {asked} times");
            let expected = if open { moves.get(number).copied() } else { None };
            assert_eq!(chosen, expected, "{place}: choose_move gives another move {number}");
        }
        moves
    }

    /// Legal moves are legal; others, random or remembered, are not. Gives the codes looked at.
    fn check_legality(&mut self, state: &AnyState, moves: &[AnyMove]) -> Vec<u32> {
        let (game, place) = (self.game, &self.place);
        let legal: HashSet<u32> = moves.iter().map(|mv| mv.0).collect();
        let some = sample(&mut self.stream, moves.len());
        let mut codes: Vec<u32> = some.into_iter().map(|at| moves[at].0).collect();
        codes.extend([0, 1, u32::MAX, 1 << 30, 1 << 31]);
        codes.extend((0..4).map(|_| self.stream.bits() as u32));
        codes.extend((0..4).map(|_| self.stream.below(1 << 16)));
        codes.extend((0..8).filter_map(|_| self.stream.pick(&self.old_codes).copied()));
        for code in &codes {
            let (is_legal, shown) = (game.is_legal(state, AnyMove(*code)), legal.contains(code));
            assert_eq!(is_legal, shown, "{place}: is the move {code} legal, and is it shown?");
        }
        self.old_codes.extend(self.stream.pick(moves).map(|mv| mv.0));
        codes
    }

    /// Every move has a text of its own, which reads back, also in the ways that people type.
    fn check_notation(&mut self, state: &AnyState, moves: &[AnyMove]) {
        let (game, place) = (self.game, &self.place);
        let texts: Vec<String> = moves.iter().map(|&mv| move_text(game, state, mv)).collect();
        let mut bare_count: HashMap<String, u32> = HashMap::new();
        let mut different = HashSet::new();
        for text in &texts {
            assert!(!text.trim().is_empty(), "{place}: a move without a text");
            assert!(different.insert(text), "{place}: two moves are written '{text}'");
            *bare_count.entry(bare(text)).or_default() += 1;
        }
        let read = |text: &str| match game.parse_move(state, text) {
            Ok(mv) => mv,
            Err(error) => panic!("{place}: the move '{text}' is refused: {error}"),
        };
        for at in sample(&mut self.stream, moves.len()) {
            let (mv, text) = (moves[at], &texts[at]);
            assert_eq!(read(text), mv, "{place}: '{text}' reads back as another move");
            let bare = bare(text);
            if bare_count[&bare] == 1 {
                for typed in [text.to_uppercase(), bare.to_uppercase(), format!("  {bare} "), bare]
                {
                    assert_eq!(read(&typed), mv, "{place}: '{typed}' reads back as another move");
                }
            }
        }
        for nonsense in ["", " ", "no such move", "\u{1f600}", "--"] {
            assert!(game.parse_move(state, nonsense).is_err(), "{place}: '{nonsense}' is a move");
        }
    }

    /// Playing twice from the same position gives the same, and leaves the first one alone.
    fn check_playing(&self, state: &AnyState, mv: AnyMove) {
        let (game, place) = (self.game, &self.place);
        let before = format!("{state:?}");
        let (mut once, mut twice) = (state.clone(), state.clone());
        game.play(&mut once, mv);
        game.play(&mut twice, mv);
        assert!(once == twice, "{place}: {mv:?} leads to two different positions");
        assert_eq!(game.key(&once), game.key(&twice), "{place}: keys after {mv:?}");
        assert_eq!(before, format!("{state:?}"), "{place}: a clone shares something");
        assert_eq!(game.active(&once), game.active(state), "{place}: {mv:?} takes a seat out");
    }

    /// In a game of three or more, each seat can leave, and what remains is a position.
    fn check_retiring(&mut self, state: &AnyState) {
        if self.game.seats() < 3 {
            return;
        }
        let active = self.game.active(state);
        let leaving: Vec<_> = active.iter().collect();
        let seat = *self.stream.pick(&leaving).expect("somebody plays");
        let mut rest = state.clone();
        let can = self.game.retire(&mut rest, seat);
        let place = std::mem::take(&mut self.place);
        self.place = format!("{place}, after {seat} left");
        if can {
            let left = self.game.active(&rest);
            assert_eq!(left, active.without(seat), "{}: the seats left", self.place);
            if let Some(winner) = left.only() {
                let found = self.game.outcome(&rest).and_then(|outcome| outcome.winner());
                assert_eq!(found, Some(winner), "{}: the last seat wins", self.place);
            }
            let moves = self.check_position(&rest);
            if let Some(&mv) = self.stream.pick(&moves) {
                self.check_playing(&rest, mv);
            }
        } else {
            assert!(rest == *state, "{}: refused, but something changed", self.place);
        }
        self.place = place;
    }
}

/// A few numbers below `count`, the first and the last among them; all if they are few.
fn sample(stream: &mut Stream, count: usize) -> Vec<usize> {
    if count <= SAMPLE {
        return (0..count).collect();
    }
    let inner = (2..SAMPLE).map(|_| stream.below(count as u32) as usize);
    [0, count - 1].into_iter().chain(inner).collect()
}

fn text_of<G: Game>(game: &G, state: &G::State) -> String {
    let mut text = String::new();
    game.write_state(state, &mut text).expect("writing to a string cannot fail");
    text
}

fn move_text<G: Game>(game: &G, state: &G::State, mv: G::Move) -> String {
    let mut text = String::new();
    game.write_move(state, mv, &mut text).expect("writing to a string cannot fail");
    text
}

/// A move's text in small letters and without hyphens, colons, arrows and spaces.
fn bare(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_whitespace() && !"-:>".contains(*c));
    kept.flat_map(char::to_lowercase).collect()
}
