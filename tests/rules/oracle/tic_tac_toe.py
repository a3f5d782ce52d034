"""Tic-tac-toe: three in line on 3x3, the losing form, and four in line in a 4x4x4 cube."""
from itertools import product

VARIANTS = ["Tic-Tac-Toe", "Misere Tic-Tac-Toe", "Tic-Tac-Toe in Space"]


def shape(variant):
    return (4, 3) if variant == VARIANTS[2] else (3, 2)


def lines(size, dims):
    found = set()
    for start in product(range(size), repeat=dims):
        for d in product((-1, 0, 1), repeat=dims):
            line = [tuple(s + k * e for s, e in zip(start, d)) for k in range(size)]
            if any(d) and all(0 <= c < size for p in line for c in p):
                found.add(frozenset(line))
    return found


LINES = {v: lines(*shape(v)) for v in VARIANTS}


def start(variant):
    return variant, (), "X"


def place(variant, pieces, turn):
    at = {show(variant, p): p for p in product(range(shape(variant)[0]), repeat=shape(variant)[1])}
    return variant, tuple((at[n], v[0]) for n, v in pieces.items()), turn


def show(variant, p):
    return "abcd"[p[0]] + str(p[1] + 1) + ("ijkl"[p[2]] if len(p) == 3 else "")


def moves(state):
    variant, marks, turn = state
    if result(state):
        return []
    size, dims = shape(variant)
    taken = dict(marks)
    return [
        (show(variant, p), (variant, marks + ((p, turn),), "O" if turn == "X" else "X"))
        for p in product(range(size), repeat=dims)
        if p not in taken
    ]


def board(state):
    return {show(state[0], p): (who, "Mark") for p, who in state[1]}


def result(state):
    variant, marks, _ = state
    size, dims = shape(variant)
    for who, rival in ("XO", "OX"):
        mine = {p for p, w in marks if w == who}
        if any(line <= mine for line in LINES[variant]):
            return rival if variant.startswith("Misere") else who
    return "draw" if len(marks) == size**dims else None
