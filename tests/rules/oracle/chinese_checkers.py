"""Chinese checkers for six, two, three and four. A move is known by its first and its last point.

Points are cube coordinates (q, r) with s = -q - r; the star is the union of two triangles.
"""
from common import key, name

VARIANTS = [
    "Chinese Checkers", "Chinese Checkers for Two", "Chinese Checkers for Three", "Chinese Checkers for Four",
]
ORDER = {
    VARIANTS[0]: ("Red", "Orange", "Yellow", "Green", "Blue", "Purple"),
    VARIANTS[1]: ("Red", "Green"),
    VARIANTS[2]: ("Red", "Yellow", "Blue"),
    VARIANTS[3]: ("Red", "Orange", "Green", "Blue"),
}
WAYS = [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1)]
STAR = {
    (q, r)
    for q in range(-8, 9)
    for r in range(-8, 9)
    if min(q, r, -q - r) >= -4 or max(q, r, -q - r) <= 4
}
CAMP = {
    "Red": {p for p in STAR if p[1] > 4},
    "Orange": {p for p in STAR if -p[0] - p[1] < -4},
    "Yellow": {p for p in STAR if p[0] > 4},
    "Green": {p for p in STAR if p[1] < -4},
    "Blue": {p for p in STAR if -p[0] - p[1] > 4},
    "Purple": {p for p in STAR if p[0] < -4},
}
GOAL = {who: {(-q, -r) for q, r in points} for who, points in CAMP.items()}


def show(p):
    return name((p[0] + 8, p[1] + 8))


def start(variant):
    return variant, key({p: who for who in ORDER[variant] for p in CAMP[who]}), 0


def place(variant, pieces, turn):
    at = {show(p): p for p in STAR}
    return variant, key({at[n]: v[0] for n, v in pieces.items()}), ORDER[variant].index(turn)


def reached(board, p):
    board = {k: v for k, v in board.items() if k != p}
    found, todo = set(), [p]
    while todo:
        q, r = todo.pop()
        for a, b in WAYS:
            over, far = (q + a, r + b), (q + 2 * a, r + 2 * b)
            if over in board and far in STAR and far not in board and far not in found:
                found.add(far)
                todo.append(far)
    near = {(p[0] + a, p[1] + b) for a, b in WAYS}
    return (found | {q for q in near if q in STAR and q not in board}) - {p}


def moves(state):
    if result(state):
        return []
    variant, men, turn = state
    board, found = dict(men), []
    who = ORDER[variant][turn]
    for p, owner in men:
        if owner != who:
            continue
        for q in sorted(reached(board, p)):
            if p in GOAL[who] and q not in GOAL[who]:
                continue
            after = {k: v for k, v in board.items() if k != p}
            after[q] = who
            found.append((show(p) + show(q), (variant, key(after), (turn + 1) % len(ORDER[variant]))))
    return found


def board(state):
    return {show(p): (who, "Man") for p, who in state[1]}


def result(state):
    at = dict(state[1])
    for who in ORDER[state[0]]:
        if all(at.get(p) == who for p in GOAL[who]):
            return who
    return None
