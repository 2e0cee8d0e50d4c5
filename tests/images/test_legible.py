"""Everything that tells something can be read where pictures are looked at: on a desktop 550 pixels wide, on a phone 390."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from cogs.words.languages import Languages
from engine.kernel.text import Translate
from render.kit.scene import Scene, painter
from render.kit.sheet import Sheet
from render.kit.text import FILES, font
from tests.images import golden
from tests.images.chance import collisions
from tests.images.moments import NAMES, RECORDS, named, recorded, renamed, watched

LANGUAGES = Languages()
SPOKEN = [pytest.param(LANGUAGES.of(code), id=code) for code in LANGUAGES.codes]
DESKTOP, PHONE = 550, 390
"""The widths in pixels at which a board, and a crop or a hand, must be readable."""
LEAST = 9
"""The height of capitals there, in pixels."""
CAPITALS = 0.7
"""The height of capitals for a font size of 1."""
SEATS = ("[1-4]",)
"""The number of a seat in its badge, whose shape and colour tell it: in every game."""
DECORATION = {
    "amundsen": (
        r"\?",  # on the back of a card, on the way back to the route: a sign, not a word
        "[RGBY]",  # a card's colour again, beside its shape
        "[AS]",  # on an explorer's coat, beside his flag
        "1911|Amundsen|[Vv]s\\.? Scott|contra Scott",  # the title of the game
        "Fram|Terra|Nova|R o s s   S e a|Mar de Ross|South|Pole|Polo|Sur",  # ships, the sea and the Pole on the chart
    ),
    "northwest": SEATS,
    "paso": SEATS,
    "expanse": (),
}
"""What may be smaller: it decorates, or repeats what a shape says."""

Drawn = tuple[str, Sheet]


def sheets(slug: str, scene: Scene, translate: Translate, *kinds: str) -> list[Drawn]:
    """The pictures of a moment with their words: "paint", "crop", "hand"."""
    found: list[Drawn] = []
    for kind in kinds:
        with watched() as begun:
            image = getattr(painter(slug), kind)(scene, translate)
        found += [(kind, sheet) for sheet in begun if sheet.image is image]
        assert image is None or found, kind
    return found


def unreadable(kind: str, sheet: Sheet, *, choosing: bool) -> list[str]:
    """The words of a picture that are too small: all that carry data and, where there is something to choose, names of cells."""
    shown = DESKTOP if kind == "paint" else PHONE
    kinds = ("data", "place") if choosing or kind != "paint" else ("data",)
    return [
        f"{kind}: “{one.string}” is {one.size} px of {sheet.image.width}"
        for one in sheet.written
        if one.kind in kinds and round(CAPITALS * one.size * shown / sheet.image.width, 1) < LEAST
    ]


def wrong(slug: str, scene: Scene, translate: Translate, *kinds: str) -> list[str]:
    found: list[str] = []
    for kind, sheet in sheets(slug, scene, translate, *kinds):
        found += unreadable(kind, sheet, choosing=bool(scene.marks)) + collisions(sheet)
        found += [
            f"“{one.string}” is no decoration"
            for one in sheet.written
            if one.kind == "decoration"
            and not any(re.fullmatch(known, one.string) for known in DECORATION.get(slug, SEATS))
        ]
    return found


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("length", sorted(NAMES))
@pytest.mark.parametrize("picture", golden.names())
def test_golden_pictures_can_be_read(picture: str, length: int, language: Translate):
    slug, _, name = picture.partition("-")
    kinds = ("paint", "crop") if name in golden.BOARDS[slug] else ("hand",)
    assert wrong(slug, renamed(named(picture), length), language, *kinds) == []


@pytest.mark.slow
@pytest.mark.parametrize("record", RECORDS)
def test_recorded_games_can_be_read(record: str):
    """In the languages by turns: the golden pictures are read in all of them."""
    for k, scene in enumerate(recorded(record), RECORDS.index(record)):
        language = LANGUAGES.of(LANGUAGES.codes[k % len(LANGUAGES.codes)])
        assert wrong(record.partition("-")[0], renamed(scene, 32), language, "paint", "crop", "hand") == []


def test_small_words_and_collisions_are_noticed():
    sheet = Sheet(Image.new("RGB", (1650, 100)))
    sheet.text(10, 50, "12", 100, size=38)
    sheet.text(20, 60, "13", 100, size=39)
    sheet.text(200, 50, "c4", 100, size=33, kind="place")
    assert len(unreadable("paint", sheet, choosing=False)) == 1
    assert len(unreadable("paint", sheet, choosing=True)) == 2
    assert len(unreadable("crop", sheet, choosing=False)) == 3
    assert len(collisions(sheet)) == 1


def test_capitals_are_as_high_as_is_reckoned():
    for role in FILES:
        _, top, _, bottom = font(role, 390).getbbox("H", anchor="ls")
        assert bottom - top == pytest.approx(CAPITALS * 390, rel=0.01)
