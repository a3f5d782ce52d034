"""Reversi, with the fixed start and with the free opening on the four middle cells."""
from common import ALL8, cell, key, name, other, rectangle, step, unnamed

VARIANTS = ["Reversi", "Reversi with Free Opening"]
PLAYERS = ("Black", "White")
MIDDLE = [cell(n) for n in ("d4", "d5", "e4", "e5")]


def start(variant):
    if variant == VARIANTS[1]:
        return (), "Black", 4
    board = {"d5": "Black", "e4": "Black", "d4": "White", "e5": "White"}
    return key(unnamed(board)), "Black", 0


def place(variant, pieces, turn):
    return key({cell(n): v[0] for n, v in pieces.items()}), turn, 0


def turned(board, p, turn):
    found = []
    for d in ALL8:
        row, q = [], step(p, d)
        while board.get(q) == other(PLAYERS, turn):
            row.append(q)
            q = step(q, d)
        if board.get(q) == turn:
            found += row
    return found


def placements(board, turn):
    for p in rectangle(8, 8):
        if p not in board:
            row = turned(board, p, turn)
            if row:
                yield p, row


def moves(state):
    if result(state):
        return []
    discs, turn, opening = state
    board, rival = dict(discs), other(PLAYERS, turn)
    if opening:
        return [(name(p), (key({**board, p: turn}), rival, opening - 1)) for p in MIDDLE if p not in board]
    found = [
        (name(p), (key({**board, p: turn, **{q: turn for q in row}}), rival, 0)) for p, row in placements(board, turn)
    ]
    return found or [("pass", (discs, rival, 0))]


def board(state):
    return {name(p): (who, "Disc") for p, who in state[0]}


def result(state):
    discs, turn, opening = state
    at = dict(discs)
    if opening or any(any(True for _ in placements(at, who)) for who in PLAYERS):
        return None
    black = sum(1 for who in at.values() if who == "Black")
    white = len(at) - black
    return "Black" if black > white else "White" if white > black else "draw"
