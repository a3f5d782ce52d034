"""Connect four on 7x6 and on 5x4."""
from common import FILES, cell, name

VARIANTS = ["Connect Four", "Connect Four 5x4"]
SIZE = {"Connect Four": (7, 6), "Connect Four 5x4": (5, 4)}


def start(variant):
    return variant, (), "Yellow"


def place(variant, pieces, turn):
    return variant, tuple((cell(n), v[0]) for n, v in pieces.items()), turn


def moves(state):
    variant, discs, turn = state
    if result(state):
        return []
    width, height = SIZE[variant]
    found = []
    for x in range(width):
        y = sum(1 for (a, _), _ in discs if a == x)
        if y < height:
            found.append((FILES[x] + str(y + 1), (variant, discs + (((x, y), turn),), "Red" if turn == "Yellow" else "Yellow")))
    return found


def board(state):
    return {name(p): (who, "Disc") for p, who in state[1]}


def result(state):
    at = dict(state[1])
    for (x, y), who in at.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(at.get((x + k * dx, y + k * dy)) == who for k in range(4)):
                return who
    width, height = SIZE[state[0]]
    return "draw" if len(at) == width * height else None
