"""Agon on the board of 91 hexagons. Cells are (x, y); two of them touch along (0, 1), (1, 1) and (1, 0)."""
from common import cell, cells, key, name, named, other, step, unnamed

VARIANTS = ["Agon"]
PLAYERS = ("White", "Black")
AXES = [(0, 1), (1, 1), (1, 0)]
WAYS = AXES + [(-x, -y) for x, y in AXES]
MIDDLE = (5, 5)
START = {
    ("White", "Queen"): "f11", ("White", "Guard"): "j11 k8 i4 c1 a3 b7",
    ("Black", "Queen"): "f1", ("Black", "Guard"): "b1 a4 c8 i11 k9 j5",
}


def ring(p):
    """0 in the middle, 5 at the edge, more outside the board."""
    x, y = p[0] - 5, p[1] - 5
    return max(abs(x), abs(y), abs(x - y))


BOARD = [(x, y) for x in range(11) for y in range(11) if ring((x, y)) <= 5]


def start(variant):
    return key({p: piece for piece, where in START.items() for p in cells(where)}), "White"


def place(variant, pieces, turn):
    return key(unnamed(pieces)), turn


def caught(board, p, who):
    def enemy(q):
        return q in board and board[q][0] != who

    return any(enemy(step(p, d)) and enemy(step(p, d, -1)) for d in AXES)


def legal(state):
    pieces, turn = state
    board = dict(pieces)
    mine = [(p, piece) for p, piece in pieces if piece[0] == turn]
    pressed = [m for m in mine if caught(board, m[0], turn)]
    queens = [m for m in pressed if m[1][1] == "Queen"]
    found = []
    for p, piece in queens or pressed or mine:
        left = {k: v for k, v in board.items() if k != p}
        if pressed:
            targets = [q for q in BOARD if ring(q) == 5]
        else:
            targets = [q for q in (step(p, d) for d in WAYS) if ring(q) <= min(5, ring(p))]
        for q in targets:
            # the piece itself is no enemy of its own, so it does not matter that it has left `p`
            if q in board or caught(board, q, turn) or (q == MIDDLE and piece[1] != "Queen"):
                continue
            found.append((name(p) + name(q), (key({**left, q: piece}), other(PLAYERS, turn))))
    return found


def moves(state):
    return [] if result(state) else legal(state)


def board(state):
    return named(dict(state[0]))


def result(state):
    at = dict(state[0])
    for who in PLAYERS:
        if all(at.get(step(MIDDLE, d)) == (who, "Guard") for d in WAYS):
            return who if at.get(MIDDLE) == (who, "Queen") else other(PLAYERS, who)
    return None if legal(state) else other(PLAYERS, state[1])
