"""The state of a table: the factions' pieces, the Action Track, the deck and the turn under way.

Bases, Orbitals and cards are words from components.toml; a SCORE card is "score". A fleet is a letter: f fleet, b Battleship,
h Battleship turned over by a first removal, s Scrap Ship, r the Rocinante, which counts as a fleet of its holder (E12.1).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.games.expanse.components import Faction

Base = str
Orbital = str
Sector = str
Card = str
Fleets = str
"""Fleets in one place, sorted as in `FLEET_LETTERS`: "bff", "fr"."""

FLEET_LETTERS = "bhfsr"
SCORE_CARD: Card = "score"
Phase = Literal["factions", "turn", "points", "offer", "event", "scoring", "fleets", "final", "over"]


class FactionState(msgspec.Struct, gc=False):
    """A faction's pieces. No dictionary holds zeros or empty strings.

    `cubes` and `diplomats` are the influence on bases, `supply` and `diplomats_left` the influence off the map; Diplomats can
    be used once their tech is in force. `samples` are the bases with a Protomolecule token, `tokens` the number in hand and
    `tokens_gone` the number discarded. `off` are the fleets off the map.

    `gained` are the CP from Events, `spent` the CP paid for cards and keeping, `earned` the CP of each Scoring turn with the
    final one last.
    """

    faction: Faction
    cp: int
    supply: int
    diplomats_left: int
    tokens: int
    off: Fleets
    cubes: dict[Base, int] = {}
    diplomats: dict[Base, int] = {}
    samples: list[Base] = []
    tokens_gone: int = 0
    fleets: dict[Orbital, Fleets] = {}
    kept: list[Card] = []
    gained: int = 0
    spent: int = 0
    earned: list[int] = []


class BaseScore(msgspec.Struct, gc=False):
    """A base in the last Scoring turn: its influence with Orbital Control and its points, both by faction."""

    base: Base
    influence: dict[Faction, int]
    points: dict[Faction, int]


class State(msgspec.Struct, gc=False):
    """A table of The Expanse Board Game.

    `sides` is in seat order; while factions are being chosen it has only the seats that have chosen. `first` is the seat that
    moved first; `turn` counts from 1. `deck` is drawn from its end; `box` holds cards that are out of play and that nobody has
    seen. `known`: everybody has seen the top card of the deck. `initiative` runs from the top down and is empty with two players.

    `used` are the Bonus Sectors of past Scoring turns. `bonus` is the Bonus Sector of the current one and `knows` the seats that
    know it; between Scoring turns they are empty. `offer` is the card whose Event is under way or offered. `spender` is the seat
    that spends Action Points and `points` the number left, -1 and 0 if nobody does. `once` are the once-a-turn powers used this
    turn. `holder` is the seat with the Rocinante. `last` are the results of the last Scoring turn.
    """

    options: dict[str, str]
    seats: int
    first: int
    deck: list[Card]
    box: list[Card]
    sides: list[FactionState] = []
    turn: int = 1
    phase: Phase = "factions"
    known: bool = False
    track: list[Card] = []
    discards: list[Card] = []
    initiative: list[Faction] = []
    holder: int = 0
    used: list[Sector] = []
    bonus: Sector = ""
    knows: list[int] = []
    offer: Card = ""
    spender: int = -1
    points: int = 0
    once: list[str] = []
    last: list[BaseScore] = []

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return (self.first + self.turn - 1) % self.seats
