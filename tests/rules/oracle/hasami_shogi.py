"""Hasami shogi with nine men a side; the short game ends with the fifth man lost."""
from common import ORTHOGONAL, key, name, named, other, step, unnamed

VARIANTS = ["Hasami Shogi", "Short Hasami Shogi"]
PLAYERS = ("Black", "White")


def start(variant):
    board = {(x, 0): ("Black", "Man") for x in range(9)}
    board.update({(x, 8): ("White", "Man") for x in range(9)})
    return variant, key(board), "Black"


def place(variant, pieces, turn):
    return variant, key(unnamed(pieces)), turn


def on_board(p):
    return 0 <= p[0] < 9 and 0 <= p[1] < 9


def taken(board, p, who):
    """What a man of `who` that has just arrived on `p` takes."""
    def enemy(q):
        return q in board and board[q][0] != who

    found = set()
    for d in ORTHOGONAL:
        row, q = [], step(p, d)
        while enemy(q):
            row.append(q)
            q = step(q, d)
        if q in board:
            found.update(row)
    for corner in ((0, 0), (0, 8), (8, 0), (8, 8)):
        beside = [q for q in (step(corner, d) for d in ORTHOGONAL) if on_board(q)]
        if p in beside and enemy(corner) and all(board.get(q) == board[p] for q in beside):
            found.add(corner)
    return found


def legal(state):
    variant, men, turn = state
    board, found = dict(men), []
    for p, man in men:
        if man[0] != turn:
            continue
        for d in ORTHOGONAL:
            q = step(p, d)
            while on_board(q) and q not in board:
                after = {k: v for k, v in board.items() if k != p}
                after[q] = man
                gone = taken(after, q, turn)
                after = {k: v for k, v in after.items() if k not in gone}
                found.append((name(p) + name(q), (variant, key(after), other(PLAYERS, turn))))
                q = step(q, d)
    return found


def moves(state):
    return [] if result(state) else legal(state)


def board(state):
    return named(dict(state[1]))


def result(state):
    least = 5 if state[0] == "Short Hasami Shogi" else 2
    for who in PLAYERS:
        if sum(1 for _, (w, _) in state[1] if w == who) < least:
            return other(PLAYERS, who)
    return None if legal(state) else other(PLAYERS, state[2])
