"""Nine men's morris, with and without flying."""
from common import key, other

VARIANTS = ["Nine Men's Morris", "Nine Men's Morris without Flying"]
PLAYERS = ("White", "Black")
MILLS = [
    line.split()
    for line in (
        "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1",
        "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7",
    )
]
POINTS = sorted({p for mill in MILLS for p in mill})
NEIGHBOURS = {p: set() for p in POINTS}
for a, b, c in MILLS:
    NEIGHBOURS[a].add(b)
    NEIGHBOURS[c].add(b)
    NEIGHBOURS[b] |= {a, c}


def start(variant):
    return variant, (), "White", 9, 9


def place(variant, pieces, turn):
    """A worked position has no men in hand."""
    return variant, key({n: v[0] for n, v in pieces.items()}), turn, 0, 0


def in_mill(board, p):
    return any(p in mill and all(board.get(q) == board[p] for q in mill) for mill in MILLS)


def after_mill(board, p, label):
    """The boards after a man arrived on `p`: one for each man that a new mill may take."""
    if not in_mill(board, p):
        return [(label, board)]
    enemies = [q for q in board if board[q] != board[p]]
    loose = [q for q in enemies if not in_mill(board, q)]
    return [(label + "x" + q, {k: v for k, v in board.items() if k != q}) for q in loose or enemies]


def legal(state):
    variant, men, turn, white, black = state
    board, found = dict(men), []
    hand = white if turn == "White" else black
    if hand:
        for p in POINTS:
            if p not in board:
                found += after_mill({**board, p: turn}, p, p)
        white, black = (white - 1, black) if turn == "White" else (white, black - 1)
    else:
        mine = [p for p in board if board[p] == turn]
        flying = variant == VARIANTS[0] and len(mine) == 3
        for p in mine:
            for q in POINTS if flying else NEIGHBOURS[p]:
                if q not in board:
                    left = {k: v for k, v in board.items() if k != p}
                    found += after_mill({**left, q: turn}, q, p + q)
    return [(label, (variant, key(after), other(PLAYERS, turn), white, black)) for label, after in found]


def moves(state):
    return [] if result(state) else legal(state)


def board(state):
    return {p: (who, "Man") for p, who in state[1]}


def result(state):
    men, hands = [who for _, who in state[1]], {"White": state[3], "Black": state[4]}
    for who in PLAYERS:
        if men.count(who) + hands[who] == 2:
            return other(PLAYERS, who)
    return None if legal(state) else other(PLAYERS, state[2])
