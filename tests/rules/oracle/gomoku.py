"""Freestyle gomoku: five or more in line."""
from common import cell, name, rectangle

VARIANTS = ["Gomoku", "Gomoku 19x19"]
SIZE = {"Gomoku": 15, "Gomoku 19x19": 19}


def start(variant):
    return variant, (), "Black"


def place(variant, pieces, turn):
    return variant, tuple((cell(n), v[0]) for n, v in pieces.items()), turn


def moves(state):
    variant, stones, turn = state
    if result(state):
        return []
    taken = dict(stones)
    after = "White" if turn == "Black" else "Black"
    return [
        (name(p), (variant, stones + ((p, turn),), after))
        for p in rectangle(SIZE[variant], SIZE[variant])
        if p not in taken
    ]


def board(state):
    return {name(p): (who, "Stone") for p, who in state[1]}


def result(state):
    at = dict(state[1])
    for (x, y), who in at.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(at.get((x + k * dx, y + k * dy)) == who for k in range(5)):
                return who
    return "draw" if len(at) == SIZE[state[0]] ** 2 else None
