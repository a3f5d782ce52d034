"""Uses of the package as people write them, for pyright in strict mode. Run by nobody."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import selforge


def greedy_policy(state: selforge.State, values: NDArray[np.float32]) -> int:
    mask = state.action_mask()
    return int(np.where(mask == 1, values, -np.inf).argmax())


def play(game: selforge.Game) -> list[float]:
    state = game.start()
    values = np.zeros(game.num_actions, np.float32)
    while not state.is_over:
        state.play(greedy_policy(state, values))
    rewards = state.rewards
    return [] if rewards is None else rewards


def rollout(spec: str) -> float:
    batch = selforge.VectorGame(spec, 16, opponent="random", seat=0)
    total = 0.0
    for _ in range(10):
        batch.step(batch.masks.argmax(axis=1))
        total += float(batch.rewards[:, 0].sum())
    observations = batch.observations
    assert observations is not None and observations.dtype == np.int8
    return total + batch.play_random(10)["plies"]


def think(state: selforge.State) -> str:
    answer = selforge.Player("alphabeta depth=2", state.game).choose(state)
    line: list[str] = answer["line"]
    return answer["move"] + " ".join(line)


def measure() -> int:
    match = selforge.arena("loa", ["random", "greedy"], games=2, progress=True)
    games: int = match.results["games"]
    return games


try:
    selforge.Game("nothing")
except selforge.SpecError as error:
    words: str = str(error)
