"""The declared kind of a game. The conformance suite checks that each game keeps to it."""

from __future__ import annotations

import msgspec


class GameKind(msgspec.Struct, frozen=True, kw_only=True):
    """The traits of a game, modelled on OpenSpiel's GameType. The conformance suite checks both True and False.

    `has_hidden_information`: something on the table that not everybody may see, such as a hand or the order of a deck.
    `has_chance`: dice or shuffles. `has_simultaneous_moves`: several seats may owe an answer at the same time. `has_teams`:
    seats may win or lose together.
    """

    has_hidden_information: bool = False
    has_chance: bool = False
    has_simultaneous_moves: bool = False
    has_teams: bool = False
