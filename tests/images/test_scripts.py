"""Names in every script that the fonts have: each is drawn in its own letters, in the order and the forms of its script."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest
from PIL import Image

from engine.kernel.text import SeatMention, say, translate_to_english
from render.kit import fonts
from render.kit.fonts.scripts import arrange_letters, generate_thai_clusters
from render.kit.sheet import Sheet
from render.kit.text import Formatter, PlayerName, break_lines, measure_width, render_text

NAMES = {
    "Han": "陳大文",
    "simplified Han": "张伟",
    "kanji and kana": "田中さくら",
    "Hangul": "김철수",
    "Arabic": "محمد الأمين",
    "Persian": "پژمان",
    "Hebrew": "דוד לוי",
    "Thai": "สมชาย ปิ่น",
    "Greek": "Γιώργος",
    "Vietnamese": "Nguyễn",
    "emoji": "🐧🚢❄️",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_is_drawn_in_its_own_letters(name: str) -> None:
    (shown,) = Formatter((name,), translate_to_english).names
    assert shown == unicodedata.normalize("NFC", name).replace("\ufe0f", "")
    assert all(map(fonts.is_drawable, arrange_letters(shown)))
    for stroke in (0, 3):
        assert render_text(shown, "bold", 42, stroke).mask.getbbox() is not None


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        ("שלום", "םולש"),
        ("דוד לוי takes 3", "יול דוד takes 3"),
        ("דוד 2, לוי 1", "דוד"[::-1] + " 2, " + "לוי"[::-1] + " 1"),
        ("سلام", "ﺳﻼﻡ"[::-1]),
        ("Ana and 田中", "Ana and 田中"),
    ],
)
def test_letters_are_arranged_from_left_to_right(written: str, drawn: str) -> None:
    assert arrange_letters(written) == drawn


def test_our_thai_font_has_every_mark_above_a_mark_or_a_tall_letter() -> None:
    font = fonts.load_script_font("thai", 40)
    assert [marks for char, marks, _ in generate_thai_clusters() if not fonts.has_glyph(font, char)] == []


def test_a_thai_mark_above_a_vowel_is_higher_than_the_vowel() -> None:
    assert render_text("ที่", "bold", 60).top < render_text("ที", "bold", 60).top


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_are_cut_at_their_written_end(name: str) -> None:
    sheet = Sheet(Image.new("RGB", (600, 60)))
    long_name = PlayerName(fonts.clean(name) * 4)
    sheet.text(10, 30, long_name, measure_width(long_name, "bold", 42) // 2, size=42)
    (drawn,) = sheet.drawn_texts
    assert drawn.shown.endswith("…")
    assert long_name.startswith(drawn.shown.removesuffix("…"))


def test_lines_keep_the_words_as_they_were_written() -> None:
    fmt = Formatter(("דוד לוי",), translate_to_english)
    sentence = fmt(say("{seat} to play", seat=SeatMention(0)))
    room = measure_width("דוד לוי", "bold", 42)
    assert break_lines(sentence, "bold", 42, room, 3) == ["דוד לוי", "to play"]


def test_no_font_of_a_script_is_loaded_before_a_name_needs_it() -> None:
    """They would take time from the first picture, and memory."""
    program = (
        "from render.kit import fonts, text;"
        "text.measure_width('Zoë takes 3 cards – “Жюль”', 'bold', 42);"
        "raise SystemExit(fonts.load_script_font.cache_info().currsize)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
