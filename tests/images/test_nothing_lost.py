"""A picture has all its requested text complete. Only names of players are cut, and they keep their first letters."""

from __future__ import annotations

import re
from itertools import product

import pytest
from PIL import Image

from engine.kernel.text import SeatMention, Translate, say, translate_to_english
from render.kit.fonts import clean
from render.kit.scene import Scene
from render.kit.sheet import DrawnText, Sheet
from render.kit.text import ELLIPSIS, Formatter, PlayerName
from tests.images import golden
from tests.images.moments import (
    LANGUAGES,
    PLAYER_NAMES,
    RECORD_NAMES,
    draw_all,
    find_scene,
    list_lengths_and_languages,
    list_records,
    rename_players,
    replay_scenes,
)


def describe_loss(told: DrawnText, names: tuple[str, ...]) -> str:
    """Describe the loss of a text; return "" if it is complete."""
    if told.asked == told.shown:
        return ""
    if re.findall(r"\d", told.asked) != re.findall(r"\d", told.shown):
        return f"numbers of “{told.asked}”: “{told.shown}”"
    pattern = re.escape(told.asked)
    for name in names:
        beginnings = "|".join(re.escape(name[:k]) for k in range(len(name), 0, -1))
        pattern = pattern.replace(re.escape(name), f"(?:{beginnings}){ELLIPSIS}?")
    return "" if re.fullmatch(pattern, told.shown) else f"“{told.asked}” became “{told.shown}”"


def list_losses(slug: str, scene: Scene, translate: Translate) -> list[str]:
    names = tuple(clean(name) for name in scene.names)
    return [
        wrong
        for sheet in draw_all(slug, scene, translate)
        for told in sheet.drawn_texts
        if (wrong := describe_loss(told, names))
    ]


@pytest.mark.parametrize(("picture", "length", "language"), list_lengths_and_languages(golden.list_pictures(), 3))
def test_nothing_is_lost_on_the_golden_boards(picture: str, length: int, language: Translate):
    assert list_losses(picture.partition("-")[0], rename_players(find_scene(picture), length), language) == []


@pytest.mark.slow
@pytest.mark.parametrize("record", list_records())
def test_nothing_is_lost_in_the_recorded_games(record: str):
    """The games alternate between languages and name lengths; `make soak` draws the golden boards with all combinations."""
    ways = list(product(sorted(PLAYER_NAMES), LANGUAGES.codes))
    for k, scene in enumerate(replay_scenes(record), RECORD_NAMES.index(record)):
        length, code = ways[k % len(ways)]
        assert list_losses(record.partition("-")[0], rename_players(scene, length), LANGUAGES.find_language(code)) == []


def test_a_loss_is_noticed():
    names = ("Maximiliane", "Ben")
    assert describe_loss(DrawnText("Maximiliane to play", "Maxi… to play"), names) == ""
    assert describe_loss(DrawnText("Maximiliane to play", "Maxi… to pl…"), names)
    assert describe_loss(DrawnText("101", "1…"), names)
    assert describe_loss(DrawnText("−16", ""), names)
    assert describe_loss(DrawnText("Ben wins", "wins"), names)


@pytest.mark.parametrize("room", [20, 46, 300])
@pytest.mark.parametrize("words", ["−16", "101", "Cartography", "takes 3 cards"])
def test_words_are_shrunk_into_their_room(words: str, room: int):
    sheet = Sheet(Image.new("RGB", (600, 60)))
    assert sheet.text(10, 30, words, room, size=44, role="title") <= room or room == 20
    assert sheet.drawn_texts == [DrawnText(words, words)]
    assert sheet.written_texts[0].string == words


def test_a_name_keeps_its_beginning_and_its_number():
    sheet = Sheet(Image.new("RGB", (600, 60)))
    for name in ("Maximiliane of the long sea 1", "Maximiliane of the long sea 2"):
        sheet.text(10, 30, PlayerName(name), 120)
    one, two = (told.shown for told in sheet.drawn_texts)
    assert one.startswith("Max")
    assert (one[-2:], two[-2:]) == (f"{ELLIPSIS}1", f"{ELLIPSIS}2")


@pytest.mark.parametrize("room", [700, 330, 240, 150])
def test_names_are_shortened_before_verbs(room: int):
    sheet = Sheet(Image.new("RGB", (900, 200)))
    told = say("{seat} to play", seat=SeatMention(0))
    lines = sheet.sentence(
        10,
        60,
        told,
        room,
        Formatter(("Maximiliane-Alexandrina",), translate_to_english),
        size=42,
        max_lines=2,
        line_height=40,
    )
    assert lines == (2 if room == 150 else 1)
    assert sheet.drawn_texts[0].shown.endswith(" to play")
    assert sheet.drawn_texts[0].shown.startswith("Maxi")
