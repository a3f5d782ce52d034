"""Makruk without the counting rules."""
from common import ALL8, DIAGONAL, ORTHOGONAL, key, name, named, other, step, unnamed

VARIANTS = ["Makruk"]
PLAYERS = ("White", "Black")
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
WHITE = ["Rook", "Knight", "Noble", "King", "Seed", "Noble", "Knight", "Rook"]


def start(variant):
    board = {}
    for x in range(8):
        board[x, 0], board[7 - x, 7] = ("White", WHITE[x]), ("Black", WHITE[x])
        board[x, 2], board[x, 5] = ("White", "Pawn"), ("Black", "Pawn")
    return key(board), "White"


def place(variant, pieces, turn):
    return key(unnamed(pieces)), turn


def on_board(p):
    return 0 <= p[0] < 8 and 0 <= p[1] < 8


def pseudo(board, turn):
    forward = (0, 1) if turn == "White" else (0, -1)
    ways = {"King": ALL8, "Seed": DIAGONAL, "Noble": DIAGONAL + [forward], "Knight": LEAPS}
    for p, (who, kind) in board.items():
        if who != turn:
            continue
        if kind == "Rook":
            for d in ORTHOGONAL:
                q = step(p, d)
                while on_board(q) and board.get(q, ("",))[0] != turn:
                    yield p, q, kind
                    if q in board:
                        break
                    q = step(q, d)
        elif kind == "Pawn":
            for dx in (-1, 0, 1):
                q = step(p, (dx, forward[1]))
                there = board.get(q)
                if on_board(q) and (there is None if dx == 0 else there is not None and there[0] != turn):
                    yield p, q, "Seed" if q[1] == (5 if turn == "White" else 2) else "Pawn"
        else:
            for d in ways[kind]:
                q = step(p, d)
                if on_board(q) and board.get(q, ("",))[0] != turn:
                    yield p, q, kind


def in_check(board, who):
    king = next(p for p, piece in board.items() if piece == (who, "King"))
    return any(q == king for _, q, _ in pseudo(board, other(PLAYERS, who)))


def moves(state):
    pieces, turn = state
    board, found = dict(pieces), []
    for p, q, kind in pseudo(board, turn):
        after = {k: v for k, v in board.items() if k != p}
        after[q] = (turn, kind)
        if not in_check(after, turn):
            label = name(p) + name(q) + ("=" + kind if board[p][1] != kind else "")
            found.append((label, (key(after), other(PLAYERS, turn))))
    return found


def board(state):
    return named(dict(state[0]))


def result(state):
    if moves(state):
        return None
    return other(PLAYERS, state[1]) if in_check(dict(state[0]), state[1]) else "draw"
