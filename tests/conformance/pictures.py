"""A picture and its text are made from the view: they are the same whatever lies hidden, and of the size that Discord shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PIL import Image

from cogs.pictures.order import Order, received, sent
from engine.kernel.position import Now, now
from engine.kernel.text import Seat, english, write
from engine.turns import Begun, Roaming, Trails, joined, since, trails
from render.kit.poster import Finale, pages, poster
from render.kit.scene import Before, Painter, Scene, painter
from tests.conformance.checks import NAMES
from tests.conformance.journey import Journey
from tests.conformance.secrecy import who

SIZE = (1650, 1050)
LONGEST_ALT = 1_000
PLAIN = "render.kit.poster.plain"
"""The poster of games that have none of their own; it shows the last board, which is looked at above."""


def pictures_hide(journey: Journey) -> None:
    """The board and the hand, for a spectator and one seat, at the opening, early, in the middle and at the end, with what has
    happened since and where the pieces have been: also what they saw earlier is dealt afresh. One of the two is drawn from what
    arrives at a process that draws: views are data."""
    draw = painter(journey.game.slug)
    half = len(journey.moments) // 2
    moments = [journey.moments[n].here for n in (0, min(4, half), half)] + [
        now(journey.game, journey.last, journey.case.seed)
    ]
    seat = journey.moments[half].step.seat
    for moment in moments:
        for pov in (None, seat):
            turns = _turns(journey, moment, pov, dealt=False)
            here = _scene(journey, moment.state, pov, moment, *turns)
            other = _turns(journey, moment, pov, dealt=True)
            there = _scene(journey, journey.game.resample(moment.state, pov, journey.shuffle), pov, moment, *other)
            assert not isinstance(journey.game, Roaming) or moment is moments[0] or here.trails
            order = Order("board", journey.game.slug, here, "day")
            arrived = received(sent(order, "en")).order.of
            assert isinstance(arrived, Scene)
            assert type(arrived.view) is type(here.view), "a view is a msgspec.Struct"
            _same(draw, arrived, there, f"{journey.game.slug} {journey.case}, as {who(pov)} sees it")


def posters_hide(journey: Journey) -> None:
    """The poster of the game: what it remembers of any moment, and the poster itself where the game has come to its end."""
    game, drawn = journey.game, poster(journey.game.slug)
    last = now(game, journey.last, journey.case.seed)
    states = [moment.here.state for moment in journey.moments] + [last.state]
    for number, state in enumerate(states):
        dealt = game.resample(state, None, journey.shuffle)
        kept, seen = (drawn.page(game.view(one, None)) for one in (state, dealt))
        assert seen == kept, f"{game.slug} {journey.case}: the poster's page after move {number} tells of hidden things"
    if last.result is None or drawn.__name__ == PLAIN:
        return
    remembered = pages(drawn, (game.view(state, None) for state in states))
    names = NAMES[: journey.case.seats]
    ends = [
        Finale(game.slug, game.title, Scene(game.view(one, None), names), last.result, remembered, len(states))
        for one in (last.state, game.resample(last.state, None, journey.shuffle))
    ]
    where = f"{game.slug} {journey.case}"
    image, again, secret = (drawn.paint(end, english) for end in (ends[0], *ends))
    assert (image.size, image.mode) == (SIZE, "RGB"), f"{where}: a poster of {image.size}, {image.mode}"
    assert _pixels(again) == _pixels(image), f"{where}: the poster is another one each time"
    assert _pixels(secret) == _pixels(image), f"{where}: the poster tells of hidden things"
    words, other = (drawn.alt(end, english) for end in ends)
    assert 0 < len(words) <= LONGEST_ALT, f"{where}: the poster in words has {len(words)} characters"
    assert other == words, f"{where}: the poster in words tells of hidden things"


def _turns(journey: Journey, moment: Now[Any], pov: Seat | None, *, dealt: bool) -> tuple[Sequence[Begun], Trails]:
    """The turns before a moment that its picture tells of, and where pieces had been; with hidden things as they were or dealt
    afresh at every turn."""
    at = next((one.at for one in journey.moments if one.here is moment), len(journey.moments))
    begun: list[Begun] = []
    for one in journey.moments[:at]:
        if not one.position.answers:
            base = one.position.base
            state = journey.game.resample(base, pov, journey.shuffle) if dealt else base
            begun.append(Begun(one.step.seat, state))
    turns = joined(journey.game, begun)
    return since(turns, pov, moment.ask.keys(), journey.case.seats), trails(turns)


def _scene(
    journey: Journey, state: Any, pov: Seat | None, moment: Now[Any], earlier: Sequence[Begun], been: Trails
) -> Scene:
    recent = tuple(
        event.text for moment in journey.moments[:6] for event in moment.step.played.events if event.to is None
    )
    reason = moment.result.reason if moment.result else None
    view, before = journey.game.view, tuple(Before(turn.seat, journey.game.view(turn.state, pov)) for turn in earlier)
    names = NAMES[: journey.case.seats]
    return Scene(view(state, pov), names, tuple(moment.ask), recent[-3:], {}, reason, before, trails=been)


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
