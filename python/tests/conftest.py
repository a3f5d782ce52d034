"""What all tests share."""

import pytest

GAMES = [
    "selfo board=hexhex-4 seed=1",
    "selfo board=square-6x6 seed=2 swap=off",
    "selfo board=voronoi-40-1 seed=1",
    "selfo board=hexhex-4 seats=3 seed=1",
    "rulespace game=paper-1",
    "rulespace game=paper-2",
    "chess",
    "checkers",
    "hex board=hex-5x5",
    "loa",
    "zrf game=tic-tac-toe",
]


@pytest.fixture(params=GAMES)
def spec(request: pytest.FixtureRequest) -> str:
    return request.param
