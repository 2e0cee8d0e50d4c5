"""Presses that decisions and turns take, as a table: `python -m tests.programs.presses --games 3`.

With `--screens`, a table of the first screen of each kind of question.
"""

from __future__ import annotations

import argparse
import sys

from tests.programs.presses.screens import format_screens
from tests.programs.presses.table import format_lines


def main(words: list[str]) -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.presses", description=__doc__)
    parser.add_argument("--games", type=int, default=2, help="games for each number of seats")
    parser.add_argument("--screens", action="store_true", help="the first screen of each kind of question")
    given = parser.parse_args(words)
    for line in format_screens(given.games) if given.screens else format_lines(given.games):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
