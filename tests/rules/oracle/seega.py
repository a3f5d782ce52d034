"""Seega on 5x5. A turn of captures may stop after any of them."""
from common import ORTHOGONAL, key, name, named, other, rectangle, step, unnamed

VARIANTS = ["Seega"]
PLAYERS = ("Light", "Dark")
MIDDLE = (2, 2)


def start(variant):
    return (), 0, "Light"


def place(variant, pieces, turn):
    """A worked position is one in which all men have been placed."""
    return key(unnamed(pieces)), 24, turn


def strikes(board, p):
    """(target, board after, something was taken) for each step of the man on `p`."""
    who = board[p][0]
    for d in ORTHOGONAL:
        q = step(p, d)
        if q in board or not (0 <= q[0] < 5 and 0 <= q[1] < 5):
            continue
        after = {k: v for k, v in board.items() if k != p}
        after[q] = board[p]
        gone = []
        for e in ORTHOGONAL:
            victim, partner = step(q, e), step(q, e, 2)
            if after.get(victim, (who,))[0] != who and victim != MIDDLE and after.get(partner, ("",))[0] == who:
                gone.append(victim)
        yield q, {k: v for k, v in after.items() if k not in gone}, bool(gone)


def onward(board, p, label):
    yield label, board
    for q, after, took in strikes(board, p):
        if took:
            yield from onward(after, q, label + name(q))


def moves(state):
    if result(state):
        return []
    men, placed, turn = state
    board = dict(men)
    if placed < 24:
        after = ("Light", "Light", "Dark", "Dark")[(placed + 1) % 4] if placed < 23 else "Dark"
        return [
            (name(p), (key({**board, p: (turn, "Man")}), placed + 1, after))
            for p in rectangle(5, 5)
            if p not in board and p != MIDDLE
        ]
    found, rival = [], other(PLAYERS, turn)
    for p, man in men:
        if man[0] == turn:
            for q, after, took in strikes(board, p):
                turns = onward(after, q, name(p) + name(q)) if took else [(name(p) + name(q), after)]
                found += [(label, (key(b), placed, rival)) for label, b in turns]
    return found or [("pass", (men, placed, rival))]


def board(state):
    return named(dict(state[0]))


def result(state):
    if state[1] < 24:
        return None
    for who in PLAYERS:
        if sum(1 for _, (w, _) in state[0] if w == who) < 2:
            return other(PLAYERS, who)
    return None
