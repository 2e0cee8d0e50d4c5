"""Map, factions, numbers and cards as typed data, read from components.toml or an owner's file of the same shape."""

from __future__ import annotations

import re
from typing import Any, Final, Literal, TypeVar, get_args

import msgspec

from engine.games.expanse.events import Effect, parts, place_of, relative
from engine.games.expanse.order import BASES, CARDS, CREW, FLEETS, ORBITALS, SECTORS, in_order
from engine.kernel.script import Source
from engine.kernel.text import Name

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
_RESERVED: Final = frozenset(
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
_VALUES: Final = frozenset({*FACTIONS, "2p", "3p", "event", "battleships", "start"})
"""Names in `sources` that are not keys of an entry: single factions and symbols on a card, its Event, which fleets
are what, what lies on the bases that two players do not use."""
_COSTS: Final = frozenset({"engage", "remote", "network", "drop", "sample"})
"""Powers that Action Points are spent on."""
_WORD: Final = re.compile(r"[a-z][a-z-]{0,15}")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something with a provenance: `source` for all its values, `sources` for single ones, by name."""

    source: Source
    sources: dict[str, Source] = {}

    def of(self, value: str) -> Source:
        """Where a value comes from."""
        return self.sources.get(value, self.source)

    @property
    def house(self) -> tuple[str, ...]:
        """The values designed here: their names, "all" when nothing but `sources` is anything else."""
        own = tuple(sorted(name for name, source in self.sources.items() if source == "house"))
        return ("all", *own) if self.source == "house" else own


class Bands(Entry, frozen=True, kw_only=True):
    """The Bands from the Sun outwards."""

    order: tuple[str, ...]
    names: dict[str, Name]


class Sectors(Entry, frozen=True, kw_only=True):
    """The Sectors and their Bands."""

    bands: dict[str, tuple[str, ...]]
    names: dict[str, Name]


class Orbitals(Entry, frozen=True, kw_only=True):
    """The Orbitals and their Bands."""

    band: dict[str, str]
    names: dict[str, Name]


class Base(Entry, frozen=True, kw_only=True):
    """A base; `two`: in play with two players."""

    name: Name
    orbital: str
    resource: Resource
    two: bool


class Track(Entry, frozen=True, kw_only=True):
    """What the spaces of the Action Track cost."""

    prices: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.prices or self.prices[0] or min(self.prices) < 0:
            raise ValueError("prices must begin with 0, or somebody could be unable to take a card")


class Scoring(Entry, frozen=True, kw_only=True):
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


class Deck(Entry, frozen=True, kw_only=True):
    """How the deck is put together, by number of players."""

    top: dict[int, int]
    pile: dict[int, int]
    score: int

    def __post_init__(self) -> None:
        if set(self.top) != {2, 3, 4} or set(self.pile) != {2, 3, 4}:
            raise ValueError("top and pile are counted for 2, 3 and 4 players")

    def cards(self, seats: int) -> int:
        """How many Action cards are used."""
        return self.top[seats] + 3 * self.pile[seats]


class Numbers(Entry, frozen=True, kw_only=True):
    """CP and the strength of fleets in halves."""

    cp: int
    keep: int
    fleet: int
    battleship: int
    damaged: int
    scrap: int
    rocinante: int


class Ability(Entry, frozen=True, kw_only=True):
    """A mat or a Tech card."""

    name: Name
    text: Name
    power: Power
    ap: int = 0
    n: int = 0
    where: tuple[str, ...] = ()

    @property
    def ties_from(self) -> int:
        """The first place for which Solidarity wins ties: second where a file leaves `n` out, as all did once (E14.17)."""
        return max(self.n, 2)


class FactionData(Entry, frozen=True, kw_only=True):
    """A faction's pieces, start and abilities."""

    name: Name
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


class Crew(Entry, frozen=True, kw_only=True):
    """A crew member of the Rocinante."""

    name: Name
    text: Name
    effects: tuple[Effect, ...]


class Card(Entry, frozen=True, kw_only=True):
    """An Action card."""

    name: Name
    ap: int
    factions: tuple[Faction, ...]
    sets: tuple[Literal[2, 3, 4], ...]
    text: Name
    effects: tuple[Effect, ...]
    keep: int = -1

    def __post_init__(self) -> None:
        if not 0 <= self.ap <= 6:
            raise ValueError(f"ap must be 0 to 6, not {self.ap}")
        if not self.factions:
            raise ValueError("factions: at least one faction must be on a card")
        if not self.effects:
            raise ValueError("effects: an Event does something")


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything the game is played with, as it is written. `parts_of` reads the entries of the last four groups, so that a
    mistake in one of them is told with its name."""

    bands: Bands
    sectors: Sectors
    orbitals: Orbitals
    track: Track
    scoring: Scoring
    deck: Deck
    numbers: Numbers
    bases: dict[str, dict[str, Any]]
    factions: dict[str, dict[str, Any]]
    crew: dict[str, dict[str, Any]]
    cards: dict[str, dict[str, Any]]


class Parts(msgspec.Struct, frozen=True):
    """The components, typed throughout."""

    bands: Bands
    sectors: Sectors
    orbitals: Orbitals
    track: Track
    scoring: Scoring
    deck: Deck
    numbers: Numbers
    bases: dict[str, Base]
    factions: dict[str, FactionData]
    crew: dict[str, Crew]
    cards: dict[str, Card]


E = TypeVar("E", bound=Entry)


def parts_of(components: Components) -> Parts:
    """The components typed and checked against each other. Raises ValueError with key and reason, as msgspec words it."""
    parts = Parts(
        components.bands,
        msgspec.structs.replace(components.sectors, bands=in_order(components.sectors.bands, SECTORS)),
        msgspec.structs.replace(components.orbitals, band=in_order(components.orbitals.band, ORBITALS)),
        components.track,
        components.scoring,
        components.deck,
        components.numbers,
        in_order(_typed("bases", components.bases, Base), BASES),
        {
            faction: msgspec.structs.replace(data, fleets=in_order(data.fleets, (*FLEETS.get(faction, ()), *ORBITALS)))
            for faction, data in in_order(_typed("factions", components.factions, FactionData), FACTIONS).items()
        },
        in_order(_typed("crew", components.crew, Crew), CREW),
        in_order(_typed("cards", components.cards, Card), CARDS),
    )
    _check(parts)
    return parts


def _typed(group: str, raw: dict[str, dict[str, Any]], kind: type[E]) -> dict[str, E]:
    found: dict[str, E] = {}
    for word, entry in raw.items():
        try:
            found[word] = msgspec.convert(entry, kind, str_keys=True)
        except msgspec.ValidationError as bad:
            reason, _, path = str(bad).partition(" - at `$")
            raise _wrong(f"{group}.{word}{path.rstrip('`')}", reason) from bad
        unknown = set(found[word].sources) - {*kind.__struct_fields__, *_VALUES}
        if unknown:
            raise _wrong(f"{group}.{word}.sources", f"“{min(unknown)}” is not a value that could have a source")
    return found


def _check(parts: Parts) -> None:
    _words(parts)
    _map(parts)
    _factions(parts)
    places = places_of(parts)
    for word, card in parts.cards.items():
        _places(f"cards.{word}.effects", card.effects, places)
    for word, crew in parts.crew.items():
        _places(f"crew.{word}.effects", crew.effects, places)
    for seats in (2, 3, 4):
        have, need = sum(seats in card.sets for card in parts.cards.values()), parts.deck.cards(seats)
        if have < need:
            raise _wrong("cards", f"{need} cards are needed with {seats} players, only {have} have {seats} in `sets`")


def places_of(components: Parts) -> frozenset[str]:
    """Every word that names a place by itself."""
    named = {"any", "far", *components.sectors.bands, *components.bands.order, *components.orbitals.band}
    return frozenset({*named, *components.bases, *RESOURCES})


def _wrong(key: str, reason: str) -> ValueError:
    return ValueError(f"{reason} - at `$.{key}`")


def _words(components: Parts) -> None:
    for key, words in (
        ("bands.order", components.bands.order),
        ("sectors.bands", components.sectors.bands),
        ("orbitals.band", components.orbitals.band),
        ("bases", components.bases),
        ("crew", components.crew),
        ("cards", components.cards),
    ):
        for word in words:
            if not _WORD.fullmatch(word) or word in _RESERVED:
                raise _wrong(key, f"“{word}” is not a word: lower-case letters and hyphens, 16 at most")
    for word, card in components.cards.items():
        if len(card.name) > 40:
            raise _wrong(f"cards.{word}.name", "a name has 40 characters at most")


def _map(components: Parts) -> None:
    bands = set(components.bands.order)
    if sorted(band for held in components.sectors.bands.values() for band in held) != sorted(bands):
        raise _wrong("sectors.bands", "every band belongs to one sector")
    for key, names, words in (
        ("bands.names", components.bands.names, bands),
        ("sectors.names", components.sectors.names, set(components.sectors.bands)),
        ("orbitals.names", components.orbitals.names, set(components.orbitals.band)),
    ):
        if set(names) != words:
            raise _wrong(key, f"names are needed for {', '.join(sorted(words))}")
    for word, band in components.orbitals.band.items():
        if band not in bands:
            raise _wrong(f"orbitals.band.{word}", f"there is no band “{band}”")
    for word, base in components.bases.items():
        if base.orbital not in components.orbitals.band:
            raise _wrong(f"bases.{word}.orbital", f"there is no orbital “{base.orbital}”")


def _factions(components: Parts) -> None:
    if set(components.factions) != set(FACTIONS):
        raise _wrong("factions", f"the factions are {', '.join(FACTIONS)}")
    for word, faction in components.factions.items():
        where = f"factions.{word}"
        for orbital in (faction.home, *faction.fleets):
            if orbital not in components.orbitals.band:
                raise _wrong(f"{where}.fleets", f"there is no orbital “{orbital}”")
        for base in faction.influence:
            if base not in components.bases:
                raise _wrong(f"{where}.influence", f"there is no base “{base}”")
        if len(faction.influence) > faction.cubes:
            raise _wrong(f"{where}.influence", f"there are {faction.cubes} cubes only")
        for seats in (3, 4) if word != "pg" else (4,):
            if seats not in faction.critical:
                raise _wrong(f"{where}.critical", f"the critical resources with {seats} players are missing")
        for ability in (faction.ability, *faction.techs):
            if ability.power in _COSTS and ability.ap < 1:
                raise _wrong(f"{where}.techs", f"“{ability.name}” needs `ap`, what it costs")
            for sector in ability.where:
                if sector not in components.sectors.bands:
                    raise _wrong(f"{where}.techs", f"there is no sector “{sector}”")


def _places(key: str, effects: tuple[Effect, ...], places: frozenset[str]) -> None:
    for i, effect in enumerate(effects):
        for part in parts((effect,)):
            where, control = place_of(part), getattr(part, "control", "")
            if where is not None and where not in places and where not in relative(part):
                raise _wrong(f"{key}[{i}].where", f"there is no place “{where}”")
            if control and control not in places:
                raise _wrong(f"{key}[{i}].control", f"there is no orbital “{control}”")
