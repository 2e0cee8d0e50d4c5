"""Recent events: the turns that a viewer sees, a sentence each, the same in the picture and in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
import pytest
from PIL import Image

from cogs.i18n.languages import LanguageRegistry
from engine.kernel import registry
from engine.kernel.position import begin_game
from engine.kernel.script import complete_options
from engine.kernel.text import SeatMention, say, translate_to_english, write_plain_text, write_text
from engine.turn_log import TurnStart, join_turns, list_turns_since, replay_turns
from render.kit import story
from render.kit.news import find_subject
from render.kit.scene import EarlierView, Scene, load_painter
from render.kit.seats import draw_seat_badge
from render.kit.sheet import Sheet, fill_mask, paste_image
from render.kit.story import (
    STORY_LINE_HEIGHT_PX,
    STRIP_BORDER_PX,
    STRIP_PADDING_PX,
    FittedRow,
    StripRow,
    build_rows,
    list_phrases,
    list_turns,
    write_strip,
)
from render.kit.text import Formatter
from render.northwest.panel import create_panel_layout, measure_news
from render.northwest.story_plan import plan_story
from tests.images import golden
from tests.images.moments import compose_board, find_scene, list_records, replay_scenes
from tests.images.recorded_moments import replay_moment


def write_story(slug: str, name: str, moves: int, seat: int | None = None) -> list[str]:
    return [
        write_plain_text(text)
        for text in load_painter(slug).list_turn_summaries(replay_moment(slug, name, moves, seat))
    ]


class FittedStrip(NamedTuple):
    """The rows of a strip as they were given and as they were fitted, and the lines that it has."""

    rows: Sequence[StripRow]
    fitted: list[FittedRow]
    max_lines: int

    def count_omitted(self) -> int:
        return len(self.rows) - len(self.fitted) + sum(row.omitted for row in self.fitted)

    def can_tell_more(self) -> bool:
        spare_lines = self.max_lines - sum(row.height for row in self.fitted)
        return any(row.can_restore(spare_lines) for row in self.fitted)

    def describe(self) -> list[str]:
        return [" / ".join(row.laid_row.laid.lines) for row in self.fitted]


def list_seats(turns: tuple[TurnStart, ...]) -> list[int]:
    return [turn.seat for turn in turns]


def make_turns(*movers: int) -> tuple[TurnStart, ...]:
    return tuple(TurnStart(seat, n) for n, seat in enumerate(movers))


# ------------------------------------------------------------------- the selected turns
@pytest.mark.parametrize(
    ("movers", "viewer", "waiting", "shown"),
    [
        ((), None, [0], []),
        ((0, 1, 2), None, [0], [1, 2]),
        ((0, 1, 2, 0), None, [0], [1, 2, 0]),
        ((0, 1, 2, 0), 1, [0], [2, 0]),
        ((0, 1, 2, 0), 2, [1], [0]),
        ((0, 1, 0, 1), 3, [0], [0, 1, 0, 1]),
        ((0, 1, 2, 0, 1, 2), 3, [0], [2, 0, 1, 2]),
        ((0, 1, 2, 3, 0), None, [], [1, 2, 3, 0]),
    ],
)
def test_turns_since_the_viewers_own(movers: tuple[int, ...], viewer: int | None, waiting: list[int], shown: list[int]):
    assert list_seats(list_turns_since(make_turns(*movers), viewer, waiting, 4)) == shown


def test_actions_of_a_seat_in_a_row_are_one_turn():
    chess: Any = object()  # a game whose pieces leave no trails
    turns = (TurnStart(0, "a"), None, TurnStart(0, "b"), TurnStart(1, "c"))
    assert join_turns(chess, turns) == (TurnStart(0, "a"), TurnStart(1, "c"))


def test_a_turn_begins_with_the_table_as_it_was():
    game = registry.load_game("amundsen")
    opening = begin_game(game, 2, complete_options(game.settings, {}), "s").position
    assert replay_turns(game, opening, "s", []) == ()


# --------------------------------------------------------------------- sentences
@pytest.mark.parametrize(
    ("slug", "name", "moves", "sentences"),
    [
        (
            "northwest",
            "tie-broken",
            100,
            ["seat 4 draws a large tile.", "seat 3 draws a large tile.", "seat 2 sends the sled to c13."],
        ),
        (
            "amundsen",
            "patrons-and-six",
            40,
            [
                "seat 1 advances a space, to 7, spends yellow Crevasse.",
                "seat 2 takes blue Advance, yellow Advance, spends yellow Good Weather.",
            ],
        ),
        (
            "paso",
            "two-through",
            24,
            ["seat 1 sails to b13, lays a token, raids seat 2, draws 2 treasures, discards Two more cards."],
        ),
        (
            "paso",
            "ships-lie-still",
            20,
            ["seat 1 sails to b8, lays a token, draws 2 treasures, discards Theft, Wreck."],
        ),
        (
            "paso",
            "sirs-win",
            16,
            [
                "seat 2 sails to d3, lays a token.",
                "seat 3 sails to b6, lays a token.",
                "seat 4 sails to b7, lays a token, plays Overboard, draws a treasure.",
            ],
        ),
    ],
)
def test_a_turn_is_one_sentence(slug: str, name: str, moves: int, sentences: list[str]):
    assert write_story(slug, name, moves) == sentences


@pytest.mark.parametrize("record", list_records())
def test_every_turn_of_a_game_can_be_told(record: str):
    slug = record.partition("-")[0]
    for scene in replay_scenes(record):
        sentences = [write_text(text, scene.names) for text in load_painter(slug).list_turn_summaries(scene)]
        assert len(sentences) <= len(scene.names)
        assert len(list_turns(scene)) >= len(sentences)
        assert all(sentence.endswith(".") for sentence in sentences)
        alt = load_painter(slug).describe_board(scene, translate_to_english)
        assert all(sentence in alt for sentence in sentences), alt


@pytest.mark.parametrize("slug", [slug for slug in registry.list_slugs() if "turns" in golden.BOARD_SCENES[slug]])
def test_the_strip_and_the_text_agree(slug: str):
    scene = find_scene(f"{slug}-turns")
    sentences = [write_text(text, scene.names) for text in load_painter(slug).list_turn_summaries(scene)]
    shown = [one.asked for one in compose_board(slug, scene, translate_to_english).drawn_texts]
    assert sentences
    begun = [re.split(r", and \d+ things? more", words)[0] for words in shown]
    told = [any(words in one and len(words) > 6 for words in begun) for one in sentences]
    assert told == sorted(told), "the newest turns are told first"
    assert sum(told) >= min(2, len(sentences))


# ------------------------------------------------------------------------- strip
def write_strip_sheet(texts: list[str], width: int, height: int) -> Sheet:
    sheet = Sheet(Image.new("RGB", (width, 400)))
    lines = [StripRow(k, say(text)) for k, text in enumerate(texts)]
    write_strip(
        sheet,
        lines,
        Formatter((), translate_to_english),
        (0, 0, width, height),
        lambda seat: draw_seat_badge(seat % 4, 30),
    )
    return sheet


def test_a_strip_takes_only_the_room_it_needs():
    sheet = Sheet(Image.new("RGB", (600, 400)))
    foot = write_strip(
        sheet,
        [StripRow(0, say("sails"))],
        Formatter((), translate_to_english),
        (0, 10, 600, 390),
        lambda seat: draw_seat_badge(seat, 30),
    )
    assert 40 < foot < 80


@pytest.mark.parametrize(("high", "older_size", "newest_size"), [(180, 39, 47), (240, 39, 55), (395, 55, 55)])
def test_a_strip_is_as_large_as_its_room_allows_the_newest_turn_first(high: int, older_size: int, newest_size: int):
    sheet = write_strip_sheet(
        ["sails to c12, draws 3 small tiles, places 2 tiles", "passes", "sends the sled to d4"], 420, high
    )
    sizes = [one.size for one in sheet.written_texts if one.kind == "data"]
    assert (sizes[0], sizes[-1]) == (older_size, newest_size)
    assert max(one.ink[3] for one in sheet.written_texts) <= high
    assert len(sheet.drawn_texts) == 3


def test_the_newest_turn_is_always_told():
    sheet = write_strip_sheet(["sails to c12, draws 3 small tiles"] * 5 + ["passes"], 300, 60)
    assert sheet.drawn_texts[-1].asked == "passes"


@pytest.mark.parametrize(("wide", "lines"), [(360, 2), (520, 1)])
def test_a_turn_too_long_for_the_strip_says_how_much_more_there_was(wide: int, lines: int):
    """Every phrase is shown or counted."""
    parts = [say("sails to c12"), say("draws 3 small tiles"), say("places 2 tiles"), say("scores 4 points")]
    sheet = Sheet(Image.new("RGB", (wide, 400)))
    row = StripRow(0, say("{parts}", parts=parts))
    write_strip(
        sheet,
        [row],
        Formatter((), translate_to_english),
        (0, 0, wide, 12 + 38 * lines),
        lambda seat: draw_seat_badge(seat, 30),
    )
    shown = sheet.drawn_texts[-1].shown
    told = sum(write_plain_text(part) in shown for part in parts)
    assert 0 < told < len(parts)
    assert f"and {len(parts) - told} thing" in shown
    assert {one.size for one in sheet.written_texts if one.kind == "data"} == {39}


def test_the_number_of_things_left_out_stands_before_a_price_that_is_told():
    parts = [say("takes Rock-Hopper Swarm"), say("moves fleets to Ceres, Vesta and Tycho"), say("pays 1 CP")]
    rows = story.fit_rows([StripRow(0, say("{parts}", parts=parts))], Formatter((), translate_to_english), 400, 2)
    assert [" ".join(row.laid_row.laid.lines) for row in rows] == [
        "takes Rock-Hopper Swarm, and 1 thing more, pays 1 CP"
    ]


def test_without_turns_the_newest_events_are_told():
    scene = Scene(None, ("Ana",), recent_events=(say("One."), say("Two."), say("Three.")))
    assert [write_plain_text(row.text) for row in build_rows(scene, [])] == ["Two.", "Three."]


def test_a_picture_of_a_film_names_who_moved():
    """Its headline names the next seat already."""
    scene, phrases = Scene(None, ("Ana",)), [(0, [say("sails to c12"), say("pays 1 CP")])]
    fmt = Formatter(scene.names, translate_to_english)
    film = msgspec.structs.replace(scene, shows_whole_board=True)
    assert [fmt(row.text) for row in build_rows(film, phrases)] == ["Ana sails to c12, pays 1 CP."]
    assert [fmt(row.text) for row in build_rows(scene, phrases)] == ["sails to c12, pays 1 CP"]


def test_a_turn_without_a_trace_is_no_turn():
    view = msgspec.json.decode(b"{}")
    assert list_turns(Scene(view, ("Ana",), earlier_views=(EarlierView(0, view),))) == []


def test_the_fast_ways_to_paste_do_what_pillow_does():
    """The fast methods also paste over the border, where a part is cut off."""
    ground, other = (Image.new("RGB", (80, 60), colour) for colour in ("#2C6487", "#2C6487"))
    sign = draw_seat_badge(1, 40).image
    for x, y in ((20, 10), (-12, 30), (60, -8)):
        paste_image(ground, sign, x, y)
        other.paste(sign, (x, y), sign)
        fill_mask(ground, "#F6BE3B", sign.getchannel("A").resize((20, 20)), x, y)
        other.paste("#F6BE3B", (x, y), sign.getchannel("A").resize((20, 20)))
    paste_image(ground, Image.new("RGB", (5, 5), "#FFFFFF"), 3, 4)
    other.paste(Image.new("RGB", (5, 5), "#FFFFFF"), (3, 4))
    assert sign.mode == "RGBA"
    assert ground.tobytes() == other.tobytes()


def test_a_stored_event_is_the_same_players_as_when_it_was_told():
    """A stored event can have the parts of its sentence in another order."""
    told = say("{seat} gives {card} to {other}.", seat=SeatMention(1), card="Dog", other=SeatMention(0))
    stored = msgspec.structs.replace(told, args=dict(sorted(told.args.items())))
    assert [*stored.args] != [*told.args]
    assert find_subject(told) == find_subject(stored) == 1


def test_every_turn_is_told_in_short_before_the_oldest_is_left_out():
    long = [say("sails to c12"), say("draws a large tile"), say("draws three small tiles"), say("passes")]
    lines = [
        StripRow(0, say("{parts}", parts=long)),
        StripRow(1, say("{parts}", parts=long)),
        StripRow(2, say("Sled lost.")),
    ]

    def strip(high: int) -> list[str]:
        sheet = Sheet(Image.new("RGB", (420, 400)))
        write_strip(
            sheet,
            lines,
            Formatter(("Ana", "Ben", "Cyd"), translate_to_english),
            (0, 0, 420, high),
            lambda s: draw_seat_badge(s, 30),
        )
        return [one.shown for one in sheet.drawn_texts]

    whole = "sails to c12, draws a large tile, draws three small tiles, passes"
    assert strip(390) == [whole, whole, "Sled lost."]
    short = strip(5 * 38 + 10)
    assert len(short) == 3
    assert all(told.startswith("sails to c12, and ") and " things more, passes" in told for told in short[:2])
    assert strip(38 + 10) == ["Sled lost."]


@pytest.mark.parametrize("high", range(3 * 38 + 10, 9 * 38 + 10, 19))
def test_no_line_is_free_where_something_is_left_out(high: int):
    """A phrase that was dropped comes back if another one's place is too long for it."""
    lines = [
        StripRow(
            0, say("{parts}", parts=[say("takes a card"), say("moves fleets to Ceres, Tycho, Eros"), say("pays 1 CP")])
        ),
        StripRow(
            1, say("{parts}", parts=[say("plays a card"), say("places influence on Europa, Io and Titan, and Rhea")])
        ),
        StripRow(2, say("{parts}", parts=[say("takes it"), say("removes influence: UN on Luna"), say("pays 1 CP")])),
    ]
    sheet = Sheet(Image.new("RGB", (420, 500)))
    fmt = Formatter(("Ana", "Ben", "Cyd"), translate_to_english)
    write_strip(sheet, lines, fmt, (0, 0, 420, high), lambda s: draw_seat_badge(s, 30))
    told = " ".join(one.shown for one in sheet.drawn_texts)
    line_count = len([one for one in sheet.written_texts if one.kind == "data"])
    spare = (high - 2 * STRIP_BORDER_PX) // STORY_LINE_HEIGHT_PX - line_count
    left_out = [part for row in lines for part in list_phrases(row) if write_plain_text(part) not in told]
    room = 420 - 2 * STRIP_PADDING_PX - 46
    shortest = [len(fmt.fit_text(part, "bold", 39, room, lines=9).lines) for part in left_out]
    assert not left_out or spare <= max(shortest), told
    assert not left_out or spare < 2, told


@contextmanager
def watch_strips() -> Iterator[list[FittedStrip]]:
    """Collect the rows of all strips that are fitted in the block."""
    fit, fitted = story.fit_rows, list[FittedStrip]()

    def watch(rows: Sequence[StripRow], fmt: Formatter, room: int, max_lines: int) -> list[FittedRow]:
        fitted.append(FittedStrip(rows, fit(rows, fmt, room, max_lines), max_lines))
        return fitted[-1].fitted

    with patch.object(story, "fit_rows", watch):
        yield fitted


@pytest.mark.parametrize("language", LanguageRegistry().codes)
@pytest.mark.parametrize("record", list_records())
def test_no_line_of_a_board_is_free_where_something_is_left_out(record: str, language: str):
    """Neither the strip nor the panel has a line for a phrase that is left out."""
    slug = record.partition("-")[0]
    for scene in replay_scenes(record):
        with watch_strips() as strips:
            sheet = compose_board(slug, scene, LanguageRegistry().find_language(language))
        left_out = [strip for strip in strips if strip.count_omitted()]
        assert [strip.describe() for strip in left_out if strip.can_tell_more()] == []
        if left_out:
            foot = max(one.ink[3] for one in sheet.written_texts if one.ink[0] >= sheet.image.width * 0.55)
            assert foot > sheet.image.height - 3 * STORY_LINE_HEIGHT_PX, "the panel has room"


def test_the_reason_for_the_end_is_not_told_twice():
    """The headline and the final scores of The Expanse, and the headline of 1911, tell who has won and why."""
    for record in ("expanse-four-clear", "amundsen-open-deck"):
        scene = replay_scenes(record)[-1]
        with watch_strips() as (strips):
            compose_board(record.partition("-")[0], scene, translate_to_english)
        assert scene.end_reason not in [row.text for strip in strips for row in strip.rows]


@pytest.mark.parametrize("record", list_records("northwest"))
def test_turns_of_the_passage_that_leave_the_strip_are_on_the_panel(record: str):
    for scene in replay_scenes(record):
        fmt = Formatter(scene.names, translate_to_english)
        plan = plan_story(scene, fmt, *measure_news(create_panel_layout(scene)))
        told = [one.asked for one in compose_board("northwest", scene, translate_to_english).drawn_texts]
        moved = [event for event in plan.panel_events if event not in scene.recent_events]
        assert [fmt(event) for event in moved if fmt(event) not in told] == []
