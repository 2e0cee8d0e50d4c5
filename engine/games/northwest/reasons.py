"""Sentences that say why an action is refused. Each sentence is built once; `rules` decides which one applies."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.games.northwest.state import Vehicle
from engine.kernel.text import Text, count, say

SLED_ABOARD: Final = say("Your sled is still aboard; transfer crew to take it out (N8.2).")
SLED_LOST: Final = say("Your sled is lost (N3.6).")


@cache
def name_vehicle(vehicle: Vehicle) -> Text:
    """Name a vehicle in a sentence."""
    return say("ship") if vehicle == "ship" else say("sled")


@cache
def name_vehicles(vehicles: tuple[Vehicle, ...]) -> Text:
    """Name one vehicle or both in a sentence."""
    return name_vehicle(vehicles[0]) if len(vehicles) == 1 else say("ship and sled")


@cache
def say_too_few(vehicle: Vehicle, price: int, available: int) -> Text:
    """Say that a vehicle's crew is too small (N2.2)."""
    return count(
        "That takes one available crewman with your {vehicle}; you have {available} (N2.2).",
        "That takes {n} available crewmen with your {vehicle}; you have {available} (N2.2).",
        price,
        vehicle=name_vehicle(vehicle),
        available=available,
    )


@cache
def say_too_few_anywhere(price: int) -> Text:
    """Say that both crews are too small (N2.2)."""
    return count(
        "That takes one available crewman (N2.2).", "That takes {n} available crewmen in one column (N2.2).", price
    )


@cache
def say_no_room(payers: tuple[Vehicle, ...]) -> Text:
    """Say that there are too few empty cells for a tile (N5.1)."""
    return say("There is no room for it beside your {vehicles} (N5.1).", vehicles=name_vehicles(payers))


@cache
def say_no_match(payers: tuple[Vehicle, ...]) -> Text:
    """Say that a tile matches nowhere (N5.2)."""
    return say(
        "No way round do its land and sea match the tiles beside your {vehicles}, diagonals included (N5.2).",
        vehicles=name_vehicles(payers),
    )


@cache
def say_not_adjacent(vehicle: Vehicle) -> Text:
    """Say that a tile would not share a side with a vehicle's tile (N5.1)."""
    return say("It would not lie side by side with the tile of your {vehicle} (N5.1).", vehicle=name_vehicle(vehicle))


@cache
def say_no_find(vehicle: Vehicle, kinds: tuple[str, str]) -> Text:
    """Say that there is no token of these kinds under a vehicle (N9, N9.1)."""
    if "strait" in kinds:
        return say(
            "There is neither a Franklin site nor a strait token on the tile of your {vehicle} (N9).",
            vehicle=name_vehicle(vehicle),
        )
    return say(
        "There is neither an Inuit nor a cairn token on the tile of your {vehicle} (N9.1).",
        vehicle=name_vehicle(vehicle),
    )
