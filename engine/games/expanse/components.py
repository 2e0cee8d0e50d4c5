"""Map, factions, numbers and cards as typed data.

`component_parser.py` reads them from components.toml or an owner's file of the same shape.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from engine.games.expanse.events import EventEffect
from engine.kernel.script import Source
from engine.kernel.text import TranslatedName

Resource = Literal["food", "water", "minerals", "tech"]
Faction = Literal["un", "mcr", "opa", "pg"]
FACTIONS: tuple[Faction, ...] = get_args(Faction)
RESOURCES: tuple[Resource, ...] = get_args(Resource)
Power = Literal[
    "immunity",
    "engage",
    "remote",
    "network",
    "diplomats",
    "peacekeepers",
    "hegemony",
    "supremacy",
    "drop",
    "scrap-yard",
    "solidarity",
    "budget",
    "sample",
    "containment",
]


MIN_TRACK_SPACES = 3
MAX_TRACK_SPACES = 6
SCORE_CARDS = 6
"""The number of SCORE cards; the last one ends the game (E13.1)."""
DECK_PILES = 3
START_FLEETS = 5
"""The fleets of each faction on the map at the start (E1.3)."""


class SourcedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry with a provenance: `source` for all its values, `sources` for single values, by name."""

    source: Source
    sources: dict[str, Source] = {}

    def find_source(self, value: str) -> Source:
        """Return the source of a value."""
        return self.sources.get(value, self.source)

    @property
    def house_values(self) -> tuple[str, ...]:
        """The names of the values designed for this edition, with "all" if that is the source of the entry."""
        own = tuple(sorted(name for name, source in self.sources.items() if source == "house"))
        return ("all", *own) if self.source == "house" else own


class Bands(SourcedEntry, frozen=True, kw_only=True):
    """The Bands from the Sun outwards."""

    order: tuple[str, ...]
    names: dict[str, TranslatedName]


class Sectors(SourcedEntry, frozen=True, kw_only=True):
    """The Sectors and their Bands."""

    bands: dict[str, tuple[str, ...]]
    names: dict[str, TranslatedName]


class Orbitals(SourcedEntry, frozen=True, kw_only=True):
    """The Orbitals and their Bands."""

    band: dict[str, str]
    names: dict[str, TranslatedName]


class BaseData(SourcedEntry, frozen=True, kw_only=True):
    """A base; `two`: in play with two players."""

    name: TranslatedName
    orbital: str
    resource: Resource
    two: bool


class TrackData(SourcedEntry, frozen=True, kw_only=True):
    """The prices of the spaces of the Action Track."""

    prices: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.prices or self.prices[0] or min(self.prices) < 0:
            raise ValueError("prices must begin with 0, or somebody could be unable to take a card")
        if not MIN_TRACK_SPACES <= len(self.prices) <= MAX_TRACK_SPACES:
            raise ValueError(f"the Action Track has {MIN_TRACK_SPACES} to {MAX_TRACK_SPACES} spaces")


class ScoringData(SourcedEntry, frozen=True, kw_only=True):
    """The points of places, and the rest of the chart."""

    bonus: tuple[tuple[int, int, int], ...]
    normal: tuple[int, int, int]
    final: tuple[int, int, int]
    critical: int
    sector_markers: int
    control: int

    def __post_init__(self) -> None:
        if len(self.bonus) != SCORE_CARDS - 1:
            raise ValueError("bonus needs the points of five Scoring turns: the sixth SCORE card ends the game")
        if self.sector_markers < 2:
            raise ValueError("sector_markers: with fewer than 2 of each there could be none left to choose")


class DeckData(SourcedEntry, frozen=True, kw_only=True):
    """The make-up of the deck, by number of players."""

    top: dict[int, int]
    pile: dict[int, int]
    score: int

    def __post_init__(self) -> None:
        if set(self.top) != {2, 3, 4} or set(self.pile) != {2, 3, 4}:
            raise ValueError("top and pile are counted for 2, 3 and 4 players")
        if min(*self.top.values(), *self.pile.values()) < 0:
            raise ValueError("a pile cannot have fewer than 0 cards")
        if DECK_PILES * self.score != SCORE_CARDS:
            raise ValueError("score must be 2: the game ends with the sixth SCORE card, and there are three piles")

    def count_cards(self, seats: int) -> int:
        """Return the number of Action cards in use."""
        return self.top[seats] + DECK_PILES * self.pile[seats]


class Numbers(SourcedEntry, frozen=True, kw_only=True):
    """Amounts of CP, and the strength of fleets in halves."""

    cp: int
    keep: int
    fleet: int
    battleship: int
    damaged: int
    scrap: int
    rocinante: int


class Ability(SourcedEntry, frozen=True, kw_only=True):
    """A mat or a Tech card."""

    name: TranslatedName
    text: TranslatedName
    power: Power
    ap: int = 0
    n: int = 0
    where: tuple[str, ...] = ()

    @property
    def ties_from(self) -> int:
        """The first place for which Solidarity wins ties (E14.17).

        It is the second place if a file leaves `n` out, as older files do.
        """
        return max(self.n, 2)


class FactionData(SourcedEntry, frozen=True, kw_only=True):
    """A faction's pieces, start and abilities."""

    name: TranslatedName
    home: str
    cubes: int
    diplomats: int
    tokens: int
    fleets: dict[str, str]
    off: str
    influence: tuple[str, ...]
    critical: dict[int, tuple[Resource, Resource]]
    ability: Ability
    techs: tuple[Ability, Ability, Ability]

    def __post_init__(self) -> None:
        if set("".join(self.fleets.values())) - set("fb") or set(self.off) - set("s"):
            raise ValueError("fleets are f or b on the map and s beside it")
        if len("".join(self.fleets.values())) != START_FLEETS:
            raise ValueError(f"fleets: every faction begins with {START_FLEETS} fleets on the map")


class CrewData(SourcedEntry, frozen=True, kw_only=True):
    """A crew member of the Rocinante."""

    name: TranslatedName
    text: TranslatedName
    effects: tuple[EventEffect, ...]


class CardData(SourcedEntry, frozen=True, kw_only=True):
    """An Action card."""

    name: TranslatedName
    ap: int
    factions: tuple[Faction, ...]
    sets: tuple[Literal[2, 3, 4], ...]
    text: TranslatedName
    effects: tuple[EventEffect, ...]
    keep: int = -1

    def __post_init__(self) -> None:
        if not 0 <= self.ap <= 6:
            raise ValueError(f"ap must be 0 to 6, not {self.ap}")
        if not self.factions:
            raise ValueError("factions: at least one faction must be on a card")
        if not self.effects:
            raise ValueError("effects: an Event does something")


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything the game is played with, as a file has it.

    The entries of the last four groups are not typed yet: `parse_components` converts them, so that an error names the entry.
    """

    bands: Bands
    sectors: Sectors
    orbitals: Orbitals
    track: TrackData
    scoring: ScoringData
    deck: DeckData
    numbers: Numbers
    bases: dict[str, dict[str, Any]]
    factions: dict[str, dict[str, Any]]
    crew: dict[str, dict[str, Any]]
    cards: dict[str, dict[str, Any]]


class TypedComponents(msgspec.Struct, frozen=True):
    """The components with all entries typed."""

    bands: Bands
    sectors: Sectors
    orbitals: Orbitals
    track: TrackData
    scoring: ScoringData
    deck: DeckData
    numbers: Numbers
    bases: dict[str, BaseData]
    factions: dict[str, FactionData]
    crew: dict[str, CrewData]
    cards: dict[str, CardData]
