"""Fox and geese with thirteen and with seventeen geese. The fox may stop after any jump."""
from common import ALL8, ORTHOGONAL, cells, key, name, named, rectangle, step, unnamed

VARIANTS = ["Fox and Geese", "Seventeen Geese"]
CROSS = {(x, y) for x, y in rectangle(7, 7) if 2 <= x <= 4 or 2 <= y <= 4}


def start(variant):
    geese = "c1 d1 e1 c2 d2 e2 a3 b3 c3 d3 e3 f3 g3" + (" a4 b4 f4 g4" if variant == VARIANTS[1] else "")
    board = {p: ("Geese", "Goose") for p in cells(geese)}
    board[3, 3] = ("Fox", "Fox")
    return variant, key(board), "Geese"


def place(variant, pieces, turn):
    return variant, key(unnamed(pieces)), turn


def lines(p):
    return ALL8 if sum(p) % 2 == 0 else ORTHOGONAL


def jumps(board, p, label):
    for d in lines(p):
        over, q = step(p, d), step(p, d, 2)
        if board.get(over) == ("Geese", "Goose") and q in CROSS and q not in board:
            after = {k: v for k, v in board.items() if k not in (p, over)}
            after[q] = board[p]
            yield label + name(q), after
            yield from jumps(after, q, label + name(q))


def legal(state):
    variant, pieces, turn = state
    board, found = dict(pieces), []
    for p, piece in pieces:
        if piece[0] != turn:
            continue
        for d in lines(p):
            q = step(p, d)
            if q in CROSS and q not in board and not (turn == "Geese" and variant == VARIANTS[1] and d[1] < 0):
                after = {k: v for k, v in board.items() if k != p}
                found.append((name(p) + name(q), {**after, q: piece}))
        if turn == "Fox":
            found += jumps(board, p, name(p))
    return [(label, (variant, key(after), "Fox" if turn == "Geese" else "Geese")) for label, after in found]


def moves(state):
    return [] if result(state) else legal(state)


def board(state):
    return named(dict(state[1]))


def result(state):
    if sum(1 for _, (who, _) in state[1] if who == "Geese") == 5:
        return "Fox"
    if legal(state):
        return None
    return "Fox" if state[2] == "Geese" else "Geese"
