"""The Royal Game of Ur. A throw of the four dice is a turn of the random player, with sixteen outcomes.

A side's men are numbers: 0 waiting, 1 to 14 on the way, 15 home.
"""
from common import other

VARIANTS = ["Royal Game of Ur"]
PLAYERS = ("Light", "Dark")
OUTCOMES = ["t0"] + ["t1" + c for c in "abcd"] + ["t2" + c for c in "abcdef"] + ["t3" + c for c in "abcd"] + ["t4"]
FLOWERS = (4, 8, 14)


def start(variant):
    """Men of both sides, the side to throw, the dice, phase, side that has earned another throw."""
    return ((0,) * 7, (0,) * 7), "Light", "t0", "throw", None


def square(who, at):
    letter = who[0]
    if at <= 4:
        return letter + str(5 - at)
    if at <= 12:
        return "M" + str(at - 4)
    return letter + str(21 - at)


def place(variant, pieces, turn):
    """The mark "ready" says that the throw has not been used yet. Nobody has earned another throw."""
    men = []
    for who in PLAYERS:
        way = {square(who, at): at for at in range(1, 15)}
        trays = {who.lower() + "-start": 0, who.lower() + "-home": 15}
        mine = (at for at, piece in pieces.items() if piece == (who, "Man"))
        men.append(tuple(sorted(way[at] if at in way else trays[at.rsplit("-", 1)[0]] for at in mine)))
    dice = next(at for at, piece in pieces.items() if piece[1] == "Throw")
    return tuple(men), turn, dice, "play" if "ready" in pieces else "throw", None


def moves(state):
    if result(state):
        return []
    men, turn, dice, phase, again = state
    rival, me = other(PLAYERS, turn), PLAYERS.index(turn)
    if phase == "throw":
        if again == rival:
            return [("pass", (men, turn, dice, "skip", again))]
        return [(t, (men, turn, t, "play", None)) for t in OUTCOMES]
    steps = int(dice[1]) if phase == "play" else 0
    found = []
    for at in sorted(set(men[me])) if steps else []:
        to = at + steps
        if at == 15 or to > 15 or (to < 15 and to in men[me]):
            continue
        mine, theirs = sorted(men[me]), list(men[1 - me])
        mine.remove(at)
        mine.append(to)
        if 5 <= to <= 12 and to in theirs:
            if to == 8:
                continue
            theirs[theirs.index(to)] = 0
        both = [None, None]
        both[me], both[1 - me] = tuple(sorted(mine)), tuple(sorted(theirs))
        found.append((f"{at}-{to}", (tuple(both), rival, dice, "throw", turn if to in FLOWERS else again)))
    return found or [("pass", (men, rival, dice, "throw", again))]


def board(state):
    seen = {state[2]: ("?Dice", "Throw")}
    for who, men in zip(PLAYERS, state[0]):
        for at in set(men):
            if at == 0 or at == 15:
                tray = who.lower() + ("-start-" if at == 0 else "-home-")
                seen.update({tray + str(i + 1): (who, "Man") for i in range(men.count(at))})
            else:
                seen[square(who, at)] = (who, "Man")
    return seen


def result(state):
    for who, men in zip(PLAYERS, state[0]):
        if men == (15,) * 7:
            return who
    return None
