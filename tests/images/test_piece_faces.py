"""The pictures of single pieces, which /card shows: every piece of the four games has one, and its words can be read."""

from __future__ import annotations

import pytest

from cogs.i18n.languages import LanguageRegistry
from cogs.pictures.render_request import RenderRequest, decode_request, encode_request
from engine.kernel.registry import load_game
from engine.kernel.text import Translate
from render.kit.scene import Scene, load_painter
from render.kit.sheet import MIN_PIECES_ASPECT
from tests.game_cases import list_game_cases
from tests.images.moments import watch_sheets
from tests.images.sheet_checks import find_misfits, translate_wordy

MAX_WIDTH_PX = 1150
"""On a phone of 358 pixels this leaves words of 39 pixels with capitals of 9."""
PICTURED_GAMES = ("amundsen", "expanse", "northwest", "paso")


def check_faces(slug: str, translate: Translate) -> None:
    painter = load_painter(slug)
    for card in load_game(slug).list_cards():
        assert card.face is not None, card.word
        request = RenderRequest("piece", slug, Scene(card.face, ()), "day")
        assert decode_request(encode_request(request, "en")).request == request, "as a drawing process receives it"
        with watch_sheets() as begun:
            image = painter.draw_piece_face(card.face, translate)
        assert image is not None, card.word
        assert image.mode == "RGB", card.word
        assert image.width <= MAX_WIDTH_PX, card.word
        assert image.width >= MIN_PIECES_ASPECT * image.height, card.word
        assert [find_misfits(sheet) for sheet in begun if sheet.image is image] == [[]], card.word


@pytest.mark.parametrize("slug", list_game_cases("paso", slugs=PICTURED_GAMES))
def test_every_piece_has_a_picture_whose_words_fit(slug: str) -> None:
    check_faces(slug, translate_wordy)


@pytest.mark.parametrize("code", LanguageRegistry().codes)
def test_cards_with_words_fit_in_every_language(code: str) -> None:
    check_faces("expanse", LanguageRegistry().find_language(code))


@pytest.mark.parametrize("slug", PICTURED_GAMES)
def test_no_two_pieces_look_alike(slug: str) -> None:
    painter, translate = load_painter(slug), LanguageRegistry().find_language("en")
    seen: dict[bytes, str] = {}
    for card in load_game(slug).list_cards():
        if slug == "northwest" and card.kind is not None and "tile" in card.kind.template:
            continue  # copies of a tile differ only in their names
        image = painter.draw_piece_face(card.face, translate)
        assert image is not None
        same = seen.setdefault(image.tobytes(), card.word)
        assert same == card.word
