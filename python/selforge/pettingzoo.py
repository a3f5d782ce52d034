"""PettingZoo environments: every game with a finite board, as turns of agents.

>>> from selforge.pettingzoo import env
>>> game = env("loa")
>>> game.reset(seed=1)
>>> game.agent_selection
'player_0'
"""

# PettingZoo brings no types for half of what is used here.
# pyright: reportUnknownMemberType=false, reportMissingTypeStubs=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUntypedBaseClass=false, reportMissingTypeArgument=false
# pyright: reportMissingSuperCall=false, reportIncompatibleVariableOverride=false
# pyright: reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Game, SelforgeError, State

__all__ = ["GameEnv", "env", "raw_env"]

_SEEDS = 2**31


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game as an environment of agents that take turns.

    Observations are dicts of `observation` (see `State.observation`) and `action_mask`. The agent that
    wins gets 1, one that loses -1, and both 0 in a draw.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi", "svg"],
        "name": "selforge_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        spec: str,
        render_mode: str | None = None,
        max_plies: int = 5000,
        random_starts: bool = False,
    ) -> None:
        super().__init__()
        self.game = Game(spec)
        self.render_mode = render_mode
        self.metadata = {**GameEnv.metadata, "name": f"selforge_{self.game.name}_v0"}
        if max_plies < 1:
            raise SelforgeError(f"games of at most {max_plies} moves; expected 1 or more")
        self._max_plies = max_plies
        self._random_starts = random_starts
        self._np_random, _ = seeding.np_random(None)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        shape, actions = self.game.observation_shape, self.game.num_actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_: State = self.game.start()

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins anew. `options={"position": text}` begins in another position."""
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
        game = self.game
        if self._random_starts:
            game = game.with_options(seed=int(self._np_random.integers(_SEEDS)))
        position = (options or {}).get("position")
        self.state_ = game.start() if position is None else game.position(position)
        if self.state_.is_over:
            raise SelforgeError(f"the game is over in '{self.state_.text}'")
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        seat = self.state_.to_move
        return self.possible_agents[0 if seat is None else seat]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        if self.state_.to_move == seat and not self.truncations.get(agent, False):
            mask = self.state_.action_mask()
        else:
            mask = np.zeros(self.game.num_actions, np.int8)
        return {"observation": self.state_.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.state_.play(int(-1 if action is None else action))
        self._clear_rewards()
        rewards = self.state_.rewards
        if rewards is not None:
            self.rewards = dict(zip(self.possible_agents, rewards))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.state_.plies >= self._max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.state_.is_over:
            # Whoever did not move last is told first.
            at = self.possible_agents.index(agent) + 1
            self.agent_selection = self.possible_agents[at % len(self.possible_agents)]
        else:
            self.agent_selection = self._mover()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as text (`ansi`) or as a picture (`svg`)."""
        if self.render_mode is None:
            return None
        return self.state_.svg() if self.render_mode == "svg" else self.state_.text

    def close(self) -> None:
        """Nothing is held open."""


def raw_env(spec: str, **options: Any) -> GameEnv:
    """The environment without the usual wrappers: an illegal action raises."""
    return GameEnv(spec, **options)


def env(spec: str, **options: Any) -> Any:
    """A game as PettingZoo environment; an agent that plays an illegal action loses.

    >>> from selforge.pettingzoo import env
    >>> game = env("hex board=hex-3x3")
    >>> game.reset(seed=7)
    >>> for agent in game.agent_iter():
    ...     observation, reward, termination, truncation, info = game.last()
    ...     over = termination or truncation
    ...     game.step(None if over else observation["action_mask"].argmax())
    """
    game: Any = raw_env(spec, **options)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)
