"""A picture and its text are made from the view: they are the same whatever lies hidden, and of the size that Discord shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PIL import Image

from engine.kernel.position import Now, now
from engine.kernel.text import Seat, english, write
from engine.turns import Begun, joined, since
from render.kit.scene import Before, Painter, Scene, painter
from tests.conformance.checks import NAMES
from tests.conformance.journey import Journey
from tests.conformance.secrecy import who

SIZE = (1650, 1050)
LONGEST_ALT = 1_000


def pictures_hide(journey: Journey) -> None:
    """The board and the hand, for a spectator and one seat, at the opening, early, in the middle and at the end, with what has
    happened since: also what they saw earlier is dealt afresh."""
    draw = painter(journey.game.slug)
    half = len(journey.moments) // 2
    moments = [journey.moments[n].here for n in (0, min(4, half), half)] + [
        now(journey.game, journey.last, journey.case.seed)
    ]
    seat = journey.moments[half].step.seat
    for moment in moments:
        for pov in (None, seat):
            earlier = _earlier(journey, moment, pov)
            here = _scene(journey, moment.state, pov, moment, earlier)
            other = [Begun(turn.seat, journey.game.resample(turn.state, pov, journey.shuffle)) for turn in earlier]
            there = _scene(journey, journey.game.resample(moment.state, pov, journey.shuffle), pov, moment, other)
            _same(draw, here, there, f"{journey.game.slug} {journey.case}, as {who(pov)} sees it")


def _earlier(journey: Journey, moment: Now[Any], pov: Seat | None) -> Sequence[Begun]:
    """The turns before a moment that its picture tells of."""
    at = next((one.at for one in journey.moments if one.here is moment), len(journey.moments))
    turns = joined(
        None if one.position.answers else Begun(one.step.seat, one.position.base) for one in journey.moments[:at]
    )
    return since(turns, pov, moment.ask.keys(), journey.case.seats)


def _scene(journey: Journey, state: Any, pov: Seat | None, moment: Now[Any], earlier: Sequence[Begun]) -> Scene:
    recent = tuple(
        event.text for moment in journey.moments[:6] for event in moment.step.played.events if event.to is None
    )
    reason = moment.result.reason if moment.result else None
    view, before = journey.game.view, tuple(Before(turn.seat, journey.game.view(turn.state, pov)) for turn in earlier)
    names = NAMES[: journey.case.seats]
    return Scene(view(state, pov), names, tuple(moment.ask), recent[-3:], {}, reason, before)


def _same(draw: Painter, here: Scene, there: Scene, where: str) -> None:
    board = draw.paint(here, english)
    assert (board.size, board.mode) == (SIZE, "RGB"), f"{where}: a picture of {board.size}, {board.mode}"
    words = draw.alt(here, english)
    assert 0 < len(words) <= LONGEST_ALT, f"{where}: the board in words has {len(words)} characters"
    ways: tuple[Callable[[Scene], object], ...] = (
        lambda scene: draw.alt(scene, english),
        lambda scene: draw.hand_alt(scene, english),
        lambda scene: [write(told, scene.names) for told in draw.news(scene)],
        lambda scene: _pixels(draw.paint(scene, english)),
        lambda scene: _pixels(draw.hand(scene, english)),
    )
    for name, way in zip(("alt", "hand_alt", "news", "paint", "hand"), ways, strict=True):
        first = way(here)
        assert way(here) == first, f"{where}: {name} is another one each time"
        assert way(there) == first, f"{where}: {name} tells of hidden things"


def _pixels(image: Image.Image | None) -> bytes:
    return b"" if image is None else image.tobytes()
