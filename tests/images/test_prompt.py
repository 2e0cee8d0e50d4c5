"""Previews have the question in gold, with the choices made and those left; the tile is drawn where it could be placed."""

from __future__ import annotations

import re
import string
from collections import Counter
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops

from engine.kernel import registry
from engine.kernel.menu import Menu
from engine.kernel.position import GameRun
from engine.kernel.record import build_opening, parse_record
from engine.kernel.registry import AnyGame
from engine.kernel.text import Text, Translate, say
from render.kit.prompt import extract_question, list_variants
from render.kit.scene import Prompt, Scene, load_painter
from render.kit.text import Formatter
from render.kit.theme import GOLD
from tests.golden_records import read_record
from tests.images import golden
from tests.images.moments import LANGUAGES, list_languages, watch_sheets

LANGUAGE_PARAMS = [pytest.param(LANGUAGES.find_language(code), id=code) for code in LANGUAGES.codes]
LONG_PROMPT = Prompt(
    say("Where does the ship go? The ice will not wait (N4.2)."),
    (say("Sail for {n}", n=3), say("two crew from the sled"), say("a berth of {n}", n=7)),
)
CHOICE_BOARDS = [
    f"{slug}-{name}"
    for slug in registry.list_slugs()
    for name, begin in golden.BOARD_SCENES[slug].items()
    if begin().marks and (slug, name) != ("amundsen", "choice")
]
"""The boards with a choice. The choice of an explorer fills the panel and is its own question."""


def ask_scene(slug: str, name: str) -> Scene:
    return msgspec.structs.replace(golden.BOARD_SCENES[slug][name](), prompt=LONG_PROMPT)


@pytest.mark.parametrize("kind", ["draw_board", "draw_crop"])
@pytest.mark.parametrize(("picture", "language"), list_languages(CHOICE_BOARDS))
def test_a_preview_asks_its_question_whole(picture: str, language: Translate, kind: str) -> None:
    slug, _, name = picture.partition("-")
    scene = ask_scene(slug, name)
    with watch_sheets() as begun:
        image = getattr(load_painter(slug), kind)(scene, language)
    if image is None:
        return  # a game whose crop is the whole board
    (sheet,) = [one for one in begun if one.image is image]
    told = " ".join(one.shown for one in sheet.drawn_texts)
    fmt = Formatter(scene.names, language)
    assert extract_question(LONG_PROMPT, fmt) in told
    assert "(N4.2)" not in told, "the message beside the picture has the number of the rule"
    red, green, blue = ImageChops.difference(image.convert("RGB"), Image.new("RGB", image.size, GOLD)).split()
    gold = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()[0]
    assert gold > image.width * 20, "on gold"


def test_a_long_path_keeps_its_beginning_and_its_end_and_what_remains() -> None:
    labels = ("Sail for 3", "two crew from the sled", "to c12", "a berth of 7")
    prompt = Prompt(say("Where to?"), tuple(map(say, labels)))
    variants = list_variants(prompt, Formatter((), LANGUAGES.find_language("en")), say("Crew ready: 4"))
    assert [lines[0] for lines in variants[:5]] == [
        "Sail for 3 › two crew from the sled › to c12 › a berth of 7",
        "Sail for 3 › … › to c12 › a berth of 7",
        "Sail for 3 › … › a berth of 7",
        "Sail for 3…",
        "Sail for 3",
    ]
    assert variants[5:] == [["Where to?", "Crew ready: 4"], ["Where to?"]]
    assert all(lines[1:] == ["Where to?", "Crew ready: 4"] for lines in variants[:5])


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_without_a_question_there_is_no_prompt(slug: str) -> None:
    """A scene without a prompt is drawn without the question."""
    for name, begin in golden.BOARD_SCENES[slug].items():
        with watch_sheets() as begun:
            load_painter(slug).draw_board(begin(), LANGUAGES.find_language("en"))
        assert not [one for sheet in begun for one in sheet.drawn_texts if "Where does the ship go" in one.asked], name


def test_the_tile_lies_faintly_where_it_fits() -> None:
    """In the Passage the chosen tile is drawn on each lettered place where it fits."""
    english, artist, seen = LANGUAGES.find_language("en"), load_painter("northwest"), []
    for name, begin in golden.BOARD_SCENES["northwest"].items():
        scene = msgspec.structs.replace(begin(), prompt=LONG_PROMPT)
        own = [one for one in scene.view.expeditions if one.seat == scene.view.viewer]
        if not own or not any(spot.isalnum() for spot in scene.marks):
            continue
        bare = artist.draw_board(scene, english).convert("RGB")
        for k in range(len(own[0].hand)):
            chosen = msgspec.structs.replace(scene, prompt=msgspec.structs.replace(LONG_PROMPT, chosen=(f"tile-{k}",)))
            if ImageChops.difference(artist.draw_board(chosen, english).convert("RGB"), bare).getbbox():
                seen.append((name, k))
    assert seen


def find_deepest_prompt(game: AnyGame, run: GameRun[Any], verb: str) -> tuple[Prompt, dict[str, str]] | None:
    """Find the last question of the first path into a verb that offers places.

    Return its prompt, which has the earlier choices, and its letters.
    """
    menu: Menu | None = run.build_menu(min(run.situation.questions))
    path: tuple[Text, ...] = ()
    found = None
    for word in [verb, *[""] * 9]:
        assert menu is not None
        option = next((one for one in menu.options if one.why_not is None and word in ("", one.word)), None)
        below = menu.next_menu(option.word) if option else None
        if option is None or below is None:
            break
        menu, path = below, (*path, option.label)
        spots = [one.spot for one in menu.options if one.spot and one.why_not is None]
        if spots and all(load_painter(game.slug).find_picture(spot) == "board" for spot in spots):
            found = Prompt(menu.prompt, path), dict(zip(spots, string.ascii_uppercase, strict=False))
    return found


@pytest.mark.parametrize("kind", ["draw_board", "draw_crop"])
def test_the_passage_names_the_crew_that_it_takes_and_what_is_ready(kind: str) -> None:
    """The test covers every action of a recorded game, on the panel and on the crop for small screens."""
    record = parse_record(read_record("northwest", "round-ten").decode())
    game = registry.load_game("northwest")
    run: GameRun[Any] = GameRun(game, build_opening(game, record), record.seed)
    asked: Counter[str] = Counter()
    for move in record.moves:
        verb, (seat, *_) = move.words[0], sorted(run.situation.questions)
        drafting = game.build_view(run.state, seat).is_drafting  # the first tiles cost nothing
        if not run.answers and not drafting and asked[verb] < 2 and (found := find_deepest_prompt(game, run, verb)):
            asked[verb] += 1
            prompt, marks = found
            names = ("Ana", "Ben", "Cyd")
            scene = Scene(game.build_view(run.state, seat), names, (seat,), marks=marks, prompt=prompt)
            with watch_sheets() as begun:
                image = getattr(load_painter("northwest"), kind)(scene, LANGUAGES.find_language("en"))
            (sheet,) = [one for one in begun if one.image is image]
            told = " ".join(one.shown for one in sheet.drawn_texts)
            assert re.search(r"\(\d crewm[ae]n\)", told), (verb, told)
            assert "Crew ready: ship" in told
            assert not {*marks.values()} - {one.string for one in sheet.written_texts}, "every choice has its letter"
        run.play(move.seat, move.words)
    assert {"draw", "place", "move"} <= asked.keys()
