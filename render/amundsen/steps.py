"""The steps of the latest turns on the chart of Amundsen vs Scott, in pixels, as arrows that can be seen between the spots."""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.games.amundsen.view import Side
from render.amundsen.layout import POLE_RADIUS_PX, BoardLayout
from render.amundsen.story import list_turn_marks
from render.kit.canvas import Point
from render.kit.scene import Scene

SPOT_GAP_PX, POLE_GAP_PX = -4, -20
"""The distance of an arrow from the edge of a spot, and from the edge of the Pole, which has a wide ring at the end."""
MIN_STEP_PX = 30
"""The least length of an arrow: between spots that are closer it reaches further into both."""


class StepArrow(NamedTuple):
    """The arrow of a step, from its first to its last point."""

    side: Side
    begin: Point
    end: Point


def list_steps(scene: Scene, layout: BoardLayout) -> list[StepArrow]:
    """List the arrows of the steps in the latest turns."""
    arrows: list[StepArrow] = []
    for trace in list_turn_marks(scene):
        place, radius = layout.find_place(trace.start.side, trace.start.space, lost=trace.start.is_lost)
        for step in trace.walked_steps:
            next_place, next_radius = layout.find_place(step.side, step.space, lost=step.is_lost)
            arrows.append(_create_arrow(step.side, place, radius, next_place, next_radius))
            place, radius = next_place, next_radius
    return arrows


def _create_arrow(side: Side, place: Point, radius: float, next_place: Point, next_radius: float) -> StepArrow:
    """Create the arrow between the edges of two spots."""
    length = math.dist(place, next_place) or 1.0
    start = radius + SPOT_GAP_PX
    end = next_radius + (POLE_GAP_PX if next_radius == POLE_RADIUS_PX else SPOT_GAP_PX)
    lack = max(0.0, MIN_STEP_PX - (length - start - end))
    start, end = max(0.0, start - lack / 2), max(0.0, end - lack / 2)
    dx, dy = (next_place[0] - place[0]) / length, (next_place[1] - place[1]) / length
    return StepArrow(
        side,
        (place[0] + dx * start, place[1] + dy * start),
        (next_place[0] - dx * end, next_place[1] - dy * end),
    )
