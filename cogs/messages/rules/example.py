"""The example of a rule as two pictures, before and after a move, and a sentence about it."""

from __future__ import annotations

import msgspec

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.messages.learn.lesson import choose_places
from cogs.pictures.picture_service import Picture, PictureService
from engine.host.model.table import TableSnapshot
from engine.kernel.text import Text, say
from engine.learning.examples import RuleExample
from render.kit.theme import Tone


async def draw_example(
    service: PictureService,
    snapshots: tuple[TableSnapshot, TableSnapshot],
    example: RuleExample,
    language: Language,
    tone: Tone,
) -> list[Picture]:
    """Draw the board before and after the move of an example; none if it cannot be drawn now."""
    places = choose_places(example.course, example.place, None)
    marks = {} if places.is_hand else places.marks
    draw = service.draw_crop if marks else service.draw_board
    pictures: list[Picture] = []
    for name, snapshot in zip(("before.png", "after.png"), snapshots, strict=True):
        picture = await draw(snapshot, language, tone, marks)
        if picture is None:
            return []
        pictures.append(msgspec.structs.replace(picture, name=name))
    return pictures


def describe_example(example: RuleExample, language: Language) -> str:
    """Describe the move between the two pictures."""
    step = example.course.find_step(example.place)
    moves = ", ".join(step.moves)
    told = TextFormatter(translate=language)(Text(step.done or step.text))
    return TextFormatter(translate=language)(say("-# Before and after `{move}`: {told}", move=moves, told=told))
