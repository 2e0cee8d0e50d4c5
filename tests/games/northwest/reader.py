"""Read the position of Expedition: Northwest Passage back from its description, as somebody does who cannot see the board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.games.northwest.view import View

KINDS = {
    "cairn": "cairn",
    "Inuit": "inuit",
    "Franklin site": "franklin",
    "strait": "strait",
    "cartography": "cartography",
}
OUTSIDE_EXPEDITIONS = ("The chart", "Tiles on offer", "The rounds", "Your tiles")


def read_position(lines: Sequence[str], names: Sequence[str]) -> dict[str, Any]:
    """Read the public position."""
    read: dict[str, Any] = {"chart": {}, "finds": {}, "piles": {}, "market": {}, "expeditions": {}}
    seat, section = None, ""
    for line in lines:
        if found := re.match(r"Expedition of (.+)$", line):
            section, seat = "expedition", names.index(found[1])
            read["expeditions"][seat] = {"finds": {}, "hand": []}
        elif line in OUTSIDE_EXPEDITIONS:
            section = line
        elif found := re.match(r"Round (\d+) of (\d+)", line):
            read["round"] = int(found[1])
        elif found := re.match(r"(\d+) large tiles? in the bag", line):
            read["bag"] = int(found[1])
        elif found := re.match(r"Left at the Northwest Passage: (.+); at Greenland: (.+)\.$", line):
            read["arrows"] = (_read_numbers(found[1]), _read_numbers(found[2]))
        elif section == "The chart":
            _read_tile(read, line)
        elif section == "Tiles on offer":
            _read_offer(read, line)
        elif section == "expedition":
            _read_expedition(read["expeditions"][seat], line)
        elif found := re.match(r"Turn order: (.+)\.$", line):
            read["order"] = [names.index(name) for name in found[1].split(", ")]
    return read


def expect_position(view: View) -> dict[str, Any]:
    """Return what a reader must find."""
    named = {(cell.x, cell.y): cell.name for cell in view.cells}
    expected: dict[str, Any] = {"chart": {}, "finds": {}, "expeditions": {}, "round": view.sun.round}
    for tile in view.laid_tiles:
        expected["chart"][tuple(named[cell] for cell in tile.cells)] = tile.rows
        if tile.has_token and tile.symbol_cell is not None:
            expected["finds"][named[tile.symbol_cell]] = (tile.symbol, tile.points)
    for expedition in view.expeditions:
        seen: dict[str, Any] = {"total": expedition.total, "home": expedition.home}
        seen["finds"] = {kind: n for kind, n in expedition.tokens.items() if n}
        seen["hand"] = [] if expedition.seat == view.viewer else [tile.tile.upper() for tile in expedition.hand]
        if not expedition.home:
            seen["ship"] = tuple(named[cell] for cell in view.laid_tiles[expedition.ship.tile_index].cells)
            sled = expedition.sled
            seen["sled"] = sled.area.name if sled.area is not None and sled.state == "out" else sled.state
        expected["expeditions"][expedition.seat] = seen
    expected["market"] = {tile.tile.upper(): (tile.lies[0].rows, tile.symbol) for tile in view.market}
    expected["piles"] = {pile.tile.upper(): (pile.tiles_left, pile.rows) for pile in view.piles}
    if not view.ended:
        expected |= {"bag": view.bag, "arrows": (list(view.tokens.passage), list(view.tokens.greenland))}
    return expected | {"order": list(view.order)}


def _read_numbers(text: str) -> list[int]:
    return [] if text == "nothing" else [int(number) for number in text.split(", ")]


def _read_corners(text: str) -> str:
    rows = [row.split(", ") for row in text.split("; ")]
    return "/".join("".join("1" if corner == "land" else "0" for corner in row) for row in rows)


def _read_tile(read: dict[str, Any], line: str) -> None:
    found = re.match(
        r"([a-z]\d+(?:, [a-z]\d+)*): [^:]+: ((?:land|sea)(?:[,;] (?:land|sea))*)"
        r"(?:; (.+) to find on (\w+), worth (\d+))?\.$",
        line,
    )
    if found is None:
        return
    read["chart"][tuple(found[1].split(", "))] = _read_corners(found[2])
    if found[3]:
        read["finds"][found[4]] = (KINDS[found[3]], int(found[5]))


def _read_offer(read: dict[str, Any], line: str) -> None:
    if found := re.match(r"(\w+), (\d+) left: (.+)\.$", line):
        read["piles"][found[1]] = (int(found[2]), _read_corners(found[3]))
    elif found := re.match(r"(\w+)(?: \((.+)\))?: front ([^.]+?)(?:; back .+)?\.$", line):
        read["market"][found[1]] = (_read_corners(found[3]), KINDS.get(found[2] or "", ""))


def _read_expedition(seen: dict[str, Any], line: str) -> None:
    seen.setdefault("home", 0)
    if found := re.match(r"The ship is on the tile (.+)\.$", line):
        seen["ship"] = tuple(found[1].split(", "))
    elif found := re.match(r"Home in Greenland, as number (\d+)", line):
        seen["home"] = int(found[1])
    elif found := re.match(r"The sled is (?:on the area (\S+)\.|aboard|lost)", line):
        seen["sled"] = found[1] or ("lost" if "lost" in line else "aboard")
    elif found := re.match(r"Finds: (.+)\.$", line):
        for part in found[1].split(", "):
            number, _, kind = part.partition(" ")
            seen["finds"][KINDS[kind]] = int(number)
    elif found := re.match(r"If the game ended now: (-?\d+) ", line):
        seen["total"] = int(found[1])
    elif found := re.match(r"([LS]\d+)(?: \(.+\))?: front", line):
        seen["hand"].append(found[1])
