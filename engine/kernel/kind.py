"""What kind of game it is. The shared tests hold each game to its kind, and make sure that nothing is claimed in vain."""

from __future__ import annotations

import msgspec


class GameKind(msgspec.Struct, frozen=True, kw_only=True):
    """What a game involves, modelled on OpenSpiel's GameType. False is a promise too, which the conformance suite checks.

    `has_hidden_information`: something on the table that not everybody may see, such as a hand or the order of a deck.
    `has_chance`: dice or
    shuffles. `has_simultaneous_moves`: several seats may owe an answer at the same time. `has_teams`: seats may win or
    lose together.
    """

    has_hidden_information: bool = False
    has_chance: bool = False
    has_simultaneous_moves: bool = False
    has_teams: bool = False
