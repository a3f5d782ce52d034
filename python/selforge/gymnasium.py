"""A Gymnasium environment: you play one seat, somebody inside the others.

>>> import gymnasium
>>> import selforge.gymnasium
>>> env = gymnasium.make("selforge/Game-v0", spec="hex board=hex-3x3", opponent="random")
>>> observation, info = env.reset(seed=1)
>>> int(observation["action_mask"].sum())
9
"""

# pyright: reportUnknownMemberType=false, reportIncompatibleVariableOverride=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeArgument=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ._native import Game, Player, SelforgeError, State

__all__ = ["GameEnv", "register"]

_ID = "selforge/Game-v0"
_SEEDS = 2**31


class GameEnv(gymnasium.Env):
    """A game against an opponent.

    `opponent` is any player: `random`, `greedy`, `alphabeta depth=2`. `seat` is your seat, or None to
    take turns from game to game. You get 1 for a win, -1 for a loss or an illegal action (which ends the
    game), else 0. `info["action_mask"]` repeats the mask of the observation.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(
        self,
        spec: str = "loa",
        opponent: str = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
        max_plies: int = 5000,
        random_starts: bool = False,
    ) -> None:
        self.game = Game(spec)
        self.render_mode = render_mode
        if seat is not None and not 0 <= seat < self.game.seats:
            raise SelforgeError(f"there is no seat {seat}; expected 0 to {self.game.seats - 1}")
        if max_plies < 1:
            raise SelforgeError(f"games of at most {max_plies} moves; expected 1 or more")
        self._opponent = opponent
        self._fixed_seat = seat
        self._max_plies = max_plies
        self._random_starts = random_starts
        self._games = 0
        self._player = Player(opponent, self.game)
        shape, actions = self.game.observation_shape, self.game.num_actions
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, shape, np.int8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(actions)
        self.seat = seat or 0
        self.state: State = self.game.start()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Begins anew; the opponent moves first where it is its turn."""
        super().reset(seed=seed)
        game = self.game
        if self._random_starts:
            game = game.with_options(seed=int(self.np_random.integers(_SEEDS)))
            self._player = Player(self._opponent, game)
        self._player.new_game()
        self.seat = self._games % game.seats if self._fixed_seat is None else self._fixed_seat
        self._games += 1
        self.state = game.start()
        self._reply()
        return self._observe(), self._info()

    def _reply(self) -> None:
        """Lets the opponent move until it is our turn."""
        while self.state.to_move is not None and self.state.to_move != self.seat:
            if self.state.plies >= self._max_plies:
                return
            seed = int(self.np_random.integers(_SEEDS))
            self.state.play(self._player.choose(self.state, seed)["move"])

    def _observe(self) -> dict[str, np.ndarray]:
        return {
            "observation": self.state.observation(self.seat),
            "action_mask": self.state.action_mask(),
        }

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.state.action_mask(), "seat": self.seat}

    def step(
        self, action: Any
    ) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """Plays an action, then the opponent's answer."""
        if int(action) not in self.state.legal_actions():
            return self._observe(), -1.0, True, False, {**self._info(), "illegal": True}
        self.state.play(int(action))
        self._reply()
        rewards = self.state.rewards
        over = rewards is not None
        truncated = not over and self.state.plies >= self._max_plies
        reward = rewards[self.seat] if rewards is not None else 0.0
        return self._observe(), float(reward), over, truncated, self._info()

    def render(self) -> str | None:  # type: ignore[override]
        """The position as text (`ansi`) or as a picture (`svg`)."""
        if self.render_mode is None:
            return None
        return self.state.svg() if self.render_mode == "svg" else self.state.text


def register() -> None:
    """Makes `gymnasium.make("selforge/Game-v0", spec=…)` work. Importing this module does it."""
    if _ID not in gymnasium.registry:
        gymnasium.register(id=_ID, entry_point="selforge.gymnasium:GameEnv")


register()
