"""What the shared tests must know of one game, from `tests/rules/<slug>/bounds.toml`; a game without that file needs no more."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

RULES_FOLDER = Path(__file__).parent / "rules"


class GameBounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bounds of one game. They say what a test will find, never that it need not look.

    `choices`: in its longest list so many can be chosen, at least. `presses`: its simplest moves take so many presses,
    "Your move" included. `eager`: verbs that bring it to its end, best first, where random play would take too long;
    `onward`: a pattern for the numbers in words and labels that lead on when they are large. `also`: further rows of
    settings with which whole games are played, with most seats. `free`: some of its moves show nothing new, and so can be
    taken back without asking. `roles`: what its seats play as, by number of seats.
    """

    choices: int = 2
    presses: int = 2
    eager: tuple[str, ...] = ()
    onward: str = ""
    also: tuple[dict[str, str], ...] = ()
    free: bool = True
    roles: dict[str, tuple[str, ...]] = {}


@cache
def load_bounds(slug: str) -> GameBounds:
    """The bounds of a game. Raises msgspec.ValidationError for a file that says something else."""
    file = RULES_FOLDER / slug / "bounds.toml"
    return msgspec.toml.decode(file.read_bytes(), type=GameBounds) if file.is_file() else GameBounds()


def find_largest_number(slug: str, words: str) -> int:
    """The largest number in words that leads on, 0 where there is none."""
    onward = load_bounds(slug).onward
    return max((int(n) for n in re.findall(onward, words, re.IGNORECASE)), default=0) if onward else 0
