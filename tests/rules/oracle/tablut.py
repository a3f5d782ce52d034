"""Tablut after Linnaeus."""
from common import ORTHOGONAL, cell, cells, key, name, named, other, step, unnamed

VARIANTS = ["Tablut"]
PLAYERS = ("Muscovites", "Swedes")
THRONE = (4, 4)


def start(variant):
    board = {p: ("Muscovites", "Muscovite") for p in cells("a4 a5 a6 b5 i4 i5 i6 h5 d1 e1 f1 e2 d9 e9 f9 e8")}
    board.update({p: ("Swedes", "Swede") for p in cells("e3 e4 e6 e7 c5 d5 f5 g5")})
    board[cell("e5")] = ("Swedes", "King")
    return key(board), "Muscovites"


def place(variant, pieces, turn):
    return key(unnamed(pieces)), turn


def on_board(p):
    return 0 <= p[0] < 9 and 0 <= p[1] < 9


def capture(board, p, who):
    """The board after a piece of `who` arrived on `p` and took what it encloses."""
    def hostile(q):
        return (q in board and board[q][0] == who) or (q == THRONE and q not in board)

    gone = []
    for d in ORTHOGONAL:
        q = step(p, d)
        if q not in board or board[q][0] == who:
            continue
        sides = [step(q, d)]
        if board[q][1] == "King" and abs(q[0] - 4) + abs(q[1] - 4) <= 1:
            sides = [step(q, e) for e in ORTHOGONAL]
        if all(hostile(s) for s in sides):
            gone.append(q)
    return {k: v for k, v in board.items() if k not in gone}


def legal(state):
    pieces, turn = state
    board, found = dict(pieces), []
    for p, piece in pieces:
        if piece[0] != turn:
            continue
        left = {k: v for k, v in board.items() if k != p}
        for d in ORTHOGONAL:
            q = step(p, d)
            while on_board(q) and q not in board and (q != THRONE or piece[1] == "King"):
                after = capture({**left, q: piece}, q, turn)
                found.append((name(p) + name(q), (key(after), other(PLAYERS, turn))))
                q = step(q, d)
    return found


def moves(state):
    return [] if result(state) else legal(state)


def board(state):
    return named(dict(state[0]))


def result(state):
    kings = [p for p, (_, kind) in state[0] if kind == "King"]
    if not kings:
        return "Muscovites"
    if kings[0][0] in (0, 8) or kings[0][1] in (0, 8):
        return "Swedes"
    return None if legal(state) else other(PLAYERS, state[1])
