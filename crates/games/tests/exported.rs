//! Games written as rule files and read again, against the native ones: the same moves, the same boards
//! and the same ends, in perft and in random games to the end.
//!
//! `SELFORGE_TEST_CASES=all cargo test --release -p selforge-games --test exported` compares 1,000
//! random games of the rule space; a plain run compares some.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use selforge_core::{AnyState, Game, Outcome, Seat, Spec, Status, Stream};
use selforge_games::rulespace::Genes;
use selforge_games::zrf::{Diagnostics, NoIncludes, Position, RuleFile, Zrf, compile};
use selforge_games::{Described, NoFiles, Playable, export, open};
use selforge_testkit::cases;

/// A native game and its rule file.
struct Pair {
    native: Playable,
    file: Zrf,
    /// The native seat of each seat of the file.
    seats: Vec<usize>,
    /// The position of the file for each cell of the native picture.
    sites: Vec<u16>,
    /// The letter of each player and type.
    letters: HashMap<(u16, u16), char>,
}

impl Pair {
    fn open(spec: &str) -> Pair {
        let native = open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
        let exported = export(&native).unwrap_or_else(|error| panic!("{spec}: {error}"));
        let file = RuleFile::read("exported.zrf", exported.text.as_bytes(), &NoIncludes);
        let mut problems = Diagnostics::default();
        let rules = compile(file.first().unwrap(), &mut problems);
        let told = file.problems().list().iter().chain(problems.list()).next();
        let told = told.map(|problem| problem.in_a_line(file.sources()).to_string());
        assert_eq!(told, None, "{spec}\n{}", exported.text);
        let file = Zrf::new(Arc::new(rules.unwrap()), 0, Vec::new());
        let rules = Arc::clone(file.rules());
        assert_eq!(rules.title, exported.title, "{spec}");
        let mut seats = vec![0; usize::from(rules.seats)];
        for (native, name) in exported.players.iter().enumerate() {
            let player = &rules.players[usize::from(rules.player(name).unwrap())];
            seats[usize::from(player.seat.unwrap())] = native;
        }
        let cells = native.diagram(&native.game.start()).cells;
        let sites = cells.iter().map(|cell| rules.site(&cell.name).unwrap()).collect();
        let letters = exported.letters.iter().map(|(player, piece, letter)| {
            ((rules.player(player).unwrap(), rules.piece(piece).unwrap()), *letter)
        });
        Pair { native, file, seats, sites, letters: letters.collect() }
    }

    fn native_board(&self, state: &AnyState) -> Vec<Option<char>> {
        let text = self.native.position_text(state);
        let cells = self.native.lay_out(&text).unwrap().cells;
        // After a swap the file has turned every stone, where the native game exchanged the sets.
        let swapped = text.contains(" sets=BA");
        let turned = |letter| match letter {
            'A' if swapped => 'B',
            'B' if swapped => 'A',
            letter => letter,
        };
        cells.into_iter().map(|cell| cell.map(turned)).collect()
    }

    fn file_board(&self, state: &Position) -> Vec<Option<char>> {
        let piece = |site: &u16| state.piece(self.file.rules(), *site);
        self.sites.iter().map(|site| piece(site).map(|found| self.letters[&found])).collect()
    }

    /// Who is to move or how it ended, in the seats of the native game.
    fn compare_status(&self, native: &AnyState, file: &Position, told: &dyn Fn() -> String) {
        let seat = |seat: Seat| Seat::new(self.seats[seat.index()]);
        match (self.native.game.status(native), self.file.status(file)) {
            (Status::ToMove(a), Status::ToMove(b)) => assert_eq!(a, seat(b), "{}", told()),
            (Status::Over(a), Status::Over(b)) => {
                assert_eq!(a.winner(), b.winner().map(seat), "{}", told());
                assert_eq!(a.is_draw(), b.is_draw(), "{}", told());
            }
            (a, b) => panic!("{a:?} and {b:?} in {}", told()),
        }
    }

    /// The native moves and those of the file, by origin and target.
    fn compare_moves(&self, native: &AnyState, file: &Position, told: &dyn Fn() -> String) {
        let mut moves = Vec::new();
        self.native.game.legal_moves(native, &mut moves);
        let mut native: Vec<String> =
            moves.iter().map(|mv| plain(&self.native.move_text(native, *mv))).collect();
        let mut file: Vec<String> = self.file_moves(file).into_iter().map(|(_, it)| it).collect();
        native.sort();
        file.sort();
        assert_eq!(native, file, "{}", told());
    }

    fn file_moves(&self, state: &Position) -> Vec<(selforge_games::zrf::Move, String)> {
        let mut moves = Vec::new();
        self.file.legal_moves(state, &mut moves);
        let text = |mv| {
            let mut text = String::new();
            self.file.write_move(state, mv, &mut text).unwrap();
            plain(&text)
        };
        moves.into_iter().map(|mv| (mv, text(mv))).collect()
    }

    /// Plays a random game in both, move by move.
    /// Returns how it ended, if it did.
    fn play_a_game(&self, seed: u64, most: u32) -> Option<Outcome> {
        let mut stream = Stream::new(seed, "exported", 0);
        let (mut native, mut file) = (self.native.game.start(), self.file.start());
        let mut line = Vec::new();
        for _ in 0..most {
            let told = || {
                let text = self.native.position_text(&native);
                format!("{} seed {seed} after {}: {text}", self.native.spec, line.join(" "))
            };
            assert_eq!(self.native_board(&native), self.file_board(&file), "{}", told());
            self.compare_status(&native, &file, &told);
            self.compare_moves(&native, &file, &told);
            let Some(mv) = self.native.game.choose_move(&native, |count| stream.below(count))
            else {
                return self.native.game.outcome(&native);
            };
            let text = plain(&self.native.move_text(&native, mv));
            self.native.game.play(&mut native, mv);
            let chosen = self.file_moves(&file).into_iter().find(|(_, known)| *known == text);
            self.file.play(&mut file, chosen.unwrap().0);
            line.push(text);
        }
        None
    }

    /// Lines of play of so many moves, native and from the file.
    fn perfts(&self, depth: u32) -> [u64; 2] {
        [
            lines(&self.native.game, &self.native.game.start(), depth),
            lines(&self.file, &self.file.start(), depth),
        ]
    }
}

/// A move's origin and target; a promotion and what it does elsewhere are left out.
fn plain(text: &str) -> String {
    let moved = text.split(['=', ',']).next().unwrap();
    if moved.starts_with("swap") { "swap".to_owned() } else { moved.replace('x', "-") }
}

fn lines<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth <= 1 {
        return if depth == 0 { 1 } else { game.count_moves(state).into() };
    }
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let next = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        next
    };
    moves.into_iter().map(|mv| lines(game, &next(mv), depth - 1)).sum()
}

#[test]
fn random_games_of_the_rule_space_are_the_same_as_rule_files() {
    let games: u64 = cases(24, 1_000).into();
    let (mut winners, mut lines) = (HashSet::new(), HashSet::new());
    for index in 0..games {
        let genes = Genes::random(16, &mut Stream::new(5, "exported-genes", index));
        // Short games come to the last move, where the pieces are counted.
        let more = ["", "", " moves=31", " end=draw moves=12", " rook=file", " moves=2 limit=20"];
        let pair = Pair::open(&format!("rulespace genes={genes}{}", more[index as usize % 6]));
        for depth in 1..=3 {
            let [native, file] = pair.perfts(depth);
            assert_eq!(native, file, "{} depth {depth}", pair.native.spec);
            if depth == 3 {
                lines.insert(native);
            }
        }
        for seed in 0..20 {
            let outcome = pair.play_a_game(1_000 * index + seed, u32::MAX);
            winners.insert(outcome.expect("the game ends").winner());
        }
    }
    assert!(2 * lines.len() > games as usize, "the games differ: {lines:?}");
    assert_eq!(winners.len(), 3, "both win some and some are drawn: {winners:?}");
}

#[test]
fn the_games_of_the_paper_are_the_same_as_rule_files() {
    for game in 1..=4 {
        let pair = Pair::open(&format!("rulespace game=paper-{game}"));
        let [native, file] = pair.perfts(3);
        assert_eq!(native, file);
        for seed in 0..5 {
            pair.play_a_game(seed, u32::MAX);
        }
    }
}

#[test]
fn a_player_who_cannot_move_after_the_last_move_has_lost_in_both() {
    // Pieces go straight forward: one at the end of its way has no move; else the pieces are counted.
    let genes = "100000000000000000000000 611111 000000 000000 0 000000 0".replace(' ', "");
    for (position, winner) in
        [("u7/8/8/8/8/8/U7/8 A moves=3", None), ("8/8/8/8/8/7U/8/u7 A moves=3", Some(0))]
    {
        let spec = format!("rulespace genes={genes} moves=4 position=\"{position}\"");
        let pair = Pair::open(&spec);
        pair.play_a_game(1, u32::MAX);
        let mut state = pair.file.start();
        let mv = pair.file.choose_move(&state, |_| 0).unwrap();
        pair.file.play(&mut state, mv);
        let outcome = pair.file.outcome(&state).unwrap();
        assert_eq!(outcome.winner().map(Seat::index), winner, "{spec}");
    }
}

/// All that a turn of the file can come to: a chain of partial moves is one turn.
fn turns(game: &Zrf, state: &Position, found: &mut Vec<Position>) {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    for mv in moves {
        let mut next = state.clone();
        game.play(&mut next, mv);
        if next.is_in_chain() {
            turns(game, &next, found);
        } else {
            found.push(next);
        }
    }
}

fn perft_of_turns(game: &Zrf, state: &Position, depth: u32) -> u64 {
    let mut found = Vec::new();
    turns(game, state, &mut found);
    if depth == 1 {
        return found.len() as u64;
    }
    found.iter().map(|next| perft_of_turns(game, next, depth - 1)).sum()
}

#[test]
fn checkers_as_a_rule_file_is_checkers() {
    let pair = Pair::open("checkers");
    for (depth, lines) in (1..).zip([7, 49, 302, 1469, 7361]) {
        assert_eq!(perft_of_turns(&pair.file, &pair.file.start(), depth), lines);
    }
    let kings = r#"checkers position="B:W18,24,27,28,K10:B12,16,20,K22""#;
    let white = r#"checkers position="W:W21,22,K30:B1,2,K5,9""#;
    for (spec, games) in [("checkers", cases(10, 300)), (kings, 5), (white, 5)] {
        let pair = Pair::open(spec);
        for seed in 0..games {
            let mut stream = Stream::new(seed.into(), "exported-checkers", 0);
            let (mut native, mut file) = (pair.native.game.start(), pair.file.start());
            for ply in 0..400 {
                let told = || format!("{spec} seed {seed} ply {ply}");
                pair.compare_status(&native, &file, &told);
                let mut moves = Vec::new();
                pair.native.game.legal_moves(&native, &mut moves);
                let mut after = Vec::new();
                turns(&pair.file, &file, &mut after);
                let play = |mv| {
                    let mut next = native.clone();
                    pair.native.game.play(&mut next, mv);
                    next
                };
                let mut native_boards: Vec<_> =
                    moves.iter().map(|mv| pair.native_board(&play(*mv))).collect();
                let mut file_boards: Vec<_> = after.iter().map(|it| pair.file_board(it)).collect();
                let Some(mv) = stream.pick(&moves) else { break };
                let next = play(*mv);
                let board = pair.native_board(&next);
                let chosen = file_boards.iter().position(|other| *other == board);
                file = after[chosen.unwrap_or_else(|| panic!("{}", told()))].clone();
                native_boards.sort();
                file_boards.sort();
                assert_eq!(native_boards, file_boards, "{}", told());
                native = next;
            }
        }
    }
}

/// Selfo with the rules that a rule file can say.
fn selfo(more: &str) -> String {
    format!("selfo {more} passes=off plies=off progress=off")
}

#[test]
fn selfo_as_a_rule_file_is_selfo() {
    // Few stones on small boards come to connections and blockades in random play.
    for (spec, depth, games) in [
        (selfo("seed=3"), cases(1, 2), cases(1, 30)),
        (selfo("board=hexhex-3 pieces=4 swap=off"), 4, cases(20, 500)),
        (selfo("board=hexhex-4 pieces=5"), 3, cases(10, 200)),
        (selfo("board=square-5x5 pieces=6"), 3, cases(10, 200)),
        (selfo("board=king-4x4 pieces=4 blockade=off"), 3, cases(5, 100)),
        (selfo("board=voronoi-30-2"), 3, cases(5, 100)),
        (selfo("board=hexhex-4 seats=3 swap=off blockade=off pieces=4"), 3, cases(5, 50)),
    ] {
        let pair = Pair::open(&spec);
        for depth in 1..=depth {
            let [native, file] = pair.perfts(depth);
            assert_eq!(native, file, "{spec} depth {depth}");
        }
        for seed in 0..games {
            pair.play_a_game(seed.into(), 150);
        }
    }
}

#[test]
fn the_description_of_a_rule_file_says_only_what_holds_there() {
    for spec in ["selfo", "checkers", "rulespace"] {
        let text = Pair::open(spec).file.rules_text();
        let native = open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap().rules_text();
        for part in native.split("\n\n").filter(|part| part.starts_with("Turn. ")) {
            assert!(text.contains(&format!("\n\n{part}\n\n")), "{spec}, by paragraphs: {text}");
        }
        for wrong in ["300 moves", "80 moves", "both players pass", "The start is", "11-15"] {
            assert!(!text.contains(wrong), "{spec}: {wrong}: {text}");
        }
        assert_eq!(text.matches("\n\nDraw. ").count(), 1, "{spec}: {text}");
    }
    let selfo = Pair::open("selfo").file.rules_text();
    assert!(
        selfo.contains("\n\nBlockade. The game is a draw when both players are blocked"),
        "{selfo}"
    );
}

#[test]
fn what_rule_files_cannot_say_is_refused_or_noted() {
    let told = |spec: &str| {
        let native = open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
        export(&native).map_err(|error| error.to_string()).map(|file| file.notes.join(" "))
    };
    for (spec, problem) in [
        ("selfo length=2", "stones move more than one step; expected length=1"),
        ("selfo board=plane", "its board has no end; expected a board such as board=hexhex-6"),
        ("selfo seats=3", "more than one player may swap; expected swap=off"),
        ("selfo special=1", "some stones are special; expected special=0"),
        ("chess", "its family is chess; expected a game of selfo, checkers or rulespace"),
        (
            r#"rulespace position="8/8/8/8/8/8/8/Y7 A""#,
            "the game is over before its first move; expected a position in which somebody can move",
        ),
    ] {
        let refusal = told(spec).unwrap_err();
        let all = format!("this game cannot be written as a rule file: {problem}");
        assert!(refusal.starts_with(&all), "{spec}: {refusal}");
    }
    assert!(told("selfo").unwrap().contains("passes in succession end the game only when"));
    assert!(told("checkers").unwrap().starts_with("80 moves without a capture"));
    assert_eq!(told("rulespace").unwrap(), "");
    let notes = told("selfo seats=3 swap=off").unwrap();
    assert!(notes.contains("a blockade of all players is no draw"), "{notes}");
}
