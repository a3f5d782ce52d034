"""Helpers that every oracle shares: names of cells, a generic perft, the text form of a position.

An oracle is a module with
    VARIANTS                the titles of the rule file that it covers
    start(variant)          the first position
    place(variant, pieces, turn)   a position from {cell name: (player, piece)} and the turn's name
    moves(state)            [(label, next state)], one for each legal turn; [] when the game is over
    board(state)            {cell name: (player, piece)} of what people see
    result(state)           None while the game goes on, else the winner's name or "draw"
A state is a tuple whose parts an oracle chooses for itself; nothing here looks inside it.
Each module is written from the rules of the game and knows nothing of rule files.
"""

FILES = "abcdefghijklmnopqrstuvwxyz"
ORTHOGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
ALL8 = ORTHOGONAL + DIAGONAL


def cell(name):
    """`"c4"` to `(2, 3)`."""
    return FILES.index(name[0]), int(name[1:]) - 1


def name(xy):
    """`(2, 3)` to `"c4"`."""
    return FILES[xy[0]] + str(xy[1] + 1)


def cells(words):
    return [cell(w) for w in words.split()]


def rectangle(width, height):
    return [(x, y) for x in range(width) for y in range(height)]


def step(xy, d, n=1):
    return xy[0] + n * d[0], xy[1] + n * d[1]


def named(board):
    """A board with coordinates as one with names."""
    return {name(xy): v for xy, v in board.items()}


def unnamed(pieces):
    return {cell(n): v for n, v in pieces.items()}


def key(board):
    """A hashable form of a board."""
    return tuple(sorted(board.items()))


def other(pair, player):
    return pair[1] if player == pair[0] else pair[0]


def perft(game, state, depth):
    """The number of sequences of `depth` turns; a finished game has no further turn."""
    if depth == 0:
        return 1
    turns = game.moves(state)
    if depth == 1:
        return len(turns)
    return sum(perft(game, after, depth - 1) for _, after in turns)


def parse_position(text):
    """`White: King e1, Rook a1 h1; Black: King e8; turn White` to ({cell: (player, piece)}, turn).

    `off none` says that nothing is in hand; the oracles of games with men in hand take that for granted.
    """
    pieces, turn = {}, None
    for part in text.split(";"):
        part = part.strip()
        if part.startswith("turn "):
            turn = part[5:].strip()
            continue
        if part == "off none":
            continue
        player, groups = part.split(":")
        for group in groups.split(","):
            kind, *where = group.split()
            for n in where:
                if n in pieces:
                    raise ValueError(f"two pieces on {n}: {text}")
                pieces[n] = (player.strip(), kind)
    return pieces, turn
