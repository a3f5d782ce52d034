//! The player with a network: what is certain does not depend on what the network thinks.

use std::collections::HashMap;
use std::io::Write;

use selforge_agents::{AgentSpec, AnyQuestion, Player, Report, Score, Stop};
use selforge_core::{AnyGame, AnyMove, AnyState, Game, Spec, Status};
use selforge_games::{NoFiles, Playable};
use selforge_learn::{Network, Origin, Saved, Shape};

fn open(spec: &str) -> Playable {
    selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap()
}

/// What networks for Selfo look like.
const SHAPE: Shape = Shape { inputs: 13, globals: 7, classes: 1, channels: 16, blocks: 1 };

/// A file with a network that knows nothing, which goes when this is dropped.
struct NetworkFile(tempfile::NamedTempFile);

impl NetworkFile {
    fn new(seed: u64) -> NetworkFile {
        let saved = Saved {
            family: "selfo".into(),
            features: "gathering 1".into(),
            origin: Origin::default(),
            network: Network::random(SHAPE, seed).unwrap(),
        };
        NetworkFile::with(&saved.to_bytes())
    }

    fn with(bytes: &[u8]) -> NetworkFile {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        NetworkFile(file)
    }

    fn player(&self, options: &str, playable: &Playable) -> Result<Player, String> {
        let spec = format!("network {options} file={}", self.0.path().display());
        let spec = AgentSpec::parse(&spec).unwrap();
        Player::seat(&spec, playable).map_err(|error| error.to_string())
    }
}

fn ask(player: &mut Player, state: &AnyState, history: &[u64]) -> Report<AnyMove> {
    let stop = Stop::default();
    let mut question =
        AnyQuestion { state, history, budget: None, stop: &stop, seed: 1, progress: &mut |_| {} };
    player.choose(&mut question).unwrap()
}

#[test]
fn a_move_that_wins_at_once_is_taken_whatever_the_network_thinks() {
    let playable = open("selfo board=hexhex-3 position=\"A1A/4/2A2/B3/B1B A\"");
    for seed in 0..5 {
        let file = NetworkFile::new(seed);
        let mut player = file.player("nodes=2", &playable).unwrap();
        let report = ask(&mut player, &playable.game.start(), &[]);
        assert_eq!(report.score, Score::win_in(1), "{report:?}");
        let mut state = playable.game.start();
        playable.game.play(&mut state, report.line[0]);
        assert!(matches!(playable.game.status(&state), Status::Over(_)));
    }
}

/// The value of a position for the seat to move, by looking at everything to a depth; `None` if that
/// does not settle it.
fn settle(
    game: &AnyGame,
    state: &AnyState,
    depth: u32,
    known: &mut HashMap<(u64, u32), Option<i8>>,
) -> Option<i8> {
    let key = (game.key(state), depth);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let seat = game.status(state).to_move().unwrap();
    let values: Vec<Option<i8>> = moves
        .iter()
        .map(|&mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            match game.status(&next) {
                Status::Over(outcome) => Some(match outcome.winner() {
                    Some(winner) if winner == seat => 1,
                    Some(_) => -1,
                    None => 0,
                }),
                Status::ToMove(_) if depth == 1 => None,
                Status::ToMove(_) => settle(game, &next, depth - 1, known).map(|value| -value),
            }
        })
        .collect();
    let value = match values.iter().any(|value| *value == Some(1)) {
        true => Some(1),
        false => {
            values.into_iter().collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max())
        }
    };
    known.insert(key, value);
    value
}

#[test]
fn what_the_tree_proves_is_what_looking_at_everything_finds() {
    let file = NetworkFile::new(3);
    let mut proven = 0;
    for seed in 0..12 {
        let playable = open(&format!("selfo board=hexhex-3 pieces=3 swap=off seed={seed}"));
        let mut player = file.player("nodes=3000", &playable).unwrap();
        let report = ask(&mut player, &playable.game.start(), &[]);
        let plies = report.score.plies_to_win().map(|plies| (plies, 1));
        let plies = plies.or(report.score.plies_to_loss().map(|plies| (plies, -1)));
        if let Some((plies, value)) = plies.filter(|(plies, _)| *plies <= 5) {
            proven += 1;
            let found = settle(&playable.game, &playable.game.start(), plies, &mut HashMap::new());
            assert_eq!(found, Some(value), "seed {seed}: {report:?}");
        }
    }
    assert!(proven >= 3, "{proven} of 12 starts are settled");
}

#[test]
fn the_same_question_gets_the_same_answer_and_a_kept_tree_goes_on_legally() {
    let playable = open("selfo board=hexhex-4 density=30 seed=5");
    let file = NetworkFile::new(1);
    let game = &playable.game;
    let play = || {
        let mut player = file.player("nodes=60", &playable).unwrap();
        let (mut state, mut history, mut line) = (game.start(), Vec::new(), Vec::new());
        while line.len() < 24 && game.status(&state).to_move().is_some() {
            let mv = ask(&mut player, &state, &history).line[0];
            assert!(game.is_legal(&state, mv));
            history.push(game.repetition_key(&state));
            game.play(&mut state, mv);
            line.push(mv);
        }
        line
    };
    assert_eq!(play(), play());
}

#[test]
fn files_that_do_not_fit_are_refused_with_the_reason() {
    let playable = open("selfo board=hexhex-4");
    let refused =
        |file: &NetworkFile, spec: &str| file.player("", &open(spec)).map(|_| ()).unwrap_err();
    let text = refused(&NetworkFile::with(b"hello"), "selfo");
    assert!(text.contains("does not begin with 'SELFONET'"), "{text}");
    let text = refused(&NetworkFile::new(1), "hex");
    assert!(text.contains("is for 'gathering 1'"), "{text}");
    let text = refused(&NetworkFile::new(1), "selfo seats=3");
    assert!(text.contains("two seats"), "{text}");
    let spec = AgentSpec::parse("network file=/no/such/file").unwrap();
    let text = Player::seat(&spec, &playable).map(|_| ()).unwrap_err().to_string();
    assert!(text.contains("/no/such/file"), "{text}");
}

#[test]
fn without_time_there_is_a_move_all_the_same() {
    let playable = open("selfo board=hexhex-4 seed=2");
    let file = NetworkFile::new(2);
    let mut player = file.player("time=1ms", &playable).unwrap();
    let stop = Stop::default();
    stop.now();
    let state = playable.game.start();
    let mut question = AnyQuestion {
        state: &state,
        history: &[],
        budget: None,
        stop: &stop,
        seed: 1,
        progress: &mut |_| {},
    };
    let report = player.choose(&mut question).unwrap();
    assert!(playable.game.is_legal(&state, report.line[0]));
}
