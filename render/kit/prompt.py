"""The viewer's question, in gold: the choices so far with their price, the question, and what remains."""

from __future__ import annotations

import re

from engine.kernel.text import Text
from render.kit.fonts import Role
from render.kit.scene import Prompt, Scene
from render.kit.sheet import Sheet
from render.kit.story import STORY_LINE_HEIGHT_PX
from render.kit.text import ELLIPSIS, MIN_DATA_SIZE_PX, Box, Formatter, break_lines
from render.kit.theme import GOLD, INK

FULL_PROMPT_HEIGHT_PX = 134
"""The height of a box that most prompts fit at the width of a panel."""
PROMPT_PADDING_PX = 14
PATH_ARROW = " › "
MAX_LINES = 3
"""The most lines below a part of a board."""
RULE_NUMBER_PATTERN = re.compile(r"\s*\([A-Z]\d+(?:\.\d+)*\)")
"""The number of a rule at the end of a sentence. The picture leaves it out, since the message next to it shows it."""


def extract_question(prompt: Prompt, fmt: Formatter) -> str:
    """Return the whole prompt or, of several sentences, the one that asks."""
    told = RULE_NUMBER_PATTERN.sub("", fmt(prompt.question))
    first, mark, rest = told.partition("?")
    if rest:
        return first + mark
    return told


def list_variants(prompt: Prompt, fmt: Formatter, remains: Text | None) -> list[list[str]]:
    """Return the texts that may be written, the fullest first.

    Shorter ones leave out choices in the middle of the path, marked by an ellipsis: its beginning has the price, and its end was
    chosen last. Then the path goes, and what remains only where even that is too long.
    """
    question = [extract_question(prompt, fmt)]
    if remains:
        question.append(fmt(remains))
    path = [fmt(label) for label in prompt.path]
    variants: list[list[str]] = []
    for shown_path in _list_path_variants(path):
        variants.append([PATH_ARROW.join(shown_path), *question])
    return [*variants, question, question[:1]]


def _list_path_variants(path: list[str]) -> list[list[str]]:
    """Return the path and shorter forms of it, the fullest first; nothing if there is no path."""
    if len(path) < 2:
        return [path] if path else []
    variants = [path]
    for kept in range(len(path) - 2, 0, -1):
        variants.append([path[0], ELLIPSIS, *path[-kept:]])
    return [*variants, [path[0] + ELLIPSIS], path[:1]]


def measure_prompt(scene: Scene, fmt: Formatter, box_width: int, remains: Text | None) -> int:
    """Return the height of the prompt below a part of a board `box_width` pixels wide; 0 if the viewer is asked nothing."""
    if scene.prompt is None:
        return 0
    return (
        len(_fit_lines(scene.prompt, fmt, box_width - 2 * PROMPT_PADDING_PX, MAX_LINES, remains)) * STORY_LINE_HEIGHT_PX
        + PROMPT_PADDING_PX
    )


def write_prompt(sheet: Sheet, scene: Scene, fmt: Formatter, box: Box, remains: Text | None) -> None:
    """Write the prompt on gold at the foot of a box (left, top, right, bottom); nothing if the viewer is asked nothing."""
    if scene.prompt is None:
        return
    left, top, right, bottom = box
    room = right - left - 2 * PROMPT_PADDING_PX
    shown = _fit_lines(scene.prompt, fmt, room, (bottom - top - PROMPT_PADDING_PX) // STORY_LINE_HEIGHT_PX, remains)
    top = bottom - len(shown) * STORY_LINE_HEIGHT_PX - PROMPT_PADDING_PX
    sheet.image.paste(INK, (left, top, right, bottom))
    sheet.image.paste(GOLD, (left + 3, top + 3, right - 3, bottom - 3))
    y = top + PROMPT_PADDING_PX / 2 + STORY_LINE_HEIGHT_PX / 2
    for line, face in shown:
        sheet.text(left + PROMPT_PADDING_PX, y, line, room, size=MIN_DATA_SIZE_PX, role=face, fill=INK)
        y += STORY_LINE_HEIGHT_PX


def _fit_lines(
    prompt: Prompt, fmt: Formatter, max_width: int, max_lines: int, remains: Text | None
) -> list[tuple[str, Role]]:
    """Return the lines of the fullest variant that fits `max_lines` lines, each with its face."""
    asked, shown = extract_question(prompt, fmt), list[tuple[str, Role]]()
    for variant in list_variants(prompt, fmt, remains):
        shown = []
        for paragraph in variant:
            face: Role = "text"
            if paragraph == asked:
                face = "bold"
            for line in break_lines(paragraph, face, MIN_DATA_SIZE_PX, max_width, 99) or [paragraph]:
                shown.append((line, face))
        if len(shown) <= max_lines:
            break
    return shown[: max(1, max_lines)]
