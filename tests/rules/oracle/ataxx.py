"""Ataxx on 7x7, without and with four boulders."""
from common import ALL8, cell, cells, key, name, named, other, rectangle, step, unnamed

VARIANTS = ["Ataxx", "Ataxx with Boulders"]
PLAYERS = ("Red", "Blue")
FAR = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) == 2]


def start(variant):
    board = {cell(n): ("Red", "Blob") for n in ("a7", "g1")}
    board.update({cell(n): ("Blue", "Blob") for n in ("a1", "g7")})
    if variant == VARIANTS[1]:
        board.update({p: ("Rock", "Boulder") for p in cells("d3 c4 e4 d5")})
    return key(board), "Red"


def place(variant, pieces, turn):
    return key(unnamed(pieces)), turn


def arrive(board, p, turn):
    after = {**board, p: (turn, "Blob")}
    for d in ALL8:
        q = step(p, d)
        if after.get(q) == (other(PLAYERS, turn), "Blob"):
            after[q] = (turn, "Blob")
    return after


def moves(state):
    if result(state):
        return []
    blobs, turn = state
    board, rival, found = dict(blobs), other(PLAYERS, turn), []
    for p in rectangle(7, 7):
        if p in board:
            continue
        if any(board.get(step(p, d)) == (turn, "Blob") for d in ALL8):
            found.append((name(p), (key(arrive(board, p, turn)), rival)))
        for d in FAR:
            q = step(p, d)
            if board.get(q) == (turn, "Blob"):
                left = {k: v for k, v in board.items() if k != q}
                found.append((name(q) + name(p), (key(arrive(left, p, turn)), rival)))
    return found or [("pass", (blobs, rival))]


def board(state):
    return named(dict(state[0]))


def result(state):
    count = {who: sum(1 for _, (w, _) in state[0] if w == who) for who in PLAYERS}
    for who in PLAYERS:
        if count[who] == 0:
            return other(PLAYERS, who)
    if len(state[0]) < 49:
        return None
    return "Red" if count["Red"] > count["Blue"] else "Blue" if count["Blue"] > count["Red"] else "draw"
