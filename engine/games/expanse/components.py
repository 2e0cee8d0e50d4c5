"""Map, factions, numbers and cards as typed data, read from components.toml or an owner's file of the same shape."""

from __future__ import annotations

import re
from typing import Any, Final, Literal, TypeVar, get_args

import msgspec

from engine.games.expanse.component_order import (
    BASE_ORDER,
    CARD_ORDER,
    CREW_ORDER,
    ORBITAL_ORDER,
    SECTOR_ORDER,
    START_ORBITAL_ORDER,
    sort_words,
)
from engine.games.expanse.events import EventEffect, find_place, list_parts, list_relative_words
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
_RESERVED_WORDS: Final = frozenset(
    {
        "score",
        "any",
        "there",
        "far",
        "fleet",
        "control",
        "rocinante",
        "sector-there",
        "pass",
        "stop",
        "off",
        "containment",
        "dice",
    }
)
_EXTRA_SOURCE_NAMES: Final = frozenset({*FACTIONS, "2p", "3p", "event", "battleships", "start"})
"""Names in `sources` that are not keys of an entry: single factions and symbols on a card, its Event, which fleets
are what, what lies on the bases that two players do not use."""
_PAID_POWERS: Final = frozenset({"engage", "remote", "network", "drop", "sample"})
"""Powers that Action Points are spent on."""
_WORD_PATTERN: Final = re.compile(r"[a-z][a-z-]{0,15}")


class SourcedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something with a provenance: `source` for all its values, `sources` for single ones, by name."""

    source: Source
    sources: dict[str, Source] = {}

    def find_source(self, value: str) -> Source:
        """Where a value comes from."""
        return self.sources.get(value, self.source)

    @property
    def house_values(self) -> tuple[str, ...]:
        """The values designed here: their names, "all" when nothing but `sources` is anything else."""
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
    """What the spaces of the Action Track cost."""

    prices: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.prices or self.prices[0] or min(self.prices) < 0:
            raise ValueError("prices must begin with 0, or somebody could be unable to take a card")


class ScoringData(SourcedEntry, frozen=True, kw_only=True):
    """Points for places, and the rest of the chart."""

    bonus: tuple[tuple[int, int, int], ...]
    normal: tuple[int, int, int]
    final: tuple[int, int, int]
    critical: int
    sector_markers: int
    control: int

    def __post_init__(self) -> None:
        if len(self.bonus) < 5:
            raise ValueError("bonus needs the points of five Scoring turns")
        if self.sector_markers < 2:
            raise ValueError("sector_markers: with fewer than 2 of each there could be none left to choose")


class DeckData(SourcedEntry, frozen=True, kw_only=True):
    """How the deck is put together, by number of players."""

    top: dict[int, int]
    pile: dict[int, int]
    score: int

    def __post_init__(self) -> None:
        if set(self.top) != {2, 3, 4} or set(self.pile) != {2, 3, 4}:
            raise ValueError("top and pile are counted for 2, 3 and 4 players")

    def count_cards(self, seats: int) -> int:
        """How many Action cards are used."""
        return self.top[seats] + 3 * self.pile[seats]


class Numbers(SourcedEntry, frozen=True, kw_only=True):
    """CP and the strength of fleets in halves."""

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
        """The first place for which Solidarity wins ties: second where a file leaves `n` out, as all did once (E14.17)."""
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
    """Everything the game is played with, as it is written. `parse_components` reads the entries of the last four groups, so that a
    mistake in one of them is told with its name."""

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
    """The components, typed throughout."""

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


E = TypeVar("E", bound=SourcedEntry)


def parse_components(components: Components) -> TypedComponents:
    """The components typed and checked against each other. Raises ValueError with key and reason, as msgspec words it."""
    parts = TypedComponents(
        components.bands,
        msgspec.structs.replace(components.sectors, bands=sort_words(components.sectors.bands, SECTOR_ORDER)),
        msgspec.structs.replace(components.orbitals, band=sort_words(components.orbitals.band, ORBITAL_ORDER)),
        components.track,
        components.scoring,
        components.deck,
        components.numbers,
        sort_words(_convert_entries("bases", components.bases, BaseData), BASE_ORDER),
        {
            faction: msgspec.structs.replace(
                data, fleets=sort_words(data.fleets, (*START_ORBITAL_ORDER.get(faction, ()), *ORBITAL_ORDER))
            )
            for faction, data in sort_words(
                _convert_entries("factions", components.factions, FactionData), FACTIONS
            ).items()
        },
        sort_words(_convert_entries("crew", components.crew, CrewData), CREW_ORDER),
        sort_words(_convert_entries("cards", components.cards, CardData), CARD_ORDER),
    )
    _check_components(parts)
    return parts


def _convert_entries(group: str, raw: dict[str, dict[str, Any]], kind: type[E]) -> dict[str, E]:
    found: dict[str, E] = {}
    for word, entry in raw.items():
        try:
            found[word] = msgspec.convert(entry, kind, str_keys=True)
        except msgspec.ValidationError as bad:
            reason, _, path = str(bad).partition(" - at `$")
            raise _create_error(f"{group}.{word}{path.rstrip('`')}", reason) from bad
        unknown = set(found[word].sources) - {*kind.__struct_fields__, *_EXTRA_SOURCE_NAMES}
        if unknown:
            raise _create_error(f"{group}.{word}.sources", f"“{min(unknown)}” is not a value that could have a source")
    return found


def _check_components(parts: TypedComponents) -> None:
    _check_words(parts)
    _check_map(parts)
    _check_factions(parts)
    places = list_place_words(parts)
    for word, card in parts.cards.items():
        _check_places(f"cards.{word}.effects", card.effects, places)
    for word, crew in parts.crew.items():
        _check_places(f"crew.{word}.effects", crew.effects, places)
    for seats in (2, 3, 4):
        have, need = sum(seats in card.sets for card in parts.cards.values()), parts.deck.count_cards(seats)
        if have < need:
            raise _create_error(
                "cards", f"{need} cards are needed with {seats} players, only {have} have {seats} in `sets`"
            )


def list_place_words(components: TypedComponents) -> frozenset[str]:
    """Every word that names a place by itself."""
    named = {"any", "far", *components.sectors.bands, *components.bands.order, *components.orbitals.band}
    return frozenset({*named, *components.bases, *RESOURCES})


def _create_error(key: str, reason: str) -> ValueError:
    return ValueError(f"{reason} - at `$.{key}`")


def _check_words(components: TypedComponents) -> None:
    for key, words in (
        ("bands.order", components.bands.order),
        ("sectors.bands", components.sectors.bands),
        ("orbitals.band", components.orbitals.band),
        ("bases", components.bases),
        ("crew", components.crew),
        ("cards", components.cards),
    ):
        for word in words:
            if not _WORD_PATTERN.fullmatch(word) or word in _RESERVED_WORDS:
                raise _create_error(key, f"“{word}” is not a word: lower-case letters and hyphens, 16 at most")
    for word, card in components.cards.items():
        if len(card.name) > 40:
            raise _create_error(f"cards.{word}.name", "a name has 40 characters at most")


def _check_map(components: TypedComponents) -> None:
    bands = set(components.bands.order)
    if sorted(band for held in components.sectors.bands.values() for band in held) != sorted(bands):
        raise _create_error("sectors.bands", "every band belongs to one sector")
    for key, names, words in (
        ("bands.names", components.bands.names, bands),
        ("sectors.names", components.sectors.names, set(components.sectors.bands)),
        ("orbitals.names", components.orbitals.names, set(components.orbitals.band)),
    ):
        if set(names) != words:
            raise _create_error(key, f"names are needed for {', '.join(sorted(words))}")
    for word, band in components.orbitals.band.items():
        if band not in bands:
            raise _create_error(f"orbitals.band.{word}", f"there is no band “{band}”")
    for word, base in components.bases.items():
        if base.orbital not in components.orbitals.band:
            raise _create_error(f"bases.{word}.orbital", f"there is no orbital “{base.orbital}”")


def _check_factions(components: TypedComponents) -> None:
    if set(components.factions) != set(FACTIONS):
        raise _create_error("factions", f"the factions are {', '.join(FACTIONS)}")
    for word, faction in components.factions.items():
        where = f"factions.{word}"
        for orbital in (faction.home, *faction.fleets):
            if orbital not in components.orbitals.band:
                raise _create_error(f"{where}.fleets", f"there is no orbital “{orbital}”")
        for base in faction.influence:
            if base not in components.bases:
                raise _create_error(f"{where}.influence", f"there is no base “{base}”")
        if len(faction.influence) > faction.cubes:
            raise _create_error(f"{where}.influence", f"there are {faction.cubes} cubes only")
        for seats in (3, 4) if word != "pg" else (4,):
            if seats not in faction.critical:
                raise _create_error(f"{where}.critical", f"the critical resources with {seats} players are missing")
        for ability in (faction.ability, *faction.techs):
            if ability.power in _PAID_POWERS and ability.ap < 1:
                raise _create_error(f"{where}.techs", f"“{ability.name}” needs `ap`, what it costs")
            for sector in ability.where:
                if sector not in components.sectors.bands:
                    raise _create_error(f"{where}.techs", f"there is no sector “{sector}”")


def _check_places(key: str, effects: tuple[EventEffect, ...], places: frozenset[str]) -> None:
    for i, effect in enumerate(effects):
        for part in list_parts((effect,)):
            where, control = find_place(part), getattr(part, "control", "")
            if where is not None and where not in places and where not in list_relative_words(part):
                raise _create_error(f"{key}[{i}].where", f"there is no place “{where}”")
            if control and control not in places:
                raise _create_error(f"{key}[{i}].control", f"there is no orbital “{control}”")
