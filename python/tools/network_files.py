"""The files of `selforge train`, read and written with numpy alone.

A network (`.net`) is described in docs/networks.md. The positions to learn from (`samples-000.set`,
`held-000.set`) are, after the word `SELFOSET`, numbers of 32 bits and bytes, little-endian: how many
graphs there are, and each; how many positions, and each; a check sum over all before.

    graph      cells, classes, where the neighbours of each class of each cell begin, all neighbours
    position   number of its graph, features of its cells, features of the position (each with its length
               before it), how likely it was won, drawn and lost, how many moves, and each
    move       the cell that is left, the cell that is entered, how likely it is the best
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable

import numpy as np

NETWORK, SAMPLES = b"SELFONET", b"SELFOSET"
VERSION = 1
HEAD = struct.Struct("<8sII")
SUM = 8
NO_CELL = 0xFFFF
"""What stands for no cell: a piece is placed from it; a pass leads from none to none."""
SWAP = NO_CELL - 1
"""What a swap leaves, for the same cell that no move enters."""


def check_sum(data: bytes) -> bytes:
    """FNV-1a of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value.to_bytes(8, "little")


MOST_BYTES = 4 << 20
"""The longest file that the program reads."""
STRIP = 16
"""What the channels are a multiple of."""
SIZES = {"inputs": (2, 64), "globals": (0, 16), "classes": (1, 8), "channels": (STRIP, 128), "blocks": (0, 16)}
"""What the program reads, as `Shape::problem` in crates/learn/src/shape.rs has it."""
HIDDEN, REACH, OUTCOMES, WORDS, POOLS = 32, 16, 3, 2, 3


def weights_of(shape: dict[str, int]) -> int:
    """How many weights and biases a network has, as `Shape::weights` counts them."""
    channels, total = shape["channels"], 0
    for layer in range(shape["blocks"] + 1):
        width, everywhere = (shape["inputs"], shape["globals"]) if layer == 0 else (channels, channels)
        total += ((1 + shape["classes"]) * width + everywhere + 1) * channels
    pooled = POOLS * channels + shape["globals"]
    heads = (pooled + 1) * HIDDEN + (HIDDEN + 1) * (OUTCOMES + WORDS)
    return total + heads + (2 * channels + 2) * REACH


def problem_of(head: dict[str, Any]) -> str | None:
    """Why the program would not read a network with this head; to be asked before anybody trains it for hours."""
    shape = head["shape"]
    for name, (least, most) in SIZES.items():
        if not least <= shape[name] <= most:
            return f"{name} {shape[name]}, expected {least} to {most}"
    if shape["channels"] % STRIP:
        return f"channels {shape['channels']}, expected a multiple of {STRIP}"
    length = HEAD.size + len(_text(head)) + 4 * weights_of(shape) + SUM
    if length > MOST_BYTES:
        sizes = f"channels {shape['channels']} and blocks {shape['blocks']}"
        return f"{sizes} make a file of {length} bytes, expected at most {MOST_BYTES}"
    return None


def _text(head: dict[str, Any]) -> bytes:
    """A head as it stands in a file."""
    return json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode()


def read_network(file: Path) -> tuple[dict[str, Any], np.ndarray]:
    """The head and the weights of a network."""
    data = Path(file).read_bytes()
    if not data.startswith(NETWORK) or len(data) < HEAD.size + SUM:
        raise ValueError(f"{file} is no network")
    _, version, length = HEAD.unpack_from(data)
    if version != VERSION or check_sum(data[:-SUM]) != data[-SUM:]:
        raise ValueError(f"{file} is damaged or of another version")
    start = HEAD.size + length
    return json.loads(data[HEAD.size : start]), np.frombuffer(data[start:-SUM], "<f4")


def write_network(file: Path, head: dict[str, Any], weights: np.ndarray) -> None:
    """Writes a network as the program does."""
    text = _text(head)
    data = HEAD.pack(NETWORK, VERSION, len(text)) + text + weights.astype("<f4").tobytes()
    Path(file).write_bytes(data + check_sum(data))


@dataclass
class Samples:
    """Positions of several files, one after the other in flat arrays."""

    cells: np.ndarray
    """How many cells each graph has."""
    neighbours: list[np.ndarray]
    """For each graph its cells' neighbours by class, filled up with -1: cells x classes x most."""
    graph: np.ndarray
    """The graph of each position."""
    planes: np.ndarray
    """The features of all cells of all positions, in sixteenths: rows x inputs."""
    globals: np.ndarray
    """The features of each position, in sixteenths."""
    outcomes: np.ndarray
    """How likely each position was won, drawn and lost."""
    move_counts: np.ndarray
    """How many moves each position has."""
    ends: np.ndarray
    """The cells that each move leaves and enters."""
    shares: np.ndarray
    """How likely each move is the best."""


def read_samples(files: Iterable[Path], inputs: int) -> Samples:
    """The positions of some files. What is cut off or too long is refused; the check sum is not looked at, since
    that takes minutes in Python."""
    cells: list[int] = []
    neighbours: list[np.ndarray] = []
    graph: list[int] = []
    planes: list[np.ndarray] = []
    features: list[np.ndarray] = []
    outcomes: list[np.ndarray] = []
    moves: list[np.ndarray] = []
    move = np.dtype([("from", "<u4"), ("to", "<u4"), ("share", "<f4")])
    for file in files:
        data, at, first = Path(file).read_bytes(), len(SAMPLES), len(cells)
        if not data.startswith(SAMPLES):
            raise ValueError(f"{file} holds no samples")

        def take(kind: Any, count: int) -> np.ndarray:
            nonlocal at
            taken = np.frombuffer(data, kind, count, at)
            at += taken.nbytes
            return taken

        def number() -> int:
            nonlocal at
            at += 4
            return int.from_bytes(data[at - 4 : at], "little")

        for _ in range(number()):
            size, classes = number(), number()
            starts = take("<u4", size * classes + 1).astype(np.int64)
            neighbours.append(_table(starts, take("<u4", int(starts[-1])), size, classes))
            cells.append(size)
        for _ in range(number()):
            graph.append(first + number())
            planes.append(take(np.uint8, number()))
            features.append(take(np.uint8, number()))
            outcomes.append(take("<f4", 3))
            moves.append(take(move, number()))
        if at + SUM != len(data):
            raise ValueError(f"{file} is damaged")
    if not graph:
        raise ValueError("no positions to learn from")
    rows, all_moves = np.concatenate(planes), np.concatenate(moves)
    if rows.size != inputs * sum(cells[each] for each in graph):
        raise ValueError(f"the samples do not have {inputs} features a cell, as the network has")
    return Samples(
        cells=np.array(cells),
        neighbours=neighbours,
        graph=np.array(graph),
        planes=rows.reshape(-1, inputs),
        globals=np.stack(features),
        outcomes=np.stack(outcomes),
        move_counts=np.array([len(each) for each in moves]),
        ends=np.stack([all_moves["from"], all_moves["to"]], axis=1).astype(np.int64),
        shares=all_moves["share"].copy(),
    )


def _table(starts: np.ndarray, listed: np.ndarray, cells: int, classes: int) -> np.ndarray:
    """Lists of neighbours as a table."""
    counts = np.diff(starts)
    most = int(counts.max(initial=0))
    table = np.full((cells * classes, most), -1, np.int64)
    table[np.arange(most) < counts[:, None]] = listed
    return table.reshape(cells, classes, most)
