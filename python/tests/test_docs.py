"""Every example in docstrings and in the guide runs."""

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import selforge

GUIDE = Path(__file__).parents[2] / "docs" / "python.md"


def documented():
    """Everything public with a docstring, by name."""
    for module in ["selforge", "selforge.lab", "selforge.pettingzoo", "selforge.gymnasium"]:
        yield module, importlib.import_module(module).__doc__
    for name in selforge.__all__:
        thing = getattr(selforge, name)
        if getattr(thing, "__doc__", None) and not isinstance(thing, str):
            yield name, thing.__doc__
        if isinstance(thing, type) and not issubclass(thing, BaseException):
            for member, value in vars(thing).items():
                if not member.startswith("_") and getattr(value, "__doc__", None):
                    yield f"{name}.{member}", value.__doc__
    from selforge import pettingzoo

    yield "pettingzoo.env", pettingzoo.env.__doc__


EXAMPLES = {name: doc for name, doc in documented() if ">>>" in (doc or "")}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_runs(name):
    test = doctest.DocTestParser().get_doctest(EXAMPLES[name], {}, name, None, 0)
    assert test.examples
    runner = doctest.DocTestRunner(verbose=False)
    failed, _ = runner.run(test)
    assert failed == 0


def test_everything_public_is_documented():
    undocumented = []
    for name in selforge.__all__:
        thing = getattr(selforge, name)
        if isinstance(thing, type) and not issubclass(thing, BaseException):
            for member, value in vars(thing).items():
                if not member.startswith("_") and not getattr(value, "__doc__", None):
                    undocumented.append(f"{name}.{member}")
        if not getattr(thing, "__doc__", None):
            undocumented.append(name)
    assert set(EXAMPLES) >= {"Game", "State", "Board", "VectorGame", "Player", "Record", "arena"}
    # Fields of data classes are documented in the source, where Python drops it.
    fields = {"results", "players", "encounters", "games", "positions", "champions", "archive"}
    assert [name for name in undocumented if name.split(".")[-1] not in fields] == []


BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL) if GUIDE.exists() else []


def test_the_guide_has_a_plot_in_fifteen_lines():
    plots = [block for block in BLOCKS if "matplotlib" in block]
    assert plots and all(len(block.strip().splitlines()) <= 15 for block in plots)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_code_of_the_guide_runs(number, tmp_path):
    subprocess.run(
        [sys.executable, "-c", BLOCKS[number]],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "Agg"},
        check=True,
        timeout=300,
    )
    if "savefig" in BLOCKS[number]:
        assert any(path.stat().st_size > 1000 for path in tmp_path.glob("*.svg"))
