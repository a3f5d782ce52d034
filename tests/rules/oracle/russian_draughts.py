"""Russian draughts and poddavki: free choice, crowned in the middle of a chain, victims leave after it."""
from common import DIAGONAL, key, name, named, other, step, unnamed

VARIANTS = ["Russian Draughts", "Poddavki"]
PLAYERS = ("White", "Black")


def start(variant):
    board = {}
    for x in range(8):
        for y in range(8):
            if (x + y) % 2 == 0 and y not in (3, 4):
                board[x, y] = ("White" if y < 3 else "Black", "Man")
    return variant, key(board), "White"


def place(variant, pieces, turn):
    return variant, key(unnamed(pieces)), turn


def free(board, p):
    return 0 <= p[0] < 8 and 0 <= p[1] < 8 and p not in board


def crown(who, kind, p):
    return "King" if p[1] == (7 if who == "White" else 0) else kind


def rays(board, p, who, kind, taken):
    """For each direction with a victim: (victim, landing squares)."""
    for d in DIAGONAL:
        q = step(p, d)
        while kind == "King" and free(board, q):
            q = step(q, d)
        if q not in board or board[q][0] == who or q in taken:
            continue
        landings, r = [], step(q, d)
        while free(board, r):
            landings.append(r)
            if kind == "Man":
                break
            r = step(r, d)
        if landings:
            yield q, landings


def chains(board, p, who, kind, taken, label):
    """Complete chains of a piece that was lifted from the board and stands on `p`."""
    found = []
    for victim, landings in rays(board, p, who, kind, taken):
        gone = taken | {victim}
        leads_on = [q for q in landings if any(True for _ in rays(board, q, who, crown(who, kind, q), gone))]
        for q in leads_on or landings:
            found += chains(board, q, who, crown(who, kind, q), gone, label + name(q))
    return found or ([(label, p, kind, taken)] if taken else [])


def legal(state):
    variant, men, turn = state
    board, taking, quiet = dict(men), [], []
    for p, (who, kind) in men:
        if who != turn:
            continue
        lifted = {k: v for k, v in board.items() if k != p}
        taking += [(lifted,) + c for c in chains(lifted, p, who, kind, frozenset(), name(p))]
        for d in DIAGONAL:
            q = step(p, d)
            while free(board, q) and (kind == "King" or d[1] == (1 if turn == "White" else -1)):
                quiet.append((lifted, name(p) + name(q), q, crown(who, kind, q), ()))
                if kind == "Man":
                    break
                q = step(q, d)
    turns = []
    for lifted, label, q, kind, taken in taking or quiet:
        after = {k: v for k, v in lifted.items() if k not in taken}
        after[q] = (turn, kind)
        turns.append((label, (variant, key(after), other(PLAYERS, turn))))
    return turns


def moves(state):
    return legal(state)


def board(state):
    return named(dict(state[1]))


def result(state):
    if legal(state):
        return None
    return state[2] if state[0] == "Poddavki" else other(PLAYERS, state[2])
