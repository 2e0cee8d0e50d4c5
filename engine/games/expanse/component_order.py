"""The order of the places and cards of the game: the order of the printed list, not of a file.

Decks are shuffled from this order and choices are listed in it, so it decides what a seed deals and must not change. Components
from the store or an owner's file have their keys in any order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

T = TypeVar("T")

SECTOR_ORDER = (
    "inner",
    "belt",
    "outer",
)
ORBITAL_ORDER = (
    "earth",
    "mars",
    "ceres",
    "tycho",
    "eros",
    "thoth",
    "vesta",
    "jupiter",
    "saturn",
)
BASE_ORDER = (
    "eurasia",
    "africa",
    "luna",
    "mariner",
    "londres",
    "ceres",
    "tycho",
    "eros",
    "thoth",
    "vesta",
    "europa",
    "ganymede",
    "io",
    "rhea",
    "titan",
    "rings",
)
CARD_ORDER = (
    "drummer",
    "miller",
    "cotyar",
    "mao",
    "assassin",
    "covert",
    "bush",
    "dresden",
    "degraff",
    "terraforming",
    "voices",
    "deimos",
    "blockade-earth",
    "blockade-mars",
    "errinwright",
    "slingshot",
    "black-ops",
    "julie",
    "helix",
    "riot",
    "hybrid",
    "nauvoo",
    "yao",
    "draper",
    "ambush",
    "yvgeny",
    "stealth",
    "burn",
    "razorback",
    "souther",
    "cortazar",
    "kenzo",
    "grey-market",
    "convoy",
    "strike",
    "smugglers",
    "transponder",
    "uprising",
    "hoppers",
    "clean-room",
    "quarantine",
    "refugees",
    "patrol",
    "manifest",
    "ceasefire",
    "salvage",
    "whistleblower",
    "prototype",
    "security",
    "weapons",
    "lobbyists",
    "takeover",
)
CREW_ORDER = ("holden", "naomi", "alex", "amos")
START_ORBITAL_ORDER: Mapping[str, Sequence[str]] = MappingProxyType(
    {"opa": ("tycho", "ceres", "eros", "saturn"), "pg": ("thoth", "eros", "earth", "jupiter")}
)
"""The Orbitals of the first fleets, for factions whose list is not in the order of the Orbitals."""


def sort_words(values: Mapping[str, T], order: Sequence[str]) -> dict[str, T]:
    """Sort the words into this order; unknown words come last, in alphabetical order."""
    position = {word: i for i, word in enumerate(dict.fromkeys(order))}
    return {word: values[word] for word in sorted(values, key=lambda word: (position.get(word, len(position)), word))}
