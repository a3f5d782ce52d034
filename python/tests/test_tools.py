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
