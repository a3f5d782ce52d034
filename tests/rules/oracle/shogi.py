"""Shogi with hands; mate by a dropped pawn is not forbidden here, as in the rule file.

Cells are (file, rank) with file 1 to 9 from the right and rank 0 to 8 from the top, shown as 7g.
"""
from common import ALL8, DIAGONAL, ORTHOGONAL, key, other, step

VARIANTS = ["Shogi"]
PLAYERS = ("Black", "White")
BACK = ["Lance", "Knight", "Silver", "Gold", "King", "Gold", "Silver", "Knight", "Lance"]
PROMOTED = {
    "Rook": "Dragon", "Bishop": "Horse", "Silver": "Promoted-Silver", "Knight": "Promoted-Knight",
    "Lance": "Promoted-Lance", "Pawn": "Tokin",
}
PLAIN = {new: old for old, new in PROMOTED.items()}


def show(p):
    return str(p[0]) + "abcdefghi"[p[1]]


def start(variant):
    board = {}
    for x in range(1, 10):
        board[x, 0], board[x, 8] = ("White", BACK[x - 1]), ("Black", BACK[x - 1])
        board[x, 2], board[x, 6] = ("White", "Pawn"), ("Black", "Pawn")
    board[8, 1], board[2, 1] = ("White", "Rook"), ("White", "Bishop")
    board[2, 7], board[8, 7] = ("Black", "Rook"), ("Black", "Bishop")
    return key(board), (), "Black"


def place(variant, pieces, turn):
    """Pieces in hand stand on cells whose names begin with b or w, such as bPawn1."""
    board, hands = {}, []
    for n, (who, kind) in pieces.items():
        if n[0] in "bw":
            hands.append((who, kind))
        else:
            board[int(n[0]), "abcdefghi".index(n[1])] = (who, kind)
    return key(board), tuple(sorted(hands)), turn


def on_board(p):
    return 1 <= p[0] <= 9 and 0 <= p[1] <= 8


def ways(who, kind):
    """(single steps, long lines); a step (dx, -1) is forward for Black."""
    f = -1 if who == "Black" else 1
    gold = [(0, f), (1, f), (-1, f), (1, 0), (-1, 0), (0, -f)]
    return {
        "King": (ALL8, []),
        "Gold": (gold, []),
        "Silver": (DIAGONAL + [(0, f)], []),
        "Knight": ([(1, 2 * f), (-1, 2 * f)], []),
        "Lance": ([], [(0, f)]),
        "Pawn": ([(0, f)], []),
        "Rook": ([], ORTHOGONAL),
        "Bishop": ([], DIAGONAL),
        "Dragon": (DIAGONAL, ORTHOGONAL),
        "Horse": (ORTHOGONAL, DIAGONAL),
    }.get(kind, (gold, []))


def pseudo(board, turn):
    for p, (who, kind) in board.items():
        if who != turn:
            continue
        steps, lines = ways(who, kind)
        for d in steps:
            if on_board(step(p, d)) and board.get(step(p, d), ("",))[0] != turn:
                yield p, step(p, d)
        for d in lines:
            q = step(p, d)
            while on_board(q) and board.get(q, ("",))[0] != turn:
                yield p, q
                if q in board:
                    break
                q = step(q, d)


def in_check(board, who):
    king = next((p for p, piece in board.items() if piece == (who, "King")), None)
    return king is not None and any(q == king for _, q in pseudo(board, other(PLAYERS, who)))


def depth(p, who):
    """Rows to the far edge: 0 on the last row."""
    return p[1] if who == "Black" else 8 - p[1]


def stuck(p, who, kind):
    return depth(p, who) < {"Pawn": 1, "Lance": 1, "Knight": 2}.get(kind, 0)


def moves(state):
    pieces, hands, turn = state
    board, rival, found = dict(pieces), other(PLAYERS, turn), []
    for p, q in pseudo(board, turn):
        kind = board[p][1]
        kinds = [] if stuck(q, turn, kind) else [kind]
        if kind in PROMOTED and min(depth(p, turn), depth(q, turn)) < 3:
            kinds.append(PROMOTED[kind])
        held = list(hands)
        if q in board:
            held.append((turn, PLAIN.get(board[q][1], board[q][1])))
        for new in kinds:
            after = {k: v for k, v in board.items() if k != p}
            after[q] = (turn, new)
            if not in_check(after, turn):
                found.append((show(p) + show(q) + ("+" if new != kind else ""), (key(after), tuple(sorted(held)), rival)))
    for kind in sorted({k for who, k in hands if who == turn}):
        left = list(hands)
        left.remove((turn, kind))
        for q in [(x, y) for x in range(1, 10) for y in range(9)]:
            if q in board or stuck(q, turn, kind):
                continue
            if kind == "Pawn" and any(board.get((q[0], y)) == (turn, "Pawn") for y in range(9)):
                continue
            after = {**board, q: (turn, kind)}
            if not in_check(after, turn):
                found.append((kind + "@" + show(q), (key(after), tuple(left), rival)))
    return found


def board(state):
    seen = {show(p): piece for p, piece in state[0]}
    for who, kind in set(state[1]):
        for i in range(state[1].count((who, kind))):
            seen[("b" if who == "Black" else "w") + kind + str(i + 1)] = (who, kind)
    return seen


def result(state):
    return None if moves(state) else other(PLAYERS, state[2])
