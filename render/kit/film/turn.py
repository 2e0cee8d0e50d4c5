"""The latest turns as a short animation: the board as it stands, then how it came to that, and the board again."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from PIL import Image

from engine.kernel.text import Translate
from render.kit.film import Film
from render.kit.scene import Painter, Scene
from render.kit.theme import Tone

FIRST, STEP, LAST = 2500, 1100, 4000
"""Milliseconds for the board at the beginning, for each step of the story, and for the board at its end."""
AGAIN = 2
"""How often it is repeated; then it rests on the board as it stands."""


def moments(scene: Scene) -> Iterator[tuple[Scene, int]]:
    """What is shown, and for how long: first the board as it stands, for those whose pictures do not move; then as the viewer saw
    it before the first of the latest turns, and after each of them."""
    yield scene, FIRST
    steps = [one.view for one in scene.before[1:]]
    calm = msgspec.structs.replace(scene, reason=None, winners=(), recent=(), waiting=())
    yield msgspec.structs.replace(calm, view=scene.before[0].view, before=(), waiting=(scene.before[0].seat,)), STEP
    for turn, after, following in zip(scene.before, steps, scene.before[1:], strict=False):
        yield msgspec.structs.replace(calm, view=after, before=(turn,), waiting=(following.seat,)), STEP
    yield scene, LAST


def moving(artist: Painter, scene: Scene, translate: Translate, tone: Tone) -> bytes:
    """The animation, a GIF. The scene must tell of a turn (see `Scene.before`)."""
    film = Film(artist.palette(), tone=tone, again=AGAIN)
    kept: Image.Image | None = None
    for moment, ms in moments(scene):
        image = kept if moment is scene and kept is not None else artist.paint(moment, translate)
        kept = kept or image
        film.add(image, ms)
    return film.finish()
