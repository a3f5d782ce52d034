"""Trains a small policy for Selfo by playing against itself, in a few minutes on a CPU.

    pip install ./python torch
    python python/examples/train_selfo.py

A convolutional network sees the board as planes (the hexagons sheared into a square) and gives a number
for every action. Many games are played at once; every move is made likelier if its player won, less
likely if it lost (REINFORCE with the value of the position as baseline). Every so often the policy plays
against the random player, without learning, and the share of games that it wins is printed.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import selforge

SPEC = "selfo board=hexhex-4 swap=off"


class Network(nn.Module):
    """A few layers over the planes, then a policy over actions and a value."""

    def __init__(self, shape: tuple[int, ...], actions: int, width: int = 32) -> None:
        super().__init__()
        channels, height, length = shape
        self.body = nn.Sequential(
            nn.Conv2d(channels, width, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1),
            nn.ReLU(),
            nn.Flatten(),
        )
        self.policy = nn.Linear(width * height * length, actions)
        self.value = nn.Linear(width * height * length, 1)

    def forward(self, planes: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        hidden = self.body(planes)
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return Categorical(logits=logits), torch.tanh(self.value(hidden)).squeeze(-1)


def look(batch: selforge.VectorGame) -> tuple[torch.Tensor, torch.Tensor]:
    """The arrays of a batch as tensors; copies, because the next step writes them again."""
    assert batch.observations is not None
    return torch.from_numpy(batch.observations.astype(np.float32)), torch.from_numpy(batch.masks.copy())


def starts(count: int) -> list[str]:
    """Start positions to play from, so that the policy learns the game and not one start of it."""
    return [selforge.Game(f"{SPEC} seed={seed}").start().text for seed in range(count)]


@torch.no_grad()
def win_share(network: Network, positions: list[str], games: int = 256) -> float:
    """The share of finished games that the policy wins against the random player, in both seats."""
    batch = selforge.VectorGame(SPEC, games, starts=positions, opponent="random", seed=99)
    seats = batch.to_move.copy()
    wins = ends = 0
    while ends < games:
        policy, _ = network(*look(batch))
        batch.step(policy.sample().numpy())
        over = batch.done == 1
        wins += int((batch.rewards[over, seats[over]] == 1).sum())
        ends += int(over.sum())
        seats = batch.to_move.copy()
    return wins / ends


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--games", type=int, default=256, help="played at once")
    parser.add_argument("--moves", type=int, default=64, help="of each game between two updates")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    positions = starts(64)
    batch = selforge.VectorGame(SPEC, options.games, starts=positions, seed=options.seed)
    game = batch.game
    network = Network(game.observation_shape, game.num_actions)
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
    print(f"{game.spec}: {game.num_actions} actions, observations {game.observation_shape}")
    print(f"before: wins {win_share(network, positions):.0%} against random")
    for update in range(1, options.updates + 1):
        steps = []
        for _ in range(options.moves):
            planes, masks = look(batch)
            movers = batch.to_move.copy()
            with torch.no_grad():
                policy, _ = network(planes, masks)
                actions = policy.sample()
            batch.step(actions.numpy())
            steps.append((planes, masks, actions, movers, batch.rewards.copy(), batch.done.copy()))
        # What each move led to for its mover, from the end of its game back; moves of games that are
        # still going on teach nothing yet.
        outcome = np.zeros((options.games, game.seats), np.float32)
        known = np.zeros(options.games, bool)
        batches = []
        for planes, masks, actions, movers, rewards, done in reversed(steps):
            over = done == 1
            outcome[over], known = rewards[over], known | over
            gains = outcome[np.arange(options.games), movers]
            taught = torch.from_numpy(known.copy())
            batches.append(
                (planes[taught], masks[taught], actions[taught], torch.from_numpy(gains.copy())[taught])
            )
        planes, masks, actions, gains = (torch.cat(parts) for parts in zip(*batches))
        for part in torch.randperm(len(gains)).split(2048):
            policy, values = network(planes[part], masks[part])
            advantage = gains[part] - values.detach()
            loss = -(policy.log_prob(actions[part]) * advantage).mean()
            loss = loss + (values - gains[part]).square().mean() - 0.01 * policy.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        if update % 25 == 0:
            print(f"update {update}: wins {win_share(network, positions):.0%} against random", flush=True)


if __name__ == "__main__":
    main()
