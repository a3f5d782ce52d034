"""Many games at once."""

import multiprocessing
import random
import threading

import numpy as np
import pytest

import selforge
from selforge import Game, VectorGame


def random_actions(batch, rng):
    masks = batch.masks
    return (masks * rng.random(masks.shape)).argmax(axis=1)


def test_a_batch_plays_as_single_games_do(spec):
    game = Game(spec)
    batch = VectorGame(spec, 20, seed=4)
    states = [game.start() for _ in range(20)]
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(120):
        for at, state in enumerate(states):
            assert batch.to_move[at] == state.to_move
            assert batch.plies[at] == state.plies
        at = int(rng.integers(20))
        assert (batch.masks[at] == states[at].action_mask()).all()
        assert (batch.observations[at] == states[at].observation()).all()
        assert batch.text(at) == states[at].text
        actions = random_actions(batch, rng)
        batch.step(actions)
        for at, action in enumerate(actions.tolist()):
            states[at].play(action)
            assert batch.done[at] == states[at].is_over
            if states[at].is_over:
                assert batch.rewards[at].tolist() == states[at].rewards
                states[at] = game.start()
                ended += 1
            else:
                assert not batch.rewards[at].any()
    assert ended or game.name in {"chess", "loa", "checkers", "selfo", "rulespace"}


def test_the_arrays_stay_the_same_ones_and_cannot_be_written():
    batch = VectorGame("loa", 8)
    masks, address = batch.masks, batch.masks.ctypes.data
    batch.step(masks.argmax(axis=1))
    assert batch.masks.ctypes.data == address and np.shares_memory(batch.masks, masks)
    for array in [batch.masks, batch.observations, batch.rewards, batch.done, batch.plies]:
        with pytest.raises(ValueError):
            array[0] = 1
        with pytest.raises(ValueError):
            array.flags.writeable = True
        with pytest.raises(ValueError):
            array.resize(1, refcheck=False)
    del batch
    assert masks.sum() > 0


def test_an_illegal_action_raises_and_changes_no_game():
    batch = VectorGame("hex board=hex-5x5", 4)
    good = batch.masks.argmax(axis=1)
    for bad in [-1, 26, 25, 10**12]:
        actions = good.copy()
        actions[2] = bad
        with pytest.raises(selforge.IllegalMoveError, match="game 2"):
            batch.step(actions)
        assert not batch.plies.any()
    with pytest.raises(selforge.SelforgeError, match="3 actions for 4 games"):
        batch.step(good[:3])
    with pytest.raises(TypeError):
        batch.step(good.astype(float))
    batch.step(good.astype(np.int32))
    batch.step(batch.masks.argmax(axis=1).tolist())
    assert batch.plies.tolist() == [2, 2, 2, 2]


def test_batches_are_the_same_again_with_the_same_seed():
    def course(seed):
        batch = VectorGame("loa", 16, seed=seed, opponent="random")
        seen = []
        for _ in range(30):
            batch.step(batch.masks.argmax(axis=1))
            seen.append((batch.masks.copy(), batch.rewards.copy()))
        return seen

    one, two, other = course(1), course(1), course(2)
    assert all((a[0] == b[0]).all() and (a[1] == b[1]).all() for a, b in zip(one, two))
    assert any((a[0] != b[0]).any() for a, b in zip(one, other))


def test_with_an_opponent_it_is_always_our_turn():
    for seat in [0, 1]:
        batch = VectorGame("hex board=hex-3x3", 12, opponent="random", seat=seat, seed=3)
        rng = np.random.default_rng(2)
        wins = ends = 0
        for _ in range(40):
            assert (batch.to_move == seat).all()
            batch.step(random_actions(batch, rng))
            ends += int(batch.done.sum())
            wins += int((batch.rewards[:, seat] == 1).sum())
            assert ((batch.rewards.sum(axis=1)) == 0).all()
        assert 0 < wins < ends


def test_seats_take_turns_where_none_is_given():
    batch = VectorGame("hex board=hex-3x3", 4, opponent="random")
    assert batch.to_move.tolist() == [0, 1, 0, 1]
    assert batch.plies.tolist() == [0, 1, 0, 1]


def test_engines_inside_play_better_than_chance():
    batch = VectorGame(
        "zrf game=tic-tac-toe", 16, opponent="alphabeta depth=9 hash=1", seat=0, seed=1
    )
    rng = np.random.default_rng(3)
    lost = won = 0
    for _ in range(12):
        batch.step(random_actions(batch, rng))
        lost += int((batch.rewards[:, 0] == -1).sum())
        won += int((batch.rewards[:, 0] == 1).sum())
    assert won == 0 and lost > 5


def test_games_that_go_on_too_long_are_cut_off():
    batch = VectorGame("chess", 3, max_plies=4)
    for step in range(1, 9):
        batch.step(batch.masks.argmax(axis=1))
        assert batch.truncated.tolist() == [step % 4 == 0] * 3
        assert batch.done.tolist() == batch.truncated.tolist() and not batch.rewards.any()


def test_starts_are_drawn_from_those_given():
    texts = [Game(f"selfo board=hexhex-4 seed={seed}").start().text for seed in range(4)]
    batch = VectorGame("selfo board=hexhex-4 seed=0", 64, starts=texts, seed=1)
    assert {batch.text(at) for at in range(64)} == set(texts)
    with pytest.raises(selforge.PositionError, match="position"):
        VectorGame("chess", 2, starts=["nonsense"])


def test_random_playouts_are_the_same_on_any_number_of_cores_and_agree_with_play_by_hand():
    batch = VectorGame("hex board=hex-5x5", 1)
    told = batch.play_random(3000, seed=9)
    assert told == batch.play_random(3000, seed=9)
    assert told["games"] == 3000 == sum(told["wins"]) + told["draws"] + told["cut_off"]
    choose = random.Random(1)
    wins, plies = 0, 0
    for _ in range(1500):
        state = Game("hex board=hex-5x5").start()
        while not state.is_over:
            state.play(choose.choice(state.legal_actions()))
        wins += state.winner == 0
        plies += state.plies
    # Both estimate the same numbers: five standard errors apart would be chance once in a million.
    assert abs(wins / 1500 - told["wins"][0] / 3000) < 5 * (0.25 / 1500 + 0.25 / 3000) ** 0.5
    assert abs(plies / 1500 - told["plies"] / 3000) < 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("loa", 0), "expected 1 to"),
        (("loa", -5), "expected 1 to"),
        (("loa", 1 << 40), "expected 1 to"),
        (("chess", 1 << 20, dict(opponent="nobody")), "nobody"),
        (("chess", 4, dict(seat=0)), "opponent"),
        (("chess", 4, dict(opponent="random", seat=7)), "no seat 7"),
        (("chess", 4, dict(max_plies=0)), "1 or more"),
        (("selfo board=hexhex-12 length=any", 1 << 20), "at most"),
    ],
)
def test_batches_that_cannot_be_are_refused(arguments, words):
    *plain, last = arguments
    options = last if isinstance(last, dict) else {}
    plain = plain if isinstance(last, dict) else arguments
    with pytest.raises(selforge.SelforgeError, match=words):
        VectorGame(*plain, **options)


def test_two_threads_get_an_error_or_their_turn_never_a_crash():
    batch = VectorGame("loa", 256)
    problems = []

    def work():
        for _ in range(30):
            try:
                batch.reset(seed=1)
            except RuntimeError as error:
                problems.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert all("another thread" in problem for problem in problems)


def _child(queue):
    queue.put(VectorGame("loa", 64, seed=1).play_random(200, seed=2))


def test_a_forked_child_has_threads_of_its_own():
    here = VectorGame("loa", 64).play_random(200, seed=2)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_child, args=(queue,))
    child.start()
    assert queue.get(timeout=120) == here
    child.join()
