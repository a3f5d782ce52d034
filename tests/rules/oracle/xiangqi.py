"""Xiangqi; endless checks and chases are left out."""
from common import DIAGONAL, ORTHOGONAL, key, name, named, other, step, unnamed

VARIANTS = ["Xiangqi"]
PLAYERS = ("Red", "Black")
BACK = ["Chariot", "Horse", "Elephant", "Guard", "General", "Guard", "Elephant", "Horse", "Chariot"]


def start(variant):
    board = {}
    for x in range(9):
        board[x, 0], board[x, 9] = ("Red", BACK[x]), ("Black", BACK[x])
    for x in (1, 7):
        board[x, 2], board[x, 7] = ("Red", "Cannon"), ("Black", "Cannon")
    for x in (0, 2, 4, 6, 8):
        board[x, 3], board[x, 6] = ("Red", "Soldier"), ("Black", "Soldier")
    return key(board), "Red"


def place(variant, pieces, turn):
    return key(unnamed(pieces)), turn


def on_board(p):
    return 0 <= p[0] < 9 and 0 <= p[1] < 10


def home(p, who):
    """Is `p` on the side of the river of `who`?"""
    return p[1] <= 4 if who == "Red" else p[1] >= 5


def palace(p, who):
    return 3 <= p[0] <= 5 and (p[1] <= 2 if who == "Red" else p[1] >= 7)


def reach(board, p, who, kind):
    """Where a piece can go when friends and checks do not matter."""
    if kind in ("General", "Guard"):
        for d in ORTHOGONAL if kind == "General" else DIAGONAL:
            if palace(step(p, d), who):
                yield step(p, d)
    elif kind == "Elephant":
        for d in DIAGONAL:
            if step(p, d) not in board and on_board(step(p, d, 2)) and home(step(p, d, 2), who):
                yield step(p, d, 2)
    elif kind == "Horse":
        for dx, dy in ORTHOGONAL:
            if step(p, (dx, dy)) not in board:
                for side in (-1, 1):
                    q = (p[0] + 2 * dx + side * dy, p[1] + 2 * dy + side * dx)
                    if on_board(q):
                        yield q
    elif kind == "Soldier":
        yield step(p, (0, 1 if who == "Red" else -1))
        if not home(p, who):
            yield step(p, (1, 0))
            yield step(p, (-1, 0))
    else:
        for d in ORTHOGONAL:
            q = step(p, d)
            while on_board(q) and q not in board:
                yield q
                q = step(q, d)
            if kind == "Cannon":
                q = step(q, d)
                while on_board(q) and q not in board:
                    q = step(q, d)
            if q in board:
                yield q


def pseudo(board, turn):
    for p, (who, kind) in board.items():
        if who == turn:
            for q in reach(board, p, who, kind):
                if on_board(q) and board.get(q, ("",))[0] != turn:
                    yield p, q


def in_check(board, who):
    general = next(p for p, piece in board.items() if piece == (who, "General"))
    facing = next((p for p, piece in board.items() if piece == (other(PLAYERS, who), "General")), None)
    if facing and facing[0] == general[0]:
        low, high = sorted((facing[1], general[1]))
        if not any((general[0], y) in board for y in range(low + 1, high)):
            return True
    return any(q == general for _, q in pseudo(board, other(PLAYERS, who)))


def moves(state):
    pieces, turn = state
    board, found = dict(pieces), []
    for p, q in pseudo(board, turn):
        after = {k: v for k, v in board.items() if k != p}
        after[q] = board[p]
        if not in_check(after, turn):
            found.append((name(p) + name(q), (key(after), other(PLAYERS, turn))))
    return found


def board(state):
    return named(dict(state[0]))


def result(state):
    return None if moves(state) else other(PLAYERS, state[1])
