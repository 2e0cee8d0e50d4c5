"""A picture and its text are made from the view: they are the same whatever lies hidden, and of the size that Discord shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PIL import Image

from engine.kernel.position import now
from engine.kernel.script import Result
from engine.kernel.text import Seat, english
from render.kit.scene import Painter, Scene, painter
from tests.conformance.checks import NAMES
from tests.conformance.journey import Journey
from tests.conformance.secrecy import who

SIZE = (1650, 1050)
LONGEST_ALT = 1_000


def pictures_hide(journey: Journey) -> None:
    """The board and the hand, for a spectator and one seat, at the opening, early, in the middle and at the end."""
    draw = painter(journey.game.slug)
    half = len(journey.moments) // 2
    moments = [journey.moments[n].here for n in (0, min(4, half), half)] + [
        now(journey.game, journey.last, journey.case.seed)
    ]
    seat = journey.moments[half].step.seat
    for moment in moments:
        for pov in (None, seat):
            other = journey.game.resample(moment.state, pov, journey.shuffle)
            here, there = (
                _scene(journey, seen, pov, tuple(moment.ask), moment.result) for seen in (moment.state, other)
            )
            _same(draw, here, there, f"{journey.game.slug} {journey.case}, as {who(pov)} sees it")


def _scene(journey: Journey, state: Any, pov: Seat | None, waiting: tuple[Seat, ...], result: Result | None) -> Scene:
    recent = tuple(
        event.text for moment in journey.moments[:6] for event in moment.step.played.events if event.to is None
    )
    reason = result.reason if result else None
    return Scene(journey.game.view(state, pov), NAMES[: journey.case.seats], waiting, recent[-3:], {}, reason)


def _same(draw: Painter, here: Scene, there: Scene, where: str) -> None:
    board = draw.paint(here, english)
    assert (board.size, board.mode) == (SIZE, "RGB"), f"{where}: a picture of {board.size}, {board.mode}"
    words = draw.alt(here, english)
    assert 0 < len(words) <= LONGEST_ALT, f"{where}: the board in words has {len(words)} characters"
    ways: tuple[Callable[[Scene], object], ...] = (
        lambda scene: draw.alt(scene, english),
        lambda scene: draw.hand_alt(scene, english),
        lambda scene: _pixels(draw.paint(scene, english)),
        lambda scene: _pixels(draw.hand(scene, english)),
    )
    for name, way in zip(("alt", "hand_alt", "paint", "hand"), ways, strict=True):
        first = way(here)
        assert way(here) == first, f"{where}: {name} is another one each time"
        assert way(there) == first, f"{where}: {name} tells of hidden things"


def _pixels(image: Image.Image | None) -> bytes:
    return b"" if image is None else image.tobytes()
