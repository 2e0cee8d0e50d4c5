"""What a friend would say before a move of an expedition that cannot be made good."""

from __future__ import annotations

from engine.games.northwest.game_box import GameBox
from engine.games.northwest.grid_sides import find_sides
from engine.games.northwest.route_forecast import RouteForecast
from engine.games.northwest.state import State
from engine.kernel.text import Seat, Text, say


def list_warnings(box: GameBox, before: State, after: State, seat: Seat) -> tuple[Text, ...]:
    """Warn of a ship that can be home in time before a move and not after it, on the chart as it lies then."""
    expedition = after.expeditions[seat]
    if not before.placed or after.ended or expedition.home:
        return ()
    if _count_spare_actions(box, after, seat) >= 0 or _count_spare_actions(box, before, seat) < 0:
        return ()
    finds = box.components.finds
    crew = expedition.ship_available + expedition.ship_resting + expedition.sled_available + expedition.sled_resting
    lost = say(
        "On this chart your ship will not be home in time any more: {points} points (N11.5, N11.6).",
        points=_format_loss(finds.lost_crewman * crew + finds.lost_ship),
    )
    return (lost,)


def _count_spare_actions(box: GameBox, state: State, seat: Seat) -> int:
    forecast = RouteForecast(box, box.find_board(state), max(1, state.round), find_sides(box))
    return forecast.count_spare_actions(state.expeditions[seat])


def _format_loss(points: int) -> str:
    return f"−{abs(points)}"
