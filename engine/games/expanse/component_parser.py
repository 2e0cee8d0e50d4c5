"""Parse the components of components.toml or an owner's file into typed data and check that they fit together."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from engine.games.expanse.component_order import (
    BASE_ORDER,
    CARD_ORDER,
    CREW_ORDER,
    ORBITAL_ORDER,
    SECTOR_ORDER,
    START_ORBITAL_ORDER,
    sort_words,
)
from engine.games.expanse.components import (
    FACTIONS,
    RESOURCES,
    Ability,
    BaseData,
    CardData,
    Components,
    CrewData,
    FactionData,
    SourcedEntry,
    TypedComponents,
)
from engine.games.expanse.events import EventEffect, find_place, list_parts, list_relative_words

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
"""Names in `sources` that are not keys of an entry.

They are single factions and symbols on a card, its Event, which fleets are Battleships, and what lies on the bases that two
players do not use.
"""
_PAID_POWERS: Final = frozenset({"engage", "remote", "network", "drop", "sample"})
"""Powers that cost Action Points."""
_FOURTH_FACTION: Final = "pg"
"""The faction that plays only with four players."""
_WORD_PATTERN: Final = re.compile(r"[a-z][a-z-]{0,15}")
_MAX_CARD_NAME_CHARS: Final = 40

EntryT = TypeVar("EntryT", bound=SourcedEntry)


def parse_components(components: Components) -> TypedComponents:
    """Convert the components to typed entries and check them against each other.

    Raises:
        ValueError: An entry does not fit; the message has its key and the reason, as msgspec words it.
    """
    parts = TypedComponents(
        components.bands,
        replace(components.sectors, bands=sort_words(components.sectors.bands, SECTOR_ORDER)),
        replace(components.orbitals, band=sort_words(components.orbitals.band, ORBITAL_ORDER)),
        components.track,
        components.scoring,
        components.deck,
        components.numbers,
        sort_words(_convert_entries("bases", components.bases, BaseData), BASE_ORDER),
        _parse_factions(components),
        sort_words(_convert_entries("crew", components.crew, CrewData), CREW_ORDER),
        sort_words(_convert_entries("cards", components.cards, CardData), CARD_ORDER),
    )
    _check_components(parts)
    return parts


def _parse_factions(components: Components) -> dict[str, FactionData]:
    """Convert the factions and put their fleets in order."""
    factions = sort_words(_convert_entries("factions", components.factions, FactionData), FACTIONS)
    for faction, data in factions.items():
        order = (*START_ORBITAL_ORDER.get(faction, ()), *ORBITAL_ORDER)
        factions[faction] = replace(data, fleets=sort_words(data.fleets, order))
    return factions


def _convert_entries(group: str, raw: dict[str, dict[str, Any]], kind: type[EntryT]) -> dict[str, EntryT]:
    entries: dict[str, EntryT] = {}
    for word, entry in raw.items():
        try:
            entries[word] = msgspec.convert(entry, kind, str_keys=True)
        except msgspec.ValidationError as error:
            reason, _, path = str(error).partition(" - at `$")
            raise _create_error(f"{group}.{word}{path.rstrip('`')}", reason) from error
        unknown = set(entries[word].sources) - {*kind.__struct_fields__, *_EXTRA_SOURCE_NAMES}
        if unknown:
            raise _create_error(f"{group}.{word}.sources", f"“{min(unknown)}” is not a value that could have a source")
    return entries


def _create_error(key: str, reason: str) -> ValueError:
    return ValueError(f"{reason} - at `$.{key}`")


# ---------------------------------------------------------------- checks
def _check_components(parts: TypedComponents) -> None:
    _check_words(parts)
    _check_map(parts)
    _check_factions(parts)
    places = list_place_words(parts)
    for word, card in parts.cards.items():
        _check_places(f"cards.{word}.effects", card.effects, places)
    for word, crew in parts.crew.items():
        _check_places(f"crew.{word}.effects", crew.effects, places)
    for seat_count in (2, 3, 4):
        _check_deck_size(parts, seat_count)


def _check_deck_size(parts: TypedComponents, seat_count: int) -> None:
    needed_count = parts.deck.count_cards(seat_count)
    card_count = sum(seat_count in card.sets for card in parts.cards.values())
    if card_count < needed_count:
        raise _create_error(
            "cards",
            f"{needed_count} cards are needed with {seat_count} players, only {card_count} have {seat_count} in `sets`",
        )


def list_place_words(components: TypedComponents) -> frozenset[str]:
    """Return every word that names a place in every position."""
    named = {"any", "far", *components.sectors.bands, *components.bands.order, *components.orbitals.band}
    return frozenset({*named, *components.bases, *RESOURCES})


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
        if len(card.name) > _MAX_CARD_NAME_CHARS:
            raise _create_error(f"cards.{word}.name", f"a name has {_MAX_CARD_NAME_CHARS} characters at most")


def _check_map(components: TypedComponents) -> None:
    bands = set(components.bands.order)
    banded: list[str] = []
    for held in components.sectors.bands.values():
        banded += held
    if sorted(banded) != sorted(bands):
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
        _require_known(f"bases.{word}.orbital", "orbital", (base.orbital,), components.orbitals.band)


def _check_factions(components: TypedComponents) -> None:
    if set(components.factions) != set(FACTIONS):
        raise _create_error("factions", f"the factions are {', '.join(FACTIONS)}")
    for word, faction in components.factions.items():
        key = f"factions.{word}"
        _require_known(f"{key}.fleets", "orbital", (faction.home, *faction.fleets), components.orbitals.band)
        _require_known(f"{key}.influence", "base", faction.influence, components.bases)
        if len(faction.influence) > faction.cubes:
            raise _create_error(f"{key}.influence", f"there are {faction.cubes} cubes only")
        for seat_count in (4,) if word == _FOURTH_FACTION else (3, 4):  # two players have no critical resources
            if seat_count not in faction.critical:
                raise _create_error(f"{key}.critical", f"the critical resources with {seat_count} players are missing")
        for ability in (faction.ability, *faction.techs):
            _check_ability(f"{key}.techs", ability, components)


def _check_ability(key: str, ability: Ability, components: TypedComponents) -> None:
    if ability.power in _PAID_POWERS and ability.ap < 1:
        raise _create_error(key, f"“{ability.name}” needs `ap`, what it costs")
    _require_known(key, "sector", ability.where, components.sectors.bands)


def _require_known(key: str, kind: str, words: Iterable[str], known: Collection[str]) -> None:
    """Raise ValueError for the first word that is not among the known ones."""
    for word in words:
        if word not in known:
            raise _create_error(key, f"there is no {kind} “{word}”")


def _check_places(key: str, effects: tuple[EventEffect, ...], places: frozenset[str]) -> None:
    for i, effect in enumerate(effects):
        for part in list_parts((effect,)):
            where, control = find_place(part), getattr(part, "control", "")
            if where is not None and where not in places and where not in list_relative_words(part):
                raise _create_error(f"{key}[{i}].where", f"there is no place “{where}”")
            if control and control not in places:
                raise _create_error(f"{key}[{i}].control", f"there is no orbital “{control}”")
