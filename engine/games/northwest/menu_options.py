"""The options of the menus with their labels. Each option is built once; `menus` decides which options a menu has."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.games.northwest.game_box import SledFate
from engine.games.northwest.grid import CORNER_NAMES
from engine.games.northwest.names import name_find_kind, name_tile
from engine.games.northwest.reasons import name_vehicle
from engine.games.northwest.state import Tile, Vehicle
from engine.games.northwest.tiles import CornerRows
from engine.kernel.menu import Option, Word
from engine.kernel.text import Text, count, say

_LARGE_GROUP: Final = say("Large tiles")
_SMALL_GROUP: Final = say("Small tiles")


# ---------------------------------------------------------------- N2 actions
def build_action_option(verb: Word, why_not: Text | None, price: int = 0) -> Option:
    """Build the option of an action with its price in crewmen; 0 if it is free or paid already."""
    option = _build_allowed_action(verb, price)
    return option if why_not is None else Option(verb, option.label, why_not=why_not)


@cache
def _build_allowed_action(verb: Word, price: int) -> Option:
    labels = {
        "draw": say("Draw a tile"),
        "refresh": say("Refresh and draw"),
        "place": say("Place a tile"),
        "move": say("Move"),
        "transfer": say("Transfer crew"),
        "explore": say("Explore site or strait"),
        "discover": say("Discover Inuit/cairn"),
        "end": say("End your turn"),
        "fill": say("Close the gap"),
        "camp": say("Move the sled off the melting ice"),
    }
    if not price:
        return Option(verb, labels[verb], ends_turn=verb == "end")
    return Option(verb, count("{action} ({n} crewman)", "{action} ({n} crewmen)", price, action=labels[verb]))


@cache
def build_pass_option(fate: SledFate, unused_crew: int, *, is_ship_held: bool) -> Option:
    """Build the option to pass, with the effects of the next sun step, and the crew that could still do something."""
    if fate == "lost" and is_ship_held:
        label = say("Pass: sled lost, ice holds your ship")
    elif fate == "lost":
        label = say("Pass: your sled will be lost")
    elif is_ship_held:
        label = say("Pass: ship icebound")
    else:
        label = say("Pass for this round")
    loses = count("{n} crewman", "{n} crewmen", unused_crew) if unused_crew else None
    return Option("pass", label, ends_turn=True, loses=loses, loses_score=loses is not None)


def build_vehicle_option(vehicle: Vehicle, why_not: Text | None, seat: int | None) -> Option:
    """Build the option of a vehicle whose crew is to act. With a seat it names the place of that seat's vehicle."""
    option = _build_allowed_vehicle(vehicle, seat)
    return option if why_not is None else Option(vehicle, option.label, why_not=why_not)


@cache
def _build_allowed_vehicle(vehicle: Vehicle, seat: int | None) -> Option:
    label = say("with the ship") if vehicle == "ship" else say("with the sled")
    return Option(vehicle, label, spot="" if seat is None else f"{vehicle}-{seat}")


# ---------------------------------------------------------------- N4, N5 tiles
@cache
def build_market_option(tile: Tile, symbol: str, index: int) -> Option:
    """Build the option of a large tile of the market."""
    return Option(tile, name_tile(tile, symbol), _LARGE_GROUP, spot=f"market-{index}")


@cache
def build_pile_option(design: int, tiles_left: int) -> Option:
    """Build the option of a pile of small tiles."""
    tile = f"s{design}"
    why_not = None if tiles_left else say("This pile is empty (N4).")
    label = count("{tile}, the last one", "{tile}, {n} left", tiles_left, tile=name_tile(tile))
    return Option(tile, label, _SMALL_GROUP, why_not, f"small-{design}")


def build_reserve_option(tile: Tile, symbol: str, index: int, why_not: Text | None) -> Option:
    """Build the option of a tile of the reserve."""
    option = _build_placeable_tile(tile, symbol, index)
    return option if why_not is None else Option(tile, option.label, why_not=why_not, spot=option.spot)


@cache
def _build_placeable_tile(tile: Tile, symbol: str, index: int) -> Option:
    return Option(tile, name_tile(tile, symbol), spot=f"tile-{index}")


@cache
def build_cell_option(name: str, ways: int) -> Option:
    """Build the option of a first cell for a tile, with the number of ways to lay it there."""
    return Option(name, count("On {cell}, one way round", "On {cell}, {n} ways round", ways, cell=name), spot=name)


@cache
def build_rotation_option(
    tile: Tile, cell_name: Word, rotation: Word, rows: CornerRows, symbol: str, symbol_at: int
) -> Option:
    """Build the option of a rotation of a tile on a cell. Its label says what the picture shows: the land, and the find."""
    ground = _describe_ground(rows)
    if symbol:
        ground = say(
            "{ground}; {kind}: {place}",
            ground=ground,
            kind=name_find_kind(symbol),
            place=_name_half(rows, is_first=symbol_at == 0),
        )
    if len(rows) == len(rows[0]):
        label = say("One cell, {ground}", ground=ground)
    elif len(rows) == 2:
        label = say("W–E, {ground}", ground=ground)
    else:
        label = say("N–S, {ground}", ground=ground)
    return Option(rotation, label, spot=f"rotation-{tile}-{cell_name}-{rotation}")


def _describe_ground(rows: CornerRows) -> Text:
    """Describe the corners of a tile that are land, or those that are sea if they are fewer."""
    corners: dict[str, list[Text]] = {"0": [], "1": []}
    for row, names in zip(rows, _name_corners(rows), strict=True):
        for corner, name in zip(row, names, strict=True):
            corners[corner].append(name)
    if not corners["1"]:
        return say("all sea")
    if not corners["0"]:
        return say("all land")
    if len(corners["1"]) <= len(corners["0"]):
        return say("land: {corners}", corners=corners["1"])
    return say("sea: {corners}", corners=corners["0"])


def _name_half(rows: CornerRows, *, is_first: bool) -> Text:
    """Name a cell of a large tile as a direction."""
    if len(rows) == 2:
        return say("west") if is_first else say("east")
    return say("north") if is_first else say("south")


def _name_corners(rows: CornerRows) -> list[list[Text]]:
    """Name the corners of a tile as directions, row by row, in as few letters as a label has room for."""
    north, south = [say("NW"), say("NE")], [say("SW"), say("SE")]
    if len(rows) == 3:
        return [north, [say("W"), say("E")], south]
    if len(rows[0]) == 3:
        return [[north[0], say("N"), north[1]], [south[0], say("S"), south[1]]]
    return [north, south]


# ---------------------------------------------------------------- N7 targets and areas
@cache
def build_target_option(cell: str, fate: SledFate = "safe", *, is_home: bool, is_ship_held: bool = False) -> Option:
    """Build the option of a tile to move to, with the effects of the next sun step on ship or sled there."""
    label = say("To {cell}", cell=cell)
    if is_home:
        label = say("To {cell}: home, ends the expedition", cell=cell)
    elif is_ship_held:
        label = say("To {cell}: ice will hold your ship", cell=cell)
    elif fate == "lost":
        label = say("To {cell}: your sled will be lost", cell=cell)
    elif fate == "moved":
        label = say("To {cell}: the ice there will melt", cell=cell)
    return Option(cell, label, spot=cell)


@cache
def build_area_option(name: str, fate: SledFate) -> Option:
    """Build the option of an area for a sled, with the effect of the next sun step there."""
    cell, corner = name.split("-")
    where = name_corner(corner)
    label = say("The {corner} of {cell}", corner=where, cell=cell)
    if fate == "lost":
        label = say("{corner} of {cell}: sled will be lost", corner=where, cell=cell)
    elif fate == "moved":
        label = say(
            "{corner} of {cell}: the ice will melt",
            corner=where,
            cell=cell,
        )
    return Option(name, label, spot=name)


@cache
def name_corner(corner: str) -> Text:
    """Name a corner of a cell as a direction."""
    names = (say("north-west"), say("north-east"), say("south-west"), say("south-east"))
    return names[CORNER_NAMES.index(corner)]


# ---------------------------------------------------------------- N8 crew
@cache
def build_available_option(crewmen: int) -> Option:
    """Build the option of a number of available crewmen for the sled."""
    label = count("{n} available crewman on the sled", "{n} available crewmen on the sled", crewmen)
    return Option(str(crewmen), label)


@cache
def build_resting_option(crewmen: int, is_unchanged: bool, comes_back: bool) -> Option:
    """Build the option of a number of resting crewmen for the sled.

    `is_unchanged` is whether the crew would stay as it is, `comes_back` whether the sled would be empty and come back aboard.
    """
    why_not = say("Nobody would change places (N8.4).") if is_unchanged else None
    if comes_back:
        return Option(str(crewmen), say("None: the sled comes back aboard"), why_not=why_not)
    label = count("{n} resting crewman on the sled", "{n} resting crewmen on the sled", crewmen)
    return Option(str(crewmen), label, why_not=why_not)


# ---------------------------------------------------------------- N9 finds
@cache
def build_find_option(vehicle: Vehicle, symbol: str, cell: str, points: int) -> Option:
    """Build the option of a vehicle that can take a token, with the points."""
    label = say(
        "The {symbol} at {cell}, with the {vehicle}: +{points}",
        symbol=name_find_kind(symbol),
        cell=cell,
        vehicle=name_vehicle(vehicle),
        points=points,
    )
    return Option(vehicle, label, spot=f"symbol-{cell}")
