"""Posters: complete text, large enough to read, no overlaps, and only public information."""

from __future__ import annotations

import re
from itertools import combinations
from typing import get_args

import msgspec
import pytest
from PIL import Image

from engine.kernel.record import parse_record
from engine.kernel.script import GameResult, ScoreLine
from engine.kernel.text import Seat, Translate, say, translate_to_english, write_plain_text, write_text
from render import __main__ as command
from render.kit import encode, poster, theme
from render.kit.fonts import clean
from render.kit.poster import Finale, PosterPage
from render.kit.poster.computer_strip import add_computer_strip, compose_computer_strip
from render.kit.poster.facts import find_headline_fact, rank_totals
from render.kit.scene import Scene
from render.kit.sheet import Box, DrawnText, Sheet
from render.kit.text import ELLIPSIS
from tests.golden_records import GOLDEN_FOLDER, read_record
from tests.images.finales import POSTER_NAMES, compose_poster, load_finale
from tests.images.moments import LANGUAGES, PLAYER_NAMES, RECORD_NAMES, list_lengths_and_languages, list_records

LANGUAGE_PARAMS = [pytest.param(LANGUAGES.find_language(code), id=code) for code in LANGUAGES.codes]
MIN_LETTER_SIZE_PX = 39
"""Nine pixels of cap height when Discord shows 1,650 pixels as 550."""


def describe_loss(told: DrawnText, names: tuple[str, ...]) -> bool:
    """Return whether more than the end of a name is missing. A telegram writes names in capitals."""
    asked, shown = told.asked.casefold(), told.shown.casefold()
    pattern = re.escape(asked)
    for name in names:
        beginnings = "|".join(re.escape(name[:k]) for k in range(len(name), 0, -1))
        pattern = pattern.replace(re.escape(name), f"(?:{beginnings}){ELLIPSIS}?")
    return re.fullmatch(pattern, shown) is None


def are_apart(ink: Box, other_ink: Box) -> bool:
    """Return whether two inks are disjoint, except for a pixel of a smooth edge."""
    return (
        min(ink[2], other_ink[2]) - max(ink[0], other_ink[0]) <= 1
        or min(ink[3], other_ink[3]) - max(ink[1], other_ink[1]) <= 1
    )


BADGE_PATTERN = re.compile(r"[AS1-4]")
"""The text in a seat's badge, next to its name. Its shape and colour show it too."""


def describe_errors(sheet: Sheet, names: tuple[str, ...]) -> list[str]:
    """List the errors in the words of a poster."""
    given = tuple(clean(name).casefold() for name in names)
    found = [f"“{told.asked}” became “{told.shown}”" for told in sheet.drawn_texts if describe_loss(told, given)]
    found += [
        f"“{one.string}” is only {one.size} high"
        for one in sheet.written_texts
        if one.kind == "data" and one.size < MIN_LETTER_SIZE_PX and not BADGE_PATTERN.fullmatch(one.string)
    ]
    found += [
        f"“{one.string}” leaves the picture: {one.ink}"
        for one in sheet.written_texts
        if not (one.ink[0] >= 0 and one.ink[1] >= 0 and one.ink[2] <= 1650 and one.ink[3] <= 1050)
    ]
    found += [
        f"“{one.string}” leaves its room: {one.ink}, {one.span}"
        for one in sheet.written_texts
        if one.ink[2] - one.ink[0] > one.span[1] - one.span[0] + 3
    ]
    pairs = combinations(sheet.written_texts, 2)
    return found + [f"“{a.string}” lies on “{b.string}”" for a, b in pairs if not are_apart(a.ink, b.ink)]


@pytest.mark.parametrize("language", LANGUAGE_PARAMS)
@pytest.mark.parametrize("length", sorted(PLAYER_NAMES))
def test_a_strip_below_the_poster_names_every_seat_that_a_computer_played(length: str, language: Translate) -> None:
    finale = load_finale("paso-four-through", PLAYER_NAMES[length])
    finale = msgspec.structs.replace(finale, computer_moves={0: 1, 1: 40, 2: 1234, 3: 7})
    sheet = compose_computer_strip(finale, language)
    assert describe_errors(sheet, finale.scene.names) == []
    assert "1234" in sheet.drawn_texts[0].shown
    poster_image = Image.new("RGB", (1650, 1050))
    assert add_computer_strip(poster_image, finale, language).height == 1050 + sheet.image.height
    alone = msgspec.structs.replace(finale, computer_moves={})
    assert add_computer_strip(poster_image, alone, language) is poster_image
    assert "1234" in poster.load_poster("paso").describe_poster(finale, language)


@pytest.mark.parametrize(("name", "length", "language"), list_lengths_and_languages(POSTER_NAMES, 3))
def test_the_words_of_a_poster_can_be_read(name: str, length: int, language: Translate):
    end = load_finale(name, PLAYER_NAMES[length])
    assert describe_errors(compose_poster(end, language), end.scene.names) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", list_records())
def test_every_recorded_game_has_a_poster(name: str):
    """The records alternate between short names in English and long ones in Spanish."""
    length, language = (
        (3, translate_to_english) if RECORD_NAMES.index(name) % 2 else (32, LANGUAGES.find_language("es"))
    )
    end = load_finale(name, PLAYER_NAMES[length])
    assert describe_errors(compose_poster(end, language), end.scene.names) == []


@pytest.mark.parametrize(
    "name", ["amundsen-scott-at-the-pole", "northwest-there-and-back", "paso-four-through", "expanse-four-clear"]
)
def test_a_game_that_was_given_up_has_a_poster(name: str):
    end = load_finale(name, PLAYER_NAMES[32])
    others = tuple(seat for seat in range(1, len(end.scene.names)))
    result = GameResult((0,), ((0,), *((seat,) for seat in others)), say("The others gave up."))
    left = msgspec.structs.replace(end, result=result, left_seats=others, pages=end.pages[: len(end.pages) // 2])
    assert describe_errors(compose_poster(left, translate_to_english), end.scene.names) == []


@pytest.mark.parametrize(
    "name", [names[0] for names in (POSTER_NAMES[:1], POSTER_NAMES[2:3], POSTER_NAMES[4:5], POSTER_NAMES[7:8])]
)
def test_a_game_that_was_given_up_before_it_began_has_a_poster(name: str):
    slug, _, stem = name.partition("-")
    end, record = load_finale(name, PLAYER_NAMES[32]), parse_record(read_record(slug, stem).decode())
    opening = command.build_scene(record, 0, None)
    seats = range(len(end.scene.names))
    result = GameResult((0,), tuple((seat,) for seat in seats), say("The others gave up."))
    scene = msgspec.structs.replace(end.scene, view=opening.view)
    early = msgspec.structs.replace(
        end, scene=scene, result=result, left_seats=tuple(seats[1:]), pages=end.pages[:1], moves=0
    )
    sheet = compose_poster(early, translate_to_english)
    assert describe_errors(sheet, end.scene.names) == []
    assert all(any(told.asked == clean(name) for told in sheet.drawn_texts) for name in end.scene.names)


@pytest.mark.parametrize("tone", get_args(theme.Tone))
@pytest.mark.parametrize("name", POSTER_NAMES)
def test_words_stand_out_in_every_tone(name: str, tone: theme.Tone):
    """The colours of words on the paper of their poster have a contrast of at least 4.5:1."""
    drawn = poster.load_poster(name.partition("-")[0])
    paper, *inks = {
        "amundsen": ("PAPER_COLOUR", "INK_COLOUR", "FADED_INK_COLOUR"),
        "northwest": ("PAGE_COLOUR", "INK", "SEPIA_COLOUR"),
        "paso": ("PAGE_COLOUR", "INK", "PEN_COLOUR"),
        "expanse": ("SPACE_COLOUR", "CREAM", "DIM_INK"),
    }[name.partition("-")[0]]
    colours = tuple(value for ink in (paper, *inks) for value in theme.parse_colour(getattr(drawn, ink)))
    toned = (
        list(encode.apply_tone(colours, tone, tuple(drawn.TONE_COLOURS.get(tone, {}).items())))
        if tone != "day"
        else list(colours)
    )
    ground, *words = ("#" + bytes(toned[k : k + 3]).hex() for k in range(0, len(toned), 3))
    assert all(theme.compute_contrast(word, ground) >= 4.5 for word in words)


@pytest.mark.parametrize("name", POSTER_NAMES)
def test_a_poster_is_told_in_words(name: str):
    end = load_finale(name, PLAYER_NAMES[32])
    words = poster.load_poster(end.game).describe_poster(end, translate_to_english)
    assert end.title in words
    assert 0 < len(words) <= 1000
    if len(end.result.scores.get(0, ())) > 1:
        assert all(str(points).replace("-", "−") in words for _, _, points in rank_totals(end))


def test_pages_hold_what_was_seen_and_stay_once():
    end = load_finale("amundsen-scott-at-the-pole")
    assert end.pages[0].points == (0, 0)
    assert end.pages[-1].points == (11, 12)
    assert poster.list_piece_places(end, "scott")[0] == (0, False)
    assert poster.list_piece_places(end, "scott")[-1] == (12, False)


# ------------------------------------------------------------------------ headlines
def choose_fact(
    points: list[tuple[int, ...]],
    winners: tuple[Seat, ...],
    left: tuple[Seat, ...] = (),
    shown_points: list[tuple[int, ...]] | None = None,
) -> tuple[str, Seat | None, Seat | None]:
    seats = range(len(points[0]))
    pages = tuple(PosterPage(k, {}, row, shown_points[k] if shown_points else ()) for k, row in enumerate(points))
    ranking = tuple((seat,) for seat in sorted(seats, key=lambda seat: (seat not in winners, -points[-1][seat])))
    end = Finale(
        "toy",
        "Toy",
        Scene(None, tuple("ABCD"[: len(seats)])),
        GameResult(winners, ranking, say("over")),
        pages,
        9,
        None,
        left,
    )
    found = find_headline_fact(end)
    return found.kind, found.winner, found.rival


def test_the_headline_names_the_event():
    level = [(k, k) for k in range(20)]
    assert choose_fact([*level, (20, 19)], (0,)) == ("close", 0, 1)
    assert choose_fact([(0, 5)] * 9 + [(0, 20)] * 9 + [(30, 20)], (0,)) == ("overtaken", 0, 1)
    assert choose_fact([(0, 5)] * 9 + [(0, 20)] * 3 + [(30, 20)] * 9, (0,)) == ("comeback", 0, 1)
    assert choose_fact([(0, 20)] * 6 + [(30, 20)] * 15, (0,)) == ("runaway", 0, 1), "that was early"
    assert choose_fact([(k, 0) for k in range(20)], (0,)) == ("led", 0, 1)
    assert choose_fact([(0, 0)] * 12 + [(3, 0)] * 3 + [(30, 3)] * 8, (0,)) == ("runaway", 0, 1)
    assert choose_fact([(0, 0)] * 12 + [(30, 23)] * 8, (0,)) == ("won", 0, 1)
    assert choose_fact([(0, 0)] * 12, ()) == ("nobody", None, None)
    assert choose_fact([(0, 9)] * 12, (0,), left=(1,)) == ("left", 0, 1)
    assert choose_fact([(0, 0, 0)] * 12 + [(9, 9, 1)], (0, 1)) == ("shared", 0, 2)


def test_a_comeback_counts_the_points_people_saw():
    """In the Passage a ship on the ice costs points only at the end, so the track shows who was behind, not the score sheet."""
    frozen = [(-15, 5)] * 13 + [(30, 20)] * 8
    assert choose_fact(frozen, (0,)) == ("comeback", 0, 1)
    assert choose_fact(frozen, (0,), shown_points=[(9, 8)] * 13 + [(20, 18)] * 8) != ("comeback", 0, 1)
    assert choose_fact(frozen, (0,), shown_points=[(1, 9)] * 13 + [(20, 18)] * 8) == ("comeback", 0, 1)


def test_the_passage_remembers_its_score_track():
    view = load_finale("northwest-round-ten").scene.view
    page = poster.load_poster("northwest").create_page(view)
    assert page.shown_points == tuple(seen.track_points for seen in view.expeditions)
    assert page.points == tuple(seen.total for seen in view.expeditions)


def test_one_who_is_overtaken_at_the_end_is_named():
    rows = [(0, 3, 1)] * 10 + [(0, 8, 9), (0, 8, 9), (12, 11, 9)]
    assert choose_fact(rows, (0,)) == ("overtaken", 0, 2)


def test_without_pages_the_score_sheets_count():
    lines = {0: (ScoreLine(say("a"), 4), ScoreLine(say("b"), 5)), 1: (ScoreLine(say("a"), 1), ScoreLine(say("b"), -3))}
    result = GameResult((0,), ((0,), (1,)), say("over"), lines)
    end = Finale("toy", "Toy", Scene(None, ("A", "B")), result, (), 9)
    assert rank_totals(end) == [(1, 0, 9), (2, 1, -2)]
    assert find_headline_fact(end).lead == 11


# -------------------------------------------------------------------------- secrecy
@pytest.mark.parametrize(
    "name", ["amundsen-scott-at-the-pole", "paso-four-through", "expanse-four-clear", "northwest-there-and-back"]
)
def test_a_poster_is_made_of_public_views_only(name: str):
    """Every view behind a poster is a spectator's."""
    end = load_finale(name)
    assert end.scene.view.viewer is None
    assert all(isinstance(page, PosterPage) for page in end.pages)
    assert write_text(end.result.reason, end.scene.names)
    assert write_plain_text(end.result.reason)


def test_a_game_without_a_poster_of_its_own_gets_a_plain_one():
    end = load_finale("amundsen-scott-at-the-pole", PLAYER_NAMES[32])
    other = poster.load_poster("toy")
    bare = msgspec.structs.replace(end, pages=poster.build_pages(other, [1, 2, 3]))
    assert other.draw_poster(bare, translate_to_english).size == (1650, 1050)
    assert end.title in other.describe_poster(bare, translate_to_english)
    from render.kit.poster import plain as module

    assert describe_errors(module.compose_poster(bare, translate_to_english), end.scene.names) == []


def test_the_picture_is_kept_in_its_own_colours():
    end = load_finale("northwest-lost-in-the-thaw")
    drawn = poster.load_poster(end.game)
    image = drawn.draw_poster(end, translate_to_english)
    colours = poster.build_palette(drawn, image)
    exact = {theme.parse_colour(colour) for colour in drawn.EXACT_COLOURS}
    values = colours.getpalette() or []
    assert exact <= {(values[k], values[k + 1], values[k + 2]) for k in range(0, len(values), 3)}
    assert isinstance(image, Image.Image)
    assert len(encode.encode_png(image, colours)) < 250_000


def test_the_command_draws_it(tmp_path, capsys):
    file, out = GOLDEN_FOLDER / "amundsen" / "scott-at-the-pole.record", tmp_path / "poster.png"
    assert command.main([str(file), "--poster", "--out", str(out)]) == 0
    with Image.open(out) as drawn:
        assert drawn.size == (1650, 1050)
    assert command.main([str(file), "--poster", "--alt"]) == 0
    assert "South Pole" in capsys.readouterr().out
    record = parse_record(file.read_text())
    cut = tmp_path / "cut.record"
    cut.write_text("\n".join(file.read_text().splitlines()[:-3]) + "\n")
    assert command.main([str(cut), "--poster", "--out", str(out)]) == 1
    assert record.moves
