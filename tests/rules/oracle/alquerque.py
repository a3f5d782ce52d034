"""Alquerque, with and without steps backwards."""
from common import ALL8, ORTHOGONAL, cell, key, name, named, other, step, unnamed

VARIANTS = ["Alquerque", "Alquerque without Retreat"]
PLAYERS = ("White", "Black")
START = {"White": "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 d3 e3", "Black": "a5 b5 c5 d5 e5 a4 b4 c4 d4 e4 a3 b3"}


def start(variant):
    return variant, key({cell(n): (who, "Man") for who, w in START.items() for n in w.split()}), "White"


def place(variant, pieces, turn):
    return variant, key(unnamed(pieces)), turn


def lines(p):
    """The directions drawn at a point: diagonals only where the coordinates add up to an even number."""
    return ALL8 if sum(p) % 2 == 0 else ORTHOGONAL


def free(board, p):
    return 0 <= p[0] < 5 and 0 <= p[1] < 5 and p not in board


def chains(board, p, label):
    who = board[p][0]
    for d in lines(p):
        over, q = step(p, d), step(p, d, 2)
        if over in board and board[over][0] != who and free(board, q):
            after = {k: v for k, v in board.items() if k not in (p, over)}
            after[q] = board[p]
            yield from list(chains(after, q, label + name(q))) or [(label + name(q), after)]


def legal(state):
    variant, men, turn = state
    board = dict(men)
    mine = [p for p, (who, _) in men if who == turn]
    found = [c for p in mine for c in chains(board, p, name(p))]
    back = -1 if turn == "White" else 1
    if not found:
        for p in mine:
            for d in lines(p):
                q = step(p, d)
                if free(board, q) and not (variant == VARIANTS[1] and d[1] == back):
                    after = {k: v for k, v in board.items() if k != p}
                    found.append((name(p) + name(q), {**after, q: board[p]}))
    return [(label, (variant, key(after), other(PLAYERS, turn))) for label, after in found]


def moves(state):
    return legal(state)


def board(state):
    return named(dict(state[1]))


def result(state):
    return None if legal(state) else other(PLAYERS, state[2])
