"""Chess with castling, en passant and promotion; repetition and the fifty-move rule are left out."""
from common import ALL8, DIAGONAL, ORTHOGONAL, key, name, named, other, step, unnamed

VARIANTS = ["Chess"]
PLAYERS = ("White", "Black")
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
LINES = {"Rook": ORTHOGONAL, "Bishop": DIAGONAL, "Queen": ALL8}
BACK = ["Rook", "Knight", "Bishop", "Queen", "King", "Bishop", "Knight", "Rook"]
ROOKS = [(0, 0), (7, 0), (0, 7), (7, 7)]


def start(variant):
    board = {}
    for x in range(8):
        board[x, 0], board[x, 7] = ("White", BACK[x]), ("Black", BACK[x])
        board[x, 1], board[x, 6] = ("White", "Pawn"), ("Black", "Pawn")
    return key(board), "White", frozenset(ROOKS), None


def place(variant, pieces, turn):
    """Kings and rooks on their first squares have not moved."""
    board = unnamed(pieces)
    rights = set()
    for x, y in ROOKS:
        who = "White" if y == 0 else "Black"
        if board.get((x, y)) == (who, "Rook") and board.get((4, y)) == (who, "King"):
            rights.add((x, y))
    return key(board), turn, frozenset(rights), None


def on_board(p):
    return 0 <= p[0] < 8 and 0 <= p[1] < 8


def attacked(board, p, by):
    """Does a piece of `by` attack `p`?"""
    for d in LEAPS:
        if board.get(step(p, d)) == (by, "Knight"):
            return True
    for d in ALL8:
        if board.get(step(p, d)) == (by, "King"):
            return True
        q = step(p, d)
        while on_board(q) and q not in board:
            q = step(q, d)
        who, kind = board.get(q, ("", ""))
        if who == by and kind in LINES and d in LINES[kind]:
            return True
    behind = -1 if by == "White" else 1
    return any(board.get(step(p, (dx, behind))) == (by, "Pawn") for dx in (-1, 1))


def pseudo(board, turn, passed):
    """(from, to, new kind, square of the victim, double step) without looking at checks; no castling."""
    forward, first, last = (1, 1, 7) if turn == "White" else (-1, 6, 0)
    for p, (who, kind) in board.items():
        if who != turn:
            continue
        if kind == "Pawn":
            def arrive(q, victim):
                for new in ("Queen", "Rook", "Bishop", "Knight") if q[1] == last else ("Pawn",):
                    yield p, q, new, victim, False

            q = step(p, (0, forward))
            if on_board(q) and q not in board:
                yield from arrive(q, None)
                if p[1] == first and step(q, (0, forward)) not in board:
                    yield p, step(q, (0, forward)), "Pawn", None, True
            for dx in (-1, 1):
                q = step(p, (dx, forward))
                if q in board and board[q][0] != turn:
                    yield from arrive(q, q)
                elif q == passed:
                    yield p, q, "Pawn", (q[0], p[1]), False
            continue
        for d in LINES.get(kind, ALL8 if kind == "King" else LEAPS):
            q = step(p, d)
            while on_board(q) and board.get(q, ("",))[0] != turn:
                yield p, q, kind, q, False
                if q in board or kind not in LINES:
                    break
                q = step(q, d)


def king_of(board, who):
    return next((p for p, piece in board.items() if piece == (who, "King")), None)


def in_check(board, who):
    return attacked(board, king_of(board, who), other(PLAYERS, who))


def moves(state):
    pieces, turn, rights, passed = state
    board, rival, found = dict(pieces), other(PLAYERS, turn), []
    for p, q, kind, victim, double in pseudo(board, turn, passed):
        after = {k: v for k, v in board.items() if k not in (p, victim)}
        after[q] = (turn, kind)
        if in_check(after, turn):
            continue
        gone = {p, q}
        if board[p][1] == "King":
            gone |= {r for r in ROOKS if r[1] == (0 if turn == "White" else 7)}
        label = name(p) + name(q) + ("=" + kind if board[p][1] != kind else "")
        skipped = (p[0], (p[1] + q[1]) // 2) if double else None
        found.append((label, (key(after), rival, rights - gone, skipped)))
    y = 0 if turn == "White" else 7
    for rook, between, crossed, target in (
        ((7, y), [(5, y), (6, y)], (5, y), (6, y)),
        ((0, y), [(1, y), (2, y), (3, y)], (3, y), (2, y)),
    ):
        if rook not in rights or any(p in board for p in between):
            continue
        if any(attacked(board, p, rival) for p in ((4, y), crossed, target)):
            continue
        after = {k: v for k, v in board.items() if k not in ((4, y), rook)}
        after[target], after[crossed] = (turn, "King"), (turn, "Rook")
        found.append((name((4, y)) + name(target), (key(after), rival, rights - {(0, y), (7, y)}, None)))
    return found


def board(state):
    return named(dict(state[0]))


def result(state):
    if moves(state):
        return None
    return other(PLAYERS, state[1]) if in_check(dict(state[0]), state[1]) else "draw"
