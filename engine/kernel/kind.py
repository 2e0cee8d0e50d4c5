"""What kind of game it is. The shared tests hold each game to its kind, and make sure that nothing is claimed in vain."""

from __future__ import annotations

import msgspec


class GameKind(msgspec.Struct, frozen=True, kw_only=True):
    """What a game involves, modelled on OpenSpiel's GameType. False is a promise too, which the conformance suite checks.

    `hidden`: something on the table that not everybody may see, such as a hand or the order of a deck. `chance`: dice or
    shuffles. `simultaneous`: several seats may owe an answer at the same time. `teams`: seats may win or lose together.
    """

    hidden: bool = False
    chance: bool = False
    simultaneous: bool = False
    teams: bool = False
