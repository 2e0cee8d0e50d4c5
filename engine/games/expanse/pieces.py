"""Moving the pieces: influence and fleets put down, taken away and moved, each as a new `Work` with the sentence that tells it."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

from engine.games.expanse.board import sort_fleets
from engine.games.expanse.state import FLEETS, Base, Card, Fleets, Orbital
from engine.games.expanse.steps import Work
from engine.kernel.text import Seat, Text, Who, count, say

Kind = Literal["cube", "diplomat"]


# ---------------------------------------------------------------- influence
def put_cube(work: Work, base: Base) -> Work:
    """A cube from beside the map onto a base (E5.2)."""
    new = work.fork(work.seat)
    side = new.me
    side.supply -= 1
    side.cubes = _more(side.cubes, base)
    new.base = base
    return new.says(say("{seat} places influence on {base}.", seat=Who(new.seat), base=_base(new, base)))


def put_diplomat(work: Work, base: Base, *, swap: bool) -> Work:
    """A Diplomat onto a base, with `swap` in exchange for a cube there (E14.2)."""
    new = work.fork(work.seat)
    side = new.me
    side.diplomats_left -= 1
    side.diplomats = _more(side.diplomats, base)
    new.base = base
    if swap:
        side.cubes = _less(side.cubes, base)
        side.supply += 1
        return new.says(
            say("{seat} swaps influence on {base} for a Diplomat.", seat=Who(new.seat), base=_base(new, base))
        )
    return new.says(say("{seat} places a Diplomat on {base}.", seat=Who(new.seat), base=_base(new, base)))


def shift_cube(work: Work, seat: Seat, start: Base, end: Base, kind: Kind = "cube") -> Work:
    """An influence from one base to another."""
    new = work.fork(seat)
    side = new.state.sides[seat]
    if kind == "cube":
        side.cubes = _more(_less(side.cubes, start), end)
    else:
        side.diplomats = _more(_less(side.diplomats, start), end)
    new.base = end
    return new.says(
        say(
            "{seat} moves influence from {start} to {end}.",
            seat=Who(seat),
            start=_base(new, start),
            end=_base(new, end),
        )
        if kind == "cube"
        else say(
            "{seat} moves a Diplomat from {start} to {end}.",
            seat=Who(seat),
            start=_base(new, start),
            end=_base(new, end),
        )
    )


def take_cube(work: Work, seat: Seat, base: Base, kind: Kind = "cube") -> Work:
    """An influence from a base back to its owner."""
    new = work.fork(seat)
    side = new.state.sides[seat]
    if kind == "cube":
        side.cubes = _less(side.cubes, base)
        side.supply += 1
        text = say("{seat} loses influence on {base}.", seat=Who(seat), base=_base(new, base))
    else:
        side.diplomats = _less(side.diplomats, base)
        side.diplomats_left += 1
        text = say("{seat} loses a Diplomat on {base}.", seat=Who(seat), base=_base(new, base))
    new.base = base
    return new.says(text)


def _more(held: dict[Base, int], base: Base) -> dict[Base, int]:
    return {**held, base: held.get(base, 0) + 1}


def _less(held: dict[Base, int], base: Base) -> dict[Base, int]:
    left = {**held, base: held[base] - 1}
    if not left[base]:
        del left[base]
    return left


# ---------------------------------------------------------------- fleets
@lru_cache(maxsize=512)
def groups(fleets: Fleets) -> tuple[Fleets, ...]:
    """Every different group of one or more of these fleets, the largest first."""
    found: list[Fleets] = [""]
    for letter in sorted(set(fleets), key=FLEETS.index):
        found = [held + letter * n for n in range(fleets.count(letter), -1, -1) for held in found]
    whole = [sort_fleets(group) for group in found if group]
    return tuple(sorted(whole, key=lambda group: (-len(group), [FLEETS.index(letter) for letter in group])))


def less(fleets: Fleets, gone: Fleets) -> Fleets:
    """These fleets without those."""
    for letter in gone:
        fleets = fleets.replace(letter, "", 1)
    return fleets


def _with(held: dict[Orbital, Fleets], orbital: Orbital, fleets: Fleets) -> dict[Orbital, Fleets]:
    if fleets:
        return {**held, orbital: sort_fleets(fleets)}
    return {other: there for other, there in held.items() if other != orbital}


def move_fleets(work: Work, start: Orbital, group: Fleets, end: Orbital) -> Work:
    """A group of fleets from one Orbital to another, or staying where it is."""
    new = work.fork(work.seat)
    side = new.me
    if end != start:
        held = _with(side.fleets, start, less(side.fleets[start], group))
        side.fleets = _with(held, end, held.get(end, "") + group)
    new.moved = {**work.moved, end: work.moved.get(end, "") + group}
    new.orbital, new.base = end, ""
    if end == start:
        return new.says(
            say(
                "{seat} leaves {fleets} at {end}.", seat=Who(new.seat), fleets=fleet_name(group), end=_orbital(new, end)
            )
        )
    return new.says(
        say(
            "{seat} moves {fleets} from {start} to {end}.",
            seat=Who(new.seat),
            fleets=fleet_name(group),
            start=_orbital(new, start),
            end=_orbital(new, end),
        )
    )


def remove_fleet(work: Work, seat: Seat, orbital: Orbital, letter: str) -> Work:
    """A fleet off the map; a Battleship at full strength is turned over first (E15.1)."""
    new = work.fork(seat)
    side = new.state.sides[seat]
    left = less(side.fleets[orbital], letter)
    new.orbital, new.base = orbital, ""
    place = _orbital(new, orbital)
    if letter == "b":
        side.fleets = _with(side.fleets, orbital, left + "h")
        return new.says(say("{seat}’s Battleship at {place} is turned over.", seat=Who(seat), place=place))
    side.fleets = _with(side.fleets, orbital, left)
    side.off = sort_fleets(side.off + ("b" if letter == "h" else letter))
    return new.says(say("{seat} loses {fleet} at {place}.", seat=Who(seat), fleet=fleet_name(letter), place=place))


def build_fleet(work: Work, seat: Seat, letter: str, orbital: Orbital) -> Work:
    """A fleet from beside the map into an Orbital."""
    new = work.fork(seat)
    side = new.state.sides[seat]
    side.off = less(side.off, letter)
    side.fleets = _with(side.fleets, orbital, side.fleets.get(orbital, "") + letter)
    new.orbital, new.base = orbital, ""
    return new.says(
        say("{seat} builds {fleet} at {place}.", seat=Who(seat), fleet=fleet_name(letter), place=_orbital(new, orbital))
    )


# ---------------------------------------------------------------- cards
def discard_kept(work: Work, seat: Seat, card: Card, text: Text) -> Work:
    """A Kept Event to the discards."""
    new = work.fork(seat)
    side = new.state.sides[seat]
    side.kept = [one for one in side.kept if one != card]
    new.state.discards = [*new.state.discards, card]
    return new.says(text)


# ---------------------------------------------------------------- words
@cache
def fleet_name(fleets: Fleets) -> Text:
    """What a group of fleets is called: "2 fleets and the Rocinante"."""
    plain = fleets.replace("r", "")
    if not plain:
        return say("the Rocinante")
    if set(plain) == {"f"}:
        named = count("a fleet", "{n} fleets", len(plain))
    elif set(plain) == {"b"}:
        named = count("a Battleship", "{n} Battleships", len(plain))
    elif set(plain) == {"h"}:
        named = count("a damaged Battleship", "{n} damaged Battleships", len(plain))
    elif set(plain) == {"s"}:
        named = count("a Scrap Ship", "{n} Scrap Ships", len(plain))
    else:
        kinds = [fleet_name(letter * plain.count(letter)) for letter in dict.fromkeys(plain)]
        named = say("{kinds}", kinds=list(kinds))
    return say("{fleets} and the Rocinante", fleets=named) if "r" in fleets else named


def _base(work: Work, base: Base) -> Text:
    return work.board.base_names[base]


def _orbital(work: Work, orbital: Orbital) -> Text:
    return work.board.orbital_names[orbital]
