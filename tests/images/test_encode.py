"""Encoding of pictures."""

from __future__ import annotations

import zlib
from collections import Counter
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from cogs.pictures.render_request import RenderRequest, render_picture
from engine.kernel.text import translate_to_english
from render import amundsen
from render.kit import encode
from render.kit.theme import GOLD, INK, NAVY_2, parse_colour
from tests.images.golden import BOARD_SCENES
from tests.images.moments import LANGUAGES
from tests.images.scenes_amundsen import make_midgame


def test_a_palette_holds_its_exact_colours_first():
    sample = Image.linear_gradient("L").convert("RGB")
    made = encode.compute_palette([sample], [GOLD, INK, GOLD])
    colours = made.getpalette() or []
    assert tuple(colours[:6]) == (*parse_colour(GOLD), *parse_colour(INK))
    assert len(colours) == 3 * encode.MAX_COLOURS


def test_a_palette_of_plain_colours_only_is_enough():
    plain = Image.new("RGB", (8, 8), NAVY_2)
    image = Image.open(BytesIO(encode.encode_png(plain, encode.compute_palette([plain], [NAVY_2]))))
    assert image.convert("RGB").getcolors() == [(64, parse_colour(NAVY_2))]


def test_a_board_survives_its_palette():
    board = amundsen.draw_board(make_midgame(0), translate_to_english)
    raw = encode.encode_png(board, amundsen.load_palette())
    posted = Image.open(BytesIO(raw))
    assert (posted.format, posted.mode, posted.size) == ("PNG", "P", (1650, 1050))
    assert len(raw) < 200_000
    error = ImageStat.Stat(ImageChops.difference(posted.convert("RGB"), board))
    assert max(error.rms) < 2.5
    assert max(high for _, high in error.extrema) < 60


def test_the_same_picture_gives_the_same_bytes():
    assert encode.encode_png(
        amundsen.draw_board(make_midgame(1), translate_to_english), amundsen.load_palette()
    ) == encode.encode_png(amundsen.draw_board(make_midgame(1), translate_to_english), amundsen.load_palette())


@pytest.mark.parametrize("tone", ["day", "night", "contrast"])
def test_every_machine_shows_the_same_pixels(tone: encode.Tone, monkeypatch: pytest.MonkeyPatch):
    """The pixels are the same with isal, with any other deflate, and with Pillow's writer where isal has no wheel."""
    board, colours = amundsen.draw_board(make_midgame(0), translate_to_english), amundsen.load_palette()
    made = [encode.encode_png(board, colours, tone)]
    for deflate in (zlib.compress, None):
        monkeypatch.setattr(encode, "_find_deflate", lambda deflate=deflate: deflate)
        made.append(encode.encode_png(board, colours, tone))
    shown = [Image.open(BytesIO(raw)) for raw in made]
    assert len({(one.mode, one.size, tuple(one.getpalette() or ()), one.tobytes()) for one in shown}) == 1
    assert len(made[0]) <= 1.03 * len(made[2])


def test_a_narrow_picture_has_margins_in_the_colour_of_its_edge():
    scene, language = BOARD_SCENES["paso"]["advance"](), LANGUAGES.find_language("en")
    results = [render_picture(RenderRequest("crop", "paso", scene, "day", aspect), language) for aspect in (0.0, 3.0)]
    narrow, wide = (Image.open(BytesIO(result.data)).convert("RGB") for result in results if result is not None)
    edge = Counter(narrow.getpixel((0, y)) for y in range(narrow.height)).most_common(1)[0][0]
    assert wide.width == 3 * wide.height
    assert {wide.getpixel((x, wide.height // 2)) for x in (0, wide.width - 1)} == {edge}
