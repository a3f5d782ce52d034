"""Lines of Action. If a move connects both sides, the mover wins."""
from common import ALL8, cells, key, name, named, other, step, unnamed

VARIANTS = ["Lines of Action"]
PLAYERS = ("Black", "White")


def start(variant):
    board = {p: ("Black", "Man") for p in cells("b1 c1 d1 e1 f1 g1 b8 c8 d8 e8 f8 g8")}
    board.update({p: ("White", "Man") for p in cells("a2 a3 a4 a5 a6 a7 h2 h3 h4 h5 h6 h7")})
    return key(board), "Black", None


def place(variant, pieces, turn):
    return key(unnamed(pieces)), turn, None


def on_board(p):
    return 0 <= p[0] < 8 and 0 <= p[1] < 8


def connected(board, who):
    men = {p for p, (w, _) in board.items() if w == who}
    todo = [next(iter(men))]
    reached = set(todo)
    while todo:
        p = todo.pop()
        for d in ALL8:
            q = step(p, d)
            if q in men and q not in reached:
                reached.add(q)
                todo.append(q)
    return reached == men


def legal(state):
    men, turn, _ = state
    board, rival, found = dict(men), other(PLAYERS, state[1]), []
    for p, man in men:
        if man[0] != turn:
            continue
        for d in ALL8:
            count = sum(1 for k in range(-7, 8) if step(p, d, k) in board)
            q = step(p, d, count)
            passed = [step(p, d, k) for k in range(1, count)]
            if not on_board(q) or board.get(q, ("",))[0] == turn:
                continue
            if any(board.get(r, ("",))[0] == rival for r in passed):
                continue
            after = {k: v for k, v in board.items() if k != p}
            after[q] = man
            won = turn if connected(after, turn) else rival if q in board and connected(after, rival) else None
            found.append((name(p) + name(q), (key(after), rival, won)))
    return found


def moves(state):
    return [] if state[2] else legal(state)


def board(state):
    return named(dict(state[0]))


def result(state):
    if state[2]:
        return state[2]
    return None if legal(state) else other(PLAYERS, state[1])
