"""Konane on 8x8 and 6x6."""
from common import ORTHOGONAL, key, name, named, other, step, unnamed

VARIANTS = ["Konane", "Konane 6x6"]
PLAYERS = ("Black", "White")


def start(variant):
    n = 6 if "6x6" in variant else 8
    return n, key({(x, y): (PLAYERS[(x + y) % 2], "Stone") for x in range(n) for y in range(n)}), "Black", "open"


def place(variant, pieces, turn):
    """A worked position is one after the two opening moves."""
    return (6 if "6x6" in variant else 8), key(unnamed(pieces)), turn, "jump"


def without(board, *gone):
    return {p: v for p, v in board.items() if p not in gone}


def legal(state):
    n, stones, turn, kind = state
    board, rival = dict(stones), other(PLAYERS, turn)
    if kind == "open":
        h = n // 2
        for p in ((0, 0), (n - 1, n - 1), (h - 1, h - 1), (h, h)):
            yield "x" + name(p), (n, key(without(board, p)), rival, "answer")
        return
    if kind == "answer":
        for p, (who, _) in stones:
            hole = any(0 <= a < n and 0 <= b < n and (a, b) not in board for a, b in (step(p, d) for d in ORTHOGONAL))
            if who == turn and hole:
                yield "x" + name(p), (n, key(without(board, p)), rival, "jump")
        return
    for p, (who, _) in stones:
        if who != turn:
            continue
        for d in ORTHOGONAL:
            q, taken = p, []
            while True:
                over, q = step(q, d), step(q, d, 2)
                if board.get(over, ("",))[0] != rival or q in board or not (0 <= q[0] < n and 0 <= q[1] < n):
                    break
                taken.append(over)
                yield name(p) + name(q), (n, key({**without(board, p, *taken), q: board[p]}), rival, "jump")


def moves(state):
    return list(legal(state))


def board(state):
    return named(dict(state[1]))


def result(state):
    return None if any(True for _ in legal(state)) else other(PLAYERS, state[2])
