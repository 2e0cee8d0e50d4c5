"""The sentences that say why something cannot be done. Each is built once and cached."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.games.paso.names import format_points
from engine.kernel.text import Seat, SeatMention, Text, say

ONLY_ADVANCE: Final = say("After Fresh Waters you can only advance (P8.1).")
NO_TREASURE: Final = say("You hold no treasure: they lie in chests (P9).")
CARD_PLAYED: Final = say("You have played your card for this turn (P3.1).")
NO_POINTS: Final = say("You have no action points left (P3).")
NO_ICEBERG: Final = say("No iceberg is left in the supply (P6.3).")
NOTHING_BEHIND: Final = say("Your ship has come from no other hex yet (P6.1).")
NO_ROUTE_BEHIND: Final = say("The hex behind your ship is not on your route (P6.1).")
SHIP_BEHIND: Final = say("There is a ship on the hex behind yours (P6.1).")
NOT_ON_LAST_ROW: Final = say("Your ship is not on the last row (P12).")


@cache
def explain_occupied(seat: Seat) -> Text:
    """Explain that another ship is on the hex (P4.5)."""
    return say(
        "{seat}’s ship is there: pass over it with a longer token, on a route that is open to you (P4.5).",
        seat=SeatMention(seat),
    )


@cache
def explain_route(owner: Seat, price: int) -> Text:
    """Explain that an adjacent hex is on another player's route (P4.4)."""
    return say(
        "That hex is on {seat}’s route: raid it for {points}, or go round (P4.4).",
        seat=SeatMention(owner),
        points=format_points(price),
    )


@cache
def explain_distant_route(owner: Seat) -> Text:
    """Explain that a hex further away is on another player's route (P4.4)."""
    return say(
        "That hex is on {seat}’s route: come beside it and raid it, or go round (P4.4).", seat=SeatMention(owner)
    )


@cache
def explain_entry_price(price: int, points: int) -> Text:
    """Explain that entering a hex takes more points than are left (P4.1)."""
    return say(
        "Entering it takes {price}; you have {points} (P4.1).", price=format_points(price), points=format_points(points)
    )


@cache
def explain_few_points(rule: str, price: int, points: int) -> Text:
    """Explain that an action takes more points than are left, with the number of its rule."""
    return say(
        "That takes {price}; you have {points} ({rule}).",
        price=format_points(price),
        points=format_points(points),
        rule=rule,
    )


@cache
def explain_no_token(points: int) -> Text:
    """Explain that no token ends on a hex for the points that are left (P4.2)."""
    return say("No token that you have left ends there for {points} (P4.2).", points=format_points(points))


@cache
def explain_no_exact_price(price: int) -> Text:
    """Explain that no token has exactly this price (P10.12)."""
    return say("No token that you have left costs {price} there (P10.12).", price=format_points(price))


@cache
def explain_shield(owner: Seat) -> Text:
    """Explain that a player is shielded from raids (P10.4)."""
    return say("{seat} cannot be raided before their next turn (P10.4).", seat=SeatMention(owner))
