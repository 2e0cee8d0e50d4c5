"""A picture and its text are made from the view: they are the same whatever lies hidden, and of the size that Discord shows."""

from __future__ import annotations

from typing import Any

from engine.kernel.position import now
from engine.kernel.script import Result
from engine.kernel.text import Seat, english
from render.scene import Painter, Scene, painter
from tests.conformance.checks import NAMES
from tests.conformance.journey import Journey
from tests.conformance.secrecy import who

SIZE = (1650, 1050)
LONGEST_ALT = 1_000


def pictures_hide(journey: Journey) -> None:
    """The board and the hand, for a spectator and one seat, at the opening, early, in the middle and at the end."""
    draw = painter(journey.game.slug)
    half = len(journey.moments) // 2
    moments = [journey.moments[n].here for n in (0, min(4, half), half)] + [now(journey.game, journey.last, journey.case.seed)]
    seat = journey.moments[half].step.seat
    for moment in moments:
        for pov in (None, seat):
            other = journey.game.resample(moment.state, pov, journey.shuffle)
            here, there = (_scene(journey, seen, pov, tuple(moment.ask), moment.result) for seen in (moment.state, other))
            _same(draw, here, there, f"{journey.game.slug} {journey.case}, as {who(pov)} sees it")


def _scene(journey: Journey, state: Any, pov: Seat | None, waiting: tuple[Seat, ...], result: Result | None) -> Scene:
    recent = tuple(event.text for moment in journey.moments[:6] for event in moment.step.played.events if event.to is None)
    reason = result.reason if result else None
    return Scene(journey.game.view(state, pov), NAMES[:journey.case.seats], waiting, recent[-3:], {}, reason)


def _same(draw: Painter, here: Scene, there: Scene, where: str) -> None:
    board = draw.paint(here, english)
    assert (board.size, board.mode) == (SIZE, "RGB"), f"{where}: a picture of {board.size}, {board.mode}"
    assert board.tobytes() == draw.paint(there, english).tobytes(), f"{where}: the picture shows hidden things"
    hand, other = draw.hand(here, english), draw.hand(there, english)
    assert (hand is None) == (other is None), f"{where}: whether there is a picture of the hand tells of hidden things"
    if hand is not None and other is not None:
        assert hand.tobytes() == other.tobytes(), f"{where}: the picture of the hand shows hidden things"
    for write in (draw.alt, draw.hand_alt):
        text = write(here, english)
        assert text == write(there, english), f"{where}: {write.__name__} tells of hidden things"
        assert 0 < len(text) <= LONGEST_ALT or write == draw.hand_alt, f"{where}: the board in words has {len(text)} characters"
