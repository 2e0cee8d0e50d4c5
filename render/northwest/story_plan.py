"""The places of the story on a board: below the chart in one or two columns, and its oldest turns on the panel."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.kernel.text import Seat, Text
from render.kit.news import find_subject
from render.kit.scene import Scene
from render.kit.story import SIGN_WIDTH_PX, STRIP_PADDING_PX, StripRow, build_rows
from render.kit.text import MIN_DATA_SIZE_PX, Formatter
from render.northwest.layout import STRIP_LEFT_PX, STRIP_RIGHT_PX
from render.northwest.story import list_turn_phrases, name_actor

STRIP_LINES = 2
"""The lines of the strip below the chart."""
LOST_ROW_COST = 100
"""The lines of other turns that are told in short rather than leave out one turn."""
COLUMN_SHARES = (0.5, 0.42, 0.58, 0.34, 0.66)
"""The shares of the strip that the first of two columns may take."""


class StoryColumn(NamedTuple):
    """Rows of the strip that are written below each other, and the left and right edge of their paper."""

    rows: Sequence[StripRow]
    left: int
    right: int


class StoryPlan(NamedTuple):
    """The columns of the strip, and the events to tell on the panel, oldest first."""

    columns: tuple[StoryColumn, ...]
    panel_events: tuple[Text, ...]


def plan_story(scene: Scene, fmt: Formatter, panel_lines: int, panel_width: int) -> StoryPlan:
    """Place all turns in full, if there is room: the newest in the strip, older ones on the panel.

    The panel also tells the newest events that belong to no turn in the strip.
    """
    phrases = list_turn_phrases(scene)
    rows = build_rows(scene, phrases, max_events=len(scene.recent_events))
    others = _list_other_events(scene, {seat for seat, _ in phrases})
    if scene.view.ended:
        others = ()  # the reason for the end is a row
    best, least = StoryPlan((), others), math.inf
    for first in range(len(rows)):
        older = tuple(name_actor(row.seat, row.text) for row in rows[:first])
        if _count_lines(older, fmt, panel_width) > panel_lines:
            break
        for columns in _list_columns(rows[first:]):
            missing = _count_missing(columns, fmt)
            if missing < least:
                best, least = StoryPlan(columns, (*others, *older)), missing
        if not least:
            break
    return best


def _list_other_events(scene: Scene, told_seats: set[Seat]) -> tuple[Text, ...]:
    """List the recent events of no seat whose turn the rows tell. Without turns the events are the rows."""
    if not scene.earlier_views:
        return ()
    return tuple(event for event in scene.recent_events if find_subject(event) not in told_seats)


def _list_columns(rows: Sequence[StripRow]) -> Iterator[tuple[StoryColumn, ...]]:
    """List the ways to divide rows into one column or two."""
    if not rows:
        return
    yield (StoryColumn(rows, STRIP_LEFT_PX, STRIP_RIGHT_PX),)
    for first in range(1, len(rows)):
        for share in COLUMN_SHARES:
            middle = STRIP_LEFT_PX + round((STRIP_RIGHT_PX - STRIP_LEFT_PX) * share)
            yield (
                StoryColumn(rows[:first], STRIP_LEFT_PX, middle),
                StoryColumn(rows[first:], middle, STRIP_RIGHT_PX),
            )


def _count_missing(columns: Sequence[StoryColumn], fmt: Formatter) -> int:
    """Count the lines for which the columns have no room."""
    missing = 0
    for rows, left, right in columns:
        width = right - left - 2 * STRIP_PADDING_PX - SIGN_WIDTH_PX
        missing += max(0, _count_lines([row.text for row in rows], fmt, width) - STRIP_LINES)
        missing += LOST_ROW_COST * max(0, len(rows) - STRIP_LINES)
    return missing


def _count_lines(texts: Sequence[Text], fmt: Formatter, width: int) -> int:
    """Count the lines that some texts take in full."""
    return sum(len(fmt.fit_text(text, "bold", MIN_DATA_SIZE_PX, width, lines=99).lines) for text in texts)
