"""Positions as numbers, and what symmetries do to them."""

import itertools
import random

import numpy as np
import pytest

import selforge
from selforge import Game


def some_positions(game, seed, count=25):
    choose = random.Random(seed)
    state = game.start()
    for _ in range(count):
        yield state
        if state.is_over:
            return
        state.play(choose.choice(state.legal_actions()))


def test_planes_show_every_piece_where_it_stands_and_nothing_else():
    """Against the text of positions, which is read here by hand."""
    game = Game("chess")
    names = game.channels
    letters = dict(zip("kqrbnp", ["king", "queen", "rook", "bishop", "knight", "pawn"]))
    for state in some_positions(game, 1, 60):
        planes = state.observation(seat=0)
        expected = np.zeros((12, 8, 8), np.int8)
        for row, rank in enumerate(state.text.split()[0].split("/")):
            column = 0
            for sign in rank:
                if sign.isdigit():
                    column += int(sign)
                    continue
                whose = "own " if sign.isupper() else "opponent's "
                expected[names.index(whose + letters[sign.lower()]), row, column] = 1
                column += 1
        assert (planes[:12] == expected).all()


def test_each_seat_sees_its_own_pieces_first():
    state = Game("chess").start()
    white, black = state.observation(seat=0), state.observation(seat=1)
    assert (white[:6] == black[6:12]).all() and (white[6:12] == black[:6]).all()
    assert white[12].all() and not white[13].any() and black[13].all() and not black[12].any()


def test_castling_rights_and_pawns_taken_in_passing_are_told():
    game = Game("chess")
    flags = lambda text: game.position(text).observation()[14:, 0, 0].tolist()
    empty = "r3k2r/8/8/8/8/8/8/R3K2R w {} - 0 1"
    assert flags(empty.format("KQkq"))[:4] == [1, 1, 1, 1]
    assert flags(empty.format("Kq"))[:4] == [1, 0, 0, 1]
    passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    assert flags(passing)[4:] == [0, 0, 0, 1, 0, 0, 0, 0]


def test_node_features_and_planes_say_the_same(spec):
    game = Game(spec)
    places = game.board.grid_places
    for state in some_positions(game, 3):
        nodes = state.node_features()
        assert nodes.shape == (len(game.board), len(game.channels))
        if places is None:
            assert (state.observation() == nodes).all()
        else:
            planes = state.observation()
            flat = planes.reshape(len(game.channels), -1)
            assert (flat[:, places].T == nodes).all()
            assert planes.shape == game.observation_shape
            outside = np.setdiff1d(np.arange(flat.shape[1]), places)
            assert not flat[:, outside].any()


def test_hexagons_are_sheared_so_that_neighbours_are_always_the_same_way():
    board = Game("selfo board=hexhex-4").board
    height, width = board.grid
    assert (height, width) == (7, 7)
    rows, columns = np.divmod(board.grid_places, width)
    steps = {
        (int(rows[b] - rows[a]), int(columns[b] - columns[a])) for a, b in board.edges.T.tolist()
    }
    assert steps == {(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)}


def test_action_cells_are_where_the_move_goes():
    game = Game("loa")
    state = game.start()
    for mv, action in zip(state.legal_moves(), state.legal_actions()):
        names = [game.board.names[cell] for cell in game.action_cells(action)]
        assert mv.replace("-", "").replace("x", "") == "".join(names)


def test_symmetries_are_a_group_that_keeps_the_pieces_and_the_mask(spec):
    game = Game(spec)
    symmetries = game.symmetries()
    expected = {"loa": 8, "hex": 2, "chess": 1, "checkers": 1, "rulespace": 2, "zrf": 1}
    boards = {"hexhex": 12, "square": 8, "voronoi": 1}
    if game.name in expected:
        assert len(symmetries) == expected[game.name]
    else:
        assert len(symmetries) == boards[spec.split("board=")[1].split("-")[0]]
    group = {tuple(it.cells.tolist()) for it in symmetries}
    for one in symmetries:
        assert sorted(one.actions.tolist()) == list(range(game.num_actions))
        for other in symmetries:
            assert tuple(other.cells[one.cells].tolist()) in group


def test_the_image_of_a_position_has_the_image_of_its_mask():
    """The image is put together as text, and its moves come from the rules, not from the numbers."""
    game = Game("loa")
    for state in some_positions(game, 5, 40):
        if state.is_over:
            break
        rows, mover = state.text.split()[0], state.text.split()[1:]
        cells = []
        for sign in rows.replace("/", ""):
            cells += ["."] * int(sign) if sign.isdigit() else [sign]
        for symmetry in game.symmetries():
            turned = [""] * 64
            for cell, image in enumerate(symmetry.cells.tolist()):
                turned[image] = cells[cell]
            rows = ["".join(turned[8 * row : 8 * row + 8]) for row in range(8)]
            text = "/".join(
                "".join(
                    str(len(list(run))) if sign == "." else "".join(run)
                    for sign, run in itertools.groupby(row)
                )
                for row in rows
            )
            image = game.position(" ".join([text, *mover]))
            mask = np.zeros(game.num_actions, np.int8)
            mask[symmetry.actions] = state.action_mask()
            assert (image.action_mask() == mask).all()
            nodes = np.zeros_like(state.node_features())
            nodes[symmetry.cells] = state.node_features()
            assert (image.node_features() == nodes).all()


def test_moves_past_the_numbering_are_refused_with_a_reason():
    game = Game("selfo board=hexhex-4 seed=1")
    with pytest.raises(selforge.IllegalMoveError, match="expected 0 to"):
        game.action_cells(game.num_actions)
    with pytest.raises(selforge.IllegalMoveError, match="expected 0 to"):
        game.action_cells(-1)
