"""International draughts: flying kings, as many pieces as possible, victims leave after the chain."""
from common import DIAGONAL, key, name, named, other, step, unnamed

VARIANTS = ["International Draughts"]
PLAYERS = ("White", "Black")


def start(variant):
    board = {}
    for x in range(10):
        for y in range(10):
            if (x + y) % 2 == 0 and y not in (4, 5):
                board[x, y] = ("White" if y < 4 else "Black", "Man")
    return key(board), "White"


def place(variant, pieces, turn):
    return key(unnamed(pieces)), turn


def on_board(p):
    return 0 <= p[0] < 10 and 0 <= p[1] < 10


def free(board, p):
    return on_board(p) and p not in board


def jumps(board, p, piece, taken):
    """(victim, landing) for one jump of `piece`, which has been lifted from the board, from `p`."""
    who, kind = piece
    for d in DIAGONAL:
        q = step(p, d)
        if kind == "King":
            while free(board, q):
                q = step(q, d)
        if q not in board or board[q][0] == who or q in taken:
            continue
        landing = step(q, d)
        while free(board, landing):
            yield q, landing
            if kind == "Man":
                break
            landing = step(landing, d)


def chains(board, p, piece, taken, label):
    further = [
        c
        for victim, q in jumps(board, p, piece, taken)
        for c in chains(board, q, piece, taken | {victim}, label + name(q))
    ]
    if further:
        return further
    return [(label, p, taken)] if taken else []


def legal(state):
    men, turn = state
    board = dict(men)
    last = 9 if turn == "White" else 0
    found = []
    for p, piece in men:
        if piece[0] == turn:
            lifted = {k: v for k, v in board.items() if k != p}
            found += [(lifted, piece) + c for c in chains(lifted, p, piece, frozenset(), name(p))]
    if found:
        most = max(len(f[4]) for f in found)
        found = [f for f in found if len(f[4]) == most]
    else:
        for p, piece in men:
            if piece[0] != turn:
                continue
            lifted = {k: v for k, v in board.items() if k != p}
            for d in DIAGONAL:
                if piece[1] == "Man" and d[1] != (1 if turn == "White" else -1):
                    continue
                q = step(p, d)
                while free(board, q):
                    found.append((lifted, piece, name(p) + name(q), q, ()))
                    if piece[1] == "Man":
                        break
                    q = step(q, d)
    turns = []
    for lifted, piece, label, q, taken in found:
        after = {k: v for k, v in lifted.items() if k not in taken}
        after[q] = (turn, "King" if q[1] == last else piece[1])
        turns.append((label, (key(after), other(PLAYERS, turn))))
    return turns


def moves(state):
    return legal(state)


def board(state):
    return named(dict(state[0]))


def result(state):
    return None if legal(state) else other(PLAYERS, state[1])
