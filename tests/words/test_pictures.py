"""Pictures in every language: what has room in English has room in all, and no picture is kept for the wrong reader."""

from __future__ import annotations

import pytest

import render.kit.sheet
import render.kit.text
from cogs.words.languages import Languages, homes
from engine.kernel.text import Translate
from render.kit.scene import painter
from tests.images import golden

LANGUAGES = Languages()
SPOKEN = sorted({slug for code in LANGUAGES.codes for slug, _ in homes(code) if slug})
"""Games with a catalogue in some language."""
OTHERS = [pytest.param(LANGUAGES.of(code), id=code) for code in LANGUAGES.codes if code != "en"]


def painted(picture: str, translate: Translate) -> bytes:
    slug, _, name = picture.partition("-")
    scene, artist = (golden.BOARDS[slug] | golden.HANDS[slug])[name](), painter(slug)
    image = (artist.hand if name in golden.HANDS[slug] else artist.paint)(scene, translate)
    assert image is not None
    return image.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("picture", [name for name in golden.names() if name.partition("-")[0] in SPOKEN])
def test_nothing_is_cut_that_is_whole_in_english(
    picture: str, language: Translate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names and news may be too long in any language, so it is counted how often something was."""
    cut: list[str] = []
    fit = render.kit.text.fit

    def watched(string: str, role: render.kit.text.Role, size: int, room: int) -> str:
        shown = fit(string, role, size, room)
        if shown != string:
            cut.append(string)
        return shown

    monkeypatch.setattr(render.kit.sheet, "fit", watched)
    monkeypatch.setattr(render.kit.text, "fit", watched)
    painted(picture, LANGUAGES.english)
    once = len(cut)
    painted(picture, language)
    assert len(cut) <= 2 * once, cut[once:]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("slug", SPOKEN)
def test_what_is_kept_for_one_language_is_not_shown_in_another(slug: str, language: Translate) -> None:
    first = next(picture for picture in golden.names() if picture.startswith(f"{slug}-"))
    before = painted(first, LANGUAGES.english)
    assert painted(first, language) != before
    assert painted(first, LANGUAGES.english) == before
