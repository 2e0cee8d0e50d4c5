"""What the viewer is asked, in gold: what has been chosen so far with its price, the question, what remains."""

from __future__ import annotations

import re

from engine.kernel.text import Text
from render.kit.scene import Prompt, Scene
from render.kit.sheet import Sheet
from render.kit.story import STEP
from render.kit.text import SMALLEST, Box, Formatter, Role, broken
from render.kit.theme import GOLD, INK

ROOMY = 134
"""A box of this height has room for most prompts at the width of a panel."""
PAD = 14
LINES = 3
"""The most lines below a part of a board."""
NUMBER = re.compile(r"\s*\([A-Z]\d+(?:\.\d+)*\)")
"""The number of a rule, as it ends a sentence: the message beside the picture has it."""


def question(prompt: Prompt, fmt: Formatter) -> str:
    """What is asked: the whole prompt or, of several sentences, the one that asks."""
    told = NUMBER.sub("", fmt(prompt.question))
    first, mark, rest = told.partition("?")
    return first + mark if rest else told


def variants(prompt: Prompt, fmt: Formatter, remains: Text | None) -> list[list[str]]:
    """What to write, the fullest first: shorter ones leave out what was chosen after the first choice, which has the price, then
    that too, then what remains."""
    asked, left = question(prompt, fmt), [fmt(remains)] if remains else []
    path = [fmt(label) for label in prompt.path]
    steps = [[" › ".join([*path[:1], *path[1 + k :]]), asked, *left] for k in range(len(path))]
    return [*steps, [asked, *left], [asked]]


def height(scene: Scene, fmt: Formatter, wide: int, remains: Text | None) -> int:
    """How high it is below a part of a board so many pixels wide; 0 for nobody's scene."""
    if scene.prompt is None:
        return 0
    return len(_lines(scene.prompt, fmt, wide - 2 * PAD, LINES, remains)) * STEP + PAD


def write_prompt(sheet: Sheet, scene: Scene, fmt: Formatter, box: Box, remains: Text | None) -> None:
    """Write it on gold at the foot of a box (left, top, right, bottom), as high as it needs; nothing for nobody's scene."""
    if scene.prompt is None:
        return
    left, top, right, bottom = box
    room = right - left - 2 * PAD
    shown = _lines(scene.prompt, fmt, room, (bottom - top - PAD) // STEP, remains)
    top = bottom - len(shown) * STEP - PAD
    sheet.image.paste(INK, (left, top, right, bottom))
    sheet.image.paste(GOLD, (left + 3, top + 3, right - 3, bottom - 3))
    y = top + PAD / 2 + STEP / 2
    for line, face in shown:
        sheet.text(left + PAD, y, line, room, size=SMALLEST, role=face, fill=INK)
        y += STEP


def _lines(prompt: Prompt, fmt: Formatter, room: int, most: int, remains: Text | None) -> list[tuple[str, Role]]:
    """The fullest variant that fits into so many lines, each with its face."""
    asked, shown = question(prompt, fmt), list[tuple[str, Role]]()
    for variant in variants(prompt, fmt, remains):
        shown = []
        for paragraph in variant:
            face: Role = "bold" if paragraph == asked else "text"
            shown += [(line, face) for line in broken(paragraph, face, SMALLEST, room, 99) or [paragraph]]
        if len(shown) <= most:
            break
    return shown[: max(1, most)]
