"""Facts about one game that the shared tests need, from `tests/rules/<slug>/bounds.toml`. Most games need no such file."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

RULES_FOLDER = Path(__file__).parent / "rules"


class GameBounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bounds of one game. They say what a test will find, or that `make soak` has a test, not that all may skip something.

    `choices`: the longest list offers at least this many choices. `presses`: the simplest moves take this many
    presses, including "Your move". `eager`: verbs that bring the game to its end, best first, where random play
    would take too long. `onward`: a pattern for the numbers in words and labels that lead on when they are large.
    `also`: further settings with which whole games are played, with the most seats. `free`: some moves show nothing
    new, so they can be taken back without asking. `roles`: the roles of the seats, by number of seats.
    `has_long_game`: a whole game by slash commands, which takes seconds, is left to `make soak`.
    """

    choices: int = 2
    presses: int = 2
    eager: tuple[str, ...] = ()
    onward: str = ""
    also: tuple[dict[str, str], ...] = ()
    free: bool = True
    roles: dict[str, tuple[str, ...]] = {}
    has_long_game: bool = False


@cache
def load_bounds(slug: str) -> GameBounds:
    """Load the bounds of a game.

    Raises:
        msgspec.ValidationError: The file has an unknown key or a wrong value.
    """
    file = RULES_FOLDER / slug / "bounds.toml"
    return msgspec.toml.decode(file.read_bytes(), type=GameBounds) if file.is_file() else GameBounds()


def find_largest_number(slug: str, words: str) -> int:
    """Return the largest number in words that leads on, 0 if there is none."""
    onward = load_bounds(slug).onward
    if not onward:
        return 0
    return max((int(number) for number in re.findall(onward, words, re.IGNORECASE)), default=0)
