"""Moving the pieces: influence and fleets put down, taken away and moved, each as a new `WorkingCopy` with the sentence
that tells it."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

from engine.games.expanse.board import sort_fleets
from engine.games.expanse.state import FLEET_LETTERS, Base, Card, Fleets, Orbital
from engine.games.expanse.steps import WorkingCopy
from engine.kernel.text import Seat, SeatMention, Text, count, say

InfluenceKind = Literal["cube", "diplomat"]


# ---------------------------------------------------------------- influence
def put_cube(work: WorkingCopy, base: Base) -> WorkingCopy:
    """A cube from beside the map onto a base (E5.2)."""
    new = work.fork(work.seat)
    side = new.actor
    side.supply -= 1
    side.cubes = _add_influence(side.cubes, base)
    new.base = base
    return new.add_texts(
        say("{seat} places influence on {base}.", seat=SeatMention(new.seat), base=_name_base(new, base))
    )


def put_diplomat(work: WorkingCopy, base: Base, *, swaps_cube: bool) -> WorkingCopy:
    """A Diplomat onto a base, with `swaps_cube` in exchange for a cube there (E14.2)."""
    new = work.fork(work.seat)
    side = new.actor
    side.diplomats_left -= 1
    side.diplomats = _add_influence(side.diplomats, base)
    new.base = base
    if swaps_cube:
        side.cubes = _subtract_influence(side.cubes, base)
        side.supply += 1
        return new.add_texts(
            say(
                "{seat} swaps influence on {base} for a Diplomat.",
                seat=SeatMention(new.seat),
                base=_name_base(new, base),
            )
        )
    return new.add_texts(
        say("{seat} places a Diplomat on {base}.", seat=SeatMention(new.seat), base=_name_base(new, base))
    )


def shift_cube(work: WorkingCopy, seat: Seat, start: Base, end: Base, kind: InfluenceKind = "cube") -> WorkingCopy:
    """An influence from one base to another."""
    new = work.fork(seat)
    side = new.state.sides[seat]
    if kind == "cube":
        side.cubes = _add_influence(_subtract_influence(side.cubes, start), end)
    else:
        side.diplomats = _add_influence(_subtract_influence(side.diplomats, start), end)
    new.base = end
    return new.add_texts(
        say(
            "{seat} moves influence from {start} to {end}.",
            seat=SeatMention(seat),
            start=_name_base(new, start),
            end=_name_base(new, end),
        )
        if kind == "cube"
        else say(
            "{seat} moves a Diplomat from {start} to {end}.",
            seat=SeatMention(seat),
            start=_name_base(new, start),
            end=_name_base(new, end),
        )
    )


def take_cube(work: WorkingCopy, seat: Seat, base: Base, kind: InfluenceKind = "cube") -> WorkingCopy:
    """An influence from a base back to its owner."""
    new = work.fork(seat)
    side = new.state.sides[seat]
    if kind == "cube":
        side.cubes = _subtract_influence(side.cubes, base)
        side.supply += 1
        text = say("{seat} loses influence on {base}.", seat=SeatMention(seat), base=_name_base(new, base))
    else:
        side.diplomats = _subtract_influence(side.diplomats, base)
        side.diplomats_left += 1
        text = say("{seat} loses a Diplomat on {base}.", seat=SeatMention(seat), base=_name_base(new, base))
    new.base = base
    return new.add_texts(text)


def _add_influence(held: dict[Base, int], base: Base) -> dict[Base, int]:
    return {**held, base: held.get(base, 0) + 1}


def _subtract_influence(held: dict[Base, int], base: Base) -> dict[Base, int]:
    left = {**held, base: held[base] - 1}
    if not left[base]:
        del left[base]
    return left


# ---------------------------------------------------------------- fleets
@lru_cache(maxsize=512)
def list_groups(fleets: Fleets) -> tuple[Fleets, ...]:
    """Every different group of one or more of these fleets, the largest first."""
    found: list[Fleets] = [""]
    for letter in sorted(set(fleets), key=FLEET_LETTERS.index):
        found = [held + letter * n for n in range(fleets.count(letter), -1, -1) for held in found]
    whole = [sort_fleets(group) for group in found if group]
    return tuple(sorted(whole, key=lambda group: (-len(group), [FLEET_LETTERS.index(letter) for letter in group])))


def subtract_fleets(fleets: Fleets, removed: Fleets) -> Fleets:
    """These fleets without those."""
    for letter in removed:
        fleets = fleets.replace(letter, "", 1)
    return fleets


def _set_fleets(held: dict[Orbital, Fleets], orbital: Orbital, fleets: Fleets) -> dict[Orbital, Fleets]:
    if fleets:
        return {**held, orbital: sort_fleets(fleets)}
    return {other: there for other, there in held.items() if other != orbital}


def move_fleets(work: WorkingCopy, start: Orbital, group: Fleets, end: Orbital) -> WorkingCopy:
    """A group of fleets from one Orbital to another, or staying where it is."""
    new = work.fork(work.seat)
    side = new.actor
    if end != start:
        held = _set_fleets(side.fleets, start, subtract_fleets(side.fleets[start], group))
        side.fleets = _set_fleets(held, end, held.get(end, "") + group)
    new.moved = {**work.moved, end: work.moved.get(end, "") + group}
    new.orbital, new.base = end, ""
    if end == start:
        return new.add_texts(
            say(
                "{seat} leaves {fleets} at {end}.",
                seat=SeatMention(new.seat),
                fleets=name_fleets(group),
                end=_name_orbital(new, end),
            )
        )
    return new.add_texts(
        say(
            "{seat} moves {fleets} from {start} to {end}.",
            seat=SeatMention(new.seat),
            fleets=name_fleets(group),
            start=_name_orbital(new, start),
            end=_name_orbital(new, end),
        )
    )


def remove_fleet(work: WorkingCopy, seat: Seat, orbital: Orbital, letter: str) -> WorkingCopy:
    """A fleet off the map; a Battleship at full strength is turned over first (E15.1)."""
    new = work.fork(seat)
    side = new.state.sides[seat]
    left = subtract_fleets(side.fleets[orbital], letter)
    new.orbital, new.base = orbital, ""
    place = _name_orbital(new, orbital)
    if letter == "b":
        side.fleets = _set_fleets(side.fleets, orbital, left + "h")
        return new.add_texts(say("{seat}’s Battleship at {place} is turned over.", seat=SeatMention(seat), place=place))
    side.fleets = _set_fleets(side.fleets, orbital, left)
    side.off = sort_fleets(side.off + ("b" if letter == "h" else letter))
    return new.add_texts(
        say("{seat} loses {fleet} at {place}.", seat=SeatMention(seat), fleet=name_fleets(letter), place=place)
    )


def build_fleet(work: WorkingCopy, seat: Seat, letter: str, orbital: Orbital) -> WorkingCopy:
    """A fleet from beside the map into an Orbital."""
    new = work.fork(seat)
    side = new.state.sides[seat]
    side.off = subtract_fleets(side.off, letter)
    side.fleets = _set_fleets(side.fleets, orbital, side.fleets.get(orbital, "") + letter)
    new.orbital, new.base = orbital, ""
    return new.add_texts(
        say(
            "{seat} builds {fleet} at {place}.",
            seat=SeatMention(seat),
            fleet=name_fleets(letter),
            place=_name_orbital(new, orbital),
        )
    )


# ---------------------------------------------------------------- cards
def discard_kept(work: WorkingCopy, seat: Seat, card: Card, text: Text) -> WorkingCopy:
    """A Kept Event to the discards."""
    new = work.fork(seat)
    side = new.state.sides[seat]
    side.kept = [one for one in side.kept if one != card]
    new.state.discards = [*new.state.discards, card]
    return new.add_texts(text)


# ---------------------------------------------------------------- words
@cache
def name_fleets(fleets: Fleets) -> Text:
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
        kinds = [name_fleets(letter * plain.count(letter)) for letter in dict.fromkeys(plain)]
        named = say("{kinds}", kinds=list(kinds))
    return say("{fleets} and the Rocinante", fleets=named) if "r" in fleets else named


def _name_base(work: WorkingCopy, base: Base) -> Text:
    return work.board.base_names[base]


def _name_orbital(work: WorkingCopy, orbital: Orbital) -> Text:
    return work.board.orbital_names[orbital]
