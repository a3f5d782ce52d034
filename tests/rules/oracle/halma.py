"""Halma for two on 16x16 and 8x8. A move is known by its first and its last square."""
from common import ALL8, key, name, named, other, step, unnamed

VARIANTS = ["Halma", "Halma 8x8"]
PLAYERS = ("White", "Black")
SHAPE = {"Halma": (16, (5, 5, 4, 3, 2)), "Halma 8x8": (8, (4, 3, 2, 1))}


def camp(variant, who):
    size, rows = SHAPE[variant]
    south = {(x, y) for y, width in enumerate(rows) for x in range(width)}
    return south if who == "White" else {(size - 1 - x, size - 1 - y) for x, y in south}


def start(variant):
    return variant, key({p: (who, "Man") for who in PLAYERS for p in camp(variant, who)}), "White"


def place(variant, pieces, turn):
    return variant, key(unnamed(pieces)), turn


def reached(size, board, p):
    """The squares that the man on `p` can come to."""
    board = {k: v for k, v in board.items() if k != p}

    def free(q):
        return 0 <= q[0] < size and 0 <= q[1] < size and q not in board

    by_jumps, todo = set(), [p]
    while todo:
        here = todo.pop()
        for d in ALL8:
            q = step(here, d, 2)
            if step(here, d) in board and free(q) and q not in by_jumps:
                by_jumps.add(q)
                todo.append(q)
    return (by_jumps | {step(p, d) for d in ALL8 if free(step(p, d))}) - {p}


def moves(state):
    if result(state):
        return []
    variant, men, turn = state
    size, board, found = SHAPE[variant][0], dict(men), []
    goal = camp(variant, other(PLAYERS, turn))
    for p, man in men:
        if man[0] != turn:
            continue
        for q in sorted(reached(size, board, p)):
            if p in goal and q not in goal:
                continue
            after = {k: v for k, v in board.items() if k != p}
            after[q] = man
            found.append((name(p) + name(q), (variant, key(after), other(PLAYERS, turn))))
    return found


def board(state):
    return named(dict(state[1]))


def result(state):
    variant, men, _ = state
    at = dict(men)
    for who in PLAYERS:
        if all(at.get(p) == (who, "Man") for p in camp(variant, other(PLAYERS, who))):
            return who
    return None
