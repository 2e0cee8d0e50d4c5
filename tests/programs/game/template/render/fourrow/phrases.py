"""What the picture says, and the alt text with it."""

from __future__ import annotations

from engine.games.fourrow.view import View
from engine.kernel.text import Seat, SeatMention, Text, count, say
from render.kit import banner
from render.kit.scene import Scene


def list_acting_seats(scene: Scene) -> tuple[Seat, ...]:
    """List the seat to act, none at the end."""
    return banner.list_acting_seats(scene, scene.view.to_move, ended=scene.view.ended)


def format_headline(scene: Scene) -> Text:
    """Whose turn it is, or who has won."""
    view: View = scene.view
    winners = view.winners if view.ended else scene.winners
    return (
        banner.describe_acting(list_acting_seats(scene), view.to_move)
        if list_acting_seats(scene)
        else banner.describe_winners(winners)
    )


def describe_discs_left(discs: int) -> Text:
    """Describe the discs that a player has left."""
    return count("{n} disc left", "{n} discs left", discs)


def describe_goal(goal: int) -> Text:
    """Describe the row that wins."""
    return say("{goal} in a row win", goal=goal)


def list_turn_summaries(scene: Scene) -> tuple[Text, ...]:
    """Where discs were dropped in the latest turns."""
    views: list[View] = [one.view for one in scene.earlier_views] + [scene.view]
    return tuple(
        say("{seat} drops a disc on {cell}.", seat=SeatMention(turn.seat), cell=after.newest.upper())
        for turn, after in zip(scene.earlier_views, views[1:], strict=True)
    )
