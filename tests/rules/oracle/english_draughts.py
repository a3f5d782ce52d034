"""English draughts and its losing form. Chains that differ only in their path count separately."""
from common import DIAGONAL, cell, key, name, named, other, step, unnamed

VARIANTS = ["English Draughts", "Losing Draughts"]
PLAYERS = ("Black", "White")
START = {
    "Black": "a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3",
    "White": "b8 d8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6",
}


def start(variant):
    board = {cell(n): (who, "Man") for who, where in START.items() for n in where.split()}
    return variant, key(board), "Black"


def place(variant, pieces, turn):
    return variant, key(unnamed(pieces)), turn


def on_board(p):
    return 0 <= p[0] < 8 and 0 <= p[1] < 8


def ways(who, kind):
    forward = 1 if who == "Black" else -1
    return [d for d in DIAGONAL if kind == "King" or d[1] == forward]


def crowned(who, kind, p):
    return "King" if p[1] == (7 if who == "Black" else 0) else kind


def chains(board, p, label):
    """All complete chains of jumps of the piece on `p`."""
    who, kind = board[p]
    for d in ways(who, kind):
        over, q = step(p, d), step(p, d, 2)
        if board.get(over, (who,))[0] == who or q in board or not on_board(q):
            continue
        after = {k: v for k, v in board.items() if k not in (p, over)}
        after[q] = (who, crowned(who, kind, q))
        further = [] if after[q][1] != kind else list(chains(after, q, label + name(q)))
        yield from further or [(label + name(q), after)]


def legal(state):
    variant, men, turn = state
    board = dict(men)
    mine = [p for p, (who, _) in men if who == turn]
    found = [c for p in mine for c in chains(board, p, name(p))]
    if not found:
        for p in mine:
            for d in ways(*board[p]):
                q = step(p, d)
                if on_board(q) and q not in board:
                    after = {k: v for k, v in board.items() if k != p}
                    after[q] = (turn, crowned(turn, board[p][1], q))
                    found.append((name(p) + name(q), after))
    return [(label, (variant, key(after), other(PLAYERS, turn))) for label, after in found]


def moves(state):
    return legal(state)


def board(state):
    return named(dict(state[1]))


def result(state):
    if legal(state):
        return None
    return state[2] if state[0] == "Losing Draughts" else other(PLAYERS, state[2])
