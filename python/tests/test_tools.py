"""The tools of python/tools that need no PyTorch, and those that do where it is installed."""

import subprocess
import sys
from pathlib import Path

import pytest

import selforge

ROOT = Path(__file__).parent.parent.parent
TOOLS = ROOT / "python/tools"
sys.path.insert(0, str(TOOLS))

import network_files  # noqa: E402

NETWORKS = sorted((ROOT / "crates/learn/networks").glob("*.net"))


@pytest.mark.parametrize("file", NETWORKS, ids=lambda file: file.stem)
def test_a_network_is_written_as_the_program_writes_it(file: Path, tmp_path: Path) -> None:
    head, weights = network_files.read_network(file)
    network_files.write_network(tmp_path / "again.net", head, weights)
    assert (tmp_path / "again.net").read_bytes() == file.read_bytes()


@pytest.mark.parametrize("file", NETWORKS, ids=lambda file: file.stem)
def test_weights_are_counted_as_they_stand_in_the_networks_of_the_program(file: Path) -> None:
    head, weights = network_files.read_network(file)
    assert network_files.weights_of(head["shape"]) == len(weights)
    assert network_files.problem_of(head) is None


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"channels": 0}, "channels 0, expected 16 to 128"),
        ({"channels": 24}, "channels 24, expected a multiple of 16"),
        ({"blocks": -1}, "blocks -1, expected 0 to 16"),
        ({"blocks": 17}, "blocks 17, expected 0 to 16"),
        ({"classes": 8, "channels": 128, "blocks": 16}, "expected at most 4194304"),
    ],
)
def test_a_network_that_the_program_would_not_read_is_refused_before_it_is_trained(
    wrong: dict[str, int], told: str
) -> None:
    head, _ = network_files.read_network(NETWORKS[0])
    problem = network_files.problem_of({**head, "shape": {**head["shape"], **wrong}})
    assert problem is not None and told in problem


def test_no_layers_after_the_first_are_a_size_like_any_other() -> None:
    head, _ = network_files.read_network(NETWORKS[0])
    assert network_files.problem_of({**head, "shape": {**head["shape"], "blocks": 0}}) is None


def small_run(folder: Path) -> selforge.Training:
    small = {"rounds": 1, "first_games": 24, "teacher_nodes": 20, "games_a_round": 20, "visits": 4}
    short = {"blocks": 1, "passes": 1, "match_games": 2, "match_nodes": 2}
    games = ["hex board=hex-4x4", "hex board=hex-3x5"]
    return selforge.train(games, out=folder, **small, **short)


def test_samples_are_read_as_they_were_written(tmp_path: Path) -> None:
    trained = small_run(tmp_path)
    rounds = trained.results["rounds"]
    files = sorted([*tmp_path.glob("samples-*.set"), *tmp_path.glob("held-*.set")])
    head, _ = network_files.read_network(Path(trained.network))
    samples = network_files.read_samples(files, head["shape"]["inputs"])
    assert len(samples.graph) == sum(each["positions"] for each in rounds)
    assert samples.outcomes.sum(axis=1) == pytest.approx(1)
    assert samples.move_counts.sum() == len(samples.ends) == len(samples.shares)
    assert set(samples.cells.tolist()) == {15, 16}
    damaged = tmp_path / "cut.set"
    damaged.write_bytes(files[0].read_bytes()[:-1])
    with pytest.raises(ValueError):
        network_files.read_samples([damaged], head["shape"]["inputs"])


def test_pytorch_sees_what_the_program_sees_and_its_network_plays(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    folder = tmp_path / "run"
    trained = small_run(folder)
    out = tmp_path / "gpu.net"
    script = [sys.executable, str(TOOLS / "train_on_gpu.py"), str(folder), "--network", str(out)]
    told = subprocess.run(
        [*script, "--passes", "1", "--channels", "32"], check=True, capture_output=True, text=True
    ).stdout
    outcome, moves = trained.results["rounds"][1]["held_loss"]
    assert f"network-001.net, held out: outcome {outcome:.4f}, moves {moves:.4f}" in told
    game = selforge.Game("hex board=hex-4x4")
    player = selforge.Player(f"network file={out} nodes=10", game)
    state = game.start()
    assert player.choose(state)["move"] in state.legal_moves()
    for size, expected in [("--channels", "channels 0, expected 16 to 128"), ("--blocks", None)]:
        done = subprocess.run([*script, "--passes", "1", size, "0"], capture_output=True, text=True)
        assert (done.returncode == 0) == (expected is None), done.stderr
        assert expected is None or expected in done.stderr
    assert network_files.read_network(out)[0]["shape"]["blocks"] == 0
