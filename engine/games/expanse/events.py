"""The effects that an Event can have: the entries of `effects` in components.toml as typed data.

`effects.py` carries them out.
"""

from __future__ import annotations

import re
from typing import Literal, Optional, Union

import msgspec


def _format_tag(name: str) -> str:
    """Return the tag of an effect class: "remove-fleet" for `RemoveFleet`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class _EventPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=_format_tag):
    """An effect of an Event; `do` in the data is its tag."""


class Place(_EventPart, frozen=True):
    """Put influence on bases in `where`: on `each` base, or `n` times."""

    where: str = "any"
    n: int = 1
    upto: bool = False
    each: bool = False
    per: Literal["", "base", "sector"] = ""


class Remove(_EventPart, frozen=True):
    """Take influence from bases in `where`: from `each` base, or `n` times. `present`: only where the actor has influence."""

    where: str = "any"
    n: int = 1
    upto: bool = False
    each: bool = False
    per: Literal["", "base", "band", "resource"] = ""
    whose: Literal["any", "opponent", "each"] = "any"
    present: bool = False
    control: str = ""


class Replace(_EventPart, frozen=True):
    """An opponent's influence goes and one of the actor's takes its place."""

    where: str = "any"
    present: bool = False


class Swap(_EventPart, frozen=True):
    """Two influence of two different players trade places."""


class RemoveFleet(_EventPart, frozen=True):
    """Take `n` fleets; with `friends` the number that the actor has in that Orbital."""

    where: str = "any"
    n: int = 1
    upto: bool = False
    whose: Literal["any", "opponent", "each"] = "any"
    friends: bool = False


class Move(_EventPart, frozen=True):
    """Move groups of the actor's fleets by at most `bands` Bands, 0 for any Orbital; no fleet twice. `lost`: then remove them."""

    n: int = 1
    bands: int = 0
    single: bool = False
    upto: bool = False
    stay: bool = False
    lost: bool = False
    piece: Literal["", "r"] = ""


class Build(_EventPart, frozen=True):
    """Put the actor's fleets from outside the map into Orbitals of `where`."""

    where: str
    n: int = 1
    upto: bool = False
    scrap: bool = False


class Bring(_EventPart, frozen=True):
    """Put one of the actor's fleets, from anywhere, into the Orbital of the effect before."""


class ChooseOrbital(_EventPart, frozen=True):
    """Choose the Orbital of the effects that follow."""

    where: str = "any"


class Points(_EventPart, frozen=True):
    """Take actions worth `n` Action Points."""

    n: int = 1


class Either(_EventPart, frozen=True):
    """One of two effects."""

    first: EventEffect
    second: EventEffect


class Run(_EventPart, frozen=True):
    """Use the Event of a card on the Track as if the actor's faction were on it."""


class DiscardKept(_EventPart, frozen=True):
    """Everybody who has a Kept Event discards one."""


class Rebuild(_EventPart, frozen=True):
    """Build every player's removed fleets at home; the actor gains `cp` for each opponent who rebuilds any."""

    cp: int = 1


class Trim(_EventPart, frozen=True):
    """On each base every player with `from` influence or more removes one."""

    least: int = msgspec.field(name="from", default=3)


class Peek(_EventPart, frozen=True):
    """Look at the Bonus Sector, in the event step of a Scoring turn."""


class Trade(_EventPart, frozen=True):
    """Theresa Yao: remove some of the actor's fleets in an Orbital, and one opposing fleet more than that."""


class Reveal(_EventPart, frozen=True):
    """The Hybrid: remove influence from a base for the Action Points of the deck's top card."""


class Again(_EventPart, frozen=True):
    """Josephus Miller: kept, it lets its holder use the Event of a card after spending its Action Points."""


class CountAs(_EventPart, frozen=True):
    """Mao-Kwikowski Mercantile: kept, it lets its holder count the Action Points of a card as `ap`."""

    ap: int = 4


EventEffect = Union[
    Place,
    Remove,
    Replace,
    Swap,
    RemoveFleet,
    Move,
    Build,
    Bring,
    ChooseOrbital,
    Points,
    Either,
    Run,
    DiscardKept,
    Rebuild,
    Trim,
    Peek,
    Trade,
    Reveal,
    Again,
    CountAs,
]

KEPT_MODIFIERS = (Again, CountAs)
"""Effects of cards that do something only while they are kept."""


def list_parts(effects: tuple[EventEffect, ...]) -> tuple[EventEffect, ...]:
    """List all effects of an Event, also the two inside of each `either`."""
    found: list[EventEffect] = []
    for effect in effects:
        found.append(effect)
        if isinstance(effect, Either):
            found += list_parts((effect.first, effect.second))
    return tuple(found)


def find_place(effect: EventEffect) -> Optional[str]:
    """Return the place word of an effect, None if it has none."""
    return getattr(effect, "where", None)


def list_relative_words(effect: EventEffect) -> tuple[str, ...]:
    """List the place words of an effect whose meaning depends on the position."""
    if isinstance(effect, (RemoveFleet, ChooseOrbital)):
        return ("there", "fleet", "control", "rocinante")
    if isinstance(effect, (Place, Remove, Replace)):
        return ("there", "sector-there")
    return ()
