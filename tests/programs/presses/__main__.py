"""Presses that decisions and turns take, as a table: `python -m tests.programs.presses --games 3`."""

from __future__ import annotations

import argparse
import sys

from engine.kernel import registry
from tests.programs.presses.count import AIMS, counted

HEAD = f"{'game':<12}{'play':<10}{'decisions':>10}{'median':>8}{'95 %':>6}{'turns':>8}{'median':>8}{'90 %':>6}   aim of a turn"


def main(words: list[str]) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.presses", description=__doc__)
    parser.add_argument("--games", type=int, default=2, help="games for each number of seats")
    given = parser.parse_args(words)
    print(HEAD)
    for slug in registry.slugs():
        for sensible in (True, False):
            found = counted(slug, given.games, sensible=sensible)
            (middle, most), play = AIMS.get(slug, (0, 0)), "sensible" if sensible else "random"
            decided = f"{len(found.decisions):>10}{found.decision(0.5):>8}{found.decision(0.95):>6}"
            turned = f"{len(found.turns):>8}{found.turn(0.5):>8}{found.turn(0.9):>6}"
            print(f"{slug:<12}{play:<10}{decided}{turned}   {middle} / {most}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
