"""What sort of game it is. The shared tests ask of each game what its kind promises, and that it promises no less than is true."""

from __future__ import annotations

import msgspec


class GameKind(msgspec.Struct, frozen=True, kw_only=True):
    """What a game has, after OpenSpiel's GameType. False is a promise too: whoever breaks it fails the conformance suite.

    `hidden`: something on the table that not everybody may see, be it a hand or the order of a deck. `chance`: dice or
    shuffles. `simultaneous`: several seats may owe an answer at the same time. `teams`: seats may win or lose together.
    """

    hidden: bool = False
    chance: bool = False
    simultaneous: bool = False
    teams: bool = False
