"""Text that carries information is readable at the usual widths: on a desktop 550 pixels, on a phone 390."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from engine.kernel.text import Translate
from render.kit.fonts import FONT_FILES, load_font
from render.kit.scene import Scene, load_painter
from render.kit.sheet import Sheet
from tests.images import golden
from tests.images.legibility import (
    CAPITAL_HEIGHT_SHARE,
    find_unreadable,
)
from tests.images.moments import (
    LANGUAGES,
    RECORD_NAMES,
    find_scene,
    list_lengths_and_languages,
    list_records,
    rename_players,
    replay_scenes,
    watch_sheets,
)
from tests.images.sheet_checks import find_collisions

SEAT_PATTERNS = ("[1-4]",)
"""The number of a seat in its badge. Its shape and colour show it too, in every game."""
DECORATION_PATTERNS = {
    "amundsen": (
        r"\?",  # on the back of a card, on the way back to the route: a sign, not a word
        "[RGBY]",  # repeats a card's colour, next to its shape
        "[AS]",  # on an explorer's coat, next to his flag
        "1911|Amundsen|[Vv]s\\.? Scott|contra Scott",  # the title of the game
        "Fram|Terra|Nova|R o s s   S e a|Mar de Ross|South|Pole|Polo|Sur",  # ships, the sea and the Pole on the chart
    ),
    "northwest": SEAT_PATTERNS,
    "paso": SEAT_PATTERNS,
    "expanse": (),
}
"""The words that may be smaller, because they decorate or repeat the meaning of a shape."""

DrawnSheet = tuple[str, Sheet]


def draw_sheets(slug: str, scene: Scene, translate: Translate, *kinds: str) -> list[DrawnSheet]:
    """Draw the pictures of a scene with their words: "draw_board", "draw_crop", "draw_hand"."""
    found: list[DrawnSheet] = []
    for kind in kinds:
        with watch_sheets() as begun:
            image = getattr(load_painter(slug), kind)(scene, translate)
        found += [(kind, sheet) for sheet in begun if sheet.image is image]
        assert image is None or found, kind
    return found


def describe_unreadable(slug: str, scene: Scene, translate: Translate, *kinds: str) -> list[str]:
    found: list[str] = []
    for kind, sheet in draw_sheets(slug, scene, translate, *kinds):
        found += find_unreadable(kind, sheet, is_choosing=bool(scene.marks)) + find_collisions(sheet)
        found += [
            f"“{one.string}” is no decoration"
            for one in sheet.written_texts
            if one.kind == "decoration"
            and not any(re.fullmatch(known, one.string) for known in DECORATION_PATTERNS.get(slug, SEAT_PATTERNS))
        ]
    return found


@pytest.mark.parametrize(("picture", "length", "language"), list_lengths_and_languages(golden.list_pictures(), 3))
def test_golden_pictures_can_be_read(picture: str, length: int, language: Translate):
    slug, _, name = picture.partition("-")
    kinds = ("draw_board", "draw_crop") if name in golden.BOARD_SCENES[slug] else ("draw_hand",)
    assert describe_unreadable(slug, rename_players(find_scene(picture), length), language, *kinds) == []


@pytest.mark.parametrize("record", list_records())
def test_recorded_games_can_be_read(record: str):
    """The games alternate between the languages; `make soak` draws the golden pictures in all of them."""
    for k, scene in enumerate(replay_scenes(record), RECORD_NAMES.index(record)):
        language = LANGUAGES.find_language(LANGUAGES.codes[k % len(LANGUAGES.codes)])
        assert (
            describe_unreadable(
                record.partition("-")[0], rename_players(scene, 32), language, "draw_board", "draw_crop", "draw_hand"
            )
            == []
        )


def test_small_words_and_collisions_are_noticed():
    sheet = Sheet(Image.new("RGB", (1650, 100)))
    sheet.text(10, 50, "12", 100, size=38)
    sheet.text(20, 60, "13", 100, size=39)
    sheet.text(200, 50, "c4", 100, size=33, kind="place")
    assert len(find_unreadable("draw_board", sheet, is_choosing=False)) == 1
    assert len(find_unreadable("draw_board", sheet, is_choosing=True)) == 2
    assert len(find_unreadable("draw_crop", sheet, is_choosing=False)) == 3
    assert len(find_collisions(sheet)) == 1


def test_capitals_have_the_computed_height():
    for role in FONT_FILES:
        _, top, _, bottom = load_font(role, 390).getbbox("H", anchor="ls")
        assert bottom - top == pytest.approx(CAPITAL_HEIGHT_SHARE * 390, rel=0.01)
