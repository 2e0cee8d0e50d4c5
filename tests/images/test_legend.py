"""Legends: every mark on a picture has an entry, and a legend names what is on its picture."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from importlib import import_module

import pytest

from cogs.i18n.languages import LanguageRegistry
from cogs.interactions.limits import MAX_MESSAGE_CHARS
from engine.kernel import registry
from engine.kernel.text import translate_to_english, write_text
from engine.ops.rule_pages import load_rules
from render.kit.cache import Mark
from render.kit.legend import UnexplainedMarkError, explain_sheet
from render.kit.scene import PictureShape, Scene, load_painter
from render.kit.sheet import Sheet
from render.northwest import compose_board
from render.northwest.texts.legend import LEGEND
from tests.game_cases import list_game_cases
from tests.images.golden import BOARD_SCENES, HAND_SCENES, NAMED

SHAPES: tuple[PictureShape, ...] = ("board", "crop", "hand")
SIGN_PATTERN = re.compile(r"[×−+?]")
MAX_SIGN_DISTANCE_PX = 130
"""A sign among the texts of a picture is this near to a mark that explains it."""


def list_scenes(slug: str) -> Iterator[tuple[str, Scene]]:
    """List the golden scenes of a game."""
    for name, make in (BOARD_SCENES[slug] | HAND_SCENES[slug]).items():
        yield name, make()


def explain(slug: str, name: str, shape: PictureShape) -> list[str]:
    """List the legend of a golden picture."""
    scene = (BOARD_SCENES[slug] | HAND_SCENES[slug])[name]()
    return [
        write_text(text, scene.names) for text in load_painter(slug).explain_picture(shape, scene, translate_to_english)
    ]


@pytest.mark.parametrize("slug", list_game_cases("paso"))
def test_every_mark_of_every_picture_has_an_entry(slug: str) -> None:
    rules = {rule.number for rule in load_rules(registry.load_game(slug), "en")}
    spanish = LanguageRegistry().find_language("es")
    told = 0
    for name, scene in list_scenes(slug):
        for shape in SHAPES:
            texts = load_painter(slug).explain_picture(
                shape, scene, translate_to_english
            )  # raises UnexplainedMarkError
            entries = [write_text(text, scene.names) for text in texts]
            assert len(set(entries)) == len(entries), f"{slug} {name} {shape}"
            for entry in entries:
                for number in re.findall(r"\b[A-Z]\d+(?:\.\d+)?(?=[,)])", entry):
                    assert number in rules, entry
            for translate in (translate_to_english, spanish):
                written = "\n".join(write_text(text, scene.names, translate) for text in texts)
                assert len(written) < MAX_MESSAGE_CHARS - 1000
            told += len(entries)
    assert told or slug not in ("amundsen", "expanse", "northwest", "paso")


@pytest.mark.parametrize("slug", NAMED)
def test_every_sign_among_the_texts_is_near_a_mark(slug: str) -> None:
    for name, scene in list_scenes(slug):
        if "over" in name:
            continue  # a score sheet, whose rows have names
        sheet: Sheet = import_module(f"render.{slug}").compose_board(scene, translate_to_english)
        for written in sheet.written_texts:
            if not SIGN_PATTERN.match(written.string):
                continue
            x, y = (written.ink[0] + written.ink[2]) / 2, (written.ink[1] + written.ink[3]) / 2
            distance_px = min(math.dist((x, y), (mark.x, mark.y)) for mark in sheet.marks)
            assert distance_px <= MAX_SIGN_DISTANCE_PX, f"{slug} {name}: {written.string} at {x}, {y}"


def test_a_mark_without_an_entry_is_found() -> None:
    sheet = compose_board(BOARD_SCENES["northwest"]["winter"](), translate_to_english)
    sheet.list_mark(0, 0, "rainbow")
    with pytest.raises(UnexplainedMarkError, match="rainbow"):
        explain_sheet(sheet, LEGEND)
    sheet.marks[-1] = sheet.marks[-1]._replace(mark=Mark("zone", (99,)))
    with pytest.raises(UnexplainedMarkError, match="zone"):
        explain_sheet(sheet, LEGEND)


def test_a_legend_has_only_what_is_on_its_picture() -> None:
    winter, crop = " ".join(explain("northwest", "winter", "board")), " ".join(explain("northwest", "winter", "crop"))
    for sign in ("×1:", "×2:", "Sun", "pays:", "Line with icicles", "NW:"):
        assert sign in winter, sign
    assert "pays:" not in crop, "the table of majorities is beside the part"
    assert "White disc with a number on the arch" not in crop
    assert any("Ear of corn" in entry for entry in explain("expanse", "middle", "board"))
    assert any("E7.1" in entry for entry in explain("expanse", "middle", "board"))
    assert any("Chest" in entry for entry in explain("paso", "middle", "board"))
    assert any("85°" in entry for entry in explain("amundsen", next(iter(BOARD_SCENES["amundsen"])), "board"))
