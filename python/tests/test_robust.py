"""Whatever is given, the interpreter lives and nothing but ordinary exceptions comes out."""

import os
import string

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import selforge

CASES = 1500 if os.environ.get("SELFORGE_TEST_CASES") == "all" else 150

names = st.sampled_from([family["name"] for family in selforge.games()])
keys = st.sampled_from(
    sorted({key for family in selforge.games() for key in family["options"]} - {"file"}) + ["x", ""]
)
values = st.one_of(
    st.text(max_size=12),
    st.integers(-3, 200).map(str),
    st.sampled_from(
        ["off", "on", "hexhex-4", "hexhex-99", "square-3x3", "voronoi-20-1", "plane", "tri-2", "any"]
    ),
    st.sampled_from(["paper-1", "tic-tac-toe", "spiral", "8/8/8/8/8/8/8/8 w - - 0 1", "\x00", "é"]),
)
options = st.lists(st.tuples(keys, values), max_size=3)
specs = st.one_of(
    st.text(max_size=30),
    st.builds(
        lambda name, options: " ".join([name, *(f'{key}="{value}"' for key, value in options)]),
        names,
        options,
    ),
)
junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.binary(max_size=8),
    st.lists(st.integers(), max_size=3),
    st.builds(np.int64, st.integers(-(2**63), 2**63 - 1)),
    st.builds(np.zeros, st.integers(0, 4)),
)
ORDINARY = (ValueError, TypeError, OverflowError, MemoryError, RuntimeError)
SETTINGS = settings(
    max_examples=CASES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def tame(call):
    """Calls, and lets through only what `except Exception` could not mend."""
    try:
        return call()
    except selforge.InternalError as error:
        pytest.fail(f"a fault of the library: {error}")
    except ORDINARY:
        return None


@SETTINGS
@given(spec=specs, junk=junk, text=st.text(max_size=40), seed=st.integers(0, 2**32))
def test_no_spec_and_no_argument_breaks_the_interpreter(spec, junk, text, seed):
    game = tame(lambda: selforge.Game(spec))
    if game is None:
        return
    assert selforge.Game(game.spec) == game
    state = game.start()
    for call in [
        lambda: state.play(junk),
        lambda: state.after(junk),
        lambda: state.move_text(junk),
        lambda: state.action(text),
        lambda: state.observation(junk),
        lambda: state.svg(junk),
        lambda: game.position(text),
        lambda: game.replay([text]),
        lambda: game.action_cells(junk),
        lambda: game.with_options(seed=junk),
        lambda: state.record(players=[text], date=text),
        lambda: selforge.Player(text, game),
        lambda: selforge.VectorGame(game, 2, starts=[text]),
    ]:
        tame(call)
    for step in range(6):
        moves = state.legal_moves()
        assert bool(moves) == (not state.is_over)
        if not moves:
            break
        state.play(moves[(seed + step) % len(moves)])
    tame(lambda: state.observation())
    assert selforge.Record(state.record()).positions()[-1] == state


@SETTINGS
@given(data=st.binary(max_size=60), cut=st.integers(0, 400), junk=junk)
def test_no_record_breaks_the_interpreter(data, cut, junk):
    state = selforge.Game("loa").start()
    state.play(state.legal_moves()[0])
    text = state.record(players=["a", "b"])
    broken = text[:cut] + data.decode("latin-1") + text[cut + len(data) :]
    tame(lambda: selforge.Record(broken))
    tame(lambda: selforge.Record(junk))
    tame(lambda: selforge.analyse(broken, depth=0))


@SETTINGS
@given(actions=junk, n=st.integers(-2, 5), text=st.text(string.printable, max_size=20))
def test_no_step_breaks_the_interpreter(actions, n, text):
    batch = tame(lambda: selforge.VectorGame("hex board=hex-3x3", n, opponent=text or None))
    if batch is not None:
        tame(lambda: batch.step(actions))
        tame(lambda: batch.text(actions))
        tame(lambda: batch.reset(actions))
        tame(lambda: batch.play_random(actions if not isinstance(actions, int) else 3))


@SETTINGS
@given(
    spec=specs,
    players=st.lists(st.text(max_size=12), max_size=3),
    games=st.integers(-1, 3),
    only=st.text(max_size=10),
)
def test_no_experiment_breaks_the_interpreter(spec, players, games, only):
    tame(lambda: selforge.arena(spec, players, games=games))
    tame(lambda: selforge.metrics(spec, games=games, only=only))
    tame(lambda: selforge.evolve(space=only, method=only, evaluations=games))


def test_objects_cannot_be_made_by_the_back_door():
    for kind in [selforge.State, selforge.Board, selforge.Symmetry]:
        with pytest.raises(TypeError):
            kind()
        with pytest.raises(TypeError):
            kind.__new__(kind)
