"""Read the position of The Expanse Board Game back from its description, as somebody does who cannot see the board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.games.expanse.view import Squadron, View

FACTIONS = {"UN": "un", "MCR": "mcr", "OPA": "opa", "PG": "pg"}
SHIP_KINDS = ("fleet", "damaged Battleship", "Battleship", "Scrap Ship")


def read_position(lines: Sequence[str], names: Sequence[str]) -> dict[str, Any]:
    """Read the public position."""
    read: dict[str, Any] = {"bases": {}, "fleets": {}, "factions": {}, "track": [], "chart": {}, "discards": []}
    orbital = ""
    seat: int | None = None
    for line in lines:
        if found := re.match(r"(.+) \(([^()]+)\)$", line):
            seat = names.index(found[2]) if found[2] in names else None
            orbital = found[1] if seat is None else ""
        elif found := re.match(r"(.+) \((UN|MCR|OPA|PG)\): (-?\d+) CP", line):
            read["factions"][names.index(found[1])] = {"cp": int(found[3]), "faction": FACTIONS[found[2]]}
        elif line in ("Scoring turns", "The Action Track", "Cards that you can use"):
            orbital, seat = "", None
        elif orbital and (found := re.match(r"(UN|MCR|OPA|PG): (.+); strength", line)):
            read["fleets"][orbital, FACTIONS[found[1]]] = _read_ships(found[2])
        elif orbital and (found := re.match(r"(.+) \((Food|Water|Minerals|Tech)\): (.+)\.$", line)):
            read["bases"][found[1]] = (found[2].lower(), _read_influence(found[3]))
        elif seat is not None:
            _read_faction(read["factions"][seat], line)
        elif found := re.match(r"Space (\d+), (\d+) CP: (.+?)(?: \(\d AP.*|\.)$", line):
            read["track"].append((int(found[1]), int(found[2]), found[3]))
        elif found := re.match(r"(\d+) pays ([\d/]+)(?:: (.+))?\.$", line):
            read["chart"][int(found[1])] = (found[2], found[3])
        elif found := re.match(r"Discards, the oldest first: (.+)\.$", line):
            read["discards"] = [re.sub(r" \(.*", "", card) for card in re.split(r"(?<=\)), |(?<=SCORE), ", found[1])]
    return read


def expect_position(view: View) -> dict[str, Any]:
    """Return what a reader must find."""
    bases: dict[str, Any] = {}
    for base in view.bases:
        held: Any = {one.faction: (one.cubes, one.diplomats, one.total) for one in base.presence}
        bases[base.name] = (base.resource, held if base.is_open else None)
    fleets = {
        (orbital.name, squadron.faction): _list_ships(squadron)
        for orbital in view.orbitals
        for squadron in orbital.squadrons
    }
    sectors = {sector.word: sector.name for sector in view.sectors}
    return {
        "bases": bases,
        "fleets": fleets,
        "factions": {
            side.seat: {
                "faction": side.faction,
                "cp": side.cp,
                "supply": (side.supply, side.cubes, side.diplomats, side.tokens),
                "kept": [card.name for card in side.kept],
            }
            for side in view.sides
        },
        "track": [(space.space, space.price, space.card.name) for space in view.track],
        "chart": {
            row.number: ("/".join(map(str, row.points)), row.sector and sectors[row.sector]) for row in view.chart
        },
        "discards": [card.name for card in view.discards],
    }


def _list_ships(squadron: Squadron) -> Any:
    return (squadron.fleets, squadron.damaged, squadron.battleships, squadron.scrap, squadron.rocinante)


def _read_ships(text: str) -> Any:
    numbers = dict.fromkeys(SHIP_KINDS, 0)
    for part in text.split(", "):
        if found := re.match(r"(\d+) (.+?)s?$", part):
            numbers[found[2]] = int(found[1])
    return (*numbers.values(), "the Rocinante" in text)


def _read_influence(text: str) -> Any:
    if text == "not in play":
        return None
    held = {}
    pattern = r"(UN|MCR|OPA|PG) (\d+) cubes?(?: and (\d+) Diplomats?)?, (\d+) in all"
    for found in re.finditer(pattern, text):
        held[FACTIONS[found[1]]] = (int(found[2]), int(found[3] or 0), int(found[4]))
    return held


def _read_faction(side: dict[str, Any], line: str) -> None:
    side.setdefault("kept", [])
    if found := re.match(r"To place: (\d+) of (\d+) cubes, (\d+) Diplomats, (\d+) Protomolecule", line):
        side["supply"] = tuple(int(number) for number in found.groups())
    elif found := re.match(r"Kept: (.+?)(?: \(\d AP.*|\.)$", line):
        side["kept"].append(found[1])
