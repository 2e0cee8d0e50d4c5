"""The latest turns as a short animation: the current board, then each turn, whose pieces glide, and the current board again."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.kernel.text import Translate, say
from render.kit.drawing import Drawing
from render.kit.film import Film
from render.kit.film.glide import GLIDE_FRAME_MS, draw_glide
from render.kit.scene import Painter, Scene
from render.kit.theme import Tone

FIRST_FRAME_MS, STEP_MS, LAST_FRAME_MS = 2500, 1100, 4000
"""Milliseconds for the board at the beginning, for each step of the story, and for the board at its end."""
REPEAT_COUNT = 2
"""How often the animation is repeated before it rests on the current board."""


def generate_moments(scene: Scene) -> Iterator[tuple[Scene, int]]:
    """Yield the scenes to show and their durations.

    The current board comes first, for readers whose pictures do not move; then the board before the first of the latest turns,
    and after each of them.
    """
    yield scene, FIRST_FRAME_MS
    steps = [one.view for one in scene.earlier_views[1:]]
    calm = msgspec.structs.replace(scene, end_reason=None, winners=(), recent_events=(), waiting_seats=())
    yield (
        msgspec.structs.replace(
            calm,
            view=scene.earlier_views[0].view,
            earlier_views=(),
            recent_events=(say("The board before the latest turns"),),
            waiting_seats=(scene.earlier_views[0].seat,),
        ),
        STEP_MS,
    )
    for turn, after, following in zip(scene.earlier_views, steps, scene.earlier_views[1:], strict=False):
        yield msgspec.structs.replace(calm, view=after, earlier_views=(turn,), waiting_seats=(following.seat,)), STEP_MS
    yield scene, LAST_FRAME_MS


def draw_animation(artist: Painter, scene: Scene, translate: Translate, tone: Tone) -> bytes:
    """Draw the animation, a GIF. The scene must have a turn (see `Scene.earlier_views`)."""
    film = Film(artist.load_palette(), tone=tone, repeats=REPEAT_COUNT)
    scene = msgspec.structs.replace(scene, shows_whole_board=True)
    moments = list(generate_moments(scene))
    current = artist.draw_board(scene, translate)
    shown = current
    for k, (moment, ms) in enumerate(moments):
        if moment is scene:
            image = current
        else:
            image = artist.draw_board(moment, translate)
        if k > 1 and isinstance(shown, Drawing) and isinstance(image, Drawing):
            for frame in draw_glide(shown, image, artist.find_movement(moment)):
                film.add_frame(frame, GLIDE_FRAME_MS)
        film.add_frame(image, ms)
        shown = image
    return film.finish()
