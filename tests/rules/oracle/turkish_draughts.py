"""Turkish draughts: orthogonal, as many pieces as possible, victims leave at once, kings do not turn back."""
from common import ORTHOGONAL, key, name, named, other, step, unnamed

VARIANTS = ["Turkish Draughts"]
PLAYERS = ("White", "Black")


def start(variant):
    board = {(x, y): ("White" if y < 4 else "Black", "Man") for x in range(8) for y in (1, 2, 5, 6)}
    return key(board), "White"


def place(variant, pieces, turn):
    return key(unnamed(pieces)), turn


def free(board, p):
    return 0 <= p[0] < 8 and 0 <= p[1] < 8 and p not in board


def ways(who, kind):
    back = -1 if who == "White" else 1
    return [d for d in ORTHOGONAL if kind == "King" or d[1] != back]


def chains(board, p, who, kind, came, label, length):
    """Complete chains; `board` is without the piece itself and without what it has taken already."""
    found = []
    for d in ways(who, kind):
        if kind == "King" and came and d == (-came[0], -came[1]):
            continue
        q = step(p, d)
        while kind == "King" and free(board, q):
            q = step(q, d)
        if q not in board or board[q][0] == who:
            continue
        left = {k: v for k, v in board.items() if k != q}
        r = step(q, d)
        while free(board, r):
            found += chains(left, r, who, kind, d, label + name(r), length + 1)
            if kind == "Man":
                break
            r = step(r, d)
    return found or ([(length, label, p, board)] if length else [])


def legal(state):
    men, turn = state
    board, found = dict(men), []
    far = 7 if turn == "White" else 0
    for p, (who, kind) in men:
        if who == turn:
            lifted = {k: v for k, v in board.items() if k != p}
            found += [c + (kind,) for c in chains(lifted, p, who, kind, None, name(p), 0)]
    most = max((f[0] for f in found), default=0)
    found = [f for f in found if f[0] == most]
    if not found:
        for p, (who, kind) in men:
            if who != turn:
                continue
            lifted = {k: v for k, v in board.items() if k != p}
            for d in ways(who, kind):
                q = step(p, d)
                while free(board, q):
                    found.append((0, name(p) + name(q), q, lifted, kind))
                    if kind == "Man":
                        break
                    q = step(q, d)
    return [
        (label, (key({**left, q: (turn, "King" if q[1] == far else kind)}), other(PLAYERS, turn)))
        for _, label, q, left, kind in found
    ]


def moves(state):
    return legal(state)


def board(state):
    return named(dict(state[0]))


def result(state):
    return None if legal(state) else other(PLAYERS, state[1])
