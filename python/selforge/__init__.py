"""Selforge: board games to play, study and invent.

>>> import selforge
>>> state = selforge.Game("chess").start()
>>> state.play("e2e4")
>>> state.to_move
1

One game: :class:`Game`, :class:`State`, :class:`Board`, :class:`Record`, :class:`Player`.
Many at once: :class:`VectorGame`. Experiments: :func:`arena`, :func:`metrics`, :func:`evolve`,
:func:`train`, :func:`analyse`. Environments: ``selforge.pettingzoo`` and ``selforge.gymnasium``.
"""

from ._native import (
    Board,
    Game,
    IllegalMoveError,
    InternalError,
    Player,
    PlayerError,
    PositionError,
    Record,
    RecordError,
    SelforgeError,
    SettingsError,
    SpecError,
    State,
    Symmetry,
    VectorGame,
    __version__,
    games,
    players,
)
from .lab import Analysis, Evolution, Match, Training, analyse, arena, evolve, metrics, train

__all__ = [
    "Analysis",
    "Board",
    "Evolution",
    "Game",
    "IllegalMoveError",
    "InternalError",
    "Match",
    "Player",
    "PlayerError",
    "PositionError",
    "Record",
    "RecordError",
    "SelforgeError",
    "SettingsError",
    "SpecError",
    "State",
    "Symmetry",
    "Training",
    "VectorGame",
    "__version__",
    "analyse",
    "arena",
    "evolve",
    "games",
    "metrics",
    "players",
    "train",
]
