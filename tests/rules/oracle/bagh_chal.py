"""Bagh chal: four tigers, twenty goats in hand."""
from common import ALL8, ORTHOGONAL, cells, key, name, named, rectangle, step, unnamed

VARIANTS = ["Bagh Chal"]


def start(variant):
    return key({p: ("Tigers", "Tiger") for p in cells("a1 a5 e1 e5")}), "Goats", 20, 0


def place(variant, pieces, turn):
    """A worked position has no goats in hand; all that are missing were taken."""
    goats = sum(1 for _, kind in pieces.values() if kind == "Goat")
    return key(unnamed(pieces)), turn, 0, 20 - goats


def lines(p):
    return ALL8 if sum(p) % 2 == 0 else ORTHOGONAL


def legal(state):
    pieces, turn, hand, taken = state
    board = dict(pieces)

    def free(p):
        return 0 <= p[0] < 5 and 0 <= p[1] < 5 and p not in board

    found = []
    if turn == "Goats" and hand:
        return [
            (name(p), (key({**board, p: ("Goats", "Goat")}), "Tigers", hand - 1, taken))
            for p in rectangle(5, 5)
            if free(p)
        ]
    rival = "Tigers" if turn == "Goats" else "Goats"
    for p, piece in pieces:
        if piece[0] != turn:
            continue
        for d in lines(p):
            over, far = step(p, d), step(p, d, 2)
            left = {k: v for k, v in board.items() if k != p}
            if free(over):
                found.append((name(p) + name(over), (key({**left, over: piece}), rival, hand, taken)))
            elif turn == "Tigers" and board.get(over) == ("Goats", "Goat") and free(far):
                del left[over]
                found.append((name(p) + name(far), (key({**left, far: piece}), rival, hand, taken + 1)))
    return found


def moves(state):
    return [] if result(state) else legal(state)


def board(state):
    return named(dict(state[0]))


def result(state):
    if state[3] == 5:
        return "Tigers"
    if legal(state):
        return None
    return "Goats" if state[1] == "Tigers" else "Tigers"
