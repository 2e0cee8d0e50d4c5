"""What the picture says, and the alt text with it."""

from __future__ import annotations

from engine.games.fourrow.view import View
from engine.kernel.text import Seat, Text, Who, count, say
from render.kit import banner
from render.kit.scene import Scene


def acting(scene: Scene) -> tuple[Seat, ...]:
    """The seat to act, none at the end."""
    return banner.acting(scene, scene.view.to_move, ended=scene.view.ended)


def headline(scene: Scene) -> Text:
    """Whose turn it is, or who has won."""
    view: View = scene.view
    winners = view.winners if view.ended else scene.winners
    return banner.to_act(acting(scene), view.to_move) if acting(scene) else banner.won(winners)


def left(discs: int) -> Text:
    """What somebody has yet to drop."""
    return count("{n} disc left", "{n} discs left", discs)


def wanted(goal: int) -> Text:
    """What wins."""
    return say("{goal} in a row win", goal=goal)


def news(scene: Scene) -> tuple[Text, ...]:
    """Where discs were dropped in the latest turns."""
    views: list[View] = [one.view for one in scene.before] + [scene.view]
    return tuple(
        say("{seat} drops a disc on {cell}.", seat=Who(turn.seat), cell=after.newest.upper())
        for turn, after in zip(scene.before, views[1:], strict=True)
    )
