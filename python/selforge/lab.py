"""Experiments, with the figures of the commands of the same names.

Tables are data frames where pandas is installed, else lists of dicts. The same arguments give the same
figures, on any number of threads, as long as no player has a time limit. Ctrl-C stops them; other
threads of Python go on meanwhile.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Sequence, Union

from ._native import (
    Record,
    SettingsError,
    analyse_json,
    arena_json,
    evolve_json,
    metrics_json,
    train_json,
)

Progress = Union[bool, Callable[[int, int], object], None]
Row = dict[str, Any]
Path = Union[str, "os.PathLike[str]"]


def _frame(rows: list[Row]) -> Any:
    """A data frame of the rows, or the rows themselves without pandas."""
    try:
        pandas: Any = importlib.import_module("pandas")
    except ImportError:
        return rows
    return pandas.DataFrame(rows)


class _Bar:
    """A line that shows how far a run has come: tqdm's where it is installed, else a count."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._shown = -1
        try:
            from tqdm.auto import tqdm  # pyright: ignore
        except ImportError:
            return
        self._bar = tqdm()

    def __call__(self, done: int, total: int) -> None:
        if self._bar is not None:
            self._bar.total = total
            self._bar.update(done - self._bar.n)
            return
        percent = 100 * done // max(total, 1)
        if percent != self._shown:
            self._shown = percent
            sys.stderr.write(f"\r{done} of {total}")
            sys.stderr.flush()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._shown >= 0:
            sys.stderr.write("\n")


def _watched(progress: Progress, run: Callable[[Any], str]) -> Any:
    """Runs an experiment with the kind of progress that is wanted, and reads its JSON."""
    if progress is None or progress is False:
        return json.loads(run(None))
    if progress is not True:
        return json.loads(run(progress))
    bar = _Bar()
    try:
        return json.loads(run(bar))
    finally:
        bar.close()


def _flat(row: Row) -> Row:
    """A row whose nested objects are columns of their own: `rating.value`."""
    flat: Row = {}
    for key, value in row.items():
        if isinstance(value, dict):
            nested: Row = _flat(value)  # pyright: ignore[reportUnknownArgumentType]
            flat.update({f"{key}.{inner}": it for inner, it in nested.items()})
        else:
            flat[key] = value
    return flat


@dataclass(frozen=True)
class Match:
    """What came of a match: `results` is what `selforge arena --json` prints."""

    results: Row
    """Everything, as the command prints it."""
    players: Any
    """A row for each player: wins, draws, losses, score with its interval, rating."""
    encounters: Any
    """A row for every two players that met: Elo with its interval, pairs."""
    games: Any
    """A row for each game."""

    def __repr__(self) -> str:
        names = [player["spec"] for player in self.results["players"]]
        return f"<selforge.Match of {' and '.join(names)}, {self.results['games']} games>"


def arena(
    spec: str,
    players: Union[str, Sequence[str]],
    games: int = 120,
    *,
    seed: int = 0,
    random_plies: int = 0,
    gauntlet: bool = False,
    threads: int | None = None,
    sprt: str | None = None,
    adjudicate: str | None = None,
    out: Path | None = None,
    progress: Progress = None,
) -> Match:
    """Plays matches between players, as `selforge arena` does; with `random_plies` after so many random
    moves. A player may have a name before it: `"deep: alphabeta depth=4"`. In a `gauntlet` the first meets
    all others; `sprt` and `adjudicate` are written as for the command.

    >>> import selforge
    >>> match = selforge.arena("hex board=hex-3x3", ["greedy", "random"], games=4, seed=1)
    >>> match.results["games"], len(match.games)
    (4, 4)
    """
    named = players if isinstance(players, str) else "; ".join(players)
    folder = None if out is None else os.fspath(out)
    told = _watched(
        progress,
        lambda call: arena_json(
            spec,
            named,
            games,
            seed,
            random_plies,
            gauntlet,
            threads,
            sprt,
            adjudicate,
            folder,
            call,
        ),
    )
    results = told["results"]
    return Match(
        results=results,
        players=_frame([_flat(row) for row in results["players"]]),
        encounters=_frame([_flat(row) for row in results["encounters"]]),
        games=_frame(told["games"]),
    )


def metrics(
    specs: Union[str, Iterable[str]],
    games: int = 20,
    *,
    starts: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    only: Union[str, Sequence[str], None] = None,
    engine: str | None = None,
    controller: str | None = None,
    progress: Progress = None,
) -> Any:
    """Measures how entertaining games are, as `selforge metrics` does: a row for each game and metric.
    Where a seed decides the set-up, each game has a start of its own unless `starts` says how many.
    `controller` plays the games of the paper's four metrics instead of its random and one-ply players.

    >>> import selforge
    >>> table = selforge.metrics("hex board=hex-3x3", games=4, only="draws, balance")
    >>> len(table)
    2
    """
    wanted = [specs] if isinstance(specs, str) else list(specs)
    names = only if only is None or isinstance(only, str) else ",".join(only)
    rows: list[Row] = []
    for spec in wanted:
        rows += _watched(
            progress,
            lambda call, spec=spec: metrics_json(
                spec, games, starts, seed, threads, names, engine, controller, call
            ),
        )
    return _frame(rows)


@dataclass(frozen=True)
class Evolution:
    """What a search for games found: `results` is what `selforge evolve --json` prints."""

    results: Row
    """Everything, as the command prints it."""
    champions: Any
    """A row for each of the best games: its spec, its fitness and what it is like."""
    archive: Any
    """A row for each game of the archive of different ones."""

    def __repr__(self) -> str:
        return f"<selforge.Evolution of {self.results['candidates']} candidates>"


def evolve(
    *,
    space: str = "rulespace",
    method: str = "es",
    seed: int = 0,
    evaluations: int | None = None,
    games: int | None = None,
    stages: Sequence[int] | None = None,
    population: int | None = None,
    mutation: float | None = None,
    mutate: str = "gene",
    weights: Sequence[float] | None = None,
    select: str | None = None,
    fitness: str = "usual",
    engine: str | None = None,
    descriptors: Sequence[str] | None = None,
    cells: int = 10,
    threshold: float = 0.6,
    threads: int | None = None,
    out: Path | None = None,
    progress: Progress = None,
) -> Evolution:
    """Looks for better games, as `selforge evolve` does.

    >>> import selforge
    >>> found = selforge.evolve(method="random", evaluations=4, games=2, seed=1)
    >>> found.results["candidates"]
    4
    """
    if games is not None and stages is not None:
        raise SettingsError("games and stages exclude each other; expected one of them")
    search = {
        "space": space,
        "method": method,
        "seed": seed,
        "evaluations": evaluations,
        "stages": [games] if games is not None else None if stages is None else list(stages),
        "population": population,
        "mutation": mutation,
        "mutate": mutate,
        "weights": None if weights is None else list(weights),
        "select": select,
        "fitness": fitness,
        "engine": engine,
        "descriptors": None if descriptors is None else list(descriptors),
        "cells": cells,
        "threshold": threshold,
    }
    folder = None if out is None else os.fspath(out)
    results = _watched(progress, lambda call: evolve_json(search, threads, folder, call))
    return Evolution(
        results=results,
        champions=_frame([_flat(row) for row in results["champions"]]),
        archive=_frame([_flat(row) for row in results["archive"]]),
    )


@dataclass(frozen=True)
class Training:
    """What a training came to: `results` is what `selforge train --json` prints."""

    results: Row
    """Everything, as the command prints it."""
    rounds: Any
    """A row for each round: games, positions, losses, the match against the best before."""
    network: str
    """The file of the best network, for `Player("network file=…", game)`."""

    def __repr__(self) -> str:
        return f"<selforge.Training of {len(self.results['rounds'])} rounds, {self.network!r}>"


def train(
    specs: Union[str, Iterable[str]],
    *,
    out: Path,
    seed: int = 0,
    rounds: int = 3,
    first_games: int = 2000,
    teacher_nodes: int = 1000,
    games_a_round: int = 500,
    visits: int = 200,
    channels: int = 16,
    blocks: int = 4,
    passes: int = 4,
    window: int = 4,
    match_games: int = 100,
    match_nodes: int = 200,
    threads: int | None = None,
    progress: Progress = None,
) -> Training:
    """Trains a network for a game, or for games that look alike, as `selforge train` does. Everything is
    kept in the folder `out`, and a run that was stopped goes on there.

    >>> import selforge, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     trained = selforge.train(
    ...         "hex board=hex-3x3", out=folder, rounds=0, first_games=20, teacher_nodes=20, passes=1
    ...     )
    >>> len(trained.rounds), trained.network.endswith("network-000.net")
    (1, True)
    """
    lessons = {
        "seed": seed,
        "rounds": rounds,
        "first_games": first_games,
        "teacher_nodes": teacher_nodes,
        "games_a_round": games_a_round,
        "visits": visits,
        "channels": channels,
        "blocks": blocks,
        "passes": passes,
        "window": window,
        "match_games": match_games,
        "match_nodes": match_nodes,
    }
    games = [specs] if isinstance(specs, str) else list(specs)
    folder = os.fspath(out)
    results = _watched(progress, lambda call: train_json(games, lessons, threads, folder, call))
    best = [each["number"] for each in results["rounds"] if each["promoted"]][-1]
    return Training(
        results=results,
        rounds=_frame([_flat(row) for row in results["rounds"]]),
        network=os.path.join(folder, f"network-{best:03}.net"),
    )


@dataclass(frozen=True)
class Analysis:
    """What happened inside a recorded game: `results` is what `selforge analyse --json` prints of it."""

    results: Row
    """Everything, as the command prints it."""
    positions: Any
    """A row for each position and set: idle, displacement, groups, what engines think."""

    def __repr__(self) -> str:
        return f"<selforge.Analysis of {self.results['plies']} plies>"


def analyse(record: Union[str, Record], *, depth: int = 2, engine: str | None = None) -> Analysis:
    """Follows the pieces of a recorded game, as `selforge analyse` does. `record` is the text of an
    .sgr file. `depth` is how many moves the engine looks ahead, 0 for no evaluation; or `engine` is the
    player that judges the positions.

    >>> import selforge
    >>> state = selforge.Game("loa").start()
    >>> state.play(state.legal_moves()[0])
    >>> analysis = selforge.analyse(state.record(), depth=1)
    >>> analysis.results["plies"], len(analysis.positions)
    (1, 4)
    """
    text = record.text if isinstance(record, Record) else record
    results = json.loads(analyse_json(text, depth, engine))
    rows: list[Row] = []
    for ply in range(results["plies"] + 1):
        thought = {it["engine"]: it["scores"][ply] for it in results["evaluations"]}
        for each in results["sets"]:
            series: Row = {key: it[ply] for key, it in each.items() if isinstance(it, list)}
            rows.append({"ply": ply, "set": each["set"], **series, **thought})
    return Analysis(results=results, positions=_frame(rows))
