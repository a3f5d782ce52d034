"""Amazons on 10x10 and 6x6. A turn is a move and a shot."""
from common import ALL8, cells, key, name, named, other, step, unnamed

VARIANTS = ["Amazons", "Amazons 6x6"]
PLAYERS = ("White", "Black")
START = {
    "Amazons": (10, "a4 d1 g1 j4", "a7 d10 g10 j7"),
    "Amazons 6x6": (6, "a2 b1 e1 f2", "a5 b6 e6 f5"),
}


def start(variant):
    size, white, black = START[variant]
    board = {p: ("White", "Amazon") for p in cells(white)}
    board.update({p: ("Black", "Amazon") for p in cells(black)})
    return size, key(board), "White"


def place(variant, pieces, turn):
    return START[variant][0], key(unnamed(pieces)), turn


def lines(size, board, p):
    for d in ALL8:
        q = step(p, d)
        while 0 <= q[0] < size and 0 <= q[1] < size and q not in board:
            yield q
            q = step(q, d)


def moves(state):
    size, pieces, turn = state
    board, found = dict(pieces), []
    for p, piece in pieces:
        if piece != (turn, "Amazon"):
            continue
        for q in lines(size, board, p):
            moved = {k: v for k, v in board.items() if k != p}
            moved[q] = piece
            for arrow in lines(size, moved, q):
                after = {**moved, arrow: ("Fire", "Arrow")}
                found.append((name(p) + name(q) + name(arrow), (size, key(after), other(PLAYERS, turn))))
    return found


def board(state):
    return named(dict(state[1]))


def result(state):
    size, pieces, turn = state
    at = dict(pieces)
    if any(True for p, piece in pieces if piece == (turn, "Amazon") for _ in lines(size, at, p)):
        return None
    return other(PLAYERS, turn)
