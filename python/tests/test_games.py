"""One game at a time: states, moves, records, pictures, boards, errors."""

import copy
import pickle
import random
import threading
from xml.dom import minidom

import numpy as np
import pytest

import selforge
from selforge import Game


def play_out(game, seed, limit=400):
    """A random game by actions, position by position."""
    choose = random.Random(seed)
    state = game.start()
    yield state
    while not state.is_over and state.plies < limit:
        state.play(choose.choice(state.legal_actions()))
        yield state


def test_perft_of_chess_is_the_published_one():
    assert [Game("chess").perft(depth) for depth in range(4)] == [1, 20, 400, 8902]


def test_texts_actions_and_masks_name_the_same_moves(spec):
    game = Game(spec)
    for state in play_out(game, 1, 60):
        texts, actions = state.legal_moves(), state.legal_actions()
        assert len(texts) == len(actions) == len(set(actions))
        assert np.flatnonzero(state.action_mask()).tolist() == sorted(actions)
        for text, action in list(zip(texts, actions))[:10]:
            assert state.action(text) == action
            assert state.move_text(action) == text
            assert state.after(text) == state.after(action)


def test_positions_survive_their_text_and_their_record(spec):
    game = Game(spec)
    for state in play_out(game, 2, 80):
        pass
    again = game.position(state.text)
    assert again.text == state.text and again.key == state.key
    record = selforge.Record(state.record(players=["a"] * 2, date="2026-11-16"))
    assert record.moves == state.moves
    assert record.result == state.result
    assert record.positions()[-1] == state
    assert len(record) == state.plies
    assert game.replay(state.moves) == state


def test_finished_games_say_who_won_and_have_no_moves():
    for seed in range(20):
        for state in play_out(Game("hex board=hex-5x5"), seed):
            pass
        assert state.is_over and state.to_move is None
        assert state.legal_moves() == [] and state.legal_actions() == []
        assert sorted(state.outcome) == [1, 2]
        assert state.outcome[state.winner] == 1
        assert state.rewards[state.winner] == 1.0 and sum(state.rewards) == 0.0
        assert state.result.startswith("AB"[state.winner] + " wins")
        with pytest.raises(selforge.IllegalMoveError, match="the game is over"):
            state.play(0)


def test_repetition_draws_games_as_in_matches():
    state = Game("chess").start()
    for _ in range(2):
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8"]:
            assert not state.is_over
            state.play(mv)
    assert state.outcome == [1, 1] and state.winner is None
    assert "repetition" in state.result or "3" in state.result


def test_copies_go_their_own_ways(spec):
    state = Game(spec).start()
    copies = [state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    before = state.text
    state.play(state.legal_actions()[0])
    for other in copies:
        assert other.text == before and other.plies == 0
        assert other.legal_moves() == Game(spec).start().legal_moves()
    assert pickle.loads(pickle.dumps(state)).moves == state.moves


def test_games_are_named_by_their_canonical_line():
    game = Game("selfo   board=hexhex-6 seed=5")
    assert game == Game(game.spec) and hash(game) == hash(Game(game.spec))
    assert game != Game("chess") and game != "chess"
    assert game.with_options(seed=6) == Game("selfo seed=6")
    assert pickle.loads(pickle.dumps(game)) == game


def test_pictures_are_well_formed_svg(spec):
    state = Game(spec).start()
    picture = minidom.parseString(state._repr_svg_())
    assert picture.documentElement.tagName == "svg"
    assert "<svg" in Game(spec)._repr_svg_()
    with pytest.raises(selforge.SelforgeError, match="pixels"):
        state.svg(size=1)


def test_boards_are_graphs_with_names_and_places(spec):
    board = Game(spec).board
    edges = board.edges
    assert board.centres.shape == (len(board), 2) and len(set(board.names)) == len(board)
    if edges.shape[1]:
        assert edges.min() >= 0 and edges.max() < len(board)
        pairs = set(map(tuple, edges.T.tolist()))
        assert all((b, a) in pairs for a, b in pairs)


def test_neighbours_of_a_hexagon_of_hexagons_are_counted_as_geometry_says():
    board = Game("selfo board=hexhex-4").board
    distance = np.linalg.norm(board.centres[:, None] - board.centres[None], axis=-1)
    near = set(map(tuple, np.argwhere((distance > 0.1) & (distance < 1.1)).tolist()))
    assert set(map(tuple, board.edges.T.tolist())) == near


def test_rules_name_the_game():
    assert "King" in Game("chess").rules or "king" in Game("chess").rules
    assert Game("chess").side_names == ["White", "Black"]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("slefo", "there is no game 'slefo'; did you mean 'selfo'?"),
        ("board=hexhex-4", "a spec begins with the name of a game"),
        ("selfo board=hexhex-99", "board"),
        ("selfo lenght=2", "length"),
        ("zrf file=/nowhere.zrf", "there is no such file"),
        ("", ""),
    ],
)
def test_bad_specs_raise_with_the_words_of_the_command(spec, words):
    with pytest.raises(selforge.SpecError) as caught:
        Game(spec)
    assert words in str(caught.value) and isinstance(caught.value, ValueError)


def test_bad_moves_and_positions_raise_and_change_nothing():
    state = Game("chess").start()
    before = state.text
    for bad in ["e2e5", "", "é", -1, 10**6, 10**18, np.int64(5)]:
        with pytest.raises(selforge.IllegalMoveError):
            state.play(bad)
    with pytest.raises(TypeError):
        state.play(1.5)
    with pytest.raises(OverflowError):
        state.play(10**30)
    assert state.text == before and state.plies == 0
    with pytest.raises(selforge.PositionError, match="character"):
        state.game.position("rnbq")
    with pytest.raises(selforge.RecordError, match="line"):
        selforge.Record("nonsense\n")
    with pytest.raises(selforge.SelforgeError, match="no seat 2"):
        state.observation(seat=2)


def test_boards_without_an_end_have_moves_as_text_only():
    state = Game("selfo board=plane").start()
    assert state.legal_moves()
    for ask in [state.legal_actions, state.action_mask, state.observation]:
        with pytest.raises(selforge.SelforgeError, match="end"):
            ask()
    with pytest.raises(selforge.SelforgeError, match="end"):
        selforge.VectorGame("selfo board=plane", 2)


def test_players_answer_with_legal_moves(spec):
    game = Game(spec)
    state = game.start()
    for name in ["random", "mcts playouts=20"]:
        answer = selforge.Player(name, game).choose(state, seed=3)
        assert answer["move"] in state.legal_moves()
        assert state.action(answer["move"]) == answer["action"]
    with pytest.raises(selforge.PlayerError, match="did you mean"):
        selforge.Player("alphabetta", game)


def test_players_find_a_mate_and_refuse_other_games():
    game = Game("chess")
    player = selforge.Player("alphabeta depth=3", game)
    state = game.position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    answer = player.choose(state)
    assert answer["move"] == "a1a8" and answer["words"] == "win in 1"
    with pytest.raises(selforge.PlayerError, match="sits at"):
        player.choose(Game("loa").start())


def test_other_threads_go_on_while_a_player_thinks():
    game = Game("chess")
    player = selforge.Player("alphabeta nodes=200000", game)
    ticks = []
    thinking = threading.Thread(target=player.choose, args=(game.start(),))
    thinking.start()
    while thinking.is_alive():
        ticks.append(game.start().text)
    assert len(ticks) > 2


def test_families_and_players_are_listed():
    names = [family["name"] for family in selforge.games()]
    assert {"selfo", "chess", "hex", "loa", "zrf"} <= set(names)
    for family in selforge.games():
        for example in family["examples"]:
            assert Game(example).name == family["name"]
    assert "mcts" in selforge.players()
