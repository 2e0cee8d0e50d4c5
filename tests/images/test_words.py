"""Words in pictures: characters that the fonts do not have, and texts that do not fit."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from engine.kernel.text import SeatMention, say, translate_to_english
from render.kit import fonts, text, theme
from render.kit.fonts import FONT_FILES, Role, clean, load_font
from render.kit.text import (
    Formatter,
    find_fitting_size,
    fit_name,
    measure_width,
    render_text,
    shrink_text,
    wrap_text,
)

FACE_STRATEGY = st.sampled_from(sorted(FONT_FILES))


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Ana 🐧", "Ana 🐧"),
        ("👩🏽‍👩‍👧 Crew 🇳🇴", "👩👩👧 Crew 🇳🇴"),
        ("❤️", "❤"),
        ("𝓐𝓷𝓪", "Ana"),
        ("Ⓑⓞⓑ", "Bob"),
        ("Nguyễn", "Nguyễn"),
        ("Żółw ½", "Żółw ½"),
        ("Жюль\u200b Верн", "Жюль Верн"),
        ("a\u202eb\x00c\nd", "abc d"),
        ("田中", "田中"),
        ("देवी Ray", "◊ Ray"),
        ("Zoë→Ẽ", "Zoë›Ẽ"),
        ("  two   words ", "two words"),
    ],
)
def test_undrawable_characters_are_replaced_or_left_out(raw: str, shown: str):
    assert clean(raw) == shown


@given(st.text(max_size=30))
def test_every_remaining_character_has_a_letterform(raw: str):
    assert all(char == " " or fonts.is_drawable(char) for char in clean(raw))


def test_all_five_faces_draw_the_same_letters():
    letters = "AzÄéŁğșøßЖїґ0−×…°’“”–€"
    for role in FONT_FILES:
        face = load_font(role, 40)
        box = bytes(face.getmask("\uffff")), face.getmask("\uffff").size
        assert [char for char in letters if (bytes(face.getmask(char)), face.getmask(char).size) == box] == []


@given(st.text("abc WMil", min_size=1, max_size=60), FACE_STRATEGY, st.integers(20, 60), st.integers(100, 500))
def test_fitted_names_fit(name: str, role: Role, size: int, room: int):
    shown = fit_name(name, role, size, room)
    assert measure_width(shown, role, size) <= room
    assert shown == name or shown.endswith("…")


@given(st.text("abc WMil…1", min_size=1, max_size=60), FACE_STRATEGY, st.integers(20, 60), st.integers(100, 500))
def test_shrunk_words_fit(string: str, role: Role, size: int, room: int):
    face, smaller = shrink_text(string, role, size, room)
    assert measure_width(string, face, smaller) <= room or smaller == text.MIN_SIZE_PX
    assert smaller <= size


def test_fit_keeps_as_much_as_it_can():
    room = measure_width("Amunds…", "bold", 34)
    assert fit_name("Amundsen", "bold", 34, room) == "Amunds…"
    assert fit_name("Amundsen", "bold", 34, measure_width("Amundsen", "bold", 34)) == "Amundsen"


@given(st.text("ab WMil", max_size=120), st.integers(80, 500), st.integers(1, 3))
def test_wrapped_lines_fit_and_lose_nothing(string: str, room: int, lines: int):
    shown, size, _ = wrap_text(string, "bold", 34, room, lines)
    assert len(shown) <= lines
    assert size == text.MIN_SIZE_PX or all(measure_width(line, "bold", size) <= room for line in shown)
    assert " ".join(shown).split() == string.split()


def test_shrunk_stops_at_the_least_readable_size():
    assert find_fitting_size("Pole", "title", 46, 1000) == 46
    assert find_fitting_size("Pole " * 30, "title", 46, 200, 38) == 38


def test_a_name_in_unknown_letters_becomes_a_mark_and_the_number_of_the_seat():
    fmt = Formatter(("\u200b", "देवी", "Ana 田中"), translate_to_english)
    assert fmt.names == ("◊1", "◊2", "Ana 田中")
    assert fmt(say("{seat} to play", seat=SeatMention(1))) == "◊2 to play"


def test_a_long_name_leaves_room_for_the_sentence():
    fmt = Formatter(("Maximiliane-Alexandrina von und zu Hohenstein",), translate_to_english)
    lines, size, _ = fmt.fit_text(say("{seat} takes red Dog.", seat=SeatMention(0)), "bold", 40, 330)
    assert size >= text.MIN_DATA_SIZE_PX
    assert " ".join(lines).endswith("… takes red Dog.")


@pytest.mark.parametrize(
    ("on", "ground", "least"),
    [
        (theme.INK, theme.PAPER, 7),
        (theme.CREAM, theme.NAVY_2, 7),
        (theme.CREAM, theme.NAVY, 7),
        (theme.MUTED, theme.NAVY_2, 4.5),
        (theme.INK, theme.GOLD, 7),
        *((seat.ink, seat.colour, 3.5) for seat in theme.SEAT_STYLES),
    ],
)
def test_words_stand_out_from_their_ground(on: str, ground: str, least: float):
    assert theme.compute_contrast(on, ground) >= least


@given(
    st.text(st.characters(max_codepoint=0x17F), max_size=24).map(clean),
    FACE_STRATEGY,
    st.sampled_from((13, 26, 39, 46, 104)),
)
def test_a_string_is_as_wide_as_the_font_draws_it(string: str, role: Role, size: int):
    face = load_font(role, size)
    assert measure_width(string, role, size) == math.ceil(
        max(face.getlength(string), face.getbbox(string, anchor="lm")[2])
    )


def test_letters_that_are_kerned_and_such_that_reach_beyond_their_advance():
    for role in FONT_FILES:
        for string in ("AVATAR To Te. LY", "f", "ff", "of Franklin’s", "[f]", "(j"):
            for size in (26, 39, 41):
                face = load_font(role, size)
                ink = face.getbbox(string, anchor="lm")[2]
                assert measure_width(string, role, size) == math.ceil(max(face.getlength(string), ink))


@pytest.mark.parametrize("role", FONT_FILES)
@pytest.mark.parametrize("size", [22, 39, 66])
@pytest.mark.parametrize("words", ["To AV: “fjord”, 1…", "Ана va a West–Ja.", "Wały", "VAVA", "7"])
def test_words_from_letters_look_as_the_font_draws_them(role: Role, size: int, words: str):
    drawn, made = Image.new("L", (1200, 200)), Image.new("L", (1200, 200))
    ImageDraw.Draw(drawn).text((20, 100), words, fill=255, font=load_font(role, size), anchor="lm")
    letters = render_text(words, role, size)
    made.paste(letters.mask, (20 + letters.left, 100 + letters.top))
    assert ImageChops.difference(drawn, made).getbbox() is None
