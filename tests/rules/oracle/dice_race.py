"""The small race with a die of four sides. A throw is a turn of the random player.

A man is the name of its cell; a man that has come home is no longer listed.
"""
from common import other

VARIANTS = ["Dice race"]
PLAYERS = ("North", "South")
FACES = ("One", "Two", "Three", "Four")
TRACK = ["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "home"]


def start(variant):
    return (("n1", "n2"), ("s1", "s2")), "North", None


def place(variant, pieces, turn):
    """The die, if it has been thrown, lies beside the track. Men that are not listed have come home."""
    men = tuple(tuple(sorted(at for at, piece in pieces.items() if piece == (who, "Man"))) for who in PLAYERS)
    die = pieces.get("beside")
    return men, turn, die and FACES.index(die[1]) + 1


def moves(state):
    if result(state):
        return []
    men, turn, die = state
    me, rival = PLAYERS.index(turn), other(PLAYERS, turn)
    if die is None:
        return [(str(n), (men, turn, n)) for n in (1, 2, 3, 4)]
    found = []
    for man in men[me]:
        at = TRACK.index(man) if man in TRACK else -1
        if at + die >= len(TRACK):
            continue
        to = TRACK[at + die]
        if to in men[me]:
            continue
        mine, theirs = [m for m in men[me] if m != man], list(men[1 - me])
        if to != "home":
            mine.append(to)
        if to in theirs:
            first, second = rival[0].lower() + "1", rival[0].lower() + "2"
            theirs[theirs.index(to)] = second if first in theirs else first
        both = [None, None]
        both[me], both[1 - me] = tuple(sorted(mine)), tuple(sorted(theirs))
        found.append((man + to, (tuple(both), rival, None)))
    return found or [("pass", (men, rival, None))]


def board(state):
    seen = {at: (who, "Man") for who, men in zip(PLAYERS, state[0]) for at in men}
    if state[2]:
        seen["beside"] = ("?Die", FACES[state[2] - 1])
    return seen


def result(state):
    return next((who for who, men in zip(PLAYERS, state[0]) if not men), None)
