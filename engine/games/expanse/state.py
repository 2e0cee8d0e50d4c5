"""What is on the table: the factions' pieces, the Action Track, the deck and what a turn has under way.

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
"""Fleets in one place, sorted as in FLEETS: "bff", "fr"."""

FLEET_LETTERS = "bhfsr"
SCORE_CARD: Card = "score"
Phase = Literal["factions", "turn", "points", "offer", "event", "scoring", "fleets", "final", "over"]


class FactionState(msgspec.Struct, gc=False):
    """One faction's pieces. No dictionary holds zeros or empty strings.

    `cubes` and `diplomats` are the influence on bases, `supply` and `diplomats_left` what is beside the map; Diplomats can be
    used from the tech on that brings them. `samples` are the bases with a Protomolecule token, `tokens` those in hand,
    `tokens_gone` those discarded.
    `off` are the fleets beside the map. `gained` are CP from Events, `spent` what cards and keeping cost, `earned` what each
    Scoring turn brought, the final one last.
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
    """One base in the last Scoring turn: its influence with Orbital Control and its points, both by faction."""

    base: Base
    influence: dict[Faction, int]
    points: dict[Faction, int]


class State(msgspec.Struct, gc=False):
    """A table of The Expanse Board Game.

    `sides` is in seat order; empty places are not there while factions are still being chosen. `first` is the seat that moved
    first, `turn` counts from 1. `deck` is drawn from its end; `box` are cards that nobody has seen and that do not play.
    `known`: everybody has seen the top card of the deck. `initiative` runs from the top down, empty with two players.

    `used` are the Bonus Sectors of past Scoring turns, `bonus` the one chosen in this one and `knows` the seats that know it,
    "" and empty outside. `offer` is the card whose Event is under way or offered, `spender` and `points` who is spending Action
    Points and how many are left, -1 and 0 when nobody is. `once` are powers used in this spending that serve once a turn.
    `holder` is the seat of the Rocinante. `last` is how the last Scoring turn went.
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
