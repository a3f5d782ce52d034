"""The environments, by the tests of the libraries that they are for."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import selforge
import selforge.gymnasium
from selforge.pettingzoo import env, raw_env

# What PettingZoo only warns about and means for pictures of pixels.
QUIET = "ignore:.*(observation|Observation|render).*"


@pytest.mark.filterwarnings(QUIET)
def test_the_api_test_of_pettingzoo_passes(spec, capsys):
    api_test(env(spec), num_cycles=40, verbose_progress=False)


@pytest.mark.filterwarnings(QUIET)
def test_the_seed_test_of_pettingzoo_passes(spec):
    seed_test(lambda: env(spec), num_cycles=20)


@pytest.mark.filterwarnings(QUIET)
def test_random_starts_pass_them_too():
    make = lambda: env("selfo board=hexhex-4", random_starts=True)
    api_test(make(), num_cycles=40, verbose_progress=False)
    seed_test(make, num_cycles=20)


def test_rewards_add_up_and_the_winner_is_the_one_of_the_rules():
    game = raw_env("hex board=hex-3x3")
    rng = np.random.default_rng(0)
    for seed in range(10):
        game.reset(seed=seed)
        total = dict.fromkeys(game.possible_agents, 0.0)
        for agent in game.agent_iter():
            observation, reward, termination, truncation, _ = game.last()
            total[agent] += reward
            if termination or truncation:
                game.step(None)
            else:
                game.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        winner = game.possible_agents[game.state_.winner]
        assert total == {agent: 1.0 if agent == winner else -1.0 for agent in total}


def test_long_games_are_truncated():
    game = env("chess", max_plies=3)
    game.reset(seed=1)
    steps = 0
    for agent in game.agent_iter():
        observation, reward, termination, truncation, _ = game.last()
        assert not termination and reward == 0
        game.step(None if truncation else int(observation["action_mask"].argmax()))
        steps += not truncation
    assert steps == 3


def test_an_illegal_action_raises_without_wrappers_and_loses_with_them():
    bare = raw_env("hex board=hex-3x3")
    bare.reset()
    with pytest.raises(selforge.IllegalMoveError):
        bare.step(9)
    wrapped = env("hex board=hex-3x3")
    wrapped.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(9)
    assert wrapped.terminations["player_0"] and wrapped.rewards["player_0"] == -1


@pytest.mark.parametrize("spec", ["loa", "hex board=hex-5x5", "selfo board=voronoi-40-1"])
def test_the_checker_of_gymnasium_passes(spec):
    game = gymnasium.make("selforge/Game-v0", spec=spec)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*render.*")
        check_env(game.unwrapped, skip_render_check=True)


def test_gymnasium_finds_the_environment_by_its_module():
    """In an interpreter that has not imported selforge."""
    import subprocess
    import sys

    name = "selforge.gymnasium:selforge/Game-v0"
    program = f"import gymnasium; print(gymnasium.make('{name}', spec='loa').reset(seed=1)[1]['seat'])"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "0"


def test_against_an_engine_chance_loses():
    game = gymnasium.make(
        "selforge/Game-v0", spec="zrf game=tic-tac-toe", opponent="alphabeta depth=9 hash=1", seat=None
    )
    rng = np.random.default_rng(1)
    rewards, seats = [], []
    for seed in range(12):
        observation, info = game.reset(seed=seed)
        seats.append(info["seat"])
        over = False
        while not over:
            action = rng.choice(np.flatnonzero(observation["action_mask"]))
            observation, reward, termination, truncation, info = game.step(action)
            over = termination or truncation
        rewards.append(reward)
    assert 1.0 not in rewards and -1.0 in rewards
    assert seats == [0, 1] * 6
