//! The players of games of two armies, on positions of the rule space whose best moves are plain.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use selforge_agents::army::PaperRules;
use selforge_agents::{AgentSpec, AnyQuestion, Player, Stop};
use selforge_core::{Game, Seat, Spec, Stream};
use selforge_games::NoFiles;
use selforge_games::rulespace::{Genes, RuleSpace, Rules};

/// Kinds 1 to 6 move as the genes' values 1 to 6 say, one step; kind 3 has the honour.
const GENES: &str = "12345600000000000000000012345600000000000030000000";

/// The move that a player chooses, as text.
fn choice(player: &str, spec: &str, seed: u64) -> String {
    let playable = selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
    let mut player = Player::new(&AgentSpec::parse(player).unwrap(), &playable).unwrap();
    let state = playable.game.start();
    let report = player
        .choose(&mut AnyQuestion {
            state: &state,
            history: &[],
            budget: None,
            stop: &Stop::default(),
            seed,
            progress: &mut |_| {},
        })
        .unwrap();
    let mut text = String::new();
    playable.game.write_move(&state, report.line[0], &mut text).unwrap();
    text
}

fn at(position: &str) -> String {
    format!("rulespace genes={GENES} position=\"{position}\"")
}

#[test]
fn the_papers_player_takes_what_has_the_highest_priority() {
    // The king on d4 can take a pawn (6 + 4), a king of honour (1008 + 4) or a leaper (5 + 4).
    let spec = at("w7/8/8/2z1w3/3W4/2x5/8/8 A");
    for seed in 0..20 {
        assert_eq!(choice("paper-rules", &spec, seed), "d4xe5");
    }
    // Of equal prizes it takes any.
    let spec = at("w7/8/8/2z1z3/3W4/8/8/8 A");
    let mut taken: Vec<String> = (0..40).map(|seed| choice("paper-rules", &spec, seed)).collect();
    taken.sort();
    taken.dedup();
    assert_eq!(taken, ["d4xc5", "d4xe5"]);
}

#[test]
fn the_papers_player_comes_nearer_when_all_moves_look_alike() {
    let spec = at("7w/8/8/8/8/8/8/W7 A");
    for seed in 0..20 {
        // Of the king's three moves only the diagonal one shortens the way to h8.
        assert_eq!(choice("paper-rules", &spec, seed), "a1-b2");
    }
}

#[test]
fn the_value_of_a_position_is_that_of_the_papers_figure() {
    let genes: Genes = GENES.parse().unwrap();
    let game = RuleSpace::new(genes, Rules::default()).unwrap();
    let value = |text: &str, seat| PaperRules::value(&game, &game.parse_state(text).unwrap(), seat);
    let (a, b) = (Seat::FIRST, Seat::new(1));
    // Kings of honour 1000 + 8 + 4 each; A has a pawn (6 + 4), B a leaper (5 + 4) and a rook (7 + 4).
    assert_eq!(value("w6x/7y/8/8/8/8/8/W6Z A", a), 10 - 9 - 11 + 1000);
    assert_eq!(value("w6x/7y/8/8/8/8/8/W6Z A", b), 9 + 11 - 10 + 1000);
    // B has lost its honour.
    assert_eq!(value("7x/8/8/8/8/8/8/W6Z A", a), 1012 + 10 - 9 + 1000);
    assert_eq!(value("7x/8/8/8/8/8/8/W6Z A", b), 9 - 1012 - 10 - 1000);
}

#[test]
fn the_papers_player_beats_random_moves_in_most_random_games() {
    let games = 60;
    let (mut wins, mut losses) = (0, 0);
    for index in 0..games {
        let mut stream = Stream::new(1, "paper-players", index);
        let game = RuleSpace::new(Genes::random(16, &mut stream), Rules::default()).unwrap();
        let rules = Seat::new((index % 2) as usize);
        let mut state = game.start();
        while let Some(seat) = game.status(&state).to_move() {
            let mv = if seat == rules {
                PaperRules::pick(&game, &state, &mut stream).map(|(mv, _)| mv)
            } else {
                game.choose_move(&state, |count| stream.below(count))
            };
            game.play(&mut state, mv.unwrap());
        }
        match game.outcome(&state).unwrap().winner() {
            Some(seat) if seat == rules => wins += 1,
            Some(_) => losses += 1,
            None => {}
        }
    }
    assert!(wins > 2 * losses, "{wins} wins and {losses} losses in {games} games");
}

#[test]
fn every_search_takes_the_honour_that_stands_beside_it() {
    let spec = at("8/8/8/8/2w5/1W6/8/z7 A");
    for player in ["greedy", "minimax depth=2", "alphabeta depth=3", "mcts playouts=400"] {
        assert_eq!(choice(player, &spec, 1), "b3xc4", "{player}");
    }
}

#[test]
fn players_that_know_only_other_games_refuse() {
    let refusal = |player: &str, spec: &str| {
        let playable = selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
        let refused = Player::new(&AgentSpec::parse(player).unwrap(), &playable);
        refused.err().map(|error| error.to_string())
    };
    let text = refusal("paper-rules", "selfo board=hexhex-4").unwrap();
    assert!(text.contains("it knows only games of two armies"), "{text}");
    assert!(refusal("swarm", "rulespace").unwrap().contains("it knows only Selfo"));
    assert!(refusal("minimax eval=swarm", "rulespace").unwrap().contains("it knows only Selfo"));
    assert_eq!(refusal("minimax", "rulespace"), None);
    // What is chosen must have an effect, also where it is what would be done anyway.
    for player in ["alphabeta blockade=5", "mcts eval=fast", "greedy eval=fast"] {
        for spec in ["rulespace", "chess"] {
            let text = refusal(player, spec).unwrap();
            assert!(text.contains("expected the player without it"), "{text}");
        }
        for spec in ["selfo board=hexhex-4", "selfo board=plane"] {
            assert_eq!(refusal(player, spec), None);
        }
    }
}
