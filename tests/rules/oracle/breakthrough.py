"""Breakthrough on 8x8 and 6x6, and its losing form."""
from common import key, name, named, other, step, unnamed

VARIANTS = ["Breakthrough", "Breakthrough 6x6", "Misere Breakthrough"]
PLAYERS = ("White", "Black")


def size(variant):
    return 6 if "6x6" in variant else 8


def start(variant):
    n = size(variant)
    board = {(x, y): ("White", "Man") for x in range(n) for y in (0, 1)}
    board.update({(x, n - 1 - y): ("Black", "Man") for x in range(n) for y in (0, 1)})
    return variant, key(board), "White"


def place(variant, pieces, turn):
    return variant, key(unnamed(pieces)), turn


def moves(state):
    if result(state):
        return []
    variant, men, turn = state
    board, n, found = dict(men), size(variant), []
    forward = 1 if turn == "White" else -1
    for p, (who, _) in men:
        if who != turn:
            continue
        for dx in (-1, 0, 1):
            q = step(p, (dx, forward))
            if not (0 <= q[0] < n and 0 <= q[1] < n):
                continue
            there = board.get(q)
            if there is None or (dx and there[0] != turn):
                after = {**board, q: board[p]}
                del after[p]
                found.append((name(p) + name(q), (variant, key(after), other(PLAYERS, turn))))
    return found


def board(state):
    return named(dict(state[1]))


def result(state):
    variant, men, _ = state
    n = size(variant)
    misere = variant.startswith("Misere")
    for who, row in (("White", n - 1), ("Black", 0)):
        rival = other(PLAYERS, who)
        if any(w == who and y == row for (_, y), (w, _) in men):
            return rival if misere else who
        if not any(w == who for _, (w, _) in men):
            return who if misere else rival
    return None
