"""Experiments have the figures of the commands, show progress and stop."""

import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import selforge

PROGRAM = os.environ.get("SELFORGE_PROGRAM") or shutil.which("selforge")
needs_program = pytest.mark.skipif(
    PROGRAM is None, reason="set SELFORGE_PROGRAM to the selforge program to compare with it"
)


def command(*words):
    told = subprocess.run([PROGRAM, *words, "--json"], capture_output=True, text=True, check=True)
    return json.loads(told.stdout)


@needs_program
def test_arena_has_the_figures_of_the_command():
    mine = selforge.arena("selfo board=hexhex-3", ["greedy", "random"], games=12, seed=5)
    theirs = command(
        *["arena", "selfo", "board=hexhex-3", "--players", "greedy; random"],
        *["--games", "12", "--seed", "5"],
    )
    for each in (mine.results, theirs):
        each.pop("times")
    assert mine.results == theirs


@needs_program
def test_metrics_have_the_figures_of_the_command():
    mine = selforge.metrics("hex board=hex-4x4", games=4, seed=3)
    theirs = command("metrics", "hex", "board=hex-4x4", "--games", "4", "--seed", "3")
    for row in mine.to_dict("records"):
        told = theirs[row["metric"]]
        assert (row["value"], row["low"], row["high"]) == (told["value"], told["low"], told["high"])
    assert len(mine) == 16


@needs_program
def test_evolve_finds_the_games_of_the_command():
    mine = selforge.evolve(method="es", evaluations=30, games=2, population=5, seed=2)
    theirs = command(
        *["evolve", "--method", "es", "--evaluations", "30", "--games", "2"],
        *["--population", "5", "--seed", "2"],
    )
    assert mine.results == theirs
    assert len(mine.champions) > 0 and len(mine.archive) == len(theirs["archive"])


@needs_program
def test_train_learns_what_the_command_learns(tmp_path):
    small = {"rounds": 1, "first_games": 20, "teacher_nodes": 20, "games_a_round": 20}
    small.update(visits=8, blocks=1, passes=1, match_games=2, match_nodes=8)
    mine = selforge.train("hex board=hex-3x3", out=tmp_path / "mine", **small)
    options = [[f"--{name.replace('_', '-')}", str(value)] for name, value in small.items()]
    theirs = command(
        *["train", "hex board=hex-3x3", "--out", str(tmp_path / "theirs")], *sum(options, [])
    )
    for each in (mine.results, theirs):
        for told in each["rounds"]:
            told.pop("seconds")
    assert mine.results == theirs
    assert len(mine.rounds) == 2
    player = selforge.Player(f"network file={mine.network} nodes=8", selforge.Game("hex board=hex-3x3"))
    state = selforge.Game("hex board=hex-3x3").start()
    assert player.choose(state)["line"][0] in state.legal_moves()


def test_players_may_have_names_and_a_gauntlet_is_run_by_the_first():
    match = selforge.arena(
        "hex board=hex-3x3",
        ["deep: alphabeta depth=2", "greedy", "shallow: alphabeta depth=1"],
        games=2,
        gauntlet=True,
        adjudicate="win=900000",
    )
    assert list(match.players["name"]) == ["deep", "greedy", "shallow"]
    assert [row["players"] for row in match.results["encounters"]] == [[0, 1], [0, 2]]


@needs_program
def test_analyse_has_the_figures_of_the_command(tmp_path):
    state = selforge.Game("selfo board=hexhex-4 seed=1").start()
    for _ in range(12):
        state.play(state.legal_moves()[state.plies % 3])
    (tmp_path / "game.sgr").write_text(state.record(players=["a", "b"]))
    theirs = command("analyse", str(tmp_path / "game.sgr"), "--depth", "1")["records"][0]
    mine = selforge.analyse(state.record(players=["a", "b"]), depth=1)
    theirs.pop("file")
    assert mine.results == theirs
    assert len(mine.positions) == 13 * 2
    assert list(mine.positions["groups"])[0] == theirs["sets"][0]["groups"][0]


@needs_program
@pytest.mark.parametrize(
    ("words", "call"),
    [
        (["arena", "slefo", "--players", "a; b"], lambda: selforge.arena("slefo", "a; b")),
        (
            ["arena", "loa", "--players", "swrm; random"],
            lambda: selforge.arena("loa", "swrm; random"),
        ),
        (
            ["arena", "loa", "--players", "random; greedy", "--games", "3"],
            lambda: selforge.arena("loa", ["random", "greedy"], games=3),
        ),
        (["metrics", "loa", "--only", "durration"], lambda: selforge.metrics("loa", only="durration")),
        (["evolve", "--space", "moon"], lambda: selforge.evolve(space="moon")),
    ],
)
def test_what_is_wrong_is_said_in_the_words_of_the_command(words, call):
    told = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
    with pytest.raises(selforge.SelforgeError) as caught:
        call()
    assert str(caught.value) in told.stderr


def test_results_do_not_depend_on_threads():
    one, two = (
        selforge.arena("loa", "random; random", games=6, seed=1, threads=threads).results
        for threads in (1, 3)
    )
    one.pop("times"), two.pop("times")
    assert one == two


def test_progress_is_told_to_the_end_and_its_errors_come_back():
    seen = []
    selforge.arena(
        "loa", "random; random", games=6, progress=lambda done, total: seen.append((done, total))
    )
    assert seen[-1] == (6, 6) and seen == sorted(seen)

    def fail(done, total):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        selforge.metrics("loa", games=4, only="draws", progress=fail)


def test_without_pandas_tables_are_lists_of_dicts(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    table = selforge.metrics("hex board=hex-3x3", games=2, only="draws")
    assert isinstance(table, list) and table[0]["metric"] == "draws"


def test_runs_are_kept_in_folders(tmp_path):
    selforge.arena("loa", "random; random", games=4, seed=1, out=tmp_path / "match")
    assert (tmp_path / "match" / "results.json").exists()
    with pytest.raises(selforge.SettingsError, match="another run"):
        selforge.arena("loa", "random; random", games=4, seed=2, out=tmp_path / "match")


def heed_signals():
    """Ctrl-C means something to a child even where whoever started the tests ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_a_long_run_soon():
    """A real interpreter, a real signal, sent once the first game is done."""
    program = textwrap.dedent(
        """
        import selforge, sys
        def told(done, total):
            print("going", flush=True)
        try:
            selforge.arena("chess", "alphabeta depth=2; random", games=100000, progress=told)
        except KeyboardInterrupt:
            print("stopped", flush=True)
        """
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=heed_signals,
    )
    assert child.stdout.readline() == "going\n"
    child.send_signal(signal.SIGINT)
    rest, _ = child.communicate(timeout=120)
    assert rest.splitlines()[-1] == "stopped" and child.returncode == 0


def test_ctrl_c_ends_random_playouts_and_thinking():
    program = textwrap.dedent(
        """
        import selforge, signal, threading, os
        def later(call):
            timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            try:
                call()
                print("not stopped")
            except KeyboardInterrupt:
                print("stopped")
        chess = selforge.Game("chess")
        later(lambda: selforge.VectorGame(chess, 1).play_random(10**12))
        later(lambda: selforge.Player("alphabeta depth=60", chess).choose(chess.start()))
        batch = selforge.VectorGame(chess, 4, opponent="alphabeta depth=60 hash=1", seat=0)
        later(lambda: batch.step(batch.masks.argmax(axis=1)))
        """
    )
    told = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
        preexec_fn=heed_signals,
    )
    assert told.stdout.split() == ["stopped"] * 3


def test_the_program_is_named_where_the_whole_suite_runs():
    if os.environ.get("SELFORGE_PROGRAM"):
        assert Path(os.environ["SELFORGE_PROGRAM"]).exists()


def test_random_moves_make_the_starts_of_a_match_differ() -> None:
    said = "Every game began from the same start."
    alike = selforge.arena("hex board=hex-3x3", ["random", "random"], games=2)
    assert said in alike.results["notes"]
    varied = selforge.arena("hex board=hex-3x3", ["random", "random"], games=2, random_plies=2)
    assert said not in varied.results["notes"]


def test_metrics_are_spread_over_starts() -> None:
    table = selforge.metrics("selfo board=hexhex-3", games=2, starts=1, only="draws")
    assert len(table) == 1
    with pytest.raises(selforge.SettingsError, match="expected 1 to 1000"):
        selforge.metrics("selfo board=hexhex-3", games=2, starts=0, only="draws")
