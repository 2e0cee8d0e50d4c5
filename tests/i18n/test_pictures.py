"""Pictures in every language: a text that fits in English fits in all, and no picture is kept for the wrong reader."""

from __future__ import annotations

import pytest

import render.kit.sheet
import render.kit.text
from cogs.i18n.languages import LanguageRegistry, generate_catalogue_folders
from engine.kernel.text import Translate
from render.kit.scene import load_painter
from tests.images import golden

LANGUAGE_REGISTRY = LanguageRegistry()
TRANSLATED_GAMES = sorted(
    {slug for code in LANGUAGE_REGISTRY.codes for slug, _ in generate_catalogue_folders(code) if slug}
)
"""Games with a catalogue in some language."""
LANGUAGE_CASES = [
    pytest.param(LANGUAGE_REGISTRY.find_language(code), id=code) for code in LANGUAGE_REGISTRY.codes if code != "en"
]
PICTURE_CASES = [
    pytest.param(name, marks=pytest.mark.soak if n % 4 else [])
    for n, name in enumerate(golden.list_pictures())
    if name.partition("-")[0] in TRANSLATED_GAMES
]
"""Every fourth picture for `make test`, all for `make soak`."""


def draw_picture(picture: str, translate: Translate) -> bytes:
    slug, _, name = picture.partition("-")
    scene, artist = (golden.BOARD_SCENES[slug] | golden.HAND_SCENES[slug])[name](), load_painter(slug)
    image = (artist.draw_hand if name in golden.HAND_SCENES[slug] else artist.draw_board)(scene, translate)
    assert image is not None
    return image.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGE_CASES)
@pytest.mark.parametrize("picture", PICTURE_CASES)
def test_nothing_is_cut_that_is_whole_in_english(
    picture: str, language: Translate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names and news may be too long in any language, so the test counts the cuts."""
    cut: list[str] = []
    fit = render.kit.text.fit_name

    def watched(string: str, role: render.kit.text.Role, size: int, room: int) -> str:
        shown = fit(string, role, size, room)
        if shown != string:
            cut.append(string)
        return shown

    monkeypatch.setattr(render.kit.sheet, "fit_name", watched)
    monkeypatch.setattr(render.kit.text, "fit_name", watched)
    draw_picture(picture, LANGUAGE_REGISTRY.english)
    once = len(cut)
    draw_picture(picture, language)
    assert len(cut) <= 2 * once, cut[once:]


@pytest.mark.parametrize("language", LANGUAGE_CASES)
@pytest.mark.parametrize("slug", TRANSLATED_GAMES)
def test_what_is_kept_for_one_language_is_not_shown_in_another(slug: str, language: Translate) -> None:
    first = next(picture for picture in golden.list_pictures() if picture.startswith(f"{slug}-"))
    before = draw_picture(first, LANGUAGE_REGISTRY.english)
    assert draw_picture(first, language) != before
    assert draw_picture(first, LANGUAGE_REGISTRY.english) == before
