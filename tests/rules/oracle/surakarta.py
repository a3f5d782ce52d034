"""Surakarta. The two circuits are written out as closed lists of points; a capture walks along them."""
from common import ALL8, key, name, named, other, step, unnamed

VARIANTS = ["Surakarta"]
PLAYERS = ("Red", "Blue")


def circuit(k):
    """The closed track over row and column number `k` from each edge: four lines joined by four loops."""
    far = 5 - k
    return (
        [(x, far) for x in range(6)]                # east along the upper row, loop at the upper right
        + [(far, y) for y in reversed(range(6))]    # south along the right column, loop at the lower right
        + [(x, k) for x in reversed(range(6))]      # west along the lower row, loop at the lower left
        + [(k, y) for y in range(6)]                # north along the left column, loop at the upper left
    )


CIRCUITS = [circuit(1), circuit(2)]


def start(variant):
    board = {(x, y): ("Red" if y < 2 else "Blue", "Man") for x in range(6) for y in (0, 1, 4, 5)}
    return key(board), "Red"


def place(variant, pieces, turn):
    return key(unnamed(pieces)), turn


def victims(board, p):
    who, found = board[p][0], set()
    for track in CIRCUITS:
        for at in [i for i, q in enumerate(track) if q == p]:
            for way in (1, -1):
                loops, i = 0, at
                while True:
                    # between the places 5|6, 11|12, 17|18 and 23|0 of the track lies a loop
                    j = (i + way) % 24
                    if i // 6 != j // 6:
                        loops += 1
                    i = j
                    if i == at:
                        break
                    q = track[i]
                    if q in board and q != p:
                        if board[q][0] != who and loops:
                            found.add(q)
                        break
    return found


def legal(state):
    men, turn = state
    board, found = dict(men), []
    for p, man in men:
        if man[0] != turn:
            continue
        steps = {step(p, d) for d in ALL8}
        steps = {q for q in steps if 0 <= q[0] < 6 and 0 <= q[1] < 6 and q not in board}
        for q in sorted(steps | victims(board, p)):
            after = {k: v for k, v in board.items() if k != p}
            after[q] = man
            found.append((name(p) + name(q), (key(after), other(PLAYERS, turn))))
    return found


def moves(state):
    return legal(state)


def board(state):
    return named(dict(state[0]))


def result(state):
    return None if legal(state) else other(PLAYERS, state[1])
