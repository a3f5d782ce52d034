"""Checks every number of rules/perft.txt with the oracle of its game.

    python3 tests/rules/oracle/check.py [--all] [game …]

Without names all games are checked, which takes a few minutes. Published numbers over 10,000 are left out
without --all. The exit status is 1 if a number differs.
"""
import importlib
import sys
from collections import Counter
from pathlib import Path

from common import parse_position, perft

FILE = Path(__file__).parents[3] / "rules" / "perft.txt"


def outcomes(game, state):
    found = Counter(game.result(after) or "open" for _, after in game.moves(state))
    return {result: count for result, count in found.items()}


def main(wanted):
    most = float("inf") if "--all" in wanted else 10_000
    wanted = [word for word in wanted if word != "--all"]
    positions, wrong, checked = {}, 0, 0
    for line in FILE.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        kind, name, variant, at, *rest = (field.strip() for field in line.split("|"))
        if wanted and name not in wanted:
            continue
        game = importlib.import_module(name.replace("-", "_"))
        if kind == "position":
            positions[name, variant, at] = game.place(variant, *parse_position(rest[0]))
            continue
        state = game.start(variant) if at == "start" else positions[name, variant, at]
        if kind == "perft" and rest[2] == "published" and int(rest[1]) > most:
            continue
        if kind == "perft":
            found, expected = perft(game, state, int(rest[0])), int(rest[1])
        else:
            found = outcomes(game, state)
            expected = {p.strip().rsplit(" ", 1)[0]: int(p.rsplit(" ", 1)[1]) for p in rest[0].split(",")}
        checked += 1
        if found != expected:
            wrong += 1
            print(f"{line}\n    the oracle says {found}")
    print(f"{checked} lines checked, {wrong} differ")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
