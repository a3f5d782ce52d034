"""Fanorona on 9x5, 5x5 and 3x3 points. A turn may stop after any capture."""
from common import ALL8, ORTHOGONAL, key, name, named, other, step, unnamed

VARIANTS = ["Fanorona", "Fanoron-Dimy", "Fanoron-Telo"]
SIZE = {"Fanorona": (9, 5), "Fanoron-Dimy": (5, 5), "Fanoron-Telo": (3, 3)}
PLAYERS = ("White", "Black")


def start(variant):
    width, height = SIZE[variant]
    board = {}
    for x in range(width):
        for y in range(height):
            who = "White" if y < height // 2 else "Black"
            if y == height // 2:
                if x == width // 2:
                    continue
                # the colours alternate from the edge, Black at the left end and White at the right
                if x < width // 2:
                    who = PLAYERS[(x + 1) % 2]
                else:
                    who = PLAYERS[(width - 1 - x) % 2]
            board[x, y] = (who, "Man")
    return variant, key(board), "White"


def place(variant, pieces, turn):
    return variant, key(unnamed(pieces)), turn


def lines(p):
    return ALL8 if sum(p) % 2 == 0 else ORTHOGONAL


def row(board, p, d, rival):
    found = []
    while board.get(p, ("",))[0] == rival:
        found.append(p)
        p = step(p, d)
    return found


def captures(size, board, p, visited, came, label):
    """All turns that begin with a capture of the man on `p`: one for each point where it may stop."""
    who = board[p][0]
    rival = other(PLAYERS, who)
    for d in lines(p):
        q = step(p, d)
        if q in board or q in visited or d == came or not (0 <= q[0] < size[0] and 0 <= q[1] < size[1]):
            continue
        for taken in (row(board, step(q, d), d, rival), row(board, step(p, d, -1), (-d[0], -d[1]), rival)):
            if taken:
                after = {k: v for k, v in board.items() if k != p and k not in taken}
                after[q] = board[p]
                yield label + name(q), after
                yield from captures(size, after, q, visited | {p}, d, label + name(q))


def legal(state):
    variant, men, turn = state
    board, size = dict(men), SIZE[variant]
    mine = [p for p, (who, _) in men if who == turn]
    found = [c for p in mine for c in captures(size, board, p, frozenset(), None, name(p))]
    if not found:
        for p in mine:
            for d in lines(p):
                q = step(p, d)
                if q not in board and 0 <= q[0] < size[0] and 0 <= q[1] < size[1]:
                    after = {k: v for k, v in board.items() if k != p}
                    found.append((name(p) + name(q), {**after, q: board[p]}))
    return [(label, (variant, key(after), other(PLAYERS, turn))) for label, after in found]


def moves(state):
    return legal(state)


def board(state):
    return named(dict(state[1]))


def result(state):
    return None if legal(state) else other(PLAYERS, state[2])
