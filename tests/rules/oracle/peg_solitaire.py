"""Peg solitaire on the English and the European board, and two exercises."""
from common import ORTHOGONAL, cells, name, rectangle, step, unnamed

VARIANTS = ["Peg Solitaire", "Last Peg Anywhere", "Cross", "Pyramid", "European Solitaire"]
ENGLISH = {(x, y) for x, y in rectangle(7, 7) if 2 <= x <= 4 or 2 <= y <= 4}
EUROPEAN = {(x, y) for x, y in rectangle(7, 7) if abs(x - 3) + abs(y - 3) <= 4}
MIDDLE = (3, 3)


def start(variant):
    if variant == "Cross":
        pegs = cells("d6 c5 d5 e5 d4 d3")
    elif variant == "Pyramid":
        pegs = cells("d6 c5 d5 e5 b4 c4 d4 e4 f4 a3 b3 c3 d3 e3 f3 g3")
    elif variant == "European Solitaire":
        pegs = EUROPEAN - set(cells("c1"))
    else:
        pegs = ENGLISH - {MIDDLE}
    return variant, frozenset(pegs)


def place(variant, pieces, turn):
    return variant, frozenset(unnamed(pieces))


def moves(state):
    variant, pegs = state
    if len(pegs) == 1:
        return []
    holes = EUROPEAN if variant == "European Solitaire" else ENGLISH
    return [
        (name(p) + name(step(p, d, 2)), (variant, pegs - {p, step(p, d)} | {step(p, d, 2)}))
        for p in sorted(pegs)
        for d in ORTHOGONAL
        if step(p, d) in pegs and step(p, d, 2) in holes - pegs
    ]


def board(state):
    return {name(p): ("Solver", "Peg") for p in state[1]}


def result(state):
    variant, pegs = state
    if len(pegs) == 1 and (variant in ("Last Peg Anywhere", "European Solitaire") or MIDDLE in pegs):
        return "Solver"
    return None if moves(state) else "loss:Solver"
