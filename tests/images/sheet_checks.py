"""Helpers for the painters' tests: random play, unusual names, a wordy language, and checks of the layout."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from itertools import islice
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from engine.kernel.menu import Menu, sample_move
from engine.kernel.position import GameRun
from engine.kernel.text import Text, translate_to_english
from render.kit.sheet import Sheet
from render.kit.text import MIN_DATA_SIZE_PX, WrittenText

MAX_NEWS = 6
MAX_ACCENT_OVERLAP_PX = 9
"""How far marks above capitals may reach into the line above, between the letters that drop below it."""
MIN_OVERLAP_PX = 3
"""How far a word reaches into the width of another one that it covers."""
WORDY_NAMES = st.text("abcdefg ABCÄЖ🐧田", min_size=1, max_size=40)
MARK_LETTERS = [a + b for a in ("", "A", "B") for b in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]

MIN_EXAMPLES = 3


def try_examples(example_count: int) -> settings:
    """Try this number of examples in `make soak`, and a twelfth of them in `make test`, but at least MIN_EXAMPLES."""
    is_soak = os.environ.get("OVERWINTER_STORES") == "all"
    count = example_count if is_soak else max(MIN_EXAMPLES, example_count // 12)
    return settings(max_examples=count, deadline=None)


def play_random_moves(
    run: GameRun[Any], moves: int, rng: random.Random, preferred_verbs: Sequence[str] = ()
) -> list[Text]:
    """Play a number of random moves, preferably of some verbs, and return the last public events."""
    told: list[Text] = []
    for _ in range(moves):
        if not run.situation.questions:
            break
        seat = min(run.situation.questions)
        tries = [sample_move(run.build_menu(seat), rng.randrange) for _ in range(5 if preferred_verbs else 1)]
        words = next((words for verb in preferred_verbs for words in tries if words[0] == verb), tries[0])
        told.extend(event.text for event in run.play(seat, words).events if event.to is None)
    return told[-MAX_NEWS:]


def list_menus(root: Menu, rng: random.Random) -> list[Menu]:
    """List the menus on one random path through a decision."""
    found: list[Menu] = []
    at: Menu | None = root
    while at is not None:
        found.append(at)
        names = [option.word for option in at.list_open_options()]
        at = at.next_menu("+".join(names[: at.min_picks]) if at.max_picks != 1 else rng.choice(names))
    return found


def translate_wordy(template: str, plural: str, n: int) -> str:
    """Translate into a language whose texts are half as long again."""
    told = translate_to_english(template, plural, n)
    return told + " wörtlich" * max(1, len(told) // 16)


def find_misfits(sheet: Sheet) -> list[str]:
    """List the words that leave their frame or the picture, cover other words, or are too small to read."""
    wide, high = sheet.image.size
    wrong = []
    for one in (one for one in sheet.written_texts if one.kind == "data"):
        x0, y0, x1, y1 = one.ink
        if x0 < one.span[0] - 3 or x1 > one.span[1] + 3 or not (0 <= x0 < x1 <= wide and 0 <= y0 < y1 <= high):
            wrong.append(f"{one.string!r} leaves its room {one.span}: {one.ink}")
        if one.wanted_size < MIN_DATA_SIZE_PX:
            wrong.append(f"{one.string!r} is only {one.wanted_size} px high")
    return wrong + find_collisions(sheet)


def find_collisions(sheet: Sheet) -> list[str]:
    """List the words that cover other words. The name of a cell may be printed twice and may be covered."""
    words = [one for one in sheet.written_texts if one.kind != "decoration"]
    words.sort(key=lambda one: one.ink[0])
    found: list[str] = []
    for k, a in enumerate(words):
        for b in islice(words, k + 1, None):
            if b.ink[0] + MIN_OVERLAP_PX > a.ink[2]:
                break  # this word and all that follow begin to the right of it
            if _do_words_meet(a, b):
                found.append(f"{a.string!r} lies on {b.string!r} at {b.ink}")
    return found


def _do_words_meet(a: WrittenText, b: WrittenText) -> bool:
    if a.kind != b.kind or (a.kind == "place" and a.string == b.string):
        return False
    across, down = (min(a.ink[k + 2], b.ink[k + 2]) - max(a.ink[k], b.ink[k]) for k in (0, 1))
    return across >= MIN_OVERLAP_PX and down > MAX_ACCENT_OVERLAP_PX
