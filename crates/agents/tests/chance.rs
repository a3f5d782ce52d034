//! Games of chance: players look ahead without knowing the dice.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use selforge_agents::{AgentSpec, AnyQuestion, Player, Stop};
use selforge_core::{AnyMove, AnyState, Game, Spec, Stream};
use selforge_games::{NoFiles, Playable, open};

const PLAYERS: [&str; 5] = [
    "alphabeta nodes=300",
    "alphabeta nodes=300 samples=1",
    "mcts playouts=60",
    "minimax depth=1",
    "greedy",
];

fn game(spec: &str) -> Playable {
    open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap()
}

fn answer(playable: &Playable, player: &str, state: &AnyState, seed: u64) -> AnyMove {
    let mut player = Player::new(&AgentSpec::parse(player).unwrap(), playable).unwrap();
    let mut question = AnyQuestion {
        state,
        history: &[],
        budget: None,
        stop: &Stop::default(),
        seed,
        progress: &mut |_| {},
    };
    player.choose(&mut question).unwrap().line[0]
}

#[test]
fn no_player_sees_the_dice_that_will_be_thrown() {
    // The same position in two games whose dice fall differently from there on.
    for name in ["race", "dice-race"] {
        let [one, other] = [1, 2].map(|seed| game(&format!("zrf game={name} seed={seed}")));
        let mut stream = Stream::new(1, "chance", 0);
        let mut state = one.game.start();
        let mut differ = 0;
        for ply in 0..24 {
            let Some(mv) = one.game.choose_move(&state, |count| stream.below(count)) else { break };
            let text = one.position_text(&state);
            let same = other.game.parse_state(&text).unwrap();
            for player in PLAYERS {
                let answers = [(&one, &state), (&other, &same)]
                    .map(|(playable, state)| answer(playable, player, state, ply));
                assert_eq!(answers[0], answers[1], "{name} {player} in {text}");
            }
            let after = |playable: &Playable, state: &AnyState| {
                let mut next = state.clone();
                playable.game.play(&mut next, mv);
                playable.position_text(&next)
            };
            differ += u32::from(after(&one, &state) != after(&other, &same));
            one.game.play(&mut state, mv);
        }
        assert!(differ > 3, "the dice of the two games do fall differently: {differ}");
    }
}

#[test]
fn a_question_has_the_same_answer_each_time() {
    let playable = game("zrf game=race seed=5");
    let state = playable.game.start();
    for player in PLAYERS {
        let answers = [0, 0].map(|_| answer(&playable, player, &state, 9));
        assert_eq!(answers[0], answers[1], "{player}");
    }
}

#[test]
fn how_many_throws_are_looked_at_means_nothing_without_dice() {
    let chess = game("chess");
    let spec = AgentSpec::parse("alphabeta samples=4").unwrap();
    let refusal = Player::new(&spec, &chess).err().unwrap().to_string();
    assert!(refusal.contains("nothing is left to chance in this game"), "{refusal}");
    assert!(Player::new(&spec, &game("zrf game=dice-race")).is_ok());
}
