"""Trains a network on the positions that `selforge train` has played, with PyTorch, on a GPU if there is one.

    pip install numpy torch
    selforge train selfo --out training --rounds 0 --first-games 20000     # plays; a small network learns
    python python/tools/train_on_gpu.py training --network big.net --channels 32 --blocks 6 --passes 8
    selforge arena selfo --players "network file=big.net time=50ms; alphabeta time=50ms"

The network is that of docs/networks.md and the file that `selforge train` writes: whatever takes
`file=FILE` plays with it. It has the features of the folder's newest network; its size may be another.
First the folder's newest network is measured on the games that are never learned from, which gives the
figures "held out" of FOLDER/report.html. A GPU adds numbers up in any order, so the same seed
gives other weights from run to run.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from network_files import (
    HIDDEN,
    NO_CELL,
    OUTCOMES,
    POOLS,
    REACH,
    SWAP,
    WORDS,
    Samples,
    problem_of,
    read_network,
    read_samples,
    write_network,
)
from torch import Tensor, nn

UNIT = 16
"""Features are sixteenths in a byte."""
AROUND = 6
"""Neighbours that most cells have."""
LAST_RATE = 5e-5


class Network(nn.Module):
    """The network of crates/learn/src/network.rs; its parameters are registered in the order of the file."""

    def __init__(self, shape: dict[str, int]) -> None:
        super().__init__()
        self.shape = shape
        channels, classes = shape["channels"], shape["classes"]
        pooled = POOLS * channels + shape["globals"]

        def weights(inputs: int, outputs: int, deviation: float) -> nn.Parameter:
            return nn.Parameter(torch.empty(inputs, outputs).uniform_(-1, 1) * deviation * math.sqrt(3))

        def bias(outputs: int) -> nn.Parameter:
            return nn.Parameter(torch.zeros(outputs))

        self.near, self.far, self.bias = nn.ParameterList(), nn.ParameterList(), nn.ParameterList()
        for layer in range(shape["blocks"] + 1):
            width = shape["inputs"] if layer == 0 else channels
            own = weights(width, channels, 0.7 / math.sqrt(width))
            if layer > 0:
                own.data += 0.5 * torch.eye(channels)
            mean = 1 / (width * AROUND) / (1 if classes == 1 else 2)
            around = weights(classes * width, channels, math.sqrt(mean))
            self.near.append(nn.Parameter(torch.cat([own.data, around.data])))
            self.far.append(weights(shape["globals"] if layer == 0 else channels, channels, math.sqrt(0.1 / channels)))
            self.bias.append(bias(channels))
        self.hidden, self.hidden_bias = weights(pooled, HIDDEN, 0.7 / math.sqrt(channels)), bias(HIDDEN)
        self.outcome, self.outcome_bias = weights(HIDDEN, OUTCOMES, 0.2 / math.sqrt(HIDDEN)), bias(OUTCOMES)
        self.words, self.words_bias = weights(HIDDEN, WORDS, 0.2 / math.sqrt(HIDDEN)), bias(WORDS)
        self.reach, self.reach_bias = weights(channels, 2 * REACH, 1 / math.sqrt(channels)), bias(REACH)
        self.reach_out = weights(REACH, 1, 0.5 / math.sqrt(REACH))

    def in_order(self) -> list[nn.Parameter]:
        """All parameters as they stand in a file."""
        layers = [each for layer in zip(self.near, self.far, self.bias) for each in layer]
        heads = [self.hidden, self.hidden_bias, self.outcome, self.outcome_bias, self.words, self.words_bias]
        return [*layers, *heads, self.reach, self.reach_bias, self.reach_out]

    @torch.no_grad()
    def load(self, weights: Tensor) -> None:
        """Takes the weights of a file."""
        sizes = [each.numel() for each in self.in_order()]
        if sum(sizes) != weights.numel():
            raise ValueError(f"{weights.numel()} weights, expected {sum(sizes)}")
        for each, part in zip(self.in_order(), weights.split(sizes)):
            each.copy_(part.view_as(each))

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """For each position the logits of won, drawn and lost; for each move its logit."""
        numbers, count = batch.planes, len(batch.globals)
        for near, far, bias in zip(self.near, self.far, self.bias):
            everywhere = batch.globals if numbers is batch.planes else batch.mean(numbers, batch.all_cells)
            padded = torch.cat([numbers, numbers.new_zeros(1, numbers.shape[1])])
            around = [padded[batch.around[:, each]].sum(1) for each in range(self.shape["classes"])]
            gathered = torch.cat([numbers, *around], dim=1)
            numbers = F.relu(gathered @ near + (everywhere @ far + bias)[batch.owner])
        pools = [batch.all_cells, (batch.planes[:, 0] > 0).float(), (batch.planes[:, 1] > 0).float()]
        pooled = torch.cat([*(batch.mean(numbers, pool) for pool in pools), batch.globals], dim=1)
        hidden = F.relu(pooled @ self.hidden + self.hidden_bias)
        outcomes = hidden @ self.outcome + self.outcome_bias
        words = hidden @ self.words + self.words_bias
        reach = torch.cat([numbers @ self.reach, numbers.new_zeros(1, 2 * REACH)])
        neurons = F.relu(self.reach_bias + reach[batch.left, :REACH] + reach[batch.entered, REACH:])
        of_cells = (neurons @ self.reach_out).squeeze(1)
        of_words = words[batch.move_owner, batch.word.clamp(min=0)]
        return outcomes, torch.where(batch.word < 0, of_cells, of_words)


@dataclass
class Batch:
    """Some positions: the cells of all of them are rows of one matrix."""

    planes: Tensor
    globals: Tensor
    owner: Tensor
    """The position of each row."""
    all_cells: Tensor
    around: Tensor
    """The rows of the neighbours by class; that behind the last for none."""
    outcomes: Tensor
    move_owner: Tensor
    left: Tensor
    entered: Tensor
    word: Tensor
    """0 for a pass, 1 for a swap, -1 for a move between cells."""
    shares: Tensor

    def mean(self, numbers: Tensor, pool: Tensor) -> Tensor:
        """The mean of the rows of each position that are in a pool."""
        count = len(self.globals)
        sums = numbers.new_zeros(count, numbers.shape[1]).index_add(0, self.owner, numbers * pool[:, None])
        return sums / numbers.new_zeros(count).index_add(0, self.owner, pool).clamp(min=1)[:, None]


def spans(starts: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
    """Numbers that follow each start, one span behind the other, and the span of each."""
    owner = torch.repeat_interleave(lengths)
    before = lengths.cumsum(0) - lengths
    return starts[owner] + torch.arange(len(owner), device=owner.device) - before[owner], owner


class Data:
    """All positions, on the device that learns."""

    def __init__(self, samples: Samples, device: torch.device) -> None:
        def put(array: Any) -> Tensor:
            return torch.as_tensor(array).to(device)

        self.cells, self.graph = put(samples.cells), put(samples.graph)
        most = max(table.shape[2] for table in samples.neighbours)
        tables = [torch.as_tensor(table) for table in samples.neighbours]
        tables = [F.pad(table, (0, most - table.shape[2]), value=-1) for table in tables]
        self.around = torch.cat(tables).to(device)
        self.table_starts = self.cells.cumsum(0) - self.cells
        self.planes, self.globals = put(samples.planes), put(samples.globals)
        self.outcomes, self.counts = put(samples.outcomes), put(samples.move_counts)
        self.ends, self.shares = put(samples.ends), put(samples.shares)
        lengths = self.cells[self.graph]
        self.row_starts = lengths.cumsum(0) - lengths
        self.move_starts = self.counts.cumsum(0) - self.counts

    def __len__(self) -> int:
        return len(self.graph)

    def batch(self, chosen: Tensor) -> Batch:
        """Some of the positions."""
        graph = self.graph[chosen]
        lengths = self.cells[graph]
        rows, owner = spans(self.row_starts[chosen], lengths)
        first = (lengths.cumsum(0) - lengths)[owner]
        around = self.around[spans(self.table_starts[graph], lengths)[0]]
        around = torch.where(around < 0, len(rows), around + first[:, None, None])
        moves, move_owner = spans(self.move_starts[chosen], self.counts[chosen])
        left, entered = self.ends[moves].unbind(1)
        first = (lengths.cumsum(0) - lengths)[move_owner]
        word = torch.where(entered < NO_CELL, -1, (left == SWAP).long())
        return Batch(
            planes=self.planes[rows].float() / UNIT,
            globals=self.globals[chosen].float() / UNIT,
            owner=owner,
            all_cells=torch.ones(len(rows), device=rows.device),
            around=around,
            outcomes=self.outcomes[chosen],
            move_owner=move_owner,
            left=torch.where(left < SWAP, left + first, len(rows)),
            entered=torch.where(entered < NO_CELL, entered + first, len(rows)),
            word=word,
            shares=self.shares[moves],
        )


def losses(network: Network, batch: Batch) -> tuple[Tensor, Tensor]:
    """Cross-entropy of outcomes and of moves, summed over positions."""
    outcomes, moves = network(batch)
    of_outcomes = -(batch.outcomes * F.log_softmax(outcomes, dim=1)).sum()
    count = len(batch.globals)
    most = moves.new_full((count,), -torch.inf).scatter_reduce(0, batch.move_owner, moves.detach(), "amax")
    apart = moves - most[batch.move_owner]
    sums = moves.new_zeros(count).index_add(0, batch.move_owner, apart.exp())
    of_moves = -(batch.shares * (apart - sums[batch.move_owner].log())).sum()
    return of_outcomes, of_moves


@torch.no_grad()
def measure(network: Network, data: Data, size: int = 1024) -> tuple[float, float]:
    """What a network gets wrong, as the mean over positions and over those that have moves."""
    total = [0.0, 0.0]
    for chosen in torch.arange(len(data), device=data.graph.device).split(size):
        for at, loss in enumerate(losses(network, data.batch(chosen))):
            total[at] += float(loss)
    return total[0] / len(data), total[1] / max(1, int((data.counts > 0).sum()))


def rate_at(first: float, done: float) -> float:
    """From the first rate to the last along half a wave, as `selforge train` does."""
    wave = 0.5 * (1 + math.cos(math.pi * done))
    return min(done / 0.01, 1.0) * (LAST_RATE + (first - LAST_RATE) * wave)


def train(network: Network, data: Data, held: Data, passes: int, size: int, rate: float) -> None:
    """Learns from all positions, this often."""
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    total = passes * math.ceil(len(data) / size)
    done = 0
    for number in range(passes):
        summed = torch.zeros(2, device=data.graph.device)
        for chosen in torch.randperm(len(data), device=data.graph.device).split(size):
            for group in optimizer.param_groups:
                group["lr"] = rate_at(rate, done / total)
            parts = torch.stack(losses(network, data.batch(chosen)))
            optimizer.zero_grad()
            (parts.sum() / len(chosen)).backward()
            optimizer.step()
            summed += parts.detach()
            done += 1
        with_moves = max(1, int((data.counts > 0).sum()))
        learned = (float(summed[0]) / len(data), float(summed[1]) / with_moves)
        print(f"pass {number + 1}: {told(learned)}; held out: {told(measure(network, held))}", flush=True)


def told(loss: tuple[float, float]) -> str:
    """A loss in words."""
    return f"outcome {loss[0]:.4f}, moves {loss[1]:.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="what `selforge train --out` has written")
    parser.add_argument("--network", type=Path, required=True, metavar="FILE", help="write the network here")
    parser.add_argument("--start", type=Path, metavar="FILE", help="go on with this network; else a new one")
    parser.add_argument("--channels", type=int, metavar="N", help="numbers a cell has between layers")
    parser.add_argument("--blocks", type=int, metavar="N", help="layers after the first")
    parser.add_argument("--window", type=int, default=10_000, metavar="N", help="learn from the last N rounds only")
    parser.add_argument("--passes", type=int, default=4, metavar="N", help="how often to learn from each position")
    parser.add_argument("--batch", type=int, default=1024, metavar="N", help="positions of a step")
    parser.add_argument("--rate", type=float, default=3e-3, help="how fast to learn at the beginning")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    device = torch.device(asked.device)
    newest = sorted(asked.folder.glob("network-*.net"))
    if not newest:
        raise SystemExit(f"{asked.folder} holds no network yet; let `selforge train` finish its first round")
    head, weights = read_network(newest[-1])
    read = {
        name: read_samples(sorted(asked.folder.glob(f"{name}-*.set"))[-asked.window :], head["shape"]["inputs"])
        for name in ("samples", "held")
    }
    data, held = Data(read["samples"], device), Data(read["held"], device)
    known = Network(head["shape"]).to(device)
    known.load(torch.tensor(weights, device=device))
    print(f"{newest[-1].name}, held out: {told(measure(known, held))}", flush=True)
    if asked.start:
        start, weights = read_network(asked.start)
        if (start["family"], start["features"]) != (head["family"], head["features"]):
            raise SystemExit(f"{asked.start} is for {start['family']} with other features")
        head["shape"] = start["shape"]
    for name in ("channels", "blocks"):
        wanted = getattr(asked, name)
        if asked.start and wanted not in (None, head["shape"][name]):
            raise SystemExit(f"--{name} {wanted}, but {asked.start} has {head['shape'][name]}")
        if wanted is not None:
            head["shape"][name] = wanted
    head["origin"].update(
        program=f"train_on_gpu.py, PyTorch {torch.__version__}",
        command=f"train_on_gpu.py {json.dumps(vars(asked), default=str)}",
        seed=asked.seed,
        positions=len(data) + len(held),
    )
    problem = problem_of(head)
    if problem:
        raise SystemExit(f"{asked.network} could not be played with: {problem}")
    network = Network(head["shape"]).to(device)
    if asked.start:
        network.load(torch.tensor(weights, device=device))
    train(network, data, held, asked.passes, asked.batch, asked.rate)
    flat = torch.cat([each.detach().flatten() for each in network.in_order()])
    write_network(asked.network, head, flat.cpu().numpy())


if __name__ == "__main__":
    main()
