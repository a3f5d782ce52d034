"""Random games beside OpenSpiel, in one run on one machine.

    scripts/python-bench              # builds all it needs, prints the table of docs/python.md
    scripts/python-bench --seconds 1  # quicker and rougher

Four ways to play random games of chess, checkers, Hex 11 x 11 and Lines of Action with OpenSpiel from
Python: a plain loop, two random bots (`evaluate_bots`, a whole game in C++), rollouts of its search (C++
as well), and the faster of these in as many processes as there are cores. Two with Selforge: a plain
loop, and `VectorGame.play_random`. Each is measured several times in turn and its best time counts, so
that a busy machine hurts all alike. Rules differ a little (what ends a game as a draw), so the rate is of
moves, and the mean length of games is shown; where a way does not tell how many moves it made, the mean
length that the plain loop found is taken.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import time
from dataclasses import dataclass, field
from typing import Callable

import pyspiel

import selforge

GAMES = [
    ("chess", "chess", "chess"),
    ("checkers", "checkers", "checkers"),
    ("Hex 11 x 11", "hex(board_size=11)", "hex board=hex-11x11 swap=off"),
    ("Lines of Action", "lines_of_action", "loa"),
]
ROUNDS = 5


@dataclass
class Way:
    """A way to play random games: `play(n, seed)` plays about n and says how many games and moves."""

    name: str
    play: Callable[[int, int], tuple[int, int]]
    rates: list[float] = field(default_factory=list)
    moves: int = 0
    games: int = 0

    def measure(self, seconds: float, seed: int) -> None:
        """Plays for about so long, and keeps the rate."""
        count = 1
        while True:
            started = time.perf_counter()
            games, moves = self.play(count, seed)
            passed = time.perf_counter() - started
            if passed > seconds / 2:
                break
            count *= 8 if passed < seconds / 20 else 2
        self.rates.append(moves / passed)
        self.games += games
        self.moves += moves

    @property
    def best(self) -> float:
        return max(self.rates)


def openspiel_loop(name: str) -> Callable[[int, int], tuple[int, int]]:
    game = pyspiel.load_game(name)

    def play(count: int, seed: int) -> tuple[int, int]:
        choose, moves = random.Random(seed), 0
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choose.choice(state.legal_actions()))
                moves += 1
        return count, moves

    return play


def openspiel_bots(name: str) -> Callable[[int, int], tuple[int, int]]:
    game = pyspiel.load_game(name)

    def play(count: int, seed: int) -> tuple[int, int]:
        bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(2)]
        moves = 0
        for number in range(count):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed + number)
            moves += state.move_number()
        return count, moves

    return play


def openspiel_rollouts(name: str, length: float) -> Callable[[int, int], tuple[int, int]]:
    game = pyspiel.load_game(name)

    def play(count: int, seed: int) -> tuple[int, int]:
        # One simulation of the search evaluates the root, by so many rollouts.
        evaluator = pyspiel.RandomRolloutEvaluator(count, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False)
        bot.step(game.new_initial_state())
        return count, int(count * length)

    return play


def _in_child(arguments: tuple[str, str, int, int, float]) -> tuple[int, int]:
    way, name, count, seed, length = arguments
    play = openspiel_bots(name) if way == "bots" else openspiel_rollouts(name, length)
    return play(count, seed)


def openspiel_processes(pool, way: str, name: str, length: float, processes: int):
    def play(count: int, seed: int) -> tuple[int, int]:
        each = max(1, count)
        work = [(way, name, each, seed + 1000 * at, length) for at in range(processes)]
        done = pool.map(_in_child, work)
        return sum(games for games, _ in done), sum(moves for _, moves in done)

    return play


def selforge_loop(spec: str) -> Callable[[int, int], tuple[int, int]]:
    game = selforge.Game(spec)

    def play(count: int, seed: int) -> tuple[int, int]:
        choose, moves = random.Random(seed), 0
        for _ in range(count):
            state = game.start()
            while not state.is_over:
                state.play(choose.choice(state.legal_actions()))
                moves += 1
        return count, moves

    return play


def selforge_batch(spec: str) -> Callable[[int, int], tuple[int, int]]:
    batch = selforge.VectorGame(spec, 1)

    def play(count: int, seed: int) -> tuple[int, int]:
        told = batch.play_random(64 * count, seed=seed)
        return told["games"], told["plies"]

    return play


def rate(value: float) -> str:
    return f"{value / 1e6:.2f} M" if value >= 1e6 else f"{value / 1e3:.1f} k"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=4.0, help="for each measurement")
    seconds = parser.parse_args().seconds
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    print(f"{cores} cores, selforge {selforge.__version__}; moves a second, best of {ROUNDS}\n")
    print(
        "| game | OpenSpiel: loop | bots in C++ | rollouts in C++ | the faster, all cores "
        "| Selforge: loop | `VectorGame` | loop by loop | `VectorGame` by the fastest | moves a game |"
    )
    print("| --- " * 10 + "|")
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        for title, theirs, ours in GAMES:
            games, moves = openspiel_loop(theirs)(20, 1)
            length = moves / games
            ways = [
                Way("their loop", openspiel_loop(theirs)),
                Way("bots", openspiel_bots(theirs)),
                Way("rollouts", openspiel_rollouts(theirs, length)),
                Way("our loop", selforge_loop(ours)),
                Way("batch", selforge_batch(ours)),
            ]
            for at in range(ROUNDS):
                for way in ways:
                    way.measure(seconds, at)
            their_loop, bots, rollouts, our_loop, batch = ways
            faster = "bots" if bots.best > rollouts.best else "rollouts"
            spread = Way(
                "processes", openspiel_processes(pool, faster, theirs, length, cores)
            )
            for at in range(ROUNDS):
                spread.measure(seconds, at)
                batch.measure(seconds, ROUNDS + at)
            fastest = max(way.best for way in [their_loop, bots, rollouts, spread])
            cells = [
                title,
                *(rate(way.best) for way in [their_loop, bots, rollouts, spread, our_loop, batch]),
                f"{our_loop.best / their_loop.best:.1f} x",
                f"{batch.best / fastest:.0f} x",
                f"{their_loop.moves / their_loop.games:.0f} and {batch.moves / batch.games:.0f}",
            ]
            print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
