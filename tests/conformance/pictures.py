"""Check that pictures and their texts depend on the view alone, and that their size suits Discord."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PIL import Image

from cogs.pictures.render_request import RenderRequest, decode_request, encode_request
from engine.kernel.position import Situation, resolve_situation
from engine.kernel.text import Seat, translate_to_english, write_text
from engine.turn_log import PieceTrails, TrailGame, TurnStart, find_newest_trails, join_turns, list_turns_since
from render.kit.poster import Finale, build_pages, load_poster
from render.kit.scene import EarlierView, Painter, Scene, load_painter
from tests.conformance.checks import PLAYER_NAMES
from tests.conformance.hidden_information import describe_viewer
from tests.conformance.random_game import RandomGame

PICTURE_SIZE_PX = (1650, 1050)
MAX_ALT_CHARS = 1_000
PLAIN_POSTER_MODULE = "render.kit.poster.plain"
"""The poster of games without their own; it shows the last board, which another check covers."""


def check_pictures_hide(journey: RandomGame) -> None:
    """Check that board and hand show nothing hidden, for a spectator and one seat, at four moments of the game.

    The scenes have the recent events and the trails. The earlier views are resampled too. One of two pictures is
    drawn from a scene as a drawing process receives it, because views are data.
    """
    draw = load_painter(journey.game.slug)
    half = len(journey.moments) // 2
    moments = [journey.moments[n].situation for n in (0, min(4, half), half)] + [
        resolve_situation(journey.game, journey.last_position, journey.case.seed)
    ]
    seat = journey.moments[half].played_move.seat
    for moment in moments:
        for pov in (None, seat):
            turns = _list_turns(journey, moment, pov, dealt=False)
            here = _build_scene(journey, moment.state, pov, moment, *turns)
            other = _list_turns(journey, moment, pov, dealt=True)
            there = _build_scene(
                journey, journey.game.resample_state(moment.state, pov, journey.shuffle), pov, moment, *other
            )
            assert not isinstance(journey.game, TrailGame) or moment is moments[0] or here.trails
            order = RenderRequest("board", journey.game.slug, here, "day")
            arrived = decode_request(encode_request(order, "en")).request.subject
            assert isinstance(arrived, Scene)
            assert type(arrived.view) is type(here.view), "a view is a msgspec.Struct"
            _are_same(draw, arrived, there, f"{journey.game.slug} {journey.case}, as {describe_viewer(pov)} sees it")


def check_posters_hide(journey: RandomGame) -> None:
    """Check that the poster and the moments stored for it show nothing hidden."""
    game, drawn = journey.game, load_poster(journey.game.slug)
    last = resolve_situation(game, journey.last_position, journey.case.seed)
    states = [moment.situation.state for moment in journey.moments] + [last.state]
    for number, state in enumerate(states):
        dealt = game.resample_state(state, None, journey.shuffle)
        kept, seen = (drawn.create_page(game.build_view(one, None)) for one in (state, dealt))
        assert seen == kept, f"{game.slug} {journey.case}: the poster's page after move {number} tells of hidden things"
    if last.result is None or drawn.__name__ == PLAIN_POSTER_MODULE:
        return
    remembered = build_pages(drawn, (game.build_view(state, None) for state in states))
    names = PLAYER_NAMES[: journey.case.seat_count]
    ends = [
        Finale(game.slug, game.title, Scene(game.build_view(one, None), names), last.result, remembered, len(states))
        for one in (last.state, game.resample_state(last.state, None, journey.shuffle))
    ]
    where = f"{game.slug} {journey.case}"
    image, again, secret = (drawn.draw_poster(end, translate_to_english) for end in (ends[0], *ends))
    assert (image.size, image.mode) == (PICTURE_SIZE_PX, "RGB"), f"{where}: a poster of {image.size}, {image.mode}"
    assert _read_pixels(again) == _read_pixels(image), f"{where}: the poster is another one each time"
    assert _read_pixels(secret) == _read_pixels(image), f"{where}: the poster tells of hidden things"
    words, other = (drawn.describe_poster(end, translate_to_english) for end in ends)
    assert 0 < len(words) <= MAX_ALT_CHARS, f"{where}: the poster in words has {len(words)} characters"
    assert other == words, f"{where}: the poster in words tells of hidden things"


def _list_turns(
    journey: RandomGame, moment: Situation[Any], pov: Seat | None, *, dealt: bool
) -> tuple[Sequence[TurnStart], PieceTrails]:
    """Return the turns before a moment that its picture shows, and the trails of the pieces.

    If `dealt` is set, the hidden state of every turn is resampled.
    """
    at = next((one.move_index for one in journey.moments if one.situation is moment), len(journey.moments))
    begun: list[TurnStart] = []
    for one in journey.moments[:at]:
        if not one.position.answers:
            base = one.position.base
            state = journey.game.resample_state(base, pov, journey.shuffle) if dealt else base
            begun.append(TurnStart(one.played_move.seat, state))
    turns = join_turns(journey.game, begun)
    return list_turns_since(turns, pov, moment.questions.keys(), journey.case.seat_count), find_newest_trails(turns)


def _build_scene(
    journey: RandomGame,
    state: Any,
    pov: Seat | None,
    moment: Situation[Any],
    earlier: Sequence[TurnStart],
    trails: PieceTrails,
) -> Scene:
    recent = tuple(
        event.text for moment in journey.moments[:6] for event in moment.played_move.result.events if event.to is None
    )
    reason = moment.result.reason if moment.result else None
    view, before = (
        journey.game.build_view,
        tuple(EarlierView(turn.seat, journey.game.build_view(turn.state, pov)) for turn in earlier),
    )
    names = PLAYER_NAMES[: journey.case.seat_count]
    return Scene(view(state, pov), names, tuple(moment.questions), recent[-3:], {}, reason, before, trails=trails)


def _are_same(draw: Painter, here: Scene, there: Scene, where: str) -> None:
    words = draw.describe_board(here, translate_to_english)
    assert 0 < len(words) <= MAX_ALT_CHARS, f"{where}: the board in words has {len(words)} characters"
    ways: tuple[Callable[[Scene], object], ...] = (
        lambda scene: draw.describe_board(scene, translate_to_english),
        lambda scene: draw.describe_hand(scene, translate_to_english),
        lambda scene: draw.describe_position(scene, translate_to_english),
        lambda scene: draw.explain_picture("board", scene, translate_to_english),
        lambda scene: draw.explain_picture("hand", scene, translate_to_english),
        lambda scene: [write_text(told, scene.names) for told in draw.list_turn_summaries(scene)],
        lambda scene: _read_pixels(_draw_board(draw, scene, where)),
        lambda scene: _read_pixels(draw.draw_hand(scene, translate_to_english)),
    )
    for name, way in zip(
        ("alt", "hand_alt", "position", "legend", "hand_legend", "news", "paint", "hand"), ways, strict=True
    ):
        first = way(here)
        assert way(here) == first, f"{where}: {name} is another one each time"
        assert way(there) == first, f"{where}: {name} tells of hidden things"


def _draw_board(draw: Painter, scene: Scene, where: str) -> Image.Image:
    board = draw.draw_board(scene, translate_to_english)
    assert (board.size, board.mode) == (PICTURE_SIZE_PX, "RGB"), f"{where}: a picture of {board.size}, {board.mode}"
    return board


def _read_pixels(image: Image.Image | None) -> bytes:
    return b"" if image is None else image.tobytes()
