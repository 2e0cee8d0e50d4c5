"""Put, take and move influence, fleets and Kept Events.

Each function returns a new `WorkingCopy` whose log has a sentence about the change.
"""

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
    """Put one of the actor's cubes on a base (E5.2)."""
    new = work.fork(work.seat)
    side = new.actor
    side.supply -= 1
    side.cubes = _add_influence(side.cubes, base)
    new.base = base
    return new.add_texts(
        say("{seat} places influence on {base}.", seat=SeatMention(new.seat), base=_name_base(new, base))
    )


def put_diplomat(work: WorkingCopy, base: Base, *, swaps_cube: bool) -> WorkingCopy:
    """Put one of the actor's Diplomats on a base; with `swaps_cube` a cube there returns to its owner (E14.2)."""
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
    """Move one influence of a seat from one base to another."""
    new = work.fork(seat)
    side = new.state.sides[seat]
    player, start_name, end_name = SeatMention(seat), _name_base(new, start), _name_base(new, end)
    if kind == "cube":
        side.cubes = _add_influence(_subtract_influence(side.cubes, start), end)
        text = say("{seat} moves influence from {start} to {end}.", seat=player, start=start_name, end=end_name)
    else:
        side.diplomats = _add_influence(_subtract_influence(side.diplomats, start), end)
        text = say("{seat} moves a Diplomat from {start} to {end}.", seat=player, start=start_name, end=end_name)
    new.base = end
    return new.add_texts(text)


def take_cube(work: WorkingCopy, seat: Seat, base: Base, kind: InfluenceKind = "cube") -> WorkingCopy:
    """Return one influence of a seat from a base to its owner."""
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
    """List every different group of one or more of these fleets, the largest first."""
    groups: list[Fleets] = [""]
    for letter in sorted(set(fleets), key=FLEET_LETTERS.index):
        larger: list[Fleets] = []
        for n in range(fleets.count(letter), -1, -1):
            larger += [group + letter * n for group in groups]
        groups = larger
    ordered = [sort_fleets(group) for group in groups if group]
    return tuple(sorted(ordered, key=lambda group: (-len(group), [FLEET_LETTERS.index(letter) for letter in group])))


def subtract_fleets(fleets: Fleets, removed: Fleets) -> Fleets:
    """Return the fleets without the removed ones."""
    for letter in removed:
        fleets = fleets.replace(letter, "", 1)
    return fleets


def _set_fleets(held: dict[Orbital, Fleets], orbital: Orbital, fleets: Fleets) -> dict[Orbital, Fleets]:
    if fleets:
        return {**held, orbital: sort_fleets(fleets)}
    return {other: group for other, group in held.items() if other != orbital}


def move_fleets(work: WorkingCopy, start: Orbital, group: Fleets, end: Orbital) -> WorkingCopy:
    """Move a group of the actor's fleets to an Orbital; the Orbital may be the one where it is."""
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
    """Remove a seat's fleet from an Orbital; a Battleship at full strength is turned over instead (E15.1)."""
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
    """Put a seat's fleet from outside the map into an Orbital."""
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
    """Discard a seat's Kept Event; `text` announces it."""
    new = work.fork(seat)
    side = new.state.sides[seat]
    side.kept = [other for other in side.kept if other != card]
    new.state.discards = [*new.state.discards, card]
    return new.add_texts(text)


# ---------------------------------------------------------------- names
@cache
def name_fleets(fleets: Fleets) -> Text:
    """Return the name of a group of fleets, such as "2 fleets and the Rocinante"."""
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
